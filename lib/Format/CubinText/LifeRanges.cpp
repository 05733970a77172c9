//===- LifeRanges.cpp - Which registers of a cubin's code are in use ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backward data flow over the blocks of a section until nothing changes.
//
//===----------------------------------------------------------------------===//

#include "LifeRanges.h"

using namespace ptxmlir;
using isa::BranchKind;
using isa::Operand;

/// The stack pointer, which holds its value to the end.
constexpr unsigned kStackPointer = 1;

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
  llvm::SmallVector<size_t, 2> successors;
};

/// The data flow of one section.
class Liveness {
public:
  Liveness(const CodeSection &code, const CodeLabels &labels);
  std::vector<RegisterUse> run();

private:
  void addSuccessors();
  /// Goes through a block from its end; with `record` the rows are filled in.
  RegisterSet transfer(const Block &block, bool record);
  size_t findBlock(uint32_t offset) const;

  const CodeSection &code;
  std::vector<Block> blocks;
  std::vector<size_t> functionOf; ///< index of its function's first block
  std::vector<RegisterUse> rows;
};
} // namespace

Liveness::Liveness(const CodeSection &code, const CodeLabels &labels)
    : code(code), rows(code.words.size()) {
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
    isa::collectAllRegs(*d.inst, reads, writes);
    addRegisters(rows[i].reads, reads);
    addRegisters(rows[i].writes, writes);
  }
  addSuccessors();
}

size_t Liveness::findBlock(uint32_t offset) const {
  auto it = llvm::partition_point(
      blocks, [&](const Block &b) { return b.first * kInstBytes < offset; });
  bool isFound = it != blocks.end() && it->first * kInstBytes == offset;
  return isFound ? size_t(it - blocks.begin()) : blocks.size();
}

void Liveness::addSuccessors() {
  // Where functions, by their first blocks, go back to.
  std::map<size_t, llvm::SmallVector<size_t>> returns;
  for (size_t i = 0; i < blocks.size(); ++i) {
    Block &block = blocks[i];
    if (block.goesOn && i + 1 < blocks.size())
      block.successors.push_back(i + 1);
    for (uint32_t target : block.targets)
      if (size_t index = findBlock(target); index < blocks.size())
        block.successors.push_back(index);
    const DecodedWord &last = code.words[block.end - 1];
    bool isCall = block.hasExit && last.target &&
                  isa::getDesc(last.inst->opcode).branch == BranchKind::Call;
    if (!isCall)
      continue;
    if (size_t index = findBlock(*last.target); index < blocks.size()) {
      block.successors.push_back(index);
      if (i + 1 < blocks.size())
        returns[functionOf[index]].push_back(i + 1);
    }
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    const DecodedWord &last = code.words[blocks[i].end - 1];
    if (blocks[i].hasExit &&
        isa::getDesc(last.inst->opcode).branch == BranchKind::Return)
      llvm::append_range(blocks[i].successors, returns[functionOf[i]]);
  }
}

RegisterSet Liveness::transfer(const Block &block, bool record) {
  RegisterSet live = block.out;
  for (size_t i = block.end; i-- > block.first;) {
    RegisterUse &row = rows[i];
    const std::optional<isa::Inst> &inst = code.words[i].inst;
    // Where a guard is false, the old value stays.
    bool isGuarded = inst && (inst->guard != isa::PT || inst->guardNot);
    if (!isGuarded)
      live &= ~row.writes;
    live |= row.reads;
    if (record)
      row.inUse = live | row.writes;
  }
  return live;
}

std::vector<RegisterUse> Liveness::run() {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (Block &block : llvm::reverse(blocks)) {
      RegisterSet out;
      if (!block.goesOn)
        out.set(kStackPointer);
      for (size_t index : block.successors)
        out |= blocks[index].in;
      if (out == block.out && block.in.any())
        continue;
      block.out = out;
      RegisterSet in = transfer(block, /*record=*/false);
      isChanged |= in != block.in;
      block.in = in;
    }
  }
  bool goesOn = true;
  for (Block &block : blocks) {
    transfer(block, /*record=*/true);
    bool isListed = goesOn || block.hasLabel;
    for (size_t i = block.first; i < block.end; ++i)
      rows[i].isListed = isListed;
    // One word that leaves for good stands alone, too.
    rows[block.first].hasBreakBefore =
        !goesOn || (block.end == block.first + 1 && !block.goesOn);
    goesOn = isListed && block.goesOn;
  }
  return std::move(rows);
}

std::vector<RegisterUse> ptxmlir::getRegisterUse(const CodeSection &code,
                                                 const CodeLabels &labels) {
  return Liveness(code, labels).run();
}
