//===- PTXMisc.td - PTX policies, multimem, stack, events --*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.9 (createpolicy, multimem, st.async, red.async,
// st.bulk), 9.7.13.18 (clusterlaunchcontrol), 9.7.18 (stack) and 9.7.19.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_MISC_TD
#define PTX_MLIR_DIALECT_PTX_MISC_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

//===----------------------------------------------------------------------===//
// Cache eviction policies
//===----------------------------------------------------------------------===//

def PTX_PolicyPriority : PTX_ModEnum<"PolicyPriority", [
  Case<"L2::evict_last">, Case<"L2::evict_normal">, Case<"L2::evict_first">,
  Case<"L2::evict_unchanged">
]>;
def S_PrimaryPriority : PTX_Slot<"primary", PTX_PolicyPriority>;
def S_SecondaryPriority : PTX_Slot<"secondary", PTX_PolicyPriority>;
defvar PolicyForms = "primary secondary=L2::evict_first|L2::evict_unchanged? dataType=b64";

class PTX_Createpolicy<string mnemonic> : PTX_Inst<mnemonic, [Pure]> {
  let Dsts = [PTX_Dst<"policy", "u64">];
  let MinPTX = 74;
  let MinSM = 80;
}
def PTX_CreatepolicyFractionalOp
    : PTX_Createpolicy<"createpolicy.fractional"> {
  let Slots = [S_PrimaryPriority, S_SecondaryPriority, S_Type];
  let Srcs = [PTX_Src<"fraction", "f32", "?">];
  let Forms = [PTX_Form<PolicyForms>];
}
def PTX_CreatepolicyRangeOp : PTX_Createpolicy<"createpolicy.range"> {
  let Slots = [S_Space, S_PrimaryPriority, S_SecondaryPriority, S_Type];
  let Srcs = [PTX_Address<"address", "", "wide">, PTX_Src<"primarySize", "u32">,
              PTX_Src<"totalSize", "u32">];
  let Forms = [PTX_Form<!strconcat("space=global? ", PolicyForms)>];
}
def PTX_CreatepolicyCvtOp : PTX_Createpolicy<"createpolicy.cvt"> {
  let Slots = [PTX_Slot<"level", PTX_CacheLevel>, S_Type];
  let Srcs = [PTX_Src<"property", "u64">];
  let Forms = [PTX_Form<"level=L2 dataType=b64">];
}

//===----------------------------------------------------------------------===//
// Stores and reductions that an mbarrier or nothing waits for
//===----------------------------------------------------------------------===//

def S_CompleteTx : PTX_Slot<"completion",
    PTX_Flag<"mbarrier::complete_tx::bytes">>;
/// Where plain `.shared` does not do.
def S_SharedCta : PTX_Slot<"shared", PTX_Flag<"shared::cta">>;
def S_ReduceOp : PTX_Slot<"op", PTX_AtomOpKind>;

def PTX_StAsyncOp : PTX_MemInst<"st.async"> {
  let Slots = [S_Mmio, S_Semantics, S_Scope, S_Space, S_CompleteTx, S_Vector,
               S_Type];
  let Srcs = [PTX_Address<"address", "", "wide">,
              PTX_VecSrc<"values", "dataType", 0>,
              PTX_Address<"mbarrier", "completion", "wide@space=none">];
  let Forms = [
    PTX_Form<"scope=cluster? space=shared::cluster? completion vector=v2|v4? dataType=b32|u32|s32|f32", 81, 90>,
    PTX_Form<"scope=cluster? space=shared::cluster? completion vector=v2? dataType=b64|u64|s64|f64", 81, 90>,
    // .shared is of ptxas alone.
    PTX_Form<"space=shared completion vector=v2|v4? dataType=b32|u32|s32|f32", 81, 90>,
    PTX_Form<"space=shared completion vector=v2? dataType=b64|u64|s64|f64", 81, 90>,
    PTX_Form<"space=shared dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64", 81, 90>,
    PTX_Form<"scope=gpu|sys? dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64", 81, 90>,
    PTX_Form<"scope=gpu|sys? space=global dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64", 87, 100>,
    PTX_Form<"mmio? semantics=release scope=gpu|sys space=global? dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64", 87, 100>
  ];
}
class PTX_RedAsyncForms<string prefix, int ptx, int sm> {
  list<PTX_Form> Value = [
    PTX_Form<!strconcat(prefix, " op=inc|dec dataType=u32"), ptx, sm>,
    PTX_Form<!strconcat(prefix, " op=min|max dataType=u32|s32"), ptx, sm>,
    PTX_Form<!strconcat(prefix, " op=add dataType=u32|s32|u64"), ptx, sm>,
    PTX_Form<!strconcat(prefix, " op=and|or|xor dataType=b32"), ptx, sm>
  ];
}
def PTX_RedAsyncOp : PTX_MemInst<"red.async"> {
  let Slots = [S_Mmio, S_Semantics, S_Scope, S_Space, S_CompleteTx, S_ReduceOp,
               S_Type];
  // Without an mbarrier ptxas makes a call of it, but with .mmio.
  let Srcs = [PTX_Address<"address", "", "wide">,
              PTX_RegistersSrc<"value", "dataType",
                               "nofloat@mmio=none&completion=none&dataType=b32">,
              PTX_Address<"mbarrier", "completion", "wide@space=none">];
  let Forms = !listconcat(
    PTX_RedAsyncForms<"semantics=relaxed scope=cluster space=shared::cluster? completion", 81, 90>.Value,
    // Of the ISA only release and add; ptxas has all.
    PTX_RedAsyncForms<"semantics=relaxed scope=gpu|sys", 81, 90>.Value,
    PTX_RedAsyncForms<"semantics=relaxed scope=gpu|sys space=global", 87, 100>.Value,
    PTX_RedAsyncForms<"semantics=release scope=gpu|sys space=global?", 87, 100>.Value,
    PTX_RedAsyncForms<"mmio semantics=release scope=gpu|sys space=global?", 87, 100>.Value,
    [PTX_Form<"mmio? semantics=release scope=gpu|sys space=global? op=add dataType=s64", 87, 100>]);
}
/// A size, also in a register of 32 bits with its value; `values` are those of a constant.
class PTX_SizeSrc<string name, string type, string values>
    : PTX_RegistersSrc<name, type, "narrow"> { let Values = values; }
def PTX_StBulkOp : PTX_MemInst<"st.bulk"> {
  let Slots = [S_Semantics, S_SharedCta, PTX_Number<"value", 1>];
  let Srcs = [PTX_AddressIn<"shared", "address", "", "wide">,
              PTX_SizeSrc<"size", "u64", "0..16777216/8">,
              PTX_Imm<"value", "", "0">];
  let Forms = [PTX_Form<"shared?", 86, 100>];
}

//===----------------------------------------------------------------------===//
// multimem
//===----------------------------------------------------------------------===//

def PTX_MultimemAcc : PTX_ModEnum<"MultimemAcc", [
  Case<"acc::f32", 82, 90>, Case<"acc::f16", 86, 100>
]> { let IgnoredElsewhere = 1; }
def S_Accumulator : PTX_Slot<"accumulator", PTX_MultimemAcc>;

/// The operations on integers, and on floats without and with vectors; `acc` is
/// the wider type in which ld_reduce adds.
class PTX_MultimemForms<string prefix, string acc> {
  list<PTX_Form> Value = [
    PTX_Form<!strconcat(prefix, " op=add dataType=u32|s32|u64")>,
    PTX_Form<!strconcat(prefix, " op=min|max dataType=u32|s32|u64|s64")>,
    PTX_Form<!strconcat(prefix, " op=and|or|xor dataType=b32|b64")>,
    PTX_Form<!strconcat(prefix, " op=add dataType=f32|f64")>,
    PTX_Form<!strconcat(prefix, " op=add vector=v2|v4 dataType=f32")>,
    PTX_Form<!strconcat(prefix, " op=min|max vector=v2|v4 dataType=f16x2|bf16x2")>,
    PTX_Form<!strconcat(prefix, " op=min|max vector=v2|v4|v8 dataType=f16|bf16")>,
    PTX_Form<!strconcat(prefix, " op=add ", acc, " vector=v2|v4? dataType=f16x2|bf16x2")>,
    PTX_Form<!strconcat(prefix, " op=add ", acc, " vector=v2|v4|v8 dataType=f16|bf16")>
  ];
}
/// Of single registers ld_reduce only; the types of 8 bits too.
class PTX_MultimemScalarMinMax<string prefix> {
  list<PTX_Form> Value = !listconcat(
    [PTX_Form<!strconcat(prefix, " op=min|max dataType=f16x2|bf16x2")>],
    PTX_NarrowForms<!strconcat(prefix, " op=min|max vector=v2|v4? dataType=e4m3x4|e5m2x4"), ["100a", "103a", "110a", "120a", "121a"], ["100f", "110f"]>.Value,
    PTX_NarrowForms<!strconcat(prefix, " op=add accumulator=acc::f16? vector=v2|v4? dataType=e4m3x4|e5m2x4"), ["100a", "103a", "110a", "120a", "121a"], ["100f", "110f"]>.Value);
}
/// Loads and stores do not look at what narrow floats are in.
defvar MultimemRegisters = "any@dataType=bf16|bf16x2|e4m3x4|e5m2x4";
class PTX_Multimem<string mnemonic> : PTX_MemInst<mnemonic> {
  let MinPTX = 81;
  let MinSM = 90;
}
def PTX_MultimemLdReduceOp : PTX_Multimem<"multimem.ld_reduce"> {
  let Slots = [S_Semantics, S_Scope, S_Space, S_ReduceOp, S_Accumulator,
               S_Vector, S_Type];
  let Dsts = [PTX_VecDst<"values", "dataType", 0, MultimemRegisters>];
  let Srcs = [PTX_DataAddress<"address">];
  let Forms = !listconcat(
    PTX_MultimemForms<"space=global?", "accumulator=acc::f32?">.Value,
    PTX_MultimemForms<"semantics=relaxed|acquire scope space=global?", "accumulator=acc::f32?">.Value,
    PTX_MultimemScalarMinMax<"space=global?">.Value,
    PTX_MultimemScalarMinMax<"semantics=relaxed|acquire scope space=global?">.Value);
}
def PTX_MultimemStOp : PTX_Multimem<"multimem.st"> {
  let Slots = [S_Semantics, S_Scope, S_Space, S_Vector, S_Type];
  let Srcs = [PTX_DataAddress<"address">,
              PTX_VecSrc<"values", "dataType", 0, MultimemRegisters>];
  let Forms = !foldl([]<PTX_Form>,
      ["space=global? ", "semantics=relaxed|release scope space=global? "], forms,
      order, !listconcat(forms, [
    PTX_Form<!strconcat(order, "dataType=b32|b64|u32|u64|s32|s64|f32|f64|f16x2|bf16x2")>,
    PTX_Form<!strconcat(order, "vector=v2|v4 dataType=f32|f16x2|bf16x2")>,
    PTX_Form<!strconcat(order, "vector=v2|v4|v8 dataType=f16|bf16")>
  ], PTX_NarrowForms<!strconcat(order, "vector=v2|v4? dataType=e4m3x4|e5m2x4"), ["100a", "103a", "110a", "120a", "121a"], ["100f", "110f"]>.Value));
}
def PTX_MultimemRedOp : PTX_Multimem<"multimem.red"> {
  let Slots = [S_Semantics, S_Scope, S_Space, S_ReduceOp, S_Vector, S_Type];
  let Srcs = [PTX_DataAddress<"address", "", "wide">,
              PTX_VecSrc<"values", "dataType", 0, "bits@dataType=bf16">];
  let Forms = !listconcat(
    PTX_MultimemForms<"space=global?", "">.Value,
    PTX_MultimemForms<"semantics=relaxed|release scope space=global?", "">.Value);
}

//===----------------------------------------------------------------------===//
// Stealing of work from clusters that have not started
//===----------------------------------------------------------------------===//

def PTX_ClusterQueryKind : PTX_ModEnum<"ClusterQuery", [
  Case<"is_canceled">, Case<"get_first_ctaid">, Case<"get_first_ctaid::x">,
  Case<"get_first_ctaid::y">, Case<"get_first_ctaid::z">
]>;
class PTX_ClusterLaunchControl<string mnemonic> : PTX_MemInst<mnemonic> {
  let MinPTX = 86;
  let MinSM = 100;
}
def PTX_ClusterlaunchcontrolTryCancelOp
    : PTX_ClusterLaunchControl<"clusterlaunchcontrol.try_cancel"> {
  let Slots = [PTX_NameSlot<"async", PTX_Flag<"async">>, S_SharedCta, S_CompleteTx,
               PTX_Slot<"multicast", PTX_Flag<"multicast::cluster::all">>,
               S_Type];
  let Srcs = [PTX_AddressIn<"shared", "address">,
              PTX_AddressIn<"shared", "mbarrier">];
  let Forms = !listconcat([PTX_Form<"async shared? completion dataType=b128">],
    PTX_NarrowForms<"async shared? completion multicast dataType=b128">.Value);
}
def PTX_ClusterlaunchcontrolQueryCancelOp
    : PTX_Inst<"clusterlaunchcontrol.query_cancel", [Pure]> {
  let Slots = [PTX_Slot<"query", PTX_ClusterQueryKind>, S_Vector, S_Type,
               S_SrcType];
  let Dsts = [PTX_CountDst<"values", "dataType", "query:get_first_ctaid=4">];
  let Srcs = [PTX_Src<"response", "b128">];
  let Forms = [
    PTX_Form<"query=is_canceled dataType=pred srcType=b128">,
    PTX_Form<"query=get_first_ctaid vector=v4 dataType=b32 srcType=b128">,
    PTX_Form<"query=get_first_ctaid::x|get_first_ctaid::y|get_first_ctaid::z dataType=b32 srcType=b128">
  ];
  let MinPTX = 86;
  let MinSM = 100;
}

//===----------------------------------------------------------------------===//
// Stack
//===----------------------------------------------------------------------===//

class PTX_Stack<string mnemonic> : PTX_MemInst<mnemonic> {
  let Slots = [S_Type];
  let MinPTX = 73;
  let MinSM = 52;
  let Forms = [PTX_Form<"dataType=u32|u64">];
}
def PTX_AllocaOp : PTX_Stack<"alloca"> {
  let Slots = [S_Type, PTX_Number<"alignment", 24>, PTX_Number<"hasAlignment", 1>];
  let Dsts = [PTX_Dst<"address", "dataType">];
  let Srcs = [PTX_Src<"size", "dataType">,
              PTX_Imm<"alignment", "?", "8|1|2|4|16|32|64|128|256|512|1024|2048|4096|8192|16384|32768|65536|131072|262144|524288|1048576|2097152|4194304|8388608">];
}
def PTX_StacksaveOp : PTX_Stack<"stacksave"> {
  let Dsts = [PTX_Dst<"top", "dataType">];
}
def PTX_StackrestoreOp : PTX_Stack<"stackrestore"> {
  let Srcs = [PTX_RegSrc<"top", "dataType">];
}

//===----------------------------------------------------------------------===//
// Performance events
//===----------------------------------------------------------------------===//

def PTX_PmeventOp : PTX_MemInst<"pmevent"> {
  let Slots = [PTX_Number<"event", 5>];
  let Srcs = [PTX_Imm<"event", "", "0..15">];
  let Forms = [PTX_Form<"", 14>];
}
def PTX_PmeventMaskOp : PTX_MemInst<"pmevent.mask"> {
  let Slots = [PTX_Number<"events", 16>];
  let Srcs = [PTX_Imm<"events", "", "0..65535">];
  let Forms = [PTX_Form<"", 30, 20>];
}

#endif // PTX_MLIR_DIALECT_PTX_MISC_TD
