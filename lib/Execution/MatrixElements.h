//===- MatrixElements.h - Elements of narrow matrices ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_MATRIXELEMENTS_H
#define PTX_MLIR_LIB_EXECUTION_MATRIXELEMENTS_H

#include "ptx-mlir/ISA/Semantics/Float.h"
#include <cstring>

namespace ptxmlir::exec {

/// What the matrices of wgmma and of sparse products are of, floats first.
enum MatrixElement : uint32_t {
  F16,
  BF16,
  TF32,
  E4M3,
  E5M2,
  U8,
  S8,
  U4,
  S4,
  B1
};

inline unsigned bitsOf(uint32_t element) {
  return element == TF32   ? 32
         : element <= BF16 ? 16
         : element == B1   ? 1
         : element >= U4   ? 4
                           : 8;
}
inline bool isFloat(uint32_t element) { return element < U8; }

/// The value of a float.
inline double numberOf(uint32_t element, uint32_t bits) {
  using isa::sem::Fmt;
  static constexpr Fmt formats[] = {Fmt::F16, Fmt::BF16, Fmt::TF32, Fmt::E4M3,
                                    Fmt::E5M2};
  uint64_t wide = isa::sem::convert(formats[element], bits, {Fmt::F64});
  double v;
  memcpy(&v, &wide, 8);
  return v;
}

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_MATRIXELEMENTS_H
