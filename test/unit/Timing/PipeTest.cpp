//===- PipeTest.cpp - Loops that one unit bounds, by hand -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 16 warps, four a sub-partition, execute kN independent instructions each. A
// unit that takes an instruction in I cycles is busy for 4 * kN * I cycles. The
// intervals are those of the throughput tables that Timing.td names: of N
// results a cycle and SM, I = 128 / N.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

using namespace ptxmlir;
using namespace ptxmlir::test;

namespace {

constexpr unsigned kN = 100, kWarpsOfSub = 4, kSubs = 4;

struct Bound {
  const char *name;
  unsigned sm;
  /// kN times this; instructions in it.
  const char *body;
  unsigned instructions;
  /// Cycles that the busiest unit needs for one body of one warp.
  double cycles;
  const char *pipe; ///< "" where instructions are what bounds
};

class Pipes : public testing::TestWithParam<Bound> {};

TEST_P(Pipes, Cycles) {
  const Bound &b = GetParam();
  Config config;
  config.sm = b.sm;
  config.threads = 32 * kWarpsOfSub * kSubs;
  Measured m = measure(repeat(kN, b.body) + "EXIT {stall:5}\n", config);
  expectCycles(m.cycles(), kN * kWarpsOfSub * b.cycles + 1);
  EXPECT_EQ(m.profile.bounds.issue, kWarpsOfSub * (kN * b.instructions + 1));
  if (*b.pipe) {
    EXPECT_EQ(m.profile.bounds.pipeName, b.pipe);
    expectCycles(m.profile.bounds.pipe, kN * kWarpsOfSub * b.cycles);
  }
}

const Bound bounds[] = {
    // Integer: 64 results a cycle, 128 / 64.
    {"IADD3", 90, "IADD3 R4, R5, 0x1, RZ {stall:1}", 1, 2, "alu"},
    // sm_120 does comparisons and selections in twice as many units.
    {"SEL_sm120", 120, "SEL R4, R5, 0x1, PT {stall:1}", 1, 1, ""},
    {"LOP3_sm120", 120, "LOP3.LUT R4, R5, 0x1, RZ, 0x3c, !PT {stall:1}", 1, 2,
     "alu"},
    // f32: 64 results up to sm_80, 128 from sm_86 on: one a cycle, as many as
    // can
    // be issued.
    {"FFMA_sm80", 80, "FFMA R4, R5, R6, R7 {stall:1}", 1, 2, "fmaheavy"},
    {"FFMA", 90, "FFMA R4, R5.reuse, R6.reuse, R7 {stall:1}", 1, 1, ""},
    // Without the reuse cache the bank of the odd registers gives one a cycle.
    {"FFMA_banks", 90, "FFMA R4, R5, R6, R7 {stall:1}", 1, 2, ""},
    // Integer products: one of the two float units.
    {"IMAD", 90, "IMAD R4, R5, R6, R7 {stall:1}", 1, 2, "fmaheavy"},
    // A product and a float sum: the product's unit has 2 cycles of work, the
    // other unit takes the sum meanwhile.
    {"IMAD_FADD", 90,
     "IMAD R4, R5.reuse, R6, R7 {stall:1}\nFADD R8, R5.reuse, R6 {stall:1}", 2,
     2, ""},
    // Integer and float side by side: two instructions in the 2 cycles of each.
    {"IADD3_FFMA_sm80", 80,
     "IADD3 R4, R5.reuse, 0x1, RZ {stall:1}\n"
     "FFMA R8, R5.reuse, R6, R7 {stall:1}",
     2, 2, "alu"},
    // Packed f16: 256 results, two a thread: 128 lanes. 128 results on sm_86.
    {"HADD2", 90, "HADD2 R4, R5, R6 {stall:1}", 1, 1, ""},
    {"HADD2_sm86", 86, "HADD2 R4, R5, R6 {stall:1}", 1, 2, "fmaheavy"},
    // 16 results: 128 / 16.
    {"MUFU", 90, "MUFU.RCP R4, R5 {stall:1}", 1, 8, "xu"},
    // f64: 64 results on sm_90, 32 on sm_80.
    {"DADD", 90, "DADD R4, R6, R8 {stall:1}", 1, 2, "fp64"},
    {"DADD_sm80", 80, "DADD R4, R6, R8 {stall:1}", 1, 4, "fp64"},
    // 2 results of one unit for the SM: 32 / 2 = 16 cycles each, for the warps
    // of
    // all four sub-partitions.
    {"DADD_sm86", 86, "DADD R4, R6, R8 {stall:1}", 1, 4 * 16, "fp64shared"},
    // m16n8k16: 2048 products; 256 a cycle and tensor core on sm_80, 128 on
    // sm_86. m16n8k8 half as many.
    {"HMMA_sm80", 80, "HMMA.16816.F32 R4, R8, R12, RZ {stall:1}", 1, 8,
     "tensor"},
    {"HMMA_sm86", 86, "HMMA.16816.F32 R4, R8, R12, RZ {stall:1}", 1, 16,
     "tensor"},
    {"HMMA_1688_sm80", 80, "HMMA.1688.F32 R4, R8, R12, RZ {stall:1}", 1, 4,
     "tensor"},
    // Lane exchange: the SM takes one memory instruction in 2 cycles, four
    // sub-partitions share it.
    {"SHFL", 90, "SHFL.IDX PT, R4, R5, RZ, 0x1f {stall:1}", 1, 4 * 2, "lsu"},
    // Nothing but issue.
    {"NOP", 90, "NOP {stall:1}", 1, 1, ""},
};
INSTANTIATE_TEST_SUITE_P(Timing, Pipes, testing::ValuesIn(bounds),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

/// One warp alone: a sub-partition takes a memory instruction in 4 cycles.
TEST(Pipe, OneWarpOfMemoryInstructions) {
  Measured m = measure(repeat(kN, "SHFL.IDX PT, R4, R5, RZ, 0x1f {stall:1}") +
                       "EXIT {stall:5}\n");
  // The last one is issued when four others are still in the queue before it:
  // 5 * 4 cycles before it leaves, 11 after the issue of the first; then 25 -
  // 11 until its result is there, which the end of the warp waits for.
  expectCycles(m.cycles(), 11 + (kN - 1) * 4 + (25 - 11));
}

/// Table 1 of Huerta et al.: cycles (from 2 on) in which memory instructions
/// are issued, by active sub-partitions. The times of the CTA's warps follow,
/// because a warp that has issued its last instruction ends.
TEST(Pipe, PublishedIssueOfMemoryInstructions) {
  // Instruction 6, 7, 8 of sub-partition 0, 1, 2, 3.
  const unsigned sixth[] = {13, 15, 17, 19}, seventh[] = {21, 23, 25, 27},
                 eighth[] = {29, 31, 33, 35};
  Config config;
  config.sm = 86;
  config.threads = 128;
  Measured m = measure(repeat(8, "SHFL.IDX PT, R4, R5, RZ, 0x1f {stall:1}") +
                           "EXIT {stall:5}\n",
                       config);
  // In the first five nothing waits; from then on each waits for the cycles
  // between it and the one before.
  for (unsigned i = 0; i < 5; ++i)
    EXPECT_EQ(m.in(timing::Stall::MIOThrottle, i), 0u);
  uint64_t waited[3] = {};
  for (unsigned sub = 0; sub < 4; ++sub) {
    waited[0] += sixth[sub] - 6 - 1;
    waited[1] += seventh[sub] - sixth[sub] - 1;
    waited[2] += eighth[sub] - seventh[sub] - 1;
  }
  for (unsigned i = 0; i < 3; ++i)
    EXPECT_EQ(m.in(timing::Stall::MIOThrottle, 5 + i), waited[i]);
}

/// A loop: body, decrement, comparison, branch. One warp, 50 turns of
/// 10 products (2 cycles each) + IADD3 4 + ISETP 13 + BRA 5.
TEST(Pipe, Loop) {
  Measured m = measure("MOV R4, 0x32 {stall:5}\n"
                       "top:\n" +
                       repeat(10, "IMAD R5, R6, R7, R8 {stall:2}") +
                       "IADD3 R4, R4, -0x1, RZ {stall:4}\n"
                       "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:13, yield}\n"
                       "@P0 BRA top {stall:5}\n"
                       "EXIT {stall:5}\n");
  expectCycles(m.cycles(), 5 + 50 * (10 * 2 + 4 + 13 + 5) + 1);
  // Blocks: the prologue, the loop, the end.
  ASSERT_EQ(m.profile.blocks.size(), 3u);
  EXPECT_EQ(m.profile.blocks[1].executions, 50u);
  expectCycles(uint64_t(m.profile.blocks[1].cyclesPerExecution()), 42);
}

} // namespace
