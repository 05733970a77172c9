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
// --check, only words whose text does not parse back to the same instruction,
// and a summary, are written, and the exit code tells. With --parse, standard
// input is text, and words are written. With --expect, each word is followed by
// a blank and the text that it must give.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/SASS/AsmParser.h"
#include "ptx-mlir/Format/SASS/AsmPrinter.h"
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
static cl::opt<bool> parse("parse", cl::desc("read text, write words"));

static std::string toText(const isa::Inst &inst, uint64_t address) {
  std::string text;
  raw_string_ostream os(text);
  sass::PrintOptions options;
  options.style = style;
  options.address = address;
  options.control = control || check;
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
      if (!check)
        outs() << "<unknown>" << (expect ? " " + expected : "") << "\n";
      continue;
    }
    std::string text = toText(*inst, address);
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
    if (!check) {
      outs() << text << "\n";
      continue;
    }
    std::optional<isa::Inst> again = fromText(text, address, error);
    if (again && *again == *inst)
      continue;
    ++failed;
    printWord(word);
    outs() << " " << text << ": "
           << (again
                   ? "parses to another instruction: " + toText(*again, address)
                   : error)
           << "\n";
  }
  if (expect)
    outs() << count << " words, " << unknown << " unknown, " << failed
           << " different\n";
  if (check)
    outs() << count << " words, " << unknown << " unknown, " << failed
           << " not parsed back\n";
  return failed != 0 || (expect && unknown != 0);
}
