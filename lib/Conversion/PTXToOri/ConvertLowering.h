//===- ConvertLowering.h - Parts of the lowering of cvt ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cvt has so many pairs of types that integers and floats are in two files
// (Convert.cpp, ConvertFloat.cpp); this is what they have of each other.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_CONVERTLOWERING_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_CONVERTLOWERING_H

#include "FloatEmit.h"

namespace ptxmlir::ptxtoori {

/// A converted value and how it lies in its register: `extended` if the bits
/// above the type are those of the value's extension to 32 bits.
struct Converted {
  mlir::Value value;
  bool extended = false;
};

/// The registers of a number whose own may be wider.
inline mlir::Value getLow(FuncLowering &l, mlir::Value ptxValue,
                          ptx::DataType type) {
  return l.part(l.get(ptxValue), 0, ptx::getBitWidth(type) == 64 ? 2 : 1);
}
/// The converted number in a register of the result's width.
mlir::Value fitRegister(FuncLowering &l, Converted converted,
                        ptx::DataType type, mlir::Type resultType);

/// A conversion to a float of any numbers, one at a time, that is not one
/// instruction. Null if there is no such conversion.
mlir::Value emitFloatSteps(FuncLowering &l, ptx::CvtOp op);
/// A conversion to tf32, an f32 whose low 13 bits are zero. Ties away from zero
/// (.rna) have no instruction: half a unit is added to the finite numbers.
mlir::Value emitToTF32(FuncLowering &l, ptx::CvtOp op);
/// Two f16 as two floats of 8 bits. Null for other types.
mlir::Value emitNarrowPair(FuncLowering &l, ptx::CvtOp op);
/// An integer of one or two registers, extended to them, clamped to the range
/// of another type.
mlir::Value emitClamp(FuncLowering &l, mlir::Value x, ptx::DataType from,
                      ptx::DataType to);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_CONVERTLOWERING_H
