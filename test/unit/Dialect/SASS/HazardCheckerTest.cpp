//===- HazardCheckerTest.cpp - Planted faults are found -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One fault a test, by hand, with the one finding that it must give; nothing
// must be found in the same code without it.
//
//===----------------------------------------------------------------------===//

#include "CodeBuilder.h"
#include "ptx-mlir/Target/Timing.h"
#include "gtest/gtest.h"
#include <random>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using namespace ptxmlir::sass::test;

namespace {

/// Expects exactly one hazard, of this kind between these instructions.
void expectOne(CodeBuilder &b, Hazard::Kind kind, unsigned producer,
               unsigned consumer) {
  std::vector<Hazard> hazards = b.check();
  ASSERT_EQ(hazards.size(), 1u);
  EXPECT_EQ(hazards[0].kind, kind) << hazards[0].message();
  EXPECT_EQ(hazards[0].producer, producer);
  EXPECT_EQ(hazards[0].consumer, consumer);
}

TEST(HazardChecker, ReadTooEarly) {
  CodeBuilder b;
  b.block();
  b.iadd(1, 0);
  b.ffma(2, 1, 1, 1);
  b.setControl();
  b.control(0).stall = 4;
  expectOne(b, Hazard::ReadTooEarly, 0, 1);
  EXPECT_EQ(b.check()[0].message(),
            "R1 is read 4 cycles after it was written, 5 are needed");
}

/// One f32 for both lanes is one register: the next one may be written late.
TEST(HazardChecker, PackedSourceOfOneRegister) {
  CodeBuilder b("sm_100");
  b.block();
  b.iadd(7, 0);
  isa::Inst &mul = b.add(
      Opcode::FMUL2,
      {{"d", Operand::r(16)}, {"a", Operand::r(6)}, {"b", Operand::r(8)}});
  using isa::PairSel;
  mul.mods = isa::FMUL2::aSel.set(mul.mods, uint64_t(PairSel::Both));
  b.setControl();
  EXPECT_EQ(b.control(0).stall, 1);
  EXPECT_TRUE(b.check().empty());
  mul.mods = isa::FMUL2::aSel.set(mul.mods, uint64_t(PairSel::HI_LO));
  expectOne(b, Hazard::ReadTooEarly, 0, 1);
  b.setControl();
  EXPECT_GT(b.control(0).stall, 1);
  EXPECT_TRUE(b.check().empty());
}

TEST(HazardChecker, StallOfZero) {
  CodeBuilder b;
  b.block();
  b.iadd(1, 0);
  b.iadd(2, 0);
  b.ffma(3, 1, 1, 1);
  b.setControl();
  // Two cycles, as in ptxas's code.
  b.control(0).stall = 3;
  b.control(1).stall = 0;
  b.control(1).yield = true;
  EXPECT_TRUE(b.check().empty());
  b.control(0).stall = 2;
  expectOne(b, Hazard::ReadTooEarly, 0, 2);
}

TEST(HazardChecker, GuardTooEarly) {
  CodeBuilder b;
  b.block();
  b.isetp(0, 1);
  b.iadd(2, 3).guard = 0;
  b.setControl();
  b.control(0).stall = 12;
  expectOne(b, Hazard::ReadTooEarly, 0, 1);
}

TEST(HazardChecker, ReadNotWaited) {
  CodeBuilder b;
  b.block();
  b.ldg(1, 4);
  b.iadd(2, 1);
  b.setControl();
  b.control(1).waitMask = 0;
  expectOne(b, Hazard::ReadNotWaited, 0, 1);
}

TEST(HazardChecker, MissingBarrier) {
  CodeBuilder b;
  b.block();
  b.ldg(1, 4);
  b.iadd(2, 1);
  b.setControl();
  b.control(0).writeBarrier = 7;
  expectOne(b, Hazard::ReadNotWaited, 0, 1);
}

TEST(HazardChecker, WaitTooEarly) {
  CodeBuilder b;
  b.block();
  b.ldg(1, 4);
  b.iadd(2, 1);
  b.setControl();
  b.control(0).stall = 1;
  expectOne(b, Hazard::WaitTooEarly, 0, 1);
}

TEST(HazardChecker, WriteNotWaited) {
  CodeBuilder b;
  b.block();
  b.ldg(1, 4);
  b.iadd(1, 0);
  b.setControl();
  b.control(1).waitMask = 0;
  expectOne(b, Hazard::WriteNotWaited, 0, 1);
}

TEST(HazardChecker, OverwriteNotWaited) {
  CodeBuilder b;
  b.block();
  b.stg(4, 1);
  b.iadd(1, 0);
  b.setControl();
  b.control(1).waitMask = 0;
  expectOne(b, Hazard::OverwriteNotWaited, 0, 1);
}

TEST(HazardChecker, WriteTooEarly) {
  CodeBuilder b;
  b.block();
  b.iadd(1, 0);
  b.ldg(1, 4);
  b.setControl();
  b.control(0).stall = 1;
  expectOne(b, Hazard::WriteTooEarly, 0, 1);
}

TEST(HazardChecker, OnlyOnTheBackEdge) {
  CodeBuilder b;
  b.block();
  b.iadd(4, 0);
  unsigned loop = b.block();
  b.iadd(5, 4, 5);
  b.ldg(4, 2);
  b.isetp(0, 9);
  b.bra().guard = 0;
  unsigned end = b.block();
  b.exit();
  b.edge(0, loop);
  b.edge(loop, loop);
  b.edge(loop, end);
  b.setControl();
  ASSERT_TRUE(b.check().empty());
  // The load then also overwrites a register that is still on the way.
  b.control(1).waitMask = 0;
  std::vector<Hazard> hazards = b.check();
  ASSERT_EQ(hazards.size(), 2u);
  EXPECT_EQ(hazards[0].kind, Hazard::ReadNotWaited);
  EXPECT_EQ(hazards[0].producer, 2u);
  EXPECT_EQ(hazards[0].consumer, 1u);
  EXPECT_EQ(hazards[1].kind, Hazard::WriteNotWaited);
}

TEST(HazardChecker, BadFields) {
  CodeBuilder b;
  b.block();
  b.iadd(1, 0);
  b.iadd(2, 0);
  b.setControl();
  b.control(0).stall = 12;
  b.control(0).yield = false;
  expectOne(b, Hazard::BadField, 0, 0);
  b.control(0).yield = true;
  EXPECT_TRUE(b.check().empty());
  b.control(1).writeBarrier = 6;
  expectOne(b, Hazard::BadField, 1, 1);
}

// In straight code every wait and every stall cycle above the least is needed:
// taking any of them away must be found.
TEST(HazardChecker, EveryPlantedFaultIsFound) {
  unsigned numFaults = 0;
  for (unsigned seed = 0; seed != 40; ++seed) {
    std::mt19937 random(seed);
    auto pick = [&](unsigned n) { return unsigned(random() % n); };
    CodeBuilder b;
    b.block();
    for (unsigned n = 0; n != 30; ++n) {
      Inst *inst = nullptr;
      switch (pick(4)) {
      case 0:
        inst = &b.iadd(pick(10), pick(10), pick(10));
        break;
      case 1:
        inst = &b.ffma(pick(10), pick(10), pick(10), pick(10));
        break;
      case 2:
        inst = &b.isetp(pick(3), pick(10), pick(10));
        break;
      case 3:
        inst = &b.ldg(pick(10), 20 + pick(4));
        break;
      }
      if (pick(4) == 0)
        inst->guard = pick(3);
    }
    b.exit();
    b.setControl();
    ASSERT_TRUE(b.check().empty());
    AccessTable table(b.code, b.target);
    // What a pipe asks for is no hazard.
    const target::TimingModel &timing = *target::lookupTimingModel(b.target.sm);
    auto pipeStall = [&](unsigned i) -> unsigned {
      const target::PipeUse &use = timing.getUse(table[i].opcode),
                            &next = timing.getUse(table[i + 1].opcode);
      return use.numPipes == 1 && next.numPipes == 1 &&
                     use.pipes[0] == next.pipes[0]
                 ? use.interval
                 : 1;
    };
    for (unsigned i = 0; i != b.code.insts.size(); ++i) {
      isa::Control &control = b.control(i), saved = control;
      for (unsigned k = 0; k != 6; ++k)
        if (saved.waitMask >> k & 1) {
          control.waitMask = saved.waitMask & ~(1u << k);
          EXPECT_FALSE(b.check().empty()) << seed << ": wait of " << i;
          control = saved;
          ++numFaults;
        }
      if (i + 1 != b.code.insts.size() &&
          saved.stall >
              std::max<unsigned>(table[i].cls->minStall, pipeStall(i))) {
        --control.stall;
        EXPECT_FALSE(b.check().empty()) << seed << ": stall of " << i;
        control = saved;
        ++numFaults;
      }
    }
  }
  EXPECT_GT(numFaults, 300u);
}

// Shared loads complete in order: one barrier stands for the earlier ones too.
TEST(HazardChecker, InOrderLoads) {
  CodeBuilder b;
  b.block();
  b.lds(1, 8);
  b.lds(2, 8);
  b.iadd(3, 1);
  b.setControl();
  b.control(0).writeBarrier = 7;
  b.control(1).writeBarrier = 0;
  b.control(1).stall = 2;
  b.control(2).waitMask = 1;
  EXPECT_TRUE(b.check().empty());
  b.control(0).writeBarrier = 0;
  b.control(1).writeBarrier = 7;
  EXPECT_TRUE(b.check().empty());
  b.control(2).waitMask = 2;
  expectOne(b, Hazard::ReadNotWaited, 0, 2);
}

/// ptxas counts no cycles over a wait for USETMAXREG: what was issued before is
/// done when its barrier is released, and nothing is said of what comes later.
TEST(HazardChecker, WaitForRegisters) {
  for (Opcode opcode : {Opcode::USETMAXREG_ALLOC, Opcode::USETMAXREG_DEALLOC}) {
    CodeBuilder b;
    b.block();
    b.iadd(1, 0);
    b.add(opcode);
    b.iadd(2, 0);
    b.isetp(0, 1);
    b.exit();
    b.setControl();
    EXPECT_TRUE(b.check().empty());
    b.control(0).stall = 1;
    b.control(1).stall = 1;
    b.control(1).writeBarrier = 0;
    b.control(2).stall = 1;
    b.control(2).waitMask = 0; // which AssignBarriers sets
    expectOne(b, Hazard::ReadTooEarly, 0, 3);
    b.control(3).waitMask = 1;
    EXPECT_TRUE(b.check().empty());
    // The later sum is not covered.
    b.code.insts[3]->ops[isa::getDesc(Opcode::ISETP).findSlot("a")].reg = 2;
    expectOne(b, Hazard::ReadTooEarly, 2, 3);
  }
  // The barrier of a load says nothing of a sum.
  CodeBuilder b;
  b.block();
  b.iadd(1, 0);
  b.ldg(8, 4);
  b.isetp(0, 1, 8);
  b.exit();
  b.setControl();
  EXPECT_TRUE(b.check().empty());
  b.control(0).stall = 1;
  b.control(1).stall = 2;
  expectOne(b, Hazard::ReadTooEarly, 0, 2);
}

/// FP64 of sm_100: we set a barrier as ptxas does from 13.4 on; what 13.0 made
/// has none and keeps fixed latencies.
TEST(HazardChecker, OptionalBarrier) {
  auto product = [](CodeBuilder &b, unsigned d, unsigned a) {
    b.add(Opcode::DMUL,
          {{"d", Operand::r(d)}, {"a", Operand::r(a)}, {"b", Operand::r(a)}});
  };
  CodeBuilder b("sm_100");
  b.block();
  product(b, 2, 8);
  product(b, 4, 2);
  b.exit();
  b.setControl();
  unsigned barrier = b.control(0).writeBarrier;
  ASSERT_NE(barrier, 7u);
  EXPECT_EQ(b.control(1).waitMask, 1u << barrier);
  unsigned fixed = b.control(0).stall;
  EXPECT_GE(fixed, 8u);
  EXPECT_TRUE(b.check().empty());
  // Set and not waited for.
  b.control(1).waitMask = 0;
  expectOne(b, Hazard::ReadNotWaited, 0, 1);
  // Neither set nor waited for.
  b.control(0).writeBarrier = 7;
  EXPECT_TRUE(b.check().empty());
  b.control(0).stall = fixed - 1;
  expectOne(b, Hazard::ReadTooEarly, 0, 1);

  // IMMA has barriers for its sources, too.
  CodeBuilder m("sm_100");
  m.block();
  m.add(Opcode::IMMA_16832, {{"d", Operand::r(12)},
                             {"a", Operand::r(4)},
                             {"b", Operand::r(8)},
                             {"c", Operand::r(12)}});
  m.iadd(8, 0);
  m.exit();
  m.setControl();
  unsigned reads = m.control(0).readBarrier;
  ASSERT_NE(reads, 7u);
  EXPECT_TRUE(m.check().empty());
  m.control(1).waitMask = 0;
  expectOne(m, Hazard::OverwriteNotWaited, 0, 1);
  m.control(0).writeBarrier = m.control(0).readBarrier = 7;
  m.control(0).stall = 15;
  m.control(0).yield = true;
  EXPECT_TRUE(m.check().empty());
  m.code.insts[1]->ops[isa::getDesc(Opcode::IADD3).findSlot("a")].reg = 12;
  expectOne(m, Hazard::ReadTooEarly, 0, 1);

  // Its latency is fixed on sm_90, and not on sm_103.
  for (const char *sm : {"sm_90", "sm_103"}) {
    CodeBuilder other(sm);
    other.block();
    product(other, 2, 8);
    product(other, 4, 2);
    other.exit();
    other.setControl();
    bool isFixed = llvm::StringRef(sm) == "sm_90";
    EXPECT_EQ(other.control(0).writeBarrier == 7, isFixed);
    EXPECT_TRUE(other.check().empty());
    other.control(0).writeBarrier = isFixed ? 0 : 7;
    other.control(1).waitMask = isFixed;
    expectOne(other, isFixed ? Hazard::BadField : Hazard::ReadNotWaited, 0,
              isFixed ? 0 : 1);
  }
}

} // namespace
