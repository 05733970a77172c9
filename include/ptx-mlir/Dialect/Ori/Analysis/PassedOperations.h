//===- PassedOperations.h - What loads can pass -----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A summary of operations, like those of a block: whether a load of some spaces
// may stand in front of them as well as behind.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_PASSEDOPERATIONS_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_PASSEDOPERATIONS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Whether the operation waits for other warps.
bool isBlockBarrier(mlir::Operation *op);

struct PassedOperations {
  uint8_t writtenSpaces = 0;
  bool isFence = false;
  bool ordersThreads = false;
  unsigned operations = 0;

  void add(mlir::Operation *op);
  void add(const PassedOperations &other) {
    writtenSpaces |= other.writtenSpaces;
    isFence |= other.isFence;
    ordersThreads |= other.ordersThreads;
    operations += other.operations;
  }
  /// Whether a load of those spaces gets the same in front of them.
  bool letPass(uint8_t readSpaces) const;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_PASSEDOPERATIONS_H
