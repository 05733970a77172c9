//===- BitRewrites.h - Rewrites by which bits are read or known -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites of ori-linear-replacement that are about bits and not about sums:
// each is proved by itself, so each is a function with a condition.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_BITREWRITES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_BITREWRITES_H

#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"

namespace ptxmlir::ori {

// Each is true if it replaced a result or an operand; no operation is erased.

/// A result of which all bits are known becomes a constant; logic that changes
/// no bit of an operand becomes that operand.
bool replaceKnownBits(InstOpInterface inst, const KnownBitsMap &known,
                      mlir::OpBuilder &builder);

/// Logic of a value and a constant that takes what is logic of a value and a
/// constant: one operation.
bool mergeMasks(InstOpInterface lop3, mlir::OpBuilder &builder);

/// Logic of two or three inputs that takes what is such logic and nobody else
/// reads, if there are three inputs in all: one operation.
bool mergeLogic(InstOpInterface lop3, mlir::OpBuilder &builder);

/// Operands of which an instruction on halves reads one half only: where that
/// was moved from another value, the half is read there.
bool readHalvesInPlace(InstOpInterface inst);

/// A conversion to f32 of a number of 8 or 16 bits of which the upper bits of
/// the register and the sign are known to be zero: that of a word is faster.
bool convertWord(InstOpInterface i2f, const KnownBitsMap &known,
                 mlir::OpBuilder &builder);

/// Two numbers that were rounded to halves and are put into one register: one
/// F2FP rounds both.
bool packTogether(InstOpInterface prmt, mlir::OpBuilder &builder);

/// The absolute value or the negation of an f32 or f64 whose readers all have
/// modifiers for that: they read the number itself. The negation of an f32
/// product that nobody else reads: that of one of its factors.
bool readSigned(InstOpInterface sum);

// Afterwards:

/// Branches whose conditions have become constants become jumps, and blocks
/// that nothing reaches then are erased.
void foldKnownBranches(mlir::Region &body);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_BITREWRITES_H
