//===- IntegerOps.cpp - Integer and logic instructions on lanes -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneLoop.h"
#include "ptx-mlir/ISA/Semantics/Bits.h"
#include "ptx-mlir/ISA/Semantics/Integer.h"

using namespace ptxmlir::isa::sem;

const PureEntry ptxmlir::isa::sem::kIntegerOps[] = {
    PURE_OP(IADD3, IADD3),
    PURE_OP(UIADD3, IADD3),
    PURE_OP(VIADD, VIADD),
    PURE_OP(IADD_64, IADD64),
    PURE_OP(IMAD, IMAD),
    PURE_OP(UIMAD, IMAD),
    PURE_OP(IMAD_WIDE, IMAD_WIDE),
    PURE_OP(UIMAD_WIDE, IMAD_WIDE),
    PURE_OP(IMAD_HI, IMAD_HI),
    PURE_OP(UIMAD_HI, IMAD_HI),
    PURE_OP(LEA, LEA),
    PURE_OP(ULEA, LEA),
    PURE_OP(ISETP, ISETP),
    PURE_OP(UISETP, ISETP),
    PURE_OP(ISETP_64, ISETP_64),
    PURE_OP(UISETP_64, ISETP_64),
    PURE_OP(UIADD3_64, UIADD3_64),
    PURE_OP(IMNMX_64, IMNMX_64),
    PURE_OP(UIMNMX, UIMNMX),
    PURE_OP(VIMNMX3, VIMNMX3),
    PURE_OP(ISET, ISET),
    PURE_OP(IMNMX, IMNMX),
    PURE_OP(VIMNMX, VIMNMX),
    PURE_OP(VIADDMNMX, VIADDMNMX),
    PURE_OP(UVIMNMX, VIMNMX),
    PURE_OP(IABS, IABS),
    PURE_OP(VABSDIFF, VABSDIFF),
    PURE_OP(VABSDIFF4, VABSDIFF4),
    PURE_OP(IDP_4A, IDP_4A),
    PURE_OP(IDP_2A, IDP_2A),
    PURE_OP(MOV, MOV),
    PURE_OP(UMOV, MOV),
    PURE_OP(SEL, SEL),
    PURE_OP(USEL, SEL),
    PURE_OP(MOV_64, MOV),
    PURE_OP(UMOV_64, MOV),
    PURE_OP(SEL_64, SEL),
    PURE_OP(USEL_64, SEL),
    PURE_OP(LOP3, LOP3),
    PURE_OP(ULOP3, LOP3),
    PURE_OP(SHF, SHF),
    PURE_OP(USHF, SHF),
    PURE_OP(PRMT, PRMT),
    PURE_OP(UPRMT, PRMT),
    PURE_OP(SGXT, SGXT),
    PURE_OP(USGXT, SGXT),
    PURE_OP(BMSK, BMSK),
    PURE_OP(UBMSK, BMSK),
    PURE_OP(POPC, POPC),
    PURE_OP(UPOPC, POPC),
    PURE_OP(BREV, BREV),
    PURE_OP(UBREV, BREV),
    PURE_OP(FLO, FLO),
    PURE_OP(UFLO, FLO),
    PURE_OP(PLOP3, PLOP3),
    PURE_OP(PLOP3_SIGN, PLOP3_SIGN),
    PURE_OP(I2I, I2I),
    PURE_OP(I2IP, I2IP),
    PURE_OP(UPLOP3, PLOP3),
};
const unsigned ptxmlir::isa::sem::kNumIntegerOps =
    sizeof(kIntegerOps) / sizeof(kIntegerOps[0]);
