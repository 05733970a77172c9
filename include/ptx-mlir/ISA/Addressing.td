//===- Addressing.td - Parts of memory instructions --------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory instructions address [addr + ur + offset] or, with `desc`,
// desc[ur][addr + offset], where the uniform register pair holds a memory
// descriptor. `e` (.E) says that addresses have 64 bits, `a64` that `addr` is a
// register pair; without `a64` it is an unsigned 32-bit offset from `ur`.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_ADDRESSING
#define PTXMLIR_ISA_ADDRESSING

include "ptx-mlir/ISA/Forms.td"

/// Memory order and scope, sm_80 on (observed on ptxas 13.0.88).
def MemOrder : ModEnum<"MemOrder", 4, [
  NamedModValue<0, "", "Weak">, NamedModValue<4, ".CONSTANT", "Constant">,
  NamedModValue<5, ".STRONG.SM", "StrongSM">,
  NamedModValue<6, ".STRONG.GPU.PRIVATE", "StrongGPUPrivate">,
  NamedModValue<7, ".STRONG.GPU", "StrongGPU">, NamedModValue<8, ".MMIO.GPU", "MmioGPU">,
  NamedModValue<10, ".STRONG.SYS", "StrongSYS">, NamedModValue<12, ".MMIO.SYS", "MmioSYS">,
]>;

/// L1 eviction priority.
def Evict : ModEnum<"Evict", 3, [
  ModValue<0, ".EF">, NamedModValue<1, "", "Normal">, ModValue<2, ".EL">,
  ModValue<3, ".LU">, ModValue<4, ".EU">, ModValue<5, ".NA">,
]>;

/// L2 prefetch size.
def PrefetchSize : ModEnum<"PrefetchSize", 2, [
  NamedModValue<0, "", "None">, ModValue<1, ".LTC64B">, ModValue<2, ".LTC128B">,
  ModValue<3, ".LTC256B">,
]>;

/// The address register: an offset from ur, or a pair.
def AddrWidth : ModEnum<"AddrWidth", 1, [
  NamedModValue<0, ".U32", "U32", 1>, NamedModValue<1, ".64", "A64", 2>,
]>;
class A64Mod : EnumMod<"a64", AddrWidth, 1> { let InOperands = 1; }

/// The index of a shared memory address is scaled.
def IndexScale : ModEnum<"IndexScale", 2, [
  NamedModValue<0, "", "X1">, ModValue<1, ".X4">, ModValue<2, ".X8">, ModValue<3, ".X16">,
]>;
class ScaleMod : EnumMod<"scale", IndexScale> { let InOperands = 1; }

class DescMod : IntMod<"desc", 1>;
class OffsetMod<int width = 24> : IntMod<"offset", width, /*isSigned=*/1>;

/// Assembly text of an address with an optional descriptor.
defvar GlobalAddrAsm =
    "?ur{?desc{desc[$ur][$addr$a64+$offset]}!desc{[$addr$a64+$ur+$offset]}}!ur{[$addr+$offset]}";
defvar SharedAddrAsm = "[$addr$scale+$ur+$offset]";

/// Places of a predicate source at 67:64, stored complemented.
defvar LoadPredPlaces = [InvPlaces<"pp", 66, 64>, Place<"ppNot", 67, 67>];

#endif // PTXMLIR_ISA_ADDRESSING
