//===- ConvergenceRegions.h - Where threads meet ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region is what lies between a BSSY and the BSYNC of one barrier. Threads
// that part, at branches or by leaving loops, and that meet in one block
// (MeetingPoints.h) share a region. Its BSSY lies at the end of a block that
// dominates these branches and that is in the same loops as the BSYNC; the
// barrier is live in the blocks from which the BSYNC is reached without passing
// the BSSY again. Threads on an edge that leads out of these take themselves
// out of the barrier.
//
// Such regions never wait for each other in a circle. Say that V's threads wait
// within W if the BSYNC of V is in W. Then it is dominated by the BSSY of W,
// and a way leads from it to the BSYNC of W without that BSSY. A circle of
// regions gives a closed way through all their BSYNCs. In a loop with one entry
// every closed way through a BSYNC passes the BSSY of its region, which is
// between the header and the BSYNC. The highest BSSY of the circle would thus
// be on the part of the way that lies within another region, below that one's
// BSSY, which is a contradiction. (BSYNCs lie in no irreducible loop.) Where
// threads meet does not matter to this: it holds for any block that the BSSY
// dominates.
//
// Threads that part in a loop pass the BSYNC or leave the loop before its next
// round, as all ways to that lead through the meeting point. So nobody comes
// back to the branch while others still wait for him.
//
// Threads that leave by an early exit stay in the barrier until they end, and
// so does the barrier's number: what they dominate on their way has others.
// They do take themselves out where they may wait for other threads or call
// functions before that.
//
// No region has a wait for other threads inside, such as a WARPSYNC that some
// of its threads pass by: those would wait at the BSYNC for the ones that wait
// for them. The PTX ISA lets them end, by which a WARPSYNC is satisfied. (ptxas
// 13.0.88 has no BSSY there either, on sm_90.)
//
// Of the barriers, the first few are those that a function may use as it likes
// (CallABI.h); a region with calls inside has one of the others. A device
// function uses the first ones only, so that it has none to give back as it
// was; what would need another one waits in a register.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_TRANSFORMS_CONVERGENCEREGIONS_H
#define PTXMLIR_DIALECT_ORI_TRANSFORMS_CONVERGENCEREGIONS_H

#include "ptx-mlir/Dialect/Ori/Analysis/ConvergenceEvents.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MeetingPoints.h"

namespace ptxmlir::ori {

struct ConvergenceRegion {
  unsigned sync;            ///< block with the BSYNC at its start
  unsigned start = kNoNode; ///< block with the BSSY at its end
  bool isSaved = false;     ///< the barrier waits in a register
  bool spansCall = false;   ///< there are calls in it
  unsigned barrier = 0;
  /// Whose threads meet here: blocks with a divergent branch, and headers of
  /// loops.
  llvm::SmallVector<unsigned> branches;
  /// Blocks that the region is live into, resp. out of; sorted.
  llvm::SmallVector<unsigned, 0> liveIn, liveOut;
  /// Edges that leave the region: block, position of the successor.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 0> departures;
  /// Early exits behind which threads are still in the barrier: blocks that
  /// dominate all that follows.
  llvm::SmallVector<unsigned, 0> exits;
};

/// A WARPSYNC.EXCLUSIVE and the instruction that the threads of one mask
/// execute alone; the others wait at a BSYNC behind it (observed on
/// ptxas 13.0.88).
struct ExclusiveRegion {
  mlir::Operation *warpSync, *collective;
  unsigned block;
  unsigned
      firstEvent;  ///< its events are this one, and the last and two between
  uint8_t barrier; ///< kNoBarrier: none is free
};

/// Plans the regions of a function. The function stays as it is.
class ConvergenceRegions {
public:
  /// `yields`: blocks that get a YIELD.
  ConvergenceRegions(const DivergenceInfo &info, unsigned maxBarriers,
                     llvm::ArrayRef<unsigned> yields);

  llvm::ArrayRef<ConvergenceRegion> regions() const { return list; }
  llvm::ArrayRef<ExclusiveRegion> exclusives() const { return exclusiveList; }
  /// WARPSYNC.EXCLUSIVEs of one mask for all threads.
  llvm::ArrayRef<mlir::Operation *> notExclusive() const { return ofOneMask; }
  /// The WARPSYNCs whose threads are together anyway.
  llvm::ArrayRef<mlir::Operation *> needlessSyncs() const { return needless; }
  /// Regions that were given up: for want of barriers, because threads wait
  /// inside, because they wait in a circle.
  unsigned numWithoutBarrier = 0, numWithWaits = 0, numInCircles = 0;

private:
  void collectExclusives();
  void numberExclusives();
  void collect();
  void place(ConvergenceRegion &region);
  bool computeLiveness(ConvergenceRegion &region, uint64_t &budget);
  unsigned leaveLoops(unsigned block, unsigned sync) const;
  void build();
  bool spansCall(const ConvergenceRegion &region) const;
  unsigned number(llvm::ArrayRef<ConvergenceRegion *> order, unsigned limit);
  void numberBarriers();
  bool check(unsigned round);

  const DivergenceInfo &info;
  unsigned maxBarriers;
  ConvergenceEvents events;
  /// Closed parts in which threads wait for others, or call.
  std::vector<bool> isNoisy;
  std::vector<ConvergenceRegion> list;
  std::vector<ExclusiveRegion> exclusiveList;
  llvm::DenseSet<uint32_t> refused; ///< places of those that get no barrier
  llvm::SmallVector<mlir::Operation *> needless, ofOneMask;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_TRANSFORMS_CONVERGENCEREGIONS_H
