//===- MergeMinimums.h - Minimums of sums and of three ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite of ori-linear-replacement, apart from the others because it asks
// what the SM has.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_MERGEMINIMUMS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_MERGEMINIMUMS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Puts one instruction in the place of a minimum or maximum (VIMNMX) and of
/// the sum or the minimum or maximum that it alone reads, where the SM has such
/// an instruction. True if it did; no operation is erased.
bool mergeMinimum(InstOpInterface vimnmx, mlir::OpBuilder &builder);

/// Puts an FMNMX in the place of a selection (SEL) between an f32 and a number,
/// if nothing else reads the comparison of the two that decides, and the result
/// has the same bits for NaNs and zeros, too. True if it did; no operation is
/// erased.
bool selectMinimum(InstOpInterface sel, mlir::OpBuilder &builder);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_MERGEMINIMUMS_H
