//===- SlotLiveness.cpp - Where slots of the frame are in use -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot is live from each read that no store of its block precedes back to the
// stores, so that the time is that of the result.
//
//===----------------------------------------------------------------------===//

#include "SlotLiveness.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

bool ori::isSlotStore(Operation *op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && inst.getDesc().isOnlyIn(isa::LocalMemory) &&
         inst.getDesc().writtenSpaces;
}

SlotLiveness::SlotLiveness(FuncOp func, unsigned numSlots,
                           const llvm::DenseMap<Operation *, unsigned> &slotOf)
    : numbering(func.getBody()), flow(numbering.makeGraph()), lists(numSlots) {
  uint32_t position = 0;
  for (unsigned b = 0; b != numbering.size(); ++b) {
    blockStart.push_back(position++);
    for (Operation &op : *numbering[b]) {
      if (auto it = slotOf.find(&op); it != slotOf.end())
        lists[it->second].push_back({&op, position, b, isSlotStore(&op)});
      ++position;
    }
    ++position;
  }
  blockStart.push_back(position);
  for (auto *marks : {&liveIn, &liveOut, &written})
    marks->assign(numbering.size(), ~0u);
}

void SlotLiveness::forEachLive(
    unsigned slot, llvm::function_ref<void(uint32_t, uint32_t)> live) {
  ArrayRef<Access> list = lists[slot];
  SmallVector<unsigned> work;
  for (size_t i = 0; i != list.size(); ++i) {
    unsigned block = list[i].block;
    if (list[i].isStore) {
      written[block] = slot;
    } else if (i == 0 || list[i - 1].block != block) {
      liveIn[block] = slot;
      work.push_back(block);
    }
  }
  while (!work.empty()) {
    unsigned block = work.pop_back_val();
    for (unsigned pred : flow.preds(block)) {
      if (liveOut[pred] == slot)
        continue;
      liveOut[pred] = slot;
      if (written[pred] == slot || liveIn[pred] == slot)
        continue;
      // It is live through all of it, whatever is read there.
      live(blockStart[pred], blockStart[pred + 1]);
      liveIn[pred] = slot;
      work.push_back(pred);
    }
  }
  // Inside blocks: from a store, or the beginning, to the last read of it.
  for (size_t i = 0; i != list.size();) {
    unsigned block = list[i].block;
    uint32_t from = blockStart[block], to = from;
    for (; i != list.size() && list[i].block == block; ++i) {
      if (!list[i].isStore) {
        to = list[i].position;
        continue;
      }
      if (from != to)
        live(from, to);
      from = to = list[i].position;
    }
    if (liveOut[block] == slot)
      to = blockStart[block + 1];
    if (from != to)
      live(from, to);
  }
}
