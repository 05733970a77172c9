//===- Bits.h - Meaning of logic, shifts, moves and predicates --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What these instructions compute, once, over any domain: numbers, known bits,
// lanes of a warp, terms of a prover.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_BITS_H
#define PTX_MLIR_ISA_SEMANTICS_BITS_H

#include "ptx-mlir/ISA/Semantics/Domain.h"
#include "ptx-mlir/ISA/Semantics/Mods.h"

namespace ptxmlir::isa::sem {

template <typename D> struct MOV {
  explicit MOV(ModReader &m) {
    // Only some threads of a quad: not a function of the operands.
    if (m.optional("mask", 15) != 15)
      m.missing = "mask";
    m.optional("spill"); // says where the value comes from, and changes nothing
  }
  void operator()(const In<D> &in, Out<D> &out) const { out.d = in.b; }
};

template <typename D> struct SEL {
  explicit SEL(ModReader &m) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    out.d = D::select(in.pp, in.a, in.b);
  }
};

/// Any bitwise function of three operands: bit i of the result is bit
/// (a_i * 4 + b_i * 2 + c_i) of the table. pu = (d != 0) or pp, with `.PAND`
/// and.
template <typename D> struct LOP3 {
  using U32 = typename D::U32;
  unsigned lut;
  bool pand;
  explicit LOP3(ModReader &m) : lut(m.value("lut")), pand(m.optional("pand")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    U32 a = D::lo(in.a), b = D::lo(in.b), c = D::lo(in.c);
    // The function of c for one value of (a, b): 0, c, ~c or ~0.
    auto ofC = [&](unsigned pos) -> U32 {
      unsigned two = lut >> pos & 3;
      U32 kept = (two == 1 || two == 2) ? c : D::c32(0);
      return (two & 1) ? ~kept : kept;
    };
    U32 b0 = (b & ofC(2)) | (~b & ofC(0));
    U32 b1 = (b & ofC(6)) | (~b & ofC(4));
    U32 d = (a & b1) | (~a & b0);
    out.d = D::zext(d);
    auto nonzero = !(d == D::c32(0));
    out.pu = pand ? (nonzero && in.pp) : (nonzero || in.pp);
  }
};

/// Funnel shift of {c, a} by b: the low word, or with `.HI` the high one. The
/// amount wraps (`.W`) or is clamped at the width of the type.
template <typename D> struct SHF {
  bool right, hi, wrap, is64, isSigned;
  explicit SHF(ModReader &m)
      : right(m.flag("dir")), hi(m.flag("hi")), wrap(m.flag("w")) {
    // The field's numbers: 0 S64, 1 U64, 2 S32, 3 U32.
    unsigned type = m.value("type");
    is64 = type < 2;
    isSigned = (type & 1) == 0;
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    auto v = D::pair(D::lo(in.a), D::lo(in.c));
    auto n = D::lo(in.b);
    auto width = D::c32(is64 ? 64 : 32);
    n = wrap ? n & D::c32(is64 ? 63 : 31)
             : D::select(D::ult(n, width), n, width);
    auto r = !right ? D::shl(v, n) : isSigned ? D::ashr(v, n) : D::lshr(v, n);
    out.d = D::zext(hi ? D::hi(r) : D::lo(r));
  }
};

/// Byte permutation of {c, a}: PTX ISA, prmt; b holds the selectors.
template <typename D> struct PRMT {
  using U32 = typename D::U32;
  unsigned mode; // 0 IDX, 1 F4E, 2 B4E, 3 RC8, 4 ECL, 5 ECR, 6 RC16
  explicit PRMT(ModReader &m) : mode(m.optional("mode")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto v = D::pair(D::lo(in.a), D::lo(in.c));
    U32 sel = D::lo(in.b), d = D::c32(0);
    for (unsigned i = 0; i < 4; ++i) {
      U32 index = selector(sel, i);
      U32 byte = D::lo(D::lshr(v, (index & D::c32(7)) * D::c32(8)));
      if (mode == 0) {
        U32 sign = D::ashr(D::shl(byte, D::c32(24)), D::c32(31));
        byte = D::select((index & D::c32(8)) == D::c32(0), byte, sign);
      }
      d = d | D::shl(byte & D::c32(0xff), D::c32(8 * i));
    }
    out.d = D::zext(d);
  }

private:
  U32 selector(U32 sel, unsigned i) const {
    U32 n = sel & D::c32(3), me = D::c32(i);
    auto larger = [](U32 x, U32 y) { return D::select(D::ult(x, y), y, x); };
    switch (mode) {
    case 1: // forward four bytes
      return n + me;
    case 2: // backward four bytes
      return (n - me) & D::c32(7);
    case 3: // replicate a byte
      return n;
    case 4: // edge clamp left
      return larger(n, me);
    case 5: // edge clamp right
      return D::select(D::ult(n, me), n, me);
    case 6: // replicate a half
      return (n & D::c32(1)) * D::c32(2) + (me & D::c32(1));
    default:
      return D::lshr(sel, D::c32(4 * i)) & D::c32(15);
    }
  }
};

/// Extends the low b bits of a by their sign, or with zeros (`.U32`).
template <typename D> struct SGXT {
  bool u32, wrap;
  explicit SGXT(ModReader &m) : u32(m.flag("u32")), wrap(m.flag("w")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto n = D::lo(in.b);
    n = wrap ? n & D::c32(31) : D::select(D::ult(n, D::c32(32)), n, D::c32(32));
    // Of no bits nothing is left: shifting by 32 gives zero before the sign.
    auto rest = D::c32(32) - n;
    auto top = D::shl(D::lo(in.a), rest);
    out.d = D::zext(u32 ? D::lshr(top, rest) : D::ashr(top, rest));
  }
};

/// A mask of b ones from bit a on: PTX ISA, bmsk.
template <typename D> struct BMSK {
  bool wrap;
  explicit BMSK(ModReader &m) : wrap(m.flag("w")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto limit = [&](typename D::U32 v) {
      return wrap ? v & D::c32(31)
                  : D::select(D::ult(v, D::c32(32)), v, D::c32(32));
    };
    auto from = limit(D::lo(in.a)), count = limit(D::lo(in.b));
    auto ones = ~D::shl(~D::c32(0), count);
    out.d = D::zext(D::shl(ones, from));
  }
};

template <typename D> struct POPC {
  bool bNot;
  explicit POPC(ModReader &m) : bNot(m.optional("bNot")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto b = D::lo(in.b);
    out.d = D::zext(D::popcount(bNot ? ~b : b));
  }
};

template <typename D> struct BREV {
  bool bNot;
  explicit BREV(ModReader &m) : bNot(m.optional("bNot")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto b = D::lo(in.b);
    out.d = D::zext(D::reverse(bNot ? ~b : b));
  }
};

/// Position of the highest bit that differs from the sign (unsigned: of the
/// highest 1); with `.SH` its distance from bit 31; -1 if there is none. pu:
/// one was found.
template <typename D> struct FLO {
  bool u32, sh, bNot;
  explicit FLO(ModReader &m)
      : u32(m.flag("u32")), sh(m.flag("sh")), bNot(m.optional("bNot")) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto v = D::lo(in.b);
    if (bNot)
      v = ~v;
    if (!u32)
      v = v ^ D::ashr(v, D::c32(31));
    auto none = v == D::c32(0);
    auto zeros = D::countLeadingZeros(v);
    out.d =
        D::zext(D::select(none, ~D::c32(0), sh ? zeros : D::c32(31) - zeros));
    out.pu = !none;
  }
};

/// Two functions of three predicates.
template <typename D> struct PLOP3 {
  using Bool = typename D::Bool;
  unsigned lut, lut2;
  explicit PLOP3(ModReader &m) : lut(m.value("lut")), lut2(m.value("lut2")) {}
  static Bool table(unsigned lut, Bool a, Bool b, Bool c) {
    Bool r = D::cb(false);
    for (unsigned i = 0; i < 8; ++i)
      if (lut >> i & 1)
        r = r || ((i & 4 ? a : !a) && (i & 2 ? b : !b) && (i & 1 ? c : !c));
    return r;
  }
  void operator()(const In<D> &in, Out<D> &out) const {
    out.pu = table(lut, in.pp, in.pq, in.pr);
    out.pv = table(lut2, in.pp, in.pq, in.pr);
  }
};

/// The same of the signs of three registers.
template <typename D> struct PLOP3_SIGN {
  PLOP3<D> logic;
  explicit PLOP3_SIGN(ModReader &m) : logic(m) {}
  void operator()(const In<D> &in, Out<D> &out) const {
    auto sign = [](typename D::U64 v) { return D::slt(D::lo(v), D::c32(0)); };
    auto a = sign(in.a), b = sign(in.b), c = sign(in.c);
    out.pu = logic.table(logic.lut, a, b, c);
    out.pv = logic.table(logic.lut2, a, b, c);
  }
};

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_BITS_H
