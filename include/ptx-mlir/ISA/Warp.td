//===- Warp.td - Operations across the threads of a warp ---*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles, votes, matches and reductions: results depend on the registers of
// other threads of the warp.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_WARP
#define PTXMLIR_ISA_WARP

include "ptx-mlir/ISA/Forms.td"

def ShflMode : ModEnum<"ShflMode", 2, [
  ModValue<0, ".IDX">, ModValue<1, ".UP">, ModValue<2, ".DOWN">, ModValue<3, ".BFLY">,
]>;

// Immediate forms: lane 57:53, clamp and segment mask 52:40.
def SHFL : Inst<"SHFL", [DefP<"pu">, Def<"d">], [Use<"a">, Use<"b">, Use<"c">],
    [EnumMod<"mode", ShflMode>], SchedShuffle> {
  let Summary = "d = a of another lane";
  let Facts = [FactIf<AsksOneThread, [ModIs<"mode", ["IDX"]>]>];
  let Description = "b: lane or distance; c: clamp (4:0) and segment mask (12:8); pu: the lane is in range.";
  let OriIndex = 119;
  let IsConvergent = 1;
  let Role = ShuffleRole;
  let ReadsLate = 1;
  defvar common = [Place<"pu", 83, 81>, Place<"d", 23, 16>, Place<"a", 31, 24>,
                   Place<"mode", 59, 58>];
  let Forms = [
    Form<0x389, 0, [], !listconcat(common, [Place<"b", 39, 32>, Place<"c", 71, 64>])>,
    Form<0x589, 0, [FormKind<"c", Imm>],
         !listconcat(common, [Place<"b", 39, 32>, Place<"c", 52, 40>])>,
    Form<0x989, 0, [FormKind<"b", Imm>],
         !listconcat(common, [Place<"b", 57, 53>, Place<"c", 71, 64>])>,
    Form<0xf89, 0, [FormKind<"b", Imm>, FormKind<"c", Imm>],
         !listconcat(common, [Place<"b", 57, 53>, Place<"c", 52, 40>])>,
  ];
}

def VoteMode : ModEnum<"VoteMode", 2, [
  ModValue<0, ".ALL">, ModValue<1, ".ANY">, ModValue<2, ".EQ">,
]>;
defvar VotePlaces = [Place<"mode", 73, 72>, Place<"d", 23, 16>, Place<"pu", 83, 81>,
                     Place<"pp", 89, 87>, Place<"ppNot", 90, 90>];
def VOTE : Inst<"VOTE", [Def<"d">, DefP<"pu">], [UseP<"pp">], [EnumMod<"mode", VoteMode>],
    SchedVote> {
  let Summary = "d = the active threads where pp holds, pu = all, any or equal";
  let Results = OfExecution;
  let OriIndex = 26;
  let IsConvergent = 1;
  let Role = VoteRole;
  let Asm = "$d?, $pu, $pp";
  let Forms = [Form<0x806, 0, [], VotePlaces>];
}
def VOTEU : Inst<"VOTEU", [DefU<"d">, DefUP<"pu">], [UseP<"pp">],
    [EnumMod<"mode", VoteMode>], SchedUMOV> {
  let Summary = "VOTE into uniform registers";
  let Results = OfExecution;
  let IsConvergent = 1;
  let Role = VoteRole;
  let Asm = "$d?, $pu, $pp";
  let Forms = [Form<0x886, 0, [], VotePlaces>];
}

def MatchMode : ModEnum<"MatchMode", 1, [ModValue<0, ".ALL">, ModValue<1, ".ANY">]>;
def MatchWidth : ModEnum<"MatchWidth", 1, [
  NamedModValue<0, "", "B32">, NamedModValue<1, ".U64", "B64", 2>,
]>;
def MATCH : Inst<"MATCH", [DefP<"pu">, Def<"d">], [Use<"a", R, WidthBy<"u64">>],
    [EnumMod<"mode", MatchMode>, EnumMod<"u64", MatchWidth>], SchedRedux> {
  let Summary = "d = the active threads with the same a, pu: all have it";
  let OriIndex = 80;
  let IsConvergent = 1;
  let Role = MatchRole;
  let ReadsLate = 1;
  let Asm = "!mode{$pu, }$d, $a";
  let Forms = [Form<0x3a1, 0, [], [Place<"pu", 83, 81>, Place<"d", 23, 16>,
    Place<"a", 31, 24>, Place<"mode", 79, 79>, Place<"u64", 73, 73>]>];
}

def ReduxOp : ModEnum<"ReduxOp", 3, [
  NamedModValue<0, "", "AND">, ModValue<1, ".OR">, ModValue<2, ".XOR">,
  ModValue<3, ".SUM">, ModValue<4, ".MIN">, ModValue<5, ".MAX">,
]>;
def REDUX : Inst<"REDUX", [DefU<"d">], [Use<"a">],
    [EnumMod<"op", ReduxOp>, FlagMod<"s32", ".S32">], SchedRedux> {
  let Summary = "reduction of a over the active threads into a uniform register";
  let Facts = [FactIf<KeepsCommonValue, [ModIs<"op", ["AND", "OR", "MIN", "MAX"]>]>];
  let Results = OfExecution;
  let IsConvergent = 1;
  let Role = ReduceRole;
  let ReadsLate = 1;
  let Forms = [Form<0x3c4, 0, [], [Place<"d", 23, 16>, Place<"a", 31, 24>,
    Place<"op", 80, 78>, Place<"s32", 73, 73>], [], SM80Plus>];
}

def CreduxOp : ModEnum<"CreduxOp", 2, [
  ModValue<0, ".MAX">, ModValue<1, ".MAXABS">, ModValue<2, ".MIN">, ModValue<3, ".MINABS">,
]>;
def CreduxType : ModEnum<"CreduxType", 2, [
  NamedModValue<0, "", "U32">, ModValue<1, ".S32">, ModValue<2, ".F32">,
]>;
// Fixed latency, on sm_100 and sm_103.
def CREDUX : Inst<"CREDUX", [DefU<"d">], [Use<"a">],
    [EnumMod<"op", CreduxOp>, EnumMod<"type", CreduxType>, FlagMod<"nan", ".NAN">],
    SchedR2UR> {
  let Summary = "minimum or maximum of a over the active threads";
  let Results = OfExecution;
  let IsConvergent = 1;
  let Role = ReduceRole;
  let Forms = [Form<0x2cc, 0, [], [Place<"d", 23, 16>, Place<"a", 31, 24>,
    Place<"op", 79, 78>, Place<"type", 74, 73>, Place<"nan", 77, 77>], [],
    SMRange<100, 103>>];
}

def ELECT : Inst<"ELECT", [DefP<"pu">, DefU<"d">], [UseP<"pp">],
    [FlagMod<"ignorekill", ".IGNOREKILL">], SchedElect> {
  let Summary = "pu is true in one of the active threads, d is its lane";
  let IsConvergent = 1;
  let Forms = [Form<0x82f, 0, [], [Place<"pu", 83, 81>, Place<"d", 23, 16>,
    Place<"pp", 89, 87>, Place<"ppNot", 90, 90>, Place<"ignorekill", 85, 85>], [],
    SM90Plus>];
}

#endif // PTXMLIR_ISA_WARP
