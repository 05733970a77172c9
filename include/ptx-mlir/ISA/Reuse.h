//===- Reuse.h - Operand reuse cache positions ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which bit of the control field an operand's reuse is. A rule of roles, the
// same for all SMs, that no record says.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_REUSE_H
#define PTXMLIR_ISA_REUSE_H

#include "ptx-mlir/ISA/Encoding.h"

namespace ptxmlir::isa {

/// Bit of Control::reuse (0 A, 1 B, 2 C) that stands for register source
/// `slot`, -1 if the slot has none. It follows the role of the operand, not its
/// place in the word: B of a form whose C is an immediate lies at 71:64 but
/// keeps bit 1, and the second source of FADD, DADD, DSETP, HADD2, HSET2,
/// HSETP2 is C (observed on nvdisasm 13, which rejects the other bit).
inline int getReuseBit(const InstDesc &desc, unsigned slot) {
  // Memory instructions do not read through this cache, wherever their opcode
  // lies; matrix products read factors through it, but no accumulators.
  if (desc.slots[slot].isDef || desc.is(ReadsMemory) || desc.is(WritesMemory))
    return -1;
  bool isProduct =
      llvm::StringRef(desc.mnemonic).split('.').first.ends_with("MMA");
  int byPlace = -1;
  for (const FormDesc &form : desc.forms) {
    // The units behind the opcodes with bit 8 do not read through this cache,
    // but for RPCMOV. (ptxas sets bits 122 and 124 for TEX.SCR on sm_75: they
    // have another meaning there.)
    if (form.opcode & 0x100 && (form.opcode & 0xff) != 0x52)
      continue;
    unsigned number = form.opcode >> 9 & 7;
    Operand::Kind kind = form.kinds[slot];
    // SEL.64 and its like use the numbers 2, 3 and 7 for forms of their own.
    bool isALU = !(form.opcode & 0x100);
    if (isALU && number != 1 && kind == Operand::R)
      for (const PlaceDesc &p : form.places)
        if (p.kind == PlaceKind::Reg && p.index == slot &&
            (p.lo == 24 || p.lo == 32))
          return p.lo == 24 ? 0 : 1;
    bool wide =
        kind == Operand::Imm || kind == Operand::CBank || kind == Operand::UR;
    // MOV.64 has the number 2 for an immediate of 64 bits.
    if (wide && isALU && kind == Operand::Imm)
      for (const PlaceDesc &p : form.places)
        if (p.kind == PlaceKind::Value && p.index == slot)
          wide &= p.lo == 32;
    // Forms 2, 3 and 7 have C in the wide place, forms 4, 5 and 6 have B there.
    if (wide && (number == 2 || number == 3 || number == 7))
      return 2;
    if (wide && (number == 4 || number == 5 || number == 6))
      return 1;
    if (number != 1 || byPlace >= 0)
      continue;
    for (const PlaceDesc &p : form.places)
      if (p.kind == PlaceKind::Reg && p.index == slot && kind == Operand::R)
        byPlace = p.lo == 24                 ? 0
                  : p.lo == 32               ? 1
                  : p.lo == 64 && !isProduct ? 2
                                             : -1;
  }
  return byPlace;
}

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_REUSE_H
