//===- Scheduler.cpp - Turns of warps and groups --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which group of threads runs next. Those behind go first, so that threads meet
// again, but with a limit: a thread may wait for one that is ahead.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::interp;

bool Launch::runCTA(CTA &cta, uint64_t budget) {
  uint64_t end = counters.warpInstructions + budget;
  uint64_t limit = config.maxInstructions;
  bool ranAny = false, ran = true;
  while (ran && !cta.done() && counters.warpInstructions < end) {
    ran = false;
    for (auto &w : cta.warps) {
      if (w->done())
        continue;
      uint64_t quantum = config.warpQuantum;
      if (limit)
        quantum = std::min(quantum, limit - counters.warpInstructions);
      ran |= runWarp(*w, quantum);
      if (faulted() || (limit && counters.warpInstructions >= limit))
        return true;
    }
    ranAny |= ran;
  }
  return ranAny;
}

bool Launch::runWarp(Warp &w, uint64_t budget) {
  uint64_t end = counters.warpInstructions + budget;
  bool ran = false;
  turnOver = false;
  while (counters.warpInstructions < end && !turnOver && pickGroup(w)) {
    ran = true;
    uint64_t rest = end - counters.warpInstructions;
    // A group alone in its warp makes way for nobody.
    if (w.groups.size() > 1)
      rest = std::min<uint64_t>(rest, config.groupQuantum);
    runGroup(w, rest);
    if (faulted())
      return true;
  }
  return ran;
}

/// Whether group `a` is behind `b` in program order: of the frames that both
/// are in, the innermost decides.
static bool isBehind(const Group &a, const Group &b) {
  const Frame *fa = a.frame, *fb = b.frame;
  const Instr *pa = a.pc, *pb = b.pc;
  while (fa->depth > fb->depth) {
    pa = fa->callSite;
    fa = fa->caller;
  }
  while (fb->depth > fa->depth) {
    pb = fb->callSite;
    fb = fb->caller;
  }
  while (fa != fb) {
    pa = fa->callSite;
    pb = fb->callSite;
    fa = fa->caller;
    fb = fb->caller;
  }
  // Who is inside a call is behind who stands at or after the call.
  return pa != pb ? pa < pb : a.frame->depth > b.frame->depth;
}

bool Launch::pickGroup(Warp &w) {
  auto &groups = w.groups;
  if (groups.size() > 1 || (groups.size() == 1 && !groups[0].mask)) {
    // Runnable groups at one instruction become one.
    llvm::SmallVector<Group, 4> kept;
    for (const Group &g : groups) {
      if (!g.mask)
        continue;
      Group *same = nullptr;
      if (g.state == Group::Run)
        for (Group &o : kept)
          if (o.state == Group::Run && o.pc == g.pc && o.frame == g.frame)
            same = &o;
      if (same) {
        same->mask |= g.mask;
        same->turn = std::min(same->turn, g.turn);
      } else {
        kept.push_back(g);
      }
    }
    groups = std::move(kept);
  }
  Group *best = nullptr, *oldest = nullptr;
  for (Group &g : groups) {
    if (g.state != Group::Run)
      continue;
    if (!best || isBehind(g, *best))
      best = &g;
    if (!oldest || g.turn < oldest->turn)
      oldest = &g;
  }
  if (!best)
    return false;
  if (groups.size() == 1)
    w.patience = kPatience;
  // A group that waits for one that is ahead of it must not run forever.
  uint64_t now = counters.warpInstructions;
  if (oldest != best &&
      now - oldest->turn > uint64_t(w.patience) * config.groupQuantum) {
    best = oldest;
    w.patience = std::max(w.patience / 2, kLeastPatience);
  }
  w.current = unsigned(best - groups.data());
  best->turn = now;
  return true;
}

void Launch::runGroup(Warp &w, uint64_t budget) {
  bool alone = w.groups.size() == 1;
  w.rows = w.group().frame->rows.get();
  while (budget--) {
    Group &g = w.groups[w.current];
    const Instr &inst = *g.pc;
    LaneMask active = g.mask;
    if (inst.guard != kNoSlot) {
      const Row &guard = w.rows[inst.guard];
      LaneMask on = 0;
      forLanes(active, [&](unsigned l) {
        on |= LaneMask((guard[l] & 1) != inst.guardNegated) << l;
      });
      LaneMask off = active & ~on;
      if (off)
        for (size_t k = 0; k < inst.pass.size(); ++k)
          for (unsigned word = 0; word < (inst.outBits > 64 ? 2 : 1); ++word) {
            const Row &from = w.rows[inst.pass[k] + word];
            Row &to = w.rows[inst.out[k] + word];
            forLanes(off, [&](unsigned l) { to[l] = from[l]; });
          }
      active = on;
    }
    ++counters.warpInstructions;
    counters.threadInstructions += unsigned(__builtin_popcount(active));
    if (config.trace) {
      *config.trace << llvm::formatv("block {0} warp {1} {2:x-8}  ",
                                     w.cta->linear, w.index, active);
      inst.op->print(*config.trace, OpPrintingFlags().useLocalScope());
      *config.trace << "\n";
    }
    if (inst.isControl) {
      inst.run(w, inst, active);
      if (faulted() || turnOver)
        return;
      Group &after = w.groups[w.current];
      if (after.state != Group::Run || !after.mask)
        return;
      // Several groups: who is behind goes first, and some may have met.
      if (!alone || w.groups.size() > 1)
        return;
      w.rows = after.frame->rows.get();
      continue;
    }
    if (active) {
      if (LLVM_UNLIKELY(!inst.run)) {
        fault(w, inst, -1, "the interpreter does not know this instruction");
        return;
      }
      inst.run(w, inst, active);
      if (faulted())
        return;
    }
    ++w.groups[w.current].pc;
    if (turnOver)
      return;
  }
}

std::string Launch::describeStall(const CTA &cta) const {
  std::string text;
  for (const auto &w : cta.warps)
    for (const Group &g : w->groups) {
      if (!g.mask || text.size() > 2000)
        continue;
      const char *what =
          g.state == Group::Run              ? "can run"
          : g.state == Group::WaitCollective ? "wait for other lanes"
          : g.state == Group::WaitBarrier    ? "wait at a barrier"
          : g.state == Group::WaitColumns ? "wait for columns of tensor memory"
                                          : "wait for the cluster";
      text += llvm::formatv("\n  warp {0} of block {1}, lanes {2:x-8}: {3}: ",
                            w->index, cta.linear, g.mask, what);
      llvm::raw_string_ostream os(text);
      g.pc->op->print(os, OpPrintingFlags().useLocalScope());
    }
  return text;
}
