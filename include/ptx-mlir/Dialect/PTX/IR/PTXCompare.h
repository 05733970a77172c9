//===- PTXCompare.h - Comparisons of integers -------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The six comparisons of PTX that all integers have, for the interpreter and
// for passes that evaluate constants.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXCOMPARE_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXCOMPARE_H

#include "ptx-mlir/Dialect/PTX/IR/PTXEnums.h"

namespace ptxmlir::ptx {

/// Whether a comparison is one of `eq`, `ne`, `lt`, `le`, `gt` and `ge`.
constexpr bool isIntegerOrder(Compare compare) {
  return compare >= Compare::Eq && compare <= Compare::Ge;
}

/// Whether one of these holds between two integers. The sign of `T` is that of
/// the numbers.
template <typename T> constexpr bool holds(Compare compare, T a, T b) {
  switch (compare) {
  case Compare::Eq:
    return a == b;
  case Compare::Ne:
    return a != b;
  case Compare::Lt:
    return a < b;
  case Compare::Le:
    return a <= b;
  case Compare::Gt:
    return a > b;
  default:
    return a >= b;
  }
}

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXCOMPARE_H
