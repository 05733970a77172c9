//===- Integer.h - Division of integers by instructions ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Float32.h, which says what a domain is. Why they are right: docs/math.md,
// "Integers".
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_DERIVED_INTEGER_H
#define PTXMLIR_ISA_DERIVED_INTEGER_H

#include "ptx-mlir/ISA/Derived/Float32.h"
#include "llvm/Support/MathExtras.h"

namespace ptxmlir::isa::derived {

//===----------------------------------------------------------------------===//
// 64-bit products
//===----------------------------------------------------------------------===//

/// The high 64 bits of the 128-bit product, with an addend of each product that
/// the low word of x takes part in: (x y + added) >> 64 for added = y, or 0.
template <typename D>
typename D::X emitMulHigh64(D &d, typename D::X x, typename D::X y,
                            bool addY = false) {
  auto low = addY
                 ? d.hi(d.imadWide(d.lo(x), d.lo(y), d.pair(d.lo(y), d.c32(0))))
                 : d.imulHi(d.lo(x), d.lo(y), false);
  auto inner =
      d.imadWide(d.lo(x), d.hi(y), addY ? d.pair(d.hi(y), d.c32(0)) : d.c64(0));
  auto outer = d.imadWide(d.hi(x), d.lo(y), d.c64(0));
  auto top = d.imadWide(d.hi(x), d.hi(y), d.c64(0));
  // Up to two carries from each column.
  auto column1 = d.sum(d.lo(inner), d.lo(outer), low);
  auto column2 = d.sum(d.hi(inner), d.hi(outer), d.lo(top), column1.carry);
  auto column3 = d.sum(d.hi(top), d.c32(0), d.c32(0), column2.carry);
  return d.pair(column2.value, column3.value);
}

/// x y + c modulo 2^64.
template <typename D>
typename D::X emitMulAdd64(D &d, typename D::X x, typename D::X y,
                           typename D::X c) {
  auto low = d.imadWide(d.lo(x), d.lo(y), c);
  auto high = d.imad(d.lo(x), d.hi(y), d.hi(low));
  return d.pair(d.lo(low), d.imad(d.hi(x), d.lo(y), high));
}

//===----------------------------------------------------------------------===//
// By variables
//===----------------------------------------------------------------------===//

/// x / d or x mod d of unsigned 64-bit integers; d is not zero. MUFU.RCP need
/// only be within one unit.
template <typename D>
typename D::X emitDivU64(D &d, typename D::X x, typename D::X divisor,
                         bool wantQuotient) {
  // 2^64 times a reciprocal that is never too large: the divisor is rounded up,
  // two units more than cover MUFU's error.
  auto seed = d.mufu(MufuOp::RCP, d.u64ToF32Up(divisor));
  auto z = d.f32ToU64(d.iadd(seed, d.c32((64u << 23) - 2)));
  auto minusD = d.sub64(d.c64(0), divisor);
  z = d.add64(z, emitMulHigh64(d, z, emitMulAdd64(d, minusD, z, d.c64(0))));
  auto q = emitMulHigh64(d, x, z);
  auto r = emitMulAdd64(d, q, minusD, x);
  // What is left is more than two divisors only if the divisor has 26 bits at
  // most; then it has 28, and a second quotient comes from its low word.
  auto q2 = d.imulHi(d.lo(r), d.hi(z), false);
  auto low = d.imadWide(q2, d.lo(minusD), r);
  r = d.pair(d.lo(low), d.imad(q2, d.hi(minusD), d.hi(low)));
  auto sum = d.sum(d.lo(q), q2, d.c32(0));
  q = d.pair(sum.value, d.sum(d.hi(q), d.c32(0), d.c32(0), sum.carry).value);
  for (unsigned step = 0; step != 2; ++step) {
    // r - d is not negative where r + (2^64 - d) has a carry.
    auto less = d.sum(d.lo(r), d.lo(minusD), d.c32(0));
    auto more = d.sum(d.hi(r), d.hi(minusD), d.c32(0), less.carry);
    if (wantQuotient) {
      auto next = d.sum(d.lo(q), d.c32(0), d.c32(0), more.carry);
      q = d.pair(next.value,
                 d.sum(d.hi(q), d.c32(0), d.c32(0), next.carry).value);
    }
    if (step == 0 || !wantQuotient)
      r = d.select(d.holds(more.carry), d.pair(less.value, more.value), r);
  }
  return wantQuotient ? q : r;
}

//===----------------------------------------------------------------------===//
// By constants
//===----------------------------------------------------------------------===//

/// How to divide unsigned integers of N bits by a constant d that is no power
/// of two: x / d = (x factor + (addsFactor ? factor : 0)) >> (N + shift).
struct Multiplier {
  uint64_t factor;
  unsigned shift;
  bool addsFactor;
};

/// `bits` is N, at most 64; 2^(N-1) and less may be d.
inline Multiplier findMultiplier(uint64_t divisor, unsigned bits) {
  unsigned shift = llvm::Log2_64(divisor);
  unsigned __int128 power = (unsigned __int128)1 << (bits - 1) << shift;
  // 2^(N + shift) = q d + r; the power itself may have 129 bits.
  unsigned __int128 half = power / divisor, rest = power % divisor;
  uint64_t quotient = uint64_t(2 * half + (2 * rest >= divisor));
  uint64_t remainder =
      uint64_t(2 * rest >= divisor ? 2 * rest - divisor : 2 * rest);
  // Rounded up the factor is off by (d - r) / d: small enough?
  if (divisor - remainder <= uint64_t(1) << shift)
    return {quotient + 1, shift, false};
  return {quotient, shift, true};
}

/// The same for signed integers of 32 bits and |d|: x / |d| rounded down is
/// (x factor) >> (32 + shift), for negative x one less than rounded to zero.
struct SignedMultiplier {
  uint32_t factor;
  unsigned shift;
};

inline SignedMultiplier findSignedMultiplier(uint32_t divisor) {
  for (unsigned shift = 0;; ++shift) {
    uint64_t power = uint64_t(1) << (32 + shift);
    uint64_t factor = power / divisor + 1;
    if (factor * divisor - power <= uint64_t(2) << shift)
      return {uint32_t(factor), shift};
  }
}

/// x / d or x mod d, unsigned.
template <typename D>
typename D::W emitDivU32ByConstant(D &d, typename D::W x, uint32_t divisor,
                                   bool wantQuotient) {
  if (llvm::isPowerOf2_32(divisor))
    return wantQuotient ? d.shr(x, llvm::Log2_32(divisor), false)
                        : d.band(x, d.c32(divisor - 1));
  Multiplier m = findMultiplier(divisor, 32);
  auto factor = d.c32(uint32_t(m.factor));
  auto q = m.addsFactor ? d.imadHi(x, factor, d.c64(m.factor), false)
                        : d.imulHi(x, factor, false);
  q = d.shr(q, m.shift, false);
  return wantQuotient ? q : d.imad(q, d.c32(0 - divisor), x);
}

/// x / d or x mod d, signed.
template <typename D>
typename D::W emitDivS32ByConstant(D &d, typename D::W x, int32_t divisor,
                                   bool wantQuotient) {
  uint32_t size = divisor < 0 ? 0 - uint32_t(divisor) : uint32_t(divisor);
  typename D::W q = x;
  if (llvm::isPowerOf2_32(size)) {
    // Negative dividends are rounded up: size - 1 more.
    unsigned shift = llvm::Log2_32(size);
    if (shift != 0) {
      auto sign = shift == 1 ? x : d.shr(x, shift - 1, true);
      q = d.shr(d.iadd(x, d.shr(sign, 32 - shift, false)), shift, true);
    }
    if (divisor < 0)
      q = d.isub(d.c32(0), q);
  } else {
    SignedMultiplier m = findSignedMultiplier(size);
    q = d.imulHi(x, d.c32(m.factor), true);
    // The factor has 32 bits; as a signed one it is 2^32 less.
    if (m.factor >> 31)
      q = d.iadd(q, x);
    q = m.shift ? d.shr(q, m.shift, true) : q;
    // The sign of x is -1 as a signed number, 1 as an unsigned one.
    q = divisor < 0 ? d.isub(d.shr(x, 31, true), q)
                    : d.iadd(q, d.shr(x, 31, false));
  }
  return wantQuotient ? q : d.imad(q, d.c32(0 - uint32_t(divisor)), x);
}

/// x / d or x mod d, unsigned.
template <typename D>
typename D::X emitDivU64ByConstant(D &d, typename D::X x, uint64_t divisor,
                                   bool wantQuotient) {
  if (llvm::isPowerOf2_64(divisor)) {
    if (wantQuotient)
      return d.shr64(x, llvm::Log2_64(divisor));
    return d.pair(d.band(d.lo(x), d.c32(uint32_t(divisor - 1))),
                  d.band(d.hi(x), d.c32(uint32_t((divisor - 1) >> 32))));
  }
  Multiplier m = findMultiplier(divisor, 64);
  auto q = d.shr64(emitMulHigh64(d, x, d.c64(m.factor), m.addsFactor), m.shift);
  return wantQuotient ? q : emitMulAdd64(d, q, d.c64(0 - divisor), x);
}

} // namespace ptxmlir::isa::derived

#endif // PTXMLIR_ISA_DERIVED_INTEGER_H
