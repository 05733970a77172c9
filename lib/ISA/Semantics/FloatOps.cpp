//===- FloatOps.cpp - Float instructions on lanes -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneLoop.h"
#include "ptx-mlir/ISA/Semantics/Float.h"

using namespace ptxmlir::isa::sem;

const PureEntry ptxmlir::isa::sem::kFloatOps[] = {
    PURE_ENTRY(FADD, FADD),    PURE_ENTRY(FMUL, FMUL),
    PURE_ENTRY(FFMA, FFMA),    PURE_ENTRY(FSETP, FSETP),
    PURE_ENTRY(FSET, FSET),    PURE_ENTRY(FSEL, FSEL),
    PURE_ENTRY(FMNMX, FMNMX),  PURE_ENTRY(FMNMX3, FMNMX3),
    PURE_ENTRY(FADD2, FADD2),  PURE_ENTRY(FMUL2, FMUL2),
    PURE_ENTRY(FFMA2, FFMA2),  PURE_ENTRY(UFADD, FADD),
    PURE_ENTRY(UFMUL, FMUL),   PURE_ENTRY(UFFMA, FFMA),
    PURE_ENTRY(UFMNMX, FMNMX), PURE_ENTRY(UFSEL, FSEL),
    PURE_ENTRY(UFSETP, FSETP), PURE_ENTRY(FCHK, FCHK),
    PURE_ENTRY(MUFU, MUFU),    PURE_ENTRY(DADD, DADD),
    PURE_ENTRY(DMUL, DMUL),    PURE_ENTRY(DFMA, DFMA),
    PURE_ENTRY(DSETP, DSETP),  PURE_ENTRY(DMNMX, DMNMX),
};
const unsigned ptxmlir::isa::sem::kNumFloatOps =
    sizeof(kFloatOps) / sizeof(kFloatOps[0]);
