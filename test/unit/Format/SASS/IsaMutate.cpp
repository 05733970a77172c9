//===- IsaMutate.cpp - Whether the checks notice wrong tables -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isa-mutate --words=DIR [--runs=FILE] [--oracle=DIR] [--count=200] [--seed=N]
//            [--least=95] [--least-oracle=100]
//
// Plants one mistake in the tables (Mutation.h), each in a process of its own,
// and runs a fixed sample of checks:
//   tables: what sass-tblgen refuses (TableChecks.h);
//   identities on random instructions and words (Identities.h);
//   words: the committed words of the files *smN*.txt in DIR: "word text",
//     which must decode, give the text and be given back by it; in files
//     illegal-smN.txt, words that must not decode;
//   execution: with --runs, kernels whose results are known (KernelRuns.h);
//   nvdisasm: with --oracle, words of the files smN.txt in that folder, drawn
//     from the right tables, with NVIDIA's text (each word lies 16 bytes after
//     the last), and words of the changed record drawn from the wrong tables,
//     which nvdisasm must write as we do.
// Writes what each check noticed and the mistakes that nothing but nvdisasm, or
// nothing, noticed. The exit code is 1 if fewer than --least percent were
// noticed without nvdisasm, or with --oracle fewer than --least-oracle with it.
//
// isa-mutate --illegal --sm=N writes words that break one rule each, with
// record, rule and the text that they would have: what the product must refuse.
//
//===----------------------------------------------------------------------===//

#include "../../ISA/TableChecks.h"
#include "Disassembler.h"
#include "Identities.h"
#include "KernelRuns.h"
#include "Mutation.h"
#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace ptxmlir;

static cl::opt<std::string> wordsDir("words", cl::desc("folder of words"));
static cl::opt<std::string> runsFile("runs", cl::desc("kernels to execute"));
static cl::opt<std::string> oracleDir("oracle",
                                      cl::desc("folder of nvdisasm's words"));
static cl::opt<uint64_t> mutations("count", cl::desc("mutations"),
                                   cl::init(200));
static cl::opt<uint64_t> seed("seed", cl::desc("number of the first one"),
                              cl::init(1));
static cl::opt<double> least("least", cl::desc("percent to be noticed"),
                             cl::init(95));
static cl::opt<double> leastOracle("least-oracle",
                                   cl::desc("the same, with nvdisasm"),
                                   cl::init(100));
static cl::opt<uint64_t> identities("identities",
                                    cl::desc("random instructions per SM"),
                                    cl::init(2000));
static cl::opt<unsigned>
    drawn("drawn", cl::desc("words of a record for nvdisasm"), cl::init(1000));
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
  /// The words lie one after another.
  bool isListing;
  std::unique_ptr<MemoryBuffer> buffer;
};

/// What the checks work on; read once.
struct Sample {
  std::vector<WordFile> words, oracle;
  std::vector<exec::KernelRun> runs;
};

enum Check : unsigned { Tables, Identity, Words, Execution, Oracle, NumChecks };
constexpr const char *kCheckNames[] = {"tables", "identities", "words",
                                       "execution", "nvdisasm"};

struct Outcome {
  std::string mutation;
  /// Bit c: check c noticed it.
  unsigned noticed = 0;
  std::string reports;

  bool withoutOracle() const { return noticed & ~(1u << Oracle); }
};
} // namespace

static std::vector<WordFile> readWords(StringRef dir, bool isListing) {
  std::vector<WordFile> files;
  std::error_code error;
  Regex pattern("(illegal-)?.*sm([0-9]+).*\\.txt$");
  for (sys::fs::directory_iterator it(dir, error), end; it != end && !error;
       it.increment(error)) {
    std::string name = sys::path::filename(it->path()).str();
    SmallVector<StringRef, 4> matches;
    unsigned sm = 0;
    if (!pattern.match(name, &matches) || matches[2].getAsInteger(10, sm))
      continue;
    auto buffer = MemoryBuffer::getFile(it->path());
    if (buffer)
      files.push_back({name, sm, StringRef(name).starts_with("illegal-"),
                       isListing, std::move(*buffer)});
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
static bool checkWord(isa::Word word, StringRef expected, unsigned sm,
                      uint64_t address) {
  std::optional<isa::Inst> inst = isa::decode(word, sm);
  if (!inst)
    return false;
  std::string text, full, error;
  raw_string_ostream os(text), fullStream(full);
  sass::PrintOptions options;
  options.address = address;
  options.style = sass::AsmStyle::NVDisasm;
  sass::printInst(*inst, sm, os, options);
  if (isa::cleanText(text) != isa::cleanText(expected))
    return false;
  options.style = sass::AsmStyle::Full;
  options.control = true;
  sass::printInst(*inst, sm, fullStream, options);
  sass::ParseOptions parseOptions;
  parseOptions.address = address;
  std::optional<isa::Inst> again =
      sass::parseInst(full, sm, error, parseOptions);
  std::optional<isa::Word> back;
  if (again)
    back = isa::encode(*again, sm);
  return back && *back == word;
}

/// The word that failed, empty if none did.
static std::string checkFiles(ArrayRef<WordFile> files) {
  for (const WordFile &file : files) {
    uint64_t address = 0;
    for (StringRef line : split(file.buffer->getBuffer(), '\n')) {
      auto [hex, text] = line.rtrim().split(' ');
      isa::Word word;
      if (!parseWord(hex, word))
        continue;
      if (file.isIllegal
              ? isa::decode(word, file.sm).has_value()
              : !checkWord(word, text, file.sm, file.isListing ? address : 0))
        return file.name + " " + line.str();
      address += 16;
    }
  }
  return "";
}

static std::string checkIdentities() {
  isa::IdentityOptions options;
  options.insts = identities;
  // Bits beside a field are seen only in words that have them.
  options.words = 50 * identities;
  options.textEvery = 500;
  options.stopAt = 1;
  std::string what;
  raw_string_ostream os(what);
  for (unsigned sm : isa::kAllSMs)
    if (!isa::IdentityChecker(sm, options, os).run())
      return what;
  return "";
}

static std::string checkRuns(std::vector<exec::KernelRun> &runs) {
  for (const exec::KernelRun &run : runs)
    if (Error error = exec::checkKernelRun(run))
      return run.name + ": " + toString(std::move(error));
  return "";
}

static std::string runCheck(Check check, Sample &sample,
                            std::optional<isa::Opcode> changed) {
  switch (check) {
  case Tables:
    return isa::checkTables(isa::getAllInsts());
  case Identity:
    return checkIdentities();
  case Words:
    return checkFiles(sample.words);
  case Execution:
    return checkRuns(sample.runs);
  case Oracle: {
    if (sample.oracle.empty())
      return "";
    std::string what = checkFiles(sample.oracle);
    return what.empty() && changed
               ? isa::checkRecord(isa::getDesc(*changed), drawn)
               : what;
  }
  case NumChecks:
    break;
  }
  return "";
}

/// Runs check `check` with mutation `number`, 0 for none, in a process of its
/// own: a wrong table may crash or stop it. Returns what was noticed.
static std::string runInChild(uint64_t number, Check check, Sample &sample,
                              std::string &mutation) {
  int fds[2];
  if (pipe(fds) != 0)
    return "no pipe";
  pid_t child = fork();
  if (child == 0) {
    close(fds[0]);
    alarm(kMaxSeconds);
    std::string text = "nothing";
    std::optional<isa::Opcode> changed;
    if (number) {
      isa::Mutation done = isa::mutateTables(number);
      text = done.what;
      changed = done.opcode;
    }
    text += "\n";
    (void)!write(fds[1], text.data(), text.size());
    std::string what = runCheck(check, sample, changed);
    (void)!write(fds[1], what.data(), what.size());
    _exit(0);
  }
  close(fds[1]);
  char data[4096];
  std::string report;
  for (ssize_t n; (n = read(fds[0], data, sizeof(data))) > 0;)
    report.append(data, size_t(n));
  close(fds[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return "no process";
  auto [done, what] = StringRef(report).split('\n');
  mutation = done.str();
  if (!WIFEXITED(status))
    return "crashes or does not end";
  return what.str();
}

static Outcome tryMutation(uint64_t number, Sample &sample) {
  Outcome outcome;
  for (unsigned c = 0; c < NumChecks; ++c) {
    std::string what = runInChild(number, Check(c), sample, outcome.mutation);
    if (what.empty())
      continue;
    outcome.noticed |= 1u << c;
    outcome.reports += std::string("    ") + kCheckNames[c] + ": " +
                       StringRef(what).split('\n').first.str() + "\n";
  }
  return outcome;
}

static void report(StringRef what, uint64_t noticed) {
  outs() << what << ": " << noticed << " of " << mutations << " noticed ("
         << format("%.1f", 100.0 * double(noticed) / double(mutations))
         << " %)\n";
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Mistakes in instruction tables\n");
  if (illegal) {
    isa::writeIllegalWords(smNumber);
    return 0;
  }
  Sample sample;
  sample.words = readWords(wordsDir, false);
  if (sample.words.empty()) {
    errs() << "no words in '" << wordsDir << "'\n";
    return 1;
  }
  if (!oracleDir.empty())
    sample.oracle = readWords(oracleDir, true);
  if (!runsFile.empty()) {
    auto runs = exec::readKernelRuns(runsFile);
    if (!runs) {
      errs() << toString(runs.takeError()) << "\n";
      return 1;
    }
    sample.runs = std::move(*runs);
  }
  // Right tables must pass.
  Outcome clean = tryMutation(0, sample);
  if (clean.noticed) {
    errs() << "the sample fails without a mutation:\n" << clean.reports;
    return 1;
  }
  uint64_t by[NumChecks] = {}, without = 0, with = 0;
  for (uint64_t number = seed; number < seed + mutations; ++number) {
    Outcome outcome = tryMutation(number, sample);
    without += outcome.withoutOracle();
    with += outcome.noticed != 0;
    for (unsigned c = 0; c < NumChecks; ++c)
      by[c] += outcome.noticed >> c & 1;
    if (!outcome.withoutOracle())
      outs() << (outcome.noticed ? "only by nvdisasm: #" : "not noticed: #")
             << number << " " << outcome.mutation << "\n"
             << outcome.reports;
    else if (verbose)
      outs() << "#" << number << " " << outcome.mutation << "\n"
             << outcome.reports;
    outs().flush();
  }
  for (unsigned c = 0; c < NumChecks; ++c)
    if ((c != Execution || !sample.runs.empty()) &&
        (c != Oracle || !sample.oracle.empty()))
      report(kCheckNames[c], by[c]);
  report("without nvdisasm", without);
  if (!sample.oracle.empty())
    report("with nvdisasm", with);
  bool enough = 100.0 * double(without) >= least * double(mutations);
  if (!sample.oracle.empty())
    enough &= 100.0 * double(with) >= leastOracle * double(mutations);
  return enough ? 0 : 1;
}
