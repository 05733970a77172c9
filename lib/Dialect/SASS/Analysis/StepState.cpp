//===- StepState.cpp - Threads that go the same way -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What single instructions do to the steps of threads.
//
//===----------------------------------------------------------------------===//

#include "StepState.h"
#include "ConvergenceOperands.h"
#include "ptx-mlir/ISA/OrderingEffects.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;
using Ranges = llvm::SmallVector<isa::RegRange, 8>;

void StepState::follow(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  // These are no accesses, and order none.
  if (changesBarrier(inst))
    return touch(1u << getBarrier(inst));
  if (desc.role == ConvergenceRole::Yield)
    return;
  if (desc.branch == isa::BranchKind::ToLabel ||
      desc.branch == isa::BranchKind::ByTable)
    return;
  bool isAccess = desc.is(isa::ReadsMemory) || desc.is(isa::WritesMemory);
  isa::OrderingEffects effects =
      isa::getOrderingEffects(inst.opcode, inst.mods);
  if (effects.isFence || effects.ordersThreads ||
      (isAccess && !effects.isPlainAccess))
    mayBeOrdered = true;
}

/// Calls `visit` with the number of each uniform register and predicate.
template <typename Visit>
static void forUniforms(const Ranges &ranges, Visit visit) {
  constexpr unsigned kFirstPredicate = 64;
  for (const isa::RegRange &range : ranges) {
    if (range.file != Operand::UR && range.file != Operand::UP)
      continue;
    unsigned first = range.file == Operand::UR ? 0 : kFirstPredicate;
    for (unsigned i = 0; i != range.count; ++i)
      if (range.first + i < (first ? 8u : kFirstPredicate))
        visit(first + range.first + i);
  }
}

bool UniformSteps::readsAlike(const Inst &inst) const {
  Ranges reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  bool isAlike = true;
  forUniforms(reads, [&](unsigned number) {
    isAlike &= own.test(number) || !writtenApart.test(number);
  });
  return isAlike;
}

bool UniformSteps::readsStale(const Inst &inst) const {
  Ranges reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  bool isStale = false;
  forUniforms(reads, [&](unsigned number) { isStale |= stale.test(number); });
  return isStale;
}

void UniformSteps::follow(const Inst &inst, bool ofWarp, bool isAlike) {
  Ranges reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  // Where threads wait, others run.
  ConvergenceRole role = isa::getDesc(inst.opcode).role;
  if (role != ConvergenceRole::None && role != ConvergenceRole::Arm &&
      role != ConvergenceRole::Break)
    own.reset();
  if (role == ConvergenceRole::Break)
    stale |= written;
  forUniforms(writes, [&](unsigned number) {
    own.set(number, isAlike);
    written.set(number, !ofWarp);
    stale.reset(number);
    if (ofWarp || writtenApart.test(number))
      return;
    writtenApart.set(number);
    isNews = true;
  });
}
