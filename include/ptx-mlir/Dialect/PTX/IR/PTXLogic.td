//===- PTXLogic.td - PTX logic, shifts and bit fields ------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.8 (logic and shift) and the bit instructions of
// 9.7.1.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_LOGIC_TD
#define PTX_MLIR_DIALECT_PTX_LOGIC_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

class PTX_LogicBinary<string mnemonic> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">];
  let Forms = [PTX_Form<"dataType=pred|b16|b32|b64">];
}
def PTX_AndOp : PTX_LogicBinary<"and">;
def PTX_OrOp : PTX_LogicBinary<"or">;
def PTX_XorOp : PTX_LogicBinary<"xor">;

class PTX_BitUnary<string mnemonic> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">];
}
def PTX_NotOp : PTX_BitUnary<"not"> {
  let Forms = [PTX_Form<"dataType=pred|b16|b32|b64">];
}
def PTX_CnotOp : PTX_BitUnary<"cnot"> {
  let Forms = [PTX_Form<"dataType=b16|b32|b64">];
}
def PTX_BrevOp : PTX_BitUnary<"brev"> {
  let Forms = [PTX_Form<"dataType=b32|b64", 20, 20>];
}

/// The result has 32 bits whatever the type.
class PTX_BitCount<string mnemonic> : PTX_BitUnary<mnemonic> {
  let Dsts = [PTX_Dst<"d", "u32">];
  let Forms = [PTX_Form<"dataType=b32|b64", 20, 20>];
}
def PTX_PopcOp : PTX_BitCount<"popc">;
def PTX_ClzOp : PTX_BitCount<"clz">;
def PTX_BfindOp : PTX_BitCount<"bfind"> {
  let Slots = [S_ShiftAmt, S_Type];
  let Forms = [PTX_Form<"shiftAmt? dataType=u32|u64|s32|s64", 20, 20>];
}

class PTX_Shift<string mnemonic> : PTX_Inst<mnemonic, [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "u32">];
}
def PTX_ShlOp : PTX_Shift<"shl"> { let Forms = [PTX_Form<"dataType=b16|b32|b64">]; }
def PTX_ShrOp : PTX_Shift<"shr"> {
  let Forms = [PTX_Form<"dataType=b16|b32|b64|u16|u32|u64|s16|s32|s64">];
}
def PTX_ShfOp : PTX_Inst<"shf", [Pure]> {
  let Slots = [PTX_NameSlot<"direction", PTX_Direction>, S_Clamp, S_Type];
  let Dsts = [PTX_Dst<"d", "b32">];
  let Srcs = [PTX_Src<"a", "b32">, PTX_Src<"b", "b32">, PTX_Src<"c", "u32">];
  let Forms = [PTX_Form<"direction shiftMode dataType=b32", 31, 32>];
}

def PTX_Lop3Op : PTX_Inst<"lop3", [Pure]> {
  let Slots = [S_BoolOp, S_Type,
               PTX_Slot<"lut", PTX_ModEnum<"uint8_t", []>, 8>];
  let Dsts = [PTX_SinkableDst<"d", "b32">, PTX_PairDst<"p", "boolOp">];
  let Srcs = [PTX_Src<"a", "b32">, PTX_Src<"b", "b32">, PTX_Src<"c", "b32">,
              PTX_LowImm<"lut">, PTX_PredSrc<"q", "boolOp">];
  let Forms = [PTX_Form<"dataType=b32", 43, 50>,
               PTX_Form<"boolOp=and|or dataType=b32", 82, 70>];
}

/// A position or number of bits, of which eight bits count.
class PTX_BitSrc<string name> : PTX_Src<name, "u32", "", "0..255">;
def PTX_BfeOp : PTX_Inst<"bfe", [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_BitSrc<"b">, PTX_BitSrc<"c">];
  let Forms = [PTX_Form<"dataType=u32|u64|s32|s64", 20, 20>];
}
def PTX_BfiOp : PTX_Inst<"bfi", [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "dataType">,
              PTX_BitSrc<"c">, PTX_BitSrc<"e">];
  let Forms = [PTX_Form<"dataType=b32|b64", 20, 20>];
}
def PTX_PrmtOp : PTX_Inst<"prmt", [Pure]> {
  let Slots = [S_Type, PTX_Slot<"mode", PTX_PrmtMode>];
  let Dsts = [PTX_Dst<"d", "b32">];
  let Srcs = [PTX_Src<"a", "b32">, PTX_Src<"b", "b32">, PTX_Src<"c", "b32">];
  let Forms = [PTX_Form<"dataType=b32 mode?", 20, 20>];
}
def PTX_SzextOp : PTX_Inst<"szext", [Pure]> {
  let Slots = [S_Clamp, S_Type];
  let Dsts = [PTX_Dst<"d", "dataType">];
  let Srcs = [PTX_Src<"a", "dataType">, PTX_Src<"b", "u32">];
  let Forms = [PTX_Form<"shiftMode dataType=u32|s32", 76, 70>];
}
def PTX_BmskOp : PTX_Inst<"bmsk", [Pure]> {
  let Slots = [S_Clamp, S_Type];
  let Dsts = [PTX_Dst<"d", "u32">];
  let Srcs = [PTX_Src<"a", "u32">, PTX_Src<"b", "u32">];
  let Forms = [PTX_Form<"shiftMode dataType=b32", 76, 70>];
}
def PTX_FnsOp : PTX_Inst<"fns", [Pure]> {
  let Slots = [S_Type];
  let Dsts = [PTX_Dst<"d", "b32">];
  let Srcs = [PTX_Src<"mask", "b32">, PTX_Src<"base", "b32">,
              PTX_Src<"offset", "b32">];
  let Forms = [PTX_Form<"dataType=b32", 60, 30>];
}

#endif // PTX_MLIR_DIALECT_PTX_LOGIC_TD
