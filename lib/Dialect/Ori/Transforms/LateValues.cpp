//===- LateValues.cpp - Values on their way between blocks ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each block tells those below what is on its way at its end. What the end of a
// loop leaves to its beginning is not known when that is scheduled: there, only
// what is on its way when the loop is entered counts.
//
//===----------------------------------------------------------------------===//

#include "LateValues.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

LateValues::LateValues(const RegisterUse &use)
    : use(use), lateAt(use.blocks.size()), arrivals(use.ranges.numValues()) {}

void LateValues::enter(unsigned newBlock) {
  if (newBlock == block)
    return;
  leave();
  begin(newBlock);
}

void LateValues::begin(unsigned newBlock) {
  for (unsigned value : onTheirWay)
    arrivals[value] = 0;
  onTheirWay.clear();
  block = newBlock;
  now = 0;
  for (auto [value, cycles] : lateAt[block])
    setArrival(value, cycles);
}

/// Of several ways, the one that waits longest counts.
void LateValues::setArrival(unsigned value, unsigned cycle) {
  if (!arrivals[value])
    onTheirWay.push_back(value);
  arrivals[value] = std::max(arrivals[value], cycle);
}

/// Tells the blocks below what is on its way.
void LateValues::leave() {
  auto isLate = [&](unsigned value) { return arrivals[value] > now; };
  if (llvm::none_of(onTheirWay, isLate))
    return;
  for (unsigned to : use.graph.succs(block))
    if (to > block)
      for (unsigned value : onTheirWay)
        if (isLate(value))
          lateAt[to].push_back({value, arrivals[value] - now});
  const LiveRanges &ranges = use.ranges;
  ranges.forEachForwarded(
      ranges.blockEnd(block) - 1, [&](unsigned argument, unsigned operand) {
        if (argument == LiveRanges::kNone || operand == LiveRanges::kNone)
          return;
        unsigned to = ranges[argument].block;
        if (isLate(operand) && to > block)
          lateAt[to].push_back({argument, arrivals[operand] - now});
      });
}

ArrayRef<SchedulingRun::Wait> LateValues::findWaits(const SchedulingRun &run) {
  waits.clear();
  for (auto [value, node] : run.getAwaited())
    if (arrivals[value] > now)
      waits.push_back({node, arrivals[value] - now});
  return waits;
}

void LateValues::add(const SchedulingRun &run, ArrayRef<unsigned> ofRun,
                     unsigned end) {
  for (auto [late, arrival] : llvm::zip_first(run.getLate(), ofRun))
    setArrival(late.value, now + arrival);
  now += end;
}
