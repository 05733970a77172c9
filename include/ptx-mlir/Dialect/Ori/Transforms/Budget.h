//===- Budget.h - How many registers a function may use ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_TRANSFORMS_BUDGET_H
#define PTXMLIR_DIALECT_ORI_TRANSFORMS_BUDGET_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// The 32-bit registers that the code of `func` may use, R0 .. R(n-1). A thread
/// has at most `limit`, and what .maxnreg allows or what is left to it when the
/// CTAs that .reqntid, .maxntid and .minnctapersm ask for are on one SM
/// (target::computeRegisterLimit); two of them are not for the code.
unsigned getRegisterBudget(FuncOp func, unsigned limit);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_TRANSFORMS_BUDGET_H
