//===- PTXMatrix.td - PTX matrix instructions --------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.14 (warp-level matrix instructions) but for wmma.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_MATRIX_TD
#define PTX_MLIR_DIALECT_PTX_MATRIX_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

//===----------------------------------------------------------------------===//
// Loads, stores, transposition
//===----------------------------------------------------------------------===//

/// Targets that have the 8-bit shapes.
class PTX_ByteMatrixTargets {
  list<string> Value = ["100f", "110f", "120f"];
}

def PTX_LdmatrixOp : PTX_ConvergentInst<"ldmatrix"> {
  let Slots = [S_Sync, S_Aligned, S_Shape, S_Num, S_Trans, S_Space,
               S_UnpackedFormat, S_SourceFormat, S_Type];
  // A 16x16 matrix is in two registers of each thread.
  let Dsts = [PTX_ListDst<"values", "b32",
                          "1@num=x1 2@num=x2 4 * 2@shape=m16n16 1">];
  let Srcs = [PTX_Address<"address", "", "wide@space=none">];
  let Forms = [
    PTX_Form<"sync aligned shape=m8n8 num trans? space=shared? dataType=b16", 65, 75>,
    FormOn<"sync aligned shape=m16n16 num=x1|x2 trans space=shared? dataType=b8",
           86, PTX_ByteMatrixTargets<>.Value>,
    FormOn<"sync aligned shape=m8n16 num space=shared? unpackedFormat sourceFormat",
           86, PTX_ByteMatrixTargets<>.Value>,
    FormOn<"sync aligned shape=m16n16 num=x1|x2 trans space=shared? unpackedFormat sourceFormat",
           86, PTX_ByteMatrixTargets<>.Value>
  ];
}

def PTX_StmatrixOp : PTX_ConvergentInst<"stmatrix"> {
  let Slots = [S_Sync, S_Aligned, S_Shape, S_Num, S_Trans, S_Space, S_Type];
  let Srcs = [PTX_Address<"address", "", "wide@space=none">,
              PTX_ListSrc<"values", "b32", "1@num=x1 2@num=x2 4">];
  let Forms = [
    PTX_Form<"sync aligned shape=m8n8 num trans? space=shared? dataType=b16", 78, 90>,
    FormOn<"sync aligned shape=m16n8 num trans space=shared? dataType=b8", 86,
           PTX_ByteMatrixTargets<>.Value>
  ];
}

def PTX_MovmatrixOp : PTX_ExchangeInst<"movmatrix"> {
  let Slots = [S_Sync, S_Aligned, S_Shape, S_Trans, S_Type];
  // ptxas takes predicates, too; what they hold is then anything.
  let Dsts = [PTX_DstOrPred<"d", "b32">];
  let Srcs = [PTX_RegSrcOrPred<"a", "b32">];
  let Forms = [PTX_Form<"sync aligned shape=m8n8 trans dataType=b16", 78, 75>];
}

//===----------------------------------------------------------------------===//
// Multiplications
//===----------------------------------------------------------------------===//

/// sync.aligned, the shapes, row.col, then the types and what is left.
class PTX_MmaText<string shapes, string rest, string kind = ""> {
  string Value = "sync aligned " # kind # " shape=" # shapes
                 # " aLayout=row bLayout=col " # rest;
}
class PTX_MmaForm<string shapes, string rest, int ptx, int sm>
    : PTX_Form<PTX_MmaText<shapes, rest>.Value, ptx, sm>;
/// Narrow floats need the targets with suffix of sm_120.
class PTX_NarrowMmaForm<string kind, string shapes, string rest,
                        list<string> targets, int ptx = 87>
    : FormOn<PTX_MmaText<shapes, rest, "kind=kind::" # kind>.Value, ptx,
             targets>;

/// Sums in f32 or f16 of products of the types.
class PTX_FloatTypes<string types, string sum> {
  string Value = "dataType=" # sum # " aType=" # types # " bType=" # types
                 # " cType=" # sum;
}
class PTX_IntTypes<string types> {
  string Value = "satfinite? dataType=s32 aType=" # types # " bType=" # types
                 # " cType=s32";
}

// Top-level names cannot stand to the right of `#`.
defvar Narrow = "e4m3|e5m2|e3m2|e2m3|e2m1";
defvar ScaledBytes = "blockScale scaleVector=scale_vec::1X? "
                     # PTX_FloatTypes<Narrow, "f32">.Value
                     # " scaleType=ue8m0";
defvar ScaledNibbles = "blockScale scaleVector=scale_vec::2X? "
                       # PTX_FloatTypes<"e2m1", "f32">.Value
                       # " scaleType=ue8m0";
class PTX_ScaledNibblesAny<string vector, string scale> {
  string Value = "blockScale scaleVector=scale_vec::" # vector # " "
                 # PTX_FloatTypes<"e2m1", "f32">.Value
                 # " scaleType=" # scale;
}

/// Where a block-scaled factor is: byte and thread of the quad.
class PTX_Selector<string name>
    : PTX_ListSrc<name, "u16", "2", "blockScale">;

/// Other targets take bytes of that kind as of none.
defvar ByteKindTargets = ["100f", "110f", "120f"];
defvar SparseNibbleTargets = ["120a", "121a"];

defvar MmaSlots = [
  S_Sync, S_Aligned, PTX_Slot<"kind", PTX_MmaKind>,
  PTX_Slot<"shape", PTX_MmaShape>, PTX_Slot<"aLayout", PTX_Layout>,
  PTX_Slot<"bLayout", PTX_Layout>, S_BlockScale, S_ScaleVector, S_Satfinite,
  S_Type, S_AType, S_BType, S_CType, PTX_Slot<"scaleType", PTX_DataType>
];

/// d = a * b + c. `dataType` is the type of d.
def PTX_MmaOp : PTX_ExchangeInst<"mma"> {
  let Slots = !listconcat(MmaSlots, [S_MmaBitOp, S_Popc]);
  let Dsts = [PTX_FragmentDst<"d", "dataType", "C",
                              "strict@dataType=f64&shape=m16n8k4|m16n8k8|m16n8k16">];
  let Srcs = [PTX_FragmentSrc<"a", "aType", "A",
                              "bits@blockScale int@shape=m8n8k16">,
              PTX_FragmentSrc<"b", "bType", "B", "bits@blockScale">,
              PTX_FragmentSrc<"c", "cType", "C">,
              PTX_RegSrc<"scaleA", "b32", "blockScale">, PTX_Selector<"selectorA">,
              PTX_RegSrc<"scaleB", "b32", "blockScale">, PTX_Selector<"selectorB">];
  let Forms = [
    PTX_Form<"sync aligned shape=m8n8k4 aLayout bLayout dataType=f16|f32 aType=f16 bType=f16 cType=f16", 64, 70>,
    PTX_Form<"sync aligned shape=m8n8k4 aLayout bLayout dataType=f32 aType=f16 bType=f16 cType=f32", 64, 70>,
    PTX_MmaForm<"m16n8k8|m16n8k16", PTX_FloatTypes<"f16", "f16">.Value, 65, 75>,
    PTX_MmaForm<"m16n8k8|m16n8k16", PTX_FloatTypes<"f16", "f32">.Value, 65, 75>,
    PTX_MmaForm<"m16n8k8|m16n8k16", PTX_FloatTypes<"bf16", "f32">.Value, 70, 80>,
    PTX_MmaForm<"m16n8k4|m16n8k8", PTX_FloatTypes<"tf32", "f32">.Value, 70, 80>,
    PTX_MmaForm<"m16n8k32", PTX_FloatTypes<"e4m3|e5m2", "f32">.Value, 84, 89>,
    PTX_MmaForm<"m16n8k16|m16n8k32", PTX_FloatTypes<"e4m3|e5m2", "f32">.Value, 87, 89>,
    PTX_MmaForm<"m16n8k16|m16n8k32", PTX_FloatTypes<"e4m3|e5m2", "f16">.Value, 87, 89>,
    PTX_MmaForm<"m8n8k4", PTX_FloatTypes<"f64", "f64">.Value, 70, 80>,
    PTX_MmaForm<"m16n8k4|m16n8k8|m16n8k16", PTX_FloatTypes<"f64", "f64">.Value, 78, 90>,
    PTX_MmaForm<"m8n8k16", PTX_IntTypes<"u8|s8">.Value, 65, 75>,
    PTX_MmaForm<"m16n8k16|m16n8k32", PTX_IntTypes<"u8|s8">.Value, 70, 80>,
    PTX_MmaForm<"m8n8k32", PTX_IntTypes<"u4|s4">.Value, 65, 75>,
    PTX_MmaForm<"m16n8k32|m16n8k64", PTX_IntTypes<"u4|s4">.Value, 70, 80>,
    PTX_MmaForm<"m8n8k128", "dataType=s32 aType=b1 bType=b1 cType=s32 bitOp=xor popc", 70, 75>,
    PTX_MmaForm<"m16n8k128|m16n8k256", "dataType=s32 aType=b1 bType=b1 cType=s32 bitOp=xor popc", 70, 80>,
    PTX_MmaForm<"m8n8k128|m16n8k128|m16n8k256", "dataType=s32 aType=b1 bType=b1 cType=s32 bitOp=and popc", 71, 80>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k32", PTX_FloatTypes<"e4m3|e5m2", "f32">.Value, ByteKindTargets, 86>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k16", PTX_FloatTypes<"e4m3|e5m2", "f32">.Value, ByteKindTargets>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k32", PTX_FloatTypes<"e4m3|e5m2", "f16">.Value, ByteKindTargets>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k16", PTX_FloatTypes<"e4m3|e5m2", "f16">.Value, ByteKindTargets>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k32", PTX_FloatTypes<Narrow, "f32">.Value, ["120f"]>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k32", PTX_FloatTypes<Narrow, "f16">.Value, ["120f"]>,
    PTX_NarrowMmaForm<"mxf8f6f4", "m16n8k32", ScaledBytes, ["120f"]>,
    PTX_NarrowMmaForm<"mxf4", "m16n8k64", ScaledNibbles, ["120f"]>,
    PTX_NarrowMmaForm<"mxf4nvf4", "m16n8k64", PTX_ScaledNibblesAny<"2X", "ue8m0">.Value, ["120f"]>,
    PTX_NarrowMmaForm<"mxf4nvf4", "m16n8k64", PTX_ScaledNibblesAny<"4X", "ue4m3">.Value, ["120f"]>
  ];
}

/// d = a * b + c where a is sparse: `metadata` says which of its elements are
/// stored, `selector` which threads hold that.
def PTX_MmaSpOp : PTX_ExchangeInst<"mma.sp"> {
  let Slots = !listconcat(
      [PTX_Slot<"orderedMetadata", PTX_Flag<"::ordered_metadata", 85, 80>>],
      MmaSlots, [PTX_Number<"selector", 2>]);
  // Of the older types ptxas looks at halves and integers only.
  defvar Sum = "any@dataType=f32&aType=f16|bf16|tf32";
  defvar Factor = "bits@blockScale any@aType=bf16|tf32";
  let Dsts = [PTX_FragmentDst<"d", "dataType", "C", Sum>];
  let Srcs = [PTX_FragmentSrc<"a", "aType", "SparseA", Factor>,
              PTX_FragmentSrc<"b", "bType", "B", Factor>,
              PTX_FragmentSrc<"c", "cType", "C", Sum>,
              PTX_RegSrcOrPred<"metadata", "b32">,
              // The deeper the shape, the fewer choices of threads.
              PTX_Imm<"selector", "shape=m16n8k8", "0..3">,
              PTX_Imm<"selector", "shape=m16n8k16&aType=f16|bf16", "0..3">,
              PTX_Imm<"selector", "shape=m16n8k16&aType=tf32", "0..1">,
              PTX_Imm<"selector", "shape=m16n8k32&aType=f16&dataType=f32", "0..3">,
              PTX_Imm<"selector", "shape=m16n8k32&dataType=f16", "0..1">,
              PTX_Imm<"selector", "shape=m16n8k32&aType=bf16|u8|s8", "0..1">,
              PTX_Imm<"selector", "shape=m16n8k64&aType=u4|s4", "0..1">,
              PTX_Imm<"selector", "shape=m16n8k64&aType=u8|s8|e4m3|e5m2|e3m2|e2m3|e2m1", "0">,
              PTX_Imm<"selector", "shape=m16n8k128", "0">,
              PTX_RegSrc<"scaleA", "b32", "blockScale">, PTX_Selector<"selectorA">,
              PTX_RegSrc<"scaleB", "b32", "blockScale">, PTX_Selector<"selectorB">];
  let Forms = [
    PTX_MmaForm<"m16n8k16|m16n8k32", "orderedMetadata? " # PTX_FloatTypes<"f16", "f16">.Value, 71, 80>,
    PTX_MmaForm<"m16n8k16|m16n8k32", "orderedMetadata? " # PTX_FloatTypes<"f16", "f32">.Value, 71, 80>,
    PTX_MmaForm<"m16n8k16|m16n8k32", "orderedMetadata? " # PTX_FloatTypes<"bf16", "f32">.Value, 71, 80>,
    PTX_MmaForm<"m16n8k8|m16n8k16", "orderedMetadata? " # PTX_FloatTypes<"tf32", "f32">.Value, 71, 80>,
    PTX_MmaForm<"m16n8k64", "orderedMetadata? " # PTX_FloatTypes<"e4m3|e5m2", "f32">.Value, 84, 89>,
    FormOn<PTX_MmaText<"m16n8k64", "orderedMetadata " # PTX_FloatTypes<"e4m3|e5m2", "f16">.Value>.Value, 87, ["120f"]>,
    PTX_MmaForm<"m16n8k32|m16n8k64", "orderedMetadata? " # PTX_IntTypes<"u8|s8">.Value, 71, 80>,
    PTX_MmaForm<"m16n8k64|m16n8k128", "orderedMetadata? " # PTX_IntTypes<"u4|s4">.Value, 71, 80>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k64", "orderedMetadata " # PTX_FloatTypes<"e4m3|e5m2", "f32">.Value, ByteKindTargets, 86>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k64", "orderedMetadata " # PTX_FloatTypes<Narrow, "f32">.Value, ["120f"]>,
    PTX_NarrowMmaForm<"f8f6f4", "m16n8k64", "orderedMetadata " # PTX_FloatTypes<Narrow, "f16">.Value, ["120f"]>,
    PTX_NarrowMmaForm<"mxf8f6f4", "m16n8k64", !strconcat("orderedMetadata ", ScaledBytes), ["120f"]>,
    PTX_NarrowMmaForm<"mxf4", "m16n8k128", !strconcat("orderedMetadata ", ScaledNibbles), SparseNibbleTargets>,
    PTX_NarrowMmaForm<"mxf4nvf4", "m16n8k128", "orderedMetadata " # PTX_ScaledNibblesAny<"2X", "ue8m0">.Value, SparseNibbleTargets>,
    PTX_NarrowMmaForm<"mxf4nvf4", "m16n8k128", "orderedMetadata " # PTX_ScaledNibblesAny<"4X", "ue4m3">.Value, SparseNibbleTargets>
  ];
}

#endif // PTX_MLIR_DIALECT_PTX_MATRIX_TD
