//===- ConvergenceFlow.cpp - Sets of convergence barriers -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The abstract machine that the header describes: states of blocks are joined
// to a fixed point, and each barrier instruction changes one. Levels above
// differ only in how they tell it their instructions.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace ptxmlir::convergence;
using Kind = BarrierState::Kind;

Together ptxmlir::convergence::meet(Together a, Together b) {
  if (a == b)
    return a;
  bool ofMasks = a >= Together::Mask && b >= Together::Mask;
  return ofMasks ? Together::Mask : Together::Apart;
}

//===----------------------------------------------------------------------===//
// Webs
//===----------------------------------------------------------------------===//

uint32_t Flow::find(uint32_t site) const {
  uint32_t root = site;
  while (webs[root].parent != root)
    root = webs[root].parent;
  while (webs[site].parent != root)
    site = std::exchange(webs[site].parent, root);
  return root;
}

uint32_t Flow::unite(uint32_t a, uint32_t b) {
  a = find(a), b = find(b);
  if (a == b)
    return a;
  // The first site stands for the web, whatever the order of visits.
  if (webs[b].place < webs[a].place)
    std::swap(a, b);
  Together level = meet(webs[a].level, webs[b].level);
  lower(a, level);
  lower(b, level);
  webs[b].parent = a;
  webs[a].syncBlocks.append(webs[b].syncBlocks);
  webs[b].syncBlocks.clear();
  return a;
}

/// Threads that are released at the web's BSYNC are at most `level` together.
void Flow::lower(uint32_t site, Together level) {
  Web &web = webs[find(site)];
  Together lowered = meet(web.level, level);
  if (web.level == Together::Warp)
    lowered = level;
  if (lowered == web.level)
    return;
  web.level = lowered;
  for (unsigned block : web.syncBlocks)
    push(block);
}

void Flow::leaveEarly(uint32_t site) {
  lower(site, Together::Apart);
  Web &web = webs[find(site)];
  if (std::exchange(web.isLeft, true))
    return;
  for (unsigned block : web.syncBlocks)
    push(block);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Flow::report(Finding::Kind kind, uint32_t place, uint8_t barrier,
                  uint32_t other) {
  if (isReporting)
    findings.push_back({kind, barrier, place, other});
}

void Flow::arm(State &s, unsigned barrier, uint32_t place, Condition when,
               bool isHarmless) {
  BarrierState &b = s.barriers[barrier];
  if (b.mayTakePart() && !isHarmless &&
      !(b.kind == Kind::BrokenIf && b.condition == when))
    report(Finding::ArmedTwice, place, barrier, webs[b.site].place);
  auto [it, isNew] = siteOfPlace.try_emplace(place, webs.size());
  if (isNew) {
    webs.emplace_back();
    webs.back().place = place;
    webs.back().parent = it->second;
  }
  lower(it->second, s.together);
  b.kind = when.isAlways() ? Kind::Armed : Kind::ArmedIf;
  b.site = it->second;
  b.isWhole = when.isAlways();
  b.mayBeSynced = !when.isAlways();
  b.hadVoted = s.haveVoted && when.isAlways();
  b.condition = when;
}

void Flow::sync(State &s, unsigned barrier, uint32_t place, unsigned block,
                Condition when) {
  BarrierState &b = s.barriers[barrier];
  if (b.kind == Kind::Outside)
    return;
  bool isArmed =
      b.kind == Kind::Armed || (b.kind == Kind::ArmedIf && b.condition == when);
  if (b.kind == Kind::Idle) {
    report(Finding::NotArmed, place, barrier);
    return;
  }
  if (!isArmed)
    report(Finding::SometimesArmed, place, barrier, webs[b.site].place);
  uint32_t web = find(b.site);
  auto isWithin = [&](const BarrierState &other) {
    if (isReporting && other.mayTakePart() && find(other.site) != web)
      nestings.push_back({web, find(other.site), place});
  };
  for (const BarrierState &other : s.barriers)
    isWithin(other);
  for (const auto &[slot, other] : s.saved)
    isWithin(other);
  llvm::erase_if(s.saved, [&](const auto &entry) {
    return entry.second.mayTakePart() && find(entry.second.site) == web;
  });

  if (!llvm::is_contained(webs[web].syncBlocks, block))
    webs[web].syncBlocks.push_back(block);
  Together level = webs[web].level;
  if (when.isAlways() && isArmed) {
    if (s.together == Together::Apart || level == Together::Warp) {
      s.together = level;
      s.partedAt = level == Together::Apart ? place : kNoSite;
    }
    s.haveVoted |= b.hadVoted && !webs[web].isLeft;
    b = BarrierState();
    return;
  }
  s.together = Together::Apart;
  s.partedAt = place;
  if (when.isAlways() || isArmed)
    b = BarrierState();
  else
    b.kind = Kind::Mixed;
}

void Flow::endRegion(const State &s, unsigned barrier, uint32_t armedAt,
                     uint32_t place) {
  const BarrierState &b = s.barriers[barrier];
  auto site = siteOfPlace.find(armedAt);
  if (b.kind == Kind::Armed && site != siteOfPlace.end() &&
      find(b.site) == find(site->second))
    report(Finding::NotSynced, place, barrier, armedAt);
}

void Flow::breakOut(State &s, unsigned barrier, Condition when,
                    uint32_t place) {
  BarrierState &b = s.barriers[barrier];
  if (b.kind == Kind::Idle && place != kNoSite)
    report(Finding::BreaksNothing, place, barrier);
  if (!b.mayTakePart())
    return;
  leaveEarly(b.site);
  if (when.isAlways() || (b.kind == Kind::ArmedIf && b.condition == when)) {
    b = BarrierState();
  } else if (b.kind == Kind::Armed) {
    b.kind = Kind::BrokenIf;
    b.condition = when;
  } else if (!(b.kind == Kind::BrokenIf && b.condition == when)) {
    b.kind = Kind::Mixed;
    b.condition = {};
  }
}

void Flow::yield(State &s) {
  // Its BSYNC may release the others before these threads are there.
  for (const BarrierState &b : s.barriers)
    if (b.mayTakePart())
      leaveEarly(b.site);
  for (const auto &[slot, b] : s.saved)
    if (b.mayTakePart())
      leaveEarly(b.site);
}

void Flow::waitForOthers(State &s, uint32_t place) {
  if (!isStrict || !isReporting || s.together == Together::Warp)
    return;
  for (unsigned i = 0; i != kNumBarriers; ++i)
    if (mayMissOthers(s.barriers[i]))
      report(Finding::CollectiveInside, place, i,
             webs[s.barriers[i].site].place);
  for (const auto &[slot, b] : s.saved)
    if (mayMissOthers(b))
      report(Finding::CollectiveInside, place, 0, webs[b.site].place);
}

void Flow::warpSync(State &s, bool all, uint32_t place, bool isSafe,
                    bool isExclusive) {
  if (isExclusive) {
    // Threads of one mask go on while those of another still wait: even a set
    // that has come here whole is not any more.
    Together before = s.together;
    part(s);
    s.together = before;
    if (!isSafe)
      waitForOthers(s, place);
    s.together = Together::Mask;
    return;
  }
  if (!isSafe)
    waitForOthers(s, place);
  if (all)
    s.together = Together::Warp;
  else if (s.together != Together::Warp)
    s.together = Together::Mask;
}

void Flow::collective(State &s, uint32_t place) {
  if (s.together == Together::Apart)
    report(Finding::CollectiveApart, place, 0, s.partedAt);
  else if (s.together == Together::Entry && isReporting)
    atEntry.push_back({s.entry, place});
}

//===----------------------------------------------------------------------===//
// Barriers in registers
//===----------------------------------------------------------------------===//

static auto findSlot(State &s, uint32_t slot) {
  return llvm::lower_bound(s.saved, slot, [](const auto &entry, uint32_t slot) {
    return entry.first < slot;
  });
}

static void setSlot(State &s, uint32_t slot, const BarrierState &value) {
  auto it = findSlot(s, slot);
  if (it != s.saved.end() && it->first == slot)
    it->second = value;
  else
    s.saved.insert(it, {slot, value});
}

void Flow::save(State &s, unsigned barrier, uint32_t slot, bool clear) {
  setSlot(s, slot, s.barriers[barrier]);
  if (clear)
    s.barriers[barrier] = BarrierState();
}

void Flow::restore(State &s, unsigned barrier, uint32_t slot) {
  auto it = findSlot(s, slot);
  BarrierState value;
  value.kind = Kind::Outside;
  if (it != s.saved.end() && it->first == slot) {
    // Copies in other slots go with the BSYNC.
    value = it->second;
    s.saved.erase(it);
  }
  s.barriers[barrier] = value;
}

void Flow::copySlot(State &s, uint32_t from, uint32_t to) {
  auto it = findSlot(s, from);
  if (it == s.saved.end() || it->first != from)
    return forgetSlot(s, to);
  BarrierState value = it->second;
  setSlot(s, to, value);
}

void Flow::forgetSlot(State &s, uint32_t slot) {
  auto it = findSlot(s, slot);
  if (it != s.saved.end() && it->first == slot)
    s.saved.erase(it);
}

//===----------------------------------------------------------------------===//
// Conditions, functions
//===----------------------------------------------------------------------===//

void Flow::forgetPredicate(State &s, uint32_t predicate) {
  for (BarrierState &b : s.barriers)
    if ((b.kind == Kind::ArmedIf || b.kind == Kind::BrokenIf) &&
        b.condition.reads(predicate)) {
      b.kind = Kind::Mixed;
      b.condition = {};
    }
}

void Flow::assume(State &s, Condition condition, bool holds) {
  llvm::SmallVector<uint32_t, 2> known;
  if (holds) {
    known = {condition.first, condition.second};
    llvm::erase(known, Condition::kAlways);
  } else if (condition.isSingle() && !condition.isAlways()) {
    known = {condition.first ^ 1};
  }
  for (BarrierState &b : s.barriers) {
    if (b.kind != Kind::ArmedIf && b.kind != Kind::BrokenIf)
      continue;
    bool isTrue = true, isFalse = !holds && b.condition == condition;
    for (uint32_t literal : {b.condition.first, b.condition.second}) {
      if (literal == Condition::kAlways)
        continue;
      isTrue &= llvm::is_contained(known, literal);
      isFalse |= llvm::is_contained(known, literal ^ 1);
    }
    if (!isTrue && !isFalse)
      continue;
    if (isTrue == (b.kind == Kind::ArmedIf)) {
      b.kind = Kind::Armed;
      b.condition = {};
    } else {
      b = BarrierState();
    }
  }
}

State Flow::enter(const State &s, uint32_t function) {
  auto [it, isNew] = entryLevels.try_emplace(function, Together::Warp);
  Together level = s.together;
  if (level == Together::Entry) {
    // As together as those that have entered the function; see below.
    std::pair<uint32_t, uint32_t> inner(s.entry, function);
    if (!llvm::is_contained(innerCalls, inner))
      innerCalls.push_back(inner);
    level = Together::Warp;
  }
  it->second = it->second == Together::Warp ? level : meet(it->second, level);
  State inner;
  inner.isReached = true;
  inner.together = Together::Entry;
  inner.entry = function;
  inner.isEntryWhole = true;
  for (BarrierState &b : inner.barriers)
    b.kind = Kind::Outside;
  return inner;
}

State Flow::leave(const State &from, const State &end) const {
  State s = from;
  // A WARPSYNC of a mask does not part a warp that has come whole.
  bool isWhole = from.together == Together::Warp && end.isEntryWhole;
  if (end.together != Together::Entry && !isWhole)
    s.together = end.together;
  return s;
}

void Flow::returns(State &s, uint32_t place) {
  for (unsigned i = 0; i != kNumBarriers; ++i)
    if (s.barriers[i].mayTakePart())
      report(Finding::ReturnsArmed, place, i, webs[s.barriers[i].site].place);
}

//===----------------------------------------------------------------------===//
// Iteration
//===----------------------------------------------------------------------===//

void Flow::setOrder(llvm::ArrayRef<unsigned> order) {
  priority.assign(states.size(), 0);
  for (auto [i, block] : llvm::enumerate(order))
    priority[block] = i;
}

void Flow::push(unsigned block) {
  if (isReporting || isQueued[block])
    return;
  isQueued[block] = true;
  heap.push_back(block);
  std::push_heap(heap.begin(), heap.end(), [&](unsigned a, unsigned b) {
    return priority[a] > priority[b];
  });
}

bool Flow::next(unsigned &block) {
  if (heap.empty())
    return false;
  std::pop_heap(heap.begin(), heap.end(), [&](unsigned a, unsigned b) {
    return priority[a] > priority[b];
  });
  block = heap.back();
  heap.pop_back();
  isQueued[block] = false;
  return true;
}

bool Flow::mergeBarrier(BarrierState &into, const BarrierState &from) {
  BarrierState old = into;
  into.hadVoted &= from.hadVoted;
  into.isWhole &= from.isWhole;
  // Who takes no part waits for nobody.
  into.mayBeSynced = (into.mayTakePart() && into.mayBeSynced) ||
                     (from.mayTakePart() && from.mayBeSynced);
  if (from.site != kNoSite)
    into.site = into.site == kNoSite ? from.site : unite(into.site, from.site);
  if (into.kind != from.kind || !(into.condition == from.condition)) {
    // What the caller does with a barrier is the caller's.
    bool isFree = !into.mayTakePart() && !from.mayTakePart();
    into.kind = isFree ? Kind::Outside : Kind::Mixed;
    into.condition = {};
  }
  return old.kind != into.kind || !(old.condition == into.condition) ||
         old.isWhole != into.isWhole || old.mayBeSynced != into.mayBeSynced ||
         old.hadVoted != into.hadVoted ||
         (old.site == kNoSite) != (into.site == kNoSite);
}

void Flow::flowTo(unsigned block, const State &s) {
  State &into = states[block];
  if (!into.isReached) {
    into = s;
    into.isReached = true;
    push(block);
    return;
  }
  bool isNews = false;
  Together together = meet(into.together, s.together);
  if (into.entry != s.entry && together == Together::Entry)
    together = Together::Apart;
  isNews |= together != into.together || (into.haveVoted && !s.haveVoted);
  if (together != into.together)
    into.partedAt = s.partedAt;
  into.together = together;
  into.haveVoted &= s.haveVoted;
  isNews |= into.isEntryWhole && !s.isEntryWhole;
  into.isEntryWhole &= s.isEntryWhole;
  if (into.vote != s.vote || into.allHere != s.allHere) {
    isNews |= into.vote != kNoRegister;
    into.vote = kNoRegister;
    into.allHere = Condition::kAlways;
  }
  for (unsigned i = 0; i != kNumBarriers; ++i)
    isNews |= mergeBarrier(into.barriers[i], s.barriers[i]);
  // What is not in both was free on the other path.
  for (auto &[slot, value] : into.saved)
    if (auto it = llvm::lower_bound(
            s.saved, slot,
            [](const auto &e, uint32_t slot) { return e.first < slot; });
        it == s.saved.end() || it->first != slot)
      isNews |= mergeBarrier(value, BarrierState());
  for (const auto &[slot, value] : s.saved) {
    auto it = findSlot(into, slot);
    if (it != into.saved.end() && it->first == slot) {
      isNews |= mergeBarrier(it->second, value);
      continue;
    }
    BarrierState merged;
    mergeBarrier(merged, value);
    into.saved.insert(it, {slot, merged});
    isNews = true;
  }
  if (isNews)
    push(block);
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

namespace {
/// Strongly connected components (Tarjan), without recursion.
class Components {
public:
  Components(std::vector<llvm::SmallVector<uint32_t, 2>> &succs)
      : component(succs.size(), kNoSite), succs(succs), number(succs.size(), 0),
        low(succs.size(), 0) {
    for (uint32_t n = 0; n != succs.size(); ++n)
      if (!number[n])
        walk(n);
  }
  std::vector<uint32_t> component;

private:
  void walk(uint32_t root) {
    std::vector<std::pair<uint32_t, unsigned>> path = {{root, 0}};
    enter(root);
    while (!path.empty()) {
      auto &[n, next] = path.back();
      if (next != succs[n].size()) {
        uint32_t to = succs[n][next++];
        if (!number[to]) {
          enter(to);
          path.push_back({to, 0});
        } else if (component[to] == kNoSite) {
          low[n] = std::min(low[n], number[to]);
        }
        continue;
      }
      uint32_t done = n;
      path.pop_back();
      if (!path.empty())
        low[path.back().first] = std::min(low[path.back().first], low[done]);
      if (low[done] != number[done])
        continue;
      for (uint32_t member = kNoSite; member != done;) {
        member = open.back();
        open.pop_back();
        component[member] = done;
      }
    }
  }
  void enter(uint32_t n) {
    number[n] = low[n] = ++count;
    open.push_back(n);
  }
  std::vector<llvm::SmallVector<uint32_t, 2>> &succs;
  std::vector<uint32_t> number, low, open;
  uint32_t count = 0;
};
} // namespace

/// Functions are entered as those are that call them.
void Flow::spreadEntryLevels() {
  for (bool isNews = true; std::exchange(isNews, false);)
    for (auto [outer, inner] : innerCalls) {
      auto from = entryLevels.find(outer);
      // Nobody knows who enters a function that is called through a register.
      Together level =
          from == entryLevels.end() ? Together::Apart : from->second;
      Together &to = entryLevels[inner];
      Together lowered = to == Together::Warp ? level : meet(to, level);
      isNews |= lowered != to;
      to = lowered;
    }
}

std::vector<Finding> Flow::takeFindings() {
  spreadEntryLevels();
  std::vector<llvm::SmallVector<uint32_t, 2>> within(webs.size());
  for (const Nesting &n : nestings) {
    auto &outer = within[find(n.inner)];
    if (!llvm::is_contained(outer, find(n.outer)))
      outer.push_back(find(n.outer));
  }
  Components components(within);
  for (const Nesting &n : nestings) {
    uint32_t inner = find(n.inner), outer = find(n.outer);
    if (components.component[inner] != components.component[outer])
      continue;
    findings.push_back({Finding::WaitCycle, 0, n.place, webs[outer].place});
    cyclic.push_back(inner);
    cyclic.push_back(outer);
  }
  llvm::sort(cyclic);
  cyclic.erase(llvm::unique(cyclic), cyclic.end());
  for (auto [function, place] : atEntry)
    if (entryLevels.lookup(function) < Together::Mask)
      findings.push_back({Finding::CollectiveApart, 0, place, kNoSite});
  auto key = [](const Finding &f) {
    return std::make_tuple(f.place, f.kind, f.barrier, f.other);
  };
  llvm::sort(findings, [&](const Finding &a, const Finding &b) {
    return key(a) < key(b);
  });
  findings.erase(llvm::unique(findings,
                              [&](const Finding &a, const Finding &b) {
                                return key(a) == key(b);
                              }),
                 findings.end());
  return std::move(findings);
}
