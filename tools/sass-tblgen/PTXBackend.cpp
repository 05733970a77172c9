//===- PTXBackend.cpp - tables from the PTX instruction records -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables are plain data: indices into flat arrays and into one string, so
// that they need no relocations.
//
//===----------------------------------------------------------------------===//

#include "PTXBackend.h"
#include "PTXModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace llvm;
using namespace ptxmlir::tblgen::ptx;

namespace {

/// All strings of the tables in one, each once.
class StringPool {
public:
  unsigned add(StringRef text) {
    auto [it, isNew] = offsets.try_emplace(text, unsigned(blob.size()));
    if (isNew) {
      blob += text;
      blob += '\0';
    }
    return it->second;
  }
  void emit(raw_ostream &os) const {
    os << "const char kStrings[] =\n";
    SmallVector<StringRef> parts;
    StringRef(blob).split(parts, '\0');
    parts.pop_back();
    for (StringRef part : parts)
      os << "    \"" << part << "\\0\"\n";
    os << "    ;\n";
  }

private:
  StringMap<unsigned> offsets;
  std::string blob;
};

class Emitter {
public:
  Emitter(const RecordKeeper &records, raw_ostream &os)
      : model(records), os(os) {}
  void run();

private:
  void emitEnums();
  void emitModifiers();
  void emitTables();
  void emitEnumTables();
  void emitInstTables();
  void emitOperand(const Operand &operand);
  unsigned addConditions(ArrayRef<Condition> list);

  Model model;
  raw_ostream &os;
  StringPool strings;
  std::vector<Condition> conditions;
  std::vector<Count> counts;
  std::vector<std::array<int64_t, 3>> ranges;
};

/// Flags are bools, and a slot of numbers needs no enumeration.
bool hasCppEnum(const ModEnum &modEnum) { return !modEnum.isFlag; }

} // namespace

void Emitter::emitEnums() {
  os << "#ifdef GET_PTX_ENUM_DECLS\n#undef GET_PTX_ENUM_DECLS\n\n";
  os << "/// The opcodes, sorted by mnemonic.\nenum class Opcode : uint16_t "
        "{\n";
  for (const Inst &inst : model.insts)
    os << "  " << inst.cppName << ", ///< " << inst.mnemonic << "\n";
  os << "};\nconstexpr unsigned kNumOpcodes = " << model.insts.size()
     << ";\n\n";
  for (const ModEnum &modEnum : model.enums) {
    if (!hasCppEnum(modEnum))
      continue;
    os << "enum class " << modEnum.cppName << " : uint8_t {\n  None,\n";
    for (const EnumCase &enumCase : modEnum.cases)
      os << "  " << enumCase.symbol << ", ///< " << enumCase.spelling << "\n";
    os << "};\n/// The spelling; empty for None.\n::llvm::StringRef stringify("
       << modEnum.cppName << " value);\n/// The value of a spelling.\n"
       << "std::optional<" << modEnum.cppName << "> symbolize"
       << modEnum.cppName << "(::llvm::StringRef spelling);\n\n";
  }
  os << "#endif // GET_PTX_ENUM_DECLS\n\n";
}

void Emitter::emitModifiers() {
  os << "#ifdef GET_PTX_MODIFIERS\n#undef GET_PTX_MODIFIERS\n\n";
  for (const Inst &inst : model.insts) {
    os << "/// Modifiers of " << inst.mnemonic << ".\nstruct " << inst.cppName
       << "Modifiers {\n";
    for (const Slot &slot : inst.slots)
      os << "  " << slot.cppType << " " << slot.name << " = {};\n";
    os << "\n  int64_t pack() const {\n    uint64_t mods = 0;\n";
    for (const Slot &slot : inst.slots)
      os << "    mods |= uint64_t(" << slot.name << ") << " << slot.offset
         << ";\n";
    os << "    return int64_t(mods);\n  }\n"
       << "  static " << inst.cppName
       << "Modifiers unpack([[maybe_unused]] int64_t mods) {\n    "
       << inst.cppName << "Modifiers result;\n";
    for (const Slot &slot : inst.slots)
      os << "    result." << slot.name << " = static_cast<" << slot.cppType
         << ">((mods >> " << slot.offset << ") & "
         << ((uint64_t(1) << slot.width) - 1) << ");\n";
    os << "    return result;\n  }\n};\n\n";
  }
  os << "#endif // GET_PTX_MODIFIERS\n\n";
}

void Emitter::emitEnumTables() {
  os << "const EnumValueInfo kEnumValues[] = {\n";
  std::vector<unsigned> first;
  unsigned count = 0;
  for (const ModEnum &modEnum : model.enums) {
    first.push_back(count);
    for (const EnumCase &enumCase : modEnum.cases) {
      os << "    {" << strings.add(enumCase.spelling) << ", " << enumCase.minPTX
         << ", " << enumCase.minSM << "},\n";
      ++count;
    }
  }
  os << "};\nconst EnumInfo kEnums[] = {\n";
  for (size_t i = 0; i < model.enums.size(); ++i)
    os << "    {" << first[i] << ", " << model.enums[i].cases.size() << "}, // "
       << model.enums[i].cppName << "\n";
  os << "};\nconst AliasInfo kAliases[] = {\n";
  for (size_t i = 0; i < model.enums.size(); ++i) {
    const ModEnum &modEnum = model.enums[i];
    for (size_t v = 0; v < modEnum.cases.size(); ++v)
      for (StringRef alias : modEnum.cases[v].aliases)
        os << "    {" << strings.add(alias) << ", " << i << ", " << v + 1
           << "},\n";
    for (StringRef name : modEnum.defaults)
      os << "    {" << strings.add(name) << ", " << i << ", 0},\n";
  }
  os << "};\n\n";
  for (size_t i = 0; i < model.enums.size(); ++i) {
    const ModEnum &modEnum = model.enums[i];
    if (!hasCppEnum(modEnum))
      continue;
    os << "::llvm::StringRef stringify(" << modEnum.cppName
       << " value) { return enumSpelling(" << i << ", unsigned(value)); }\n"
       << "std::optional<" << modEnum.cppName << "> symbolize"
       << modEnum.cppName << "(::llvm::StringRef spelling) {\n"
       << "  if (std::optional<unsigned> value = enumValue(" << i
       << ", spelling))\n    return " << modEnum.cppName
       << "(*value);\n  return std::nullopt;\n}\n";
  }
  os << "\n";
  for (const ModEnum &modEnum : model.enums) {
    if (modEnum.cppName == "DataType") {
      os << "const DataTypeInfo kDataTypes[] = {\n    {'-', 0},\n";
      for (const EnumCase &item : modEnum.cases)
        os << "    {'" << item.record->getValueAsString("Kind") << "', "
           << item.record->getValueAsInt("TypeBits") << "},\n";
      os << "};\n\n";
    }
    if (modEnum.cppName == "SpecialRegister") {
      os << "const SpecialRegisterInfo kSpecialRegisters[] = {\n    {0, "
            "false},\n";
      for (const EnumCase &item : modEnum.cases)
        os << "    {" << item.record->getValueAsInt("RegBits") << ", "
           << (item.record->getValueAsBit("IsVolatile") ? "true" : "false")
           << "},\n";
      os << "};\n\n";
    }
  }
}

static StringRef kindSymbol(StringRef kind) {
  return StringSwitch<StringRef>(kind)
      .Case("value", "Value")
      .Case("pred", "Pred")
      .Case("address", "Address")
      .Case("vector", "Vector")
      .Case("carry", "Carry")
      .Case("pair", "Pair")
      .Default("Imm");
}

static StringRef countSymbol(StringRef count) {
  return StringSwitch<StringRef>(count)
      .Case("", "One")
      .Case("vector", "Vector")
      .Case("num", "Num")
      .Case("table", "Table")
      .Default(count);
}

unsigned Emitter::addConditions(ArrayRef<Condition> list) {
  unsigned first = conditions.size();
  conditions.insert(conditions.end(), list.begin(), list.end());
  return first;
}

static StringRef text(bool value) { return value ? "true" : "false"; }

void Emitter::emitOperand(const Operand &operand) {
  os << "    {" << strings.add(operand.name)
     << ", OperandKind::" << kindSymbol(operand.kind)
     << ", CountRule::" << countSymbol(operand.count)
     << ", TypeRule::" << operand.rule << ", " << operand.fixedType << ", "
     << operand.slotA << ", " << operand.slotB << ", " << text(operand.relaxed)
     << ", " << text(operand.orPred) << ", " << text(operand.optional) << ", "
     << text(operand.fixed) << ", " << text(operand.inAddress) << ", "
     << text(operand.braces) << ", " << addConditions(operand.when) << ", "
     << operand.when.size() << ", " << operand.counts.size() << ", "
     << counts.size() << ", " << ranges.size() << ", " << operand.ranges.size()
     << "},\n";
  counts.insert(counts.end(), operand.counts.begin(), operand.counts.end());
  ranges.insert(ranges.end(), operand.ranges.begin(), operand.ranges.end());
}

void Emitter::emitInstTables() {
  os << "const SlotInfo kSlots[] = {\n";
  for (const Inst &inst : model.insts)
    for (const Slot &slot : inst.slots)
      os << "    {" << strings.add(slot.name) << ", " << slot.enumIndex << ", "
         << slot.offset << ", " << slot.width << ", " << text(slot.glued)
         << ", " << text(slot.hidden) << "},\n";
  os << "};\nconst OperandInfo kOperands[] = {\n";
  for (const Inst &inst : model.insts)
    for (const std::vector<Operand> *list : {&inst.dsts, &inst.srcs})
      for (const Operand &operand : *list)
        emitOperand(operand);
  os << "};\nconst CountInfo kCounts[] = {\n";
  for (const Count &count : counts)
    os << "    {" << addConditions(count.when) << ", " << count.when.size()
       << ", " << count.number << ", " << text(count.startsFactor) << "},\n";
  os << "    {0, 0, 0, false}};\nconst ConstantRange kRanges[] = {\n";
  for (auto [first, last, step] : ranges)
    os << "    {" << first << ", " << last << ", " << step << "},\n";
  os << "    {0, 0, 1}};\nconst OperandCondition kConditions[] = {\n";
  for (const Condition &condition : conditions)
    os << "    {" << condition.slot << ", " << condition.mask << "u},\n";
  os << "    {0, 0}};\nconst FormInfo kForms[] = {\n";
  unsigned numMasks = 0;
  std::vector<TargetGate> gates;
  // Many forms have the same targets.
  std::map<std::string, unsigned> firstGate;
  for (const Inst &inst : model.insts)
    for (const Form &form : inst.forms) {
      std::string key;
      for (const TargetGate &gate : form.targets)
        key += (Twine(gate.sm) + Twine(gate.suffix) + Twine(gate.minPTX) + " ")
                   .str();
      auto [it, isNew] = firstGate.try_emplace(key, unsigned(gates.size()));
      if (isNew)
        gates.insert(gates.end(), form.targets.begin(), form.targets.end());
      os << "    {" << numMasks << ", " << form.minPTX << ", " << form.minSM
         << ", " << it->second << ", " << form.targets.size() << "},\n";
      numMasks += form.masks.size();
    }
  os << "};\nconst TargetGate kTargetGates[] = {\n";
  for (const TargetGate &gate : gates)
    os << "    {" << gate.sm << ", " << gate.minPTX << ", '" << gate.suffix
       << "'},\n";
  os << "    {0, 0, 0}";
  os << "};\nconst uint64_t kFormMasks[] = {\n";
  for (const Inst &inst : model.insts)
    for (const Form &form : inst.forms) {
      os << "    ";
      for (uint64_t mask : form.masks)
        os << format_hex(mask, 1) << "u, ";
      os << "\n";
    }
  os << "};\nconst InstInfo kInsts[] = {\n";
  unsigned slot = 0, operand = 0, form = 0;
  for (const Inst &inst : model.insts) {
    os << "    {" << strings.add(inst.mnemonic) << ", " << slot << ", "
       << inst.slots.size() << ", " << operand << ", " << inst.dsts.size()
       << ", " << inst.srcs.size() << ", " << form << ", " << inst.forms.size()
       << ", " << inst.minPTX << ", " << inst.minSM << ", "
       << (inst.convergent ? "true" : "false") << ", "
       << (inst.pure ? "true" : "false") << "},\n";
    slot += inst.slots.size();
    operand += inst.dsts.size() + inst.srcs.size();
    form += inst.forms.size();
  }
  os << "};\n\n";
}

void Emitter::emitTables() {
  os << "#ifdef GET_PTX_TABLES\n#undef GET_PTX_TABLES\n\n";
  emitEnumTables();
  emitInstTables();
  strings.emit(os);
  os << "\n#endif // GET_PTX_TABLES\n";
}

void Emitter::run() {
  os << "// Generated by sass-tblgen -gen-ptx-tables.\n\n";
  emitEnums();
  emitModifiers();
  emitTables();
}

void ptxmlir::tblgen::emitPTXTables(const RecordKeeper &records,
                                    raw_ostream &os) {
  Emitter(records, os).run();
}
