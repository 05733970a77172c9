//===- Options.cpp - The command line of ptx-run --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and checks the command line: which options exclude each other is
// decided here and nowhere else.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Threading.h"

using namespace ptxmlir;
using llvm::StringRef;
using llvm::Twine;

const char ptxmlir::kRunUsage[] =
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
                        inputs, too, and compare all buffers; without it: run
                        each kernel of PTX text (or --kernel) with the launch
                        and the arguments given, as --interpret does and in
                        each such cubin, and compare all buffers
  --cycles[=BLOCKS,...] with --generate-inputs and --compare: do not compare, but
                        estimate the cycles of an SM on which so many blocks run
                        (default 1,4,16), with the latencies that are least
                        certain halved and doubled, too; a line of JSON for each
                        kernel and cubin. With --profile: that instead, of the
                        first number
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
  --perturb=SEED        approximations (MUFU, .approx, .full) are off by parts of
                        the largest error that the PTX ISA allows; not with
                        --generate-inputs
  --schedule=SEED       groups of threads that are apart, and warps, take turns in
                        a random order and of random lengths; of machine code
                        only, not with --generate-inputs
  --threads=N           run blocks in N threads of this host (default 1; 0: as
                        many as it has cores), each cluster in one of them;
                        not with --interpret (nor a ptx.module),
                        --generate-inputs, --check, --trace and --profile. What
                        depends on the order of blocks may differ from run to
                        run
  --list-unsupported    run nothing: show which instructions of the cubin the
                        machine (with --interpret: of the module the PTX
                        interpreter) cannot execute, and how many of each
  --stats               count the executed instructions
  --trace               print every executed instruction
  --profile[=FORM]      estimate the time on a GPU: table (default), json, or
                        listing (instructions with the cycles that warps spent)
  --profile-sms=N       SMs of that GPU (default: those of a product of the SM)
)";

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
static llvm::Error parseThreads(StringRef text, RunOptions &o) {
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
static const char *excludedByThreads(const RunOptions &o) {
  return o.interpret                       ? "--interpret"
         : !o.seeds.empty()                ? "--generate-inputs"
         : o.checkMemory || o.checkHazards ? "--check"
         : o.trace                         ? "--trace"
         : !o.profile.empty()              ? "--profile"
                                           : nullptr;
}

const char *ptxmlir::excludedByCompare(const RunOptions &o) {
  return o.listUnsupported                 ? "--list-unsupported"
         : o.checkMemory || o.checkHazards ? "--check"
         : o.stats                         ? "--stats"
         : o.trace                         ? "--trace"
         : !o.profile.empty()              ? "--profile"
         : o.launch.perturbation           ? "--perturb"
         : o.severalThreads                ? "--threads"
         : !o.buffers.empty()              ? "--buffer"
         : !o.bindings.empty()             ? "--bind"
                                           : nullptr;
}

/// A list of what to check.
static llvm::Error parseChecks(StringRef text, RunOptions &o) {
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

llvm::Expected<RunOptions>
ptxmlir::parseOptions(llvm::ArrayRef<const char *> argv) {
  RunOptions o;
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
    if (name == "cycles") {
      llvm::SmallVector<StringRef> numbers;
      (a.contains('=') ? value : "1,4,16").split(numbers, ',');
      for (StringRef n : numbers)
        if (n.getAsInteger(0, o.cycles.emplace_back()) || !o.cycles.back())
          return bad("option '--cycles': '" + n + "' is no number of blocks");
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
    else if (name == "perturb") {
      uint64_t seed = 0;
      e = number(seed);
      o.launch.perturbation.emplace(seed);
    } else if (name == "schedule") {
      e = number(o.launch.schedule.emplace());
    } else if (name == "threads")
      e = parseThreads(value, o);
    else if (name == "max-instructions")
      e = number(o.launch.maxInstructions);
    else
      e = bad("unknown option '" + a + "'");
    if (e)
      return std::move(e);
  }
  if (!o.profile.empty() && !o.seeds.empty() && o.cycles.empty())
    return bad("--profile with --generate-inputs needs --cycles");
  if (!o.cycles.empty() && (o.seeds.empty() || o.compared.empty()))
    return bad("--cycles needs --generate-inputs and --compare");
  if (o.launch.perturbation && !o.seeds.empty())
    return bad("--perturb and --generate-inputs exclude each other");
  if (o.launch.schedule && !o.seeds.empty())
    return bad("--schedule and --generate-inputs exclude each other");
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
