//===- AsmAliases.h - Aliases of NVIDIA's disassembler ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that depends on single opcodes. The names that NVIDIA's disassembler uses
// for special cases of an instruction hide what it is; only AsmStyle::NVDisasm
// prints them. The format of a float immediate may depend on modifiers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_ISA_TEXT_ASMALIASES_H
#define PTXMLIR_LIB_ISA_TEXT_ASMALIASES_H

#include "FloatText.h"
#include "ptx-mlir/ISA/Inst.h"
#include <string>

namespace ptxmlir::sass {

/// The part of the mnemonic that an alias inserts after the record's mnemonic
/// (".MOV" of IMAD.MOV.U32), empty if the instruction has no alias.
llvm::StringRef getAliasPart(const isa::Inst &inst);

/// Whether `part`, without its dot, is such a part for this opcode; the parser
/// then ignores it.
bool isAliasPart(isa::Opcode opcode, llvm::StringRef part);

/// The format of a float immediate in `slot`; std::nullopt for integers. For a
/// pair of halves it is the format of each.
std::optional<FloatKind> getFloatKind(const isa::Inst &inst, unsigned slot);

/// Whether an immediate in `slot` is a pair of halves.
bool hasHalves(const isa::Inst &inst, unsigned slot);

/// Whether NVIDIA's disassembler writes only the low one of such a pair.
bool showsLowHalf(const isa::Inst &inst, unsigned sm);

} // namespace ptxmlir::sass

#endif // PTXMLIR_LIB_ISA_TEXT_ASMALIASES_H
