//===- Convert.td - Conversions ----------------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  ModValue<4, ".BF16">,
]>;
def FloatFmtD : ModEnum<"FloatFmtD", 3, [
  ModValue<1, ".F16">, NamedModValue<2, "", "F32">, ModValue<3, ".F64", 2>,
  ModValue<4, ".BF16">,
]>;

def FloatFmt32 : ModEnum<"FloatFmt32", 3, [
  ModValue<1, ".F16">, ModValue<2, ".F32">, ModValue<4, ".BF16">,
]>;
def FloatFmtD32 : ModEnum<"FloatFmtD32", 3, [
  ModValue<1, ".F16">, NamedModValue<2, "", "F32">, ModValue<4, ".BF16">,
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
class PartMod<string name> : EnumMod<name, BytePart> { let InOperands = 1; }

/// f32 or f64 source of a conversion.
class UseFBy<string name, string mod> : Use<name, R, WidthBy<mod>> {
  let HasNeg = 1; let HasAbs = 1; let ImmFormat = "f32";
}
class UseIBy<string name, string mod> : Use<name, R, WidthBy<mod>>;

class F2FBase<int op, ModEnum fmt> : Inst<"F2F", [Def<"d", R, WidthBy<"dst">>], [UseFBy<"b", "src">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"dst", fmt, 2>, EnumMod<"src", fmt, 2>,
     EnumMod<"rnd", Round>], SchedMUFU> {
  let Summary = "conversion between float formats";
  let ReadsLate = 1;
  let Forms = ALU2<op, Slots, [Place<"ftz", 80, 80>, Place<"dst", 77, 75>,
    Place<"src", 86, 84>, Place<"rnd", 79, 78>]>.L;
}
// Opcode 0x110 and its like are the conversions from or to 64 bits.
def F2F : F2FBase<0x104, FloatFmt32> { let OriIndex = 43; }
def F2F_64 : F2FBase<0x110, FloatFmt> { let OriIndex = 44; }

class F2IBase<int op, ModEnum dst, ModEnum src> : Inst<"F2I", [Def<"d", R, WidthBy<"dst">>], [UseFBy<"b", "src">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"dst", dst, 5>, EnumMod<"src", src, 2>,
     EnumMod<"rnd", RoundInt>, FlagMod<"ntz", ".NTZ">], SchedMUFU> {
  let Summary = "conversion of a float to an integer, saturating";
  let Description = ".NTZ: a NaN becomes zero.";
  let ReadsLate = 1;
  let Forms = ALU2<op, Slots, [Place<"ftz", 80, 80>, Place<"dst", 72, 72>,
    Place<"dst", 76, 75, 1>, Place<"src", 86, 84>, Place<"rnd", 79, 78>,
    Place<"ntz", 77, 77>]>.L;
}
def F2I : F2IBase<0x105, IntFmt32, FloatFmtD32> { let OriIndex = 45; }
def F2I_64 : F2IBase<0x111, IntFmt, FloatFmtD> { let OriIndex = 46; }

class I2FBase<int op, ModEnum dst, ModEnum src> : Inst<"I2F", [Def<"d", R, WidthBy<"dst">>], [UseIBy<"b", "src">],
    [EnumMod<"dst", dst, 2>, EnumMod<"src", src, 5>, EnumMod<"rnd", Round>,
     PartMod<"bPart">], SchedMUFU> {
  let Summary = "conversion of an integer to a float";
  let ReadsLate = 1;
  let Asm = "$d, $b$bPart";
  let Forms = !listconcat(
    !foreach(n, [1, 6], ALUForm<n, op, Slots, [Place<"dst", 77, 75>,
      Place<"src", 74, 74>, Place<"src", 85, 84, 1>, Place<"rnd", 79, 78>,
      Place<"bPart", 61, 60>]>),
    !foreach(n, [4, 5], ALUForm<n, op, Slots, [Place<"dst", 77, 75>,
      Place<"src", 74, 74>, Place<"src", 85, 84, 1>, Place<"rnd", 79, 78>,
      NoPlace<"bPart">]>));
}
def I2F : I2FBase<0x106, FloatFmtD32, IntFmt32> { let OriIndex = 47; }
def I2F_64 : I2FBase<0x112, FloatFmtD, IntFmt> { let OriIndex = 48; }

/// The format of FRND is written twice, as source (5:3) and as result (2:0).
def FrndFmt : ModEnum<"FrndFmt", 6, [
  ModValue<0x09, ".F16">, NamedModValue<0x12, "", "F32">, ModValue<0x24, ".BF16">,
]>;
def FrndFmt64 : ModEnum<"FrndFmt64", 6, [ModValue<0x1b, ".F64", 2>]>;
class FRNDBase<int op, ModEnum fmt, int dflt> : Inst<"FRND", [Def<"d", R, WidthBy<"fmt">>], [UseFBy<"b", "fmt">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"fmt", fmt, dflt>, EnumMod<"rnd", RoundInt>],
    SchedMUFU> {
  let Summary = "rounding to an integral value";
  let ReadsLate = 1;
  let Forms = ALU2<op, Slots, [Place<"ftz", 80, 80>, Place<"fmt", 77, 75>,
    Place<"fmt", 86, 84, 3>, Place<"rnd", 79, 78>]>.L;
}
def FRND : FRNDBase<0x107, FrndFmt, 0x12> { let OriIndex = 49; }
def FRND_64 : FRNDBase<0x113, FrndFmt64, 0x1b> { let OriIndex = 50; }

def I2FPSrc : ModEnum<"I2FPSrc", 1, [ModValue<0, ".U32">, ModValue<1, ".S32">]>;
// Fixed latency, from sm_86 on; only f32 and only RN and RZ.
def I2FP : Inst<"I2FP.F32", [Def<"d">], [Use<"b">],
    [EnumMod<"src", I2FPSrc, 1>, EnumMod<"rnd", Round>], SchedALU> {
  let Summary = "conversion of a 32-bit integer to f32";
  let Forms = ALU2<0x045, Slots, [Place<"src", 74, 74>, Place<"rnd", 79, 78>],
    SMRange<86, 999>, [FixedBits<77, 75, 2>, FixedBits<85, 84, 2>]>.L;
}

/// What F2FP does: result and source formats and packing. The number is made of
/// bits 90:89, 87:86, 78, 76 and 74:73, highest first.
def F2FPKind : ModEnum<"F2FPKind", 8, [
  NamedModValue<0x00, ".F16.F32.PACK_AB", "F16_F32">,
  NamedModValue<0x04, ".BF16.F32.PACK_AB", "BF16_F32">,
  NamedModValue<0x42, ".F16.E5M2.UNPACK_B", "F16_E5M2">,
  NamedModValue<0x43, ".F16.E4M3.UNPACK_B", "F16_E4M3">,
  NamedModValue<0x5c, ".TF32.F32.PACK_B", "TF32_F32">,
  NamedModValue<0xa8, ".E5M2.F32.PACK_AB_MERGE_C", "E5M2_F32">,
  NamedModValue<0xac, ".E4M3.F32.PACK_AB_MERGE_C", "E4M3_F32">,
]>;
class UseFBits<string name> : Use<name> { let ImmFormat = "f32"; }
def F2FP : Inst<"F2FP", [Def<"d">], [Use<"a">, UseFBits<"b">, Use<"c">],
    [FlagMod<"satfinite", ".SATFINITE">, FlagMod<"relu", ".RELU">,
     EnumMod<"kind", F2FPKind>, EnumMod<"rnd", Round>], SchedALU> {
  let Summary = "conversion of two floats into a packed pair";
  let Description = [{a becomes the upper, b the lower element. PACK_B and
    UNPACK_B read only b, MERGE_C keeps the upper half of c.}];
  let Asm = "$d, !kind=0x42|0x43|0x5c{$a, }$b?kind=0xa8|0xac{, $c}";
  let Forms = !foreach(n, [1, 4, 5, 6], Form<!or(0x03e, !shl(n, 9)), !ge(n, 6),
    !if(!eq(n, 1), []<FormKind>, [FormKind<"b", WideKind<n>.K>]),
    !listconcat([Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"c", 71, 64>],
      WidePlaces<UseFBits<"b">, WideKind<n>.K>.L,
      [Place<"satfinite", 77, 77>, Place<"relu", 75, 75>, Place<"rnd", 80, 79>,
       Place<"kind", 74, 73>, Place<"kind", 76, 76, 2>, Place<"kind", 78, 78, 3>,
       Place<"kind", 87, 86, 4>, Place<"kind", 90, 89, 6>]), [],
    !if(!eq(n, 5), SMRange<80, 89>, SM80Plus)>);
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
    [EnumMod<"dst", F2IPDst>, EnumMod<"rnd", RoundInt>, FlagMod<"ntz", ".NTZ">,
     FlagMod<"relu", ".RELU">, CPartMod], SchedALU> {
  let Summary = "conversion of two f32 into a pair of bytes, merged into c";
  let Asm = "$d, $a, $b, $c$cPart";
  let Forms = ALUForms<[1, 4, 6], 0x043, Slots, [Place<"dst", 77, 76>,
    Place<"rnd", 79, 78>, Place<"ntz", 74, 74>, Place<"relu", 75, 75>,
    Place<"cPart", 72, 72>], SMRange<86, 999>>.L;
}

#endif // PTXMLIR_ISA_CONVERT
