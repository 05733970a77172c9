//===- MemoryTest.cpp - Conflicts, bandwidth, barriers, by hand -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycles of accesses that conflict, worked out by hand: the formula stands
// beside each.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::test;
using timing::Stall;

namespace {

//===----------------------------------------------------------------------===//
// Bank conflicts
//===----------------------------------------------------------------------===//

struct Conflict {
  const char *name;
  /// R4 = lane << shift, as an address.
  unsigned shift;
  const char *access;
  /// Passes through the banks, and why.
  unsigned passes;
};

class Conflicts : public testing::TestWithParam<Conflict> {};

constexpr unsigned kAccesses = 64;

/// One warp. An access keeps the unit busy for its passes, but a sub-partition
/// issues no more than one in 4 cycles. The first leaves 11 cycles after its
/// issue; behind the last one its latency from there and its extra passes.
TEST_P(Conflicts, Throughput) {
  const Conflict &c = GetParam();
  bool isLoad = llvm::StringRef(c.access).starts_with("LDS");
  Measured m = measure(
      // Lane 30, shift 5, address 5 cycles.
      "S2R R0, SR_LANEID {stall:2, wr:0}\n"
      "SHF.L.U32 R4, R0, 0x" +
      llvm::utohexstr(c.shift) + ", RZ {stall:5, wait:0b000001}\n" +
      "IADD3 R4, R4, 0x400, RZ {stall:5}\n" +
      repeat(kAccesses, std::string(c.access) + " {stall:1}") +
      "EXIT {stall:5}\n");
  unsigned each = std::max(c.passes, 4u);
  // What comes behind: a load's way back, a store's passes.
  double behind = isLoad ? 29 - 11 + c.passes : c.passes;
  expectCycles(m.cycles(), 30 + 5 + 5 + 11 + (kAccesses - 1) * each + behind);
}

const Conflict conflicts[] = {
    // Words side by side: all banks once.
    {"Stride1", 2, "LDS R8, [R4]", 1},
    // Every eighth word: 4 banks, 8 lanes each.
    {"Stride8", 5, "LDS R8, [R4]", 8},
    // Every 16th word: 2 banks.
    {"Stride16", 6, "LDS R8, [R4]", 16},
    // Every 32nd word: one bank for all lanes.
    {"Stride32", 7, "LDS R8, [R4]", 32},
    // 16 bytes a lane, side by side: 8 lanes at a time.
    {"Vector4", 4, "LDS.128 R8, [R4]", 4},
    // 16 bytes a lane, 128 apart: the 8 lanes of a quarter meet in 4 banks.
    {"Vector4Stride32", 7, "LDS.128 R8, [R4]", 32},
    // 8 bytes a lane, 64 apart: halves of 16 lanes in 4 banks, 8 words each.
    {"Vector2Stride16", 6, "LDS.64 R8, [R4]", 16},
    {"StoreStride16", 6, "STS [R4], R8", 16},
    {"StoreStride32", 7, "STS [R4], R8", 32},
};
INSTANTIATE_TEST_SUITE_P(Timing, Conflicts, testing::ValuesIn(conflicts),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

/// All lanes read one word: no conflict, whatever the bank.
TEST(Conflict, Broadcast) {
  Measured m =
      measure("MOV R4, 0x400 {stall:5}\n" +
              repeat(kAccesses, "LDS R8, [R4] {stall:1}") + "EXIT {stall:5}\n");
  expectCycles(m.cycles(), 5 + 11 + (kAccesses - 1) * 4 + (29 - 11));
}

/// Atomics on one word go one after another: 32 passes.
TEST(Conflict, AtomicsOnOneWord) {
  Measured m = measure("MOV R4, 0x400 {stall:5}\n" +
                       repeat(16, "ATOMS.ADD RZ, [R4], R5 {stall:1}") +
                       "EXIT {stall:5}\n");
  expectCycles(m.cycles(), 5 + 11 + 15 * 32 + (29 - 11) + 31);
}

/// A conflict also makes the load itself later: 29 + 31 extra passes.
TEST(Conflict, Latency) {
  Measured m = measure("S2R R0, SR_LANEID {stall:2, wr:0}\n"
                       "SHF.L.U32 R4, R0, 0x7, RZ {stall:5, wait:0b000001}\n"
                       "IADD3 R4, R4, 0x400, RZ {stall:5}\n"
                       "LDS R8, [R4] {stall:2, wr:0}\n"
                       "EXIT {stall:5, wait:0b000001}\n");
  expectCycles(m.cycles(), 30 + 5 + 5 + 29 + 31 + 1);
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// R2:R3 = buffer + lane * 2^shift: S2R and LDC 30, IMAD.WIDE 5.
std::string globalAddress(unsigned bytes) {
  return "S2R R0, SR_LANEID {stall:1, wr:0}\n"
         "LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n"
         "IMAD.WIDE R2, R0, 0x" +
         llvm::utohexstr(bytes) + ", R2 {stall:5, wait:0b000001}\n";
}
// The LDC is issued a cycle after the S2R; the ADU takes one in 2 cycles:
// 1+1+29.
constexpr unsigned kAddress = 31 + 5;

/// 32 lanes in 32 lines that are in L1: 32 passes each.
TEST(Global, Uncoalesced) {
  Config config;
  config.bufferBytes = 32 * 128;
  Measured m = measure(globalAddress(128) + "LDG.E R8, [R2] {stall:2, wr:0}\n" +
                           "NOP {stall:1, wait:0b000001}\n" +
                           repeat(kAccesses, "LDG.E R8, [R2] {stall:1}") +
                           "EXIT {stall:5}\n",
                       config);
  // The first one from memory (479), 32 lines (31 more); then 32 passes each.
  // The last from L1: 41 less 11 to the unit, 31 more passes.
  expectCycles(m.cycles(), kAddress + 479 + 31 + 1 + 11 + (kAccesses - 1) * 32 +
                               (41 - 11) + 31);
}

/// Reductions go to L2 always. 32 lanes 32 bytes apart touch 32 sectors: 64
/// bytes a cycle are 2 sectors, so that each takes 16 cycles, twice its 8
/// lines.
TEST(Global, L2Bandwidth) {
  Measured m =
      measure(globalAddress(32) +
              repeat(kAccesses,
                     "REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R5 {stall:1}") +
              "EXIT {stall:5}\n");
  // The first transfer begins 11 cycles after the issue, the last behind all
  // others; 263 - 11 until it is done, 7 more for the 8 lines instead of one.
  expectCycles(m.cycles(),
               kAddress + 11 + (kAccesses - 1) * 16 + (263 - 11) + 7);
  EXPECT_EQ(m.profile.bounds.pipeName, "l2");
}

/// The same on one line: 4 sectors, 2 cycles. Eight warps, two a sub-partition:
/// the SM takes one in 2 cycles.
TEST(Global, OneLine) {
  Config config;
  config.threads = 256;
  Measured m = measure(
      globalAddress(4) +
          repeat(kAccesses,
                 "REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R5 {stall:1}") +
          "EXIT {stall:5}\n",
      config);
  expectCycles(m.cycles(), kAddress + 11 + 8 * kAccesses * 2 + (263 - 11));
}

/// Streaming from memory: each warp loads 512 bytes (16 sectors) that nobody
/// has loaded. With all 132 SMs of an H200 at work an SM gets 4800 GB/s / 132 /
/// 1.98 GHz = 18.4 bytes a cycle, so that 16 sectors take 27.9 cycles.
TEST(Global, MemoryBandwidth) {
  Config config;
  config.threads = 1024;
  config.ctas = config.sms = 132;
  config.bufferBytes = 32 * 1024 * 16;
  // Thread t of CTA 0 loads 16 bytes at (i * 1024 + t) * 16. The replayed SM is
  // that of CTA 0, which is the first to touch them.
  std::string loads;
  for (unsigned i = 0; i < 16; ++i)
    loads += "LDG.E.128 R8, [R2+0x" + llvm::utohexstr(i * 1024 * 16) +
             "] {stall:1}\n";
  Measured m = measure("S2R R0, SR_TID.X {stall:1, wr:0}\n"
                       "LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n"
                       "IMAD.WIDE R2, R0, 0x10, R2 {stall:5, wait:0b000001}\n" +
                           loads + "EXIT {stall:5}\n",
                       config);
  double sectors = 16.0 * 32 * 16, perSector = 32 / (4800 / 132.0 / 1.98);
  // The last 16 sectors begin when the others are through; memory 479 + 6 for
  // 128 bits.
  expectCycles(m.cycles(), kAddress + (sectors - 16) * perSector + 479 + 6);
  EXPECT_EQ(m.profile.bounds.pipeName, "dram");
}

/// Asynchronous copies: two groups; a wait for the older one, then for both.
/// Each copy comes from memory (479), 4 cycles after the one before.
TEST(Global, CopyGroups) {
  Config config;
  Measured m = measure("LDC.64 R2, c[0x0][0x210] {stall:2, wr:1}\n"
                       "ULDC.64 UR4, c[0x0][0x208] {stall:1}\n"
                       "MOV R4, 0x400 {stall:5}\n"
                       "LDGSTS.E [R4], desc[UR4][R2.64] {stall:4, "
                       "wait:0b000010}\n"
                       "LDGDEPBAR {stall:4, wr:0}\n"
                       "LDGSTS.E [R4+0x4], desc[UR4][R2.64+0x80] {stall:4}\n"
                       "LDGDEPBAR {stall:4, wr:0}\n"
                       "DEPBAR.LE SB0, 0x1 {stall:4}\n"
                       "DEPBAR.LE SB0, 0x0 {stall:4}\n"
                       "EXIT {stall:5}\n",
                       config);
  // The first copy is issued at 29, the second 8 later: from memory, 479.
  expectCycles(m.cycles(), 29 + 8 + 479 + 4 + 1);
  // The first wait ends with the first copy, the second 8 cycles later less the
  // stall of the first wait.
  EXPECT_NEAR(double(m.in(Stall::LongScoreboard, 7)), 479 - 16, 4);
  EXPECT_NEAR(double(m.in(Stall::LongScoreboard, 8)), 8 - 4, 4);
}

//===----------------------------------------------------------------------===//
// Barriers of the CTA
//===----------------------------------------------------------------------===//

/// Four warps, one a sub-partition, come at the same time: 22 cycles from the
/// last arrival. The SM takes a BAR in 2 cycles: the last arrives 6 later.
TEST(Barriers, InStep) {
  Config config;
  config.threads = 128;
  Measured m = measure(repeat(16, "BAR.SYNC.DEFER_BLOCKING 0x0 {stall:6}") +
                           "EXIT {stall:5}\n",
                       config);
  expectCycles(m.cycles(), 16 * (6 + 22) + 1);
}

/// Warp 0 makes a chain of 100 sums (4 cycles each) before the barrier; the
/// other warp waits for it.
TEST(Barriers, WaitForTheSlowest) {
  Config config;
  config.threads = 64;
  Measured m = measure("S2R R0, SR_TID.X {stall:2, wr:0}\n"
                       "ISETP.GE.U32.AND P0, PT, R0, 0x20, PT {stall:13, "
                       "yield, wait:0b000001}\n"
                       "@P0 BRA meet {stall:5}\n" +
                           repeat(100, "IADD3 R4, R4, 0x1, RZ {stall:4}") +
                           "meet:\n"
                           "BAR.SYNC.DEFER_BLOCKING 0x0 {stall:6}\n"
                           "EXIT {stall:5}\n",
                       config);
  // S2R 30 (2 later for the second warp), 13, 5, the chain, the barrier.
  expectCycles(m.cycles(), 30 + 13 + 5 + 400 + 22 + 1);
  // The other warp waits the 400 cycles and the 22.
  EXPECT_NEAR(double(m.in(Stall::Barrier)), (400 - 6) + (22 - 6) * 2, 10);
}

/// Named barriers: warp 0 only arrives and goes on; warp 1 waits for it.
TEST(Barriers, ArriveDoesNotWait) {
  Config config;
  config.threads = 64;
  Measured m = measure("S2R R0, SR_TID.X {stall:2, wr:0}\n"
                       "ISETP.GE.U32.AND P0, PT, R0, 0x20, PT {stall:13, "
                       "yield, wait:0b000001}\n"
                       "@P0 BRA consumer {stall:5}\n" +
                           repeat(50, "IADD3 R4, R4, 0x1, RZ {stall:4}") +
                           "BAR.ARV 0x1, 0x40 {stall:6}\n"
                           "EXIT {stall:5}\n"
                           "consumer:\n"
                           "BAR.SYNC.DEFER_BLOCKING 0x1, 0x40 {stall:6}\n" +
                           repeat(50, "IADD3 R4, R4, 0x1, RZ {stall:4}") +
                           "EXIT {stall:5}\n",
                       config);
  expectCycles(m.cycles(), 30 + 13 + 5 + 200 + 22 + 200 + 1);
  EXPECT_NEAR(double(m.in(Stall::Barrier)), (200 - 6) + 22, 10);
}

} // namespace
