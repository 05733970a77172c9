//===- MaskUses.cpp - What masks of threads are for -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WARPSYNC with a mask may gather threads for a collective, for a return or for
// nothing at all. The proof of convergence treats the three differently.
//
//===----------------------------------------------------------------------===//

#include "MaskUses.h"
#include "ConvergenceOperands.h"
#include "LiveRegisters.h"
#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;
using isa::Operation;

/// Of which threads it is, the instruction does not say.
static bool isOfMask(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  return desc.role == ConvergenceRole::Match ||
         desc.role == ConvergenceRole::Reduce ||
         (desc.role == ConvergenceRole::Vote && !desc.writesUniform() &&
          !votesOnConstant(inst));
}

static bool isCollective(const Inst &inst) {
  return isCollective(isa::getDesc(inst.opcode).role);
}

/// Whether a collective that has no WARPSYNC.EXCLUSIVE of its own is in the
/// block.
static bool hasBareCollective(const MachineCode &code, unsigned block) {
  bool isLetOn = false;
  for (unsigned i = code.blocks[block].begin; i != code.blocks[block].end;
       ++i) {
    const Inst &inst = *code.insts[i];
    if (isExclusive(inst)) {
      isLetOn = true;
    } else if (isa::getDesc(inst.opcode).role == ConvergenceRole::Vote ||
               isOfMask(inst)) {
      if (!isLetOn)
        return true;
      isLetOn = false;
    }
  }
  return false;
}

static bool hasCollectiveBehind(const MachineCode &code, unsigned block,
                                unsigned index) {
  for (unsigned i = index + 1; i != code.blocks[block].end; ++i)
    if (isExclusive(*code.insts[i]))
      return false;
    else if (isCollective(*code.insts[i]))
      return true;
  return false;
}

/// Whether what runs on behind `index` is executed by the threads of a mask
/// together, before they may part or meet others.
static bool leadsToCollective(const MachineCode &code, unsigned block,
                              unsigned index) {
  for (unsigned i = index + 1;; ++i) {
    while (i == code.blocks[block].end) {
      // What only runs on here is one piece with it.
      const auto &succs = code.blocks[block].succs;
      if (succs.size() != 1 || code.blocks[succs[0]].begin != i)
        return false;
      block = succs[0];
    }
    const Inst &next = *code.insts[i];
    if (isCollective(next))
      return true;
    ConvergenceRole role = isa::getDesc(next.opcode).role;
    if (role != ConvergenceRole::None && role != ConvergenceRole::Arm &&
        role != ConvergenceRole::EndCollective)
      return false;
    if (isa::getDesc(next.opcode).is(isa::Branch))
      return false;
  }
}

bool sass::partsForNothing(const MachineCode &code, unsigned block,
                           unsigned index) {
  if (!isExclusive(*code.insts[index]) || leadsToCollective(code, block, index))
    return false;
  // ptxas 13.0.88 leaves it where nothing reads a vote, too: something that it
  // may be for is at hand.
  const auto &succs = code.blocks[block].succs;
  bool isBefore = block != 0 && hasBareCollective(code, block - 1) &&
                  llvm::is_contained(code.blocks[block - 1].succs, block);
  auto hasBare = [&](unsigned b) { return hasBareCollective(code, b); };
  return isBefore || hasBare(block) || llvm::any_of(succs, hasBare) ||
         hasCollectiveBehind(code, block, index);
}

bool sass::isReturnAddress(const MachineCode &code, unsigned block,
                           unsigned index, unsigned reg) {
  unsigned last = code.blocks[block].end - 1;
  const InstDesc &desc = isa::getDesc(code.insts[last]->opcode);
  int address = desc.findSlot("a");
  if (desc.branch != isa::BranchKind::Return || address < 0 ||
      !(code.insts[last]->ops[address] == Operand::r(reg)))
    return false;
  for (unsigned i = index + 1; i != last; ++i) {
    llvm::SmallVector<isa::RegRange, 8> reads, writes;
    isa::collectRegs(*code.insts[i], reads, writes);
    for (const isa::RegRange &range : writes)
      if (range.file == Operand::R && reg >= range.first &&
          reg < unsigned(range.first + range.count))
        return false;
    // The next one asks for itself.
    if (isa::getDesc(code.insts[i]->opcode).role == ConvergenceRole::WarpSync)
      return false;
  }
  return true;
}

bool sass::isMislisted(const MachineCode &code, const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  return desc.role == ConvergenceRole::None &&
         desc.branch == isa::BranchKind::None &&
         inst.opcode != isa::Opcode::NOP &&
         (code.memberMasks.contains(&inst) || code.votesOfAll.contains(&inst));
}

bool sass::isOfOtherMask(const MachineCode &code, const Inst &inst) {
  if (code.memberMasks.empty() || code.memberMasks.contains(&inst))
    return false;
  const InstDesc &desc = isa::getDesc(inst.opcode);
  switch (desc.role) {
  case ConvergenceRole::Shuffle:
  case ConvergenceRole::Match:
    return true;
  case ConvergenceRole::Vote:
    return !desc.writesUniform() && !votesOnConstant(inst);
  default:
    return false;
  }
}

bool sass::endsNothing(const MachineCode &code, unsigned block,
                       unsigned index) {
  for (unsigned i = index; i-- != code.blocks[block].begin;) {
    const InstDesc &desc = isa::getDesc(code.insts[i]->opcode);
    if (desc.role == ConvergenceRole::EndCollective)
      return true;
    // (bar.warp.sync is a NOP.)
    if (runsCollective(desc))
      return i + 1 == index;
  }
  return true;
}

bool sass::gathersForNothing(const MachineCode &code, unsigned block,
                             unsigned index) {
  unsigned barrier = getBarrier(*code.insts[index]);
  bool isTogether = false;
  for (unsigned i = index; i-- != code.blocks[block].begin;) {
    const Inst &inst = *code.insts[i];
    if (isCollective(inst)) {
      isTogether = true;
      continue;
    }
    ConvergenceRole role = isa::getDesc(inst.opcode).role;
    if (role == ConvergenceRole::None ||
        role == ConvergenceRole::EndCollective ||
        role == ConvergenceRole::BlockBarrier)
      continue;
    if (role != ConvergenceRole::Arm)
      return false;
    if (getBarrier(inst) == barrier)
      return isTogether && inst.guard == isa::PT && !inst.guardNot;
  }
  return false;
}

void UnusedMasks::visit(unsigned index, bool ofWarp, bool givesMask) {
  const Inst &inst = *code.insts[index];
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (desc.role == ConvergenceRole::WarpSync)
    lastSync = index;
  else if (isOfMask(inst) && !isOfOtherMask(code, inst) &&
           !code.memberMasks.contains(&inst) &&
           !code.votesOfAll.contains(&inst) &&
           (lastSync == kNone || isExclusive(*code.insts[lastSync]) ||
            (ofWarp && !isOfWarp(*code.insts[lastSync]))))
    collectives.push_back(index);
  if (!givesMask)
    return;
  switch (desc.operation) {
  case Operation::Shift:
    // 1 << n. (-1 >> n stays behind where ptxas drops a WARPSYNC for sm_75.)
    if (desc.getMod("dir", inst.mods) != uint64_t(isa::ShfDir::L))
      break;
    [[fallthrough]];
  case Operation::Logic:
  case Operation::Sum:
    masks.push_back(index);
    break;
  default:
    break;
  }
}

std::vector<unsigned> UnusedMasks::find() {
  std::vector<unsigned> found;
  if (masks.empty() || collectives.empty())
    return found;
  llvm::sort(masks);
  llvm::sort(collectives);
  LiveRegisters live(code, calls), kept(code, calls, collectives);
  unsigned block = 0;
  for (unsigned index : masks) {
    while (index >= code.blocks[block].end)
      ++block;
    llvm::SmallVector<isa::RegRange, 8> reads, writes;
    isa::collectAllRegs(*code.insts[index], reads, writes);
    unsigned reg = writes.front().first;
    if (!live.isLiveBehind(block, index, reg) &&
        kept.isLiveBehind(block, index, reg))
      found.push_back(index);
  }
  return found;
}
