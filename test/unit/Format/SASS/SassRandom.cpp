//===- SassRandom.cpp - Identities on random instructions and words -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sass-random [--sm=90,100] [--count=N] [--words=N] [--seed=N]: checks what
// Identities.h says. Each failure is written with its word; --seed and the
// number before it draw it again. --print writes the words instead, with
// record, form and fields, and --vary words with one field less, for
// utils/isa/check-random.py.
//
//===----------------------------------------------------------------------===//

#include "Identities.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace ptxmlir;

static cl::list<unsigned> smNumbers("sm", cl::desc("SM numbers"),
                                    cl::CommaSeparated);
static cl::opt<uint64_t> instCount("count", cl::desc("instructions per SM"),
                                   cl::init(10000));
static cl::opt<uint64_t> wordCount("words", cl::desc("random words per SM"),
                                   cl::init(100000));
static cl::opt<uint64_t> seed("seed", cl::desc("of the random numbers"),
                              cl::init(1));
static cl::opt<unsigned> most("most", cl::desc("failures that are written"),
                              cl::init(20));
static cl::opt<bool> print("print", cl::desc("write the words"));
static cl::list<std::string> only("only", cl::desc("draw only these records"),
                                  cl::CommaSeparated);
static cl::opt<bool> vary("vary",
                          cl::desc("write variants of the words on standard "
                                   "input, each with one field at its "
                                   "default"));
static cl::opt<bool> plain("plain", cl::desc("no guards and control fields"));
static cl::opt<bool> aligned("aligned",
                             cl::desc("registers that suit their spans"));

static cl::opt<bool> fitting("fitting", cl::desc("control fields that suit the "
                                                 "instruction"));

static isa::RandomOptions getOptions(unsigned sm) {
  isa::RandomOptions options;
  options.control = !plain;
  options.aligned = aligned;
  options.only.assign(only.begin(), only.end());
  if (fitting) {
    const target::TargetInfo *target = target::lookupTarget(sm, "");
    options.fitting = true;
    options.usesWriteBarrier = [target](isa::Opcode opcode) {
      return target && target->usesWriteBarrier(opcode);
    };
    options.usesReadBarrier = [target](isa::Opcode opcode) {
      return target && target->needsReadBarrier(opcode);
    };
  }
  return options;
}

/// Whether the text has each reuse bit: an operand that it leaves out is not
/// read.
static bool showsReuse(const isa::Inst &inst, unsigned sm) {
  std::string text;
  raw_string_ostream os(text);
  sass::PrintOptions options;
  options.style = sass::AsmStyle::NVDisasm;
  options.address = 0;
  sass::printInst(inst, sm, os, options);
  return StringRef(text).count(".reuse") ==
         unsigned(llvm::popcount(inst.control.reuse));
}

/// The word, its record and form, and its fields: "mod=value", "$slot=".
static void printWords(unsigned sm) {
  isa::RandomInsts insts(sm, seed * 1000 + sm, getOptions(sm));
  for (uint64_t number = 0; number < instCount; ++number) {
    isa::Inst inst = insts.next();
    if (fitting && !showsReuse(inst, sm))
      inst.control.reuse = 0;
    std::optional<isa::Word> word = isa::encode(inst, sm);
    if (!word)
      continue;
    const isa::InstDesc &desc = isa::getDesc(inst.opcode);
    outs() << isa::toHex(*word) << " " << desc.name << " "
           << unsigned(inst.form);
    for (const isa::ModDesc &mod : desc.mods) {
      uint64_t value = mod.field.get(inst.mods);
      const isa::ModValueDesc *known = nullptr;
      for (const isa::ModValueDesc &v : mod.values)
        if (v.value == value)
          known = &v;
      outs() << " " << mod.name << "=";
      if (known)
        outs() << mod.spelling(*known, sm);
      else
        outs() << value;
    }
    for (unsigned i = 0; i < desc.slots.size(); ++i) {
      const isa::Operand &op = inst.ops[i];
      bool isReg = op.kind == isa::Operand::R || op.kind == isa::Operand::UR;
      outs() << " $" << desc.slots[i].name << "=";
      if (op.isReg() && op.reg == (isReg ? isa::RZ : isa::PT))
        outs() << "none";
      else if (op.isReg())
        outs() << op.reg;
      else
        outs() << op.value;
    }
    outs() << "\n";
  }
}

/// "line word field=value": a word with one field less that is not at its
/// default.
static void printVariants(unsigned sm) {
  auto input = MemoryBuffer::getSTDIN();
  if (!input)
    return;
  unsigned number = 0;
  for (StringRef line : split((*input)->getBuffer(), '\n')) {
    isa::Word word;
    if (line.size() != 32 || line.take_front(16).getAsInteger(16, word.hi) ||
        line.drop_front(16).getAsInteger(16, word.lo))
      continue;
    ++number;
    std::optional<isa::Inst> inst = isa::decode(word, sm);
    if (!inst)
      continue;
    const isa::InstDesc &desc = isa::getDesc(inst->opcode);
    const isa::FormDesc &form = desc.forms[inst->form];
    auto write = [&](const isa::Inst &variant, const Twine &what) {
      std::optional<isa::Word> other = isa::encode(variant, sm);
      if (other && *other != word)
        outs() << number - 1 << " " << isa::toHex(*other) << " " << what
               << "\n";
    };
    for (const isa::ModDesc &mod : desc.mods) {
      uint64_t value = mod.field.get(inst->mods);
      isa::Inst variant = *inst;
      variant.mods = mod.field.set(inst->mods, mod.dflt);
      std::string name = std::to_string(value);
      for (const isa::ModValueDesc &v : mod.values)
        if (v.value == value)
          name = mod.spelling(v, sm);
      write(variant, Twine(mod.name) + "=" + name);
    }
    for (unsigned i = 0; i < desc.slots.size(); ++i) {
      isa::Inst variant = *inst;
      isa::Operand &op = variant.ops[i];
      if (form.unplacedSlots >> i & 1)
        continue;
      bool absent = (op.kind == isa::Operand::R || op.kind == isa::Operand::UR)
                        ? op.reg == isa::RZ
                        : op.reg == isa::PT;
      if (op.kind == isa::Operand::R || op.kind == isa::Operand::UR)
        op.reg = uint16_t(8 * (i + 1) % 56);
      else if (op.isReg())
        op.reg = uint16_t(i % 6);
      else
        op.reg = 0, op.value = 0;
      write(variant, Twine(desc.slots[i].name) + "=" +
                         (!op.isReg() ? Twine(inst->ops[i].value)
                          : absent    ? Twine("absent")
                                      : Twine(unsigned(inst->ops[i].reg))));
    }
  }
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Identities on random words\n");
  std::vector<unsigned> sms(smNumbers.begin(), smNumbers.end());
  if (sms.empty())
    sms.assign(std::begin(isa::kAllSMs), std::end(isa::kAllSMs));
  if (vary) {
    printVariants(sms.front());
    return 0;
  }
  isa::IdentityOptions options;
  options.seed = seed;
  options.insts = instCount;
  options.words = wordCount;
  options.most = most;
  bool good = true;
  for (unsigned sm : sms) {
    options.random = getOptions(sm);
    if (print)
      printWords(sm);
    else
      good &= isa::IdentityChecker(sm, options, outs()).run();
  }
  return good ? 0 : 1;
}
