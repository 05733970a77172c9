//===- SoftFloat.cpp - Exact floating point of any format -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rounding routine for all formats, on 128-bit integers; arithmetic is
// exact before it. The host's floats lack most of the formats and some of the
// rounding modes.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Semantics/SoftFloat.h"
#include <initializer_list>

using namespace ptxmlir::isa::sem;

using u128 = unsigned __int128;

static unsigned bitLength(u128 v) {
  uint64_t hi = uint64_t(v >> 64), lo = uint64_t(v);
  if (hi)
    return 128 - __builtin_clzll(hi);
  return lo ? 64 - __builtin_clzll(lo) : 0;
}

Unpacked ptxmlir::isa::sem::unpack(Fmt fmt, uint64_t bits) {
  const FloatFormat &f = formatOf(fmt);
  Unpacked u;
  bits >>= f.lowBits;
  unsigned top = f.expBits + f.fracBits;
  u.neg = (bits >> top) & 1;
  unsigned e = (bits >> f.fracBits) & f.maxExp();
  uint64_t ones = (uint64_t(1) << f.fracBits) - 1;
  uint64_t frac = bits & ones;
  if (e == f.maxExp() && !f.numbersOnly && (f.ieee || frac == ones)) {
    u.kind = f.ieee && frac == 0 ? Unpacked::Inf : Unpacked::NaN;
    return u;
  }
  if (e == 0 && frac == 0)
    return u;
  u.kind = Unpacked::Finite;
  u.sig = e ? frac | (uint64_t(1) << f.fracBits) : frac;
  u.exp = int(e ? e : 1) - f.bias() - f.fracBits;
  return u;
}

/// Whether a magnitude with remainder (`half`: the first dropped bit, `rest`:
/// anything below it) is rounded away from zero.
static bool roundsUp(Rnd rnd, bool neg, bool odd, bool half, bool rest) {
  switch (rnd) {
  case Rnd::RN:
    return half && (rest || odd);
  case Rnd::RNA:
    return half;
  case Rnd::RM:
    return neg && (half || rest);
  case Rnd::RP:
    return !neg && (half || rest);
  case Rnd::RZ:
    return false;
  }
  return false;
}

/// sig >> shift (any shift > 0), rounded.
static u128 roundShift(u128 sig, unsigned shift, Rnd rnd, bool neg) {
  if (shift > 127) {
    bool rest = sig != 0;
    return roundsUp(rnd, neg, false, false, rest) ? 1 : 0;
  }
  u128 kept = sig >> shift;
  bool half = (sig >> (shift - 1)) & 1;
  bool rest = (sig & ((u128(1) << (shift - 1)) - 1)) != 0;
  return kept + roundsUp(rnd, neg, kept & 1, half, rest);
}

uint64_t ptxmlir::isa::sem::roundPack(RoundTo to, bool neg, int exp, u128 sig) {
  const FloatFormat &f = formatOf(to.fmt);
  uint64_t sign = neg ? f.signBit() : 0;
  int lead = int(bitLength(sig)) - 1 + exp;
  int emin = 1 - f.bias();
  int unit = (lead > emin ? lead : emin) - f.fracBits;
  int shift = unit - exp;
  u128 m = shift <= 0 ? sig << -shift
                      : roundShift(sig, unsigned(shift), to.rnd, neg);
  uint64_t hidden = uint64_t(1) << f.fracBits;
  if (m < hidden)
    return to.ftz ? sign : sign | (uint64_t(m) << f.lowBits);
  if (m == u128(hidden) << 1) {
    m >>= 1;
    ++unit;
  }
  int64_t e = int64_t(unit) + f.fracBits + f.bias();
  uint64_t bits = (uint64_t(e) << f.fracBits | (uint64_t(m) & (hidden - 1)));
  bool over = e > int64_t(f.maxExp()) ||
              (f.ieee ? e == int64_t(f.maxExp()) : bits > f.maxFinite());
  if (over) {
    bool toInf = to.rnd == Rnd::RN || to.rnd == Rnd::RNA ||
                 (to.rnd == Rnd::RM && neg) || (to.rnd == Rnd::RP && !neg);
    if (to.satFinite || f.numbersOnly || !toInf)
      return sign | f.maxFinite();
    return f.ieee ? sign | f.inf() : f.nan;
  }
  return sign | (bits << f.lowBits);
}

uint64_t ptxmlir::isa::sem::pack(RoundTo to, const Unpacked &x) {
  const FloatFormat &f = formatOf(to.fmt);
  uint64_t sign = x.neg ? f.signBit() : 0;
  switch (x.kind) {
  case Unpacked::NaN:
    return f.nan;
  case Unpacked::Zero:
    return sign;
  case Unpacked::Inf:
    if (to.satFinite || f.numbersOnly)
      return sign | f.maxFinite();
    return f.ieee ? sign | f.inf() : f.nan;
  case Unpacked::Finite:
    return roundPack(to, x.neg, x.exp, x.sig);
  }
  return f.nan;
}

/// The sum of two finite nonzero numbers.
static uint64_t addFinite(RoundTo to, bool aNeg, int aExp, u128 aSig, bool bNeg,
                          int bExp, u128 bSig) {
  // Leading bits at 125: room for a carry, and at least 19 bits below the
  // longest product, so that a shift of one loses nothing and a longer one
  // keeps more than the two bits that a sticky bit needs.
  int sa = 126 - int(bitLength(aSig)), sb = 126 - int(bitLength(bSig));
  aSig <<= sa;
  bSig <<= sb;
  aExp -= sa;
  bExp -= sb;
  auto jam = [](u128 &sig, int &exp, int target) {
    int d = target - exp;
    exp = target;
    if (d > 126) {
      sig = 1;
      return;
    }
    bool lost = (sig & ((u128(1) << d) - 1)) != 0;
    sig = (sig >> d) | (lost ? 1 : 0);
  };
  if (aExp < bExp)
    jam(aSig, aExp, bExp);
  else if (bExp < aExp)
    jam(bSig, bExp, aExp);
  if (aNeg == bNeg)
    return roundPack(to, aNeg, aExp, aSig + bSig);
  if (aSig == bSig)
    return to.rnd == Rnd::RM ? formatOf(to.fmt).signBit() : 0;
  bool neg = aSig > bSig ? aNeg : bNeg;
  return roundPack(to, neg, aExp, aSig > bSig ? aSig - bSig : bSig - aSig);
}

/// The sum when a is (aKind, aNeg, aExp, aSig), which may be a product.
static uint64_t addAny(RoundTo to, Unpacked::Kind aKind, bool aNeg, int aExp,
                       u128 aSig, const Unpacked &b) {
  const FloatFormat &f = formatOf(to.fmt);
  if (aKind == Unpacked::NaN || b.kind == Unpacked::NaN ||
      (aKind == Unpacked::Inf && b.kind == Unpacked::Inf && aNeg != b.neg))
    return f.nan;
  if (aKind == Unpacked::Inf || b.kind == Unpacked::Inf) {
    Unpacked inf;
    inf.kind = Unpacked::Inf;
    inf.neg = aKind == Unpacked::Inf ? aNeg : b.neg;
    return pack(to, inf);
  }
  if (aKind == Unpacked::Zero && b.kind == Unpacked::Zero) {
    bool neg = aNeg == b.neg ? aNeg : to.rnd == Rnd::RM;
    return neg ? f.signBit() : 0;
  }
  if (aKind == Unpacked::Zero)
    return pack(to, b);
  if (b.kind == Unpacked::Zero)
    return roundPack(to, aNeg, aExp, aSig);
  return addFinite(to, aNeg, aExp, aSig, b.neg, b.exp, b.sig);
}

uint64_t ptxmlir::isa::sem::softAdd(RoundTo to, const Unpacked &a,
                                    const Unpacked &b) {
  return addAny(to, a.kind, a.neg, a.exp, a.sig, b);
}

/// The kind of a product; Zero times Inf is NaN.
static Unpacked::Kind productKind(const Unpacked &a, const Unpacked &b,
                                  bool zeroWins) {
  bool zero = a.kind == Unpacked::Zero || b.kind == Unpacked::Zero;
  if (zero && zeroWins)
    return Unpacked::Zero;
  if (a.kind == Unpacked::NaN || b.kind == Unpacked::NaN)
    return Unpacked::NaN;
  bool inf = a.kind == Unpacked::Inf || b.kind == Unpacked::Inf;
  if (zero)
    return inf ? Unpacked::NaN : Unpacked::Zero;
  return inf ? Unpacked::Inf : Unpacked::Finite;
}

uint64_t ptxmlir::isa::sem::softMul(RoundTo to, const Unpacked &a,
                                    const Unpacked &b) {
  Unpacked p;
  p.kind = productKind(a, b, false);
  p.neg = a.neg != b.neg;
  if (p.kind != Unpacked::Finite)
    return pack(to, p);
  return roundPack(to, p.neg, a.exp + b.exp, u128(a.sig) * b.sig);
}

uint64_t ptxmlir::isa::sem::softFma(RoundTo to, const Unpacked &a,
                                    const Unpacked &b, const Unpacked &c,
                                    bool zeroWins) {
  Unpacked::Kind kind = productKind(a, b, zeroWins);
  bool neg = a.neg != b.neg;
  if (kind == Unpacked::Zero && zeroWins)
    neg = false;
  return addAny(to, kind, neg, a.exp + b.exp, u128(a.sig) * b.sig, c);
}

bool ptxmlir::isa::sem::isNaN(Fmt fmt, uint64_t bits) {
  return unpack(fmt, bits).kind == Unpacked::NaN;
}

bool ptxmlir::isa::sem::isSubnormal(Fmt fmt, uint64_t bits) {
  const FloatFormat &f = formatOf(fmt);
  bits >>= f.lowBits;
  return ((bits >> f.fracBits) & f.maxExp()) == 0 &&
         (bits & ((uint64_t(1) << f.fracBits) - 1)) != 0;
}

bool ptxmlir::isa::sem::isEqual(Fmt fmt, uint64_t a, uint64_t b) {
  if (isNaN(fmt, a) || isNaN(fmt, b))
    return false;
  uint64_t rest = formatOf(fmt).signBit() - 1;
  return a == b || ((a & rest) == 0 && (b & rest) == 0);
}

bool ptxmlir::isa::sem::isLess(Fmt fmt, uint64_t a, uint64_t b) {
  if (isNaN(fmt, a) || isNaN(fmt, b) || isEqual(fmt, a, b))
    return false;
  uint64_t sign = formatOf(fmt).signBit();
  bool aNeg = a & sign, bNeg = b & sign;
  if (aNeg != bNeg)
    return aNeg;
  return aNeg ? (a & (sign - 1)) > (b & (sign - 1)) : a < b;
}

uint64_t ptxmlir::isa::sem::convert(Fmt from, uint64_t bits, RoundTo to) {
  return pack(to, unpack(from, bits));
}

uint64_t ptxmlir::isa::sem::roundToIntegral(Fmt fmt, uint64_t bits, Rnd rnd) {
  Unpacked x = unpack(fmt, bits);
  if (x.kind == Unpacked::NaN)
    return nanResult(fmt, bits, bits);
  if (x.kind != Unpacked::Finite || x.exp >= 0)
    return bits;
  u128 m = roundShift(x.sig, unsigned(-x.exp), rnd, x.neg);
  if (m == 0)
    return x.neg ? formatOf(fmt).signBit() : 0;
  return roundPack({fmt}, x.neg, 0, m);
}

uint64_t ptxmlir::isa::sem::toInteger(Fmt fmt, uint64_t bits, Rnd rnd,
                                      unsigned width, bool isSigned,
                                      uint64_t nan) {
  Unpacked x = unpack(fmt, bits);
  uint64_t maxValue = isSigned ? (uint64_t(1) << (width - 1)) - 1
                               : ~uint64_t(0) >> (64 - width);
  u128 maxMagnitude =
      x.neg ? (isSigned ? u128(1) << (width - 1) : 0) : u128(maxValue);
  u128 m = 0;
  switch (x.kind) {
  case Unpacked::NaN:
    return nan;
  case Unpacked::Zero:
    return 0;
  case Unpacked::Inf:
    m = maxMagnitude;
    break;
  case Unpacked::Finite:
    if (x.exp >= 64)
      m = maxMagnitude;
    else if (x.exp >= 0)
      m = u128(x.sig) << x.exp;
    else
      m = roundShift(x.sig, unsigned(-x.exp), rnd, x.neg);
    break;
  }
  if (m > maxMagnitude)
    m = maxMagnitude;
  return x.neg ? uint64_t(0) - uint64_t(m) : uint64_t(m);
}

uint64_t ptxmlir::isa::sem::fromInteger(uint64_t value, bool isSigned,
                                        RoundTo to) {
  bool neg = isSigned && (value >> 63);
  if (neg)
    value = 0 - value;
  return value ? roundPack(to, neg, 0, value) : 0;
}

uint64_t ptxmlir::isa::sem::nanResult(Fmt fmt, uint64_t a, uint64_t b,
                                      uint64_t c) {
  if (fmt != Fmt::F64)
    return formatOf(fmt).nan;
  for (uint64_t x : {a, b, c})
    if (isNaN(fmt, x))
      return x | (uint64_t(1) << 51);
  return formatOf(fmt).nan;
}
