//===- DoubleDivision.cpp - Correctly rounded f64 division and roots ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Straight-line sequences for every operand and rounding mode. RCP64H and
// RSQ64H are assumed to be right within 2^-18, relatively.
//
// Division works on significands: a and b are scaled to 1 <= |a|, b < 2, so
// that no step overflows or is subnormal; the quotient is then scaled by 2^k.
//
// 1. y0 = RCP64H(b), e = 1 - b y0, y1 = y0 + y0 (e + e^2): off by 2^-54 and one
//    rounding, upwards.
// 2. y = y1 + y1 (1 - b y1) is 1/b rounded to nearest: before rounding it is
// off
//    by less than 2^-103.8, while 1/b is a midpoint of two f64 by 2^-107 j^2 or
//    more for the numbers b = 2 - j 2^-52 that come closest, j odd. The closest
//    of all, j = 1, is right because y1 was rounded upwards (b is positive).
// 3. q = a y1 corrected once by its remainder is the quotient rounded to one of
//    its two neighbours, and is exact if the quotient is an f64.
// 4. w = q + r y, rounded as asked, with the exact remainder r = a - b q. The
// sum
//    before rounding is off by |r| |y - 1/b|, less than the distance of a/b
//    from any midpoint or f64 that it is not (Markstein's theorem): w is a/b
//    rounded.
// 5. w 2^k is exact unless subnormal or too large. A subnormal result is
// rounded
//    again, at a multiple of w's last place. What was lost before decides there
//    only by its sign: w is moved away from zero past a/b by at most one unit
//    and multiplied by 2^k (1 - 2^-53), which lies on the same side of all
//    boundaries as a/b 2^k and is rounded once.
//
//===----------------------------------------------------------------------===//

#include "FloatLowering.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::FCmp;
using ptxmlir::isa::ICmp;
using ptxmlir::isa::MufuOp;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Round;

/// High words of powers of two.
static constexpr uint32_t kOne = 0x3ff00000;
static constexpr uint32_t kExponentMask = 0x7ff00000;
static constexpr uint32_t kSignMask = 0x80000000;

static Value withHigh(FuncLowering &l, Value x, Value high) {
  return l.combine({l.lo(x), high});
}

/// (a << shift) + b.
static Value shiftAdd(FuncLowering &l, Value a, unsigned shift, Value b) {
  return l.value(Opcode::LEA, {a, b, l.zero(), l.pt()},
                 isa::LEA::shift.set(isa::LEA::kDefaultMods, shift));
}

namespace {
/// An operand taken apart.
struct Scaled {
  /// Normalised: the operand, times 2^54 if it is subnormal.
  Value high, low;
  /// The exponent field of the high word.
  Value exponent;
  /// Was it subnormal (or zero)?
  Value tiny;
  /// Is it a zero, an infinity or a NaN?
  Value special;
};
} // namespace

static Scaled takeApart(FuncLowering &l, Value x) {
  Scaled s;
  // Compared as an f32, a high word with a larger exponent is larger or a NaN.
  s.tiny =
      fsetp(l, FCmp::LT, FloatSource(l.hi(x)).magnitude(), l.imm(0x00100000));
  Value scale = l.select(s.tiny, l.imm(0x43500000), l.imm(kOne));
  Value normal = dmul(l, x, l.combine({l.zero(), scale}));
  s.low = l.lo(normal);
  s.high = l.hi(normal);
  s.exponent = l.band(s.high, l.imm(kExponentMask));
  // Exponent fields 0 and 0x7ff in one comparison.
  Value shifted = l.iadd(s.exponent, l.imm(~0u));
  s.special = l.isetp(ICmp::GE, shifted, l.imm(kExponentMask - 1), false);
  return s;
}

/// The reciprocal of the significand b by steps 1 and 2: {y1, y}.
static std::pair<Value, Value> emitInverse(FuncLowering &l, Value b,
                                           Value seed) {
  FloatSource minusB = -FloatSource(b);
  Value one = f64(l, 1.0);
  Value e = dfma(l, minusB, seed, one);
  Value e2 = dfma(l, e, e, e);
  Value y1 = dfma(l, seed, e2, seed, Round::RP);
  Value f = dfma(l, minusB, y1, one);
  return {y1, dfma(l, y1, f, y1)};
}

/// The larger (`max`) or smaller of a signed integer and a bound.
static Value clampInt(FuncLowering &l, Value a, uint32_t bound, bool max) {
  return l.minmax(a, l.imm(bound), max, /*isSigned=*/true);
}

/// Steps 4 and 5: the quotient a/b 2^k from the neighbour q of a/b.
static Value emitScaledQuotient(FuncLowering &l, Value a, Value b, Value y,
                                Value q, Value k, Round rnd) {
  FloatSource minusB = -FloatSource(b);
  Value r = dfma(l, minusB, q, a);
  Value w = dfma(l, r, y, q, rnd);
  Value left = l.hi(dfma(l, minusB, w, a));

  // Is the result subnormal, and is something left?
  Value magnitude = l.band(l.hi(w), l.imm(~kSignMask));
  Value top = shiftAdd(l, k, 20, magnitude);
  Value subnormal = l.isetp(ICmp::LT, top, l.imm(0x00100000), true);
  Value inexact = fsetp(l, FCmp::GT, FloatSource(left).magnitude(), l.zero(),
                        isa::BoolOp::AND, subnormal);
  // Something of the sign of a is left: a/b is beyond w.
  Value signs = l.bxor(left, l.hi(a));
  uint64_t mods =
      isa::ISETP::cmp.set(isa::ISETP::kDefaultMods, uint64_t(ICmp::GE));
  mods = isa::ISETP::u32.set(mods, 0);
  Value beyond =
      l.value(Opcode::ISETP, {signs, l.zero(), inexact, l.pt()}, mods);
  Value unit = l.select(beyond, l.imm(1), l.zero());
  Value moved = l.add64(w, l.combine({unit, l.zero()}));

  // 2^k is two factors: neither leaves the normal range for |k| <= 2000.
  Value k1 = l.shr(k, l.imm(1), true);
  Value k2 = l.isub(k, k1);
  Value factor1 = withHigh(l, moved, shiftAdd(l, k1, 20, l.hi(moved)));
  Value less = l.select(inexact, l.imm(~0u), l.zero());
  Value factor2 =
      l.combine({less, l.iadd(shiftAdd(l, k2, 20, l.imm(kOne)), less)});
  return dmul(l, factor1, factor2, rnd);
}

Value ptxtoori::emitDivF64(FuncLowering &l, Value a, Value b, Round rnd) {
  Scaled x = takeApart(l, a);
  Scaled z = takeApart(l, b);
  // The exponent of the quotient; beyond 1200 all are the same.
  Value k = l.shr(l.isub(x.exponent, z.exponent), l.imm(20), true);
  k = l.iadd3(k, l.select(x.tiny, l.imm(-54), l.zero()),
              l.select(z.tiny, l.imm(54), l.zero()));
  k = clampInt(l, clampInt(l, k, -1200, true), 1200, false);

  // Significands, with the sign of the result on a. Special operands keep their
  // exponents: the quotient a * RCP64H(b) is then right as it is.
  auto significand = [&](const Scaled &s, Value high) {
    uint64_t mods = isa::IADD3::bNeg.set(isa::IADD3::kDefaultMods, 1);
    Value one = l.value(Opcode::IADD3,
                        {high, s.exponent, l.imm(kOne), l.pt(), l.pt()}, mods);
    return l.select(s.special, high, one);
  };
  Value highA = l.lop3(significand(x, x.high), z.high, l.imm(kSignMask), 0x78);
  Value highB = significand(z, l.band(z.high, l.imm(~kSignMask)));
  Value sa = l.combine({x.low, highA}), sb = l.combine({z.low, highB});

  Value seed = mufu64(l, MufuOp::RCP64H, highB);
  Value ofSpecial = dmul(l, sa, seed);
  // A NaN operand is passed on as an addition would.
  Value nan = dsetp(l, FCmp::NaN, a, b);
  ofSpecial =
      emitIf(l, nan, Opcode::DADD, {a, b}, isa::DADD::kDefaultMods, ofSpecial);
  auto [y1, y] = emitInverse(l, sb, seed);
  Value q0 = dmul(l, sa, y1);
  Value r0 = dfma(l, -FloatSource(sb), q0, sa);
  Value q = dfma(l, r0, y, q0);
  Value result = emitScaledQuotient(l, sa, sb, y, q, k, rnd);
  return l.select(l.por(x.special, z.special), ofSpecial, result);
}

Value ptxtoori::emitRcpF64(FuncLowering &l, Value b, Round rnd) {
  Scaled z = takeApart(l, b);
  Value k = l.shr(l.isub(l.imm(kOne), z.exponent), l.imm(20), true);
  k = l.iadd(k, l.select(z.tiny, l.imm(54), l.zero()));

  Value magnitude = l.band(z.high, l.imm(~kSignMask));
  uint64_t mods = isa::IADD3::bNeg.set(isa::IADD3::kDefaultMods, 1);
  Value scaled =
      l.value(Opcode::IADD3,
              {magnitude, z.exponent, l.imm(kOne), l.pt(), l.pt()}, mods);
  Value highB = l.select(z.special, magnitude, scaled);
  Value sb = l.combine({z.low, highB});
  // A dividend of 1 with the sign of b.
  Value sa = l.combine(
      {l.zero(), l.lop3(l.imm(kOne), z.high, l.imm(kSignMask), 0xf8)});

  Value seed = mufu64(l, MufuOp::RCP64H, highB);
  Value ofSpecial = dmul(l, sa, seed);
  Value nan = dsetp(l, FCmp::NaN, b, b);
  ofSpecial =
      emitIf(l, nan, Opcode::DADD, {b, b}, isa::DADD::kDefaultMods, ofSpecial);
  Value y = emitInverse(l, sb, seed).second;
  Value q = withHigh(l, y, l.lop3(l.hi(y), z.high, l.imm(kSignMask), 0x78));
  Value result = emitScaledQuotient(l, sa, sb, y, q, k, rnd);
  return l.select(z.special, ofSpecial, result);
}

//===----------------------------------------------------------------------===//
// Square root
//===----------------------------------------------------------------------===//
//
// Two f64 that enclose the root are computed, and the sign of an exact
// remainder says which one it is. To nearest: the root s of an f64 is never the
// midpoint m of neighbours u < v, and a > m^2 = u v + (v - u)^2 / 4 exactly if
// a - u v is positive, since it is a multiple of (v - u)^2 and the quarter of
// one is less than it. u need only satisfy u - ulp/2 <= s <= v + ulp/2. In the
// directed modes the candidate is the root to nearest (or its neighbour, in
// case of a near tie), and the sign of a - u^2 tells the side.
//

Value ptxtoori::emitSqrtF64(FuncLowering &l, Value a, Round rnd) {
  // Remainders of numbers below 2^-767 might be subnormal: take 2^512 times
  // them.
  Value small =
      fsetp(l, FCmp::LT, FloatSource(l.hi(a)).magnitude(), l.imm(0x10000000));
  Value scale = l.select(small, l.imm(0x5ff00000), l.imm(kOne));
  Value x = dmul(l, a, l.combine({l.zero(), scale}));

  // One step of third order for the root g and half its reciprocal h, and one
  // correction of the root: off by 2^-102 before rounding.
  Value seed = mufu64(l, MufuOp::RSQ64H, l.hi(x));
  Value g0 = dmul(l, x, seed);
  Value e = dfma(l, -FloatSource(g0), seed, f64(l, 1.0));
  Value p = dfma(l, e, f64(l, 0.375), f64(l, 0.5));
  Value t = dmul(l, p, e);
  Value y = dfma(l, seed, t, seed);
  Value g = dfma(l, g0, t, g0);
  Value r = dfma(l, -FloatSource(g), g, x);
  Value h = withHigh(l, y, l.iadd(l.hi(y), l.imm(-0x00100000)));

  Value root;
  if (rnd == Round::RN) {
    Value u = dfma(l, r, h, g, Round::RM);
    Value v = l.add64(u, l.imm64(1));
    Value left = dfma(l, -FloatSource(u), v, x);
    Value above = l.isetp(ICmp::GT, l.hi(left), l.zero(), true);
    root = l.select(above, v, u);
  } else {
    Value u = dfma(l, r, h, g);
    Value left = l.hi(dfma(l, -FloatSource(u), u, x));
    bool up = rnd == Round::RP;
    Value off = l.isetp(up ? ICmp::GT : ICmp::LT, left, l.zero(), true);
    Value v = l.add64(u, l.imm64(up ? 1 : ~uint64_t(0)));
    root = l.select(off, v, u);
  }
  Value back = l.select(small, l.imm(-0x10000000), l.zero());
  root = withHigh(l, root, l.iadd(l.hi(root), back));

  // Zeros, +infinity and NaNs are their own roots; negative numbers have none,
  // and x infinity + infinity makes the NaN for them.
  Value zero = l.imm64(0), infinity = l.imm64(uint64_t(kExponentMask) << 32);
  Value regular = dsetp(l, FCmp::GT, x, zero);
  regular = dsetp(l, FCmp::LT, x, infinity, isa::BoolOp::AND, regular);
  root = l.select(regular, root, x);
  return emitIf(l, dsetp(l, FCmp::LT, x, zero), Opcode::DFMA,
                {x, infinity, infinity}, isa::DFMA::kDefaultMods, root);
}
