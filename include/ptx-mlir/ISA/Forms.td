//===- Forms.td - Encoding forms that records share --------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bits 11:9 of an ALU opcode choose where its sources come from:
//
//   form   A (31:24)   B                     C                     bit 91
//   1      R           R 39:32               R 71:64               0
//   2      R           R 71:64               imm 63:32             0
//   3      R           R 71:64               c[58:54][53:38]       0
//   4      R           imm 63:32             R 71:64               0
//   5      R           c[58:54][53:38]       R 71:64               0
//   6      R           UR 39:32              R 71:64               1
//   7      R           R 71:64               UR 39:32              1
//
// Negation (or complement) and absolute value: A 72, 73; the operand at 63:32 63, 62; the
// register at 71:64 75, 74. An instruction without a C source uses only 39:32
// resp. 63:32 for B, whatever the form number. Predicates: pu 83:81, pv 86:84
// written; pp 89:87 (complement 90), pq 79:77 (80), pr 70:68 (71) read.
//
// Constant-bank forms are used up to sm_89 only; from sm_90 on constants are
// loaded with LDC or ULDC (observed on ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_FORMS
#define PTXMLIR_ISA_FORMS

include "ptx-mlir/ISA/Base.td"

//===----------------------------------------------------------------------===//
// Places by slot name
//===----------------------------------------------------------------------===//

/// The places of slot `s` as a register at hi:lo with its flags at the given
/// bits (-1: the flag has no bit in this form).
class RegPlaces<Slot s, int hi, int lo, int neg, int abs = -1, int not = -1> {
  list<Place> L = !listconcat(
    [Place<s.Name, hi, lo>],
    !if(s.HasNeg, !if(!lt(neg, 0), [NoPlace<s.Name # "Neg">],
                      [Place<s.Name # "Neg", neg, neg>]), []<Place>),
    !if(s.HasAbs, !if(!lt(abs, 0), [NoPlace<s.Name # "Abs">],
                      [Place<s.Name # "Abs", abs, abs>]), []<Place>),
    !if(s.HasNot, !if(!lt(not, 0), [NoPlace<s.Name # "Not">],
                      [Place<s.Name # "Not", not, not>]), []<Place>));
}

/// The places of slot `s` at bits 63:32 as `kind`.
class WidePlaces<Slot s, OperandKind kind> {
  list<Place> L = !cond(
    !eq(kind.EnumName, "Imm") : [Place<s.Name, 63, 32>],
    !eq(kind.EnumName, "CBank") :
      !listconcat([Place<s.Name # ".bank", 58, 54>, SPlace<s.Name # ".offset", 53, 40, 0, 2>],
        !if(s.HasNeg, [Place<s.Name # "Neg", 63, 63>], []<Place>),
        !if(s.HasAbs, [Place<s.Name # "Abs", 62, 62>], []<Place>),
        !if(s.HasNot, [Place<s.Name # "Not", 63, 63>], []<Place>)),
    true : RegPlaces<s, 39, 32, 63, 62, 63>.L);
}

/// The places of the predicate slots, which are the same in all ALU forms.
class PredPlaces<list<Slot> slots> {
  list<Place> L = !foldl([]<Place>, slots, acc, s, !listconcat(acc, !cond(
    !eq(s.Name, "pu") : [Place<"pu", 83, 81>],
    !eq(s.Name, "pv") : [Place<"pv", 86, 84>],
    !eq(s.Name, "pp") : RegPlaces<s, 89, 87, -1, -1, 90>.L,
    !eq(s.Name, "pq") : RegPlaces<s, 79, 77, -1, -1, 80>.L,
    !eq(s.Name, "pr") : RegPlaces<s, 70, 68, -1, -1, 71>.L,
    true : []<Place>)));
}

//===----------------------------------------------------------------------===//
// ALU forms
//===----------------------------------------------------------------------===//

/// The kind of the operand at 63:32 in ALU form n.
class WideKind<int n, OperandKind reg = R> {
  OperandKind K = !cond(!eq(n, 1) : reg, !eq(n, 2) : Imm, !eq(n, 4) : Imm,
                        !eq(n, 3) : CBank, !eq(n, 5) : CBank, true : UR);
}

/// ALU form n (1..7) of the operation `op` (bits 8:0). `slots` are the record's
/// Defs and Uses; slots d, a, b, c, pu, pv, pp, pq, pr and their flags get their
/// usual places, `rest` places the modifiers and anything else. Where the
/// register at 71:64 has no room for flags pass cFlags = 0.
class ALUForm<int n, int op, list<Slot> slots, list<Place> rest = [],
              SMRange sms = AllSMs, list<FixedBits> fixed = [], bit cFlags = 1>
    : Form<!or(op, !shl(n, 9)), !ge(n, 6), [], [], fixed, sms> {
  defvar hasC = !not(!empty(!filter(s, slots, !eq(s.Name, "c"))));
  defvar swapped = !and(hasC, !or(!eq(n, 2), !eq(n, 3), !eq(n, 7)));
  defvar wide = !if(swapped, "c", "b");
  defvar narrow = !if(swapped, "b", "c");
  defvar kind = WideKind<n>.K;
  defvar hasWide = !not(!empty(!filter(s, slots, !eq(s.Name, wide))));
  let Kinds = !if(!and(hasWide, !ne(n, 1)), [FormKind<wide, kind>], []<FormKind>);
  let Places = !listconcat(
    !foldl([]<Place>, slots, acc, s, !listconcat(acc, !cond(
      !eq(s.Name, "d") : [Place<"d", 23, 16>],
      !eq(s.Name, "a") : RegPlaces<s, 31, 24, 72, 73>.L,
      !eq(s.Name, wide) : WidePlaces<s, kind>.L,
      !eq(s.Name, narrow) : RegPlaces<s, 71, 64, !if(cFlags, 75, -1),
                                      !if(cFlags, 74, -1)>.L,
      true : []<Place>))),
    PredPlaces<slots>.L, rest);
  // Constant-bank forms end with sm_89.
  let SMs = !if(!and(!or(!eq(n, 3), !eq(n, 5)), !gt(sms.Max, 89)),
                SMRange<sms.Min, 89>, sms);
}

/// Several ALU forms of one operation: `let Forms = ALUForms<[1, 4], 0x0ab, Slots>.L`
/// in a record body.
class ALUForms<list<int> numbers, int op, list<Slot> slots, list<Place> rest = [],
               SMRange sms = AllSMs, list<FixedBits> fixed = [], bit cFlags = 1> {
  list<Form> L = !foreach(n, numbers,
                          ALUForm<n, op, slots, rest, sms, fixed, cFlags>);
}

/// The usual sets: three sources; two sources with B in the B slot; two sources
/// with B in the C slot (FADD).
class ALU3<int op, list<Slot> slots, list<Place> rest = [], SMRange sms = AllSMs,
           list<FixedBits> fixed = [], bit cFlags = 1>
    : ALUForms<[1, 2, 3, 4, 5, 6, 7], op, slots, rest, sms, fixed, cFlags>;
class ALU2<int op, list<Slot> slots, list<Place> rest = [], SMRange sms = AllSMs,
           list<FixedBits> fixed = []>
    : ALUForms<[1, 4, 5, 6], op, slots, rest, sms, fixed>;
class ALU2C<int op, list<Slot> slots, list<Place> rest = [], SMRange sms = AllSMs,
            list<FixedBits> fixed = []>
    : ALUForms<[1, 2, 3, 7], op, slots, rest, sms, fixed>;

/// A uniform datapath form: 1 (B and C registers), 4 (B immediate) or 2 (C
/// immediate, B at 71:64) of `op`; bit 91 is set, registers are UR and
/// predicates UP (the slots say so).
class UALUForm<int n, int op, list<Slot> slots, list<Place> rest = [],
               SMRange sms = AllSMs, list<FixedBits> fixed = [], bit cFlags = 1>
    : Form<!or(op, !shl(n, 9)), 1, [], [], fixed, sms> {
  defvar hasC = !not(!empty(!filter(s, slots, !eq(s.Name, "c"))));
  defvar swapped = !and(hasC, !eq(n, 2));
  defvar wide = !if(swapped, "c", "b");
  defvar narrow = !if(swapped, "b", "c");
  defvar kind = WideKind<n, UR>.K;
  defvar hasWide = !not(!empty(!filter(s, slots, !eq(s.Name, wide))));
  let Kinds = !if(!and(hasWide, !ne(n, 1)), [FormKind<wide, kind>], []<FormKind>);
  let Places = !listconcat(
    !foldl([]<Place>, slots, acc, s, !listconcat(acc, !cond(
      !eq(s.Name, "d") : [Place<"d", 23, 16>],
      !eq(s.Name, "a") : RegPlaces<s, 31, 24, 72, 73>.L,
      !eq(s.Name, wide) : WidePlaces<s, kind>.L,
      !eq(s.Name, narrow) : RegPlaces<s, 71, 64, !if(cFlags, 75, -1),
                                      !if(cFlags, 74, -1)>.L,
      true : []<Place>))),
    PredPlaces<slots>.L, rest);
}
class UALUForms<list<int> numbers, int op, list<Slot> slots, list<Place> rest = [],
                SMRange sms = AllSMs, list<FixedBits> fixed = [], bit cFlags = 1> {
  list<Form> L = !foreach(n, numbers,
                          UALUForm<n, op, slots, rest, sms, fixed, cFlags>);
}

//===----------------------------------------------------------------------===//
// Modifier enums of more than one family
//===----------------------------------------------------------------------===//

def MemType : ModEnum<"MemType", 3, [
  NamedModValue<0, ".U8", "U8">, NamedModValue<1, ".S8", "S8">,
  NamedModValue<2, ".U16", "U16">, NamedModValue<3, ".S16", "S16">,
  NamedModValue<4, "", "B32">, NamedModValue<5, ".64", "B64", 2>,
  NamedModValue<6, ".128", "B128", 4>,
]>;

/// Rounding of float results.
def Round : ModEnum<"Round", 2, [
  NamedModValue<0, "", "RN">, NamedModValue<1, ".RM", "RM">,
  NamedModValue<2, ".RP", "RP">, NamedModValue<3, ".RZ", "RZ">,
]>;

/// Integer comparison.
def ICmp : ModEnum<"ICmp", 3, [
  ModValue<0, ".F">, ModValue<1, ".LT">, ModValue<2, ".EQ">, ModValue<3, ".LE">,
  ModValue<4, ".GT">, ModValue<5, ".NE">, ModValue<6, ".GE">, ModValue<7, ".T">,
]>;

/// Float comparison; the U forms are true when an operand is a NaN.
def FCmp : ModEnum<"FCmp", 4, [
  ModValue<0, ".F">, ModValue<1, ".LT">, ModValue<2, ".EQ">, ModValue<3, ".LE">,
  ModValue<4, ".GT">, ModValue<5, ".NE">, ModValue<6, ".GE">, ModValue<7, ".NUM">,
  NamedModValue<8, ".NAN", "NaN">, ModValue<9, ".LTU">, ModValue<10, ".EQU">,
  ModValue<11, ".LEU">, ModValue<12, ".GTU">, ModValue<13, ".NEU">,
  ModValue<14, ".GEU">, ModValue<15, ".T">,
]>;

/// How a comparison combines with its predicate source.
def BoolOp : ModEnum<"BoolOp", 2, [
  ModValue<0, ".AND">, ModValue<1, ".OR">, ModValue<2, ".XOR">,
]>;

#endif // PTXMLIR_ISA_FORMS
