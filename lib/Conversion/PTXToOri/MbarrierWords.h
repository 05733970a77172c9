//===- MbarrierWords.h - mbarriers before sm_90 -----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of SMs that have no instructions for them but the arrival. All are
// under the guard of `op`.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_MBARRIERWORDS_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_MBARRIERWORDS_H

#include "MemoryAccess.h"
#include "ptx-mlir/Dialect/CodeMarks.h"

namespace ptxmlir::ptxtoori {

/// Says what the program does to an mbarrier by the instruction.
inline mlir::Operation *markUse(mlir::Operation *inst, MBarrierUse use) {
  mlir::Builder builder(inst->getContext());
  inst->setAttr(kMBarrierAttr, builder.getI32IntegerAttr(int(use)));
  return inst;
}

void emitWordsInit(FuncLowering &l, mlir::Operation *op, Address address,
                   mlir::Value count);
/// One arrival, or `count` of them that do not complete the phase; `leaves`:
/// the threads are not expected in later phases. Results in the state (64
/// bits).
mlir::Value emitWordsArrive(FuncLowering &l, mlir::Operation *op,
                            Address address, bool leaves, mlir::Value count);
/// An arrival when the thread's copies are done; it `counts` as one more that
/// is expected.
void emitWordsCopiesArrive(FuncLowering &l, mlir::Operation *op,
                           Address address, bool counts);
/// Whether the phase that bit 31 of `phase` names is over.
mlir::Value emitWordsTest(FuncLowering &l, mlir::Operation *op, Address address,
                          mlir::Value phase, MBarrierUse use);
/// How many arrivals a state says are missing.
mlir::Value emitWordsPending(FuncLowering &l, mlir::Value state);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_MBARRIERWORDS_H
