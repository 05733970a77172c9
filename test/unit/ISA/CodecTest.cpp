//===- CodecTest.cpp - Encoder and decoder --------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every form there and back, and words of ptxas with their parts by hand.
//
//===----------------------------------------------------------------------===//

#include "RandomInst.h"
#include "TableChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <string>

using namespace ptxmlir::isa;

namespace {

/// Every form of every instruction comes back from its word as it was.
TEST(Codec, EveryFormRoundTrips) {
  for (unsigned sm : {75u, 80u, 86u, 89u, 90u, 100u, 120u}) {
    RandomInsts insts(sm, /*seed=*/1);
    for (const FormDesc *form : insts.forms()) {
      const char *name = getDesc(form->inst).name;
      for (int i = 0; i < 8; ++i) {
        std::optional<Inst> inst = insts.make(*form);
        ASSERT_TRUE(inst) << name << ", form " << int(form->index)
                          << " has no legal instruction on sm_" << sm;
        std::string error;
        std::optional<Word> word = encode(*inst, sm, &error);
        ASSERT_TRUE(word) << error << ", form " << int(form->index) << ", sm_"
                          << sm;
        std::optional<Inst> again = decode(*word, sm);
        ASSERT_TRUE(again) << name << ", form " << int(form->index);
        EXPECT_TRUE(*again == *inst)
            << name << ", form " << int(form->index) << " came back as "
            << getDesc(again->opcode).name << ", form " << int(again->form);
      }
    }
  }
}

/// Setting a bit that no field names makes the decode fail, or another
/// instruction; it is never lost.
TEST(Codec, NoBitIsLost) {
  RandomInsts insts(90, /*seed=*/2);
  for (const FormDesc *form : insts.forms()) {
    const char *name = getDesc(form->inst).name;
    Word word = *encode(*insts.make(*form), 90);
    for (unsigned bit = 0; bit < 128; ++bit) {
      Word other = word;
      (bit < 64 ? other.lo : other.hi) ^= uint64_t(1) << (bit % 64);
      std::optional<Inst> inst = decode(other, 90);
      if (!inst)
        continue;
      std::optional<Word> again = encode(*inst, 90);
      ASSERT_TRUE(again) << name << " bit " << bit;
      EXPECT_TRUE(*again == other) << name << " bit " << bit;
    }
  }
}

TEST(Codec, OpcodesAreFoundByName) {
  for (const InstDesc &desc : getAllInsts())
    EXPECT_EQ(findOpcode(desc.name), desc.opcode);
  EXPECT_EQ(findOpcode("NO_SUCH_OPCODE"), Opcode::Count);
  EXPECT_EQ(findOpcode(""), Opcode::Count);
}

// Words that ptxas 13.0.88 made.

TEST(Codec, IADD3) {
  // IADD3 R12, P0, R8, R7, RZ
  std::optional<Inst> inst =
      decode({0x00000007080c7210, 0x003fde0007f1e0ff}, 90);
  ASSERT_TRUE(inst);
  EXPECT_EQ(inst->opcode, Opcode::IADD3);
  EXPECT_EQ(inst->guard, PT);
  EXPECT_TRUE(inst->ops[IADD3::kD] == Operand::r(12));
  EXPECT_TRUE(inst->ops[IADD3::kPu] == Operand::p(0));
  EXPECT_TRUE(inst->ops[IADD3::kPv] == Operand::p(PT));
  EXPECT_TRUE(inst->ops[IADD3::kA] == Operand::r(8));
  EXPECT_TRUE(inst->ops[IADD3::kB] == Operand::r(7));
  EXPECT_TRUE(inst->ops[IADD3::kC] == Operand::r(RZ));
  EXPECT_EQ(inst->mods, IADD3::kDefaultMods);
  EXPECT_EQ(inst->control.stall, 15);
  EXPECT_TRUE(inst->control.yield);
  EXPECT_EQ(inst->control.writeBarrier, 7);
  EXPECT_EQ(inst->control.waitMask, 3);
}

TEST(Codec, GlobalAccess) {
  // LDG.E.CONSTANT R7, desc[UR4][R12.64]
  std::optional<Inst> inst =
      decode({0x000000040c077981, 0x00321e000c1e9900}, 90);
  ASSERT_TRUE(inst);
  ASSERT_EQ(inst->opcode, Opcode::LDG);
  EXPECT_EQ(LDG::order.get(inst->mods), uint64_t(MemOrder::Constant));
  EXPECT_EQ(LDG::desc.get(inst->mods), 1u);
  EXPECT_TRUE(inst->ops[LDG::kUr] == Operand::ur(4));
  EXPECT_TRUE(inst->ops[LDG::kPp] == Operand::p(PT));
  EXPECT_EQ(slotWidth(getDesc(Opcode::LDG), LDG::kD, inst->mods), 1u);
  EXPECT_EQ(slotWidth(getDesc(Opcode::LDG), LDG::kAddr, inst->mods), 2u);
  inst->mods = LDG::type.set(inst->mods, uint64_t(MemType::B128));
  EXPECT_EQ(slotWidth(getDesc(Opcode::LDG), LDG::kD, inst->mods), 4u);

  llvm::SmallVector<RegRange> reads, writes;
  collectRegs(*inst, reads, writes);
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].first, 7);
  EXPECT_EQ(writes[0].count, 4);
  ASSERT_EQ(reads.size(), 2u);
  EXPECT_EQ(reads[0].file, Operand::R);
  EXPECT_EQ(reads[0].count, 2);
  EXPECT_EQ(reads[1].file, Operand::UR);
}

/// The offsets of a fetch from an array are in the register of its index: ptxas
/// keeps the derivatives in the next one.
TEST(Codec, OffsetsBesideTheIndexOfAnArray) {
  // TXD.AOFFI R8, R6, R6, R8, UR4, ARRAY_1D
  std::optional<Inst> inst =
      decode({0x81ff040806067f6c, 0x000f6200081e0f08}, 100);
  ASSERT_TRUE(inst);
  ASSERT_EQ(inst->opcode, Opcode::TXD_ARRAY_1D);
  const InstDesc &array = getDesc(Opcode::TXD_ARRAY_1D);
  EXPECT_EQ(TXD_ARRAY_1D::aoffi.get(inst->mods), 1u);
  EXPECT_EQ(slotWidth(array, TXD_ARRAY_1D::kA, inst->mods), 2u);
  // TXD.AOFFI R8, R4, R4, R8, UR4, ARRAY_2D
  inst = decode({0xa1ff040804047f6c, 0x001f6200081e0f08}, 100);
  ASSERT_TRUE(inst);
  ASSERT_EQ(inst->opcode, Opcode::TXD_ARRAY_2D);
  EXPECT_EQ(
      slotWidth(getDesc(Opcode::TXD_ARRAY_2D), TXD_ARRAY_2D::kA, inst->mods),
      3u);
  // Without an array they have a register of their own.
  const InstDesc &line = getDesc(Opcode::TXD_1D);
  EXPECT_EQ(slotWidth(line, TXD_1D::kA, line.defaultMods), 1u);
  EXPECT_EQ(slotWidth(line, TXD_1D::kA, TXD_1D::aoffi.set(line.defaultMods, 1)),
            2u);
}

/// With a in registers the lower half of the four registers of descriptors is
/// not read: ptxas keeps other values there.
TEST(Codec, DescriptorOfFactorInSharedMemory) {
  // HGMMA.64x256x16.F16 R24, R88, gdesc[UR4], R24, UP0, gsb0
  std::optional<Inst> inst =
      decode({0x03e0000458187df0, 0x000fe2000b800018}, 90);
  ASSERT_TRUE(inst);
  ASSERT_EQ(inst->opcode, Opcode::HGMMA_R);
  EXPECT_EQ(slotWidth(getDesc(Opcode::HGMMA_R), HGMMA_R::kDesc, inst->mods),
            4u);
  llvm::SmallVector<RegRange> reads, writes;
  collectRegs(*inst, reads, writes);
  auto desc = llvm::find_if(
      reads, [](const RegRange &read) { return read.file == Operand::UR; });
  ASSERT_NE(desc, reads.end());
  EXPECT_EQ(desc->first, 6);
  EXPECT_EQ(desc->count, 2);
}

/// A source of a packed operation that is one f32 for both lanes is a single
/// register.
TEST(Codec, PackedSources) {
  // FMUL2 R16, R9.reuse.F32, R6.F32x2.LO_HI
  std::optional<Inst> inst =
      decode({0x000000060910724a, 0x040fe40000840000}, 100);
  ASSERT_TRUE(inst);
  ASSERT_EQ(inst->opcode, Opcode::FMUL2);
  llvm::SmallVector<RegRange> reads, writes;
  collectRegs(*inst, reads, writes);
  ASSERT_EQ(reads.size(), 2u);
  EXPECT_EQ(reads[0].first, 9);
  EXPECT_EQ(reads[0].count, 1);
  EXPECT_EQ(reads[1].first, 6);
  EXPECT_EQ(reads[1].count, 2);
  inst->mods = FMUL2::aSel.set(inst->mods, uint64_t(PairSel::HI_LO));
  reads.clear();
  writes.clear();
  collectRegs(*inst, reads, writes);
  EXPECT_EQ(reads[0].count, 2);
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].count, 2);
}

/// Four bits become eight: two registers of one.
TEST(Codec, WidenedMatrix) {
  // MOVM.U4TO8.M832 R8, R5
  std::optional<Inst> inst =
      decode({0x000000000508723a, 0x0000620000004800}, 100);
  ASSERT_TRUE(inst);
  ASSERT_EQ(inst->opcode, Opcode::MOVM);
  llvm::SmallVector<RegRange> reads, writes;
  collectRegs(*inst, reads, writes);
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].first, 8);
  EXPECT_EQ(writes[0].count, 2);
  ASSERT_EQ(reads.size(), 1u);
  EXPECT_EQ(reads[0].count, 1);
  // MOVM.16.MT88 R11, R11
  inst = decode({0x000000000b0b723a, 0x000e220000000000}, 100);
  ASSERT_TRUE(inst);
  writes.clear();
  collectRegs(*inst, reads, writes);
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].count, 1);
}

/// The predicates of a mask are accessed, too.
TEST(Codec, PredicatesOfAMask) {
  Inst inst;
  inst.opcode = Opcode::P2R;
  inst.mods = getDesc(Opcode::P2R).defaultMods;
  inst.ops[P2R::kD] = Operand::r(4);
  inst.ops[P2R::kA] = Operand::r(RZ);
  inst.ops[P2R::kB] = Operand::imm(0x42);
  llvm::SmallVector<RegRange> reads, writes;
  collectAllRegs(inst, reads, writes);
  ASSERT_EQ(reads.size(), 2u);
  EXPECT_EQ(reads[0].file, Operand::P);
  EXPECT_EQ(reads[0].first, 1);
  EXPECT_EQ(reads[1].first, 6);
  EXPECT_EQ(reads[1].slot, P2R::kB);
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].file, Operand::R);
}

/// Values have the numbers of the SM in the word, and the same ones in the
/// Inst.
TEST(Codec, ValuesThatChanged) {
  Inst load;
  load.opcode = Opcode::LDG;
  load.mods = LDG::order.set(LDG::kDefaultMods, uint64_t(MemOrder::StrongGPU));
  load.ops[LDG::kD] = Operand::r(4);
  load.ops[LDG::kAddr] = Operand::r(2);
  Word old = *encode(load, 75), current = *encode(load, 80);
  EXPECT_EQ(old.hi >> (77 - 64) & 15, 10u);
  EXPECT_EQ(current.hi >> (77 - 64) & 15, 7u);
  EXPECT_EQ(LDG::order.get(decode(old, 75)->mods),
            uint64_t(MemOrder::StrongGPU));
  // A number that the SM does not have.
  old.hi ^= uint64_t(10 ^ 5) << (77 - 64);
  EXPECT_FALSE(decode(old, 75));
  load.mods = LDG::order.set(load.mods, uint64_t(MemOrder::StrongGPUPrivate));
  std::string error;
  EXPECT_FALSE(encode(load, 75, &error));
  EXPECT_NE(error.find("'order'"), std::string::npos) << error;
}

/// Offsets of 256-bit accesses are stored in units of 32.
TEST(Codec, AlignedOffset) {
  Inst load;
  load.opcode = Opcode::LDG_256;
  load.mods = LDG_256::offset.set(LDG_256::kDefaultMods, 64);
  load.ops[LDG_256::kD] = Operand::r(4);
  load.ops[LDG_256::kD2] = Operand::r(8);
  load.ops[LDG_256::kAddr] = Operand::r(2);
  EXPECT_TRUE(encode(load, 100));
  load.mods = LDG_256::offset.set(load.mods, 68);
  EXPECT_FALSE(encode(load, 100));
}

TEST(Codec, BranchDistance) {
  // BRA to 0x30 before the next instruction.
  Inst inst;
  inst.opcode = Opcode::BRA;
  inst.mods = BRA::kDefaultMods;
  inst.ops[BRA::kTarget] = Operand::label(-0x30);
  for (unsigned sm : {75u, 90u, 120u}) {
    std::optional<Word> word = encode(inst, sm);
    ASSERT_TRUE(word);
    std::optional<Inst> again = decode(*word, sm);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->ops[BRA::kTarget].value, -0x30);
  }
  std::string error;
  inst.ops[BRA::kTarget] = Operand::label(2);
  EXPECT_FALSE(encode(inst, 90, &error));
  EXPECT_EQ(error, "BRA: operand 'target' is not aligned as its field needs");
}

TEST(Codec, UniformRegisters) {
  // URZ is 255 in an Inst and 63 in a word before sm_100.
  Inst inst;
  inst.opcode = Opcode::MOV;
  inst.mods = MOV::kDefaultMods;
  inst.ops[MOV::kD] = Operand::r(4);
  inst.ops[MOV::kB] = Operand::ur(URZ);
  std::optional<Word> narrow = encode(inst, 90), wide = encode(inst, 100);
  ASSERT_TRUE(narrow && wide);
  EXPECT_EQ(narrow->lo >> 32, 63u);
  EXPECT_EQ(wide->lo >> 32, 255u);
  EXPECT_TRUE(decode(*narrow, 90)->ops[MOV::kB] == Operand::ur(URZ));
  EXPECT_TRUE(decode(*narrow, 100)->ops[MOV::kB] == Operand::ur(63));
  EXPECT_FALSE(decode(*wide, 90));
  inst.ops[MOV::kB] = Operand::ur(70);
  std::string error;
  EXPECT_FALSE(encode(inst, 90, &error));
  EXPECT_EQ(error, "MOV: operand 'b' is no uniform register of this SM");
  EXPECT_TRUE(encode(inst, 100));
}

TEST(Codec, FormsFollowOperandKinds) {
  Inst inst;
  inst.opcode = Opcode::IADD3;
  inst.mods = IADD3::kDefaultMods;
  // Operands that are not given are RZ, PT and !PT.
  std::optional<Word> word = encode(inst, 90);
  ASSERT_TRUE(word);
  EXPECT_EQ(word->lo & 0xfff, 0x210u);
  inst.ops[IADD3::kB] = Operand::imm(-1);
  word = encode(inst, 90);
  ASSERT_TRUE(word);
  EXPECT_EQ(word->lo & 0xfff, 0x810u);
  EXPECT_EQ(decode(*word, 90)->ops[IADD3::kB].value, 0xffffffff);
  inst.ops[IADD3::kB] = Operand::cbank(0, 0x160);
  EXPECT_TRUE(encode(inst, 86));
  // No constant bank operands from sm_90 on.
  EXPECT_FALSE(encode(inst, 90));
  Operand::Kind kinds[] = {Operand::R, Operand::P,  Operand::R,
                           Operand::R, Operand::UR, Operand::P};
  const InstDesc &desc = getDesc(Opcode::IMAD);
  int form = findForm(desc, kinds, 90);
  ASSERT_GE(form, 0);
  EXPECT_EQ(desc.forms[size_t(form)].opcode, 0xe24);
  kinds[IMAD::kA] = Operand::Imm;
  EXPECT_EQ(findForm(desc, kinds, 90), -1);
}

// A value that only some SMs have.
TEST(Codec, ValuesOfSMs) {
  Inst inst;
  inst.opcode = Opcode::S2R;
  inst.mods = S2R::sr.set(S2R::kDefaultMods, uint64_t(SpecialReg::CgaSize));
  inst.ops[S2R::kD] = Operand::r(4);
  std::string error;
  EXPECT_FALSE(encode(inst, 90, &error));
  EXPECT_EQ(error, "S2R: modifier 'sr' has no value 138");
  std::optional<Word> word = encode(inst, 100);
  ASSERT_TRUE(word);
  EXPECT_TRUE(decode(*word, 100));
  EXPECT_FALSE(decode(*word, 90));
}

TEST(Codec, Errors) {
  Inst inst;
  std::string error;
  EXPECT_FALSE(encode(inst, 90, &error));
  EXPECT_EQ(error, "no opcode");
  inst.opcode = Opcode::VIADD;
  EXPECT_FALSE(encode(inst, 80, &error));
  EXPECT_EQ(error, "VIADD: sm_80 has no such instruction form");
  inst.opcode = Opcode::LDS;
  inst.mods = LDS::kDefaultMods;
  inst.control.stall = 16;
  EXPECT_FALSE(encode(inst, 90, &error));
  EXPECT_EQ(error, "LDS: a guard or control field is out of range");
  inst.control.stall = 1;
  inst.mods = LDS::type.set(inst.mods, 7);
  EXPECT_FALSE(encode(inst, 90, &error));
  EXPECT_EQ(error, "LDS: modifier 'type' has no value 7");
  // All ones and all zeros are no instructions.
  EXPECT_FALSE(decode({0, 0}, 90));
  EXPECT_FALSE(decode({~uint64_t(0), ~uint64_t(0)}, 90));
}

/// What sass-tblgen refuses in a record is in no table.
TEST(Codec, TablesAreSound) { EXPECT_EQ(checkTables(getAllInsts()), ""); }

/// The same check finds what it is to find.
TEST(Codec, UnsoundTablesAreFound) {
  const InstDesc &desc = getDesc(Opcode::ISETP);
  std::vector<FormDesc> forms = desc.forms.vec();
  std::vector<PlaceDesc> places = forms[0].places.vec();
  InstDesc changed = desc;
  auto check = [&] {
    forms[0].places = places;
    changed.forms = forms;
    return checkTables(changed);
  };
  EXPECT_EQ(check(), "");
  for (PlaceDesc &p : places) {
    PlaceDesc before = p;
    p.lo = 11;
    EXPECT_NE(check(), "");
    p = before;
    if (p.kind != PlaceKind::Value) {
      ++p.width;
      EXPECT_NE(check(), "");
      p = before;
    }
    if (p.width > 1 && p.kind == PlaceKind::Mod) {
      --p.width;
      EXPECT_NE(check(), "");
      p = before;
    }
  }
  std::vector<RuleDesc> rules = desc.rules.vec();
  rules.push_back(rules[0]);
  changed.rules = rules;
  EXPECT_NE(check(), "");
}

} // namespace
