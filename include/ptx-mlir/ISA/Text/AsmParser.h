//===- AsmParser.h - SASS assembly text to instructions ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what AsmPrinter.h writes, in either style (docs/sass-text.md).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_TEXT_ASMPARSER_H
#define PTXMLIR_ISA_TEXT_ASMPARSER_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace ptxmlir::sass {

struct ParseOptions {
  /// Address of the instruction in bytes; needed for absolute code addresses.
  std::optional<uint64_t> address;
  /// Address of a label (relative to the instruction if there is no `address`),
  /// std::nullopt if there is no such label.
  llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> labelAddress =
      nullptr;
};

/// Parses one instruction for SM number `sm`: guard, mnemonic, operands,
/// control fields, an optional ";". The instruction has its form chosen. On
/// failure `error` is "column N: what is wrong" (columns count from 1).
std::optional<isa::Inst> parseInst(llvm::StringRef text, unsigned sm,
                                   std::string &error,
                                   const ParseOptions &options = {});

/// Parses an instruction whose opcode is known. `text` starts with the
/// modifiers
/// (".X R4, R2, ..."), which may be missing; it has no guard.
std::optional<isa::Inst> parseInstOf(isa::Opcode opcode, llvm::StringRef text,
                                     unsigned sm, std::string &error,
                                     const ParseOptions &options = {});

/// Parses control fields, "{stall:4, wr:0}"; fields not named have their
/// defaults. `reuse` is or'ed into the bits that are set already.
bool parseControl(llvm::StringRef text, isa::Control &control,
                  std::string &error);

} // namespace ptxmlir::sass

#endif // PTXMLIR_ISA_TEXT_ASMPARSER_H
