//===- LoweringRows.cpp - Lowering rows, read and checked -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of a row become slots and modifiers of the two records. What a row
// takes is compared with the forms of the PTX record: only combinations that
// some form has count.
//
//===----------------------------------------------------------------------===//

#include "LoweringRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

//===----------------------------------------------------------------------===//
// A row
//===----------------------------------------------------------------------===//

namespace ptxmlir::tblgen {

/// Reads one row.
class RowReader {
public:
  RowReader(LoweringRows &rows, const Record *record)
      : rows(rows), record(record) {
    row.record = record;
  }
  bool read();
  Row row;

private:
  void error(const Twine &message) { reportRow(row, message); }
  const Inst *findInst(const Record *inst);
  int findMod(StringRef name) const;
  const ptx::Operand *findOperand(StringRef name);
  bool mayBeThere(const ptx::Operand &operand) const;
  bool readForms();
  void readMods();
  void readMap(const Record *item, const Mod &mod, unsigned index);
  std::optional<uint64_t> getValue(const Mod &mod, StringRef text,
                                   bool quiet = false);
  void readSource(StringRef text, const Slot &slot);
  void readSources();
  void readResults();
  void checkSlots();

  LoweringRows &rows;
  const Record *record;
  /// What it uses of both sides.
  std::set<unsigned> mappedSlots;
  std::set<const ptx::Operand *> usedOperands;
};

} // namespace ptxmlir::tblgen

void ptxmlir::tblgen::reportRow(const Row &row, const Twine &message) {
  PrintError(row.record->getLoc(),
             "row of '" + row.ptx->mnemonic + "': " + message);
}

const Inst *RowReader::findInst(const Record *inst) {
  for (const Inst &candidate : rows.isaModel.insts)
    if (candidate.record == inst)
      return &candidate;
  return nullptr;
}

int RowReader::findMod(StringRef name) const {
  for (auto [i, mod] : enumerate(row.machine->mods))
    if (mod.name == name)
      return int(i);
  return -1;
}

bool RowReader::mayBeThere(const ptx::Operand &operand) const {
  if (operand.presence >= 0)
    return (row.taken[operand.presence] & ~uint64_t(1)) != 0;
  // Of an optional one only the first conditions say that it is absent.
  size_t count = operand.optional ? operand.numOnly : operand.when.size();
  return all_of(ArrayRef(operand.when).take_front(count),
                [&](const ptx::Condition &when) {
                  return (row.taken[when.slot] & when.mask) != 0;
                });
}

const ptx::Operand *RowReader::findOperand(StringRef name) {
  for (const ptx::Operand &operand : row.ptx->srcs)
    if (operand.name == name && operand.kind != "imm") {
      usedOperands.insert(&operand);
      return &operand;
    }
  return nullptr;
}

/// Which forms of the PTX record it holds for; false if for none.
bool RowReader::readForms() {
  row.masks = rows.ptxModel.readMasks(*row.ptx,
                                      record->getValueAsString("When"), record);
  row.taken.assign(row.ptx->slots.size(), 0);
  for (const ptx::Form &form : row.ptx->forms) {
    std::vector<uint64_t> both = LoweringRows::intersect(form, row.masks);
    if (both.empty() && !row.masks.empty())
      continue;
    for (auto [all, mask] : zip_equal(row.taken, both))
      all |= mask;
    row.forms.push_back({&form, std::move(both)});
  }
  if (row.forms.empty()) {
    error("no form has '" + record->getValueAsString("When") + "'");
    return false;
  }
  for (auto [slot, mask, all] :
       zip_equal(row.ptx->slots, row.masks, row.taken)) {
    if (slot.enumIndex < 0)
      continue;
    // The name of a slot alone stands for the values that there are.
    uint64_t any = maskTrailingOnes<uint64_t>(
        rows.ptxModel.enums[slot.enumIndex].cases.size() + 1);
    if ((mask | 1) == any && popcount(any) > 2)
      continue;
    for (unsigned value = 0; value != 64; ++value)
      if ((mask & ~all) >> value & 1)
        error("no such form has '" + slot.name + "=" +
              rows.ptxModel.describe(slot, value) + "'");
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

static std::string plain(StringRef spelling) {
  std::string result;
  for (char c : spelling)
    if (isAlnum(c))
      result += toLower(c);
  return result;
}

/// The number of a value given by its spelling, enumerator or number.
std::optional<uint64_t> RowReader::getValue(const Mod &mod, StringRef text,
                                            bool quiet) {
  uint64_t number;
  bool isNumber = !text.getAsInteger(0, number);
  if (mod.enumeration) {
    for (const ModValue &value : mod.enumeration->values)
      if (text == value.spelling || text == value.enumName ||
          text == StringRef(value.spelling).ltrim('.'))
        return value.value;
    for (const ModValue &value : mod.enumeration->values)
      if (plain(text) == plain(value.enumName))
        return value.value;
    if (isNumber && any_of(mod.enumeration->values, [&](const ModValue &value) {
          return value.value == number;
        }))
      return number;
  } else if (isNumber && (mod.width == 64 || !(number >> mod.width))) {
    return number;
  }
  if (!quiet)
    error("modifier '" + mod.name + "' of '" + row.machine->name +
          "' has no value '" + text + "'");
  return std::nullopt;
}

void RowReader::readMap(const Record *item, const Mod &mod, unsigned index) {
  StringRef slotName = item->getValueAsString("Slot");
  auto slot = find_if(row.ptx->slots,
                      [&](const ptx::Slot &s) { return s.name == slotName; });
  if (slot == row.ptx->slots.end())
    return error("'" + row.ptx->mnemonic + "' has no slot '" + slotName + "'");
  RowMap map;
  map.mod = index;
  map.slot = unsigned(slot - row.ptx->slots.begin());
  map.most = item->getValueAsInt("Most");
  mappedSlots.insert(map.slot);
  std::vector<StringRef> pairs = item->getValueAsListOfStrings("Pairs");
  if (slot->enumIndex < 0) {
    if (mod.enumeration || !pairs.empty())
      return error("number '" + slotName + "' goes to no number");
    if (map.most >= 0 ? uint64_t(map.most) >> mod.width != 0
                      : slot->width > mod.width)
      return error("number '" + slotName + "' has " + Twine(slot->width) +
                   " bits, modifier '" + mod.name + "' has " +
                   Twine(mod.width));
    row.maps.push_back(std::move(map));
    return;
  }
  if (map.most >= 0)
    return error("slot '" + slotName + "' is no number");
  const ptx::ModEnum &modEnum = rows.ptxModel.enums[slot->enumIndex];
  std::map<unsigned, StringRef> given;
  for (StringRef pair : pairs) {
    auto [from, to] = pair.split('=');
    int value = from == "none" ? 0 : modEnum.lookup(from);
    if (value < 0 || !given.emplace(unsigned(value), to).second)
      return error("'" + slotName + "' has no value '" + from +
                   "', or has it twice");
    if (!(row.taken[map.slot] >> value & 1))
      error("no such form has '" + slotName + "=" + from + "'");
  }
  bool isFlag = !mod.enumeration && mod.width == 1 &&
                popcount(row.taken[map.slot] & ~uint64_t(1)) == 1;
  map.values.assign(modEnum.cases.size() + 1, 0);
  for (unsigned value = 0; value != map.values.size(); ++value) {
    if (!(row.taken[map.slot] >> value & 1))
      continue;
    std::optional<uint64_t> number;
    if (auto it = given.find(value); it != given.end())
      number = getValue(mod, it->second);
    else if (value == 0)
      number = mod.dflt;
    else if (isFlag)
      number = 1;
    else
      number = getValue(mod, modEnum.cases[value - 1].spelling);
    map.values[value] = number.value_or(0);
  }
  row.maps.push_back(std::move(map));
}

void RowReader::readMods() {
  row.mods = row.machine->defaultMods;
  for (const Record *item : record->getValueAsListOfDefs("Mods")) {
    StringRef name = item->getValueAsString("Mod");
    int index = findMod(name);
    if (index < 0) {
      error("'" + row.machine->name + "' has no modifier '" + name + "'");
      continue;
    }
    const Mod &mod = row.machine->mods[size_t(index)];
    if (!row.setMods.insert(unsigned(index)).second)
      error("modifier '" + name + "' has two values");
    uint64_t mask = maskTrailingOnes<uint64_t>(mod.width) << mod.lsb;
    row.mods &= ~mask;
    if (!item->getValueAsString("Slot").empty())
      readMap(item, mod, unsigned(index));
    else if (auto value = getValue(mod, item->getValueAsString("Value")))
      row.mods |= *value << mod.lsb;
  }
}

/// Every modifier of PTX that the row takes is seen in the instruction.
void RowReader::checkSlots() {
  std::set<StringRef> alike;
  for (StringRef name : record->getValueAsListOfStrings("Alike"))
    if (!alike.insert(name).second ||
        none_of(row.ptx->slots,
                [&](const ptx::Slot &slot) { return slot.name == name; }))
      error("'" + name + "' is alike, but no slot, or twice");
  for (auto [i, slot] : enumerate(row.ptx->slots)) {
    bool several = slot.enumIndex < 0 || !isPowerOf2_64(row.taken[i]);
    bool isMapped = mappedSlots.count(unsigned(i));
    if (several && !isMapped && !alike.count(slot.name)) {
      std::string values;
      if (slot.enumIndex >= 0)
        for (unsigned value = 0; value != 64; ++value)
          if (row.taken[i] >> value & 1)
            values += (values.empty() ? "" : "|") +
                      rows.ptxModel.describe(slot, value);
      error("'" + slot.name + "' is lost" +
            (values.empty() ? "" : ", which is " + values));
    }
    if (alike.count(slot.name) && (isMapped || !several))
      error("'" + slot.name + "' is alike for nothing");
  }
  for (const ptx::Operand &operand : row.ptx->srcs)
    if (operand.kind != "imm" && !usedOperands.count(&operand) &&
        mayBeThere(operand))
      error("operand '" + operand.name + "' is lost");
}

//===----------------------------------------------------------------------===//
// Sources and results
//===----------------------------------------------------------------------===//

void RowReader::readSource(StringRef text, const Slot &slot) {
  RowSource source;
  StringRef name = text;
  if (name.size() > 1) {
    source.neg = name.consume_front("-");
    source.abs = name.consume_front("|") && name.consume_back("|");
    source.isSigned = source.neg || source.abs || name.consume_front("+");
  }
  auto isOf = [&](Kind kind, StringRef what) {
    if (slot.kind != kind)
      error("source '" + slot.name + "' of '" + row.machine->name + "' is no " +
            what);
  };
  bool isRegister = slot.kind == R || slot.kind == Imm;
  if (name == "pt") {
    source.kind = RowSource::TruePredicate;
    isOf(P, "predicate");
  } else if (name == "upt") {
    source.kind = RowSource::UniformTrue;
    isOf(UP, "uniform predicate");
  } else if (name == "urz") {
    source.kind = RowSource::UniformZero;
    isOf(UR, "uniform register");
  } else if (!name.getAsInteger(0, source.number)) {
    source.kind = RowSource::Number;
    if (!isRegister)
      isOf(R, "register");
    else if (slot.width != 1 && slot.width != 2)
      error("source '" + slot.name + "' of '" + row.machine->name +
            "' has more registers than a number");
  } else {
    bool isAddress = name.consume_front("[") && name.consume_back("]");
    if (isAddress) {
      source.isGlobal = name.consume_front("global ");
      if (!source.isGlobal && !name.consume_front("shared "))
        return error("address '" + name + "' is neither shared nor global");
    }
    source.kind = isAddress ? RowSource::Address : RowSource::Operand;
    auto [base, word] = name.split('.');
    source.operand = findOperand(base);
    if (!source.operand)
      return error("'" + row.ptx->mnemonic + "' has no source '" + base + "'");
    if (word == "lo" || word == "hi")
      source.word = word == "hi";
    else if (!word.empty())
      return error("'" + word + "' is no word of '" + base + "'");
    if (isAddress != (source.operand->kind == "address"))
      error("source '" + base + "' is " + (isAddress ? "no" : "an") +
            " address");
    if (isAddress) {
      int offset = findMod("offset");
      if (offset < 0 || !row.setMods.insert(unsigned(offset)).second)
        error("'" + row.machine->name +
              "' has no modifier 'offset' for that of an address");
    }
    bool mayBeAbsent = source.operand->presence >= 0
                           ? row.taken[source.operand->presence] & 1
                           : source.operand->optional;
    if (!mayBeThere(*source.operand) || mayBeAbsent)
      error("operand '" + base + "' is not there in all forms");
  }
  if (source.isSigned && (!row.ptx->pure || slot.negMod < 0 || slot.absMod < 0))
    error("source '" + slot.name + "' of '" + row.machine->name +
          "' takes no sign");
  row.sources.push_back(source);
}

void RowReader::readSources() {
  std::vector<StringRef> texts = record->getValueAsListOfStrings("Sources");
  ArrayRef<Slot> slots =
      ArrayRef(row.machine->slots).drop_front(row.machine->numDefs);
  for (auto [i, slot] : enumerate(slots)) {
    if (i >= texts.size())
      error("source '" + slot.name + "' of '" + row.machine->name +
            "' has no value");
    else
      readSource(texts[i], slot);
  }
  if (texts.size() > slots.size())
    error("'" + row.machine->name + "' has " + Twine(slots.size()) +
          " sources");
  row.isOtherwise = record->getValueAsBit("Otherwise");
  row.meet = record->getValueAsString("Meet").str();
  row.isExtended = record->getValueAsBit("Extended");
  row.alone = record->getValueAsBit("Alone");
  if (row.meet.empty() || row.meet == "warp") {
    if (row.alone)
      error("threads that are alone have a mask");
    return;
  }
  if (!findOperand(row.meet))
    error("'" + row.ptx->mnemonic + "' has no mask '" + row.meet + "'");
}

void RowReader::readResults() {
  std::vector<StringRef> names = record->getValueAsListOfStrings("Results");
  ArrayRef<Slot> defs =
      ArrayRef(row.machine->slots).take_front(row.machine->numDefs);
  if (names.empty() && defs.size() == 1 && !row.ptx->dsts.empty())
    row.results.push_back(0);
  for (StringRef name : names) {
    auto def =
        find_if(defs, [&](const Slot &slot) { return slot.name == name; });
    if (def == defs.end())
      error("'" + row.machine->name + "' has no result '" + name + "'");
    else
      row.results.push_back(unsigned(def - defs.begin()));
  }
  size_t needed = count_if(row.ptx->dsts, [&](const ptx::Operand &dst) {
    return dst.kind != "sink" && mayBeThere(dst);
  });
  row.isOnlyFirst =
      row.results.size() == 1 && needed == 2 && row.ptx->dsts[1].optional;
  if (row.results.size() != needed && !row.isOnlyFirst)
    error("has " + Twine(row.results.size()) +
          " results, the PTX instruction " + Twine(needed));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool RowReader::read() {
  unsigned before = ErrorsPrinted;
  const Record *ptxRecord = record->getValueAsDef("PTX");
  for (const ptx::Inst &inst : rows.ptxModel.insts)
    if (inst.record == ptxRecord)
      row.ptx = &inst;
  row.machine = findInst(record->getValueAsDef("Machine"));
  if (!row.ptx || !row.machine) {
    PrintError(record->getLoc(), "the row names no instruction");
    return false;
  }
  if (!readForms())
    return false;
  readMods();
  readSources();
  readResults();
  checkSlots();
  if (ErrorsPrinted == before)
    checkWidths(rows, row);
  if (ErrorsPrinted == before)
    findSMs(rows, row);
  return ErrorsPrinted == before;
}

//===----------------------------------------------------------------------===//
// All rows
//===----------------------------------------------------------------------===//

ArrayRef<Row> LoweringRows::getRows(const ptx::Inst &inst) const {
  auto first = find_if(rows, [&](const Row &row) { return row.ptx == &inst; });
  auto last = std::find_if(first, rows.end(),
                           [&](const Row &row) { return row.ptx != &inst; });
  return first == rows.end() ? ArrayRef<Row>()
                             : ArrayRef(&*first, size_t(last - first));
}

LoweringRows::LoweringRows(const RecordKeeper &records)
    : ptxModel(records), isaModel(records) {
  readTargets(records);
  std::vector<const Record *> found(records.getAllDerivedDefinitions("Row"));
  sort(found, [](const Record *a, const Record *b) {
    return a->getID() < b->getID();
  });
  for (const Record *record : found) {
    RowReader reader(*this, record);
    if (reader.read())
      rows.push_back(std::move(reader.row));
  }
  sort(rows, [](const Row &a, const Row &b) {
    return std::pair(a.ptx, a.record->getID()) <
           std::pair(b.ptx, b.record->getID());
  });
  checkOverlaps(*this);
  if (unsigned n = ErrorsPrinted)
    PrintFatalError(Twine(n) + " error(s) in the lowering rows");
}
