//===- ConvergenceOperands.h - Operands of barriers and branches *- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What instructions that part threads or bring them together say in their
// operands.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_CONVERGENCEOPERANDS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_CONVERGENCEOPERANDS_H

#include "CodeCalls.h"
#include "CodeWays.h"
#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"
#include "ptx-mlir/ISA/Inst.h"
#include <optional>

namespace ptxmlir::sass {

/// The number of UP0 in a convergence::Condition; P0 is 0.
constexpr uint32_t kFirstUniformPredicate = 8;

/// When the instruction takes effect: its guard and its predicate operand hold.
/// False: never.
bool getCondition(const isa::Inst &inst, convergence::Condition &condition);

/// The number of its convergence barrier.
unsigned getBarrier(const isa::Inst &inst);

/// Of BRA: who goes by its condition.
std::optional<isa::BranchMode> getBranchMode(const isa::Inst &inst);

/// BSSY, BSYNC, BREAK or BMOV.
bool changesBarrier(const isa::Inst &inst);

/// A vote of PT, which tells the active threads.
bool votesOnTrue(const isa::Inst &inst);
/// A vote on true or false.
bool votesOnConstant(const isa::Inst &inst);
/// WARPSYNC.EXCLUSIVE, which lets the threads of each mask on alone.
bool isExclusive(const isa::Inst &inst);
/// Whether the SM has that.
bool hasExclusive(unsigned sm);
/// WARPSYNC.COLLECTIVE, behind which the collective at its label runs.
bool runsCollective(const isa::InstDesc &desc);

/// The operand that a move copies, RZ * b + c too; null if it is none, or has a
/// guard.
const isa::Operand *getMoved(const isa::Inst &inst);

/// Whether a WARPSYNC is of all threads of the warp.
bool isOfWarp(const isa::Inst &inst);

/// In the masks of findSyncsAhead: other places where threads of the warp wait
/// for each other, execute something together, or go where nobody knows.
constexpr uint32_t kOtherWaits = 1u << convergence::kNumBarriers;
/// By block: barriers, one bit each, that threads may still wait at or leave
/// behind its begin, before another BSSY of them; and kOtherWaits.
std::vector<uint32_t> findSyncsAhead(const MachineCode &code,
                                     const CodeCalls &calls,
                                     const CodeWays &ways);
/// The same behind an instruction.
uint32_t findSyncsBehind(const MachineCode &code, const CodeWays &ways,
                         llvm::ArrayRef<uint32_t> syncsAhead, unsigned index,
                         unsigned block);

/// By block: whether it ends its threads, and they need not execute it
/// together.
std::vector<bool> findEndings(const MachineCode &code);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_CONVERGENCEOPERANDS_H
