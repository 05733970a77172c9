//===- Interpreter.cpp - Launching PTX kernels ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loading a module and launching a kernel: the outer interface of this folder.
// What an instruction does is found when the module is loaded, not when it
// runs.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/PTX/Interpreter.h"
#include "State.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <deque>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::interp;

template <typename... Args>
static llvm::Error bad(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static void addKernel(Program &program, ptx::EntryOp entry) {
  Kernel kernel;
  kernel.name = entry.getSymName().str();
  for (Attribute a : entry.getParams()) {
    auto var = cast<ptx::VarAttr>(a);
    kernel.params.push_back(
        {unsigned(var.getOffset()), unsigned(var.getSize())});
    if (isOpaque(var.getDataType()))
      kernel.params.back().image = exec::getParamImageName(var.getName());
    kernel.paramBytes =
        std::max(kernel.paramBytes, unsigned(var.getOffset() + var.getSize()));
  }
  program.kernels.push_back(std::move(kernel));
}

llvm::Expected<std::unique_ptr<Interpreter>>
Interpreter::create(ModuleOp module, exec::GlobalMemory &memory) {
  auto modules = module.getOps<ptx::ModuleOp>();
  if (modules.empty())
    return bad("there is no PTX module");
  auto program = std::make_unique<Program>(*modules.begin(), memory);
  const target::PTXTarget *target =
      target::lookupPTXTarget(program->module.getTarget());
  if (target)
    program->sm = target->sm;
  if (!target || !target->has(target::Feature::Subnormals))
    return bad("modules for targets before sm_20, which flush subnormal "
               "numbers, are not run");
  for (Operation &op : program->module.getBody().front()) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      continue;
    if (auto entry = dyn_cast<ptx::EntryOp>(op))
      if (!function.isExternal())
        addKernel(*program, entry);
    if (function.isExternal())
      continue;
    auto made = std::make_unique<Function>();
    made->name = function.getName().str();
    made->op = &op;
    made->isEntry = llvm::isa<ptx::EntryOp>(op);
    uint64_t address = kCodeWindow + 16 * program->functions.size();
    program->symbols[made->name] = {address, address};
    program->byName[made->name] = made.get();
    program->functions.push_back(std::move(made));
  }
  // `.alias`: another name of a function.
  for (auto func : program->module.getBody().getOps<ptx::FuncOp>())
    if (auto aliasee = func.getAliasee()) {
      auto it = program->byName.find(*aliasee);
      if (it == program->byName.end())
        continue;
      program->byName[func.getSymName()] = it->second;
      program->symbols[func.getSymName()] = program->symbols[*aliasee];
    }
  if (llvm::Error e = placeVariables(*program))
    return std::move(e);
  bindFunctions(*program);
  return std::unique_ptr<Interpreter>(new Interpreter(std::move(program)));
}

Interpreter::Interpreter(std::unique_ptr<Program> program)
    : program(std::move(program)) {}
Interpreter::~Interpreter() = default;

llvm::ArrayRef<Kernel> Interpreter::kernels() const { return program->kernels; }
const exec::LaunchStats &Interpreter::stats() const { return counters; }

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

static std::string describePlace(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->getLoc()->walk([&](Location loc) {
    auto line = dyn_cast<FileLineColLoc>(loc);
    if (!line || !text.empty())
      return WalkResult::advance();
    os << line.getFilename().getValue() << ":" << line.getLine() << ":"
       << line.getColumn();
    return WalkResult::interrupt();
  });
  os << ": ";
  OpPrintingFlags flags;
  flags.useLocalScope().skipRegions();
  op->print(os, flags);
  return text;
}

std::vector<std::string> Interpreter::unsupported() const {
  std::vector<std::string> list;
  for (const Instr *inst : program->numbered)
    if (!inst->run) {
      llvm::raw_string_ostream os(list.emplace_back());
      OpPrintingFlags flags;
      inst->op->print(os, flags.useLocalScope().skipRegions());
    }
  return list;
}

/// "thread (3,0,0) of block (0,0,0)".
static std::string threadName(const Warp &w, unsigned lane,
                              const uint32_t (&block)[3]) {
  uint64_t t = uint64_t(w.index) * kLanes + lane;
  const uint32_t *c = w.cta->id;
  return llvm::formatv("thread ({0},{1},{2}) of block ({3},{4},{5})",
                       t % block[0], t / block[0] % block[1],
                       t / block[0] / block[1], c[0], c[1], c[2]);
}

void Launch::fault(const Warp &w, const Instr &inst, int lane,
                   std::string message) {
  if (faulted())
    return;
  faultText = llvm::formatv("{0}\n  at {1}", message, describePlace(inst.op));
  if (lane >= 0)
    faultText += "\n  by " + threadName(w, unsigned(lane), config.block);
  else
    faultText +=
        llvm::formatv("\n  by warp {0} of block ({1},{2},{3})", w.index,
                      w.cta->id[0], w.cta->id[1], w.cta->id[2]);
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

std::unique_ptr<CTA> Launch::makeCTA(uint64_t linear) {
  auto cta = std::make_unique<CTA>();
  cta->launch = this;
  cta->linear = linear;
  cta->id[0] = uint32_t(linear % config.grid[0]);
  cta->id[1] = uint32_t(linear / config.grid[0] % config.grid[1]);
  cta->id[2] = uint32_t(linear / config.grid[0] / config.grid[1]);
  cta->shared.resize(shared.bytes + config.dynamicShared);
  uint64_t threads =
      uint64_t(config.block[0]) * config.block[1] * config.block[2];
  if (check)
    cta->check = std::make_shared<exec::BlockCheck>(
        *check, cta->id, unsigned(threads), cta->shared.size());
  for (uint64_t first = 0; first < threads; first += kLanes) {
    auto w = std::make_unique<Warp>();
    w->cta = cta.get();
    w->launch = this;
    w->index = unsigned(first / kLanes);
    uint64_t count = std::min<uint64_t>(kLanes, threads - first);
    w->threads = w->alive = LaneMask((uint64_t(1) << count) - 1);
    w->localTop.fill(0);
    Frame *frame = pushFrame(*w, entry, w->threads);
    Group g;
    g.frame = frame;
    g.pc = entry.code.data();
    g.mask = w->threads;
    w->groups.push_back(g);
    cta->warps.push_back(std::move(w));
  }
  for (Barrier &b : cta->barriers) {
    b.arrived.assign(cta->warps.size(), 0);
    b.votes.assign(cta->warps.size(), 0);
  }
  return cta;
}

llvm::Error Interpreter::run(const Kernel &kernel,
                             const exec::LaunchConfig &config,
                             exec::MemoryCheck *check) {
  counters = {};
  fault.reset();
  const Function *entry = program->byName.lookup(kernel.name);
  if (!entry)
    return bad("there is no kernel '{0}'", kernel.name);
  uint64_t ctas = uint64_t(config.grid[0]) * config.grid[1] * config.grid[2];
  if (llvm::Error e = exec::checkGrid(config))
    return e;
  if (config.params.size() < kernel.paramBytes)
    return bad("kernel '{0}' has {1} bytes of parameters, {2} were given",
               kernel.name, kernel.paramBytes, config.params.size());
  Launch launch(*program, *entry, config, counters);
  launch.check = check;
  if (check)
    check->start(kernel.name, config, [&](uint32_t inst) {
      return describePlace(program->numbered[inst]->op);
    });
  auto op = cast<ptx::EntryOp>(entry->op);
  llvm::SmallVector<uint32_t, 3> wanted;
  if (auto dims = op.getReqnctapercluster())
    wanted.assign(dims->begin(), dims->end());
  llvm::Expected<exec::ClusterShape> shape = exec::clusterOf(config, wanted);
  if (!shape)
    return shape.takeError();
  launch.clusterShape = *shape;
  uint64_t clusterSize = shape->size();
  // CTAs of a cluster wait for each other often.
  uint64_t quantum = clusterSize > 1
                         ? std::min(config.ctaQuantum, exec::kClusterQuantum)
                         : config.ctaQuantum;

  std::deque<std::unique_ptr<Cluster>> clusters;
  std::deque<std::unique_ptr<CTA>> resident;
  launch.numCTAs = ctas;
  auto start = [&] {
    clusters.push_back(std::make_unique<Cluster>());
    Cluster *cluster = clusters.back().get();
    for (uint64_t k = 0; k < clusterSize; ++k) {
      unsigned rank;
      uint64_t linear =
          launch.clusterShape.linearOf(launch.nextCTA++, config.grid, rank);
      resident.push_back(launch.makeCTA(linear));
      resident.back()->rank = rank;
      resident.back()->cluster = cluster;
      cluster->ctas.push_back(resident.back().get());
    }
  };
  // Another cluster becomes resident only when no resident one can go on alone,
  // or has had its turn: memory stays small where CTAs do not wait for others.
  uint64_t idle = 0;
  while (!resident.empty() || launch.nextCTA < ctas) {
    if (resident.empty())
      start();
    std::unique_ptr<CTA> cta = std::move(resident.front());
    resident.pop_front();
    bool ran = launch.runCTA(*cta, quantum);
    bool done = cta->done();
    if (done)
      checkColumnsAtEnd(*cta);
    // It may wait for others that have not had a turn: all get shorter ones.
    if (!done)
      quantum = std::min(quantum, exec::kClusterQuantum);
    if (launch.faulted()) {
      fault = launch.accessFault;
      return llvm::createStringError(launch.faultText);
    }
    if (config.maxInstructions &&
        counters.warpInstructions >= config.maxInstructions)
      return bad("kernel '{0}' is not at its end after {1} warp instructions",
                 kernel.name, counters.warpInstructions);
    if (done)
      finishBulkGroups(*cta);
    idle = ran ? 0 : idle + 1;
    // The shared memory of a CTA lives as long as its cluster.
    Cluster *cluster = cta->cluster;
    if (done && llvm::all_of(cluster->ctas, [](CTA *c) { return c->done(); })) {
      llvm::erase_if(resident, [&](const std::unique_ptr<CTA> &c) {
        return c->cluster == cluster;
      });
      llvm::erase_if(clusters, [&](const std::unique_ptr<Cluster> &c) {
        return c.get() == cluster;
      });
      idle = 0;
      continue;
    }
    resident.push_back(std::move(cta));
    if (launch.nextCTA < ctas && (idle || !done) &&
        resident.size() + clusterSize <=
            std::max<uint64_t>(config.maxResident, clusterSize))
      start();
    else if (idle > resident.size()) {
      if (check)
        for (const auto &c : resident)
          if (!c->done())
            checkDeadlock(*c);
      auto stuck =
          llvm::find_if(resident, [](const auto &c) { return !c->done(); });
      return bad("no thread of the {0} resident blocks can go on{1}",
                 resident.size(), launch.describeStall(**stuck));
    }
  }
  return llvm::Error::success();
}
