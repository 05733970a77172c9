//===- PressureTree.h - Where registers are short ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice of what to spill asks for each value how many positions it would
// help, and the answer changes with each value that is taken. A tree over the
// positions gives it in logarithmic time.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PRESSURETREE_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PRESSURETREE_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <vector>

namespace ptxmlir::ori {

/// The registers in use at each position, and where there are more than a
/// limit. A position that is no longer overfull does not become so again: what
/// is added later must keep to the limit.
class PressureTree {
public:
  PressureTree(const std::vector<int> &inUse, int limit)
      : size(llvm::PowerOf2Ceil(inUse.size())), most(2 * size, 0),
        least(2 * size, kNone), added(2 * size, 0), counts(size + 1, 0) {
    for (unsigned i = 0; i != inUse.size(); ++i) {
      most[size + i] = inUse[i] - limit;
      if (inUse[i] <= limit)
        continue;
      least[size + i] = inUse[i] - limit;
      count(i, 1);
    }
    for (unsigned node = size; node-- > 1;)
      update(node);
  }
  /// The overfull positions in [begin, end).
  uint32_t countOverfull(uint32_t begin, uint32_t end) const {
    return countBefore(end) - countBefore(begin);
  }
  bool isOverfull() const { return countBefore(size) != 0; }
  /// By how much the limit is exceeded at most in [begin, end); may be below 0.
  int getMost(uint32_t begin, uint32_t end) const {
    return findMost(1, 0, size, begin, end);
  }
  void add(uint32_t begin, uint32_t end, int registers) {
    add(1, 0, size, begin, end, registers, /*above=*/0);
  }

private:
  static constexpr int kNone = 1 << 29;

  void count(unsigned at, int difference) {
    for (++at; at <= size; at += at & -at)
      counts[at] += difference;
  }
  uint32_t countBefore(unsigned at) const {
    uint32_t n = 0;
    for (; at != 0; at &= at - 1)
      n += counts[at];
    return n;
  }
  void update(unsigned node) {
    most[node] = std::max(most[2 * node], most[2 * node + 1]) + added[node];
    least[node] = std::min(least[2 * node], least[2 * node + 1]) + added[node];
  }
  void add(unsigned node, uint32_t first, uint32_t behind, uint32_t begin,
           uint32_t end, int registers, int above) {
    if (end <= first || behind <= begin)
      return;
    if (begin <= first && behind <= end) {
      added[node] += registers;
      most[node] += registers;
      least[node] += registers;
      removeOverfull(node, first, behind, above);
      return;
    }
    uint32_t middle = (first + behind) / 2;
    above += added[node];
    add(2 * node, first, middle, begin, end, registers, above);
    add(2 * node + 1, middle, behind, begin, end, registers, above);
    update(node);
  }
  /// What is no longer overfull. `above`: what the nodes above have added.
  void removeOverfull(unsigned node, uint32_t first, uint32_t behind,
                      int above) {
    if (least[node] + above > 0)
      return;
    if (behind - first == 1) {
      least[node] = kNone;
      count(first, -1);
      return;
    }
    uint32_t middle = (first + behind) / 2;
    removeOverfull(2 * node, first, middle, above + added[node]);
    removeOverfull(2 * node + 1, middle, behind, above + added[node]);
    update(node);
  }
  int findMost(unsigned node, uint32_t first, uint32_t behind, uint32_t begin,
               uint32_t end) const {
    if (end <= first || behind <= begin)
      return -kNone;
    if (begin <= first && behind <= end)
      return most[node];
    uint32_t middle = (first + behind) / 2;
    return std::max(findMost(2 * node, first, middle, begin, end),
                    findMost(2 * node + 1, middle, behind, begin, end)) +
           added[node];
  }

  uint32_t size;
  /// Above the limit, by node: the most; the least that is overfull; what all
  /// below have more.
  std::vector<int> most, least, added;
  std::vector<int> counts; ///< overfull ones, as sums of parts
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PRESSURETREE_H
