//===- HazardInfo.h - What an instruction waits for and tells ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The static hazard checker and the interpreter's share this reading of an
// instruction and its control fields; the passes that assign them do not use
// it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_HAZARDINFO_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_HAZARDINFO_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"

namespace ptxmlir::sass {

/// No guard, or one that has another value by now.
constexpr RegId kNoGuard = kNumRegIds;

/// The first register that the instruction accesses and the SM does not have.
std::optional<RegId> findMissingRegister(const isa::Inst &inst,
                                         const target::TargetInfo &target);

struct HazardInfo {
  const target::ClassInfo *cls = nullptr;
  llvm::SmallVector<Access, 6> reads;
  llvm::SmallVector<Access, 4> writes;
  RegId guard = kNoGuard;
  bool guardNot = false;
  /// ClassInfo's, but of the class of accesses to shared memory where a class
  /// holds others too.
  uint8_t inOrderGroup = 0;
  bool isPredicated = false; ///< guard other than PT, or always false
  /// Results arrive through the write barrier, if one is set.
  bool writesLate = false;
  /// Its sources have been read when the next instruction is issued.
  bool readsAtOnce = false;
  /// Its results are there when the next instruction is issued.
  bool writesAtOnce = false;
  /// When the next instruction is issued, everything in the memory queue has
  /// read its sources.
  bool drainsQueue = false;
  /// Who waits for its barrier finds the results of all that was issued before
  /// it, and has them read their sources, however few cycles have been counted.
  bool drainsPipes = false;
  uint8_t waitMask = 0;
  uint8_t waitField = 0; ///< the part of it that is in the control fields
  uint8_t writeMask = 0, readMask = 0; ///< barriers that are set
  /// DEPBAR.LE: waits until at most `leaves` settings of `countedMask` are
  /// outstanding.
  uint8_t countedMask = 0, leaves = 0;
  unsigned cycles = 0;      ///< until the next instruction is issued
  unsigned takenCycles = 0; ///< until the callee's first one is, of a call

  uint8_t setMask() const { return writeMask | readMask; }
  /// The barriers that tell of a result.
  uint8_t barriersOf(RegId result) const {
    bool isPredicate = result >= kFirstP && result < kFirstUP;
    return writeMask | (cls->predicateByRead && isPredicate ? readMask : 0);
  }
};

/// The memory queue among ClassInfo::readOrderGroup.
constexpr uint8_t kMemoryQueue = 1;

/// What the barriers that an instruction sets say of an earlier access: how
/// many settings are younger than its own, and that a unit which works in order
/// is done with it, too. `Fact` is what a checker remembers of an access.
template <typename Fact>
void followBarriers(Fact &fact, const HazardInfo &info) {
  constexpr uint8_t kMany = 63; // DEPBAR counts no further
  if (fact.barriers & info.setMask() && fact.younger < kMany)
    ++fact.younger;
  if (fact.kind == Fact::ValueOut && fact.group &&
      fact.group == info.inOrderGroup)
    fact.barriers |= info.writeMask;
  if (fact.kind == Fact::ReadOut && fact.group &&
      fact.group == info.cls->readOrderGroup)
    fact.barriers |= info.setMask();
}

HazardInfo getHazardInfo(const isa::Inst &inst,
                         const target::TargetInfo &target);

/// "R4", "UP2", "SB0"
std::string getRegName(RegId reg);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_HAZARDINFO_H
