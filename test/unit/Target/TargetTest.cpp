//===- TargetTest.cpp - Target tables -------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers of the tables that a mistake in a record would change, by hand, and
// the rules of which targets take which code.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/Target.h"
#include "ptx-mlir/Target/Parameters.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace ptxmlir;
using namespace ptxmlir::target;
using isa::SchedClassId;

namespace {

const TargetInfo &get(llvm::StringRef name) {
  const TargetInfo *target = lookupTarget(name);
  EXPECT_NE(target, nullptr) << name.str();
  return *target;
}

TEST(Target, LookUp) {
  EXPECT_EQ(get("sm_90a").sm, 90u);
  EXPECT_STREQ(get("sm_90a").suffix, "a");
  EXPECT_EQ(lookupTarget(90, "a"), lookupTarget("sm_90a"));
  EXPECT_EQ(lookupTarget("sm_70"), nullptr);
  EXPECT_EQ(lookupTarget("sm_90f"), nullptr);
  EXPECT_EQ(lookupTarget("SM_90"), nullptr);
  EXPECT_EQ(getTargets().size(), 23u);
}

TEST(Target, ConstantBank) {
  EXPECT_EQ(get("sm_75").bank->paramBase, 0x160);
  EXPECT_EQ(get("sm_75").bank->memoryDescriptor, -1);
  EXPECT_EQ(get("sm_90").bank->paramBase, 0x210);
  EXPECT_EQ(get("sm_90").bank->memoryDescriptor, 0x208);
  EXPECT_EQ(get("sm_120").bank->paramBase, 0x380);
  EXPECT_EQ(get("sm_120").bank->blockDim, 0x360);
}

TEST(Target, ParamBase) {
  // More bytes than 4352 are elsewhere up to sm_89.
  for (unsigned sm : {75u, 80u, 89u}) {
    EXPECT_EQ(getParamBase(sm, 4352), 0x160u);
    EXPECT_EQ(getParamBase(sm, 4353), 0x1a80u);
  }
  EXPECT_EQ(getParamBase(90, 4353), 0x210u);
  EXPECT_EQ(getParamBase(120, 4353), 0x380u);
  // An image takes no place.
  EXPECT_EQ(getParamBase(75, {0, 8, 8}, {8, 0, 4344}), 0x160u);
  EXPECT_EQ(getParamBase(75, {0, 8, 8}, {8, 0, 4345}), 0x1a80u);
  // Alignments of 64 and 128 bytes: what is aligned for one place, and large by
  // its holes, is not at the other.
  EXPECT_EQ(getParamBase(75, {32}, {4352}), 0x160u);
  EXPECT_EQ(getParamBase(75, {0}, {4353}), 0x1a80u);
  EXPECT_EQ(getParamBase(75, {0, 96}, {40, 4280}), 0x160u);
  EXPECT_EQ(getParamBase(75, {0, 64}, {40, 4289}), 0x1a80u);
  EXPECT_EQ(getParamBase(75, {0, 128, 256}, {8, 128, 4224}), 0x1a80u);
  EXPECT_EQ(getParamBase(90, {0, 112, 240}, {8, 128, 4224}), 0x210u);
}

TEST(Target, Features) {
  EXPECT_TRUE(get("sm_90").has(Feature::DescribedCubins));
  EXPECT_FALSE(get("sm_90").has(Feature::Mercury));
  EXPECT_TRUE(get("sm_120a").has(Feature::Mercury));
  EXPECT_TRUE(get("sm_87").has(Feature::SetsUR2));
  EXPECT_FALSE(get("sm_88").has(Feature::SetsUR2));
  // Of names without code, by number, and of numbers that no target has.
  EXPECT_FALSE(lookupPTXTarget("sm_12")->has(Feature::DoublePrecision));
  EXPECT_TRUE(lookupPTXTarget("sm_13")->has(Feature::DoublePrecision));
  EXPECT_TRUE(getFeatures(82).has(Feature::HiddenDescriptors));
  EXPECT_TRUE(getFeatures(95).has(Feature::DescribedCubins));
  EXPECT_TRUE(getFeatures(130).has(Feature::Mercury));
  EXPECT_FALSE(getFeatures(5).has(Feature::GenericAddresses));
  EXPECT_EQ(getFamily(103), getFamily(100));
  EXPECT_NE(getFamily(110), getFamily(100));
}

// The rules that reproduce ptxas 13.0.88's answer for every pair of names.
TEST(Target, Match) {
  auto match = [](const char *ptx, const char *arch) {
    return matchTarget(get(ptx), get(arch));
  };
  EXPECT_EQ(match("sm_86", "sm_87"), TargetMatch::Compatible);
  EXPECT_EQ(match("sm_90", "sm_90a"), TargetMatch::Compatible);
  EXPECT_EQ(match("sm_89", "sm_120f"), TargetMatch::Compatible);
  EXPECT_EQ(match("sm_90", "sm_89"), TargetMatch::NewerThanArch);
  EXPECT_EQ(match("sm_90a", "sm_100"), TargetMatch::OtherSM);
  EXPECT_EQ(match("sm_90a", "sm_90"), TargetMatch::MissingSuffix);
  EXPECT_EQ(match("sm_90a", "sm_90a"), TargetMatch::Compatible);
  EXPECT_EQ(match("sm_100f", "sm_103"), TargetMatch::Compatible);
  EXPECT_EQ(match("sm_103f", "sm_100"), TargetMatch::NewerThanArch);
  EXPECT_EQ(match("sm_100f", "sm_110"), TargetMatch::OtherFamily);
  EXPECT_EQ(match("sm_100f", "sm_120"), TargetMatch::OtherFamily);
}

TEST(Target, LatenciesSM90) {
  const TargetInfo &t = get("sm_90");
  auto r = [&](SchedClassId from, SchedClassId to) {
    return t.trueLatency(from, to, RegFile::R);
  };
  EXPECT_EQ(r(SchedClassId::ALU, SchedClassId::ALU), 4u);
  EXPECT_EQ(r(SchedClassId::ALU, SchedClassId::FMA), 5u);
  EXPECT_EQ(r(SchedClassId::FMA, SchedClassId::ALU), 5u);
  EXPECT_EQ(r(SchedClassId::FMA, SchedClassId::FMA), 4u);
  EXPECT_EQ(r(SchedClassId::IMADWide, SchedClassId::IMADWide), 6u);
  EXPECT_EQ(r(SchedClassId::FP64, SchedClassId::FP64), 8u);
  EXPECT_EQ(r(SchedClassId::FP64, SchedClassId::ALU), 10u);
  EXPECT_EQ(r(SchedClassId::FP16MMA, SchedClassId::FP16MMA), 8u);
  EXPECT_EQ(r(SchedClassId::ALU, SchedClassId::MUFU), 4u);
  EXPECT_EQ(r(SchedClassId::ALU, SchedClassId::Store), 5u);
  EXPECT_EQ(t.trueLatency(SchedClassId::ALU, SchedClassId::ALU, RegFile::P),
            4u);
  EXPECT_EQ(
      t.trueLatency(SchedClassId::ALU, SchedClassId::ALU, RegFile::P, true),
      13u);
  EXPECT_EQ(
      t.trueLatency(SchedClassId::Uniform, SchedClassId::ALU, RegFile::UR), 6u);
  EXPECT_EQ(
      t.trueLatency(SchedClassId::Uniform, SchedClassId::Store, RegFile::UR),
      9u);
  EXPECT_EQ(t.trueLatency(SchedClassId::R2UR, SchedClassId::ALU, RegFile::UR),
            13u);
  // The low half of a wide product is there earlier.
  const ClassInfo &wide = t.getClass(SchedClassId::IMADWide);
  const ClassInfo &alu = t.getClass(SchedClassId::ALU);
  EXPECT_EQ(t.trueLatency(RegFile::R, t.writePort(wide, RegFile::R, 0, 2),
                          t.readPort(alu, RegFile::R)),
            3u);
}

// What a stall count of 0 in ptxas's code made too small once.
TEST(Target, LatenciesSM75) {
  const TargetInfo &t = get("sm_75");
  EXPECT_EQ(t.trueLatency(SchedClassId::ALU, SchedClassId::ALUDual, RegFile::R),
            4u);
  EXPECT_EQ(t.trueLatency(SchedClassId::FMA, SchedClassId::ALUDual, RegFile::R),
            5u);
  EXPECT_EQ(t.trueLatency(SchedClassId::ALU, SchedClassId::Store, RegFile::R),
            8u);
  EXPECT_EQ(t.trueLatency(SchedClassId::ALUDual, SchedClassId::ALU, RegFile::P,
                          /*asGuard=*/true),
            12u);
}

// The sums and moves of 64 bits are one pipe, comparisons another one.
TEST(Target, LatenciesSM120) {
  const TargetInfo &t = get("sm_120");
  auto r = [&](isa::Opcode from, isa::Opcode to) {
    return t.trueLatency(isa::getDesc(from).sched, isa::getDesc(to).sched,
                         RegFile::R);
  };
  using isa::Opcode;
  for (Opcode op : {Opcode::IADD_64, Opcode::SEL_64, Opcode::MOV_64}) {
    EXPECT_EQ(r(op, Opcode::IADD_64), 4u);
    EXPECT_EQ(r(op, Opcode::SEL_64), 4u);
    EXPECT_EQ(r(op, Opcode::MOV_64), 4u);
    EXPECT_EQ(r(op, Opcode::ISETP_64), 6u);
    EXPECT_EQ(r(op, Opcode::IMNMX_64), 6u);
    EXPECT_EQ(r(op, Opcode::MOV), 6u);
  }
  EXPECT_EQ(r(Opcode::IMNMX_64, Opcode::ISETP_64), 4u);
  EXPECT_EQ(r(Opcode::IMNMX_64, Opcode::IMNMX_64), 4u);
  EXPECT_EQ(r(Opcode::IMNMX_64, Opcode::IADD_64), 6u);
}

TEST(Target, BarrierClasses) {
  EXPECT_FALSE(get("sm_90").getClass(SchedClassId::FP64).writeBarrier);
  // As ptxas 13.4 and later do; what 13.0 has made keeps the fixed latencies.
  EXPECT_TRUE(get("sm_100").getClass(SchedClassId::FP64).writeBarrier);
  EXPECT_TRUE(get("sm_100").getClass(SchedClassId::FP64).optionalBarrier);
  EXPECT_FALSE(get("sm_103").getClass(SchedClassId::FP64).optionalBarrier);
  EXPECT_TRUE(get("sm_100").getClass(SchedClassId::IMMA).optionalBarrier);
  EXPECT_FALSE(get("sm_90").getClass(SchedClassId::IMMA).writeBarrier);
  for (const char *name :
       {"sm_75", "sm_80", "sm_89", "sm_103", "sm_110", "sm_120"})
    EXPECT_TRUE(get(name).getClass(SchedClassId::FP64).writeBarrier) << name;
  EXPECT_TRUE(get("sm_80").getClass(SchedClassId::R2UR).writeBarrier);
  EXPECT_FALSE(get("sm_90").getClass(SchedClassId::R2UR).writeBarrier);
  EXPECT_TRUE(get("sm_75").getClass(SchedClassId::HMMA).writeBarrier);
  for (const TargetInfo &t : getTargets()) {
    EXPECT_TRUE(t.getClass(SchedClassId::Load).writeBarrier);
    EXPECT_TRUE(t.getClass(SchedClassId::Store).readBarrier);
    EXPECT_FALSE(t.getClass(SchedClassId::ALU).writeBarrier);
    EXPECT_EQ(t.getClass(SchedClassId::Control).minStall, 5);
    EXPECT_EQ(t.latencies->maxStall, 15);
  }
}

TEST(Target, Opcodes) {
  const TargetInfo &t = get("sm_90");
  EXPECT_TRUE(t.usesWriteBarrier(isa::Opcode::LDG));
  EXPECT_TRUE(t.needsReadBarrier(isa::Opcode::STG));
  EXPECT_FALSE(t.usesWriteBarrier(isa::Opcode::IADD3));
  EXPECT_TRUE(t.usesWriteBarrier(isa::Opcode::LDTM));
  EXPECT_FALSE(t.needsReadBarrier(isa::Opcode::LDTM));
  EXPECT_EQ(t.minStall(isa::Opcode::EXIT), 5u);
  EXPECT_EQ(t.minStall(isa::Opcode::BSSY), 1u);
}

/// What ptxas 13.0.88 makes of .maxntid and .minnctapersm, for SMs that hold
/// 32, 48 and 64 warps and 16, 24 and 32 blocks.
constexpr unsigned kThreads[] = {32, 96, 128, 192, 256, 384, 512, 768, 1024};
constexpr unsigned kMinCTAs[] = {1, 2, 3, 4, 6, 8, 12, 16, 18, 24, 28, 32, 33};
struct MeasuredLimits {
  std::vector<unsigned> sms;
  std::vector<std::vector<unsigned>> limits; ///< by threads, then blocks
};
const MeasuredLimits kMeasured[] = {
    {{75},
     {{255, 255, 255, 255, 255, 255, 168, 128, 255, 255, 255, 255, 255},
      {255, 255, 168, 168, 96, 80, 255, 255, 255, 255, 255, 255, 255},
      {255, 255, 168, 128, 80, 64, 255, 255, 255, 255, 255, 255, 255},
      {255, 168, 96, 80, 255, 255, 255, 255, 255, 255, 255, 255, 255},
      {255, 128, 80, 64, 255, 255, 255, 255, 255, 255, 255, 255, 255},
      {168, 80, 168, 168, 168, 168, 168, 168, 168, 168, 168, 168, 168},
      {128, 64, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128},
      {80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80},
      {64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64}}},
    {{80, 90, 100, 103},
     {{255, 255, 255, 255, 255, 255, 168, 128, 96, 80, 72, 64, 255},
      {255, 255, 168, 168, 96, 80, 56, 40, 32, 255, 255, 255, 255},
      {255, 255, 168, 128, 80, 64, 40, 32, 255, 255, 255, 255, 255},
      {255, 168, 96, 80, 56, 40, 255, 255, 255, 255, 255, 255, 255},
      {255, 128, 80, 64, 40, 32, 255, 255, 255, 255, 255, 255, 255},
      {168, 80, 56, 40, 168, 168, 168, 168, 168, 168, 168, 168, 168},
      {128, 64, 40, 32, 128, 128, 128, 128, 128, 128, 128, 128, 128},
      {80, 40, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80},
      {64, 32, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64}}},
    {{86, 87, 88},
     {{255, 255, 255, 255, 255, 255, 168, 128, 255, 255, 255, 255, 255},
      {255, 255, 168, 168, 96, 80, 56, 40, 255, 255, 255, 255, 255},
      {255, 255, 168, 128, 80, 64, 40, 255, 255, 255, 255, 255, 255},
      {255, 168, 96, 80, 56, 40, 255, 255, 255, 255, 255, 255, 255},
      {255, 128, 80, 64, 40, 255, 255, 255, 255, 255, 255, 255, 255},
      {168, 80, 56, 40, 168, 168, 168, 168, 168, 168, 168, 168, 168},
      {128, 64, 40, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128},
      {80, 40, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80},
      {64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64}}},
    {{89, 110, 120, 121},
     {{255, 255, 255, 255, 255, 255, 168, 128, 96, 80, 255, 255, 255},
      {255, 255, 168, 168, 96, 80, 56, 40, 255, 255, 255, 255, 255},
      {255, 255, 168, 128, 80, 64, 40, 255, 255, 255, 255, 255, 255},
      {255, 168, 96, 80, 56, 40, 255, 255, 255, 255, 255, 255, 255},
      {255, 128, 80, 64, 40, 255, 255, 255, 255, 255, 255, 255, 255},
      {168, 80, 56, 40, 168, 168, 168, 168, 168, 168, 168, 168, 168},
      {128, 64, 40, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128},
      {80, 40, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80},
      {64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64}}},
};

TEST(Target, RegisterLimitOfEachSM) {
  std::set<unsigned> measured;
  for (const MeasuredLimits &m : kMeasured) {
    for (unsigned sm : m.sms) {
      measured.insert(sm);
      for (auto [i, threads] : llvm::enumerate(kThreads))
        for (auto [k, ctas] : llvm::enumerate(kMinCTAs))
          EXPECT_EQ(computeRegisterLimit(sm, 0, threads, ctas), m.limits[i][k])
              << "sm_" << sm << ", " << threads << " threads, " << ctas
              << " blocks";
    }
  }
  for (const TargetInfo &target : getTargets())
    EXPECT_TRUE(measured.count(target.sm)) << target.name;
}

/// All values observed on ptxas 13.0.88 for sm_90.
TEST(Target, RegisterLimit) {
  EXPECT_EQ(computeRegisterLimit(90, 0, 0, 0), 255u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 0, 4), 255u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 100, 0), 255u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 257, 0), 168u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 512, 0), 128u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 768, 0), 80u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 896, 0), 72u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 1024, 0), 64u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 128, 5), 96u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 33, 9), 96u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 1, 20), 96u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 256, 3), 80u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 128, 17), 255u);
  EXPECT_EQ(computeRegisterLimit(90, 0, 1024, 4), 64u);
  EXPECT_EQ(computeRegisterLimit(90, 40, 256, 0), 40u);
  EXPECT_EQ(computeRegisterLimit(90, 20, 0, 0), 24u);
  EXPECT_EQ(computeRegisterLimit(90, 300, 0, 0), 255u);
}

} // namespace
