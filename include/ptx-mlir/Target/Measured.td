//===- Measured.td - What ptxas was seen to do -------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distances that ptxas leaves between dependent instructions, from a corpus of
// its code; one file for each kind of register and dependence.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_MEASURED
#define PTXMLIR_TARGET_MEASURED

include "ptx-mlir/Target/MeasuredRTrue.td"
include "ptx-mlir/Target/MeasuredROutput.td"
include "ptx-mlir/Target/MeasuredROutputPredicated.td"
include "ptx-mlir/Target/MeasuredRAnti.td"
include "ptx-mlir/Target/MeasuredP.td"
include "ptx-mlir/Target/MeasuredUniform.td"

#endif // PTXMLIR_TARGET_MEASURED
