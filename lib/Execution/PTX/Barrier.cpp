//===- Barrier.cpp - Barriers of CTAs and clusters ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.13.1 (bar, barrier) and 9.7.13.3 (barrier.cluster).
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;

//===----------------------------------------------------------------------===//
// bar, barrier
//===----------------------------------------------------------------------===//

namespace {
struct BarrierInfo {
  ptx::BarMode mode;
  ptx::BarRedOp op;
};
} // namespace

/// `imm` of an instruction: indices of the sources `threads` and `p` plus one,
/// the mode and the operation of `.red`.
static uint64_t encodeInfo(const Instr &inst, ptx::BarMode mode,
                           ptx::BarRedOp op) {
  return uint64_t(findSource(inst, "threads") + 1) |
         uint64_t(findSource(inst, "p") + 1) << 8 | uint64_t(mode) << 16 |
         uint64_t(op) << 24;
}
static BarrierInfo infoOf(const Instr &inst) {
  return {ptx::BarMode(inst.imm >> 16 & 255), ptx::BarRedOp(inst.imm >> 24)};
}

/// Threads that have arrived. A warp counts as a whole when all of its threads
/// that have not ended are there.
static unsigned countArrived(const CTA &cta, const Barrier &b) {
  unsigned count = 0;
  for (size_t k = 0; k < cta.warps.size(); ++k) {
    const Warp &w = *cta.warps[k];
    LaneMask here = b.arrived[k];
    bool whole = here && !(w.alive & ~here);
    count += whole ? kLanes : unsigned(__builtin_popcount(here));
  }
  return count;
}

/// Whether all threads of the CTA that have not ended are at the barrier.
static bool allArrived(const CTA &cta, const Barrier &b) {
  for (size_t k = 0; k < cta.warps.size(); ++k)
    if (cta.warps[k]->alive & ~b.arrived[k])
      return false;
  return true;
}

void interp::tryBarrier(CTA &cta, unsigned id) {
  Barrier &b = cta.barriers[id];
  bool any = llvm::any_of(b.arrived, [](LaneMask m) { return m != 0; });
  if (!any ||
      !(b.expected ? countArrived(cta, b) >= b.expected : allArrived(cta, b)))
    return;
  if (cta.check)
    checkBarrier(cta, id);
  unsigned votes = 0, threads = 0;
  for (size_t k = 0; k < cta.warps.size(); ++k) {
    votes += unsigned(__builtin_popcount(b.votes[k]));
    threads += unsigned(__builtin_popcount(b.arrived[k]));
  }
  for (auto &w : cta.warps)
    for (Group &g : w->groups) {
      if (g.state != Group::WaitBarrier || g.id != id || !g.mask)
        continue;
      BarrierInfo info = infoOf(*g.pc);
      if (info.mode == ptx::BarMode::Red) {
        uint64_t result = info.op == ptx::BarRedOp::Popc  ? votes
                          : info.op == ptx::BarRedOp::And ? votes == threads
                                                          : votes != 0;
        Row &d = g.frame->rows[g.pc->out[0]];
        forLanes(g.mask, [&](unsigned l) { d[l] = result; });
      }
      g.state = Group::Run;
      ++g.pc;
    }
  std::fill(b.arrived.begin(), b.arrived.end(), 0);
  std::fill(b.votes.begin(), b.votes.end(), 0);
  b.expected = 0;
}

static void runBarrier(Warp &w, const Instr &inst, LaneMask active) {
  if (active != w.group().mask) {
    Group &rest = splitGroup(w, w.group().mask & ~active);
    ++rest.pc;
    if (!active)
      return;
  }
  BarrierInfo info = infoOf(inst);
  int threads = int(inst.imm & 255) - 1, p = int(inst.imm >> 8 & 255) - 1;
  Launch &launch = *w.launch;
  // Threads may name different barriers.
  const Row &ids = w.in(inst, 0);
  unsigned first = unsigned(__builtin_ctz(active));
  uint64_t id = ids[first];
  LaneMask same = 0;
  forLanes(active, [&](unsigned l) { same |= LaneMask(ids[l] == id) << l; });
  if (same != active)
    splitGroup(w, active & ~same);
  if (id > 15) {
    launch.fault(w, inst, int(first),
                 llvm::formatv("there is no barrier {0}", id));
    return;
  }
  Barrier &b = w.cta->barriers[id];
  uint64_t count = threads < 0 ? 0 : w.in(inst, unsigned(threads))[first];
  if (count % kLanes) {
    launch.fault(
        w, inst, int(first),
        llvm::formatv("{0} threads are no multiple of the warp size", count));
    return;
  }
  if (same & b.arrived[w.index]) {
    launch.fault(
        w, inst, int(first),
        llvm::formatv("the thread has arrived at barrier {0} already", id));
    return;
  }
  bool anyArrived = llvm::any_of(b.arrived, [](LaneMask m) { return m != 0; });
  if (anyArrived && b.expected != count) {
    launch.fault(w, inst, int(first),
                 llvm::formatv("barrier {0} is for {1} threads here, for {2} "
                               "elsewhere",
                               id, count, b.expected));
    return;
  }
  b.expected = unsigned(count);
  b.arrived[w.index] |= same;
  if (w.cta->check)
    w.cta->check->order.release(w.cta->check->barrier(unsigned(id)), w.index,
                                same);
  if (p >= 0)
    forLanes(same, [&](unsigned l) {
      b.votes[w.index] |= LaneMask(w.in(inst, unsigned(p))[l] & 1) << l;
    });
  if (info.mode == ptx::BarMode::Arrive) {
    ++w.group().pc;
  } else {
    w.group().state = Group::WaitBarrier;
    w.group().id = uint8_t(id);
  }
  tryBarrier(*w.cta, unsigned(id));
}

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

/// Its number in the check's barriers.
static constexpr unsigned kClusterBarrier = 16;

/// Phases of the cluster barrier that all threads have arrived in.
static uint64_t completePhases(const Cluster &cluster) {
  uint64_t least = ~uint64_t(0);
  for (const CTA *cta : cluster.ctas)
    for (const auto &w : cta->warps)
      forLanes(w->alive, [&](unsigned l) {
        least = std::min<uint64_t>(least, w->clusterArrivals[l]);
      });
  return least;
}

void interp::tryCluster(Cluster &cluster) {
  uint64_t complete = completePhases(cluster);
  for (CTA *cta : cluster.ctas) {
    if (cta->check && complete != ~uint64_t(0) &&
        cta->checkedPhases < complete) {
      cta->checkedPhases = complete;
      cta->check->order.complete(cta->check->barrier(kClusterBarrier));
    }
    for (auto &w : cta->warps)
      for (Group &g : w->groups) {
        if (g.state != Group::WaitCluster || !g.mask)
          continue;
        bool ready = true;
        forLanes(g.mask, [&](unsigned l) {
          ready &= w->clusterArrivals[l] <= complete;
        });
        if (!ready)
          continue;
        if (cta->check)
          cta->check->order.acquire(cta->check->barrier(kClusterBarrier),
                                    w->index, g.mask);
        g.state = Group::Run;
        ++g.pc;
      }
  }
}

static void clusterArrive(Warp &w, const Instr &, LaneMask active) {
  forLanes(active, [&](unsigned l) { ++w.clusterArrivals[l]; });
  if (w.cta->check)
    w.cta->check->order.release(w.cta->check->barrier(kClusterBarrier), w.index,
                                active);
  tryCluster(*w.cta->cluster);
}

static void clusterWait(Warp &w, const Instr &, LaneMask active) {
  if (active != w.group().mask) {
    Group &rest = splitGroup(w, w.group().mask & ~active);
    ++rest.pc;
    if (!active)
      return;
  }
  w.group().state = Group::WaitCluster;
  tryCluster(*w.cta->cluster);
}

bool interp::bindBarrier(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  auto control = [&](Handler run) {
    inst.run = run;
    inst.isControl = true;
    return true;
  };
  switch (opcode) {
  case Opcode::Bar: {
    auto m = ptx::BarModifiers::unpack(inst.mods);
    inst.imm = encodeInfo(inst, m.mode, m.op);
    return control(runBarrier);
  }
  case Opcode::Barrier: {
    auto m = ptx::BarrierModifiers::unpack(inst.mods);
    inst.imm = encodeInfo(inst, m.mode, m.op);
    return control(runBarrier);
  }
  case Opcode::BarrierCluster:
    if (ptx::BarrierClusterModifiers::unpack(inst.mods).mode ==
        ptx::ClusterBarMode::Wait)
      return control(clusterWait);
    inst.run = clusterArrive;
    return true;
  default:
    return false;
  }
}
