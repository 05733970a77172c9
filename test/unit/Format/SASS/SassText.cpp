//===- SassText.cpp - Instruction words to text and back ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sass-text [--sm=90] [--style=full|nvdisasm] [--check]: reads instruction
// words from standard input, one of 32 hexadecimal digits a line, most
// significant first, and writes their text, one a line; the words lie one after
// another from address 0. Words without a record give "<unknown>". With
// --check, only words that do not come back are written, each with the reason,
// and a summary, and the exit code tells: through the decoder and the encoder,
// with the form kept and with the form chosen anew; through the full text; and
// the nvdisasm style's text must parse to an instruction with the same text.
// With --kinds, the record, the form and the spelled modifiers of each word are
// written. With --parse, standard input is text, and words are written. With
// --expect, each word is followed by a blank and the text that it must give.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace ptxmlir;

static cl::opt<unsigned> smNumber("sm", cl::desc("SM number"), cl::init(90));
static cl::opt<sass::AsmStyle>
    style("style", cl::desc("how to write"), cl::init(sass::AsmStyle::Full),
          cl::values(clEnumValN(sass::AsmStyle::Full, "full",
                                "everything, no aliases"),
                     clEnumValN(sass::AsmStyle::NVDisasm, "nvdisasm",
                                "as NVIDIA's disassembler")));
static cl::opt<bool> control("control", cl::desc("write control fields"));
static cl::opt<bool> check("check",
                           cl::desc("parse the text again and compare"));
static cl::opt<bool> expect("expect",
                            cl::desc("compare with the text after each word"));
static cl::opt<bool> kinds("kinds",
                           cl::desc("write record, form and modifiers"));
static cl::opt<bool> parse("parse", cl::desc("read text, write words"));

static std::string toText(const isa::Inst &inst, uint64_t address,
                          sass::AsmStyle style, bool control) {
  std::string text;
  raw_string_ostream os(text);
  sass::PrintOptions options;
  options.style = style;
  options.address = address;
  options.control = control;
  sass::printInst(inst, smNumber, os, options);
  return text;
}

static std::optional<isa::Inst> fromText(StringRef text, uint64_t address,
                                         std::string &error) {
  sass::ParseOptions options;
  options.address = address;
  return sass::parseInst(text, smNumber, error, options);
}

static void printWord(isa::Word word) {
  outs() << format("%016llx%016llx", (unsigned long long)word.hi,
                   (unsigned long long)word.lo);
}

/// Whether both say the same, up to the form: the encoder may leave out a place
/// for a register that is not there.
static bool haveSameOperands(isa::Inst a, isa::Inst b) {
  for (isa::Inst *inst : {&a, &b}) {
    inst->form = 0;
    for (isa::Operand &op : inst->ops)
      if (op.kind == isa::Operand::UR && op.reg == isa::URZ)
        op = {};
  }
  return a == b;
}

/// The reason why the word does not come back, empty if it does.
static std::string checkWord(isa::Word word, uint64_t address) {
  std::optional<isa::Inst> inst = isa::decode(word, smNumber);
  isa::Inst copy = *inst;
  std::string error;
  for (bool chooseForm : {false, true}) {
    if (chooseForm)
      copy.form = 0xff;
    std::optional<isa::Word> again = isa::encode(copy, smNumber, &error);
    if (!again)
      return "does not encode: " + error;
    if (*again == word)
      continue;
    std::optional<isa::Inst> other = isa::decode(*again, smNumber);
    if (!chooseForm || !other || !haveSameOperands(*inst, *other))
      return chooseForm ? "encodes to another word in the chosen form"
                        : "encodes to another word";
  }
  std::string text = toText(*inst, address, sass::AsmStyle::Full, true);
  std::optional<isa::Inst> parsed = fromText(text, address, error);
  if (!parsed)
    return "text does not parse: " + text + ": " + error;
  if (!(*parsed == *inst))
    return "text parses to another instruction: " + text + ": " +
           toText(*parsed, address, sass::AsmStyle::Full, true);
  if (isa::encode(*parsed, smNumber) != word)
    return "text encodes to another word: " + text;
  // This style hides operands and modifiers, but what it shows must stay.
  text = toText(*inst, address, sass::AsmStyle::NVDisasm, false);
  parsed = fromText(text, address, error);
  std::optional<isa::Word> again;
  if (parsed)
    again = isa::encode(*parsed, smNumber, &error);
  if (!again)
    return "nvdisasm's text does not assemble: " + text + ": " + error;
  inst = isa::decode(*again, smNumber);
  std::string second =
      inst ? toText(*inst, address, sass::AsmStyle::NVDisasm, false) : "";
  if (second != text)
    return "nvdisasm's text becomes another: " + text + ": " + second;
  return "";
}

/// What is counted as one kind of instruction: numbers among the modifiers, as
/// offsets, are operands.
static void printKind(const isa::Inst &inst) {
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  uint64_t mods = inst.mods;
  for (const isa::ModDesc &mod : desc.mods)
    if (mod.values.empty() && !*mod.flagSpelling && !mod.isSlotFlag)
      mods = mod.field.set(mods, 0);
  outs() << desc.name << ' ' << unsigned(inst.form) << ' '
         << format_hex_no_prefix(mods, 1) << '\n';
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "SASS text of instruction words\n");
  auto input = MemoryBuffer::getSTDIN();
  if (!input) {
    errs() << "cannot read standard input\n";
    return 1;
  }
  uint64_t address = 0;
  unsigned count = 0, unknown = 0, failed = 0;
  StringRef rest = (*input)->getBuffer();
  for (; !rest.empty(); address += 16) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    line = line.trim();
    if (line.empty()) {
      address -= 16;
      continue;
    }
    ++count;
    std::string error;
    if (parse) {
      std::optional<isa::Inst> inst = fromText(line, address, error);
      std::optional<isa::Word> word;
      if (inst)
        word = isa::encode(*inst, smNumber, &error);
      if (!word) {
        outs() << "error: " << line << ": " << error << "\n";
        ++failed;
        continue;
      }
      printWord(*word);
      outs() << "\n";
      continue;
    }
    isa::Word word;
    StringRef expected;
    if (expect) {
      std::tie(line, expected) = line.split(' ');
      address = 0;
    }
    if (line.size() != 32 || line.take_front(16).getAsInteger(16, word.hi) ||
        line.drop_front(16).getAsInteger(16, word.lo)) {
      errs() << "not a word: " << line << "\n";
      return 1;
    }
    std::optional<isa::Inst> inst = isa::decode(word, smNumber);
    if (!inst) {
      ++unknown;
      if (check)
        printWord(word);
      outs() << (check ? " no record" : "<unknown>")
             << (expect ? " " + expected : "") << "\n";
      continue;
    }
    if (kinds) {
      printKind(*inst);
      continue;
    }
    if (check) {
      std::string reason = checkWord(word, address);
      if (!reason.empty()) {
        ++failed;
        printWord(word);
        outs() << " " << reason << "\n";
      }
      continue;
    }
    std::string text = toText(*inst, address, style, control);
    if (expect) {
      std::optional<isa::Inst> again = fromText(text, address, error);
      // Aliases and hidden operands make another instruction at most in the
      // NVDisasm style.
      bool back = style == sass::AsmStyle::NVDisasm
                      ? again.has_value()
                      : again && isa::encode(*again, smNumber);
      if (StringRef(text).rtrim() != expected || !back) {
        ++failed;
        outs() << "expected: " << expected << "\nfound:    " << text << " "
               << error << "\n";
      }
      continue;
    }
    outs() << text << "\n";
  }
  if (expect)
    outs() << count << " words, " << unknown << " unknown, " << failed
           << " different\n";
  if (check)
    outs() << count << " words, " << unknown << " unknown, " << failed
           << " do not come back\n";
  return failed != 0 || ((expect || check) && unknown != 0);
}
