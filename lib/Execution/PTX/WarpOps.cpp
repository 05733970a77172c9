//===- WarpOps.cpp - Exchange and votes within a warp ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9.6 (shfl) and 9.7.13 (vote, match, redux, activemask,
// elect).
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "Float.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;

/// The lane that `lane` reads, itself if that is out of range.
static unsigned sourceLane(ptx::ShflMode mode, unsigned lane, uint64_t b,
                           uint64_t c, bool &inRange) {
  unsigned bval = b & 31, cval = c & 31, segment = c >> 8 & 31;
  int maxLane = int((lane & segment) | (cval & ~segment & 31));
  unsigned minLane = lane & segment;
  int j = int(lane);
  switch (mode) {
  case ptx::ShflMode::Up:
    j -= int(bval);
    inRange = j >= maxLane;
    break;
  case ptx::ShflMode::Down:
    j += int(bval);
    inRange = j <= maxLane;
    break;
  case ptx::ShflMode::Bfly:
    j ^= int(bval);
    inRange = j <= maxLane;
    break;
  default:
    j = int(minLane | (bval & ~segment));
    inRange = j <= maxLane;
    break;
  }
  return inRange ? unsigned(j) : lane;
}

static void shfl(Warp &, const Collective &c) {
  auto mode = ptx::ShflModifiers::unpack(c.any().mods).mode;
  uint64_t results[kLanes];
  bool inRange[kLanes];
  forLanes(c.members, [&](unsigned l) {
    unsigned from = sourceLane(mode, l, c.in(l, 1), c.in(l, 2), inRange[l]);
    // What a thread that takes no part would give is undefined.
    results[l] = c.in(c.isMember(from) ? from : l, 0);
  });
  forLanes(c.members, [&](unsigned l) {
    c.set(l, 0, results[l]);
    if (c.inst[l]->out.size() > 1)
      c.set(l, 1, inRange[l]);
  });
}

static void vote(Warp &, const Collective &c) {
  auto mode = ptx::VoteModifiers::unpack(c.any().mods).mode;
  LaneMask on = 0;
  forLanes(c.members, [&](unsigned l) { on |= LaneMask(c.in(l, 0) & 1) << l; });
  uint64_t result = 0;
  switch (mode) {
  case ptx::VoteMode::All:
    result = on == c.members;
    break;
  case ptx::VoteMode::Any:
    result = on != 0;
    break;
  case ptx::VoteMode::Uni:
    result = on == 0 || on == c.members;
    break;
  default:
    result = on;
    break;
  }
  forLanes(c.members, [&](unsigned l) { c.set(l, 0, result); });
}

static void match(Warp &, const Collective &c) {
  bool all =
      ptx::MatchModifiers::unpack(c.any().mods).mode == ptx::MatchMode::All;
  LaneMask same[kLanes];
  forLanes(c.members, [&](unsigned l) {
    same[l] = 0;
    forLanes(c.members, [&](unsigned k) {
      same[l] |= LaneMask(c.in(k, 0) == c.in(l, 0)) << k;
    });
  });
  forLanes(c.members, [&](unsigned l) {
    bool whole = same[l] == c.members;
    c.set(l, 0, all && !whole ? 0 : same[l]);
    if (c.inst[l]->out.size() > 1)
      c.set(l, 1, whole);
  });
}

template <typename T> static T reduceInteger(ptx::ReduxKind op, T a, T b) {
  switch (op) {
  case ptx::ReduxKind::Add:
    return T(uint32_t(a) + uint32_t(b));
  case ptx::ReduxKind::Min:
    return std::min(a, b);
  case ptx::ReduxKind::Max:
    return std::max(a, b);
  case ptx::ReduxKind::And:
    return a & b;
  case ptx::ReduxKind::Or:
    return a | b;
  default:
    return a ^ b;
  }
}

static void redux(Warp &, const Collective &c) {
  auto m = ptx::ReduxModifiers::unpack(c.any().mods);
  bool started = false;
  uint32_t result = 0;
  forLanes(c.members, [&](unsigned l) {
    uint32_t v = uint32_t(c.in(l, 0));
    if (m.dataType == ptx::DataType::F32 && m.abs)
      v &= 0x7fffffff;
    if (!started) {
      result = v;
      // One NaN alone is canonical too.
      if (m.dataType == ptx::DataType::F32 && isNaN(kF32, v))
        result = uint32_t(kF32.canonicalNaN());
    } else if (m.dataType == ptx::DataType::F32) {
      result =
          uint32_t(minMax(kF32, result, v, m.op == ptx::ReduxKind::Min, m.nan));
    } else if (m.dataType == ptx::DataType::S32) {
      result =
          uint32_t(reduceInteger<int32_t>(m.op, int32_t(result), int32_t(v)));
    } else {
      result = reduceInteger<uint32_t>(m.op, result, v);
    }
    started = true;
  });
  forLanes(c.members, [&](unsigned l) { c.set(l, 0, result); });
}

static void elect(Warp &, const Collective &c) {
  // Which thread is left open; it is always the same for one mask.
  unsigned leader = c.first();
  forLanes(c.members, [&](unsigned l) {
    c.set(l, 0, leader);
    if (c.inst[l]->out.size() > 1)
      c.set(l, 1, l == leader);
  });
}

static void activemask(Warp &w, const Instr &inst, LaneMask active) {
  forLanes(active, [&](unsigned l) { w.out(inst, 0)[l] = active; });
}

/// bar.warp.sync: all have come, and what they have written can be seen.
static void barWarp(Warp &, const Collective &) {}

/// Without `.sync` there is no mask.
static int maskSource(const Instr &inst) {
  int index = findSource(inst, "mask");
  return index < 0 ? kActiveMembers : index;
}

bool interp::bindWarp(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Shfl:
    setCollective(inst, shfl, maskSource(inst));
    return true;
  case Opcode::Vote:
    setCollective(inst, vote, maskSource(inst));
    return true;
  case Opcode::Match:
    setCollective(inst, match, maskSource(inst));
    return true;
  case Opcode::Redux:
    setCollective(inst, redux, maskSource(inst));
    return true;
  case Opcode::Elect:
    setCollective(inst, elect, maskSource(inst));
    return true;
  case Opcode::BarWarp:
    setCollective(inst, barWarp, maskSource(inst));
    return true;
  case Opcode::Activemask:
    inst.run = activemask;
    return true;
  default:
    return false;
  }
}
