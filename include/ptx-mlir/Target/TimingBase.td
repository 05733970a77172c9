//===- TimingBase.td - The schema of timing models ---------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the timing model (docs/timing-model.md) knows of an SM beside the
// latencies of TargetBase.td: pipes and their throughput, the path of memory
// instructions, latencies and bandwidth of memory. Every number has its source
// where it is set (Timing.td).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TIMING_BASE
#define PTXMLIR_TIMING_BASE

include "ptx-mlir/ISA/Base.td"

/// Where an instruction waits between its issue and its unit: nowhere, with
/// memory instructions of the CTA's own memory and far units (memory
/// input/output), with global and local memory, with textures. `Index` is the
/// value of target::Queue.
class InstQueue<int index> { int Index = index; }
def QueueNone : InstQueue<0>;
def QueueMIO : InstQueue<1>;
def QueueLG : InstQueue<2>;
def QueueTEX : InstQueue<3>;

/// Units that execute one kind of instruction: one per sub-partition, or one of
/// the SM. The names are those of Nsight Compute where it has one.
class Pipe<string name, bit perSM = 0> {
  string PipeName = name;
  bit PerSM = perSM;
}
def PipeALU : Pipe<"alu">;
def PipeALU2 : Pipe<"alu2">; // the second half of the integer units of sm_120
def PipeFMAHeavy : Pipe<"fmaheavy">;
def PipeFMALite : Pipe<"fmalite">;
def PipeFP16 : Pipe<"fp16">;
def PipeFP64 : Pipe<"fp64">;
def PipeFP64Shared : Pipe<"fp64shared", 1>;
def PipeXU : Pipe<"xu">;
def PipeTensor : Pipe<"tensor">;
def PipeUniform : Pipe<"uniform">;
def PipeCBU : Pipe<"cbu">;
def PipeADU : Pipe<"adu", 1>;
def PipeTEX : Pipe<"tex", 1>;
/// The load/store unit; see MemoryPath for its rates.
def PipeLSU : Pipe<"lsu", 1>;

/// Instructions of these classes go to the first of the pipes that is free and
/// keep it busy for `Interval` cycles. A later entry overrides an earlier one.
class PipeUse<list<SchedClass> classes, list<Pipe> pipes, int interval,
              InstQueue queue = QueueNone> {
  list<SchedClass> Classes = classes;
  list<Pipe> Pipes = pipes;
  int Interval = interval;
  InstQueue Queue = queue;
}
/// The same for single instructions, by the names of their records.
class OpcodeUse<list<string> opcodes, list<Pipe> pipes, int interval,
                InstQueue queue = QueueNone> {
  list<string> Opcodes = opcodes;
  list<Pipe> Pipes = pipes;
  int Interval = interval;
  InstQueue Queue = queue;
}

/// The path of a memory instruction through its sub-partition and the SM, in
/// cycles.
class MemoryPath {
  // Entries of each queue of a sub-partition, the latch before it included.
  int QueueEntries;
  // From the issue to the shared part of the unit, when nothing is in the way.
  int AddressCycles;
  // Between two instructions of a sub-partition, and of the SM.
  int SubPartitionInterval;
  int SMInterval;
  // Until the sources have been read, by 32, 64 and 128 bits a thread: what the
  // read barrier waits for.
  list<int> LoadReadShared;
  list<int> LoadReadGlobal;
  list<int> StoreReadShared;
  list<int> StoreReadGlobal;
  // Constant loads.
  int ConstantRead;
}

/// Cycles from the issue of a load to the issue of an instruction that uses its
/// result, 32 bits a thread, nothing in the way; and what 64 and 128 bits add.
class MemoryLatency {
  int Shared;
  int L1;
  int L2;
  int DRAM;
  int Constant;
  list<int> MoreShared;
  list<int> MoreGlobal;
}

/// A product with the SM: what programs share, and how fast it is.
class Device<string name> {
  string DeviceName = name;
  int SMs;
  int ClockMHz;
  int DRAMGBs;          // 10^9 bytes a second
  int L1Bytes;          // L1 and shared memory of an SM together
  int L2Bytes;
  // Bytes a cycle between L2 and one SM.
  int L2BytesPerCycle;
}

class TimingModel<int sm, list<PipeUse> uses, list<OpcodeUse> opcodeUses,
                  MemoryPath path, MemoryLatency latency, Device device> {
  int SM = sm;
  list<PipeUse> Uses = uses;
  list<OpcodeUse> OpcodeUses = opcodeUses;
  MemoryPath Path = path;
  MemoryLatency Latency = latency;
  Device Product = device;
  int SubPartitions = 4;
  int SharedBanks = 32;  // of four bytes
  // From the last arrival at a barrier of the CTA to the next issue.
  int BarrierCycles = 22;
  // Columns of a warp group's product (m64nNk16, 16-bit factors) a cycle.
  int GroupColumns = 2;
  // Within so many cycles the banks of a sub-partition's register file, that of
  // the even and that of the odd registers, must give an instruction of fixed
  // latency its sources, one register a cycle each (Huerta et al., MICRO 2025).
  int ReadCycles = 3;
}

#endif // PTXMLIR_TIMING_BASE
