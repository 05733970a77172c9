//===- NarrowMMA.td - Matrix products of narrow floats -----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of floats of 8, 6 and 4 bits of a warp, which SMs from sm_89 on
// have; scales of blocks are operands.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_NARROWMMA
#define PTXMLIR_ISA_NARROWMMA

include "ptx-mlir/ISA/Tensor.td"

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
class QMMAForms<list<Place> rest, list<FixedBits> fixed, bit sparse = 0> {
  defvar Places = !listconcat(QMMATypePlaces, NoLayouts, rest);
  list<Form> L = !listconcat(MMAForms<0x27a, Places, fixed, SMRange<89, 89>, sparse>.L,
                             MMAForms<0x27a, Places, fixed, SM120Plus, sparse>.L);
}
/// sm_89 has no types of fewer bits.
defvar QMMARules = [Never<[ModIsNot<"typeA", ["E4M3", "E5M2"]>], BeforeSM100>,
                    Never<[ModIsNot<"typeB", ["E4M3", "E5M2"]>], BeforeSM100>];
class QMMAInst<string mnemonic, int aRegs, int bRegs, SchedClass sched, int shape>
    : MMAInst<mnemonic, [Def<"d", R, WidthBy<"acc">>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, WidthBy<"acc">>],
        !listconcat([EnumMod<"acc", HMMAAcc, 1>, EnumMod<"typeA", QMMAType>,
          EnumMod<"typeB", QMMAType>], QMMALayouts), sched> {
  let Rules = QMMARules;
  let Asm = "$d, $a$layoutA, $b$layoutB, $c, $up?";
  let Forms = QMMAForms<[Place<"acc", 77, 77>],
    [FixedBits<74, 74, 1>, FixedBits<76, 75, shape>, FixedBits<80, 80, 0>]>.L;
}
def QMMA_16816 : QMMAInst<"QMMA.16816", 2, 1, SchedHMMAHalf, 0> {
  let Summary = "16x8x16 matrix product of 8-bit floats";
}
def QMMA_16832 : QMMAInst<"QMMA.16832", 4, 2, SchedHMMA, 1> {
  let Summary = "16x8x32 matrix product of 8-bit floats";
}
def QMMA_SP_16864 : MMAInst<"QMMA.SP.16864", [Def<"d", R, WidthBy<"acc">>],
    [Use<"a", R, Width<4>>, Use<"b", R, Width<4>>, Use<"c", R, WidthBy<"acc">>, Use<"e">],
    !listconcat([EnumMod<"acc", HMMAAcc, 1>, EnumMod<"typeA", QMMAType>,
      EnumMod<"typeB", QMMAType>], SparseMods, QMMALayouts), SchedHMMA> {
  let Summary = "16x8x64 sparse matrix product of 8-bit floats";
  let Sparse = SparseByteFloats;
  let Rules = QMMARules;
  let Asm = !strconcat("$d, $a$layoutA, $b$layoutB, $c, $up?, $e", SparseAsm);
  let Forms = QMMAForms<!listconcat(SparsePlaces, [Place<"acc", 77, 77>]),
    [FixedBits<74, 74, 1>, FixedBits<76, 75, 2>, FixedBits<80, 80, 1>], 1>.L;
}

//===----------------------------------------------------------------------===//
// Block scaling
//===----------------------------------------------------------------------===//

/// `sa` and `sb` hold the scales of a and b; `ids` says which byte of them and
/// which threads give them. With a sparse a the metadata is the lower register of
/// the pair `sa`.
class ScaledMMAInst<string mnemonic, list<Mod> types, bit sparse, SchedClass sched = SchedHMMA>
    : MMAInst<mnemonic, [Def<"d", R, Width<4>>],
        [Use<"a", R, Width<4>>, Use<"b", R, Width<!if(sparse, 4, 2)>>, Use<"c", R, Width<4>>,
         Use<"sa", R, Width<!if(sparse, 2, 1)>>, Use<"sb">, UseUR<"ids">],
        !listconcat(types, !if(sparse, [IntMod<"sel", 2>], []<Mod>)), sched> {
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
  RespelledModValue<0, ".4X", ".BLOCK16", SM103Only, "X4">, NamedModValue<1, "", "X2">,
]>;
class OMMAScaledInst<string mnemonic, bit sparse>
    : ScaledMMAInst<mnemonic, [EnumMod<"typeA", OMMAType>, EnumMod<"typeB", OMMAType>,
        EnumMod<"scale", OMMAScale>, EnumMod<"blocks", OMMABlocks, 1>], sparse,
        SchedOMMA> {
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

#endif // PTXMLIR_ISA_NARROWMMA
