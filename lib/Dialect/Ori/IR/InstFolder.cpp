//===- InstFolder.cpp - Constant folding of instruction ops ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

LogicalResult ori::foldInst(Operation *op, ArrayRef<Attribute> operands,
                            SmallVectorImpl<OpFoldResult> &results) {
  return failure();
}
