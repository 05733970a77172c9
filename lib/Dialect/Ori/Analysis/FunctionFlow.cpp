//===- FunctionFlow.cpp - The flow graph of a function --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the algorithms of FlowGraph.cpp together, which know no operations.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/FunctionFlow.h"

using namespace ptxmlir::ori;

FunctionFlow::FunctionFlow(mlir::Operation *func)
    : blocks(func->getRegion(0)), graph(blocks.makeGraph()),
      dominators(graph, 0), frontiers(graph, dominators), loops(graph, 0) {}
