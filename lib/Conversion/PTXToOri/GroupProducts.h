//===- GroupProducts.h - Order of products of warp groups -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma runs beside the code that starts it. SSA values do not say that a
// register is written later, so that one step behind the lowering puts it into
// the form that passes may trust.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_GROUPPRODUCTS_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_GROUPPRODUCTS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ptxtoori {

/// Mark of an instruction that stands for wgmma.commit_group until
/// orderGroupProducts has removed it.
constexpr llvm::StringLiteral kCommitAttr = "commit_group";

/// Puts into SSA form that products of a warp group write their accumulators,
/// and read their factors, until a wait for their group: see ori.hold. Waits
/// and fences that the code lacks are added, each with a remark.
///
/// Before, a function has the products with the values of PTX as operands,
/// WARPGROUP.ARRIVE for wgmma.fence, WARPGROUP.DEPBAR.LE with the number of
/// groups that may be open for wgmma.wait_group, and instructions with
/// kCommitAttr.
void orderGroupProducts(ori::FuncOp func);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_GROUPPRODUCTS_H
