//===- InstNames.cpp - Instruction ops registered on demand ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether dialects that this thread loads register their ops on demand.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/InstNames.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Config/abi-breaking.h"

using namespace ptxmlir;

static thread_local bool active = false;

OnDemandOps::OnDemandOps() : before(active) { active = true; }
OnDemandOps::~OnDemandOps() { active = before; }

bool OnDemandOps::areAllowed(mlir::MLIRContext *context) {
  return active && !LLVM_ENABLE_ABI_BREAKING_CHECKS &&
         !context->isMultithreadingEnabled();
}
