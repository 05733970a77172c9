//===- Move.td - Moves, selection, permutation -------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_MOVE
#define PTXMLIR_ISA_MOVE

include "ptx-mlir/ISA/Forms.td"

def MOV : Inst<"MOV", [Def<"d">], [Use<"b">], [IntMod<"mask", 4, 0, 15>], SchedALU> {
  let Summary = "d = b";
  let Asm = "$d, $b, $mask?";
  let Description = [{`mask` chooses the threads of a quad that write.}];
  let OriIndex = 19;
  let Forms = ALU2<0x002, Slots, [Place<"mask", 75, 72>]>.L;
}

def SEL : Inst<"SEL", [Def<"d">], [Use<"a">, Use<"b">, UseP<"pp">], [], SchedALU> {
  let Summary = "d = pp ? a : b";
  let OriIndex = 20;
  let Forms = ALU2<0x007, Slots>.L;
}

def PrmtMode : ModEnum<"PrmtMode", 3, [
  NamedModValue<0, "", "IDX">, ModValue<1, ".F4E">, ModValue<2, ".B4E">,
  ModValue<3, ".RC8">, ModValue<4, ".ECL">, ModValue<5, ".ECR">, ModValue<6, ".RC16">,
]>;
def PRMT : Inst<"PRMT", [Def<"d">], [Use<"a">, Use<"b">, Use<"c">],
    [EnumMod<"mode", PrmtMode>], SchedALU> {
  let Summary = "bytes of c:a chosen by b";
  let OriIndex = 24;
  let Forms = ALU3<0x016, Slots, [Place<"mode", 74, 72>]>.L;
}

#endif // PTXMLIR_ISA_MOVE
