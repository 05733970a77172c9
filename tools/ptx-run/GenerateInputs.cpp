//===- GenerateInputs.cpp - Kernels with made-up inputs -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GenerateInputs.h"
#include "mlir/IR/Diagnostics.h"
#include "ptx-mlir/Execution/Harness.h"
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

/// Writes how a cubin compares, and of what account a difference is.
static bool compareCubin(harness::Harness &harness, const harness::Found &found,
                         const cubin::LoadedCubin &cubin, Doubts &doubts) {
  llvm::raw_ostream &os = llvm::outs();
  // Compiled code may need more instructions, but not without end.
  harness::Inputs inputs = found.inputs;
  inputs.launch.maxInstructions =
      20 * found.outputs.stats.warpInstructions + 10000;
  auto got = harness::runCubin(cubin, inputs);
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

llvm::Expected<bool>
ptxmlir::runGenerated(llvm::StringRef text, llvm::StringRef path,
                      const GenerateOptions &options,
                      llvm::ArrayRef<ComparedCubin> cubins) {
  if (!ptx::isPTX(text))
    return llvm::createStringError("'" + path + "' is not PTX text");
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.disableMultithreading(); // nor the locks of a context with threads
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, path, false), {});
  mlir::SourceMgrDiagnosticHandler diagnostics(sources, &context);
  context.printOpOnDiagnostic(false);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      ptx::importPTX(text, path, &context);
  if (!module)
    return llvm::createStringError("'" + path + "' has errors");
  auto harness = harness::Harness::create(*module);
  if (!harness)
    return harness.takeError();
  std::vector<cubin::LoadedCubin> loaded;
  for (const ComparedCubin &c : cubins) {
    auto cubin = cubin::read(c.bytes);
    if (!cubin)
      return llvm::createStringError("'" + c.name +
                                     "': " + llvm::toString(cubin.takeError()));
    loaded.push_back(std::move(*cubin));
  }
  std::vector<std::string> kernels = (*harness)->kernels();
  if (!options.kernel.empty()) {
    if (!llvm::is_contained(kernels, options.kernel))
      return llvm::createStringError("no kernel '" + options.kernel + "'");
    kernels = {options.kernel};
  }
  llvm::raw_ostream &os = llvm::outs();
  bool good = true;
  for (const std::string &kernel : kernels)
    for (uint64_t seed : options.seeds) {
      harness::Options o;
      o.seed = seed;
      if (options.maxInstructions)
        o.maxInstructions = options.maxInstructions;
      os << "kernel " << kernel << " seed " << seed << "\n";
      auto found = (*harness)->find(kernel, o);
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
      Doubts doubts;
      for (auto [c, cubin] : llvm::zip(cubins, loaded)) {
        os << "  " << c.name << ": ";
        good &= compareCubin(**harness, *found, cubin, doubts);
      }
    }
  return good;
}
