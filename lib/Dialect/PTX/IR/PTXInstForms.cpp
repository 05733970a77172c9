//===- PTXInstForms.cpp - legal forms of PTX instructions -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which modifiers go together, in which version and on which target, and what
// is wrong where they do not.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ptxmlir::ptx;

/// Whether slot `i` has a value the form allows.
static bool slotMatches(const InstInfo &info, ArrayRef<uint64_t> masks,
                        unsigned i, int64_t mods) {
  const SlotInfo &slot = info.slots()[i];
  return slot.enumIndex < 0 || (masks[i] >> getField(slot, mods) & 1);
}

static bool formMatches(const InstInfo &info, const FormInfo &form,
                        int64_t mods, bool opcodeOnly = false) {
  ArrayRef<uint64_t> masks = info.masks(form);
  for (unsigned i = 0; i < info.numSlots; ++i)
    if (!slotMatches(info, masks, i, mods) &&
        !(opcodeOnly && info.slots()[i].onOperand))
      return false;
  return true;
}

const FormInfo *ptxmlir::ptx::matchForm(const InstInfo &info, int64_t mods,
                                        bool opcodeOnly) {
  for (const FormInfo &form : info.forms())
    if (!form.meansValue && formMatches(info, form, mods, opcodeOnly))
      return &form;
  return nullptr;
}

int64_t ptxmlir::ptx::addMeaning(const InstInfo &info, int64_t mods,
                                 unsigned ptx, unsigned sm) {
  for (const FormInfo &form : info.forms())
    if (form.meansValue && form.minPTX <= ptx && form.minSM <= sm &&
        !form.isGone(ptx, sm) && formMatches(info, form, mods))
      return mods | int64_t(form.meansValue)
                        << info.slots()[form.meansSlot].offset;
  return mods;
}

int64_t ptxmlir::ptx::removeMeaning(const InstInfo &info, int64_t mods,
                                    unsigned ptx, unsigned sm) {
  for (const FormInfo &form : info.forms()) {
    if (!form.meansValue || form.isGone(ptx, sm) || form.minPTX > ptx ||
        form.minSM > sm)
      continue;
    const SlotInfo &slot = info.slots()[form.meansSlot];
    int64_t without = mods & ~(int64_t(form.meansValue) << slot.offset);
    if (getField(slot, mods) == form.meansValue &&
        formMatches(info, form, without))
      return without;
  }
  return mods;
}

/// The spelling in the opcode, empty if it is not there.
static StringRef slotSpelling(const SlotInfo &slot, int64_t mods) {
  return slot.enumIndex < 0 || slot.onOperand || slot.hidden
             ? StringRef()
             : enumSpelling(slot.enumIndex, getField(slot, mods));
}

/// `.spelling`, or what continues a word as it is.
static std::string dotted(StringRef spelling, bool glued = false) {
  return ((glued || spelling.starts_with("::") ? "" : ".") + spelling).str();
}

std::string ptxmlir::ptx::getOpcodeText(const InstInfo &info, int64_t mods) {
  std::string text = info.mnemonic().str();
  for (const SlotInfo &slot : info.slots())
    if (StringRef spelling = slotSpelling(slot, mods); !spelling.empty())
      text += dotted(spelling, slot.glued);
  return text;
}

/// The spellings of slot `i` with which the other modifiers are legal, as long
/// as they are few: "; it takes '.u32' or '.u64'".
static std::string describeChoices(const InstInfo &info, unsigned i,
                                   int64_t mods) {
  const SlotInfo &slot = info.slots()[i];
  uint64_t legal = 0;
  for (const FormInfo &form : info.forms()) {
    if (form.beforePTX)
      continue;
    ArrayRef<uint64_t> masks = info.masks(form);
    bool others = true;
    for (unsigned j = 0; j < info.numSlots; ++j)
      others &= j == i || slotMatches(info, masks, j, mods);
    if (others)
      legal |= masks[i];
  }
  unsigned count = llvm::popcount(legal & ~uint64_t(1));
  if (count == 0 || count > 8 || slot.enumIndex < 0)
    return "";
  std::string text = "; here ";
  if (legal & 1)
    text += "none or ";
  unsigned written = 0;
  for (unsigned value = 1; value < 64; ++value) {
    if (!(legal >> value & 1))
      continue;
    if (written)
      text += written + 1 == count ? " or " : ", ";
    text += "'" + dotted(enumSpelling(slot.enumIndex, value), slot.glued) + "'";
    ++written;
  }
  return text + " can stand";
}

std::string ptxmlir::ptx::explainMismatch(const InstInfo &info, int64_t mods,
                                          unsigned *blamed) {
  // Judge by the form that fits best; a wrong type weighs more than all else.
  unsigned best = ~0u;
  const FormInfo *bestForm = nullptr;
  auto isType = [&](const SlotInfo &slot) {
    return tableString(slot.name).ends_with("Type");
  };
  for (const FormInfo &form : info.forms()) {
    if (form.beforePTX)
      continue;
    unsigned cost = 0;
    for (unsigned i = 0; i < info.numSlots; ++i)
      if (!slotMatches(info, info.masks(form), i, mods))
        // What is missing is sooner the mistake than what is there.
        cost += isType(info.slots()[i])                ? 100
                : getField(info.slots()[i], mods) == 0 ? 1
                                                       : 2;
    if (cost < best) {
      best = cost;
      bestForm = &form;
    }
  }
  ArrayRef<uint64_t> masks = info.masks(*bestForm);
  for (unsigned i = 0; i < info.numSlots; ++i) {
    const SlotInfo &slot = info.slots()[i];
    if (slotMatches(info, masks, i, mods))
      continue;
    if (blamed)
      *blamed = i;
    StringRef spelling =
        slot.enumIndex < 0 ? StringRef()
                           : enumSpelling(slot.enumIndex, getField(slot, mods));
    std::string type;
    for (const SlotInfo &other : info.slots())
      if (isType(other) && getField(other, mods) && &other != &slot)
        type += ("." + slotSpelling(other, mods)).str();
    std::string name = ("'" + info.mnemonic() + type + "'").str();
    if (!spelling.empty())
      return "modifier '" + dotted(spelling) + "' does not apply to " + name +
             describeChoices(info, i, mods);
    SmallVector<StringRef> choices;
    auto add = [&](const SlotInfo &slot, uint64_t mask) {
      for (unsigned value = 1; value < 64; ++value)
        if (mask >> value & 1)
          choices.push_back(enumSpelling(slot.enumIndex, value));
    };
    add(slot, masks[i]);
    // Others that would do as well.
    for (unsigned j = i + 1; j < info.numSlots && best == 1; ++j) {
      uint64_t mask = 0;
      for (const FormInfo &form : info.forms()) {
        ArrayRef<uint64_t> others = info.masks(form);
        bool isOnly = !slotMatches(info, others, j, mods);
        for (unsigned k = 0; k < info.numSlots; ++k)
          isOnly &= k == j || slotMatches(info, others, k, mods);
        if (isOnly && getField(info.slots()[j], mods) == 0)
          mask |= others[j];
      }
      add(info.slots()[j], mask);
    }
    std::string text = name + " needs ";
    if (choices.size() == 1)
      return text + "the modifier '" + dotted(choices[0]) + "'";
    text += isType(slot) ? "a type" : "one of the modifiers ";
    if (isType(slot))
      return text;
    for (size_t j = 0; j < choices.size(); ++j)
      text += (j ? ", '" : "'") + dotted(choices[j]) + "'";
    return text;
  }
  return "illegal modifiers";
}

Requirement ptxmlir::ptx::findUnmet(const InstInfo &info, int64_t mods,
                                    unsigned ptx, unsigned sm, char suffix) {
  Requirement result;
  auto isTarget = [&](const TargetInfo &target) {
    if (target.suffix == 'a')
      return suffix == 'a' && sm == target.sm;
    return suffix && sm >= target.sm &&
           target::getFamily(sm) == target::getFamily(target.sm);
  };
  auto hasTarget = [&](const FormInfo &form) {
    return form.numTargets == 0 || llvm::any_of(info.targets(form), isTarget);
  };
  auto fails = [&](unsigned minPTX, unsigned minSM) {
    if (minPTX > ptx)
      result.ptx = minPTX;
    if (minSM > sm)
      result.sm = minSM;
    return result.ptx || result.sm;
  };
  if (fails(info.minPTX, info.minSM)) {
    result.feature = info.mnemonic().str();
    return result;
  }
  for (const SlotInfo &slot : info.slots()) {
    unsigned value = getField(slot, mods);
    if (slot.enumIndex < 0 || value == 0)
      continue;
    const EnumValueInfo &valueInfo = getEnumValueInfo(slot.enumIndex, value);
    if (fails(valueInfo.minPTX, valueInfo.minSM)) {
      result.feature = dotted(enumSpelling(slot.enumIndex, value));
      return result;
    }
  }
  // Several forms may match: one that is available is enough.
  // Of those that are not, the one of this target says most.
  const FormInfo *first = nullptr;
  for (const FormInfo &form : info.forms()) {
    if (!formMatches(info, form, mods))
      continue;
    if (form.minPTX <= ptx && form.minSM <= sm && hasTarget(form) &&
        !form.isGone(ptx, sm) && (suffix || !form.archSpecific))
      return result;
    if (!first || (!hasTarget(*first) && hasTarget(form)))
      first = &form;
  }
  if (!first)
    return result;
  result.archSpecific = first->archSpecific && !suffix;
  if (!hasTarget(*first))
    for (const TargetInfo &target : info.targets(*first))
      result.targets += (Twine(result.targets.empty() ? "" : ", ") + "sm_" +
                         Twine(unsigned(target.sm)) + Twine(target.suffix))
                            .str();
  if (first->isGone(ptx, sm)) {
    result.beforePTX = first->beforePTX;
    result.beforeSM = first->beforeSM;
  }
  if (fails(first->minPTX, first->minSM) || result.archSpecific ||
      !result.targets.empty() || result.beforePTX || result.beforeSM) {
    result.feature = getOpcodeText(info, mods);
  }
  return result;
}
