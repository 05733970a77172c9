//===- ScheduleBlock.cpp - List scheduling on physical registers ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The longest path to the end of the block goes first among what is ready; the
// dependences come from DependenceGraph.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/ScheduleBlock.h"
#include "ptx-mlir/ISA/Inst.h"
#include <algorithm>
#include <queue>

using namespace ptxmlir;
using namespace ptxmlir::sass;

BlockScheduler::BlockScheduler(const MachineCode &code,
                               const AccessTable &table,
                               const target::TargetInfo &target)
    : table(table), graph(code, table, target) {}

/// Appends [begin, end) to the order; the instructions may all be moved, except
/// that a branch at the end stays there.
void BlockScheduler::scheduleRegion(unsigned begin, unsigned end) {
  if (end - begin <= 2) {
    for (unsigned i = begin; i != end; ++i)
      order.push_back(i);
    return;
  }
  graph.build(begin, end);
  states.clear();
  for (unsigned n = 0; n != graph.size(); ++n)
    states.push_back({graph.getNumPredecessors(n), 0});
  unsigned last = end - begin - 1;

  // Ready now, longest path first; ready later, earliest first.
  using Entry = std::pair<uint64_t, unsigned>;
  std::priority_queue<Entry> ready;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> later;
  auto release = [&](unsigned n) {
    if (!(graph.keepsLast() && n == last))
      later.push({states[n].earliest, n});
  };
  for (unsigned n = 0; n != states.size(); ++n)
    if (states[n].numPreds == 0)
      release(n);
  unsigned cycle = 0;
  while (!ready.empty() || !later.empty()) {
    if (ready.empty())
      cycle = std::max<unsigned>(cycle, later.top().first);
    while (!later.empty() && later.top().first <= cycle) {
      unsigned n = later.top().second;
      later.pop();
      // Ties keep the order of the source.
      ready.push({graph.getHeight(n), ~n});
    }
    unsigned n = ~ready.top().second;
    ready.pop();
    order.push_back(begin + n);
    graph.forEachSuccessor(n, [&](unsigned to, unsigned latency) {
      states[to].earliest = std::max(states[to].earliest, cycle + latency);
      if (--states[to].numPreds == 0)
        release(to);
    });
    cycle += table[begin + n].cls->minStall;
  }
  if (graph.keepsLast())
    order.push_back(begin + last);
}

llvm::ArrayRef<unsigned> BlockScheduler::schedule(unsigned begin, unsigned end,
                                                  unsigned window) {
  order.clear();
  while (begin != end) {
    unsigned regionEnd = graph.findRegionEnd(begin, end, window);
    scheduleRegion(begin, regionEnd);
    begin = regionEnd;
  }
  return order;
}
