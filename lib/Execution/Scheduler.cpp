//===- Scheduler.cpp - Turns of CTAs, warps and groups --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which group of threads runs next, how groups part at branches and meet at
// barriers. Fairness matters: threads may spin until others have run.
//
//===----------------------------------------------------------------------===//

#include "LaunchState.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

uint64_t Machine::drawFirst(uint64_t count) {
  return config->schedule ? splitMix64(randomState) % count : 0;
}

uint64_t Machine::drawTurn(uint64_t longest) {
  if (!config->schedule)
    return longest;
  uint64_t bits = splitMix64(randomState) % (llvm::Log2_64(longest) + 1);
  return (splitMix64(randomState) & ((uint64_t(1) << bits) - 1)) + 1;
}

bool Machine::runCTA(CTA &cta, uint64_t budget) {
  uint64_t end = counters.warpInstructions + budget;
  bool hasLimit = config->maxInstructions != 0;
  bool ranAny = false, ran = true;
  while (ran && !cta.done() && counters.warpInstructions < end) {
    ran = false;
    size_t first = drawFirst(cta.warps.size());
    for (size_t k = 0; k < cta.warps.size(); ++k) {
      const auto &w = cta.warps[(first + k) % cta.warps.size()];
      if (w->done())
        continue;
      uint64_t turn = drawTurn(config->warpQuantum);
      if (!hasLimit) {
        ran |= runWarp(*w, unsigned(turn));
      } else {
        uint64_t before = counters.warpInstructions;
        uint64_t quantum = launch->takeInstructions(turn);
        ran |= runWarp(*w, unsigned(quantum));
        launch->returnInstructions(quantum, counters.warpInstructions - before);
        if (launch->areInstructionsSpent())
          return true;
      }
      // Other workers may have failed, too.
      if (launch->failed())
        return true;
    }
    ranAny |= ran;
  }
  return ranAny;
}

bool Machine::runWarp(Warp &w, unsigned budget) {
  uint64_t end = counters.warpInstructions + budget;
  bool ran = false;
  while (counters.warpInstructions < end && pickGroup(w)) {
    ran = true;
    uint64_t rest = end - counters.warpInstructions;
    // A group alone in its warp makes way for nobody.
    uint64_t turn = w.groups.size() > 1
                        ? std::min(rest, drawTurn(config->groupQuantum))
                        : rest;
    warpTurnOver = false;
    runGroup(w, unsigned(rest), unsigned(turn));
    if (faulted())
      return true;
    if (warpTurnOver)
      break;
  }
  if (w.done())
    w.groups.clear();
  return ran;
}

bool Machine::pickGroup(Warp &w) {
  auto &groups = w.groups;
  if (groups.size() > 1 || (groups.size() == 1 && !groups[0].mask)) {
    // Runnable groups at one instruction become one. The group that had its
    // turn goes last, unless it was another warp's turn. Where nothing says
    // which threads belong together, only groups that have just been released
    // do: two that meet by chance behind an ELECT would be one that acts once.
    llvm::SmallVector<Group, 8> kept;
    size_t first = w.current + !w.keepsTurn;
    for (size_t k = 0; k < groups.size(); ++k) {
      const Group &g = groups[(first + k) % groups.size()];
      if (!g.mask)
        continue;
      Group *same = nullptr;
      if (g.state == Group::Run && (g.released || !program.hasMeetings))
        for (Group &o : kept)
          if (o.state == Group::Run && o.pc == g.pc &&
              o.exclusive == g.exclusive &&
              (o.released || !program.hasMeetings))
            same = &o;
      if (same)
        same->mask |= g.mask;
      else
        kept.push_back(g);
    }
    groups = std::move(kept);
    w.current = 0;
  }
  // Code between control instructions is not interrupted by other groups.
  size_t start = w.keepsTurn || groups.empty() ? 0 : drawFirst(groups.size());
  auto pick = [&] {
    for (size_t k = 0; k < groups.size(); ++k) {
      size_t i = (start + k) % groups.size();
      if (groups[i].state == Group::Run) {
        w.current = unsigned(i);
        return true;
      }
    }
    return false;
  };
  bool found = pick();
  if (!w.meetings.empty() && giveUpMeetings(w, !found) && !found)
    found = pick();
  return found;
}

void Machine::leaveCode(uint64_t pc) {
  hasFaulted = true;
  launch->fail([&] {
    return llvm::formatv("execution left the code, at {0:x}", pc).str();
  });
}

/// Groups take turns at control instructions only: code in between may compute
/// in uniform registers, which are the warp's, while its threads are apart (as
/// ptxas 13.0.88 does: UMOV and BRA.DIV, VOTEU and what follows it).
void Machine::runGroup(Warp &w, unsigned budget, unsigned turn) {
  turnOver = false;
  w.keepsTurn = false;
  size_t groups = w.groups.size();
  for (unsigned done = 1;; ++done) {
    if (done > budget) {
      w.keepsTurn = true;
      return;
    }
    Group &g = w.groups[w.current];
    uint64_t index = g.pc >> 4;
    if (index >= program.code.size()) {
      leaveCode(g.pc);
      return;
    }
    g.released = false;
    const DInst &inst = program.code[index];
    LaneMask guard =
        inst.guardUniform ? (w.UP[inst.guard] ? ~0u : 0) : w.P[inst.guard];
    LaneMask lanes = inst.isControl ? g.mask : g.mask | g.helpers;
    LaneMask active = lanes & (inst.guardNot ? ~guard : guard);
    ++counters.warpInstructions;
    counters.threadInstructions += unsigned(__builtin_popcount(active));
    if (config->trace)
      traceLine(w, g.pc, active);
    if (observer)
      observer->issue(w, index, active);
    if (!inst.run) {
      auto it = program.unsupported.find(index);
      fault(w, inst, -1,
            it == program.unsupported.end() ? "instruction cannot be executed"
                                            : it->second);
      return;
    }
    if (!inst.isControl) {
      if (active)
        inst.run(*this, w, inst, active);
      // Other groups are as they were: `g` still names this one.
      g.pc += 16;
      if (faulted() || turnOver)
        return;
      continue;
    }
    inst.run(*this, w, inst, active);
    const Group &after = w.groups[w.current];
    // In a random order either of those that part may come first.
    bool parted = config->schedule && w.groups.size() > groups;
    if (faulted() || turnOver || after.state != Group::Run || !after.mask ||
        done >= turn || parted)
      return;
  }
}

void Machine::traceLine(const Warp &w, uint64_t pc, LaneMask active) const {
  const Kernel *k = program.kernelAt(pc);
  const uint32_t *c = w.cta->id;
  *config->trace << llvm::formatv(
      "({0},{1},{2}) w{3} {4:x-8} {5:x-4}  {6}\n", c[0], c[1], c[2], w.index,
      active, pc - (k ? k->entry : 0), program.describe(pc));
}

//===----------------------------------------------------------------------===//
// Parting, waiting, meeting
//===----------------------------------------------------------------------===//

Group &Machine::moveLanes(Warp &w, LaneMask lanes, uint64_t pc,
                          Group::State state) {
  Group &g = w.groups[w.current];
  if (lanes == g.mask) {
    g.pc = pc;
    g.state = state;
    return g;
  }
  // They have run in lockstep until here.
  if (w.cta->check)
    w.cta->check->order.meet(w.index, g.mask);
  g.mask &= ~lanes;
  Group part;
  part.pc = pc;
  part.mask = lanes;
  part.state = state;
  part.exclusive = g.exclusive;
  w.groups.push_back(part);
  return w.groups.back();
}

void Machine::exitLanes(Warp &w, LaneMask lanes) {
  w.groups[w.current].mask &= ~lanes;
  w.exited |= lanes;
  if (w.done()) {
    ++w.cta->warpsDone;
  } else {
    releaseConvergence(w);
    releaseMeetings(w);
  }
  for (unsigned id = 0; id < w.cta->clusterBarrier(); ++id)
    if (w.cta->barriers[id].active)
      releaseBarrier(*w.cta, id);
  releaseClusterBarrier(*w.cta->cluster);
}

void Machine::resume(Warp &w, size_t index, LaneMask lanes) {
  Group &g = w.groups[index];
  if (lanes == g.mask) {
    g.state = Group::Run;
    g.released = true;
    g.pc += 16;
    return;
  }
  Group part = g;
  part.mask = lanes;
  part.state = Group::Run;
  part.released = true;
  part.pc += 16;
  g.mask &= ~lanes;
  w.groups.push_back(part);
}

void Machine::releaseConvergence(Warp &w) {
  // Released groups become one when the scheduler looks at them.
  turnOver = true;
  LaneMask waiting[16] = {};
  for (const Group &g : w.groups)
    if (g.state == Group::WaitConvergence)
      waiting[g.id] |= g.mask;
  // One that waits for other lanes, at a barrier that BMOV has filled anew
  // since, is not here.
  auto hasArrived = [&](unsigned id, unsigned lane, LaneMask wanted) {
    return (w.B[id][lane] & w.live()) == (wanted & w.live());
  };
  for (size_t k = 0, n = w.groups.size(); k < n; ++k) {
    Group g = w.groups[k];
    if (g.state == Group::WaitConvergence) {
      LaneMask ready = 0;
      forLanes(g.mask, [&](unsigned lane) {
        LaneMask wanted = w.B[g.id][lane];
        LaneMask missing = wanted & w.live() & ~waiting[g.id];
        forLanes(wanted & waiting[g.id], [&](unsigned other) {
          if (!hasArrived(g.id, other, wanted))
            missing |= 1u << other;
        });
        if (!(missing & ~w.yielded[g.id]))
          ready |= 1u << lane;
      });
      if (!ready)
        continue;
      // Lanes that have yielded come later: they need not wait for these.
      leaveBarrier(w, g.id, ready);
      resume(w, k, ready);
    } else if (g.state == Group::WaitWarp) {
      LaneMask here = 0;
      for (const Group &o : w.groups)
        if (o.state == Group::WaitWarp && o.other == g.other)
          here |= o.mask;
      if ((g.other & w.live() & ~here) != 0)
        continue;
      if (w.cta->check)
        w.cta->check->order.meet(w.index, here);
      releaseWarpsync(w, g.other);
    }
  }
}

void Machine::leaveBarrier(Warp &w, unsigned id, LaneMask lanes) {
  LaneMask wanted[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    wanted[lane] = w.B[id][lane] & w.live();
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (lanes >> lane & 1) {
      w.B[id][lane] = 0;
      continue;
    }
    forLanes(lanes, [&](unsigned leaving) {
      if (wanted[leaving] == wanted[lane])
        w.B[id][lane] &= ~(1u << leaving);
    });
  }
  w.yielded[id] &= ~lanes;
}

void Machine::yieldLanes(Warp &w, LaneMask lanes) {
  endTurn();
  for (unsigned id = 0; id < 16; ++id)
    forLanes(lanes, [&](unsigned lane) {
      w.yielded[id] |= LaneMask(w.B[id][lane] != 0) << lane;
    });
  releaseConvergence(w);
}

void Machine::arrive(Warp &w, unsigned id, LaneMask lanes, uint32_t expected,
                     unsigned reduction, LaneMask votes) {
  CTABarrier &b = w.cta->barriers[id];
  if (w.cta->check)
    w.cta->check->order.release(w.cta->check->barrier(id), w.index, lanes);
  if (observer)
    observer->arrive(w, id, b.completed);
  b.active = true;
  b.expected = expected;
  b.reduction = uint8_t(reduction);
  b.arrived[w.index] |= lanes;
  b.voted[w.index] = (b.voted[w.index] & ~lanes) | (votes & lanes);
}

bool Machine::isComplete(const CTA &cta, unsigned id) {
  const CTABarrier &b = cta.barriers[id];
  uint64_t arrived = 0;
  bool all = true;
  for (const auto &w : cta.warps) {
    LaneMask here = b.arrived[w->index];
    bool isWhole = (w->live() & ~here) == 0;
    all &= isWhole;
    // A warp counts as a whole, even if it has fewer than 32 threads (PTX ISA,
    // bar: the number of threads is a multiple of the warp size).
    arrived += here && isWhole ? kLanes : unsigned(__builtin_popcount(here));
  }
  return b.expected ? arrived >= b.expected : all;
}

void Machine::releaseBarrier(CTA &cta, unsigned id) {
  if (isComplete(cta, id))
    complete(cta, id);
}

void Machine::releaseClusterBarrier(Cluster &cluster) {
  if (llvm::none_of(cluster.ctas,
                    [](const CTA *cta) { return cta->barriers.back().active; }))
    return;
  for (const CTA *cta : cluster.ctas)
    if (!isComplete(*cta, cta->clusterBarrier()))
      return;
  for (CTA *cta : cluster.ctas)
    complete(*cta, cta->clusterBarrier());
}

void Machine::complete(CTA &cta, unsigned id) {
  CTABarrier &b = cta.barriers[id];
  uint32_t count = 0;
  bool every = true, any = false;
  for (const auto &w : cta.warps) {
    LaneMask here = b.arrived[w->index], votes = b.voted[w->index] & here;
    count += unsigned(__builtin_popcount(votes));
    every &= votes == here;
    any |= votes != 0;
  }
  turnOver = true;
  if (cta.check)
    checkBarrier(cta, id);
  // BAR.RED: 1 POPC, 2 AND, 3 OR.
  uint32_t result = b.reduction == 1 ? count : b.reduction == 2 ? every : any;
  for (const auto &w : cta.warps) {
    if (b.reduction && b.arrived[w->index])
      w->barrierResult = b.reduction == 1 ? result : (result ? ~0u : 0);
    b.arrived[w->index] = b.voted[w->index] = 0;
    for (size_t k = 0, n = w->groups.size(); k < n; ++k)
      if (w->groups[k].state == Group::WaitCTA && w->groups[k].id == id)
        resume(*w, k, w->groups[k].mask);
  }
  b.active = false;
  ++b.completed;
}
