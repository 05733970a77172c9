//===- Mutation.cpp - Mistakes planted in the tables ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes a table as a wrong record would; which change is a number, so that it
// can be made again.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "MutableTables.h"
#include "llvm/ADT/Twine.h"

using namespace ptxmlir::isa;
using llvm::Twine;

/// The SMs in the order of their coming.
static constexpr uint16_t kSMs[] = {75, 80,  86,  87,  88,  89,
                                    90, 100, 103, 110, 120, 121};

namespace {
class Mutator {
public:
  explicit Mutator(uint64_t number) : rng(number) {}
  /// Draws until a change is possible.
  Mutation run() {
    std::string what;
    while (what.empty())
      what = tryOne();
    return {inst->desc.opcode, what};
  }

private:
  std::string tryOne();
  std::string movePlace();
  std::string changeWidth();
  std::string swapSlots();
  std::string swapValues();
  std::string changeFixedBit();
  std::string changePlaceFlag();
  std::string changeSMs();
  std::string dropRule();
  PlaceDesc *pickPlace();
  std::string nameOf(const PlaceDesc &p) const;
  std::string inForm(const Twine &what) const {
    return (Twine(inst->desc.name) + " form " + Twine(unsigned(form)) + ": " +
            what)
        .str();
  }

  Random rng;
  MutableInst *inst = nullptr;
  size_t form = 0;
};
} // namespace

std::string Mutator::nameOf(const PlaceDesc &p) const {
  return p.kind == PlaceKind::Mod ? inst->desc.mods[p.index].name
                                  : inst->desc.slots[p.index].name;
}

PlaceDesc *Mutator::pickPlace() {
  std::vector<PlaceDesc> &places = inst->places[form];
  return places.empty() ? nullptr : &places[rng.below(places.size())];
}

std::string Mutator::movePlace() {
  PlaceDesc *p = pickPlace();
  if (!p)
    return "";
  bool up = rng.oneIn(2);
  if (up ? p->lo + p->width >= 128 : p->lo == 0)
    return "";
  p->lo = uint8_t(up ? p->lo + 1 : p->lo - 1);
  return inForm("'" + nameOf(*p) + "' is a bit too " + (up ? "high" : "low"));
}

std::string Mutator::changeWidth() {
  PlaceDesc *p = pickPlace();
  if (!p)
    return "";
  bool wider = rng.oneIn(2);
  if (wider ? p->width >= 64 || p->lo + p->width >= 128 : p->width == 1)
    return "";
  p->width = uint8_t(wider ? p->width + 1 : p->width - 1);
  return inForm("'" + nameOf(*p) + "' is a bit too " +
                (wider ? "wide" : "narrow"));
}

std::string Mutator::swapSlots() {
  PlaceDesc *a = pickPlace(), *b = pickPlace();
  if (!a || a == b || a->kind != b->kind || a->kind == PlaceKind::Mod ||
      a->index == b->index ||
      inst->forms[form].kinds[a->index] != inst->forms[form].kinds[b->index])
    return "";
  std::swap(a->index, b->index);
  return inForm("'" + nameOf(*a) + "' and '" + nameOf(*b) + "' exchanged");
}

std::string Mutator::swapValues() {
  if (inst->mods.empty())
    return "";
  size_t mod = rng.below(inst->mods.size());
  std::vector<ModValueDesc> &values = inst->values[mod];
  if (values.size() < 2)
    return "";
  ModValueDesc &a = values[rng.below(values.size())],
               &b = values[rng.below(values.size())];
  // Values of no common SM have no order.
  if (&a == &b || a.minSM > b.maxSM || b.minSM > a.maxSM)
    return "";
  std::swap(a.value, b.value);
  std::swap(a.oldValue, b.oldValue);
  return (Twine(inst->desc.name) + ": values '" + a.spelling + "' and '" +
          b.spelling + "' of '" + inst->mods[mod].name + "' exchanged")
      .str();
}

std::string Mutator::changeFixedBit() {
  FormDesc &f = inst->forms[form];
  unsigned bit = unsigned(rng.below(128));
  uint64_t &mask = bit < 64 ? f.fixedMask.lo : f.fixedMask.hi;
  uint64_t &value = bit < 64 ? f.fixedValue.lo : f.fixedValue.hi;
  uint64_t one = uint64_t(1) << (bit % 64);
  if (!(mask & one))
    return "";
  value ^= one;
  if (bit < 12)
    f.opcode ^= uint16_t(1u << bit);
  if (bit == 91)
    f.bit91 = !f.bit91;
  return inForm("bit " + Twine(bit) + " is the other one");
}

std::string Mutator::changePlaceFlag() {
  PlaceDesc *p = pickPlace();
  if (!p)
    return "";
  if (rng.oneIn(2)) {
    p->inverted = !p->inverted;
    return inForm("'" + nameOf(*p) + "' complemented");
  }
  if (p->kind != PlaceKind::Value)
    return "";
  if (rng.oneIn(2)) {
    p->isSigned = !p->isSigned;
    return inForm("'" + nameOf(*p) + "' is " + (p->isSigned ? "" : "not ") +
                  "signed");
  }
  p->shift = uint8_t(p->shift + 1);
  return inForm("'" + nameOf(*p) + "' is shifted by one more");
}

std::string Mutator::changeSMs() {
  FormDesc &f = inst->forms[form];
  std::vector<uint16_t> held;
  for (uint16_t sm : kSMs)
    if (f.holdsFor(sm))
      held.push_back(sm);
  if (held.empty())
    return "";
  if (rng.oneIn(2)) {
    f.minSM = uint16_t(held.front() + 1);
    return inForm("is not for sm_" + Twine(held.front()));
  }
  f.maxSM = uint16_t(held.back() - 1);
  return inForm("is not for sm_" + Twine(held.back()));
}

std::string Mutator::dropRule() {
  if (inst->rules.empty())
    return "";
  size_t rule = rng.below(inst->rules.size());
  inst->rules.erase(inst->rules.begin() + ptrdiff_t(rule));
  inst->conds.erase(inst->conds.begin() + ptrdiff_t(rule));
  return (Twine(inst->desc.name) + ": rule " + Twine(rule) + " left out").str();
}

std::string Mutator::tryOne() {
  std::vector<MutableInst> &insts = getMutableInsts();
  inst = &insts[rng.below(insts.size())];
  form = size_t(rng.below(inst->forms.size()));
  switch (rng.below(12)) {
  case 0:
  case 1:
  case 2:
    return movePlace();
  case 3:
  case 4:
    return changeWidth();
  case 5:
    return swapSlots();
  case 6:
  case 7:
    return swapValues();
  case 8:
    return changeFixedBit();
  case 9:
    return changePlaceFlag();
  case 10:
    return changeSMs();
  default:
    return dropRule();
  }
}

Mutation ptxmlir::isa::mutateTables(uint64_t number) {
  Mutation mutation = Mutator(number).run();
  updateTables();
  return mutation;
}
