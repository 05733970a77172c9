//===- OriDerived.cpp - Slow paths of derived functions -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that ISA/Derived describes as sequences are one operation until
// late expansion; this file verifies that operation.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

#include "ptx-mlir/Dialect/Ori/IR/OriDerivedEnums.cpp.inc"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.cpp.inc"

unsigned ori::getWidth(DerivedFunction function) {
  switch (function) {
  case DerivedFunction::DivF32:
  case DerivedFunction::RcpF32:
  case DerivedFunction::SqrtF32:
    return 1;
  case DerivedFunction::DivF64:
  case DerivedFunction::RcpF64:
  case DerivedFunction::SqrtF64:
    return 2;
  }
  llvm_unreachable("unknown function");
}

LogicalResult SlowPathOp::verify() {
  auto type = dyn_cast<RType>(getType());
  if (!type || type.getWidth() != ori::getWidth(getFunction()))
    return emitOpError("of '")
           << stringifyDerivedFunction(getFunction()) << "' needs values of "
           << ori::getWidth(getFunction()) << " registers";
  if (getFtz() && type.getWidth() != 1)
    return emitOpError("'ftz' is for f32 alone");
  return success();
}
