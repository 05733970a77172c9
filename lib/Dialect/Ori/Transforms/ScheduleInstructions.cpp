//===- ScheduleInstructions.cpp - Scheduling before allocation ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives each run of operations without a fence to the list scheduler, with the
// registers that are in use in front of it and those it may use, and with what
// the blocks before it have left on its way.
//
//===----------------------------------------------------------------------===//

#include "ConstantLoads.h"
#include "LateValues.h"
#include "ListScheduler.h"
#include "PressureOrder.h"
#include "RegisterAssignment.h"
#include "RegisterLimits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Reorder.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORISCHEDULEINSTRUCTIONSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// Registers that alignment and copies of tied values take beyond those that
/// are in use.
static constexpr int kSlack = 1;
/// Moves in the search for places: about what allocation does to do with fewer
/// registers, and before it spills.
static constexpr unsigned kMoves = 128,
                          kMovesBeforeSpills = kLongerSearch * kMoves;

namespace {

class ScheduleInstructions
    : public ori::impl::OriScheduleInstructionsPassBase<ScheduleInstructions> {
public:
  using OriScheduleInstructionsPassBase::OriScheduleInstructionsPassBase;
  void runOnOperation() override;

private:
  struct Plan;
  class Planner;
  bool fits(const Plan &plan, unsigned registers, unsigned maxMoves = kMoves);
  /// By limit of a plan, registers and moves in the search for places, whether
  /// it fits.
  llvm::SmallDenseMap<std::tuple<int, unsigned, unsigned>, bool> fitting;
  Plan widen(Plan best, int limit, llvm::function_ref<Plan(int)> make);
  Plan narrow(Plan best, llvm::function_ref<Plan(int)> make);
  Plan findFitting(Plan best, llvm::function_ref<Plan(int)> make);
};

} // namespace

/// An order of the function's operations.
struct ScheduleInstructions::Plan {
  /// Operations that follow each other, and their order.
  struct Run {
    ArrayRef<Operation *> ops;
    std::vector<unsigned> order;
  };
  /// Puts the operations into their order; back into that of before.
  unsigned apply() const {
    unsigned moved = 0;
    for (const Run &run : runs)
      moved += reorderOps(run.ops, run.order);
    return moved;
  }
  void undo() const {
    for (const Run &run : runs) {
      std::vector<Operation *> ops;
      std::vector<unsigned> back(run.order.size());
      for (auto [i, from] : llvm::enumerate(run.order)) {
        ops.push_back(run.ops[from]);
        back[from] = i;
      }
      reorderOps(ops, back);
    }
  }
  std::vector<Run> runs;
  /// Of one warp, by what each loop is taken to run: cycles, and instructions.
  double cycles = 0, issued = 0;
  /// The SM has so many; each issues instructions of its own warps.
  unsigned partitions = 1;
  /// The limit of R registers, and the most in use anywhere.
  int limit = 0, most = 0;
  /// Loads that take long had to wait for registers.
  bool isShort = false;

  /// Cycles of an SM for each warp: to issue it, and with so many at a time.
  double getLeastCost() const { return issued / partitions; }
  double getCost(unsigned warps) const {
    return std::max(getLeastCost(), cycles / std::max(warps, 1u));
  }
  /// The same where warps are often in step, and wait at the same time.
  double getMeanCost(unsigned warps) const {
    return getLeastCost() + cycles / std::max(warps, 1u);
  }
  /// Whether so many warps leave an SM without anything to issue at times.
  bool isWaiting(unsigned warps) const {
    return getCost(warps) > getLeastCost();
  }
};

/// Makes plans for one function; what does not depend on limits once.
class ScheduleInstructions::Planner {
public:
  Planner(FuncOp func, const RegisterUse &use, ArrayRef<Pressure> starts,
          const RegisterLimits &regions, const target::TargetInfo &target,
          unsigned window);
  Plan make(const Pressure &limits);

private:
  struct Part {
    SchedulingRun run;
    unsigned block;
    double rounds;
    bool isFence;     ///< belongs to no run
    int ownLimit = 0; ///< the R registers that USETMAXREG has left, if it has
  };

  const target::TargetInfo &target;
  unsigned window;
  int budget; ///< R registers that the function begins with
  SuccessorMap successors;
  ListScheduler scheduler;
  std::vector<Part> parts;
  double issued = 0;
  int most = 0; ///< R registers in use at the start of a block
  LateValues late;
  bool areWaitsKnown = false;
};

/// Registers in use at the start of each block, and the most anywhere.
static std::vector<Pressure> computePressure(const RegisterUse &use,
                                             Pressure &most) {
  const LiveRanges &ranges = use.ranges;
  std::vector<Pressure> starts(ranges.blocks().size());
  Pressure now = {};
  most = {};
  for (unsigned i = 0; i != ranges.operations().size(); ++i) {
    for (unsigned at : {2 * i, 2 * i + 1})
      for (unsigned file = 0; file != now.size(); ++file) {
        now[file] += use.changes[at][file];
        most[file] = std::max(most[file], now[file]);
      }
    if (!ranges.operations()[i])
      starts[ranges.blockOfIndex(i)] = now;
  }
  return starts;
}

/// The values that are passed on to block arguments, and their parts, with
/// these.
static SuccessorMap findSuccessors(const LiveRanges &ranges) {
  SuccessorMap map;
  for (unsigned i : ranges.joiningOperations())
    if (Operation *op = ranges.operations()[i]; op->getNumSuccessors())
      ranges.forEachForwarded(i, [&](unsigned argument, unsigned operand) {
        if (argument == LiveRanges::kNone || operand == LiveRanges::kNone)
          return;
        Value value = ranges[operand].value, next = ranges[argument].value;
        map.try_emplace(value, next);
        if (auto combine = value.getDefiningOp<CombineOp>())
          for (Value part : combine.getParts())
            map.try_emplace(part, next);
      });
  return map;
}

/// Whether the function as it is gets by with so many R registers without
/// copies and spills.
static bool fitsInto(FuncOp func, unsigned registers, unsigned maxMoves) {
  BlockNumbering blocks(func.getBody());
  FlowGraph graph = blocks.makeGraph();
  LiveRanges ranges(func, blocks, graph);
  RegisterFrames frames(ranges, LoopNest(graph, 0), /*mergeCopies=*/true,
                        SeparateValues());
  if (countHeld(frames, isa::Operand::R) > registers)
    return false;
  CallSites calls(ranges);
  RegisterSet allowed;
  for (unsigned r = 0; r != registers; ++r)
    allowed.set(r);
  if (func.usesStack())
    allowed.reset(kStackPointer);
  RegisterWishes wishes;
  wishes.anyOrder = true;
  SmallVector<unsigned> failed =
      assignRegisters(frames, isa::Operand::R, allowed, calls, wishes);
  return failed.empty() || packRegisters(frames, isa::Operand::R, allowed,
                                         calls, failed, maxMoves);
}

void ScheduleInstructions::runOnOperation() {
  constexpr double kWorthSpills = 0.9;
  FuncOp func = getOperation();
  fitting.clear();
  if (func.isDeclaration())
    return;
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target) {
    func.emitError("needs an ori.module around it that names the SM");
    return signalPassFailure();
  }
  // What the phase before has computed still holds where nothing moves.
  std::optional<RegisterUse> own;
  const RegisterUse *theUse = moveConstantsToFront(func)
                                  ? &own.emplace(func)
                                  : &getAnalysis<RegisterUse>();
  markAnalysesPreserved<WarpBlocks>();
  Pressure most;
  std::vector<Pressure> starts = computePressure(*theUse, most);
  // What the function needs somewhere may be used everywhere.
  int budget = int(getRegisterBudget(func, 255));
  if (most[0] > budget &&
      lowerPressure(*theUse, starts, *target, findSuccessors(theUse->ranges),
                    {budget - kSlack, int(uniformRegisters), int(predicates),
                     int(predicates)})) {
    theUse = &own.emplace(func);
    starts = computePressure(*theUse, most);
  }
  const RegisterUse &use = *theUse;
  int wanted = int(registers);
  if (most[0] > wanted)
    wanted = int(getFreeRegisters(func, unsigned(most[0]))) - kSlack;
  // Who says how many blocks an SM is to hold leaves the rest to the code.
  if (func.getMinCtasPerSm() && most[0] > int(registers))
    wanted = budget;
  Pressure limits = {std::min(wanted, budget - budget / 16),
                     int(getUniformGoal(func, uniformRegisters)),
                     int(predicates), int(predicates)};
  RegisterLimits regions(use.ranges, use.graph, budget);
  Planner planner(func, use, starts, regions, *target, window);
  llvm::SmallDenseMap<int, Plan> plans; // by limit
  auto planFor = [&](int limit) {
    auto [found, isNew] = plans.try_emplace(limit);
    if (isNew) {
      Pressure other = limits;
      other[0] = limit;
      found->second = planner.make(other);
      found->second.limit = limit;
    }
    return found->second;
  };
  Plan best = planFor(limits[0]);
  if (!regions.isUniform()) {
    // USETMAXREG gives warps other numbers of registers, and the number of
    // warps is fixed when the kernel begins: more or fewer change nothing.
    numMoved += best.apply();
    return;
  }
  // Where the budget is what there is, all of it, if assignment finds a place
  // for everything.
  if (int all = std::min(wanted, budget - kSlack); all > limits[0]) {
    Plan plan = planFor(all);
    // Where values are spilled in any case, shorter waits are worth a few more
    // of them.
    bool isSpilled = best.most > budget && plan.most <= best.most + kSlack &&
                     plan.cycles < kWorthSpills * best.cycles;
    if (isSpilled ||
        (plan.cycles < best.cycles && fits(plan, unsigned(budget))))
      best = std::move(plan);
  }
  if (best.isShort && !func.getMinCtasPerSm() && tries)
    best = widen(std::move(best), limits[0], [&](int limit) {
      return planFor(std::min(limit, budget - budget / 16));
    });
  if (narrowTries)
    best = narrow(std::move(best), planFor);
  if (tries && most[0] <= budget && best.most >= budget - budget / 16 - kSlack)
    best = findFitting(std::move(best), planFor);
  numMoved += best.apply();
}

/// Whether the function in that order gets by with so many R registers.
bool ScheduleInstructions::fits(const Plan &plan, unsigned registers,
                                unsigned maxMoves) {
  // Assignment counts what copies share otherwise than the scheduler does, but
  // not by much.
  constexpr int kClose = 4;
  if (plan.most > int(registers) + kClose)
    return false;
  auto [known, isNew] = fitting.try_emplace({plan.limit, registers, maxMoves});
  if (isNew) {
    plan.apply();
    known->second = fitsInto(getOperation(), registers, maxMoves);
    plan.undo();
  }
  return known->second;
}

/// An order with fewer registers, where more CTAs or warps then have a place on
/// an SM.
ScheduleInstructions::Plan
ScheduleInstructions::narrow(Plan best, llvm::function_ref<Plan(int)> make) {
  // By how much longer one warp may take: in any case, and by the part of warps
  // that come in where there are few of them; and where more warps are worth
  // it. (Registers are also worth something where there are few warps.) A step
  // brings in so many times as many warps, if the size of CTAs is not known.
  constexpr double kFreeCycles = 1.1, kFreeOfGain = 0.1;
  constexpr double kWorthCycles = 1.6, kWorth = 1.03, kMore = 1.05;
  constexpr unsigned kFewWarps = 24;
  // Of so many registers alignment takes one.
  constexpr unsigned kAlignment = 16;
  FuncOp func = getOperation();
  const unsigned budget = getRegisterBudget(func, 255);
  auto getFreeShare = [&](unsigned warps, unsigned more) {
    double gain = double(more) / std::max(warps, 1u) - 1;
    return std::max(warps <= kFewWarps ? 1 + kFreeOfGain * gain : 1,
                    kFreeCycles);
  };
  // An order that needs all registers that leave so many warps often takes more
  // in the end, as pairs must be even, and then fewer warps run. To make one
  // that needs fewer takes less time than to ask assignment.
  unsigned step = getFreeRegisters(func, best.most + kSlack);
  int tight = int(step - step / kAlignment) - kSlack;
  unsigned most = std::min(getFreeRegisters(func, step + 1), budget);
  if (best.most > tight && step < most) {
    Plan plan = make(tight);
    unsigned fewer = getWarps(func, most), warps = getWarps(func, step);
    bool isMore = fewer < warps && plan.most <= int(step);
    if (isMore && plan.cycles <= getFreeShare(fewer, warps) * best.cycles) {
      best = std::move(plan);
    } else if (isMore && !fits(best, step)) {
      // It leaves fewer warps in the end. An order between the two may fit.
      double cost = best.getMeanCost(fewer);
      if (Plan next = make(int(step - step / (2 * kAlignment)) - kSlack);
          next.cycles < plan.cycles && fits(next, step))
        plan = std::move(next);
      if (plan.getMeanCost(warps) <= cost)
        best = std::move(plan);
    }
  }
  // An order may need more than there is.
  unsigned room = std::min(unsigned(best.most + kSlack), budget),
           warps = getWarps(func, room);
  double least = best.cycles, cost = best.getMeanCost(warps);
  bool isFound = true;
  for (unsigned n = 0; isFound && n != narrowTries; ++n) {
    unsigned more = 0;
    do {
      room = getNextFewerRegisters(func, room);
      more = room ? getWarps(func, room) : 0;
    } while (room && !hasCtaSize(func) && more < kMore * warps);
    if (!room)
      break;
    isFound = false;
    // How many registers alignment takes is not known before.
    for (unsigned slack : {room / kAlignment, 2 * room / kAlignment}) {
      if (isFound)
        break;
      Plan plan = make(int(room - slack) - kSlack);
      bool isFree = plan.cycles <= getFreeShare(warps, more) * least;
      bool isWorth = plan.cycles <= kWorthCycles * least &&
                     plan.getMeanCost(more) <= kWorth * cost;
      // With fewer it would take no less.
      if (!isFree && !isWorth)
        break;
      // Registers that are in use between blocks cannot be saved here.
      if (plan.most > int(room + room / kAlignment))
        break;
      if (plan.most > int(room) || !fits(plan, room))
        continue;
      warps = more;
      cost = std::min(cost, plan.getMeanCost(warps));
      best = std::move(plan);
      isFound = true;
    }
  }
  return best;
}

/// Of an order that would be spilled one with fewer registers that is not, if
/// that does not take much longer.
ScheduleInstructions::Plan
ScheduleInstructions::findFitting(Plan best,
                                  llvm::function_ref<Plan(int)> make) {
  constexpr double kMuchLonger = 1.25;
  unsigned budget = getRegisterBudget(getOperation(), 255);
  auto fitsAll = [&](const Plan &plan) {
    return fits(plan, budget, kMovesBeforeSpills);
  };
  if (fitsAll(best))
    return best;
  int most = best.most;
  for (unsigned n = 1; n <= tries; ++n) {
    Plan plan = make(best.most - int(n * std::max(budget / 24, 1u)));
    if (plan.most >= most)
      continue;
    most = plan.most;
    if (plan.cycles > kMuchLonger * best.cycles)
      break;
    if (fitsAll(plan))
      return plan;
  }
  return best;
}

/// An order with more registers for fewer warps, where an SM does more by it.
/// `limit` is that of `best`, `make` makes the plan for another limit.
ScheduleInstructions::Plan
ScheduleInstructions::widen(Plan best, int limit,
                            llvm::function_ref<Plan(int)> make) {
  constexpr double kWorth = 0.65, kWorthInMean = 0.85, kWorthToFew = 0.7;
  constexpr unsigned kFewWarps = 16, kLeastForFew = 32;
  FuncOp func = getOperation();
  unsigned budget = getRegisterBudget(func, 255);
  unsigned room = unsigned(limit + kSlack), warps = getWarps(func, room);
  auto getMore = [&] {
    unsigned more = getFreeRegisters(func, room + 1);
    return more > room && more <= budget ? more : 0;
  };
  // Tuples and their alignment need more than is counted: limits further below
  // the room are tried, the last one is taken in any case.
  constexpr unsigned kTighter = 3;
  auto makeTighter = [&](unsigned n) {
    return make(int(room - n * std::max(room / 24, 3u)) - kSlack);
  };
  // One that needs as many as the one before it would fit no better.
  auto fitInto = [&](Plan plan) {
    bool isNew = true;
    for (unsigned n = 1; n <= kTighter && !(isNew && fits(plan, room)); ++n) {
      Plan next = makeTighter(n);
      isNew = next.most < plan.most;
      plan = std::move(next);
    }
    return plan;
  };
  // What does not get by with the registers leaves fewer warps in any case, if
  // a tighter order takes much longer.
  constexpr double kMuchLonger = 1.4;
  auto findTighter = [&] {
    int most = best.most;
    for (unsigned n = 1; n <= kTighter; ++n) {
      Plan plan = makeTighter(n);
      if (plan.cycles > kMuchLonger * best.cycles)
        return false;
      if (plan.most >= most)
        continue;
      most = plan.most;
      if (!fits(plan, room))
        continue;
      best = std::move(plan);
      return true;
    }
    return false;
  };
  if (unsigned more = getMore(); more && best.isWaiting(getWarps(func, more)) &&
                                 !fits(best, room) && !findTighter()) {
    room = more;
    warps = getWarps(func, room);
    best = fitInto(make(int(room) - kSlack));
  }
  const unsigned start = room;
  // Loads must wait for so much less that an SM does more; or as much, and more
  // if the grid does not fill it.
  struct Step {
    Plan plan;
    unsigned room, warps;
  };
  auto isWorth = [&](const Plan &plan, unsigned fewer, const Step &before) {
    double other = plan.getCost(fewer),
           cost = before.plan.getCost(before.warps);
    return other <= kWorth * cost ||
           plan.getMeanCost(fewer) <=
               kWorthInMean * before.plan.getMeanCost(before.warps) ||
           (other <= cost && fewer >= kLeastForFew &&
            plan.getCost(kFewWarps) <=
                kWorthToFew * before.plan.getCost(kFewWarps));
  };
  auto takeSteps = [&](bool fitAll) {
    SmallVector<Step> steps;
    steps.push_back({best, start, warps});
    room = start;
    for (unsigned n = 0; n != tries && steps.back().plan.isShort; ++n) {
      unsigned more = getMore(), fewer = more ? getWarps(func, more) : 0;
      if (fewer < leastWarps)
        break;
      room = more;
      Plan plan = make(int(room) - kSlack);
      if (!isWorth(plan, fewer, steps.back()))
        continue;
      if (fitAll)
        plan = fitInto(std::move(plan));
      if (!fitAll || isWorth(plan, fewer, steps.back()))
        steps.push_back({std::move(plan), room, fewer});
    }
    return steps;
  };
  // To ask whether registers are enough takes longer than to make an order: as
  // a rule it is enough to ask for the last one.
  SmallVector<Step> steps = takeSteps(/*fitAll=*/false);
  if (steps.size() == 1)
    return best;
  room = steps.back().room;
  Plan plan = fitInto(std::move(steps.back().plan));
  if (!isWorth(plan, steps.back().warps, steps[steps.size() - 2])) {
    steps = takeSteps(/*fitAll=*/true);
    plan = std::move(steps.back().plan);
  }
  numWidened += steps.size() - 1;
  return plan;
}

ScheduleInstructions::Planner::Planner(FuncOp func, const RegisterUse &use,
                                       ArrayRef<Pressure> starts,
                                       const RegisterLimits &regions,
                                       const target::TargetInfo &target,
                                       unsigned window)
    : target(target), window(window), budget(int(getRegisterBudget(func, 255))),
      successors(findSuccessors(use.ranges)), late(use) {
  const LiveRanges &ranges = use.ranges;
  LoopNest loops(use.graph, 0);
  SchedulingRunBuilder builder(ranges, use.contents, target, successors);
  unsigned block = 0;
  auto add = [&](unsigned from, unsigned to, double rounds, bool isFence,
                 Pressure &inUse) {
    // A run may use the function's registers, or most of those that USETMAXREG
    // has left or given it.
    int own = 0;
    if (!regions.isUniform())
      if (int there = int(regions.find(2 * from, 2 * to)); there != budget)
        own = there - there / 16;
    parts.push_back(
        {builder.build(from, to, inUse), block, rounds, isFence, own});
    inUse = parts.back().run.getInUseBehind();
  };
  for (const Pressure &start : starts)
    most = std::max(most, start[0]);
  for (unsigned b = 0; b != use.blocks.size(); ++b) {
    block = b;
    Pressure inUse = starts[b];
    unsigned first = ranges.blockStart(b) + 1, end = ranges.blockEnd(b);
    double rounds = getRounds(use.blocks[b], loops.depth(b));
    issued += rounds * (end - first);
    for (unsigned i = first; i != end; ++i) {
      if (!isFence(ranges.operations()[i]))
        continue;
      add(first, i, rounds, /*isFence=*/false, inUse);
      add(i, i + 1, rounds, /*isFence=*/true, inUse);
      first = i + 1;
    }
  }
}

/// Schedules each run of operations within the limits.
ScheduleInstructions::Plan
ScheduleInstructions::Planner::make(const Pressure &limits) {
  Plan plan;
  plan.partitions = target.limits->partitions;
  plan.issued = issued;
  plan.most = most;
  // Values arrive about as late in the orders of other limits, and runs that no
  // limit touches keep their order.
  bool isFirst = !std::exchange(areWaitsKnown, true);
  for (Part &part : parts) {
    if (isFirst)
      late.enter(part.block);
    if (part.isFence) {
      plan.most = std::max(plan.most, part.run.getMostRegisters());
      continue;
    }
    Pressure ofRun = limits;
    if (part.ownLimit)
      ofRun[0] = part.ownLimit;
    int room = part.ownLimit ? part.ownLimit : budget;
    if (isFirst)
      part.run.setWaits(late.findWaits(part.run));
    if (scheduler.schedule(part.run, 4 * window, ofRun, room))
      plan.runs.push_back(
          {part.run.getOperations(), scheduler.getOrder().vec()});
    plan.cycles += part.rounds * scheduler.getCycles();
    plan.isShort |= scheduler.isShortOfRegisters();
    plan.most = std::max(plan.most, scheduler.getMostRegisters());
    if (isFirst)
      late.add(part.run, scheduler.getArrivals(), scheduler.getEnd());
  }
  return plan;
}
