//===- AsmParser.cpp - SASS assembly text to instructions -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands are matched against the record's syntax with backtracking over
// optional and conditional parts. A syntax has some dozen items at most, so the
// recursion is not deep.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "AsmAliases.h"
#include "InstParser.h"
#include "ptx-mlir/ISA/Reuse.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;

InstParser::InstParser(const isa::InstDesc &desc, unsigned sm,
                       const ParseOptions &options, Diagnosis &diagnosis)
    : desc(desc), sm(sm), options(options), diagnosis(diagnosis) {
  for (const isa::FormDesc &form : desc.forms)
    if (form.holdsFor(sm))
      for (size_t i = 0; i < desc.slots.size(); ++i)
        kinds[i] |= uint16_t(1) << form.kinds[i];
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
  case AsmItem::Relative:
    op.kind = isa::Operand::Label;
    return matchNumber(s, op.value);
  case AsmItem::NextReg: {
    StringRef at = s.rest;
    State next = s;
    if (!matchOperand(slot, next))
      return false;
    if (next.inst.ops[slot].reg != nextUniformReg(op.reg, sm))
      return diagnosis.fail(at, "expected the register after that of the "
                                "other address");
    s.rest = next.rest;
    return true;
  }
  default:
    return matchOperand(slot, s, &item);
  }
}

bool InstParser::matchCondition(const AsmItem &item, const Rest &after, State s,
                                State &result) {
  Rest taken{item.children, &after};
  if (item.kind == AsmItem::CondSM)
    return match((sm >= item.sm) != item.negated ? taken : after, s, result);
  if (item.kind == AsmItem::CondSlot) {
    // The form is chosen by what is written.
    return match(taken, s, result) || match(after, s, result);
  }
  const isa::ModDesc &mod = desc.mods[item.index];
  if (item.decided || s.decidedMods >> item.index & 1) {
    uint64_t value = mod.field.get(s.inst.mods);
    bool in =
        item.values.empty() ? value != 0 : is_contained(item.values, value);
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
  case AsmItem::Relative:
  case AsmItem::NextReg:
  case AsmItem::Mod: {
    State with = s;
    auto matchItem = [&] {
      if (item.commaBefore) {
        skipBlanks(with.rest);
        if (!with.rest.consume_front(","))
          return false;
        skipBlanks(with.rest);
      }
      if (!(item.kind == AsmItem::Mod
                ? (item.asSet    ? matchSet(item.index, with)
                   : item.asQuad ? matchQuad(item.index, with)
                                 : matchMod(item.index, with))
                : matchSlot(item, with)))
        return false;
      if (item.commaAfter) {
        skipBlanks(with.rest);
        if (!with.rest.consume_front(","))
          return diagnosis.fail(with.rest, "expected ','");
      }
      return true;
    };
    Diagnosis before = diagnosis;
    if (matchItem() && match(after, with, result))
      return true;
    if (!item.optional)
      return false;
    // That an optional operand is not there is no error worth telling.
    if (diagnosis.isAt(s.rest.ltrim(" \t,")))
      diagnosis = before;
    if (item.leftOut >= 0) {
      s.inst.ops[item.index] = isa::Operand::imm(item.leftOut);
      s.writtenSlots |= 1u << item.index;
    }
    return match(after, s, result);
  }
  case AsmItem::CondMod:
  case AsmItem::CondSlot:
  case AsmItem::CondSM:
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
      return diagnosis.fail(
          s.rest, "'" + name + "' is no slot or modifier of " + desc.mnemonic);
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
    for (unsigned i = 0; i < desc.slots.size(); ++i)
      if (int bit = isa::getReuseBit(desc, i);
          s.reuseSlots >> i & 1 && bit >= 0)
        inst.control.reuse |= uint8_t(1u << bit);
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
  bool hasControl = s.rest.starts_with("{");
  if (hasControl) {
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
    return diagnosis.fail(s.rest,
                          "unexpected text after " + Twine(desc.mnemonic));
  std::string error;
  // Text without control fields is that of NVIDIA's disassembler. Where it
  // hides memory descriptors it shows those of which bit 101 says that they
  // hold a cache policy; an address that is a pair, without a uniform register,
  // has a hidden one.
  int hidden = desc.findMod("desc"), pair = desc.findMod("a64"),
      policy = desc.findMod("policy"), ur = desc.findSlot("ur");
  if (!hasControl &&
      target::getFeatures(sm).has(target::Feature::HiddenDescriptors) &&
      hidden >= 0 && pair >= 0 && ur >= 0 && s.decidedMods >> pair & 1) {
    State with = s;
    if (!(s.writtenSlots >> ur & 1))
      setMod(with, unsigned(hidden), 1);
    else if (policy >= 0 && desc.mods[hidden].field.get(s.inst.mods) == 1)
      setMod(with, unsigned(policy), 1);
    if (chooseForm(with, false, error)) {
      result = with;
      return true;
    }
  }
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
    for (const isa::InstDesc &desc : isa::getAllInsts()) {
      (*map)[desc.mnemonic].push_back(desc.opcode);
      if (desc.mnemonicChangedAt)
        (*map)[desc.oldMnemonic].push_back(desc.opcode);
    }
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
      const isa::InstDesc &desc = isa::getDesc(opcode);
      if (name != desc.getMnemonic(sm))
        continue;
      known = true;
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
