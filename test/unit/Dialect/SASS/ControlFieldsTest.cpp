//===- ControlFieldsTest.cpp - Dependency barriers and stall counts -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What barriers and stall counts small pieces of code get, and that the hazard
// checker agrees with them.
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"
#include "gtest/gtest.h"
#include <random>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using namespace ptxmlir::sass::test;

namespace {

TEST(ControlFields, FixedLatencies) {
  CodeBuilder b;
  b.block();
  b.iadd(1, 0);       // ALU to ALU
  b.iadd(2, 1);       // ALU to FMA
  b.ffma(3, 2, 2, 2); // FMA to FMA
  b.ffma(4, 3, 3, 3); // FMA to ALU
  b.isetp(0, 4);      // predicate to guard
  b.iadd(5, 0).guard = 0;
  b.exit();
  EXPECT_TRUE(b.setControl().empty());
  unsigned expected[] = {4, 5, 4, 5, 13, 1, 5};
  for (unsigned i = 0; i != 7; ++i)
    EXPECT_EQ(b.control(i).stall, expected[i]) << i;
  EXPECT_TRUE(b.control(4).yield);
  EXPECT_FALSE(b.control(5).yield);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, LoadAndUse) {
  CodeBuilder b;
  b.block();
  b.ldg(2, 4);
  b.iadd(3, 2);
  b.setControl();
  EXPECT_LT(b.control(0).writeBarrier, 6);
  EXPECT_EQ(b.control(1).waitMask, 1u << b.control(0).writeBarrier);
  // A wait comes two cycles after the barrier is set.
  EXPECT_EQ(b.control(0).stall, 2);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, LoadsWithOneUserShareABarrier) {
  CodeBuilder b;
  b.block();
  b.ldg(2, 8);
  b.ldg(3, 8);
  b.iadd(4, 2, 3);
  b.setControl();
  EXPECT_EQ(b.control(0).writeBarrier, b.control(1).writeBarrier);
  EXPECT_EQ(b.stats.sharedBarriers, 0u);
}

/// What waits until an address has been read does not wait for what is loaded.
TEST(ControlFields, ReadsShareNoBarrierWithLoads) {
  constexpr unsigned kLoads = 8, kBetween = 20;
  CodeBuilder b;
  b.block();
  for (unsigned i = 0; i != kLoads; ++i)
    b.ldg(10 + i, 30 + 2 * i);
  b.ldg(20, 50);
  b.iadd(50, 0);
  for (unsigned i = 0; i != kLoads + 1; ++i) {
    for (unsigned k = 0; k != kBetween; ++k)
      b.iadd(60, 61);
    b.iadd(62, i == kLoads ? 20 : 10 + i);
  }
  b.setControl();
  unsigned loaded = 0;
  for (unsigned i = 0; i != kLoads + 1; ++i)
    loaded |= 1u << b.control(i).writeBarrier;
  unsigned waited = b.control(kLoads + 1).waitMask;
  EXPECT_EQ(waited, 1u << b.control(kLoads).readBarrier);
  EXPECT_EQ(waited & loaded, 0u);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, StoreSourceIsOverwritten) {
  CodeBuilder b;
  b.block();
  b.stg(2, 4);
  b.iadd(4, 0);
  b.stg(2, 4);
  b.exit();
  b.setControl();
  EXPECT_LT(b.control(0).readBarrier, 6);
  EXPECT_EQ(b.control(1).waitMask, 1u << b.control(0).readBarrier);
  // Nothing overwrites the sources of the last store.
  EXPECT_EQ(b.control(2).readBarrier, 7);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, StoreSourceIsOverwrittenInTheNextIteration) {
  CodeBuilder b;
  b.block();
  b.iadd(0, 1);
  unsigned loop = b.block();
  b.iadd(4, 0);
  b.stg(2, 4);
  b.isetp(0, 4);
  b.bra().guard = 0;
  unsigned end = b.block();
  b.exit();
  b.edge(0, loop);
  b.edge(loop, loop);
  b.edge(loop, end);
  b.setControl();
  EXPECT_LT(b.control(2).readBarrier, 6);
  EXPECT_EQ(b.control(1).waitMask, 1u << b.control(2).readBarrier);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, OneBlockThatLoops) {
  CodeBuilder b;
  b.block();
  b.iadd(4, 0);
  b.stg(2, 4);
  b.bra();
  b.edge(0, 0);
  b.setControl();
  EXPECT_LT(b.control(1).readBarrier, 6);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, LoopCarriedLoadAndLatency) {
  CodeBuilder b;
  b.block();
  b.ldg(4, 2);
  unsigned loop = b.block();
  b.iadd(5, 4, 5); // waits for the load before and for the one below
  b.ffma(6, 6, 6, 6);
  b.ldg(4, 2);
  b.ffma(8, 6, 6, 8);
  b.isetp(0, 5);
  b.bra().guard = 0;
  unsigned end = b.block();
  b.iadd(9, 8);
  b.exit();
  b.edge(0, loop);
  b.edge(loop, loop);
  b.edge(loop, end);
  b.setControl();
  uint8_t loads =
      1u << b.control(0).writeBarrier | 1u << b.control(3).writeBarrier;
  EXPECT_EQ(b.control(1).waitMask, loads);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, LatencyAcrossAFallThrough) {
  CodeBuilder b;
  b.block();
  b.isetp(0, 4);
  unsigned next = b.block();
  b.iadd(5, 4).guard = 0;
  b.exit();
  b.edge(0, next);
  b.setControl();
  EXPECT_EQ(b.control(0).stall, 13);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, MoreThanSixLoads) {
  CodeBuilder b;
  b.block();
  for (unsigned i = 0; i != 20; ++i)
    b.ldg(10 + i, 2);
  for (unsigned i = 0; i != 20; ++i)
    b.iadd(40 + i, 10 + i);
  b.exit();
  b.setControl();
  EXPECT_GT(b.stats.sharedBarriers, 0u);
  EXPECT_TRUE(b.check().empty());
}

TEST(ControlFields, CallsWaitForEverything) {
  CodeBuilder b;
  b.block();
  b.ldg(4, 2);
  b.isetp(0, 9);
  b.add(Opcode::CALL_REL);
  b.exit();
  b.setControl();
  EXPECT_EQ(b.control(2).waitMask, 1u << b.control(0).writeBarrier);
  // The predicate may guard the callee's first instruction.
  EXPECT_GE(b.control(1).stall + b.control(2).stall, 13);
}

TEST(ControlFields, GroupsOfCopiesKeepTheirBarrier) {
  CodeBuilder b;
  b.block();
  b.ldg(4, 2);
  b.add(Opcode::LDGDEPBAR);
  Inst &wait = b.add(Opcode::DEPBAR);
  wait.mods = isa::DEPBAR::le.set(wait.mods, 1);
  wait.mods = isa::DEPBAR::sb.set(wait.mods, 0);
  b.iadd(5, 4);
  b.setControl();
  EXPECT_EQ(b.control(1).writeBarrier, 0);
  EXPECT_NE(b.control(0).writeBarrier, 0);
  EXPECT_TRUE(b.check().empty());
}

/// A random function: blocks with forward and backward edges.
void buildRandom(CodeBuilder &b, unsigned seed) {
  std::mt19937 random(seed);
  auto pick = [&](unsigned n) { return unsigned(random() % n); };
  unsigned numBlocks = 1 + pick(12);
  for (unsigned k = 0; k != numBlocks; ++k) {
    b.block();
    for (unsigned n = 1 + pick(12); n != 0; --n) {
      unsigned x = pick(12), y = pick(12), z = pick(12);
      Inst *inst = nullptr;
      unsigned kind = pick(9);
      switch (kind) {
      default:
        inst = &b.simple(kind, x, y, z, pick(3));
        break;
      case 6:
        inst = &b.add(Opcode::IMAD_WIDE, {{"d", Operand::r(x & ~1u)},
                                          {"a", Operand::r(y)},
                                          {"b", Operand::r(z)},
                                          {"c", Operand::r(y & ~1u)}});
        break;
      case 7:
        inst = &b.add(Opcode::DADD, {{"d", Operand::r(x & ~1u)},
                                     {"a", Operand::r(y & ~1u)},
                                     {"b", Operand::r(z & ~1u)}});
        break;
      case 8:
        inst =
            &b.add(Opcode::MUFU, {{"d", Operand::r(x)}, {"b", Operand::r(y)}});
        break;
      }
      if (pick(4) == 0) {
        inst->guard = pick(3);
        inst->guardNot = pick(2);
      }
    }
    if (pick(2))
      b.bra().guard = pick(3);
  }
  for (unsigned k = 0; k != numBlocks; ++k) {
    if (k + 1 != numBlocks)
      b.edge(k, k + 1);
    unsigned other = pick(numBlocks);
    if (pick(2) && other != k + 1)
      b.edge(k, other);
  }
}

TEST(ControlFields, RandomCodeHasNoHazards) {
  for (const char *sm :
       {"sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_120"})
    for (unsigned seed = 0; seed != 60; ++seed) {
      CodeBuilder b(sm);
      buildRandom(b, seed);
      b.insertPadding(b.setControl());
      std::vector<Hazard> hazards = b.check();
      ASSERT_TRUE(hazards.empty())
          << sm << " seed " << seed << ": " << hazards[0].producer << " -> "
          << hazards[0].consumer << ": " << hazards[0].message();
    }
}

// Fields do not depend on those from before.
TEST(ControlFields, Idempotent) {
  for (unsigned seed = 0; seed != 20; ++seed) {
    CodeBuilder b;
    buildRandom(b, seed);
    b.setControl();
    std::vector<isa::Control> first;
    for (const Inst *inst : b.code.insts)
      first.push_back(inst->control);
    b.setControl();
    for (unsigned i = 0; i != first.size(); ++i)
      ASSERT_TRUE(first[i] == b.control(i));
  }
}

} // namespace
