//===- ReferenceApproximation.cpp - .approx and .full ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0: 9.7.3 and 9.7.4, what comes with a bound of its error: within
// that bound of the function of the host; special values exactly as the tables
// of the ISA say.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::test;
using llvm::APFloat;
using llvm::fltSemantics;
using ptx::DataType;
using ptx::Opcode;

static long double real(const APFloat &value) {
  APFloat d = value;
  bool lost;
  d.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return d.convertToDouble();
}

static Expect infinity(const fltSemantics &f, bool negative) {
  return Expect::exact(toBits(APFloat::getInf(f, negative)));
}
static Expect zero(const fltSemantics &f, bool negative) {
  return Expect::exact(toBits(APFloat::getZero(f, negative)));
}

/// The distance of floats at a value.
static long double ulp(const fltSemantics &f, long double value) {
  int precision = int(APFloat::semanticsPrecision(f));
  int least = APFloat::semanticsMinExponent(f);
  int exponent = value == 0 ? least : std::max(least, std::ilogb(value));
  return std::ldexp(1.0L, exponent - precision + 1);
}

/// A relative error; results are rounded to the format besides, which counts
/// where they are subnormal.
static Expect relative(const fltSemantics &f, long double value,
                       long double error) {
  return Expect::within(f, value,
                        std::fabs(value) * error +
                            ulp(f, 0) * (std::fabs(value) < 1e-4L ? 0.5L : 0));
}

static Expect divide(const Spelling &s, const APFloat &a, const APFloat &b) {
  const fltSemantics &f = a.getSemantics();
  bool negative = a.isNegative() != b.isNegative();
  if (a.isNaN() || b.isNaN() || (a.isZero() && b.isZero()) ||
      (a.isInfinity() && b.isInfinity()))
    return nanOf(f);
  bool isApprox =
      ptx::Precision(s.field("precision")) == ptx::Precision::Approx;
  long double divisor = std::fabs(real(b));
  if (isApprox && b.isFinite() && divisor > 0x1p126L) {
    // "If a is infinity, NaN, otherwise 0": the reciprocal is subnormal. Where
    // those are not flushed the quotient can be right, too.
    if (a.isInfinity())
      return s.field("ftz") ? nanOf(f) : Expect::anything();
    long double q = std::fabs(real(a)) / divisor;
    q += 2 * ulp(f, q);
    return Expect::within(f, negative ? -q / 2 : q / 2, q / 2);
  }
  // The bound begins at the smallest normal number.
  if (isApprox && b.isDenormal())
    return Expect::anything();
  if (a.isInfinity() || b.isZero())
    return infinity(f, negative);
  if (a.isZero() || b.isInfinity())
    return zero(f, negative);
  long double q = real(a) / real(b);
  return Expect::within(f, q, 2 * ulp(f, q));
}

static Expect reciprocal(const APFloat &a) {
  const fltSemantics &f = a.getSemantics();
  if (a.isZero())
    return infinity(f, a.isNegative());
  if (a.isInfinity())
    return zero(f, a.isNegative());
  long double d = 1 / real(a);
  // Doubles from their high 32 bits.
  if (&f == &APFloat::IEEEdouble())
    return relative(f, d, 0x1p-18L);
  return Expect::within(f, d, ulp(f, d));
}

/// "Input NaNs map to a canonical NaN with encoding 0x7fffffff00000000" where
/// doubles are computed from their high words.
static Expect nanOf(const Spelling &s, const fltSemantics &f) {
  if (&f == &APFloat::IEEEdouble() && s.field("ftz"))
    return Expect::exact(0x7fffffff00000000);
  return nanOf(f);
}

static Expect squareRoot(const Spelling &s, const APFloat &a) {
  const fltSemantics &f = a.getSemantics();
  bool inverse = s.opcode == Opcode::Rsqrt;
  if (a.isZero())
    return inverse ? infinity(f, a.isNegative()) : zero(f, a.isNegative());
  if (a.isNegative())
    return nanOf(s, f);
  if (a.isInfinity())
    return inverse ? zero(f, false) : infinity(f, false);
  long double root = std::sqrt(real(a));
  if (!inverse)
    return relative(f, root, 0x1p-23L);
  return relative(f, 1 / root,
                  &f == &APFloat::IEEEdouble() ? 0x1p-18L : 0x1.13p-23L);
}

static Expect sineOrCosine(const Spelling &s, const APFloat &a) {
  const fltSemantics &f = a.getSemantics();
  if (a.isInfinity())
    return nanOf(f);
  bool isSine = s.opcode == Opcode::Sin;
  if (a.isZero())
    return isSine ? zero(f, a.isNegative())
                  : Expect::exact(toBits(APFloat::getOne(f)));
  long double x = real(a), d = isSine ? std::sin(x) : std::cos(x);
  const long double pi = 3.14159265358979323846L;
  if (std::fabs(x) <= 2 * pi)
    return Expect::within(f, d, std::exp2(-20.5L));
  if (std::fabs(x) <= 100 * pi)
    return Expect::within(f, d, std::exp2(-14.7L));
  // No bound, but it is a sine.
  return Expect::within(f, 0, 1);
}

static Expect logarithm(const APFloat &a) {
  const fltSemantics &f = a.getSemantics();
  if (a.isZero())
    return infinity(f, true);
  if (a.isNegative())
    return nanOf(f);
  if (a.isInfinity())
    return infinity(f, false);
  long double x = real(a), d = std::log2(x);
  if (x > 0.5L && x < 2)
    return Expect::within(f, d, 0x1p-22L);
  return relative(f, d, 0x1p-22L);
}

static Expect exponential(const APFloat &a) {
  const fltSemantics &f = a.getSemantics();
  if (a.isInfinity())
    return a.isNegative() ? zero(f, false) : infinity(f, false);
  long double d = std::exp2(std::max(-20000.0L, std::min(real(a), 10000.0L)));
  if (&f == &APFloat::IEEEhalf())
    return relative(f, d, std::exp2(-9.9L));
  if (&f == &APFloat::BFloat())
    return relative(f, d, 0x1p-7L);
  return Expect::within(f, d, 2 * ulp(f, d));
}

static Expect hyperbolicTangent(const APFloat &a) {
  const fltSemantics &f = a.getSemantics();
  if (a.isZero())
    return zero(f, a.isNegative());
  if (a.isInfinity())
    return Expect::exact(toBits(APFloat::getOne(f, a.isNegative())));
  long double d = std::tanh(real(a));
  if (&f == &APFloat::IEEEhalf())
    return Expect::within(f, d, std::exp2(-10.987L));
  if (&f == &APFloat::BFloat())
    return Expect::within(f, d, 0x1p-8L);
  return relative(f, d, 0x1p-11L);
}

static Expect element(const Spelling &s, const APFloat &a, const APFloat &b) {
  const fltSemantics &f = a.getSemantics();
  if (s.opcode == Opcode::Div)
    return divide(s, a, b);
  if (a.isNaN())
    return nanOf(s, f);
  switch (s.opcode) {
  case Opcode::Rcp:
    return reciprocal(a);
  case Opcode::Sqrt:
  case Opcode::Rsqrt:
    return squareRoot(s, a);
  case Opcode::Sin:
  case Opcode::Cos:
    return sineOrCosine(s, a);
  case Opcode::Lg2:
    return logarithm(a);
  case Opcode::Ex2:
    return exponential(a);
  default:
    return hyperbolicTangent(a);
  }
}

bool test::approximationReference(const Spelling &s, const uint64_t *in,
                                  Result *out) {
  DataType type = DataType(s.field("dataType"));
  const fltSemantics *format = formatOf(type);
  if (!format || ptx::Precision(s.field("precision")) == ptx::Precision::None)
    return false;
  switch (s.opcode) {
  case Opcode::Div:
  case Opcode::Rcp:
  case Opcode::Sqrt:
  case Opcode::Rsqrt:
  case Opcode::Sin:
  case Opcode::Cos:
  case Opcode::Lg2:
  case Opcode::Ex2:
  case Opcode::Tanh:
    break;
  default:
    return false;
  }
  out->width = elementBits(type);
  out->count = elementsOf(type);
  for (unsigned k = 0; k < out->count; ++k) {
    unsigned at = out->width * k;
    APFloat a = fromBits(*format, in[0] >> at);
    APFloat b = fromBits(*format, in[1] >> at);
    // "Ignore the least-significant 32 bits of a", also of a NaN.
    if (type == DataType::F64 && s.field("ftz"))
      a = fromBits(*format, in[0] >> 32 << 32);
    if (s.field("ftz")) {
      a = flushed(a);
      b = flushed(b);
    }
    out->elements[k] = element(s, a, b);
  }
  return true;
}
