//===- BulkOps.h - Barriers and copies in the background --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier object (PTX ISA, mbarrier) is a 64-bit word of shared memory. From
// the code that ptxas 13.0.88 makes for mbarrier.init and pending_count:
//
//   bits 20:1   2^20 - expected arrivals of a phase
//   bits 62:43  2^20 - arrivals still missing; 0 once all are here
//   bit  63     parity of the current phase
//
// and the bytes still expected from asynchronous copies lie between (bits 42:21
// here; no code looks at them). A phase is complete when nothing is missing.
// From sm_80 to sm_89 code counts some arrivals by itself, so that all of it is
// known:
//
//   bits 29:0   2^30 - expected arrivals of a phase
//   bits 62:32  2^31 - arrivals still missing
//   bit  63     parity of the current phase
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_BULKOPS_H
#define PTX_MLIR_LIB_EXECUTION_BULKOPS_H

#include "ptx-mlir/Execution/Warp.h"
#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::target {
class TargetInfo;
}

namespace ptxmlir::exec {

class Machine;

/// Whether barriers have the first of the two forms: that of SYNCS.
inline bool hasLaterBarriers(unsigned sm) {
  return isa::hasOpcode(isa::Opcode::SYNCS_ARRIVE, sm);
}

/// A barrier object, taken apart.
struct BarrierWord {
  static constexpr uint64_t kCountMask = 0xfffff, kBytesMask = 0x3fffff;
  uint64_t bit0, expected, bytes, missing, phase;

  explicit BarrierWord(uint64_t v)
      : bit0(v & 1), expected(v >> 1 & kCountMask), bytes(v >> 21 & kBytesMask),
        missing(v >> 43 & kCountMask), phase(v >> 63) {}
  uint64_t pack() const {
    return phase << 63 | missing << 43 | bytes << 21 | expected << 1 | bit0;
  }
  void arrive(uint32_t count) { missing = (missing + count) & kCountMask; }
  /// The thread does not take part in later phases.
  void drop(uint32_t count) { expected = (expected + count) & kCountMask; }
  void expectBytes(uint32_t n) { bytes = (bytes + n) & kBytesMask; }
  void finish() {
    if (missing != 0 || bytes != 0)
      return;
    phase ^= 1;
    missing = expected;
  }
};

/// The same up to sm_89.
struct EarlyBarrierWord {
  static constexpr uint32_t kCountMask = 0x7fffffff, kExpectedMask = 0x3fffffff;
  uint32_t low, missing, phase;

  explicit EarlyBarrierWord(uint64_t v)
      : low(uint32_t(v)), missing(v >> 32 & kCountMask),
        phase(uint32_t(v >> 63)) {}
  uint64_t pack() const { return uint64_t(phase << 31 | missing) << 32 | low; }
  void arrive(uint32_t count) { missing = (missing + count) & kCountMask; }
  // (Code counts who drops out by itself, and knows no bytes.)
  void drop(uint32_t) {}
  void expectBytes(uint32_t) {}
  void finish() {
    if (missing != 0)
      return;
    phase ^= 1;
    missing = (low & kExpectedMask) | (kExpectedMask + 1);
  }
};

/// Completes the copies that a barrier of the CTA waits for, if its phase waits
/// for nothing else.
void finishArriving(CTA &cta, uint8_t *barrier);
/// Completes products and copies of tensor memory that a barrier waits for, if
/// its phase waits for nothing else.
void finishTensorJobs(Machine &m, CTA &tester, uint8_t *barrier);
/// Prepares the allocation of tensor memory by pairs of blocks.
void startTensorPair(CTA &cta, const target::TargetInfo &target);
/// What a block that has ended still holds of tensor memory; empty: nothing.
std::string describeAllocated(const CTA &cta);
/// Completes the groups of bulk copies of the warp but for the last `pending`.
void finishBulkGroups(Warp &w, size_t pending);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_BULKOPS_H
