//===- PTXSync.td - PTX barriers and warp operations -------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.13 (synchronization and communication), 9.7.20
// (miscellaneous).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_SYNC_TD
#define PTX_MLIR_DIALECT_PTX_SYNC_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

// Masks of lanes are signed so that all lanes are printed as -1.

/// bar (aligned) and barrier (aligned only if it says so).
class PTX_BarLike<string mnemonic> : PTX_ConvergentInst<mnemonic> {
  let Dsts = [PTX_Operand<"value", "d", "dataType", "mode=red">];
  let Srcs = [PTX_LowSrc<"barrier", "u32", "", "0..15">,
              PTX_LowSrc<"threads", "u32", "?mode=sync|red", "0..4294967264/32">,
              PTX_PredSrc<"p", "mode=red">];
}
def PTX_BarOp : PTX_BarLike<"bar"> {
  let Slots = [PTX_NameSlot<"cta", PTX_Flag<"cta", 78>>,
               PTX_NameSlot<"mode", PTX_BarMode>, PTX_Slot<"op", PTX_BarRedOp>,
               S_Type];
  let Forms = [PTX_Form<"cta? mode=sync|arrive">, PTX_Form<"cta? mode=red op=popc dataType=u32">,
               PTX_Form<"cta? mode=red op=and|or dataType=pred">];
}
/// Of the three ptxas reads `.sync` as a modifier.
def S_BarrierMode : PTX_Slot<"mode", PTX_BarMode> {
  let InName = ["arrive", "red"];
}
def PTX_BarrierOp : PTX_BarLike<"barrier"> {
  let Slots = [PTX_NameSlot<"cta", PTX_Flag<"cta", 78>>,
               S_BarrierMode, PTX_Slot<"op", PTX_BarRedOp>,
               S_Aligned, S_Type];
  let Forms = [PTX_Form<"cta? mode=sync|arrive aligned?">,
               PTX_Form<"cta? mode=red op=popc aligned? dataType=u32">,
               PTX_Form<"cta? mode=red op=and|or aligned? dataType=pred">];
  let MinPTX = 60;
  let MinSM = 30;
}
def PTX_BarWarpOp : PTX_ConvergentInst<"bar.warp"> {
  let Slots = [S_Sync];
  let Srcs = [PTX_Src<"mask", "s32">];
  let Forms = [PTX_Form<"sync", 60, 30>];
}
def PTX_BarrierClusterOp : PTX_ConvergentInst<"barrier.cluster"> {
  let Slots = [PTX_NameSlot<"mode", PTX_ClusterMode>, S_Semantics, S_Aligned];
  let Forms = [PTX_Form<"mode aligned?">,
               PTX_Form<"mode=arrive semantics=release|relaxed aligned?", 80, 90>,
               PTX_Form<"mode=wait semantics=acquire aligned?", 80, 90>];
  let MinPTX = 78;
  let MinSM = 90;
}

def PTX_ShflOp : PTX_ExchangeInst<"shfl"> {
  let Slots = [S_Sync, PTX_Slot<"mode", PTX_ShflMode>, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">, PTX_PairDst<"p">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "b32">, PTX_Src<"c", "b32">,
              PTX_Src<"mask", "s32", "sync">];
  let Forms = [PTX_Form<"sync mode dataType=b32", 60, 30>,
               OldForm<"mode dataType=b32", 30, 30, 64, 70>];
}
def PTX_VoteOp : PTX_ExchangeInst<"vote"> {
  let Slots = [S_Sync, PTX_Slot<"mode", PTX_VoteMode>, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_PredSrc<"a">, PTX_Src<"mask", "s32", "sync">];
  let Forms = [PTX_Form<"sync mode=all|any|uni dataType=pred", 60, 30>,
               PTX_Form<"sync mode=ballot dataType=b32", 60, 30>,
               OldForm<"mode=all|any|uni dataType=pred", 12, 12, 64, 70>,
               OldForm<"mode=ballot dataType=b32", 20, 20, 64, 70>];
}
def PTX_MatchOp : PTX_ExchangeInst<"match"> {
  let Slots = [PTX_Slot<"mode", PTX_MatchMode>, S_Sync, S_Type];
  let Dsts = [PTX_SinkableDst<"d", "u32">, PTX_PairDst<"p", "mode=all;?">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"mask", "s32">];
  let Forms = [PTX_Form<"sync mode dataType=b32|b64">];
  let MinPTX = 60;
  let MinSM = 70;
}
def PTX_ReduxOp : PTX_ExchangeInst<"redux"> {
  let Slots = [S_Sync, PTX_Slot<"op", PTX_ReduxOpKind>, S_Abs, S_NaN, S_Type];
  defvar Registers = "int@dataType=b32|u32|s32";
  let Dsts = [PTX_RegistersDst<"d", "dataType", Registers>];
  let Srcs = [PTX_RegistersSrc<"a", "dataType", Registers>, PTX_Src<"mask", "s32">];
  let Forms = !listconcat([
    PTX_Form<"sync op=add|min|max dataType=u32|s32">,
    PTX_Form<"sync op=and|or|xor dataType=b32">
  ], PTX_NarrowForms<"sync op=min|max abs? nan? dataType=f32",
                     ["100a", "103a"], ["100f"]>.Value);
  let MinPTX = 70;
  let MinSM = 80;
}
def PTX_ActivemaskOp : PTX_ExchangeInst<"activemask"> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "b32">];
  let Forms = [PTX_Form<"dataType=b32", 62, 30>];
}
def PTX_ElectOp : PTX_ExchangeInst<"elect"> {
  let Slots = [S_Sync];
  let Dsts = [PTX_SinkableDst<"d", "u32">, PTX_PairDst<"p", "">];
  let Srcs = [PTX_Src<"mask", "s32">];
  let Forms = [PTX_Form<"sync", 80, 90>];
}
def PTX_NanosleepOp : PTX_MemInst<"nanosleep"> {
  let Slots = [S_Type];
  let Srcs = [PTX_Src<"duration", "u32">];
  let Forms = [PTX_Form<"dataType=u32", 62, 70>];
}
def PTX_GriddepcontrolOp : PTX_MemInst<"griddepcontrol"> {
  let Slots = [PTX_Slot<"action", PTX_GridDep>];
  let Forms = [PTX_Form<"action", 78, 90>];
}
def PTX_BrkptOp : PTX_MemInst<"brkpt"> {
  let Forms = [PTX_Form<"">];
}

#endif // PTX_MLIR_DIALECT_PTX_SYNC_TD
