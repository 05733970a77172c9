//===- CFG.h - control flow of a parsed PTX function -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser's own graph, over statements: the importer makes no operation
// before it knows blocks and their arguments.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_CFG_H
#define PTX_MLIR_LIB_FORMAT_PTX_CFG_H

#include "Function.h"

namespace ptxmlir::ptx {

struct CFGBlock {
  enum End : uint8_t { Fall, Jump, Condition, Indexed, Return, Exit, Trap };
  End end = Fall;
  bool uniform = false;
  /// Statements [first, last), without the one that ends the block.
  uint32_t first = 0, last = 0;
  /// The statement that ends it, kNone if the next block begins.
  uint32_t terminator = kNone;
  /// Register of a Condition; its first successor is where it holds.
  uint32_t condition = kNone;
};

/// Lists of numbers, one per item, in one array.
struct Lists {
  std::vector<uint32_t> starts, values;
  llvm::ArrayRef<uint32_t> operator[](uint32_t item) const {
    return llvm::ArrayRef(values).slice(starts[item],
                                        starts[item + 1] - starts[item]);
  }
  /// From pairs (item, value): a stable counting sort.
  void build(llvm::ArrayRef<std::pair<uint32_t, uint32_t>> pairs,
             uint32_t numItems);
};

/// Blocks in the order of the text; block 0 is the entry and has no
/// predecessors. A guarded return, exit, trap, indexed branch or call has a
/// block of its own.
struct CFG {
  explicit CFG(const FunctionBody &body);

  std::vector<CFGBlock> blocks;
  Lists successors, predecessors;
  /// By label: whether a branch goes there.
  std::vector<bool> isTarget;

  /// Numbers in a depth-first order of the reachable blocks; kNone for others.
  bool isReachable(uint32_t block) const { return levels[block] != kNone; }
  bool dominates(uint32_t a, uint32_t b) const {
    return in[a] <= in[b] && out[b] <= out[a];
  }
  /// Dominator tree over the reachable blocks: parents, depths, children in
  /// block order, and a preorder.
  std::vector<uint32_t> idoms, levels, preorder;
  Lists children;

private:
  void buildBlocks(const FunctionBody &body);
  void buildDominators();
  void buildTree();
  std::vector<uint32_t> in, out;
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_CFG_H
