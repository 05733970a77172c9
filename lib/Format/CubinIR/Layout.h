//===- Layout.h - Addresses and bytes of a function's code ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of one function as bytes and relocations, between the dialect and
// the description of a file.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINIR_LAYOUT_H
#define PTXMLIR_LIB_FORMAT_CUBINIR_LAYOUT_H

#include "CodeFacts.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"

namespace ptxmlir {

/// A relocation of an instruction.
struct CodeReloc {
  uint32_t offset; ///< bytes
  sass::RelocAttr attr;
  uint32_t labelOffset; ///< bytes, part of the addend
};

/// The code of a function laid out in memory. Instruction i is at byte
/// 16 * i.
struct CodeLayout {
  /// Targets are resolved; nothing for words without a record.
  std::vector<std::optional<isa::Inst>> code;
  CodeMarks marks{0};
  std::vector<CodeReloc> relocations; ///< by rising offset
  std::vector<uint8_t> text;          ///< with padding if asked for
  /// Byte offsets of the labels.
  llvm::DenseMap<mlir::StringAttr, uint32_t> labels;
  /// Of each instruction, if `wantsLocations`.
  std::vector<mlir::Location> locations;
  bool wantsLocations = false;
  /// Calls of functions of the driver, and which.
  std::vector<std::pair<uint32_t, llvm::StringRef>> systemCalls;
};

/// Places, resolves branch targets and labels, and encodes. `pad` adds the
/// closing branch and the NOPs behind it.
llvm::LogicalResult layoutCode(sass::FuncOp func, unsigned sm, bool pad,
                               CodeLayout &out);

/// Of code for a debugger: which machine registers hold registers of the PTX,
/// sorted by register and place.
std::vector<cubin::RegisterRange> findRegisterRanges(sass::FuncOp func,
                                                     const CodeLayout &code);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINIR_LAYOUT_H
