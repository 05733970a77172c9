//===- WarpUniformity.h - What is alike in the threads of a warp -*- C++
//-*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a kernel of the ptx dialect that are the same in all threads of a
// warp that have them at once. Linear in its size.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_WARPUNIFORMITY_H
#define PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_WARPUNIFORMITY_H

#include "mlir/IR/Dominance.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace ptxmlir::ptx {

class WarpUniformity {
public:
  explicit WarpUniformity(EntryOp kernel);

  bool isUniform(mlir::Value value) const { return !divergent.contains(value); }
  /// The blocks at whose end threads that come there together may go different
  /// ways.
  llvm::ArrayRef<mlir::Block *> getParting() const {
    return parting.getArrayRef();
  }
  /// Where all threads have come to that part at the end of a block, or null if
  /// they end before.
  mlir::Block *getMeeting(mlir::Block *block) const;

private:
  void add(mlir::Value value);
  void addAll(mlir::ValueRange values);
  bool isByItself(mlir::Block *block, mlir::Block *meeting) const;
  void addParting(mlir::Block *block);
  void spreadInto(mlir::Block *block);
  void visitUses(mlir::Value value);

  mutable mlir::PostDominanceInfo postDominators;
  llvm::DenseSet<mlir::Value> divergent;
  llvm::SetVector<mlir::Block *> parting;
  /// Those of them from which differences have spread to where threads meet.
  llvm::DenseSet<mlir::Block *> spread;
  /// Blocks that can be executed more than once.
  llvm::DenseSet<mlir::Block *> inCycle;
  /// Blocks that threads may come to from different sides or at different
  /// times.
  llvm::DenseSet<mlir::Block *> behind;
  /// How far differences have spread from a block on: up to this block, or to
  /// the end (null).
  llvm::DenseMap<mlir::Block *, mlir::Block *> spreadUpTo;
  llvm::SmallVector<mlir::Value> work;
};

} // namespace ptxmlir::ptx

#endif // PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_WARPUNIFORMITY_H
