//===- Compare.h - Comparisons of the lowering ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons are a part of setp, set, slct, min, max and of conversions: what
// these files share of each other.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_COMPARE_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_COMPARE_H

#include "Lowering.h"

namespace ptxmlir::ptxtoori {

/// An integer comparison of any width as a predicate.
mlir::Value emitIntCompare(FuncLowering &l, ptx::Compare compare,
                           ptx::DataType type, mlir::Value a, mlir::Value b);
/// An f32 comparison as a predicate.
mlir::Value emitFloatCompare(FuncLowering &l, isa::FCmp compare, mlir::Value a,
                             mlir::Value b, bool ftz);
/// p combined with c; p itself without an operator.
mlir::Value emitBoolOp(FuncLowering &l, ptx::BoolOp boolOp, mlir::Value p,
                       mlir::Value c);
/// The value `set` gives for a predicate.
mlir::Value emitSetResult(FuncLowering &l, ptx::DataType type, mlir::Value p);
/// `set` of floating-point sources.
llvm::LogicalResult lowerFloatSet(FuncLowering &l, ptx::SetOp op);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_COMPARE_H
