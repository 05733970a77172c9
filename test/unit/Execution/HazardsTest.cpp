//===- HazardsTest.cpp - Control fields of code that runs -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dynamic checker on a program that is right and on the same with one
// control field missing.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Hazards.h"
#include "Assemble.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using sass::Hazard;

namespace {

/// The hazards of a run of one warp.
std::vector<ExecutedHazard> hazardsOf(llvm::StringRef text) {
  Program program = assemble(text);
  GlobalMemory memory;
  LaunchConfig config;
  config.block[0] = 32;
  config.params.resize(8);
  uint64_t at = memory.allocate(128, "the buffer");
  memcpy(config.params.data(), &at, 8);
  Machine machine(program, memory);
  HazardObserver observer(program);
  machine.setObserver(&observer);
  EXPECT_EQ(llvm::toString(machine.run(program.kernels[0], config)), "");
  return observer.findings();
}

void expectOne(llvm::StringRef text, Hazard::Kind kind, unsigned producer,
               unsigned consumer) {
  std::vector<ExecutedHazard> found = hazardsOf(text);
  ASSERT_EQ(found.size(), 1u) << text.str();
  EXPECT_EQ(found[0].hazard.kind, kind) << found[0].hazard.message();
  EXPECT_EQ(found[0].hazard.producer, producer);
  EXPECT_EQ(found[0].hazard.consumer, consumer);
}

/// The text without one of its parts.
std::string without(llvm::StringRef text, llvm::StringRef part) {
  auto [before, after] = text.split(part);
  EXPECT_LT(before.size(), text.size()) << part.str();
  return (before + after).str();
}

} // namespace

TEST(ExecutedHazards, FixedLatencies) {
  // R1 is there after 4 cycles; R2 may be overwritten 2 after it was read.
  EXPECT_TRUE(hazardsOf(R"(
    MOV R2, 0x1 {stall:15}
    IADD3 R1, R2, 0x1, RZ {stall:4}
    IADD3 R3, R1, 0x1, RZ {stall:2}
    MOV R1, RZ {stall:5}
    EXIT {stall:5}
  )")
                  .empty());
  expectOne(R"(
    MOV R2, 0x1 {stall:15}
    IADD3 R1, R2, 0x1, RZ {stall:3}
    IADD3 R3, R1, 0x1, RZ {stall:5}
    EXIT {stall:5}
  )",
            Hazard::ReadTooEarly, 1, 2);
  expectOne(R"(
    MOV R2, 0x1 {stall:15}
    IADD3 R3, R2, 0x1, RZ {stall:1}
    MOV R2, RZ {stall:5}
    EXIT {stall:5}
  )",
            Hazard::OverwriteTooEarly, 1, 2);
}

TEST(ExecutedHazards, Barriers) {
  const char waits[] = R"(
    MOV R2, RZ {stall:15}
    MUFU.RCP R1, R2 {stall:2, wr:0, rd:1}
    MOV R2, 0x1 {stall:5, wait:0b000010}
    IADD3 R3, R1, 0x1, RZ {stall:5, wait:0b000001}
    EXIT {stall:5}
  )";
  EXPECT_TRUE(hazardsOf(waits).empty());
  expectOne(without(waits, ", wait:0b000001"), Hazard::ReadNotWaited, 1, 3);
  expectOne(without(waits, ", wait:0b000010"), Hazard::OverwriteNotWaited, 1,
            2);
}

TEST(ExecutedHazards, WaitForRegisters) {
  // A wait for USETMAXREG takes as long as what was issued before it.
  const char waits[] = R"(
    MOV R2, RZ {stall:15}
    IADD3 R1, R2, 0x1, RZ {stall:1}
    USETMAXREG.DEALLOC.CTAPOOL 0x28 {stall:1, wr:0}
    NOP {stall:1}
    IADD3 R3, R1, 0x1, RZ {stall:5, wait:0b000001}
    EXIT {stall:5}
  )";
  EXPECT_TRUE(hazardsOf(waits).empty());
  expectOne(without(waits, ", wait:0b000001"), Hazard::ReadTooEarly, 1, 4);
}
