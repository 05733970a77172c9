//===- Bisect.cpp - The first wrong phase by binary search ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipeline runs anew for each step, on a copy of the input; the kernel is
// executed at one place of it. Where the results change more than once, the
// search ends at one of the changes to a wrong result.
//
//===----------------------------------------------------------------------===//

#include "Validator.h"
#include "mlir/IR/Diagnostics.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::validation;

namespace {
/// A kernel at one stop.
struct Sample {
  RunResult result;
  std::string name, writer;
  bool isPTX = false;
  unsigned last = 0; ///< the last stop that the pipeline has
};

class Bisection {
public:
  Bisection(Validator::Impl &state, ModuleOp input)
      : state(state), input(input) {}

  /// Executes `kernel` at stop `ordinal`, or at the last one. With `watch`,
  /// also looks for the writer of a byte.
  Sample sample(StringRef kernel, std::optional<unsigned> ordinal,
                std::optional<uint64_t> watch = {});
  void search(StringRef name, Validator::Impl::Kernel &kernel);

private:
  Validator::Impl &state;
  ModuleOp input;
  unsigned executions = 0;
};
} // namespace

Sample Bisection::sample(StringRef kernel, std::optional<unsigned> ordinal,
                         std::optional<uint64_t> watch) {
  Sample sample;
  sample.result.error = "the compilation fails";
  OwningOpRef<ModuleOp> module = input.clone();
  // They come once more when the pipeline runs in earnest.
  ScopedDiagnosticHandler handler(module->getContext(),
                                  [](Diagnostic &) { return success(); });
  PassManager pm(module->getContext());
  if (failed(state.build(pm)))
    return sample;
  const KernelLaunch &launch = state.kernels.find(kernel)->second.launch;
  auto take = [&](const Stop &stop) {
    Operation *op = findKernel(stop.module, kernel);
    sample.isPTX = llvm::isa_and_nonnull<ptx::EntryOp>(op);
    sample.name = stop.name;
    if (watch && !stop.isCubin)
      sample.writer = stop.findWriter(launch, *watch);
    else
      sample.result = stop.run(launch);
    if (stop.isCubin)
      sample.result.hazards.clear();
    ++executions;
  };
  pm.addInstrumentation(std::make_unique<PhaseWalker>(
      pm, state.options.level, [](ModuleOp) {},
      [&](const Stop &stop) {
        if (stop.kernel != kernel)
          return;
        sample.last = stop.ordinal;
        // Hazards are those of the code before it became a cubin.
        if (ordinal ? stop.ordinal == *ordinal : stop.isCubin)
          take(stop);
      }));
  (void)pm.run(*module);
  return sample;
}

void Bisection::search(StringRef name, Validator::Impl::Kernel &kernel) {
  executions = 0;
  unsigned last = sample(name, ~0u).last;
  unsigned good = 0;
  Sample want = sample(name, 0);
  // What the interpreter cannot run, or what may be contracted, is compared
  // with the first stop in machine code.
  auto isWrong = [&](const Sample &got, std::optional<Difference> &difference) {
    return state.judge(kernel, want.isPTX, got.isPTX, want.result, got.result,
                       difference) == Validator::Impl::Verdict::Wrong;
  };
  bool replace = want.result.isUnsupported ||
                 (state.options.fmad && kernel.kind.contractible);
  while (want.isPTX && replace && good < last)
    want = sample(name, ++good);
  if (!want.result.error.empty())
    return state.giveUp(kernel, name, "not run: " + want.result.error);

  // Of the cubin and the code before it: whichever is wrong first.
  unsigned bad = last;
  std::optional<Difference> difference;
  Sample found;
  auto test = [&](unsigned ordinal) {
    Sample got = sample(name, ordinal);
    std::optional<Difference> d;
    if (!isWrong(got, d))
      return false;
    difference = d;
    found = std::move(got);
    return true;
  };
  if (bad <= good || (!test(bad) && (--bad <= good || !test(bad)))) {
    state.log << "bisect: kernel '" << name
              << "': no phase changes the result (" << executions << " runs)\n";
    kernel.isOver = true;
    return;
  }
  while (bad - good > 1) {
    unsigned middle = good + (bad - good) / 2;
    if (test(middle))
      bad = middle;
    else
      good = middle;
  }
  state.hasFailed = kernel.isOver = true;
  state.log << "bisect: kernel '" << name << "': " << found.name
            << " changes the result: " << difference->text << '\n';
  if (difference->isMemory) {
    std::string writer = sample(name, bad, difference->address).writer;
    if (!writer.empty())
      state.log << "  written by " << writer << '\n';
  }
  state.log << "  stop " << bad << " of " << last << ", " << executions
            << " runs\n";
}

void Validator::Impl::bisect(ModuleOp module) {
  OwningOpRef<ModuleOp> input = module.clone();
  for (auto &[name, kernel] : kernels)
    if (!kernel.isOver)
      Bisection(*this, *input).search(name, kernel);
}
