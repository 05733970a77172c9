//===- Replay.cpp - Issue, pipes and memory of one SM ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time goes from event to event: a cycle in which some sub-partition can issue.
// Everything that an instruction causes later (its result, the queue entry and
// the unit that it frees) is known when it is issued, because units serve in
// the order of issue. A sub-partition has at most 16 warps, so an event is of
// constant cost.
//
//===----------------------------------------------------------------------===//

#include "InstTraits.h"
#include "Units.h"
#include "ptx-mlir/Timing/Timing.h"

using namespace ptxmlir;
using namespace ptxmlir::timing;

namespace {

constexpr uint64_t kNever = ~uint64_t(0);

/// What a dependency barrier waits for.
struct Pending {
  uint64_t time;
  Stall reason;
  uint32_t inst; ///< that holds it
};

struct WarpState {
  const TraceEntry *next = nullptr, *end = nullptr;
  unsigned cta = 0; ///< index of its trace
  uint64_t start = 0;
  /// From here on only units keep the next instruction.
  uint64_t ready = 0;
  uint64_t notSelected = 0; ///< cycles of those
  bool blocked = false;     ///< at a barrier of the CTA, since `ready`
  uint32_t blockedAt = 0;   ///< instruction
  llvm::SmallVector<Pending, 2> pending[6];
  std::vector<uint64_t> groupDone; ///< by in-order group
  uint64_t copiesDone = 0, drained = 0, visible = 0;
};

struct CTAState {
  uint64_t start = 0, end = 0;
  unsigned running = 0;
  std::vector<uint32_t> arrived;
  /// Warps that wait for a phase.
  std::vector<llvm::SmallVector<WarpState *, 8>> waiting;
};

struct SubPartition {
  std::vector<WarpState *> warps; ///< oldest first
  WarpState *last = nullptr;      ///< that issued last and did not yield
  uint64_t nextTime = kNever;
  uint64_t issued = 0;
};

class Replayer {
public:
  Replayer(const exec::Program &program,
           llvm::ArrayRef<const CTATrace *> traces, Profile &profile);
  void run();

private:
  void launch(uint64_t now);
  void step(unsigned sub, uint64_t now);
  void issue(unsigned sub, WarpState &w, uint64_t now);
  void arriveAt(CTAState &cta, unsigned phase, uint64_t now, bool force);
  void waitForBarriers(WarpState &w);
  void finish(unsigned sub, WarpState &w, uint64_t now, uint32_t inst);
  void forceBarriers(uint64_t now);
  void wake(unsigned sub, uint64_t time) {
    subs[sub].nextTime = std::min(subs[sub].nextTime, time);
  }
  void charge(uint32_t inst, Stall stall, uint64_t cycles) {
    profile.insts[inst].cycles[unsigned(stall)] += cycles;
  }
  /// Lets time pass until `until`, for which `stall` of `inst` is the reason.
  void hold(WarpState &w, uint32_t inst, Stall stall, uint64_t until) {
    if (until <= w.ready)
      return;
    charge(inst, stall, until - w.ready);
    w.ready = until;
  }

  const exec::Program &program;
  llvm::ArrayRef<const CTATrace *> traces;
  Profile &profile;
  const target::TimingModel &model;
  std::vector<InstTraits> traits; ///< by instruction
  unsigned orderGroups = 1;       ///< in-order groups, with "none"
  Units units;
  std::vector<SubPartition> subs;
  std::vector<std::unique_ptr<WarpState[]>> warps; ///< by CTA
  std::vector<CTAState> ctas;
  unsigned nextCTA = 0, nextSub = 0;
};

} // namespace

Replayer::Replayer(const exec::Program &program,
                   llvm::ArrayRef<const CTATrace *> traces, Profile &profile)
    : program(program), traces(traces), profile(profile), model(*profile.model),
      units(model, profile.activeSMs), subs(model.subPartitions),
      warps(traces.size()), ctas(traces.size()) {
  traits.reserve(program.insts.size());
  for (const isa::Inst &inst : program.insts)
    traits.push_back(traitsOf(inst, *profile.target, model));
  setBankReads(program.insts, *profile.target, model, traits);
  for (const InstTraits &t : traits)
    orderGroups = std::max(orderGroups, t.inOrderGroup + 1u);
  profile.insts.assign(program.insts.size(), {});
  profile.jumpedTo.resize(program.insts.size());
}

/// The next CTA gets its warps, dealt to the sub-partitions in turn.
void Replayer::launch(uint64_t now) {
  if (nextCTA == traces.size())
    return;
  unsigned index = nextCTA++;
  const CTATrace &trace = *traces[index];
  CTAState &cta = ctas[index];
  cta.start = cta.end = now;
  cta.arrived.assign(trace.arrivals.size(), 0);
  cta.waiting.resize(trace.arrivals.size());
  warps[index].reset(new WarpState[trace.warps.size()]);
  for (size_t k = 0; k < trace.warps.size(); ++k) {
    const auto &list = trace.warps[k];
    unsigned sub = nextSub++ % model.subPartitions;
    if (list.empty())
      continue;
    WarpState &w = warps[index][k];
    w.next = list.data();
    w.end = list.data() + list.size();
    w.cta = index;
    w.groupDone.resize(orderGroups);
    w.start = w.ready = now;
    ++cta.running;
    subs[sub].warps.push_back(&w);
    wake(sub, now);
  }
}

void Replayer::run() {
  for (unsigned i = 0; i < profile.occupancy.ctas; ++i)
    launch(0);
  uint64_t now = 0;
  while (true) {
    unsigned first = 0;
    for (unsigned s = 1; s < subs.size(); ++s)
      if (subs[s].nextTime < subs[first].nextTime)
        first = s;
    if (subs[first].nextTime != kNever) {
      now = subs[first].nextTime;
      step(first, now);
      continue;
    }
    bool left = false;
    for (const SubPartition &sub : subs)
      left |= !sub.warps.empty();
    if (!left)
      break;
    forceBarriers(now);
  }
  for (size_t i = 0; i < ctas.size(); ++i) {
    profile.ctas.push_back({traces[i]->linear, ctas[i].start, ctas[i].end});
    profile.replayedCycles = std::max(profile.replayedCycles, ctas[i].end);
  }
  for (const SubPartition &sub : subs)
    profile.bounds.issue = std::max(profile.bounds.issue, sub.issued);
  for (const InstProfile &p : profile.insts)
    profile.issued += p.issued;
  profile.bounds.pipe = units.busiest(profile.bounds.pipeName);
}

/// Issues one instruction, if any can be: of the warp that issued last, else of
/// the youngest warp.
void Replayer::step(unsigned sub, uint64_t now) {
  SubPartition &s = subs[sub];
  WarpState *best = nullptr;
  llvm::SmallVector<WarpState *, 16> eligible;
  for (WarpState *w : s.warps) {
    if (w->blocked || w->ready > now)
      continue;
    const TraceEntry &e = *w->next;
    if (units.freeAt(sub, traits[e.inst], e, now) > now)
      continue;
    eligible.push_back(w);
    if (best != s.last || !best)
      best = w;
  }
  if (best) {
    for (WarpState *w : eligible)
      if (w != best)
        ++w->notSelected;
    issue(sub, *best, now);
  }
  s.nextTime = kNever;
  for (WarpState *w : s.warps)
    if (!w->blocked) {
      uint64_t from = std::max(w->ready, now + 1);
      wake(sub, std::max(from, units.freeAt(sub, traits[w->next->inst],
                                            *w->next, from)));
    }
}

void Replayer::issue(unsigned sub, WarpState &w, uint64_t now) {
  const TraceEntry e = *w.next++;
  const InstTraits &t = traits[e.inst];
  const isa::Control &control = program.insts[e.inst].control;
  CTAState &cta = ctas[w.cta];
  InstProfile &p = profile.insts[e.inst];
  ++subs[sub].issued;
  ++p.issued;
  p.threads += e.threads();
  uint64_t throttled = now - w.ready - w.notSelected;
  charge(e.inst, Stall::NotSelected, w.notSelected);
  uint64_t dispatch = units.bankWait(sub, t, now - throttled);
  dispatch = std::min(dispatch, throttled);
  charge(e.inst, Stall::DispatchStall, dispatch);
  if (throttled > dispatch)
    charge(e.inst, units.throttleReason(t, e), throttled - dispatch);
  charge(e.inst, Stall::Selected, 1);
  w.notSelected = 0;
  w.ready = now + 1;

  Units::Times done = units.start(sub, t, e, now);
  if (t.inOrderGroup && e.threads()) {
    done.result = std::max(done.result, w.groupDone[t.inOrderGroup]);
    w.groupDone[t.inOrderGroup] = done.result;
  }
  w.drained = std::max(w.drained, done.drained);
  if (t.usesLSU) {
    w.visible = std::max(w.visible, done.visible);
    if (program.insts[e.inst].opcode != isa::Opcode::Count &&
        isCopy(program.insts[e.inst].opcode))
      w.copiesDone = std::max(w.copiesDone, done.result);
  }
  if (t.kind == InstKind::CopyGroup)
    done.result = std::max(done.result, w.copiesDone);
  if (t.kind == InstKind::Fence)
    done.result = done.sources = std::max(done.sources, w.visible);
  bool isLong = t.kind == InstKind::CopyGroup || e.threads() == 0
                    ? t.kind == InstKind::CopyGroup
                    : units.queueOf(t, e) >= target::Queue::LG;
  Stall reason = isLong ? Stall::LongScoreboard : Stall::ShortScoreboard;
  if (control.writeBarrier < 6)
    w.pending[control.writeBarrier].push_back({done.result, reason, e.inst});
  if (control.readBarrier < 6)
    w.pending[control.readBarrier].push_back({done.sources, reason, e.inst});

  bool waits =
      (t.kind == InstKind::BarSync || t.kind == InstKind::ClusterWait) &&
      e.threads() && e.waits();
  bool arrives = e.threads() && (t.kind == InstKind::BarSync ||
                                 t.kind == InstKind::BarArrive ||
                                 t.kind == InstKind::ClusterArrive);
  subs[sub].last = control.yield ? nullptr : &w;
  if (w.next == w.end) {
    if (arrives && e.barrier() < cta.arrived.size())
      arriveAt(cta, e.barrier(), now, false);
    finish(sub, w, now, e.inst);
    return;
  }

  uint64_t stall = std::max(control.cycles(), control.yield ? 2u : 1u);
  bool jumps = w.next->inst != e.inst + 1;
  hold(w, w.next->inst, jumps ? Stall::BranchResolving : Stall::Wait,
       now + stall);
  if (jumps)
    profile.jumpedTo.set(w.next->inst);
  if (t.kind == InstKind::Fence)
    hold(w, e.inst, Stall::Membar, w.visible);
  else if (t.kind == InstKind::CTAFence)
    hold(w, e.inst, Stall::Membar, w.drained);
  else if (t.kind == InstKind::Sleep && e.threads())
    hold(w, e.inst, Stall::Sleeping,
         now + uint64_t(t.sleep) * model.device.clockMHz / 1000);
  // Of phases that nobody recorded no one waits.
  if (waits && e.barrier() < cta.waiting.size() &&
      (t.kind == InstKind::BarSync ||
       cta.arrived[e.barrier()] < traces[w.cta]->arrivals[e.barrier()])) {
    w.blocked = true;
    w.blockedAt = e.inst;
    cta.waiting[e.barrier()].push_back(&w);
  }
  if (arrives && e.barrier() < cta.arrived.size())
    arriveAt(cta, e.barrier(), now, false);
  if (!w.blocked)
    waitForBarriers(w);
}

/// The dependency barriers that the next instruction waits for.
void Replayer::waitForBarriers(WarpState &w) {
  uint32_t inst = w.next->inst;
  const InstTraits &t = traits[inst];
  unsigned mask = program.insts[inst].control.waitMask;
  uint64_t until = 0;
  Stall reason = Stall::ShortScoreboard;
  uint32_t holder = inst;
  auto consider = [&](const Pending &p) {
    if (p.time > until) {
      until = p.time;
      reason = p.reason;
      holder = p.inst;
    }
  };
  for (unsigned b = 0; b < 6; ++b) {
    auto &list = w.pending[b];
    llvm::erase_if(list, [&](const Pending &p) { return p.time <= w.ready; });
    if (mask >> b & 1)
      for (const Pending &p : list)
        consider(p);
    if (t.kind != InstKind::WaitCount || t.countBarrier != b ||
        list.size() <= t.count)
      continue;
    llvm::sort(list, [](const Pending &x, const Pending &y) {
      return x.time < y.time;
    });
    consider(list[list.size() - 1 - t.count]);
  }
  if (until > w.ready)
    profile.insts[holder].awaited += until - w.ready;
  hold(w, inst, reason, until);
}

/// A part of a warp arrives; behind the last one all that wait go on.
void Replayer::arriveAt(CTAState &cta, unsigned phase, uint64_t now,
                        bool force) {
  uint32_t expected = traces[size_t(&cta - ctas.data())]->arrivals[phase];
  if (!force && ++cta.arrived[phase] < expected)
    return;
  for (WarpState *w : cta.waiting[phase]) {
    w->blocked = false;
    hold(*w, w->blockedAt, Stall::Barrier, now + model.barrierCycles);
    waitForBarriers(*w);
    for (unsigned s = 0; s < subs.size(); ++s)
      if (llvm::is_contained(subs[s].warps, w))
        wake(s, std::max(w->ready, now + 1));
  }
  cta.waiting[phase].clear();
}

void Replayer::finish(unsigned sub, WarpState &w, uint64_t now, uint32_t inst) {
  hold(w, inst, Stall::Drain, w.drained);
  profile.warpCycles += w.ready - w.start;
  SubPartition &s = subs[sub];
  llvm::erase(s.warps, &w);
  if (s.last == &w)
    s.last = nullptr;
  CTAState &cta = ctas[w.cta];
  cta.end = std::max(cta.end, w.ready);
  if (--cta.running)
    return;
  warps[w.cta].reset();
  launch(cta.end);
}

/// Nothing can go on although warps are left: parts of warps wait for each
/// other.
void Replayer::forceBarriers(uint64_t now) {
  for (CTAState &cta : ctas)
    for (unsigned phase = 0; phase < cta.waiting.size(); ++phase)
      if (!cta.waiting[phase].empty()) {
        ++profile.forced;
        arriveAt(cta, phase, now, true);
        return;
      }
}

void timing::replay(const exec::Program &program,
                    llvm::ArrayRef<const CTATrace *> ctas, Profile &profile) {
  Replayer(program, ctas, profile).run();
}
