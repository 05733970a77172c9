//===- Divergence.h - Where threads of a warp differ ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values and branches may differ between the threads of a warp, and where
// threads that part at a branch meet again: at its immediate post-dominator in
// the flow graph without early exits. An early exit is an edge into a part of
// the program from which nothing else is reachable, next to an edge that goes
// on. Barriers are placed where MeetingPoints.h says, which in loops is
// earlier.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_DIVERGENCE_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_DIVERGENCE_H

#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "llvm/ADT/DenseSet.h"

namespace ptxmlir::ori {

class DivergenceInfo {
public:
  explicit DivergenceInfo(FuncOp func);

  const BlockNumbering &blocks() const { return numbering; }
  const FlowGraph &graph() const { return flow; }
  const DomTree &dominators() const { return dom; }
  const LoopNest &loops() const { return nest; }

  /// Whether threads of a warp may hold different values in `value`.
  bool isDivergent(mlir::Value value) const {
    return divergent.contains(value);
  }
  /// Whether threads may leave block `n` for different blocks.
  bool isDivergentBranch(unsigned n) const { return divergentBranch[n]; }
  /// Where threads that part at the end of block `n` meet, kNoNode if nowhere.
  unsigned meetingPoint(unsigned n) const { return meets[n]; }
  /// Whether all ways from `b` to the end of the thread, early exits aside, go
  /// through `a`.
  bool postDominates(unsigned a, unsigned b) const {
    return postDom.dominates(a, b);
  }
  /// Whether the edge from `n` to `succ` is an early exit.
  bool isEarlyExit(unsigned n, unsigned succ) const;
  /// A block that does nothing but end the thread.
  bool isExitOnly(unsigned n) const { return exitOnly[n]; }

private:
  void findEarlyExits();
  void buildPostDominators();
  void findMeetingPoints();
  void propagate();
  void markValue(mlir::Value value);
  void markUse(mlir::OpOperand &use);
  void markBranch(unsigned block);
  void markArguments(unsigned block);
  void collectLoopExits();
  void markLoopExits(unsigned header);
  void markIrreducible(unsigned header);

  FuncOp func;
  BlockNumbering numbering;
  FlowGraph flow;
  DomTree dom, postDom;
  LoopNest nest;
  std::vector<bool> exitOnly, closed, divergentBranch;
  std::vector<bool> loopMarked;
  std::vector<unsigned> meets;
  std::vector<llvm::SmallVector<unsigned, 2>>
      kept; ///< successors kept, distinct
  std::vector<llvm::SmallVector<unsigned, 0>>
      loopBlocks; ///< innermost, by header
  /// By header: uses behind the loop of values that it defines.
  std::vector<llvm::SmallVector<mlir::OpOperand *, 0>> usesBehind;
  std::optional<DominanceFrontiers> frontiers;
  llvm::DenseSet<mlir::Value> divergent;
  /// Collectives whose results are one for the whole warp, or depend on nothing
  /// but the lane that is asked.
  llvm::DenseSet<mlir::Operation *> agreed;
  std::vector<mlir::Value> work;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_DIVERGENCE_H
