//===- ReloadSharing.cpp - Reloads that others make superfluous -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way from an access to a reload that it dominates, which is walked
// backwards, must have registers left wherever the value is not in one anyway.
//
//===----------------------------------------------------------------------===//

#include "ReloadSharing.h"
#include "PressureTree.h"
#include "SlotLiveness.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// Accesses of the slot in front of a reload that are looked at, blocks on the
/// way from one of them, and stretches in which one value is in its register.
static constexpr unsigned kMostAsked = 32, kMostBlocks = 64,
                          kMostSegments = 256;

namespace {

class Sharer {
public:
  Sharer(const LiveRanges &ranges, const FlowGraph &graph,
         const LoopNest &loops, const RegisterFrames &frames,
         const CallSites &calls,
         const llvm::DenseMap<Operation *, unsigned> &slotOf, unsigned limit);
  /// Calls `share(load, value)` for what a value is there for.
  void run(llvm::function_ref<void(Operation *, Value)> share);

private:
  /// A load or store of a slot, by the index of the operation.
  struct Access {
    unsigned index;
    bool isStore;
  };
  using Accesses = std::vector<Access>;
  using Segments = SmallVector<Segment, 4>;

  Value getValue(const Access &access) const;
  bool isCopied(const Access &access) const;
  const Access *findSource(const Accesses &list, unsigned n) const;
  bool findWay(unsigned slot, unsigned from, unsigned to, Segments &way) const;
  Value findKept(Value value);
  Segments &getLive(Value value);
  static void add(Segments &to, Segment segment);
  static void subtract(Segments &from, ArrayRef<Segment> segments);

  const LiveRanges &ranges;
  const FlowGraph &graph;
  const LoopNest &loops;
  const llvm::DenseMap<Operation *, unsigned> &slotOf;
  DomTree dominators;
  PressureTree pressure;
  std::vector<Accesses> slots; ///< by slot, in the order of the blocks
  std::vector<std::vector<unsigned>> stores; ///< their indices, by slot
  /// What a value that is shared is in its register for, and by the value of a
  /// reload that is out, the one that is there instead.
  llvm::DenseMap<Value, Segments> live;
  llvm::DenseMap<Value, Value> instead;
};

} // namespace

/// Registers in use at each position; where calls are, no more may be.
static std::vector<int> computePressure(const LiveRanges &ranges,
                                        const RegisterFrames &frames,
                                        const CallSites &calls,
                                        unsigned limit) {
  std::vector<int> held = computeHeld(frames, isa::Operand::R);
  held.resize(ranges.numPositions() + 1);
  calls.forEach(isa::Operand::R, [&](uint32_t position, const RegisterSet &) {
    held[position] = std::max(held[position], int(limit));
  });
  return held;
}

Sharer::Sharer(const LiveRanges &ranges, const FlowGraph &graph,
               const LoopNest &loops, const RegisterFrames &frames,
               const CallSites &calls,
               const llvm::DenseMap<Operation *, unsigned> &slotOf,
               unsigned limit)
    : ranges(ranges), graph(graph), loops(loops), slotOf(slotOf),
      dominators(graph, 0),
      pressure(computePressure(ranges, frames, calls, limit), int(limit)) {
  for (auto [index, op] : llvm::enumerate(ranges.operations())) {
    auto it = op ? slotOf.find(op) : slotOf.end();
    if (it == slotOf.end())
      continue;
    unsigned slot = it->second;
    if (slots.size() <= slot) {
      slots.resize(slot + 1);
      stores.resize(slot + 1);
    }
    slots[slot].push_back({unsigned(index), isSlotStore(op)});
    if (isSlotStore(op))
      stores[slot].push_back(index);
  }
}

Value Sharer::getValue(const Access &access) const {
  Operation *op = ranges.operations()[access.index];
  return access.isStore ? op->getOperand(2) : Value(op->getResult(0));
}

/// Whether what is loaded is stored to another slot: the two may become one.
bool Sharer::isCopied(const Access &access) const {
  return llvm::any_of(getValue(access).getUsers(),
                      [&](Operation *user) { return slotOf.contains(user); });
}

/// The access nearest in front of a load that dominates it and is of the same
/// part of the slot.
const Sharer::Access *Sharer::findSource(const Accesses &list,
                                         unsigned n) const {
  const Access *best = nullptr;
  unsigned block = ranges.blockOfIndex(list[n].index);
  Value value = getValue(list[n]);
  auto getPlace = [&](const Access &access) {
    auto inst = cast<InstOpInterface>(ranges.operations()[access.index]);
    const ptxmlir::isa::InstDesc &desc = inst.getDesc();
    return desc.mods[desc.findMod("offset")].field.get(inst.getModBits());
  };
  for (unsigned k = n, end = n - std::min(n, kMostAsked); k-- > end;) {
    Value other = getValue(list[k]);
    unsigned b = ranges.blockOfIndex(list[k].index);
    if (other.getType() != value.getType() ||
        ranges.lookup(other) == LiveRanges::kNone ||
        getPlace(list[k]) != getPlace(list[n]) ||
        !dominators.dominates(b, block))
      continue;
    if (!best || dominators.level(b) >
                     dominators.level(ranges.blockOfIndex(best->index)))
      best = &list[k];
  }
  return best;
}

/// The positions between an access and one that it dominates. False if they are
/// too many, or the slot is stored to there.
bool Sharer::findWay(unsigned slot, unsigned from, unsigned to,
                     Segments &way) const {
  unsigned first = ranges.blockOfIndex(from), last = ranges.blockOfIndex(to);
  way.clear();
  if (first == last && from < to) {
    way.push_back({2 * from, 2 * to + 1});
  } else {
    way.push_back({2 * from, 2 * ranges.blockEnd(first)});
    way.push_back({2 * ranges.blockStart(last), 2 * to + 1});
    SmallVector<unsigned> work(graph.preds(last));
    llvm::SmallDenseSet<unsigned> seen;
    while (!work.empty()) {
      unsigned b = work.pop_back_val();
      if (b == first || !dominators.isReachable(b) || !seen.insert(b).second)
        continue;
      if (seen.size() > kMostBlocks)
        return false;
      if (b == last)
        way[1].end = 2 * ranges.blockEnd(b);
      else
        way.push_back({2 * ranges.blockStart(b), 2 * ranges.blockEnd(b)});
      llvm::append_range(work, graph.preds(b));
    }
  }
  llvm::sort(way, [](const Segment &a, const Segment &b) {
    return a.start < b.start;
  });
  return llvm::none_of(way, [&](const Segment &s) {
    auto store = llvm::lower_bound(stores[slot], (s.start + 1) / 2);
    store += store != stores[slot].end() && *store == from;
    return store != stores[slot].end() && 2 * *store < s.end;
  });
}

/// Adds a segment to sorted, disjoint ones.
void Sharer::add(Segments &to, Segment segment) {
  auto *it = llvm::partition_point(
      to, [&](const Segment &s) { return s.end < segment.start; });
  auto *end = it;
  for (; end != to.end() && end->start <= segment.end; ++end) {
    segment.start = std::min(segment.start, end->start);
    segment.end = std::max(segment.end, end->end);
  }
  it = to.erase(it, end);
  to.insert(it, segment);
}

void Sharer::subtract(Segments &from, ArrayRef<Segment> segments) {
  Segments rest;
  const Segment *next = segments.begin();
  for (Segment s : from) {
    while (next != segments.end() && next->end <= s.start)
      ++next;
    for (const Segment *o = next; o != segments.end() && o->start < s.end;
         ++o) {
      if (o->start > s.start)
        rest.push_back({s.start, o->start});
      s.start = std::max(s.start, o->end);
    }
    if (s.start < s.end)
      rest.push_back(s);
  }
  from = std::move(rest);
}

/// The value that is in its register in the place of another one.
Value Sharer::findKept(Value value) {
  for (auto it = instead.find(value); it != instead.end();
       it = instead.find(value)) {
    if (auto next = instead.find(it->second); next != instead.end())
      it->second = next->second;
    value = it->second;
  }
  return value;
}

Sharer::Segments &Sharer::getLive(Value value) {
  auto [it, isNew] = live.try_emplace(value);
  if (isNew) {
    const LiveRanges::ValueInfo &info = ranges[ranges.lookup(value)];
    for (unsigned k = 0; k != info.width; ++k)
      for (Segment s : ranges.lane(info.firstLane + k))
        add(it->second, s);
  }
  return it->second;
}

void Sharer::run(llvm::function_ref<void(Operation *, Value)> share) {
  struct Candidate {
    double rounds;
    unsigned slot, n;
  };
  std::vector<Candidate> candidates;
  for (unsigned slot = 0; slot != slots.size(); ++slot)
    for (unsigned n = 1; n < slots[slot].size(); ++n)
      if (const Access &access = slots[slot][n];
          !access.isStore && !isCopied(access) &&
          ranges.lookup(getValue(access)) != LiveRanges::kNone) {
        unsigned b = ranges.blockOfIndex(access.index);
        candidates.push_back(
            {getRounds(ranges.blocks()[b], loops.depth(b)), slot, n});
      }
  llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
    return a.rounds > b.rounds;
  });
  Segments way;
  for (const Candidate &c : candidates) {
    const Accesses &list = slots[c.slot];
    const Access *source = findSource(list, c.n);
    if (!source || !findWay(c.slot, source->index, list[c.n].index, way))
      continue;
    Value value = getValue(*source), old = getValue(list[c.n]);
    value = findKept(value);
    // No reference outlives the next look-up.
    subtract(way, getLive(old));
    subtract(way, getLive(value));
    if (live[value].size() + live[old].size() > kMostSegments)
      continue;
    int width = int(getWidth(value.getType()));
    if (!llvm::all_of(way, [&](const Segment &s) {
          return pressure.getMost(s.start, s.end) + width <= 0;
        }))
      continue;
    for (const Segment &s : way) {
      pressure.add(s.start, s.end, width);
      add(live[value], s);
    }
    for (const Segment &s : Segments(live[old]))
      add(live[value], s);
    instead[old] = value;
    share(ranges.operations()[list[c.n].index], value);
  }
}

bool ReloadSharing::run(const LiveRanges &ranges, const FlowGraph &graph,
                        const LoopNest &loops, const RegisterFrames &frames,
                        const CallSites &calls,
                        const llvm::DenseMap<Operation *, unsigned> &slotOf,
                        unsigned limit) {
  Sharer(ranges, graph, loops, frames, calls, slotOf, limit)
      .run([&](Operation *load, Value value) {
        Removed r{load, load->getNextNode(), load->getBlock(), value, {}};
        for (OpOperand &use : load->getResult(0).getUses())
          r.uses.push_back(&use);
        for (OpOperand *use : r.uses)
          use->set(value);
        load->remove();
        removed.push_back(std::move(r));
      });
  return isPending();
}

void ReloadSharing::putBack() {
  for (Removed &r : llvm::reverse(removed))
    r.block->getOperations().insert(Block::iterator(r.next), r.load);
}

void ReloadSharing::undo() {
  putBack();
  for (Removed &r : llvm::reverse(removed))
    for (OpOperand *use : r.uses)
      if (use->get() == r.by)
        use->set(r.load->getResult(0));
  removed.clear();
}

void ReloadSharing::finish(llvm::function_ref<void(Operation *)> erase) {
  putBack();
  for (const Removed &r : removed)
    erase(r.load);
  removed.clear();
}
