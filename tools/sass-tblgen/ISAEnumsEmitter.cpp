//===- ISAEnumsEmitter.cpp - Opcodes, modifier enums, field positions -----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-isa-enums: ISAEnums.h.inc, the sections of which ISA/Inst.h includes.
//
//===----------------------------------------------------------------------===//

#include "ISAModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ptxmlir::tblgen;

static void beginSection(raw_ostream &os, StringRef name) {
  os << "#ifdef " << name << "\n#undef " << name << "\n";
}
static void endSection(raw_ostream &os, StringRef name) {
  os << "#endif // " << name << "\n\n";
}

static void emitFields(raw_ostream &os, const Inst &inst) {
  os << "namespace " << inst.name << " {\n";
  os << "constexpr Opcode kOpcode = Opcode::" << inst.name << ";\n";
  for (auto [i, slot] : enumerate(inst.slots))
    os << "constexpr unsigned k" << toUpper(slot.name[0]) << slot.name.substr(1)
       << " = " << i << ";\n";
  for (const Mod &mod : inst.mods) {
    os << "constexpr ModField " << cppIdentifier(mod.name) << "{" << mod.lsb
       << ", " << mod.width;
    if (mod.isSigned)
      os << ", true";
    os << "};\n";
  }
  os << "constexpr uint64_t kDefaultMods = 0x"
     << utohexstr(inst.defaultMods, true) << "u;\n} // namespace " << inst.name
     << "\n";
}

static void emitEnums(const RecordKeeper &records, raw_ostream &os) {
  ISAModel model(records);
  emitSourceFileHeader("SASS opcodes and modifiers", os, records);

  beginSection(os, "GET_ISA_OPCODE_ENUM");
  for (const Inst &inst : model.insts)
    os << inst.name << ",\n";
  endSection(os, "GET_ISA_OPCODE_ENUM");

  beginSection(os, "GET_ISA_MOD_ENUMS");
  for (const ModEnum &e : model.enums) {
    os << "enum class " << e.cppName << " : uint" << (e.bitWidth > 8 ? 16 : 8)
       << "_t {\n";
    for (const ModValue &v : e.values)
      os << "  " << cppIdentifier(v.enumName) << " = " << v.value << ",\n";
    os << "};\n";
  }
  endSection(os, "GET_ISA_MOD_ENUMS");

  beginSection(os, "GET_ISA_FIELDS");
  for (const Inst &inst : model.insts)
    emitFields(os, inst);
  endSection(os, "GET_ISA_FIELDS");

  beginSection(os, "GET_ISA_SCHED_CLASSES");
  for (const std::string &name : model.schedClasses)
    os << name << ",\n";
  endSection(os, "GET_ISA_SCHED_CLASSES");
}

static TableGen::Emitter::Opt
    registration("gen-isa-enums", emitEnums,
                 "Generate the opcode and modifier enums of the ISA");
