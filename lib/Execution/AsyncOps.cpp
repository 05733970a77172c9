//===- AsyncOps.cpp - Barriers in shared memory, cluster barrier ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SYNCS, ARRIVES and cluster barriers: what changes the word of a barrier in
// shared memory, and who is woken when its phase ends. Copies that report to
// them are in BulkOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "BulkOps.h"
#include "CheckedAccess.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::Operand;

namespace {
/// Which arrivals and bytes a SYNCS.ARRIVE or ARRIVES stands for.
enum Arrivals : uint32_t { NoArrival, OneArrival, RegisterArrivals };
enum Bytes : uint32_t {
  NoBytes,
  OneByte,
  RegisterBytes,
  MinusRegister,
  MinusOne
};
/// Use of DInst::mods beside MemMod.
enum AsyncMod { kArrivals = kType, kBytes = kOp, kResult = kOffset2 };
constexpr uint32_t kOptOut = 1u << 31; // in kArrivals
} // namespace

/// isa::SyncsResult: what SYNCS.ARRIVE writes.
enum : uint32_t { ResultState = 0, ResultMask = 1, ResultNone = 2 };

static uint64_t loadWord(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return v;
}

/// The state of a barrier after what an instruction stands for; `v` is its
/// register.
template <typename Word>
static uint64_t arrive(uint64_t old, const DInst &inst, uint32_t v) {
  Word b(old);
  uint32_t kind = inst.mods[kArrivals] & ~kOptOut;
  uint32_t count = kind == OneArrival ? 1 : kind == RegisterArrivals ? v : 0;
  b.arrive(count);
  if (inst.mods[kArrivals] & kOptOut)
    b.drop(count);
  switch (inst.mods[kBytes]) {
  case OneByte:
    b.expectBytes(1);
    break;
  case MinusOne:
    b.expectBytes(~0u);
    break;
  case RegisterBytes:
    b.expectBytes(v);
    break;
  case MinusRegister:
    b.expectBytes(0 - v);
    break;
  }
  b.finish();
  return b.pack();
}

static void runArrive(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  Addresses addr(m, w, inst);
  uint32_t scratch[2];
  auto data = lanesOf(m, w, inst, inst.c, scratch);
  uint32_t low[kLanes], high[kLanes];
  LaneMask done = 0;
  auto space = Space(inst.mods[kSpace]);
  std::optional<CheckedAccess> check;
  if (m.check)
    check.emplace(m, w, inst, space, AccessKind::Atomic, true);
  // One lane may arrive for all: they have run in lockstep until here.
  if (m.check)
    w.cta->check->order.meet(w.index, w.groups[w.current].mask);
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    uint64_t address = addr[lane];
    if (space == Space::Generic &&
        address >> 32 != GlobalMemory::kSharedWindowHigh)
      return m.fault(w, inst, int(lane),
                     llvm::formatv("the barrier at address {0:x} is not in "
                                   "shared memory",
                                   address));
    uint8_t *p = accessSpace(m, w, inst, lane, address, 8);
    if (!p)
      return;
    CTA *owner =
        space == Space::Shared ? w.cta : Machine::ownerOf(w, uint32_t(address));
    SyncObject *object = nullptr;
    if (check) {
      (*check)(lane, address, 8);
      object = &owner->check->mbarrier(address & kSharedOffset);
      // Of other CTAs the check does not know what their threads see.
      if (owner == w.cta)
        owner->check->order.release(*object, w.index, 1u << lane);
    }
    uint64_t old = loadWord(p);
    low[lane] = uint32_t(old);
    high[lane] = uint32_t(old >> 32);
    if (inst.mods[kResult] == ResultMask) {
      // The lanes of one barrier arrive as one: each sees who they are and the
      // state before all of them.
      LaneMask same = 0;
      forLanes(active, [&](unsigned other) {
        same |= LaneMask(addr[other] == address) << other;
      });
      low[lane] = same;
      if (LaneMask before = same & done)
        high[lane] = high[unsigned(__builtin_ctz(before))];
    }
    done |= 1u << lane;
    uint32_t v = data.lo[lane * data.stride];
    uint64_t now = hasLaterBarriers(m.program.sm)
                       ? arrive<BarrierWord>(old, inst, v)
                       : arrive<EarlyBarrierWord>(old, inst, v);
    if (object && (now ^ old) >> 63)
      owner->check->order.complete(*object);
    memcpy(p, &now, 8);
  }
  if (inst.mods[kResult] == ResultNone)
    return;
  forLanes(active, [&](unsigned lane) {
    destRow(w, inst, 0)[lane] = low[lane];
    destRow(w, inst, 1)[lane] = high[lane];
  });
}

static void bindSyncsArrive(Binder &b) {
  // Only arrivals without a result may be at barriers of other CTAs.
  bindAddress(b, b.mods.value("result") == ResultNone ? Space::Cluster
                                                      : Space::Shared);
  DInst &out = b.out;
  b.dest("d");
  out.c = b.source("data");
  // isa::SyncsCount.
  switch (isa::SyncsCount(b.mods.value("count"))) {
  case isa::SyncsCount::Register:
    out.mods[kArrivals] = OneArrival;
    out.mods[kBytes] = RegisterBytes;
    break;
  case isa::SyncsCount::A1T0:
    out.mods[kArrivals] = OneArrival;
    break;
  case isa::SyncsCount::A0T1:
    out.mods[kBytes] = OneByte;
    break;
  case isa::SyncsCount::A0TR:
    out.mods[kBytes] = RegisterBytes;
    break;
  case isa::SyncsCount::A0TX:
    out.mods[kBytes] = MinusRegister;
    break;
  case isa::SyncsCount::ART0:
    out.mods[kArrivals] = RegisterArrivals;
    break;
  }
  if (b.mods.flag("optout"))
    out.mods[kArrivals] |= kOptOut;
  out.mods[kResult] = b.mods.value("result");
  out.run = runArrive;
}

/// The barrier hears of the copies so far when they are done: here.
static void runArriveBehindCopies(Machine &m, Warp &w, const DInst &inst,
                                  LaneMask active) {
  if (m.check)
    finishCopies(w, w.copies.size());
  w.completeCopies(w.copies.size());
  runArrive(m, w, inst, active);
}
/// The arrival of sm_80 to sm_89.
static void bindEarlyArrive(Binder &b, Space space) {
  bindAddress(b, space);
  b.dest("d");
  b.out.c.kind = Operand::Imm;
  b.out.mods[kArrivals] = OneArrival;
  b.out.mods[kResult] = ResultState;
  b.out.run = runArrive;
}

static void bindAtomsArrive(Binder &b) { bindEarlyArrive(b, Space::Shared); }
static void bindAtomArrive(Binder &b) { bindEarlyArrive(b, Space::Generic); }

static void bindArrives(Binder &b) {
  bindAddress(b, Space::Shared);
  DInst &out = b.out;
  out.c.kind = Operand::Imm;
  if (isa::ArrivesCount(b.mods.value("count")) == isa::ArrivesCount::TRANSCNT)
    out.mods[kBytes] = MinusOne;
  else
    out.mods[kArrivals] = OneArrival;
  out.mods[kResult] = ResultNone;
  out.run = runArriveBehindCopies;
}

/// pu: the phase whose parity is bit 31 of the register is over.
static void runPhaseCheck(Machine &m, Warp &w, const DInst &inst,
                          LaneMask active) {
  Addresses addr(m, w, inst);
  uint32_t scratch[2];
  auto data = lanesOf(m, w, inst, inst.c, scratch);
  LaneMask over = 0;
  bool makesWay = false;
  std::optional<CheckedAccess> check;
  if (m.check)
    check.emplace(m, w, inst, Space::Shared, AccessKind::Read, true);
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    uint8_t *p = m.shared(w, inst, lane, addr[lane], 8);
    if (!p)
      return;
    uint64_t before = loadWord(p) >> 63;
    finishArriving(*w.cta, p);
    auto isOver = [&] {
      return loadWord(p) >> 63 != data.lo[lane * data.stride] >> 31;
    };
    if (!isOver()) {
      finishTensorJobs(m, *w.cta, p);
      finishArriving(*w.cta, p);
    }
    if (m.faulted())
      return;
    bool differs = isOver();
    // Other warps see the end of this phase before that of the next one.
    makesWay |= loadWord(p) >> 63 != before;
    over |= LaneMask(differs) << lane;
    if (!check)
      continue;
    (*check)(lane, addr[lane], 8);
    if (differs)
      w.cta->check->order.acquire(
          w.cta->check->mbarrier(addr[lane] & kSharedOffset), w.index,
          w.groups[w.current].mask);
  }
  setPredicate(w, inst.pu, active, over);
  if (over != active || makesWay)
    m.endTurn();
}
static void bindPhaseCheck(Binder &b) {
  bindAddress(b, Space::Shared);
  b.out.c = b.source("data");
  b.out.pu = b.destPredicate("pu");
  b.out.run = runPhaseCheck;
}

/// A 64-bit exchange with uniform operands: mbarrier.init.
static void runExchange(Machine &m, Warp &w, const DInst &inst,
                        LaneMask active) {
  uint64_t address =
      uint32_t(uniformValue(m, w, inst, inst.a) + uint64_t(inst.imm));
  uint8_t *p = m.shared(w, inst, unsigned(__builtin_ctz(active)), address, 8);
  if (!p)
    return;
  uint64_t old = loadWord(p), now = uniformValue(m, w, inst, inst.b);
  if (m.check) {
    CheckedAccess check(m, w, inst, Space::Shared, AccessKind::Write, false);
    check(unsigned(__builtin_ctz(active)), address, 8);
  }
  memcpy(p, &now, 8);
  w.UR[inst.d] = uint32_t(old);
  if (inst.d != kSinkRow)
    w.UR[inst.d + 1] = uint32_t(old >> 32);
}
static void bindExchange(Binder &b) {
  b.dest("d");
  b.out.a = b.source("addr");
  b.out.b = b.source("data");
  b.out.imm = b.mods.signedValue("offset");
  b.out.run = runExchange;
}

static void runNothing(Machine &, Warp &, const DInst &, LaneMask) {}
static void bindNothing(Binder &b) { b.out.run = runNothing; }

//===----------------------------------------------------------------------===//
// Cluster barrier
//===----------------------------------------------------------------------===//

/// One more barrier of each CTA, complete when those of all CTAs are. Warps
/// arrive as a whole.
static void runClusterArrive(Machine &m, Warp &w, const DInst &inst,
                             LaneMask active) {
  ++w.clusterArrivals;
  m.arrive(w, w.cta->clusterBarrier(), active, 0, 0, 0);
  m.releaseClusterBarrier(*w.cta->cluster);
}
static void bindClusterArrive(Binder &b) { b.out.run = runClusterArrive; }

static void runClusterWait(Machine &m, Warp &w, const DInst &inst,
                           LaneMask active) {
  Group &g = w.groups[w.current];
  if (!active || w.cta->barriers.back().completed >= w.clusterArrivals) {
    g.pc += 16;
    if (w.cta->check)
      w.cta->check->order.acquire(
          w.cta->check->barrier(w.cta->clusterBarrier()), w.index, active);
  } else {
    m.moveLanes(w, g.mask, g.pc, Group::WaitCTA).id = w.cta->clusterBarrier();
  }
}
static void bindClusterWait(Binder &b) {
  b.out.isControl = true;
  b.out.run = runClusterWait;
}

//===----------------------------------------------------------------------===//
// The return address register
//===----------------------------------------------------------------------===//

static void runReadRpc(Machine &, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t *d = destRow(w, inst, 0);
  forLanes(active, [&](unsigned lane) { d[lane] = w.rpc[inst.imm][lane]; });
}
static void runWriteRpc(Machine &m, Warp &w, const DInst &inst,
                        LaneMask active) {
  uint32_t scratch[2];
  auto a = lanesOf(m, w, inst, inst.a, scratch);
  forLanes(active, [&](unsigned lane) {
    w.rpc[inst.imm][lane] = a.lo[lane * a.stride];
  });
}
static void bindReadRpc(Binder &b) {
  b.dest("d");
  b.out.imm = b.mods.flag("half");
  b.out.run = runReadRpc;
}
static void bindWriteRpc(Binder &b) {
  b.out.a = b.source("a");
  b.out.imm = b.mods.flag("half");
  b.out.run = runWriteRpc;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::asyncHandlers() {
  static const BindEntry entries[] = {
      {"SYNCS_ARRIVE", bindSyncsArrive},  {"SYNCS_PHASECHK", bindPhaseCheck},
      {"SYNCS_EXCH", bindExchange},       {"SYNCS_CCTL", bindNothing},
      {"ATOMS_ARRIVE", bindAtomsArrive},  {"ATOM_ARRIVE", bindAtomArrive},
      {"ARRIVES", bindArrives},           {"FENCE_VIEW_ASYNC", bindNothing},
      {"UCGABAR_ARV", bindClusterArrive}, {"UCGABAR_WAIT", bindClusterWait},
      {"RPCMOV_R", bindReadRpc},          {"RPCMOV_RPC", bindWriteRpc},
  };
  return entries;
}
