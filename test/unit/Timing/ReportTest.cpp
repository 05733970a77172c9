//===- ReportTest.cpp - The three forms of a profile ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That printed profiles add up, in each form, and that a launch that cannot run
// is an error.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "llvm/Support/JSON.h"

using namespace ptxmlir;
using namespace ptxmlir::test;
using timing::Stall;

namespace {

/// A loop of three turns around a load, for every form.
Measured sample() {
  Config config;
  config.threads = 64;
  return measure("LDC.64 R2, c[0x0][0x210] {stall:2, wr:0}\n"
                 "MOV R4, 0x3 {stall:5}\n"
                 "top:\n"
                 "LDG.E R5, [R2] {stall:2, wr:1, wait:0b000001}\n"
                 "FADD R6, R5, R6 {stall:4, wait:0b000010}\n"
                 "IADD3 R4, R4, -0x1, RZ {stall:4}\n"
                 "ISETP.NE.AND P0, PT, R4, RZ, PT {stall:13, yield}\n"
                 "@P0 BRA top {stall:5}\n"
                 "EXIT {stall:5}\n"
                 "NOP {stall:1}\n",
                 config);
}

template <typename Print> std::string textOf(const Measured &m, Print print) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(m.program, m.profile, os);
  return text;
}

bool contains(const std::string &text, llvm::StringRef part) {
  return llvm::StringRef(text).contains(part);
}

TEST(Report, JSONAddsUp) {
  Measured m = sample();
  auto value = llvm::json::parse(textOf(m, timing::printJSON));
  ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
  const llvm::json::Object &o = *value->getAsObject();
  EXPECT_EQ(o.getString("kernel"), "k");
  EXPECT_EQ(o.getString("target"), "sm_90");
  EXPECT_EQ(o.getInteger("cycles"), int64_t(m.cycles()));
  // Two warps, 2 + 3 * 5 + 1 instructions each.
  EXPECT_EQ(o.getInteger("issued"), 2 * 18);
  int64_t warpCycles = *o.getInteger("warp_cycles"), sum = 0, inBlocks = 0;
  for (const auto &stall : *o.getObject("stalls"))
    sum += *stall.second.getAsInteger();
  EXPECT_EQ(sum, warpCycles);
  const llvm::json::Array &insts = *o.getArray("instructions");
  ASSERT_EQ(insts.size(), 8u); // the NOP is never executed
  sum = 0;
  for (const llvm::json::Value &v : insts) {
    const llvm::json::Object &inst = *v.getAsObject();
    int64_t ofInst = 0;
    for (const auto &stall : *inst.getObject("stalls"))
      ofInst += *stall.second.getAsInteger();
    EXPECT_EQ(ofInst, inst.getInteger("warp_cycles"));
    sum += ofInst;
  }
  EXPECT_EQ(sum, warpCycles);
  const llvm::json::Object &load = *insts[2].getAsObject();
  EXPECT_EQ(load.getInteger("address"), 0x20);
  EXPECT_EQ(load.getInteger("issued"), 6);
  EXPECT_EQ(load.getInteger("threads"), 6 * 32);
  // Prologue, loop, end.
  const llvm::json::Array &blocks = *o.getArray("blocks");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[1].getAsObject()->getInteger("executions"), 6);
  for (const llvm::json::Value &b : blocks)
    inBlocks += *b.getAsObject()->getInteger("warp_cycles");
  EXPECT_EQ(inBlocks, warpCycles);
  EXPECT_EQ(o.getArray("cta_times")->size(), 1u);
  EXPECT_EQ(o.getObject("occupancy")->getInteger("warps_per_cta"), 2);
  EXPECT_TRUE(o.getObject("bounds")->getInteger("chain"));
}

TEST(Report, Table) {
  Measured m = sample();
  std::string text = textOf(m, timing::printTable);
  for (const char *part :
       {"kernel k on sm_90 (H200 SXM, 1 SMs at 1980 MHz)", "occupancy ",
        "limited by", "lower bounds", "  issue ",
        "busiest pipe: ", "longest chain", "achieved", "warp states",
        "long_scoreboard", "executions", "  0020-0060 ", "CTA  "})
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
  EXPECT_TRUE(contains(text, "cycles " + std::to_string(m.cycles())));
  EXPECT_FALSE(contains(text, "force"));
}

TEST(Report, Listing) {
  Measured m = sample();
  std::string text = textOf(m, timing::printListing);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  auto lineOf = [&](llvm::StringRef part) {
    for (llvm::StringRef line : lines)
      if (line.contains(part))
        return line.str();
    return std::string();
  };
  // What waits for the load says so; nothing is said of what never waits.
  std::string add = lineOf("FADD");
  EXPECT_TRUE(contains(add, "/*0030*/")) << text;
  EXPECT_TRUE(contains(add, "// long_scoreboard 9")) << add;
  EXPECT_EQ(add.find(std::to_string(m.profile.insts[3].total())),
            add.find_first_not_of(' '))
      << add;
  // Never executed: a line without numbers.
  EXPECT_TRUE(contains(lineOf("NOP"), ".")) << text;
  EXPECT_FALSE(contains(lineOf("NOP"), "%"));
}

/// A kernel that needs more than an SM has is an error, not a division by zero.
TEST(Report, NothingFits) {
  Config config;
  config.registers = 255;
  exec::Program program = assemble("EXIT {stall:5}\n", config);
  exec::GlobalMemory memory;
  exec::LaunchConfig launch;
  launch.block[0] = 1024; // 32 warps of 8192 registers
  launch.params.resize(8);
  exec::Machine machine(program, memory);
  auto profile =
      timing::profile(machine, program, program.kernels[0], launch, {});
  ASSERT_FALSE(bool(profile));
  EXPECT_EQ(llvm::toString(profile.takeError()),
            "no block fits an SM, because of its registers");
}

/// A fault of the run is the profile's error.
TEST(Report, Fault) {
  Config config;
  exec::Program program = assemble(
      "MOV R4, RZ {stall:5}\nLDS R4, [R4] {stall:1}\nEXIT {stall:5}\n", config);
  exec::GlobalMemory memory;
  exec::LaunchConfig launch;
  launch.params.resize(8);
  exec::Machine machine(program, memory);
  auto profile =
      timing::profile(machine, program, program.kernels[0], launch, {});
  ASSERT_FALSE(bool(profile));
  EXPECT_TRUE(contains(llvm::toString(profile.takeError()), "outside"));
}

} // namespace
