//===- PTXFacts.cpp - what instructions of PTX do -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sass-tblgen makes of the facts in the records.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/IR/PTXFacts.h"

using namespace ptxmlir::ptx;

static const Facts kFacts[] = {
#include "ptx-mlir/Dialect/PTX/IR/PTXFacts.inc"
};

const Facts &ptxmlir::ptx::getFacts(Opcode opcode) {
  return kFacts[unsigned(opcode)];
}
