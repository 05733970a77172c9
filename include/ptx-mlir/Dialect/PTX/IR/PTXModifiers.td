//===- PTXModifiers.td - modifiers of PTX instructions -----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary of the instruction records: types, rounding modes, spaces and
// all other words that follow an opcode, each with the first PTX version and SM
// that has it.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_MODIFIERS_TD
#define PTX_MLIR_DIALECT_PTX_MODIFIERS_TD

include "ptx-mlir/Dialect/PTX/IR/PTXBase.td"

class Case<string spelling, int ptx = 0, int sm = 0, string symbol = "",
        list<string> aliases = []>
    : PTX_Case<spelling, ptx, sm, symbol, aliases>;
class Ty<string spelling, string kind, int width, int ptx = 0, int sm = 0>
    : PTX_TypeCase<spelling, kind, width, ptx, sm>;
/// Of registers and variables, too.
class VarTy<string spelling, string kind, int width, int ptx = 0, int sm = 0>
    : Ty<spelling, kind, width, ptx, sm> { let IsVariable = 1; }
class ExactTy<string spelling, string kind, int width, int ptx = 0, int sm = 0>
    : Ty<spelling, kind, width, ptx, sm> { let Exact = 1; }
/// A spelling that is gone, `means` a modifier that must be written since.
class OldForm<string text, int ptx, int sm, int beforePTX, int beforeSM = 0,
              string means = ""> : PTX_Form<text, ptx, sm> {
  let BeforePTX = beforePTX;
  let BeforeSM = beforeSM;
  let Means = means;
}
/// A form that only some targets have.
class FormOn<string text, int ptx, list<string> targets>
    : PTX_Form<text, ptx, 0, 0, targets>;
/// Forms of the targets with all that came with sm_100: of each with suffix
/// `a`, and of the families from PTX 8.8 on.
class PTX_NarrowForms<string text,
                      list<string> targets = ["100a", "103a", "110a", "120a", "121a"],
                      list<string> families = ["100f", "110f", "120f"]> {
  list<PTX_Form> Value = [FormOn<text, 86, targets>, FormOn<text, 88, families>];
}
/// A modifier that is there or not.
class PTX_Flag<string spelling, int ptx = 0, int sm = 0>
    : PTX_ModEnum<"Flag", [Case<spelling, ptx, sm>]>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def PTX_DataType : PTX_ModEnum<"DataType", [
  VarTy<"b8", "b", 8>, VarTy<"b16", "b", 16>, VarTy<"b32", "b", 32>, VarTy<"b64", "b", 64>,
  VarTy<"b128", "b", 128, 83, 70>,
  VarTy<"u8", "u", 8>, VarTy<"u16", "u", 16>, VarTy<"u32", "u", 32>, VarTy<"u64", "u", 64>,
  VarTy<"s8", "s", 8>, VarTy<"s16", "s", 16>, VarTy<"s32", "s", 32>, VarTy<"s64", "s", 64>,
  VarTy<"f16", "f", 16>, VarTy<"f32", "f", 32>, VarTy<"f64", "f", 64>,
  ExactTy<"bf16", "f", 16, 70, 80>, ExactTy<"tf32", "f", 32, 70, 80>,
  VarTy<"f16x2", "x", 32>, ExactTy<"bf16x2", "x", 32, 70, 80>,
  Ty<"f32x2", "x", 64, 86, 100>,
  Ty<"u16x2", "x", 32, 80, 90>, Ty<"s16x2", "x", 32, 80, 90>,
  VarTy<"pred", "p", 1>,
  Ty<"e4m3", "f", 8, 80, 89>, Ty<"e5m2", "f", 8, 80, 89>,
  ExactTy<"e4m3x2", "x", 16, 78, 89>, ExactTy<"e5m2x2", "x", 16, 78, 89>,
  ExactTy<"e2m3x2", "x", 16, 86, 100>, ExactTy<"e3m2x2", "x", 16, 86, 100>,
  Ty<"e2m1x2", "x", 8, 86, 100>, ExactTy<"ue8m0x2", "x", 16, 86, 100>,
  Ty<"s4", "s", 4, 63, 72>, Ty<"u4", "u", 4, 63, 72>,
  Ty<"s2", "s", 2, 65, 72>, Ty<"u2", "u", 2, 65, 72>,
  ExactTy<"e4m3x4", "x", 32, 86, 100>, ExactTy<"e5m2x4", "x", 32, 86, 100>,
  ExactTy<"e2m3x4", "x", 32, 87, 100>, ExactTy<"e3m2x4", "x", 32, 87, 100>,
  ExactTy<"e2m1x4", "x", 16, 87, 100>,
  Ty<"b1", "b", 1, 63, 75>,
  Ty<"e2m3", "f", 6, 86, 100>, Ty<"e3m2", "f", 6, 86, 100>,
  Ty<"e2m1", "f", 4, 86, 100>, Ty<"ue8m0", "f", 8, 86, 100>,
  Ty<"ue4m3", "f", 8, 86, 100>,
  Ty<"b1024", "b", 1024, 83, 90>,
  // Of variables only.
  VarTy<"texref", "o", 64>, VarTy<"samplerref", "o", 64>, VarTy<"surfref", "o", 64>
]>;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def PTX_Rounding : PTX_ModEnum<"Rounding", [
  Case<"rn">, Case<"rz">, Case<"rm">, Case<"rp">, Case<"rna", 70, 80>, Case<"rs", 87, 100>,
  Case<"rni">, Case<"rzi">, Case<"rmi">, Case<"rpi">
]>;
def PTX_Precision : PTX_ModEnum<"Precision", [Case<"approx">, Case<"full">]>;
def PTX_Saturate : PTX_ModEnum<"Saturate", [Case<"sat">, Case<"satfinite", 78>]>;
def PTX_MulMode : PTX_ModEnum<"MulMode", [Case<"lo">, Case<"hi">, Case<"wide">]>;
def PTX_Compare : PTX_ModEnum<"Compare", [
  Case<"eq">, Case<"ne">, Case<"lt">, Case<"le">, Case<"gt">, Case<"ge">,
  Case<"lo">, Case<"ls">, Case<"hi">, Case<"hs">,
  Case<"equ">, Case<"neu">, Case<"ltu">, Case<"leu">, Case<"gtu">, Case<"geu">,
  Case<"num">, Case<"nan">
]>;
def PTX_BoolOp : PTX_ModEnum<"BoolOp", [Case<"and">, Case<"or">, Case<"xor">]>;
def PTX_TestProperty : PTX_ModEnum<"TestProperty", [
  Case<"finite">, Case<"infinite">, Case<"number">, Case<"notanumber">, Case<"normal">,
  Case<"subnormal">
]> { let IgnoredElsewhere = 1; }
def PTX_PrmtMode : PTX_ModEnum<"PrmtMode", [
  Case<"f4e">, Case<"b4e">, Case<"rc8">, Case<"ecl">, Case<"ecr">, Case<"rc16">
]>;
def PTX_Direction : PTX_ModEnum<"ShiftDirection", [Case<"l">, Case<"r">]>;
def PTX_Clamp : PTX_ModEnum<"ShiftMode", [Case<"clamp">, Case<"wrap">]>;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Absent: generic.
def PTX_Space : PTX_ModEnum<"Space", [
  Case<"global">, Case<"shared", 0, 0, "", ["shared::cta"]>, Case<"local">, Case<"const">,
  Case<"param">, Case<"shared::cluster", 78, 90>,
  Case<"param::entry", 83>, Case<"param::func", 83>
]>;
/// Absent: weak.
def PTX_Semantics : PTX_ModEnum<"Semantics", [
  Case<"volatile", 11>, Case<"relaxed", 60, 70>, Case<"acquire", 60, 70>,
  Case<"release", 60, 70>, Case<"acq_rel", 60, 70>, Case<"sc", 60, 70>
], ["weak"]>;
def PTX_Scope : PTX_ModEnum<"Scope", [
  Case<"cta", 50, 60>, Case<"cluster", 78, 90>, Case<"gpu", 50, 60>,
  Case<"sys", 50, 60>
]>;
def PTX_MembarLevel : PTX_ModEnum<"MembarLevel", [
  Case<"cta">, Case<"gl">, Case<"sys", 20, 20>
]>;
def PTX_CacheOp : PTX_ModEnum<"CacheOp", [
  Case<"ca", 20, 20>, Case<"cg", 20, 20>, Case<"cs", 20, 20>, Case<"lu", 20, 20>,
  Case<"cv", 20, 20>, Case<"wb", 20, 20>, Case<"wt", 20, 20>
]>;
def PTX_L1Eviction : PTX_ModEnum<"L1Eviction", [
  Case<"L1::evict_normal", 74, 70>, Case<"L1::evict_unchanged", 74, 70>,
  Case<"L1::evict_first", 74, 70>, Case<"L1::evict_last", 74, 70>,
  Case<"L1::no_allocate", 74, 70>
]>;
def PTX_L2Eviction : PTX_ModEnum<"L2Eviction", [
  Case<"L2::evict_normal", 74, 70>, Case<"L2::evict_first", 74, 70>,
  Case<"L2::evict_last", 74, 70>
]>;
def PTX_L2Prefetch : PTX_ModEnum<"L2Prefetch", [
  Case<"L2::64B", 74, 75>, Case<"L2::128B", 74, 75>, Case<"L2::256B", 74, 80>
]>;
def PTX_VectorSize : PTX_ModEnum<"VectorSize", [
  Case<"v2">, Case<"v4">, Case<"v8">
]>;
/// Where `.shared` must be more precise.
def PTX_AsyncSpace : PTX_ModEnum<"AsyncSpace", [
  Case<"global">, Case<"shared::cta", 78, 30>, Case<"shared::cluster", 78, 90>
]>;
/// What fence restricts itself to.
def PTX_FenceSpace : PTX_ModEnum<"FenceSpace", [
  Case<"global">, Case<"shared::cta">, Case<"shared::cluster">
]>;
def PTX_SyncRestrict : PTX_ModEnum<"SyncRestrict", [
  Case<"sync_restrict::shared::cta", 86, 90>,
  Case<"sync_restrict::shared::cluster", 86, 90>
]>;
def PTX_CacheLevel : PTX_ModEnum<"CacheLevel", [Case<"L1">, Case<"L2">]>;
def PTX_AtomOpKind : PTX_ModEnum<"AtomicOp", [
  Case<"add">, Case<"and">, Case<"or">, Case<"xor">, Case<"min">, Case<"max">, Case<"inc">,
  Case<"dec">, Case<"exch">, Case<"cas">
]>;
def PTX_ProxyKind : PTX_ModEnum<"ProxyKind", [
  Case<"alias", 75, 70>, Case<"async", 80, 90>, Case<"async::generic", 86, 90>,
  Case<"tensormap::generic", 83, 90>
]>;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

def PTX_ShflMode : PTX_ModEnum<"ShflMode", [
  Case<"up">, Case<"down">, Case<"bfly">, Case<"idx">
]>;
def PTX_VoteMode : PTX_ModEnum<"VoteMode", [
  Case<"all">, Case<"any">, Case<"uni">, Case<"ballot">
]>;
def PTX_MatchMode : PTX_ModEnum<"MatchMode", [Case<"any">, Case<"all">]>;
def PTX_ReduxOpKind : PTX_ModEnum<"ReduxKind", [
  Case<"add">, Case<"min">, Case<"max">, Case<"and">, Case<"or">, Case<"xor">
]>;
def PTX_BarMode : PTX_ModEnum<"BarMode", [
  Case<"sync">, Case<"arrive", 20, 20>, Case<"red", 20, 20>
]>;
def PTX_BarRedOp : PTX_ModEnum<"BarRedOp", [Case<"popc">, Case<"and">, Case<"or">]>;
def PTX_ClusterMode : PTX_ModEnum<"ClusterBarMode", [Case<"arrive">, Case<"wait">]>;
def PTX_SetMaxNReg : PTX_ModEnum<"SetMaxNRegAction", [Case<"inc">, Case<"dec">]>;
def PTX_GridDep : PTX_ModEnum<"GridDepAction", [
  Case<"launch_dependents">, Case<"wait">
]>;

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

def PTX_MatrixShape : PTX_ModEnum<"MatrixShape", [
  Case<"m8n8">, Case<"m16n16", 86, 100>, Case<"m16n8", 86, 100>,
  Case<"m8n16", 86, 100>
]>;
def PTX_MatrixCount : PTX_ModEnum<"MatrixCount", [
  Case<"x1">, Case<"x2">, Case<"x4">
]>;
def PTX_MmaShape : PTX_ModEnum<"MmaShape", [
  Case<"m8n8k4">, Case<"m8n8k16", 65, 75>, Case<"m8n8k32", 65, 75>,
  Case<"m8n8k128", 70, 75>, Case<"m16n8k4", 70, 80>, Case<"m16n8k8", 65, 75>,
  Case<"m16n8k16", 70, 80>, Case<"m16n8k32", 70, 80>, Case<"m16n8k64", 70, 80>,
  Case<"m16n8k128", 70, 80>, Case<"m16n8k256", 70, 80>
]>;
def PTX_WmmaShape : PTX_ModEnum<"WmmaShape", [
  Case<"m16n16k16">, Case<"m8n32k16", 61, 70>, Case<"m32n8k16", 61, 70>,
  Case<"m16n16k8", 70, 80>, Case<"m8n8k4", 70, 80>, Case<"m8n8k32", 63, 75>,
  Case<"m8n8k128", 63, 75>
]>;
/// The packing of 6- and 4-bit elements in memory, and of what they become.
def PTX_SourceFormat : PTX_ModEnum<"SourceFormat", [
  Case<"b6x16_p32", 86, 100>, Case<"b4x16_p64", 86, 100>
]> { let IgnoredElsewhere = 1; }
def PTX_UnpackedFormat : PTX_ModEnum<"Flag", [Case<"b8x16", 86, 100>]> {
  let IgnoredElsewhere = 1;
}
def PTX_Layout : PTX_ModEnum<"MatrixLayout", [Case<"row">, Case<"col">]>;
def PTX_BitOp : PTX_ModEnum<"MmaBitOp", [Case<"xor">, Case<"and">]>;
def PTX_MmaKind : PTX_ModEnum<"MmaKind", [
  Case<"kind::f8f6f4", 86, 100>, Case<"kind::mxf8f6f4", 86, 100>,
  Case<"kind::mxf4", 86, 100>, Case<"kind::mxf4nvf4", 86, 100>,
  Case<"kind::f16", 86, 100>, Case<"kind::tf32", 86, 100>,
  Case<"kind::i8", 86, 100>
]>;
/// Elements that share a scale factor.
def PTX_ScaleVector : PTX_ModEnum<"ScaleVector", [
  Case<"scale_vec::1X", 86, 100>, Case<"scale_vec::2X", 86, 100>,
  Case<"scale_vec::4X", 86, 100>, Case<"block16", 88, 100>,
  Case<"block32", 88, 100>
]>;
def PTX_CtaGroup : PTX_ModEnum<"CtaGroup", [
  Case<"cta_group::1", 86, 100>, Case<"cta_group::2", 86, 100>
]>;

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

def S_Type : PTX_Slot<"dataType", PTX_DataType>;
def S_SrcType : PTX_Slot<"srcType", PTX_DataType>;
def S_ThirdType : PTX_Slot<"thirdType", PTX_DataType>;
def S_Rounding : PTX_Slot<"rounding", PTX_Rounding>;
def S_Precision : PTX_Slot<"precision", PTX_Precision>;
/// Of the two ptxas knows `div.full` as a name.
def S_DivPrecision : PTX_Slot<"precision", PTX_Precision> {
  let InName = ["full"];
}
def S_Ftz : PTX_Slot<"ftz", PTX_Flag<"ftz">>;
def S_Sat : PTX_Slot<"sat", PTX_Saturate>;
def S_Relu : PTX_Slot<"relu", PTX_Flag<"relu", 70, 80>>;
def S_Oob : PTX_Slot<"oob", PTX_Flag<"oob", 81, 90>>;
def S_NaN : PTX_Slot<"nan", PTX_Flag<"NaN", 70, 80>>;
def S_XorSign : PTX_Slot<"xorSign", PTX_Flag<"xorsign", 72, 86>>;
def S_Abs : PTX_Slot<"abs", PTX_Flag<"abs">>;
def S_Cc : PTX_Slot<"cc", PTX_Flag<"cc">>;
def S_MulMode : PTX_NameSlot<"mode", PTX_MulMode>;
def S_Compare : PTX_Slot<"compare", PTX_Compare>;
def S_BoolOp : PTX_Slot<"boolOp", PTX_BoolOp>;
def S_ShiftAmt : PTX_Slot<"shiftAmt", PTX_Flag<"shiftamt">>;
def S_Clamp : PTX_Slot<"shiftMode", PTX_Clamp>;

def S_Space : PTX_Slot<"space", PTX_Space>;
def S_AsyncSpace : PTX_Slot<"space", PTX_AsyncSpace>;
def S_Semantics : PTX_Slot<"semantics", PTX_Semantics>;
def S_Mmio : PTX_Slot<"mmio", PTX_Flag<"mmio", 82, 70>>;
def S_Scope : PTX_Slot<"scope", PTX_Scope>;
def S_NonCoherent : PTX_Slot<"nonCoherent", PTX_Flag<"nc", 31, 32>>;
def S_CacheOp : PTX_Slot<"cacheOp", PTX_CacheOp>;
def S_L1Eviction : PTX_Slot<"l1Eviction", PTX_L1Eviction>;
def S_L2Eviction : PTX_Slot<"l2Eviction", PTX_L2Eviction>;
def S_CacheHint : PTX_Slot<"cacheHint", PTX_Flag<"L2::cache_hint", 74, 80>>;
def S_L2Prefetch : PTX_Slot<"l2Prefetch", PTX_L2Prefetch>;
def S_Vector : PTX_Slot<"vector", PTX_VectorSize>;
def S_Sync : PTX_Slot<"sync", PTX_Flag<"sync", 60, 30>>;
def S_Aligned : PTX_Slot<"aligned", PTX_Flag<"aligned">>;
def S_Shape : PTX_Slot<"shape", PTX_MatrixShape>;
def S_Num : PTX_Slot<"num", PTX_MatrixCount>;
def S_BlockScale : PTX_Slot<"blockScale", PTX_Flag<"block_scale", 86, 100>>;
def S_ScaleVector : PTX_Slot<"scaleVector", PTX_ScaleVector>;
def S_CtaGroup : PTX_Slot<"ctaGroup", PTX_CtaGroup>;
def S_Multicast
    : PTX_Slot<"multicast", PTX_Flag<"multicast::cluster", 80, 90>>;
/// The mbarrier gets the bytes that are copied.
def S_BulkCompleteTx
    : PTX_Slot<"completeTx",
               PTX_Flag<"mbarrier::complete_tx::bytes", 80, 90>>;
def S_BulkGroup : PTX_Slot<"bulkGroup", PTX_Flag<"bulk_group", 80, 90>>;
def S_AType : PTX_Slot<"aType", PTX_DataType>;
def S_BType : PTX_Slot<"bType", PTX_DataType>;
def S_CType : PTX_Slot<"cType", PTX_DataType>;
def S_Satfinite : PTX_Slot<"satfinite", PTX_Flag<"satfinite">>;
def S_MmaBitOp : PTX_Slot<"bitOp", PTX_BitOp>;
def S_Popc : PTX_BehindSlot<"popc", PTX_Flag<"popc">>;
def S_SourceFormat : PTX_BehindSlot<"sourceFormat", PTX_SourceFormat>;
def S_UnpackedFormat : PTX_Slot<"unpackedFormat", PTX_UnpackedFormat>;
def S_Trans : PTX_Slot<"trans", PTX_Flag<"trans">>;
def S_NoFtz : PTX_Slot<"noFtz", PTX_Flag<"noftz">>;

#endif // PTX_MLIR_DIALECT_PTX_MODIFIERS_TD
