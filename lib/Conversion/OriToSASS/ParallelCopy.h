//===- ParallelCopy.h - Copies that happen at once --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tuples and block arguments ask for copies that all read before any writes.
// This puts them in an order, with an exchange where they form a cycle.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_ORITOSASS_PARALLELCOPY_H
#define PTXMLIR_LIB_CONVERSION_ORITOSASS_PARALLELCOPY_H

#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir {

/// One register: `to` is an R, UR or P; `from` a register of that file, a
/// UR for an R, an immediate, or a constant-bank address.
struct RegisterCopy {
  isa::Operand to, from;
};

/// Instructions with the effect of all copies at once. No two copies may write
/// one register. Predicates are copied by PLOP3 (immediates 0 and 1 are false
/// and true), cycles are exchanged bit by bit with XOR, so no register is
/// spare.
llvm::SmallVector<isa::Inst>
sequentializeCopies(llvm::ArrayRef<RegisterCopy> copies, unsigned sm);

/// The instruction that copies one register.
isa::Inst makeCopy(const isa::Operand &to, const isa::Operand &from,
                   unsigned sm);

/// An instruction with default modifiers, and RZ, URZ, PT or UPT in all slots.
isa::Inst makeDefaultInst(isa::Opcode opcode);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_CONVERSION_ORITOSASS_PARALLELCOPY_H
