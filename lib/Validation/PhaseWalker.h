//===- PhaseWalker.h - What each pass leaves of each kernel -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instrumentation of the pass manager, which sees every pass without any
// pass knowing of validation.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_VALIDATION_PHASEWALKER_H
#define PTXMLIR_LIB_VALIDATION_PHASEWALKER_H

#include "Execute.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include <map>

namespace ptxmlir::validation {

/// A kernel after a pass, or its cubin after all of them.
struct Stop {
  mlir::ModuleOp module;
  llvm::StringRef kernel;
  /// Counts the stops of this kernel; 0 is the input.
  unsigned ordinal = 0;
  /// "phase GvnCse (cse)", "pass x, after phase GvnCse (cse)", "the cubin".
  std::string name;
  bool isCubin = false;
  /// The pass ran on this function alone.
  bool isFunctionPass = false;
  RunOptions options;

  RunResult run(const KernelLaunch &launch) const;
  /// "thread ... , instruction ..." that wrote a byte last.
  std::string findWriter(const KernelLaunch &launch, uint64_t address) const;
};

/// Calls `stop` for the kernels that a pass may have changed, after it has run.
class PhaseWalker : public mlir::PassInstrumentation {
public:
  using BeginFn = std::function<void(mlir::ModuleOp)>;
  using StopFn = std::function<void(const Stop &)>;
  /// `begin` sees the module before any pass.
  PhaseWalker(mlir::PassManager &pm, int level, BeginFn begin, StopFn stop)
      : pm(pm), level(level), begin(std::move(begin)), stop(std::move(stop)) {}

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    if (pass == outermost)
      outermost = nullptr;
  }

private:
  struct Position {
    unsigned ordinal = 0;
    std::string phase;
    std::optional<bool> meet;
  };
  void reach(Position &position, llvm::StringRef kernel, Stop stop);

  mlir::PassManager &pm;
  int level; ///< tells phases that are one pass apart
  BeginFn begin;
  StopFn stop;
  mlir::ModuleOp module;
  /// The pass that runs now. What it runs by itself is a part of it.
  const mlir::Pass *outermost = nullptr;
  std::vector<std::string> kernels;
  std::map<std::string, Position, std::less<>> positions;
};

} // namespace ptxmlir::validation

#endif // PTXMLIR_LIB_VALIDATION_PHASEWALKER_H
