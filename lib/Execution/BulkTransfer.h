//===- BulkTransfer.h - A copy of the tensor memory unit --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk and tensor copies differ in which bytes they take; that they run in the
// background and whom they tell at their end is the same for all.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_BULKTRANSFER_H
#define PTX_MLIR_LIB_EXECUTION_BULKTRANSFER_H

#include "BulkOps.h"
#include "CheckedAccess.h"
#include "ptx-mlir/ISA/Semantics/Float.h"

namespace ptxmlir::exec {

/// What a reduction does to an element.
struct BulkReduction {
  bool isOn = false, isSigned = false, isFloat = false, ftz = false;
  isa::BulkRedOp op = isa::BulkRedOp::ADD;
  uint8_t bytes = 4;
  isa::sem::Fmt format = isa::sem::Fmt::F32;

  uint64_t apply(uint64_t old, uint64_t v) const;
  /// To an element in memory; `isShared` as for modify().
  void applyTo(uint8_t *p, uint64_t v, bool isShared) const;
};
/// The reduction that values of isa::BulkRedOp and isa::BulkRedType name.
BulkReduction bulkReduction(uint32_t op, uint32_t type);

struct BulkTransfer {
  struct Run {
    uint8_t *to;         ///< null: outside the tensor
    const uint8_t *from; ///< null: outside the tensor
    uint32_t bytes;
  };
  std::vector<Run> runs;
  BulkReduction reduction;
  /// Other workers may access what it writes.
  bool isShared = false;
  uint64_t outside = 0;   ///< an element that lies outside
  uint32_t words[4] = {}; ///< the source of a store
  uint8_t *barrier = nullptr;
  uint32_t bytes = 0;
  uint32_t barrierAt = 0;
  CTA *owner = nullptr; ///< of the barrier
  /// For the check: who has started the copy.
  CTA *cta = nullptr;
  unsigned warp = 0;
  LaneMask lanes = 0;

  void finish() const;
};

/// The copy is under way: a group of the warp hears of it, or the barrier at a
/// shared address of the cluster.
void startInGroup(Machine &m, Warp &w, std::shared_ptr<BulkTransfer> copy);
void startForBarrier(Machine &m, Warp &w, const DInst &inst, unsigned lane,
                     std::shared_ptr<BulkTransfer> copy, uint32_t barrier);

/// What the check hears of a copy.
class CheckedEnds {
public:
  CheckedEnds(Machine &m, Warp &w, const DInst &inst, Space to, Space from) {
    if (!m.check)
      return;
    write.emplace(m, w, inst, to, AccessKind::Write, false);
    read.emplace(m, w, inst, from, AccessKind::Read, false);
  }
  void operator()(unsigned lane, uint64_t to, uint64_t from, unsigned bytes) {
    if (!write)
      return;
    (*read)(lane, from, bytes);
    (*write)(lane, to, bytes);
  }
  /// Zeros from nowhere.
  void fill(unsigned lane, uint64_t to, unsigned bytes) {
    if (write)
      (*write)(lane, to, bytes);
  }

private:
  std::optional<CheckedAccess> write, read;
};

inline uint32_t uniformWord(const Warp &w, const Source &s, unsigned i = 0) {
  return s.reg == kZeroRow ? 0 : w.UR[s.reg + i];
}
inline uint64_t uniformPair(const Warp &w, const Source &s) {
  return uniformWord(w, s) | uint64_t(uniformWord(w, s, 1)) << 32;
}
/// A shared address in another CTA of the cluster.
inline uint32_t atRank(uint32_t address, unsigned rank) {
  return (address & kSharedOffset) | uint32_t(rank) << kRankShift;
}

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_BULKTRANSFER_H
