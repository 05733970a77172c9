//===- Bulk.td - Bulk and tensor copies --------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies that the tensor memory unit makes: all operands are uniform registers.
// The block that `coord` begins holds, in order, the shared address, for loads
// the barrier's address, and one coordinate per dimension. Descriptors of cache
// hints are not here yet.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_BULK
#define PTXMLIR_ISA_BULK

include "ptx-mlir/ISA/Forms.td"

include "ptx-mlir/ISA/Addressing.td"

class BulkInst<string mnemonic, list<Slot> uses, list<Mod> mods = []>
    : Inst<mnemonic, [], uses, mods, SchedAsync> {
  let ReadsMemory = 1;
  let WritesMemory = 1;
  let HasSideEffects = 1;
  let UniformGuard = 1;
  let ReadsLate = 1;
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

/// .S shared, .G global memory; the first is the destination.
def BulkDirection : ModEnum<"BulkDirection", 2, [
  NamedModValue<1, ".S.G", "SharedFromGlobal", 2>, NamedModValue<2, ".G.S", "GlobalFromShared">,
  NamedModValue<3, ".S.S", "SharedFromShared">,
]>;
def UBLKCP : BulkInst<"UBLKCP",
    [UseUR<"dst", Width<2>>, UseUR<"src", WidthBy<"direction">>, UseUR<"size">],
    [EnumMod<"direction", BulkDirection, 1>, FlagMod<"multicast", ".MULTICAST">]> {
  let Summary = "copy a block of memory";
  let Asm = "[$dst], [$src], $size";
  let Forms = [Form<0x3ba, 1, [], [Place<"src", 29, 24>, Place<"dst", 37, 32>,
    Place<"size", 69, 64>, Place<"direction", 74, 73>, Place<"multicast", 75, 75>], [], SM90Only>];
}
def UBLKPF : BulkInst<"UBLKPF.L2", [UseUR<"addr", Width<2>>, UseUR<"size">]> {
  let Summary = "prefetch a block of memory into L2";
  let Asm = "[$addr], $size";
  let Forms = [Form<0x3bc, 1, [], [Place<"addr", 29, 24>, Place<"size", 69, 64>], [], SM90Only>];
}

//===----------------------------------------------------------------------===//
// Tensor copies
//===----------------------------------------------------------------------===//

class TensorDim<string cppName, int extra> : ModEnum<cppName, 3, [
  NamedModValue<0, ".1D", "D1", !add(extra, 1)>, NamedModValue<1, ".2D", "D2", !add(extra, 2)>,
  NamedModValue<2, ".3D", "D3", !add(extra, 3)>, NamedModValue<3, ".4D", "D4", !add(extra, 4)>,
  NamedModValue<4, ".5D", "D5", !add(extra, 5)>,
]>;
def TensorLoadDim : TensorDim<"TensorLoadDim", 2>;
def TensorStoreDim : TensorDim<"TensorStoreDim", 1>;
def TensorPrefetchDim : TensorDim<"TensorPrefetchDim", 0>;

def UTMALDG : BulkInst<"UTMALDG",
    [UseUR<"coord", WidthBy<"dim">>, UseUR<"tensor", Width<2>>, UseUR<"c">],
    [EnumMod<"dim", TensorLoadDim, 1>, FlagMod<"im2col", ".IM2COL">,
     FlagMod<"multicast", ".MULTICAST">]> {
  let Summary = "load a box of a tensor into shared memory";
  let Asm = "[$coord], [$tensor]?c{, $c}";
  defvar Common = [Place<"tensor", 29, 24>, Place<"coord", 37, 32>, Place<"dim", 81, 79>];
  let Forms = [
    Form<0x5b4, 1, [], !listconcat(Common, [NoPlace<"c">, NoPlace<"im2col">,
      NoPlace<"multicast">]), [], SM90Only>,
    Form<0x3b4, 1, [], !listconcat(Common, [Place<"c", 69, 64>, Place<"im2col", 82, 82>,
      Place<"multicast", 75, 75>]), [], SM90Only>,
  ];
}
def UTMASTG : BulkInst<"UTMASTG", [UseUR<"coord", WidthBy<"dim">>, UseUR<"tensor", Width<2>>],
    [EnumMod<"dim", TensorStoreDim, 1>, FlagMod<"im2col", ".IM2COL">]> {
  let Summary = "store a box of shared memory into a tensor";
  let Asm = "[$coord], [$tensor]";
  let Forms = [Form<0x3b5, 1, [], [Place<"tensor", 29, 24>, Place<"coord", 37, 32>,
    Place<"dim", 81, 79>, Place<"im2col", 82, 82>], [], SM90Only>];
}
def TensorRedOp : ModEnum<"TensorRedOp", 3, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
]>;
def UTMAREDG : BulkInst<"UTMAREDG", [UseUR<"coord", WidthBy<"dim">>, UseUR<"tensor", Width<2>>],
    [EnumMod<"dim", TensorStoreDim, 1>, FlagMod<"im2col", ".IM2COL">,
     EnumMod<"op", TensorRedOp>]> {
  let Summary = "reduce a box of shared memory into a tensor";
  let Asm = "[$coord], [$tensor]";
  let Forms = [Form<0x3b6, 1, [], [Place<"tensor", 29, 24>, Place<"coord", 37, 32>,
    Place<"dim", 81, 79>, Place<"im2col", 82, 82>, Place<"op", 89, 87>], [], SM90Only>];
}
def UTMAPF : BulkInst<"UTMAPF.L2", [UseUR<"coord", WidthBy<"dim">>, UseUR<"tensor", Width<2>>],
    [EnumMod<"dim", TensorPrefetchDim, 1>]> {
  let Summary = "prefetch a box of a tensor into L2";
  let Asm = "[$coord], [$tensor]";
  let Forms = [Form<0x5b8, 1, [], [Place<"tensor", 29, 24>, Place<"coord", 37, 32>,
    Place<"dim", 81, 79>], [], SM90Only>];
}
def TensorCctlOp : ModEnum<"TensorCctlOp", 1, [ModValue<0, ".IV">, ModValue<1, ".PF">]>;
def UTMACCTL : BulkInst<"UTMACCTL", [UseUR<"tensor", Width<2>>],
                        [EnumMod<"op", TensorCctlOp>]> {
  let Summary = "invalidate or prefetch a tensor's description";
  let Asm = "[$tensor]";
  let Forms = [Form<0x9b9, 1, [], [Place<"tensor", 29, 24>, Place<"op", 82, 82>], [], SM90Only>];
}
def UTMACMDFLUSH : Inst<"UTMACMDFLUSH", [], [], [], SchedAsync> {
  let Summary = "commit the tensor copies issued so far";
  let HasSideEffects = 1;
  let Forms = [Form<0x9b7, 0, [], [], [], SM90Only>];
}

#endif // PTXMLIR_ISA_BULK
