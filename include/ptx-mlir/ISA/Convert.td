//===- Convert.td - Conversions ----------------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between integers and floats of all formats. Each pair of widths is an opcode
// of its own in the machine; the enums of formats keep their text apart.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_CONVERT
#define PTXMLIR_ISA_CONVERT

include "ptx-mlir/ISA/Forms.td"

/// Float formats. In FloatFmt F32 is spelled, in FloatFmtD it is the default. The
/// opcodes without 64-bit operands have enums without them (same numbers), which
/// is also how the assembly parser tells F2F from F2F_64.
def FloatFmt : ModEnum<"FloatFmt", 3, [
  ModValue<1, ".F16">, ModValue<2, ".F32">, ModValue<3, ".F64", 2>,
  SMModValue<4, ".BF16", SM80Plus>,
]>;
def FloatFmtD : ModEnum<"FloatFmtD", 3, [
  ModValue<1, ".F16">, NamedModValue<2, "", "F32">, ModValue<3, ".F64", 2>,
  SMModValue<4, ".BF16", SM90Plus>,
]>;

def FloatFmt32 : ModEnum<"FloatFmt32", 3, [
  ModValue<1, ".F16">, ModValue<2, ".F32">, SMModValue<4, ".BF16", SM80Plus>,
]>;
def FloatFmtD32 : ModEnum<"FloatFmtD32", 3, [
  ModValue<1, ".F16">, NamedModValue<2, "", "F32">, SMModValue<4, ".BF16", SM90Plus>,
]>;

/// Integer formats: signed in bit 0, log2 of the bytes above it.
def IntFmt : ModEnum<"IntFmt", 3, [
  ModValue<0, ".U8">, ModValue<1, ".S8">, ModValue<2, ".U16">, ModValue<3, ".S16">,
  ModValue<4, ".U32">, NamedModValue<5, "", "S32">, ModValue<6, ".U64", 2>,
  ModValue<7, ".S64", 2>,
]>;

def IntFmt32 : ModEnum<"IntFmt32", 3, [
  ModValue<0, ".U8">, ModValue<1, ".S8">, ModValue<2, ".U16">, ModValue<3, ".S16">,
  ModValue<4, ".U32">, NamedModValue<5, "", "S32">,
]>;

/// Rounding to an integral value.
def RoundInt : ModEnum<"RoundInt", 2, [
  NamedModValue<0, "", "RNI">, ModValue<1, ".FLOOR">, ModValue<2, ".CEIL">,
  ModValue<3, ".TRUNC">,
]>;

/// Byte of a source of 8 bits, half of one of 16 bits.
def BytePart : ModEnum<"BytePart", 2, [
  NamedModValue<0, "", "B0">, ModValue<1, ".B1">, ModValue<2, ".B2">, ModValue<3, ".B3">,
]>;
/// Half of a 16-bit float.
def FloatPart : ModEnum<"FloatPart", 2, [NamedModValue<0, "", "H0">, ModValue<1, ".H1">]>;
class FloatPartMod<string name> : EnumMod<name, FloatPart> { let InOperands = 1; }
class PartMod<string name> : EnumMod<name, BytePart> { let InOperands = 1; }

/// f32 or f64 source of a conversion.
class UseFBy<string name, string mod> : Use<name, R, WidthBy<mod>> {
  let HasNeg = 1; let HasAbs = 1; let ImmFormat = "f32";
}
class UseIBy<string name, string mod> : Use<name, R, WidthBy<mod>> { let ImmFormat = "s32"; }

/// The forms of a conversion of a float, which may be a half of a register.
class HalfForms<int op, list<Slot> slots, list<Place> rest> {
  list<Form> L = !listconcat(
    ALUForms<[1, 5, 6], op, slots, !listconcat(rest, [Place<"bHalf", 61, 60>])>.L,
    ALUForms<[4], op, slots, !listconcat(rest, [NoPlace<"bHalf">])>.L);
}
/// Only floats of 16 bits are halves.
class HalfOf16<string mod> : Never<[ModIsNot<"bHalf", ["H0"]>, ModIsNot<mod, ["F16", "BF16"]>]>;

class F2FBase<int op, ModEnum fmt> : Inst<"F2F", [Def<"d", R, WidthBy<"dst">>], [UseFBy<"b", "src">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"dst", fmt, 2>, EnumMod<"src", fmt, 2>,
     EnumMod<"rnd", Round>, FloatPartMod<"bHalf">], SchedMUFU> {
  let Summary = "conversion between float formats";
  let Asm = "$d, $b<$bHalf>";
  let ReadsLate = 1;
  let Forms = HalfForms<op, Slots, [Place<"ftz", 80, 80>, Place<"dst", 77, 75>,
    Place<"src", 86, 84>, Place<"rnd", 79, 78>]>.L;
}
// Equal formats have FRND or no instruction.
class SameFormat<string fmt> : Never<[ModIs<"dst", [fmt]>, ModIs<"src", [fmt]>]>;
// Opcode 0x110 and its like are the conversions from or to 64 bits.
def F2F : F2FBase<0x104, FloatFmt32> {
  let OriIndex = 43;
  let Rules = [HalfOf16<"src">, SameFormat<"F16">, SameFormat<"F32">, SameFormat<"BF16">,
    Never<[ModIs<"dst", ["BF16"]>, ModIsNot<"src", ["F32"]>], BeforeSM90>,
    Never<[ModIs<"src", ["BF16"]>], BeforeSM90>];
}
def F2F_64 : F2FBase<0x110, FloatFmt> {
  let OriIndex = 44;
  let Rules = [HalfOf16<"src">, SameFormat<"F64">, Never<[ModIsNot<"dst", ["F64"]>, ModIsNot<"src", ["F64"]>]>,
    Never<[ModIs<"dst", ["F64"]>, ModIs<"src", ["BF16"]>], BeforeSM90>,
    Never<[ModIs<"dst", ["BF16"]>], BeforeSM90>];
}

class F2IBase<int op, ModEnum dst, ModEnum src> : Inst<"F2I", [Def<"d", R, WidthBy<"dst">>], [UseFBy<"b", "src">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"dst", dst, 5>, EnumMod<"src", src, 2>,
     EnumMod<"rnd", RoundInt>, FlagMod<"ntz", ".NTZ">, FloatPartMod<"bHalf">], SchedMUFU> {
  let Summary = "conversion of a float to an integer, saturating";
  let Asm = "$d, $b<$bHalf>";
  let Description = ".NTZ: a NaN becomes zero.";
  let ReadsLate = 1;
  let Forms = HalfForms<op, Slots, [Place<"ftz", 80, 80>, Place<"dst", 72, 72>,
    Place<"dst", 76, 75, 1>, Place<"src", 86, 84>, Place<"rnd", 79, 78>,
    Place<"ntz", 77, 77>]>.L;
}
def F2I : F2IBase<0x105, IntFmt32, FloatFmtD32> {
  let OriIndex = 45;
  let Rules = [HalfOf16<"src">];
}
def F2I_64 : F2IBase<0x111, IntFmt, FloatFmtD> {
  let OriIndex = 46;
  let Rules = [Never<[ModIsNot<"bHalf", ["H0"]>, ModIsNot<"src", ["1", "4"]>]>,
    Never<[ModIsNot<"dst", ["U64", "S64"]>, ModIsNot<"src", ["F64"]>]>];
}

class I2FBase<int op, ModEnum dst, ModEnum src> : Inst<"I2F", [Def<"d", R, WidthBy<"dst">>], [UseIBy<"b", "src">],
    [EnumMod<"dst", dst, 2>, EnumMod<"src", src, 5>, EnumMod<"rnd", Round>,
     PartMod<"bPart">], SchedMUFU> {
  let Summary = "conversion of an integer to a float";
  let ReadsLate = 1;
  let Asm = "$d, ?src=U16|S16{$b<$bPart.half>}!src=U16|S16{$b<$bPart>}";
  let Forms = !listconcat(
    !foreach(n, [1, 6], ALUForm<n, op, Slots, [Place<"dst", 77, 75>,
      Place<"src", 74, 74>, Place<"src", 85, 84, 1>, Place<"rnd", 79, 78>,
      Place<"bPart", 61, 60>]>),
    !foreach(n, [4, 5], ALUForm<n, op, Slots, [Place<"dst", 77, 75>,
      Place<"src", 74, 74>, Place<"src", 85, 84, 1>, Place<"rnd", 79, 78>,
      NoPlace<"bPart">]>));
}
// Words have no parts, halves only two; small immediates do not exist.
defvar PartRules = [
  Never<[ModIsNot<"bPart", ["B0"]>, ModIsNot<"src", ["U8", "S8", "U16", "S16"]>]>,
  Never<[ModIs<"bPart", ["B2", "B3"]>, ModIs<"src", ["U16", "S16"]>]>,
  Never<[SlotIs<"b", Imm>, ModIs<"src", ["U8", "S8", "U16", "S16"]>]>];
def I2F : I2FBase<0x106, FloatFmtD32, IntFmt32> {
  let OriIndex = 47;
  let Rules = PartRules;
}
def I2F_64 : I2FBase<0x112, FloatFmtD, IntFmt> {
  let OriIndex = 48;
  let Rules = !listconcat(PartRules,
    [Never<[ModIsNot<"dst", ["F64"]>, ModIsNot<"src", ["U64", "S64"]>]>]);
}

/// The format of FRND is written twice, as source (5:3) and as result (2:0).
def FrndFmt : ModEnum<"FrndFmt", 6, [
  ModValue<0x09, ".F16">, NamedModValue<0x12, "", "F32">, SMModValue<0x24, ".BF16", SM90Plus>,
]>;
def FrndFmt64 : ModEnum<"FrndFmt64", 6, [ModValue<0x1b, ".F64", 2>]>;
class FRNDBase<ModEnum fmt, int dflt, list<Mod> more = []>
    : Inst<"FRND", [Def<"d", R, WidthBy<"fmt">>], [UseFBy<"b", "fmt">],
    !listconcat([FlagMod<"ftz", ".FTZ">, EnumMod<"fmt", fmt, dflt>, EnumMod<"rnd", RoundInt>],
                more), SchedMUFU> {
  let Summary = "rounding to an integral value";
  let ReadsLate = 1;
  list<Place> FrndPlaces = [Place<"ftz", 80, 80>, Place<"fmt", 77, 75>,
    Place<"fmt", 86, 84, 3>, Place<"rnd", 79, 78>];
}
def FRND : FRNDBase<FrndFmt, 0x12, [FloatPartMod<"bHalf">]> {
  let OriIndex = 49;
  let Asm = "$d, $b<$bHalf>";
  let Rules = [HalfOf16<"fmt">];
  let Forms = HalfForms<0x107, Slots, FrndPlaces>.L;
}
def FRND_64 : FRNDBase<FrndFmt64, 0x1b> {
  let OriIndex = 50;
  let Forms = ALU2<0x113, Slots, FrndPlaces>.L;
}

def I2FPSrc : ModEnum<"I2FPSrc", 1, [ModValue<0, ".U32">, ModValue<1, ".S32">]>;
/// The roundings of the fixed-latency conversions.
def RoundNZ : ModEnum<"RoundNZ", 2, [NamedModValue<0, "", "RN">, NamedModValue<3, ".RZ", "RZ">]>;
def RoundIntNZ : ModEnum<"RoundIntNZ", 2, [
  NamedModValue<0, "", "RNI">, ModValue<3, ".TRUNC">,
]>;
// Fixed latency, from sm_86 on; only f32.
def I2FP : Inst<"I2FP.F32", [Def<"d">], [UseI<"b">],
    [EnumMod<"src", I2FPSrc, 1>, EnumMod<"rnd", RoundNZ>], SchedALU> {
  let Summary = "conversion of a 32-bit integer to f32";
  let Forms = ALU2<0x045, Slots, [Place<"src", 74, 74>, Place<"rnd", 79, 78>],
    SMRange<86, 999>, [FixedBits<77, 75, 2>, FixedBits<85, 84, 2>]>.L;
}

/// What F2FP does: result and source formats and packing. The number is made of
/// bits 85:82, 90:89, 87:86, 78, 76 and 74:73, highest first.
def SM75To88 : SMRange<75, 88>;
def F2FPKind : ModEnum<"F2FPKind", 12, [
  RespelledModValue<0x00, ".F16.F32.PACK_AB", ".PACK_AB", SM75To88, "F16_F32">,
  RespelledModValue<0x04, ".BF16.F32.PACK_AB", ".BF16.PACK_AB", SM75To88, "BF16_F32">,
  RespelledModValue<0x08, ".F16.F32.MERGE_C", ".MERGE_C", SM75To88, "F16_F32_MERGE">,
  RespelledModValue<0x0c, ".BF16.F32.MERGE_C", ".BF16.MERGE_C", SM75To88, "BF16_F32_MERGE">,
  SMModValue<0x42, ".F16.E5M2.UNPACK_B", SM89Plus, "F16_E5M2">,
  SMModValue<0x43, ".F16.E4M3.UNPACK_B", SM89Plus, "F16_E4M3">,
  SMModValue<0x5c, ".TF32.F32.PACK_B", SM89Plus, "TF32_F32">,
  SMModValue<0xa1, ".E5M2.F16.UNPACK_B_MERGE_C", SM89Plus, "E5M2_F16">,
  SMModValue<0xa5, ".E4M3.F16.UNPACK_B_MERGE_C", SM89Plus, "E4M3_F16">,
  SMModValue<0xa8, ".E5M2.F32.PACK_AB_MERGE_C", SM89Plus, "E5M2_F32">,
  SMModValue<0xac, ".E4M3.F32.PACK_AB_MERGE_C", SM89Plus, "E4M3_F32">,
  SMModValue<0xb8, ".E8.F32.PACK_AB_MERGE_C", SM100Plus, "E8_F32">,
  SMModValue<0x141, ".F16.E2M1.UNPACK_B", SM100Plus, "F16_E2M1">,
  SMModValue<0x142, ".F16.E2M3.UNPACK_B", SM100Plus, "F16_E2M3">,
  SMModValue<0x143, ".F16.E3M2.UNPACK_B", SM100Plus, "F16_E3M2">,
  SMModValue<0x247, ".BF16.E8.UNPACK_B", SM100Plus, "BF16_E8">,
  SMModValue<0x2b1, ".E8.BF16.UNPACK_B_MERGE_C", SM100Plus, "E8_BF16">,
  SMModValue<0x88c, ".E2M1.F32.PACK_AB_MERGE_C", SM100Plus, "E2M1_F32">,
  SMModValue<0x898, ".E2M3.F32.PACK_AB_MERGE_C", SM100Plus, "E2M3_F32">,
  SMModValue<0x89c, ".E3M2.F32.PACK_AB_MERGE_C", SM100Plus, "E3M2_F32">,
]>;
/// Rounding of F2FP; RS takes the random bits from c.
def F2FPRound : ModEnum<"F2FPRound", 3, [
  NamedModValue<0, "", "RN">, ModValue<1, ".RM">, ModValue<2, ".RP">, ModValue<3, ".RZ">,
  SMModValue<4, ".RS", SMRange<100, 103>>,
]>;
/// The part of b that UNPACK_B reads: a byte of E2M1 (bit 0 is the upper bit),
/// otherwise a half.
def F2FPPart : ModEnum<"F2FPPart", 2, [
  NamedModValue<0, "", "B0">, ModValue<2, ".B1">, ModValue<1, ".B2">, ModValue<3, ".B3">,
]>;
class F2FPPartMod<string name> : EnumMod<name, F2FPPart> { let InOperands = 1; }
class UseFBits<string name> : Use<name> { let ImmFormat = "f32"; }
def F2FP : Inst<"F2FP", [Def<"d">], [Use<"a">, UseFBits<"b">, Use<"c">],
    [FlagMod<"satfinite", ".SATFINITE">, FlagMod<"relu", ".RELU">,
     EnumMod<"kind", F2FPKind>, EnumMod<"rnd", F2FPRound>, F2FPPartMod<"bPart">],
    SchedALU> {
  let Summary = "conversion of two floats into a packed pair";
  let Facts = [FactIf<IsCompatFeature, [ModIs<"kind", ["F16_E5M2", "F16_E4M3", "E5M2_F32", "E4M3_F32"]>]>];
  let Description = [{a becomes the upper, b the lower element. MERGE_C without PACK_AB,
    PACK_B and UNPACK_B read only b; MERGE_C puts the lower bits of c above the result.}];
  defvar onlyB = "0x8|0xc|0x42|0x43|0x5c|0xa1|0xa5|0x141|0x142|0x143|0x247|0x2b1";
  defvar withC = "0x8|0xc|0xa1|0xa5|0xa8|0xac|0xb8|0x2b1|0x88c|0x898|0x89c";
  let Asm = "$d, !kind=" # onlyB # "{$a, }?kind=0x141{$b<$bPart>}!kind=0x141{$b<$bPart.half>}"
            # "?kind=" # withC # "{, $c}!kind=" # withC # "{?rnd=RS{, $c}}";
  defvar unpack = ["0x42", "0x43", "0x141", "0x142", "0x143", "0x247"];
  defvar fp8 = ["0xa8", "0xac"];
  let Rules = [
    Never<[ModIs<"bPart", ["B1", "B3"]>, ModIsNot<"kind", ["0x141"]>]>,
    Never<[ModIs<"bPart", ["B2"]>, ModIsNot<"kind", unpack>]>,
    Never<[ModSet<"satfinite">, ModIs<"kind", unpack>]>,
    Never<[ModSet<"satfinite">, ModIs<"kind", ["0x5c"]>], BeforeSM100>,
    Never<[ModSet<"relu">, ModIs<"kind", ["0x247"]>]>,
    Never<[ModIs<"rnd", ["RS"]>,
           ModIsNot<"kind", ["0x0", "0x4", "0xa8", "0xac", "0x88c", "0x898", "0x89c"]>]>,
    Never<[ModClear<"satfinite">, ModIs<"kind", ["0x88c"]>, ModIsNot<"rnd", ["RS"]>]>,
    Never<[ModIs<"rnd", ["RM"]>]>, Never<[ModIs<"rnd", ["RP"]>, ModIsNot<"kind", ["0xb8", "0x2b1"]>], SMRange<75, 103>>,
    Never<[ModIs<"rnd", ["RP"]>, ModIsNot<"kind", ["0xb8", "0x2b1", "0x898", "0x89c"]>],
          SMRange<110, 999>>,
    Never<[ModIs<"rnd", ["RZ"]>, ModIs<"kind", !listconcat(unpack, ["0xa1", "0xa5", "0x88c"])>]>,
    Never<[ModIs<"rnd", ["RZ"]>, ModIs<"kind", fp8>], BeforeSM100>];
  let Forms = !foreach(n, [1, 4, 5, 6], Form<!or(0x03e, !shl(n, 9)), !ge(n, 6),
    !if(!eq(n, 1), []<FormKind>, [FormKind<"b", WideKind<n>.K>]),
    !listconcat([Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"c", 71, 64>],
      WidePlaces<UseFBits<"b">, WideKind<n>.K>.L,
      [Place<"satfinite", 77, 77>, Place<"relu", 75, 75>, Place<"rnd", 81, 79>,
       Place<"kind", 74, 73>, Place<"kind", 76, 76, 2>, Place<"kind", 78, 78, 3>,
       Place<"kind", 87, 86, 4>, Place<"kind", 90, 89, 6>, Place<"kind", 85, 82, 8>,
       Place<"bPart", 88, 88>, Place<"bPart", 72, 72, 1>]), [],
    !if(!eq(n, 5), SM80ToSM89, AllSMs)>);
}

def F2IPDst : ModEnum<"F2IPDst", 2, [
  NamedModValue<0, ".U8.F32", "U8">, NamedModValue<1, ".S8.F32", "S8">,
]>;
def HalfPart : ModEnum<"HalfPart", 1, [
  NamedModValue<0, "", "H0">, ModValue<1, ".H1">,
]>;
def CPartMod : EnumMod<"cPart", HalfPart> { let InOperands = 1; }
// Fixed latency; a becomes the upper, b the lower byte of the half of d that c
// does not give.
def F2IP : Inst<"F2IP", [Def<"d">], [Use<"a">, UseFBits<"b">, Use<"c">],
    [EnumMod<"dst", F2IPDst>, EnumMod<"rnd", RoundIntNZ>, FlagMod<"ntz", ".NTZ">,
     FlagMod<"relu", ".RELU">, CPartMod], SchedALU> {
  let Summary = "conversion of two f32 into a pair of bytes, merged into c";
  let Asm = "$d, $a, $b, $c$cPart";
  defvar rest = [Place<"dst", 77, 76>, Place<"rnd", 79, 78>, Place<"ntz", 74, 74>,
                 Place<"relu", 75, 75>, Place<"cPart", 72, 72>];
  let Forms = !listconcat(ALUForms<[1, 4, 5], 0x043, Slots, rest, SM86Plus>.L,
                          ALUForms<[6], 0x043, Slots, rest, SM90Plus>.L);
}

#endif // PTXMLIR_ISA_CONVERT
