//===- HappensBefore.cpp - What a thread has seen of the others -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks of the threads of a block. Threads of a warp that run together
// share one, which keeps thousands of threads affordable.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/HappensBefore.h"
#include <algorithm>

using namespace ptxmlir::exec;

static ClocksRef makeClocks(std::vector<Clock> at) {
  ClocksRef clocks(new Clocks);
  clocks->at = std::move(at);
  return clocks;
}

HappensBefore::HappensBefore(unsigned threads) {
  unsigned warps = (threads + kLanes - 1) / kLanes, rows = warps * kLanes;
  own.assign(rows, 1);
  warpClock.assign(warps, 1);
  live.assign(warps, ~0u);
  if (threads % kLanes)
    live.back() = (1u << threads % kLanes) - 1;
  alike.resize(warps);
  ClocksRef nothing = makeClocks(std::vector<Clock>(rows, 0));
  for (Alike &warp : alike)
    warp.view = nothing;
  view.resize(rows);
  lanesSeen.resize(rows);
  fenced.resize(rows);
}

void HappensBefore::part(unsigned warp) {
  if (!alike[warp])
    return;
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned t = warp * kLanes + l;
    view[t] = alike[warp].view;
    lanesSeen[t] = alike[warp].seen;
    lanesSeen[t][l] = own[t];
  }
  alike[warp].view = nullptr;
}

/// True if `into` has grown.
bool HappensBefore::join(std::vector<Clock> &into,
                         const std::vector<Clock> &from) {
  Clock grown = 0;
  for (size_t k = 0, n = into.size(); k < n; ++k) {
    Clock larger = std::max(into[k], from[k]);
    grown |= larger ^ into[k];
    into[k] = larger;
  }
  return grown;
}

void HappensBefore::meet(unsigned warp, LaneMask lanes) {
  if (!lanes)
    return;
  unsigned first = warp * kLanes;
  bool all = (live[warp] & ~lanes) == 0;
  if (!all)
    part(warp);
  Alike &same = alike[warp];
  std::array<Clock, kLanes> seen = same.seen;
  ClocksRef common = same.view;
  if (same) {
    forLanes(lanes, [&](unsigned l) { seen[l] = own[first + l]; });
  } else {
    seen.fill(0);
    common = view[first + unsigned(__builtin_ctz(lanes))];
    bool shared = true;
    forLanes(lanes, [&](unsigned l) {
      for (unsigned k = 0; k < kLanes; ++k)
        seen[k] = std::max(seen[k], lanesSeen[first + l][k]);
      shared &= common == view[first + l];
    });
    if (!shared) {
      std::vector<Clock> joined = common->at;
      ClocksRef last = common;
      forLanes(lanes, [&](unsigned l) {
        if (view[first + l] != last)
          join(joined, (last = view[first + l])->at);
      });
      common = makeClocks(std::move(joined));
    }
  }
  Clock next = ++warpClock[warp];
  forLanes(lanes, [&](unsigned l) { own[first + l] = next; });
  if (all) {
    same = {std::move(common), seen};
    return;
  }
  forLanes(lanes, [&](unsigned l) {
    view[first + l] = common;
    lanesSeen[first + l] = seen;
    lanesSeen[first + l][l] = next;
  });
}

void HappensBefore::putAll(unsigned thread, std::vector<Clock> &into) const {
  unsigned warp = thread / kLanes;
  join(into, viewOf(thread)->at);
  const auto &seen = alike[warp] ? alike[warp].seen : lanesSeen[thread];
  Clock *at = into.data() + warp * kLanes;
  for (unsigned k = 0; k < kLanes; ++k)
    at[k] = std::max(at[k], seen[k]);
  // Nobody has seen more of a thread than it has done.
  into[thread] = own[thread];
}

void HappensBefore::release(SyncObject &object, unsigned warp, LaneMask lanes) {
  handOver(object, warp, lanes);
  Clock next = ++warpClock[warp];
  forLanes(lanes, [&](unsigned l) {
    unsigned t = warp * kLanes + l;
    own[t] = lanesSeen[t][l] = next;
  });
  object.pendingWhole.resize(warpClock.size());
  object.pendingWhole[warp] = live[warp] & ~lanes ? 0 : next;
}

void HappensBefore::releaseEnded(SyncObject &object, unsigned warp,
                                 LaneMask lanes) {
  handOver(object, warp, lanes);
  live[warp] &= ~lanes;
}

void HappensBefore::handOver(SyncObject &object, unsigned warp,
                             LaneMask lanes) {
  if (!object.pending)
    object.pending = makeClocks(std::vector<Clock>(own.size(), 0));
  std::vector<Clock> &into = object.pending->at;
  auto put = [&](const ClocksRef &seen,
                 const std::array<Clock, kLanes> &lanesSeen) {
    if (seen != object.lastIn)
      join(into, (object.lastIn = seen)->at);
    Clock *at = into.data() + warp * kLanes;
    for (unsigned k = 0; k < kLanes; ++k)
      at[k] = std::max(at[k], lanesSeen[k]);
  };
  if (alike[warp])
    put(alike[warp].view, alike[warp].seen);
  forLanes(lanes, [&](unsigned l) {
    unsigned t = warp * kLanes + l;
    if (!alike[warp])
      put(view[t], lanesSeen[t]);
    into[t] = own[t];
  });
}

void HappensBefore::complete(SyncObject &object) {
  object.done = std::move(object.pending);
  object.doneWhole = std::move(object.pendingWhole);
  object.pendingWhole.clear();
  object.pending = object.lastIn = object.oldView = object.newView = nullptr;
}

const ClocksRef &HappensBefore::joinDone(SyncObject &object,
                                         const ClocksRef &old) {
  if (old != object.oldView || !object.newView) {
    object.oldView = old;
    std::vector<Clock> joined = object.done->at;
    object.newView =
        join(joined, old->at) ? makeClocks(std::move(joined)) : object.done;
  }
  return object.newView;
}

void HappensBefore::acquire(SyncObject &object, unsigned warp, LaneMask lanes) {
  if (!object.done)
    return;
  Alike &same = alike[warp];
  bool all = (live[warp] & ~lanes) == 0;
  if (!all)
    part(warp);
  auto see = [&](std::array<Clock, kLanes> &seen, const ClocksRef &clocks) {
    const Clock *at = clocks->at.data() + warp * kLanes;
    for (unsigned k = 0; k < kLanes; ++k)
      seen[k] = std::max(seen[k], at[k]);
  };
  if (same) {
    same.view = joinDone(object, same.view);
    see(same.seen, same.view);
    return;
  }
  ClocksRef common;
  bool shared = true;
  forLanes(lanes, [&](unsigned l) {
    unsigned t = warp * kLanes + l;
    view[t] = joinDone(object, view[t]);
    see(lanesSeen[t], view[t]);
    shared &= !common || common == view[t];
    common = view[t];
  });
  // What the lanes knew of each other when they handed it over is in what they
  // have got, and they have learned nothing since.
  bool whole = all && warp < object.doneWhole.size() &&
               object.doneWhole[warp] == warpClock[warp];
  if (!shared || !whole)
    return;
  std::copy_n(common->at.data() + warp * kLanes, kLanes, same.seen.data());
  same.view = std::move(common);
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

void HappensBefore::fence(unsigned thread) {
  std::vector<Clock> at(own.size(), 0);
  putAll(thread, at);
  fenced[thread] = {thread, own[thread], makeClocks(std::move(at))};
  lanesSeen[thread][thread % kLanes] = own[thread] =
      ++warpClock[thread / kLanes];
}

void HappensBefore::strongWrite(unsigned thread, uint64_t key) {
  if (!hasFenced(thread))
    return;
  std::vector<Fence> &list = released[key];
  for (Fence &f : list)
    if (f.thread == thread) {
      f = fenced[thread];
      return;
    }
  list.push_back(fenced[thread]);
}

void HappensBefore::strongRead(unsigned thread, uint64_t key) {
  if (released.empty())
    return;
  auto it = released.find(key);
  if (it == released.end())
    return;
  for (const Fence &f : it->second)
    if (!sees(thread, f.thread, f.clock))
      joinView(thread, f.clocks);
}

void HappensBefore::joinView(unsigned thread, const ClocksRef &clocks) {
  part(thread / kLanes);
  std::vector<Clock> joined = view[thread]->at;
  join(joined, clocks->at);
  const Clock *at = joined.data() + thread / kLanes * kLanes;
  for (unsigned k = 0; k < kLanes; ++k)
    lanesSeen[thread][k] = std::max(lanesSeen[thread][k], at[k]);
  view[thread] = makeClocks(std::move(joined));
}
