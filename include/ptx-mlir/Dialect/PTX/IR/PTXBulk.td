//===- PTXBulk.td - PTX bulk and tensor copies -------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.9.25 (bulk copies, tensor copies) and 9.7.9.26
// (tensor maps).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_BULK_TD
#define PTX_MLIR_DIALECT_PTX_BULK_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

/// What needs a suffix from sm_100 on.
defvar BulkTargets = ["100f", "110f", "120f"];
defvar TmemPairTargets = ["100f", "110f"];

def S_DstSpace : PTX_Slot<"dstSpace", PTX_AsyncSpace>;
def S_SrcSpace : PTX_Slot<"srcSpace", PTX_AsyncSpace>;
/// Bytes, in units of 16.
def O_BulkSize : PTX_Src<"size", "u32", "", "0..1048560/16">;
def O_Policy : PTX_Src<"policy", "u64", "cacheHint">;
def O_CtaMask : PTX_Src<"ctaMask", "u16", "multicast">;

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

/// Completion is told to an mbarrier, or by the bulk groups of the thread.
def PTX_CpAsyncBulkOp : PTX_MemInst<"cp.async.bulk"> {
  let Slots = [S_DstSpace, S_SrcSpace, S_BulkCompleteTx, S_BulkGroup, S_Multicast,
               S_CacheHint, PTX_Slot<"byteMask", PTX_Flag<"cp_mask", 86, 100>>];
  let Srcs = [PTX_AddressIn<"dstSpace", "dst">, PTX_AddressIn<"srcSpace", "src">, O_BulkSize,
              PTX_BarrierAddress<"barrier", "completeTx">, O_CtaMask, O_Policy,
              PTX_Src<"mask", "u16", "byteMask">];
  let Ignored = ["cta", "cluster", "gpu", "sys"];
  let Forms = [
    PTX_Form<"dstSpace=shared::cluster srcSpace=global completeTx multicast? cacheHint?", 80, 90>,
    PTX_Form<"dstSpace=shared::cta srcSpace=global completeTx cacheHint?", 86, 90>,
    PTX_Form<"dstSpace=shared::cluster srcSpace=shared::cta completeTx", 80, 90>,
    PTX_Form<"dstSpace=global srcSpace=shared::cta bulkGroup cacheHint?", 80, 90>,
    PTX_Form<"dstSpace=global srcSpace=shared::cta bulkGroup cacheHint? byteMask", 86, 100>
  ];
}
def PTX_CpAsyncBulkCommitGroupOp : PTX_MemInst<"cp.async.bulk.commit_group"> {
  let Forms = [PTX_Form<"", 80, 90>];
}
def PTX_CpAsyncBulkWaitGroupOp : PTX_MemInst<"cp.async.bulk.wait_group"> {
  let Slots = [PTX_Slot<"read", PTX_Flag<"read">>, PTX_Number<"pending", 32>];
  let Srcs = [PTX_LowImm<"pending">];
  let Forms = [PTX_Form<"read?", 80, 90>];
}
def PTX_CpAsyncBulkPrefetchOp : PTX_MemInst<"cp.async.bulk.prefetch"> {
  let Slots = [PTX_Slot<"level", PTX_CacheLevel>, S_SrcSpace, S_CacheHint];
  let Srcs = [PTX_AddressIn<"srcSpace", "src">, O_BulkSize, O_Policy];
  let Forms = [PTX_Form<"level=L2 srcSpace=global cacheHint?", 80, 90>];
}

def PTX_BulkReduction : PTX_ModEnum<"BulkReduction", [
  Case<"add">, Case<"min">, Case<"max">, Case<"inc">, Case<"dec">, Case<"and">,
  Case<"or">, Case<"xor">
]>;
def S_BulkOp : PTX_Slot<"op", PTX_BulkReduction>;

def PTX_CpReduceAsyncBulkOp : PTX_MemInst<"cp.reduce.async.bulk"> {
  let Slots = [S_DstSpace, S_SrcSpace, S_BulkCompleteTx, S_BulkGroup, S_CacheHint,
               S_BulkOp, S_NoFtz, S_Type];
  let Srcs = [PTX_AddressIn<"dstSpace", "dst">, PTX_AddressIn<"srcSpace", "src">, O_BulkSize,
              PTX_BarrierAddress<"barrier", "completeTx">, O_Policy];
  defvar Shared = "dstSpace=shared::cluster srcSpace=shared::cta completeTx ";
  defvar Global = "dstSpace=global srcSpace=shared::cta bulkGroup cacheHint? ";
  let Forms = [
    PTX_Form<Shared # "op=add dataType=u32|s32|u64", 80, 90>,
    PTX_Form<Shared # "op=min|max dataType=u32|s32", 80, 90>,
    PTX_Form<Shared # "op=inc|dec dataType=u32", 80, 90>,
    PTX_Form<Shared # "op=and|or|xor dataType=b32", 80, 90>,
    PTX_Form<Global # "op=add dataType=u32|s32|u64|f32|f64", 80, 90>,
    PTX_Form<Global # "op=add noFtz dataType=f16|bf16", 80, 90>,
    PTX_Form<Global # "op=min|max dataType=u32|s32|u64|s64|f16|bf16", 80, 90>,
    PTX_Form<Global # "op=inc|dec dataType=u32", 80, 90>,
    PTX_Form<Global # "op=and|or|xor dataType=b32|b64", 80, 90>
  ];
}

//===----------------------------------------------------------------------===//
// Tensor copies
//===----------------------------------------------------------------------===//

def PTX_TensorDim : PTX_ModEnum<"TensorDim", [
  Case<"1d">, Case<"2d">, Case<"3d">, Case<"4d">, Case<"5d">
]>;
/// Absent: tile.
def PTX_TensorMode : PTX_ModEnum<"TensorMode", [
  Case<"im2col">, Case<"im2col::w", 86, 100>, Case<"im2col::w::128", 86, 100>,
  Case<"im2col_no_offs">, Case<"tile::gather4", 86, 100>,
  Case<"tile::scatter4", 86, 100>
], ["tile"]>;
def S_TensorDim : PTX_Slot<"dim", PTX_TensorDim>;
def S_TensorMode : PTX_Slot<"mode", PTX_TensorMode>;

/// A tensor map, and where in the tensor: four rows and their column have five
/// coordinates.
def O_TensorMap : PTX_AddressIn<".global", "tensorMap", "", "any">;
def O_TensorCoords : PTX_ListInAddress<"coordinates", "s32",
    "5@mode=tile::gather4|tile::scatter4 1@dim=1d 2@dim=2d 3@dim=3d 4@dim=4d 5">;
/// Offsets of an image, one per dimension but channel and batch; of the
/// columns-only modes halo and offset.
def O_TensorOffsets : PTX_ListSrc<"offsets", "u16",
    "2@mode=im2col::w|im2col::w::128 1@dim=3d 2@dim=4d 3",
    "mode=im2col|im2col::w|im2col::w::128">;

def PTX_CpAsyncBulkTensorOp : PTX_MemInst<"cp.async.bulk.tensor"> {
  let Slots = [S_DstSpace, S_SrcSpace, S_TensorDim, S_TensorMode, S_BulkCompleteTx,
               S_BulkGroup, S_Multicast, S_CtaGroup, S_CacheHint];
  let Srcs = [PTX_BareAddress<"dstSpace", "dst", "completeTx">, O_TensorMap, O_TensorCoords,
              PTX_BarrierAddress<"barrier", "completeTx">,
              PTX_BareAddress<"srcSpace", "src", "bulkGroup">, O_TensorOffsets, O_CtaMask,
              O_Policy];
  defvar Cluster = "dstSpace=shared::cluster srcSpace=global completeTx multicast? cacheHint? ";
  defvar Cta = "dstSpace=shared::cta srcSpace=global completeTx cacheHint? ";
  defvar Global = "dstSpace=global srcSpace=shared::cta bulkGroup cacheHint? ";
  defvar Wide = "dim=3d|4d|5d mode=im2col::w|im2col::w::128 ";
  let Forms = [
    PTX_Form<Cluster # "dim", 80, 90>,
    PTX_Form<Cluster # "dim=3d|4d|5d mode=im2col", 80, 90>,
    FormOn<Cluster # "dim ctaGroup", 86, TmemPairTargets>,
    FormOn<Cluster # "dim=3d|4d|5d mode=im2col ctaGroup", 86, TmemPairTargets>,
    FormOn<Cluster # "dim=2d mode=tile::gather4 ctaGroup?", 86, TmemPairTargets>,
    FormOn<Cluster # Wide # "ctaGroup?", 86, TmemPairTargets>,
    PTX_Form<Cta # "dim", 86, 90>,
    PTX_Form<Cta # "dim=3d|4d|5d mode=im2col", 86, 90>,
    FormOn<Cta # "dim ctaGroup", 86, TmemPairTargets>,
    FormOn<Cta # "dim=3d|4d|5d mode=im2col ctaGroup", 86, TmemPairTargets>,
    PTX_Form<Cta # "dim=2d mode=tile::gather4", 86, 100>,
    FormOn<Cta # "dim=2d mode=tile::gather4 ctaGroup", 86, TmemPairTargets>,
    PTX_Form<Cta # "dim=3d|4d|5d mode=im2col::w", 86, 100>,
    FormOn<Cta # "dim=3d|4d|5d mode=im2col::w::128", 86, TmemPairTargets>,
    FormOn<Cta # Wide # "ctaGroup", 86, TmemPairTargets>,
    PTX_Form<Global # "dim", 80, 90>,
    PTX_Form<Global # "dim=3d|4d|5d mode=im2col_no_offs", 80, 90>,
    FormOn<Global # "dim=2d mode=tile::scatter4", 86, TmemPairTargets>
  ];
}

def PTX_CpReduceAsyncBulkTensorOp : PTX_MemInst<"cp.reduce.async.bulk.tensor"> {
  let Slots = [S_DstSpace, S_SrcSpace, S_TensorDim, S_BulkOp, S_TensorMode,
               S_BulkGroup, S_CacheHint];
  let Srcs = [O_TensorMap, O_TensorCoords, PTX_BareAddress<"srcSpace", "src">, O_Policy];
  defvar Global = "dstSpace=global srcSpace=shared::cta op bulkGroup cacheHint? ";
  let Forms = [PTX_Form<Global # "dim", 80, 90>,
               PTX_Form<Global # "dim=3d|4d|5d mode=im2col_no_offs", 80, 90>,
               FormOn<Global # "dim=2d mode=tile::scatter4", 86, TmemPairTargets>];
}

def PTX_CpAsyncBulkPrefetchTensorOp
    : PTX_MemInst<"cp.async.bulk.prefetch.tensor"> {
  let Slots = [PTX_Slot<"level", PTX_CacheLevel>, S_SrcSpace, S_TensorDim,
               S_TensorMode, S_CacheHint];
  let Srcs = [O_TensorMap, O_TensorCoords, O_TensorOffsets, O_Policy];
  defvar Global = "level=L2 srcSpace=global cacheHint? ";
  let Forms = [
    PTX_Form<Global # "dim", 80, 90>,
    PTX_Form<Global # "dim=3d|4d|5d mode=im2col", 80, 90>,
    FormOn<Global # "dim=2d mode=tile::gather4", 86, TmemPairTargets>,
    FormOn<Global # "dim=3d|4d|5d mode=im2col::w|im2col::w::128", 86, TmemPairTargets>
  ];
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

def PTX_TensorMapField : PTX_ModEnum<"TensorMapField", [
  Case<"global_address">, Case<"rank">, Case<"box_dim">, Case<"global_dim">,
  Case<"global_stride">, Case<"element_stride">, Case<"elemtype">,
  Case<"interleave_layout">, Case<"swizzle_mode">, Case<"fill_mode">,
  Case<"swizzle_atomicity", 86, 100>
]> { let IgnoredElsewhere = 1; }

/// `ordinal` is the dimension; fields of few values take a constant.
def PTX_TensormapReplaceOp : PTX_MemInst<"tensormap.replace"> {
  let Slots = [PTX_Slot<"tile", PTX_Flag<"tile">>,
               PTX_Slot<"field", PTX_TensorMapField>, S_AsyncSpace,
               PTX_Slot<"objectType", PTX_Flag<"b1024", 83, 90>>, S_Type,
               PTX_Number<"ordinal", 3>, PTX_Number<"choice", 4>];
  defvar Choices = "elemtype|interleave_layout|swizzle_mode|fill_mode|swizzle_atomicity";
  defvar Dims = "box_dim|global_dim|element_stride";
  let Srcs = [
    PTX_Address<"address", "", "wide">,
    PTX_Imm<"ordinal", "field=" # Dims # "|global_stride", "0..4">,
    PTX_Src<"value", "dataType", "field=global_address|rank|global_stride|" # Dims>,
    PTX_Imm<"choice", "field=elemtype", "0..15">,
    PTX_Imm<"choice", "field=interleave_layout", "0..2">,
    PTX_Imm<"choice", "field=swizzle_mode", "0..3">,
    PTX_Imm<"choice", "field=fill_mode", "0..1">,
    PTX_Imm<"choice", "field=swizzle_atomicity", "0..3">
  ];
  defvar Map = "tile space=global|shared::cta? objectType=b1024 ";
  list<string> Targets = ["90a", "100f", "110f", "120f"];
  let Forms = [
    FormOn<Map # "field=global_address|global_stride dataType=b64", 83, Targets>,
    FormOn<Map # "field=rank|" # Dims # "|elemtype|interleave_layout|swizzle_mode|fill_mode dataType=b32",
           83, Targets>,
    FormOn<Map # "field=swizzle_atomicity dataType=b32", 86, BulkTargets>
  ];
}

/// A copy of a tensor map and a fence between the proxies.
def PTX_TensormapCpFenceproxyOp : PTX_ConvergentInst<"tensormap.cp_fenceproxy"> {
  let Slots = [S_DstSpace, S_SrcSpace, PTX_Slot<"proxyKind", PTX_ProxyKind>,
               S_Semantics, S_Scope, S_Sync, S_Aligned, PTX_Number<"size", 8>];
  let Srcs = [PTX_AddressIn<"dstSpace", "dst">, PTX_AddressIn<"srcSpace", "src">,
              PTX_Imm<"size", "", "128">];
  let Forms = [PTX_Form<"dstSpace=global srcSpace=shared::cta proxyKind=tensormap::generic semantics=release scope sync aligned", 83, 90>];
}

#endif // PTX_MLIR_DIALECT_PTX_BULK_TD
