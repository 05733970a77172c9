//===- Barrier.td - CTA barriers and dependency barriers ---*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_BARRIER
#define PTXMLIR_ISA_BARRIER

include "ptx-mlir/ISA/Forms.td"

#endif // PTXMLIR_ISA_BARRIER
