//===- RoundTrip.cpp - Decodes and encodes cubins again -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isa-roundtrip [--sm=N] cubin...: every instruction word of every .text
// section is decoded and encoded again, with the form it was decoded from and
// with the form left to the encoder; both must give the same 16 bytes. Prints
// what does not, by opcode key, and a summary; exits with 1 if there was any.
// With --regs, prints instead the registers that each instruction reads and
// writes, which utils/isa/check_registers.py compares with nvdisasm's.
//
//===----------------------------------------------------------------------===//

#include "CubinText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include <map>
#include <vector>

using namespace llvm;
using namespace ptxmlir;

static cl::list<std::string> files(cl::Positional, cl::desc("<cubins>"));
static cl::opt<unsigned>
    smOption("sm", cl::desc("SM number instead of the file's"), cl::init(0));
static cl::opt<unsigned>
    maxShown("show", cl::desc("words shown per opcode key"), cl::init(4));
static cl::opt<bool> printRegs("regs",
                               cl::desc("print registers read and written"));

namespace {
struct Failure {
  isa::Word word;
  std::string reason;
};
struct Statistics {
  uint64_t words = 0, failed = 0;
  std::map<unsigned, std::vector<Failure>> failures; // by opcode key
};
} // namespace

static void checkWord(isa::Word word, unsigned sm, Statistics &stats) {
  ++stats.words;
  std::string reason;
  std::optional<isa::Inst> inst = isa::decode(word, sm);
  if (!inst) {
    reason = "does not decode";
  } else {
    isa::Inst copy = *inst;
    for (bool chooseForm : {false, true}) {
      if (chooseForm)
        copy.form = 0xff;
      std::string error;
      std::optional<isa::Word> again = isa::encode(copy, sm, &error);
      if (!again)
        reason = "does not encode: " + error;
      else if (*again != word)
        reason = std::string(isa::getDesc(inst->opcode).name) +
                 " encodes to 0x" + utohexstr(again->hi, true, 16) +
                 utohexstr(again->lo, true, 16) +
                 (chooseForm ? " in the chosen form" : "");
      if (!reason.empty())
        break;
    }
  }
  if (reason.empty())
    return;
  ++stats.failed;
  unsigned key = unsigned(word.lo & 0xfff) | unsigned(word.hi >> 27 & 1) << 12;
  stats.failures[key].push_back({word, reason});
}

static void printRanges(ArrayRef<isa::RegRange> ranges) {
  static const char *const files[] = {"", "R", "UR", "P", "UP", "B"};
  outs() << " |";
  for (const isa::RegRange &range : ranges)
    for (unsigned i = 0; i < range.count; ++i)
      outs() << " " << files[range.file] << range.first + i;
}

/// One line: address, record, registers read, registers written.
static void printRegisters(isa::Word word, unsigned sm, uint64_t address) {
  outs() << utohexstr(address, true) << " ";
  std::optional<isa::Inst> inst = isa::decode(word, sm);
  if (!inst) {
    outs() << "?\n";
    return;
  }
  SmallVector<isa::RegRange> reads, writes;
  isa::collectRegs(*inst, reads, writes);
  outs() << isa::getDesc(inst->opcode).name;
  printRanges(reads);
  printRanges(writes);
  outs() << "\n";
}

static bool checkFile(StringRef path, Statistics &stats) {
  return forEachTextSection(
      path, smOption,
      [&](StringRef name, unsigned sm, ArrayRef<isa::Word> words) {
        if (printRegs)
          outs() << "section " << name << "\n";
        for (auto [i, word] : enumerate(words)) {
          if (printRegs)
            printRegisters(word, sm, 16 * i);
          else
            checkWord(word, sm, stats);
        }
      });
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  Statistics stats;
  bool ok = true;
  for (const std::string &file : files)
    ok &= checkFile(file, stats);
  if (printRegs)
    return ok ? 0 : 1;
  for (const auto &[key, list] : stats.failures) {
    outs() << format("key %03x.%u: %zu words\n", key & 0xfff, key >> 12,
                     list.size());
    for (size_t i = 0; i < list.size() && i < maxShown; ++i)
      outs() << format("  0x%016llx%016llx ",
                       (unsigned long long)list[i].word.hi,
                       (unsigned long long)list[i].word.lo)
             << list[i].reason << "\n";
  }
  outs() << stats.words << " words, " << stats.failed << " failed\n";
  return ok && stats.failed == 0 ? 0 : 1;
}
