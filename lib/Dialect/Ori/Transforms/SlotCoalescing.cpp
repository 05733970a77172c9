//===- SlotCoalescing.cpp - Slots that are copied to each other -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spilled arguments of blocks get their values from slot to slot. Two slots
// become one if neither is written while the other is still to be read, copies
// from one to the other aside: these leave the same value in both. Then the
// copies go. The most frequent ones come first.
//
//===----------------------------------------------------------------------===//

#include "Spilling.h"
#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include <map>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {

/// An access of a slot. Gap p is what follows position p.
struct Access {
  uint32_t position;
  unsigned block;
  bool isStore;
};

class SlotCoalescer {
public:
  SlotCoalescer(FuncOp func, ArrayRef<unsigned> widths,
                const llvm::DenseMap<Operation *, unsigned> &slotOf)
      : func(func), slotOf(slotOf), blocks(func.getBody()),
        graph(blocks.makeGraph()), widths(widths), parent(widths.size()),
        classes(widths.size()) {}

  /// Finds the classes of slots, and the copies that are not needed then.
  void run();
  unsigned find(unsigned slot) const {
    while (parent[slot] != slot)
      slot = parent[slot];
    return slot;
  }
  ArrayRef<Operation *> unneeded() const { return gone; }

private:
  /// A store, of what a load in front of it has read if `load` is not null.
  struct Store {
    Operation *op, *load;
    uint32_t position;
  };
  struct Class {
    std::vector<Store> stores;
    /// The gaps in which some slot is still to be read, by start: the end.
    std::map<uint32_t, uint32_t> live;
    unsigned size = 1;
  };

  void collect();
  void findLiveGaps(ArrayRef<Access> accesses, unsigned slot);
  void addLive(Class &c, uint32_t start, uint32_t end);
  bool isLiveAt(const Class &c, uint32_t gap) const;
  bool isCopyOf(const Store &store, unsigned root) const;
  bool areInTheWay(unsigned a, unsigned b) const;
  void join(unsigned a, unsigned b);

  FuncOp func;
  const llvm::DenseMap<Operation *, unsigned> &slotOf;
  BlockNumbering blocks;
  FlowGraph graph;
  ArrayRef<unsigned> widths;
  std::vector<unsigned> parent;
  std::vector<Class> classes;
  std::vector<bool> isInParts; ///< accessed by less than all of it
  std::vector<uint32_t> blockStart;
  std::vector<unsigned> liveIn; ///< by block: the last slot that is
  SmallVector<Operation *> gone;
};

} // namespace

static bool isStore(Operation *op) {
  return cast<InstOpInterface>(op).getDesc().writtenSpaces & isa::LocalMemory;
}

static unsigned getAccessWidth(Operation *op) {
  return getWidth(isStore(op) ? op->getOperand(2).getType()
                              : op->getResult(0).getType());
}

void SlotCoalescer::addLive(Class &c, uint32_t start, uint32_t end) {
  if (start >= end)
    return;
  auto it = c.live.upper_bound(start);
  if (it != c.live.begin() && std::prev(it)->second >= start)
    --it;
  while (it != c.live.end() && it->first <= end) {
    start = std::min(start, it->first);
    end = std::max(end, it->second);
    it = c.live.erase(it);
  }
  c.live.emplace(start, end);
}

bool SlotCoalescer::isLiveAt(const Class &c, uint32_t gap) const {
  auto it = c.live.upper_bound(gap);
  return it != c.live.begin() && std::prev(it)->second > gap;
}

/// Whether the store leaves what its slot and that of `root` then both hold: a
/// load of one of these in the same block, with no store to them in between.
bool SlotCoalescer::isCopyOf(const Store &store, unsigned root) const {
  constexpr unsigned kMostBetween = 64;
  if (!store.load || find(slotOf.lookup(store.load)) != root)
    return false;
  Operation *op = store.load->getNextNode();
  for (unsigned n = 0; op != store.op; ++n, op = op->getNextNode()) {
    if (n == kMostBetween)
      return false;
    auto it = slotOf.find(op);
    if (it != slotOf.end() && isStore(op) && find(it->second) == root)
      return false;
  }
  return true;
}

/// Whether one of two classes is written while the other is to be read.
bool SlotCoalescer::areInTheWay(unsigned a, unsigned b) const {
  constexpr size_t kMostStores = 4096;
  if (classes[a].stores.size() + classes[b].stores.size() > kMostStores)
    return true;
  for (auto [from, to] : {std::pair(a, b), std::pair(b, a)})
    for (const Store &store : classes[from].stores)
      if (isLiveAt(classes[to], store.position) && !isCopyOf(store, to))
        return true;
  return false;
}

void SlotCoalescer::join(unsigned a, unsigned b) {
  if (classes[a].size < classes[b].size)
    std::swap(a, b);
  parent[b] = a;
  Class &to = classes[a], &from = classes[b];
  to.size += from.size;
  to.stores.insert(to.stores.end(), from.stores.begin(), from.stores.end());
  for (auto [start, end] : from.live)
    addLive(to, start, end);
  from = Class();
}

/// From each read that no store of its block precedes back to the stores.
void SlotCoalescer::findLiveGaps(ArrayRef<Access> accesses, unsigned slot) {
  Class &c = classes[slot];
  SmallVector<unsigned> work;
  // By block, whether it ends the search: it has a store.
  llvm::SmallDenseSet<unsigned> written;
  for (size_t i = 0; i != accesses.size(); ++i) {
    const Access &access = accesses[i];
    bool isFirst = i == 0 || accesses[i - 1].block != access.block;
    if (isFirst && !access.isStore) {
      liveIn[access.block] = slot;
      work.push_back(access.block);
    }
    if (access.isStore)
      written.insert(access.block);
  }
  SmallVector<unsigned> liveOut;
  llvm::SmallDenseSet<unsigned> isLiveOut;
  while (!work.empty()) {
    unsigned block = work.pop_back_val();
    for (unsigned pred : graph.preds(block)) {
      if (!isLiveOut.insert(pred).second)
        continue;
      liveOut.push_back(pred);
      if (written.contains(pred) || liveIn[pred] == slot)
        continue;
      liveIn[pred] = slot;
      work.push_back(pred);
    }
  }
  // Inside blocks: from a store, or the beginning, to the last read of it.
  for (size_t i = 0; i != accesses.size();) {
    unsigned block = accesses[i].block;
    uint32_t from = blockStart[block], to = from;
    for (; i != accesses.size() && accesses[i].block == block; ++i) {
      if (!accesses[i].isStore) {
        to = accesses[i].position;
        continue;
      }
      addLive(c, from, to);
      from = to = accesses[i].position;
    }
    if (isLiveOut.contains(block))
      to = blockStart[block + 1];
    addLive(c, from, to);
  }
  // What is live into a block without accesses is live through all of it.
  for (unsigned block : liveOut)
    if (liveIn[block] == slot && !written.contains(block))
      addLive(c, blockStart[block], blockStart[block + 1]);
}

void SlotCoalescer::collect() {
  std::vector<std::vector<Access>> accesses(widths.size());
  isInParts.assign(widths.size(), false);
  uint32_t position = 0;
  for (unsigned b = 0; b != blocks.size(); ++b) {
    blockStart.push_back(position++);
    for (Operation &op : *blocks[b]) {
      ++position;
      auto it = slotOf.find(&op);
      if (it == slotOf.end())
        continue;
      unsigned slot = it->second;
      bool writes = isStore(&op);
      accesses[slot].push_back({position, b, writes});
      if (getAccessWidth(&op) != widths[slot])
        isInParts[slot] = true;
      if (!writes)
        continue;
      Operation *load = op.getOperand(2).getDefiningOp();
      bool isCopy = load && load->getBlock() == op.getBlock() &&
                    slotOf.contains(load) && !isStore(load);
      classes[slot].stores.push_back({&op, isCopy ? load : nullptr, position});
    }
    ++position;
  }
  blockStart.push_back(position);
  liveIn.assign(blocks.size(), ~0u);
  for (unsigned slot = 0; slot != widths.size(); ++slot) {
    parent[slot] = slot;
    findLiveGaps(accesses[slot], slot);
  }
}

void SlotCoalescer::run() {
  collect();
  struct Copy {
    double rounds;
    Store store;
  };
  LoopNest loops(graph, 0);
  std::vector<Copy> copies;
  for (const Class &c : classes)
    for (const Store &store : c.stores)
      if (store.load) {
        Block *block = store.op->getBlock();
        copies.push_back({getRounds(block, loops.depth(blocks[block])), store});
      }
  llvm::sort(copies, [](const Copy &a, const Copy &b) {
    return std::pair(-a.rounds, a.store.position) <
           std::pair(-b.rounds, b.store.position);
  });
  for (const Copy &copy : copies) {
    unsigned to = slotOf.lookup(copy.store.op),
             from = slotOf.lookup(copy.store.load);
    if (widths[to] != widths[from] || isInParts[to] || isInParts[from])
      continue;
    to = find(to);
    from = find(from);
    if (to != from && !areInTheWay(to, from))
      join(to, from);
  }
  // A slot keeps what is copied to itself.
  for (const Copy &copy : copies) {
    unsigned root = find(slotOf.lookup(copy.store.op));
    if (isCopyOf(copy.store, root))
      gone.push_back(copy.store.op);
  }
}

void Spiller::coalesceSlots() {
  SmallVector<unsigned> widths;
  for (const Slot &slot : slots)
    widths.push_back(slot.width);
  SlotCoalescer coalescer(func, widths, slotOf);
  coalescer.run();
  for (auto &[op, slot] : slotOf)
    slot = coalescer.find(slot);
  for (Operation *store : coalescer.unneeded()) {
    Operation *load = store->getOperand(2).getDefiningOp();
    erase(store);
    if (load->use_empty())
      erase(load);
  }
}
