//===- Phases.td - The phases of a compile -----------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record for each of the 159 phases of ptxas 13.0, with its name, its number
// and the gate that ptxas has for it, and one for each phase of our own. They stand
// in the order in which they run; that is the order of the numbers but where a
// comment says why not. Pipelines, --list-phases, --stop-after and docs/phases.md
// come from here.
//
// `O>1` in a gate is -O2 and -O3, `O>2` is -O3, `O>0` is all but -O0. "always" stands
// where ptxas names no gate. The levels at which a phase of ours runs are its own:
// at -O0 ptxas 13.0 was seen to do less than its list says.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_PIPELINES_PHASES
#define PTXMLIR_PIPELINES_PHASES

/// A stage of a compile, which is a named pipeline.
class PhaseStage;
def PTXToOri : PhaseStage;
def Ori : PhaseStage;
def OriToSASS : PhaseStage;
def SASSFinalize : PhaseStage;

/// What a pass runs on.
class PhaseAnchor<string cpp> {
  string Cpp = cpp;
}
def OnModule : PhaseAnchor<"Module">;
def OnOriFunc : PhaseAnchor<"OriFunc">;
def OnSASSFunc : PhaseAnchor<"SASSFunc">;

/// What a phase does. One that has no state below is not there yet.
class PhaseBase<int number, string gate, string summary> {
  int Number = number;
  string Gate = gate;
  string Summary = summary;
}
class Phase<int number, string gate, string summary>
    : PhaseBase<number, gate, summary>;
/// A phase that ptxas's list does not have.
class OwnPhase<string gate, string summary> : PhaseBase<-1, gate, summary>;

/// A pass, by its text in a pipeline: `%arch`, `%fmad` and `%disable-free` are
/// options of the compile, `%optimize` is whether the level is above 0.
class Runs<PhaseStage stage, PhaseAnchor anchor, string pass, int first, int last> {
  PhaseStage Stage = stage;
  PhaseAnchor Anchor = anchor;
  string Pass = pass;
  int FirstLevel = first;
  int LastLevel = last;
  /// Code is right without it: it may be left out.
  bit IsOptional = 0;
}
/// A pass without which code is right.
class Improves<PhaseStage stage, PhaseAnchor anchor, string pass, int first, int last>
    : Runs<stage, anchor, pass, first, last> {
  let IsOptional = 1;
}

/// There is nothing to do, because of this.
class Nothing<string because> {
  string Because = because;
}
class Marker : Nothing<"a marker, a report or a hook of ptxas's own driver">;
class Graphics : Nothing<"of graphics only">;
class FreeBySSA : Nothing<"SSA form and MLIR's blocks leave nothing to do">;

def InlineCalls : OwnPhase<"always", "puts device functions into their callers">,
    Runs<PTXToOri, OnModule, "ptx-inline-calls", 0, 3>;
def JoinCollectives : OwnPhase<"always", "gives collectives of several places one in common">,
    Runs<PTXToOri, OnModule, "ptx-join-collectives", 0, 3>;
def ConvertPTXToOri : OwnPhase<"always",
                               "selects SASS opcodes over virtual registers">,
    Runs<PTXToOri, OnModule,
         "convert-ptx-to-ori{arch=%arch fmad=%fmad disable-free=%disable-free}", 0, 3>;
def OriCheckInitialProgram : Phase<0, "always", "checks the IR that the front end made">, Marker;
def ApplyNvOptRecipes : Phase<1, "recipe option", "takes phases and knobs of a named recipe">, Marker;
def PromoteFP16 : Phase<2, "has half, target", "computes half floats as single ones where the target has none">;
def AnalyzeControlFlow : Phase<3, "always", "finds dominators and loops">;
def AdvancedPhaseBeforeConvUnSup : Phase<4, "always", "marks progress">, Marker;
def ConvertUnsupportedOps : Phase<5, "always", "replaces what the target can never execute">;
def SetControlFlowOpLastInBB : Phase<6, "always", "puts the branch at the end of its block">, FreeBySSA;
def AdvancedPhaseAfterConvUnSup : Phase<7, "always", "marks progress">, Marker;
def UpdateAfterConvertUnsupportedOps : Phase<8, "always", "brings side tables up to date">, Marker;
def OriCreateMacroInsts : Phase<9, "has TTU", "makes one operation of a ray tracing sequence">;
def ReportInitialRepresentation : Phase<10, "dump knob", "dumps the IR">, Marker;
def EarlyOriSimpleLiveDead : Phase<11, "always", "removes what is obviously dead">;
def ReplaceUniformsWithImm : Phase<12, "always", "makes immediates of constants whose value is known">;
def OriSanitize : Phase<13, "--sanitize", "inserts calls of the sanitizer">;
// The rewriter's work list reaches the fixed point in its first iteration.
def GeneralOptimizeEarly : Phase<14, "always", "folds constants and identities, removes unused operations">,
    Improves<Ori, OnOriFunc, "canonicalize{max-iterations=1 region-simplify=disabled}", 1, 3>;
def MergeEquivalentConditionalFlow : Phase<15, "DisableMergeEquivalentConditionalFlow", "merges blocks that do the same">;
def DoSwitchOptFirst : Phase<16, "O>1", "lowers switches">;
def OriBranchOpt : Phase<17, "O>1", "folds branches and threads jumps">;
def OriPerformLiveDeadFirst : Phase<18, "always", "removes unreachable blocks and unread values">,
    Improves<Ori, OnOriFunc, "ori-remove-dead-code", 0, 3>;
def OptimizeBindlessHeaderLoads : Phase<19, "always", "shares loads of texture headers">;
def OriLoopSimplification : Phase<20, "knob 487", "gives each loop one entry and one latch">;
def OriSplitLiveRanges : Phase<21, "knob 487", "splits a register with unrelated values">, FreeBySSA;
def OriCopyProp : Phase<22, "always", "propagates copies">, FreeBySSA;
def PerformPGO : Phase<23, "profile", "attaches block weights">;
def OriStrengthReduce : Phase<24, "always", "makes sums of products in loops">;
def OriLoopUnrolling : Phase<25, "O>1, LoopUnrolling", "writes out rounds of counted loops">,
    Improves<Ori, OnOriFunc, "ori-unroll-loops", 2, 3>;
def GenerateMovPhi : Phase<26, "knob 358", "builds SSA">, FreeBySSA;
def OriPipelining : Phase<27, "O>1", "overlaps iterations of loops">;
def StageAndFence : Phase<28, "DisableStageAndFence", "loads operands of matrix loops in stages">;
def OriRemoveRedundantBarriers : Phase<29, "O>1", "drops barriers that order nothing">;
def AnalyzeUniformsForSpeculation : Phase<30, "always", "finds constant loads that may be speculated">;
def SinkRemat : Phase<31, "O>1, SinkRematEnable", "sinks cheap operations to their use">;
def OptimizeNaNOrZero : Phase<32, "always", "folds what is known to be NaN or zero">;
def GeneralOptimize : Phase<33, "always", "folds once more">;
def DoSwitchOptSecond : Phase<34, "O>1", "lowers switches, again">;
def OriLinearReplacement : Phase<35, "knobs 487, 416", "folds sums, products and shifts into fewer instructions">,
    Improves<Ori, OnOriFunc, "ori-linear-replacement", 1, 3>;
def CompactLocalMemory : Phase<36, "always", "packs local memory">;
def ConvertMemoryToRegisterOrUniform : Phase<37, "knobs 122 to 135, 474", "keeps local variables in registers">,
    Improves<Ori, OnOriFunc, "ori-convert-memory-to-register", 1, 3>;
def OriPerformLiveDeadSecond : Phase<38, "always", "removes what is dead, again">;
def ExtractShaderConstsFirst : Phase<39, "O>1", "computes uniform expressions before the kernel">;
// ptxas 13.0 was seen to hoist from -O2 on, although its list says more.
def OriHoistInvariantsEarly : Phase<40, "O>2, HoistInvariants", "moves invariant code out of loops">,
    Improves<Ori, OnOriFunc, "ori-hoist-invariants", 2, 3>;
def Vectorization : Phase<41, "DisableReadVectorization, DisableWriteVectorization", "makes one access of neighbouring ones">;
def EmitPSI : Phase<42, "target", "sets up the inputs of pixel shaders">, Graphics;
def GeneralOptimizeMid : Phase<43, "always", "folds once more">;
def OptimizeNestedCondBranches : Phase<44, "O>1", "combines nested conditions">;
def ConvertVTGReadWrite : Phase<45, "target", "lowers inputs and outputs of geometry shaders">, Graphics;
def DoVirtualCTAExpansion : Phase<46, "target", "expands mesh shaders">, Graphics;
def MarkAdditionalColdBlocks : Phase<47, "always", "marks cold blocks">;
def ExpandMbarrier : Phase<48, "target", "expands operations on mbarriers">;
def ForwardProgress : Phase<49, "target", "lets lanes that wait give way">;
def OptimizeUniformAtomic : Phase<50, "knob 510, target", "makes one atomic of those of a warp">;
def MidExpansion : Phase<51, "target", "expands operations, second stage">;
def AdvancedPhaseAfterMidExpansion : Phase<52, "always", "marks progress">, Marker;
def GeneralOptimizeMid2 : Phase<53, "always", "folds once more">;
def AdvancedPhaseEarlyEnforceArgs : Phase<54, "always", "hook in front of 55">, Marker;
def EnforceArgumentRestrictions : Phase<55, "O>1, target", "makes operands legal, first time">;
def GvnCse : Phase<56, "O>1, EnableGvnCse", "removes repeated computations">,
    Improves<Ori, OnOriFunc, "cse", 2, 3>;
// Above level 1 the phase before has done it.
def OriCommoning : Phase<57, "always", "removes repeated computations">,
    Improves<Ori, OnOriFunc, "cse", 1, 1>;
def OriReassociateAndCommon : Phase<58, "AllowReassociateCSE", "reorders sums to find common parts">;
def ExtractShaderConstsFinal : Phase<59, "O>1", "computes uniform expressions before the kernel, last part">;
def OriReplaceEquivMultiDefMov : Phase<60, "always", "merges registers that are written with equal values">, FreeBySSA;
def OriPropagateVaryingFirst : Phase<61, "always", "finds what differs between lanes">;
def OriDoRematEarly : Phase<62, "O>1, RematEarlyEnable", "computes values again, first time">;
def LateExpansion : Phase<63, "target", "expands division, roots and wide operations">,
    Runs<Ori, OnOriFunc, "ori-late-expansion", 0, 3>;
def SpeculativeHoistComInsts : Phase<64, "O>1", "hoists what both arms of a branch do">;
def RemoveASTToDefaultValues : Phase<65, "target", "drops stores of default attributes">, Graphics;
def GeneralOptimizeLate : Phase<66, "always", "folds once more">;
def OriLoopFusion : Phase<67, "PerformLoopFusion", "fuses neighbouring loops">;
def DoVTGMultiViewExpansion : Phase<68, "target", "expands shaders of several views">, Graphics;
def OriSimpleLiveDead : Phase<69, "always", "removes what is obviously dead, again">;
def OriPerformLiveDeadThird : Phase<70, "always", "removes what is dead, third time">;
def OriRemoveRedundantMultiDefMov : Phase<71, "O>2", "removes moves to registers with several writes">, FreeBySSA;
// In front of 72, as what has guards is not merged.
def LateVectorization : Phase<73, "always", "makes one access of neighbouring ones of shared or local memory">,
    Improves<Ori, OnOriFunc, "ori-vectorize-accesses", 2, 3>;
def OriDoPredication : Phase<72, "O>1, Predication", "makes guards of short branches">,
    Improves<Ori, OnOriFunc, "ori-do-predication", 2, 3>;
def HoistLoads : OwnPhase<"always", "moves loads above branches whose ways meet before them">,
    Improves<Ori, OnOriFunc, "ori-hoist-loads", 2, 3>;
def LateOriCommoning : Phase<74, "always", "removes repeated computations under guards">;
def GeneralOptimizeLate2 : Phase<75, "always", "folds once more">;
def OriHoistInvariantsLate : Phase<76, "O>2", "moves invariant code out of loops, second time">;
def SinkCodeIntoBlock : Phase<77, "O>2, SinkCodeIntoBlock", "sinks code to the only block that uses it">,
    Improves<Ori, OnOriFunc, "ori-sink-code", 2, 3>;
def DoKillMovement : Phase<78, "O>2", "moves the end of pixels">, Graphics;
def DoTexMovement : Phase<79, "O>2", "moves texture fetches forward">;
def OriPropagateVaryingSecond : Phase<81, "always", "finds what differs between lanes, again">;
def OptimizeSyncInstructions : Phase<82, "O>1", "merges synchronisations">;
def AdvancedPhaseLateExpandSyncInstructions : Phase<83, "always", "hook of the target">, Marker;
def LateExpandSyncInstructions : Phase<84, "O>2", "expands synchronisation">;
def ConvertAllMovPhiToMov : Phase<85, "always", "leaves SSA">, FreeBySSA;
def InsertConvergence : OwnPhase<"always", "places convergence barriers">,
    Runs<OriToSASS, OnOriFunc, "ori-insert-convergence{guarded-exits=%optimize}", 0, 3>;
def LateArchOptimizeFirst : Phase<87, "target", "patterns of the target">;
def UpdateAfterOptimize : Phase<88, "always", "brings side tables up to date">, Marker;
def AdvancedPhaseLateConvUnSup : Phase<89, "always", "hook in front of 90">, Marker;
def LateExpansionUnsupportedOps : Phase<90, "O>1, target", "replaces what the target cannot execute, again">;
def LateMergeEquivalentConditionalFlow : Phase<91, "always", "merges blocks that do the same, again">;
def OriHoistInvariantsLate2 : Phase<92, "O>2", "moves invariant code out of loops, third time">;
def LateExpansionUnsupportedOpsMid : Phase<93, "target", "replaces what the target cannot execute, third time">;
def ExpandJmxComputation : Phase<94, "has JMX", "makes tables of indexed branches">;
def LateArchOptimizeSecond : Phase<95, "target", "patterns of the target, again">;
def AdvancedPhaseBackPropVReg : Phase<96, "always", "hook in front of 97">, Marker;
def OriBackCopyPropagate : Phase<97, "target", "propagates copies backwards">;
def OriSplitHighPressureLiveRanges : Phase<98, "always", "splits live ranges beyond the register limit">;
def OriPerformLiveDeadFourth : Phase<99, "always", "removes what is dead, fourth time">;
def OriPropagateGmma : Phase<100, "sm_90+", "keeps accumulators of warpgroups alive">;
def InsertPseudoUseDefForConvUR : Phase<101, "always", "keeps uniform values alive while threads are apart">;
def FixupGmmaSequence : Phase<102, "sm_90+", "orders operations of warpgroups">;
def LateEnforceArgumentRestrictions : Phase<103, "always", "moves constants to registers where a slot cannot take them">,
    Runs<OriToSASS, OnOriFunc, "ori-legalize-operands{hoist=%optimize}", 0, 3>;
// Here, because what operands may be is known only now. Other values go to uniform
// registers in the next phase, where R registers are short.
def ConvertToUniformReg : Phase<86, "DisableUreg", "moves uniform values to uniform registers">,
    Improves<OriToSASS, OnOriFunc, "ori-convert-to-uniform", 2, 3>;
// Here, because constants have become values of their own only now.
def OriDoRemat : Phase<80, "O>1, RematEnable", "computes cheap values again where registers keep warps from an SM">,
    Improves<OriToSASS, OnOriFunc, "ori-do-remat", 2, 3>;
def MergeTests : OwnPhase<"always", "tests for zero by the logic whose result is tested">,
    Improves<OriToSASS, OnOriFunc, "ori-merge-tests", 1, 3>;
def BalancePipes : OwnPhase<"always", "puts sums and shifts on the pipe that is free">,
    Improves<OriToSASS, OnOriFunc, "ori-balance-pipes", 1, 3>;
def OriHoistInvariantsLate3 : Phase<104, "O>2", "moves invariant code out of loops, fourth time">;
def AdvancedPhaseSetRegAttr : Phase<105, "always", "hook of the target">, Marker;
def OriSetRegisterAttr : Phase<106, "always", "says which banks registers prefer">;
def OriCalcDependantTex : Phase<107, "always", "finds dependent texture fetches">;
def AdvancedPhaseAfterSetRegAttr : Phase<108, "always", "hook of the target">, Marker;
def LateExpansionUnsupportedOps2 : Phase<109, "target", "replaces what the target cannot execute, fourth time">;
def FinalInspectionPass : Phase<110, "always", "checks that all is legal">, Marker;
def SetAfterLegalization : Phase<111, "O>1", "marks that all is legal">, Marker;
def ReportBeforeScheduling : Phase<112, "dump knob", "dumps the IR">, Marker;
def AdvancedPhasePreSched : Phase<113, "always", "hook in front of 114">, Marker;
def ScheduleInstructions : Phase<114, "always", "orders the instructions of each block before allocation">,
    Improves<OriToSASS, OnOriFunc, "ori-schedule-instructions", 1, 3>;
def UpdateAfterScheduleInstructions : Phase<115, "always", "brings side tables up to date">, Marker;
def BackPropagateVEC2D : Phase<116, "O>1, feature", "takes pairs of registers back to what writes them">;
def OriDoSyncronization : Phase<117, "O>1", "synchronises asynchronous results">;
def UpdateAfterOriDoSyncronization : Phase<118, "always", "brings side tables up to date">, Marker;
def ApplyPostSyncronizationWars : Phase<119, "O>1, target", "avoids faults of the hardware, first time">;
def ReportBeforeRegisterAllocation : Phase<120, "dump knob", "dumps the IR">, Marker;
def AdvancedPhaseAllocReg : Phase<121, "always", "hook in front of 122">, Marker;
def AllocateRegisters : Phase<122, "always", "assigns registers, spills what does not fit">,
    Runs<OriToSASS, OnOriFunc, "ori-allocate-registers", 0, 3>;
def ReportAfterRegisterAllocation : Phase<123, "dump knob", "dumps the IR">, Marker;
def UpdateAfterOriAllocateRegisters : Phase<124, "always", "brings side tables up to date">, Marker;
def Get64bRegComponents : Phase<125, "always", "makes words of 64-bit registers">;
def AdvancedPhasePostExpansion : Phase<126, "always", "hook in front of 127">, Marker;
def ConvertOriToSASS : OwnPhase<"always", "leaves SSA: machine instructions in layout order">,
    Runs<OriToSASS, OnModule, "convert-ori-to-sass", 0, 3>;
def HoistCopies : OwnPhase<"always", "copies in front of branches, where both ways can have them">,
    Improves<SASSFinalize, OnSASSFunc, "sass-hoist-copies", 1, 3>;
def BalanceCopies : OwnPhase<"always", "puts copies on the pipe that is free">,
    Improves<SASSFinalize, OnSASSFunc, "sass-balance-copies", 1, 3>;
def PostExpansion : Phase<127, "always", "expands what needs physical registers">;
def ApplyPostRegAllocWars : Phase<128, "target", "avoids faults of the hardware, second time">;
def AdvancedPhasePostSched : Phase<129, "always", "marks progress">, Marker;
def OriRemoveNopCode : Phase<130, "always", "removes NOPs">;
def OptimizeHotColdInLoop : Phase<131, "always", "puts cold blocks at the end of loops">;
def OptimizeHotColdFlow : Phase<132, "DisableOptimizeHotColdFlow", "puts cold blocks at the end of functions">;
def PostSchedule : Phase<133, "O>0", "orders the instructions of each block">,
    Improves<SASSFinalize, OnSASSFunc, "sass-schedule", 1, 3>;
def AdvancedPhasePostFixUp : Phase<134, "always", "hook in front of 140">, Marker;
def PlaceBlocksInSourceOrder : Phase<135, "O==0, DisableSourceOrder", "puts blocks in the order of the source">;
def PostFixForMercTargets : Phase<136, "target", "mends what the encoder asks for">;
def FixUpTexDepBarAndSync : Phase<137, "O>1, target", "mends barriers of texture fetches">;
def FenceAsyncCopies : OwnPhase<"always", "keeps asynchronous copies behind earlier accesses of shared memory">,
    Runs<SASSFinalize, OnSASSFunc, "sass-fence-async-copies", 0, 3>;
def AdvancedScoreboardsAndOpexes : Phase<138, "O>0", "dependency barriers, wait masks, stall counts and what is kept for reuse">,
    Runs<SASSFinalize, OnSASSFunc, "sass-set-control", 1, 3>;
def ProcessO0WaitsAndSBs : Phase<139, "O==0", "the same for code that was not scheduled">,
    Runs<SASSFinalize, OnSASSFunc, "sass-set-control", 0, 0>;
def PostFixUp : Phase<140, "target", "last patterns of the target">;
def MercConverter : Phase<141, "flag", "makes all encodable again">;
def MercEncodeAndDecode : Phase<142, "always", "encodes and checks by decoding">;
def MercExpandInstructions : Phase<143, "always", "expands compound instructions">;
def MercGenerateWARs1 : Phase<144, "always", "notes hazards, first time">;
def MercGenerateOpex : Phase<145, "always", "notes latencies of expanded code">;
def MercGenerateWARs2 : Phase<146, "always", "notes hazards, second time">;
def MercGenerateSassUCode : Phase<147, "always", "writes the bytes">;
def ComputeVCallRegUse : Phase<148, "always", "counts registers of indirect calls">;
def CalcRegisterMap : Phase<149, "always", "maps registers for debuggers">;
def UpdateAfterPostRegAlloc : Phase<150, "always", "brings side tables up to date">, Marker;
def ReportFinalMemoryUsage : Phase<151, "stat option", "reports memory">, Marker;
def AdvancedPhaseOriPhaseEncoding : Phase<152, "always", "marks progress">, Marker;
def FormatCodeList : Phase<153, "always", "formats the list of instructions">;
def UpdateAfterFormatCodeList : Phase<154, "always", "brings side tables up to date">, Marker;
def DumpNVuCodeText : Phase<155, "dump option", "dumps the code as text">, Marker;
def DumpNVuCodeHex : Phase<156, "dump option", "dumps the code as numbers">, Marker;
def DebuggerBreak : Phase<157, "not scheduled", "stops in a debugger">, Marker;
def NOP : Phase<158, "not scheduled", "stands for names that are not found">, Marker;

#endif // PTXMLIR_PIPELINES_PHASES
