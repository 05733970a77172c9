//===- Tensor.td - Matrix multiply-accumulate --------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warp-wide mma instructions. A record per shape, because the shape decides
// how many registers the operands have; the accumulator type decides it for d
// and c of HMMA and QMMA. The shapes that an SM does not list here are made of
// smaller ones (observed on ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_TENSOR
#define PTXMLIR_ISA_TENSOR

include "ptx-mlir/ISA/Forms.td"

def SM75ToSM90 : SMRange<75, 90>;

/// The forms of a matrix instruction: from sm_90 on it has a uniform predicate,
/// stored complemented, UPT as 0. `reuseE` of sparse ones lies elsewhere before.
class MMAForms<bits<12> opcode, list<Place> places, list<FixedBits> fixed, SMRange sms,
               bit sparse = 0> {
  defvar Regs = !listconcat([Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"b", 39, 32>,
    Place<"c", 71, 64>], places);
  list<Form> L = !listconcat(
    !if(!lt(sms.Min, 90),
      [Form<opcode, 0, [], !listconcat(Regs, [NoPlace<"up">, NoPlace<"upNot">],
              !if(sparse, [Place<"reuseE", 50, 50>], []<Place>)), fixed,
            SMRange<sms.Min, !if(!lt(sms.Max, 89), sms.Max, 89)>>], []<Form>),
    !if(!gt(sms.Max, 89),
      [Form<opcode, 0, [], !listconcat(Regs, [InvPlaces<"up", 89, 87>, Place<"upNot", 90, 90>],
              !if(sparse, [Place<"reuseE", 125, 125>], []<Place>)),
            fixed, SMRange<!if(!gt(sms.Min, 90), sms.Min, 90), sms.Max>>], []<Form>));
}

class MMAInst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods,
              SchedClass sched>
    : Inst<mnemonic, defs, !listconcat(uses, [UseUP<"up">]), mods, sched> {
  let IsConvergent = 1;
  let Role = CollectiveRole;
}

//===----------------------------------------------------------------------===//
// Half precision, bf16 and tf32 inputs
//===----------------------------------------------------------------------===//

/// The accumulator: f16 or f32.
def HMMAAcc : ModEnum<"HMMAAcc", 1, [ModValue<0, ".F16", 2>, ModValue<1, ".F32", 4>]>;
def HMMAType : ModEnum<"HMMAType", 2, [NamedModValue<0, "", "F16">, ModValue<1, ".BF16">]>;

class HMMAInst<string mnemonic, int aRegs, int bRegs, SchedClass sched,
               list<FixedBits> shape, SMRange sms = SM80Plus>
    : MMAInst<mnemonic, [Def<"d", R, WidthBy<"acc">>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, WidthBy<"acc">>],
        [EnumMod<"acc", HMMAAcc, 1>, EnumMod<"type", HMMAType>], sched> {
  let Asm = "$d, $a, $b, $c, $up?";
  let Forms = MMAForms<0x23c, [Place<"acc", 76, 76>, Place<"type", 83, 82>],
    !listconcat([FixedBits<73, 73, 0>], shape), sms>.L;
}
class HMMATF32Inst<string mnemonic, int aRegs, int bRegs, SchedClass sched,
                   list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, Width<4>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<4>>], [], sched> {
  let Asm = "$d, $a, $b, $c, $up?";
  let Forms = MMAForms<0x23c, [], !listconcat([FixedBits<73, 73, 0>,
    FixedBits<76, 76, 1>, FixedBits<83, 82, 2>], shape), SM80Plus>.L;
}
def HMMA_1688 : HMMAInst<"HMMA.1688", 2, 1, SchedHMMAHalf,
                         [FixedBits<75, 75, 0>, FixedBits<78, 78, 0>], AllSMs> {
  let Rules = [Never<[ModIs<"type", ["BF16"]>], SM75Only>];
  let Summary = "16x8x8 matrix product of f16 or bf16";
  let OriIndex = 132;
  let MoreOriIndices = [133]; // .F32
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
/// `reuseE` keeps e in the reuse cache; nvdisasm shows it where it has a bit of its
/// own, before sm_90.
defvar SparsePlaces = [Place<"e", 47, 40>, Place<"sel", 49, 48>];
defvar SparseMods = [IntMod<"sel", 2>, IntMod<"reuseE", 1>];
defvar SparseAsm = "!sm90{?reuseE{.reuse}}, $sel";
class HMMASparseInst<string mnemonic, int aRegs, int bRegs, SchedClass sched, list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, WidthBy<"acc">>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, WidthBy<"acc">>,
         Use<"e">],
        !listconcat([EnumMod<"acc", HMMAAcc, 1>, EnumMod<"type", HMMAType>], SparseMods), sched> {
  let Sparse = SparseFloats;
  let Asm = !strconcat("$d, $a, $b, $c, $up?, $e", SparseAsm);
  let Forms = MMAForms<0x23c, !listconcat(SparsePlaces, [Place<"acc", 76, 76>,
    Place<"type", 83, 82>]), !listconcat([FixedBits<73, 73, 1>], shape), SM80Plus, 1>.L;
}
class HMMASparseTF32Inst<string mnemonic, int aRegs, int bRegs, SchedClass sched, list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, Width<4>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<4>>, Use<"e">],
        SparseMods, sched> {
  let Sparse = SparseFloats;
  let Asm = !strconcat("$d, $a, $b, $c, $up?, $e", SparseAsm);
  let Forms = MMAForms<0x23c, SparsePlaces, !listconcat([FixedBits<73, 73, 1>,
    FixedBits<76, 76, 1>, FixedBits<83, 82, 2>], shape), SM80Plus, 1>.L;
}
def HMMA_SP_16816 : HMMASparseInst<"HMMA.SP.16816", 2, 2, SchedHMMAHalf,
                                   [FixedBits<75, 75, 1>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x16 sparse matrix product of f16 or bf16";
}
def HMMA_SP_16832 : HMMASparseInst<"HMMA.SP.16832", 4, 4, SchedHMMA,
                                   [FixedBits<75, 75, 1>, FixedBits<78, 78, 1>]> {
  let Summary = "16x8x32 sparse matrix product of f16 or bf16";
}
def HMMA_SP_1688_TF32 : HMMASparseTF32Inst<"HMMA.SP.1688.F32.TF32", 2, 2, SchedHMMAHalf,
                                           [FixedBits<75, 75, 0>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x8 sparse matrix product of tf32";
}
def HMMA_SP_16816_TF32 : HMMASparseTF32Inst<"HMMA.SP.16816.F32.TF32", 4, 4, SchedHMMA,
                                            [FixedBits<75, 75, 1>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x16 sparse matrix product of tf32";
}

/// Whether the rows or the columns of a matrix lie side by side.
def MatrixLayout : ModEnum<"MatrixLayout", 1, [ModValue<0, ".ROW">, ModValue<1, ".COL">]>;
class LayoutMod<string name> : EnumMod<name, MatrixLayout> { let InOperands = 1; }
def HMMA884Type : ModEnum<"HMMA884Type", 1, [ModValue<0, ".F16">, ModValue<1, ".F32">]>;
def HMMAStep : ModEnum<"HMMAStep", 2, [
  ModValue<0, ".STEP0">, ModValue<1, ".STEP1">, ModValue<2, ".STEP2">, ModValue<3, ".STEP3">,
]>;
/// One of the two (f16) or four (f32) steps of a quad pair's product: each writes
/// a pair of the registers of d.
def HMMA_884 : Inst<"HMMA.884", [Def<"d", R, Width<2>>],
    [Use<"a", R, Width<2>>, Use<"b", R, Width<2>>, Use<"c", R, Width<2>>],
    [EnumMod<"acc", HMMA884Type>, EnumMod<"typeC", HMMA884Type>, EnumMod<"step", HMMAStep>,
     LayoutMod<"layoutA">, LayoutMod<"layoutB">], SchedHMMAHalf> {
  let Rules = [Never<[ModIs<"acc", ["F16"]>, ModIs<"step", ["STEP2", "STEP3"]>]>,
    Never<[ModIs<"acc", ["F16"]>, ModIs<"typeC", ["F32"]>]>];
  let Summary = "8x8x4 matrix product of f16, a step of it";
  let OriIndex = 132;
  let MoreOriIndices = [133]; // .F32
  let IsConvergent = 1;
  let Role = CollectiveRole;
  let Asm = "$d, $a$layoutA, $b$layoutB, $c";
  let Forms = [Form<0x236, 0, [], [Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"b", 39, 32>,
    Place<"c", 71, 64>, Place<"layoutA", 73, 73>, Place<"layoutB", 74, 74>, Place<"acc", 76, 76>,
    Place<"typeC", 78, 78>, Place<"step", 80, 79>], [], SM75Only>];
}

//===----------------------------------------------------------------------===//
// Double precision
//===----------------------------------------------------------------------===//

class DMMAInst<string mnemonic, int dRegs, int aRegs, int bRegs, int shape, SMRange sms>
    : MMAInst<mnemonic, [Def<"d", R, Width<dRegs>>],
        [UseF<"a", Width<aRegs>>, UseF<"b", Width<bRegs>>, UseF<"c", Width<dRegs>>],
        [EnumMod<"rnd", Round>], SchedDMMA> {
  let Asm = "$d, $a, $b, $c, $up?";
  let Forms = MMAForms<0x23f, [Place<"rnd", 79, 78>,
    Place<"aNeg", 72, 72>, Place<"aAbs", 73, 73>, Place<"bNeg", 63, 63>, Place<"bAbs", 62, 62>,
    Place<"cNeg", 75, 75>, Place<"cAbs", 74, 74>], [FixedBits<77, 76, shape>], sms>.L;
}
def DMMA_8x8x4 : DMMAInst<"DMMA.8x8x4", 4, 2, 2, 0, SM80Plus> {
  let Summary = "8x8x4 matrix product of f64";
  let OldMnemonic = "DMMA.884";
  let MnemonicChangedAt = 90;
  let OriIndex = 180;
}
def DMMA_16x8x4 : DMMAInst<"DMMA.16x8x4", 8, 4, 2, 1, SM90Only> {
  let Summary = "16x8x4 matrix product of f64";
  let OriIndex = 215;
}
def DMMA_16x8x8 : DMMAInst<"DMMA.16x8x8", 8, 8, 4, 2, SM90Only> {
  let Summary = "16x8x8 matrix product of f64";
  let OriIndex = 215;
}
def DMMA_16x8x16 : DMMAInst<"DMMA.16x8x16", 8, 16, 8, 3, SM90Only> {
  let Summary = "16x8x16 matrix product of f64";
  let OriIndex = 215;
}

//===----------------------------------------------------------------------===//
// Transposition
//===----------------------------------------------------------------------===//

def MovmShape : ModEnum<"MovmShape", 2, [
  ModValue<0, ".MT88">, ModValue<1, ".M832">, ModValue<2, ".M864">,
]>;
def MovmType : ModEnum<"MovmType", 3, [
  NamedModValue<0, ".16", "B16">, ModValue<1, ".U4TO8", 2>,
]>;
def MOVM : Inst<"MOVM", [Def<"d", R, WidthBy<"type">>], [Use<"a">],
    [EnumMod<"type", MovmType>, EnumMod<"shape", MovmShape>], SchedShuffle> {
  let Summary = "transpose a matrix spread over the warp, or widen its elements";
  // NVIDIA's disassembler has no text for the other.
  let Rules = [Never<[ModIsNot<"type", ["B16"]>], BeforeSM100>];
  let IsConvergent = 1;
  let Role = CollectiveRole;
  let Forms = [Form<0x23a, 0, [], [Place<"d", 23, 16>, Place<"a", 31, 24>,
    Place<"type", 77, 75>, Place<"shape", 79, 78>]>];
}

#endif // PTXMLIR_ISA_TENSOR
