//===- Validation.cpp - Runs kernels before and after each phase ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs kernels before and after phases and reports the first that changes
// results. Finding the exact pass is Bisect.cpp's matter.
//
//===----------------------------------------------------------------------===//

#include "Validator.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Execution/Harness/Harness.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::validation;

Validator::Validator(ValidationOptions options, BuildPipeline build,
                     llvm::raw_ostream &log)
    : impl(std::make_unique<Impl>(std::move(options), std::move(build), log)) {}

Validator::~Validator() {
  for (auto &[name, kernel] : impl->kernels)
    if (!kernel.isOver && !impl->options.bisect)
      impl->log << "validate: kernel '" << name << "': one result after "
                << kernel.stops - 1 << " phases (" << kernel.runs << " runs)\n";
}

bool Validator::succeeded() const { return !impl->hasFailed; }

void Validator::attach(PassManager &pm) {
  pm.getContext()->disableMultithreading();
  Impl *state = impl.get();
  pm.addInstrumentation(std::make_unique<PhaseWalker>(
      pm, impl->options.level,
      [state](ModuleOp module) {
        state->begin(module);
        if (state->options.bisect)
          state->bisect(module);
      },
      [state](const Stop &stop) {
        if (!state->options.bisect)
          state->check(stop);
      }));
}

/// Whether threads of the input write where others read or write, without an
/// order: what they leave may be the same with other turns by chance.
static bool findRace(harness::Harness &harness, const harness::Inputs &inputs) {
  std::vector<std::string> findings;
  llvm::consumeError(harness.interpret(inputs, &findings).takeError());
  return llvm::any_of(
      findings, [](StringRef finding) { return finding.starts_with("race "); });
}

void Validator::Impl::begin(ModuleOp module) {
  std::vector<KernelLaunch> launches;
  for (const std::string &text : options.launches) {
    auto launch = parseLaunch(text);
    if (!launch) {
      log << "validate: " << llvm::toString(launch.takeError()) << '\n';
      hasFailed = true;
      return;
    }
    launches.push_back(std::move(*launch));
  }
  for (const std::string &name : listKernels(module)) {
    const KernelLaunch *found = nullptr;
    for (const KernelLaunch &launch : launches)
      if (launch.kernel == name || (!found && launch.kernel.empty()))
        found = &launch;
    Kernel &kernel = kernels[name];
    kernel.kind = classifyKernel(findKernel(module, name));
    if (kernel.kind.order) {
      giveUp(kernel, name,
             "not compared: floating-point atomics, clocks or activemask leave "
             "its result open");
      continue;
    }
    if (found)
      kernel.launch = *found;
    else if (llvm::Error e = makeInputs(module, name, kernel.launch))
      giveUp(kernel, name, "not run: " + llvm::toString(std::move(e)));
    else
      kernel.dependsOnOrder = findRace(*harness, *kernel.launch.made);
    kernel.launch.config.maxInstructions = options.maxInstructions;
  }
  harness.reset(); // the module changes from here on
}

/// Inputs for a kernel that nobody has described.
llvm::Error Validator::Impl::makeInputs(ModuleOp module, StringRef name,
                                        KernelLaunch &launch) {
  auto bad = [](const Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
  };
  if (module.getOps<ptx::ModuleOp>().empty())
    return bad("only PTX says what its parameters are for; give a --launch");
  if (!harness && !noHarness) {
    auto made = harness::Harness::create(module);
    if (made)
      harness = std::move(*made);
    else
      noHarness = llvm::toString(made.takeError());
  }
  if (!harness)
    return bad(*noHarness);
  auto found = harness->find(name);
  if (!found)
    return found.takeError();
  launch.made = std::make_shared<harness::Inputs>(std::move(found->inputs));
  return llvm::Error::success();
}

void Validator::Impl::giveUp(Kernel &kernel, StringRef name,
                             const Twine &reason) {
  kernel.isOver = true;
  log << "validate: kernel '" << name << "' " << reason << '\n';
}

Validator::Impl::Verdict
Validator::Impl::judge(const Kernel &kernel, bool fromPTX, bool toPTX,
                       const RunResult &want, const RunResult &got,
                       std::optional<Difference> &difference) const {
  bool crosses = fromPTX && !toPTX;
  difference = compareRuns(want, got, crosses && kernel.kind.approximate);
  if (!difference)
    return Verdict::Same;
  if (crosses && difference->isMemory && options.fmad &&
      kernel.kind.contractible)
    return Verdict::Apart;
  return Verdict::Wrong;
}

void Validator::Impl::report(Kernel &kernel, const Stop &stop,
                             const Difference &difference) {
  hasFailed = true;
  giveUp(kernel, stop.kernel,
         "has another result after " + stop.name + ": " + difference.text);
  if (!difference.isMemory || stop.isCubin)
    return;
  std::string writer = stop.findWriter(kernel.launch, difference.address);
  if (!writer.empty())
    log << "  written by " << writer << '\n';
}

/// Whether another order of threads gives another result, as in a table that
/// each enters at the first free place.
static bool dependsOnOrder(const Stop &stop, const KernelLaunch &launch,
                           const RunResult &result) {
  KernelLaunch other = launch;
  harness::takeOtherTurns(other.config);
  if (launch.made) {
    auto made = std::make_shared<harness::Inputs>(*launch.made);
    harness::takeOtherTurns(made->launch);
    other.made = made;
  }
  return compareRuns(result, stop.run(other), /*tolerant=*/false).has_value();
}

void Validator::Impl::check(const Stop &stop) {
  auto it = kernels.find(stop.kernel);
  if (it == kernels.end() || it->second.isOver)
    return;
  Kernel &kernel = it->second;
  ++kernel.stops;
  Operation *op = findKernel(stop.module, stop.kernel);
  bool isPTX = llvm::isa_and_nonnull<ptx::EntryOp>(op);
  // Most passes leave most functions as they are.
  if (op && stop.isFunctionPass) {
    OperationFingerPrint fingerprint(op);
    if (kernel.fingerprint && *kernel.fingerprint == fingerprint && kernel.last)
      return;
    kernel.fingerprint = fingerprint;
  }
  RunResult result = stop.run(kernel.launch);
  ++kernel.runs;
  if (options.verbose)
    log << "validate: kernel '" << stop.kernel << "' after " << stop.name
        << (result.error.empty() ? ": runs" : ": " + result.error) << '\n';
  if (result.isUnsupported) {
    if (!isPTX)
      giveUp(kernel, stop.kernel,
             "not run after " + stop.name + ": " + result.error);
    return; // the machine may know more
  }
  if (!kernel.last && !result.error.empty())
    return giveUp(kernel, stop.kernel, "not run: " + result.error);
  constexpr StringLiteral kDependsOnOrder =
      "not compared: its result depends on the order of threads";
  if (!kernel.last) {
    bool depends = dependsOnOrder(stop, kernel.launch, result);
    if (depends && kernel.kind.atomics)
      return giveUp(kernel, stop.kernel, kDependsOnOrder);
    kernel.dependsOnOrder |= depends;
  } else {
    std::optional<Difference> difference;
    switch (judge(kernel, kernel.lastIsPTX, isPTX, *kernel.last, result,
                  difference)) {
    case Verdict::Wrong:
      // Threads that write to one place without an order: what they leave there
      // may stay the same through all phases, or not.
      return kernel.dependsOnOrder
                 ? giveUp(kernel, stop.kernel, kDependsOnOrder)
                 : report(kernel, stop, *difference);
    case Verdict::Apart:
      log << "validate: kernel '" << stop.kernel
          << "': PTX not compared with the rest: multiply and add may be "
             "contracted\n";
      break;
    case Verdict::Same:
      break;
    }
  }
  // The cubin has no findings of its own: the pass before it has.
  if (stop.isCubin)
    result.hazards.clear();
  kernel.last = std::move(result);
  kernel.lastIsPTX = isPTX;
}
