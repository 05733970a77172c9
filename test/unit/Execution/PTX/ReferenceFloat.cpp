//===- ReferenceFloat.cpp - Floating point that is rounded ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0: 9.7.3 to 9.7.5, what is exact or rounded once.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "llvm/ADT/APSInt.h"

using namespace ptxmlir;
using namespace ptxmlir::test;
using llvm::APFloat;
using llvm::APInt;
using llvm::fltSemantics;
using ptx::DataType;
using ptx::Opcode;

namespace {
APFloat widened(const fltSemantics &to, APFloat value) {
  bool lost;
  value.convert(to, APFloat::rmNearestTiesToEven, &lost);
  return value;
}

/// A square root rounded once: of a scaled integer, with a bit that tells
/// whether anything is left over.
APFloat squareRoot(const APFloat &a, APFloat::roundingMode rounding) {
  const fltSemantics &f = a.getSemantics();
  if (a.isZero())
    return a;
  if (a.isNaN() || a.isNegative())
    return APFloat::getQNaN(f);
  if (a.isInfinity())
    return a;
  int exponent;
  APFloat fraction = frexp(a, exponent, APFloat::rmNearestTiesToEven);
  // a = m * 2^(exponent - 120) with an even power of two.
  int scale = 120 + (exponent & 1);
  llvm::APSInt m(128, true);
  bool exact;
  APFloat quad = widened(APFloat::IEEEquad(), fraction);
  quad = scalbn(quad, scale, APFloat::rmTowardZero);
  quad.convertToInteger(m, APFloat::rmTowardZero, &exact);
  APInt root = m.sqrt();
  // APInt rounds to the nearest.
  if ((root.zext(256) * root.zext(256)).ugt(m.zext(256)))
    root -= 1;
  bool left = root * root != m;
  APInt digits = (root << 1) | APInt(128, left);
  APFloat result(APFloat::IEEEquad());
  result.convertFromAPInt(digits, false, APFloat::rmNearestTiesToEven);
  result = scalbn(result, (exponent - scale) / 2 - 1, APFloat::rmTowardZero);
  bool lost;
  result.convert(f, rounding, &lost);
  return result;
}

/// `.ftz` means nothing to doubles; the ISA has no such spellings, but ptxas
/// takes those of rcp.
bool flushes(const Spelling &s) {
  return s.field("ftz") && DataType(s.field("dataType")) != DataType::F64;
}

/// The modifiers that act on a result.
Expect finish(const Spelling &s, APFloat value) {
  const fltSemantics &f = value.getSemantics();
  if (flushes(s))
    value = flushed(value);
  if (s.field("sat")) {
    // To [0, 1]; NaN becomes +0.
    if (value.isNaN() || value.isNegative())
      return Expect::exact(0);
    APFloat one = APFloat::getOne(f);
    return Expect::exact(toBits(value > one ? one : value));
  }
  if (value.isNaN())
    return nanOf(f);
  if (s.field("relu") && value.isNegative())
    // Whether the zero that negative results become, or -0, has a sign is left
    // open.
    return value.isZero() ? Expect::anyZero(f) : Expect::exact(0);
  return Expect::exact(toBits(value));
}

/// min and max order zeros by their sign, and prefer numbers to NaNs unless
/// `.NaN` is there.
APFloat minMax(const Spelling &s, const APFloat &a, const APFloat &b) {
  if (a.isNaN() && b.isNaN())
    return APFloat::getQNaN(a.getSemantics());
  if (a.isNaN() || b.isNaN())
    return s.field("nan") ? APFloat::getQNaN(a.getSemantics())
                          : (a.isNaN() ? b : a);
  bool aIsLess = a < b || (a.isZero() && b.isZero() && a.isNegative());
  return aIsLess == (s.opcode == Opcode::Min) ? a : b;
}

Expect minMaxElement(const Spelling &s, llvm::ArrayRef<APFloat> in) {
  APFloat a = in[0], b = in[1];
  const fltSemantics &f = a.getSemantics();
  bool sign = a.isNegative() != b.isNegative();
  bool hasThird = in.size() > 2 && s.field("hasC");
  if (s.field("abs")) {
    a.clearSign();
    b.clearSign();
  }
  APFloat d = minMax(s, a, b);
  if (hasThird) {
    APFloat c = in[2];
    if (s.field("abs"))
      c.clearSign();
    d = minMax(s, d, c);
  }
  if (s.field("xorSign") && !d.isNaN() && d.isNegative() != sign)
    d.changeSign();
  if (d.isNaN())
    return nanOf(f);
  return finish(s, d);
}

Expect arithmetic(const Spelling &s, llvm::ArrayRef<APFloat> in) {
  APFloat d = in[0];
  auto rounding = roundingOf(ptx::Rounding(s.field("rounding")));
  switch (s.opcode) {
  case Opcode::Add:
    d.add(in[1], rounding);
    break;
  case Opcode::Sub:
    d.subtract(in[1], rounding);
    break;
  case Opcode::Mul:
    d.multiply(in[1], rounding);
    break;
  case Opcode::Mad:
  case Opcode::Fma:
    d.fusedMultiplyAdd(in[1], in[2], rounding);
    break;
  case Opcode::Div:
    d.divide(in[1], rounding);
    break;
  case Opcode::Rcp:
    d = APFloat::getOne(d.getSemantics());
    d.divide(in[0], rounding);
    break;
  case Opcode::Sqrt:
    d = squareRoot(d, rounding);
    break;
  default:
    break;
  }
  return finish(s, d);
}

Expect element(const Spelling &s, llvm::ArrayRef<APFloat> in) {
  switch (s.opcode) {
  case Opcode::Neg:
  case Opcode::Abs: {
    // "NaN inputs yield an unspecified NaN."
    if (in[0].isNaN())
      return Expect::anyNaN(in[0].getSemantics());
    APFloat d = in[0];
    if (s.opcode == Opcode::Neg)
      d.changeSign();
    else
      d.clearSign();
    return finish(s, d);
  }
  case Opcode::Copysign: {
    // The sign of a, the rest of b.
    APFloat d = in[1];
    if (d.isNegative() != in[0].isNegative())
      d.changeSign();
    return Expect::exact(toBits(d));
  }
  case Opcode::Min:
  case Opcode::Max:
    return minMaxElement(s, in);
  default:
    return arithmetic(s, in);
  }
}

bool hasProperty(ptx::TestProperty property, const APFloat &a) {
  switch (property) {
  case ptx::TestProperty::Finite:
    return a.isFinite();
  case ptx::TestProperty::Infinite:
    return a.isInfinity();
  case ptx::TestProperty::Number:
    return !a.isNaN();
  case ptx::TestProperty::Notanumber:
    return a.isNaN();
  case ptx::TestProperty::Normal:
    // Zeros count as normal.
    return a.isNormal() || a.isZero();
  case ptx::TestProperty::Subnormal:
    return a.isDenormal();
  default:
    return false;
  }
}
} // namespace

bool test::floatReference(const Spelling &s, const uint64_t *in, Result *out) {
  DataType type = DataType(s.field("dataType"));
  const fltSemantics *format = formatOf(type);
  if (!format || ptx::Precision(s.field("precision")) != ptx::Precision::None)
    return false;
  switch (s.opcode) {
  case Opcode::Testp:
    *out = Expect::exact(hasProperty(ptx::TestProperty(s.field("property")),
                                     fromBits(*format, in[0])));
    return true;
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::Mad:
  case Opcode::Fma:
  case Opcode::Neg:
  case Opcode::Abs:
  case Opcode::Min:
  case Opcode::Max:
  case Opcode::Div:
  case Opcode::Rcp:
  case Opcode::Sqrt:
  case Opcode::Copysign:
    break;
  default:
    return false;
  }
  out->width = elementBits(type);
  out->count = elementsOf(type);
  for (unsigned k = 0; k < out->count; ++k) {
    if (s.opcode == Opcode::Fma && s.field("oob")) {
      // "Clamps the result to 0 if either of the operands is OOB NaN": the
      // factors. Of the addend nothing is said.
      auto isOutside = [&](unsigned n) {
        return lowBits(16, in[n] >> out->width * k) == 0x7ff7;
      };
      bool factor = isOutside(0) || isOutside(1);
      if (factor || isOutside(2)) {
        out->elements[k] = factor ? Expect::exact(0) : Expect::anything();
        continue;
      }
    }
    llvm::SmallVector<APFloat, 3> operands;
    for (unsigned n = 0; n < s.sources.size(); ++n) {
      const fltSemantics &own = *formatOf(s.sources[n].type);
      APFloat value = fromBits(own, in[n] >> out->width * k % 64);
      if (flushes(s))
        value = flushed(value);
      operands.push_back(widened(*format, value));
    }
    out->elements[k] = element(s, operands);
  }
  return true;
}
