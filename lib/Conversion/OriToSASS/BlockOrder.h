//===- BlockOrder.h - The order of blocks in machine code -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that follow those which go on to them need no jump.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_ORITOSASS_BLOCKORDER_H
#define PTXMLIR_LIB_CONVERSION_ORITOSASS_BLOCKORDER_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace ptxmlir {

/// Blocks that have no code of their own, with those to which they lead.
using OnwardMap = llvm::DenseMap<mlir::Block *, mlir::Block *>;

/// Where none of its successors follows a block in `order`, moves one of them
/// there: of a branch that saves one of two jumps. A block moves with all that
/// runs on from it, and stays if the block in front of it goes on to it.
/// Linear.
void joinRuns(llvm::SmallVectorImpl<mlir::Block *> &order,
              const OnwardMap &onward);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_CONVERSION_ORITOSASS_BLOCKORDER_H
