//===- WarpGoal.h - Fewer registers, so that more warps fit -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where few registers keep warps from an SM, an assignment that has succeeded
// is tried again without them: first as it is, then with values cut in pieces,
// each of which may have a register of its own.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_WARPGOAL_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_WARPGOAL_H

#include "RegisterAssignment.h"

namespace ptxmlir::ori {

class Spiller;

class WarpGoal {
public:
  struct Limits {
    unsigned maxTightened; ///< registers that are given up
    unsigned maxMoves;     ///< of frames in a search for places
    unsigned maxCutRounds; ///< attempts with values cut
  };
  WarpGoal(FuncOp func, Limits limits) : func(func), limits(limits) {}

  /// Whether values are cut, to fit into registers() of them.
  bool isPending() const { return goal != 0; }
  unsigned registers() const { return goal; }
  /// Values take registers in turn, which leaves gaps between tuples: assigns
  /// them once more to fewer. The number that would let more warps in but was
  /// not reached, 0 if there is none.
  unsigned tighten(RegisterFrames &frames, const CallSites &calls,
                   const RegisterBanks *banks) const;
  /// Cuts values to fit into so many registers, where that takes few copies.
  /// False, and nothing has changed, if it does not, or after `maxCutRounds`.
  bool cut(unsigned registers, const LiveRanges &ranges, RegisterFrames &frames,
           const LoopNest &loops, const CallSites &calls, Spiller &spiller);
  /// Takes all copies out, and tries no more.
  void giveUp(Spiller &spiller);
  /// The copies that cuts have made.
  unsigned numCopies() const { return copies.size(); }

private:
  bool findWorthwhileCuts(unsigned registers, const LiveRanges &ranges,
                          RegisterFrames &frames, const LoopNest &loops,
                          const CallSites &calls, const Spiller &spiller,
                          llvm::SmallVectorImpl<RangeCut> &cuts) const;

  FuncOp func;
  Limits limits;
  unsigned goal = 0, rounds = 0;
  llvm::SmallVector<CopyOp> copies;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_WARPGOAL_H
