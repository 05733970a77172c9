//===- ISARules.cpp - Reads the rules of instruction records --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The combinations that an SM lacks (Never), as conditions on modifiers and
// operands, and the facts that hold under such conditions (FactIf).
//
//===----------------------------------------------------------------------===//

#include "ISAModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

namespace {
/// Values and kinds are bits of a 64-bit word.
constexpr uint64_t kMaxValues = 64;

/// Reads the Never and FactIf records of an instruction.
class RuleReader {
public:
  explicit RuleReader(Inst &inst) : inst(inst) {}
  void read(const Record &rec);
  void readFact(const Record &rec);

private:
  void error(const Twine &message) {
    PrintError(inst.record->getLoc(), "'" + inst.name + "': " + message);
  }
  std::vector<Cond> readConds(const Record &rec);
  void readMod(const Record &rec, Cond &cond);
  void readSlot(const Record &rec, Cond &cond);
  void readPlaced(const Record &rec, Cond &cond);

  Inst &inst;
};
} // namespace

/// The number that a value of the modifier is given by; of an enum with more
/// than 6 bits its place in the list.
static bool findValue(const Mod &mod, StringRef text, uint64_t &number) {
  if (mod.enumeration)
    for (const auto &[i, v] : enumerate(mod.enumeration->values)) {
      uint64_t given = 0;
      if (v.enumName == text ||
          (!text.getAsInteger(0, given) && given == v.value) ||
          (!v.spelling.empty() &&
           (v.spelling == text || StringRef(v.spelling).ltrim('.') == text))) {
        number = mod.width > 6 ? i : v.value;
        return true;
      }
    }
  if (mod.enumeration)
    return false;
  if (text.getAsInteger(0, number) ||
      (mod.width < 64 && number >> mod.width != 0))
    return false;
  return true;
}

void RuleReader::readMod(const Record &rec, Cond &cond) {
  StringRef field = rec.getValueAsString("Field");
  auto mod = find_if(inst.mods, [&](const Mod &m) { return m.name == field; });
  if (mod == inst.mods.end())
    return error("rule on '" + field + "', which is no modifier");
  cond.test = "Mod";
  cond.index = unsigned(mod - inst.mods.begin());
  for (StringRef text : rec.getValueAsListOfStrings("Values")) {
    uint64_t number = 0;
    if (!findValue(*mod, text, number))
      error("rule: '" + text + "' is no value of '" + field + "'");
    else if (number >= kMaxValues)
      error("rule: value " + Twine(number) + " of '" + field + "' is above 63");
    else
      cond.values |= uint64_t(1) << number;
  }
  if (cond.values == 0)
    error("rule on '" + field + "' names no value");
}

void RuleReader::readSlot(const Record &rec, Cond &cond) {
  StringRef field = rec.getValueAsString("Field");
  auto slot =
      find_if(inst.slots, [&](const Slot &s) { return s.name == field; });
  if (slot == inst.slots.end())
    return error("rule on '" + field + "', which is no slot");
  cond.index = unsigned(slot - inst.slots.begin());
  if (rec.getValueAsString("Test") == "absent") {
    cond.test = "Absent";
    return;
  }
  cond.test = "Kind";
  // In the order of Kind.
  static const char *const names[] = {"",  "R",   "UR",    "P",    "UP",
                                      "B", "Imm", "CBank", "Label"};
  for (StringRef name : rec.getValueAsListOfStrings("Values"))
    for (auto [i, known] : enumerate(names))
      if (name == known)
        cond.values |= uint64_t(1) << i;
}

void RuleReader::readPlaced(const Record &rec, Cond &cond) {
  StringRef field = rec.getValueAsString("Field");
  for (auto [i, s] : enumerate(inst.slots))
    if (s.name == field) {
      cond.test = "SlotPlaced";
      cond.index = unsigned(i);
      return;
    }
  for (auto [i, m] : enumerate(inst.mods))
    if (m.name == field) {
      cond.test = "ModPlaced";
      cond.index = unsigned(i);
      return;
    }
  error("rule on '" + field + "', which is no slot or modifier");
}

std::vector<Cond> RuleReader::readConds(const Record &rec) {
  std::vector<Cond> conds;
  for (const Record *c : rec.getValueAsListOfDefs("Conds")) {
    Cond cond = {"Mod", 0, c->getValueAsBit("Negated"), 0};
    StringRef test = c->getValueAsString("Test");
    if (test == "mod")
      readMod(*c, cond);
    else if (test == "placed")
      readPlaced(*c, cond);
    else
      readSlot(*c, cond);
    conds.push_back(cond);
  }
  return conds;
}

void RuleReader::read(const Record &rec) {
  Rule rule;
  const Record *sms = rec.getValueAsDef("SMs");
  rule.minSM = unsigned(sms->getValueAsInt("Min"));
  rule.maxSM = unsigned(sms->getValueAsInt("Max"));
  rule.conds = readConds(rec);
  if (rule.conds.empty())
    error("a rule without conditions forbids the instruction");
  inst.rules.push_back(std::move(rule));
}

void RuleReader::readFact(const Record &rec) {
  Fact fact;
  fact.name = rec.getValueAsDef("What")->getValueAsString("EnumName").str();
  fact.conds = readConds(rec);
  for (const Cond &cond : fact.conds)
    if (StringRef(cond.test) != "Mod")
      error("fact '" + fact.name + "' depends on more than modifiers");
  if (any_of(inst.facts, [&](const Fact &f) { return f.name == fact.name; }))
    error("fact '" + fact.name + "' is said twice");
  inst.facts.push_back(std::move(fact));
}

/// Whether what fulfils `narrow` fulfils `wide`.
static bool implies(const Cond &narrow, const Cond &wide) {
  if (StringRef(narrow.test) != wide.test || narrow.index != wide.index)
    return false;
  if (!narrow.values && !wide.values)
    return narrow.negated == wide.negated;
  uint64_t n = narrow.negated ? ~narrow.values : narrow.values,
           w = wide.negated ? ~wide.values : wide.values;
  return (n & ~w) == 0;
}

/// Whether what breaks `narrow` breaks `wide`.
static bool implies(const Rule &narrow, const Rule &wide) {
  return wide.minSM <= narrow.minSM && wide.maxSM >= narrow.maxSM &&
         all_of(wide.conds, [&](const Cond &w) {
           return any_of(narrow.conds,
                         [&](const Cond &n) { return implies(n, w); });
         });
}

/// A rule that another one implies says nothing, and no word shows whether it
/// is right.
static void checkImplied(const Inst &inst) {
  for (size_t i = 0; i < inst.rules.size(); ++i)
    for (size_t k = 0; k < inst.rules.size(); ++k)
      if (i != k && implies(inst.rules[i], inst.rules[k]) &&
          (k < i || !implies(inst.rules[k], inst.rules[i])))
        PrintError(inst.record->getLoc(),
                   "'" + inst.name + "': rule " + Twine(i) +
                       " is implied by rule " + Twine(k));
}

void ptxmlir::tblgen::readRules(Inst &inst) {
  RuleReader reader(inst);
  for (const Record *rec : inst.record->getValueAsListOfDefs("Rules"))
    reader.read(*rec);
  checkImplied(inst);
  for (const Record *rec : inst.record->getValueAsListOfDefs("Facts"))
    reader.readFact(*rec);
}
