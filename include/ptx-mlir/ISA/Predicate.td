//===- Predicate.td - Predicate logic ----------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Logic of predicates by look-up tables, and predicates packed into a register
// and back.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_PREDICATE
#define PTXMLIR_ISA_PREDICATE

include "ptx-mlir/ISA/Forms.td"

// Both look-up tables take (pp << 2 | pq << 1 | pr).
class PLOP3Base<string mnemonic, list<Slot> defs, list<Slot> uses, SchedClass sched>
    : Inst<mnemonic, defs, uses,
           [IntMod<"lut", 8>, IntMod<"lut2", 8>], sched> {
  let Asm = "$pu, $pv, $pp, $pq, $pr, $lut, $lut2";
}
defvar PLOP3Rest = [Place<"lut", 66, 64>, Place<"lut", 76, 72, 3>, Place<"lut2", 23, 16>];

def PLOP3 : PLOP3Base<"PLOP3.LUT", [DefP<"pu">, DefP<"pv">],
    [UseP<"pp">, UseP<"pq">, UseP<"pr">], SchedALU> {
  let Summary = "logic of three predicates by table: pu by lut, pv by lut2";
  let Computes = PredicateLogicOperation;
  let OriIndex = 23;
  let Forms = [
    Form<0x81c, 0, [], !listconcat(PredPlaces<Slots>.L, PLOP3Rest), [FixedBits<67, 67, 0>]>,
    Form<0x81c, 0, [FormKind<"pr", UP>], !listconcat(PredPlaces<Slots>.L, PLOP3Rest),
         [FixedBits<67, 67, 1>]>,
  ];
}

def PredBytes : ModEnum<"PredBytes", 2, [
  NamedModValue<0, "", "B0">, ModValue<1, ".B1">, ModValue<2, ".B2">, ModValue<3, ".B3">,
]>;

// b is the mask of the predicates that take part; the other bits come from a.
def P2R : Inst<"P2R", [Def<"d">], [Use<"a">, UseI<"b">],
    [EnumMod<"byte", PredBytes>], SchedALU> {
  let Summary = "the predicates of mask b in one byte of d, the other bits from a";
  let Results = OfSources;
  let AccessesPredicates = 1;
  let OriIndex = 21;
  let Asm = "$d, PR, $a, !sm90{$b}?sm90{$b.unsigned}";
  let HasSideEffects = 1;
  let IsSASSOnly = 1;
  let Forms = ALU2<0x003, Slots, [Place<"byte", 77, 76>]>.L;
}
class PredByteMod : EnumMod<"byte", PredBytes> { let InOperands = 1; }
def R2P : Inst<"R2P", [], [Use<"a">, Use<"b">], [PredByteMod<>], SchedALU> {
  let Summary = "sets the predicates of mask b from one byte of a";
  let Results = OfSources;
  let AccessesPredicates = 1;
  let OriIndex = 22;
  let Asm = "PR, $a<$byte>, $b?255";
  let HasSideEffects = 1;
  let IsSASSOnly = 1;
  let Forms = ALU2<0x004, Slots, [Place<"byte", 77, 76>]>.L;
}

#endif // PTXMLIR_ISA_PREDICATE
