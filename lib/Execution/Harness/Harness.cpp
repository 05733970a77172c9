//===- Harness.cpp - The search for inputs with which kernels run ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel on attempt after attempt until one ends without a wrong access
// and writes something. The module is analyzed in a copy with its calls
// inlined, so that one function says all of a kernel.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Harness/Harness.h"
#include "Generate.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "ptx-mlir/Dialect/PTX/Utils/InlineCalls.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::harness;

namespace {
/// The variables of a module, first in memory, and their initial values.
struct InitialMemory {
  size_t variables = 0;
  std::vector<std::vector<uint8_t>> initial;

  /// Memory holds the variables, and nothing has run.
  void remember(const exec::GlobalMemory &memory) {
    variables = memory.buffers().size();
    for (const exec::GlobalMemory::Buffer &b : memory.buffers())
      initial.emplace_back(b.data.get(), b.data.get() + b.size);
  }
  /// Makes memory what it was before a launch.
  void restore(exec::GlobalMemory &memory) const {
    memory.truncate(variables);
    for (size_t k = 0; k < variables; ++k)
      std::copy(initial[k].begin(), initial[k].end(),
                memory.buffers()[k].data.get());
  }
};
} // namespace

struct Harness::Impl {
  mlir::ModuleOp module;
  /// A copy with calls inlined, for the analysis.
  OwningOpRef<mlir::ModuleOp> inlined;
  exec::GlobalMemory memory;
  std::unique_ptr<interp::Interpreter> interpreter;
  InitialMemory before;
  llvm::StringMap<KernelUsage> usages;

  llvm::Expected<Outputs> run(const Inputs &inputs,
                              exec::MemoryCheck *check = nullptr);
  /// Bytes of memory that differ from what they were before the run.
  uint64_t countChanges(const Inputs &inputs, const Outputs &outputs);
};

llvm::Expected<Outputs> Harness::Impl::run(const Inputs &inputs,
                                           exec::MemoryCheck *check) {
  for (const interp::Kernel &kernel : interpreter->kernels()) {
    if (kernel.name != inputs.kernel)
      continue;
    before.restore(memory);
    exec::LaunchConfig launch = inputs.place(memory);
    launch.printed = &llvm::nulls();
    if (llvm::Error e = interpreter->run(kernel, launch, check))
      return std::move(e);
    return Outputs{inputs.read(memory), interpreter->stats()};
  }
  return llvm::createStringError("there is no kernel '" + inputs.kernel + "'");
}

uint64_t Harness::Impl::countChanges(const Inputs &inputs,
                                     const Outputs &outputs) {
  uint64_t count = 0;
  // (Pointers in buffers are no part of their initial bytes.)
  std::vector<std::vector<uint8_t>> placed;
  {
    exec::GlobalMemory fresh;
    inputs.place(fresh);
    placed = inputs.read(fresh);
  }
  auto add = [&](const uint8_t *a, const uint8_t *b, size_t size) {
    for (size_t i = 0; i < size; ++i)
      count += a[i] != b[i];
  };
  for (size_t k = 0; k < placed.size(); ++k)
    add(placed[k].data(), outputs.buffers[k].data(), placed[k].size());
  for (size_t k = 0; k < before.variables; ++k)
    add(before.initial[k].data(), memory.buffers()[k].data.get(),
        before.initial[k].size());
  return count;
}

Harness::Harness() : impl(std::make_unique<Impl>()) {}
Harness::~Harness() = default;

llvm::Expected<std::unique_ptr<Harness>>
Harness::create(mlir::ModuleOp module) {
  std::unique_ptr<Harness> made(new Harness);
  Impl &impl = *made->impl;
  impl.module = module;
  auto interpreter = interp::Interpreter::create(module, impl.memory);
  if (!interpreter)
    return interpreter.takeError();
  impl.interpreter = std::move(*interpreter);
  impl.before.remember(impl.memory);

  impl.inlined = module.clone();
  // What cannot be inlined is analyzed as it is.
  ScopedDiagnosticHandler quiet(module.getContext(),
                                [](Diagnostic &) { return success(); });
  ptx::InlineStats stats;
  for (auto own : impl.inlined->getOps<ptx::ModuleOp>())
    if (failed(ptx::inlineCalls(own, {}, stats)) || failed(verify(own))) {
      impl.inlined = module.clone();
      break;
    }
  return std::move(made);
}

std::vector<std::string> Harness::kernels() const {
  std::vector<std::string> names;
  for (const interp::Kernel &kernel : impl->interpreter->kernels())
    names.push_back(kernel.name);
  return names;
}

const KernelUsage &Harness::usage(llvm::StringRef kernel) {
  auto [it, fresh] = impl->usages.try_emplace(kernel);
  if (fresh)
    impl->inlined->walk([&, at = it](ptx::EntryOp entry) {
      if (entry.getSymName() == kernel && !entry.isExternal())
        at->second = analyzeKernel(entry);
    });
  return it->second;
}

llvm::Expected<Inputs>
Harness::describe(llvm::StringRef name, const exec::LaunchConfig &launch,
                  llvm::ArrayRef<exec::Argument> arguments) {
  const interp::Kernel *kernel =
      llvm::find_if(impl->interpreter->kernels(),
                    [&](const interp::Kernel &k) { return k.name == name; });
  if (kernel == impl->interpreter->kernels().end())
    return llvm::createStringError("there is no kernel '" + name + "'");
  if (arguments.size() != kernel->params.size())
    return llvm::createStringError(
        "kernel '" + name + "' has " + llvm::Twine(kernel->params.size()) +
        " parameters, " + llvm::Twine(arguments.size()) +
        " arguments were given");
  Inputs inputs;
  inputs.kernel = name.str();
  inputs.launch = launch;
  inputs.params = kernel->params;
  inputs.launch.params.assign(kernel->paramBytes, 0);
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    auto number = std::to_string(i);
    if (argument.tensorOf || argument.texture || !argument.hasContents)
      return llvm::createStringError("argument " + number + " ('" +
                                     argument.spec +
                                     "') is no number and no buffer with "
                                     "contents");
    const exec::KernelParam &p = kernel->params[i];
    size_t size = argument.isBuffer ? 8 : argument.data.size();
    if (size != p.size || p.offset + p.size > kernel->paramBytes)
      return llvm::createStringError(
          "argument " + number + " ('" + argument.spec + "') has " +
          llvm::Twine(size) + " bytes, the parameter of '" + name + "' has " +
          llvm::Twine(p.size));
    if (argument.isBuffer) {
      inputs.pointers.push_back(
          {-1, p.offset, unsigned(inputs.buffers.size())});
      inputs.buffers.push_back({"argument " + number, argument.data});
    } else {
      std::copy(argument.data.begin(), argument.data.end(),
                inputs.launch.params.begin() + p.offset);
    }
  }
  return std::move(inputs);
}

llvm::Expected<Outputs> Harness::interpret(const Inputs &inputs,
                                           std::vector<std::string> *findings) {
  if (!findings)
    return impl->run(inputs);
  exec::MemoryCheck check(impl->memory);
  auto outputs = impl->run(inputs, &check);
  findings->clear();
  for (const exec::MemoryCheck::Finding &finding : check.findings())
    findings->push_back(finding.text);
  return outputs;
}

void harness::takeOtherTurns(exec::LaunchConfig &launch) {
  launch.groupQuantum = 5;
  launch.warpQuantum = 17;
  launch.ctaQuantum = 101;
}

llvm::Expected<bool> Harness::dependsOnOrder(const Found &found) {
  Inputs inputs = found.inputs;
  takeOtherTurns(inputs.launch);
  auto again = impl->run(inputs);
  if (!again)
    return again.takeError();
  return again->buffers != found.outputs.buffers;
}

bool Harness::dependsOnUndefined(const Found &found) {
  Inputs inputs = found.inputs;
  inputs.launch.undefined = 0x5b5b5b5b5b5b5b5b;
  auto again = impl->run(inputs);
  if (!again) {
    llvm::consumeError(again.takeError());
    return true;
  }
  return again->buffers != found.outputs.buffers;
}

std::vector<Outputs> Harness::spread(const Found &found) {
  std::vector<Outputs> all;
  Inputs inputs = found.inputs;
  bool anyChange = false;
  for (uint64_t seed = 0; seed < (anyChange ? 16 : 2); ++seed) {
    inputs.launch.perturbation.emplace(seed);
    auto outputs = impl->run(inputs);
    if (!outputs) {
      llvm::consumeError(outputs.takeError());
      return {};
    }
    anyChange |= outputs->buffers != found.outputs.buffers;
    all.push_back(std::move(*outputs));
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

static constexpr uint64_t kLargestBuffer = 16 << 20, kLargestFront = 1 << 20,
                          kLargestShared = 96 << 10;
static constexpr unsigned kMaxGrowths = 16;

namespace {
/// The search for one kernel.
class Search {
public:
  Search(KernelUsage usage, const Options &options)
      : usage(std::move(usage)), options(options) {}

  /// Takes what a fault shows; false if nothing can be done about it.
  bool learn(const interp::AccessFault &fault);

  KernelUsage usage;
  const Options &options;
  Needs needs;
  std::vector<unsigned> objects;

private:
  bool growBuffer(unsigned buffer, int64_t offset, unsigned bytes);
  bool promotePointers();
};
} // namespace

bool Search::growBuffer(unsigned buffer, int64_t offset, unsigned bytes) {
  unsigned object = objects[buffer];
  if (offset < 0) {
    uint64_t front = llvm::PowerOf2Ceil(std::max<uint64_t>(512, -offset));
    if (front > kLargestFront)
      return false;
    needs.front[object] = front;
    return true;
  }
  uint64_t have = std::max<uint64_t>(65536, needs.bytes.lookup(object));
  uint64_t wanted =
      std::max(llvm::PowerOf2Ceil(uint64_t(offset) + bytes), 2 * have);
  if (wanted > kLargestBuffer)
    return false;
  needs.bytes[object] = wanted;
  return true;
}

/// Numbers of 64 bits that have a part in addresses become pointers.
bool Search::promotePointers() {
  bool any = false;
  for (size_t k = 0; k < usage.objects[0].fields.size(); ++k) {
    Field &f = usage.objects[0].fields[k];
    if (f.bytes != 8 || f.pointee >= 0 || f.isHandle || f.boundsThreads ||
        ptx::isFloat(f.type))
      continue;
    f.pointee = int(usage.objects.size());
    Object object;
    object.parent = 0;
    object.depth = 1;
    object.name = "parameter[" + std::to_string(f.offset) + "]";
    usage.objects.push_back(std::move(object));
    any = true;
  }
  return any;
}

bool Search::learn(const interp::AccessFault &fault) {
  if (fault.isMisaligned)
    return false;
  if (fault.space == ptx::Space::Shared) {
    uint64_t wanted =
        llvm::alignTo((fault.address & 0xffffff) + fault.bytes, 1024);
    wanted = std::max(wanted, 2 * needs.dynamicShared);
    if (!usage.usesDynamicShared || wanted > kLargestShared)
      return false;
    needs.dynamicShared = wanted;
    return true;
  }
  if (fault.space != ptx::Space::Global)
    return false;
  for (unsigned k = 0; k < objects.size(); ++k) {
    int64_t offset = int64_t(fault.address - Inputs::address(k));
    if (std::abs(offset) < int64_t(Inputs::address(1) - Inputs::address(0)) / 2)
      return growBuffer(k, offset, fault.bytes);
  }
  return fault.address < exec::GlobalMemory::kFirstAddress && promotePointers();
}

llvm::Expected<Found> Harness::find(llvm::StringRef kernel,
                                    const Options &options) {
  Search search(usage(kernel), options);
  if (search.usage.objects.empty())
    return llvm::createStringError("there is no kernel '" + kernel + "'");
  std::optional<Found> best;
  std::string firstError;
  bool isUnknown = false;
  uint64_t spent = 0;
  unsigned runs = 0;
  for (const Attempt &attempt : listAttempts(search.usage, options.seed)) {
    search.needs = Needs();
    for (unsigned growth = 0; growth < kMaxGrowths; ++growth) {
      Found found;
      found.inputs = generate(search.usage, attempt, search.needs, options.seed,
                              search.objects);
      found.inputs.launch.maxInstructions = options.maxInstructions;
      found.runs = ++runs;
      auto outputs = impl->run(found.inputs);
      spent += impl->interpreter->stats().warpInstructions;
      if (outputs) {
        found.outputs = std::move(*outputs);
        found.changed = impl->countChanges(found.inputs, found.outputs);
        if (found.changed)
          return std::move(found);
        if (!best && !isUnknown)
          best = std::move(found);
        break;
      }
      std::string error = llvm::toString(outputs.takeError());
      // Going around what the interpreter cannot do, by a size of zero, is no
      // run.
      isUnknown |= llvm::StringRef(error).contains(
          "the interpreter does not know this instruction");
      if (firstError.empty())
        firstError = error;
      const auto &fault = impl->interpreter->accessFault();
      if (!fault || !search.learn(*fault))
        break;
    }
    if (spent > options.budget)
      break;
  }
  if (best)
    return std::move(*best);
  return llvm::createStringError(firstError);
}

//===----------------------------------------------------------------------===//
// Cubins
//===----------------------------------------------------------------------===//

struct CubinRunner::Impl {
  exec::GlobalMemory memory;
  std::optional<exec::Program> program;
  InitialMemory before;
};

CubinRunner::CubinRunner() : impl(std::make_unique<Impl>()) {}
CubinRunner::~CubinRunner() = default;

llvm::Expected<std::unique_ptr<CubinRunner>>
CubinRunner::create(const cubin::LoadedCubin &cubin) {
  std::unique_ptr<CubinRunner> made(new CubinRunner);
  auto program = exec::loadCubin(cubin, made->impl->memory);
  if (!program)
    return program.takeError();
  made->impl->program.emplace(std::move(*program));
  made->impl->before.remember(made->impl->memory);
  return std::move(made);
}

llvm::Error CubinRunner::launch(const Inputs &inputs, Launcher launcher) {
  const exec::Kernel *kernel = impl->program->findKernel(inputs.kernel);
  if (!kernel)
    return llvm::createStringError("there is no kernel '" + inputs.kernel +
                                   "'");
  impl->before.restore(impl->memory);
  exec::LaunchConfig launch =
      inputs.place(impl->memory, kernel->params, kernel->paramBytes);
  launch.printed = &llvm::nulls();
  exec::Machine machine(*impl->program, impl->memory);
  return launcher(machine, *impl->program, *kernel, launch);
}

llvm::Expected<Outputs> CubinRunner::run(const Inputs &inputs) {
  exec::LaunchStats stats;
  if (llvm::Error e =
          launch(inputs, [&](exec::Machine &machine, const exec::Program &,
                             const exec::Kernel &kernel,
                             const exec::LaunchConfig &launch) {
            llvm::Error failure = machine.run(kernel, launch);
            stats = machine.stats();
            return failure;
          }))
    return std::move(e);
  return Outputs{inputs.read(impl->memory), stats};
}

llvm::Expected<Outputs> harness::runCubin(const cubin::LoadedCubin &cubin,
                                          const Inputs &inputs) {
  auto runner = CubinRunner::create(cubin);
  if (!runner)
    return runner.takeError();
  return (*runner)->run(inputs);
}
