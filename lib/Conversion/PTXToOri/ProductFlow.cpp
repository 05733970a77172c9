//===- ProductFlow.cpp - Products that are under way ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Step 2 of GroupProducts.cpp: which values are under way at each point, and
// how many groups have been closed since.
//
//===----------------------------------------------------------------------===//

#include "GroupProducts.h"
#include "ProductOrder.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// Whether the product closes a group of the machine.
static bool closesGroup(Operation *product) {
  return getMod(product, "gsb") == uint64_t(isa::GroupScoreboard::GSB0);
}

/// The last product before a commit, a wait or the end of its block closes a
/// group of the machine.
void ProductOrder::markGroups() {
  for (Block *block : order) {
    Operation *open = nullptr;
    auto close = [&] {
      if (open)
        setMod(open, "gsb", uint64_t(isa::GroupScoreboard::GSB0));
      open = nullptr;
    };
    for (Operation &op : *block) {
      switch (classify(&op)) {
      case ProductEvent::Product:
        setMod(&op, "gsb", uint64_t(isa::GroupScoreboard::None));
        open = &op;
        break;
      case ProductEvent::Commit:
      case ProductEvent::Wait:
        close();
        break;
      default:
        break;
      }
    }
    close();
  }
}

bool ProductOrder::isLiveInto(Block *block, Value value) {
  auto [it, isNew] = liveInto.try_emplace(value);
  llvm::DenseSet<Block *> &set = it->second;
  if (isNew) {
    Block *home = value.getParentBlock();
    SmallVector<Block *> work;
    for (Operation *user : value.getUsers())
      if (user->getBlock() != home && set.insert(user->getBlock()).second)
        work.push_back(user->getBlock());
    while (!work.empty())
      for (Block *pred : work.pop_back_val()->getPredecessors())
        if (pred != home && set.insert(pred).second)
          work.push_back(pred);
  }
  return set.contains(block);
}

/// Whether something behind the operation reads the value.
bool ProductOrder::isUsedBehind(Operation *op, Value value) {
  for (Operation *user : value.getUsers())
    if (user != op && user->getBlock() == op->getBlock() &&
        op->isBeforeInBlock(user))
      return true;
  for (Block *successor : op->getBlock()->getSuccessors())
    if (successor != value.getParentBlock() && isLiveInto(successor, value))
      return true;
  return false;
}

/// `ifConflict(op, value)`: the operation must not come while the value is
/// under way; null if nobody asks. `finished` gets what a wait finishes.
void ProductOrder::transfer(
    Operation *op, ProductState &state, Conflict ifConflict,
    llvm::function_ref<void(ArrayRef<ProductItem>)> finished) {
  auto conflict = [&](Operation *at, Value value) {
    if (ifConflict)
      ifConflict(at, value);
  };
  switch (classify(op)) {
  case ProductEvent::Product: {
    OpOperand &c = ori::getAccumulator(op);
    for (OpOperand *factor : getFactors(op)) {
      if (state.contains(factor->get(), /*isRead=*/false))
        conflict(op, factor->get());
      if (needsRegister(factor->get())) {
        state.erase(factor->get(), /*isRead=*/true);
        state.add({factor->get(), /*isRead=*/true});
      }
    }
    Value d = op->getResult(0);
    if (state.contains(c.get(), /*isRead=*/false)) {
      if (ifConflict && isUsedBehind(op, c.get()))
        conflict(op, c.get());
      webs.unionSets(c.get(), d);
      state.erase(c.get(), /*isRead=*/false);
    }
    // Around a loop, that of the last time.
    state.erase(d, /*isRead=*/false);
    state.add({d, /*isRead=*/false});
    // Two values under way cannot be in the same registers. Those that come
    // from another block are no other conflict at a later operation.
    state.forNewDoubles([&](Value value) {
      conflict(op, value);
      return value.getParentBlock() == op->getBlock();
    });
    if (closesGroup(op))
      state.closeMachineGroup();
    return;
  }
  case ProductEvent::Fence:
    return;
  case ProductEvent::Commit:
    return state.closeGroup();
  case ProductEvent::Wait: {
    // Observed on ptxas: a wait closes a group that nobody has closed.
    if (state.hasOpenGroup())
      state.closeGroup();
    finished(state.finish(getMod(op, "count"), op->hasAttr(kWaitAllAttr)));
    return;
  }
  case ProductEvent::None:
    break;
  }
  if (llvm::isa<ori::CallOp, ori::RetOp>(op)) {
    state.forEach([&](const ProductItem &item) { conflict(op, item.value); });
    return;
  }
  // What branches pass on is looked at edge by edge.
  if (state.empty() || op->getNumSuccessors())
    return;
  for (Value operand : op->getOperands())
    if (state.contains(operand, /*isRead=*/false))
      conflict(op, operand);
}

void ProductOrder::transferEdge(Operation *terminator, unsigned successor,
                                const ProductState &from, ProductState &to,
                                Conflict ifConflict) {
  auto conflict = [&](Operation *at, Value value) {
    if (ifConflict)
      ifConflict(at, value);
  };
  Block *block = terminator->getSuccessor(successor);
  auto branch = cast<BranchOpInterface>(terminator);
  SuccessorOperands operands = branch.getSuccessorOperands(successor);
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> passedAs;
  if (!from.empty())
    for (unsigned i = 0; i != operands.size(); ++i)
      if (operands[i])
        passedAs[operands[i]].push_back(i);
  from.forEach([&](ProductItem item) {
    Value value = item.value;
    bool dominates = value.getParentBlock() != block &&
                     dominance.dominates(value.getParentBlock(), block);
    if (item.isRead) {
      // Reads go on; the registers must stay, whatever else they go to.
      if (dominates)
        to.add(item);
      else
        conflict(terminator, value);
      return;
    }
    bool isLive = value.getParentBlock() != block && isLiveInto(block, value);
    unsigned copies = 0;
    for (unsigned i : passedAs.lookup(value)) {
      item.value = block->getArgument(i);
      webs.unionSets(value, item.value);
      to.add(item);
      ++copies;
    }
    item.value = value;
    if (copies + isLive > 1)
      conflict(terminator, value);
    else if (copies == 0 && dominates)
      to.add(item);
    else if (copies == 0)
      conflict(terminator, value);
  });
}

void ProductOrder::solve() {
  entry.clear();
  liveInto.clear();
  webs = {};
  llvm::DenseMap<Block *, unsigned> number;
  for (auto [i, block] : llvm::enumerate(order))
    number[block] = i;
  std::vector<bool> isQueued(order.size(), true);
  bool isDone = false;
  while (!isDone) {
    isDone = true;
    for (auto [i, block] : llvm::enumerate(order)) {
      if (!isQueued[i])
        continue;
      isQueued[i] = false;
      ProductState state = entry[block];
      for (Operation &op : *block)
        transfer(&op, state, nullptr, [](ArrayRef<ProductItem>) {});
      Operation *terminator = block->getTerminator();
      for (unsigned s = 0; s != terminator->getNumSuccessors(); ++s) {
        ProductState out;
        transferEdge(terminator, s, state, out, nullptr);
        Block *next = terminator->getSuccessor(s);
        ProductState &in = entry[next];
        bool isChanged = false;
        out.forEach(
            [&](const ProductItem &item) { isChanged |= in.add(item); });
        if (isChanged) {
          isQueued[number[next]] = true;
          isDone = false;
        }
      }
    }
  }
}
