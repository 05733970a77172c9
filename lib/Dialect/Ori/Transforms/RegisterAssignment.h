//===- RegisterAssignment.h - Frames to physical registers ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places the frames of one register file, widest alignment first and by start
// within that, each at the lowest registers that are free over all its ranges.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERASSIGNMENT_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERASSIGNMENT_H

#include "RegisterFrames.h"
#include <bitset>

namespace ptxmlir::ori {

constexpr unsigned kMaxRegisters = 256;
using RegisterSet = std::bitset<kMaxRegisters>;

/// Assigns the frames of `file` to registers of `allowed`; sets Frame::base.
/// Returns the frames that found no place, by representative.
llvm::SmallVector<unsigned> assignRegisters(RegisterFrames &frames,
                                            isa::Operand::Kind file,
                                            const RegisterSet &allowed);

/// The registers of `file` up to the highest that frames have been given.
unsigned countRegisters(const RegisterFrames &frames, isa::Operand::Kind file);

/// Assigns the frames of `file` once more, to registers of `allowed`. False,
/// and all stay where they were, if some find no place.
bool reassignRegisters(RegisterFrames &frames, isa::Operand::Kind file,
                       const RegisterSet &allowed);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERASSIGNMENT_H
