//===- CheckedAccess.cpp - Checks of memory and barriers in the machine ---===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the machine does more where memory is checked: accesses go through here
// to MemoryCheck. Apart, so that a run without checks pays nothing.
//
//===----------------------------------------------------------------------===//

#include "CheckedAccess.h"
#include "BulkOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

/// Atomics that the hardware lacks are loops of a load and a compare and swap
/// (of ptxas ATOMS.CAST, observed on 13.0.88): the load of the value that is
/// compared is a part of the atomic.
static DInst *findLoadOfSwap(llvm::MutableArrayRef<DInst> before,
                             const DInst &swap) {
  using isa::Opcode;
  constexpr size_t kLongestLoop = 32;
  for (DInst &inst :
       llvm::reverse(before.take_back(std::min(before.size(), kLongestLoop))))
    if ((inst.opcode == Opcode::LDS || inst.opcode == Opcode::LDG ||
         inst.opcode == Opcode::LD) &&
        inst.d == swap.c.reg)
      return inst.a.reg == swap.a.reg && inst.imm == swap.imm ? &inst : nullptr;
  return nullptr;
}

void Program::checkMemory() {
  using isa::Opcode;
  for (size_t k = 0; k < code.size(); ++k) {
    DInst &inst = code[k];
    if (inst.checked)
      inst.run = inst.checked;
    if (inst.opcode == Opcode::ATOMS_CAST || inst.opcode == Opcode::ATOMS_CAS ||
        inst.opcode == Opcode::ATOMG_CAS || inst.opcode == Opcode::ATOM_CAS)
      if (DInst *load = findLoadOfSwap({code.data(), k}, inst))
        load->mods[kStrong] = 1;
  }
}

CheckedAccess::CheckedAccess(Machine &m, Warp &w, const DInst &inst,
                             Space space, AccessKind kind, bool strong)
    : m(m), space(space), w(w), block(*w.cta->check) {
  who.inst = uint32_t(m.pcOf(inst) / 16);
  who.warp = w.index;
  who.together = w.groups[w.current].mask;
  who.kind = kind;
  who.strong = strong;
  block.begin();
}

void CheckedAccess::operator()(unsigned lane, uint64_t address, unsigned bytes,
                               const uint8_t *old, const uint8_t *fresh) {
  who.lane = lane;
  Space s = space;
  if (s == Space::Generic) {
    s = Space::Global;
    switch (address >> 32) {
    case GlobalMemory::kSharedWindowHigh:
      s = Space::Cluster;
      break;
    case GlobalMemory::kLocalWindowHigh:
      s = Space::Local;
      break;
    case GlobalMemory::kParamWindowHigh:
      return;
    }
  }
  switch (s) {
  case Space::Cluster:
    // What the CTAs of a cluster do to each other is not ordered here.
    if (CTA *owner = Machine::ownerOf(w, uint32_t(address)); owner != w.cta) {
      if (who.writes())
        owner->check->writeShared(address & kSharedOffset, bytes);
      return;
    }
    [[fallthrough]];
  case Space::Shared:
    address &= kSharedOffset;
    if (address < m.kernel->sharedBase)
      return;
    // Where there is no SYNCS, code waits for a barrier by plain loads of it.
    if (who.kind == AccessKind::Read && !hasLaterBarriers(m.program.sm))
      if (SyncObject *object = block.findMBarrier(uint32_t(address) & ~7u)) {
        Accessor waiter = who;
        waiter.strong = true;
        block.shared(waiter, uint32_t(address), bytes, old, fresh);
        return block.order.acquire(*object, who.warp, who.together);
      }
    return block.shared(who, uint32_t(address), bytes, old, fresh);
  case Space::Local:
    return block.local(who, m.localOffset(uint32_t(address)), bytes);
  default:
    return block.global(who, address, bytes, old, fresh);
  }
}

void ptxmlir::exec::finishCopies(Warp &w, size_t count) {
  for (size_t k = 0; k < count; ++k) {
    const AsyncCopy &copy = w.copies[k];
    w.cta->check->finishCopy(w.index * kLanes + copy.lane,
                             uint64_t(copy.to - w.cta->shared.data()),
                             copy.size);
  }
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static BlockCheck::Waiter waiterOf(const Warp &w, const Group &g) {
  return {w.index * kLanes + unsigned(__builtin_ctz(g.mask)),
          uint32_t(g.pc / 16)};
}

void Machine::checkBarrier(CTA &cta, unsigned id) {
  BlockCheck &block = *cta.check;
  SyncObject &sync = block.barrier(id);
  // The cluster barrier waits for threads that live only.
  bool forAll = !cta.barriers[id].expected && id != cta.clusterBarrier();
  std::optional<unsigned> ended;
  for (const auto &w : cta.warps)
    if (forAll && w->exited) {
      block.order.releaseEnded(sync, w->index, w->exited);
      if (!ended)
        ended = w->index * kLanes + unsigned(__builtin_ctz(w->exited));
    }
  block.order.complete(sync);
  std::optional<BlockCheck::Waiter> waiter;
  for (const auto &w : cta.warps) {
    const Group *first = nullptr;
    for (const Group &g : w->groups) {
      if (g.state != Group::WaitCTA || g.id != id || !g.mask)
        continue;
      block.order.acquire(sync, w->index, g.mask);
      waiter = waiterOf(*w, g);
      if (first && first->pc != g.pc)
        block.meetApart(id, waiterOf(*w, *first), *waiter);
      first = &g;
    }
  }
  if (ended && waiter)
    block.someEnded(id, *waiter, *ended);
}

void Machine::checkDeadlock(const CTA &cta) {
  for (const auto &w : cta.warps)
    for (const Group &g : w->groups) {
      if (!g.mask || g.state != Group::WaitCTA ||
          g.id == cta.clusterBarrier() || cta.barriers[g.id].expected)
        continue;
      // Who is not there?
      for (const auto &other : cta.warps)
        for (const Group &o : other->groups)
          if (o.mask && (o.state != Group::WaitCTA || o.id != g.id))
            cta.check->waitElsewhere(g.id, waiterOf(*w, g),
                                     waiterOf(*other, o));
    }
}
