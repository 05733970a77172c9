//===- DependenceGraph.h - What must stay in order --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dependences among instructions that follow each other in a block, with
// the cycles from one to the other. Whoever orders instructions so that each
// stands behind those it depends on keeps what they compute, whatever else the
// order is like: sass-schedule does, and so may schedulers outside of the tree.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_TRANSFORMS_DEPENDENCEGRAPH_H
#define PTXMLIR_DIALECT_SASS_TRANSFORMS_DEPENDENCEGRAPH_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include <optional>

namespace ptxmlir::sass {

/// The graph of one region at a time; reusable, so that its arrays are
/// allocated once per function. A node is an instruction, by its number in the
/// region.
class DependenceGraph {
public:
  DependenceGraph(const MachineCode &code, const AccessTable &table,
                  const target::TargetInfo &target);

  /// The end of the region that begins at `begin`: behind the first fence,
  /// which nothing may cross, after `window` instructions or at `end`, which is
  /// within the block.
  unsigned findRegionEnd(unsigned begin, unsigned end, unsigned window) const;
  /// Builds the graph of [begin, end), in which no instruction but the last may
  /// be a fence. Linear in the registers that are read and written.
  void build(unsigned begin, unsigned end);

  unsigned size() const { return nodes.size(); }
  /// The last instruction is a branch or a fence: it stays the last, although
  /// no edge says so.
  bool keepsLast() const { return lastStays; }
  /// How many edges lead to a node; all come from nodes with lower numbers.
  unsigned getNumPredecessors(unsigned node) const {
    return nodes[node].numPreds;
  }
  /// The longest path from a node to the end of the region, in cycles.
  unsigned getHeight(unsigned node) const { return nodes[node].height; }
  /// Calls `visit(to, cycles)` for each edge from a node: how many cycles after
  /// the node `to` may be issued without waiting. Several edges may lead to
  /// one.
  template <typename Visitor>
  void forEachSuccessor(unsigned node, Visitor visit) const {
    for (int e = nodes[node].firstEdge; e >= 0; e = edges[e].next)
      visit(edges[e].to, edges[e].latency);
  }

private:
  struct Edge {
    unsigned to;
    int next; ///< next edge of the same node, -1: last
    unsigned latency;
  };
  struct Node {
    int firstEdge = -1;
    unsigned numPreds = 0;
    unsigned height = 0;
  };
  /// Last writer and the readers since, of a register or a memory space.
  struct Place {
    int lastWrite = -1;
    int firstReader = -1; ///< into readers
    target::Port writePort = 0;
    bool isWritePredicated = false;
  };
  struct Reader {
    unsigned node;
    int next;
    target::Port port;
    bool isLate;
  };

  isa::OrderingEffects effectsOf(unsigned inst) const;
  void addEdge(unsigned from, unsigned to, unsigned latency);
  void readPlace(unsigned place, unsigned node, const Access *access);
  void writePlace(unsigned place, unsigned node, const Access *access);
  Place &touch(unsigned place);
  std::optional<unsigned> findMemberMask(unsigned begin, unsigned inst,
                                         isa::ConvergenceRole role) const;

  const MachineCode &code;
  const AccessTable &table;
  const target::TargetInfo &target;

  unsigned base = 0; ///< first instruction of the region
  bool lastStays = false;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Place> places;
  std::vector<unsigned> touched;
  std::vector<Reader> readers;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_TRANSFORMS_DEPENDENCEGRAPH_H
