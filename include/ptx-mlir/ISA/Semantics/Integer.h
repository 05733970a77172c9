//===- Integer.h - Meaning of the integer instructions ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds, multiplies, comparisons. Each class holds the modifiers of one
// instruction; calling it computes the results of one thread. The uniform
// datapath's instructions mean the same and use the same classes.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_INTEGER_H
#define PTX_MLIR_ISA_SEMANTICS_INTEGER_H

#include "ptx-mlir/ISA/Semantics/Domain.h"
#include "ptx-mlir/ISA/Semantics/Mods.h"
#include <array>

namespace ptxmlir::isa::sem {

/// Negation in an addition of 33 bits: `.X` forms complement (the carry-in
/// completes it), the others add the two's complement, whose carry counts.
template <typename D>
typename D::U64 addend(typename D::U32 v, bool neg, bool x) {
  if (!neg)
    return D::zext(v);
  return x ? D::zext(~v) : D::zext(~v) + D::c64(1);
}

/// d = a + b + c; pu: a carry out; pv: a second one. `.X` adds pp and pq.
template <typename D, bool three> struct IADD3Base {
  bool x, aNeg, bNeg, cNeg;
  explicit IADD3Base(ModReader &m)
      : x(m.flag("x")), aNeg(m.optional("aNeg")), bNeg(m.optional("bNeg")),
        cNeg(m.optional("cNeg")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto sum =
        addend<D>(D::lo(in.a), aNeg, x) + addend<D>(D::lo(in.b), bNeg, x);
    if (three)
      sum = sum + addend<D>(D::lo(in.c), cNeg, x);
    if (x)
      sum = sum + D::zext(D::fromBool(in.pp));
    if (x && three)
      sum = sum + D::zext(D::fromBool(in.pq));
    out.d = D::zext(D::lo(sum));
    out.pu = !(D::hi(sum) == D::c32(0));
    if (three)
      out.pv = D::ult(D::c32(1), D::hi(sum));
  }
};
template <typename D> using IADD = IADD3Base<D, false>;
template <typename D> using IADD3 = IADD3Base<D, true>;

/// Two 16-bit halves, worked on apart: f(a half, b half) in the low 16 bits.
template <typename D, typename Fn>
typename D::U32 onHalves(typename D::U32 a, typename D::U32 b, Fn f) {
  auto low = f(D::shl(a, D::c32(16)), D::shl(b, D::c32(16)));
  auto high = f(a & D::c32(0xffff0000), b & D::c32(0xffff0000));
  return D::lshr(low, D::c32(16)) | (high & D::c32(0xffff0000));
}

/// d = a + b, or two sums of 16 bits.
template <typename D> struct VIADD {
  bool aNeg, bNeg, halves;
  explicit VIADD(ModReader &m)
      : aNeg(m.optional("aNeg")), bNeg(m.optional("bNeg")),
        halves(m.optional("v16x2")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    using U32 = typename D::U32;
    auto sum = [&](U32 a, U32 b) {
      return (aNeg ? D::c32(0) - a : a) + (bNeg ? D::c32(0) - b : b);
    };
    U32 a = D::lo(in.a), b = D::lo(in.b);
    out.d = D::zext(halves ? onHalves<D>(a, b, sum) : sum(a, b));
  }
};

/// The same from sm_120 on: one, two or four sums, each modulo its width, or
/// one that saturates.
template <typename D> struct VIADD_SAT {
  bool aNeg, bNeg, saturates;
  unsigned lanes;
  explicit VIADD_SAT(ModReader &m)
      : aNeg(m.optional("aNeg")), bNeg(m.optional("bNeg")),
        saturates(m.flag("isat")) {
    auto type = isa::VAddType(m.value("type"));
    lanes = type == isa::VAddType::B32 || type == isa::VAddType::S32       ? 1
            : type == isa::VAddType::B16x2 || type == isa::VAddType::S16x2 ? 2
                                                                           : 4;
    // ptxas has not been seen to write it of other types.
    if (saturates && type != isa::VAddType::S32)
      m.missing = "isat";
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    if (saturates) {
      auto term = [](auto v, bool neg) {
        auto wide = D::sext(D::lo(v));
        return neg ? D::c64(0) - wide : wide;
      };
      auto sum = term(in.a, aNeg) + term(in.b, bNeg);
      auto least = D::c64(uint64_t(INT32_MIN)), most = D::c64(INT32_MAX);
      sum = D::select(D::slt(sum, least), least, sum);
      out.d = D::zext(D::lo(D::select(D::slt(most, sum), most, sum)));
      return;
    }
    unsigned width = 32 / lanes;
    auto sum = D::c32(0), mask = D::c32(uint32_t((uint64_t(1) << width) - 1));
    for (unsigned k = 0; k < lanes; ++k) {
      auto n = D::c32(width * k);
      auto a = D::lshr(D::lo(in.a), n), b = D::lshr(D::lo(in.b), n);
      auto r = (aNeg ? D::c32(0) - a : a) + (bNeg ? D::c32(0) - b : b);
      sum = sum | D::shl(r & mask, n);
    }
    out.d = D::zext(sum);
  }
};

/// 64-bit sums of register pairs (sm_120), of two terms or of three: pu: a
/// carry out; pv: a second one. `.X` adds pp and pq; negated terms are
/// complements then.
template <typename D, bool three> struct IADD64Base {
  bool aNeg, bNeg, cNeg, x;
  explicit IADD64Base(ModReader &m)
      : aNeg(m.optional("aNeg")), bNeg(m.optional("bNeg")),
        cNeg(m.optional("cNeg")), x(m.optional("x")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    using U64 = typename D::U64;
    U64 sum = D::c64(0);
    typename D::U32 carries = D::c32(0);
    auto add = [&](U64 v) {
      sum = sum + v;
      carries = carries + D::fromBool(D::ult(sum, v));
    };
    auto term = [&](U64 v, bool neg) {
      add(neg ? ~v : v);
      if (neg && !x)
        add(D::c64(1));
    };
    term(in.a, aNeg);
    term(in.b, bNeg);
    if (three)
      term(in.c, cNeg);
    if (x) {
      add(D::zext(D::fromBool(in.pp)));
      if (three)
        add(D::zext(D::fromBool(in.pq)));
    }
    out.d = sum;
    out.pu = !(carries == D::c32(0));
    out.pv = D::ult(D::c32(1), carries);
  }
};
template <typename D> using IADD64 = IADD64Base<D, false>;
template <typename D> using UIADD3_64 = IADD64Base<D, true>;

/// The 64-bit product of two 32-bit numbers.
template <typename D>
typename D::U64 product(typename D::U64 a, typename D::U64 b, bool isSigned) {
  auto x = D::lo(a), y = D::lo(b);
  return isSigned ? D::sext(x) * D::sext(y) : D::zext(x) * D::zext(y);
}

/// a * b + c in its low half (IMAD), whole (IMAD.WIDE) or high half (IMAD.HI).
/// c has 64 bits for WIDE and HI. Negating a negates the product.
template <typename D> struct IMADBase {
  using U64 = typename D::U64;
  bool u32, x, aNeg, bNeg, cNeg;
  explicit IMADBase(ModReader &m)
      : u32(m.flag("u32")), x(m.optional("x")), aNeg(m.optional("aNeg")),
        bNeg(m.optional("bNeg")), cNeg(m.optional("cNeg")) {}
  U64 signedTerm(U64 v, bool neg) const {
    return neg ? (x ? ~v : D::c64(0) - v) : v;
  }
};
template <typename D> struct IMAD : IMADBase<D> {
  using IMADBase<D>::IMADBase;
  void operator()(const In<D> &in, Out<D> &out) const {
    auto p = D::lo(this->signedTerm(product<D>(in.a, in.b, !this->u32),
                                    this->aNeg != this->bNeg));
    auto c = D::lo(this->signedTerm(D::zext(D::lo(in.c)), this->cNeg));
    auto sum = D::zext(p) + D::zext(c);
    if (this->x)
      sum = sum + D::zext(D::fromBool(in.pp));
    out.d = D::zext(D::lo(sum));
    out.pu = !(D::hi(sum) == D::c32(0));
  }
};
template <typename D> struct IMAD_WIDE : IMADBase<D> {
  using IMADBase<D>::IMADBase;
  void operator()(const In<D> &in, Out<D> &out) const {
    auto p = this->signedTerm(product<D>(in.a, in.b, !this->u32),
                              this->aNeg != this->bNeg);
    auto c = this->signedTerm(in.c, this->cNeg);
    auto sum = p + c;
    auto carry = D::ult(sum, p);
    if (this->x) {
      auto more = sum + D::zext(D::fromBool(in.pp));
      carry = carry || D::ult(more, sum);
      sum = more;
    }
    out.d = sum;
    out.pu = carry;
  }
};
template <typename D> struct IMAD_HI {
  IMAD_WIDE<D> wide;
  explicit IMAD_HI(ModReader &m) : wide(m) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    wide(in, out);
    out.d = D::zext(D::hi(out.d));
  }
};

/// d = b + (a << shift), or with `.HI` the high word of ({c, a} << shift); pu
/// is the carry, `.X` adds pp.
template <typename D> struct LEA {
  unsigned shift;
  bool hi, x, sx32, aNeg, bNeg;
  explicit LEA(ModReader &m)
      : shift(m.value("shift")), hi(m.flag("hi")), x(m.flag("x")),
        sx32(m.flag("sx32")), aNeg(m.optional("aNeg")),
        bNeg(m.optional("bNeg")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = D::lo(in.a);
    auto wide = sx32 ? D::sext(a) : D::pair(a, D::lo(in.c));
    auto t = hi ? D::hi(D::shl(wide, D::c32(shift))) : D::shl(a, D::c32(shift));
    auto sum = addend<D>(t, aNeg, x) + addend<D>(D::lo(in.b), bNeg, x);
    if (x)
      sum = sum + D::zext(D::fromBool(in.pp));
    out.d = D::zext(D::lo(sum));
    out.pu = !(D::hi(sum) == D::c32(0));
  }
};

/// How a comparison and the incoming predicate make the two results.
template <typename D>
void combine(unsigned bop, typename D::Bool r, typename D::Bool p,
             Out<D> &out) {
  auto join = [&](typename D::Bool v) {
    return bop == 0 ? (v && p) : bop == 1 ? (v || p) : (v && !p) || (!v && p);
  };
  out.pu = join(r);
  out.pv = join(!r);
}

/// A comparison from "less" and "equal", by the numbers of isa::ICmp.
template <typename D>
typename D::Bool icompare(unsigned cmp, typename D::Bool lt,
                          typename D::Bool eq) {
  // A bit for each way in which two integers may lie.
  return (D::cb(cmp & 1) && lt) || (D::cb(cmp & 2) && eq) ||
         (D::cb(cmp & 4) && !lt && !eq);
}

/// Comparison into predicates. `.EX` compares high words: pr is the result of
/// the same comparison on the low words. ISETP_64 is that of 64-bit numbers
/// (sm_120).
template <typename D, bool is64> struct ISETPBase {
  unsigned cmp, bop;
  bool isUnsigned, ex, bNeg;
  explicit ISETPBase(ModReader &m)
      : cmp(m.value("cmp")), bop(m.value("bop")),
        isUnsigned(is64 ? m.value("type") == 0 : m.flag("u32")),
        ex(m.optional("ex")), bNeg(m.optional("bNeg")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    typename D::Bool lt{}, eq{};
    if (is64) {
      lt = isUnsigned ? D::ult(in.a, in.b) : D::slt(in.a, in.b);
      eq = in.a == in.b;
    } else {
      auto a = D::lo(in.a), b = D::lo(in.b);
      if (bNeg)
        b = D::c32(0) - b;
      lt = isUnsigned ? D::ult(a, b) : D::slt(a, b);
      eq = a == b;
    }
    typename D::Bool r = icompare<D>(cmp, lt, eq);
    if (ex) {
      // The high words decide; if they are equal, the low comparison does.
      bool ordering = cmp != 0 && cmp != 7;
      if (ordering)
        r = (r && !eq) || (eq && in.pr);
    }
    combine<D>(bop, r, in.pp, out);
  }
};

template <typename D> using ISETP = ISETPBase<D, false>;
template <typename D> using ISETP_64 = ISETPBase<D, true>;

/// d = -1, 1.0f or 0 by a comparison combined with pp.
template <typename D> struct ISET {
  ISETP<D> setp;
  bool bf;
  explicit ISET(ModReader &m) : setp(m), bf(m.optional("bf")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    setp(in, out);
    out.d = D::select(out.pu, D::c64(bf ? 0x3f800000 : 0xffffffff), D::c64(0));
  }
};

/// Minimum if pp, else maximum.
template <typename D> struct IMNMX {
  bool u32, aNeg, bNeg;
  explicit IMNMX(ModReader &m)
      : u32(m.flag("u32")), aNeg(m.optional("aNeg")), bNeg(m.optional("bNeg")) {
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = D::lo(in.a), b = D::lo(in.b);
    if (aNeg)
      a = D::c32(0) - a;
    if (bNeg)
      b = D::c32(0) - b;
    auto less = u32 ? D::ult(a, b) : D::slt(a, b);
    out.d = D::zext(
        D::select(less, D::select(in.pp, a, b), D::select(in.pp, b, a)));
  }
};

/// The video minimum and maximum: pu says that a was chosen (pv: in the upper
/// half of a pair); `.RELU` makes a negative result zero.
template <typename D> struct VIMNMX {
  using U32 = typename D::U32;
  bool u32, halves, bytes, relu;
  /// Bit 0 of the type says signed, the bits above it one, two or four lanes.
  explicit VIMNMX(ModReader &m)
      : u32(!(m.value("type") & 1)), halves(m.value("type") >> 1 == 1),
        bytes(m.value("type") >> 1 == 2), relu(m.optional("relu")) {}
  typename D::Bool choosesA(U32 a, U32 b, typename D::Bool least) const {
    auto less = u32 ? D::ult(a, b) : D::slt(a, b);
    return D::select(least, less || a == b, !less);
  }
  U32 choose(U32 a, U32 b, typename D::Bool least) const {
    U32 r = D::select(choosesA(a, b, least), a, b);
    return relu ? D::select(D::slt(r, D::c32(0)), D::c32(0), r) : r;
  }
  U32 result(U32 a, U32 b, typename D::Bool least) const {
    if (bytes) {
      U32 r = D::c32(0);
      for (unsigned k = 0; k < 4; ++k) {
        U32 top =
            choose(D::shl(a, D::c32(24 - 8 * k)) & D::c32(0xff000000),
                   D::shl(b, D::c32(24 - 8 * k)) & D::c32(0xff000000), least);
        r = r | D::lshr(top, D::c32(24 - 8 * k));
      }
      return r;
    }
    if (!halves)
      return choose(a, b, least);
    return onHalves<D>(a, b, [&](U32 x, U32 y) { return choose(x, y, least); });
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    U32 a = D::lo(in.a), b = D::lo(in.b);
    out.d = D::zext(result(a, b, in.pp));
    auto n = D::c32(16);
    out.pu = halves ? choosesA(D::shl(a, n), D::shl(b, n), in.pp)
                    : choosesA(a, b, in.pp);
    out.pv = choosesA(a & D::c32(0xffff0000), b & D::c32(0xffff0000), in.pp);
  }
};

/// The same of three numbers.
template <typename D> struct VIMNMX3 {
  VIMNMX<D> choice;
  explicit VIMNMX3(ModReader &m) : choice(m) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto first = choice.result(D::lo(in.a), D::lo(in.b), in.pp);
    out.d = D::zext(choice.result(first, D::lo(in.c), in.pp));
  }
};

/// Minimum if pp, else maximum, of 64-bit numbers (sm_120).
template <typename D> struct IMNMX_64 {
  bool isUnsigned;
  explicit IMNMX_64(ModReader &m) : isUnsigned(m.value("type") == 0) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto less = isUnsigned ? D::ult(in.a, in.b) : D::slt(in.a, in.b);
    out.d = D::select(D::select(in.pp, less, !less), in.a, in.b);
  }
};

/// The same of one or two registers (sm_120). What pu, pv and pq do is not
/// known: ptxas discards them and gives !UPT.
template <typename D> struct UIMNMX {
  bool isSigned, wide;
  explicit UIMNMX(ModReader &m)
      : isSigned(m.value("type") & 1), wide(m.value("type") >= 2) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto extend = [&](typename D::U64 v) {
      if (wide)
        return v;
      return isSigned ? D::sext(D::lo(v)) : D::zext(D::lo(v));
    };
    auto a = extend(in.a), b = extend(in.b);
    auto less = isSigned ? D::slt(a, b) : D::ult(a, b);
    auto chosen = D::select(D::select(in.pp, less, !less), a, b);
    out.d = wide ? chosen : D::zext(D::lo(chosen));
  }
};

/// The minimum or maximum of a + b and c.
template <typename D> struct VIADDMNMX {
  VIMNMX<D> minmax;
  VIADD<D> add;
  explicit VIADDMNMX(ModReader &m) : minmax(m), add(m) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    add(in, out);
    out.d = D::zext(minmax.result(D::lo(out.d), D::lo(in.c), in.pp));
  }
};

template <typename D> struct IABS {
  explicit IABS(ModReader &m) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto b = D::lo(in.b);
    out.d = D::zext(D::select(D::slt(b, D::c32(0)), D::c32(0) - b, b));
  }
};

/// |a - b| + c.
template <typename D> struct VABSDIFF {
  bool u32;
  explicit VABSDIFF(ModReader &m) : u32(m.flag("u32")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = D::lo(in.a), b = D::lo(in.b);
    auto less = u32 ? D::ult(a, b) : D::slt(a, b);
    out.d = D::zext(D::select(less, b - a, a - b) + D::lo(in.c));
  }
};

/// Bits pos .. pos + width - 1 of v, extended.
template <typename D>
typename D::U32 bitField(typename D::U32 v, unsigned pos, unsigned width,
                         bool isSigned) {
  auto top = D::shl(v, D::c32(32 - pos - width));
  auto n = D::c32(32 - width);
  return isSigned ? D::ashr(top, n) : D::lshr(top, n);
}

/// The absolute differences of four bytes; with `.ACC` their sum plus c.
template <typename D> struct VABSDIFF4 {
  bool isSigned, sum;
  explicit VABSDIFF4(ModReader &m)
      : isSigned(m.value("type")), sum(m.flag("acc")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = D::lo(in.a), b = D::lo(in.b), r = sum ? D::lo(in.c) : D::c32(0);
    for (unsigned i = 0; i < 4; ++i) {
      auto x = bitField<D>(a, i * 8, 8, isSigned);
      auto y = bitField<D>(b, i * 8, 8, isSigned);
      auto d = D::select(D::slt(x, y), y - x, x - y);
      r = sum ? r + d : r | D::shl(d & D::c32(0xff), D::c32(8 * i));
    }
    out.d = D::zext(r);
  }
};

/// The width of U8, S8, U16, S16, U2, S2, U4 and S4 (the field's numbers).
inline unsigned narrowWidth(unsigned type) {
  return std::array<unsigned, 4>{8, 16, 2, 4}[type / 2];
}

/// A signed word narrowed to one of these types, clamped or cut.
template <typename D>
typename D::U32 narrowWord(typename D::U32 v, unsigned type, bool sat) {
  unsigned width = narrowWidth(type);
  bool isSigned = type & 1;
  if (sat) {
    auto low = D::c32(isSigned ? uint32_t(-(1 << (width - 1))) : 0);
    auto high = D::c32((1u << (isSigned ? width - 1 : width)) - 1);
    v = D::select(D::slt(v, low), low, D::select(D::slt(high, v), high, v));
  }
  return bitField<D>(v, 0, width, isSigned);
}

template <typename D> struct I2I {
  unsigned type;
  explicit I2I(ModReader &m) : type(m.value("type")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    out.d = D::zext(narrowWord<D>(D::lo(in.b), type, true));
  }
};

/// Narrowed a above narrowed b; where both are bytes the upper half is a half
/// of c, above smaller ones is c as far as there is room.
template <typename D> struct I2IP {
  unsigned type, part;
  bool sat;
  explicit I2IP(ModReader &m)
      : type(m.value("type")), part(m.value("cPart")), sat(m.flag("sat")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    unsigned width = narrowWidth(type);
    auto mask = D::c32((1u << width) - 1);
    auto a = narrowWord<D>(D::lo(in.a), type, sat) & mask;
    auto b = narrowWord<D>(D::lo(in.b), type, sat) & mask;
    auto r = D::shl(a, D::c32(width)) | b;
    if (width <= 8)
      r = r | D::shl(D::lshr(D::lo(in.c), D::c32(part == 1 ? 16 : 0)),
                     D::c32(2 * width));
    out.d = D::zext(r);
  }
};

/// c + the dot product of four bytes of a and b.
template <typename D> struct IDP_4A {
  bool aSigned, bSigned, cNeg;
  explicit IDP_4A(ModReader &m)
      : aSigned(m.value("typeA")), bSigned(m.value("typeB")),
        cNeg(m.optional("cNeg")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = D::lo(in.a), b = D::lo(in.b), sum = D::lo(in.c);
    if (cNeg)
      sum = D::c32(0) - sum;
    for (unsigned i = 0; i < 4; ++i)
      sum = sum + bitField<D>(a, i * 8, 8, aSigned) *
                      bitField<D>(b, i * 8, 8, bSigned);
    out.d = D::zext(sum);
  }
};

/// c + the dot product of the halves of a and the low or high two bytes of b.
template <typename D> struct IDP_2A {
  bool high, aSigned, bSigned, cNeg;
  explicit IDP_2A(ModReader &m)
      : high(m.value("half")), aSigned(m.value("typeA")),
        bSigned(m.value("typeB")), cNeg(m.optional("cNeg")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto a = D::lo(in.a), b = D::lo(in.b), sum = D::lo(in.c);
    if (cNeg)
      sum = D::c32(0) - sum;
    for (unsigned i = 0; i < 2; ++i)
      sum = sum + bitField<D>(a, i * 16, 16, aSigned) *
                      bitField<D>(b, (i + (high ? 2 : 0)) * 8, 8, bSigned);
    out.d = D::zext(sum);
  }
};

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_INTEGER_H
