//===- SassRandom.cpp - Identities on random instructions and words -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sass-random [--sm=90,100] [--count=N] [--words=N] [--seed=N]
//
// Draws instructions that the SM has from the tables and checks for each that
//   encode, decode            give the same instruction,
//   print, parse, encode      give the same word, and its text the same text,
//   encode with a free form   gives the same instruction in some form.
// Then random words: half of them any 128 bits, half with the opcode and fixed
// bits of some form. Those that decode must encode to the same word (one in 16
// is also written and read as text); of the others the bits that no record
// names must be bits of the word.
//
// Each failure is written with its word; --seed and the number before it draw
// it again. --print writes the words instead, with record and form, for
// utils/isa/check-random.py.
//
//===----------------------------------------------------------------------===//

#include "RandomInst.h"
#include "ptx-mlir/Format/SASS/AsmParser.h"
#include "ptx-mlir/Format/SASS/AsmPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

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
static cl::opt<bool> plain("plain",
                           cl::desc("no guards and control fields, registers "
                                    "that suit their spans"));

static isa::RandomOptions getOptions() {
  isa::RandomOptions options;
  options.control = !plain;
  options.aligned = plain;
  options.only.assign(only.begin(), only.end());
  return options;
}

/// All SM numbers of active targets; sm_90a and the like have those of sm_90.
static constexpr unsigned kAllSMs[] = {75, 80,  86,  87,  88,  89,
                                       90, 100, 103, 110, 120, 121};

namespace {
class Checker {
public:
  explicit Checker(unsigned sm) : sm(sm), insts(sm, seed * 1000 + sm, getOptions()) {}
  /// Whether nothing failed.
  bool run();
  void printWords();

private:
  bool fail(isa::Word word, const Twine &what);
  bool checkInst(const isa::Inst &inst);
  bool checkText(const isa::Inst &inst, isa::Word word);
  bool checkWord(isa::Word word, bool text);

  unsigned sm;
  isa::RandomInsts insts;
  uint64_t number = 0, failed = 0, decoded = 0, named = 0;
  std::set<isa::Opcode> opcodes;
};
} // namespace

static std::string hex(isa::Word word) {
  std::string s;
  raw_string_ostream(s) << format("%016llx%016llx", (unsigned long long)word.hi,
                                  (unsigned long long)word.lo);
  return s;
}

bool Checker::fail(isa::Word word, const Twine &what) {
  if (failed++ < most)
    outs() << "sm_" << sm << " #" << number << " " << hex(word) << ": " << what
           << "\n";
  return false;
}

static std::string toText(const isa::Inst &inst, unsigned sm, uint64_t address,
                          sass::AsmStyle style = sass::AsmStyle::Full) {
  std::string text;
  raw_string_ostream os(text);
  sass::PrintOptions options;
  options.style = style;
  options.address = address;
  options.control = style == sass::AsmStyle::Full;
  sass::printInst(inst, sm, os, options);
  return text;
}

bool Checker::checkText(const isa::Inst &inst, isa::Word word) {
  constexpr uint64_t kAddress = 0x1230;
  std::string text = toText(inst, sm, kAddress), error;
  sass::ParseOptions options;
  options.address = kAddress;
  std::optional<isa::Inst> again = sass::parseInst(text, sm, error, options);
  if (!again)
    return fail(word, "not parsed: " + text + ": " + error);
  std::string second = toText(*again, sm, kAddress);
  if (second != text)
    return fail(word, "text changes: " + text + " | " + second);
  std::optional<isa::Word> back = isa::encode(*again, sm, &error);
  if (!back)
    return fail(word, "parsed, not encoded: " + text + ": " + error);
  if (*back != word)
    return fail(word, "parses to another word: " + text + " " + hex(*back));
  return true;
}

bool Checker::checkInst(const isa::Inst &inst) {
  opcodes.insert(inst.opcode);
  std::string error;
  std::optional<isa::Word> word = isa::encode(inst, sm, &error);
  if (!word)
    return fail({}, "form " + Twine(unsigned(inst.form)) +
                        " does not encode: " + error);
  std::optional<isa::Inst> back = isa::decode(*word, sm);
  if (!back)
    return fail(*word, Twine(isa::getDesc(inst.opcode).name) + " form " +
                           Twine(unsigned(inst.form)) + " does not decode");
  if (!(*back == inst))
    return fail(*word, toText(inst, sm, 0) + " decodes to another: " +
                           toText(*back, sm, 0));
  isa::Inst free = inst;
  free.form = 0xff;
  std::optional<isa::Word> any = isa::encode(free, sm, &error);
  back = any ? isa::decode(*any, sm) : std::nullopt;
  if (back)
    back->form = inst.form;
  if (!back || !(*back == inst))
    return fail(*word, toText(inst, sm, 0) + " is another in a free form");
  return checkText(inst, *word);
}

bool Checker::checkWord(isa::Word word, bool text) {
  std::optional<isa::Inst> inst = isa::decode(word, sm);
  if (!inst) {
    isa::Word unnamed = isa::unnamedBits(word, sm);
    named += unnamed != isa::Word();
    if (unnamed.lo & ~word.lo || unnamed.hi & ~word.hi)
      return fail(word, "bits without a name that are not set");
    return true;
  }
  ++decoded;
  std::string error;
  std::optional<isa::Word> back = isa::encode(*inst, sm, &error);
  if (!back)
    return fail(word, toText(*inst, sm, 0) + " does not encode: " + error);
  if (*back != word)
    return fail(word, toText(*inst, sm, 0) + " encodes to another word");
  if (!text)
    return true;
  // No text, but it must not fail either.
  toText(*inst, sm, 0, sass::AsmStyle::NVDisasm);
  return checkText(*inst, word);
}

bool Checker::run() {
  for (number = 0; number < instCount; ++number)
    checkInst(insts.next());
  uint64_t passed = number - failed;
  for (const isa::FormDesc *form : insts.barren())
    fail({}, Twine(isa::getDesc(form->inst).name) + " form " +
                 Twine(unsigned(form->index)) + " has no legal instruction");
  isa::Random &rng = insts.random();
  ArrayRef<const isa::FormDesc *> forms = insts.forms();
  for (number = 0; number < wordCount; ++number) {
    isa::Word word = {rng.next(), rng.next()};
    if (number & 1) {
      const isa::FormDesc &form = *forms[(number >> 1) % forms.size()];
      // At most two bits that no field names; usually none.
      isa::Word free = form.knownMask;
      if (rng.oneIn(4))
        free.hi |= uint64_t(1) << rng.below(64);
      if (rng.oneIn(4))
        free.lo |= uint64_t(1) << rng.below(64);
      word.lo = (word.lo & free.lo & ~form.fixedMask.lo) | form.fixedValue.lo;
      word.hi = (word.hi & free.hi & ~form.fixedMask.hi) | form.fixedValue.hi;
    }
    checkWord(word, number % 32 == 1);
  }
  outs() << "sm_" << sm << ": " << passed << " of " << instCount
         << " instructions of " << opcodes.size() << " records in "
         << forms.size() << " forms; " << wordCount << " words, " << decoded
         << " decoded, " << named << " with bits that no record names; "
         << failed << " failed\n";
  return failed == 0;
}

/// The word, its record and form, and its fields: "mod=value", "slot=".
void Checker::printWords() {
  for (number = 0; number < instCount; ++number) {
    isa::Inst inst = insts.next();
    std::optional<isa::Word> word = isa::encode(inst, sm);
    if (!word)
      continue;
    const isa::InstDesc &desc = isa::getDesc(inst.opcode);
    outs() << hex(*word) << " " << desc.name << " " << unsigned(inst.form);
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
      outs() << " " << desc.slots[i].name << "=";
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
        outs() << number - 1 << " " << hex(*other) << " " << what << "\n";
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
    sms.assign(std::begin(kAllSMs), std::end(kAllSMs));
  if (vary) {
    printVariants(sms.front());
    return 0;
  }
  bool good = true;
  for (unsigned sm : sms) {
    Checker checker(sm);
    if (print)
      checker.printWords();
    else
      good &= checker.run();
  }
  return good ? 0 : 1;
}
