//===- PTXWarpgroup.td - PTX warp group instructions -------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.15 (asynchronous warp group matrix instructions).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_WARPGROUP_TD
#define PTX_MLIR_DIALECT_PTX_WARPGROUP_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

defvar WgmmaTargets = ["90a"];

/// The shape is m64, one of 32 widths, and a depth.
def PTX_WgmmaColumns
    : PTX_ModEnum<"WgmmaColumns",
                  !foreach(i, !range(1, 33), Case<"m64n" # !mul(i, 8)>)>;
def PTX_WgmmaDepth : PTX_ModEnum<"WgmmaDepth", [
  Case<"k8">, Case<"k16">, Case<"k32">, Case<"k64">, Case<"k256">
]>;

/// Integers have no width that is an odd multiple of 8 above 24.
defvar IntegerColumns = "m64n8|m64n16|m64n24|"
    # !interleave(!foreach(i, !range(2, 17), "m64n" # !mul(i, 16)), "|");

/// Whether d is added.
def O_Accumulate : PTX_PredSrc<"accumulate"> { let Values = "0|1"; }

class PTX_WgmmaMma<string mnemonic, list<PTX_Slot> more,
                   list<PTX_Operand> metadata> : PTX_ConvergentInst<mnemonic> {
  // Its destinations are its accumulators.
  let UpdatesResults = 1;
  let Slots = !listconcat(
      [S_Sync, S_Aligned, PTX_Slot<"columns", PTX_WgmmaColumns>,
       PTX_GluedSlot<"depth", PTX_WgmmaDepth>, S_Satfinite, S_Type, S_AType,
       S_BType, S_MmaBitOp, S_Popc, PTX_Shape<"aInRegisters", "a_registers">,
       PTX_Shape<"negateA", "negate_a">, PTX_Shape<"negateB", "negate_b">,
       PTX_Shape<"transposeA", "transpose_a">,
       PTX_Shape<"transposeB", "transpose_b">], more);
  // 64 x n elements over 128 threads: n / 4 registers of two halves.
  let Dsts = [PTX_FragmentDst<
      "d", "dataType",
      !interleave(!foreach(i, !range(1, 33),
                           !mul(i, 2) # "@columns=m64n" # !mul(i, 8)), " ")
          # " * 1@dataType=f16 2">];
  let Srcs = !listconcat(
      [PTX_Src<"a", "u64", "aInRegisters=none">,
       PTX_ListSrc<"aValues", "halves:aType", "4", "aInRegisters">,
       PTX_Src<"b", "u64">],
      metadata,
      [O_Accumulate,
       PTX_Imm<"negateA", "dataType=f16|f32", "1|-1">,
       PTX_Imm<"negateB", "dataType=f16|f32", "1|-1">,
       PTX_Imm<"transposeA", "aType=f16|bf16&aInRegisters=none", "0|1">,
       PTX_Imm<"transposeB", "aType=f16|bf16", "0|1">]);
}

/// Without `.aligned`, which the ISA wants, ptxas takes them too.
class PTX_WgmmaForm<string depth, string rest, int ptx, string columns = "">
    : FormOn<"sync aligned? columns" # columns # " depth=" # depth # " " # rest
                 # " aInRegisters?",
             ptx, WgmmaTargets>;
defvar Negatable = " negateA? negateB?";
defvar Transposable = " transposeA? transposeB?";

/// d = a * b [+ d]; a is a descriptor of shared memory or in registers.
class PTX_WgmmaForms<string k16, string k8, string k32, int ptx> {
  defvar SomeColumns = "=" # !strconcat(IntegerColumns, "");
  list<PTX_Form> Value = [
    PTX_WgmmaForm<k16, !strconcat("dataType=f16|f32 aType=f16 bType=f16", Negatable, Transposable), ptx>,
    PTX_WgmmaForm<k16, !strconcat("dataType=f32 aType=bf16 bType=bf16", Negatable, Transposable), ptx>,
    PTX_WgmmaForm<k8, !strconcat("dataType=f32 aType=tf32 bType=tf32", Negatable), ptx>,
    PTX_WgmmaForm<k32, !strconcat("dataType=f16|f32 aType=e4m3|e5m2 bType=e4m3|e5m2", Negatable), ptx>,
    PTX_WgmmaForm<k32, "satfinite? dataType=s32 aType=u8 bType=u8", ptx, SomeColumns>,
    PTX_WgmmaForm<k32, "satfinite? dataType=s32 aType=s8 bType=s8", ptx, SomeColumns>,
    PTX_WgmmaForm<k32, "satfinite? dataType=s32 aType=u8|s8 bType=u8|s8", 84, SomeColumns>
  ];
}

def PTX_WgmmaMmaAsyncOp : PTX_WgmmaMma<"wgmma.mma_async", [], []> {
  let Forms = !listconcat(
      PTX_WgmmaForms<"k16", "k8", "k32", 80>.Value,
      [PTX_WgmmaForm<"k256", "dataType=s32 aType=b1 bType=b1 bitOp=and popc",
                     80, !strconcat("=", IntegerColumns)>]);
}
def PTX_WgmmaMmaAsyncSpOp
    : PTX_WgmmaMma<"wgmma.mma_async.sp", [PTX_Number<"selector", 2>],
                   [PTX_RegSrcOrPred<"metadata", "b32">,
                    PTX_Imm<"selector", "aType=f16|bf16|tf32", "0..1">,
                    PTX_Imm<"selector", "aType=e4m3|e5m2|u8|s8", "0">]> {
  let Forms = PTX_WgmmaForms<"k32", "k16", "k64", 82>.Value;
}

class PTX_WgmmaControl<string mnemonic> : PTX_ConvergentInst<mnemonic> {
  let Slots = [S_Sync, S_Aligned];
  let Forms = [FormOn<"sync aligned?", 80, WgmmaTargets>];
}
def PTX_WgmmaFenceOp : PTX_WgmmaControl<"wgmma.fence">;
def PTX_WgmmaCommitGroupOp : PTX_WgmmaControl<"wgmma.commit_group">;
def PTX_WgmmaWaitGroupOp : PTX_WgmmaControl<"wgmma.wait_group"> {
  let Slots = [S_Sync, S_Aligned, PTX_Number<"pending", 32>];
  let Srcs = [PTX_Imm<"pending">];
}

def PTX_SetmaxnregOp : PTX_ConvergentInst<"setmaxnreg"> {
  let Slots = [PTX_NameSlot<"action", PTX_SetMaxNReg>, S_Sync, S_Aligned, S_Type,
               PTX_Number<"count", 9>];
  let Srcs = [PTX_Imm<"count", "", "24..256/8">];
  let Forms = [FormOn<"action sync aligned dataType=u32|s32", 80,
                      ["90a", "100f", "110f", "120f"]>];
}

#endif // PTX_MLIR_DIALECT_PTX_WARPGROUP_TD
