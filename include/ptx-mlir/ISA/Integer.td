//===- Integer.td - Integer instructions -------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slot flags are the hardware's; for ".X" forms a negation is a complement.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_INTEGER
#define PTXMLIR_ISA_INTEGER

include "ptx-mlir/ISA/Forms.td"

//===----------------------------------------------------------------------===//
// Add and multiply
//===----------------------------------------------------------------------===//

def IADD3 : Inst<"IADD3", [Def<"d">, DefP<"pu">, DefP<"pv">],
    [UseS<"a">, UseS<"b">, UseS<"c">, UsePF<"pp">, UsePF<"pq">],
    [FlagMod<"x", ".X">], SchedALU> {
  let Summary = "d = a + b + c";
  let Computes = SumOperation;
  let Asm = "$d, $pu?, $pv?, $a, $b, $c?x{, $pp, $pq}";
  let Description = [{Carries out go to `pu` and `pv`. With `x` the carries `pp` and `pq` are added
    and a negated source is complemented instead.}];
  let OriIndex = 3;
  let IsCommutativeAB = 1;
  // No form has a constant in c (nvdisasm refuses those words).
  let Forms = ALUForms<[1, 4, 5, 6], 0x010, Slots, [Place<"x", 74, 74>]>.L;
}

/// d = a * b + c; signed unless u32.
class IMADInst<string mnemonic, int op, list<Slot> defs, RegWidth cWidth, SchedClass sched>
    : Inst<mnemonic, defs,
        [Use<"a">, UseI<"b">, UseS<"c", cWidth>, UsePF<"pp">],
        [FlagMod<"u32", ".U32">, FlagMod<"x", ".X">], sched> {
  let IsCommutativeAB = 1;
  let Asm = "$d, $pu?, $a, $b, $c?x{, $pp}";
  // The wide and high products have no immediate in c.
  let Forms = ALUForms<!if(!eq(op, 0x024), [1, 2, 3, 4, 5, 6, 7], [1, 3, 4, 5, 6, 7]),
    op, Slots, [InvPlace<"u32", 73>, Place<"x", 74, 74>]>.L;
}
def IMAD : IMADInst<"IMAD", 0x024, [Def<"d">, DefP<"pu">], Width<1>, SchedFMA> {
  let Computes = ProductOperation;
  // The low word has no carry.
  let Rules = [Never<[SlotPresent<"pu">]>];
  let Summary = "low word of a * b + c";
  let OriIndex = 1;
}
def IMAD_WIDE : IMADInst<"IMAD.WIDE", 0x025, [Def<"d", R, Width<2>>, DefP<"pu">],
                         Width<2>, SchedIMADWide> {
  let Summary = "64-bit a * b + c of 32-bit a and b";
  let Computes = WideProductOperation;
  let OriIndex = 2;
}
def IMAD_HI : IMADInst<"IMAD.HI", 0x027, [Def<"d">, DefP<"pu">], Width<2>, SchedIMADWide> {
  let Summary = "high word of a * b + c";
}

def VIADD : Inst<"VIADD", [Def<"d">], [Use<"a">, UseN<"b">],
    [FlagMod<"v16x2", ".16x2">], SchedFMA> {
  let Summary = "d = a + b, or two 16-bit sums";
  let Computes = SumOperation;
  let Forms = ALU2<0x036, Slots, [Place<"v16x2", 73, 73>], SM90To103>.L;
}

def VAddType : ModEnum<"VAddType", 3, [
  NamedModValue<0, ".32", "B32">, NamedModValue<1, ".16x2", "B16x2">, ModValue<2, ".S32">,
  NamedModValue<3, ".S16x2", "S16x2">, NamedModValue<4, ".U8x4", "U8x4">,
  NamedModValue<5, ".S8x4", "S8x4">,
]>;
def VIADD_SAT : Inst<"VIADD", [Def<"d">], [UseN<"a">, UseN<"b">],
    [EnumMod<"type", VAddType>, FlagMod<"isat", ".ISAT">], SchedALUDual> {
  let Summary = "sums of one, two or four integers, saturating with isat";
  let Forms = ALU2<0x036, Slots, [Place<"type", 75, 73>, Place<"isat", 80, 80>],
                   SM120Plus>.L;
}

/// Observed: ptxas 13.3 and later.
def IADD : Inst<"IADD", [Def<"d">, DefP<"pu">],
    [UseS<"a">, UseS<"b">, UsePF<"pp">], [FlagMod<"x", ".X">], SchedALUDual> {
  let Summary = "d = a + b";
  let Asm = "$d, $pu?, $a, $b?x{, $pp}";
  let IsCommutativeAB = 1;
  let Forms = ALU2<0x035, Slots, [Place<"x", 74, 74>], SM120Plus,
                   [FixedBits<73, 73, 0>]>.L;
}

/// 64-bit source with negation, the complement where a carry comes in.
class UseS64<string name> : Use<name, R, Width<2>> { let HasNeg = 1; let ImmFormat = "s32"; }
def IADD_64 : Inst<"IADD.64", [Def<"d", R, Width<2>>, DefP<"pu">],
    [UseS64<"a">, UseS64<"b">, UsePF<"pp">], [FlagMod<"x", ".X">], SchedALU64> {
  let Summary = "d = a + b, 64 bits";
  let Asm = "$d, $pu?, $a, $b?x{, $pp}";
  let Forms = ALU2<0x035, Slots, [Place<"x", 74, 74>], SM120Plus,
                   [FixedBits<73, 73, 1>]>.L;
}

/// Dot products: d = sum of products of parts of a and b, plus c.
def IDP4Type : ModEnum<"IDP4Type", 1, [ModValue<0, ".U8">, ModValue<1, ".S8">]>;
def IDP2Type : ModEnum<"IDP2Type", 1, [ModValue<0, ".U16">, ModValue<1, ".S16">]>;
def IDP2Half : ModEnum<"IDP2Half", 1, [ModValue<0, ".LO">, ModValue<1, ".HI">]>;
def IDP_4A : Inst<"IDP.4A", [Def<"d">], [Use<"a">, Use<"b">, UseS<"c">],
    [EnumMod<"typeA", IDP4Type>, EnumMod<"typeB", IDP4Type>], SchedFMA> {
  let Summary = "c plus the dot product of four bytes of a and b";
  let OriIndex = 33;
  let Forms = ALUForms<[1, 5, 6], 0x026, Slots, [Place<"typeA", 73, 73>,
    Place<"typeB", 74, 74>], AllSMs, [FixedBits<77, 76, 0>]>.L;
}
def IDP_2A : Inst<"IDP.2A", [Def<"d">], [Use<"a">, Use<"b">, UseS<"c">],
    [EnumMod<"half", IDP2Half>, EnumMod<"typeA", IDP2Type>, EnumMod<"typeB", IDP4Type>],
    SchedFMA> {
  let Summary = "c plus the dot product of two halves of a and two bytes of b";
  let Forms = ALUForms<[1, 5, 6], 0x026, Slots, [Place<"typeA", 73, 73>,
    Place<"typeB", 74, 74>, Place<"half", 77, 77>], AllSMs, [FixedBits<76, 76, 1>]>.L;
}

//===----------------------------------------------------------------------===//
// Logic, shifts, bit fields
//===----------------------------------------------------------------------===//

def LOP3 : Inst<"LOP3.LUT", [Def<"d">, DefP<"pu">],
    [Use<"a">, Use<"b">, Use<"c">, UsePF<"pp">],
    [FlagMod<"pand", ".PAND">, IntMod<"lut", 8>], SchedALU> {
  let Summary = "bitwise function of a, b and c";
  let Computes = LogicOperation;
  let Asm = "$pu?, $d, $a, $b, $c, $lut, $pp";
  let Description = [{Bit `4a+2b+c` of `lut` is the result for bits a, b, c. `pu` is (d != 0) or `pp`;
    with `pand` it is (d != 0) and `pp`.}];
  let OriIndex = 6;
  let Forms = ALUForms<[1, 4, 5, 6], 0x012, Slots,
    [Place<"lut", 79, 72>, Place<"pand", 80, 80>]>.L;
}

def PLOP3_SIGN : Inst<"PLOP3.LUT", [DefP<"pu">, DefP<"pv">], [Use<"a">, Use<"b">, Use<"c">],
    [IntMod<"lut", 8>, IntMod<"lut2", 8>], SchedALU> {
  let Summary = "functions of the sign bits of a, b and c into predicates";
  let Asm = "$pu, $pv, $a.SIGN, $b.SIGN, $c.SIGN, $lut, $lut2";
  let Forms = ALUForms<[1, 5, 6], 0x01f, Slots, [Place<"lut", 79, 72>,
                       Place<"lut2", 23, 16>]>.L;
}

def ShfDir : ModEnum<"ShfDir", 1, [ModValue<0, ".L">, ModValue<1, ".R">]>;
def ShfType : ModEnum<"ShfType", 2, [
  ModValue<0, ".S64">, ModValue<1, ".U64">, ModValue<2, ".S32">, ModValue<3, ".U32">,
]>;
def SHF : Inst<"SHF", [Def<"d">], [Use<"a">, Use<"b">, Use<"c">],
    [EnumMod<"dir", ShfDir>, FlagMod<"w", ".W">, EnumMod<"type", ShfType, 3>,
     FlagMod<"hi", ".HI">], SchedALU> {
  let Summary = "funnel shift of c:a by b";
  let Computes = ShiftOperation;
  let Description = [{`a` is the low word, `c` the high word, `b` the amount; `w` wraps the amount, otherwise
    it is clamped. `hi` gives the high word of the shifted pair.}];
  let OriIndex = 10;
  let Forms = ALU3<0x019, Slots, [Place<"type", 74, 73>, Place<"w", 75, 75>,
    Place<"dir", 76, 76>, Place<"hi", 80, 80>]>.L;
}

def LEA : Inst<"LEA", [Def<"d">, DefP<"pu">],
    [UseS<"a">, UseN<"b">, Use<"c">, UsePF<"pp">],
    [FlagMod<"hi", ".HI">, FlagMod<"x", ".X">, FlagMod<"sx32", ".SX32">,
     IntMod<"shift", 5>], SchedALU> {
  let Summary = "b + (a << shift)";
  let Computes = ShiftedSumOperation;
  let Asm = "$d, $pu?, $a, $b, ?hi{!sx32{$c, }}$shift?x{, $pp}";
  // An immediate or constant C needs the whole of c:a.
  let Rules = [Never<[ModSet<"sx32">, ModClear<"hi">]>, Never<[ModSet<"sx32">, SlotIsNot<"c", R>]>,
               Never<[ModClear<"hi">, SlotIsNot<"c", R>]>];
  let Description = [{With `hi` the high word of (c:a) << shift is added; with `sx32` the high word is the sign
    of `a`. Where b or c is an immediate, constant or uniform C operand there is no negation of b.}];
  let OriIndex = 9;
  let Forms = ALUForms<[1, 2, 4, 5, 6], 0x011, Slots, [Place<"x", 74, 74>, Place<"sx32", 73, 73>,
    Place<"shift", 79, 75>, Place<"hi", 80, 80>], AllSMs, [], /*cFlags=*/0>.L;
}

def SGXT : Inst<"SGXT", [Def<"d">], [Use<"a">, Use<"b">],
    [FlagMod<"w", ".W">, FlagMod<"u32", ".U32">], SchedALU> {
  let Summary = "extend the low b bits of a";
  let Computes = ExtendOperation;
  let OriIndex = 5;
  let Forms = ALU2<0x01a, Slots, [InvPlace<"u32", 73>, Place<"w", 75, 75>]>.L;
}

def BMSK : Inst<"BMSK", [Def<"d">], [Use<"a">, Use<"b">], [FlagMod<"w", ".W">], SchedALU> {
  let Summary = "b ones from bit a";
  let Computes = BitMaskOperation;
  let OriIndex = 4;
  let Forms = ALU2<0x01b, Slots, [Place<"w", 75, 75>]>.L;
}

def POPC : Inst<"POPC", [Def<"d">], [UseNot<"b">], [], SchedMUFU> {
  let Summary = "number of ones";
  let OriIndex = 38;
  let Forms = ALU2<0x109, Slots>.L;
}
def FLO : Inst<"FLO", [Def<"d">, DefP<"pu">], [UseNot<"b">],
    [FlagMod<"u32", ".U32">, FlagMod<"sh", ".SH">], SchedMUFU> {
  let Summary = "position of the leading one";
  let Asm = "$d, $pu?, $b";
  let Description = [{With `sh` the shift that moves it to bit 31. -1 if there is none; `pu` says whether there is one.}];
  let OriIndex = 39;
  let Forms = ALU2<0x100, Slots, [InvPlace<"u32", 73>, Place<"sh", 74, 74>]>.L;
}
def BREV : Inst<"BREV", [Def<"d">], [Use<"b">], [], SchedMUFU> {
  let Summary = "bits in reverse order";
  let OriIndex = 53;
  let Forms = ALU2<0x101, Slots>.L;
}

//===----------------------------------------------------------------------===//
// Comparison, minimum, maximum, differences
//===----------------------------------------------------------------------===//

def ISETP : Inst<"ISETP", [DefP<"pu">, DefP<"pv">],
    [Use<"a">, UseI<"b">, UseP<"pp">, UseP<"pr">],
    [EnumMod<"cmp", ICmp>, FlagMod<"u32", ".U32">, EnumMod<"bop", BoolOp>,
     FlagMod<"ex", ".EX">], SchedALUDual> {
  let Summary = "integer comparison into predicates";
  let Computes = CompareOperation;
  let Asm = "$pu, $pv, $a, $b, $pp?ex{?sm80{, $pr}!sm80{, $pr?}}";
  let Rules = [Never<[ModClear<"ex">, SlotPresent<"pr">], SM75Only>,
               Never<[ModClear<"ex">, ModSet<"prNot">], SM75Only>];
  let Description = [{`pu` = (a cmp b) bop pp, `pv` = !(a cmp b) bop pp. With `ex` the comparison is the high part of a
    wider one, the low part of which is `pr`.}];
  let OriIndex = 7;
  let Forms = ALU2<0x00c, Slots, [Place<"cmp", 78, 76>, InvPlace<"u32", 73>,
    Place<"bop", 75, 74>, Place<"ex", 72, 72>], AllSMs, [FixedBits<80, 80, 0>]>.L;
}

def ISetType64 : ModEnum<"ISetType64", 1, [ModValue<0, ".U64">, ModValue<1, ".S64">]>;
def ISETP_64 : Inst<"ISETP", [DefP<"pu">, DefP<"pv">],
    [Use<"a", R, Width<2>>, UseI<"b", Width<2>>, UseP<"pp">, UseP<"pr">],
    [EnumMod<"cmp", ICmp>, EnumMod<"type", ISetType64, 1>, EnumMod<"bop", BoolOp>,
     FlagMod<"ex", ".EX">], SchedALUDual64> {
  let Summary = "comparison of 64-bit integers into predicates";
  let Asm = "$pu, $pv, $a, $b, $pp?ex{, $pr}";
  let Forms = ALU2<0x00c, Slots, [Place<"cmp", 78, 76>, Place<"type", 73, 73>,
    Place<"bop", 75, 74>, Place<"ex", 72, 72>], SM120Plus, [FixedBits<80, 80, 1>]>.L;
}

def IABS : Inst<"IABS", [Def<"d">], [UseI<"b">], [], SchedALU> {
  let Summary = "absolute value";
  let OriIndex = 8;
  let Forms = ALU2<0x013, Slots>.L;
}

def IMNMX : Inst<"IMNMX", [Def<"d">], [Use<"a">, UseI<"b">, UseP<"pp">],
    [FlagMod<"u32", ".U32">], SchedALU> {
  let Summary = "minimum (pp) or maximum (!pp)";
  let Computes = MinMaxOperation;
  let OriIndex = 37;
  let Forms = !listconcat(
    ALU2<0x017, Slots, [InvPlace<"u32", 73>], BeforeSM100>.L,
    ALU2<0x017, Slots, [InvPlace<"u32", 73>], SMRange<100, 110>,
         [FixedBits<86, 77, 0x3ff>]>.L);
}

def IMnmxType64 : ModEnum<"IMnmxType64", 1, [ModValue<0, ".U64">, ModValue<1, ".S64">]>;
def IMNMX_64 : Inst<"IMNMX", [DefP<"pu">, DefP<"pv">, Def<"d", R, Width<2>>],
    [Use<"a", R, Width<2>>, UseI<"b", Width<2>>, UseP<"pp">, UsePF<"pq">],
    [EnumMod<"type", IMnmxType64, 1>], SchedALUDual64> {
  let Summary = "minimum (pp) or maximum (!pp), 64 bits";
  let Forms = !foreach(n, [1, 4, 6], ALUForm<n, 0x017, Slots, [Place<"type", 73, 73>],
    SM120Plus, [FixedBits<74, 74, 1>]>);
}

/// The elements of VIMNMX and its relatives.
def VideoType : ModEnum<"VideoType", 3, [
  ModValue<0, ".U32">, RespelledModValue<1, "", ".S32", SM120Plus, "S32">,
  NamedModValue<2, ".U16x2", "U16x2">, NamedModValue<3, ".S16x2", "S16x2">,
  SMModValue<4, ".U8x4", SM120Plus, "U8x4">, SMModValue<5, ".S8x4", SM120Plus, "S8x4">,
]>;


def VIMNMX : Inst<"VIMNMX", [Def<"d">, DefP<"pu">, DefP<"pv">],
    [Use<"a">, UseI<"b">, UseP<"pp">],
    [EnumMod<"type", VideoType, 1>, FlagMod<"relu", ".RELU">], SchedALUDual> {
  let Summary = "minimum (pp) or maximum (!pp)";
  let Computes = MinMaxOperation;
  let Asm = "$d, $pu?, $pv?, $a, $b, $pp";
  let Rules = [Never<[SlotAbsent<"pu">, SlotPresent<"pv">], SM90Only>,
               Never<[SlotPresent<"pu">, SlotAbsent<"pv">], SM90Only>];
  let Description = [{`pu` (and `pv` for the upper half of a pair) says whether a was chosen;
    sm_120 does not give them.}];
  let Forms = !listconcat(
    ALU2<0x048, Slots, [Place<"type", 74, 72>, Place<"relu", 76, 76>], SM90To103>.L,
    !foreach(n, [1, 4, 6], Form<!or(0x048, !shl(n, 9)), !eq(n, 6),
      !if(!eq(n, 1), []<FormKind>, [FormKind<"b", WideKind<n>.K>]),
      !listconcat([Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"pp", 89, 87>,
                   Place<"ppNot", 90, 90>, Place<"type", 74, 72>, Place<"relu", 76, 76>,
                   NoPlace<"pu">, NoPlace<"pv">], WidePlaces<UseI<"b">, WideKind<n>.K>.L),
      [FixedBits<86, 81, 0x3f>], SM120Plus>));
}

def VIADDMNMX : Inst<"VIADDMNMX", [Def<"d">],
    [Use<"a">, UseN<"b">, Use<"c">, UseP<"pp">],
    [EnumMod<"type", VideoType, 1>, FlagMod<"relu", ".RELU">], SchedALU> {
  let Summary = "minimum (pp) or maximum (!pp) of a + b and c";
  let Forms = ALU3<0x046, Slots, [Place<"type", 74, 72>, Place<"relu", 76, 76>],
                   SM90To103>.L;
}

def VIMNMX3 : Inst<"VIMNMX3", [Def<"d">], [Use<"a">, Use<"b">, Use<"c">, UseP<"pp">],
    [EnumMod<"type", VideoType, 1>, FlagMod<"relu", ".RELU">], SchedALU> {
  let Summary = "minimum (pp) or maximum (!pp) of a, b and c";
  let Forms = ALUForms<[1, 4, 6], 0x00f, Slots, [Place<"type", 74, 72>,
    Place<"relu", 76, 76>], SM90To103>.L;
}

def VABSDIFF : Inst<"VABSDIFF", [Def<"d">, DefP<"pu">], [Use<"a">, Use<"b">, Use<"c">],
    [FlagMod<"u32", ".U32">], SchedALU> {
  let Summary = "|a - b| + c";
  let Asm = "$d, $pu?, $a, $b, $c";
  let OriIndex = 31;
  let Forms = ALU3<0x014, Slots, [InvPlace<"u32", 73>], UpToSM110>.L;
}

def VABSDIFF4Type : ModEnum<"VABSDIFF4Type", 1, [
  NamedModValue<0, ".U8", "U8">, NamedModValue<1, "", "S8">,
]>;
def VABSDIFF4 : Inst<"VABSDIFF4", [Def<"d">, DefP<"pu">], [Use<"a">, Use<"b">, Use<"c">],
    [EnumMod<"type", VABSDIFF4Type>, FlagMod<"acc", ".ACC">], SchedALU> {
  let Summary = "absolute differences of four bytes, or their sum, plus c";
  let Asm = "$d, $pu?, $a, $b, $c";
  let OriIndex = 32;
  let Forms = ALUForms<[1, 4, 5, 6], 0x015, Slots, [Place<"type", 73, 73>,
    Place<"acc", 75, 75>], UpToSM110>.L;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def I2IType : ModEnum<"I2IType", 2, [
  NamedModValue<0, ".U8.S32.SAT", "U8">, NamedModValue<1, ".S8.S32.SAT", "S8">,
  NamedModValue<2, ".U16.S32.SAT", "U16">, NamedModValue<3, ".S16.S32.SAT", "S16">,
]>;
def I2I : Inst<"I2I", [Def<"d">], [UseI<"b">], [EnumMod<"type", I2IType>], SchedALU> {
  let Summary = "saturate a signed word";
  let OriIndex = 35;
  let Forms = ALU2<0x038, Slots, [Place<"type", 77, 76>]>.L;
}

def I2IPType : ModEnum<"I2IPType", 3, [
  NamedModValue<0, ".U8.S32", "U8">, NamedModValue<1, ".S8.S32", "S8">,
  NamedModValue<2, ".U16.S32", "U16">, NamedModValue<3, ".S16.S32", "S16">,
  NamedModValue<4, ".U2.S32", "U2">, NamedModValue<5, ".S2.S32", "S2">,
  NamedModValue<6, ".U4.S32", "U4">, NamedModValue<7, ".S4.S32", "S4">,
]>;
/// What stands above the two: a half of c, or as many of its bits as have room.
def I2IPPart : ModEnum<"I2IPPart", 2, [
  NamedModValue<0, "", "H0">, ModValue<1, ".H1">,
  NamedModValue<2, ".24", "Low24">, NamedModValue<3, ".28", "Low28">,
]>;
class I2IPPartMod : EnumMod<"cPart", I2IPPart> { let InOperands = 1; }
def I2IP : Inst<"I2IP", [Def<"d">], [Use<"a">, UseI<"b">, Use<"c">],
    [EnumMod<"type", I2IPType>, FlagMod<"sat", ".SAT">, I2IPPartMod<>], SchedALU> {
  let Summary = "pack narrowed a and b below the rest of c";
  let Asm = "$d, $a, $b, $c$cPart";
  let OriIndex = 36;
  let Rules = [
    // Before sm_90 the bit is the other way round, and up to sm_80 it is not set.
    Never<[ModClear<"sat">], SMRange<75, 85>>,
    Never<[ModIs<"type", ["U4", "S4"]>, ModIsNot<"cPart", ["Low24"]>]>,
    Never<[ModIs<"type", ["U2", "S2"]>, ModIsNot<"cPart", ["Low28"]>]>,
    Never<[ModIs<"cPart", ["Low24"]>, ModIsNot<"type", ["U4", "S4"]>]>,
    Never<[ModIs<"cPart", ["Low28"]>, ModIsNot<"type", ["U2", "S2"]>]>,
  ];
  let Forms = !listconcat(
    ALUForms<[1, 4, 5, 6], 0x039, Slots, [Place<"type", 78, 76>, InvPlace<"sat", 74>,
      Place<"cPart", 73, 72>], BeforeSM90>.L,
    ALUForms<[1, 4, 6], 0x039, Slots, [Place<"type", 78, 76>, Place<"sat", 74, 74>,
      Place<"cPart", 73, 72>], SM90Plus>.L);
}

#endif // PTXMLIR_ISA_INTEGER
