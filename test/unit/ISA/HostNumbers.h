//===- HostNumbers.h - Derived functions on numbers of the host -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A domain for the sequences of ISA/Derived in which each instruction is one of
// the host: its fma is exact, too. MUFU is the nearest number, or one that is
// off by as much as the caller says.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_ISA_HOSTNUMBERS_H
#define PTXMLIR_TEST_UNIT_ISA_HOSTNUMBERS_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/Support/Compiler.h"
#include <cfenv>
#include <cmath>
#include <cstring>

namespace ptxmlir::test {

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}
inline float asF32(uint32_t bits) { return bitCast<float>(bits); }
inline uint32_t bitsOf(float x) { return bitCast<uint32_t>(x); }
inline double asF64(uint64_t bits) { return bitCast<double>(bits); }
inline uint64_t bitsOf(double x) { return bitCast<uint64_t>(x); }

inline int hostMode(isa::Round rnd) {
  switch (rnd) {
  case isa::Round::RN:
    return FE_TONEAREST;
  case isa::Round::RM:
    return FE_DOWNWARD;
  case isa::Round::RP:
    return FE_UPWARD;
  case isa::Round::RZ:
    return FE_TOWARDZERO;
  }
  return FE_TONEAREST;
}

/// fn(operands...) rounded in a direction. Not inlined, and operands and result
/// go through memory: the compiler moves nothing over the mode's changes.
template <typename Fn, typename... Ts>
LLVM_ATTRIBUTE_NOINLINE auto roundedInMode(int mode, Fn fn, Ts... operands) {
  std::fesetround(mode);
  auto run = [&](volatile Ts... in) {
    volatile auto result = fn(Ts(in)...);
    return result;
  };
  auto result = run(operands...);
  std::fesetround(FE_TONEAREST);
  return result;
}
template <typename Fn, typename... Ts>
auto rounded(isa::Round rnd, Fn fn, Ts... operands) {
  return rnd == isa::Round::RN ? fn(operands...)
                               : roundedInMode(hostMode(rnd), fn, operands...);
}

class HostNumbers {
public:
  struct W {
    uint32_t bits;
    W operator-() const { return {bits ^ 0x80000000}; }
    friend W magnitude(W x) { return {x.bits & 0x7fffffff}; }
  };
  struct X {
    uint64_t bits;
    X operator-() const { return {bits ^ uint64_t(1) << 63}; }
  };
  using P = bool;

  /// Units in the last place that RCP and RSQ are off by.
  int off32 = 0;
  /// Units of the high word that RCP64H and RSQ64H are off by.
  int off64 = 0;

  static W c32(uint32_t bits) { return {bits}; }
  static X c64(uint64_t bits) { return {bits}; }
  static X f64(double x) { return {bitsOf(x)}; }
  static P pt(bool value = true) { return value; }

  W mufu(isa::MufuOp op, W x) const {
    if (op == isa::MufuOp::RCP64H || op == isa::MufuOp::RSQ64H) {
      double y = asF64(uint64_t(x.bits) << 32);
      if (std::fabs(y) < 0x1p-1022)
        y = std::copysign(0.0, y);
      double r = op == isa::MufuOp::RCP64H ? 1 / y : 1 / std::sqrt(y);
      if (op == isa::MufuOp::RSQ64H && y == 0)
        r = 1 / y;
      if (r != r)
        return {0x7fffffff};
      uint32_t high = uint32_t(bitsOf(r) >> 32), exponent = high >> 20 & 0x7ff;
      if (exponent == 0)
        return {high & 0x80000000};
      return {exponent == 0x7ff ? high : high + uint32_t(off64)};
    }
    float y = asF32(x.bits);
    if (std::fabs(y) < 0x1p-126f)
      y = std::copysign(0.0f, y);
    double r =
        op == isa::MufuOp::RCP ? 1 / double(y) : 1 / std::sqrt(double(y));
    if (op == isa::MufuOp::RSQ && y == 0)
      r = 1 / double(y);
    if (r != r)
      return {0x7fffffff};
    uint32_t bits = bitsOf(float(r));
    if (std::fabs(r) < 0x1p-126)
      return {bits & 0x80000000};
    return {std::isinf(r) ? bits : bits + uint32_t(off32)};
  }
  static W ffma(W a, W b, W c, isa::Round rnd = isa::Round::RN) {
    return {bitsOf(rounded(
        rnd, [](float x, float y, float z) { return std::fma(x, y, z); },
        asF32(a.bits), asF32(b.bits), asF32(c.bits)))};
  }
  static W fmul(W a, W b, isa::Round rnd = isa::Round::RN) {
    return {bitsOf(rounded(
        rnd, [](float x, float y) { return x * y; }, asF32(a.bits),
        asF32(b.bits)))};
  }
  /// As isa::sem::FCHK has it.
  static P fchk(W a, W b) {
    uint32_t ea = a.bits >> 23 & 255, eb = b.bits >> 23 & 255;
    auto within = [](uint32_t v, uint32_t low, uint32_t high) {
      return v - low < high - low + 1;
    };
    return !(within(ea, 26, 254) && within(eb, 2, 252) &&
             within(ea - eb + 512, 512 - 124, 512 + 126));
  }
  static P fsetp(isa::FCmp cmp, W a, W b, isa::BoolOp bop = isa::BoolOp::AND,
                 P with = true) {
    return join(compare(cmp, asF32(a.bits), asF32(b.bits)), bop, with);
  }
  static W flush(W x) {
    return std::fabs(asF32(x.bits)) < 0x1p-126f ? W{x.bits & 0x80000000} : x;
  }

  static X dfma(X a, X b, X c, isa::Round rnd = isa::Round::RN) {
    return {bitsOf(rounded(
        rnd, [](double x, double y, double z) { return std::fma(x, y, z); },
        asF64(a.bits), asF64(b.bits), asF64(c.bits)))};
  }
  static X dmul(X a, X b, isa::Round rnd = isa::Round::RN) {
    return {bitsOf(rounded(
        rnd, [](double x, double y) { return x * y; }, asF64(a.bits),
        asF64(b.bits)))};
  }
  static X dadd(X a, X b) { return {bitsOf(asF64(a.bits) + asF64(b.bits))}; }
  static P dsetp(isa::FCmp cmp, X a, X b, isa::BoolOp bop = isa::BoolOp::AND,
                 P with = true) {
    return join(compare(cmp, asF64(a.bits), asF64(b.bits)), bop, with);
  }
  static X widen(W x) { return {bitsOf(double(asF32(x.bits)))}; }
  static W narrow(X x, isa::Round rnd) {
    return {
        bitsOf(rounded(rnd, [](double y) { return float(y); }, asF64(x.bits)))};
  }

  static W iadd(W a, W b) { return {a.bits + b.bits}; }
  static W isub(W a, W b) { return {a.bits - b.bits}; }
  static W iadd3(W a, W b, W c) { return {a.bits + b.bits + c.bits}; }
  static W isubadd(W a, W b, W c) { return {a.bits - b.bits + c.bits}; }
  static W lop3(W a, W b, W c, uint8_t lut) {
    uint32_t result = 0;
    for (unsigned i = 0; i != 8; ++i)
      if (lut >> i & 1)
        result |= (i & 4 ? a.bits : ~a.bits) & (i & 2 ? b.bits : ~b.bits) &
                  (i & 1 ? c.bits : ~c.bits);
    return {result};
  }
  static W band(W a, W b) { return {a.bits & b.bits}; }
  static W bxor(W a, W b) { return {a.bits ^ b.bits}; }
  static W shr(W a, unsigned amount, bool isSigned) {
    return {isSigned ? uint32_t(int32_t(a.bits) >> amount) : a.bits >> amount};
  }
  static W lea(W a, unsigned shift, W b) {
    return {(a.bits << shift) + b.bits};
  }
  static W imin(W a, W b) { return int32_t(a.bits) < int32_t(b.bits) ? a : b; }
  static W imax(W a, W b) { return int32_t(a.bits) > int32_t(b.bits) ? a : b; }
  static P isetp(isa::ICmp cmp, W a, W b, bool isSigned,
                 isa::BoolOp bop = isa::BoolOp::AND, P with = true) {
    int64_t x = isSigned ? int64_t(int32_t(a.bits)) : int64_t(a.bits);
    int64_t y = isSigned ? int64_t(int32_t(b.bits)) : int64_t(b.bits);
    bool holds = (unsigned(cmp) & 1 && x < y) ||
                 (unsigned(cmp) & 2 && x == y) || (unsigned(cmp) & 4 && x > y);
    return join(holds, bop, with);
  }
  static X add64(X a, X b) { return {a.bits + b.bits}; }
  static X sub64(X a, X b) { return {a.bits - b.bits}; }
  static W imad(W a, W b, W c) { return {a.bits * b.bits + c.bits}; }
  static X imadWide(W a, W b, X c) {
    return {uint64_t(a.bits) * b.bits + c.bits};
  }
  static W imadHi(W a, W b, X c, bool isSigned) {
    uint64_t product =
        isSigned ? uint64_t(int64_t(int32_t(a.bits)) * int64_t(int32_t(b.bits)))
                 : uint64_t(a.bits) * b.bits;
    return hi(X{product + c.bits});
  }
  static W imulHi(W a, W b, bool isSigned) {
    return imadHi(a, b, X{0}, isSigned);
  }
  struct Sum {
    W value;
    unsigned carry;
  };
  static Sum sum(W a, W b, W c, unsigned carry = 0) {
    uint64_t all = uint64_t(a.bits) + b.bits + c.bits + carry;
    return {{uint32_t(all)}, unsigned(all >> 32)};
  }
  static P holds(unsigned carry) { return carry != 0; }
  static X shr64(X x, unsigned amount) { return {x.bits >> amount}; }
  static W u64ToF32Up(X x) {
    return {bitsOf(
        rounded(isa::Round::RP, [](uint64_t y) { return float(y); }, x.bits))};
  }
  static X f32ToU64(W x) {
    float y = asF32(x.bits);
    return {y < 0x1p64f && y > 0 ? uint64_t(y) : 0};
  }
  static W lo(X x) { return {uint32_t(x.bits)}; }
  static W hi(X x) { return {uint32_t(x.bits >> 32)}; }
  static X pair(W low, W high) {
    return {uint64_t(high.bits) << 32 | low.bits};
  }
  template <typename T> static T select(P p, T a, T b) { return p ? a : b; }
  static P por(P a, P b) { return a || b; }

private:
  static bool join(bool holds, isa::BoolOp bop, bool with) {
    return bop == isa::BoolOp::AND ? holds && with : holds || with;
  }
  /// Comparisons are numbered by what they hold for: less, equal, greater, not
  /// ordered.
  template <typename T> static bool compare(isa::FCmp cmp, T a, T b) {
    unsigned place = a < b ? 1 : a == b ? 2 : a > b ? 4 : 8;
    return unsigned(cmp) & place;
  }
};

} // namespace ptxmlir::test

#endif // PTXMLIR_TEST_UNIT_ISA_HOSTNUMBERS_H
