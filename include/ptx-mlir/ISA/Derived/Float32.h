//===- Float32.h - Division and roots of f32 by instructions ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of machine instructions for division, reciprocals and square roots,
// correctly rounded. They are templates over a domain `D` that performs or
// emits the instructions: the compiler instantiates them with a builder of ori
// operations, utils/check-math with numbers of the host. What is checked there
// is what is emitted.
//
// A fast sequence comes with a predicate that says for which operands it is not
// good; the slow one is right for all. Why they are right, and for which
// results of MUFU: docs/math.md, whose sections the comments name.
//
// A domain has the types W (one register) and X (a pair of them), which take a
// sign for nothing (-x, magnitude(x) of a floating-point source), P
// (predicate), and a function for each instruction.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_DERIVED_FLOAT32_H
#define PTXMLIR_ISA_DERIVED_FLOAT32_H

#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::isa::derived {

/// What a fast sequence computes, and where that is not the result.
template <typename Value, typename Predicate> struct Checked {
  Value value;
  Predicate unsafe;
};
template <typename D> using CheckedW = Checked<typename D::W, typename D::P>;
template <typename D> using CheckedX = Checked<typename D::X, typename D::P>;

/// Bits of numbers that several sequences name.
namespace f32 {
constexpr uint32_t kOne = 0x3f800000, kHalf = 0x3f000000;
constexpr uint32_t kInfinity = 0x7f800000, kSign = 0x80000000;
/// 2^-126, the smallest normal number.
constexpr uint32_t kSmallest = 0x00800000;
} // namespace f32

//===----------------------------------------------------------------------===//
// Fast
//===----------------------------------------------------------------------===//

/// 1/b to nearest for a normal b below 2^126 (docs/math.md, "Reciprocals of
/// f32"). e
/// is exact, and rounded up in its square so that no tie is met from below.
template <typename D> typename D::W emitInverse32(D &d, typename D::W b) {
  auto seed = d.mufu(MufuOp::RCP, b);
  auto e = d.ffma(-b, seed, d.c32(f32::kOne));
  auto e2 = d.ffma(e, e, e, Round::RP);
  return d.ffma(seed, e2, seed);
}

/// a/b where FCHK holds not ("Quotients").
template <typename D>
CheckedW<D> emitFastDiv32(D &d, typename D::W a, typename D::W b, Round rnd) {
  auto unsafe = d.fchk(a, b);
  auto y = emitInverse32(d, b);
  auto q = d.fmul(a, y);
  q = d.ffma(d.ffma(-b, q, a), y, q);
  // To nearest this is the result; else it is exact if a/b is a number.
  if (rnd != Round::RN)
    q = d.ffma(d.ffma(-b, q, a), y, q, rnd);
  return {q, unsafe};
}

template <typename D>
CheckedW<D> emitFastRcp32(D &d, typename D::W b, Round rnd) {
  // Without the sign, from 2^-126 up to 2^126.
  auto place = d.iadd3(b, d.c32(0 - 2 * f32::kSmallest), b);
  auto unsafe =
      d.isetp(ICmp::GE, place, d.c32(2 * (0x7e800000 - f32::kSmallest)), false);
  auto y = emitInverse32(d, b);
  if (rnd != Round::RN)
    y = d.ffma(d.ffma(-b, y, d.c32(f32::kOne)), y, y, rnd);
  return {y, unsafe};
}

/// The root from 2^-101 on ("Square roots of f32"): one step for the root g and
/// half its reciprocal h, and one correction by an exact remainder.
template <typename D>
CheckedW<D> emitFastSqrt32(D &d, typename D::W a, Round rnd) {
  constexpr uint32_t kLeast = 0x0d000000;
  auto unsafe = d.isetp(ICmp::GE, d.iadd(a, d.c32(0 - kLeast)),
                        d.c32(f32::kInfinity - kLeast), false);
  auto seed = d.mufu(MufuOp::RSQ, a);
  auto g = d.fmul(a, seed);
  auto h = d.fmul(seed, d.c32(f32::kHalf));
  auto e = d.ffma(-g, h, d.c32(f32::kHalf));
  g = d.ffma(g, e, g);
  h = d.ffma(h, e, h);
  auto root = d.ffma(d.ffma(-g, g, a), h, g);
  if (rnd != Round::RN)
    root = d.ffma(d.ffma(-root, root, a), h, root, rnd);
  return {root, unsafe};
}

//===----------------------------------------------------------------------===//
// Slow: through f64
//===----------------------------------------------------------------------===//

/// Is the f64 with this high word a zero, an infinity or a NaN, where other
/// numbers lie between 2^-1000 and 2^1000? Read as an f32, the high word of a
/// zero is a zero, that of an infinity or NaN a NaN.
template <typename D> typename D::P emitIsSpecial64(D &d, typename D::W high) {
  return d.fsetp(FCmp::LEU, magnitude(high), d.c32(0));
}

/// MUFU.RCP64H or RSQ64H of a high word, with a low word of zero.
template <typename D>
typename D::X emitSeed64(D &d, MufuOp op, typename D::W high) {
  return d.pair(d.c32(0), d.mufu(op, high));
}

/// The f32 of the f64 `exact`; with `ftz` flushed where the f64 is below the
/// smallest normal f32. A quotient there is at most 2^-126 - 2^-150, which has
/// 24 bits: rounding without the subnormal grid would not carry it to 2^-126.
template <typename D>
typename D::W emitNarrowed(D &d, typename D::X exact, Round rnd, bool ftz) {
  auto result = d.narrow(exact, rnd);
  if (!ftz)
    return result;
  auto tiny = d.fsetp(FCmp::LT, magnitude(d.hi(exact)), d.c32(0x38100000));
  return d.select(tiny, d.band(result, d.c32(f32::kSign)), result);
}

/// a/b for all operands ("Slow f32").
template <typename D>
typename D::W emitSlowDiv32(D &d, typename D::W a, typename D::W b, Round rnd,
                            bool ftz) {
  if (ftz) {
    a = d.flush(a);
    b = d.flush(b);
  }
  auto x = d.widen(a), y = d.widen(b);
  // 1/y with an error of the third power of the seed's, and in the meantime the
  // seed's quotient and its remainder, whose 45 and 52 bits are exact.
  auto seed = emitSeed64(d, MufuOp::RCP64H, d.hi(y));
  auto e = d.dfma(-y, seed, d.f64(1.0));
  auto quotient = d.dmul(x, seed);
  auto e2 = d.dfma(e, e, e);
  auto remainder = d.dfma(-y, quotient, x);
  auto inverse = d.dfma(seed, e2, seed);
  auto q = d.dfma(remainder, inverse, quotient);
  // The seed of a zero, infinite or NaN divisor makes the right quotient
  // already, as does such a dividend; then the corrections are NaNs.
  q = d.select(emitIsSpecial64(d, d.hi(quotient)), quotient, q);
  return emitNarrowed(d, q, rnd, ftz);
}

/// 1/b for all operands: y (1 + e + e^2 + e^3) is off by e^4 = (1 - b y)^4.
template <typename D>
typename D::W emitSlowRcp32(D &d, typename D::W b, Round rnd, bool ftz) {
  if (ftz)
    b = d.flush(b);
  auto y = d.widen(b);
  auto seed = emitSeed64(d, MufuOp::RCP64H, d.hi(y));
  auto e = d.dfma(-y, seed, d.f64(1.0));
  auto e2 = d.dfma(e, e, e);
  auto e3 = d.dfma(e, e2, e);
  auto q = d.dfma(seed, e3, seed);
  q = d.select(emitIsSpecial64(d, d.hi(seed)), seed, q);
  return emitNarrowed(d, q, rnd, ftz);
}

/// The root for all operands. With e = 1 - a y^2, sqrt(a) = a y (1 - e)^(-1/2),
/// whose series ends after e^3: the next term is below 2^-69. A root is never
/// subnormal.
template <typename D>
typename D::W emitSlowSqrt32(D &d, typename D::W a, Round rnd, bool ftz) {
  if (ftz)
    a = d.flush(a);
  auto x = d.widen(a);
  auto seed = emitSeed64(d, MufuOp::RSQ64H, d.hi(x));
  auto root = d.dmul(x, seed);
  auto e = d.dfma(-root, seed, d.f64(1.0));
  auto p = d.dfma(e, d.f64(0.3125), d.f64(0.375));
  p = d.dfma(p, e, d.f64(0.5));
  auto result = d.narrow(d.dfma(d.dmul(root, e), p, root), rnd);
  // The roots of zeros and of +infinity are themselves.
  auto same = d.fsetp(FCmp::EQ, a, d.c32(f32::kInfinity));
  same = d.fsetp(FCmp::EQ, a, d.c32(0), BoolOp::OR, same);
  return d.select(same, a, result);
}

} // namespace ptxmlir::isa::derived

#endif // PTXMLIR_ISA_DERIVED_FLOAT32_H
