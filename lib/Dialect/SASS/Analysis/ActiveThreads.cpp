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
  if (votesOnTrue(inst) && inst.opcode == Opcode::VOTE) {
    s.vote = inst.ops[isa::VOTE::kD].reg;
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
  bool isBroadcast =
      inst.opcode == Opcode::SHFL &&
      isa::SHFL::mode.get(inst.mods) == uint64_t(isa::ShflMode::IDX);
  bool isReduction =
      inst.opcode == Opcode::REDUX || inst.opcode == Opcode::CREDUX;
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
    if (role != ConvergenceRole::None && role != ConvergenceRole::Collective)
      return false;
  }
  return false;
}

void MasksOfHere::visit(const Inst &inst) {
  // Whoever is let go by a BSYNC meets threads that were not here.
  if (isa::getDesc(inst.opcode).role == ConvergenceRole::Sync)
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
  if (inst.opcode == Opcode::VOTE && votesOnTrue(inst))
    registers.insert(inst.ops[isa::VOTE::kD].reg);
  else if (inst.opcode == Opcode::MATCH)
    registers.insert(inst.ops[isa::MATCH::kD].reg);
}

bool sass::asksForMask(const MachineCode &code, unsigned block,
                       unsigned index) {
  const Inst &inst = *code.insts[index];
  if (inst.opcode != Opcode::MATCH && inst.opcode != Opcode::REDUX)
    return false;
  const Inst &last = *code.insts[code.blocks[block].end - 1];
  if (last.opcode != Opcode::BRA_UR ||
      isa::BRA_UR::mode.get(last.mods) < uint64_t(isa::BranchMode::DIV))
    return false;
  for (unsigned i = code.blocks[block].begin; i != code.blocks[block].end;
       ++i) {
    const Inst &redux = *code.insts[i];
    if (redux.opcode == Opcode::REDUX &&
        redux.ops[isa::REDUX::kD].reg == last.ops[isa::BRA_UR::kUr].reg)
      return inst.opcode == Opcode::REDUX
                 ? &inst == &redux
                 : inst.ops[isa::MATCH::kA] == redux.ops[isa::REDUX::kA];
  }
  return false;
}
