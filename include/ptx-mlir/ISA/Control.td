//===- Control.td - Control transfer and convergence -------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Label operands are byte distances from the next instruction. From sm_90 on
// they have 56 bits, split over 81:34 and 23:16 (observed on ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_CONTROL
#define PTXMLIR_ISA_CONTROL

include "ptx-mlir/ISA/Forms.td"

/// A signed code distance in units of four bytes, before and since sm_90.
class OldTarget<string slot = "target"> { list<Place> L = [SPlace<slot, 81, 34, 0, 2>]; }
class SplitTarget<string slot = "target"> {
  list<Place> L = [ShiftedPlace<slot, 23, 16, 0, 2>, SPlace<slot, 81, 34, 8, 2>];
}
defvar PP = [Place<"pp", 89, 87>, Place<"ppNot", 90, 90>];

class ControlInst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods = [],
                  SchedClass sched = SchedControl>
    : Inst<mnemonic, defs, uses, mods, sched> {
  let HasSideEffects = 1;
  let IsSASSOnly = 1;
}
/// Absolute code addresses have more than 32 bits.
class UseAddress : Use<"target", Imm> { let ImmFormat = "u64"; }
/// The same as a distance from a register.
class UseAddressOffset : Use<"target", Imm> { let ImmFormat = "s64"; }
class BranchInst<BranchKind kind, string mnemonic, list<Slot> uses, list<Mod> mods = []>
    : ControlInst<mnemonic, [], uses, mods, SchedBranch> {
  let Branch = kind;
  let IsTerminator = 1;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// How a branch treats the threads of the warp: .U is taken by all active
/// threads together, if its condition holds for all of them (.U.ANY: for any); .DIV and
/// .CONV compare the active threads with a mask in a uniform register.
def BranchMode : ModEnum<"BranchMode", 2, [
  NamedModValue<0, "", "Default">, ModValue<1, ".U">, ModValue<2, ".DIV">, ModValue<3, ".CONV">,
]>;
def BranchDepth : ModEnum<"BranchDepth", 2, [
  NamedModValue<0, "", "None">, ModValue<1, ".INC">, ModValue<2, ".DEC">,
]>;
defvar BranchMods = [EnumMod<"depth", BranchDepth>, EnumMod<"mode", BranchMode>,
  FlagMod<"any", ".ANY">];
defvar BranchPlaces = !listconcat(PP, [Place<"mode", 33, 32>, Place<"any", 84, 84>,
  Place<"depth", 86, 85>]);

/// .ANY is a kind of .U, from sm_90 on.
defvar AnyRules = [Never<[ModSet<"any">], BeforeSM90>, Never<[ModSet<"any">, ModIsNot<"mode", ["U"]>]>];
def BRA : BranchInst<BranchToLabel, "BRA", [UseP<"pp">, Use<"target", Label>], BranchMods> {
  let Summary = "branch";
  let Rules = AnyRules;
  let Asm = "$pp?, $target";
  let OriIndex = 67;
  let Forms = [
    Form<0x947, 0, [], !listconcat(BranchPlaces, OldTarget<>.L), [], BeforeSM90>,
    Form<0x947, 0, [], !listconcat(BranchPlaces, SplitTarget<>.L), [], SM90Plus>,
  ];
}
class UseURNot<string name> : Use<name, UR> { let HasNot = 1; }
def BRA_UR : BranchInst<BranchToLabel, "BRA", [UseP<"pp">, UseURNot<"ur">, Use<"target", Label>], BranchMods> {
  let Summary = "branch by a mask of threads in a uniform register";
  let Rules = [Never<[ModSet<"any">]>, Never<[ModIsNot<"mode", ["DIV", "CONV"]>]>];
  let Asm = "$pp?, $ur, $target";
  let Forms = [
    Form<0x947, 1, [], !listconcat(BranchPlaces, OldTarget<>.L, [Place<"ur", 29, 24>,
      Place<"urNot", 30, 30>]), [], SM80ToSM89>,
    Form<0x947, 1, [], !listconcat(BranchPlaces, SplitTarget<>.L, [Place<"ur", 29, 24>,
      Place<"urNot", 30, 30>]), [], SM90Only>,
    Form<0x947, 1, [], !listconcat(BranchPlaces, SplitTarget<>.L, [Place<"ur", 31, 24>,
      NoPlace<"urNot">]), [], SM100Plus>,
  ];
}
def BRA_UP : BranchInst<BranchToLabel, "BRA", [UseP<"pp">, UseUP<"up">,
                                Use<"target", Label>], BranchMods> {
  let Summary = "branch by a uniform predicate";
  let Rules = [Never<[ModSet<"any">], BeforeSM90>, Never<[ModIsNot<"mode", ["U"]>]>];
  let Asm = "$pp?, $up, $target";
  defvar Common = !listconcat(BranchPlaces, [Place<"up", 26, 24>, Place<"upNot", 27, 27>]);
  let Forms = [
    Form<0x547, 1, [], !listconcat(Common, OldTarget<>.L), [], SM80ToSM89>,
    Form<0x547, 1, [], !listconcat(Common, SplitTarget<>.L), [], SM90Plus>,
  ];
}

def BRX : BranchInst<BranchByTable, "BRX", [UseP<"pp">, Use<"a", R, Width<2>>, Use<"target", Label>],
                     [EnumMod<"depth", BranchDepth>]> {
  let Summary = "branch to a register pair plus a distance";
  let Asm = "$pp?, $a $target.rel?";
  let OriIndex = 68;
  defvar Common = !listconcat(PP, [Place<"a", 31, 24>, Place<"depth", 86, 85>]);
  let Forms = [
    Form<0x949, 0, [], !listconcat(Common, OldTarget<>.L), [], BeforeSM90>,
    Form<0x949, 0, [], !listconcat(Common, SplitTarget<>.L), [], SM90Plus>,
  ];
}
def BRXU : BranchInst<BranchByTable, "BRXU", [UseP<"pp">, Use<"a", UR, Width<2>>, Use<"target", Label>],
                      [EnumMod<"depth", BranchDepth>, EnumMod<"mode", BranchMode>]> {
  let Summary = "branch to a uniform register pair plus a distance";
  let Asm = "$pp?, $a $target.rel?";
  defvar Common = !listconcat(PP, [Place<"mode", 33, 32>, Place<"depth", 86, 85>]);
  let Forms = [
    Form<0x958, 1, [], !listconcat(Common, OldTarget<>.L, [Place<"a", 29, 24>]), [], BeforeSM90>,
    Form<0x958, 1, [], !listconcat(Common, SplitTarget<>.L, [Place<"a", 31, 24>]), [], SM90Plus>,
  ];
}
def JMP : BranchInst<BranchToAddress, "JMP", [UseP<"pp">, UseAddress<>]> {
  let Summary = "branch to an absolute address";
  let Asm = "$pp?, $target";
  let OriIndex = 69;
  let Forms = [
    Form<0x94a, 0, [], !listconcat(PP, [ShiftedPlace<"target", 80, 34, 0, 2>]), [], BeforeSM90>,
    Form<0x94a, 0, [], !listconcat(PP, [ShiftedPlace<"target", 23, 16, 0, 2>,
      ShiftedPlace<"target", 80, 34, 8, 2>]), [], SM90Plus>,
  ];
}
def JMX : BranchInst<BranchToAddress, "JMX", [UseP<"pp">, Use<"a", R, Width<2>>, UseAddressOffset<>]> {
  let Summary = "branch to an absolute address in a register pair";
  let Asm = "$pp?, $a $target?";
  let OriIndex = 70;
  let Forms = [
    Form<0x94c, 0, [], !listconcat(PP, [Place<"a", 31, 24>, SPlace<"target", 81, 34, 0, 2>]), [],
      BeforeSM90>,
    Form<0x94c, 0, [], !listconcat(PP, [Place<"a", 31, 24>,
      ShiftedPlace<"target", 23, 16, 0, 2>, SPlace<"target", 81, 34, 8, 2>]), [], SM90Plus>,
  ];
}

//===----------------------------------------------------------------------===//
// End of the thread, calls
//===----------------------------------------------------------------------===//

def ExitMode : ModEnum<"ExitMode", 2, [
  NamedModValue<0, "", "Default">, ModValue<1, ".KEEPREFCOUNT">, ModValue<2, ".PREEMPTED">,
]>;
def EXIT : BranchInst<BranchEnd, "EXIT", [UseP<"pp">],
                      [EnumMod<"mode", ExitMode>, FlagMod<"noAtexit", ".NO_ATEXIT">]> {
  let Summary = "end the thread";
  let Asm = "$pp?";
  let OriIndex = 77;
  let Forms = [Form<0x94d, 0, [], !listconcat(PP, [Place<"mode", 85, 84>,
    Place<"noAtexit", 86, 86>])>];
}
def KILL : BranchInst<BranchKill, "KILL", [UseP<"pp">]> {
  let Summary = "end the thread without its outputs";
  let Asm = "$pp?";
  let OriIndex = 76;
  let IsTerminator = 0;
  let Forms = [Form<0x95b, 0, [], PP>];
}

/// A call goes on behind itself: no terminator.
class CallInst<string mnemonic, list<Slot> uses>
    : ControlInst<mnemonic, [], uses, [FlagMod<"noinc", ".NOINC">], SchedBranch> {
  let Branch = BranchCall;
  list<Place> CallPlaces = !listconcat(PP, [Place<"noinc", 86, 86>]);
}
def CALL_REL : CallInst<"CALL.REL", [UseP<"pp">, Use<"target", Label>]> {
  let Summary = "call a function at a distance";
  let Asm = "$pp?, $target";
  let OriIndex = 71;
  let Forms = [
    Form<0x944, 0, [], !listconcat(CallPlaces, OldTarget<>.L), [], BeforeSM90>,
    Form<0x944, 0, [], !listconcat(CallPlaces, SplitTarget<>.L), [], SM90Plus>,
  ];
}
def CALL_REL_R : CallInst<"CALL.REL", [UseP<"pp">, Use<"a", R, Width<2>>, Use<"target", Label>]> {
  let Summary = "call a function at a register pair plus a distance";
  let Asm = "$pp?, $a $target";
  let Forms = [
    Form<0x344, 0, [], !listconcat(CallPlaces, OldTarget<>.L, [Place<"a", 31, 24>]), [],
      BeforeSM90>,
    Form<0x344, 0, [], !listconcat(CallPlaces, SplitTarget<>.L, [Place<"a", 31, 24>]), [],
      SM90Plus>,
  ];
}
def CALL_ABS : CallInst<"CALL.ABS", [UseP<"pp">, UseAddress<>]> {
  let Summary = "call a function at an absolute address";
  let Asm = "$pp?, $target";
  let Forms = [
    Form<0x943, 0, [], !listconcat(CallPlaces, [ShiftedPlace<"target", 80, 34, 0, 2>]), [],
      BeforeSM90>,
    Form<0x943, 0, [], !listconcat(CallPlaces, [ShiftedPlace<"target", 23, 16, 0, 2>,
      ShiftedPlace<"target", 80, 34, 8, 2>]), [], SM90Plus>,
  ];
}
def CALL_ABS_R : CallInst<"CALL.ABS", [UseP<"pp">, Use<"a", R, Width<2>>]> {
  let Summary = "call a function at the address in a register pair";
  let Asm = "$pp?, $a";
  let Forms = [Form<0x343, 0, [], !listconcat(CallPlaces, [Place<"a", 31, 24>])>];
}

class UseReturn<bit abs> : Use<"target", !if(abs, Imm, Label)> { let ImmFormat = "s64"; }
class RetInst<string mnemonic, bit abs>
    : BranchInst<BranchReturn, mnemonic, [UseP<"pp">, Use<"a", R, Width<2>>,
                                          UseReturn<abs>],
                 [FlagMod<"nodec", ".NODEC">]> {
  let Asm = "$pp?, $a $target";
  defvar Common = !listconcat(PP, [Place<"a", 31, 24>, Place<"nodec", 86, 86>]);
  let Forms = [
    Form<0x950, 0, [], !listconcat(Common, OldTarget<>.L), [FixedBits<85, 85, abs>], BeforeSM90>,
    Form<0x950, 0, [], !listconcat(Common, SplitTarget<>.L), [FixedBits<85, 85, abs>], SM90Plus>,
  ];
}
def RET_REL : RetInst<"RET.REL", 0> {
  let Summary = "return to a register pair plus the start of the function";
  let OriIndex = 72;
}
def RET_ABS : RetInst<"RET.ABS", 1> {
  let Summary = "return to the address in a register pair";
}

def LEPC : ControlInst<"LEPC", [Def<"d", R, Width<2>>], [], [], SchedDisp64> {
  let Summary = "address of this instruction";
  let Asm = "$d";
  let OriIndex = 60;
  let Forms = [Form<0x34e, 0, [], [Place<"d", 23, 16>]>];
}
def ULEPC : ControlInst<"ULEPC", [DefU<"d", Width<2>>], [], [], SchedUniform> {
  let Summary = "address of the next instruction, in a uniform register; from bit patterns";
  let UniformGuard = 1;
  let Asm = "$d";
  let Forms = [Form<0x3ce, 1, [], [Place<"d", 23, 16>], [], SM90Plus>];
}
def ULEPC_REL : ControlInst<"ULEPC", [DefU<"d", Width<2>>], [Use<"target", Label>], [],
                            SchedUniform> {
  let Summary = "address of a label, in a uniform register; from bit patterns";
  let UniformGuard = 1;
  let Asm = "$d, $target";
  let Forms = [Form<0x9ce, 1, [], [Place<"d", 23, 16>, SPlace<"target", 81, 24>], [], SM90Plus>];
}
def LEPC_REL : ControlInst<"LEPC", [Def<"d", R, Width<2>>], [Use<"target", Label>], [], SchedDisp64> {
  let Summary = "address of a label";
  let Asm = "$d, $target";
  let Forms = [Form<0x94e, 0, [], [Place<"d", 23, 16>, SPlace<"target", 81, 24>], [], SM90Plus>];
}

//===----------------------------------------------------------------------===//
// Convergence
//===----------------------------------------------------------------------===//

class ConvergenceInst<string mnemonic, list<Slot> defs, list<Slot> uses, list<Mod> mods = [],
                      SchedClass sched = SchedConvergence>
    : ControlInst<mnemonic, defs, uses, mods, sched> {
  let IsConvergent = 1;
}

/// Bits 73:72 from sm_100 on.
defvar ReconvergenceMods = [FlagMod<"reconvergent", ".RECONVERGENT">,
  FlagMod<"reliable", ".RELIABLE">];
class ReconvergenceForms<int opcode, list<Place> places> {
  list<Form> L = [
    Form<opcode, 0, [], !listconcat(places, [NoPlace<"reconvergent">, NoPlace<"reliable">]), [],
      BeforeSM100>,
    Form<opcode, 0, [], !listconcat(places, [Place<"reliable", 72, 72>,
      Place<"reconvergent", 73, 73>]), [], SM100Plus>,
  ];
}
def BSSY : ConvergenceInst<"BSSY", [Def<"bar", B>], [UseP<"pp">, Use<"target", Label>],
                           ReconvergenceMods> {
  let Role = ArmRole;
  let Sched = SchedConvergence;
  let Summary = "the active threads will meet at BSYNC of this barrier";
  let Rules = [Never<[ModSet<"reconvergent">, ModSet<"reliable">]>];
  let Asm = "$pp?, $bar, $target";
  let OriIndex = 73;
  let Forms = ReconvergenceForms<0x945, !listconcat(PP, [Place<"bar", 19, 16>,
    SPlace<"target", 63, 34, 0, 2>])>.L;
}
def BSYNC : ConvergenceInst<"BSYNC", [], [UseP<"pp">, Use<"bar", B>],
                            ReconvergenceMods, SchedBranch> {
  let Role = SyncRole;
  let Summary = "wait for the threads of the barrier";
  let Rules = [Never<[ModSet<"reconvergent">, ModSet<"reliable">]>];
  let Asm = "$pp?, $bar";
  let OriIndex = 79;
  let Forms = ReconvergenceForms<0x941, !listconcat(PP, [Place<"bar", 19, 16>])>.L;
}
def BREAK : ConvergenceInst<"BREAK", [], [UseP<"pp">, Use<"bar", B>], ReconvergenceMods> {
  let Role = BreakRole;
  let Summary = "take the active threads out of the barrier";
  let Rules = [Never<[ModSet<"reconvergent">]>];
  let Asm = "$pp?, $bar";
  let OriIndex = 74;
  let Forms = ReconvergenceForms<0x942, !listconcat(PP, [Place<"bar", 19, 16>])>.L;
}
def YIELD : ConvergenceInst<"YIELD", [], [UseP<"pp">]> {
  let Role = YieldRole;
  let Summary = "let the other threads of the warp run";
  let Asm = "$pp?";
  let OriIndex = 121;
  let IsSASSOnly = 0;
  let Forms = [Form<0x946, 0, [], PP>];
}

def WARPSYNC : ConvergenceInst<"WARPSYNC", [], [UseP<"pp">, Use<"a">],
                               [FlagMod<"exclusive", ".EXCLUSIVE">]> {
  let Role = WarpSyncRole;
  let Summary = "wait for the threads of a mask";
  let Asm = "$pp?, $a";
  let Rules = [Never<[ModSet<"exclusive">], SM75Only>];
  let OriIndex = 120;
  let IsSASSOnly = 0;
  let Forms = [
    Form<0x348, 0, [], !listconcat(PP, [Place<"a", 31, 24>, Place<"exclusive", 85, 85>]),
      [FixedBits<86, 86, 0>], SM90Plus>,
    Form<0x348, 0, [], !listconcat(PP, [Place<"a", 39, 32>, Place<"exclusive", 86, 86>]), [],
      BeforeSM90>,
    Form<0x948, 0, [FormKind<"a", Imm>], !listconcat(PP, [Place<"a", 63, 32>,
      NoPlace<"exclusive">]), [], BeforeSM90>,
    Form<0xb48, 0, [FormKind<"a", CBank>], !listconcat(PP, [Place<"a.bank", 58, 54>,
      SPlace<"a.offset", 53, 40, 0, 2>, NoPlace<"exclusive">]), [], BeforeSM90>,
  ];
}
def WARPSYNC_ALL : ConvergenceInst<"WARPSYNC.ALL", [], [UseP<"pp">]> {
  let Role = WarpSyncRole;
  let Summary = "wait for all threads of the warp";
  let Asm = "$pp?";
  let IsSASSOnly = 0;
  let Forms = [Form<0x948, 0, [], PP, [FixedBits<86, 86, 0>], SM90Plus>];
}
def WARPSYNC_COLLECTIVE : ConvergenceInst<"WARPSYNC.COLLECTIVE", [],
                                          [UseP<"pp">, Use<"a">, Use<"target", Label>]> {
  let Role = WarpSyncRole;
  let Sched = SchedCollective;
  let Summary = "wait for the threads of a mask, then run the collective at the label";
  let Asm = "$pp?, $a, $target";
  let Forms = [Form<0x348, 0, [], !listconcat(PP, [Place<"a", 31, 24>], SplitTarget<>.L),
                    [FixedBits<86, 86, 1>], SM90Plus>];
}
def WARPSYNC_COLLECTIVE_ALL : ConvergenceInst<"WARPSYNC.COLLECTIVE.ALL", [],
                                              [UseP<"pp">, Use<"target", Label>]> {
  let Role = WarpSyncRole;
  let Sched = SchedCollective;
  let Summary = "wait for all threads, then run the collective at the label";
  let Asm = "$pp?, $target";
  let Forms = [Form<0x948, 0, [], !listconcat(PP, SplitTarget<>.L), [FixedBits<86, 86, 1>],
                    SM90Plus>];
}
def ENDCOLLECTIVE : ConvergenceInst<"ENDCOLLECTIVE", [], [UseP<"pp">]> {
  let Role = EndCollectiveRole;
  let Sched = SchedConvergence;
  let Summary = "end of a collective";
  let Asm = "$pp?";
  let Forms = [Form<0x91b, 0, [], PP, [], SM90Plus>];
}

/// Return address of calls, in halves.
def RpcHalf : ModEnum<"RpcHalf", 1, [ModValue<0, ".LO">, ModValue<1, ".HI">]>;
class RpcHalfMod : EnumMod<"half", RpcHalf> { let InOperands = 1; }
def RPCMOV_R : ControlInst<"RPCMOV.32", [Def<"d">], [], [RpcHalfMod<>], SchedDisp64> {
  let Summary = "read half of the return address";
  let Asm = "$d, Rpc$half";
  let Forms = [Form<0x353, 0, [], [Place<"d", 23, 16>, Place<"half", 31, 31>]>];
}
def RPCMOV_RPC : ControlInst<"RPCMOV.32", [], [Use<"a">], [RpcHalfMod<>]> {
  let Summary = "set half of the return address";
  let Asm = "Rpc$half, $a";
  let Forms = [Form<0x352, 0, [], [Place<"a", 39, 32>, Place<"half", 31, 31>]>];
}

/// Spills of convergence barriers.
def BMOV_R : ConvergenceInst<"BMOV.32", [Def<"d">], [Use<"bar", B>],
                             [FlagMod<"clear", ".CLEAR">]> {
  let Role = MoveRole;
  let Sched = SchedS2R;
  let Summary = "convergence barrier to register";
  let OriIndex = 55;
  let Forms = [Form<0x355, 0, [], [Place<"d", 23, 16>, Place<"bar", 27, 24>,
    Place<"clear", 84, 84>]>];
}
def BMOV_B : ConvergenceInst<"BMOV.32", [Def<"bar", B>], [Use<"a">],
                             [FlagMod<"pquad", ".PQUAD">]> {
  let Role = MoveRole;
  // The source is released by a read barrier (observed on ptxas 13.0.88).
  let Sched = SchedS2R;
  let Summary = "register or immediate to convergence barrier";
  let OriIndex = 54;
  let Forms = [
    Form<0x356, 0, [], [Place<"bar", 27, 24>, Place<"a", 39, 32>, Place<"pquad", 84, 84>]>,
    Form<0x956, 0, [FormKind<"a", Imm>], [Place<"bar", 27, 24>, Place<"a", 63, 32>,
      Place<"pquad", 84, 84>]>,
  ];
}

def BMOV_BB : ConvergenceInst<"BMOV.32.CLEAR", [Def<"d", B>], [Use<"bar", B>]> {
  let Role = MoveRole;
  let Summary = "convergence barrier to convergence barrier, which is cleared";
  let Asm = "$d, $bar";
  let Forms = [Form<0xf55, 0, [], [Place<"d", 19, 16>, Place<"bar", 27, 24>],
                    [FixedBits<84, 84, 1>], BeforeSM90>];
}

/// What the hardware keeps of the warp beside the convergence barriers.
def WarpState : ModEnum<"WarpState", 6, [
  NamedModValue<16, "THREAD_STATE_ENUM.0", "ThreadState0">,
  NamedModValue<17, "THREAD_STATE_ENUM.1", "ThreadState1">,
  NamedModValue<18, "THREAD_STATE_ENUM.2", "ThreadState2">,
  NamedModValue<19, "THREAD_STATE_ENUM.3", "ThreadState3">,
  NamedModValue<20, "THREAD_STATE_ENUM.4", "ThreadState4">,
  NamedModValue<21, "TRAP_RETURN_PC.LO", "TrapReturnPCLo">,
  NamedModValue<22, "TRAP_RETURN_PC.HI", "TrapReturnPCHi">,
  NamedModValue<23, "TRAP_RETURN_MASK", "TrapReturnMask">,
  NamedModValue<24, "MEXITED", "Exited">, NamedModValue<25, "MKILL", "Kill">,
  NamedModValue<26, "MACTIVE", "Active">, NamedModValue<27, "MATEXIT", "AtExit">,
  NamedModValue<28, "OPT_STACK", "OptStack">, NamedModValue<29, "API_CALL_DEPTH", "ApiCallDepth">,
  NamedModValue<30, "ATEXIT_PC.LO", "AtExitPCLo">, NamedModValue<31, "ATEXIT_PC.HI", "AtExitPCHi">,
]>;
class WarpStateMod : EnumMod<"state", WarpState, 26> { let InOperands = 1; }
def BMOV_GET : ConvergenceInst<"BMOV.32", [Def<"d", B>], [], [WarpStateMod<>]> {
  let Summary = "state of the warp to convergence barrier";
  let Asm = "$d, $state";
  let Forms = [Form<0xf55, 0, [], [Place<"d", 19, 16>, Place<"state", 29, 24>],
                    [FixedBits<84, 84, 0>]>];
}
def BMOV_SET : ConvergenceInst<"BMOV.32", [], [Use<"bar", B>],
                               [FlagMod<"pquad", ".PQUAD">, WarpStateMod<>]> {
  let Summary = "convergence barrier to state of the warp; .PQUAD: for whole quads";
  let Asm = "$state, $bar";
  let HasSideEffects = 1;
  let Forms = [Form<0xf56, 0, [], [Place<"bar", 19, 16>, Place<"state", 29, 24>,
                                   Place<"pquad", 84, 84>]>];
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

def NOP : Inst<"NOP", [], [], [], SchedNop> {
  let Summary = "nothing";
  let OriIndex = 25;
  let Forms = [Form<0x918, 0, [], []>];
}

def BptMode : ModEnum<"BptMode", 3, [
  NamedModValue<3, ".TRAP", "Trap">, NamedModValue<4, ".INT", "Int">,
]>;
def BPT : Inst<"BPT", [], [], [EnumMod<"mode", BptMode, 3>, IntMod<"code", 3>], SchedControl> {
  let Summary = "breakpoint or trap";
  let Facts = [FactIf<EndsFlow, [ModIs<"mode", ["Trap"]>]>];
  let Asm = "$code?";
  let HasSideEffects = 1;
  let OriIndex = 75;
  let Forms = [Form<0x95c, 0, [], [Place<"code", 36, 34>, Place<"mode", 86, 84>]>];
}

def NANOSLEEP : Inst<"NANOSLEEP", [], [UseP<"pp">, Use<"a">],
    [FlagMod<"rand", ".RAND">, FlagMod<"warp", ".WARP">, FlagMod<"syncs", ".SYNCS">],
    SchedControl> {
  let Summary = "sleep for about a nanoseconds";
  let Sync = SleepSync;
  let Rules = [Never<[ModSet<"syncs">], BeforeSM90>];
  let Asm = "$pp?, $a";
  let HasSideEffects = 1;
  let OriIndex = 81;
  defvar Common = !listconcat(PP, [Place<"syncs", 84, 84>, Place<"warp", 85, 85>,
    Place<"rand", 86, 86>]);
  let Forms = [
    Form<0x35d, 0, [], !listconcat(Common, [Place<"a", 39, 32>])>,
    Form<0x95d, 0, [FormKind<"a", Imm>], !listconcat(Common, [Place<"a", 63, 32>])>,
    Form<0xb5d, 0, [FormKind<"a", CBank>], !listconcat(Common, [Place<"a.bank", 58, 54>,
      SPlace<"a.offset", 53, 40, 0, 2>]), [], BeforeSM90>,
    Form<0xd5d, 1, [FormKind<"a", UR>], !listconcat(Common, [Place<"a", 39, 32>])>,
  ];
}

def PMTRIG : Inst<"PMTRIG", [], [UseP<"pp">], [IntMod<"mask", 16>], SchedControl> {
  let Summary = "trigger performance monitor events";
  let Asm = "$pp?, $mask";
  let HasSideEffects = 1;
  let OriIndex = 29;
  let Forms = [Form<0x801, 0, [], !listconcat(PP, [Place<"mask", 47, 32>])>];
}

def PREEXIT : Inst<"PREEXIT", [], [], [], SchedControl> {
  let Summary = "allow dependent grids to start";
  let HasSideEffects = 1;
  let Forms = [Form<0x82d, 0, [], [], [], SM90Plus>];
}
def ACQBULK : Inst<"ACQBULK", [], [], [], SchedControl> {
  let Summary = "wait for the grids that this one depends on";
  let HasSideEffects = 1;
  let Forms = [Form<0x82e, 0, [], [], [], SM90Plus>];
}

#endif // PTXMLIR_ISA_CONTROL
