//===- MachineTest.cpp - The machine on small programs --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches, memory spaces, faults and limits by programs of a few lines;
// meanings of instructions are tested in SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Assemble.h"

/// R2:R3 = the address of this thread's word.
static const char kAddress[] = R"(
  S2R R0, SR_TID.X
  LDC.64 R2, c[0x0][0x210]
  IMAD.WIDE R2, R0, 0x4, R2
)";

static bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST(Machine, StoresThreadIds) {
  std::vector<uint32_t> out(40, 7);
  EXPECT_EQ(run(std::string(kAddress) + R"(
    STG.E [R2], R0
    EXIT
  )",
                out, 40),
            "");
  for (unsigned i = 0; i < 40; ++i)
    EXPECT_EQ(out[i], i);
}

TEST(Machine, GuardsAndSelects) {
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    ISETP.GE.AND P0, PT, R0, 0x10, PT
    MOV R4, 0x1
    @P0 MOV R4, 0x2
    @!P0 IADD3 R4, R4, 0x9, RZ
    STG.E [R2], R4
    EXIT
  )");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i < 16 ? 10u : 2u);
}

TEST(Machine, CallAndReturn) {
  // The return address counts from the start of the function that is named.
  std::vector<uint32_t> out(32, 0);
  EXPECT_EQ(run(std::string("start:\n") + kAddress + R"(
    MOV R4, 0x70
    MOV R5, RZ
    MOV R6, R0
    CALL.REL.NOINC double
    STG.E [R2], R6
    EXIT
    double:
    IADD3 R6, R6, R6, RZ
    RET.REL.NODEC R4 start
  )",
                out),
            "");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], 2 * i);
}

TEST(Machine, CopiesWaitForTheirGroup) {
  // Word 0 is read before any wait, then behind a wait for all groups but one,
  // word 1 likewise, then both behind a wait for all.
  std::vector<uint32_t> out(8, 5);
  EXPECT_EQ(run(R"(
    LDC.64 R2, c[0x0][0x210]
    ULDC.64 UR4, c[0x0][0x208]
    MOV R4, 0x400
    STS.64 [R4], RZ
    LDGSTS.E [R4], desc[UR4][R2.64]
    LDGDEPBAR
    LDGSTS.E [R4+0x4], desc[UR4][R2.64+0x4]
    LDGDEPBAR
    DEPBAR.LE SB0, 0x2
    LDS R5, [R4]
    DEPBAR.LE SB0, 0x1
    LDS R6, [R4]
    LDS R7, [R4+0x4]
    DEPBAR.LE SB0, 0x0
    LDS R8, [R4+0x4]
    LDGSTS.E [R4], desc[UR4][R2.64], !PT
    DEPBAR.LE SB0, 0x0
    LDS R9, [R4]
    LDGDEPBAR
    DEPBAR.LE SB0, 0x0
    LDS R10, [R4]
    STG.E [R2], R5
    STG.E [R2+0x4], R6
    STG.E [R2+0x8], R7
    STG.E [R2+0xc], R8
    STG.E [R2+0x10], R9
    STG.E [R2+0x14], R10
    EXIT
  )",
                out, 1),
            "");
  EXPECT_EQ(out, (std::vector<uint32_t>{0, 5, 0, 5, 5, 0, 5, 5}));
}

TEST(Machine, ProductsWaitForTheirGroup) {
  // 64x8x16 of matrices that are all ones (f16), twice: 16 and 32 behind their
  // waits, what the registers were before.
  std::vector<uint32_t> out(8, 0);
  EXPECT_EQ(run(R"(
    LDC.64 R2, c[0x0][0x210]
    ULDC.64 UR4, c[0x0][0x208]
    S2R R4, SR_TID.X
    SHF.L.U32 R5, R4, 0x2, RZ
    MOV R6, 0x3c003c00
    STS [R5+0x400], R6
    STS [R5+0x480], R6
    UMOV UR8, 0x40
    UMOV UR9, 0x0
    UMOV UR10, 0x40
    UMOV UR11, 0x0
    MOV R24, 0x1
    MOV R25, RZ
    MOV R26, RZ
    MOV R27, RZ
    WARPGROUP.ARRIVE
    HGMMA.64x8x16.F32 R24, gdesc[UR8], RZ, !UPT, gsb0
    HGMMA.64x8x16.F32 R24, gdesc[UR8], R24, gsb0
    MOV R7, R24
    WARPGROUP.DEPBAR.LE gsb0, 0x1
    MOV R8, R24
    WARPGROUP.DEPBAR.LE gsb0, 0x0
    ISETP.NE.AND P0, PT, R4, RZ, PT
    @P0 EXIT
    STG.E desc[UR4][R2.64], R7
    STG.E desc[UR4][R2.64+0x4], R8
    STG.E desc[UR4][R2.64+0x8], R24
    EXIT
  )",
                out, 32),
            "");
  EXPECT_EQ(out[0], 1u);
  EXPECT_EQ(out[1], 0x41800000u);
  EXPECT_EQ(out[2], 0x42000000u);
}

TEST(Machine, BlocksComeWhenTheirBarrierIsAsked) {
  // A barrier for one arrival, and 16 bytes: before the question and behind it.
  std::vector<uint32_t> out(8, 5);
  EXPECT_EQ(run(R"(
    LDC.64 R2, c[0x0][0x210]
    ULDC.64 UR4, c[0x0][0x208]
    ULDC.64 UR6, c[0x0][0x210]
    UMOV UR8, 0x480
    UMOV UR9, 0x400
    UMOV UR10, 0x1
    UMOV UR12, 0x1ffffe
    UMOV UR13, 0x7ffff800
    SYNCS.EXCH.64 URZ, [UR9], UR12
    MOV R4, 0x10
    MOV R9, 0x480
    STS [R9], RZ
    SYNCS.ARRIVE.TRANS64 RZ, [UR9], R4
    UBLKCP.S.G [UR8], [UR6], UR10
    LDS R5, [R9]
    SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR9], RZ
    LDS R6, [R9]
    SEL R7, RZ, 0x1, !P0
    STG.E desc[UR4][R2.64+0x10], R5
    STG.E desc[UR4][R2.64+0x14], R6
    STG.E desc[UR4][R2.64+0x18], R7
    EXIT
  )",
                out, 1),
            "");
  EXPECT_EQ(out[4], 0u);
  EXPECT_EQ(out[5], 5u);
  EXPECT_EQ(out[6], 1u);
}

TEST(Machine, LocalMemory) {
  std::vector<uint32_t> out(32, 0);
  EXPECT_EQ(run(std::string("LDC R1, c[0x0][0x28]\n") + kAddress + R"(
    IADD3 R1, R1, -0x10, RZ
    STL [R1+0x4], R0
    MOV R0, RZ
    LDL R5, [R1+0x4]
    STG.E [R2], R5
    EXIT
  )",
                out),
            "");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i);
}

TEST(Machine, SharedMemoryAndAtomics) {
  // 64 threads count themselves in shared memory, twice as fast by word 1.
  std::vector<uint32_t> out(64, 0);
  EXPECT_EQ(run(std::string(kAddress) + R"(
    MOV R4, 0x400
    MOV R5, 0x2
    STS [R4], RZ
    STS [R4+0x4], RZ
    BAR.SYNC.DEFER_BLOCKING 0x0
    ATOMS.POPC.INC.32 RZ, [R4+URZ]
    ATOMS.ADD RZ, [R4+0x4], R5
    BAR.SYNC.DEFER_BLOCKING 0x0
    LDS.64 R6, [R4]
    IADD3 R6, R6, R7, RZ
    STG.E [R2], R6
    EXIT
  )",
                out, 64),
            "");
  for (uint32_t v : out)
    EXPECT_EQ(v, 64u * 3);
}

TEST(Machine, ImmediateUpperWordOfAUniformLEA) {
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    UMOV UR4, 0x12345678
    UMOV UR5, 0x7
    ULEA.HI UR4, UR4, UR5, 0x1d5, 0x17
    MOV R4, UR4
    STG.E [R2], R4
    EXIT
  )");
  EXPECT_EQ(out[3],
            uint32_t((uint64_t(0x1d5) << 32 | 0x12345678) << 23 >> 32) + 7);
}

/// Code that does an atomic at the address R2:R3 in global memory or, in odd
/// threads, at the same place in the window of shared memory, and stores
/// whether it was done and what lies there.
static std::string atomicAnywhere(const char *atomic) {
  return std::string(kAddress) + R"(
    LOP3.LUT R4, R0, 0x1, RZ, 0xc0, !PT
    ISETP.EQ.U32.AND P1, PT, R4, 0x1, PT
    IMAD.SHL.U32 R8, R0, 0x8, RZ
    IADD3 R8, R8, 0x400, RZ
    MOV R9, 0x7f20
    @!P1 LDC.64 R8, c[0x0][0x210]
    @!P1 IMAD.WIDE R8, R0, 0x8, R8
    MOV R10, 0x3f800000
    MOV R11, RZ
    ST.E.64 [R8], R10
    MOV R12, 0x3f800000
    MOV R13, RZ
    ISETP.EQ.U32.AND P0, PT, RZ, 0x1, PT
    )" + atomic +
         R"(
    SEL R14, RZ, 0x1, !P0
    LD.E R15, [R8]
    LDC.64 R2, c[0x0][0x210]
    IMAD.WIDE R2, R0, 0x8, R2
    STG.E.64 [R2+0x100], R14
    EXIT
  )";
}

TEST(Machine, GenericAtomicsTellWhatTheyHaveDone) {
  // What shared memory lacks is not done there.
  struct Case {
    const char *text;
    bool inShared;
    uint32_t result;
  };
  for (Case c :
       {Case{"ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU P0, R16, [R8], R12", false,
             0x40000000},
        {"ATOM.E.ADD.F16x2.RN.STRONG.GPU P0, R16, [R8], R12", false,
         0x43800000},
        {"ATOM.E.ADD.BF16x2.RN.STRONG.GPU P0, R16, [R8], R12", false,
         0x40000000},
        {"ATOM.E.ADD.F64.RN.STRONG.GPU P0, R16, [R8], R12", false, 0x7f000000},
        {"ATOM.E.ADD.64.STRONG.GPU P0, R16, [R8], R12", false, 0x7f000000},
        {"ATOM.E.MIN.S64.STRONG.GPU P0, R16, [R8], RZ", false, 0},
        {"ATOM.E.EXCH.64.STRONG.GPU P0, R16, [R8], RZ", true, 0},
        {"ATOM.E.CAS.64.STRONG.GPU P0, R16, [R8], R12, RZ", true, 0},
        {"ATOM.E.ADD.STRONG.GPU P0, R16, [R8], R12", true, 0x7f000000},
        {"ATOM.E.CAS.STRONG.GPU P0, R16, [R8], R12, RZ", true, 0}}) {
    std::vector<uint32_t> out(128, 0);
    ASSERT_EQ(run(atomicAnywhere(c.text), out), "") << c.text;
    for (unsigned t = 0; t < 32; ++t) {
      bool isDone = t % 2 == 0 || c.inShared;
      EXPECT_EQ(out[64 + 2 * t], uint32_t(isDone)) << c.text << " " << t;
      EXPECT_EQ(out[65 + 2 * t], isDone ? c.result : 0x3f800000u)
          << c.text << " " << t;
    }
  }
}

TEST(MachineErrors, GenericAtomicThatCannotTell) {
  std::vector<uint32_t> out(128, 0);
  EXPECT_TRUE(contains(
      run(atomicAnywhere("ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU PT, R16, [R8], R12"),
          out),
      "its memory lacks this operation"));
}

TEST(Machine, BarrierReduction) {
  std::vector<uint32_t> out(64, 0);
  EXPECT_EQ(run(std::string(kAddress) + R"(
    ISETP.LT.AND P0, PT, R0, 0x5, PT
    BAR.RED.POPC.DEFER_BLOCKING 0x0, P0
    B2R.RESULT R4
    BAR.RED.AND.DEFER_BLOCKING 0x0, P0
    B2R.RESULT RZ, P1
    @P1 IADD3 R4, R4, 0x64, RZ
    BAR.RED.OR.DEFER_BLOCKING 0x0, P0
    B2R.RESULT RZ, P1
    @P1 IADD3 R4, R4, 0x3e8, RZ
    STG.E [R2], R4
    EXIT
  )",
                out, 64),
            "");
  for (uint32_t v : out)
    EXPECT_EQ(v, 1005u);
}

TEST(Machine, BarrierCounts) {
  // Warp 0 waits for warp 1 at barrier 3; warp 2 does not take part.
  std::vector<uint32_t> out(96, 0);
  EXPECT_EQ(run(std::string(kAddress) + R"(
    SHF.R.U32.HI R4, RZ, 0x5, R0
    ISETP.EQ.AND P0, PT, R4, 0x2, PT
    @P0 BRA done
    ISETP.EQ.AND P0, PT, R4, 0x1, PT
    @P0 BRA producer
    BAR.SYNC.DEFER_BLOCKING 0x3, 0x40
    LDG.E R5, [R2+0x80]
    STG.E [R2], R5
    BRA done
    producer:
    IADD3 R6, R0, 0x64, RZ
    STG.E [R2], R6
    BAR.ARV 0x3, 0x40
    done:
    EXIT
  )",
                out, 96),
            "");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i + 132);
  EXPECT_EQ(out[64], 0u);
}

TEST(Machine, BarrierAndCountInARegister) {
  std::vector<uint32_t> out(64, 0);
  EXPECT_EQ(run(std::string(kAddress) + R"(
    MOV R5, 0x400002
    LOP3.LUT R6, R0, 0x3f, RZ, 0x3c, !PT
    STG.E [R2], R0
    BAR.SYNC.DEFER_BLOCKING R5, R5
    LDC.64 R2, c[0x0][0x210]
    IMAD.WIDE R2, R6, 0x4, R2
    LDG.E R7, [R2]
    BAR.SYNC.DEFER_BLOCKING 0x0
    IADD3 R7, R7, 0x64, RZ
    STG.E [R2], R7
    EXIT
  )",
                out, 64),
            "");
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i + 100);
}

TEST(Machine, BarrierObjectInSharedMemory) {
  // Thread 0 makes a barrier for 64 arrivals (2^20 - 64 = 0xfffc0); everybody
  // arrives and waits for the phase; then the word of another warp is there.
  std::vector<uint32_t> out(64, 0);
  EXPECT_EQ(run(std::string(kAddress) + R"(
    ISETP.NE.AND P0, PT, R0, RZ, PT
    UMOV UR6, 0x400
    @P0 BRA ready
    UMOV UR4, 0x1fff80
    UMOV UR5, 0x7ffe0000
    SYNCS.EXCH.64 URZ, [UR6], UR4
    ready:
    BAR.SYNC.DEFER_BLOCKING 0x0
    LOP3.LUT R6, R0, 0x3f, RZ, 0x3c, !PT
    STG.E [R2], R0
    SYNCS.ARRIVE.TRANS64.A1T0 R8, [UR6], RZ
    wait:
    SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR6], R9
    @!P0 BRA wait
    LDC.64 R2, c[0x0][0x210]
    IMAD.WIDE R4, R6, 0x4, R2
    LDG.E R7, [R4]
    IADD3 R7, R7, R6, RZ
    BAR.SYNC.DEFER_BLOCKING 0x0
    STG.E [R4], R7
    EXIT
  )",
                out, 64),
            "");
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], 2 * i);
}

TEST(Machine, ClusterOfOneBlock) {
  std::vector<uint32_t> out(64, 0);
  EXPECT_EQ(run(std::string(kAddress) + R"(
    STG.E [R2], R0
    UCGABAR_ARV
    UCGABAR_WAIT
    LOP3.LUT R6, R0, 0x3f, RZ, 0x3c, !PT
    LDC.64 R2, c[0x0][0x210]
    IMAD.WIDE R4, R6, 0x4, R2
    LDG.E R7, [R4]
    UCGABAR_ARV
    UCGABAR_WAIT
    STG.E [R4], RZ
    UCGABAR_ARV
    UCGABAR_WAIT
    IMAD.WIDE R4, R0, 0x4, R2
    STG.E [R4], R7
    EXIT
  )",
                out, 64),
            "");
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], 63 - i);
}

TEST(Machine, ConstantsAndSpecialRegisters) {
  std::vector<uint32_t> out = resultsOfLanes(std::string(kAddress) + R"(
    LDC R4, c[0x0][0x0]
    LDC R5, c[0x0][0xc]
    S2R R6, SR_LANEID
    S2R R7, SR_LTMASK
    POPC R7, R7
    IADD3 R4, R4, R5, RZ
    IADD3 R4, R4, R6, -R7
    STG.E [R2], R4
    EXIT
  )");
  for (uint32_t v : out)
    EXPECT_EQ(v, 33u);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(MachineErrors, OutOfBounds) {
  std::vector<uint32_t> out(31, 0);
  std::string error = run(std::string(kAddress) + "STG.E [R2], R0\nEXIT", out);
  EXPECT_TRUE(contains(error, "access of 4 bytes at global address"));
  EXPECT_TRUE(
      contains(error, "0 bytes past the end of the buffer (124 bytes)"));
  EXPECT_TRUE(contains(error, "thread (31,0,0) of block (0,0,0)"));
  EXPECT_TRUE(contains(error, "at k+0x30 (STG.E [R2], R0)")) << error;
}

TEST(MachineErrors, Misaligned) {
  std::vector<uint32_t> out(32, 0);
  std::string error =
      run(std::string(kAddress) + "STG.E [R2+0x2], R0\nEXIT", out);
  EXPECT_TRUE(contains(error, "misaligned access of 4 bytes")) << error;
}

TEST(MachineErrors, SharedBounds) {
  std::vector<uint32_t> out(1, 0);
  // The first 0x400 bytes belong to the system.
  std::string error = run("LDS R0, [RZ]\nEXIT", out);
  EXPECT_TRUE(contains(error, "at shared address 0x0, outside")) << error;
  error = run("LDS R0, [RZ+0x800]\nEXIT", out);
  EXPECT_TRUE(contains(error, "at shared address 0x800, outside")) << error;
  EXPECT_EQ(run("LDS R0, [RZ+0x7fc]\nEXIT", out), "");
}

TEST(Machine, SharedMemoryEndsAtAMultipleOfSixteenBytes) {
  using namespace ptxmlir::exec;
  Program program = assemble("LDS.128 R4, [0x7f0]\nEXIT");
  program.kernels[0].sharedBytes = 0x400 + 1020;
  GlobalMemory memory;
  LaunchConfig config;
  config.params.resize(8);
  EXPECT_FALSE(bool(Machine(program, memory).run(program.kernels[0], config)));
  program.kernels[0].sharedBytes = 0x400 + 1008;
  llvm::Error error = Machine(program, memory).run(program.kernels[0], config);
  EXPECT_TRUE(contains(llvm::toString(std::move(error)), "outside the block"));
}

TEST(MachineErrors, ConstantBounds) {
  std::vector<uint32_t> out(1, 0);
  std::string error = run("LDC R0, c[0x3][0x10]\nEXIT", out);
  EXPECT_TRUE(contains(error, "outside the constant bank")) << error;
}

TEST(MachineErrors, RunsOffTheEnd) {
  std::vector<uint32_t> out(1, 0);
  EXPECT_TRUE(contains(run("NOP", out), "left the code"));
}

TEST(MachineErrors, InstructionLimit) {
  std::vector<uint32_t> out(1, 0);
  std::string error = run("again:\nBRA again", out, 32, 1, 1000);
  EXPECT_TRUE(contains(error, "stopped after 1000 warp instructions"));
}

TEST(MachineErrors, Deadlock) {
  std::vector<uint32_t> out(1, 0);
  // One warp of two expects 96 threads.
  std::string error = run("BAR.SYNC.DEFER_BLOCKING 0x1, 0x60\nEXIT", out, 64);
  EXPECT_TRUE(contains(error, "deadlock")) << error;
  EXPECT_TRUE(contains(error, "warp 1 lanes")) << error;
  EXPECT_TRUE(contains(error, "waits at CTA barrier 1")) << error;
}

TEST(MachineErrors, UnknownInstruction) {
  ptxmlir::exec::Program program;
  program.appendWords({ptxmlir::isa::Word{0x123, 0x456}});
  ptxmlir::exec::Kernel k;
  k.name = "k";
  k.codeBytes = 16;
  program.kernels.push_back(k);
  ptxmlir::exec::GlobalMemory memory;
  ptxmlir::exec::Machine machine(program, memory);
  std::string error = llvm::toString(machine.run(program.kernels[0], {}));
  EXPECT_TRUE(contains(error, "unknown instruction")) << error;
  EXPECT_TRUE(contains(error, "0000000000000456'0000000000000123")) << error;
}

TEST(MachineErrors, Trap) {
  std::vector<uint32_t> out(1, 0);
  EXPECT_TRUE(contains(run("BPT.TRAP 0x1\nEXIT", out), "trap"));
}
