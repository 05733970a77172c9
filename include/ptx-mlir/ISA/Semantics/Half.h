//===- Half.h - Meaning of the packed half instructions ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two f16 or bf16 numbers in a register. A swizzle takes both halves (H1_H0),
// the low one twice (H0_H0) or the high one twice (H1_H1).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_HALF_H
#define PTX_MLIR_ISA_SEMANTICS_HALF_H

#include "ptx-mlir/ISA/Semantics/Float.h"

namespace ptxmlir::isa::sem {

/// Flags, swizzles and format of the sources of a half instruction.
template <typename D> struct HalfSources {
  using U64 = typename D::U64;
  SourceFlags s;
  uint8_t aSwz, bSwz, cSwz;
  Fmt fmt;
  bool ftz;
  explicit HalfSources(ModReader &m)
      : s(m), aSwz(uint8_t(m.optional("aSwz"))),
        bSwz(uint8_t(m.optional("bSwz"))), cSwz(uint8_t(m.optional("cSwz"))),
        fmt(m.optional("bf16") ? Fmt::BF16 : Fmt::F16),
        // HFMA2 has one modifier for both: 1 FTZ, 2 FMZ, 3 OOB.
        ftz(m.optional("ftz") % 3 != 0 || m.optional("fmz")) {}

  U64 pick(U64 v, unsigned swizzle, unsigned half) const {
    bool high = swizzle == 3 || (swizzle == 0 && half == 1);
    return D::lshr(v & D::c64(0xffffffff), D::c32(high ? 16 : 0)) &
           D::c64(0xffff);
  }
  /// Of `.F32` (sm_75 only) both halves are the f32, rounded. ptxas emits it
  /// with zero as the other operand; whether a sum is rounded once or twice is
  /// not known.
  U64 source(U64 v, unsigned swizzle, unsigned half, bool neg, bool abs) const {
    constexpr unsigned kF32 = 1;
    if (swizzle == kF32)
      return D::fconvert(Fmt::F32,
                         fsource<D>(Fmt::F32, v & D::c64(0xffffffff), neg, abs),
                         {fmt});
    return fsource<D>(fmt, pick(v, swizzle, half), neg, abs, ftz);
  }
  U64 a(const In<D> &in, unsigned half) const {
    return source(in.a, aSwz, half, s.aNeg, s.aAbs);
  }
  /// H0_NH1 exchanges the halves of b, and the one that becomes the lower is
  /// negated. (ptxas emits it for fma.rn.f16x2 with {-h1, h0}.)
  bool turnsSign(unsigned half) const { return bSwz == 4 && half == 0; }
  unsigned swizzleOfB(unsigned half) const {
    return bSwz != 4 ? bSwz : half == 0 ? 3 : 2;
  }
  U64 b(const In<D> &in, unsigned half) const {
    return source(in.b, swizzleOfB(half), half, s.bNeg != turnsSign(half),
                  s.bAbs);
  }
  U64 c(const In<D> &in, unsigned half) const {
    return source(in.c, cSwz, half, s.cNeg, s.cAbs);
  }
  /// The sign bit is that of a * b, whatever `|a|` says.
  U64 signs(const In<D> &in, unsigned half) const {
    return fsource<D>(fmt, pick(in.a, aSwz, half), s.aNeg, false) ^
           fsource<D>(fmt, pick(in.b, swizzleOfB(half), half),
                      s.bNeg != turnsSign(half), false);
  }
  /// The pair of f(0), f(1).
  template <typename Fn> U64 both(Fn f) const {
    return f(0) | D::shl(f(1), D::c32(16));
  }
  U64 asF32(U64 v) const { return D::fconvert(fmt, v, {Fmt::F32}); }
};

template <typename D> struct HADD2 {
  HalfSources<D> src;
  bool f32, sat;
  explicit HADD2(ModReader &m)
      : src(m), f32(m.optional("f32")), sat(m.optional("sat")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    if (f32) {
      auto r = D::fadd({Fmt::F32, Rnd::RN, src.ftz}, src.asF32(src.a(in, 0)),
                       src.asF32(src.b(in, 0)));
      out.d = sat ? saturate<D>(Fmt::F32, r) : r;
      return;
    }
    out.d = src.both([&](unsigned h) {
      auto r = D::fadd({src.fmt, Rnd::RN, src.ftz}, src.a(in, h), src.b(in, h));
      return sat ? saturate<D>(src.fmt, r) : r;
    });
  }
};

template <typename D> struct HMUL2 {
  HalfSources<D> src;
  bool fmz, sat;
  explicit HMUL2(ModReader &m)
      : src(m), fmz(m.optional("fmz")), sat(m.optional("sat")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto zero = D::c64(0);
    out.d = src.both([&](unsigned h) {
      auto a = src.a(in, h), b = src.b(in, h);
      auto r = D::fmul({src.fmt, Rnd::RN, src.ftz}, a, b);
      if (fmz)
        r = D::select(D::fequal(src.fmt, a, zero) ||
                          D::fequal(src.fmt, b, zero),
                      zero, r);
      return sat ? saturate<D>(src.fmt, r) : r;
    });
  }
};

/// The product of the low halves as f32.
template <typename D> struct HMUL2_F32 {
  HalfSources<D> src;
  bool fmz, sat;
  explicit HMUL2_F32(ModReader &m)
      : src(m), fmz(m.flag("fmz")), sat(m.flag("sat")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto zero = D::c64(0);
    auto a = src.asF32(src.a(in, 0)), b = src.asF32(src.b(in, 0));
    auto r = D::fmul({Fmt::F32, Rnd::RN, src.ftz}, a, b);
    if (fmz)
      r = D::select(D::fequal(Fmt::F32, a, zero) ||
                        D::fequal(Fmt::F32, b, zero),
                    zero, r);
    out.d = sat ? saturate<D>(Fmt::F32, r) : r;
  }
};

/// One half of a register as f32, with its flags.
template <typename D> struct HalfAsF32 {
  Fmt fmt;
  bool high, neg, abs;
  typename D::U64 operator()(typename D::U64 v) const {
    auto half =
        D::lshr(v & D::c64(0xffffffff), D::c32(high ? 16 : 0)) & D::c64(0xffff);
    return D::fconvert(fmt, fsource<D>(fmt, half, neg, abs), {Fmt::F32});
  }
};

/// Sums and products of halves with f32 (sm_100): f32 inside, rounded once.
template <typename D> struct FHADD {
  SourceFlags s;
  HalfAsF32<D> a;
  Rnd rnd;
  bool sat;
  explicit FHADD(ModReader &m)
      : s(m), a{m.value("fmt") ? Fmt::BF16 : Fmt::F16, m.value("aHalf") != 0,
                s.aNeg, s.aAbs},
        rnd(m.rounding()), sat(m.flag("sat")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto b = fsource<D>(Fmt::F32, in.b & D::c64(0xffffffff), s.bNeg, s.bAbs);
    auto r = D::fadd({Fmt::F32, rnd, false}, a(in.a), b);
    out.d = sat ? saturate<D>(Fmt::F32, r) : r;
  }
};
template <typename D> struct FHFMA {
  SourceFlags s;
  HalfAsF32<D> a, b;
  Rnd rnd;
  bool sat;
  explicit FHFMA(ModReader &m)
      : s(m), a{m.value("fmt") ? Fmt::BF16 : Fmt::F16, m.value("aHalf") != 0,
                s.aNeg, s.aAbs},
        b{a.fmt, m.value("bHalf") != 0, s.bNeg, s.bAbs}, rnd(m.rounding()),
        sat(m.flag("sat")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto c = fsource<D>(Fmt::F32, in.c & D::c64(0xffffffff), s.cNeg, s.cAbs);
    auto r = D::ffma({Fmt::F32, rnd, false}, a(in.a), b(in.b), c, false);
    out.d = sat ? saturate<D>(Fmt::F32, r) : r;
  }
};

/// HFMA2 and HFMA2.MMA. With `.OOB` the result is +0 where a factor is the NaN
/// that tensor copies write outside of a tensor.
template <typename D> struct HFMA2 {
  HalfSources<D> src;
  static constexpr uint64_t kOutside = 0x7ff7;
  bool f32, fmz, sat, relu, oob;
  explicit HFMA2(ModReader &m)
      : src(m), f32(m.optional("f32")),
        fmz(m.optional("fmz") || m.optional("ftz") == 2),
        sat(m.optional("sat")), relu(m.optional("relu")),
        oob(m.optional("ftz") == 3) {}
  typename D::U64 finish(Fmt fmt, typename D::U64 r) const {
    if (sat)
      r = saturate<D>(fmt, r);
    // Below zero becomes zero; a NaN stays.
    if (relu)
      r = D::select(D::fless(fmt, r, D::c64(0)) ||
                        r == D::c64(formatOf(fmt).signBit()),
                    D::c64(0), r);
    return r;
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    if (f32) {
      out.d = finish(Fmt::F32,
                     D::ffma({Fmt::F32, Rnd::RN, src.ftz},
                             src.asF32(src.a(in, 0)), src.asF32(src.b(in, 0)),
                             src.asF32(src.c(in, 0)), fmz));
      return;
    }
    out.d = src.both([&](unsigned h) {
      auto a = src.a(in, h), b = src.b(in, h);
      auto r = finish(src.fmt, D::ffma({src.fmt, Rnd::RN, src.ftz}, a, b,
                                       src.c(in, h), fmz));
      if (!oob)
        return r;
      return D::select(a == D::c64(kOutside) || b == D::c64(kOutside),
                       D::c64(0), r);
    });
  }
};

/// Minimum of each pair of halves if pp, else maximum.
template <typename D> struct HMNMX2 {
  HalfSources<D> src;
  bool nan, xorSign;
  explicit HMNMX2(ModReader &m)
      : src(m), nan(m.optional("nan")), xorSign(m.optional("xorsign")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    out.d = src.both([&](unsigned h) {
      auto a = src.a(in, h), b = src.b(in, h);
      if (!xorSign)
        return fminmax<D>(src.fmt, a, b, in.pp, nan);
      // As FMNMX: the signs before `|a|`.
      auto sign = D::c64(0x8000);
      auto signs = src.signs(in, h) & sign;
      auto r = fminmax<D>(src.fmt, a & ~sign, b & ~sign, in.pp, nan);
      return D::select(D::fnan(src.fmt, r), r, r | signs);
    });
  }
};

/// The same of three.
template <typename D> struct VHMNMX {
  HalfSources<D> src;
  bool nan;
  explicit VHMNMX(ModReader &m) : src(m), nan(m.flag("nan")) {
    // How the signs of three combine is not known.
    if (m.flag("xorsign"))
      m.missing = "xorsign";
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    out.d = src.both([&](unsigned h) {
      auto first = fminmax<D>(src.fmt, src.a(in, h), src.b(in, h), in.pp, nan);
      return fminmax<D>(src.fmt, first, src.c(in, h), in.pp, nan);
    });
  }
};

/// pu compares the low halves, pv the high ones; with `.H_AND` pu is both, pv
/// not both.
template <typename D> struct HSETP2 {
  HalfSources<D> src;
  unsigned cmp, bop;
  bool both;
  explicit HSETP2(ModReader &m)
      : src(m), cmp(m.value("cmp")), bop(m.value("bop")),
        both(m.optional("hand")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto low = fcompare<D>(cmp, src.fmt, src.a(in, 0), src.b(in, 0));
    auto high = fcompare<D>(cmp, src.fmt, src.a(in, 1), src.b(in, 1));
    if (both)
      return combine<D>(bop, low && high, in.pp, out);
    Out<D> ofLow, ofHigh;
    combine<D>(bop, low, in.pp, ofLow);
    combine<D>(bop, high, in.pp, ofHigh);
    out.pu = ofLow.pu;
    out.pv = ofHigh.pu;
  }
};

/// Each half of d is all ones (1.0 with `.BF`) or zero.
template <typename D> struct HSET2 {
  HSETP2<D> setp;
  bool bf;
  explicit HSET2(ModReader &m) : setp(m), bf(m.optional("bf")) {
    setp.both = false;
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    Out<D> r;
    setp(in, r);
    uint64_t one = !bf ? 0xffff : setp.src.fmt == Fmt::F16 ? 0x3c00 : 0x3f80;
    out.d = D::select(r.pu, D::c64(one), D::c64(0)) |
            D::select(r.pv, D::c64(one << 16), D::c64(0));
  }
};

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_HALF_H
