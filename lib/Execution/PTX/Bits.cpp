//===- Bits.cpp - Logic, shifts and bit fields ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.1 (bit instructions) and 9.7.8 (logic and shifts), mov of a
// guarded register.
//
//===----------------------------------------------------------------------===//

#include "IntegerTypes.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;

//===----------------------------------------------------------------------===//
// Logic
//===----------------------------------------------------------------------===//

static uint64_t bitAnd(uint64_t a, uint64_t b) { return a & b; }
static uint64_t bitOr(uint64_t a, uint64_t b) { return a | b; }
static uint64_t bitXor(uint64_t a, uint64_t b) { return a ^ b; }
template <unsigned bits> static uint64_t bitNot(uint64_t a) {
  return ~a & maskBits(bits);
}
static uint64_t cnot(uint64_t a) { return a == 0; }
template <unsigned bits> static uint64_t brev(uint64_t a) {
  uint64_t r = 0;
  for (unsigned k = 0; k < bits; ++k)
    r |= (a >> k & 1) << (bits - 1 - k);
  return r;
}
static uint64_t popc(uint64_t a) { return uint64_t(__builtin_popcountll(a)); }
template <unsigned bits> static uint64_t clz(uint64_t a) {
  unsigned n = 0;
  while (n < bits && !(a >> (bits - 1 - n) & 1))
    ++n;
  return n;
}

/// The highest bit that is not the sign; all ones if there is none. With
/// `shiftAmount` how far left it must go to be the highest.
template <typename T, bool shiftAmount> static uint64_t bfind(uint64_t a) {
  constexpr int bits = 8 * sizeof(T);
  uint64_t v = bitsOf<T>(std::is_signed_v<T> && T(a) < 0 ? ~a : a);
  for (int k = bits - 1; k >= 0; --k)
    if (v >> k & 1)
      return uint64_t(shiftAmount ? bits - 1 - k : k);
  return 0xffffffff;
}

//===----------------------------------------------------------------------===//
// Shifts: amounts above the width are clamped to it
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Shl {
  static uint64_t eval(uint64_t a, uint64_t b) {
    b &= 0xffffffff;
    return b >= 8 * sizeof(T) ? 0 : bitsOf<T>(a << b);
  }
};
template <typename T> struct Shr {
  static uint64_t eval(uint64_t a, uint64_t b) {
    b &= 0xffffffff;
    if (b >= 8 * sizeof(T))
      return bitsOf<T>(std::is_signed_v<T> && T(a) < 0 ? ~uint64_t(0) : 0);
    return bitsOf<T>(uint64_t(T(a) >> b));
  }
};
/// `c` bits from bit `b` on (both of 8 bits), extended by the type; what lies
/// above the register is its sign.
template <typename T> struct Bfe {
  static uint64_t eval(uint64_t a, uint64_t b, uint64_t c) {
    constexpr unsigned msb = 8 * sizeof(T) - 1;
    unsigned pos = b & 255, len = c & 255;
    bool sign = false;
    if (std::is_signed_v<T> && len)
      sign = a >> std::min(pos + len - 1, msb) & 1;
    uint64_t d = 0;
    for (unsigned k = 0; k <= msb; ++k)
      d |= uint64_t(k < len && pos + k <= msb ? a >> (pos + k) & 1 : sign) << k;
    return d;
  }
};
} // namespace

template <bool left, bool wrap>
static uint64_t shf(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t both = (b & 0xffffffff) << 32 | (a & 0xffffffff);
  unsigned n = wrap ? unsigned(c & 31)
                    : unsigned(std::min<uint64_t>(c & 0xffffffff, 32));
  if (left)
    return n == 32 ? both & 0xffffffff : uint32_t((both << n) >> 32);
  return uint32_t(both >> n);
}

/// `e` bits of `a` into `b` at bit `c`.
template <unsigned bits>
static void bfi(Warp &w, const Instr &inst, LaneMask active) {
  forLanes(active, [&](unsigned l) {
    uint64_t a = w.in(inst, 0)[l], d = w.in(inst, 1)[l];
    unsigned pos = w.in(inst, 2)[l] & 255, len = w.in(inst, 3)[l] & 255;
    for (unsigned k = 0; k < len && pos + k < bits; ++k) {
      uint64_t bit = uint64_t(1) << (pos + k);
      d = a >> k & 1 ? d | bit : d & ~bit;
    }
    w.out(inst, 0)[l] = d;
  });
}

/// The table's bit that the three bits of the sources select; with a predicate
/// also whether the result is not zero, combined with it.
static void lop3(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Lop3Modifiers::unpack(inst.mods);
  forLanes(active, [&](unsigned l) {
    uint32_t a = uint32_t(w.in(inst, 0)[l]), b = uint32_t(w.in(inst, 1)[l]),
             c = uint32_t(w.in(inst, 2)[l]), d = 0;
    for (unsigned k = 0; k < 32; ++k) {
      unsigned row = (a >> k & 1) << 2 | (b >> k & 1) << 1 | (c >> k & 1);
      d |= uint32_t(m.lut >> row & 1) << k;
    }
    w.out(inst, 0)[l] = d;
    if (m.boolOp == ptx::BoolOp::None)
      return;
    bool q = w.in(inst, 3)[l] & 1, nonzero = d != 0;
    w.out(inst, 1)[l] =
        m.boolOp == ptx::BoolOp::And ? nonzero && q : nonzero || q;
  });
}

//===----------------------------------------------------------------------===//
// Bytes, masks, bits by number
//===----------------------------------------------------------------------===//

/// The bytes that a selector of prmt names in its four forms with a mode.
static unsigned modeByte(ptx::PrmtMode mode, unsigned s, unsigned k) {
  switch (mode) {
  case ptx::PrmtMode::F4e:
    return s + k;
  case ptx::PrmtMode::B4e:
    return (s + 8 - k) & 7;
  case ptx::PrmtMode::Rc8:
    return s;
  case ptx::PrmtMode::Ecl:
    return std::max(s, k);
  case ptx::PrmtMode::Ecr:
    return std::min(s, k);
  default: // rc16
    return (s & 1) * 2 + (k & 1);
  }
}

template <ptx::PrmtMode mode>
static uint64_t prmt(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t bytes = (b & 0xffffffff) << 32 | (a & 0xffffffff), d = 0;
  for (unsigned k = 0; k < 4; ++k) {
    uint64_t byte;
    if (mode == ptx::PrmtMode::None) {
      unsigned s = c >> 4 * k & 15;
      byte = bytes >> 8 * (s & 7) & 255;
      if (s & 8)
        byte = byte & 128 ? 255 : 0;
    } else {
      byte = bytes >> 8 * modeByte(mode, c & 3, k) & 255;
    }
    d |= byte << 8 * k;
  }
  return d;
}
static Handler bindPrmt(ptx::PrmtMode mode) {
  using ptx::PrmtMode;
  switch (mode) {
  case PrmtMode::None:
    return ternary<prmt<PrmtMode::None>>;
  case PrmtMode::F4e:
    return ternary<prmt<PrmtMode::F4e>>;
  case PrmtMode::B4e:
    return ternary<prmt<PrmtMode::B4e>>;
  case PrmtMode::Rc8:
    return ternary<prmt<PrmtMode::Rc8>>;
  case PrmtMode::Ecl:
    return ternary<prmt<PrmtMode::Ecl>>;
  case PrmtMode::Ecr:
    return ternary<prmt<PrmtMode::Ecr>>;
  default:
    return ternary<prmt<PrmtMode::Rc16>>;
  }
}

/// The low `b` bits, extended by the type.
template <bool isSigned, bool wrap>
static uint64_t szext(uint64_t a, uint64_t b) {
  unsigned n = wrap ? unsigned(b & 31)
                    : unsigned(std::min<uint64_t>(b & 0xffffffff, 32));
  if (n == 32)
    return a;
  uint64_t low = a & maskBits(n);
  bool sign = isSigned && n && (a >> (n - 1) & 1);
  return sign ? uint32_t(low | ~maskBits(n)) : low;
}

/// `b` ones from bit `a` on.
template <bool wrap> static uint64_t bmsk(uint64_t a, uint64_t b) {
  uint64_t start = wrap ? a & 31 : std::min<uint64_t>(a & 0xffffffff, 32);
  uint64_t count = wrap ? b & 31 : std::min<uint64_t>(b & 0xffffffff, 32);
  return uint32_t(maskBits(unsigned(count)) << start);
}

/// The position of the n-th set bit from `base`, upwards or downwards.
static uint64_t fns(uint64_t mask, uint64_t base, uint64_t n) {
  int64_t offset = int32_t(n);
  if (offset == 0)
    return mask >> (base & 31) & 1 && base < 32 ? base : 0xffffffff;
  int64_t step = offset > 0 ? 1 : -1;
  uint64_t left = uint64_t(offset * step);
  for (int64_t k = int64_t(base & 0xffffffff); k >= 0 && k < 32; k += step)
    if (mask >> k & 1 && --left == 0)
      return uint64_t(k);
  return 0xffffffff;
}

static void move(Warp &w, const Instr &inst, LaneMask active) {
  for (unsigned word = 0; word < (inst.outBits > 64 ? 2 : 1); ++word) {
    const Row &a = (&w.in(inst, 0))[word];
    Row &d = (&w.out(inst, 0))[word];
    forLanes(active, [&](unsigned l) { d[l] = a[l]; });
  }
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static Handler bindNot(DataType type) {
  switch (ptx::getBitWidth(type)) {
  case 1:
    return unary<bitNot<1>>;
  case 16:
    return unary<bitNot<16>>;
  case 32:
    return unary<bitNot<32>>;
  default:
    return unary<bitNot<64>>;
  }
}
template <bool shiftAmount> static Handler bindBfind(DataType type) {
  switch (type) {
  case DataType::U32:
    return unary<bfind<uint32_t, shiftAmount>>;
  case DataType::S32:
    return unary<bfind<int32_t, shiftAmount>>;
  case DataType::U64:
    return unary<bfind<uint64_t, shiftAmount>>;
  default:
    return unary<bfind<int64_t, shiftAmount>>;
  }
}

static Handler select(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  bool is64 = inst.inBits == 64;
  switch (opcode) {
  case Opcode::And:
    return binary<bitAnd>;
  case Opcode::Or:
    return binary<bitOr>;
  case Opcode::Xor:
    return binary<bitXor>;
  case Opcode::Not:
    return bindNot(ptx::NotModifiers::unpack(inst.mods).dataType);
  case Opcode::Cnot:
    return unary<cnot>;
  case Opcode::Brev:
    return is64 ? unary<brev<64>> : unary<brev<32>>;
  case Opcode::Popc:
    return unary<popc>;
  case Opcode::Clz:
    return is64 ? unary<clz<64>> : unary<clz<32>>;
  case Opcode::Bfind: {
    auto m = ptx::BfindModifiers::unpack(inst.mods);
    return m.shiftAmt ? bindBfind<true>(m.dataType)
                      : bindBfind<false>(m.dataType);
  }
  case Opcode::Shl:
    return binaryOf<Shl>(ptx::ShlModifiers::unpack(inst.mods).dataType);
  case Opcode::Shr:
    return binaryOf<Shr>(ptx::ShrModifiers::unpack(inst.mods).dataType);
  case Opcode::Shf: {
    auto m = ptx::ShfModifiers::unpack(inst.mods);
    bool wrap = m.shiftMode == ptx::ShiftMode::Wrap;
    if (m.direction == ptx::ShiftDirection::L)
      return wrap ? ternary<shf<true, true>> : ternary<shf<true, false>>;
    return wrap ? ternary<shf<false, true>> : ternary<shf<false, false>>;
  }
  case Opcode::Lop3:
    return lop3;
  case Opcode::Bfe:
    return ternaryOf<Bfe>(ptx::BfeModifiers::unpack(inst.mods).dataType);
  case Opcode::Bfi:
    return is64 ? bfi<64> : bfi<32>;
  case Opcode::Prmt:
    return bindPrmt(ptx::PrmtModifiers::unpack(inst.mods).mode);
  case Opcode::Szext: {
    auto m = ptx::SzextModifiers::unpack(inst.mods);
    bool wrap = m.shiftMode == ptx::ShiftMode::Wrap;
    if (m.dataType == DataType::S32)
      return wrap ? binary<szext<true, true>> : binary<szext<true, false>>;
    return wrap ? binary<szext<false, true>> : binary<szext<false, false>>;
  }
  case Opcode::Bmsk:
    return ptx::BmskModifiers::unpack(inst.mods).shiftMode ==
                   ptx::ShiftMode::Wrap
               ? binary<bmsk<true>>
               : binary<bmsk<false>>;
  case Opcode::Fns:
    return ternary<fns>;
  case Opcode::Mov:
    return inst.in.size() == 1 && inst.out.size() == 1 ? move : nullptr;
  default:
    return nullptr;
  }
}

bool interp::bindBits(Instr &inst, ptx::Opcode opcode) {
  inst.run = select(inst, opcode);
  return inst.run;
}
