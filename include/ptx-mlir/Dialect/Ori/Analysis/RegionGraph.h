//===- RegionGraph.h - Dependences of a run of operations -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has to stay in order within operations of one block: values and their
// uses, accesses of one memory, operations of several threads, and uses of an
// old value that comes before the one which takes its register. Edges lead from
// earlier to later operations. Accesses of memory are known to be apart if they
// have the same base and offsets that do not meet; each is compared with a
// bounded number of earlier ones, so that the graph is linear in the
// operations.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_REGIONGRAPH_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_REGIONGRAPH_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "ptx-mlir/Target/Target.h"

namespace ptxmlir::ori {

/// Values that take the register of a block argument on an edge: the argument's
/// other uses should come before them.
using SuccessorMap = llvm::DenseMap<mlir::Value, mlir::Value>;

/// Whether nothing moves across the operation.
bool isFence(mlir::Operation *op);

struct RegionGraph {
  struct Edge {
    unsigned to, latency;
  };
  struct Node {
    mlir::Operation *op = nullptr;
    unsigned firstEdge = 0, endEdge = 0; ///< of those that lead from it
    unsigned numPreds = 0;
    unsigned height = 0;  ///< cycles from its issue to the end of the region
    unsigned latency = 0; ///< cycles until its results are there
    unsigned issue = 0;   ///< cycles that it takes to issue
    bool isLoad = false;  ///< its results arrive at a variable time
  };

  template <typename Fn> void forEachEdge(unsigned node, Fn fn) const {
    for (unsigned e = nodes[node].firstEdge; e != nodes[node].endEdge; ++e)
      fn(edges[e]);
  }

  std::vector<Node> nodes;
  std::vector<Edge> edges; ///< by node
};

/// Makes the graphs of a function, one after the other.
class RegionGraphBuilder {
public:
  RegionGraphBuilder(const target::TargetInfo &target,
                     const SuccessorMap &successors)
      : target(target), successors(successors) {}

  /// Of these operations, which follow each other in a block.
  RegionGraph build(llvm::ArrayRef<mlir::Operation *> ops);

private:
  using Node = RegionGraph::Node;
  using Edge = RegionGraph::Edge;
  /// An access of memory at a known place, or anywhere if `size` is 0.
  struct Access {
    unsigned node;
    mlir::Value base, uniform;
    int64_t offset = 0;
    unsigned size = 0;
    bool meets(const Access &o) const;
  };
  /// The accesses of one space since what nothing passes.
  struct Space {
    int last = -1; ///< everything after it comes behind it
    llvm::SmallVector<Access, 8> stores, loads;
    /// Loads that are compared no more: the next store comes behind them.
    llvm::SmallVector<unsigned, 8> otherLoads;
    void clear();
  };

  void addEdge(unsigned from, unsigned to, unsigned latency);
  void addValues(unsigned node);
  void addOrder(unsigned node);
  void addUniformOrder(unsigned node);
  void addReuse(unsigned node);
  Access getAccess(unsigned node);
  void load(Space &space, const Access &access);
  void store(Space &space, const Access &access);
  void setLatency(Node &node);
  void sortEdges();

  const target::TargetInfo &target;
  const SuccessorMap &successors;
  RegionGraph graph;
  std::vector<Node> &nodes = graph.nodes;
  std::vector<std::pair<unsigned, Edge>> edges; ///< and where they begin
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  Space spaces[8]; ///< by bit of MemorySpace
  int lastOfThreads = -1;
  /// What depends on threads since then.
  llvm::SmallVector<unsigned, 8> readersOfThreads;
  /// Readers of uniform registers since the last barrier of a block.
  llvm::SmallVector<unsigned, 8> uniformReaders;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_REGIONGRAPH_H
