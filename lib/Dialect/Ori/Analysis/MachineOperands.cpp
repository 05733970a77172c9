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

/// Exchanges what the modifiers of two slots do to their sources; false if a
/// slot has no such modifier. The sign of a product may be written at either
/// factor.
static bool exchangeFlags(const InstDesc &desc, const SlotDesc &slotA,
                          const SlotDesc &slotB, uint64_t &mods) {
  auto exchange = [&](int flagA, int flagB) {
    bool valueA = getFlag(desc, flagA, mods),
         valueB = getFlag(desc, flagB, mods);
    if ((valueA && flagB < 0) || (valueB && flagA < 0))
      return false;
    if (flagA >= 0)
      setFlag(desc, flagA, mods, valueB);
    if (flagB >= 0)
      setFlag(desc, flagB, mods, valueA);
    return true;
  };
  bool isProduct = slotA.negMod >= 0 && slotB.negMod < 0;
  return (isProduct || exchange(slotA.negMod, slotB.negMod)) &&
         exchange(slotA.absMod, slotB.absMod) &&
         exchange(slotA.notMod, slotB.notMod);
}

static void exchangeOperands(InstOpInterface op, unsigned i, unsigned j) {
  Value value = op->getOperand(i);
  op->setOperand(i, op->getOperand(j));
  op->setOperand(j, value);
}

bool ori::exchangeFactors(InstOpInterface op, unsigned sm) {
  const InstDesc &desc = op.getDesc();
  if (!desc.is(ptxmlir::isa::CommutativeAB))
    return false;
  int a = desc.findSlot("a"), b = desc.findSlot("b");
  if (a < 0 || b < 0)
    return false;
  uint64_t mods = op.getModBits(), swapped = mods;
  if (!exchangeFlags(desc, desc.slots[a], desc.slots[b], swapped))
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
  exchangeOperands(op, unsigned(a) - desc.numDefs, unsigned(b) - desc.numDefs);
  return true;
}

/// The table of a logic function whose input b is exchanged with the one of
/// which bits of the index have this weight.
static uint64_t exchangeInputs(uint64_t table, unsigned weight) {
  constexpr unsigned kWeightOfB = 2;
  uint64_t exchanged = 0;
  for (unsigned row = 0; row != 8; ++row) {
    unsigned from = row & ~(weight | kWeightOfB);
    from |= row & weight ? kWeightOfB : 0;
    from |= row & kWeightOfB ? weight : 0;
    exchanged |= (table >> from & 1) << row;
  }
  return exchanged;
}

bool ori::exchangeWithB(InstOpInterface op, unsigned source, unsigned sm) {
  namespace isa = ptxmlir::isa;
  const InstDesc &desc = op.getDesc();
  int a = desc.findSlot("a"), b = desc.findSlot("b");
  int slot = int(source + desc.numDefs);
  if (b < 0 || slot == b)
    return false;
  if (slot == a && exchangeFactors(op, sm))
    return true;
  if (slot != a && slot != desc.findSlot("c"))
    return false;
  uint64_t mods = op.getModBits();
  switch (desc.operation) {
  case isa::Operation::Select:
  case isa::Operation::FloatSelect: {
    int isNot = desc.slots[desc.findSlot("pp")].notMod;
    setFlag(desc, isNot, mods, !getFlag(desc, isNot, mods));
    break;
  }
  case isa::Operation::Logic: {
    const isa::ModField &table = desc.mods[desc.findMod("lut")].field;
    mods = table.set(mods, exchangeInputs(table.get(mods), slot == a ? 4 : 1));
    break;
  }
  case isa::Operation::Sum:
    break;
  default:
    return false;
  }
  if (!exchangeFlags(desc, desc.slots[slot], desc.slots[b], mods))
    return false;
  op.setModBits(mods);
  exchangeOperands(op, source, unsigned(b) - desc.numDefs);
  return true;
}

bool ori::moveToSlotB(InstOpInterface op, unsigned &sources, unsigned sm) {
  namespace isa = ptxmlir::isa;
  const InstDesc &desc = op.getDesc();
  unsigned b = unsigned(desc.findSlot("b")) - desc.numDefs;
  // Either factor of a product is as good, and c takes constants, too.
  bool isProduct =
      desc.is(isa::CommutativeAB) && desc.operation != isa::Operation::Sum;
  if (b >= desc.numUses || sources >> b & 1 || isProduct)
    return false;
  for (unsigned i = 0; i != desc.numUses; ++i)
    if (sources >> i & 1 && exchangeWithB(op, i, sm)) {
      sources = (sources & ~(1u << i)) | 1u << b;
      return true;
    }
  return false;
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
