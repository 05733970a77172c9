//===- ListScheduler.h - Orders a run of operations ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// List scheduling of a run of operations without a fence, longest path first.
// Where a register file would be used beyond its limit, the operation comes
// next that sets most of its registers free. Where that happens, another order
// is tried, too: that of the source, with loads as early as there is room. An
// order that needs more registers than the limit and than the one before is
// thrown away.
//
// n log n: an operation enters a queue when its operands are there, and again
// when it becomes the last one that reads a value.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LISTSCHEDULER_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LISTSCHEDULER_H

#include "ptx-mlir/Dialect/Ori/Analysis/RegionGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegisterPressure.h"
#include <queue>

namespace ptxmlir::ori {

/// Operations of a block that follow each other without a fence, in the order
/// of the source, and all that does not depend on limits.
class SchedulingRun {
public:
  /// Where loads go first, what is so many operations ahead of the source waits
  /// until there is much room: what it makes would take the place of loads.
  static constexpr unsigned kNear = 64;
  /// A value and an operation of the run, by number.
  struct ValueNode {
    unsigned value, node;
  };
  /// A node that cannot be issued before a cycle, as the value that it reads is
  /// on its way when the run begins.
  struct Wait {
    unsigned node, cycles;
  };
  llvm::ArrayRef<mlir::Operation *> getOperations() const { return ops; }
  /// The registers in use behind the run.
  const Pressure &getInUseBehind() const { return behind; }
  /// The most R registers in use in the order of the source.
  int getMostRegisters() const { return most[0]; }
  /// What reads values that may be on their way when the run begins.
  llvm::ArrayRef<ValueNode> getAwaited() const { return awaited; }
  /// Values that loads of the run leave to what comes behind it.
  llvm::ArrayRef<ValueNode> getLate() const { return late; }
  /// Before the run is scheduled for the first time.
  void setWaits(llvm::ArrayRef<Wait> newWaits) {
    waits.assign(newWaits.begin(), newWaits.end());
  }

private:
  friend class ListScheduler;
  friend class PressureOrder;
  friend class SchedulingRunBuilder;
  /// Of an operation where loads go first. A feeder is what such a load needs.
  enum class Role : uint8_t { Other, Feeder, Load };

  /// A register of a value within the run.
  struct Lane {
    unsigned readers = 0;    ///< operations that still have to read it
    unsigned readersXor = 0; ///< their numbers, so that the last one is known
    uint8_t file = 0;
    bool isLiveOut = false;
  };
  struct Access {
    unsigned first, count; ///< into laneList
  };

  /// By which the registers in use change, by file.
  using Change = std::array<int16_t, target::kNumRegFiles>;

  void setUnreadApart();
  void countRegisters();
  void spreadBase();
  void findRoles();

  std::vector<mlir::Operation *> ops;
  std::vector<Lane> lanes;           ///< before the first operation
  std::vector<Access> reads, writes; ///< by node
  std::vector<unsigned> laneList;    ///< into lanes
  /// By node: what it changes if it comes before all others that read the same.
  std::vector<Change> changes;
  /// R registers of each node's results that nobody reads: it takes them for a
  /// moment.
  std::vector<unsigned> unread;
  Pressure inFront, behind, most;
  /// R registers that hold, near each operation in the order of the source,
  /// what is read far from there.
  std::vector<int> base;
  RegionGraph graph;
  std::vector<Role> roles; ///< by node
  bool hasLong = false;    ///< some loads take long
  std::vector<ValueNode> awaited, late;
  std::vector<Wait> waits;

  // The last result, for limits that would give the same.
  std::vector<unsigned> order;
  Pressure limits = {}, peak = {};
  uint64_t cycles = 0;
  /// By `late`, the cycle in which it arrives, and that in which the run is
  /// over.
  std::vector<unsigned> arrivals;
  unsigned end = 0;
  int mostInOrder = 0;
  bool isScheduled = false, isMoved = false, isShort = false;
  bool isFree = false; ///< no limit had a say
};

/// Makes the runs of a function.
class SchedulingRunBuilder {
public:
  SchedulingRunBuilder(const LiveRanges &ranges, const Contents &contents,
                       const target::TargetInfo &target,
                       const SuccessorMap &successors);

  /// Of operations [begin, end) of the function; `inUse`: the registers in use
  /// in front of them.
  SchedulingRun build(unsigned begin, unsigned end, const Pressure &inUse);

private:
  static constexpr unsigned kNone = ~0u;
  unsigned addLane(SchedulingRun &run, unsigned lane, uint32_t behind);
  void collectAccesses(SchedulingRun &run, unsigned begin, unsigned end);
  void collectLate(SchedulingRun &run, unsigned begin, unsigned end);

  const LiveRanges &ranges;
  const Contents &contents;
  RegionGraphBuilder graphs;
  /// Of the run that is made: the number of a lane of the function, the lanes,
  /// and the last operation that reads each.
  std::vector<unsigned> numbers, lanes, lastReaders;
  /// By value: it may be on its way in a block behind.
  std::vector<bool> mayBeLate;
};

/// A priority queue of plain numbers. Some of its first entries can be looked
/// at one after another, and stay where they are.
template <typename Order> class NodeQueue {
public:
  void push(uint64_t entry) {
    if (front.empty() || !comesBefore(entry, front.back()))
      return rest.push(entry);
    front.insert(llvm::upper_bound(front, entry, comesBefore), entry);
    if (front.size() > kMaxFront)
      rest.push(front.pop_back_val());
  }
  /// Whether there are more entries than `rank`.
  bool hasMoreThan(unsigned rank) {
    if (rank == front.size() && !rest.empty()) {
      front.push_back(rest.top());
      rest.pop();
    }
    return rank < front.size();
  }
  /// Of those that hasMoreThan() has found.
  uint64_t operator[](unsigned rank) const { return front[rank]; }
  void erase(unsigned rank) { front.erase(front.begin() + rank); }
  /// Keeps the memory.
  void clear() {
    front.clear();
    rest.clear();
  }

private:
  static constexpr unsigned kMaxFront = 64;
  static bool comesBefore(uint64_t a, uint64_t b) { return Order()(b, a); }
  struct Heap : std::priority_queue<uint64_t, std::vector<uint64_t>, Order> {
    void clear() { this->c.clear(); }
  };

  /// The first ones in their order; the others come behind them.
  llvm::SmallVector<uint64_t, kMaxFront + 1> front;
  Heap rest;
};

class ListScheduler {
public:
  using Run = SchedulingRun;

  /// Finds the order of the run within limits; false: that of the source.
  /// `reach`: four times the operations by which the third attempt leaves the
  /// order of the source, sixteen times those of the fourth. Where the source
  /// needs more than `budget` R registers, values are spilled in any case, and
  /// few registers count more than the source's order.
  bool schedule(Run &run, unsigned reach, const Pressure &limits, int budget);
  /// Of the last run: its order, the cycles that one warp takes, as the
  /// scheduler counts them, the most R registers in use, and whether loads that
  /// take long had to wait for registers.
  llvm::ArrayRef<unsigned> getOrder() const { return run->order; }
  uint64_t getCycles() const { return run->cycles; }
  int getMostRegisters() const { return run->mostInOrder; }
  bool isShortOfRegisters() const { return run->isShort; }
  /// The cycle in which the run is over, and by SchedulingRun::getLate() that
  /// in which each value arrives.
  unsigned getEnd() const { return run->end; }
  llvm::ArrayRef<unsigned> getArrivals() const { return run->arrivals; }

private:
  /// What comes next of what can.
  enum class Policy { LongestPath, LoadsFirst };
  using Role = Run::Role;
  using Lane = Run::Lane;

  unsigned takeReady(unsigned &file, bool &isAny);
  bool fits(unsigned node, int reserve, unsigned &file) const;
  void place(unsigned node);
  void makeAvailable(unsigned node);
  int getChangeOfTwo(unsigned node, unsigned file) const;
  unsigned takeForPressure(unsigned file);
  void issue(unsigned node);
  void noteArrivals();
  unsigned choose();
  void attempt(Policy newPolicy);
  void search(unsigned reach, const Pressure &limits);
  /// Looks further than one operation when R registers are full.
  bool looksAhead = false;
  int getExcess(const Pressure &limits, unsigned file) const;

  Run *run = nullptr;
  // Of one attempt.
  std::vector<Lane> lanes;
  std::vector<Run::Change> changes;
  std::vector<unsigned> order;
  Pressure pressure, peak, attemptLimits;
  std::vector<unsigned> predsLeft, earliest;
  std::vector<unsigned> issued; ///< the cycle, by node
  std::vector<bool> isPlaced;
  uint64_t cycle = 0, end = 0;
  Policy policy = Policy::LongestPath;
  /// The first operation that has not been placed, and how many from there on
  /// may be; others that could be wait in `beyond`.
  unsigned first = 0, window = ~0u;
  NodeQueue<std::greater<>> beyond;
  bool isInWindow(unsigned node) const { return node - first < window; }
  /// Entries have what counts first in their upper half. Of several that are
  /// alike the one comes first that is first in the source: in the queues that
  /// begin with the largest entry the lower half is the node's complement.
  NodeQueue<std::less<>> ready, loads, feeders, fillers;
  /// What is far ahead of the source waits in `feeders`, if loads need it, else
  /// in `fillers`. What has to wait for its operands, by the cycle:
  NodeQueue<std::greater<>> later;
  /// By file: what is available, the least change first, then as in the source.
  /// Filled once the file is full. An entry counts if its change is still so.
  NodeQueue<std::greater<>> relief[target::kNumRegFiles];
  std::array<bool, target::kNumRegFiles> hasRelief;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LISTSCHEDULER_H
