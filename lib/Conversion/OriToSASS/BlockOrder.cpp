//===- BlockOrder.cpp - The order of blocks in machine code ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the first block to the last: behind one that jumps in any case comes a
// way of its branch, with the blocks that run on from that.
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"
#include "mlir/IR/Operation.h"
#include <vector>

using namespace mlir;
using namespace ptxmlir;

void ptxmlir::joinRuns(SmallVectorImpl<Block *> &order,
                       const OnwardMap &onward) {
  constexpr unsigned kNone = ~0u;
  unsigned size = order.size();
  llvm::DenseMap<Block *, unsigned> numbers;
  for (unsigned i = 0; i != size; ++i)
    numbers[order[i]] = i;
  auto numberOf = [&](Block *block) {
    auto it = onward.find(block);
    auto number = numbers.find(it == onward.end() ? block : it->second);
    return number == numbers.end() ? kNone : number->second;
  };
  auto goesTo = [&](unsigned from, unsigned to) {
    return llvm::any_of(order[from]->getSuccessors(),
                        [&](Block *block) { return numberOf(block) == to; });
  };
  // A list, as whole runs move.
  std::vector<unsigned> next(size), previous(size);
  for (unsigned i = 0; i != size; ++i) {
    next[i] = i + 1 != size ? i + 1 : kNone;
    previous[i] = i ? i - 1 : kNone;
  }
  std::vector<bool> isPlaced(size);
  auto link = [&](unsigned a, unsigned b) {
    next[a] = b;
    if (b != kNone)
      previous[b] = a;
  };
  SmallVector<Block *> joined;
  for (unsigned at = 0; at != kNone; at = next[at]) {
    isPlaced[at] = true;
    joined.push_back(order[at]);
    if (next[at] != kNone && goesTo(at, next[at]))
      continue;
    for (Block *block : order[at]->getSuccessors()) {
      unsigned first = numberOf(block);
      if (first == kNone || isPlaced[first] || goesTo(previous[first], first))
        continue;
      unsigned last = first;
      while (next[last] != kNone && goesTo(last, next[last]))
        last = next[last];
      link(previous[first], next[last]);
      link(last, next[at]);
      link(at, first);
      break;
    }
  }
  order = std::move(joined);
}
