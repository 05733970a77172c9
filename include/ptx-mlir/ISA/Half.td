//===- Half.td - f16x2 and bf16x2 instructions -------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two 16-bit floats in a register. Which half an operand takes is a modifier of
// the operand, and immediates come in pairs.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_HALF
#define PTXMLIR_ISA_HALF

include "ptx-mlir/ISA/Forms.td"

/// Which halves of a source the two lanes take.
def Swizzle : ModEnum<"Swizzle", 2, [
  NamedModValue<0, "", "H1_H0">, SMModValue<1, ".F32", SMRange<75, 75>>,
  ModValue<2, ".H0_H0">, ModValue<3, ".H1_H1">,
]>;
/// The same for b of HFMA2; H0_NH1 exchanges the halves and negates the upper one.
def SwizzleB : ModEnum<"SwizzleB", 3, [
  NamedModValue<0, "", "H1_H0">, ModValue<2, ".H0_H0">, ModValue<3, ".H1_H1">,
  SMModValue<4, ".H0_NH1", SM86Plus>,
]>;
/// Subnormal operands and zeros of HFMA2; OOB: a product of an invalid value is zero.
def HFmaDenorm : ModEnum<"HFmaDenorm", 2, [
  NamedModValue<0, "", "Keep">, ModValue<1, ".FTZ">, ModValue<2, ".FMZ">,
  SMModValue<3, ".OOB", SM90Plus>,
]>;
class SwzMod<string name> : EnumMod<name, Swizzle> { let InOperands = 1; }
class SwzBMod<string name> : EnumMod<name, SwizzleB> { let InOperands = 1; }

/// .RELU of HFMA2: bit 79, with PT as its predicate at 89:87 (no other predicate
/// was seen in the output of ptxas 13.0.88).
def HRelu : ModEnum<"HRelu", 4, [
  NamedModValue<0, "", "None">, ModValue<15, ".RELU">,
]>;

class UseH<string name> : Use<name> {
  let HasNeg = 1; let HasAbs = 1; let ImmFormat = "f16x2";
}

/// Places of the source at 31:24 and of the one at 39:32 or 63:32.
defvar HalfA = [Place<"a", 31, 24>, Place<"aNeg", 72, 72>, Place<"aAbs", 73, 73>,
                Place<"aSwz", 75, 74>];
class HalfWide<string s, OperandKind kind> {
  list<Place> L = !cond(
    !eq(kind.EnumName, "Imm") : [Place<s, 63, 32>, NoPlace<s # "Swz">],
    !eq(kind.EnumName, "CBank") : [Place<s # ".bank", 58, 54>,
      SPlace<s # ".offset", 53, 40, 0, 2>, Place<s # "Neg", 63, 63>, Place<s # "Abs", 62, 62>,
      Place<s # "Swz", 61, 60>],
    true : [Place<s, 39, 32>, Place<s # "Neg", 63, 63>, Place<s # "Abs", 62, 62>,
            Place<s # "Swz", 61, 60>]);
}
/// The register at 71:64: flags 84, 83, halves 82:81.
class HalfNarrow<string s> {
  list<Place> L = [Place<s, 71, 64>, Place<s # "Neg", 84, 84>,
                   Place<s # "Abs", 83, 83>, Place<s # "Swz", 82, 81>];
}

/// ALU form n of a two-source operation whose second source is the wide one.
class Half2Form<int n, int op, list<Place> rest, int firstSM = 75, int lastSM = 999,
                list<FixedBits> fixed = []>
    : Form<!or(op, !shl(n, 9)), !ge(n, 6), [], [], fixed,
           SMRange<firstSM, !if(!or(!eq(n, 3), !eq(n, 5)), 89, lastSM)>> {
  defvar kind = WideKind<n>.K;
  let Kinds = !if(!eq(n, 1), []<FormKind>, [FormKind<"b", kind>]);
  let Places = !listconcat(HalfA, HalfWide<"b", kind>.L, rest);
}
/// ALU form n of a three-source operation.
class Half3Form<int n, int op, list<Place> rest>
    : Form<!or(op, !shl(n, 9)), !ge(n, 6), [], [], [],
           !if(!or(!eq(n, 3), !eq(n, 5)), BeforeSM90, AllSMs)> {
  defvar swapped = !or(!eq(n, 2), !eq(n, 3), !eq(n, 7));
  defvar wide = !if(swapped, "c", "b");
  defvar kind = WideKind<n>.K;
  let Kinds = !if(!eq(n, 1), []<FormKind>, [FormKind<wide, kind>]);
  let Places = !listconcat(HalfA, HalfWide<wide, kind>.L,
                           HalfNarrow<!if(swapped, "b", "c")>.L, rest);
}

/// Only HFMA2 and HMNMX2 had bf16 before sm_90.
defvar NoOldBF16 = Never<[ModSet<"bf16">], BeforeSM90>;

defvar HalfModPlaces = [Place<"bf16", 85, 85>, Place<"ftz", 80, 80>];

def HADD2 : Inst<"HADD2", [Def<"d">], [UseH<"a">, UseH<"b">],
    [FlagMod<"bf16", ".BF16_V2">, FlagMod<"f32", ".F32">, FlagMod<"ftz", ".FTZ">,
     FlagMod<"sat", ".SAT">, SwzMod<"aSwz">, SwzMod<"bSwz">], SchedFP16> {
  let Summary = "d = a + b on two halves";
  let Facts = [FactIf<ReadsLowHalf, [ModSet<"f32">]>];
  let Description = "With .F32 the result is one f32: the sum of the low halves.";
  let OriIndex = 126;
  let MoreOriIndices = [127]; // .F32
  let Asm = "$d, $a$aSwz, $b<$bSwz>";
  let Rules = [NoOldBF16, Never<[ModSet<"f32">, ModSet<"bf16">]>,
    Never<[ModSet<"f32">, ModSet<"aAbs">], SM86Plus>];
  let Forms = !foreach(n, [1, 2, 3, 7], Half2Form<n, 0x030, !listconcat(
    HalfModPlaces, [Place<"d", 23, 16>, Place<"f32", 78, 78>, Place<"sat", 77, 77>])>);
}

def HMUL2 : Inst<"HMUL2", [Def<"d">], [UseH<"a">, UseH<"b">],
    [FlagMod<"bf16", ".BF16_V2">, FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">,
     FlagMod<"sat", ".SAT">, SwzMod<"aSwz">, SwzMod<"bSwz">], SchedFP16> {
  let Summary = "d = a * b on two halves";
  let Rules = [NoOldBF16, Never<[ModSet<"ftz">, ModSet<"fmz">]>];
  let OriIndex = 129;
  let Asm = "$d, $a$aSwz, $b<$bSwz>";
  let Forms = !foreach(n, [1, 4, 5, 6], Half2Form<n, 0x032, !listconcat(
    HalfModPlaces, [Place<"d", 23, 16>, Place<"fmz", 76, 76>, Place<"sat", 77, 77>]), 75, 999,
    [FixedBits<78, 78, 0>]>);
}
def HMUL2_F32 : Inst<"HMUL2.F32", [Def<"d">], [UseH<"a">, UseH<"b">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">, FlagMod<"sat", ".SAT">,
     SwzMod<"aSwz">, SwzMod<"bSwz">], SchedFP16> {
  let Summary = "d = a * b of the low halves, as f32";
  let Facts = [Always<ReadsLowHalf>];
  let IsSASSOnly = 1;
  let Rules = [Never<[ModSet<"ftz">, ModSet<"fmz">]>];
  let Asm = "$d, $a$aSwz, $b<$bSwz>";
  let Forms = !foreach(n, [1, 4, 5, 6], Half2Form<n, 0x032,
    [Place<"ftz", 80, 80>, Place<"d", 23, 16>, Place<"fmz", 76, 76>, Place<"sat", 77, 77>],
    75, 89, [FixedBits<78, 78, 1>]>);
}

/// With the upper bit of b's swizzle, where b has one.
class HFMA2Form<int n>
    : Half3Form<n, 0x031, !listconcat(HalfModPlaces,
    [Place<"ftz", 76, 76, 1>, Place<"d", 23, 16>, Place<"f32", 78, 78>, Place<"sat", 77, 77>,
     Place<"relu", 89, 87>, Place<"relu", 79, 79, 3>],
    !if(!eq(n, 4), []<Place>, [Place<"bSwz", 86, 86, 2>]))>;
def HFMA2 : Inst<"HFMA2", [Def<"d">], [UseH<"a">, UseH<"b">, UseH<"c">],
    [FlagMod<"bf16", ".BF16_V2">, FlagMod<"f32", ".F32">, EnumMod<"ftz", HFmaDenorm>,
     EnumMod<"relu", HRelu>, FlagMod<"sat", ".SAT">,
     SwzMod<"aSwz">, SwzBMod<"bSwz">, SwzMod<"cSwz">], SchedFP16> {
  let Summary = "d = a * b + c on two halves";
  let Computes = HalfProductOperation;
  let Rules = [Never<[ModSet<"bf16">, ModSet<"f32">]>, Never<[ModIs<"relu", [".RELU"]>, ModSet<"sat">]>,
    Never<[ModSet<"bf16">], SM75Only>, Never<[ModIs<"relu", [".RELU"]>], SM75Only>];
  let OriIndex = 128;
  let Asm = "$d, $a$aSwz, $b<$bSwz>, $c<$cSwz>";
  let IsCommutativeAB = 1;
  let Forms = !foreach(n, [1, 2, 3, 4, 5, 6, 7], HFMA2Form<n>);
}
// The tensor-side FP16 unit: sm_80, sm_87 and sm_90. ptxas also moves
// immediates with it (-RZ * RZ + imm). Its sources have no swizzle.
class HFMA2MMAForm<int n>
    : Form<!or(0x035, !shl(n, 9)), !ge(n, 6), [], [], [],
           !if(!or(!eq(n, 3), !eq(n, 5)), SM80ToSM89, SM80ToSM90)> {
  defvar swapped = !or(!eq(n, 2), !eq(n, 3), !eq(n, 7));
  defvar wide = !if(swapped, "c", "b");
  defvar narrow = !if(swapped, "b", "c");
  defvar kind = WideKind<n>.K;
  let Kinds = !if(!eq(n, 1), []<FormKind>, [FormKind<wide, kind>]);
  let Places = !listconcat(
    [Place<"d", 23, 16>, Place<"bf16", 85, 85>, Place<"ftz", 80, 80>, Place<"fmz", 76, 76>, Place<"sat", 77, 77>, Place<"relu", 89, 87>,
     Place<"relu", 79, 79, 3>],
    RegPlaces<UseH<"a">, 31, 24, 72, 73>.L, WidePlaces<UseH<wide>, kind>.L,
    RegPlaces<UseH<narrow>, 71, 64, 84, 83>.L);
}
def HFMA2_MMA : Inst<"HFMA2.MMA", [Def<"d">], [UseH<"a">, UseH<"b">, UseH<"c">],
    [FlagMod<"bf16", ".BF16_V2">, FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">, EnumMod<"relu", HRelu>, FlagMod<"sat", ".SAT">], SchedFP16MMA> {
  let Summary = "d = a * b + c on two halves, on the tensor unit";
  let Computes = HalfProductOperation;
  let Rules = [NoOldBF16, Never<[ModSet<"ftz">, ModSet<"fmz">]>,
    Never<[ModIs<"relu", [".RELU"]>, ModSet<"sat">]>];
  let IsCommutativeAB = 1;
  let Forms = !foreach(n, [1, 2, 3, 4, 5, 6, 7], HFMA2MMAForm<n>);
}

def HMNMX2 : Inst<"HMNMX2", [Def<"d">], [UseH<"a">, UseH<"b">, UseP<"pp">],
    [FlagMod<"bf16", ".BF16_V2">, FlagMod<"ftz", ".FTZ">, FlagMod<"nan", ".NAN">,
     FlagMod<"xorsign", ".XORSIGN">, SwzMod<"aSwz">, SwzMod<"bSwz">], SchedHMNMX2> {
  let Summary = "minimum (pp) or maximum (!pp) of two halves";
  let Rules = [Never<[ModSet<"xorsign">], SMRange<75, 85>>];
  let IsCommutativeAB = 1;
  let Asm = "$d, $a$aSwz, $b<$bSwz>, $pp";
  let Forms = !foreach(n, [1, 4, 5, 6], Half2Form<n, 0x040, !listconcat(
    HalfModPlaces, [Place<"d", 23, 16>, Place<"nan", 81, 81>, Place<"xorsign", 82, 82>,
    Place<"pp", 89, 87>, Place<"ppNot", 90, 90>]), 80>);
}

// The comparisons have their cmp and bop where the narrow source's register is
// in the arithmetic operations.
def HSETP2 : Inst<"HSETP2", [DefP<"pu">, DefP<"pv">], [UseH<"a">, UseH<"b">, UseP<"pp">],
    [FlagMod<"bf16", ".BF16_V2">, EnumMod<"cmp", FCmp>, FlagMod<"hand", ".H_AND">,
     FlagMod<"ftz", ".FTZ">, EnumMod<"bop", BoolOp>, SwzMod<"aSwz">, SwzMod<"bSwz">],
    SchedHSET2> {
  let Summary = "comparison of two halves into predicates";
  let Rules = [NoOldBF16];
  let Description = "pu is the low lane, pv the high lane; .H_AND: pu is both, pv is not both.";
  let OriIndex = 131;
  let Asm = "$pu, $pv, $a$aSwz, $b<$bSwz>, $pp";
  let Forms = !foreach(n, [1, 2, 3, 7], Half2Form<n, 0x034, [Place<"bf16", 65, 65>,
    Place<"cmp", 79, 76>, Place<"hand", 71, 71>, Place<"ftz", 80, 80>,
    Place<"bop", 70, 69>, Place<"pu", 83, 81>, Place<"pv", 86, 84>,
    Place<"pp", 89, 87>, Place<"ppNot", 90, 90>]>);
}

def HSET2 : Inst<"HSET2", [Def<"d">], [UseH<"a">, UseH<"b">, UseP<"pp">],
    [FlagMod<"bf16", ".BF16_V2">, FlagMod<"bf", ".BF">, EnumMod<"cmp", FCmp>,
     FlagMod<"ftz", ".FTZ">, EnumMod<"bop", BoolOp>, SwzMod<"aSwz">, SwzMod<"bSwz">],
    SchedHSET2> {
  let Summary = "comparison of two halves into a register";
  let Rules = [NoOldBF16];
  let Description = "Each half of d is all ones or zero; 1.0 or 0.0 with .BF.";
  let OriIndex = 130;
  let Asm = "$d, $a$aSwz, $b<$bSwz>, $pp";
  let Forms = !foreach(n, [1, 2, 3, 7], Half2Form<n, 0x033, [Place<"bf16", 65, 65>,
    Place<"d", 23, 16>, Place<"cmp", 79, 76>, Place<"bf", 71, 71>, Place<"ftz", 80, 80>,
    Place<"bop", 70, 69>, Place<"pp", 89, 87>, Place<"ppNot", 90, 90>]>);
}

// sm_90, 100 and 103.
def VHMNMX : Inst<"VHMNMX", [Def<"d">], [UseH<"a">, UseH<"b">, UseH<"c">, UseP<"pp">],
    [FlagMod<"bf16", ".BF16_V2">, FlagMod<"ftz", ".FTZ">, FlagMod<"nan", ".NAN">,
     FlagMod<"xorsign", ".XORSIGN">, SwzMod<"aSwz">, SwzMod<"bSwz">, SwzMod<"cSwz">],
    SchedALU> {
  let Summary = "minimum (pp) or maximum (!pp) of three halves, twice";
  let Asm = "$d, $a$aSwz, $b<$bSwz>, $c$cSwz, $pp";
  let Forms = !foreach(n, [1, 4, 6], Form<!or(0x047, !shl(n, 9)), !ge(n, 6),
    !if(!eq(n, 1), []<FormKind>, [FormKind<"b", WideKind<n>.K>]),
    !listconcat([Place<"d", 23, 16>], HalfA, HalfWide<"b", WideKind<n>.K>.L,
      [Place<"c", 71, 64>, Place<"cNeg", 84, 84>, Place<"cAbs", 83, 83>,
       Place<"cSwz", 77, 76>, Place<"bf16", 85, 85>, Place<"ftz", 80, 80>,
       Place<"nan", 81, 81>, Place<"xorsign", 82, 82>, Place<"pp", 89, 87>,
       Place<"ppNot", 90, 90>]), [], SM90To103>);
}

#endif // PTXMLIR_ISA_HALF
