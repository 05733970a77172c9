//===- Atomic.td - Atomic memory operations ----------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer and float atomics have their own opcodes on sm_90; the float formats
// of sm_75 to sm_89 and the fields that moved on sm_100 are not here yet.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_ATOMIC
#define PTXMLIR_ISA_ATOMIC

include "ptx-mlir/ISA/Forms.td"

include "ptx-mlir/ISA/Addressing.td"

/// Types of integer atomics on sm_90 and later.
def AtomType : ModEnum<"AtomType", 3, [
  NamedModValue<0, "", "U32">, NamedModValue<1, ".S32", "S32">,
  NamedModValue<2, ".64", "U64", 2>, NamedModValue<3, ".S64", "S64", 2>,
  NamedModValue<4, ".128", "B128", 4>,
]>;
/// Types of float atomics on sm_90 and later.
def AtomFType : ModEnum<"AtomFType", 4, [
  NamedModValue<0, ".F16x2.RN", "F16x2", 1>, NamedModValue<1, ".F16x4.RN", "F16x4", 2>,
  NamedModValue<2, ".F16x8.RN", "F16x8", 4>, NamedModValue<3, ".BF16x2.RN", "BF16x2", 1>,
  NamedModValue<4, ".BF16x4.RN", "BF16x4", 2>, NamedModValue<5, ".BF16x8.RN", "BF16x8", 4>,
  NamedModValue<9, ".F32.FTZ.RN", "F32FTZ", 1>, NamedModValue<10, ".F32x2.FTZ.RN", "F32x2FTZ", 2>,
  NamedModValue<11, ".F32x4.FTZ.RN", "F32x4FTZ", 4>, NamedModValue<12, ".F32.RN", "F32", 1>,
  NamedModValue<13, ".F32x2.RN", "F32x2", 2>, NamedModValue<14, ".F32x4.RN", "F32x4", 4>,
  NamedModValue<15, ".F64.RN", "F64", 2>,
]>;
def AtomOp : ModEnum<"AtomOp", 4, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
  ModValue<8, ".EXCH">, ModValue<9, ".SAFEADD">,
]>;
def RedOp : ModEnum<"RedOp", 3, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
]>;
def AtomFOp : ModEnum<"AtomFOp", 2, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">,
]>;

def AtomCasOp : ModEnum<"AtomCasOp", 2, [
  ModValue<0, ".CAS">, ModValue<1, ".CAST">, ModValue<3, ".CAST.SPIN">,
]>;

/// Common parts of atomics on global and generic memory.
class AtomInst<string mnemonic, list<Slot> defs, list<Slot> extra, Mod op, Mod type>
    : Inst<mnemonic, defs,
        !listconcat([Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>,
                     Use<"data", R, WidthBy<"type">>], extra),
        [FlagMod<"e", ".E", 1>, op, EnumMod<"evict", Evict, 1>, type,
         EnumMod<"order", MemOrder>, DescMod<>, A64Mod<>, OffsetMod<>], SchedAtomic> {
  let ReadsMemory = 1;
  let WritesMemory = 1;
  let ReadsLate = 1;
  list<Place> AtomPlaces = [Place<"addr", 31, 24>, Place<"data", 39, 32>, Place<"offset", 63, 40>,
    Place<"order", 80, 77>, Place<"evict", 86, 84>];
  list<Place> DefPlaces = [Place<"d", 23, 16>, Place<"pu", 83, 81>];
  list<Place> PlainPlaces = [NoPlace<"ur">, NoPlace<"desc">, NoPlace<"e">, Place<"a64", 72, 72>];
  list<Place> URPlaces = [Place<"ur", 69, 64>, Place<"a64", 70, 70>, Place<"desc", 71, 71>,
    Place<"e", 72, 72>];
}
defvar AtomDefs = [Def<"d", R, WidthBy<"type">>, DefP<"pu">];

class AtomIntInst<string mnemonic, int plainOpcode, int urOpcode>
    : AtomInst<mnemonic, AtomDefs, [], EnumMod<"op", AtomOp>, EnumMod<"type", AtomType>> {
  let Asm = !strconcat("$pu, $d, ", GlobalAddrAsm, ", $data");
  defvar Common = !listconcat(AtomPlaces, DefPlaces, [Place<"type", 75, 73>, Place<"op", 90, 87>]);
  let Forms = [
    Form<plainOpcode, 0, [], !listconcat(Common, PlainPlaces), [], SM90Only>,
    Form<urOpcode, 1, [], !listconcat(Common, URPlaces), [], SM90Only>,
  ];
}
def ATOMG : AtomIntInst<"ATOMG", 0x3a8, 0x9a8> {
  let Summary = "atomic operation on global memory";
  let OriIndex = 103;
}
def ATOM : AtomIntInst<"ATOM", 0x38a, 0x98a> {
  let Summary = "atomic operation on generic memory";
  let OriIndex = 102;
}

class AtomFloatInst<string mnemonic, int plainOpcode, int urOpcode>
    : AtomInst<mnemonic, AtomDefs, [], EnumMod<"op", AtomFOp>, EnumMod<"type", AtomFType, 12>> {
  let Asm = !strconcat("$pu, $d, ", GlobalAddrAsm, ", $data");
  defvar Common = !listconcat(AtomPlaces, DefPlaces, [Place<"type", 76, 73>, Place<"op", 89, 88>]);
  let Forms = [
    Form<plainOpcode, 0, [], !listconcat(Common, PlainPlaces), [], SM90Only>,
    Form<urOpcode, 1, [], !listconcat(Common, URPlaces), [], SM90Only>,
  ];
}
def ATOMG_F : AtomFloatInst<"ATOMG", 0x3a3, 0x9a3> {
  let Summary = "atomic float operation on global memory";
}
def ATOM_F : AtomFloatInst<"ATOM", 0x3a2, 0x9a2> {
  let Summary = "atomic float operation on generic memory";
}

/// Compare and swap has no uniform address; `data` is compared, `data2` stored.
class AtomCasInst<string mnemonic, int opcode>
    : Inst<mnemonic, AtomDefs,
        [Use<"addr", R, WidthBy<"e">>, Use<"data", R, WidthBy<"type">>,
         Use<"data2", R, WidthBy<"type">>],
        [FlagMod<"e", ".E", 1>, EnumMod<"op", AtomCasOp>, EnumMod<"evict", Evict, 1>,
         EnumMod<"type", AtomType>, EnumMod<"order", MemOrder>, OffsetMod<>], SchedAtomic> {
  let ReadsMemory = 1;
  let WritesMemory = 1;
  let ReadsLate = 1;
  let Asm = "$pu, $d, [$addr+$offset], $data, $data2";
  let Forms = [
    Form<opcode, 0, [], [Place<"d", 23, 16>, Place<"pu", 83, 81>, Place<"addr", 31, 24>,
      Place<"data", 39, 32>, Place<"offset", 63, 40>, Place<"data2", 71, 64>, Place<"e", 72, 72>,
      Place<"type", 75, 73>, Place<"order", 80, 77>, Place<"evict", 86, 84>,
      Place<"op", 88, 87>], [], SM80Plus>,
  ];
}
def ATOMG_CAS : AtomCasInst<"ATOMG", 0x3a9> {
  let Summary = "compare and swap in global memory";
}
def ATOM_CAS : AtomCasInst<"ATOM", 0x38b> {
  let Summary = "compare and swap in generic memory";
}

//===----------------------------------------------------------------------===//
// Reductions: no result
//===----------------------------------------------------------------------===//

class RedInst<int opcode, Mod op, Mod type, list<Place> places>
    : AtomInst<"REDG", [], [], op, type> {
  let Asm = !strconcat(GlobalAddrAsm, ", $data");
  defvar Common = !listconcat(AtomPlaces, places);
  let Forms = [
    Form<opcode, 0, [], !listconcat(Common, PlainPlaces), [], SM90Only>,
    Form<opcode, 1, [], !listconcat(Common, [Place<"ur", 69, 64>, Place<"desc", 71, 71>,
      Place<"e", 72, 72>, Place<"a64", 90, 90>]), [], SM90Only>,
  ];
}
def RED : RedInst<0x98e, EnumMod<"op", RedOp>, EnumMod<"type", AtomType>,
                  [Place<"type", 75, 73>, Place<"op", 89, 87>]> {
  let Summary = "reduction into global memory";
  let OriIndex = 104;
}
def RED_F : RedInst<0x9a6, EnumMod<"op", AtomFOp>, EnumMod<"type", AtomFType, 12>,
                    [Place<"type", 76, 73>, Place<"op", 89, 88>]> {
  let Summary = "float reduction into global memory";
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

def ATOMS : Inst<"ATOMS", [Def<"d", R, WidthBy<"type">>],
    [Use<"addr">, Use<"ur", UR>, Use<"data", R, WidthBy<"type">>],
    [EnumMod<"op", AtomOp>, EnumMod<"type", AtomType>, ScaleMod<>, OffsetMod<>], SchedAtomic> {
  let Summary = "atomic operation on shared memory";
  let ReadsMemory = 1;
  let WritesMemory = 1;
  let ReadsLate = 1;
  let Asm = !strconcat("$d, ", SharedAddrAsm, ", $data");
  let OriIndex = 105;
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"data", 39, 32>,
    Place<"offset", 63, 40>, Place<"type", 75, 73>, Place<"scale", 79, 78>, Place<"op", 90, 87>];
  let Forms = [
    Form<0x38c, 0, [], !listconcat(Common, [NoPlace<"ur">])>,
    Form<0x98c, 1, [], !listconcat(Common, [Place<"ur", 71, 64>])>,
  ];
}

def ATOMS_CAS : Inst<"ATOMS", [Def<"d", R, WidthBy<"type">>],
    [Use<"addr">, Use<"data", R, WidthBy<"type">>, Use<"data2", R, WidthBy<"type">>],
    [EnumMod<"op", AtomCasOp>, EnumMod<"type", AtomType>, ScaleMod<>, OffsetMod<>], SchedAtomic> {
  let Summary = "compare and swap in shared memory";
  let ReadsMemory = 1;
  let WritesMemory = 1;
  let ReadsLate = 1;
  let Asm = "$d, [$addr$scale+$offset], $data, $data2";
  let Forms = [
    Form<0x38d, 0, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"data", 39, 32>,
      Place<"offset", 63, 40>, Place<"data2", 71, 64>, Place<"type", 75, 73>,
      Place<"scale", 79, 78>, Place<"op", 88, 87>]>,
  ];
}

def ATOMS_POPC_INC : Inst<"ATOMS.POPC.INC.32", [Def<"d">], [Use<"addr">, Use<"ur", UR>],
    [ScaleMod<>, OffsetMod<>], SchedAtomic> {
  let Summary = "add the number of active threads to shared memory";
  let ReadsMemory = 1;
  let WritesMemory = 1;
  let ReadsLate = 1;
  let IsConvergent = 1;
  let Asm = !strconcat("$d, ", SharedAddrAsm);
  defvar Common = [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"ur", 71, 64>,
    Place<"offset", 63, 40>, Place<"scale", 79, 78>];
  let Forms = [
    Form<0xf8c, 1, [], Common, [FixedBits<90, 87, 10>], SM80ToSM89>,
    Form<0xf8c, 1, [], Common, [FixedBits<90, 87, 11>], SM90Plus>,
  ];
}

#endif // PTXMLIR_ISA_ATOMIC
