//===- CodeFacts.h - What the cubin says about a kernel's code --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lists of a cubin's attribute sections that follow from the instructions
// alone, derived from decoded code. No MLIR here. docs/cubin.md gives the
// rules.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINIR_CODEFACTS_H
#define PTXMLIR_LIB_FORMAT_CUBINIR_CODEFACTS_H

#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/BitVector.h"

namespace ptxmlir {

/// Code as decoded: element i is at byte 16 * i; nothing where no record
/// describes the word. Label operands hold distances.
using CodeView = llvm::ArrayRef<std::optional<isa::Inst>>;

/// How control goes on behind an instruction.
struct ControlFlow {
  bool next = true;     ///< to the next instruction
  bool unknown = false; ///< perhaps to anywhere
  /// To this instruction (index).
  std::optional<uint32_t> target;
};
ControlFlow getControlFlow(CodeView code, size_t index);

/// The instructions that begin a basic block: the first one, targets of
/// branches, and those behind a branch or exit.
llvm::BitVector findLeaders(CodeView code);

/// What instructions do not show; a bit for each, or those that have it.
struct CodeMarks {
  explicit CodeMarks(size_t count)
      : warpWide(count), coopGroup(count), unlistedSync(count) {}
  /// The compiler made it to aggregate an atomic over the warp; it looks like
  /// the program's own.
  llvm::BitVector warpWide;
  /// A WARPSYNC or BAR of the program for the threads of a mask
  /// (`bar.warp.sync`, `barrier.sync` without `.aligned`); others look alike.
  llvm::BitVector coopGroup;
  /// A WARPSYNC that no list has, see kUnlistedSyncAttr.
  llvm::BitVector unlistedSync;
  /// What the program does to an mbarrier, by index, ascending.
  std::vector<std::pair<unsigned, MBarrierUse>> mbarriers;
  /// Some sparse product of 16-bit floats is one of 8-bit floats.
  bool hasByteFloats = false;
};

/// Fills in what the code of a kernel shows: exits, member masks, warp-wide
/// instructions, spills, partly used loads, call stack, barriers (at least),
/// shared references, frame rows, whether it reconfigures its registers.
/// `variableBytes` is the size of the local variables at the bottom of the
/// frame: stack accesses above are spills. Expects hasShared, frameBytes and
/// functions to be set.
void describeCode(CodeView code, const target::TargetInfo &target,
                  uint32_t variableBytes, const CodeMarks &marks,
                  cubin::Kernel &kernel);

/// What is said of mbarriers.
void describeMBarriers(CodeView code, const CodeMarks &marks, unsigned sm,
                       cubin::Kernel &kernel);

/// Loads of several registers of which some are never read, in text order.
std::vector<cubin::PartialLoad>
findPartialLoads(CodeView code, const llvm::BitVector &leaders);

/// Raises what `.nv.compat` says of a module to what `code` needs.
void addCompatInfo(CodeView code, bool replacesTensorMap, bool copiesTensorMap,
                   cubin::CompatInfo &compat);

/// How many bytes the first instruction of `code` that changes the stack
/// pointer takes from it, and where that is; nothing if there is none.
std::optional<std::pair<uint32_t, uint32_t>> findFrame(CodeView code);
/// Call-frame instructions of a device function in code for a debugger: its
/// frame, and where it saves registers.
std::vector<uint8_t> encodeDebugFrame(CodeView code);

/// One more than the highest register of the code.
unsigned countRegisters(CodeView code);

/// The largest number of registers that USETMAXREG gives a thread, beside that
/// with which the kernel starts; 0 without one.
unsigned getReconfiguredRegisters(CodeView code);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINIR_CODEFACTS_H
