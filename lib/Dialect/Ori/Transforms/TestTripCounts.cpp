//===- TestTripCounts.cpp - Prints what is known of loops -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests of the analysis alone.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORITESTTRIPCOUNTSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

static StringRef getComparison(isa::ICmp cmp) {
  constexpr StringLiteral kNames[] = {"F",  "LT", "EQ", "LE",
                                      "GT", "NE", "GE", "T"};
  return kNames[unsigned(cmp)];
}

namespace {
class TestTripCounts
    : public ori::impl::OriTestTripCountsPassBase<TestTripCounts> {
public:
  void runOnOperation() override {
    for (const CountedLoop &loop : getAnalysis<TripCounts>().loops()) {
      InFlightDiagnostic remark = loop.test->getTerminator()->emitRemark();
      remark << "argument " << loop.counter.getArgNumber() << ", step "
             << int32_t(loop.step) << ", while argument + "
             << int32_t(loop.offset) << " " << getComparison(loop.cmp)
             << (loop.isUnsigned ? " unsigned" : "") << ": ";
      if (loop.tests)
        remark << *loop.tests << " tests";
      else
        remark << "unknown";
      if (loop.test != loop.latch)
        remark << ", tested first";
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
