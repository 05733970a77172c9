//===- Host.cpp - Float operations of HostDomain --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round-to-nearest f32 and f64 use the host's own arithmetic, which is IEEE;
// everything else is computed on bits.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Semantics/Domain.h"
#include <cmath>
#include <initializer_list>

using namespace ptxmlir::isa::sem;

static double asDouble(uint64_t bits) {
  double v;
  memcpy(&v, &bits, 8);
  return v;
}
static uint64_t bitsOf(double v) {
  uint64_t bits;
  memcpy(&bits, &v, 8);
  return bits;
}
static float asFloat(uint64_t bits) {
  uint32_t word = uint32_t(bits);
  float v;
  memcpy(&v, &word, 4);
  return v;
}
static uint32_t bitsOf(float v) {
  uint32_t bits;
  memcpy(&bits, &v, 4);
  return bits;
}

uint64_t ptxmlir::isa::sem::hostAdd(RoundTo to, uint64_t a, uint64_t b) {
  if (to.fmt == Fmt::F64 && to.rnd == Rnd::RN) {
    double r = asDouble(a) + asDouble(b);
    return r == r ? bitsOf(r) : nanResult(Fmt::F64, a, b);
  }
  uint64_t r = softAdd(to, unpack(to.fmt, a), unpack(to.fmt, b));
  return to.fmt == Fmt::F64 && isNaN(Fmt::F64, r) ? nanResult(Fmt::F64, a, b)
                                                  : r;
}

uint64_t ptxmlir::isa::sem::hostMul(RoundTo to, uint64_t a, uint64_t b,
                                    int scale) {
  if (to.fmt == Fmt::F64 && to.rnd == Rnd::RN && scale == 0) {
    double r = asDouble(a) * asDouble(b);
    return r == r ? bitsOf(r) : nanResult(Fmt::F64, a, b);
  }
  Unpacked x = unpack(to.fmt, a);
  x.exp += scale;
  uint64_t r = softMul(to, x, unpack(to.fmt, b));
  return to.fmt == Fmt::F64 && isNaN(Fmt::F64, r) ? nanResult(Fmt::F64, a, b)
                                                  : r;
}

uint64_t ptxmlir::isa::sem::hostFma(RoundTo to, uint64_t a, uint64_t b,
                                    uint64_t c, bool zeroWins) {
  if (to.rnd == Rnd::RN && !zeroWins) {
    if (to.fmt == Fmt::F32) {
      float r = fmaf(asFloat(a), asFloat(b), asFloat(c));
      if (r != r)
        return 0x7fffffff;
      return to.ftz ? flush(Fmt::F32, bitsOf(r)) : bitsOf(r);
    }
    if (to.fmt == Fmt::F64) {
      double r = fma(asDouble(a), asDouble(b), asDouble(c));
      return r == r ? bitsOf(r) : nanResult(Fmt::F64, a, b, c);
    }
  }
  uint64_t r = softFma(to, unpack(to.fmt, a), unpack(to.fmt, b),
                       unpack(to.fmt, c), zeroWins);
  return to.fmt == Fmt::F64 && isNaN(Fmt::F64, r) ? nanResult(Fmt::F64, a, b, c)
                                                  : r;
}

//===----------------------------------------------------------------------===//
// The special function unit
//===----------------------------------------------------------------------===//

/// sin or cos of x turns. Reducing by whole and quarter turns is exact.
static double ofTurns(double x, bool cosine) {
  if (!std::isfinite(x))
    return NAN;
  const double twoPi = 6.283185307179586476925;
  x = x - std::floor(x);
  double quarters = std::floor(x * 4 + 0.5);
  double r = (x - quarters / 4) * twoPi;
  switch ((int(quarters) + (cosine ? 1 : 0)) & 3) {
  case 0:
    return std::sin(r);
  case 1:
    return std::cos(r);
  case 2:
    return -std::sin(r);
  default:
    return -std::cos(r);
  }
}

static double evaluate(MufuOp op, double x) {
  switch (op) {
  case MufuOp::COS:
    return ofTurns(x, true);
  case MufuOp::SIN:
    return x == 0 ? x : ofTurns(x, false);
  case MufuOp::EX2:
    return std::exp2(x);
  case MufuOp::LG2:
    return std::log2(x);
  case MufuOp::RCP:
  case MufuOp::RCP64H:
    return 1.0 / x;
  case MufuOp::RSQ:
  case MufuOp::RSQ64H:
    return x == 0 ? 1.0 / x : 1.0 / std::sqrt(x);
  case MufuOp::SQRT:
    return std::sqrt(x);
  case MufuOp::TANH:
    return std::tanh(x);
  }
  return x;
}

uint32_t ptxmlir::isa::sem::mufu32(MufuOp op, uint32_t bits) {
  if (isNaN(Fmt::F32, bits))
    return 0x7fffffff;
  bool keep = op == MufuOp::TANH;
  if (!keep)
    bits = uint32_t(flush(Fmt::F32, bits));
  double x = asFloat(bits);
  double r = evaluate(op, x);
  if (r != r)
    return 0x7fffffff;
  return uint32_t(convert(Fmt::F64, bitsOf(r), {Fmt::F32, Rnd::RN, !keep}));
}

uint32_t ptxmlir::isa::sem::mufu16(MufuOp op, Fmt fmt, uint32_t bits) {
  if (isNaN(fmt, bits))
    return uint32_t(formatOf(fmt).nan);
  double r = evaluate(op, asDouble(convert(fmt, bits, {Fmt::F64})));
  return uint32_t(convert(Fmt::F64, bitsOf(r), {fmt}));
}

uint32_t ptxmlir::isa::sem::mufu64h(MufuOp op, uint32_t high) {
  // Only the high word is seen. A NaN whose payload is in the low word cannot
  // be told from an infinity.
  uint64_t bits = uint64_t(high) << 32;
  if (isNaN(Fmt::F64, bits))
    return 0x7fffffff;
  bits = flush(Fmt::F64, bits);
  double r = evaluate(op, asDouble(bits));
  if (r != r)
    return 0x7fffffff;
  return uint32_t(flush(Fmt::F64, bitsOf(r)) >> 32);
}

//===----------------------------------------------------------------------===//
// Its errors
//===----------------------------------------------------------------------===//

/// The largest error that the PTX ISA (9.7.3 and 9.7.4) allows a result that is
/// `r` exactly.
static double largestError(MufuOp op, Fmt fmt, double x, double r) {
  double size = std::fabs(r);
  // (Just below, if r is a power of two: it may have been rounded up to it.)
  double ulp =
      r == 0 ? 0 : std::ldexp(1, std::ilogb(std::nextafter(r, 0)) - 23);
  switch (op) {
  case MufuOp::COS:
  case MufuOp::SIN:
    // The instructions' bounds (2^-20.5 for one turn, 2^-14.7 for 50 turns) are
    // for a multiplication by 1 / 2pi, too, which may take most of it.
    return std::fabs(x) <= 1 ? 0x1p-22 : std::fabs(x) <= 50 ? 0x1p-16 : 0;
  case MufuOp::EX2:
    return fmt == Fmt::F16    ? size * std::exp2(-9.9)
           : fmt == Fmt::BF16 ? size * 0x1p-7
                              : ulp; // half: code squares results below 2^-126
  case MufuOp::LG2:
    return x > 0.5 && x < 2 ? 0x1p-22 : size * 0x1p-22;
  case MufuOp::RCP:
    return ulp;
  case MufuOp::RSQ:
    return size * std::exp2(-22.9);
  case MufuOp::SQRT:
    return size * 0x1p-23;
  case MufuOp::RCP64H:
  case MufuOp::RSQ64H:
    // High words only. The ISA says "gross"; a word has 20 bits behind the
    // point, of which the last one is cut off.
    return size * 0x1p-20;
  case MufuOp::TANH:
    return fmt == Fmt::F16    ? std::exp2(-10.987)
           : fmt == Fmt::BF16 ? 0x1p-8
                              : size * 0x1p-11;
  }
  return 0;
}

uint32_t ptxmlir::isa::sem::mufuApart(MufuOp op, Fmt fmt, uint32_t bits,
                                      double part) {
  uint32_t nearest = HostDomain::mufu(op, fmt, bits);
  bool isHigh = op == MufuOp::RCP64H || op == MufuOp::RSQ64H;
  bool ftz = fmt == Fmt::F32 && op != MufuOp::TANH;
  double x = asDouble(
      isHigh ? flush(Fmt::F64, uint64_t(bits) << 32)
             : convert(fmt, ftz ? flush(fmt, bits) : bits, {Fmt::F64}));
  double r = evaluate(op, x);
  if (!std::isfinite(x) || !std::isfinite(r) || x == 0 || r == 0)
    return nearest;
  double error = largestError(op, fmt, x, r), wanted = r + part * error;
  if (isHigh)
    return nearest & 0x7ff00000 ? uint32_t(bitsOf(wanted) >> 32) : nearest;
  // The nearest number of the format may be further off than the bound: then
  // the one on the other side of what is wanted.
  for (Rnd rnd : {Rnd::RN, wanted > r ? Rnd::RM : Rnd::RP}) {
    uint64_t off = convert(Fmt::F64, bitsOf(wanted), {fmt, rnd, ftz});
    double value = asDouble(convert(fmt, off, {Fmt::F64}));
    if (std::fabs(value - r) <= error)
      return uint32_t(off);
  }
  return nearest;
}
