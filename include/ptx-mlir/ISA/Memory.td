//===- Memory.td - Loads, stores, cache and fence control --*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_MEMORY
#define PTXMLIR_ISA_MEMORY

include "ptx-mlir/ISA/Forms.td"

include "ptx-mlir/ISA/Addressing.td"

//===----------------------------------------------------------------------===//
// Global and generic memory
//===----------------------------------------------------------------------===//

defvar GlobalLoadMods = [FlagMod<"e", ".E", 1>, EnumMod<"evict", Evict, 1>,
  EnumMod<"ltc", PrefetchSize>, EnumMod<"type", MemType, 4>, EnumMod<"order", MemOrder>];
defvar GlobalStoreMods = [FlagMod<"e", ".E", 1>, EnumMod<"evict", Evict, 1>,
  EnumMod<"type", MemType, 4>, EnumMod<"order", MemOrder>];
/// The fields that all these forms share; e and a64 apart.
defvar GlobalPlaces = [Place<"type", 75, 73>, Place<"order", 80, 77>, Place<"evict", 86, 84>];

class GlobalLoad<string mnemonic, list<Slot> defs, int offsetBits>
    : Inst<mnemonic, defs,
        [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>, UseP<"pp">],
        !listconcat(GlobalLoadMods, [DescMod<>, A64Mod<>, OffsetMod<offsetBits>]), SchedLoad> {
  let ReadsMemory = 1;
  list<Place> LoadPlaces = !listconcat(GlobalPlaces, LoadPredPlaces,
    [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"ltc", 69, 68>]);
  list<Place> URPlaces = !listconcat(LoadPlaces, [Place<"ur", 39, 32>,
    Place<"offset", 63, 40>, Place<"e", 72, 72>, Place<"desc", 76, 76>, Place<"a64", 90, 90>]);
  // Without a uniform register .E means that the address is a pair.
  list<Place> PlainPlaces = !listconcat(LoadPlaces, [NoPlace<"ur">, NoPlace<"desc">,
    NoPlace<"e">, Place<"a64", 72, 72>, Place<"offset", 63, !sub(64, offsetBits)>]);
}

def LDG : GlobalLoad<"LDG", [Def<"d", R, WidthBy<"type">>, DefP<"pu">], 24> {
  let Summary = "load from global memory";
  let Description = [{`pp` off makes the load give zero.}];
  let Asm = !strconcat("$pu?, $d, ", GlobalAddrAsm, ", $pp?");
  let OriIndex = 96;
  let Forms = [
    Form<0x381, 0, [], !listconcat(PlainPlaces, [Place<"pu", 83, 81>]), [], SM80Plus>,
    Form<0x981, 1, [], !listconcat(URPlaces, [Place<"pu", 83, 81>]), [], SM80Plus>,
  ];
}

def LD : GlobalLoad<"LD", [Def<"d", R, WidthBy<"type">>], 32> {
  let Summary = "load from generic memory";
  let Asm = !strconcat("$d, ", GlobalAddrAsm, ", $pp?");
  let OriIndex = 100;
  let Forms = [
    Form<0x980, 0, [], PlainPlaces, [], SM80Plus>,
    Form<0x980, 1, [], URPlaces, [], SM80Plus>,
  ];
}

class GlobalStore<string mnemonic, int plainOpcode, int urOpcode, int offsetBits>
    : Inst<mnemonic, [],
        [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>, Use<"data", R, WidthBy<"type">>],
        !listconcat(GlobalStoreMods, [DescMod<>, A64Mod<>, OffsetMod<offsetBits>]), SchedStore> {
  let WritesMemory = 1;
  let ReadsLate = 1;
  let Asm = !strconcat(GlobalAddrAsm, ", $data");
  list<Place> StorePlaces = !listconcat(GlobalPlaces, [Place<"addr", 31, 24>]);
  let Forms = [
    Form<plainOpcode, 0, [], !listconcat(StorePlaces, [NoPlace<"ur">, NoPlace<"desc">,
      NoPlace<"e">, Place<"a64", 72, 72>, Place<"offset", 63, !sub(64, offsetBits)>],
      !if(!eq(offsetBits, 32), [Place<"data", 71, 64>], [Place<"data", 39, 32>])),
      [], SM80Plus>,
    Form<urOpcode, 1, [], !listconcat(StorePlaces, [Place<"data", 39, 32>, Place<"ur", 71, 64>,
      Place<"offset", 63, 40>, Place<"e", 72, 72>, Place<"desc", 76, 76>, Place<"a64", 90, 90>]),
      [], SM80Plus>,
  ];
}
def STG : GlobalStore<"STG", 0x386, 0x986, 24> {
  let Summary = "store to global memory";
  let OriIndex = 97;
}
def ST : GlobalStore<"ST", 0x385, 0x985, 32> {
  let Summary = "store to generic memory";
  let OriIndex = 101;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Places of [addr*scale + ur + offset] with ur at urLo .. urLo+7 or without ur.
class SharedAddr<int urLo> {
  list<Place> UR = [Place<"addr", 31, 24>, Place<"ur", !add(urLo, 7), urLo>,
    Place<"offset", 63, 40>, Place<"scale", 79, 78>];
  list<Place> Plain = [Place<"addr", 31, 24>, NoPlace<"ur">, Place<"offset", 63, 40>,
    Place<"scale", 79, 78>];
}

def LDS : Inst<"LDS", [Def<"d", R, WidthBy<"type">>], [Use<"addr">, Use<"ur", UR>],
    [EnumMod<"type", MemType, 4>, ScaleMod<>, OffsetMod<>], SchedSharedLoad> {
  let Summary = "load from shared memory";
  let ReadsMemory = 1;
  let Asm = !strconcat("$d, ", SharedAddrAsm);
  let OriIndex = 94;
  let Forms = [
    // sm_75 sets bit 76 too (observed on ptxas 13.0.88).
    Form<0x984, 0, [], !listconcat(SharedAddr<32>.Plain, [Place<"d", 23, 16>,
      Place<"type", 75, 73>]), [FixedBits<76, 76, 1>], SMRange<75, 75>>,
    Form<0x984, 0, [], !listconcat(SharedAddr<32>.Plain, [Place<"d", 23, 16>,
      Place<"type", 75, 73>]), [], SM80Plus>,
    Form<0x984, 1, [], !listconcat(SharedAddr<32>.UR, [Place<"d", 23, 16>,
      Place<"type", 75, 73>]), [], SM80Plus>,
  ];
}

def STS : Inst<"STS", [], [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"type">>],
    [EnumMod<"type", MemType, 4>, ScaleMod<>, OffsetMod<>], SchedStore> {
  let Summary = "store to shared memory";
  let WritesMemory = 1;
  let ReadsLate = 1;
  let Asm = !strconcat(SharedAddrAsm, ", $data");
  let OriIndex = 95;
  let Forms = [
    Form<0x388, 0, [], !listconcat(SharedAddr<64>.Plain, [Place<"data", 39, 32>,
      Place<"type", 75, 73>])>,
    Form<0x988, 1, [], !listconcat(SharedAddr<64>.UR, [Place<"data", 39, 32>,
      Place<"type", 75, 73>])>,
  ];
}

/// Matrices of 8x8 16-bit elements.
def MatrixCount : ModEnum<"MatrixCount", 2, [
  NamedModValue<0, "", "One", 1>, NamedModValue<1, ".2", "Two", 2>,
  NamedModValue<2, ".4", "Four", 4>,
]>;
def MatrixShape : ModEnum<"MatrixShape", 2, [
  ModValue<0, ".M88">, ModValue<1, ".MT88">, ModValue<2, ".M816">, ModValue<3, ".M832">,
]>;
def LDSM : Inst<"LDSM.16", [Def<"d", R, WidthBy<"num">>], [Use<"addr">, Use<"ur", UR>],
    [EnumMod<"shape", MatrixShape>, EnumMod<"num", MatrixCount>, OffsetMod<>], SchedSharedLoad> {
  let Summary = "load matrices from shared memory, spread over the warp";
  let ReadsMemory = 1;
  let IsConvergent = 1;
  let Asm = "$d, [$addr+$ur+$offset]";
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"num", 73, 72>, Place<"shape", 79, 78>];
  let Forms = [
    Form<0x83b, 0, [], !listconcat(Common, [NoPlace<"ur">])>,
    Form<0x83b, 1, [], !listconcat(Common, [Place<"ur", 39, 32>])>,
  ];
}
def STSM : Inst<"STSM.16", [], [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"num">>],
    [EnumMod<"shape", MatrixShape>, EnumMod<"num", MatrixCount>, OffsetMod<>], SchedStore> {
  let Summary = "store matrices, spread over the warp, to shared memory";
  let WritesMemory = 1;
  let ReadsLate = 1;
  let IsConvergent = 1;
  let Asm = "[$addr+$ur+$offset], $data";
  defvar Common = [Place<"data", 39, 32>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"num", 73, 72>, Place<"shape", 79, 78>];
  let Forms = [
    Form<0x844, 0, [], !listconcat(Common, [NoPlace<"ur">]), [], SM90Plus>,
    Form<0x844, 1, [], !listconcat(Common, [Place<"ur", 71, 64>]), [], SM90Plus>,
  ];
}

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

def LDL : Inst<"LDL", [Def<"d", R, WidthBy<"type">>], [Use<"addr">, Use<"ur", UR>],
    [EnumMod<"evict", Evict, 1>, EnumMod<"type", MemType, 4>, OffsetMod<>], SchedLoad> {
  let Summary = "load from local memory";
  let ReadsMemory = 1;
  let Asm = "$d, [$addr+$ur+$offset]";
  let OriIndex = 98;
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"type", 75, 73>, Place<"evict", 86, 84>];
  let Forms = [
    Form<0x983, 0, [], !listconcat(Common, [NoPlace<"ur">])>,
    Form<0x983, 1, [], !listconcat(Common, [Place<"ur", 39, 32>]), [], SM90Plus>,
  ];
}

def STL : Inst<"STL", [], [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"type">>],
    [EnumMod<"evict", Evict, 1>, EnumMod<"type", MemType, 4>, OffsetMod<>], SchedStore> {
  let Summary = "store to local memory";
  let WritesMemory = 1;
  let ReadsLate = 1;
  let Asm = "[$addr+$ur+$offset], $data";
  let OriIndex = 99;
  defvar Common = [Place<"data", 39, 32>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"type", 75, 73>, Place<"evict", 86, 84>];
  let Forms = [
    Form<0x387, 0, [], !listconcat(Common, [NoPlace<"ur">])>,
    Form<0x987, 1, [], !listconcat(Common, [Place<"ur", 71, 64>]), [], SM90Plus>,
  ];
}

//===----------------------------------------------------------------------===//
// Constant banks
//===----------------------------------------------------------------------===//

def LDCMode : ModEnum<"LDCMode", 2, [
  NamedModValue<0, "", "Direct">, ModValue<1, ".IL">, ModValue<2, ".IS">,
  ModValue<3, ".ISL">,
]>;

def LDC : Inst<"LDC", [Def<"d", R, WidthBy<"type">>], [Use<"addr">],
    [EnumMod<"type", MemType, 4>, EnumMod<"mode", LDCMode>, IntMod<"bank", 5>,
     OffsetMod<16>], SchedConstLoad> {
  let Summary = "load from a constant bank";
  let Asm = "$d, c[$bank][$addr+$offset]";
  let OriIndex = 89;
  let ReadsMemory = 1;
  let Forms = [
    Form<0xb82, 0, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 53, 38>,
      Place<"bank", 58, 54>, Place<"type", 75, 73>, Place<"mode", 79, 78>]>,
  ];
}

def ULDC : Inst<"ULDC", [DefU<"d", WidthBy<"type">>], [UseUR<"addr">],
    [EnumMod<"type", MemType, 4>, IntMod<"bank", 5>, OffsetMod<17>], SchedULDC> {
  let Summary = "load from a constant bank into uniform registers";
  let Asm = "$d, c[$bank][$addr+$offset]";
  let ReadsMemory = 1;
  let UniformGuard = 1;
  defvar Common = [Place<"d", 23, 16>, Place<"bank", 58, 54>, Place<"type", 75, 73>];
  let Forms = [
    Form<0xab9, 0, [], !listconcat(Common, [NoPlace<"addr">, Place<"offset", 53, 38>]),
      [], BeforeSM100>,
    Form<0xabb, 1, [], !listconcat(Common, [Place<"addr", 31, 24>, Place<"offset", 53, 38>]),
      [], BeforeSM100>,
  ];
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

def LDGSTS : Inst<"LDGSTS", [],
    [Use<"dst">, Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>, UseP<"pp">],
    [FlagMod<"e", ".E", 1>, FlagMod<"bypass", ".BYPASS">, EnumMod<"evict", Evict, 1>,
     EnumMod<"ltc", PrefetchSize>, EnumMod<"type", MemType, 4>, FlagMod<"zfill", ".ZFILL">,
     EnumMod<"order", MemOrder>, DescMod<>, A64Mod<>, OffsetMod<12>,
     IntMod<"dstOffset", 20, /*isSigned=*/1>], SchedAsync> {
  let Summary = "copy from global to shared memory";
  let ReadsMemory = 1;
  let WritesMemory = 1;
  let ReadsLate = 1;
  let Asm = "[$dst+$dstOffset], ?desc{desc[$ur][$addr$a64+$offset]}!desc{[$addr$a64+$ur+$offset]}, $pp?";
  let Forms = [
    Form<0xfae, 1, [], [Place<"dst", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 43, 32>,
      Place<"dstOffset", 63, 44>, Place<"ur", 69, 64>, Place<"e", 70, 70>, NoPlace<"a64">,
      Place<"ltc", 72, 71>, Place<"type", 75, 73>, Place<"desc", 76, 76>,
      Place<"order", 80, 77>, InvPlace<"bypass", 81>, Place<"zfill", 82, 82>,
      Place<"evict", 86, 84>, Place<"pp", 89, 87>, Place<"ppNot", 90, 90>], [], SM80ToSM90>,
  ];
}

def LDGDEPBAR : Inst<"LDGDEPBAR", [], [], [], SchedDepbar> {
  let Summary = "group the asynchronous copies issued so far";
  let HasSideEffects = 1;
  let Forms = [Form<0x9af, 0, [], [], [], SM80Plus>];
}

//===----------------------------------------------------------------------===//
// Cache and fence control
//===----------------------------------------------------------------------===//

def CctlOp : ModEnum<"CctlOp", 4, [
  ModValue<0, ".PF1">, ModValue<1, ".PF2">, ModValue<2, ".WB">, ModValue<3, ".IV">,
  ModValue<5, ".RS">, ModValue<9, ".PML2">, ModValue<10, ".DML2">, ModValue<11, ".RML2">,
]>;
/// Operations on the whole cache.
def CctlAllOp : ModEnum<"CctlAllOp", 4, [
  ModValue<4, ".IVALL">, ModValue<6, ".IVALLP">, ModValue<7, ".WBALL">, ModValue<8, ".WBALLP">,
]>;
def CctlCache : ModEnum<"CctlCache", 2, [
  NamedModValue<0, "", "D">, ModValue<1, ".U">, ModValue<2, ".C">, ModValue<3, ".I">,
]>;
def CCTL : Inst<"CCTL", [], [Use<"addr", R, WidthBy<"e">>],
    [FlagMod<"e", ".E">, EnumMod<"cache", CctlCache>, EnumMod<"op", CctlOp>,
     IntMod<"offset", 32, 1>], SchedStore> {
  let Summary = "cache control of one line";
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let Asm = "[$addr+$offset]";
  let OriIndex = 108;
  let Forms = [
    Form<0x98f, 0, [], [Place<"addr", 31, 24>, Place<"offset", 63, 32>, Place<"e", 72, 72>,
      Place<"cache", 79, 78>, Place<"op", 90, 87>]>,
  ];
}
def CCTL_IVALL : Inst<"CCTL", [], [],
    [EnumMod<"cache", CctlCache>, EnumMod<"op", CctlAllOp, 4>], SchedFence> {
  let Summary = "invalidate or write back a whole cache";
  let HasSideEffects = 1;
  let Forms = [
    Form<0x98f, 0, [], [Place<"cache", 79, 78>, Place<"op", 90, 87>], [FixedBits<31, 24, 255>]>,
  ];
}

def MembarSem : ModEnum<"MembarSem", 2, [
  ModValue<0, ".SC">, ModValue<1, ".ALL">, NamedModValue<2, "", "Default">, ModValue<3, ".MMIO">,
]>;
def MembarScope : ModEnum<"MembarScope", 3, [
  ModValue<0, ".CTA">, ModValue<1, ".SM">, ModValue<2, ".GPU">, ModValue<3, ".SYS">,
  ModValue<5, ".VC">,
]>;
def MEMBAR : Inst<"MEMBAR", [], [], [EnumMod<"sem", MembarSem>, EnumMod<"scope", MembarScope>],
    SchedFence> {
  let Summary = "memory fence";
  let ReadsMemory = 1;
  let WritesMemory = 1;
  let HasSideEffects = 1;
  let OriIndex = 111;
  let Forms = [Form<0x992, 0, [], [Place<"scope", 78, 76>, Place<"sem", 80, 79>]>];
}

def ERRBAR : Inst<"ERRBAR", [], [], [], SchedFence> {
  let Summary = "wait for memory errors";
  let HasSideEffects = 1;
  let OriIndex = 0;
  let Forms = [Form<0x9ab, 0, [], []>];
}
def CGAERRBAR : Inst<"CGAERRBAR", [], [], [], SchedFence> {
  let Summary = "wait for memory errors of the cluster";
  let HasSideEffects = 1;
  let Forms = [Form<0x5ab, 0, [], [], [], SM90Plus>];
}

def QspcSpace : ModEnum<"QspcSpace", 2, [
  ModValue<0, ".G">, ModValue<1, ".L">, ModValue<2, ".S">, ModValue<3, ".D">,
]>;
def QSPC : Inst<"QSPC", [DefP<"pu">, Def<"d">],
    [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>],
    [FlagMod<"e", ".E", 1>, EnumMod<"space", QspcSpace>, A64Mod<>, OffsetMod<>], SchedLoad> {
  let Summary = "whether a generic address lies in a state space";
  let Asm = "$pu, $d, ?ur{[$addr$a64+$ur+$offset]}!ur{[$addr+$offset]}";
  let OriIndex = 106;
  defvar Common = [Place<"d", 23, 16>, Place<"pu", 83, 81>, Place<"addr", 31, 24>,
    Place<"offset", 63, 40>, Place<"space", 74, 73>];
  let Forms = [
    Form<0x3aa, 0, [], !listconcat(Common, [NoPlace<"ur">, NoPlace<"e">, Place<"a64", 72, 72>])>,
    Form<0x9aa, 1, [], !listconcat(Common, [Place<"ur", 39, 32>, Place<"e", 72, 72>,
      Place<"a64", 90, 90>])>,
  ];
}

#endif // PTXMLIR_ISA_MEMORY
