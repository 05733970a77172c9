//===- Encode.cpp - Instructions to 128-bit words -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a word by the tables, and says why it cannot: an operand of the wrong
// kind, a combination of modifiers that a rule excludes, a number that does not
// fit.
//
//===----------------------------------------------------------------------===//

#include "Codec.h"
#include "llvm/ADT/Twine.h"

using namespace ptxmlir::isa;

namespace {

/// Packs one instruction in one form. Messages are built only when asked for.
class Encoder {
public:
  Encoder(const Inst &inst, unsigned sm, std::string *error)
      : inst(inst), desc(getDesc(inst.opcode)), sm(sm), error(error) {}

  bool run(const FormDesc &form);
  bool encodeCommon();
  Word word;
  /// Why a form that has the operands' kinds is none of the SM's.
  std::string brokenRule;

private:
  bool fail(const llvm::Twine &message) {
    if (error)
      *error = (llvm::Twine(desc.name) + ": " + message).str();
    return false;
  }
  bool operandFail(unsigned slot, const char *message) {
    return fail(llvm::Twine("operand '") + desc.slots[slot].name + "' " +
                message);
  }
  bool checkForm(const FormDesc &form);
  bool checkRules(const FormDesc &form);
  bool encodeUReg(const PlaceDesc &place, unsigned reg);
  bool encodeMod(const PlaceDesc &place);
  bool checkRange(const PlaceDesc &place, int64_t value);
  void put(const PlaceDesc &place, uint64_t value);

  const Inst &inst;
  const InstDesc &desc;
  unsigned sm;
  std::string *error;
};

} // namespace

void Encoder::put(const PlaceDesc &p, uint64_t value) {
  uint64_t v = value >> p.fromBit >> p.shift;
  if (p.inverted)
    v = ~v;
  if (p.width < 64)
    v &= (uint64_t(1) << p.width) - 1;
  if (p.lo >= 64) {
    word.hi |= v << (p.lo - 64);
  } else {
    word.lo |= v << p.lo;
    if (p.lo + p.width > 64)
      word.hi |= v >> (64 - p.lo);
  }
}

/// Whether the operands' kinds, and what has no place, fit the form.
bool Encoder::checkForm(const FormDesc &form) {
  for (unsigned i = 0; i < desc.slots.size(); ++i) {
    const Operand &op = inst.ops[i];
    if (op.kind == Operand::None)
      continue;
    if (op.kind != form.kinds[i])
      return operandFail(i, "has a kind that the form cannot hold");
    if (form.unplacedSlots >> i & 1 && !(op == absentOperand(op.kind)))
      return operandFail(i, "has no place in the form");
  }
  if ((inst.mods ^ desc.defaultMods) & form.unplacedMods)
    for (const ModDesc &mod : desc.mods)
      if (form.unplacedMods >> mod.field.lsb & 1 &&
          mod.field.get(inst.mods) != mod.dflt)
        return fail(llvm::Twine("modifier '") + mod.name +
                    "' has no place in the form");
  return true;
}

/// Writes "type=.64" or "operand 'a' is R".
static std::string describe(const CondDesc &cond, const Inst &inst,
                            const FormDesc &form, unsigned sm) {
  static const char *const kinds[] = {"",
                                      "a register",
                                      "a uniform register",
                                      "a predicate",
                                      "a uniform predicate",
                                      "a barrier register",
                                      "an immediate",
                                      "a constant",
                                      "a label"};
  const InstDesc &desc = getDesc(inst.opcode);
  if (cond.test != CondDesc::Mod) {
    std::string text = std::string("operand '") + desc.slots[cond.index].name;
    if (cond.test == CondDesc::Kind)
      return text + "' being " + kinds[form.kinds[cond.index]];
    return text + (cond.test == CondDesc::Absent && !cond.negated ? "' left out"
                                                                  : "'");
  }
  const ModDesc &mod = desc.mods[cond.index];
  uint64_t value = mod.field.get(inst.mods);
  for (const ModValueDesc &v : mod.values)
    if (v.value == value && mod.has(v, sm) && mod.spelling(v, sm)[0])
      return mod.spelling(v, sm);
  if (value == 1 && mod.flagSpelling[0])
    return mod.flagSpelling;
  return (llvm::Twine("'") + mod.name + "' = " + llvm::Twine(value)).str();
}

/// Whether the SM has this combination of modifiers and operands.
bool Encoder::checkRules(const FormDesc &form) {
  const RuleDesc *rule =
      desc.rules.empty() ? nullptr : findBrokenRule(inst, form, sm);
  if (!rule)
    return true;
  if (!error)
    return false;
  std::string what;
  for (const CondDesc &cond : rule->conds)
    if (cond.test != CondDesc::ModPlaced && cond.test != CondDesc::SlotPlaced)
      what += (what.empty() ? "" : " with ") + describe(cond, inst, form, sm);
  fail(llvm::Twine("sm_") + llvm::Twine(sm) + " has no " + what);
  brokenRule = *error;
  return false;
}

bool Encoder::encodeUReg(const PlaceDesc &p, unsigned reg) {
  if (!hasWideUniformRegisters(sm)) {
    if (reg == URZ)
      reg = kNarrowURZ;
    else if (reg >= kNarrowURZ)
      return operandFail(p.index, "is no uniform register of this SM");
  }
  // Only one part of a split field knows the size of the whole.
  if (p.totalBits && reg >> p.totalBits)
    return operandFail(p.index, "does not fit its field");
  put(p, reg);
  return true;
}

bool Encoder::encodeMod(const PlaceDesc &p) {
  const ModDesc &mod = desc.mods[p.index];
  // A signed modifier may have fewer bits in this form than in the record.
  if (p.isSigned && p.totalBits && p.totalBits < mod.field.width) {
    int64_t value = mod.field.getSigned(inst.mods);
    int64_t limit = int64_t(1) << (p.totalBits - 1);
    if (value < -limit || value >= limit)
      return fail(llvm::Twine("modifier '") + mod.name +
                  "' does not fit its field");
  }
  uint64_t value = mod.field.get(inst.mods);
  if (value & ((uint64_t(1) << p.shift) - 1))
    return fail(llvm::Twine("modifier '") + mod.name +
                "' is not aligned as its field needs");
  if (mod.isOld(sm)) {
    const ModValueDesc *found = nullptr;
    for (const ModValueDesc &v : mod.values)
      if (v.value == value && v.oldValue >= 0)
        found = &v;
    if (!found)
      return fail(llvm::Twine("modifier '") + mod.name +
                  "' has a value that this SM does not have");
    value = uint64_t(found->oldValue);
  }
  put(p, value);
  return true;
}

/// Whether the whole value fits the bits of all its places.
bool Encoder::checkRange(const PlaceDesc &p, int64_t value) {
  if (value & ((int64_t(1) << p.shift) - 1))
    return operandFail(p.index, "is not aligned as its field needs");
  if (p.totalBits == 0 || p.totalBits >= 64)
    return true;
  int64_t limit = int64_t(1) << (p.totalBits - 1);
  bool fits = value >= -limit && value < limit;
  if (!p.isSigned) {
    // A 32-bit immediate may be given signed.
    bool isNegative32 = p.totalBits == 32 && value < 0;
    fits = isNegative32 ? fits : value >= 0 && value >> p.totalBits == 0;
  }
  return fits || operandFail(p.index, "does not fit its field");
}

bool Encoder::run(const FormDesc &form) {
  if (!checkForm(form) || !checkRules(form))
    return false;
  word.lo |= form.fixedValue.lo;
  word.hi |= form.fixedValue.hi;
  for (const PlaceDesc &p : form.places) {
    if (p.kind == PlaceKind::Mod) {
      if (!encodeMod(p))
        return false;
      continue;
    }
    Operand op = inst.ops[p.index];
    if (op.kind == Operand::None)
      op = absentOperand(form.kinds[p.index]);
    switch (p.kind) {
    case PlaceKind::UReg:
      if (!encodeUReg(p, op.reg))
        return false;
      break;
    case PlaceKind::Reg:
    case PlaceKind::Bank:
      if (op.reg >> p.width)
        return operandFail(p.index, "does not fit its field");
      put(p, op.reg);
      break;
    case PlaceKind::Value:
      if (!checkRange(p, op.value))
        return false;
      put(p, uint64_t(op.value));
      break;
    case PlaceKind::Mod:
      break;
    }
  }
  return true;
}

/// Guard, control fields and modifier values.
bool Encoder::encodeCommon() {
  const Control &c = inst.control;
  if (inst.guard > 7 || c.stall > 15 || c.writeBarrier > 7 ||
      c.readBarrier > 7 || c.waitMask > 63 || c.reuse > 7)
    return fail("a guard or control field is out of range");
  for (const ModDesc &mod : desc.mods)
    if (!mod.isValid(mod.field.get(inst.mods), sm))
      return fail(llvm::Twine("modifier '") + mod.name + "' has no value " +
                  llvm::Twine(mod.field.get(inst.mods)));
  word.lo = uint64_t(inst.guard) << 12 | uint64_t(inst.guardNot) << 15;
  word.hi = (uint64_t(c.stall) | uint64_t(!c.yield) << 4 |
             uint64_t(c.writeBarrier) << 5 | uint64_t(c.readBarrier) << 8 |
             uint64_t(c.waitMask) << 11 | uint64_t(c.reuse) << 17)
            << (105 - 64);
  return true;
}

std::optional<Word> ptxmlir::isa::encode(const Inst &inst, unsigned sm,
                                         std::string *error) {
  if (inst.opcode >= Opcode::Count) {
    if (error)
      *error = "no opcode";
    return std::nullopt;
  }
  const InstDesc &desc = getDesc(inst.opcode);
  Encoder encoder(inst, sm, error);
  if (!encoder.encodeCommon())
    return std::nullopt;
  Word common = encoder.word;
  bool anyForm = false;
  for (const FormDesc &form : desc.forms) {
    if (!form.holdsFor(sm) || (inst.form != 0xff && inst.form != form.index))
      continue;
    anyForm = true;
    encoder.word = common;
    if (encoder.run(form))
      return encoder.word;
  }
  if (error && !encoder.brokenRule.empty())
    *error = encoder.brokenRule;
  if (!anyForm && error)
    *error = (llvm::Twine(desc.name) + ": sm_" + llvm::Twine(sm) +
              " has no such instruction form")
                 .str();
  return std::nullopt;
}

int ptxmlir::isa::chooseForm(const Inst &inst, unsigned sm) {
  if (inst.opcode >= Opcode::Count)
    return -1;
  Encoder encoder(inst, sm, nullptr);
  for (const FormDesc &form : getDesc(inst.opcode).forms)
    if (form.holdsFor(sm) && encoder.run(form))
      return form.index;
  return -1;
}
