//===- InlineCalls.cpp - The pass ptx-inline-calls ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options and statistics around ptx::inlineCalls, which others call without a
// pass manager.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/Utils/InlineCalls.h"
#include "ptx-mlir/Dialect/PTX/Transforms/Passes.h"

namespace ptxmlir::ptx {
#define GEN_PASS_DEF_PTXINLINECALLSPASS
#include "ptx-mlir/Dialect/PTX/Transforms/Passes.h.inc"
} // namespace ptxmlir::ptx

using namespace mlir;
using namespace ptxmlir;

namespace {
struct InlineCalls : ptx::impl::PTXInlineCallsPassBase<InlineCalls> {
  using PTXInlineCallsPassBase::PTXInlineCallsPassBase;

  void runOnOperation() override {
    ptx::InlineLimits limits{maxCallee, maxSize, maxGrowth, freeGrowth};
    ptx::InlineStats stats;
    for (auto module : getOperation().getOps<ptx::ModuleOp>())
      if (failed(ptx::inlineCalls(module, limits, stats)))
        return signalPassFailure();
    numInlined += stats.numInlined;
    numKept += stats.numKept;
    numPromoted += stats.numPromoted;
    numLocal += stats.numLocal;
    numErased += stats.numErased;
  }
};
} // namespace
