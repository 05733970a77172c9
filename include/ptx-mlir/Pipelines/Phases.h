//===- Phases.h - The phases of the compiler, in order ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table holds every phase of the road from the ptx dialect to finished
// SASS: its order, the optimization levels it runs at and the pass that it is.
// Named pipelines, --list-phases, --start-before and --stop-after are views of
// this table.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_PIPELINES_PHASES_H
#define PTXMLIR_PIPELINES_PHASES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace ptxmlir {

/// The stages of a compile; each is a named pipeline.
enum class Stage { PTXToOri, Ori, OriToSASS, SASSFinalize };

/// The op a phase's pass runs on.
enum class PhaseAnchor { Module, OriFunc, SASSFunc };

/// Whether there is a pass, nothing to do, or something that is not done yet.
enum class PhaseState { Pass, Nothing, NotYet };

/// A record of Phases.td.
struct Phase {
  /// Name as ptxas's phase list has it where there is such a phase.
  llvm::StringLiteral name;
  /// Number in ptxas's phase list, -1 for a phase of our own.
  int number;
  /// What ptxas asks for, e.g. "O>1".
  llvm::StringLiteral gate;
  PhaseState state;
  Stage stage;        ///< of a pass
  PhaseAnchor anchor; ///< of a pass
  /// Optimization levels (0 to 3) at which the pass runs.
  int minLevel, maxLevel;
  /// The pass as pipeline text, or why there is nothing to do. `%arch`, `%fmad`
  /// and `%disable-free` are replaced by options, `%optimize` by whether the
  /// level is above 0.
  llvm::StringLiteral pass;
  /// Code is right without the pass: it may be disabled.
  bool isOptional;
  llvm::StringLiteral description;

  bool isPass() const { return state == PhaseState::Pass; }
  bool runsAt(int level) const {
    return isPass() && minLevel <= level && level <= maxLevel;
  }
};

/// All phases in the order in which they run, with those that do nothing.
llvm::ArrayRef<Phase> getPhases();

/// Name of the pass that a phase is: "cse"; empty if there is none.
llvm::StringRef getPassName(const Phase &phase);

/// The phase that has exactly this name, or whose pass has it; of several
/// phases that are one pass that which runs at the level. Null if there is
/// none.
const Phase *findPhase(llvm::StringRef name, int level);

/// What to say of a name that no phase has, with the names that are near it.
std::string describeUnknownPhase(llvm::StringRef name);

/// Name of a stage's pipeline: "ptx-to-ori", "ori", "ori-to-sass",
/// "sass-finalize".
llvm::StringRef getStageName(Stage stage);

} // namespace ptxmlir

#endif // PTXMLIR_PIPELINES_PHASES_H
