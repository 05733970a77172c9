//===- Profile.cpp - Occupancy, chains, blocks ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a run to the profile of a kernel: blocks that are resident, the replay
// of each SM's share, and sums by basic block.
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "ptx-mlir/Timing/Timing.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::timing;

const char *timing::getStallName(Stall stall) {
  static const char *const names[kNumStalls] = {
      "selected",           "wait",         "short_scoreboard",
      "long_scoreboard",    "barrier",      "membar",
      "branch_resolving",   "sleeping",     "dispatch_stall",
      "math_pipe_throttle", "mio_throttle", "lg_throttle",
      "tex_throttle",       "not_selected", "drain"};
  return names[unsigned(stall)];
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

/// As NVIDIA's occupancy calculator has it: registers are allocated by warp,
/// and the warps that they suffice for are a multiple of the sub-partitions.
Occupancy timing::computeOccupancy(const target::TargetInfo &target,
                                   const exec::Kernel &kernel,
                                   const exec::LaunchConfig &launch) {
  const target::SMLimits &limits = *target.limits;
  constexpr unsigned kUnlimited = 1 << 20;
  Occupancy o;
  uint64_t threads =
      uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  o.warpsPerCTA = unsigned((threads + 31) / 32);
  o.maxWarps = limits.maxWarps;
  o.byWarps = limits.maxWarps / o.warpsPerCTA;
  o.byCTAs = limits.maxCTAs;
  o.registersPerWarp = unsigned(llvm::alignTo(
      uint64_t(std::max(kernel.registers, 1u)) * 32, limits.registerAllocUnit));
  unsigned warps = limits.registersPerSM / o.registersPerWarp /
                   limits.partitions * limits.partitions;
  o.byRegisters = warps / o.warpsPerCTA;
  // Where the system's part lies before the kernel's, the kernel counts it.
  uint64_t own = std::max<uint64_t>(kernel.sharedBytes, kernel.sharedBase) +
                 launch.dynamicShared;
  if (!kernel.sharedBase)
    own += limits.reservedSharedPerCTA;
  o.sharedPerCTA = llvm::alignTo(own, limits.sharedAllocUnit);
  o.byShared = o.sharedPerCTA
                   ? unsigned(std::min<uint64_t>(
                         limits.sharedPerSM / o.sharedPerCTA, kUnlimited))
                   : kUnlimited;
  o.ctas = o.byWarps;
  o.limiter = "warps";
  auto limit = [&](unsigned ctas, const char *name) {
    if (ctas < o.ctas) {
      o.ctas = ctas;
      o.limiter = name;
    }
  };
  limit(o.byCTAs, "CTAs");
  limit(o.byRegisters, "registers");
  limit(o.byShared, "shared memory");
  return o;
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

uint64_t timing::longestChain(const exec::Program &program,
                              llvm::ArrayRef<CTATrace> ctas,
                              const Profile &profile) {
  const target::TargetInfo &target = *profile.target;
  // The table of accesses wants instructions that it knows.
  std::vector<isa::Inst> insts = program.insts;
  isa::Inst nop;
  nop.opcode = isa::Opcode::NOP;
  nop.mods = isa::getDesc(nop.opcode).defaultMods;
  sass::MachineCode code;
  for (isa::Inst &inst : insts) {
    if (inst.opcode == isa::Opcode::Count)
      inst = nop;
    code.insts.push_back(&inst);
  }
  sass::AccessTable table(code, target);
  std::vector<InstTraits> traits;
  for (const isa::Inst &inst : insts)
    traits.push_back(traitsOf(inst, target, *profile.model));

  struct Value {
    uint64_t time = 0; ///< of issue, or when a variable result is there
    target::Port port = 0;
    bool isVariable = true;
  };
  std::vector<Value> values(sass::kNumRegIds);
  uint64_t longest = 0;
  for (const CTATrace &cta : ctas)
    for (const auto &warp : cta.warps) {
      std::fill(values.begin(), values.end(), Value());
      for (const TraceEntry &e : warp) {
        const sass::InstInfo &info = table[e.inst];
        uint64_t start = 0;
        for (const sass::Access &a : table.reads(e.inst)) {
          // What no thread executes reads nothing but its guard.
          if (!sass::hasLatency(a.reg) ||
              (!e.threads() && a.reg < sass::kFirstP))
            continue;
          const Value &v = values[a.reg];
          start = std::max(
              start, v.isVariable
                         ? v.time
                         : v.time + target.trueLatency(sass::regFileOf(a.reg),
                                                       v.port, a.port));
        }
        longest = std::max(longest, start + 1);
        if (!e.threads())
          continue;
        for (const sass::Access &a : table.writes(e.inst)) {
          if (!sass::hasLatency(a.reg))
            continue;
          Value &v = values[a.reg];
          v.isVariable = info.usesWriteBarrier;
          v.port = a.port;
          v.time = start + (v.isVariable ? resultLatency(traits[e.inst], e,
                                                         *profile.model)
                                         : 0);
        }
      }
    }
  return longest;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void timing::sumBlocks(const exec::Program &program, Profile &profile) {
  size_t n = program.insts.size();
  llvm::BitVector leader = profile.jumpedTo;
  leader.resize(n + 1);
  for (const exec::Kernel &k : program.kernels)
    leader.set(k.entry / 16);
  for (size_t i = 0; i < n; ++i) {
    const isa::Inst &inst = program.insts[i];
    if (inst.opcode == isa::Opcode::Count ||
        !(isa::getDesc(inst.opcode).is(isa::Branch) ||
          isa::getDesc(inst.opcode).is(isa::Terminator)))
      continue;
    leader.set(i + 1);
    for (const isa::Operand &op : inst.ops) {
      int64_t to = int64_t(i) + 1 + op.value / 16;
      if (op.kind == isa::Operand::Label && to >= 0 && to < int64_t(n))
        leader.set(to);
    }
  }
  for (size_t i = 0; i < n;) {
    size_t end = i + 1;
    while (end < n && !leader[end])
      ++end;
    BlockProfile block{uint32_t(i), uint32_t(end)};
    block.executions = profile.insts[i].issued;
    for (size_t k = i; k < end; ++k) {
      block.issued += profile.insts[k].issued;
      block.warpCycles += profile.insts[k].total();
    }
    if (block.issued)
      profile.blocks.push_back(block);
    i = end;
  }
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// The CTAs of one of `sms` SMs.
static llvm::Expected<Recording> recordSM(exec::Machine &machine,
                                          const exec::Program &program,
                                          const exec::Kernel &kernel,
                                          const exec::LaunchConfig &launch,
                                          unsigned sms, uint64_t maxEntries) {
  if (llvm::Error e = exec::checkGrid(launch))
    return std::move(e);
  Recording r;
  r.kernel = kernel.name;
  r.target = target::lookupTarget(program.sm, "");
  r.occupancy = computeOccupancy(*r.target, kernel, launch);
  if (!r.occupancy.ctas)
    return llvm::createStringError(
        llvm::Twine("no block fits an SM, because of its ") +
        r.occupancy.limiter);
  const target::Device &device = target::lookupTimingModel(program.sm)->device;
  Recorder::Options options;
  options.sms = sms;
  options.maxEntries = maxEntries;
  // CTAs share what shared memory leaves of the L1 cache.
  uint64_t ctas = uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  uint64_t resident =
      std::min<uint64_t>(r.occupancy.ctas, (ctas + sms - 1) / sms);
  uint64_t shared = resident * r.occupancy.sharedPerCTA;
  options.l1Bytes =
      (device.l1Bytes > shared ? device.l1Bytes - shared : 0) / resident;
  options.l2Bytes = device.l2Bytes;
  Recorder recorder(program, options);
  machine.setObserver(&recorder);
  llvm::Error e = machine.run(kernel, launch);
  machine.setObserver(nullptr);
  if (e)
    return std::move(e);
  r.ctas = recorder.take();
  return std::move(r);
}

llvm::Expected<Profile> timing::profile(exec::Machine &machine,
                                        const exec::Program &program,
                                        const exec::Kernel &kernel,
                                        const exec::LaunchConfig &launch,
                                        const Options &options) {
  if (llvm::Error e = exec::checkGrid(launch))
    return std::move(e);
  Profile p;
  p.kernel = kernel.name;
  p.model = target::lookupTimingModel(program.sm);
  p.sms = options.sms ? options.sms : p.model->device.sms;
  p.numCTAs = uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  p.activeSMs = unsigned(std::min<uint64_t>(p.sms, p.numCTAs));
  p.ofSM = (p.numCTAs + p.sms - 1) / p.sms;
  auto recording =
      recordSM(machine, program, kernel, launch, p.sms, options.maxEntries);
  if (!recording)
    return recording.takeError();
  p.target = recording->target;
  p.occupancy = recording->occupancy;
  const std::vector<CTATrace> &ctas = recording->ctas;
  p.replayed = ctas.size();
  std::vector<const CTATrace *> traces;
  for (const CTATrace &cta : ctas)
    traces.push_back(&cta);
  replay(program, traces, p);
  p.cycles = p.replayedCycles;
  if (p.replayed && p.replayed < p.ofSM)
    p.cycles = uint64_t(double(p.replayedCycles) * double(p.ofSM) /
                        double(p.replayed));
  p.bounds.chain = longestChain(program, ctas, p);
  sumBlocks(program, p);
  return p;
}

//===----------------------------------------------------------------------===//
// Several replays of one launch
//===----------------------------------------------------------------------===//

target::TimingModel timing::scaleLatencies(target::TimingModel model,
                                           const LatencyFactors &factors) {
  auto scale = [](auto &latency, double factor) {
    latency = std::max(1.0, latency * factor);
  };
  scale(model.latency.constant, factors.constant);
  scale(model.specialFactor, factors.constant);
  scale(model.latency.l1, factors.l1);
  scale(model.latency.l2, factors.l2);
  scale(model.latency.dram, factors.dram);
  scale(model.transcendentalFactor, factors.transcendental);
  return model;
}

llvm::Expected<Recording> timing::record(exec::Machine &machine,
                                         const exec::Program &program,
                                         const exec::Kernel &kernel,
                                         const exec::LaunchConfig &launch,
                                         uint64_t maxEntries) {
  return recordSM(machine, program, kernel, launch, /*sms=*/1, maxEntries);
}

Profile timing::replayBlocks(const exec::Program &program,
                             const Recording &recording, unsigned blocks,
                             const target::TimingModel &model) {
  Profile p;
  p.kernel = recording.kernel;
  p.target = recording.target;
  p.model = &model;
  p.numCTAs = p.ofSM = p.replayed = blocks;
  // All SMs are as busy as this one.
  p.sms = p.activeSMs = model.device.sms;
  p.occupancy = recording.occupancy;
  std::vector<const CTATrace *> traces;
  for (unsigned i = 0; i < blocks && !recording.ctas.empty(); ++i)
    traces.push_back(&recording.ctas[i % recording.ctas.size()]);
  replay(program, traces, p);
  p.cycles = p.replayedCycles;
  return p;
}
