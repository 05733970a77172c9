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

def SM75Only : SMRange<75, 75>;
def SM75ToSM90 : SMRange<75, 90>;

/// The forms of a matrix instruction: from sm_90 on it has a uniform predicate,
/// stored complemented, UPT as 0.
class MMAForms<bits<12> opcode, list<Place> places, list<FixedBits> fixed, SMRange sms> {
  defvar Regs = !listconcat([Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"b", 39, 32>,
    Place<"c", 71, 64>], places);
  list<Form> L = !listconcat(
    !if(!lt(sms.Min, 90),
      [Form<opcode, 0, [], !listconcat(Regs, [NoPlace<"up">, NoPlace<"upNot">]), fixed,
            SMRange<sms.Min, !if(!lt(sms.Max, 89), sms.Max, 89)>>], []<Form>),
    !if(!gt(sms.Max, 89),
      [Form<opcode, 0, [], !listconcat(Regs, [InvPlaces<"up", 89, 87>, Place<"upNot", 90, 90>]),
            fixed, SMRange<!if(!gt(sms.Min, 90), sms.Min, 90), sms.Max>>], []<Form>));
}

class MMAInst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods,
              SchedClass sched>
    : Inst<mnemonic, defs, !listconcat(uses, [UseUP<"up">]), mods, sched> {
  let IsConvergent = 1;
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
/// `reuseE` keeps e in the reuse cache.
defvar SparsePlaces = [Place<"e", 47, 40>, Place<"sel", 49, 48>, Place<"reuseE", 125, 125>];
defvar SparseMods = [IntMod<"sel", 2>, IntMod<"reuseE", 1>];
class HMMASparseInst<string mnemonic, int aRegs, int bRegs, list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, WidthBy<"acc">>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, WidthBy<"acc">>,
         Use<"e">],
        !listconcat([EnumMod<"acc", HMMAAcc, 1>, EnumMod<"type", HMMAType>], SparseMods), SchedHMMA> {
  let Asm = "$d, $a, $b, $c, $up?, $e, $sel";
  let Forms = MMAForms<0x23c, !listconcat(SparsePlaces, [Place<"acc", 76, 76>,
    Place<"type", 83, 82>]), !listconcat([FixedBits<73, 73, 1>], shape), SM80Plus>.L;
}
class HMMASparseTF32Inst<string mnemonic, int aRegs, int bRegs, list<FixedBits> shape>
    : MMAInst<mnemonic, [Def<"d", R, Width<4>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<4>>, Use<"e">],
        SparseMods, SchedHMMA> {
  let Asm = "$d, $a, $b, $c, $up?, $e, $sel";
  let Forms = MMAForms<0x23c, SparsePlaces, !listconcat([FixedBits<73, 73, 1>,
    FixedBits<76, 76, 1>, FixedBits<83, 82, 2>], shape), SM80Plus>.L;
}
def HMMA_SP_16816 : HMMASparseInst<"HMMA.SP.16816", 2, 2,
                                   [FixedBits<75, 75, 1>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x16 sparse matrix product of f16 or bf16";
}
def HMMA_SP_16832 : HMMASparseInst<"HMMA.SP.16832", 4, 4,
                                   [FixedBits<75, 75, 1>, FixedBits<78, 78, 1>]> {
  let Summary = "16x8x32 sparse matrix product of f16 or bf16";
}
def HMMA_SP_1688_TF32 : HMMASparseTF32Inst<"HMMA.SP.1688.F32.TF32", 2, 2,
                                           [FixedBits<75, 75, 0>, FixedBits<78, 78, 0>]> {
  let Summary = "16x8x8 sparse matrix product of tf32";
}
def HMMA_SP_16816_TF32 : HMMASparseTF32Inst<"HMMA.SP.16816.F32.TF32", 4, 4,
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
  let Summary = "8x8x4 matrix product of f16, a step of it";
  let OriIndex = 132;
  let MoreOriIndices = [133]; // .F32
  let IsConvergent = 1;
  let Asm = "$d, $a$layoutA, $b$layoutB, $c";
  let Forms = [Form<0x236, 0, [], [Place<"d", 23, 16>, Place<"a", 31, 24>, Place<"b", 39, 32>,
    Place<"c", 71, 64>, Place<"layoutA", 73, 73>, Place<"layoutB", 74, 74>, Place<"acc", 76, 76>,
    Place<"typeC", 78, 78>, Place<"step", 80, 79>], [], SM75Only>];
}

//===----------------------------------------------------------------------===//
// Integers, bits, f64
//===----------------------------------------------------------------------===//

def IMMAType : ModEnum<"IMMAType", 2, [ModValue<0, ".U8">, ModValue<1, ".S8">]>;
def IMMA4Type : ModEnum<"IMMA4Type", 2, [ModValue<0, ".U4">, ModValue<1, ".S4">]>;
defvar IMMAPlaces = [Place<"typeA", 77, 76>, Place<"typeB", 79, 78>, Place<"sat", 82, 82>];

/// Bits 86, 85 and 75 are the shape, 84:83 say that the elements have 4 bits, 74 that
/// b is column major, 72 that a is sparse.
class IMMAFixed<int shape, ModEnum type, bit sparse> {
  list<FixedBits> L = [FixedBits<74, 74, 1>, FixedBits<75, 75, !and(shape, 1)>,
    FixedBits<86, 85, !srl(shape, 1)>, FixedBits<72, 72, sparse>,
    FixedBits<84, 83, !if(!eq(type.CppName, "IMMA4Type"), 3, 0)>];
}
class IMMAInst<string mnemonic, int dRegs, int aRegs, int bRegs, SchedClass sched, int shape,
               ModEnum type, SMRange sms>
    : MMAInst<mnemonic, [Def<"d", R, Width<dRegs>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<dRegs>>],
        [EnumMod<"typeA", type>, EnumMod<"typeB", type>, FlagMod<"sat", ".SAT">], sched> {
  let Asm = "$d, $a.ROW, $b.COL, $c, $up?";
  let Forms = MMAForms<0x237, IMMAPlaces, IMMAFixed<shape, type, 0>.L, sms>.L;
}
def IMMA_8816 : IMMAInst<"IMMA.8816", 2, 1, 1, SchedIMMASmall, 0, IMMAType, SM75ToSM90> {
  let Summary = "8x8x16 matrix product of 8-bit integers";
  let OriIndex = 134;
}
def IMMA_16816 : IMMAInst<"IMMA.16816", 4, 2, 1, SchedHMMAHalf, 4, IMMAType, SM80Plus> {
  let Summary = "16x8x16 matrix product of 8-bit integers";
}
def IMMA_16832 : IMMAInst<"IMMA.16832", 4, 4, 2, SchedHMMA, 5, IMMAType, SM80Plus> {
  let Summary = "16x8x32 matrix product of 8-bit integers";
}
def IMMA_8832 : IMMAInst<"IMMA.8832", 2, 1, 1, SchedIMMASmall, 2, IMMA4Type, BeforeSM90> {
  let Summary = "8x8x32 matrix product of 4-bit integers";
}
def IMMA4_16832 : IMMAInst<"IMMA.16832", 4, 2, 1, SchedHMMAHalf, 5, IMMA4Type, SM80ToSM89> {
  let Summary = "16x8x32 matrix product of 4-bit integers";
}
def IMMA4_16864 : IMMAInst<"IMMA.16864", 4, 4, 2, SchedHMMA, 6, IMMA4Type, SM80ToSM89> {
  let Summary = "16x8x64 matrix product of 4-bit integers";
}

class IMMASparseInst<string mnemonic, int aRegs, int bRegs, int shape, ModEnum type, SMRange sms>
    : MMAInst<mnemonic, [Def<"d", R, Width<4>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<4>>, Use<"e">],
        !listconcat([EnumMod<"typeA", type>, EnumMod<"typeB", type>, FlagMod<"sat", ".SAT">],
                    SparseMods), SchedHMMA> {
  let Asm = "$d, $a.ROW, $b.COL, $c, $up?, $e, $sel";
  let Forms = MMAForms<0x237, !listconcat(IMMAPlaces, SparsePlaces),
                       IMMAFixed<shape, type, 1>.L, sms>.L;
}
def IMMA_SP_16832 : IMMASparseInst<"IMMA.SP.16832", 2, 2, 5, IMMAType, SM80Plus> {
  let Summary = "16x8x32 sparse matrix product of 8-bit integers";
}
def IMMA_SP_16864 : IMMASparseInst<"IMMA.SP.16864", 4, 4, 6, IMMAType, SM80Plus> {
  let Summary = "16x8x64 sparse matrix product of 8-bit integers";
}
def IMMA4_SP_16864 : IMMASparseInst<"IMMA.SP.16864", 2, 2, 6, IMMA4Type, SM80ToSM89> {
  let Summary = "16x8x64 sparse matrix product of 4-bit integers";
}
def IMMA4_SP_168128 : IMMASparseInst<"IMMA.SP.168128", 4, 4, 7, IMMA4Type, SM80ToSM89> {
  let Summary = "16x8x128 sparse matrix product of 4-bit integers";
}

/// How bits are multiplied; their products are counted.
def BMMAOp : ModEnum<"BMMAOp", 1, [
  NamedModValue<0, ".XOR.POPC", "XOR">, NamedModValue<1, ".AND.POPC", "AND">,
]>;
class BMMAInst<string mnemonic, int dRegs, int aRegs, int bRegs, SchedClass sched, int shape,
               SMRange sms>
    : MMAInst<mnemonic, [Def<"d", R, Width<dRegs>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<dRegs>>],
        [EnumMod<"op", BMMAOp, 1>], sched> {
  let Asm = "$d, $a.ROW, $b.COL, $c, $up?";
  let Forms = MMAForms<0x23d, [Place<"op", 78, 78>], [FixedBits<74, 74, 1>,
    FixedBits<76, 75, shape>, FixedBits<80, 80, 1>], sms>.L;
}
def BMMA_88128 : BMMAInst<"BMMA.88128", 2, 1, 1, SchedIMMASmall, 0, SM75ToSM90> {
  let Summary = "8x8x128 matrix product of bits";
}
def BMMA_168128 : BMMAInst<"BMMA.168128", 4, 2, 1, SchedHMMAHalf, 1, SM80ToSM90> {
  let Summary = "16x8x128 matrix product of bits";
}
def BMMA_168256 : BMMAInst<"BMMA.168256", 4, 4, 2, SchedHMMA, 2, SM80ToSM90> {
  let Summary = "16x8x256 matrix product of bits";
}

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
// 8 bits and fewer, floating point
//===----------------------------------------------------------------------===//

def QMMAType : ModEnum<"QMMAType", 3, [
  ModValue<0, ".E4M3">, ModValue<1, ".E5M2">, ModValue<3, ".E3M2">, ModValue<4, ".E2M3">,
  ModValue<5, ".E2M1">,
]>;
/// nvdisasm shows the layouts, which are always the same, on sm_89 only.
def QMMALayoutA : ModEnum<"QMMALayoutA", 1, [ChangedModValue<0, "", "Row", 0, ".ROW">]> {
  let ChangedAt = 100;
}
def QMMALayoutB : ModEnum<"QMMALayoutB", 1, [ChangedModValue<0, "", "Col", 0, ".COL">]> {
  let ChangedAt = 100;
}
class QMMALayoutMod<string name, ModEnum e> : EnumMod<name, e> { let InOperands = 1; }
defvar QMMALayouts = [QMMALayoutMod<"layoutA", QMMALayoutA>, QMMALayoutMod<"layoutB", QMMALayoutB>];
defvar QMMATypePlaces = [Place<"typeA", 78, 78>, Place<"typeA", 83, 82, 1>,
  Place<"typeB", 79, 79>, Place<"typeB", 85, 84, 1>];
defvar NoLayouts = [NoPlace<"layoutA">, NoPlace<"layoutB">];
/// sm_90 to sm_110 have no QMMA.
class QMMAForms<list<Place> rest, list<FixedBits> fixed> {
  defvar Places = !listconcat(QMMATypePlaces, NoLayouts, rest);
  list<Form> L = !listconcat(MMAForms<0x27a, Places, fixed, SMRange<89, 89>>.L,
                             MMAForms<0x27a, Places, fixed, SM120Plus>.L);
}
class QMMAInst<string mnemonic, int aRegs, int bRegs, int shape>
    : MMAInst<mnemonic, [Def<"d", R, WidthBy<"acc">>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, WidthBy<"acc">>],
        !listconcat([EnumMod<"acc", HMMAAcc, 1>, EnumMod<"typeA", QMMAType>,
          EnumMod<"typeB", QMMAType>], QMMALayouts), SchedHMMA> {
  let Asm = "$d, $a$layoutA, $b$layoutB, $c, $up?";
  let Forms = QMMAForms<[Place<"acc", 77, 77>],
    [FixedBits<74, 74, 1>, FixedBits<76, 75, shape>, FixedBits<80, 80, 0>]>.L;
}
def QMMA_16816 : QMMAInst<"QMMA.16816", 2, 1, 0> {
  let Summary = "16x8x16 matrix product of 8-bit floats";
}
def QMMA_16832 : QMMAInst<"QMMA.16832", 4, 2, 1> {
  let Summary = "16x8x32 matrix product of 8-bit floats";
}
def QMMA_SP_16864 : MMAInst<"QMMA.SP.16864", [Def<"d", R, WidthBy<"acc">>],
    [Use<"a", R, Width<4>>, Use<"b", R, Width<4>>, Use<"c", R, WidthBy<"acc">>, Use<"e">],
    !listconcat([EnumMod<"acc", HMMAAcc, 1>, EnumMod<"typeA", QMMAType>,
      EnumMod<"typeB", QMMAType>], SparseMods, QMMALayouts), SchedHMMA> {
  let Summary = "16x8x64 sparse matrix product of 8-bit floats";
  let Asm = "$d, $a$layoutA, $b$layoutB, $c, $up?, $e, $sel";
  let Forms = QMMAForms<!listconcat(SparsePlaces, [Place<"acc", 77, 77>]),
    [FixedBits<74, 74, 1>, FixedBits<76, 75, 2>, FixedBits<80, 80, 1>]>.L;
}

//===----------------------------------------------------------------------===//
// Block scaling
//===----------------------------------------------------------------------===//

/// `sa` and `sb` hold the scales of a and b; `ids` says which byte of them and
/// which threads give them. With a sparse a the metadata is the lower register of
/// the pair `sa`.
class ScaledMMAInst<string mnemonic, list<Mod> types, bit sparse>
    : MMAInst<mnemonic, [Def<"d", R, Width<4>>],
        [Use<"a", R, Width<4>>, Use<"b", R, Width<!if(sparse, 4, 2)>>, Use<"c", R, Width<4>>,
         Use<"sa", R, Width<!if(sparse, 2, 1)>>, Use<"sb">, UseUR<"ids">],
        !listconcat(types, !if(sparse, [IntMod<"sel", 2>], []<Mod>)), SchedHMMA> {
  let Asm = "$d, $a, $b, $c, $up?, $sa, $sb, $ids" # !if(sparse, ", $sel", "");
  list<Place> ScalePlaces = !listconcat([Place<"sa", 47, 40>, Place<"sb", 59, 52>,
    Place<"ids", 62, 60>, Place<"ids", 77, 73, 3>], !if(sparse, [Place<"sel", 49, 48>],
    []<Place>));
}
/// Scales of QMMA are always powers of two.
def QMMAScale : ModEnum<"QMMAScale", 1, [ModValue<0, ".E8">]>;
class QMMAScaledInst<string mnemonic, bit sparse>
    : ScaledMMAInst<mnemonic, [EnumMod<"typeA", QMMAType>, EnumMod<"typeB", QMMAType>,
                               EnumMod<"scale", QMMAScale>], sparse> {
  let Forms = MMAForms<0x47a, !listconcat(ScalePlaces, QMMATypePlaces, [NoPlace<"scale">]),
                       [FixedBits<80, 80, sparse>], SMRange<120, 999>>.L;
}
def QMMA_SF_16832 : QMMAScaledInst<"QMMA.SF.16832.F32", 0> {
  let Summary = "16x8x32 matrix product of scaled 8-bit floats";
}
def QMMA_SF_SP_16864 : QMMAScaledInst<"QMMA.SF.SP.16864.F32", 1> {
  let Summary = "16x8x64 sparse matrix product of scaled 8-bit floats";
}
def OMMAType : ModEnum<"OMMAType", 1, [ModValue<0, ".E2M1">, ModValue<1, ".E0M3">]>;
def OMMAScale : ModEnum<"OMMAScale", 1, [ModValue<0, ".E8">, ModValue<1, ".UE4M3">]>;
/// Blocks of 16 instead of 32 elements have a scale.
def OMMABlocks : ModEnum<"OMMABlocks", 1, [
  NamedModValue<0, ".4X", "X4">, NamedModValue<1, "", "X2">,
]>;
class OMMAScaledInst<string mnemonic, bit sparse>
    : ScaledMMAInst<mnemonic, [EnumMod<"typeA", OMMAType>, EnumMod<"typeB", OMMAType>,
        EnumMod<"scale", OMMAScale>, EnumMod<"blocks", OMMABlocks, 1>], sparse> {
  let Forms = MMAForms<0x47f, !listconcat(ScalePlaces, [Place<"typeA", 78, 78>,
    Place<"typeB", 79, 79>, Place<"scale", 82, 82>, Place<"blocks", 83, 83>]),
    [FixedBits<80, 80, sparse>], SMRange<120, 999>>.L;
}
def OMMA_SF_16864 : OMMAScaledInst<"OMMA.SF.16864.F32", 0> {
  let Summary = "16x8x64 matrix product of scaled 4-bit floats";
}
def OMMA_SF_SP_168128 : OMMAScaledInst<"OMMA.SF.SP.168128.F32", 1> {
  let Summary = "16x8x128 sparse matrix product of scaled 4-bit floats";
}

//===----------------------------------------------------------------------===//
// Transposition
//===----------------------------------------------------------------------===//

def MovmShape : ModEnum<"MovmShape", 2, [
  ModValue<0, ".MT88">, ModValue<1, ".M832">, ModValue<2, ".M864">,
]>;
def MovmType : ModEnum<"MovmType", 3, [
  NamedModValue<0, ".16", "B16">, ModValue<1, ".U4TO8">,
]>;
def MOVM : Inst<"MOVM", [Def<"d">], [Use<"a">],
    [EnumMod<"type", MovmType>, EnumMod<"shape", MovmShape>], SchedShuffle> {
  let Summary = "transpose a matrix spread over the warp, or widen its elements";
  let IsConvergent = 1;
  let Forms = [Form<0x23a, 0, [], [Place<"d", 23, 16>, Place<"a", 31, 24>,
    Place<"type", 77, 75>, Place<"shape", 79, 78>]>];
}

#endif // PTXMLIR_ISA_TENSOR
