//===- MergeComparisons.h - Comparisons that take a predicate ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons of the machine combine their result with another predicate for
// free. Part of ori-linear-replacement; apart because it is about predicates
// only.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_MERGECOMPARISONS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_MERGECOMPARISONS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Puts a comparison that takes the other predicate in the place of logic of
/// two predicates (PLOP3), one of which is a comparison that nobody else reads.
/// True if it did; the operation is not erased.
bool mergeComparison(InstOpInterface plop3, mlir::OpBuilder &builder);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_MERGECOMPARISONS_H
