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
int getReuseBit(const InstDesc &desc, unsigned slot);

/// By bit, the slot that it stands for; -1 if there is none. The same, found
/// once for each opcode.
struct ReuseSlots {
  int8_t slots[3];
  int findBit(unsigned slot) const {
    for (int bit : {0, 1, 2})
      if (slots[bit] == int(slot))
        return bit;
    return -1;
  }
};
ReuseSlots getReuseSlots(Opcode opcode);

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_REUSE_H
