//===- IsaMutate.cpp - Whether the checks notice wrong tables -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isa-mutate --words=DIR [--count=200] [--seed=N] [--least=95]
//
// Plants one mistake in the tables (Mutation.h), each in a process of its own,
// and runs a fixed sample of checks:
//   the committed words of the files *smN*.txt in DIR: "word text", which must
//     decode, give the text and be given back by it; in files illegal-smN.txt,
//     words that must not decode;
//   the identities of Identities.h on random instructions.
// Writes the mistakes that nothing noticed. The exit code is 1 if fewer than
// --least percent were noticed.
//
// isa-mutate --illegal --sm=N writes words that break one rule each, with
// record, rule and the text that they would have: what the product must refuse.
//
//===----------------------------------------------------------------------===//

#include "Identities.h"
#include "MutableTables.h"
#include "Mutation.h"
#include "ptx-mlir/Format/SASS/AsmParser.h"
#include "ptx-mlir/Format/SASS/AsmPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace ptxmlir;

static cl::opt<std::string> wordsDir("words", cl::desc("folder of words"));
static cl::opt<uint64_t> mutations("count", cl::desc("mutations"),
                                   cl::init(200));
static cl::opt<uint64_t> seed("seed", cl::desc("number of the first one"),
                              cl::init(1));
static cl::opt<double> least("least", cl::desc("percent to be noticed"),
                             cl::init(95));
static cl::opt<uint64_t> identities("identities",
                                    cl::desc("random instructions per SM"),
                                    cl::init(2000));
static cl::opt<bool> verbose("verbose", cl::desc("write what noticed each"));
static cl::opt<bool> illegal("illegal", cl::desc("words that break a rule"));
static cl::opt<unsigned> smNumber("sm", cl::desc("SM number"), cl::init(90));

/// A mistake may make the codec loop.
constexpr unsigned kMaxSeconds = 120;

namespace {
/// A file of words.
struct WordFile {
  std::string name;
  unsigned sm;
  bool isIllegal;
  std::unique_ptr<MemoryBuffer> buffer;
};

/// How a mutation was noticed.
enum class Verdict : uint8_t { Nothing, Words, Identities, Crash };
} // namespace

static std::vector<WordFile> readWords() {
  std::vector<WordFile> files;
  std::error_code error;
  Regex pattern("(illegal-)?.*sm([0-9]+).*\\.txt$");
  for (sys::fs::directory_iterator it(wordsDir, error), end;
       it != end && !error; it.increment(error)) {
    std::string name = sys::path::filename(it->path()).str();
    SmallVector<StringRef, 4> matches;
    unsigned sm = 0;
    if (!pattern.match(name, &matches) || matches[2].getAsInteger(10, sm))
      continue;
    auto buffer = MemoryBuffer::getFile(it->path());
    if (buffer)
      files.push_back({name, sm, StringRef(name).starts_with("illegal-"),
                       std::move(*buffer)});
  }
  llvm::sort(files, [](const WordFile &a, const WordFile &b) {
    return a.name < b.name;
  });
  return files;
}

static bool parseWord(StringRef text, isa::Word &word) {
  return text.size() == 32 && !text.take_front(16).getAsInteger(16, word.hi) &&
         !text.drop_front(16).getAsInteger(16, word.lo);
}

/// Whether the word decodes to the text, and the full text gives it back.
static bool checkWord(isa::Word word, StringRef expected, unsigned sm) {
  std::optional<isa::Inst> inst = isa::decode(word, sm);
  if (!inst)
    return false;
  std::string text, full, error;
  raw_string_ostream os(text), fullStream(full);
  sass::PrintOptions options;
  options.address = 0;
  options.style = sass::AsmStyle::NVDisasm;
  sass::printInst(*inst, sm, os, options);
  if (StringRef(text).rtrim() != expected)
    return false;
  options.style = sass::AsmStyle::Full;
  options.control = true;
  sass::printInst(*inst, sm, fullStream, options);
  sass::ParseOptions parseOptions;
  parseOptions.address = 0;
  std::optional<isa::Inst> again =
      sass::parseInst(full, sm, error, parseOptions);
  std::optional<isa::Word> back;
  if (again)
    back = isa::encode(*again, sm);
  return back && *back == word;
}

/// The word that failed, empty if none did.
static std::string checkFile(const WordFile &file) {
  for (StringRef line : split(file.buffer->getBuffer(), '\n')) {
    auto [hex, text] = line.rtrim().split(' ');
    isa::Word word;
    if (!parseWord(hex, word))
      continue;
    if (file.isIllegal ? isa::decode(word, file.sm).has_value()
                       : !checkWord(word, text, file.sm))
      return file.name + " " + line.str();
  }
  return "";
}

static Verdict runSample(ArrayRef<WordFile> files, std::string &what) {
  isa::IdentityOptions options;
  options.insts = identities;
  // Bits beside a field are seen only in words that have them.
  options.words = 50 * identities;
  options.textEvery = 500;
  options.stopAt = 1;
  raw_string_ostream os(what);
  for (unsigned sm : isa::kAllSMs)
    if (!isa::IdentityChecker(sm, options, os).run())
      return Verdict::Identities;
  what.clear();
  for (const WordFile &file : files)
    if (!(what = checkFile(file)).empty())
      return Verdict::Words;
  return Verdict::Nothing;
}

/// Runs the sample with mutation `number` in a child process.
static Verdict tryMutation(uint64_t number, ArrayRef<WordFile> files,
                           std::string &report) {
  int fds[2];
  if (pipe(fds) != 0)
    return Verdict::Nothing;
  pid_t child = fork();
  if (child == 0) {
    close(fds[0]);
    alarm(kMaxSeconds);
    std::string text = number ? isa::mutateTables(number) : "nothing", what;
    (void)!write(fds[1], text.data(), text.size());
    Verdict verdict = runSample(files, what);
    what = "\n    " + what;
    (void)!write(fds[1], what.data(), what.size());
    _exit(int(verdict));
  }
  close(fds[1]);
  char data[4096];
  for (ssize_t n; (n = read(fds[0], data, sizeof(data))) > 0;)
    report.append(data, size_t(n));
  close(fds[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return Verdict::Nothing;
  return WIFEXITED(status) ? Verdict(WEXITSTATUS(status)) : Verdict::Crash;
}

/// One word for each rule that only it breaks, in each form.
static void writeIllegal() {
  for (isa::MutableInst &inst : isa::getMutableInsts()) {
    const std::vector<isa::RuleDesc> all = inst.rules;
    const std::vector<std::vector<isa::CondDesc>> conds = inst.conds;
    auto set = [&](size_t from, size_t to, bool inside) {
      inst.rules.clear();
      inst.conds.clear();
      for (size_t i = 0; i < all.size(); ++i)
        if ((i >= from && i < to) == inside) {
          inst.rules.push_back(all[i]);
          inst.conds.push_back(conds[i]);
        }
      isa::updateRules(inst);
    };
    for (size_t rule = 0; rule < all.size(); ++rule) {
      if (!all[rule].holdsFor(smNumber))
        continue;
      // Only this rule is left to be broken.
      bool found = false;
      for (size_t f = 0; f < inst.forms.size() && !found; ++f) {
        if (!inst.forms[f].holdsFor(smNumber))
          continue;
        isa::RandomOptions options;
        options.control = false;
        options.aligned = true;
        isa::RandomInsts insts(smNumber, 1, options);
        for (unsigned tries = 0; tries < 300 && !found; ++tries) {
          set(rule, rule + 1, false);
          std::optional<isa::Inst> made = insts.make(inst.forms[f]);
          if (!made)
            break;
          set(rule, rule + 1, true);
          if (!isa::findBrokenRule(*made, inst.forms[f], smNumber))
            continue;
          set(rule, rule + 1, false);
          std::optional<isa::Word> word = isa::encode(*made, smNumber);
          // Another record may have the word.
          set(0, all.size(), true);
          if (!word || isa::decode(*word, smNumber))
            continue;
          found = true;
          // Its text if there were no rule.
          std::string text;
          raw_string_ostream os(text);
          sass::PrintOptions printOptions;
          printOptions.style = sass::AsmStyle::NVDisasm;
          printOptions.address = 0;
          sass::printInst(*made, smNumber, os, printOptions);
          outs() << isa::toHex(*word) << " " << inst.desc.name << " " << rule
                 << " " << text << "\n";
        }
      }
    }
    set(0, all.size(), true);
  }
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Mistakes in instruction tables\n");
  if (illegal) {
    writeIllegal();
    return 0;
  }
  std::vector<WordFile> files = readWords();
  if (files.empty()) {
    errs() << "no words in '" << wordsDir << "'\n";
    return 1;
  }
  // Right tables must pass.
  std::string clean;
  if (tryMutation(0, files, clean) != Verdict::Nothing) {
    errs() << "the sample fails without a mutation: " << clean << "\n";
    return 1;
  }
  uint64_t by[4] = {};
  for (uint64_t number = seed; number < seed + mutations; ++number) {
    std::string report;
    Verdict verdict = tryMutation(number, files, report);
    ++by[unsigned(verdict)];
    if (verdict == Verdict::Nothing)
      outs() << "not noticed: #" << number << " "
             << StringRef(report).split('\n').first << "\n";
    else if (verbose)
      outs() << "#" << number << " " << report << "\n";
  }
  uint64_t noticed = mutations - by[0];
  double percent = 100.0 * double(noticed) / double(mutations);
  outs() << mutations << " mutations, " << noticed << " noticed ("
         << format("%.1f", percent) << " %): " << by[2] << " by identities, "
         << by[1] << " by committed words, " << by[3] << " by crashes\n";
  return percent >= least ? 0 : 1;
}
