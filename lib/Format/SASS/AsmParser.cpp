//===- AsmParser.cpp - SASS assembly text to instructions -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands are matched against the record's syntax with backtracking over
// optional and conditional parts. A syntax has at most some dozen items, so has
// the recursion.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/SASS/AsmParser.h"
#include "AsmAliases.h"
#include "AsmSyntax.h"
#include "FloatText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;

namespace {
/// What is known after matching a part of the text.
struct State {
  isa::Inst inst;
  StringRef rest;
  uint32_t writtenSlots = 0, reuseSlots = 0;
  uint64_t decidedMods = 0;
  unsigned addressItems = 0;
};

/// The items still to be matched.
struct Rest {
  ArrayRef<AsmItem> items;
  const Rest *next;
};

/// Keeps the error at the furthest place of the text.
class Diagnosis {
public:
  explicit Diagnosis(StringRef text) : text(text) {}
  /// Always false.
  bool fail(StringRef at, const Twine &message) {
    size_t column = size_t(at.data() - text.data());
    if (empty || column > furthest) {
      furthest = column;
      what = message.str();
      empty = false;
    }
    return false;
  }
  std::string str() const {
    return ("column " + Twine(furthest + 1) + ": " + what).str();
  }

private:
  StringRef text;
  size_t furthest = 0;
  bool empty = true;
  std::string what;
};

/// Parses modifiers and operands of one candidate record.
class InstParser {
public:
  InstParser(const isa::InstDesc &desc, unsigned sm, const ParseOptions &options,
             Diagnosis &diagnosis);
  /// `start.rest` begins with the modifiers. On success `result` is complete.
  bool run(State start, State &result);

private:
  bool parseModifiers(State &s);
  bool parseModifiersFrom(State &s, size_t mod);
  bool match(const Rest &rest, State s, State &result);
  bool matchSlot(const AsmItem &item, State &s);
  bool matchOperand(unsigned slot, State &s);
  bool matchRegister(unsigned slot, State &s, isa::Operand &op);
  bool matchImmediate(unsigned slot, State &s, isa::Operand &op);
  bool matchCBank(State &s, isa::Operand &op);
  bool matchLabel(State &s, isa::Operand &op);
  bool matchMod(unsigned mod, State &s);
  bool matchNumber(State &s, int64_t &value);
  bool matchCondition(const AsmItem &item, const Rest &after, State s,
                      State &result);
  bool matchLeftovers(State &s);
  bool finish(State s, State &result);
  bool chooseForm(State &s, bool strict, std::string &error);
  void setMod(State &s, unsigned mod, uint64_t value) {
    s.inst.mods = desc.mods[mod].field.set(s.inst.mods, value);
    s.decidedMods |= uint64_t(1) << mod;
  }
  void setFlag(State &s, int mod, bool value) {
    if (mod >= 0)
      setMod(s, unsigned(mod), value);
  }
  bool canBe(unsigned slot, isa::Operand::Kind kind) const {
    return kinds[slot] >> kind & 1;
  }

  const isa::InstDesc &desc;
  unsigned sm;
  const ParseOptions &options;
  Diagnosis &diagnosis;
  /// Per slot, a bit for each kind that it has in some form on this SM.
  std::array<uint16_t, isa::kMaxSlots> kinds = {};
};
} // namespace

static void skipBlanks(StringRef &s) { s = s.ltrim(" \t"); }

/// Whether a name or number ends here.
static bool atWordEnd(StringRef s) {
  return s.empty() || !(isAlnum(s[0]) || s[0] == '_');
}

InstParser::InstParser(const isa::InstDesc &desc, unsigned sm,
                       const ParseOptions &options, Diagnosis &diagnosis)
    : desc(desc), sm(sm), options(options), diagnosis(diagnosis) {
  for (const isa::FormDesc &form : desc.forms)
    if (form.holdsFor(sm))
      for (size_t i = 0; i < desc.slots.size(); ++i)
        kinds[i] |= uint16_t(1) << form.kinds[i];
}

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

/// Matches a spelling, which ends before a dot, a blank or the end.
static bool consumeSpelling(StringRef &s, StringRef spelling) {
  if (!s.starts_with(spelling))
    return false;
  StringRef after = s.drop_front(spelling.size());
  if (!after.empty() && after[0] != '.' && after[0] != ' ' && after[0] != '\t' &&
      after[0] != ';' && after[0] != '{')
    return false;
  s = after;
  return true;
}

/// In the order of the record; the longest spelling of a modifier first.
bool InstParser::parseModifiersFrom(State &s, size_t mod) {
  while (mod < desc.mods.size() && !isMnemonicMod(desc.mods[mod]))
    ++mod;
  if (mod == desc.mods.size())
    return s.rest.empty() || s.rest[0] != '.';
  const isa::ModDesc &m = desc.mods[mod];
  SmallVector<std::pair<StringRef, uint64_t>, 16> choices;
  if (m.values.empty()) {
    choices.push_back({m.flagSpelling, 1});
    choices.push_back({"", 0});
  } else {
    for (const isa::ModValueDesc &v : m.values)
      choices.push_back({v.spelling, v.value});
    llvm::sort(choices, [](const auto &a, const auto &b) {
      return a.first.size() != b.first.size() ? a.first.size() > b.first.size()
                                              : a.second < b.second;
    });
  }
  for (const auto &[spelling, value] : choices) {
    State next = s;
    if (!spelling.empty() && !consumeSpelling(next.rest, spelling))
      continue;
    setMod(next, unsigned(mod), value);
    if (parseModifiersFrom(next, mod + 1)) {
      s = next;
      return true;
    }
  }
  return false;
}

bool InstParser::parseModifiers(State &s) {
  for (const isa::ModDesc &m : desc.mods)
    if (isMnemonicMod(m))
      s.decidedMods |= uint64_t(1) << (&m - desc.mods.data());
  if (parseModifiersFrom(s, 0))
    return true;
  // In any other order; what is not written has its default.
  uint64_t written = 0;
  while (!s.rest.empty() && s.rest[0] == '.') {
    bool found = false;
    for (size_t i = 0; i < desc.mods.size() && !found; ++i) {
      const isa::ModDesc &m = desc.mods[i];
      if (!isMnemonicMod(m) || written >> i & 1)
        continue;
      if (m.values.empty()) {
        found = consumeSpelling(s.rest, m.flagSpelling);
        if (found)
          setMod(s, unsigned(i), 1);
      }
      for (const isa::ModValueDesc &v : m.values) {
        if (found || !v.spelling[0] || !consumeSpelling(s.rest, v.spelling))
          continue;
        setMod(s, unsigned(i), v.value);
        found = true;
      }
      if (found)
        written |= uint64_t(1) << i;
    }
    if (!found)
      return diagnosis.fail(
          s.rest, "'" + s.rest.take_front(s.rest.find_first_of(" \t;{", 1)) +
                      "' is no modifier of " + desc.mnemonic);
  }
  for (size_t i = 0; i < desc.mods.size(); ++i) {
    const isa::ModDesc &m = desc.mods[i];
    if (!isMnemonicMod(m) || written >> i & 1)
      continue;
    if (m.values.empty()) {
      setMod(s, unsigned(i), 0);
      continue;
    }
    const isa::ModValueDesc *silent = nullptr;
    for (const isa::ModValueDesc &v : m.values)
      if (!v.spelling[0])
        silent = &v;
    if (!silent)
      return diagnosis.fail(s.rest, Twine("modifier '") + m.name + "' of " +
                                        desc.mnemonic + " is missing");
    setMod(s, unsigned(i), silent->value);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool InstParser::matchNumber(State &s, int64_t &value) {
  skipBlanks(s.rest);
  StringRef at = s.rest, t = s.rest;
  bool negative = t.consume_front("-");
  if (!negative)
    t.consume_front("+");
  StringRef digits = t.take_while([](char c) { return isAlnum(c); });
  uint64_t magnitude = 0;
  if (digits.empty() || !isDigit(digits[0]) || digits.getAsInteger(0, magnitude))
    return diagnosis.fail(at, "expected a number");
  t = t.drop_front(digits.size());
  value = int64_t(negative ? -magnitude : magnitude);
  s.rest = t;
  return true;
}

bool InstParser::matchRegister(unsigned slot, State &s, isa::Operand &op) {
  struct File {
    const char *prefix;
    isa::Operand::Kind kind;
    unsigned none, count;
    const char *noneName;
  };
  static constexpr File files[] = {
      {"UR", isa::Operand::UR, isa::URZ, 255, "URZ"},
      {"UP", isa::Operand::UP, isa::UPT, 7, "UPT"},
      {"R", isa::Operand::R, isa::RZ, 255, "RZ"},
      {"P", isa::Operand::P, isa::PT, 7, "PT"},
      {"B", isa::Operand::B, ~0u, 16, ""},
  };
  for (const File &file : files) {
    StringRef t = s.rest;
    unsigned number = file.none;
    if (file.noneName[0] && t.starts_with(file.noneName)) {
      t = t.drop_front(strlen(file.noneName));
    } else if (t.consume_front(file.prefix)) {
      StringRef digits = t.take_while(isDigit);
      if (digits.empty() || digits.getAsInteger(10, number))
        continue;
      t = t.drop_front(digits.size());
      if (number >= file.count)
        return diagnosis.fail(s.rest, "there is no register " +
                                          Twine(file.prefix) + Twine(number));
    } else {
      continue;
    }
    if (!atWordEnd(t))
      continue;
    if (!canBe(slot, file.kind))
      return diagnosis.fail(s.rest, Twine("operand '") + desc.slots[slot].name +
                                        "' of " + desc.mnemonic +
                                        " cannot be such a register");
    op.kind = file.kind;
    op.reg = uint16_t(number);
    s.rest = t;
    return true;
  }
  return false;
}

bool InstParser::matchCBank(State &s, isa::Operand &op) {
  StringRef t = s.rest;
  int64_t bank = 0, offset = 0;
  State inner = s;
  if (!inner.rest.consume_front("c["))
    return false;
  if (!matchNumber(inner, bank))
    return false;
  if (!inner.rest.consume_front("]") || !inner.rest.consume_front("["))
    return diagnosis.fail(inner.rest, "expected ']['");
  if (!matchNumber(inner, offset))
    return false;
  if (!inner.rest.consume_front("]"))
    return diagnosis.fail(inner.rest, "expected ']'");
  if (bank < 0 || bank > 31)
    return diagnosis.fail(t, "constant banks are 0 to 31");
  op = isa::Operand::cbank(unsigned(bank), offset);
  s.rest = inner.rest;
  return true;
}

bool InstParser::matchImmediate(unsigned slot, State &s, isa::Operand &op) {
  isa::ImmFormat format = isa::ImmFormat(desc.slots[slot].immFormat);
  std::optional<FloatKind> kind;
  bool halves = false;
  switch (format) {
  case isa::ImmFormat::F32:
    kind = FloatKind::F32;
    break;
  case isa::ImmFormat::F64Hi:
    kind = FloatKind::F64Hi;
    break;
  case isa::ImmFormat::F16x2:
  case isa::ImmFormat::BF16x2: {
    int bf16 = desc.findMod("bf16");
    bool isBF16 = format == isa::ImmFormat::BF16x2 ||
                  (bf16 >= 0 && desc.mods[size_t(bf16)].field.get(s.inst.mods));
    kind = isBF16 ? FloatKind::BF16 : FloatKind::F16;
    halves = true;
    break;
  }
  default:
    break;
  }
  op.kind = isa::Operand::Imm;
  if (!kind) {
    StringRef at = s.rest;
    if (!matchNumber(s, op.value))
      return false;
    if (format == isa::ImmFormat::S64)
      return true;
    if (op.value < INT32_MIN || op.value > int64_t(UINT32_MAX))
      return diagnosis.fail(at, "immediate does not fit in 32 bits");
    op.value = uint32_t(op.value);
    return true;
  }
  std::optional<uint32_t> first = parseFloat(s.rest, *kind);
  if (!first)
    return diagnosis.fail(s.rest, "expected a number");
  op.value = *first;
  if (!halves)
    return true;
  skipBlanks(s.rest);
  if (!s.rest.consume_front(","))
    return diagnosis.fail(s.rest, "expected ',' and the low half");
  skipBlanks(s.rest);
  std::optional<uint32_t> second = parseFloat(s.rest, *kind);
  if (!second)
    return diagnosis.fail(s.rest, "expected a number");
  op.value = int64_t(*first) << 16 | *second;
  return true;
}

bool InstParser::matchLabel(State &s, isa::Operand &op) {
  constexpr int64_t kInstBytes = 16;
  StringRef at = s.rest;
  int64_t target = 0, base = int64_t(options.address.value_or(0));
  if (s.rest.starts_with(".+") || s.rest.starts_with(".-")) {
    s.rest = s.rest.drop_front();
    if (!matchNumber(s, target))
      return false;
    target += base;
  } else if (!s.rest.empty() && (isDigit(s.rest[0]) || s.rest[0] == '-')) {
    if (!matchNumber(s, target))
      return false;
    if (!options.address)
      return diagnosis.fail(at, "an absolute code address needs the "
                                "instruction's own; write '.+0x10'");
  } else {
    StringRef name = s.rest.take_while([](char c) {
      return isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '@';
    });
    std::optional<int64_t> address;
    if (!name.empty() && options.labelAddress)
      address = options.labelAddress(name);
    if (!address)
      return diagnosis.fail(at, name.empty() ? Twine("expected a code address")
                                             : "no label '" + name + "'");
    s.rest = s.rest.drop_front(name.size());
    target = *address;
  }
  op = isa::Operand::label(target - base - kInstBytes);
  return true;
}

bool InstParser::matchOperand(unsigned slot, State &s) {
  skipBlanks(s.rest);
  StringRef at = s.rest;
  const isa::SlotDesc &desc_ = desc.slots[slot];
  isa::Operand &op = s.inst.ops[slot];
  auto expected = [&] {
    return diagnosis.fail(at, Twine("expected operand '") + desc_.name + "' of " +
                                  desc.mnemonic);
  };
  if (canBe(slot, isa::Operand::Label))
    return matchLabel(s, op);
  bool neg = false, bitNot = false, abs = false;
  StringRef digits = s.rest.ltrim("-+");
  bool number = !digits.empty() &&
                (isDigit(digits[0]) || digits.starts_with("INF") ||
                 digits.starts_with("QNAN") || digits.starts_with("SNAN"));
  if (number) {
    if (!canBe(slot, isa::Operand::Imm))
      return diagnosis.fail(at, Twine("operand '") + desc_.name + "' of " +
                                    desc.mnemonic + " cannot be an immediate");
    return matchImmediate(slot, s, op);
  }
  if (s.rest.consume_front("!")) {
    bitNot = true;
  } else {
    if (s.rest.consume_front("~"))
      (desc_.notMod >= 0 ? bitNot : neg) = true;
    else
      neg = s.rest.consume_front("-");
    abs = s.rest.consume_front("|");
  }
  if (!matchRegister(slot, s, op)) {
    if (!canBe(slot, isa::Operand::CBank) || !matchCBank(s, op))
      return expected();
  }
  if (abs && !s.rest.consume_front("|"))
    return diagnosis.fail(s.rest, "expected '|'");
  if ((neg && desc_.negMod < 0) || (abs && desc_.absMod < 0) ||
      (bitNot && desc_.notMod < 0))
    return diagnosis.fail(at, Twine("operand '") + desc_.name + "' of " +
                                  desc.mnemonic + " cannot be changed this way");
  setFlag(s, desc_.negMod, neg);
  setFlag(s, desc_.absMod, abs);
  setFlag(s, desc_.notMod, bitNot);
  StringRef t = s.rest;
  if (t.consume_front(".reuse")) {
    if (op.kind != isa::Operand::R || desc_.isDef)
      return diagnosis.fail(s.rest, "only register sources can be reused");
    s.reuseSlots |= 1u << slot;
    s.rest = t;
  }
  return true;
}

bool InstParser::matchMod(unsigned index, State &s) {
  const isa::ModDesc &mod = desc.mods[index];
  if (!mod.values.empty()) {
    const isa::ModValueDesc *best = nullptr;
    for (const isa::ModValueDesc &v : mod.values)
      if (s.rest.ltrim(" \t").starts_with(v.spelling) &&
          (!best || strlen(v.spelling) > strlen(best->spelling)))
        best = &v;
    if (!best)
      return diagnosis.fail(s.rest, Twine("expected '") + mod.name + "' of " +
                                        desc.mnemonic);
    if (best->spelling[0]) {
      skipBlanks(s.rest);
      s.rest = s.rest.drop_front(strlen(best->spelling));
    }
    setMod(s, index, best->value);
    return true;
  }
  if (mod.flagSpelling[0]) {
    setMod(s, index, s.rest.consume_front(mod.flagSpelling));
    return true;
  }
  StringRef at = s.rest;
  int64_t value = 0;
  if (!matchNumber(s, value))
    return false;
  // A signed number may also be written as its bits.
  int64_t limit = mod.field.width >= 63 ? INT64_MAX
                                        : (int64_t(1) << mod.field.width) - 1;
  int64_t least = mod.field.isSigned ? -(limit / 2) - 1 : 0;
  if (value < least || value > limit)
    return diagnosis.fail(at, Twine("'") + mod.name + "' of " + desc.mnemonic +
                                  " has " + Twine(unsigned(mod.field.width)) +
                                  " bits");
  setMod(s, index, uint64_t(value));
  return true;
}

//===----------------------------------------------------------------------===//
// The syntax
//===----------------------------------------------------------------------===//

bool InstParser::matchSlot(const AsmItem &item, State &s) {
  unsigned slot = item.index;
  s.writtenSlots |= 1u << slot;
  isa::Operand &op = s.inst.ops[slot];
  switch (item.kind) {
  case AsmItem::Bank:
  case AsmItem::Offset: {
    op.kind = isa::Operand::CBank;
    int64_t value = 0;
    StringRef at = s.rest;
    if (!matchNumber(s, value))
      return false;
    if (item.kind == AsmItem::Offset)
      op.value = value;
    else if (value < 0 || value > 31)
      return diagnosis.fail(at, "constant banks are 0 to 31");
    else
      op.reg = uint16_t(value);
    return true;
  }
  default:
    return matchOperand(slot, s);
  }
}

bool InstParser::matchCondition(const AsmItem &item, const Rest &after, State s,
                                State &result) {
  Rest taken{item.children, &after};
  if (item.kind == AsmItem::CondSlot) {
    // The form is chosen by what is written.
    return match(taken, s, result) || match(after, s, result);
  }
  const isa::ModDesc &mod = desc.mods[item.index];
  if (item.decided || s.decidedMods >> item.index & 1) {
    uint64_t value = mod.field.get(s.inst.mods);
    bool in = item.values.empty() ? value != 0 : is_contained(item.values, value);
    return match(in != item.negated ? taken : after, s, result);
  }
  // Not known yet: the text decides.
  State yes = s, no = s;
  uint64_t nonZero = item.values.empty() ? 1 : item.values.front();
  setMod(yes, item.index, item.negated ? 0 : nonZero);
  setMod(no, item.index, item.negated ? nonZero : 0);
  if (!item.values.empty()) {
    // Anything but the value: leave it open.
    State &other = item.negated ? yes : no;
    other = s;
  }
  return match(taken, yes, result) || match(after, no, result);
}

bool InstParser::match(const Rest &rest, State s, State &result) {
  if (rest.items.empty())
    return rest.next ? match(*rest.next, s, result) : finish(s, result);
  const AsmItem &item = rest.items.front();
  Rest after{rest.items.drop_front(), rest.next};
  switch (item.kind) {
  case AsmItem::Text: {
    StringRef text = item.text;
    while (!text.empty()) {
      if (text[0] == ' ') {
        skipBlanks(s.rest);
        text = text.ltrim(" ");
        continue;
      }
      skipBlanks(s.rest);
      if (s.rest.empty() || s.rest[0] != text[0])
        return diagnosis.fail(s.rest, "expected '" + text.rtrim() + "'");
      s.rest = s.rest.drop_front();
      text = text.drop_front();
    }
    return match(after, s, result);
  }
  case AsmItem::Slot:
  case AsmItem::Bank:
  case AsmItem::Offset:
  case AsmItem::Mod: {
    State with = s;
    auto matchItem = [&] {
      if (item.commaBefore) {
        skipBlanks(with.rest);
        if (!with.rest.consume_front(","))
          return false;
        skipBlanks(with.rest);
      }
      if (!(item.kind == AsmItem::Mod ? matchMod(item.index, with)
                                      : matchSlot(item, with)))
        return false;
      if (item.commaAfter) {
        skipBlanks(with.rest);
        if (!with.rest.consume_front(","))
          return diagnosis.fail(with.rest, "expected ','");
      }
      return true;
    };
    if (matchItem() && match(after, with, result))
      return true;
    return item.optional && match(after, s, result);
  }
  case AsmItem::CondMod:
  case AsmItem::CondSlot:
    return matchCondition(item, after, s, result);
  case AsmItem::AddrOpen:
    skipBlanks(s.rest);
    if (!s.rest.consume_front("["))
      return diagnosis.fail(s.rest, "expected '['");
    s.addressItems = 0;
    return match(after, s, result);
  case AsmItem::Element: {
    State with = s;
    skipBlanks(with.rest);
    if (s.addressItems == 0 || with.rest.consume_front("+")) {
      ++with.addressItems;
      Rest inner{item.children, &after};
      if (match(inner, with, result))
        return true;
    }
    return match(after, s, result);
  }
  case AsmItem::AddrClose:
    skipBlanks(s.rest);
    if (s.addressItems == 0 || !s.rest.consume_front("]"))
      return diagnosis.fail(s.rest, "expected ']'");
    return match(after, s, result);
  }
  return false;
}

/// "<name=value, ...>": what the syntax does not show.
bool InstParser::matchLeftovers(State &s) {
  skipBlanks(s.rest);
  if (!s.rest.consume_front("<"))
    return true;
  do {
    skipBlanks(s.rest);
    StringRef name =
        s.rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
    int slot = desc.findSlot(name), mod = desc.findMod(name);
    if (slot < 0 && mod < 0)
      return diagnosis.fail(s.rest, "'" + name + "' is no slot or modifier of " +
                                        desc.mnemonic);
    s.rest = s.rest.drop_front(name.size());
    if (!s.rest.consume_front("="))
      return diagnosis.fail(s.rest, "expected '='");
    int64_t value = 0;
    if (slot >= 0) {
      s.writtenSlots |= 1u << slot;
      if (!matchOperand(unsigned(slot), s))
        return false;
    } else {
      if (!matchNumber(s, value))
        return false;
      setMod(s, unsigned(mod), uint64_t(value));
    }
    skipBlanks(s.rest);
  } while (s.rest.consume_front(","));
  if (!s.rest.consume_front(">"))
    return diagnosis.fail(s.rest, "expected '>'");
  return true;
}

/// Takes the first form that fits what was written. Strict: a uniform register
/// that was not written has no place in it.
bool InstParser::chooseForm(State &s, bool strict, std::string &error) {
  for (size_t f = 0; f < desc.forms.size(); ++f) {
    const isa::FormDesc &form = desc.forms[f];
    if (!form.holdsFor(sm))
      continue;
    isa::Inst inst = s.inst;
    inst.form = uint8_t(f);
    bool fits = true;
    for (unsigned i = 0; i < desc.slots.size() && fits; ++i) {
      bool written = s.writtenSlots >> i & 1;
      bool placed = !(form.unplacedSlots >> i & 1);
      if (written) {
        fits = placed && inst.ops[i].kind == form.kinds[i];
        continue;
      }
      fits = !strict || !placed || form.kinds[i] != isa::Operand::UR;
      int none = absentReg(form.kinds[i]);
      inst.ops[i] = {form.kinds[i], uint16_t(none < 0 ? 0 : none), 0};
    }
    for (const isa::PlaceDesc &p : form.places) {
      if (p.kind == isa::PlaceKind::Reg && s.reuseSlots >> p.index & 1 &&
          reuseBit(p.lo) >= 0)
        inst.control.reuse |= uint8_t(1u << reuseBit(p.lo));
    }
    if (!fits || !isa::encode(inst, sm, &error))
      continue;
    s.inst = inst;
    return true;
  }
  return false;
}

bool InstParser::finish(State s, State &result) {
  if (!matchLeftovers(s))
    return false;
  skipBlanks(s.rest);
  StringRef at = s.rest;
  if (s.rest.starts_with("{")) {
    size_t end = s.rest.find('}');
    std::string error;
    if (end == StringRef::npos)
      return diagnosis.fail(s.rest, "expected '}'");
    if (!parseControl(s.rest.take_front(end + 1), s.inst.control, error))
      return diagnosis.fail(s.rest, error);
    s.rest = s.rest.drop_front(end + 1);
    skipBlanks(s.rest);
  }
  s.rest.consume_front(";");
  skipBlanks(s.rest);
  if (!s.rest.empty())
    return diagnosis.fail(s.rest, "unexpected text after " + Twine(desc.mnemonic));
  std::string error;
  if (!chooseForm(s, true, error) && !chooseForm(s, false, error))
    return diagnosis.fail(at, !error.empty() ? Twine(error)
                                             : Twine(desc.mnemonic) +
                                                   " has no encoding for these "
                                                   "operands on sm_" +
                                                   Twine(sm));
  result = s;
  return true;
}

bool InstParser::run(State s, State &result) {
  s.inst.opcode = desc.opcode;
  s.inst.mods = desc.defaultMods;
  const AsmSyntax &syntax = getAsmSyntax(desc.opcode);
  if (!syntax.error.empty())
    return diagnosis.fail(s.rest, syntax.error);
  StringRef t = s.rest;
  if (t.consume_front(".")) {
    StringRef part = t.take_while(isAlnum);
    if (isAliasPart(desc.opcode, part))
      s.rest = t.drop_front(part.size());
  }
  if (!parseModifiers(s))
    return false;
  return match(Rest{syntax.items, nullptr}, s, result);
}

//===----------------------------------------------------------------------===//
// Whole instructions
//===----------------------------------------------------------------------===//

/// The opcodes of a mnemonic, in record order.
static ArrayRef<isa::Opcode> getOpcodesOf(StringRef mnemonic) {
  static const StringMap<std::vector<isa::Opcode>> *byMnemonic = [] {
    auto *map = new StringMap<std::vector<isa::Opcode>>();
    for (const isa::InstDesc &desc : isa::getAllInsts())
      (*map)[desc.mnemonic].push_back(desc.opcode);
    return map;
  }();
  auto it = byMnemonic->find(mnemonic);
  if (it == byMnemonic->end())
    return {};
  return it->second;
}

/// "@P0 ", "@!UP1 ".
static bool parseGuard(State &s, bool &uniform, Diagnosis &diagnosis) {
  skipBlanks(s.rest);
  uniform = false;
  if (!s.rest.consume_front("@"))
    return true;
  StringRef at = s.rest;
  s.inst.guardNot = s.rest.consume_front("!");
  uniform = s.rest.consume_front("U");
  if (!s.rest.consume_front("P") || s.rest.empty())
    return diagnosis.fail(at, "expected a predicate");
  if (s.rest[0] == 'T')
    s.inst.guard = isa::PT;
  else if (s.rest[0] >= '0' && s.rest[0] <= '6')
    s.inst.guard = uint8_t(s.rest[0] - '0');
  else
    return diagnosis.fail(at, "predicates are P0 to P6 and PT");
  s.rest = s.rest.drop_front();
  if (!atWordEnd(s.rest))
    return diagnosis.fail(at, "predicates are P0 to P6 and PT");
  skipBlanks(s.rest);
  return true;
}

std::optional<isa::Inst> ptxmlir::sass::parseInst(StringRef text, unsigned sm,
                                                  std::string &error,
                                                  const ParseOptions &options) {
  Diagnosis diagnosis(text);
  State s, result;
  s.rest = text;
  bool uniform = false;
  if (!parseGuard(s, uniform, diagnosis)) {
    error = diagnosis.str();
    return std::nullopt;
  }
  StringRef full = s.rest.take_until(
      [](char c) { return c == ' ' || c == '\t' || c == ';' || c == '{'; });
  // The longest prefix that is a mnemonic, then shorter ones: IMAD.WIDE, IMAD.
  bool known = false;
  for (StringRef name = full; !name.empty();
       name = name.contains('.') ? name.rsplit('.').first : StringRef()) {
    for (isa::Opcode opcode : getOpcodesOf(name)) {
      known = true;
      const isa::InstDesc &desc = isa::getDesc(opcode);
      if (s.inst.guard != isa::PT && uniform != desc.is(isa::UniformGuard)) {
        diagnosis.fail(text, Twine(desc.mnemonic) + " is guarded by a " +
                                 (uniform ? "predicate, not a uniform one"
                                          : "uniform predicate"));
        continue;
      }
      State start = s;
      start.rest = s.rest.drop_front(name.size());
      if (InstParser(desc, sm, options, diagnosis).run(start, result))
        return result.inst;
    }
  }
  if (!known)
    diagnosis.fail(s.rest, full.empty() ? Twine("expected a mnemonic")
                                        : "unknown mnemonic '" + full + "'");
  error = diagnosis.str();
  return std::nullopt;
}

std::optional<isa::Inst>
ptxmlir::sass::parseInstOf(isa::Opcode opcode, StringRef text, unsigned sm,
                           std::string &error, const ParseOptions &options) {
  Diagnosis diagnosis(text);
  State s, result;
  s.rest = text;
  if (InstParser(isa::getDesc(opcode), sm, options, diagnosis).run(s, result))
    return result.inst;
  error = diagnosis.str();
  return std::nullopt;
}

bool ptxmlir::sass::parseControl(StringRef text, isa::Control &control,
                                 std::string &error) {
  isa::Control c;
  c.reuse = control.reuse;
  StringRef rest = text.trim();
  if (!rest.consume_front("{") || !rest.consume_back("}")) {
    error = "control fields are written in braces";
    return false;
  }
  SmallVector<StringRef, 8> fields;
  rest.split(fields, ',');
  for (StringRef field : fields) {
    auto [name, value] = field.split(':');
    name = name.trim();
    value = value.trim();
    if (name.empty() && fields.size() == 1)
      break;
    if (name == "yield" && value.empty()) {
      c.yield = true;
      continue;
    }
    unsigned number = 0;
    bool bad = value.getAsInteger(0, number);
    auto set = [&](uint8_t &out, unsigned most) {
      bad |= number > most;
      out = uint8_t(number);
    };
    if (name == "stall")
      set(c.stall, 15);
    else if (name == "wr")
      set(c.writeBarrier, 7);
    else if (name == "rd")
      set(c.readBarrier, 7);
    else if (name == "wait")
      set(c.waitMask, 63);
    else if (name == "reuse") {
      uint8_t reuse = 0;
      set(reuse, 7);
      c.reuse |= reuse;
    } else {
      error = ("unknown control field '" + name + "'").str();
      return false;
    }
    if (bad) {
      error = ("control field '" + name + "' cannot be '" + value + "'").str();
      return false;
    }
  }
  control = c;
  return true;
}
