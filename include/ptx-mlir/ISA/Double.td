//===- Double.td - f64 instructions ------------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Doubles are pairs of registers, or the upper half of one as an immediate.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_DOUBLE
#define PTXMLIR_ISA_DOUBLE

include "ptx-mlir/ISA/Forms.td"

/// f64 source: a register pair, or an immediate of the upper 32 bits.
class UseD<string name> : Use<name, R, Width<2>> {
  let HasNeg = 1; let HasAbs = 1; let ImmFormat = "f64hi";
}

/// Comparison of doubles; 0 and 15 make the predicates of min and max.
def DCmp : ModEnum<"DCmp", 4, [
  ModValue<0, ".MIN">, ModValue<1, ".LT">, ModValue<2, ".EQ">, ModValue<3, ".LE">,
  ModValue<4, ".GT">, ModValue<5, ".NE">, ModValue<6, ".GE">, ModValue<7, ".NUM">,
  NamedModValue<8, ".NAN", "NaN">, ModValue<9, ".LTU">, ModValue<10, ".EQU">,
  ModValue<11, ".LEU">, ModValue<12, ".GTU">, ModValue<13, ".NEU">,
  ModValue<14, ".GEU">, ModValue<15, ".MAX">,
]>;

/// DADD has its second source at 71:64 in form 1, in the wide place otherwise.
class DADDForm<int n>
    : Form<!or(0x029, !shl(n, 9)), !ge(n, 6),
           !if(!eq(n, 1), []<FormKind>, [FormKind<"b", WideKind<n>.K>]),
           !listconcat([Place<"d", 23, 16>, Place<"rnd", 79, 78>],
                       RegPlaces<UseD<"a">, 31, 24, 72, 73>.L,
                       !if(!eq(n, 1), RegPlaces<UseD<"b">, 71, 64, 75, 74>.L,
                                      WidePlaces<UseD<"b">, WideKind<n>.K>.L)),
           [], !if(!eq(n, 3), BeforeSM90, AllSMs)>;
def DADD : Inst<"DADD", [Def<"d", R, Width<2>>], [UseD<"a">, UseD<"b">],
    [EnumMod<"rnd", Round>], SchedFP64> {
  let Summary = "d = a + b, f64";
  let OriIndex = 123;
  let IsCommutativeAB = 1;
  let Forms = !foreach(n, [1, 2, 3, 7], DADDForm<n>);
}

def DMUL : Inst<"DMUL", [Def<"d", R, Width<2>>], [UseD<"a">, UseD<"b">],
    [EnumMod<"rnd", Round>], SchedFP64> {
  let Summary = "d = a * b, f64";
  let OriIndex = 124;
  let IsCommutativeAB = 1;
  let Forms = ALU2<0x028, Slots, [Place<"rnd", 79, 78>]>.L;
}

def DFMA : Inst<"DFMA", [Def<"d", R, Width<2>>], [UseD<"a">, UseD<"b">, UseD<"c">],
    [EnumMod<"rnd", Round>], SchedFP64> {
  let Summary = "d = a * b + c rounded once, f64";
  let OriIndex = 122;
  let IsCommutativeAB = 1;
  let Forms = ALU3<0x02b, Slots, [Place<"rnd", 79, 78>]>.L;
}

def DSETP : Inst<"DSETP", [DefP<"pu">, DefP<"pv">],
    [UseD<"a">, UseD<"b">, UseP<"pp">],
    [EnumMod<"cmp", DCmp, 1>, EnumMod<"bop", BoolOp>], SchedFP64> {
  let Summary = "f64 comparison into predicates";
  let Description = [{pu = (a cmp b) bop pp. For MIN and MAX, pu selects a and pv
    the quiet NaN in the sequence of selects that follows.}];
  let OriIndex = 125;
  let Forms = ALU2C<0x02a, Slots, [Place<"cmp", 79, 76>, Place<"bop", 75, 74>]>.L;
}

#endif // PTXMLIR_ISA_DOUBLE
