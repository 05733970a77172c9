//===- Schedule.cpp - Order the instructions of each block ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"
#include "ptx-mlir/Dialect/SASS/Transforms/ScheduleBlock.h"

namespace ptxmlir::sass {
#define GEN_PASS_DEF_SASSSCHEDULEPASS
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h.inc"
} // namespace ptxmlir::sass

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

namespace {

struct Schedule : sass::impl::SASSSchedulePassBase<Schedule> {
  using SASSSchedulePassBase::SASSSchedulePassBase;

  void runOnOperation() override {
    FuncOp func = getOperation();
    if (func.isDeclaration() || keepOrder)
      return;
    auto &analysis = getAnalysis<FuncCodeAnalysis>();
    if (!analysis.target)
      return signalPassFailure();
    const FuncCode &funcCode = analysis.func;
    BlockScheduler scheduler(funcCode.code, *analysis.table, *analysis.target);
    for (const MachineBlock &block : funcCode.code.blocks) {
      // Ops that are no instructions (labels) cut the block.
      unsigned begin = block.begin;
      for (unsigned i = block.begin + 1; i <= block.end; ++i) {
        if (i != block.end &&
            funcCode.ops[i - 1]->getNextNode() == funcCode.ops[i])
          continue;
        ArrayRef<unsigned> order = scheduler.schedule(begin, i, window);
        moveOps(funcCode, order, begin);
        analysis.reorder(begin, order);
        begin = i;
      }
      ++numBlocks;
    }
    markAnalysesPreserved<FuncCodeAnalysis>();
  }

  /// Moves the ops of a run of instructions that starts at `begin`.
  void moveOps(const FuncCode &funcCode, ArrayRef<unsigned> order,
               unsigned begin) {
    Operation *previous = funcCode.ops[begin]->getPrevNode();
    Block *block = funcCode.ops[begin]->getBlock();
    for (auto [i, from] : llvm::enumerate(order)) {
      Operation *op = funcCode.ops[from];
      numMoved += from != begin + i;
      if (previous ? previous->getNextNode() != op : &block->front() != op) {
        if (previous)
          op->moveAfter(previous);
        else
          op->moveBefore(&block->front());
      }
      previous = op;
    }
  }
};

} // namespace
