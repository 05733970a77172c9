//===- MBarrier.h - The mbarrier object -------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter's own form of the object in shared memory; the machine's form
// is that of the hardware.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_MBARRIER_H
#define PTX_MLIR_LIB_EXECUTION_PTX_MBARRIER_H

#include <cstdint>
#include <cstring>

namespace ptxmlir::interp {

/// The 64 bits of the object are opaque to programs. Here: expected arrivals in
/// bits 0-19, pending arrivals in 20-39, the phase in 40, and pending bytes of
/// asynchronous transactions, signed, in 41-63.
struct MBarrier {
  uint32_t expected, pending;
  bool phase;
  int32_t bytes;

  static MBarrier unpack(uint64_t v) {
    return {uint32_t(v & 0xfffff), uint32_t(v >> 20 & 0xfffff),
            bool(v >> 40 & 1), int32_t(int64_t(v) >> 41)};
  }
  uint64_t pack() const {
    return expected | uint64_t(pending) << 20 | uint64_t(phase) << 40 |
           uint64_t(int64_t(bytes)) << 41;
  }
  static MBarrier load(const uint8_t *p) {
    uint64_t v;
    memcpy(&v, p, 8);
    return unpack(v);
  }
  void store(uint8_t *p) const {
    uint64_t v = pack();
    memcpy(p, &v, 8);
  }
  void completeIfDone() {
    if (pending || bytes)
      return;
    phase = !phase;
    pending = expected;
  }
};

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_MBARRIER_H
