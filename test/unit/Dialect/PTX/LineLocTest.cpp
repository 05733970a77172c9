//===- LineLocTest.cpp - locations of the lines of PTX --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equal places must be one location, from any number of threads, since
// locations are compared by pointer.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <thread>

using namespace mlir;
using ptxmlir::ptx::LineLoc;
using ptxmlir::ptx::PTXDialect;

namespace {

using Key = std::tuple<StringAttr, uint32_t, uint32_t>;

/// Few lines and columns, so that the same ones are asked for again, and some
/// at the ends of the range.
Key randomKey(std::mt19937 &random, ArrayRef<StringAttr> files) {
  static constexpr uint32_t kBases[] = {0, 1, 60, 1000000, ~0u - 70};
  return {files[random() % files.size()],
          kBases[random() % std::size(kBases)] + random() % 70, random() % 3};
}

TEST(LineLoc, OneForEachPlace) {
  MLIRContext context;
  context.loadDialect<PTXDialect>();
  StringAttr files[] = {StringAttr::get(&context, "a.ptx"),
                        StringAttr::get(&context, "b.ptx")};
  std::mt19937 random(1);
  std::map<std::tuple<std::string, uint32_t, uint32_t>, LineLoc> seen;
  llvm::DenseSet<Attribute> different;
  for (int i = 0; i < 20000; ++i) {
    auto [file, line, column] = randomKey(random, files);
    LineLoc loc = LineLoc::get(&context, file, line, column);
    EXPECT_EQ(loc.getFile(), file);
    EXPECT_EQ(loc.getLine(), line);
    EXPECT_EQ(loc.getColumn(), column);
    EXPECT_TRUE(isa<LineLoc>(LocationAttr(loc)));
    auto [it, isNew] = seen.try_emplace({file.str(), line, column}, loc);
    EXPECT_EQ(it->second, loc);
    EXPECT_EQ(different.insert(loc).second, isNew);
  }
  EXPECT_GT(seen.size(), 1000u);
}

TEST(LineLoc, Threads) {
  MLIRContext context;
  context.loadDialect<PTXDialect>();
  StringAttr file = StringAttr::get(&context, "a.ptx");
  std::vector<LineLoc> found[2];
  std::vector<std::thread> threads;
  for (auto &mine : found)
    threads.emplace_back([&context, &mine, file] {
      for (uint32_t line = 1; line < 5000; ++line)
        mine.push_back(LineLoc::get(&context, file, line, 2));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(found[0], found[1]);
}

} // namespace
