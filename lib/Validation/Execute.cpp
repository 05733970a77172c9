//===- Execute.cpp - One run of one kernel at any level -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx, ori and sass each have an engine; a run of any of them ends in the same
// description of memory, so that any two can be compared.
//
//===----------------------------------------------------------------------===//

#include "Execute.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"
#include "ptx-mlir/Execution/IR/LoadIR.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/Observer.h"
#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/CubinIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::validation;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static llvm::Error bad(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<KernelLaunch> validation::parseLaunch(StringRef text) {
  KernelLaunch launch;
  SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  for (StringRef word : words) {
    std::pair<StringRef, StringRef> split = word.ltrim('-').split('=');
    StringRef name = split.first, value = split.second;
    auto dims = [&](uint32_t (&to)[3]) -> llvm::Error {
      SmallVector<StringRef, 3> parts;
      value.split(parts, ',');
      if (parts.size() > 3)
        return bad("'" + word + "' has more than three dimensions");
      for (size_t i = 0; i < parts.size(); ++i)
        if (parts[i].getAsInteger(0, to[i]))
          return bad("'" + word + "': '" + parts[i] + "' is not a number");
      return llvm::Error::success();
    };
    if (name == "kernel") {
      launch.kernel = value.str();
    } else if (name == "grid") {
      if (llvm::Error e = dims(launch.config.grid))
        return std::move(e);
    } else if (name == "block") {
      if (llvm::Error e = dims(launch.config.block))
        return std::move(e);
    } else if (name == "shared") {
      if (value.getAsInteger(0, launch.config.dynamicShared))
        return bad("'" + word + "' is not a number");
    } else if (name == "arg") {
      auto arg = exec::parseArgument(value);
      if (!arg)
        return arg.takeError();
      launch.args.push_back(std::move(*arg));
    } else {
      return bad("'" + word +
                 "' is none of --kernel, --grid, --block, --shared and --arg");
    }
  }
  return launch;
}

//===----------------------------------------------------------------------===//
// Kernels of a module
//===----------------------------------------------------------------------===//

Operation *validation::findKernel(ModuleOp module, StringRef name) {
  Operation *found = nullptr;
  auto look = [&](auto part, auto isKernel) {
    if (found)
      return;
    Operation *op = SymbolTable::lookupSymbolIn(part, name);
    if (op && isKernel(op))
      found = op;
  };
  for (auto part : module.getOps<sass::ModuleOp>())
    look(part, [](Operation *op) {
      auto func = dyn_cast<sass::FuncOp>(op);
      return func && func.getKernel() && !func.isDeclaration();
    });
  for (auto part : module.getOps<ori::ModuleOp>())
    look(part, [](Operation *op) {
      auto func = dyn_cast<ori::FuncOp>(op);
      return func && func.getKernel() && !func.isDeclaration();
    });
  for (auto part : module.getOps<ptx::ModuleOp>())
    look(part, [](Operation *op) {
      auto entry = dyn_cast<ptx::EntryOp>(op);
      return entry && !entry.getBody().empty();
    });
  return found;
}

std::vector<std::string> validation::listKernels(ModuleOp module) {
  std::vector<std::string> names;
  auto add = [&](Operation *op) {
    auto name = op->getAttrOfType<StringAttr>("sym_name");
    if (name && !llvm::is_contained(names, name.getValue()) &&
        findKernel(module, name.getValue()))
      names.push_back(name.str());
  };
  for (Operation &part : *module.getBody())
    if (llvm::isa<ptx::ModuleOp, ori::ModuleOp, sass::ModuleOp>(part))
      for (Operation &op : part.getRegion(0).front())
        add(&op);
  return names;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// Remembers who wrote a byte of global memory last.
class WriterWatch : public exec::Observer {
public:
  WriterWatch(const exec::Program &program, const exec::LaunchConfig &config,
              uint64_t address)
      : program(program), config(config), watched(address) {}

  void issue(const exec::Warp &, uint64_t index, exec::LaneMask) override {
    current = index;
  }
  void access(const exec::Warp &w, exec::MemorySpace space, unsigned lane,
              uint64_t address, unsigned bytes) override {
    if (space != exec::MemorySpace::Global || watched - address >= bytes)
      return;
    isa::Opcode opcode = program.insts[current].opcode;
    if (opcode == isa::Opcode::Count ||
        !(isa::getDesc(opcode).writtenSpaces & isa::GlobalMemory))
      return;
    uint64_t t = uint64_t(w.index) * exec::kLanes + lane;
    const uint32_t *b = config.block, *c = w.cta->id;
    text = llvm::formatv("thread ({0},{1},{2}) of block ({3},{4},{5}), {6}",
                         t % b[0], t / b[0] % b[1], t / b[0] / b[1], c[0], c[1],
                         c[2], program.describe(current * 16))
               .str();
  }
  std::string text;

private:
  const exec::Program &program;
  const exec::LaunchConfig &config;
  uint64_t watched, current = 0;
};

/// The buffers of a launch, in memory before anything else, so that each engine
/// gives them the same addresses.
class Run {
public:
  explicit Run(const KernelLaunch &launch)
      : launch(launch), config(launch.config) {}

  /// The memory that a launch of a kernel with these parameters starts with.
  template <typename Kernel> llvm::Error place(const Kernel &kernel) {
    if (launch.made) {
      uint64_t limit = config.maxInstructions;
      if (launch.made->params.size() != kernel.params.size())
        return bad("the inputs are for another kernel");
      config = launch.made->place(memory, kernel.params, kernel.paramBytes);
      config.maxInstructions = limit;
      for (const auto &[i, buffer] : llvm::enumerate(launch.made->buffers))
        watch(buffer.name, harness::Inputs::address(unsigned(i)) - buffer.front,
              buffer.bytes.size());
      return llvm::Error::success();
    }
    auto addresses =
        exec::placeArguments(kernel.name, kernel.params, kernel.paramBytes,
                             launch.args, memory, config);
    if (!addresses)
      return addresses.takeError();
    for (size_t i = 0; i != launch.args.size(); ++i)
      if (launch.args[i].isBuffer)
        watch("argument " + std::to_string(i), (*addresses)[i],
              launch.args[i].data.size());
    return llvm::Error::success();
  }
  void watch(StringRef name, uint64_t address, uint64_t size) {
    const uint8_t *p = size ? memory.access(address, size) : nullptr;
    if (p)
      result.memory.push_back(
          {name.str(), address, std::vector<uint8_t>(p, p + size), {}});
  }
  RunResult finish(llvm::Error e) {
    for (MemoryImage &image : result.memory) {
      const uint8_t *p = memory.access(image.address, image.before.size());
      image.after.assign(p, p + image.before.size());
    }
    if (e) {
      result.error = llvm::toString(std::move(e));
      StringRef text = result.error;
      result.isUnsupported =
          text.contains("has no meaning") || text.contains("not supported") ||
          text.contains("not model") || text.contains("cannot execute");
    }
    return std::move(result);
  }

  const KernelLaunch &launch;
  exec::LaunchConfig config;
  exec::GlobalMemory memory;
  RunResult result;
};
} // namespace

static RunResult notRun(llvm::Error e) {
  RunResult result;
  result.error = llvm::toString(std::move(e));
  result.isUnsupported = true;
  return result;
}

static RunResult runInterpreter(ModuleOp module, const KernelLaunch &launch,
                                StringRef name) {
  auto find = [&](interp::Interpreter &engine) {
    return llvm::find_if(engine.kernels(),
                         [&](const auto &k) { return k.name == name; });
  };
  // The parameters first: arguments lie before the variables.
  exec::GlobalMemory scratch;
  auto probe = interp::Interpreter::create(module, scratch);
  if (!probe)
    return notRun(probe.takeError());
  auto signature = find(**probe);
  if (signature == (*probe)->kernels().end())
    return notRun(bad("no kernel '" + name + "'"));
  Run run(launch);
  if (llvm::Error e = run.place(*signature))
    return notRun(std::move(e));
  size_t numArguments = run.memory.buffers().size();
  auto engine = interp::Interpreter::create(module, run.memory);
  if (!engine)
    return notRun(engine.takeError());
  for (const auto &b :
       llvm::ArrayRef(run.memory.buffers()).drop_front(numArguments))
    run.watch(b.name, b.base, b.size);
  return run.finish((*engine)->run(*find(**engine), run.config));
}

/// Runs what `load` puts into a memory.
static RunResult runMachine(const KernelLaunch &launch, StringRef name,
                            llvm::function_ref<llvm::Expected<exec::Program>(
                                exec::GlobalMemory &memory)>
                                load,
                            const RunOptions &options, std::string *writer) {
  exec::GlobalMemory scratch;
  auto probe = load(scratch);
  if (!probe)
    return notRun(probe.takeError());
  const exec::Kernel *signature = probe->findKernel(name);
  if (!signature)
    return notRun(bad("no kernel '" + name + "'"));
  Run run(launch);
  if (llvm::Error e = run.place(*signature))
    return notRun(std::move(e));
  auto program = load(run.memory);
  if (!program)
    return notRun(program.takeError());
  for (const exec::Variable &v : program->variables)
    run.watch(v.name, v.address, v.size);
  exec::Machine machine(*program, run.memory);
  WriterWatch watch(*program, run.config, options.watch.value_or(0));
  if (options.watch)
    machine.setObserver(&watch);
  llvm::Error e = machine.run(*program->findKernel(name), run.config);
  if (writer)
    *writer = watch.text;
  return run.finish(std::move(e));
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Findings of the static check; none before there are control fields.
static std::vector<std::string> findHazards(sass::FuncOp func) {
  std::vector<std::string> findings;
  bool hasControl = func.walk([](sass::InstOpInterface op) {
                          const isa::Control &c = op.getInst().control;
                          return c.stall || c.waitMask || c.writeBarrier != 7
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
  if (!hasControl)
    return findings;
  auto module = func->getParentOfType<sass::ModuleOp>();
  OwningOpRef<ModuleOp> holder = ModuleOp::create(func.getLoc());
  OpBuilder builder(func.getContext());
  builder.setInsertionPointToEnd(holder->getBody());
  auto part = cast<sass::ModuleOp>(builder.cloneWithoutRegions(*module));
  part->removeAttr("image");
  builder.setInsertionPointToEnd(&part.getBody().emplaceBlock());
  builder.clone(*func);
  ScopedDiagnosticHandler handler(func.getContext(), [&](Diagnostic &d) {
    findings.push_back(d.str());
    return success();
  });
  sass::SASSCheckHazardsPassOptions options;
  options.warnOnly = true;
  PassManager pm(func.getContext());
  pm.enableVerifier(false);
  pm.nest<sass::ModuleOp>().addNestedPass<sass::FuncOp>(
      sass::createSASSCheckHazardsPass(options));
  (void)pm.run(*holder);
  return findings;
}

RunResult validation::runKernel(ModuleOp module, const KernelLaunch &launch,
                                StringRef kernel, const RunOptions &options,
                                std::string *writer) {
  Operation *op = findKernel(module, kernel);
  if (!op)
    return notRun(bad("no kernel '" + kernel + "'"));
  if (llvm::isa<ptx::EntryOp>(op))
    return runInterpreter(module, launch, kernel);
  // Its diagnostics come back as errors.
  std::string diagnostics;
  ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &d) {
    diagnostics += (diagnostics.empty() ? "" : "; ") + d.str();
    return success();
  });
  exec::LoadOptions load;
  load.kernel = kernel.str();
  load.meet = options.meet;
  RunResult result = runMachine(
      launch, kernel,
      [&](exec::GlobalMemory &memory) {
        if (auto part = dyn_cast<ori::ModuleOp>(op->getParentOp()))
          return exec::loadOri(part, memory, load);
        return exec::loadSASS(cast<sass::ModuleOp>(op->getParentOp()), memory,
                              load);
      },
      options, writer);
  if (!result.error.empty() && !diagnostics.empty())
    result.error += " (" + diagnostics + ")";
  if (auto func = dyn_cast<sass::FuncOp>(op))
    result.hazards = findHazards(func);
  return result;
}

RunResult validation::runCubin(ModuleOp module, const KernelLaunch &launch,
                               StringRef kernel) {
  for (auto part : module.getOps<sass::ModuleOp>()) {
    SmallVector<char, 0> bytes;
    if (failed(exportCubin(part, bytes)))
      return notRun(bad("the module cannot be encoded"));
    auto cubin = cubin::read(ArrayRef<uint8_t>(
        reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
    if (!cubin)
      return notRun(cubin.takeError());
    return runMachine(
        launch, kernel,
        [&](exec::GlobalMemory &memory) {
          return exec::loadCubin(*cubin, memory);
        },
        {}, nullptr);
  }
  return notRun(bad("no sass.module"));
}
