//===- CheckedAccess.cpp - Checks of memory and barriers ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of a warp are not ordered by being executed together: PTX promises
// nothing between them without bar.warp.sync or another collective.
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using exec::BlockCheck;
using ptx::Space;

void interp::checkAccess(Warp &w, const Instr &inst, unsigned lane, Space space,
                         uint64_t address, unsigned bytes, AccessKind kind,
                         bool strong, const uint8_t *old,
                         const uint8_t *fresh) {
  BlockCheck &block = *w.cta->check;
  exec::Accessor who;
  who.inst = inst.number;
  who.warp = w.index;
  who.lane = lane;
  who.kind = kind;
  who.strong = strong;
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster: {
    uint64_t offset = address & 0xffffff, rank = address >> 24;
    if (space == Space::Shared || rank == w.cta->rank)
      return block.shared(who, offset, bytes, old, fresh);
    // What the CTAs of a cluster do to each other is not ordered here.
    if (who.writes())
      w.cta->cluster->ctas[rank]->check->writeShared(offset, bytes);
    return;
  }
  case Space::Local:
    return block.local(who, address, bytes);
  case Space::ParamFunc:
    // Aggregates have bytes that nobody writes: only remember.
    if (who.writes())
      block.writeLocal(who.thread(), address, bytes);
    return;
  case Space::ParamEntry:
  case Space::Const:
    return;
  default:
    return block.global(who, address, bytes, old, fresh);
  }
}

exec::SyncObject &interp::checkedMbarrier(const CTA &owner, const uint8_t *p) {
  return owner.check->mbarrier(uint64_t(p - owner.shared.data()));
}

CTA *interp::ownerOf(const Warp &w, const uint8_t *p) {
  for (CTA *cta : w.cta->cluster->ctas)
    if (p >= cta->shared.data() && p < cta->shared.data() + cta->shared.size())
      return cta;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static BlockCheck::Waiter waiterOf(const Warp &w, const Group &g) {
  return {w.index * kLanes + unsigned(__builtin_ctz(g.mask)), g.pc->number};
}

/// Whether threads of a warp must come from one instruction.
static bool isAligned(const Instr &inst) {
  return inst.opcode() != ptx::Opcode::Barrier ||
         ptx::BarrierModifiers::unpack(inst.mods).aligned;
}

void interp::checkBarrier(CTA &cta, unsigned id) {
  BlockCheck &block = *cta.check;
  exec::SyncObject &sync = block.barrier(id);
  std::optional<unsigned> ended;
  for (const auto &w : cta.warps) {
    LaneMask gone = w->threads & ~w->alive;
    if (cta.barriers[id].expected || !gone)
      continue;
    block.order.releaseEnded(sync, w->index, gone);
    if (!ended)
      ended = w->index * kLanes + unsigned(__builtin_ctz(gone));
  }
  block.order.complete(sync);
  std::optional<BlockCheck::Waiter> waiter;
  for (const auto &w : cta.warps) {
    const Group *first = nullptr;
    for (const Group &g : w->groups) {
      if (g.state != Group::WaitBarrier || g.id != id || !g.mask)
        continue;
      block.order.acquire(sync, w->index, g.mask);
      waiter = waiterOf(*w, g);
      if (first && first->pc != g.pc && isAligned(*g.pc))
        block.meetApart(id, waiterOf(*w, *first), *waiter);
      first = &g;
    }
  }
  if (ended && waiter)
    block.someEnded(id, *waiter, *ended);
}

void interp::checkDeadlock(const CTA &cta) {
  for (const auto &w : cta.warps)
    for (const Group &g : w->groups) {
      if (!g.mask || g.state != Group::WaitBarrier ||
          cta.barriers[g.id].expected)
        continue;
      for (const auto &other : cta.warps)
        for (const Group &o : other->groups)
          if (o.mask && (o.state != Group::WaitBarrier || o.id != g.id))
            cta.check->waitElsewhere(g.id, waiterOf(*w, g),
                                     waiterOf(*other, o));
    }
}
