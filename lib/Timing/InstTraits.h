//===- InstTraits.h - What timing asks of an instruction --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which instructions the model treats specially, and how much they move.
// Computed once per instruction of the program, not once per execution.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_TIMING_INSTTRAITS_H
#define PTX_MLIR_LIB_TIMING_INSTTRAITS_H

#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/Target/Target.h"
#include "ptx-mlir/Target/Timing.h"

namespace ptxmlir::timing {

/// Instructions that the model treats one by one.
enum class InstKind : uint8_t {
  Other,
  BarSync,
  BarArrive,
  ClusterArrive,
  ClusterWait,
  Fence,    ///< waits until the warp's accesses are seen by the GPU
  CTAFence, ///< waits until they are seen by the CTA
  Sleep,
  CopyGroup, ///< LDGDEPBAR
  WaitCount, ///< DEPBAR.LE
  Exit,
  Branch,
};
InstKind kindOf(const isa::Inst &inst);
/// A copy that goes on behind the instruction.
bool isCopy(isa::Opcode opcode);

struct InstTraits {
  InstKind kind = InstKind::Other;
  target::PipeUse use = {};
  bool usesLSU = false;
  bool isStore = false, isConstant = false, isVariable = false;
  uint8_t width = 0; ///< 0: up to 32 bits a thread, 1: 64, 2: 128
  uint8_t inOrderGroup = 0;
  /// Registers that it reads from the banks of the even and the odd ones: those
  /// of sources that can be kept for reuse and were not (setBankReads).
  uint8_t bankReads[2] = {0, 0};
  uint16_t estimate = 0;
  uint32_t sleep = 0;                  ///< nanoseconds
  uint8_t countBarrier = 0, count = 0; ///< WaitCount
};
InstTraits traitsOf(const isa::Inst &inst, const target::TargetInfo &target,
                    const target::TimingModel &model);
/// Finds what instructions, which follow each other in memory, read from the
/// banks of the register file.
void setBankReads(llvm::ArrayRef<isa::Inst> insts,
                  const target::TargetInfo &target,
                  const target::TimingModel &model,
                  llvm::MutableArrayRef<InstTraits> traits);

} // namespace ptxmlir::timing

#endif // PTX_MLIR_LIB_TIMING_INSTTRAITS_H
