//===- Move.td - Moves, selection, permutation -------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What moves bits and computes nothing: MOV, SEL, PRMT and their forms of 64
// bits.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_MOVE
#define PTXMLIR_ISA_MOVE

include "ptx-mlir/ISA/Forms.td"

def MOV : Inst<"MOV", [Def<"d">], [Use<"b">], [FlagMod<"spill", ".SPILL">, IntMod<"mask", 4, 0, 15>],
    SchedALUDual> {
  let Summary = "d = b";
  let Computes = MoveOperation;
  let Asm = "$d, $b, $mask?";
  let Rules = [Never<[ModSet<"spill">, ModIsNot<"mask", ["15"]>]>];
  let Description = [{`mask` chooses the threads of a quad that write. `spill` keeps a uniform
    register for R2UR.FILL.}];
  let OriIndex = 19;
  defvar plain = [Place<"mask", 75, 72>, NoPlace<"spill">];
  let Forms = !listconcat(
    ALUForms<[1, 4, 5], 0x002, Slots, plain, AllSMs, [FixedBits<80, 80, 0>]>.L,
    ALUForms<[6], 0x002, Slots, plain, BeforeSM100, [FixedBits<80, 80, 0>]>.L,
    ALUForms<[6], 0x002, Slots, [Place<"mask", 75, 72>, Place<"spill", 88, 88>], SM100Plus,
             [FixedBits<80, 80, 0>]>.L);
}

/// A 64-bit source; immediates are sign-extended.
class UseI64<string name> : Use<name, R, Width<2>> { let ImmFormat = "s64"; }

class UseU64<string name> : Use<name, R, Width<2>> { let ImmFormat = "u64"; }
def MOV_64 : Inst<"MOV.64", [Def<"d", R, Width<2>>], [UseU64<"b">], [], SchedALU64> {
  let Summary = "d = b, 64 bits";
  let Forms = [
    Form<0x202, 0, [], [Place<"d", 23, 16>, Place<"b", 39, 32>],
         [FixedBits<75, 72, 15>, FixedBits<80, 80, 1>], SM120Plus>,
    Form<0x402, 0, [FormKind<"b", Imm>], [Place<"d", 23, 16>, SPlace<"b", 87, 24>], [],
         SM120Plus>,
    Form<0xc02, 1, [FormKind<"b", UR>], [Place<"d", 23, 16>, Place<"b", 39, 32>],
         [FixedBits<75, 72, 15>, FixedBits<80, 80, 1>], SM120Plus>,
  ];
}

def SEL : Inst<"SEL", [Def<"d">], [Use<"a">, Use<"b">, UseP<"pp">], [], SchedALUDual> {
  let Summary = "d = pp ? a : b";
  let Computes = SelectOperation;
  let OriIndex = 20;
  let Forms = ALU2<0x007, Slots>.L;
}

def SEL_64 : Inst<"SEL.64", [Def<"d", R, Width<2>>],
    [Use<"a", R, Width<2>>, UseI64<"b">, UseP<"pp">], [], SchedALU64> {
  let Summary = "d = pp ? a : b, 64 bits";
  defvar common = [Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"pp", 89, 87>,
                   Place<"ppNot", 90, 90>];
  let Forms = [
    Form<0x607, 0, [], !listconcat(common, [Place<"b", 39, 32>]), [], SM120Plus>,
    Form<0x407, 0, [FormKind<"b", Imm>], !listconcat(common, [SPlace<"b", 64, 32>]), [],
         SM120Plus>,
    Form<0xe07, 1, [FormKind<"b", UR>], !listconcat(common, [Place<"b", 39, 32>]), [],
         SM120Plus>,
  ];
}

def PrmtMode : ModEnum<"PrmtMode", 3, [
  NamedModValue<0, "", "IDX">, ModValue<1, ".F4E">, ModValue<2, ".B4E">,
  ModValue<3, ".RC8">, ModValue<4, ".ECL">, ModValue<5, ".ECR">, ModValue<6, ".RC16">,
]>;
def PRMT : Inst<"PRMT", [Def<"d">], [Use<"a">, Use<"b">, Use<"c">],
    [EnumMod<"mode", PrmtMode>], SchedALU> {
  let Summary = "bytes of c:a chosen by b";
  let Computes = PermuteOperation;
  let OriIndex = 24;
  let Forms = ALU3<0x016, Slots, [Place<"mode", 74, 72>]>.L;
}

#endif // PTXMLIR_ISA_MOVE
