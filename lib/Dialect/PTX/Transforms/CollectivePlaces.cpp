//===- CollectivePlaces.cpp - Collectives that threads meet apart ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first collectives that threads come to from the begin of each block, as
// far as it takes to see whether they are one; for each branch at which threads
// may part, whether they come to different ones before they can be at one place
// again (in 256 blocks at most; if that is further away, they may); then all
// behind these branches. Linear in the function's size for each kind.
//
//===----------------------------------------------------------------------===//

#include "CollectivePlaces.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXSync.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

/// The mask of a collective, or null.
static Value getMask(Operation *op) {
  if (auto shfl = dyn_cast<ShflOp>(op))
    return shfl.getSync() ? shfl.getMask() : Value();
  if (auto vote = dyn_cast<VoteOp>(op))
    return vote.getSync() ? vote.getMask() : Value();
  if (auto match = dyn_cast<MatchOp>(op))
    return match.getMask();
  if (auto redux = dyn_cast<ReduxOp>(op))
    return redux.getMask();
  if (auto elect = dyn_cast<ElectOp>(op))
    return elect.getMask();
  if (auto bar = dyn_cast<BarWarpOp>(op))
    return bar.getMask();
  return Value();
}

std::optional<CollectiveKind> ptx::getCollectiveKind(Operation *op) {
  Value mask = getMask(op);
  if (!mask)
    return std::nullopt;
  Operation *source = mask.getDefiningOp();
  if (isa_and_nonnull<ActivemaskOp>(source) &&
      source->getBlock() == op->getBlock())
    return std::nullopt;
  return CollectiveKind(op->getName(),
                        getRawMods(op) & ~(kGuardedBit | kGuardNegatedBit));
}

/// A barrier of the block that all threads of a warp execute together.
static bool isBlockBarrier(Operation *op) {
  auto waits = [](BarMode mode) {
    return mode == BarMode::Sync || mode == BarMode::Red;
  };
  if (auto bar = dyn_cast<BarOp>(op))
    return waits(bar.getMode()) && !bar.isGuarded();
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return barrier.getAligned() && waits(barrier.getMode()) &&
           !barrier.isGuarded();
  return false;
}

Collectives::Collectives(Operation *function) {
  for (Block &block : function->getRegion(0))
    for (Operation &op : block) {
      std::optional<CollectiveKind> kind = getCollectiveKind(&op);
      if (kind)
        byKind[*kind].push_back(&op);
      if (kind || isa<CallOp, CallIndirectOp>(op) || isBlockBarrier(&op))
        inBlock[&block].push_back(&op);
    }
}

namespace {

/// One collective, none (null), or several.
struct First {
  Operation *op = nullptr;
  bool isMany = false;

  /// True if that makes a difference.
  bool add(First other) {
    First before = *this;
    if (!op)
      op = other.op;
    isMany |= other.isMany || (other.op && other.op != op);
    return op != before.op || isMany != before.isMany;
  }
};

class Search {
public:
  Search(const Collectives &collectives, CollectiveKind kind, bool calls,
         const WarpUniformity &uniformity);
  SmallVector<Operation *> run();

private:
  /// What threads come to first up to a block, and whether some come there
  /// without having come to any.
  struct Way {
    First first;
    bool isMet = false;
  };

  ArrayRef<Operation *> getEvents(Block *block) const {
    auto it = events.find(block);
    return it == events.end() ? ArrayRef<Operation *>() : it->second;
  }
  First findFirst(ArrayRef<Operation *> events, Block *block) const;
  First findBehind(Block *block) const;
  std::optional<Way> follow(Block *start, Block *meeting, unsigned most) const;
  bool meetElsewhere(Block *block) const;
  bool partsByGuard(Operation *op) const;
  void markBehindGuards(ArrayRef<Operation *> events, Block *block);
  void mark(ArrayRef<Operation *> events, Block *block);
  void markBehind(Block *block);

  const WarpUniformity &uniformity;
  /// Of the kind, calls of functions that may have some, and barriers.
  llvm::MapVector<Block *, SmallVector<Operation *>> events;
  llvm::DenseMap<Block *, First> firstIn;
  SmallVector<Block *> work;
  llvm::DenseSet<Block *> marked;
  llvm::SetVector<Operation *> apart;
};

} // namespace

Search::Search(const Collectives &collectives, CollectiveKind kind, bool calls,
               const WarpUniformity &uniformity)
    : uniformity(uniformity) {
  for (auto &[block, all] : collectives.inBlock)
    for (Operation *op : all)
      if (isBlockBarrier(op) || (calls && isa<CallOp, CallIndirectOp>(op)) ||
          getCollectiveKind(op) == kind)
        events[block].push_back(op);
}

bool Search::partsByGuard(Operation *op) const {
  auto inst = dyn_cast<InstructionOpInterface>(op);
  return inst && inst.isGuarded() && !uniformity.isUniform(inst.getGuard());
}

First Search::findBehind(Block *block) const {
  First first;
  for (Block *next : block->getSuccessors())
    first.add(firstIn.lookup(next));
  return first;
}

/// What threads come to first that execute these events of a block.
First Search::findFirst(ArrayRef<Operation *> events, Block *block) const {
  First first;
  for (Operation *op : events) {
    if (isBlockBarrier(op))
      return first;
    first.add({op});
    auto inst = dyn_cast<InstructionOpInterface>(op);
    if (!inst || !inst.isGuarded())
      return first;
  }
  first.add(findBehind(block));
  return first;
}

/// What threads come to first on a way to where all meet; nothing if there are
/// more than `most` blocks on it.
std::optional<Search::Way> Search::follow(Block *start, Block *meeting,
                                          unsigned most) const {
  Way way;
  llvm::SmallPtrSet<Block *, 32> seen;
  SmallVector<Block *> blocks;
  auto reach = [&](Block *block) {
    if (block == meeting)
      way.isMet = true;
    else if (seen.insert(block).second)
      blocks.push_back(block);
  };
  reach(start);
  while (!blocks.empty()) {
    if (seen.size() > most)
      return std::nullopt;
    Block *block = blocks.pop_back_val();
    // Guards may let some threads pass.
    bool isEnd = false;
    for (Operation *op : getEvents(block)) {
      auto inst = dyn_cast<InstructionOpInterface>(op);
      if (!isBlockBarrier(op))
        way.first.add({op});
      isEnd = isBlockBarrier(op) || !inst || !inst.isGuarded();
      if (isEnd)
        break;
    }
    if (!isEnd)
      llvm::for_each(block->getSuccessors(), reach);
  }
  return way;
}

/// Whether threads that part at the end of a block may come to different
/// collectives first: before all are at one place again, from where on they
/// decide alike or part again, or some before and others behind it.
bool Search::meetElsewhere(Block *block) const {
  constexpr unsigned kMostBlocks = 256;
  if (!findBehind(block).isMany)
    return false;
  Block *meeting = uniformity.getMeeting(block);
  First before = {}, atMeeting = firstIn.lookup(meeting), all;
  unsigned numWays = 0;
  for (Block *start : block->getSuccessors()) {
    std::optional<Way> way = follow(start, meeting, kMostBlocks);
    if (!way)
      return true;
    before.add(way->first);
    if (way->isMet)
      way->first.add(atMeeting);
    // Of threads that come to none nobody is apart.
    numWays += way->first.op != nullptr;
    all.add(way->first);
  }
  return before.op && numWays > 1 && all.isMany;
}

void Search::mark(ArrayRef<Operation *> events, Block *block) {
  for (Operation *op : events) {
    if (isBlockBarrier(op))
      return;
    apart.insert(op);
  }
  markBehind(block);
}

void Search::markBehind(Block *block) {
  for (Block *next : block->getSuccessors())
    if (marked.insert(next).second)
      work.push_back(next);
}

/// What threads may come to elsewhere that a guard keeps out, and all that
/// follows.
void Search::markBehindGuards(ArrayRef<Operation *> events, Block *block) {
  llvm::SmallPtrSet<Operation *, 8> meetElsewhere;
  First next = findBehind(block);
  for (Operation *op : llvm::reverse(events)) {
    if (isBlockBarrier(op)) {
      next = {};
      continue;
    }
    auto inst = dyn_cast<InstructionOpInterface>(op);
    bool isGuarded = inst && inst.isGuarded();
    if (partsByGuard(op) && (next.isMany || (next.op && next.op != op)))
      meetElsewhere.insert(op);
    if (!isGuarded)
      next = {};
    First here = {op};
    here.add(next);
    next = here;
  }
  bool isMarking = false;
  for (Operation *op : events) {
    isMarking =
        !isBlockBarrier(op) && (isMarking || meetElsewhere.contains(op));
    if (isMarking)
      apart.insert(op);
  }
  if (isMarking)
    markBehind(block);
}

SmallVector<Operation *> Search::run() {
  for (auto &[block, list] : events)
    work.push_back(block);
  while (!work.empty()) {
    Block *block = work.pop_back_val();
    if (firstIn[block].add(findFirst(getEvents(block), block)))
      llvm::append_range(work, block->getPredecessors());
  }
  for (auto &[block, list] : events)
    markBehindGuards(list, block);
  for (Block *block : uniformity.getParting())
    if (meetElsewhere(block))
      markBehind(block);
  while (!work.empty()) {
    Block *block = work.pop_back_val();
    mark(getEvents(block), block);
  }
  return apart.takeVector();
}

SmallVector<Operation *> ptx::findApart(const Collectives &collectives,
                                        CollectiveKind kind, bool calls,
                                        const WarpUniformity &uniformity) {
  return Search(collectives, kind, calls, uniformity).run();
}
