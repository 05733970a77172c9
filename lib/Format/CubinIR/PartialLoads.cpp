//===- PartialLoads.cpp - Vector loads that are not used whole ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backward liveness of the 255 registers over basic blocks, then one walk
// through each block that holds a vector load.
//
//===----------------------------------------------------------------------===//

#include "CodeFacts.h"
#include <bitset>
#include <deque>

using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Operand;

namespace {
using RegisterSet = std::bitset<256>;

struct Block {
  uint32_t begin, end; ///< instruction indices
  RegisterSet reads;   ///< before any write of the block
  RegisterSet writes;
  RegisterSet liveIn;
  llvm::SmallVector<uint32_t, 2> predecessors;
  llvm::SmallVector<uint32_t, 2> successors;
  bool unknown = false; ///< control may go anywhere behind it
};
} // namespace

/// Registers of the destination of a vector load from global or shared memory.
static unsigned getLoadWidth(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  bool isPlain = !desc.writtenSpaces && !desc.is(isa::Convergent) &&
                 !desc.is(isa::SideEffects) && desc.findSlot("addr") >= 0 &&
                 desc.findMod("type") >= 0;
  if (!(desc.readSpaces & (isa::GlobalMemory | isa::SharedMemory)) || !isPlain)
    return 0;
  int slot = desc.findSlot("d");
  if (inst.ops[slot].kind != Operand::R || inst.ops[slot].reg == isa::RZ)
    return 0;
  return isa::slotWidth(desc, slot, inst.mods);
}

static unsigned getLoadRegister(const Inst &inst) {
  return inst.ops[isa::getDesc(inst.opcode).findSlot("d")].reg;
}

/// Live registers before an instruction, from those behind it. What a guarded
/// instruction does not write stays live.
static void stepBack(const std::optional<Inst> &inst, RegisterSet &live) {
  if (!inst) {
    live.set();
    return;
  }
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(*inst, reads, writes);
  if (inst->guard == isa::PT && !inst->guardNot)
    for (const isa::RegRange &range : writes)
      if (range.file == Operand::R)
        for (unsigned i = 0; i != range.count; ++i)
          live.reset(range.first + i);
  for (const isa::RegRange &range : reads)
    if (range.file == Operand::R)
      for (unsigned i = 0; i != range.count; ++i)
        live.set(range.first + i);
}

static std::vector<Block> buildBlocks(CodeView code,
                                      const llvm::BitVector &leaders) {
  std::vector<Block> blocks;
  std::vector<uint32_t> blockOf(code.size());
  for (uint32_t i = 0; i != code.size(); ++i) {
    if (leaders.test(i))
      blocks.push_back({i, i});
    blocks.back().end = i + 1;
    blockOf[i] = blocks.size() - 1;
  }
  for (uint32_t b = 0; b != blocks.size(); ++b) {
    Block &block = blocks[b];
    auto addSuccessor = [&](uint32_t to) {
      block.successors.push_back(to);
      blocks[to].predecessors.push_back(b);
    };
    // A collective names its end from inside the block.
    for (uint32_t i = block.begin; i != block.end; ++i) {
      ControlFlow flow = getControlFlow(code, i);
      block.unknown |= flow.unknown;
      if (flow.target)
        addSuccessor(blockOf[*flow.target]);
      if (i + 1 == block.end && flow.next) {
        if (i + 1 != code.size())
          addSuccessor(b + 1);
        else
          block.unknown = true;
      }
    }
    // `reads` is live-in of the block with nothing live behind it; what stays
    // live of everything is not written.
    RegisterSet none, all;
    all.set();
    for (uint32_t i = block.end; i-- != block.begin;) {
      stepBack(code[i], none);
      stepBack(code[i], all);
    }
    block.reads = none;
    block.writes = ~all;
  }
  return blocks;
}

static RegisterSet getLiveOut(const std::vector<Block> &blocks,
                              const Block &block) {
  RegisterSet live;
  if (block.unknown)
    live.set();
  for (uint32_t succ : block.successors)
    live |= blocks[succ].liveIn;
  return live;
}

std::vector<cubin::PartialLoad>
ptxmlir::findPartialLoads(CodeView code, const llvm::BitVector &leaders) {
  std::vector<cubin::PartialLoad> result;
  if (llvm::none_of(code, [](const std::optional<Inst> &inst) {
        return inst && getLoadWidth(*inst) > 1;
      }))
    return result;
  std::vector<Block> blocks = buildBlocks(code, leaders);
  // Blocks in falling order settle most of the work in one round.
  std::deque<uint32_t> work;
  llvm::BitVector queued(blocks.size(), true);
  for (uint32_t b = blocks.size(); b-- != 0;)
    work.push_back(b);
  while (!work.empty()) {
    uint32_t b = work.front();
    work.pop_front();
    queued.reset(b);
    Block &block = blocks[b];
    RegisterSet liveIn =
        block.reads | (getLiveOut(blocks, block) & ~block.writes);
    if (liveIn == block.liveIn)
      continue;
    block.liveIn = liveIn;
    for (uint32_t pred : block.predecessors)
      if (!queued.test(pred)) {
        queued.set(pred);
        work.push_back(pred);
      }
  }

  constexpr unsigned kRegisterBytes = 4;
  for (const Block &block : blocks) {
    RegisterSet live = getLiveOut(blocks, block);
    for (uint32_t i = block.end; i-- != block.begin; stepBack(code[i], live)) {
      unsigned width = code[i] ? getLoadWidth(*code[i]) : 0;
      if (width < 2)
        continue;
      unsigned first = getLoadRegister(*code[i]);
      uint32_t used = 0;
      for (unsigned r = 0; r != width; ++r)
        if (first + r < isa::RZ && live.test(first + r))
          used |= 0xfu << (kRegisterBytes * r);
      if (used != (uint64_t(1) << (kRegisterBytes * width)) - 1)
        result.push_back({uint32_t(i * 16), used});
    }
  }
  llvm::sort(result,
             [](const auto &a, const auto &b) { return a.offset < b.offset; });
  return result;
}
