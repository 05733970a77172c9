//===- ExpansionProofs.cpp - Integers of PTX as machine instructions ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the conversion makes of integer instructions of PTX, proved against
// formulas written from the text of the PTX ISA. Sequences that go through
// floats (division by what is not a power of two) are tested in DivisionTest.
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Conversion/PTXToOri/Passes.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Format/PTX/Import.h"
#include "gtest/gtest.h"
#include <random>

using namespace ptxmlir;
using namespace ptxmlir::test;
using D = TermDomain;
using W = Bits<32>;
using X = Bits<64>;

namespace {

/// The parameters as terms; a, b and c in 32 bits and whole.
struct Parameters {
  W a, b, c;
  X A, B, C;
};

struct Expansion {
  const char *body;  ///< computes %d
  const char *types; ///< of d, a, b, c
  std::function<X(const Parameters &)> meaning;
  /// Proved in time; otherwise compared on random values.
  bool isProved = true;
};

/// A kernel with the body, lowered; o, a, b and c are its parameters.
class Lowered {
public:
  explicit Lowered(const Expansion &e) {
    static const char *names[] = {"d", "a", "b", "c"};
    std::string text =
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry "
        "k(.param .u64 o, .param .u64 a, .param .u64 b, .param .u64 c)\n{\n"
        ".reg .u64 %o;\n.reg .u64 %x, %y, %z;\n.reg .u32 %u, %v, %w;\n"
        ".reg .pred %p, %q;\nld.param.u64 %o, [o];\n";
    llvm::SmallVector<llvm::StringRef, 4> types;
    llvm::StringRef(e.types).split(types, ' ');
    for (size_t i = 0; i != types.size(); ++i) {
      std::string type = types[i].str(), name = names[i];
      text += ".reg ." + type + " %" + name + ";\n";
      if (i)
        text += "ld.param." + type + " %" + name + ", [" + name + "];\n";
    }
    text += std::string(e.body) + "\nst.global." + types[0].str() +
            " [%o], %d;\nret;\n}\n";
    context.loadDialect<ptx::PTXDialect, ori::OriDialect>();
    mlir::ScopedDiagnosticHandler handler(&context,
                                          [&](mlir::Diagnostic &diagnostic) {
                                            error += diagnostic.str() + "\n";
                                            return mlir::success();
                                          });
    module = ptx::importPTX(text, "test.ptx", &context);
    if (!module)
      return;
    mlir::PassManager pm(&context);
    pm.addPass(createConvertPTXToOri());
    if (failed(pm.run(*module)))
      error += "not lowered";
  }

  /// What is stored, in the low or all 64 bits.
  template <typename Dom>
  bool run(Meaning<Dom> &meaning, typename Dom::U64 &result) {
    ori::FuncOp func;
    module->walk([&](ori::FuncOp f) { func = f; });
    if (!meaning.run(func))
      return false;
    func.walk([&](ori::InstOpInterface op) {
      if (op.getOpcode() == isa::Opcode::STG)
        result = meaning.valueOf(op->getOperand(isa::STG::kData)).wide();
    });
    return true;
  }

  std::string error;

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace

static X bits(uint64_t v) { return D::c64(v); }
static W word(uint32_t v) { return D::c32(v); }
static X zx(W v) { return D::zext(v); }
static X sx(W v) { return D::sext(v); }
static W least(W a, W b) { return D::select(D::ult(a, b), a, b); }
static X shift(Z3_ast (*f)(Z3_context, Z3_ast, Z3_ast), X v, X n) {
  return {f(z3(), v.ast, n.ast)};
}
/// The high half of a product of 64-bit numbers.
static X highProduct(X a, X b, bool isSigned) {
  auto extend = isSigned ? Z3_mk_sign_ext : Z3_mk_zero_ext;
  Z3_ast p =
      Z3_mk_bvmul(z3(), extend(z3(), 64, a.ast), extend(z3(), 64, b.ast));
  return {Z3_mk_extract(z3(), 127, 64, p)};
}
static X onesOf(X v) {
  return zx(D::popcount(D::lo(v)) + D::popcount(D::hi(v)));
}
static X leadingZeros(X v) {
  return zx(D::select(D::hi(v) == word(0),
                      word(32) + D::countLeadingZeros(D::lo(v)),
                      D::countLeadingZeros(D::hi(v))));
}
/// PTX ISA, bfe of 32 bits.
static X extractField(W a, W b, W c, bool isSigned) {
  W pos = b & word(0xff), len = c & word(0xff);
  W last = least(pos + len - word(1), word(31));
  W top = D::lshr(a, last) & word(1);
  W fill =
      isSigned ? D::select(len == word(0), word(0), word(0) - top) : word(0);
  // What lies beyond the length or bit 31 is filled with the top bit.
  W mask = ~D::shl(~word(0), len) & D::lshr(~word(0), pos);
  return zx((D::lshr(a, pos) & mask) | (fill & ~mask));
}
/// PTX ISA, szext.
static X extendLow(W a, W b, bool isSigned, bool wrap) {
  W n = wrap ? b & word(31) : least(b, word(32));
  W mask = ~D::shl(~word(0), n);
  W top = D::lshr(a, n - word(1)) & word(1);
  W fill = isSigned ? D::select(n == word(0), word(0), word(0) - top) : word(0);
  return zx((a & mask) | (fill & ~mask));
}
/// PTX ISA, bmsk.
static X makeMask(W a, W b, bool wrap) {
  auto limit = [&](W v) { return wrap ? v & word(31) : least(v, word(32)); };
  return zx(D::shl(~D::shl(~word(0), limit(b)), limit(a)));
}

static std::vector<Expansion> getExpansions() {
  using P = const Parameters &;
  std::vector<Expansion> all = {
      {"add.s64 %d, %a, %b;", "u64 u64 u64", [](P p) { return p.A + p.B; }},
      {"sub.s64 %d, %a, %b;", "u64 u64 u64", [](P p) { return p.A - p.B; }},
      {"neg.s64 %d, %a;", "u64 u64", [](P p) { return bits(0) - p.A; }},
      {"abs.s64 %d, %a;", "u64 u64",
       [](P p) { return D::select(D::slt(p.A, bits(0)), bits(0) - p.A, p.A); }},
      {"add.cc.u32 %u, %a, %b; addc.u32 %d, %a, %c;", "u32 u32 u32 u32",
       [](P p) { return zx(p.a + p.c + D::hi(zx(p.a) + zx(p.b))); }},
      {"sub.cc.u32 %u, %a, %b; subc.u32 %d, %a, %c;", "u32 u32 u32 u32",
       [](P p) { return zx(p.a - p.c - D::fromBool(D::ult(p.a, p.b))); }},
      {"add.cc.u64 %x, %a, %b; addc.u64 %d, %a, %c;", "u64 u64 u64 u64",
       [](P p) {
         X sum = p.A + p.B;
         return p.A + p.C + zx(D::fromBool(D::ult(sum, p.A)));
       }},
      {"mul.lo.u32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return zx(p.a * p.b); }},
      {"mul.hi.u32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return zx(D::hi(zx(p.a) * zx(p.b))); }},
      {"mul.hi.s32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return zx(D::hi(sx(p.a) * sx(p.b))); }},
      {"mul.wide.u32 %d, %a, %b;", "u64 u32 u32",
       [](P p) { return zx(p.a) * zx(p.b); }},
      {"mul.wide.s32 %d, %a, %b;", "u64 u32 u32",
       [](P p) { return sx(p.a) * sx(p.b); }},
      {"mad.wide.s32 %d, %a, %b, %c;", "u64 u32 u32 u64",
       [](P p) { return sx(p.a) * sx(p.b) + p.C; }},
      {"mul.lo.s64 %d, %a, %b;", "u64 u64 u64", [](P p) { return p.A * p.B; },
       false},
      {"mad.lo.s64 %d, %a, %b, %c;", "u64 u64 u64 u64",
       [](P p) { return p.A * p.B + p.C; }, false},
      {"mul.hi.u64 %d, %a, %b;", "u64 u64 u64",
       [](P p) { return highProduct(p.A, p.B, false); }, false},
      {"mul.hi.s64 %d, %a, %b;", "u64 u64 u64",
       [](P p) { return highProduct(p.A, p.B, true); }, false},
      {"shl.b32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return zx(D::shl(p.a, p.b)); }},
      {"shr.u32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return zx(D::lshr(p.a, p.b)); }},
      {"shr.s32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return zx(D::ashr(p.a, p.b)); }},
      {"shl.b64 %d, %a, %b;", "u64 u64 u32",
       [](P p) { return shift(Z3_mk_bvshl, p.A, zx(p.b)); }},
      {"shr.u64 %d, %a, %b;", "u64 u64 u32",
       [](P p) { return shift(Z3_mk_bvlshr, p.A, zx(p.b)); }},
      {"shr.s64 %d, %a, %b;", "u64 u64 u32",
       [](P p) { return shift(Z3_mk_bvashr, p.A, zx(p.b)); }},
      {"shf.l.wrap.b32 %d, %a, %b, %c;", "u32 u32 u32 u32",
       [](P p) {
         return zx(D::hi(D::shl(D::pair(p.a, p.b), p.c & word(31))));
       }},
      {"shf.r.clamp.b32 %d, %a, %b, %c;", "u32 u32 u32 u32",
       [](P p) {
         return zx(D::lo(D::lshr(D::pair(p.a, p.b), least(p.c, word(32)))));
       }},
      {"bfe.u32 %d, %a, %b, %c;", "u32 u32 u32 u32",
       [](P p) { return extractField(p.a, p.b, p.c, false); }},
      {"bfe.s32 %d, %a, %b, %c;", "u32 u32 u32 u32",
       [](P p) { return extractField(p.a, p.b, p.c, true); }},
      {"szext.clamp.s32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return extendLow(p.a, p.b, true, false); }},
      {"szext.wrap.s32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return extendLow(p.a, p.b, true, true); }},
      {"szext.clamp.u32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return extendLow(p.a, p.b, false, false); }},
      {"szext.wrap.u32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return extendLow(p.a, p.b, false, true); }},
      {"bmsk.clamp.b32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return makeMask(p.a, p.b, false); }},
      {"bmsk.wrap.b32 %d, %a, %b;", "u32 u32 u32",
       [](P p) { return makeMask(p.a, p.b, true); }},
      {"popc.b64 %d, %a;", "u32 u64", [](P p) { return onesOf(p.A); }},
      {"clz.b64 %d, %a;", "u32 u64", [](P p) { return leadingZeros(p.A); }},
      {"brev.b64 %d, %a;", "u64 u64",
       [](P p) {
         return D::pair(D::reverse(D::hi(p.A)), D::reverse(D::lo(p.A)));
       }},
      {"lop3.b32 %d, %a, %b, %c, 0xe8;", "u32 u32 u32 u32",
       [](P p) { return zx((p.a & p.b) | (p.b & p.c) | (p.a & p.c)); }},
      {"cvt.s64.s32 %d, %a;", "u64 u32", [](P p) { return sx(p.a); }},
      {"cvt.s32.s8 %d, %a;", "u32 u32",
       [](P p) { return zx(D::ashr(D::shl(p.a, word(24)), word(24))); }},
      {"sad.s32 %d, %a, %b, %c;", "u32 u32 u32 u32",
       [](P p) {
         return zx(D::select(D::slt(p.a, p.b), p.b - p.a, p.a - p.b) + p.c);
       }},
      {"div.u32 %d, %a, 64;", "u32 u32",
       [](P p) { return zx(W{Z3_mk_bvudiv(z3(), p.a.ast, word(64).ast)}); }},
      {"rem.u32 %d, %a, 64;", "u32 u32",
       [](P p) { return zx(W{Z3_mk_bvurem(z3(), p.a.ast, word(64).ast)}); }},
      {"div.u64 %d, %a, 0x100000000000;", "u64 u64",
       [](P p) { return shift(Z3_mk_bvudiv, p.A, bits(0x100000000000)); }},
      {"rem.u64 %d, %a, 0x20;", "u64 u64",
       [](P p) { return shift(Z3_mk_bvurem, p.A, bits(0x20)); }},
  };
  struct Comparison {
    const char *name;
    Truth (*holds)(X, X);
  };
  static const Comparison comparisons[] = {
      {"lt.s64", [](X a, X b) { return D::slt(a, b); }},
      {"le.u64", [](X a, X b) { return !D::ult(b, a); }},
      {"gt.s64", [](X a, X b) { return D::slt(b, a); }},
      {"ge.u64", [](X a, X b) { return !D::ult(a, b); }},
      {"eq.s64", [](X a, X b) { return a == b; }},
      {"ne.b64", [](X a, X b) { return !(a == b); }}};
  static std::vector<std::string> bodies;
  bodies.reserve(16);
  for (const Comparison &c : comparisons) {
    bodies.push_back(std::string("setp.") + c.name +
                     " %p, %a, %b; selp.b64 %d, %a, %c, %p;");
    all.push_back({bodies.back().c_str(), "u64 u64 u64 u64", [c](P p) {
                     return D::select(c.holds(p.A, p.B), p.A, p.C);
                   }});
  }
  for (const char *op : {"min.s64", "max.s64", "min.u64", "max.u64"}) {
    bodies.push_back(std::string(op) + " %d, %a, %b;");
    bool least = op[1] == 'i', isSigned = op[4] == 's';
    all.push_back(
        {bodies.back().c_str(), "u64 u64 u64", [=](P p) {
           Truth less = isSigned ? D::slt(p.A, p.B) : D::ult(p.A, p.B);
           return least ? D::select(less, p.A, p.B) : D::select(less, p.B, p.A);
         }});
  }
  return all;
}

/// Offset of the parameters in bank 0 (sm_90); the first is the address.
static std::string parameter(unsigned index, unsigned half) {
  return "c0." + std::to_string(0x210 + 8 * index + 4 * half);
}

static Parameters makeParameters() {
  auto half = [](unsigned i, unsigned h) {
    return D::symbol<32>(parameter(i, h));
  };
  return {half(1, 0),
          half(2, 0),
          half(3, 0),
          D::pair(half(1, 0), half(1, 1)),
          D::pair(half(2, 0), half(2, 1)),
          D::pair(half(3, 0), half(3, 1))};
}

/// Compares on random values by substitution.
static unsigned compareRandom(X got, X expected) {
  std::mt19937_64 random(6);
  const uint64_t edges[] = {
      0, 1, ~uint64_t(0), uint64_t(1) << 63, 0xffffffff, uint64_t(1) << 32};
  std::vector<Z3_ast> from, to(6);
  for (unsigned i = 0; i != 6; ++i)
    from.push_back(D::symbol<32>(parameter(1 + i / 2, i % 2)).ast);
  Truth equal = got == expected;
  unsigned n = 0;
  for (; n != 2000; ++n) {
    for (unsigned i = 0; i != 3; ++i) {
      uint64_t v = random() % 4 ? random() : edges[random() % 6];
      to[2 * i] = word(uint32_t(v)).ast;
      to[2 * i + 1] = word(uint32_t(v >> 32)).ast;
    }
    Truth at{Z3_substitute(z3(), equal.ast, 6, from.data(), to.data())};
    if (!valueOf(at)) {
      ADD_FAILURE() << "wrong for random values";
      break;
    }
  }
  return n;
}

TEST(Expansions, AreProved) {
  unsigned proved = 0, compared = 0;
  for (const Expansion &e : getExpansions()) {
    SCOPED_TRACE(e.body);
    Lowered lowered(e);
    ASSERT_EQ(lowered.error, "");
    Meaning<D> meaning = makeSymbolic();
    X got;
    ASSERT_TRUE(lowered.run(meaning, got)) << meaning.error;
    X expected = e.meaning(makeParameters());
    if (llvm::StringRef(e.types).starts_with("u32")) {
      got = zx(D::lo(got));
      expected = zx(D::lo(expected));
    }
    if (!e.isProved) {
      compared += compareRandom(got, expected);
      continue;
    }
    Proof proof = prove(got == expected);
    EXPECT_TRUE(proof) << proof.counterexample;
    ++proved;
  }
  printf("%u expansions proved, others on %u random values\n", proved,
         compared);
}
