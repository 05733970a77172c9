//===- MachineOperands.cpp - Instruction ops as isa::Inst -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which slots an operation's values are in follows from its record alone. One
// function decides for the encoder and for legality, so that a pass cannot
// believe in an operand that the encoder refuses.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::ImmFormat;
using ptxmlir::isa::Inst;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Operand;
using ptxmlir::isa::SlotDesc;
using Kind = Operand::Kind;

static Operand registerOperand(Kind file, unsigned number) {
  return {file, uint16_t(number), 0};
}

/// RZ, URZ, PT or UPT.
static Operand absentRegister(Kind file) {
  return registerOperand(file, file == Kind::P || file == Kind::UP
                                   ? ptxmlir::isa::PT
                                   : ptxmlir::isa::RZ);
}

/// The register file that an absent operand of this slot belongs to.
static Kind getSlotFile(const SlotDesc &slot) {
  switch (slot.kind) {
  case Kind::P:
  case Kind::UP:
  case Kind::UR:
    return slot.kind;
  default:
    return Kind::R;
  }
}

static bool getFlag(const InstDesc &desc, int mod, uint64_t mods) {
  return mod >= 0 && desc.mods[mod].field.get(mods);
}
static void setFlag(const InstDesc &desc, int mod, uint64_t &mods, bool value) {
  mods = desc.mods[mod].field.set(mods, value);
}

/// Applies the slot's negation, absolute value or complement to an immediate.
static uint32_t foldFlags(const InstDesc &desc, const SlotDesc &slot,
                          uint32_t bits, uint64_t &mods) {
  auto format = ImmFormat(slot.immFormat);
  bool isFloat = format == ImmFormat::F32 || format == ImmFormat::F64Hi;
  bool isHalf = format == ImmFormat::F16x2 || format == ImmFormat::BF16x2;
  uint32_t signs = isHalf ? 0x80008000u : 0x80000000u;
  if (getFlag(desc, slot.absMod, mods)) {
    if (isFloat || isHalf)
      bits &= ~signs;
    else
      bits = int32_t(bits) < 0 ? 0u - bits : bits;
    setFlag(desc, slot.absMod, mods, false);
  }
  if (getFlag(desc, slot.negMod, mods)) {
    // With a carry-in the negation of an integer is its complement.
    int x = desc.findMod("x");
    int pair = desc.findMod("v16x2");
    if (isFloat || isHalf)
      bits ^= signs;
    else if (getFlag(desc, pair, mods))
      bits = ((0u - bits) & 0xffff) | (0u - (bits & 0xffff0000));
    else
      bits = getFlag(desc, x, mods) ? ~bits : 0u - bits;
    setFlag(desc, slot.negMod, mods, false);
  }
  if (getFlag(desc, slot.notMod, mods)) {
    bits = ~bits;
    setFlag(desc, slot.notMod, mods, false);
  }
  return bits;
}

/// Whether flags of the source can become a part of its immediate.
static bool canFoldFlags(const InstDesc &desc, const SlotDesc &slot,
                         uint64_t mods) {
  bool isAbs = getFlag(desc, slot.absMod, mods);
  if (!isAbs && !getFlag(desc, slot.negMod, mods))
    return true;
  // The result gets the sign that the source has before `|a|`.
  if (isAbs && getFlag(desc, desc.findMod("xorsign"), mods))
    return false;
  // The sign of a half is elsewhere than that of the f32 that the slot is for;
  // a pair of integers is negated one by one.
  bool isFloat = ImmFormat(slot.immFormat) == ImmFormat::F32;
  for (const char *name : {"src", "fmt", "type"}) {
    int format = desc.findMod(name);
    bool isFloatFormat = name != StringRef("type");
    if (isFloatFormat == isFloat && format >= 0 &&
        desc.mods[format].field.get(mods) !=
            desc.mods[format].field.get(desc.defaultMods))
      return false;
  }
  return true;
}

/// The operand of a constant; false where no form can hold it.
static bool makeConstant(const ConstantOperand &c, const InstDesc &desc,
                         const SlotDesc &slot, Inst &inst, Operand &operand) {
  switch (c.kind) {
  case ConstantOperand::None:
    return false;
  case ConstantOperand::Undef:
    operand = slot.kind == Kind::Imm ? Operand::imm(0)
                                     : absentRegister(getSlotFile(slot));
    return true;
  case ConstantOperand::Frame:
    operand = Operand::r(c.bank);
    return true;
  case ConstantOperand::CBank:
    // Offsets in a bank are signed, those in its upper half negative.
    operand = Operand::cbank(c.bank, int16_t(c.offset));
    return true;
  case ConstantOperand::Imm:
    break;
  }
  if (c.width == 0) { // a predicate
    operand = absentRegister(getSlotFile(slot));
    if (c.bits)
      return true;
    if (slot.notMod < 0)
      return false;
    setFlag(desc, slot.notMod, inst.mods,
            !getFlag(desc, slot.notMod, inst.mods));
    return true;
  }
  if (c.isFree && slot.kind != Kind::Imm) {
    operand = absentRegister(getSlotFile(slot));
    return true;
  }
  uint32_t bits = uint32_t(c.bits);
  if (c.width == 2) {
    // The slot holds the high word, the low word reads as zero.
    if (ImmFormat(slot.immFormat) != ImmFormat::F64Hi || bits != 0)
      return false;
    bits = uint32_t(c.bits >> 32);
  } else if (c.width > 2) {
    return false;
  }
  if (!canFoldFlags(desc, slot, inst.mods))
    return false;
  operand = Operand::imm(foldFlags(desc, slot, bits, inst.mods));
  return true;
}

int ori::makeMachineInst(InstOpInterface op,
                         llvm::function_ref<int(Value)> regOf, Inst &inst,
                         unsigned asRegister) {
  const InstDesc &desc = op.getDesc();
  inst.opcode = desc.opcode;
  inst.mods = op.getModBits();
  for (unsigned i = 0; i != desc.numDefs; ++i) {
    OpResult result = op->getResult(i);
    Kind file = getRegFile(result.getType());
    int reg = regOf(result);
    inst.ops[i] = reg < 0 ? absentRegister(file) : registerOperand(file, reg);
  }
  for (unsigned i = 0; i != desc.numUses; ++i) {
    unsigned slot = desc.numDefs + i;
    Value value = op->getOperand(i);
    if (asRegister >> i & 1) {
      inst.ops[slot] = registerOperand(getSlotFile(desc.slots[slot]), 0);
      continue;
    }
    if (ConstantOperand c = getConstantOperand(value)) {
      if (!makeConstant(c, desc, desc.slots[slot], inst, inst.ops[slot]))
        return int(slot);
      continue;
    }
    int reg = regOf(value);
    if (reg < 0)
      return int(slot);
    inst.ops[slot] = registerOperand(getRegFile(value.getType()), reg);
  }
  if (Value guard = op.getGuard()) {
    inst.guardNot = op.isGuardNegated();
    if (ConstantOperand c = getConstantOperand(guard)) {
      inst.guard = ptxmlir::isa::PT;
      if (c.kind == ConstantOperand::Imm && !c.bits)
        inst.guardNot = !inst.guardNot;
    } else {
      inst.guard = uint8_t(regOf(guard));
    }
  }
  return -1;
}

bool ori::isLegal(InstOpInterface op, unsigned sm, unsigned asRegister,
                  std::string *reason) {
  Inst inst;
  // A result that nothing reads takes no register.
  auto anyReg = [](Value value) { return value.use_empty() ? -1 : 0; };
  int slot = makeMachineInst(op, anyReg, inst, asRegister);
  if (slot >= 0) {
    if (reason)
      *reason = std::string("slot '") + op.getDesc().slots[slot].name +
                "' cannot hold its operand";
    return false;
  }
  return ptxmlir::isa::encode(inst, sm, reason).has_value();
}

bool ori::exchangeFactors(InstOpInterface op, unsigned sm) {
  const InstDesc &desc = op.getDesc();
  if (!desc.is(ptxmlir::isa::CommutativeAB))
    return false;
  int a = desc.findSlot("a"), b = desc.findSlot("b");
  if (a < 0 || b < 0)
    return false;
  uint64_t mods = op.getModBits(), swapped = mods;
  auto exchange = [&](int flagA, int flagB) {
    bool valueA = flagA >= 0 && desc.mods[flagA].field.get(mods);
    bool valueB = flagB >= 0 && desc.mods[flagB].field.get(mods);
    if ((valueA && flagB < 0) || (valueB && flagA < 0))
      return false;
    if (flagA >= 0)
      swapped = desc.mods[flagA].field.set(swapped, valueB);
    if (flagB >= 0)
      swapped = desc.mods[flagB].field.set(swapped, valueA);
    return true;
  };
  const ptxmlir::isa::SlotDesc &slotA = desc.slots[a], &slotB = desc.slots[b];
  // The sign of a product may be written at either factor.
  bool isProduct = slotA.negMod >= 0 && slotB.negMod < 0;
  if (!(isProduct || exchange(slotA.negMod, slotB.negMod)) ||
      !exchange(slotA.absMod, slotB.absMod) ||
      !exchange(slotA.notMod, slotB.notMod))
    return false;
  // What else is said of one source by its name, such as the swizzle of halves.
  for (const ptxmlir::isa::ModDesc &modA : desc.mods) {
    StringRef name = modA.name;
    if (modA.isSlotFlag || name.size() < 2 || name[0] != 'a' ||
        !llvm::isUpper(name[1]))
      continue;
    int b = desc.findMod(("b" + name.drop_front()).str());
    if (b < 0)
      continue;
    const ptxmlir::isa::ModDesc &modB = desc.mods[b];
    uint64_t valueA = modA.field.get(mods), valueB = modB.field.get(mods);
    if (!modB.isValid(valueA, sm) || !modA.isValid(valueB, sm))
      return false;
    swapped = modA.field.set(swapped, valueB);
    swapped = modB.field.set(swapped, valueA);
  }
  op.setModBits(swapped);
  Value valueA = op->getOperand(a - desc.numDefs);
  op->setOperand(a - desc.numDefs, op->getOperand(b - desc.numDefs));
  op->setOperand(b - desc.numDefs, valueA);
  return true;
}

bool ori::takesConstantBank(unsigned sm) {
  const isa::InstDesc &desc = isa::getDesc(isa::Opcode::MOV);
  SmallVector<isa::Operand::Kind> kinds;
  for (const isa::SlotDesc &slot : desc.slots)
    kinds.push_back(slot.kind);
  kinds[isa::MOV::kB] = isa::Operand::CBank;
  return isa::findForm(desc, kinds, sm) >= 0;
}

bool ori::reachesConstantBank(isa::Opcode load, int32_t offset, unsigned sm) {
  const InstDesc &desc = isa::getDesc(load);
  Inst inst;
  inst.opcode = load;
  inst.mods = desc.mods[desc.findMod("offset")].field.set(
      desc.defaultMods, uint64_t(int64_t(offset)));
  for (auto [i, slot] : llvm::enumerate(desc.slots))
    inst.ops[i] = absentRegister(getSlotFile(slot));
  return isa::encode(inst, sm).has_value();
}
