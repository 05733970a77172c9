//===- GuardUses.cpp - What reads uniform predicates ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A uniform predicate that only guards branches needs not be equal in threads
// that are apart. Backwards over the blocks, on demand: few predicates are ever
// asked for.
//
//===----------------------------------------------------------------------===//

#include "GuardUses.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;

void GuardUses::step(unsigned index, Uses &uses) const {
  const Inst &inst = *code.insts[index];
  bool isBranch = isa::getDesc(inst.opcode).is(isa::Branch);
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  if (inst.guard == isa::PT && !inst.guardNot)
    for (const isa::RegRange &range : writes)
      if (range.file == Operand::UP) {
        uses.asGuard &= ~(1u << range.first);
        uses.otherwise &= ~(1u << range.first);
      }
  for (const isa::RegRange &range : reads)
    if (range.file == Operand::UP) {
      bool isGuard = range.slot == 0xff && !isBranch;
      (isGuard ? uses.asGuard : uses.otherwise) |= 1u << range.first;
    }
}

GuardUses::Uses GuardUses::behindBlock(unsigned block) const {
  Uses uses;
  for (unsigned succ : code.blocks[block].succs) {
    uses.asGuard |= before[succ].asGuard;
    uses.otherwise |= before[succ].otherwise;
  }
  return uses;
}

void GuardUses::iterate() {
  unsigned numBlocks = code.blocks.size();
  before.resize(numBlocks);
  std::vector<llvm::SmallVector<unsigned, 2>> preds(numBlocks);
  for (unsigned b = 0; b != numBlocks; ++b)
    for (unsigned succ : code.blocks[b].succs)
      preds[succ].push_back(b);
  std::vector<unsigned> work = code.reversePostOrder();
  std::vector<bool> isQueued(numBlocks, true);
  while (!work.empty()) {
    unsigned b = work.back();
    work.pop_back();
    isQueued[b] = false;
    Uses uses = behindBlock(b);
    for (unsigned i = code.blocks[b].end; i-- != code.blocks[b].begin;)
      step(i, uses);
    if (uses == before[b])
      continue;
    before[b] = uses;
    for (unsigned pred : preds[b])
      if (!isQueued[pred]) {
        isQueued[pred] = true;
        work.push_back(pred);
      }
  }
}

bool GuardUses::isOnlyGuard(unsigned block, unsigned index) {
  const Inst &vote = *code.insts[index];
  const InstDesc &desc = isa::getDesc(vote.opcode);
  unsigned predicate = isa::PT;
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (desc.slots[i].isDef && vote.ops[i].kind == Operand::UP)
      predicate = vote.ops[i].reg;
    else if (desc.slots[i].isDef && vote.ops[i].kind == Operand::UR &&
             vote.ops[i].reg != isa::URZ)
      return false;
  if (predicate == isa::PT)
    return false;
  if (before.empty())
    iterate();
  const MachineBlock &b = code.blocks[block];
  if (current != block) {
    current = block;
    behind.assign(b.end - b.begin, Uses());
    Uses uses = behindBlock(block);
    for (unsigned i = b.end; i-- != b.begin;) {
      behind[i - b.begin] = uses;
      step(i, uses);
    }
  }
  const Uses &uses = behind[index - b.begin];
  return (uses.asGuard >> predicate & 1) && !(uses.otherwise >> predicate & 1);
}
