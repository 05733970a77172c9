//===- PredicateSums.h - Sums that count predicates -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums of the machine add carries, which are predicates: what a program
// counts with a selection of one and zero. Part of ori-linear-replacement;
// apart because it comes after all that looks for sums without carries.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PREDICATESUMS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PREDICATESUMS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Puts a sum that adds one or two predicates as carries in the place of one
/// with selections of one and zero by them that nobody else reads. True if it
/// did; the operations are not erased.
bool addPredicates(InstOpInterface sum, mlir::OpBuilder &builder);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PREDICATESUMS_H
