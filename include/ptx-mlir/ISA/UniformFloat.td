//===- UniformFloat.td - Floats on the uniform datapath ----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From sm_120 on; fixed latency.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_UNIFORMFLOAT
#define PTXMLIR_ISA_UNIFORMFLOAT

include "ptx-mlir/ISA/Convert.td"
include "ptx-mlir/ISA/Float.td"

class UseURF<string name, RegWidth width = Width<1>> : UseUR<name, width> {
  let HasNeg = 1; let HasAbs = 1; let ImmFormat = "f32";
}

def UFADD : Inst<"UFADD", [DefU<"d">], [UseURF<"a">, UseURF<"b">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"rnd", Round>, FlagMod<"sat", ".SAT">], SchedUniform> {
  let Summary = "d = a + b";
  let UniformGuard = 1;
  let IsCommutativeAB = 1;
  defvar rest = [Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"aNeg", 72, 72>,
    Place<"aAbs", 73, 73>, Place<"ftz", 80, 80>, Place<"rnd", 79, 78>, Place<"sat", 77, 77>];
  let Forms = [
    Form<0x254, 1, [], !listconcat(rest, [Place<"b", 71, 64>, Place<"bNeg", 75, 75>,
      Place<"bAbs", 74, 74>]), [], SM120Plus>,
    Form<0x454, 1, [FormKind<"b", Imm>], !listconcat(rest, [Place<"b", 63, 32>]), [],
      SM120Plus>,
  ];
}
def UFMUL : Inst<"UFMUL", [DefU<"d">], [UseURF<"a">, UseURF<"b">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">, EnumMod<"scale", MulScale, 4>,
     EnumMod<"rnd", Round>, FlagMod<"sat", ".SAT">], SchedUniform> {
  let Rules = [FtzOrFmz];
  let Summary = "d = a * b";
  let UniformGuard = 1;
  let IsCommutativeAB = 1;
  let Forms = UALUForms<[1, 4], 0x056, Slots, [Place<"ftz", 80, 80>, Place<"fmz", 76, 76>,
    Place<"rnd", 79, 78>, Place<"scale", 86, 84>, Place<"sat", 77, 77>], SM120Plus>.L;
}
def UFFMA : Inst<"UFFMA", [DefU<"d">], [UseURF<"a">, UseURF<"b">, UseURF<"c">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"fmz", ".FMZ">, EnumMod<"rnd", Round>,
     FlagMod<"sat", ".SAT">], SchedUniform> {
  let Summary = "d = a * b + c, rounded once";
  let Rules = [FtzOrFmz];
  let UniformGuard = 1;
  let IsCommutativeAB = 1;
  let Forms = UALUForms<[1, 2, 4], 0x055, Slots, [Place<"ftz", 80, 80>,
    Place<"fmz", 76, 76>, Place<"rnd", 79, 78>, Place<"sat", 77, 77>], SM120Plus>.L;
}
def UFMNMX : Inst<"UFMNMX", [DefU<"d">], [UseURF<"a">, UseURF<"b">, UseUP<"pp">],
    [FlagMod<"ftz", ".FTZ">, FlagMod<"nan", ".NAN">, FlagMod<"xorsign", ".XORSIGN">],
    SchedUniform> {
  let Summary = "the smaller of a and b if pp is true, else the larger";
  let UniformGuard = 1;
  let IsCommutativeAB = 1;
  let Forms = UALUForms<[1, 4], 0x050, Slots, [Place<"ftz", 80, 80>, Place<"nan", 81, 81>,
    Place<"xorsign", 82, 82>], SM120Plus>.L;
}
def UFSEL : Inst<"UFSEL", [DefU<"d">], [UseURF<"a">, UseURF<"b">, UseUP<"pp">],
    [FlagMod<"ftz", ".FTZ">], SchedUniform> {
  let Summary = "d = pp ? a : b";
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x051, Slots, [Place<"ftz", 80, 80>], SM120Plus>.L;
}
def UFSETP : Inst<"UFSETP", [DefUP<"pu">, DefUP<"pv">],
    [UseURF<"a">, UseURF<"b">, UseUP<"pp">],
    [EnumMod<"cmp", FCmp>, FlagMod<"ftz", ".FTZ">, EnumMod<"bop", BoolOp>], SchedUniform> {
  let Summary = "f32 comparison into uniform predicates";
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x053, Slots, [Place<"cmp", 79, 76>, Place<"ftz", 80, 80>,
    Place<"bop", 75, 74>], SM120Plus>.L;
}
def UI2FDst : ModEnum<"UI2FDst", 3, [
  ModValue<1, ".F16">, NamedModValue<2, "", "F32">, ModValue<4, ".BF16">,
]>;
class UseURSigned<string name> : UseUR<name> { let ImmFormat = "s32"; }
def UI2F : Inst<"UI2F", [DefU<"d">], [UseURSigned<"b">],
    [EnumMod<"dst", UI2FDst, 2>, EnumMod<"src", IntFmt32, 5>, EnumMod<"rnd", Round>,
     PartMod<"bPart">], SchedUniformConvert> {
  let Summary = "conversion of an integer to a float";
  let UniformGuard = 1;
  let Rules = PartRules;
  let Asm = "$d, ?src=U16|S16{$b<$bPart.half>}!src=U16|S16{$b<$bPart>}";
  defvar places = [Place<"dst", 77, 75>, Place<"src", 74, 74>, Place<"src", 85, 84, 1>,
                   Place<"rnd", 79, 78>];
  let Forms = !listconcat(
    UALUForms<[1], 0x05a, Slots, !listconcat(places, [Place<"bPart", 61, 60>]), SM120Plus>.L,
    UALUForms<[4], 0x05a, Slots, !listconcat(places, [NoPlace<"bPart">]), SM120Plus>.L);
}
def UF2I : Inst<"UF2I", [DefU<"d">], [UseURF<"b">],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"dst", IntFmt32, 5>, EnumMod<"src", FloatFmtD32, 2>,
     EnumMod<"rnd", RoundInt>, FlagMod<"ntz", ".NTZ">], SchedUniformConvert> {
  let Summary = "conversion of a float to an integer, saturating";
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x05c, Slots, [Place<"ftz", 80, 80>, Place<"dst", 72, 72>,
    Place<"dst", 76, 75, 1>, Place<"src", 86, 84>, Place<"rnd", 79, 78>,
    Place<"ntz", 77, 77>], SM120Plus>.L;
}
def UFRND : Inst<"UFRND", [DefU<"d">], [UseURF<"b", WidthBy<"fmt">>],
    [FlagMod<"ftz", ".FTZ">, EnumMod<"fmt", FrndFmt, 0x12>, EnumMod<"rnd", RoundInt>,
     FloatPartMod<"bHalf">], SchedUniform> {
  let Summary = "rounding to an integral value";
  let UniformGuard = 1;
  let Asm = "$d, $b<$bHalf>";
  let Rules = [HalfOf16<"fmt">];
  defvar places = [Place<"ftz", 80, 80>, Place<"fmt", 77, 75>, Place<"fmt", 86, 84, 3>,
                   Place<"rnd", 79, 78>];
  let Forms = !listconcat(
    UALUForms<[1], 0x05d, Slots, !listconcat(places, [Place<"bHalf", 61, 60>]), SM120Plus>.L,
    UALUForms<[4], 0x05d, Slots, !listconcat(places, [NoPlace<"bHalf">]), SM120Plus>.L);
}
def UI2FP : Inst<"UI2FP.F32", [DefU<"d">], [UseURSigned<"b">],
    [EnumMod<"src", I2FPSrc, 1>, EnumMod<"rnd", RoundNZ>], SchedUniformConvert> {
  let Summary = "conversion of a 32-bit integer to f32";
  let UniformGuard = 1;
  let Forms = UALUForms<[1, 4], 0x05e, Slots, [Place<"src", 74, 74>, Place<"rnd", 79, 78>],
    SM120Plus, [FixedBits<77, 75, 2>, FixedBits<85, 84, 2>]>.L;
}

#endif // PTXMLIR_ISA_UNIFORMFLOAT
