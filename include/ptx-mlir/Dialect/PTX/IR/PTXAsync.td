//===- PTXAsync.td - PTX asynchronous copies, mbarriers ----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.9.25 (asynchronous copy), 9.7.13.15 (mbarrier),
// and what goes with clusters.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_ASYNC_TD
#define PTX_MLIR_DIALECT_PTX_ASYNC_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

/// `size` bytes (4, 8 or 16), of which `sourceSize` are read and the rest zero.
/// A predicate in its place: nothing is read where it holds.
def PTX_CpAsyncOp : PTX_MemInst<"cp.async"> {
  let Slots = [S_CacheOp, PTX_Slot<"dstSpace", PTX_Space>,
               PTX_Slot<"srcSpace", PTX_Space>, S_CacheHint, S_L2Prefetch,
               PTX_Number<"size", 5>];
  let Srcs = [PTX_AddressIn<".shared", "dst">, PTX_AddressIn<".global", "src">,
              PTX_Imm<"size", "cacheOp=ca", "4|8|16">,
              PTX_Imm<"size", "cacheOp=cg", "16">,
              PTX_SourceSize<"sourceSize", "size">,
              PTX_Src<"policy", "u64", "cacheHint">];
  let Forms = [PTX_Form<"cacheOp=ca|cg dstSpace=shared srcSpace=global cacheHint? l2Prefetch?", 70, 80>];
  let MinPTX = 70;
  let MinSM = 80;
}
class PTX_CpAsyncControl<string mnemonic> : PTX_MemInst<mnemonic> {
  let MinPTX = 70;
  let MinSM = 80;
}
def PTX_CpAsyncCommitGroupOp : PTX_CpAsyncControl<"cp.async.commit_group"> {
  let Forms = [PTX_Form<"">];
}
def PTX_CpAsyncWaitGroupOp : PTX_CpAsyncControl<"cp.async.wait_group"> {
  let Slots = [PTX_Number<"pending", 32>];
  let Srcs = [PTX_LowImm<"pending">];
  let Forms = [PTX_Form<"">];
}
def PTX_CpAsyncWaitAllOp : PTX_CpAsyncControl<"cp.async.wait_all"> {
  let Forms = [PTX_Form<"">];
}
def PTX_CpAsyncMbarrierArriveOp
    : PTX_CpAsyncControl<"cp.async.mbarrier.arrive"> {
  let Slots = [PTX_Slot<"noinc", PTX_Flag<"noinc">>, S_Space, S_Type];
  let Srcs = [PTX_Address<"address", "", "wide@space=none">];
  let Forms = [PTX_Form<"noinc? space=shared? dataType=b64">];
}

//===----------------------------------------------------------------------===//
// mbarrier
//===----------------------------------------------------------------------===//

/// A generic address must be that of a shared variable, too.
class PTX_MbarrierAddress<string name>
    : PTX_DataAddress<name> { let Space = ".shared"; }

class PTX_Mbarrier<string mnemonic> : PTX_MemInst<mnemonic> {
  let MinPTX = 70;
  let MinSM = 80;
}
def PTX_MbarrierInitOp : PTX_Mbarrier<"mbarrier.init"> {
  let Slots = [S_Space, S_Type];
  let Srcs = [PTX_MbarrierAddress<"address">, PTX_Src<"count", "u32">];
  let Forms = [PTX_Form<"space=shared? dataType=b64">];
}
def PTX_MbarrierInvalOp : PTX_Mbarrier<"mbarrier.inval"> {
  let Slots = [S_Space, S_Type];
  let Srcs = [PTX_MbarrierAddress<"address">];
  let Forms = [PTX_Form<"space=shared? dataType=b64">];
}
class PTX_MbarrierTx<string mnemonic> : PTX_Mbarrier<mnemonic> {
  let Slots = [S_Semantics, S_Scope, S_Space, S_Type];
  let Srcs = [PTX_MbarrierAddress<"address">, PTX_Src<"count", "u32">];
  let Forms = [
    PTX_Form<"space=shared|shared::cluster? dataType=b64", 80, 90>,
    PTX_Form<"semantics=relaxed scope=cta|cluster space=shared|shared::cluster? dataType=b64", 80, 90>
  ];
}
def PTX_MbarrierExpectTxOp : PTX_MbarrierTx<"mbarrier.expect_tx">;
def PTX_MbarrierCompleteTxOp : PTX_MbarrierTx<"mbarrier.complete_tx">;

/// The count is optional, but for expect_tx and noComplete.
class PTX_MbarrierArriveLike<string mnemonic> : PTX_Mbarrier<mnemonic> {
  let Slots = [PTX_NameSlot<"expectTx", PTX_Flag<"expect_tx", 80, 90>>,
               PTX_Slot<"noComplete", PTX_Flag<"noComplete">>, S_Semantics,
               S_Scope, S_Space, S_Type];
  // The mbarrier of another CTA of the cluster returns nothing.
  let Dsts = [PTX_SinkableDst<"state", "u64", "space=none|shared">,
              PTX_SinkDst<"ignored", "space=shared::cluster">];
  let Srcs = [PTX_MbarrierAddress<"address">, PTX_SrcSince<90, "count", "u32",
                           "?expectTx=none&noComplete=none">];
  let Forms = [
    PTX_Form<"space=shared? dataType=b64">,
    PTX_Form<"noComplete space=shared? dataType=b64">,
    PTX_Form<"expectTx? space=shared|shared::cluster? dataType=b64", 80, 90>,
    PTX_Form<"noComplete? semantics=release scope=cta space=shared? dataType=b64", 80, 80>,
    PTX_Form<"expectTx? semantics=release scope=cta|cluster space=shared|shared::cluster? dataType=b64", 80, 90>,
    PTX_Form<"expectTx? semantics=relaxed scope=cta|cluster space=shared|shared::cluster? dataType=b64", 86, 90>
  ];
}
def PTX_MbarrierArriveOp : PTX_MbarrierArriveLike<"mbarrier.arrive">;
def PTX_MbarrierArriveDropOp : PTX_MbarrierArriveLike<"mbarrier.arrive_drop">;

class PTX_MbarrierWait<string mnemonic> : PTX_Mbarrier<mnemonic> {
  let Slots = [PTX_NameSlot<"parity", PTX_Flag<"parity", 71, 80>>, S_Semantics,
               S_Scope, S_Space, S_Type];
  let Dsts = [PTX_Dst<"done", "pred">];
}
def PTX_MbarrierTestWaitOp : PTX_MbarrierWait<"mbarrier.test_wait"> {
  let Srcs = [PTX_MbarrierAddress<"address">, PTX_Src<"state", "u64", "parity=none">,
              PTX_Src<"phase", "u32", "parity", "0..1">];
  let Forms = [PTX_Form<"parity? space=shared? dataType=b64">,
               PTX_Form<"parity? semantics=acquire scope=cta space=shared? dataType=b64", 80, 80>,
               PTX_Form<"parity? semantics=acquire scope=cluster space=shared? dataType=b64", 80, 90>,
               PTX_Form<"parity? semantics=relaxed scope=cta|cluster space=shared? dataType=b64", 86, 90>];
}
def PTX_MbarrierTryWaitOp : PTX_MbarrierWait<"mbarrier.try_wait"> {
  let Srcs = [PTX_MbarrierAddress<"address">, PTX_Src<"state", "u64", "parity=none">,
              PTX_Src<"phase", "u32", "parity", "0..1">, PTX_Src<"timeHint", "u32", "?">];
  let Forms = [PTX_Form<"parity? space=shared? dataType=b64", 78, 90>,
               PTX_Form<"parity? semantics=acquire scope=cta|cluster space=shared? dataType=b64", 80, 90>,
               PTX_Form<"parity? semantics=relaxed scope=cta|cluster space=shared? dataType=b64", 86, 90>];
}
def PTX_MbarrierPendingCountOp : PTX_Inst<"mbarrier.pending_count", [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"count", "u32">];
  let Srcs = [PTX_Src<"state", "u64">];
  let Forms = [PTX_Form<"dataType=b64", 70, 80>];
}

//===----------------------------------------------------------------------===//
// Clusters, caches
//===----------------------------------------------------------------------===//

def PTX_MapaOp : PTX_Inst<"mapa", [Pure]> {
  let Slots = [S_Space, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_VariableSrc<"a", "dataType">, PTX_Src<"rank", "u32">];
  let Forms = [PTX_Form<"space=shared::cluster? dataType=u32|u64|s32|s64", 78, 90>];
}
def PTX_GetctarankOp : PTX_Inst<"getctarank", [Pure]> {
  let Slots = [S_Space, S_Type];
  let Dsts = [PTX_Dst<"d", "u32">];
  let Srcs = [PTX_VariableSrc<"a", "dataType">];
  let Forms = [PTX_Form<"space=shared::cluster? dataType=u32|u64|s32|s64", 78, 90>];
}
class PTX_CacheControl<string mnemonic> : PTX_MemInst<mnemonic> {
  let Slots = [S_Space, PTX_Slot<"level", PTX_CacheLevel>, S_L2Eviction,
               PTX_Number<"size", 8>];
  let Srcs = [PTX_DataAddress<"address", "", "wide@level=none">,
              PTX_Imm<"size", "", "128">];
}
def PTX_DiscardOp : PTX_CacheControl<"discard"> {
  let Forms = [PTX_Form<"space=global? level=L2", 74, 80>];
}
def PTX_ApplypriorityOp : PTX_CacheControl<"applypriority"> {
  let Forms = [PTX_Form<"space=global? l2Eviction=L2::evict_normal", 74, 80>];
}

#endif // PTX_MLIR_DIALECT_PTX_ASYNC_TD
