//===- RegisterLimits.cpp - How many registers there are where ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// setmaxnreg changes how many registers a warp has while it runs, so that the
// limit is one of a place and not of a function.
//
//===----------------------------------------------------------------------===//

#include "RegisterLimits.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

RegisterLimits::RegisterLimits(const LiveRanges &ranges, const FlowGraph &graph,
                               unsigned atEntry)
    : largest(atEntry), smallest(atEntry) {
  if (ranges.limitChanges().empty())
    return;
  unsigned numBlocks = ranges.blocks().size();
  // Where limits change, by block, in order.
  std::vector<SmallVector<std::pair<unsigned, unsigned>, 1>> changes(numBlocks);
  for (unsigned i : ranges.limitChanges())
    changes[ranges.blockOfIndex(i)].push_back(
        {i, getNewRegisterBudget(ranges.operations()[i])});
  // Limits only fall.
  constexpr unsigned kUnknown = ~0u;
  std::vector<unsigned> in(numBlocks, kUnknown), work = {0};
  in[0] = atEntry;
  while (!work.empty()) {
    unsigned block = work.back();
    work.pop_back();
    unsigned out =
        changes[block].empty() ? in[block] : changes[block].back().second;
    for (unsigned succ : graph.succs(block))
      if (out < in[succ]) {
        in[succ] = out;
        work.push_back(succ);
      }
  }
  auto add = [&](uint32_t start, unsigned limit) {
    largest = std::max(largest, limit);
    smallest = std::min(smallest, limit);
    if (steps.empty() || steps.back().limit != limit)
      steps.push_back({start, limit});
  };
  for (unsigned b = 0; b != numBlocks; ++b) {
    unsigned now = in[b] == kUnknown ? atEntry : in[b];
    add(2 * ranges.blockStart(b), now);
    for (auto [index, limit] : changes[b]) {
      // What is given back is not used at the instruction any more.
      add(2 * index, std::min(now, limit));
      now = limit;
      add(2 * index + 2, now);
    }
  }
}

unsigned RegisterLimits::find(uint32_t start, uint32_t end) const {
  unsigned limit = largest;
  auto it = llvm::upper_bound(
      steps, start, [](uint32_t p, const LimitStep &s) { return p < s.start; });
  if (it != steps.begin())
    --it;
  for (; it != steps.end() && it->start < end; ++it)
    limit = std::min(limit, it->limit);
  return limit;
}
