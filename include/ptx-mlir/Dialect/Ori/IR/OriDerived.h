//===- OriDerived.h - Slow paths of derived functions -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division and roots are fast sequences of instructions with a rest that a slow
// one computes (docs/math.md). ori.slow_path is that rest, as one operation.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_IR_ORIDERIVED_H
#define PTXMLIR_DIALECT_ORI_IR_ORIDERIVED_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

#include "ptx-mlir/Dialect/Ori/IR/OriDerivedEnums.h.inc"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h.inc"

namespace ptxmlir::ori {

/// Mark of the jump at the end of a block that seldom runs. Such blocks stand
/// at the end of their function; nothing is moved out of loops for them.
constexpr llvm::StringLiteral kColdAttr = "cold";

/// Mark of a collective that all threads of the warp which have not ended
/// execute together: its PTX has a mask of all threads, and no guard.
constexpr llvm::StringLiteral kOfWarpAttr = "of_warp";

/// Whether `block` seldom runs.
inline bool isCold(mlir::Block *block) {
  return block->getTerminator()->hasAttr(kColdAttr);
}

/// Loops that the code of `block` runs in as often as they do: `depth`, those
/// around it, unless it seldom runs.
inline unsigned getBusyDepth(mlir::Block *block, unsigned depth) {
  return isCold(block) ? 0 : depth;
}

/// How often the code of `block` is taken to run, where each loop has eight
/// rounds.
inline double getRounds(mlir::Block *block, unsigned depth) {
  return double(uint64_t(1) << 3 * std::min(getBusyDepth(block, depth), 6u));
}

/// 32-bit registers of the operands and the result of a function.
unsigned getWidth(DerivedFunction function);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_IR_ORIDERIVED_H
