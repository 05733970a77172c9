//===- LifeRanges.cpp - Which registers of a cubin's code are in use ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backward data flow over the blocks of a section until nothing changes. What
// calls and returns do with registers is what nvdisasm 13.5 has there, whatever
// the function is that they go to.
//
//===----------------------------------------------------------------------===//

#include "LifeRanges.h"

using namespace ptxmlir;
using isa::BranchKind;
using isa::Operand;

/// The stack pointer, which is in use at the end of each block.
constexpr unsigned kStackPointer = 1;

/// Whether a function must give back the value that a register had.
static bool isPreserved(unsigned reg) {
  if (reg < 16)
    return reg == kStackPointer || reg == 2;
  return reg < 32 || (reg & 4);
}

/// Uniform registers that a function may change; those before do not count.
constexpr unsigned kFirstChangedUniform = 4, kLastChangedUniform = 35;

/// The registers that a function gives back, and below those that it may
/// change. General ones are as many as the code has.
static RegisterSet getPreserved(unsigned numRegisters) {
  RegisterSet set;
  for (unsigned i = 0; i < std::min<unsigned>(numRegisters, isa::RZ); ++i)
    set.set(kGPR + i, isPreserved(i));
  return set;
}

static RegisterSet getChanged(unsigned numRegisters) {
  RegisterSet set;
  for (unsigned i = 0; i < std::min<unsigned>(numRegisters, isa::RZ); ++i)
    set.set(kGPR + i, !isPreserved(i));
  for (unsigned i = kFirstChangedUniform; i <= kLastChangedUniform; ++i)
    set.set(kUniform + i);
  for (unsigned i = 0; i < isa::PT; ++i)
    set.set(kPredicate + i);
  for (unsigned i = 0; i < isa::UPT; ++i)
    set.set(kUniformPredicate + i);
  return set;
}

static void addRegisters(RegisterSet &set,
                         llvm::ArrayRef<isa::RegRange> ranges) {
  for (const isa::RegRange &range : ranges) {
    unsigned first, size;
    switch (range.file) {
    case Operand::R:
      first = kGPR, size = isa::RZ;
      break;
    case Operand::P:
      first = kPredicate, size = isa::PT;
      break;
    case Operand::UR:
      first = kUniform, size = isa::URZ;
      break;
    case Operand::UP:
      first = kUniformPredicate, size = isa::UPT;
      break;
    default:
      continue;
    }
    for (unsigned i = range.first; i < range.first + range.count && i < size;
         ++i)
      set.set(first + i);
  }
}

namespace {
struct Block : FlowBlock {
  RegisterSet in, out;
  RegisterSet exposed; ///< read before it must have been written
  RegisterSet written; ///< for certain
  /// Also where its last word leaves, and where it does not, by its guard.
  RegisterSet writtenIfLeft, writtenIfNot;
  llvm::SmallVector<size_t> leavesTo;
  std::optional<size_t> next;        ///< where it goes on
  llvm::SmallVector<size_t> returns; ///< where its function goes back to
  RegisterSet given; ///< what its function writes and callers may read
};

/// The data flow of one section.
class Liveness {
public:
  Liveness(const CodeSection &code, const CodeLabels &labels,
           unsigned numRegisters);
  std::vector<RegisterUse> run();

private:
  void addEdges();
  void summarize(Block &block);
  void record(const Block &block); ///< fills the rows in
  size_t findBlock(uint32_t offset) const;

  const CodeSection &code;
  std::vector<Block> blocks;
  std::vector<size_t> functionOf; ///< index of its function's first block
  RegisterSet preserved;          ///< what is in use where a function returns
  RegisterSet changed; ///< what is not, whatever the caller does with it
  std::vector<RegisterUse> rows;
};
} // namespace

static bool isGuarded(const DecodedWord &d) {
  return d.inst && (d.inst->guard != isa::PT || d.inst->guardNot);
}

/// The guard as a register of a set; of no guard the one that is always true.
static unsigned getGuard(const DecodedWord &d) {
  llvm::SmallVector<isa::RegRange> reads, writes;
  isa::collectRegs(*d.inst, reads, writes);
  for (const isa::RegRange &range : reads)
    if (range.slot == 0xff)
      return range.first +
             (range.file == Operand::UP ? kUniformPredicate : kPredicate);
  return kPredicate + isa::PT;
}

static bool isKind(const DecodedWord &d, BranchKind kind) {
  return d.inst && isa::getDesc(d.inst->opcode).branch == kind;
}

Liveness::Liveness(const CodeSection &code, const CodeLabels &labels,
                   unsigned numRegisters)
    : code(code), preserved(getPreserved(numRegisters)),
      changed(getChanged(numRegisters)), rows(code.words.size()) {
  for (FlowFunction &function : getFlow(code, labels)) {
    size_t first = blocks.size();
    for (FlowBlock &block : function.blocks) {
      Block copy;
      static_cast<FlowBlock &>(copy) = std::move(block);
      blocks.push_back(std::move(copy));
      functionOf.push_back(first);
    }
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    const DecodedWord &d = code.words[i];
    if (!d.inst)
      continue;
    llvm::SmallVector<isa::RegRange> reads, writes;
    // Predicates that stand in a mask do not count.
    isa::collectRegs(*d.inst, reads, writes);
    addRegisters(rows[i].reads, reads);
    addRegisters(rows[i].writes, writes);
    for (unsigned j = 0; j < kFirstChangedUniform; ++j) {
      rows[i].reads.reset(kUniform + j);
      rows[i].writes.reset(kUniform + j);
    }
    if (isKind(d, BranchKind::Call)) {
      rows[i].reads.set(kGPR).set(kGPR + kStackPointer);
      rows[i].changed = changed;
      rows[i].writes |= changed;
    }
  }
  for (Block &block : blocks)
    summarize(block);
  addEdges();
}

size_t Liveness::findBlock(uint32_t offset) const {
  auto it = llvm::partition_point(
      blocks, [&](const Block &b) { return b.first * kInstBytes < offset; });
  bool isFound = it != blocks.end() && it->first * kInstBytes == offset;
  return isFound ? size_t(it - blocks.begin()) : blocks.size();
}

void Liveness::addEdges() {
  // Where functions, by their first blocks, go back to.
  std::map<size_t, llvm::SmallVector<size_t>> returns;
  for (size_t i = 0; i < blocks.size(); ++i) {
    Block &block = blocks[i];
    if (block.goesOn && i + 1 < blocks.size())
      block.next = i + 1;
    const DecodedWord &last = code.words[block.end - 1];
    if (!isKind(last, BranchKind::Call)) {
      for (uint32_t target : block.targets)
        if (size_t index = findBlock(target); index < blocks.size())
          block.leavesTo.push_back(index);
    } else if (block.hasExit && last.target && i + 1 < blocks.size()) {
      if (size_t index = findBlock(*last.target); index < blocks.size())
        returns[functionOf[index]].push_back(i + 1);
    }
  }
  std::map<size_t, RegisterSet> written;
  for (size_t i = 0; i < blocks.size(); ++i)
    for (size_t j = blocks[i].first; j < blocks[i].end; ++j)
      written[functionOf[i]] |= rows[j].writes;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (isKind(code.words[blocks[i].end - 1], BranchKind::Return)) {
      blocks[i].returns = returns[functionOf[i]];
      blocks[i].given = written[functionOf[i]] & ~changed;
    }
}

void Liveness::summarize(Block &block) {
  const DecodedWord &last = code.words[block.end - 1];
  bool leavesIf = block.hasExit && isGuarded(last);
  unsigned lastGuard = leavesIf ? getGuard(last) : kPredicate + isa::PT;
  RegisterSet set; // by the words before
  for (size_t i = block.first; i < block.end; ++i) {
    const RegisterUse &row = rows[i];
    const DecodedWord &d = code.words[i];
    // What only a guard hides counts as written where the guard comes from
    // another block, and where this block's last word leaves by it.
    if (!isGuarded(d) || !set[getGuard(d)])
      block.written |= row.writes;
    else if (leavesIf && getGuard(d) == lastGuard)
      (d.inst->guardNot == last.inst->guardNot ? block.writtenIfLeft
                                               : block.writtenIfNot) |=
          row.writes;
    for (RegisterSet *written : {&block.writtenIfLeft, &block.writtenIfNot})
      if (row.writes[lastGuard])
        written->reset();
    set |= row.writes;
  }
  for (size_t i = block.end; i-- > block.first;) {
    if (!isGuarded(code.words[i]))
      block.exposed &= ~rows[i].writes;
    block.exposed |= rows[i].reads;
  }
}

void Liveness::record(const Block &block) {
  RegisterSet live = block.out;
  for (size_t i = block.end; i-- > block.first;) {
    RegisterUse &row = rows[i];
    // Where a guard is false, the old value stays.
    if (!isGuarded(code.words[i]))
      live &= ~row.writes;
    live |= row.reads;
    row.inUse = live | row.writes;
  }
}

std::vector<RegisterUse> Liveness::run() {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (Block &block : llvm::reverse(blocks)) {
      RegisterSet left, on, base;
      base.set(kGPR + kStackPointer);
      if (isKind(code.words[block.end - 1], BranchKind::Return))
        left = preserved;
      for (size_t index : block.returns)
        left |= blocks[index].in & block.given;
      for (size_t index : block.leavesTo)
        left |= blocks[index].in;
      if (block.next)
        on = blocks[*block.next].in;
      block.out = left | on | base;
      RegisterSet in = block.exposed | ((left & ~block.writtenIfLeft) |
                                        (on & ~block.writtenIfNot) | base) &
                                           ~block.written;
      isChanged |= in != block.in;
      block.in = in;
    }
  }
  bool goesOn = true;
  for (Block &block : blocks) {
    record(block);
    bool isListed = goesOn || block.hasLabel;
    for (size_t i = block.first; i < block.end; ++i)
      rows[i].isListed = isListed;
    // One word that never leaves stands with the next block, and one that
    // leaves for good stands alone.
    bool isOneWord = block.end == block.first + 1;
    rows[block.first].hasBreakBefore =
        isOneWord ? block.hasExit && !(block.goesOn && goesOn) : !goesOn;
    goesOn = isListed && block.goesOn;
  }
  return std::move(rows);
}

std::vector<RegisterUse> ptxmlir::getRegisterUse(const CodeSection &code,
                                                 const CodeLabels &labels,
                                                 unsigned numRegisters) {
  return Liveness(code, labels, numRegisters).run();
}
