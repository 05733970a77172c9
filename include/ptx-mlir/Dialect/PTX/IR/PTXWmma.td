//===- PTXWmma.td - PTX wmma instructions ------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.14.4 (matrix instructions with opaque fragments).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_WMMA_TD
#define PTX_MLIR_DIALECT_PTX_WMMA_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

//===----------------------------------------------------------------------===//
// Registers of the fragments
//===----------------------------------------------------------------------===//

/// Registers of a fragment of a or b, which has four times as many in the shape
/// `wide` as in the other that is no square; half floats have each element twice.
class PTX_WmmaCount<string type, string wide> {
  string Value = "8@" # type # "=f16 1@" # type # "=f64|b1|s4|u4 "
      # "4@shape=m16n16k8 "
      # "4@" # type # "=bf16&shape=m16n16k16 2@shape=m16n16k16 "
      # "8@" # type # "=bf16&shape=" # wide # " 2@" # type # "=bf16 "
      # "4@shape=" # wide # " 1";
}
class PTX_WmmaCountA<string type> : PTX_WmmaCount<type, "m32n8k16">;
class PTX_WmmaCountB<string type> : PTX_WmmaCount<type, "m8n32k16">;
class PTX_WmmaCountC<string type> {
  string Value = "2@shape=m8n8k4|m8n8k32|m8n8k128 4@" # type # "=f16 8";
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

defvar WmmaMemorySlots = [S_Sync, S_Aligned, PTX_Slot<"layout", PTX_Layout>,
                          PTX_Slot<"shape", PTX_WmmaShape>, S_Space, S_Type];

class PTX_WmmaMemoryText<string shapes, string types, string layout> {
  string Value = "sync aligned layout=" # layout # " shape=" # shapes
                 # " space=global|shared? dataType=" # types;
}
class PTX_WmmaMemoryForm<string shapes, string types, int ptx, int sm,
                         string layout = "row|col">
    : PTX_Form<PTX_WmmaMemoryText<shapes, types, layout>.Value, ptx, sm>;

defvar WmmaShapes16 = "m16n16k16|m8n32k16|m32n8k16";

class PTX_WmmaLoadFactor<string mnemonic, string count, string bitLayout>
    : PTX_ConvergentInst<mnemonic> {
  let Slots = WmmaMemorySlots;
  let Dsts = [PTX_PackedDst<"values", "dataType", count, "any@dataType=u4|s4">];
  let Srcs = [PTX_Address<"address", "", "wide">, PTX_Src<"stride", "u32", "?">];
  let Forms = [
    PTX_WmmaMemoryForm<WmmaShapes16, "f16", 63, 70>,
    PTX_WmmaMemoryForm<WmmaShapes16, "u8|s8", 63, 72>,
    PTX_WmmaMemoryForm<WmmaShapes16, "bf16", 70, 80>,
    PTX_WmmaMemoryForm<"m16n16k8", "tf32", 70, 80>,
    PTX_WmmaMemoryForm<"m8n8k4", "f64", 70, 80>,
    PTX_WmmaMemoryForm<"m8n8k32", "u4|s4", 63, 75, bitLayout>,
    PTX_WmmaMemoryForm<"m8n8k128", "b1", 63, 75, bitLayout>
  ];
}
def PTX_WmmaLoadAOp
    : PTX_WmmaLoadFactor<"wmma.load.a", PTX_WmmaCountA<"dataType">.Value, "row">;
def PTX_WmmaLoadBOp
    : PTX_WmmaLoadFactor<"wmma.load.b", PTX_WmmaCountB<"dataType">.Value, "col">;

defvar WmmaSumForms = [
  PTX_WmmaMemoryForm<WmmaShapes16, "f16|f32", 63, 70>,
  PTX_WmmaMemoryForm<WmmaShapes16, "s32", 63, 72>,
  PTX_WmmaMemoryForm<"m16n16k8", "f32", 70, 80>,
  PTX_WmmaMemoryForm<"m8n8k4", "f64", 70, 80>,
  // In the ISA s32 only.
  PTX_WmmaMemoryForm<"m8n8k32|m8n8k128", "s32|f32", 63, 75>
];
def PTX_WmmaLoadCOp : PTX_ConvergentInst<"wmma.load.c"> {
  let Slots = WmmaMemorySlots;
  let Dsts = [PTX_FragmentDst<"values", "dataType",
                              PTX_WmmaCountC<"dataType">.Value,
                              "strict@dataType=f64">];
  let Srcs = [PTX_Address<"address", "", "wide">, PTX_Src<"stride", "u32", "?">];
  let Forms = WmmaSumForms;
}
def PTX_WmmaStoreDOp : PTX_ConvergentInst<"wmma.store.d"> {
  let Slots = WmmaMemorySlots;
  let Srcs = [PTX_Address<"address", "", "wide">,
              PTX_FragmentSrc<"values", "dataType",
                              PTX_WmmaCountC<"dataType">.Value,
                              "strict@dataType=f64">,
              PTX_Src<"stride", "u32", "?">];
  let Forms = WmmaSumForms;
}

//===----------------------------------------------------------------------===//
// Multiplication
//===----------------------------------------------------------------------===//

class PTX_WmmaForm<string shapes, string rest, int ptx, int sm,
                   string aLayout = "row|col", string bLayout = "row|col">
    : PTX_Form<"sync aligned aLayout=" # aLayout # " bLayout=" # bLayout
               # " shape=" # shapes # " " # rest, ptx, sm>;

/// d = a * b + c. Half floats have two types only, of d and c: `aType` is then
/// the type of c, and a and b are f16.
def PTX_WmmaMmaOp : PTX_ExchangeInst<"wmma.mma"> {
  let Slots = [S_MmaBitOp, S_Popc, S_Sync, S_Aligned,
               PTX_Slot<"aLayout", PTX_Layout>, PTX_Slot<"bLayout", PTX_Layout>,
               PTX_Slot<"shape", PTX_WmmaShape>, S_Rounding, S_Type, S_AType,
               S_BType, S_CType, S_Satfinite];
  defvar HalfA = "8@bType=none ";
  let Dsts = [PTX_FragmentDst<"d", "dataType",
                              PTX_WmmaCountC<"dataType">.Value>];
  let Srcs = [
    PTX_PackedSrc<"a", "bType", HalfA # PTX_WmmaCountA<"aType">.Value,
                  "int@bType=b1">,
    PTX_PackedSrc<"b", "bType", HalfA # PTX_WmmaCountB<"aType">.Value,
                  "int@bType=b1 strict@bType=tf32">,
    PTX_FragmentSrc<"c", "aType|cType", "4@bType=none&aType=f16 8@bType=none "
                                        # PTX_WmmaCountC<"cType">.Value>
  ];
  let Forms = [
    PTX_WmmaForm<WmmaShapes16, "dataType=f16|f32 aType=f16|f32", 63, 70>,
    PTX_WmmaForm<WmmaShapes16, "dataType=s32 aType=u8 bType=u8 cType=s32 satfinite?", 63, 72>,
    PTX_WmmaForm<WmmaShapes16, "dataType=s32 aType=s8 bType=s8 cType=s32 satfinite?", 63, 72>,
    PTX_WmmaForm<WmmaShapes16, "dataType=f32 aType=bf16 bType=bf16 cType=f32", 70, 80>,
    PTX_WmmaForm<"m16n16k8", "dataType=f32 aType=tf32 bType=tf32 cType=f32", 70, 80>,
    PTX_WmmaForm<"m8n8k4", "rounding=rn|rz|rm|rp? dataType=f64 aType=f64 bType=f64 cType=f64", 70, 80>,
    PTX_WmmaForm<"m8n8k32", "dataType=s32 aType=u4 bType=u4 cType=s32 satfinite?", 63, 75, "row", "col">,
    PTX_WmmaForm<"m8n8k32", "dataType=s32 aType=s4 bType=s4 cType=s32 satfinite?", 63, 75, "row", "col">,
    PTX_WmmaForm<"m8n8k128", "bitOp=xor popc dataType=s32 aType=b1 bType=b1 cType=s32", 63, 75, "row", "col">,
    PTX_WmmaForm<"m8n8k128", "bitOp=and popc dataType=s32 aType=b1 bType=b1 cType=s32", 71, 80, "row", "col">
  ];
}

#endif // PTX_MLIR_DIALECT_PTX_WMMA_TD
