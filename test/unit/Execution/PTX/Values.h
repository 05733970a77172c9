//===- Values.h - Operands that try an instruction --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operands an instruction is tried with.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_EXECUTION_PTX_VALUES_H
#define PTX_MLIR_TEST_UNIT_EXECUTION_PTX_VALUES_H

#include "Spellings.h"

namespace ptxmlir::test {

/// Tuples of sources: source k of tuple i is the word k * count + i. A single
/// source of 16 bits or less takes all values; else the first two cross the
/// most important edge values of their types; then all edge values of each
/// source but the first meet random ones, half of them of chosen magnitudes,
/// near other operands, or such that products cancel.
struct Tuples {
  size_t count = 0;
  std::vector<uint64_t> words;
};
Tuples makeTuples(llvm::ArrayRef<Operand> sources);

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_UNIT_EXECUTION_PTX_VALUES_H
