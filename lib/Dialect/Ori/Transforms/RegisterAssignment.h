//===- RegisterAssignment.h - Frames to physical registers ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places the frames of one register file, widest alignment first and by start
// within that, each at the lowest registers that are free over all its ranges.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERASSIGNMENT_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERASSIGNMENT_H

#include "RegisterBanks.h"
#include "RegisterFrames.h"
#include "RegisterLimits.h"
#include <bitset>

namespace ptxmlir::ori {

constexpr unsigned kMaxRegisters = 256;
using RegisterSet = std::bitset<kMaxRegisters>;

/// The calls of a function, and the registers in which nothing outlives them.
class CallSites {
public:
  explicit CallSites(const LiveRanges &ranges);
  bool empty() const {
    return positions[UsesFew].empty() && positions[Any].empty();
  }
  /// The kinds of calls, as bits, across which something is live.
  unsigned findCrossed(llvm::ArrayRef<RegisterFrames::Range> ranges) const;
  unsigned findCrossed(llvm::ArrayRef<Segment> ranges) const;
  /// Calls `fn(position, lost)` for each call: where it writes, and the
  /// registers of `file` that it may change.
  void
  forEach(isa::Operand::Kind file,
          llvm::function_ref<void(uint32_t, const RegisterSet &)> fn) const;
  /// The registers of a file that calls of these kinds may change.
  static RegisterSet getLost(isa::Operand::Kind file, unsigned kinds);
  /// By lane of a frame, the registers that it cannot have because it is live
  /// across calls; nothing if there are no calls.
  llvm::SmallVector<RegisterSet>
  findLost(const RegisterFrames::Frame &frame) const;

private:
  enum Kind { UsesFew, Any, NumKinds };
  template <typename Range> unsigned find(llvm::ArrayRef<Range> ranges) const;

  /// Where they write, by kind; sorted.
  std::vector<uint32_t> positions[NumKinds];
};

/// The lowest register in which offset 0 of a frame may be.
int getFirstBase(const RegisterFrames::Frame &frame);

/// What a frame gets if it is free.
struct RegisterWishes {
  /// Registers that come last.
  RegisterSet avoided;
  /// By representative, the register of offset 0: that in which a value arrives
  /// or in which it must be next.
  llvm::DenseMap<unsigned, int> preferred;
  /// Where there are fewer registers than elsewhere; null: nowhere.
  const RegisterLimits *limits = nullptr;
  /// What is better read from different banks; null: nothing. As long as there
  /// is a place for everything.
  const RegisterBanks *banks = nullptr;
  /// The function has no registers to spare anyway: none is left unused.
  bool takesAll = false;
  /// So many registers cost nothing, as an SM holds as many warps.
  unsigned costless = 0;
  /// All that matters is whether there is a place for everything.
  bool anyOrder = false;
};

/// The fewest registers that there are where a frame is in use.
unsigned findLimit(const RegisterFrames::Frame &frame,
                   const RegisterLimits &limits);

/// Assigns the frames of `file` to registers of `allowed`; sets Frame::base.
/// Returns the frames that found no place, by representative.
llvm::SmallVector<unsigned>
assignRegisters(RegisterFrames &frames, isa::Operand::Kind file,
                const RegisterSet &allowed, const CallSites &calls,
                const RegisterWishes &wishes = RegisterWishes());

/// The registers of `file` that frames hold at each position.
std::vector<int> computeHeld(const RegisterFrames &frames,
                             isa::Operand::Kind file);
/// The most of them: no assignment needs fewer.
unsigned countHeld(const RegisterFrames &frames, isa::Operand::Kind file);
/// Whether frames that are not pinned hold more registers of `file` at once
/// than are allowed, so that some find no place.
bool holdsTooMany(const RegisterFrames &frames, isa::Operand::Kind file,
                  const RegisterSet &allowed);

/// What finds no place in the end is spilled: to look for one that much longer
/// costs less.
constexpr unsigned kLongerSearch = 16;

/// Finds places for the frames `failed`, which assignRegisters() left without,
/// by moving others, `maxMoves` of them and 8 for each of `failed`. False if
/// there are none, or so many have none that the search would take too long;
/// then some frames have no register.
bool packRegisters(RegisterFrames &frames, isa::Operand::Kind file,
                   const RegisterSet &allowed, const CallSites &calls,
                   llvm::ArrayRef<unsigned> failed, unsigned maxMoves);

/// A value that goes on as a copy from in front of an operation on.
struct RangeCut {
  mlir::Value value;
  mlir::Operation *before;
};
/// Where to cut the frames `failed`, which assignRegisters() left without
/// registers, so that each piece finds a place. False if that is not possible
/// with a few cuts of which `canCut` takes each.
using CanCut = llvm::function_ref<bool(mlir::Value, mlir::Operation *)>;
bool findCuts(const LiveRanges &ranges, RegisterFrames &frames,
              isa::Operand::Kind file, const RegisterSet &allowed,
              const CallSites &calls, llvm::ArrayRef<unsigned> failed,
              CanCut canCut, llvm::SmallVectorImpl<RangeCut> &cuts);

/// The registers of `file` up to the highest that frames have been given.
unsigned countRegisters(const RegisterFrames &frames, isa::Operand::Kind file);

/// Assigns the frames of `file` once more, to registers of `allowed`. False,
/// and all stay where they were, if some find no place.
bool reassignRegisters(RegisterFrames &frames, isa::Operand::Kind file,
                       const RegisterSet &allowed, const CallSites &calls,
                       const RegisterWishes &wishes, unsigned maxMoves);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERASSIGNMENT_H
