//===- FloatOps.cpp - Float instructions on lanes -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The templates of Float.h instantiated over the lanes of a warp. A file of its
// own, so that the instances compile in parallel.
//
//===----------------------------------------------------------------------===//

#include "LaneLoop.h"
#include "ptx-mlir/ISA/Semantics/Float.h"

using namespace ptxmlir::isa::sem;

const PureEntry ptxmlir::isa::sem::kFloatOps[] = {
    PURE_OP(FADD, FADD),   PURE_OP(FMUL, FMUL),     PURE_OP(FFMA, FFMA),
    PURE_OP(FSETP, FSETP), PURE_OP(FSET, FSET),     PURE_OP(FSEL, FSEL),
    PURE_OP(FMNMX, FMNMX), PURE_OP(FMNMX3, FMNMX3), PURE_OP(FADD2, FADD2),
    PURE_OP(FMUL2, FMUL2), PURE_OP(FFMA2, FFMA2),   PURE_OP(UFADD, FADD),
    PURE_OP(UFMUL, FMUL),  PURE_OP(UFFMA, FFMA),    PURE_OP(UFMNMX, FMNMX),
    PURE_OP(UFSEL, FSEL),  PURE_OP(UFSETP, FSETP),  PURE_OP(FCHK, FCHK),
    PURE_OP(MUFU, MUFU),   PURE_OP(DADD, DADD),     PURE_OP(DMUL, DMUL),
    PURE_OP(DFMA, DFMA),   PURE_OP(DSETP, DSETP),   PURE_OP(DMNMX, DMNMX),
};
const unsigned ptxmlir::isa::sem::kNumFloatOps =
    sizeof(kFloatOps) / sizeof(kFloatOps[0]);
