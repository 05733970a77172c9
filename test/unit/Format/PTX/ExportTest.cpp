//===- ExportTest.cpp - parallel copies and live ranges -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two algorithms of the exporter that can be tried without a module.
//
//===----------------------------------------------------------------------===//

#include "LiveRanges.h"
#include "ParallelCopy.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <random>

using namespace ptxmlir::ptx;

namespace {

/// Runs copies one by one on registers that hold their own numbers.
std::vector<uint32_t> execute(llvm::ArrayRef<RegisterCopy> copies,
                              unsigned numRegisters) {
  std::vector<uint32_t> content(numRegisters);
  for (unsigned i = 0; i < numRegisters; ++i)
    content[i] = i;
  for (const RegisterCopy &copy : copies)
    content[copy.dest] =
        copy.source == kNoRegister ? kNoRegister : content[copy.source];
  return content;
}

TEST(ParallelCopyTest, KeepsWhatIsStillRead) {
  // b <- a, c <- b: the second must come first.
  auto result = sequentialize({{1, 0, {}}, {2, 1, {}}}, [](uint32_t) {
    ADD_FAILURE() << "no cycle here";
    return 0u;
  });
  EXPECT_EQ(execute(result, 3), (std::vector<uint32_t>{0, 0, 1}));
}

TEST(ParallelCopyTest, SwapTakesOneTemporary) {
  unsigned numTemporaries = 0;
  auto result = sequentialize({{0, 1, {}}, {1, 0, {}}},
                              [&](uint32_t) { return 2 + numTemporaries++; });
  EXPECT_EQ(numTemporaries, 1u);
  EXPECT_EQ(result.size(), 3u);
  auto content = execute(result, 3);
  EXPECT_EQ(content[0], 1u);
  EXPECT_EQ(content[1], 0u);
}

TEST(ParallelCopyTest, RandomCopiesReadBeforeTheyWrite) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 2000; ++round) {
    unsigned size = 1 + random() % 12;
    std::vector<RegisterCopy> copies;
    std::vector<uint32_t> wanted(size);
    for (unsigned dest = 0; dest < size; ++dest) {
      wanted[dest] = dest;
      if (random() % 4 == 0)
        continue;
      uint32_t source = random() % 8 ? random() % size : kNoRegister;
      copies.push_back({dest, source, {}});
      wanted[dest] = source;
    }
    unsigned numRegisters = size;
    auto result = sequentialize(copies, [&](uint32_t like) {
      EXPECT_LT(like, size);
      return numRegisters++;
    });
    auto content = execute(result, numRegisters);
    content.resize(size);
    EXPECT_EQ(content, wanted) << "round " << round;
    // Each copy once, and one more for each cycle.
    EXPECT_LE(result.size(), copies.size() + (numRegisters - size));
  }
}

TEST(LiveRangeTest, SameValueDoesNotInterfere) {
  mlir::MLIRContext context;
  mlir::Builder builder(&context);
  mlir::Block block;
  mlir::Value a = block.addArgument(builder.getI32Type(),
                                    builder.getUnknownLoc()),
              b = block.addArgument(builder.getI32Type(),
                                    builder.getUnknownLoc());
  LiveRange one, two;
  one.add(0, 10, a);
  one.add(20, 30, a);
  two.add(10, 20, b);
  EXPECT_FALSE(one.interferes(two));
  two.add(25, 26, a);
  EXPECT_FALSE(one.interferes(two));
  one.merge(two);
  EXPECT_EQ(one.size(), 3u);
  two.add(5, 6, b);
  EXPECT_TRUE(one.interferes(two));
  EXPECT_TRUE(two.interferes(one));
}

TEST(LiveRangeTest, NeighboursOfOneValueAreOne) {
  LiveRange range;
  for (Place place : {8, 0, 4, 12})
    range.add(place, place + 4, mlir::Value());
  EXPECT_EQ(range.size(), 1u);
}

} // namespace
