//===- ptx-run.cpp - Runs a kernel on the CPU -----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GenerateInputs.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "ptx-mlir/Driver/Compiler.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/Hazards.h"
#include "ptx-mlir/Execution/LoadIR.h"
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
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using llvm::StringRef;
using llvm::Twine;

static const char usage[] =
    R"(usage: ptx-run FILE [options]

Runs one kernel on the CPU: of a cubin, of PTX text (compiled on the way), or of
MLIR with an ori.module, a sass.module or a ptx.module (at any stage, as it is).

  --interpret           do not compile PTX: execute it as the PTX ISA says
  --generate-inputs[=SEED,...]
                        make up arguments, a grid and a block for each kernel of
                        PTX text, run it as --interpret does and show what was
                        chosen; without --interpret, compare with the code,
                        compiled without contraction of multiply and add
  --compare=CUBIN       with --generate-inputs: run this cubin on the same
                        inputs, too, and compare all buffers
  --kernel=NAME         the kernel; may be left out if the file has only one
  --grid=X[,Y[,Z]]      blocks of the grid (default 1)
  --block=X[,Y[,Z]]     threads of a block (default 1)
  --cluster=X[,Y[,Z]]   blocks of a cluster (default: what the kernel says)
  --shared=BYTES        dynamic shared memory of a block
  --arg=SPEC            one argument of the kernel, in order:
                          <type>:<value>    u8 s8 .. u64 s64 f16 f32 f64
                          bytes:<hex>       a parameter of that many bytes
                          buf:file,<path>   a buffer; the parameter is its
                          buf:zero,<bytes>  address
                          buf:none,<bytes>  without contents
                          buf:iota,<type>,<count>
                          buf:rand,<type>,<count>,<seed>
                          tensormap:<argument>,<element>,dim=<n>x..,box=<n>x..
                            [,stride=<bytes>x..] [,swizzle=32|64|128] ...
                          texture:<argument>,<element>x<channels>,dim=<n>x..
                            [,layers=<n>] [,cube] [,pitch=<bytes>]
                            [,offset=<bytes>] [,address=clamp|border|wrap|
                            mirror|clamp_ogl] [,filter=linear]
                            [,coords=normalized] [,read=fraction]
                          surface:<argument>,<element>x<channels>,dim=...
                          sampler:address=..,filter=..,coords=..
                        after a buffer: :out=<path>  write it after the run
                                        :print=<type>,<count>  show it
  --buffer=SPEC         a buffer without a parameter, for textures and
                        surfaces; counted on from the last argument
  --bind=NAME=SPEC      what a variable of the module stands for: a texture,
                        surface or sampler as above
  --check=memory        report races, reads of what nothing has written, barrier
                        divergence; exit code 1 if there are any
  --check=hazards       report registers that are accessed before stall counts
                        and dependency barriers allow it; of cubins only
  --check=memory,hazards
                        both
  --stack=BYTES         local memory of a thread (default 16384)
  --max-instructions=N  fail after N warp instructions
  --threads=N           run blocks in N threads of this host (default 1; 0: as
                        many as it has cores), each cluster in one of them;
                        not with --interpret, --generate-inputs, --check,
                        --trace and --profile. What depends on the order of
                        blocks may differ from run to run
  --list-unsupported    run nothing: show which instructions of the cubin the
                        machine (with --interpret: of the module the PTX
                        interpreter) cannot execute, and how many of each
  --stats               count the executed instructions
  --trace               print every executed instruction
  --profile[=FORM]      estimate the time on a GPU: table (default), json, or
                        listing (instructions with the cycles that warps spent)
  --profile-sms=N       SMs of that GPU (default: those of a product of the SM)
)";

namespace {
struct Options {
  std::string file, kernel;
  LaunchConfig launch;
  std::vector<std::string> args, buffers;
  /// Variables and what they stand for.
  std::vector<std::pair<std::string, std::string>> bindings;
  bool stats = false, trace = false, interpret = false, checkMemory = false,
       checkHazards = false, listUnsupported = false, severalThreads = false;
  std::string profile; ///< form, empty: none
  timing::Options timing;
  /// --generate-inputs: not empty.
  std::vector<uint64_t> seeds;
  std::vector<std::string> compared;
};
} // namespace

static llvm::Error bad(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Error parseDims(StringRef text, uint32_t (&dims)[3]) {
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, ',');
  if (parts.size() > 3)
    return bad("'" + text + "' has more than three dimensions");
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i].getAsInteger(0, dims[i]))
      return bad("'" + parts[i] + "' is not a number");
  return llvm::Error::success();
}

/// A number of threads; what it excludes is told apart (excludedByThreads).
static llvm::Error parseThreads(StringRef text, Options &o) {
  constexpr unsigned most = 1024;
  if (text.getAsInteger(0, o.launch.threads))
    return bad("option '--threads': '" + text + "' is not a number");
  if (o.launch.threads > most)
    return bad("option '--threads': at most " + Twine(most));
  o.severalThreads = o.launch.threads != 1;
  if (!o.launch.threads)
    o.launch.threads =
        std::min(most, llvm::hardware_concurrency().compute_thread_count());
  return llvm::Error::success();
}

/// What several threads exclude and is asked for, or null.
static const char *excludedByThreads(const Options &o) {
  return o.interpret                       ? "--interpret"
         : !o.seeds.empty()                ? "--generate-inputs"
         : o.checkMemory || o.checkHazards ? "--check"
         : o.trace                         ? "--trace"
         : !o.profile.empty()              ? "--profile"
                                           : nullptr;
}

/// A list of what to check.
static llvm::Error parseChecks(StringRef text, Options &o) {
  llvm::SmallVector<StringRef, 2> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    bool *flag = part == "memory"    ? &o.checkMemory
                 : part == "hazards" ? &o.checkHazards
                                     : nullptr;
    if (!flag)
      return bad("option '--check': there is no check '" + part +
                 "' (there are memory and hazards)");
    *flag = true;
  }
  return llvm::Error::success();
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
    std::pair<StringRef, StringRef> split = a.ltrim('-').split('=');
    StringRef name = split.first, value = split.second;
    bool *flag = name == "stats"              ? &o.stats
                 : name == "list-unsupported" ? &o.listUnsupported
                 : name == "trace"            ? &o.trace
                 : name == "interpret"        ? &o.interpret
                                              : nullptr;
    if (flag) {
      *flag = true;
      continue;
    }
    if (name == "profile") {
      o.profile = value.empty() ? "table" : value.str();
      if (o.profile != "table" && o.profile != "json" && o.profile != "listing")
        return bad("option '--profile': no form '" + value + "'");
      continue;
    }
    if (name == "generate-inputs") {
      llvm::SmallVector<StringRef> seeds;
      (a.contains('=') ? value : "0").split(seeds, ',');
      for (StringRef seed : seeds)
        if (seed.getAsInteger(0, o.seeds.emplace_back()))
          return bad("option '--" + name + "': '" + seed + "' is not a number");
      continue;
    }
    // `--name value` as well as `--name=value`.
    if (!a.contains('=')) {
      if (++i == argv.size())
        return bad("option '" + a + "' wants a value");
      value = argv[i];
    }
    auto number = [&](auto &to) -> llvm::Error {
      if (value.getAsInteger(0, to))
        return bad("option '--" + name + "': '" + value + "' is not a number");
      return llvm::Error::success();
    };
    llvm::Error e = llvm::Error::success();
    if (name == "kernel")
      o.kernel = value.str();
    else if (name == "grid")
      e = parseDims(value, o.launch.grid);
    else if (name == "block")
      e = parseDims(value, o.launch.block);
    else if (name == "cluster")
      e = parseDims(value, o.launch.cluster);
    else if (name == "shared")
      e = number(o.launch.dynamicShared);
    else if (name == "arg")
      o.args.push_back(value.str());
    else if (name == "buffer")
      o.buffers.push_back(value.str());
    else if (name == "bind")
      o.bindings.emplace_back(value.split('=').first.str(),
                              value.split('=').second.str());
    else if (name == "compare")
      o.compared.push_back(value.str());
    else if (name == "check")
      e = parseChecks(value, o);
    else if (name == "stack")
      e = number(o.launch.stackBytes);
    else if (name == "profile-sms")
      e = number(o.timing.sms);
    else if (name == "threads")
      e = parseThreads(value, o);
    else if (name == "max-instructions")
      e = number(o.launch.maxInstructions);
    else
      e = bad("unknown option '" + a + "'");
    if (e)
      return std::move(e);
  }
  if (!o.profile.empty() && !o.seeds.empty())
    return bad("--profile and --generate-inputs exclude each other");
  // A machine has one observer.
  if (!o.profile.empty() && o.checkHazards)
    return bad("--profile and --check=hazards exclude each other");
  if (const char *excluded = excludedByThreads(o); excluded && o.severalThreads)
    return bad("--threads and " + Twine(excluded) + " exclude each other");
  if (!o.profile.empty() && o.interpret)
    return bad("--profile is of machine code: not with --interpret");
  if (o.file.empty())
    return bad("no input file (--help shows the usage)");
  return o;
}

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
static llvm::Expected<std::vector<Argument>> parseArguments(const Options &o) {
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
runKernel(Options &o, llvm::ArrayRef<K> kernels, GlobalMemory &memory,
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

static llvm::Error runInterpreter(Options &o, ParsedFile &file) {
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

static llvm::Error runProfile(const Options &o, Machine &machine,
                              const Program &program, const Kernel &kernel) {
  auto profile = timing::profile(machine, program, kernel, o.launch, o.timing);
  if (!profile)
    return profile.takeError();
  auto print = o.profile == "json"      ? timing::printJSON
               : o.profile == "listing" ? timing::printListing
                                        : timing::printTable;
  print(program, *profile, llvm::outs());
  return llvm::Error::success();
}

static llvm::Error runMachine(Options &o, Program &program,
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

static llvm::Error runCubin(Options &o, llvm::ArrayRef<uint8_t> bytes) {
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

static llvm::Error runFile(Options &o) {
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

static llvm::Error runGeneratedInputs(const Options &o) {
  if (!o.args.empty())
    return bad("--arg and --generate-inputs exclude each other");
  auto file = readFile(o.file);
  if (!file)
    return file.takeError();
  std::vector<ComparedCubin> cubins;
  for (const std::string &path : o.compared) {
    auto cubin = readFile(path);
    if (!cubin)
      return cubin.takeError();
    StringRef bytes = (*cubin)->getBuffer();
    cubins.push_back({path, {bytes.bytes_begin(), bytes.bytes_end()}});
  }
  StringRef text = (*file)->getBuffer();
  if (!o.interpret && o.compared.empty()) {
    auto compiled = compileText(o.file, text, /*fmad=*/false);
    if (!compiled)
      return compiled.takeError();
    cubins.push_back({"compiled", std::move(*compiled)});
  }
  GenerateOptions options;
  options.seeds = o.seeds;
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
      llvm::outs() << usage;
      return 0;
    }
  llvm::Expected<Options> options = parseOptions(args);
  llvm::Error e = !options                  ? options.takeError()
                  : !options->seeds.empty() ? runGeneratedInputs(*options)
                                            : runFile(*options);
  if (!e)
    return 0;
  llvm::errs() << "ptx-run: error: " << llvm::toString(std::move(e)) << "\n";
  return 1;
}
