//===- Async.td - Barriers in shared memory, clusters, asynchronous stores *- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mbarrier objects of PTX are SYNCS operations on 64-bit words in shared
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_ASYNC
#define PTXMLIR_ISA_ASYNC

include "ptx-mlir/ISA/Forms.td"

include "ptx-mlir/ISA/Addressing.td"

//===----------------------------------------------------------------------===//
// Shared memory barriers
//===----------------------------------------------------------------------===//

class SyncsInst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods>
    : Inst<mnemonic, defs, uses, !listconcat(mods, [OffsetMod<>]), SchedSyncs> {
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let ReadsLate = 1;
  list<Place> SyncsPlaces = [Place<"addr", 31, 24>, Place<"offset", 63, 40>];
}
/// The forms of SYNCS with a uniform register. What SYNCS does is at 71:70, from
/// sm_100 on, where the uniform register needs these bits, at 77:76.
class SyncsForms<int opcode, list<Place> places, int kind, list<FixedBits> fixed = []> {
  list<Form> L = [
    Form<opcode, 1, [], !listconcat(places, [Place<"ur", 69, 64>]),
      !listconcat(fixed, [FixedBits<71, 70, kind>]), SM90Only>,
    Form<opcode, 1, [], !listconcat(places, [Place<"ur", 71, 64>]),
      !listconcat(fixed, [FixedBits<77, 76, kind>]), SM100Plus>,
  ];
}

/// How many arrivals (A) and transactions (T) are counted: 0, 1, or the register.
def SyncsCount : ModEnum<"SyncsCount", 3, [
  NamedModValue<0, "", "Register">, ModValue<1, ".A1T0">, ModValue<2, ".A0T1">,
  ModValue<3, ".A0TR">, ModValue<4, ".A0TX">, ModValue<5, ".ART0">,
]>;
def SyncsResult : ModEnum<"SyncsResult", 2, [
  NamedModValue<0, "", "State">, ModValue<1, ".TMASK">, ModValue<2, ".RED">,
]>;
def SYNCS_ARRIVE : SyncsInst<"SYNCS.ARRIVE.TRANS64", [Def<"d", R, Width<2>>],
    [Use<"addr">, Use<"ur", UR>, Use<"data">],
    [EnumMod<"result", SyncsResult>, FlagMod<"optout", ".OPTOUT">, EnumMod<"count", SyncsCount>]> {
  let Summary = "arrive at a barrier in shared memory";
  let Asm = "$d, [$addr+$ur+$offset], $data";
  let Forms = SyncsForms<0x9a7, !listconcat(SyncsPlaces, [Place<"d", 23, 16>,
    Place<"data", 39, 32>, Place<"result", 74, 73>, Place<"optout", 75, 75>,
    Place<"count", 86, 84>]), 0, [FixedBits<72, 72, 0>]>.L;
}
def SYNCS_PHASECHK : SyncsInst<"SYNCS.PHASECHK.TRANS64", [DefP<"pu">],
    [Use<"addr">, Use<"ur", UR>, Use<"data">], [FlagMod<"trywait", ".TRYWAIT">]> {
  let Summary = "whether the phase of a barrier in shared memory is complete";
  let Results = OfExecution;
  let Asm = "$pu, [$addr+$ur+$offset], $data";
  let Forms = SyncsForms<0x5a7, !listconcat(SyncsPlaces, [Place<"pu", 83, 81>,
    Place<"data", 39, 32>, Place<"trywait", 72, 72>]), 1>.L;
}
def SYNCS_EXCH : Inst<"SYNCS.EXCH.64", [DefU<"d", Width<2>>],
    [UseUR<"addr">, UseUR<"data", Width<2>>], [OffsetMod<>], SchedSyncs> {
  let Summary = "initialise a barrier in shared memory";
  let UniformGuard = 1;
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let Asm = "$d, [$addr+$offset], $data";
  let Forms = [Form<0x5b2, 1, [], [Place<"d", 23, 16>, Place<"addr", 31, 24>,
    Place<"data", 39, 32>, Place<"offset", 63, 40>], [FixedBits<73, 72, 1>], SM90Plus>];
}
def SyncsCctlOp : ModEnum<"SyncsCctlOp", 1, [ModValue<0, ".IV">, ModValue<1, ".WB">]>;
def SYNCS_CCTL : SyncsInst<"SYNCS.CCTL", [], [Use<"addr">, Use<"ur", UR>],
                           [EnumMod<"op", SyncsCctlOp>]> {
  let Summary = "invalidate a barrier in shared memory";
  let Asm = "[$addr+$ur+$offset]";
  let Forms = [Form<0x9b1, 1, [], !listconcat(SyncsPlaces, [Place<"ur", 71, 64>,
    Place<"op", 72, 72>]), [], SM90Plus>];
}
def SyncsCctlAllOp : ModEnum<"SyncsCctlAllOp", 1, [ModValue<0, ".IVALL">, ModValue<1, ".WBALL">]>;
def SYNCS_CCTL_ALL : Inst<"SYNCS.CCTL", [], [], [EnumMod<"op", SyncsCctlAllOp>], SchedSyncs> {
  let Summary = "invalidate or write back all barriers in shared memory";
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let Forms = [Form<0x9b1, 0, [], [Place<"op", 72, 72>], [], SM90Plus>];
}
def ArrivesCount : ModEnum<"ArrivesCount", 2, [
  NamedModValue<0, "", "Arrive">, ModValue<1, ".ARVCNT">, ModValue<2, ".TRANSCNT">,
]>;
def ARRIVES : SyncsInst<"ARRIVES.LDGSTSBAR.64", [], [Use<"addr">, Use<"ur", UR>],
                        [EnumMod<"count", ArrivesCount>]> {
  let Summary = "arrive at a barrier in shared memory when the thread's copies are done";
  let Asm = "[$addr+$ur+$offset]";
  let Sched = SchedCopy;
  let Forms = [
    Form<0x9b0, 1, [], !listconcat(SyncsPlaces, [Place<"ur", 69, 64>, NoPlace<"count">]),
      [FixedBits<75, 72, 10>], SM80ToSM89>,
    Form<0x9b0, 1, [], !listconcat(SyncsPlaces, [Place<"ur", 69, 64>, Place<"count", 71, 70>]),
      [FixedBits<75, 72, 10>], SM90Only>,
    Form<0x9b0, 1, [], !listconcat(SyncsPlaces, [Place<"ur", 71, 64>, Place<"count", 77, 76>]),
      [FixedBits<75, 72, 10>], SM100Plus>,
  ];
}

def FenceSpace : ModEnum<"FenceSpace", 2, [
  ModValue<0, ".S">, ModValue<1, ".G">, SMModValue<2, ".T", SMRange<100, 110>>,
]>;
def FENCE_VIEW_ASYNC : Inst<"FENCE.VIEW.ASYNC", [], [], [EnumMod<"space", FenceSpace>],
                            SchedFence> {
  let Summary = "order accesses of the generic and the asynchronous proxy";
  let Sync = AsyncFenceSync;
  let HasSideEffects = 1;
  let Forms = [Form<0x3c6, 0, [], [Place<"space", 73, 72>], [], SM90Plus>];
}

//===----------------------------------------------------------------------===//
// Shared memory of other CTAs of the cluster
//===----------------------------------------------------------------------===//

/// The uniform register is shown only where it is one or `addr` is 32 bits wide.
defvar ClusterAddrAsm =
    "?a64=1{[$addr$a64+$ur?+$offset]}!a64=1{[$addr$a64+$ur+$offset]}, $data";

def StasSize : ModEnum<"StasSize", 3, [
  NamedModValue<4, "", "B32">, NamedModValue<5, ".64", "B64", 2>,
  NamedModValue<6, ".128", "B128", 4>,
]>;
/// addr is the data's address, addr + 1 the barrier's.
def STAS : Inst<"STAS", [], [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR>,
                             Use<"data", R, WidthBy<"size">>],
    [EnumMod<"size", StasSize, 4>, A64Mod<>, OffsetMod<>], SchedAsync> {
  let Rules = [Never<[SlotAbsent<"addr">, ModIs<"a64", ["A64"]>]>];
  let Summary = "store to shared memory of the cluster and count on a barrier";
  let Writes = [SharedMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let Asm = ClusterAddrAsm;
  let Forms = [Form<0xdbd, 1, [], [Place<"addr", 31, 24>, Place<"data", 39, 32>,
    Place<"offset", 63, 40>, Place<"ur", 71, 64>, Place<"size", 75, 73>, Place<"a64", 90, 90>],
    [], SM90Plus>];
}
def RedasOp : ModEnum<"RedasOp", 3, [
  ModValue<0, ".ADD">, ModValue<1, ".MIN">, ModValue<2, ".MAX">, ModValue<3, ".INC">,
  ModValue<4, ".DEC">, ModValue<5, ".AND">, ModValue<6, ".OR">, ModValue<7, ".XOR">,
]>;
def RedasType : ModEnum<"RedasType", 3, [
  NamedModValue<0, "", "U32">, NamedModValue<1, ".S32", "S32">,
  NamedModValue<2, ".64", "U64", 2>,
]>;
def REDAS : Inst<"REDAS", [], [Use<"addr", R, WidthBy<"a64">>, Use<"ur", UR>,
                               Use<"data", R, WidthBy<"type">>],
    [EnumMod<"op", RedasOp>, EnumMod<"type", RedasType>, A64Mod<>, OffsetMod<>], SchedAsync> {
  let Rules = [Never<[SlotAbsent<"addr">, ModIs<"a64", ["A64"]>]>];
  let Summary = "reduction into shared memory of the cluster, counted on a barrier";
  let Reads = [SharedMemory];
  let Writes = [SharedMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let Asm = ClusterAddrAsm;
  let Forms = [Form<0xdbe, 1, [], [Place<"addr", 31, 24>, Place<"data", 39, 32>,
    Place<"offset", 63, 40>, Place<"ur", 71, 64>, Place<"a64", 72, 72>, Place<"type", 75, 73>,
    Place<"op", 89, 87>], [], SM90Plus>];
}
/// st.async and red.async to global memory.
def UredgrOrder : ModEnum<"UredgrOrder", 4, [
  NamedModValue<7, ".STRONG.GPU", "StrongGPU">, NamedModValue<8, ".MMIO.GPU", "MmioGPU">,
  NamedModValue<10, ".STRONG.SYS", "StrongSYS">, NamedModValue<12, ".MMIO.SYS", "MmioSYS">,
]>;
def UREDGR : Inst<"UREDGR.E.ADD.NA", [], [UseUR<"addr", Width<2>>, UseUR<"data", WidthBy<"type">>],
    [EnumMod<"type", RedasType>, EnumMod<"order", UredgrOrder, 10>, OffsetMod<>], SchedAsync> {
  let Summary = "asynchronous addition in global memory";
  let Reads = [GlobalMemory];
  let Writes = [GlobalMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let UniformGuard = 1;
  let ReadsLate = 1;
  let Asm = "[$addr?+$offset.signed], $data";
  let Forms = [Form<0x378, 1, [], [Place<"addr", 31, 24>, Place<"data", 39, 32>,
    Place<"offset", 63, 40>, Place<"type", 75, 73>, Place<"order", 80, 77>],
    [FixedBits<84, 83, 1>, FixedBits<89, 87, 0>], SMRange<100, 119>>];
}

def UstgrEvict : ModEnum<"UstgrEvict", 2, [
  NamedModValue<0, ".EFL2", "First">, NamedModValue<1, "", "Normal">,
  NamedModValue<2, ".ELL2", "Last">,
]>;
def UstgrType : ModEnum<"UstgrType", 3, [
  NamedModValue<0, ".U8", "U8">, NamedModValue<1, ".S8", "S8">,
  NamedModValue<2, ".U16", "U16">, NamedModValue<3, ".S16", "S16">,
  NamedModValue<4, "", "B32">, NamedModValue<5, ".64", "B64", 2>,
]>;
def USTGR : Inst<"USTGR.E.NA", [], [UseUR<"addr", Width<2>>, UseUR<"data", WidthBy<"type">>],
    [EnumMod<"evict", UstgrEvict, 1>, EnumMod<"type", UstgrType, 4>,
     EnumMod<"order", UredgrOrder, 10>, OffsetMod<>], SchedAsync> {
  let Summary = "asynchronous store to global memory";
  let Writes = [GlobalMemory];
  let OrdersMemory = 1;
  let HasSideEffects = 1;
  let UniformGuard = 1;
  let ReadsLate = 1;
  let Asm = "[$addr?+$offset.signed], $data";
  let Forms = [Form<0x377, 1, [], [Place<"addr", 31, 24>, Place<"data", 39, 32>,
    Place<"offset", 63, 40>, Place<"type", 75, 73>, Place<"order", 80, 77>,
    Place<"evict", 84, 83>], [], SMRange<100, 119>>];
}

//===----------------------------------------------------------------------===//
// Cluster barriers
//===----------------------------------------------------------------------===//

class ClusterBarrier<string mnemonic, int opcode> : Inst<mnemonic, [], [], [], SchedBarrier> {
  let HasSideEffects = 1;
  let IsConvergent = 1;
  let UniformGuard = 1;
  let Reads = AllMemory;
  let Writes = AllMemory;
  let OrdersMemory = 1;
  let Forms = [Form<opcode, 1, [], [], [], SM90Plus>];
}
def UCGABAR_ARV : ClusterBarrier<"UCGABAR_ARV", 0x9c7> {
  let Summary = "arrive at the cluster's barrier";
  let Sync = ClusterArriveSync;
}
def UCGABAR_WAIT : ClusterBarrier<"UCGABAR_WAIT", 0xdc7> {
  let Summary = "wait at the cluster's barrier";
  let Sync = ClusterWaitSync;
}

#endif // PTXMLIR_ISA_ASYNC
