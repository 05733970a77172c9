//===- HappensBeforeTest.cpp - Who has seen what --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HappensBefore keeps what threads have seen in two parts; here against vector
// clocks as the textbook has them, on random sequences of events.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/HappensBefore.h"
#include "gtest/gtest.h"
#include <map>
#include <optional>
#include <random>

using namespace ptxmlir::exec;

namespace {
/// The last warp has but half of its lanes.
constexpr unsigned kThreads = 80;
using Vector = std::array<unsigned, kThreads>;

/// One vector for each thread, one for each object; an event of a thread has
/// the number of its last release.
struct Reference {
  std::array<Vector, kThreads> view{};
  std::array<unsigned, kThreads> own;
  std::vector<std::pair<Vector, Vector>> objects; ///< pending, done
  std::array<std::optional<Vector>, kThreads> fenced;
  std::map<unsigned, std::map<unsigned, Vector>> released; ///< by key, thread

  Reference() : objects(2) {
    for (unsigned t = 0; t < kThreads; ++t)
      view[t][t] = own[t] = 1;
  }
  static void join(Vector &into, const Vector &from) {
    for (unsigned k = 0; k < kThreads; ++k)
      into[k] = std::max(into[k], from[k]);
  }
  void next(unsigned t) { view[t][t] = ++own[t]; }
  void meet(unsigned warp, LaneMask lanes) {
    Vector all{};
    forLanes(lanes, [&](unsigned l) { join(all, view[warp * 32 + l]); });
    forLanes(lanes, [&](unsigned l) {
      view[warp * 32 + l] = all;
      next(warp * 32 + l);
    });
  }
  void release(unsigned object, unsigned warp, LaneMask lanes) {
    forLanes(lanes, [&](unsigned l) {
      join(objects[object].first, view[warp * 32 + l]);
    });
    forLanes(lanes, [&](unsigned l) { next(warp * 32 + l); });
  }
  void releaseEnded(unsigned object, unsigned warp, LaneMask lanes) {
    forLanes(lanes, [&](unsigned l) {
      join(objects[object].first, view[warp * 32 + l]);
    });
  }
  void fence(unsigned t) {
    fenced[t] = view[t];
    next(t);
  }
  void strongWrite(unsigned t, unsigned key) {
    if (fenced[t])
      released[key][t] = *fenced[t];
  }
  void strongRead(unsigned t, unsigned key) {
    for (const auto &[writer, seen] : released[key])
      join(view[t], seen);
  }
  void complete(unsigned object) {
    objects[object].second = objects[object].first;
    objects[object].first = {};
  }
  void acquire(unsigned object, unsigned warp, LaneMask lanes) {
    forLanes(lanes, [&](unsigned l) {
      join(view[warp * 32 + l], objects[object].second);
    });
  }
};
} // namespace

TEST(HappensBefore, AgreesWithVectorClocks) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 120; ++round) {
    HappensBefore order(kThreads);
    Reference reference;
    SyncObject objects[2];
    // An access of thread u: its clock in both.
    struct Event {
      unsigned thread;
      Clock clock;
      unsigned number;
    };
    std::vector<Event> events;
    unsigned orderedPairs = 0, pairs = 0;
    // In some rounds threads hand over by fences, too, or some end; in the
    // others warps stay together for long.
    bool hasFences = round % 3 == 1, someEnd = round % 3 == 2;
    LaneMask live[3] = {~0u, ~0u, 0xffff};
    auto pickThread = [&] {
      for (;;) {
        unsigned t = random() % kThreads;
        if (live[t / 32] >> t % 32 & 1)
          return t;
      }
    };
    for (unsigned step = 0; step < 200; ++step) {
      unsigned warp = random() % 3, object = random() % 2;
      LaneMask lanes = live[warp];
      if (random() % (round % 2 ? 3 : 20) == 0)
        lanes &= random();
      switch (random() % 9) {
      case 0:
        order.meet(warp, lanes);
        reference.meet(warp, lanes);
        break;
      case 1:
        order.release(objects[object], warp, lanes);
        reference.release(object, warp, lanes);
        break;
      case 2:
        order.complete(objects[object]);
        reference.complete(object);
        break;
      case 3:
        order.acquire(objects[object], warp, lanes);
        reference.acquire(object, warp, lanes);
        break;
      case 4:
      case 5: {
        if (!hasFences)
          break;
        unsigned t = pickThread(), key = random() % 3;
        unsigned what = random() % 3;
        if (what == 0) {
          order.fence(t);
          reference.fence(t);
        } else if (what == 1) {
          order.strongWrite(t, key);
          reference.strongWrite(t, key);
        } else {
          order.strongRead(t, key);
          reference.strongRead(t, key);
        }
        break;
      }
      case 6:
        if (!someEnd || random() % 8)
          break;
        lanes = live[warp] & random() & random() & random();
        order.releaseEnded(objects[object], warp, lanes);
        reference.releaseEnded(object, warp, lanes);
        live[warp] &= ~lanes;
        break;
      default: {
        unsigned u = pickThread();
        events.push_back({u, order.now(u), reference.own[u]});
      }
      }
      for (unsigned k = 0; k < 8 && !events.empty(); ++k) {
        const Event &e = events[random() % events.size()];
        unsigned t = pickThread();
        bool seen = reference.view[t][e.thread] >= e.number;
        ASSERT_EQ(order.sees(t, e.thread, e.clock), seen)
            << "round " << round << " step " << step;
        ASSERT_EQ(order.unseen(t, e.thread / 32, e.clock) >> e.thread % 32 & 1,
                  LaneMask(!seen));
        ++pairs;
        orderedPairs += seen;
      }
    }
    // The sequences are worth something: both answers occur.
    EXPECT_GT(orderedPairs, pairs / 20);
    EXPECT_LT(orderedPairs, pairs);
  }
}

TEST(HappensBefore, FencesReleaseThroughStrongAccesses) {
  HappensBefore order(64);
  Clock before = order.now(0);
  // Without a fence a strong write hands over nothing.
  order.strongWrite(0, 100);
  order.strongRead(40, 100);
  EXPECT_FALSE(order.sees(40, 0, before));
  order.fence(0);
  Clock after = order.now(0);
  order.strongWrite(0, 100);
  order.strongRead(41, 104);
  EXPECT_FALSE(order.sees(41, 0, before));
  order.strongRead(40, 100);
  EXPECT_TRUE(order.sees(40, 0, before));
  EXPECT_FALSE(order.sees(40, 0, after));
  // What the reader hands on has it too.
  order.fence(40);
  order.strongWrite(40, 108);
  order.strongRead(3, 108);
  EXPECT_TRUE(order.sees(3, 0, before));
}

TEST(HappensBefore, ABarrierOrdersEndedThreads) {
  HappensBefore order(64);
  SyncObject barrier;
  Clock ended = order.now(5);
  order.release(barrier, 1, ~0u);
  order.releaseEnded(barrier, 0, 1u << 5);
  order.complete(barrier);
  order.acquire(barrier, 1, ~0u);
  EXPECT_TRUE(order.sees(63, 5, ended));
  EXPECT_FALSE(order.sees(63, 6, order.now(6)));
}
