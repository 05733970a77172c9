//===- MemorySpacesTest.cpp - Which memory an instruction accesses --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list has every instruction that accesses memory, by what the name of the
// instruction and the PTX instructions that become it say; no prefix of a name
// decides.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace ptxmlir::isa;
using llvm::StringRef;

namespace {

/// Spaces by their letters: global, shared, local, constant, tensor.
uint8_t parseSpaces(StringRef letters) {
  uint8_t spaces = 0;
  for (char letter : letters)
    spaces |= letter == 'g'   ? GlobalMemory
              : letter == 's' ? SharedMemory
              : letter == 'l' ? LocalMemory
              : letter == 'c' ? ConstantMemory
                              : TensorMemory;
  return spaces;
}

struct Expected {
  const char *reads, *writes;
  bool orders;
  std::initializer_list<const char *> records;
};

const Expected kExpected[] = {
    {"g", "", false, {"LDG", "LDG_256", "LDGMC", "LDGMC_F"}},
    {"", "g", false, {"STG", "STG_256"}},
    {"g", "g", false, {"ATOMG", "ATOMG_F", "ATOMG_CAS", "RED", "RED_F"}},
    {"s", "", false, {"LDS", "LDSM", "LDSM_8"}},
    {"", "s", false, {"STS", "STSM", "STSM_8"}},
    {"s", "s", false, {"ATOMS", "ATOMS_CAS", "ATOMS_CAST", "ATOMS_POPC_INC"}},
    {"l", "", false, {"LDL"}},
    {"", "l", false, {"STL"}},
    {"gsl", "", false, {"LD"}},
    {"", "gsl", false, {"ST"}},
    {"gsl", "gsl", false, {"ATOM", "ATOM_F", "ATOM_CAS"}},
    {"c", "", false, {"LDC", "LDCU", "ULDC"}},
    {"g", "s", false, {"LDGSTS", "LDGSTS_UR"}},
    // Textures and surfaces.
    {"g",
     "",
     false,
     {"TEX", "TEX_SCR", "TLD", "TLD_SCR", "TLD4", "TLD4_SCR", "TXD_1D",
      "TXD_2D", "TXD_ARRAY_1D", "TXD_ARRAY_2D", "TXQ", "TMML", "SULD_D"}},
    {"", "g", false, {"SUST_D", "SUST_P"}},
    {"g", "g", false, {"SURED_D", "SUATOM_D", "SUATOM_CAS"}},
    // Operands of warp groups, tensor memory.
    {"s",
     "",
     false,
     {"BGMMA", "BGMMA_R", "HGMMA", "HGMMA_R", "HGMMA_SP", "HGMMA_SP_R",
      "HGMMA_TF32", "HGMMA_TF32_R", "HGMMA_SP_TF32", "HGMMA_SP_TF32_R", "IGMMA",
      "IGMMA_R", "IGMMA_SP", "IGMMA_SP_R", "QGMMA", "QGMMA_R", "QGMMA_SP",
      "QGMMA_SP_R"}},
    {"st",
     "t",
     false,
     {"UTCHMMA", "UTCHMMA_T", "UTCHMMA_WS", "UTCHMMA_WS_T", "UTCIMMA",
      "UTCIMMA_T", "UTCIMMA_WS", "UTCIMMA_WS_T", "UTCOMMA", "UTCOMMA_T",
      "UTCQMMA", "UTCQMMA_T", "UTCQMMA_WS", "UTCQMMA_WS_T", "UTCQMMA_SF",
      "UTCQMMA_SF_T"}},
    {"s", "t", false, {"UTCCP"}},
    {"t", "t", false, {"UTCSHIFT", "UTCATOMSWS", "UTCATOMSWS_FIND"}},
    {"t", "", false, {"LDTM", "LDTM_STAT"}},
    {"", "t", false, {"STTM"}},
    // What others wait for, or that waits for others.
    {"gslt",
     "gslt",
     true,
     {"BAR", "BAR_R", "MEMBAR", "UCGABAR_ARV", "UCGABAR_WAIT"}},
    {"s",
     "s",
     true,
     {"SYNCS_ARRIVE", "SYNCS_PHASECHK", "SYNCS_EXCH", "SYNCS_CCTL",
      "SYNCS_CCTL_ALL", "ARRIVES", "ATOMS_ARRIVE", "UTCBAR", "REDAS"}},
    {"gsl", "gsl", true, {"ATOM_ARRIVE"}},
    {"", "s", true, {"STAS", "UMEMSETS", "UGETNEXTWORKID"}},
    {"g", "g", true, {"UREDGR"}},
    {"", "g", true, {"USTGR"}},
    {"gs", "gs", true, {"UBLKCP", "UBLKRED"}},
    {"g", "s", true, {"UTMALDG", "UTMALDG_GATHER4"}},
    {"gs", "g", true, {"UTMASTG", "UTMASTG_SCATTER4", "UTMAREDG"}},
    {"g", "", true, {"UBLKPF", "UTMAPF", "UTMAPF_GATHER4", "UTMACCTL"}},
};

TEST(MemorySpaces, AreThoseOfTheList) {
  llvm::StringSet<> listed;
  for (const Expected &expected : kExpected) {
    for (StringRef name : expected.records) {
      Opcode opcode = findOpcode(name);
      ASSERT_NE(opcode, Opcode::Count) << name.str();
      const InstDesc &desc = getDesc(opcode);
      EXPECT_EQ(desc.readSpaces, parseSpaces(expected.reads)) << name.str();
      EXPECT_EQ(desc.writtenSpaces, parseSpaces(expected.writes)) << name.str();
      EXPECT_EQ(desc.is(OrdersMemory), expected.orders) << name.str();
      EXPECT_TRUE(listed.insert(name).second) << name.str();
    }
  }
  for (unsigned i = 0; i != unsigned(Opcode::Count); ++i) {
    const InstDesc &desc = getDesc(Opcode(i));
    EXPECT_EQ(desc.is(ReadsMemory), desc.readSpaces != 0) << desc.name;
    EXPECT_EQ(desc.is(WritesMemory), desc.writtenSpaces != 0) << desc.name;
    if (!listed.contains(desc.name)) {
      EXPECT_EQ(desc.spaces(), 0) << desc.name;
      EXPECT_FALSE(desc.is(OrdersMemory)) << desc.name;
    }
  }
}

} // namespace
