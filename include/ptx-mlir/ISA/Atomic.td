//===- Atomic.td - Atomic memory operations ----------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer and float atomics share their opcodes up to sm_89, where the types have
// other numbers, and have their own from sm_90 on. On sm_100 uniform registers
// got eight bits, which moved the flags beside them.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_ATOMIC
#define PTXMLIR_ISA_ATOMIC

include "ptx-mlir/ISA/Forms.td"

include "ptx-mlir/ISA/Addressing.td"

/// Types of integer atomics.
def AtomType : ModEnum<"AtomType", 3, [
  NamedModValue<0, "", "U32">, NamedModValue<1, ".S32", "S32">,
  NamedModValue<2, ".64", "U64", 2>, ChangedModValue<3, ".S64", "S64", 5, ".S64", 2>,
  ChangedModValue<4, ".128", "B128", -1, "", 4>,
]> { let ChangedAt = 90; }
/// Types of float atomics.
class NewAtomFType<int value, string spelling, string enumName, int regs>
    : ChangedModValue<value, spelling, enumName, -1, "", regs>;
def AtomFType : ModEnum<"AtomFType", 4, [
  ChangedModValue<0, ".F16x2.RN", "F16x2", 4, ".F16x2.RN">,
  NewAtomFType<1, ".F16x4.RN", "F16x4", 2>, NewAtomFType<2, ".F16x8.RN", "F16x8", 4>,
  NewAtomFType<3, ".BF16x2.RN", "BF16x2", 1>, NewAtomFType<4, ".BF16x4.RN", "BF16x4", 2>,
  NewAtomFType<5, ".BF16x8.RN", "BF16x8", 4>,
  ChangedModValue<9, ".F32.FTZ.RN", "F32FTZ", 3, ".F32.FTZ.RN">,
  NewAtomFType<10, ".F32x2.FTZ.RN", "F32x2FTZ", 2>,
  NewAtomFType<11, ".F32x4.FTZ.RN", "F32x4FTZ", 4>, NewAtomFType<12, ".F32.RN", "F32", 1>,
  NewAtomFType<13, ".F32x2.RN", "F32x2", 2>, NewAtomFType<14, ".F32x4.RN", "F32x4", 4>,
  ChangedModValue<15, ".F64.RN", "F64", 6, ".F64.RN", 2>,
]> { let ChangedAt = 90; }
def AtomOp : ModEnum<"AtomOp", 4, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
  ModValue<8, ".EXCH">,
]>;
def RedOp : ModEnum<"RedOp", 3, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
]>;
def AtomFOp : ModEnum<"AtomFOp", 2, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">,
]>;

def AtomArriveOp : ModEnum<"AtomArriveOp", 4, [ModValue<9, ".ARRIVE">]>;
def AtomArriveType : ModEnum<"AtomArriveType", 4, [NamedModValue<2, ".64", "B64">]>;

def AtomCasOp : ModEnum<"AtomCasOp", 2, [
  ModValue<0, ".CAS">, ModValue<1, ".CAST">, ModValue<3, ".CAST.SPIN">,
]>;

/// Common parts of atomics on global and generic memory.
class AtomInst<string mnemonic, list<Slot> defs, list<Slot> extra, Mod op, Mod type>
    : Inst<mnemonic, defs,
        !listconcat([Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>,
                     Use<"data", R, WidthBy<"type">>], extra),
        [FlagMod<"e", ".E", 1>, op, EnumMod<"evict", Evict, 1>, type,
         EnumMod<"order", MemOrder>, DescMod<>, PolicyMod<>, A64Mod<>, OffsetMod<>],
        SchedAtomic> {
  let Reads = [GlobalMemory];
  let Writes = [GlobalMemory];
  let ReadsLate = 1;
  let Rules = !listconcat(GlobalAddrRules, AtomicOrders,
    [Never<[ModSet<"desc">, SlotAbsent<"addr">], SM80ToSM89>]);
  list<Place> AtomPlaces = [Place<"addr", 31, 24>, Place<"data", 39, 32>,
    Place<"order", 80, 77>, Place<"evict", 86, 84>];
  list<Place> DefPlaces = [Place<"d", 23, 16>, Place<"pu", 83, 81>];
}

/// sm_75 fills the field of the missing second operand.
defvar OldNoData2 = [FixedBits<71, 64, 255>];

/// The forms of an atomic operation: `old` places what the record has of its own on
/// sm_75 to sm_89, `places` from sm_90 on. From sm_100 on bit 63 is a64 and the
/// descriptor flag is at `newDesc`.
class AtomForms<int oldPlain, int oldUR, list<Place> old, list<FixedBits> oldFixed,
                int plain, int ur, list<Place> places, int newDesc> {
  defvar Plain = [NoPlace<"ur">, NoPlace<"desc">, NoPlace<"policy">, NoPlace<"e">,
    Place<"a64", 72, 72>, Place<"offset", 63, 40>];
  defvar Narrow = [Place<"ur", 69, 64>, Place<"a64", 70, 70>, Place<"e", 72, 72>,
    Place<"offset", 63, 40>];
  defvar Wide = [Place<"ur", 71, 64>, Place<"a64", 63, 63>, Place<"e", 72, 72>,
    SPlace<"offset", 62, 40>, Place<"desc", newDesc, newDesc>, NoPlace<"policy">];
  list<Form> L = [
    Form<oldPlain, 0, [], !listconcat(old, Plain), !listconcat(oldFixed, OldNoData2),
      SMRange<75, 75>>,
    Form<oldPlain, 0, [], !listconcat(old, Plain), oldFixed, SM80ToSM89>,
    Form<oldUR, 1, [], !listconcat(old, Narrow, [NoPlace<"desc">, NoPlace<"policy">]),
      oldFixed, SMRange<75, 75>>,
    Form<oldUR, 1, [], !listconcat(old, Narrow, [Place<"desc", 71, 71>, PolicyPlace]),
      oldFixed, SM80ToSM89>,
    Form<plain, 0, [], !listconcat(places, Plain), [], SM90Plus>,
    Form<ur, 1, [], !listconcat(places, Narrow, [Place<"desc", 71, 71>, NoPlace<"policy">]), [],
      SM90Only>,
    Form<ur, 1, [], !listconcat(places, Wide), [], SM100Plus>,
  ];
}
defvar AtomDefs = [Def<"d", R, WidthBy<"type">>, DefP<"pu">];

class AtomIntInst<string mnemonic, int plainOpcode, int urOpcode>
    : AtomInst<mnemonic, AtomDefs, [], EnumMod<"op", AtomOp>, EnumMod<"type", AtomType>> {
  let Asm = !strconcat("$pu, $d, ", GlobalAddrAsm, ", $data");
  defvar Common = !listconcat(AtomPlaces, DefPlaces, [Place<"type", 75, 73>, Place<"op", 90, 87>]);
  let Forms = AtomForms<plainOpcode, urOpcode, Common, [], plainOpcode, urOpcode, Common, 76>.L;
}
def ATOMG : AtomIntInst<"ATOMG", 0x3a8, 0x9a8> {
  let Summary = "atomic operation on global memory";
  let OriIndex = 103;
}
def ATOM : AtomIntInst<"ATOM", 0x38a, 0x98a> {
  let Summary = "atomic operation on generic memory";
  let Reads = GenericMemory;
  let Writes = GenericMemory;
  let OriIndex = 102;
}

class AtomFloatInst<string mnemonic, int oldPlain, int oldUR, int plainOpcode, int urOpcode>
    : AtomInst<mnemonic, AtomDefs, [], EnumMod<"op", AtomFOp>, EnumMod<"type", AtomFType, 12>> {
  let Asm = !strconcat("$pu, $d, ", GlobalAddrAsm, ", $data");
  defvar Common = !listconcat(AtomPlaces, DefPlaces, [Place<"type", 76, 73>]);
  let Forms = AtomForms<oldPlain, oldUR, !listconcat(Common, [Place<"op", 88, 87>]),
    [FixedBits<90, 89, 0>], plainOpcode, urOpcode, !listconcat(Common, [Place<"op", 89, 88>]),
    90>.L;
}
def ATOMG_F : AtomFloatInst<"ATOMG", 0x3a8, 0x9a8, 0x3a3, 0x9a3> {
  let Summary = "atomic float operation on global memory";
}
def ATOM_F : AtomFloatInst<"ATOM", 0x38a, 0x98a, 0x3a2, 0x9a2> {
  let Summary = "atomic float operation on generic memory";
  let Reads = GenericMemory;
  let Writes = GenericMemory;
}

/// Compare and swap has no uniform address; `data` is compared, `data2` stored.
class AtomCasInst<string mnemonic, int opcode>
    : Inst<mnemonic, AtomDefs,
        [Use<"addr", R, WidthBy<"e">>, Use<"data", R, WidthBy<"type">>,
         Use<"data2", R, WidthBy<"type">>],
        [FlagMod<"e", ".E", 1>, EnumMod<"op", AtomCasOp>, EnumMod<"evict", Evict, 1>,
         EnumMod<"type", AtomType>, EnumMod<"order", MemOrder>, OffsetMod<>], SchedAtomic> {
  let Reads = [GlobalMemory];
  let Writes = [GlobalMemory];
  let ReadsLate = 1;
  let Rules = !listconcat(AtomicOrders, [Never<[ModIs<"type", ["S64"]>]>]);
  let Asm = "$pu, $d, [$addr+$offset], $data, $data2";
  let Forms = [
    Form<opcode, 0, [], [Place<"d", 23, 16>, Place<"pu", 83, 81>, Place<"addr", 31, 24>,
      Place<"data", 39, 32>, Place<"offset", 63, 40>, Place<"data2", 71, 64>, Place<"e", 72, 72>,
      Place<"type", 75, 73>, Place<"order", 80, 77>, Place<"evict", 86, 84>,
      Place<"op", 88, 87>]>,
  ];
}
def ATOMG_CAS : AtomCasInst<"ATOMG", 0x3a9> {
  let Rules = !listconcat(AtomicOrders, [Never<[ModIs<"type", ["S64"]>]>, Never<[ModIsNot<"op", ["CAS"]>]>,
    Never<[SlotAbsent<"data">], SM75Only>]);
  let Summary = "compare and swap in global memory";
}
def ATOM_CAS : AtomCasInst<"ATOM", 0x38b> {
  let Summary = "compare and swap in generic memory";
  let Reads = GenericMemory;
  let Writes = GenericMemory;
}

//===----------------------------------------------------------------------===//
// Reductions: no result
//===----------------------------------------------------------------------===//

class RedInst<int opcode, Mod op, Mod type, list<Place> old, list<FixedBits> oldFixed,
              list<Place> places>
    : AtomInst<"REDG", [], [], op, type> {
  let Rules = !listconcat(GlobalAddrRules, AtomicOrders);
  let OldMnemonic = "RED";
  let MnemonicChangedAt = 90;
  let Asm = !strconcat(GlobalAddrAsm, ", $data");
  defvar Common = !listconcat(AtomPlaces, [Place<"offset", 63, 40>]);
  defvar Plain = !listconcat(Common, [NoPlace<"ur">, NoPlace<"desc">, NoPlace<"policy">,
    NoPlace<"e">, Place<"a64", 72, 72>]);
  defvar UR = !listconcat(Common, [Place<"ur", 71, 64>, Place<"e", 72, 72>,
    Place<"a64", 90, 90>]);
  defvar Narrow = !listconcat(Common, [Place<"ur", 69, 64>, Place<"e", 72, 72>,
    Place<"a64", 90, 90>]);
  let Forms = [
    Form<0x98e, 0, [], !listconcat(old, Plain), oldFixed, BeforeSM90>,
    Form<0x98e, 1, [], !listconcat(old, Narrow, [NoPlace<"desc">, NoPlace<"policy">]), oldFixed,
      SMRange<75, 75>>,
    Form<0x98e, 1, [], !listconcat(old, Narrow, [Place<"desc", 71, 71>, PolicyPlace]), oldFixed,
      SM80ToSM89>,
    Form<opcode, 0, [], !listconcat(places, Plain), [], SM90Plus>,
    Form<opcode, 1, [], !listconcat(places, Narrow, [Place<"desc", 71, 71>, NoPlace<"policy">]),
      [], SM90Only>,
    Form<opcode, 1, [], !listconcat(places, UR, [Place<"desc", 81, 81>, NoPlace<"policy">]), [],
      SM100Plus>,
  ];
}
def RED : RedInst<0x98e, EnumMod<"op", RedOp>, EnumMod<"type", AtomType>,
                  [Place<"type", 75, 73>, Place<"op", 89, 87>], [],
                  [Place<"type", 75, 73>, Place<"op", 89, 87>]> {
  let Rules = !listconcat(GlobalAddrRules, AtomicOrders, [Never<[ModIs<"type", ["B128"]>]>]);
  let Summary = "reduction into global memory";
  let OriIndex = 104;
}
def RED_F : RedInst<0x9a6, EnumMod<"op", AtomFOp>, EnumMod<"type", AtomFType, 12>,
                    [Place<"type", 76, 73>, Place<"op", 88, 87>], [FixedBits<89, 89, 0>],
                    [Place<"type", 76, 73>, Place<"op", 89, 88>]> {
  let Summary = "float reduction into global memory";
  let OriIndex = 104;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

def ATOMS : Inst<"ATOMS", [Def<"d", R, WidthBy<"type">>],
    [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"type">>],
    [EnumMod<"op", AtomOp>, EnumMod<"type", AtomType>, ScaleMod<>, OffsetMod<>], SchedAtomic> {
  let Summary = "atomic operation on shared memory";
  let InSharedOrder = 1;
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let Rules = !listconcat(SharedAddrRules, [Never<[ModIs<"type", ["S64"]>]>]);
  let Asm = !strconcat("$d, ", SharedAddrAsm, ", $data");
  let OriIndex = 105;
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"data", 39, 32>,
    Place<"offset", 63, 40>, Place<"type", 75, 73>, Place<"scale", 79, 78>, Place<"op", 90, 87>];
  let Forms = [
    Form<0x38c, 0, [], !listconcat(Common, [NoPlace<"ur">]), OldNoData2, SMRange<75, 75>>,
    Form<0x38c, 0, [], !listconcat(Common, [NoPlace<"ur">]), [], SM80Plus>,
    Form<0x98c, 1, [], !listconcat(Common, [Place<"ur", 71, 64>])>,
  ];
}

def ATOMS_CAS : Inst<"ATOMS", [Def<"d", R, WidthBy<"type">>],
    [Use<"addr">, Use<"data", R, WidthBy<"type">>, Use<"data2", R, WidthBy<"type">>],
    [EnumMod<"op", AtomCasOp>, EnumMod<"type", AtomType>, ScaleMod<>, OffsetMod<>], SchedAtomic> {
  let Summary = "compare and swap in shared memory";
  let InSharedOrder = 1;
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let Rules = [ScaledAddr, Never<[ModIs<"type", ["S64"]>]>];
  let Asm = "$d, [$addr$scale+$offset], $data, $data2";
  let Forms = [
    Form<0x38d, 0, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"data", 39, 32>,
      Place<"offset", 63, 40>, Place<"data2", 71, 64>, Place<"type", 75, 73>,
      Place<"scale", 79, 78>, Place<"op", 88, 87>]>,
  ];
}

/// Says whether the exchange happened instead of giving the old value.
def ATOMS_CAST : Inst<"ATOMS", [DefP<"pu">],
    [Use<"addr">, Use<"data", R, WidthBy<"type">>, Use<"data2", R, WidthBy<"type">>],
    [EnumMod<"op", AtomCasOp, 3>, EnumMod<"type", AtomType>, ScaleMod<>, OffsetMod<>],
    SchedAtomic> {
  let Summary = "compare and swap in shared memory, giving a predicate";
  let InSharedOrder = 1;
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let Rules = [ScaledAddr, Never<[ModIs<"type", ["S64"]>]>, Never<[ModIs<"op", ["CAS"]>]>];
  let Asm = "$pu, [$addr$scale+$offset], $data, $data2";
  let Forms = [
    Form<0x58d, 0, [], [Place<"pu", 83, 81>, Place<"addr", 31, 24>, Place<"data", 39, 32>,
      Place<"offset", 63, 40>, Place<"data2", 71, 64>, Place<"type", 75, 73>,
      Place<"scale", 79, 78>, Place<"op", 88, 87>], [], SM100Plus>,
  ];
}

/// Barriers in memory on sm_80 to sm_89.
def ATOMS_ARRIVE : Inst<"ATOMS.ARRIVE.64", [Def<"d", R, Width<2>>], [Use<"addr">, Use<"ur", UR>],
    [ScaleMod<>, OffsetMod<>], SchedAtomic> {
  let Summary = "arrive at a barrier in shared memory";
  let InSharedOrder = 1;
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let Asm = !strconcat("$d, ", SharedAddrAsm);
  let Forms = [
    Form<0xf8c, 1, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"ur", 69, 64>,
      Place<"offset", 63, 40>, Place<"scale", 79, 78>],
      [FixedBits<75, 73, 2>, FixedBits<90, 87, 9>], SM80ToSM89>,
  ];
}
def ATOM_ARRIVE : Inst<"ATOM", [DefP<"pu">, Def<"d", R, Width<2>>],
    [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>],
    [FlagMod<"e", ".E", 1>, EnumMod<"op", AtomArriveOp, 9>, EnumMod<"evict", Evict, 1>,
     EnumMod<"type", AtomArriveType, 2>, EnumMod<"order", MemOrder, 5>, A64Mod<>, OffsetMod<>],
    SchedAtomic> {
  let Summary = "arrive at a barrier in generic memory";
  let Reads = GenericMemory;
  let Writes = GenericMemory;
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let Rules = !listconcat(AtomicOrders, [Never<[ModClear<"e">]>]);
  let Asm = "$pu, $d, [$addr$a64+$ur+$offset]";
  let Forms = [
    Form<0xf8a, 1, [], [Place<"d", 23, 16>, Place<"pu", 83, 81>, Place<"addr", 31, 24>,
      Place<"ur", 69, 64>, Place<"a64", 70, 70>, Place<"e", 72, 72>, Place<"offset", 63, 40>,
      Place<"type", 76, 73>, Place<"order", 80, 77>, Place<"evict", 86, 84>,
      Place<"op", 90, 87>], [], SM80ToSM89>,
  ];
}

def ATOMS_POPC_INC : Inst<"ATOMS.POPC.INC.32", [Def<"d">], [Use<"addr">, Use<"ur", UR>],
    [ScaleMod<>, OffsetMod<>], SchedAtomic> {
  let Summary = "add the number of active threads to shared memory";
  let InSharedOrder = 1;
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let ReadsLate = 1;
  let IsConvergent = 1;
  let Asm = !strconcat("$d, ", SharedAddrAsm);
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"ur", 71, 64>,
    Place<"offset", 63, 40>, Place<"scale", 79, 78>];
  let Forms = [
    Form<0xf8c, 1, [], Common, [FixedBits<75, 73, 0>, FixedBits<90, 87, 10>], SM80ToSM89>,
    Form<0xf8c, 1, [], Common, [FixedBits<90, 87, 11>], SM90Plus>,
  ];
}

#endif // PTXMLIR_ISA_ATOMIC
