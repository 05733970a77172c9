//===- PhiPlacement.h - where registers need block arguments ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pruned SSA: a register becomes an argument of a block only where it is live,
// so that large functions get few arguments.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_PHIPLACEMENT_H
#define PTX_MLIR_LIB_FORMAT_PTX_PHIPLACEMENT_H

#include "CFG.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptxmlir::ptx {

/// Calls `use` for each register that a statement reads. A guarded statement
/// reads what it may leave as it was.
void forEachUse(const FunctionBody &body, const Statement &statement,
                llvm::function_ref<void(uint32_t)> use);
/// Calls `use` for each register that the end of a block reads.
void forEachUse(const FunctionBody &body, const CFGBlock &block,
                llvm::function_ref<void(uint32_t)> use);

/// The registers of each block that become its arguments, ascending: pruned
/// SSA.
Lists placePhis(const FunctionBody &body, const CFG &cfg);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_PHIPLACEMENT_H
