//===- ActiveThreads.cpp - What ptxas does among active threads -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows votes through a block: a mask that a vote of the active threads gave
// is that of the threads that are here, as long as none has left. ptxas relies
// on it, so the proof of its code must.
//
//===----------------------------------------------------------------------===//

#include "ActiveThreads.h"
#include "ConvergenceOperands.h"
#include "ptx-mlir/ISA/Inst.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using convergence::Condition;
using convergence::kNoRegister;
using convergence::State;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Opcode;
using isa::Operand;

void sass::followVote(const Inst &inst, State &s) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (votesOnTrue(inst) && !desc.writesUniform()) {
    s.vote = inst.ops[desc.findSlot("d")].reg;
    return;
  }
  if (s.vote == kNoRegister)
    return;
  if (inst.opcode == Opcode::ISETP && inst.ops[isa::ISETP::kA].reg == s.vote &&
      inst.ops[isa::ISETP::kA].kind == Operand::R &&
      inst.ops[isa::ISETP::kB].kind == Operand::Imm &&
      uint32_t(inst.ops[isa::ISETP::kB].value) == ~0u &&
      inst.ops[isa::ISETP::kPp].reg == isa::PT) {
    auto compare = isa::ICmp(isa::ISETP::cmp.get(inst.mods));
    if (compare == isa::ICmp::EQ || compare == isa::ICmp::NE) {
      s.allHere =
          2 * inst.ops[isa::ISETP::kPu].reg + (compare == isa::ICmp::NE);
      return;
    }
  }
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(inst, reads, writes);
  for (const isa::RegRange &range : writes) {
    if (range.file == Operand::R && s.vote >= range.first &&
        s.vote < unsigned(range.first + range.count))
      s.vote = kNoRegister;
    if (range.file == Operand::P && s.allHere / 2 == range.first)
      s.allHere = Condition::kAlways;
  }
}

bool sass::isOfActive(const MachineCode &code, unsigned block, unsigned index,
                      const State &s) {
  const Inst &inst = *code.insts[index];
  const InstDesc &desc = isa::getDesc(inst.opcode);
  bool isBroadcast = desc.holds(isa::Fact::AsksOneThread, inst.mods);
  bool isReduction = desc.role == ConvergenceRole::Reduce;
  if (!isBroadcast && !isReduction)
    return false;
  if (s.haveVoted)
    return true;
  if (isBroadcast)
    return false;
  for (unsigned i = index + 1; i < code.blocks[block].end; ++i) {
    ConvergenceRole role = isa::getDesc(code.insts[i]->opcode).role;
    if (votesOnTrue(*code.insts[i]))
      return true;
    if (role == ConvergenceRole::Vote ||
        (role != ConvergenceRole::None && !isCollective(role)))
      return false;
  }
  return false;
}

void MasksOfHere::visit(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  // Whoever is let go by a BSYNC meets threads that were not here.
  if (desc.role == ConvergenceRole::Sync)
    registers.clear();
  if (!registers.empty()) {
    llvm::SmallVector<isa::RegRange, 8> reads, writes;
    isa::collectRegs(inst, reads, writes);
    for (const isa::RegRange &range : writes)
      if (range.file == Operand::R)
        for (unsigned i = 0; i != range.count; ++i)
          registers.erase(range.first + i);
  }
  Condition when;
  if (!getCondition(inst, when) || !when.isAlways())
    return;
  if ((votesOnTrue(inst) && !desc.writesUniform()) ||
      desc.role == ConvergenceRole::Match)
    registers.insert(inst.ops[desc.findSlot("d")].reg);
}

bool sass::asksForMask(const MachineCode &code, unsigned block,
                       unsigned index) {
  const Inst &inst = *code.insts[index];
  const InstDesc &desc = isa::getDesc(inst.opcode);
  bool isReduction = desc.role == ConvergenceRole::Reduce;
  if (!isReduction && desc.role != ConvergenceRole::Match)
    return false;
  const Inst &last = *code.insts[code.blocks[block].end - 1];
  const InstDesc &branch = isa::getDesc(last.opcode);
  int mask = branch.findSlot("ur");
  if (branch.branch != isa::BranchKind::ToLabel || mask < 0 ||
      branch.getMod("mode", last.mods) < uint64_t(isa::BranchMode::DIV))
    return false;
  for (unsigned i = code.blocks[block].begin; i != code.blocks[block].end;
       ++i) {
    const Inst &redux = *code.insts[i];
    const InstDesc &other = isa::getDesc(redux.opcode);
    if (other.role == ConvergenceRole::Reduce &&
        redux.ops[other.findSlot("d")].reg == last.ops[mask].reg)
      return isReduction ? &inst == &redux
                         : inst.ops[desc.findSlot("a")] ==
                               redux.ops[other.findSlot("a")];
  }
  return false;
}
