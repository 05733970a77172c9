//===- FormsTest.cpp - opcode texts against the instruction table ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opcode texts with their modifiers, right and wrong, and that every form of
// the table finds itself again.
//
//===----------------------------------------------------------------------===//

#include "InstForms.h"
#include <gtest/gtest.h>

using namespace ptxmlir::ptx;

namespace {
class FormsTest : public ::testing::Test {
protected:
  void SetUp() override { forms.setTarget(83, 90, "sm_90"); }
  InstForms forms;
};
} // namespace

TEST_F(FormsTest, ModifiersInAnyOrder) {
  const InstForm &a = forms.get("add.rn.ftz.f32");
  const InstForm &b = forms.get("add.ftz.rn.f32");
  EXPECT_EQ(a.error, "");
  EXPECT_EQ(a.mods, b.mods);
  EXPECT_EQ(AddModifiers::unpack(a.mods).rounding, Rounding::Rn);
  EXPECT_EQ(AddModifiers::unpack(a.mods).dataType, DataType::F32);
  EXPECT_EQ(AddModifiers::unpack(a.mods).pack(), a.mods);
}

TEST_F(FormsTest, TypesAreOrdered) {
  auto mods = CvtModifiers::unpack(forms.get("cvt.rzi.s32.f32").mods);
  EXPECT_EQ(mods.dataType, DataType::S32);
  EXPECT_EQ(mods.srcType, DataType::F32);
}

TEST_F(FormsTest, LongestMnemonic) {
  EXPECT_EQ(forms.get("bar.warp.sync").opcode, Opcode::BarWarp);
  EXPECT_EQ(forms.get("bar.sync").opcode, Opcode::Bar);
  EXPECT_EQ(forms.get("cvt.pack.sat.u8.s32.b32").opcode, Opcode::CvtPack);
  EXPECT_EQ(forms.get("bra.uni").special, InstForm::Bra);
}

TEST_F(FormsTest, Aliases) {
  auto plain = LdModifiers::unpack(forms.get("ld.shared.u32").mods);
  auto cta = LdModifiers::unpack(forms.get("ld.weak.shared::cta.u32").mods);
  EXPECT_EQ(plain.space, Space::Shared);
  EXPECT_EQ(plain.pack(), cta.pack());
}

TEST_F(FormsTest, Widths) {
  const InstForm &wide = forms.get("mul.wide.u16");
  EXPECT_EQ(wide.dsts[0].width, 32u);
  EXPECT_EQ(wide.srcs[0].width, 16u);
  const InstForm &load = forms.get("ld.global.v4.u8");
  EXPECT_EQ(load.dsts[0].count, 4u);
  EXPECT_EQ(load.dsts[0].width, 16u);
  EXPECT_TRUE(load.dsts[0].relaxed);
  const InstForm &mma =
      forms.get("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
  EXPECT_EQ(mma.error, "");
  EXPECT_EQ(mma.dsts[0].count, 4u);
  EXPECT_EQ(mma.srcs[0].count, 4u);
  EXPECT_EQ(mma.srcs[1].count, 2u);
  EXPECT_EQ(mma.srcs[2].count, 4u);
}

TEST_F(FormsTest, Errors) {
  EXPECT_NE(forms.get("frob.u32").error, "");
  EXPECT_NE(forms.get("add.sat.u32").error, "");
  EXPECT_NE(forms.get("add.u32.u32").error, "");
  EXPECT_NE(forms.get("cvt.f32.f64").error, "");
  EXPECT_NE(forms.get("setmaxnreg.inc.sync.aligned.u32").error, "");
  EXPECT_EQ(forms.get("redux.sync.add.s32").error, "");
}

// Every form that the table allows finds itself again.
TEST_F(FormsTest, TableIsConsistent) {
  for (unsigned i = 0; i < kNumOpcodes; ++i) {
    const InstInfo &info = getInstInfo(Opcode(i));
    EXPECT_EQ(lookupMnemonic(info.mnemonic()), Opcode(i));
    for (const FormInfo &form : info.forms()) {
      int64_t mods = 0;
      llvm::ArrayRef<uint64_t> masks = info.masks(form);
      for (unsigned s = 0; s < info.numSlots; ++s) {
        const SlotInfo &slot = info.slots()[s];
        if (slot.enumIndex < 0)
          continue;
        unsigned value = 0;
        while (!(masks[s] >> value & 1))
          ++value;
        mods |= int64_t(value) << slot.offset;
      }
      std::string name = info.mnemonic().str();
      // An old spelling is one of today with the modifier that it means.
      if (form.meansValue) {
        EXPECT_EQ(addMeaning(info, mods, 90, 90), mods) << name;
        int64_t meant = addMeaning(info, mods, form.minPTX, form.minSM);
        EXPECT_NE(meant, mods) << name;
        EXPECT_EQ(removeMeaning(info, meant, form.minPTX, form.minSM), mods)
            << name;
        mods = meant;
      }
      EXPECT_NE(matchForm(info, mods), nullptr) << name;
    }
  }
}
