//===- VerifyConvergence.cpp - Proof that threads meet --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass around checkConvergence: findings become errors at their operations.
// It runs in every test, because a barrier that threads wait at for ever shows
// in no value.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/ConvergenceEvents.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIVERIFYCONVERGENCEPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {
struct VerifyConvergence
    : ori::impl::OriVerifyConvergencePassBase<VerifyConvergence> {
  using OriVerifyConvergencePassBase::OriVerifyConvergencePassBase;

  void runOnOperation() override {
    FuncOp func = getOperation();
    if (func.isDeclaration())
      return;
    auto findings = checkConvergence(func);
    for (const auto &[finding, op] : findings)
      op->emitError() << finding.message();
    if (!findings.empty())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
