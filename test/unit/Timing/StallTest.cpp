//===- StallTest.cpp - Each state of a warp, by hand ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cycles of a state are exact here. They are charged to the instruction
// that could not be issued; those of barriers, fences and sleep to the one that
// waits.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

using namespace ptxmlir;
using namespace ptxmlir::test;
using timing::Stall;

namespace {

TEST(Stalls, SelectedAndWait) {
  // Stall count 4: one cycle of issue, three of waiting, by the next one.
  Measured m = measure("IADD3 R4, R4, 0x1, RZ {stall:4}\n"
                       "IADD3 R4, R4, 0x1, RZ {stall:6}\n"
                       "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::Selected), 3u);
  EXPECT_EQ(m.in(Stall::Wait, 0), 0u);
  EXPECT_EQ(m.in(Stall::Wait, 1), 3u);
  EXPECT_EQ(m.in(Stall::Wait, 2), 5u);
  EXPECT_EQ(m.cycles(), 4 + 6 + 1u);
}

/// `yield` keeps the warp from issuing in the next cycle.
TEST(Stalls, Yield) {
  Measured m = measure("NOP {stall:1, yield}\nNOP {stall:1}\nEXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::Wait, 1), 1u);
  EXPECT_EQ(m.cycles(), 2 + 1 + 1u);
}

/// Listing 1 of Huerta et al.: the first FFMA reads three even registers, the
/// second one even register and two others. A bank gives a register a cycle.
TEST(Stalls, RegisterBanks) {
  auto cycles = [](const std::string &second) {
    Measured m = measure("FFMA R11, R10, R12, R14 {stall:1}\n" + second +
                         "\nEXIT {stall:5}\n");
    EXPECT_EQ(m.in(Stall::DispatchStall, 1), m.in(Stall::DispatchStall));
    return m.in(Stall::DispatchStall);
  };
  EXPECT_EQ(cycles("FFMA R13, R16, R19, R21 {stall:1}"), 0u);
  EXPECT_EQ(cycles("FFMA R13, R16, R18, R21 {stall:1}"), 1u);
  EXPECT_EQ(cycles("FFMA R13, R16, R18, R20 {stall:1}"), 2u);
}

/// What the reuse cache has is not read once more.
TEST(Stalls, Reuse) {
  auto cycles = [](const char *first) {
    std::string rest = "FFMA R13, R10, R18, R20 {stall:1}\n"
                       "EXIT {stall:5}\n";
    return measure(std::string(first) + "\n" + rest).in(Stall::DispatchStall);
  };
  EXPECT_EQ(cycles("FFMA R11, R10, R12, R14 {stall:1}"), 2u);
  EXPECT_EQ(cycles("FFMA R11, R10.reuse, R12, R14 {stall:1}"), 1u);
}

TEST(Stalls, ShortScoreboard) {
  // MUFU 24, of which one was its issue, one its stall count.
  Measured m = measure("MUFU.RCP R4, R5 {stall:2, wr:3}\n"
                       "FADD R4, R4, R5 {stall:1, wait:0b001000}\n"
                       "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::ShortScoreboard, 1), 24 - 2u);
  EXPECT_EQ(m.in(Stall::Wait, 1), 1u);
}

/// Sources are read 12 cycles after the issue of a shared store (table 2 of
/// Huerta et al.): what overwrites them waits for the read barrier.
TEST(Stalls, ReadBarrier) {
  Measured m = measure("MOV R4, 0x400 {stall:5}\n"
                       "STS [R4], R5 {stall:2, rd:2}\n"
                       "MOV R5, RZ {stall:1, wait:0b000100}\n"
                       "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::ShortScoreboard, 2), 12 - 2u);
}

/// Results come in order within a group of instructions; a load, which is in
/// none of these, delays no result.
TEST(Stalls, GroupsApart) {
  for (const char *inst : {"MUFU.RCP R4, R6", "SHFL.IDX PT, R4, R6, R6, R7",
                           "REDUX.SUM UR4, R6"}) {
    auto waits = [&](const std::string &before) {
      Measured m =
          measure("LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n" + before +
                  "\nNOP {stall:15}\nNOP {stall:15}\n" + inst +
                  " {stall:2, wr:1}\nNOP {stall:1, wait:0b000010}\n"
                  "EXIT {stall:5}\n");
      return m.in(Stall::ShortScoreboard, 5);
    };
    uint64_t alone = waits("NOP {stall:2, wait:0b000001}");
    EXPECT_GT(alone, 0u) << inst;
    EXPECT_EQ(waits("LDG.E R5, [R2] {stall:2, wr:2, wait:0b000001}"), alone)
        << inst;
  }
}

TEST(Stalls, LongScoreboard) {
  // The only load: from memory, 479 on an H100.
  Measured m = measure("LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n"
                       "LDG.E R4, [R2] {stall:2, wr:1, wait:0b000001}\n"
                       "FADD R4, R4, R5 {stall:1, wait:0b000010}\n"
                       "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::ShortScoreboard, 1), 29 - 2u);
  EXPECT_EQ(m.in(Stall::LongScoreboard, 2), 479 - 2u);
}

TEST(Stalls, Barrier) {
  // One warp: 22 cycles from its own arrival, of which 6 are its stall count.
  Measured m = measure("BAR.SYNC.DEFER_BLOCKING 0x0 {stall:6}\n"
                       "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::Barrier, 0), 22 - 6u);
  EXPECT_EQ(m.cycles(), 22 + 1u);
}

TEST(Stalls, Membar) {
  // The store is at L2 after 263; the fence is issued 4 cycles after it and has
  // 6 of its own.
  const std::string store = "LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n"
                            "ULDC.64 UR4, c[0x0][0x208] {stall:5}\n"
                            "STG.E desc[UR4][R2.64], R5 {stall:4, "
                            "wait:0b000001}\n";
  Measured m = measure(store + "MEMBAR.SC.GPU {stall:6}\nEXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::Membar, 3), 263 - 4 - 6u);
  // For the CTA it has to leave the SM's unit only: 11 and 2.
  m = measure(store + "MEMBAR.SC.CTA {stall:6}\nEXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::Membar, 3), 11 + 2 - 4 - 6u);
}

TEST(Stalls, BranchResolving) {
  // Taken: the 4 cycles behind the branch's issue. Not taken: a wait.
  Measured m = measure("BRA there {stall:5}\n"
                       "there:\n"
                       "@!PT BRA there {stall:5}\n"
                       "BRA end {stall:5}\n"
                       "NOP {stall:1}\n"
                       "end:\n"
                       "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::BranchResolving, 4), 4u);
  EXPECT_EQ(m.in(Stall::Wait, 2), 4u);
}

TEST(Stalls, Sleeping) {
  // 1000 ns at 1980 MHz are 1980 cycles; issue and stall count are of them.
  Measured m = measure("NANOSLEEP 0x3e8 {stall:5}\nEXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::Sleeping, 0), 1980 - 5u);
}

TEST(Stalls, MathPipeThrottle) {
  // The integer unit takes one in 2 cycles: each but the first waits one.
  Measured m = measure(repeat(10, "IADD3 R4, R5, 0x1, RZ {stall:1}") +
                       "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::MathPipeThrottle), 9u);
  EXPECT_EQ(m.cycles(), 10 * 2 - 1 + 1u);
}

TEST(Stalls, MIOThrottle) {
  // Five instructions find room in the queue. The transcendental unit takes one
  // in 8 cycles: the first at once (its entry is free a cycle later), the
  // second at 8, so that the sixth has an entry at 5, the seventh at 8, then
  // each 8 later.
  Measured m =
      measure(repeat(9, "MUFU.RCP R4, R5 {stall:1}") + "EXIT {stall:5}\n");
  for (unsigned i = 0; i < 6; ++i)
    EXPECT_EQ(m.in(Stall::MIOThrottle, i), 0u) << i;
  EXPECT_EQ(m.in(Stall::MIOThrottle, 6), 8 - 6u);
  EXPECT_EQ(m.in(Stall::MIOThrottle, 7), 8 - 1u);
  EXPECT_EQ(m.in(Stall::MIOThrottle, 8), 8 - 1u);
}

TEST(Stalls, LGThrottle) {
  // Issued one a cycle; the first leaves 11 cycles after its issue, which is 5
  // cycles behind the fifth and 6 behind where the sixth would be issued.
  Measured m =
      measure("LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n"
              "NOP {stall:1, wait:0b000001}\n" +
              repeat(7, "LDG.E R4, [R2] {stall:1}") + "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::LGThrottle, 2 + 5), 11 - 5u);
  // Then one in 4 cycles.
  EXPECT_EQ(m.in(Stall::LGThrottle, 2 + 6), 4 - 1u);
  EXPECT_EQ(m.in(Stall::MIOThrottle), 0u);
}

TEST(Stalls, NotSelected) {
  // Two warps of one sub-partition (warps 0 and 4), 10 NOPs each: the younger
  // one issues all of its 11 instructions while the older one waits.
  Config config;
  config.threads = 160;
  Measured m =
      measure(repeat(10, "NOP {stall:1}") + "EXIT {stall:5}\n", config);
  EXPECT_EQ(m.in(Stall::NotSelected), 11u);
  EXPECT_EQ(m.in(Stall::NotSelected, 0), 11u);
  EXPECT_EQ(m.cycles(), 22u);
}

TEST(Stalls, Drain) {
  // A store leaves the SM 11 cycles after its issue, in 2 cycles; EXIT comes a
  // cycle after it.
  Measured m = measure("MOV R4, 0x400 {stall:5}\n"
                       "STS [R4], R5 {stall:1}\n"
                       "EXIT {stall:5}\n");
  EXPECT_EQ(m.in(Stall::Drain, 2), 11 + 2 - 2u);
}

/// The greedy policy: with a free slot the same warp goes on; when it has to
/// wait the youngest ready one is next (Huerta et al., section 5.1.2, figure
/// 4b).
TEST(Policy, GreedyThenYoungest) {
  // Warps 0, 4, 8, 12 of sub-partition 0; nine instructions each, the second
  // stalls for 4. 12 issues in cycles 0 and 1, 8 in 2 and 3, 4 in 4; 12 would
  // be ready in 5 as 4 is, which goes on: 4 in 5. Then the youngest ready: 12
  // in 6 to 12 (7 left), 8 in 13 to 19, 4 in 20 to 26. The oldest has waited
  // all the time: 27 and 28, 3 cycles in which nobody can, 32 to 38.
  Config config;
  config.threads = 32 * 16;
  Measured m = measure("NOP {stall:1}\nNOP {stall:4}\n" +
                           repeat(6, "NOP {stall:1}") + "EXIT {stall:5}\n",
                       config);
  EXPECT_EQ(m.cycles(), 39u);
  // The first instruction of 8, 4 and 0 waits 2, 4, 27 cycles, in each
  // sub-partition.
  EXPECT_EQ(m.in(Stall::NotSelected, 0), 4 * (2 + 4 + 27u));
}

} // namespace
