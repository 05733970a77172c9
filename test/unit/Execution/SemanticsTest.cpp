//===- SemanticsTest.cpp - Meanings of single instructions ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Single instructions against numbers worked out by hand, and that every record
// has a meaning for every modifier.
//
//===----------------------------------------------------------------------===//

#include "Assemble.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include <cmath>
#include <random>

using namespace ptxmlir;
using namespace ptxmlir::isa::sem;
using isa::Opcode;

namespace {
using Result = Out<HostDomain>;

/// Runs the instruction of some assembly text on values for a, b, c and the
/// predicates; its register operands only choose the form.
Result evalOn(unsigned sm, llvm::StringRef text, uint64_t a = 0, uint64_t b = 0,
              uint64_t c = 0, bool pp = true, bool pq = true, bool pr = true) {
  std::string error;
  auto inst = sass::parseInst(text, sm, error);
  BoundOp op;
  if (!inst || !bindPure(inst->opcode, inst->mods, op, &error)) {
    ADD_FAILURE() << text.str() << ": " << error;
    return {};
  }
  return evaluate(op, {a, b, c, pp, pq, pr});
}
Result eval(llvm::StringRef text, uint64_t a = 0, uint64_t b = 0,
            uint64_t c = 0, bool pp = true, bool pq = true, bool pr = true) {
  return evalOn(90, text, a, b, c, pp, pq, pr);
}
uint64_t bits(double v) {
  uint64_t b;
  memcpy(&b, &v, 8);
  return b;
}
} // namespace

TEST(Semantics, EveryHandlerFitsItsRecord) {
  // A meaning that asks for a modifier that its record lacks is an error of
  // ours.
  unsigned known = 0;
  for (const isa::InstDesc &desc : isa::getAllInsts()) {
    BoundOp op;
    std::string error;
    known += bindPure(desc.opcode, desc.defaultMods, op, &error);
    EXPECT_EQ(error, "") << desc.name;
  }
  EXPECT_GT(known, 60u);
}

TEST(Semantics, EveryModifierHasAMeaning) {
  // A meaning that never asks for a modifier would compute something else in
  // silence: binding such an instruction fails, and no record has one.
  unsigned values = 0;
  for (const isa::InstDesc &desc : isa::getAllInsts()) {
    BoundOp op;
    if (!bindPure(desc.opcode, desc.defaultMods, op))
      continue;
    for (const isa::ModDesc &mod : desc.mods)
      for (uint64_t v = 0; v < std::min<uint64_t>(mod.field.mask() + 1, 64);
           ++v) {
        std::string error;
        bindPure(desc.opcode, mod.field.set(desc.defaultMods, v), op, &error);
        ++values;
        EXPECT_EQ(error.find("has no meaning for modifier"), std::string::npos)
            << error;
      }
  }
  EXPECT_GT(values, 1000u);
}

TEST(Semantics, EveryBinderFitsItsRecord) {
  // The same for the handlers of the machine: slots and modifiers have the
  // names that the records give them.
  unsigned bound = 0;
  for (const isa::InstDesc &desc : isa::getAllInsts()) {
    isa::Inst inst;
    inst.opcode = desc.opcode;
    inst.mods = desc.defaultMods;
    for (size_t i = 0; i < desc.slots.size(); ++i) {
      inst.ops[i].kind = desc.slots[i].kind;
      bool predicate = inst.ops[i].kind == isa::Operand::P ||
                       inst.ops[i].kind == isa::Operand::UP;
      inst.ops[i].reg = predicate ? 7 : isa::RZ;
    }
    exec::Program program;
    program.append(inst);
    bound += program.unsupported.empty();
    for (auto &entry : program.unsupported)
      EXPECT_EQ(entry.second.find("record "), std::string::npos)
          << desc.name << ": " << entry.second;
  }
  EXPECT_GT(bound, 120u);
}

TEST(Semantics, AddWithCarries) {
  Result r = eval("IADD3 R0, P0, P1, R1, R2, R3", 0xffffffff, 0xffffffff, 3);
  EXPECT_EQ(r.d, 1u);
  EXPECT_TRUE(r.pu && r.pv);
  // a - b without borrow carries.
  EXPECT_TRUE(eval("IADD3 R0, P0, PT, R1, -R2, RZ", 5, 5).pu);
  EXPECT_FALSE(eval("IADD3 R0, P0, PT, R1, -R2, RZ", 5, 6).pu);
  // .X: a + ~b + carry.
  EXPECT_EQ(eval("IADD3.X R0, R1, ~R2, RZ, P0, !PT", 5, 3, 0, true, false).d,
            2u);
}

TEST(Semantics, Multiply) {
  EXPECT_EQ(eval("IMAD.WIDE R0, R1, R2, R4", 0xffffffff, 5, 3).d, uint64_t(-2));
  EXPECT_EQ(eval("IMAD.WIDE.U32 R0, R1, R2, R4", 0xffffffff, 5, 0).d,
            0x4fffffffbu);
  EXPECT_EQ(eval("IMAD.HI.U32 R0, R1, R2, R4", 0x80000000, 6, 0).d, 3u);
  EXPECT_EQ(eval("IMAD R0, R1, R2, -R4", 7, 6, 2).d, 40u);
}

TEST(Semantics, Shifts) {
  EXPECT_EQ(eval("SHF.L.U32 R0, R1, R2, RZ", 1, 32).d, 0u);
  EXPECT_EQ(eval("SHF.L.W.U32.HI R0, R1, R2, R3", 0x80000000, 33, 5).d, 11u);
  EXPECT_EQ(eval("SHF.R.S32.HI R0, RZ, R2, R3", 0, 40, 0x80000000).d,
            0xffffffffu);
  EXPECT_EQ(eval("SHF.R.U64 R0, R1, R2, R3", 0, 36, 0x50).d, 5u);
  EXPECT_EQ(eval("SHF.L.U64.HI R0, R1, R2, R3", 0x80000000, 1, 1).d, 3u);
}

TEST(Semantics, Logic) {
  EXPECT_EQ(eval("LOP3.LUT R0, R1, R2, R3, 0x96, !PT", 12, 10, 9).d,
            12u ^ 10 ^ 9);
  EXPECT_EQ(eval("LOP3.LUT R0, R1, R2, R3, 0xe8, !PT", 12, 10, 9).d, 8u);
  EXPECT_FALSE(
      eval("LOP3.LUT P0, RZ, R1, R2, RZ, 0xc0, !PT", 1, 2, 0, false).pu);
  EXPECT_EQ(eval("PRMT R0, R1, R2, R3", 0x44332211, 0x7c05, 0x88776655).d,
            0x88001166u);
  EXPECT_EQ(eval("PRMT R0, R1, R2, R3", 0x00800000, 0xa, 0).d & 0xff, 0xffu);
  EXPECT_EQ(eval("SGXT R0, R1, R2", 0x1f, 4).d, 0xffffffffu);
  EXPECT_EQ(eval("SGXT.U32 R0, R1, R2", 0x1f, 4).d, 15u);
  EXPECT_EQ(eval("BMSK R0, R1, R2", 4, 8).d, 0xff0u);
  EXPECT_EQ(eval("FLO.U32 R0, R1", 0, 0x00f0).d, 7u);
  EXPECT_EQ(eval("FLO R0, R1", 0, 0xfffffff0).d, 3u);
  EXPECT_EQ(eval("FLO.U32 R0, R1", 0, 0).d, 0xffffffffu);
  EXPECT_EQ(eval("BREV R0, R1", 0, 1).d, 0x80000000u);
  EXPECT_TRUE(
      eval("PLOP3.LUT P0, PT, P1, P2, P3, 0x80, 0x0", 0, 0, 0, 1, 1, 1).pu);
}

TEST(Semantics, Compare) {
  EXPECT_TRUE(eval("ISETP.LT.AND P0, PT, R1, R2, PT", 0xffffffff, 1).pu);
  EXPECT_FALSE(eval("ISETP.LT.U32.AND P0, PT, R1, R2, PT", 0xffffffff, 1).pu);
  // The low words decide where the high words are equal.
  auto high = "ISETP.GE.U32.AND.EX P0, PT, R1, R2, PT, P1";
  EXPECT_FALSE(eval(high, 3, 3, 0, true, true, false).pu);
  EXPECT_TRUE(eval(high, 3, 3, 0, true, true, true).pu);
  EXPECT_TRUE(eval(high, 4, 3, 0, true, true, false).pu);
  EXPECT_EQ(eval("VIMNMX R0, R1, R2, PT", 0xffffffff, 1).d, 0xffffffffu);
  EXPECT_EQ(eval("VIMNMX.U32 R0, R1, R2, PT", 0xffffffff, 1).d, 1u);
}

TEST(Semantics, Float) {
  uint32_t one = 0x3f800000, inf = 0x7f800000;
  EXPECT_EQ(eval("FADD R0, R1, -R2", one, 0x33800000).d, 0x3f7fffffu);
  EXPECT_EQ(eval("FADD.RP R0, R1, R2", one, 1).d, 0x3f800001u);
  EXPECT_EQ(eval("FADD.SAT R0, R1, R2", one, one).d, one);
  EXPECT_EQ(eval("FADD.SAT R0, R1, -R2", inf, inf).d, 0u);
  EXPECT_EQ(eval("FADD R0, R1, -R2", inf, inf).d, 0x7fffffffu);
  EXPECT_EQ(eval("FADD.FTZ R0, R1, R2", 1, 0x80000001).d, 0u);
  EXPECT_EQ(eval("FMUL.FMZ R0, R1, R2", 0x80000000, inf).d, 0u);
  // -0 is below +0, a NaN loses unless .NAN.
  EXPECT_EQ(eval("FMNMX R0, R1, R2, PT", 0, 0x80000000).d, 0x80000000u);
  EXPECT_EQ(eval("FMNMX R0, R1, R2, PT", 0x7fc00000, one).d, one);
  EXPECT_EQ(eval("FMNMX.NAN R0, R1, R2, PT", 0x7fc00000, one).d, 0x7fffffffu);
  // The sign is that of the product, also where the operands are magnitudes.
  EXPECT_EQ(eval("FMNMX.XORSIGN R0, |R1|, |R2|, PT", 0xbf800000, 0x40000000).d,
            0xbf800000u);
  EXPECT_EQ(eval("FMNMX.XORSIGN R0, |R1|, |R2|, PT", 0xbf800000, 0xc0000000).d,
            one);
  EXPECT_EQ(eval("HMNMX2.XORSIGN R0, |R1|, |R2|, PT", 0xbc003c00, 0x40004000).d,
            0xbc003c00u);
  EXPECT_TRUE(eval("FSETP.NEU.AND P0, PT, R1, R2, PT", 0x7fc00000, one).pu);
  EXPECT_FALSE(eval("FSETP.NE.AND P0, PT, R1, R2, PT", 0x7fc00000, one).pu);
  EXPECT_TRUE(eval("FCHK P0, R1, R2", one, 1).pu);
  EXPECT_FALSE(eval("FCHK P0, R1, R2", one, 0x40400000).pu);
}

TEST(Semantics, HalfOfAPairIsNegated) {
  const uint64_t ones = 0x3f8000003f800000, onesAndTwo = 0x400000003f800000;
  auto add = [&](llvm::StringRef b, uint64_t value) {
    std::string text = "FADD2 R0, R2.F32x2.HI_LO, " + b.str();
    return evalOn(100, text, ones, value).d;
  };
  EXPECT_EQ(add("R4.F32x2.HI_LO.NP", ones), 0x0000000040000000u);
  EXPECT_EQ(add("-R4.F32x2.HI_LO.NP", ones), 0x4000000000000000u);
  // The lane counts, not the word that it takes.
  EXPECT_EQ(add("R4.F32x2.LO_HI.NP", onesAndTwo), 0x0000000040400000u);
  EXPECT_EQ(add("|R4|.F32x2.HI_LO.NP", ones | 1ull << 63 | 1ull << 31),
            0x0000000040000000u);
}

/// IADD of sm_120 says what IADD3 says without a third source.
TEST(Semantics, SumOfTwo) {
  const uint64_t values[] = {0, 1, 5, 6, 0x7fffffff, 0x80000000, 0xffffffff};
  struct Pair {
    const char *two, *three;
  };
  const Pair pairs[] = {
      {"IADD R0, P0, R1, R2", "IADD3 R0, P0, PT, R1, R2, RZ"},
      {"IADD R0, P0, R1, -R2", "IADD3 R0, P0, PT, R1, -R2, RZ"},
      {"IADD R0, P0, -R1, R2", "IADD3 R0, P0, PT, -R1, R2, RZ"},
      {"IADD.X R0, P0, R1, R2, P3", "IADD3.X R0, P0, PT, R1, R2, RZ, P3, !PT"},
      {"IADD.X R0, P0, ~R1, R2, P3",
       "IADD3.X R0, P0, PT, ~R1, R2, RZ, P3, !PT"}};
  for (const Pair &pair : pairs)
    for (uint64_t a : values)
      for (uint64_t b : values)
        for (bool carry : {false, true}) {
          Result two = evalOn(120, pair.two, a, b, 99, carry, true);
          Result three = evalOn(120, pair.three, a, b, 0, carry, false);
          EXPECT_EQ(two.d, three.d) << pair.two << " " << a << " " << b;
          EXPECT_EQ(two.pu, three.pu) << pair.two << " " << a << " " << b;
        }
  EXPECT_EQ(evalOn(120, "IADD R0, R1, -R2", 3, 5).d, 0xfffffffeu);
  EXPECT_TRUE(evalOn(120, "IADD R0, P0, R1, R2", 0xffffffff, 1).pu);
}

TEST(Semantics, Double) {
  EXPECT_EQ(eval("DADD R0, R2, R4", bits(1), bits(2)).d, bits(3));
  EXPECT_EQ(eval("DFMA R0, R2, R4, -R6", bits(3), bits(4), bits(5)).d, bits(7));
  EXPECT_EQ(eval("DADD.RM R0, R2, -R4", bits(1), bits(1)).d, bits(-0.0));
  EXPECT_TRUE(eval("DSETP.GT.AND P0, PT, R2, R4, PT", bits(2), bits(-3)).pu);
  // A minimum takes the number where there is one.
  uint64_t nan = 0x7ff8000000000001;
  EXPECT_TRUE(eval("DSETP.MIN.AND P0, P1, R2, R4, PT", bits(2), nan).pu);
  EXPECT_FALSE(eval("DSETP.MIN.AND P0, P1, R2, R4, PT", nan, bits(2)).pu);
  EXPECT_TRUE(eval("DSETP.MIN.AND P0, P1, R2, R4, PT", nan, nan).pv);
}

TEST(Semantics, Half) {
  EXPECT_EQ(eval("HADD2 R0, R1, R2", 0x3c004000, 0x3c003c00).d, 0x40004200u);
  EXPECT_EQ(eval("HADD2 R0, R1.H0_H0, R2.H1_H1", 0x3c004000, 0x44003c00).d,
            0x46004600u);
  EXPECT_EQ(eval("HADD2.F32 R0, -RZ, R2.H0_H0", 0, 0x3c01).d, 0x3f802000u);
  // sm_75 rounds an f32 operand to both halves.
  EXPECT_EQ(evalOn(75, "HADD2 R0, -RZ.H0_H0, R2.F32", 0, 0x3d800000).d,
            0x2c002c00u);
  EXPECT_EQ(evalOn(75, "HADD2.SAT R0, R1.F32, -RZ.H0_H0", 0x40400000, 0).d,
            0x3c003c00u);
  EXPECT_EQ(eval("HFMA2 R0, R1, R2, R3", 0x3c004200, 0x40004000, 0x3c003c00).d,
            0x42004700u);
  EXPECT_EQ(eval("HMUL2.BF16_V2 R0, R1, R2", 0x3f804000, 0x40403f80).d,
            0x40404000u);
}

TEST(Semantics, Conversions) {
  EXPECT_EQ(eval("F2I.TRUNC.NTZ R0, R1", 0, 0xc0200000).d, uint64_t(-2));
  EXPECT_EQ(eval("F2I.NTZ R0, R1", 0, 0x40200000).d, 2u);
  EXPECT_EQ(eval("F2I.TRUNC.NTZ R0, R1", 0, 0x7fc00000).d, 0u);
  EXPECT_EQ(eval("F2I.U32.TRUNC.NTZ R0, R1", 0, 0xbf800000).d, 0u);
  EXPECT_EQ(eval("F2I.F64.TRUNC R0, R2", 0, 0x7ff8000000000000).d, 0x80000000u);
  EXPECT_EQ(eval("F2I.S64.TRUNC R0, R2", 0, 0x7f800000).d, 0x7fffffffffffffffu);
  EXPECT_EQ(eval("I2F.RP R0, R1", 0, 0x7fffffff).d, 0x4f000000u);
  EXPECT_EQ(eval("I2FP.F32.S32.RZ R0, R1", 0, 0x7fffffff).d, 0x4effffffu);
  EXPECT_EQ(eval("F2F.F32.F64 R0, R2", 0, bits(0.1)).d, 0x3dcccccdu);
  EXPECT_EQ(eval("F2FP.F16.F32.PACK_AB R0, R1, R2", 0x3f800000, 0x40000000).d,
            0x3c004000u);
  // Of one source, below the low half of c.
  EXPECT_EQ(eval("F2FP.SATFINITE.BF16.F32.MERGE_C R0, R2, R3", 0, 0x7f800000,
                 0x12345678)
                .d,
            0x56787f7fu);
  EXPECT_EQ(
      eval("F2FP.RELU.F16.F32.MERGE_C R0, R2, R3", 0, 0x3f800000, 0x12345678).d,
      0x56783c00u);
  EXPECT_EQ(eval("F2FP.SATFINITE.E4M3.F16.UNPACK_B_MERGE_C R0, R2, R3", 0,
                 0x7c00bc00, 0x12345678)
                .d,
            0x56787eb8u);
  EXPECT_EQ(eval("F2FP.SATFINITE.RELU.E5M2.F16.UNPACK_B_MERGE_C R0, R2, R3", 0,
                 0x7c00bc00, 0x12345678)
                .d,
            0x56787b00u);
  EXPECT_EQ(eval("F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C R0, R1, R2, R3",
                 0x3f800000, 0x40000000, 0x12345678)
                .d,
            0x56783840u);
  // Bytes of two elements go up by one byte.
  EXPECT_EQ(evalOn(100,
                   "F2FP.SATFINITE.E2M1.F32.PACK_AB_MERGE_C R0, R1, R2, R3",
                   0x3f800000, 0x40000000, 0x12345678)
                .d,
            0x34567824u);
  // 300 above 2.5 (ties to even), below the lower half of c.
  EXPECT_EQ(
      eval("F2IP.U8.F32.NTZ R0, R1, R2, R3", 0x43960000, 0x40200000, 0x12345678)
          .d,
      0x5678ff02u);
  EXPECT_EQ(eval("F2IP.S8.F32.TRUNC.NTZ R0, R1, R2, R3.H1", 0xc3960000,
                 0x7fc00000, 0x12345678)
                .d,
            0x12348000u);
  EXPECT_EQ(eval("FRND.FLOOR R0, R1", 0, 0xbf000000).d, 0xbf800000u);
  EXPECT_EQ(eval("FRND R0, R1", 0, 0xbf000000).d, 0x80000000u);
}

TEST(Semantics, UpperHalvesOfSources) {
  // `.H1` of each conversion of a float of 16 bits: that of the half alone.
  std::vector<std::string> texts;
  for (const char *to : {"BF16.F16", "F16.BF16", "F64.F16", "F64.BF16"})
    texts.push_back(std::string("F2F.") + to);
  for (const char *from : {"F16", "BF16"}) {
    for (const char *rnd : {"", ".FLOOR", ".CEIL", ".TRUNC"})
      texts.push_back(std::string("FRND.") + from + rnd);
    for (const char *to : {"", "U32.", "S16.", "U16.", "S8.", "S64.", "U64."})
      texts.push_back(std::string("F2I.") + to + from + ".TRUNC.NTZ");
  }
  auto bind = [](const std::string &text, BoundOp &op) {
    std::string error;
    auto inst = sass::parseInst(text, 90, error);
    ASSERT_TRUE(inst) << text << ": " << error;
    ASSERT_TRUE(bindPure(inst->opcode, inst->mods, op, &error)) << error;
  };
  for (const std::string &text : texts)
    for (const char *source : {"R2", "-R2", "|R2|", "UR2"}) {
      BoundOp low, high;
      bind(text + " R0, " + source, low);
      bind(text + " R0, " + source + ".H1", high);
      if (HasFatalFailure())
        return;
      for (uint32_t v = 0; v < 0x10000; ++v)
        ASSERT_EQ(evaluate(high, {0, v << 16 | (v ^ 0x5a5a)}).d,
                  evaluate(low, {0, v | 0x3c000000}).d)
            << text << " " << source << " of " << v;
    }
}

TEST(Semantics, ImmediateUpperWordOfULEA) {
  // The high word of (c:a) << 23, plus b.
  EXPECT_EQ(eval("ULEA.HI UR4, UR4, UR5, 0x1d5, 0x17", 0x12345678, 7, 0x1d5).d,
            uint32_t((uint64_t(0x1d5) << 32 | 0x12345678) << 23 >> 32) + 7);
}

TEST(Semantics, SpecialFunctions) {
  auto mufu = [](MufuOp op, uint32_t x) { return mufu32(op, x); };
  uint32_t one = 0x3f800000, inf = 0x7f800000, nan = 0x7fffffff;
  EXPECT_EQ(mufu(MufuOp::RCP, 0x40000000), 0x3f000000u);
  EXPECT_EQ(mufu(MufuOp::RCP, 1), inf);         // subnormal input
  EXPECT_EQ(mufu(MufuOp::RCP, 0x7f000000), 0u); // subnormal result
  EXPECT_EQ(mufu(MufuOp::RSQ, 0x80000000), 0xff800000u);
  EXPECT_EQ(mufu(MufuOp::SQRT, 0xbf800000), nan);
  EXPECT_EQ(mufu(MufuOp::EX2, 0), one);
  EXPECT_EQ(mufu(MufuOp::EX2, 0xff800000), 0u);
  EXPECT_EQ(mufu(MufuOp::LG2, 0), 0xff800000u);
  EXPECT_EQ(mufu(MufuOp::SIN, 0x3e800000), one); // a quarter turn
  EXPECT_EQ(mufu(MufuOp::COS, 0x3e800000) & 0x7fffffff, 0u);
  EXPECT_EQ(mufu(MufuOp::SIN, inf), nan);
  EXPECT_EQ(mufu(MufuOp::TANH, 1), 1u);
  EXPECT_EQ(mufu64h(MufuOp::RCP64H, 0x40000000), 0x3fe00000u);
  EXPECT_EQ(mufu64h(MufuOp::RCP64H, 0), 0x7ff00000u);
}

TEST(Semantics, SpecialFunctionsThatAreOff) {
  std::mt19937_64 random(7);
  auto value = [](uint32_t bits) {
    float f;
    memcpy(&f, &bits, 4);
    return (long double)f;
  };
  struct Case {
    MufuOp op;
    uint32_t low, high; ///< arguments
    long double (*exact)(long double);
    long double relative, absolute;
  };
  constexpr long double turn = 6.283185307179586476925286766559L;
  static const Case cases[] = {
      {MufuOp::RCP, 0x01000000, 0x7e000000, [](long double x) { return 1 / x; },
       0x1p-23L, 0},
      {MufuOp::RSQ, 0x00800000, 0x7f000000,
       [](long double x) { return 1 / std::sqrt(x); }, 0x1.13p-23L, 0},
      {MufuOp::SQRT, 0x00800000, 0x7f000000,
       [](long double x) { return std::sqrt(x); }, 0x1p-23L, 0},
      {MufuOp::EX2, 0x3d000000, 0x42f00000,
       [](long double x) { return std::exp2(x); }, 0x1p-23L, 0},
      {MufuOp::LG2, 0x3f000001, 0x3fffffff,
       [](long double x) { return std::log2(x); }, 0, 0x1p-22L},
      {MufuOp::LG2, 0x40000000, 0x7f000000,
       [](long double x) { return std::log2(x); }, 0x1p-22L, 0},
      {MufuOp::SIN, 0x3a000000, 0x3f800000,
       [](long double x) { return std::sin(x * turn); }, 0, 0x1p-22L},
      {MufuOp::COS, 0x3a000000, 0x3f800000,
       [](long double x) { return std::cos(x * turn); }, 0, 0x1p-22L},
      {MufuOp::TANH, 0x3a000000, 0x41000000,
       [](long double x) { return std::tanh(x); }, 0x1p-11L, 0},
  };
  for (const Case &c : cases) {
    unsigned below = 0, above = 0;
    for (unsigned k = 0; k < 2000; ++k) {
      uint32_t x = c.low + uint32_t(random() % (c.high - c.low));
      long double exact = c.exact(value(x));
      long double bound = c.absolute + c.relative * std::fabs(exact);
      for (double part : {-1.0, -0.3, 0.0, 0.6, 1.0}) {
        long double off = value(mufuApart(c.op, Fmt::F32, x, part)) - exact;
        // The host's double is not exact, either.
        EXPECT_LE(std::fabs(off), bound * (1 + 0x1p-20L))
            << unsigned(c.op) << " of " << x;
        below += part == -1 && off < -bound / 4;
        above += part == 1 && off > bound / 4;
      }
      EXPECT_EQ(mufuApart(c.op, Fmt::F32, x, 0), mufu32(c.op, x));
    }
    // Both ends are reached where the format lets them.
    EXPECT_GT(below, 1000u) << unsigned(c.op);
    EXPECT_GT(above, 1000u) << unsigned(c.op);
  }
  // What the tables of the ISA say stays.
  for (MufuOp op : {MufuOp::COS, MufuOp::SIN, MufuOp::EX2, MufuOp::LG2,
                    MufuOp::RCP, MufuOp::RSQ, MufuOp::SQRT, MufuOp::TANH})
    for (uint32_t x : {0u, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u})
      EXPECT_EQ(mufuApart(op, Fmt::F32, x, 1), mufu32(op, x));
  // The high word of a double: its last bit at most.
  for (unsigned k = 0; k < 1000; ++k) {
    uint32_t x = 0x3ff00000 + uint32_t(random() % 0x100000);
    int32_t off = int32_t(mufuApart(MufuOp::RCP64H, Fmt::F32, x, 1) -
                          mufu64h(MufuOp::RCP64H, x));
    EXPECT_TRUE(off == 0 || off == 1 || off == 2) << off;
  }
}

TEST(Semantics, AllLanesAtOnceAsOneByOne) {
  // The loops for whole warps, of every vector unit that there is here, against
  // lane after lane: every instruction, many modifiers, edges and random words.
  std::mt19937_64 random(5);
  static const uint32_t edges[] = {
      0,          1,          0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000,
      0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x807fffff, 0x7f7fffff};
  auto word = [&]() -> uint32_t {
    uint64_t v = random();
    return v & 1 ? edges[v / 2 % std::size(edges)] : uint32_t(v >> 32);
  };
  unsigned compared = 0;
  for (const isa::InstDesc &desc : isa::getAllInsts())
    for (unsigned round = 0; round < 60; ++round) {
      uint64_t mods = desc.defaultMods;
      for (const isa::ModDesc &m : desc.mods) {
        if (random() % 3)
          continue;
        uint64_t v = random() & m.field.mask();
        if (!m.values.empty())
          v = m.values[v % m.values.size()].value;
        mods = m.field.set(mods, v);
      }
      for (auto unit :
           {VectorUnit::Any, VectorUnit::AVX2, VectorUnit::AVX512}) {
        BoundOp op;
        if (unit > vectorUnit() || !bindPure(desc.opcode, mods, op, {}, unit))
          continue;
        uint32_t in[6][32], low[2][32], high[2][32];
        for (auto &row : in)
          for (uint32_t &v : row)
            v = word();
        LaneArgs args[2];
        for (unsigned k : {0, 1}) {
          args[k] = {{in[0], in[1], 1},
                     {in[2], in[3], round & 1},
                     {in[4], in[5], round & 2 ? 1u : 0u},
                     word(),
                     word(),
                     word(),
                     low[k],
                     high[k],
                     0,
                     0,
                     ~0u};
          if (k) {
            args[1].pp = args[0].pp;
            args[1].pq = args[0].pq;
            args[1].pr = args[0].pr;
          }
          (k ? op.runWarp : op.run)(op.state, args[k]);
        }
        ASSERT_EQ(memcmp(low[0], low[1], sizeof(low[0])), 0)
            << desc.name << " " << mods << " unit " << int(unit);
        ASSERT_EQ(memcmp(high[0], high[1], sizeof(high[0])), 0)
            << desc.name << " " << mods << " unit " << int(unit);
        ASSERT_EQ(args[0].pu, args[1].pu) << desc.name << " " << mods;
        ASSERT_EQ(args[0].pv, args[1].pv) << desc.name << " " << mods;
        ++compared;
      }
    }
  EXPECT_GT(compared, 4000u);
}
