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

/// Groups are counted up to this.
static constexpr unsigned kManyGroups = 100;

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

ProductItem *ptxtoori::findItem(ProductState &state, Value value, bool isRead) {
  for (ProductItem &item : state)
    if (item.value == value && item.isRead == isRead)
      return &item;
  return nullptr;
}

static void add(ProductState &state, Value value, bool isRead, unsigned groups,
                unsigned machineGroups, bool &isChanged) {
  if (ProductItem *item = findItem(state, value, isRead)) {
    isChanged |= groups < item->groups || machineGroups < item->machineGroups;
    item->groups = std::min(item->groups, groups);
    item->machineGroups = std::min(item->machineGroups, machineGroups);
    return;
  }
  isChanged = true;
  state.push_back({value, isRead, groups, machineGroups});
}

static void closeGroup(ProductState &state, unsigned ProductItem::*count) {
  for (ProductItem &item : state)
    item.*count = std::min(item.*count + 1, kManyGroups);
}

/// Two values under way cannot be in the same registers.
void ProductOrder::checkWebs(Operation *at, const ProductState &state,
                             Conflict conflict) {
  llvm::SmallDenseSet<Value, 8> seen;
  for (const ProductItem &item : state)
    if (!item.isRead &&
        !seen.insert(webs.getOrInsertLeaderValue(item.value)).second)
      conflict(at, item.value);
}

/// `conflict(op, value)`: the operation must not come while the value is under
/// way. `finished` gets what a wait finishes.
void ProductOrder::transfer(
    Operation *op, ProductState &state, Conflict conflict,
    llvm::function_ref<void(ArrayRef<ProductItem>)> finished) {
  bool isChanged = false;
  switch (classify(op)) {
  case ProductEvent::Product: {
    OpOperand &c = ori::getAccumulator(op);
    for (OpOperand *factor : getFactors(op)) {
      if (findItem(state, factor->get(), /*isRead=*/false))
        conflict(op, factor->get());
      if (needsRegister(factor->get())) {
        if (ProductItem *old = findItem(state, factor->get(), /*isRead=*/true))
          state.erase(old);
        add(state, factor->get(), /*isRead=*/true, 0, 0, isChanged);
      }
    }
    Value d = op->getResult(0);
    if (ProductItem *old = findItem(state, c.get(), /*isRead=*/false)) {
      if (isUsedBehind(op, c.get()))
        conflict(op, c.get());
      webs.unionSets(c.get(), d);
      state.erase(old);
    }
    // Around a loop, that of the last time.
    if (ProductItem *old = findItem(state, d, /*isRead=*/false))
      state.erase(old);
    add(state, d, /*isRead=*/false, 0, 0, isChanged);
    checkWebs(op, state, conflict);
    if (closesGroup(op))
      closeGroup(state, &ProductItem::machineGroups);
    return;
  }
  case ProductEvent::Fence:
    return;
  case ProductEvent::Commit:
    return closeGroup(state, &ProductItem::groups);
  case ProductEvent::Wait: {
    // Observed on ptxas: a wait closes a group that nobody has closed.
    if (llvm::any_of(state, [](const ProductItem &i) { return i.groups == 0; }))
      closeGroup(state, &ProductItem::groups);
    bool isForAll = op->hasAttr(kWaitAllAttr);
    uint64_t pending = getMod(op, "count");
    ProductState done;
    for (const ProductItem &item : state)
      if (isForAll || item.groups > pending)
        done.push_back(item);
    finished(done);
    llvm::erase_if(state, [&](const ProductItem &item) {
      return isForAll || item.groups > pending;
    });
    return;
  }
  case ProductEvent::None:
    break;
  }
  if (llvm::isa<ori::CallOp, ori::RetOp>(op)) {
    for (const ProductItem &item : state)
      conflict(op, item.value);
    return;
  }
  // What branches pass on is looked at edge by edge.
  if (state.empty() || op->getNumSuccessors())
    return;
  for (Value operand : op->getOperands())
    if (findItem(state, operand, /*isRead=*/false))
      conflict(op, operand);
}

void ProductOrder::transferEdge(Operation *terminator, unsigned successor,
                                const ProductState &from, ProductState &to,
                                Conflict conflict) {
  Block *block = terminator->getSuccessor(successor);
  auto branch = cast<BranchOpInterface>(terminator);
  SuccessorOperands operands = branch.getSuccessorOperands(successor);
  bool isChanged = false;
  for (const ProductItem &item : from) {
    Value value = item.value;
    auto pass = [&](Value next) {
      add(to, next, item.isRead, item.groups, item.machineGroups, isChanged);
    };
    bool dominates = value.getParentBlock() != block &&
                     dominance.dominates(value.getParentBlock(), block);
    bool isLive = value.getParentBlock() != block && isLiveInto(block, value);
    if (item.isRead) {
      // Reads go on; the registers must stay, whatever else they go to.
      if (dominates)
        pass(value);
      else
        conflict(terminator, value);
      continue;
    }
    unsigned copies = 0;
    for (unsigned i = 0; i != operands.size(); ++i)
      if (operands[i] == value) {
        BlockArgument arg = block->getArgument(i);
        webs.unionSets(value, arg);
        pass(arg);
        ++copies;
      }
    if (copies + isLive > 1)
      conflict(terminator, value);
    else if (copies == 0 && dominates)
      pass(value);
    else if (copies == 0)
      conflict(terminator, value);
  }
}

void ProductOrder::solve() {
  entry.clear();
  liveInto.clear();
  webs = {};
  auto ignore = [](Operation *, Value) {};
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
        transfer(&op, state, ignore, [](ArrayRef<ProductItem>) {});
      Operation *terminator = block->getTerminator();
      for (unsigned s = 0; s != terminator->getNumSuccessors(); ++s) {
        ProductState out;
        transferEdge(terminator, s, state, out, ignore);
        Block *next = terminator->getSuccessor(s);
        ProductState &in = entry[next];
        bool isChanged = false;
        for (const ProductItem &item : out)
          add(in, item.value, item.isRead, item.groups, item.machineGroups,
              isChanged);
        if (isChanged) {
          isQueued[number[next]] = true;
          isDone = false;
        }
      }
    }
  }
}
