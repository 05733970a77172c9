//===- ForcedSpills.cpp - Values that no register keeps -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of device functions that are spilled however many registers there are.
//
//===----------------------------------------------------------------------===//

#include "ForcedSpills.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

SmallVector<Value> ori::findHeldUniforms(const LiveRanges &ranges) {
  SmallVector<Value> held;
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    const LiveRanges::ValueInfo &info = ranges[id];
    if (!isUniformFile(info.file))
      continue;
    bool isHeld = false;
    for (unsigned k = 0; k != info.width; ++k) {
      ArrayRef<Segment> lane = ranges.lane(info.firstLane + k);
      isHeld |= lane.size() != 1 || lane[0].start != 2 * info.defIndex + 1 ||
                lane[0].end > 2 * ranges.blockEnd(info.block);
      for (unsigned i = info.defIndex + 1; 2 * i + 1 < lane[0].end; ++i)
        isHeld |= i >= ranges.blockEnd(info.block) ||
                  mayChangeThreads(ranges.operations()[i]);
    }
    if (isHeld)
      held.push_back(info.value);
  }
  return held;
}

SmallVector<Value> ori::findLostPredicates(const LiveRanges &ranges,
                                           const CallSites &calls) {
  SmallVector<Value> lost;
  for (unsigned id = 0; id != ranges.numValues() && !calls.empty(); ++id)
    if (ranges[id].file == Kind::P &&
        calls.findCrossed(ranges.lane(ranges[id].firstLane)))
      lost.push_back(ranges[id].value);
  return lost;
}
