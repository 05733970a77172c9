//===- Pipelines.h - Named pass pipelines -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows the order of all passes. Tools and the driver ask
// for a pipeline by name and options.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_PIPELINES_PIPELINES_H
#define PTXMLIR_PIPELINES_PIPELINES_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Pipelines/Phases.h"
#include <functional>
#include <string>
#include <vector>

namespace ptxmlir {

/// What a pipeline depends on besides its name.
struct PipelineOptions {
  /// Target name, e.g. "sm_90"; empty: the module's own.
  std::string arch;
  bool fmad = true;
  /// Detach the modules that conversions leave behind instead of freeing them.
  bool disableFree = false;
  /// First phase to leave out everything before, last phase to run; empty: all.
  std::string startBefore, stopAfter;
  /// Phases that are left out: any but those that code needs to be right.
  std::vector<std::string> disabledPhases;
  /// Options of the passes that phases are: "PHASE:key=value". They take the
  /// place of what the pipeline gives.
  std::vector<std::string> phaseOptions;
  /// Passes that run in the place of a phase, and passes that run right behind
  /// it: "PHASE:passes", as text for the op that the phase runs on. Passes of
  /// others (plug-ins) come into a named pipeline so. Where several are behind
  /// one phase they run in their order; a phase that is left out has none
  /// behind it.
  std::vector<std::string> replacedPhases, passesAfter;
  /// Called for each phase that was added, with the pass manager that holds it:
  /// what it adds runs right after the phase.
  using AfterPhaseFn =
      std::function<void(const Phase &phase, mlir::OpPassManager &pm)>;
  AfterPhaseFn afterPhase;
};

/// Registers the three dialects and the interfaces their IR needs.
void registerDialects(mlir::DialectRegistry &registry);
/// Registers all passes of the project and the stock passes its pipelines use;
/// once, however often and from however many threads it is called.
void registerPasses();

/// The optimization level that a pipeline name says, 3 if none: "O1",
/// "ori-O2".
int getPipelineLevel(llvm::StringRef name);

/// Adds a named pipeline to `pm` (anchored on builtin.module): "O0" to "O3" for
/// the whole road, a stage ("ptx-to-ori", "ori-O3", "ori-to-sass",
/// "sass-finalize", the last two optionally with "-O<n>"), or otherwise a
/// textual pass pipeline. Fails with a message in `error`.
llvm::LogicalResult buildPipeline(llvm::StringRef name,
                                  const PipelineOptions &options,
                                  mlir::OpPassManager &pm, std::string &error);

} // namespace ptxmlir

#endif // PTXMLIR_PIPELINES_PIPELINES_H
