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

#include "SlotLiveness.h"
#include "Spilling.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include <map>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {

class SlotCoalescer {
public:
  SlotCoalescer(FuncOp func, ArrayRef<unsigned> widths,
                const llvm::DenseMap<Operation *, unsigned> &slotOf)
      : slotOf(slotOf), liveness(func, widths.size(), slotOf), widths(widths),
        parent(widths.size()), classes(widths.size()) {}

  /// Finds the classes of slots, and the copies that are not needed then.
  void run();
  unsigned find(unsigned slot) const {
    while (parent[slot] != slot)
      slot = parent[slot];
    return slot;
  }
  ArrayRef<Operation *> unneeded() const { return gone; }

private:
  /// `load` has read what is stored, in the same block; null if none has.
  struct Store {
    Operation *op, *load;
    uint32_t position;
  };
  /// Slots that have become one.
  struct Class {
    std::vector<Store> stores;
    /// Where some slot is still to be read behind each position: the end of
    /// each stretch of positions, by its start.
    std::map<uint32_t, uint32_t> live;
    unsigned size = 1; ///< slots
  };

  void collect();
  void addLive(Class &c, uint32_t start, uint32_t end);
  bool isLiveBehind(const Class &c, uint32_t position) const;
  bool isCopyOf(const Store &store, unsigned root) const;
  bool areInTheWay(unsigned a, unsigned b) const;
  void join(unsigned a, unsigned b);

  const llvm::DenseMap<Operation *, unsigned> &slotOf;
  SlotLiveness liveness;
  ArrayRef<unsigned> widths;
  std::vector<unsigned> parent;
  std::vector<Class> classes;
  std::vector<bool> isInParts; ///< accessed by less than all of it
  SmallVector<Operation *> gone;
};

} // namespace

static unsigned getAccessWidth(Operation *op) {
  return getWidth(isSlotStore(op) ? op->getOperand(2).getType()
                                  : op->getResult(0).getType());
}

void SlotCoalescer::addLive(Class &c, uint32_t start, uint32_t end) {
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

bool SlotCoalescer::isLiveBehind(const Class &c, uint32_t position) const {
  auto it = c.live.upper_bound(position);
  return it != c.live.begin() && std::prev(it)->second > position;
}

/// Whether the store writes what the class `root` holds at that time: a load in
/// front of it has read that class, which nothing has written since.
bool SlotCoalescer::isCopyOf(const Store &store, unsigned root) const {
  constexpr unsigned kMostBetween = 64;
  if (!store.load || find(slotOf.lookup(store.load)) != root)
    return false;
  Operation *op = store.load->getNextNode();
  for (unsigned n = 0; op != store.op; ++n, op = op->getNextNode()) {
    if (n == kMostBetween)
      return false;
    auto it = slotOf.find(op);
    if (it != slotOf.end() && isSlotStore(op) && find(it->second) == root)
      return false;
  }
  return true;
}

/// Whether one of two classes is written while the other is to be read.
bool SlotCoalescer::areInTheWay(unsigned a, unsigned b) const {
  // No more are looked at for one pair.
  constexpr size_t kMostStores = 4096;
  if (classes[a].stores.size() + classes[b].stores.size() > kMostStores)
    return true;
  for (auto [from, to] : {std::pair(a, b), std::pair(b, a)})
    for (const Store &store : classes[from].stores)
      if (isLiveBehind(classes[to], store.position) && !isCopyOf(store, to))
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

void SlotCoalescer::collect() {
  isInParts.assign(widths.size(), false);
  for (unsigned slot = 0; slot != widths.size(); ++slot) {
    parent[slot] = slot;
    Class &c = classes[slot];
    for (const SlotLiveness::Access &access : liveness.accesses(slot)) {
      Operation *op = access.op;
      if (getAccessWidth(op) != widths[slot])
        isInParts[slot] = true;
      if (!access.isStore)
        continue;
      Operation *load = op->getOperand(2).getDefiningOp();
      bool isCopy =
          load && load->getBlock() == op->getBlock() && slotOf.contains(load);
      c.stores.push_back({op, isCopy ? load : nullptr, access.position});
    }
    liveness.forEachLive(
        slot, [&](uint32_t from, uint32_t to) { addLive(c, from, to); });
  }
}

void SlotCoalescer::run() {
  collect();
  struct Copy {
    double rounds;
    Store store;
  };
  const BlockNumbering &blocks = liveness.blocks();
  LoopNest loops(liveness.graph(), 0);
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

/// What an edge passed on has gone with the argument: loads that nobody reads.
void Spiller::eraseUnreadLoads() {
  llvm::SetVector<Operation *> unread;
  for (auto &[op, slot] : slotOf) {
    if (isSlotStore(op))
      continue;
    // Wide values are put together from several loads.
    auto isUnread = [](Operation *user) {
      return llvm::isa<CombineOp>(user) && user->use_empty();
    };
    if (!llvm::all_of(op->getUsers(), isUnread))
      continue;
    unread.insert(op->user_begin(), op->user_end());
    unread.insert(op);
  }
  for (Operation *op : unread)
    erase(op);
}

void Spiller::coalesceSlots() {
  eraseUnreadLoads();
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
