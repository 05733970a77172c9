//===- PTXAsync.h - asynchronous copies, mbarriers --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated operations of one family (PTXAsync.td). Include the families
// that a file names, not all of them: headers of operations are large.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXASYNC_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXASYNC_H

#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXAsync.h.inc"

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXASYNC_H
