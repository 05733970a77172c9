//===- ModifierSweep.cpp - Combinations of modifiers to prove -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All combinations of an instruction's modifiers, or a sample that has each
// value of each.
//
//===----------------------------------------------------------------------===//

#include "ModifierSweep.h"
#include <algorithm>

using namespace ptxmlir;
using namespace ptxmlir::test;
using isa::InstDesc;
using isa::ModDesc;

/// The values that a modifier can have on any SM.
static std::vector<uint64_t> valuesOf(const ModDesc &mod) {
  std::vector<uint64_t> values;
  if (!mod.values.empty()) {
    for (const isa::ModValueDesc &value : mod.values)
      values.push_back(value.value);
  } else {
    for (uint64_t v = 0; v <= std::min<uint64_t>(mod.field.mask(), 255); ++v)
      if (mod.listed || v > 63 || (mod.validValues >> v & 1))
        values.push_back(v);
  }
  return values;
}

static void combine(std::vector<uint64_t> &all, const ModDesc &mod,
                    const std::vector<uint64_t> &values) {
  std::vector<uint64_t> next;
  for (uint64_t mods : all)
    for (uint64_t v : values)
      next.push_back(mod.field.set(mods, v));
  all = std::move(next);
}

std::vector<uint64_t> ptxmlir::test::sweepModifiers(const InstDesc &desc) {
  std::vector<uint64_t> narrow = {desc.defaultMods};
  std::vector<const ModDesc *> wide;
  for (const ModDesc &mod : desc.mods) {
    std::vector<uint64_t> values = valuesOf(mod);
    if (values.size() > 8)
      wide.push_back(&mod);
    else
      combine(narrow, mod, values);
  }
  size_t product = narrow.size();
  for (const ModDesc *mod : wide)
    product *= valuesOf(*mod).size();
  std::vector<uint64_t> all;
  // One round for each wide modifier, in which it takes all values.
  for (size_t round = 0; round != std::max<size_t>(wide.size(), 1); ++round) {
    std::vector<uint64_t> some = narrow;
    for (size_t i = 0; i != wide.size(); ++i) {
      std::vector<uint64_t> values = valuesOf(*wide[i]);
      if (i != round && product > 2048)
        values = {values.front(), values[values.size() / 2 + 1], values.back(),
                  wide[i]->dflt};
      combine(some, *wide[i], values);
    }
    all.insert(all.end(), some.begin(), some.end());
    if (product <= 2048)
      break;
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

uint64_t ptxmlir::test::drawModifiers(const InstDesc &desc,
                                      std::mt19937_64 &random) {
  uint64_t mods = desc.defaultMods;
  for (const ModDesc &mod : desc.mods) {
    std::vector<uint64_t> values = valuesOf(mod);
    mods = mod.field.set(mods, values[random() % values.size()]);
  }
  return mods;
}

std::string ptxmlir::test::describeModifiers(const InstDesc &desc,
                                             uint64_t mods) {
  std::string text;
  for (const ModDesc &mod : desc.mods) {
    uint64_t value = mod.field.get(mods);
    if (value == mod.field.get(desc.defaultMods))
      continue;
    std::string name = std::to_string(value);
    for (const isa::ModValueDesc &listed : mod.values)
      if (listed.value == value)
        name = listed.spelling;
    text += (text.empty() ? "" : " ") + std::string(mod.name) + "=" + name;
  }
  return text.empty() ? "default modifiers" : text;
}
