//===- Facts.td - What instructions do ---------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of the fields by which a record tells passes, checkers and writers
// of cubins what its instruction does. Each class is an enum of ISA/Facts.h,
// `EnumName` the enumerator. docs/isa-schema.md says who asks for what.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_FACTS
#define PTXMLIR_ISA_FACTS

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

/// isa::BranchKind: where an instruction sends the threads that take it.
class BranchKind<string enumName, int number> {
  string EnumName = enumName;
  int Number = number;
}
def NoBranch : BranchKind<"None", 0>;
def BranchToLabel : BranchKind<"ToLabel", 1>;     // a label of the function
def BranchByTable : BranchKind<"ByTable", 2>;     // one of several labels
def BranchToAddress : BranchKind<"ToAddress", 3>; // anywhere
def BranchCall : BranchKind<"Call", 4>;           // goes on behind itself
def BranchReturn : BranchKind<"Return", 5>;
def BranchEnd : BranchKind<"End", 6>;             // of the thread
def BranchKill : BranchKind<"Kill", 7>;           // the same without its outputs

/// isa::ConvergenceRole: what an instruction does to the threads of a warp, or asks
/// of them. Textures have none: they are convergent because of the differences
/// between neighbours, which PTX defines only for whole quads; not where their level
/// of detail is given (isa::isConvergent).
class ConvergenceRole<string enumName> { string EnumName = enumName; }
def NoRole : ConvergenceRole<"None">;
def ArmRole : ConvergenceRole<"Arm">;                   // sets a convergence barrier up
def SyncRole : ConvergenceRole<"Sync">;                 // waits at it
def BreakRole : ConvergenceRole<"Break">;               // takes threads from it
def MoveRole : ConvergenceRole<"Move">;                 // copies it
def YieldRole : ConvergenceRole<"Yield">;               // lets other threads run
def WarpSyncRole : ConvergenceRole<"WarpSync">;         // waits for threads of the warp: of mask a, or all
def EndCollectiveRole : ConvergenceRole<"EndCollective">; // those that a WarpSync with a label gathered part
def CollectiveRole : ConvergenceRole<"Collective">;     // its threads execute it together
// As Collective, by a member mask that the instruction does not have:
def ShuffleRole : ConvergenceRole<"Shuffle">;           // each thread names the one that it reads
def MatchRole : ConvergenceRole<"Match">;               // gives the mask of those alike
def ReduceRole : ConvergenceRole<"Reduce">;             // gives all the same, of all
def VoteRole : ConvergenceRole<"Vote">;                 // the mask of those for it, unless it votes on true
def BlockBarrierRole : ConvergenceRole<"BlockBarrier">; // waits for other warps, too

/// isa::SyncKind: what an instruction waits for, announces or changes that is
/// neither a register nor in memory. Names in quotes are slots and modifiers that
/// all records of the kind have.
class SyncKind<string enumName> { string EnumName = enumName; }
def NoSync : SyncKind<"None">;
def BlockBarrierSync : SyncKind<"BlockBarrier">;     // barrier "bar" of the block, by "mode"
def ClusterArriveSync : SyncKind<"ClusterArrive">;   // the barrier of the cluster
def ClusterWaitSync : SyncKind<"ClusterWait">;
def FenceSync : SyncKind<"Fence">;                   // accesses, as far as "scope"; its write barrier may tell
def AsyncFenceSync : SyncKind<"AsyncFence">;         // asynchronous accesses; its write barrier tells
def CopyGroupSync : SyncKind<"CopyGroup">;           // closes a group of copies, counted by its write barrier
def BulkGroupSync : SyncKind<"BulkGroup">;           // the same, counted by its read barrier
def ScoreboardSync : SyncKind<"Scoreboard">;         // dependency barriers of "mask"; if "le": "sb" at "count"
def ProductsSync : SyncKind<"Products">;             // products of a warp group, which work on registers
def TakeRegistersSync : SyncKind<"TakeRegisters">;   // the warp has "count" then; its write barrier tells
def GiveRegistersSync : SyncKind<"GiveRegisters">;   // the warp keeps "count"
def SleepSync : SyncKind<"Sleep">;                   // lets "a" nanoseconds pass

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// isa::MemorySpace. Textures and surfaces are in global memory, mbarriers and
/// what other CTAs of the cluster share in shared memory.
class MemorySpace<string enumName, int number> {
  string EnumName = enumName;
  int Number = number;
}
def GlobalMemory : MemorySpace<"GlobalMemory", 0>;
def SharedMemory : MemorySpace<"SharedMemory", 1>;
def LocalMemory : MemorySpace<"LocalMemory", 2>;
def ConstantMemory : MemorySpace<"ConstantMemory", 3>; // does not change while a kernel runs
def TensorMemory : MemorySpace<"TensorMemory", 4>;
/// What a generic address may be in.
defvar GenericMemory = [GlobalMemory, SharedMemory, LocalMemory];
/// All that can be written.
defvar AllMemory = [GlobalMemory, SharedMemory, LocalMemory, TensorMemory];

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// isa::Operation: what an instruction computes, in whatever registers. Records of
/// one operation have the same names of slots and modifiers: analyses that follow
/// values know these, not instructions.
class Operation<string enumName> { string EnumName = enumName; }
def NoOperation : Operation<"None">;
def MoveOperation : Operation<"Move">;                // d = b
def ToUniformOperation : Operation<"ToUniform">;      // d = a of some thread
def SumOperation : Operation<"Sum">;                  // d = a + b (+ c)
def ProductOperation : Operation<"Product">;          // d = a * b + c
def WideProductOperation : Operation<"WideProduct">;  // the same, c and d of 64 bits
def HalfProductOperation : Operation<"HalfProduct">;  // the same of two halves
def ShiftedSumOperation : Operation<"ShiftedSum">;    // d = (a << shift) + b
def SelectOperation : Operation<"Select">;            // d = pp ? a : b
def FloatSelectOperation : Operation<"FloatSelect">;  // the same, with the flags of floats
def LogicOperation : Operation<"Logic">;              // bits of a, b and c by table lut
def PredicateLogicOperation : Operation<"PredicateLogic">; // pp, pq and pr by tables
def ShiftOperation : Operation<"Shift">;              // of c:a by b
def PermuteOperation : Operation<"Permute">;          // bytes of c:a by b
def ExtendOperation : Operation<"Extend">;            // the low b bits of a
def CompareOperation : Operation<"Compare">;          // of a and b, into predicates
def MinMaxOperation : Operation<"MinMax">;            // of a and b, by pp
def BitMaskOperation : Operation<"BitMask">;          // b ones from bit a on

/// isa::ResultScope: which threads get the same results of the same sources.
class ResultScope<string enumName> { string EnumName = enumName; }
def ByEffects : ResultScope<"ByEffects">;     // none if it writes memory, is convergent or has side effects; else all
def OfSources : ResultScope<"OfSources">;     // all, whatever its effects are for
def OfExecution : ResultScope<"OfExecution">; // those that execute it together

/// isa::SparseKind: what the cubin's mask of sparse products calls it. (Those of
/// warp groups and with scales are not in it.)
class SparseKind<string enumName> { string EnumName = enumName; }
def NotSparse : SparseKind<"None">;
def SparseByteFloats : SparseKind<"ByteFloats">;
def SparseFloats : SparseKind<"Floats">;
def SparseIntegers : SparseKind<"Integers">;

/// isa::Fact: what may hold for some values of the modifiers only (FactIf).
class Fact<string enumName> { string EnumName = enumName; }
def AsksOneThread : Fact<"AsksOneThread">;       // Shuffle: of the thread whose number b is
def KeepsCommonValue : Fact<"KeepsCommonValue">; // Reduce: of threads with the same a that is the result
def IgnoresPredicate : Fact<"IgnoresPredicate">; // of its predicates none is read
def ReadsLowHalf : Fact<"ReadsLowHalf">;         // of the first half of packed sources only
def EndsFlow : Fact<"EndsFlow">;                 // a trap: nothing runs on
def IsCompatFeature : Fact<"IsCompatFeature">;   // raises the feature level in .nv.compat
def UsesTensorMap : Fact<"UsesTensorMap">;       // is noted in .nv.compat, too

#endif // PTXMLIR_ISA_FACTS
