//===- Run.cpp - Kernels on the CPU ---------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches from C: the caller's memory goes into a simulated device before a
// run and comes back after it. The machine and the PTX interpreter share this,
// so that both take the same arguments and report alike.
//
//===----------------------------------------------------------------------===//

#include "Result.h"
#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/Hazards.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include <optional>

using namespace ptxmlir;
using namespace ptxmlir::capi;
using namespace ptxmlir::exec;
using llvm::StringRef;

/// Arguments of the caller, and its memory that is to be written back.
static llvm::Expected<std::vector<Argument>>
readArguments(llvm::ArrayRef<PtxmlirArgument> given) {
  std::vector<Argument> args;
  for (const PtxmlirArgument &from : given) {
    auto *bytes = static_cast<const uint8_t *>(from.data);
    if (from.kind == PTXMLIR_ARGUMENT_TEXT) {
      StringRef text(static_cast<const char *>(from.data), from.size);
      if (text.starts_with("buf:file") || text.contains(":out="))
        return llvm::createStringError("argument '" + text +
                                       "' reads or writes a file");
      auto arg = parseArgument(text);
      if (!arg)
        return arg.takeError();
      args.push_back(std::move(*arg));
      continue;
    }
    Argument &arg = args.emplace_back();
    arg.isBuffer = from.kind == PTXMLIR_ARGUMENT_BUFFER;
    arg.spec = arg.isBuffer ? "buffer" : "value";
    arg.data.assign(bytes, bytes + from.size);
  }
  return args;
}

static LaunchConfig getConfig(const PtxmlirLaunch &launch,
                              llvm::raw_ostream &printed) {
  LaunchConfig config;
  for (unsigned i = 0; i != 3; ++i) {
    config.grid[i] = std::max(1u, launch.grid[i]);
    config.block[i] = std::max(1u, launch.block[i]);
    config.cluster[i] = launch.cluster[i];
  }
  config.dynamicShared = launch.sharedBytes;
  config.maxInstructions = launch.maxInstructions;
  config.threads = launch.checks ? 1 : std::max(1u, launch.threads);
  config.printed = &printed;
  return config;
}

template <typename K>
static llvm::Expected<const K *> chooseKernel(llvm::ArrayRef<K> kernels,
                                              const char *name) {
  if (!name && kernels.size() == 1)
    return &kernels[0];
  std::string known;
  for (const K &kernel : kernels) {
    if (name && kernel.name == name)
      return &kernel;
    known += (known.empty() ? "" : ", ") + kernel.name;
  }
  return llvm::createStringError(
      (name ? "no kernel '" + std::string(name) + "'"
            : std::string("the kernel must be named")) +
      "; the module has " + (known.empty() ? "none" : known));
}

namespace {
/// A launch of the caller.
struct Launch {
  const PtxmlirLaunch &launch;
  llvm::ArrayRef<PtxmlirArgument> arguments;
  PtxmlirResult &result;
};
} // namespace

/// Runs a kernel by `run`, which takes it and its launch, and gives the caller
/// its memory back. `printFindings` writes what checks found, and how much that
/// is.
template <typename K, typename RunFn>
static PtxmlirStatus
runKernel(const Launch &l, llvm::ArrayRef<K> kernels, GlobalMemory &memory,
          llvm::function_ref<uint64_t(llvm::raw_ostream &)> printFindings,
          RunFn run) {
  auto fail = [&](llvm::Error e) {
    addError(l.result, llvm::toString(std::move(e)));
    return PTXMLIR_ERROR_EXECUTION;
  };
  auto kernel = chooseKernel(kernels, l.launch.kernel);
  if (!kernel)
    return fail(kernel.takeError());
  auto args = readArguments(l.arguments);
  if (!args)
    return fail(args.takeError());
  llvm::raw_svector_ostream printed(l.result.output);
  LaunchConfig config = getConfig(l.launch, printed);
  auto addresses = placeArguments((*kernel)->name, (*kernel)->params,
                                  (*kernel)->paramBytes, *args, memory, config);
  if (!addresses)
    return fail(addresses.takeError());
  LaunchStats stats;
  llvm::Error e = run(**kernel, config, stats);
  l.result.warpInstructions = stats.warpInstructions;
  l.result.threadInstructions = stats.threadInstructions;
  for (auto [address, to] : llvm::zip(*addresses, l.arguments))
    if (to.kind == PTXMLIR_ARGUMENT_BUFFER && to.size)
      memcpy(to.data, memory.access(address, to.size), to.size);
  std::string findings;
  llvm::raw_string_ostream os(findings);
  uint64_t count = printFindings(os);
  if (e)
    return fail(std::move(e));
  if (!count)
    return PTXMLIR_SUCCESS;
  addError(l.result, StringRef(findings).rtrim());
  return PTXMLIR_ERROR_FINDINGS;
}

static PtxmlirStatus runCubin(const PtxmlirInput &cubin, const Launch &l) {
  auto loaded = cubin::read(getBytes(cubin));
  if (!loaded) {
    addError(l.result, llvm::toString(loaded.takeError()));
    return PTXMLIR_ERROR_INPUT;
  }
  GlobalMemory memory;
  auto program = loadCubin(*loaded, memory);
  if (!program) {
    addError(l.result, llvm::toString(program.takeError()));
    return PTXMLIR_ERROR_INPUT;
  }
  MemoryCheck check(memory);
  bool checksMemory = l.launch.checks & PTXMLIR_CHECK_MEMORY;
  if (checksMemory)
    program->checkMemory();
  std::optional<HazardObserver> hazards;
  return runKernel(
      l, llvm::ArrayRef<Kernel>(program->kernels), memory,
      [&](llvm::raw_ostream &os) {
        return check.print(os) + (hazards ? hazards->print(os) : 0);
      },
      [&](const Kernel &kernel, const LaunchConfig &config,
          LaunchStats &stats) {
        Machine machine(*program, memory, checksMemory ? &check : nullptr);
        if (l.launch.checks & PTXMLIR_CHECK_HAZARDS)
          machine.setObserver(&hazards.emplace(*program));
        llvm::Error e = machine.run(kernel, config);
        stats = machine.stats();
        return e;
      });
}

static PtxmlirStatus interpret(const NamedText &ptx, const Launch &l) {
  ResultContext context(l.result, ptx);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      ptx::importPTX(ptx.text, ptx.name, &context.get());
  if (!module)
    return PTXMLIR_ERROR_INPUT;
  GlobalMemory memory;
  auto interpreter = interp::Interpreter::create(*module, memory);
  if (!interpreter) {
    addError(l.result, llvm::toString(interpreter.takeError()));
    return PTXMLIR_ERROR_INPUT;
  }
  MemoryCheck check(memory);
  return runKernel(
      l, (*interpreter)->kernels(), memory,
      [&](llvm::raw_ostream &os) { return check.print(os); },
      [&](const interp::Kernel &kernel, const LaunchConfig &config,
          LaunchStats &stats) {
        llvm::Error e =
            (*interpreter)
                ->run(kernel, config,
                      l.launch.checks & PTXMLIR_CHECK_MEMORY ? &check
                                                             : nullptr);
        stats = (*interpreter)->stats();
        return e;
      });
}

static bool areValid(const PtxmlirLaunch *launch,
                     const PtxmlirArgument *arguments, size_t count) {
  if (!launch || launch->structSize < sizeof(PtxmlirLaunch) ||
      launch->checks & ~3u || (!arguments && count))
    return false;
  for (const PtxmlirArgument &argument : llvm::ArrayRef(arguments, count))
    if (unsigned(argument.kind) > PTXMLIR_ARGUMENT_TEXT ||
        (!argument.data && argument.size))
      return false;
  return true;
}

PtxmlirStatus ptxmlirRun(const PtxmlirInput *cubin, const PtxmlirLaunch *launch,
                         const PtxmlirArgument *arguments, size_t numArguments,
                         PtxmlirResult **result) {
  if (!isInput(cubin) || !result || !areValid(launch, arguments, numArguments))
    return PTXMLIR_ERROR_ARGUMENT;
  auto made = std::make_unique<PtxmlirResult>();
  PtxmlirStatus status =
      runCubin(*cubin, {*launch, {arguments, numArguments}, *made});
  return finish(std::move(made), status, result);
}

PtxmlirStatus ptxmlirInterpret(const PtxmlirInput *ptx,
                               const PtxmlirLaunch *launch,
                               const PtxmlirArgument *arguments,
                               size_t numArguments, PtxmlirResult **result) {
  if (!isInput(ptx) || !result || !areValid(launch, arguments, numArguments) ||
      launch->checks & PTXMLIR_CHECK_HAZARDS)
    return PTXMLIR_ERROR_ARGUMENT;
  auto made = std::make_unique<PtxmlirResult>();
  PtxmlirStatus status = interpret(getText(*ptx, "<ptx>"),
                                   {*launch, {arguments, numArguments}, *made});
  return finish(std::move(made), status, result);
}
