//===- WarpGoal.cpp - Fewer registers, so that more warps fit -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An assignment that has succeeded is tried again with fewer registers.
//
//===----------------------------------------------------------------------===//

#include "WarpGoal.h"
#include "AllowedRegisters.h"
#include "Spilling.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Target/Target.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

unsigned WarpGoal::tighten(RegisterFrames &frames, const CallSites &calls,
                           const RegisterBanks *banks) const {
  FuncOp func = this->func;
  RegisterWishes wishes;
  wishes.banks = banks;
  unsigned used = countRegisters(frames, Kind::R), first = used;
  std::optional<unsigned> held;
  for (unsigned fewer = getNextFewerRegisters(func, used);
       fewer && fewer + limits.maxTightened >= first;
       fewer = getNextFewerRegisters(func, fewer)) {
    if (getWarps(func, fewer) <= getWarps(func, used))
      continue;
    if (!held)
      held = countHeld(frames, Kind::R);
    if (fewer < *held)
      return 0;
    if (!reassignRegisters(frames, Kind::R,
                           getAllowedRegisters(func, Kind::R, fewer), calls,
                           wishes, limits.maxMoves))
      return fewer;
    used = countRegisters(frames, Kind::R);
  }
  return 0;
}

/// Whether an operation in the block of its definition would wait for a value:
/// it comes from memory, or from a pipe as slow, and nothing has read it
/// before.
static bool isInFlight(Value value, Operation *before,
                       const target::TargetInfo &target) {
  Value source = value;
  while (auto extract = source.getDefiningOp<ExtractOp>())
    source = extract.getTuple();
  auto def = source.getDefiningOp<InstOpInterface>();
  return def && target.usesWriteBarrier(def.getOpcode()) &&
         llvm::none_of(value.getUsers(), [&](Operation *user) {
           return llvm::isa<InstOpInterface>(user) &&
                  user->getBlock() == before->getBlock() &&
                  user->isBeforeInBlock(before);
         });
}

bool WarpGoal::findWorthwhileCuts(unsigned registers, const LiveRanges &ranges,
                                  RegisterFrames &frames, const LoopNest &loops,
                                  const CallSites &calls,
                                  const Spiller &spiller,
                                  SmallVectorImpl<RangeCut> &cuts) const {
  FuncOp func = this->func;
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target)
    return false;
  std::vector<int16_t> bases;
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    bases.push_back(frames.frame(id).base);
  RegisterSet allowed = getAllowedRegisters(func, Kind::R, registers);
  SmallVector<unsigned> failed =
      assignRegisters(frames, Kind::R, allowed, calls);
  bool canCut = findCuts(
      ranges, frames, Kind::R, allowed, calls, failed,
      [&](Value value, Operation *before) {
        return !spiller.getUnspillable().contains(value) &&
               !isInFlight(value, before, *target);
      },
      cuts);
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    frames.frame(id).base = bases[id];
  if (!canCut)
    return false;

  // The warps that come in must be worth the copies.
  constexpr double kMostCopies = 1.0 / 12;
  auto getWeight = [&](unsigned block) {
    return getRounds(ranges.blocks()[block], loops.depth(block));
  };
  double all = 0, added = 0;
  for (unsigned b = 0; b != ranges.blocks().size(); ++b)
    all += getWeight(b) * (ranges.blockEnd(b) - ranges.blockStart(b));
  for (const RangeCut &cut : cuts)
    added += getWeight(ranges.blocks()[cut.before->getBlock()]) *
             getWidth(cut.value.getType());
  return added <= kMostCopies * all;
}

bool WarpGoal::cut(unsigned registers, const LiveRanges &ranges,
                   RegisterFrames &frames, const LoopNest &loops,
                   const CallSites &calls, Spiller &spiller) {
  SmallVector<RangeCut> cuts;
  if (rounds++ >= limits.maxCutRounds ||
      !findWorthwhileCuts(registers, ranges, frames, loops, calls, spiller,
                          cuts))
    return false;
  // From the last to the first, so that a value that is cut twice is copied
  // from its last copy.
  for (RangeCut &cut : llvm::reverse(cuts)) {
    OpBuilder builder(cut.before);
    auto copy = CopyOp::create(builder, cut.before->getLoc(),
                               cut.value.getType(), cut.value);
    cut.value.replaceUsesWithIf(copy, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      return user != copy && (user->getBlock() != copy->getBlock() ||
                              !user->isBeforeInBlock(copy));
    });
    spiller.separate.fromSource.insert(copy);
    copies.push_back(copy);
  }
  goal = registers;
  return true;
}

void WarpGoal::giveUp(Spiller &spiller) {
  for (CopyOp copy : llvm::reverse(copies)) {
    spiller.separate.erase(copy);
    copy.getResult().replaceAllUsesWith(copy.getSource());
    copy.erase();
  }
  copies.clear();
  goal = 0;
  rounds = limits.maxCutRounds;
}
