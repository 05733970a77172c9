//===- RewriteCases.cpp - Functions that the optimizer rewrites -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassRun.h"

using namespace ptxmlir;
using namespace ptxmlir::test;

/// A function of words x, y, z and of pairs w, v, with constants.
static std::string ofWords(const std::string &results, const std::string &types,
                           const std::string &body) {
  return "ori.module attributes {sm = 90 : i32} {\nori.func @f attributes "
         "{function_type = (!ori.r, !ori.r, !ori.r, !ori.r<2>, !ori.r<2>, "
         "!ori.p) -> (" +
         types +
         ")} {\n^bb0(%x: !ori.r, %y: !ori.r, %z: !ori.r, %w: !ori.r<2>, "
         "%v: !ori.r<2>, %g: !ori.p):\n%t = ori.imm true : !ori.p\n"
         "%zero = ori.imm 0 : !ori.r\n%zero2 = ori.imm 0 : !ori.r<2>\n"
         "%n = ori.imm 0 : !ori.ur\n%three = ori.imm 3 : !ori.r\n"
         "%bits = ori.imm 31 : !ori.r\n%k = ori.imm 0x12345 : !ori.r\n"
         "%w0 = ori.extract %w[0] : !ori.r<2> -> !ori.r\n"
         "%w1 = ori.extract %w[1] : !ori.r<2> -> !ori.r\n"
         "%v0 = ori.extract %v[0] : !ori.r<2> -> !ori.r\n"
         "%v1 = ori.extract %v[1] : !ori.r<2> -> !ori.r\n" +
         body + "ori.ret " + results + " : " + types + "\n}\n}\n";
}

/// %name = {a1, a0} + {b1, b0}.
static std::string sum64(const std::string &name, const std::string &a,
                         const std::string &b) {
  return "%" + name + "0, %" + name + "c, %" + name + "d = ori.iadd3 " + a +
         "0, " + b + "0, %zero, %t, %t\n%" + name + "1, %" + name + "e, %" +
         name + "f = ori.iadd3<x, ppNot = 0> " + a + "1, " + b + "1, %zero, %" +
         name + "c, %t\n%" + name + " = ori.combine %" + name + "0, %" + name +
         "1 : !ori.r, !ori.r -> !ori.r<2>\n";
}

/// %name = {high, low} << 3.
static std::string shift64(const std::string &name, const std::string &low,
                           const std::string &high) {
  return "%" + name + "0 = ori.shf<type = \"U64\"> " + low + ", %three, " +
         high + "\n%" + name + "1 = ori.shf<type = \"U64\", hi> " + low +
         ", %three, " + high + "\n";
}

static std::string sign(const std::string &name, const std::string &of) {
  return "%" + name +
         " = ori.shf<dir = \"R\", type = \"S32\", hi> %zero, "
         "%bits, " +
         of + "\n";
}

std::vector<PassCase> ptxmlir::test::getRewriteCases() {
  std::vector<PassCase> cases;
  auto add = [&](const char *name, const char *pass, std::string text) {
    cases.push_back({name, pass, std::move(text)});
  };
  const char *linear = "ori-linear-replacement";
  std::string pair = "!ori.r<2>";
  // Sums with products, signed or not, on either side; both words are read
  // elsewhere, too.
  for (std::string mods : {"", "<u32>"})
    for (bool first : {false, true}) {
      std::string product = "%m, %mp = ori.imad.wide" + mods +
                            " %x, %k, %zero2, %t\n"
                            "%m0 = ori.extract %m[0] : !ori.r<2> -> !ori.r\n"
                            "%m1 = ori.extract %m[1] : !ori.r<2> -> !ori.r\n";
      add("wide-product", linear,
          ofWords("%s, %s0, %s1, %m", pair + ", !ori.r, !ori.r, " + pair,
                  product + (first ? sum64("s", "%m", "%w")
                                   : sum64("s", "%w", "%m"))));
    }
  // Sums with extended and with shifted numbers.
  add("sum-of-signed", linear,
      ofWords("%s", pair,
              sign("h", "%x") +
                  "%a, %ac, %ad = ori.iadd3 %w0, %x, %zero, %t, %t\n"
                  "%b, %bc, %bd = ori.iadd3<x, ppNot = 0> %w1, %h, %zero, %ac, "
                  "%t\n%s = ori.combine %a, %b : !ori.r, !ori.r -> "
                  "!ori.r<2>\n"));
  add("sum-of-unsigned", linear,
      ofWords("%s", pair,
              "%a, %ac, %ad = ori.iadd3 %w0, %x, %zero, %t, %t\n"
              "%b, %bc, %bd = ori.iadd3<x, ppNot = 0> %w1, %zero, %zero, %ac, "
              "%t\n%s = ori.combine %a, %b : !ori.r, !ori.r -> !ori.r<2>\n"));
  add("sum-of-shifted-signed", linear,
      ofWords("%s", pair,
              sign("h", "%x") + shift64("k", "%x", "%h") +
                  sum64("s", "%w", "%k")));
  add("shifted-signed", linear,
      ofWords("%k0, %k1", "!ori.r, !ori.r",
              sign("h", "%x") + shift64("k", "%x", "%h")));
  add("sum-of-shifted", linear,
      ofWords("%s, %k1", pair + ", !ori.r",
              shift64("k", "%v0", "%v1") + sum64("s", "%k", "%w")));
  // Carries that others read stay.
  add("sum-with-carry", linear,
      ofWords("%s, %se", pair + ", !ori.p",
              shift64("k", "%v0", "%v1") + sum64("s", "%k", "%w")));
  // 32 bits.
  auto sum = [](std::string name, std::string a, std::string b) {
    return "%" + name + ", %" + name + "p, %" + name + "q = ori.iadd3 " + a +
           ", " + b + ", %zero, %t, %t\n";
  };
  add("three-terms", linear,
      ofWords("%s", "!ori.r", sum("a", "%x", "%y") + sum("s", "%z", "%a")));
  add("three-terms-constant", linear,
      ofWords("%s", "!ori.r", sum("a", "%x", "%k") + sum("s", "%a", "%z")));
  add("product-and-sum", linear,
      ofWords("%s", "!ori.r",
              "%a, %ap = ori.imad %x, %y, %zero, %t\n" + sum("s", "%a", "%z")));
  for (std::string type : {"U32", "U64"})
    add("scaled-sum", linear,
        ofWords("%s", "!ori.r",
                "%a = ori.shf<type = \"" + type + "\"> %x, %three, %zero\n" +
                    sum("s", "%z", "%a")));
  // Functions of bits: of three inputs, of fewer, of one that occurs twice.
  for (std::string inputs : {"%x, %y, %zero", "%x, %y, %z", "%k, %x, %zero"})
    for (std::string others : {"%o, %z, %zero", "%x, %o, %y", "%z, %x, %o"})
      for (std::string lut : {"0xc0", "0x6a", "0x17"})
        add("logic", linear,
            ofWords("%s", "!ori.r",
                    "%o, %op = ori.lop3<lut = " + lut + "> " + inputs +
                        ", %t\n%s, %sp = ori.lop3<lut = 0x96> " + others +
                        ", %t\n"));
  // Comparisons with another predicate: all functions of the two.
  for (std::string operands : {"%p, %g, %t", "%g, %p, %t"})
    for (unsigned table = 1; table != 15; ++table) {
      // Bits 7 and 5, 3, 1 of the table are those of a true third input.
      unsigned lut = (table >> 3 & 1) << 7 | (table >> 2 & 1) << 5 |
                     (table >> 1 & 1) << 3 | (table & 1) << 1;
      add("comparison", linear,
          ofWords("%s", "!ori.p",
                  "%p, %q = ori.isetp<cmp = \"LT\"> %x, %y, %t, %t\n"
                  "%s, %sv = ori.plop3<lut = " +
                      std::to_string(lut) + "> " + operands + "\n"));
    }
  // Addresses.
  add("offset", linear,
      ofWords("%x", "!ori.r",
              sum("a", "%y", "%k") + "ori.sts<offset = 16> %a, %n, %x\n"));
  for (std::string by : {"0x7fff00", "-4096", "0x123456789"})
    add("wide-offset", linear,
        ofWords("%x", "!ori.r",
                "%c = ori.imm " + by +
                    " : !ori.r<2>\n%c0 = ori.extract %c[0] : !ori.r<2> -> "
                    "!ori.r\n%c1 = ori.extract %c[1] : !ori.r<2> -> !ori.r\n"
                    "%d = ori.imm 0 : !ori.ur<2>\n" +
                    sum64("s", "%w", "%c") +
                    "ori.stg<desc, offset = 16> %s, %d, %x\n"));

  // Branches that become guards: values of one arm, of both, of neither.
  const char *predicate = "ori-do-predication";
  for (std::string no : {"", "not "}) {
    std::string head = "ori.cond_bra " + no + "%g, ";
    std::string type = "!ori.r, !ori.p, !ori.r<2>";
    std::string end = "^end(%a: !ori.r, %b: !ori.p, %c: !ori.r<2>):\n";
    std::string arm = sum("p", "%x", "%y") +
                      "%q, %qn = ori.isetp<cmp = \"LT\"> %p, %z, %t, %t\n"
                      "%r = ori.combine %p, %x : !ori.r, !ori.r -> !ori.r<2>\n";
    std::string arm2 = sum("u", "%z", "%y") + sum("u2", "%u", "%x") +
                       "%r2 = ori.combine %u, %u2 : !ori.r, !ori.r -> "
                       "!ori.r<2>\n";
    add("triangle", predicate,
        ofWords("%a, %b, %c", type,
                head + "^one, ^end(%z, %g, %w : " + type + ")\n^one:\n" + arm +
                    "ori.bra ^end(%p, %q, %r : " + type + ")\n" + end));
    add("triangle", predicate,
        ofWords("%a, %b, %c", type,
                head + "^end(%z, %g, %w : " + type + "), ^one\n^one:\n" + arm2 +
                    "ori.bra ^end(%u, %t, %r2 : " + type + ")\n" + end));
    for (std::string second :
         {"%u, %t, %r2", "%u2, %g, %w", "%zero, %g, %r2", "%y, %t, %zero2"})
      for (std::string first : {"%p, %q, %r", "%x, %q, %v", "%p, %g, %r"})
        add("diamond", predicate,
            ofWords("%a, %b, %c", type,
                    head + "^one, ^two\n^one:\n" + arm + "ori.bra ^end(" +
                        first + " : " + type + ")\n^two:\n" + arm2 +
                        "ori.bra ^end(" + second + " : " + type + ")\n" + end));
    // One inside the other.
    add("nested", predicate,
        ofWords("%a, %b, %c", type,
                head + "^one, ^end(%z, %g, %w : " + type + ")\n^one:\n" + arm +
                    "ori.cond_bra %q, ^inner, ^meet(%p : !ori.r)\n^inner:\n" +
                    sum("i", "%p", "%p") +
                    "ori.bra ^meet(%i : !ori.r)\n^meet(%j: !ori.r):\n"
                    "ori.bra ^end(%j, %q, %r : " +
                    type + ")\n" + end));
  }
  return cases;
}
