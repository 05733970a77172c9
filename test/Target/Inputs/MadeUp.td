//===- MadeUp.td - An SM that does not exist ---------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sm_105 is for tests only: it shows that a new SM is records and nothing else. It
// mixes what no real SM has together, so that code which takes one fact for
// another one goes wrong.
//
// Its number is between those of sm_103 and sm_110, so that the ranges of
// ISA/*.td give it the encodings of that family: eight bits for uniform registers,
// LDCU and not ULDC, IMNMX and none of VIMNMX, VIMNMX3 and VIADDMNMX (sm_90 to
// sm_103, sm_120), no pairs of f32. Every feature below can be encoded there.
//
//===----------------------------------------------------------------------===//

include "ptx-mlir/Target/Targets.td"
include "ptx-mlir/Target/Timing.td"

// Constants at places of its own. The window of shared memory is in the bank as on
// sm_75 to sm_89, and so are parameters as part of the window of the bank; clusters
// as from sm_90 on.
def Bank105 : ConstantBank {
  let ParamBase = 0x4a0;
  let BlockDim = 0x410;
  let GridDim = 0x424;
  let StackPointer = 0x44c;
  let MemoryDescriptor = 0x480;
  let SharedWindow = 0x458;
  let LocalWindow = 0x460;
  let ConstWindow = 0x468;
  let BankWindow = 0x470;
  let LastParamByte = 0x490;
  let DynamicSharedSize = 0x1c4;
  let SharedSizeExcess = 0x1cc;
  let AggregatedSharedSize = 0x1d4;
  let NumSMs = 0x1dc;
  let GridId = 0x208;
  let EnvReg0 = 0x288;
  let ClusterGridDim = 0x18c;
  let ClusterDim = 0x198;
  let IsExplicitCluster = 0x1a4;
  let CurrentGraphExec = 0x310;
  let ReservedSharedEnd = 0x318;
  let ClusterReciprocal = 0x1a8;
  let ClusterCTAs = 0x1b4;
  let ImageDescriptors = 0x330;
}

// 48 warps as sm_86, with more CTAs than it and fewer than sm_89 has; half as many uniform
// registers as any SM; registers allocated and limited in a way of its own; fewer barriers and
// partitions.
def Limits105 : SMLimits {
  let MaxWarps = 48;
  let MaxCTAs = 20;
  let SharedPerSM = 133120;
  let SharedPerCTAOptIn = 132096;
  let RegistersPerThread = 199;
  let RegisterAllocUnit = 512;
  let UniformRegisters = 32;
  let NamedBarriers = 12;
  let Partitions = 2;
}

// f64 and R2UR through barriers as on sm_86, tensor instructions at fixed latencies as
// on sm_90, integers slower than anywhere, four dependency barriers of six.
def SM105Model : LatencyModel<105, !listconcat(classes80, [ClsALUDual]),
    !listconcat(latencies100, [
      True<aluWriters, aluReaders, 7>,
      True<aluWriters, lateReaders, 9>,
      True<fmaWriters, allReaders, 8>,
      True<pALUWriters, pALUReaders, 8>,
      True<uPipeWriters, [urUniform], 7>])> {
  let NumBarriers = 4;
  let BarrierSetToWait = 3;
  let MaxStall = 13;
  let YieldStall = 10;
}

// Of sm_90: images by uniform registers, records of cubins; of sm_80 to sm_89: marked
// policies, a workaround, counts of registers in the headers of sections; of sm_100
// and later: marked reconvergence and wide uniform registers, but no second set of
// sections.
defvar Features105 = !listconcat(Features20, [
  CompatSection, UniformImageHandles, MarkedPolicies, Workaround2861232,
  RegistersInSectionInfo, MarkedReconvergence, ShownCarries]);

def sm_105 : Target<105, "", 105, SM105Model, Limits105, Bank105, Features105> {
  let CodePadding = 256;
  let PaddingNops = 3;
  let FirstPTX = 90;
}

def Timing105 : TimingModel<105, !listconcat(uses86, double32, Tensor90.Uses), integerProducts,
                            PathAmpere, Memory89, GB10>;
