//===- TripCounts.h - How often loops run -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counted loop has a counter, an argument of its header to which each round
// adds the same number, and a test in each round that compares the counter with
// what does not change in the loop. All arithmetic wraps: that of 32 bits, or
// of 64 where counter and bound are pairs of registers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_TRIPCOUNTS_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_TRIPCOUNTS_H

#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// The discardable attribute of what is not to be unrolled: the terminator of a
/// loop's header, or a function.
constexpr llvm::StringLiteral kNoUnrollAttr = "nounroll";

/// A loop with one latch and a test that each round comes to. A counter of 64
/// bits begins with a number and is compared with one: `tests` is known.
struct CountedLoop {
  mlir::Block *header = nullptr, *latch = nullptr;
  /// Ends in the branch that leaves the loop where the test fails.
  mlir::Block *test = nullptr;
  /// Which successor of that branch stays in the loop.
  unsigned stays = 0;
  /// What the loop counts by.
  mlir::BlockArgument counter;
  /// The counter in the first round; null if the ways into the loop differ.
  mlir::Value init;
  uint64_t step = 0;
  /// The loop goes on while counter + `offset`, in one round, compares with
  /// `bound`, null where that is a number of 64 bits.
  uint64_t offset = 0;
  isa::ICmp cmp = isa::ICmp::F;
  bool isUnsigned = false;
  mlir::Value bound;
  /// How often the test is made, if it alone ends the loop; null where that is
  /// not known. At least 1.
  std::optional<uint64_t> tests;
};

/// The number of times that the test is made: of `first`, first + step, ...
/// against `bound`, until it fails. Null if it never fails, or only behind an
/// overflow of an order (not of NE and EQ), or after 2^33 rounds. The numbers
/// have `bits` bits.
std::optional<uint64_t> countTests(uint64_t first, uint64_t step, isa::ICmp cmp,
                                   bool isUnsigned, uint64_t bound,
                                   unsigned bits = 32);

/// If `value` is `base` and a number, adds that number to `sum` and gives true.
/// Looks through few sums.
bool isSumWith(mlir::Value value, mlir::Value base, uint32_t &sum);

/// The number of 64 bits that the sum with these words is more than `base`, a
/// pair of registers, if it is that. A null `lo` stands for the word whose
/// carry the upper one adds.
std::optional<uint64_t> getWideSum(mlir::Value lo, mlir::Value hi,
                                   mlir::Value base);

/// The counted loop of a header, if it is one: that of the latch's test, else
/// of the header's. Blocks of other loops may have changed since they were
/// numbered.
std::optional<CountedLoop> findCountedLoop(const BlockNumbering &blocks,
                                           const LoopNest &loops,
                                           unsigned header);

/// The counted loops of a function in the order of its blocks.
class TripCounts {
public:
  explicit TripCounts(mlir::Operation *func);
  llvm::ArrayRef<CountedLoop> loops() const { return counted; }

private:
  std::vector<CountedLoop> counted;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_TRIPCOUNTS_H
