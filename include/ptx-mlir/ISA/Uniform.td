//===- Uniform.td - The uniform datapath -------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that a warp executes once, on registers of its own. They are
// like the vector ones in meaning and unlike them in their forms.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_UNIFORM
#define PTXMLIR_ISA_UNIFORM

include "ptx-mlir/ISA/Integer.td"
include "ptx-mlir/ISA/Move.td"
include "ptx-mlir/ISA/Predicate.td"

/// Sources of the uniform datapath.
class UseUN<string name> : UseUR<name> { let HasNeg = 1; let ImmFormat = "s32"; }
class UseURI<string name> : UseUR<name> { let ImmFormat = "s32"; }
class UseUNU<string name> : UseUR<name> { let HasNeg = 1; let ImmFormat = "u32"; }

def UMOV : Inst<"UMOV", [DefU<"d">], [UseUR<"b">], [], SchedUMOV> {
  let Summary = "d = b";
  let Computes = MoveOperation;
  let UniformGuard = 1;
  let Forms = [
    Form<0xc82, 1, [], [Place<"d", 23, 16>, Place<"b", 39, 32>], [FixedBits<80, 80, 0>]>,
    Form<0x882, 0, [FormKind<"b", Imm>], [Place<"d", 23, 16>, Place<"b", 63, 32>]>,
  ];
}

class UseImm64<string name> : Use<name, Imm, Width<2>> { let ImmFormat = "u64"; }
def UMOV_64 : Inst<"UMOV.64", [DefU<"d", Width<2>>], [UseImm64<"b">], [], SchedUMOV> {
  let Summary = "d = b, 64 bits";
  let UniformGuard = 1;
  let Forms = [
    Form<0x482, 1, [], [Place<"d", 23, 16>, Place<"b", 87, 24>], [], SM120Plus>,
    Form<0xc82, 1, [FormKind<"b", UR>], [Place<"d", 23, 16>, Place<"b", 39, 32>],
         [FixedBits<80, 80, 1>], SM120Plus>,
  ];
}

def UIADD3 : Inst<"UIADD3", [DefU<"d">, DefUP<"pu">, DefUP<"pv">],
    [UseUN<"a">, UseUN<"b">, UseUN<"c">, UseUPF<"pp">, UseUPF<"pq">],
    [FlagMod<"x", ".X">], SchedUniform> {
  let Summary = "d = a + b + c, with two carries in and out";
  let Computes = SumOperation;
  let UniformGuard = 1;
  let Asm = "$d, $pu?, $pv?, $a, $b, $c?x{, $pp, $pq}";
  let Forms = UALUForms<[1, 4], 0x090, Slots, [Place<"x", 74, 74>]>.L;
}

def UIMAD : Inst<"UIMAD", [DefU<"d">, DefUP<"pu">],
    [UseUR<"a">, UseURI<"b">, UseUN<"c">, UseUPF<"pp">],
    [FlagMod<"u32", ".U32">, FlagMod<"x", ".X">], SchedUniform> {
  let Summary = "low half of a * b + c";
  let Computes = ProductOperation;
  let UniformGuard = 1;
  let IsCommutativeAB = 1;
  let Asm = "$d, $pu?, $a, $b, $c?x{, $pp}";
  // The low half has no carry.
  let Rules = [Never<[SlotPresent<"pu">]>];
  let Forms = UALUForms<[1, 4, 2], 0x0a4, Slots, [InvPlace<"u32", 73>,
    Place<"x", 74, 74>]>.L;
}
def UIMAD_WIDE : Inst<"UIMAD.WIDE", [DefU<"d", Width<2>>, DefUP<"pu">],
    [UseUR<"a">, UseURI<"b">, UseURS<"c", Width<2>>, UseUPF<"pp">],
    [FlagMod<"u32", ".U32">, FlagMod<"x", ".X">], SchedUniformWide> {
  let Summary = "64-bit a * b + c";
  let Computes = WideProductOperation;
  let UniformGuard = 1;
  let IsCommutativeAB = 1;
  let Asm = "$d, $pu?, $a, $b, $c?x{, $pp}";
  let Forms = UALUForms<[1, 4], 0x0a5, Slots, [InvPlace<"u32", 73>,
    Place<"x", 74, 74>]>.L;
}

def ULOP3 : Inst<"ULOP3.LUT", [DefUP<"pu">, DefU<"d">],
    [UseUR<"a">, UseUR<"b">, UseUR<"c">, UseUPF<"pp">],
    [FlagMod<"pand", ".PAND">, IntMod<"lut", 8>], SchedUniform> {
  let Summary = "logic of three sources by table; pu: the result is not zero";
  let Computes = LogicOperation;
  let UniformGuard = 1;
  let Asm = "$pu?, $d, $a, $b, $c, $lut, $pp";
  let Forms = UALUForms<[1, 4], 0x092, Slots, [Place<"pand", 80, 80>,
    Place<"lut", 79, 72>]>.L;
}

def USHF : Inst<"USHF", [DefU<"d">], [UseUR<"a">, UseUR<"b">, UseUR<"c">],
    [EnumMod<"dir", ShfDir>, FlagMod<"w", ".W">, EnumMod<"type", ShfType, 3>,
     FlagMod<"hi", ".HI">], SchedUniform> {
  let Summary = "funnel shift of c:a by b";
  let Computes = ShiftOperation;
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4, 2], 0x099, Slots, [Place<"dir", 76, 76>,
    Place<"w", 75, 75>, Place<"type", 74, 73>, Place<"hi", 80, 80>], AllSMs, [], 0>.L;
}

def ULEA : Inst<"ULEA", [DefU<"d">, DefUP<"pu">],
    [UseUN<"a">, UseUNU<"b">, UseUR<"c">, UseUPF<"pp">],
    [FlagMod<"hi", ".HI">, FlagMod<"x", ".X">, FlagMod<"sx32", ".SX32">,
     IntMod<"shift", 5>], SchedUniform> {
  let Summary = "d = (a << shift) + b; .HI: the upper half, with c:a shifted";
  let Computes = ShiftedSumOperation;
  // An immediate C needs the whole of c:a.
  let Rules = [Never<[ModSet<"sx32">, ModClear<"hi">]>, Never<[ModSet<"sx32">, SlotIsNot<"c", UR>]>,
               Never<[ModClear<"hi">, SlotIsNot<"c", UR>]>];
  let UniformGuard = 1;
  let Asm = "$d, $pu?, $a, $b, ?hi{!sx32{$c, }}$shift?x{, $pp}";
  let Forms = UALUForms<[1, 2, 4], 0x091, Slots, [Place<"hi", 80, 80>,
    Place<"x", 74, 74>, Place<"sx32", 73, 73>, Place<"shift", 79, 75>],
    AllSMs, [], 0>.L;
}

def UISETP : Inst<"UISETP", [DefUP<"pu">, DefUP<"pv">],
    [UseUR<"a">, UseURI<"b">, UseUP<"pp">, UseUP<"pr">],
    [EnumMod<"cmp", ICmp>, FlagMod<"u32", ".U32">, EnumMod<"bop", BoolOp>,
     FlagMod<"ex", ".EX">], SchedUniform> {
  let Summary = "integer comparison into uniform predicates";
  let Computes = CompareOperation;
  let UniformGuard = 1;
  let Asm = "$pu, $pv, $a, $b, $pp?ex{, $pr}";
  let Forms = UALUForms<[1, 4], 0x08c, Slots, [Place<"cmp", 78, 76>,
    InvPlace<"u32", 73>, Place<"bop", 75, 74>, Place<"ex", 72, 72>], AllSMs,
    [FixedBits<80, 80, 0>]>.L;
}

def USEL : Inst<"USEL", [DefU<"d">], [UseUR<"a">, UseUR<"b">, UseUP<"pp">], [],
    SchedUniform> {
  let Summary = "d = pp ? a : b";
  let Computes = SelectOperation;
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x087, Slots>.L;
}

def UPRMT : Inst<"UPRMT", [DefU<"d">], [UseUR<"a">, UseUR<"b">, UseUR<"c">],
    [], SchedUniform> {
  let Summary = "bytes of c:a selected by b";
  let Computes = PermuteOperation;
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x096, Slots, [], AllSMs, [], 0>.L;
}

/// A source at 39:32 that can be complemented.
class UseUNot<string name> : UseUR<name> { let HasNot = 1; }
class UnaryPlaces<list<Place> rest> {
  list<Place> L = !listconcat([Place<"d", 23, 16>, Place<"b", 39, 32>], rest);
}

def UBREV : Inst<"UBREV", [DefU<"d">], [UseUR<"b">], [], SchedUniform> {
  let Summary = "bits reversed";
  let UniformGuard = 1;
  let Forms = [Form<0x2be, 1, [], UnaryPlaces<[]>.L>];
}
def UFLO : Inst<"UFLO", [DefU<"d">, DefUP<"pu">], [UseUNot<"b">],
    [FlagMod<"u32", ".U32">, FlagMod<"sh", ".SH">], SchedUniform> {
  let Summary = "position of the leading one; .SH: of the shift that moves it to bit 31";
  let UniformGuard = 1;
  let Asm = "$d, $pu?, $b";
  let Forms = [Form<0x2bd, 1, [], UnaryPlaces<[Place<"bNot", 63, 63>,
    Place<"pu", 83, 81>, InvPlace<"u32", 73>, Place<"sh", 74, 74>]>.L>];
}
def UPOPC : Inst<"UPOPC", [DefU<"d">], [UseUNot<"b">], [], SchedUniform> {
  let Summary = "number of ones";
  let UniformGuard = 1;
  let Forms = [Form<0x2bf, 1, [], UnaryPlaces<[Place<"bNot", 63, 63>]>.L>];
}
def USGXT : Inst<"USGXT", [DefU<"d">], [UseUR<"a">, UseUR<"b">],
    [FlagMod<"w", ".W">, FlagMod<"u32", ".U32">], SchedUniform> {
  let Summary = "the low b bits of a, extended";
  let Computes = ExtendOperation;
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x09a, Slots, [Place<"w", 75, 75>,
    InvPlace<"u32", 73>]>.L;
}
def UBMSK : Inst<"UBMSK", [DefU<"d">], [UseUR<"a">, UseUR<"b">],
    [FlagMod<"w", ".W">], SchedUniform> {
  let Summary = "mask of b ones from bit a";
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x09b, Slots, [Place<"w", 75, 75>]>.L;
}

// Bit 91 is clear, unlike in the other uniform operations.
def UPLOP3 : PLOP3Base<"UPLOP3.LUT", [DefUP<"pu">, DefUP<"pv">],
    [UseUP<"pp">, UseUP<"pq">, UseUP<"pr">], SchedUniform> {
  let Summary = "logic of three uniform predicates by table: pu by lut, pv by lut2";
  let UniformGuard = 1;
  let Forms = [Form<0x89c, 0, [], !listconcat(PredPlaces<Slots>.L, PLOP3Rest)>];
}

// Uniform predicates to and from a uniform register, b is the mask.
def UP2UR : Inst<"UP2UR", [DefU<"d">], [UseUR<"a">, UseUR<"b">],
    [EnumMod<"byte", PredBytes>], SchedUMOV> {
  let Summary = "the uniform predicates of mask b in one byte of d, the rest from a";
  let AccessesPredicates = 1;
  let UniformGuard = 1;
  let HasSideEffects = 1;
  let IsSASSOnly = 1;
  let Asm = "$d, UPR, $a, $b";
  let Forms = [Form<0x883, 1, [FormKind<"b", Imm>], [Place<"d", 23, 16>,
    Place<"a", 31, 24>, Place<"b", 63, 32>, Place<"byte", 77, 76>]>];
}
def UR2UP : Inst<"UR2UP", [], [UseUR<"a">, UseUR<"b">],
    [PredByteMod<>], SchedUniform> {
  let Summary = "sets the uniform predicates of mask b from one byte of a";
  let AccessesPredicates = 1;
  let UniformGuard = 1;
  let HasSideEffects = 1;
  let IsSASSOnly = 1;
  let Asm = "UPR, $a<$byte>, $b?255";
  let Forms = [Form<0x884, 1, [FormKind<"b", Imm>], [Place<"a", 31, 24>,
    Place<"b", 63, 32>, Place<"byte", 77, 76>]>];
}

// From a vector register: the value of the first active thread, or with .OR the
// or over the active threads.
def R2UR : Inst<"R2UR", [DefP<"pu">, DefU<"d">], [Use<"a">], [FlagMod<"or", ".OR">,
    FlagMod<"fill", ".FILL">, FlagMod<"broadcast", ".BROADCAST">], SchedR2UR> {
  let Summary = "uniform register from a vector register";
  let Computes = ToUniformOperation;
  let Results = OfSources;
  let IsConvergent = 1;
  let Asm = "?or{$pu, }!or{$pu?, }$d, $a";
  let Rules = [Never<[ModSet<"fill">, ModSet<"broadcast">]>];
  let Forms = [
    Form<0x3c2, 0, [], [Place<"pu", 83, 81>, Place<"d", 23, 16>, Place<"a", 31, 24>,
      Place<"or", 84, 84>, NoPlace<"fill">, NoPlace<"broadcast">], [], SMRange<75, 89>>,
    Form<0x2ca, 0, [], [Place<"pu", 83, 81>, Place<"d", 23, 16>, Place<"a", 31, 24>,
      Place<"or", 84, 84>, NoPlace<"fill">, NoPlace<"broadcast">], [], SM90Only>,
    Form<0x2ca, 0, [], [Place<"pu", 83, 81>, Place<"d", 23, 16>, Place<"a", 31, 24>,
      Place<"or", 84, 84>, Place<"fill", 86, 86>, Place<"broadcast", 87, 87>], [],
      SM100Plus>,
  ];
}

//===----------------------------------------------------------------------===//
// Pairs and packed integers; ptxas uses them on sm_120 and sm_121, UIADD3.64 on sm_75
// and from sm_90a on
//===----------------------------------------------------------------------===//

class UseUR64N<string name> : UseUR<name, Width<2>> { let HasNeg = 1; let ImmFormat = "s32"; }
def UIADD3_64 : Inst<"UIADD3.64", [DefU<"d", Width<2>>, DefUP<"pu">, DefUP<"pv">],
    [UseUR64N<"a">, UseUR64N<"b">, UseUR64N<"c">, UseUPF<"pp">, UseUPF<"pq">],
    [FlagMod<"x", ".X">], SchedUniform> {
  let Summary = "d = a + b + c, 64 bits, with two carries in and out";
  let UniformGuard = 1;
  let Asm = "$d, $pu?, $pv?, $a, $b, $c?x{, $pp, $pq}";
  let Forms = UALUForms<[1, 4], 0x097, Slots, [Place<"x", 74, 74>]>.L;
}

def UIMAD_HI : Inst<"UIMAD.HI", [DefU<"d">, DefUP<"pu">],
    [UseUR<"a">, UseURI<"b">, UseURS<"c", Width<2>>, UseUPF<"pp">],
    [FlagMod<"u32", ".U32">, FlagMod<"x", ".X">], SchedUniform> {
  let Summary = "high word of a * b + c";
  let UniformGuard = 1;
  let IsCommutativeAB = 1;
  let Asm = "$d, $pu?, $a, $b, $c?x{, $pp}";
  let Forms = UALUForms<[1, 4], 0x0a6, Slots, [InvPlace<"u32", 73>,
    Place<"x", 74, 74>], SM120Plus>.L;
}

class UseUR64I<string name> : UseUR<name, Width<2>> { let ImmFormat = "s32"; }
def UISETP_64 : Inst<"UISETP", [DefUP<"pu">, DefUP<"pv">],
    [UseUR<"a", Width<2>>, UseUR64I<"b">, UseUP<"pp">, UseUP<"pr">],
    [EnumMod<"cmp", ICmp>, EnumMod<"type", ISetType64, 1>, EnumMod<"bop", BoolOp>,
     FlagMod<"ex", ".EX">], SchedUniform> {
  let Summary = "comparison of 64-bit integers into uniform predicates";
  let UniformGuard = 1;
  let Asm = "$pu, $pv, $a, $b, $pp?ex{, $pr}";
  let Forms = UALUForms<[1, 4], 0x08c, Slots, [Place<"cmp", 78, 76>, Place<"type", 73, 73>,
    Place<"bop", 75, 74>, Place<"ex", 72, 72>], SM120Plus, [FixedBits<80, 80, 1>]>.L;
}

class UseUR64Imm<string name> : UseUR<name, Width<2>> { let ImmFormat = "s64"; }
def USEL_64 : Inst<"USEL.64", [DefU<"d", Width<2>>],
    [UseUR<"a", Width<2>>, UseUR64Imm<"b">, UseUP<"pp">], [], SchedUniform> {
  let Summary = "d = pp ? a : b, 64 bits";
  let UniformGuard = 1;
  defvar common = [Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"pp", 89, 87>,
                   Place<"ppNot", 90, 90>];
  let Forms = [
    Form<0xc87, 1, [], !listconcat(common, [Place<"b", 39, 32>]), [], SM120Plus>,
    Form<0x487, 1, [FormKind<"b", Imm>], !listconcat(common, [SPlace<"b", 64, 32>]), [],
         SM120Plus>,
  ];
}

def UIMnmxType : ModEnum<"UIMnmxType", 2, [
  ModValue<0, ".U32">, NamedModValue<1, "", "S32">,
  NamedModValue<2, ".U64", "U64", 2>, NamedModValue<3, ".S64", "S64", 2>,
]>;
class UseURTyped<string name> : UseUR<name, WidthBy<"type">> { let ImmFormat = "s32"; }
def UIMNMX : Inst<"UIMNMX", [DefUP<"pu">, DefUP<"pv">, DefU<"d", WidthBy<"type">>],
    [UseURTyped<"a">, UseURTyped<"b">, UseUP<"pp">, UseUP<"pq">],
    [EnumMod<"type", UIMnmxType, 2>], SchedUniform> {
  let Summary = "minimum (pp) or maximum (!pp)";
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x085, Slots, [Place<"type", 74, 73>], SM120Plus>.L;
}

def UVIMNMX : Inst<"UVIMNMX", [DefU<"d">], [UseUR<"a">, UseURI<"b">, UseUP<"pp">],
    [EnumMod<"type", VideoType, 1>, FlagMod<"relu", ".RELU">], SchedUniform> {
  let Summary = "minimum (pp) or maximum (!pp)";
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x04a, Slots, [Place<"type", 74, 72>, Place<"relu", 76, 76>],
                        SM120Plus, [FixedBits<86, 81, 0x3f>]>.L;
}

#endif // PTXMLIR_ISA_UNIFORM
