//===- Warpsync.cpp - WARPSYNC and the collectives that it gathers for ----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WARPSYNC waits for the lanes of a mask, wherever each of them executes one.
// Those that wait at WARPSYNC.COLLECTIVEs execute one collective together, as
// PTX has it of collectives at different places (docs/execution.md says what is
// assumed of the machine).
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

static Group &currentGroup(Warp &w) { return w.groups[w.current]; }

/// The lanes of `lanes` that have the value of the first one.
template <typename ValueOf>
static LaneMask alikeWithFirst(LaneMask lanes, ValueOf valueOf) {
  auto first = valueOf(unsigned(__builtin_ctz(lanes)));
  LaneMask same = 0;
  forLanes(lanes, [&](unsigned lane) {
    if (valueOf(lane) == first)
      same |= 1u << lane;
  });
  return same;
}

//===----------------------------------------------------------------------===//
// WARPSYNC
//===----------------------------------------------------------------------===//

/// WARPSYNC: wait for the lanes of a mask. With .EXCLUSIVE (.COLLECTIVE) they
/// go on without others to the next BSYNC (ENDCOLLECTIVE). ptxas puts these
/// before collectives whose mask it does not know, because lanes of one
/// instruction may name different masks, and what follows sees all lanes that
/// execute together.
static void runWarpsync(Machine &m, Warp &w, const DInst &inst,
                        LaneMask active) {
  Group &g = currentGroup(w);
  uint64_t pc = g.pc;
  active &= lanesOf(w, inst.pp);
  LaneMask stay = g.mask & ~active;
  uint32_t scratch[2];
  auto mask = lanesOf(m, w, inst, inst.a, scratch);
  auto maskOf = [&](unsigned lane) { return mask.lo[lane * mask.stride]; };
  // Lanes of one instruction may name different masks: each waits for its own.
  for (LaneMask rest = active; rest;) {
    LaneMask other = maskOf(unsigned(__builtin_ctz(rest)));
    LaneMask same = alikeWithFirst(rest, maskOf);
    rest &= ~same;
    Group &waiting = m.moveLanes(w, same, pc, Group::WaitWarp);
    waiting.other = other;
    waiting.exclusive = inst.mods[0] ? other : 0;
    if (inst.mods[1])
      forLanes(same, [&](unsigned lane) {
        w.collectiveEnd[lane] = pc + 16 + uint64_t(inst.imm);
      });
  }
  if (active)
    m.releaseConvergence(w);
  if (stay)
    currentGroup(w).pc = pc + 16;
}
static void bindWarpsync(Binder &b) {
  DInst &out = b.out;
  out.isControl = true;
  out.pp = b.predicate("pp");
  out.a.kind = isa::Operand::Imm;
  out.a.value = 0xffffffff;
  if (b.hasSlot("a"))
    out.a = b.source("a");
  bool isExclusive = b.mods.optional("exclusive");
  // .COLLECTIVE has the label behind its ENDCOLLECTIVE.
  bool isCollective = b.hasSlot("target");
  out.mods[0] = isExclusive || isCollective;
  out.mods[1] = isCollective;
  if (isCollective)
    out.imm = b.label();
  out.run = runWarpsync;
}

//===----------------------------------------------------------------------===//
// Collectives at different places
//===----------------------------------------------------------------------===//

static bool isCollective(const Program &program, uint64_t pc) {
  const DInst &inst = program.code[pc >> 4];
  return inst.run == runWarpsync && inst.mods[1];
}

/// Whether the same instructions stand behind two WARPSYNC.COLLECTIVEs, up to
/// the ENDCOLLECTIVE and but for their control fields: then it is all one which
/// of them a thread executes.
static bool haveSameCode(const Program &program, uint64_t a, uint64_t b) {
  if (a == b)
    return true;
  size_t end = program.insts.size() - (std::max(a, b) >> 4);
  for (size_t k = 1; k < end; ++k) {
    isa::Inst x = program.insts[(a >> 4) + k], y = program.insts[(b >> 4) + k];
    x.control = y.control = {};
    if (!(x == y) || x.opcode == isa::Opcode::Count)
      return false;
    if (x.opcode == isa::Opcode::ENDCOLLECTIVE)
      return true;
    if (program.code[(a >> 4) + k].isControl)
      return false;
  }
  return false;
}

void Machine::releaseWarpsync(Warp &w, LaneMask mask) {
  auto isReleased = [&](const Group &g) {
    return g.state == Group::WaitWarp && g.other == mask;
  };
  llvm::SmallVector<uint64_t, 4> places;
  for (const Group &g : w.groups)
    if (isReleased(g) && isCollective(program, g.pc))
      places.push_back(g.pc);
  llvm::sort(places);
  for (size_t k = 0, n = w.groups.size(); k < n; ++k) {
    Group &g = w.groups[k];
    if (!isReleased(g))
      continue;
    // Of places with the same code the first one in the code is executed; the
    // scheduler makes those that go on there one group.
    if (isCollective(program, g.pc))
      g.pc = *llvm::find_if(places, [&](uint64_t place) {
        return haveSameCode(program, place, g.pc);
      });
    resume(w, k, g.mask);
  }
}

/// The end of what WARPSYNC.COLLECTIVE has begun: each lane goes on behind its
/// own one.
static void runEndCollective(Machine &m, Warp &w, const DInst &inst,
                             LaneMask active) {
  uint64_t next = m.pcOf(inst) + 16;
  currentGroup(w).exclusive = 0;
  for (LaneMask rest = active; rest;) {
    LaneMask same = alikeWithFirst(
        rest, [&](unsigned lane) { return w.collectiveEnd[lane]; });
    rest &= ~same;
    uint64_t end = w.collectiveEnd[__builtin_ctz(same)];
    m.moveLanes(w, same, end ? end : next, Group::Run);
    forLanes(same, [&](unsigned lane) { w.collectiveEnd[lane] = 0; });
  }
  if (currentGroup(w).mask & ~active)
    currentGroup(w).pc = next;
}
static void bindEndCollective(Binder &b) {
  b.out.isControl = true;
  b.out.run = runEndCollective;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::warpsyncHandlers() {
  static const BindEntry entries[] = {
      {"WARPSYNC", bindWarpsync},
      {"WARPSYNC_ALL", bindWarpsync},
      {"WARPSYNC_COLLECTIVE", bindWarpsync},
      {"WARPSYNC_COLLECTIVE_ALL", bindWarpsync},
      {"ENDCOLLECTIVE", bindEndCollective},
  };
  return entries;
}
