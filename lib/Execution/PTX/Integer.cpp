//===- Integer.cpp - Integer arithmetic -----------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.1 (integer arithmetic) and 9.7.2 (extended precision).
//
//===----------------------------------------------------------------------===//

#include "IntegerTypes.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;
using ptx::MulMode;

//===----------------------------------------------------------------------===//
// One result
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Add {
  static uint64_t eval(uint64_t a, uint64_t b) { return bitsOf<T>(a + b); }
};
template <typename T> struct Sub {
  static uint64_t eval(uint64_t a, uint64_t b) { return bitsOf<T>(a - b); }
};
template <typename T> struct MulLo {
  static uint64_t eval(uint64_t a, uint64_t b) { return bitsOf<T>(a * b); }
};
template <typename T> struct MulHi {
  static uint64_t eval(uint64_t a, uint64_t b) {
    return bitsOf<T>(uint64_t(product<T>(a, b) >> (8 * sizeof(T))));
  }
};
/// Twice the width of the sources.
template <typename T> struct MulWide {
  static uint64_t eval(uint64_t a, uint64_t b) {
    return uint64_t(product<T>(a, b)) & maskBits(16 * sizeof(T));
  }
};
template <typename T> struct MadLo {
  static uint64_t eval(uint64_t a, uint64_t b, uint64_t c) {
    return bitsOf<T>(a * b + c);
  }
};
template <typename T> struct MadHi {
  static uint64_t eval(uint64_t a, uint64_t b, uint64_t c) {
    return bitsOf<T>(MulHi<T>::eval(a, b) + c);
  }
};
template <typename T> struct MadWide {
  static uint64_t eval(uint64_t a, uint64_t b, uint64_t c) {
    return (MulWide<T>::eval(a, b) + c) & maskBits(16 * sizeof(T));
  }
};
/// By zero, quotient and remainder are all ones: the ISA leaves both open, and
/// this is what ptxas's code gives in all types and on all SMs. The most
/// negative number by -1 overflows.
template <typename T> struct Div {
  static uint64_t eval(uint64_t a, uint64_t b) {
    T x = T(a), y = T(b);
    if (y == 0)
      return maskBits(8 * sizeof(T));
    if (std::is_signed_v<T> && y == T(-1))
      return bitsOf<T>(0 - a);
    return bitsOf<T>(uint64_t(T(x / y)));
  }
};
template <typename T> struct Rem {
  static uint64_t eval(uint64_t a, uint64_t b) {
    T x = T(a), y = T(b);
    if (y == 0)
      return maskBits(8 * sizeof(T));
    if (std::is_signed_v<T> && y == T(-1))
      return 0;
    return bitsOf<T>(uint64_t(T(x % y)));
  }
};
template <typename T> struct Min {
  static uint64_t eval(uint64_t a, uint64_t b) {
    return bitsOf<T>(T(a) < T(b) ? a : b);
  }
};
template <typename T> struct Max {
  static uint64_t eval(uint64_t a, uint64_t b) {
    return bitsOf<T>(T(a) > T(b) ? a : b);
  }
};
template <typename T> struct Neg {
  static uint64_t eval(uint64_t a) { return bitsOf<T>(0 - a); }
};
template <typename T> struct Abs {
  static uint64_t eval(uint64_t a) { return bitsOf<T>(T(a) < 0 ? 0 - a : a); }
};
template <typename T> struct Sad {
  static uint64_t eval(uint64_t a, uint64_t b, uint64_t c) {
    return bitsOf<T>(c + (T(a) < T(b) ? b - a : a - b));
  }
};
} // namespace

static uint64_t clampS32(int64_t v) {
  return uint32_t(
      std::min<int64_t>(INT32_MAX, std::max<int64_t>(INT32_MIN, v)));
}
static uint64_t addSat(uint64_t a, uint64_t b) {
  return clampS32(int64_t(int32_t(a)) + int32_t(b));
}
static uint64_t subSat(uint64_t a, uint64_t b) {
  return clampS32(int64_t(int32_t(a)) - int32_t(b));
}
static uint64_t madHiSat(uint64_t a, uint64_t b, uint64_t c) {
  return clampS32((int64_t(int32_t(a)) * int32_t(b) >> 32) + int32_t(c));
}

/// Two halves of 16 bits.
template <uint64_t (*F)(uint64_t, uint64_t)>
static uint64_t halves(uint64_t a, uint64_t b) {
  return F(a & 0xffff, b & 0xffff) | F(a >> 16 & 0xffff, b >> 16 & 0xffff)
                                         << 16;
}
/// max(result, 0), of 32 or twice 16 bits.
template <uint64_t (*F)(uint64_t, uint64_t)>
static uint64_t relu(uint64_t a, uint64_t b) {
  uint64_t r = F(a, b);
  return int32_t(r) < 0 ? 0 : r;
}
template <uint64_t (*F)(uint64_t, uint64_t)>
static uint64_t relu16(uint64_t a, uint64_t b) {
  uint64_t r = F(a, b);
  return int16_t(r) < 0 ? 0 : r;
}

/// mul24: the low 24 bits of the sources, extended by their type.
template <bool isSigned> static int64_t extend24(uint64_t a) {
  return isSigned ? int64_t(a << 40) >> 40 : int64_t(a & 0xffffff);
}
template <bool isSigned, bool high>
static uint64_t mul24(uint64_t a, uint64_t b) {
  int64_t product = extend24<isSigned>(a) * extend24<isSigned>(b);
  return uint32_t(high ? product >> 16 : product);
}
template <bool isSigned, bool high>
static uint64_t mad24(uint64_t a, uint64_t b, uint64_t c) {
  return uint32_t(mul24<isSigned, high>(a, b) + c);
}
static uint64_t mad24HiSat(uint64_t a, uint64_t b, uint64_t c) {
  return clampS32(int64_t(int32_t(mul24<true, true>(a, b))) + int32_t(c));
}

/// dp4a: four products of bytes; dp2a: two of a half by a byte.
template <typename A, typename B>
static uint64_t dp4a(uint64_t a, uint64_t b, uint64_t c) {
  uint32_t sum = uint32_t(c);
  for (unsigned k = 0; k < 4; ++k)
    sum += uint32_t(int32_t(A(a >> 8 * k)) * int32_t(B(b >> 8 * k)));
  return sum;
}
template <typename A, typename B, unsigned first>
static uint64_t dp2a(uint64_t a, uint64_t b, uint64_t c) {
  uint32_t sum = uint32_t(c);
  for (unsigned k = 0; k < 2; ++k)
    sum += uint32_t(int32_t(A(a >> 16 * k)) * int32_t(B(b >> 8 * (first + k))));
  return sum;
}

//===----------------------------------------------------------------------===//
// With a carry
//===----------------------------------------------------------------------===//

/// a + b + c + carry in the width of the result; `imm` is the index of the
/// source that is the carry, plus one. Subtraction is a + ~b + carry, where the
/// carry is 1 if there is none: the flag says that nothing is borrowed.
template <typename T, bool subtract>
static void withCarry(Warp &w, const Instr &inst, LaneMask active) {
  unsigned carryIn = unsigned(inst.imm);
  forLanes(active, [&](unsigned l) {
    using Wide = unsigned __int128;
    uint64_t carry = carryIn ? w.in(inst, carryIn - 1)[l] & 1 : subtract;
    uint64_t b = w.in(inst, 1)[l];
    Wide sum = Wide(bitsOf<T>(w.in(inst, 0)[l])) +
               bitsOf<T>(subtract ? ~b : b) + carry;
    w.out(inst, 0)[l] = bitsOf<T>(uint64_t(sum));
    if (inst.out.size() > 1)
      w.out(inst, 1)[l] = uint64_t(sum >> (8 * sizeof(T))) & 1;
  });
}
/// The low or high half of the product, plus c and the carry.
template <typename T, bool high>
static void madWithCarry(Warp &w, const Instr &inst, LaneMask active) {
  unsigned carryIn = unsigned(inst.imm);
  forLanes(active, [&](unsigned l) {
    using Wide = unsigned __int128;
    uint64_t a = w.in(inst, 0)[l], b = w.in(inst, 1)[l];
    uint64_t carry = carryIn ? w.in(inst, carryIn - 1)[l] & 1 : 0;
    Wide part = high ? MulHi<T>::eval(a, b) : MulLo<T>::eval(a, b);
    Wide sum = part + bitsOf<T>(w.in(inst, 2)[l]) + carry;
    w.out(inst, 0)[l] = bitsOf<T>(uint64_t(sum));
    if (inst.out.size() > 1)
      w.out(inst, 1)[l] = uint64_t(sum >> (8 * sizeof(T))) & 1;
  });
}
/// The same, signed, of 32 bits, clamped; ptxas 13.0.88 takes and computes that
/// where the ISA has no `.sat`.
template <bool subtract>
static void withCarrySat(Warp &w, const Instr &inst, LaneMask active) {
  unsigned carryIn = unsigned(inst.imm);
  forLanes(active, [&](unsigned l) {
    int64_t carry = carryIn ? w.in(inst, carryIn - 1)[l] & 1 : subtract;
    int64_t a = int32_t(w.in(inst, 0)[l]), b = int32_t(w.in(inst, 1)[l]);
    w.out(inst, 0)[l] = clampS32(a + (subtract ? ~b : b) + carry);
  });
}
template <bool subtract> static Handler carryOf(DataType type) {
  switch (ptx::getBitWidth(type)) {
  case 16:
    return withCarry<uint16_t, subtract>;
  case 32:
    return withCarry<uint32_t, subtract>;
  default:
    return withCarry<uint64_t, subtract>;
  }
}
static Handler madCarryOf(DataType type, bool high) {
  switch (type) {
  case DataType::U16:
    return high ? madWithCarry<uint16_t, true> : madWithCarry<uint16_t, false>;
  case DataType::S16:
    return high ? madWithCarry<int16_t, true> : madWithCarry<int16_t, false>;
  case DataType::U32:
    return high ? madWithCarry<uint32_t, true> : madWithCarry<uint32_t, false>;
  case DataType::S32:
    return high ? madWithCarry<int32_t, true> : madWithCarry<int32_t, false>;
  case DataType::U64:
    return high ? madWithCarry<uint64_t, true> : madWithCarry<uint64_t, false>;
  default:
    return high ? madWithCarry<int64_t, true> : madWithCarry<int64_t, false>;
  }
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static Handler bindMul(MulMode mode, DataType type) {
  switch (mode) {
  case MulMode::Hi:
    return binaryOf<MulHi>(type);
  case MulMode::Wide:
    return binaryOf<MulWide>(type);
  default:
    return binaryOf<MulLo>(type);
  }
}
static Handler bindMad(MulMode mode, DataType type) {
  switch (mode) {
  case MulMode::Hi:
    return ternaryOf<MadHi>(type);
  case MulMode::Wide:
    return ternaryOf<MadWide>(type);
  default:
    return ternaryOf<MadLo>(type);
  }
}
template <bool isMin> static Handler bindMinMax(DataType type, bool reluFlag) {
  constexpr auto s16 = isMin ? &Min<int16_t>::eval : &Max<int16_t>::eval;
  constexpr auto u16 = isMin ? &Min<uint16_t>::eval : &Max<uint16_t>::eval;
  constexpr auto s32 = isMin ? &Min<int32_t>::eval : &Max<int32_t>::eval;
  if (type == DataType::U16x2)
    return binary<halves<u16>>;
  if (type == DataType::S16x2)
    return reluFlag ? binary<halves<relu16<s16>>> : binary<halves<s16>>;
  if (reluFlag)
    return binary<relu<s32>>;
  return isMin ? binaryOf<Min>(type) : binaryOf<Max>(type);
}
static Handler bindDp4a(DataType a, DataType b) {
  if (a == DataType::S32)
    return b == DataType::S32 ? ternary<dp4a<int8_t, int8_t>>
                              : ternary<dp4a<int8_t, uint8_t>>;
  return b == DataType::S32 ? ternary<dp4a<uint8_t, int8_t>>
                            : ternary<dp4a<uint8_t, uint8_t>>;
}
template <unsigned first> static Handler bindDp2a(DataType a, DataType b) {
  if (a == DataType::S32)
    return b == DataType::S32 ? ternary<dp2a<int16_t, int8_t, first>>
                              : ternary<dp2a<int16_t, uint8_t, first>>;
  return b == DataType::S32 ? ternary<dp2a<uint16_t, int8_t, first>>
                            : ternary<dp2a<uint16_t, uint8_t, first>>;
}

/// Null if the type is no integer.
static Handler select(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  bool sat;
  switch (opcode) {
  case Opcode::Add: {
    auto m = ptx::AddModifiers::unpack(inst.mods);
    if (!isInteger(m.dataType))
      return nullptr;
    sat = m.sat != ptx::Saturate::None;
    if (m.dataType == DataType::U16x2 || m.dataType == DataType::S16x2)
      return binary<halves<Add<uint16_t>::eval>>;
    return m.cc  ? carryOf<false>(m.dataType)
           : sat ? binary<addSat>
                 : binaryOf<Add>(m.dataType);
  }
  case Opcode::Sub: {
    auto m = ptx::SubModifiers::unpack(inst.mods);
    if (!isInteger(m.dataType))
      return nullptr;
    sat = m.sat != ptx::Saturate::None;
    return m.cc  ? carryOf<true>(m.dataType)
           : sat ? binary<subSat>
                 : binaryOf<Sub>(m.dataType);
  }
  case Opcode::Addc: {
    auto m = ptx::AddcModifiers::unpack(inst.mods);
    inst.imm = inst.in.size();
    return m.sat != ptx::Saturate::None ? withCarrySat<false>
                                        : carryOf<false>(m.dataType);
  }
  case Opcode::Subc: {
    auto m = ptx::SubcModifiers::unpack(inst.mods);
    inst.imm = inst.in.size();
    return m.sat != ptx::Saturate::None ? withCarrySat<true>
                                        : carryOf<true>(m.dataType);
  }
  case Opcode::Mul: {
    auto m = ptx::MulModifiers::unpack(inst.mods);
    return isInteger(m.dataType) ? bindMul(m.mode, m.dataType) : nullptr;
  }
  case Opcode::Mad: {
    auto m = ptx::MadModifiers::unpack(inst.mods);
    if (!isInteger(m.dataType))
      return nullptr;
    if (m.cc)
      return madCarryOf(m.dataType, m.mode == MulMode::Hi);
    if (m.sat != ptx::Saturate::None)
      return ternary<madHiSat>;
    return bindMad(m.mode, m.dataType);
  }
  case Opcode::Madc: {
    auto m = ptx::MadcModifiers::unpack(inst.mods);
    inst.imm = inst.in.size();
    return madCarryOf(m.dataType, m.mode == MulMode::Hi);
  }
  case Opcode::Mul24: {
    auto m = ptx::Mul24Modifiers::unpack(inst.mods);
    bool high = m.mode == MulMode::Hi;
    if (m.dataType == DataType::S32)
      return high ? binary<mul24<true, true>> : binary<mul24<true, false>>;
    return high ? binary<mul24<false, true>> : binary<mul24<false, false>>;
  }
  case Opcode::Mad24: {
    auto m = ptx::Mad24Modifiers::unpack(inst.mods);
    bool high = m.mode == MulMode::Hi;
    if (m.sat != ptx::Saturate::None)
      return ternary<mad24HiSat>;
    if (m.dataType == DataType::S32)
      return high ? ternary<mad24<true, true>> : ternary<mad24<true, false>>;
    return high ? ternary<mad24<false, true>> : ternary<mad24<false, false>>;
  }
  case Opcode::Div: {
    auto type = ptx::DivModifiers::unpack(inst.mods).dataType;
    return isInteger(type) ? binaryOf<Div>(type) : nullptr;
  }
  case Opcode::Rem:
    return binaryOf<Rem>(ptx::RemModifiers::unpack(inst.mods).dataType);
  case Opcode::Min: {
    auto m = ptx::MinModifiers::unpack(inst.mods);
    return isInteger(m.dataType) ? bindMinMax<true>(m.dataType, m.relu)
                                 : nullptr;
  }
  case Opcode::Max: {
    auto m = ptx::MaxModifiers::unpack(inst.mods);
    return isInteger(m.dataType) ? bindMinMax<false>(m.dataType, m.relu)
                                 : nullptr;
  }
  case Opcode::Neg: {
    auto type = ptx::NegModifiers::unpack(inst.mods).dataType;
    return isInteger(type) ? unaryOf<Neg>(type) : nullptr;
  }
  case Opcode::Abs: {
    auto type = ptx::AbsModifiers::unpack(inst.mods).dataType;
    return isInteger(type) ? unaryOf<Abs>(type) : nullptr;
  }
  case Opcode::Sad:
    return ternaryOf<Sad>(ptx::SadModifiers::unpack(inst.mods).dataType);
  case Opcode::Dp4a: {
    auto m = ptx::Dp4aModifiers::unpack(inst.mods);
    return bindDp4a(m.dataType, m.srcType);
  }
  case Opcode::Dp2a: {
    auto m = ptx::Dp2aModifiers::unpack(inst.mods);
    return m.mode == MulMode::Hi ? bindDp2a<2>(m.dataType, m.srcType)
                                 : bindDp2a<0>(m.dataType, m.srcType);
  }
  default:
    return nullptr;
  }
}

bool interp::bindInteger(Instr &inst, ptx::Opcode opcode) {
  inst.run = select(inst, opcode);
  return inst.run;
}
