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
  void emitChoices();
  void forEachOperand(function_ref<void(const Operand &)> callback) const;

  Model model;
  raw_ostream &os;
  StringPool strings;
  /// Entries of the tables of operands that are used so far.
  unsigned numConditions = 0, numCounts = 0, numRanges = 0, numFactors = 0,
           numChoices = 0;
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
    os << "    {" << first[i] << ", " << model.enums[i].cases.size() << ", "
       << (model.enums[i].ignoredElsewhere ? "true" : "false") << "}, // "
       << model.enums[i].cppName << "\n";
  os << "};\nconstexpr unsigned kNumEnums = " << model.enums.size()
     << ";\nconst AliasInfo kAliases[] = {\n";
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
      os << "const DataTypeInfo kDataTypes[] = {\n    {'-', 0, false, "
            "false},\n";
      for (const EnumCase &item : modEnum.cases)
        os << "    {'" << item.record->getValueAsString("Kind") << "', "
           << item.record->getValueAsInt("TypeBits") << ", "
           << (item.record->getValueAsBit("Exact") ? "true" : "false") << ", "
           << (item.record->getValueAsBit("IsVariable") ? "true" : "false")
           << "},\n";
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
      .Case("sink", "Sink")
      .Default("Imm");
}

static StringRef countSymbol(StringRef count) {
  if (count.contains(':'))
    return "Table";
  return StringSwitch<StringRef>(count)
      .Case("", "One")
      .Case("vector", "Vector")
      .Case("num", "Num")
      .Default(count);
}

void Emitter::emitOperand(const Operand &operand) {
  os << "    {" << strings.add(operand.name)
     << ", OperandKind::" << kindSymbol(operand.kind)
     << ", CountRule::" << countSymbol(operand.count)
     << ", TypeRule::" << operand.rule << ", " << operand.fixedType << ", "
     << operand.slotA << ", " << operand.slotB << ", "
     << (operand.relaxed ? "true" : "false") << ", "
     << (operand.orPred ? "true" : "false") << ", "
     << (operand.optional ? "true" : "false") << ", "
     << (operand.fixed ? "true" : "false") << ", "
     << (operand.registerOnly ? "true" : "false") << ", "
     << (operand.takesSpecial ? "true" : "false") << ", "
     << (operand.takesVariable ? "true" : "false") << ", "
     << (operand.takesSink ? "true" : "false") << ", " << numConditions << ", "
     << operand.when.size() << ", " << operand.numOnly << ", "
     << operand.bracket << ", " << operand.selector << ", " << operand.negation
     << ", " << operand.presence << ", " << operand.countSlot << ", "
     << numCounts << ", " << numRanges << ", " << operand.ranges.size() << ", "
     << numFactors << ", " << operand.factors.size() << ", "
     << (operand.inAddress ? "true" : "false") << ", "
     << (operand.braces ? "true" : "false") << ", " << operand.loose << ", "
     << (operand.hasIndex ? "true" : "false") << ", "
     << (operand.space.empty() ? "false" : "true") << ", " << operand.spaceSlot
     << ", "
     << strings.add(operand.space.starts_with(".") ? operand.space.drop_front()
                                                   : "")
     << ", " << (operand.fullWidth ? "true" : "false") << ", "
     << (operand.bare ? "true" : "false") << ", "
     << (operand.truncates ? "true" : "false") << ", " << operand.optionalSM
     << ", " << operand.optionalPTX << ", " << operand.atMost << ", "
     << numChoices << ", " << operand.choices.size() << "},\n";
  numChoices += operand.choices.size();
  numFactors += operand.factors.size();
  numConditions += operand.when.size();
  numCounts += operand.counts.size();
  numRanges += operand.ranges.size();
}

void Emitter::forEachOperand(
    function_ref<void(const Operand &)> callback) const {
  for (const Inst &inst : model.insts)
    for (const std::vector<Operand> *list : {&inst.dsts, &inst.srcs})
      llvm::for_each(*list, callback);
}

void Emitter::emitChoices() {
  os << "const RegisterChoice kChoices[] = {\n";
  forEachOperand([&](const Operand &operand) {
    for (const RegisterChoice &choice : operand.choices) {
      os << "    {" << numConditions << ", " << choice.when.size()
         << ", RegisterRule::" << choice.rule << "},\n";
      numConditions += choice.when.size();
    }
  });
  os << "    {0, 0, RegisterRule::Typed}};\n";
}

void Emitter::emitInstTables() {
  os << "const SlotInfo kSlots[] = {\n";
  for (const Inst &inst : model.insts)
    for (const Slot &slot : inst.slots)
      os << "    {" << strings.add(slot.name) << ", " << slot.enumIndex << ", "
         << slot.offset << ", " << slot.width << ", "
         << (slot.onOperand ? "true" : "false") << ", "
         << (slot.glued ? "true" : "false") << ", "
         << (slot.hidden ? "true" : "false") << ", "
         << (slot.behind ? "true" : "false") << ", " << slot.inName << "u},\n";
  // Each list ends with an entry of no use: an empty array is no C++.
  os << "};\nconst OperandCondition kConditions[] = {\n";
  forEachOperand([&](const Operand &operand) {
    for (const Condition &condition : operand.when)
      os << "    {" << condition.slot << ", " << condition.mask << "u},\n";
  });
  // The conditions of the factors follow, then those of the registers.
  forEachOperand([&](const Operand &operand) {
    for (const Count &factor : operand.factors)
      for (const Condition &condition : factor.when)
        os << "    {" << condition.slot << ", " << condition.mask << "u},\n";
  });
  forEachOperand([&](const Operand &operand) {
    for (const RegisterChoice &choice : operand.choices)
      for (const Condition &condition : choice.when)
        os << "    {" << condition.slot << ", " << condition.mask << "u},\n";
  });
  os << "    {0, 0}};\nconst uint8_t kCounts[] = {\n";
  forEachOperand([&](const Operand &operand) {
    for (unsigned count : operand.counts)
      os << "    " << count << ",\n";
  });
  os << "    0};\nconst ConstantRange kRanges[] = {\n";
  forEachOperand([&](const Operand &operand) {
    for (const std::array<int64_t, 3> &range : operand.ranges)
      os << "    {" << range[0] << ", " << range[1] << ", " << range[2]
         << "},\n";
  });
  os << "    {0, 0, 1}};\nconst OperandInfo kOperands[] = {\n";
  forEachOperand([&](const Operand &operand) { emitOperand(operand); });
  os << "};\nconst CountFactor kFactors[] = {\n";
  forEachOperand([&](const Operand &operand) {
    for (const Count &factor : operand.factors) {
      os << "    {" << numConditions << ", " << factor.when.size() << ", "
         << factor.number << ", " << (factor.startsFactor ? "true" : "false")
         << "},\n";
      numConditions += factor.when.size();
    }
  });
  os << "    {0, 0, 0, false}};\n";
  emitChoices();
  os << "const TargetInfo kTargets[] = {\n";
  for (const Inst &inst : model.insts)
    for (const Form &form : inst.forms)
      for (auto [sm, suffix] : form.targets)
        os << "    {" << sm << ", '" << suffix << "'},\n";
  os << "    {0, 0}";
  os << "};\nconst FormInfo kForms[] = {\n";
  unsigned numMasks = 0, numTargets = 0;
  for (const Inst &inst : model.insts)
    for (const Form &form : inst.forms) {
      os << "    {" << numMasks << ", " << form.minPTX << ", " << form.minSM
         << ", " << (form.archSpecific ? "true" : "false") << ", " << numTargets
         << ", " << form.targets.size() << ", " << form.beforePTX << ", "
         << form.beforeSM << ", " << form.meansSlot << ", " << form.meansValue
         << "},\n";
      numMasks += form.masks.size();
      numTargets += form.targets.size();
    }
  os << "};\nconst uint64_t kFormMasks[] = {\n";
  for (const Inst &inst : model.insts)
    for (const Form &form : inst.forms) {
      os << "    ";
      for (uint64_t mask : form.masks)
        os << format_hex(mask, 1) << "u, ";
      os << "\n";
    }
  os << "};\nconst uint16_t kIgnored[] = {\n";
  for (const Inst &inst : model.insts)
    for (StringRef word : inst.ignored)
      os << "    " << strings.add(word) << ",\n";
  os << "    0};\nconst InstInfo kInsts[] = {\n";
  unsigned slot = 0, operand = 0, form = 0, ignored = 0;
  for (const Inst &inst : model.insts) {
    os << "    {" << strings.add(inst.mnemonic) << ", " << slot << ", "
       << inst.slots.size() << ", " << operand << ", " << inst.dsts.size()
       << ", " << inst.srcs.size() << ", " << form << ", " << inst.forms.size()
       << ", " << inst.minPTX << ", " << inst.minSM << ", "
       << (inst.convergent ? "true" : "false") << ", "
       << (inst.pure ? "true" : "false") << ", " << ignored << ", "
       << inst.ignored.size() << "},\n";
    ignored += inst.ignored.size();
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
