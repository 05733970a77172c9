//===- Collective.cpp - Threads that wait for each other ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles, votes, matches and warp barriers: threads stop until all members of
// the mask have come, whatever path they took, as the ISA says.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;

/// The member mask of a lane that stands at a collective.
static LaneMask membersOf(const Warp &w, const Row *rows, const Instr &inst,
                          unsigned lane) {
  LaneMask mask =
      inst.memberMask < 0
          ? ~0u
          : LaneMask(rows[inst.in[unsigned(inst.memberMask)]][lane]);
  // Threads that have ended take part in nothing.
  return mask & w.alive;
}

static void perform(Warp &w, Collective &c) {
  if (w.launch->check)
    w.cta->check->order.meet(w.index, c.members);
  c.any().collective(w, c);
  if (w.launch->check)
    w.cta->check->order.meet(w.index, c.members);
}

static void runCollective(Warp &w, const Instr &inst, LaneMask active) {
  Group &g = w.group();
  // Lanes whose guard is false go on.
  if (active != g.mask) {
    Group &rest = splitGroup(w, g.mask & ~active);
    ++rest.pc;
    if (!active)
      return;
  }
  Row *rows = w.group().frame->rows.get();
  if (inst.memberMask == kActiveMembers) {
    Collective c;
    c.members = active;
    forLanes(active, [&](unsigned l) {
      c.inst[l] = &inst;
      c.rows[l] = rows;
    });
    perform(w, c);
    ++w.group().pc;
    return;
  }
  LaneMask waiting = active;
  bool complete = true;
  for (LaneMask left = active; left;) {
    unsigned lane = unsigned(__builtin_ctz(left));
    LaneMask members = membersOf(w, rows, inst, lane);
    if (!(members >> lane & 1)) {
      w.launch->fault(w, inst, int(lane),
                      "the thread is not in the member mask");
      return;
    }
    complete &= (members & ~active) == 0;
    left &= ~members;
  }
  if (!complete) {
    w.group().state = Group::WaitCollective;
    tryCollectives(w);
    return;
  }
  // Everybody is here: one execution for each member mask.
  while (waiting) {
    unsigned lane = unsigned(__builtin_ctz(waiting));
    Collective c;
    LaneMask members = membersOf(w, rows, inst, lane);
    forLanes(waiting & members, [&](unsigned l) {
      if (membersOf(w, rows, inst, l) != members)
        return;
      c.members |= LaneMask(1) << l;
      c.inst[l] = &inst;
      c.rows[l] = rows;
    });
    if (c.members != members) {
      w.launch->fault(w, inst, int(lane),
                      "threads that wait for each other have different "
                      "member masks");
      return;
    }
    perform(w, c);
    if (w.launch->faulted())
      return;
    if (w.launch->mustWait) {
      w.launch->mustWait = false;
      w.group().state = Group::WaitColumns;
      return;
    }
    waiting &= ~members;
  }
  ++w.group().pc;
}

/// Whether threads at `a` and at `b` meet: guards are no qualifiers.
static bool meets(const Instr &a, const Instr &b) {
  constexpr int64_t guard = ptx::kGuardedBit | ptx::kGuardNegatedBit;
  return &a == &b ||
         (a.collective == b.collective &&
          (a.mods & ~guard) == (b.mods & ~guard) && a.opcode() == b.opcode());
}

void interp::tryCollectives(Warp &w) {
  bool again = true;
  while (again) {
    again = false;
    for (size_t k = 0; k < w.groups.size(); ++k) {
      if (w.groups[k].state != Group::WaitCollective || !w.groups[k].mask)
        continue;
      const Group g = w.groups[k];
      unsigned lane = unsigned(__builtin_ctz(g.mask));
      LaneMask members = membersOf(w, g.frame->rows.get(), *g.pc, lane);
      // Lanes of the group with other masks are looked at on their own.
      Collective c;
      for (const Group &o : w.groups) {
        if (o.state != Group::WaitCollective || !meets(*o.pc, *g.pc))
          continue;
        forLanes(o.mask & members, [&](unsigned l) {
          if (membersOf(w, o.frame->rows.get(), *o.pc, l) != members)
            return;
          c.members |= LaneMask(1) << l;
          c.inst[l] = o.pc;
          c.rows[l] = o.frame->rows.get();
        });
      }
      if (c.members != members) {
        LaneMask same = c.members & g.mask;
        if (same != g.mask) {
          Group part = g;
          part.mask = g.mask & ~same;
          w.groups[k].mask = same;
          w.groups.push_back(part);
        }
        continue;
      }
      perform(w, c);
      if (w.launch->faulted())
        return;
      bool mustWait = w.launch->mustWait;
      w.launch->mustWait = false;
      for (size_t j = 0, count = w.groups.size(); j < count; ++j) {
        Group part = w.groups[j];
        part.mask &= members;
        if (part.state != Group::WaitCollective || !part.mask)
          continue;
        w.groups[j].mask &= ~members;
        part.state = mustWait ? Group::WaitColumns : Group::Run;
        part.pc += mustWait ? 0 : 1;
        w.groups.push_back(part);
      }
      again = true;
    }
  }
}

void interp::setCollective(Instr &inst, CollectiveHandler handler,
                           int memberMask) {
  inst.run = runCollective;
  inst.isControl = true;
  inst.collective = handler;
  inst.memberMask = int8_t(memberMask);
}
