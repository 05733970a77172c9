//===- HappensBefore.h - What a thread has seen of the others ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks of the threads of a CTA. A thread's own clock goes up whenever
// it releases what it has done (arrives at a barrier, meets other lanes, puts a
// fence); an access made at clock c of thread u comes before what thread t does
// now if t has seen clock c of u.
//
// Barriers make all their threads see the same, so that what a thread has seen
// is kept as a vector that threads share (`Clocks`) and, exact, what it has
// seen of the 32 lanes of its own warp. A barrier of all n threads then costs
// O(n), not O(n^2). Lanes that have always met and waited together have seen
// the same, but that each knows all of itself: they have one vector and one row
// of lanes (`Alike`), so that such a warp costs what a thread does.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_HAPPENSBEFORE_H
#define PTX_MLIR_EXECUTION_HAPPENSBEFORE_H

#include "ptx-mlir/Execution/Warp.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

namespace ptxmlir::exec {

using Clock = uint32_t;

/// A clock for each thread; never changed once threads share it.
struct Clocks : llvm::RefCountedBase<Clocks> {
  std::vector<Clock> at;
};
using ClocksRef = llvm::IntrusiveRefCntPtr<Clocks>;

/// What threads hand over to each other: of a barrier, an mbarrier.
struct SyncObject {
  /// What the arrivals of the current phase have seen and done.
  ClocksRef pending;
  /// The same of the last complete phase.
  ClocksRef done;
  /// By warp, its newest clock when all of its lanes have released together; 0
  /// if they have not. While that is still its newest one, its lanes have seen
  /// nothing of each other that `done` does not have.
  std::vector<Clock> pendingWhole, doneWhole;
  /// The last vector that went into `pending`: threads mostly share theirs.
  ClocksRef lastIn;
  /// The last acquisition: of `done` on top of `oldView`.
  ClocksRef oldView, newView;
};

class HappensBefore {
public:
  explicit HappensBefore(unsigned threads);

  /// The clock of what the thread does now.
  Clock now(unsigned thread) const { return own[thread]; }
  /// Whether thread `t` has seen clock `c` of thread `u`.
  bool sees(unsigned t, unsigned u, Clock c) const {
    if (t == u)
      return own[t] >= c;
    const Alike &warp = alike[t / kLanes];
    if (t / kLanes == u / kLanes)
      return (warp ? warp.seen : lanesSeen[t])[u % kLanes] >= c;
    return viewOf(t)->at[u] >= c;
  }
  /// The lanes of a warp whose clock `c` thread `t` has not seen.
  LaneMask unseen(unsigned t, unsigned warp, Clock c) const {
    bool isOwn = t / kLanes == warp;
    const Clock *at = !isOwn        ? viewOf(t)->at.data() + warp * kLanes
                      : alike[warp] ? alike[warp].seen.data()
                                    : lanesSeen[t].data();
    LaneMask mask = 0;
    for (unsigned l = 0; l < kLanes; ++l)
      mask |= LaneMask(at[l] < c) << l;
    LaneMask self = isOwn ? 1u << t % kLanes : 0;
    return own[t] >= c ? mask & ~self : mask | self;
  }

  /// Lanes of a warp meet: each sees what the others have done.
  void meet(unsigned warp, LaneMask lanes);
  /// Lanes hand over what they have seen and done.
  void release(SyncObject &object, unsigned warp, LaneMask lanes);
  /// Threads that have ended count as arrived.
  void releaseEnded(SyncObject &object, unsigned warp, LaneMask lanes);
  /// All have arrived.
  void complete(SyncObject &object);
  /// Lanes see what was handed over in the last complete phase.
  void acquire(SyncObject &object, unsigned warp, LaneMask lanes);

  /// A fence: what the thread has done until now is released by its later
  /// strong writes.
  void fence(unsigned thread);
  bool hasFenced(unsigned thread) const {
    return fenced[thread].clocks != nullptr;
  }
  /// Whether strong reads can bring anything.
  bool hasReleased() const { return !released.empty(); }
  /// A strong write or an atomic to `key`, a strong read or an atomic of it.
  void strongWrite(unsigned thread, uint64_t key);
  void strongRead(unsigned thread, uint64_t key);

private:
  /// The view of a thread at a fence.
  struct Fence {
    unsigned thread = 0;
    Clock clock = 0;
    ClocksRef clocks;
  };
  /// What the lanes of a warp have seen, if all that live have seen the same.
  struct Alike {
    ClocksRef view; ///< null: each lane has its own
    std::array<Clock, kLanes> seen = {};

    explicit operator bool() const { return view != nullptr; }
  };
  static bool join(std::vector<Clock> &into, const std::vector<Clock> &from);
  const ClocksRef &viewOf(unsigned thread) const {
    const Alike &warp = alike[thread / kLanes];
    return warp ? warp.view : view[thread];
  }
  /// From now on each lane has its own.
  void part(unsigned warp);
  void joinView(unsigned thread, const ClocksRef &clocks);
  void handOver(SyncObject &object, unsigned warp, LaneMask lanes);
  /// What it has seen, its own warp too.
  void putAll(unsigned thread, std::vector<Clock> &into) const;
  /// `old` with what an object hands over on top.
  static const ClocksRef &joinDone(SyncObject &object, const ClocksRef &old);

  std::vector<Clock> own, warpClock;
  std::vector<LaneMask> live; ///< lanes that exist and have not ended
  std::vector<Alike> alike;
  /// Of lanes that are not alike; `lanesSeen[t][t % kLanes]` is own[t].
  std::vector<ClocksRef> view;
  std::vector<std::array<Clock, kLanes>> lanesSeen;
  std::vector<Fence> fenced;
  llvm::DenseMap<uint64_t, std::vector<Fence>> released;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_HAPPENSBEFORE_H
