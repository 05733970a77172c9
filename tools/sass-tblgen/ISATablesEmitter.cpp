//===- ISATablesEmitter.cpp - Constant tables of the encodings ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-isa-tables: ISATables.inc, included by lib/ISA/Tables.cpp. Everything is
// constexpr data; equal pieces (slots, modifiers, places) are shared.
//
//===----------------------------------------------------------------------===//

#include "ISAModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

namespace {

/// A table of rows in which runs of rows are found again.
class RunTable {
public:
  /// Adds the rows if the same run is not there; returns "(name + i, n)"'s i.
  size_t add(ArrayRef<std::string> run) {
    std::string key = join(run, "\n");
    auto [it, isNew] = starts.try_emplace(key, rows.size());
    if (isNew)
      rows.insert(rows.end(), run.begin(), run.end());
    return it->second;
  }
  void emit(raw_ostream &os, StringRef type, StringRef name) const {
    os << "constexpr " << type << " " << name << "[] = {\n";
    for (const std::string &row : rows)
      os << "  " << row << ",\n";
    if (rows.empty())
      os << "  {},\n";
    os << "};\n\n";
  }

private:
  std::vector<std::string> rows;
  StringMap<size_t> starts;
};

const char *kindName(Kind kind) {
  static const char *const names[] = {"None", "R",   "UR",    "P",    "UP",
                                      "B",    "Imm", "CBank", "Label"};
  return names[kind];
}

std::string quoted(StringRef s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string hex(uint64_t v) { return "0x" + utohexstr(v, true) + "u"; }
std::string word(Bits b) { return "{" + hex(b.lo) + ", " + hex(b.hi) + "}"; }
std::string flag(bool b) { return b ? "true" : "false"; }

/// An ArrayRef of `n` rows of a table.
std::string ref(StringRef table, size_t start, size_t n) {
  if (n == 0)
    return "{}";
  return "{" + table.str() + " + " + std::to_string(start) + ", " +
         std::to_string(n) + "}";
}

class TablesEmitter {
public:
  explicit TablesEmitter(const ISAModel &model) : model(model) {}
  void run(raw_ostream &os);

private:
  std::string valuesRef(const Mod &mod);
  std::string slotRow(const Slot &slot);
  std::string modRow(const Mod &mod);
  std::vector<std::string> placeRows(const Inst &inst, const Form &form);
  std::string formRow(const Inst &inst, const Form &form, size_t index);
  std::string condsRef(ArrayRef<Cond> list);
  std::string ruleRow(const Rule &rule);
  std::string instRow(const Inst &inst);
  void emitDecodeIndex(raw_ostream &os);
  void emitOriOpcodes(raw_ostream &os);

  const ISAModel &model;
  RunTable values, slots, mods, places, conds, rules, facts;
  std::vector<std::string> forms;
  std::vector<unsigned> formKeys;
};

} // namespace

std::string TablesEmitter::valuesRef(const Mod &mod) {
  if (!mod.enumeration)
    return "{}";
  std::vector<std::string> rows;
  for (const ModValue &v : mod.enumeration->values)
    rows.push_back("{" + std::to_string(v.value) + ", " + quoted(v.spelling) +
                   ", " + std::to_string(v.regs) + ", " +
                   std::to_string(v.oldValue) + ", " + quoted(v.oldSpelling) +
                   ", " + std::to_string(v.minSM) + ", " +
                   std::to_string(v.maxSM) + ", " + quoted(v.otherSpelling) +
                   ", " + std::to_string(v.otherMinSM) + ", " +
                   std::to_string(v.otherMaxSM) + "}");
  size_t start = values.add(rows);
  return ref("kModValues", start, rows.size());
}

std::string TablesEmitter::slotRow(const Slot &s) {
  return "{" + quoted(s.name) + ", Operand::" + kindName(s.kind) + ", " +
         flag(s.isDef) + ", " + std::to_string(s.width) + ", " +
         std::to_string(s.widthMod) + ", " + std::to_string(s.negMod) + ", " +
         std::to_string(s.absMod) + ", " + std::to_string(s.notMod) +
         ", uint8_t(ImmFormat::" + s.immFormat + "), " + hex(s.sumMods) + ", " +
         std::to_string(s.sumFrom) + ", " + std::to_string(s.sumMost) + ", " +
         std::to_string(s.scaleMod) + ", " + std::to_string(s.packMod) + ", " +
         std::to_string(s.unread) + "}";
}

/// The SMs that AllSMs of Base.td stands for.
constexpr unsigned kFirstSM = 75, kLastSM = 999;

std::string TablesEmitter::modRow(const Mod &m) {
  uint64_t valid = ~uint64_t(0);
  bool listed = m.enumeration && m.width > 6;
  if (m.enumeration)
    for (const ModValue &v : m.enumeration->values)
      listed |= v.minSM > kFirstSM || v.maxSM < kLastSM;
  if (m.enumeration && !listed) {
    valid = 0;
    for (const ModValue &v : m.enumeration->values)
      valid |= uint64_t(1) << v.value;
  }
  return "{" + quoted(m.name) + ", {" + std::to_string(m.lsb) + ", " +
         std::to_string(m.width) + ", " + flag(m.isSigned) + "}, " +
         hex(m.dflt) + ", " + flag(m.inOperands) + ", " + flag(m.isSlotFlag) +
         ", " + quoted(m.flagSpelling) + ", " + valuesRef(m) + ", " +
         hex(valid) + ", " + flag(listed) + ", " +
         std::to_string(m.enumeration ? m.enumeration->changedAt : 0) + "}";
}

std::vector<std::string> TablesEmitter::placeRows(const Inst &inst,
                                                  const Form &form) {
  std::vector<std::string> rows;
  for (const Place &p : form.places) {
    unsigned width = unsigned(p.hi - p.lo + 1), total = 0;
    for (const Place &o : form.places)
      if (o.field == p.field && o.index == p.index)
        total =
            std::max(total, o.fromBit + o.shift + unsigned(o.hi - o.lo + 1));
    bool isTop = p.fromBit + p.shift + width == total;
    const char *kind = "Value";
    if (p.field == Field::Mod)
      kind = "Mod";
    else if (p.field == Field::SlotBank)
      kind = "Bank";
    else if (form.kinds[p.index] == UR)
      kind = "UReg";
    else if (form.kinds[p.index] <= B)
      kind = "Reg";
    rows.push_back("{PlaceKind::" + std::string(kind) + ", " +
                   std::to_string(p.index) + ", " + std::to_string(p.lo) +
                   ", " + std::to_string(width) + ", " +
                   std::to_string(p.fromBit) + ", " + std::to_string(p.shift) +
                   ", " + flag(p.isSigned && isTop) + ", " + flag(p.inverted) +
                   ", " + std::to_string(isTop ? total : 0) + "}");
  }
  return rows;
}

std::string TablesEmitter::formRow(const Inst &inst, const Form &form,
                                   size_t index) {
  std::vector<std::string> rows = placeRows(inst, form);
  size_t start = places.add(rows);
  uint16_t unplacedSlots = 0;
  for (size_t i = 0; i < inst.slots.size(); ++i) {
    bool placed = false;
    for (const Place &p : form.places)
      placed |= p.field != Field::Mod && p.index == i;
    if (!placed)
      unplacedSlots |= uint16_t(1u << i);
  }
  uint64_t unplacedMods = 0;
  for (size_t i = 0; i < inst.mods.size(); ++i) {
    bool placed = false;
    for (const Place &p : form.places)
      placed |= p.field == Field::Mod && p.index == i;
    const Mod &m = inst.mods[i];
    if (!placed)
      unplacedMods |=
          (m.width == 64 ? ~uint64_t(0) : (uint64_t(1) << m.width) - 1)
          << m.lsb;
  }
  std::string kinds;
  for (Kind k : form.kinds)
    kinds += (kinds.empty() ? "Operand::" : ", Operand::") +
             std::string(kindName(k));
  return "{Opcode::" + inst.name + ", " + std::to_string(index) + ", " +
         std::to_string(form.minSM) + ", " + std::to_string(form.maxSM) + ", " +
         hex(form.opcode) + ", " + flag(form.bit91) + ", {" + kinds + "}, " +
         hex(unplacedSlots) + ", " + hex(unplacedMods) + ", " +
         word(form.fixedMask) + ", " + word(form.fixedValue) + ", " +
         word(form.knownMask) + ", " + ref("kPlaces", start, rows.size()) + "}";
}

std::string TablesEmitter::condsRef(ArrayRef<Cond> list) {
  std::vector<std::string> rows;
  for (const Cond &c : list)
    rows.push_back("{CondDesc::" + std::string(c.test) + ", " +
                   std::to_string(c.index) + ", " + flag(c.negated) + ", " +
                   hex(c.values) + "}");
  size_t start = conds.add(rows);
  return ref("kConds", start, rows.size());
}

std::string TablesEmitter::ruleRow(const Rule &rule) {
  return "{" + std::to_string(rule.minSM) + ", " + std::to_string(rule.maxSM) +
         ", " + condsRef(rule.conds) + "}";
}

std::string TablesEmitter::instRow(const Inst &inst) {
  std::vector<std::string> slotRows, modRows, ruleRows, factRows;
  for (const Slot &s : inst.slots)
    slotRows.push_back(slotRow(s));
  for (const Mod &m : inst.mods)
    modRows.push_back(modRow(m));
  for (const Rule &r : inst.rules)
    ruleRows.push_back(ruleRow(r));
  for (const Fact &f : inst.facts)
    factRows.push_back("{Fact::" + f.name + ", " + condsRef(f.conds) + "}");
  size_t firstSlot = slots.add(slotRows), firstMod = mods.add(modRows),
         firstRule = rules.add(ruleRows), firstFact = facts.add(factRows);
  size_t firstForm = forms.size();
  for (const auto &[i, form] : enumerate(inst.forms)) {
    forms.push_back(formRow(inst, form, i));
    formKeys.push_back(form.key());
  }
  return "{Opcode::" + inst.name + ", " + quoted(inst.name) + ", " +
         quoted(inst.mnemonic) + ", " + quoted(inst.oldMnemonic) + ", " +
         std::to_string(inst.mnemonicChangedAt) + ", " +
         quoted(inst.asmString) + ", " + std::to_string(inst.oriIndex) +
         ", SchedClassId::" + inst.sched + ", " + std::to_string(inst.numDefs) +
         ", " + std::to_string(inst.slots.size() - inst.numDefs) + ", " +
         hex(inst.flags) + ", " + hex(inst.readSpaces) + ", " +
         hex(inst.writtenSpaces) + ", BranchKind::" + inst.branch +
         ", ConvergenceRole::" + inst.role + ", SyncKind::" + inst.sync +
         ", Operation::" + inst.operation + ", ResultScope::" + inst.scope +
         ", SparseKind::" + inst.sparse + ", " + hex(inst.defaultMods) + ", " +
         ref("kSlots", firstSlot, slotRows.size()) + ", " +
         ref("kMods", firstMod, modRows.size()) + ", " +
         ref("kForms", firstForm, inst.forms.size()) + ", " +
         ref("kRules", firstRule, ruleRows.size()) + ", " +
         ref("kFacts", firstFact, factRows.size()) + "}";
}

/// Forms sorted by key and, per key, where its forms start.
void TablesEmitter::emitDecodeIndex(raw_ostream &os) {
  constexpr unsigned numKeys = 1 << 13;
  std::vector<std::vector<size_t>> byKey(numKeys);
  for (auto [i, key] : enumerate(formKeys))
    byKey[key].push_back(i);
  os << "constexpr const FormDesc *kFormsByKey[] = {\n";
  for (const auto &list : byKey)
    for (size_t form : list)
      os << "  kForms + " << form << ",\n";
  os << "  nullptr,\n};\n\n";
  os << "constexpr uint16_t kFirstFormOfKey[] = {";
  size_t start = 0;
  for (unsigned key = 0; key < numKeys; ++key) {
    os << (key % 16 ? " " : "\n  ") << start << ",";
    start += byKey[key].size();
  }
  os << "\n  " << start << ",\n};\n";
}

/// ptxas's opcode table with the records of each entry.
void TablesEmitter::emitOriOpcodes(raw_ostream &os) {
  RunTable records;
  std::vector<std::string> rows;
  for (const OriOpcode &op : model.oriOpcodes) {
    std::vector<std::string> ofOpcode;
    for (unsigned inst : op.insts)
      ofOpcode.push_back("Opcode::" + model.insts[inst].name);
    size_t start = records.add(ofOpcode);
    rows.push_back("{" + std::to_string(op.index) + ", " + quoted(op.name) +
                   ", " + quoted(op.unreached) + ", " +
                   ref("kOriRecords", start, ofOpcode.size()) + "}");
  }
  records.emit(os, "Opcode", "kOriRecords");
  os << "constexpr OriOpcodeDesc kOriOpcodes[] = {\n";
  for (const std::string &row : rows)
    os << "  " << row << ",\n";
  if (rows.empty())
    os << "  {},\n";
  os << "};\nconstexpr size_t kNumOriOpcodes = " << rows.size()
     << ";\n\nconstexpr OriRangeDesc kOriRanges[] = {\n";
  for (const OriRange &range : model.oriRanges)
    os << "  {" << quoted(range.name) << ", " << range.first << ", "
       << range.last << "},\n";
  if (model.oriRanges.empty())
    os << "  {},\n";
  os << "};\nconstexpr size_t kNumOriRanges = " << model.oriRanges.size()
     << ";\n";
}

void TablesEmitter::run(raw_ostream &os) {
  std::vector<std::string> rows;
  for (const Inst &inst : model.insts)
    rows.push_back(instRow(inst));
  values.emit(os, "ModValueDesc", "kModValues");
  slots.emit(os, "SlotDesc", "kSlots");
  mods.emit(os, "ModDesc", "kMods");
  places.emit(os, "PlaceDesc", "kPlaces");
  conds.emit(os, "CondDesc", "kConds");
  rules.emit(os, "RuleDesc", "kRules");
  facts.emit(os, "FactDesc", "kFacts");
  os << "constexpr FormDesc kForms[] = {\n";
  for (const std::string &row : forms)
    os << "  " << row << ",\n";
  os << "};\n\n";
  os << "constexpr InstDesc kInsts[] = {\n";
  for (const std::string &row : rows)
    os << "  " << row << ",\n";
  os << "};\n\n";
  emitDecodeIndex(os);
  emitOriOpcodes(os);
  os << "constexpr unsigned kFirstWideUniformSM = " << model.firstWideUniformSM
     << ", kLastWideUniformSM = " << model.lastWideUniformSM << ";\n";
}

static void emitTables(const RecordKeeper &records, raw_ostream &os) {
  ISAModel model(records);
  emitSourceFileHeader("SASS instruction tables", os, records);
  TablesEmitter(model).run(os);
}

static TableGen::Emitter::Opt
    registration("gen-isa-tables", emitTables,
                 "Generate the ISA's encoding tables");
