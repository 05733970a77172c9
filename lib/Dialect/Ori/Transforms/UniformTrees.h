//===- UniformTrees.h - Arithmetic of the whole warp ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a warp computes once, in its uniform registers: sums, products, shifts
// and logic of CTA numbers and constants.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_UNIFORMTREES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_UNIFORMTREES_H

#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"

namespace ptxmlir::ori {

/// Makes instructions uniform ones where all that reads them can read a uniform
/// register, and no other instructions are needed for it. The number of them.
unsigned convertUniformTrees(FuncOp func, unsigned sm, const WarpBlocks &warp);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_UNIFORMTREES_H
