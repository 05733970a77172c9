//===- PendingRegisters.h - What dependency barriers count ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers whose values, or the reads of whose old values, dependency
// barriers still wait for.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_SASS_TRANSFORMS_PENDINGREGISTERS_H
#define PTXMLIR_LIB_DIALECT_SASS_TRANSFORMS_PENDINGREGISTERS_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"

namespace ptxmlir::sass {

/// In a control field.
constexpr uint8_t kNoBarrier = 7;

/// A fence of asynchronous accesses is done when its write barrier says so, as
/// is USETMAXREG, which moves the warp's registers (observed on ptxas 13.0.88).
constexpr bool isAsyncFence(isa::SyncKind sync) {
  return sync == isa::SyncKind::AsyncFence || isa::changesRegisters(sync);
}

/// Barriers on which a register is pending: its value, or reads of its old
/// value.
struct Pending {
  RegId reg;
  uint8_t value = 0;
  uint8_t reads = 0;
};

/// What is pending at a point, with constant-time access by register.
class PendingSet {
public:
  PendingSet() : slotOf(kNumRegIds, 0) {}

  void load(llvm::ArrayRef<Pending> from) {
    for (const Pending &p : entries)
      slotOf[p.reg] = 0;
    entries.clear();
    busyMask = 0;
    for (const Pending &p : from)
      add(p.reg, p.value, p.reads);
  }
  uint8_t value(RegId reg) const {
    return slotOf[reg] ? entries[slotOf[reg] - 1].value : 0;
  }
  uint8_t valueOrReads(RegId reg) const {
    if (!slotOf[reg])
      return 0;
    const Pending &p = entries[slotOf[reg] - 1];
    return p.value | p.reads;
  }
  void add(RegId reg, uint8_t value, uint8_t reads) {
    if (!slotOf[reg]) {
      entries.push_back({reg, 0, 0});
      slotOf[reg] = entries.size();
    }
    Pending &p = entries[slotOf[reg] - 1];
    p.value |= value;
    p.reads |= reads;
    busyMask |= value | reads;
  }
  /// Everything on these barriers has completed.
  void complete(uint8_t mask) {
    if (!(busyMask & mask))
      return;
    busyMask &= ~mask;
    for (unsigned i = 0; i != entries.size();) {
      Pending &p = entries[i];
      p.value &= ~mask;
      p.reads &= ~mask;
      if (p.value | p.reads) {
        ++i;
        continue;
      }
      slotOf[p.reg] = 0;
      if (i + 1 != entries.size()) {
        p = entries.back();
        slotOf[p.reg] = i + 1;
      }
      entries.pop_back();
    }
  }
  /// Barriers with something pending.
  uint8_t busy() const { return busyMask; }
  llvm::ArrayRef<Pending> all() const { return entries; }

private:
  std::vector<Pending> entries;
  std::vector<uint16_t> slotOf; ///< 1 + index into entries
  uint8_t busyMask = 0;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_LIB_DIALECT_SASS_TRANSFORMS_PENDINGREGISTERS_H
