//===- Hazards.cpp - Control fields, checked while code runs --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dynamic half of hazard checking: time passes by stall counts, results
// arrive late, and an access that comes sooner is reported, on the path that is
// really taken.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Hazards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using sass::Access;
using sass::Hazard;
using sass::HazardInfo;
using sass::RegId;
using target::RegFile;

/// An access that a later one may come too close to.
struct HazardObserver::Fact {
  enum Kind : uint8_t { FixedWrite, FixedRead, ValueOut, ReadOut };
  Kind kind;
  uint8_t barriers = 0; ///< a wait for one of them ends the fact
  uint8_t group = 0;    ///< unit of the producer that works in order
  uint8_t younger = 0;  ///< later settings of its barriers
  target::Port port = 0;
  bool isPredicated = false;
  bool isOrdered =
      false; ///< a later write comes after it, see the static check
  uint32_t producer = 0;
  LaneMask lanes = 0;
  int64_t cycle = 0;

  bool isLate() const { return kind == ValueOut || kind == ReadOut; }
  bool canBeWaitedFor() const { return isLate() || barriers; }
};

struct HazardObserver::WarpState {
  uint64_t cta = 0; ///< which block the warp is of
  int64_t now = 0;
  LaneMask lastGroup = 0;
  llvm::SmallVector<Fact, 1> facts[sass::kNumRegIds];
  /// Registers that have facts that can be waited for, maybe more than once.
  llvm::SmallVector<RegId, 32> late;
  int64_t barrierSet[8];
  uint32_t barrierSetBy[8] = {};
  /// What was issued before this cycle is done (HazardInfo::drainsPipes).
  int64_t drained;

  WarpState() { reset(0); }
  void reset(uint64_t block) {
    cta = block;
    now = 0;
    lastGroup = ~0u;
    for (auto &list : facts)
      list.clear();
    late.clear();
    std::fill(std::begin(barrierSet), std::end(barrierSet), -1000);
    drained = -1000;
  }
};

HazardObserver::HazardObserver(const Program &program)
    : program(program), target(*target::lookupTarget(program.sm, "")),
      model(*target.latencies) {
  infos.reserve(program.insts.size());
  for (const isa::Inst &inst : program.insts)
    infos.push_back(inst.opcode == isa::Opcode::Count
                        ? HazardInfo()
                        : sass::getHazardInfo(inst, target));
}

HazardObserver::~HazardObserver() = default;

HazardObserver::WarpState &HazardObserver::stateOf(const Warp &w) {
  if (&w == lastWarp && lastState->cta == w.cta->linear)
    return *lastState;
  // Blocks end without a word; what many of them leave is thrown away.
  constexpr size_t kMostStates = 4096;
  if (states.size() > kMostStates)
    states.clear();
  std::unique_ptr<WarpState> &state = states[&w];
  if (!state)
    state = std::make_unique<WarpState>();
  // Another warp had its place in memory.
  if (state->cta != w.cta->linear)
    state->reset(w.cta->linear);
  lastWarp = &w;
  lastState = state.get();
  return *state;
}

void HazardObserver::report(Hazard::Kind kind, const Fact &fact, RegId reg,
                            int64_t distance, unsigned needed) {
  auto [it, isNew] =
      found.try_emplace({current, fact.producer, int(kind)}, ExecutedHazard());
  ExecutedHazard &entry = it->second;
  ++entry.times;
  if (!isNew && distance >= entry.hazard.distance)
    return;
  entry.hazard = {kind, fact.producer, current,
                  reg,  int(distance), int(needed)};
  std::copy(std::begin(warp->cta->id), std::end(warp->cta->id), entry.block);
  entry.warp = warp->index;
}

void HazardObserver::wait(WarpState &state, const HazardInfo &info) {
  for (unsigned k = 0; k != model.numBarriers; ++k) {
    int64_t distance = state.now - state.barrierSet[k];
    if (info.waitField >> k & 1 && infos[state.barrierSetBy[k]].drainsPipes)
      state.drained = std::max(state.drained, state.barrierSet[k]);
    if (!(info.waitField >> k & 1) || distance >= model.barrierSetToWait)
      continue;
    Fact fact{Fact::ValueOut};
    fact.producer = state.barrierSetBy[k];
    report(Hazard::WaitTooEarly, fact, sass::kFirstDepBarrier + k, distance,
           model.barrierSetToWait);
  }
  llvm::erase_if(state.late, [&](RegId reg) {
    auto &facts = state.facts[reg];
    llvm::erase_if(facts, [&](const Fact &fact) {
      return fact.barriers & info.waitMask ||
             (fact.barriers & info.countedMask && fact.younger >= info.leaves);
    });
    return llvm::none_of(facts,
                         [](const Fact &f) { return f.canBeWaitedFor(); });
  });
}

void HazardObserver::checkRead(WarpState &state, const Access &read,
                               LaneMask lanes) {
  for (const Fact &fact : state.facts[read.reg]) {
    if (!(fact.lanes & lanes))
      continue;
    if (fact.kind == Fact::ValueOut) {
      report(Hazard::ReadNotWaited, fact, read.reg);
    } else if (fact.kind == Fact::FixedWrite && !fact.isOrdered &&
               fact.cycle >= state.drained) {
      unsigned needed =
          target.trueLatency(sass::regFileOf(read.reg), fact.port, read.port);
      if (state.now - fact.cycle < needed)
        report(Hazard::ReadTooEarly, fact, read.reg, state.now - fact.cycle,
               needed);
    }
  }
}

void HazardObserver::checkWrite(WarpState &state, const HazardInfo &info,
                                const Access &write, LaneMask lanes) {
  RegFile file = sass::regFileOf(write.reg);
  for (const Fact &fact : state.facts[write.reg]) {
    if (fact.isOrdered || !(fact.lanes & lanes))
      continue;
    int64_t distance = state.now - fact.cycle;
    if (fact.isLate()) {
      bool isRead = fact.kind == Fact::ReadOut;
      uint8_t group = isRead ? info.cls->readOrderGroup : info.inOrderGroup;
      if (!fact.group || fact.group != group)
        report(isRead ? Hazard::OverwriteNotWaited : Hazard::WriteNotWaited,
               fact, write.reg);
    } else if (fact.cycle < state.drained) {
      continue;
    } else if (fact.kind == Fact::FixedWrite) {
      unsigned needed =
          target.outputLatency(file, fact.port, write.port, fact.isPredicated);
      if (distance < needed)
        report(Hazard::WriteTooEarly, fact, write.reg, distance, needed);
    } else {
      unsigned needed = target.antiLatency(file, fact.port, write.port);
      if (distance < needed)
        report(Hazard::OverwriteTooEarly, fact, write.reg, distance, needed);
    }
  }
}

void HazardObserver::setBarriers(WarpState &state, const HazardInfo &info) {
  uint8_t setMask = info.setMask();
  if (!setMask)
    return;
  for (unsigned k = 0; k != model.numBarriers; ++k)
    if (setMask >> k & 1) {
      state.barrierSet[k] = state.now;
      state.barrierSetBy[k] = current;
    }
  for (RegId reg : state.late)
    for (Fact &fact : state.facts[reg])
      sass::followBarriers(fact, info);
}

/// Remembers the accesses of the instruction.
void HazardObserver::record(WarpState &state, const HazardInfo &info,
                            LaneMask active, LaneMask group) {
  auto add = [&](RegId reg, const Fact &fact) {
    auto &facts = state.facts[reg];
    // What is old does not matter any more.
    llvm::erase_if(facts, [&](const Fact &old) {
      return !old.isLate() && state.now - old.cycle >= int64_t(model.longest);
    });
    if (fact.canBeWaitedFor() && !llvm::is_contained(state.late, reg))
      state.late.push_back(reg);
    for (Fact &old : facts)
      if (old.kind == fact.kind && old.producer == fact.producer &&
          old.port == fact.port && old.barriers == fact.barriers) {
        old.cycle = fact.cycle;
        old.lanes |= fact.lanes;
        old.younger = 0;
        old.isOrdered = false;
        return;
      }
    facts.push_back(fact);
  };
  auto isWarpWide = [](RegId reg) {
    RegFile file = sass::regFileOf(reg);
    return file == RegFile::UR || file == RegFile::UP;
  };
  Fact base{Fact::FixedRead};
  base.producer = current;
  base.cycle = state.now;
  base.isPredicated = info.isPredicated;
  for (const Access &read : info.reads) {
    if (info.readsAtOnce)
      break;
    Fact fact = base;
    bool isGuard = read.reg == info.guard && !read.isLate;
    fact.lanes = isWarpWide(read.reg) ? ~0u : isGuard ? group : active;
    fact.port = read.port;
    if (!fact.lanes)
      continue;
    if (read.reg != info.guard)
      fact.barriers = info.setMask();
    if (read.isLate) {
      fact.kind = Fact::ReadOut;
      fact.barriers = info.setMask();
      fact.group = info.cls->readOrderGroup;
    }
    add(read.reg, fact);
  }
  // It takes its time whether it is executed or not.
  for (const Access &write : info.writes)
    for (Fact &fact : state.facts[write.reg])
      fact.isOrdered |= !fact.isLate();
  if (!active)
    return;
  for (const Access &write : info.writes) {
    Fact fact = base;
    fact.lanes = isWarpWide(write.reg) ? ~0u : active;
    // For these lanes the later write is what others come too close to.
    auto &facts = state.facts[write.reg];
    for (Fact &old : facts)
      old.lanes &= ~fact.lanes;
    llvm::erase_if(facts, [](const Fact &old) { return !old.lanes; });
    if (info.writesAtOnce)
      continue;
    fact.port = write.port;
    fact.kind = info.writesLate ? Fact::ValueOut : Fact::FixedWrite;
    if (info.writesLate) {
      fact.barriers = info.barriersOf(write.reg);
      fact.group = info.inOrderGroup;
    }
    add(write.reg, fact);
  }
}

void HazardObserver::issue(const Warp &w, uint64_t index, LaneMask active) {
  WarpState &state = stateOf(w);
  const HazardInfo &info = infos[index];
  warp = &w;
  current = unsigned(index);
  if (!info.cls) {
    // A function of the runtime: it takes long and waits for everything.
    state.reset(state.cta);
    return;
  }
  // Another group of the warp: it comes long after what the last one did.
  constexpr int64_t kSwitch = 16;
  LaneMask group = w.groups[w.current].mask;
  if (!(group & state.lastGroup))
    state.now += kSwitch;
  state.lastGroup = group;

  if (info.waitMask || info.countedMask)
    wait(state, info);
  auto lanesOf = [&](RegId reg) -> LaneMask {
    RegFile file = sass::regFileOf(reg);
    return file == RegFile::R || file == RegFile::P ? active : ~0u;
  };
  for (const Access &read : info.reads) {
    LaneMask lanes = read.reg == info.guard ? group : lanesOf(read.reg);
    if (active || read.reg == info.guard)
      checkRead(state, read, lanes);
  }
  if (active) {
    for (const Access &write : info.writes)
      checkWrite(state, info, write, lanesOf(write.reg));
    if (info.drainsQueue)
      for (RegId reg : state.late)
        llvm::erase_if(state.facts[reg], [](const Fact &fact) {
          return fact.kind == Fact::ReadOut && fact.group == sass::kMemoryQueue;
        });
  }
  // Whether it is executed for any lane or not: ptxas relies on that.
  setBarriers(state, info);
  record(state, info, active, group);
  state.now += active ? info.takenCycles : info.cycles;
}

std::vector<ExecutedHazard> HazardObserver::findings() const {
  std::vector<ExecutedHazard> result;
  for (const auto &[key, entry] : found)
    result.push_back(entry);
  return result;
}

uint64_t HazardObserver::print(llvm::raw_ostream &os) const {
  auto place = [&](unsigned inst) {
    uint64_t pc = uint64_t(inst) * 16;
    const Kernel *kernel = program.kernelAt(pc);
    return llvm::formatv("{0}+0x{1:x-} ({2})", kernel ? kernel->name : "code",
                         pc - (kernel ? kernel->entry : 0),
                         program.describe(pc))
        .str();
  };
  for (const auto &[key, entry] : found)
    os << llvm::formatv("hazard: {0}\n  at {1}\n  by {2}\n  in warp {3} of "
                        "block ({4},{5},{6}), {7} times in all\n",
                        entry.hazard.message(), place(entry.hazard.consumer),
                        place(entry.hazard.producer), entry.warp,
                        entry.block[0], entry.block[1], entry.block[2],
                        entry.times);
  return found.size();
}
