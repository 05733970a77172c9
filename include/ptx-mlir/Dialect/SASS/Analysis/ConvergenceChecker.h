//===- ConvergenceChecker.h - Proof that threads meet -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof of ConvergenceFlow.h for machine code by any compiler. Which
// branches part the threads of a warp is found on the way: a register holds the
// same for all threads if all of the warp wrote it together, from registers of
// which that is true.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_CONVERGENCECHECKER_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_CONVERGENCECHECKER_H

#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"
#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"

namespace ptxmlir::sass {

struct ConvergenceOptions {
  /// Report waits for other threads in regions at whose BSYNC those may be,
  /// too. Code of ptxas has such in loops, for threads that the program keeps
  /// together.
  bool strict = false;
};

/// What is wrong in code with its calls (MachineCode::calls); places are
/// indices of instructions.
std::vector<convergence::Finding>
checkConvergence(const MachineCode &code, const target::TargetInfo &target,
                 const ConvergenceOptions &options);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_CONVERGENCECHECKER_H
