//===- ActiveThreads.h - What ptxas does among active threads ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that is meant for those threads that happen to be active, whichever
// these are. ptxas makes such of atomics, and before collectives whose mask it
// does not know (observed on 13.0.88 and library code up to 13.3).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_ACTIVETHREADS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_ACTIVETHREADS_H

#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"
#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "llvm/ADT/DenseSet.h"

namespace ptxmlir::sass {

/// Follows who knows that all of the warp is active. On SMs without REDUX,
/// ptxas reduces over the active threads only where these are all 32: where a
/// vote on true equals -1.
void followVote(const isa::Inst &inst, convergence::State &s);

/// Registers with masks of threads that have all been at one instruction of the
/// straight code in which this thread still is: what a vote on true or a MATCH
/// wrote there. None of these threads can wait at a BSYNC further on.
class MasksOfHere {
public:
  void startBlock() { registers.clear(); }
  bool contains(unsigned reg) const { return registers.contains(reg); }
  void visit(const isa::Inst &inst);

private:
  llvm::SmallDenseSet<unsigned, 4> registers;
};

// Instruction `index` of block `block`:

/// ptxas makes one atomic of those of the active threads: it asks which these
/// are (a vote on true, for reductions also right behind), reduces over them
/// and broadcasts.
bool isOfActive(const MachineCode &code, unsigned block, unsigned index,
                const convergence::State &s);

/// Before threads run together by a mask that they computed, ptxas looks
/// whether all have the same one: MATCH.ANY and REDUX.OR of the mask, among
/// those that are active, and BRA.DIV of what REDUX gives.
bool asksForMask(const MachineCode &code, unsigned block, unsigned index);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_ACTIVETHREADS_H
