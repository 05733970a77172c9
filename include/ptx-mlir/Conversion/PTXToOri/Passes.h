//===- Passes.h - The conversion from ptx to ori ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declaration that Passes.td generates; pipelines and tools include nothing
// else of the conversion.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_CONVERSION_PTXTOORI_PASSES_H
#define PTXMLIR_CONVERSION_PTXTOORI_PASSES_H

#include "mlir/Pass/Pass.h"

namespace ptxmlir {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "ptx-mlir/Conversion/PTXToOri/Passes.h.inc"

/// Writes how each form of PTX is lowered, a line for each and the SMs where it
/// is so: opcode, SMs, combinations of modifiers; of these rows, rows that
/// depend on operands or a value that not all of the SMs have; who has the rest
/// (handler, or nobody: refused by a row, or missing); the form.
void listLowerings(llvm::raw_ostream &os);

} // namespace ptxmlir

#endif // PTXMLIR_CONVERSION_PTXTOORI_PASSES_H
