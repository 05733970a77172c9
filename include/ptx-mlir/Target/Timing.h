//===- Timing.h - Throughput and memory of an SM ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lib/Timing knows of an SM beside its latencies, generated from
// Target/Timing.td. TimingBase.td says what each number means.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_TIMING_H
#define PTXMLIR_TARGET_TIMING_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace ptxmlir::target {

/// The queue between issue and unit; the order of the InstQueue records.
enum class Queue : uint8_t { None, MIO, LG, TEX };
constexpr unsigned kNumQueues = 4;

struct PipeInfo {
  const char *name;
  bool perSM; ///< one for all sub-partitions
};
/// All pipes, of any SM; PipeUse has indices into it.
llvm::ArrayRef<PipeInfo> getPipes();
/// The load/store unit, which has rates of its own.
unsigned getLSUPipe();

struct PipeUse {
  uint8_t numPipes; ///< 0: no unit
  uint8_t pipes[2]; ///< the first that is free
  uint8_t interval; ///< cycles that it is busy
  Queue queue;
};

struct ClassInfo;
/// Whether an instruction waits for its pipe when it is to be issued, and has a
/// fixed latency from there on: it goes through no queue.
bool isIssuedToPipe(const PipeUse &use, const ClassInfo &info);

struct MemoryPath {
  uint16_t queueEntries, addressCycles, subPartitionInterval, smInterval,
      constantRead;
  /// By 32, 64, 128 bits a thread.
  uint16_t loadReadShared[3], loadReadGlobal[3], storeReadShared[3],
      storeReadGlobal[3];
};
struct MemoryLatency {
  uint16_t shared, l1, l2, dram, constant;
  uint16_t moreShared[2], moreGlobal[2]; ///< 64, 128 bits a thread
};
struct Device {
  const char *name;
  unsigned sms, clockMHz, dramGBs, l1Bytes, l2Bytes, l2BytesPerCycle;
};

struct TimingModel {
  unsigned sm;
  llvm::ArrayRef<PipeUse> byClass; ///< by isa::SchedClassId
  struct OfOpcode {
    isa::Opcode opcode;
    PipeUse use;
  };
  llvm::ArrayRef<OfOpcode> byOpcode; ///< instead of the class's
  MemoryPath path;
  MemoryLatency latency;
  Device device;
  unsigned subPartitions, sharedBanks, barrierCycles, groupColumns, readCycles;
  /// Factors in 1/256 on the estimates of special registers and of the unit of
  /// transcendental functions; 256 in every record.
  unsigned specialFactor = 256, transcendentalFactor = 256;

  const PipeUse &getUse(isa::Opcode opcode) const;
};

/// The model of an SM number, or null.
const TimingModel *lookupTimingModel(unsigned sm);

} // namespace ptxmlir::target

#endif // PTXMLIR_TARGET_TIMING_H
