//===- ControlFields.h - Dependency barriers and stall counts ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without MLIR: arrays of instructions in, control fields out, so that tests
// and tools give code from anywhere. sass-set-control is the pass.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_TRANSFORMS_CONTROLFIELDS_H
#define PTXMLIR_DIALECT_SASS_TRANSFORMS_CONTROLFIELDS_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"

namespace ptxmlir::sass {

/// Cycles that must pass before an instruction over what stall counts can give;
/// NOPs with these stall counts in all must be put in front of it.
struct PaddingRequest {
  unsigned before; ///< index into MachineCode::insts
  unsigned cycles;
};

struct ControlStats {
  uint64_t writeBarriers = 0, readBarriers = 0;
  uint64_t sharedBarriers =
      0;              ///< set while already pending, not for the same use
  uint64_t waits = 0; ///< instructions with a wait mask
  uint64_t stallCycles = 0;
  uint64_t blockVisits = 0;
};

// The control fields are assigned in an array of their own, one entry per
// instruction: instructions are far apart in memory, and every step goes over
// all of them.

/// Assigns a dependency barrier to every instruction whose results or source
/// reads complete at a variable time, and the wait masks of their consumers, on
/// all paths. Overwrites writeBarrier, readBarrier and waitMask.
void assignBarriers(const MachineCode &code, const AccessTable &table,
                    const target::TargetInfo &target,
                    llvm::MutableArrayRef<isa::Control> controls,
                    ControlStats &stats);

/// Barriers for unoptimised code: results on barrier 0, reads on barrier 1, and
/// every instruction waits for both (ptxas 13.0.88 does so at -O0).
void assignSerialBarriers(const AccessTable &table,
                          llvm::MutableArrayRef<isa::Control> controls,
                          ControlStats &stats);

/// Assigns stall counts (at least `leastStall`) and yield flags for the
/// dependences of fixed latency, on all paths, after the barriers. Overwrites
/// stall and yield, and clears the reuse flags. Returns where stall counts do
/// not suffice, sorted by instruction.
std::vector<PaddingRequest>
assignStalls(const MachineCode &code, const AccessTable &table,
             const target::TargetInfo &target,
             llvm::MutableArrayRef<isa::Control> controls, ControlStats &stats,
             unsigned leastStall = 1);

/// Sets the reuse flags of sources that a later instruction reads again, after
/// stall counts and yield flags; `padding` is what assignStalls has returned.
/// Returns how many there are.
uint64_t assignReuse(const MachineCode &code, const target::TargetInfo &target,
                     llvm::MutableArrayRef<isa::Control> controls,
                     llvm::ArrayRef<PaddingRequest> padding);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_TRANSFORMS_CONTROLFIELDS_H
