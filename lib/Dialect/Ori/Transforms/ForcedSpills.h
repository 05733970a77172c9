//===- ForcedSpills.h - Values that no register keeps -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other functions, run by a callee or by other threads of the warp, write
// registers that a value might be in: it is spilled, however many there are.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_FORCEDSPILLS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_FORCEDSPILLS_H

#include "RegisterAssignment.h"

namespace ptxmlir::ori {

/// Uniform values of a device function that are held from one block to another,
/// or while other threads may run: those may be in any other function, and
/// write the register.
llvm::SmallVector<mlir::Value> findHeldUniforms(const LiveRanges &ranges);

/// Predicates that are live across a call: no function preserves one.
llvm::SmallVector<mlir::Value> findLostPredicates(const LiveRanges &ranges,
                                                  const CallSites &calls);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_FORCEDSPILLS_H
