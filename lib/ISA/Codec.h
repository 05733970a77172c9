//===- Codec.h - What the encoder and the decoder share ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conventions of the encoding that are in no record because they hold for every
// instruction.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_ISA_CODEC_H
#define PTXMLIR_LIB_ISA_CODEC_H

#include "ptx-mlir/ISA/Encoding.h"

namespace ptxmlir::isa {

/// URZ in the word where uniform register fields have six bits.
constexpr unsigned kNarrowURZ = 63;

/// The operand of a slot that nothing is given for: RZ, URZ, PT, UPT or zero.
inline Operand absentOperand(Operand::Kind kind) {
  switch (kind) {
  case Operand::R:
  case Operand::UR:
    return {kind, RZ, 0};
  case Operand::P:
  case Operand::UP:
    return {kind, PT, 0};
  default:
    return {kind, 0, 0};
  }
}

} // namespace ptxmlir::isa

#endif // PTXMLIR_LIB_ISA_CODEC_H
