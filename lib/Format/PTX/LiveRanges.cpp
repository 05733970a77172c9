//===- LiveRanges.cpp - where values of a function are alive --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges of one value at a time, by the blocks that it reaches from its uses.
//
//===----------------------------------------------------------------------===//

#include "LiveRanges.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"

using namespace mlir;
using namespace ptxmlir::ptx;

//===----------------------------------------------------------------------===//
// LiveRange
//===----------------------------------------------------------------------===//

void LiveRange::add(Place from, Place to, Value value) {
  if (from >= to)
    return;
  // Take in what overlaps or touches and has the same value.
  auto it = intervals.upper_bound(from);
  if (it != intervals.begin()) {
    auto before = std::prev(it);
    if (before->second.end >= from && before->second.value == value) {
      from = before->first;
      to = std::max(to, before->second.end);
      it = intervals.erase(before);
    }
  }
  while (it != intervals.end() && it->first <= to &&
         it->second.value == value) {
    to = std::max(to, it->second.end);
    it = intervals.erase(it);
  }
  intervals.emplace_hint(it, from, Interval{to, value});
}

bool LiveRange::interferes(const LiveRange &smaller) const {
  for (const auto &[from, interval] : smaller.intervals) {
    auto it = intervals.upper_bound(from);
    if (it != intervals.begin() && std::prev(it)->second.end > from)
      --it;
    for (; it != intervals.end() && it->first < interval.end; ++it)
      if (it->second.value != interval.value)
        return true;
  }
  return false;
}

void LiveRange::merge(const LiveRange &smaller) {
  for (const auto &[from, interval] : smaller.intervals)
    add(from, interval.end, interval.value);
}

//===----------------------------------------------------------------------===//
// Liveness
//===----------------------------------------------------------------------===//

Liveness::Liveness(Region &body) {
  Place next = 0;
  auto take = [&] {
    Place place = next;
    next += kPlacesPerOp;
    return place;
  };
  for (Block &block : body) {
    BlockInfo info = {&block, take(), 0, 0, 0, 0};
    for (Operation &op : block.without_terminator())
      places[&op] = take();
    info.copies = take();
    places[block.getTerminator()] = take();
    info.end = next;
    blocks[&block] = blockInfos.size();
    blockInfos.push_back(info);
  }
  for (BlockInfo &info : blockInfos) {
    info.firstPredecessor = predecessors.size();
    for (Block *pred : info.block->getPredecessors())
      predecessors.push_back(indexOf(pred));
    info.numPredecessors = predecessors.size() - info.firstPredecessor;
  }
  ends.assign(blockInfos.size(), 0);
  isLiveIn.assign(blockInfos.size(), false);
}

Place Liveness::placeOfUse(OpOperand &use) const {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (isa<RetOp>(op))
    return copiesOf(op->getBlock()) + kCopyRead;
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    if (branch.getSuccessorBlockArgument(number))
      return copiesOf(op->getBlock()) + kCopyRead;
  Place place = placeOf(op);
  if (isa<InstructionOpInterface>(op) &&
      number >= op->getNumOperands() - getPassThrough(op).size())
    return place + kCopyRead;
  return place + kRead;
}

/// The value is alive in the block up to the read at `end` - 1.
void Liveness::setEnd(uint32_t block, Place end) {
  if (ends[block] == 0)
    touched.push_back(block);
  ends[block] = std::max(ends[block], end);
}

void Liveness::addRange(Value value, LiveRange &range) {
  uint32_t defBlock = indexOf(value.getParentBlock());
  Operation *op = value.getDefiningOp();
  Place def =
      op ? placeOf(op) + kWrite : blockInfos[defBlock].start + kCopyWrite;
  auto makeLiveIn = [&](uint32_t block) {
    if (block == defBlock || isLiveIn[block])
      return;
    isLiveIn[block] = true;
    worklist.push_back(block);
  };
  // Even a result that nothing reads is written.
  setEnd(defBlock, def + 1);
  for (OpOperand &use : value.getUses()) {
    uint32_t block = indexOf(use.getOwner()->getBlock());
    setEnd(block, placeOfUse(use) + 1);
    makeLiveIn(block);
  }
  while (!worklist.empty()) {
    const BlockInfo &info = blockInfos[worklist.back()];
    worklist.pop_back();
    for (uint32_t i = 0; i < info.numPredecessors; ++i) {
      uint32_t pred = predecessors[info.firstPredecessor + i];
      setEnd(pred, blockInfos[pred].end);
      makeLiveIn(pred);
    }
  }
  for (uint32_t block : touched) {
    range.add(block == defBlock ? def : blockInfos[block].start, ends[block],
              value);
    ends[block] = 0;
    isLiveIn[block] = false;
  }
  touched.clear();
}
