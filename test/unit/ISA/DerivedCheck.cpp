//===- DerivedCheck.cpp - Division and roots against the host -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the sequences of ISA/Derived on numbers of the host and compares with
// its division and square root. `isa-derived` takes a sample in a few seconds;
// `isa-derived --full` everything that docs/math.md claims: what it says is
// exhaustive is, and 10^9 or more quotients. Each function runs with all
// results of MUFU that are within its bounds, and some beyond.
//
//===----------------------------------------------------------------------===//

#include "HostNumbers.h"
#include "ptx-mlir/ISA/Derived/Float64.h"
#include "ptx-mlir/ISA/Derived/Integer.h"
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace ptxmlir;
using namespace ptxmlir::test;
using isa::Round;
namespace derived = ptxmlir::isa::derived;
using W = HostNumbers::W;
using X = HostNumbers::X;

namespace {

const Round kModes[] = {Round::RN, Round::RZ, Round::RM, Round::RP};
const char *const kNames[] = {"rn", "rm", "rp", "rz"}; // by Round

/// xorshift64*, by Vigna.
struct Random {
  uint64_t state;
  uint64_t operator()() {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
  }
};

uint64_t numWrong = 0;

/// Counts the results of one claim.
struct Claim {
  std::string name;
  uint64_t count = 0, wrong = 0, skipped = 0;
  explicit Claim(std::string name) : name(std::move(name)) {}
  ~Claim() {
    printf("%s: %llu results, %llu wrong", name.c_str(),
           (unsigned long long)count, (unsigned long long)wrong);
    if (skipped)
      printf(", %llu seeds not admissible", (unsigned long long)skipped);
    printf("\n");
    fflush(stdout);
    numWrong += wrong;
  }
  template <typename T>
  void expect(uint64_t got, T want, uint64_t a, uint64_t b, int off) {
    ++count;
    if (want != want ? bitCast<T>(decltype(bitsOf(want))(got)) ==
                           bitCast<T>(decltype(bitsOf(want))(got))
                     : got != bitsOf(want))
      report(got, bitsOf(want), a, b, off);
  }
  void report(uint64_t got, uint64_t want, uint64_t a, uint64_t b, int off) {
    if (wrong++ < 3)
      printf("%s: %llx and %llx give %llx, not %llx, with MUFU off by %d\n",
             name.c_str(), (unsigned long long)a, (unsigned long long)b,
             (unsigned long long)got, (unsigned long long)want, off);
  }
};

/// The compiler's choice between the sequences.
W div32(HostNumbers &d, W a, W b, Round rnd) {
  auto fast = derived::emitFastDiv32(d, a, b, rnd);
  return fast.unsafe ? derived::emitSlowDiv32(d, a, b, rnd, false) : fast.value;
}
W rcp32(HostNumbers &d, W b, Round rnd) {
  auto fast = derived::emitFastRcp32(d, b, rnd);
  return fast.unsafe ? derived::emitSlowRcp32(d, b, rnd, false) : fast.value;
}
W sqrt32(HostNumbers &d, W a, Round rnd) {
  auto fast = derived::emitFastSqrt32(d, a, rnd);
  return fast.unsafe ? derived::emitSlowSqrt32(d, a, rnd, false) : fast.value;
}
X div64(HostNumbers &d, X a, X b, Round rnd) {
  auto fast = derived::emitFastDiv64(d, a, b, rnd);
  return fast.unsafe ? derived::emitSlowDiv64(d, a, b, rnd) : fast.value;
}
X rcp64(HostNumbers &d, X b, Round rnd) {
  auto fast = derived::emitFastRcp64(d, b, rnd);
  return fast.unsafe ? derived::emitSlowRcp64(d, b, rnd) : fast.value;
}
X sqrt64(HostNumbers &d, X a, Round rnd) {
  auto fast = derived::emitFastSqrt64(d, a, rnd);
  return fast.unsafe ? derived::emitSlowSqrt64(d, a, rnd) : fast.value;
}

template <typename T> T quotient(T a, T b, Round rnd) {
  return rounded(rnd, [](T x, T y) { return x / y; }, a, b);
}
template <typename T> T root(T a, Round rnd) {
  return rounded(rnd, [](T x) { return std::sqrt(x); }, a);
}

/// Whether MUFU.RCP of a normal number may be off so: within one unit.
bool isAdmissible(uint32_t b, uint32_t seed) {
  double exact = 1 / double(asF32(b)), error = double(asF32(seed)) - exact;
  int exponent;
  std::frexp(exact, &exponent);
  return std::fabs(error) <= std::ldexp(1.0, exponent - 24);
}

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

/// The inverse is 1/b to nearest for every significand, both signs and every
/// admissible seed.
void checkInverse32(uint32_t stride) {
  Claim claim("inverse of f32");
  HostNumbers d;
  for (uint32_t sign : {0u, 0x80000000u})
    for (uint32_t i = 0; i < 1u << 23; i += stride) {
      uint32_t b = sign | 0x3f800000 | ((1u << 23) - 1 - i);
      float want = 1 / asF32(b);
      for (int off = -1; off <= 1; ++off) {
        d.off32 = off;
        if (!isAdmissible(b, d.mufu(isa::MufuOp::RCP, W{b}).bits)) {
          ++claim.skipped;
          continue;
        }
        claim.expect(derived::emitInverse32(d, W{b}).bits, want, 0, b, off);
      }
    }
}

/// Every f32 through rcp or sqrt, each with one of the seeds in turn (the
/// nearest number where that one is not admissible), and every number between 1
/// and 4 with all of them. (MUFU and the fast sequences do the same with
/// others, times a power of two.)
template <typename Fn, typename HostFn>
void checkUnary32(const char *name, Fn fn, HostFn host, int most,
                  bool isReciprocal, uint64_t stride) {
  for (Round rnd : kModes) {
    Claim claim(std::string(name) + "." + kNames[int(rnd)] + ".f32");
    HostNumbers d;
    auto check = [&](uint32_t x, int off) {
      float want = host(asF32(x), rnd);
      d.off32 = off;
      if (isReciprocal && off && std::isnormal(want) &&
          !isAdmissible(x, d.mufu(isa::MufuOp::RCP, W{x}).bits)) {
        ++claim.skipped;
        d.off32 = 0;
      }
      claim.expect(fn(d, W{x}, rnd).bits, want, x, 0, d.off32);
    };
    uint64_t step = rnd == Round::RN ? stride : 16 * stride - 1;
    for (uint64_t i = 0; i < uint64_t(1) << 32; i += step)
      check(uint32_t(i),
            int((i ^ i >> 16) * 0x9e3779b1 % (2 * most + 1)) - most);
    for (uint32_t x = 0x3f800000; x < 0x40800000; x += stride == 1 ? 1 : 257)
      for (int off = -most; off <= most; ++off)
        check(x, off);
  }
}

/// All pairs of significands whose quotient is as close to a midpoint of two
/// f32 as `most` units of the remainder, for every stride-th divisor.
void checkHardQuotients32(uint32_t stride, int most) {
  Claim claim("div.f32 near midpoints");
  HostNumbers d;
  for (uint32_t B = 1u << 23; B < 1u << 24; B += stride) {
    unsigned zeros = unsigned(__builtin_ctz(B));
    uint32_t odd = B >> zeros, inverse = odd;
    for (unsigned i = 0; i != 5; ++i)
      inverse *= 2 - odd * inverse;
    // A 2^shift - M B = k with an odd M of 25 bits.
    for (unsigned shift : {24u, 25u})
      for (int k = -most; k <= most; ++k) {
        if (k == 0 || k & ((1 << zeros) - 1))
          continue;
        uint32_t first =
            (uint32_t(-(k >> zeros)) * inverse) & ((1u << (shift - zeros)) - 1);
        for (uint64_t M = first; M < 1u << 25; M += 1u << (shift - zeros)) {
          int64_t product = int64_t(M * B) + k;
          int64_t A = product >> shift;
          if (M < 1u << 24 || !(M & 1) || product & ((1ll << shift) - 1) ||
              A < 1 << 23 || A >= 1 << 24)
            continue;
          uint32_t a = uint32_t(A) + (126u << 23), b = B + (126u << 23);
          for (int off = -1; off <= 1; ++off) {
            d.off32 = off;
            claim.expect(div32(d, W{a}, W{b}, Round::RN).bits,
                         asF32(a) / asF32(b), a, b, off);
          }
        }
      }
  }
}

/// A float of `fraction` and `exponent` bits: any, or one near the ends.
uint64_t pick(Random &random, unsigned fraction, unsigned exponent) {
  uint64_t bits = random(), how = bits >> 56;
  uint64_t ones = (uint64_t(1) << fraction) - 1;
  uint64_t maxExponent = (1u << exponent) - 1;
  uint64_t significand = bits & ones, e = random() & maxExponent;
  if (how < 16)
    significand = ones - (significand & 7);
  else if (how < 32)
    significand &= 7;
  else if (how < 48)
    significand &= ones << fraction / 2;
  if (how & 1)
    e = maxExponent / 2 - 8 + e % 16;
  else if ((how & 30) == 2)
    e %= fraction + 2;
  else if ((how & 30) == 4)
    e = maxExponent - e % (fraction + 2);
  return (bits >> 63) << (fraction + exponent) | e << fraction | significand;
}

void checkQuotients32(uint64_t count) {
  for (Round rnd : kModes) {
    Claim claim(std::string("div.") + kNames[int(rnd)] + ".f32");
    HostNumbers d;
    Random random{0x9e3779b97f4a7c15 + uint64_t(rnd)};
    uint64_t n = rnd == Round::RN ? count : count / 4;
    for (uint64_t i = 0; i != n; ++i) {
      uint32_t b = uint32_t(pick(random, 23, 8));
      uint32_t a = uint32_t(pick(random, 23, 8));
      // Quotients that are numbers, or nearly.
      if (i % 8 == 0)
        a = bitsOf(asF32(b) * asF32(uint32_t(pick(random, 11, 8)) << 12)) +
            uint32_t(i / 8 % 3) - 1;
      float want = quotient(asF32(a), asF32(b), rnd);
      d.off32 = int(i % 3) - 1;
      d.off64 = int(i % 9) - 4;
      claim.expect(div32(d, W{a}, W{b}, rnd).bits, want, a, b, d.off32);
    }
  }
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

/// Divisors B 2^-52 with M B = 2^106 + t, 0 < |t| <= 12, M odd of 54 bits: the
/// reciprocals next to midpoints, all of them (from the factors of 2^106 + t).
const uint64_t kHardDivisors[] = {
    0x1014ca35e947b6, 0x1024a3bd98da02, 0x10699d36aec84e, 0x109107683ee29e,
    0x10aadc6f562fdc, 0x10af911aa26396, 0x10d03f8a57cc76, 0x10ed85c351e224,
    0x110af85de838ce, 0x110d10000221a2, 0x1125e52b034982, 0x113deff6b41e35,
    0x115efb8b10aa42, 0x11d3799c32581e, 0x11f98ea5d9b262, 0x120a8f5bbf2106,
    0x12af4d6bc06922, 0x12bf5907e316d2, 0x12d2d2d2d2d2d4, 0x12e3c6a0509ca4,
    0x12e93952a2ed6e, 0x130a0dd90e13a2, 0x132160ccc0848c, 0x134d8fe343ef42,
    0x13541c0067f83c, 0x1379cb88f092f2, 0x13a324a526d5ee, 0x13a7a1d01d1ec2,
    0x13d75d54b37492, 0x1403e897077b16, 0x14873ecade304c, 0x14a6fb45f5d782,
    0x14cad5a5fa03ee, 0x15555555555554, 0x155f2490c86132, 0x156a8cb0234262,
    0x159aa11aaecb86, 0x16026c81a85766, 0x161c2909f39d4b, 0x163baaac17d1e2,
    0x163dd0554d0122, 0x16d6422e5cf246, 0x16f0f27bf434d6, 0x16fae7ba173812,
    0x172f10bf899124, 0x17641c46f799ee, 0x178cb7d5d6e322, 0x178d42e524dcdc,
    0x17f52093014f0e, 0x1806c89fcb9452, 0x181efe51ead722, 0x18401cbcdb5596,
    0x184a12efef626e, 0x194ab05a4ecedc, 0x194c4511fa3124, 0x1960a45d1a71e6,
    0x199d2b42ffe9f4, 0x199e1b447e99c2, 0x19f142d24e1352, 0x1a0b8ffffcbe8e,
    0x1a149bad85de72, 0x1a2ce4d7478a06, 0x1a6f41dab98cb2, 0x1aa7c88ee59082,
    0x1ae6849e786ad2, 0x1b227794e85702, 0x1bea3278b789d2, 0x1c2693dcf34742,
    0x1c36899addce3c, 0x1c384d119331c4, 0x1c4d3aabd478f6, 0x1c69bf28eba166,
    0x1c928b5b9dc714, 0x1d5b9032f086be, 0x1da210daeb138e, 0x1de441d5331432,
    0x1de4a0d00fa9b2, 0x1e20adbc4078a2, 0x1e756f08df1792, 0x1e8d517d09c5c2,
    0x1e9a9473949bf6, 0x1ef43974550f69, 0x1ef7930608393e, 0x1f65fad23b0d86,
    0x1f739bd459bea2, 0x1fe24bffeb8794, 0x1ffb8a8b628dbc, 0x1ffffff8000001,
    0x1ffffffffffffd, 0x1fffffffffffff,
};

/// 1/b to nearest for what the proof leaves, with all seeds.
void checkInverse64(int most) {
  Claim claim("inverse of f64 near midpoints");
  HostNumbers d;
  for (uint64_t divisor : kHardDivisors)
    for (int off = -most; off <= most; ++off) {
      d.off64 = off;
      uint64_t b = divisor + (uint64_t(1022) << 52);
      claim.expect(derived::emitInverse64(d, X{b}).y.bits, 1 / asF64(b), 0, b,
                   off);
    }
}

/// A random pair of significands with a quotient near a midpoint of two f64.
bool pickHardQuotient(Random &random, uint64_t &a, uint64_t &b) {
  uint64_t B = random() >> 12 | uint64_t(1) << 52 | 1, inverse = B;
  for (unsigned i = 0; i != 6; ++i)
    inverse *= 2 - B * inverse;
  uint64_t how = random();
  unsigned shift = how & 1 ? 53 : 54;
  int64_t k = int64_t(how >> 1 & 15) - 8;
  uint64_t M = (uint64_t(-k) * inverse) & ((uint64_t(1) << shift) - 1);
  if (M < uint64_t(1) << 53)
    M += shift == 53 ? uint64_t(1) << 53 : 0;
  if (M < uint64_t(1) << 53 || !(M & 1))
    return false;
  unsigned __int128 product = (unsigned __int128)M * B + (__int128)k;
  uint64_t A = uint64_t(product >> shift);
  if (A < uint64_t(1) << 52 || A >= uint64_t(1) << 53)
    return false;
  uint64_t exponents = random();
  a = A + ((1022 - 30 + (exponents & 63)) << 52);
  b = B + ((1022 - 30 + (exponents >> 8 & 63)) << 52);
  return true;
}

void checkQuotients64(uint64_t count) {
  for (Round rnd : kModes) {
    Claim claim(std::string("div.") + kNames[int(rnd)] + ".f64");
    HostNumbers d;
    Random random{0x9e3779b97f4a7c15 + uint64_t(rnd)};
    uint64_t n = rnd == Round::RN ? count : count / 4;
    for (uint64_t i = 0; i != n; ++i) {
      uint64_t b = pick(random, 52, 11), a = pick(random, 52, 11);
      if (i % 4 == 0)
        while (!pickHardQuotient(random, a, b))
          ;
      else if (i % 8 == 1)
        a = bitsOf(asF64(b) * asF64(pick(random, 26, 11) << 26)) + i / 8 % 3 -
            1;
      double want = quotient(asF64(a), asF64(b), rnd);
      d.off64 = int(i % 9) - 4;
      claim.expect(div64(d, X{a}, X{b}, rnd).bits, want, a, b, d.off64);
    }
  }
}

void checkUnary64(uint64_t count) {
  for (Round rnd : kModes) {
    Claim rcp(std::string("rcp.") + kNames[int(rnd)] + ".f64");
    Claim sqrt(std::string("sqrt.") + kNames[int(rnd)] + ".f64");
    HostNumbers d;
    Random random{0x9e3779b97f4a7c15 + uint64_t(rnd)};
    uint64_t n = rnd == Round::RN ? count : count / 4;
    for (uint64_t i = 0; i != n; ++i) {
      uint64_t x = pick(random, 52, 11);
      d.off64 = int(i % 9) - 4;
      rcp.expect(rcp64(d, X{x}, rnd).bits, quotient(1.0, asF64(x), rnd), x, 0,
                 d.off64);
      // Roots next to numbers and midpoints: squares, and a little beside.
      if (i % 4 == 0) {
        double half = asF64((random() >> 12 | uint64_t(1023) << 52) &
                            ~uint64_t(i % 8 ? 0 : 0x3ffffff));
        x = bitsOf(half * half) + i / 8 % 5 - 2;
      }
      sqrt.expect(sqrt64(d, X{x}, rnd).bits, root(asF64(x), rnd), x, 0,
                  d.off64);
    }
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// An integer of any size up to 64 bits, often next to a power of two.
uint64_t pickInteger(Random &random) {
  uint64_t bits = random(), how = random();
  unsigned shift = how & 63;
  switch (how >> 6 & 7) {
  case 0:
    return (uint64_t(1) << shift) + (how >> 9 & 7) - 4;
  case 1:
    return ~(bits >> shift);
  default:
    return bits >> shift;
  }
}

void checkIntegers64(uint64_t count) {
  Claim div("div.u64"), rem("rem.u64");
  HostNumbers d;
  Random random{0x9e3779b97f4a7c15};
  for (uint64_t i = 0; i != count; ++i) {
    uint64_t b = pickInteger(random);
    if (b == 0)
      continue;
    // Multiples of the divisor and their neighbours.
    uint64_t most = ~uint64_t(0) / b, a = pickInteger(random);
    if (i % 4 == 0)
      a = b * (most == ~uint64_t(0) ? a : a % (most + 1)) + i / 4 % 3 - 1;
    d.off32 = int(i % 3) - 1;
    uint64_t q = derived::emitDivU64(d, X{a}, X{b}, true).bits;
    uint64_t r = derived::emitDivU64(d, X{a}, X{b}, false).bits;
    ++div.count;
    ++rem.count;
    if (q != a / b)
      div.report(q, a / b, a, b, d.off32);
    if (r != a % b)
      rem.report(r, a % b, a, b, d.off32);
  }
}

/// Constant divisors: the dividends with the largest remainders, of which the
/// last ones come closest to the next quotient, and both ends of the range.
void checkConstants(uint64_t stride) {
  Claim u32("u32 by constants"), s32("s32 by constants"),
      u64("u64 by constants");
  HostNumbers d;
  Random random{1};
  auto checkU32 = [&](uint32_t x, uint32_t b) {
    uint32_t q = derived::emitDivU32ByConstant(d, W{x}, b, true).bits;
    ++u32.count;
    if (q != x / b)
      u32.report(q, x / b, x, b, 0);
  };
  auto checkS32 = [&](int32_t x, int32_t b) {
    int32_t want = int32_t(int64_t(x) / b);
    int32_t q =
        int32_t(derived::emitDivS32ByConstant(d, W{uint32_t(x)}, b, true).bits);
    ++s32.count;
    if (q != want)
      s32.report(uint32_t(q), uint32_t(want), uint32_t(x), uint32_t(b), 0);
  };
  auto checkU64 = [&](uint64_t x, uint64_t b) {
    uint64_t q = derived::emitDivU64ByConstant(d, X{x}, b, true).bits;
    ++u64.count;
    if (q != x / b)
      u64.report(q, x / b, x, b, 0);
  };
  for (uint64_t i = 1; i < uint64_t(1) << 32; i += stride) {
    uint32_t b = uint32_t(i), last = ~0u / b * b;
    for (uint32_t x : {last, last - 1, ~0u, uint32_t(random())})
      checkU32(x, b);
    int32_t n = int32_t(b);
    int64_t size = std::abs(int64_t(n)), most = 0x7fffffff / size * size;
    for (int64_t x : {most, most - 1, -most, 1 - most, -int64_t(0x80000000),
                      int64_t(0x7fffffff), int64_t(int32_t(random()))})
      checkS32(int32_t(x), n);
    uint64_t wide = pickInteger(random) | 1, top = ~uint64_t(0) / wide * wide;
    for (uint64_t x : {top, top - 1, ~uint64_t(0), random()})
      checkU64(x, wide);
  }
}

} // namespace

int main(int argc, char **argv) {
  std::string option = argc > 1 ? argv[1] : "";
  bool full = option == "--full", help = option == "--help";
  if (argc > 2 || help || (argc == 2 && !full)) {
    fprintf(help ? stdout : stderr, "usage: isa-derived [--full]\n");
    return help ? 0 : 2;
  }
  checkInverse32(full ? 1 : 7);
  checkHardQuotients32(full ? 1 : 61, 8);
  checkUnary32(
      "rcp", rcp32, [](float x, Round rnd) { return quotient(1.0f, x, rnd); },
      1, true, full ? 1 : 65537);
  checkUnary32("sqrt", sqrt32, root<float>, 3, false, full ? 1 : 65537);
  checkQuotients32(full ? 1'000'000'000 : 400'000);
  checkInverse64(4);
  checkQuotients64(full ? 200'000'000 : 200'000);
  checkUnary64(full ? 100'000'000 : 100'000);
  checkIntegers64(full ? 1'000'000'000 : 200'000);
  checkConstants(full ? 101 : 65537);
  return numWrong != 0;
}
