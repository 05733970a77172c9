//===- Decode.cpp - 128-bit words to instructions -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a word by the tables: forms are found by their opcode bits, then fields
// are taken out. A bit that no field names makes a word unknown rather than
// lost.
//
//===----------------------------------------------------------------------===//

#include "Codec.h"
#include "llvm/ADT/bit.h"

using namespace ptxmlir::isa;

/// Bits lo .. lo+width-1 of the word, width at most 64.
static uint64_t extract(const Word &w, unsigned lo, unsigned width) {
  uint64_t v;
  if (lo >= 64)
    v = w.hi >> (lo - 64);
  else if (lo == 0)
    v = w.lo;
  else
    v = w.lo >> lo | w.hi << (64 - lo);
  return width == 64 ? v : v & ((uint64_t(1) << width) - 1);
}

static Control decodeControl(const Word &w) {
  uint64_t c = w.hi >> (105 - 64);
  Control control;
  control.stall = c & 15;
  control.yield = !(c >> 4 & 1);
  control.writeBarrier = c >> 5 & 7;
  control.readBarrier = c >> 8 & 7;
  control.waitMask = c >> 11 & 63;
  control.reuse = c >> 17 & 7;
  return control;
}

/// Reads the fields of a form; false if a field has an impossible value.
static bool decodeFields(const Word &w, const FormDesc &form, unsigned sm,
                         Inst &inst) {
  const InstDesc &desc = getDesc(form.inst);
  const bool isWide = hasWideUniformRegisters(sm);
  inst.mods = desc.defaultMods & form.unplacedMods;
  for (size_t i = 0; i < desc.slots.size(); ++i)
    inst.ops[i] = absentOperand(form.kinds[i]);
  for (const PlaceDesc &p : form.places) {
    uint64_t v = extract(w, p.lo, p.width);
    if (p.inverted)
      v = ~v & ((uint64_t(1) << p.width) - 1);
    switch (p.kind) {
    case PlaceKind::Reg:
      inst.ops[p.index].reg = uint16_t(v);
      break;
    case PlaceKind::UReg:
      if (!isWide) {
        if (v > kNarrowURZ)
          return false;
        if (v == kNarrowURZ)
          v = URZ;
      }
      if (p.totalBits == p.width) {
        inst.ops[p.index].reg = uint16_t(v);
        break;
      }
      // One part of a split field; the parts cover all bits.
      {
        uint16_t mask = uint16_t(((1u << p.width) - 1) << p.fromBit);
        uint16_t &reg = inst.ops[p.index].reg;
        reg = uint16_t((reg & ~mask) | v << p.fromBit);
      }
      break;
    case PlaceKind::Bank:
      inst.ops[p.index].reg = uint16_t(v);
      break;
    case PlaceKind::Value: {
      if (p.isSigned && p.width < 64)
        v = uint64_t(int64_t(v << (64 - p.width)) >> (64 - p.width));
      // The parts of a split field cover different bits.
      inst.ops[p.index].value |= int64_t(v << (p.fromBit + p.shift));
      break;
    }
    case PlaceKind::Mod: {
      const ModField &field = desc.mods[p.index].field;
      if (p.isSigned)
        v = uint64_t(int64_t(v << (64 - p.width)) >> (64 - p.width));
      inst.mods |= (v << (p.fromBit + p.shift) & field.mask()) << field.lsb;
      break;
    }
    }
  }
  for (const ModDesc &mod : desc.mods) {
    if (!mod.isOld(sm) || form.unplacedMods >> mod.field.lsb & 1)
      continue;
    const ModValueDesc *found = nullptr;
    for (const ModValueDesc &v : mod.values)
      if (v.oldValue >= 0 && uint64_t(v.oldValue) == mod.field.get(inst.mods))
        found = &v;
    if (!found)
      return false;
    inst.mods = mod.field.set(inst.mods, found->value);
  }
  for (const ModDesc &mod : desc.mods)
    if (!mod.isValid(mod.field.get(inst.mods), sm))
      return false;
  return desc.rules.empty() || !findBrokenRule(inst, form, sm);
}

std::optional<Inst> ptxmlir::isa::decode(Word w, unsigned sm) {
  unsigned key = unsigned(w.lo & 0xfff) | unsigned(w.hi >> (91 - 64) & 1) << 12;
  for (const FormDesc *form : getFormsOfKey(key)) {
    if (!form->holdsFor(sm) ||
        (w.lo & form->fixedMask.lo) != form->fixedValue.lo ||
        (w.hi & form->fixedMask.hi) != form->fixedValue.hi ||
        (w.lo & ~form->knownMask.lo) || (w.hi & ~form->knownMask.hi))
      continue;
    Inst inst;
    inst.opcode = form->inst;
    inst.form = form->index;
    inst.guard = w.lo >> 12 & 7;
    inst.guardNot = w.lo >> 15 & 1;
    inst.control = decodeControl(w);
    if (decodeFields(w, *form, sm, inst))
      return inst;
  }
  return std::nullopt;
}

Word ptxmlir::isa::unnamedBits(Word w, unsigned sm) {
  unsigned key = unsigned(w.lo & 0xfff) | unsigned(w.hi >> (91 - 64) & 1) << 12;
  Word least;
  unsigned leastCount = ~0u;
  for (const FormDesc *form : getFormsOfKey(key)) {
    if (!form->holdsFor(sm) ||
        (w.lo & form->fixedMask.lo) != form->fixedValue.lo ||
        (w.hi & form->fixedMask.hi) != form->fixedValue.hi)
      continue;
    Word bits = {w.lo & ~form->knownMask.lo, w.hi & ~form->knownMask.hi};
    unsigned count =
        unsigned(llvm::popcount(bits.lo) + llvm::popcount(bits.hi));
    if (count && count < leastCount) {
      least = bits;
      leastCount = count;
    }
  }
  return least;
}
