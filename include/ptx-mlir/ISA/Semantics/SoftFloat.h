//===- SoftFloat.h - Exact floating point of any format ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating point on bit patterns: every format of the GPU, every rounding mode,
// one rounding per operation. Nothing depends on the host's rounding mode or on
// its handling of subnormal numbers.
//
// NaN results: one canonical quiet NaN per format. f32, f16 and bf16 never keep
// a payload (PTX ISA, "Floating-Point Instructions"); f64 passes on the first
// NaN operand, made quiet, and makes 0xfff8000000000000 when it creates one
// (CUDA's CUDART_NAN and CUDART_NAN_F are the patterns the hardware creates).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_SOFTFLOAT_H
#define PTX_MLIR_ISA_SEMANTICS_SOFTFLOAT_H

#include <cstdint>

namespace ptxmlir::isa::sem {

/// Rounding modes; the first four have the numbers of the 2-bit field of an
/// instruction word (nearest even, towards -inf, towards +inf, towards zero).
enum class Rnd : uint8_t { RN = 0, RM = 1, RP = 2, RZ = 3, RNA = 4 };

/// Formats. TF32 lies in the top 19 bits of a 32-bit word.
enum class Fmt : uint8_t {
  F16,
  BF16,
  TF32,
  F32,
  F64,
  E4M3,
  E5M2,
  E2M3,
  E3M2,
  E2M1
};

/// Geometry of a format: fraction bits, exponent bits, bits below the fraction.
struct FloatFormat {
  uint8_t fracBits;
  uint8_t expBits;
  uint8_t lowBits;
  /// Has infinities, and NaNs with any nonzero fraction (not so E4M3).
  bool ieee;
  /// What a NaN becomes.
  uint64_t nan;
  /// Has neither infinities nor NaNs: all bits are numbers, and what is too
  /// large becomes the largest one.
  bool numbersOnly = false;

  constexpr int bias() const { return (1 << (expBits - 1)) - 1; }
  constexpr unsigned maxExp() const { return (1u << expBits) - 1; }
  constexpr unsigned width() const { return 1 + expBits + fracBits + lowBits; }
  constexpr uint64_t signBit() const { return uint64_t(1) << (width() - 1); }
  constexpr uint64_t inf() const {
    return uint64_t(maxExp()) << (fracBits + lowBits);
  }
  /// The largest finite number.
  constexpr uint64_t maxFinite() const {
    uint64_t ones = (uint64_t(1) << fracBits) - 1;
    return ieee ? (((uint64_t(maxExp() - 1) << fracBits) | ones) << lowBits)
                : ((uint64_t(maxExp()) << fracBits) | (ones - !numbersOnly));
  }
};

constexpr FloatFormat kFormats[] = {
    {10, 5, 0, true, 0x7fff},
    {7, 8, 0, true, 0x7fff},
    {10, 8, 13, true, 0x7fffffff},
    {23, 8, 0, true, 0x7fffffff},
    {52, 11, 0, true, 0xfff8000000000000ull},
    {3, 4, 0, false, 0x7f},
    {2, 5, 0, true, 0x7f},
    {3, 2, 0, false, 0x1f, true},
    {2, 3, 0, false, 0x1f, true},
    {1, 2, 0, false, 0x7, true},
};
constexpr const FloatFormat &formatOf(Fmt f) { return kFormats[unsigned(f)]; }

/// An unpacked number: (-1)^neg * sig * 2^exp when Finite (sig is not 0).
struct Unpacked {
  enum Kind : uint8_t { Zero, Finite, Inf, NaN } kind = Zero;
  bool neg = false;
  int exp = 0;
  uint64_t sig = 0;
};

/// How a result is delivered. `ftz`: a subnormal result becomes a zero of its
/// sign; tininess is seen after rounding. `satFinite`: overflow gives the
/// largest finite number in every mode.
struct RoundTo {
  Fmt fmt;
  Rnd rnd = Rnd::RN;
  bool ftz = false;
  bool satFinite = false;
};

Unpacked unpack(Fmt fmt, uint64_t bits);
/// The bits of (-1)^neg * sig * 2^exp, rounded once. A nonzero remainder below
/// `sig` may be folded into its lowest bit if at least two bits more than the
/// format's precision lie above.
uint64_t roundPack(RoundTo to, bool neg, int exp, unsigned __int128 sig);
/// A number in another format; NaN is canonical.
uint64_t pack(RoundTo to, const Unpacked &x);

uint64_t softAdd(RoundTo to, const Unpacked &a, const Unpacked &b);
uint64_t softMul(RoundTo to, const Unpacked &a, const Unpacked &b);
/// a * b + c with one rounding. `zeroWins`: a zero factor makes the product +0
/// whatever the other factor is (FMZ).
uint64_t softFma(RoundTo to, const Unpacked &a, const Unpacked &b,
                 const Unpacked &c, bool zeroWins = false);

bool isNaN(Fmt fmt, uint64_t bits);
bool isSubnormal(Fmt fmt, uint64_t bits);
/// A zero of the same sign for a subnormal number, anything else unchanged.
inline uint64_t flush(Fmt fmt, uint64_t bits) {
  return isSubnormal(fmt, bits) ? bits & formatOf(fmt).signBit() : bits;
}
/// Ordered comparisons: false when an operand is a NaN.
bool isLess(Fmt fmt, uint64_t a, uint64_t b);
bool isEqual(Fmt fmt, uint64_t a, uint64_t b);

/// A float of format `from` as a float of format `to.fmt`.
uint64_t convert(Fmt from, uint64_t bits, RoundTo to);
/// Rounds to an integral value in the same format; keeps the sign of zero.
uint64_t roundToIntegral(Fmt fmt, uint64_t bits, Rnd rnd);
/// Rounds to a two's complement integer of `width` bits (8 to 64), saturating.
/// `nan` is the result for a NaN. The result is extended to 64 bits by its
/// sign.
uint64_t toInteger(Fmt fmt, uint64_t bits, Rnd rnd, unsigned width,
                   bool isSigned, uint64_t nan);
/// An integer of 64 bits as a float.
uint64_t fromInteger(uint64_t value, bool isSigned, RoundTo to);

/// f64 results follow NaN operands; see the head of this file.
uint64_t nanResult(Fmt fmt, uint64_t a, uint64_t b, uint64_t c = 0);

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_SOFTFLOAT_H
