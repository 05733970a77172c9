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

/// What a scalar or vector of at most 128 bits may consist of, and the vectors of
/// 256 bits.
class PTX_MemForms<string prefix, int ptx = 0, int sm = 0> {
  list<PTX_Form> Value = !foreach(types, [
    "dataType=b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64",
    "vector=v2 dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64",
    "vector=v4 dataType=b8|b16|b32|u8|u16|u32|s8|s16|s32|f32"
  ], PTX_Form<!strconcat(prefix, " ", types), ptx, sm>);
}
/// With a scope between the two parts of the prefix: `.sys` came to 128 bits later.
class PTX_ScopedForms<string prefix, string suffix> {
  list<PTX_Form> Value = [
    PTX_Form<!strconcat(prefix, "scope", suffix, " dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64")>,
    PTX_Form<!strconcat(prefix, "scope=cta|cluster|gpu", suffix, " dataType=b128")>,
    PTX_Form<!strconcat(prefix, "scope=sys", suffix, " dataType=b128"), 84, 70>,
    PTX_Form<!strconcat(prefix, "scope", suffix, " vector=v2 dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64")>,
    PTX_Form<!strconcat(prefix, "scope", suffix, " vector=v4 dataType=b8|b16|b32|u8|u16|u32|s8|s16|s32|f32")>
  ];
}
class PTX_WideForms<string prefix> {
  list<PTX_Form> Value = [
    PTX_Form<!strconcat(prefix, " vector=v8 dataType=b32|u32|s32|f32"), 88, 100>,
    PTX_Form<!strconcat(prefix, " vector=v4 dataType=b64|u64|s64|f64"), 88, 100>
  ];
}
defvar ScalarTypes =
    "dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64";

def PTX_LdOp : PTX_MemInst<"ld"> {
  let WritesMemory = 0;
  let Slots = [S_Mmio, S_Semantics, S_Scope, S_Space, S_NonCoherent, S_CacheOp,
               S_L1Eviction, S_L2Eviction, S_CacheHint, S_L2Prefetch, S_Vector,
               S_Type];
  let Dsts = [PTX_VecDst<"values", "dataType">];
  let Srcs = [PTX_DataAddress<"address">, PTX_Src<"policy", "u64", "cacheHint">];
  let Forms = !listconcat(
    PTX_MemForms<"space? cacheOp=ca|cg|cs|lu|cv?">.Value,
    PTX_MemForms<"space=global? cacheOp=ca|cg|cs|lu|cv? cacheHint? l2Prefetch?">.Value,
    PTX_WideForms<"space=global? cacheOp=ca|cg|cs|lu|cv cacheHint? l2Prefetch?">.Value,
    PTX_MemForms<"space=global? l1Eviction? cacheHint? l2Prefetch?">.Value,
    PTX_WideForms<"space=global? l1Eviction? l2Eviction? cacheHint? l2Prefetch?">.Value,
    PTX_MemForms<"space=global nonCoherent cacheOp=ca|cg|cs? cacheHint? l2Prefetch?", 31, 32>.Value,
    PTX_MemForms<"space=global nonCoherent l1Eviction? cacheHint? l2Prefetch?", 31, 32>.Value,
    PTX_WideForms<"space=global nonCoherent l1Eviction? l2Eviction? cacheHint? l2Prefetch?">.Value,
    PTX_MemForms<"semantics=volatile space=global? l2Prefetch?">.Value,
    PTX_WideForms<"semantics=volatile space=global? l2Eviction? l2Prefetch?">.Value,
    PTX_MemForms<"semantics=volatile space=shared|shared::cluster">.Value,
    PTX_ScopedForms<"semantics=relaxed|acquire ", " space=shared|shared::cluster">.Value,
    PTX_ScopedForms<"semantics=relaxed|acquire ", " space=global? l1Eviction? cacheHint? l2Prefetch?">.Value,
    PTX_WideForms<"semantics=relaxed|acquire scope space=global? l1Eviction? l2Eviction? cacheHint? l2Prefetch?">.Value,
    [PTX_Form<!strconcat("mmio semantics=relaxed scope=sys space=global? ", ScalarTypes)>,
     PTX_Form<"mmio semantics=relaxed scope=sys space=global? dataType=b128", 84, 70>]);
}

def PTX_LduOp : PTX_MemInst<"ldu"> {
  let WritesMemory = 0;
  let Slots = [S_Space, S_Vector, S_Type];
  let Dsts = [PTX_VecDst<"values", "dataType">];
  let Srcs = [PTX_DataAddress<"address">];
  let Forms = PTX_MemForms<"space=global?", 20, 20>.Value;
}

def PTX_StOp : PTX_MemInst<"st"> {
  let ReadsMemory = 0;
  let Slots = [S_Mmio, S_Semantics, S_Scope, S_Space, S_CacheOp, S_L1Eviction,
               S_L2Eviction, S_CacheHint, S_Vector, S_Type];
  let Srcs = [PTX_DataAddress<"address">, PTX_VecSrc<"values", "dataType">,
              PTX_Src<"policy", "u64", "cacheHint">];
  let Forms = !listconcat(
    PTX_MemForms<"space=global|shared|local|param|param::func|shared::cluster? cacheOp=wb|cg|cs|wt?">.Value,
    PTX_MemForms<"space=global? cacheOp=wb|cg|cs|wt? cacheHint?">.Value,
    PTX_WideForms<"space=global? cacheOp=wb|cg|cs|wt cacheHint?">.Value,
    PTX_MemForms<"space=global? l1Eviction? cacheHint?">.Value,
    PTX_WideForms<"space=global? l1Eviction? l2Eviction? cacheHint?">.Value,
    PTX_MemForms<"semantics=volatile space=global|shared|shared::cluster?">.Value,
    PTX_WideForms<"semantics=volatile space=global? l2Eviction?">.Value,
    PTX_ScopedForms<"semantics=relaxed|release ", " space=shared|shared::cluster">.Value,
    PTX_ScopedForms<"semantics=relaxed|release ", " space=global? l1Eviction? cacheHint?">.Value,
    PTX_WideForms<"semantics=relaxed|release scope space=global? l1Eviction? l2Eviction? cacheHint?">.Value,
    [PTX_Form<!strconcat("mmio semantics=relaxed scope=sys space=global? ", ScalarTypes)>,
     PTX_Form<"mmio semantics=relaxed scope=sys space=global? dataType=b128", 84, 70>]);
}

/// The operations of atom and red for one state space; `order` names the
/// memory orders.
class PTX_AtomForms<string order, string space> {
  defvar prefix = !strconcat("semantics=", order, "? scope? ", space, " ");
  list<PTX_Form> Value = [
    PTX_Form<!strconcat(prefix, "op=and|or|xor dataType=b32")>,
    PTX_Form<!strconcat(prefix, "op=and|or|xor dataType=b64"), 31, 32>,
    PTX_Form<!strconcat(prefix, "op=add dataType=u32|s32|u64|f32")>,
    PTX_Form<!strconcat(prefix, "op=add dataType=f64"), 50, 60>,
    PTX_Form<!strconcat(prefix, "op=inc|dec dataType=u32")>,
    PTX_Form<!strconcat(prefix, "op=min|max dataType=u32|s32")>,
    PTX_Form<!strconcat(prefix, "op=min|max dataType=u64|s64"), 31, 32>,
    PTX_Form<!strconcat(prefix, "op=add noFtz dataType=f16x2"), 62, 60>,
    PTX_Form<!strconcat(prefix, "op=add noFtz dataType=f16"), 63, 70>,
    PTX_Form<!strconcat(prefix, "op=add noFtz dataType=bf16|bf16x2"), 78, 90>
  ];
}
class PTX_AtomVectorForms<string order> {
  defvar prefix =
      !strconcat("semantics=", order, "? scope? space=global? cacheHint? ");
  list<PTX_Form> Value = [
    PTX_Form<!strconcat(prefix, "op=add vector=v2|v4 dataType=f32"), 81, 90>,
    PTX_Form<!strconcat(prefix, "op=add|min|max noFtz vector=v2|v4|v8 dataType=f16|bf16"), 81, 90>,
    PTX_Form<!strconcat(prefix, "op=add|min|max noFtz vector=v2|v4 dataType=f16x2|bf16x2"), 81, 90>
  ];
}
defvar AtomOrder = "relaxed|acquire|release|acq_rel";
defvar RedOrder = "relaxed|release";
defvar AtomOrderPart = "semantics=relaxed|acquire|release|acq_rel? ";
defvar AtomSpaces = "space=global|shared|shared::cluster? ";
defvar CasPrefix = "semantics=relaxed|acquire|release|acq_rel? scope? space=global|shared|shared::cluster? op=cas ";
defvar ExchPrefix = "semantics=relaxed|acquire|release|acq_rel? scope? space=global|shared|shared::cluster? op=exch ";

class PTX_AtomDst<string name, string type, bit relaxed, string registers>
    : PTX_VecDst<name, type, relaxed, registers> { let TakesSink = 1; }
def PTX_AtomOp : PTX_MemInst<"atom"> {
  let RefusesLocal = 1;
  let MinSM = 11;
  let Slots = [S_Semantics, S_Scope, S_Space, PTX_Slot<"op", PTX_AtomOpKind>,
               S_NoFtz, S_CacheHint, S_Vector, S_Type];
  let Dsts = [PTX_AtomDst<"d", "dataType", 0, "bits@dataType=bf16">];
  let Srcs = [PTX_DataAddress<"address">,
              PTX_VecSrc<"b", "dataType", 0, "bits@dataType=bf16">,
              PTX_Src<"c", "dataType", "op=cas">,
              PTX_Src<"policy", "u64", "cacheHint">];
  let Forms = !listconcat(
    PTX_AtomForms<AtomOrder, "space=shared|shared::cluster">.Value,
    PTX_AtomForms<AtomOrder, "space=global? cacheHint?">.Value,
    PTX_AtomVectorForms<AtomOrder>.Value, [
      PTX_Form<!strconcat(CasPrefix, "dataType=b32|b64")>,
      PTX_Form<!strconcat(CasPrefix, "dataType=b16"), 63, 70>,
      PTX_Form<!strconcat(AtomOrderPart, "scope=cta|cluster|gpu? ", AtomSpaces, "op=cas|exch dataType=b128"), 83, 90>,
      PTX_Form<!strconcat(AtomOrderPart, "scope=sys ", AtomSpaces, "op=cas|exch dataType=b128"), 84, 90>,
      PTX_Form<!strconcat(ExchPrefix, "dataType=b32|b64")>,
      PTX_Form<!strconcat(AtomOrderPart, "scope? space=global? cacheHint op=exch dataType=b32|b64")>,
      PTX_Form<!strconcat(AtomOrderPart, "scope=cta|cluster|gpu? space=global? cacheHint op=exch dataType=b128"), 83, 90>,
      PTX_Form<!strconcat(AtomOrderPart, "scope=sys space=global? cacheHint op=exch dataType=b128"), 84, 90>
    ]);
}

def PTX_RedOp : PTX_MemInst<"red"> {
  let RefusesLocal = 1;
  let MinPTX = 12;
  let MinSM = 11;
  let Slots = [S_Semantics, S_Scope, S_Space, PTX_Slot<"op", PTX_AtomOpKind>,
               S_NoFtz, S_CacheHint, S_Vector, S_Type];
  let Srcs = [PTX_DataAddress<"address">,
              PTX_VecSrc<"b", "dataType", 0, "bits@dataType=bf16">,
              PTX_Src<"policy", "u64", "cacheHint">];
  let Forms = !listconcat(
    PTX_AtomForms<RedOrder, "space=shared|shared::cluster">.Value,
    PTX_AtomForms<RedOrder, "space=global? cacheHint?">.Value,
    PTX_AtomVectorForms<RedOrder>.Value);
}

def PTX_PrefetchOp : PTX_MemInst<"prefetch"> {
  let Slots = [S_Space, PTX_Slot<"level", PTX_CacheLevel>, S_L2Eviction,
               PTX_Slot<"tensormap", PTX_Flag<"tensormap", 80, 90>>];
  let Srcs = [PTX_DataAddress<"address", "", "wide@space=none|global wide@tensormap">];
  let Forms = [PTX_Form<"space=global|local? level", 20, 20>,
               PTX_Form<"space=global? l2Eviction=L2::evict_last|L2::evict_normal", 74, 80>,
               PTX_Form<"space=const|param? tensormap", 80, 90>];
}

def PTX_PrefetchuOp : PTX_MemInst<"prefetchu"> {
  let Slots = [PTX_Slot<"level", PTX_CacheLevel>];
  let Srcs = [PTX_UniformAddress<"address">];
  let Forms = [PTX_Form<"level=L1", 20, 20>];
}

def PTX_MembarOp : PTX_MemInst<"membar"> {
  let MinPTX = 14;
  let Slots = [PTX_Slot<"level", PTX_MembarLevel>];
  let Forms = [PTX_Form<"level">];
}

defvar TensormapAcquire = "proxyKind=tensormap::generic&semantics=acquire";

def PTX_FenceOp : PTX_MemInst<"fence"> {
  let Slots = [PTX_NameSlot<"proxy", PTX_Flag<"proxy", 75, 70>>,
               PTX_Slot<"mbarrierInit", PTX_Flag<"mbarrier_init", 80, 90>>,
               PTX_Slot<"proxyKind", PTX_ProxyKind>, S_Semantics,
               PTX_Slot<"syncRestrict", PTX_SyncRestrict>, S_Scope,
               PTX_Slot<"space", PTX_FenceSpace>, PTX_Number<"size", 8>];
  // ptxas takes variables of any space here.
  let Srcs = [PTX_AddressIn<"", "address", TensormapAcquire, "any">,
              PTX_Imm<"size", TensormapAcquire, "128">];
  let Forms = [
    PTX_Form<"semantics=sc|acq_rel|acquire|release? scope">,
    PTX_Form<"semantics=acquire syncRestrict=sync_restrict::shared::cluster scope=cluster">,
    PTX_Form<"semantics=release syncRestrict=sync_restrict::shared::cta scope=cluster">,
    // With a proxy the ISA has no restriction and, but for async, no second
    // space; ptxas takes and ignores them.
    PTX_Form<"mbarrierInit semantics=release syncRestrict? scope=cluster", 80, 90>,
    PTX_Form<"proxy proxyKind=alias syncRestrict?">,
    PTX_Form<"proxy proxyKind=async syncRestrict? space?">,
    PTX_Form<"proxy proxyKind=async::generic semantics=acquire syncRestrict=sync_restrict::shared::cluster scope=cluster space?">,
    PTX_Form<"proxy proxyKind=async::generic semantics=release syncRestrict=sync_restrict::shared::cta scope=cluster space?">,
    PTX_Form<"proxy proxyKind=tensormap::generic semantics=release syncRestrict? scope space?">,
    PTX_Form<"proxy proxyKind=tensormap::generic semantics=acquire scope">
  ];
  let MinPTX = 60;
  let MinSM = 70;
}

#endif // PTX_MLIR_DIALECT_PTX_MEMORY_TD
