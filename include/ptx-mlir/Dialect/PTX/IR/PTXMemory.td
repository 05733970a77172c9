//===- PTXMemory.td - PTX loads, stores and atomics --------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.9 (ld, st, prefetch) and 9.7.13 (atom, red,
// membar, fence).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_MEMORY_TD
#define PTX_MLIR_DIALECT_PTX_MEMORY_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

defvar MemTypes = " vector? dataType=b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64";
defvar CacheSlots = " l1Eviction? l2Eviction? cacheHint? l2Prefetch?";

def PTX_LdOp : PTX_MemInst<"ld"> {
  let Slots = [S_Mmio, S_Semantics, S_Scope, S_Space, S_NonCoherent, S_CacheOp,
               S_L1Eviction, S_L2Eviction, S_CacheHint, S_L2Prefetch, S_Vector,
               S_Type];
  let Dsts = [PTX_VecDst<"values", "dataType">];
  let Srcs = [PTX_Address<"address">, PTX_Src<"policy", "b64", "cacheHint">];
  let Forms = [
    Form<!strconcat("space? cacheOp=ca|cg|cs|lu|cv?", CacheSlots, MemTypes)>,
    Form<!strconcat("space=global nonCoherent cacheOp=ca|cg|cs?", CacheSlots, MemTypes), 31, 32>,
    Form<!strconcat("semantics=volatile space=global|shared|local|shared::cluster? l2Prefetch?", MemTypes)>,
    Form<!strconcat("semantics=relaxed|acquire scope space=global|shared|local|shared::cluster?", CacheSlots, MemTypes)>,
    Form<!strconcat("mmio semantics=relaxed scope=sys space=global?", MemTypes)>
  ];
}

def PTX_LduOp : PTX_MemInst<"ldu"> {
  let Slots = [S_Space, S_Vector, S_Type];
  let Dsts = [PTX_VecDst<"values", "dataType">];
  let Srcs = [PTX_Address<"address">];
  let Forms = [Form<!strconcat("space=global?", MemTypes), 20, 20>];
}

def PTX_StOp : PTX_MemInst<"st"> {
  let Slots = [S_Mmio, S_Semantics, S_Scope, S_Space, S_CacheOp, S_L1Eviction,
               S_L2Eviction, S_CacheHint, S_Vector, S_Type];
  let Srcs = [PTX_Address<"address">, PTX_VecSrc<"values", "dataType">,
              PTX_Src<"policy", "b64", "cacheHint">];
  let Forms = [
    Form<!strconcat("space=global|shared|local|param|shared::cluster? cacheOp=wb|cg|cs|wt? l1Eviction? l2Eviction? cacheHint?", MemTypes)>,
    Form<!strconcat("semantics=volatile space=global|shared|local|shared::cluster?", MemTypes)>,
    Form<!strconcat("semantics=relaxed|release scope space=global|shared|local|shared::cluster? l1Eviction? l2Eviction? cacheHint?", MemTypes)>,
    Form<!strconcat("mmio semantics=relaxed scope=sys space=global?", MemTypes)>
  ];
}

defvar AtomPrefix = "semantics=relaxed|acquire|release|acq_rel? scope? space=global|shared|shared::cluster? cacheHint? ";
defvar RedPrefix = "semantics=relaxed|release? scope? space=global|shared|shared::cluster? cacheHint? ";

class PTX_AtomForms<string prefix> {
  list<PTX_Form> Value = [
    Form<!strconcat(prefix, "op=and|or|xor dataType=b32")>,
    Form<!strconcat(prefix, "op=and|or|xor dataType=b64"), 31, 32>,
    Form<!strconcat(prefix, "op=add dataType=u32|s32|u64|f32")>,
    Form<!strconcat(prefix, "op=add dataType=s64")>,
    Form<!strconcat(prefix, "op=add dataType=f64"), 50, 60>,
    Form<!strconcat(prefix, "op=inc|dec dataType=u32")>,
    Form<!strconcat(prefix, "op=min|max dataType=u32|s32")>,
    Form<!strconcat(prefix, "op=min|max dataType=u64|s64"), 31, 32>,
    Form<!strconcat(prefix, "op=add noFtz dataType=f16x2"), 62, 60>,
    Form<!strconcat(prefix, "op=add noFtz dataType=f16"), 63, 70>,
    Form<!strconcat(prefix, "op=add noFtz dataType=bf16|bf16x2"), 78, 90>,
    Form<!strconcat(prefix, "op=add vector dataType=f32"), 81, 90>,
    Form<!strconcat(prefix, "op=add|min|max noFtz vector dataType=f16|f16x2|bf16|bf16x2"), 81, 90>
  ];
}

def PTX_AtomOp : PTX_MemInst<"atom"> {
  let Slots = [S_Semantics, S_Scope, S_Space, PTX_Slot<"op", PTX_AtomOpKind>,
               S_NoFtz, S_CacheHint, S_Vector, S_Type];
  let Dsts = [PTX_VecDst<"d", "dataType">];
  let Srcs = [PTX_Address<"address">, PTX_VecSrc<"b", "dataType", 0>,
              PTX_Src<"c", "dataType", "op=cas">,
              PTX_Src<"policy", "b64", "cacheHint">];
  let Forms = !listconcat(PTX_AtomForms<AtomPrefix>.Value, [
    Form<!strconcat(AtomPrefix, "op=cas|exch dataType=b32|b64")>,
    Form<!strconcat(AtomPrefix, "op=cas dataType=b16"), 63, 70>,
    Form<!strconcat(AtomPrefix, "op=cas|exch dataType=b128"), 83, 90>
  ]);
}

def PTX_RedOp : PTX_MemInst<"red"> {
  let Slots = [S_Semantics, S_Scope, S_Space, PTX_Slot<"op", PTX_AtomOpKind>,
               S_NoFtz, S_CacheHint, S_Vector, S_Type];
  let Srcs = [PTX_Address<"address">, PTX_VecSrc<"b", "dataType", 0>,
              PTX_Src<"policy", "b64", "cacheHint">];
  let Forms = PTX_AtomForms<RedPrefix>.Value;
}

def PTX_PrefetchOp : PTX_MemInst<"prefetch"> {
  let Slots = [S_Space, PTX_Slot<"level", PTX_CacheLevel>, S_L2Eviction];
  let Srcs = [PTX_Address<"address">];
  let Forms = [Form<"space=global|local? level", 20, 20>,
               Form<"space=global l2Eviction=L2::evict_last|L2::evict_normal", 74, 80>];
}

def PTX_PrefetchuOp : PTX_MemInst<"prefetchu"> {
  let Slots = [PTX_Slot<"level", PTX_CacheLevel>];
  let Srcs = [PTX_Address<"address">];
  let Forms = [Form<"level=L1", 20, 20>];
}

def PTX_MembarOp : PTX_MemInst<"membar"> {
  let Slots = [PTX_Slot<"level", PTX_MembarLevel>];
  let Forms = [Form<"level">];
}

def PTX_FenceOp : PTX_MemInst<"fence"> {
  let Slots = [PTX_Slot<"proxy", PTX_Flag<"proxy", 75, 70>>,
               PTX_Slot<"mbarrierInit", PTX_Flag<"mbarrier_init", 80, 90>>,
               PTX_Slot<"proxyKind", PTX_ProxyKind>, S_Semantics, S_Scope,
               S_Space];
  let Srcs = [PTX_Address<"address", "proxyKind=tensormap::generic&semantics=acquire">,
              PTX_Src<"size", "u32", "proxyKind=tensormap::generic&semantics=acquire">];
  let Forms = [
    Form<"semantics=sc|acq_rel? scope", 60, 70>,
    Form<"semantics=acquire|release scope", 86, 90>,
    Form<"mbarrierInit semantics=release scope=cluster", 80, 90>,
    Form<"proxy proxyKind=alias", 75, 70>,
    Form<"proxy proxyKind=async space=global|shared|shared::cluster?", 80, 90>,
    Form<"proxy proxyKind=tensormap::generic semantics=release|acquire scope", 83, 90>
  ];
  let MinPTX = 60;
  let MinSM = 70;
}

#endif // PTX_MLIR_DIALECT_PTX_MEMORY_TD
