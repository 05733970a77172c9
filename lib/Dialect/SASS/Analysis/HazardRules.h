//===- HazardRules.h - Checks that need no clock ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that hold at each instruction whatever runs before: control fields,
// alignment of tuples, reuse bits, registers that nothing has written. Apart
// from the search over paths.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_SASS_ANALYSIS_HAZARDRULES_H
#define PTXMLIR_LIB_DIALECT_SASS_ANALYSIS_HAZARDRULES_H

#include "ptx-mlir/Dialect/SASS/Analysis/HazardChecker.h"

namespace ptxmlir::sass {

/// Control fields and tuples of each instruction alone.
void checkInstructions(const MachineCode &code,
                       const target::TargetInfo &target,
                       std::vector<Hazard> &hazards);
/// Sources that are kept in the operand reuse cache.
void checkReuse(const MachineCode &code, const target::TargetInfo &target,
                std::vector<Hazard> &hazards);
/// Registers that are read and that no path from the entry has written.
void checkWritten(const MachineCode &code, const target::TargetInfo &target,
                  std::vector<Hazard> &hazards);

} // namespace ptxmlir::sass

#endif // PTXMLIR_LIB_DIALECT_SASS_ANALYSIS_HAZARDRULES_H
