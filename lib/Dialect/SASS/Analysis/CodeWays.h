//===- CodeWays.h - Where threads may go in machine code --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The edges of the code without those that no thread takes (see ValueRanges.h),
// and where the ways that leave a branch have all come together again.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_CODEWAYS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_CODEWAYS_H

#include "CodeCalls.h"
#include "ptx-mlir/Dialect/Analysis/FlowGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace ptxmlir::sass {

class CodeWays {
public:
  CodeWays(const MachineCode &code, const CodeCalls &calls);

  /// The successors that threads may go on to.
  llvm::ArrayRef<unsigned> succs(unsigned block) const {
    return succLists[block];
  }
  /// Some thread may go from `block` to `succ`.
  bool leads(unsigned block, unsigned succ) const {
    return llvm::is_contained(succLists[block], succ);
  }
  /// Convergence barriers, one bit each, that a function and those that it
  /// calls change or wait at.
  uint16_t barriersOf(unsigned callee) const { return barriers.lookup(callee); }
  /// Some thread may come here.
  bool isPossible(unsigned block) const { return possible[block]; }

private:
  std::vector<llvm::SmallVector<unsigned, 2>> succLists;
  std::vector<bool> possible;
  llvm::DenseMap<unsigned, uint16_t> barriers; ///< by callee
};

/// Places in the tree of post-dominators, by their distance from its root: all
/// that post-dominate a block are on one way to the root, so for that block a
/// distance stands for one of them. Threads that only end, without meeting
/// others, do not count.
class WayJoins {
public:
  /// Not behind any block.
  static constexpr unsigned kNowhere = 0;
  /// No place at all.
  static constexpr unsigned kNone = ~0u;

  WayJoins(const CodeWays &ways, const CodeCalls &calls, unsigned numBlocks,
           const std::vector<bool> &onlyEnds);
  /// The block's own place.
  unsigned placeOf(unsigned block) const { return places[block]; }
  /// Where all ways behind the block have joined.
  unsigned joinBehind(unsigned block) const { return joins[block]; }
  /// If the edge leads to the next round of a loop: where all ways out of the
  /// loop have joined; else kNone.
  unsigned joinBehindLoop(unsigned block, unsigned succ) const {
    return loops.isHeader(succ) && loops.contains(succ, block) ? loopJoins[succ]
                                                               : kNone;
  }

private:
  std::vector<unsigned> places, joins;
  std::vector<unsigned> loopJoins; ///< by header
  LoopNest loops;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_CODEWAYS_H
