//===- Schedule.cpp - Order the instructions of each block ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass around BlockScheduler: the order that it finds is given to the
// operations. Only within blocks; what crosses blocks was scheduled on values.
// A block is told what the blocks before it have left on its way.
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
    // By block, of the ways from blocks above it: what the end of a loop leaves
    // to its beginning is not known there yet.
    ArrayRef<MachineBlock> blocks = funcCode.code.blocks;
    std::vector<SmallVector<BlockScheduler::LateRegister, 0>> late(
        blocks.size());
    unsigned block = 0;
    forEachRun(funcCode, [&](unsigned begin, unsigned end) {
      if (begin == blocks[block].end) {
        for (unsigned to : blocks[block].succs)
          if (to > block)
            llvm::append_range(late[to], scheduler.getLate());
        scheduler.beginBlock(late[++block]);
      }
      ArrayRef<unsigned> order = scheduler.schedule(begin, end, window);
      numMoved += reorderOps(funcCode.ops, order, begin);
      analysis.reorder(begin, order);
    });
    numBlocks += funcCode.code.blocks.size();
    markAnalysesPreserved<FuncCodeAnalysis>();
  }
};

} // namespace
