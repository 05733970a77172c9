//===- PassedOperations.cpp - What loads can pass -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By the ordering effects of the instructions' records. A load of memory that
// does not change need not wait for other warps at a barrier; ptxas 13.0.88 has
// it in front of barriers, but not of fences.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/PassedOperations.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegionGraph.h"
#include "ptx-mlir/ISA/OrderingEffects.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

bool ori::isBlockBarrier(Operation *op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && inst.getDesc().role == isa::ConvergenceRole::BlockBarrier;
}

void PassedOperations::add(Operation *op) {
  ++operations;
  isFence |= ori::isFence(op);
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst)
    return;
  isa::OrderingEffects effects = getOrderingEffects(inst);
  // Other warps do not write what does not change.
  if (isBlockBarrier(op))
    effects.writtenSpaces &= ~isa::kInvariantMemory;
  writtenSpaces |= effects.writtenSpaces;
  ordersThreads |= effects.ordersThreads;
}

bool PassedOperations::letPass(uint8_t readSpaces) const {
  // Threads may wait for others that write, but what does not change does not.
  bool isVarying = readSpaces & ~isa::kInvariantMemory;
  return !isFence && !(writtenSpaces & readSpaces) &&
         !(isVarying && ordersThreads);
}
