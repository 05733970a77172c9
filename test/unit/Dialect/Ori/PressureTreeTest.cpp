//===- PressureTreeTest.cpp - Where registers are short -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree against plain lists, with numbers that do not depend on the run.
//
//===----------------------------------------------------------------------===//

#include "PressureTree.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using ptxmlir::ori::PressureTree;

TEST(PressureTreeTest, CountsAndMostAreThoseOfAList) {
  std::mt19937 random(1);
  for (unsigned size : {1u, 2u, 3u, 64u, 100u, 257u}) {
    constexpr int kLimit = 40;
    std::vector<int> inUse(size);
    for (int &n : inUse)
      n = 20 + random() % 40;
    PressureTree tree(inUse, kLimit);
    std::vector<bool> overfull;
    for (int n : inUse)
      overfull.push_back(n > kLimit);
    for (unsigned step = 0; step != 300; ++step) {
      unsigned begin = random() % size, end = begin + 1 + random() % size;
      end = std::min(end, size);
      for (unsigned i = begin; i != end; ++i)
        if (--inUse[i] <= kLimit)
          overfull[i] = false;
      tree.add(begin, end, -1);
      begin = random() % size;
      end = std::min(begin + 1 + unsigned(random() % size), size);
      EXPECT_EQ(tree.countOverfull(begin, end),
                uint32_t(std::count(overfull.begin() + begin,
                                    overfull.begin() + end, true)));
      EXPECT_EQ(tree.getMost(begin, end),
                *std::max_element(inUse.begin() + begin, inUse.begin() + end) -
                    kLimit);
    }
    EXPECT_EQ(tree.isOverfull(),
              std::count(overfull.begin(), overfull.end(), true) != 0);
  }
}

TEST(PressureTreeTest, WhatIsAddedBackStaysWithinTheLimit) {
  PressureTree tree({3, 6, 3}, 4);
  EXPECT_EQ(tree.countOverfull(0, 3), 1u);
  tree.add(0, 3, -2);
  EXPECT_FALSE(tree.isOverfull());
  EXPECT_EQ(tree.getMost(0, 1), -3);
  tree.add(0, 1, 3);
  EXPECT_EQ(tree.getMost(0, 3), 0);
  EXPECT_FALSE(tree.isOverfull());
}
