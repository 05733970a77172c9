//===- RewriteCases.cpp - Functions that the optimizer rewrites -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that each rewrite of the passes changes: one that no case reaches
// fails the tests.
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
  // The other number in two registers: the sign goes into its upper word, of
  // the one or the other, where both are extended.
  for (std::string terms : {"%y, %h", "%h, %y"})
    add("sum-of-signed-apart", linear,
        ofWords("%a, %b", "!ori.r, !ori.r",
                sign("h", "%x") + "%a, %ac, %ad = ori.iadd3 " +
                    (terms[1] == 'h' ? "%x, %z" : "%z, %x") +
                    ", %zero, %t, %t\n"
                    "%b, %bc, %bd = ori.iadd3<x, ppNot = 0> " +
                    terms + ", %zero, %ac, %t\n"));
  for (std::string also : {"%h", "%i"})
    add("sum-of-two-signed", linear,
        ofWords("%a, %b, " + also, "!ori.r, !ori.r, !ori.r",
                sign("h", "%x") + sign("i", "%y") +
                    "%a, %ac, %ad = ori.iadd3 %x, %y, %zero, %t, %t\n"
                    "%b, %bc, %bd = ori.iadd3<x, ppNot = 0> %h, %i, %zero, "
                    "%ac, %t\n"));
  // Predicates that are counted: one, two, three (of which one stays a term),
  // as they are and negated, beside a number and beside another term.
  for (std::string term : {"%x", "%three"})
    for (std::string mods : {"", "<ppNot>"})
      add("sum-of-predicate", linear,
          ofWords("%s", "!ori.r",
                  "%one = ori.imm 1 : !ori.r\n%i = ori.sel" + mods +
                      " %one, %zero, %g\n"
                      "%s, %sc, %sd = ori.iadd3 %i, " +
                      term + ", %zero, %t, %t\n"));
  for (std::string third : {"%x", "%k2"})
    add("sum-of-predicates", linear,
        ofWords("%s", "!ori.r",
                "%one = ori.imm 1 : !ori.r\n"
                "%q, %q1 = ori.isetp<cmp = \"LT\"> %y, %z, %t, %t\n"
                "%i = ori.sel %one, %zero, %g\n"
                "%j = ori.sel %zero, %one, %q\n"
                "%k2 = ori.sel<ppNot> %zero, %one, %q1\n"
                "%s, %sc, %sd = ori.iadd3 %i, " +
                    third + ", %j, %t, %t\n"));
  // Carries that others read stay.
  add("sum-with-carry", linear,
      ofWords("%s, %se", pair + ", !ori.p",
              shift64("k", "%v0", "%v1") + sum64("s", "%k", "%w")));
  // Products with carries: without one that comes in, and with one. Of a number
  // of few bits: that the words of a product are those of the wide one is more
  // than the solver can see where both factors are any (CarryProducts.cpp has
  // the argument).
  for (bool isX : {false, true})
    add("product-with-carries", linear,
        ofWords("%a, %b, %bc", "!ori.r, !ori.r, !ori.p",
                "%l, %lp = ori.imad %x, %three, %zero, %t\n"
                "%h, %hp = ori.imad.hi<u32> %three, %x, %zero2, %t\n"
                "%a, %ac, %ad = ori.iadd3" +
                    std::string(isX ? "<x, ppNot = 0> %l, %w0, %zero, %g, %t\n"
                                    : " %l, %w0, %zero, %t, %t\n") +
                    "%b, %bc, %bd = ori.iadd3<x, ppNot = 0> %w1, %h, %zero, "
                    "%ac, %t\n"));
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
  // Read by more than one sum.
  for (std::string term : {"%a, %ap = ori.imad %x, %k, %zero, %t\n",
                           "%a = ori.shf<type = \"U32\"> %x, %three, %zero\n"})
    add("multiple-in-sums", linear,
        ofWords("%s, %r", "!ori.r, !ori.r",
                term + sum("s", "%a", "%z") + sum("r", "%y", "%a")));
  // A number as the first term, of 32 and of 64 bits.
  add("number-first", linear,
      ofWords("%s", "!ori.r", sum("a", "%k", "%x") + sum("s", "%a", "%z")));
  add("number-first", linear,
      ofWords("%a, %b", "!ori.r, !ori.r",
              "%a, %ac, %ad = ori.iadd3 %k, %x, %zero, %t, %t\n"
              "%b, %bc, %bd = ori.iadd3<x, ppNot = 0> %three, %y, %zero, %ac, "
              "%t\n"));
  for (std::string type : {"U32", "U64"})
    add("scaled-sum", linear,
        ofWords("%s", "!ori.r",
                "%a = ori.shf<type = \"" + type + "\"> %x, %three, %zero\n" +
                    sum("s", "%z", "%a")));
  add("upper-bits-sum", linear,
      ofWords("%s", "!ori.r",
              "%a = ori.shf<dir = \"R\", hi> %zero, %three, %x\n" +
                  sum("s", "%z", "%a")));
  add("upper-bits-of-itself", linear,
      ofWords("%s", "!ori.r",
              "%a = ori.shf<dir = \"R\", hi> %y, %three, %x\n" +
                  sum("s", "%a", "%x")));
  // Functions of bits: of three inputs, of fewer, of one that occurs twice.
  for (std::string inputs : {"%x, %y, %zero", "%x, %y, %z", "%k, %x, %zero"})
    for (std::string others : {"%o, %z, %zero", "%x, %o, %y", "%z, %x, %o"})
      for (std::string lut : {"0xc0", "0x6a", "0x17"})
        add("logic", linear,
            ofWords("%s", "!ori.r",
                    "%o, %op = ori.lop3<lut = " + lut + "> " + inputs +
                        ", %t\n%s, %sp = ori.lop3<lut = 0x96> " + others +
                        ", %t\n"));
  // Two terms of the same inputs, on either side: one merge makes room for the
  // other.
  for (std::string terms : {"%a, %o, %zero", "%o, %a, %zero", "%z, %o, %a"})
    add("logic", linear,
        ofWords("%s", "!ori.r",
                "%a, %ap = ori.lop3<lut = 0x60> %x, %y, %z, %t\n"
                "%o, %op = ori.lop3<lut = 0xc0> %y, %z, %zero, %t\n"
                "%s, %sp = ori.lop3<lut = 0x3c> " +
                    terms + ", %t\n"));
  // Minimums and maximums of sums, and of three.
  for (std::string mods :
       {"", "<ppNot>", "<type = \"U32\">", "<relu>", "<type = \"U32\", ppNot>"})
    for (std::string inputs : {"%a, %z", "%z, %a"}) {
      std::string last =
          "%s, %su, %sv = ori.vimnmx" + mods + " " + inputs + ", %t\n";
      add("minimums-sum", linear,
          ofWords("%s", "!ori.r", sum("a", "%x", "%y") + last));
      add("minimums-sum", linear,
          ofWords("%s", "!ori.r", sum("a", "%k", "%y") + last));
      for (std::string first :
           {"", "<ppNot>", "<type = \"U32\">", "<type = \"U32\", ppNot>"})
        add("minimums-three", linear,
            ofWords("%s", "!ori.r",
                    "%a, %au, %av = ori.vimnmx" + first + " %x, %y, %t\n" +
                        last));
    }
  // A sum of three numbers of 64 bits; of an extended number and a tuple, and
  // of two extended ones, which take no product.
  for (bool first : {false, true}) {
    // Without the tuple, which would read the words, too.
    std::string words = sum64("a", "%w", "%v");
    std::string inner = words.substr(0, words.rfind("%a = ")) +
                        "%z1 = ori.shf<dir = \"R\", type = \"S32\", hi> %zero, "
                        "%bits, %z\n";
    std::string text =
        inner + "%z0, %zc, %zd = ori.iadd3 %z, %zero, %zero, %t, %t\n" +
        (first ? sum64("s", "%a", "%z") : sum64("s", "%z", "%a"));
    add("wider-sum", linear, ofWords("%s", pair, text));
  }
  // Bits that are known: logic and shifts of what was masked.
  auto logic3 = [](const std::string &name, const std::string &lut,
                   const std::string &inputs) {
    return "%" + name + ", %" + name + "p = ori.lop3<lut = " + lut + "> " +
           inputs + ", %t\n";
  };
  std::string byte = "%ff = ori.imm 0xff : !ori.r\n%eight = ori.imm 8 : "
                     "!ori.r\n%half = ori.imm 0xffff : !ori.r\n" +
                     logic3("b", "0xc0", "%x, %ff, %zero");
  add("known-constant", linear,
      ofWords("%s, %p, %q", "!ori.r, !ori.p, !ori.p",
              byte + "%s = ori.shf<dir = \"R\", hi> %zero, %eight, %b\n"
                     "%p, %q = ori.isetp<cmp = \"GT\"> %b, %half, %t, %t\n"));
  for (std::string inputs :
       {"%b, %half, %zero", "%half, %b, %zero", "%zero, %b, %half"})
    for (std::string lut : {"0xc0", "0xa0", "0x88", "0xfc", "0x3c", "0xe8"})
      add("known-logic", linear,
          ofWords("%s, %b", "!ori.r, !ori.r", byte + logic3("s", lut, inputs)));
  // Bytes in their order, of which some repeat a sign that is known.
  for (std::string selector :
       {"0x9910", "0x8880", "0x8810", "0x3210", "0x9210"})
    for (std::string bits : {"0xff", "0x7f", "0x7fff", "0xffff"})
      add("known-bytes", linear,
          ofWords("%s, %b", "!ori.r, !ori.r",
                  "%mask = ori.imm " + bits + " : !ori.r\n%sel = ori.imm " +
                      selector + " : !ori.r\n" +
                      logic3("b", "0xc0", "%x, %mask, %zero") +
                      "%s = ori.prmt %b, %sel, %zero\n"));
  // Logic of constants one after the other: and, or, exclusive or, and not.
  for (std::string first : {"0xc0", "0xfc", "0x3c", "0x30", "0x0c", "0x3f"})
    for (std::string second : {"0xc0", "0xfc", "0x3c", "0x30", "0x0c"})
      for (std::string by : {"0xff0ff", "0xfff00f00", "0x12345"})
        add("masks", linear,
            ofWords("%s", "!ori.r",
                    "%c = ori.imm " + by + " : !ori.r\n" +
                        logic3("a", first, "%y, %k, %zero") +
                        logic3("s", second, "%a, %c, %zero")));
  // Neighbouring loads, in any order, of one word or two.
  {
    std::string aligned = "%wide = ori.imm 0xfffffff0 : !ori.r\n" +
                          logic3("b", "0xc0", "%x, %wide, %zero");
    auto load = [](const std::string &name, unsigned offset) {
      return "%" + name + " = ori.lds<offset = " + std::to_string(offset) +
             "> %b, %n\n";
    };
    std::string two = "%q = ori.lds<type = \"64\", offset = 24> %b, %n\n";
    const char *vectorize = "ori-vectorize-accesses";
    add("four-loads", vectorize,
        ofWords("%c, %d, %e, %f", "!ori.r, !ori.r, !ori.r, !ori.r",
                aligned + load("f", 28) + load("c", 16) + load("e", 24) +
                    load("d", 20)));
    add("three-loads", vectorize,
        ofWords("%c, %d, %q", "!ori.r, !ori.r, " + pair,
                aligned + load("c", 16) + two + load("d", 20)));
    add("two-loads", vectorize,
        ofWords("%c, %d, %e, %f", "!ori.r, !ori.r, !ori.r, !ori.r",
                aligned + load("c", 4) + load("d", 8) + load("e", 12) +
                    load("f", 16)));
    // What is stored to the frame is read again, by words; with loads that stay
    // apart, and merged ones.
    auto store = [](unsigned offset, const std::string &value) {
      return "ori.stl<offset = " + std::to_string(offset) + "> %frame, %n, %" +
             value + "\n";
    };
    for (const char *pass :
         {"ori-vectorize-accesses", "ori-vectorize-accesses{max-distance=0}"})
      for (std::string stores :
           {store(28, "y") + store(16, "z") + store(24, "k") + store(20, "x"),
            "ori.stl<type = \"64\", offset = 24> %frame, %n, %w\n" +
                store(16, "x") + store(20, "v1"),
            store(16, "zero") + store(20, "zero") + store(24, "k") +
                store(28, "three")}) {
        std::string loads;
        for (unsigned k = 0; k != 4; ++k)
          loads += "%l" + std::to_string(k) +
                   " = ori.ldl<offset = " + std::to_string(16 + 4 * k) +
                   "> %frame, %n\n";
        add("stores", pass,
            ofWords("%l0, %l1, %l2, %l3", "!ori.r, !ori.r, !ori.r, !ori.r",
                    "%frame = ori.frame_address 32 : !ori.r\n" + stores +
                        loads));
      }
  }
  // The other pipe: sums and shifts behind others.
  {
    std::string busy =
        logic3("i", "0x96", "%x, %y, %z") + logic3("j", "0xe8", "%i, %y, %z");
    const char *balance = "ori-balance-pipes";
    for (std::string terms :
         {"%j, %x, %zero", "%zero, %j, %k", "%k, %j, %zero", "%j, %zero, %x"})
      add("sum-on-other-pipe", balance,
          ofWords("%s", "!ori.r",
                  busy + "%s, %sp, %sq = ori.iadd3 " + terms + ", %t, %t\n"));
    add("carry-on-other-pipe", balance,
        ofWords("%s, %j", pair + ", !ori.r", busy + sum64("s", "%w", "%v")));
    for (std::string type : {"U32", "U64"})
      add("shift-on-other-pipe", balance,
          ofWords("%s", "!ori.r",
                  busy + "%s = ori.shf<type = \"" + type +
                      "\"> %j, %three, %zero\n"));
    // The predicate is of the busy pipe's operations, so that they come first.
    for (std::string numbers :
         {"%n4, %three", "%three, %n4", "%ones, %zero", "%zero, %ones"})
      for (std::string predicate : {"ori.sel ", "ori.sel<ppNot> "})
        add("choice-on-other-pipe", balance,
            ofWords("%s, %j", "!ori.r, !ori.r",
                    "%n4 = ori.imm 4 : !ori.r\n%ones = ori.imm -1 : !ori.r\n" +
                        busy + "%s = " + predicate + numbers + ", %g\n"));
    // Sums of three where the pipe is far behind.
    std::string far = busy;
    for (unsigned i = 0; i != 8; ++i)
      far +=
          logic3("f" + std::to_string(i), "0x96",
                 i ? "%f" + std::to_string(i - 1) + ", %y, %z" : "%j, %y, %z");
    for (std::string terms :
         {"%x, %f7, %y", "%f7, %f3, %f5", "%k, %f7, %f6", "%f7, %x, %k"})
      add("split-sum", balance,
          ofWords("%s", "!ori.r",
                  far + "%s, %sp, %sq = ori.iadd3 " + terms + ", %t, %t\n"));
    add("shifted-sum-on-other-pipe", balance,
        ofWords("%s", "!ori.r",
                busy + "%s, %sp = ori.lea<shift = 3> %j, %x, %zero, %t\n"));
  }
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
  // Logic that is compared with zero. Its predicate may be read as it is and as
  // the opposite, by selections and as a guard.
  for (std::string relation : {"EQ", "NE"})
    for (std::string operands : {"%l, %zero", "%zero, %l"})
      add("test", "ori-merge-tests",
          ofWords("%s, %u, %h, %p, %q",
                  "!ori.r, !ori.r, !ori.r, !ori.p, !ori.p",
                  logic3("l", "0xc0", "%x, %k, %zero") +
                      "%m, %o = ori.isetp<cmp = \"" + relation + "\"> " +
                      operands + ", %t, %t\n" +
                      "%p, %p1 = ori.plop3<lut = 0x80> %m, %g, %t\n"
                      "%q, %q1 = ori.plop3<lut = 0x80> %o, %g, %t\n"
                      "%s = ori.sel %y, %z, %m\n"
                      "%u = ori.sel<ppNot = 1> %y, %z, %o\n"
                      "%h = ori.mov %z if %m else(%y)\n"));
  add("test-of-same", "ori-merge-tests",
      ofWords("%s, %l", "!ori.r, !ori.r",
              logic3("i", "0xc0", "%x, %k, %zero") +
                  "%m, %o = ori.isetp<cmp = \"NE\"> %i, %zero, %t, %t\n"
                  "%s = ori.sel %y, %z, %m\n" +
                  logic3("l", "0x3c", "%x, %s, %zero")));
  // Rotations and shifts that are added, and bits that are put beside others.
  for (std::string shift :
       {"ori.shf<w, hi> %x, %three, %x", "ori.shf<hi> %x, %three, %z"})
    for (std::string terms : {"%a, %y", "%y, %a"})
      add("rotated-sum", linear,
          ofWords("%s", "!ori.r",
                  "%a = " + shift + "\n%s, %c, %d = ori.iadd3 " + terms +
                      ", %zero, %t, %t\n"));
  for (std::string lut : {"0xfc", "0x3c"})
    for (std::string terms : {"%a, %m, %zero", "%m, %a, %zero"}) {
      add("bits-beside-shifted", linear,
          ofWords("%s, %m", "!ori.r, !ori.r",
                  logic3("m", "0xc0", "%y, %three, %zero") +
                      "%a = ori.shf<type = \"U32\"> %x, %three, %zero\n" +
                      logic3("s", lut, terms)));
      add("bits-beside-extracted", linear,
          ofWords("%s, %m", "!ori.r, !ori.r",
                  "%m = ori.shf<type = \"U32\"> %y, %three, %zero\n"
                  "%a = ori.shf<dir = \"R\", hi> %zero, %bits, %x\n" +
                      logic3("s", lut, terms)));
    }
  // Numbers that a predicate chooses, compared with constants.
  for (std::string chosen :
       {"%n1, %n2, %n3 = ori.iadd3<x, ppNot = 0> %zero, %zero, %zero, %g, %t\n",
        "%n1, %n2, %n3 = ori.iadd3<x, bNeg, ppNot = 0> %zero, %zero, %zero, "
        "%g, %t\n",
        "%n1 = ori.sel %three, %zero, %g\n"})
    for (std::string relation : {"EQ", "NE", "LT", "GE"})
      for (std::string operands : {"%n1, %c", "%c, %n1"})
        for (std::string by : {"0", "1", "3", "-1"})
          add("compared-choice", "ori-merge-tests",
              ofWords("%s, %h", "!ori.r, !ori.r",
                      "%c = ori.imm " + by + " : !ori.r\n" + chosen +
                          "%p, %q = ori.isetp<cmp = \"" + relation + "\"> " +
                          operands +
                          ", %t, %t\n%s = ori.sel %y, %z, %p\n"
                          "%h = ori.mov %z if not %q else(%y)\n"));
  // Predicates that are the opposite of others. Here all can be read as that,
  // and results of functions cannot.
  for (std::string logic :
       {"<lut = 0x0f> %m, %t, %t", "<lut = 0x33> %t, %m, %t",
        "<lut = 0x80, prNot> %t, %t, %m", "<lut = 0x24> %m, %t, %m"}) {
    add("negated-comparison", "ori-merge-tests",
        ofWords("%i", "!ori.p",
                "%m, %o = ori.isetp<cmp = \"LT\"> %x, %y, %t, %t\n"
                "%i, %i1 = ori.plop3" +
                    logic + "\n"));
    add("negation", "ori-merge-tests",
        ofWords("%s, %h", "!ori.r, !ori.r",
                "%m, %o = ori.isetp<cmp = \"LT\"> %x, %y, %g, %t\n"
                "%i, %i1 = ori.plop3" +
                    logic +
                    "\n%s = ori.sel %y, %z, %i\n"
                    "%h = ori.mov %z if %i else(%y)\n"));
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
  // Constants that a term of the address has. Factors are numbers: products of
  // two unknowns are beyond the solver.
  for (std::string address :
       {"%s, %sp = ori.lea<shift = 3> %x, %a, %zero, %t\n",
        "%s, %sp = ori.imad %x, %three, %a, %t\n"})
    add("inner-offset", linear,
        ofWords("%x", "!ori.r",
                sum("a", "%y", "%k") + address +
                    "ori.sts<offset = 16> %s, %n, %x\n"));
  for (std::string by : {"0x7fff00", "-4096", "0x123456789"})
    for (std::string address :
         {std::string("%s, %sp = ori.imad.wide %x, %three, %b, %t\n"),
          std::string("%s, %sp = ori.imad.wide<u32> %x, %three, %b, %t\n"),
          sum64("s", "%b", "%v"), sum64("s", "%v", "%b")})
      add("wide-inner-offset", linear,
          ofWords("%x", "!ori.r",
                  "%c = ori.imm " + by +
                      " : !ori.r<2>\n%c0 = ori.extract %c[0] : !ori.r<2> -> "
                      "!ori.r\n%c1 = ori.extract %c[1] : !ori.r<2> -> !ori.r\n"
                      "%d = ori.imm 0 : !ori.ur<2>\n" +
                      sum64("b", "%w", "%c") + address +
                      "ori.stg<desc, offset = 16> %s, %d, %x\n"));

  // Branches that become guards: values of one arm, of both, of neither.
  const char *predicate = "ori-do-predication";
  // Selections that do, of either operand.
  for (std::string operands : {"%m, %c", "%c, %m"})
    add("selection", predicate,
        ofWords("%s", "!ori.r",
                sum("c", "%x", "%y") + sum("m", "%c", "%z") + "%s = ori.sel " +
                    operands + ", %g\n"));
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
