//===- Timing.td - Throughput and memory of the SMs --------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources, by the letters used below:
//
// [BPG]   NVIDIA, CUDA C++ Best Practices Guide, "Throughput of Native Arithmetic
//         Instructions": results a cycle and SM by compute capability. N results
//         are N/32 warp instructions a cycle and SM, a quarter of it a
//         sub-partition, so that the interval is 128/N cycles.
// [NCU]   NVIDIA, Nsight Compute, Kernel Profiling Guide: pipes, stall reasons.
// [WP]    NVIDIA's architecture papers (Turing, A100, GA102, Ada, H100, Blackwell)
//         and data sheets: units, caches, clocks, memory bandwidth.
// [HUE]   Huerta, Abaie Shoushtary, Cruz, Gonzalez: Analyzing Modern NVIDIA GPU
//         cores, MICRO 2025 (arXiv 2503.20481): tables 1 and 2, on sm_86.
// [JIA]   Jia, Maggioni, Smith, Scarpazza: Dissecting the NVidia Turing T4 GPU via
//         Microbenchmarking, 2019 (arXiv 1903.07486): sm_75.
// [LUO]   Luo et al.: Benchmarking and Dissecting the Nvidia Hopper GPU
//         Architecture via Microbenchmarking, IPDPS 2024 (arXiv 2402.13499):
//         A100, RTX 4090, H100.
// [JAR]   Jarmusch, Graddon, Chandrasekaran: Dissecting the NVIDIA Blackwell
//         Architecture with Microbenchmarks, 2025 (arXiv 2507.10789): RTX 5080.
// [ZHA]   Zhang, Wahib, Zhang, Matsuoka: A Study of Single and Multi-device
//         Synchronization Methods in Nvidia GPUs, IPDPS 2020.
//
// "Taken over" marks a number that nobody has published for the SM and that is
// its nearest relative's.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TIMING
#define PTXMLIR_TIMING

include "ptx-mlir/Target/TimingBase.td"

//===----------------------------------------------------------------------===//
// Pipes
//===----------------------------------------------------------------------===//

defvar integerClasses = [SchedALU, SchedALUDual, SchedHMNMX2, SchedCS2R, SchedDisp64, SchedVote,
                         SchedElect];
defvar tensorOnePass = [SchedHMMAHalf, SchedIMMAHalf];
defvar tensorTwoPass = [SchedHMMA, SchedIMMA, SchedOMMA];
defvar vectorOnly = [SchedR2UR];

defvar usesCommon = [
  // [BPG] 64 results: integer, logic, comparisons, shifts, votes.
  PipeUse<integerClasses, [PipeALU], 2>,
  PipeUse<vectorOnly, [PipeALU], 2>,
  // 64 bits through 32-bit units: two passes.
  PipeUse<[SchedALU64, SchedALUDual64], [PipeALU], 4>,
  // [BPG] 64 results: integer products.
  PipeUse<[SchedIMADWide], [PipeFMAHeavy], 2>,
  // Two f32 operations in 64 bits (sm_100): half the units for one warp each.
  PipeUse<[SchedFMA2], [PipeFMAHeavy], 2>,
  // [BPG] 16 results: reciprocals, exponentials, bit counts, conversions;
  // reductions of a warp.
  PipeUse<[SchedMUFU, SchedRedux], [PipeXU], 8, QueueMIO>,
  // No figure is published: as fast as instructions can be issued.
  PipeUse<[SchedUniform, SchedUniformWide, SchedUniformConvert, SchedULDC, SchedLDCU, SchedUMOV],
          [PipeUniform], 1>,
  PipeUse<[SchedControl, SchedBranch, SchedConvergence, SchedCollective], [PipeCBU], 1>,
  // [BPG] 16 operations of __syncthreads a cycle and SM.
  PipeUse<[SchedBarrier], [PipeADU], 2>,
  PipeUse<[SchedS2R, SchedConstLoad], [PipeADU], 2, QueueMIO>,
  // Memory: the queue is that of the space which the instruction accesses; here
  // the one of shared memory and of the exchange between lanes.
  PipeUse<[SchedLoad, SchedStore, SchedAtomic, SchedSharedLoad, SchedShuffle, SchedAsync,
           SchedCopy, SchedSyncs, SchedTMemLoad, SchedTMemStore, SchedTensorCore],
          [PipeLSU], 1, QueueMIO>,
  // [WP] four texture units an SM: a quad a cycle each.
  PipeUse<[SchedTexture, SchedSurface], [PipeTEX], 2, QueueTEX>,
  PipeUse<[SchedFence, SchedDepbar, SchedNop], [], 1>,
];

// [BPG] f32: 64 results before sm_86 (without sm_87's relatives), 128 since, which
// are two units of half a warp: FFMA, FADD and FMUL take either, integer products
// only the first ([NCU], fmaheavy and fmalite).
defvar float64Results = [PipeUse<[SchedFMA], [PipeFMAHeavy], 2>];
defvar float128Results = [PipeUse<[SchedFMA], [PipeFMAHeavy, PipeFMALite], 2>];
defvar integerProducts = [OpcodeUse<["IMAD", "IDP_4A", "IDP_2A", "VIADD"], [PipeFMAHeavy], 2>];
// [BPG] f16: 128 results are 64 packed ones, 256 are 128.
defvar half128Results = [PipeUse<[SchedFP16, SchedHSET2], [PipeFMAHeavy], 2>,
                         PipeUse<[SchedFP16MMA], [PipeFMAHeavy], 2>];
defvar halfOwnUnit = [PipeUse<[SchedFP16, SchedHSET2], [PipeFP16], 2>,
                      PipeUse<[SchedFP16MMA], [PipeTensor], 2>];
defvar half256Results = [PipeUse<[SchedFP16, SchedHSET2], [PipeFP16], 1>,
                         PipeUse<[SchedFP16MMA], [PipeTensor], 2>];
// [BPG] f64: 32, 64 or 2 results; with 2 one unit serves the SM.
defvar double32 = [PipeUse<[SchedFP64], [PipeFP64], 4>];
defvar double64 = [PipeUse<[SchedFP64], [PipeFP64], 2>];
defvar double2 = [PipeUse<[SchedFP64], [PipeFP64Shared], 16, QueueMIO>];

// [WP] products a cycle and tensor core (f16): 64 on sm_75, 256 on sm_80, 128 on
// GeForce parts since; an m16n8k16 is 2048 of them, an m16n8k8 half. 8-bit
// products are twice as fast and the shapes twice as deep. f64: 16 products on
// sm_80, 32 on sm_90; an m8n8k4 is 256.
class TensorUse<int twoPass, int onePass, int small, int double> {
  list<PipeUse> Uses = [
    PipeUse<tensorTwoPass, [PipeTensor], twoPass>,
    PipeUse<tensorOnePass, [PipeTensor], onePass>,
    PipeUse<[SchedIMMASmall], [PipeTensor], small>,
    PipeUse<[SchedDMMA], [PipeTensor], double>,
    // By the shape: TimingModel.GroupColumns.
    PipeUse<[SchedGroupMMA, SchedGroupMMAReg], [PipeTensor], 1>,
  ];
}
def Tensor75 : TensorUse<32, 16, 8, 16>;
def Tensor80 : TensorUse<8, 4, 2, 16>;
def Tensor86 : TensorUse<16, 8, 4, 16>;
// [LUO] mma.sync reaches 62 % of the 512 products a cycle that wgmma does.
def Tensor90 : TensorUse<6, 3, 2, 8>;

defvar uses75 = !listconcat(usesCommon, float64Results, halfOwnUnit, double2, Tensor75.Uses);
defvar uses80 = !listconcat(usesCommon, float64Results, half256Results, double32, Tensor80.Uses);
defvar uses86 = !listconcat(usesCommon, float128Results, half128Results, double2, Tensor86.Uses);
defvar uses87 = !listconcat(usesCommon, float128Results, half128Results, double2, Tensor80.Uses);
defvar uses90 = !listconcat(usesCommon, float128Results, half256Results, double64, Tensor90.Uses);
// [BPG] f64 of 10.3 and 11.0: 2 results.
defvar uses103 = !listconcat(uses90, double2);
// [BPG] 12.0: 128 results of integer sums, comparisons, minima and maxima; the
// class is what sm_120 schedules in two units (docs/machine-model.md).
defvar uses120 = !listconcat(uses86, [PipeUse<[SchedALUDual], [PipeALU, PipeALU2], 2>]);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// [HUE] table 1: five instructions go at once, the sixth after 11 cycles, then one
/// in four cycles a sub-partition and one in two an SM. Table 2: latencies of
/// read barriers, addresses in vector registers. Taken over on other SMs.
def PathAmpere : MemoryPath {
  let QueueEntries = 5;
  let AddressCycles = 11;
  let SubPartitionInterval = 4;
  let SMInterval = 2;
  let LoadReadShared = [9, 9, 9];
  let LoadReadGlobal = [11, 11, 11];
  let StoreReadShared = [12, 14, 18];
  let StoreReadGlobal = [14, 16, 20];
  let ConstantRead = 29;
}

class Cycles<int shared, int l1, int l2, int dram> : MemoryLatency {
  let Shared = shared;
  let L1 = l1;
  let L2 = l2;
  let DRAM = dram;
  let Constant = 29;       // [HUE] table 2
  let MoreShared = [0, 2]; // [HUE] table 2: 24, 24, 26
  let MoreGlobal = [2, 6]; // [HUE] table 2: 32, 34, 38
}
def Memory75 : Cycles<19, 32, 188, 296>; // [JIA]
def Memory80 : Cycles<29, 38, 262, 466>; // [LUO] A100
def Memory86 : Cycles<24, 32, 273, 542>; // [HUE]; L2 and DRAM taken over (Memory89)
def Memory89 : Cycles<30, 43, 273, 542>; // [LUO] RTX 4090
def Memory90 : Cycles<29, 41, 263, 479>; // [LUO] H100
def Memory120 : Cycles<30, 39, 358, 877>; // [JAR] RTX 5080; shared taken over (Memory89)

//===----------------------------------------------------------------------===//
// Products [WP]
//===----------------------------------------------------------------------===//

class Product<string name, int sms, int mhz, int gbs, int l1KB, int l2KB> : Device<name> {
  let SMs = sms;
  let ClockMHz = mhz;
  let DRAMGBs = gbs;
  let L1Bytes = !mul(l1KB, 1024);
  let L2Bytes = !mul(l2KB, 1024);
  // 64 bytes a cycle since Volta.
  let L2BytesPerCycle = 64;
}
def T4 : Product<"T4", 40, 1590, 320, 96, 4096>;
def A100 : Product<"A100 SXM", 108, 1410, 1555, 192, 40960>;
def RTX3090 : Product<"RTX 3090", 82, 1695, 936, 128, 6144>;
def Orin : Product<"Jetson AGX Orin", 16, 1300, 204, 192, 4096>;
def RTX4090 : Product<"RTX 4090", 128, 2520, 1008, 128, 73728>;
def H200 : Product<"H200 SXM", 132, 1980, 4800, 256, 51200>;
def B200 : Product<"B200", 148, 1965, 8000, 256, 129024>;
def Thor : Product<"Jetson Thor", 20, 1575, 273, 256, 32768>;
def RTX5090 : Product<"RTX 5090", 170, 2407, 1792, 128, 98304>;
def GB10 : Product<"GB10", 48, 2418, 273, 128, 24576>;

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

def Timing75 : TimingModel<75, uses75, integerProducts, PathAmpere, Memory75, T4>;
def Timing80 : TimingModel<80, uses80, integerProducts, PathAmpere, Memory80, A100>;
def Timing86 : TimingModel<86, uses86, integerProducts, PathAmpere, Memory86, RTX3090>;
def Timing87 : TimingModel<87, uses87, integerProducts, PathAmpere, Memory80, Orin>;
def Timing88 : TimingModel<88, uses86, integerProducts, PathAmpere, Memory86, RTX3090>;
def Timing89 : TimingModel<89, uses86, integerProducts, PathAmpere, Memory89, RTX4090>;
def Timing90 : TimingModel<90, uses90, integerProducts, PathAmpere, Memory90, H200>;
// Memory of sm_100 to sm_110 taken over.
def Timing100 : TimingModel<100, uses90, integerProducts, PathAmpere, Memory90, B200>;
def Timing103 : TimingModel<103, uses103, integerProducts, PathAmpere, Memory90, B200>;
def Timing110 : TimingModel<110, uses103, integerProducts, PathAmpere, Memory90, Thor>;
def Timing120 : TimingModel<120, uses120, integerProducts, PathAmpere, Memory120, RTX5090>;
def Timing121 : TimingModel<121, uses120, integerProducts, PathAmpere, Memory120, GB10>;

#endif // PTXMLIR_TIMING
