//===- Phases.cpp - The phase table ---------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Pipelines/Phases.h"

using namespace ptxmlir;

// Numbers and names are those of the optimizer's phase list; a phase of ptxas
// that stock MLIR does in one pass stands once, at its first place.
static constexpr Phase kPhases[] = {
    {"InlineCalls", -1, Stage::PTXToOri, PhaseAnchor::Module, 0, 3,
     "ptx-inline-calls", "puts device functions into their callers"},
    {"ConvertPTXToOri", -1, Stage::PTXToOri, PhaseAnchor::Module, 0, 3,
     "convert-ptx-to-ori{arch=%arch fmad=%fmad disable-free=%disable-free}",
     "selects SASS opcodes over virtual registers"},
    // The rewriter's work list reaches the fixed point in its first iteration.
    {"GeneralOptimizeEarly", 14, Stage::Ori, PhaseAnchor::OriFunc, 1, 3,
     "canonicalize{max-iterations=1 region-simplify=disabled}",
     "folds constants and identities, removes unused operations"},
    {"OriPerformLiveDeadFirst", 18, Stage::Ori, PhaseAnchor::OriFunc, 1, 3,
     "ori-remove-dead-code", "removes unreachable blocks and unread values"},
    {"OriHoistInvariantsEarly", 40, Stage::Ori, PhaseAnchor::OriFunc, 2, 3,
     "ori-hoist-invariants", "moves invariant code out of loops"},
    {"GvnCse", 55, Stage::Ori, PhaseAnchor::OriFunc, 1, 3, "cse",
     "removes repeated computations"},
    {"InsertConvergence", -1, Stage::OriToSASS, PhaseAnchor::OriFunc, 0, 3,
     "ori-insert-convergence{guarded-exits=%optimize}",
     "places convergence barriers"},
    {"LateLegalizeOperands", -1, Stage::OriToSASS, PhaseAnchor::OriFunc, 0, 3,
     "ori-legalize-operands",
     "moves constants to registers where a slot cannot take them"},
    {"AllocateRegisters", 133, Stage::OriToSASS, PhaseAnchor::OriFunc, 0, 3,
     "ori-allocate-registers", "assigns registers, spills what does not fit"},
    {"ConvertOriToSASS", -1, Stage::OriToSASS, PhaseAnchor::Module, 0, 3,
     "convert-ori-to-sass{disable-free=%disable-free}", "leaves SSA: machine instructions in layout order"},
    {"Schedule", 110, Stage::SASSFinalize, PhaseAnchor::SASSFunc, 1, 3,
     "sass-schedule", "orders the instructions of each block"},
    {"FenceAsyncCopies", -1, Stage::SASSFinalize, PhaseAnchor::SASSFunc, 0, 3,
     "sass-fence-async-copies",
     "keeps asynchronous copies behind earlier accesses of shared memory"},
    {"SetControl", 116, Stage::SASSFinalize, PhaseAnchor::SASSFunc, 0, 3,
     "sass-set-control", "dependency barriers, wait masks and stall counts"},
};

llvm::ArrayRef<Phase> ptxmlir::getPhases() { return kPhases; }

llvm::StringRef ptxmlir::getStageName(Stage stage) {
  switch (stage) {
  case Stage::PTXToOri:
    return "ptx-to-ori";
  case Stage::Ori:
    return "ori";
  case Stage::OriToSASS:
    return "ori-to-sass";
  case Stage::SASSFinalize:
    return "sass-finalize";
  }
  llvm_unreachable("unknown stage");
}
