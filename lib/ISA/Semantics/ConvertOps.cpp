//===- ConvertOps.cpp - Conversions and half instructions on lanes --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The templates of Convert.h and Half.h instantiated over the lanes of a warp.
// A file of its own, so that the instances compile in parallel.
//
//===----------------------------------------------------------------------===//

#include "LaneLoop.h"
#include "ptx-mlir/ISA/Semantics/Convert.h"
#include "ptx-mlir/ISA/Semantics/Half.h"

using namespace ptxmlir::isa::sem;

const PureEntry ptxmlir::isa::sem::kConvertOps[] = {
    PURE_OP(F2F, F2F),
    PURE_OP(F2F_64, F2F),
    PURE_OP(F2I, F2I),
    PURE_OP(F2I_64, F2I),
    PURE_OP(I2F, I2F),
    PURE_OP(I2F_64, I2F),
    PURE_OP(I2FP, I2FP),
    PURE_OP(UI2FP, I2FP),
    PURE_OP(UI2F, I2F),
    PURE_OP(UF2I, F2I),
    PURE_OP(FRND, FRND),
    PURE_OP(FRND_64, FRND),
    PURE_OP(UFRND, FRND),
    PURE_OP(F2FP, F2FP),
    PURE_OP(HADD2, HADD2),
    PURE_OP(HMUL2, HMUL2),
    PURE_OP(HFMA2, HFMA2),
    PURE_OP(HFMA2_MMA, HFMA2),
    PURE_OP(HMNMX2, HMNMX2),
    PURE_OP(HSETP2, HSETP2),
    PURE_OP(HSET2, HSET2),
    PURE_OP(F2IP, F2IP),
    PURE_OP(HMUL2_F32, HMUL2_F32),
    PURE_OP(FHADD, FHADD),
    PURE_OP(FHFMA, FHFMA),
    PURE_OP(VHMNMX, VHMNMX),
};
const unsigned ptxmlir::isa::sem::kNumConvertOps =
    sizeof(kConvertOps) / sizeof(kConvertOps[0]);
