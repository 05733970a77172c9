//===- Tensor.td - Matrix multiply-accumulate --------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warp-wide mma instructions of sm_80 and later as sm_90 encodes them. A
// record per shape, because the shape decides how many registers the operands
// have; the accumulator type decides it for d and c of HMMA.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_TENSOR
#define PTXMLIR_ISA_TENSOR

include "ptx-mlir/ISA/Forms.td"

/// Matrix instructions have a uniform predicate, stored complemented, UPT as 0.
defvar MMAPredPlaces = [InvPlaces<"up", 89, 87>, Place<"upNot", 90, 90>];
defvar MMARegPlaces = [Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"b", 39, 32>,
  Place<"c", 71, 64>];

class MMAInst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods,
              SchedClass sched>
    : Inst<mnemonic, defs, !listconcat(uses, [UseUP<"up">]), mods, sched> {
  let IsConvergent = 1;
  list<Place> MMAPlaces = !listconcat(MMARegPlaces, MMAPredPlaces);
}

//===----------------------------------------------------------------------===//
// Half precision, bf16 and tf32 inputs
//===----------------------------------------------------------------------===//

/// The accumulator: f16 or f32.
def HMMAAcc : ModEnum<"HMMAAcc", 1, [ModValue<0, ".F16", 2>, ModValue<1, ".F32", 4>]>;
def HMMAType : ModEnum<"HMMAType", 2, [NamedModValue<0, "", "F16">, ModValue<1, ".BF16">]>;

class HMMAInst<string mnemonic, int aRegs, int bRegs, SchedClass sched,
               list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, WidthBy<"acc">>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, WidthBy<"acc">>],
        [EnumMod<"acc", HMMAAcc, 1>, EnumMod<"type", HMMAType>], sched> {
  let Asm = "$d, $a, $b, $c, $up?";
  let Forms = [Form<0x23c, 0, [], !listconcat(MMAPlaces, [Place<"acc", 76, 76>,
    Place<"type", 83, 82>]), !listconcat([FixedBits<73, 73, 0>], shape), SM80Plus>];
}
class HMMATF32Inst<string mnemonic, int aRegs, int bRegs, SchedClass sched,
                   list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, Width<4>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<4>>], [], sched> {
  let Asm = "$d, $a, $b, $c, $up?";
  let Forms = [Form<0x23c, 0, [], MMAPlaces, !listconcat([FixedBits<73, 73, 0>,
    FixedBits<76, 76, 1>, FixedBits<83, 82, 2>], shape), SM80Plus>];
}
def HMMA_1688 : HMMAInst<"HMMA.1688", 2, 1, SchedHMMAHalf, [FixedBits<75, 75, 0>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x8 matrix product of f16 or bf16";
  let OriIndex = 132;
}
def HMMA_16816 : HMMAInst<"HMMA.16816", 4, 2, SchedHMMA, [FixedBits<75, 75, 1>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x16 matrix product of f16 or bf16";
}
def HMMA_1684_TF32 : HMMATF32Inst<"HMMA.1684.F32.TF32", 2, 1, SchedHMMAHalf,
                                  [FixedBits<75, 75, 0>, FixedBits<78, 78, 1>]> {
  let Summary = "16x8x4 matrix product of tf32";
}
def HMMA_1688_TF32 : HMMATF32Inst<"HMMA.1688.F32.TF32", 4, 2, SchedHMMA,
                                  [FixedBits<75, 75, 0>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x8 matrix product of tf32";
}

/// Structured sparsity: `e` holds the metadata, `sel` the threads that give it.
class HMMASparseInst<string mnemonic, int aRegs, int bRegs, list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, WidthBy<"acc">>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, WidthBy<"acc">>,
         Use<"e">],
        [EnumMod<"acc", HMMAAcc, 1>, EnumMod<"type", HMMAType>, IntMod<"sel", 2>], SchedHMMA> {
  let Asm = "$d, $a, $b, $c, $up?, $e, $sel";
  let Forms = [Form<0x23c, 0, [], !listconcat(MMAPlaces, [Place<"acc", 76, 76>,
    Place<"type", 83, 82>, Place<"e", 47, 40>, Place<"sel", 49, 48>]),
    !listconcat([FixedBits<73, 73, 1>], shape), SM80Plus>];
}
def HMMA_SP_16816 : HMMASparseInst<"HMMA.SP.16816", 2, 2,
                                   [FixedBits<75, 75, 1>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x16 sparse matrix product of f16 or bf16";
}
def HMMA_SP_16832 : HMMASparseInst<"HMMA.SP.16832", 4, 4,
                                   [FixedBits<75, 75, 1>, FixedBits<78, 78, 1>]> {
  let Summary = "16x8x32 sparse matrix product of f16 or bf16";
}

//===----------------------------------------------------------------------===//
// Integers, bits, f64
//===----------------------------------------------------------------------===//

def IMMAType : ModEnum<"IMMAType", 2, [ModValue<0, ".U8">, ModValue<1, ".S8">]>;
class IMMAInst<string mnemonic, int dRegs, int aRegs, int bRegs, SchedClass sched,
               list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, Width<dRegs>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<dRegs>>],
        [EnumMod<"typeA", IMMAType>, EnumMod<"typeB", IMMAType>, FlagMod<"sat", ".SAT">],
        sched> {
  let Asm = "$d, $a.ROW, $b.COL, $c, $up?";
  // Bit 74: b is column major.
  let Forms = [Form<0x237, 0, [], !listconcat(MMAPlaces, [Place<"typeA", 77, 76>,
    Place<"typeB", 79, 78>, Place<"sat", 82, 82>]),
    !listconcat([FixedBits<74, 74, 1>], shape), SM80Plus>];
}
def IMMA_8816 : IMMAInst<"IMMA.8816", 2, 1, 1, SchedIMMASmall,
                          [FixedBits<75, 75, 0>, FixedBits<86, 85, 0>]> {
  let Summary = "8x8x16 matrix product of 8-bit integers";
  let OriIndex = 134;
}
def IMMA_16816 : IMMAInst<"IMMA.16816", 4, 2, 1, SchedHMMAHalf,
                            [FixedBits<75, 75, 0>, FixedBits<86, 85, 2>]> {
  let Summary = "16x8x16 matrix product of 8-bit integers";
}
def IMMA_16832 : IMMAInst<"IMMA.16832", 4, 4, 2, SchedHMMA,
                            [FixedBits<75, 75, 1>, FixedBits<86, 85, 2>]> {
  let Summary = "16x8x32 matrix product of 8-bit integers";
}

class BMMAInst<string mnemonic, int dRegs, int aRegs, int bRegs, int shape>
    : MMAInst<mnemonic, [Def<"d", R, Width<dRegs>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<dRegs>>], [],
        !cond(!eq(shape, 0) : SchedIMMASmall, !eq(shape, 1) : SchedHMMAHalf, true : SchedHMMA)> {
  let Asm = "$d, $a.ROW, $b.COL, $c, $up?";
  let Forms = [Form<0x23d, 0, [], MMAPlaces, [FixedBits<74, 74, 1>, FixedBits<76, 75, shape>,
    FixedBits<78, 78, 1>, FixedBits<80, 80, 1>], SM80Plus>];
}
def BMMA_88128 : BMMAInst<"BMMA.88128.AND.POPC", 2, 1, 1, 0> {
  let Summary = "8x8x128 matrix product of bits";
}
def BMMA_168128 : BMMAInst<"BMMA.168128.AND.POPC", 4, 2, 1, 1> {
  let Summary = "16x8x128 matrix product of bits";
}
def BMMA_168256 : BMMAInst<"BMMA.168256.AND.POPC", 4, 4, 2, 2> {
  let Summary = "16x8x256 matrix product of bits";
}

class DMMAInst<string mnemonic, int dRegs, int aRegs, int bRegs, int shape>
    : MMAInst<mnemonic, [Def<"d", R, Width<dRegs>>],
        [UseF<"a", Width<aRegs>>, UseF<"b", Width<bRegs>>, UseF<"c", Width<dRegs>>],
        [EnumMod<"rnd", Round>], SchedDMMA> {
  let Asm = "$d, $a, $b, $c, $up?";
  let Forms = [Form<0x23f, 0, [], !listconcat(MMAPlaces, [Place<"rnd", 79, 78>,
    Place<"aNeg", 72, 72>, Place<"aAbs", 73, 73>, Place<"bNeg", 63, 63>, Place<"bAbs", 62, 62>,
    Place<"cNeg", 75, 75>, Place<"cAbs", 74, 74>]), [FixedBits<77, 76, shape>], SM80Plus>];
}
def DMMA_8x8x4 : DMMAInst<"DMMA.8x8x4", 4, 2, 2, 0> {
  let Summary = "8x8x4 matrix product of f64";
}
def DMMA_16x8x4 : DMMAInst<"DMMA.16x8x4", 8, 4, 2, 1> {
  let Summary = "16x8x4 matrix product of f64";
}
def DMMA_16x8x8 : DMMAInst<"DMMA.16x8x8", 8, 8, 4, 2> {
  let Summary = "16x8x8 matrix product of f64";
}
def DMMA_16x8x16 : DMMAInst<"DMMA.16x8x16", 8, 16, 8, 3> {
  let Summary = "16x8x16 matrix product of f64";
}

//===----------------------------------------------------------------------===//
// Transposition
//===----------------------------------------------------------------------===//

def MovmShape : ModEnum<"MovmShape", 2, [
  ModValue<0, ".MT88">, ModValue<1, ".M832">, ModValue<2, ".M864">,
]>;
def MOVM : Inst<"MOVM.16", [Def<"d">], [Use<"a">], [EnumMod<"shape", MovmShape>],
    SchedShuffle> {
  let Summary = "transpose a matrix spread over the warp";
  let IsConvergent = 1;
  let Forms = [Form<0x23a, 0, [], [Place<"d", 23, 16>, Place<"a", 31, 24>,
    Place<"shape", 79, 78>]>];
}

#endif // PTXMLIR_ISA_TENSOR
