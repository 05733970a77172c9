//===- RegisterPressure.cpp - Registers in use ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts each content once: parts of tuples and copies share a register as long
// as they agree, and scheduling and rematerialization would see pressure that
// allocation does not have. What is in several tuples at once is counted for
// each.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/RegisterPressure.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

Contents::Contents(const LiveRanges &ranges)
    : roots(computeRootLanes(ranges, TupleCopies::OwnContent)),
      live(ranges.numLanes()) {
  for (unsigned lane = 0; lane != roots.size(); ++lane)
    llvm::append_range(live[roots[lane]], ranges.lane(lane));
  for (auto &segments : live) {
    if (segments.size() < 2)
      continue;
    llvm::sort(segments,
               [](Segment a, Segment b) { return a.start < b.start; });
    size_t last = 0;
    for (size_t i = 1; i != segments.size(); ++i) {
      if (segments[i].start <= segments[last].end)
        segments[last].end = std::max(segments[last].end, segments[i].end);
      else
        segments[++last] = segments[i];
    }
    segments.truncate(last + 1);
  }
}

bool Contents::isLiveAt(unsigned root, uint32_t position) const {
  ArrayRef<Segment> list = live[root];
  auto it = llvm::upper_bound(list, position,
                              [](uint32_t p, Segment s) { return p < s.end; });
  return it != list.end() && it->start <= position;
}

RegisterUse::RegisterUse(FuncOp func)
    : blocks(func.getBody()), graph(blocks.makeGraph()),
      ranges(func, blocks, graph), contents(ranges),
      changes(ranges.numPositions() + 1, Pressure()) {
  for (unsigned lane = 0; lane != ranges.numLanes(); ++lane) {
    unsigned file =
        unsigned(target::regFile(ranges[ranges.valueOfLane(lane)].file));
    for (Segment s : contents.segments(lane)) {
      ++changes[s.start][file];
      --changes[s.end][file];
    }
  }
}
