//===- PTXTarget.h - the compiler as a target of gpu.module -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#ptx.target` names the SM and the options of a gpu.module. It belongs to the
// dialect and not to lib/GPU, so that modules that have one are read by tools
// that cannot compile them.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXTARGET_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXTARGET_H

#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"

#define GET_ATTRDEF_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXTarget.h.inc"

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXTARGET_H
