//===- PTXLogic.cpp - logic, shifts and bit fields ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated operations of one family (PTXLogic.td): all families in one
// file would take gigabytes and minutes to compile.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.h"
#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.cpp.inc"

namespace ptxmlir::ptx {
void registerLogicOps(PTXDialect &dialect) {
  dialect.addOperationsOf<
#define GET_OP_LIST
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.cpp.inc"
      >();
}
} // namespace ptxmlir::ptx
