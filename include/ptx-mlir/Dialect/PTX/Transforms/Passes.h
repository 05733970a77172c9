//===- Passes.h - Passes on ptx modules -------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declarations that Passes.td generates; pipelines and tools include
// nothing else of the passes.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_PTX_TRANSFORMS_PASSES_H
#define PTXMLIR_DIALECT_PTX_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "ptx-mlir/Dialect/PTX/Utils/InlineCalls.h"

namespace ptxmlir::ptx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "ptx-mlir/Dialect/PTX/Transforms/Passes.h.inc"

} // namespace ptxmlir::ptx

#endif // PTXMLIR_DIALECT_PTX_TRANSFORMS_PASSES_H
