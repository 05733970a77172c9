//===- ShiftedSums.h - Sums with a shifted term -----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite of ori-linear-replacement: LEA adds a shifted number, or the upper
// word of a shifted pair.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SHIFTEDSUMS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SHIFTEDSUMS_H

#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"

namespace ptxmlir::ori {

/// The modifiers of {c, a} << k, of which one word is the result.
uint64_t getShiftMods(bool upper);

/// A shift of one register to the left by a number, {c, a} << k of which the
/// lower word is read.
std::optional<unsigned> getShift(mlir::Value value, mlir::Value &shifted);

/// The sum of `term`, if that is a shift by a number, and `other` as one
/// instruction, a LEA; null if it is none.
mlir::Value makeShiftedSum(mlir::Value term, mlir::Value other,
                           mlir::OpBuilder &builder, mlir::Location loc);

/// OR and XOR of two values of which no bit is set in both are their sum: one
/// instruction, if one of them is a shift that nobody else reads. True if the
/// result was replaced; no operation is erased.
bool addShiftedBits(InstOpInterface lop3, KnownBitsMap &known,
                    mlir::OpBuilder &builder);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SHIFTEDSUMS_H
