//===- Texture.td - Textures and surfaces ------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Up to sm_89 the header of a texture is named by a place in a constant bank
// (`bank`, `index` in words), by a handle in a register (.B: the first register of
// `b`; `hr` of surfaces) or, with samplers apart, by the uniform registers of `ur`;
// from sm_90 on always by these.
//
// The results go to two registers or pairs: `d` has the first two of the components
// in `mask`, `d2` the others. With .SCR, `a` and `b` share all the operands evenly;
// else `a` has the coordinates and `b` the rest: handle, level of detail, offset,
// reference value, sample.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_TEXTURE
#define PTXMLIR_ISA_TEXTURE

include "ptx-mlir/ISA/Addressing.td"

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

/// Which of the four components are wanted.
class TexMaskValue<int v> : NamedModValue<v,
    "0x" # !substr("0123456789abcdef", v, 1), "M" # v,
    !add(!and(v, 1), !and(!srl(v, 1), 1), !and(!srl(v, 2), 1), !srl(v, 3))>;
def TexMask : ModEnum<"TexMask", 4, !foreach(v, !range(16), TexMaskValue<v>)>;
class TexMaskMod : EnumMod<"mask", TexMask, 15> { let InOperands = 1; }

/// Regs: the coordinates.
def TexDim : ModEnum<"TexDim", 3, [
  NamedModValue<0, "1D", "D1", 1>, NamedModValue<1, "2D", "D2", 2>,
  NamedModValue<2, "3D", "D3", 3>, NamedModValue<3, "CUBE", "Cube", 3>,
  NamedModValue<4, "ARRAY_1D", "Array1", 2>, NamedModValue<5, "ARRAY_2D", "Array2", 3>,
  NamedModValue<7, "ARRAY_CUBE", "ArrayCube", 4>,
]>;
class TexDimOf<ModEnum dims, int dflt> : EnumMod<"dim", dims, dflt> { let InOperands = 1; }

/// 16-bit results, two in a register.
def TexF16 : ModEnum<"TexF16", 2, [
  NamedModValue<0, "", "None", 1>, ModValue<1, ".F16.RN", 2>, ModValue<2, ".F16.RZ", 2>,
]>;

/// The level of detail: computed, zero, computed and a bias (.LB), given (.LL); .LC
/// clamps it.
def TexLod : ModEnum<"TexLod", 3, [
  NamedModValue<0, "", "None", 0>, ModValue<1, ".LZ", 0>, ModValue<2, ".LB", 1>,
  ModValue<3, ".LL", 1>, ModValue<4, ".LC", 1>, ModValue<5, ".LB.LC", 2>,
]>;
def TldLod : ModEnum<"TldLod", 3, [
  ChangedModValue<0, ".LZ", "LZ", 1, ".LZ", 0>, ChangedModValue<1, ".LL", "LL", 3, ".LL", 1>,
]> { let ChangedAt = 100; }

/// `a` and `b` share the operands; Regs halves them.
def TexShared : ModEnum<"TexShared", 1, [ModValue<1, ".SCR", 2>]>;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

defvar TexHandleAsm =
    "?ur{$ur, ?ur2{$ur2?, }!ur2{$uindex, }}!ur{!bindless{$bank, $index, }}";

/// The forms of a texture instruction. `places` have the same bits on all SMs,
/// `old` up to sm_90, `new` from sm_100 on.
class TexForms<int bound, int handle, int uniform, list<Place> places, list<Place> old,
               list<Place> new, list<FixedBits> fixed = []> {
  defvar Common = !listconcat([Place<"d", 23, 16>, Place<"d2", 71, 64>, Place<"a", 31, 24>,
    Place<"mask", 75, 72>, Place<"nodep", 90, 90>], places);
  defvar NoUR = [NoPlace<"ur">, NoPlace<"ur2">, NoPlace<"uindex">];
  defvar NoBank = [NoPlace<"bank">, NoPlace<"index">];
  list<Form> L = [
    Form<bound, 0, [], !listconcat(Common, old, NoUR, [Place<"bank", 58, 54>,
      Place<"index", 53, 40>, NoPlace<"bindless">]),
      !listconcat(fixed, [FixedBits<59, 59, 0>]), BeforeSM90>,
    Form<handle, 0, [], !listconcat(Common, old, NoUR, NoBank, [Place<"bindless", 59, 59>]), fixed,
         BeforeSM90>,
    Form<uniform, 1, [], !listconcat(Common, old, NoBank, [NoPlace<"bindless">, NoPlace<"ur2">,
      Place<"ur", 45, 40>, Place<"uindex", 53, 46>]), fixed, BeforeSM100>,
    Form<uniform, 1, [], !listconcat(Common, new, NoBank, [NoPlace<"bindless">, NoPlace<"uindex">,
      Place<"ur", 47, 40>, Place<"ur2", 55, 48>]), fixed, SM100Plus>,
  ];
}
defvar TexPlaces = [Place<"pu", 83, 81>, Place<"b", 39, 32>, Place<"evict", 86, 84>,
                    Place<"f16", 80, 79>];
defvar TexHandleMods = [IntMod<"bank", 5>, IntMod<"index", 14>, IntMod<"uindex", 8>];

/// A fetch. `coords` are the modifiers that say how many registers `a` needs, `params`
/// those for `b`.
/// The handle form names no place in a bank; coordinates and handles are registers.
/// Only sm_120 has the sampler apart.
defvar NoSecondHandle = Never<[FormHas<"ur2">, SlotPresent<"ur2">], SMRange<100, 110>>;
defvar TexRules = [Never<[FormHas<"bindless">, ModClear<"bindless">]>, Never<[SlotAbsent<"a">]>,
                   Never<[FormHas<"ur">, SlotAbsent<"ur">], BeforeSM100>, NoSecondHandle];
defvar TexHandleRules = !listconcat(TexRules, [Never<[FormHas<"bindless">, SlotAbsent<"b">]>]);
class TexInst<string mnemonic, list<Mod> before, list<Mod> mods, list<Mod> after, list<string> coords,
              list<string> params, bit shared>
    : Inst<mnemonic,
        [DefP<"pu">, Def<"d", R, WidthBySum<["mask"], 0, 2, "", "f16">>,
         Def<"d2", R, WidthBySum<["mask"], 2, 2, "", "f16">>],
        [Use<"a", R, !if(shared, WidthBySum<!listconcat(coords, params), 0, 8, "", "scr">,
                         WidthBySum<coords>)>,
         Use<"b", R, !if(shared, WidthBySum<!listconcat(coords, params), 1, 8, "", "scr">,
                         WidthBySum<params>)>,
         UseUR<"ur", Width<2>>, UseUR<"ur2", Width<2>>],
        !listconcat(!if(shared, [EnumMod<"scr", TexShared, 1>], []<Mod>), before,
          [FlagMod<"bindless", ".B">, EnumMod<"f16", TexF16>], mods, [EnumMod<"evict", Evict, 1>], after,
          [FlagMod<"nodep", ".NODEP">, TexDimOf<TexDim, 1>, TexMaskMod<>],
          TexHandleMods), SchedTexture> {
  // A kernel that writes what it reads as a texture may see the old or the new
  // (PTX ISA, Texture Instructions): ptxas 13.0.88 loads before it stores.
  let Reads = [GlobalMemory];
  let ReadsInvariant = 1;
  let IsConvergent = 1; // unless "lod" says which level (isa::isConvergent)
  let ReadsLate = 1;
  let Rules = TexHandleRules;
  let Asm = !strconcat("$pu?, $d2, $d, $a, $b?, ", TexHandleAsm, "$dim, $mask?");
  list<Place> SharedPlaces = !listconcat(TexPlaces, [Place<"dim", 63, 61>],
    !if(shared, [Place<"scr", 60, 60>], []<Place>));
  list<FixedBits> SharedBits = !if(shared, []<FixedBits>, [FixedBits<60, 60, 0>]);
}

//===----------------------------------------------------------------------===//
// Textures
//===----------------------------------------------------------------------===//

class TEXInst<string mnemonic, bit shared>
    : TexInst<mnemonic, [], [EnumMod<"lod", TexLod>, FlagMod<"aoffi", ".AOFFI">,
        FlagMod<"dc", ".DC">], [FlagMod<"ndv", ".NDV">],
        ["dim"], ["bindless", "lod", "aoffi", "dc"], shared> {
  let Forms = TexForms<0xb60, 0x361, 0xf60, !listconcat(SharedPlaces, [Place<"dc", 78, 78>]),
    [Place<"lod", 89, 87>, Place<"aoffi", 76, 76>, Place<"ndv", 77, 77>],
    [Place<"lod", 59, 59>, Place<"lod", 88, 87, 1>, Place<"aoffi", 56, 56>,
     Place<"ndv", 76, 76>], SharedBits>.L;
}
def TEX : TEXInst<"TEX", 0> {
  let Summary = "fetch from a texture, filtered";
  let OriIndex = 83;
}
def TEX_SCR : TEXInst<"TEX", 1> { let Summary = "TEX with its operands packed"; }

defvar NoCube = Never<[ModIs<"dim", ["CUBE", "ARRAY_CUBE"]>]>;
class TLDInst<string mnemonic, bit shared>
    : TexInst<mnemonic, [], [EnumMod<"lod", TldLod>, FlagMod<"aoffi", ".AOFFI">],
        [FlagMod<"ms", ".MS">, FlagMod<"cl", ".CL">],
        ["dim"], ["bindless", "lod", "aoffi", "ms"], shared> {
  let Rules = !listconcat(TexHandleRules, [NoCube]);
  let IsConvergent = 0;
  let Forms = TexForms<0xb66, 0x367, 0xf66, !listconcat(SharedPlaces, [Place<"lod", 89, 87>]),
    [Place<"aoffi", 76, 76>, Place<"cl", 77, 77>, Place<"ms", 78, 78>],
    [Place<"aoffi", 56, 56>, Place<"cl", 76, 76>, Place<"ms", 77, 77>], SharedBits>.L;
}
def TLD : TLDInst<"TLD", 0> {
  let Summary = "load a texel at integer coordinates";
  let OriIndex = 84;
}
def TLD_SCR : TLDInst<"TLD", 1> { let Summary = "TLD with its operands packed"; }

def TexComponent : ModEnum<"TexComponent", 2, [
  ModValue<0, ".R">, ModValue<1, ".G">, ModValue<2, ".B">, ModValue<3, ".A">,
]>;
class TLD4Inst<string mnemonic, bit shared>
    : TexInst<mnemonic, [EnumMod<"component", TexComponent>],
        [FlagMod<"aoffi", ".AOFFI">, FlagMod<"dc", ".DC">], [], ["dim"], ["bindless", "aoffi", "dc"],
        shared> {
  let Rules = !listconcat(TexHandleRules, [Never<[ModIs<"dim", ["1D", "3D", "ARRAY_1D"]>]>]);
  let IsConvergent = 0;
  let Forms = TexForms<0xb63, 0x364, 0xf63, !listconcat(SharedPlaces,
    [Place<"component", 88, 87>, Place<"aoffi", 76, 76>, Place<"dc", 78, 78>]), [], [],
    SharedBits>.L;
}
def TLD4 : TLD4Inst<"TLD4", 0> {
  let Summary = "load one component of the four texels that a filter would use";
  let OriIndex = 85;
}
def TLD4_SCR : TLD4Inst<"TLD4", 1> { let Summary = "TLD4 with its operands packed"; }

/// With derivatives, which `b` has; an offset shares a register with the index of an
/// array.
class TXDInst<ModEnum dims, int dflt, int derivatives, list<string> summed>
    : Inst<"TXD",
        [DefP<"pu">, Def<"d", R, WidthBySum<["mask"], 0, 2, "", "f16">>,
         Def<"d2", R, WidthBySum<["mask"], 2, 2, "", "f16">>],
        [Use<"a", R, WidthBySum<summed>>, Use<"b", R, Width<derivatives>>,
         UseUR<"ur", Width<2>>, UseUR<"ur2", Width<2>>],
        !listconcat([FlagMod<"bindless", ".B">, EnumMod<"f16", TexF16>, FlagMod<"lc", ".LC">,
          FlagMod<"aoffi", ".AOFFI">, EnumMod<"evict", Evict, 1>, FlagMod<"nodep", ".NODEP">,
          TexDimOf<dims, dflt>, TexMaskMod<>], TexHandleMods), SchedTexture> {
  let Reads = [GlobalMemory];
  let ReadsInvariant = 1;
  let IsConvergent = 1;
  let ReadsLate = 1;
  let Rules = TexRules;
  let Asm = !strconcat("$pu?, $d2, $d, $a, $b, ", TexHandleAsm, "$dim, $mask?");
  let Forms = TexForms<0xb6c, 0x36d, 0xf6c, !listconcat(TexPlaces, [Place<"dim", 63, 61>,
    Place<"lc", 87, 87>]), [Place<"aoffi", 76, 76>], [Place<"aoffi", 56, 56>]>.L;
}
def TxdDim1 : ModEnum<"TxdDim1", 3, [NamedModValue<0, "1D", "D1", 1>]>;
def TxdDim2 : ModEnum<"TxdDim2", 3, [NamedModValue<1, "2D", "D2", 2>]>;
def TxdArray1 : ModEnum<"TxdArray1", 3, [NamedModValue<4, "ARRAY_1D", "Array1", 2>]>;
def TxdArray2 : ModEnum<"TxdArray2", 3, [NamedModValue<5, "ARRAY_2D", "Array2", 3>]>;
def TXD_1D : TXDInst<TxdDim1, 0, 2, ["dim", "bindless", "aoffi"]> {
  let Summary = "fetch from a line of texels with derivatives";
  let OriIndex = 87;
}
def TXD_2D : TXDInst<TxdDim2, 1, 4, ["dim", "bindless", "aoffi"]> {
  let Summary = "fetch from a plane of texels with derivatives";
}
def TXD_ARRAY_1D : TXDInst<TxdArray1, 4, 2, ["dim", "bindless"]> {
  let Summary = "fetch from one of several lines of texels with derivatives";
}
def TXD_ARRAY_2D : TXDInst<TxdArray2, 5, 4, ["dim", "bindless"]> {
  let Summary = "fetch from one of several planes of texels with derivatives";
}

def TexQuery : ModEnum<"TexQuery", 2, [
  NamedModValue<0, "TEX_HEADER_DIMENSION", "Dimension">,
  NamedModValue<1, "TEX_HEADER_TEXTURE_TYPE", "TextureType">,
  NamedModValue<2, "TEX_HEADER_SAMPLER_POS", "SamplerPos">,
]>;
class TexQueryMod : EnumMod<"query", TexQuery> { let InOperands = 1; }
def TXQ : Inst<"TXQ",
    [Def<"d", R, WidthBySum<["mask"], 0, 2>>, Def<"d2", R, WidthBySum<["mask"], 2, 2>>],
    // The level; with .B behind the handle. (A query has Regs 1.)
    [Use<"a", R, WidthBySum<["query", "bindless"]>>, UseUR<"ur", Width<2>>],
    [FlagMod<"bindless", ".B">, FlagMod<"nodep", ".NODEP">, TexQueryMod<>, TexMaskMod<>, IntMod<"bank", 5>, IntMod<"index", 14>,
     IntMod<"uindex", 6>], SchedTexture> {
  let Summary = "query a property of a texture";
  let Reads = [GlobalMemory];
  let ReadsLate = 1;
  let OriIndex = 88;
  let Rules = [Never<[FormHas<"bindless">, ModClear<"bindless">]>, Never<[FormHas<"ur">, SlotAbsent<"ur">], BeforeSM100>,
    Never<[FormHas<"bindless">, SlotAbsent<"a">]>, Never<[ModSet<"uindex">], SM100Plus>];
  let Asm = "$d2, $d, $a, $query, ?ur{$ur, $uindex, }!ur{!bindless{$bank, $index, }}$mask";
  defvar Common = [Place<"d", 23, 16>, Place<"d2", 71, 64>, Place<"a", 31, 24>,
    Place<"mask", 75, 72>, Place<"nodep", 90, 90>, Place<"query", 63, 62>];
  defvar NoBank = [NoPlace<"bank">, NoPlace<"index">];
  defvar NoUR = [NoPlace<"ur">, NoPlace<"uindex">];
  let Forms = [
    Form<0xb6f, 0, [], !listconcat(Common, NoUR, [NoPlace<"bindless">, Place<"bank", 58, 54>,
      Place<"index", 53, 40>]), [FixedBits<59, 59, 0>], BeforeSM90>,
    Form<0x370, 0, [], !listconcat(Common, NoUR, NoBank, [Place<"bindless", 59, 59>]), [],
         BeforeSM90>,
    Form<0xf6f, 1, [], !listconcat(Common, NoBank, [NoPlace<"bindless">, Place<"ur", 45, 40>,
      Place<"uindex", 51, 46>]), [], BeforeSM100>,
    Form<0xf6f, 1, [], !listconcat(Common, NoBank, [NoPlace<"bindless">, Place<"ur", 47, 40>,
      Place<"uindex", 53, 48>]), [], SM100Plus>,
  ];
}

//===----------------------------------------------------------------------===//
// Surfaces
//===----------------------------------------------------------------------===//

/// Regs: the coordinates.
def SurfDim : ModEnum<"SurfDim", 3, [
  NamedModValue<0, ".1D", "D1", 1>, NamedModValue<1, ".1D_BUFFER", "Buffer", 1>,
  NamedModValue<2, ".1D_ARRAY", "Array1", 2>, NamedModValue<3, ".2D", "D2", 2>,
  NamedModValue<4, ".2D_ARRAY", "Array2", 3>, NamedModValue<5, ".3D", "D3", 3>,
]>;
/// What an access outside of the surface does.
def SurfClamp : ModEnum<"SurfClamp", 2, [
  ModValue<0, ".IGN">, NamedModValue<1, "", "Clamp">, ModValue<2, ".TRAP">,
]>;
def SurfMask : ModEnum<"SurfMask", 4, [
  ModValue<1, ".R", 1>, ModValue<3, ".RG", 2>, NamedModValue<15, "", "RGBA", 4>,
]>;
def SuredType : ModEnum<"SuredType", 3, [
  NamedModValue<0, "", "U32", 1>, ModValue<1, ".S32", 1>, ModValue<2, ".U64", 2>,
  ModValue<5, ".S64", 2>, ModValue<6, ".SD32", 1>, ModValue<7, ".SD64", 2>,
]>;
def SuredOp : ModEnum<"SuredOp", 3, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
]>;

defvar SurfHandleAsm =
    "?hr{$hr}!hr{?ur{$ur?ur2{, $ur2?}!ur2{, $uindex}}!ur{$bank, $index}}";

/// The forms of a surface instruction.
class SurfForms<int bound, int handle, int uniform, list<Place> places> {
  defvar Common = !listconcat([Place<"a", 31, 24>, Place<"dim", 63, 61>, Place<"clamp", 60, 59>,
    Place<"order", 80, 77>, Place<"evict", 86, 84>], places);
  defvar NoUR = [NoPlace<"ur">, NoPlace<"ur2">, NoPlace<"uindex">];
  defvar NoBank = [NoPlace<"bank">, NoPlace<"index">];
  list<Form> L = [
    Form<bound, 0, [], !listconcat(Common, NoUR, [NoPlace<"hr">, Place<"bank", 58, 54>,
      Place<"index", 53, 40>]), [], BeforeSM90>,
    Form<handle, 0, [], !listconcat(Common, NoUR, NoBank, [Place<"hr", 71, 64>]), [], BeforeSM90>,
    Form<uniform, 1, [], !listconcat(Common, NoBank, [NoPlace<"hr">, NoPlace<"ur2">,
      Place<"ur", 45, 40>, Place<"uindex", 53, 46>]), [], BeforeSM100>,
    Form<uniform, 1, [], !listconcat(Common, NoBank, [NoPlace<"hr">, NoPlace<"uindex">,
      Place<"ur", 47, 40>, Place<"ur2", 55, 48>]), [], SM100Plus>,
  ];
}
defvar SurfRules = [Never<[SlotAbsent<"a">]>, Never<[FormHas<"hr">, SlotAbsent<"hr">]>, NoSecondHandle];
class SurfInst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods,
               SchedClass sched>
    : Inst<mnemonic, defs, !listconcat([Use<"a", R, WidthBySum<["dim"]>>], uses,
        [Use<"hr">, UseUR<"ur">, UseUR<"ur2">]),
        !listconcat(mods, [IntMod<"bank", 5>, IntMod<"index", 14>, IntMod<"uindex", 8>]),
        sched> {
  let ReadsLate = 1;
  let Rules = SurfRules;
}
def SULD_D : SurfInst<"SULD.D", [DefP<"pu">, Def<"d", R, WidthBy<"type">>], [],
    [FlagMod<"ba", ".BA">, EnumMod<"dim", SurfDim, 3>, EnumMod<"evict", Evict, 1>,
     EnumMod<"type", MemType, 4>, EnumMod<"order", MemOrder, 5>, EnumMod<"clamp", SurfClamp>],
    SchedTexture> {
  let Rules = !listconcat(SurfRules, [Never<[ModIs<"order", ["Constant"]>], SM75Only>]);
  let Summary = "load from a surface";
  let Reads = [GlobalMemory];
  let OriIndex = 112;
  let Asm = !strconcat("$pu?, $d, [$a], ", SurfHandleAsm);
  let Forms = SurfForms<0xb99, 0x99a, 0xf99, [Place<"pu", 83, 81>, Place<"d", 23, 16>,
    Place<"ba", 72, 72>, Place<"type", 75, 73>]>.L;
}
def SUST_D : SurfInst<"SUST.D", [], [Use<"data", R, WidthBy<"type">>],
    [FlagMod<"ba", ".BA">, EnumMod<"dim", SurfDim, 3>, EnumMod<"evict", Evict, 1>,
     EnumMod<"type", MemType, 4>, EnumMod<"order", MemOrder, 5>, EnumMod<"clamp", SurfClamp>],
    SchedSurface> {
  let Rules = !listconcat(SurfRules, NoConstantOrder);
  let Summary = "store to a surface";
  let Writes = [GlobalMemory];
  let OriIndex = 113;
  let Asm = !strconcat("[$a], $data, ", SurfHandleAsm);
  let Forms = SurfForms<0xb9d, 0x99e, 0xf9d, [Place<"data", 39, 32>, Place<"ba", 72, 72>,
    Place<"type", 75, 73>]>.L;
}
def SUST_P : SurfInst<"SUST.P", [], [Use<"data", R, WidthBy<"mask">>],
    [EnumMod<"dim", SurfDim, 3>, EnumMod<"evict", Evict, 1>, EnumMod<"order", MemOrder, 5>,
     EnumMod<"mask", SurfMask, 15>, EnumMod<"clamp", SurfClamp>], SchedSurface> {
  let Rules = !listconcat(SurfRules, NoConstantOrder);
  let Summary = "store texels to a surface in its format";
  let Writes = [GlobalMemory];
  let Asm = !strconcat("[$a], $data, ", SurfHandleAsm);
  let Forms = SurfForms<0xb9b, 0x99c, 0xf9b, [Place<"data", 39, 32>, Place<"mask", 75, 72>]>.L;
}
def SURED_D : SurfInst<"SURED.D", [], [Use<"data", R, WidthBy<"type">>],
    [FlagMod<"ba", ".BA">, EnumMod<"dim", SurfDim, 3>, EnumMod<"op", SuredOp>,
     EnumMod<"evict", Evict, 1>, EnumMod<"type", SuredType>, EnumMod<"order", MemOrder, 10>,
     EnumMod<"clamp", SurfClamp>], SchedSurface> {
  let Rules = !listconcat(SurfRules, AtomicOrders);
  let Summary = "reduction on a surface";
  let Reads = [GlobalMemory];
  let Writes = [GlobalMemory];
  let OriIndex = 115;
  let Asm = !strconcat("[$a], $data, ", SurfHandleAsm);
  let Forms = SurfForms<0x59f, 0x3a0, 0xf9f, [Place<"data", 39, 32>, Place<"ba", 72, 72>,
    Place<"type", 75, 73>, Place<"op", 89, 87>]>.L;
}


//===----------------------------------------------------------------------===//
// Beyond PTX
//===----------------------------------------------------------------------===//
// No PTX makes ptxas 13.0.88 use them; from nvdisasm's text of bit patterns.

/// What TMML asks for is part of its text and not of its word.
def TmmlQuery : ModEnum<"TmmlQuery", 1, [ModValue<0, ".LOD">]>;
def TMML : Inst<"TMML",
    [Def<"d", R, WidthBySum<["mask"], 0, 2>>, Def<"d2", R, WidthBySum<["mask"], 2, 2>>],
    [Use<"a", R, WidthBySum<["dim"]>>, Use<"b", R, WidthBySum<["bindless"]>>,
     UseUR<"ur", Width<2>>, UseUR<"ur2", Width<2>>],
    !listconcat([FlagMod<"bindless", ".B">, EnumMod<"what", TmmlQuery>, FlagMod<"ndv", ".NDV">,
      FlagMod<"nodep", ".NODEP">, TexDimOf<TexDim, 1>, TexMaskMod<>], TexHandleMods), SchedLoad> {
  let Summary = "query the level of detail that a fetch would use";
  let Reads = [GlobalMemory];
  let IsConvergent = 1;
  let ReadsLate = 1;
  let IsSASSOnly = 1;
  let Rules = !listconcat(TexHandleRules, [Never<[FormHas<"ur2">, SlotPresent<"ur2">], SM120Plus>]);
  let Asm = !strconcat("$d2, $d, $a, $b?, ", TexHandleAsm, "$dim, $mask?");
  let Forms = TexForms<0xb69, 0x36a, 0xf69, [Place<"b", 39, 32>, Place<"dim", 63, 61>,
    NoPlace<"what">], [Place<"ndv", 77, 77>], [Place<"ndv", 76, 76>]>.L;
}

def SuatomType : ModEnum<"SuatomType", 3, [
  NamedModValue<0, "", "U32", 1>, ModValue<1, ".S32", 1>, ModValue<2, ".U64", 2>,
  NamedModValue<3, ".F32.FTZ.RN", "F32", 1>, NamedModValue<4, ".F16x2.RN", "F16x2", 1>,
  ModValue<5, ".S64", 2>, ModValue<6, ".SD32", 1>, ModValue<7, ".SD64", 2>,
]>;
def SuatomOp : ModEnum<"SuatomOp", 4, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
  ModValue<8, ".EXCH">,
]>;
class SuatomInst<Mod op, Mod type, int bound, int handle, int uniform, RegWidth dataWidth,
                 list<Place> places>
    : SurfInst<"SUATOM.D", [DefP<"pu">, Def<"d", R, WidthBy<"type">>],
        [Use<"data", R, dataWidth>],
        [FlagMod<"ba", ".BA">, EnumMod<"dim", SurfDim, 3>, op, EnumMod<"evict", Evict, 1>, type,
         EnumMod<"order", MemOrder, 10>, EnumMod<"clamp", SurfClamp>], SchedAtomic> {
  let Reads = [GlobalMemory];
  let Writes = [GlobalMemory];
  let IsSASSOnly = 1;
  let Rules = !listconcat(SurfRules, AtomicOrders);
  let Asm = !strconcat("$pu?, $d, [$a], $data, ", SurfHandleAsm);
  let Forms = SurfForms<bound, handle, uniform, !listconcat([Place<"pu", 83, 81>,
    Place<"d", 23, 16>, Place<"data", 39, 32>, Place<"ba", 72, 72>, Place<"type", 75, 73>],
    places)>.L;
}
def SUATOM_D : SuatomInst<EnumMod<"op", SuatomOp>, EnumMod<"type", SuatomType>, 0x593, 0x394,
                          0xf93, WidthBy<"type">, [Place<"op", 90, 87>]> {
  let Summary = "atomic operation on a surface";
}
/// Regs: the value to compare and that to store.
def SuatomCasOp : ModEnum<"SuatomCasOp", 1, [ModValue<0, ".CAS", 2>]>;
def SuatomCas64 : RespelledModValue<2, ".64", ".U64", SM80ToSM89, "B64"> { let Regs = 2; }
def SuatomCasType : ModEnum<"SuatomCasType", 3, [
  NamedModValue<0, "", "U32", 1>, ModValue<1, ".S32", 1>, SuatomCas64,
]>;
def SUATOM_CAS : SuatomInst<EnumMod<"op", SuatomCasOp>, EnumMod<"type", SuatomCasType>, 0x595,
                            0x396, 0xf95, WidthBySum<["type"], 0, 128, "op">, [NoPlace<"op">]> {
  let Summary = "compare and swap on a surface";
}

/// Invalidates texture headers and samplers.
class CctltInst<list<Slot> uses, list<Mod> mods> : Inst<"CCTLT", [], uses, mods, SchedStore> {
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let IsSASSOnly = 1;
}
def CctltOp : ModEnum<"CctltOp", 2, [ModValue<1, ".IVTH">]>;
def CCTLT : CctltInst<[Use<"b">], [EnumMod<"op", CctltOp, 1>, IntMod<"bank", 5>,
                                   IntMod<"index", 14>]> {
  let Summary = "invalidate a texture header";
  let Rules = [Never<[FormHas<"b">, SlotAbsent<"b">]>];
  let Asm = "?b{$b}!b{$bank, $index}";
  defvar noBank = [NoPlace<"bank">, NoPlace<"index">];
  let Forms = [
    Form<0x391, 0, [], !listconcat([Place<"b", 39, 32>, Place<"op", 86, 85>], noBank)>,
    Form<0xb91, 0, [], [Place<"bank", 58, 54>, Place<"index", 53, 40>, Place<"op", 86, 85>,
      NoPlace<"b">], [], BeforeSM100>,
    Form<0xd91, 1, [FormKind<"b", UR>], !listconcat([Place<"b", 39, 32>, Place<"op", 86, 85>],
      noBank)>,
  ];
}
def CCTLT_IVALL : CctltInst<[], []> {
  let Mnemonic = "CCTLT.IVALL";
  let Summary = "invalidate all texture headers";
  let Forms = [Form<0x391, 0, [], [], [FixedBits<86, 85, 2>]>];
}

#endif // PTXMLIR_ISA_TEXTURE
