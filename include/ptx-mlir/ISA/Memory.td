//===- Memory.td - Loads, stores and cache control ---------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_MEMORY
#define PTXMLIR_ISA_MEMORY

include "ptx-mlir/ISA/Forms.td"

def MemOrder : ModEnum<"MemOrder", 4, [
  NamedModValue<0, "", "Weak">, NamedModValue<4, ".CONSTANT", "Constant">,
  NamedModValue<5, ".STRONG.SM", "StrongSM">, NamedModValue<7, ".STRONG.GPU", "StrongGPU">,
  NamedModValue<10, ".STRONG.SYS", "StrongSYS">, NamedModValue<12, ".MMIO.SYS", "MmioSYS">,
]>;
def Evict : ModEnum<"Evict", 3, [
  ModValue<0, ".EF">, NamedModValue<1, "", "Normal">, ModValue<2, ".EL">,
  ModValue<3, ".LU">, ModValue<4, ".EU">, ModValue<5, ".NA">,
]>;
def PrefetchSize : ModEnum<"PrefetchSize", 2, [
  NamedModValue<0, "", "None">, ModValue<1, ".LTC64B">, ModValue<2, ".LTC128B">,
  ModValue<3, ".LTC256B">,
]>;

def LDG : Inst<"LDG", [Def<"d", R, WidthBy<"type">>, DefP<"pu">],
    [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>, UseP<"pp">],
    [FlagMod<"e", ".E", 1>, EnumMod<"evict", Evict, 1>, EnumMod<"ltc", PrefetchSize>,
     EnumMod<"type", MemType, 4>, EnumMod<"order", MemOrder>, FlagMod<"desc", "">,
     FlagMod<"a64", "">, IntMod<"offset", 24, 1>], SchedLoad> {
  let Summary = "load from global memory";
  let ReadsMemory = 1;
  let OriIndex = 96;
  let Forms = [
    Form<0x981, 1, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>, Place<"ur", 39, 32>,
      Place<"offset", 63, 40>, Place<"pp", 66, 64>, Place<"ppNot", 67, 67>,
      Place<"ltc", 69, 68>, Place<"e", 72, 72>, Place<"type", 75, 73>,
      Place<"desc", 76, 76>, Place<"order", 80, 77>, Place<"pu", 83, 81>,
      Place<"evict", 86, 84>, Place<"a64", 90, 90>]>,
  ];
}

def STG : Inst<"STG", [],
    [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR, Width<2>>,
     Use<"data", R, WidthBy<"type">>],
    [FlagMod<"e", ".E", 1>, EnumMod<"evict", Evict, 1>,
     EnumMod<"type", MemType, 4>, EnumMod<"order", MemOrder>, FlagMod<"desc", "">,
     FlagMod<"a64", "">, IntMod<"offset", 24, 1>], SchedStore> {
  let Summary = "store to global memory";
  let WritesMemory = 1;
  let ReadsLate = 1;
  let OriIndex = 97;
  let Forms = [
    Form<0x986, 1, [], [Place<"addr", 31, 24>, Place<"data", 39, 32>,
      Place<"offset", 63, 40>, Place<"ur", 71, 64>, Place<"e", 72, 72>,
      Place<"type", 75, 73>, Place<"desc", 76, 76>, Place<"order", 80, 77>,
      Place<"evict", 86, 84>, Place<"a64", 90, 90>]>,
  ];
}

def LDCMode : ModEnum<"LDCMode", 2, [
  NamedModValue<0, "", "Direct">, ModValue<1, ".IL">, ModValue<2, ".IS">,
  ModValue<3, ".ISL">,
]>;

def LDC : Inst<"LDC", [Def<"d", R, WidthBy<"type">>], [Use<"addr">, Use<"c", CBank>],
    [EnumMod<"type", MemType, 4>, EnumMod<"mode", LDCMode>], SchedLoad> {
  let Summary = "load from a constant bank, indexed by addr";
  let Forms = [
    Form<0xb82, 0, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>,
      SPlace<"c.offset", 53, 38>, Place<"c.bank", 58, 54>, Place<"type", 75, 73>,
      Place<"mode", 79, 78>]>,
  ];
}

def ULDC : Inst<"ULDC", [DefU<"d", WidthBy<"type">>], [Use<"c", CBank>],
    [EnumMod<"type", MemType, 4>], SchedULDC> {
  let Summary = "load from a constant bank into uniform registers";
  let UniformGuard = 1;
  let Forms = [
    Form<0xab9, 0, [], [Place<"d", 23, 16>, Place<"c.offset", 53, 38>,
      Place<"c.bank", 58, 54>, Place<"type", 75, 73>], [], BeforeSM100>,
  ];
}

#endif // PTXMLIR_ISA_MEMORY
