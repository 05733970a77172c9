//===- OccupancyTest.cpp - CTAs of an SM, by hand -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits are those of the compute capability tables of the CUDA programming
// guide. The kernel is a chain of 100 sums, 4 cycles each, which leaves three
// of four issue slots of a warp free: up to 4 warps of a sub-partition (2 for
// the integer unit, which takes one in 2 cycles) run side by side in 401
// cycles.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

using namespace ptxmlir;
using namespace ptxmlir::test;

namespace {

const std::string kChain =
    repeat(100, "FADD R4, R4, R5 {stall:4}") + "EXIT {stall:5}\n";
constexpr double kAlone = 100 * 4 + 1;

/// 65536 registers an SM, in units of 256 a warp.
TEST(OccupancySteps, Registers) {
  struct Step {
    unsigned registers, ctas;
  };
  // CTAs of 4 warps. 32 * 32 = 1024 a warp: 64 warps, as many as there are.
  // 33: 1280 a warp, 51 warps, whole fours: 48. 64: 2048, 32 warps. 65: 2304,
  // 28 warps. 128: 16 warps. 255: 8192, 8 warps.
  const Step steps[] = {{32, 16}, {33, 12}, {64, 8},
                        {65, 7},  {128, 4}, {255, 2}};
  for (const Step &s : steps) {
    Config config;
    config.threads = 128;
    config.registers = s.registers;
    config.sharedBytes = 0;
    Measured m = measure("EXIT {stall:5}\n", config);
    EXPECT_EQ(m.profile.occupancy.ctas, s.ctas) << s.registers << " registers";
    EXPECT_EQ(m.profile.occupancy.fraction(), s.ctas * 4 / 64.0);
    EXPECT_STREQ(m.profile.occupancy.limiter,
                 s.registers == 32 ? "warps" : "registers");
  }
}

/// 228 KB on sm_90, 1 KB of each CTA for the system.
TEST(OccupancySteps, SharedMemory) {
  struct Step {
    unsigned bytes, ctas;
  };
  const Step steps[] = {{227 * 1024, 1},
                        {113 * 1024, 2},
                        {114 * 1024, 1},
                        {56 * 1024, 4},
                        {57 * 1024, 3}};
  for (const Step &s : steps) {
    Config config;
    config.sharedBytes = s.bytes;
    Measured m = measure("EXIT {stall:5}\n", config);
    EXPECT_EQ(m.profile.occupancy.ctas, s.ctas) << s.bytes << " bytes";
    EXPECT_STREQ(m.profile.occupancy.limiter, "shared memory");
  }
}

/// Small CTAs: 32 on sm_90, 16 on sm_75 and sm_86, 24 on sm_89.
TEST(OccupancySteps, CTAs) {
  const std::pair<unsigned, unsigned> limits[] = {
      {90, 32}, {75, 16}, {86, 16}, {89, 24}, {80, 32}};
  for (auto [sm, ctas] : limits) {
    Config config;
    config.sm = sm;
    config.sharedBytes = 0;
    Measured m = measure("EXIT {stall:5}\n", config);
    EXPECT_EQ(m.profile.occupancy.ctas, ctas) << "sm_" << sm;
    EXPECT_STREQ(m.profile.occupancy.limiter, "CTAs");
  }
}

/// Eight CTAs of 4 warps on one SM: as many waves as occupancy makes of them.
class Waves : public testing::TestWithParam<std::pair<unsigned, unsigned>> {};
TEST_P(Waves, Cycles) {
  auto [sharedKB, waves] = GetParam();
  Config config;
  config.threads = 128;
  config.ctas = 8;
  config.sharedBytes = sharedKB * 1024;
  Measured m = measure(kChain, config);
  // Up to 2 warps of a sub-partition are no burden to each other: 4 a wave
  // here.
  expectCycles(m.cycles(), waves * kAlone);
  // The last CTA begins with the last wave.
  expectCycles(m.profile.ctas.back().start + 1, (waves - 1) * kAlone + 1);
}
INSTANTIATE_TEST_SUITE_P(Timing, Waves,
                         // 4 CTAs by 56 KB, 2 by 113 KB, 1 by 200 KB.
                         testing::Values(std::pair(56u, 2u),
                                         std::pair(113u, 4u),
                                         std::pair(200u, 8u)),
                         [](const auto &info) {
                           return std::to_string(info.param.first) + "KB";
                         });

/// CTAs are dealt to the SMs: 8 on 4 SMs are 2 each, side by side.
TEST(Waves, ManySMs) {
  Config config;
  config.threads = 128;
  config.ctas = 8;
  config.sms = 4;
  Measured m = measure(kChain, config);
  expectCycles(m.cycles(), kAlone);
  EXPECT_EQ(m.profile.replayed, 2u);
  EXPECT_EQ(m.profile.ctas[1].linear, 4u);
}

/// Chains of 16 warps a sub-partition: 4 fill the issue slots (float units: one
/// instruction a cycle), so that 16 take four times as long.
TEST(Waves, ManyWarps) {
  Config config;
  config.threads = 1024;
  config.ctas = 2;
  Measured m = measure(kChain, config);
  expectCycles(m.cycles(), 16 * 100 + 16);
}

/// A limit on what is recorded: the rest is as long in proportion.
TEST(Waves, Extrapolated) {
  Config config;
  config.threads = 128;
  config.ctas = 8;
  config.sharedBytes = 200 * 1024;
  exec::Program program = assemble(kChain, config);
  exec::GlobalMemory memory;
  exec::LaunchConfig launch;
  launch.grid[0] = 8;
  launch.block[0] = 128;
  launch.params.resize(8);
  exec::Machine machine(program, memory);
  timing::Options options;
  options.sms = 1;
  options.maxEntries = 1000; // 404 a CTA: three are begun
  auto profile =
      timing::profile(machine, program, program.kernels[0], launch, options);
  ASSERT_TRUE(bool(profile));
  EXPECT_EQ(profile->replayed, 3u);
  expectCycles(profile->cycles, 8 * kAlone);
}

} // namespace
