//===- Inst.cpp - Queries on decoded instructions -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions on an instruction that its record answers: which registers a slot
// spans, what is read and written. Everything above the codec asks here.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Encoding.h"
#include <algorithm>

using namespace ptxmlir::isa;

/// The index of the part of that name. Nearly all names differ in their first
/// letter: the length of each would cost more than the comparison.
template <typename T>
static int findByName(llvm::ArrayRef<T> parts, llvm::StringRef name) {
  for (size_t i = 0; i < parts.size(); ++i) {
    const char *other = parts[i].name;
    size_t at = 0;
    while (at != name.size() && other[at] == name[at])
      ++at;
    if (at == name.size() && !other[at])
      return int(i);
  }
  return -1;
}

int InstDesc::findMod(llvm::StringRef name) const {
  return findByName(mods, name);
}

int InstDesc::findSlot(llvm::StringRef name) const {
  return findByName(slots, name);
}

/// The registers that the value of a modifier stands for.
static unsigned getRegs(const ModDesc &mod, uint64_t mods, unsigned ofFlag) {
  uint64_t value = mod.field.get(mods);
  if (mod.values.empty())
    return ofFlag + unsigned(value);
  for (const ModValueDesc &v : mod.values)
    if (v.value == value)
      return v.regs;
  return 1;
}

/// A slot that holds a part of what several modifiers need.
static unsigned getSumWidth(const InstDesc &desc, const SlotDesc &s,
                            uint64_t mods) {
  unsigned sum = 0;
  for (size_t i = 0; i < desc.mods.size(); ++i)
    if (s.sumMods >> i & 1)
      sum += getRegs(desc.mods[i], mods, /*ofFlag=*/0);
  sum -= std::min<unsigned>(sum, s.sumFrom);
  sum = std::min<unsigned>(sum, s.sumMost);
  if (s.scaleMod >= 0)
    sum *= getRegs(desc.mods[size_t(s.scaleMod)], mods, 1);
  if (s.packMod >= 0) {
    unsigned perReg = getRegs(desc.mods[size_t(s.packMod)], mods, 1);
    sum = (sum + perReg - 1) / perReg;
  }
  return sum;
}

unsigned ptxmlir::isa::slotWidth(const InstDesc &desc, unsigned slot,
                                 uint64_t mods) {
  const SlotDesc &s = desc.slots[slot];
  if (s.sumMods)
    return getSumWidth(desc, s, mods);
  if (s.widthMod < 0)
    return s.width;
  // A flag says whether the slot is a pair.
  return getRegs(desc.mods[size_t(s.widthMod)], mods, /*ofFlag=*/1);
}

/// Whether the register reads as zero or true and is written without effect.
static bool isAbsent(const Operand &op) {
  switch (op.kind) {
  case Operand::R:
  case Operand::UR:
    return op.reg == RZ;
  case Operand::P:
  case Operand::UP:
    return op.reg == PT;
  default:
    return false;
  }
}

void ptxmlir::isa::collectRegs(const Inst &inst,
                               llvm::SmallVectorImpl<RegRange> &reads,
                               llvm::SmallVectorImpl<RegRange> &writes) {
  const InstDesc &desc = getDesc(inst.opcode);
  if (inst.guard != PT)
    reads.push_back({desc.is(UniformGuard) ? Operand::UP : Operand::P,
                     inst.guard, 1, 0xff});
  bool ignoresPredicates = desc.holds(Fact::IgnoresPredicate, inst.mods);
  for (unsigned i = 0; i < desc.slots.size(); ++i) {
    const Operand &op = inst.ops[i];
    if (!op.isReg() || isAbsent(op))
      continue;
    if (op.kind == Operand::P && ignoresPredicates)
      continue;
    unsigned width = 1;
    if (op.kind == Operand::R || op.kind == Operand::UR)
      width = slotWidth(desc, i, inst.mods);
    if (width == 0)
      continue;
    // Words may name a tuple that runs over the end of the file, where there is
    // nothing to read or write.
    unsigned first = op.reg + desc.slots[i].unread, last = op.reg + width;
    if (op.kind == Operand::R || op.kind == Operand::UR)
      last = std::min(last, RZ);
    if (first >= last)
      continue;
    (desc.slots[i].isDef ? writes : reads)
        .push_back(
            {op.kind, uint16_t(first), uint8_t(last - first), uint8_t(i)});
  }
}

void ptxmlir::isa::collectAllRegs(const Inst &inst,
                                  llvm::SmallVectorImpl<RegRange> &reads,
                                  llvm::SmallVectorImpl<RegRange> &writes) {
  collectRegs(inst, reads, writes);
  const InstDesc &desc = getDesc(inst.opcode);
  if (!desc.is(AccessesPredicates))
    return;
  int slot = desc.findSlot("b");
  const Operand &mask = inst.ops[size_t(slot)];
  bool isUniform = desc.slots[desc.findSlot("a")].kind == Operand::UR;
  for (unsigned p = 0; p != PT; ++p)
    if (mask.kind != Operand::Imm || mask.value >> p & 1)
      (desc.numDefs ? reads : writes)
          .push_back({isUniform ? Operand::UP : Operand::P, uint16_t(p), 1,
                      uint8_t(slot)});
}

/// A condition on a modifier.
static bool holdsFor(const CondDesc &cond, uint64_t mods,
                     const InstDesc &desc) {
  const ModDesc &mod = desc.mods[cond.index];
  uint64_t value = mod.field.get(mods);
  if (mod.field.width > 6 && !mod.values.empty()) {
    size_t i = 0;
    while (i < mod.values.size() && mod.values[i].value != value)
      ++i;
    value = i;
  }
  return value < 64 && (cond.values >> value & 1);
}

bool InstDesc::findFact(Fact fact, uint64_t mods) const {
  for (const FactDesc &known : facts)
    if (known.fact == fact) {
      for (const CondDesc &cond : known.conds)
        if (holdsFor(cond, mods, *this) == cond.negated)
          return false;
      return true;
    }
  return false;
}

static bool holds(const CondDesc &cond, const Inst &inst, const FormDesc &form,
                  const InstDesc &desc) {
  switch (cond.test) {
  case CondDesc::Mod:
    return holdsFor(cond, inst.mods, desc);
  case CondDesc::Absent: {
    const Operand &op = inst.ops[cond.index];
    return op.kind == Operand::None || isAbsent(op);
  }
  case CondDesc::Kind:
    return cond.values >> form.kinds[cond.index] & 1;
  case CondDesc::ModPlaced:
    return !(form.unplacedMods >> desc.mods[cond.index].field.lsb & 1);
  case CondDesc::SlotPlaced:
    return !(form.unplacedSlots >> cond.index & 1);
  }
  return false;
}

const RuleDesc *ptxmlir::isa::findBrokenRule(const Inst &inst,
                                             const FormDesc &form,
                                             unsigned sm) {
  const InstDesc &desc = getDesc(inst.opcode);
  for (const RuleDesc &rule : desc.rules) {
    if (!rule.holdsFor(sm))
      continue;
    bool broken = true;
    for (const CondDesc &cond : rule.conds)
      if (holds(cond, inst, form, desc) == cond.negated) {
        broken = false;
        break;
      }
    if (broken)
      return &rule;
  }
  return nullptr;
}

int ptxmlir::isa::findForm(const InstDesc &desc,
                           llvm::ArrayRef<Operand::Kind> kinds, unsigned sm) {
  for (const FormDesc &form : desc.forms) {
    if (!form.holdsFor(sm))
      continue;
    bool fits = true;
    for (size_t i = 0; i < kinds.size() && fits; ++i)
      fits = kinds[i] == form.kinds[i] || kinds[i] == Operand::None;
    if (fits)
      return form.index;
  }
  return -1;
}
