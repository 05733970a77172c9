//===- SlotPromotion.cpp - Memory as values -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SSA form by the book: arguments at dominance frontiers, then a walk of the
// dominator tree with the value of each slot.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SlotPromotion.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/Support/GenericIteratedDominanceFrontier.h"

using namespace mlir;
using namespace ptxmlir;

unsigned SlotPromoter::addSlot(Type type) {
  slots.emplace_back();
  slots.back().type = type;
  return slots.size() - 1;
}

Value SlotPromoter::lookup(unsigned slot) {
  if (slots[slot].current.empty()) {
    // Read before any write; the first entry of all stacks.
    OpBuilder builder = OpBuilder::atBlockBegin(&body.front());
    slots[slot].current.push_back(makeUndef(builder, slots[slot].type));
  }
  return slots[slot].current.back();
}

void SlotPromoter::define(unsigned slot, Value value) {
  slots[slot].current.push_back(value);
  pushed.push_back(slot);
}

void SlotPromoter::placeArguments(DominanceInfo &dominance) {
  for (Block &block : body)
    for (Operation &op : block) {
      auto found = accesses.find(&op);
      if (found == accesses.end())
        continue;
      for (unsigned slot : found->second.reads)
        if (!slots[slot].writers.contains(&block))
          slots[slot].exposedReaders.insert(&block);
      for (unsigned slot : found->second.writes)
        slots[slot].writers.insert(&block);
    }
  if (body.hasOneBlock())
    return;
  for (auto [index, slot] : llvm::enumerate(slots)) {
    SmallPtrSet<Block *, 16> liveIn;
    SmallVector<Block *> work(slot.exposedReaders.begin(),
                              slot.exposedReaders.end());
    while (!work.empty()) {
      Block *block = work.pop_back_val();
      if (!liveIn.insert(block).second)
        continue;
      for (Block *pred : block->getPredecessors())
        if (!slot.writers.contains(pred))
          work.push_back(pred);
    }
    llvm::IDFCalculatorBase<Block, /*IsPostDom=*/false> frontier(
        dominance.getDomTree(&body));
    frontier.setDefiningBlocks(slot.writers);
    frontier.setLiveInBlocks(liveIn);
    SmallVector<Block *> joins;
    frontier.calculate(joins);
    for (Block *block : joins) {
      block->addArgument(slot.type, body.getLoc());
      arguments[block].push_back(index);
    }
  }
}

/// Gives the successors of a block their new arguments.
void SlotPromoter::passOn(Block *block,
                          llvm::function_ref<Value(unsigned)> get) {
  auto branch = dyn_cast<BranchOpInterface>(block->getTerminator());
  for (auto [i, successor] : llvm::enumerate(block->getSuccessors())) {
    auto to = arguments.find(successor);
    if (to == arguments.end())
      continue;
    for (unsigned slot : to->second)
      branch.getSuccessorOperands(i).append(get(slot));
  }
}

/// Replaces the accesses of a block, and passes the values on to its
/// successors.
void SlotPromoter::renameBlock(Block *block) {
  auto added = arguments.find(block);
  if (added != arguments.end()) {
    unsigned first = block->getNumArguments() - added->second.size();
    for (auto [i, slot] : llvm::enumerate(added->second))
      define(slot, block->getArgument(first + i));
  }
  Values values(*this);
  for (Operation &op : llvm::make_early_inc_range(*block))
    if (accesses.contains(&op))
      rewrite(&op, values);
  passOn(block, [&](unsigned slot) { return lookup(slot); });
}

void SlotPromoter::rename(DominanceInfo &dominance) {
  if (body.hasOneBlock())
    return renameBlock(&body.front());
  struct Frame {
    DominanceInfoNode *node;
    DominanceInfoNode::const_iterator child;
    size_t numPushed;
  };
  SmallVector<Frame> stack;
  SmallPtrSet<Block *, 16> visited;
  auto enter = [&](DominanceInfoNode *node) {
    stack.push_back({node, node->begin(), pushed.size()});
    visited.insert(node->getBlock());
    renameBlock(node->getBlock());
  };
  enter(dominance.getRootNode(&body));
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.child != frame.node->end()) {
      enter(*frame.child++);
      continue;
    }
    while (pushed.size() != frame.numPushed)
      slots[pushed.pop_back_val()].current.pop_back();
    stack.pop_back();
  }
  // What cannot be reached keeps its accesses.
  for (Block &block : body)
    if (!visited.contains(&block))
      passOn(&block, [&](unsigned slot) {
        OpBuilder builder(block.getTerminator());
        return makeUndef(builder, slots[slot].type);
      });
}

void SlotPromoter::run(MakeUndef newMakeUndef, Rewrite newRewrite) {
  makeUndef = newMakeUndef;
  rewrite = newRewrite;
  DominanceInfo dominance(body.getParentOp());
  placeArguments(dominance);
  rename(dominance);
}
