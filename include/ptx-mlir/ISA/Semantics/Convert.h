//===- Convert.h - Meaning of the conversions -------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What conversions compute, once, over any domain; formats are numbers of the
// instruction word.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_CONVERT_H
#define PTX_MLIR_ISA_SEMANTICS_CONVERT_H

#include "ptx-mlir/ISA/Semantics/Float.h"

namespace ptxmlir::isa::sem {

/// A float format by its number in the instruction word (isa::FloatFmt).
inline Fmt floatFormat(unsigned field) {
  switch (field) {
  case 1:
    return Fmt::F16;
  case 3:
    return Fmt::F64;
  case 4:
    return Fmt::BF16;
  default:
    return Fmt::F32;
  }
}

/// An integer format (isa::IntFmt: U8 S8 U16 S16 U32 S32 U64 S64).
struct IntFormat {
  unsigned width;
  bool isSigned;
  explicit IntFormat(unsigned field)
      : width(8u << (field >> 1)), isSigned(field & 1) {}
};

/// Bits of a source that may be the upper half of a register.
template <typename D>
inline typename D::U64 halfOf(unsigned half, typename D::U64 v) {
  return half ? D::lshr(v, D::c32(16)) : v;
}

/// Between float formats. A result of 16 bits is zero-extended.
template <typename D> struct F2F {
  SourceFlags s;
  Fmt from;
  RoundTo to;
  unsigned half;
  explicit F2F(ModReader &m)
      : s(m), from(floatFormat(m.value("src"))),
        to{floatFormat(m.value("dst")), m.rounding(), m.optional("ftz") != 0},
        half(m.optional("bHalf")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto b = fsource<D>(from, halfOf<D>(half, in.b), s.bNeg, s.bAbs, to.ftz);
    auto r = D::fconvert(from, b, to);
    // A f64 NaN that stays f64 keeps its payload.
    if (from == Fmt::F64 && to.fmt == Fmt::F64)
      r = D::select(D::fnan(from, b), D::fnanOf(from, b, b), r);
    out.d = r;
  }
};

/// Float to integer, saturating. A NaN gives 0 with `.NTZ`, else the pattern of
/// the most negative number. Results below 32 bits are extended by their sign.
template <typename D> struct F2I {
  SourceFlags s;
  Fmt from;
  IntFormat to;
  Rnd rnd;
  bool ftz, ntz;
  unsigned half;
  explicit F2I(ModReader &m)
      : s(m), from(floatFormat(m.value("src"))), to(m.value("dst")),
        rnd(m.rounding()), ftz(m.optional("ftz")), ntz(m.optional("ntz")),
        half(m.optional("bHalf")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto b = fsource<D>(from, halfOf<D>(half, in.b), s.bNeg, s.bAbs, ftz);
    uint64_t nan = ntz ? 0 : uint64_t(1) << (to.width - 1);
    out.d = D::ftoint(from, b, rnd, to.width, to.isSigned, nan);
  }
};

/// A pair of bytes, a above b, below a half of c; NaNs as in F2I.
template <typename D> struct F2IP {
  SourceFlags s;
  Rnd rnd;
  bool isSigned, ntz;
  unsigned cPart;
  explicit F2IP(ModReader &m)
      : s(m), rnd(m.rounding()), isSigned(m.value("dst")),
        ntz(m.optional("ntz")), cPart(m.value("cPart")) {
    if (m.optional("relu"))
      m.missing = "relu=RELU";
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    auto byte = [&](auto v, bool neg, bool abs) {
      auto f = fsource<D>(Fmt::F32, v, neg, abs);
      return D::ftoint(Fmt::F32, f, rnd, 8, isSigned, ntz ? 0 : 0x80) &
             D::c64(0xff);
    };
    auto half = D::lshr(in.c, D::c32(16 * cPart)) & D::c64(0xffff);
    out.d = byte(in.b, s.bNeg, s.bAbs) |
            D::shl(byte(in.a, s.aNeg, s.aAbs), D::c32(8)) |
            D::shl(half, D::c32(16));
  }
};

/// Integer to float; `part` is which byte or half a source below 32 bits is.
template <typename D> struct I2F {
  IntFormat from;
  RoundTo to;
  unsigned part;
  explicit I2F(ModReader &m)
      : from(m.value("src")), to{floatFormat(m.value("dst")), m.rounding()},
        part(m.optional("bPart")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto v = in.b;
    if (from.width < 64) {
      auto n = D::c32(64 - from.width);
      auto top = D::shl(
          D::lshr(v, D::c32(from.width < 32 ? from.width * part : 0)), n);
      v = from.isSigned ? D::ashr(top, n) : D::lshr(top, n);
    }
    out.d = D::finttof(v, from.isSigned, to);
  }
};

/// 32-bit integer to f32.
template <typename D> struct I2FP {
  bool isSigned;
  Rnd rnd;
  explicit I2FP(ModReader &m) : isSigned(m.value("src")), rnd(m.rounding()) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto b = D::lo(in.b);
    out.d = D::finttof(isSigned ? D::sext(b) : D::zext(b), isSigned,
                       {Fmt::F32, rnd});
  }
};

/// To an integral value of the same format.
template <typename D> struct FRND {
  SourceFlags s;
  Fmt fmt;
  Rnd rnd;
  bool ftz;
  unsigned half;
  explicit FRND(ModReader &m)
      : s(m), fmt(Fmt::F32), rnd(m.rounding()), ftz(m.optional("ftz")),
        half(m.optional("bHalf")) {
    if (unsigned both = m.optional("fmt"))
      fmt = floatFormat(both & 7);
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    auto b = fsource<D>(fmt, halfOf<D>(half, in.b), s.bNeg, s.bAbs, ftz);
    out.d = D::fround(fmt, b, rnd);
  }
};

/// Two floats into a packed pair (a above b), a pair of narrow floats into two
/// halves, two halves of b into such a pair, or b alone into the low half of c.
/// Narrow pairs lie in two bytes, those of E2M1 in one. What is left of c
/// stands above them; with random bits (`.RS`) c moves up, so that the next
/// instruction finds its own ones where these stood.
template <typename D> struct F2FP {
  using U64 = typename D::U64;
  SourceFlags s;
  unsigned kind;
  RoundTo to;
  bool relu, stochastic;
  enum Packing { FromAB, FromB, FromHalves, ToHalves } packing = FromAB;
  bool isE8 = false;        ///< powers of two, their exponents in a byte
  Fmt narrowFmt = Fmt::F16; ///< of ToHalves
  unsigned part = 0;        ///< where ToHalves reads b
  explicit F2FP(ModReader &m)
      : s(m), kind(m.value("kind")),
        to{Fmt::F16, m.rounding(), false, m.optional("satfinite") != 0},
        relu(m.optional("relu")), stochastic(m.value("rnd") == 4) {
    // Two bits that stand in the other order than the bytes.
    unsigned b = m.optional("bPart");
    part = 8 * ((b & 1) << 1 | b >> 1);
    auto set = [&](Packing how, Fmt fmt) {
      packing = how;
      (how == ToHalves ? narrowFmt : to.fmt) = fmt;
    };
    switch (kind) {
    case 0x00:
      break;
    case 0x04:
      set(FromAB, Fmt::BF16);
      break;
    case 0x08:
      set(FromB, Fmt::F16);
      break;
    case 0x0c:
      set(FromB, Fmt::BF16);
      break;
    case 0x5c:
      set(FromB, Fmt::TF32);
      break;
    case 0x42:
      set(ToHalves, Fmt::E5M2);
      break;
    case 0x43:
      set(ToHalves, Fmt::E4M3);
      break;
    case 0x141:
      set(ToHalves, Fmt::E2M1);
      break;
    case 0x142:
      set(ToHalves, Fmt::E2M3);
      break;
    case 0x143:
      set(ToHalves, Fmt::E3M2);
      break;
    case 0x247:
      set(ToHalves, Fmt::BF16);
      isE8 = true;
      break;
    case 0xa1:
      set(FromHalves, Fmt::E5M2);
      break;
    case 0xa5:
      set(FromHalves, Fmt::E4M3);
      break;
    case 0xa8:
      set(FromAB, Fmt::E5M2);
      break;
    case 0xac:
      set(FromAB, Fmt::E4M3);
      break;
    case 0xb8:
      isE8 = true;
      break;
    case 0x2b1:
      set(FromHalves, Fmt::BF16);
      isE8 = true;
      break;
    case 0x88c:
      set(FromAB, Fmt::E2M1);
      break;
    case 0x898:
      set(FromAB, Fmt::E2M3);
      break;
    case 0x89c:
      set(FromAB, Fmt::E3M2);
      break;
    default:
      m.missing = "kind " + std::to_string(kind);
    }
    if (stochastic && (packing != FromAB || isE8))
      m.missing = "rnd=RS of kind " + std::to_string(kind);
  }
  U64 clamp(Fmt fmt, U64 v) const {
    if (!relu)
      return v;
    auto sign = D::c64(formatOf(fmt).signBit());
    auto negative = D::fless(fmt, v, D::c64(0)) || v == sign;
    return D::select(negative, D::c64(0), v);
  }
  /// The exponent of an f32, rounded to a power of two. 0 stands for 2^-127,
  /// 255 for NaN; there are no signs.
  U64 exponent(U64 v) const {
    U64 magnitude = v & D::c64(0x7fffffff);
    U64 e = D::lshr(magnitude, D::c32(23));
    if (to.rnd == Rnd::RP) {
      auto exact = (magnitude & D::c64(0x7fffff)) == D::c64(0) ||
                   D::ult(magnitude, D::c64(0x400001));
      e = D::select(exact, e, e + D::c64(1));
    }
    if (to.satFinite)
      e = D::select(e == D::c64(255), D::c64(254), e);
    auto isNaN = D::ult(D::c64(0x7f800000), magnitude);
    return D::select(isNaN, D::c64(255), e);
  }
  U64 narrow(U64 v, bool neg, bool abs, U64 random) const {
    U64 f32 = fsource<D>(Fmt::F32, v, neg, abs);
    if (isE8)
      return exponent(f32);
    if (stochastic)
      return clamp(to.fmt, roundStochastically(f32, random));
    return clamp(to.fmt, D::fconvert(Fmt::F32, f32, to));
  }
  static unsigned widthOf(Fmt fmt) { return formatOf(fmt).width(); }
  /// How many random bits a number takes. For f16 and bf16 this was measured on
  /// B200 in hibouwu/PTX-Instruction-Accuracy-Test.
  unsigned randomWidth() const { return to.fmt == Fmt::F16 ? 13 : 16; }
  /// The random bits of b in c: a half takes its own half, bytes take the upper
  /// half, E2M1 takes the bytes 3 and 1. A half a takes its own half, too; else
  /// a takes the bits of b in reverse order. This was measured on B200
  /// (experiments/nvidia_rs_bit_probe of the public "quant_cast_bench"), but
  /// not for E2M3 and E3M2: they are taken to be as the others that lie in
  /// bytes.
  U64 randomOf(U64 c, bool isA) const {
    unsigned width = widthOf(to.fmt);
    if (width == 16)
      return D::lshr(c, D::c32(isA ? 16 : 0)) &
             D::c64((uint64_t(1) << randomWidth()) - 1);
    U64 bits = D::lshr(c, D::c32(16)) & D::c64(0xffff);
    if (width == 4)
      bits = (bits & D::c64(0xff00)) | (D::lshr(c, D::c32(8)) & D::c64(0xff));
    if (!isA)
      return bits;
    return D::lshr(D::zext(D::reverse(D::lo(bits))), D::c32(16));
  }
  /// What is cut off of the fraction and the random bits, aligned at the top,
  /// carry into what is kept.
  U64 roundStochastically(U64 f32, U64 random) const {
    const FloatFormat &f = formatOf(to.fmt);
    U64 magnitude = f32 & D::c64(0x7fffffff);
    U64 e = D::lshr(magnitude, D::c32(23)), fraction = f32 & D::c64(0x7fffff);
    auto isSubnormal = e == D::c64(0);
    U64 significand =
        D::select(isSubnormal, fraction, fraction | D::c64(0x800000));
    e = D::select(isSubnormal, D::c64(1), e);
    // Below the smallest normal number (its exponent in f32) more is cut off.
    U64 normal = D::c64(128 - f.bias());
    auto isBelow = D::ult(e, normal);
    U64 cut =
        D::c64(23 - f.fracBits) + D::select(isBelow, normal - e, D::c64(0));
    auto width = D::c32(randomWidth());
    U64 kept = D::lshr(D::shl(significand, width), D::lo(cut));
    U64 exponent = D::select(isBelow, D::c64(0), e - normal);
    U64 r =
        D::lshr(kept + random, width) + D::shl(exponent, D::c32(f.fracBits));
    U64 beyond = D::c64(to.satFinite || !f.ieee ? f.maxFinite() : f.inf());
    r = D::select(D::ult(D::c64(f.maxFinite()), r), beyond, r);
    r = r | D::shl(D::lshr(f32, D::c32(31)), D::c32(f.width() - 1));
    return D::select(D::fnan(Fmt::F32, f32), D::c64(f.nan), r);
  }
  /// A narrow number, or the power of two with an exponent as bf16.
  U64 widen(U64 v) const {
    if (!isE8)
      return clamp(Fmt::F16, D::fconvert(narrowFmt, v, {Fmt::F16}));
    U64 power = D::select(v == D::c64(0), D::c64(0x40), D::shl(v, D::c32(7)));
    return D::select(v == D::c64(255), D::c64(formatOf(Fmt::BF16).nan), power);
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    // What MERGE_C leaves of c goes above the result.
    auto lowerC = D::shl(in.c & D::c64(0xffff), D::c32(16));
    auto bitsOf = [&](unsigned pos, unsigned width) {
      return D::lshr(in.b, D::c32(pos)) & D::c64((uint64_t(1) << width) - 1);
    };
    switch (packing) {
    case ToHalves: {
      unsigned width = isE8 ? 8 : widthOf(narrowFmt);
      unsigned apart = width == 4 ? 4 : 8;
      out.d = widen(bitsOf(part, width)) |
              D::shl(widen(bitsOf(part + apart, width)), D::c32(16));
      return;
    }
    case FromHalves: {
      auto half = [&](unsigned pos) {
        U64 v = bitsOf(pos, 16);
        return isE8 ? exponent(D::shl(v, D::c32(16)))
                    : clamp(to.fmt, D::fconvert(Fmt::F16, v, to));
      };
      out.d = half(0) | D::shl(half(16), D::c32(8)) | lowerC;
      return;
    }
    case FromB:
      out.d = narrow(in.b, s.bNeg, s.bAbs, D::c64(0));
      if (to.fmt != Fmt::TF32)
        out.d = out.d | lowerC;
      return;
    case FromAB:
      break;
    }
    unsigned width = isE8 ? 8 : widthOf(to.fmt);
    unsigned apart = width == 6 ? 8 : width;
    out.d = narrow(in.b, s.bNeg, s.bAbs, randomOf(in.c, false)) |
            D::shl(narrow(in.a, s.aNeg, s.aAbs, randomOf(in.c, true)),
                   D::c32(apart));
    if (width < 16)
      out.d = out.d | D::zext(D::lo(D::shl(in.c, D::c32(2 * apart))));
  }
};

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_CONVERT_H
