//===- TargetBase.td - The schema of machine models --------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `LatencyModel` says how many cycles must pass between two instructions that
// share a register, and which instructions complete through a dependency
// barrier instead. A `Target` is one value of -arch: its limits, its constant
// bank layout and its latency model.
//
// Latencies hold between ports: how a class of instructions writes a register
// file (`WritePort`), and how it reads one (`ReadPort`). An instruction class may
// have several ports per file (IMAD.WIDE writes its low half earlier than its
// high half).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_BASE
#define PTXMLIR_TARGET_BASE

include "ptx-mlir/ISA/Base.td"
include "ptx-mlir/Target/Features.td"

/// R, UR, P or UP; `Index` is the value of target::RegFile.
class RegFile<int index> { int Index = index; }
def FileR : RegFile<0>;
def FileUR : RegFile<1>;
def FileP : RegFile<2>;
def FileUP : RegFile<3>;

class Port<RegFile file> {
  RegFile File = file;
  // The port that is most like it, for pairs that are hardly ever seen.
  Port Like = ?;
}
class ReadPort<RegFile file> : Port<file>;
class WritePort<RegFile file> : Port<file>;

// Registers. "Late" readers take their operands after issue (units outside the
// core's own pipes): LateXU the transcendental and conversion unit, constant
// loads and branches, LateAGU memory addresses and data.
def rALU : ReadPort<FileR>;
def rALUDual : ReadPort<FileR> { let Like = rALU; }
def rFMA : ReadPort<FileR>;
def rFMA2High : ReadPort<FileR> { let Like = rFMA; }
def rWideAB : ReadPort<FileR> { let Like = rFMA; }
def rWideC : ReadPort<FileR> { let Like = rFMA; }
def rWideCHigh : ReadPort<FileR> { let Like = rWideC; }
def rHalf : ReadPort<FileR> { let Like = rFMA; }
def rALU64 : ReadPort<FileR> { let Like = rALU; }
def rALUDual64 : ReadPort<FileR> { let Like = rALUDual; }
def rHMNMX2 : ReadPort<FileR> { let Like = rALU; }
def rHSET2 : ReadPort<FileR> { let Like = rHalf; }
def rHalfMMA : ReadPort<FileR> { let Like = rHalf; }
def rDouble : ReadPort<FileR>;
def rTensor : ReadPort<FileR>;
def rTensorC : ReadPort<FileR> { let Like = rTensor; }
def rLateAGU : ReadPort<FileR>;
def rLateXU : ReadPort<FileR> { let Like = rLateAGU; }
def rR2UR : ReadPort<FileR> { let Like = rLateXU; }
def rCollective : ReadPort<FileR> { let Like = rLateXU; }
def rIMMASmall : ReadPort<FileR> { let Like = rTensor; }
def rIMMASmallC : ReadPort<FileR> { let Like = rTensorC; }
def rGroup : ReadPort<FileR> { let Like = rTensor; }

def wALU : WritePort<FileR>;
def wALUDual : WritePort<FileR> { let Like = wALU; }
def wALU64 : WritePort<FileR> { let Like = wALU; }
def wALUDual64 : WritePort<FileR> { let Like = wALUDual; }
def wCS2R : WritePort<FileR> { let Like = wALU; }
def wDisp64 : WritePort<FileR> { let Like = wALU; }
def wFMA : WritePort<FileR> { let Like = wALU; }
def wFMA2 : WritePort<FileR> { let Like = wFMA; }
def wFMA2High : WritePort<FileR> { let Like = wFMA2; }
def wWideLow : WritePort<FileR> { let Like = wFMA; }
def wWideHigh : WritePort<FileR> { let Like = wFMA; }
def wHalf : WritePort<FileR> { let Like = wFMA; }
def wHMNMX2 : WritePort<FileR> { let Like = wALU; }
def wHSET2 : WritePort<FileR> { let Like = wHalf; }
def wHalfMMA : WritePort<FileR> { let Like = wHalf; }
def wDouble : WritePort<FileR>;
def wHMMA : WritePort<FileR>;
def wHMMAHalf : WritePort<FileR> { let Like = wHMMA; }
def wIMMA : WritePort<FileR> { let Like = wHMMA; }
def wIMMAHalf : WritePort<FileR> { let Like = wIMMA; }
def wIMMASmall : WritePort<FileR> { let Like = wIMMAHalf; }
def wOMMA : WritePort<FileR> { let Like = wHMMA; }
def wDMMA : WritePort<FileR>;
def wVariable : WritePort<FileR>;
def wGroup : WritePort<FileR>; // products of a warp group: WARPGROUP.DEPBAR
def wRedirected : WritePort<FileR>; // FP64 where it shares a far unit: barrier

// Uniform registers.
def urVector : ReadPort<FileUR>;
def urLate : ReadPort<FileUR>;
def urBranch : ReadPort<FileUR> { let Like = urLate; }
def urUniform : ReadPort<FileUR>;
def urConst : ReadPort<FileUR>; // index of ULDC, bindless bank, writers by barrier
def urUMOV : ReadPort<FileUR> { let Like = urUniform; }
def urTensorCore : ReadPort<FileUR> { let Like = urLate; }
def urTexture : ReadPort<FileUR> { let Like = urLate; }
def urGroup : ReadPort<FileUR> { let Like = urLate; }

def uwUniform : WritePort<FileUR>;
def uwWide : WritePort<FileUR> { let Like = uwUniform; }
def uwWideHigh : WritePort<FileUR> { let Like = uwWide; }
def uwConvert : WritePort<FileUR> { let Like = uwUniform; }
def uwConst : WritePort<FileUR>; // ULDC, VOTEU: one step
def uwUMOV : WritePort<FileUR> { let Like = uwConst; }
def uwR2UR : WritePort<FileUR>;
def uwVariable : WritePort<FileUR>;

// Predicates.
def prGuard : ReadPort<FileP>; // also sources of late units
def prBranch : ReadPort<FileP> { let Like = prGuard; } // source of a branch beside its guard
def prALU : ReadPort<FileP>;
def prALUDual : ReadPort<FileP> { let Like = prALU; }
def prFMA : ReadPort<FileP> { let Like = prALU; }
def prVote : ReadPort<FileP> { let Like = prGuard; }
def prHMNMX2 : ReadPort<FileP> { let Like = prALU; }
def prHalf : ReadPort<FileP>;
def prDouble : ReadPort<FileP> { let Like = prGuard; }

def pwALU : WritePort<FileP>;
def pwALUDual : WritePort<FileP> { let Like = pwALU; }
def pwALU64 : WritePort<FileP> { let Like = pwALU; }
def pwALUDual64 : WritePort<FileP> { let Like = pwALUDual; }
def pwFMA : WritePort<FileP> { let Like = pwALU; }
def pwHalf : WritePort<FileP>;
def pwR2UR : WritePort<FileP>;
def pwDouble : WritePort<FileP>;
def pwVariable : WritePort<FileP>;
def pwRedirected : WritePort<FileP> { let Like = pwVariable; }

// Uniform predicates.
def uprGuard : ReadPort<FileUP>;
def uprVector : ReadPort<FileUP>;
def uprUniform : ReadPort<FileUP>;
def uprBranch : ReadPort<FileUP>;
def uprTensorCore : ReadPort<FileUP> { let Like = uprVector; }
def uprGroup : ReadPort<FileUP> { let Like = uprVector; }
def uprGroupReg : ReadPort<FileUP> { let Like = uprGroup; }

def upwUniform : WritePort<FileUP>;
def upwVote : WritePort<FileUP>;
def upwVariable : WritePort<FileUP>;

//===----------------------------------------------------------------------===//
// Latencies: later entries of a model override earlier ones
//===----------------------------------------------------------------------===//

/// Cycles from the issue of the first instruction of a pair to the earliest
/// legal issue of the second. All ports of an entry are of one file.
class Latency<string kind, list<Port> first, list<Port> second, int cycles> {
  string Kind = kind;
  list<Port> First = first;
  list<Port> Second = second;
  int Cycles = cycles;
  // Replaces Cycles when the first instruction is predicated (Output only).
  int IfPredicated = cycles;
}
/// Read after write.
class True<list<WritePort> writers, list<ReadPort> readers, int cycles>
    : Latency<"True", writers, readers, cycles>;
/// Write after write; a predicated first write may take longer.
class Output<list<WritePort> first, list<WritePort> second, int cycles,
             int ifPredicated = cycles>
    : Latency<"Output", first, second, cycles> {
  let IfPredicated = ifPredicated;
}
/// Write after read.
class Anti<list<ReadPort> readers, list<WritePort> writers, int cycles>
    : Latency<"Anti", readers, writers, cycles>;

/// What ptxas was seen to do (Measured*.td, which utils/isa/latencies.py writes):
/// for each of the rule's SMs the number of dependences of a pair of ports and the
/// least distance of all of them. sass-tblgen makes the entry of them:
///  - of at least MinSamples samples the least distance;
///  - of fewer the largest of the neighbours, but no more than what was seen. A
///    neighbour is the same pair on the nearest SM below and above, and on this
///    SM the pair with ports that are like these, where there are enough samples;
///  - without any neighbour the Latency of the model, but no more than what was
///    seen.
/// Smallest has what latencies.py needs to add other code to this evidence: for
/// each SM the smallest distances, as many as decide which one counts; where the
/// list is empty the least, once of fewer than MinSamples.
class Measured<string kind, Port first, Port second, list<int> least, list<int> samples,
               list<list<int>> smallest = []> {
  string Kind = kind; // True, Output, OutputPredicated, Anti
  Port First = first;
  Port Second = second;
  list<int> Least = least;
  list<int> Samples = samples;
  list<list<int>> Smallest = smallest;
}
def MeasuringRule {
  list<int> SMs = [75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121];
  int MinSamples = 20;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// What a scheduling class of Base.td means on a machine.
class ClassTraits<SchedClass cls> {
  SchedClass Class = cls;
  // Results arrive at a variable time: a write barrier tells when.
  bit WriteBarrier = 0;
  // Of those with barriers: the fixed latencies of the ports hold, too, and an
  // instruction that sets no barrier relies on them alone. We always set
  // one; code that has none is no hazard if it keeps the latencies.
  bit OptionalBarrier = 0;
  // R sources are read at a variable time: a read barrier tells when.
  bit ReadBarrier = 0;
  // The same for UR sources.
  bit ReadBarrierUR = 0;
  // Least stall count of the instruction itself.
  int MinStall = 1;
  // Instructions of one group return their results in the order of issue, so
  // that one barrier may stand for the earlier ones. 0: none.
  int InOrderGroup = 0;
  // Instructions of one group read their sources in the order of issue. 0: none.
  int ReadOrderGroup = 0;
  // Predicate results are there when the sources have been read, too.
  bit PredicateByRead = 0;
  // Classes of one unit share the operand reuse cache: a source that one of them
  // reads takes the place of what another one has put there (observed).
  int ReuseUnit = 0;
  // Planning: cycles until the result is expected, and cycles that the pipe is
  // busy with one instruction. No correctness depends on them.
  int Estimate = 5;
  int Occupancy = 1;
  // Ports by register file. `High`: the registers of a slot after the first;
  // `ReadC`, `ReadCHigh`: slot `c`; `WriteSingle`: a destination of one register.
  ReadPort Read = rALU;
  ReadPort ReadHigh = Read;
  ReadPort ReadC = Read;
  ReadPort ReadCHigh = ReadC;
  WritePort Write = wALU;
  WritePort WriteHigh = Write;
  WritePort WriteSingle = WriteHigh;
  ReadPort URead = urVector;
  WritePort UWrite = uwUniform;
  WritePort UWriteHigh = UWrite;
  ReadPort PRead = prALU;
  WritePort PWrite = pwALU;
  ReadPort UPRead = uprVector;
  WritePort UPWrite = upwUniform;
}

class LatencyModel<int sm, list<ClassTraits> classes, list<Latency> latencies> {
  int SM = sm;
  list<ClassTraits> Classes = classes;
  list<Latency> Latencies = latencies;
  // The ports of guards.
  ReadPort Guard = prGuard;
  ReadPort UniformGuard = uprGuard;
  // A wait on a dependency barrier comes at least this many cycles after the
  // instruction that sets it.
  int BarrierSetToWait = 2;
  int NumBarriers = 6;
  int MaxStall = 15;
  // From this stall count on the warp must be allowed to be switched.
  int YieldStall = 12;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// Byte offsets in constant bank 0; -1: not there on this SM.
class ConstantBank {
  int ParamBase = -1;
  // The same for kernels with more bytes of parameters than MaxSmallParams.
  int LargeParamBase = -1;
  int MaxSmallParams = 4352;
  int ParamOrigin = 0;       // where alignments of parameters count from
  int BlockDim = -1;         // ntid.x, .y, .z
  int GridDim = -1;          // nctaid.x, .y, .z
  int StackPointer = -1;     // initial value of R1
  int MemoryDescriptor = -1; // 64 bits, for a uniform register of LDG/STG/ATOMG
  int SharedWindow = -1;     // generic address of the shared window, low word
  int LocalWindow = -1;      // the same for local memory
  int ConstWindow = -1;      // 64-bit generic address of bank 3
  // 64-bit generic addresses of parameter 0 and of the last byte of the
  // parameters.
  int ParamWindow = -1;
  // 64-bit generic address of bank 0, and the offset of the last byte of the
  // parameters in it.
  int BankWindow = -1;
  int LastParamByte = -1;
  int DynamicSharedSize = -1;
  int SharedSizeExcess = -1; // what SR_SMEMSZ has more than total_smem_size
  int AggregatedSharedSize = -1; // aggr_smem_size is at most that
  int NumSMs = -1;           // nsmid
  int GridId = -1;
  int EnvReg0 = -1;
  int ClusterGridDim = -1;   // nclusterid.x, .y, .z
  int ClusterDim = -1;       // cluster_nctaid.x, .y, .z
  int IsExplicitCluster = -1;
  int CurrentGraphExec = -1;
  int ReservedSharedEnd = -1;
  int ClusterReciprocal = -1; // f32: 1 / cluster_nctaid.x, .y, .z
  int ClusterCTAs = -1;       // cluster_nctarank
  // 64-bit addresses of the tables of descriptors that queries of textures, samplers
  // and surfaces read, in this order.
  int ImageDescriptors = -1;
}

/// Limits of an SM, as the CUDA programming guide's compute capability tables
/// give them. Sizes are in bytes.
class SMLimits {
  int MaxWarps = 64;
  int MaxCTAs = 32;
  int SharedPerSM = 0;
  int SharedPerCTA = 49152;        // without opt-in
  int SharedPerCTAOptIn = 0;
  int ReservedSharedPerCTA = 1024;
  int SharedAllocUnit = 128;
  int RegistersPerSM = 65536;
  int RegistersPerThread = 255;
  int RegisterAllocUnit = 256;     // per warp
  int UniformRegisters = 63;
  int MaxThreadsPerCTA = 1024;
  int NamedBarriers = 16;          // of a CTA
  int Partitions = 4;              // with a warp scheduler each
}

class Target<int sm, string suffix, int family, LatencyModel latencies,
             SMLimits limits, ConstantBank bank, list<Feature> features> {
  int SM = sm;
  // "", "a" (this SM only) or "f" (this SM's family).
  string Suffix = suffix;
  // SMs with the same number run each other's "f" code.
  int Family = family;
  LatencyModel Latencies = latencies;
  SMLimits Limits = limits;
  ConstantBank Bank = bank;
  list<Feature> Features = features;
  // Code is padded to a multiple of this many bytes with a self-branch and NOPs.
  int CodePadding = 128;
  // The lowest byte of e_flags of cubins.
  int ElfFlags = !if(!ge(sm, 100), 2, 4);
  // The begin of shared memory belongs to the system: a part that all kernels have,
  // then a variable of so many bytes (0: there is none), then the words that keep what
  // is allocated of tensor memory, in kernels that allocate some.
  int ReservedShared = !if(!ge(sm, 100), 0x40, 0);
  int ReservedSharedVariable = !if(!eq(sm, 110), 0x80, 0);
  int ReservedSharedTensor = !if(!ge(sm, 100), 0x20, 0);
  // The least number of NOPs behind the branch that closes the code.
  int PaddingNops = !if(!eq(sm, 75), 0, 8);
  // Workarounds that a kernel heeds (attribute SW_WAR, observed); -1: it does not say.
  int Workarounds = !cond(!eq(sm, 75): 1, !eq(sm, 87): 2, !lt(sm, 90): -1,
                          !lt(sm, 120): 8, true: 0);
  // Record 11 of .nv.compat, and what it is in a module that computes in f64. Nothing
  // more is known about it.
  int CompatRecord11 = !cond(!eq(sm, 100): 9, !ge(sm, 120): 0x50, true: 0);
  int CompatRecord11Double = !if(!eq(sm, 100), 1, CompatRecord11);
  // PTX ISA version in which the target appeared, times ten.
  int FirstPTX = 0;
}

/// A name that `.target` may have and for which no code is made: PTX for it is
/// compiled for newer SMs.
class PTXOnlyTarget<int sm, int firstPTX, list<Feature> features, string suffix = ""> {
  int SM = sm;
  string Suffix = suffix;
  int Family = sm;
  int FirstPTX = firstPTX;
  list<Feature> Features = features;
}

/// The versions of the PTX ISA, times ten.
class PTXVersionList<list<int> versions> {
  list<int> Versions = versions;
}

#endif // PTXMLIR_TARGET_BASE
