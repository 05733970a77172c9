//===- PassRun.h - Passes on a function of ori ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function before and after a pass, and the cases for which the two are
// proved equal.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_PROOFS_PASSRUN_H
#define PTX_MLIR_TEST_UNIT_PROOFS_PASSRUN_H

#include "Meaning.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ptxmlir::test {

struct PassCase {
  std::string name;
  std::string passes; ///< on an ori.func
  std::string text;   ///< an ori.module with the function @f
};

/// A module with one function.
class PassRun {
public:
  explicit PassRun(const std::string &text);
  /// Runs passes on the function; false, with the reason in getError().
  bool apply(const std::string &passes);
  ori::FuncOp getFunc();
  std::string print();
  mlir::MLIRContext *getContext() { return &context; }
  const std::string &getError() const { return error; }

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string error;
};

/// Functions for the passes that fold arithmetic and make guards.
std::vector<PassCase> getRewriteCases();

/// Has ori-legalize-operands exchange sources of every instruction whose record
/// allows it, and proves or tests that results stay. Returns how many were
/// exchanged.
unsigned proveCommuting();

/// Runs functions of instructions on halves, and of conversions, before and
/// behind ori-linear-replacement.
void checkHalves();
void checkConversions();

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_UNIT_PROOFS_PASSRUN_H
