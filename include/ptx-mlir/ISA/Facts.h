//===- Facts.h - What instructions do ---------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The answers that records give on their instructions, as ISA/Facts.td has
// them. Passes, checkers and writers of cubins ask these (isa::InstDesc) and
// never which instruction it is.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_FACTS_H
#define PTXMLIR_ISA_FACTS_H

#include <cstdint>

namespace ptxmlir::isa {

enum InstFlag : uint32_t {
  ReadsMemory = 1 << 0,
  WritesMemory = 1 << 1,
  Convergent = 1 << 2,
  SideEffects = 1 << 3,
  Branch = 1 << 4,
  Terminator = 1 << 5,
  CommutativeAB = 1 << 6,
  UniformGuard = 1 << 7,
  ReadsLate = 1 << 8,
  SASSOnly = 1 << 9,
  OrdersMemory = 1 << 10,   ///< accesses to all spaces stay before or behind it
  ReadsInvariant = 1 << 11, ///< only what does not change while a kernel runs
  InSharedOrder = 1 << 12,  ///< completes in order with loads of shared memory
  Inexact = 1 << 13,        ///< its semantics do not give the machine's bits
  /// Reads or (without defs) writes predicates, those of mask b.
  AccessesPredicates = 1 << 14,
};

/// The memories that instructions access, as sets: generic addresses may be in
/// several.
enum MemorySpace : uint8_t {
  GlobalMemory = 1 << 0, ///< with textures and surfaces
  SharedMemory = 1 << 1, ///< of any CTA of the cluster, with mbarriers
  LocalMemory = 1 << 2,
  ConstantMemory = 1 << 3, ///< does not change while a kernel runs
  TensorMemory = 1 << 4,
  /// What a generic address may be in.
  GenericMemory = GlobalMemory | SharedMemory | LocalMemory,
};

/// Where an instruction sends the threads that take it.
enum class BranchKind : uint8_t {
  None,
  ToLabel,   ///< a label of the function
  ByTable,   ///< one of several labels
  ToAddress, ///< anywhere
  Call,      ///< goes on behind itself
  Return,
  End,  ///< of the thread
  Kill, ///< the same without its outputs
};

/// The threads that take it are gone.
constexpr bool endsThread(BranchKind branch) {
  return branch == BranchKind::End || branch == BranchKind::Kill;
}

/// What an instruction does to the threads of a warp, or asks of them.
enum class ConvergenceRole : uint8_t {
  None,
  Arm,   ///< BSSY
  Sync,  ///< BSYNC
  Break, ///< BREAK
  Move,  ///< BMOV of a convergence barrier
  Yield, ///< YIELD
  /// Waits for threads of the warp: those of mask a, all without one; with a
  /// label, to run the collective there.
  WarpSync,
  EndCollective, ///< the threads that such a one gathered part
  Collective,    ///< the threads of its mask execute it together
  // As Collective, by a member mask that the instruction does not have:
  Shuffle,      ///< each thread names the one that it reads
  Match,        ///< gives the mask of those alike
  Reduce,       ///< gives all the same, of all
  Vote,         ///< gives the mask of those for it, unless it votes on true
  BlockBarrier, ///< waits for threads of other warps, too
};

/// What asks for a member mask.
constexpr bool hasMemberMask(ConvergenceRole role) {
  return role == ConvergenceRole::Shuffle || role == ConvergenceRole::Match ||
         role == ConvergenceRole::Reduce || role == ConvergenceRole::Vote;
}
/// What the threads of some mask execute together.
constexpr bool isCollective(ConvergenceRole role) {
  return role == ConvergenceRole::Collective || hasMemberMask(role);
}

/// What an instruction waits for, announces or changes that is neither a
/// register nor in memory. Names in quotes are slots and modifiers that all
/// records of the kind have.
enum class SyncKind : uint8_t {
  None,
  BlockBarrier,  ///< barrier "bar" of the block, by "mode"
  ClusterArrive, ///< the barrier of the cluster
  ClusterWait,
  Fence,         ///< accesses, as far as "scope"; its write barrier may tell
  AsyncFence,    ///< asynchronous accesses; its write barrier tells
  CopyGroup,     ///< closes a group of copies, counted by its write barrier
  BulkGroup,     ///< the same, counted by its read barrier
  Scoreboard,    ///< dependency barriers of "mask"; if "le", "sb" at "count"
  Products,      ///< products of a warp group, which work on registers
  TakeRegisters, ///< the warp has "count" then; its write barrier tells
  GiveRegisters, ///< the warp keeps "count"
  Sleep,         ///< lets "a" nanoseconds pass
};

/// How many registers the warp has behind it follows.
constexpr bool changesRegisters(SyncKind sync) {
  return sync == SyncKind::TakeRegisters || sync == SyncKind::GiveRegisters;
}

/// What an instruction computes, in whatever registers. Records of one
/// operation have the same names of slots and modifiers.
enum class Operation : uint8_t {
  None,
  Move,           ///< d = b
  ToUniform,      ///< d = a of some thread
  Sum,            ///< d = a + b (+ c)
  Product,        ///< d = a * b + c
  WideProduct,    ///< the same, c and d of 64 bits
  HalfProduct,    ///< the same of two halves
  ShiftedSum,     ///< d = (a << shift) + b
  Select,         ///< d = pp ? a : b
  FloatSelect,    ///< the same, with the flags of floats
  Logic,          ///< bits of a, b and c by table lut
  PredicateLogic, ///< pp, pq and pr by tables
  Shift,          ///< of c:a by b
  Permute,        ///< bytes of c:a by b
  Extend,         ///< the low b bits of a
  Compare,        ///< of a and b, into predicates
  MinMax,         ///< of a and b, by pp
  BitMask,        ///< b ones from bit a on
  Count
};

/// Which threads get the same results of the same sources.
enum class ResultScope : uint8_t {
  ByEffects,   ///< none if it writes memory, is convergent or has side effects
  OfSources,   ///< all, whatever its effects are for
  OfExecution, ///< those that execute it together
};

/// What the cubin's mask of sparse products calls it.
enum class SparseKind : uint8_t { None, ByteFloats, Floats, Integers };

/// What may hold for some values of the modifiers only (InstDesc::holds).
enum class Fact : uint8_t {
  AsksOneThread,    ///< Shuffle: of the thread whose number b is
  KeepsCommonValue, ///< Reduce: of threads with the same a that is the result
  IgnoresPredicate, ///< of its predicates none is read
  ReadsLowHalf,     ///< of the first half of packed sources only
  EndsFlow,         ///< a trap: nothing runs on
  IsCompatFeature,  ///< raises the feature level in .nv.compat
  UsesTensorMap,    ///< is noted in .nv.compat, too
};

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_FACTS_H
