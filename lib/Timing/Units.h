//===- Units.h - Queues, pipes and memory of an SM --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The resources of an SM that warps compete for: issue, pipes, queues, memory
// units. The policy of who goes first is Replay.cpp's.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_TIMING_UNITS_H
#define PTX_MLIR_LIB_TIMING_UNITS_H

#include "InstTraits.h"
#include "ptx-mlir/Timing/Timing.h"

namespace ptxmlir::timing {

/// Cycles from issue until the result can be used, with nothing in the way but
/// the conflicts of the access itself.
unsigned resultLatency(const InstTraits &t, const TraceEntry &e,
                       const target::TimingModel &model);

/// Who is busy until when.
class Units {
public:
  Units(const target::TimingModel &model, unsigned activeSMs);

  struct Times {
    uint64_t result;  ///< what the write barrier waits for
    uint64_t sources; ///< what the read barrier waits for
    uint64_t drained; ///< memory: a load is done, a store has left the SM
    uint64_t visible; ///< global memory: it has been at L2
  };

  /// The queue that the instruction goes through.
  target::Queue queueOf(const InstTraits &t, const TraceEntry &e) const;
  /// The first cycle from `now` on in which a unit or a queue takes it.
  uint64_t freeAt(unsigned sub, const InstTraits &t, const TraceEntry &e,
                  uint64_t now) const;
  /// How many cycles from `now` on the banks of the register file are too busy
  /// with what has been issued before to give the instruction its sources.
  uint64_t bankWait(unsigned sub, const InstTraits &t, uint64_t now) const;
  Stall throttleReason(const InstTraits &t, const TraceEntry &e) const;
  /// Executes an instruction that is issued at `now`.
  Times start(unsigned sub, const InstTraits &t, const TraceEntry &e,
              uint64_t now);

  /// The cycles of the pipe (or path of memory) with the most work, its name.
  uint64_t busiest(std::string &name) const;

private:
  using QueueState = llvm::SmallVector<uint64_t, 8>; ///< when entries get free
  uint64_t &pipe(unsigned index, unsigned sub) {
    return pipeFree[index * model.subPartitions +
                    (target::getPipes()[index].perSM ? 0 : sub)];
  }
  uint64_t pipe(unsigned index, unsigned sub) const {
    return const_cast<Units *>(this)->pipe(index, sub);
  }
  unsigned choosePipe(unsigned sub, const InstTraits &t) const;
  uint64_t takeLSU(uint64_t earliest, unsigned cycles, uint64_t now);
  Times startMemory(unsigned sub, const InstTraits &t, const TraceEntry &e,
                    uint64_t now);

  const target::TimingModel &model;
  std::vector<uint64_t> pipeFree;
  struct PerSub {
    QueueState queues[target::kNumQueues];
    uint64_t dispatched[target::kNumQueues] = {}; ///< the last entry's
    uint64_t bankFree[2] = {0, 0}; ///< each gives a register in a cycle
    uint64_t lsuFree = 0;
    uint64_t lsuWork = 0;
  };
  std::vector<PerSub> perSub;
  /// When the SM's load/store unit is taken, in the future: [begin, end).
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 48> lsuTaken;
  uint64_t lsuWork = 0;
  /// Transfers from L2 and from memory, in 256ths of a cycle.
  uint64_t l2Sector, dramSector, l2Free = 0, dramFree = 0;
  uint64_t l2Sectors = 0, dramSectors = 0;
  /// Cycles of work by pipe and sub-partition; of instructions that two pipes
  /// can execute, by the first.
  std::vector<uint64_t> work, workOfPair;
  std::vector<int> partner;     ///< the other pipe of a pair, by the first
  std::vector<uint8_t> longest; ///< interval by pipe
};

} // namespace ptxmlir::timing

#endif // PTX_MLIR_LIB_TIMING_UNITS_H
