//===- Collective.h - What lanes do together --------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction with `.sync` is executed when all threads of its member mask
// have reached one with the same qualifiers and the same mask (PTX ISA 9.7.9.6
// and others), be it at the same place of the program or not.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_COLLECTIVE_H
#define PTX_MLIR_LIB_EXECUTION_PTX_COLLECTIVE_H

#include "State.h"

namespace ptxmlir::interp {

struct Collective {
  LaneMask members = 0;
  std::array<const Instr *, kLanes> inst{};
  std::array<Row *, kLanes> rows{};

  /// Source `k` as `lane` sees it.
  uint64_t in(unsigned lane, unsigned k) const {
    return rows[lane][inst[lane]->in[k]][lane];
  }
  /// Result `k` of a lane.
  void set(unsigned lane, unsigned k, uint64_t value) const {
    rows[lane][inst[lane]->out[k]][lane] = value;
  }
  bool isMember(unsigned lane) const { return members >> lane & 1; }
  unsigned first() const { return unsigned(__builtin_ctz(members)); }
  /// An instruction to name in messages.
  const Instr &any() const { return *inst[first()]; }
};

/// For `memberMask`: the lanes that run it together, however few (shfl and vote
/// without `.sync`).
constexpr int kActiveMembers = -2;

/// Makes an instruction a collective; source `memberMask` has the lanes, all of
/// the warp if it is negative.
void setCollective(Instr &inst, CollectiveHandler handler, int memberMask);

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_COLLECTIVE_H
