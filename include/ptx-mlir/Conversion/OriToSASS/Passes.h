//===- Passes.h - The conversion from ori to sass ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declaration that Passes.td generates; pipelines and tools include nothing
// else of the conversion.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_CONVERSION_ORITOSASS_PASSES_H
#define PTXMLIR_CONVERSION_ORITOSASS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace ptxmlir {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "ptx-mlir/Conversion/OriToSASS/Passes.h.inc"

} // namespace ptxmlir

#endif // PTXMLIR_CONVERSION_ORITOSASS_PASSES_H
