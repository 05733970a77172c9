//===- MachineCode.h - Instructions and register accesses -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of machine code without MLIR: instructions in layout order, blocks
// and edges. The scheduler, the control field assignment and the hazard checker
// work on it; the passes build it from `sass.func`.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_MACHINECODE_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_MACHINECODE_H

#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace ptxmlir::sass {

/// A non-empty run of instructions that is entered only at its begin and left
/// only at its end.
struct MachineBlock {
  unsigned begin = 0, end = 0; ///< indices into MachineCode::insts
  llvm::SmallVector<unsigned, 2> succs;
};

/// A block that ends in a call whose callee is in the same code; the block's
/// successors are where the callee returns to.
struct MachineCall {
  unsigned block;
  unsigned callee; ///< its first block
};

/// Threads of a warp.
constexpr uint32_t kWarpThreads = 32;

/// The threads of a block, as far as the file says.
struct BlockShape {
  int64_t threadsX = 1024; ///< at most so many in a row
  /// A warp may have threads of two rows. Where the file does not say the
  /// shape, none is taken to: what is right for rows of whole warps passes.
  bool splitsWarps = false;
};

/// The first block is the entry. Blocks without predecessors are entered from
/// outside (calls) with nothing pending.
struct MachineCode {
  std::vector<isa::Inst *> insts;
  /// Accesses that are volatile or ordered with those of other threads,
  /// although their modifiers do not show it; and those that are not, although
  /// modifiers look so.
  llvm::DenseSet<const isa::Inst *> strong, weak;
  /// Collectives, and the register that a cubin says has the mask of their
  /// threads (RegId).
  llvm::DenseMap<const isa::Inst *, uint16_t> memberMasks;
  /// Votes that a cubin says are of the whole warp, or of a constant mask.
  llvm::DenseSet<const isa::Inst *> votesOfAll;
  /// The first instructions of functions that execute a collective of a mask
  /// which is an argument; ptxas calls them, and their names say so.
  std::vector<unsigned> maskFunctions;
  std::vector<MachineBlock> blocks;
  /// Filled for the hazard checker only, which looks into callees.
  std::vector<MachineCall> calls;
  std::vector<unsigned> returns; ///< blocks that end in a return
  /// Blocks that end in a call of code that is not here.
  std::vector<unsigned> outsideCalls;
  /// Each BSSY and the instruction that its label names (the one behind the
  /// BSYNC); for the convergence checker only.
  std::vector<std::pair<unsigned, unsigned>> regions;
  /// Nothing is in a register at the entry (it is a kernel's).
  bool startsEmpty = false;
  /// Of the entry's frame, which begins at R1: bytes that may be accessed
  /// through other registers. What is above is for spills alone.
  uint32_t variableBytes = ~0u;
  BlockShape blockShape;

  /// Blocks in reverse post-order from the entry, then from every block that is
  /// not reached yet in layout order; all blocks, each once.
  std::vector<unsigned> reversePostOrder() const;
};

/// Registers of all files in one number space.
using RegId = uint16_t;
constexpr RegId kFirstUR = 256, kFirstP = 512, kFirstUP = 520, kFirstB = 528,
                kFirstDepBarrier = 544, kNumRegIds = 552;

inline RegId regId(isa::Operand::Kind kind, unsigned number) {
  switch (kind) {
  case isa::Operand::R:
    return number;
  case isa::Operand::UR:
    return kFirstUR + number;
  case isa::Operand::P:
    return kFirstP + number;
  case isa::Operand::UP:
    return kFirstUP + number;
  default:
    return kFirstB + number;
  }
}
inline target::RegFile regFileOf(RegId reg) {
  return reg < kFirstUR   ? target::RegFile::R
         : reg < kFirstP  ? target::RegFile::UR
         : reg < kFirstUP ? target::RegFile::P
                          : target::RegFile::UP;
}
/// False for B registers, which the hardware interlocks.
inline bool hasLatency(RegId reg) { return reg < kFirstB; }

/// One 32-bit register (or predicate, or B register) that an instruction reads
/// or writes.
struct Access {
  RegId reg;
  target::Port port;
  bool isLate; ///< read at a variable time after issue
};

/// Whether other threads execute from the instruction on than before (BMOV to
/// MACTIVE). What those wrote is there before (observed on ptxas 13.0.88).
bool changesThreads(const isa::InstDesc &desc);

/// Accesses of one instruction, in InstInfo::accesses order: reads, writes.
struct InstInfo {
  const isa::InstDesc *desc;
  const target::ClassInfo *cls;
  uint32_t firstAccess;
  uint16_t numReads, numWrites;
  isa::Opcode opcode;
  bool isPredicated; ///< guard other than PT, or always false
  /// CALL, RET, JMP, BMOV to MACTIVE: everything pending must be complete.
  bool isCall;
  bool usesWriteBarrier; ///< has results that arrive through a barrier
  bool hasLateReads;
};

/// The accesses of all instructions of a function.
class AccessTable {
public:
  AccessTable(const MachineCode &code, const target::TargetInfo &target);
  const InstInfo &operator[](unsigned inst) const { return infos[inst]; }
  unsigned size() const { return infos.size(); }
  bool contains(llvm::function_ref<bool(const isa::InstDesc &)> isOne) const;
  /// The instructions from `begin` on have come into the order `order` (their
  /// indices before).
  void reorder(unsigned begin, llvm::ArrayRef<unsigned> order);
  llvm::ArrayRef<Access> reads(unsigned inst) const {
    const InstInfo &info = infos[inst];
    return llvm::ArrayRef<Access>(accesses).slice(info.firstAccess,
                                                  info.numReads);
  }
  llvm::ArrayRef<Access> writes(unsigned inst) const {
    const InstInfo &info = infos[inst];
    return llvm::ArrayRef<Access>(accesses).slice(
        info.firstAccess + info.numReads, info.numWrites);
  }

private:
  std::vector<InstInfo> infos;
  std::vector<Access> accesses;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_MACHINECODE_H
