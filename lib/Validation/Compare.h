//===- Compare.h - Whether two runs left the same ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When two runs of a kernel count as the same, and what is said when they do
// not.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_VALIDATION_COMPARE_H
#define PTXMLIR_LIB_VALIDATION_COMPARE_H

#include "Execute.h"

namespace ptxmlir::validation {

/// What a kernel has, because of which two right runs may differ.
struct KernelClass {
  /// Floating-point atomics, clocks, activemask: no single right result.
  bool order = false;
  /// Other atomics with a result.
  bool atomics = false;
  /// Instructions with .approx or .full: results within the ISA's bounds.
  bool approximate = false;
  /// Multiply and add that may be contracted.
  bool contractible = false;
};
/// Of a ptx.entry and the functions of its module; of other levels, nothing.
KernelClass classifyKernel(mlir::Operation *kernel);

/// The first difference, if any.
struct Difference {
  std::string text;
  uint64_t address = 0;
  bool isMemory = false;
};
/// `tolerant`: words that as floats differ by little are equal. The sign of a
/// NaN never counts.
std::optional<Difference> compareRuns(const RunResult &want,
                                      const RunResult &got, bool tolerant);

} // namespace ptxmlir::validation

#endif // PTXMLIR_LIB_VALIDATION_COMPARE_H
