//===- SpillEdges.cpp - Spilled values on the edges of blocks -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spilled block arguments leave the block's signature: predecessors store to
// their slots, at the end of a block that goes nowhere else. All these stores
// happen at once by the meaning of block arguments, but one after the other in
// the code: what they overwrite too early is copied to another slot before.
//
//===----------------------------------------------------------------------===//

#include "ConstantLoads.h"
#include "SlotLiveness.h"
#include "Spilling.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;
using Kind = ptxmlir::isa::Operand::Kind;

/// The edge on which `user` is, if that overwrites the slot of `home`.
Spiller::EdgeStores *Spiller::getOverwritingEdge(Operation *user,
                                                 const Home &home) {
  unsigned slot = home.held != kNone ? held[home.held].slot : home.slot;
  Block *target = slot != kNone ? slots[slot].target : nullptr;
  auto it = edgeStores.find(user->getBlock());
  if (!target || it == edgeStores.end() || it->second.target != target ||
      user->isBeforeInBlock(it->second.first))
    return nullptr;
  return &it->second;
}

/// Whether the edge has stored to `slot` before it comes to `user`.
bool Spiller::isStoredBefore(Operation *user, const EdgeStores &edge,
                             unsigned slot) {
  for (Operation *op = edge.first; op != user; op = op->getNextNode())
    if (auto it = slotOf.find(op);
        it != slotOf.end() && it->second == slot && isSlotStore(op))
      return true;
  return false;
}

/// Where `user` finds the value. Edges copy from slot to slot, one after the
/// other; what is overwritten too early has a slot of its own meanwhile, lest
/// all be in registers at once.
Spiller::Home Spiller::getHomeAt(Operation *user, Type type, const Home &home) {
  EdgeStores *edge = getOverwritingEdge(user, home);
  if (!edge || home.held != kNone || home.lane || !isSlotStore(user) ||
      getWidth(type) != slots[home.slot].width ||
      !isStoredBefore(user, *edge, home.slot))
    return home;
  auto [it, isNew] = edgeCopies.try_emplace({user->getBlock(), home.slot}, 0);
  if (isNew) {
    it->second = makeSlot(slots[home.slot].width, nullptr);
    builder.setInsertionPoint(edge->first);
    Value value = load(user->getLoc(), type, home.slot, 0);
    unspillable.insert(value);
    store(user->getLoc(), value, it->second);
  }
  Home copy;
  copy.slot = it->second;
  return copy;
}

/// Where to reload for `user`: before it, but what an edge overwrites before
/// its stores.
Operation *Spiller::getReloadPoint(Operation *user, const Home &home) {
  EdgeStores *edge = getOverwritingEdge(user, home);
  if (!edge || (home.slot != kNone && isSlotStore(user) &&
                !isStoredBefore(user, *edge, home.slot)))
    return user;
  return edge->first;
}

/// The block in which the copies of an edge go, after the point they go to:
/// before its terminator. Splits the edge if others start or end with it.
static Block *getEdgeBlock(OpBuilder &builder, BlockOperand &edge) {
  Operation *terminator = edge.getOwner();
  if (terminator->getNumSuccessors() == 1)
    return terminator->getBlock();
  Block *target = edge.get();
  auto *split = new Block();
  split->insertAfter(terminator->getBlock());
  auto branch = cast<BranchOpInterface>(terminator);
  SuccessorOperands operands =
      branch.getSuccessorOperands(edge.getOperandNumber());
  SmallVector<Value> values(operands.getForwardedOperands());
  operands.getMutableForwardedOperands().clear();
  edge.set(split);
  builder.setInsertionPointToEnd(split);
  BraOp::create(builder, terminator->getLoc(), values, target);
  return split;
}

LogicalResult Spiller::spillArguments(Block &block,
                                      ArrayRef<BlockArgument> args,
                                      unsigned distance) {
  SmallVector<BlockOperand *> edges;
  for (BlockOperand &edge : block.getUses())
    edges.push_back(&edge);
  SmallVector<Block *> sources;
  for (BlockOperand *edge : llvm::reverse(edges)) {
    if (!llvm::isa<BranchOpInterface>(edge->getOwner()))
      return edge->getOwner()->emitError(
          "cannot spill an argument of its target");
    sources.push_back(getEdgeBlock(builder, *edge));
  }
  // Predicates become arguments in R, the others memory.
  llvm::MapVector<Value, Home> memory, predicates;
  for (BlockArgument arg : args) {
    if (getRegFile(arg.getType()) == Kind::P) {
      BlockArgument inR =
          block.addArgument(RType::get(arg.getContext(), 1), arg.getLoc());
      Home home;
      home.held = held.size();
      held.push_back({inR});
      heldNumber[inR] = home.held;
      predicates[arg] = home;
      continue;
    }
    if (getRegFile(arg.getType()) != Kind::R)
      return block.front().emitError("uniform registers do not suffice for the "
                                     "arguments of this block");
    Home home;
    home.slot = makeSlot(getWidth(arg.getType()), &block);
    memory[arg] = home;
    if (auto it = heldNumber.find(arg); it != heldNumber.end())
      held[it->second].slot = home.slot;
  }
  for (auto &[arg, home] : predicates)
    for (Block *from : sources) {
      auto branch = cast<BraOp>(from->getTerminator());
      Value old =
          branch.getDestOperands()[cast<BlockArgument>(arg).getArgNumber()];
      // What is in R already stays there.
      unsigned number = predicates.lookup(old).held;
      if (auto it = homes.find(old); it != homes.end())
        number = it->second.held;
      builder.setInsertionPoint(branch);
      bool isInR = number != kNone && held[number].slot == kNone &&
                   !held[number].isShared;
      branch.getDestOperandsMutable().append(isInR ? held[number].value
                                                   : toR(branch.getLoc(), old));
    }
  for (auto &[arg, home] : predicates)
    reloadUses(arg, home, getDistance(arg, distance));
  // Stores of what is in memory already.
  SmallVector<Operation *> moves;
  for (Block *from : sources) {
    auto branch = cast<BraOp>(from->getTerminator());
    EdgeStores &group = edgeStores[from];
    group.target = &block;
    for (auto &[arg, home] : memory) {
      Value value =
          branch.getDestOperands()[cast<BlockArgument>(arg).getArgNumber()];
      ConstantOperand c = getConstantOperand(value);
      if (value == arg || c.kind == ConstantOperand::Undef)
        continue;
      builder.setInsertionPoint(branch);
      Operation *before = branch->getPrevNode();
      if (c && !c.isFree) {
        unsigned count = 0;
        value =
            loadConstant(builder, branch.getLoc(), value, Kind::R, sm, count);
        unspillable.insert(value);
      }
      store(branch.getLoc(), value, home.slot);
      if (!group.first)
        group.first = before ? before->getNextNode() : &from->front();
      if (homes.contains(value) && isSlotStore(branch->getPrevNode()))
        moves.push_back(branch->getPrevNode());
    }
    if (!group.first)
      group.first = branch;
  }
  for (auto &[arg, home] : memory)
    reloadUses(arg, home, getDistance(arg, distance));
  for (Operation *move : moves) {
    Value value = move->getOperand(2);
    auto it = homes.find(value);
    if (it == homes.end())
      continue;
    Home at = getHomeAt(move, value.getType(), it->second);
    builder.setInsertionPoint(getReloadPoint(move, at));
    Value copy = reload(move->getLoc(), value.getType(), at);
    homes[copy] = at;
    unspillable.insert(copy);
    move->setOperand(2, copy);
    if (value.use_empty() && slotOf.contains(value.getDefiningOp()))
      eraseReload(value);
  }
  // The arguments go, with what the edges pass for them.
  SmallVector<unsigned> numbers;
  for (BlockArgument arg : args)
    numbers.push_back(arg.getArgNumber());
  llvm::sort(numbers);
  for (unsigned number : llvm::reverse(numbers)) {
    for (Block *from : sources)
      cast<BraOp>(from->getTerminator()).getDestOperandsMutable().erase(number);
    BlockArgument arg = block.getArgument(number);
    unspillable.erase(arg);
    heldNumber.erase(arg);
    pending.erase(arg);
    separate.erase(arg);
    block.eraseArgument(number);
  }
  return success();
}
