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
void copyTiedOperand(mlir::OpOperand &operand);

/// Makes the copies that are needed. Whether there are some: then `ranges` hold
/// no longer.
bool copyTiedOperands(const LiveRanges &ranges);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_TIEDCOPIES_H
