//===- Trace.h - What warps executed, for the timing model ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Recorder watches the machine and keeps, for the CTAs of one SM, eight bytes
// per warp instruction: which one, how many threads, and what its memory access
// costs. Replaying that needs no values any more.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TIMING_TRACE_H
#define PTX_MLIR_TIMING_TRACE_H

#include "ptx-mlir/Execution/Observer.h"
#include "ptx-mlir/Execution/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <list>
#include <memory>
#include <vector>

namespace ptxmlir::timing {

/// One executed warp instruction.
struct TraceEntry {
  uint32_t inst;  ///< index in the program
  uint32_t lanes; ///< bits 5:0 threads; the rest is by kind of instruction

  unsigned threads() const { return lanes & 63; }
  /// Memory: shared memory, or global and local, or both are accessed.
  bool isShared() const { return lanes >> 6 & 1; }
  bool isGlobal() const { return lanes >> 7 & 1; }
  /// Passes through the data stage (wavefronts), and those of them that an
  /// access without conflicts of so many bytes takes.
  unsigned passes() const { return lanes >> 8 & 127; }
  unsigned idealPasses() const { return lanes >> 15 & 31; }
  /// Sectors of 32 bytes that are not in L1, and those that are not in L2.
  unsigned l2Sectors() const { return lanes >> 20 & 63; }
  unsigned dramSectors() const { return lanes >> 26 & 63; }
  /// CTA barriers: which of CTATrace::arrivals.
  unsigned barrier() const { return lanes >> 7; }
  bool waits() const { return lanes >> 6 & 1; }

  static uint32_t packAccess(unsigned threads, bool shared, bool global,
                             unsigned passes, unsigned ideal, unsigned l2,
                             unsigned dram) {
    return threads | uint32_t(shared) << 6 | uint32_t(global) << 7 |
           std::min(passes, 127u) << 8 | std::min(ideal, 31u) << 15 |
           std::min(l2, 63u) << 20 | std::min(dram, 63u) << 26;
  }
  static uint32_t packBarrier(unsigned threads, unsigned barrier, bool waits) {
    return threads | uint32_t(waits) << 6 | barrier << 7;
  }
};
static_assert(sizeof(TraceEntry) == 8);

struct CTATrace {
  uint64_t linear = 0;
  std::vector<std::vector<TraceEntry>> warps;
  /// Per phase of each barrier: warps that arrive (parts of warps count).
  std::vector<uint32_t> arrivals;
};

/// A cache that forgets the line that was used longest ago; lines of 128 bytes
/// with four sectors. It has room for at least one line.
class LRUCache {
public:
  explicit LRUCache(uint64_t bytes)
      : capacity(std::max<uint64_t>(bytes / 128, 1)) {}
  /// The sectors of `mask` that are not there; now they are if `allocate`.
  unsigned missing(uint64_t line, unsigned mask, bool allocate = true);
  void clear() {
    lines.clear();
    order.clear();
  }

private:
  struct Line {
    uint64_t number;
    unsigned sectors;
  };
  std::list<Line> order; // used last in front
  llvm::DenseMap<uint64_t, std::list<Line>::iterator> lines;
  uint64_t capacity;
};

class Recorder : public exec::Observer {
public:
  struct Options {
    unsigned sms = 1;        ///< every sms-th CTA is recorded: those of SM 0
    uint64_t maxEntries = 0; ///< no more CTAs are begun then
    uint64_t l1Bytes = 0;    ///< of one CTA
    uint64_t l2Bytes = 0;
  };
  Recorder(const exec::Program &program, const Options &options);

  void issue(const exec::Warp &w, uint64_t index,
             exec::LaneMask active) override;
  void access(const exec::Warp &w, exec::MemorySpace space, unsigned lane,
              uint64_t address, unsigned bytes) override;
  void arrive(const exec::Warp &w, unsigned barrier, uint64_t phase) override;

  /// What was recorded, in the order of the CTAs; call it once.
  std::vector<CTATrace> take();
  /// CTAs of the SM that were not recorded because of maxEntries.
  uint64_t numLeftOut() const { return leftOut; }

private:
  struct Access {
    exec::MemorySpace space;
    uint8_t lane;
    uint8_t bytes;
    uint64_t address;
  };
  void finishEntry();
  void enter(const exec::CTA &cta);
  unsigned sharedPasses(unsigned &ideal, bool isAtomic);

  const exec::Program &program;
  Options options;
  std::vector<uint8_t> kinds; // InstKind, by instruction
  LRUCache l1, l2;
  std::vector<CTATrace> ctas;
  llvm::DenseMap<uint64_t, unsigned> indexOf; // by CTA; ~0u: not recorded
  uint64_t current = ~uint64_t(0);            // CTA
  CTATrace *trace = nullptr;
  uint64_t entries = 0, leftOut = 0;
  /// The instruction that was issued last.
  TraceEntry *open = nullptr;
  uint64_t openInst = 0;
  unsigned openWarp = 0;
  llvm::SmallVector<Access, 64> accesses;
  /// Index of an arrival by CTA, barrier, phase.
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, unsigned> phases;
  /// Entries that wait, by warp: (barrier index, position).
  llvm::DenseMap<std::pair<uint64_t, unsigned>, std::pair<unsigned, size_t>>
      waiting;
  llvm::DenseMap<std::pair<uint64_t, unsigned>, unsigned> clusterPhase;
};

} // namespace ptxmlir::timing

#endif // PTX_MLIR_TIMING_TRACE_H
