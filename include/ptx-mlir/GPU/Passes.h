//===- Passes.h - From MLIR's gpu dialect to this compiler ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of the plug-in for upstream's tools; Passes.td says what each
// does.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_GPU_PASSES_H
#define PTXMLIR_GPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace ptxmlir {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "ptx-mlir/GPU/Passes.h.inc"

} // namespace ptxmlir

#endif // PTXMLIR_GPU_PASSES_H
