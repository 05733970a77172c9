//===- AllowedRegisters.h - Which registers values may have -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which registers the values of a function may have, and which they should.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ALLOWEDREGISTERS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ALLOWEDREGISTERS_H

#include "RegisterAssignment.h"

namespace ptxmlir::ori {

/// The first `limit` registers of `file` without those that are not for values.
RegisterSet getAllowedRegisters(FuncOp func, isa::Operand::Kind file,
                                unsigned limit);

/// A device function uses those registers last that it must save before. Where
/// values have registers by the ABI they keep them if they can.
RegisterWishes getWishesOfABI(FuncOp func, isa::Operand::Kind file,
                              const LiveRanges &ranges,
                              const RegisterFrames &frames);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ALLOWEDREGISTERS_H
