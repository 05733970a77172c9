//===- ISAModel.cpp - Reads instruction records ---------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TableGen's records as C++ values, checked one by one, for the emitters of
// enums and tables.
//
//===----------------------------------------------------------------------===//

#include "ISAModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

namespace {
/// Most slots of an instruction: isa::kMaxSlots.
constexpr unsigned kMaxSlots = 10;
/// Bits of the packed modifier word.
constexpr unsigned kModsBits = 64;
} // namespace

Bits Bits::range(unsigned high, unsigned low) {
  Bits b;
  for (unsigned i = low; i <= high && i < 128; ++i)
    (i < 64 ? b.lo : b.hi) |= uint64_t(1) << (i % 64);
  return b;
}

std::string ptxmlir::tblgen::cppIdentifier(StringRef name) {
  static const char *const keywords[] = {
      "and",     "auto",   "bool",     "break",  "case",     "char",
      "class",   "const",  "default",  "delete", "do",       "double",
      "else",    "enum",   "export",   "float",  "for",      "if",
      "int",     "long",   "new",      "not",    "operator", "or",
      "private", "public", "register", "return", "short",    "signed",
      "sizeof",  "static", "struct",   "switch", "template", "this",
      "throw",   "try",    "typename", "union",  "unsigned", "using",
      "virtual", "void",   "volatile", "while",  "xor"};
  if (is_contained(keywords, name))
    return (name + "_").str();
  return name.str();
}

bool ptxmlir::tblgen::isReservedName(StringRef name) {
  static const char *const macros[] = {
      "NAN",    "NULL",      "EOF",    "INFINITY", "HUGE",  "OVERFLOW",
      "SING",   "UNDERFLOW", "DOMAIN", "PLOSS",    "TLOSS", "BUFSIZ",
      "ERANGE", "EDOM",      "assert", "errno",    "unix",  "linux",
      "stdin",  "stdout",    "stderr", "TRUE",     "FALSE"};
  return is_contained(macros, name);
}

static bool isIdentifier(StringRef s) {
  return !s.empty() && (isAlpha(s[0]) || s[0] == '_') &&
         all_of(s, [](char c) { return isAlnum(c) || c == '_'; });
}

static Kind parseKind(const Record *rec) {
  return StringSwitch<Kind>(rec->getValueAsString("EnumName"))
      .Case("R", R)
      .Case("UR", UR)
      .Case("P", P)
      .Case("UP", UP)
      .Case("B", B)
      .Case("Imm", Imm)
      .Case("CBank", CBank)
      .Case("Label", Label)
      .Default(None);
}

//===----------------------------------------------------------------------===//
// Modifier enums
//===----------------------------------------------------------------------===//

static ModEnum readEnum(const Record *rec) {
  ModEnum e;
  e.record = rec;
  e.cppName = rec->getValueAsString("CppName").str();
  e.bitWidth = unsigned(rec->getValueAsInt("BitWidth"));
  e.changedAt = unsigned(rec->getValueAsInt("ChangedAt"));
  StringSet<> spellings, names;
  DenseSet<uint64_t> numbers;
  StringSet<> oldSpellings;
  DenseSet<int64_t> oldNumbers;
  if (e.bitWidth == 0 || e.bitWidth > 16)
    PrintError(rec->getLoc(),
               "modifier enum '" + e.cppName + "' must have 1 to 16 bits");
  for (const Record *v : rec->getValueAsListOfDefs("Values")) {
    ModValue value;
    value.value = uint64_t(v->getValueAsInt("Value"));
    value.spelling = v->getValueAsString("Spelling").str();
    const Record *sms = v->getValueAsDef("SMs");
    value.minSM = unsigned(sms->getValueAsInt("Min"));
    value.maxSM = unsigned(sms->getValueAsInt("Max"));
    const Record *others = v->getValueAsDef("OtherSMs");
    value.otherSpelling = v->getValueAsString("OtherSpelling").str();
    value.otherMinSM = unsigned(others->getValueAsInt("Min"));
    value.otherMaxSM = unsigned(others->getValueAsInt("Max"));
    value.enumName = v->getValueAsString("EnumName").str();
    value.regs = unsigned(v->getValueAsInt("Regs"));
    value.oldValue = int(v->getValueAsInt("OldValue"));
    value.oldSpelling = v->getValueAsString("OldSpelling").str();
    if (e.changedAt && value.oldValue >= 0) {
      if (value.oldValue >> e.bitWidth ||
          !oldNumbers.insert(value.oldValue).second)
        PrintError(rec->getLoc(), "modifier enum '" + e.cppName +
                                      "': old value " + Twine(value.oldValue) +
                                      " does not fit or is given twice");
      if (!oldSpellings.insert(value.oldSpelling).second)
        PrintError(rec->getLoc(), "modifier enum '" + e.cppName +
                                      "': old spelling '" + value.oldSpelling +
                                      "' is given twice");
    }
    if (value.enumName.empty()) {
      value.enumName = StringRef(value.spelling).ltrim('.').str();
      std::replace(value.enumName.begin(), value.enumName.end(), '.', '_');
    }
    if (!isIdentifier(value.enumName) || isReservedName(value.enumName))
      PrintError(rec->getLoc(), "modifier enum '" + e.cppName + "': value " +
                                    Twine(value.value) +
                                    " needs an EnumName ('" + value.enumName +
                                    "' is no usable C++ identifier)");
    if (value.value >> e.bitWidth)
      PrintError(rec->getLoc(), "modifier enum '" + e.cppName + "': value " +
                                    Twine(value.value) + " does not fit in " +
                                    Twine(e.bitWidth) + " bits");
    if (!numbers.insert(value.value).second)
      PrintError(rec->getLoc(), "modifier enum '" + e.cppName + "': value " +
                                    Twine(value.value) + " is given twice");
    if (!spellings.insert(value.spelling).second)
      PrintError(rec->getLoc(), "modifier enum '" + e.cppName +
                                    "': spelling '" + value.spelling +
                                    "' is given twice");
    if (!names.insert(value.enumName).second)
      PrintError(rec->getLoc(), "modifier enum '" + e.cppName +
                                    "': enumerator '" + value.enumName +
                                    "' is given twice");
    e.values.push_back(std::move(value));
  }
  if (e.bitWidth < 16 && e.values.size() > (size_t(1) << e.bitWidth))
    PrintError(rec->getLoc(), "modifier enum '" + e.cppName + "' has " +
                                  Twine(e.values.size()) + " values in " +
                                  Twine(e.bitWidth) + " bits");
  return e;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {
/// Reads one Inst record.
class InstReader {
public:
  InstReader(const Record *rec,
             const DenseMap<const Record *, const ModEnum *> &enums)
      : rec(rec), enums(enums) {}

  Inst read();

private:
  void error(const Twine &message) {
    PrintError(rec->getLoc(), "'" + rec->getName() + "': " + message);
  }
  void readMods();
  void readSlots();
  void readSpan(Slot &slot, const Record &span);
  int addFlag(const Slot &slot, StringRef suffix, bool dflt);
  void layOutMods();
  Form readForm(const Record *form, unsigned index);
  void readPlace(const Record *place, Form &form, unsigned index);
  int findSlot(StringRef name) const;
  int findMod(StringRef name) const;

  const Record *rec;
  const DenseMap<const Record *, const ModEnum *> &enums;
  Inst inst;
};
} // namespace

int InstReader::findSlot(StringRef name) const {
  for (auto [i, s] : enumerate(inst.slots))
    if (s.name == name)
      return int(i);
  return -1;
}

int InstReader::findMod(StringRef name) const {
  for (auto [i, m] : enumerate(inst.mods))
    if (m.name == name)
      return int(i);
  return -1;
}

void InstReader::readMods() {
  StringSet<> spellings;
  for (const Record *m : rec->getValueAsListOfDefs("Mods")) {
    Mod mod;
    mod.name = m->getValueAsString("Name").str();
    int64_t width = m->getValueAsInt("BitWidth");
    mod.isSigned = m->getValueAsBit("IsSigned");
    mod.inOperands = m->getValueAsBit("InOperands");
    mod.flagSpelling = m->getValueAsString("FlagSpelling").str();
    if (!isIdentifier(mod.name) || isReservedName(mod.name))
      error("modifier name '" + mod.name + "' is no usable C++ identifier");
    if (findMod(mod.name) >= 0)
      error("modifier '" + mod.name + "' is given twice");
    if (width < 1 || width > 64) {
      error("modifier '" + mod.name + "' must have 1 to 64 bits");
      width = 1;
    }
    mod.width = unsigned(width);
    int64_t dflt = m->getValueAsInt("Default");
    mod.dflt = uint64_t(dflt);
    if (mod.width < 64) {
      uint64_t mask = (uint64_t(1) << mod.width) - 1;
      if (mod.isSigned
              ? (dflt < -int64_t(mask / 2) - 1 || dflt > int64_t(mask / 2))
              : (mod.dflt & ~mask) != 0)
        error("default of modifier '" + mod.name + "' does not fit in " +
              Twine(mod.width) + " bits");
      mod.dflt &= mask;
    }
    if (const Record *e = m->getValueAsOptionalDef("Enum")) {
      mod.enumeration = enums.lookup(e);
      if (mod.width != mod.enumeration->bitWidth)
        error("modifier '" + mod.name + "' has " + Twine(mod.width) +
              " bits, its enum '" + mod.enumeration->cppName + "' has " +
              Twine(mod.enumeration->bitWidth));
      if (none_of(mod.enumeration->values,
                  [&](const ModValue &v) { return v.value == mod.dflt; }))
        error("default of modifier '" + mod.name + "' is no value of its enum");
    }
    // Suffixes of operands may be alike, those of the mnemonic may not.
    if (!mod.flagSpelling.empty() && !mod.inOperands &&
        !spellings.insert(mod.flagSpelling).second)
      error("two modifiers are spelled '" + mod.flagSpelling + "'");
    inst.mods.push_back(std::move(mod));
  }
}

int InstReader::addFlag(const Slot &slot, StringRef suffix, bool dflt) {
  Mod mod;
  mod.name = slot.name + suffix.str();
  mod.width = 1;
  mod.dflt = dflt;
  mod.isSlotFlag = true;
  mod.inOperands = true;
  if (findMod(mod.name) >= 0)
    error("modifier '" + mod.name + "' is also the flag of slot '" + slot.name +
          "'");
  inst.mods.push_back(mod);
  return int(inst.mods.size()) - 1;
}

void InstReader::readSlots() {
  std::vector<const Record *> defs = rec->getValueAsListOfDefs("Defs");
  std::vector<const Record *> uses = rec->getValueAsListOfDefs("Uses");
  inst.numDefs = unsigned(defs.size());
  for (const Record *s : concat<const Record *>(defs, uses)) {
    Slot slot;
    slot.name = s->getValueAsString("Name").str();
    slot.kind = parseKind(s->getValueAsDef("Kind"));
    slot.isDef = s->getValueAsBit("IsDef");
    slot.immFormat =
        StringSwitch<const char *>(s->getValueAsString("ImmFormat"))
            .Case("u32", "U32")
            .Case("s32", "S32")
            .Case("f32", "F32")
            .Case("f64hi", "F64Hi")
            .Case("f16x2", "F16x2")
            .Case("bf16x2", "BF16x2")
            .Case("s64", "S64")
            .Case("u64", "U64")
            .Default("");
    if (!isIdentifier(slot.name))
      error("slot name '" + slot.name + "' is no C++ identifier");
    if (findSlot(slot.name) >= 0)
      error("slot '" + slot.name + "' is given twice");
    if (findMod(slot.name) >= 0)
      error("'" + slot.name + "' names a slot and a modifier");
    if (slot.immFormat.empty())
      error("slot '" + slot.name + "' has the unknown immediate format '" +
            s->getValueAsString("ImmFormat") + "'");
    if (slot.isDef != (inst.slots.size() < inst.numDefs))
      error("slot '" + slot.name + "' is in the wrong one of Defs and Uses");
    readSpan(slot, *s->getValueAsDef("Span"));
    if (s->getValueAsBit("HasNeg"))
      slot.negMod = addFlag(slot, "Neg", false);
    if (s->getValueAsBit("HasAbs"))
      slot.absMod = addFlag(slot, "Abs", false);
    if (s->getValueAsBit("HasNot"))
      slot.notMod = addFlag(slot, "Not", s->getValueAsBit("AbsentIsFalse"));
    inst.slots.push_back(std::move(slot));
  }
  if (inst.slots.size() > kMaxSlots)
    error("has " + Twine(inst.slots.size()) + " slots, at most " +
          Twine(kMaxSlots) + " are possible");
}

/// How many registers the slot spans.
void InstReader::readSpan(Slot &slot, const Record &span) {
  // The index of a modifier that a width can follow, or -1.
  auto find = [&](StringRef name) {
    if (name.empty())
      return -1;
    int mod = findMod(name);
    if (mod >= 0 && (inst.mods[size_t(mod)].enumeration ||
                     inst.mods[size_t(mod)].width == 1))
      return mod;
    error("width of slot '" + slot.name + "' follows '" + name +
          "', which is no spelled modifier of the record");
    return -1;
  };
  slot.width = unsigned(span.getValueAsInt("Fixed"));
  slot.unread = unsigned(span.getValueAsInt("Unread"));
  StringRef widthMod = span.getValueAsString("ModName");
  std::vector<StringRef> summed = span.getValueAsListOfStrings("ModNames");
  if (!widthMod.empty()) {
    slot.width = 0;
    slot.widthMod = find(widthMod);
  } else if (!summed.empty()) {
    slot.width = 0;
    for (StringRef name : summed)
      if (int mod = find(name); mod >= 0)
        slot.sumMods |= 1u << mod;
    slot.sumFrom = unsigned(span.getValueAsInt("From"));
    slot.sumMost = unsigned(span.getValueAsInt("Most"));
    slot.scaleMod = find(span.getValueAsString("ScaledBy"));
    slot.packMod = find(span.getValueAsString("PackedBy"));
  } else if (slot.width == 0 || slot.width > 64) {
    error("slot '" + slot.name + "' spans " + Twine(slot.width) + " registers");
  }
  if (slot.unread && slot.unread >= slot.width)
    error("slot '" + slot.name + "' accesses none of its registers");
}

void InstReader::layOutMods() {
  unsigned bit = 0;
  for (Mod &mod : inst.mods) {
    mod.lsb = bit;
    bit += mod.width;
    if (bit <= kModsBits)
      inst.defaultMods |= mod.dflt << mod.lsb;
  }
  if (bit > kModsBits)
    error("modifiers take " + Twine(bit) + " bits, the word has " +
          Twine(kModsBits));
}

void InstReader::readPlace(const Record *rec, Form &form, unsigned index) {
  StringRef name = rec->getValueAsString("Field");
  Place place;
  place.hi = int(rec->getValueAsInt("Hi"));
  place.lo = int(rec->getValueAsInt("Lo"));
  place.fromBit = unsigned(rec->getValueAsInt("FromBit"));
  place.shift = unsigned(rec->getValueAsInt("Shift"));
  place.isSigned = rec->getValueAsBit("IsSigned");
  place.inverted = rec->getValueAsBit("Inverted");
  auto [base, part] = name.split('.');
  int slot = findSlot(base), mod = findMod(name);
  if (slot >= 0 && (part.empty() || part == "bank" || part == "offset")) {
    place.field = part == "bank" ? Field::SlotBank : Field::SlotValue;
    place.index = unsigned(slot);
    bool isCBank = form.kinds[place.index] == CBank;
    if (isCBank == part.empty() && place.hi >= 0) {
      error("form " + Twine(index) + ": place '" + name +
            (isCBank ? "' must be of .bank or .offset"
                     : "' is of no constant bank"));
      return;
    }
    if (part != "bank")
      form.slotPlaced[place.index] = true;
  } else if (mod >= 0) {
    place.field = Field::Mod;
    place.index = unsigned(mod);
    form.modPlaced[place.index] = true;
    place.isSigned |= inst.mods[place.index].isSigned;
  } else {
    error("form " + Twine(index) + ": place '" + name + "' names no field");
    return;
  }
  if (place.hi < 0) // NoPlace
    return;
  if (place.hi < place.lo || place.hi > 127 || place.hi - place.lo > 63) {
    error("form " + Twine(index) + ": place '" + name +
          "' has impossible bits " + Twine(place.hi) + ":" + Twine(place.lo));
    return;
  }
  form.places.push_back(place);
}

Form InstReader::readForm(const Record *fr, unsigned index) {
  Form form;
  form.record = fr;
  form.bit91 = fr->getValueAsBit("Bit91");
  form.opcode = 0;
  const BitsInit *bits = fr->getValueAsBitsInit("Opcode");
  for (unsigned i = 0; i < bits->getNumBits(); ++i)
    if (const auto *b = dyn_cast<BitInit>(bits->getBit(i)))
      form.opcode |= unsigned(b->getValue()) << i;
  const Record *sms = fr->getValueAsDef("SMs");
  form.minSM = unsigned(sms->getValueAsInt("Min"));
  form.maxSM = unsigned(sms->getValueAsInt("Max"));
  for (const Slot &slot : inst.slots)
    form.kinds.push_back(slot.kind);
  for (const Record *k : fr->getValueAsListOfDefs("Kinds")) {
    int slot = findSlot(k->getValueAsString("SlotName"));
    if (slot < 0)
      error("form " + Twine(index) + ": kind of '" +
            k->getValueAsString("SlotName") + "', which is no slot");
    else
      form.kinds[size_t(slot)] = parseKind(k->getValueAsDef("Kind"));
  }
  form.slotPlaced.resize(inst.slots.size());
  form.modPlaced.resize(inst.mods.size());
  for (const Record *p : fr->getValueAsListOfDefs("Places"))
    readPlace(p, form, index);
  form.fixedMask = Bits::range(11, 0) | Bits::range(91, 91);
  form.fixedValue.lo = form.opcode;
  form.fixedValue.hi = uint64_t(form.bit91) << (91 - 64);
  for (const Record *f : fr->getValueAsListOfDefs("Fixed")) {
    int64_t hi = f->getValueAsInt("Hi"), lo = f->getValueAsInt("Lo");
    uint64_t value = uint64_t(f->getValueAsInt("Value"));
    if (lo < 0 || hi < lo || hi > 127 || (lo < 64 && hi >= 64) ||
        (hi - lo < 63 && value >> (hi - lo + 1))) {
      error("form " + Twine(index) + ": fixed bits " + Twine(hi) + ":" +
            Twine(lo) + " cannot hold " + Twine(value));
      continue;
    }
    Bits b = Bits::range(unsigned(hi), unsigned(lo));
    if ((b & form.fixedMask).any())
      error("form " + Twine(index) + ": fixed bits " + Twine(hi) + ":" +
            Twine(lo) + " overlap other fixed bits or the opcode");
    form.fixedMask = form.fixedMask | b;
    (lo < 64 ? form.fixedValue.lo : form.fixedValue.hi) |= value << (lo % 64);
  }
  // Guard 15:12 and the control fields 124:105.
  form.knownMask = form.fixedMask | Bits::range(15, 12) | Bits::range(124, 105);
  return form;
}

Inst InstReader::read() {
  inst.record = rec;
  inst.name = rec->getName().str();
  inst.mnemonic = rec->getValueAsString("Mnemonic").str();
  inst.oldMnemonic = rec->getValueAsString("OldMnemonic").str();
  inst.mnemonicChangedAt = unsigned(rec->getValueAsInt("MnemonicChangedAt"));
  inst.asmString = rec->getValueAsString("Asm").str();
  inst.oriIndex = int(rec->getValueAsInt("OriIndex"));
  if (!isIdentifier(inst.name) || isReservedName(inst.name))
    error("record name is no usable C++ identifier");
  for (int64_t index : rec->getValueAsListOfInts("MoreOriIndices"))
    inst.moreOriIndices.push_back(int(index));
  if (isa<UnsetInit>(rec->getValueInit("Sched")))
    error("has no scheduling class");
  else
    inst.sched =
        rec->getValueAsDef("Sched")->getValueAsString("ClassName").str();
  // In the order of isa::InstFlag.
  static const char *const flagNames[] = {
      "ReadsMemory",   "WritesMemory", "IsConvergent",      "HasSideEffects",
      "IsBranch",      "IsTerminator", "IsCommutativeAB",   "UniformGuard",
      "ReadsLate",     "IsSASSOnly",   "OrdersMemory",      "ReadsInvariant",
      "InSharedOrder", "IsInexact",    "AccessesPredicates"};
  for (auto [i, name] : enumerate(flagNames))
    if (rec->getValueAsBit(name))
      inst.flags |= 1u << i;
  auto readSpaces = [&](StringRef field) {
    uint8_t spaces = 0;
    for (const Record *space : rec->getValueAsListOfDefs(field))
      spaces |= 1u << space->getValueAsInt("Number");
    return spaces;
  };
  inst.readSpaces = readSpaces("Reads");
  inst.writtenSpaces = readSpaces("Writes");
  auto readEnum = [&](StringRef field) {
    return rec->getValueAsDef(field)->getValueAsString("EnumName").str();
  };
  inst.branch = readEnum("Branch");
  inst.role = readEnum("Role");
  inst.sync = readEnum("Sync");
  inst.operation = readEnum("Computes");
  inst.scope = readEnum("Results");
  inst.sparse = readEnum("Sparse");
  readMods();
  readSlots();
  layOutMods();
  readRules(inst);
  for (auto [i, fr] : enumerate(rec->getValueAsListOfDefs("Forms"))) {
    Form form = readForm(fr, unsigned(i));
    if (form.minSM > form.maxSM)
      continue; // the shared form classes make empty ranges
    inst.forms.push_back(std::move(form));
    if (ErrorsPrinted == 0) // fields are known to be sound
      checkForm(inst, inst.forms.back());
    for (const Place &p : inst.forms.back().places)
      inst.forms.back().knownMask = inst.forms.back().knownMask |
                                    Bits::range(unsigned(p.hi), unsigned(p.lo));
  }
  if (inst.forms.empty())
    error("has no form");
  if (inst.forms.size() > 250)
    error("has more than 250 forms");
  return std::move(inst);
}

ISAModel::ISAModel(const RecordKeeper &records) {
  std::vector<const Record *> enumRecords(
      records.getAllDerivedDefinitions("ModEnum"));
  llvm::sort(enumRecords, [](const Record *a, const Record *b) {
    return a->getValueAsString("CppName") < b->getValueAsString("CppName");
  });
  const Record *wide = records.getDef("WideUniformRegisters");
  if (!wide)
    PrintFatalError("there is no record 'WideUniformRegisters' (ISA/Base.td)");
  firstWideUniformSM = unsigned(wide->getValueAsInt("Min"));
  lastWideUniformSM = unsigned(wide->getValueAsInt("Max"));
  enums.reserve(enumRecords.size());
  DenseMap<const Record *, const ModEnum *> byRecord;
  for (const Record *rec : enumRecords) {
    enums.push_back(readEnum(rec));
    byRecord[rec] = &enums.back();
    if (enums.size() > 1 &&
        enums[enums.size() - 2].cppName == enums.back().cppName)
      PrintError(rec->getLoc(),
                 "two modifier enums are named '" + enums.back().cppName + "'");
  }

  std::vector<const Record *> classes(
      records.getAllDerivedDefinitions("SchedClass"));
  llvm::sort(classes, [](const Record *a, const Record *b) {
    return a->getID() < b->getID();
  });
  for (const Record *rec : classes)
    schedClasses.push_back(rec->getValueAsString("ClassName").str());

  std::vector<const Record *> instRecords(
      records.getAllDerivedDefinitions("Inst"));
  llvm::sort(instRecords, [](const Record *a, const Record *b) {
    return a->getName() < b->getName();
  });
  for (const Record *rec : instRecords)
    insts.push_back(InstReader(rec, byRecord).read());
  readOriOpcodes(records, *this);
  if (ErrorsPrinted == 0)
    checkDecodability(*this);
  if (unsigned n = ErrorsPrinted)
    PrintFatalError(Twine(n) + " error(s) in the instruction records");
}
