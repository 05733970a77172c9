//===- BudgetTest.cpp - Warps of an SM by registers -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two registers more than the code has are the machine's, and eight are
// allocated at a time.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace ptxmlir::ori;

namespace {
class BudgetTest : public ::testing::Test {
protected:
  BudgetTest() { context.loadDialect<OriDialect>(); }

  FuncOp makeKernel(unsigned sm, StringRef attributes = "") {
    std::string text = "ori.module attributes {sm = " + std::to_string(sm) +
                       " : i32} {\n  ori.func @k attributes {kernel" +
                       attributes.str() + "} {\n    ori.exit\n  }\n}\n";
    module = parseSourceString<mlir::ModuleOp>(text, &context);
    FuncOp found;
    module->walk([&](FuncOp func) { found = func; });
    return found;
  }

  MLIRContext context;
  OwningOpRef<mlir::ModuleOp> module;
};
} // namespace

// Each of four partitions has 16,384 registers: three warps of 168 and two of
// 176. An SM as a whole would have room for eleven of these.
TEST_F(BudgetTest, WarpsOfPartitions) {
  FuncOp kernel = makeKernel(90);
  ASSERT_TRUE(kernel);
  EXPECT_EQ(getWarps(kernel, 166), 12u);
  EXPECT_EQ(getWarps(kernel, 167), 8u);
  EXPECT_EQ(getNextFewerRegisters(kernel, 200), 166u);
  EXPECT_EQ(getNextFewerRegisters(kernel, 166), 126u);
  EXPECT_EQ(getNextFewerRegisters(kernel, 30), 0u);
}

// An SM of sm_86 has as many registers for 48 warps.
TEST_F(BudgetTest, FewerWarps) {
  FuncOp kernel = makeKernel(86);
  ASSERT_TRUE(kernel);
  EXPECT_EQ(getWarps(kernel, 38), 48u);
  EXPECT_EQ(getWarps(kernel, 39), 40u);
  EXPECT_EQ(getNextFewerRegisters(kernel, 38), 0u);
}

// Of CTAs of five warps an SM holds six with 62 registers, where it would have
// room for 32 warps.
TEST_F(BudgetTest, WholeCtas) {
  FuncOp kernel = makeKernel(90, ", required_threads = array<i32: 160, 1, 1>");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(getWarps(kernel, 62), 30u);
  // These may be smaller.
  kernel = makeKernel(90, ", max_threads = array<i32: 160, 1, 1>");
  ASSERT_TRUE(kernel);
  EXPECT_FALSE(hasCtaSize(kernel));
  EXPECT_EQ(getWarps(kernel, 62), 32u);
}
