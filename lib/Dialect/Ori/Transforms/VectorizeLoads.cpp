//===- VectorizeLoads.cpp - Neighbouring loads as one ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads at one base are collected until something may write their memory or
// waits for threads, or the first is too far away. Words that all are loaded
// become parts of one load at the place of the first, if known bits of the base
// say that it is aligned.
//
//===----------------------------------------------------------------------===//

#include "NeighbouringAccesses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include <map>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

static RewriteCounter wideLoads("vectorize-load");

namespace {

/// Merges the loads of one function.
class LoadMerger : public AccessMerger {
public:
  LoadMerger(FuncOp func, AccessAlignment &alignment, unsigned maxDistance)
      : AccessMerger(func, alignment, maxDistance) {}

private:
  void visit(InstOpInterface inst, unsigned index) override;
  void finish(uint8_t spaces) override;
  void endBlock() override;
  void collect(InstOpInterface inst, unsigned index);
  void merge(MutableArrayRef<Access> loads);
  bool mergeAt(ArrayRef<Access> loads, int64_t offset, unsigned words,
               bool isKnown);

  std::map<Place, unsigned> places;
  std::vector<SmallVector<Access, 4>> groups; ///< by place
};

} // namespace

void LoadMerger::collect(InstOpInterface inst, unsigned index) {
  auto found = getAccess(inst, index);
  if (!found || !alignment.isWord(found->second))
    return;
  auto [place, isNew] = places.try_emplace(found->first, groups.size());
  if (isNew)
    groups.emplace_back();
  auto &group = groups[place->second];
  // What is too far from the first is a group of its own.
  if (!group.empty() && index - group.front().index > maxDistance) {
    merge(group);
    group.clear();
  }
  group.push_back(found->second);
}

/// Replaces the loads of so many words from `offset` on by one, if all of them
/// are loaded near each other. `loads` are sorted by offset; `isKnown`: the
/// first is known to be aligned.
bool LoadMerger::mergeAt(ArrayRef<Access> loads, int64_t offset, unsigned words,
                         bool isKnown) {
  unsigned have = 0;
  const Access *first = nullptr, *last = nullptr;
  SmallVector<const Access *, 4> parts;
  for (const Access &load : loads) {
    int64_t bytes = load.offset - offset, word = bytes / 4;
    if (bytes < 0 || bytes % 4 != 0 || word + load.words > words)
      continue;
    have |= ((1u << load.words) - 1) << word;
    parts.push_back(&load);
    if (!first || load.index < first->index)
      first = &load;
    if (!last || load.index > last->index)
      last = &load;
  }
  if (have != (1u << words) - 1 || parts.size() < 2 ||
      last->index - first->index > maxDistance)
    return false;
  if (!isKnown) {
    isMissing = true;
    return false;
  }
  InstOpInterface op = first->op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  if (op.getDesc().spaces() == isa::LocalMemory)
    alignment.alignFrame(4 * words);
  Value whole = createInst(builder, loc, op.getOpcode(), op->getOperands(),
                           getModsOfWide(op, offset, words))
                    ->getResult(0);
  for (const Access *load : parts) {
    Value part = ExtractOp::create(
        builder, loc, RType::get(op->getContext(), load->words), whole,
        unsigned((load->offset - offset) / 4));
    InstOpInterface(load->op)->getResult(0).replaceAllUsesWith(part);
  }
  for (const Access *load : parts)
    InstOpInterface(load->op)->erase();
  ++wideLoads;
  ++numMerged;
  return true;
}

/// Merges what it can of the loads at one base.
void LoadMerger::merge(MutableArrayRef<Access> loads) {
  llvm::sort(loads, [](const Access &a, const Access &b) {
    return std::tie(a.offset, a.index) < std::tie(b.offset, b.index);
  });
  for (size_t i = 0; i < loads.size();) {
    // As many as begin within the bytes of one load from here on.
    auto count = [&](unsigned bytes) {
      size_t end = i;
      while (end != loads.size() &&
             loads[end].offset < loads[i].offset + int64_t(bytes))
        ++end;
      return end - i;
    };
    size_t next = i + 1;
    for (unsigned words : {4, 2}) {
      if (!hasWidth(loads[i].op, words, sm))
        continue;
      size_t n = count(4 * words);
      if (mergeAt(loads.slice(i, n), loads[i].offset, words,
                  alignment.isAligned(loads[i], 4 * words))) {
        next = i + n;
        break;
      }
    }
    i = next;
  }
}

void LoadMerger::finish(uint8_t spaces) {
  for (auto &loads : groups) {
    if (loads.empty() ||
        !(InstOpInterface(loads.front().op).getDesc().spaces() & spaces))
      continue;
    merge(loads);
    loads.clear();
  }
}

void LoadMerger::endBlock() {
  groups.clear();
  places.clear();
}

void LoadMerger::visit(InstOpInterface inst, unsigned index) {
  if (isMergeable(inst) && !inst.getDesc().writtenSpaces)
    return collect(inst, index);
  isa::OrderingEffects effects = getOrderingEffects(inst);
  if (effects.ordersThreads || effects.isFence)
    finish(kAllSpaces);
  else if (effects.writtenSpaces)
    finish(effects.writtenSpaces);
}

unsigned ori::mergeLoads(FuncOp func, AccessAlignment &alignment,
                         unsigned maxDistance) {
  return LoadMerger(func, alignment, maxDistance).run();
}
