//===- ptx-reduce.cpp - Shrinks PTX modules that show a fault -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of the tool, and its reading and writing of files.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "mlir/IR/Diagnostics.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxmlir;
using llvm::StringRef;
using llvm::Twine;

static const char usage[] =
    R"(usage: ptx-reduce FILE (--test=SCRIPT | --difference=COMMAND) [options]

Makes a PTX module smaller as long as it keeps a property.

  --test=SCRIPT         the property: SCRIPT FILE ends with exit code 0
  --test-arg=ARG        an argument of the script before the file; may be given
                        several times
  --difference=COMMAND  the property: with inputs that ptx-run --generate-inputs
                        makes, the PTX interpreter and the cubin that COMMAND
                        makes come to different results. COMMAND is a command of
                        the shell; {} in it is the PTX file (else it comes
                        last), `-o CUBIN` is added. It should not contract
                        multiply and add (--fmad=false)
  --reference=COMMAND   with --difference: makes a cubin whose result must be
                        that of the interpreter, so that the difference is the
                        fault of the first command
  --kernel=NAME         with --difference: the kernel that must differ
  --seeds=N,...         with --difference: seeds of inputs (default 0,1)
  --max-instructions=N  with --difference: warp instructions of a run
  -o FILE               the result (default: standard output)
  --max-tests=N         end after N tests (default 20000)
  --max-time=SECONDS    end after that time (default 600)
  --timeout=SECONDS     of one script or command (default 60)
  --verbose             tell of each step

Exit code 0: the result has the property. 1: the input has it not, or errors.
)";

namespace {
struct Options {
  std::string file, output = "-", script;
  std::vector<std::string> scriptArguments;
  reduce::DifferenceOptions difference;
  reduce::ReducerOptions reducer;
  unsigned timeout = 60;
};
} // namespace

static llvm::Error bad(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> argv) {
  Options o;
  for (size_t i = 0; i < argv.size(); ++i) {
    StringRef a = argv[i];
    if (!a.starts_with("-") || a == "-") {
      if (!o.file.empty())
        return bad("more than one input file: '" + a + "'");
      o.file = a.str();
      continue;
    }
    auto [name, value] = a.ltrim('-').split('=');
    if (name == "verbose") {
      o.reducer.verbose = true;
      continue;
    }
    if (!a.contains('=')) {
      if (++i == argv.size())
        return bad("option '" + a + "' wants a value");
      value = argv[i];
    }
    auto number = [&, name = name, value = value](auto &to) -> llvm::Error {
      if (value.getAsInteger(0, to))
        return bad("option '--" + name + "': '" + value + "' is not a number");
      return llvm::Error::success();
    };
    llvm::Error e = llvm::Error::success();
    if (name == "test") {
      o.script = value.str();
    } else if (name == "test-arg") {
      o.scriptArguments.push_back(value.str());
    } else if (name == "difference") {
      o.difference.command = value.str();
    } else if (name == "reference") {
      o.difference.reference = value.str();
    } else if (name == "kernel") {
      o.difference.kernel = value.str();
    } else if (name == "seeds") {
      llvm::SmallVector<StringRef> seeds;
      value.split(seeds, ',');
      o.difference.seeds.clear();
      for (StringRef seed : seeds)
        if (seed.getAsInteger(0, o.difference.seeds.emplace_back()))
          return bad("option '--seeds': '" + seed + "' is not a number");
    } else if (name == "max-instructions") {
      e = number(o.difference.maxInstructions);
    } else if (name == "o") {
      o.output = value.str();
    } else if (name == "max-tests") {
      e = number(o.reducer.maxTests);
    } else if (name == "max-time") {
      unsigned seconds = 0;
      e = number(seconds);
      o.reducer.maxTime = std::chrono::seconds(seconds);
    } else if (name == "timeout") {
      e = number(o.timeout);
    } else {
      e = bad("unknown option '" + a + "'");
    }
    if (e)
      return std::move(e);
  }
  if (o.file.empty())
    return bad("no input file (--help shows the usage)");
  if (o.script.empty() == o.difference.command.empty())
    return bad("--test or --difference is needed, and not both");
  o.difference.timeout = o.timeout;
  return o;
}

static llvm::Error run(const Options &o) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(o.file);
  if (!file)
    return bad("cannot read '" + o.file + "': " + file.getError().message());
  StringRef text = (*file)->getBuffer();
  if (!ptx::isPTX(text))
    return bad("'" + o.file + "' is not PTX text");
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.disableMultithreading(); // nor the locks of a context with threads
  context.printOpOnDiagnostic(false);
  mlir::OwningOpRef<mlir::ModuleOp> module;
  {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(text, o.file, false), {});
    mlir::SourceMgrDiagnosticHandler diagnostics(sources, &context);
    module = ptx::importPTX(text, o.file, &context);
  }
  if (!module)
    return bad("'" + o.file + "' has errors");
  std::unique_ptr<reduce::Test> test =
      o.script.empty()
          ? reduce::makeDifferenceTest(o.difference)
          : reduce::makeScriptTest(o.script, o.scriptArguments, o.timeout);
  reduce::Reducer reducer(*test, o.reducer);
  if (!reducer.start(std::move(module), text.str()))
    return bad("'" + o.file + "' does not have the property: " + test->note());
  llvm::errs() << test->note() << "\n";
  reducer.run();
  llvm::errs() << reduce::countInstructions(text) << " instructions became "
               << reduce::countInstructions(reducer.result()) << " in "
               << reducer.tests() << " tests"
               << (reducer.hitLimit() ? ", up to a limit" : "") << "\n";
  std::error_code ec;
  llvm::raw_fd_ostream os(o.output, ec);
  if (ec)
    return bad("cannot write '" + o.output + "': " + ec.message());
  os << reducer.result();
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::ArrayRef<const char *> args(argv + 1, size_t(argc - 1));
  for (StringRef a : args)
    if (a == "--help" || a == "-h") {
      llvm::outs() << usage;
      return 0;
    }
  llvm::Expected<Options> options = parseOptions(args);
  llvm::Error e = options ? run(*options) : options.takeError();
  if (!e)
    return 0;
  llvm::errs() << "ptx-reduce: error: " << llvm::toString(std::move(e)) << "\n";
  return 1;
}
