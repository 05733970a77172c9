//===- ISAChecks.cpp - Checks on encodings --------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that need all forms at once: fields that overlap, and forms that a
// decoder could not tell apart.
//
//===----------------------------------------------------------------------===//

#include "ISAModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

/// Bits of the value of a register slot of this kind, 0 if any width will do.
static unsigned valueBits(Kind kind) {
  switch (kind) {
  case R:
    return 8;
  case P:
  case UP:
    return 3;
  case B:
    return 4;
  case None:
  case UR: // 6 or 8, by SM
  case Imm:
  case CBank:
  case Label:
    break;
  }
  return 0;
}

static std::string fieldName(const Inst &inst, const Place &place) {
  switch (place.field) {
  case Field::Mod:
    return inst.mods[place.index].name;
  case Field::SlotBank:
    return inst.slots[place.index].name + ".bank";
  case Field::SlotValue:
    break;
  }
  return inst.slots[place.index].name;
}

void ptxmlir::tblgen::checkForm(const Inst &inst, const Form &form) {
  auto error = [&](const Twine &message) {
    PrintError(inst.record->getLoc(),
               "'" + inst.name + "' opcode 0x" + utohexstr(form.opcode) +
                   (form.bit91 ? "+91" : "") + ": " + message);
  };

  // Overlaps, with the fixed bits, the guard and the control fields too.
  Bits used = form.knownMask;
  for (const Place &p : form.places) {
    Bits b = Bits::range(unsigned(p.hi), unsigned(p.lo));
    if ((b & used).any())
      error("field '" + fieldName(inst, p) + "' at " + Twine(p.hi) + ":" +
            Twine(p.lo) + " overlaps another field");
    used = used | b;
  }

  // Everything is placed, or said to have no place.
  for (auto [i, slot] : enumerate(inst.slots)) {
    if (!form.slotPlaced[i])
      error("operand '" + slot.name + "' has no place");
    if (form.kinds[i] == None)
      error("operand '" + slot.name + "' has no kind");
  }
  for (auto [i, mod] : enumerate(inst.mods)) {
    if (form.modPlaced[i])
      continue;
    // An immediate has its sign in its value.
    bool ofImmediate = false;
    for (auto [k, slot] : enumerate(inst.slots))
      if (slot.negMod == int(i) || slot.absMod == int(i) ||
          slot.notMod == int(i))
        ofImmediate = form.kinds[k] == Imm || form.kinds[k] == Label;
    if (!ofImmediate)
      error("modifier '" + mod.name + "' has no place");
  }

  // The places of a field cover it exactly once.
  for (size_t i = 0; i < form.places.size(); ++i) {
    const Place &first = form.places[i];
    unsigned width = 0;
    if (first.field == Field::Mod)
      width = inst.mods[first.index].width;
    else if (first.field == Field::SlotBank)
      width = 5;
    else
      width = valueBits(form.kinds[first.index]);
    uint64_t covered = 0;
    bool seenBefore = false;
    for (size_t j = 0; j < form.places.size(); ++j) {
      const Place &p = form.places[j];
      if (p.field != first.field || p.index != first.index)
        continue;
      seenBefore |= j < i;
      unsigned n = unsigned(p.hi - p.lo + 1), from = p.fromBit + p.shift;
      for (unsigned b = from; b < from + n && b < 64; ++b) {
        if (covered >> b & 1)
          error("bit " + Twine(b) + " of field '" + fieldName(inst, p) +
                "' has two places");
        covered |= uint64_t(1) << b;
      }
    }
    if (seenBefore)
      continue;
    if (first.field == Field::SlotValue && form.kinds[first.index] == UR &&
        covered != 0x3f && covered != 0xff)
      error("operand '" + fieldName(inst, first) +
            "' has no width of a uniform register: 6 or 8 bits");
    if (width == 0)
      continue;
    uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
    // Low bits that a shift drops need no place.
    mask &= ~((uint64_t(1) << first.shift) - 1);
    // A signed modifier may be wider than its place in some form; the encoder
    // checks that the value fits.
    bool isNarrowed = first.field == Field::Mod &&
                      inst.mods[first.index].isSigned &&
                      (mask & ~covered) != 0 && (covered & (covered + 1)) == 0;
    if (isNarrowed)
      continue;
    if (mask & ~covered)
      error("field '" + fieldName(inst, first) + "' of " + Twine(width) +
            " bits is wider than its place");
    if (covered & ~mask)
      error("field '" + fieldName(inst, first) + "' of " + Twine(width) +
            " bits is narrower than its place");
  }

  // A constant bank operand needs both parts.
  for (auto [i, kind] : enumerate(form.kinds)) {
    if (kind != CBank)
      continue;
    if (none_of(form.places, [&, i = i](const Place &p) {
          return p.field == Field::SlotBank && p.index == i;
        }))
      error("operand '" + inst.slots[i].name + "' has no place for its bank");
  }
}

namespace {
/// Bits of a form that only hold some values: those of a modifier's enum, or
/// one.
struct ValueSet {
  unsigned hi, lo;
  uint64_t valid; // bit v: value v is possible
};
} // namespace

/// The sets of possible values of the form's enum modifiers.
static std::vector<ValueSet> getValueSets(const Inst &inst, const Form &form) {
  std::vector<ValueSet> sets;
  for (const Place &p : form.places) {
    if (p.field != Field::Mod || p.inverted || p.fromBit || p.shift)
      continue;
    const Mod &mod = inst.mods[p.index];
    if (!mod.enumeration || mod.width > 6 || p.hi - p.lo + 1 != int(mod.width))
      continue;
    ValueSet set{unsigned(p.hi), unsigned(p.lo), 0};
    unsigned changedAt = mod.enumeration->changedAt;
    for (const ModValue &v : mod.enumeration->values) {
      if (form.maxSM >= changedAt)
        set.valid |= uint64_t(1) << v.value;
      if (form.minSM < changedAt && v.oldValue >= 0)
        set.valid |= uint64_t(1) << v.oldValue;
    }
    sets.push_back(set);
  }
  return sets;
}

/// The set of the low `width` bits of the values.
static uint64_t truncated(uint64_t valid, unsigned width) {
  uint64_t result = 0;
  for (unsigned v = 0; v < 64; ++v)
    if (valid >> v & 1)
      result |= uint64_t(1) << (v & ((1u << width) - 1));
  return result;
}

/// Whether a word of `form` can never have one of the set's values.
static bool excludes(const Inst &inst, const Form &form, const ValueSet &set) {
  Bits b = Bits::range(set.hi, set.lo);
  Bits fixed = form.fixedMask & b;
  if (fixed.lo == b.lo && fixed.hi == b.hi) {
    uint64_t value = set.lo >= 64 ? form.fixedValue.hi >> (set.lo - 64)
                                  : form.fixedValue.lo >> set.lo;
    value &= (uint64_t(1) << (set.hi - set.lo + 1)) - 1;
    return !(set.valid >> value & 1);
  }
  for (const ValueSet &other : getValueSets(inst, form)) {
    if (other.lo != set.lo)
      continue;
    // The bits that both have.
    unsigned width = std::min(other.hi, set.hi) - set.lo + 1;
    if (!(truncated(other.valid, width) & truncated(set.valid, width)))
      return true;
  }
  return false;
}

static bool differByValues(const Inst &a, const Form &aForm, const Inst &b,
                           const Form &bForm) {
  for (const ValueSet &set : getValueSets(a, aForm))
    if (excludes(b, bForm, set))
      return true;
  for (const ValueSet &set : getValueSets(b, bForm))
    if (excludes(a, aForm, set))
      return true;
  return false;
}

void ptxmlir::tblgen::checkDecodability(const ISAModel &model) {
  struct Entry {
    const Inst *inst;
    const Form *form;
  };
  std::vector<std::vector<Entry>> byKey(1 << 13);
  for (const Inst &inst : model.insts) {
    for (const Form &form : inst.forms) {
      std::vector<Entry> &others = byKey[form.key()];
      for (const Entry &o : others) {
        if (o.form->maxSM < form.minSM || form.maxSM < o.form->minSM)
          continue;
        // They differ if some bit is fixed in both, to different values.
        Bits common = o.form->fixedMask & form.fixedMask;
        if ((common & (o.form->fixedValue ^ form.fixedValue)).any())
          continue;
        if (differByValues(inst, form, *o.inst, *o.form))
          continue;
        PrintError(inst.record->getLoc(),
                   "'" + inst.name + "': the form with opcode 0x" +
                       utohexstr(form.opcode) + (form.bit91 ? "+91" : "") +
                       " cannot be told apart from one of '" + o.inst->name +
                       "'");
        if (o.inst != &inst)
          PrintNote(o.inst->record->getLoc(), "the other record is here");
      }
      others.push_back({&inst, &form});
    }
  }
}
