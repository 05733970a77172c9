//===- OrderingEffects.h - What instructions may not pass -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What keeps two instructions in order besides the registers that they access.
// Both schedulers, before and after register allocation, go by it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_ORDERINGEFFECTS_H
#define PTXMLIR_ISA_ORDERINGEFFECTS_H

#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::isa {

/// An instruction stays behind those that write what it reads or writes, and
/// behind those that read what it writes.
struct OrderingEffects {
  /// Sets of MemorySpace. Constant memory is never among them, since it does
  /// not change while a kernel runs. No space is in both.
  uint8_t readSpaces = 0, writtenSpaces = 0;
  /// It depends on which threads execute together. Two such instructions have
  /// no order of their own: whoever executes one executes the other.
  bool readsThreads = false;
  /// It waits for threads, or changes which execute together.
  bool ordersThreads = false;
  /// Nothing may cross it.
  bool isFence = false;
  /// It is a plain load or store: its address says what it reads or writes. Of
  /// other accesses nothing is known but the space.
  bool isPlainAccess = false;
};

/// Global memory that does not change while the kernel runs, as ld.global.nc
/// promises of what it reads: stores and atomics do not write it. That fences
/// and barriers order its loads nevertheless is for code that breaks the
/// promise with care (ptxas 13.0.88 moves them over barriers, not over fences).
constexpr uint8_t kInvariantMemory = TensorMemory << 1;

constexpr uint8_t kOrderedSpaces =
    GlobalMemory | SharedMemory | LocalMemory | TensorMemory | kInvariantMemory;

/// Whether an access is ordered with those of other threads.
enum class AccessOrder : uint8_t {
  AsModified, ///< as its modifiers say
  Strong,     ///< it is, or it is volatile: there is no modifier to show it
  Weak,       ///< it is not: the modifier only says which caches it goes past
};

/// Whether what an instruction does depends on the threads that execute it
/// together. A texture of which the level of detail is given asks nothing of
/// the neighbours, from whose differences it would be computed else.
bool isConvergent(Opcode opcode, uint64_t mods);

OrderingEffects getOrderingEffects(Opcode opcode, uint64_t mods,
                                   AccessOrder order = AccessOrder::AsModified);

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_ORDERINGEFFECTS_H
