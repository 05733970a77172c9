//===- GatheredMasks.h - Masks whose threads are together -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cubins name the register with the mask of threads of each collective
// (MachineCode::memberMasks). In front of it the threads of that mask must have
// been gathered: by a WARPSYNC of the register, since which it has not changed
// and no threads have parted, or by a vote or match that gave the mask; also
// before a region at whose BSYNC all have met again.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_GATHEREDMASKS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_GATHEREDMASKS_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <bitset>
#include <optional>

namespace ptxmlir::sass {

/// R and UR registers, by RegId.
using MaskRegisters = std::bitset<kFirstUR + 64>;

/// The register that an operand names; none for one that is always zero.
std::optional<RegId> getMaskRegister(const isa::Operand &op);

/// Registers that hold a mask of a collective or WARPSYNC, and those that it is
/// copied from. Empty if the code names no masks.
MaskRegisters findMaskRegisters(const MachineCode &code);

/// Adds what the instruction writes; true if that makes a difference.
bool collectWrites(const isa::Inst &inst, MaskRegisters &written);

/// What holds at a point, on all paths to it.
class GatheredMasks {
public:
  /// All threads of the mask in `reg` execute this together.
  bool contains(RegId reg) const { return here.test(reg); }

  /// These registers hold the same.
  bool areSame(RegId a, RegId b) const;

  /// `isAlways`: nothing holds the instruction back. `isTogether`: behind it
  /// the threads are together. `followed`: see findMaskRegisters.
  void follow(const isa::Inst &inst, bool isAlways, bool isTogether,
              const MaskRegisters &followed);
  /// Threads part.
  void part() {
    here.reset();
    isAll = false;
    together = 0;
  }
  /// All threads of the mask in `reg`, and no others, go on together.
  void gather(RegId reg);
  /// The same of the whole warp.
  void gatherAll() {
    part();
    here.set();
    isAll = true;
  }
  /// Other code may have changed these registers.
  void forget(const MaskRegisters &changed);
  /// A function that is called here knows this; barriers are the caller's.
  void enterFunction() {
    armed.clear();
    together = 0;
  }
  /// What holds behind the call, by what holds at the function's returns.
  void takeFrom(const GatheredMasks &atReturn) {
    here = atReturn.here;
    isAll = atReturn.isAll;
    together = 0;
  }
  /// Keeps what holds in both; true if that makes a difference.
  bool meet(const GatheredMasks &other);

private:
  void arm(unsigned barrier);
  /// `isWhole`: all that armed it meet here.
  void sync(unsigned barrier, bool isWhole);
  /// What becomes of a barrier is not followed.
  void forgetBarrier(unsigned barrier);
  void write(const isa::Inst &inst, const MaskRegisters &followed);
  void forget(RegId reg);
  void setSame(RegId reg, RegId other);
  /// The first register that is equal to this one.
  RegId getFirst(RegId reg) const;
  bool meetCopies(const GatheredMasks &other);
  bool meetArmed(const GatheredMasks &other);

  /// A barrier, and what held when it was armed.
  struct Armed {
    unsigned barrier;
    uint16_t together;
    MaskRegisters here;
  };

  MaskRegisters here;
  /// The whole warp is here, whatever a register holds; all are in `here`.
  bool isAll = false;
  /// Barriers, one bit each, that just the threads that are here have armed.
  uint16_t together = 0;
  llvm::SmallVector<Armed, 0> armed; ///< sorted by their barriers
  /// Registers that are equal to others, by the first of them, which is not
  /// listed; sorted.
  llvm::SmallVector<std::pair<RegId, RegId>, 0> copies;
  llvm::SmallVector<std::pair<RegId, uint32_t>, 0> constants;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_GATHEREDMASKS_H
