//===- LoweringRowsMatrix.td - Matrices, one instruction each -- -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments of PTX are those of the machine: the registers of an operand,
// joined in their order, are the tuple that the instruction takes. Products that
// an SM has not are made of others by the handlers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_CONVERSION_LOWERING_ROWS_MATRIX
#define PTXMLIR_CONVERSION_LOWERING_ROWS_MATRIX

include "ptx-mlir/Conversion/PTXToOri/LoweringRowBase.td"

//===----------------------------------------------------------------------===//
// Memory and transposition
//===----------------------------------------------------------------------===//

// A generic address of shared memory has the shared address in its low half.
defvar Matrices = From<"num", "num", ["x1=One", "x2=Two", "x4=Four"]>;
defvar Transposed = From<"shape", "trans", ["none=M88", "trans=MT88"]>;
class LoadMatrix<string when, Inst machine, list<RowMod> mods>
    : Row<PTX_LdmatrixOp, "sync aligned space=shared? " # when, machine,
          ["[shared address]", "urz"], mods> {
  let Alike = ["space"];
  let Meet = "warp";
}
def : LoadMatrix<"shape=m8n8 num trans? dataType=b16", LDSM, [Matrices, Transposed]>;
defvar Wide = From<"shape", "num", ["x1=MT1616", "x2=MT1616_2"]>;
defvar Narrow816 = From<"shape", "num", ["x1=M816", "x2=M816_2", "x4=M816_4"]>;
defvar Spread = From<"format", "sourceFormat",
                     ["b6x16_p32=U6x16P32TO8", "b4x16_p64=U4x16P64TO8"]>;
def : LoadMatrix<"shape=m16n16 num=x1|x2 trans dataType=b8", LDSM_8,
                 [Is<"format", "B8">, Wide]>;
def : LoadMatrix<"shape=m16n16 num=x1|x2 trans unpackedFormat sourceFormat", LDSM_8,
                 [Spread, Wide]>;
def : LoadMatrix<"shape=m8n16 num unpackedFormat sourceFormat", LDSM_8,
                 [Spread, Narrow816]>;

class StoreMatrix<string when, Inst machine, list<RowMod> mods>
    : Row<PTX_StmatrixOp, "sync aligned space=shared? num " # when, machine,
          ["[shared address]", "urz", "values"], !listconcat([Matrices], mods)> {
  let Alike = ["space"];
  let Meet = "warp";
}
def : StoreMatrix<"shape=m8n8 trans? dataType=b16", STSM, [Transposed]>;
def : StoreMatrix<"shape=m16n8 trans dataType=b8", STSM_8, []>;

def : Row<PTX_MovmatrixOp, "sync aligned shape=m8n8 trans dataType=b16", MOVM, ["a"],
          [Is<"shape", "MT88">]> { let Meet = "warp"; }

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

class MatrixProduct<string shape, string types, Inst machine, list<RowMod> mods = [],
                    string kind = "">
    : Row<PTX_MmaOp, "sync aligned aLayout=row bLayout=col shape=" # shape # " "
          # kind # types, machine, ["a", "b", "c", "upt"], mods> {
  let Meet = "warp";
}
defvar Accumulator = From<"acc", "dataType">;
defvar Integers = [From<"typeA", "aType">, From<"typeB", "bType">,
                   From<"sat", "satfinite">];

// The types of c and d are the same, and of halves those of a and b.
class HalfProduct<string shape, Inst machine>
    : MatrixProduct<shape, "dataType=f16|f32 aType=f16|bf16 bType=f16|bf16 cType=f16|f32",
                    machine, [Accumulator, From<"type", "aType">]> {
  let Alike = ["bType", "cType"];
}
def : HalfProduct<"m16n8k8", HMMA_1688>;
def : HalfProduct<"m16n8k16", HMMA_16816>;
defvar TF32Types = "dataType=f32 aType=tf32 bType=tf32 cType=f32";
def : MatrixProduct<"m16n8k4", TF32Types, HMMA_1684_TF32>;
def : MatrixProduct<"m16n8k8", TF32Types, HMMA_1688_TF32>;
defvar F64Types = "dataType=f64 aType=f64 bType=f64 cType=f64";
def : MatrixProduct<"m8n8k4", F64Types, DMMA_8x8x4>;
def : MatrixProduct<"m16n8k4", F64Types, DMMA_16x8x4>;
def : MatrixProduct<"m16n8k8", F64Types, DMMA_16x8x8>;
def : MatrixProduct<"m16n8k16", F64Types, DMMA_16x8x16>;
defvar Bytes = "satfinite? dataType=s32 aType=u8|s8 bType=u8|s8 cType=s32";
def : MatrixProduct<"m8n8k16", Bytes, IMMA_8816, Integers>;
def : MatrixProduct<"m16n8k16", Bytes, IMMA_16816, Integers>;
def : MatrixProduct<"m16n8k32", Bytes, IMMA_16832, Integers>;
defvar SingleBits = "dataType=s32 aType=b1 bType=b1 cType=s32 bitOp=xor|and popc";
defvar BitOp = [From<"op", "bitOp">];
def : MatrixProduct<"m8n8k128", SingleBits, BMMA_88128, BitOp>;
def : MatrixProduct<"m16n8k128", SingleBits, BMMA_168128, BitOp>;
def : MatrixProduct<"m16n8k256", SingleBits, BMMA_168256, BitOp>;

// Bytes of that kind are bytes of none.
class NarrowProduct<string shape, string types, Inst machine>
    : MatrixProduct<shape, "dataType=f16|f32 aType=" # types # " bType=" # types
                    # " cType=f16|f32", machine,
                    [Accumulator, From<"typeA", "aType">, From<"typeB", "bType">],
                    "kind=kind::f8f6f4? "> {
  let Alike = ["kind", "cType"];
}
def : NarrowProduct<"m16n8k16", "e4m3|e5m2", QMMA_16816>;
def : NarrowProduct<"m16n8k32", "e4m3|e5m2|e3m2|e2m3|e2m1", QMMA_16832>;

//===----------------------------------------------------------------------===//
// Products with a sparse a
//===----------------------------------------------------------------------===//

class SparseProduct<string shape, string types, Inst machine, list<RowMod> mods = [],
                    string kind = "">
    : Row<PTX_MmaSpOp, "orderedMetadata? sync aligned aLayout=row bLayout=col shape="
          # shape # " " # kind # types, machine, ["a", "b", "c", "metadata", "upt"],
          !listconcat([From<"sel", "selector">], mods)> {
  let Alike = ["orderedMetadata"];
  let Meet = "warp";
}
class SparseHalfProduct<string shape, Inst machine>
    : SparseProduct<shape, "dataType=f16|f32 aType=f16|bf16 bType=f16|bf16 cType=f16|f32",
                    machine, [Accumulator, From<"type", "aType">]> {
  let Alike = ["orderedMetadata", "bType", "cType"];
}
def : SparseHalfProduct<"m16n8k16", HMMA_SP_16816>;
def : SparseHalfProduct<"m16n8k32", HMMA_SP_16832>;
def : SparseProduct<"m16n8k8", TF32Types, HMMA_SP_1688_TF32>;
def : SparseProduct<"m16n8k16", TF32Types, HMMA_SP_16816_TF32>;
def : SparseProduct<"m16n8k32", Bytes, IMMA_SP_16832, Integers>;
def : SparseProduct<"m16n8k64", Bytes, IMMA_SP_16864, Integers>;
def : SparseProduct<"m16n8k64",
                    "dataType=f16|f32 aType=e4m3|e5m2|e3m2|e2m3|e2m1 "
                    # "bType=e4m3|e5m2|e3m2|e2m3|e2m1 cType=f16|f32",
                    QMMA_SP_16864,
                    [Accumulator, From<"typeA", "aType">, From<"typeB", "bType">],
                    "kind=kind::f8f6f4? "> {
  let Alike = ["orderedMetadata", "kind", "cType"];
}

#endif // PTXMLIR_CONVERSION_LOWERING_ROWS_MATRIX
