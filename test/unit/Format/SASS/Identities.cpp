//===- Identities.cpp - What holds for any instruction and word -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encoding, decoding, printing and parsing undo each other: what any
// instruction and any word must satisfy.
//
//===----------------------------------------------------------------------===//

#include "Identities.h"
#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/Support/Format.h"

using namespace ptxmlir;
using namespace ptxmlir::isa;

std::string ptxmlir::isa::toHex(Word word) {
  std::string s;
  llvm::raw_string_ostream(s)
      << llvm::format("%016llx%016llx", (unsigned long long)word.hi,
                      (unsigned long long)word.lo);
  return s;
}

bool IdentityChecker::fail(Word word, const llvm::Twine &what) {
  if (failed++ < options.most)
    os << "sm_" << sm << " #" << number << " " << toHex(word) << ": " << what
       << "\n";
  return false;
}

static std::string toText(const Inst &inst, unsigned sm, uint64_t address,
                          sass::AsmStyle style = sass::AsmStyle::Full) {
  std::string text;
  llvm::raw_string_ostream os(text);
  sass::PrintOptions options;
  options.style = style;
  options.address = address;
  options.control = style == sass::AsmStyle::Full;
  sass::printInst(inst, sm, os, options);
  return text;
}

bool IdentityChecker::checkText(const Inst &inst, Word word) {
  constexpr uint64_t kAddress = 0x1230;
  std::string text = toText(inst, sm, kAddress), error;
  sass::ParseOptions options;
  options.address = kAddress;
  std::optional<Inst> again = sass::parseInst(text, sm, error, options);
  if (!again)
    return fail(word, "not parsed: " + text + ": " + error);
  std::string second = toText(*again, sm, kAddress);
  if (second != text)
    return fail(word, "text changes: " + text + " | " + second);
  std::optional<Word> back = encode(*again, sm, &error);
  if (!back)
    return fail(word, "parsed, not encoded: " + text + ": " + error);
  if (*back != word)
    return fail(word, "parses to another word: " + text + " " + toHex(*back));
  return true;
}

bool IdentityChecker::checkInst(const Inst &inst) {
  opcodes.insert(inst.opcode);
  std::string error;
  std::optional<Word> word = encode(inst, sm, &error);
  if (!word)
    return fail({}, "form " + llvm::Twine(unsigned(inst.form)) +
                        " does not encode: " + error);
  std::optional<Inst> back = decode(*word, sm);
  if (!back)
    return fail(*word, llvm::Twine(getDesc(inst.opcode).name) + " form " +
                           llvm::Twine(unsigned(inst.form)) +
                           " does not decode");
  if (!(*back == inst))
    return fail(*word, toText(inst, sm, 0) +
                           " decodes to another: " + toText(*back, sm, 0));
  Inst free = inst;
  free.form = 0xff;
  std::optional<Word> any = encode(free, sm, &error);
  back = any ? decode(*any, sm) : std::nullopt;
  if (back)
    back->form = inst.form;
  if (!back || !(*back == inst))
    return fail(*word, toText(inst, sm, 0) + " is another in a free form");
  return checkText(inst, *word);
}

bool IdentityChecker::checkWord(Word word, bool text) {
  std::optional<Inst> inst = decode(word, sm);
  if (!inst) {
    Word unnamed = unnamedBits(word, sm);
    named += unnamed != Word();
    if (unnamed.lo & ~word.lo || unnamed.hi & ~word.hi)
      return fail(word, "bits without a name that are not set");
    return true;
  }
  ++decoded;
  std::string error;
  std::optional<Word> back = encode(*inst, sm, &error);
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

bool IdentityChecker::run() {
  for (number = 0; number < options.insts && failed < options.stopAt; ++number)
    checkInst(insts.next());
  uint64_t passed = number - failed;
  for (const FormDesc *form : insts.barren())
    fail({}, llvm::Twine(getDesc(form->inst).name) + " form " +
                 llvm::Twine(unsigned(form->index)) +
                 " has no legal instruction");
  Random &rng = insts.random();
  llvm::ArrayRef<const FormDesc *> forms = insts.forms();
  for (number = 0; number < options.words && failed < options.stopAt;
       ++number) {
    Word word = {rng.next(), rng.next()};
    if (number & 1) {
      const FormDesc &form = *forms[(number >> 1) % forms.size()];
      // At most two bits that no field names; usually none.
      Word free = form.knownMask;
      if (rng.oneIn(4))
        free.hi |= uint64_t(1) << rng.below(64);
      if (rng.oneIn(4))
        free.lo |= uint64_t(1) << rng.below(64);
      word.lo = (word.lo & free.lo & ~form.fixedMask.lo) | form.fixedValue.lo;
      word.hi = (word.hi & free.hi & ~form.fixedMask.hi) | form.fixedValue.hi;
    }
    checkWord(word, number % options.textEvery == 1);
  }
  os << "sm_" << sm << ": " << passed << " of " << options.insts
     << " instructions of " << opcodes.size() << " records in " << forms.size()
     << " forms; " << options.words << " words, " << decoded << " decoded, "
     << named << " with bits that no record names; " << failed << " failed\n";
  os.flush();
  return failed == 0;
}
