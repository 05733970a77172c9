//===- HalfEmit.h - Emitters of 16-bit float instructions -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16, bf16 and their pairs. A single number is in the low half of a register;
// the upper half is computed along and means nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_HALFEMIT_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_HALFEMIT_H

#include "FloatEmit.h"

namespace ptxmlir::ptxtoori {

/// f16, f16x2, bf16 or bf16x2?
bool isHalfType(ptx::DataType type);
/// bf16 or bf16x2?
bool isBf16Type(ptx::DataType type);
/// f16x2 or bf16x2?
bool isHalfPair(ptx::DataType type);

/// How a 16-bit operation delivers its results.
struct HalfMode {
  bool bf16 = false, ftz = false, sat = false;
};

mlir::Value hadd2(FuncLowering &l, FloatSource a, FloatSource b, HalfMode mode);
mlir::Value hmul2(FuncLowering &l, FloatSource a, FloatSource b, HalfMode mode);
mlir::Value hfma2(FuncLowering &l, FloatSource a, FloatSource b, FloatSource c,
                  HalfMode mode);
/// HSETP2: the results are the comparisons of the low and of the high halves.
mlir::Operation *hsetp2(FuncLowering &l, isa::FCmp cmp, mlir::Value a,
                        mlir::Value b, HalfMode mode, isa::BoolOp bop,
                        mlir::Value with);
/// The low half as f32, exact.
mlir::Value halfToF32(FuncLowering &l, mlir::Value x, bool bf16);
/// f32 to the low half of a register, the upper half zero; RN and RZ only.
mlir::Value f32ToHalf(FuncLowering &l, mlir::Value x, bool bf16, isa::Round rnd,
                      bool relu = false, bool satFinite = false);
/// Low halves of two registers as a pair.
inline mlir::Value packHalves(FuncLowering &l, mlir::Value low,
                              mlir::Value high) {
  return l.prmt(low, l.imm(0x5410), high);
}

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_HALFEMIT_H
