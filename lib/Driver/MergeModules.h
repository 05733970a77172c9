//===- MergeModules.h - Several PTX inputs as one module --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several inputs are linked as PTX before they are compiled, so that functions
// of one are inlined into those of another.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DRIVER_MERGEMODULES_H
#define PTXMLIR_LIB_DRIVER_MERGEMODULES_H

#include "mlir/IR/BuiltinOps.h"

namespace ptxmlir {

/// Moves what the ptx.module of `from` has to the one of `into`. Names of
/// internal symbols belong to their input: those of `from` that `into` has,
/// too, are changed. Declarations stand for definitions in the other input.
/// Two definitions of one name that is neither internal nor weak are errors, in
/// ptxas's words, and so are declarations of another kind.
llvm::LogicalResult mergeModules(mlir::ModuleOp into, mlir::ModuleOp from);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_DRIVER_MERGEMODULES_H
