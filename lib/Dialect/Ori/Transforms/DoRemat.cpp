//===- DoRemat.cpp - Values computed again to free registers --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that lives long but is cheap to compute (a constant in a register, a
// sum of two values that are there anyway) holds a register that could be free
// between its uses. Where few registers keep warps from an SM, such values are
// computed again in front of their uses. One that is the same in all threads of
// the warp may also go to a uniform register, which many instructions read as
// well as an R register.
//
// Registers in use are counted in the order of the source. The choice is
// greedy: of all candidates the one that frees most of what is too much for its
// cost, or some that are about as good. Then come the next, until nothing is
// too much or the cost is.
//
//===----------------------------------------------------------------------===//

#include "ConstantLoads.h"
#include "Rematerializer.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Target/CallABI.h"
#include <limits>

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIDOREMATPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

namespace {

/// Moves to uniform registers at the start take long for a small function: one
/// is made for so many operations.
constexpr unsigned kOperationsOfMove = 200;
/// Values chosen for one function, and sweeps over all candidates to find them.
constexpr unsigned kMaxChosen = 512, kMaxSweeps = 64;
/// A sweep takes values for a part of the registers that are too many, none of
/// which is worth less than a part of the best one.
constexpr int kSweepShare = 4;
constexpr double kAsGood = 0.5;
/// A loop is taken to run so many times; deeper ones no more often.
constexpr unsigned kTripCount = 10, kMaxDepth = 4;
/// Instructions may become more by a part of the warps that an SM gains, and by
/// no more than a part of all: more where an SM holds few warps, which leave it
/// without anything to issue.
struct Shares {
  double ofGain, most;
};
constexpr Shares kShares = {0.25, 1.0 / 12}, kSharesOfFew = {0.5, 0.25};
/// Registers that code of which the launch bounds say how many it may have
/// should leave to loads, and the part of all instructions that this may cost.
constexpr int kRoom = 16;
constexpr double kShareOfRoom = 0.01;
/// What costs a part of all instructions at most is computed again where many
/// registers are in use, down to a part of these.
constexpr double kShareOfEase = 0.005, kEasedPart = 0.5;
/// Alignment and copies take some registers beyond those in use.
constexpr unsigned kSlack = 2;
/// An order of the operations for their latencies takes some more. A part of
/// those that leave more warps is left free for it, for what costs a part of
/// all instructions at most.
constexpr unsigned kMargin = 16;
constexpr double kShareOfMargin = 0.01;
/// More may be free in the end than is known here. What comes so near to the
/// next number of warps is worth a part of all instructions.
constexpr unsigned kNear = 4;
constexpr double kShareOfNearest = 0.02;
/// Registers left free besides, where USETMAXREG leaves few.
constexpr int kRoomOfRegion = 4;
/// Where an SM holds fewer warps even without what can be freed, registers are
/// worth more for loads in flight.
constexpr unsigned kFewWarps = 32;
/// Unless so many more fit.
constexpr double kManyMore = 1.3;

class DoRemat : public ori::impl::OriDoRematPassBase<DoRemat> {
public:
  using OriDoRematPassBase::OriDoRematPassBase;
  void runOnOperation() override;
};

} // namespace

double Rematerializer::frequencyOf(unsigned block) const {
  double times = 1;
  unsigned depth = getBusyDepth(ranges.blocks()[block], loops.depth(block));
  for (depth = std::min(depth, kMaxDepth); depth; --depth)
    times *= kTripCount;
  return times;
}

void Rematerializer::computePressure() {
  constexpr unsigned kR = unsigned(target::regFile(Kind::R)),
                     kUR = unsigned(target::regFile(Kind::UR));
  int now = 0, uniform = 0;
  uniformInUse.assign(ranges.blocks().size(), 0);
  for (auto [at, change] : llvm::enumerate(use.changes)) {
    pressure.push_back(now += change[kR]);
    uniform += change[kUR];
    if (at < ranges.numPositions()) {
      int &most = uniformInUse[ranges.blockOfIndex(at / 2)];
      most = std::max(most, uniform);
    }
  }
  // Where USETMAXREG leaves few R registers, all uniform ones are of use. Only
  // some are preserved across calls.
  uniformLimit.assign(
      ranges.blocks().size(),
      int(regions.isUniform() ? maxUniform : getUniformGoal(func, 255)));
  int preserved = int(target.limits->uniformRegisters -
                      target::getCallABI().firstPreservedUniform);
  for (unsigned i = 0; i != ranges.operations().size(); ++i)
    if (llvm::isa_and_nonnull<CallOp>(ranges.operations()[i])) {
      int &limit = uniformLimit[ranges.blockOfIndex(i)];
      limit = std::min(limit, preserved);
    }
  // Where there are fewer registers than at the start, or more, that counts as
  // so many more, or fewer, in use.
  ArrayRef<LimitStep> steps = regions.getSteps();
  for (unsigned n = 0; n != steps.size() && !regions.isUniform(); ++n)
    for (uint32_t at = steps[n].start, end = n + 1 == steps.size()
                                                 ? ranges.numPositions()
                                                 : steps[n + 1].start;
         at != end; ++at)
      pressure[at] += budget - int(steps[n].limit);
}

/// Calls `fn(start, end)` for the positions at which the registers of the value
/// become free.
template <typename Fn>
void Rematerializer::forEachFreed(const Candidate &c, Fn fn) const {
  for (Segment s : ranges.lane(ranges[c.id].firstLane)) {
    uint32_t start = s.start;
    auto keep = [&](uint32_t from, uint32_t to) {
      if (to <= start || from >= s.end)
        return;
      if (from > start)
        fn(start, from);
      start = std::max(start, to);
    };
    keep(2 * ranges[c.id].defIndex, 2 * c.nearEnd + 2);
    for (const Cluster &cluster : c.clusters)
      keep(2 * cluster.first - 1, 2 * cluster.last + 1);
    if (start < s.end)
      fn(start, s.end);
  }
}

/// Chooses candidates for a goal; false if it is not reached that must be. Then
/// for another one as far as that goes.
bool Rematerializer::choose(const Goal &goal, const Goal *further) {
  chosen.clear();
  std::vector<int> now = pressure;
  std::vector<unsigned> tooMany(now.size() + 1, 0); // positions before
  std::vector<bool> isOut(candidates.size());
  llvm::DenseSet<unsigned> read, gone; // lanes
  llvm::DenseSet<unsigned> longer;     // what groups keep
  double cost = 0;
  std::vector<int> uniform = uniformInUse; // by block, and added everywhere
  int everywhere = 0, left = 0;
  double maxCost = 0;
  unsigned kinds = 0;
  auto hasUniform = [&](const Candidate &c) {
    int more = everywhere + int(c.uniform);
    return c.isEverywhere ? int(c.uniform) <= left
                          : llvm::all_of(c.blocks, [&](unsigned b) {
                              return uniform[b] + more <= uniformLimit[b];
                            });
  };
  unsigned movesLeft = ranges.operations().size() / kOperationsOfMove;
  if (!regions.isUniform())
    movesLeft = kMaxChosen;
  if (goal.cost == std::numeric_limits<double>::infinity())
    movesLeft = kMaxChosen;
  auto isPossible = [&](unsigned n) {
    const Candidate &c = candidates[n];
    return !isOut[n] && (kinds & c.getRemedy()) &&
           (!c.isUniform() || movesLeft) &&
           !gone.contains(ranges[c.id].firstLane) &&
           !read.contains(ranges[c.id].firstLane) && hasUniform(c) &&
           llvm::none_of(c.sources,
                         [&](unsigned lane) { return gone.contains(lane); });
  };
  auto canTake = [&](unsigned n) {
    const Candidate &c = candidates[n];
    return cost + c.cost <= maxCost &&
           (c.kept == LiveRanges::kNone || longer.contains(c.kept)) &&
           isPossible(n);
  };
  auto countFreed = [&](unsigned n) {
    int64_t freed = 0;
    forEachFreed(candidates[n], [&](uint32_t start, uint32_t end) {
      freed += tooMany[end] - tooMany[start];
    });
    return freed * ranges[candidates[n].id].width;
  };
  auto take = [&](unsigned n) {
    const Candidate &c = candidates[n];
    isOut[n] = true;
    chosen.push_back(n);
    cost += c.cost;
    for (unsigned b : c.blocks)
      uniform[b] += int(c.uniform);
    if (c.isEverywhere)
      everywhere += int(c.uniform);
    movesLeft -= c.isUniform();
    const LiveRanges::ValueInfo &info = ranges[c.id];
    forEachFreed(c, [&](uint32_t start, uint32_t end) {
      for (uint32_t at = start; at != end; ++at)
        now[at] -= info.width;
    });
    for (unsigned lane : c.sources)
      read.insert(contents[lane]);
    for (unsigned k = 0; k != info.width; ++k)
      gone.insert(info.firstLane + k);
  };

  auto takeGroup = [&](const Group &group) {
    longer.insert(group.kept);
    for (Segment s : group.longer)
      for (uint32_t at = s.start; at != s.end; ++at)
        ++now[at];
    int freed = -1;
    for (unsigned n : group.members)
      if (canTake(n) && countFreed(n)) {
        take(n);
        freed += ranges[candidates[n].id].width;
      }
    return freed;
  };
  // What all of a group frees, less what it keeps, for its cost; 0 if it is not
  // worth anything.
  auto scoreGroup = [&](const Group &group) {
    int64_t freed = 0;
    double more = 0;
    for (unsigned n : group.members)
      if (isPossible(n))
        if (int64_t own = countFreed(n)) {
          freed += own;
          more += candidates[n].cost;
        }
    for (Segment s : group.longer)
      freed -= tooMany[s.end] - tooMany[s.start];
    return freed > 0 && cost + more <= maxCost
               ? -double(freed) / std::max(more, 0.5)
               : 0;
  };

  unsigned sweep = 0;
  SmallVector<std::pair<double, unsigned>> scores;
  auto reach = [&](const Goal &goal) {
    int limit = int(goal.limit);
    maxCost = cost + goal.cost * allCost;
    kinds = goal.kinds;
    for (;; ++sweep) {
      int excess = 0;
      for (unsigned i = 0; i != now.size(); ++i) {
        tooMany[i + 1] = tooMany[i] + (now[i] > limit);
        excess = std::max(excess, now[i] - limit);
      }
      if (!excess)
        return true;
      if (sweep == kMaxSweeps || chosen.size() >= kMaxChosen)
        return false;
      left = INT_MAX;
      for (auto [inUse, limit] : llvm::zip_equal(uniform, uniformLimit))
        left = std::min(left, limit - inUse - everywhere);
      scores.clear();
      for (unsigned n = 0; n != candidates.size(); ++n) {
        if (!canTake(n))
          continue;
        if (int64_t freed = countFreed(n))
          scores.push_back(
              {-double(freed) / std::max(candidates[n].cost, 0.5), n});
      }
      for (unsigned g = 0; g != groups.size(); ++g)
        if (!longer.contains(groups[g].kept))
          if (double score = scoreGroup(groups[g]))
            scores.push_back({score, unsigned(candidates.size()) + g});
      if (scores.empty())
        return false;
      // Where much is too much, several that are about as good at once.
      llvm::sort(scores);
      int most = std::max(excess / kSweepShare, 1), freed = 0;
      for (auto [score, n] : scores) {
        if (freed >= most || score > kAsGood * scores.front().first)
          break;
        if (n >= candidates.size()) {
          const Group &group = groups[n - candidates.size()];
          if (scoreGroup(group))
            freed += takeGroup(group);
        } else if (canTake(n)) {
          take(n);
          freed += ranges[candidates[n].id].width;
        }
      }
    }
  };
  if (!reach(goal) && goal.isLimit)
    return false;
  if (further)
    reach(*further);
  return true;
}

/// The uses of a cluster read another value. Those behind it belong to a later
/// one.
void Rematerializer::replaceUses(const Candidate &c, const Cluster &cluster,
                                 Value by) const {
  Value value = ranges[c.id].value;
  const SmallVector<unsigned, 2> &uses = usesOf[c.id];
  for (auto *use = llvm::lower_bound(uses, cluster.first);
       use != uses.end() && *use <= cluster.last; ++use)
    ranges.operations()[*use]->replaceUsesOfWith(value, by);
}

unsigned Rematerializer::apply(const Candidate &c) {
  if (c.isUniform())
    return moveToUniform(c);
  Value value = ranges[c.id].value;
  unsigned number = cast<OpResult>(value).getResultNumber();
  ArrayRef<Operation *> ops = ranges.operations();
  unsigned count = 0;
  for (const Cluster &cluster : c.clusters) {
    OpBuilder builder(ops[cluster.first]);
    IRMapping map;
    Operation *copy = nullptr;
    for (Operation *op : c.chain) {
      // Another value may have needed it near here.
      auto &[last, at] = copies[op];
      if (!last || at.block != cluster.block || at.first > cluster.first ||
          cluster.first - at.first > kShared) {
        last = builder.clone(*op, map);
        // Operands may have been replaced by copies near the original.
        for (OpOperand &operand : last->getOpOperands())
          if (Value copied = map.lookupOrNull(originals.lookup(operand.get())))
            operand.set(copied);
        for (auto [result, original] :
             llvm::zip_equal(last->getResults(), op->getResults()))
          originals[result] = original;
        at = cluster;
        ++count;
      }
      copy = last;
      map.map(op->getResults(), copy->getResults());
    }
    replaceUses(c, cluster, copy->getResult(number));
  }
  return count;
}

unsigned Rematerializer::run(unsigned only) {
  computePressure();
  int most = *llvm::max_element(pressure);
  SmallVector<Goal> goals; ///< the best first
  std::optional<Goal> nearest;
  int budget = this->budget - int(kSlack);
  if (only) {
    goals.push_back(
        {only, std::numeric_limits<double>::infinity(), false, All});
  } else if (!regions.isUniform()) {
    // USETMAXREG gives warps other numbers of registers, and the number of
    // warps is fixed when the kernel begins: only spills count.
    for (int room : {kRoomOfRegion, 0})
      if (most > budget - room && budget > room)
        goals.push_back(
            {unsigned(budget - room), kShares.most, room != 0, All});
  } else if (!func.getMinCtasPerSm()) {
    // Who says how many blocks an SM is to hold gives the rest to the code.
    // What does not fit into the budget has as many warps as what does. An
    // order of the operations for their latencies takes what leaves as many
    // warps to each partition.
    unsigned now = unsigned(std::min(most, budget)) + kSlack;
    unsigned warps = getWarps(func, getFreeRegisters(func, now));
    const Shares &shares = warps < kFewWarps ? kSharesOfFew : kShares;
    for (unsigned fewer = getNextFewerRegisters(func, now); fewer > kSlack;
         fewer = getNextFewerRegisters(func, fewer))
      if (unsigned more = getWarps(func, fewer))
        goals.push_back(
            {fewer - kSlack,
             std::min((double(more) / warps - 1) * shares.ofGain, shares.most),
             /*isLimit=*/true,
             more < kFewWarps && more < kManyMore * warps
                 ? unsigned(Uniform)
                 : Computed | Uniform | Loaded});
    std::reverse(goals.begin(), goals.end());
    if (warps >= kFewWarps && !goals.empty())
      nearest = Goal{goals.back().limit + kNear, kShareOfNearest,
                     /*isLimit=*/true};
  }
  if (!only && regions.isUniform()) {
    // An order of the operations for their latencies takes some registers more.
    // What is too much then, and not computed again, is spilled.
    for (int room = kRoom; room > 0 && most > budget - room; room -= kRoom / 4)
      if (budget > room)
        goals.push_back({unsigned(budget - room), kShareOfRoom, true});
    if (most > budget && budget > 0)
      goals.push_back({unsigned(budget),
                       func.getMinCtasPerSm() ? kShareOfRoom : kShares.most,
                       false, All});
  }
  if (nearest)
    goals.push_back(*nearest);
  // What costs hardly anything leaves room to the order of the operations.
  Goal easing = {unsigned(most * kEasedPart), kShareOfEase, /*isLimit=*/false};
  bool isEased = !only && regions.isUniform() && most >= int(easedFrom);
  if (isEased)
    goals.push_back(easing);
  return reachFirst(goals, isEased ? &easing : nullptr);
}

unsigned Rematerializer::fitInto(unsigned registers) {
  registers -= std::min(registers, kSlack);
  computePressure();
  if (*llvm::max_element(pressure) <= int(registers))
    return 0;
  return reachFirst(Goal{registers, kShares.most, /*isLimit=*/false, All},
                    /*easing=*/nullptr);
}

/// Reaches the first of the goals that can be reached, and what it can of a
/// margin, or else of `easing`.
unsigned Rematerializer::reachFirst(ArrayRef<Goal> goals, const Goal *easing) {
  if (goals.empty())
    return 0;
  auto marginOf = [](const Goal &goal) {
    return Goal{goal.limit - (goal.limit + kSlack) / kMargin, kShareOfMargin,
                /*isLimit=*/false};
  };
  unsigned lowest = easing ? easing->limit : goals.front().limit;
  for (const Goal &goal : goals)
    lowest = std::min({lowest, goal.limit, marginOf(goal).limit});
  above.assign(pressure.size() + 1, 0);
  for (auto [i, inUse] : llvm::enumerate(pressure))
    above[i + 1] = above[i] + (inUse > int(lowest));
  loops = LoopNest(graph, 0);
  findCandidates(llvm::any_of(
      goals, [](const Goal &goal) { return (goal.kinds & Kept) != 0; }));
  findUniformCandidates();
  // What all candidates together could free at the worst place.
  std::vector<int> least(pressure);
  for (const Candidate &c : candidates)
    forEachFreed(c, [&](uint32_t start, uint32_t end) {
      for (uint32_t at = start; at != end; ++at)
        least[at] -= ranges[c.id].width;
    });
  int bound = *llvm::max_element(least);
  for (const Goal &goal : goals) {
    if (goal.isLimit && bound > int(goal.limit))
      continue;
    Goal margin = marginOf(goal);
    if (!choose(goal, goal.isLimit ? &margin : easing))
      continue;
    unsigned count = 0;
    for (unsigned n : chosen)
      count += apply(candidates[n]);
    llvm::DenseSet<Operation *> erased;
    for (unsigned n : chosen)
      for (Operation *op : llvm::reverse(candidates[n].chain))
        if (!erased.contains(op) && isOpTriviallyDead(op)) {
          erased.insert(op);
          op->erase();
        }
    for (Operation *op : replaced)
      op->erase();
    return count;
  }
  return 0;
}

void DoRemat::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target) {
    func.emitError("needs an ori.module around it that names the SM");
    return signalPassFailure();
  }
  moveConstantsToFront(func);
  auto getWarpBlocks = [&]() -> const WarpBlocks & {
    return getAnalysis<WarpBlocks>();
  };
  unsigned count =
      Rematerializer(func, *target, getAnalysis<RegisterUse>(), getWarpBlocks,
                     getUniformGoal(func, maxUniform), easedFrom)
          .run(goal);
  numRepeated += count;
  markAnalysesPreserved<WarpBlocks>();
  if (!count)
    markAllAnalysesPreserved();
}
