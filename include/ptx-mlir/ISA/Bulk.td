//===- Bulk.td - Bulk and tensor copies --------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies that the tensor memory unit makes: all operands are uniform registers.
// The block that `coord` begins holds, in order, the shared address, for loads
// the barrier's address, and one coordinate per dimension. A form with bit 76 has
// a descriptor with the cache policy.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_BULK
#define PTXMLIR_ISA_BULK

include "ptx-mlir/ISA/Forms.td"

include "ptx-mlir/ISA/Addressing.td"

class BulkInst<string mnemonic, list<Slot> uses, list<Mod> mods = []>
    : Inst<mnemonic, [], uses, mods, SchedAsync> {
  let Reads = [GlobalMemory, SharedMemory];
  let Writes = [GlobalMemory, SharedMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let UniformGuard = 1;
  let ReadsLate = 1;
}

/// The two forms, without and with a cache policy, of one opcode.
class PolicyForms<int opcode, list<Place> places, list<FixedBits> fixed = [],
                  SMRange sms = SM90Plus> {
  list<Form> L = [
    Form<opcode, 1, [], !listconcat(places, [NoPlace<"policy">]),
      !listconcat(fixed, [FixedBits<76, 76, 0>]), sms>,
    Form<opcode, 1, [], !listconcat(places, [Place<"policy", 47, 40>]),
      !listconcat(fixed, [FixedBits<76, 76, 1>]), sms>,
  ];
}
defvar PolicyAsm = "?policy{, desc[$policy]}";

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

/// .S shared, .G global memory; the first is the destination.
def BulkDirection : ModEnum<"BulkDirection", 2, [
  NamedModValue<1, ".S.G", "SharedFromGlobal", 2>, NamedModValue<2, ".G.S", "GlobalFromShared">,
  NamedModValue<3, ".S.S", "SharedFromShared">,
]>;
def UBLKCP : BulkInst<"UBLKCP",
    [UseUR<"dst", Width<2>>, UseUR<"src", WidthBy<"direction">>, UseUR<"size">,
     UseUR<"policy", Width<2>>],
    [EnumMod<"direction", BulkDirection, 1>, FlagMod<"multicast", ".MULTICAST">,
     FlagMod<"byteMask", ".DST_G_BYTE_MASK">]> {
  let Summary = "copy a block of memory";
  let Facts = [FactIf<IsCompatFeature, [ModIs<"direction", ["SharedFromGlobal"]>]>];
  let Asm = !strconcat("[$dst], [$src], $size", PolicyAsm);
  defvar Common = [Place<"src", 31, 24>, Place<"dst", 39, 32>, Place<"size", 71, 64>,
    Place<"direction", 74, 73>, Place<"multicast", 75, 75>];
  let Forms = !listconcat(
    PolicyForms<0x3ba, !listconcat(Common, [NoPlace<"byteMask">]), [], SM90Only>.L,
    PolicyForms<0x3ba, !listconcat(Common, [Place<"byteMask", 84, 84>]), [], SM100Plus>.L);
}
def UBLKPF : BulkInst<"UBLKPF.L2", [UseUR<"addr", Width<2>>, UseUR<"size">,
                                    UseUR<"policy", Width<2>>]> {
  let Summary = "prefetch a block of memory into L2";
  let Reads = [GlobalMemory];
  let Writes = [];
  let Asm = !strconcat("[$addr], $size", PolicyAsm);
  let Forms = PolicyForms<0x3bc, [Place<"addr", 31, 24>, Place<"size", 71, 64>]>.L;
}
def BulkRedType : ModEnum<"BulkRedType", 4, [
  NamedModValue<0, "", "U32">, NamedModValue<1, ".S32", "S32">, NamedModValue<2, ".U64", "U64">,
  NamedModValue<3, ".S64", "S64">, NamedModValue<4, ".F16.RN", "F16">,
  NamedModValue<5, ".F32.RN", "F32">, NamedModValue<6, ".F32.FTZ.RN", "F32FTZ">,
  NamedModValue<7, ".F64.RN", "F64">, NamedModValue<8, ".BF16.RN", "BF16">,
]>;
def BulkRedDirection : ModEnum<"BulkRedDirection", 2, [
  NamedModValue<2, ".G.S", "GlobalFromShared">, NamedModValue<3, ".S.S", "SharedFromShared">,
]>;
def BulkRedOp : ModEnum<"BulkRedOp", 3, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
]>;
def UBLKRED : BulkInst<"UBLKRED",
    [UseUR<"dst", Width<2>>, UseUR<"src">, UseUR<"size">, UseUR<"policy", Width<2>>],
    [EnumMod<"direction", BulkRedDirection, 2>, EnumMod<"op", BulkRedOp>,
     EnumMod<"type", BulkRedType>]> {
  let Summary = "reduce a block of shared memory into memory";
  let Asm = !strconcat("[$dst], [$src], $size", PolicyAsm);
  let Forms = PolicyForms<0x3bb, [Place<"src", 31, 24>, Place<"dst", 39, 32>,
    Place<"size", 71, 64>, Place<"direction", 74, 73>, Place<"type", 84, 81>,
    Place<"op", 89, 87>]>.L;
}
def UMEMSETS : BulkInst<"UMEMSETS.64", [UseUR<"addr">, UseUR<"value">, UseUR<"size">],
                        [OffsetMod<>]> {
  let Summary = "fill a block of shared memory";
  let Reads = [];
  let Writes = [SharedMemory];
  // Only zero was seen to be taken.
  let Rules = [Never<[SlotPresent<"value">]>];
  let Asm = "[$addr?+$offset.signed], $value, $size";
  let Forms = [Form<0x3cb, 1, [], [Place<"addr", 31, 24>, Place<"value", 39, 32>,
    Place<"offset", 63, 40>, Place<"size", 71, 64>], [], SM100Plus>];
}

//===----------------------------------------------------------------------===//
// Tensor copies
//===----------------------------------------------------------------------===//

class TensorDim<string cppName, int extra> : ModEnum<cppName, 3, [
  NamedModValue<0, ".1D", "D1", !add(extra, 1)>, NamedModValue<1, ".2D", "D2", !add(extra, 2)>,
  NamedModValue<2, ".3D", "D3", !add(extra, 3)>, NamedModValue<3, ".4D", "D4", !add(extra, 4)>,
  NamedModValue<4, ".5D", "D5", !add(extra, 5)>,
]>;
def TensorLoadDim : TensorDim<"TensorLoadDim", 2>;
def TensorStoreDim : TensorDim<"TensorStoreDim", 1>;
def TensorPrefetchDim : TensorDim<"TensorPrefetchDim", 0>;

/// How the box lies in the tensor; W and W128 from sm_100 on.
def TensorMode : ModEnum<"TensorMode", 2, [
  NamedModValue<0, "", "Tile">, NamedModValue<1, ".IM2COL", "Im2col">,
  ChangedModValue<2, ".W128", "W128", -1, "">, ChangedModValue<3, ".W", "W", -1, "">,
]> { let ChangedAt = 100; }

defvar TensorPlaces = [Place<"tensor", 31, 24>, Place<"coord", 39, 32>];
/// One column of four rows: GATHER4 and SCATTER4 have five coordinates.
defvar FixedRows = [FixedBits<81, 79, 1>];

class TensorLoad<string mnemonic, RegWidth coords, list<Mod> mods>
    : BulkInst<mnemonic,
        [UseUR<"coord", coords>, UseUR<"tensor", Width<2>>, UseUR<"c">,
         UseUR<"policy", Width<2>>], mods> {
  let Asm = !strconcat("[$coord], [$tensor]?c{, $c}", PolicyAsm);
}
/// Pairs of CTAs and boxes of 128 columns came with sm_100 and are not on sm_120.
defvar NoPair = Never<[ModSet<"pair">], SM120Plus>;
defvar NoW128 = Never<[ModIs<"mode", ["W128"]>], SM120Plus>;
def UTMALDG : TensorLoad<"UTMALDG", WidthBy<"dim">,
    [EnumMod<"dim", TensorLoadDim, 1>, EnumMod<"mode", TensorMode>,
     FlagMod<"multicast", ".MULTICAST">, FlagMod<"pair", ".2CTA">]> {
  let Summary = "load a box of a tensor into shared memory";
  let Facts = [Always<IsCompatFeature>, Always<UsesTensorMap>];
  let Reads = [GlobalMemory];
  let Writes = [SharedMemory];
  let Rules = [NoPair, NoW128];
  defvar Short = !listconcat(TensorPlaces, [Place<"dim", 81, 79>, NoPlace<"c">, NoPlace<"mode">,
    NoPlace<"multicast">]);
  defvar Long = !listconcat(TensorPlaces, [Place<"dim", 81, 79>, Place<"c", 71, 64>,
    Place<"mode", 83, 82>, Place<"multicast", 75, 75>]);
  let Forms = !listconcat(
    PolicyForms<0x5b4, !listconcat(Short, [NoPlace<"pair">]), [], SM90Only>.L,
    PolicyForms<0x3b4, !listconcat(Long, [NoPlace<"pair">]), [], SM90Only>.L,
    PolicyForms<0x5b4, !listconcat(Short, [Place<"pair", 85, 85>]), [FixedBits<84, 84, 0>],
      SM100Plus>.L,
    PolicyForms<0x3b4, !listconcat(Long, [Place<"pair", 85, 85>]), [FixedBits<84, 84, 0>],
      SM100Plus>.L);
}
def UTMALDG_GATHER4 : TensorLoad<"UTMALDG.2D.GATHER4", Width<7>,
    [FlagMod<"multicast", ".MULTICAST">, FlagMod<"pair", ".2CTA">]> {
  let Summary = "load four rows of a tensor into shared memory";
  let Facts = [Always<IsCompatFeature>, Always<UsesTensorMap>];
  let Reads = [GlobalMemory];
  let Writes = [SharedMemory];
  let Rules = [NoPair];
  defvar Common = !listconcat(TensorPlaces, [Place<"pair", 85, 85>]);
  defvar Fixed = !listconcat(FixedRows, [FixedBits<84, 84, 1>]);
  let Forms = !listconcat(
    PolicyForms<0x5b4, !listconcat(Common, [NoPlace<"c">, NoPlace<"multicast">]), Fixed,
      SM100Plus>.L,
    PolicyForms<0x3b4, !listconcat(Common, [Place<"c", 71, 64>, Place<"multicast", 75, 75>]),
      Fixed, SM100Plus>.L);
}

class TensorStore<string mnemonic, RegWidth coords, list<Mod> mods>
    : BulkInst<mnemonic, [UseUR<"coord", coords>, UseUR<"tensor", Width<2>>,
                          UseUR<"policy", Width<2>>], mods> {
  let Asm = !strconcat("[$coord], [$tensor]", PolicyAsm);
}
def UTMASTG : TensorStore<"UTMASTG", WidthBy<"dim">,
    [EnumMod<"dim", TensorStoreDim, 1>, FlagMod<"im2col", ".IM2COL">]> {
  let Summary = "store a box of shared memory into a tensor";
  let Facts = [Always<IsCompatFeature>, Always<UsesTensorMap>];
  let Writes = [GlobalMemory];
  let Forms = PolicyForms<0x3b5, !listconcat(TensorPlaces, [Place<"dim", 81, 79>,
    Place<"im2col", 82, 82>]), [FixedBits<83, 83, 0>]>.L;
}
def UTMASTG_SCATTER4 : TensorStore<"UTMASTG.2D.SCATTER4", Width<6>, []> {
  let Summary = "store four rows of shared memory into a tensor";
  let Facts = [Always<IsCompatFeature>, Always<UsesTensorMap>];
  let Writes = [GlobalMemory];
  let Forms = PolicyForms<0x3b5, TensorPlaces, !listconcat(FixedRows, [FixedBits<83, 82, 2>]),
    SM100Plus>.L;
}
def TensorRedOp : ModEnum<"TensorRedOp", 3, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
]>;
def UTMAREDG : TensorStore<"UTMAREDG", WidthBy<"dim">,
    [EnumMod<"dim", TensorStoreDim, 1>, FlagMod<"im2col", ".IM2COL">, EnumMod<"op", TensorRedOp>]> {
  let Summary = "reduce a box of shared memory into a tensor";
  let Facts = [Always<IsCompatFeature>, Always<UsesTensorMap>];
  let Writes = [GlobalMemory];
  let Forms = PolicyForms<0x3b6, !listconcat(TensorPlaces, [Place<"dim", 81, 79>,
    Place<"im2col", 82, 82>, Place<"op", 89, 87>])>.L;
}
/// `c` are the offsets of im2col.
def UTMAPF : TensorLoad<"UTMAPF.L2", WidthBy<"dim">,
    [EnumMod<"dim", TensorPrefetchDim, 1>, EnumMod<"mode", TensorMode>]> {
  let Facts = [Always<IsCompatFeature>, Always<UsesTensorMap>];
  let Rules = [NoW128, Never<[FormHas<"mode">, ModIs<"mode", ["0"]>]>];
  let Summary = "prefetch a box of a tensor into L2";
  let Reads = [GlobalMemory];
  let Writes = [];
  defvar Common = !listconcat(TensorPlaces, [Place<"dim", 81, 79>]);
  let Forms = !listconcat(
    PolicyForms<0x5b8, !listconcat(Common, [NoPlace<"c">, NoPlace<"mode">]),
      [FixedBits<84, 84, 0>]>.L,
    PolicyForms<0x3b8, !listconcat(Common, [Place<"c", 71, 64>, Place<"mode", 83, 82>])>.L);
}
def UTMAPF_GATHER4 : TensorStore<"UTMAPF.L2.2D.GATHER4", Width<5>, []> {
  let Summary = "prefetch four rows of a tensor into L2";
  let Facts = [Always<IsCompatFeature>, Always<UsesTensorMap>];
  let Reads = [GlobalMemory];
  let Writes = [];
  let Forms = PolicyForms<0x5b8, TensorPlaces, !listconcat(FixedRows, [FixedBits<84, 84, 1>]),
    SM100Plus>.L;
}
def TensorCctlOp : ModEnum<"TensorCctlOp", 1, [ModValue<0, ".IV">, ModValue<1, ".PF">]>;
def UTMACCTL : BulkInst<"UTMACCTL", [UseUR<"tensor", Width<2>>],
                        [EnumMod<"op", TensorCctlOp>]> {
  let Summary = "invalidate or prefetch a tensor's description";
  let Facts = [Always<IsCompatFeature>];
  let Reads = [GlobalMemory];
  let Writes = [];
  let Asm = "[$tensor]";
  let Forms = [Form<0x9b9, 1, [], [Place<"tensor", 31, 24>, Place<"op", 82, 82>], [], SM90Plus>];
}
def UTMACMDFLUSH : Inst<"UTMACMDFLUSH", [], [], [], SchedAsync> {
  let Summary = "commit the tensor copies issued so far";
  let Sync = BulkGroupSync;
  let UniformGuard = 1;
  let HasSideEffects = 1;
  let Forms = [Form<0x9b7, 0, [], [], [], SM90Plus>];
}

//===----------------------------------------------------------------------===//
// Cluster launch control
//===----------------------------------------------------------------------===//

def WorkIdCast : ModEnum<"WorkIdCast", 1, [ModValue<0, ".SELFCAST">, ModValue<1, ".BROADCAST">]>;
/// `addr` is the address of the response, addr + 1 the barrier's.
def UGETNEXTWORKID : BulkInst<"UGETNEXTWORKID", [UseUR<"addr", Width<2>>],
                              [EnumMod<"cast", WorkIdCast>]> {
  let Sched = SchedCopy;
  let Rules = [Never<[SlotAbsent<"addr">]>];
  let Summary = "ask for the next cluster of the grid";
  let Reads = [];
  let Writes = [SharedMemory];
  let Asm = "[$addr], [$addr.next]";
  let Forms = [Form<0x3ca, 1, [], [Place<"addr", 31, 24>, Place<"cast", 72, 72>], [],
                    SM100Plus>];
}

#endif // PTXMLIR_ISA_BULK
