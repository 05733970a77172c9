//===- Reorder.h - Operations in another order ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedulers find an order of numbers; moving operations one by one costs more
// than finding it. For ori and sass.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_REORDER_H
#define PTXMLIR_DIALECT_REORDER_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace ptxmlir {

/// Puts the operations from `ops[first]` on, which follow each other in a
/// block, into the order `order` of indices into `ops`. Returns how many of
/// them are in another place now. An operation that is in its place already is
/// not touched.
inline unsigned reorderOps(llvm::ArrayRef<mlir::Operation *> ops,
                           llvm::ArrayRef<unsigned> order, unsigned first = 0) {
  unsigned numMoved = 0;
  mlir::Operation *previous = ops[first]->getPrevNode();
  mlir::Block *block = ops[first]->getBlock();
  for (auto [i, from] : llvm::enumerate(order)) {
    mlir::Operation *op = ops[from];
    numMoved += from != first + i;
    if (previous ? previous->getNextNode() != op : &block->front() != op) {
      if (previous)
        op->moveAfter(previous);
      else
        op->moveBefore(&block->front());
    }
    previous = op;
  }
  return numMoved;
}

} // namespace ptxmlir

#endif // PTXMLIR_DIALECT_REORDER_H
