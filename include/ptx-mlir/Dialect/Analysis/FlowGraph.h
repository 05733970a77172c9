//===- FlowGraph.h - Dominators and loops over numbered blocks --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow as a graph over 0..n-1 in compressed rows, with the trees that
// the convergence and allocation passes need. Nothing here recurses and nothing
// depends on MLIR: machine code has no blocks of its own, and post-dominance is
// wanted on graphs that differ from the function's (see Divergence.h).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ANALYSIS_FLOWGRAPH_H
#define PTXMLIR_DIALECT_ANALYSIS_FLOWGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>
#include <vector>

namespace ptxmlir {

constexpr unsigned kNoNode = ~0u;

/// A directed graph. Parallel edges are kept.
class FlowGraph {
public:
  using Edge = std::pair<unsigned, unsigned>;
  FlowGraph() = default;
  FlowGraph(unsigned numNodes, llvm::ArrayRef<Edge> edges);
  unsigned size() const { return succStart.empty() ? 0 : succStart.size() - 1; }
  llvm::ArrayRef<unsigned> succs(unsigned n) const {
    return row(succStart, succList, n);
  }
  llvm::ArrayRef<unsigned> preds(unsigned n) const {
    return row(predStart, predList, n);
  }
  /// The same graph with every edge turned round.
  FlowGraph reversed() const;

private:
  static llvm::ArrayRef<unsigned> row(const std::vector<unsigned> &start,
                                      const std::vector<unsigned> &list,
                                      unsigned n) {
    return llvm::ArrayRef<unsigned>(list).slice(start[n],
                                                start[n + 1] - start[n]);
  }
  std::vector<unsigned> succStart, succList, predStart, predList;
};

/// Reverse post-order from `root`; unreachable nodes are left out.
std::vector<unsigned> reversePostOrder(const FlowGraph &graph, unsigned root);

/// Dominator tree (Semi-NCA). Of a reversed graph: the post-dominator tree.
class DomTree {
public:
  DomTree() = default;
  DomTree(const FlowGraph &graph, unsigned root);
  /// Immediate dominator, kNoNode for the root and unreachable nodes.
  unsigned idom(unsigned n) const { return idoms[n]; }
  bool isReachable(unsigned n) const { return enter[n] != kNoNode; }
  /// Reflexive; constant time. Unreachable nodes dominate nothing else.
  bool dominates(unsigned a, unsigned b) const {
    return a == b || (isReachable(a) && isReachable(b) &&
                      enter[a] <= enter[b] && leave[b] <= leave[a]);
  }
  /// The places of `n` and all that it dominates in a preorder of the tree:
  /// first and last.
  std::pair<unsigned, unsigned> interval(unsigned n) const {
    return {enter[n], leave[n]};
  }
  /// Distance from the root.
  unsigned level(unsigned n) const { return levels[n]; }
  unsigned nearestCommon(unsigned a, unsigned b) const;

private:
  std::vector<unsigned> idoms, enter, leave, levels;
};

/// Dominance frontiers in compressed rows.
class DominanceFrontiers {
public:
  DominanceFrontiers(const FlowGraph &graph, const DomTree &tree);
  llvm::ArrayRef<unsigned> operator[](unsigned n) const { return rows[n]; }

private:
  std::vector<llvm::SmallVector<unsigned, 1>> rows;
};

/// The loop nest (Havlak's algorithm). A loop is named by its header.
class LoopNest {
public:
  LoopNest() = default;
  LoopNest(const FlowGraph &graph, unsigned root);
  bool isHeader(unsigned n) const { return headers[n]; }
  /// A loop that is entered at more places than its header.
  bool isIrreducible(unsigned header) const { return irreducible[header]; }
  /// The innermost loop around `n` (a header is in its own loop), or kNoNode.
  unsigned loopOf(unsigned n) const { return headers[n] ? n : outer[n]; }
  /// The loop around loop `header`, or kNoNode.
  unsigned parent(unsigned header) const { return outer[header]; }
  /// Loops around `n`, including its own if it is a header.
  unsigned depth(unsigned n) const { return depths[n]; }
  /// Whether `n` is in loop `header`.
  bool contains(unsigned header, unsigned n) const {
    unsigned inner = loopOf(n);
    return inner != kNoNode && first[header] <= first[inner] &&
           first[inner] <= last[header];
  }

private:
  void numberLoops(llvm::ArrayRef<unsigned> order);

  std::vector<unsigned> outer, depths;
  std::vector<bool> headers, irreducible;
  /// Of a header: its place in a preorder of the loops, and the last one of
  /// those inside.
  std::vector<unsigned> first, last;
};

} // namespace ptxmlir

#endif // PTXMLIR_DIALECT_ANALYSIS_FLOWGRAPH_H
