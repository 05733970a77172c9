//===- FormWords.cpp - Words of every encoding form -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isa-form-words --sm=N [--values]: one line for each form of each record that
// holds for the SM: the word of an instruction with default modifiers, the
// record, the form and its mnemonic. With --values also one for each other
// value of each modifier. utils/isa/check-forms.py gives the words to nvdisasm.
// With --list, one line for each form of each record: record, mnemonic, form,
// opcode, bit 91, first and last SM. With --decode, reads words, one a line,
// and writes the record and form of each, "?" for none.
//
//===----------------------------------------------------------------------===//

#include "RandomInst.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ptxmlir;

static cl::opt<unsigned> sm("sm", cl::desc("SM number"), cl::init(90));
static cl::opt<bool> allValues("values",
                               cl::desc("also each value of each modifier"));

static cl::opt<bool> list("list", cl::desc("list the forms of all SMs"));
static cl::opt<bool> decodeWords("decode",
                                 cl::desc("records and forms of words"));

/// An operand that no other slot has and that suits vectors of registers.
static isa::Operand makeOperand(isa::Operand::Kind kind, unsigned slot) {
  switch (kind) {
  case isa::Operand::R:
    return isa::Operand::r(8 * (slot + 1));
  case isa::Operand::UR:
    return isa::Operand::ur(4 * (slot + 1));
  case isa::Operand::P:
    return isa::Operand::p(slot % 6);
  case isa::Operand::UP:
    return isa::Operand::up(slot % 6);
  case isa::Operand::B:
    return isa::Operand::b(slot);
  case isa::Operand::CBank:
    return isa::Operand::cbank(0, 0x160);
  case isa::Operand::Label:
    return isa::Operand::label(0x40);
  default:
    return {kind, 0, 0x10};
  }
}

static bool print(const isa::InstDesc &desc, const isa::Inst &inst,
                  StringRef what) {
  std::string error;
  std::optional<isa::Word> word = isa::encode(inst, sm, &error);
  if (!word)
    return false;
  outs() << format("%016llx%016llx ", (unsigned long long)word->hi,
                   (unsigned long long)word->lo)
         << desc.name << " " << unsigned(inst.form) << " "
         << desc.getMnemonic(sm) << " " << what << "\n";
  return true;
}

/// The other values of modifier `mod`; those that the form cannot hold are left
/// out.
static void printValues(const isa::InstDesc &desc, isa::Inst inst,
                        const isa::ModDesc &mod) {
  SmallVector<uint64_t, 16> values;
  if (!mod.values.empty()) {
    for (const isa::ModValueDesc &v : mod.values)
      if (mod.has(v, sm))
        values.push_back(v.value);
  } else if (mod.field.width == 1) {
    values = {0, 1};
  } else {
    // Integers: the lowest and the highest bit.
    values = {1, uint64_t(1) << (mod.field.width - 1)};
  }
  for (uint64_t value : values) {
    if (value == mod.field.get(inst.mods))
      continue;
    isa::Inst copy = inst;
    copy.mods = mod.field.set(inst.mods, value);
    print(desc, copy, (Twine(mod.name) + "=" + Twine(value)).str());
  }
}

/// The default modifiers; the first value that the SM has stands for a default
/// that it has not.
static uint64_t defaultMods(const isa::InstDesc &desc) {
  uint64_t mods = desc.defaultMods;
  for (const isa::ModDesc &mod : desc.mods) {
    const isa::ModValueDesc *first = nullptr;
    bool hasDefault = mod.values.empty();
    for (const isa::ModValueDesc &v : mod.values) {
      if (!mod.has(v, sm))
        continue;
      if (!first)
        first = &v;
      hasDefault |= v.value == mod.dflt;
    }
    if (!hasDefault && first)
      mods = mod.field.set(mods, first->value);
  }
  return mods;
}

static void listForms() {
  for (const isa::InstDesc &desc : isa::getAllInsts())
    for (const isa::FormDesc &form : desc.forms)
      outs() << desc.name << " " << desc.mnemonic << " " << unsigned(form.index)
             << " " << format("%03x", form.opcode) << " " << form.bit91 << " "
             << form.minSM << " " << form.maxSM << "\n";
}

static int decodeInput() {
  auto input = MemoryBuffer::getSTDIN();
  if (!input)
    return 1;
  for (StringRef line : split((*input)->getBuffer(), '\n')) {
    line = line.trim();
    if (line.empty())
      continue;
    isa::Word word;
    if (line.size() != 32 || line.take_front(16).getAsInteger(16, word.hi) ||
        line.drop_front(16).getAsInteger(16, word.lo)) {
      errs() << "not a word: " << line << "\n";
      return 1;
    }
    if (std::optional<isa::Inst> inst = isa::decode(word, sm))
      outs() << isa::getDesc(inst->opcode).name << " " << unsigned(inst->form)
             << "\n";
    else
      outs() << "?\n";
  }
  return 0;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  if (list) {
    listForms();
    return 0;
  }
  if (decodeWords)
    return decodeInput();
  unsigned failed = 0;
  for (const isa::InstDesc &desc : isa::getAllInsts())
    for (const isa::FormDesc &form : desc.forms) {
      if (!form.holdsFor(sm))
        continue;
      isa::Inst inst;
      inst.opcode = desc.opcode;
      inst.form = form.index;
      inst.mods = defaultMods(desc);
      inst.control.stall = 4;
      for (unsigned i = 0; i < desc.slots.size(); ++i)
        if (!(form.unplacedSlots >> i & 1))
          inst.ops[i] = makeOperand(form.kinds[i], i);
      // Fields that are narrower or aligned: leave them at zero.
      if (!isa::encode(inst, sm))
        for (unsigned i = 0; i < desc.slots.size(); ++i)
          if (inst.ops[i].kind >= isa::Operand::Imm)
            inst.ops[i].value = 0;
      // The defaults may not go together.
      if (!isa::encode(inst, sm)) {
        isa::RandomOptions options;
        options.control = false;
        options.aligned = true;
        if (auto legal = isa::RandomInsts(sm, 1, options).make(form))
          inst = *legal;
      }
      if (!print(desc, inst, "")) {
        std::string error;
        isa::encode(inst, sm, &error);
        errs() << desc.name << " form " << unsigned(form.index) << ": " << error
               << "\n";
        ++failed;
        continue;
      }
      if (allValues)
        for (const isa::ModDesc &mod : desc.mods)
          printValues(desc, inst, mod);
    }
  return failed ? 1 : 0;
}
