//===- PTXVideo.td - PTX video instructions ----------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.17: scalar and SIMD video instructions.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_VIDEO_TD
#define PTX_MLIR_DIALECT_PTX_VIDEO_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

/// The byte or half of a register that an operand is.
def PTX_VideoPart : PTX_ModEnum<"VideoPart", [
  Case<"b0">, Case<"b1">, Case<"b2">, Case<"b3">, Case<"h0">, Case<"h1">
]>;
/// Two of the four halves of a and b, the high one first.
def PTX_HalfPick : PTX_ModEnum<"HalfPick",
    !listconcat(!foreach(i, [0, 1, 2, 3], Case<"h0" # i>),
                !foreach(i, [0, 1, 2, 3], Case<"h1" # i>),
                !foreach(i, [0, 1, 2, 3], Case<"h2" # i>),
                !foreach(i, [0, 1, 2, 3], Case<"h3" # i>))>;
def PTX_HalfMask : PTX_ModEnum<"HalfMask", [Case<"h0">, Case<"h1">, Case<"h10">]>;
def PTX_ByteMask : PTX_ModEnum<"ByteMask", [
  Case<"b0">, Case<"b1">, Case<"b10">, Case<"b2">, Case<"b20">, Case<"b21">,
  Case<"b210">, Case<"b3">, Case<"b30">, Case<"b31">, Case<"b310">, Case<"b32">,
  Case<"b320">, Case<"b321">, Case<"b3210">
]>;
def PTX_VideoSecond : PTX_ModEnum<"VideoSecondOp", [
  Case<"add">, Case<"min">, Case<"max">
]>;
def PTX_VideoScale : PTX_ModEnum<"VideoScale", [Case<"shr7">, Case<"shr15">]>;

def S_VideoSecond : PTX_Slot<"second", PTX_VideoSecond>;
def S_VideoAdd : PTX_Slot<"accumulate", PTX_Flag<"add">>;
def S_DstPart : PTX_OperandSlot<"dstPart", PTX_VideoPart>;
def S_APart : PTX_OperandSlot<"aPart", PTX_VideoPart>;
def S_BPart : PTX_OperandSlot<"bPart", PTX_VideoPart>;

/// The types of the operands: of d and c that of the first modifier, where it is
/// theirs; a comparison has none.
class PTX_VideoTypes<string d, string a, string b> {
  string D = d;
  string A = a;
  string B = b;
}
defvar ArithTypes = PTX_VideoTypes<"dataType", "srcType", "thirdType">;
defvar CompareTypes = PTX_VideoTypes<"u32", "dataType", "srcType">;

/// d is a second operation on the result and c, or c with a part replaced.
class PTX_Video<string mnemonic, PTX_VideoTypes of, list<PTX_Slot> types,
                list<PTX_Slot> more> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = !listconcat(types, more,
                          [S_VideoSecond, S_DstPart, S_APart, S_BPart]);
  let Srcs = [PTX_SelectSrc<"a", of.A, "aPart">,
              PTX_SelectSrc<"b", of.B, "bPart">, PTX_Src<"c", of.D, "second">,
              PTX_Src<"merged", of.D, "dstPart">];
  let Dsts = [PTX_SelectDst<"d", of.D, "dstPart">];
  let MinPTX = 20;
  let MinSM = 20;
}
class PTX_VideoForms<string text> {
  list<PTX_Form> Value = [
    PTX_Form<!strconcat(text, " second? aPart? bPart?")>,
    PTX_Form<!strconcat(text, " dstPart aPart? bPart?")>
  ];
}
defvar VideoTypes = "dataType=u32|s32 srcType=u32|s32 thirdType=u32|s32";
defvar VideoTypeSlots = [S_Type, S_SrcType, S_ThirdType];

class PTX_VideoArith<string mnemonic>
    : PTX_Video<mnemonic, ArithTypes, VideoTypeSlots, [S_Sat]> {
  let Forms = PTX_VideoForms<!strconcat(VideoTypes, " sat=sat?")>.Value;
}
def PTX_VaddOp : PTX_VideoArith<"vadd">;
def PTX_VsubOp : PTX_VideoArith<"vsub">;
def PTX_VabsdiffOp : PTX_VideoArith<"vabsdiff">;
def PTX_VminOp : PTX_VideoArith<"vmin">;
def PTX_VmaxOp : PTX_VideoArith<"vmax">;

class PTX_VideoShift<string mnemonic>
    : PTX_Video<mnemonic, ArithTypes, VideoTypeSlots, [S_Sat, S_Clamp]> {
  let Forms = PTX_VideoForms<
      "dataType=u32|s32 srcType=u32|s32 thirdType=u32 sat=sat? shiftMode">.Value;
}
def PTX_VshlOp : PTX_VideoShift<"vshl">;
def PTX_VshrOp : PTX_VideoShift<"vshr">;

def PTX_VsetOp : PTX_Video<"vset", CompareTypes, [S_Type, S_SrcType],
                               [S_Compare]> {
  let Forms = PTX_VideoForms<
      "dataType=u32|s32 srcType=u32|s32 compare=eq|ne|lt|le|gt|ge">.Value;
}

/// `po` adds one to the sum; else each of a * b and c may be negated.
def PTX_VmadOp : PTX_Inst<"vmad", [Pure]> {
  let Slots = !listconcat(VideoTypeSlots, [
    PTX_Slot<"plusOne", PTX_Flag<"po">>, S_Sat,
    PTX_Slot<"scale", PTX_VideoScale>, S_APart, S_BPart,
    PTX_OperandNumber<"aNegated", 1>, PTX_OperandNumber<"bNegated", 1>,
    PTX_OperandNumber<"cNegated", 1>]);
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_SelectSrc<"a", "srcType", "aPart", "", "aNegated">,
              PTX_SelectSrc<"b", "thirdType", "bPart", "", "bNegated">,
              PTX_SelectSrc<"c", "dataType", "", "", "cNegated">];
  let Forms = [
    PTX_Form<!strconcat(VideoTypes, " plusOne? sat=sat? scale? aPart? bPart?")>
  ];
  let MinPTX = 20;
  let MinSM = 20;
}

//===----------------------------------------------------------------------===//
// Two halves, four bytes
//===----------------------------------------------------------------------===//

class PTX_VideoHalves<string mnemonic, PTX_VideoTypes of, list<PTX_Slot> types,
                      list<PTX_Slot> more> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = !listconcat(types, more, [
    S_VideoAdd, PTX_OperandSlot<"mask", PTX_HalfMask>,
    PTX_OperandSlot<"aHalves", PTX_HalfPick>,
    PTX_OperandSlot<"bHalves", PTX_HalfPick>]);
  let Dsts = [PTX_SelectDst<"d", of.D, "mask">];
  let Srcs = [PTX_SelectRegSrc<"a", of.A, "aHalves">,
              PTX_SelectRegSrc<"b", of.B, "bHalves">, PTX_RegSrc<"c", of.D>];
  let MinPTX = 30;
  let MinSM = 30;
}
class PTX_VideoBytes<string mnemonic, PTX_VideoTypes of, list<PTX_Slot> types,
                     list<PTX_Slot> more> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = !listconcat(types, more, [
    S_VideoAdd, PTX_OperandSlot<"mask", PTX_ByteMask>,
    PTX_OperandNumber<"aBytes", 13>, PTX_OperandNumber<"bBytes", 13>]);
  let Dsts = [PTX_SelectDst<"d", of.D, "mask">];
  let Srcs = [PTX_SelectRegSrc<"a", of.A, "aBytes">,
              PTX_SelectRegSrc<"b", of.B, "bBytes">, PTX_RegSrc<"c", of.D>];
  let MinPTX = 30;
  let MinSM = 30;
}
class PTX_HalvesForms<string text, string saturation = ""> {
  list<PTX_Form> Value = [
    PTX_Form<!strconcat(text, saturation, " mask? aHalves? bHalves?")>,
    PTX_Form<!strconcat(text, " accumulate mask? aHalves? bHalves?")>
  ];
}
class PTX_BytesForms<string text, string saturation = ""> {
  list<PTX_Form> Value = [PTX_Form<!strconcat(text, saturation, " mask?")>,
                          PTX_Form<!strconcat(text, " accumulate mask?")>];
}
class PTX_HalvesArith<string mnemonic>
    : PTX_VideoHalves<mnemonic, ArithTypes, VideoTypeSlots, [S_Sat]> {
  let Forms = PTX_HalvesForms<VideoTypes, " sat=sat?">.Value;
}
class PTX_BytesArith<string mnemonic>
    : PTX_VideoBytes<mnemonic, ArithTypes, VideoTypeSlots, [S_Sat]> {
  let Forms = PTX_BytesForms<VideoTypes, " sat=sat?">.Value;
}
def PTX_Vadd2Op : PTX_HalvesArith<"vadd2">;
def PTX_Vsub2Op : PTX_HalvesArith<"vsub2">;
def PTX_Vavrg2Op : PTX_HalvesArith<"vavrg2">;
def PTX_Vabsdiff2Op : PTX_HalvesArith<"vabsdiff2">;
def PTX_Vmin2Op : PTX_HalvesArith<"vmin2">;
def PTX_Vmax2Op : PTX_HalvesArith<"vmax2">;
def PTX_Vset2Op : PTX_VideoHalves<"vset2", CompareTypes,
                                  [S_Type, S_SrcType], [S_Compare]> {
  let Forms = PTX_HalvesForms<
      "dataType=u32|s32 srcType=u32|s32 compare=eq|ne|lt|le|gt|ge">.Value;
}
def PTX_Vadd4Op : PTX_BytesArith<"vadd4">;
def PTX_Vsub4Op : PTX_BytesArith<"vsub4">;
def PTX_Vavrg4Op : PTX_BytesArith<"vavrg4">;
def PTX_Vabsdiff4Op : PTX_BytesArith<"vabsdiff4">;
def PTX_Vmin4Op : PTX_BytesArith<"vmin4">;
def PTX_Vmax4Op : PTX_BytesArith<"vmax4">;
def PTX_Vset4Op : PTX_VideoBytes<"vset4", CompareTypes,
                                 [S_Type, S_SrcType], [S_Compare]> {
  let Forms = PTX_BytesForms<
      "dataType=u32|s32 srcType=u32|s32 compare=eq|ne|lt|le|gt|ge">.Value;
}

#endif // PTX_MLIR_DIALECT_PTX_VIDEO_TD
