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

class ListScheduler {
public:
  ListScheduler(const LiveRanges &ranges, const Contents &contents,
                const target::TargetInfo &target,
                const SuccessorMap &successors, const Pressure &limits)
      : ranges(ranges), contents(contents), graph(target, successors),
        limits(limits), lanes(ranges.numLanes()) {}

  /// Operations [begin, end) of the function in their new order. The registers
  /// in use change from those before the run to those behind it.
  /// `reach`: four times the operations by which the third attempt leaves the
  /// order of the source, sixteen times those of the fourth.
  bool schedule(unsigned begin, unsigned end, unsigned reach, Pressure &inUse);
  llvm::ArrayRef<unsigned> getOrder() const { return best; }
  llvm::ArrayRef<mlir::Operation *> getOperations() const { return ops; }
  /// Of the last run: the cycles that one warp takes, as the scheduler counts
  /// them, and whether loads that take long had to wait for registers.
  uint64_t getCycles() const { return cycles; }
  bool isShortOfRegisters() const { return isShort; }
  /// The most R registers in use within the last run in its new order.
  int getMostRegisters() const { return most; }

private:
  /// What comes next of what can.
  enum class Policy { Source, LongestPath, LoadsFirst };
  /// Of an operation where loads go first. A feeder is what such a load needs.
  enum class Role : uint8_t { Other, Feeder, Load };

  /// A register of a value within the run.
  struct Lane {
    unsigned readers = 0;    ///< operations that still have to read it
    unsigned readersXor = 0; ///< their numbers, so that the last one is known
    unsigned lastReader = ~0u;
    bool isLiveOut = false;
  };
  struct Access {
    unsigned first, count; ///< into laneList
  };

  void collectAccesses(unsigned begin, unsigned end);
  void addReads(unsigned node, unsigned index);
  void countReaders();
  Pressure getChange(unsigned node) const;
  bool fits(const Pressure &change, unsigned &file) const;
  bool fitsWithReserve(unsigned node, int reserve, unsigned &file) const;
  void place(unsigned node);
  void makeAvailable(unsigned node);
  unsigned takeForPressure(unsigned file);
  void issue(unsigned node);
  unsigned choose();
  Pressure run(Policy newPolicy);
  void spreadBase();
  bool findRoles();
  int getExcess(const Pressure &before, unsigned file) const;
  unsigned fileOf(unsigned lane) const {
    return unsigned(target::regFile(ranges[ranges.valueOfLane(lane)].file));
  }

  const LiveRanges &ranges;
  const Contents &contents;
  RegionGraph graph;
  const Pressure &limits;
  std::vector<Lane> lanes;
  std::vector<mlir::Operation *> ops;
  std::vector<Access> reads, writes; ///< by node
  std::vector<unsigned> laneList, touched;
  std::vector<unsigned> order, best;
  std::vector<Role> roles; ///< by node

  // Of one attempt.
  Pressure pressure, peak, attemptLimits;
  std::vector<unsigned> predsLeft, earliest;
  std::vector<bool> isPlaced;
  uint64_t cycle = 0;
  uint64_t cycles = 0;
  bool isShort = false;
  int most = 0;
  Policy policy = Policy::Source;
  /// The first operation that has not been placed, and how many from there on
  /// may be; others that could be wait in `beyond`.
  unsigned first = 0, window = ~0u;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> beyond;
  bool isInWindow(unsigned node) const { return node - first < window; }
  using Entry = std::pair<uint64_t, unsigned>;
  /// What is far ahead of the source waits in `feeders`, if loads need it, else
  /// in `fillers`.
  std::priority_queue<Entry> ready, loads, feeders, fillers;
  /// R registers that hold, near each operation in the order of the source,
  /// what is read far from there.
  std::vector<int> base;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> later;
  /// By file: what is available, the least change first, then as in the source.
  /// Filled once the file is full. An entry counts if its change is still so.
  using Relief = std::pair<int, unsigned>;
  std::priority_queue<Relief, std::vector<Relief>, std::greater<>>
      relief[target::kNumRegFiles];
  std::array<bool, target::kNumRegFiles> hasRelief;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LISTSCHEDULER_H
