//===- HoistLoads.cpp - Loads above branches that come back together ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load behind a branch whose ways all meet before it runs whenever the branch
// runs: in front of the branch it is no speculation, and what stands between
// hides its latency. Blocks come in reverse post-order, so that a load passes
// one branch after the other, and one walk is enough. A load of memory that
// does not change need not wait for other warps at a barrier, either;
// ptxas 13.0.88 has it in front of barriers, but not of fences. Where the
// threads of a collective meet, any load may stand before: that orders no
// accesses. There it goes no further than it takes to hide it.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/PassedOperations.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegionGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegisterPressure.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include <optional>

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIHOISTLOADSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

/// Cycles from which on a load is worth doing early; operations behind it in
/// which its result must be needed, and where it is a barrier that it passes.
static constexpr unsigned kLongLatency = 100, kNear = 50,
                          kNearBarrier = 4 * kNear;
/// Work that hides a load, in estimates of its latency: those are of what a
/// cache has.
static constexpr unsigned kHidingWork = 2;
/// Blocks between a branch and where its ways meet, and operations of address
/// arithmetic that move with a load, at most.
static constexpr unsigned kMaxBlocks = 16, kMaxFeeders = 8;
/// Registers that constants will take and that are not counted yet.
static constexpr int kSlack = 2;
/// Predicates that live longer for loads of a block, at most: there are seven.
static constexpr int kMaxPredicates = 2;

namespace {

class HoistLoads : public ori::impl::OriHoistLoadsPassBase<HoistLoads> {
public:
  using OriHoistLoadsPassBase::OriHoistLoadsPassBase;
  void runOnOperation() override;
};

class LoadHoister {
public:
  LoadHoister(FuncOp func, const target::TargetInfo &target, unsigned registers,
              unsigned maxDistance)
      : func(func), target(target), registers(registers),
        maxDistance(maxDistance), blocks(func.getBody()),
        graph(blocks.makeGraph()), loops(graph, 0), dom(graph, 0),
        summaries(blocks.size()) {}
  unsigned run();

private:
  /// A load with what its block computes for it, in their order.
  struct Group {
    InstOpInterface load;
    uint8_t readSpaces = 0;
    SmallVector<Operation *, kMaxFeeders + 1> ops;
    int width = 0;      ///< registers of the results
    int predicates = 0; ///< of those that others read, too
  };

  /// A part of a block, which begins where it waits for threads; the first one
  /// where the block does.
  struct Stretch {
    Operation *wait = nullptr;
    PassedOperations operations;
    unsigned cycles = 0; ///< estimate, of one warp
  };

  bool isCandidate(Operation &op, uint8_t &readSpaces) const;
  bool addFeeders(Group &group, Operation *op, size_t stretch) const;
  bool countRegisters(Group &group, int predicates) const;
  bool isUsedNear(const Group &group, unsigned distance) const;
  const PassedOperations &getSummary(unsigned block);
  bool findBetween(unsigned top, unsigned bottom);
  bool hoist(Group &group, unsigned block, PassedOperations passed);
  bool hoistLoad(Operation &op, unsigned block, const PassedOperations &passed);
  bool hoistOver(size_t stretch, Group &group, unsigned block);
  bool hoistOverWaits(Group &group, unsigned block);
  void addToStretches(Operation *op);
  void computePressure();
  bool haveRegisters(int width);

  FuncOp func;
  const target::TargetInfo &target;
  const unsigned registers, maxDistance;
  BlockNumbering blocks;
  FlowGraph graph;
  LoopNest loops;
  DomTree dom;
  /// By block.
  std::vector<std::optional<PassedOperations>> summaries;
  /// The most R registers in use, by block; empty before they are asked for.
  std::vector<int> pressure;
  int limit = 0;

  // The block as far as it has been visited.
  std::vector<Stretch> stretches;
  /// By operation, except for those of the first.
  DenseMap<Operation *, size_t> stretchOf;
  /// Those that loads of the block may have in front of where it waits.
  int predicatesLeft = 0;

  /// The blocks that findBetween() has found, and all that the load passes.
  SmallVector<unsigned, kMaxBlocks> between, all;
};

} // namespace

/// Whether the operation only brings the threads of a collective together. It
/// orders no accesses of theirs: bar.warp.sync does, which has a mark.
static bool isGathering(Operation *op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && inst.getDesc().role == isa::ConvergenceRole::WarpSync &&
         !op->hasAttr(kCoopGroupAttr);
}

static void add(PassedOperations &passed, Operation *op) {
  if (isGathering(op))
    ++passed.operations;
  else
    passed.add(op);
}

/// Of a block without its terminator: that is a branch, which is no fence for
/// what runs on all its ways.
const PassedOperations &LoadHoister::getSummary(unsigned block) {
  std::optional<PassedOperations> &entry = summaries[block];
  if (!entry) {
    entry.emplace();
    for (Operation &op : blocks[block]->without_terminator())
      add(*entry, &op);
  }
  return *entry;
}

/// A load that takes long and that nothing but stores keeps in its place.
bool LoadHoister::isCandidate(Operation &op, uint8_t &readSpaces) const {
  auto inst = dyn_cast<InstOpInterface>(&op);
  if (!inst || op.getNumResults() == 0)
    return false;
  const target::ClassInfo &cls = target.getClass(inst.getOpcode());
  if (!cls.writeBarrier || cls.estimate < kLongLatency)
    return false;
  isa::OrderingEffects effects = getOrderingEffects(inst);
  readSpaces = effects.readSpaces;
  return effects.isPlainAccess && !effects.writtenSpaces &&
         !effects.readsThreads && !effects.ordersThreads;
}

/// Adds the operation behind those of its block that it needs; whether all of
/// them can move: in front of the block, or of a later stretch of it.
bool LoadHoister::addFeeders(Group &group, Operation *op,
                             size_t stretch) const {
  if (llvm::is_contained(group.ops, op))
    return true;
  if (group.ops.size() > kMaxFeeders)
    return false;
  bool isLoad = op == group.load;
  if (!isLoad && (!isMemoryEffectFree(op) || isConvergent(op)))
    return false;
  for (Value operand : op->getOperands()) {
    if (operand.getParentBlock() != group.load->getBlock())
      continue;
    Operation *def = operand.getDefiningOp();
    if (stretch && (!def || stretchOf.lookup(def) < stretch))
      continue;
    if (!def || !addFeeders(group, def, stretch))
      return false;
  }
  group.ops.push_back(op);
  return true;
}

/// Counts the registers that live longer: results of the load, and what others
/// read, too. False if one would be in a file that has few, of which
/// `predicates` are free.
bool LoadHoister::countRegisters(Group &group, int predicates) const {
  for (Operation *op : group.ops)
    for (OpResult result : op->getResults()) {
      if (!ownsRegister(result))
        continue;
      bool isOwn = op != group.load &&
                   llvm::all_of(result.getUsers(), [&](Operation *user) {
                     return llvm::is_contained(group.ops, user);
                   });
      if (isOwn || result.use_empty())
        continue;
      Kind file = getRegFile(result.getType());
      if (file == Kind::R)
        group.width += int(getWidth(result.getType()));
      else if (file != Kind::P || ++group.predicates > predicates)
        return false;
    }
  return true;
}

/// Whether the block needs the result of the load within so many operations.
bool LoadHoister::isUsedNear(const Group &group, unsigned distance) const {
  for (Operation *op = group.load->getNextNode(); op && distance;
       op = op->getNextNode(), --distance)
    for (Value operand : op->getOperands())
      if (operand.getDefiningOp() == group.load)
        return true;
  return false;
}

/// Finds the blocks on the ways from `top` to `bottom`, which it dominates;
/// whether all ways from there lead to it, without a loop.
bool LoadHoister::findBetween(unsigned top, unsigned bottom) {
  between.clear();
  unsigned loop = loops.loopOf(top);
  if (loops.loopOf(bottom) != loop || loops.isHeader(bottom))
    return false;
  auto add = [&](unsigned from) {
    for (unsigned succ : graph.succs(from)) {
      if (succ == bottom || llvm::is_contained(between, succ))
        continue;
      if (loops.loopOf(succ) != loop || loops.isHeader(succ) ||
          between.size() == kMaxBlocks)
        return false;
      between.push_back(succ);
    }
    return !graph.succs(from).empty();
  };
  if (!add(top))
    return false;
  for (unsigned i = 0; i != between.size(); ++i)
    if (!add(between[i]))
      return false;
  return true;
}

/// What each block needs without what moves, and what the function may use
/// without fewer warps.
void LoadHoister::computePressure() {
  RegisterUse use(func);
  pressure.assign(blocks.size(), 0);
  int now = 0, most = 0;
  for (unsigned i = 0; i != use.ranges.operations().size(); ++i)
    for (unsigned at : {2 * i, 2 * i + 1}) {
      now += use.changes[at][0];
      int &peak = pressure[use.ranges.blockOfIndex(i)];
      peak = std::max(peak, now);
      most = std::max(most, now);
    }
  limit = int(registers);
  if (most + kSlack > limit)
    limit = int(getFreeRegisters(func, unsigned(most + kSlack)));
  int budget = int(getRegisterBudget(func, 255));
  limit = std::min(limit, budget - budget / 16) - kSlack;
}

/// Whether all blocks that the load passes have so many registers more.
bool LoadHoister::haveRegisters(int width) {
  if (pressure.empty())
    computePressure();
  for (unsigned block : all)
    if (pressure[block] + width > limit)
      return false;
  return true;
}

/// Moves a load of the block as far up as it can go; `passed`: what stands in
/// front of it in its block.
bool LoadHoister::hoist(Group &group, unsigned block, PassedOperations passed) {
  unsigned best = kNoNode;
  size_t taken = 0;
  all.assign({block});
  for (unsigned bottom = block; passed.letPass(group.readSpaces);
       ++passed.operations) {
    unsigned top = dom.idom(bottom);
    if (top == kNoNode || passed.operations > maxDistance ||
        !findBetween(top, bottom))
      break;
    for (unsigned b : between)
      passed.add(getSummary(b));
    all.append(between.begin(), between.end());
    all.push_back(top);
    if (!passed.letPass(group.readSpaces) || !haveRegisters(group.width))
      break;
    best = top;
    taken = all.size();
    // Beyond it, what it defines would be missing.
    bool isDefined = llvm::any_of(group.ops, [&](Operation *op) {
      return llvm::any_of(op->getOperands(), [&](Value operand) {
        return operand.getParentBlock() == blocks[top];
      });
    });
    if (isDefined)
      break;
    passed.add(getSummary(top));
    bottom = top;
  }
  if (best == kNoNode)
    return false;
  Operation *end = blocks[best]->getTerminator();
  for (Operation *op : group.ops)
    op->moveBefore(end);
  for (unsigned b : ArrayRef(all).take_front(taken))
    pressure[b] += group.width;
  // What moves is in nobody's way.
  if (summaries[best])
    summaries[best]->operations += group.ops.size();
  return true;
}

/// Moves a load in front of a stretch of its block.
bool LoadHoister::hoistOver(size_t stretch, Group &group, unsigned block) {
  all.assign({block});
  if (!haveRegisters(group.width))
    return false;
  for (Operation *op : group.ops) {
    op->moveBefore(stretches[stretch].wait);
    stretchOf[op] = stretch - 1;
  }
  pressure[block] += group.width;
  predicatesLeft -= group.predicates;
  return true;
}

/// Moves a load in front of where its block waits for threads: as far up as it
/// can go, but no further than into the first stretch from which on there is
/// work that hides it. (The schedulers move it within a stretch.)
bool LoadHoister::hoistOverWaits(Group &group, unsigned block) {
  unsigned hidden =
      kHidingWork * target.getClass(group.load.getOpcode()).estimate;
  PassedOperations between;
  unsigned cycles = 0;
  size_t first = stretches.size();
  for (; first > 1; --first) {
    const Stretch &passed = stretches[first - 1];
    cycles += passed.cycles;
    between.add(passed.operations);
    if (cycles >= hidden || !between.letPass(group.readSpaces))
      break;
  }
  auto canMove = [&](size_t stretch) {
    group.ops.clear();
    group.width = group.predicates = 0;
    return addFeeders(group, group.load, stretch) &&
           countRegisters(group, predicatesLeft);
  };
  // The shorter its way, the less has to come along.
  auto places = llvm::seq(first, stretches.size());
  auto place = llvm::partition_point(
      places, [&](size_t stretch) { return !canMove(stretch); });
  return place != places.end() && canMove(*place) &&
         hoistOver(*place, group, block);
}

/// Moves an operation of the block if it is a load that can go anywhere.
/// `passed`: what stands in front of it in the block.
bool LoadHoister::hoistLoad(Operation &op, unsigned block,
                            const PassedOperations &passed) {
  Group group;
  if (!isCandidate(op, group.readSpaces))
    return false;
  group.load = cast<InstOpInterface>(op);
  if (dom.idom(block) != kNoNode && passed.letPass(group.readSpaces) &&
      isUsedNear(group, kNear) && addFeeders(group, &op, /*stretch=*/0) &&
      countRegisters(group, /*predicates=*/0) && hoist(group, block, passed))
    return true;
  return stretches.size() > 1 && isUsedNear(group, kNearBarrier) &&
         hoistOverWaits(group, block);
}

/// Notes an operation that stays in its block.
void LoadHoister::addToStretches(Operation *op) {
  if (isBlockBarrier(op) || isGathering(op))
    stretches.push_back({op, {}, 0});
  Stretch &stretch = stretches.back();
  add(stretch.operations, op);
  if (auto inst = dyn_cast<InstOpInterface>(op)) {
    const target::ClassInfo &cls = target.getClass(inst.getOpcode());
    stretch.cycles += std::max(cls.minStall, cls.occupancy);
  }
  if (stretches.size() > 1)
    stretchOf[op] = stretches.size() - 1;
}

unsigned LoadHoister::run() {
  unsigned count = 0;
  for (unsigned n : reversePostOrder(graph, 0)) {
    PassedOperations passed;
    stretches.assign(1, {});
    stretchOf.clear();
    predicatesLeft = kMaxPredicates;
    for (Operation *op = &blocks[n]->front(), *next; op; op = next) {
      next = op->getNextNode();
      if (!next)
        break;
      if (hoistLoad(*op, n, passed)) {
        ++count;
        continue;
      }
      add(passed, op);
      addToStretches(op);
    }
  }
  return count;
}

void HoistLoads::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target) {
    func.emitError("needs an ori.module around it that names the SM");
    return signalPassFailure();
  }
  numHoisted += LoadHoister(func, *target, registers, maxDistance).run();
}
