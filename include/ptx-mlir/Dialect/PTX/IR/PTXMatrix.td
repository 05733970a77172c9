//===- PTXMatrix.td - PTX matrix instructions --------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.14 (warp-level matrix instructions).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_MATRIX_TD
#define PTX_MLIR_DIALECT_PTX_MATRIX_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

def PTX_LdmatrixOp : PTX_ConvergentInst<"ldmatrix"> {
  let Slots = [S_Sync, S_Aligned, S_Shape, S_Num, S_Trans, S_Space, S_Type];
  let Dsts = [PTX_NumDst<"values", "b32">];
  let Srcs = [PTX_Address<"address">];
  let Forms = [
    Form<"sync aligned shape=m8n8 num trans? space=shared? dataType=b16", 65, 75>,
    Form<"sync aligned shape=m16n16 num=x1|x2 trans space=shared? dataType=b8",
         86, 100, 1>
  ];
}

def PTX_StmatrixOp : PTX_ConvergentInst<"stmatrix"> {
  let Slots = [S_Sync, S_Aligned, S_Shape, S_Num, S_Trans, S_Space, S_Type];
  let Srcs = [PTX_Address<"address">, PTX_NumSrc<"values", "b32">];
  let Forms = [
    Form<"sync aligned shape=m8n8 num trans? space=shared? dataType=b16", 78, 90>,
    Form<"sync aligned shape=m16n8 num trans space=shared? dataType=b8",
         86, 100, 1>
  ];
}

def PTX_MovmatrixOp : PTX_ConvergentInst<"movmatrix"> {
  let Slots = [S_Sync, S_Aligned, S_Shape, S_Trans, S_Type];
  let Dsts = [PTX_Dst<"d", "b32">];
  let Srcs = [PTX_Src<"a", "b32">];
  let Forms = [Form<"sync aligned shape=m8n8 trans dataType=b16", 78, 75>];
}

/// d = a * b + c. `dataType` is the type of d.
def PTX_MmaOp : PTX_ConvergentInst<"mma"> {
  let Slots = [S_Sync, S_Aligned, PTX_Slot<"kind", PTX_MmaKind>,
               PTX_Slot<"shape", PTX_MmaShape>,
               PTX_Slot<"aLayout", PTX_Layout>, PTX_Slot<"bLayout", PTX_Layout>,
               PTX_Slot<"satfinite", PTX_Flag<"satfinite">>, S_Type,
               PTX_Slot<"aType", PTX_DataType>, PTX_Slot<"bType", PTX_DataType>,
               PTX_Slot<"cType", PTX_DataType>, PTX_Slot<"bitOp", PTX_BitOp>,
               PTX_Slot<"popc", PTX_Flag<"popc">>];
  let Dsts = [PTX_FragmentDst<"d", "dataType", "C">];
  let Srcs = [PTX_FragmentSrc<"a", "aType", "A">,
              PTX_FragmentSrc<"b", "bType", "B">,
              PTX_FragmentSrc<"c", "cType", "C">];
  let Forms = [
    Form<"sync aligned shape=m8n8k4 aLayout bLayout dataType=f16|f32 aType=f16 bType=f16 cType=f16", 64, 70>,
    Form<"sync aligned shape=m8n8k4 aLayout bLayout dataType=f32 aType=f16 bType=f16 cType=f32", 64, 70>,
    Form<"sync aligned shape=m16n8k8|m16n8k16 aLayout=row bLayout=col dataType=f16 aType=f16 bType=f16 cType=f16", 65, 75>,
    Form<"sync aligned shape=m16n8k8|m16n8k16 aLayout=row bLayout=col dataType=f32 aType=f16 bType=f16 cType=f32", 65, 75>,
    Form<"sync aligned shape=m16n8k8|m16n8k16 aLayout=row bLayout=col dataType=f32 aType=bf16 bType=bf16 cType=f32", 70, 80>,
    Form<"sync aligned shape=m16n8k4|m16n8k8 aLayout=row bLayout=col dataType=f32 aType=tf32 bType=tf32 cType=f32", 70, 80>,
    Form<"sync aligned shape=m16n8k16|m16n8k32 aLayout=row bLayout=col dataType=f32 aType=e4m3|e5m2 bType=e4m3|e5m2 cType=f32", 84, 89>,
    Form<"sync aligned shape=m16n8k16|m16n8k32 aLayout=row bLayout=col dataType=f16 aType=e4m3|e5m2 bType=e4m3|e5m2 cType=f16", 87, 89>,
    Form<"sync aligned shape=m8n8k4 aLayout=row bLayout=col dataType=f64 aType=f64 bType=f64 cType=f64", 70, 80>,
    Form<"sync aligned shape=m16n8k4|m16n8k8|m16n8k16 aLayout=row bLayout=col dataType=f64 aType=f64 bType=f64 cType=f64", 78, 90>,
    Form<"sync aligned shape=m8n8k16 aLayout=row bLayout=col satfinite? dataType=s32 aType=u8|s8 bType=u8|s8 cType=s32", 65, 75>,
    Form<"sync aligned shape=m16n8k16|m16n8k32 aLayout=row bLayout=col satfinite? dataType=s32 aType=u8|s8 bType=u8|s8 cType=s32", 70, 80>,
    Form<"sync aligned shape=m8n8k32 aLayout=row bLayout=col satfinite? dataType=s32 aType=u4|s4 bType=u4|s4 cType=s32", 65, 75>,
    Form<"sync aligned shape=m16n8k32|m16n8k64 aLayout=row bLayout=col satfinite? dataType=s32 aType=u4|s4 bType=u4|s4 cType=s32", 70, 80>,
    Form<"sync aligned kind shape=m16n8k32 aLayout=row bLayout=col dataType=f32 aType=e4m3|e5m2 bType=e4m3|e5m2 cType=f32", 87, 120, 1>
  ];
}

#endif // PTX_MLIR_DIALECT_PTX_MATRIX_TD
