//===- PressureOrder.cpp - An order that needs few registers --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations get their places from the last one to the first, by what they add
// to the values in use. An entry of the queue counts if that is still so.
//
//===----------------------------------------------------------------------===//

#include "PressureOrder.h"
#include "ptx-mlir/Dialect/Reorder.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// The queue begins with what changes least; of several that are alike comes
/// what is last in the source.
void PressureOrder::push(unsigned node) {
  ready.push(uint64_t(uint32_t(changes[node]) ^ 0x80000000) << 32 |
             uint32_t(~node));
}

void PressureOrder::prepare() {
  unsigned n = run->ops.size();
  // Calls `fn(list, item)` for all that is to be in lists, twice.
  auto fill = [](Lists &lists, unsigned count, auto forEach) {
    lists.first.assign(count + 1, 0);
    forEach([&](unsigned list, unsigned) { ++lists.first[list]; });
    unsigned sum = 0;
    for (unsigned &first : lists.first)
      first = sum += first;
    lists.items.resize(sum);
    forEach([&](unsigned list, unsigned item) {
      lists.items[--lists.first[list]] = item;
    });
  };
  fill(preds, n, [&](auto fn) {
    for (unsigned i = 0; i != n; ++i)
      run->graph.forEachEdge(i,
                             [&](const RegionGraph::Edge &e) { fn(e.to, i); });
  });
  fill(readers, run->lanes.size(), [&](auto fn) {
    for (unsigned i = 0; i != n; ++i)
      for (unsigned k = 0; k != run->reads[i].count; ++k)
        fn(run->laneList[run->reads[i].first + k], i);
  });
  isLive.clear();
  for (const SchedulingRun::Lane &lane : run->lanes)
    isLive.push_back(lane.isLiveOut);
  isPlaced.assign(n, false);
  changes.assign(n, 0);
  succsLeft.resize(n);
  order.clear();
  ready.clear();
  pressure = peak = run->behind;
  for (unsigned i = 0; i != n; ++i) {
    changes[i] = -int(run->writes[i].count);
    for (unsigned k = 0; k != run->reads[i].count; ++k)
      changes[i] += !isLive[run->laneList[run->reads[i].first + k]];
    const RegionGraph::Node &node = run->graph.nodes[i];
    succsLeft[i] = node.endEdge - node.firstEdge;
    if (!succsLeft[i])
      push(i);
  }
}

/// The operation comes in front of those that have places.
void PressureOrder::place(unsigned node) {
  isPlaced[node] = true;
  order.push_back(node);
  peak[0] = std::max(peak[0], pressure[0] + int(run->unread[node]));
  const SchedulingRun::Access &writes = run->writes[node],
                              &reads = run->reads[node];
  for (unsigned k = 0; k != writes.count; ++k) {
    unsigned lane = run->laneList[writes.first + k];
    pressure[run->lanes[lane].file] -= isLive[lane];
    isLive[lane] = false;
  }
  for (unsigned k = 0; k != reads.count; ++k) {
    unsigned lane = run->laneList[reads.first + k];
    if (isLive[lane])
      continue;
    isLive[lane] = true;
    ++pressure[run->lanes[lane].file];
    for (unsigned reader : readers[lane]) {
      if (isPlaced[reader])
        continue;
      --changes[reader];
      if (!succsLeft[reader])
        push(reader);
    }
  }
  for (unsigned file = 0; file != target::kNumRegFiles; ++file)
    peak[file] = std::max(peak[file], pressure[file]);
  for (unsigned pred : preds[node])
    if (--succsLeft[pred] == 0)
      push(pred);
}

bool PressureOrder::find(const SchedulingRun &newRun, const Pressure &limits) {
  run = &newRun;
  if (run->ops.size() < 2)
    return false;
  prepare();
  while (ready.hasMoreThan(0)) {
    uint64_t entry = ready[0];
    unsigned node = ~uint32_t(entry);
    ready.erase(0);
    // What has changed since is in the queue once more.
    if (!isPlaced[node] &&
        uint32_t(entry >> 32) == (uint32_t(changes[node]) ^ 0x80000000))
      place(node);
  }
  std::reverse(order.begin(), order.end());
  for (unsigned file = 1; file != target::kNumRegFiles; ++file)
    if (peak[file] > std::max(limits[file], run->most[file]))
      return false;
  return peak[0] <= limits[0];
}

bool ori::lowerPressure(const RegisterUse &use, ArrayRef<Pressure> starts,
                        const target::TargetInfo &target,
                        const SuccessorMap &successors,
                        const Pressure &limits) {
  const LiveRanges &ranges = use.ranges;
  SchedulingRunBuilder builder(ranges, use.contents, target, successors);
  PressureOrder order;
  bool isAny = false;
  for (unsigned b = 0; b != use.blocks.size(); ++b) {
    Pressure inUse = starts[b];
    unsigned first = ranges.blockStart(b) + 1, end = ranges.blockEnd(b);
    auto lower = [&](unsigned last) {
      if (first == last)
        return;
      SchedulingRun run = builder.build(first, last, inUse);
      inUse = run.getInUseBehind();
      if (run.getMostRegisters() > limits[0] && order.find(run, limits))
        isAny |= reorderOps(run.getOperations(), order.getOrder()) != 0;
    };
    for (unsigned i = first; i != end; ++i) {
      if (!isFence(ranges.operations()[i]))
        continue;
      lower(i);
      first = i;
      lower(i + 1);
      first = i + 1;
    }
  }
  return isAny;
}
