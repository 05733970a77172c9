//===- CommandLine.cpp - optxas: the drop-in for ptxas --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas's parsing rules (observed on ptxas 13.0.88): short options take one
// dash, long options two; a value follows as the next argument or after '=';
// only -O and -m join theirs.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Driver/CommandLine.h"
#include "Heap.h"
#include "ptx-mlir/Driver/Compiler.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <optional>

using namespace ptxmlir;
using llvm::StringRef;

namespace {

enum class OptionId {
  Arch,
  OptLevel,
  Output,
  Fmad,
  Verbose,
  SplitCompile,
  MaxRegisters,
  Machine,
  Entry,
  CompileOnly,
  DiagnosticFormat,
  NoWarnings,
  WarningsAsErrors,
  WarnDoubles,
  Validate,
  Bisect,
  Launch,
  Help,
  Version,
  MaxThreads,
  MinCTAs,
  // Accepted without effect on the code.
  IgnoredFlag,
  IgnoredValue,
  // How the code is to be made better or sooner, which has no effect here; the
  // user is told.
  TuningFlag,
  TuningBool,
  TuningValue,
};

struct OptionInfo {
  StringRef longName, shortName;
  OptionId id;
  bool hasValue;
  StringRef help;
};

/// The command line of an invocation.
struct Invocation {
  CompilerOptions compiler;
  std::string input, output = "elf.o";
  bool verbose = false, relocatable = false;
};

} // namespace

static const OptionInfo kOptions[] = {
    {"gpu-name", "arch", OptionId::Arch, true,
     "target to compile for (default sm_75); compute_<n> and "
     "lto_<n> only check the PTX"},
    {"opt-level", "O", OptionId::OptLevel, true,
     "optimization level 0 to 3 (default 3)"},
    {"output-file", "o", OptionId::Output, true, "output file (default elf.o)"},
    {"fmad", "fmad", OptionId::Fmad, true,
     "contract multiply and add where PTX allows it: true or false"},
    {"verbose", "v", OptionId::Verbose, false,
     "print resource use of each function"},
    {"maxrregcount", "maxrregcount", OptionId::MaxRegisters, true,
     "registers of a thread at most: archmax, archmin or a number"},
    {"split-compile", "split-compile", OptionId::SplitCompile, true,
     "threads to compile functions with; 0: one per core"},
    {"maxntid", "maxntid", OptionId::MaxThreads, true,
     "threads of a block at most, up to three numbers with commas between, of "
     "kernels that do not say"},
    {"minnctapersm", "minnctapersm", OptionId::MinCTAs, true,
     "blocks that an SM is to hold, of kernels that do not say"},
    {"machine", "m", OptionId::Machine, true, "address size, 64"},
    {"help", "h", OptionId::Help, false, "print this text"},
    {"version", "V", OptionId::Version, false, "print the version"},
    {"generate-line-info", "lineinfo", OptionId::IgnoredFlag, false,
     "accepted; no line table is written yet"},
    {"entry", "e", OptionId::Entry, true,
     "compile these kernels only (commas between names)"},
    {"compile-only", "c", OptionId::CompileOnly, false,
     "relocatable object; so far the PTX can only be checked with it"},
    {"diagnostic-format", "diagnostic-format", OptionId::DiagnosticFormat, true,
     "caret (default): file:line:column: error: what, with the line; ptxas: "
     "ptxas file, line n; error   : what (default where the program is called "
     "as ptxas)"},
    {"disable-warnings", "w", OptionId::NoWarnings, false, "print no warnings"},
    {"warning-as-error", "Werror", OptionId::WarningsAsErrors, false,
     "make all warnings errors"},
    {"warn-on-double-precision-use", "warn-double-usage", OptionId::WarnDoubles,
     false, "warn of double-precision instructions"},
    {"validate", "validate", OptionId::Validate, false,
     "run the kernels on the CPU before and after each phase and compare "
     "memory; no cubin where a phase changes a result"},
    {"bisect", "bisect", OptionId::Bisect, false,
     "find the first phase that changes a kernel's result by binary search"},
    {"launch", "launch", OptionId::Launch, true,
     "how --validate and --bisect run a kernel: options of ptx-run, e.g. "
     "'--kernel=k --grid=4 --block=32 --arg=s32:7'; may be repeated"},
    {"warn-on-spills", "warn-spills", OptionId::IgnoredFlag, false, "accepted"},
    {"warn-on-local-memory-usage", "warn-lmem-usage", OptionId::IgnoredFlag,
     false, "accepted"},
    {"register-usage-level", "regUsageLevel", OptionId::TuningValue, true,
     "taken, without effect"},
    {"regAllocOptLevel", "regAllocOptLevel", OptionId::TuningValue, true,
     "taken, without effect"},
    {"Ofast-compile", "Ofc", OptionId::TuningValue, true,
     "taken, without effect"},
    {"device-function-maxrregcount", "func-maxrregcount", OptionId::TuningValue,
     true, "taken, without effect"},
    {"def-load-cache", "dlcm", OptionId::TuningValue, true,
     "taken, without effect"},
    {"def-store-cache", "dscm", OptionId::TuningValue, true,
     "taken, without effect"},
    {"force-load-cache", "flcm", OptionId::TuningValue, true,
     "taken, without effect"},
    {"force-store-cache", "fscm", OptionId::TuningValue, true,
     "taken, without effect"},
    {"allow-expensive-optimizations", "allow-expensive-optimizations",
     OptionId::TuningBool, true, "taken, without effect"},
    {"dont-merge-basicblocks", "no-bb-merge", OptionId::TuningFlag, false,
     "taken, without effect"},
    {"return-at-end", "ret-end", OptionId::TuningFlag, false,
     "taken, without effect"},
    {"optimize-float-atomics", "opt-fp-atomics", OptionId::TuningFlag, false,
     "taken, without effect"},
    {"disable-optimizer-constants", "disable-optimizer-consts",
     OptionId::TuningFlag, false, "taken, without effect"},
    {"suppress-async-bulk-multicast-advisory-warning",
     "suppress-async-bulk-multicast-advisory-warning", OptionId::IgnoredFlag,
     false, "accepted"},
    {"suppress-debug-info", "suppress-debug-info", OptionId::IgnoredFlag, false,
     "accepted"},
    {"suppress-double-demote-warning", "suppress-double-demote-warning",
     OptionId::IgnoredFlag, false, "accepted"},
    {"suppress-sparse-mma-advisory-info", "suppress-sparse-mma-advisory-info",
     OptionId::IgnoredFlag, false, "accepted"},
    {"suppress-stack-size-warning", "suppress-stack-size-warning",
     OptionId::IgnoredFlag, false, "accepted"},
};

static int fatal(const llvm::Twine &message) {
  llvm::errs() << "ptxas fatal   : " << message << '\n';
  return 255;
}

static void printHelp() {
  llvm::outs() << "Usage: optxas [options] file.ptx\n\n"
                  "Compiles PTX to a cubin. Options:\n";
  for (const OptionInfo &option : kOptions) {
    std::string names =
        "--" + option.longName.str() + ", -" + option.shortName.str();
    llvm::outs() << "  " << llvm::left_justify(names, 48) << option.help
                 << '\n';
  }
}

/// `sm_90`, or `compute_90` and `lto_90`, which only check the PTX; whether the
/// target exists.
static bool parseArch(StringRef name, CompilerOptions &options) {
  StringRef number = name;
  options.checkOnly =
      number.consume_front("compute_") || number.consume_front("lto_");
  options.archName = name.str();
  options.arch = options.checkOnly ? ("sm_" + number).str() : name.str();
  return target::lookupTarget(options.arch);
}

/// What tools that look for a ptxas read: the release, which tells them the
/// PTX that is taken, and a version. The last line tells builds of this project
/// apart, for those that keep compiled code under this text.
static void printVersion() {
  std::string program = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&printVersion));
  uint64_t hash = 0;
  if (auto bytes =
          llvm::MemoryBuffer::getFile(program, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false))
    hash = llvm::xxh3_64bits((*bytes)->getBuffer());
  llvm::outs() << "optxas: ptx-mlir, an open PTX to SASS compiler in place of "
                  "that of the\n"
                  "Cuda compilation tools, release 13.0, V13.0.88\n"
                  "Build ptx-mlir_"
               << PTXMLIR_VERSION << '/' << llvm::format_hex_no_prefix(hash, 16)
               << '\n';
}

/// The option of an argument, exactly as it is spelled. -O3 and -m64 join their
/// value, which is a number: where no option has the whole name.
static const OptionInfo *findOption(StringRef name, bool isLong,
                                    std::optional<StringRef> &value) {
  auto find = [&](StringRef wanted) -> const OptionInfo * {
    for (const OptionInfo &option : kOptions)
      if (wanted == (isLong ? option.longName : option.shortName))
        return &option;
    return nullptr;
  };
  if (const OptionInfo *option = find(name))
    return option;
  int number;
  if (isLong || value || (!name.starts_with("O") && !name.starts_with("m")) ||
      name.drop_front(1).getAsInteger(10, number))
    return nullptr;
  value = name.drop_front(1);
  return find(name.take_front(1));
}

/// Up to three positive numbers with commas between.
static bool parseThreads(StringRef text,
                         llvm::SmallVectorImpl<int32_t> &sizes) {
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    int32_t size;
    if (part.getAsInteger(10, size) || size <= 0)
      return false;
    sizes.push_back(size);
  }
  return sizes.size() <= 3;
}

/// Says which tuning options were taken that change nothing.
static void warnOfTuning(llvm::ArrayRef<StringRef> names) {
  for (StringRef name : names)
    llvm::errs() << "ptxas warning : option '" << name
                 << "' has no effect on the code\n";
}

/// Parses the arguments; an exit code if the run ends here.
static std::optional<int> parseArguments(llvm::ArrayRef<char *> args,
                                         Invocation &invocation) {
  llvm::SmallVector<StringRef> tuning;
  for (size_t i = 0; i != args.size(); ++i) {
    StringRef arg = args[i];
    if (!arg.starts_with("-") || arg == "-") {
      if (!invocation.input.empty())
        return fatal("several inputs are not supported");
      invocation.input = arg.str();
      continue;
    }
    bool isLong = arg.starts_with("--");
    StringRef name = arg.drop_front(isLong ? 2 : 1);
    std::optional<StringRef> value;
    if (size_t equals = name.find('='); equals != StringRef::npos) {
      value = name.drop_front(equals + 1);
      name = name.take_front(equals);
    }
    const OptionInfo *option = findOption(name, isLong, value);
    if (!option)
      return fatal("Unknown option '" + name + "'");
    if (!option->hasValue && value)
      return fatal("no argument expected after '" + arg.split('=').first + "'");
    // -O alone is -O0.
    if (option->id == OptionId::OptLevel && !isLong && !value)
      value = "0";
    if (option->hasValue && !value) {
      if (i + 1 == args.size())
        return fatal("argument expected after '" + arg + "'");
      value = args[++i];
    }
    switch (option->id) {
    case OptionId::Arch:
      if (!parseArch(*value, invocation.compiler))
        return fatal("Value '" + *value +
                     "' is not defined for option 'gpu-name'");
      break;
    case OptionId::OptLevel: {
      int level;
      if (value->getAsInteger(10, level))
        return fatal("'" + *value + "': expected a number");
      invocation.compiler.optLevel = level < 0 || level > 3 ? 3 : level;
      break;
    }
    case OptionId::Output:
      invocation.output = value->str();
      break;
    case OptionId::Fmad:
      if (*value != "true" && *value != "false")
        return fatal("'" + *value + "': expected true or false");
      invocation.compiler.fmad = *value == "true";
      break;
    case OptionId::Verbose:
      invocation.verbose = true;
      break;
    case OptionId::SplitCompile:
      if (value->getAsInteger(10, invocation.compiler.threads))
        return fatal("'" + *value + "': expected a number");
      break;
    case OptionId::MaxRegisters: {
      // archmin is 32 (observed on ptxas 13.0.88).
      int limit = *value == "archmin" ? 32 : 255;
      if (*value != "archmax" && *value != "archmin" &&
          value->getAsInteger(0, limit))
        return fatal("Invalid value '" + *value +
                     "' for option 'maxrregcount'");
      if (limit < 0 || limit > 255) {
        llvm::errs() << "ptxas warning : Too big maxrregcount value specified "
                     << limit << ", will be ignored\n";
        limit = 255;
      }
      invocation.compiler.maxRegisters = limit;
      break;
    }
    case OptionId::Machine:
      if (*value != "64")
        return fatal("Value '" + *value +
                     "' is not defined for option 'machine'");
      break;
    case OptionId::Entry: {
      llvm::SmallVector<StringRef> names;
      value->split(names, ',', -1, /*KeepEmpty=*/false);
      invocation.compiler.entries.insert(invocation.compiler.entries.end(),
                                         names.begin(), names.end());
      break;
    }
    case OptionId::CompileOnly:
      invocation.relocatable = true;
      break;
    case OptionId::DiagnosticFormat:
      if (*value != "caret" && *value != "ptxas")
        return fatal("Value '" + *value +
                     "' is not defined for option 'diagnostic-format'");
      invocation.compiler.diagnosticFormat =
          *value == "ptxas" ? DiagnosticFormat::Ptxas : DiagnosticFormat::Caret;
      break;
    case OptionId::NoWarnings:
      invocation.compiler.noWarnings = true;
      break;
    case OptionId::WarningsAsErrors:
      invocation.compiler.warningsAsErrors = true;
      break;
    case OptionId::WarnDoubles:
      invocation.compiler.warnDoubles = true;
      break;
    case OptionId::Validate:
    case OptionId::Bisect:
    case OptionId::Launch: {
      std::optional<ValidationOptions> &validation =
          invocation.compiler.validation;
      if (!validation)
        validation.emplace();
      validation->bisect |= option->id == OptionId::Bisect;
      if (value)
        validation->launches.push_back(value->str());
      break;
    }
    case OptionId::Help:
      printHelp();
      return 0;
    case OptionId::Version:
      printVersion();
      return 0;
    case OptionId::MaxThreads:
      invocation.compiler.maxThreads.clear();
      if (!parseThreads(*value, invocation.compiler.maxThreads))
        return fatal("Invalid value '" + *value + "' for option 'maxntid'");
      break;
    case OptionId::MinCTAs:
      if (value->getAsInteger(10, invocation.compiler.minCTAs))
        return fatal("'" + *value + "': expected a number");
      break;
    case OptionId::TuningBool:
      if (*value != "true" && *value != "false")
        return fatal("'" + *value + "': expected true or false");
      [[fallthrough]];
    case OptionId::TuningFlag:
    case OptionId::TuningValue:
      tuning.push_back(arg.split('=').first);
      break;
    case OptionId::IgnoredFlag:
    case OptionId::IgnoredValue:
      break;
    }
  }
  // They are no errors under --warning-as-error: the code is as good as without
  // them.
  if (!invocation.compiler.noWarnings)
    warnOfTuning(tuning);
  if (invocation.input.empty()) {
    printHelp();
    return 0;
  }
  return std::nullopt;
}

/// Writes the whole file or nothing: a temporary beside it is renamed. What is
/// no file, like /dev/null or a pipe, stays what it is and is written to; so
/// does a link.
static int writeOutput(StringRef path, llvm::ArrayRef<char> bytes) {
  if (path == "/dev/stdout") {
    llvm::outs().write(bytes.data(), bytes.size());
    return 0;
  }
  namespace fs = llvm::sys::fs;
  auto cannot = [&](const char *what) {
    return fatal("Output file '" + path + "' could not be " + what);
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

int ptxmlir::runOptxas(int argc, char **argv) {
  Invocation invocation;
  llvm::ArrayRef<char *> args(argv + 1, argc > 0 ? argc - 1 : 0);
  // Who calls a ptxas reads its messages.
  if (argc > 0 && llvm::sys::path::stem(argv[0]) == "ptxas")
    invocation.compiler.diagnosticFormat = DiagnosticFormat::Ptxas;
  if (std::optional<int> code = parseArguments(args, invocation))
    return *code;
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(invocation.input);
  if (!buffer) {
    fatal("Input file '" + invocation.input + "' could not be opened");
    return fatal("Ptx assembly aborted due to errors");
  }
  if (invocation.compiler.arch.empty())
    parseArch("sm_75", invocation.compiler);
  if (invocation.relocatable && !invocation.compiler.checkOnly)
    return fatal("relocatable objects (-c) are not supported");
  // Bisecting looks at the module again.
  invocation.compiler.disableFree = !invocation.compiler.validation;
  reserveHeap((*buffer)->getBufferSize());
  llvm::SmallVector<char, 0> cubin;
  switch (compilePTX((*buffer)->getBuffer(), invocation.input,
                     invocation.compiler, cubin, llvm::errs(),
                     invocation.verbose ? &llvm::errs() : nullptr)) {
  case CompileResult::TargetMismatch:
    return 255;
  case CompileResult::Errors:
    return fatal("Ptx assembly aborted due to errors");
  case CompileResult::Success:
    break;
  }
  if (invocation.compiler.checkOnly)
    return 0;
  return writeOutput(invocation.output, cubin);
}
