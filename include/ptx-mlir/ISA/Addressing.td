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

/// Memory order and scope (observed on ptxas 13.0.88). sm_75 has two bits for each:
/// weak accesses have the scope SYS there, and the CTA is a scope of its own.
def MemOrder : ModEnum<"MemOrder", 4, [
  ChangedModValue<0, "", "Weak", 7, ".SYS">,
  ChangedModValue<4, ".CONSTANT", "Constant", 3, ".CONSTANT.SYS">,
  ChangedModValue<5, ".STRONG.SM", "StrongSM", 8, ".STRONG.CTA">,
  ChangedModValue<6, ".STRONG.GPU.PRIVATE", "StrongGPUPrivate", -1, "">,
  ChangedModValue<7, ".STRONG.GPU", "StrongGPU", 10, ".STRONG.GPU">,
  ChangedModValue<8, ".MMIO.GPU", "MmioGPU", 14, ".MMIO.GPU">,
  ChangedModValue<10, ".STRONG.SYS", "StrongSYS", 11, ".STRONG.SYS">,
  ChangedModValue<12, ".MMIO.SYS", "MmioSYS", 15, ".MMIO.SYS">,
]> { let ChangedAt = 80; }

/// MemType and, on sm_75, uniform 128-bit loads.
def GlobalType : ModEnum<"GlobalType", 3, [
  NamedModValue<0, ".U8", "U8">, NamedModValue<1, ".S8", "S8">,
  NamedModValue<2, ".U16", "U16">, NamedModValue<3, ".S16", "S16">,
  NamedModValue<4, "", "B32">, NamedModValue<5, ".64", "B64", 2>,
  NamedModValue<6, ".128", "B128", 4>, NamedModValue<7, ".U.128", "UB128", 4>,
]>;

/// L1 eviction priority.
def Evict : ModEnum<"Evict", 3, [
  ModValue<0, ".EF">, NamedModValue<1, "", "Normal">, ModValue<2, ".EL">,
  ModValue<3, ".LU">, ModValue<4, ".EU">, ModValue<5, ".NA">,
]>;

/// L2 eviction priority of 256-bit accesses.
def EvictL2 : ModEnum<"EvictL2", 2, [
  NamedModValue<0, ".EFL2", "First">, NamedModValue<1, ".ENL2", "Normal">,
  NamedModValue<2, ".ELL2", "Last">,
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
/// Before sm_90, bit 101 says that the descriptor holds a cache policy of the
/// program; nvdisasm shows only these descriptors.
class PolicyMod : IntMod<"policy", 1>;
defvar PolicyPlace = Place<"policy", 101, 101>;
class OffsetMod<int width = 24> : IntMod<"offset", width, /*isSigned=*/1>;

/// What global addresses cannot be: an address of 32 bits in a form without .E, a
/// descriptor with a 32-bit offset, and, from sm_90 on, a pair RZ without a descriptor.
defvar GlobalAddrRules = [
  Never<[FormLacks<"ur">, ModIs<"a64", ["U32"]>]>,
  Never<[FormHas<"e">, ModClear<"e">, ModIs<"a64", ["A64"]>, SlotPresent<"addr">]>,
  Never<[FormHas<"e">, ModClear<"e">, ModSet<"desc">]>,
  Never<[ModSet<"desc">, ModIs<"a64", ["U32"]>]>,
  Never<[FormHas<"ur">, ModClear<"desc">, ModIs<"a64", ["A64"]>, SlotAbsent<"addr">], SM90Plus>];
/// Nothing is scaled.
defvar ScaledAddr = Never<[SlotAbsent<"addr">, ModIsNot<"scale", ["X1"]>]>;
defvar SharedAddrRules = [Never<[FormLacks<"ur">, SlotAbsent<"addr">, ModIsNot<"scale", ["X1"]>]>];
/// Only loads are of constants; sm_75 has no .MMIO of stores and atomics.
defvar NoConstantOrder = [Never<[ModIs<"order", ["Constant"]>]>];
defvar AtomicOrders = !listconcat(NoConstantOrder,
  [Never<[ModIs<"order", ["MmioGPU", "MmioSYS"]>], SM75Only>]);

/// Assembly text of an address with an optional descriptor.
defvar GlobalAddrAsm =
    "?ur{?desc{desc[$ur][$addr!$a64+$offset]}!desc{[$addr$a64+$ur+$offset]}}!ur{[$addr+$offset]}";
defvar SharedAddrAsm = "[$addr$scale+$ur+$offset]";

/// Places of a predicate source at 67:64, stored complemented.
defvar LoadPredPlaces = [InvPlaces<"pp", 66, 64>, Place<"ppNot", 67, 67>];

#endif // PTXMLIR_ISA_ADDRESSING
