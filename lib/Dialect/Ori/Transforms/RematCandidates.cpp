//===- RematCandidates.cpp - Values that can be computed again ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a value is computed from again, in front of which of its uses, and what
// that costs.
//
//===----------------------------------------------------------------------===//

#include "Rematerializer.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

/// What loading a constant again costs, in instructions: it is waited for.
static constexpr unsigned kCostOfLoad = 4;
/// Instructions that are repeated for one value.
static constexpr unsigned kMaxChain = 3;

/// Whether a load reads a constant at a fixed place, so that it can be loaded
/// again anywhere.
static bool isConstantLoad(Operation *op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && !inst.isGuarded() && op->getNumResults() == 1 &&
         inst.getDesc().isOnlyIn(ptxmlir::isa::ConstantMemory) &&
         llvm::all_of(op->getOperands(), [](Value operand) {
           return bool(getConstantOperand(operand));
         });
}

/// Whether a tuple consists of constants that it alone has, such as a double.
static bool isConstantTuple(Operation *op) {
  auto combine = dyn_cast<CombineOp>(op);
  return combine && llvm::all_of(combine.getParts(), [](Value part) {
           auto inst = part.getDefiningOp<InstOpInterface>();
           return inst && inst.getOpcode() == isa::Opcode::MOV &&
                  !inst.isGuarded() && part.hasOneUse() &&
                  getConstantOperand(inst->getOperand(0));
         });
}

/// Whether an operation may run anywhere as often as one likes.
bool Rematerializer::canRepeat(Operation *op) const {
  auto inst = dyn_cast<InstOpInterface>(op);
  return isConstantLoad(op) || isConstantTuple(op) ||
         (inst && !inst.isGuarded() && isPure(op) && !isConvergent(op) &&
          !target.getClass(inst.getOpcode()).writeBarrier);
}

/// Whether a source may live longer so that the candidate can be computed from
/// it.
bool Rematerializer::canKeep(unsigned id, const Candidate &c) const {
  const LiveRanges::ValueInfo &info = ranges[id];
  if (info.file != Kind::R || info.width != 1 || isPassedThrough(id))
    return false;
  unsigned root = contents[info.firstLane];
  return c.kept == LiveRanges::kNone || c.kept == root;
}

/// Adds to the chain what computes the results of `op`, if all of it is cheap:
/// also operands that are not there where it is repeated.
bool Rematerializer::findChain(Operation *op, Candidate &c, Keep keep) {
  if (!canRepeat(op))
    return false;
  if (isConstantLoad(op)) {
    c.chain.push_back(op);
    return c.chain.size() <= kMaxChain;
  }
  if (isConstantTuple(op)) {
    // The parts are in the registers of the tuple.
    if (c.chain.size() + op->getNumOperands() >= kMaxChain)
      return false;
    for (Value part : op->getOperands())
      c.chain.push_back(part.getDefiningOp());
    c.chain.push_back(op);
    return true;
  }
  for (Value operand : op->getOperands()) {
    unsigned id = ranges.lookup(operand);
    if (id == LiveRanges::kNone) {
      // What is not read has no number.
      if (!getConstantOperand(operand))
        return false;
      continue;
    }
    const LiveRanges::ValueInfo &info = ranges[id];
    bool isRegister = info.file == Kind::R || info.file == Kind::UR;
    if (isRegister && isAvailable(id, c)) {
      for (unsigned k = 0; k != info.width; ++k)
        c.sources.push_back(info.firstLane + k);
      continue;
    }
    Operation *def = operand.getDefiningOp();
    if (llvm::is_contained(c.chain, def))
      continue;
    auto keepOperand = [&]() {
      if (!canKeep(id, c))
        return false;
      c.kept = contents[info.firstLane];
      c.sources.push_back(info.firstLane);
      return true;
    };
    if (keep == Keep::Nearest && keepOperand())
      continue;
    if (def && info.file != Kind::UP && c.chain.size() + 1 < kMaxChain) {
      Candidate before = c;
      if (findChain(def, c, keep))
        continue;
      c = std::move(before);
    }
    if (keep != Keep::Farthest || !keepOperand())
      return false;
  }
  if (c.chain.size() == kMaxChain)
    return false;
  c.chain.push_back(op);
  return true;
}

/// Whether no tuple or copy has the contents of the value while it lives.
bool Rematerializer::isAloneInRegister(unsigned id) const {
  const LiveRanges::ValueInfo &info = ranges[id];
  Operation *def = info.value.getDefiningOp();
  bool isTuple = def && isConstantTuple(def);
  for (unsigned k = 0; k != info.width; ++k) {
    unsigned lane = info.firstLane + k, root = contents[lane];
    // What a tuple of constants is made of has its registers before.
    unsigned first =
        isTuple ? ranges[ranges.lookup(def->getOperand(k))].firstLane : lane;
    uint64_t own = 0, all = 0;
    for (Segment s : ranges.lane(lane))
      own += s.end - s.start;
    for (Segment s : contents.segments(root))
      all += s.end - s.start;
    // Tuples beside it that are read at once are no reason to keep it.
    uint64_t others = 0;
    for (Operation *user : info.value.getUsers())
      if (user->getNumResults() == 1 && llvm::isa<CombineOp, CopyOp>(user))
        if (unsigned to = ranges.lookup(user->getResult(0));
            to != LiveRanges::kNone)
          for (unsigned j = 0; j != ranges[to].width; ++j)
            if (contents[ranges[to].firstLane + j] == root)
              for (Segment s : ranges.lane(ranges[to].firstLane + j))
                others += s.end - s.start;
    if ((root != lane && root != first) || own + others > all + 8)
      return false;
  }
  return true;
}

/// Whether the value lives where more registers are in use than are to be.
bool Rematerializer::isInTheWay(unsigned id) const {
  return llvm::any_of(ranges.lane(ranges[id].firstLane), [&](Segment s) {
    return above[s.end] != above[s.start];
  });
}

/// Whether an instruction overwrites the register of the value.
bool Rematerializer::isPassedThrough(unsigned id) const {
  auto [known, isNew] = passedThrough.try_emplace(id, false);
  if (!isNew)
    return known->second;
  Value value = ranges[id].value;
  for (Operation *user : value.getUsers()) {
    auto inst = dyn_cast<InstOpInterface>(user);
    if (inst && inst.isGuarded())
      for (unsigned i = 0; i != user->getNumResults(); ++i)
        if (inst.getPassThrough(i) == value)
          return known->second = true;
  }
  return false;
}

/// Adds a use behind all others, with what it costs if it is near none.
void Rematerializer::addCluster(Candidate &c, unsigned use,
                                unsigned instructions) const {
  unsigned block = ranges.blockOfIndex(use);
  if (!c.clusters.empty() && c.clusters.back().block == block &&
      use - c.clusters.back().first <= kShared) {
    c.clusters.back().last = use;
    return;
  }
  c.clusters.push_back({block, use, use});
  c.cost += frequencyOf(block) * instructions;
}

/// Sorts the uses to clusters. False if one must keep the value itself.
bool Rematerializer::findClusters(Candidate &c) {
  const LiveRanges::ValueInfo &info = ranges[c.id];
  if (isPassedThrough(c.id))
    return false;
  c.nearEnd = info.defIndex;
  for (unsigned use : usesOf[c.id])
    if (c.clusters.empty() && ranges.blockOfIndex(use) == info.block &&
        use >= info.defIndex && use - info.defIndex <= kShared)
      c.nearEnd = use;
    else
      addCluster(c, use, 1);
  return !c.clusters.empty();
}

/// Whether a value is in its registers wherever the candidate is repeated.
/// Uniform registers may live longer, as long as there are enough.
bool Rematerializer::isAvailable(unsigned id, const Candidate &c) const {
  const LiveRanges::ValueInfo &info = ranges[id];
  // What a collective gives is overwritten by the threads of the next mask.
  if (info.file == Kind::UR)
    return info.value.getDefiningOp() &&
           !isConvergent(info.value.getDefiningOp());
  for (unsigned k = 0; k != info.width; ++k)
    for (const Cluster &cluster : c.clusters)
      if (!contents.isLiveAt(contents[info.firstLane + k], 2 * cluster.first))
        return false;
  return true;
}

/// Finds what can be computed again; with `mayKeep` also what needs a source to
/// live longer for that.
void Rematerializer::findCandidates(bool mayKeep) {
  ArrayRef<Operation *> ops = ranges.operations();
  usesOf.resize(ranges.numValues());
  for (unsigned i = 0; i != ops.size(); ++i) {
    if (!ops[i])
      continue;
    allCost += frequencyOf(ranges.blockOfIndex(i));
    for (unsigned k = 0; k != ops[i]->getNumOperands(); ++k)
      if (unsigned id = ranges.lookupOperand(i, k);
          id != LiveRanges::kNone &&
          (usesOf[id].empty() || usesOf[id].back() != i))
        usesOf[id].push_back(i);
  }
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    const LiveRanges::ValueInfo &info = ranges[id];
    auto result = dyn_cast<OpResult>(info.value);
    if (!result || info.file != Kind::R || !isInTheWay(id))
      continue;
    Candidate c;
    c.id = id;
    Operation *def = result.getOwner();
    if (!canRepeat(def) || !findClusters(c) || !isAloneInRegister(id))
      continue;
    Candidate nearest, farthest;
    if (mayKeep)
      nearest = farthest = c;
    if (findChain(def, c)) {
      addCandidate(std::move(c));
      continue;
    }
    if (!mayKeep)
      continue;
    bool canKeepNearest = findChain(def, nearest, Keep::Nearest);
    if (findChain(def, farthest, Keep::Farthest) &&
        !(canKeepNearest && farthest.kept == nearest.kept))
      addCandidate(std::move(farthest));
    if (canKeepNearest)
      addCandidate(std::move(nearest));
  }
  findGroups();
}

/// Adds a candidate of which the chain is known.
void Rematerializer::addCandidate(Candidate c) {
  const LiveRanges::ValueInfo &info = ranges[c.id];
  unsigned instructions = 0;
  for (Operation *op : c.chain) {
    c.isLoad |= isConstantLoad(op);
    instructions += isConstantLoad(op)         ? kCostOfLoad
                    : llvm::isa<CombineOp>(op) ? 0
                                               : 1;
  }
  c.cost *= instructions;
  if (c.nearEnd == info.defIndex)
    c.cost -= frequencyOf(info.block);
  for (unsigned lane : c.sources)
    c.uniform += ranges[ranges.valueOfLane(lane)].file == Kind::UR;
  findBlocks(c, nullptr);
  candidates.push_back(std::move(c));
}

/// Groups the candidates that need the same source to live longer. It has to
/// live at most where one of them lives now.
void Rematerializer::findGroups() {
  llvm::MapVector<unsigned, Group> byKept;
  for (auto [n, c] : llvm::enumerate(candidates))
    if (c.kept != LiveRanges::kNone)
      byKept[c.kept].members.push_back(n);
  for (auto &[kept, group] : byKept) {
    unsigned width = 0;
    SmallVector<Segment> segments;
    for (unsigned n : group.members) {
      const LiveRanges::ValueInfo &info = ranges[candidates[n].id];
      width += info.width;
      for (unsigned k = 0; k != info.width; ++k)
        llvm::append_range(segments, ranges.lane(info.firstLane + k));
    }
    if (width < 2)
      continue;
    group.kept = kept;
    llvm::sort(segments,
               [](Segment a, Segment b) { return a.start < b.start; });
    // Without where it lives anyway.
    ArrayRef<Segment> own = contents.segments(kept);
    uint32_t from = 0;
    for (Segment s : segments) {
      uint32_t start = std::max(s.start, from);
      from = std::max(from, s.end);
      auto *next = llvm::upper_bound(
          own, start, [](uint32_t at, Segment o) { return at < o.end; });
      for (; start < s.end; ++next) {
        uint32_t end = next == own.end() ? s.end : std::min(next->start, s.end);
        if (start < end)
          group.longer.push_back({start, end});
        if (next == own.end())
          break;
        start = std::max(start, next->end);
      }
    }
    groups.push_back(std::move(group));
  }
}

/// Finds the blocks in which uniform registers are in use in the place of the
/// value: where it lives, and where threads may be meanwhile that are apart.
void Rematerializer::findBlocks(Candidate &c, const WarpBlocks *warp) const {
  constexpr unsigned kMany = 512;
  c.blocks.clear();
  if (c.uniform == 0)
    return;
  llvm::DenseSet<unsigned> sets;
  for (Segment s : ranges.lane(ranges[c.id].firstLane)) {
    unsigned last = ranges.blockOfIndex((s.end - 1) / 2);
    for (unsigned b = ranges.blockOfIndex(s.start / 2);
         b <= last && c.blocks.size() <= kMany; ++b) {
      c.blocks.push_back(b);
      if (!warp || warp->isOfWarp(b) || !sets.insert(warp->setOf(b)).second)
        continue;
      // Large sets are not copied for each candidate.
      ArrayRef<unsigned> apart = warp->blocksOf(warp->setOf(b));
      llvm::append_range(c.blocks, apart.take_front(kMany));
    }
  }
  c.isEverywhere = c.blocks.size() > kMany;
  if (c.isEverywhere)
    c.blocks.clear();
  llvm::sort(c.blocks);
  c.blocks.erase(llvm::unique(c.blocks), c.blocks.end());
}
