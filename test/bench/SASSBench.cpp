//===- SASSBench.cpp - Speed of the codec, the text and the ops -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sample are the words of test/Format/SASS/Inputs: ptxas made them, and
// they show each opcode, form and modifier, so rare instructions weigh more
// than they do in a program. The figures are instructions a second on one core.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <benchmark/benchmark.h>

using namespace llvm;
using namespace ptxmlir;

namespace {
struct Sample {
  std::vector<isa::Word> words;
  std::vector<isa::Inst> insts;
};
} // namespace

static void readWords(const Twine &name, Sample &sample) {
  auto buffer = MemoryBuffer::getFile(PTXMLIR_WORDS_DIR "/" + name);
  if (!buffer)
    return;
  StringRef rest = (*buffer)->getBuffer();
  while (!rest.empty()) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    isa::Word word;
    if (line.size() >= 32 && !line.substr(0, 16).getAsInteger(16, word.hi) &&
        !line.substr(16, 16).getAsInteger(16, word.lo))
      sample.words.push_back(word);
  }
}

/// The words of an SM; ends the program if one is not legal, for then the
/// figures would mean nothing.
static const Sample &getSample(unsigned sm) {
  static std::map<unsigned, Sample> samples;
  auto [it, isNew] = samples.try_emplace(sm);
  Sample &sample = it->second;
  if (!isNew)
    return sample;
  std::string number = std::to_string(sm);
  for (const char *kind : {"words", "memory", "matrix-words"})
    readWords("sm" + number + "-" + kind + ".txt", sample);
  readWords("alu-sm" + number + ".txt", sample);
  for (isa::Word word : sample.words) {
    std::optional<isa::Inst> inst = isa::decode(word, sm);
    if (!inst || isa::encode(*inst, sm) != word) {
      errs() << "sm_" << sm << ": a word of the sample has no record\n";
      exit(1);
    }
    sample.insts.push_back(*inst);
  }
  if (sample.words.empty()) {
    errs() << "sm_" << sm << ": no words in " PTXMLIR_WORDS_DIR "\n";
    exit(1);
  }
  return sample;
}

static void decodeWords(benchmark::State &state) {
  unsigned sm = unsigned(state.range(0));
  const Sample &sample = getSample(sm);
  for (auto _ : state)
    for (isa::Word word : sample.words)
      benchmark::DoNotOptimize(isa::decode(word, sm));
  state.SetItemsProcessed(state.iterations() * int64_t(sample.words.size()));
}
BENCHMARK(decodeWords)->Arg(75)->Arg(90)->Arg(100)->Arg(120);

static void encodeInsts(benchmark::State &state) {
  unsigned sm = unsigned(state.range(0));
  const Sample &sample = getSample(sm);
  for (auto _ : state)
    for (const isa::Inst &inst : sample.insts)
      benchmark::DoNotOptimize(isa::encode(inst, sm));
  state.SetItemsProcessed(state.iterations() * int64_t(sample.insts.size()));
}
BENCHMARK(encodeInsts)->Arg(75)->Arg(90)->Arg(100)->Arg(120);

/// The form left to the encoder, as it is for instructions that were not
/// decoded.
static void encodeChoosingForms(benchmark::State &state) {
  unsigned sm = unsigned(state.range(0));
  std::vector<isa::Inst> insts = getSample(sm).insts;
  for (isa::Inst &inst : insts)
    inst.form = 0xff;
  for (auto _ : state)
    for (const isa::Inst &inst : insts)
      benchmark::DoNotOptimize(isa::encode(inst, sm));
  state.SetItemsProcessed(state.iterations() * int64_t(insts.size()));
}
BENCHMARK(encodeChoosingForms)->Arg(75)->Arg(90)->Arg(100)->Arg(120);

static void printText(benchmark::State &state) {
  unsigned sm = unsigned(state.range(0));
  const Sample &sample = getSample(sm);
  sass::PrintOptions options;
  options.address = 0;
  options.style = sass::AsmStyle::NVDisasm;
  std::string text;
  for (auto _ : state)
    for (const isa::Inst &inst : sample.insts) {
      text.clear();
      raw_string_ostream os(text);
      sass::printInst(inst, sm, os, options);
      benchmark::DoNotOptimize(text.data());
    }
  state.SetItemsProcessed(state.iterations() * int64_t(sample.insts.size()));
}
BENCHMARK(printText)->Arg(90)->Arg(100);

static void parseText(benchmark::State &state) {
  unsigned sm = unsigned(state.range(0));
  std::vector<std::string> texts;
  for (const isa::Inst &inst : getSample(sm).insts) {
    raw_string_ostream os(texts.emplace_back());
    sass::printInst(inst, sm, os);
  }
  std::string error;
  for (auto _ : state)
    for (const std::string &text : texts)
      benchmark::DoNotOptimize(sass::parseInst(text, sm, error));
  state.SetItemsProcessed(state.iterations() * int64_t(texts.size()));
}
BENCHMARK(parseText)->Arg(90)->Arg(100);

/// One op after another at the end of a block.
static void createOps(benchmark::State &state) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<sass::SASSDialect>();
  mlir::OpBuilder builder(&context);
  mlir::Location loc = builder.getUnknownLoc();
  const Sample &sample = getSample(unsigned(state.range(0)));
  for (auto _ : state) {
    mlir::Block block;
    builder.setInsertionPointToEnd(&block);
    for (const isa::Inst &inst : sample.insts)
      benchmark::DoNotOptimize(sass::createInst(builder, loc, inst));
    // Taking the ops down again is not what is measured.
    state.PauseTiming();
    block.clear();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * int64_t(sample.insts.size()));
}
BENCHMARK(createOps)->Arg(90);

BENCHMARK_MAIN();
