//===- RegisterOps.cpp - Special registers, predicate files ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Special registers, and predicates packed into registers: instructions that
// depend on where a thread is and on nothing in memory.
//
//===----------------------------------------------------------------------===//

#include "MemoryOps.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

std::optional<uint32_t> Machine::specialRegister(const Warp &w, unsigned sr,
                                                 unsigned lane) const {
  using isa::SpecialReg;
  const uint32_t *block = config->block;
  uint32_t thread = w.index * kLanes + lane;
  switch (SpecialReg(sr)) {
  case SpecialReg::LANEID:
    return lane;
  case SpecialReg::CLOCK:
  case SpecialReg::CLOCKLO:
  case SpecialReg::GLOBALTIMERLO:
    return uint32_t(clock());
  case SpecialReg::CLOCKHI:
  case SpecialReg::GLOBALTIMERHI:
    return uint32_t(clock() >> 32);
  // Bits 14:8 are the warp's number (what %warpid reads), 15:8 of the other
  // the number of warps.
  case SpecialReg::VIRTID:
    return (w.index & 0x7f) << 8;
  case SpecialReg::VIRTCFG:
    return 64u << 8;
  case SpecialReg::TID_X:
    return thread % block[0];
  case SpecialReg::TID_Y:
    return thread / block[0] % block[1];
  case SpecialReg::TID_Z:
    return thread / block[0] / block[1];
  case SpecialReg::CTAID_X:
    return w.cta->id[0];
  case SpecialReg::CTAID_Y:
    return w.cta->id[1];
  case SpecialReg::CTAID_Z:
    return w.cta->id[2];
  case SpecialReg::SWINHI:
    return GlobalMemory::kSharedWindowHigh;
  case SpecialReg::LWINHI:
    return GlobalMemory::kLocalWindowHigh;
  case SpecialReg::SMEMSZ:
    return uint32_t(w.cta->shared.size());
  case SpecialReg::LMEMHIOFF:
    return uint32_t(localTop - localBytes);
  case SpecialReg::EQMASK:
    return 1u << lane;
  case SpecialReg::LTMASK:
    return (1u << lane) - 1;
  case SpecialReg::LEMASK:
    return (2u << lane) - 1;
  case SpecialReg::GTMASK:
    return ~((2u << lane) - 1);
  case SpecialReg::GEMASK:
    return ~((1u << lane) - 1);
  case SpecialReg::CgaCtaId:
    return w.cta->rank;
  // One SM, one launch variant.
  case SpecialReg::VIRTUALSMID:
  case SpecialReg::SRZ:
    return 0;
  default:
    if (sr == 0x8a) // launch variant, which the table of names lacks
      return 0;
    return std::nullopt;
  }
}

static uint32_t readSpecial(Machine &m, const Warp &w, const DInst &inst,
                            unsigned sr, unsigned lane) {
  if (std::optional<uint32_t> v = m.specialRegister(w, sr, lane))
    return *v;
  m.fault(w, inst, int(lane),
          "the machine does not model special register " + std::to_string(sr));
  return 0;
}

static void runS2R(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  for (unsigned i = 0; i < inst.dWidth; ++i) {
    // A 64-bit read takes the next register too (clock, timer), but zero is
    // zero.
    unsigned sr = inst.mods[0] == 0xff ? 0xff : inst.mods[0] + i;
    uint32_t *d = destRow(w, inst, i);
    forLanes(active, [&](unsigned lane) {
      d[lane] = readSpecial(m, w, inst, sr, lane);
    });
  }
}
static void runS2UR(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  for (unsigned i = 0; i < inst.dWidth; ++i)
    w.UR[inst.d + i] = readSpecial(m, w, inst, inst.mods[0] + i,
                                   unsigned(__builtin_ctz(active)));
}
static void bindS2R(Binder &b) {
  b.dest("d");
  b.out.mods[0] = b.mods.value("sr");
  b.out.run = b.out.uniform ? runS2UR : runS2R;
}

//===----------------------------------------------------------------------===//
// Predicates as a byte of a register
//===----------------------------------------------------------------------===//

static void runP2R(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t sa[2], sb[2];
  auto a = lanesOf(m, w, inst, inst.a, sa);
  auto b = lanesOf(m, w, inst, inst.b, sb);
  unsigned shift = 8 * inst.mods[0];
  uint32_t *d = destRow(w, inst, 0);
  forLanes(active, [&](unsigned lane) {
    uint32_t mask = b.lo[lane * b.stride] & 0x7f, bits = 0;
    for (unsigned p = 0; p < 7; ++p)
      bits |= (w.P[p] >> lane & 1) << p;
    d[lane] = (a.lo[lane * a.stride] & ~(mask << shift)) | (bits & mask)
                                                               << shift;
  });
}
static void runR2P(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t sa[2], sb[2];
  auto a = lanesOf(m, w, inst, inst.a, sa);
  auto b = lanesOf(m, w, inst, inst.b, sb);
  unsigned shift = 8 * inst.mods[0];
  forLanes(active, [&](unsigned lane) {
    uint32_t mask = b.lo[lane * b.stride] & 0x7f;
    uint32_t bits = a.lo[lane * a.stride] >> shift;
    for (unsigned p = 0; p < 7; ++p)
      if (mask >> p & 1)
        setPredicate(w, p, 1u << lane, (bits >> p & 1) << lane);
  });
}
static void runUP2UR(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  unsigned shift = 8 * inst.mods[0];
  uint32_t a = uint32_t(uniformValue(m, w, inst, inst.a)), bits = 0;
  uint32_t mask = uint32_t(uniformValue(m, w, inst, inst.b)) & 0x7f;
  for (unsigned p = 0; p < 7; ++p)
    bits |= uint32_t(w.UP[p]) << p;
  w.UR[inst.d] = (a & ~(mask << shift)) | (bits & mask) << shift;
}
static void runUR2UP(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  uint32_t bits =
      uint32_t(uniformValue(m, w, inst, inst.a)) >> (8 * inst.mods[0]);
  uint32_t mask = uint32_t(uniformValue(m, w, inst, inst.b)) & 0x7f;
  for (unsigned p = 0; p < 7; ++p)
    if (mask >> p & 1)
      w.UP[p] = bits >> p & 1;
}

template <ExecFn Run> static void bindPredicates(Binder &b) {
  b.dest("d");
  b.out.a = b.source("a");
  b.out.b = b.source("b");
  b.out.mods[0] = b.mods.value("byte");
  b.out.run = Run;
}

//===----------------------------------------------------------------------===//
// Where a generic address lies
//===----------------------------------------------------------------------===//

static void runQspc(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t sa[2];
  auto a = lanesOf(m, w, inst, inst.a, sa);
  uint64_t addend = uint64_t(inst.imm) + uniformValue(m, w, inst, inst.b);
  LaneMask result = 0;
  uint32_t *d = destRow(w, inst, 0);
  forLanes(active, [&](unsigned lane) {
    unsigned i = lane * a.stride;
    uint64_t address = (uint64_t(a.hi[i]) << 32 | a.lo[i]) + addend;
    uint32_t high = uint32_t(address >> 32);
    bool shared = high == GlobalMemory::kSharedWindowHigh;
    bool local = high == GlobalMemory::kLocalWindowHigh;
    bool yes = false;
    switch (isa::QspcSpace(inst.mods[0])) {
    case isa::QspcSpace::G:
      yes = !shared && !local;
      break;
    case isa::QspcSpace::L:
      yes = local;
      break;
    // As isspacep.shared::cta and isspacep.shared::cluster.
    case isa::QspcSpace::S:
      yes = shared && isOwnShared(w, address);
      break;
    case isa::QspcSpace::D:
      yes = shared;
      break;
    }
    result |= LaneMask(yes) << lane;
    d[lane] = yes;
  });
  setPredicate(w, inst.pu, active, result);
}
static void bindQspc(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.a = b.source("addr");
  b.out.b = b.source("ur");
  b.out.imm = b.mods.signedValue("offset");
  b.out.mods[0] = b.mods.value("space");
  b.out.run = runQspc;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::registerHandlers() {
  static const BindEntry entries[] = {
      {"S2R", bindS2R},
      {"S2UR", bindS2R},
      {"CS2R", bindS2R},
      {"CS2UR", bindS2R},
      {"P2R", bindPredicates<runP2R>},
      {"R2P", bindPredicates<runR2P>},
      {"UP2UR", bindPredicates<runUP2UR>},
      {"UR2UP", bindPredicates<runUR2UP>},
      {"QSPC", bindQspc},
  };
  return entries;
}
