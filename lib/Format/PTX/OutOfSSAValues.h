//===- OutOfSSAValues.h - Values that need no register ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the two files of OutOfSSA ask of values and block arguments.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_OUTOFSSAVALUES_H
#define PTX_MLIR_LIB_FORMAT_PTX_OUTOFSSAVALUES_H

#include "OutOfSSA.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace ptxmlir::ptx {

/// Whether copies take the value itself instead of a register.
inline bool isImmediate(mlir::Value value) {
  return value.getDefiningOp<ConstOp>() &&
         value.getType().getIntOrFloatBitWidth() <= 64;
}

inline bool isUndefined(mlir::Value value) {
  return value.getDefiningOp<UndefOp>() != nullptr;
}

/// Calls `callback` with each value that predecessors give a block argument,
/// and the predecessor. Several edges from one block give the same value.
template <typename Callback>
void forEachIncoming(mlir::BlockArgument argument, Callback callback) {
  mlir::Block *block = argument.getOwner();
  for (auto it = block->pred_begin(), end = block->pred_end(); it != end;
       ++it) {
    auto branch = llvm::cast<mlir::BranchOpInterface>((*it)->getTerminator());
    callback(*it, branch.getSuccessorOperands(
                      it.getSuccessorIndex())[argument.getArgNumber()]);
  }
}

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_OUTOFSSAVALUES_H
