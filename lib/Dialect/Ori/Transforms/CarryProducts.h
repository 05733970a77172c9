//===- CarryProducts.h - Products in chains of carries ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mad.lo.cc and madc.hi.cc of the same factors, as arithmetic of large numbers
// has them. Part of ori-linear-replacement; apart because it is about carries
// that go on.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_CARRYPRODUCTS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_CARRYPRODUCTS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Puts a product of 64 bits that adds a pair and a carry, and has a carry, in
/// the place of the upper word's sum, the lower word's, and the two products
/// that are their terms. True if it did; the operations are not erased.
bool mergeCarryProduct(InstOpInterface upper, mlir::OpBuilder &builder);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_CARRYPRODUCTS_H
