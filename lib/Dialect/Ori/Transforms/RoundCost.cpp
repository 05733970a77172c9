//===- RoundCost.cpp - What rounds of loops cost --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates before anything is copied: what folding and guards will do later is
// counted, not done.
//
//===----------------------------------------------------------------------===//

#include "RoundCost.h"
#include "LoopCopies.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// Whether each round executes the operation for itself.
static bool hasEffect(InstOpInterface inst) {
  const isa::InstDesc &desc = inst.getDesc();
  return desc.is(isa::ReadsMemory) || desc.is(isa::WritesMemory) ||
         desc.is(isa::SideEffects) || desc.is(isa::Convergent);
}

RoundCost ori::getRoundCost(ArrayRef<Block *> members, unsigned slowPath) {
  RoundCost cost;
  llvm::SmallPtrSet<Block *, 8> isMember(members.begin(), members.end());
  // What does not vary will leave the loop.
  llvm::DenseSet<Operation *> varying;
  for (Block *block : members) {
    for (Operation &op : *block) {
      // Registers of products in flight must not be copied between rounds.
      if (llvm::isa<CallOp>(op) || isGroupProduct(&op))
        cost.mustStay = true;
      if (llvm::isa<CondBraOp>(op)) {
        ++cost.instructions;
        continue;
      }
      auto inst = dyn_cast<InstOpInterface>(op);
      bool varies = (inst && hasEffect(inst)) ||
                    llvm::any_of(op.getOperands(), [&](Value v) {
                      if (auto argument = dyn_cast<BlockArgument>(v))
                        return isMember.contains(argument.getOwner());
                      return varying.contains(v.getDefiningOp());
                    });
      if (!varies)
        continue;
      varying.insert(&op);
      if (isConvergent(&op))
        cost.isConvergent = true;
      if (llvm::isa<SlowPathOp>(op))
        cost.instructions += slowPath;
      if (!inst)
        continue;
      ++cost.instructions;
      isa::OrderingEffects effects = getOrderingEffects(inst);
      cost.loads += (effects.readSpaces & ~isa::SharedMemory) != 0;
      cost.sharedLoads += (effects.readSpaces & isa::SharedMemory) != 0;
      cost.loads += inst.getDesc().sched == isa::SchedClassId::Texture;
    }
  }
  return cost;
}

//===----------------------------------------------------------------------===//
// What is left of a round where the counter is a number
//===----------------------------------------------------------------------===//

namespace {
/// The counters of a loop.
struct Counters {
  explicit Counters(const CountedLoop &loop);
  /// Header's arguments that are numbers in each round.
  llvm::DenseSet<Value> known;
  /// What adds to counters; the sum is a number, or a distance in an address.
  llvm::SmallPtrSet<Operation *, 8> sums;
};
} // namespace

Counters::Counters(const CountedLoop &loop) {
  Block *enters = nullptr;
  for (Block *pred : loop.header->getPredecessors()) {
    if (pred == loop.latch)
      continue;
    if (enters)
      return;
    enters = pred;
  }
  if (!enters)
    return;
  auto getPassed = [&](Block *from) {
    Operation *branch = from->getTerminator();
    unsigned k = 0;
    while (branch->getSuccessor(k) != loop.header)
      ++k;
    return cast<BranchOpInterface>(branch)
        .getSuccessorOperands(k)
        .getForwardedOperands();
  };
  for (auto [argument, first, next] :
       llvm::zip(loop.header->getArguments(), getPassed(enters),
                 getPassed(loop.latch))) {
    if (!getStep(next, argument))
      continue;
    if (getConstantOperand(first).kind == ConstantOperand::Imm)
      known.insert(argument);
    if (auto wide = next.getDefiningOp<CombineOp>()) {
      for (Value part : wide.getParts())
        sums.insert(part.getDefiningOp());
    } else {
      sums.insert(next.getDefiningOp());
    }
  }
}

unsigned ori::countFolded(const CountedLoop &loop, ArrayRef<Block *> members) {
  Counters counters(loop);
  llvm::DenseSet<Value> &known = counters.known;
  unsigned count = 0;
  for (Block *block : members)
    for (Operation &op : *block) {
      auto inst = dyn_cast<InstOpInterface>(op);
      if (inst ? hasEffect(inst) : !llvm::isa<ExtractOp, CombineOp>(op))
        continue;
      bool reads = false, folds = true;
      for (Value operand : op.getOperands()) {
        bool isKnown = known.contains(operand);
        reads |= isKnown;
        folds &=
            isKnown || getConstantOperand(operand).kind == ConstantOperand::Imm;
      }
      folds &= reads;
      if (folds)
        known.insert(op.result_begin(), op.result_end());
      count += inst && (folds || counters.sums.contains(&op));
    }
  return count;
}

//===----------------------------------------------------------------------===//
// Branches that disappear
//===----------------------------------------------------------------------===//

static bool isShortBranch(CondBraOp branch, unsigned maxArm) {
  // Where a block goes on that only this branch goes to, and what only goes on
  // from there; null if it is none, or too long.
  auto getNext = [&](Block *arm) -> Block * {
    Block *head = branch->getBlock(), *pred = head;
    unsigned count = 0;
    while (arm->getSinglePredecessor() == pred) {
      for (Operation &op : *arm) {
        count += llvm::isa<InstOpInterface>(op);
        if (isConvergent(&op) || op.getNumRegions())
          return nullptr;
      }
      auto jump = dyn_cast<BraOp>(arm->getTerminator());
      if (!jump || count > maxArm)
        return nullptr;
      pred = arm;
      arm = jump.getDest();
    }
    return pred == head ? nullptr : arm;
  };
  Block *taken = branch.getTrueDest(), *other = branch.getFalseDest();
  Block *behindTaken = getNext(taken), *behindOther = getNext(other);
  return behindTaken == other || behindOther == taken ||
         (behindTaken && behindTaken == behindOther);
}

std::optional<unsigned> ori::countShortBranches(const CountedLoop &loop,
                                                ArrayRef<Block *> members,
                                                unsigned maxArm) {
  unsigned count = 0;
  for (Block *block : members) {
    auto branch = dyn_cast<CondBraOp>(block->getTerminator());
    if (!branch || block == loop.latch)
      continue;
    if (!isShortBranch(branch, maxArm))
      return std::nullopt;
    ++count;
  }
  return count;
}
