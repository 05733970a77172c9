//===- ConvergenceOperands.cpp - Operands of barriers and branches --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards and predicate operands as conditions of the abstract machine; which
// barrier, vote or exclusivity an instruction names. By records, without
// mnemonics.
//
//===----------------------------------------------------------------------===//

#include "ConvergenceOperands.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using convergence::Condition;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;

/// Adds a predicate that must hold; false if it never does.
static bool addLiteral(Condition &condition, uint32_t predicate, bool isNot,
                       bool isTrue) {
  if (isTrue)
    return !isNot;
  uint32_t literal = 2 * predicate + isNot;
  if (condition.first == Condition::kAlways)
    condition.first = literal;
  else if (condition.second == Condition::kAlways)
    condition.second = literal;
  // A third one only makes the condition stronger; no branch equals it then.
  else
    condition.second = Condition::kAlways - 1;
  return true;
}

bool sass::getCondition(const Inst &inst, Condition &condition) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  condition = Condition();
  bool isUniform = desc.is(isa::UniformGuard);
  if (!addLiteral(condition,
                  inst.guard + (isUniform ? kFirstUniformPredicate : 0),
                  inst.guardNot, inst.guard == isa::PT))
    return false;
  // What votes and barriers of the block take of each thread is no condition.
  if (isa::isCollective(desc.role) ||
      desc.role == ConvergenceRole::BlockBarrier)
    return true;
  for (const char *name : {"pp", "up"}) {
    int slot = desc.findSlot(name);
    if (slot < 0 || desc.slots[slot].isDef)
      continue;
    const Operand &op = inst.ops[slot];
    int notMod = desc.slots[slot].notMod;
    bool isNot = notMod >= 0 && desc.mods[notMod].field.get(inst.mods);
    bool isTrue = op.kind == Operand::None || op.reg == isa::PT;
    if (!addLiteral(condition,
                    op.reg +
                        (op.kind == Operand::UP ? kFirstUniformPredicate : 0),
                    isNot, isTrue))
      return false;
  }
  return true;
}

unsigned sass::getBarrier(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (inst.ops[i].kind == Operand::B)
      return inst.ops[i].reg % convergence::kNumBarriers;
  return 0;
}

std::optional<isa::BranchMode> sass::getBranchMode(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  int mode = desc.findMod("mode");
  if (desc.branch == isa::BranchKind::None || mode < 0)
    return std::nullopt;
  return isa::BranchMode(desc.mods[mode].field.get(inst.mods));
}

bool sass::changesBarrier(const Inst &inst) {
  switch (isa::getDesc(inst.opcode).role) {
  case ConvergenceRole::Arm:
  case ConvergenceRole::Sync:
  case ConvergenceRole::Break:
  case ConvergenceRole::Move:
    return true;
  default:
    return false;
  }
}

bool sass::votesOnConstant(const Inst &inst) {
  if (isa::getDesc(inst.opcode).role != ConvergenceRole::Vote)
    return false;
  const Operand &pp = inst.ops[isa::getDesc(inst.opcode).findSlot("pp")];
  return pp.kind == Operand::None || pp.reg == isa::PT;
}

bool sass::votesOnTrue(const Inst &inst) {
  if (!votesOnConstant(inst))
    return false;
  const InstDesc &desc = isa::getDesc(inst.opcode);
  int notMod = desc.slots[desc.findSlot("pp")].notMod;
  return notMod < 0 || !desc.mods[notMod].field.get(inst.mods);
}

bool sass::isExclusive(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  return desc.role == ConvergenceRole::WarpSync &&
         desc.getMod("exclusive", inst.mods);
}

bool sass::hasExclusive(unsigned sm) {
  Inst inst;
  inst.opcode = isa::Opcode::WARPSYNC;
  inst.guard = isa::PT;
  inst.ops[isa::WARPSYNC::kA] = Operand::r(0);
  inst.mods = isa::WARPSYNC::exclusive.set(isa::WARPSYNC::kDefaultMods, true);
  return isa::encode(inst, sm).has_value();
}

bool sass::runsCollective(const InstDesc &desc) {
  return desc.role == ConvergenceRole::WarpSync &&
         llvm::any_of(desc.slots, [](const isa::SlotDesc &slot) {
           return slot.kind == Operand::Label;
         });
}

const Operand *sass::getMoved(const Inst &inst) {
  if (inst.guard != isa::PT || inst.guardNot)
    return nullptr;
  const InstDesc &desc = isa::getDesc(inst.opcode);
  switch (desc.operation) {
  case isa::Operation::Move:
    return &inst.ops[desc.findSlot("b")];
  case isa::Operation::Product:
  case isa::Operation::HalfProduct:
    return inst.ops[desc.findSlot("a")] == Operand::r(isa::RZ)
               ? &inst.ops[desc.findSlot("c")]
               : nullptr;
  default:
    return nullptr;
  }
}

bool sass::isOfWarp(const Inst &inst) {
  int mask = isa::getDesc(inst.opcode).findSlot("a");
  return mask < 0 || (inst.ops[mask].kind == Operand::Imm &&
                      uint32_t(inst.ops[mask].value) == ~0u);
}

/// What the instruction adds to such a mask.
static uint32_t getSyncs(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  switch (desc.role) {
  case ConvergenceRole::Sync:
  case ConvergenceRole::Break:
  case ConvergenceRole::Move:
    return 1u << getBarrier(inst);
  case ConvergenceRole::None:
    return desc.branch == isa::BranchKind::Call ||
                   desc.branch == isa::BranchKind::Return ||
                   desc.branch == isa::BranchKind::ToAddress
               ? kOtherWaits
               : 0;
  case ConvergenceRole::Arm:
  case ConvergenceRole::Yield:
    return 0;
  default:
    return kOtherWaits;
  }
}

std::vector<uint32_t> sass::findSyncsAhead(const MachineCode &code,
                                           const CodeCalls &calls,
                                           const CodeWays &ways) {
  std::vector<llvm::SmallVector<unsigned, 2>> preds(code.blocks.size());
  std::vector<unsigned> work;
  std::vector<uint32_t> syncsAhead(code.blocks.size()),
      armed(code.blocks.size());
  for (auto [b, block] : llvm::enumerate(code.blocks)) {
    for (unsigned succ : ways.succs(b))
      preds[succ].push_back(b);
    if (calls.calleeOf(b) != CodeCalls::kNone && calls.isJump(b))
      preds[calls.calleeOf(b)].push_back(b);
    for (unsigned i = block.begin; i != block.end; ++i) {
      const Inst &inst = *code.insts[i];
      syncsAhead[b] |= getSyncs(inst) & ~armed[b];
      Condition when;
      // What is behind another BSSY is the end of its region.
      if (isa::getDesc(inst.opcode).role == ConvergenceRole::Arm &&
          getCondition(inst, when) && when.isAlways())
        armed[b] |= 1u << getBarrier(inst);
    }
    work.push_back(b);
  }
  while (!work.empty()) {
    unsigned b = work.back();
    work.pop_back();
    for (unsigned pred : preds[b])
      if (uint32_t all = syncsAhead[pred] | (syncsAhead[b] & ~armed[pred]);
          all != syncsAhead[pred]) {
        syncsAhead[pred] = all;
        work.push_back(pred);
      }
  }
  return syncsAhead;
}

uint32_t sass::findSyncsBehind(const MachineCode &code, const CodeWays &ways,
                               llvm::ArrayRef<uint32_t> syncsAhead,
                               unsigned index, unsigned block) {
  uint32_t syncs = 0;
  for (unsigned succ : ways.succs(block))
    syncs |= syncsAhead[succ];
  for (unsigned i = code.blocks[block].end; --i != index;) {
    const Inst &inst = *code.insts[i];
    if (isa::getDesc(inst.opcode).role == ConvergenceRole::Arm)
      syncs &= ~(1u << getBarrier(inst));
    syncs |= getSyncs(inst);
  }
  return syncs;
}

std::vector<bool> sass::findEndings(const MachineCode &code) {
  std::vector<bool> result(code.blocks.size());
  for (auto [number, b] : llvm::enumerate(code.blocks)) {
    const Inst &last = *code.insts[b.end - 1];
    const InstDesc &desc = isa::getDesc(last.opcode);
    bool ends = b.succs.empty() && (endsThread(desc.branch) ||
                                    desc.holds(isa::Fact::EndsFlow, last.mods));
    for (unsigned i = b.begin; i != b.end; ++i)
      ends &= isa::getDesc(code.insts[i]->opcode).role == ConvergenceRole::None;
    result[number] = ends;
  }
  return result;
}
