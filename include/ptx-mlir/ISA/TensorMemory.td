//===- TensorMemory.td - Tensor memory and its products ----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05 of sm_100a, sm_103a and sm_110a. Uniform registers hold addresses in tensor
// memory (tmem) and descriptors of matrices in shared memory (gdesc). With .2CTA two
// CTAs of a cluster work together.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_TENSORMEMORY
#define PTXMLIR_ISA_TENSORMEMORY

include "ptx-mlir/ISA/Addressing.td"

/// The SMs with tensor memory.
def SM100ToSM110 : SMRange<100, 110>;

class PairMod : FlagMod<"pair", ".2CTA">;
defvar PairPlace = Place<"pair", 85, 85>;
class TMemFlag<string name, string spelling> : FlagMod<name, spelling> {
  let InOperands = 1;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// `meta` is a pair: the address of the metadata of a sparse a, and the descriptor of
/// the instruction. The product is added to d if `up`.
class UTCMMAInst<string mnemonic, int opcode, bit aInTMem, list<Slot> last, list<Mod> mods,
                 string flagsB, string asmLast, list<Place> places, list<FixedBits> fixed,
                 list<SMRange> sms = [SM100ToSM110]>
    : Inst<mnemonic, [],
        !listconcat([UseUR<"a", Width<!if(aInTMem, 1, 2)>>, UseUR<"b", Width<2>>, UseUR<"d">,
          UseUR<"meta", Width<2>>], last, [UseUP<"up">]),
        !listconcat(mods, [TMemFlag<"reuseA", ".A_REUSE">, TMemFlag<"keepA", ".A_KEEP">]),
        SchedTensorCore> {
  let IsConvergent = 1;
  let UniformGuard = 1;
  let HasSideEffects = 1;
  let Reads = [SharedMemory, TensorMemory];
  let Writes = [TensorMemory];
  let ReadsLate = 1;
  let Asm = !if(aInTMem, "tmem[$a]", "gdesc[$a]") # "$reuseA$keepA, gdesc[$b]" # flagsB
    # ", tmem[$d], tmem[$meta], idesc[$meta.next], " # asmLast;
  defvar Places = !listconcat([Place<"a", 31, 24>, Place<"b", 39, 32>, Place<"d", 71, 64>,
    Place<"meta", 47, 40>, Place<"up", 89, 87>, Place<"upNot", 90, 90>,
    Place<"reuseA", 86, 86>, Place<"keepA", 84, 84>], places);
  let Forms = !foreach(sm, sms, Form<opcode, 1, [], Places, fixed, sm>);
}

/// The SMs with products of `kind`: sm_103 has none of integers.
class UTCSMs<int kind> {
  list<SMRange> L = !if(!eq(kind, 1), [SMRange<100, 100>, SMRange<110, 110>], [SM100ToSM110]);
}
/// `lanes`: four registers (of two CTAs eight) with the lanes of d that are not written.
/// `scaleD`, of products of f16 and tf32 only, divides d by a power of two before.
def UTCGroup : ModEnum<"UTCGroup", 1, [
  NamedModValue<0, "", "One", 4>, NamedModValue<1, ".2CTA", "Two", 8>,
]>;
class UTCProduct<string mnemonic, bit aInTMem, int kind>
    : UTCMMAInst<mnemonic, !if(aInTMem, 0x9ea, 0x5ea), aInTMem,
        [UseUR<"lanes", WidthBy<"pair">>],
        !listconcat([EnumMod<"pair", UTCGroup>],
          !if(aInTMem, [FlagMod<"ashift", ".ASHIFT">], []<Mod>),
          !if(kind, []<Mod>, [IntMod<"scaleD", 4>])),
        "", "$lanes?, $up" # !if(kind, "", ", $scaleD?"),
        !listconcat([Place<"lanes", 55, 48>, PairPlace],
          !if(aInTMem, [Place<"ashift", 74, 74>], []<Place>),
          !if(kind, []<Place>, [Place<"scaleD", 78, 75>])),
        [FixedBits<63, 63, 0>, FixedBits<73, 72, kind>, FixedBits<83, 83, 0>],
        UTCSMs<kind>.L>;
/// One warp group's product; b may stay in one of four buffers. `zeros` describes the
/// columns of b that are zero.
def UTCBuffer : ModEnum<"UTCBuffer", 2, [
  NamedModValue<0, "", "Buffer0">, NamedModValue<1, ".BUFFER1", "Buffer1">,
  NamedModValue<2, ".BUFFER2", "Buffer2">, NamedModValue<3, ".BUFFER3", "Buffer3">,
]>;
class UTCBufferMod : EnumMod<"buffer", UTCBuffer> { let InOperands = 1; }
class UTCWarpProduct<string mnemonic, bit aInTMem, int kind>
    : UTCMMAInst<mnemonic # ".WS", !if(aInTMem, 0x9ea, 0x5ea), aInTMem,
        [UseUR<"zeros", Width<2>>],
        [TMemFlag<"reuseB", ".B_REUSE">, TMemFlag<"keepB", ".B_KEEP">, UTCBufferMod<>],
        "$reuseB$keepB$buffer", "$zeros?, $up",
        [Place<"zeros", 55, 48>, Place<"reuseB", 82, 82>, Place<"keepB", 81, 81>,
         Place<"buffer", 80, 79>],
        [FixedBits<63, 63, 0>, FixedBits<73, 72, kind>, FixedBits<83, 83, 1>],
        UTCSMs<kind>.L>;
/// `scales`: the addresses of the scales of a and b in tensor memory.
class UTCScaledProduct<string mnemonic, int opcode, bit aInTMem, list<Mod> mods,
                       list<Place> places, list<FixedBits> fixed>
    : UTCMMAInst<mnemonic, opcode, aInTMem, [UseUR<"scales", Width<2>>],
        !listconcat([PairMod<>], mods), "", "tmem[$scales], $up",
        !listconcat([Place<"scales", 55, 48>, PairPlace], places), fixed>;

def UTCHMMA : UTCProduct<"UTCHMMA", 0, 0> {
  let Summary = "product of f16, bf16 or tf32 matrices in shared memory";
}
def UTCHMMA_T : UTCProduct<"UTCHMMA", 1, 0> {
  let Summary = "product of f16, bf16 or tf32 matrices in tensor and shared memory";
}
def UTCIMMA : UTCProduct<"UTCIMMA", 0, 1> {
  let Summary = "product of 8-bit integer matrices in shared memory";
}
def UTCIMMA_T : UTCProduct<"UTCIMMA", 1, 1> {
  let Summary = "product of 8-bit integer matrices in tensor and shared memory";
}
def UTCQMMA : UTCProduct<"UTCQMMA", 0, 3> {
  let Summary = "product of matrices of floats of at most 8 bits in shared memory";
}
def UTCQMMA_T : UTCProduct<"UTCQMMA", 1, 3> {
  let Summary = "product of matrices of floats of at most 8 bits in tensor and shared memory";
}
def UTCHMMA_WS : UTCWarpProduct<"UTCHMMA", 0, 0> { let Summary = "UTCHMMA of a warp group"; }
def UTCHMMA_WS_T : UTCWarpProduct<"UTCHMMA", 1, 0> { let Summary = "UTCHMMA_T of a warp group"; }
def UTCIMMA_WS : UTCWarpProduct<"UTCIMMA", 0, 1> { let Summary = "UTCIMMA of a warp group"; }
def UTCIMMA_WS_T : UTCWarpProduct<"UTCIMMA", 1, 1> { let Summary = "UTCIMMA_T of a warp group"; }
def UTCQMMA_WS : UTCWarpProduct<"UTCQMMA", 0, 3> { let Summary = "UTCQMMA of a warp group"; }
def UTCQMMA_WS_T : UTCWarpProduct<"UTCQMMA", 1, 3> { let Summary = "UTCQMMA_T of a warp group"; }

def UTCQMMA_SF : UTCScaledProduct<"UTCQMMA", 0xdea, 0, [], [], [FixedBits<73, 72, 3>]> {
  let Summary = "product of scaled floats of at most 8 bits in shared memory";
}
def UTCQMMA_SF_T : UTCScaledProduct<"UTCQMMA", 0xfea, 1, [], [], [FixedBits<73, 72, 3>]> {
  let Summary = "product of scaled floats of at most 8 bits in tensor and shared memory";
}
/// Blocks of 16 instead of 32 elements have a scale.
def UTCBlocks : ModEnum<"UTCBlocks", 1, [
  RespelledModValue<0, ".4X", ".BLOCK16", SM103Only, "X4">, NamedModValue<1, "", "X2">,
]>;
class UTCOMMAInst<int opcode, bit aInTMem>
    : UTCScaledProduct<"UTCOMMA", opcode, aInTMem, [EnumMod<"blocks", UTCBlocks, 1>],
        [Place<"blocks", 62, 62>], [FixedBits<63, 63, 1>]>;
def UTCOMMA : UTCOMMAInst<0x5ea, 0> {
  let Summary = "product of scaled 4-bit floats in shared memory";
}
def UTCOMMA_T : UTCOMMAInst<0x9ea, 1> {
  let Summary = "product of scaled 4-bit floats in tensor and shared memory";
}

//===----------------------------------------------------------------------===//
// Copies and completion
//===----------------------------------------------------------------------===//

/// Offsets of tensor memory addresses have 32 bits.
defvar TMemOffsetPlaces = [Place<"offset", 63, 40>, SPlace<"offset", 79, 72, 24>];

class TMemInst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods,
               SchedClass sched>
    : Inst<mnemonic, defs, uses, !listconcat(mods, [OffsetMod<32>]), sched> {
  let IsConvergent = 1;
  let UniformGuard = 1;
  let HasSideEffects = 1;
}

def UTCCPShape : ModEnum<"UTCCPShape", 3, [
  NamedModValue<0, "", "S128x256">, NamedModValue<2, ".4dp256bit", "S4x256">,
  NamedModValue<3, ".128dp128bit", "S128x128">,
  NamedModValue<4, ".2x64dp128bit_lw02_lw13", "S64x128_02_13">,
  NamedModValue<5, ".2x64dp128bit_lw01_lw23", "S64x128_01_23">,
  NamedModValue<6, ".4x32dp128bit", "S32x128">,
]>;
def UTCCPFormat : ModEnum<"UTCCPFormat", 2, [
  NamedModValue<0, "", "None">, ModValue<1, ".U4x16P64">, ModValue<2, ".U6x16P32">,
]>;
def UTCCP : TMemInst<"UTCCP.T.S", [], [UseUR<"d">, UseUR<"b", Width<2>>],
    [PairMod<>, EnumMod<"shape", UTCCPShape>, EnumMod<"format", UTCCPFormat>], SchedTensorCore> {
  let Summary = "copy from shared to tensor memory";
  let Reads = [SharedMemory];
  let Writes = [TensorMemory];
  let ReadsLate = 1;
  let Asm = "tmem[$d?+$offset.signed], gdesc[$b]";
  let Forms = [Form<0x9e7, 1, [], !listconcat(TMemOffsetPlaces, [Place<"d", 31, 24>,
    Place<"b", 39, 32>, PairPlace, Place<"shape", 84, 83>, Place<"shape", 88, 88, 2>,
    Place<"format", 81, 80>]), [], SM100ToSM110>];
}
def UTCShiftDir : ModEnum<"UTCShiftDir", 1, [ModValue<1, ".DOWN">]>;
def UTCSHIFT : TMemInst<"UTCSHIFT", [], [UseUR<"d">],
    [PairMod<>, EnumMod<"dir", UTCShiftDir, 1>], SchedTensorCore> {
  let Summary = "move rows of tensor memory";
  let Reads = [TensorMemory];
  let Writes = [TensorMemory];
  let ReadsLate = 1;
  let Asm = "tmem[$d?+$offset.signed]";
  let Forms = [Form<0x9e6, 1, [], !listconcat(TMemOffsetPlaces, [Place<"d", 31, 24>, PairPlace,
    Place<"dir", 80, 80>]), [], SM100ToSM110>];
}
/// Arrives at `addr` when the work before it is done; `mask` names the CTAs.
def UTCBAR : Inst<"UTCBAR", [], [UseUR<"addr">, UseUR<"data">, UseUR<"mask">],
    [PairMod<>, FlagMod<"multicast", ".MULTICAST">], SchedTensorCore> {
  let Summary = "arrive at a barrier in shared memory when products and copies are done";
  let IsConvergent = 1;
  let UniformGuard = 1;
  let HasSideEffects = 1;
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let OrdersMemory = 1;
  let ReadsLate = 1;
  let Asm = "[$addr], $data, $mask?";
  let Forms = [Form<0x3e9, 1, [], [Place<"addr", 31, 24>, Place<"data", 39, 32>,
    Place<"mask", 71, 64>, PairPlace, Place<"multicast", 75, 75>], [], SM100ToSM110>];
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

class UTCAtomic<string mnemonic, list<Slot> defs, list<Mod> mods>
    : Inst<mnemonic, defs, [UseUR<"a">], !listconcat([PairMod<>], mods), SchedAtomic> {
  let IsConvergent = 1;
  let UniformGuard = 1;
  let HasSideEffects = 1;
  let Reads = [TensorMemory];
  let Writes = [TensorMemory];
}
/// The warp scheduler's word of allocated columns.
def UTCFind : ModEnum<"UTCFind", 1, [
  NamedModValue<0, ".FIND_AND_SET", "Find">, NamedModValue<1, ".FIND_AND_SET.ALIGN", "FindAligned">,
]>;
def UTCATOMSWS_FIND : UTCAtomic<"UTCATOMSWS", [DefUP<"pu">, DefU<"d">],
                                [EnumMod<"op", UTCFind>]> {
  let Summary = "allocate columns of tensor memory";
  let Forms = [Form<0x5e3, 1, [], [Place<"pu", 83, 81>, Place<"d", 23, 16>, Place<"a", 39, 32>,
    PairPlace, Place<"op", 75, 75>], [], SM100ToSM110>];
}
def UTCAtomicOp : ModEnum<"UTCAtomicOp", 1, [ModValue<0, ".AND">, ModValue<1, ".OR">]>;
def UTCATOMSWS : UTCAtomic<"UTCATOMSWS", [DefU<"d">], [EnumMod<"op", UTCAtomicOp>]> {
  let Summary = "change which columns of tensor memory are allocated";
  let Forms = [Form<0x9e3, 1, [], [Place<"d", 23, 16>, Place<"a", 39, 32>, PairPlace,
    Place<"op", 87, 87>], [], SM100ToSM110>];
}
def UVIRTCOUNT : Inst<"UVIRTCOUNT.DEALLOC.SMPOOL", [], [], [IntMod<"count", 32>], SchedBarrier> {
  let Summary = "give back what an allocation of tensor memory held";
  let IsConvergent = 1;
  let UniformGuard = 1;
  let HasSideEffects = 1;
  let Asm = "$count";
  let Forms = [Form<0x84c, 0, [], [Place<"count", 63, 32>], [], SM100ToSM110>];
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Regs: the registers of one repetition.
def TMemShape : ModEnum<"TMemShape", 3, [
  NamedModValue<0, ".16dp128bit", "S16x128", 2>, NamedModValue<1, ".16dp256bit", "S16x256", 4>,
  NamedModValue<2, "", "S32x32", 1>, NamedModValue<3, ".16dp64bit", "S16x64", 1>,
  NamedModValue<4, ".16dp32bit_t0_t15", "S16x32Low", 1>,
  NamedModValue<5, ".16dp32bit_t16_t31", "S16x32High", 1>,
]>;
/// Shapes of loads that reduce too.
def TMemStatShape : ModEnum<"TMemStatShape", 3, [
  NamedModValue<2, "", "S32x32", 1>, NamedModValue<4, ".16dp32bit_t0_t15", "S16x32Low", 1>,
  NamedModValue<5, ".16dp32bit_t16_t31", "S16x32High", 1>,
]>;
def TMemCount : ModEnum<"TMemCount", 3, [
  NamedModValue<0, "", "X1", 1>, ModValue<1, ".x2", 2>, ModValue<2, ".x4", 4>,
  ModValue<3, ".x8", 8>, ModValue<4, ".x16", 16>, ModValue<5, ".x32", 32>,
  ModValue<6, ".x64", 64>, ModValue<7, ".x128", 128>,
]>;
defvar TMemPlaces = !listconcat(TMemOffsetPlaces, [Place<"shape", 82, 81>,
  Place<"shape", 87, 87, 2>, Place<"num", 85, 83>]);
def LDTM : TMemInst<"LDTM", [Def<"d", R, WidthBySum<["num"], 0, 128, "shape">>], [UseUR<"addr">],
    [EnumMod<"shape", TMemShape, 2>, EnumMod<"num", TMemCount>, FlagMod<"pack", ".PACK16BIT">],
    SchedTMemLoad> {
  let Summary = "load from tensor memory";
  let Reads = [TensorMemory];
  let Asm = "$d, tmem[$addr?+$offset.signed]";
  let Forms = [Form<0x9ee, 1, [], !listconcat(TMemPlaces, [Place<"d", 23, 16>,
    Place<"addr", 39, 32>, Place<"pack", 80, 80>]), [], SM100ToSM110>];
}
def TMemStat : ModEnum<"TMemStat", 2, [
  ModValue<0, ".MAX">, ModValue<1, ".MAXABS">, ModValue<2, ".MIN">, ModValue<3, ".MINABS">,
]>;
def TMemStatType : ModEnum<"TMemStatType", 2, [
  NamedModValue<0, "", "U32">, ModValue<1, ".S32">, ModValue<2, ".F32">,
]>;
def LDTM_STAT : TMemInst<"LDTM.STAT", [Def<"stat">, Def<"d", R, WidthBy<"num">>], [UseUR<"addr">],
    [EnumMod<"shape", TMemStatShape, 2>, EnumMod<"num", TMemCount>, EnumMod<"op", TMemStat>,
     EnumMod<"type", TMemStatType>, FlagMod<"nan", ".NAN">], SchedTMemLoad> {
  let Summary = "load from tensor memory and reduce what each thread loads";
  let Reads = [TensorMemory];
  // A reduction needs more than one column.
  let Rules = [Never<[ModIs<"num", ["0"]>]>];
  let Asm = "$stat, $d, tmem[$addr?+$offset.signed]";
  let Forms = [Form<0x5ee, 1, [], !listconcat(TMemPlaces, [Place<"d", 23, 16>,
    Place<"stat", 31, 24>, Place<"addr", 39, 32>, Place<"type", 65, 64>, Place<"op", 67, 66>,
    Place<"nan", 68, 68>]), [], SMRange<103, 110>>];
}
def STTM : TMemInst<"STTM", [], [UseUR<"addr">, Use<"data", R, WidthBySum<["num"], 0, 128, "shape">>],
    [EnumMod<"shape", TMemShape, 2>, EnumMod<"num", TMemCount>,
     FlagMod<"expand", ".EXPAND16BIT">], SchedTMemStore> {
  let Summary = "store to tensor memory";
  let Writes = [TensorMemory];
  let ReadsLate = 1;
  let Asm = "tmem[$addr?+$offset.signed], $data";
  let Forms = [Form<0x9ed, 1, [], !listconcat(TMemPlaces, [Place<"addr", 71, 64>,
    Place<"data", 39, 32>, Place<"expand", 80, 80>]), [], SM100ToSM110>];
}

#endif // PTXMLIR_ISA_TENSORMEMORY
