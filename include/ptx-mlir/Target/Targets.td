//===- Targets.td - The SMs --------------------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record per value of -arch. Limits are those of the CUDA programming guide;
// constant bank offsets were observed on ptxas 13.0.88.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGETS
#define PTXMLIR_TARGETS

include "ptx-mlir/Target/Latencies.td"

//===----------------------------------------------------------------------===//
// Constant bank 0
//===----------------------------------------------------------------------===//

def Bank75 : ConstantBank {
  let ParamBase = 0x160;
  let LargeParamBase = 0x1a80;
  let BlockDim = 0x0;
  let GridDim = 0xc;
  let StackPointer = 0x28;
  let SharedWindow = 0x18;
  let LocalWindow = 0x20;
  let ConstWindow = 0x50;
  let BankWindow = 0x40;
  let LastParamByte = 0x114;
  let NumSMs = 0x10c;
  let DynamicSharedSize = 0x2c;
  let GridId = 0x30;
  let EnvReg0 = 0x88;
  let CurrentGraphExec = 0x120;
  let ImageDescriptors = 0x70;
}
def Bank80 : ConstantBank {
  let ParamBase = 0x160;
  let LargeParamBase = 0x1a80;
  let BlockDim = 0x0;
  let GridDim = 0xc;
  let StackPointer = 0x28;
  let MemoryDescriptor = 0x118;
  let SharedWindow = 0x18;
  let LocalWindow = 0x20;
  let ConstWindow = 0x50;
  let BankWindow = 0x40;
  let LastParamByte = 0x12c;
  let SharedSizeExcess = 0x114;
  let NumSMs = 0x10c;
  let DynamicSharedSize = 0x2c;
  let GridId = 0x30;
  let EnvReg0 = 0x88;
  let CurrentGraphExec = 0x130;
  let ReservedSharedEnd = 0x120;
  let ImageDescriptors = 0x70;
}
def Bank90 : ConstantBank {
  let ParamBase = 0x210;
  let BlockDim = 0x0;
  let GridDim = 0xc;
  let StackPointer = 0x28;
  let MemoryDescriptor = 0x208;
  let LocalWindow = 0x20;
  let ConstWindow = 0xd0;
  let ParamWindow = 0x198;
  let SharedSizeExcess = 0x114;
  let AggregatedSharedSize = 0x13c;
  let NumSMs = 0x10c;
  let DynamicSharedSize = 0x2c;
  let GridId = 0x30;
  let EnvReg0 = 0x40;
  let IsExplicitCluster = 0x140;
  let ClusterDim = 0x144;
  let ClusterGridDim = 0x15c;
  let CurrentGraphExec = 0x190;
  let ReservedSharedEnd = 0x68;
  let ClusterReciprocal = 0x150;
  let ClusterCTAs = 0x188;
  let ImageDescriptors = 0xf0;
}
def Bank100 : ConstantBank {
  let ParamBase = 0x380;
  let ParamOrigin = 0x380;
  let BlockDim = 0x360;
  let GridDim = 0x370;
  let StackPointer = 0x37c;
  let MemoryDescriptor = 0x358;
  let LocalWindow = 0x2f8;
  let ConstWindow = 0x120;
  let ParamWindow = 0x348;
  let SharedSizeExcess = 0x16c;
  let AggregatedSharedSize = 0x2bc;
  let NumSMs = 0x2d0;
  let DynamicSharedSize = 0x2ac;
  let GridId = 0x140;
  let EnvReg0 = 0x250;
  let IsExplicitCluster = 0x36c;
  let ClusterDim = 0x2a0;
  let ClusterGridDim = 0x2c0;
  let CurrentGraphExec = 0x2e8;
  let ReservedSharedEnd = 0x278;
  let ClusterReciprocal = 0x2b0;
  let ClusterCTAs = 0x2cc;
  let ImageDescriptors = 0x150;
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

def Limits75 : SMLimits {
  let MaxWarps = 32;
  let MaxCTAs = 16;
  let SharedPerSM = 65536;
  let SharedPerCTAOptIn = 65536;
  let ReservedSharedPerCTA = 0;
  let SharedAllocUnit = 256;
}
def Limits80 : SMLimits {
  let SharedPerSM = 167936;
  let SharedPerCTAOptIn = 166912;
}
def Limits86 : SMLimits {
  let MaxWarps = 48;
  let MaxCTAs = 16;
  let SharedPerSM = 102400;
  let SharedPerCTAOptIn = 101376;
}
def Limits87 : SMLimits {
  let MaxWarps = 48;
  let MaxCTAs = 16;
  let SharedPerSM = 167936;
  let SharedPerCTAOptIn = 166912;
}
def Limits89 : SMLimits {
  let MaxWarps = 48;
  let MaxCTAs = 24;
  let SharedPerSM = 102400;
  let SharedPerCTAOptIn = 101376;
}
class SM90Limits : SMLimits {
  let SharedPerSM = 233472;
  let SharedPerCTAOptIn = 232448;
}
class SM100Limits : SMLimits {
  let SharedPerSM = 233472;
  let SharedPerCTAOptIn = 232448;
  let UniformRegisters = 80;
}
class SM110Limits : SMLimits {
  let MaxWarps = 48;
  let MaxCTAs = 24;
  let SharedPerSM = 233472;
  let SharedPerCTAOptIn = 232448;
  let UniformRegisters = 80;
}
class SM120Limits : SMLimits {
  let MaxWarps = 48;
  let MaxCTAs = 24;
  let SharedPerSM = 102400;
  let SharedPerCTAOptIn = 101376;
  let UniformRegisters = 80;
}

// Code for one SM alone may have all of shared memory for its variables, that for
// a family not (observed: ptxas refuses the first byte more).
def Limits90 : SM90Limits;
def Limits90a : SM90Limits {
  let SharedPerCTA = SharedPerCTAOptIn;
}
def Limits100 : SM100Limits;
def Limits100a : SM100Limits {
  let SharedPerCTA = SharedPerCTAOptIn;
}
def Limits110 : SM110Limits;
def Limits110a : SM110Limits {
  let SharedPerCTA = SharedPerCTAOptIn;
}
def Limits120 : SM120Limits;
def Limits120a : SM120Limits {
  let SharedPerCTA = SharedPerCTAOptIn;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

// Families: {100, 103}, {110}, {120, 121}; before sm_100 each SM is its own.
def sm_75 : Target<75, "", 75, SM75Model, Limits75, Bank75, Features75> { let FirstPTX = 63; }
def sm_80 : Target<80, "", 80, SM80Model, Limits80, Bank80, Features80> { let FirstPTX = 70; }
def sm_86 : Target<86, "", 86, SM86Model, Limits86, Bank80, Features86> { let FirstPTX = 71; }
def sm_87 : Target<87, "", 87, SM87Model, Limits87, Bank80, Features87> { let FirstPTX = 74; }
def sm_88 : Target<88, "", 88, SM88Model, Limits86, Bank80, Features86> { let FirstPTX = 73; }
def sm_89 : Target<89, "", 89, SM89Model, Limits89, Bank80, Features89> { let FirstPTX = 78; }
def sm_90 : Target<90, "", 90, SM90Model, Limits90, Bank90, Features90> { let FirstPTX = 78; }
def sm_90a : Target<90, "a", 90, SM90Model, Limits90a, Bank90, Features90> { let FirstPTX = 80; }
def sm_100 : Target<100, "", 100, SM100Model, Limits100, Bank100, Features100> { let FirstPTX = 86; }
def sm_100a : Target<100, "a", 100, SM100Model, Limits100a, Bank100, Features100> { let FirstPTX = 86; }
def sm_100f : Target<100, "f", 100, SM100Model, Limits100, Bank100, Features100> { let FirstPTX = 88; }
def sm_103 : Target<103, "", 100, SM103Model, Limits100, Bank100, Features100> { let FirstPTX = 88; }
def sm_103a : Target<103, "a", 100, SM103Model, Limits100a, Bank100, Features100> { let FirstPTX = 88; }
def sm_103f : Target<103, "f", 100, SM103Model, Limits100, Bank100, Features100> { let FirstPTX = 88; }
def sm_110 : Target<110, "", 110, SM110Model, Limits110, Bank100, Features100> { let FirstPTX = 90; }
def sm_110a : Target<110, "a", 110, SM110Model, Limits110a, Bank100, Features100> { let FirstPTX = 90; }
def sm_110f : Target<110, "f", 110, SM110Model, Limits110, Bank100, Features100> { let FirstPTX = 90; }
def sm_120 : Target<120, "", 120, SM120Model, Limits120, Bank100, Features100> { let FirstPTX = 87; }
def sm_120a : Target<120, "a", 120, SM120Model, Limits120a, Bank100, Features100> { let FirstPTX = 87; }
def sm_120f : Target<120, "f", 120, SM120Model, Limits120, Bank100, Features100> { let FirstPTX = 88; }
def sm_121 : Target<121, "", 120, SM121Model, Limits120, Bank100, Features100> { let FirstPTX = 88; }
def sm_121a : Target<121, "a", 120, SM121Model, Limits120a, Bank100, Features100> { let FirstPTX = 88; }
def sm_121f : Target<121, "f", 120, SM121Model, Limits120, Bank100, Features100> { let FirstPTX = 88; }

//===----------------------------------------------------------------------===//
// Names and versions that PTX may have (observed on ptxas 13.0.88)
//===----------------------------------------------------------------------===//

def sm_10 : PTXOnlyTarget<10, 10, []>;
def sm_11 : PTXOnlyTarget<11, 10, []>;
def sm_12 : PTXOnlyTarget<12, 12, []>;
def sm_13 : PTXOnlyTarget<13, 12, Features13>;
def sm_20 : PTXOnlyTarget<20, 20, FeaturesOld>;
def sm_21 : PTXOnlyTarget<21, 20, FeaturesOld>;
def sm_30 : PTXOnlyTarget<30, 30, FeaturesOld>;
def sm_32 : PTXOnlyTarget<32, 40, FeaturesOld>;
def sm_35 : PTXOnlyTarget<35, 31, FeaturesOld>;
def sm_37 : PTXOnlyTarget<37, 41, FeaturesOld>;
def sm_50 : PTXOnlyTarget<50, 40, FeaturesOld>;
def sm_52 : PTXOnlyTarget<52, 41, FeaturesOld>;
def sm_53 : PTXOnlyTarget<53, 42, FeaturesOld>;
def sm_60 : PTXOnlyTarget<60, 50, FeaturesOld>;
def sm_61 : PTXOnlyTarget<61, 50, FeaturesOld>;
def sm_62 : PTXOnlyTarget<62, 50, FeaturesOld>;
def sm_70 : PTXOnlyTarget<70, 51, FeaturesOld>;
def sm_72 : PTXOnlyTarget<72, 61, FeaturesOld>;
def sm_82 : PTXOnlyTarget<82, 62, Features80>;
// The name of sm_110 before PTX ISA 9.0.
def sm_101 : PTXOnlyTarget<110, 86, Features100>;
def sm_101a : PTXOnlyTarget<110, 86, Features100, "a">;
def sm_101f : PTXOnlyTarget<110, 88, Features100, "f">;

def PTXVersions : PTXVersionList<[
  10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 30, 31, 32, 40, 41, 42, 43, 50, 51,
  60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83,
  84, 85, 86, 87, 88, 90
]>;

#endif // PTXMLIR_TARGETS
