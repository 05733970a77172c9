//===- HalfRewrites.cpp - Halves that are read where they are -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms have no floats, so the instructions on halves run on host values before
// and after the pass. The rewrite moves bits only: a wrong half shows on any
// values.
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "PassRun.h"
#include "gtest/gtest.h"
#include <random>

using namespace ptxmlir;
using namespace ptxmlir::test;
using Host = isa::sem::HostDomain;

/// Halves that are all different, by the name of an input.
static Meaning<Host> makeSample(unsigned seed) {
  Meaning<Host> meaning;
  meaning.word = [seed](const std::string &name) {
    std::mt19937 random(seed + unsigned(std::hash<std::string>()(name)));
    // Normal numbers of moderate size in both halves.
    return (random() & 0x03ff03ff) | 0x38003c00 | (random() & 0x80008000);
  };
  meaning.truth = [](const std::string &) { return true; };
  return meaning;
}

/// The function computes the same before and behind the pass; whether an
/// operation fewer computes it.
static bool shrinks(
    const std::string &body,
    llvm::function_ref<void(ori::FuncOp)> look = [](ori::FuncOp) {}) {
  SCOPED_TRACE(body);
  PassRun run(
      "ori.module attributes {sm = 90 : i32} {\nori.func @f attributes "
      "{function_type = (!ori.r, !ori.r) -> !ori.r} {\n"
      "^bb0(%x: !ori.r, %y: !ori.r):\n%t = ori.imm true : !ori.p\n%zero = "
      "ori.imm 0 : !ori.r\n%sixteen = ori.imm 16 : !ori.r\n%mask = ori.imm "
      "0xffff : !ori.r\n%high = ori.imm 0xffff0000 : !ori.r\n%swap = ori.imm "
      "0x1032 : !ori.r\n%mix = ori.imm 0x7610 : !ori.r\n%odd = ori.imm 0x4321 "
      ": !ori.r\n" +
      body + "ori.ret %s : !ori.r\n}\n}\n");
  EXPECT_EQ(run.getError(), "");
  auto count = [&] {
    unsigned n = 0;
    run.getFunc().walk([&](ori::InstOpInterface) { ++n; });
    return n;
  };
  std::vector<std::vector<RegValue<Host>>> outputs;
  for (unsigned seed = 0; seed != 8; ++seed) {
    Meaning<Host> before = makeSample(seed);
    EXPECT_TRUE(before.run(run.getFunc())) << before.error;
    outputs.push_back(before.outputs);
  }
  unsigned most = count();
  EXPECT_TRUE(run.apply("ori-linear-replacement")) << run.getError();
  for (unsigned seed = 0; seed != 8; ++seed) {
    Meaning<Host> after = makeSample(seed);
    EXPECT_TRUE(after.run(run.getFunc())) << after.error;
    EXPECT_EQ(outputs[seed].size(), 1u);
    EXPECT_EQ(after.outputs.size(), 1u);
    EXPECT_EQ(outputs[seed][0].words, after.outputs[0].words) << run.print();
  }
  look(run.getFunc());
  return count() < most;
}

void ptxmlir::test::checkConversions() {
  auto convert = [](const std::string &mask, const std::string &type) {
    return "%m = ori.imm " + mask +
           " : !ori.r\n%a, %ap = ori.lop3<lut = 0xc0> %x, %m, %zero, %t\n"
           "%s = ori.i2f<src = \"" +
           type + "\"> %a\n";
  };
  auto isWord = [&](const std::string &mask, const std::string &type) {
    bool word = false;
    shrinks(convert(mask, type), [&](ori::FuncOp func) {
      func.walk([&](ori::InstOpInterface inst) {
        word |= inst.getOpcode() == isa::Opcode::I2FP;
      });
    });
    return word;
  };
  EXPECT_TRUE(isWord("0xff", "U8"));
  EXPECT_TRUE(isWord("0x7f", "S8"));
  EXPECT_TRUE(isWord("0xffff", "U16"));
  EXPECT_TRUE(isWord("0x7fff", "S16"));
  EXPECT_FALSE(isWord("0xff", "S8"));
  EXPECT_FALSE(isWord("0x1ff", "U8"));
  EXPECT_FALSE(isWord("0xffff", "S16"));
  EXPECT_FALSE(isWord("0x1ffff", "U16"));
}

void ptxmlir::test::checkHalves() {
  struct Source {
    const char *text;
    bool low, high; ///< whether that half is one of another value
  };
  const Source sources[] = {
      {"%a = ori.shf<dir = \"R\", hi> %zero, %sixteen, %x\n", true, false},
      {"%a = ori.prmt %x, %swap, %y\n", true, true},
      {"%a = ori.prmt %x, %mix, %y\n", true, true},
      {"%a = ori.prmt %x, %odd, %y\n", false, false},
      {"%a, %ap = ori.lop3<lut = 0xc0> %x, %mask, %zero, %t\n", true, false},
      {"%a, %ap = ori.lop3<lut = 0xc0> %x, %high, %zero, %t\n", false, true},
      {"%a, %ap = ori.lop3<lut = 0x3c> %x, %high, %zero, %t\n", true, false},
  };
  for (const Source &source : sources) {
    auto test = [&](const std::string &use, bool expected) {
      EXPECT_EQ(shrinks(source.text + use), expected);
    };
    for (std::string half : {"H0_H0", "H1_H1"}) {
      bool moves = half == "H0_H0" ? source.low : source.high;
      test("%s = ori.hadd2<aSwz = \"" + half + "\"> %a, %y\n", moves);
      test("%s = ori.hadd2<f32, bSwz = \"" + half + "\"> %y, %a\n", moves);
      test("%s = ori.hmul2<bSwz = \"" + half + "\"> %y, %a\n", moves);
      test("%s = ori.hfma2<cSwz = \"" + half + "\"> %y, %y, %a\n", moves);
    }
    // Both halves are read, or the first.
    test("%s = ori.hadd2 %a, %y\n", false);
    test("%s = ori.hadd2<f32> %a, %y\n", source.low);
  }
}
