//===- FloatLowering.h - Floating-point arithmetic of shared opcodes -*- C++
//-*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX has one opcode for integer and floating-point add, mul, min ...; the
// integer handlers pass the floating-point types on to these.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_FLOATLOWERING_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_FLOATLOWERING_H

#include "FloatEmit.h"

namespace ptxmlir::ptxtoori {

llvm::LogicalResult lowerFloatAdd(FuncLowering &l, ptx::AddOp op,
                                  bool subtract);
llvm::LogicalResult lowerFloatAdd(FuncLowering &l, ptx::SubOp op,
                                  bool subtract);
llvm::LogicalResult lowerFloatMul(FuncLowering &l, ptx::MulOp op);
llvm::LogicalResult lowerFloatMinMax(FuncLowering &l, ptx::MinOp op,
                                     bool isMax);
llvm::LogicalResult lowerFloatMinMax(FuncLowering &l, ptx::MaxOp op,
                                     bool isMax);
llvm::LogicalResult lowerFloatDiv(FuncLowering &l, ptx::DivOp op);

/// A source with the neg and abs that make it folded into its sign modifiers.
/// Their NaN would be canonical, but so is that of the operation that reads it.
FloatSource getFloatSource(FuncLowering &l, mlir::Value v, ptx::DataType type,
                           bool ftz);

/// rsqrt, sin, cos, lg2, ex2, tanh.
void registerFloatFunctionLowerings(HandlerTable &table);
/// testp.
void registerFloatCompareLowerings(HandlerTable &table);
// What is not correctly rounded.
llvm::LogicalResult lowerRcpApprox(FuncLowering &l, ptx::RcpOp op);
llvm::LogicalResult lowerSqrtApprox(FuncLowering &l, ptx::SqrtOp op);
/// div.approx and div.full.
llvm::LogicalResult lowerDivApprox(FuncLowering &l, ptx::DivOp op);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_FLOATLOWERING_H
