//===- AsmTest.cpp - Assembly text of instructions ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of the syntax that a list of words and texts does not show: labels,
// ambiguous operands, errors.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "gtest/gtest.h"

using namespace ptxmlir;

static isa::Inst parse(llvm::StringRef text) {
  std::string error;
  std::optional<isa::Inst> inst = sass::parseInst(text, 90, error);
  EXPECT_TRUE(inst) << text.str() << ": " << error;
  return inst.value_or(isa::Inst());
}

static std::string print(const isa::Inst &inst,
                         const sass::PrintOptions &options = {}) {
  std::string text;
  llvm::raw_string_ostream os(text);
  sass::printInst(inst, 90, os, options);
  return text;
}

TEST(SASSText, Parts) {
  isa::Inst inst = parse("@!P0 FADD.FTZ.SAT R4, R2.reuse, -|R3|");
  std::string mnemonic, modifiers, operands, guard;
  llvm::raw_string_ostream a(mnemonic), b(modifiers), c(operands), d(guard);
  sass::printMnemonic(inst, 90, a);
  sass::printModifiers(inst, 90, b);
  sass::printOperands(inst, 90, c);
  sass::printGuard(inst, d);
  EXPECT_EQ(mnemonic, "FADD.FTZ.SAT");
  EXPECT_EQ(modifiers, ".FTZ.SAT");
  EXPECT_EQ(operands, "R4, R2.reuse, -|R3|");
  EXPECT_EQ(guard, "@!P0 ");
}

TEST(SASSText, KnownOpcode) {
  std::string error;
  std::optional<isa::Inst> inst =
      sass::parseInstOf(isa::Opcode::IADD3, "R4, R2, -R3, RZ", 90, error);
  ASSERT_TRUE(inst) << error;
  EXPECT_EQ(print(*inst), "IADD3 R4, R2, -R3, RZ");
  EXPECT_EQ(isa::IADD3::bNeg.get(inst->mods), 1u);
  inst = sass::parseInstOf(isa::Opcode::IADD3, ".X R4, R2, ~R3, RZ, P1, !PT",
                           90, error);
  ASSERT_TRUE(inst) << error;
  EXPECT_EQ(print(*inst), "IADD3.X R4, R2, ~R3, RZ, P1, !PT");
}

TEST(SASSText, Labels) {
  std::string error;
  sass::ParseOptions options;
  options.address = 0x100;
  auto find = [](llvm::StringRef name) -> std::optional<int64_t> {
    if (name == "loop")
      return 0x40;
    return std::nullopt;
  };
  options.labelAddress = find;
  std::optional<isa::Inst> inst =
      sass::parseInst("@P1 BRA loop", 90, error, options);
  ASSERT_TRUE(inst) << error;
  EXPECT_EQ(print(*inst), "@P1 BRA .-0xc0");
  sass::PrintOptions printOptions;
  printOptions.address = 0x100;
  EXPECT_EQ(print(*inst, printOptions), "@P1 BRA 0x40");
  auto name = [](int64_t address) -> std::string {
    return address == 0x40 ? "loop" : "";
  };
  printOptions.labelName = name;
  EXPECT_EQ(print(*inst, printOptions), "@P1 BRA loop");
  EXPECT_EQ(parse("@P1 BRA .-0xc0"), *inst);
  EXPECT_FALSE(sass::parseInst("BRA nowhere", 90, error, options));
  EXPECT_EQ(error, "column 5: no label 'nowhere'");
}

TEST(SASSText, Floats) {
  for (const char *text :
       {"FADD R1, R2, 1.5", "FADD R1, R2, -0.0", "FADD R1, R2, +INF",
        "FADD R1, R2, -QNAN", "FADD R1, R2, 0f7f800001",
        "FADD R1, R2, 1.4012984643248170709e-45",
        "DADD R2, R4, 8.98846567431157953865e+307", "HADD2 R1, R2, 1.5, -2",
        "HADD2.BF16_V2 R1, R2.H0_H0, 0.125, 3",
        "MUFU.RCP64H R1, 3.1415920257568359375"})
    EXPECT_EQ(print(parse(text)), text);
  EXPECT_EQ(print(parse("FADD R1, R2, 0x3fc00000")), "FADD R1, R2, 1.5");
}

// A suffix of an operand stands within the bars for uniform registers only.
TEST(SASSText, Suffixes) {
  for (const char *text :
       {"HADD2 R0, -RZ.H0_H0, -|UR6.H0_H0|", "HADD2 R0, R1, |R2|.H1_H1",
        "MUFU.TANH.BF16 R0, |R1.H1|", "I2F.S16 R0, R1.H1", "I2F.U8 R0, R1.B3"})
    EXPECT_EQ(print(parse(text)), text);
  EXPECT_EQ(parse("HADD2 R0, R1, |UR6|.H0_H0"),
            parse("HADD2 R0, R1, |UR6.H0_H0|"));
}

// The opcodes with and without 64-bit operands share a mnemonic.
TEST(SASSText, SameMnemonic) {
  EXPECT_EQ(parse("F2F.F16.F32 R1, R2").opcode, isa::Opcode::F2F);
  EXPECT_EQ(parse("F2F.F32.F64 R1, R2").opcode, isa::Opcode::F2F_64);
  EXPECT_EQ(parse("F2I.TRUNC R1, R2").opcode, isa::Opcode::F2I);
  EXPECT_EQ(parse("F2I.S64.TRUNC R2, R2").opcode, isa::Opcode::F2I_64);
  EXPECT_EQ(parse("FRND.F64 R2, R2").opcode, isa::Opcode::FRND_64);
}

// Ambiguous optional operands are written out in the full style.
TEST(SASSText, OptionalOperands) {
  isa::Inst inst = parse("IADD3 R1, PT, P2, R3, R4, R5");
  EXPECT_EQ(inst.ops[isa::IADD3::kPu], isa::Operand::p(isa::PT));
  EXPECT_EQ(inst.ops[isa::IADD3::kPv], isa::Operand::p(2));
  EXPECT_EQ(print(inst), "IADD3 R1, PT, P2, R3, R4, R5");
  inst = parse("VOTE.ANY R1, PT, P0");
  EXPECT_EQ(print(inst), "VOTE.ANY R1, PT, P0");
  EXPECT_EQ(print(parse("VOTE.ALL P3, P0")), "VOTE.ALL P3, P0");
}

TEST(SASSText, Control) {
  std::string error;
  isa::Control control;
  ASSERT_TRUE(sass::parseControl("{stall:4, yield, wr:0, wait:0b100001}",
                                 control, error));
  EXPECT_EQ(control.stall, 4);
  EXPECT_TRUE(control.yield);
  EXPECT_EQ(control.writeBarrier, 0);
  EXPECT_EQ(control.readBarrier, 7);
  EXPECT_EQ(control.waitMask, 0x21);
  EXPECT_FALSE(sass::parseControl("{wr:8}", control, error));
  EXPECT_EQ(error, "control field 'wr' cannot be '8'");

  // A reuse bit that no operand shows is kept as a field.
  isa::Inst inst = parse("MOV R1, R2 {reuse:0b001}");
  sass::PrintOptions options;
  options.control = true;
  EXPECT_EQ(print(inst, options), "MOV R1, R2 {reuse:0b001}");
  inst = parse("FADD R1, R2, R3.reuse");
  EXPECT_EQ(inst.control.reuse, 4);
}

// Every record's Asm string compiles.
TEST(SASSText, AllSyntaxes) {
  for (unsigned i = 0; i < unsigned(isa::Opcode::Count); ++i) {
    std::string error;
    sass::parseInstOf(isa::Opcode(i), ".?", 90, error);
    EXPECT_EQ(error.find("Asm:"), std::string::npos) << error;
  }
}
