//===- TensorMemoryOps.h - Tensor memory of a block -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the UTC instructions start waits in lists of its block until
// SYNCS.PHASECHK finds that a barrier waits for UTCBARs only: then what all
// warps of the block, and of its peer, have started before these is done.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_TENSORMEMORYOPS_H
#define PTX_MLIR_LIB_EXECUTION_TENSORMEMORYOPS_H

#include "BulkOps.h"
#include "CheckedAccess.h"
#include <deque>
#include <map>

namespace ptxmlir::exec {

constexpr uint32_t kMemoryRows = 128, kMemoryColumns = 512,
                   kColumnsPerUnit = 32;

/// What is waiting: a product, a copy, an arrival.
struct TensorJob {
  const DInst *inst;
  Warp *warp;
  /// Does it; false after a fault. Null: an arrival.
  bool (*run)(Machine &, const TensorJob &) = nullptr;
  uint64_t a = 0, b = 0; ///< descriptors; a may be an address
  uint32_t d = 0, description = 0, metadata = 0;
  uint64_t zeros = 0; ///< which columns of b count as zeros
  uint32_t scales[2] = {0, 0};
  uint32_t closed[8] = {0}; ///< rows of d that stay as they are
  bool accumulates = false;
  /// Of an arrival: the barrier, its block and its address there.
  uint8_t *barrier = nullptr;
  CTA *owner = nullptr;
  uint32_t barrierAt = 0;
  LaneMask lanes = 0;
  uint64_t number = 0; ///< in the order of the cluster's starts
  /// Where memory is checked: what it reads of its block's shared memory,
  /// address and bytes.
  std::vector<std::array<uint32_t, 2>> reads = {};
};

struct TensorMemory {
  uint32_t word[kMemoryRows][kMemoryColumns];
  uint32_t units = 0; ///< allocated ones
  /// Products and copies, oldest first; arrivals by their warps.
  std::deque<TensorJob> work;
  std::map<unsigned, std::deque<TensorJob>> arrivals;
  /// Of arrivals at a barrier, their warps.
  std::map<const uint8_t *, std::deque<unsigned>> at;

  TensorMemory() {
    std::fill(&word[0][0], &word[0][0] + kMemoryRows * kMemoryColumns,
              0xbadc0de5);
  }
};

TensorMemory &tensorMemory(CTA &cta);
/// A warp starts something.
void startTensorJob(CTA &cta, TensorJob job);
/// The job reads `lines` by `units` units of a matrix, of each so many bytes,
/// until it is done.
void noteReads(Machine &m, TensorJob &job, LaneMask active, uint64_t descriptor,
               unsigned lines, unsigned units, bool mnMajor, uint32_t bytes);
/// A word of the block's tensor memory; null after a fault.
uint32_t *tensorCell(Machine &m, CTA &cta, Warp &w, const DInst &inst,
                     uint32_t row, uint32_t column);
/// Blocks that an instruction is about; the even one of a pair first. Null:
/// there is no pair, a fault.
struct TensorBlocks {
  CTA *block[2] = {nullptr, nullptr};
  unsigned count = 0;
};
TensorBlocks tensorBlocks(Machine &m, Warp &w, const DInst &inst, bool isPair);

/// Eight columns move up by a row in each quarter, whose last row stays: what
/// UTCSHIFT does, and .ASHIFT when the product has read a. False after a fault.
bool shiftTensorRows(Machine &m, const TensorJob &job,
                     const TensorBlocks &blocks, uint32_t column);

/// 16 bytes of shared memory that a matrix descriptor means: unit `unit` of
/// line `line`; a line runs along the dimension whose elements lie side by
/// side. Null after a fault.
const uint8_t *matrixUnit(Machine &m, CTA &cta, const TensorJob &job,
                          uint64_t descriptor, unsigned line, unsigned unit,
                          bool mnMajor);
/// Loads and stores (TensorAccessOps.cpp).
void bindLdtm(Binder &b);
void bindLdtmStat(Binder &b);
void bindSttm(Binder &b);
/// A pair of uniform registers.
uint64_t uniformPair(const Warp &w, const Source &s);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_TENSORMEMORYOPS_H
