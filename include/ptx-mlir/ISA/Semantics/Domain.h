//===- Domain.h - What the meaning of an opcode is written over -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of each pure SASS opcode is one class template over a value
// domain D. A domain supplies
//
//   types   U32, U64 (bit vectors), Bool
//   ops     + - * & | ^ ~ ==  on U32 and U64 (modulo 2^n); ! && || on Bool
//   static  c32 c64 cb (constants), lo hi pair zext sext (32 <-> 64 bits),
//           shl lshr ashr (an amount of the width or more shifts everything
//           out), ult slt, select, fromBool, popcount, countLeadingZeros,
//           reverse, the float functions below.
//
// HostDomain computes with host integers: the interpreter runs it per lane, the
// folders of `ori` on constants. A domain of SMT terms has the same members.
// Modifiers are known when an instruction is built, so they are plain C++
// values in every domain; a value of a domain never controls an `if` (use
// select).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_DOMAIN_H
#define PTX_MLIR_ISA_SEMANTICS_DOMAIN_H

#include "ptx-mlir/ISA/Semantics/SoftFloat.h"
#include <cstdint>
#include <cstring>

namespace ptxmlir::isa::sem {

/// MUFU functions by their number in the instruction word.
enum class MufuOp : uint8_t {
  COS,
  SIN,
  EX2,
  LG2,
  RCP,
  RSQ,
  RCP64H,
  RSQ64H,
  SQRT,
  TANH
};

/// The special function unit on f32 bits. Subnormal inputs and results count as
/// zeros, except for TANH (ptxas scales around all others, observed
/// on 13.0.88); SIN and COS take turns (x / 2pi). Results are within one unit
/// of the last place of the exact value: the real unit is less exact, so only
/// programs that tolerate its error give the same bits.
uint32_t mufu32(MufuOp op, uint32_t bits);
/// The same on f16 or bf16 bits (EX2, TANH); subnormal numbers are kept.
uint32_t mufu16(MufuOp op, Fmt fmt, uint32_t bits);
/// RCP64H and RSQ64H: the high word of 1/x or 1/sqrt(x), where `bits` is the
/// high word of x; subnormal inputs and results are zeros (PTX ISA,
/// rcp.approx.ftz.f64, rsqrt.approx.ftz.f64).
uint32_t mufu64h(MufuOp op, uint32_t bits);
/// Any of these by a unit that is less exact: off by `part` (-1 to 1) of the
/// largest error that the PTX ISA allows the instruction that is this function
/// alone. What its tables list (of zeros, infinities, NaNs) stays as it is.
uint32_t mufuApart(MufuOp op, Fmt fmt, uint32_t bits, double part);

/// Out-of-line float operations of HostDomain: any format and mode.
uint64_t hostAdd(RoundTo to, uint64_t a, uint64_t b);
uint64_t hostMul(RoundTo to, uint64_t a, uint64_t b, int scale);
uint64_t hostFma(RoundTo to, uint64_t a, uint64_t b, uint64_t c, bool zeroWins);

struct HostDomain {
  using U32 = uint32_t;
  using U64 = uint64_t;
  using Bool = bool;

  static U32 c32(uint32_t v) { return v; }
  static U64 c64(uint64_t v) { return v; }
  static Bool cb(bool v) { return v; }
  static U32 lo(U64 v) { return U32(v); }
  static U32 hi(U64 v) { return U32(v >> 32); }
  static U64 pair(U32 low, U32 high) { return U64(high) << 32 | low; }
  static U64 zext(U32 v) { return v; }
  static U64 sext(U32 v) { return U64(int64_t(int32_t(v))); }

  static U32 shl(U32 v, U32 n) { return n < 32 ? v << n : 0; }
  static U64 shl(U64 v, U32 n) { return n < 64 ? v << n : 0; }
  static U32 lshr(U32 v, U32 n) { return n < 32 ? v >> n : 0; }
  static U64 lshr(U64 v, U32 n) { return n < 64 ? v >> n : 0; }
  static U32 ashr(U32 v, U32 n) { return U32(int32_t(v) >> (n < 32 ? n : 31)); }
  static U64 ashr(U64 v, U32 n) { return U64(int64_t(v) >> (n < 64 ? n : 63)); }

  static Bool ult(U32 a, U32 b) { return a < b; }
  static Bool ult(U64 a, U64 b) { return a < b; }
  static Bool slt(U32 a, U32 b) { return int32_t(a) < int32_t(b); }
  static Bool slt(U64 a, U64 b) { return int64_t(a) < int64_t(b); }
  template <typename T> static T select(Bool c, T a, T b) { return c ? a : b; }
  static U32 fromBool(Bool b) { return b; }
  static U32 popcount(U32 v) { return U32(__builtin_popcount(v)); }
  static U32 countLeadingZeros(U32 v) { return v ? U32(__builtin_clz(v)) : 32; }
  static U32 reverse(U32 v) {
    v = __builtin_bswap32(v);
    v = (v & 0x0f0f0f0f) << 4 | (v >> 4 & 0x0f0f0f0f);
    v = (v & 0x33333333) << 2 | (v >> 2 & 0x33333333);
    return (v & 0x55555555) << 1 | (v >> 1 & 0x55555555);
  }

  //===--------------------------------------------------------------------===//
  // Floats: bit patterns, zero-extended to 64 bits
  //===--------------------------------------------------------------------===//

  static U64 fadd(RoundTo to, U64 a, U64 b) {
    if (to.fmt == Fmt::F32 && to.rnd == Rnd::RN) {
      float r = asFloat(a) + asFloat(b);
      return finish32(r, to.ftz);
    }
    return hostAdd(to, a, b);
  }
  /// a * b * 2^scale.
  static U64 fmul(RoundTo to, U64 a, U64 b, int scale = 0) {
    if (to.fmt == Fmt::F32 && to.rnd == Rnd::RN && scale == 0) {
      float r = asFloat(a) * asFloat(b);
      return finish32(r, to.ftz);
    }
    return hostMul(to, a, b, scale);
  }
  static U64 ffma(RoundTo to, U64 a, U64 b, U64 c, bool zeroWins = false) {
    // (A call where the machine that this is compiled for has no fma.)
    if (to.fmt == Fmt::F32 && to.rnd == Rnd::RN && !zeroWins) {
      float r = __builtin_fmaf(asFloat(a), asFloat(b), asFloat(c));
      return finish32(r, to.ftz);
    }
    return hostFma(to, a, b, c, zeroWins);
  }
  static Bool fless(Fmt f, U64 a, U64 b) {
    return f == Fmt::F32 ? asFloat(a) < asFloat(b) : isLess(f, a, b);
  }
  static Bool fequal(Fmt f, U64 a, U64 b) {
    return f == Fmt::F32 ? asFloat(a) == asFloat(b) : isEqual(f, a, b);
  }
  static Bool fnan(Fmt f, U64 a) {
    return f == Fmt::F32 ? asFloat(a) != asFloat(a) : isNaN(f, a);
  }
  static U64 fflush(Fmt f, U64 a) {
    if (f == Fmt::F32)
      return a & 0x7f800000 ? a : a & 0x80000000;
    return flush(f, a);
  }
  static U64 fconvert(Fmt from, U64 a, RoundTo to) {
    return convert(from, a, to);
  }
  static U64 fround(Fmt f, U64 a, Rnd rnd) {
    return roundToIntegral(f, a, rnd);
  }
  static U64 ftoint(Fmt f, U64 a, Rnd rnd, unsigned width, bool isSigned,
                    uint64_t nan) {
    return toInteger(f, a, rnd, width, isSigned, nan);
  }
  static U64 finttof(U64 a, bool isSigned, RoundTo to) {
    return fromInteger(a, isSigned, to);
  }
  /// The NaN that an operation on these operands gives.
  static U64 fnanOf(Fmt f, U64 a, U64 b) { return nanResult(f, a, b); }
  static U32 mufu(MufuOp op, Fmt fmt, U32 a) {
    if (fmt != Fmt::F32)
      return mufu16(op, fmt, a);
    bool high = op == MufuOp::RCP64H || op == MufuOp::RSQ64H;
    return high ? mufu64h(op, a) : mufu32(op, a);
  }

private:
  static float asFloat(U64 bits) {
    uint32_t v = uint32_t(bits);
    float f;
    memcpy(&f, &v, 4);
    return f;
  }
  static U64 finish32(float r, bool ftz) {
    if (r != r)
      return 0x7fffffff;
    uint32_t v;
    memcpy(&v, &r, 4);
    return ftz && (v & 0x7f800000) == 0 ? v & 0x80000000 : v;
  }
};

/// The values a pure instruction reads, by slot name. A slot of one register
/// is zero-extended; f64 immediates are in the high word already.
template <typename D> struct In {
  typename D::U64 a, b, c;
  typename D::Bool pp, pq, pr;
};

/// The values it writes. A slot of one register takes the low half of d.
template <typename D> struct Out {
  typename D::U64 d{};
  typename D::Bool pu{}, pv{};
};

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_DOMAIN_H
