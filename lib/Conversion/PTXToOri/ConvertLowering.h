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

/// The modifiers of a cvt.
struct Conversion {
  ptx::DataType dst, src;
  ptx::Rounding rounding = ptx::Rounding::None;
  bool ftz = false, sat = false, satFinite = false, relu = false;
  isa::Round rnd() const { return getRound(rounding); }
  /// Does it round to an integral value?
  bool toIntegral() const { return rounding >= ptx::Rounding::Rni; }
};

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

/// Integer to integer: truncation, extension or saturation.
Converted emitIntToInt(FuncLowering &l, const Conversion &cvt, mlir::Value x);
/// Integer to float.
Converted emitIntToFloat(FuncLowering &l, const Conversion &cvt, mlir::Value x);
/// Float to float, one number. Null if there is no such conversion.
Converted emitFloatToFloat(FuncLowering &l, const Conversion &cvt,
                           mlir::Value x);
/// Two f16 as two floats of 8 bits. Null for other types.
mlir::Value emitNarrowPair(FuncLowering &l, const Conversion &cvt,
                           mlir::Value pair);
/// An integer of one or two registers, extended to them, clamped to the range
/// of another type.
mlir::Value emitClamp(FuncLowering &l, mlir::Value x, ptx::DataType from,
                      ptx::DataType to);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_CONVERTLOWERING_H
