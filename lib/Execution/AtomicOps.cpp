//===- AtomicOps.cpp - Atomic operations and reductions -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes act one after another, lowest first; where other workers may access the
// same memory, each access is a modify() of HostAccess.h.
//
// Shared and local memory lack most operations of global memory. An instruction
// with a generic address leaves lanes alone whose memory lacks the operation
// and says in a predicate which lanes it has served; the code behind it then
// does for the others what instructions for their memory can (observed on ptxas
// 13.0.88: a loop of compare and swap in shared memory, a load and a store in
// local memory).
//
//===----------------------------------------------------------------------===//

#include "CheckedAccess.h"
#include "ptx-mlir/ISA/Semantics/Float.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;
using HD = isa::sem::HostDomain;

uint64_t exec::integerAtomic(isa::AtomOp op, uint64_t old, uint64_t v,
                             unsigned bytes, bool isSigned) {
  unsigned shift = 64 - 8 * bytes;
  // Both at the top of 64 bits: comparisons and sums then need no mask.
  uint64_t a = old << shift, b = v << shift;
  bool less = isSigned ? int64_t(a) < int64_t(b) : a < b;
  switch (op) {
  case isa::AtomOp::ADD:
    return old + v;
  case isa::AtomOp::MIN:
    return less ? old : v;
  case isa::AtomOp::MAX:
    return less ? v : old;
  case isa::AtomOp::INC:
    return a >= b ? 0 : old + 1;
  case isa::AtomOp::DEC:
    return a == 0 || a > b ? v : old - 1;
  case isa::AtomOp::AND:
    return old & v;
  case isa::AtomOp::OR:
    return old | v;
  case isa::AtomOp::XOR:
    return old ^ v;
  case isa::AtomOp::EXCH:
    return v;
  }
  return v;
}

/// Element type of a float atomic.
static Fmt formatOfType(isa::AtomFType type, bool &ftz) {
  ftz = false;
  switch (type) {
  case isa::AtomFType::F16x2:
  case isa::AtomFType::F16x4:
  case isa::AtomFType::F16x8:
    return Fmt::F16;
  case isa::AtomFType::BF16x2:
  case isa::AtomFType::BF16x4:
  case isa::AtomFType::BF16x8:
    return Fmt::BF16;
  case isa::AtomFType::F32FTZ:
  case isa::AtomFType::F32x2FTZ:
  case isa::AtomFType::F32x4FTZ:
    ftz = true;
    return Fmt::F32;
  case isa::AtomFType::F64:
    return Fmt::F64;
  default:
    return Fmt::F32;
  }
}

static uint64_t floatOp(isa::AtomFOp op, Fmt fmt, bool ftz, uint64_t old,
                        uint64_t v) {
  if (op == isa::AtomFOp::ADD) {
    if (ftz) {
      old = isa::sem::flush(fmt, old);
      v = isa::sem::flush(fmt, v);
    }
    return HD::fadd({fmt, isa::sem::Rnd::RN, ftz}, old, v);
  }
  return isa::sem::fminmax<HD>(fmt, old, v, op == isa::AtomFOp::MIN, false);
}

static void readRegs(const Warp &w, const Source &s, unsigned lane,
                     unsigned bytes, uint8_t *to) {
  for (unsigned i = 0; i < bytes / 4; ++i)
    memcpy(to + 4 * i, &w.R[s.reg == kZeroRow ? kZeroRow : s.reg + i][lane], 4);
}
static void writeRegs(Warp &w, const DInst &inst, unsigned lane, unsigned bytes,
                      const uint8_t *from) {
  for (unsigned i = 0; i < bytes / 4; ++i)
    memcpy(&destRow(w, inst, i)[lane], from + 4 * i, 4);
}

/// Calls fn with the size of the operands, 4, 8 or 16 bytes, as a constant.
template <typename Fn> static void withSize(const DInst &inst, Fn fn) {
  switch (inst.c.width) {
  case 1:
    return fn(std::integral_constant<unsigned, 4>());
  case 2:
    return fn(std::integral_constant<unsigned, 8>());
  default:
    return fn(std::integral_constant<unsigned, 16>());
  }
}

//===----------------------------------------------------------------------===//
// Generic addresses
//===----------------------------------------------------------------------===//

namespace {
/// Which memory but global memory has the operation.
enum MemoryMask : uint32_t { kOwnShared = 1, kOtherShared = 2 };
} // namespace

/// What ptxas's code shows: behind an exchange or a compare and swap of 64 bits
/// that was not done it stores without a loop, so that shared memory must have
/// these two; behind others it has a loop for the shared memory of its own
/// block. Only behind f32 and f64 there is one for that of other blocks, too:
/// others are done there (chosen).
static uint32_t memoriesOf(isa::AtomType type, bool swaps) {
  bool isWide = type == isa::AtomType::U64 || type == isa::AtomType::S64;
  return isWide && !swaps ? kOtherShared : kOwnShared | kOtherShared;
}
static uint32_t memoriesOf(isa::AtomFType type) {
  switch (type) {
  case isa::AtomFType::F16x2:
  case isa::AtomFType::BF16x2:
    return kOtherShared;
  default:
    return 0;
  }
}

/// The lanes that an instruction with generic addresses serves; it tells them
/// in its predicate. Nothing if it cannot tell that it leaves lanes alone.
static std::optional<LaneMask> serve(Machine &m, Warp &w, const DInst &inst,
                                     const Addresses &addr, LaneMask active) {
  LaneMask served = 0;
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    auto high = uint32_t(addr[lane] >> 32);
    bool has = true;
    if (high == GlobalMemory::kSharedWindowHigh)
      has = inst.mods[kMemories] &
            (isOwnShared(w, addr[lane]) ? kOwnShared : kOtherShared);
    else if (high == GlobalMemory::kLocalWindowHigh)
      // The PTX ISA has no atomics on local memory. Code that expects them to
      // be none has no predicate.
      has = inst.pu == kSinkPredicate && inst.mods[kMemories] & kOwnShared;
    if (!has && inst.pu == kSinkPredicate) {
      m.fault(w, inst, int(lane),
              llvm::formatv("generic address {0:x}: its memory lacks this "
                            "operation, and no predicate is there to tell",
                            addr[lane]));
      return std::nullopt;
    }
    served |= LaneMask(has) << lane;
  }
  setPredicate(w, inst.pu, active, served);
  return served;
}

/// Runs update(old, operand, fresh, lane) for each lane and each `Unit` bytes
/// of its access, which are atomic together: what is at `fresh` goes to memory
/// unless the update gives false. It may run more than once. Then
/// finish(old, lane) may change the old value, which goes to d.
template <unsigned Bytes, unsigned Unit, typename Fn, typename FinishFn>
static void forEachLane(Machine &m, Warp &w, const DInst &inst, LaneMask active,
                        Fn update, FinishFn finish) {
  Addresses addr(m, w, inst);
  auto space = Space(inst.mods[kSpace]);
  bool isShared =
      m.isParallel() && (space == Space::Global || space == Space::Generic);
  std::optional<CheckedAccess> check;
  if (m.check)
    check.emplace(m, w, inst, space, AccessKind::Atomic, true);
  if (space == Space::Generic) {
    std::optional<LaneMask> served = serve(m, w, inst, addr, active);
    if (!served)
      return;
    active = *served;
  }
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    uint8_t *p = accessSpace(m, w, inst, lane, addr[lane], Bytes);
    if (!p)
      return;
    if (check)
      (*check)(lane, addr[lane], Bytes);
    uint8_t old[Bytes], value[Bytes];
    readRegs(w, inst.c, lane, Bytes, value);
    for (unsigned at = 0; at < Bytes; at += Unit)
      modify(p + at, Unit, old + at, isShared,
             [&](const uint8_t *before, uint8_t *fresh) {
               return update(before, value + at, fresh, lane);
             });
    finish(old, lane);
    writeRegs(w, inst, lane, Bytes, old);
  }
}
template <unsigned Bytes, unsigned Unit, typename Fn>
static void forEachLane(Machine &m, Warp &w, const DInst &inst, LaneMask active,
                        Fn update) {
  forEachLane<Bytes, Unit>(m, w, inst, active, update,
                           [](uint8_t *, unsigned) {});
}

static void runInteger(Machine &m, Warp &w, const DInst &inst,
                       LaneMask active) {
  auto type = isa::AtomType(inst.mods[kType]);
  bool isSigned = type == isa::AtomType::S32 || type == isa::AtomType::S64;
  auto op = isa::AtomOp(inst.mods[kOp]);
  withSize(inst, [&](auto size) {
    constexpr unsigned bytes = decltype(size)::value;
    forEachLane<bytes, bytes>(
        m, w, inst, active,
        [&](const uint8_t *oldBytes, const uint8_t *bytesV, uint8_t *fresh,
            unsigned) {
          if constexpr (bytes == 16) { // 128 bits: exchange
            memcpy(fresh, bytesV, 16);
          } else {
            uint64_t old = 0, v = 0;
            memcpy(&old, oldBytes, bytes);
            memcpy(&v, bytesV, bytes);
            uint64_t r = integerAtomic(op, old, v, bytes, isSigned);
            memcpy(fresh, &r, bytes);
          }
          return true;
        });
  });
}

static void runFloat(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  bool ftz;
  Fmt fmt = formatOfType(isa::AtomFType(inst.mods[kType]), ftz);
  unsigned element = isa::sem::formatOf(fmt).width() / 8;
  auto op = isa::AtomFOp(inst.mods[kOp]);
  withSize(inst, [&](auto size) {
    // Elements of vectors are atomic each for itself.
    constexpr unsigned bytes = decltype(size)::value,
                       unit = std::min(bytes, 8u);
    forEachLane<bytes, unit>(m, w, inst, active,
                             [&](const uint8_t *oldBytes, const uint8_t *bytesV,
                                 uint8_t *fresh, unsigned) {
                               for (unsigned at = 0; at < unit; at += element) {
                                 uint64_t old = 0, v = 0;
                                 memcpy(&old, oldBytes + at, element);
                                 memcpy(&v, bytesV + at, element);
                                 uint64_t r = floatOp(op, fmt, ftz, old, v);
                                 memcpy(fresh + at, &r, element);
                               }
                               return true;
                             });
  });
}

/// The lanes whose value was what they expected: there is another one now.
static LaneMask compareAndSwap(Machine &m, Warp &w, const DInst &inst,
                               LaneMask active, bool test) {
  LaneMask swapped = 0;
  withSize(inst, [&](auto size) {
    constexpr unsigned bytes = decltype(size)::value;
    forEachLane<bytes, bytes>(
        m, w, inst, active,
        [&](const uint8_t *old, const uint8_t *expected, uint8_t *fresh,
            unsigned lane) {
          bool same = memcmp(old, expected, bytes) == 0;
          swapped = (swapped & ~(1u << lane)) | LaneMask(same) << lane;
          readRegs(w, inst.b, lane, bytes, fresh);
          return same;
        },
        [&](uint8_t *old, unsigned lane) {
          if (!test)
            return;
          memset(old, 0, bytes);
          old[0] = swapped >> lane & 1;
        });
  });
  return swapped;
}

/// CAS gives the old value. CAST is a shared-memory store that happens only if
/// the word is still what it was; it gives 1 if it happened (ptxas loops on it,
/// observed on 13.0.88).
static void runCas(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  compareAndSwap(m, w, inst, active, /*test=*/inst.mods[kOp]);
}

/// CAST that says in a predicate whether the store happened (sm_100).
static void runCast(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  LaneMask stored = compareAndSwap(m, w, inst, active, /*test=*/false);
  setPredicate(w, inst.pu, active, stored);
}

/// Each lane adds one.
static void runPopcInc(Machine &m, Warp &w, const DInst &inst,
                       LaneMask active) {
  forEachLane<4, 4>(
      m, w, inst, active,
      [](const uint8_t *old, const uint8_t *, uint8_t *fresh, unsigned) {
        uint32_t v;
        memcpy(&v, old, 4);
        ++v;
        memcpy(fresh, &v, 4);
        return true;
      });
}

template <Space S> static void bindServed(Binder &b, uint32_t memories) {
  if (S != Space::Generic)
    return;
  b.out.pu = b.destPredicate("pu");
  b.out.mods[kMemories] = memories;
}
template <Space S> static void bindInteger(Binder &b) {
  bindAddress(b, S);
  b.dest("d");
  b.out.c = b.source("data");
  b.out.mods[kType] = b.mods.value("type");
  b.out.mods[kOp] = b.mods.value("op");
  bindServed<S>(b, memoriesOf(isa::AtomType(b.out.mods[kType]),
                              b.out.mods[kOp] == uint32_t(isa::AtomOp::EXCH)));
  if (b.out.c.width == 4 && b.out.mods[kOp] != uint32_t(isa::AtomOp::EXCH))
    return b.unsupported("a 128-bit operation other than an exchange");
  b.out.run = runInteger;
}
template <Space S> static void bindFloat(Binder &b) {
  bindAddress(b, S);
  b.dest("d");
  b.out.c = b.source("data");
  b.out.mods[kType] = b.mods.value("type");
  b.out.mods[kOp] = b.mods.value("op");
  bindServed<S>(b, memoriesOf(isa::AtomFType(b.out.mods[kType])));
  b.out.run = runFloat;
}
template <Space S> static void bindCas(Binder &b) {
  bindAddress(b, S);
  if (b.hasSlot("ur"))
    return b.fail("compare and swap with a uniform register");
  b.dest("d");
  b.out.c = b.source("data");
  // There is no uniform addend: b holds the new value instead.
  b.out.b = b.source("data2");
  b.out.mods[kIsDescriptor] = 1;
  b.out.mods[kOp] = b.mods.spelling("op").starts_with("CAST");
  bindServed<S>(b, kOwnShared | kOtherShared);
  b.out.run = runCas;
}
static void bindCast(Binder &b) {
  bindAddress(b, Space::Shared);
  b.out.pu = b.destPredicate("pu");
  b.out.c = b.source("data");
  b.out.b = b.source("data2");
  b.out.mods[kIsDescriptor] = 1; // as for bindCas
  b.out.run = runCast;
}
static void bindPopcInc(Binder &b) {
  bindAddress(b, Space::Shared);
  b.dest("d");
  b.out.c.kind = isa::Operand::R;
  b.out.c.reg = kZeroRow;
  b.out.run = runPopcInc;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::atomicHandlers() {
  static const BindEntry entries[] = {
      {"ATOMG", bindInteger<Space::Global>},
      {"ATOM", bindInteger<Space::Generic>},
      {"ATOMS", bindInteger<Space::Shared>},
      {"RED", bindInteger<Space::Global>},
      {"ATOMG_F", bindFloat<Space::Global>},
      {"ATOM_F", bindFloat<Space::Generic>},
      {"RED_F", bindFloat<Space::Global>},
      {"ATOMG_CAS", bindCas<Space::Global>},
      {"ATOM_CAS", bindCas<Space::Generic>},
      {"ATOMS_CAS", bindCas<Space::Shared>},
      {"ATOMS_CAST", bindCast},
      {"ATOMS_POPC_INC", bindPopcInc},
  };
  return entries;
}
