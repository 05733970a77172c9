//===- SpillSlots.cpp - Places of spilled values in the frame -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot is needed from its first store to its last load, by the layout of the
// function, and through every loop that a value in it crosses. Slots of one
// size whose spans do not meet share a place. Wider sizes come first, so that
// each area has the alignment it needs.
//
//===----------------------------------------------------------------------===//

#include "SlotLiveness.h"
#include "Spilling.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "llvm/Support/MathExtras.h"
#include <queue>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {
/// Positions from the first to the last at which a slot is needed.
struct Span {
  uint32_t start = UINT32_MAX, end = 0;
  void include(uint32_t position) {
    start = std::min(start, position);
    end = std::max(end, position);
  }
};
} // namespace

/// The spans of all slots.
static std::vector<Span>
computeSpans(FuncOp func, unsigned numSlots,
             const llvm::DenseMap<Operation *, unsigned> &slotOf) {
  std::vector<Span> spans(numSlots);
  SlotLiveness liveness(func, numSlots, slotOf);
  for (unsigned slot = 0; slot != numSlots; ++slot) {
    for (const SlotLiveness::Access &access : liveness.accesses(slot))
      spans[slot].include(access.position);
    liveness.forEachLive(slot, [&](uint32_t from, uint32_t to) {
      spans[slot].include(from);
      spans[slot].include(to - 1);
    });
  }
  return spans;
}

void Spiller::placeSlots() {
  if (slots.empty())
    return;
  std::vector<Span> spans = computeSpans(func, slots.size(), slotOf);
  // By size, widest first, then by start.
  std::vector<unsigned> order;
  for (unsigned slot = 0; slot != slots.size(); ++slot)
    if (spans[slot].start != UINT32_MAX)
      order.push_back(slot);
  auto sizeOf = [&](unsigned slot) {
    unsigned width = slots[slot].width;
    return width >= 3 ? unsigned(llvm::alignTo(width, 4)) * 4 : 4 * width;
  };
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::tuple(sizeOf(b), spans[a].start, a) <
           std::tuple(sizeOf(a), spans[b].start, b);
  });
  std::vector<int32_t> place(slots.size(), 0);
  // A frame whose variables are aligned to 16 bytes has a multiple of that
  // size.
  bool isAligned = func.getVariableBytes() && func.getVariableBytes() % 16 == 0;
  uint64_t top = ownBytes, frameAlign = isAligned ? 16 : 8;
  using Busy = std::pair<uint32_t, int32_t>; // end, place
  for (size_t i = 0; i != order.size();) {
    unsigned size = sizeOf(order[i]);
    unsigned align = slots[order[i]].getAlign();
    frameAlign = std::max<uint64_t>(frameAlign, align);
    top = llvm::alignTo(top, align);
    std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
    std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> free;
    for (; i != order.size() && sizeOf(order[i]) == size; ++i) {
      const Span &span = spans[order[i]];
      while (!busy.empty() && busy.top().first < span.start) {
        free.push(busy.top().second);
        busy.pop();
      }
      int32_t at = int32_t(top);
      if (free.empty()) {
        top += size;
      } else {
        at = free.top();
        free.pop();
      }
      place[order[i]] = at;
      busy.push({span.end, at});
    }
  }
  func.setLocalBytes(int32_t(llvm::alignTo(top, frameAlign)));
  if (frameAlign > getStackAlignment(func) &&
      !func->hasAttr(kFrameAlignmentAttr))
    func->setAttr(kFrameAlignmentAttr,
                  OpBuilder(func).getI32IntegerAttr(int32_t(frameAlign)));

  uint64_t storeBytes = 0, loadBytes = 0;
  for (Block &block : func.getBody())
    for (Operation &op : block) {
      auto it = slotOf.find(&op);
      if (it == slotOf.end())
        continue;
      auto inst = cast<InstOpInterface>(op);
      const ptxmlir::isa::InstDesc &desc = inst.getDesc();
      const auto &offset = desc.mods[desc.findMod("offset")].field;
      uint64_t mods = inst.getModBits();
      inst.setModBits(offset.set(mods, offset.get(mods) + place[it->second]));
      unsigned bytes =
          4 * (isSlotStore(&op) ? getWidth(op.getOperand(2).getType())
                                : getWidth(op.getResult(0).getType()));
      (isSlotStore(&op) ? storeBytes : loadBytes) += bytes;
      ++(isSlotStore(&op) ? numStores : numLoads);
    }
  func.setSpillStoreBytes(int32_t(storeBytes));
  func.setSpillLoadBytes(int32_t(loadBytes));
}
