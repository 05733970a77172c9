//===- Float.h - Meaning of the f32 and f64 instructions --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What float arithmetic computes, once, over any domain, with flushing,
// rounding and the numbers of NaNs as the hardware has them.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_FLOAT_H
#define PTX_MLIR_ISA_SEMANTICS_FLOAT_H

#include "ptx-mlir/ISA/Semantics/Domain.h"
#include "ptx-mlir/ISA/Semantics/Integer.h"
#include "ptx-mlir/ISA/Semantics/Mods.h"

namespace ptxmlir::isa::sem {

/// A float operand's `|x|` and `-x`; with ftz a subnormal counts as zero.
template <typename D>
typename D::U64 fsource(Fmt fmt, typename D::U64 v, bool neg, bool abs,
                        bool ftz = false) {
  uint64_t sign = formatOf(fmt).signBit();
  // Bits above the format (the other half of a pair) do not belong to it.
  v = v & D::c64(sign | (sign - 1));
  if (abs)
    v = v & D::c64(sign - 1);
  if (neg)
    v = v ^ D::c64(sign);
  return ftz ? D::fflush(fmt, v) : v;
}

/// Clamps to [0, 1]; a NaN gives 0.
template <typename D> typename D::U64 saturate(Fmt fmt, typename D::U64 v) {
  const FloatFormat &f = formatOf(fmt);
  auto one = D::c64(uint64_t(f.bias()) << (f.fracBits + f.lowBits));
  auto zero = D::c64(0);
  auto positive = D::fless(fmt, zero, v);
  return D::select(positive, D::select(D::fless(fmt, one, v), one, v), zero);
}

/// A float comparison by the numbers of isa::FCmp.
template <typename D>
typename D::Bool fcompare(unsigned cmp, Fmt fmt, typename D::U64 a,
                          typename D::U64 b) {
  // A bit for each way in which two floats may lie.
  auto unordered = D::fnan(fmt, a) || D::fnan(fmt, b);
  auto lt = D::fless(fmt, a, b), eq = D::fequal(fmt, a, b);
  auto gt = !lt && !eq && !unordered;
  return (D::cb(cmp & 1) && lt) || (D::cb(cmp & 2) && eq) ||
         (D::cb(cmp & 4) && gt) || (D::cb(cmp & 8) && unordered);
}

/// The flags of the float sources.
struct SourceFlags {
  bool aNeg, aAbs, bNeg, bAbs, cNeg, cAbs;
  explicit SourceFlags(ModReader &m)
      : aNeg(m.optional("aNeg")), aAbs(m.optional("aAbs")),
        bNeg(m.optional("bNeg")), bAbs(m.optional("bAbs")),
        cNeg(m.optional("cNeg")), cAbs(m.optional("cAbs")) {}
};

/// FADD and DADD.
template <typename D, Fmt F> struct AddF {
  SourceFlags s;
  RoundTo to;
  bool sat;
  explicit AddF(ModReader &m)
      : s(m), to{F, m.rounding(), m.optional("ftz") != 0},
        sat(m.optional("sat")) {}
  bool isPlain() const { return to.rnd == Rnd::RN; }
  void makePlain() {
    to.fmt = F;
    to.rnd = Rnd::RN;
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = fsource<D>(F, in.a, s.aNeg, s.aAbs, to.ftz);
    auto b = fsource<D>(F, in.b, s.bNeg, s.bAbs, to.ftz);
    out.d = D::fadd(to, a, b);
    if (sat)
      out.d = saturate<D>(F, out.d);
  }
};
template <typename D> using FADD = AddF<D, Fmt::F32>;
template <typename D> using DADD = AddF<D, Fmt::F64>;

/// FMUL and DMUL. FMUL scales the product by a power of two before rounding
/// (field 1 .D8, 2 .D4, 3 .D2, 4 none, 5 .M2, 6 .M4, 7 .M8); `.FMZ` flushes and
/// makes 0 * x = +0 for every x.
template <typename D, Fmt F> struct MulF {
  SourceFlags s;
  RoundTo to;
  bool sat, fmz;
  int scale;
  explicit MulF(ModReader &m)
      : s(m), to{F, m.rounding(), m.optional("ftz") != 0},
        sat(m.optional("sat")), fmz(m.optional("fmz")) {
    unsigned field = m.optional("scale", 4);
    scale = field ? int(field) - 4 : 0;
    to.ftz |= fmz;
  }
  bool isPlain() const { return to.rnd == Rnd::RN && !scale; }
  void makePlain() {
    to.fmt = F;
    to.rnd = Rnd::RN;
    scale = 0;
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = fsource<D>(F, in.a, s.aNeg, s.aAbs, to.ftz);
    auto b = fsource<D>(F, in.b, s.bNeg, s.bAbs, to.ftz);
    out.d = D::fmul(to, a, b, scale);
    if (fmz) {
      auto zero = D::fequal(F, a, D::c64(0)) || D::fequal(F, b, D::c64(0));
      out.d = D::select(zero, D::c64(0), out.d);
    }
    if (sat)
      out.d = saturate<D>(F, out.d);
  }
};
template <typename D> using FMUL = MulF<D, Fmt::F32>;
template <typename D> using DMUL = MulF<D, Fmt::F64>;

/// FFMA and DFMA.
template <typename D, Fmt F> struct FmaF {
  SourceFlags s;
  RoundTo to;
  bool sat, fmz;
  explicit FmaF(ModReader &m)
      : s(m), to{F, m.rounding(), m.optional("ftz") != 0},
        sat(m.optional("sat")), fmz(m.optional("fmz")) {
    to.ftz |= fmz;
  }
  bool isPlain() const { return to.rnd == Rnd::RN && !fmz; }
  void makePlain() {
    to.fmt = F;
    to.rnd = Rnd::RN;
    fmz = false;
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = fsource<D>(F, in.a, s.aNeg, s.aAbs, to.ftz);
    auto b = fsource<D>(F, in.b, s.bNeg, s.bAbs, to.ftz);
    auto c = fsource<D>(F, in.c, s.cNeg, s.cAbs, to.ftz);
    out.d = D::ffma(to, a, b, c, fmz);
    if (sat)
      out.d = saturate<D>(F, out.d);
  }
};
template <typename D> using FFMA = FmaF<D, Fmt::F32>;
template <typename D> using DFMA = FmaF<D, Fmt::F64>;

/// FSETP and DSETP.
template <typename D, Fmt F> struct SetpF {
  SourceFlags s;
  unsigned cmp, bop;
  bool ftz;
  explicit SetpF(ModReader &m)
      : s(m), cmp(m.value("cmp")), bop(m.value("bop")), ftz(m.optional("ftz")) {
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = fsource<D>(F, in.a, s.aNeg, s.aAbs, ftz);
    auto b = fsource<D>(F, in.b, s.bNeg, s.bAbs, ftz);
    combine<D>(bop, fcompare<D>(cmp, F, a, b), in.pp, out);
  }
};
template <typename D> using FSETP = SetpF<D, Fmt::F32>;

/// The numbers 0 and 15 are the first step of a minimum or maximum: pu chooses
/// a (else b), pv says that both are NaNs.
template <typename D> struct DSETP {
  SetpF<D, Fmt::F64> setp;
  explicit DSETP(ModReader &m) : setp(m) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    if (setp.cmp != 0 && setp.cmp != 15)
      return setp(in, out);
    const SourceFlags &s = setp.s;
    auto a = fsource<D>(Fmt::F64, in.a, s.aNeg, s.aAbs);
    auto b = fsource<D>(Fmt::F64, in.b, s.bNeg, s.bAbs);
    auto sign = D::c64(formatOf(Fmt::F64).signBit());
    auto aNaN = D::fnan(Fmt::F64, a), bNaN = D::fnan(Fmt::F64, b);
    auto least = setp.cmp == 0 ? a : b, other = setp.cmp == 0 ? b : a;
    auto below = D::fless(Fmt::F64, least, other) ||
                 (D::fequal(Fmt::F64, a, b) && !((least & sign) == D::c64(0)));
    out.pu = !aNaN && (bNaN || below);
    out.pv = aNaN && bNaN;
  }
};

/// d = 1.0f (`.BF`) or all ones, else 0.
template <typename D> struct FSET {
  FSETP<D> setp;
  bool bf;
  explicit FSET(ModReader &m) : setp(m), bf(m.optional("bf")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    setp(in, out);
    out.d = D::select(out.pu, D::c64(bf ? 0x3f800000 : 0xffffffff), D::c64(0));
  }
};

template <typename D> struct FSEL {
  SourceFlags s;
  bool ftz;
  explicit FSEL(ModReader &m) : s(m), ftz(m.optional("ftz")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    out.d = D::select(in.pp, fsource<D>(Fmt::F32, in.a, s.aNeg, s.aAbs, ftz),
                      fsource<D>(Fmt::F32, in.b, s.bNeg, s.bAbs, ftz));
  }
};

/// The smaller of two floats if `least`, else the larger; -0 is below +0. A NaN
/// gives the other operand, or with `nan` the canonical NaN (PTX ISA, min).
template <typename D>
typename D::U64 fminmax(Fmt fmt, typename D::U64 a, typename D::U64 b,
                        typename D::Bool least, bool nan) {
  auto sign = D::c64(formatOf(fmt).signBit());
  auto aNaN = D::fnan(fmt, a), bNaN = D::fnan(fmt, b);
  auto aSign = !((a & sign) == D::c64(0));
  auto less = D::fless(fmt, a, b) || (D::fequal(fmt, a, b) && aSign);
  auto r = D::select(less, D::select(least, a, b), D::select(least, b, a));
  auto canonical = D::c64(formatOf(fmt).nan);
  if (nan)
    return D::select(aNaN || bNaN, canonical, r);
  r = D::select(aNaN, b, D::select(bNaN, a, r));
  return D::select(aNaN && bNaN, canonical, r);
}

/// FMNMX and DMNMX: minimum if pp, else maximum. `.XORSIGN` gives the result
/// the product's sign.
template <typename D, Fmt F> struct MinMaxF {
  SourceFlags s;
  bool ftz, nan, xorSign;
  explicit MinMaxF(ModReader &m)
      : s(m), ftz(m.optional("ftz")), nan(m.optional("nan")),
        xorSign(m.optional("xorsign")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = fsource<D>(F, in.a, s.aNeg, s.aAbs, ftz);
    auto b = fsource<D>(F, in.b, s.bNeg, s.bAbs, ftz);
    out.d = fminmax<D>(F, a, b, in.pp, nan);
    if (xorSign) {
      // The operands' own signs decide, as they are before `|a|`; their
      // magnitudes are compared.
      auto mask = D::c64(formatOf(F).signBit());
      auto signs = fsource<D>(F, in.a, s.aNeg, false, ftz) ^
                   fsource<D>(F, in.b, s.bNeg, false, ftz);
      auto magnitudes = fminmax<D>(F, a & ~mask, b & ~mask, in.pp, nan);
      out.d = D::select(D::fnan(F, magnitudes), magnitudes,
                        magnitudes | (signs & mask));
    }
  }
};
/// The same of three numbers (sm_100).
template <typename D> struct FMNMX3 {
  SourceFlags s;
  bool ftz, nan;
  explicit FMNMX3(ModReader &m)
      : s(m), ftz(m.optional("ftz")), nan(m.optional("nan")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    constexpr Fmt F = Fmt::F32;
    auto a = fsource<D>(F, in.a, s.aNeg, s.aAbs, ftz);
    auto b = fsource<D>(F, in.b, s.bNeg, s.bAbs, ftz);
    auto c = fsource<D>(F, in.c, s.cNeg, s.cAbs, ftz);
    out.d = fminmax<D>(F, fminmax<D>(F, a, b, in.pp, nan), c, in.pp, nan);
  }
};

/// Two f32 operations on the words of pairs (sm_100): FADD2, FMUL2, FFMA2. A
/// source is taken as it is, with its words exchanged, or is one number for
/// both. `.NP` changes the sign of what the upper operation takes.
template <typename D> struct PairSource {
  unsigned pick;
  PairSource(ModReader &m, llvm::StringRef name) : pick(m.optional(name)) {}
  typename D::U64 word(typename D::U64 v, bool high) const {
    return D::zext(pick != 2 && high != (pick == 1) ? D::hi(v) : D::lo(v));
  }
};
template <typename D, template <typename> class Op> struct OnPairs {
  Op<D> lower, upper;
  PairSource<D> a, b, c;
  explicit OnPairs(ModReader &m)
      : lower(m), upper(m), a(m, "aSel"), b(m, "bSel"), c(m, "cSel") {
    upper.s.aNeg ^= m.optional("aNp") != 0;
    upper.s.bNeg ^= m.optional("bNp") != 0;
    upper.s.cNeg ^= m.optional("cNp") != 0;
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    typename D::U64 words[2];
    for (bool high : {false, true}) {
      In<D> one = in;
      one.a = a.word(in.a, high);
      one.b = b.word(in.b, high);
      one.c = c.word(in.c, high);
      Out<D> result{};
      (high ? upper : lower)(one, result);
      words[high] = D::zext(D::lo(result.d));
    }
    out.d = words[0] | D::shl(words[1], D::c32(32));
  }
};
template <typename D> using FADD2 = OnPairs<D, FADD>;
template <typename D> using FMUL2 = OnPairs<D, FMUL>;
template <typename D> using FFMA2 = OnPairs<D, FFMA>;

template <typename D> using FMNMX = MinMaxF<D, Fmt::F32>;
template <typename D> using DMNMX = MinMaxF<D, Fmt::F64>;

/// pu = the short division sequence (reciprocal, two corrections) is not good
/// for a / b: an operand, the reciprocal or the quotient is near an end of the
/// exponent range, or the remainder may be subnormal. Where exactly the
/// hardware draws the line does not show in results, because the long sequence
/// is right for every operand.
template <typename D> struct FCHK {
  SourceFlags s;
  explicit FCHK(ModReader &m) : s(m) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto exponent = [](typename D::U64 v) {
      return D::lshr(D::lo(v), D::c32(23)) & D::c32(255);
    };
    auto ea = exponent(in.a), eb = exponent(in.b);
    auto within = [](typename D::U32 v, uint32_t low, uint32_t high) {
      return D::ult(v - D::c32(low), D::c32(high - low + 1));
    };
    // ea - eb + 512 keeps the difference of exponents positive.
    auto difference = ea - eb + D::c32(512);
    out.pu = !(within(ea, 26, 254) && within(eb, 2, 252) &&
               within(difference, 512 - 124, 512 + 126));
  }
};

/// The special function unit.
template <typename D> struct MUFU {
  SourceFlags s;
  MufuOp op;
  unsigned kind;
  bool high;
  explicit MUFU(ModReader &m)
      : s(m), op(MufuOp(m.value("op"))), kind(m.optional("fmt")),
        high(m.optional("bHalf")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    apply(in, out,
          [&](Fmt fmt, typename D::U32 x) { return D::mufu(op, fmt, x); });
  }
  /// By another unit: unit(format, bits).
  template <typename Unit>
  void apply(const In<D> &in, Out<D> &out, Unit unit) const {
    auto half = [&](Fmt fmt, bool upper) {
      auto h = D::lshr(in.b & D::c64(0xffffffff), D::c32(upper ? 16 : 0)) &
               D::c64(0xffff);
      auto x = fsource<D>(fmt, h, s.bNeg, s.bAbs);
      return D::zext(unit(fmt, D::lo(x))) & D::c64(0xffff);
    };
    // 1 F16, 2 BF16, 3 and 4 the same for both halves.
    if (kind >= 3) {
      Fmt fmt = kind == 3 ? Fmt::F16 : Fmt::BF16;
      out.d = half(fmt, false) | D::shl(half(fmt, true), D::c32(16));
      return;
    }
    if (kind != 0) {
      out.d = half(kind == 1 ? Fmt::F16 : Fmt::BF16, high);
      return;
    }
    auto x = fsource<D>(Fmt::F32, in.b, s.bNeg, s.bAbs);
    out.d = D::zext(unit(Fmt::F32, D::lo(x)));
  }
};

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_FLOAT_H
