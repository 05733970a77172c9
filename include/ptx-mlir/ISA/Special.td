//===- Special.td - Special registers ----------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_SPECIAL
#define PTXMLIR_ISA_SPECIAL

include "ptx-mlir/ISA/Forms.td"

def SpecialReg : ModEnum<"SpecialReg", 8, [
  NamedModValue<0x21, "SR_TID.X", "TID_X">, NamedModValue<0x22, "SR_TID.Y", "TID_Y">,
  NamedModValue<0x23, "SR_TID.Z", "TID_Z">, NamedModValue<0x25, "SR_CTAID.X", "CTAID_X">,
  NamedModValue<0x26, "SR_CTAID.Y", "CTAID_Y">, NamedModValue<0x27, "SR_CTAID.Z", "CTAID_Z">,
]>;
class SRMod : EnumMod<"sr", SpecialReg, 0x21> { let InOperands = 1; }

def S2R : Inst<"S2R", [Def<"d">], [], [SRMod<>], SchedS2R> {
  let Summary = "read a special register";
  let OriIndex = 57;
  let Forms = [Form<0x919, 0, [], [Place<"d", 23, 16>, Place<"sr", 79, 72>]>];
}

#endif // PTXMLIR_ISA_SPECIAL
