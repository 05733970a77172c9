//===- PTXTcgen05.td - PTX tensor memory instructions ------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.16 (tensor core of the fifth generation).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_TCGEN05_TD
#define PTX_MLIR_DIALECT_PTX_TCGEN05_TD

include "ptx-mlir/Dialect/PTX/IR/PTXModifiers.td"

/// All that have tensor memory, and those of them that are more special.
class TmemForm<string text, int ptx = 86>
    : FormOn<text, ptx, ["100f", "110f"]>;
defvar TmemIntegerTargets = ["100a", "110a"];
defvar TmemShiftTargets = ["100a", "103a", "110a"];
defvar TmemReductionTargets = ["103f", "110f"];

//===----------------------------------------------------------------------===//
// Allocation, synchronization
//===----------------------------------------------------------------------===//

def PTX_Tcgen05AllocOp : PTX_ConvergentInst<"tcgen05.alloc"> {
  let Slots = [S_CtaGroup, S_Sync, S_Aligned, S_AsyncSpace, S_Type];
  let Srcs = [PTX_Address<"dst", "", "wide">,
              PTX_LowSrc<"columns", "u32", "", "32|64|128|256|512">];
  let Forms = [TmemForm<"ctaGroup sync aligned space=shared::cta? dataType=b32">];
}
def PTX_Tcgen05DeallocOp : PTX_ConvergentInst<"tcgen05.dealloc"> {
  let Slots = [S_CtaGroup, S_Sync, S_Aligned, S_Type];
  let Srcs = [PTX_Src<"address", "u32">,
              PTX_LowSrc<"columns", "u32", "", "0..1024/32">];
  let Forms = [TmemForm<"ctaGroup sync aligned dataType=b32">];
}
def PTX_Tcgen05RelinquishAllocPermitOp
    : PTX_ConvergentInst<"tcgen05.relinquish_alloc_permit"> {
  let Slots = [S_CtaGroup, S_Sync, S_Aligned];
  let Forms = [TmemForm<"ctaGroup sync aligned">];
}

def PTX_TmemWait : PTX_ModEnum<"TmemWait", [Case<"::ld">, Case<"::st">]>;
def PTX_Tcgen05WaitOp : PTX_ConvergentInst<"tcgen05.wait"> {
  let Slots = [PTX_Slot<"mode", PTX_TmemWait>, S_Sync, S_Aligned];
  let Forms = [TmemForm<"mode sync aligned">];
}
def PTX_TmemFence : PTX_ModEnum<"TmemFence", [
  Case<"::before_thread_sync">, Case<"::after_thread_sync">
]>;
def PTX_Tcgen05FenceOp : PTX_MemInst<"tcgen05.fence"> {
  let Slots = [PTX_Slot<"mode", PTX_TmemFence>];
  let Ignored = ["::ld", "::st"];
  let Forms = [TmemForm<"mode">];
}
def PTX_Tcgen05CommitOp : PTX_MemInst<"tcgen05.commit"> {
  let Slots = [S_CtaGroup,
               PTX_Slot<"arriveOne", PTX_Flag<"mbarrier::arrive::one">>,
               S_AsyncSpace, S_Multicast, S_Type];
  let Srcs = [PTX_Address<"barrier", "", "wide">,
              PTX_RegSrc<"ctaMask", "b16", "multicast">];
  let Forms = [TmemForm<"ctaGroup arriveOne space=shared::cluster? multicast? dataType=b64">];
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

def PTX_TmemShape : PTX_ModEnum<"TmemShape", [
  Case<"16x64b">, Case<"16x128b">, Case<"16x256b">, Case<"32x32b">,
  Case<"16x32bx2">
]>;
def PTX_TmemCount : PTX_ModEnum<"TmemCount", [
  Case<"x1">, Case<"x2">, Case<"x4">, Case<"x8">, Case<"x16">, Case<"x32">,
  Case<"x64">, Case<"x128">
]>;
def S_TmemShape : PTX_Slot<"shape", PTX_TmemShape>;
def S_TmemCount : PTX_Slot<"num", PTX_TmemCount>;
defvar TmemCount
    = "1@num=x1 2@num=x2 4@num=x4 8@num=x8 16@num=x16 32@num=x32 64@num=x64 "
      # "128 * 2@shape=16x128b 4@shape=16x256b 1";
/// The second half of a split access begins `split` columns after the first.
def O_TmemSplit
    : PTX_Imm<"split", "shape=16x32bx2", "-2147483648..4294967295">;

/// Without `.aligned`, which the ISA wants, ptxas takes them too.
class PTX_TmemAccessForms<string flag> {
  defvar Rest = " " # flag # "? dataType=b32";
  list<PTX_Form> Value = [
    TmemForm<"sync aligned? shape=16x64b|32x32b|16x32bx2 num" # Rest>,
    TmemForm<"sync aligned? shape=16x128b num=x1|x2|x4|x8|x16|x32|x64" # Rest>,
    TmemForm<"sync aligned? shape=16x256b num=x1|x2|x4|x8|x16|x32" # Rest>
  ];
}

def PTX_Tcgen05LdOp : PTX_ConvergentInst<"tcgen05.ld"> {
  let Slots = [S_Sync, S_Aligned, S_TmemShape, S_TmemCount,
               PTX_Slot<"packed", PTX_Flag<"pack::16b">>, S_Type,
               PTX_Number<"split", 32>];
  let Dsts = [PTX_ListDst<"values", "b32", TmemCount>];
  let Srcs = [PTX_TmemAddress<"address">, O_TmemSplit];
  let Forms = PTX_TmemAccessForms<"packed">.Value;
}
def PTX_Tcgen05StOp : PTX_ConvergentInst<"tcgen05.st"> {
  let Slots = [S_Sync, S_Aligned, S_TmemShape, S_TmemCount,
               PTX_Slot<"unpacked", PTX_Flag<"unpack::16b">>, S_Type,
               PTX_Number<"split", 32>];
  let Srcs = [PTX_TmemAddress<"address">, O_TmemSplit,
              PTX_ListSrc<"values", "b32", TmemCount>];
  let Forms = PTX_TmemAccessForms<"unpacked">.Value;
}
def PTX_TmemReduction : PTX_ModEnum<"TmemReduction", [Case<"min">, Case<"max">]>;
/// Beside the values, their least or greatest.
def PTX_Tcgen05LdRedOp : PTX_ConvergentInst<"tcgen05.ld.red"> {
  let Slots = [S_Sync, S_Aligned, S_TmemShape, S_TmemCount,
               PTX_Slot<"op", PTX_TmemReduction>, S_Abs, S_NaN, S_Type,
               PTX_Number<"split", 32>];
  let Dsts = [PTX_ListDst<"values", "dataType", TmemCount, "any">,
              PTX_RegistersDst<"reduced", "dataType", "any">];
  let Srcs = [PTX_TmemAddress<"address">, O_TmemSplit];
  defvar Access = "sync aligned? shape=32x32b|16x32bx2 num=x2|x4|x8|x16|x32|x64|x128 op ";
  let Forms = [
    FormOn<Access # "abs? nan? dataType=f32", 88, TmemReductionTargets>,
    FormOn<Access # "dataType=u32|s32", 88, TmemReductionTargets>
  ];
}

def PTX_TmemCopyShape : PTX_ModEnum<"TmemCopyShape", [
  Case<"128x256b">, Case<"4x256b">, Case<"128x128b">, Case<"64x128b">,
  Case<"32x128b">
]>;
def PTX_TmemMulticast : PTX_ModEnum<"TmemMulticast", [
  Case<"warpx2::02_13">, Case<"warpx2::01_23">, Case<"warpx4">
]>;
/// From shared memory, of which `source` is a descriptor.
def PTX_Tcgen05CpOp : PTX_MemInst<"tcgen05.cp"> {
  let Slots = [S_CtaGroup, PTX_Slot<"shape", PTX_TmemCopyShape>,
               PTX_Slot<"multicast", PTX_TmemMulticast>, S_UnpackedFormat,
               S_SourceFormat];
  let Ignored = ["::ld", "::st"];
  let Srcs = [PTX_TmemAddress<"address">, PTX_Src<"source", "u64">];
  let Forms = [
    TmemForm<"ctaGroup shape=128x256b|4x256b|128x128b">,
    TmemForm<"ctaGroup shape=64x128b multicast=warpx2::02_13|warpx2::01_23">,
    TmemForm<"ctaGroup shape=32x128b multicast=warpx4">,
    TmemForm<"ctaGroup shape=128x256b|4x256b|128x128b unpackedFormat sourceFormat">,
    TmemForm<"ctaGroup shape=64x128b multicast=warpx2::02_13|warpx2::01_23 unpackedFormat sourceFormat">,
    TmemForm<"ctaGroup shape=32x128b multicast=warpx4 unpackedFormat sourceFormat">
  ];
}
def PTX_Tcgen05ShiftOp : PTX_MemInst<"tcgen05.shift"> {
  let Slots = [S_CtaGroup, PTX_Slot<"down", PTX_Flag<"down">>];
  let Srcs = [PTX_TmemAddress<"address">];
  let Forms = [FormOn<"ctaGroup down", 86, TmemShiftTargets>];
}

//===----------------------------------------------------------------------===//
// Multiplications
//===----------------------------------------------------------------------===//

/// What becomes of a matrix in the collector buffer.
def PTX_CollectorA : PTX_ModEnum<"CollectorA", [
  Case<"collector::a::fill">, Case<"collector::a::use">,
  Case<"collector::a::lastuse">, Case<"collector::a::discard">
]>;
def PTX_CollectorB : PTX_ModEnum<"CollectorB", !listconcat(
  !foreach(use, ["fill", "use", "lastuse", "discard"], Case<"collector::b0::" # use>),
  !foreach(use, ["fill", "use", "lastuse", "discard"], Case<"collector::b1::" # use>),
  !foreach(use, ["fill", "use", "lastuse", "discard"], Case<"collector::b2::" # use>),
  !foreach(use, ["fill", "use", "lastuse", "discard"], Case<"collector::b3::" # use>)
)>;

defvar TmemFactors = [
  PTX_TmemAddress<"d", "", "bits">, PTX_Src<"a", "u64", "aInTmem=none">,
  PTX_TmemAddress<"aAddress", "aInTmem", "bits">, PTX_Src<"b", "u64">
];
defvar TmemMetadata = [PTX_TmemAddress<"metadata", "", "bits">];
defvar S_AInTmem = PTX_Shape<"aInTmem", "a_tmem">;

/// The scale factors of `scale_vec` are for the targets with suffix a, and so
/// is all that is sparse of 4 bits; the later `block16` and `block32`, one of
/// which nothing written means, are not.
defvar TmemExactTargets = ["100a", "103a", "110a"];
defvar TmemFamilyTargets = ["100f", "110f"];

/// d = a * b [+ d], started by one thread. `lanes` are the lanes of d that are
/// not written, `inputScale` says that d is divided by 2^scale before.
class PTX_TmemMma<string mnemonic, list<PTX_Operand> metadata,
                  list<string> nibbleTargets, string scaledMask>
    : PTX_MemInst<mnemonic> {
  let Slots = [S_CtaGroup, PTX_Slot<"kind", PTX_MmaKind>, S_BlockScale,
               S_ScaleVector, PTX_Slot<"aShift", PTX_Flag<"ashift">>,
               PTX_Slot<"collector", PTX_CollectorA>, S_AInTmem,
               PTX_Shape<"masked", "masked">,
               PTX_Shape<"inputScale", "input_scale">, PTX_Number<"scale", 4>];
  let Srcs = !listconcat(TmemFactors, metadata, [
    PTX_Src<"descriptor", "u32">,
    PTX_TmemAddress<"scaleA", "blockScale", "bits">,
    PTX_TmemAddress<"scaleB", "blockScale", "bits">,
    PTX_ListSrc<"lanes", "b32", "4@ctaGroup=cta_group::1 8", "masked">,
    PTX_PredSrc<"accumulate">, PTX_Imm<"scale", "inputScale", "0..15">
  ]);
  // Rows of a are shifted on their way from tensor memory only.
  defvar Use = " collector? masked? aInTmem?";
  defvar Shifted = " collector=collector::a::lastuse|collector::a::discard? masked? aInTmem aShift";
  defvar Plain = "ctaGroup kind=kind::f16|kind::tf32|kind::f8f6f4";
  defvar Scaled = "ctaGroup inputScale kind=kind::f16|kind::tf32";
  defvar Int = "ctaGroup kind=kind::i8";
  defvar Blocks = "ctaGroup collector? aInTmem? blockScale ";
  // Of integers only ptxas has a scale, not the ISA.
  defvar ScaledInt = "inputScale ctaGroup kind=kind::i8 " # scaledMask;
  let Forms = [
    FormOn<!strconcat(ScaledInt, " collector? aInTmem?"), 86, TmemIntegerTargets>,
    FormOn<!strconcat(ScaledInt, " collector=collector::a::lastuse|collector::a::discard? aInTmem aShift"),
           86, TmemIntegerTargets>,
    TmemForm<Plain # Use>,
    TmemForm<Plain # Shifted>,
    FormOn<Scaled # Use, 86, ["100f"]>,
    FormOn<Scaled # Shifted, 86, ["100f"]>,
    FormOn<Int # Use, 86, TmemIntegerTargets>,
    FormOn<Int # Shifted, 86, TmemIntegerTargets>,
    FormOn<Blocks # "kind=kind::mxf8f6f4 scaleVector=scale_vec::1X", 86, TmemExactTargets>,
    FormOn<Blocks # "kind=kind::mxf8f6f4 scaleVector=block32?", 88, TmemFamilyTargets>,
    FormOn<Blocks # "kind=kind::mxf4 scaleVector=scale_vec::2X", 86, TmemExactTargets>,
    FormOn<Blocks # "kind=kind::mxf4 scaleVector=block32?", 88, nibbleTargets>,
    FormOn<Blocks # "kind=kind::mxf4nvf4 scaleVector=scale_vec::2X|scale_vec::4X", 87, TmemExactTargets>,
    FormOn<Blocks # "kind=kind::mxf4nvf4 scaleVector=block16|block32", 88, nibbleTargets>
  ];
}
def PTX_Tcgen05MmaOp : PTX_TmemMma<"tcgen05.mma", [], TmemFamilyTargets, "masked?">;
def PTX_Tcgen05MmaSpOp
    : PTX_TmemMma<"tcgen05.mma.sp", TmemMetadata, TmemExactTargets, "">;

/// The same with b kept in place. `zeroColumns` describes columns of b that
/// count as zero.
class PTX_TmemMmaWs<string mnemonic, list<PTX_Operand> metadata>
    : PTX_MemInst<mnemonic> {
  let Slots = [S_CtaGroup, PTX_Slot<"kind", PTX_MmaKind>,
               PTX_Slot<"collector", PTX_CollectorB>, S_AInTmem];
  let Srcs = !listconcat(TmemFactors, metadata, [
    PTX_Src<"descriptor", "u32">, PTX_PredSrc<"accumulate">,
    PTX_Src<"zeroColumns", "u64", "?">
  ]);
  let Forms = [
    TmemForm<"ctaGroup=cta_group::1 kind=kind::f16|kind::tf32|kind::f8f6f4 collector? aInTmem?">,
    FormOn<"ctaGroup=cta_group::1 kind=kind::i8 collector? aInTmem?", 86, TmemIntegerTargets>
  ];
}
def PTX_Tcgen05MmaWsOp : PTX_TmemMmaWs<"tcgen05.mma.ws", []>;
def PTX_Tcgen05MmaWsSpOp : PTX_TmemMmaWs<"tcgen05.mma.ws.sp", TmemMetadata>;

#endif // PTX_MLIR_DIALECT_PTX_TCGEN05_TD
