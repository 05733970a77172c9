//===- TiedCopies.h - Copies of values that ops overwrite -*- C++ -*------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result that keeps an old value shares its register. Where the old value
// lives on or serves two results, the operation gets a copy of it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_TIEDCOPIES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_TIEDCOPIES_H

#include "ptx-mlir/Dialect/Ori/Analysis/LiveRanges.h"

namespace ptxmlir::ori {

/// Makes the operand a copy, which is put in front of its operation.
CopyOp copyTiedOperand(mlir::OpOperand &operand);

/// The copies that had to be made; `ranges` hold no longer if there are some.
llvm::SmallVector<CopyOp> copyTiedOperands(const LiveRanges &ranges);

/// Erases a copy; what has read it reads its source.
void eraseCopy(CopyOp copy);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_TIEDCOPIES_H
