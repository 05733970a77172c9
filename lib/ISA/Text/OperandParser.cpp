//===- OperandParser.cpp - Modifiers and operands of an instruction -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads modifiers and operands by the compiled syntax of the record; where
// several spellings begin alike, the longest one is tried first.
//
//===----------------------------------------------------------------------===//

#include "AsmAliases.h"
#include "FloatText.h"
#include "InstParser.h"
#include "ptx-mlir/ISA/Reuse.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

/// Matches a spelling, which ends before a dot, a blank or the end.
static bool consumeSpelling(StringRef &s, StringRef spelling) {
  if (!s.starts_with(spelling))
    return false;
  StringRef after = s.drop_front(spelling.size());
  if (!after.empty() && after[0] != '.' && after[0] != ' ' &&
      after[0] != '\t' && after[0] != ';' && after[0] != '{')
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
      if (m.has(v, sm))
        choices.push_back({m.spelling(v, sm), v.value});
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
        if (found || !m.has(v, sm) || !m.spelling(v, sm)[0] ||
            !consumeSpelling(s.rest, m.spelling(v, sm)))
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
      if (m.has(v, sm) && !m.spelling(v, sm)[0])
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
  if (digits.empty() || !isDigit(digits[0]) ||
      digits.getAsInteger(0, magnitude))
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
  if (!inner.rest.consume_front("]"))
    return diagnosis.fail(inner.rest, "expected ']'");
  skipBlanks(inner.rest);
  if (!inner.rest.consume_front("["))
    return diagnosis.fail(inner.rest, "expected '['");
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
  std::optional<FloatKind> kind = getFloatKind(s.inst, slot);
  bool halves = hasHalves(s.inst, slot);
  op.kind = isa::Operand::Imm;
  if (!kind) {
    StringRef at = s.rest;
    if (!matchNumber(s, op.value))
      return false;
    if (format == isa::ImmFormat::S64 || format == isa::ImmFormat::U64)
      return true;
    if (op.value < INT32_MIN || op.value > int64_t(UINT32_MAX))
      return diagnosis.fail(at, "immediate does not fit in 32 bits");
    op.value = uint32_t(op.value);
    return true;
  }
  std::optional<uint32_t> first = parseFloat(s.rest, *kind, !halves);
  if (!first)
    return diagnosis.fail(s.rest, "expected a number");
  op.value = *first;
  if (!halves)
    return true;
  skipBlanks(s.rest);
  // NVIDIA's disassembler hides the half that is not read.
  if (showsLowHalf(s.inst, sm) && !s.rest.starts_with(","))
    return true;
  if (!s.rest.consume_front(","))
    return diagnosis.fail(s.rest, "expected ',' and the low half");
  skipBlanks(s.rest);
  std::optional<uint32_t> second = parseFloat(s.rest, *kind, false);
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

bool InstParser::matchSuffix(const AsmItem *item, State &s) {
  if (!item || item->suffix < 0)
    return true;
  if (item->halves && s.rest.consume_front(".H1")) {
    setMod(s, unsigned(item->suffix), 1);
    return true;
  }
  return matchMod(unsigned(item->suffix), s) &&
         (item->suffix2 < 0 || matchMod(unsigned(item->suffix2), s));
}

bool InstParser::matchOperand(unsigned slot, State &s, const AsmItem *item) {
  skipBlanks(s.rest);
  StringRef at = s.rest;
  const isa::SlotDesc &desc_ = desc.slots[slot];
  isa::Operand &op = s.inst.ops[slot];
  auto expected = [&] {
    return diagnosis.fail(at, Twine("expected operand '") + desc_.name +
                                  "' of " + desc.mnemonic);
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
    if (!matchImmediate(slot, s, op))
      return false;
    if (item && item->suffix >= 0 && item->suffix == desc_.widthMod)
      return item->suffix2 < 0 || matchMod(unsigned(item->suffix2), s);
    // A number has no suffix where its form has no bits for one.
    return !s.rest.starts_with(".") || matchSuffix(item, s);
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
  // |UR4.H0_H0| or |UR4|.H0_H0
  if (abs && s.rest.starts_with(".")) {
    if (!matchSuffix(item, s))
      return false;
    item = nullptr;
  }
  if (abs && !s.rest.consume_front("|"))
    return diagnosis.fail(s.rest, "expected '|'");
  if ((neg && desc_.negMod < 0) || (abs && desc_.absMod < 0) ||
      (bitNot && desc_.notMod < 0))
    return diagnosis.fail(at, Twine("operand '") + desc_.name + "' of " +
                                  desc.mnemonic +
                                  " cannot be changed this way");
  setFlag(s, desc_.negMod, neg);
  setFlag(s, desc_.absMod, abs);
  setFlag(s, desc_.notMod, bitNot);
  // R4.reuse.H1 or R4.H1.reuse
  if (!s.rest.starts_with(".reuse")) {
    if (!matchSuffix(item, s))
      return false;
    item = nullptr;
  }
  StringRef t = s.rest;
  // Sparse products have a modifier of this name for their metadata.
  bool isMod = op.kind == isa::Operand::R && !desc_.isDef &&
               isa::getReuseBit(desc, slot) < 0;
  if (!isMod && t.consume_front(".reuse")) {
    if (op.kind != isa::Operand::R || desc_.isDef)
      return diagnosis.fail(s.rest, "only register sources can be reused");
    s.reuseSlots |= 1u << slot;
    s.rest = t;
  }
  return matchSuffix(item, s);
}

/// The numbers of the bits that are set: "{2,1,0}".
bool InstParser::matchSet(unsigned index, State &s) {
  skipBlanks(s.rest);
  StringRef at = s.rest;
  if (!s.rest.consume_front("{"))
    return diagnosis.fail(at, "expected '{'");
  uint64_t set = 0;
  do {
    int64_t bit = 0;
    if (!matchNumber(s, bit))
      return false;
    if (bit < 0 || bit >= desc.mods[index].field.width)
      return diagnosis.fail(at, Twine("'") + desc.mods[index].name + "' of " +
                                    desc.mnemonic + " has no bit " +
                                    Twine(bit));
    set |= uint64_t(1) << bit;
  } while (s.rest.consume_front(","));
  if (!s.rest.consume_front("}"))
    return diagnosis.fail(s.rest, "expected '}'");
  setMod(s, index, set);
  return true;
}

/// The signs of the lanes of a quad, "PPPNNPZP", or a number.
bool InstParser::matchQuad(unsigned index, State &s) {
  skipBlanks(s.rest);
  if (s.rest.empty() || isDigit(s.rest[0]))
    return matchMod(index, s);
  static const char *const signs[] = {"PP", "PN", "NP", "ZP"};
  uint64_t value = 0;
  for (unsigned lane = 0; lane < 4; ++lane) {
    const auto *sign = find_if(
        signs, [&](const char *text) { return s.rest.starts_with(text); });
    if (sign == std::end(signs))
      return diagnosis.fail(s.rest, "expected PP, PN, NP or ZP");
    value = value << 2 | uint64_t(sign - signs);
    s.rest = s.rest.drop_front(2);
  }
  setMod(s, index, value);
  return true;
}

bool InstParser::matchMod(unsigned index, State &s) {
  const isa::ModDesc &mod = desc.mods[index];
  if (!mod.values.empty()) {
    const isa::ModValueDesc *best = nullptr;
    for (const isa::ModValueDesc &v : mod.values)
      if (mod.has(v, sm) &&
          s.rest.ltrim(" \t").starts_with(mod.spelling(v, sm)) &&
          (!best ||
           strlen(mod.spelling(v, sm)) > strlen(mod.spelling(*best, sm))))
        best = &v;
    if (!best)
      return diagnosis.fail(s.rest, Twine("expected '") + mod.name + "' of " +
                                        desc.mnemonic);
    if (size_t length = strlen(mod.spelling(*best, sm))) {
      skipBlanks(s.rest);
      s.rest = s.rest.drop_front(length);
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
  int64_t limit =
      mod.field.width >= 63 ? INT64_MAX : (int64_t(1) << mod.field.width) - 1;
  int64_t least = mod.field.isSigned ? -(limit / 2) - 1 : 0;
  if (value < least || value > limit)
    return diagnosis.fail(at, Twine("'") + mod.name + "' of " + desc.mnemonic +
                                  " has " + Twine(unsigned(mod.field.width)) +
                                  " bits");
  setMod(s, index, uint64_t(value));
  return true;
}
