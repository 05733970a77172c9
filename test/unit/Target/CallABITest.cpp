//===- CallABITest.cpp - How functions call each other --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places of arguments and preserved registers as they were observed in ptxas's
// code.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/CallABI.h"
#include "gtest/gtest.h"

using namespace ptxmlir::target;

namespace {

// What ptxas 13.0.88 does with a function of these parameters, on sm_90: b32,
// b64, b32, 24 bytes aligned to 8, 12 to 4, b8, 5 to 1, 16 to 16, b16, f64.
TEST(CallABI, Places) {
  uint64_t stack;
  auto places = assignABIPlaces({{4, 4},
                                 {8, 8},
                                 {4, 4},
                                 {24, 8},
                                 {12, 4},
                                 {1, 1},
                                 {5, 1},
                                 {16, 16},
                                 {2, 2},
                                 {8, 8}},
                                stack);
  auto reg = [&](unsigned i) { return places[i].firstRegister.value_or(0); };
  EXPECT_EQ(reg(0), 4u);
  EXPECT_EQ(reg(1), 6u);
  EXPECT_EQ(reg(2), 5u);
  EXPECT_EQ(reg(3), 8u);
  EXPECT_FALSE(places[4].firstRegister);
  EXPECT_EQ(places[4].stackOffset, 0u);
  EXPECT_EQ(reg(5), 14u);
  EXPECT_FALSE(places[6].firstRegister);
  EXPECT_EQ(places[6].stackOffset, 12u);
  EXPECT_FALSE(places[7].firstRegister);
  EXPECT_EQ(places[7].stackOffset, 32u);
  EXPECT_EQ(reg(8), 15u);
  EXPECT_FALSE(places[9].firstRegister);
  EXPECT_EQ(places[9].stackOffset, 48u);
  EXPECT_EQ(stack, 56u);
}

TEST(CallABI, Preserved) {
  RegisterBits own = getCallABI().lostAt(/*isSystem=*/false),
               system = getCallABI().lostAt(/*isSystem=*/true);
  for (unsigned reg : {0, 3, 4, 15, 20, 21, 32, 35, 40, 251})
    EXPECT_TRUE(own[reg]) << reg;
  for (unsigned reg : {1, 16, 19, 22, 31, 36, 39, 44, 255})
    EXPECT_FALSE(own[reg]) << reg;
  for (unsigned reg : {0, 3, 15, 20, 21})
    EXPECT_TRUE(system[reg]) << reg;
  for (unsigned reg : {1, 16, 32, 35, 40})
    EXPECT_FALSE(system[reg]) << reg;
}

TEST(CallABI, SystemFunctions) {
  for (const char *name : {"vprintf", "malloc", "free", "__assertfail"})
    EXPECT_TRUE(isSystemFunction(name)) << name;
  for (const char *name : {"printf", "", "vprintf2", "abort"})
    EXPECT_FALSE(isSystemFunction(name)) << name;
}

} // namespace
