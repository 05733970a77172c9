//===- SoftFloatTest.cpp - Exact arithmetic against APFloat ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our exact arithmetic against LLVM's, which has no code in common with it, on
// numbers near every border.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Semantics/SoftFloat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "gtest/gtest.h"

using namespace ptxmlir::isa::sem;
using llvm::APFloat;
using llvm::APInt;

namespace {
/// Reproducible numbers that crowd the ends of the exponent range.
class Numbers {
public:
  explicit Numbers(uint64_t seed) : state(seed) {}
  uint64_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ (state >> 29);
  }
  uint64_t of(Fmt fmt) {
    const FloatFormat &f = formatOf(fmt);
    uint64_t mask = f.width() == 64 ? ~0ull : (1ull << f.width()) - 1;
    uint64_t frac = next() & ((1ull << f.fracBits) - 1);
    uint64_t sign = next() >> 40 & 1 ? f.signBit() : 0;
    uint64_t e = next() >> 20;
    switch (next() >> 50 & 7) {
    case 0: // around one
      e = uint64_t(f.bias()) + e % 5 - 2;
      break;
    case 1: // subnormal or nearly
      e %= 3;
      break;
    case 2: // largest, infinite, NaN
      e = f.maxExp() - e % 3;
      break;
    case 3: // few bits
      frac &= frac << (f.fracBits - 2);
      e %= f.maxExp();
      break;
    case 4:
      return sign;
    default:
      e %= f.maxExp();
      break;
    }
    return (sign | e << f.fracBits | frac) & mask;
  }

private:
  uint64_t state;
};

const llvm::fltSemantics &semanticsOf(Fmt fmt) {
  switch (fmt) {
  case Fmt::F16:
    return APFloat::IEEEhalf();
  case Fmt::BF16:
    return APFloat::BFloat();
  case Fmt::F32:
    return APFloat::IEEEsingle();
  case Fmt::F64:
    return APFloat::IEEEdouble();
  case Fmt::E4M3:
    return APFloat::Float8E4M3FN();
  case Fmt::E5M2:
    return APFloat::Float8E5M2();
  case Fmt::E2M3:
    return APFloat::Float6E2M3FN();
  case Fmt::E3M2:
    return APFloat::Float6E3M2FN();
  case Fmt::E2M1:
    return APFloat::Float4E2M1FN();
  case Fmt::TF32:
    break;
  }
  return APFloat::FloatTF32();
}
APFloat toAP(Fmt fmt, uint64_t bits) {
  return APFloat(semanticsOf(fmt), APInt(formatOf(fmt).width(), bits));
}
APFloat::roundingMode toAP(Rnd rnd) {
  switch (rnd) {
  case Rnd::RN:
    return APFloat::rmNearestTiesToEven;
  case Rnd::RM:
    return APFloat::rmTowardNegative;
  case Rnd::RP:
    return APFloat::rmTowardPositive;
  case Rnd::RZ:
    return APFloat::rmTowardZero;
  case Rnd::RNA:
    break;
  }
  return APFloat::rmNearestTiesToAway;
}
uint64_t fromAP(Fmt fmt, const APFloat &v) {
  return v.isNaN() ? formatOf(fmt).nan : v.bitcastToAPInt().getZExtValue();
}

const Rnd kModes[] = {Rnd::RN, Rnd::RM, Rnd::RP, Rnd::RZ, Rnd::RNA};
const Fmt kIEEE[] = {Fmt::F16, Fmt::BF16, Fmt::F32, Fmt::F64};
constexpr int kRuns = 1500;
} // namespace

TEST(SoftFloat, Arithmetic) {
  Numbers numbers(1);
  for (Fmt fmt : kIEEE)
    for (Rnd rnd : kModes)
      for (int i = 0; i < kRuns; ++i) {
        uint64_t a = numbers.of(fmt), b = numbers.of(fmt), c = numbers.of(fmt);
        // Cancellation is where errors hide.
        if (i % 7 == 0)
          b = a ^ formatOf(fmt).signBit() ^ (i % 3);
        Unpacked x = unpack(fmt, a), y = unpack(fmt, b), z = unpack(fmt, c);
        APFloat sum = toAP(fmt, a);
        sum.add(toAP(fmt, b), toAP(rnd));
        ASSERT_EQ(softAdd({fmt, rnd}, x, y), fromAP(fmt, sum))
            << std::hex << a << " + " << b << " mode " << int(rnd);
        APFloat product = toAP(fmt, a);
        product.multiply(toAP(fmt, b), toAP(rnd));
        ASSERT_EQ(softMul({fmt, rnd}, x, y), fromAP(fmt, product))
            << std::hex << a << " * " << b << " mode " << int(rnd);
        if (i % 5 == 0)
          c = fromAP(fmt, product) ^ formatOf(fmt).signBit();
        z = unpack(fmt, c);
        APFloat fma = toAP(fmt, a);
        fma.fusedMultiplyAdd(toAP(fmt, b), toAP(fmt, c), toAP(rnd));
        ASSERT_EQ(softFma({fmt, rnd}, x, y, z), fromAP(fmt, fma))
            << std::hex << a << " * " << b << " + " << c << " mode "
            << int(rnd);
      }
}

TEST(SoftFloat, Conversions) {
  Numbers numbers(2);
  const Fmt all[] = {Fmt::F16, Fmt::BF16, Fmt::F32,
                     Fmt::F64, Fmt::E4M3, Fmt::E5M2};
  for (Fmt from : all)
    for (Fmt to : all)
      for (Rnd rnd : kModes)
        for (int i = 0; i < kRuns / 10; ++i) {
          uint64_t a = numbers.of(from);
          APFloat v = toAP(from, a);
          bool lost;
          v.convert(semanticsOf(to), toAP(rnd), &lost);
          // What overflows a format without infinities is a matter of
          // saturation, tested below.
          if (to == Fmt::E4M3)
            continue;
          ASSERT_EQ(convert(from, a, {to, rnd}), fromAP(to, v))
              << std::hex << a << " from " << int(from) << " to " << int(to)
              << " mode " << int(rnd);
        }
  // 448 is the largest e4m3; 57344 the largest e5m2.
  EXPECT_EQ(convert(Fmt::F32, 0x447a0000, {Fmt::E4M3, Rnd::RN, false, true}),
            0x7eu);
  EXPECT_EQ(convert(Fmt::F32, 0xc47a0000, {Fmt::E4M3, Rnd::RN, false, true}),
            0xfeu);
  EXPECT_EQ(convert(Fmt::F32, 0x7f800000, {Fmt::E5M2, Rnd::RN, false, true}),
            0x7bu);
  EXPECT_EQ(convert(Fmt::F32, 0x7fffffff, {Fmt::E4M3, Rnd::RN, false, true}),
            0x7fu);
  // tf32 keeps ten fraction bits.
  EXPECT_EQ(convert(Fmt::F32, 0x3f801000, {Fmt::TF32, Rnd::RN}), 0x3f800000u);
  EXPECT_EQ(convert(Fmt::F32, 0x3f801000, {Fmt::TF32, Rnd::RNA}), 0x3f802000u);
}

TEST(SoftFloat, Integers) {
  Numbers numbers(3);
  for (Fmt fmt : kIEEE)
    for (Rnd rnd : kModes)
      for (int i = 0; i < kRuns / 4; ++i) {
        uint64_t a = numbers.of(fmt);
        APFloat v = toAP(fmt, a);
        APFloat rounded = v;
        rounded.roundToIntegral(toAP(rnd));
        if (!v.isNaN()) {
          ASSERT_EQ(roundToIntegral(fmt, a, rnd), fromAP(fmt, rounded))
              << std::hex << a << " mode " << int(rnd);
        }
        for (unsigned width : {8u, 16u, 32u, 64u})
          for (bool isSigned : {false, true}) {
            llvm::APSInt result(width, !isSigned);
            bool exact;
            v.convertToInteger(result, toAP(rnd), &exact); // saturates
            uint64_t want = v.isNaN()  ? 77
                            : isSigned ? uint64_t(result.getSExtValue())
                                       : result.getZExtValue();
            ASSERT_EQ(toInteger(fmt, a, rnd, width, isSigned, 77), want)
                << std::hex << a << " to " << width << " mode " << int(rnd);
          }
        uint64_t n = numbers.next() >> (numbers.next() & 63);
        for (bool isSigned : {false, true}) {
          APFloat f(semanticsOf(fmt));
          f.convertFromAPInt(APInt(64, n), isSigned, toAP(rnd));
          ASSERT_EQ(fromInteger(n, isSigned, {fmt, rnd}), fromAP(fmt, f))
              << std::hex << n << " mode " << int(rnd);
        }
      }
}

TEST(SoftFloat, Order) {
  Numbers numbers(4);
  for (Fmt fmt : kIEEE)
    for (int i = 0; i < kRuns; ++i) {
      uint64_t a = numbers.of(fmt), b = i % 4 ? numbers.of(fmt) : a;
      auto order = toAP(fmt, a).compare(toAP(fmt, b));
      ASSERT_EQ(isLess(fmt, a, b), order == APFloat::cmpLessThan);
      ASSERT_EQ(isEqual(fmt, a, b), order == APFloat::cmpEqual);
      ASSERT_EQ(isNaN(fmt, a), toAP(fmt, a).isNaN());
      ASSERT_EQ(isSubnormal(fmt, a), toAP(fmt, a).isDenormal());
    }
}

TEST(SoftFloat, Flush) {
  // 2^-100 * 2^-40 is subnormal.
  Unpacked a = unpack(Fmt::F32, 0x0d800000), b = unpack(Fmt::F32, 0xab800000);
  EXPECT_NE(softMul({Fmt::F32}, a, b), 0x80000000u);
  EXPECT_EQ(softMul({Fmt::F32, Rnd::RN, true}, a, b), 0x80000000u);
  EXPECT_EQ(flush(Fmt::F32, 0x80000001), 0x80000000u);
  EXPECT_EQ(flush(Fmt::F32, 0x00800000), 0x00800000u);
}

TEST(SoftFloat, NaN) {
  EXPECT_EQ(nanResult(Fmt::F32, 0x7f800001, 0), 0x7fffffffu);
  EXPECT_EQ(nanResult(Fmt::F64, 0, 0x7ff0000000000005), 0x7ff8000000000005u);
  EXPECT_EQ(nanResult(Fmt::F64, 0, 0), 0xfff8000000000000u);
  // Legacy multiplication: zero wins over infinity.
  EXPECT_EQ(softFma({Fmt::F32}, unpack(Fmt::F32, 0x80000000),
                    unpack(Fmt::F32, 0x7f800000), unpack(Fmt::F32, 0), true),
            0u);
}
