//===- TableChecks.cpp - Whether instruction tables are sound -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sass-tblgen refuses in records, asked of tables: for tables that a test
// has changed.
//
//===----------------------------------------------------------------------===//

#include "TableChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace ptxmlir::isa;
using llvm::Twine;

static uint64_t lowBits(unsigned width) {
  return width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
}

/// Bits lo .. lo+width-1.
static Word bitsOf(unsigned lo, unsigned width) {
  Word w;
  for (unsigned i = lo; i < lo + width && i < 128; ++i)
    (i < 64 ? w.lo : w.hi) |= uint64_t(1) << (i % 64);
  return w;
}

static bool overlap(const Word &a, const Word &b) {
  return (a.lo & b.lo) || (a.hi & b.hi);
}

/// Bits that a field must have places for, 0 if any will do.
static unsigned fieldWidth(const InstDesc &desc, const FormDesc &form,
                           const PlaceDesc &p) {
  switch (p.kind) {
  case PlaceKind::Mod:
    return desc.mods[p.index].field.width;
  case PlaceKind::Bank:
    return 5;
  case PlaceKind::Reg:
    return form.kinds[p.index] == Operand::R   ? 8
           : form.kinds[p.index] == Operand::B ? 4
                                               : 3;
  case PlaceKind::UReg: // 6 or 8, by SM
  case PlaceKind::Value:
    return 0;
  }
  return 0;
}

static bool sameField(const PlaceDesc &a, const PlaceDesc &b) {
  auto part = [](PlaceKind kind) {
    return kind == PlaceKind::Mod ? 0 : kind == PlaceKind::Bank ? 1 : 2;
  };
  return part(a.kind) == part(b.kind) && a.index == b.index;
}

static std::string checkField(const InstDesc &desc, const FormDesc &form,
                              const PlaceDesc &first) {
  uint64_t covered = 0;
  for (const PlaceDesc &p : form.places) {
    if (!sameField(p, first))
      continue;
    uint64_t bits = lowBits(p.width) << (p.fromBit + p.shift);
    if (covered & bits)
      return "a bit has two places";
    covered |= bits;
  }
  // Uniform registers have 6 or 8 bits, by SM.
  if (first.kind == PlaceKind::UReg && covered != lowBits(6) &&
      covered != lowBits(8))
    return "no width of a uniform register";
  unsigned width = fieldWidth(desc, form, first);
  if (width == 0)
    return "";
  uint64_t mask = lowBits(width) & ~lowBits(first.shift);
  // A signed modifier may be wider than its place in some form.
  if (first.kind == PlaceKind::Mod && desc.mods[first.index].field.isSigned &&
      (mask & ~covered) != 0 && (covered & (covered + 1)) == 0)
    return "";
  if (mask & ~covered)
    return "wider than its place";
  return covered & ~mask ? "narrower than its place" : "";
}

static std::string checkForm(const InstDesc &desc, const FormDesc &form) {
  Word used = form.fixedMask;
  for (Word w :
       {bitsOf(0, 12), bitsOf(12, 4), bitsOf(91, 1), bitsOf(105, 20)}) {
    used.lo |= w.lo;
    used.hi |= w.hi;
  }
  for (const PlaceDesc &p : form.places) {
    std::string name = p.kind == PlaceKind::Mod ? desc.mods[p.index].name
                                                : desc.slots[p.index].name;
    if (p.lo + p.width > 128)
      return "'" + name + "' is not in the word";
    Word bits = bitsOf(p.lo, p.width);
    if (overlap(bits, used))
      return "'" + name + "' overlaps another field";
    used.lo |= bits.lo;
    used.hi |= bits.hi;
    std::string what = checkField(desc, form, p);
    if (!what.empty())
      return "'" + name + "': " + what;
  }
  return "";
}

/// Whether what breaks `b` breaks `a`.
static bool implies(const RuleDesc &a, const RuleDesc &b) {
  if (a.minSM > b.minSM || a.maxSM < b.maxSM)
    return false;
  return llvm::all_of(a.conds, [&](const CondDesc &wide) {
    return llvm::any_of(b.conds, [&](const CondDesc &narrow) {
      if (wide.test != narrow.test || wide.index != narrow.index)
        return false;
      // Without values the condition has no more to say.
      uint64_t w = wide.negated ? ~wide.values : wide.values;
      uint64_t n = narrow.negated ? ~narrow.values : narrow.values;
      if (wide.test != CondDesc::Mod && wide.test != CondDesc::Kind)
        return wide.negated == narrow.negated;
      return (n & ~w) == 0;
    });
  });
}

std::string ptxmlir::isa::checkTables(llvm::ArrayRef<InstDesc> insts) {
  for (const InstDesc &desc : insts) {
    for (const FormDesc &form : desc.forms) {
      std::string what = checkForm(desc, form);
      if (!what.empty())
        return (Twine(desc.name) + " form " + Twine(unsigned(form.index)) +
                ": " + what)
            .str();
    }
    for (size_t i = 0; i < desc.rules.size(); ++i)
      for (size_t k = 0; k < desc.rules.size(); ++k)
        if (i != k && implies(desc.rules[i], desc.rules[k]) &&
            (i < k || !implies(desc.rules[k], desc.rules[i])))
          return (Twine(desc.name) + ": rule " + Twine(k) +
                  " is implied by rule " + Twine(i))
              .str();
  }
  return "";
}
