//===- VerifyConvergence.cpp - Proof that threads meet --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass around ConvergenceChecker, which knows nothing of MLIR. It also
// takes code that other compilers made.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Analysis/ConvergenceChecker.h"
#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"

namespace ptxmlir::sass {
#define GEN_PASS_DEF_SASSVERIFYCONVERGENCEPASS
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h.inc"
} // namespace ptxmlir::sass

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

namespace {

struct VerifyConvergence
    : sass::impl::SASSVerifyConvergencePassBase<VerifyConvergence> {
  using SASSVerifyConvergencePassBase::SASSVerifyConvergencePassBase;

  void runOnOperation() override {
    FuncOp func = getOperation();
    if (func.isDeclaration())
      return markAllAnalysesPreserved();
    const target::TargetInfo *target = getTargetOrError(func);
    if (!target)
      return signalPassFailure();
    FuncCode funcCode =
        buildFuncCode(func, /*followCalls=*/true, /*followSideBranches=*/true);
    std::vector<convergence::Finding> findings =
        checkConvergence(funcCode.code, *target, {strict});
    numFindings += findings.size();
    for (const convergence::Finding &finding :
         ArrayRef(findings).take_front(limit)) {
      Location loc = funcCode.ops[finding.place]->getLoc();
      InFlightDiagnostic diag = warnOnly ? emitWarning(loc) : emitError(loc);
      diag << finding.message() << ", at "
           << describeInst(func, funcCode, finding.place, target->sm);
      if (finding.other < funcCode.ops.size())
        diag.attachNote(funcCode.ops[finding.other]->getLoc())
            << "with "
            << describeInst(func, funcCode, finding.other, target->sm);
    }
    if (!findings.empty() && !warnOnly)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
