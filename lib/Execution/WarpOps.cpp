//===- WarpOps.cpp - Shuffles, votes, matches, warp reductions ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These see the lanes that execute together. Code that wants all lanes of a
// mask brings them together by WARPSYNC first.
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "ptx-mlir/ISA/Semantics/Float.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::Operand;

/// PTX ISA, shfl: c holds the clamp (4:0) and the segment mask (12:8). A source
/// lane that does not execute gives the lane's own value (PTX leaves it
/// undefined).
static void runShfl(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t sa[2], sb[2], sc[2], result[kLanes];
  auto a = lanesOf(m, w, inst, inst.a, sa);
  auto b = lanesOf(m, w, inst, inst.b, sb);
  auto c = lanesOf(m, w, inst, inst.c, sc);
  auto mode = isa::ShflMode(inst.mods[0]);
  LaneMask inRange = 0;
  forLanes(active, [&](unsigned lane) {
    unsigned distance = b.lo[lane * b.stride] & 31;
    unsigned control = c.lo[lane * c.stride];
    unsigned segment = control >> 8 & 31, clamp = control & 31;
    unsigned maxLane = (lane & segment) | (clamp & ~segment & 31);
    unsigned minLane = lane & segment;
    int source = 0;
    bool ok = false;
    switch (mode) {
    case isa::ShflMode::UP:
      source = int(lane) - int(distance);
      ok = source >= int(maxLane);
      break;
    case isa::ShflMode::DOWN:
      source = int(lane + distance);
      ok = source <= int(maxLane);
      break;
    case isa::ShflMode::BFLY:
      source = int(lane ^ distance);
      ok = source <= int(maxLane);
      break;
    case isa::ShflMode::IDX:
      source = int(minLane | (distance & ~segment & 31));
      ok = source <= int(maxLane);
      break;
    }
    unsigned from = ok && (active >> source & 1) ? unsigned(source) : lane;
    result[lane] = a.lo[from * a.stride];
    inRange |= LaneMask(ok) << lane;
  });
  uint32_t *d = destRow(w, inst, 0);
  forLanes(active, [&](unsigned lane) { d[lane] = result[lane]; });
  setPredicate(w, inst.pu, active, inRange);
}
static void bindShfl(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.a = b.source("a");
  b.out.b = b.source("b");
  b.out.c = b.source("c");
  b.out.mods[0] = b.mods.value("mode");
  b.out.run = runShfl;
}

static void runVote(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  LaneMask votes = lanesOf(w, inst.pp) & active;
  bool all = votes == active, any = votes != 0;
  bool result = false;
  switch (isa::VoteMode(inst.mods[0])) {
  case isa::VoteMode::ALL:
    result = all;
    break;
  case isa::VoteMode::ANY:
    result = any;
    break;
  case isa::VoteMode::EQ:
    result = all || !any;
    break;
  }
  if (inst.uniform) {
    w.UR[inst.d] = votes;
    w.UP[inst.pu] = result;
    return;
  }
  uint32_t *d = destRow(w, inst, 0);
  forLanes(active, [&](unsigned lane) { d[lane] = votes; });
  setPredicate(w, inst.pu, active, result ? ~0u : 0);
}
static void bindVote(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.pp = b.predicate("pp");
  b.out.uniform = b.desc.name == llvm::StringRef("VOTEU");
  b.out.mods[0] = b.mods.value("mode");
  b.out.run = runVote;
}

static void runMatch(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t scratch[2];
  auto a = lanesOf(m, w, inst, inst.a, scratch);
  auto value = [&](unsigned lane) {
    return uint64_t(a.hi[lane * a.stride]) << 32 | a.lo[lane * a.stride];
  };
  LaneMask same[kLanes];
  forLanes(active, [&](unsigned lane) {
    same[lane] = 0;
    forLanes(active, [&](unsigned other) {
      same[lane] |= LaneMask(value(other) == value(lane)) << other;
    });
  });
  bool all = same[__builtin_ctz(active)] == active;
  bool any = isa::MatchMode(inst.mods[0]) == isa::MatchMode::ANY;
  uint32_t *d = destRow(w, inst, 0);
  forLanes(active, [&](unsigned lane) {
    d[lane] = any ? same[lane] : all ? active : 0;
  });
  setPredicate(w, inst.pu, active, all ? ~0u : 0);
}
static void bindMatch(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.a = b.source("a");
  b.out.mods[0] = b.mods.value("mode");
  b.out.run = runMatch;
}

static void runRedux(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t scratch[2];
  auto a = lanesOf(m, w, inst, inst.a, scratch);
  bool isSigned = inst.mods[1];
  uint32_t r = a.lo[unsigned(__builtin_ctz(active)) * a.stride];
  forLanes(active & (active - 1), [&](unsigned lane) {
    uint32_t v = a.lo[lane * a.stride];
    bool less = isSigned ? int32_t(v) < int32_t(r) : v < r;
    switch (isa::ReduxOp(inst.mods[0])) {
    case isa::ReduxOp::AND:
      r &= v;
      break;
    case isa::ReduxOp::OR:
      r |= v;
      break;
    case isa::ReduxOp::XOR:
      r ^= v;
      break;
    case isa::ReduxOp::SUM:
      r += v;
      break;
    case isa::ReduxOp::MIN:
      r = less ? v : r;
      break;
    case isa::ReduxOp::MAX:
      r = less ? r : v;
      break;
    }
  });
  w.UR[inst.d] = r;
}
static void bindRedux(Binder &b) {
  b.dest("d");
  b.out.a = b.source("a");
  b.out.mods[0] = b.mods.value("op");
  b.out.mods[1] = b.mods.flag("s32");
  b.out.run = runRedux;
}

/// Minimum and maximum, also of f32 and of magnitudes (sm_100).
static void runCredux(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  using isa::CreduxOp;
  uint32_t scratch[2];
  auto a = lanesOf(m, w, inst, inst.a, scratch);
  auto op = CreduxOp(inst.mods[0]);
  auto type = isa::CreduxType(inst.mods[1]);
  bool isFloat = type == isa::CreduxType::F32;
  bool least = op == CreduxOp::MIN || op == CreduxOp::MINABS;
  bool magnitude = op == CreduxOp::MINABS || op == CreduxOp::MAXABS;
  uint32_t r = 0;
  bool started = false;
  forLanes(active, [&](unsigned lane) {
    uint32_t v = a.lo[lane * a.stride];
    if (magnitude && isFloat)
      v &= 0x7fffffff;
    else if (magnitude && int32_t(v) < 0)
      v = 0 - v;
    if (isFloat)
      // The first one against itself: a NaN becomes the canonical one.
      r = uint32_t(isa::sem::fminmax<isa::sem::HostDomain>(
          isa::sem::Fmt::F32, started ? r : v, v, least, inst.mods[2]));
    else if (!started)
      r = v;
    else if (type == isa::CreduxType::S32)
      r = (int32_t(v) < int32_t(r)) == least ? v : r;
    else
      r = (v < r) == least ? v : r;
    started = true;
  });
  w.UR[inst.d] = r;
}
static void bindCredux(Binder &b) {
  b.dest("d");
  b.out.a = b.source("a");
  b.out.mods[0] = b.mods.value("op");
  b.out.mods[1] = b.mods.value("type");
  b.out.mods[2] = b.mods.flag("nan");
  b.out.run = runCredux;
}

/// pu holds in the lowest executing lane.
static void runElect(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  LaneMask candidates = active & lanesOf(w, inst.pp);
  unsigned lane = candidates ? unsigned(__builtin_ctz(candidates)) : 0;
  w.UR[inst.d] = lane;
  setPredicate(w, inst.pu, active, candidates & -candidates);
}
static void bindElect(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.pp = b.predicate("pp");
  b.out.run = runElect;
}

/// The value of the first lane. The predicate, one for each lane: its value is
/// another one; with .OR that, or what it was before (code goes round for the
/// other lanes until each had its turn).
static void runR2UR(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t scratch[2];
  auto a = lanesOf(m, w, inst, inst.a, scratch);
  uint32_t first = a.lo[unsigned(__builtin_ctz(active)) * a.stride];
  LaneMask others = inst.mods[0] ? w.P[inst.pu] : 0;
  forLanes(active, [&](unsigned lane) {
    others |= LaneMask(a.lo[lane * a.stride] != first) << lane;
  });
  w.UR[inst.d] = first;
  setPredicate(w, inst.pu, active, others);
}
static void bindR2UR(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.a = b.source("a");
  b.out.mods[0] = b.mods.flag("or");
  b.out.run = runR2UR;
}

//===----------------------------------------------------------------------===//
// Quads: what ptxas makes up to sm_89 of gradients in three dimensions
//===----------------------------------------------------------------------===//

/// A convergence barrier gets the lanes that execute this.
static void runReadActive(Machine &, Warp &w, const DInst &inst,
                          LaneMask active) {
  forLanes(active, [&](unsigned lane) { w.B[inst.imm][lane] = active; });
}
/// All lanes of quads of which one is in the barrier execute from here on
/// (.PQUAD), or only those that are in it again.
static void runWriteActive(Machine &m, Warp &w, const DInst &inst,
                           LaneMask active) {
  Group &g = w.groups[w.current];
  LaneMask lanes = w.B[inst.imm][unsigned(__builtin_ctz(g.mask))];
  if (inst.mods[0]) {
    LaneMask any = (lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & 0x11111111;
    lanes = any * 15;
  }
  if (g.mask & ~lanes)
    return m.fault(w, inst, -1, "lanes are taken from those that execute");
  g.helpers = lanes & ~g.mask;
}
static void bindActive(Binder &b, const char *slot, ExecFn run) {
  if (isa::WarpState(b.mods.value("state")) != isa::WarpState::Active)
    return b.unsupported(b.mods.spelling("state"));
  b.out.imm = b.inst.ops[size_t(b.slot(slot))].reg & 15;
  b.out.mods[0] = b.mods.optional("pquad");
  b.out.run = run;
}
static void bindReadActive(Binder &b) { bindActive(b, "d", runReadActive); }
static void bindWriteActive(Binder &b) { bindActive(b, "bar", runWriteActive); }

/// MOV for some lanes of each quad.
static void runQuadMove(Machine &m, Warp &w, const DInst &inst,
                        LaneMask active) {
  uint32_t scratch[2];
  auto b = lanesOf(m, w, inst, inst.b, scratch);
  uint32_t *d = destRow(w, inst, 0);
  forLanes(active & (inst.mods[0] * 0x11111111u),
           [&](unsigned lane) { d[lane] = b.lo[lane * b.stride]; });
}
static void bindMove(Binder &b) {
  if (b.mods.value("mask") == 15) {
    isa::sem::bindPure(b.inst.opcode, b.inst.mods, b.out.op, nullptr);
    return bindPureInst(b);
  }
  b.dest("d");
  b.out.b = b.source("b");
  b.out.mods[0] = b.mods.value("mask");
  b.out.run = runQuadMove;
}

/// FSWZADD: each lane of a quad has two bits, the first lane the highest: a +
/// b, a - b, b - a, b.
static void runQuadAdd(Machine &m, Warp &w, const DInst &inst,
                       LaneMask active) {
  uint32_t scratch[4];
  auto a = lanesOf(m, w, inst, inst.a, scratch);
  auto c = lanesOf(m, w, inst, inst.c, scratch + 2);
  isa::sem::RoundTo to{isa::sem::Fmt::F32, isa::sem::Rnd(inst.mods[1]),
                       inst.mods[2] != 0, false};
  uint32_t *d = destRow(w, inst, 0);
  forLanes(active, [&](unsigned lane) {
    auto read = [&](const isa::sem::LaneSource &s, bool negate) {
      uint32_t v = s.lo[lane * s.stride];
      if (inst.mods[2])
        v = uint32_t(flush(isa::sem::Fmt::F32, v));
      return unpack(isa::sem::Fmt::F32, v ^ uint32_t(negate) << 31);
    };
    unsigned how = inst.mods[0] >> (6 - 2 * (lane & 3)) & 3;
    if (how == 3) {
      d[lane] = c.lo[lane * c.stride];
      return;
    }
    d[lane] = uint32_t(softAdd(to, read(a, how == 2), read(c, how == 1)));
  });
}
static void bindQuadAdd(Binder &b) {
  b.dest("d");
  b.out.a = b.source("a");
  b.out.c = b.source("c");
  b.out.mods[0] = b.mods.value("swz");
  b.out.mods[1] = uint32_t(b.mods.rounding());
  b.out.mods[2] = b.mods.flag("ftz");
  b.out.run = runQuadAdd;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::warpHandlers() {
  static const BindEntry entries[] = {
      {"SHFL", bindShfl},
      {"VOTE", bindVote},
      {"VOTEU", bindVote},
      {"MATCH", bindMatch},
      {"REDUX", bindRedux},
      {"CREDUX", bindCredux},
      {"ELECT", bindElect},
      {"R2UR", bindR2UR},
      {"MOV", bindMove},
      {"FSWZADD", bindQuadAdd},
      {"BMOV_GET", bindReadActive},
      {"BMOV_SET", bindWriteActive},
  };
  return entries;
}
