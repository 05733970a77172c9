//===- Export.h - From the sass dialect to a cubin --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the dialect and the file: the container is written by Format/Cubin,
// which knows no MLIR; what a module says of it is collected here.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_CUBINIR_EXPORT_H
#define PTXMLIR_FORMAT_CUBINIR_EXPORT_H

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include <functional>

namespace ptxmlir {

/// Line tables to write: what they say of the whole, and of a location.
struct LineTables {
  cubin::LineInfo info;
  /// The place of an instruction with this location; its offset is not set.
  std::function<cubin::CodePlace(mlir::Location)> getPlace;
  /// Completes the description when all code has its place; may be null.
  std::function<llvm::LogicalResult(sass::ModuleOp, cubin::Module &)> finish;
};

/// Encodes a sass.module and writes it as an ELF file; a decoded cubin is
/// written back with the code of its functions replaced. Errors are diagnostics
/// on the op at fault; then `out` is left empty. With `lines` line tables are
/// written, too; `getPlace` may still add calls to them.
llvm::LogicalResult exportCubin(sass::ModuleOp module,
                                llvm::SmallVectorImpl<char> &out,
                                LineTables *lines = nullptr);

/// The same up to the description of the file: attributes of the module, its
/// functions and variables, and what follows from the encoded instructions.
llvm::LogicalResult buildCubinModule(sass::ModuleOp module, cubin::Module &out,
                                     LineTables *lines = nullptr);

} // namespace ptxmlir

#endif // PTXMLIR_FORMAT_CUBINIR_EXPORT_H
