//===- Passes.h - Passes on ori functions -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declarations that Passes.td generates; pipelines and tools include
// nothing else of the passes.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_TRANSFORMS_PASSES_H
#define PTXMLIR_DIALECT_ORI_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_TRANSFORMS_PASSES_H
