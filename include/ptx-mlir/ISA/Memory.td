//===- Memory.td - Loads, stores, cache and fence control --*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses of global, shared, local and constant memory, and what orders or
// hints them. Atomics, bulk copies and textures have files of their own.
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
  EnumMod<"ltc", PrefetchSize>, EnumMod<"type", GlobalType, 4>, EnumMod<"order", MemOrder>];
defvar GlobalStoreMods = [FlagMod<"e", ".E", 1>, EnumMod<"evict", Evict, 1>,
  EnumMod<"type", MemType, 4>, EnumMod<"order", MemOrder>];
/// The fields that all these forms share; e and a64 apart.
defvar GlobalPlaces = [Place<"type", 75, 73>, Place<"order", 80, 77>, Place<"evict", 86, 84>];

class GlobalLoad<string mnemonic, list<Slot> defs, int offsetBits>
    : Inst<mnemonic, defs,
        [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>, UseP<"pp">],
        !listconcat(GlobalLoadMods, [DescMod<>, PolicyMod<>, A64Mod<>, OffsetMod<offsetBits>]),
        SchedLoad> {
  let Reads = [GlobalMemory];
  let Rules = !listconcat(GlobalAddrRules, [Never<[ModIs<"type", ["UB128"]>], SM80Plus>,
    Never<[ModIs<"ltc", ["LTC256B"]>], SM75Only>]);
  list<Place> LoadPlaces = !listconcat(GlobalPlaces, LoadPredPlaces,
    [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"ltc", 69, 68>]);
  list<Place> URPlaces = !listconcat(LoadPlaces, [Place<"ur", 39, 32>,
    Place<"offset", 63, 40>, Place<"e", 72, 72>, Place<"a64", 90, 90>]);
  // Without a uniform register .E means that the address is a pair.
  list<Place> PlainPlaces = !listconcat(LoadPlaces, [NoPlace<"ur">, NoPlace<"desc">,
    NoPlace<"policy">, NoPlace<"e">, Place<"a64", 72, 72>,
    Place<"offset", 63, !sub(64, offsetBits)>]);
}

/// The forms of a global or generic access without and with a uniform register.
/// `more` places what only this instruction has.
class GlobalForms<int plainOpcode, list<Place> plain, int urOpcode, list<Place> ur,
                  list<Place> more> {
  list<Form> L = [
    Form<plainOpcode, 0, [], !listconcat(plain, more)>,
    Form<urOpcode, 1, [], !listconcat(ur, more, [NoPlace<"desc">, NoPlace<"policy">]), [],
      SMRange<75, 75>>,
    Form<urOpcode, 1, [], !listconcat(ur, more, [Place<"desc", 76, 76>, PolicyPlace]), [],
      SM80ToSM89>,
    Form<urOpcode, 1, [], !listconcat(ur, more, [Place<"desc", 76, 76>, NoPlace<"policy">]), [],
      SM90Plus>,
  ];
}

def LDG : GlobalLoad<"LDG", [Def<"d", R, WidthBy<"type">>, DefP<"pu">], 24> {
  let Summary = "load from global memory";
  let Description = [{`pp` off makes the load give zero.}];
  let Asm = !strconcat("$pu?, $d, ", GlobalAddrAsm, ", $pp?");
  let OriIndex = 96;
  let Forms = GlobalForms<0x381, PlainPlaces, 0x981, URPlaces, [Place<"pu", 83, 81>]>.L;
}

def LD : GlobalLoad<"LD", [Def<"d", R, WidthBy<"type">>], 32> {
  let Summary = "load from generic memory";
  let Reads = GenericMemory;
  let Asm = !strconcat("$d, ", GlobalAddrAsm, ", $pp?");
  let OriIndex = 100;
  let Forms = GlobalForms<0x980, PlainPlaces, 0x980, URPlaces, []>.L;
}

class GlobalStore<string mnemonic, int plainOpcode, int urOpcode, int offsetBits>
    : Inst<mnemonic, [],
        [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>, Use<"data", R, WidthBy<"type">>],
        !listconcat(GlobalStoreMods, [DescMod<>, PolicyMod<>, A64Mod<>, OffsetMod<offsetBits>]),
        SchedStore> {
  let Writes = [GlobalMemory];
  let ReadsLate = 1;
  let Rules = !listconcat(GlobalAddrRules, NoConstantOrder);
  let Asm = !strconcat(GlobalAddrAsm, ", $data");
  list<Place> StorePlaces = !listconcat(GlobalPlaces, [Place<"addr", 31, 24>]);
  list<Place> PlainPlaces = !listconcat(StorePlaces, [NoPlace<"ur">, NoPlace<"desc">,
    NoPlace<"policy">, NoPlace<"e">, Place<"a64", 72, 72>,
    Place<"offset", 63, !sub(64, offsetBits)>],
    !if(!eq(offsetBits, 32), [Place<"data", 71, 64>], [Place<"data", 39, 32>]));
  list<Place> URPlaces = !listconcat(StorePlaces, [Place<"data", 39, 32>, Place<"ur", 71, 64>,
    Place<"offset", 63, 40>, Place<"e", 72, 72>, Place<"a64", 90, 90>]);
  let Forms = GlobalForms<plainOpcode, PlainPlaces, urOpcode, URPlaces, []>.L;
}
def STG : GlobalStore<"STG", 0x386, 0x986, 24> {
  let Summary = "store to global memory";
  let OriIndex = 97;
}
def ST : GlobalStore<"ST", 0x385, 0x985, 32> {
  let Summary = "store to generic memory";
  let Writes = GenericMemory;
  let OriIndex = 101;
}

//===----------------------------------------------------------------------===//
// Accesses of 256 bits, sm_100 on
//===----------------------------------------------------------------------===//

def Size256 : ModEnum<"Size256", 1, [NamedModValue<1, ".256", "B256">]>;
defvar WideDescription = [{The two data operands are the low and the high 16 bytes. Bit n of `mask`
    says whether word n of the 8 is accessed; a load puts the words of each half that it
    reads into consecutive registers.}];
defvar WidePlaces256 = [Place<"addr", 31, 24>, Place<"desc", 76, 76>, NoPlace<"a64">,
  Place<"size", 75, 75>, Place<"order", 80, 77>, Place<"l2", 82, 81>, Place<"evict", 86, 84>,
  NoPlace<"e">];

def LDG_256 : Inst<"LDG", [Def<"d", R, Width<4>>, Def<"d2", R, Width<4>>],
    [Use<"addr", R, Width<2>>, Use<"ur", UR, Width<2>>, UseP<"pp">],
    [FlagMod<"e", ".E", 1>, EnumMod<"evict", Evict, 1>, EnumMod<"l2", EvictL2, 1>,
     EnumMod<"ltc", PrefetchSize>, EnumMod<"size", Size256, 1>, EnumMod<"order", MemOrder>,
     DescMod<>, A64Mod<>, OffsetMod<22>, IntMod<"mask", 8, 0, 255>], SchedLoad> {
  let Summary = "load 32 bytes from global memory";
  let Description = WideDescription;
  let Reads = [GlobalMemory];
  let Rules = [Never<[ModSet<"desc">, SlotAbsent<"addr">]>];
  let Asm = "$d2, $d, ?desc{desc[$ur][$addr!$a64+$offset]}!desc{[$addr$a64+$ur+$offset]}!mask=255{, $mask}, $pp?";
  let Forms = [Form<0x97e, 1, [], !listconcat(WidePlaces256, [Place<"d", 23, 16>,
    Place<"d2", 71, 64>, Place<"ur", 39, 32>, SPlace<"offset", 56, 40, 0, 5>,
    Place<"mask", 63, 57>, Place<"mask", 72, 72, 7>, Place<"ltc", 74, 73>,
    InvPlaces<"pp", 89, 87>, Place<"ppNot", 90, 90>]), [], SM100Plus>];
}
def STG_256 : Inst<"STG", [], [Use<"addr", R, Width<2>>, Use<"ur", UR, Width<2>>,
                               Use<"data", R, Width<4>>, Use<"data2", R, Width<4>>],
    [FlagMod<"e", ".E", 1>, EnumMod<"evict", Evict, 1>, EnumMod<"l2", EvictL2, 1>,
     EnumMod<"size", Size256, 1>, EnumMod<"order", MemOrder>, DescMod<>, A64Mod<>, OffsetMod<>,
     IntMod<"mask", 8, 0, 255>], SchedStore> {
  let Summary = "store 32 bytes to global memory";
  let Description = WideDescription;
  let Writes = [GlobalMemory];
  let ReadsLate = 1;
  let Rules = !listconcat(NoConstantOrder, [Never<[ModSet<"desc">, SlotAbsent<"addr">]>]);
  let Asm = "?desc{desc[$ur][$addr!$a64+$offset]}!desc{[$addr$a64+$ur+$offset]}, $data, $data2, $mask?";
  let Forms = [Form<0x97f, 1, [], !listconcat(WidePlaces256, [Place<"data", 39, 32>,
    Place<"data2", 23, 16>, Place<"ur", 71, 64>, SPlace<"offset", 58, 40, 0, 5>,
    Place<"mask", 63, 59>, Place<"mask", 90, 88, 5>]), [], SM100Plus>];
}

//===----------------------------------------------------------------------===//
// Reductions over the memories of several GPUs
//===----------------------------------------------------------------------===//

def McType : ModEnum<"McType", 2, [
  NamedModValue<0, ".32", "U32">, NamedModValue<1, ".S32", "S32">,
  NamedModValue<2, ".64", "U64", 2>, NamedModValue<3, ".S64", "S64", 2>,
]>;
def McFType : ModEnum<"McFType", 5, [
  NamedModValue<0, ".F16x2.RN", "F16x2", 1>, NamedModValue<1, ".F16x4.RN", "F16x4", 2>,
  NamedModValue<2, ".F16x8.RN", "F16x8", 4>, NamedModValue<3, ".BF16x2.RN", "BF16x2", 1>,
  NamedModValue<4, ".BF16x4.RN", "BF16x4", 2>, NamedModValue<5, ".BF16x8.RN", "BF16x8", 4>,
  NamedModValue<12, ".F32.RN", "F32", 1>, NamedModValue<13, ".F32x2.RN", "F32x2", 2>,
  NamedModValue<14, ".F32x4.RN", "F32x4", 4>, NamedModValue<15, ".F64.RN", "F64", 2>,
  ChangedModValue<17, ".E5M2x4.RN", "E5M2x4", -1, "", 1>,
  ChangedModValue<18, ".E5M2x8.RN", "E5M2x8", -1, "", 2>,
  ChangedModValue<19, ".E5M2x16.RN", "E5M2x16", -1, "", 4>,
  ChangedModValue<20, ".E4M3x4.RN", "E4M3x4", -1, "", 1>,
  ChangedModValue<21, ".E4M3x8.RN", "E4M3x8", -1, "", 2>,
  ChangedModValue<22, ".E4M3x16.RN", "E4M3x16", -1, "", 4>,
]> { let ChangedAt = 100; }
def McOp : ModEnum<"McOp", 4, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<5, ".AND">,
  ModValue<6, ".OR">, ModValue<7, ".XOR">,
]>;
/// HPADD adds with more precision than the type has.
def McFOp : ModEnum<"McFOp", 2, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">,
  ChangedModValue<3, ".HPADD", "HPADD", 3, ".F32ADD">,
]> { let ChangedAt = 100; }
def McOrder : ModEnum<"McOrder", 4, [NamedModValue<10, ".STRONG.SYS", "StrongSYS">]>;

class LdgmcInst<int opcode, Mod op, Mod type, list<Place> places>
    : Inst<"LDGMC", [Def<"d", R, WidthBy<"type">>],
        [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>],
        [FlagMod<"e", ".E", 1>, op, type, EnumMod<"order", McOrder, 10>, DescMod<>, A64Mod<>,
         OffsetMod<>], SchedLoad> {
  let Reads = [GlobalMemory];
  let HasSideEffects = 1;
  let Rules = [Never<[ModClear<"e">]>,
    Never<[ModSet<"desc">, ModIs<"a64", ["U32"]>]>,
    Never<[FormHas<"ur">, ModClear<"desc">, ModIs<"a64", ["A64"]>, SlotAbsent<"addr">]>];
  let Asm = "$d, ?desc{desc[$ur][$addr!$a64+$offset]}!desc{[$addr$a64+$ur+$offset]}";
  defvar Common = !listconcat(places, [Place<"d", 23, 16>, Place<"addr", 31, 24>,
    Place<"offset", 63, 40>, Place<"e", 72, 72>, Place<"order", 80, 77>]);
  let Forms = [
    Form<opcode, 1, [], !listconcat(Common, [Place<"ur", 69, 64>, Place<"a64", 70, 70>,
      Place<"desc", 71, 71>]), [], SM90Only>,
    Form<opcode, 1, [], !listconcat(Common, [Place<"ur", 71, 64>, Place<"a64", 81, 81>,
      Place<"desc", 82, 82>]), [], SM100Plus>,
  ];
}
def LDGMC : LdgmcInst<0x9a4, EnumMod<"op", McOp>, EnumMod<"type", McType>,
                      [Place<"type", 74, 73>, Place<"op", 90, 87>]> {
  let Summary = "reduce the values at a multicast address";
}
def LDGMC_F : LdgmcInst<0x9a5, EnumMod<"op", McFOp>, EnumMod<"type", McFType, 12>,
                        [Place<"type", 76, 73>, Place<"type", 87, 87, 4>, Place<"op", 89, 88>]> {
  let Summary = "reduce the float values at a multicast address";
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

/// sm_75 sets bit 76 of every load (observed on ptxas 13.0.88).
def SharedLoadMode : ModEnum<"SharedLoadMode", 1, [ChangedModValue<0, "", "Default", 1, ".U">]> {
  let ChangedAt = 80;
}
def LDS : Inst<"LDS", [Def<"d", R, WidthBy<"type">>], [Use<"addr">, Use<"ur", UR>],
    [EnumMod<"mode", SharedLoadMode>, EnumMod<"type", MemType, 4>, ScaleMod<>, OffsetMod<>],
    SchedSharedLoad> {
  let Summary = "load from shared memory";
  let Reads = [SharedMemory];
  let Rules = SharedAddrRules;
  let Asm = !strconcat("$d, ", SharedAddrAsm);
  let OriIndex = 94;
  defvar Common = [Place<"d", 23, 16>, Place<"type", 75, 73>, Place<"mode", 76, 76>];
  let Forms = [
    Form<0x984, 0, [], !listconcat(SharedAddr<32>.Plain, Common)>,
    Form<0x984, 1, [], !listconcat(SharedAddr<32>.UR, Common)>,
  ];
}

def STS : Inst<"STS", [], [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"type">>],
    [EnumMod<"type", MemType, 4>, ScaleMod<>, OffsetMod<>], SchedStore> {
  let Summary = "store to shared memory";
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let Rules = SharedAddrRules;
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
  let Reads = [SharedMemory];
  let IsConvergent = 1;
  let Role = CollectiveRole;
  let Asm = "$d, ?sm80{[$addr+$ur+$offset.signed]}!sm80{[$addr+$ur+$offset.vector]}";
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"num", 73, 72>, Place<"shape", 79, 78>];
  let Forms = [
    Form<0x83b, 0, [], !listconcat(Common, [NoPlace<"ur">]), [FixedBits<77, 75, 0>]>,
    Form<0x83b, 1, [], !listconcat(Common, [Place<"ur", 39, 32>]), [FixedBits<77, 75, 0>]>,
  ];
}
/// Elements of 8 bits, or fewer bits spread to 8. The number of registers follows
/// from shape and count together, so they are one modifier: 80:78 and 73:72.
def LdsmFormat : ModEnum<"LdsmFormat", 3, [
  ModValue<5, ".U4x16P64TO8">, ModValue<6, ".U6x16P32TO8">, NamedModValue<7, ".8", "B8">,
]>;
def LdsmShape : ModEnum<"LdsmShape", 5, [
  ModValue<8, ".M816", 1>, ModValue<9, ".M816.2", 2>, ModValue<10, ".M816.4", 4>,
  ModValue<16, ".MT1616", 2>, ModValue<17, ".MT1616.2", 4>,
]>;
def LDSM_8 : Inst<"LDSM", [Def<"d", R, WidthBy<"shape">>], [Use<"addr">, Use<"ur", UR>],
    [EnumMod<"format", LdsmFormat, 7>, EnumMod<"shape", LdsmShape, 8>, OffsetMod<>],
    SchedSharedLoad> {
  let Summary = "load matrices of 8-bit elements from shared memory, spread over the warp";
  let Reads = [SharedMemory];
  let IsConvergent = 1;
  let Role = CollectiveRole;
  let Asm = "$d, [$addr+$ur+$offset.signed]";
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"shape", 73, 72>, Place<"format", 77, 75>, Place<"shape", 80, 78, 2>];
  let Forms = [
    Form<0x83b, 0, [], !listconcat(Common, [NoPlace<"ur">]), [], SM100Plus>,
    Form<0x83b, 1, [], !listconcat(Common, [Place<"ur", 39, 32>]), [], SM100Plus>,
  ];
}
def STSM : Inst<"STSM.16", [], [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"num">>],
    [EnumMod<"shape", MatrixShape>, EnumMod<"num", MatrixCount>, OffsetMod<>], SchedStore> {
  let Summary = "store matrices, spread over the warp, to shared memory";
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let IsConvergent = 1;
  let Role = CollectiveRole;
  let Rules = [Never<[ModIs<"shape", ["M816", "M832"]>]>];
  let Asm = "[$addr+$ur+$offset.signed], $data";
  defvar Common = [Place<"data", 39, 32>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"num", 73, 72>, Place<"shape", 79, 78>];
  let Forms = [
    Form<0x844, 0, [], !listconcat(Common, [NoPlace<"ur">]), [FixedBits<75, 75, 0>], SM90Plus>,
    Form<0x844, 1, [], !listconcat(Common, [Place<"ur", 71, 64>]), [FixedBits<75, 75, 0>],
      SM90Plus>,
  ];
}
def STSM_8 : Inst<"STSM.8.MT168", [], [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"num">>],
    [EnumMod<"num", MatrixCount>, OffsetMod<>], SchedStore> {
  let Summary = "store transposed matrices of 8-bit elements to shared memory";
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let IsConvergent = 1;
  let Role = CollectiveRole;
  let Asm = "[$addr+$ur+$offset.signed], $data";
  defvar Common = [Place<"data", 39, 32>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"num", 73, 72>];
  defvar Fixed = [FixedBits<75, 75, 1>, FixedBits<79, 78, 2>];
  let Forms = [
    Form<0x844, 0, [], !listconcat(Common, [NoPlace<"ur">]), Fixed, SM100Plus>,
    Form<0x844, 1, [], !listconcat(Common, [Place<"ur", 71, 64>]), Fixed, SM100Plus>,
  ];
}

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

def LDL : Inst<"LDL", [Def<"d", R, WidthBy<"type">>], [Use<"addr">, Use<"ur", UR>],
    [EnumMod<"evict", Evict, 1>, EnumMod<"type", MemType, 4>, OffsetMod<>], SchedLoad> {
  let Summary = "load from local memory";
  let Reads = [LocalMemory];
  let Asm = "$d, [$addr+$ur+$offset]";
  let OriIndex = 98;
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"type", 75, 73>, Place<"evict", 86, 84>];
  let Forms = [
    Form<0x983, 0, [], !listconcat(Common, [NoPlace<"ur">])>,
    Form<0x983, 1, [], !listconcat(Common, [Place<"ur", 39, 32>])>,
  ];
}

def STL : Inst<"STL", [], [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"type">>],
    [EnumMod<"evict", Evict, 1>, EnumMod<"type", MemType, 4>, OffsetMod<>], SchedStore> {
  let Summary = "store to local memory";
  let Writes = [LocalMemory];
  let ReadsLate = 1;
  let Asm = "[$addr+$ur+$offset], $data";
  let OriIndex = 99;
  defvar Common = [Place<"data", 39, 32>, Place<"addr", 31, 24>, Place<"offset", 63, 40>,
    Place<"type", 75, 73>, Place<"evict", 86, 84>];
  let Forms = [
    Form<0x387, 0, [], !listconcat(Common, [NoPlace<"ur">])>,
    Form<0x987, 1, [], !listconcat(Common, [Place<"ur", 71, 64>])>,
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
  let Rules = [Never<[ModIs<"type", ["B128"]>]>];
  let OriIndex = 89;
  let Reads = [ConstantMemory];
  let Forms = [
    Form<0xb82, 0, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 53, 38>,
      Place<"bank", 58, 54>, Place<"type", 75, 73>, Place<"mode", 79, 78>]>,
  ];
}

def ULDC : Inst<"ULDC", [DefU<"d", WidthBy<"type">>], [UseUR<"addr">],
    [EnumMod<"type", MemType, 4>, IntMod<"bank", 5>, OffsetMod<17>], SchedULDC> {
  let Summary = "load from a constant bank into uniform registers";
  let Asm = "$d, c[$bank][$addr+$offset]";
  let Reads = [ConstantMemory];
  let UniformGuard = 1;
  let Rules = [Never<[ModIs<"type", ["B128"]>]>];
  defvar Common = [Place<"d", 23, 16>, Place<"bank", 58, 54>, Place<"type", 75, 73>];
  let Forms = [
    Form<0xab9, 0, [], !listconcat(Common, [NoPlace<"addr">, Place<"offset", 53, 38>]),
      [], BeforeSM100>,
    Form<0xabb, 1, [], !listconcat(Common, [Place<"addr", 31, 24>, Place<"offset", 53, 38>]),
      [], BeforeSM100>,
  ];
}

def LDCU : Inst<"LDCU", [DefU<"d", WidthBy<"type">>], [UseUR<"addr">],
    [EnumMod<"type", MemType, 4>, IntMod<"bank", 5>, OffsetMod<17>], SchedLDCU> {
  let Summary = "load from a constant bank into uniform registers";
  let Asm = "$d, c[$bank][$addr?+$offset]";
  let Reads = [ConstantMemory];
  let UniformGuard = 1;
  let Forms = [
    Form<0x7ac, 1, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 53, 37>,
      Place<"bank", 58, 54>, Place<"type", 75, 73>], [], SM100Plus>,
  ];
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

def CopySize : ModEnum<"CopySize", 2, [
  NamedModValue<0, "", "B32">, NamedModValue<1, ".64", "B64">, NamedModValue<2, ".128", "B128">,
]>;
defvar CopyMods = [FlagMod<"e", ".E", 1>, FlagMod<"bypass", ".BYPASS">, EnumMod<"evict", Evict, 1>,
  EnumMod<"ltc", PrefetchSize>, EnumMod<"type", CopySize>, FlagMod<"zfill", ".ZFILL">,
  EnumMod<"order", MemOrder>, DescMod<>, PolicyMod<>, A64Mod<>, OffsetMod<12>,
  IntMod<"dstOffset", 20, /*isSigned=*/1>];
defvar CopyPlaces = [Place<"dst", 23, 16>, Place<"addr", 31, 24>, Place<"offset", 43, 32>,
  Place<"dstOffset", 63, 44>, NoPlace<"a64">, Place<"desc", 76, 76>, Place<"order", 80, 77>,
  InvPlace<"bypass", 81>, Place<"zfill", 82, 82>, Place<"evict", 86, 84>, Place<"pp", 89, 87>,
  Place<"ppNot", 90, 90>];
defvar OldCopyPlaces = !listconcat(CopyPlaces, [Place<"ur", 69, 64>, Place<"e", 70, 70>,
  Place<"ltc", 72, 71>, Place<"type", 74, 73>]);
defvar NewCopyPlaces = !listconcat(CopyPlaces, [NoPlace<"policy">, Place<"ur", 71, 64>,
  Place<"ltc", 73, 72>, Place<"type", 75, 74>, Place<"e", 83, 83>]);

/// Copies have no order, and no address but pairs.
defvar CopyRules = [Never<[ModIsNot<"order", ["Weak", "Constant"]>]>, Never<[ModClear<"e">]>];
def LDGSTS : Inst<"LDGSTS", [],
    [Use<"dst">, Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>, UseP<"pp">], CopyMods,
    SchedCopy> {
  let Summary = "copy from global to shared memory";
  let Reads = [GlobalMemory];
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let Rules = CopyRules;
  let Asm = "[$dst+$dstOffset.signed], ?desc{desc[$ur][$addr!$a64+$offset]}!desc{[$addr!$a64+$ur?+$offset]}, $pp?";
  let Forms = [
    Form<0xfae, 1, [], !listconcat(OldCopyPlaces, [PolicyPlace]), [FixedBits<75, 75, 1>],
      SM80ToSM89>,
    Form<0xfae, 1, [], !listconcat(OldCopyPlaces, [NoPlace<"policy">]), [FixedBits<75, 75, 1>],
      SM90Only>,
    Form<0xfae, 1, [], NewCopyPlaces, [], SM100Plus>,
  ];
}
def LDGSTS_UR : Inst<"LDGSTS", [],
    [Use<"dst">, Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<3>>, UseP<"pp">], CopyMods,
    SchedAsync> {
  let Summary = "copy from global to shared memory at a uniform address";
  let Description = [{`ur` is a part of the address in shared memory, the descriptor follows it.}];
  let Reads = [GlobalMemory];
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let Rules = CopyRules;
  let Asm = "[$dst+$ur+$dstOffset.signed], ?desc{desc[$ur.next][$addr!$a64+$offset]}!desc{[$addr!$a64+$offset]}, $pp?";
  let Forms = [
    Form<0xdae, 1, [], !listconcat(OldCopyPlaces, [PolicyPlace]), [FixedBits<75, 75, 1>],
      SM80ToSM89>,
    Form<0xdae, 1, [], !listconcat(OldCopyPlaces, [NoPlace<"policy">]), [FixedBits<75, 75, 1>],
      SM90Only>,
    Form<0xdae, 1, [], NewCopyPlaces, [], SM100Plus>,
  ];
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
  let Rules = [Never<[ModIs<"op", ["PML2", "DML2", "RML2"]>], SM75Only>];
  let Asm = "[$addr+$offset]";
  let OriIndex = 108;
  let Forms = [
    Form<0x98f, 0, [], [Place<"addr", 31, 24>, Place<"offset", 63, 32>, Place<"e", 72, 72>,
      Place<"cache", 79, 78>, Place<"op", 90, 87>]>,
  ];
}
def CCTLL : Inst<"CCTLL", [], [Use<"addr">], [EnumMod<"op", CctlOp>, OffsetMod<>], SchedStore> {
  let Summary = "cache control of one line of local memory";
  let Rules = [Never<[ModIs<"op", ["PML2", "DML2", "RML2"]>]>];
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let Asm = "[$addr+$offset]";
  let Forms = [
    Form<0x990, 0, [], [Place<"addr", 31, 24>, Place<"offset", 63, 40>, Place<"op", 90, 87>]>,
  ];
}
def CCTL_LDCU : Inst<"CCTL.E.C.LDCU.IV", [], [UseUR<"addr", Width<2>>],
    [FlagMod<"deep", ".DEEP">, OffsetMod<32>], SchedFence> {
  let Summary = "invalidate the constant cache of LDCU";
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let Asm = "[$addr?+$offset.signed]";
  let Forms = [
    Form<0x540, 1, [], [Place<"addr", 31, 24>, Place<"offset", 63, 32>, Place<"deep", 86, 86>],
      [FixedBits<80, 78, 2>, FixedBits<90, 87, 3>], SM100Plus>,
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
  let Sync = FenceSync;
  let Reads = AllMemory;
  let Writes = AllMemory;
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let Rules = [Never<[ModIs<"sem", ["MMIO"]>], SM75Only>];
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
  let InSharedOrder = 1;
  let Rules = [
    Never<[FormLacks<"ur">, ModIs<"a64", ["U32"]>]>,
    Never<[FormHas<"e">, ModClear<"e">, ModIs<"a64", ["A64"]>, SlotPresent<"addr">]>,
    Never<[FormHas<"ur">, ModIs<"a64", ["A64"]>, SlotAbsent<"addr">], SM90Plus>,
    Never<[ModIs<"space", ["D"]>], BeforeSM90>];
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
