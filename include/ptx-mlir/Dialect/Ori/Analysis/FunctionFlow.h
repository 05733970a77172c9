//===- FunctionFlow.h - The flow graph of a function ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FlowGraph.h has graphs of numbers; this is the graph of a function with what
// is derived from it, as an analysis that passes ask MLIR for. It depends on
// blocks and branches only: what rewrites instructions in their blocks keeps
// it. Near-linear in blocks and edges.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_FUNCTIONFLOW_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_FUNCTIONFLOW_H

#include "mlir/IR/Operation.h"
#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"

namespace ptxmlir::ori {

struct FunctionFlow {
  /// Of an operation with one region of blocks, which must not be empty.
  explicit FunctionFlow(mlir::Operation *func);

  BlockNumbering blocks;
  FlowGraph graph;
  DomTree dominators;
  DominanceFrontiers frontiers;
  LoopNest loops;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_FUNCTIONFLOW_H
