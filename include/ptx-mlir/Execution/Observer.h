//===- Observer.h - Watches a machine run -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What somebody may want to know of a run that no result shows. A machine
// without an observer pays one test per warp instruction and memory access.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_OBSERVER_H
#define PTX_MLIR_EXECUTION_OBSERVER_H

#include "ptx-mlir/Execution/Warp.h"

namespace ptxmlir::exec {

enum class MemorySpace : uint8_t { Global, Shared, Local };

class Observer {
public:
  virtual ~Observer() = default;
  /// `w` is about to execute instruction `index` of the program for the lanes
  /// of `active` (which may be empty: the guard forbids it).
  virtual void issue(const Warp &w, uint64_t index, LaneMask active) {}
  /// A lane of the instruction that was issued last accesses memory.
  virtual void access(const Warp &w, MemorySpace space, unsigned lane,
                      uint64_t address, unsigned bytes) {}
  /// Lanes of `w` arrive at a barrier of their CTA for the phase `phase`, the
  /// number of times that it was complete before.
  virtual void arrive(const Warp &w, unsigned barrier, uint64_t phase) {}
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_OBSERVER_H
