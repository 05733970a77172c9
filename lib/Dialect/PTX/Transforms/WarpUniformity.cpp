//===- WarpUniformity.cpp - What is alike in the threads of a warp --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Differences spread from where they begin: along uses, and from a branch at
// which threads part up to the block where all of them have come to, into the
// arguments of blocks that have other values from elsewhere. For a branch that
// leaves a loop that takes in the loop, whose values then differ by the round.
// If no thread comes to the blocks of one way but over this branch, the last
// block alone is taken in: threads on one way have come there together.
//
//===----------------------------------------------------------------------===//

#include "WarpUniformity.h"
#include "KnownWords.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXSync.h"
#include "ptx-mlir/Dialect/PTX/IR/ParamSpace.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

static bool isWholeWarp(Value mask) {
  return findKnownWord(mask) == ~uint32_t(0);
}

/// What all threads of a warp read the same.
static bool isUniform(SpecialRegister reg) {
  if (isVolatile(reg))
    return false;
  switch (reg) {
  case SpecialRegister::TidX:
  case SpecialRegister::TidY:
  case SpecialRegister::TidZ:
  case SpecialRegister::Laneid:
  case SpecialRegister::LanemaskEq:
  case SpecialRegister::LanemaskLe:
  case SpecialRegister::LanemaskLt:
  case SpecialRegister::LanemaskGe:
  case SpecialRegister::LanemaskGt:
    return false;
  default:
    return true;
  }
}

/// Whether the results may differ though the operands do not.
static bool isSource(Operation *op) {
  if (auto read = dyn_cast<ReadSRegOp>(op))
    return !isUniform(read.getReg());
  return !isMemoryEffectFree(op) && !isa<LdOp>(op);
}

/// A load from memory that may change: what threads read from one address is
/// the same if they read it together.
static bool isChangeable(Operation *op) {
  auto load = dyn_cast<LdOp>(op);
  if (!load)
    return false;
  Space space = resolveParamSpace(load, load.getSpace(), load.getAddress());
  return space != Space::ParamEntry && space != Space::Const;
}

/// Whether the results do not differ whatever the operands do: they are one for
/// all threads that take part, which are all of the warp.
static bool isAgreed(Operation *op) {
  if (auto vote = dyn_cast<VoteOp>(op))
    return vote.getSync() && isWholeWarp(vote.getMask()) && !vote.isGuarded();
  if (auto redux = dyn_cast<ReduxOp>(op))
    return isWholeWarp(redux.getMask()) && !redux.isGuarded();
  return false;
}

/// A shuffle from one lane, which its lane number and its limits say.
static bool isBroadcast(Operation *op) {
  auto shfl = dyn_cast<ShflOp>(op);
  APInt limits;
  return shfl && shfl.getSync() && shfl.getMode() == ShflMode::Idx &&
         !shfl.isGuarded() && isWholeWarp(shfl.getMask()) &&
         matchPattern(shfl.getC(), m_ConstantInt(&limits)) && limits == 31;
}

WarpUniformity::WarpUniformity(EntryOp kernel) : postDominators(kernel) {
  Region &body = kernel.getBody();
  for (auto it = llvm::scc_begin(&body.front()); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      inCycle.insert(it->begin(), it->end());
  for (Block &block : body)
    for (Operation &op : block)
      if (!isAgreed(&op) && !isBroadcast(&op) && isSource(&op))
        addAll(op.getResults());
  while (!work.empty())
    visitUses(work.pop_back_val());
}

void WarpUniformity::add(Value value) {
  if (findKnownWord(value))
    return;
  if (divergent.insert(value).second)
    work.push_back(value);
}

void WarpUniformity::addAll(ValueRange values) {
  for (Value value : values)
    add(value);
}

void WarpUniformity::visitUses(Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    if (auto branch = dyn_cast<BranchOpInterface>(op)) {
      if (auto arg = branch.getSuccessorBlockArgument(use.getOperandNumber()))
        add(*arg);
      else
        addParting(op->getBlock());
      continue;
    }
    // The lane that all read from is what matters of a broadcast.
    bool isHarmless =
        isAgreed(op) || (isBroadcast(op) && use.getOperandNumber() == 0);
    if (!isHarmless)
      addAll(op->getResults());
  }
}

Block *WarpUniformity::getMeeting(Block *block) const {
  auto *node = postDominators.getDomTree(block->getParent()).getNode(block);
  auto *above = node ? node->getIDom() : nullptr;
  return above ? above->getBlock() : nullptr;
}

/// The blocks that `from` leads to before `end`, at most `most` of them; null:
/// there are more.
static std::optional<llvm::SmallPtrSet<Block *, 16>>
findBefore(Block *end, Block *from, unsigned most) {
  llvm::SmallPtrSet<Block *, 16> found;
  SmallVector<Block *> blocks;
  auto reach = [&](Block *block) {
    if (block != end && found.insert(block).second)
      blocks.push_back(block);
  };
  reach(from);
  while (!blocks.empty() && found.size() <= most)
    llvm::for_each(blocks.pop_back_val()->getSuccessors(), reach);
  if (!blocks.empty())
    return std::nullopt;
  return found;
}

/// Whether the two ways of a branch share no block before its threads meet, and
/// none leads back to the branch. Then threads on one of them have come there
/// together. The answer is no if a way has more blocks than are looked at.
bool WarpUniformity::isByItself(Block *block, Block *meeting) const {
  constexpr unsigned kMostBlocks = 32, kMostOfLoop = 128;
  if (block->getNumSuccessors() != 2)
    return false;
  Block *ways[] = {block->getSuccessor(0), block->getSuccessor(1)};
  bool hasOwn = false;
  for (unsigned i = 0; i != 2; ++i) {
    auto own = findBefore(meeting, ways[i], kMostBlocks);
    hasOwn |= own && !own->contains(ways[1 - i]) &&
              llvm::all_of(*own, [&](Block *part) {
                return llvm::all_of(part->getPredecessors(), [&](Block *from) {
                  return from == block || own->contains(from);
                });
              });
  }
  if (!hasOwn || !inCycle.contains(block))
    return hasOwn;
  return llvm::all_of(ways, [&](Block *way) {
    auto reached = findBefore(meeting, way, kMostOfLoop);
    return reached && !reached->contains(block);
  });
}

void WarpUniformity::addParting(Block *block) {
  Operation *end = block->getTerminator();
  bool isPromised = false;
  if (auto branch = dyn_cast<CondBraOp>(end))
    isPromised = branch.getUni();
  else if (auto branch = dyn_cast<BrxOp>(end))
    isPromised = branch.getUni();
  if (isPromised || !parting.insert(block))
    return;
  Block *meeting = getMeeting(block);
  if (isByItself(block, meeting)) {
    if (meeting)
      spreadInto(meeting);
    return;
  }
  spread.insert(block);
  auto isAtOrBehind = [&](Block *later) {
    return !later || later == meeting ||
           (meeting && postDominators.postDominates(later, meeting));
  };
  SmallVector<Block *> blocks(block->getSuccessors());
  while (!blocks.empty()) {
    Block *next = blocks.pop_back_val();
    // Up to there differences have spread from this block already.
    auto [known, isNew] = spreadUpTo.try_emplace(next, meeting);
    if (!isNew && isAtOrBehind(known->second))
      continue;
    known->second = meeting;
    spreadInto(next);
    if (next == meeting)
      continue;
    // What parts on the way has spread them up to where its threads meet.
    if (!spread.contains(next))
      llvm::append_range(blocks, next->getSuccessors());
    else if (Block *inner = getMeeting(next))
      blocks.push_back(inner);
  }
}

/// Threads come into a block from different sides, or at different times.
void WarpUniformity::spreadInto(Block *block) {
  if (!behind.insert(block).second)
    return;
  for (BlockArgument arg : block->getArguments()) {
    Value first;
    for (auto pred = block->pred_begin(); pred != block->pred_end(); ++pred) {
      auto branch = cast<BranchOpInterface>((*pred)->getTerminator());
      Value passed = branch.getSuccessorOperands(
          pred.getSuccessorIndex())[arg.getArgNumber()];
      if (passed == arg)
        continue;
      if (first && passed != first)
        add(arg);
      first = passed;
    }
  }
  for (Operation &op : *block)
    if (isChangeable(&op))
      addAll(op.getResults());
}
