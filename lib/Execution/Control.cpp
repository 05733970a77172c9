//===- Control.cpp - Branches, calls, convergence barriers ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers here move program counters themselves: they are called for every
// instruction of the group, with the lanes whose guard is true.
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "LaunchState.h"
#include "TextureOps.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "llvm/Support/FormatVariadic.h"
#include <atomic>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::Operand;

static Group &currentGroup(Warp &w) { return w.groups[w.current]; }

/// Sends `taken` to `target`; the other lanes of the group fall through.
static void branchTo(Machine &m, Warp &w, LaneMask taken, uint64_t target) {
  Group &g = currentGroup(w);
  if (!taken) {
    g.pc += 16;
    return;
  }
  if (taken == g.mask) {
    g.pc = target;
    return;
  }
  uint64_t next = g.pc + 16;
  m.moveLanes(w, taken, target, Group::Run);
  currentGroup(w).pc = next;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static void runBra(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  branchTo(m, w, active & lanesOf(w, inst.pp) & lanesOf(w, inst.pq),
           m.pcOf(inst) + 16 + uint64_t(inst.imm));
}

/// BRA.U and BRA.U.ANY: the group stays together. It branches if the condition
/// holds for all (for any) of its lanes. (ptxas 13.0.88 jumps over a region so,
/// whose code does no harm to lanes for which it holds, and lets those leave by
/// a plain branch in the region.)
static void runBraUniform(Machine &m, Warp &w, const DInst &inst,
                          LaneMask active) {
  LaneMask group = currentGroup(w).mask;
  LaneMask holds = active & lanesOf(w, inst.pp) & lanesOf(w, inst.pq);
  bool taken = inst.mods[0] ? holds != 0 : holds == group;
  branchTo(m, w, taken ? group : 0, m.pcOf(inst) + 16 + uint64_t(inst.imm));
}

/// BRA.DIV and BRA.CONV: taken by the whole group if the lanes of a uniform
/// mask (on sm_75, of the warp) do not (do) all execute it. (Of lanes with
/// different masks ptxas 13.0.88 lets only those execute it that have the first
/// one's, by a guard; all must go where each mask gets its turn.)
static void runBraDivergent(Machine &m, Warp &w, const DInst &inst,
                            LaneMask active) {
  active &= lanesOf(w, inst.pp);
  LaneMask mask =
      inst.mods[1] ? ~LaneMask(0) : LaneMask(uniformValue(m, w, inst, inst.a));
  // ptxas 13.0.88 writes the whole warp as ~URZ up to sm_90.
  if (inst.mods[2])
    mask = ~mask;
  bool here = (mask & w.live() & ~active) == 0;
  bool taken = inst.mods[0] ? here : !here;
  branchTo(m, w, taken ? currentGroup(w).mask : 0,
           m.pcOf(inst) + 16 + uint64_t(inst.imm));
}

static void bindBra(Binder &b) {
  DInst &out = b.out;
  out.isControl = true;
  out.imm = b.label();
  out.pp = b.predicate("pp");
  out.pq = b.predicate("up"); // PT where the record has none
  out.run = runBra;
  llvm::StringRef mode = b.mods.has("mode") ? b.mods.spelling("mode") : "";
  if (mode == "U") {
    out.mods[0] = b.mods.optional("any");
    out.run = runBraUniform;
  } else if (mode == "DIV" || mode == "CONV") {
    out.mods[0] = mode == "CONV";
    out.mods[1] = !b.hasSlot("ur");
    if (b.hasSlot("ur")) {
      out.a = b.source("ur");
      int notMod = b.desc.slots[size_t(b.slot("ur"))].notMod;
      out.mods[2] =
          notMod >= 0 && b.desc.mods[size_t(notMod)].field.get(b.inst.mods);
    }
    out.run = runBraDivergent;
  } else if (b.hasSlot("ur")) {
    b.unsupported("a branch on a mask without .DIV or .CONV");
  }
}

/// Branches through registers: each lane to its own target.
static void branchEach(Machine &m, Warp &w, LaneMask active,
                       const isa::sem::LaneSource &reg, uint64_t base,
                       const DInst &inst) {
  uint64_t next = m.pcOf(inst) + 16;
  LaneMask rest = active;
  // Lanes with one target go together; the group keeps those that stay.
  llvm::SmallVector<std::pair<uint64_t, LaneMask>, 4> targets;
  forLanes(rest, [&](unsigned lane) {
    unsigned i = lane * reg.stride;
    uint64_t t = base + (uint64_t(reg.hi[i]) << 32 | reg.lo[i]);
    for (auto &known : targets)
      if (known.first == t) {
        known.second |= 1u << lane;
        return;
      }
    targets.push_back({t, 1u << lane});
  });
  for (auto &[target, lanes] : targets) {
    if (target % 16 || target / 16 >= m.program.code.size()) {
      m.fault(
          w, inst, int(__builtin_ctz(lanes)),
          llvm::formatv("branch to {0:x}, which is no instruction", target));
      return;
    }
    m.moveLanes(w, lanes, target, Group::Run);
  }
  // Lanes that do not branch are what is left of the current group.
  if (currentGroup(w).mask & ~active)
    currentGroup(w).pc = next;
}

static void runBranchReg(Machine &m, Warp &w, const DInst &inst,
                         LaneMask active) {
  uint32_t scratch[2];
  active &= lanesOf(w, inst.pp);
  if (!active) {
    currentGroup(w).pc += 16;
    return;
  }
  uint64_t base = inst.mods[0] ? m.pcOf(inst) + 16 + uint64_t(inst.imm)
                               : uint64_t(inst.imm);
  branchEach(m, w, active, lanesOf(m, w, inst, inst.a, scratch), base, inst);
}

static void bindBranchReg(Binder &b, bool relative) {
  DInst &out = b.out;
  out.isControl = true;
  out.a = b.source("a");
  out.pp = b.predicate("pp");
  if (int i = b.slot("target"); i >= 0)
    out.imm = b.inst.ops[size_t(i)].value;
  out.mods[0] = relative;
  out.run = runBranchReg;
}
/// A function of the device runtime by ptxas's calling convention (observed on
/// 13.0.88): arguments from R4 on, those of eight bytes in even pairs, the
/// result in R4, the return address in R20.
static void runRuntime(Machine &m, Warp &w, const DInst &inst,
                       LaneMask active) {
  auto function = RuntimeFunction(inst.imm);
  forLanes(active, [&](unsigned lane) {
    if (m.faulted())
      return;
    auto argument = [&](unsigned k) {
      unsigned reg = 4;
      for (unsigned i = 0;; ++i) {
        unsigned words = runtimeArguments(function)[i] / 4;
        reg = (reg + words - 1) & ~(words - 1);
        if (i == k)
          return uint64_t(w.R[reg][lane]) |
                 (words > 1 ? uint64_t(w.R[reg + 1][lane]) << 32 : 0);
        reg += words;
      }
    };
    auto read = [&](uint64_t address, unsigned bytes, void *to) {
      const uint8_t *p = m.generic(w, inst, lane, address, bytes);
      if (p)
        memcpy(to, p, bytes);
      return p != nullptr;
    };
    std::string fault;
    auto lock = m.launch->lockRuntime();
    auto result = callRuntime(
        function, {m.memory, argument, read, m.config->printed}, fault);
    if (!result)
      return m.fault(w, inst, int(lane), fault);
    if (function == RuntimeFunction::Free)
      return;
    w.R[4][lane] = uint32_t(*result);
    if (function == RuntimeFunction::Malloc)
      w.R[5][lane] = uint32_t(*result >> 32);
  });
  if (m.faulted())
    return;
  uint32_t scratch[2];
  branchEach(m, w, active, lanesOf(m, w, inst, inst.a, scratch), 0, inst);
}

/// Where a function of the driver returns to: R20 and R21.
static void bindReturn(DInst &out) {
  out.isControl = true;
  out.a.kind = isa::Operand::R;
  out.a.reg = 20;
  out.a.width = 2;
}

void ptxmlir::exec::bindRuntimeCall(RuntimeFunction function, DInst &out) {
  bindReturn(out);
  out.imm = int64_t(function);
  out.run = runRuntime;
}

bool ptxmlir::exec::bindFetchCallByName(llvm::StringRef name, DInst &out) {
  if (!bindFetchCall(name, out))
    return false;
  bindReturn(out);
  out.run = [](Machine &m, Warp &w, const DInst &inst, LaneMask active) {
    runFetchCall(m, w, inst, active);
    if (m.faulted())
      return;
    uint32_t scratch[2];
    branchEach(m, w, active, lanesOf(m, w, inst, inst.a, scratch), 0, inst);
  };
  return true;
}

/// BRX and RET.REL add the register to the address that their label names.
static void bindBranchRegRel(Binder &b) { bindBranchReg(b, true); }
static void bindBranchRegAbs(Binder &b) { bindBranchReg(b, false); }

/// CALL.ABS and JMP to an address in the code; the callee's address is put in
/// by a relocation.
static void runJump(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  branchTo(m, w, active & lanesOf(w, inst.pp), uint64_t(inst.imm));
}
static void bindJump(Binder &b) {
  b.out.isControl = true;
  b.out.pp = b.predicate("pp");
  b.out.imm = int64_t(b.source("target").value);
  b.out.run = runJump;
}

static void runExit(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  active &= lanesOf(w, inst.pp);
  currentGroup(w).pc += 16;
  if (active)
    m.exitLanes(w, active);
}
static void bindExit(Binder &b) {
  b.out.isControl = true;
  b.out.pp = b.predicate("pp");
  b.out.run = runExit;
}

static void runTrap(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active)
    m.fault(w, inst, int(__builtin_ctz(active)), "trap");
}
static void bindTrap(Binder &b) { b.out.run = runTrap; }

//===----------------------------------------------------------------------===//
// Convergence barriers
//===----------------------------------------------------------------------===//

static uint8_t barrierOf(Binder &b) {
  for (size_t i = 0; i < b.desc.slots.size(); ++i)
    if (b.inst.ops[i].kind == Operand::B)
      return uint8_t(b.inst.ops[i].reg & 15);
  b.fail("no convergence barrier operand");
  return 0;
}

static void runBssy(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  active &= lanesOf(w, inst.pp);
  forLanes(active, [&](unsigned lane) { w.B[inst.imm][lane] = active; });
  w.yielded[inst.imm] &= ~active;
}
static void bindBssy(Binder &b) {
  b.out.imm = barrierOf(b);
  b.out.pp = b.predicate("pp");
  b.out.run = runBssy;
}

static void runBsync(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  active &= lanesOf(w, inst.pp);
  Group &g = currentGroup(w);
  uint64_t pc = g.pc;
  LaneMask stay = g.mask & ~active;
  if (active) {
    w.yielded[inst.imm] &= ~active;
    Group &waiting = m.moveLanes(w, active, pc, Group::WaitConvergence);
    waiting.id = uint8_t(inst.imm);
    waiting.exclusive = 0;
    m.releaseConvergence(w);
  }
  if (stay)
    currentGroup(w).pc = pc + 16;
}
static void bindBsync(Binder &b) {
  b.out.isControl = true;
  b.out.imm = barrierOf(b);
  b.out.pp = b.predicate("pp");
  b.out.run = runBsync;
}

/// The lanes leave the barrier: nobody waits for them any more.
static void runBreak(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  active &= lanesOf(w, inst.pp);
  currentGroup(w).pc += 16;
  if (!active)
    return;
  m.leaveBarrier(w, unsigned(inst.imm), active);
  m.releaseConvergence(w);
}
static void bindBreak(Binder &b) {
  b.out.isControl = true;
  b.out.imm = barrierOf(b);
  b.out.pp = b.predicate("pp");
  b.out.run = runBreak;
}

/// BMOV between a convergence barrier and a register.
static void runBmovFromB(Machine &m, Warp &w, const DInst &inst,
                         LaneMask active) {
  forLanes(active, [&](unsigned lane) {
    w.R[inst.d][lane] = w.B[inst.imm][lane];
    if (inst.mods[0]) // .CLEAR
      w.B[inst.imm][lane] = 0;
  });
}
static void runBmovToB(Machine &m, Warp &w, const DInst &inst,
                       LaneMask active) {
  uint32_t scratch[2];
  auto src = lanesOf(m, w, inst, inst.a, scratch);
  forLanes(active, [&](unsigned lane) {
    w.B[inst.imm][lane] = src.lo[lane * src.stride];
  });
}
/// BMOV.32.CLEAR between convergence barriers.
static void runBmovBetween(Machine &m, Warp &w, const DInst &inst,
                           LaneMask active) {
  forLanes(active, [&](unsigned lane) {
    uint32_t members = w.B[inst.imm][lane];
    w.B[inst.imm][lane] = 0;
    w.B[inst.mods[0]][lane] = members;
  });
}
static void bindBmovBetween(Binder &b) {
  b.out.imm = b.inst.ops[b.slot("bar")].reg & 15;
  b.out.mods[0] = b.inst.ops[b.slot("d")].reg & 15;
  b.out.run = runBmovBetween;
}
static void bindBmovFromB(Binder &b) {
  b.out.imm = barrierOf(b);
  b.dest("d");
  b.out.mods[0] = b.mods.flag("clear");
  b.out.run = runBmovFromB;
}
static void bindBmovToB(Binder &b) {
  b.out.imm = barrierOf(b);
  b.out.a = b.source("a");
  b.out.run = runBmovToB;
}

static void runYield(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  currentGroup(w).pc += 16;
  active &= lanesOf(w, inst.pp);
  if (active)
    m.yieldLanes(w, active);
}
static void bindYield(Binder &b) {
  b.out.isControl = true;
  b.out.pp = b.predicate("pp");
  b.out.run = runYield;
}

static void runSleep(Machine &m, Warp &, const DInst &, LaneMask) {
  m.endTurn();
}
/// Time does not pass here: sleeping lets the others run.
static void bindSleep(Binder &b) { b.out.run = runSleep; }

static void runNothing(Machine &, Warp &, const DInst &, LaneMask) {}
/// Hints, and what orders only what this thread of the host does anyway.
static void bindNothing(Binder &b) { b.out.run = runNothing; }

static void runFence(Machine &m, Warp &, const DInst &, LaneMask) {
  // A worker executes its CTAs in program order.
  if (m.isParallel())
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
static void runCheckedFence(Machine &, Warp &w, const DInst &,
                            LaneMask active) {
  w.cta->check->order.meet(w.index, currentGroup(w).mask);
  forLanes(active, [&](unsigned lane) {
    w.cta->check->order.fence(w.index * kLanes + lane);
  });
}
static void bindFence(Binder &b) {
  b.out.run = runFence;
  b.out.checked = runCheckedFence;
}

/// The address of this instruction, or of a label.
static void runLepc(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint64_t pc = m.pcOf(inst) + uint64_t(inst.imm);
  uint32_t *lo = destRow(w, inst, 0), *hi = destRow(w, inst, 1);
  forLanes(active, [&](unsigned lane) {
    lo[lane] = uint32_t(pc);
    hi[lane] = uint32_t(pc >> 32);
  });
}
static void bindLepc(Binder &b) {
  b.dest("d");
  b.out.imm = b.hasSlot("target") ? 16 + b.label() : 0;
  b.out.run = runLepc;
}

//===----------------------------------------------------------------------===//
// CTA barriers
//===----------------------------------------------------------------------===//

enum BarKind : uint32_t { BarSync = 0, BarArrive = 1, BarRed = 2 };

static void runBar(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  Group &g = currentGroup(w);
  uint64_t pc = g.pc;
  LaneMask stay = g.mask & ~active;
  if (!active) {
    g.pc += 16;
    return;
  }
  uint32_t sa[2], sb[2];
  unsigned first = unsigned(__builtin_ctz(active));
  auto idLanes = lanesOf(m, w, inst, inst.a, sa);
  auto countLanes = lanesOf(m, w, inst, inst.b, sb);
  uint32_t id = idLanes.lo[first * idLanes.stride];
  uint32_t expected = countLanes.lo[first * countLanes.stride];
  if (inst.mods[2]) {
    // One register holds both: barrier 3:0, thread count from bit 16 on.
    expected = id >> 16 & 0xfff;
    id &= 0xf;
  }
  if (id >= w.cta->clusterBarrier())
    return m.fault(w, inst, int(first),
                   "barrier " + std::to_string(id) + " does not exist");
  bool wait = inst.mods[0] != BarArrive;
  if (wait)
    m.moveLanes(w, active, pc, Group::WaitCTA).id = uint8_t(id);
  else
    g.pc += 16;
  if (wait && stay)
    currentGroup(w).pc = pc + 16;
  m.arrive(w, id, active, expected,
           inst.mods[0] == BarRed ? 1 + inst.mods[1] : 0, lanesOf(w, inst.pp));
  m.releaseBarrier(*w.cta, id);
}

static void bindBar(Binder &b) {
  DInst &out = b.out;
  out.isControl = true;
  out.run = runBar;
  out.pp = b.predicate("pp");
  llvm::StringRef mode = b.mods.spelling("mode");
  if (mode == "SYNC")
    out.mods[0] = BarSync;
  else if (mode == "ARV")
    out.mods[0] = BarArrive;
  else if (mode.starts_with("RED"))
    out.mods[0] = BarRed;
  else
    return b.unsupported(mode);
  out.mods[1] = mode.ends_with("POPC") ? 0 : mode.ends_with("AND") ? 1 : 2;
  out.a = b.source("bar");
  out.b.kind = Operand::Imm;
  // Without a slot for the count, the register has the count from bit 16 on.
  if (b.hasSlot("count"))
    out.b = b.source("count");
  else
    out.mods[2] = 1;
}

/// The result of the last BAR.RED: a number, or a predicate.
static void runB2R(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t *d = destRow(w, inst, 0);
  uint32_t result = w.barrierResult;
  forLanes(active, [&](unsigned lane) { d[lane] = result; });
  setPredicate(w, inst.pu, active, result ? ~0u : 0);
}
static void bindB2R(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.run = runB2R;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::controlHandlers() {
  static const BindEntry entries[] = {
      {"BRA", bindBra},
      {"BRA_UR", bindBra},
      {"BRA_UP", bindBra},
      {"CALL_REL", bindBra},
      {"CALL_ABS", bindJump},
      {"JMP", bindJump},
      {"BRX", bindBranchRegRel},
      {"BRXU", bindBranchRegRel},
      {"RET_REL", bindBranchRegRel},
      {"RET_ABS", bindBranchRegAbs},
      {"CALL_ABS_R", bindBranchRegAbs},
      {"CALL_REL_R", bindBranchRegRel},
      {"JMX", bindBranchRegAbs},
      {"EXIT", bindExit},
      {"KILL", bindExit},
      {"BPT", bindTrap},
      {"BSSY", bindBssy},
      {"BSYNC", bindBsync},
      {"BREAK", bindBreak},
      {"BMOV_R", bindBmovFromB},
      {"BMOV_B", bindBmovToB},
      {"BMOV_BB", bindBmovBetween},
      {"YIELD", bindYield},
      {"NANOSLEEP", bindSleep},
      {"NOP", bindNothing},
      {"MEMBAR", bindFence},
      {"ERRBAR", bindNothing},
      {"CGAERRBAR", bindNothing},
      {"CCTL", bindNothing},
      {"CCTL_IVALL", bindNothing},
      {"CCTLL", bindNothing},
      {"CCTL_LDCU", bindNothing},
      {"SYNCS_CCTL_ALL", bindNothing},
      {"PMTRIG", bindNothing},
      {"PREEXIT", bindNothing},
      {"ACQBULK", bindNothing},
      {"LEPC", bindLepc},
      {"LEPC_REL", bindLepc},
      {"BAR", bindBar},
      {"BAR_R", bindBar},
      {"B2R_RESULT", bindB2R},
  };
  return entries;
}
