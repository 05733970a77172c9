//===- Special.td - Special registers ----------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Special registers by number and name, and the instructions that read them
// into ordinary and uniform registers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_SPECIAL
#define PTXMLIR_ISA_SPECIAL

include "ptx-mlir/ISA/Forms.td"

/// Numbers and names of the special registers; the dots of a name become
/// underscores in C++.
def SpecialReg : ModEnum<"SpecialReg", 8, [
  NamedModValue<0x00, "SR_LANEID", "LANEID">, NamedModValue<0x01, "SR_CLOCK", "CLOCK">,
  NamedModValue<0x02, "SR_VIRTCFG", "VIRTCFG">, NamedModValue<0x03, "SR_VIRTID", "VIRTID">,
  NamedModValue<0x0f, "SR_ORDERING_TICKET", "ORDERING_TICKET">,
  NamedModValue<0x10, "SR_PRIM_TYPE", "PRIM_TYPE">,
  NamedModValue<0x11, "SR_INVOCATION_ID", "INVOCATION_ID">,
  NamedModValue<0x12, "SR_Y_DIRECTION", "Y_DIRECTION">,
  NamedModValue<0x13, "SR_THREAD_KILL", "THREAD_KILL">,
  NamedModValue<0x14, "SM_SHADER_TYPE", "SHADER_TYPE">,
  NamedModValue<0x15, "SR_DIRECTCBEWRITEADDRESSLOW", "DIRECTCBEWRITEADDRESSLOW">,
  NamedModValue<0x16, "SR_DIRECTCBEWRITEADDRESSHIGH", "DIRECTCBEWRITEADDRESSHIGH">,
  NamedModValue<0x17, "SR_DIRECTCBEWRITEENABLED", "DIRECTCBEWRITEENABLED">,
  RespelledModValue<0x18, "SR_SW_SCRATCH", "SR_MACHINE_ID_0", SMRange<75, 75>, "SW_SCRATCH">,
  NamedModValue<0x19, "SR_MACHINE_ID_1", "MACHINE_ID_1">,
  NamedModValue<0x1a, "SR_MACHINE_ID_2", "MACHINE_ID_2">,
  NamedModValue<0x1b, "SR_MACHINE_ID_3", "MACHINE_ID_3">,
  NamedModValue<0x1c, "SR_AFFINITY", "AFFINITY">,
  NamedModValue<0x1d, "SR_INVOCATION_INFO", "INVOCATION_INFO">,
  NamedModValue<0x1e, "SR_WSCALEFACTOR_XY", "WSCALEFACTOR_XY">,
  NamedModValue<0x1f, "SR_WSCALEFACTOR_Z", "WSCALEFACTOR_Z">,
  NamedModValue<0x20, "SR_TID", "TID">, NamedModValue<0x21, "SR_TID.X", "TID_X">,
  NamedModValue<0x22, "SR_TID.Y", "TID_Y">, NamedModValue<0x23, "SR_TID.Z", "TID_Z">,
  NamedModValue<0x25, "SR_CTAID.X", "CTAID_X">, NamedModValue<0x26, "SR_CTAID.Y", "CTAID_Y">,
  NamedModValue<0x27, "SR_CTAID.Z", "CTAID_Z">, NamedModValue<0x28, "SR_NTID", "NTID">,
  NamedModValue<0x29, "SR_CirQueueIncrMinusOne", "CirQueueIncrMinusOne">,
  NamedModValue<0x2a, "SR_NLATC", "NLATC">,
  NamedModValue<0x2c, "SR_SM_SPA_VERSION", "SM_SPA_VERSION">,
  NamedModValue<0x2d, "SR_MULTIPASSSHADERINFO", "MULTIPASSSHADERINFO">,
  NamedModValue<0x2e, "SR_LWINHI", "LWINHI">, NamedModValue<0x2f, "SR_SWINHI", "SWINHI">,
  NamedModValue<0x30, "SR_SWINLO", "SWINLO">, NamedModValue<0x31, "SR_SWINSZ", "SWINSZ">,
  NamedModValue<0x32, "SR_SMEMSZ", "SMEMSZ">, NamedModValue<0x33, "SR_SMEMBANKS", "SMEMBANKS">,
  NamedModValue<0x34, "SR_LWINLO", "LWINLO">, NamedModValue<0x35, "SR_LWINSZ", "LWINSZ">,
  NamedModValue<0x36, "SR_LMEMLOSZ", "LMEMLOSZ">,
  NamedModValue<0x37, "SR_LMEMHIOFF", "LMEMHIOFF">, NamedModValue<0x38, "SR_EQMASK", "EQMASK">,
  NamedModValue<0x39, "SR_LTMASK", "LTMASK">, NamedModValue<0x3a, "SR_LEMASK", "LEMASK">,
  NamedModValue<0x3b, "SR_GTMASK", "GTMASK">, NamedModValue<0x3c, "SR_GEMASK", "GEMASK">,
  NamedModValue<0x3d, "SR_REGALLOC", "REGALLOC">,
  NamedModValue<0x3e, "SR_BARRIERALLOC", "BARRIERALLOC">,
  NamedModValue<0x40, "SR_GLOBALERRORSTATUS", "GLOBALERRORSTATUS">,
  SMModValue<0x41, "SR_CGAERRORSTATUS", SM90Plus, "CGAERRORSTATUS">,
  NamedModValue<0x42, "SR_WARPERRORSTATUS", "WARPERRORSTATUS">,
  NamedModValue<0x43, "SR_VIRTUALSMID", "VIRTUALSMID">,
  NamedModValue<0x44, "SR_VIRTUALENGINEID", "VIRTUALENGINEID">,
  NamedModValue<0x50, "SR_CLOCKLO", "CLOCKLO">, NamedModValue<0x51, "SR_CLOCKHI", "CLOCKHI">,
  NamedModValue<0x52, "SR_GLOBALTIMERLO", "GLOBALTIMERLO">,
  NamedModValue<0x53, "SR_GLOBALTIMERHI", "GLOBALTIMERHI">,
  NamedModValue<0x54, "SR_ESR_PC", "ESR_PC">, NamedModValue<0x55, "SR_ESR_PC_HI", "ESR_PC_HI">,
  NamedModValue<0x60, "SR_HWTASKID", "HWTASKID">,
  NamedModValue<0x61, "SR_CIRCULARQUEUEENTRYINDEX", "CIRCULARQUEUEENTRYINDEX">,
  NamedModValue<0x62, "SR_CIRCULARQUEUEENTRYADDRESSLOW", "CIRCULARQUEUEENTRYADDRESSLOW">,
  NamedModValue<0x63, "SR_CIRCULARQUEUEENTRYADDRESSHIGH", "CIRCULARQUEUEENTRYADDRESSHIGH">,
  NamedModValue<0x64, "SR_PM0", "PM0">, NamedModValue<0x65, "SR_PM_HI0", "PM_HI0">,
  NamedModValue<0x66, "SR_PM1", "PM1">, NamedModValue<0x67, "SR_PM_HI1", "PM_HI1">,
  NamedModValue<0x68, "SR_PM2", "PM2">, NamedModValue<0x69, "SR_PM_HI2", "PM_HI2">,
  NamedModValue<0x6a, "SR_PM3", "PM3">, NamedModValue<0x6b, "SR_PM_HI3", "PM_HI3">,
  NamedModValue<0x6c, "SR_PM4", "PM4">, NamedModValue<0x6d, "SR_PM_HI4", "PM_HI4">,
  NamedModValue<0x6e, "SR_PM5", "PM5">, NamedModValue<0x6f, "SR_PM_HI5", "PM_HI5">,
  NamedModValue<0x70, "SR_PM6", "PM6">, NamedModValue<0x71, "SR_PM_HI6", "PM_HI6">,
  NamedModValue<0x72, "SR_PM7", "PM7">, NamedModValue<0x73, "SR_PM_HI7", "PM_HI7">,
  NamedModValue<0x74, "SR_SNAP_PM0", "SNAP_PM0">,
  NamedModValue<0x75, "SR_SNAP_PM_HI0", "SNAP_PM_HI0">,
  NamedModValue<0x76, "SR_SNAP_PM1", "SNAP_PM1">,
  NamedModValue<0x77, "SR_SNAP_PM_HI1", "SNAP_PM_HI1">,
  NamedModValue<0x78, "SR_SNAP_PM2", "SNAP_PM2">,
  NamedModValue<0x79, "SR_SNAP_PM_HI2", "SNAP_PM_HI2">,
  NamedModValue<0x7a, "SR_SNAP_PM3", "SNAP_PM3">,
  NamedModValue<0x7b, "SR_SNAP_PM_HI3", "SNAP_PM_HI3">,
  NamedModValue<0x7c, "SR_SNAP_PM4", "SNAP_PM4">,
  NamedModValue<0x7d, "SR_SNAP_PM_HI4", "SNAP_PM_HI4">,
  NamedModValue<0x7e, "SR_SNAP_PM5", "SNAP_PM5">,
  NamedModValue<0x7f, "SR_SNAP_PM_HI5", "SNAP_PM_HI5">,
  NamedModValue<0x80, "SR_SNAP_PM6", "SNAP_PM6">,
  NamedModValue<0x81, "SR_SNAP_PM_HI6", "SNAP_PM_HI6">,
  NamedModValue<0x82, "SR_SNAP_PM7", "SNAP_PM7">,
  NamedModValue<0x83, "SR_SNAP_PM_HI7", "SNAP_PM_HI7">,
  NamedModValue<0x84, "SR_VARIABLE_RATE", "VARIABLE_RATE">,
  SMModValue<0x86, "SR_WARPGROUP_INFO", SM90Only, "WARPGROUP_INFO">,
  SMModValue<0x87, "SR_WARPGROUPID", SM90Only, "WARPGROUPID">,
  SMModValue<0x88, "SR_CgaCtaId", SM90Plus, "CgaCtaId">,
  SMModValue<0x89, "SR_GpcLocalCgaId", SM90Plus, "GpcLocalCgaId">,
  SMModValue<0x8a, "SR_CgaSize", SM100Plus, "CgaSize">,
  SMModValue<0x8b, "SR_CTARegPoolSz", SM90Plus, "CTARegPoolSz">,
  SMModValue<0x8d, "SR_TMemSz", SM100Plus, "TMemSz">,
  SMModValue<0x8e, "SR_CONTEXT_SAVE_ADDR_LO", SM120Plus, "CONTEXT_SAVE_ADDR_LO">,
  SMModValue<0x8f, "SR_CONTEXT_SAVE_ADDR_HI", SM120Plus, "CONTEXT_SAVE_ADDR_HI">,
  NamedModValue<0xff, "SRZ", "SRZ">,
]>;
class SRMod : EnumMod<"sr", SpecialReg> { let InOperands = 1; }

def S2R : Inst<"S2R", [Def<"d">], [], [SRMod<>], SchedS2R> {
  let HasSideEffects = 1; // counters and timers; constant registers have none
  let Summary = "read a special register";
  let Asm = "$d, $sr";
  let OriIndex = 57;
  let Forms = [Form<0x919, 0, [], [Place<"d", 23, 16>, Place<"sr", 79, 72>]>];
}

def S2UR : Inst<"S2UR", [DefU<"d">], [], [SRMod<>], SchedS2R> {
  let UniformGuard = 1;
  let HasSideEffects = 1; // counters and timers; constant registers have none
  let Summary = "read a special register into a uniform register";
  let Asm = "$d, $sr";
  let Forms = [Form<0x9c3, 0, [], [Place<"d", 23, 16>, Place<"sr", 79, 72>]>];
}

def CS2RWidth : ModEnum<"CS2RWidth", 1, [
  NamedModValue<0, ".32", "B32", 1>, NamedModValue<1, "", "B64", 2>,
]>;
def CS2R : Inst<"CS2R", [Def<"d", R, WidthBy<"b64">>], [], [EnumMod<"b64", CS2RWidth>, SRMod<>],
    SchedCS2R> {
  let HasSideEffects = 1; // counters and timers; constant registers have none
  let Summary = "read a counter, or zero (SRZ), without a dependency barrier";
  let Asm = "$d, $sr";
  let OriIndex = 27;
  let MoreOriIndices = [28]; // 64 bits
  let Forms = [Form<0x805, 0, [], [Place<"d", 23, 16>, Place<"sr", 79, 72>,
    Place<"b64", 80, 80>]>];
}

def CS2UR : Inst<"CS2UR", [DefU<"d", WidthBy<"b64">>], [], [EnumMod<"b64", CS2RWidth>, SRMod<>],
    SchedUniform> {
  let UniformGuard = 1;
  let Summary = "read a counter into a uniform register, without a dependency barrier";
  let Asm = "$d, $sr";
  let Forms = [Form<0x8cb, 0, [], [Place<"d", 23, 16>, Place<"sr", 79, 72>,
    Place<"b64", 80, 80>], [], SM120Plus>];
}


//===----------------------------------------------------------------------===//
// For the driver's own code
//===----------------------------------------------------------------------===//
// No PTX makes ptxas 13.0.88 use them; from nvdisasm's text of bit patterns.

def CtaidAxis : ModEnum<"CtaidAxis", 2, [
  ModValue<0, ".X">, ModValue<1, ".Y">, ModValue<2, ".Z">,
]>;
def SETCTAID : Inst<"SETCTAID", [], [Use<"a">], [EnumMod<"axis", CtaidAxis>], SchedS2R> {
  let Summary = "set a coordinate of the CTA";
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let IsSASSOnly = 1;
  let Forms = [Form<0x31f, 0, [], [Place<"a", 31, 24>, Place<"axis", 79, 78>]>];
}
def GETLMEMBASE : Inst<"GETLMEMBASE", [Def<"d", R, Width<2>>], [], [], SchedS2R> {
  let Summary = "read the base address of local memory";
  let HasSideEffects = 1;
  let IsSASSOnly = 1;
  let Forms = [Form<0x3c0, 0, [], [Place<"d", 23, 16>]>];
}
def SETLMEMBASE : Inst<"SETLMEMBASE", [], [Use<"a", R, Width<2>>], [], SchedS2R> {
  let Summary = "set the base address of local memory";
  let HasSideEffects = 1;
  let ReadsLate = 1;
  let IsSASSOnly = 1;
  let Forms = [Form<0x3c1, 0, [], [Place<"a", 31, 24>]>];
}
def ACQSHMINIT : Inst<"ACQSHMINIT", [], [], [], SchedBarrier> {
  let Summary = "wait until shared memory is initialised";
  let HasSideEffects = 1;
  let IsSASSOnly = 1;
  let Forms = [Form<0x877, 0, [], [], [], SM100Plus>];
}

#endif // PTXMLIR_ISA_SPECIAL
