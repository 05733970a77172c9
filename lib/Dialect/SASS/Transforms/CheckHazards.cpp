//===- CheckHazards.cpp - Report hazards of sass functions ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass around HazardChecker, which knows nothing of MLIR: findings become
// remarks or errors at the operations.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Analysis/HazardChecker.h"
#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

namespace ptxmlir::sass {
#define GEN_PASS_DEF_SASSCHECKHAZARDSPASS
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h.inc"
} // namespace ptxmlir::sass

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

namespace {

struct CheckHazards : sass::impl::SASSCheckHazardsPassBase<CheckHazards> {
  using SASSCheckHazardsPassBase::SASSCheckHazardsPassBase;

  void runOnOperation() override {
    FuncOp func = getOperation();
    if (func.isDeclaration())
      return markAllAnalysesPreserved();
    const target::TargetInfo *target = getTargetOrError(func);
    if (!target)
      return signalPassFailure();
    FuncCode funcCode = buildFuncCode(func, /*followCalls=*/true);
    std::vector<Hazard> hazards = checkHazards(funcCode.code, *target);
    numChecked += funcCode.code.insts.size();
    numFindings += hazards.size() + funcCode.unknown.size();
    for (auto [op, offset] : ArrayRef(funcCode.unknown).take_front(limit)) {
      Location loc = op->getLoc();
      (warnOnly ? emitWarning(loc) : emitError(loc))
          << "nothing is known of what this word reads and writes, at "
          << func.getSymName() << "+0x" << llvm::utohexstr(offset, true);
    }
    for (const Hazard &hazard : ArrayRef(hazards).take_front(limit)) {
      Location loc = funcCode.ops[hazard.consumer]->getLoc();
      InFlightDiagnostic diag = warnOnly ? emitWarning(loc) : emitError(loc);
      diag << hazard.message() << ", at "
           << describeInst(func, funcCode, hazard.consumer, target->sm);
      if (hazard.hasProducer())
        diag.attachNote(funcCode.ops[hazard.producer]->getLoc())
            << "by "
            << describeInst(func, funcCode, hazard.producer, target->sm);
    }
    if (hazards.size() > limit)
      func.emitRemark() << hazards.size() - limit
                        << " more hazards not reported";
    if ((!hazards.empty() || !funcCode.unknown.empty()) && !warnOnly)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
