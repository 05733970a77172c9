//===- ReferenceConvert.cpp - cvt and cvt.pack ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0: 9.7.9, cvt and cvt.pack.
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

static APFloat::roundingMode rounding(const Spelling &s) {
  return roundingOf(ptx::Rounding(s.field("rounding")));
}
static bool saturates(const Spelling &s) {
  return ptx::Saturate(s.field("sat")) == ptx::Saturate::Sat;
}
static bool saturatesFinite(const Spelling &s) {
  return ptx::Saturate(s.field("sat")) == ptx::Saturate::Satfinite;
}
static bool isSingle(const fltSemantics &f) {
  return &f == &APFloat::IEEEsingle();
}

/// An integer in a register: extended as its type says.
static Expect inRegister(const Spelling &s, DataType type, Wide value) {
  Wide own = numberOf(type, uint64_t(value));
  return Expect::exact(lowBits(s.results[0].width, uint64_t(own)));
}

static Expect toInteger(const Spelling &s, DataType type, APFloat value) {
  unsigned width = ptx::getBitWidth(type);
  if (s.field("ftz") && isSingle(value.getSemantics()))
    value = flushed(value);
  if (value.isNaN()) {
    bool zero = &value.getSemantics() != &APFloat::IEEEdouble() && width < 64;
    return inRegister(s, type, zero ? 0 : Wide(1) << (width - 1));
  }
  // Out of range gives the nearest, with or without .sat.
  llvm::APSInt number(width, !ptx::isSigned(type));
  bool exact;
  value.convertToInteger(number, rounding(s), &exact);
  return inRegister(s, type, Wide(number.getZExtValue()));
}

/// The last steps of a conversion to a common format.
static Expect finish(const Spelling &s, APFloat value) {
  const fltSemantics &f = value.getSemantics();
  if (s.field("ftz") && isSingle(f))
    value = flushed(value);
  if (saturates(s)) {
    if (value.isNaN() || value.isNegative())
      return Expect::exact(0);
    APFloat one = APFloat::getOne(f);
    return Expect::exact(toBits(value > one ? one : value));
  }
  if (value.isNaN())
    return s.field("relu") ? nanOf(f) : Expect::anyNaN(f);
  if (s.field("relu") && value.isNegative())
    return value.isZero() ? Expect::anyZero(f) : Expect::exact(0);
  return Expect::exact(toBits(value));
}

static Expect fromInteger(const Spelling &s, const fltSemantics &f,
                          DataType source, uint64_t bits) {
  Wide number = numberOf(source, bits);
  APFloat value(f);
  bool negative = number < 0;
  unsigned __int128 magnitude = negative ? -number : number;
  APInt wide(128, {uint64_t(magnitude), uint64_t(magnitude >> 64)});
  if (negative)
    wide.negate();
  value.convertFromAPInt(wide, true, rounding(s));
  return finish(s, value);
}

/// A float in a format that has infinities: f16, bf16, tf32, f32, f64.
static Expect toCommon(const Spelling &s, DataType type, APFloat value) {
  const fltSemantics &f = *formatOf(type);
  if (s.field("ftz") && isSingle(value.getSemantics()))
    value = flushed(value);
  bool lost;
  switch (ptx::Rounding(s.field("rounding"))) {
  case ptx::Rounding::Rni:
  case ptx::Rounding::Rzi:
  case ptx::Rounding::Rmi:
  case ptx::Rounding::Rpi:
    value.roundToIntegral(rounding(s));
    return finish(s, value);
  default:
    break;
  }
  // The bits of a tf32 NaN are not said, and ptxas's code for `.rna` cuts off
  // those that may be all that makes it one.
  if (type == DataType::Tf32 && value.isNaN() &&
      ptx::Rounding(s.field("rounding")) == ptx::Rounding::Rna)
    return Expect::anything();
  const fltSemantics &rounded =
      type == DataType::Tf32 ? APFloat::FloatTF32() : f;
  bool wasFinite = !value.isNaN();
  value.convert(rounded, rounding(s), &lost);
  if (saturatesFinite(s) && wasFinite && value.isInfinity())
    value = APFloat::getLargest(rounded, value.isNegative());
  value.convert(f, APFloat::rmNearestTiesToEven, &lost);
  return finish(s, value);
}

/// The power of two that rounding gives, always positive, as 8 bits.
static Expect toExponent(const Spelling &s, const APFloat &value) {
  if (value.isNaN())
    return Expect::exact(0xff);
  // What becomes of negative numbers is not said: there is no sign.
  if (value.isNegative() && !value.isZero())
    return Expect::anything();
  if (value.isInfinity())
    return saturatesFinite(s) ? Expect::exact(0xfe) : Expect::exact(0xff);
  if (value.isZero())
    return Expect::exact(0);
  int exponent = ilogb(value);
  bool isPower = toBits(scalbn(value, -exponent, APFloat::rmTowardZero)) ==
                 toBits(APFloat::getOne(value.getSemantics()));
  if (ptx::Rounding(s.field("rounding")) == ptx::Rounding::Rp && !isPower)
    ++exponent;
  if (exponent > 127)
    return Expect::exact(saturatesFinite(s) ? 0xfe : 0xff);
  return Expect::exact(exponent < -127 ? 0 : unsigned(exponent + 127));
}

/// Formats of 8 bits or less, always to the nearest and to finite numbers.
static Expect toNarrow(const Spelling &s, const fltSemantics &f,
                       APFloat value) {
  if (value.isNaN()) {
    // Of the formats without NaN the largest number.
    if (!APFloat::semanticsHasNaN(f))
      return Expect::exact(toBits(APFloat::getLargest(f)));
    return Expect::anyNaN(f);
  }
  bool lost;
  if (s.field("relu") && value.isNegative())
    return value.isZero() ? Expect::anyZero(f) : Expect::exact(0);
  APFloat largest = APFloat::getLargest(f, value.isNegative());
  APFloat limit = largest;
  limit.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  APFloat wide = value;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  if (abs(wide) >= abs(limit))
    return Expect::exact(toBits(largest));
  value.convert(f, APFloat::rmNearestTiesToEven, &lost);
  return Expect::exact(toBits(value));
}

static Expect convertElement(const Spelling &s, DataType type, APFloat value) {
  const fltSemantics &f = *formatOf(type);
  if (type == DataType::Ue8m0x2)
    return toExponent(s, value);
  if (APFloat::semanticsSizeInBits(f) <= 8)
    return toNarrow(s, f, value);
  return toCommon(s, type, value);
}

//===----------------------------------------------------------------------===//
// Stochastic rounding
//===----------------------------------------------------------------------===//

/// Towards zero, after `random` of 2^width steps to the next number are added.
static Expect roundStochastically(const Spelling &s, const fltSemantics &f,
                                  APFloat value, unsigned random,
                                  unsigned width) {
  if (value.isNaN())
    return toNarrow(s, f, value);
  bool negative = value.isNegative();
  if (negative && s.field("relu"))
    return value.isZero() ? Expect::anyZero(f) : Expect::exact(0);
  constexpr auto towardZero = APFloat::rmTowardZero;
  bool lost;
  APFloat largest = APFloat::getLargest(f), sum = abs(value);
  APFloat limit = largest;
  limit.convert(APFloat::IEEEquad(), towardZero, &lost);
  sum.convert(APFloat::IEEEquad(), towardZero, &lost);
  // Where rounding ends at the largest number.
  bool stays = saturatesFinite(s) && sum >= limit;
  if (!stays && sum.isFiniteNonZero()) {
    int least = APFloat::semanticsMinExponent(f);
    int step =
        std::max(ilogb(sum), least) + 1 - int(APFloat::semanticsPrecision(f));
    APFloat part(APFloat::IEEEquad(), random);
    part = scalbn(part, step - int(width), towardZero);
    sum.add(part, towardZero);
    // The first number that the exponents no longer have.
    if (ilogb(sum) > APFloat::semanticsMaxExponent(f))
      sum = APFloat::getInf(APFloat::IEEEquad());
  }
  if (stays || (saturatesFinite(s) && sum >= limit))
    sum = limit;
  sum.convert(f, towardZero, &lost);
  if (negative)
    sum.changeSign();
  return Expect::exact(toBits(sum));
}

/// The random bits of a source, bit `k` the k-th letter of the places from the
/// top: two halves; of four elements two share 16 bits, the first of them reads
/// them from the lowest bit. (Sources:
/// include/ptx-mlir/ISA/Semantics/Convert.h.)
static unsigned randomBits(DataType type, unsigned source, uint64_t word) {
  unsigned r = 0;
  for (unsigned k = 0; k < 16; ++k) {
    unsigned place = 31 - k; // of the first pair, read from the top
    if (type == DataType::E2m1x4)
      place = k < 8 ? 31 - k : 15 - (k - 8);
    bool isQuad = elementsOf(type) == 4;
    if (isQuad ? source >= 2 : source == 1)
      place -= type == DataType::E2m1x4 ? 8 : 16;
    unsigned weight = isQuad && source % 2 == 0 ? k : 15 - k;
    r |= unsigned(word >> place & 1) << weight;
  }
  return type == DataType::F16x2 ? r & 0x1fff : r;
}

static bool convert(const Spelling &s, const uint64_t *in, Result *out) {
  DataType type = DataType(s.field("dataType"));
  DataType source = DataType(s.field("srcType"));
  const fltSemantics *to = formatOf(type), *from = formatOf(source);
  out->width = s.results[0].width;
  if (!from && !to) {
    Wide value = numberOf(source, in[0]);
    if (saturates(s))
      value = clampTo(ptx::isSigned(type), ptx::getBitWidth(type), value);
    out->elements[0] = inRegister(s, type, value);
    return true;
  }
  if (!to) {
    out->elements[0] = toInteger(s, type, fromBits(*from, in[0]));
    return true;
  }
  if (!from) {
    out->elements[0] = fromInteger(s, *to, source, in[0]);
  } else if (elementsOf(type) == 1) {
    out->elements[0] = convertElement(s, type, fromBits(*from, in[0]));
  } else {
    // The elements of one register, or a above b.
    out->count = 2;
    out->width = elementBits(type);
    if (ptx::Rounding(s.field("rounding")) == ptx::Rounding::Rs) {
      out->count = elementsOf(type);
      for (unsigned k = 0; k < out->count; ++k) {
        unsigned source = out->count - 1 - k;
        out->elements[k] =
            roundStochastically(s, *to, fromBits(*from, in[source]),
                                randomBits(type, source, in[out->count]),
                                type == DataType::F16x2 ? 13 : 16);
      }
      return true;
    }
    for (unsigned k = 0; k < 2; ++k) {
      uint64_t bits = elementsOf(source) == 2 ? in[0] >> elementBits(source) * k
                                              : in[1 - k];
      out->elements[k] = convertElement(s, type, fromBits(*from, bits));
    }
    return true;
  }
  if (out->elements[0].kind != Expect::Exact)
    out->width = ptx::getBitWidth(type);
  return true;
}

static void pack(const Spelling &s, const uint64_t *in, Result *out) {
  DataType type = DataType(s.field("dataType"));
  unsigned width = ptx::getBitWidth(type);
  uint64_t d = 0;
  for (unsigned k = 0; k < 2; ++k) {
    Wide value =
        clampTo(ptx::isSigned(type), width, numberOf(true, 32, in[1 - k]));
    d |= lowBits(width, uint64_t(value)) << width * k;
  }
  if (width < 16)
    d |= in[2] << 2 * width;
  *out = Expect::exact(lowBits(32, d));
}

bool test::convertReference(const Spelling &s, const uint64_t *in,
                            Result *out) {
  if (s.opcode == Opcode::CvtPack) {
    pack(s, in, out);
    return true;
  }
  return s.opcode == Opcode::Cvt && convert(s, in, out);
}
