//===- MaskUses.cpp - What masks of threads are for -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskUses.h"
#include "ConvergenceOperands.h"
#include "LiveRegisters.h"
#include "ptx-mlir/ISA/ConvergenceRole.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Opcode;
using isa::Operand;

static bool isCollective(const Inst &inst) {
  ConvergenceRole role = isa::getConvergenceRole(inst.opcode);
  return role == ConvergenceRole::Vote || role == ConvergenceRole::Collective;
}

bool sass::partsForNothing(const MachineCode &code, unsigned block,
                           unsigned index) {
  const Inst &inst = *code.insts[index];
  if (!isExclusive(inst))
    return false;
  for (unsigned i = index + 1;; ++i) {
    while (i == code.blocks[block].end) {
      // What only runs on here is one piece with it.
      const auto &succs = code.blocks[block].succs;
      if (succs.size() != 1 || code.blocks[succs[0]].begin != i)
        return true;
      block = succs[0];
    }
    const Inst &next = *code.insts[i];
    if (isCollective(next))
      return false;
    ConvergenceRole role = isa::getConvergenceRole(next.opcode);
    if (role != ConvergenceRole::None && role != ConvergenceRole::Arm)
      return true;
    if (isa::getDesc(next.opcode).is(isa::Branch) ||
        next.opcode == Opcode::EXIT)
      return true;
  }
}

bool sass::isReturnAddress(const MachineCode &code, unsigned block,
                           unsigned index, unsigned reg) {
  unsigned last = code.blocks[block].end - 1;
  const InstDesc &desc = isa::getDesc(code.insts[last]->opcode);
  int address = desc.findSlot("a");
  if (!llvm::StringRef(desc.name).starts_with("RET") || address < 0 ||
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
    if (isa::getConvergenceRole(code.insts[i]->opcode) ==
        ConvergenceRole::WarpSync)
      return false;
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
    ConvergenceRole role = isa::getConvergenceRole(inst.opcode);
    if (role == ConvergenceRole::None)
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
  switch (inst.opcode) {
  case Opcode::WARPSYNC:
  case Opcode::WARPSYNC_ALL:
  case Opcode::WARPSYNC_COLLECTIVE:
  case Opcode::WARPSYNC_COLLECTIVE_ALL:
    lastSync = index;
    break;
  case Opcode::VOTE:
  case Opcode::MATCH:
  case Opcode::REDUX:
    // (Each lane of SHFL names the one that it reads.)
    if (ofWarp || lastSync == kNone || isExclusive(*code.insts[lastSync]))
      if (!votesOnTrue(inst))
        collectives.push_back(index);
    break;
  case Opcode::SHF:
    // 1 << n. (-1 >> n stays behind where ptxas drops a WARPSYNC for sm_75.)
    if (isa::SHF::dir.get(inst.mods) != uint64_t(isa::ShfDir::L))
      break;
    [[fallthrough]];
  case Opcode::LOP3:
  case Opcode::IADD3:
  case Opcode::IMAD:
  case Opcode::MOV:
    if (givesMask)
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
