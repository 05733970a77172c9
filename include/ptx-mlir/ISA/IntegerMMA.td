//===- IntegerMMA.td - Integer and bit matrix products -----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of 8-bit, 4-bit and 1-bit matrices of a warp; shapes are fixed bits,
// so that each is a record.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_INTEGERMMA
#define PTXMLIR_ISA_INTEGERMMA

include "ptx-mlir/ISA/Tensor.td"

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
def IMMA_16816 : IMMAInst<"IMMA.16816", 4, 2, 1, SchedIMMAHalf, 4, IMMAType, SM80Plus> {
  let Summary = "16x8x16 matrix product of 8-bit integers";
}
def IMMA_16832 : IMMAInst<"IMMA.16832", 4, 4, 2, SchedIMMA, 5, IMMAType, SM80Plus> {
  let Summary = "16x8x32 matrix product of 8-bit integers";
}
def IMMA_8832 : IMMAInst<"IMMA.8832", 2, 1, 1, SchedIMMASmall, 2, IMMA4Type, BeforeSM90> {
  let Summary = "8x8x32 matrix product of 4-bit integers";
}
def IMMA4_16832 : IMMAInst<"IMMA.16832", 4, 2, 1, SchedIMMAHalf, 5, IMMA4Type, SM80ToSM89> {
  let Summary = "16x8x32 matrix product of 4-bit integers";
}
def IMMA4_16864 : IMMAInst<"IMMA.16864", 4, 4, 2, SchedIMMA, 6, IMMA4Type, SM80ToSM89> {
  let Summary = "16x8x64 matrix product of 4-bit integers";
}

class IMMASparseInst<string mnemonic, int aRegs, int bRegs, SchedClass sched, int shape,
                     ModEnum type, SMRange sms>
    : MMAInst<mnemonic, [Def<"d", R, Width<4>>],
        [Use<"a", R, Width<aRegs>>, Use<"b", R, Width<bRegs>>, Use<"c", R, Width<4>>, Use<"e">],
        !listconcat([EnumMod<"typeA", type>, EnumMod<"typeB", type>, FlagMod<"sat", ".SAT">],
                    SparseMods), sched> {
  let Sparse = SparseIntegers;
  let Asm = !strconcat("$d, $a.ROW, $b.COL, $c, $up?, $e", SparseAsm);
  let Forms = MMAForms<0x237, !listconcat(IMMAPlaces, SparsePlaces),
                       IMMAFixed<shape, type, 1>.L, sms, 1>.L;
}
def IMMA_SP_16832 : IMMASparseInst<"IMMA.SP.16832", 2, 2, SchedIMMAHalf, 5, IMMAType, SM80Plus> {
  let Summary = "16x8x32 sparse matrix product of 8-bit integers";
}
def IMMA_SP_16864 : IMMASparseInst<"IMMA.SP.16864", 4, 4, SchedIMMA, 6, IMMAType, SM80Plus> {
  let Summary = "16x8x64 sparse matrix product of 8-bit integers";
}
def IMMA4_SP_16864 : IMMASparseInst<"IMMA.SP.16864", 2, 2, SchedIMMAHalf, 6, IMMA4Type, SM80ToSM89> {
  let Summary = "16x8x64 sparse matrix product of 4-bit integers";
}
def IMMA4_SP_168128 : IMMASparseInst<"IMMA.SP.168128", 4, 4, SchedIMMA, 7, IMMA4Type, SM80ToSM89> {
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
  let Rules = [Never<[ModIs<"op", ["AND"]>], SM75Only>, Never<[ModIs<"op", ["XOR"]>], SM90Plus>];
  let Asm = "$d, $a.ROW, $b.COL, $c, $up?";
  let Forms = MMAForms<0x23d, [Place<"op", 78, 78>], [FixedBits<74, 74, 1>,
    FixedBits<76, 75, shape>, FixedBits<80, 80, 1>], sms>.L;
}
def BMMA_88128 : BMMAInst<"BMMA.88128", 2, 1, 1, SchedIMMASmall, 0, SM75ToSM90> {
  let Summary = "8x8x128 matrix product of bits";
}
def BMMA_168128 : BMMAInst<"BMMA.168128", 4, 2, 1, SchedIMMAHalf, 1, SM80ToSM90> {
  let Summary = "16x8x128 matrix product of bits";
}
def BMMA_168256 : BMMAInst<"BMMA.168256", 4, 4, 2, SchedIMMA, 2, SM80ToSM90> {
  let Summary = "16x8x256 matrix product of bits";
}

#endif // PTXMLIR_ISA_INTEGERMMA
