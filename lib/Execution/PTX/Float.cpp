//===- Float.cpp - Floating-point numbers of PTX --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic of the PTX ISA on the host's own floats and rounding modes, with
// nothing of ISA/Semantics: this interpreter must not share a mistake with the
// machine.
//
//===----------------------------------------------------------------------===//

#include "Float.h"
#include <algorithm>
#include <cfenv>
#include <cmath>

// Rounding modes change at run time, and no product may join a sum.
#pragma STDC FENV_ACCESS ON
#pragma STDC FP_CONTRACT OFF

using namespace ptxmlir::interp;

namespace {
/// The host's rounding mode for as long as this lives.
class RoundingScope {
public:
  explicit RoundingScope(Round round) : changed(round != Round::Even) {
    if (!changed)
      return;
    fesetround(round == Round::Zero   ? FE_TOWARDZERO
               : round == Round::Down ? FE_DOWNWARD
                                      : FE_UPWARD);
  }
  ~RoundingScope() {
    if (changed)
      fesetround(FE_TONEAREST);
  }

private:
  bool changed;
};
} // namespace

template <typename T> static T apply(Arith op, T a, T b, T c) {
  switch (op) {
  case Arith::Add:
    return a + b;
  case Arith::Sub:
    return a - b;
  case Arith::Mul:
    return a * b;
  case Arith::Div:
    return a / b;
  case Arith::Fma:
    return std::fma(a, b, c);
  case Arith::Sqrt:
    return std::sqrt(a);
  }
  return a;
}

static bool isUnary(Arith op) { return op == Arith::Sqrt; }
static bool isTernary(Arith op) { return op == Arith::Fma; }

double ptxmlir::interp::valueOf(const Format &f, uint64_t v) {
  if (f.bits == 64)
    return asDouble(v);
  if (f.bits == 32)
    return double(asFloat(v));
  bool negative = v & f.signBit();
  double d;
  if (isNaN(f, v)) {
    d = std::nan("");
  } else if (isInfinity(f, v)) {
    d = HUGE_VAL;
  } else {
    int exponent = int((v & f.exponentMask()) >> f.fractionBits);
    uint64_t fraction = v & f.fractionMask();
    if (exponent)
      fraction |= uint64_t(1) << f.fractionBits;
    else
      exponent = 1;
    d = std::ldexp(double(fraction), exponent - f.bias() - f.fractionBits);
  }
  return negative ? -d : d;
}

/// significand * 2^exponent with a sign, rounded to a format.
static uint64_t roundTo(const Format &f, bool negative,
                        unsigned __int128 significand, int exponent,
                        Round round, bool saturate) {
  using Wide = unsigned __int128;
  uint64_t sign = negative ? f.signBit() : 0;
  if (!significand)
    return sign;
  uint64_t high = uint64_t(significand >> 64);
  int length = high ? 128 - __builtin_clzll(high)
                    : 64 - __builtin_clzll(uint64_t(significand));
  // The weight of the last place of the result.
  int last = std::max(length - 1 + exponent, 1 - f.bias()) - f.fractionBits;
  int drop = last - exponent;
  Wide kept = 0, rest = 0, half = 1;
  if (drop <= 0) {
    kept = significand << -drop;
  } else if (drop > length + 1) {
    rest = 1;
    half = 2;
  } else {
    kept = drop < 128 ? significand >> drop : 0;
    rest = significand - (drop < 128 ? kept << drop : 0);
    half = Wide(1) << (drop - 1);
  }
  bool up = false;
  switch (round) {
  case Round::Even:
    up = drop > 0 && (rest > half || (rest == half && (kept & 1)));
    break;
  case Round::Away:
    up = drop > 0 && rest >= half;
    break;
  case Round::Down:
    up = rest && negative;
    break;
  case Round::Up:
    up = rest && !negative;
    break;
  case Round::Zero:
    break;
  }
  kept += up;
  if (kept >> (f.fractionBits + 1)) {
    kept >>= 1;
    ++last;
  }
  // A subnormal number has no hidden bit, and exponent field 0.
  uint64_t field =
      kept >> f.fractionBits ? uint64_t(last + f.fractionBits + f.bias()) : 0;
  uint64_t result =
      field << f.fractionBits | (uint64_t(kept) & f.fractionMask());
  if (field >> f.exponentBits || result > f.largest()) {
    bool toInfinity = round == Round::Even || round == Round::Away ||
                      round == (negative ? Round::Down : Round::Up);
    bool finiteOnly = saturate || f.top != Format::IEEE;
    result = finiteOnly || !toInfinity ? f.largest() : f.infinity();
  }
  return sign | result;
}

uint64_t ptxmlir::interp::fromDouble(const Format &f, double d, Round round,
                                     bool saturate) {
  uint64_t bits = bitsOfDouble(d);
  bool negative = bits >> 63;
  bits &= kF64.magnitudeMask();
  if (bits == kF64.infinity())
    return (negative ? f.signBit() : 0) |
           (saturate || f.top != Format::IEEE ? f.largest() : f.infinity());
  int exponent = int(bits >> 52);
  uint64_t significand = bits & kF64.fractionMask();
  if (exponent)
    significand |= uint64_t(1) << 52;
  else
    exponent = 1;
  return roundTo(f, negative, significand, exponent - 1023 - 52, round,
                 saturate);
}

uint64_t ptxmlir::interp::fromInteger(const Format &f, __int128 value,
                                      Round round) {
  bool negative = value < 0;
  return roundTo(f, negative, negative ? -value : value, 0, round, false);
}

double ptxmlir::interp::computeOdd(Arith op, double a, double b, double c) {
  RoundingScope scope(Round::Zero);
  feclearexcept(FE_INEXACT);
  volatile double x = a, y = b, z = c;
  volatile double r = apply<double>(op, x, y, z);
  if (fetestexcept(FE_INEXACT))
    return asDouble(bitsOfDouble(r) | 1);
  return r;
}

uint64_t ptxmlir::interp::compute(const Format &f, Arith op, Round round,
                                  bool ftz, uint64_t a, uint64_t b,
                                  uint64_t c) {
  if (isUnary(op))
    b = 0;
  if (!isTernary(op))
    c = 0;
  if (ftz) {
    a = flush(f, a);
    b = flush(f, b);
    c = flush(f, c);
  }
  for (uint64_t v : {a, b, c})
    if (isNaN(f, v))
      return f.bits == 64 ? v | uint64_t(1) << 51 : f.canonicalNaN();
  uint64_t r;
  if (f.bits == 64) {
    RoundingScope scope(round);
    volatile double x = asDouble(a), y = asDouble(b), z = asDouble(c);
    volatile double d = apply<double>(op, x, y, z);
    if (d != d)
      return f.canonicalNaN();
    r = bitsOfDouble(d);
  } else if (f.bits == 32) {
    RoundingScope scope(round);
    volatile float x = asFloat(a), y = asFloat(b), z = asFloat(c);
    volatile float d = apply<float>(op, x, y, z);
    if (d != d)
      return f.canonicalNaN();
    r = bitsOfFloat(d);
  } else {
    double d = computeOdd(op, valueOf(f, a), valueOf(f, b), valueOf(f, c));
    if (d != d)
      return f.canonicalNaN();
    // The sign of an exact zero sum depends on the rounding mode.
    if (d == 0 && round == Round::Down) {
      RoundingScope scope(round);
      volatile double x = valueOf(f, a), y = valueOf(f, b), z = valueOf(f, c);
      d = apply<double>(op, x, y, z);
    }
    r = fromDouble(f, d, round);
  }
  return ftz ? flush(f, r) : r;
}

int ptxmlir::interp::compareFloat(const Format &f, uint64_t a, uint64_t b) {
  if (isNaN(f, a) || isNaN(f, b))
    return 2;
  double x = valueOf(f, a), y = valueOf(f, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

uint64_t ptxmlir::interp::minMax(const Format &f, uint64_t a, uint64_t b,
                                 bool isMin, bool nan) {
  bool aNaN = isNaN(f, a), bNaN = isNaN(f, b);
  if ((aNaN && bNaN) || (nan && (aNaN || bNaN)))
    return f.canonicalNaN();
  if (aNaN || bNaN)
    return aNaN ? b : a;
  int order = compareFloat(f, a, b);
  if (order == 0) // Zeros of both signs.
    order = (a & f.signBit() ? 0 : 1) - (b & f.signBit() ? 0 : 1);
  return (order < 0) == isMin ? a : b;
}

uint64_t ptxmlir::interp::saturate(const Format &f, uint64_t v) {
  if (isNaN(f, v) || v & f.signBit())
    return 0;
  uint64_t one = uint64_t(f.bias()) << f.fractionBits;
  return v > one ? one : v;
}

uint64_t ptxmlir::interp::relu(const Format &f, uint64_t v) {
  if (isNaN(f, v))
    return f.canonicalNaN();
  return v & f.signBit() ? 0 : v;
}
