//===- PTXConvert.td - PTX compare, select, move, convert --*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.6, 9.7.7 (comparison and selection) and 9.7.9
// (mov, cvt, cvta, isspacep).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_CONVERT_TD
#define PTX_MLIR_DIALECT_PTX_CONVERT_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

defvar IntCompare = "compare=eq|ne|lt|le|gt|ge";
defvar UIntCompare = "compare=eq|ne|lt|le|gt|ge|lo|ls|hi|hs";
defvar FloatCompare =
    "compare=eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan";

def PTX_SetpOp : PTX_Inst<"setp", [Pure]> {
  let Slots = [S_Compare, S_BoolOp, S_Ftz, S_Type];
  let Dsts = [PTX_SinkableDst<"p", "pred">, PTX_PairDst<"q", "dataType=b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64|f16x2|bf16x2;?">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_PredSrc<"c", "boolOp">];
  let Forms = [
    PTX_Form<"compare=eq|ne boolOp? dataType=b16|b32|b64">,
    PTX_Form<!strconcat(UIntCompare, " boolOp? dataType=u16|u32|u64")>,
    PTX_Form<!strconcat(IntCompare, " boolOp? dataType=s16|s32|s64")>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? ftz? dataType=f32")>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? dataType=f64")>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? ftz? dataType=f16|f16x2"), 42, 53>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? dataType=bf16|bf16x2"), 78, 90>
  ];
}

def PTX_SetOp : PTX_Inst<"set", [Pure]> {
  let Slots = [S_Compare, S_BoolOp, S_Ftz, S_Type, S_SrcType];
  let Dsts = [PTX_RegistersDst<"d", "dataType", "int@dataType=bf16">];
  let Srcs = [PTX_Src<"a", "srcType">, PTX_Src<"b", "srcType">,
              PTX_PredSrc<"c", "boolOp">];
  let Forms = [
    PTX_Form<"compare=eq|ne boolOp? dataType=u32|s32|f32 srcType=b16|b32|b64">,
    PTX_Form<!strconcat(UIntCompare, " boolOp? dataType=u32|s32|f32 srcType=u16|u32|u64")>,
    PTX_Form<!strconcat(IntCompare, " boolOp? dataType=u32|s32|f32 srcType=s16|s32|s64")>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? ftz? dataType=u32|s32|f32 srcType=f32")>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? dataType=u32|s32|f32 srcType=f64")>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? ftz? dataType=f16 srcType=f16"), 42, 53>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? ftz? dataType=f16 srcType=f32"), 42, 53>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? dataType=f16 srcType=f64"), 42, 53>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? ftz? dataType=u16|s16|u32|s32 srcType=f16"), 65, 53>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? ftz? dataType=f16x2 srcType=f16x2"), 42, 53>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? ftz? dataType=u32|s32 srcType=f16x2"), 65, 53>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? dataType=bf16|u16|s16|u32|s32 srcType=bf16"),
      78, 90>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? dataType=bf16x2|u32|s32 srcType=bf16x2"), 78, 90>,
    PTX_Form<"compare=eq|ne boolOp? dataType=f16 srcType=b16|b32|b64", 42, 53>,
    PTX_Form<!strconcat(UIntCompare, " boolOp? dataType=f16 srcType=u16|u32|u64"),
         42, 53>,
    PTX_Form<!strconcat(IntCompare, " boolOp? dataType=f16 srcType=s16|s32|s64"),
         42, 53>,
    PTX_Form<"compare=eq|ne boolOp? dataType=bf16 srcType=b16|b32|b64", 78, 90>,
    PTX_Form<!strconcat(UIntCompare, " boolOp? dataType=bf16 srcType=u16|u32|u64"), 78, 90>,
    PTX_Form<!strconcat(IntCompare, " boolOp? dataType=bf16 srcType=s16|s32|s64"), 78, 90>,
    PTX_Form<!strconcat(FloatCompare, " boolOp? dataType=bf16 srcType=f16|f32|f64"), 78, 90>
  ];
}

defvar SelectTypes = "dataType=b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64";

def PTX_SelpOp : PTX_Inst<"selp", [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_Src<"c", "pred">];
  let Forms = [PTX_Form<SelectTypes>];
}

def PTX_SlctOp : PTX_Inst<"slct", [Pure]> {
  let Slots = [S_Ftz, S_Type, S_SrcType];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_Src<"c", "srcType">];
  let Forms = [PTX_Form<!strconcat(SelectTypes, " srcType=s32")>,
               PTX_Form<!strconcat(SelectTypes, " ftz? srcType=f32")>];
}

/// Only guarded moves become an operation: all others are SSA names.
def PTX_MovOp : PTX_Inst<"mov", [Pure]> {
  let Slots = [S_Vector, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">];
  let Forms = [
    PTX_Form<"dataType=pred|b16|b32|b64|b128|u16|u32|u64|s16|s32|s64|f32|f64">,
    PTX_Form<"vector=v2 dataType=b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64">,
    PTX_Form<"vector=v4 dataType=b16|b32|u16|u32|s16|s32|f32">
  ];
}

defvar CvtInts = "u8|u16|u32|u64|s8|s16|s32|s64";

/// A number of a special register can be converted, too.
class PTX_CvtSrc<string name, string type, string when, string registers>
    : PTX_RelaxedSrc<name, type, when, registers> { let TakesSpecial = 1; }

/// What has one source register.
defvar CvtSingle = "dataType=b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f16|f32|f64|bf16|tf32|f16x2|bf16x2|e4m3x2|e5m2x2|e2m3x2|e3m2x2|e2m1x2|ue8m0x2";

def PTX_CvtOp : PTX_Inst<"cvt", [Pure]> {
  let Slots = [S_Rounding, S_Ftz, S_Sat, S_Relu, S_Type, S_SrcType];
  let Dsts = [PTX_RelaxedDst<"d", "dataType">];
  // Packed results take their elements from several sources; stochastic rounding
  // its random bits from the last one.
  let Srcs = [PTX_CvtSrc<"a", "srcType", CvtSingle, "any@srcType=bf16x2">,
              PTX_CountSrc<"elements", "srcType",
                           "dataType:e4m3x4=4|e5m2x4=4|e2m3x4=4|e3m2x4=4|e2m1x4=4",
                           "dataType=e4m3x4|e5m2x4|e2m3x4|e3m2x4|e2m1x4">,
              PTX_RelaxedSrc<"b", "srcType", "dataType=f16x2|bf16x2|e4m3x2|e5m2x2|e2m3x2|e3m2x2|e2m1x2|ue8m0x2&srcType=f32">,
              PTX_RegistersSrc<"random", "b32", "bits", "rounding=rs">];
  let Forms = !listconcat([
    PTX_Form<!strconcat("dataType=", CvtInts, " srcType=", CvtInts)>,
    // Saturation where the source may be out of range.
    PTX_Form<"sat=sat dataType=u8 srcType=u16|u32|u64|s8|s16|s32|s64">,
    PTX_Form<"sat=sat dataType=u16 srcType=u32|u64|s8|s16|s32|s64">,
    PTX_Form<"sat=sat dataType=u32 srcType=u64|s8|s16|s32|s64">,
    PTX_Form<"sat=sat dataType=u64 srcType=s8|s16|s32|s64">,
    PTX_Form<"sat=sat dataType=s8 srcType=u8|u16|u32|u64|s16|s32|s64">,
    PTX_Form<"sat=sat dataType=s16 srcType=u16|u32|u64|s32|s64">,
    PTX_Form<"sat=sat dataType=s32 srcType=u32|u64|s64">,
    PTX_Form<"sat=sat dataType=s64 srcType=u64">,
    // Float to integer rounds to an integer.
    PTX_Form<!strconcat("rounding=rni|rzi|rmi|rpi ftz? sat=sat? dataType=", CvtInts, " srcType=f32")>,
    PTX_Form<!strconcat("rounding=rni|rzi|rmi|rpi sat=sat? dataType=", CvtInts, " srcType=f64")>,
    PTX_Form<!strconcat("rounding=rni|rzi|rmi|rpi sat=sat? dataType=", CvtInts, " srcType=f16")>,
    PTX_Form<!strconcat("rounding=rni|rzi|rmi|rpi dataType=", CvtInts, " srcType=bf16"), 78, 90>,
    // Integer to float.
    PTX_Form<!strconcat("rounding=rn|rz|rm|rp ftz? sat=sat? dataType=f32 srcType=", CvtInts)>,
    PTX_Form<!strconcat("rounding=rn|rz|rm|rp sat=sat? dataType=f64 srcType=", CvtInts)>,
    PTX_Form<!strconcat("rounding=rn|rz|rm|rp sat=sat? dataType=f16 srcType=", CvtInts)>,
    PTX_Form<!strconcat("rounding=rn|rz|rm|rp dataType=bf16 srcType=", CvtInts), 78, 90>,
    // Same width: optional rounding to an integral value.
    PTX_Form<"rounding=rni|rzi|rmi|rpi? ftz? sat=sat? dataType=f32 srcType=f32">,
    PTX_Form<"rounding=rni|rzi|rmi|rpi? sat=sat? dataType=f64 srcType=f64">,
    PTX_Form<"rounding=rni|rzi|rmi|rpi? sat=sat? dataType=f16 srcType=f16">,
    PTX_Form<"rounding=rni|rzi|rmi|rpi? dataType=bf16 srcType=bf16", 78, 90>,
    // Widening is exact.
    PTX_Form<"ftz? sat=sat? dataType=f64 srcType=f32">,
    PTX_Form<"ftz? sat=sat? dataType=f32 srcType=f16">,
    PTX_Form<"sat=sat? dataType=f64 srcType=f16">,
    // In the ISA with bf16 the exact ones have no rounding, and those between
    // halves .rn; ptxas takes all of these, and none for .rn.
    PTX_Form<"rounding=rn|rz|rm|rp? dataType=f32 srcType=bf16", 71, 80>,
    PTX_Form<"rounding=rn|rz|rm|rp? ftz dataType=f32 srcType=bf16", 78, 90>,
    PTX_Form<"rounding=rn|rz|rm|rp? dataType=f64 srcType=bf16", 78, 90>,
    PTX_Form<"rounding=rn|rz|rm|rp? dataType=f16 srcType=bf16", 78, 90>,
    PTX_Form<"rounding=rn|rz|rm|rp? dataType=bf16 srcType=f16", 78, 90>,
    PTX_Form<"rounding=rn|rz|rm|rp dataType=bf16 srcType=f64", 78, 90>,
    // Narrowing rounds.
    PTX_Form<"rounding=rn|rz|rm|rp ftz? sat=sat? dataType=f32 srcType=f64">,
    PTX_Form<"rounding=rn|rz|rm|rp sat=sat? ftz? dataType=f16 srcType=f32">,
    PTX_Form<"rounding=rn|rz|rm|rp sat=sat? dataType=f16 srcType=f64">,
    PTX_Form<"rounding=rn|rz relu? dataType=f16 srcType=f32", 70, 80>,
    PTX_Form<"rounding=rn|rz relu? sat=satfinite? dataType=f16|f16x2|bf16|bf16x2 srcType=f32", 81, 80>,
    PTX_Form<"rounding=rn|rz relu? dataType=f16x2|bf16|bf16x2 srcType=f32", 70, 80>,
    PTX_Form<"rounding=rn|rz sat=satfinite dataType=f16 srcType=f32", 81, 70>,
    PTX_Form<"rounding=rna dataType=tf32 srcType=f32", 70, 80>,
    PTX_Form<"rounding=rna sat=satfinite dataType=tf32 srcType=f32", 81, 80>,
    PTX_Form<"rounding=rn|rz relu? dataType=tf32 srcType=f32", 78, 90>,
    PTX_Form<"rounding=rn|rz relu? sat=satfinite dataType=tf32 srcType=f32", 86, 100>,
    // 8-bit and smaller floats, two at a time.
    // sm_90 had them before sm_89.
    PTX_Form<"rounding=rn sat=satfinite relu? dataType=e4m3x2|e5m2x2 srcType=f32|f16x2", 81, 89>,
    PTX_Form<"rounding=rn sat=satfinite relu? dataType=e4m3x2|e5m2x2 srcType=f32|f16x2", 78, 90>,
    PTX_Form<"rounding=rn relu? dataType=f16x2 srcType=e4m3x2|e5m2x2", 81, 89>,
    PTX_Form<"rounding=rn relu? dataType=f16x2 srcType=e4m3x2|e5m2x2", 78, 90>
  ], PTX_NarrowForms<"rounding=rn sat=satfinite relu? dataType=e2m1x2|e2m3x2|e3m2x2 srcType=f32">.Value,
     PTX_NarrowForms<"rounding=rn relu? dataType=f16x2 srcType=e2m1x2|e2m3x2|e3m2x2">.Value,
     PTX_NarrowForms<"rounding=rz|rp sat=satfinite? dataType=ue8m0x2 srcType=f32|bf16x2">.Value,
     PTX_NarrowForms<"rounding=rn dataType=bf16x2 srcType=ue8m0x2">.Value, [
    FormOn<"rounding=rs relu? sat=satfinite? dataType=f16x2|bf16x2 srcType=f32", 87, ["100a", "103a"]>,
    FormOn<"rounding=rs relu? sat=satfinite dataType=e4m3x4|e5m2x4|e2m3x4|e3m2x4|e2m1x4 srcType=f32", 87, ["100a", "103a"]>
  ]);
}

def PTX_CvtPackOp : PTX_Inst<"cvt.pack", [Pure]> {
  let Slots = [S_Sat, S_Type, S_SrcType, S_ThirdType];
  // ptxas takes wider registers.
  let Dsts = [PTX_RelaxedDst<"d", "srcType">];
  let Srcs = [PTX_RelaxedSrc<"a", "srcType">, PTX_RelaxedSrc<"b", "srcType">,
              PTX_RelaxedSrc<"c", "thirdType", "thirdType">];
  let Forms = [PTX_Form<"sat=sat dataType=u16|s16 srcType=s32", 65, 72>,
               PTX_Form<"sat=sat dataType=u8|s8 srcType=s32 thirdType=b32", 65, 72>,
               PTX_Form<"sat=sat dataType=u4|s4|u2|s2 srcType=s32 thirdType=b32", 65, 75>];
}

def PTX_CvtaOp : PTX_Inst<"cvta", [Pure]> {
  let Slots = [PTX_NameSlot<"to", PTX_Flag<"to">>, S_Space, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_SpaceSrc<"a", "dataType">];
  let Forms = [
    PTX_Form<"to? space=global|shared|local|shared::cluster dataType=u32|u64", 20, 20>,
    PTX_Form<"to? space=const dataType=u32|u64", 31, 20>,
    PTX_Form<"to? space=param|param::entry dataType=u32|u64", 77, 70>
  ];
}

def PTX_IsspacepOp : PTX_Inst<"isspacep", [Pure]> {
  let Slots = [S_Space];
  let Dsts = [PTX_Dst<"p", "pred">];
  let Srcs = [PTX_Src<"a", "address">];
  let Forms = [PTX_Form<"space=global|shared|local|shared::cluster", 20, 20>,
               PTX_Form<"space=const", 31, 20>, PTX_Form<"space=param|param::entry", 77, 70>];
}

#endif // PTX_MLIR_DIALECT_PTX_CONVERT_TD
