//===- DivisionTest.cpp - Division sequences against the host -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The correctly rounded operations must not depend on which approximations the
// special function unit gives within its accuracy: each runs with several of
// them, on the operands where such sequences go wrong.
//
//===----------------------------------------------------------------------===//

#include "LoweredKernel.h"
#include "ptx-mlir/ISA/Derived/Integer.h"
#include "gtest/gtest.h"
#include <cfenv>
#include <cmath>
#include <random>

using namespace ptxmlir::test;
using ptxmlir::isa::sem::MufuOp;

namespace {

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

/// The special function unit, off by up to `error` relatively (one unit in the
/// last place for f32), in the direction that `random` says.
struct Unit {
  std::mt19937_64 &random;
  double error;

  double factor() {
    switch (random() % 4) {
    case 0:
      return 1 + error;
    case 1:
      return 1 - error;
    default:
      return 1 + error * (double(int64_t(random())) / 9.3e18);
    }
  }
  uint32_t operator()(MufuOp op, uint32_t bits) {
    if (op != MufuOp::RCP64H && op != MufuOp::RSQ64H) {
      uint32_t exact = ptxmlir::isa::sem::mufu32(op, bits);
      uint32_t exponent = exact >> 23 & 255;
      if (error == 0 || exponent == 0 || exponent == 255)
        return exact;
      return exact + uint32_t(random() % 3) - 1;
    }
    uint32_t exact = ptxmlir::isa::sem::mufu64h(op, bits);
    uint32_t exponent = exact >> 20 & 0x7ff;
    if (exponent == 0 || exponent == 0x7ff)
      return exact;
    double x = bitCast<double>(uint64_t(bits) << 32);
    double r = op == MufuOp::RCP64H ? 1 / x : 1 / std::sqrt(x);
    return uint32_t(bitCast<uint64_t>(r * factor()) >> 32);
  }
};

/// Numbers of a format with `frac` fraction bits and `exp` exponent bits:
/// special ones, and random ones near the ends of their ranges.
uint64_t pickFloat(std::mt19937_64 &random, unsigned frac, unsigned exp) {
  uint64_t fraction = random() & ((uint64_t(1) << frac) - 1);
  uint64_t maxExponent = (1u << exp) - 1;
  uint64_t exponent = random() % (maxExponent + 1);
  switch (random() % 8) {
  case 0:
    fraction = 0;
    break;
  case 1:
    fraction |= ((uint64_t(1) << frac) - 1) & ~uint64_t(7);
    break;
  case 2:
    fraction &= 7;
    break;
  default:
    break;
  }
  switch (random() % 8) {
  case 0:
    exponent = random() % (2 * frac);
    break;
  case 1:
    exponent = maxExponent - random() % frac;
    break;
  case 2:
    exponent = 0;
    break;
  case 3:
    exponent = maxExponent / 2;
    break;
  case 4:
    exponent = random() % 8 ? exponent : maxExponent;
    break;
  default:
    break;
  }
  return (random() & 1) << (frac + exp) | exponent << frac | fraction;
}

template <typename T, typename Bits> bool same(Bits got, T want) {
  return want != want ? bitCast<T>(got) != bitCast<T>(got)
                      : got == bitCast<Bits>(want);
}

struct Mode {
  const char *name;
  int host;
};
const Mode kModes[] = {{"rn", FE_TONEAREST},
                       {"rz", FE_TOWARDZERO},
                       {"rm", FE_DOWNWARD},
                       {"rp", FE_UPWARD}};
const double kErrors[] = {0, 0x1p-20, 0x1p-18};

template <typename T> T hostDivide(T a, T b, int mode) {
  fesetround(mode);
  volatile T x = a, y = b;
  volatile T q = x / y;
  fesetround(FE_TONEAREST);
  return q;
}
template <typename T> T hostRoot(T a, int mode) {
  fesetround(mode);
  volatile T x = a;
  volatile T q = std::sqrt(x);
  fesetround(FE_TONEAREST);
  return q;
}
/// Subnormal numbers as zeros.
template <typename T> T flush(T x) {
  return std::fabs(x) < std::numeric_limits<T>::min() ? std::copysign(T(0), x)
                                                      : x;
}

/// Runs `kernel` and `host` on `count` pairs of operands.
template <typename T, typename Bits, typename HostFn>
void compare(LoweredKernel &kernel, HostFn host, unsigned frac, unsigned exp,
             unsigned count) {
  ASSERT_EQ(kernel.getError(), "");
  std::mt19937_64 random(count);
  for (double error : kErrors) {
    kernel.mufu = Unit{random, error};
    for (unsigned i = 0; i != count; ++i) {
      Bits a = Bits(pickFloat(random, frac, exp)),
           b = Bits(pickFloat(random, frac, exp));
      T x = bitCast<T>(a), y = bitCast<T>(b);
      // Quotients near or below the smallest number, exact ones among them.
      if (i % 4 == 1) {
        x = T(y * bitCast<T>(Bits(pickFloat(random, frac, exp))));
        a = bitCast<Bits>(x);
      }
      T want = host(x, y);
      Bits got = Bits(kernel.run(a, b));
      ASSERT_TRUE(same(got, want))
          << std::hexfloat << x << " and " << y << ": got " << bitCast<T>(got)
          << ", want " << want << ", unit error " << error;
    }
  }
}

/// div, rcp and sqrt of a type in all rounding modes; `slowOnly`: by the slow
/// paths alone, which must be right for all operands.
template <typename T, typename Bits>
void compareFunctions(const std::string &type, unsigned frac, unsigned exp,
                      unsigned count, bool slowOnly) {
  for (Mode mode : kModes) {
    std::string suffix = "." + std::string(mode.name) + "." + type;
    LoweredKernel div("div" + suffix + " %d, %a, %b;", {type, type, type},
                      slowOnly);
    compare<T, Bits>(
        div, [&](T a, T b) { return hostDivide(a, b, mode.host); }, frac, exp,
        count);
    LoweredKernel rcp("rcp" + suffix + " %d, %a;", {type, type}, slowOnly);
    compare<T, Bits>(
        rcp, [&](T a, T) { return hostDivide(T(1), a, mode.host); }, frac, exp,
        count / 2);
    LoweredKernel sqrt("sqrt" + suffix + " %d, %a;", {type, type}, slowOnly);
    compare<T, Bits>(
        sqrt, [&](T a, T) { return hostRoot(a, mode.host); }, frac, exp,
        count / 2);
  }
}

TEST(Division, F32) {
  compareFunctions<float, uint32_t>("f32", 23, 8, 3000, false);
}
TEST(Division, F32Slow) {
  compareFunctions<float, uint32_t>("f32", 23, 8, 2000, true);
}

TEST(Division, F32Flushed) {
  auto host = [](float a, float b) {
    // Below 2^-126 a quotient is flushed even where it rounds to that.
    double q = double(flush(a)) / double(flush(b));
    return std::fabs(q) < 0x1p-126 ? std::copysign(0.0f, float(q)) : float(q);
  };
  for (bool slowOnly : {false, true}) {
    LoweredKernel div("div.rn.ftz.f32 %d, %a, %b;", {"f32", "f32", "f32"},
                      slowOnly);
    compare<float, uint32_t>(div, host, 23, 8, 3000);
    LoweredKernel rcp("rcp.rn.ftz.f32 %d, %a;", {"f32", "f32"}, slowOnly);
    compare<float, uint32_t>(
        rcp, [&](float a, float) { return host(1.0f, a); }, 23, 8, 2000);
    LoweredKernel sqrt("sqrt.rn.ftz.f32 %d, %a;", {"f32", "f32"}, slowOnly);
    compare<float, uint32_t>(
        sqrt, [&](float a, float) { return std::sqrt(flush(a)); }, 23, 8, 2000);
  }
}

TEST(Division, F64) {
  compareFunctions<double, uint64_t>("f64", 52, 11, 2500, false);
}
TEST(Division, F64Slow) {
  compareFunctions<double, uint64_t>("f64", 52, 11, 2000, true);
}

/// Constant divisors of which the reciprocal is exact, and neighbours.
TEST(Division, ByPowersOfTwo) {
  const uint32_t divisors[] = {0x00000000, 0x00400000, 0x00800000, 0x80800000,
                               0x3f800000, 0xc1000000, 0x7e800000, 0x7f000000,
                               0x7f800000, 0x40400000};
  for (Mode mode : kModes)
    for (uint32_t divisor : divisors) {
      char text[80];
      snprintf(text, sizeof(text), "div.%s.f32 %%d, %%a, 0f%08X;", mode.name,
               divisor);
      LoweredKernel kernel(text, {"f32", "f32"});
      float b = bitCast<float>(divisor);
      compare<float, uint32_t>(
          kernel, [&](float a, float) { return hostDivide(a, b, mode.host); },
          23, 8, 200);
      double wide = b;
      snprintf(text, sizeof(text), "div.%s.f64 %%d, %%a, 0d%016llX;", mode.name,
               (unsigned long long)bitCast<uint64_t>(wide));
      LoweredKernel kernel64(text, {"f64", "f64"});
      compare<double, uint64_t>(
          kernel64,
          [&](double a, double) { return hostDivide(a, wide, mode.host); }, 52,
          11, 200);
    }
}

/// Significands of divisors whose reciprocals are closest to midpoints.
TEST(Division, F64NearMidpoints) {
  LoweredKernel div("div.rn.f64 %d, %a, %b;", {"f64", "f64", "f64"});
  ASSERT_EQ(div.getError(), "");
  std::mt19937_64 random(1);
  for (double error : kErrors) {
    div.mufu = Unit{random, error};
    for (uint64_t j = 0; j != 64; ++j)
      for (unsigned k = 0; k != 20; ++k) {
        uint64_t b = 0x3fffffffffffffff - j;
        uint64_t a =
            k < 8 ? 0x3ff0000000000000 + k : 0x3fffffffffffffff - (k - 8);
        double want = bitCast<double>(a) / bitCast<double>(b);
        ASSERT_EQ(div.run(a, b), bitCast<uint64_t>(want))
            << std::hex << a << " " << b;
      }
  }
}

/// Random integers of every size.
uint64_t pickInt(std::mt19937_64 &random) {
  unsigned shift = random() % 64;
  switch (random() % 6) {
  case 0:
    return uint64_t(1) << shift;
  case 1:
    return (uint64_t(1) << shift) - 1;
  case 2:
    return ~(random() >> shift);
  case 3:
    return random() >> shift << random() % 64;
  default:
    return random() >> shift;
  }
}

template <typename T> void compareInts(const char *type, unsigned count) {
  // Numbers of 16 bits are loaded as 32.
  bool narrow = sizeof(T) == 2;
  std::string reg = narrow ? "u32" : type;
  for (bool isRem : {false, true}) {
    std::string op = isRem ? "rem." : "div.";
    std::string body = op + type + " %d, %a, %b;";
    if (narrow)
      body =
          std::string(
              ".reg .b16 %x, %y;\ncvt.u16.u32 %x, %a;\ncvt.u16.u32 %y, %b;\n") +
          op + type + " %x, %x, %y;\ncvt.u32.u16 %d, %x;";
    LoweredKernel kernel(body, {reg, reg, reg});
    ASSERT_EQ(kernel.getError(), "");
    std::mt19937_64 random(sizeof(T));
    for (double error : kErrors) {
      kernel.mufu = Unit{random, error};
      for (unsigned i = 0; i != count; ++i) {
        T b = T(pickInt(random));
        T a = T(i % 4 ? pickInt(random)
                      : uint64_t(b) * pickInt(random) - random() % 2);
        T want;
        if (b == 0)
          want = T(~T(0));
        else if (std::is_signed<T>::value && b == T(-1))
          want = isRem ? T(0) : T(0 - uint64_t(a));
        else
          want = isRem ? a % b : a / b;
        T got = T(kernel.run(uint64_t(a), uint64_t(b)));
        ASSERT_EQ(got, want) << body << ": " << a << " and " << b;
      }
    }
  }
}

TEST(Division, Integers) {
  compareInts<uint16_t>("u16", 2000);
  compareInts<int16_t>("s16", 2000);
  compareInts<uint32_t>("u32", 2000);
  compareInts<int32_t>("s32", 2000);
  compareInts<uint64_t>("u64", 2000);
  compareInts<int64_t>("s64", 2000);
}

/// Divisors that need each of the forms, and others.
template <typename T> void compareByConstants(const char *type) {
  std::mt19937_64 random(sizeof(T));
  std::vector<T> divisors = {T(0),   T(1),    T(2),     T(3),    T(5),
                             T(6),   T(7),    T(9),     T(10),   T(11),
                             T(14),  T(25),   T(28),    T(125),  T(127),
                             T(641), T(1000), T(32767), T(~T(0))};
  for (unsigned k : {1u, 7u, 8u * unsigned(sizeof(T)) - 1}) {
    uint64_t bit = uint64_t(1) << k;
    for (T d : {T(bit), T(bit - 1), T(bit + 1), T(0 - bit)})
      divisors.push_back(d);
  }
  for (unsigned i = 0; i != 12; ++i)
    divisors.push_back(T(random() >> random() % 60));
  bool narrow = sizeof(T) == 2;
  std::string reg = narrow ? "u32" : type;
  for (T d : divisors)
    for (bool isRem : {false, true}) {
      std::string op = std::string(isRem ? "rem." : "div.") + type;
      std::string number = std::to_string(d);
      std::string body = narrow ? ".reg .b16 %x;\ncvt.u16.u32 %x, %a;\n" + op +
                                      " %x, %x, " + number +
                                      ";\ncvt.u32.u16 %d, %x;"
                                : op + " %d, %a, " + number + ";";
      LoweredKernel kernel(body, {reg, reg});
      ASSERT_EQ(kernel.getError(), "") << body;
      for (unsigned i = 0; i != 300; ++i) {
        // Multiples of the divisor and their neighbours, ends of the range.
        uint64_t multiple = uint64_t(d) * pickInt(random);
        T a = T(i < 8   ? (uint64_t(i & 2) << (8 * sizeof(T) - 2)) + (i & 1) - 1
                : i % 2 ? pickInt(random)
                        : multiple - random() % 2);
        T want;
        if (d == 0)
          want = T(~T(0));
        else if (std::is_signed<T>::value && d == T(-1))
          want = isRem ? T(0) : T(0 - uint64_t(a));
        else
          want = isRem ? a % d : a / d;
        ASSERT_EQ(T(kernel.run(uint64_t(a))), want) << body << " of " << a;
      }
    }
}

TEST(Division, IntegersByConstants) {
  compareByConstants<uint16_t>("u16");
  compareByConstants<int16_t>("s16");
  compareByConstants<uint32_t>("u32");
  compareByConstants<int32_t>("s32");
  compareByConstants<uint64_t>("u64");
  compareByConstants<int64_t>("s64");
}

/// The numbers of `bits` bits of which each divisor has its multiplier: the
/// theory of docs/math.md at a size that can be tried out.
TEST(Division, MultipliersOfAllSmallNumbers) {
  for (unsigned bits = 2; bits != 11; ++bits)
    for (uint64_t d = 3; d >> bits == 0; ++d) {
      if (!(d & (d - 1)))
        continue;
      auto m = ptxmlir::isa::derived::findMultiplier(d, bits);
      ASSERT_EQ(m.factor >> bits, 0u);
      for (uint64_t x = 0; x >> bits == 0; ++x)
        ASSERT_EQ((x * m.factor + (m.addsFactor ? m.factor : 0)) >>
                      (bits + m.shift),
                  x / d)
            << x << " " << d << " " << bits;
    }
}

} // namespace
