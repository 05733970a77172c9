//===- ImportCode.cpp - Decoded code as a sass.func body ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks, labels and operations of one function from its words. Words that no
// record describes become raw operations, so that any file can be read.
//
//===----------------------------------------------------------------------===//

#include "ImportCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;

size_t ptxmlir::getUnpaddedSize(ArrayRef<DecodedWord> words) {
  size_t size = words.size();
  while (size && words[size - 1].inst &&
         words[size - 1].inst->opcode == Opcode::NOP)
    --size;
  if (!size || size == words.size() || !words[size - 1].inst ||
      words[size - 1].inst->opcode != Opcode::BRA ||
      words[size - 1].target != (size - 1) * kInstBytes)
    return words.size();
  // What code branches into is not padding.
  if (llvm::any_of(words.take_front(size - 1), [&](const DecodedWord &d) {
        return d.target && *d.target > (size - 1) * kInstBytes;
      }))
    return words.size();
  return size - 1;
}

namespace {
class CodeImporter {
public:
  CodeImporter(sass::FuncOp func, const CodeToImport &code)
      : func(func), code(code), builder(func.getContext()), loc(func.getLoc()) {
  }

  void run();

private:
  bool isBlockEnd(const DecodedWord &d) const {
    return d.inst &&
           (d.inst->opcode == Opcode::BRA || d.inst->opcode == Opcode::BRX);
  }
  bool fallsThrough(const Inst &inst) const {
    bool isBRA = inst.opcode == Opcode::BRA;
    const Operand &pp = inst.ops[isBRA ? isa::BRA::kPp : isa::BRX::kPp];
    bool ppNot =
        isBRA ? isa::BRA::ppNot.get(inst.mods) : isa::BRX::ppNot.get(inst.mods);
    // Whether all threads are there decides (on sm_75; others name a mask).
    bool asksWho = isBRA && isa::BranchMode(isa::BRA::mode.get(inst.mods)) >=
                                isa::BranchMode::DIV;
    return asksWho || inst.guard != isa::PT || inst.guardNot || ppNot ||
           !(pp == Operand::p(isa::PT));
  }
  void findBlocks();
  void nameLabels();
  void createOp(uint32_t offset, Block *next);
  uint32_t end() const { return code.words.size() * kInstBytes; }

  sass::FuncOp func;
  const CodeToImport &code;
  OpBuilder builder;
  Location loc;
  std::map<uint32_t, Block *> blocks;                  ///< by first offset
  std::map<uint32_t, StringAttr> labels;               ///< by offset
  llvm::DenseMap<uint32_t, ArrayRef<uint32_t>> tables; ///< BRX to its targets
};
} // namespace

void CodeImporter::findBlocks() {
  for (const cubin::IndirectBranch &branch : code.indirectBranches)
    if (branch.offset < end() && llvm::all_of(
                                     branch.targets,
                                     [&](uint32_t target) {
                                       return target < end() &&
                                              target % kInstBytes == 0;
                                     }))
      tables[branch.offset] = branch.targets;
  bool entryIsTarget = false;
  blocks[0] = nullptr;
  for (const cubin::LoadedFunction &function : code.functions)
    if (function.offset < end() && function.offset % kInstBytes == 0)
      labels[function.offset] = nullptr;
  for (size_t i = 0; i != code.words.size(); ++i) {
    const DecodedWord &d = code.words[i];
    uint32_t next = uint32_t(i + 1) * kInstBytes;
    if (isBlockEnd(d)) {
      if (next < end())
        blocks[next] = nullptr;
      for (uint32_t target : tables.lookup(i * kInstBytes)) {
        blocks[target] = nullptr;
        entryIsTarget |= target == 0;
      }
    }
    if (!d.target)
      continue;
    if (d.inst->opcode == Opcode::BRA) {
      blocks[*d.target] = nullptr;
      entryIsTarget |= *d.target == 0;
    } else {
      labels[*d.target] = nullptr;
    }
  }
  for (auto &[offset, name] : labels)
    blocks[offset] = nullptr;
  // No edge may lead to the entry block of a region.
  if (entryIsTarget) {
    auto *entry = new Block();
    func.getBody().push_back(entry);
    builder.setInsertionPointToEnd(entry);
    blocks[0] = new Block();
    sass::FallthroughOp::create(builder, loc, blocks[0]);
  }
  for (auto &[offset, block] : blocks) {
    if (!block)
      block = new Block();
    func.getBody().push_back(block);
  }
}

/// Device functions have their names, other labels numbers in text order.
void CodeImporter::nameLabels() {
  llvm::StringSet<> taken;
  for (const cubin::LoadedFunction &function : code.functions) {
    auto label = labels.find(uint32_t(function.offset));
    if (label != labels.end() && !label->second &&
        taken.insert(function.name).second)
      label->second = builder.getStringAttr(function.name);
  }
  unsigned number = 0;
  for (auto &[offset, name] : labels)
    while (!name) {
      std::string candidate = "L" + std::to_string(number++);
      if (taken.insert(candidate).second)
        name = builder.getStringAttr(candidate);
    }
}

void CodeImporter::createOp(uint32_t offset, Block *next) {
  const DecodedWord &d = code.words[offset / kInstBytes];
  if (!d.inst) {
    sass::RawOp::create(builder, loc, int64_t(d.word.lo), int64_t(d.word.hi));
    return;
  }
  Inst inst = *d.inst;
  SmallVector<Block *> targets;
  Attribute ref;
  if (d.target) {
    // The op names the target; the distance follows from it.
    for (Operand &operand : inst.ops)
      if (operand.kind == Operand::Label)
        operand.value = 0;
    if (inst.opcode == Opcode::BRA)
      targets.push_back(blocks[*d.target]);
    else
      ref = sass::LabelAttr::get(func.getContext(), labels[*d.target]);
  }
  if (inst.opcode == Opcode::BRX) {
    llvm::SmallPtrSet<Block *, 8> seen;
    for (uint32_t target : tables.lookup(offset))
      if (seen.insert(blocks[target]).second)
        targets.push_back(blocks[target]);
  }
  if (isBlockEnd(d) && !targets.empty() && next && fallsThrough(inst))
    targets.push_back(next);
  sass::createInst(builder, loc, inst, ref, targets);
}

void CodeImporter::run() {
  findBlocks();
  nameLabels();
  for (auto it = blocks.begin(); it != blocks.end(); ++it) {
    auto nextIt = std::next(it);
    Block *next = nextIt == blocks.end() ? nullptr : nextIt->second;
    uint32_t last = next ? nextIt->first : end();
    builder.setInsertionPointToEnd(it->second);
    if (auto label = labels.find(it->first); label != labels.end())
      sass::LabelOp::create(builder, loc, label->second);
    for (uint32_t offset = it->first; offset != last; offset += kInstBytes)
      createOp(offset, next);
    if (last != it->first && isBlockEnd(code.words[last / kInstBytes - 1]))
      continue;
    if (next)
      sass::FallthroughOp::create(builder, loc, next);
    else
      sass::EndOp::create(builder, loc);
  }
}

void ptxmlir::importCode(sass::FuncOp func, const CodeToImport &code) {
  CodeImporter(func, code).run();
}
