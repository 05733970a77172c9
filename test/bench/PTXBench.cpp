//===- PTXBench.cpp - Where the time of reading PTX goes ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx-bench FILE INSTRUCTIONS: nanoseconds per instruction of the phases of an
// import, each phase alone as far as that can be done, all in CPU time of the
// process. utils/bench/parsing.py makes the file and counts its instructions.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "mlir/IR/Verifier.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>
#include <ctime>

using namespace ptxmlir;

static llvm::StringRef input;
static double instructions = 1;

static void setPerInstruction(benchmark::State &state, double seconds) {
  state.counters["ns"] = benchmark::Counter(seconds * 1e9 / instructions /
                                            double(state.iterations()));
}

/// A context that has the dialect and nothing else.
static std::unique_ptr<mlir::MLIRContext> makeContext() {
  auto context = std::make_unique<mlir::MLIRContext>(
      mlir::MLIRContext::Threading::DISABLED);
  context->disableMultithreading();
  context->loadDialect<ptx::PTXDialect>();
  return context;
}

static double secondsOf(llvm::function_ref<void()> action) {
  std::clock_t start = std::clock();
  action();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

static void lexing(benchmark::State &state) {
  double seconds = 0;
  for (auto _ : state)
    seconds += secondsOf([&] {
      ptx::Lexer lexer(input);
      for (ptx::Token token = lexer.lex(); !token.is(ptx::Tok::Eof);
           token = lexer.lex()) {
        // As the parser asks for them: an opcode is one token.
        if (token.is(ptx::Tok::Identifier))
          lexer.extendOpcode(token);
        benchmark::DoNotOptimize(token);
      }
    });
  setPerInstruction(state, seconds);
}

static ptx::ImportOptions optionsOfDriver() {
  ptx::ImportOptions options;
  options.lineLocations = true;
  return options;
}

/// The import with the share of its phases.
static void importing(benchmark::State &state) {
  ptx::ImportTimes times;
  ptx::ImportOptions options = optionsOfDriver();
  options.times = &times;
  double seconds = 0;
  for (auto _ : state) {
    auto context = makeContext();
    mlir::OwningOpRef<mlir::ModuleOp> module;
    seconds += secondsOf([&] {
      module = ptx::importPTX(input, "input.ptx", context.get(), options);
    });
    if (!module)
      return state.SkipWithError("the input is refused");
  }
  setPerInstruction(state, seconds);
  auto share = [&](const char *name, std::chrono::nanoseconds time) {
    state.counters[name] = benchmark::Counter(
        double(time.count()) / instructions / double(state.iterations()));
  };
  share("statements", times.statements);
  share("flow", times.flow);
  share("operations", times.operations);
}

/// Runs `action` on the imported module.
static void onModule(benchmark::State &state,
                     llvm::function_ref<void(mlir::ModuleOp)> action) {
  auto context = makeContext();
  auto module =
      ptx::importPTX(input, "input.ptx", context.get(), optionsOfDriver());
  if (!module)
    return state.SkipWithError("the input is refused");
  double seconds = 0;
  for (auto _ : state)
    seconds += secondsOf([&] { action(*module); });
  setPerInstruction(state, seconds);
}

static void verification(benchmark::State &state) {
  onModule(state, [&](mlir::ModuleOp module) {
    if (mlir::failed(mlir::verify(module)))
      state.SkipWithError("invalid");
  });
}

/// The same operations once more: what it costs to make them when types,
/// attributes and locations are there.
static void opCreation(benchmark::State &state) {
  auto context = makeContext();
  auto module =
      ptx::importPTX(input, "input.ptx", context.get(), optionsOfDriver());
  if (!module)
    return state.SkipWithError("the input is refused");
  double seconds = 0;
  for (auto _ : state) {
    mlir::OwningOpRef<mlir::ModuleOp> copy;
    seconds += secondsOf([&] { copy = module->clone(); });
  }
  setPerInstruction(state, seconds);
}

/// The locations of the operations, made in a context that has none.
static void locations(benchmark::State &state) {
  auto context = makeContext();
  auto module =
      ptx::importPTX(input, "input.ptx", context.get(), optionsOfDriver());
  if (!module)
    return state.SkipWithError("the input is refused");
  std::vector<std::pair<unsigned, unsigned>> places;
  module->walk([&](mlir::Operation *op) {
    if (auto loc = mlir::dyn_cast<ptx::LineLoc>(op->getLoc())) {
      std::pair<unsigned, unsigned> place(loc.getLine(), loc.getColumn());
      if (places.empty() || places.back() != place)
        places.push_back(place);
    }
  });
  double seconds = 0;
  for (auto _ : state) {
    auto fresh = makeContext();
    auto file = mlir::StringAttr::get(fresh.get(), "input.ptx");
    seconds += secondsOf([&] {
      for (auto [line, column] : places)
        benchmark::DoNotOptimize(
            ptx::LineLoc::get(fresh.get(), file, line, column));
    });
  }
  setPerInstruction(state, seconds);
  state.counters["locations"] = double(places.size()) / instructions;
}

BENCHMARK(lexing);
BENCHMARK(importing);
BENCHMARK(opCreation);
BENCHMARK(locations);
BENCHMARK(verification);

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  std::unique_ptr<llvm::MemoryBuffer> file;
  if (argc == 3)
    if (auto buffer = llvm::MemoryBuffer::getFile(argv[1]))
      file = std::move(*buffer);
  if (!file || llvm::StringRef(argv[2]).getAsDouble(instructions)) {
    llvm::errs() << "usage: ptx-bench FILE INSTRUCTIONS [--benchmark_...]\n";
    return 1;
  }
  input = file->getBuffer();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
