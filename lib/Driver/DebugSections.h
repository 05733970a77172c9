//===- DebugSections.h - The DWARF of the PTX for the cubin -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX has debugging data as text (`.section .debug_info { .b64 label ... }`).
// It becomes bytes before the module is compiled, while its labels, variables
// and parameters are there, and gets its addresses when the code is laid out.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DRIVER_DEBUGSECTIONS_H
#define PTXMLIR_LIB_DRIVER_DEBUGSECTIONS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "llvm/ADT/StringMap.h"

namespace ptxmlir {

class DebugSections {
public:
  /// Reads the sections of the module and what they can name. Errors are
  /// diagnostics on the section at fault.
  llvm::LogicalResult read(ptx::ModuleOp module);
  /// Adds them to the description of the compiled module, with the addresses
  /// that its code has got.
  llvm::LogicalResult finish(sass::ModuleOp module, cubin::Module &out);

private:
  /// A place of the code: where the operation is that a label stands before.
  struct CodeLabel {
    enum Where : uint8_t { Begin, Line, End };
    mlir::StringAttr function;
    Where where = Begin;
    uint32_t line = 0; ///< of the PTX
  };
  /// A name of which data is the address, perhaps with an offset.
  struct Reference {
    uint64_t offset; ///< in the section
    unsigned size;   ///< bytes
    std::string name;
    int64_t addend = 0;
    std::string minus; ///< a name that is subtracted; empty: none
  };
  struct Section {
    cubin::DebugSection data;
    std::vector<Reference> references;
  };
  /// What a name that is no label of the sections and no label of code means.
  struct Symbol {
    enum Kind : uint8_t { Variable, Function, Param, Local };
    Kind kind;
    mlir::StringAttr name; ///< of the variable or the function
    unsigned index = 0;    ///< of the parameter
  };
  class Reader;
  struct Code;
  class Resolver;

  void addLabels(mlir::Operation *function);
  void addNames(mlir::Operation *function);

  /// Whether the sections are of the input that has this operation.
  bool isOfInput(mlir::Operation *op) const;

  mlir::StringAttr input; ///< of which the sections are; null: not known
  std::vector<Section> sections;
  /// Labels of the sections: section and offset.
  llvm::StringMap<std::pair<unsigned, uint64_t>> dataLabels;
  llvm::StringMap<CodeLabel> codeLabels;
  llvm::StringMap<Symbol> symbols;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_DRIVER_DEBUGSECTIONS_H
