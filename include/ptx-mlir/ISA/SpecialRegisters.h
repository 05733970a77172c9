//===- SpecialRegisters.h - Which special registers change ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of special registers by number, for divergence, rematerialization
// and uniformity: which are constant, which are the same for a warp.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_SPECIALREGISTERS_H
#define PTXMLIR_ISA_SPECIALREGISTERS_H

#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::isa {

/// Special registers that never change while a thread runs and differ in
/// nothing but the thread: thread and block numbers, lane masks, sizes.
inline bool isConstantSpecialRegister(uint64_t sr) {
  return sr == 0x00 || (sr >= 0x20 && sr <= 0x2f) || sr == 0x32 ||
         (sr >= 0x38 && sr <= 0x3c) || sr == 0x88 || sr == 0xff;
}

/// Special registers that are the same for all threads of a warp.
inline bool isUniformSpecialRegister(uint64_t sr) {
  switch (SpecialReg(sr)) {
  case SpecialReg::CTAID_X:
  case SpecialReg::CTAID_Y:
  case SpecialReg::CTAID_Z:
  case SpecialReg::SWINHI:
  case SpecialReg::SMEMSZ:
  case SpecialReg::CgaCtaId:
  case SpecialReg::CgaSize:
  case SpecialReg::SRZ:
    return true;
  default:
    return false;
  }
}

/// Special registers that hold a set of lanes by their relation to the
/// thread's.
inline bool isLaneMaskRegister(uint64_t sr) {
  return sr >= uint64_t(SpecialReg::EQMASK) &&
         sr <= uint64_t(SpecialReg::GEMASK);
}

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_SPECIALREGISTERS_H
