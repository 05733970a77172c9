//===- ChainTest.cpp - Dependent instructions, by hand --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// N dependent instructions of latency L take N * L cycles until the EXIT behind
// them is issued, and one more for it. The stall counts are those that ptxas
// leaves between such instructions; the bound by chains knows the latencies
// from the tables alone, so that both must come to the same.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

using namespace ptxmlir;
using namespace ptxmlir::test;

namespace {

constexpr unsigned kN = 64;

struct Chain {
  const char *name;
  unsigned sm;
  /// One link; reads what the link before wrote.
  const char *link;
  /// Cycles of a link, and why.
  unsigned latency;
};

class Chains : public testing::TestWithParam<Chain> {};

TEST_P(Chains, Cycles) {
  const Chain &c = GetParam();
  Config config;
  config.sm = c.sm;
  Measured m =
      measure(repeat(kN, c.link) + "EXIT {stall:5, wait:0b000001}\n", config);
  expectCycles(m.cycles(), kN * c.latency + 1);
  // The chain ends when the last link is issued.
  expectCycles(m.profile.bounds.chain, (kN - 1) * c.latency + 1);
}

const Chain chains[] = {
    // Integer unit to itself: 4 on every SM before sm_120.
    {"IADD3", 90, "IADD3 R4, R4, 0x1, RZ {stall:4}", 4},
    {"LOP3_sm80", 80, "LOP3.LUT R4, R4, 0x1, RZ, 0x3c, !PT {stall:4}", 4},
    // The doubled integer units of sm_120: a cycle later.
    {"SEL_sm120", 120, "SEL R4, R4, 0x1, PT {stall:5}", 5},
    // Float unit to itself: 4.
    {"FFMA", 90, "FFMA R4, R4, R5, R6 {stall:4}", 4},
    {"FADD_sm75", 75, "FADD R4, R4, R5 {stall:4}", 4},
    {"IMAD", 90, "IMAD R4, R4, R5, R6 {stall:4}", 4},
    // From the integer unit to the float unit and back: 5 and 5.
    {"IADD3_IMAD", 90,
     "IADD3 R4, R4, 0x1, RZ {stall:5}\n IMAD R4, R4, R5, R6 {stall:5}", 10},
    // Packed f16: 4, and 6 on sm_75.
    {"HADD2", 90, "HADD2 R4, R4, R5 {stall:4}", 4},
    {"HADD2_sm75", 75, "HADD2 R4, R4, R5 {stall:6}", 6},
    // f64 with a unit in each sub-partition and no barrier: 8.
    {"DADD", 90, "DADD R4, R4, R6 {stall:8}", 8},
    // A comparison to a guard takes 13, the integer that it guards 4 to the
    // next comparison.
    {"Guard", 90,
     "ISETP.NE.AND P0, PT, R4, 0x1, PT {stall:13, yield}\n"
     "@P0 IADD3 R4, R4, 0x1, RZ {stall:4}",
     17},
    // The same on sm_75: 12.
    {"Guard_sm75", 75,
     "ISETP.NE.AND P0, PT, R4, 0x1, PT {stall:12, yield}\n"
     "@P0 IADD3 R4, R4, 0x1, RZ {stall:4}",
     16},
    // Uniform datapath: 4.
    {"UIADD3", 90, "UIADD3 UR4, UR4, 0x1, URZ {stall:4}", 4},
    // Tensor cores: m16n8k16 to the accumulator of the next 24 cycles, more
    // than
    // a stall count holds.
    {"HMMA", 90,
     "HMMA.16816.F32 R4, R8, R12, R4 {stall:15, yield}\n NOP {stall:9}", 24},
    {"HMMA_sm100", 100,
     "HMMA.16816.F32 R4, R8, R12, R4 {stall:15, yield}\n NOP {stall:5}", 20},
    // Through a barrier: the transcendental unit 24 (Latencies.td, Estimate).
    {"MUFU", 90, "MUFU.RCP R4, R4 {stall:2, wr:0, wait:0b000001}", 24},
    // Exchange between lanes 25, special registers have no source.
    {"SHFL", 90, "SHFL.IDX PT, R4, R4, RZ, 0x1f {stall:2, wr:0, wait:0b000001}",
     25},
    // f64 of one unit for the SM: 40, through a barrier.
    {"DADD_sm86", 86, "DADD R4, R4, R6 {stall:2, wr:0, wait:0b000001}", 40},
};
INSTANTIATE_TEST_SUITE_P(Timing, Chains, testing::ValuesIn(chains),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

/// A load whose result is the address of the next one. Before the first one an
/// address has to be made: LDC 29 cycles, and in shared memory a store.
TEST(LoadChain, Shared) {
  // MOV 5 cycles to a store's address and data; the loads 29 each (H100); the
  // store is issued 2 cycles before the first load, which waits for nothing.
  Measured m = measure("MOV R4, 0x400 {stall:5}\n"
                       "STS [R4], R4 {stall:2}\n" +
                       repeat(kN, "LDS R4, [R4] {stall:2, wr:0, "
                                  "wait:0b000001}") +
                       "EXIT {stall:5, wait:0b000001}\n");
  // The store leaves 11 cycles after its issue, the load 4 after that at the
  // earliest: it is two cycles late.
  expectCycles(m.cycles(), 5 + 2 + 2 + kN * 29 + 1);
}

TEST(LoadChain, SharedSM75) {
  Config config;
  config.sm = 75;
  // No system part at the begin: address 0 holds a 0. Loads take 19 (T4).
  Measured m = measure("MOV R4, RZ {stall:8}\n" +
                           repeat(kN, "LDS.U R4, [R4] {stall:2, wr:0, "
                                      "wait:0b000001}") +
                           "EXIT {stall:5, wait:0b000001}\n",
                       config);
  expectCycles(m.cycles(), 8 + kN * 19 + 1);
}

TEST(LoadChain, Global) {
  Config config;
  config.pointers = true;
  // LDC 29; the first load comes from memory: 479 (H100), the others from L1:
  // 41; 64 bits a thread take 2 more.
  Measured m = measure("LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n" +
                           repeat(kN, "LDG.E.64 R2, [R2] {stall:2, wr:0, "
                                      "wait:0b000001}") +
                           "EXIT {stall:5, wait:0b000001}\n",
                       config);
  expectCycles(m.cycles(), 29 + (479 + 2) + (kN - 1) * (41 + 2) + 1);
}

TEST(LoadChain, Constant) {
  // The parameter is an index: 0 stays 0. 29 cycles each, like LDC of [HUE].
  Measured m = measure("MOV R4, RZ {stall:5}\n" +
                       repeat(kN, "LDC R4, c[0x0][R4] {stall:2, wr:0, "
                                  "wait:0b000001}\n"
                                  "LOP3.LUT R4, R4, RZ, RZ, 0x0, !PT "
                                  "{stall:4, wait:0b000001}") +
                       "EXIT {stall:5}\n");
  // The word is blockDim.x; the LOP3 makes it 0 again, 4 cycles to the index.
  expectCycles(m.cycles(), 5 + kN * (29 + 4) + 1);
}

/// Atomics complete at L2: 263 (H100).
TEST(LoadChain, Atomic) {
  Measured m =
      measure("LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n"
              "MOV R4, 0x1 {stall:4}\n"
              "ATOMG.E.ADD.STRONG.GPU PT, R4, [R2], R4 {stall:2, wr:0, "
              "wait:0b000001}\n" + // from memory: the first touch
              repeat(15, "ATOMG.E.ADD.STRONG.GPU PT, R4, [R2], R4 {stall:2, "
                         "wr:0, wait:0b000001}") +
              "EXIT {stall:5, wait:0b000001}\n");
  expectCycles(m.cycles(), 29 + 479 + 15 * 263 + 1);
}

} // namespace
