//===- MemberMasks.cpp - Where masks of threads come from -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask is a constant or a parameter, what votes, matches, reductions and the
// lane masks give, and what shifts, logic and steps of one ((1 << n) - 1) make
// of those. Numbers of threads, products, addresses, counts of bits, floats,
// zero and the stack pointer are none, nor is what nothing has written. What
// memory holds is none either (but spilled registers may be), as the threads of
// a mask would have to agree on it.
//
//===----------------------------------------------------------------------===//

#include "UniformRegisters.h"
#include "ptx-mlir/ISA/SpecialRegisters.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Inst;
using isa::InstDesc;
using isa::Opcode;
using isa::Operand;

void NoMasks::takeFrom(const NoMasks &from, const RegisterSet &written) {
  for (unsigned reg = 0; reg != isa::RZ; ++reg)
    if (written.contains(Operand::R, reg))
      set(reg, from.get(reg));
  stack.clear();
}

std::optional<unsigned> sass::getCopiedRegister(const Inst &inst) {
  switch (inst.opcode) {
  case Opcode::MOV:
    if (const Operand &from = inst.ops[isa::MOV::kB]; isRegister(from))
      return from.reg;
    break;
  case Opcode::IMAD:
    // RZ * RZ + c, and c * 1 + RZ are other spellings of a move.
    if (const Operand &a = inst.ops[isa::IMAD::kA],
        &c = inst.ops[isa::IMAD::kC];
        a.kind == Operand::R && a.reg == isa::RZ && isRegister(c))
      return c.reg;
    break;
  default:
    break;
  }
  return std::nullopt;
}

/// Kernels that have a stack read where it ends from here.
static bool readsStackPointer(const Inst &inst, const InstDesc &desc,
                              const target::ConstantBank &bank) {
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (inst.ops[i] == Operand::cbank(0, bank.stackPointer))
      return true;
  return false;
}

/// A part of a word that is less than 16: a number, not a mask.
static bool hasFourBits(const Inst &inst) {
  auto isBelow = [](const Operand &op, uint32_t end) {
    return op.kind == Operand::Imm && uint32_t(op.value) < end;
  };
  if (inst.opcode == Opcode::LOP3)
    return isa::LOP3::lut.get(inst.mods) == 0xc0 &&
           isBelow(inst.ops[isa::LOP3::kB], 16);
  return inst.opcode == Opcode::SHF &&
         isa::SHF::dir.get(inst.mods) == uint64_t(isa::ShfDir::R) &&
         isa::SHF::hi.get(inst.mods) &&
         isa::SHF::type.get(inst.mods) == uint64_t(isa::ShfType::U32) &&
         inst.ops[isa::SHF::kA] == Operand::r(isa::RZ) &&
         inst.ops[isa::SHF::kB].kind == Operand::Imm &&
         !isBelow(inst.ops[isa::SHF::kB], 28);
}

/// Whether the result is certainly no mask.
static bool givesNoMask(const Inst &inst, const InstDesc &desc,
                        const NoMasks &noMasks,
                        const target::ConstantBank &bank) {
  if (readsStackPointer(inst, desc, bank))
    return true;
  unsigned registers = 0, bad = 0, noPowers = 0;
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (!desc.slots[i].isDef && isRegister(inst.ops[i])) {
      ++registers;
      noPowers += noMasks.get(inst.ops[i].reg).isNoPower;
      bad += noMasks.get(inst.ops[i].reg).isNone;
    }
  auto isZero = [](const Operand &op) {
    return (op.kind == Operand::R && op.reg == isa::RZ) ||
           (op.kind == Operand::Imm && op.value == 0);
  };
  if (hasFourBits(inst))
    return true;
  switch (inst.opcode) {
  case Opcode::MOV:
    // Zero has no thread; it is where counters begin.
    return isZero(inst.ops[isa::MOV::kB]);
  case Opcode::IMAD: {
    const Operand &a = inst.ops[isa::IMAD::kA], &b = inst.ops[isa::IMAD::kB],
                  &c = inst.ops[isa::IMAD::kC];
    // A constant, a parameter or a uniform register.
    if (a.kind == Operand::R && a.reg == isa::RZ)
      return isZero(c);
    // A shift to the left, or a sum.
    if (b.kind == Operand::Imm && (b.value & (b.value - 1)) == 0)
      return bad != 0 || registers == 2;
    return true;
  }
  case Opcode::IADD3:
  case Opcode::VIADD:
    // One less than a power of two; also the complement.
    return registers != 1 || bad || noPowers;
  // Which threads a mask goes on to name may come from anything.
  case Opcode::LOP3:
    return registers != 0 && bad == registers;
  case Opcode::SHF:
    // -1 >> n is one, but what moves a mask down looks for one thread in it.
    if (isa::SHF::dir.get(inst.mods) == uint64_t(isa::ShfDir::R) &&
        isRegister(inst.ops[isa::SHF::kB]))
      for (unsigned slot : {unsigned(isa::SHF::kA), unsigned(isa::SHF::kC)})
        if (isRegister(inst.ops[slot]) &&
            noMasks.get(inst.ops[slot].reg).isVariable)
          return true;
    // The shifted value, not the distance.
    for (unsigned slot : {unsigned(isa::SHF::kA), unsigned(isa::SHF::kC)})
      if (isRegister(inst.ops[slot]) && noMasks.get(inst.ops[slot].reg).isNone)
        return true;
    return false;
  case Opcode::SEL: {
    // A boolean, or none of those it takes.
    bool takesZero =
        isZero(inst.ops[isa::SEL::kA]) || isZero(inst.ops[isa::SEL::kB]);
    return registers == 0 ? takesZero : bad == registers;
  }
  case Opcode::PRMT:
  case Opcode::SGXT:
    return bad != 0;
  case Opcode::SHFL:
    return isRegister(inst.ops[isa::SHFL::kA]) &&
           noMasks.get(inst.ops[isa::SHFL::kA].reg).isNone;
  case Opcode::BMSK:
  case Opcode::VOTE:
  case Opcode::MATCH:
    return false;
  default:
    break;
  }
  if (int sr = desc.findMod("sr"); sr >= 0)
    return !isa::isLaneMaskRegister(desc.mods[sr].field.get(inst.mods));
  // Also a constant by an operation on floats.
  bool isConstant = registers == 0 && !desc.is(isa::ReadsMemory);
  // Code for debuggers keeps masks on the stack and reads them as generic
  // memory.
  return !isConstant && inst.opcode != Opcode::LD &&
         !desc.isOnlyIn(isa::ConstantMemory);
}

/// Whether the result may be a power of two that is not known when the code is
/// made.
static bool givesPower(const Inst &inst) {
  switch (inst.opcode) {
  case Opcode::SHF:
    return true;
  case Opcode::IMAD:
  case Opcode::LOP3:
  case Opcode::SEL:
  case Opcode::LEA:
    return true;
  default:
    return false;
  }
}

static bool givesConstant(const Inst &inst) {
  if (inst.guard != isa::PT || inst.guardNot)
    return false;
  if (inst.opcode == Opcode::MOV)
    return inst.ops[isa::MOV::kB].kind == Operand::Imm;
  return inst.opcode == Opcode::IMAD &&
         inst.ops[isa::IMAD::kA] == Operand::r(isa::RZ) &&
         inst.ops[isa::IMAD::kC].kind == Operand::Imm;
}

void sass::followMasks(const Inst &inst, const target::ConstantBank &bank,
                       NoMasks &noMasks) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (std::optional<StackAccess> access = getStackAccess(inst)) {
    for (unsigned i = 0; i != access->count && access->reg != isa::RZ; ++i)
      if (access->isStore)
        noMasks.setWord(access->offset + 4 * i,
                        noMasks.contains(access->reg + i));
      else
        noMasks.set(access->reg + i,
                    {noMasks.containsWord(access->offset + 4 * i)});
    return;
  }
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(inst, reads, writes);
  NoMasks::Value value;
  if (std::optional<unsigned> from = getCopiedRegister(inst)) {
    value = noMasks.get(*from);
  } else {
    value.isNone = givesNoMask(inst, desc, noMasks, bank);
    value.isNoPower = value.isNone || !givesPower(inst);
    value.isVariable = !givesConstant(inst);
  }
  for (const isa::RegRange &range : writes)
    if (range.file == Operand::R)
      for (unsigned i = 0; i != range.count; ++i) {
        if (range.first + i < isa::RZ)
          noMasks.set(range.first + i, value);
        if (range.first + i == kStackPointer && movesStack(inst))
          noMasks.forgetStack();
      }
}

bool sass::writesDivergentMask(const Inst &inst, const RegisterSet &divergent) {
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  return !writes.empty() &&
         llvm::all_of(writes, [&](const isa::RegRange &range) {
           return range.file == Operand::R && range.count == 1 &&
                  divergent.contains(Operand::R, range.first) &&
                  !divergent.noMasks.contains(range.first);
         });
}
