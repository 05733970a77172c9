//===- TensorMemory.h - Tensor memory of a CTA ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.16. Tensor memory has 128 lanes and 512 columns of 32 bits;
// an address has the lane above the column. Products and copies wait until a
// thread asks for the phase of an mbarrier that a commit behind them, of the
// thread that has started them, arrives at: until then they have read and
// written nothing. Loads and stores are done at once.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_TENSORMEMORY_H
#define PTX_MLIR_LIB_EXECUTION_PTX_TENSORMEMORY_H

#include "State.h"
#include <deque>
#include <functional>
#include <map>

namespace ptxmlir::interp {

constexpr unsigned kTmemLanes = 128, kTmemColumns = 512,
                   kTmemUnit = 32, ///< columns that are allocated together
    kShiftColumns = 8;             ///< of the rows that a shift moves

struct TensorMemory {
  std::vector<uint32_t> cells =
      std::vector<uint32_t>(kTmemLanes * kTmemColumns, 0xbadc0de5);
  uint32_t allocated = 0; ///< units
  bool relinquished = false;
  /// Of an allocation for a pair of CTAs: who waits for the other CTA, for how
  /// many columns, and what both have got.
  std::optional<unsigned> asker;
  uint32_t asked = 0;
  std::optional<uint32_t> granted;

  struct Job {
    Warp *warp;
    unsigned lane;
    std::function<bool()> run; ///< null: a commit; false after a fault
    uint8_t *mbarrier = nullptr;
    /// Where memory is checked: the instruction, and what it reads of shared
    /// memory of its CTA (offsets and bytes).
    const Instr *inst = nullptr;
    std::vector<std::pair<uint32_t, uint32_t>> reads = {};
    uint64_t number = 0; ///< in the order of the cluster's starts
  };
  /// What a thread has started, oldest first. The first `fenced` products and
  /// copies are those before its last tcgen05.fence::before_thread_sync.
  struct Started {
    std::deque<Job> work, commits;
    size_t fenced = 0;
  };
  std::map<unsigned, Started> started; ///< by thread of the CTA
  /// Threads whose commits wait to arrive at an mbarrier, in their order.
  std::map<const uint8_t *, std::deque<unsigned>> waiting;
  /// What allocations have got, by the first column.
  struct Allocation {
    uint32_t columns;
    Warp *warp;
    const Instr *inst;
  };
  std::map<uint32_t, Allocation> allocations;

  uint32_t &at(unsigned lane, unsigned column) {
    return cells[lane * kTmemColumns + column];
  }
};

/// The tensor memory of a CTA; the first use makes it.
TensorMemory &tensorMemoryOf(CTA &cta);
/// The thread of a CTA starts something.
void startTensorJob(CTA &cta, TensorMemory::Job job);
/// The job reads bytes of its CTA's shared memory until it is done.
void readsShared(TensorMemory::Job &job, uint64_t offset, uint32_t bytes);
/// Reports a fault and returns false.
bool tensorFault(Warp &w, const Instr &inst, std::string what);
/// The one thread that issues a product, a copy or a commit (9.7.16.5). Several
/// of a warp are a fault: the ISA has each issue its own, ptxas makes one of
/// them.
std::optional<unsigned> issuer(Warp &w, const Instr &inst, LaneMask active);
/// Whether columns of the CTA are there and belong to somebody; a fault
/// otherwise.
bool areAllocated(CTA &cta, Warp &w, const Instr &inst, uint32_t column,
                  unsigned count);
/// The CTAs that an instruction works on, the one with the even rank first;
/// empty after a fault.
llvm::SmallVector<CTA *, 2> tensorGroup(Warp &w, const Instr &inst,
                                        ptx::CtaGroup group);

/// A matrix descriptor of shared memory (9.7.16.4.1).
struct TmemOperand {
  uint64_t start, leading, stride, base;
  /// Bytes of a swizzle row (0: a kind that is not known here), and those that
  /// stay together.
  uint64_t pattern = 0, atom = 16;

  explicit TmemOperand(uint64_t descriptor);
  /// Where 16 bytes begin: unit `unit` of line `line`, which is a depth of a
  /// matrix that is transposed, else a row. As of wgmma (GroupMatrix.cpp).
  uint64_t address(unsigned line, unsigned unit, bool isTransposed) const;
};

/// An element of less than a byte in a byte of tensor memory: so many bits,
/// above so many zeros.
struct NarrowElement {
  unsigned bits, shift;
  static NarrowElement of(unsigned bits);
};
/// Of each 32 lanes, all but the last get what the next one has in so many
/// columns.
void shiftRows(CTA &cta, uint32_t column);

/// tcgen05.ld and .st; .cp and .shift; tcgen05.mma and its like.
bool bindTensorAccess(Instr &inst, ptx::Opcode opcode);
bool bindTensorTransfer(Instr &inst, ptx::Opcode opcode);
bool bindTensorProduct(Instr &inst, ptx::Opcode opcode);

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_TENSORMEMORY_H
