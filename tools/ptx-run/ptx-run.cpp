//===- ptx-run.cpp - Runs a kernel on the CPU -----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a file of any level, chooses the engine for it, runs one kernel with
// given arguments and prints what was asked for.
//
//===----------------------------------------------------------------------===//

#include "GenerateInputs.h"
#include "Options.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "ptx-mlir/Driver/Compiler.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/Hazards.h"
#include "ptx-mlir/Execution/IR/LoadIR.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "ptx-mlir/Timing/Timing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using llvm::StringRef;
using llvm::Twine;

/// Compiles PTX text to a cubin for the target it names, at -O3.
static llvm::Expected<std::vector<uint8_t>>
compileText(StringRef path, StringRef text, bool fmad = true) {
  llvm::SmallVector<char, 0> cubin;
  CompilerOptions options;
  options.fmad = fmad;
  if (compilePTX(text, path, options, cubin, llvm::errs()) !=
      CompileResult::Success)
    return bad("'" + path + "' does not compile");
  return std::vector<uint8_t>(cubin.begin(), cubin.end());
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(StringRef path) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return bad("cannot read '" + path + "': " + file.getError().message());
  return std::move(*file);
}

static bool isMLIR(StringRef text) {
  return text.contains("ori.module") || text.contains("sass.module") ||
         text.contains("ptx.module");
}

namespace {
/// A file as IR, with its diagnostics.
struct ParsedFile {
  explicit ParsedFile(StringRef text, StringRef path)
      : context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED) {
    context.disableMultithreading(); // nor the locks of a context with threads
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, path),
                               {});
    diagnostics.emplace(sources, &context);
    context.printOpOnDiagnostic(false);
    module = ptx::isPTX(text)
                 ? ptx::importPTX(text, path, &context)
                 : mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  }
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerDialects(registry);
    return registry;
  }
  bool has(StringRef operation) {
    for (mlir::Operation &op : *module->getBody())
      if (op.getName().getStringRef() == operation)
        return true;
    return false;
  }

  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  std::optional<mlir::SourceMgrDiagnosticHandler> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};
} // namespace

/// The kernel of the name, or the only one.
template <typename K>
static llvm::Expected<const K *> chooseKernel(llvm::ArrayRef<K> kernels,
                                              StringRef name) {
  if (name.empty() && kernels.size() == 1)
    return &kernels[0];
  for (const K &k : kernels)
    if (!name.empty() && k.name == name)
      return &k;
  std::string known;
  for (const K &k : kernels)
    known += (known.empty() ? "" : ", ") + k.name;
  return bad((name.empty() ? Twine("--kernel is needed")
                           : "no kernel '" + name + "'") +
             "; the file has " + (known.empty() ? "none" : known));
}

static llvm::Error showResults(llvm::ArrayRef<Argument> args,
                               llvm::ArrayRef<uint64_t> addresses,
                               GlobalMemory &memory) {
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].isBuffer)
      continue;
    size_t size = args[i].data.size();
    llvm::ArrayRef<uint8_t> bytes(
        size ? memory.access(addresses[i], size) : nullptr, size);
    if (args[i].printType) {
      llvm::outs() << "arg" << i << ": ";
      printElements(llvm::outs(), *args[i].printType, bytes,
                    args[i].printCount);
      llvm::outs() << "\n";
    }
    if (!args[i].outPath.empty()) {
      std::error_code ec;
      llvm::raw_fd_ostream os(args[i].outPath, ec, llvm::sys::fs::OF_None);
      if (!ec) {
        os.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
        os.close();
        ec = os.error();
        os.clear_error();
      }
      if (ec)
        return bad("cannot write '" + args[i].outPath + "': " + ec.message());
    }
  }
  return llvm::Error::success();
}

static void showStats(const LaunchStats &stats) {
  llvm::errs() << "warp instructions: " << stats.warpInstructions
               << "\nthread instructions: " << stats.threadInstructions << "\n";
}

/// The arguments, then buffers and textures that no parameter has.
static llvm::Expected<std::vector<Argument>>
parseArguments(const RunOptions &o) {
  std::vector<Argument> args;
  auto add = [&](StringRef spec, bool hasParameter) -> llvm::Error {
    auto arg = parseArgument(spec);
    if (!arg)
      return arg.takeError();
    arg->hasParameter = hasParameter;
    args.push_back(std::move(*arg));
    return llvm::Error::success();
  };
  for (const std::string &spec : o.args)
    if (llvm::Error e = add(spec, true))
      return std::move(e);
  for (const std::string &spec : o.buffers) {
    if (llvm::Error e = add(spec, false))
      return std::move(e);
    if (!args.back().isBuffer)
      return bad("option '--buffer': '" + spec + "' is no buffer");
  }
  for (const auto &[name, spec] : o.bindings) {
    if (llvm::Error e = add(spec, false))
      return std::move(e);
    if (!args.back().texture)
      return bad("option '--bind': '" + spec +
                 "' is no texture, surface or sampler");
    args.back().texture->name = name;
  }
  return args;
}

/// Runs a kernel by `launch`, which takes it and its launch.
template <typename K, typename LaunchFn>
static llvm::Error
runKernel(RunOptions &o, llvm::ArrayRef<K> kernels, GlobalMemory &memory,
          llvm::function_ref<uint64_t()> printFindings, LaunchFn launch) {
  auto kernel = chooseKernel(kernels, o.kernel);
  if (!kernel)
    return kernel.takeError();
  auto args = parseArguments(o);
  if (!args)
    return args.takeError();
  auto addresses =
      placeArguments((*kernel)->name, (*kernel)->params, (*kernel)->paramBytes,
                     *args, memory, o.launch);
  if (!addresses)
    return addresses.takeError();
  if (o.trace)
    o.launch.trace = &llvm::outs();
  LaunchStats stats;
  llvm::Error e = launch(**kernel, stats);
  llvm::outs().flush();
  if (o.stats)
    showStats(stats);
  uint64_t findings = printFindings();
  if (e)
    return e;
  if (llvm::Error shown = showResults(*args, *addresses, memory))
    return shown;
  if (findings)
    return bad(Twine(findings) + (findings == 1 ? " finding" : " findings"));
  return llvm::Error::success();
}

/// The instruction without the names of its values.
static std::string kindOf(StringRef text) {
  std::string kind;
  bool inName = false;
  for (char c : text) {
    inName = c == '%' || (inName && (llvm::isAlnum(c) || c == '_' || c == '#'));
    if (c == '%')
      kind += '%';
    else if (!inName)
      kind += c;
  }
  return kind;
}

static llvm::Error
listUnsupported(const std::map<std::string, unsigned> &counts) {
  for (const auto &[why, count] : counts)
    llvm::outs() << count << "  " << why << "\n";
  return llvm::Error::success();
}

static llvm::Error runInterpreter(RunOptions &o, ParsedFile &file) {
  if (o.checkHazards)
    return bad("PTX has no control fields: --check=hazards needs a cubin");
  if (o.severalThreads)
    return bad("the PTX interpreter has one thread: not with --threads");
  GlobalMemory memory;
  MemoryCheck check(memory);
  auto interpreter = interp::Interpreter::create(*file.module, memory);
  if (!interpreter)
    return interpreter.takeError();
  if (o.listUnsupported) {
    std::map<std::string, unsigned> counts;
    for (const std::string &text : (*interpreter)->unsupported())
      ++counts[kindOf(text)];
    return listUnsupported(counts);
  }
  return runKernel(
      o, (*interpreter)->kernels(), memory,
      [&] { return check.print(llvm::errs()); },
      [&](const interp::Kernel &kernel, LaunchStats &stats) {
        llvm::Error e =
            (*interpreter)
                ->run(kernel, o.launch, o.checkMemory ? &check : nullptr);
        stats = (*interpreter)->stats();
        return e;
      });
}

static ProfilePrinter getProfilePrinter(const RunOptions &o) {
  return o.profile == "json"      ? timing::printJSON
         : o.profile == "listing" ? timing::printListing
         : o.profile.empty()      ? nullptr
                                  : timing::printTable;
}

static llvm::Error runProfile(const RunOptions &o, Machine &machine,
                              const Program &program, const Kernel &kernel) {
  auto profile = timing::profile(machine, program, kernel, o.launch, o.timing);
  if (!profile)
    return profile.takeError();
  getProfilePrinter(o)(program, *profile, llvm::outs());
  return llvm::Error::success();
}

static llvm::Error runMachine(RunOptions &o, Program &program,
                              GlobalMemory &memory) {
  MemoryCheck check(memory);
  if (o.checkMemory)
    program.checkMemory();
  std::optional<HazardObserver> hazards;
  auto printFindings = [&] {
    return check.print(llvm::errs()) +
           (hazards ? hazards->print(llvm::errs()) : 0);
  };
  return runKernel(
      o, llvm::ArrayRef<Kernel>(program.kernels), memory, printFindings,
      [&](const Kernel &kernel, LaunchStats &stats) {
        Machine machine(program, memory, o.checkMemory ? &check : nullptr);
        if (o.checkHazards)
          machine.setObserver(&hazards.emplace(program));
        llvm::Error e = o.profile.empty()
                            ? machine.run(kernel, o.launch)
                            : runProfile(o, machine, program, kernel);
        stats = machine.stats();
        return e;
      });
}

static llvm::Error runCubin(RunOptions &o, llvm::ArrayRef<uint8_t> bytes) {
  auto loaded = cubin::read(bytes);
  if (!loaded)
    return loaded.takeError();
  GlobalMemory memory;
  auto program = loadCubin(*loaded, memory);
  if (!program)
    return program.takeError();
  if (o.listUnsupported) {
    std::map<std::string, unsigned> counts;
    for (const auto &[index, why] : program->unsupported)
      ++counts[why];
    return listUnsupported(counts);
  }
  return runMachine(o, *program, memory);
}

static llvm::Error runFile(RunOptions &o) {
  auto buffer = readFile(o.file);
  if (!buffer)
    return buffer.takeError();
  StringRef text = (*buffer)->getBuffer();
  llvm::ArrayRef<uint8_t> bytes(text.bytes_begin(), text.size());
  bool isPTX = ptx::isPTX(text);
  bool isCubin = cubin::isCubin(bytes);
  if (!isCubin && ((isPTX && o.interpret) || (!isPTX && isMLIR(text)))) {
    ParsedFile file(text, o.file);
    if (!file.module)
      return bad("'" + o.file + "' has errors");
    if (file.has("ptx.module") && !o.profile.empty())
      return bad("--profile is of machine code: not of a ptx.module");
    if (file.has("ptx.module"))
      return runInterpreter(o, file);
    if (o.interpret)
      return bad("'" + o.file + "' has no ptx.module");
    if ((o.checkHazards || !o.profile.empty()) && file.has("ori.module"))
      return bad(
          "ori has no control fields: --check=hazards and --profile need "
          "sass");
    GlobalMemory memory;
    auto program = loadIR(*file.module, memory);
    if (!program)
      return program.takeError();
    return runMachine(o, *program, memory);
  }
  if (o.interpret)
    return bad("'" + o.file + "' is not PTX text");
  if (isCubin)
    return runCubin(o, bytes);
  if (!text.contains(".version"))
    return bad("'" + o.file + "' is neither a cubin nor PTX text");
  auto cubin = compileText(o.file, text);
  if (!cubin)
    return cubin.takeError();
  return runCubin(o, *cubin);
}

static llvm::Expected<std::vector<ComparedCubin>>
readCompared(const RunOptions &o) {
  std::vector<ComparedCubin> cubins;
  for (const std::string &path : o.compared) {
    auto cubin = readFile(path);
    if (!cubin)
      return cubin.takeError();
    StringRef bytes = (*cubin)->getBuffer();
    cubins.push_back({path, {bytes.bytes_begin(), bytes.bytes_end()}});
  }
  return cubins;
}

/// --compare without --generate-inputs: all kernels on the launch that the
/// command line describes.
static llvm::Error runDescribedInputs(const RunOptions &o) {
  if (const char *excluded = excludedByCompare(o))
    return bad(Twine("--compare and ") + excluded + " exclude each other");
  auto file = readFile(o.file);
  if (!file)
    return file.takeError();
  auto cubins = readCompared(o);
  if (!cubins)
    return cubins.takeError();
  auto arguments = parseArguments(o);
  if (!arguments)
    return arguments.takeError();
  auto good = runDescribed((*file)->getBuffer(), o.file, o.kernel, o.launch,
                           *arguments, *cubins);
  if (!good)
    return good.takeError();
  llvm::outs().flush();
  return *good ? llvm::Error::success() : bad("not all kernels run and agree");
}

static llvm::Error runGeneratedInputs(const RunOptions &o) {
  if (!o.args.empty())
    return bad("--arg and --generate-inputs exclude each other");
  auto file = readFile(o.file);
  if (!file)
    return file.takeError();
  auto read = readCompared(o);
  if (!read)
    return read.takeError();
  std::vector<ComparedCubin> cubins = std::move(*read);
  StringRef text = (*file)->getBuffer();
  if (!o.interpret && o.compared.empty()) {
    auto compiled = compileText(o.file, text, /*fmad=*/false);
    if (!compiled)
      return compiled.takeError();
    cubins.push_back({"compiled", std::move(*compiled)});
  }
  GenerateOptions options;
  options.seeds = o.seeds;
  options.cycles = o.cycles;
  options.profile = getProfilePrinter(o);
  options.kernel = o.kernel;
  options.maxInstructions = o.launch.maxInstructions;
  auto good = runGenerated(text, o.file, options, cubins);
  if (!good)
    return good.takeError();
  llvm::outs().flush();
  return *good ? llvm::Error::success() : bad("not all kernels run and agree");
}

int main(int argc, char **argv) {
  llvm::ArrayRef<const char *> args(argv + 1, size_t(argc - 1));
  for (StringRef a : args)
    if (a == "--help" || a == "-h") {
      llvm::outs() << kRunUsage;
      return 0;
    }
  llvm::Expected<RunOptions> options = parseOptions(args);
  llvm::Error e = !options                     ? options.takeError()
                  : !options->seeds.empty()    ? runGeneratedInputs(*options)
                  : !options->compared.empty() ? runDescribedInputs(*options)
                                               : runFile(*options);
  if (!e)
    return 0;
  llvm::errs() << "ptx-run: error: " << llvm::toString(std::move(e)) << "\n";
  return 1;
}
