//===- FlowGraph.cpp - Graphs of functions --------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edges in layout order of their blocks.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

BlockNumbering::BlockNumbering(Region &region) {
  for (Block &block : region) {
    numbers[&block] = blocks.size();
    blocks.push_back(&block);
  }
}

FlowGraph BlockNumbering::makeGraph() const {
  std::vector<FlowGraph::Edge> edges;
  for (unsigned n = 0; n != blocks.size(); ++n)
    for (Block *succ : blocks[n]->getSuccessors())
      edges.push_back({n, numbers.lookup(succ)});
  return FlowGraph(blocks.size(), edges);
}
