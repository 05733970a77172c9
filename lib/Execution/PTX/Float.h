//===- Float.h - Floating-point numbers of PTX ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 and f64 are computed by the host's floating-point unit in the rounding
// mode that is asked for. Narrower formats are computed in double, rounded to
// odd (Boldo and Melquiond, "When double rounding is odd", 2005), and from
// there once to the format: 53 bits are more than the two beyond twice its
// precision that this needs.
//
// NaN: a result of f32 and narrower is the canonical NaN (PTX ISA 9.7.3: NaN
// payloads are not preserved); of f64 the first NaN operand made quiet.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_FLOAT_H
#define PTX_MLIR_LIB_EXECUTION_PTX_FLOAT_H

#include "llvm/ADT/bit.h"
#include <cstdint>

namespace ptxmlir::interp {

enum class Round : uint8_t { Even, Zero, Down, Up, Away };

/// A binary floating-point format.
struct Format {
  uint8_t bits, exponentBits, fractionBits;
  /// What the largest exponent means: infinities and NaNs (IEEE), numbers but
  /// for one NaN (e4m3), numbers only.
  enum Top : uint8_t { IEEE, OneNaN, Numbers } top = IEEE;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  uint64_t signBit() const { return uint64_t(1) << (bits - 1); }
  uint64_t fractionMask() const { return (uint64_t(1) << fractionBits) - 1; }
  uint64_t exponentMask() const {
    return ((uint64_t(1) << exponentBits) - 1) << fractionBits;
  }
  uint64_t magnitudeMask() const { return signBit() - 1; }
  uint64_t infinity() const { return exponentMask(); }
  /// 0x7fffffff for f32, 0x7fff for f16 and bf16.
  uint64_t canonicalNaN() const {
    return bits == 64 ? 0xfff8000000000000 : magnitudeMask();
  }
  /// The largest finite number.
  uint64_t largest() const {
    return top == IEEE     ? exponentMask() - 1
           : top == OneNaN ? magnitudeMask() - 1
                           : magnitudeMask();
  }
};

constexpr Format kF16{16, 5, 10}, kBF16{16, 8, 7}, kF32{32, 8, 23},
    kF64{64, 11, 52}, kE4M3{8, 4, 3, Format::OneNaN}, kE5M2{8, 5, 2},
    kE2M3{6, 2, 3, Format::Numbers}, kE3M2{6, 3, 2, Format::Numbers},
    kE2M1{4, 2, 1, Format::Numbers};

inline bool isNaN(const Format &f, uint64_t v) {
  uint64_t m = v & f.magnitudeMask();
  return f.top == Format::IEEE     ? m > f.exponentMask()
         : f.top == Format::OneNaN ? m == f.magnitudeMask()
                                   : false;
}
inline bool isInfinity(const Format &f, uint64_t v) {
  return f.top == Format::IEEE && (v & f.magnitudeMask()) == f.exponentMask();
}
inline bool isZero(const Format &f, uint64_t v) {
  return (v & f.magnitudeMask()) == 0;
}
inline bool isSubnormal(const Format &f, uint64_t v) {
  return !(v & f.exponentMask()) && (v & f.fractionMask());
}
/// `.ftz`: subnormal numbers are zero of their sign.
inline uint64_t flush(const Format &f, uint64_t v) {
  return isSubnormal(f, v) ? v & f.signBit() : v;
}

inline float asFloat(uint64_t v) { return llvm::bit_cast<float>(uint32_t(v)); }
inline double asDouble(uint64_t v) { return llvm::bit_cast<double>(v); }
inline uint64_t bitsOfFloat(float f) { return llvm::bit_cast<uint32_t>(f); }
inline uint64_t bitsOfDouble(double d) { return llvm::bit_cast<uint64_t>(d); }

/// The number as a double, exactly. A NaN becomes a NaN.
double valueOf(const Format &f, uint64_t v);
/// A double (not a NaN) rounded to the format. Out of range it is infinity or
/// the largest number as the rounding mode says, always the largest if the
/// format has no infinity or `saturate` is set.
uint64_t fromDouble(const Format &f, double d, Round round,
                    bool saturate = false);
/// An integer rounded to the format.
uint64_t fromInteger(const Format &f, __int128 value, Round round);

enum class Arith : uint8_t { Add, Sub, Mul, Div, Fma, Sqrt };
/// An operation on numbers of a format, rounded to it once. `ftz` flushes
/// sources and result.
uint64_t compute(const Format &f, Arith op, Round round, bool ftz, uint64_t a,
                 uint64_t b = 0, uint64_t c = 0);
/// The same in double, rounded to odd: the exact result lies on the same side
/// of every number of fewer bits.
double computeOdd(Arith op, double a, double b = 0, double c = 0);

/// min, max: -0 is less than +0; of one NaN the other operand is the result,
/// unless `nan` asks for the canonical NaN.
uint64_t minMax(const Format &f, uint64_t a, uint64_t b, bool isMin, bool nan);

/// -1, 0, 1, or 2 if one is a NaN.
int compareFloat(const Format &f, uint64_t a, uint64_t b);

/// `.sat`: into [0, 1], NaN to +0.
uint64_t saturate(const Format &f, uint64_t v);
/// `.relu`: negative numbers to +0, NaN stays the canonical one.
uint64_t relu(const Format &f, uint64_t v);

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_FLOAT_H
