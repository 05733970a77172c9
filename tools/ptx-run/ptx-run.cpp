//===- ptx-run.cpp - Runs a kernel on the CPU -----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "ptx-mlir/Driver/Compiler.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using llvm::StringRef;
using llvm::Twine;

static const char usage[] =
    R"(usage: ptx-run FILE [options]

Runs one kernel of a cubin, or of PTX text (compiled on the way), on the CPU.

  --interpret           do not compile PTX text: execute it as the PTX ISA says
  --kernel=NAME         the kernel; may be left out if the file has only one
  --grid=X[,Y[,Z]]      blocks of the grid (default 1)
  --block=X[,Y[,Z]]     threads of a block (default 1)
  --shared=BYTES        dynamic shared memory of a block
  --arg=SPEC            one argument of the kernel, in order:
                          <type>:<value>    u8 s8 .. u64 s64 f16 f32 f64
                          bytes:<hex>       a parameter of that many bytes
                          buf:file,<path>   a buffer; the parameter is its
                          buf:zero,<bytes>  address
                          buf:none,<bytes>  without contents
                          buf:iota,<type>,<count>
                          buf:rand,<type>,<count>,<seed>
                        after a buffer: :out=<path>  write it after the run
                                        :print=<type>,<count>  show it
  --check=memory        report races, reads of what nothing has written, barrier
                        divergence; exit code 1 if there are any
  --stack=BYTES         local memory of a thread (default 16384)
  --max-instructions=N  fail after N warp instructions
  --stats               count the executed instructions
  --trace               print every executed instruction
)";

namespace {
struct Options {
  std::string file, kernel;
  LaunchConfig launch;
  std::vector<std::string> args;
  bool stats = false, trace = false, interpret = false, checkMemory = false;
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

/// A list of what to check.
static llvm::Error parseChecks(StringRef text, Options &o) {
  llvm::SmallVector<StringRef, 2> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    if (part != "memory")
      return bad("option '--check': there is no check '" + part +
                 "' (there is memory)");
    o.checkMemory = true;
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
    bool *flag = name == "stats"       ? &o.stats
                 : name == "trace"     ? &o.trace
                 : name == "interpret" ? &o.interpret
                                       : nullptr;
    if (flag) {
      *flag = true;
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
    else if (name == "shared")
      e = number(o.launch.dynamicShared);
    else if (name == "arg")
      o.args.push_back(value.str());
    else if (name == "check")
      e = parseChecks(value, o);
    else if (name == "stack")
      e = number(o.launch.stackBytes);
    else if (name == "max-instructions")
      e = number(o.launch.maxInstructions);
    else
      e = bad("unknown option '" + a + "'");
    if (e)
      return std::move(e);
  }
  if (o.file.empty())
    return bad("no input file (--help shows the usage)");
  return o;
}

/// Compiles PTX text to a cubin for the target it names, at -O3.
static llvm::Expected<std::vector<uint8_t>> compileText(StringRef path,
                                                        StringRef text) {
  llvm::SmallVector<char, 0> cubin;
  if (compilePTX(text, path, CompilerOptions(), cubin, llvm::errs()) !=
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

static llvm::Expected<std::vector<uint8_t>> readProgram(StringRef path) {
  auto file = readFile(path);
  if (!file)
    return file.takeError();
  StringRef text = (*file)->getBuffer();
  llvm::ArrayRef<uint8_t> bytes(text.bytes_begin(), text.size());
  if (cubin::isCubin(bytes))
    return bytes.vec();
  if (text.contains(".version"))
    return compileText(path, text);
  return bad("'" + path + "' is neither a cubin nor PTX text");
}

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

/// Puts the arguments into the kernel's parameters and the buffers into memory.
template <typename K>
static llvm::Error placeArguments(const K &kernel,
                                  llvm::ArrayRef<Argument> args,
                                  GlobalMemory &memory, LaunchConfig &launch,
                                  std::vector<uint64_t> &addresses) {
  if (args.size() != kernel.params.size())
    return bad("kernel '" + kernel.name + "' has " +
               Twine(kernel.params.size()) + " parameters, " +
               Twine(args.size()) + " arguments were given");
  launch.params.assign(kernel.paramBytes, 0);
  for (size_t i = 0; i < args.size(); ++i) {
    const KernelParam &p = kernel.params[i];
    size_t size = args[i].isBuffer ? 8 : args[i].data.size();
    if (size != p.size || p.offset + p.size > launch.params.size())
      return bad("argument " + Twine(i) + " ('" + args[i].spec + "') has " +
                 Twine(size) + " bytes, the parameter has " + Twine(p.size));
    addresses.push_back(0);
    const uint8_t *from = args[i].data.data();
    if (args[i].isBuffer) {
      uint64_t at =
          memory.allocate(args[i].data.size(), "argument " + std::to_string(i),
                          1, args[i].hasContents);
      if (!args[i].data.empty())
        memcpy(memory.access(at, args[i].data.size()), args[i].data.data(),
               args[i].data.size());
      addresses.back() = at;
      from = reinterpret_cast<const uint8_t *>(&addresses.back());
    }
    memcpy(launch.params.data() + p.offset, from, size);
  }
  return llvm::Error::success();
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

/// Runs a kernel by `launch`, which takes it and its launch.
template <typename K, typename LaunchFn>
static llvm::Error runKernel(Options &o, llvm::ArrayRef<K> kernels,
                             GlobalMemory &memory, const MemoryCheck &check,
                             LaunchFn launch) {
  auto kernel = chooseKernel(kernels, o.kernel);
  if (!kernel)
    return kernel.takeError();
  std::vector<Argument> args;
  for (const std::string &spec : o.args) {
    auto arg = parseArgument(spec);
    if (!arg)
      return arg.takeError();
    args.push_back(std::move(*arg));
  }
  std::vector<uint64_t> addresses;
  if (llvm::Error e =
          placeArguments(**kernel, args, memory, o.launch, addresses))
    return e;
  if (o.trace)
    o.launch.trace = &llvm::outs();
  LaunchStats stats;
  llvm::Error e = launch(**kernel, stats);
  llvm::outs().flush();
  if (o.stats)
    showStats(stats);
  uint64_t findings = check.print(llvm::errs());
  if (e)
    return e;
  if (llvm::Error shown = showResults(args, addresses, memory))
    return shown;
  if (findings)
    return bad(Twine(findings) + (findings == 1 ? " finding" : " findings"));
  return llvm::Error::success();
}

static llvm::Error runInterpreter(Options &o) {
  auto file = readFile(o.file);
  if (!file)
    return file.takeError();
  StringRef text = (*file)->getBuffer();
  if (!ptx::isPTX(text))
    return bad("'" + o.file + "' is not PTX text");
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.disableMultithreading(); // nor the locks of a context with threads
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, o.file, false), {});
  mlir::SourceMgrDiagnosticHandler diagnostics(sources, &context);
  context.printOpOnDiagnostic(false);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      ptx::importPTX(text, o.file, &context);
  if (!module)
    return bad("'" + o.file + "' has errors");
  GlobalMemory memory;
  MemoryCheck check(memory);
  auto interpreter = interp::Interpreter::create(*module, memory);
  if (!interpreter)
    return interpreter.takeError();
  return runKernel(o, (*interpreter)->kernels(), memory, check,
                   [&](const interp::Kernel &kernel, LaunchStats &stats) {
                     llvm::Error e =
                         (*interpreter)
                             ->run(kernel, o.launch,
                                   o.checkMemory ? &check : nullptr);
                     stats = (*interpreter)->stats();
                     return e;
                   });
}

static llvm::Error runMachine(Options &o) {
  auto bytes = readProgram(o.file);
  if (!bytes)
    return bytes.takeError();
  auto loaded = cubin::read(*bytes);
  if (!loaded)
    return loaded.takeError();
  GlobalMemory memory;
  auto program = loadCubin(*loaded, memory);
  if (!program)
    return program.takeError();
  MemoryCheck check(memory);
  if (o.checkMemory)
    program->checkMemory();
  return runKernel(o, llvm::ArrayRef<Kernel>(program->kernels), memory, check,
                   [&](const Kernel &kernel, LaunchStats &stats) {
                     Machine machine(*program, memory,
                                     o.checkMemory ? &check : nullptr);
                     llvm::Error e = machine.run(kernel, o.launch);
                     stats = machine.stats();
                     return e;
                   });
}

int main(int argc, char **argv) {
  llvm::ArrayRef<const char *> args(argv + 1, size_t(argc - 1));
  for (StringRef a : args)
    if (a == "--help" || a == "-h") {
      llvm::outs() << usage;
      return 0;
    }
  llvm::Expected<Options> options = parseOptions(args);
  llvm::Error e = !options             ? options.takeError()
                  : options->interpret ? runInterpreter(*options)
                                       : runMachine(*options);
  if (!e)
    return 0;
  llvm::errs() << "ptx-run: error: " << llvm::toString(std::move(e)) << "\n";
  return 1;
}
