//===- Schedule.cpp - Order the instructions of each block ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass around BlockScheduler: the order that it finds is given to the
// operations. Only within blocks; what crosses blocks was scheduled on values.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Reorder.h"
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
        numMoved += reorderOps(funcCode.ops, order, begin);
        analysis.reorder(begin, order);
        begin = i;
      }
      ++numBlocks;
    }
    markAnalysesPreserved<FuncCodeAnalysis>();
  }
};

} // namespace
