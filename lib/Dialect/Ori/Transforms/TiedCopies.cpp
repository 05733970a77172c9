//===- TiedCopies.cpp - Copies of values that ops overwrite ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which tied operands need a copy depends on the order of the operations, so
// that they are made after scheduling.
//
//===----------------------------------------------------------------------===//

#include "TiedCopies.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

void ori::copyTiedOperand(OpOperand &operand) {
  Operation *op = operand.getOwner();
  OpBuilder builder(op);
  auto copy = CopyOp::create(builder, op->getLoc(), operand.get().getType(),
                             operand.get());
  operand.set(copy);
}

bool ori::copyTiedOperands(const LiveRanges &ranges) {
  SmallVector<OpOperand *> toCopy;
  ArrayRef<Operation *> ops = ranges.operations();
  for (unsigned i : ranges.joiningOperations()) {
    for (OpResult result : ops[i]->getResults()) {
      Value old = getTiedOperand(result);
      unsigned id = old ? ranges.lookup(old) : LiveRanges::kNone;
      if (id == LiveRanges::kNone || result.use_empty())
        continue;
      const LiveRanges::ValueInfo &info = ranges[id];
      bool mustCopy = false;
      for (unsigned k = 0; k != info.width; ++k)
        mustCopy |= ranges.isLiveAt(info.firstLane + k, 2 * i + 1);
      for (unsigned other = 0; other != result.getResultNumber(); ++other)
        mustCopy |= getTiedOperand(ops[i]->getResult(other)) == old;
      // The guard is read as a predicate of its own.
      if (mustCopy)
        toCopy.push_back(getTiedOpOperand(result));
    }
  }
  for (OpOperand *operand : toCopy)
    copyTiedOperand(*operand);
  return !toCopy.empty();
}
