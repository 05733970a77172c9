//===- Atomic.cpp - Read-modify-write -------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.13.6 and 9.7.13.7: atom, red. Threads of a warp take turns
// in the order of their lanes; the ISA leaves the order open.
//
//===----------------------------------------------------------------------===//

#include "FloatTypes.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::AtomicOp;
using ptx::DataType;

/// The new value of an element.
static uint64_t combine(AtomicOp op, DataType type, bool ftz, uint64_t old,
                        uint64_t b) {
  unsigned bits = ptx::getBitWidth(type);
  if (auto t = floatType(type)) {
    uint64_t in[3] = {old, b, 0};
    const Format &f = formatOf(*t);
    return eachElement(*t, in, [&](const uint64_t *e) {
      switch (op) {
      case AtomicOp::Add:
        return compute(f, Arith::Add, Round::Even, ftz, e[0], e[1]);
      case AtomicOp::Min:
      case AtomicOp::Max:
        return minMax(f, e[0], e[1], op == AtomicOp::Min, false);
      default:
        return e[1];
      }
    });
  }
  bool less = old < b;
  if (ptx::isSigned(type)) {
    unsigned shift = 64 - bits;
    less = int64_t(old << shift) < int64_t(b << shift);
  }
  switch (op) {
  case AtomicOp::Add:
    return (old + b) & maskBits(bits);
  case AtomicOp::And:
    return old & b;
  case AtomicOp::Or:
    return old | b;
  case AtomicOp::Xor:
    return old ^ b;
  case AtomicOp::Min:
    return less ? old : b;
  case AtomicOp::Max:
    return less ? b : old;
  case AtomicOp::Inc:
    return old >= b ? 0 : old + 1;
  case AtomicOp::Dec:
    return old == 0 || old > b ? b : old - 1;
  default:
    return b;
  }
}

namespace {
struct AtomicSpec {
  AtomicOp op;
  ptx::Space space;
  DataType type;
  unsigned count;
};
} // namespace

/// Compare and swap, exchange: of up to 128 bits.
static void swap(Warp &w, const Instr &inst, unsigned l, uint8_t *p,
                 unsigned bytes, bool compare) {
  uint64_t old[2] = {0, 0};
  memcpy(old, p, bytes);
  bool equal = true;
  unsigned words = (bytes + 7) / 8;
  const Row *b = &w.in(inst, 1), *c = compare ? &w.in(inst, 2) : b;
  uint64_t fresh[2] = {0, 0};
  for (unsigned k = 0; k < words; ++k) {
    uint64_t mask = maskBits(8 * std::min(bytes, 8u));
    equal &= !compare || old[k] == (b[k][l] & mask);
    fresh[k] = c[k][l];
  }
  if (equal)
    memcpy(p, fresh, bytes);
  if (!inst.out.empty())
    for (unsigned k = 0; k < words; ++k)
      (&w.out(inst, 0))[k][l] = old[k];
}

static void perform(Warp &w, const Instr &inst, LaneMask active,
                    const AtomicSpec &s) {
  unsigned bytes = ptx::getBitWidth(s.type) / 8;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint64_t address = w.in(inst, 0)[l] + uint64_t(inst.offset[0]);
    uint8_t *p = access(w, inst, l, s.space, address, bytes * s.count,
                        bytes * s.count, exec::AccessKind::Atomic, true);
    if (!p)
      return;
    if (s.op == AtomicOp::Cas || s.op == AtomicOp::Exch)
      return swap(w, inst, l, p, bytes, s.op == AtomicOp::Cas);
    // In global memory additions of f32 flush subnormal numbers.
    ptx::Space space =
        s.space == ptx::Space::None ? spaceOf(w, address) : s.space;
    bool ftz = s.type == DataType::F32 && space == ptx::Space::Global;
    for (unsigned k = 0; k < s.count; ++k, p += bytes) {
      uint64_t old = 0;
      memcpy(&old, p, bytes);
      uint64_t b = w.in(inst, 1 + k)[l] & maskBits(8 * bytes);
      uint64_t fresh = combine(s.op, s.type, ftz, old, b);
      memcpy(p, &fresh, bytes);
      if (k < inst.out.size())
        w.out(inst, k)[l] = old;
    }
  });
}

template <typename Modifiers>
static void run(Warp &w, const Instr &inst, LaneMask active) {
  auto m = Modifiers::unpack(inst.mods);
  if (w.launch->check && (m.semantics == ptx::Semantics::Release ||
                          m.semantics == ptx::Semantics::AcqRel))
    forLanes(active, [&](unsigned l) {
      w.cta->check->order.fence(w.index * kLanes + l);
    });
  perform(w, inst, active,
          {m.op, m.space, m.dataType, ptx::getNumElements(m.vector)});
}

//===----------------------------------------------------------------------===//
// multimem (PTX ISA 9.7.9.14): multicast objects here have one device, so that
// an address stands for one place, and a reduction is of one value.
//===----------------------------------------------------------------------===//

/// Visits the elements of each lane: bytes in memory, the number of the
/// register.
template <typename Modifiers, typename Fn>
static void multicast(Warp &w, const Instr &inst, LaneMask active,
                      const Modifiers &m, exec::AccessKind kind, Fn fn) {
  unsigned bytes = ptx::getBitWidth(m.dataType) / 8;
  unsigned count = ptx::getNumElements(m.vector);
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint64_t address = w.in(inst, 0)[l] + uint64_t(inst.offset[0]);
    uint8_t *p = access(w, inst, l, ptx::Space::Global, address, bytes * count,
                        bytes * count, kind, true);
    for (unsigned k = 0; p && k < count; ++k)
      fn(l, k, p + k * bytes, bytes);
  });
}

static void runMulticastLoad(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::MultimemLdReduceModifiers::unpack(inst.mods);
  multicast(w, inst, active, m, exec::AccessKind::Read,
            [&](unsigned l, unsigned k, uint8_t *p, unsigned bytes) {
              w.out(inst, k)[l] = 0;
              memcpy(&w.out(inst, k)[l], p, bytes);
            });
}
static void runMulticastStore(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::MultimemStModifiers::unpack(inst.mods);
  multicast(w, inst, active, m, exec::AccessKind::Write,
            [&](unsigned l, unsigned k, uint8_t *p, unsigned bytes) {
              memcpy(p, &w.in(inst, 1 + k)[l], bytes);
            });
}

bool interp::bindAtomic(Instr &inst, ptx::Opcode opcode) {
  switch (opcode) {
  case ptx::Opcode::Atom:
    inst.run = run<ptx::AtomModifiers>;
    return true;
  case ptx::Opcode::MultimemLdReduce:
    inst.run = runMulticastLoad;
    return true;
  case ptx::Opcode::MultimemSt:
    inst.run = runMulticastStore;
    return true;
  case ptx::Opcode::MultimemRed:
    inst.run = run<ptx::MultimemRedModifiers>;
    return true;
  case ptx::Opcode::Red:
    inst.run = run<ptx::RedModifiers>;
    return true;
  default:
    return false;
  }
}
