//===- ConvergenceRegions.cpp - Where threads meet ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses where each barrier is armed, computes where it is live, and colours
// regions that overlap with the sixteen barriers. Regions that find no number
// are left to be merged or kept in registers by the pass.
//
//===----------------------------------------------------------------------===//

#include "ConvergenceRegions.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Target/CallABI.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using convergence::Finding;
using convergence::Flow;
using convergence::State;
using convergence::Together;
using Kind = ConvergenceEvent::Kind;

ConvergenceRegions::ConvergenceRegions(const DivergenceInfo &info,
                                       unsigned maxBarriers,
                                       ArrayRef<unsigned> yields)
    : info(info), maxBarriers(maxBarriers), events(info) {
  if (!cast<FuncOp>(info.blocks()[0u]->getParentOp()).getKernel())
    this->maxBarriers =
        std::min(maxBarriers, target::getCallABI().firstPreservedBarrier);
  for (unsigned block : yields) {
    ConvergenceEvent event;
    event.kind = Kind::Yield;
    events.own[block].insert(events.own[block].begin(), event);
  }
  // Blocks that do nothing to other threads, and what they dominate.
  unsigned n = info.blocks().size();
  isNoisy.assign(n, false);
  for (unsigned b = 0; b != n; ++b)
    isNoisy[b] = llvm::any_of(events.own[b], [](const ConvergenceEvent &event) {
      return event.kind == Kind::WarpSync || event.kind == Kind::Wait ||
             event.kind == Kind::Part || event.kind == Kind::Yield ||
             event.kind == Kind::Call;
    });
  std::vector<unsigned> order = reversePostOrder(info.graph(), 0);
  for (unsigned b : llvm::reverse(order))
    if (unsigned above = info.dominators().idom(b);
        above != kNoNode && isNoisy[b])
      isNoisy[above] = true;

  collectExclusives();
  collect();
  // Every round gives up something, mostly only the first does; what is left
  // after the last one is right without the doubtful regions.
  for (unsigned round = 0;; ++round) {
    build();
    if (check(round))
      return;
  }
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Groups branches and loops by where their threads meet.
void ConvergenceRegions::collect() {
  llvm::MapVector<unsigned, ConvergenceRegion> byMeeting;
  for (const Meeting &meeting : findMeetings(info)) {
    ConvergenceRegion &region = byMeeting[meeting.at];
    region.sync = meeting.at;
    region.branches.push_back(meeting.from);
  }
  for (auto &[meet, region] : byMeeting)
    list.push_back(std::move(region));
}

/// The nearest dominator of `block` (or itself) outside of every loop that
/// `sync` is not in. An irreducible loop is entered beside its header, so this
/// climbs until it is outside.
unsigned ConvergenceRegions::leaveLoops(unsigned block, unsigned sync) const {
  const LoopNest &loops = info.loops();
  while (block != kNoNode) {
    unsigned outermost = kNoNode;
    for (unsigned loop = loops.loopOf(block);
         loop != kNoNode && !loops.contains(loop, sync);
         loop = loops.parent(loop))
      outermost = loop;
    if (outermost == kNoNode)
      break;
    block = info.dominators().idom(outermost);
  }
  return block;
}

/// Sets `start`, kNoNode if there is no place.
void ConvergenceRegions::place(ConvergenceRegion &region) {
  const DomTree &dom = info.dominators();
  unsigned start = region.sync;
  for (unsigned b : region.branches)
    start = dom.nearestCommon(start, b);
  if (start == region.sync)
    start = dom.idom(start);
  start = leaveLoops(start, region.sync);
  region.start = start;
}

/// From the BSSY to the BSYNC. False if the budget of block visits is spent.
bool ConvergenceRegions::computeLiveness(ConvergenceRegion &region,
                                         uint64_t &budget) {
  llvm::DenseSet<unsigned> in, out;
  SmallVector<unsigned> stack = {region.sync};
  in.insert(region.sync);
  while (!stack.empty()) {
    unsigned b = stack.pop_back_val();
    if (budget-- == 0)
      return false;
    for (unsigned p : info.graph().preds(b)) {
      if (!info.dominators().isReachable(p) || p == region.sync ||
          !out.insert(p).second)
        continue;
      if (p != region.start && in.insert(p).second)
        stack.push_back(p);
    }
  }
  region.liveIn.assign(in.begin(), in.end());
  region.liveOut.assign(out.begin(), out.end());
  llvm::sort(region.liveIn);
  llvm::sort(region.liveOut);
  region.departures.clear();
  region.exits.clear();
  for (unsigned b : region.liveOut)
    for (auto [i, s] : llvm::enumerate(info.graph().succs(b))) {
      // Threads that only go on to their end leave the barrier by that.
      if (in.contains(s) || info.isExitOnly(s))
        continue;
      if (info.isEarlyExit(b, s) && !isNoisy[s])
        region.exits.push_back(s);
      else
        region.departures.push_back({b, unsigned(i)});
    }
  return true;
}

void ConvergenceRegions::build() {
  // A function whose regions overlap much has too many of them to be worth it.
  uint64_t budget = 256 * uint64_t(info.blocks().size()) + 4096;
  for (ConvergenceRegion &region : list) {
    place(region);
    if (region.start == kNoNode || !computeLiveness(region, budget)) {
      region.start = kNoNode;
      ++numWithoutBarrier;
    }
  }
  llvm::erase_if(list, [](const ConvergenceRegion &region) {
    return region.start == kNoNode;
  });
  // Outer ones first; of two that start in one block the one that ends later.
  const DomTree &dom = info.dominators();
  llvm::stable_sort(
      list, [&](const ConvergenceRegion &a, const ConvergenceRegion &b) {
        if (dom.level(a.start) != dom.level(b.start))
          return dom.level(a.start) < dom.level(b.start);
        return dom.level(a.sync) > dom.level(b.sync);
      });
  numberBarriers();
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

bool ConvergenceRegions::spansCall(const ConvergenceRegion &region) const {
  return llvm::any_of(region.liveIn, [&](unsigned b) {
    return b != region.sync &&
           llvm::any_of(events.own[b], [](const ConvergenceEvent &event) {
             return event.kind == Kind::Call;
           });
  });
}

namespace {
/// Which barriers are taken where, of regions that have their numbers.
class TakenBarriers {
public:
  explicit TakenBarriers(const DivergenceInfo &info)
      : dom(info.dominators()), in(info.blocks().size(), 0),
        out(info.blocks().size(), 0) {}

  /// Those that a region must not have, as bits.
  uint32_t around(const ConvergenceRegion &region) const {
    uint32_t taken = 0;
    for (unsigned b : region.liveIn)
      taken |= in[b];
    for (unsigned b : region.liveOut)
      taken |= out[b];
    // Behind early exits, what a region begins there is all that counts: one
    // that reaches from before such an exit into what it dominates is live at
    // the exit, and so overlaps with the region that is left.
    unsigned place = dom.interval(region.start).first;
    for (unsigned barrier = 0; barrier != kNumBarriers; ++barrier) {
      const auto &exits = exitsOf[barrier];
      auto exit = exits.upper_bound(place);
      if (exit != exits.begin() && std::prev(exit)->second >= place)
        taken |= 1u << barrier;
      for (unsigned e : region.exits) {
        auto [first, last] = dom.interval(e);
        auto start = startsOf[barrier].lower_bound(first);
        if (start != startsOf[barrier].end() && *start <= last)
          taken |= 1u << barrier;
      }
    }
    return taken;
  }

  void add(const ConvergenceRegion &region) {
    for (unsigned b : region.liveIn)
      in[b] |= 1u << region.barrier;
    for (unsigned b : region.liveOut)
      out[b] |= 1u << region.barrier;
    startsOf[region.barrier].insert(dom.interval(region.start).first);
    for (unsigned e : region.exits)
      exitsOf[region.barrier].insert(dom.interval(e));
  }

private:
  static constexpr unsigned kNumBarriers = convergence::kNumBarriers;
  const DomTree &dom;
  std::vector<uint32_t> in, out;
  /// By barrier, in places of the dominator tree: where regions begin, and what
  /// their exits dominate. The latter never overlap: of two exits of which one
  /// dominates the other, the regions do.
  std::array<std::set<unsigned>, kNumBarriers> startsOf;
  std::array<std::map<unsigned, unsigned>, kNumBarriers> exitsOf;
};
} // namespace

/// Gives each region the lowest number that no overlapping one has. Returns the
/// index of the first for which none below `limit` is left; those from there on
/// that get none have the number `limit`.
unsigned ConvergenceRegions::number(ArrayRef<ConvergenceRegion *> order,
                                    unsigned limit) {
  TakenBarriers barriers(info);
  unsigned firstWithout = order.size();
  for (auto [i, region] : llvm::enumerate(order)) {
    uint32_t taken = barriers.around(*region);
    if (region->spansCall)
      taken |= (1u << target::getCallABI().firstPreservedBarrier) - 1;
    region->barrier = std::min<unsigned>(llvm::countr_one(taken), limit);
    if (region->barrier == limit)
      firstWithout = std::min<unsigned>(firstWithout, i);
    else
      barriers.add(*region);
  }
  return firstWithout;
}

/// Outer regions first. Where the barriers do not suffice, the last one is only
/// passed through: regions without a barrier of their own keep theirs in a
/// register between the BSSY and the BSYNC. Threads that leave a region could
/// not take themselves out of such a barrier, and a second BSSY would give it
/// another value, so regions with either come first, and those of them that
/// find no barrier are given up.
void ConvergenceRegions::numberBarriers() {
  SmallVector<ConvergenceRegion *> order;
  for (ConvergenceRegion &region : list) {
    region.isSaved = false;
    region.spansCall = spansCall(region);
    order.push_back(&region);
  }
  if (number(order, maxBarriers) == order.size())
    return;
  auto canBeSaved = [](const ConvergenceRegion *region) {
    return region->departures.empty();
  };
  llvm::stable_sort(order, [&](ConvergenceRegion *a, ConvergenceRegion *b) {
    return canBeSaved(a) < canBeSaved(b);
  });
  unsigned limit = maxBarriers - 1;
  number(order, limit);
  for (ConvergenceRegion *region : order) {
    region->isSaved = region->barrier == limit;
    if (region->isSaved && !canBeSaved(region)) {
      region->start = kNoNode;
      ++numWithoutBarrier;
    }
  }
  llvm::erase_if(list, [](const ConvergenceRegion &region) {
    return region.start == kNoNode;
  });
}

//===----------------------------------------------------------------------===//
// Threads of one mask
//===----------------------------------------------------------------------===//

/// Finds the WARPSYNC.EXCLUSIVEs whose masks may differ between threads that
/// execute them together; each gets a BSSY in front of it and a BSYNC behind
/// the instruction that is meant.
void ConvergenceRegions::collectExclusives() {
  for (unsigned b = 0; b != info.blocks().size(); ++b) {
    auto &list = events.own[b];
    for (unsigned i = 0; i != list.size(); ++i) {
      if (list[i].kind != Kind::WarpSync || !list[i].isExclusive)
        continue;
      Operation *op = events.operation(list[i].place);
      if (!info.isDivergent(op->getOperand(1))) {
        list[i].isExclusive = false;
        ofOneMask.push_back(op);
        continue;
      }
      if (i + 1 == list.size() || list[i + 1].kind != Kind::Collective)
        continue;
      ConvergenceEvent arm, sync;
      arm.kind = Kind::Arm;
      sync.kind = Kind::Sync;
      arm.place = list[i].place;
      sync.place = list[i + 1].place;
      exclusiveList.push_back({op, events.operation(sync.place), b, i,
                               ConvergenceEvent::kNoBarrier});
      list.insert(list.begin() + i + 2, sync);
      list.insert(list.begin() + i, arm);
      i += 3;
    }
  }
}

/// Gives each the lowest barrier that is free in its block.
void ConvergenceRegions::numberExclusives() {
  if (exclusiveList.empty())
    return;
  std::vector<uint32_t> taken(info.blocks().size(), 0);
  for (const ConvergenceRegion &region : list)
    for (const auto *blocks : {&region.liveIn, &region.liveOut})
      for (unsigned b : *blocks)
        taken[b] |= 1u << region.barrier;
  for (ExclusiveRegion &exclusive : exclusiveList) {
    unsigned free = llvm::countr_one(taken[exclusive.block]);
    auto &own = events.own[exclusive.block];
    if (refused.contains(own[exclusive.firstEvent].place))
      free = maxBarriers;
    exclusive.barrier =
        free < maxBarriers ? uint8_t(free) : ConvergenceEvent::kNoBarrier;
    own[exclusive.firstEvent].barrier = exclusive.barrier;
    own[exclusive.firstEvent + 3].barrier = exclusive.barrier;
  }
}

//===----------------------------------------------------------------------===//
// Proof
//===----------------------------------------------------------------------===//

/// Follows the planned barriers. True if all is right; otherwise some regions
/// are changed or given up.
bool ConvergenceRegions::check(unsigned round) {
  for (auto *lists : {&events.atBegin, &events.atEnd})
    for (auto &block : *lists)
      block.clear();
  for (auto &edges : events.onEdges)
    edges.clear();
  numberExclusives();
  uint32_t first = events.numOperations() + 1;
  auto add = [](SmallVector<ConvergenceEvent, 0> &to, Kind kind,
                const ConvergenceRegion &region, uint32_t place) {
    ConvergenceEvent event;
    event.kind = kind;
    event.barrier = region.barrier;
    event.place = event.slot = place;
    to.push_back(event);
  };
  for (auto [i, region] : llvm::enumerate(list)) {
    uint32_t place = first + i;
    auto &begin = events.atBegin[region.sync],
         &end = events.atEnd[region.start];
    if (region.isSaved)
      add(begin, Kind::Restore, region, place);
    add(begin, Kind::Sync, region, place);
    add(end, Kind::Arm, region, place);
    if (region.isSaved)
      add(end, Kind::Save, region, place);
    for (auto [block, position] : region.departures)
      events.onEdges[block].push_back({position, region.barrier});
  }
  auto regionOf = [&](uint32_t place) -> ConvergenceRegion & {
    return list[place - first];
  };

  Flow flow(info.blocks().size());
  needless.clear();
  bool isRight = true;
  auto giveUp = [&](uint32_t site, unsigned &count) {
    if (flow.placeOfSite(site) < first)
      return;
    ConvergenceRegion &region = regionOf(flow.placeOfSite(site));
    if (region.start == kNoNode)
      return;
    region.start = kNoNode;
    ++count;
    isRight = false;
  };
  auto visit = [&](const ConvergenceEvent &event, const State &s) {
    // Sets of threads with different masks that are not all of the warp would
    // wait for each other: for one mask at the WARPSYNC, for another at the
    // BSYNC.
    if (event.kind == Kind::Arm && event.place < first &&
        event.barrier != ConvergenceEvent::kNoBarrier &&
        s.together != Together::Warp) {
      refused.insert(event.place);
      isRight = false;
      return;
    }
    bool isSync = event.kind == Kind::WarpSync;
    if (!isSync && event.kind != Kind::Wait && event.kind != Kind::Part &&
        !event.mayWait)
      return;
    // After many rounds, whether the threads are together is not asked.
    if (s.together == Together::Warp && round < 8) {
      if (isSync && !event.isExclusive &&
          !events.operation(event.place)->hasAttr(kCoopGroupAttr))
        needless.push_back(events.operation(event.place));
      return;
    }
    if (event.isSafe)
      return;
    for (const convergence::BarrierState &b : s.barriers)
      if (Flow::mayMissOthers(b))
        giveUp(b.site, numWithWaits);
    for (const auto &[slot, b] : s.saved)
      if (Flow::mayMissOthers(b))
        giveUp(b.site, numWithWaits);
  };
  std::vector<Finding> findings = events.check(flow, visit);
  for (const Finding &finding : findings) {
    if (finding.kind == Finding::CollectiveApart || finding.place < first)
      continue;
    isRight = false;
    ConvergenceRegion &region = regionOf(finding.place);
    if (region.start != kNoNode) {
      region.start = kNoNode;
      ++numInCircles;
    }
  }
  llvm::erase_if(list, [](const ConvergenceRegion &region) {
    return region.start == kNoNode;
  });
  return isRight;
}
