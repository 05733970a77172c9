//===- ReloadSharing.h - Reloads that others make superfluous ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spilling gives each block that reads a value a reload of its own. Where
// registers are left on the way from an access of the slot that dominates a
// reload, what that has loaded or stored stays in its register instead. The
// most frequent reloads come first. Nothing stores to the slot on the way.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_RELOADSHARING_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_RELOADSHARING_H

#include "RegisterAssignment.h"

namespace ptxmlir::ori {

/// Reloads that are taken out of a function, for good or on trial.
class ReloadSharing {
public:
  /// Takes reloads out where no more than `limit` R registers are in use then.
  /// `slotOf` has the slots of all loads and stores. Whether there are any.
  bool run(const LiveRanges &ranges, const FlowGraph &graph,
           const LoopNest &loops, const RegisterFrames &frames,
           const CallSites &calls,
           const llvm::DenseMap<mlir::Operation *, unsigned> &slotOf,
           unsigned limit);
  /// Puts them back, if nothing has changed since but assignment.
  void undo();
  /// Calls `erase` for those that are out, which are in their places again.
  void finish(llvm::function_ref<void(mlir::Operation *)> erase);
  bool isPending() const { return !removed.empty(); }

private:
  struct Removed {
    mlir::Operation *load, *next;
    mlir::Block *block;
    mlir::Value by;
    llvm::SmallVector<mlir::OpOperand *, 4> uses;
  };
  void putBack();
  std::vector<Removed> removed;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_RELOADSHARING_H
