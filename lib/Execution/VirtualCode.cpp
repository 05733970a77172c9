//===- VirtualCode.cpp - Code over virtual registers ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that no SM has, for code on values: parallel copies, branches
// with a meeting point. So ori is executed in the same machine as cubins.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/VirtualCode.h"
#include "Bind.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::Operand;

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

/// All sources are read before anything is written.
static void runCopies(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  const std::vector<RowCopy> &copies = m.program.copies[size_t(inst.imm)];
  llvm::SmallVector<RegisterRow, 8> values(copies.size());
  unsigned first = unsigned(__builtin_ctz(active));
  for (size_t i = 0; i < copies.size(); ++i) {
    const RowCopy &c = copies[i];
    uint32_t *to = values[i].lane;
    if (c.file == Operand::P) {
      PredSource p;
      p.reg = c.from.reg;
      to[0] = c.from.kind == Operand::P ? lanesOf(w, p)
                                        : (c.from.value & 1 ? ~0u : 0);
      continue;
    }
    uint32_t scratch[2];
    isa::sem::LaneSource from = lanesOf(m, w, inst, c.from, scratch);
    if (m.faulted())
      return;
    if (c.file == Operand::UR)
      to[0] = from.lo[first * from.stride];
    else
      for (unsigned lane = 0; lane < kLanes; ++lane)
        to[lane] = from.lo[lane * from.stride];
  }
  for (size_t i = 0; i < copies.size(); ++i) {
    const RowCopy &c = copies[i];
    const uint32_t *from = values[i].lane;
    if (c.file == Operand::P)
      setPredicate(w, c.to, active, from[0]);
    else if (c.file == Operand::UR)
      w.UR[c.to] = from[0];
    else
      forLanes(active, [&](unsigned lane) { w.R[c.to][lane] = from[lane]; });
  }
}

/// imm: the target; mods[0]: whether the threads meet again, at mods[1] / 16.
static void runBranch(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  Group &g = w.groups[w.current];
  LaneMask taken = g.mask & lanesOf(w, inst.pp);
  uint64_t next = g.pc + 16;
  if (!taken) {
    g.pc = next;
    return;
  }
  if (taken == g.mask) {
    g.pc = uint64_t(inst.imm);
    return;
  }
  if (inst.mods[0])
    Machine::expectMeeting(w, g.mask, uint64_t(inst.mods[1]) * 16);
  m.moveLanes(w, taken, uint64_t(inst.imm), Group::Run);
  w.groups[w.current].pc = next;
}

static void runMeeting(Machine &m, Warp &w, const DInst &, LaneMask) {
  m.meet(w);
}

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

void Machine::expectMeeting(Warp &w, LaneMask lanes, uint64_t pc) {
  // Threads that leave a loop one after the other meet once.
  for (const Meeting &o : w.meetings)
    if (o.pc == pc && (lanes & ~o.lanes) == 0)
      return;
  w.meetings.push_back({pc, lanes});
}

void Machine::meet(Warp &w) {
  Group &g = w.groups[w.current];
  uint64_t pc = g.pc;
  LaneMask mask = g.mask, wait = 0;
  for (const Meeting &o : w.meetings)
    if (o.pc == pc)
      wait |= o.lanes & mask;
  if (!wait) {
    g.pc += 16;
    return;
  }
  moveLanes(w, wait, pc, Group::WaitMeeting).waited = 0;
  if (mask & ~wait)
    w.groups[w.current].pc = pc + 16;
  releaseMeetings(w);
}

void Machine::releaseMeetings(Warp &w) {
  if (w.meetings.empty())
    return;
  turnOver = true;
  auto waitingAt = [&](uint64_t pc) {
    LaneMask lanes = 0;
    for (const Group &g : w.groups)
      if (g.state == Group::WaitMeeting && g.pc == pc)
        lanes |= g.mask;
    return lanes;
  };
  auto isOver = [&](const Meeting &o) {
    return (o.lanes & w.live() & ~waitingAt(o.pc)) == 0;
  };
  w.meetings.erase(std::remove_if(w.meetings.begin(), w.meetings.end(), isOver),
                   w.meetings.end());
  for (size_t k = 0, n = w.groups.size(); k < n; ++k) {
    const Group &g = w.groups[k];
    if (g.state != Group::WaitMeeting)
      continue;
    LaneMask wait = 0;
    for (const Meeting &o : w.meetings)
      if (o.pc == g.pc)
        wait |= o.lanes & g.mask;
    if (LaneMask ready = g.mask & ~wait)
      resume(w, k, ready);
  }
}

/// Threads that have waited for long, or all of them, do not wait any more: one
/// may wait for what another does behind the meeting.
bool Machine::giveUpMeetings(Warp &w, bool all) {
  constexpr unsigned kPatience = 64;
  bool any = false;
  for (Group &g : w.groups) {
    if (g.state != Group::WaitMeeting || (!all && ++g.waited < kPatience))
      continue;
    for (Meeting &o : w.meetings)
      if (o.pc == g.pc)
        o.lanes &= ~g.mask;
    any = true;
  }
  if (any) {
    bool wasOver = turnOver;
    releaseMeetings(w);
    turnOver = wasOver;
  }
  return any;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

DInst &VirtualCode::append(ExecFn run, bool isControl) {
  DInst inst;
  inst.run = run;
  inst.isControl = isControl;
  program.code.push_back(inst);
  program.insts.push_back({});
  program.words.push_back({});
  return program.code.back();
}

void VirtualCode::emit(const isa::Inst &inst, unsigned guard) {
  program.append(inst);
  program.code.back().guard = uint16_t(guard);
}

size_t VirtualCode::emitLaterCopies() {
  append(runCopies, false).imm = int64_t(program.copies.size());
  program.copies.emplace_back();
  return program.copies.size() - 1;
}

void VirtualCode::emitCopies(std::vector<RowCopy> copies) {
  if (copies.empty())
    return;
  size_t index = emitLaterCopies();
  program.copies[index] = std::move(copies);
}

void VirtualCode::emitBranch(Label target) {
  emitBranchIf(PredSource(), target);
}

void VirtualCode::emitBranchIf(PredSource condition, Label target,
                               Label meeting) {
  fixups.push_back({program.code.size(), target, meeting});
  DInst &inst = append(runBranch, true);
  inst.pp = condition;
  inst.mods[0] = meeting != kNoLabel;
}

void VirtualCode::emitMeeting() {
  program.hasMeetings = true;
  append(runMeeting, true);
}

void VirtualCode::emitError(std::string message) {
  program.unsupported[program.code.size()] = std::move(message);
  append(nullptr, false);
}

void VirtualCode::finish(Kernel &kernel) {
  for (const Fixup &f : fixups) {
    DInst &inst = program.code[f.index];
    inst.imm = int64_t(places[f.target]);
    if (f.meeting != kNoLabel)
      inst.mods[1] = uint32_t(places[f.meeting] / 16);
  }
  kernel.entry = start * 16;
  kernel.codeBytes = (program.code.size() - start) * 16;
}
