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

#include "ConvergenceOperands.h"
#include "UniformRegisters.h"
#include "ptx-mlir/ISA/SpecialRegisters.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;
using isa::Operation;

void NoMasks::takeFrom(const NoMasks &from, const RegisterSet &written) {
  for (unsigned reg = 0; reg != isa::RZ; ++reg)
    if (written.contains(Operand::R, reg))
      set(reg, from.get(reg));
  stack.clear();
}

std::optional<unsigned> sass::getCopiedRegister(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  switch (desc.operation) {
  case Operation::Move:
    if (const Operand &from = inst.ops[desc.findSlot("b")]; isRegister(from))
      return from.reg;
    break;
  case Operation::Product:
    // RZ * RZ + c, and c * 1 + RZ are other spellings of a move.
    if (const Operand &a = inst.ops[desc.findSlot("a")],
        &c = inst.ops[desc.findSlot("c")];
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

/// Variables of the module in constant memory are data, as what is loaded from
/// other memory is.
static bool readsVariable(const Inst &inst, const InstDesc &desc) {
  constexpr unsigned kVariableBank = 3;
  if (const Operand *moved = getMoved(inst);
      moved && moved->kind == Operand::CBank)
    return moved->reg == kVariableBank;
  if (!desc.is(isa::ReadsMemory) || !desc.isOnlyIn(isa::ConstantMemory))
    return false;
  int bank = desc.findMod("bank");
  return bank >= 0 && desc.mods[bank].field.get(inst.mods) == kVariableBank;
}

/// A part of a word that is less than 16: a number, not a mask.
static bool hasFourBits(const Inst &inst, const InstDesc &desc) {
  auto isBelow = [](const Operand &op, uint32_t end) {
    return op.kind == Operand::Imm && uint32_t(op.value) < end;
  };
  if (desc.operation == Operation::Logic)
    return desc.getMod("lut", inst.mods) == isa::kTableAnd &&
           isBelow(inst.ops[desc.findSlot("b")], 16);
  if (desc.operation != Operation::Shift)
    return false;
  const Operand &distance = inst.ops[desc.findSlot("b")];
  return desc.getMod("dir", inst.mods) == uint64_t(isa::ShfDir::R) &&
         desc.getMod("hi", inst.mods) &&
         desc.getMod("type", inst.mods) == uint64_t(isa::ShfType::U32) &&
         inst.ops[desc.findSlot("a")] == Operand::r(isa::RZ) &&
         distance.kind == Operand::Imm && !isBelow(distance, 28);
}

/// Whether the result is certainly no mask.
static bool givesNoMask(const Inst &inst, const InstDesc &desc,
                        const NoMasks &noMasks,
                        const target::ConstantBank &bank) {
  if (readsStackPointer(inst, desc, bank) || readsVariable(inst, desc))
    return true;
  unsigned registers = 0, bad = 0, noPowers = 0, fields = 0;
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (!desc.slots[i].isDef && isRegister(inst.ops[i])) {
      ++registers;
      noPowers += noMasks.get(inst.ops[i].reg).isNoPower;
      bad += noMasks.get(inst.ops[i].reg).isNone;
      fields += noMasks.get(inst.ops[i].reg).isField;
    }
  auto isZero = [](const Operand &op) {
    return (op.kind == Operand::R && op.reg == isa::RZ) ||
           (op.kind == Operand::Imm && op.value == 0);
  };
  if (hasFourBits(inst, desc))
    return true;
  auto op = [&](const char *name) -> const Operand & {
    return inst.ops[desc.findSlot(name)];
  };
  switch (desc.operation) {
  case Operation::Move:
    // Zero has no thread; it is where counters begin.
    return isZero(op("b"));
  case Operation::Product: {
    const Operand &a = op("a"), &b = op("b"), &c = op("c");
    // A constant, a parameter or a uniform register.
    if (a.kind == Operand::R && a.reg == isa::RZ)
      return isZero(c);
    // A shift to the left, or a sum.
    if (b.kind == Operand::Imm && (b.value & (b.value - 1)) == 0)
      return bad != 0 || registers == 2;
    return true;
  }
  case Operation::Sum:
    // The bits from one to another; one less than a power of two, also the
    // complement.
    if (registers == 2 && fields == 2)
      return false;
    return registers != 1 || bad || noPowers;
  // Which threads a mask goes on to name may come from anything, and constants
  // name some whatever the rest is.
  case Operation::Logic: {
    bool addsThreads = desc.getMod("lut", inst.mods) == isa::kTableOr &&
                       op("b").kind == Operand::Imm;
    return registers != 0 && bad == registers && !addsThreads;
  }
  case Operation::Shift:
    // -1 >> n is one, but what moves a mask down looks for one thread in it.
    if (desc.getMod("dir", inst.mods) == uint64_t(isa::ShfDir::R) &&
        isRegister(op("b")))
      for (const Operand *shifted : {&op("a"), &op("c")})
        if (isRegister(*shifted) && noMasks.get(shifted->reg).isVariable)
          return true;
    // The shifted value, not the distance.
    for (const Operand *shifted : {&op("a"), &op("c")})
      if (isRegister(*shifted) && noMasks.get(shifted->reg).isNone)
        return true;
    return false;
  case Operation::Select: {
    // A boolean, or none of those it takes.
    bool takesZero = isZero(op("a")) || isZero(op("b"));
    return registers == 0 ? takesZero : bad == registers;
  }
  case Operation::Permute:
  case Operation::Extend:
    return bad != 0;
  case Operation::BitMask:
    return false;
  default:
    break;
  }
  switch (desc.role) {
  case ConvergenceRole::Shuffle:
    return isRegister(op("a")) && noMasks.get(op("a").reg).isNone;
  case ConvergenceRole::Vote:
  case ConvergenceRole::Match:
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
  bool isGenericLoad =
      desc.readSpaces == isa::GenericMemory && !desc.writtenSpaces;
  return !isConstant && !isGenericLoad && !desc.isOnlyIn(isa::ConstantMemory);
}

/// Whether the result may be a power of two that is not known when the code is
/// made.
static bool givesPower(const InstDesc &desc) {
  switch (desc.operation) {
  case Operation::Shift:
  case Operation::Product:
  case Operation::Logic:
  case Operation::Select:
  case Operation::ShiftedSum:
    return true;
  default:
    return false;
  }
}

/// Whether the result is a constant that is shifted to the left by a number
/// that is not known when the code is made: the ones of -1 from there up.
static bool givesField(const Inst &inst, const InstDesc &desc,
                       const NoMasks &noMasks) {
  if (desc.operation != Operation::Shift ||
      desc.getMod("dir", inst.mods) != uint64_t(isa::ShfDir::L) ||
      desc.getMod("hi", inst.mods) || !isRegister(inst.ops[desc.findSlot("b")]))
    return false;
  const Operand &shifted = inst.ops[desc.findSlot("a")];
  return shifted.kind == Operand::Imm ||
         (isRegister(shifted) && !noMasks.get(shifted.reg).isVariable);
}

static bool givesConstant(const Inst &inst, const InstDesc &desc) {
  if (inst.guard != isa::PT || inst.guardNot)
    return false;
  if (desc.operation == Operation::Move)
    return inst.ops[desc.findSlot("b")].kind == Operand::Imm;
  return desc.operation == Operation::Product &&
         inst.ops[desc.findSlot("a")] == Operand::r(isa::RZ) &&
         inst.ops[desc.findSlot("c")].kind == Operand::Imm;
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
    value.isNoPower = value.isNone || !givesPower(desc);
    value.isVariable = !givesConstant(inst, desc);
    value.isField = !value.isNone && givesField(inst, desc, noMasks);
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
