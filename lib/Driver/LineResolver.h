//===- LineResolver.h - Locations as lines of tables ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Line tables want numbers of files and places of calls, locations have names:
// this turns one into the other for one module.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DRIVER_LINERESOLVER_H
#define PTXMLIR_LIB_DRIVER_LINERESOLVER_H

#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace ptxmlir {

/// Says of a location which line of the PTX and of the source it is: the PTX
/// importer gives an operation the line of its text first, and the place of
/// `.loc` second, where inlined functions are call sites under the names of
/// labels in `.debug_str`.
class LineResolver {
public:
  /// Reads `.file` directives and `.debug_str`.
  explicit LineResolver(ptx::ModuleOp module);
  /// Adds the text of an input; locations have its name as their file.
  void addText(mlir::StringAttr name, llvm::StringRef text);

  bool hasFiles() const { return !tables.info.files.empty(); }
  LineTables &getTables() { return tables; }
  /// The line of the PTX; 0: none.
  static uint32_t getPtxLine(mlir::Location loc);
  /// The name of the PTX; null: not known.
  static mlir::StringAttr getPtxFile(mlir::Location loc);

private:
  cubin::CodePlace resolve(mlir::Location loc);
  cubin::SourcePlace resolveSource(mlir::StringAttr input, mlir::Location loc);
  cubin::SourcePlace getOwnPlace(mlir::Location loc);
  void readStrings(ptx::SectionOp section);
  /// The number of a call at `site` of the function with this name.
  int32_t getCall(const cubin::SourcePlace &site, uint32_t name);

  LineTables tables;
  llvm::DenseMap<mlir::StringAttr, uint32_t> fileNumbers;
  /// Of each input its number; and offsets in `.debug_str` by label, which
  /// other inputs may have, too.
  llvm::DenseMap<mlir::StringAttr, uint32_t> textNumbers;
  llvm::DenseMap<mlir::StringAttr, llvm::StringMap<uint32_t>> labels;
  /// Calls by file, line, call and name.
  using Pair = std::pair<uint32_t, uint32_t>;
  llvm::DenseMap<std::pair<Pair, Pair>, int32_t> callNumbers;
  /// By input and location. Never walked.
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Attribute>,
                 cubin::SourcePlace>
      known;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_DRIVER_LINERESOLVER_H
