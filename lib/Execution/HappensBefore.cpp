//===- HappensBefore.cpp - What a thread has seen of the others -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  view.assign(rows, makeClocks(std::vector<Clock>(rows, 0)));
  lanesSeen.resize(rows);
  for (unsigned t = 0; t < rows; ++t) {
    lanesSeen[t].fill(0);
    lanesSeen[t][t % kLanes] = 1;
  }
  fenced.resize(rows);
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
  unsigned first = warp * kLanes;
  std::array<Clock, kLanes> seen = {};
  ClocksRef common;
  bool shared = true;
  forLanes(lanes, [&](unsigned l) {
    for (unsigned k = 0; k < kLanes; ++k)
      seen[k] = std::max(seen[k], lanesSeen[first + l][k]);
    if (!common)
      common = view[first + l];
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
    forLanes(lanes, [&](unsigned l) { view[first + l] = common; });
  }
  Clock next = ++warpClock[warp];
  forLanes(lanes, [&](unsigned l) {
    lanesSeen[first + l] = seen;
    lanesSeen[first + l][l] = own[first + l] = next;
  });
}

void HappensBefore::putOwnWarp(unsigned thread,
                               std::vector<Clock> &into) const {
  Clock *at = into.data() + thread / kLanes * kLanes;
  for (unsigned k = 0; k < kLanes; ++k)
    at[k] = std::max(at[k], lanesSeen[thread][k]);
}

void HappensBefore::release(SyncObject &object, unsigned warp, LaneMask lanes) {
  releaseEnded(object, warp, lanes);
  Clock next = ++warpClock[warp];
  forLanes(lanes, [&](unsigned l) {
    unsigned t = warp * kLanes + l;
    lanesSeen[t][l] = own[t] = next;
  });
  object.pendingWhole.resize(warpClock.size());
  object.pendingWhole[warp] = lanes == ~0u ? next : 0;
}

void HappensBefore::releaseEnded(SyncObject &object, unsigned warp,
                                 LaneMask lanes) {
  if (!object.pending)
    object.pending = makeClocks(std::vector<Clock>(own.size(), 0));
  // Nobody has seen more of a thread than it has done.
  forLanes(lanes, [&](unsigned l) {
    unsigned t = warp * kLanes + l;
    if (view[t] != object.lastIn)
      join(object.pending->at, (object.lastIn = view[t])->at);
    object.pending->at[t] = own[t];
    if (lanes != ~0u)
      putOwnWarp(t, object.pending->at);
  });
}

void HappensBefore::complete(SyncObject &object) {
  object.done = std::move(object.pending);
  object.doneWhole = std::move(object.pendingWhole);
  object.pendingWhole.clear();
  object.pending = object.lastIn = object.oldView = object.newView = nullptr;
}

void HappensBefore::acquire(SyncObject &object, unsigned warp, LaneMask lanes) {
  if (!object.done)
    return;
  bool whole = lanes == ~0u && warp < object.doneWhole.size() &&
               object.doneWhole[warp] == warpClock[warp];
  forLanes(lanes, [&](unsigned l) {
    unsigned t = warp * kLanes + l;
    if (view[t] != object.oldView || !object.newView) {
      object.oldView = view[t];
      std::vector<Clock> joined = object.done->at;
      object.newView = join(joined, view[t]->at) ? makeClocks(std::move(joined))
                                                 : object.done;
    }
    view[t] = object.newView;
    const Clock *at = object.newView->at.data() + warp * kLanes;
    if (whole) {
      std::copy_n(at, kLanes, lanesSeen[t].data());
      lanesSeen[t][l] = own[t];
      return;
    }
    for (unsigned k = 0; k < kLanes; ++k)
      lanesSeen[t][k] = std::max(lanesSeen[t][k], at[k]);
  });
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

void HappensBefore::fence(unsigned thread) {
  std::vector<Clock> at = view[thread]->at;
  putOwnWarp(thread, at);
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
  std::vector<Clock> joined = view[thread]->at;
  join(joined, clocks->at);
  const Clock *at = joined.data() + thread / kLanes * kLanes;
  for (unsigned k = 0; k < kLanes; ++k)
    lanesSeen[thread][k] = std::max(lanesSeen[thread][k], at[k]);
  view[thread] = makeClocks(std::move(joined));
}
