//===- AsmSyntax.cpp - The operand syntax of records, compiled ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record describes its operand text in a small language. It is compiled once
// per instruction to items that printer and parser both walk, so that what is
// printed can be read.
//
//===----------------------------------------------------------------------===//

#include "AsmSyntax.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;

namespace {
/// Compiles one Asm string.
class Compiler {
public:
  Compiler(const isa::InstDesc &desc, AsmSyntax &syntax)
      : desc(desc), syntax(syntax) {}
  void run();

private:
  void fail(const Twine &message) {
    if (syntax.error.empty())
      syntax.error = (Twine(desc.name) + ": Asm: " + message).str();
    rest = StringRef();
  }
  std::vector<AsmItem> sequence(StringRef stops);
  void reference(std::vector<AsmItem> &out);
  void condition(std::vector<AsmItem> &out);
  void address(std::vector<AsmItem> &out);
  void text(std::vector<AsmItem> &out, char c);
  void bindCommas(std::vector<AsmItem> &items);

  const isa::InstDesc &desc;
  AsmSyntax &syntax;
  StringRef rest;
};
} // namespace

static StringRef takeName(StringRef &s) {
  StringRef name = s.take_while([](char c) { return isAlnum(c) || c == '_'; });
  s = s.drop_front(name.size());
  return name;
}

/// Whether "?" or "!" begins a condition, "?name{" or "?name=".
static bool startsCondition(StringRef s) {
  if (s.empty() || (s[0] != '?' && s[0] != '!'))
    return false;
  s = s.drop_front();
  StringRef name = takeName(s);
  return !name.empty() && !s.empty() && (s[0] == '{' || s[0] == '=');
}

void Compiler::text(std::vector<AsmItem> &out, char c) {
  if (out.empty() || out.back().kind != AsmItem::Text) {
    out.emplace_back();
    out.back().kind = AsmItem::Text;
  }
  out.back().text.push_back(c);
}

/// "$slot", "$slot<$mod>", "$slot<$mod.half>", "$slot.bank", "$slot.offset",
/// "$slot.rel", "$slot.next", "$slot.unsigned", "$mod", "$mod.dec", "$mod.set",
/// each with an optional "?", slots also with "?255".
void Compiler::reference(std::vector<AsmItem> &out) {
  rest = rest.drop_front();
  StringRef name = takeName(rest);
  AsmItem item;
  int slot = desc.findSlot(name), mod = desc.findMod(name);
  if (slot >= 0) {
    item.kind = AsmItem::Slot;
    item.index = uint8_t(slot);
    if (rest.consume_front("<$")) {
      StringRef suffix = takeName(rest);
      item.suffix = int8_t(desc.findMod(suffix));
      if (rest.consume_front("$")) {
        suffix = takeName(rest);
        item.suffix2 = int8_t(desc.findMod(suffix));
        if (item.suffix2 < 0)
          return fail("'" + suffix + "' is no suffix of '" + name + "'");
      }
      item.halves = rest.consume_front(".half");
      item.outside = rest.consume_front(".outside");
      if (item.suffix < 0 || !rest.consume_front(">"))
        return fail("'" + suffix + "' is no suffix of '" + name + "'");
    }
    if (desc.slots[size_t(slot)].kind == isa::Operand::CBank) {
      if (rest.consume_front(".bank"))
        item.kind = AsmItem::Bank;
      else if (rest.consume_front(".offset"))
        item.kind = AsmItem::Offset;
    } else if (rest.consume_front(".next")) {
      item.kind = AsmItem::NextReg;
    } else if (desc.slots[size_t(slot)].kind == isa::Operand::Label &&
               rest.consume_front(".rel")) {
      item.kind = AsmItem::Relative;
    } else {
      item.isUnsigned = rest.consume_front(".unsigned");
    }
  } else if (mod >= 0) {
    item.kind = AsmItem::Mod;
    item.index = uint8_t(mod);
    if (isMnemonicMod(desc.mods[size_t(mod)]))
      return fail("'" + name + "' is printed with the mnemonic");
    item.decimal = rest.consume_front(".dec");
    item.asSet = rest.consume_front(".set");
    item.asQuad = rest.consume_front(".quad");
    item.signedAfterVector = rest.consume_front(".vector");
    item.isSigned = rest.consume_front(".signed");
  } else {
    return fail("'" + name + "' is no slot or modifier");
  }
  item.always = rest.starts_with("!") && !startsCondition(rest);
  if (item.always)
    rest = rest.drop_front();
  item.optional = rest.starts_with("?") && !startsCondition(rest);
  if (item.optional) {
    rest = rest.drop_front();
    StringRef digits = rest.take_while(isDigit);
    if (slot >= 0 && !digits.empty() && !digits.getAsInteger(10, item.leftOut))
      rest = rest.drop_front(digits.size());
  }
  out.push_back(std::move(item));
}

/// "?mod{...}", "!mod{...}", "?mod=V|V{...}", "?slot{...}", "?sm80{...}".
void Compiler::condition(std::vector<AsmItem> &out) {
  AsmItem item;
  item.negated = rest[0] == '!';
  rest = rest.drop_front();
  StringRef name = takeName(rest);
  int mod = desc.findMod(name), slot = desc.findSlot(name);
  if (mod >= 0) {
    item.kind = AsmItem::CondMod;
    item.index = uint8_t(mod);
    item.decided = isMnemonicMod(desc.mods[size_t(mod)]);
  } else if (slot >= 0) {
    item.kind = AsmItem::CondSlot;
    item.index = uint8_t(slot);
  } else if (name.consume_front("sm") && !name.getAsInteger(10, item.sm)) {
    item.kind = AsmItem::CondSM;
  } else {
    return fail("'" + name + "' is no slot or modifier");
  }
  if (mod >= 0 && rest.consume_front("=")) {
    do {
      StringRef value =
          rest.take_while([](char c) { return c != '|' && c != '{'; });
      rest = rest.drop_front(value.size());
      uint64_t number = 0;
      bool found = !value.getAsInteger(0, number);
      for (const isa::ModValueDesc &v : desc.mods[size_t(mod)].values)
        if (!found && !value.empty() &&
            StringRef(v.spelling).ltrim('.') == value) {
          number = v.value;
          found = true;
        }
      if (!found)
        return fail("'" + value + "' is no value of '" + name + "'");
      item.values.push_back(number);
    } while (rest.consume_front("|"));
  }
  if (!rest.consume_front("{"))
    return fail("expected '{' after '" + name + "'");
  item.children = sequence("}");
  if (!rest.consume_front("}"))
    return fail("expected '}'");
  out.push_back(std::move(item));
}

void Compiler::address(std::vector<AsmItem> &out) {
  rest = rest.drop_front();
  out.emplace_back();
  out.back().kind = AsmItem::AddrOpen;
  do {
    AsmItem element;
    element.kind = AsmItem::Element;
    element.children = sequence("+]");
    if (element.children.empty())
      return fail("empty item of an address");
    out.push_back(std::move(element));
  } while (rest.consume_front("+"));
  if (!rest.consume_front("]"))
    return fail("expected ']'");
  out.emplace_back();
  out.back().kind = AsmItem::AddrClose;
}

std::vector<AsmItem> Compiler::sequence(StringRef stops) {
  std::vector<AsmItem> items;
  while (!rest.empty() && !stops.contains(rest[0])) {
    if (rest[0] == '$') {
      reference(items);
    } else if (startsCondition(rest)) {
      condition(items);
    } else if (rest[0] == '[') {
      address(items);
    } else {
      text(items, rest[0]);
      rest = rest.drop_front();
    }
  }
  bindCommas(items);
  return items;
}

/// Gives each optional item the comma after it, or before it if it is the last.
void Compiler::bindCommas(std::vector<AsmItem> &items) {
  for (size_t i = 0; i < items.size(); ++i) {
    AsmItem &item = items[i];
    if (!item.optional)
      continue;
    if (i + 1 < items.size() && items[i + 1].kind == AsmItem::Text &&
        StringRef(items[i + 1].text).starts_with(", ")) {
      item.commaAfter = true;
      items[i + 1].text.erase(0, 2);
    } else if (i > 0 && items[i - 1].kind == AsmItem::Text &&
               StringRef(items[i - 1].text).ends_with(", ")) {
      item.commaBefore = true;
      items[i - 1].text.resize(items[i - 1].text.size() - 2);
    }
  }
}

void Compiler::run() {
  std::string all;
  rest = desc.asmString;
  if (rest.empty()) {
    // All slots, then the modifiers that belong among the operands.
    for (const isa::SlotDesc &slot : desc.slots)
      all += (all.empty() ? "$" : ", $") + std::string(slot.name);
    for (const isa::ModDesc &mod : desc.mods)
      if (mod.inOperands && !mod.isSlotFlag)
        all += (all.empty() ? "$" : ", $") + std::string(mod.name) +
               (mod.values.empty() ? "?" : "");
    rest = all;
  }
  syntax.items = sequence("");
}

const AsmSyntax &ptxmlir::sass::getAsmSyntax(isa::Opcode opcode) {
  static const std::vector<AsmSyntax> *all = [] {
    auto *table = new std::vector<AsmSyntax>(size_t(isa::Opcode::Count));
    for (const isa::InstDesc &desc : isa::getAllInsts())
      Compiler(desc, (*table)[size_t(desc.opcode)]).run();
    return table;
  }();
  return (*all)[size_t(opcode)];
}

const isa::FormDesc *ptxmlir::sass::getForm(const isa::Inst &inst,
                                            unsigned sm) {
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  if (inst.form < desc.forms.size())
    return &desc.forms[inst.form];
  int form = isa::chooseForm(inst, sm);
  return form < 0 ? nullptr : &desc.forms[size_t(form)];
}
