//===- InstForms.cpp - opcodes with their modifiers -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An opcode with its modifiers is one word of the text and occurs thousands of
// times: it is parsed and checked once, against the records, and found by its
// text after that.
//
//===----------------------------------------------------------------------===//

#include "InstForms.h"
#include "Suggestion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace ptxmlir::ptx;

const InstForm &InstForms::get(StringRef text) {
  std::unique_ptr<InstForm> &form = forms[text];
  if (!form) {
    form = std::make_unique<InstForm>();
    form->name = text.str();
    resolve(text, *form);
  }
  return *form;
}

/// Control flow has no record: it is not an operation of the table. Its only
/// modifier is `.uni`, once or more often, which what ends a thread has not
/// (observed on ptxas 13.0.88).
bool InstForms::resolveControl(StringRef text, InstForm &form) {
  StringRef name = text.take_until([](char c) { return c == '.'; });
  if (name == "brx" && text.starts_with("brx.idx"))
    name = text.take_front(strlen("brx.idx"));
  form.special = StringSwitch<InstForm::Special>(name)
                     .Case("bra", InstForm::Bra)
                     .Case("brx.idx", InstForm::Brx)
                     .Case("call", InstForm::Call)
                     .Case("ret", InstForm::Ret)
                     .Case("exit", InstForm::Exit)
                     .Case("trap", InstForm::Trap)
                     .Default(InstForm::Table);
  if (form.special == InstForm::Table)
    return false;
  StringRef modifiers = text.drop_front(name.size());
  bool endsThread =
      form.special == InstForm::Exit || form.special == InstForm::Trap;
  while (!endsThread && modifiers.consume_front(".uni"))
    form.uniform = true;
  if (modifiers.empty())
    return true;
  form.special = InstForm::Invalid;
  form.error = ("unknown modifier '" + modifiers + "' of '" + name + "'").str();
  form.errorOffset = modifiers.begin() - text.begin();
  form.errorLength = modifiers.size();
  return true;
}

void InstForms::resolve(StringRef text, InstForm &form) {
  if (resolveControl(text, form))
    return;
  // The longest mnemonic wins: "bar.warp" before "bar".
  StringRef prefix = text;
  std::optional<Opcode> opcode;
  while (!(opcode = lookupMnemonic(prefix))) {
    // `tcgen05.wait::ld`: a mnemonic may end before `::`.
    size_t dot = prefix.find_last_of(".:");
    if (dot != StringRef::npos && dot && prefix[dot] == ':')
      --dot;
    if (dot == StringRef::npos)
      break;
    prefix = prefix.take_front(dot);
  }
  if (!opcode) {
    form.special = InstForm::Invalid;
    size_t length = text.find('.');
    StringRef name = text.take_front(length);
    form.fixit = suggestMnemonic(text, length).str();
    form.errorLength = std::min(length, text.size());
    form.error = ("unknown instruction '" + name + "'").str();
    if (!form.fixit.empty())
      form.error += "; did you mean '" + form.fixit + "'?";
    return;
  }
  form.opcode = *opcode;
  form.info = &getInstInfo(*opcode);
  if (*opcode == Opcode::Mov)
    form.special = InstForm::Mov;
  if (!parseModifiers(text, prefix.size(), form)) {
    form.special = InstForm::Invalid;
    return;
  }
  form.mods = addMeaning(*form.info, form.mods, ptx, sm);
  for (const SlotInfo &slot : form.info->slots())
    form.usesDoubles |=
        slot.enumIndex >= 0 &&
        enumSpelling(slot.enumIndex, getField(slot, form.mods)) == "f64";
  addAlternatives(form);
  if (!form.alternatives.empty())
    return;
  if (!matchForm(*form.info, form.mods, /*opcodeOnly=*/true)) {
    form.special = InstForm::Invalid;
    unsigned slot = ~0u;
    form.error = explainMismatch(*form.info, form.mods, &slot);
    if (slot < form.words.size() && !form.words[slot].empty()) {
      form.errorOffset = form.words[slot].begin() - text.begin();
      form.errorLength = form.words[slot].size();
    }
    return;
  }
  form.hasOperandSlots = llvm::any_of(
      form.info->slots(), [](const SlotInfo &slot) { return slot.onOperand; });
  if (!form.hasOperandSlots)
    form.error = checkAvailable(*form.info, form.mods);
  plan(form);
}

/// One form for each legal choice that the operands make.
void InstForms::addAlternatives(InstForm &form) {
  SmallVector<const SlotInfo *> choices;
  for (const SlotInfo &slot : form.info->slots())
    if (slot.hidden)
      choices.push_back(&slot);
  if (choices.empty())
    return;
  // Immediates kept in hidden slots are no choices of shape.
  llvm::erase_if(choices, [&](const SlotInfo *slot) {
    return llvm::any_of(form.info->srcs(), [&](const OperandInfo &operand) {
      return operand.kind == OperandKind::Imm && operand.name == slot->name;
    });
  });
  for (unsigned set = 0; set < 1u << choices.size(); ++set) {
    int64_t mods = form.mods;
    for (unsigned i = 0; i < choices.size(); ++i)
      mods |= int64_t(set >> i & 1) << choices[i]->offset;
    if (!matchForm(*form.info, mods))
      continue;
    auto alternative = std::make_unique<InstForm>();
    alternative->opcode = form.opcode;
    alternative->info = form.info;
    alternative->mods = mods;
    alternative->name = form.name;
    alternative->error = checkAvailable(*form.info, mods);
    plan(*alternative);
    form.alternatives.push_back(std::move(alternative));
  }
  // What no shape has is wrong with the opcode.
  if (!form.alternatives.empty() &&
      llvm::all_of(form.alternatives, [](const std::unique_ptr<InstForm> &one) {
        return !one->error.empty();
      }))
    form.error = form.alternatives.front()->error;
}

/// Fills slot `i` and the one that continues its word.
static bool parseGlued(ArrayRef<SlotInfo> slots, unsigned i, StringRef word,
                       int64_t &mods) {
  for (unsigned value = 1;; ++value) {
    StringRef rest = word, spelling = enumSpelling(slots[i].enumIndex, value);
    if (spelling.empty())
      return false;
    if (!rest.consume_front(spelling))
      continue;
    if (auto second = enumValue(slots[i + 1].enumIndex, rest)) {
      mods |= int64_t(value) << slots[i].offset | int64_t(*second)
                                                      << slots[i + 1].offset;
      return true;
    }
  }
}

/// Whether ptxas takes a word that no slot has and ignores it; a word that
/// continues another (`::ld`) is cut off it.
static bool isIgnored(const InstInfo &info, StringRef &word) {
  for (uint16_t offset : info.ignored()) {
    StringRef ignored = tableString(offset);
    if (word == ignored || (ignored.starts_with("::") && word != ignored &&
                            word.consume_back(ignored)))
      return true;
  }
  return false;
}

bool InstForms::parseModifiers(StringRef opcode, size_t begin, InstForm &form) {
  ArrayRef<SlotInfo> slots = form.info->slots();
  StringRef text = opcode.drop_front(begin);
  uint64_t filled = 0;
  form.words.resize(slots.size());
  // Slots before this one can no longer take a part of the name.
  unsigned nameEnd = 0;
  while (!text.empty()) {
    // `.word`, or `::word` after the mnemonic.
    StringRef whole = text;
    text.consume_front(".");
    StringRef word = text.take_until([](char c) { return c == '.'; });
    text = text.drop_front(word.size());
    whole = whole.drop_back(text.size());
    auto fail = [&](const Twine &message) {
      form.error = message.str();
      form.errorOffset = whole.begin() - opcode.begin();
      form.errorLength = whole.size();
      return false;
    };
    bool known = false, same = false, done = false;
    auto place = [&] {
      for (unsigned i = 0; i < slots.size() && !done; ++i) {
        const SlotInfo &slot = slots[i];
        if (slot.enumIndex < 0 || slot.onOperand || slot.hidden || slot.glued)
          continue;
        bool isFilled = filled >> i & 1;
        if (i + 1 < slots.size() && slots[i + 1].glued && !isFilled &&
            parseGlued(slots, i, word, form.mods)) {
          form.words[i] = form.words[i + 1] = whole;
          filled |= uint64_t(1) << i;
          nameEnd = slots.size();
          done = true;
          break;
        }
        std::optional<unsigned> value = enumValue(slot.enumIndex, word);
        known |= value.has_value();
        same |= value && isFilled && getField(slot, form.mods) == *value;
        if (!value || isFilled)
          continue;
        // A second name of shared memory, newer than the first; cp.async had it
        // from its beginning.
        if (word == "shared::cta" && ptx < 78 && form.opcode != Opcode::CpAsync)
          return fail("'.shared::cta' needs PTX 7.8 or newer; the module has "
                      ".version " +
                      Twine(ptx / 10) + "." + Twine(ptx % 10));
        if (slot.inName >> *value & 1) {
          if (i < nameEnd)
            return fail("modifier '" + whole + "' must directly follow '" +
                        form.info->mnemonic() + "'");
          nameEnd = i + 1;
        } else {
          nameEnd = slots.size();
        }
        if (slot.behind && !(filled >> (i - 1) & 1))
          return fail("modifier '" + whole +
                      "' must stand behind the one that it is about");
        filled |= uint64_t(1) << i;
        form.words[i] = whole;
        form.mods |= int64_t(*value) << slot.offset;
        done = true;
      }
      return true;
    };
    if (!place())
      return false;
    if (!done && !known) {
      StringRef rest = word;
      bool ignored = isIgnored(*form.info, rest) || isIgnoredElsewhere(word);
      if (ignored && rest.size() != word.size()) {
        StringRef all = word;
        word = rest;
        if (!place())
          return false;
        ignored = done;
        rest = all.drop_front(word.size());
        word = done ? rest : all;
      }
      if (ignored) {
        nameEnd = slots.size();
        form.warning = ("modifier '" + Twine(word.starts_with(":") ? "" : ".") +
                        word + "' means nothing on '" + form.info->mnemonic() +
                        "' and is ignored")
                           .str();
        continue;
      }
    }
    // Of all modifiers ptxas takes only this one twice.
    if (!done && word == "sync" && same) {
      form.warning = "modifier '.sync' is given twice";
      continue;
    }
    if (!done && known)
      return fail("modifier '" + whole + "' is given twice");
    if (!done) {
      fail("unknown modifier '" + whole + "' of '" + form.info->mnemonic() +
           "'");
      if (StringRef near = suggestModifier(*form.info, word); !near.empty()) {
        form.fixit = ((near.starts_with(":") ? "" : ".") + near).str();
        form.error += "; did you mean '" + form.fixit + "'?";
      }
      return false;
    }
  }
  return true;
}

std::string InstForms::check(const InstInfo &info, int64_t mods) const {
  if (!matchForm(info, mods))
    return explainMismatch(info, mods);
  return checkAvailable(info, mods);
}

std::string InstForms::checkAvailable(const InstInfo &info,
                                      int64_t mods) const {
  char suffix = target.empty() || isDigit(target.back()) ? 0 : target.back();
  Requirement unmet = findUnmet(info, mods, ptx, sm, suffix);
  std::string what = "'" + unmet.feature + "' ";
  std::string module = "; the module targets " + target;
  if (unmet.sm)
    return what + "needs sm_" + std::to_string(unmet.sm) + " or newer" + module;
  if (!unmet.targets.empty())
    return what + "is only on " + unmet.targets + module;
  if (unmet.archSpecific)
    return what + "needs an architecture-specific target such as sm_90a" +
           module;
  if (unmet.beforePTX)
    return (explainMismatch(info, mods) +
            (unmet.beforeSM
                 ? " on sm_" + std::to_string(unmet.beforeSM) + " and newer,"
                 : std::string()) +
            " from PTX " + Twine(unmet.beforePTX / 10) + "." +
            Twine(unmet.beforePTX % 10) + " on" + module)
        .str();
  if (unmet.ptx)
    return (Twine(what) + "needs PTX " + Twine(unmet.ptx / 10) + "." +
            Twine(unmet.ptx % 10) + " or newer; the module has .version " +
            Twine(ptx / 10) + "." + Twine(ptx % 10))
        .str();
  return "";
}

void InstForms::plan(InstForm &form) {
  const InstInfo &info = *form.info;
  uint8_t address = 0;
  // Of a conversion both types are in registers of their widths if one is.
  bool exact = llvm::any_of(info.slots(), [&](const SlotInfo &slot) {
    auto type = slot.enumIndex < 0
                    ? std::nullopt
                    : symbolizeDataType(enumSpelling(
                          slot.enumIndex, getField(slot, form.mods)));
    return type && isExact(*type);
  });
  auto add = [&](ArrayRef<OperandInfo> operands,
                 SmallVectorImpl<OperandPlan> &plans, bool &carry) {
    for (const OperandInfo &operand : operands) {
      uint8_t addressIndex = address;
      address += operand.kind == OperandKind::Address;
      bool late = dependsOnOperands(operand, info);
      if (!late && !isPresent(operand, info, form.mods, /*written=*/true))
        continue;
      if (operand.kind == OperandKind::Carry) {
        carry = true;
        continue;
      }
      plans.push_back({&operand, getOperandType(operand, info, form.mods),
                       uint8_t(getDefaultWidth(operand, info, form.mods)),
                       uint8_t(getCount(operand, info, form.mods)),
                       late || isOptional(operand, info, form.mods),
                       operand.relaxed && !exact, operand.fixed, late,
                       operand.kind, addressIndex,
                       getRegisterRule(operand, info, form.mods)});
    }
  };
  add(info.dsts(), form.dsts, form.carryOut);
  add(info.srcs(), form.srcs, form.carryIn);
}
