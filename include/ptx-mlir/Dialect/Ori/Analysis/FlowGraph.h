//===- FlowGraph.h - Graphs of functions ------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a region as a FlowGraph.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_FLOWGRAPH_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_FLOWGRAPH_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"
#include "ptx-mlir/Dialect/Analysis/FlowGraph.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace ptxmlir::ori {

using ptxmlir::DominanceFrontiers;
using ptxmlir::DomTree;
using ptxmlir::FlowGraph;
using ptxmlir::kNoNode;
using ptxmlir::LoopNest;
using ptxmlir::reversePostOrder;

/// The blocks of a region by number, in layout order (the entry is 0).
class BlockNumbering {
public:
  explicit BlockNumbering(mlir::Region &region);
  unsigned size() const { return blocks.size(); }
  mlir::Block *operator[](unsigned n) const { return blocks[n]; }
  unsigned operator[](mlir::Block *block) const {
    return numbers.lookup(block);
  }
  /// Successor edges of all blocks; one edge per successor operand.
  FlowGraph makeGraph() const;

private:
  std::vector<mlir::Block *> blocks;
  llvm::DenseMap<mlir::Block *, unsigned> numbers;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_FLOWGRAPH_H
