//===- PTXArith.td - PTX integer and float arithmetic ------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.1 (integer), 9.7.2 (extended precision), 9.7.3
// (floating point), 9.7.4 (half precision) and 9.7.5 (mixed precision).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_ARITH_TD
#define PTX_MLIR_DIALECT_PTX_ARITH_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

class PTX_AddLike<string mnemonic, list<PTX_Form> more>
    : PTX_Inst<mnemonic, [Pure]> {
  let Slots = [S_Rounding, S_Ftz, S_Sat, S_Cc, S_Type, S_SrcType];
  let Dsts = [PTX_Dst<"d", "dataType">, PTX_CarryDst<"carry", "cc">];
  // The mixed precision forms have a narrower first source.
  let Srcs = [PTX_RegistersSrc<"a", "dataType|srcType", "int@srcType=bf16">,
              PTX_Src<"b", "dataType">];
  let Forms = !listconcat(more, [
    PTX_Form<"dataType=u16|u32|u64|s16|s64">, PTX_Form<"sat=sat? dataType=s32">,
    PTX_Form<"cc dataType=u32|s32">, PTX_Form<"cc dataType=u64|s64", 43>,
    PTX_Form<"rounding=rn|rz|rm|rp? ftz? sat=sat? dataType=f32">,
    PTX_Form<"rounding=rn|rz|rm|rp? dataType=f64">,
    PTX_Form<"rounding=rn|rz|rm|rp? ftz? dataType=f32x2", 86, 100>,
    PTX_Form<"rounding=rn? ftz? sat=sat? dataType=f16|f16x2", 42, 53>,
    PTX_Form<"rounding=rn? dataType=bf16|bf16x2", 78, 90>,
    PTX_Form<"rounding=rn|rz|rm|rp? sat=sat? dataType=f32 srcType=f16|bf16", 86, 100>
  ]);
}
def PTX_AddOp : PTX_AddLike<"add", [PTX_Form<"dataType=u16x2|s16x2", 80, 90>]>;
def PTX_SubOp : PTX_AddLike<"sub", []>;

/// d = a + b + carry, or a - (b + carry).
class PTX_AddCarry<string mnemonic> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = [S_Sat, S_Cc, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">, PTX_CarryDst<"carry", "cc">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_CarrySrc<"carryIn">];
  // 16 bits, which the ISA has not, take the carry in and give none.
  let Forms = [PTX_Form<"cc? dataType=u32|s32">, PTX_Form<"dataType=u16|s16|u64|s64">,
               // Of ptxas alone.
               PTX_Form<"sat=sat dataType=s32">,
               PTX_Form<"cc dataType=u64|s64", 43>];
}
def PTX_AddcOp : PTX_AddCarry<"addc">;
def PTX_SubcOp : PTX_AddCarry<"subc">;

def PTX_MulOp : PTX_Inst<"mul", [Pure]> {
  let Slots = [S_MulMode, S_Rounding, S_Ftz, S_Sat, S_Type];
  let Dsts = [PTX_Dst<"d", "wide:dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">];
  let Forms = [
    PTX_Form<"mode dataType=u16|u32|s16|s32">, PTX_Form<"mode=lo|hi dataType=u64|s64">,
    PTX_Form<"rounding=rn|rz|rm|rp? ftz? sat=sat? dataType=f32">,
    PTX_Form<"rounding=rn|rz|rm|rp? dataType=f64">,
    PTX_Form<"rounding=rn|rz|rm|rp? ftz? dataType=f32x2", 86, 100>,
    PTX_Form<"rounding=rn? ftz? sat=sat? dataType=f16|f16x2", 42, 53>,
    PTX_Form<"rounding=rn? dataType=bf16|bf16x2", 78, 90>
  ];
}

def PTX_MadOp : PTX_Inst<"mad", [Pure]> {
  let Slots = [S_MulMode, S_Rounding, S_Ftz, S_Sat, S_Cc, S_Type];
  let Dsts = [PTX_Dst<"d", "wide:dataType">, PTX_CarryDst<"carry", "cc">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_Src<"c", "wide:dataType">];
  let Forms = [
    PTX_Form<"mode dataType=u16|u32|s16|s32">, PTX_Form<"mode=lo|hi dataType=u64|s64">,
    PTX_Form<"mode=hi sat=sat dataType=s32">,
    PTX_Form<"mode=lo|hi cc dataType=u32|s32", 30>,
    PTX_Form<"mode=lo|hi cc dataType=u64|s64", 43>,
    PTX_Form<"rounding=rn|rz|rm|rp ftz? sat=sat? dataType=f32">,
    PTX_Form<"rounding=rn|rz|rm|rp dataType=f64">,
    OldForm<"ftz? sat=sat? dataType=f32", 10, 10, 40, 20, "rounding=rn">,
    OldForm<"dataType=f64", 10, 10, 14, 0, "rounding=rn">
  ];
}

def PTX_MadcOp : PTX_Inst<"madc", [Pure]> {
  let Slots = [S_MulMode, S_Cc, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">, PTX_CarryDst<"carry", "cc">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_Src<"c", "dataType">, PTX_CarrySrc<"carryIn">];
  let Forms = [PTX_Form<"mode=lo|hi cc? dataType=u32|s32", 30>,
               PTX_Form<"mode=lo|hi dataType=u16|s16|u64|s64", 30>,
               PTX_Form<"mode=lo|hi cc dataType=u64|s64", 43>];
}

def PTX_Mul24Op : PTX_Inst<"mul24", [Pure]> {
  let Slots = [S_MulMode, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">];
  let Forms = [PTX_Form<"mode=lo|hi dataType=u32|s32">];
}

def PTX_Mad24Op : PTX_Inst<"mad24", [Pure]> {
  let Slots = [S_MulMode, S_Sat, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_Src<"c", "dataType">];
  let Forms = [PTX_Form<"mode=lo|hi dataType=u32|s32">,
               PTX_Form<"mode=hi sat=sat dataType=s32">];
}

def PTX_FmaOp : PTX_Inst<"fma", [Pure]> {
  let Slots = [S_Rounding, S_Ftz, S_Oob, S_Relu, S_Sat, S_Type, S_SrcType];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_RegistersSrc<"a", "dataType|srcType", "int@srcType=bf16">,
              PTX_RegistersSrc<"b", "dataType|srcType", "int@srcType=bf16">,
              PTX_Src<"c", "dataType">];
  let Forms = [
    PTX_Form<"rounding=rn|rz|rm|rp ftz? sat=sat? dataType=f32", 20, 20>,
    PTX_Form<"rounding=rn|rz|rm|rp dataType=f64">,
    PTX_Form<"rounding=rn|rz|rm|rp ftz? dataType=f32x2", 86, 100>,
    PTX_Form<"rounding=rn ftz? sat=sat? dataType=f16|f16x2", 42, 53>,
    PTX_Form<"rounding=rn ftz? relu dataType=f16|f16x2", 70, 80>,
    // The ISA has bf16 with .rn only, and no .oob.sat.
    PTX_Form<"rounding=rn|rz|rm|rp relu? dataType=bf16|bf16x2", 70, 80>,
    PTX_Form<"rounding=rn oob relu? dataType=f16|f16x2", 81, 90>,
    PTX_Form<"rounding=rn oob sat=sat dataType=f16|f16x2", 81, 90>,
    PTX_Form<"rounding=rn|rz|rm|rp oob relu? dataType=bf16|bf16x2", 81, 90>,
    PTX_Form<"rounding=rn|rz|rm|rp sat=sat? dataType=f32 srcType=f16|bf16", 86, 100>
  ];
}

class PTX_NegLike<string mnemonic, int halfSince> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = [S_Ftz, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">];
  let Forms = [
    PTX_Form<"dataType=s16|s32|s64">, PTX_Form<"ftz? dataType=f32">, PTX_Form<"dataType=f64">,
    PTX_Form<"ftz? dataType=f16|f16x2", halfSince, 53>,
    PTX_Form<"dataType=bf16|bf16x2", 70, 80>
  ];
}
def PTX_NegOp : PTX_NegLike<"neg", 60>;
def PTX_AbsOp : PTX_NegLike<"abs", 65>;

class PTX_MinMax<string mnemonic> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = [S_Ftz, S_NaN, S_XorSign, S_Abs, S_Type, S_Relu,
               PTX_OperandSlot<"hasC", PTX_Flag<"yes">>];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_Src<"c", "dataType", "?dataType=f32&xorSign=none">];
  let Forms = [
    PTX_Form<"dataType=u16|u32|u64|s16|s64">, PTX_Form<"dataType=s32">,
    PTX_Form<"dataType=s32 relu", 80, 90>,
    PTX_Form<"dataType=u16x2", 80, 90>, PTX_Form<"relu? dataType=s16x2", 80, 90>,
    PTX_Form<"ftz? nan? dataType=f32">, PTX_Form<"ftz? nan? xorSign abs dataType=f32">,
    PTX_Form<"ftz? nan? abs? hasC dataType=f32", 88, 100>,
    PTX_Form<"dataType=f64">,
    PTX_Form<"ftz? nan? dataType=f16|f16x2", 70, 80>,
    PTX_Form<"ftz? nan? xorSign abs dataType=f16|f16x2">,
    PTX_Form<"nan? dataType=bf16|bf16x2", 70, 80>,
    PTX_Form<"nan? xorSign abs dataType=bf16|bf16x2">
  ];
}
def PTX_MinOp : PTX_MinMax<"min">;
def PTX_MaxOp : PTX_MinMax<"max">;

def PTX_SadOp : PTX_Inst<"sad", [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_Src<"c", "dataType">];
  let Forms = [PTX_Form<"dataType=u16|u32|u64|s16|s32|s64">];
}

def PTX_DivOp : PTX_Inst<"div", [Pure]> {
  let Slots = [S_Rounding, S_DivPrecision, S_Ftz, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">];
  let Forms = [
    PTX_Form<"dataType=u16|u32|u64|s16|s32|s64">,
    PTX_Form<"precision=approx|full ftz? dataType=f32">,
    PTX_Form<"rounding=rn|rz|rm|rp ftz? dataType=f32", 14, 20>,
    PTX_Form<"rounding=rn|rz|rm|rp dataType=f64">,
    OldForm<"dataType=f32", 10, 10, 14, 0, "precision=approx">,
    OldForm<"dataType=f64", 10, 10, 14, 0, "rounding=rn">
  ];
}

def PTX_RemOp : PTX_Inst<"rem", [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">];
  let Forms = [PTX_Form<"dataType=u16|u32|u64|s16|s32|s64">];
}

class PTX_Dp<string mnemonic, list<PTX_Slot> mode> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = !listconcat(mode, [S_Type, S_SrcType]);
  let Dsts = [PTX_Dst<"d", "u32">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "srcType">,
              PTX_Src<"c", "u32">];
  let MinPTX = 50;
  let MinSM = 61;
}
def PTX_Dp4aOp : PTX_Dp<"dp4a", []> {
  let Forms = [PTX_Form<"dataType=u32|s32 srcType=u32|s32">];
}
def PTX_Dp2aOp : PTX_Dp<"dp2a", [S_MulMode]> {
  let Forms = [PTX_Form<"mode=lo|hi dataType=u32|s32 srcType=u32|s32">];
}

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

class PTX_FloatUnary<string mnemonic> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = [S_Rounding, S_Precision, S_Ftz, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">];
}
def PTX_RcpOp : PTX_FloatUnary<"rcp"> {
  let Forms = [
    PTX_Form<"precision=approx ftz? dataType=f32">,
    PTX_Form<"rounding=rn|rz|rm|rp ftz? dataType=f32", 14, 20>,
    // Rounded doubles have no `.ftz` in the ISA, and none to flush.
    PTX_Form<"rounding=rn|rz|rm|rp ftz? dataType=f64">,
    PTX_Form<"precision=approx ftz dataType=f64", 21, 20>,
    OldForm<"dataType=f32", 10, 10, 14, 0, "precision=approx">
  ];
}
def PTX_SqrtOp : PTX_FloatUnary<"sqrt"> {
  let Forms = [
    PTX_Form<"precision=approx ftz? dataType=f32">,
    PTX_Form<"rounding=rn|rz|rm|rp ftz? dataType=f32", 14, 20>,
    PTX_Form<"rounding=rn|rz|rm|rp dataType=f64">,
    OldForm<"dataType=f32", 10, 10, 14, 0, "precision=approx">,
    OldForm<"dataType=f64", 10, 10, 14, 0, "rounding=rn">
  ];
}
def PTX_RsqrtOp : PTX_FloatUnary<"rsqrt"> {
  let Forms = [PTX_Form<"precision=approx ftz? dataType=f32">,
               PTX_Form<"precision=approx dataType=f64">,
               PTX_Form<"precision=approx ftz dataType=f64", 40, 20>,
               OldForm<"dataType=f32|f64", 10, 10, 14, 0, "precision=approx">];
}
class PTX_Trig<string mnemonic> : PTX_FloatUnary<mnemonic> {
  let Forms = [PTX_Form<"precision=approx ftz? dataType=f32">,
               OldForm<"dataType=f32", 10, 10, 14, 0, "precision=approx">];
}
def PTX_SinOp : PTX_Trig<"sin">;
def PTX_CosOp : PTX_Trig<"cos">;
def PTX_Lg2Op : PTX_Trig<"lg2">;
def PTX_Ex2Op : PTX_FloatUnary<"ex2"> {
  let Forms = [
    PTX_Form<"precision=approx ftz? dataType=f32">,
    PTX_Form<"precision=approx dataType=f16|f16x2", 70, 75>,
    PTX_Form<"precision=approx ftz dataType=bf16|bf16x2", 78, 90>,
    OldForm<"dataType=f32", 10, 10, 14, 0, "precision=approx">
  ];
}
def PTX_TanhOp : PTX_FloatUnary<"tanh"> {
  let Forms = [
    PTX_Form<"precision=approx dataType=f32|f16|f16x2", 70, 75>,
    PTX_Form<"precision=approx dataType=bf16|bf16x2", 78, 90>
  ];
}

def PTX_TestpOp : PTX_Inst<"testp", [Pure]> {
  let Slots = [PTX_Slot<"property", PTX_TestProperty>, S_Type];
  let Dsts = [PTX_Dst<"p", "pred">];
  let Srcs = [PTX_Src<"a", "dataType">];
  // ptxas takes it without a property, too; the result is then anything.
  let Forms = [PTX_Form<"property? dataType=f32|f64", 20, 20>];
}
def PTX_CopysignOp : PTX_Inst<"copysign", [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">];
  let Forms = [PTX_Form<"dataType=f32|f64", 20, 20>];
}

#endif // PTX_MLIR_DIALECT_PTX_ARITH_TD
