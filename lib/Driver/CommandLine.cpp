//===- CommandLine.cpp - optxas: the drop-in for ptxas --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main function of optxas: reads files, compiles, writes the output whole
// or not at all. Everything that a library may call is in other files of this
// folder.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/CommandLine.h"
#include "Heap.h"
#include "Invocation.h"
#include "TimeTrace.h"
#include "ptx-mlir/Driver/CompileStatistics.h"
#include "ptx-mlir/Driver/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace ptxmlir;
using llvm::StringRef;

/// Writes the whole file or nothing: a temporary beside it is renamed. What is
/// no file, like /dev/null or a pipe, stays what it is and is written to; so
/// does a link.
static int writeOutput(StringRef path, llvm::ArrayRef<char> bytes) {
  if (path.empty())
    return fatalError("Output file '' could not be opened");
  if (path == "/dev/stdout") {
    llvm::outs().write(bytes.data(), bytes.size());
    return 0;
  }
  namespace fs = llvm::sys::fs;
  auto cannot = [&](const char *what) {
    return fatalError("Output file '" + path + "' could not be " + what);
  };
  llvm::SmallString<128> target(path), temporary;
  fs::file_status status;
  if (!fs::status(path, status, /*follow=*/true)) {
    if (!fs::is_regular_file(status)) {
      int fd;
      if (fs::openFileForWrite(path, fd, fs::CD_OpenExisting))
        return cannot("opened");
      llvm::raw_fd_ostream os(fd, /*shouldClose=*/true);
      os.write(bytes.data(), bytes.size());
      os.close();
      bool failed = os.has_error();
      os.clear_error();
      return failed ? cannot("written") : 0;
    }
    if (fs::real_path(path, target))
      target = path;
  }
  int fd;
  if (fs::createUniqueFile(target + ".tmp-%%%%%%", fd, temporary, fs::OF_None,
                           fs::all_read | fs::all_write))
    return cannot("opened");
  llvm::raw_fd_ostream os(fd, /*shouldClose=*/true);
  os.write(bytes.data(), bytes.size());
  os.close();
  if (os.has_error() || fs::rename(temporary, target)) {
    os.clear_error();
    fs::remove(temporary);
    return cannot("written");
  }
  return 0;
}

/// What ptxas calls a module that the command line has.
static constexpr llvm::StringLiteral kStringInput = "application ptx input";

namespace {
/// PTX to compile, and what messages call it.
struct Input {
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::string name;
};
} // namespace

/// Opens all inputs; an exit code if one cannot be opened.
static std::optional<int> openInputs(const Invocation &invocation,
                                     std::vector<Input> &inputs) {
  bool failed = invocation.hasFailed;
  for (const std::string &name : invocation.inputs) {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(name);
    if (buffer) {
      inputs.push_back({std::move(*buffer), name == "-" ? "<stdin>" : name});
      continue;
    }
    fatalError("Input file '" + name + "' could not be opened");
    failed = true;
  }
  for (const std::string &text : invocation.inputStrings)
    inputs.push_back({llvm::MemoryBuffer::getMemBuffer(text, kStringInput),
                      kStringInput.str()});
  if (failed)
    return reportAborted();
  return std::nullopt;
}

int ptxmlir::runOptxas(int argc, char **argv) {
  Invocation invocation;
  llvm::ArrayRef<const char *> args(argv + 1, argc > 0 ? argc - 1 : 0);
  // Who calls a ptxas reads its messages.
  if (argc > 0 && llvm::sys::path::stem(argv[0]) == "ptxas")
    invocation.compiler.diagnosticFormat = DiagnosticFormat::Ptxas;
  if (std::optional<int> code = parseCommandLine(args, invocation))
    return *code;
  std::vector<Input> inputs;
  if (std::optional<int> code = openInputs(invocation, inputs))
    return *code;
  invocation.compiler.relocatable = invocation.relocatable;
  invocation.compiler.extensible = invocation.extensible;
  if (invocation.relocatable && invocation.compiler.validation)
    return fatalError("--validate and --bisect run whole programs, not "
                      "relocatable objects (-c)");
  for (const Input &input : llvm::drop_begin(inputs))
    invocation.compiler.moreInputs.push_back(
        {input.buffer->getBuffer(), input.name});
  // Bisecting looks at the module again.
  invocation.compiler.disableFree = !invocation.compiler.validation;
  StringRef text = inputs[0].buffer->getBuffer();
  reserveHeap(text.size());
  std::optional<CompileStatistics> statistics;
  if (invocation.verbose || invocation.statTime || invocation.statMemory ||
      !invocation.timeTrace.empty())
    invocation.compiler.statistics = &statistics.emplace();
  TimeTrace trace(invocation.timeTrace, inputs[0].name);
  llvm::SmallVector<char, 0> cubin;
  CompileResult result =
      compilePTX(text, inputs[0].name, invocation.compiler, cubin, llvm::errs(),
                 invocation.verbose ? &llvm::errs() : nullptr);
  if (statistics)
    statistics->print(llvm::errs(), invocation.statTime, invocation.statMemory,
                      invocation.statPhases, invocation.statKernels);
  std::string error;
  if (!trace.write(error))
    return fatalError(error);
  switch (result) {
  case CompileResult::TargetMismatch:
    return 255;
  case CompileResult::Errors:
    return reportAborted();
  case CompileResult::Success:
    break;
  }
  if (invocation.compiler.checkOnly)
    return 0;
  return writeOutput(invocation.output, cubin);
}
