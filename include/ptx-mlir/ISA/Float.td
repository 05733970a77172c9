//===- Float.td - f32 instructions -------------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Single precision and the special function unit, with the modifiers of
// rounding and flushing that they share.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_FLOAT
#define PTXMLIR_ISA_FLOAT

include "ptx-mlir/ISA/Forms.td"

/// Scale of the product of FMUL: times 2, 4, 8 or divided by them.
def MulScale : ModEnum<"MulScale", 3, [
  ModValue<1, ".D8">, ModValue<2, ".D4">, ModValue<3, ".D2">,
  NamedModValue<4, "", "None">, ModValue<5, ".M2">, ModValue<6, ".M4">,
  ModValue<7, ".M8">,
]>;

/// The functions of the special function unit.
def MufuOp : ModEnum<"MufuOp", 4, [
  ModValue<0, ".COS">, ModValue<1, ".SIN">, ModValue<2, ".EX2">,
  ModValue<3, ".LG2">, ModValue<4, ".RCP">, ModValue<5, ".RSQ">,
  ModValue<6, ".RCP64H">, ModValue<7, ".RSQ64H">, ModValue<8, ".SQRT">,
  ModValue<9, ".TANH">,
]>;

/// Formats of MUFU.
def MufuFmt : ModEnum<"MufuFmt", 3, [
  NamedModValue<0, "", "F32">, ModValue<1, ".F16">, SMModValue<2, ".BF16", SM90Plus>,
  SMModValue<3, ".F16x2", SM103Only, "F16x2">,
  SMModValue<4, ".BF16x2", SM103Only, "BF16x2">,
]>;
/// Half of a 16-bit source.
def SourceHalf : ModEnum<"SourceHalf", 2, [NamedModValue<0, "", "H0">, ModValue<1, ".H1">]>;
class SourceHalfMod<string name> : EnumMod<name, SourceHalf> { let InOperands = 1; }

def FADD : Inst<"FADD", [Def<"d">], [UseF<"a">, UseF<"b">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"rnd", Round>, FlagMod<"sat", ".SAT">], SchedFMA> {
  let Summary = "d = a + b";
  let OriIndex = 12;
  let IsCommutativeAB = 1;
  let Forms = ALU2C<0x021, Slots, [Place<"ftz", 80, 80>, Place<"rnd", 79, 78>,
    Place<"sat", 77, 77>], AllSMs, [FixedBits<81, 81, 0>]>.L;
}

/// Flushing of subnormals is one of the two.
defvar FtzOrFmz = Never<[ModSet<"ftz">, ModSet<"fmz">]>;

def FMUL : Inst<"FMUL", [Def<"d">], [UseF<"a">, UseF<"b">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">, EnumMod<"scale", MulScale, 4>,
     EnumMod<"rnd", Round>, FlagMod<"sat", ".SAT">], SchedFMA> {
  let Rules = [FtzOrFmz];
  let Summary = "d = a * b";
  let OriIndex = 13;
  let IsCommutativeAB = 1;
  let Forms = ALU2<0x020, Slots, [Place<"ftz", 80, 80>, Place<"fmz", 76, 76>,
    Place<"rnd", 79, 78>, Place<"scale", 86, 84>, Place<"sat", 77, 77>]>.L;
}

def FFMA : Inst<"FFMA", [Def<"d">], [UseF<"a">, UseF<"b">, UseF<"c">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">, EnumMod<"rnd", Round>,
     FlagMod<"sat", ".SAT">], SchedFMA> {
  let Summary = "d = a * b + c, rounded once";
  let Rules = [FtzOrFmz];
  let OriIndex = 11;
  let IsCommutativeAB = 1;
  let Forms = ALU3<0x023, Slots, [Place<"ftz", 80, 80>, Place<"fmz", 76, 76>,
    Place<"rnd", 79, 78>, Place<"sat", 77, 77>], AllSMs, [FixedBits<81, 81, 0>]>.L;
}

// Sums and products of f16 or bf16 with f32, from sm_100 on.
def HalfFmt : ModEnum<"HalfFmt", 1, [NamedModValue<0, "", "F16">, ModValue<1, ".BF16">]>;
def OneHalf : ModEnum<"OneHalf", 1, [NamedModValue<0, "", "H0">, ModValue<1, ".H1">]>;
class OneHalfMod<string name> : EnumMod<name, OneHalf> { let InOperands = 1; }

def FHADD : Inst<"FHADD", [Def<"d">], [UseF<"a">, UseF<"b">],
    [EnumMod<"fmt", HalfFmt>, EnumMod<"rnd", Round>, FlagMod<"sat", ".SAT">,
     OneHalfMod<"aHalf">], SchedFMA> {
  let Summary = "d = a + b with a of 16 bits";
  let Asm = "$d, $a$aHalf, $b";
  defvar rest = [Place<"fmt", 82, 82>, Place<"rnd", 79, 78>, Place<"sat", 77, 77>,
                 Place<"aHalf", 83, 83>];
  let Forms = [
    Form<0x221, 0, [], !listconcat([Place<"d", 23, 16>],
      RegPlaces<UseF<"a">, 31, 24, 72, 73>.L, WidePlaces<UseF<"b">, R>.L, rest),
      [FixedBits<81, 81, 1>], SM100Plus>,
    Form<0xe21, 1, [FormKind<"b", UR>], !listconcat([Place<"d", 23, 16>],
      RegPlaces<UseF<"a">, 31, 24, 72, 73>.L, WidePlaces<UseF<"b">, UR>.L, rest),
      [FixedBits<81, 81, 1>], SM100Plus>,
  ];
}
def FHFMA : Inst<"FHFMA", [Def<"d">], [UseF<"a">, UseF<"b">, UseF<"c">],
    [EnumMod<"fmt", HalfFmt>, EnumMod<"rnd", Round>, FlagMod<"sat", ".SAT">,
     OneHalfMod<"aHalf">, OneHalfMod<"bHalf">], SchedFMA> {
  let Summary = "d = a * b + c with a and b of 16 bits";
  let Asm = "$d, $a$aHalf, $b<$bHalf.outside>, $c";
  let Forms = ALUForms<[1, 6, 7], 0x023, Slots, [Place<"fmt", 82, 82>,
    Place<"rnd", 79, 78>, Place<"sat", 77, 77>, Place<"aHalf", 83, 83>,
    Place<"bHalf", 84, 84>], SM100Plus, [FixedBits<81, 81, 1>]>.L;
}

def FMNMX : Inst<"FMNMX", [Def<"d">], [UseF<"a">, UseF<"b">, UseP<"pp">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"nan", ".NAN">, FlagMod<"xorsign", ".XORSIGN">],
    SchedALUDual> {
  let Summary = "the smaller of a and b if pp is true, else the larger";
  let Rules = [Never<[ModSet<"xorsign">], SMRange<75, 85>>, Never<[ModSet<"nan">], SM75Only>];
  let OriIndex = 14;
  let IsCommutativeAB = 1;
  let Forms = ALU2<0x009, Slots, [Place<"ftz", 80, 80>, Place<"nan", 81, 81>,
    Place<"xorsign", 82, 82>]>.L;
}

def FSEL : Inst<"FSEL", [Def<"d">], [UseF<"a">, UseF<"b">, UseP<"pp">],
    [FlagMod<"ftz", ".FTZ">], SchedALUDual> {
  let Summary = "d = pp ? a : b";
  let Computes = FloatSelectOperation;
  let OriIndex = 17;
  let Forms = ALU2<0x008, Slots, [Place<"ftz", 80, 80>]>.L;
}

def FSETP : Inst<"FSETP", [DefP<"pu">, DefP<"pv">],
    [UseF<"a">, UseF<"b">, UseP<"pp">],
    [EnumMod<"cmp", FCmp>, FlagMod<"ftz", ".FTZ">, EnumMod<"bop", BoolOp>], SchedALUDual> {
  let Summary = "f32 comparison into predicates";
  let Description = "pu = (a cmp b) bop pp, pv = !(a cmp b) bop pp.";
  let OriIndex = 18;
  let Forms = ALU2<0x00b, Slots, [Place<"cmp", 79, 76>, Place<"ftz", 80, 80>,
    Place<"bop", 75, 74>]>.L;
}

// The result is 1.0 or 0.0 (.BF), the only variant there is.
def FSET : Inst<"FSET", [Def<"d">], [UseF<"a">, UseF<"b">, UseP<"pp">],
    [FlagMod<"bf", ".BF", 1>, EnumMod<"cmp", FCmp>, FlagMod<"ftz", ".FTZ">,
     EnumMod<"bop", BoolOp>], SchedALUDual> {
  let Summary = "f32 comparison into a register";
  let OriIndex = 16;
  let Forms = ALU2<0x00a, Slots, [NoPlace<"bf">, Place<"cmp", 79, 76>,
    Place<"ftz", 80, 80>, Place<"bop", 75, 74>]>.L;
}

def FCHK : Inst<"FCHK", [DefP<"pu">], [UseF<"a">, UseF<"b">], [], SchedMUFU> {
  let Summary = "pu = a / b needs the slow path of the division";
  let IsInexact = 1;
  let OriIndex = 40;
  let ReadsLate = 1;
  let Forms = ALU2<0x102, Slots>.L;
}

def MUFU : Inst<"MUFU", [Def<"d">], [UseF<"b">],
    [EnumMod<"op", MufuOp>, EnumMod<"fmt", MufuFmt>, SourceHalfMod<"bHalf">], SchedMUFU> {
  let Summary = "approximation of a transcendental function of b";
  let IsInexact = 1;
  let OriIndex = 42;
  let ReadsLate = 1;
  let Asm = "$d, $b<$bHalf>";
  let Rules = [Never<[ModIsNot<"bHalf", ["H0"]>, ModIs<"fmt", ["F32"]>]>,
    Never<[ModIs<"op", ["RCP64H", "RSQ64H"]>, ModIsNot<"fmt", ["F32"]>]>,
    Never<[ModIsNot<"op", ["EX2"]>, ModIs<"fmt", ["F16x2", "BF16x2"]>]>,
    Never<[ModIsNot<"bHalf", ["H0"]>, ModIs<"fmt", ["F16x2", "BF16x2"]>]>];
  // Where the half of a register, an immediate and a constant is.
  defvar half = [Place<"bHalf", 61, 60>];
  defvar none = [NoPlace<"bHalf">];
  defvar old = [Place<"op", 77, 74>, Place<"fmt", 73, 73>, Place<"fmt", 72, 72, 1>,
                Place<"fmt", 80, 80, 2>];
  defvar new = [Place<"op", 77, 74>, Place<"fmt", 73, 72>, Place<"fmt", 80, 80, 2>];
  let Forms = !listconcat(
    ALUForms<[1, 5, 6], 0x108, Slots, !listconcat(old, half), BeforeSM90>.L,
    ALUForms<[4], 0x108, Slots, !listconcat(old, none), BeforeSM90>.L,
    ALUForms<[1, 6], 0x108, Slots, !listconcat(new, half), SM90Plus>.L,
    ALUForms<[4], 0x108, Slots, !listconcat(new, none), SM90Plus>.L);
}

def FMNMX3 : Inst<"FMNMX3", [Def<"d">], [UseF<"a">, UseF<"b">, UseF<"c">, UseP<"pp">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"nan", ".NAN">], SchedALU> {
  let Summary = "the smallest of a, b and c if pp is true, else the largest";
  let Forms = ALUForms<[1, 4, 6], 0x076, Slots, [Place<"ftz", 80, 80>,
    Place<"nan", 81, 81>], SMRange<100, 110>>.L;
}

//===----------------------------------------------------------------------===//
// Pairs of f32 (sm_100, sm_103)
//===----------------------------------------------------------------------===//

/// How the two lanes of a packed operation take a source pair: upper and lower,
/// exchanged, or one f32 for both, which is a single register.
def PairSel : ModEnum<"PairSel", 2, [
  NamedModValue<0, ".F32x2.HI_LO", "HI_LO", 2>, NamedModValue<1, ".F32x2.LO_HI", "LO_HI", 2>,
  NamedModValue<2, ".F32", "Both", 1>,
]>;
class SelMod<string name> : EnumMod<name, PairSel> { let InOperands = 1; }
class NpMod<string name> : FlagMod<name, ".NP"> { let InOperands = 1; }
// .NP negates what the upper lane takes, behind the selection: alone {x, -y}, with a minus
// {-x, y}. ptxas 13.0.88 sets it where one half of a pair has been negated.
/// An immediate is one f32 for both lanes, whatever the selection says (ptxas: .F32).
class UseF2<string name> : Use<name, R, WidthBy<name # "Sel">> {
  let HasNeg = 1; let HasAbs = 1; let ImmFormat = "f32";
}
def SM100Pairs : SMRange<100, 103>;

def FADD2 : Inst<"FADD2", [Def<"d", R, Width<2>>], [UseF2<"a">, UseF2<"b">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"rnd", Round>, SelMod<"aSel">, NpMod<"aNp">,
     SelMod<"bSel">, NpMod<"bNp">], SchedFMA2> {
  let Summary = "two f32 additions";
  let Asm = "$d, $a$aSel$aNp, $b<$bSel$bNp.outside>";
  let Forms = ALUForms<[1, 2, 7], 0x04b, Slots, [Place<"ftz", 80, 80>, Place<"rnd", 79, 78>,
    Place<"aSel", 82, 81>, Place<"aNp", 83, 83>, Place<"bSel", 85, 84>,
    Place<"bNp", 86, 86>], SM100Pairs>.L;
}
def FMUL2 : Inst<"FMUL2", [Def<"d", R, Width<2>>], [UseF2<"a">, UseF2<"b">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">, EnumMod<"rnd", Round>,
     SelMod<"aSel">, NpMod<"aNp">, SelMod<"bSel">], SchedFMA2> {
  let Summary = "two f32 multiplications";
  let Rules = [FtzOrFmz];
  let Asm = "$d, $a$aSel$aNp, $b<$bSel.outside>";
  let Forms = ALUForms<[1, 4, 6], 0x04a, Slots, [Place<"ftz", 80, 80>, Place<"fmz", 76, 76>,
    Place<"rnd", 79, 78>, Place<"aSel", 82, 81>, Place<"aNp", 83, 83>,
    Place<"bSel", 88, 87>], SM100Pairs>.L;
}
def FFMA2 : Inst<"FFMA2", [Def<"d", R, Width<2>>], [UseF2<"a">, UseF2<"b">, UseF2<"c">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">, EnumMod<"rnd", Round>,
     SelMod<"aSel">, NpMod<"aNp">, SelMod<"bSel">, SelMod<"cSel">, NpMod<"cNp">],
    SchedFMA2> {
  let Summary = "two f32 multiply-adds";
  let Rules = [FtzOrFmz];
  let Asm = "$d, $a$aSel$aNp, $b<$bSel.outside>, $c<$cSel$cNp.outside>";
  let Forms = ALUForms<[1, 2, 4, 6, 7], 0x049, Slots, [Place<"ftz", 80, 80>,
    Place<"fmz", 76, 76>, Place<"rnd", 79, 78>, Place<"aSel", 82, 81>,
    Place<"aNp", 83, 83>, Place<"bSel", 88, 87>, Place<"cSel", 85, 84>,
    Place<"cNp", 86, 86>], SM100Pairs>.L;
}

//===----------------------------------------------------------------------===//
// Four narrow floats in a register (sm_100, sm_103)
//===----------------------------------------------------------------------===//

// No PTX was found that makes ptxas 13.0.88 use these: the records are made of bit patterns
// with nvdisasm's text; that they are scheduled as packed f32 is a guess.
def QResult : ModEnum<"QResult", 2, [ModValue<0, ".E5M2x4">, ModValue<1, ".E4M3x4">]>;
def QType : ModEnum<"QType", 3, [
  ModValue<0, ".E5M2x4">, ModValue<1, ".E4M3x4">, ModValue<3, ".E3M2x4">, ModValue<4, ".E2M3x4">,
  ModValue<5, ".E2M1x4">, ModValue<6, ".E0M3x4">, ModValue<7, ".E8x4">,
]>;
/// The four bytes or one for all lanes; of a factor also four nibbles.
defvar QBytes = [ModValue<0, ".B3210">, ModValue<1, ".B3">, ModValue<2, ".B2">,
                 ModValue<3, ".B1">, ModValue<4, ".B0">];
def QAddendSel : ModEnum<"QAddendSel", 3, QBytes>;
def QFactorSel : ModEnum<"QFactorSel", 3, !listconcat(QBytes,
  [ModValue<5, ".N7654">, ModValue<6, ".N3210">, ModValue<7, ".N6420">])>;
class QSelMod<string name, ModEnum e> : EnumMod<name, e> { let InOperands = 1; }
class UseQ<string name> : Use<name> { let HasNeg = 1; let HasAbs = 1; let ImmFormat = "u32"; }

/// A source at 39:32 with its flags and selection, one at 71:64, and an immediate.
class QLow<string s> {
  list<Place> L = [Place<s, 39, 32>, Place<s # "Neg", 63, 63>, Place<s # "Abs", 62, 62>,
                   Place<s # "Sel", 61, 59>];
}
class QHigh<string s> {
  list<Place> L = [Place<s, 71, 64>, Place<s # "Neg", 84, 84>, Place<s # "Abs", 83, 83>,
                   Place<s # "Sel", 87, 85>];
}
class QImm<string s> { list<Place> L = [Place<s, 63, 32>, NoPlace<s # "Sel">]; }
/// Form n of an operation; `sources` are the places of b and c.
class QForm<int n, int op, list<FormKind> kinds, list<Place> sources>
    : Form<!or(op, !shl(n, 9)), !ge(n, 6), kinds, !listconcat(
        [Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"aNeg", 73, 73>, Place<"aAbs", 72, 72>,
         Place<"aSel", 76, 74>, Place<"type", 89, 88>, Place<"aType", 79, 77>,
         Place<"sat", 90, 90>], sources), [], SM100Pairs>;

def QADD4 : Inst<"QADD4", [Def<"d">], [UseQ<"a">, UseQ<"b">],
    [EnumMod<"type", QResult>, EnumMod<"aType", QType>, FlagMod<"sat", ".SATFINITE">,
     QSelMod<"aSel", QFactorSel>, QSelMod<"bSel", QAddendSel>], SchedFMA2> {
  let Summary = "four additions of narrow floats";
  let Asm = "$d, $a$aSel, $b<$bSel.outside>";
  let Forms = [QForm<1, 0x07d, [], QHigh<"b">.L>,
               QForm<2, 0x07d, [FormKind<"b", Imm>], QImm<"b">.L>,
               QForm<7, 0x07d, [FormKind<"b", UR>], QHigh<"b">.L>];
}
def QMUL4 : Inst<"QMUL4", [Def<"d">], [UseQ<"a">, UseQ<"b">],
    [EnumMod<"type", QResult>, EnumMod<"aType", QType>, EnumMod<"bType", QType>,
     FlagMod<"sat", ".SATFINITE">, QSelMod<"aSel", QFactorSel>, QSelMod<"bSel", QFactorSel>],
    SchedFMA2> {
  let Summary = "four multiplications of narrow floats";
  let Asm = "$d, $a$aSel, $b<$bSel.outside>";
  defvar type = [Place<"bType", 82, 80>];
  let Forms = [QForm<1, 0x07c, [], !listconcat(QLow<"b">.L, type)>,
               QForm<4, 0x07c, [FormKind<"b", Imm>], !listconcat(QImm<"b">.L, type)>,
               QForm<6, 0x07c, [FormKind<"b", UR>], !listconcat(QLow<"b">.L, type)>];
}
def QFMA4 : Inst<"QFMA4", [Def<"d">], [UseQ<"a">, UseQ<"b">, UseQ<"c">],
    [EnumMod<"type", QResult>, EnumMod<"aType", QType>, EnumMod<"bType", QType>,
     FlagMod<"sat", ".SATFINITE">, QSelMod<"aSel", QFactorSel>, QSelMod<"bSel", QFactorSel>,
     QSelMod<"cSel", QAddendSel>], SchedFMA2> {
  let Summary = "four multiply-adds of narrow floats";
  let Asm = "$d, $a$aSel, $b<$bSel.outside>, $c<$cSel.outside>";
  defvar type = [Place<"bType", 82, 80>];
  let Forms = [
    QForm<1, 0x07b, [], !listconcat(QLow<"b">.L, QHigh<"c">.L, type)>,
    QForm<2, 0x07b, [FormKind<"c", Imm>], !listconcat(QHigh<"b">.L, QImm<"c">.L, type)>,
    QForm<4, 0x07b, [FormKind<"b", Imm>], !listconcat(QImm<"b">.L, QHigh<"c">.L, type)>,
    QForm<6, 0x07b, [FormKind<"b", UR>], !listconcat(QLow<"b">.L, QHigh<"c">.L, type)>,
    QForm<7, 0x07b, [FormKind<"c", UR>], !listconcat(QLow<"b">.L, QHigh<"c">.L, type)>,
  ];
}

/// FSWZADD adds or subtracts per lane of a quad: one letter for each of the four
/// lanes, P a+b, N -a+b or a-b, Z zero.
def FSWZADD : Inst<"FSWZADD", [Def<"d">], [Use<"a">, Use<"c">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"rnd", Round>, FlagMod<"ndv", ".NDV">,
     IntMod<"swz", 8>], SchedFMA> {
  let Summary = "add with a sign per lane of a quad";
  let OriIndex = 15;
  let IsConvergent = 1;
  let Asm = "$d, $a, $c, $swz.quad";
  let Forms = [Form<0x822, 0, [], [Place<"d", 23, 16>, Place<"a", 31, 24>,
    Place<"c", 71, 64>, Place<"swz", 39, 32>, Place<"ftz", 80, 80>,
    Place<"rnd", 79, 78>, Place<"ndv", 77, 77>]>];
}

#endif // PTXMLIR_ISA_FLOAT
