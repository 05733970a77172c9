//===- Tests.cpp - What makes a PTX module interesting --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A script of the user's, or the two engines of the project disagreeing on
// inputs that are made up.
//
//===----------------------------------------------------------------------===//

#include "Tests.h"
#include "ptx-mlir/Execution/Harness/Harness.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxmlir;
using namespace ptxmlir::reduce;
using llvm::StringRef;

namespace {
/// A file that is gone with the object.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef suffix) {
    if (llvm::sys::fs::createTemporaryFile("ptx-reduce", suffix, name))
      name.clear();
  }
  ~TemporaryFile() { llvm::sys::fs::remove(name); }
  StringRef path() const { return name; }
  bool write(StringRef text) const {
    std::error_code ec;
    llvm::raw_fd_ostream os(name, ec);
    if (ec)
      return false;
    os << text;
    os.close();
    return !os.has_error();
  }

private:
  llvm::SmallString<64> name;
};
} // namespace

/// The exit code of a program whose output nobody wants.
static int execute(StringRef program, llvm::ArrayRef<StringRef> arguments,
                   unsigned timeout) {
  std::optional<StringRef> nowhere[] = {StringRef(), StringRef(), StringRef()};
  std::string error;
  return llvm::sys::ExecuteAndWait(program, arguments, std::nullopt, nowhere,
                                   timeout, 0, &error);
}

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

namespace {
class ScriptTest : public Test {
public:
  ScriptTest(std::string script, std::vector<std::string> arguments,
             unsigned timeout)
      : script(std::move(script)), arguments(std::move(arguments)),
        timeout(timeout) {}

  bool isInteresting(mlir::ModuleOp, StringRef text) override {
    TemporaryFile file("ptx");
    if (!file.write(text)) {
      noteText = "cannot write a temporary file";
      return false;
    }
    auto program = llvm::sys::findProgramByName(script);
    llvm::SmallVector<StringRef> list = {script};
    list.append(arguments.begin(), arguments.end());
    list.push_back(file.path());
    int code = execute(program ? *program : script, list, timeout);
    noteText = "the script ends with " + std::to_string(code);
    return code == 0;
  }

private:
  std::string script;
  std::vector<std::string> arguments;
  unsigned timeout;
};
} // namespace

std::unique_ptr<Test> reduce::makeScriptTest(std::string script,
                                             std::vector<std::string> arguments,
                                             unsigned timeout) {
  return std::make_unique<ScriptTest>(std::move(script), std::move(arguments),
                                      timeout);
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

namespace {
class DifferenceTest : public Test {
public:
  explicit DifferenceTest(DifferenceOptions options)
      : options(std::move(options)) {}
  bool isInteresting(mlir::ModuleOp module, StringRef text) override;

private:
  bool isDefined(harness::Harness &harness, const harness::Found &found);
  bool testInputs(harness::Harness &harness, const harness::Found &found,
                  StringRef text);
  std::optional<cubin::LoadedCubin> compile(const std::string &command,
                                            StringRef text);
  bool no(std::string why) {
    noteText = std::move(why);
    return false;
  }

  DifferenceOptions options;
  /// No module has been interesting yet.
  bool isFirst = true;
  bool findingsAllowed = false;
  /// Of the module in hand: made when they are first needed.
  std::optional<cubin::LoadedCubin> cubin, referenceCubin;
};
} // namespace

/// The cubin that a command makes; none if it fails or writes something else.
std::optional<cubin::LoadedCubin>
DifferenceTest::compile(const std::string &command, StringRef text) {
  TemporaryFile input("ptx"), output("cubin");
  if (!input.write(text))
    return std::nullopt;
  std::string line = command;
  size_t at = line.find("{}");
  if (at != std::string::npos)
    line.replace(at, 2, input.path().str());
  else
    line += " " + input.path().str();
  line += " -o " + output.path().str();
  if (execute("/bin/sh", {"sh", "-c", line}, options.timeout) != 0)
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(output.path(), false, false);
  if (!file)
    return std::nullopt;
  StringRef bytes = (*file)->getBuffer();
  auto loaded =
      cubin::read(llvm::ArrayRef<uint8_t>(bytes.bytes_begin(), bytes.size()));
  if (!loaded) {
    llvm::consumeError(loaded.takeError());
    return std::nullopt;
  }
  return std::move(*loaded);
}

/// Whether the kernel's meaning is one result: a race, or what memory has that
/// nobody wrote, is no difference.
bool DifferenceTest::isDefined(harness::Harness &harness,
                               const harness::Found &found) {
  std::vector<std::string> findings;
  auto checked = harness.interpret(found.inputs, &findings);
  if (!checked)
    return no(llvm::toString(checked.takeError()));
  // Where the input itself has findings, they cannot be forbidden.
  if (isFirst)
    findingsAllowed = !findings.empty();
  if (!findings.empty() && !findingsAllowed)
    return no(findings.front());
  // Races between blocks are no findings.
  auto depends = harness.dependsOnOrder(found);
  if (!depends)
    return no(llvm::toString(depends.takeError()));
  return !*depends || no("the result depends on the order of threads");
}

bool DifferenceTest::testInputs(harness::Harness &harness,
                                const harness::Found &found, StringRef text) {
  harness::Inputs inputs = found.inputs;
  // Compiled code may need more instructions, but not without end.
  inputs.launch.maxInstructions =
      20 * found.outputs.stats.warpInstructions + 10000;
  if (!cubin && !(cubin = compile(options.command, text)))
    return no("the compiler makes no cubin of it");
  auto got = harness::runCubin(*cubin, inputs);
  std::string why;
  if (!got) {
    why = llvm::toString(got.takeError());
    if (StringRef(why).contains("does not support"))
      return no(why);
  } else if (auto difference =
                 harness::describeDifference(inputs, found.outputs, *got)) {
    if (harness::isWithinSpread(inputs, found.outputs, *got,
                                harness.spread(found)))
      return no("the difference is within the errors of approximations");
    why = *difference;
  } else {
    return no("no difference");
  }
  if (!options.reference.empty()) {
    if (!referenceCubin && !(referenceCubin = compile(options.reference, text)))
      return no("the compiler of the reference makes no cubin of it");
    auto right = harness::runCubin(*referenceCubin, inputs);
    if (!right)
      return no(llvm::toString(right.takeError()));
    if (right->buffers != found.outputs.buffers)
      return no("the reference differs, too");
  }
  noteText = "kernel " + found.inputs.kernel + ": " + why;
  return true;
}

bool DifferenceTest::isInteresting(mlir::ModuleOp module, StringRef text) {
  cubin.reset();
  referenceCubin.reset();
  auto harness = harness::Harness::create(module);
  if (!harness)
    return no(llvm::toString(harness.takeError()));
  noteText = "no kernel";
  for (const std::string &kernel : (*harness)->kernels()) {
    if (!options.kernel.empty() && kernel != options.kernel)
      continue;
    for (size_t k = 0; k < options.seeds.size(); ++k) {
      harness::Options o;
      o.seed = options.seeds[k];
      o.maxInstructions = options.maxInstructions;
      auto found = (*harness)->find(kernel, o);
      if (!found) {
        no(llvm::toString(found.takeError()));
        continue;
      }
      if (!found->changed) {
        no("the kernel changes no memory");
        continue;
      }
      if (!isDefined(**harness, *found))
        continue;
      if (testInputs(**harness, *found, text)) {
        isFirst = false;
        // What showed it will show it again.
        std::swap(options.seeds[0], options.seeds[k]);
        noteText += " (seed " + std::to_string(options.seeds[0]) + ")";
        return true;
      }
      if (!cubin)
        return false;
    }
  }
  return false;
}

std::unique_ptr<Test> reduce::makeDifferenceTest(DifferenceOptions options) {
  return std::make_unique<DifferenceTest>(std::move(options));
}
