//===- RandomGraph.h - Random control flow of kernels -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of blocks with two successors at most, and what decides the branches.
// They are made at random, from statements (nests with jumps, switches) or
// purely; what shapes they have is counted without the analyses of the
// compiler.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_LIB_RANDOMGRAPH_H
#define PTX_MLIR_TEST_LIB_RANDOMGRAPH_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ptxmlir::test {

struct GraphNode {
  enum End : uint8_t { Exit, Jump, Branch };
  /// What the condition of a branch comes from.
  enum Source : uint8_t {
    Thread,   ///< the number of the thread: differs
    Block,    ///< the number of the block: the same for all
    Loaded,   ///< a load, which nobody can prove to be the same
    Observed, ///< a strong load: what other threads write
    Atomic,   ///< what an atomic returns
  };
  End end = Exit;
  Source source = Thread;
  unsigned to[2] = {0, 0};
  unsigned bit = 0; ///< which condition of Thread and Block
  /// In the block before its end, in this order.
  bool work = false;
  bool sync = false; ///< WARPSYNC.ALL and a shuffle
  bool part = false; ///< WARPSYNC of a mask and a vote

  bool operator==(const GraphNode &o) const {
    return end == o.end && source == o.source && to[0] == o.to[0] &&
           to[1] == o.to[1] && bit == o.bit && work == o.work &&
           sync == o.sync && part == o.part;
  }
};

/// The entry is node 0.
struct Graph {
  std::vector<GraphNode> nodes;

  /// Without nodes that cannot be reached.
  void compact();
};

struct GraphShapes {
  unsigned nodes = 0, loops = 0, crossing = 0;
  bool irreducible = false;
};
/// The definitions are those of utils/fuzz/flowgraph.py, over nodes. At most 64
/// nodes.
GraphShapes findShapes(const Graph &graph);

struct GraphCounts {
  unsigned switches = 0, fallThrough = 0, sharedTargets = 0, duplicates = 0,
           jumps = 0, waits = 0;
};

/// A random graph of up to `most` nodes (some more where a switch ends).
Graph makeGraph(uint64_t seed, unsigned most, GraphCounts &counts);

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_LIB_RANDOMGRAPH_H
