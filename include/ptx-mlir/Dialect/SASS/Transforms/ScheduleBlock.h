//===- ScheduleBlock.h - List scheduling on physical registers --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last scheduling, once registers are assigned: what was spilled, copied
// and moved since the first one is put where it costs least. Without MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_TRANSFORMS_SCHEDULEBLOCK_H
#define PTXMLIR_DIALECT_SASS_TRANSFORMS_SCHEDULEBLOCK_H

#include "ptx-mlir/Dialect/SASS/Transforms/DependenceGraph.h"
#include "ptx-mlir/Target/Timing.h"
#include <queue>

namespace ptxmlir::sass {

/// Orders instructions [begin, end) of a block; reusable, so that its arrays
/// are allocated once per function.
class BlockScheduler {
public:
  BlockScheduler(const MachineCode &code, const AccessTable &table,
                 const target::TargetInfo &target);

  /// A register whose value arrives so many cycles later.
  struct LateRegister {
    RegId reg;
    unsigned cycles;
  };
  /// What follows is another block, at the start of which these are on their
  /// way: what reads them waits, so that other instructions come first.
  void beginBlock(llvm::ArrayRef<LateRegister> late);
  /// What is on its way behind what was scheduled since then.
  llvm::SmallVector<LateRegister, 8> getLate() const;

  /// The instructions of the range in their new order. Runs longer than
  /// `window` are cut. n log n in the length.
  llvm::ArrayRef<unsigned> schedule(unsigned begin, unsigned end,
                                    unsigned window);

private:
  /// How far a node is from being issued.
  struct State {
    unsigned numPreds; ///< that are not issued yet
    unsigned earliest; ///< cycle; once it is issued, that of its issue
    uint8_t interval;  ///< cycles for which its pipe is busy, once it is ready
  };

  using Entry = std::pair<uint64_t, unsigned>;
  /// Instructions that wait for the same pipes, and those of them that are
  /// ready, the one with the longest path first.
  struct Group {
    unsigned numPipes = 0;
    uint8_t pipes[2] = {0, 0};
    std::priority_queue<Entry> ready;
  };

  void scheduleRegion(unsigned begin, unsigned end);
  void orderRegion(unsigned begin, unsigned end);
  unsigned findArrival(unsigned inst) const;
  unsigned findGroup(const InstInfo &info, uint8_t &interval);
  unsigned findPipe(const Group &group) const;

  const AccessTable &table;
  const target::TimingModel *timing;
  DependenceGraph graph;
  std::vector<Group> groups;
  std::vector<unsigned> pipeFree; ///< by pipe, the cycle
  std::vector<State> states;
  std::vector<unsigned> order;
  unsigned now = 0; ///< the cycle of the block that comes next
  /// By register, the cycle in which its value arrives, and those that have
  /// one.
  std::vector<unsigned> arrivals;
  llvm::SmallVector<RegId, 16> inFlight;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_TRANSFORMS_SCHEDULEBLOCK_H
