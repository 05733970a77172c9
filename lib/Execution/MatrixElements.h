//===- MatrixElements.h - Elements of narrow matrices ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types of matrix products by their numbers in instruction words,
// and their values as doubles, in which the products are computed exactly.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_MATRIXELEMENTS_H
#define PTX_MLIR_LIB_EXECUTION_MATRIXELEMENTS_H

#include "ptx-mlir/ISA/Semantics/Float.h"
#include <cmath>
#include <cstring>

namespace ptxmlir::exec {

/// What the matrices of wgmma, of narrow and of sparse products are of, floats
/// first.
enum MatrixElement : uint32_t {
  F16,
  BF16,
  TF32,
  E4M3,
  E5M2,
  E3M2,       ///< in the low bits of a byte
  E2M3,       ///< likewise
  E2M1,       ///< in bits 2 to 5 of a byte
  PackedE2M1, ///< eight in a register
  U8,
  S8,
  U4,
  S4,
  B1
};

inline unsigned bitsOf(uint32_t element) {
  return element == TF32                          ? 32
         : element <= BF16                        ? 16
         : element == B1                          ? 1
         : element >= U4 || element == PackedE2M1 ? 4
                                                  : 8;
}
inline bool isFloat(uint32_t element) { return element < U8; }

/// A float without infinities and NaNs: sign, exponent, fraction.
inline double smallNumber(uint32_t v, unsigned expBits, unsigned fracBits) {
  unsigned e = v >> fracBits & ((1u << expBits) - 1);
  unsigned f = v & ((1u << fracBits) - 1);
  int least = 2 - (1 << (expBits - 1)) - int(fracBits);
  double d = e ? std::ldexp(f + (1u << fracBits), least + int(e) - 1)
               : std::ldexp(f, least);
  return v >> (expBits + fracBits) & 1 ? -d : d;
}

/// The value of a float.
inline double numberOf(uint32_t element, uint32_t bits) {
  using isa::sem::Fmt;
  switch (element) {
  case E3M2:
    return smallNumber(bits, 3, 2);
  case E2M3:
    return smallNumber(bits, 2, 3);
  case E2M1:
    return smallNumber(bits >> 2, 2, 1);
  case PackedE2M1:
    return smallNumber(bits, 2, 1);
  }
  static constexpr Fmt formats[] = {Fmt::F16, Fmt::BF16, Fmt::TF32, Fmt::E4M3,
                                    Fmt::E5M2};
  uint64_t wide = isa::sem::convert(formats[element], bits, {Fmt::F64});
  double v;
  memcpy(&v, &wide, 8);
  return v;
}

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_MATRIXELEMENTS_H
