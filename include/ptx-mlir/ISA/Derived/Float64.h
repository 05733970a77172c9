//===- Float64.h - Division and roots of f64 by instructions ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Float32.h, which says what a domain is. What is assumed of
// RCP64H and RSQ64H: docs/math.md.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_DERIVED_FLOAT64_H
#define PTXMLIR_ISA_DERIVED_FLOAT64_H

#include "ptx-mlir/ISA/Derived/Float32.h"

namespace ptxmlir::isa::derived {

/// High words of f64.
namespace f64 {
constexpr uint32_t kOne = 0x3ff00000, kInfinity = 0x7ff00000;
constexpr uint32_t kExponent = 0x7ff00000, kSign = 0x80000000;
/// 2^-1022, the smallest normal number.
constexpr uint32_t kSmallest = 0x00100000;
} // namespace f64

/// x with another high word.
template <typename D>
typename D::X withHigh(D &d, typename D::X x, typename D::W high) {
  return d.pair(d.lo(x), high);
}

/// What the sequences for 1/b have.
template <typename D> struct Inverse64 {
  typename D::X nearly; ///< off by 2^-54 and one rounding, upwards
  typename D::X y;      ///< 1/b to nearest
};

/// The reciprocal of a positive normal b below 2^1022 ("Reciprocals of f64").
template <typename D> Inverse64<D> emitInverse64(D &d, typename D::X b) {
  auto seed = emitSeed64(d, MufuOp::RCP64H, d.hi(b));
  auto e = d.dfma(-b, seed, d.f64(1.0));
  auto e2 = d.dfma(e, e, e);
  auto y1 = d.dfma(seed, e2, seed, Round::RP);
  auto f = d.dfma(-b, y1, d.f64(1.0));
  return {y1, d.dfma(y1, f, y1)};
}

//===----------------------------------------------------------------------===//
// Fast
//===----------------------------------------------------------------------===//

/// Is the number with this high word below 2^-1021 or not finite? Joined with
/// `with`.
template <typename D>
typename D::P emitIsFar64(D &d, typename D::W high, BoolOp bop,
                          typename D::P with) {
  constexpr uint32_t kLeast = 2 * f64::kSmallest;
  auto place = d.iadd3(high, d.c32(0 - 2 * kLeast), high);
  return d.isetp(ICmp::GE, place, d.c32(2 * (f64::kInfinity - kLeast)), false,
                 bop, with);
}

/// a/b ("Quotients"): good if a is at least 2^-969, so that remainders
/// are exact, and the quotient neither overflows nor comes near subnormal ones.
template <typename D>
CheckedX<D> emitFastDiv64(D &d, typename D::X a, typename D::X b, Round rnd) {
  auto tiny = d.fsetp(FCmp::LT, magnitude(d.hi(a)), d.c32(0x03600000));
  // |b|, and a with the sign of the quotient.
  auto m = withHigh(d, b, d.band(d.hi(b), d.c32(~f64::kSign)));
  auto x = withHigh(d, a, d.lop3(d.hi(a), d.hi(b), d.c32(f64::kSign), 0x78));
  auto y = emitInverse64(d, m).y;
  auto q = d.dmul(x, y);
  q = d.dfma(d.dfma(-m, q, x), y, q);
  if (rnd != Round::RN)
    q = d.dfma(d.dfma(-m, q, x), y, q, rnd);
  return {q, emitIsFar64(d, d.hi(q), BoolOp::OR, tiny)};
}

/// 1/b, likewise.
template <typename D>
CheckedX<D> emitFastRcp64(D &d, typename D::X b, Round rnd) {
  auto m = withHigh(d, b, d.band(d.hi(b), d.c32(~f64::kSign)));
  auto y = emitInverse64(d, m).y;
  auto q = withHigh(d, y, d.lop3(d.hi(y), d.hi(b), d.c32(f64::kSign), 0xf8));
  if (rnd != Round::RN)
    q = d.dfma(d.dfma(-b, q, d.f64(1.0)), q, q, rnd);
  return {q, emitIsFar64(d, d.hi(q), BoolOp::AND, d.pt())};
}

/// The root of a positive number from 2^-767 on, from its bits to nearest or in
/// one direction by the sign of an exact remainder ("Roots of f64").
template <typename D>
typename D::X emitRoot64(D &d, typename D::X x, Round rnd) {
  // One step of third order for the root g and half its reciprocal h, and one
  // correction of the root: off by 2^-102 before rounding.
  auto seed = emitSeed64(d, MufuOp::RSQ64H, d.hi(x));
  auto g0 = d.dmul(x, seed);
  auto e = d.dfma(-g0, seed, d.f64(1.0));
  auto p = d.dfma(e, d.f64(0.375), d.f64(0.5));
  auto t = d.dmul(p, e);
  auto y = d.dfma(seed, t, seed);
  auto g = d.dfma(g0, t, g0);
  auto r = d.dfma(-g, g, x);
  auto h = withHigh(d, y, d.iadd(d.hi(y), d.c32(0 - f64::kSmallest)));
  if (rnd == Round::RN) {
    auto u = d.dfma(r, h, g, Round::RM);
    auto v = d.add64(u, d.c64(1));
    auto above = d.isetp(ICmp::GT, d.hi(d.dfma(-u, v, x)), d.c32(0), true);
    return d.select(above, v, u);
  }
  auto u = d.dfma(r, h, g);
  auto left = d.hi(d.dfma(-u, u, x));
  bool up = rnd == Round::RP;
  auto off = d.isetp(up ? ICmp::GT : ICmp::LT, left, d.c32(0), true);
  return d.select(off, d.add64(u, d.c64(up ? 1 : ~uint64_t(0))), u);
}

template <typename D>
CheckedX<D> emitFastSqrt64(D &d, typename D::X a, Round rnd) {
  constexpr uint32_t kLeast = 0x10000000;
  auto unsafe = d.isetp(ICmp::GE, d.iadd(d.hi(a), d.c32(0 - kLeast)),
                        d.c32(f64::kInfinity - kLeast), false);
  return {emitRoot64(d, a, rnd), unsafe};
}

//===----------------------------------------------------------------------===//
// Slow
//===----------------------------------------------------------------------===//

/// An operand taken apart.
template <typename D> struct Scaled64 {
  typename D::W high, low; ///< normalised: times 2^54 if subnormal
  typename D::W exponent;  ///< the exponent field of the high word
  typename D::P tiny;      ///< subnormal or zero
  typename D::P special;   ///< zero, infinite or NaN
};

template <typename D> Scaled64<D> emitTakeApart(D &d, typename D::X x) {
  // Compared as an f32, a high word with a larger exponent is larger or a NaN.
  auto tiny = d.fsetp(FCmp::LT, magnitude(d.hi(x)), d.c32(f64::kSmallest));
  auto scale = d.select(tiny, d.c32(0x43500000), d.c32(f64::kOne));
  auto normal = d.dmul(x, d.pair(d.c32(0), scale));
  auto high = d.hi(normal), low = d.lo(normal);
  auto exponent = d.band(high, d.c32(f64::kExponent));
  // Exponent fields 0 and 0x7ff in one comparison.
  auto special = d.isetp(ICmp::GE, d.iadd(exponent, d.c32(~0u)),
                         d.c32(f64::kExponent - 1), false);
  return {high, low, exponent, tiny, special};
}

/// The high word of the significand; special operands keep their exponents: the
/// quotient a * RCP64H(b) is then right as it is.
template <typename D>
typename D::W emitSignificand(D &d, const Scaled64<D> &s, typename D::W high) {
  auto one = d.isubadd(high, s.exponent, d.c32(f64::kOne));
  return d.select(s.special, high, one);
}

/// The quotient a/b 2^k of significands from the neighbour q of a/b ("Slow
/// f64").
template <typename D>
typename D::X emitScaledQuotient(D &d, typename D::X a, typename D::X b,
                                 typename D::X y, typename D::X q,
                                 typename D::W k, Round rnd) {
  auto r = d.dfma(-b, q, a);
  auto w = d.dfma(r, y, q, rnd);
  auto left = d.hi(d.dfma(-b, w, a));

  // Is the result subnormal, and is something left?
  auto top = d.lea(k, 20, d.band(d.hi(w), d.c32(~f64::kSign)));
  auto subnormal = d.isetp(ICmp::LT, top, d.c32(f64::kSmallest), true);
  auto inexact =
      d.fsetp(FCmp::GT, magnitude(left), d.c32(0), BoolOp::AND, subnormal);
  // Something of the sign of a is left: a/b is beyond w.
  auto beyond = d.isetp(ICmp::GE, d.bxor(left, d.hi(a)), d.c32(0), true,
                        BoolOp::AND, inexact);
  auto unit = d.select(beyond, d.c32(1), d.c32(0));
  auto moved = d.add64(w, d.pair(unit, d.c32(0)));

  // 2^k is two factors: neither leaves the normal range for |k| <= 2000.
  auto k1 = d.shr(k, 1, true);
  auto k2 = d.isub(k, k1);
  auto factor1 = withHigh(d, moved, d.lea(k1, 20, d.hi(moved)));
  auto less = d.select(inexact, d.c32(~0u), d.c32(0));
  auto factor2 = d.pair(less, d.iadd(d.lea(k2, 20, d.c32(f64::kOne)), less));
  return d.dmul(factor1, factor2, rnd);
}

/// a/b for all operands.
template <typename D>
typename D::X emitSlowDiv64(D &d, typename D::X a, typename D::X b, Round rnd) {
  auto x = emitTakeApart(d, a), z = emitTakeApart(d, b);
  // The exponent of the quotient; beyond 1200 all are the same.
  auto k = d.shr(d.isub(x.exponent, z.exponent), 20, true);
  k = d.iadd3(k, d.select(x.tiny, d.c32(-54), d.c32(0)),
              d.select(z.tiny, d.c32(54), d.c32(0)));
  k = d.imin(d.imax(k, d.c32(-1200)), d.c32(1200));

  // Significands, with the sign of the result on a.
  auto highA =
      d.lop3(emitSignificand(d, x, x.high), z.high, d.c32(f64::kSign), 0x78);
  auto highB = emitSignificand(d, z, d.band(z.high, d.c32(~f64::kSign)));
  auto sa = d.pair(x.low, highA), sb = d.pair(z.low, highB);
  auto ofSpecial = d.dmul(sa, emitSeed64(d, MufuOp::RCP64H, d.hi(sb)));
  // A NaN operand is passed on as an addition would.
  ofSpecial = d.select(d.dsetp(FCmp::NaN, a, b), d.dadd(a, b), ofSpecial);
  auto [y1, y] = emitInverse64(d, sb);
  auto q0 = d.dmul(sa, y1);
  auto q = d.dfma(d.dfma(-sb, q0, sa), y, q0);
  auto result = emitScaledQuotient(d, sa, sb, y, q, k, rnd);
  return d.select(d.por(x.special, z.special), ofSpecial, result);
}

/// 1/b for all operands.
template <typename D>
typename D::X emitSlowRcp64(D &d, typename D::X b, Round rnd) {
  auto z = emitTakeApart(d, b);
  auto k = d.shr(d.isub(d.c32(f64::kOne), z.exponent), 20, true);
  k = d.iadd(k, d.select(z.tiny, d.c32(54), d.c32(0)));
  auto highB = emitSignificand(d, z, d.band(z.high, d.c32(~f64::kSign)));
  auto sb = d.pair(z.low, highB);
  // A dividend of 1 with the sign of b.
  auto sa = d.pair(d.c32(0),
                   d.lop3(d.c32(f64::kOne), z.high, d.c32(f64::kSign), 0xf8));
  auto ofSpecial = d.dmul(sa, emitSeed64(d, MufuOp::RCP64H, d.hi(sb)));
  ofSpecial = d.select(d.dsetp(FCmp::NaN, b, b), d.dadd(b, b), ofSpecial);
  auto y = emitInverse64(d, sb).y;
  auto q = withHigh(d, y, d.lop3(d.hi(y), z.high, d.c32(f64::kSign), 0x78));
  auto result = emitScaledQuotient(d, sa, sb, y, q, k, rnd);
  return d.select(z.special, ofSpecial, result);
}

/// The root for all operands.
template <typename D>
typename D::X emitSlowSqrt64(D &d, typename D::X a, Round rnd) {
  // Remainders of numbers below 2^-767 might be subnormal: take 2^512 times
  // them.
  auto small = d.fsetp(FCmp::LT, magnitude(d.hi(a)), d.c32(0x10000000));
  auto scale = d.select(small, d.c32(0x5ff00000), d.c32(f64::kOne));
  auto x = d.dmul(a, d.pair(d.c32(0), scale));
  auto root = emitRoot64(d, x, rnd);
  auto back = d.select(small, d.c32(-0x10000000), d.c32(0));
  root = withHigh(d, root, d.iadd(d.hi(root), back));

  // Zeros, +infinity and NaNs are their own roots; negative numbers have none,
  // and x infinity + infinity makes the NaN for them.
  auto zero = d.c64(0), infinity = d.c64(uint64_t(f64::kInfinity) << 32);
  auto regular =
      d.dsetp(FCmp::LT, x, infinity, BoolOp::AND, d.dsetp(FCmp::GT, x, zero));
  root = d.select(regular, root, x);
  return d.select(d.dsetp(FCmp::LT, x, zero), d.dfma(x, infinity, infinity),
                  root);
}

} // namespace ptxmlir::isa::derived

#endif // PTXMLIR_ISA_DERIVED_FLOAT64_H
