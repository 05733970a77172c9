//===- RoundCost.h - What rounds of loops cost ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What unrolling weighs: instructions of a round, those that are left of them
// where the counter is a number, and whether a round parts threads.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ROUNDCOST_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ROUNDCOST_H

#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"

namespace ptxmlir::ori {

/// What a round of a loop costs.
struct RoundCost {
  unsigned instructions = 0; ///< that vary from round to round, with branches
  unsigned loads = 0;        ///< of long latency
  unsigned sharedLoads = 0;  ///< which several rounds can wait for at once
  bool isConvergent = false;
  bool mustStay = false; ///< what it does is not to be written twice
};

/// `members`: the blocks of a loop without loops in it, in reverse post-order.
/// `slowPath`: instructions that a slow path counts as.
RoundCost getRoundCost(llvm::ArrayRef<mlir::Block *> members,
                       unsigned slowPath);

/// The instructions of a round that go where all rounds are written out, a
/// known number: those that count, and those that compute from counters that
/// begin with a number.
unsigned countFolded(const CountedLoop &loop,
                     llvm::ArrayRef<mlir::Block *> members);

/// The branches in a round that go round one block of `maxArm` instructions at
/// most, or to two, and whose ways meet behind that: guards take their place.
/// None if there are others.
std::optional<unsigned>
countShortBranches(const CountedLoop &loop,
                   llvm::ArrayRef<mlir::Block *> members, unsigned maxArm);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ROUNDCOST_H
