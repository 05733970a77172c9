//===- TimingTest.cpp - Throughput tables ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Throughput as NVIDIA's documents give it, from the tables.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/Timing.h"
#include "ptx-mlir/Target/Target.h"
#include "gtest/gtest.h"

using namespace ptxmlir;
using namespace ptxmlir::target;
using isa::Opcode;

namespace {

TEST(Timing, EveryTargetHasAModel) {
  for (const TargetInfo &target : getTargets()) {
    const TimingModel *model = lookupTimingModel(target.sm);
    ASSERT_NE(model, nullptr) << target.name;
    EXPECT_EQ(model->byClass.size(), size_t(isa::SchedClassId::Count));
    EXPECT_EQ(model->subPartitions, 4u);
    // Farther away is later; the L1 cache holds all shared memory.
    EXPECT_LT(model->latency.l1, model->latency.l2);
    EXPECT_LT(model->latency.l2, model->latency.dram);
    EXPECT_GE(model->device.l1Bytes, target.limits->sharedPerSM);
    EXPECT_GT(model->latency.shared, model->path.addressCycles);
    for (const PipeUse &use : model->byClass)
      for (unsigned i = 0; i < use.numPipes; ++i)
        EXPECT_LT(use.pipes[i], getPipes().size());
  }
  EXPECT_EQ(lookupTimingModel(70), nullptr);
}

/// Results a cycle and SM, which the throughput tables give: of N the four
/// sub-partitions take a warp in 128 / N cycles each.
double results(unsigned sm, Opcode opcode) {
  const PipeUse &use = lookupTimingModel(sm)->getUse(opcode);
  double subs = getPipes()[use.pipes[0]].perSM ? 1 : 4;
  return subs * 32 * use.numPipes / use.interval;
}

TEST(Timing, PublishedThroughput) {
  struct Row {
    Opcode opcode;
    double sm75, sm80, sm86, sm90, sm120;
  };
  const Row rows[] = {
      {Opcode::FFMA, 64, 64, 128, 128, 128},
      {Opcode::IADD3, 64, 64, 64, 64, 64},
      {Opcode::IMAD, 64, 64, 64, 64, 64},
      {Opcode::ISETP, 64, 64, 64, 64, 128},
      {Opcode::MUFU, 16, 16, 16, 16, 16},
      {Opcode::POPC, 16, 16, 16, 16, 16},
      {Opcode::DFMA, 2, 32, 2, 64, 2},
      // Two results each.
      {Opcode::HFMA2, 128 / 2, 256 / 2, 128 / 2, 256 / 2, 128 / 2},
  };
  for (const Row &r : rows) {
    const char *name = isa::getDesc(r.opcode).name;
    EXPECT_EQ(results(75, r.opcode), r.sm75) << name;
    EXPECT_EQ(results(80, r.opcode), r.sm80) << name;
    EXPECT_EQ(results(86, r.opcode), r.sm86) << name;
    EXPECT_EQ(results(90, r.opcode), r.sm90) << name;
    EXPECT_EQ(results(120, r.opcode), r.sm120) << name;
  }
}

} // namespace
