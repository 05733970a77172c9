//===- PTXModel.cpp - PTX instruction records in C++ ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records of PTX instructions as C++ values: forms as sets of values of slots,
// with versions and targets.
//
//===----------------------------------------------------------------------===//

#include "PTXModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace ptxmlir::tblgen::ptx;

/// `shared::cta` is SharedCta, `acq_rel` AcqRel, `tid.x` TidX.
static std::string pascal(StringRef spelling) {
  std::string result;
  bool upper = true;
  for (char c : spelling) {
    if (!isAlnum(c)) {
      upper = true;
      continue;
    }
    result += upper ? toUpper(c) : c;
    upper = false;
  }
  if (!result.empty() && isDigit(result[0]))
    result = "N" + result;
  return result;
}

int ModEnum::lookup(StringRef spelling) const {
  for (size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].spelling == spelling)
      return i + 1;
    for (StringRef alias : cases[i].aliases)
      if (alias == spelling)
        return i + 1;
  }
  for (StringRef name : defaults)
    if (name == spelling)
      return 0;
  return -1;
}

int Model::enumIndex(const Record *record) {
  auto [it, isNew] = enumOf.try_emplace(record, int(enums.size()));
  if (!isNew)
    return it->second;
  ModEnum result;
  result.cppName = record->getValueAsString("CppName");
  result.isFlag = record->getValueAsBit("IsFlag");
  for (const Record *item : record->getValueAsListOfDefs("Cases")) {
    EnumCase enumCase;
    enumCase.spelling = item->getValueAsString("Spelling").str();
    enumCase.symbol = item->getValueAsString("Symbol").str();
    if (enumCase.symbol.empty())
      enumCase.symbol = pascal(enumCase.spelling);
    for (StringRef alias : item->getValueAsListOfStrings("Aliases"))
      enumCase.aliases.push_back(alias);
    enumCase.minPTX = item->getValueAsInt("MinPTX");
    enumCase.minSM = item->getValueAsInt("MinSM");
    enumCase.record = item;
    if (result.lookup(enumCase.spelling) >= 0)
      PrintFatalError(record,
                      "two values are spelled '" + enumCase.spelling + "'");
    result.cases.push_back(std::move(enumCase));
  }
  if (result.cases.size() > 63 && result.cppName != "SpecialRegister")
    PrintFatalError(record, "more than 63 values");
  result.ignoredElsewhere = record->getValueAsBit("IgnoredElsewhere");
  for (StringRef name : record->getValueAsListOfStrings("Defaults"))
    result.defaults.push_back(name);
  enums.push_back(std::move(result));
  return it->second;
}

unsigned Model::slotIndex(const Inst &inst, StringRef name,
                          const Record *where) const {
  for (size_t i = 0; i < inst.slots.size(); ++i)
    if (inst.slots[i].name == name)
      return i;
  PrintFatalError(where ? where : inst.record,
                  "'" + inst.mnemonic + "' has no slot '" + name + "'");
}

/// The mask of the values `a|b|c`.
uint64_t Model::valueMask(const Inst &inst, unsigned slot, StringRef values,
                          const Record *where) const {
  uint64_t mask = 0;
  SmallVector<StringRef> names;
  values.split(names, '|');
  for (StringRef name : names) {
    int index = inst.slots[slot].enumIndex;
    int value = index < 0 ? -1 : name == "none" ? 0 : enums[index].lookup(name);
    if (value < 0)
      PrintFatalError(where ? where : inst.record,
                      "slot '" + inst.slots[slot].name + "' of '" +
                          inst.mnemonic + "' has no value '" + name + "'");
    mask |= uint64_t(1) << value;
  }
  return mask;
}

void Model::readType(const Inst &inst, Operand &operand) {
  StringRef type = operand.type;
  if (type == "address" || type == "tmem") {
    operand.rule = type == "address" ? "Address" : "TmemAddress";
    return;
  }
  for (StringRef rule : {"Fragment", "Packed", "Halves"}) {
    if (!type.consume_front(rule.lower() + ":"))
      continue;
    auto [first, second] = type.split('|');
    operand.rule = rule;
    operand.slotA = slotIndex(inst, first);
    operand.slotB = slotIndex(inst, second.empty() ? first : second);
    return;
  }
  if (type.consume_front("wide:")) {
    operand.rule = "Wide";
    operand.slotA = slotIndex(inst, type);
    operand.slotB = slotIndex(inst, "mode");
    return;
  }
  auto [first, second] = type.split('|');
  for (const Slot &slot : inst.slots) {
    if (slot.name != first)
      continue;
    operand.rule = "Slot";
    operand.slotA = operand.slotB = slotIndex(inst, first);
    if (!second.empty())
      operand.slotB = slotIndex(inst, second);
    return;
  }
  operand.rule = "Fixed";
  for (const ModEnum &modEnum : enums)
    if (modEnum.cppName == "DataType")
      if (int value = modEnum.lookup(type); value > 0) {
        operand.fixedType = value;
        return;
      }
  PrintFatalError(inst.record, "operand '" + operand.name + "' of '" +
                                   inst.mnemonic + "' has unknown type '" +
                                   type + "'");
}

/// "slot:value=n|value=n"; other values have one.
void Model::readCount(const Inst &inst, Operand &operand) {
  auto [slotName, table] = operand.count.split(':');
  if (table.empty() || isDigit(slotName[0]))
    return;
  operand.countSlot = slotIndex(inst, slotName);
  int index = inst.slots[operand.countSlot].enumIndex;
  if (index < 0)
    PrintFatalError(inst.record, "slot '" + slotName + "' of '" +
                                     inst.mnemonic + "' is a number");
  operand.counts.assign(enums[index].cases.size() + 1, 1);
  SmallVector<StringRef> entries;
  table.split(entries, '|');
  for (StringRef entry : entries) {
    auto [name, number] = entry.split('=');
    int value = name == "none" ? 0 : enums[index].lookup(name);
    unsigned count;
    if (value < 0 || number.getAsInteger(10, count))
      PrintFatalError(inst.record,
                      "bad count '" + entry + "' of '" + operand.name + "'");
    operand.counts[value] = count;
  }
}

/// `slot=a|b&other`.
void Model::readConditions(const Inst &inst, StringRef text,
                           std::vector<Condition> &conditions) const {
  SmallVector<StringRef> parts;
  text.split(parts, '&', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto [name, values] = part.split('=');
    unsigned slot = slotIndex(inst, name);
    conditions.push_back(
        {slot, values.empty() ? ~uint64_t(1) : valueMask(inst, slot, values)});
  }
}

/// `2@slot=a 4 * 3@slot=b 1`.
void Model::readFactors(const Inst &inst, Operand &operand) const {
  if (operand.count.empty() || !isDigit(operand.count[0]))
    return;
  SmallVector<StringRef> factors;
  operand.count.split(factors, '*');
  for (StringRef factor : factors) {
    SmallVector<StringRef> items;
    factor.split(items, ' ', -1, /*KeepEmpty=*/false);
    for (auto [i, item] : llvm::enumerate(items)) {
      auto [number, when] = item.split('@');
      Count &count = operand.factors.emplace_back();
      count.startsFactor = i == 0;
      if (number.getAsInteger(10, count.number))
        PrintFatalError(inst.record, "'" + number + "' is no number of values");
      readConditions(inst, when, count.when);
    }
  }
  operand.count = "Product";
}

/// `bits@slot=a int`.
void Model::readRegisters(const Inst &inst, StringRef text,
                          Operand &operand) const {
  SmallVector<StringRef> items;
  text.split(items, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    auto [rule, when] = item.split('@');
    RegisterChoice &choice = operand.choices.emplace_back();
    choice.rule = StringSwitch<StringRef>(rule)
                      .Case("int", "Integer")
                      .Case("nofloat", "NoFloat")
                      .Case("bits", "Untyped")
                      .Case("any", "Any")
                      .Case("strict", "Strict")
                      .Case("wide", "Wide")
                      .Case("narrow", "Narrow")
                      .Default("");
    if (choice.rule.empty())
      PrintFatalError(inst.record,
                      "bad registers '" + rule + "' of '" + operand.name + "'");
    readConditions(inst, when, choice.when);
  }
}

/// "4|8|16", "24..256/8".
void Model::readRanges(const Inst &inst, StringRef text, Operand &operand) {
  SmallVector<StringRef> entries;
  text.split(entries, '|', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    auto [bounds, step] = entry.split('/');
    auto [first, last] = bounds.split("..");
    std::array<int64_t, 3> range = {0, 0, 1};
    if (first.getAsInteger(0, range[0]) ||
        (last.empty() ? first : last).getAsInteger(0, range[1]) ||
        (!step.empty() && step.getAsInteger(0, range[2])))
      PrintFatalError(inst.record, "bad constants '" + entry + "' of '" +
                                       operand.name + "'");
    operand.ranges.push_back(range);
  }
}

Operand Model::readOperand(const Inst &inst, const Record *record) {
  Operand operand;
  operand.name = record->getValueAsString("Name");
  operand.kind = record->getValueAsString("Kind");
  operand.count = record->getValueAsString("Count");
  operand.type = record->getValueAsString("Type");
  operand.relaxed = record->getValueAsBit("Relaxed");
  operand.orPred = record->getValueAsBit("OrPred");
  operand.fixed = record->getValueAsBit("Fixed");
  operand.registerOnly = record->getValueAsBit("RegisterOnly");
  operand.takesSpecial = record->getValueAsBit("TakesSpecial");
  operand.takesVariable = record->getValueAsBit("TakesVariable");
  operand.takesSink = record->getValueAsBit("TakesSink");
  operand.bracket = record->getValueAsInt("Bracket");
  readType(inst, operand);
  readCount(inst, operand);
  readFactors(inst, operand);
  readRegisters(inst, record->getValueAsString("Registers"), operand);
  operand.inAddress = record->getValueAsBit("InAddress");
  operand.space = record->getValueAsString("Space");
  for (size_t i = 0; i < inst.slots.size(); ++i)
    if (inst.slots[i].name == operand.space)
      operand.spaceSlot = i;
  if (!operand.space.empty() && operand.space != "space" &&
      !operand.space.starts_with(".") && operand.spaceSlot < 0)
    PrintFatalError(record, "'" + inst.mnemonic + "' has no slot '" +
                                operand.space + "'");
  operand.fullWidth = record->getValueAsBit("FullWidth");
  operand.braces = record->getValueAsBit("Braces");
  operand.loose = record->getValueAsInt("Loose");
  operand.hasIndex = record->getValueAsBit("HasIndex");
  operand.bare = record->getValueAsBit("Bare");
  operand.truncates = record->getValueAsBit("Truncates");
  operand.optionalSM = record->getValueAsInt("OptionalSM");
  operand.optionalPTX = record->getValueAsInt("OptionalPTX");
  if (StringRef slot = record->getValueAsString("AtMost"); !slot.empty())
    operand.atMost = slotIndex(inst, slot);
  readRanges(inst, record->getValueAsString("Values"), operand);
  if (StringRef slot = record->getValueAsString("Selector"); !slot.empty())
    operand.selector = slotIndex(inst, slot);
  if (StringRef slot = record->getValueAsString("Negation"); !slot.empty())
    operand.negation = slotIndex(inst, slot);
  std::string presence = "has" + pascal(operand.name);
  for (size_t i = 0; i < inst.slots.size(); ++i)
    if (inst.slots[i].name == presence)
      operand.presence = i;
  StringRef when = record->getValueAsString("When");
  if (when.contains(';')) {
    auto [only, rest] = when.split(';');
    readConditions(inst, only, operand.when);
    operand.numOnly = operand.when.size();
    when = rest;
  }
  operand.optional = when.consume_front("?");
  readConditions(inst, when, operand.when);
  return operand;
}

std::string Model::describe(const Slot &slot, unsigned value) const {
  return value ? enums[slot.enumIndex].cases[value - 1].spelling : "none";
}

std::vector<uint64_t> Model::readMasks(const Inst &inst, StringRef text,
                                       const Record *where) const {
  std::vector<uint64_t> masks;
  // Absent unless named; a number may be anything.
  for (const Slot &slot : inst.slots)
    masks.push_back(slot.enumIndex < 0 ? ~uint64_t(0) : 1);
  SmallVector<StringRef> elements;
  text.split(elements, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef element : elements) {
    bool optional = element.consume_back("?");
    auto [name, values] = element.split('=');
    unsigned slot = slotIndex(inst, name, where);
    uint64_t mask =
        values.empty()
            ? ((uint64_t(2) << enums[inst.slots[slot].enumIndex].cases.size()) -
               2)
            : valueMask(inst, slot, values, where);
    if (masks[slot] != 1)
      PrintFatalError(where, "a form of '" + inst.mnemonic + "' names slot '" +
                                 name + "' twice");
    masks[slot] = mask | (optional ? 1 : 0);
  }
  return masks;
}

void Model::readForm(Inst &inst, const Record *record) {
  Form form;
  form.minPTX = record->getValueAsInt("MinPTX");
  form.minSM = record->getValueAsInt("MinSM");
  form.archSpecific = record->getValueAsBit("ArchSpecific");
  for (StringRef target : record->getValueAsListOfStrings("Targets")) {
    unsigned sm;
    if (target.size() < 2 || target.drop_back().getAsInteger(10, sm) ||
        (target.back() != 'a' && target.back() != 'f'))
      PrintFatalError(inst.record, "bad target '" + target + "'");
    form.targets.push_back({sm, target.back()});
  }
  form.masks = readMasks(inst, record->getValueAsString("Text"), inst.record);
  form.beforePTX = record->getValueAsInt("BeforePTX");
  form.beforeSM = record->getValueAsInt("BeforeSM");
  if (StringRef means = record->getValueAsString("Means"); !means.empty()) {
    auto [name, value] = means.split('=');
    form.meansSlot = slotIndex(inst, name);
    uint64_t mask = valueMask(inst, form.meansSlot, value);
    if (!isPowerOf2_64(mask))
      PrintFatalError(inst.record, "'" + means + "' is no single modifier");
    form.meansValue = Log2_64(mask);
  }
  if (!form.beforePTX && (form.beforeSM || form.meansValue))
    PrintFatalError(inst.record, "an old form of '" + inst.mnemonic +
                                     "' says no version from which it is gone");
  inst.forms.push_back(std::move(form));
}

void Model::readInst(const Record *record) {
  Inst inst;
  inst.record = record;
  StringRef name = record->getName();
  if (!name.consume_front("PTX_") || !name.consume_back("Op"))
    PrintFatalError(record, "an instruction record is named PTX_<Name>Op");
  inst.cppName = name.str();
  inst.mnemonic = record->getValueAsString("Mnemonic");
  inst.minPTX = record->getValueAsInt("MinPTX");
  inst.minSM = record->getValueAsInt("MinSM");
  inst.convergent = record->isSubClassOf("PTX_ConvergentInst");
  inst.pure = !record->isSubClassOf("PTX_MemInst");
  inst.ignored = record->getValueAsListOfStrings("Ignored");
  unsigned offset = 0;
  for (const Record *item : record->getValueAsListOfDefs("Slots")) {
    Slot slot;
    slot.name = item->getValueAsString("Name");
    slot.width = item->getValueAsInt("Bits");
    slot.cppType = item->getValueAsString("CppType");
    const Record *modEnum = item->getValueAsDef("Enum");
    if (!modEnum->getValueAsListOfDefs("Cases").empty())
      slot.enumIndex = enumIndex(modEnum);
    else
      slot.cppType = modEnum->getValueAsString("CppName");
    slot.onOperand = item->getValueAsBit("OnOperand");
    slot.glued = item->getValueAsBit("Glued");
    slot.hidden = item->getValueAsBit("Hidden");
    slot.behind = item->getValueAsBit("Behind");
    for (StringRef spelling : item->getValueAsListOfStrings("InName")) {
      int value =
          slot.enumIndex < 0 ? -1 : enums[slot.enumIndex].lookup(spelling);
      if (value < 1 || value > 63)
        PrintFatalError(record, "slot '" + slot.name + "' has no '" + spelling +
                                    "' to be in a name");
      slot.inName |= uint64_t(1) << value;
    }
    if ((slot.glued || slot.behind) &&
        (inst.slots.empty() || inst.slots.back().enumIndex < 0))
      PrintFatalError(record, "slot '" + slot.name + "' has none to follow");
    slot.offset = offset;
    offset += slot.width;
    inst.slots.push_back(slot);
  }
  // The two highest bits below the sign are the guard's.
  if (offset > 61)
    PrintFatalError(record, "the modifiers need more than 61 bits");
  for (const Record *item : record->getValueAsListOfDefs("Dsts"))
    inst.dsts.push_back(readOperand(inst, item));
  for (const Record *item : record->getValueAsListOfDefs("Srcs"))
    inst.srcs.push_back(readOperand(inst, item));
  for (const Record *item : record->getValueAsListOfDefs("Forms"))
    readForm(inst, item);
  // The parser has room for the offsets of five.
  if (llvm::count_if(inst.srcs, [](const Operand &operand) {
        return operand.kind == "address";
      }) > 5)
    PrintFatalError(record, "more than five addresses");
  for (size_t i = 0; i < inst.srcs.size(); ++i)
    if (inst.srcs[i].inAddress &&
        (i == 0 ||
         (inst.srcs[i - 1].kind != "address" && !inst.srcs[i - 1].inAddress)))
      PrintFatalError(record, "operand '" + inst.srcs[i].name +
                                  "' has no address before it");
  for (const Operand &operand : inst.srcs)
    if (operand.kind == "imm" &&
        llvm::none_of(inst.slots, [&](const Slot &slot) {
          return slot.name == operand.name;
        }))
      PrintFatalError(record, "immediate '" + operand.name +
                                  "' has no slot of its name");
  if (inst.forms.empty())
    PrintFatalError(record, "no legal form");
  insts.push_back(std::move(inst));
}

Model::Model(const RecordKeeper &records) {
  // DataType first: operand types are looked up in it.
  std::vector<const Record *> enumRecords;
  for (const Record *record : records.getAllDerivedDefinitions("PTX_ModEnum"))
    if (!record->isAnonymous())
      enumRecords.push_back(record);
  for (const Record *record : enumRecords)
    enumIndex(record);
  for (const Record *record : records.getAllDerivedDefinitions("PTX_Inst"))
    readInst(record);
  llvm::sort(insts, [](const Inst &a, const Inst &b) {
    return a.mnemonic < b.mnemonic;
  });
  for (size_t i = 1; i < insts.size(); ++i)
    if (insts[i].mnemonic == insts[i - 1].mnemonic)
      PrintFatalError(insts[i].record,
                      "two records of '" + insts[i].mnemonic + "'");
}
