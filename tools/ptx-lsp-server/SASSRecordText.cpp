//===- SASSRecordText.cpp - What the records say of a machine instruction -===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands, encodings and latency of a machine instruction as Markdown, from
// the tables of the codec.
//
//===----------------------------------------------------------------------===//

#include "RecordText.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace ptxmlir;
using namespace ptxmlir::isa;
using llvm::raw_ostream;
using llvm::StringRef;

static StringRef kindName(Operand::Kind kind) {
  switch (kind) {
  case Operand::None:
    return "none";
  case Operand::R:
    return "R";
  case Operand::UR:
    return "UR";
  case Operand::P:
    return "P";
  case Operand::UP:
    return "UP";
  case Operand::B:
    return "B";
  case Operand::Imm:
    return "imm";
  case Operand::CBank:
    return "c[]";
  case Operand::Label:
    return "label";
  }
  return "";
}

static void writeSlots(const InstDesc &desc, bool defs, raw_ostream &os) {
  const char *separator = defs ? "Results: `" : "Operands: `";
  bool any = false;
  for (const SlotDesc &slot : desc.slots) {
    if (slot.isDef != defs)
      continue;
    os << separator << slot.name << ':' << kindName(slot.kind);
    if (slot.width > 1)
      os << 'x' << unsigned(slot.width);
    separator = ", ";
    any = true;
  }
  if (any)
    os << "`\n\n";
}

static void writeModifiers(const InstDesc &desc, raw_ostream &os) {
  bool any = false;
  for (const ModDesc &mod : desc.mods) {
    if (mod.isSlotFlag)
      continue;
    os << (any ? "" : "Modifiers:\n") << "- " << mod.name << ':';
    any = true;
    if (mod.values.empty()) {
      if (*mod.flagSpelling)
        os << " `" << mod.flagSpelling << '`';
      else
        os << ' ' << unsigned(mod.field.width) << " bits";
    }
    for (const ModValueDesc &value : mod.values)
      os << " `" << (*value.spelling ? value.spelling : "(none)") << '`';
    os << '\n';
  }
  if (any)
    os << '\n';
}

/// A form as its SMs, opcode bits and the kinds of its operands.
static void writeForms(const InstDesc &desc, raw_ostream &os) {
  os << "Encodings (bits 11:0, operands):\n";
  for (const FormDesc &form : desc.forms) {
    os << "- `" << llvm::format_hex(form.opcode, 5) << '`';
    for (unsigned i = 0; i < desc.slots.size(); ++i)
      if (!(form.unplacedSlots >> i & 1))
        os << ' ' << desc.slots[i].name << ':' << kindName(form.kinds[i]);
    os << ", sm_" << form.minSM;
    bool isOpen = form.maxSM >= target::getTargets().back().sm;
    if (isOpen)
      os << " or newer";
    else if (form.maxSM != form.minSM)
      os << " to sm_" << form.maxSM;
    os << '\n';
  }
  os << '\n';
}

/// Class, and how its results come on each generation.
static void writeLatency(const InstDesc &desc, raw_ostream &os) {
  os << "Latency class " << target::getClassName(desc.sched).str() << ":\n";
  const target::LatencyModel *last = nullptr;
  for (const target::TargetInfo &info : target::getTargets()) {
    if (info.latencies == last ||
        llvm::none_of(desc.forms,
                      [&](const FormDesc &f) { return f.holdsFor(info.sm); }))
      continue;
    last = info.latencies;
    const target::ClassInfo &cls = info.getClass(desc.sched);
    os << "- from sm_" << info.sm << ": ";
    if (cls.writeBarrier)
      os << "results through a dependency barrier";
    else
      os << info.trueLatency(desc.sched, desc.sched, target::RegFile::R)
         << " cycles to an instruction of its class";
    if (cls.readBarrier)
      os << ", sources read after issue";
    os << ", at least " << unsigned(cls.minStall) << " to the next issue\n";
  }
}

/// "reads global and shared memory".
static std::string describeSpaces(const char *verb, uint8_t spaces) {
  static constexpr std::pair<MemorySpace, const char *> kWords[] = {
      {GlobalMemory, "global"},
      {SharedMemory, "shared"},
      {LocalMemory, "local"},
      {ConstantMemory, "constant"},
      {TensorMemory, "tensor"}};
  llvm::SmallVector<StringRef> words;
  for (auto [space, word] : kWords)
    if (spaces & space)
      words.push_back(word);
  return verb + llvm::join(words, " and ") + " memory";
}

static void writeFlags(const InstDesc &desc, raw_ostream &os) {
  static constexpr std::pair<InstFlag, const char *> kWords[] = {
      {OrdersMemory, "orders memory accesses"},
      {ReadsInvariant, "reads what does not change while a kernel runs"},
      {Convergent, "convergent"},
      {SideEffects, "neither duplicated nor removed"},
      {Branch, "branches"},
      {Terminator, "ends a block"},
      {CommutativeAB, "a and b commute"},
      {UniformGuard, "guarded by a UP"}};
  llvm::SmallVector<std::string> words;
  if (desc.readSpaces)
    words.push_back(describeSpaces("reads ", desc.readSpaces));
  if (desc.writtenSpaces)
    words.push_back(describeSpaces("writes ", desc.writtenSpaces));
  for (auto [flag, word] : kWords)
    if (desc.is(flag))
      words.push_back(word);
  if (!words.empty())
    os << llvm::join(words, ", ") << "\n\n";
}

void ptxmlir::lsp::describeSASS(StringRef recordName, raw_ostream &os) {
  Opcode opcode = findOpcode(recordName);
  if (opcode == Opcode::Count)
    return;
  const InstDesc &desc = getDesc(opcode);
  os << "`" << desc.mnemonic << '`';
  if (desc.mnemonicChangedAt)
    os << " (`" << desc.oldMnemonic << "` before sm_" << desc.mnemonicChangedAt
       << ')';
  os << "\n\n";
  writeFlags(desc, os);
  writeSlots(desc, /*defs=*/true, os);
  writeSlots(desc, /*defs=*/false, os);
  writeModifiers(desc, os);
  writeForms(desc, os);
  writeLatency(desc, os);
}
