//===- Reference.cpp - What the PTX ISA says of a result ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host computation that every spelling is compared with, on llvm::APFloat
// and wide integers; nothing of it is shared with an interpreter.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::test;
using llvm::APFloat;
using llvm::APInt;
using llvm::fltSemantics;
using ptx::DataType;

const fltSemantics *test::formatOf(DataType type) {
  switch (type) {
  case DataType::F16:
  case DataType::F16x2:
    return &APFloat::IEEEhalf();
  case DataType::Bf16:
  case DataType::Bf16x2:
    return &APFloat::BFloat();
  case DataType::F32:
  case DataType::F32x2:
  case DataType::Tf32:
    return &APFloat::IEEEsingle();
  case DataType::F64:
    return &APFloat::IEEEdouble();
  case DataType::E4m3x2:
  case DataType::E4m3x4:
    return &APFloat::Float8E4M3FN();
  case DataType::E5m2x2:
  case DataType::E5m2x4:
    return &APFloat::Float8E5M2();
  case DataType::E2m3x2:
  case DataType::E2m3x4:
    return &APFloat::Float6E2M3FN();
  case DataType::E3m2x2:
  case DataType::E3m2x4:
    return &APFloat::Float6E3M2FN();
  case DataType::E2m1x2:
  case DataType::E2m1x4:
    return &APFloat::Float4E2M1FN();
  case DataType::Ue8m0x2:
    return &APFloat::Float8E8M0FNU();
  default:
    return nullptr;
  }
}

unsigned test::elementsOf(DataType type) {
  switch (type) {
  case DataType::E4m3x4:
  case DataType::E5m2x4:
  case DataType::E2m3x4:
  case DataType::E3m2x4:
  case DataType::E2m1x4:
    return 4;
  default:
    break;
  }
  return ptx::getTypeKind(type) == 'x' || type == DataType::U16x2 ||
                 type == DataType::S16x2
             ? 2
             : 1;
}

unsigned test::elementBits(DataType type) {
  return ptx::getBitWidth(type) / elementsOf(type);
}

APFloat test::fromBits(const fltSemantics &f, uint64_t bits) {
  unsigned size = APFloat::semanticsSizeInBits(f);
  return APFloat(f, APInt(size, lowBits(size, bits)));
}

uint64_t test::toBits(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}

APFloat test::flushed(APFloat value) {
  if (value.isDenormal())
    return APFloat::getZero(value.getSemantics(), value.isNegative());
  return value;
}

APFloat::roundingMode test::roundingOf(ptx::Rounding rounding) {
  switch (rounding) {
  case ptx::Rounding::Rz:
  case ptx::Rounding::Rzi:
    return APFloat::rmTowardZero;
  case ptx::Rounding::Rm:
  case ptx::Rounding::Rmi:
    return APFloat::rmTowardNegative;
  case ptx::Rounding::Rp:
  case ptx::Rounding::Rpi:
    return APFloat::rmTowardPositive;
  case ptx::Rounding::Rna:
    return APFloat::rmNearestTiesToAway;
  default:
    return APFloat::rmNearestTiesToEven;
  }
}

Expect test::nanOf(const fltSemantics &f) {
  if (&f == &APFloat::IEEEdouble())
    return Expect::anyNaN(f);
  return Expect::exact(
      lowBits(APFloat::semanticsSizeInBits(f) - 1, ~uint64_t(0)));
}

static double toDouble(const APFloat &value) {
  APFloat d = value;
  bool lost;
  d.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return d.convertToDouble();
}

Expect Expect::within(const fltSemantics &f, long double value,
                      long double error) {
  Expect e;
  e.kind = Within;
  e.format = &f;
  // Doubles that enclose the interval.
  e.low = std::nextafter(double(value - error), -HUGE_VAL);
  e.high = std::nextafter(double(value + error), HUGE_VAL);
  double tiny = toDouble(APFloat::getSmallestNormalized(f));
  double huge = toDouble(APFloat::getLargest(f));
  if (e.low < tiny && e.high > 0)
    e.low = std::min(e.low, 0.0);
  if (e.high > -tiny && e.low < 0)
    e.high = std::max(e.high, -0.0);
  if (e.high > huge)
    e.high = HUGE_VAL;
  if (e.low < -huge)
    e.low = -HUGE_VAL;
  return e;
}

bool Expect::accepts(uint64_t got) const {
  switch (kind) {
  case Exact:
    return got == bits;
  case AnyNaN:
    return fromBits(*format, got).isNaN();
  case AnyZero:
    return fromBits(*format, got).isZero();
  case Within: {
    APFloat value = fromBits(*format, got);
    if (value.isNaN())
      return false;
    double d = toDouble(value);
    return low <= d && d <= high;
  }
  case Anything:
    return true;
  }
  return false;
}

std::string Expect::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (kind) {
  case Exact:
    os << "0x" << llvm::utohexstr(bits, true);
    break;
  case AnyNaN:
    os << "a NaN";
    break;
  case AnyZero:
    os << "a zero";
    break;
  case Within:
    os << llvm::format("%.17g ... %.17g", low, high);
    break;
  case Anything:
    os << "anything";
    break;
  }
  return text;
}

Wide test::numberOf(bool isSigned, unsigned width, uint64_t bits) {
  bits = lowBits(width, bits);
  if (isSigned && bits >> (width - 1) & 1)
    return Wide(bits) - (Wide(1) << width);
  return Wide(bits);
}

Wide test::numberOf(DataType type, uint64_t bits) {
  return numberOf(ptx::isSigned(type), ptx::getBitWidth(type), bits);
}

Wide test::clampTo(bool isSigned, unsigned width, Wide value) {
  Wide low = isSigned ? -(Wide(1) << (width - 1)) : 0;
  Wide high = (Wide(1) << (isSigned ? width - 1 : width)) - 1;
  return value < low ? low : value > high ? high : value;
}
