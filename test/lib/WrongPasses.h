//===- WrongPasses.h - Passes with a bug on purpose -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Validation is only worth something if it finds mistakes: these are known
// ones, each in the phase where it could have been made.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_LIB_WRONGPASSES_H
#define PTXMLIR_TEST_LIB_WRONGPASSES_H

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/ArrayRef.h"

namespace ptxmlir::test {

/// A pass that makes a mistake in each function, mostly at the first place that
/// allows it.
struct WrongPass {
  llvm::StringLiteral name;
  /// The phase that it follows, in the phase table's name.
  llvm::StringLiteral phase;
  llvm::StringLiteral mistake;
  /// `op` is what the phase runs on. False: no place for the mistake.
  bool (*apply)(mlir::Operation *op);
};

llvm::ArrayRef<WrongPass> getWrongPasses();
std::unique_ptr<mlir::Pass> createWrongPass(const WrongPass &wrong);

} // namespace ptxmlir::test

#endif // PTXMLIR_TEST_LIB_WRONGPASSES_H
