//===- GenerateInputs.cpp - Kernels with made-up inputs -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --generate-inputs and --compare: kernels without a description of their
// arguments, run in the interpreter and as any number of cubins.
//
//===----------------------------------------------------------------------===//

#include "GenerateInputs.h"
#include "Cycles.h"
#include "mlir/IR/Diagnostics.h"
#include "ptx-mlir/Execution/Harness/Harness.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace ptxmlir;

/// An error text of several lines in one.
static std::string oneLine(llvm::Error e) {
  std::string text = llvm::toString(std::move(e));
  std::string out;
  for (char c : text)
    if (c != '\n')
      out += c;
    else
      out += ";";
  return out;
}

/// A number for all that a run leaves: two cubins with the same one agree, also
/// where both differ from the interpreter.
static std::string digest(const harness::Outputs &outputs) {
  uint64_t hash = 0;
  for (const std::vector<uint8_t> &buffer : outputs.buffers)
    hash = hash * 31 + llvm::xxh3_64bits(buffer);
  return llvm::utohexstr(hash, /*LowerCase=*/true, /*Width=*/16);
}

/// Why the result of a kernel is one of several, so that a compiled form may
/// have another one; empty if it is not known to be.
static std::string whyOpen(harness::Harness &harness,
                           const harness::Found &found) {
  std::vector<std::string> findings;
  if (auto checked = harness.interpret(found.inputs, &findings); !checked)
    return oneLine(checked.takeError());
  if (!findings.empty())
    return llvm::StringRef(findings.front()).split('\n').first.str();
  if (harness.dependsOnUndefined(found))
    return "the result depends on registers that no path has written";
  auto depends = harness.dependsOnOrder(found);
  if (!depends)
    return oneLine(depends.takeError());
  return *depends ? "the result depends on the order of threads" : "";
}

namespace {
/// What is asked of a kernel at the first cubin that differs.
struct Doubts {
  /// Why there is more than one result; empty: there is not.
  std::optional<std::string> open;
  /// Results with other errors of approximations.
  std::optional<std::vector<harness::Outputs>> spread;
};
} // namespace

/// Warp instructions that a cubin may need: more than the interpreter, but not
/// without end. Where each lane is alone that the interpreter has together, 32
/// times as many, of instructions of which one of PTX needs two.
static uint64_t getRunLimit(const harness::Found &found) {
  return 64 * found.outputs.stats.warpInstructions + 1000000;
}

/// Writes how a cubin compares, and of what account a difference is.
static bool compareCubin(harness::Harness &harness, const harness::Found &found,
                         harness::CubinRunner &cubin, Doubts &doubts) {
  llvm::raw_ostream &os = llvm::outs();
  harness::Inputs inputs = found.inputs;
  inputs.launch.maxInstructions = getRunLimit(found);
  auto got = cubin.run(inputs);
  std::string digestText, difference;
  if (got) {
    digestText = " [" + digest(*got) + "]";
    auto what = harness::describeDifference(inputs, found.outputs, *got);
    if (!what) {
      os << "same" << digestText << "\n";
      return true;
    }
    difference = *what;
    if (harness::differInNaNsOnly(inputs, found.outputs, *got)) {
      os << "nans" << digestText << ": " << difference << "\n";
      return true;
    }
  } else {
    difference = oneLine(got.takeError());
  }
  if (got) {
    if (!doubts.spread)
      doubts.spread = harness.spread(found);
    if (harness::isWithinSpread(inputs, found.outputs, *got, *doubts.spread)) {
      os << "bound" << digestText << ": " << difference << "\n";
      return true;
    }
  }
  if (!doubts.open)
    doubts.open = whyOpen(harness, found);
  if (!doubts.open->empty()) {
    os << "open" << digestText << ": " << *doubts.open << "; " << difference
       << "\n";
    return true;
  }
  os << (got ? "differs" : "fails") << digestText << ": " << difference << "\n";
  return false;
}

namespace {
/// A PTX module in the harness, and the cubins that are compared with it.
class Comparison {
public:
  Comparison(llvm::StringRef text, llvm::StringRef path);
  llvm::Error open(llvm::ArrayRef<ComparedCubin> cubins);

  /// All kernels, or the one that is asked for.
  llvm::Expected<std::vector<std::string>> choose(const std::string &kernel);
  /// Writes what a run of the interpreter and the cubins' runs come to.
  bool compare(const harness::Found &found);
  /// Writes the cycles of each cubin.
  void printCycles(const harness::Found &found, llvm::ArrayRef<unsigned> blocks,
                   ProfilePrinter print);

  harness::Harness &getHarness() { return *harness; }

private:
  llvm::StringRef text, path;
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  llvm::SourceMgr sources;
  std::optional<mlir::SourceMgrDiagnosticHandler> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<harness::Harness> harness;
  std::vector<std::pair<std::string, std::unique_ptr<harness::CubinRunner>>>
      runners;
};
} // namespace

Comparison::Comparison(llvm::StringRef text, llvm::StringRef path)
    : text(text), path(path) {
  context.disableMultithreading(); // nor the locks of a context with threads
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, path, false), {});
  diagnostics.emplace(sources, &context);
  context.printOpOnDiagnostic(false);
}

llvm::Error Comparison::open(llvm::ArrayRef<ComparedCubin> cubins) {
  if (!ptx::isPTX(text))
    return llvm::createStringError("'" + path + "' is not PTX text");
  module = ptx::importPTX(text, path, &context);
  if (!module)
    return llvm::createStringError("'" + path + "' has errors");
  auto made = harness::Harness::create(*module);
  if (!made)
    return made.takeError();
  harness = std::move(*made);
  for (const ComparedCubin &c : cubins) {
    auto cubin = cubin::read(c.bytes);
    if (!cubin)
      return llvm::createStringError("'" + c.name +
                                     "': " + llvm::toString(cubin.takeError()));
    auto runner = harness::CubinRunner::create(*cubin);
    if (!runner)
      return llvm::createStringError(
          "'" + c.name + "': " + llvm::toString(runner.takeError()));
    runners.emplace_back(c.name, std::move(*runner));
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::string>>
Comparison::choose(const std::string &kernel) {
  std::vector<std::string> kernels = harness->kernels();
  if (kernel.empty())
    return kernels;
  if (!llvm::is_contained(kernels, kernel))
    return llvm::createStringError("no kernel '" + kernel + "'");
  return std::vector<std::string>{kernel};
}

bool Comparison::compare(const harness::Found &found) {
  bool good = true;
  Doubts doubts;
  for (auto &[name, runner] : runners) {
    llvm::outs() << "  " << name << ": ";
    good &= compareCubin(*harness, found, *runner, doubts);
  }
  return good;
}

void Comparison::printCycles(const harness::Found &found,
                             llvm::ArrayRef<unsigned> blocks,
                             ProfilePrinter print) {
  harness::Inputs inputs = found.inputs;
  inputs.launch.maxInstructions = getRunLimit(found);
  for (auto &[name, runner] : runners)
    ptxmlir::printCycles(name, *runner, inputs, blocks, print, llvm::outs());
}

llvm::Expected<bool>
ptxmlir::runGenerated(llvm::StringRef text, llvm::StringRef path,
                      const GenerateOptions &options,
                      llvm::ArrayRef<ComparedCubin> cubins) {
  Comparison comparison(text, path);
  if (llvm::Error e = comparison.open(cubins))
    return std::move(e);
  auto kernels = comparison.choose(options.kernel);
  if (!kernels)
    return kernels.takeError();
  llvm::raw_ostream &os = llvm::outs();
  bool good = true;
  for (const std::string &kernel : *kernels)
    for (uint64_t seed : options.seeds) {
      harness::Options o;
      o.seed = seed;
      if (options.maxInstructions)
        o.maxInstructions = options.maxInstructions;
      os << "kernel " << kernel << " seed " << seed << "\n";
      auto found = comparison.getHarness().find(kernel, o);
      if (!found) {
        os << "  does not run: " << oneLine(found.takeError()) << "\n";
        good = false;
        continue;
      }
      if (options.verbose) {
        os << "  ";
        found->inputs.print(os);
      }
      os << "  runs: " << found->outputs.stats.warpInstructions
         << " warp instructions, " << found->changed
         << " bytes changed, attempt " << found->runs << "\n";
      if (options.cycles.empty())
        good &= comparison.compare(*found);
      else
        comparison.printCycles(*found, options.cycles, options.profile);
    }
  return good;
}

llvm::Expected<bool> ptxmlir::runDescribed(
    llvm::StringRef text, llvm::StringRef path, const std::string &kernel,
    const exec::LaunchConfig &launch, llvm::ArrayRef<exec::Argument> arguments,
    llvm::ArrayRef<ComparedCubin> cubins) {
  Comparison comparison(text, path);
  if (llvm::Error e = comparison.open(cubins))
    return std::move(e);
  auto kernels = comparison.choose(kernel);
  if (!kernels)
    return kernels.takeError();
  harness::Harness &harness = comparison.getHarness();
  exec::LaunchConfig limited = launch;
  if (!limited.maxInstructions)
    limited.maxInstructions = harness::Options().maxInstructions;
  llvm::raw_ostream &os = llvm::outs();
  bool good = true;
  for (const std::string &name : *kernels) {
    harness::Found found;
    auto inputs = harness.describe(name, limited, arguments);
    if (!inputs)
      return inputs.takeError();
    found.inputs = std::move(*inputs);
    os << "kernel " << name << "\n";
    auto outputs = harness.interpret(found.inputs);
    if (!outputs) {
      os << "  does not run: " << oneLine(outputs.takeError()) << "\n";
      good = false;
      continue;
    }
    found.outputs = std::move(*outputs);
    os << "  runs: " << found.outputs.stats.warpInstructions
       << " warp instructions [" << digest(found.outputs) << "]\n";
    good &= comparison.compare(found);
  }
  return good;
}
