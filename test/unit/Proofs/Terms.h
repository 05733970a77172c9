//===- Terms.h - Bit vectors of Z3 as a domain of values --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A domain (ISA/Semantics/Domain.h) whose values are terms: the class templates
// that the machine runs on integers build formulas here. All terms live in one
// Z3 context, which is never freed.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_PROOFS_TERMS_H
#define PTX_MLIR_TEST_UNIT_PROOFS_TERMS_H

#include "ptx-mlir/ISA/Semantics/Domain.h"
#include <string>
#include <vector>
#include <z3.h>

namespace ptxmlir::test {

Z3_context z3();

/// A bit vector of W bits; null until it is assigned.
template <unsigned W> struct Bits {
  Z3_ast ast = nullptr;
};

struct Truth {
  Z3_ast ast = nullptr;
};

template <unsigned W> Bits<W> operator+(Bits<W> a, Bits<W> b) {
  return {Z3_mk_bvadd(z3(), a.ast, b.ast)};
}
template <unsigned W> Bits<W> operator-(Bits<W> a, Bits<W> b) {
  return {Z3_mk_bvsub(z3(), a.ast, b.ast)};
}
template <unsigned W> Bits<W> operator*(Bits<W> a, Bits<W> b) {
  return {Z3_mk_bvmul(z3(), a.ast, b.ast)};
}
template <unsigned W> Bits<W> operator&(Bits<W> a, Bits<W> b) {
  return {Z3_mk_bvand(z3(), a.ast, b.ast)};
}
template <unsigned W> Bits<W> operator|(Bits<W> a, Bits<W> b) {
  return {Z3_mk_bvor(z3(), a.ast, b.ast)};
}
template <unsigned W> Bits<W> operator^(Bits<W> a, Bits<W> b) {
  return {Z3_mk_bvxor(z3(), a.ast, b.ast)};
}
template <unsigned W> Bits<W> operator~(Bits<W> a) {
  return {Z3_mk_bvnot(z3(), a.ast)};
}
template <unsigned W> Truth operator==(Bits<W> a, Bits<W> b) {
  return {Z3_mk_eq(z3(), a.ast, b.ast)};
}
inline Truth operator!(Truth a) { return {Z3_mk_not(z3(), a.ast)}; }
inline Truth operator&&(Truth a, Truth b) {
  Z3_ast both[] = {a.ast, b.ast};
  return {Z3_mk_and(z3(), 2, both)};
}
inline Truth operator||(Truth a, Truth b) {
  Z3_ast both[] = {a.ast, b.ast};
  return {Z3_mk_or(z3(), 2, both)};
}
inline Truth operator==(Truth a, Truth b) {
  return {Z3_mk_eq(z3(), a.ast, b.ast)};
}

/// The integer part of a domain; templates of float instructions do not compile
/// with it.
struct TermDomain {
  using U32 = Bits<32>;
  using U64 = Bits<64>;
  using Bool = Truth;

  static U32 c32(uint32_t v) { return constant<32>(v); }
  static U64 c64(uint64_t v) { return constant<64>(v); }
  static Bool cb(bool v) { return {v ? Z3_mk_true(z3()) : Z3_mk_false(z3())}; }
  static U32 lo(U64 v) { return {Z3_mk_extract(z3(), 31, 0, v.ast)}; }
  static U32 hi(U64 v) { return {Z3_mk_extract(z3(), 63, 32, v.ast)}; }
  static U64 pair(U32 low, U32 high) {
    return {Z3_mk_concat(z3(), high.ast, low.ast)};
  }
  static U64 zext(U32 v) { return {Z3_mk_zero_ext(z3(), 32, v.ast)}; }
  static U64 sext(U32 v) { return {Z3_mk_sign_ext(z3(), 32, v.ast)}; }

  // SMT-LIB shifts everything out, too, for amounts of the width or more.
  static U32 shl(U32 v, U32 n) { return {Z3_mk_bvshl(z3(), v.ast, n.ast)}; }
  static U64 shl(U64 v, U32 n) {
    return {Z3_mk_bvshl(z3(), v.ast, zext(n).ast)};
  }
  static U32 lshr(U32 v, U32 n) { return {Z3_mk_bvlshr(z3(), v.ast, n.ast)}; }
  static U64 lshr(U64 v, U32 n) {
    return {Z3_mk_bvlshr(z3(), v.ast, zext(n).ast)};
  }
  static U32 ashr(U32 v, U32 n) { return {Z3_mk_bvashr(z3(), v.ast, n.ast)}; }
  static U64 ashr(U64 v, U32 n) {
    return {Z3_mk_bvashr(z3(), v.ast, zext(n).ast)};
  }

  template <unsigned W> static Bool ult(Bits<W> a, Bits<W> b) {
    return {Z3_mk_bvult(z3(), a.ast, b.ast)};
  }
  template <unsigned W> static Bool slt(Bits<W> a, Bits<W> b) {
    return {Z3_mk_bvslt(z3(), a.ast, b.ast)};
  }
  template <typename T> static T select(Bool c, T a, T b) {
    return {Z3_mk_ite(z3(), c.ast, a.ast, b.ast)};
  }
  static U32 fromBool(Bool b) { return select(b, c32(1), c32(0)); }
  static U32 popcount(U32 v);
  static U32 countLeadingZeros(U32 v);
  static U32 reverse(U32 v);

  template <unsigned W> static Bits<W> constant(uint64_t v) {
    return {Z3_mk_unsigned_int64(z3(), v, Z3_mk_bv_sort(z3(), W))};
  }
  template <unsigned W> static Bits<W> symbol(const std::string &name) {
    return {Z3_mk_const(z3(), Z3_mk_string_symbol(z3(), name.c_str()),
                        Z3_mk_bv_sort(z3(), W))};
  }
  static Bool truthSymbol(const std::string &name) {
    return {Z3_mk_const(z3(), Z3_mk_string_symbol(z3(), name.c_str()),
                        Z3_mk_bool_sort(z3()))};
  }
};

/// The value of a term without symbols.
uint64_t valueOf(Bits<64> v);
bool valueOf(Truth v);

/// Counts of all proofs of this process.
struct ProofCounts {
  unsigned claims = 0;
  unsigned repeated = 0;   ///< the same formula as before
  unsigned simplified = 0; ///< proved by simplification alone
  unsigned solved = 0;     ///< proved by the solver
};
extern ProofCounts proofCounts;

/// What became of a claim.
struct Proof {
  enum Kind { Proved, Refuted, Unknown } kind;
  /// Values of the symbols for which the claim is false.
  std::string counterexample;
  explicit operator bool() const { return kind == Proved; }
};

/// Whether `claim` holds for all values of its symbols that `given` holds for.
Proof prove(Truth claim, Truth given = TermDomain::cb(true),
            unsigned milliseconds = 20000);

/// Claims that are proved many at a time: a question of the solver costs more
/// than a claim.
class ClaimBatch {
public:
  void add(Truth claim, std::string what);
  /// Proves what is left; empty, or what is wrong with the first false claim.
  std::string finish();

private:
  void flush();
  struct Entry {
    Truth claim;
    std::string what;
  };
  std::vector<Entry> entries;
  std::string failure;
};

/// Values of `asked` for which `condition` holds; false if there are none.
bool findModel(Truth condition, const std::vector<Bits<64>> &asked,
               std::vector<uint64_t> &values);

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_UNIT_PROOFS_TERMS_H
