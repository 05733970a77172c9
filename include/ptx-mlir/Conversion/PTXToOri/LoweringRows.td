//===- LoweringRows.td - PTX that is one instruction -------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows by family. A row holds for some forms of an opcode; the handler in
// lib/Conversion/PTXToOri has the rest.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_CONVERSION_LOWERING_ROWS
#define PTXMLIR_CONVERSION_LOWERING_ROWS

include "ptx-mlir/Conversion/PTXToOri/LoweringRowBase.td"
include "ptx-mlir/Conversion/PTXToOri/LoweringRowsFloat.td"
include "ptx-mlir/Conversion/PTXToOri/LoweringRowsMatrix.td"

//===----------------------------------------------------------------------===//
// Logic, shifts, bit fields
//===----------------------------------------------------------------------===//

// Of a register with 16 bits the upper half may be anything.
class Bitwise<PTX_Inst ptx, string lut>
    : Row<ptx, "dataType=b16|b32", LOP3, ["a", "b", "0", "pt"], [Is<"lut", lut>]> {
  let Results = ["d"];
  let Alike = ["dataType"];
}
class OfPredicates<PTX_Inst ptx, string lut>
    : Row<ptx, "dataType=pred", PLOP3, ["a", "b", "pt"], [Is<"lut", lut>]> {
  let Results = ["pu"];
}
def : Bitwise<PTX_AndOp, "0xc0">;
def : Bitwise<PTX_OrOp, "0xfc">;
def : Bitwise<PTX_XorOp, "0x3c">;
def : Bitwise<PTX_NotOp, "0x0f"> { let Sources = ["a", "0", "0", "pt"]; }
def : OfPredicates<PTX_AndOp, "0xc0">;
def : OfPredicates<PTX_OrOp, "0xfc">;
def : OfPredicates<PTX_XorOp, "0x3c">;
def : OfPredicates<PTX_NotOp, "0x0f"> { let Sources = ["a", "pt", "pt"]; }
def : Row<PTX_Lop3Op, "dataType=b32", LOP3, ["a", "b", "c", "pt"],
          [From<"lut", "lut">]> { let Results = ["d"]; }

// A shift of one register is that of a pair with zero, of which one half counts.
def : Row<PTX_ShlOp, "dataType=b16|b32", SHF, ["a", "b", "0"],
          [Is<"type", "U32">]> { let Alike = ["dataType"]; }
def : Row<PTX_ShrOp, "dataType=b32|u32|s32", SHF, ["0", "b", "a"],
          [Is<"dir", "R">, Is<"hi", "1">, From<"type", "dataType", ["b32=U32"]>]>;
defvar Wrap = From<"w", "shiftMode", ["clamp=0", "wrap=1"]>;
// The high half of what is shifted left, the low half of what is shifted right.
def : Row<PTX_ShfOp, "direction shiftMode dataType=b32", SHF, ["a", "c", "b"],
          [From<"dir", "direction">, From<"hi", "direction", ["l=1", "r=0"]>,
           Is<"type", "U32">, Wrap]>;

def : Row<PTX_BmskOp, "shiftMode dataType=b32", BMSK, ["a", "b"], [Wrap]>;
defvar Unsigned = From<"u32", "dataType", ["u32=1", "s32=0"]>;
def : Row<PTX_SzextOp, "shiftMode dataType=u32|s32", SGXT, ["a", "b"],
          [Wrap, Unsigned]>;
def : Row<PTX_PopcOp, "dataType=b32", POPC, ["a"]>;
def : Row<PTX_BrevOp, "dataType=b32", BREV, ["a"]>;
def : Row<PTX_BfindOp, "shiftAmt? dataType=u32|s32", FLO, ["a"],
          [From<"sh", "shiftAmt">, Unsigned]> { let Results = ["d"]; }
def : Row<PTX_PrmtOp, "dataType=b32 mode?", PRMT, ["a", "c", "b"],
          [From<"mode", "mode">]>;

// The lowest byte of the rank above the low three of the address.
def : Row<PTX_MapaOp, "space=shared::cluster? dataType=u32|s32", PRMT,
          ["rank", "0x654", "a"]> { let Alike = ["space", "dataType"]; }
class RankOf<string types, string word>
    : Row<PTX_GetctarankOp, "space=shared::cluster? dataType=" # types, SHF,
          ["0", "24", word], [Is<"dir", "R">, Is<"hi", "1">, Is<"type", "U32">]> {
  let Alike = ["space", "dataType"];
}
def : RankOf<"u32|s32", "a">;
def : RankOf<"u64|s64", "a.lo">;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

// The carry of PTX is the machine's, and a - b is a + ~b + 1.
class Sum<PTX_Inst ptx, string when, list<string> sources = ["a", "b", "0", "pt", "pt"],
          list<RowMod> mods = []> : Row<ptx, when, IADD3, sources, mods> {
  let Results = ["d"];
  let Alike = ["dataType"];
}
class SumWithCarry<PTX_Inst ptx, string when, list<RowMod> mods = []>
    : Sum<ptx, when, ["a", "b", "0", "carryIn", "pt"],
          !listconcat([Is<"x", "1">, Is<"ppNot", "0">], mods)>;
defvar Minus = [Is<"bNeg", "1">];
defvar Plain = "dataType=u16|s16|u32|s32";
defvar Carry = "cc dataType=u32|s32";
def : Sum<PTX_AddOp, Plain>;
def : Sum<PTX_AddOp, Carry> { let Results = ["d", "pu"]; }
def : Sum<PTX_SubOp, Plain> { let Mods = Minus; }
def : Sum<PTX_SubOp, Carry> { let Mods = Minus; let Results = ["d", "pu"]; }
def : SumWithCarry<PTX_AddcOp, Plain>;
def : SumWithCarry<PTX_AddcOp, Carry> { let Results = ["d", "pu"]; }
def : SumWithCarry<PTX_SubcOp, Plain, Minus>;
def : SumWithCarry<PTX_SubcOp, Carry, Minus> { let Results = ["d", "pu"]; }
def : Row<PTX_AddOp, "dataType=u16x2|s16x2", VIADD, ["a", "b"], [Is<"v16x2", "1">]> {
  let Alike = ["dataType"];
}
def : Sum<PTX_NegOp, "dataType=s16|s32", ["0", "a", "0", "pt", "pt"], Minus>;
def : Row<PTX_AbsOp, "dataType=s32", IABS, ["a"]>;

class Product<PTX_Inst ptx, string when, Inst machine, string addend>
    : Row<ptx, when, machine, ["a", "b", addend, "pt"]> { let Results = ["d"]; }
def : Product<PTX_MulOp, "mode=lo dataType=u16|s16|u32|s32", IMAD, "0"> {
  let Alike = ["dataType"];
}
def : Product<PTX_MulOp, "mode=wide dataType=u32|s32", IMAD_WIDE, "0"> {
  let Mods = [Unsigned];
}
def : Product<PTX_MulOp, "mode=hi dataType=u32|s32", IMAD_HI, "0"> {
  let Mods = [Unsigned];
}
def : Product<PTX_MadOp, "mode=lo dataType=u32|s32", IMAD, "c"> {
  let Alike = ["dataType"];
}
def : Product<PTX_MadOp, "mode=wide dataType=u32|s32", IMAD_WIDE, "c"> {
  let Mods = [Unsigned];
}

def : Row<PTX_SetpOp,
          "compare=eq|ne|lt|le|gt|ge|lo|ls|hi|hs dataType=b32|u32|s32", ISETP,
          ["a", "b", "pt", "pt"],
          [From<"cmp", "compare", ["lo=LT", "ls=LE", "hi=GT", "hs=GE"]>,
           From<"u32", "dataType", ["b32=1", "u32=1", "s32=0"]>]> {
  let Results = ["pu"];
}

// The predicate chooses the minimum.
class Extreme<PTX_Inst ptx, Inst machine, list<RowMod> mods>
    : Row<ptx, "dataType=u32|s32", machine, ["a", "b", "pt"], mods> {
  let Results = ["d"];
}
class ExtremeOfPairs<PTX_Inst ptx, list<RowMod> mods>
    : Row<ptx, "relu? dataType=u16x2|s16x2", VIMNMX, ["a", "b", "pt"],
          !listconcat([From<"type", "dataType">, From<"relu", "relu">], mods)> {
  let Results = ["d"];
}
foreach extreme = [false, true] in {
  defvar Op = !if(extreme, PTX_MaxOp, PTX_MinOp);
  defvar Which = [Is<"ppNot", !if(extreme, "1", "0")>];
  def : Extreme<Op, VIMNMX, !listconcat([From<"type", "dataType">], Which)>;
  def : Extreme<Op, IMNMX, !listconcat([Unsigned], Which)> {
    let Otherwise = 1;
  }
  def : ExtremeOfPairs<Op, Which>;
}

def : Row<PTX_SadOp, "dataType=u32|s32", VABSDIFF, ["a", "b", "c"], [Unsigned]> {
  let Results = ["d"];
}
def : Row<PTX_SelpOp, "dataType=b16|u16|s16|b32|u32|s32|f32", SEL, ["a", "b", "c"]> {
  let Alike = ["dataType"];
}

defvar TypeA = From<"typeA", "dataType", ["u32=0", "s32=1"]>;
defvar TypeB = From<"typeB", "srcType", ["u32=0", "s32=1"]>;
def : Row<PTX_Dp4aOp, "dataType=u32|s32 srcType=u32|s32", IDP_4A, ["a", "b", "c"],
          [TypeA, TypeB]>;
def : Row<PTX_Dp2aOp, "mode=lo|hi dataType=u32|s32 srcType=u32|s32", IDP_2A,
          ["a", "b", "c"], [TypeA, TypeB, From<"half", "mode">]>;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

// F2I clamps, with .sat or without; a NaN gives zero, or with 64 bits on either
// side the most negative number's pattern.
class ToInteger<string types, string from, Inst machine, list<RowMod> mods = []>
    : Row<PTX_CvtOp, "rounding=rni|rzi|rmi|rpi ftz? sat=sat? dataType=" # types
          # " srcType=" # from, machine, ["a"],
          !listconcat([From<"dst", "dataType">, From<"src", "srcType">,
                       From<"ftz", "ftz">,
                       From<"rnd", "rounding", ["rzi=TRUNC", "rmi=FLOOR", "rpi=CEIL"]>],
                      mods)> { let Alike = ["sat"]; }
// The machine extends short results (observed on ptxas 13.0.88).
def : ToInteger<"u8|u16|u32|s8|s16|s32", "f16|f32|bf16", F2I, [Is<"ntz", "1">]> {
  let Extended = 1;
}
def : ToInteger<"u64|s64", "f16|f32|f64|bf16", F2I_64>;
def : ToInteger<"u8|u16|u32|s8|s16|s32", "f64", F2I_64> {
  let When = "rounding=rni|rzi|rmi|rpi sat=sat? "
             "dataType=u8|u16|u32|s8|s16|s32 srcType=f64";
  let Mods = [From<"dst", "dataType">, From<"src", "srcType">,
              From<"rnd", "rounding", ["rzi=TRUNC", "rmi=FLOOR", "rpi=CEIL"]>];
}

// I2F_64 has a side of 64 bits. An integer is never subnormal.
class ToFloat<string types, string from, Inst machine,
              string roundings = "rn|rz|rm|rp">
    : Row<PTX_CvtOp, "rounding=" # roundings # " dataType=" # types
          # " srcType=" # from, machine, ["a"],
          [From<"dst", "dataType">, From<"src", "srcType">, From<"rnd", "rounding">]>;
class ToF32<string from, Inst machine, string roundings = "rn|rz|rm|rp">
    : ToFloat<"f32", from, machine, roundings> {
  let When = "rounding=" # roundings # " ftz? dataType=f32 srcType=" # from;
  let Alike = ["ftz"];
}
defvar ShortInts = "u8|u16|s8|s16";
def : ToFloat<"f16|bf16", ShortInts # "|u32|s32", I2F>;
def : ToFloat<"f16|bf16", "u64|s64", I2F_64>;
def : ToFloat<"f64", ShortInts # "|u32|s32|u64|s64", I2F_64>;
def : ToF32<ShortInts, I2F>;
def : ToF32<"u32|s32", I2F, "rm|rp">;
def : ToF32<"u64|s64", I2F_64>;
// Not on the converters' own unit, where there is one.
def : ToF32<"u32|s32", I2FP, "rn|rz"> {
  let Mods = [From<"src", "srcType">, From<"rnd", "rounding">];
}
def : ToF32<"u32|s32", I2F, "rn|rz"> { let Otherwise = 1; }

// Between floats .ftz and .sat are steps of their own (Convert.cpp), but where
// the instruction of the first step flushes or no subnormal can come.
defvar IntegralMode =
    From<"rnd", "rounding", ["rzi=TRUNC", "rmi=FLOOR", "rpi=CEIL"]>;
foreach type = ["f16", "bf16"] in
  def : Row<PTX_CvtOp, "rounding=rni|rzi|rmi|rpi dataType=" # type
                           # " srcType=" # type, FRND, ["a"],
            [Is<"fmt", type>, IntegralMode]>;
def : Row<PTX_CvtOp, "rounding=rni|rzi|rmi|rpi ftz? dataType=f32 srcType=f32", FRND,
          ["a"], [IntegralMode, From<"ftz", "ftz">]>;
def : Row<PTX_CvtOp, "rounding=rni|rzi|rmi|rpi dataType=f64 srcType=f64", FRND_64,
          ["a"], [IntegralMode]>;

// Adding -0 flushes, saturates and makes NaNs canonical.
def : Row<PTX_CvtOp, "ftz dataType=f32 srcType=f32", FADD, ["a", "-0"],
          [Is<"ftz", "1">]>;
def : Row<PTX_CvtOp, "ftz? sat=sat dataType=f32 srcType=f32", FADD, ["0", "a"],
          [From<"ftz", "ftz">, Is<"sat", "1">]>;
def : Row<PTX_CvtOp, "sat=sat dataType=f16 srcType=f16", HADD2, ["a", "-0"],
          [Is<"sat", "1">]>;
def : Row<PTX_CvtOp, "dataType=bf16 srcType=bf16", HADD2, ["a", "-0"],
          [Is<"bf16", "1">]>;

class Resize<string when, Inst machine>
    : Row<PTX_CvtOp, when, machine, ["a"],
          [From<"dst", "dataType">, From<"src", "srcType">, From<"rnd", "rounding">]>;
def : Resize<"dataType=f64 srcType=f16|f32", F2F_64>;
def : Resize<"rounding=rn|rz|rm|rp? dataType=f64 srcType=bf16", F2F_64>;
def : Resize<"rounding=rn|rz|rm|rp dataType=f16|f32|bf16 srcType=f64", F2F_64>;
def : Resize<"rounding=rm|rp dataType=f16 srcType=f32", F2F>;
def : Resize<"rounding=rn|rz|rm|rp? dataType=f16 srcType=bf16", F2F>;
def : Resize<"rounding=rn|rz|rm|rp? dataType=bf16 srcType=f16", F2F>;
// Of f16 all numbers are normal as f32; bf16 is the upper half of an f32.
def : Row<PTX_CvtOp, "ftz? dataType=f32 srcType=f16", HADD2, ["-0", "a"],
          [Is<"f32", "1">, Is<"bSwz", "H0_H0">]> { let Alike = ["ftz"]; }
def : Row<PTX_CvtOp, "rounding=rn|rz|rm|rp? dataType=f32 srcType=bf16", SHF,
          ["a", "16", "0"], [Is<"type", "U32">]> { let Alike = ["rounding"]; }

// a becomes the upper, b the lower number.
class Pack<string when, list<string> sources, RowMod kind>
    : Row<PTX_CvtOp, when, F2FP, sources,
          [kind, From<"rnd", "rounding">, From<"relu", "relu">,
           From<"satfinite", "sat">]>;
def : Pack<"rounding=rn|rz relu? sat=satfinite? dataType=f16x2|bf16x2 srcType=f32",
           ["a", "b", "0"],
           From<"kind", "dataType", ["f16x2=F16_F32", "bf16x2=BF16_F32"]>>;
// The upper number is zero. What is subnormal as f32 is zero as f16, too.
def : Pack<"rounding=rn|rz ftz? relu? sat=satfinite? dataType=f16 srcType=f32",
           ["0", "a", "0"], Is<"kind", "F16_F32">> { let Alike = ["ftz"]; }
def : Pack<"rounding=rn|rz relu? sat=satfinite? dataType=bf16 srcType=f32",
           ["0", "a", "0"], Is<"kind", "BF16_F32">>;
def : Pack<"rounding=rn|rz|rp relu? sat=satfinite? "
           "dataType=e4m3x2|e5m2x2|e2m3x2|e3m2x2|e2m1x2|ue8m0x2 srcType=f32",
           ["a", "b", "0"],
           From<"kind", "dataType", ["e4m3x2=E4M3_F32", "e5m2x2=E5M2_F32",
                "e2m3x2=E2M3_F32", "e3m2x2=E3M2_F32", "e2m1x2=E2M1_F32",
                "ue8m0x2=E8_F32"]>>;
def : Pack<"rounding=rz|rp sat=satfinite? dataType=ue8m0x2 srcType=bf16x2",
           ["0", "a", "0"], Is<"kind", "E8_BF16">>;
def : Pack<"rounding=rn relu? dataType=f16x2 "
           "srcType=e4m3x2|e5m2x2|e2m3x2|e3m2x2|e2m1x2",
           ["0", "a", "0"],
           From<"kind", "srcType", ["e4m3x2=F16_E4M3", "e5m2x2=F16_E5M2",
                "e2m3x2=F16_E2M3", "e3m2x2=F16_E3M2", "e2m1x2=F16_E2M1"]>>;
def : Pack<"rounding=rn dataType=bf16x2 srcType=ue8m0x2", ["0", "a", "0"],
           Is<"kind", "BF16_E8">>;
// tf32 is an f32 whose low 13 bits are zero.
def : Pack<"rounding=rn|rz relu? sat=satfinite? dataType=tf32 srcType=f32",
           ["0", "a", "0"], Is<"kind", "TF32_F32">>;

//===----------------------------------------------------------------------===//
// Threads of a warp
//===----------------------------------------------------------------------===//

// Votes and matches are over the threads that execute them: others must not be
// there. SHFL reads what its mask says.
class Vote<string when, string result>
    : Row<PTX_VoteOp, when, VOTE, ["a"]> { let Results = [result]; }
class VoteOnTruth<string when> : Vote<when # "mode=all|any|uni dataType=pred", "pu"> {
  let Mods = [From<"mode", "mode", ["uni=EQ"]>];
}
class Ballot<string when> : Vote<when # "mode=ballot dataType=b32", "d"> {
  let Mods = [Is<"mode", "ANY">];
}
def : VoteOnTruth<"sync "> { let Meet = "mask"; let Alone = 1; }
def : Ballot<"sync "> { let Meet = "mask"; let Alone = 1; }
def : VoteOnTruth<"">;
def : Ballot<"">;
def : Row<PTX_ActivemaskOp, "dataType=b32", VOTE, ["pt"], [Is<"mode", "ANY">]> {
  let Results = ["d"];
}
def : Row<PTX_MatchOp, "sync mode dataType=b32|b64", MATCH, ["a"],
          [From<"mode", "mode">, From<"u64", "dataType">]> {
  let Results = ["d", "pu"];
  let Meet = "mask";
  let Alone = 1;
}
class Shuffle<string when>
    : Row<PTX_ShflOp, when # "mode dataType=b32", SHFL, ["a", "b", "c"],
          [From<"mode", "mode">]> { let Results = ["d", "pu"]; }
def : Shuffle<"sync "> { let Meet = "mask"; }
def : Shuffle<"">;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

// Wider fences invalidate the first-level cache, too.
def : Row<PTX_MembarOp, "level=cta", MEMBAR, [],
          [Is<"sem", "SC">, Is<"scope", "CTA">]>;
def : Row<PTX_FenceOp, "semantics=sc|acq_rel|acquire|release? scope=cta", MEMBAR, [],
          [From<"sem", "semantics",
                ["none=ALL", "acq_rel=ALL", "acquire=ALL", "release=ALL"]>,
           Is<"scope", "CTA">]> { let Alike = ["size"]; }
def : Row<PTX_FenceOp, "proxy proxyKind=async syncRestrict? space=global",
          FENCE_VIEW_ASYNC, [], [Is<"space", "G">]> {
  let Alike = ["syncRestrict", "size"];
}
def : Row<PTX_Tcgen05WaitOp, "mode=::st sync aligned", FENCE_VIEW_ASYNC, [],
          [Is<"space", "T">]> { let Meet = "warp"; }

// Dependency barrier 0 counts the groups. More than its field counts cannot be
// open, and waiting for fewer is right all the same.
def : Row<PTX_CpAsyncCommitGroupOp, "", LDGDEPBAR>;
def : Row<PTX_CpAsyncWaitGroupOp, "", DEPBAR, [],
          [Is<"le", "1">, Is<"sb", "0">, AtMost<"count", "pending", 63>]>;

def : Row<PTX_GriddepcontrolOp, "action=wait", ACQBULK>;
def : Row<PTX_GriddepcontrolOp, "action=launch_dependents", PREEXIT>;

//===----------------------------------------------------------------------===//
// Caches
//===----------------------------------------------------------------------===//

class CacheHint<PTX_Inst ptx, string when, list<RowMod> mods>
    : Row<ptx, when, CCTL, ["[global address]"], !listconcat([Is<"e", "1">], mods)>;
def : CacheHint<PTX_PrefetchOp, "space=global? level",
                [From<"op", "level", ["L1=PF1", "L2=PF2"]>]> {
  let Alike = ["space"];
}
def : CacheHint<PTX_PrefetchOp,
                "space=global? l2Eviction=L2::evict_last|L2::evict_normal",
                [From<"op", "l2Eviction", ["L2::evict_last=PML2",
                                           "L2::evict_normal=PF2"]>]> {
  let Alike = ["space"];
}
def : CacheHint<PTX_PrefetchuOp, "level=L1", [Is<"op", "PF1">]>;
// Of lines of 128 bytes.
def : CacheHint<PTX_ApplypriorityOp, "space=global? l2Eviction=L2::evict_normal",
                [Is<"op", "DML2">]> { let Alike = ["space", "size"]; }
def : CacheHint<PTX_DiscardOp, "space=global? level=L2", [Is<"op", "RML2">]> {
  let Alike = ["space", "size"];
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

def : Row<PTX_NanosleepOp, "dataType=u32", NANOSLEEP, ["pt", "duration"]>;
def : Row<PTX_PmeventMaskOp, "", PMTRIG, ["pt"], [From<"mask", "events">]>;
def : Row<PTX_BrkptOp, "", BPT, [], [Is<"mode", "Trap">]>;

#endif // PTXMLIR_CONVERSION_LOWERING_ROWS
