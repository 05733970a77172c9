//===- Async.cpp - Asynchronous copies and mbarrier -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9.25 (cp.async) and 9.7.13.15 (mbarrier). Copies read when
// they are issued and write when they are waited for, as late as the ISA
// allows, so that a wait that is missing shows.
//
//===----------------------------------------------------------------------===//

#include "MBarrier.h"
#include "State.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using ptx::Space;

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

static std::vector<PendingCopy> &openGroup(Warp &w, unsigned lane) {
  auto &groups = w.copies[lane];
  if (groups.empty())
    groups.emplace_back();
  return groups.back();
}
static void finish(Warp &w, unsigned lane, std::vector<PendingCopy> &group) {
  for (const PendingCopy &copy : group) {
    memcpy(copy.to, copy.data, copy.size);
    if (w.cta->check)
      w.cta->check->finishCopy(w.index * kLanes + lane,
                               uint64_t(copy.to - w.cta->shared.data()),
                               copy.size);
  }
  group.clear();
}
/// All but the newest `pending` committed groups.
static void finishOldest(Warp &w, unsigned lane, uint64_t pending) {
  auto &groups = w.copies[lane];
  // The last one is open.
  while (groups.size() > 1 && groups.size() - 1 > pending) {
    finish(w, lane, groups.front());
    groups.erase(groups.begin());
  }
}

static void runCopy(Warp &w, const Instr &inst, LaneMask active) {
  unsigned size = unsigned(inst.imm & 255);
  int source = int(inst.imm >> 8 & 255) - 1;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint8_t *to = access(w, inst, l, Space::Shared,
                         w.in(inst, 0)[l] + uint64_t(inst.offset[0]), size,
                         size, AccessKind::AsyncWrite);
    if (!to)
      return;
    // The number of bytes to read (the rest is zero), or whether to read none.
    uint64_t bytes = size;
    if (source >= 0) {
      uint64_t v = w.in(inst, unsigned(source))[l];
      bytes = inst.imm >> 16 & 1 ? (v & 1 ? 0 : size) : v & 0xffffffff;
      if (bytes > size) {
        w.launch->fault(w, inst, int(l), "more bytes to read than to write");
        return;
      }
    }
    PendingCopy copy{to, {}, uint8_t(size)};
    if (bytes) {
      const uint8_t *from = access(w, inst, l, Space::Global,
                                   w.in(inst, 1)[l] + uint64_t(inst.offset[1]),
                                   unsigned(bytes), size, AccessKind::Read);
      if (!from)
        return;
      memcpy(copy.data, from, bytes);
    }
    openGroup(w, l).push_back(copy);
  });
}
static void runCommit(Warp &w, const Instr &, LaneMask active) {
  forLanes(active, [&](unsigned l) {
    openGroup(w, l);
    w.copies[l].emplace_back();
  });
}
static void runWaitGroup(Warp &w, const Instr &inst, LaneMask active) {
  forLanes(active, [&](unsigned l) { finishOldest(w, l, inst.imm); });
}
static void runWaitAll(Warp &w, const Instr &, LaneMask active) {
  forLanes(active, [&](unsigned l) {
    for (auto &group : w.copies[l])
      finish(w, l, group);
    w.copies[l].clear();
  });
}

//===----------------------------------------------------------------------===//
// mbarrier
//===----------------------------------------------------------------------===//

static uint8_t *barrierAt(Warp &w, const Instr &inst, unsigned lane,
                          Space space, AccessKind kind, unsigned source = 0) {
  return access(w, inst, lane, space,
                w.in(inst, source)[lane] +
                    uint64_t(inst.offset[source ? 1 : 0]),
                8, 8, kind, /*strong=*/kind != AccessKind::Write);
}
/// What other CTAs do to an mbarrier counts for its threads, but the check does
/// not know what these have seen.
static void arriveChecked(Warp &w, const uint8_t *p, unsigned lane) {
  if (w.launch->check && ownerOf(w, p) == w.cta)
    w.cta->check->order.release(checkedMbarrier(*w.cta, p), w.index,
                                LaneMask(1) << lane);
}
static void completeIfDone(Warp &w, const uint8_t *p, MBarrier &b) {
  bool phase = b.phase;
  b.completeIfDone();
  if (!w.launch->check || b.phase == phase)
    return;
  if (CTA *owner = ownerOf(w, p))
    owner->check->order.complete(checkedMbarrier(*owner, p));
}

static void runInit(Warp &w, const Instr &inst, LaneMask active) {
  auto space = ptx::MbarrierInitModifiers::unpack(inst.mods).space;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint8_t *p = barrierAt(w, inst, l, space, AccessKind::Write);
    uint32_t count = uint32_t(w.in(inst, 1)[l]);
    if (!p)
      return;
    if (!count || count >= 1 << 20) {
      w.launch->fault(w, inst, int(l), "an mbarrier counts from 1 to 2^20 - 1");
      return;
    }
    MBarrier{count, count, false, 0}.store(p);
  });
}
static void runInval(Warp &w, const Instr &inst, LaneMask active) {
  auto space = ptx::MbarrierInvalModifiers::unpack(inst.mods).space;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    barrierAt(w, inst, l, space, AccessKind::Write);
  });
}

/// expect_tx and complete_tx.
template <typename Modifiers, int sign>
static void runTx(Warp &w, const Instr &inst, LaneMask active) {
  auto space = Modifiers::unpack(inst.mods).space;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint8_t *p = barrierAt(w, inst, l, space, AccessKind::Atomic);
    if (!p)
      return;
    MBarrier b = MBarrier::load(p);
    b.bytes += sign * int32_t(w.in(inst, 1)[l]);
    if (sign < 0)
      completeIfDone(w, p, b);
    b.store(p);
  });
}

/// arrive and arrive_drop.
template <typename Modifiers, bool drop>
static void runArrive(Warp &w, const Instr &inst, LaneMask active) {
  auto m = Modifiers::unpack(inst.mods);
  int count = int(inst.imm) - 1;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint8_t *p = barrierAt(w, inst, l, m.space, AccessKind::Atomic);
    if (!p)
      return;
    MBarrier b = MBarrier::load(p);
    uint64_t state = b.pack();
    uint32_t n = count < 0 ? 1 : uint32_t(w.in(inst, unsigned(count))[l]);
    if (m.expectTx) {
      b.bytes += int32_t(n);
      n = 1;
    }
    if (n > b.pending || n == 0) {
      w.launch->fault(w, inst, int(l),
                      "more arrivals than the mbarrier waits for");
      return;
    }
    b.pending -= n;
    if (drop)
      b.expected -= n;
    arriveChecked(w, p, l);
    if (!m.noComplete)
      completeIfDone(w, p, b);
    else if (!b.pending) {
      w.launch->fault(w, inst, int(l),
                      "an arrival with .noComplete completes the phase");
      return;
    }
    b.store(p);
    if (!inst.out.empty())
      w.out(inst, 0)[l] = state;
  });
}

/// test_wait and try_wait: whether the phase of a state, or of a parity, is
/// complete. A thread that waits, or completes it by what is under way, lets
/// others run.
template <typename Modifiers, bool wait>
static void runTest(Warp &w, const Instr &inst, LaneMask active) {
  auto m = Modifiers::unpack(inst.mods);
  bool makesWay = false;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint8_t *p = barrierAt(w, inst, l, m.space, AccessKind::Read);
    if (!p)
      return;
    bool before = MBarrier::load(p).phase;
    finishArriving(*w.cta, p);
    uint64_t operand = w.in(inst, 1)[l];
    bool phase = m.parity ? operand & 1 : MBarrier::unpack(operand).phase;
    if (MBarrier::load(p).phase == phase) {
      finishTensorJobs(*w.cta, p);
      finishArriving(*w.cta, p);
    }
    if (w.launch->faulted())
      return;
    bool now = MBarrier::load(p).phase, done = now != phase;
    // Others that wait for this phase see its end before the next one's.
    makesWay |= now != before;
    if (done && w.launch->check && ownerOf(w, p) == w.cta)
      w.cta->check->order.acquire(checkedMbarrier(*w.cta, p), w.index,
                                  LaneMask(1) << l);
    w.out(inst, 0)[l] = done;
    makesWay |= !done;
  });
  if (makesWay)
    w.launch->turnOver = true;
}

static void runPendingCount(Warp &w, const Instr &inst, LaneMask active) {
  forLanes(active, [&](unsigned l) {
    w.out(inst, 0)[l] = MBarrier::unpack(w.in(inst, 0)[l]).pending;
  });
}

/// The copies of the thread so far arrive at the mbarrier when they are done:
/// now. Without `.noinc` the thread's arrival is one more that is waited for.
static void runCopyArrive(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpAsyncMbarrierArriveModifiers::unpack(inst.mods);
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint8_t *p = barrierAt(w, inst, l, m.space, AccessKind::Atomic);
    if (!p)
      return;
    for (auto &group : w.copies[l])
      finish(w, l, group);
    MBarrier b = MBarrier::load(p);
    if (m.noinc) {
      if (!b.pending) {
        w.launch->fault(w, inst, int(l),
                        "more arrivals than the mbarrier waits for");
        return;
      }
      --b.pending;
      arriveChecked(w, p, l);
      completeIfDone(w, p, b);
    }
    b.store(p);
  });
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

bool interp::bindAsync(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::CpAsync: {
    auto m = ptx::CpAsyncModifiers::unpack(inst.mods);
    int source = findSource(inst, "sourceSize");
    bool isPredicate =
        source >= 0 &&
        ptx::getSources(inst.op)[unsigned(source)].getType().isInteger(1);
    inst.imm = uint64_t(m.size) | uint64_t(source + 1) << 8 |
               uint64_t(isPredicate) << 16;
    inst.run = runCopy;
    return true;
  }
  case Opcode::CpAsyncCommitGroup:
    inst.run = runCommit;
    return true;
  case Opcode::CpAsyncWaitGroup:
    inst.imm = ptx::CpAsyncWaitGroupModifiers::unpack(inst.mods).pending;
    inst.run = runWaitGroup;
    return true;
  case Opcode::CpAsyncWaitAll:
    inst.run = runWaitAll;
    return true;
  case Opcode::CpAsyncMbarrierArrive:
    inst.run = runCopyArrive;
    return true;
  case Opcode::MbarrierInit:
    inst.run = runInit;
    return true;
  case Opcode::MbarrierInval:
    inst.run = runInval;
    return true;
  case Opcode::MbarrierExpectTx:
    inst.run = runTx<ptx::MbarrierExpectTxModifiers, 1>;
    return true;
  case Opcode::MbarrierCompleteTx:
    inst.run = runTx<ptx::MbarrierCompleteTxModifiers, -1>;
    return true;
  case Opcode::MbarrierArrive:
    inst.imm = uint64_t(findSource(inst, "count") + 1);
    inst.run = runArrive<ptx::MbarrierArriveModifiers, false>;
    return true;
  case Opcode::MbarrierArriveDrop:
    inst.imm = uint64_t(findSource(inst, "count") + 1);
    inst.run = runArrive<ptx::MbarrierArriveDropModifiers, true>;
    return true;
  case Opcode::MbarrierTestWait:
    inst.run = runTest<ptx::MbarrierTestWaitModifiers, false>;
    return true;
  case Opcode::MbarrierTryWait:
    inst.run = runTest<ptx::MbarrierTryWaitModifiers, true>;
    return true;
  case Opcode::MbarrierPendingCount:
    inst.run = runPendingCount;
    return true;
  default:
    return false;
  }
}
