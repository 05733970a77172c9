//===- Pragma.h - pragmas of instructions ----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_PRAGMA_H
#define PTX_MLIR_LIB_FORMAT_PTX_PRAGMA_H

#include "ptx-mlir/Dialect/PTX/IR/Pragma.h"

namespace ptxmlir::ptx {

/// The discardable attribute of an operation that has the labels before it that
/// only debugging sections name; of a function, those behind its last
/// operation.
constexpr llvm::StringLiteral kLabelsAttr = "ptx.labels";

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_PRAGMA_H
