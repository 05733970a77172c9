//===- Barrier.td - CTA barriers and dependency barriers ---*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BAR and what else makes the threads of a block wait, and DEPBAR, which waits
// for a scoreboard. Barriers of warps that part are in Control.td.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_BARRIER
#define PTXMLIR_ISA_BARRIER

include "ptx-mlir/ISA/Forms.td"

//===----------------------------------------------------------------------===//
// CTA barriers
//===----------------------------------------------------------------------===//

/// What the barrier does: bits 2:0 are 79:77 of the word, bits 4:3 are 75:74.
def BarMode : ModEnum<"BarMode", 5, [
  ModValue<0, ".SYNC">, ModValue<1, ".ARV">, ModValue<3, ".SCAN">,
  ModValue<2, ".RED.POPC">, ModValue<10, ".RED.AND">, ModValue<18, ".RED.OR">,
]>;

defvar BarPlaces = [Place<"mode", 79, 77>, Place<"mode", 75, 74, 3>, Place<"defer", 80, 80>,
  Place<"pp", 89, 87>, Place<"ppNot", 90, 90>];

/// Only who waits may be put off.
defvar BarRules = [Never<[ModIs<"mode", ["ARV", "SCAN"]>, ModSet<"defer">]>];
/// Only those that reduce read the predicate (ptxas writes P0 elsewhere).
defvar BarFacts = [FactIf<IgnoresPredicate, [ModIsNot<"mode", ["RED.POPC", "RED.AND", "RED.OR"]>]>];
def BAR : Inst<"BAR", [], [Use<"bar", Imm>, Use<"count", Imm>, UseP<"pp">],
    [EnumMod<"mode", BarMode>, FlagMod<"defer", ".DEFER_BLOCKING", 1>], SchedBarrier> {
  let Summary = "wait at, or arrive at, a barrier of the CTA";
  let Sync = BlockBarrierSync;
  let Facts = BarFacts;
  let Description = [{`count` threads take part, all of the CTA if it is 0. The reductions take `pp` of
    each thread; B2R.RESULT reads their result.}];
  let Rules = BarRules;
  let Asm = "$bar?mode=ARV|SCAN{, $count}!mode=ARV|SCAN{, $count?}?mode=RED.POPC|RED.AND|RED.OR|SCAN{, $pp}";
  let OriIndex = 61;
  let IsConvergent = 1;
  let Role = BlockBarrierRole;
  let HasSideEffects = 1;
  let Reads = AllMemory;
  let Writes = AllMemory;
  let OrdersMemory = 1;
  let Forms = [
    Form<0xb1d, 0, [], !listconcat(BarPlaces, [Place<"bar", 57, 54>, Place<"count", 53, 42>])>,
    Form<0x91d, 0, [FormKind<"count", R>], !listconcat(BarPlaces, [Place<"bar", 57, 54>,
      Place<"count", 39, 32>])>,
    Form<0x51d, 0, [FormKind<"bar", R>], !listconcat(BarPlaces, [Place<"bar", 39, 32>,
      Place<"count", 53, 42>])>,
  ];
}
/// Barrier number and count in one register (observed on ptxas 13.0.88: the
/// number in bits 3:0, the count from bit 16 on).
def BAR_R : Inst<"BAR", [], [Use<"bar">, UseP<"pp">],
    [EnumMod<"mode", BarMode>, FlagMod<"defer", ".DEFER_BLOCKING", 1>], SchedBarrier> {
  let Summary = "wait at, or arrive at, the barrier that a register names";
  let Sync = BlockBarrierSync;
  let Facts = BarFacts;
  let Rules = BarRules;
  let Asm = "$bar, $bar?mode=RED.POPC|RED.AND|RED.OR|SCAN{, $pp}";
  let OriIndex = 62;
  let IsConvergent = 1;
  let Role = BlockBarrierRole;
  let HasSideEffects = 1;
  let Reads = AllMemory;
  let Writes = AllMemory;
  let OrdersMemory = 1;
  let Forms = [Form<0x31d, 0, [], !listconcat(BarPlaces, [Place<"bar", 39, 32>])>];
}

class B2RInst<string mnemonic, list<Slot> defs, list<Mod> mods, int kind, list<Place> places>
    : Inst<mnemonic, defs, [], mods, SchedS2R> {
  let HasSideEffects = 1;
  let Forms = [Form<0x31c, 0, [], !listconcat([Place<"d", 23, 16>], places),
                    [FixedBits<79, 78, kind>]>];
}
def B2R : B2RInst<"B2R", [Def<"d">], [IntMod<"bar", 4>], 0, [Place<"bar", 57, 54>]> {
  let Summary = "state of a CTA barrier";
  let Asm = "$d, $bar";
  let OriIndex = 58;
}
def B2R_RESULT : B2RInst<"B2R.RESULT", [Def<"d">, DefP<"pu">], [], 1, [Place<"pu", 83, 81>]> {
  let Summary = "result of a barrier reduction";
  let Results = OfExecution;
  let Asm = "$d, $pu?";
}
def B2R_WARP : B2RInst<"B2R.WARP", [Def<"d">], [], 2, []> {
  let Summary = "barrier state of the warp";
  let Asm = "$d";
}

//===----------------------------------------------------------------------===//
// Dependency barriers
//===----------------------------------------------------------------------===//

def DEPBAR : Inst<"DEPBAR", [], [], [FlagMod<"le", ".LE">, IntMod<"sb", 3>, IntMod<"count", 6>,
    IntMod<"mask", 6>], SchedDepbar> {
  let Summary = "wait until dependency barrier sb counts at most count";
  let Sync = ScoreboardSync;
  let Rules = [Never<[ModSet<"le">, ModIs<"sb", ["6", "7"]>]>];
  let Asm = "?le{SB$sb.dec, $count?mask{, $mask.set}}!le{?mask{$mask.set}}";
  let HasSideEffects = 1;
  let OriIndex = 66;
  let Forms = [Form<0x91a, 0, [], [Place<"mask", 37, 32>, Place<"count", 43, 38>,
    Place<"sb", 46, 44>, Place<"le", 47, 47>]>];
}

def LDGDEPBAR : Inst<"LDGDEPBAR", [], [], [], SchedDepbar> {
  let Summary = "group the asynchronous copies issued so far";
  let Sync = CopyGroupSync;
  let HasSideEffects = 1;
  let Forms = [Form<0x9af, 0, [], [], [], SM80Plus>];
}

#endif // PTXMLIR_ISA_BARRIER
