//===- Phases.cpp - The phase table ---------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Pipelines/Phases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir;

// Numbers, names and levels are those of ptxas's phase list; a phase of ptxas
// that stock MLIR does in one pass stands once, at its first place. A level in
// the list is the one that its -O0 and -O1 are 1 of, -O2 is 2 and -O3 is 4, but
// what the list calls level 0 is -O0 (ptxas 13.0.88 does not schedule there).
// Invariant code leaves loops from -O2 on, which is what ptxas was seen to do,
// although the list has it at -O3 only.
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
    {"OriPerformLiveDeadFirst", 18, Stage::Ori, PhaseAnchor::OriFunc, 0, 3,
     "ori-remove-dead-code", "removes unreachable blocks and unread values"},
    {"OriLinearReplacement", 35, Stage::Ori, PhaseAnchor::OriFunc, 1, 3,
     "ori-linear-replacement",
     "folds sums, products and shifts into fewer instructions"},
    {"OriHoistInvariantsEarly", 40, Stage::Ori, PhaseAnchor::OriFunc, 2, 3,
     "ori-hoist-invariants", "moves invariant code out of loops"},
    {"GvnCse", 56, Stage::Ori, PhaseAnchor::OriFunc, 2, 3, "cse",
     "removes repeated computations"},
    // Above level 1 the phase before has done it.
    {"OriCommoning", 57, Stage::Ori, PhaseAnchor::OriFunc, 1, 1, "cse",
     "removes repeated computations"},
    {"OriDoPredication", 72, Stage::Ori, PhaseAnchor::OriFunc, 2, 3,
     "ori-do-predication", "makes guards of short branches"},
    {"LateVectorization", 73, Stage::Ori, PhaseAnchor::OriFunc, 2, 3,
     "ori-vectorize-loads",
     "makes one load of neighbouring loads of shared memory"},
    {"InsertConvergence", -1, Stage::OriToSASS, PhaseAnchor::OriFunc, 0, 3,
     "ori-insert-convergence{guarded-exits=%optimize}",
     "places convergence barriers"},
    {"LateEnforceArgumentRestrictions", 103, Stage::OriToSASS,
     PhaseAnchor::OriFunc, 0, 3, "ori-legalize-operands{hoist=%optimize}",
     "moves constants to registers where a slot cannot take them"},
    {"BalancePipes", -1, Stage::OriToSASS, PhaseAnchor::OriFunc, 1, 3,
     "ori-balance-pipes", "puts sums and shifts on the pipe that is free"},
    // Here, because constants have become values of their own only now.
    {"OriDoRemat", 80, Stage::OriToSASS, PhaseAnchor::OriFunc, 2, 3,
     "ori-do-remat",
     "computes cheap values again where registers keep warps from an SM"},
    {"ScheduleInstructions", 114, Stage::OriToSASS, PhaseAnchor::OriFunc, 1, 3,
     "ori-schedule-instructions",
     "orders the instructions of each block before allocation"},
    {"AllocateRegisters", 122, Stage::OriToSASS, PhaseAnchor::OriFunc, 0, 3,
     "ori-allocate-registers", "assigns registers, spills what does not fit"},
    {"ConvertOriToSASS", -1, Stage::OriToSASS, PhaseAnchor::Module, 0, 3,
     "convert-ori-to-sass{disable-free=%disable-free}",
     "leaves SSA: machine instructions in layout order"},
    {"PostSchedule", 133, Stage::SASSFinalize, PhaseAnchor::SASSFunc, 1, 3,
     "sass-schedule", "orders the instructions of each block"},
    {"FenceAsyncCopies", -1, Stage::SASSFinalize, PhaseAnchor::SASSFunc, 0, 3,
     "sass-fence-async-copies",
     "keeps asynchronous copies behind earlier accesses of shared memory"},
    {"AdvancedScoreboardsAndOpexes", 138, Stage::SASSFinalize,
     PhaseAnchor::SASSFunc, 1, 3, "sass-set-control",
     "dependency barriers, wait masks and stall counts"},
    {"ProcessO0WaitsAndSBs", 139, Stage::SASSFinalize, PhaseAnchor::SASSFunc, 0,
     0, "sass-set-control", "the same for code that was not scheduled"},
};

llvm::ArrayRef<Phase> ptxmlir::getPhases() { return kPhases; }

llvm::StringRef ptxmlir::getPassName(const Phase &phase) {
  return llvm::StringRef(phase.pass).split('{').first;
}

const Phase *ptxmlir::findPhase(llvm::StringRef name, int level) {
  const Phase *found = nullptr;
  for (const Phase &phase : kPhases) {
    if (phase.name == name)
      return &phase;
    if (getPassName(phase) == name && (!found || phase.runsAt(level)))
      found = &phase;
  }
  return found;
}

std::string ptxmlir::describeUnknownPhase(llvm::StringRef name) {
  // Near: it starts like the name, or a third of the letters differ.
  llvm::SmallVector<llvm::StringRef> near;
  auto consider = [&](llvm::StringRef candidate) {
    unsigned most = candidate.size() / 3;
    if ((candidate.starts_with_insensitive(name) ||
         candidate.lower() == name.lower() ||
         name.edit_distance_insensitive(candidate, true, most) <= most) &&
        !llvm::is_contained(near, candidate))
      near.push_back(candidate);
  };
  for (const Phase &phase : kPhases)
    consider(phase.name);
  for (const Phase &phase : kPhases)
    consider(getPassName(phase));
  std::string text = ("unknown phase '" + name + "'").str();
  if (!near.empty())
    text += "; near ones are '" + llvm::join(near, "', '") + "'";
  return text + "; --list-phases shows all";
}

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
