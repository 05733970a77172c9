//===- Export.h - From the sass dialect to a cubin --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_CUBINIR_EXPORT_H
#define PTXMLIR_FORMAT_CUBINIR_EXPORT_H

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"

namespace ptxmlir {

/// Encodes a sass.module and writes it as an ELF file; a decoded cubin is
/// written back with the code of its functions replaced. Errors are diagnostics
/// on the op at fault; then `out` is left empty.
llvm::LogicalResult exportCubin(sass::ModuleOp module,
                                llvm::SmallVectorImpl<char> &out);

/// The same up to the description of the file: attributes of the module, its
/// functions and variables, and what follows from the encoded instructions.
llvm::LogicalResult buildCubinModule(sass::ModuleOp module, cubin::Module &out);

/// The code of a function laid out in memory.
struct CodeLayout {
  struct Placed {
    mlir::Operation *op; ///< an instruction op or sass.raw
    uint32_t offset;     ///< bytes from the start of the function
  };
  std::vector<Placed> instructions;
  /// The same with targets resolved; nothing for words without a record.
  std::vector<std::optional<isa::Inst>> code;
  std::vector<uint8_t> text; ///< with padding if asked for
  uint32_t codeBytes = 0;    ///< without the closing branch and padding
};

/// Places, resolves branch targets and labels, and encodes. `pad` adds the
/// closing branch and the NOPs behind it.
llvm::LogicalResult layoutCode(sass::FuncOp func, unsigned sm, bool pad,
                               CodeLayout &out);

} // namespace ptxmlir

#endif // PTXMLIR_FORMAT_CUBINIR_EXPORT_H
