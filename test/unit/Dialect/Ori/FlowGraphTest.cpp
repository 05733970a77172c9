//===- FlowGraphTest.cpp - Dominators and loops on random graphs ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dominators, frontiers and loops against their definitions, which are slow and
// obvious, on graphs that no front end would make.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "gtest/gtest.h"
#include <random>

using namespace ptxmlir::ori;

namespace {

/// Nodes reachable from `root` without passing `removed`.
std::vector<bool> reachable(const FlowGraph &graph, unsigned root,
                            unsigned removed) {
  std::vector<bool> seen(graph.size());
  if (root == removed)
    return seen;
  std::vector<unsigned> stack = {root};
  seen[root] = true;
  while (!stack.empty()) {
    unsigned n = stack.back();
    stack.pop_back();
    for (unsigned s : graph.succs(n))
      if (s != removed && !seen[s]) {
        seen[s] = true;
        stack.push_back(s);
      }
  }
  return seen;
}

FlowGraph randomGraph(std::mt19937 &random, unsigned nodes, unsigned edges) {
  std::vector<FlowGraph::Edge> list;
  for (unsigned i = 0; i != edges; ++i)
    list.push_back({unsigned(random() % nodes), unsigned(random() % nodes)});
  return FlowGraph(nodes, list);
}

TEST(FlowGraph, DominatorsMatchTheDefinition) {
  std::mt19937 random(1);
  for (unsigned round = 0; round != 300; ++round) {
    unsigned n = 2 + random() % 14;
    FlowGraph graph = randomGraph(random, n, n + random() % (n + 2));
    DomTree tree(graph, 0);
    std::vector<bool> all = reachable(graph, 0, kNoNode);
    for (unsigned a = 0; a != n; ++a) {
      EXPECT_EQ(tree.isReachable(a), all[a]);
      std::vector<bool> without = reachable(graph, 0, a);
      for (unsigned b = 0; b != n; ++b)
        if (all[a] && all[b]) {
          EXPECT_EQ(tree.dominates(a, b), a == b || !without[b])
              << "round " << round << ": " << a << " and " << b;
        }
    }
    for (unsigned b = 1; b != n; ++b)
      if (all[b]) {
        EXPECT_TRUE(tree.dominates(tree.idom(b), b));
        EXPECT_EQ(tree.level(b), tree.level(tree.idom(b)) + 1);
      }
  }
}

TEST(FlowGraph, FrontiersMatchTheDefinition) {
  std::mt19937 random(2);
  for (unsigned round = 0; round != 200; ++round) {
    unsigned n = 2 + random() % 12;
    FlowGraph graph = randomGraph(random, n, 2 * n);
    DomTree tree(graph, 0);
    DominanceFrontiers frontiers(graph, tree);
    for (unsigned a = 0; a != n; ++a) {
      if (!tree.isReachable(a))
        continue;
      for (unsigned b = 0; b != n; ++b) {
        bool expected = false;
        for (unsigned p : graph.preds(b))
          expected |= tree.isReachable(p) && tree.dominates(a, p) &&
                      !(a != b && tree.dominates(a, b));
        bool found = llvm::is_contained(frontiers[a], b);
        EXPECT_EQ(found, expected)
            << "round " << round << ": " << a << ", " << b;
      }
    }
  }
}

TEST(FlowGraph, NestedLoops) {
  // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 4 -> 1, 4 -> 5
  FlowGraph graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 2}, {3, 4}, {4, 1}, {4, 5}});
  LoopNest loops(graph, 0);
  EXPECT_TRUE(loops.isHeader(1));
  EXPECT_TRUE(loops.isHeader(2));
  EXPECT_FALSE(loops.isIrreducible(1));
  EXPECT_EQ(loops.loopOf(0), kNoNode);
  EXPECT_EQ(loops.loopOf(3), 2u);
  EXPECT_EQ(loops.loopOf(4), 1u);
  EXPECT_EQ(loops.parent(2), 1u);
  EXPECT_EQ(loops.depth(3), 2u);
  EXPECT_EQ(loops.depth(5), 0u);
  EXPECT_TRUE(loops.contains(1, 3));
  EXPECT_FALSE(loops.contains(2, 4));
}

TEST(FlowGraph, IrreducibleLoop) {
  FlowGraph graph(4, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {1, 3}});
  LoopNest loops(graph, 0);
  unsigned header = loops.loopOf(1);
  ASSERT_NE(header, kNoNode);
  EXPECT_EQ(loops.loopOf(2), header);
  EXPECT_TRUE(loops.isIrreducible(header));
}

/// Every cycle lies in some loop, and a reducible header dominates its loop.
TEST(FlowGraph, LoopsOfRandomGraphs) {
  std::mt19937 random(3);
  for (unsigned round = 0; round != 300; ++round) {
    unsigned n = 2 + random() % 14;
    FlowGraph graph = randomGraph(random, n, n + random() % (n + 2));
    DomTree tree(graph, 0);
    LoopNest loops(graph, 0);
    for (unsigned b = 0; b != n; ++b) {
      if (!tree.isReachable(b))
        continue;
      bool isOnCycle = false;
      for (unsigned s : graph.succs(b))
        isOnCycle |= s == b || reachable(graph, s, kNoNode)[b];
      EXPECT_EQ(loops.loopOf(b) != kNoNode, isOnCycle) << "round " << round;
      for (unsigned l = loops.loopOf(b); l != kNoNode; l = loops.parent(l))
        if (!loops.isIrreducible(l)) {
          EXPECT_TRUE(tree.dominates(l, b));
        }
    }
  }
}

TEST(FlowGraph, DeepGraphsNeedNoStack) {
  // A chain whose blocks all may leave to one exit.
  unsigned n = 200000;
  std::vector<FlowGraph::Edge> edges;
  for (unsigned b = 0; b + 2 < n; ++b) {
    edges.push_back({b, b + 1});
    edges.push_back({b, n - 1});
  }
  FlowGraph graph(n, edges);
  DomTree tree(graph, 0);
  EXPECT_EQ(tree.idom(n - 1), 0u);
  EXPECT_EQ(tree.level(n - 2), n - 2);
  DominanceFrontiers frontiers(graph, tree);
  EXPECT_EQ(frontiers[5].size(), 1u);
  LoopNest loops(graph, 0);
  EXPECT_EQ(loops.depth(n - 2), 0u);
}

} // namespace
