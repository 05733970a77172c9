//===- ProductTuples.cpp - Accumulators as tuples -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Step 1 of GroupProducts.cpp: accumulators go to other blocks as one tuple.
//
//===----------------------------------------------------------------------===//

#include "ProductOrder.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// The tuple of which the values are all registers in their order.
static Value findTuple(ValueRange lanes) {
  Value tuple;
  for (auto [i, lane] : llvm::enumerate(lanes)) {
    auto extract = lane.getDefiningOp<ori::ExtractOp>();
    if (!extract || extract.getIndex() != i ||
        ori::getWidth(extract.getType()) != 1 ||
        (tuple && tuple != extract.getTuple()))
      return Value();
    tuple = extract.getTuple();
  }
  return tuple && ori::getWidth(tuple.getType()) == lanes.size() ? tuple
                                                                 : Value();
}

void ProductOrder::makeTuple(Block *block, ArrayRef<BlockArgument> lanes) {
  OpBuilder builder = OpBuilder::atBlockBegin(block);
  Location loc = lanes.front().getLoc();
  BlockArgument tuple =
      block->addArgument(ori::RType::get(func.getContext(), lanes.size()), loc);
  llvm::BitVector removed(block->getNumArguments());
  for (auto [i, arg] : llvm::enumerate(lanes)) {
    BlockArgument lane = arg;
    removed.set(lane.getArgNumber());
    lane.replaceAllUsesWith(ori::ExtractOp::create(
        builder, loc, ori::RType::get(func.getContext(), 1), tuple, i));
  }
  llvm::SmallPtrSet<Operation *, 4> done;
  for (Block *pred : llvm::to_vector(block->getPredecessors())) {
    Operation *terminator = pred->getTerminator();
    if (!done.insert(terminator).second)
      continue;
    auto branch = cast<BranchOpInterface>(terminator);
    for (unsigned s = 0; s != terminator->getNumSuccessors(); ++s) {
      if (terminator->getSuccessor(s) != block)
        continue;
      SmallVector<Value> values;
      for (BlockArgument lane : lanes)
        values.push_back(branch.getSuccessorOperands(s)[lane.getArgNumber()]);
      builder.setInsertionPoint(terminator);
      Value joined = findTuple(values);
      if (!joined)
        joined = ori::CombineOp::create(builder, terminator->getLoc(),
                                        tuple.getType(), values);
      branch.getSuccessorOperands(s).append(joined);
      for (unsigned i = removed.size(); i-- != 0;)
        if (removed[i])
          branch.getSuccessorOperands(s).erase(i);
    }
  }
  block->eraseArguments(removed);
  tuples.insert(block->getArguments().back());
}

/// Arguments of one block, which a tuple is made of.
bool ProductOrder::joinArgumentsBefore(Value tuple) {
  auto combine = tuple.getDefiningOp<ori::CombineOp>();
  if (!combine)
    return false;
  SmallVector<BlockArgument> lanes;
  llvm::DenseSet<Value> seen;
  for (Value part : combine.getParts()) {
    auto arg = dyn_cast<BlockArgument>(part);
    if (!arg || arg.getOwner()->isEntryBlock() ||
        ori::getWidth(arg.getType()) != 1 || !seen.insert(arg).second ||
        (!lanes.empty() && lanes.front().getOwner() != arg.getOwner()))
      return false;
    lanes.push_back(arg);
  }
  makeTuple(lanes.front().getOwner(), lanes);
  return true;
}

/// Arguments of one block to which all registers of a tuple are passed.
bool ProductOrder::joinArgumentsBehind(Value tuple) {
  unsigned width = ori::getWidth(tuple.getType());
  // The branches that the registers go to.
  llvm::SmallSetVector<Operation *, 4> branches;
  for (Operation *user : tuple.getUsers())
    if (auto extract = dyn_cast<ori::ExtractOp>(user))
      for (Operation *reader : extract->getUsers())
        if (reader->getNumSuccessors())
          branches.insert(reader);
  bool isChanged = false;
  for (Operation *op : branches) {
    auto branch = cast<BranchOpInterface>(op);
    for (unsigned s = 0; s != op->getNumSuccessors(); ++s) {
      SmallVector<BlockArgument> lanes(width);
      SuccessorOperands operands = branch.getSuccessorOperands(s);
      for (unsigned i = 0; i != operands.size(); ++i)
        if (auto extract = operands[i].getDefiningOp<ori::ExtractOp>())
          if (extract.getTuple() == tuple &&
              ori::getWidth(extract.getType()) == 1)
            lanes[extract.getIndex()] = op->getSuccessor(s)->getArgument(i);
      if (!llvm::all_of(lanes, [](Value lane) { return bool(lane); }))
        continue;
      makeTuple(op->getSuccessor(s), lanes);
      isChanged = true;
    }
  }
  return isChanged;
}

void ProductOrder::foldTuples() {
  for (Operation *product : products) {
    OpOperand &c = ori::getAccumulator(product);
    if (auto combine = c.get().getDefiningOp<ori::CombineOp>())
      if (Value tuple = findTuple(combine.getParts())) {
        c.set(tuple);
        if (combine->use_empty())
          combine->erase();
      }
  }
}

void ProductOrder::joinArguments() {
  for (Operation *product : products)
    tuples.insert(product->getResult(0));
  foldTuples();
  for (Operation *product : products)
    joinArgumentsBefore(ori::getAccumulator(product).get());
  // New tuples come behind the others; what is passed to them may be made of
  // arguments itself.
  for (size_t i = 0; i != tuples.size(); ++i) {
    if (auto arg = dyn_cast<BlockArgument>(tuples[i])) {
      SmallVector<Value> passed;
      for (Block *pred : arg.getOwner()->getPredecessors()) {
        auto branch = cast<BranchOpInterface>(pred->getTerminator());
        for (unsigned s = 0; s != branch->getNumSuccessors(); ++s)
          if (branch->getSuccessor(s) == arg.getOwner())
            passed.push_back(
                branch.getSuccessorOperands(s)[arg.getArgNumber()]);
      }
      for (Value value : passed)
        joinArgumentsBefore(value);
    }
    joinArgumentsBehind(tuples[i]);
  }
  foldTuples();
  for (size_t i = 0; i != tuples.size(); ++i) {
    auto arg = dyn_cast<BlockArgument>(tuples[i]);
    if (!arg)
      continue;
    for (Block *pred : arg.getOwner()->getPredecessors()) {
      auto branch = cast<BranchOpInterface>(pred->getTerminator());
      for (unsigned s = 0; s != branch->getNumSuccessors(); ++s) {
        if (branch->getSuccessor(s) != arg.getOwner())
          continue;
        SuccessorOperands operands = branch.getSuccessorOperands(s);
        auto combine =
            operands[arg.getArgNumber()].getDefiningOp<ori::CombineOp>();
        if (Value tuple = combine ? findTuple(combine.getParts()) : Value())
          operands.slice(arg.getArgNumber(), 1).assign(tuple);
      }
    }
  }
}

/// A part is read where its tuple is.
void ProductOrder::sinkExtracts() {
  for (Value tuple : tuples)
    for (Operation *user : llvm::to_vector(tuple.getUsers())) {
      auto extract = dyn_cast<ori::ExtractOp>(user);
      if (!extract)
        continue;
      llvm::DenseMap<Operation *, Value> copies;
      for (OpOperand &use : llvm::make_early_inc_range(extract->getUses())) {
        Value &copy = copies[use.getOwner()];
        if (!copy) {
          Operation *made = OpBuilder(use.getOwner()).clone(*extract);
          made->setLoc(use.getOwner()->getLoc());
          copy = made->getResult(0);
        }
        use.set(copy);
      }
      extract->erase();
    }
}
