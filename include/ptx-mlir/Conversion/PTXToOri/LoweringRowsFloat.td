//===- LoweringRowsFloat.td - Floats that are one instruction --- -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An add and a mul without rounding may become one instruction, which is the
// handler's business: the rows of these have a rounding.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_CONVERSION_LOWERING_ROWS_FLOAT
#define PTXMLIR_CONVERSION_LOWERING_ROWS_FLOAT

include "ptx-mlir/Conversion/PTXToOri/LoweringRowBase.td"

defvar Rounded = From<"rnd", "rounding">;
defvar Flushed = From<"ftz", "ftz">;
defvar Saturated = From<"sat", "sat">;
defvar IsBF16 =
    From<"bf16", "dataType", ["f16=0", "f16x2=0", "bf16=1", "bf16x2=1"]>;
defvar Roundings = "rounding=rn|rz|rm|rp ";
defvar Halves = "dataType=f16|f16x2|bf16|bf16x2";

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

class F32<PTX_Inst ptx, Inst machine, list<string> sources>
    : Row<ptx, !strconcat(Roundings, "ftz? sat=sat? dataType=f32"), machine, sources,
          [Rounded, Flushed, Saturated]>;
class F64<PTX_Inst ptx, Inst machine, list<string> sources>
    : Row<ptx, !strconcat(Roundings, "dataType=f64"), machine, sources, [Rounded]>;
class Half<PTX_Inst ptx, Inst machine, list<string> sources>
    : Row<ptx, !strconcat("rounding=rn ftz? sat=sat? ", Halves), machine, sources,
          [IsBF16, Flushed, Saturated]>;
/// Two f32, where the machine has it for pairs.
class F32Pair<PTX_Inst ptx, Inst machine, list<string> sources>
    : Row<ptx, !strconcat(Roundings, "ftz? dataType=f32x2"), machine, sources,
          [Rounded, Flushed]>;

def : F32<PTX_AddOp, FADD, ["+a", "+b"]>;
def : F64<PTX_AddOp, DADD, ["+a", "+b"]>;
def : Half<PTX_AddOp, HADD2, ["+a", "+b"]>;
def : F32Pair<PTX_AddOp, FADD2, ["a", "b"]>;
def : F32<PTX_SubOp, FADD, ["+a", "-b"]>;
def : F64<PTX_SubOp, DADD, ["+a", "-b"]>;
def : Half<PTX_SubOp, HADD2, ["+a", "-b"]>;
def : F32<PTX_MulOp, FMUL, ["+a", "+b"]>;
def : F64<PTX_MulOp, DMUL, ["+a", "+b"]>;
def : Half<PTX_MulOp, HMUL2, ["+a", "+b"]>;
def : F32Pair<PTX_MulOp, FMUL2, ["a", "b"]>;
def : F32<PTX_MadOp, FFMA, ["+a", "+b", "+c"]>;
def : F64<PTX_MadOp, DFMA, ["+a", "+b", "+c"]>;
def : F32<PTX_FmaOp, FFMA, ["+a", "+b", "+c"]>;
def : F64<PTX_FmaOp, DFMA, ["+a", "+b", "+c"]>;
def : F32Pair<PTX_FmaOp, FFMA2, ["a", "b", "c"]>;

class HalfFma<string when, RowMod denormals>
    : Row<PTX_FmaOp, !strconcat("rounding=rn ", when, "relu? sat=sat? ", Halves), HFMA2,
          ["+a", "+b", "+c"],
          [IsBF16, denormals, From<"relu", "relu">, Saturated]>;
def : HalfFma<"ftz? ", Flushed>;
// A NaN that stands for no value makes the result zero.
def : HalfFma<"oob ", Is<"ftz", "OOB">>;

// Adding -0 keeps every number, flushes with .FTZ and makes NaNs canonical.
class Sign<PTX_Inst ptx, string source, string when, Inst machine, list<RowMod> mods>
    : Row<ptx, when, machine, [source, "-0"], mods>;
foreach isAbs = [false, true] in {
  defvar Op = !if(isAbs, PTX_AbsOp, PTX_NegOp);
  defvar Source = !if(isAbs, "|a|", "-a");
  def : Sign<Op, Source, "ftz? dataType=f32", FADD, [Flushed]>;
  def : Sign<Op, Source, "dataType=f64", DADD, []>;
  def : Sign<Op, Source, "ftz? dataType=f16|f16x2", HADD2, [Flushed]> {
    let Alike = ["dataType"];
  }
  def : Sign<Op, Source, "dataType=bf16|bf16x2", HADD2, [Is<"bf16", "1">]> {
    let Alike = ["dataType"];
  }
  // The sum with a product of zeros, where HADD2 has no bf16.
  def : Row<Op, "dataType=bf16|bf16x2", HFMA2, ["-0", "0", Source],
            [Is<"bf16", "1">]> {
    let Otherwise = 1;
    let Alike = ["dataType"];
  }
}
// The magnitude of b with the sign of a.
def : Row<PTX_CopysignOp, "dataType=f32", LOP3, ["a", "b", "0x80000000", "pt"],
          [Is<"lut", "0xe4">]> { let Results = ["d"]; }

//===----------------------------------------------------------------------===//
// Minimum and maximum
//===----------------------------------------------------------------------===//

// The predicate chooses the minimum. With .abs the sign of the result comes from
// the operands as they are.
defvar Magnitudes = [Is<"aAbs", "1">, Is<"bAbs", "1">];
foreach extreme = [false, true] in {
  defvar Op = !if(extreme, PTX_MaxOp, PTX_MinOp);
  defvar Which = [Flushed, From<"nan", "nan">, Is<"ppNot", !if(extreme, "1", "0")>];
  defvar Signs = !listconcat(Which, [From<"xorsign", "xorSign">], Magnitudes);
  def : Row<Op, "ftz? nan? dataType=f32", FMNMX, ["+a", "+b", "pt"], Which>;
  def : Row<Op, "ftz? nan? xorSign abs dataType=f32", FMNMX, ["a", "b", "pt"], Signs>;
  def : Row<Op, "ftz? nan? hasC dataType=f32", FMNMX3, ["+a", "+b", "+c", "pt"], Which>;
  def : Row<Op, "ftz? nan? abs hasC dataType=f32", FMNMX3, ["a", "b", "c", "pt"],
            !listconcat(Which, Magnitudes, [Is<"cAbs", "1">])>;
  def : Row<Op, !strconcat("ftz? nan? ", Halves), HMNMX2, ["+a", "+b", "pt"],
            !listconcat(Which, [IsBF16])>;
  def : Row<Op, !strconcat("ftz? nan? xorSign abs ", Halves), HMNMX2, ["a", "b", "pt"],
            !listconcat(Signs, [IsBF16])>;
}

//===----------------------------------------------------------------------===//
// Comparison and selection
//===----------------------------------------------------------------------===//

defvar Compared = From<"cmp", "compare">;
defvar Joined = From<"bop", "boolOp">;
multiclass Comparison<string types, Inst machine, list<RowMod> mods> {
  def : Row<PTX_SetpOp, "compare " # types, machine, ["a", "b", "pt"],
            !listconcat([Compared], mods)> { let Results = ["pu", "pv"]; }
  def : Row<PTX_SetpOp, "compare boolOp " # types, machine, ["a", "b", "c"],
            !listconcat([Compared, Joined], mods)> { let Results = ["pu", "pv"]; }
}
defm : Comparison<"ftz? dataType=f32", FSETP, [Flushed]>;
defm : Comparison<"dataType=f64", DSETP, []>;
// Of a pair pv is for the upper half.
defm : Comparison<!strconcat("ftz? ", Halves), HSETP2, [IsBF16, Flushed]>;

// Each half of the result is its own comparison: 1.0 or all ones.
class SetPair<string when, string with, list<RowMod> mods>
    : Row<PTX_SetOp, when # "ftz? dataType=f16x2|bf16x2|u32|s32 srcType=f16x2|bf16x2",
          HSET2, ["a", "b", with],
          !listconcat([Compared, Flushed, From<"bf16", "srcType", ["f16x2=0", "bf16x2=1"]>,
                       From<"bf", "dataType", ["f16x2=1", "bf16x2=1", "u32=0", "s32=0"]>],
                      mods)>;
def : SetPair<"compare ", "pt", []>;
def : SetPair<"compare boolOp ", "c", [Joined]>;

class Test<string properties, string type, Inst machine, string with,
           list<RowMod> mods>
    : Row<PTX_TestpOp, "property=" # properties # " dataType=" # type, machine,
          ["a", with, "pt"], mods> { let Results = ["pu"]; }
defvar Ordered = [From<"cmp", "property", ["number=NUM", "notanumber=NaN"]>];
defvar Bounded = [From<"cmp", "property", ["finite=LT", "infinite=EQ"]>, Is<"aAbs", "1">];
def : Test<"finite|infinite", "f32", FSETP, "0x7f800000", Bounded>;
def : Test<"number|notanumber", "f32", FSETP, "a", Ordered>;
def : Test<"finite|infinite", "f64", DSETP, "0x7ff0000000000000", Bounded>;
def : Test<"number|notanumber", "f64", DSETP, "a", Ordered>;

//===----------------------------------------------------------------------===//
// Approximations
//===----------------------------------------------------------------------===//

// MUFU takes subnormal operands as zeros and flushes its results; without .ftz it
// is a sequence.
class Approximation<PTX_Inst ptx, string function>
    : Row<ptx, "precision=approx ftz dataType=f32", MUFU, ["a"], [Is<"op", function>]>;
def : Approximation<PTX_RcpOp, "RCP">;
def : Approximation<PTX_SqrtOp, "SQRT">;
def : Approximation<PTX_RsqrtOp, "RSQ">;
def : Approximation<PTX_Lg2Op, "LG2">;
def : Approximation<PTX_Ex2Op, "EX2">;
def : Approximation<PTX_TanhOp, "TANH"> {
  let When = "precision=approx dataType=f32";
}
// MUFU does one 16-bit number at a time.
def : Row<PTX_Ex2Op, "precision=approx dataType=f16", MUFU, ["a"],
          [Is<"op", "EX2">, Is<"fmt", "F16">]>;
def : Row<PTX_Ex2Op, "precision=approx ftz dataType=bf16", MUFU, ["a"],
          [Is<"op", "EX2">, Is<"fmt", "BF16">]>;
def : Row<PTX_TanhOp, "precision=approx dataType=f16|bf16", MUFU, ["a"],
          [Is<"op", "TANH">, From<"fmt", "dataType">]>;

#endif // PTXMLIR_CONVERSION_LOWERING_ROWS_FLOAT
