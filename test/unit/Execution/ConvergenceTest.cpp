//===- ConvergenceTest.cpp - Divergence, barriers, fairness ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the machine parts and joins threads: each test is a program that would
// hang or give another result if it did otherwise.
//
//===----------------------------------------------------------------------===//

#include "Assemble.h"

static const char kAddress[] = R"(
  S2R R0, SR_TID.X
  LDC.64 R2, c[0x0][0x210]
  IMAD.WIDE R4, R0, 0x4, R2
)";

TEST(Convergence, LoopsOfDifferentLength) {
  // Each lane loops lane + 1 times; all are together again at the vote.
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    MOV R6, RZ
    BSSY B0, meet
    again:
    IADD3 R6, R6, 0x1, RZ
    ISETP.GT.AND P0, PT, R6, R0, PT
    @!P0 BRA again
    BSYNC B0
    meet:
    VOTE.ANY R7, PT, PT
    POPC R7, R7
    IMAD R6, R7, 0x3e8, R6
    STG.E [R4], R6
    EXIT
  )");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], 32000 + i + 1);
}

TEST(Convergence, UniformBranchesKeepLanesTogether) {
  // Taken if the condition holds for all lanes, .ANY: for any. Lanes 0 to 3
  // have P0; the vote must see all 32.
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    ISETP.LT.AND P0, PT, R0, 0x4, PT
    ISETP.GE.AND P1, PT, R0, RZ, PT
    MOV R6, RZ
    @P0 BRA.U first
    IADD3 R6, R6, 0x1, RZ
    first:
    @P1 BRA.U second
    IADD3 R6, R6, 0x2, RZ
    second:
    @P0 BRA.U.ANY third
    IADD3 R6, R6, 0x4, RZ
    third:
    @!P1 BRA.U.ANY fourth
    IADD3 R6, R6, 0x8, RZ
    fourth:
    VOTE.ANY R7, PT, PT
    POPC R7, R7
    IMAD R6, R7, 0x3e8, R6
    STG.E [R4], R6
    EXIT
  )");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], 32000u + 1 + 8);
}

TEST(Convergence, ExitedLanesAreNotWaitedFor) {
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    BSSY B3, meet
    ISETP.LT.AND P0, PT, R0, 0x8, PT
    @!P0 BRA other
    EXIT
    other:
    BSYNC B3
    meet:
    VOTE.ANY R7, PT, PT
    STG.E [R4], R7
    EXIT
  )");
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[8], 0xffffff00u);
}

TEST(Convergence, ExclusiveGroupsExecuteApart) {
  // Lanes that agree on two bits of their number have a mask of their own: each
  // votes with those of its mask only, and all are together behind the BSYNC.
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    LOP3.LUT R6, R0, 0x3, RZ, 0xc0, !PT
    MOV R7, 0x11111111
    SHF.L.U32 R7, R7, R6, RZ
    BSSY B0, meet
    WARPSYNC.EXCLUSIVE R7
    VOTE.ANY R8, PT, PT
    BSYNC B0
    meet:
    VOTE.ANY R9, PT, PT
    POPC R9, R9
    IMAD R8, R9, 0x2, R8
    STG.E [R4], R8
    EXIT
  )");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], (0x11111111u << (i & 3)) + 64);
}

TEST(Convergence, DivergentBranchTakesAll) {
  // As ptxas writes a vote: P0 where the mask is not that of the first lane.
  // All lanes go to the slow way unless all of the mask execute the branch.
  for (bool isOneMask : {false, true}) {
    std::vector<uint32_t> out(32, 0);
    EXPECT_EQ(run(std::string(kAddress) + R"(
      LOP3.LUT R6, R0, )" +
                      (isOneMask ? "0x0" : "0x1") + R"(, RZ, 0xc0, !PT
      MOV R7, )" + (isOneMask ? "-0x1" : "0x55555555") +
                      R"(
      SHF.L.U32 R7, R7, R6, RZ
      REDUX.OR UR4, R7
      R2UR P0, UR5, R7
      @!P0 BRA.DIV UR4, slow
      VOTE.ANY R8, PT, PT
      BRA end
      slow:
      BSSY B0, meet
      WARPSYNC.COLLECTIVE R7, behind
      VOTE.ANY R8, PT, PT
      ENDCOLLECTIVE
      behind:
      BSYNC B0
      meet:
      IADD3 R8, R8, 0x1, RZ
      end:
      STG.E [R4], R8
      EXIT
    )",
                  out),
              "");
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_EQ(out[i], isOneMask ? ~0u : (0x55555555u << (i & 1)) + 1);
  }
}

/// Threads of each third part of a warp (lane % 3) gather by a collective of
/// their own; P0 holds in lanes below 12.
static std::vector<uint32_t> gatheredApart(const std::string &first,
                                           const std::string &second,
                                           const std::string &third) {
  auto part = [](const char *name, const std::string &lane,
                 const std::string &collective, const char *offset) {
    return std::string(name) + ":\nMOV R9, " + lane +
           "\nWARPSYNC.COLLECTIVE R7, behind_" + name + "\n" + collective +
           "\nENDCOLLECTIVE\nbehind_" + name + ":\nIADD3 R8, R8, " + offset +
           ", RZ\nBRA end\n";
  };
  return resultsOfLanes(std::string(kAddress) + R"(
    IMAD R6, R0, 0xab, RZ
    SHF.R.U32.HI R6, RZ, 0x9, R6
    IMAD R6, R6, -0x3, R0
    MOV R7, -0x1
    MOV R8, RZ
    MOV R10, RZ
    ISETP.LT.AND P0, PT, R0, 0xc, PT
    ISETP.EQ.AND P1, PT, R6, 0x1, PT
    ISETP.EQ.AND P2, PT, R6, 0x2, PT
    BSSY B0, meet
    @P1 BRA second
    @P2 BRA third
  )" + part("first", "0x1", first, "0x64") +
                        part("second", "0x2", second, "0xc8") +
                        part("third", "0x3", third, "0x12c") + R"(
    end:
    BSYNC B0
    meet:
    IADD3 R8, R8, R10, RZ
    STG.E [R4], R8
    EXIT
  )");
}

TEST(Convergence, CollectivesAtDifferentPlaces) {
  // One instruction for all threads of the mask: each reads a lane that is
  // elsewhere, and goes on behind its own place.
  std::string shuffle = "SHFL.IDX PT, R8, R0, R9, 0x1f";
  std::vector<uint32_t> out = gatheredApart(shuffle, shuffle, shuffle);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i % 3 + 1 + 100 * (i % 3 + 1));
  std::string vote = "VOTE.ANY R8, PT, P0";
  out = gatheredApart(vote, vote, vote);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], 0xfffu + 100 * (i % 3 + 1));
}

TEST(Convergence, OtherCollectivesAtDifferentPlaces) {
  // The second one is another operation, has another register, another guard or
  // more behind it: its threads execute it without the others, who still
  // execute theirs together.
  std::string vote = "VOTE.ANY R8, PT, P0";
  const uint32_t second = 0x92492492, low = 0xfff;
  const std::pair<const char *, uint32_t> cases[] = {
      {"VOTE.ANY R10, PT, P0", second & low},
      {"VOTE.ANY R8, PT, !P0", second & ~low},
      {"@P1 VOTE.ANY R8, PT, P0", second & low},
      {"VOTE.ANY R8, PT, P0\nNOP", second & low},
      {"MATCH.ANY R8, RZ", second},
  };
  for (const auto &[other, result] : cases) {
    std::vector<uint32_t> out = gatheredApart(vote, other, vote);
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_EQ(out[i],
                i % 3 == 1 ? result + 200 : (low & ~second) + 100 * (i % 3 + 1))
          << other;
  }
}

TEST(Convergence, DivergentBranchOfComplement) {
  // ~URZ is the whole warp: half of it goes the slow way, all go on.
  for (bool isWhole : {false, true}) {
    std::vector<uint32_t> out(32, 0);
    EXPECT_EQ(run(std::string(kAddress) + R"(
      ISETP.GE.U32.AND P0, PT, R0, )" +
                      (isWhole ? "0x0" : "0x10") + R"(, PT
      MOV R8, 0x0
      @!P0 BRA end
      BRA.DIV ~URZ, slow
      MOV R8, 0x1
      BRA end
      slow:
      MOV R8, 0x2
      end:
      STG.E [R4], R8
      EXIT
    )",
                  out),
              "");
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_EQ(out[i], isWhole ? 1u : i < 16 ? 0u : 2u);
  }
}

TEST(Convergence, TurnsEndAtBranches) {
  // Lanes that are apart have their turns, but not between the instruction that
  // writes a uniform register of the warp and the one that reads it.
  std::string wait;
  for (unsigned i = 0; i < 5000; ++i)
    wait += "NOP\n";
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    ISETP.LT.AND P0, PT, R0, 0x4, PT
    BSSY B0, meet
    @P0 BRA first
    REDUX.SUM UR4, R0
    )" + wait + R"(
    MOV R6, UR4
    BRA end
    first:
    REDUX.SUM UR4, R0
    )" + wait + R"(
    MOV R6, UR4
    end:
    BSYNC B0
    meet:
    STG.E [R4], R6
    EXIT
  )");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i < 4 ? 6u : 490u);
}

TEST(Convergence, BreakLeavesTheBarrier) {
  // Lanes below 4 leave the region early and wait at an outer barrier.
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    BSSY B0, outer
    BSSY B1, inner
    ISETP.GE.AND P0, PT, R0, 0x4, PT
    @P0 BRA body
    BREAK B1
    BRA end
    body:
    BSYNC B1
    inner:
    VOTE.ANY R7, PT, PT
    STG.E [R4], R7
    end:
    BSYNC B0
    outer:
    VOTE.ANY R8, PT, PT
    LDG.E R7, [R4]
    IADD3 R7, R7, R8, RZ
    STG.E [R4], R7
    EXIT
  )");
  EXPECT_EQ(out[0], 0xffffffffu);
  EXPECT_EQ(out[4], 0xfffffff0u + 0xffffffffu);
}

TEST(Convergence, SpilledBarrier) {
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    BSSY B0, meet
    BMOV.32.CLEAR R9, B0
    ISETP.GE.AND P0, PT, R0, 0x4, PT
    @P0 BRA join
    IADD3 R0, R0, 0x1, RZ
    join:
    BMOV.32 B0, R9
    BSYNC B0
    meet:
    VOTE.ANY R7, PT, PT
    STG.E [R4], R7
    EXIT
  )");
  EXPECT_EQ(out[31], 0xffffffffu);
}

TEST(Convergence, BarrierMovesToAnother) {
  // The members that B0 had meet at B2; nobody waits at B0 any more.
  std::vector<uint32_t> out(32, 0);
  EXPECT_EQ(run(std::string(kAddress) + R"(
    BSSY B0, meet
    BMOV.32.CLEAR B1, B0
    BMOV.32.CLEAR B2, B1
    BMOV.32 R9, B0
    BMOV.32 R10, B1
    BMOV.32 R11, B2
    ISETP.GE.AND P0, PT, R0, 0x4, PT
    @P0 BRA join
    IADD3 R0, R0, 0x1, RZ
    join:
    BSYNC B2
    meet:
    VOTE.ANY R7, PT, PT
    LOP3.LUT R9, R9, R10, RZ, 0xfc, !PT
    ISETP.NE.AND P1, PT, R9, RZ, PT
    @P1 EXIT
    LOP3.LUT R7, R7, R11, RZ, 0xc0, !PT
    STG.E [R4], R7
    EXIT
  )",
                out, 32, 1, 1000000, 87),
            "");
  EXPECT_EQ(out[31], 0xffffffffu);
}

TEST(Convergence, WarpsyncOfAMask) {
  // Even lanes take a detour and meet by WARPSYNC of their own mask.
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    LOP3.LUT R6, R0, 0x1, RZ, 0xc0, !PT
    ISETP.NE.AND P0, PT, R6, RZ, PT
    MOV R8, 0x55555555
    @P0 EXIT
    ISETP.LT.AND P0, PT, R0, 0x10, PT
    @P0 BRA meet
    IADD3 R6, R6, 0x1, RZ
    meet:
    WARPSYNC R8
    VOTE.ANY R7, PT, PT
    STG.E [R4], R7
    EXIT
  )");
  EXPECT_EQ(out[0], 0x55555555u);
  EXPECT_EQ(out[1], 0u);
}

TEST(Convergence, SpinLockInsideAWarp) {
  // The lane that has the lock must not wait at BSYNC for those that spin:
  // YIELD lets it go (the shape of ptxas's code, observed on 13.0.88).
  std::vector<uint32_t> out(2, 0);
  EXPECT_EQ(run(R"(
    LDC.64 R2, c[0x0][0x210]
    MOV R7, 0x1
    BSSY B0, locked
    try:
    MOV R6, RZ
    YIELD
    ATOMG.E.CAS.STRONG.GPU PT, R4, [R2], R6, R7
    ISETP.NE.AND P0, PT, R4, RZ, PT
    @P0 BRA try
    BSYNC B0
    locked:
    LDG.E R8, [R2+0x4]
    IADD3 R8, R8, 0x1, RZ
    STG.E [R2+0x4], R8
    STG.E [R2], RZ
    EXIT
  )",
                out, 64),
            "");
  EXPECT_EQ(out[1], 64u);
}

TEST(Convergence, CTAsWaitForEachOther) {
  // Block 0 waits for a flag that block 3 sets.
  std::vector<uint32_t> out(2, 0);
  EXPECT_EQ(run(R"(
    LDC.64 R2, c[0x0][0x210]
    S2R R0, SR_CTAID.X
    ISETP.EQ.AND P0, PT, R0, 0x3, PT
    @P0 STG.E [R2], R0
    ISETP.NE.AND P0, PT, R0, RZ, PT
    @P0 EXIT
    wait:
    LDG.E R4, [R2]
    ISETP.EQ.AND P0, PT, R4, RZ, PT
    @P0 BRA wait
    STG.E [R2+0x4], R4
    EXIT
  )",
                out, 1, 4, 10000000),
            "");
  EXPECT_EQ(out[1], 3u);
}

TEST(Convergence, ShuffleSegments) {
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    SHFL.DOWN P0, R6, R0, 0x3, 0x181f
    @!P0 IADD3 R6, R6, 0x64, RZ
    STG.E [R4], R6
    EXIT
  )");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i % 8 + 3 < 8 ? i + 3 : i + 100);
}

TEST(Convergence, MatchAndRedux) {
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    LOP3.LUT R6, R0, 0x3, RZ, 0xc0, !PT
    MATCH.ANY R7, R6
    REDUX.SUM UR4, R0
    IADD3 R7, R7, UR4, RZ
    STG.E [R4], R7
    EXIT
  )");
  EXPECT_EQ(out[1], 0x22222222u + 496);
}
