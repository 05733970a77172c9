//===- SavedBarriers.h - Barriers in registers and on the stack -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers of a state that BMOV has put into registers, and where those went:
// to other registers, or to the stack of a function that calls others.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_SAVEDBARRIERS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_SAVEDBARRIERS_H

#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"
#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::sass {

/// A BMOV: a barrier goes to a register or another barrier, or comes back.
void moveBarrier(const isa::Inst &inst, convergence::State &s,
                 convergence::Flow &flow);

/// Any other instruction: follows registers that hold barriers through moves
/// and the stack.
void moveSlots(const isa::Inst &inst, convergence::State &s,
               convergence::Flow &flow);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_SAVEDBARRIERS_H
