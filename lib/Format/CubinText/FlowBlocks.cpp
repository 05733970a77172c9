//===- FlowBlocks.cpp - Basic blocks of the code in a cubin ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of a known function ends a block and goes on behind it; one through
// registers is an instruction like others (so nvdisasm 13.5 has it).
//
//===----------------------------------------------------------------------===//

#include "FlowBlocks.h"

using namespace ptxmlir;
using isa::BranchKind;
using isa::Operand;

namespace {
struct Exit {
  bool leaves = false, goesOn = true;
};
} // namespace

/// Whether it depends on which threads of the warp are there.
static bool comparesThreads(const isa::Inst &inst, const isa::InstDesc &desc) {
  auto mode = isa::BranchMode(desc.getMod("mode", inst.mods));
  return mode == isa::BranchMode::DIV || mode == isa::BranchMode::CONV;
}

static Exit getExit(const DecodedWord &d) {
  if (!d.inst)
    return {};
  const isa::InstDesc &desc = isa::getDesc(d.inst->opcode);
  BranchKind kind = desc.branch;
  if (kind == BranchKind::None)
    return {};
  llvm::SmallVector<isa::RegRange> reads, writes;
  isa::collectRegs(*d.inst, reads, writes);
  auto isRead = [&](Operand::Kind file) {
    return llvm::any_of(reads,
                        [&](const isa::RegRange &r) { return r.file == file; });
  };
  if (kind == BranchKind::Call)
    return {!isRead(Operand::R) && !isRead(Operand::UR), true};
  bool isConditional =
      d.inst->guardNot || isRead(Operand::P) || isRead(Operand::UP) ||
      (kind == BranchKind::ToLabel && comparesThreads(*d.inst, desc));
  return {true, isConditional};
}

/// Marks what can be reached from the first block.
static void markReached(std::vector<FlowBlock> &blocks) {
  llvm::SmallVector<size_t> work;
  auto add = [&](size_t index) {
    if (index >= blocks.size() || blocks[index].isReached)
      return;
    blocks[index].isReached = true;
    work.push_back(index);
  };
  add(0);
  while (!work.empty()) {
    size_t index = work.pop_back_val();
    const FlowBlock &block = blocks[index];
    if (block.goesOn)
      add(index + 1);
    for (uint32_t target : block.targets) {
      auto it = llvm::partition_point(blocks, [&](const FlowBlock &b) {
        return b.first * kInstBytes < target;
      });
      if (it != blocks.end() && it->first * kInstBytes == target)
        add(size_t(it - blocks.begin()));
    }
  }
}

static std::vector<FlowBlock> getBlocks(const CodeSection &code,
                                        const CodeLabels &labels, size_t first,
                                        size_t end) {
  std::vector<FlowBlock> blocks;
  for (size_t i = first; i < end; ++i) {
    bool hasLabel =
        i == first ||
        !labels.getLabel(code.section->index, i * kInstBytes).empty();
    if (hasLabel || blocks.back().hasExit) {
      FlowBlock block;
      block.first = i;
      block.hasLabel = hasLabel;
      blocks.push_back(block);
    }
    FlowBlock &block = blocks.back();
    const DecodedWord &d = code.words[i];
    Exit exit = getExit(d);
    block.end = i + 1;
    block.hasExit = exit.leaves;
    block.goesOn = exit.goesOn;
    if (!exit.leaves)
      continue;
    auto table = code.branchTargets.find(uint32_t(i * kInstBytes));
    BranchKind kind = isa::getDesc(d.inst->opcode).branch;
    if (table != code.branchTargets.end())
      block.targets = table->second;
    else if (d.target &&
             (kind == BranchKind::ToLabel ||
              // Of a recursive call the way is one within the function.
              (kind == BranchKind::Call && *d.target >= first * kInstBytes &&
               *d.target < end * kInstBytes)))
      block.targets.push_back(*d.target);
  }
  markReached(blocks);
  return blocks;
}

std::vector<FlowFunction> ptxmlir::getFlow(const CodeSection &code,
                                           const CodeLabels &labels) {
  std::vector<FlowFunction> functions;
  std::vector<size_t> starts;
  for (size_t i = 0; i < code.words.size(); ++i) {
    uint64_t offset = i * kInstBytes;
    llvm::StringRef name = labels.getName(code.section->index, offset);
    if (labels.isFunction(code.section->index, offset)) {
      functions.push_back({name, {}});
      starts.push_back(i);
    }
  }
  starts.push_back(code.words.size());
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i].blocks = getBlocks(code, labels, starts[i], starts[i + 1]);
  return functions;
}
