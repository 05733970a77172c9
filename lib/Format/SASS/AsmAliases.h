//===- AsmAliases.h - Aliases of NVIDIA's disassembler ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names that NVIDIA's disassembler uses for special cases of an instruction.
// They hide what the instruction is; only AsmStyle::NVDisasm prints them.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_SASS_ASMALIASES_H
#define PTXMLIR_LIB_FORMAT_SASS_ASMALIASES_H

#include "ptx-mlir/ISA/Inst.h"
#include <string>

namespace ptxmlir::sass {

/// The part of the mnemonic that an alias inserts after the record's mnemonic
/// (".MOV" of IMAD.MOV.U32), empty if the instruction has no alias.
llvm::StringRef getAliasPart(const isa::Inst &inst);

/// Whether `part`, without its dot, is such a part for this opcode; the parser
/// then ignores it.
bool isAliasPart(isa::Opcode opcode, llvm::StringRef part);

} // namespace ptxmlir::sass

#endif // PTXMLIR_LIB_FORMAT_SASS_ASMALIASES_H
