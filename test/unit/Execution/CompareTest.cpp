//===- CompareTest.cpp - Numbers within the errors of approximations ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where two runs with approximations count as the same, at the borders of what
// is allowed.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Harness/Harness.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace ptxmlir;
using namespace ptxmlir::harness;

/// A buffer with one number, behind a byte that belongs to no number.
template <typename T> static Outputs outputs(T v, uint8_t before = 0) {
  Outputs o;
  o.buffers.emplace_back(4 + sizeof(T));
  o.buffers[0][0] = before;
  memcpy(&o.buffers[0][4], &v, sizeof(T));
  return o;
}

template <typename T>
static bool isWithin(ptx::DataType type, T got, T want,
                     std::initializer_list<T> spread, uint8_t before = 0) {
  Inputs inputs;
  inputs.buffers.emplace_back();
  inputs.buffers[0].front = 4;
  inputs.buffers[0].written = type;
  std::vector<Outputs> runs;
  for (T v : spread)
    runs.push_back(outputs(v));
  return isWithinSpread(inputs, outputs(want), outputs(got, before), runs);
}

TEST(Compare, NumbersCloseToWhatTheSpreadHas) {
  auto f32 = [](float got, float want, std::initializer_list<float> spread) {
    return isWithin(ptx::DataType::F32, got, want, spread);
  };
  EXPECT_TRUE(f32(1.5f, 1, {2}));
  EXPECT_TRUE(f32(3, 1, {2}));
  EXPECT_TRUE(f32(0, 1, {2}));
  EXPECT_FALSE(f32(3.1f, 1, {2}));
  EXPECT_FALSE(f32(-0.1f, 1, {2, 1.5f}));
  // Nothing moves: only the same is right, not the other zero, either.
  EXPECT_FALSE(f32(1.0000001f, 1, {1, 1}));
  EXPECT_FALSE(f32(-0.0f, 0, {0}));
  EXPECT_FALSE(f32(2, 1, {}));
}

TEST(Compare, InfinitiesAndNaNsAreAmongTheSpreadOrWrong) {
  const float inf = INFINITY, nan = NAN;
  auto f32 = [](float got, float want, std::initializer_list<float> spread) {
    return isWithin(ptx::DataType::F32, got, want, spread);
  };
  EXPECT_TRUE(f32(inf, 1, {inf}));
  EXPECT_FALSE(f32(-inf, 1, {inf}));
  EXPECT_FALSE(f32(-5, 1, {inf}));
  EXPECT_FALSE(f32(5, inf, {nan}));
  EXPECT_TRUE(f32(1.5f, 1, {inf, 2, nan}));
  EXPECT_TRUE(f32(nan, 1, {2, nan}));
  EXPECT_FALSE(f32(nan, 1, {2}));
}

TEST(Compare, TypesOfNumbers) {
  using T = ptx::DataType;
  EXPECT_TRUE(isWithin<double>(T::F64, 1.5, 1, {2}));
  EXPECT_TRUE(isWithin<uint8_t>(T::U8, 218, 217, {218}));
  EXPECT_FALSE(isWithin<uint8_t>(T::U8, 220, 217, {218}));
  EXPECT_TRUE(isWithin<int32_t>(T::S32, -1, 0, {-1}));
  EXPECT_FALSE(isWithin<uint32_t>(T::U32, ~0u, 0, {1}));
  // A double has not all of these, nothing is known of the others, and bytes
  // before the first number are none.
  EXPECT_FALSE(isWithin<uint64_t>(T::U64, 1, 0, {1, 2}));
  EXPECT_FALSE(isWithin<uint32_t>(T::None, 1, 0, {1, 2}));
  EXPECT_FALSE(isWithin<float>(T::F32, 1.5f, 1, {2}, /*before=*/1));
}
