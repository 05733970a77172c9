//===- Video.cpp - Video instructions -------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.17: operations on bytes, halves and words of registers.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXCompare.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::Compare;
using ptx::DataType;
using ptx::Saturate;
using ptx::VideoPart;

/// `bits` of a register from bit `at` on, extended by the sign of a type.
static int64_t extract(uint64_t reg, unsigned at, unsigned bits,
                       DataType type) {
  uint64_t high = reg << (64 - at - bits);
  return ptx::isSigned(type) ? int64_t(high) >> (64 - bits)
                             : int64_t(high >> (64 - bits));
}

static int64_t clamp(int64_t v, unsigned bits, DataType type) {
  int64_t least = ptx::isSigned(type) ? -(int64_t(1) << (bits - 1)) : 0;
  return std::min(std::max(v, least), least + int64_t(maskBits(bits)));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {
using Operation = int64_t (*)(int64_t, int64_t);
} // namespace

static int64_t add(int64_t a, int64_t b) { return a + b; }
static int64_t subtract(int64_t a, int64_t b) { return a - b; }
static int64_t absoluteDifference(int64_t a, int64_t b) {
  return std::max(a, b) - std::min(a, b);
}
static int64_t minimum(int64_t a, int64_t b) { return std::min(a, b); }
static int64_t maximum(int64_t a, int64_t b) { return std::max(a, b); }
/// A half is rounded away from zero.
static int64_t average(int64_t a, int64_t b) {
  int64_t sum = a + b;
  return (sum >= 0 ? sum + 1 : sum) >> 1;
}
template <Compare op> static int64_t compare(int64_t a, int64_t b) {
  return ptx::holds(op, a, b);
}
static Operation comparison(Compare op) {
  switch (op) {
  case Compare::Eq:
    return compare<Compare::Eq>;
  case Compare::Ne:
    return compare<Compare::Ne>;
  case Compare::Lt:
    return compare<Compare::Lt>;
  case Compare::Le:
    return compare<Compare::Le>;
  case Compare::Gt:
    return compare<Compare::Gt>;
  default:
    return compare<Compare::Ge>;
  }
}

//===----------------------------------------------------------------------===//
// Scalar
//===----------------------------------------------------------------------===//

namespace {
/// The position and width of a part of a register.
struct Part {
  unsigned at = 0, bits = 32;
  explicit Part(VideoPart part) {
    switch (part) {
    case VideoPart::None:
      break;
    case VideoPart::H0:
    case VideoPart::H1:
      bits = 16;
      at = part == VideoPart::H1 ? 16 : 0;
      break;
    default:
      bits = 8;
      at = 8 * (unsigned(part) - unsigned(VideoPart::B0));
    }
  }
};

/// What the scalar instructions have in common. Their modifiers are different
/// types with members of the same names.
struct Scalar {
  Part a, b, d;
  DataType aType, bType, dType;
  bool sat;
  bool merges;
  ptx::VideoSecondOp second;

  template <typename M>
  Scalar(const M &m, DataType aType, DataType bType, DataType dType, bool sat)
      : a(m.aPart), b(m.bPart), d(m.dstPart), aType(aType), bType(bType),
        dType(dType), sat(sat), merges(m.dstPart != VideoPart::None),
        second(m.second) {}

  template <typename Fn>
  void run(Warp &w, const Instr &inst, LaneMask active, Fn operation) const {
    bool hasC = inst.in.size() > 2;
    forLanes(active, [&](unsigned l) {
      int64_t ta = extract(w.in(inst, 0)[l], a.at, a.bits, aType);
      int64_t tb = extract(w.in(inst, 1)[l], b.at, b.bits, bType);
      int64_t t = operation(ta, tb);
      if (sat)
        t = clamp(t, d.bits, dType);
      w.out(inst, 0)[l] = combine(t, hasC ? w.in(inst, 2)[l] : 0);
    });
  }

private:
  uint64_t combine(int64_t t, uint64_t c) const {
    if (merges) {
      uint64_t mask = maskBits(d.bits) << d.at;
      return (c & ~mask) | (uint64_t(t) << d.at & mask);
    }
    // The second operation sees all bits of the first one's result.
    int64_t tc = extract(c, 0, 32, dType);
    switch (second) {
    case ptx::VideoSecondOp::None:
      break;
    case ptx::VideoSecondOp::Add:
      t = int64_t(uint64_t(t) + uint64_t(tc));
      break;
    case ptx::VideoSecondOp::Min:
      t = std::min(t, tc);
      break;
    case ptx::VideoSecondOp::Max:
      t = std::max(t, tc);
      break;
    }
    return uint32_t(t);
  }
};
} // namespace

template <typename M, Operation operation>
static void runScalar(Warp &w, const Instr &inst, LaneMask active) {
  auto m = M::unpack(inst.mods);
  Scalar(m, m.srcType, m.thirdType, m.dataType, m.sat == Saturate::Sat)
      .run(w, inst, active, operation);
}

/// The types are those of the sources; the result is 0 or 1. The ISA does not
/// say which sign c has: that of a.
static void runVset(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::VsetModifiers::unpack(inst.mods);
  Scalar(m, m.dataType, m.srcType, m.dataType, false)
      .run(w, inst, active, comparison(m.compare));
}

template <typename M, bool isLeft>
static void runShift(Warp &w, const Instr &inst, LaneMask active) {
  auto m = M::unpack(inst.mods);
  bool clamps = m.shiftMode == ptx::ShiftMode::Clamp;
  Scalar(m, m.srcType, DataType::U32, m.dataType, m.sat == Saturate::Sat)
      .run(w, inst, active, [&](int64_t a, int64_t b) -> int64_t {
        unsigned n = unsigned(clamps ? std::min<int64_t>(b, 32) : b & 31);
        if (!isLeft)
          return a >> n;
        // Unsigned words shifted by 32 do not fit; any number above all ranges
        // whose low word is zero does as well.
        if (n == 32)
          a = std::min<int64_t>(a, INT32_MAX);
        return int64_t(uint64_t(a) << n);
      });
}

static void runVmad(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::VmadModifiers::unpack(inst.mods);
  Part a(m.aPart), b(m.bPart);
  bool negated = m.aNegated != m.bNegated;
  bool isProductSigned =
      ptx::isSigned(m.srcType) || ptx::isSigned(m.thirdType) || negated;
  DataType cType = isProductSigned ? DataType::S32 : DataType::U32;
  bool isSigned = isProductSigned || m.cNegated;
  unsigned shift = m.scale == ptx::VideoScale::Shr7    ? 7
                   : m.scale == ptx::VideoScale::Shr15 ? 15
                                                       : 0;
  forLanes(active, [&](unsigned l) {
    // The sum may need 66 bits.
    __int128 t = __int128(extract(w.in(inst, 0)[l], a.at, a.bits, m.srcType)) *
                 extract(w.in(inst, 1)[l], b.at, b.bits, m.thirdType);
    int64_t c = extract(w.in(inst, 2)[l], 0, 32, cType);
    t = (negated ? -t : t) + (m.cNegated ? -c : c) + m.plusOne;
    t >>= shift;
    if (m.sat == Saturate::Sat) {
      __int128 least = isSigned ? INT32_MIN : 0;
      t = std::min(std::max(t, least), least + UINT32_MAX);
    }
    w.out(inst, 0)[l] = uint32_t(t);
  });
}

//===----------------------------------------------------------------------===//
// Two halves, four bytes
//===----------------------------------------------------------------------===//

namespace {
/// The elements of a and b that an operand picks, the lowest first.
template <unsigned count> struct Picks {
  unsigned at[count];

  /// `pick` is 0 if none is written: those of a or of b in their order.
  Picks(unsigned pick, unsigned first) {
    constexpr unsigned bits = count == 2 ? 2 : 3;
    for (unsigned k = 0; k < count; ++k)
      at[k] = pick ? (pick - 1) >> bits * k & (2 * count - 1) : first + k;
  }
};

template <unsigned count> struct Elements {
  static constexpr unsigned kBits = 32 / count;
  Picks<count> a, b;
  DataType aType, bType, dType;
  bool sat, accumulates;
  /// One bit per element.
  unsigned mask;

  void run(Warp &w, const Instr &inst, LaneMask active,
           Operation operation) const {
    unsigned written = mask ? mask : (1u << count) - 1;
    forLanes(active, [&](unsigned l) {
      uint64_t sources = w.in(inst, 0)[l] | w.in(inst, 1)[l] << 32;
      uint64_t c = w.in(inst, 2)[l], d = c;
      for (unsigned k = 0; k < count; ++k) {
        if (!(written >> k & 1))
          continue;
        int64_t t = operation(extract(sources, a.at[k] * kBits, kBits, aType),
                              extract(sources, b.at[k] * kBits, kBits, bType));
        if (sat)
          t = clamp(t, kBits, dType);
        uint64_t field = maskBits(kBits) << k * kBits;
        d = accumulates ? d + uint64_t(t)
                        : (d & ~field) | (uint64_t(t) << k * kBits & field);
      }
      w.out(inst, 0)[l] = uint32_t(d);
    });
  }
};
} // namespace

template <typename M, Operation operation>
static void runHalves(Warp &w, const Instr &inst, LaneMask active) {
  auto m = M::unpack(inst.mods);
  Elements<2>{{unsigned(m.aHalves), 0},
              {unsigned(m.bHalves), 2},
              m.srcType,
              m.thirdType,
              m.dataType,
              m.sat == Saturate::Sat,
              m.accumulate,
              unsigned(m.mask)}
      .run(w, inst, active, operation);
}
template <typename M, Operation operation>
static void runBytes(Warp &w, const Instr &inst, LaneMask active) {
  auto m = M::unpack(inst.mods);
  Elements<4>{{m.aBytes, 0}, {m.bBytes, 4},   m.srcType,
              m.thirdType,   m.dataType,      m.sat == Saturate::Sat,
              m.accumulate,  unsigned(m.mask)}
      .run(w, inst, active, operation);
}
static void runVset2(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Vset2Modifiers::unpack(inst.mods);
  Elements<2>{{unsigned(m.aHalves), 0},
              {unsigned(m.bHalves), 2},
              m.dataType,
              m.srcType,
              DataType::U32,
              false,
              m.accumulate,
              unsigned(m.mask)}
      .run(w, inst, active, comparison(m.compare));
}
static void runVset4(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Vset4Modifiers::unpack(inst.mods);
  Elements<4>{{m.aBytes, 0}, {m.bBytes, 4}, m.dataType,   m.srcType,
              DataType::U32, false,         m.accumulate, unsigned(m.mask)}
      .run(w, inst, active, comparison(m.compare));
}

static Handler findHandler(ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Vadd:
    return runScalar<ptx::VaddModifiers, add>;
  case Opcode::Vsub:
    return runScalar<ptx::VsubModifiers, subtract>;
  case Opcode::Vabsdiff:
    return runScalar<ptx::VabsdiffModifiers, absoluteDifference>;
  case Opcode::Vmin:
    return runScalar<ptx::VminModifiers, minimum>;
  case Opcode::Vmax:
    return runScalar<ptx::VmaxModifiers, maximum>;
  case Opcode::Vshl:
    return runShift<ptx::VshlModifiers, true>;
  case Opcode::Vshr:
    return runShift<ptx::VshrModifiers, false>;
  case Opcode::Vset:
    return runVset;
  case Opcode::Vmad:
    return runVmad;
  case Opcode::Vadd2:
    return runHalves<ptx::Vadd2Modifiers, add>;
  case Opcode::Vsub2:
    return runHalves<ptx::Vsub2Modifiers, subtract>;
  case Opcode::Vavrg2:
    return runHalves<ptx::Vavrg2Modifiers, average>;
  case Opcode::Vabsdiff2:
    return runHalves<ptx::Vabsdiff2Modifiers, absoluteDifference>;
  case Opcode::Vmin2:
    return runHalves<ptx::Vmin2Modifiers, minimum>;
  case Opcode::Vmax2:
    return runHalves<ptx::Vmax2Modifiers, maximum>;
  case Opcode::Vset2:
    return runVset2;
  case Opcode::Vadd4:
    return runBytes<ptx::Vadd4Modifiers, add>;
  case Opcode::Vsub4:
    return runBytes<ptx::Vsub4Modifiers, subtract>;
  case Opcode::Vavrg4:
    return runBytes<ptx::Vavrg4Modifiers, average>;
  case Opcode::Vabsdiff4:
    return runBytes<ptx::Vabsdiff4Modifiers, absoluteDifference>;
  case Opcode::Vmin4:
    return runBytes<ptx::Vmin4Modifiers, minimum>;
  case Opcode::Vmax4:
    return runBytes<ptx::Vmax4Modifiers, maximum>;
  case Opcode::Vset4:
    return runVset4;
  default:
    return nullptr;
  }
}

bool interp::bindVideo(Instr &inst, ptx::Opcode opcode) {
  inst.run = findHandler(opcode);
  return inst.run != nullptr;
}
