//===- AllocateRegisters.cpp - Register allocation ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rounds of allocation: live ranges, frames, assignment; if a file
// overflows, spill and do it again with more room to spare. The parts are in
// LiveRanges, RegisterFrames, RegisterAssignment and Spilling.
//
//===----------------------------------------------------------------------===//

#include "ConstantLoads.h"
#include "ForcedSpills.h"
#include "QuadFetches.h"
#include "RegisterAssignment.h"
#include "ReloadSharing.h"
#include "Rematerializer.h"
#include "Spilling.h"
#include "TiedCopies.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/Target.h"
#include <utility>

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIALLOCATEREGISTERSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

static StringRef getFileName(Kind file) {
  switch (file) {
  case Kind::UR:
    return "uniform registers";
  case Kind::P:
    return "predicate registers";
  case Kind::UP:
    return "uniform predicate registers";
  default:
    return "registers";
  }
}

namespace {

class AllocateRegisters
    : public ori::impl::OriAllocateRegistersPassBase<AllocateRegisters> {
public:
  using OriAllocateRegistersPassBase::OriAllocateRegistersPassBase;
  void runOnOperation() override;

private:
  bool copyBrokenTies(const LiveRanges &ranges, const RegisterFrames &frames);
  RegisterSet getAllowed(Kind file, unsigned limit);
  RegisterWishes getWishes(Kind file, const LiveRanges &ranges,
                           const RegisterFrames &frames);
  unsigned tighten(RegisterFrames &frames, const CallSites &calls,
                   const RegisterBanks *banks);
  bool fitByRepeating(unsigned registers);
  bool cutRanges(const LiveRanges &ranges, RegisterFrames &frames,
                 const LoopNest &loops, const CallSites &calls, unsigned goal,
                 Spiller &spiller, SmallVectorImpl<CopyOp> &copies);
  void writeResult(const LiveRanges &ranges, const RegisterFrames &frames);
};

} // namespace

/// Removes operations without effect whose results nobody reads. The arguments
/// of a device function are copied, so that where they arrive is one thing and
/// where they stay another.
static void prepare(FuncOp func) {
  for (Block &block : func.getBody())
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
  Block &entry = func.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  for (BlockArgument arg : entry.getArguments())
    if (!arg.use_empty()) {
      auto copy = CopyOp::create(builder, func.getLoc(), arg.getType(), arg);
      arg.replaceAllUsesExcept(copy, copy);
    }
}

bool AllocateRegisters::copyBrokenTies(const LiveRanges &ranges,
                                       const RegisterFrames &frames) {
  for (auto [result, old] : frames.brokenTies())
    copyTiedOperand(*getTiedOpOperand(cast<OpResult>(ranges[result].value)));
  return !frames.brokenTies().empty();
}

RegisterSet AllocateRegisters::getAllowed(Kind file, unsigned limit) {
  RegisterSet allowed;
  for (unsigned r = 0; r < limit; ++r)
    allowed.set(r);
  if (file == Kind::R && getOperation().usesStack())
    allowed.reset(kStackPointer).reset(getFrameRegister(getOperation()));
  // What the prologue of kernels keeps in it is to stay (BarrierReset.cpp).
  if (file == Kind::UR &&
      target::getFeatures(getSM(getOperation())).has(target::Feature::SetsUR2))
    allowed.reset(2);
  return allowed;
}

/// A device function uses those registers last that it must save before. Where
/// values have registers by the ABI they keep them if they can.
RegisterWishes AllocateRegisters::getWishes(Kind file, const LiveRanges &ranges,
                                            const RegisterFrames &frames) {
  RegisterWishes wishes;
  FuncOp func = getOperation();
  if (file != Kind::R || (func.getKernel() && !func.getCalls()))
    return wishes;
  if (!func.getKernel())
    wishes.avoided = target::getCallABI().preserved;
  auto prefer = [&](ValueRange values, ArrayRef<int32_t> regs) {
    if (values.size() != regs.size())
      return;
    for (auto [value, reg] : llvm::zip_equal(values, regs))
      if (unsigned id = ranges.lookup(value); id != LiveRanges::kNone) {
        auto [top, offset] = frames.find(id);
        wishes.preferred.try_emplace(top, reg - offset);
      }
  };
  prefer(func.getBody().front().getArguments(), func.getArgumentRegs());
  for (Operation *op : ranges.operations()) {
    if (auto call = dyn_cast_or_null<CallOp>(op)) {
      prefer(call.getValues(), call.getResultRegs());
      prefer(call.getArguments(), call.getArgumentRegs());
    } else if (auto ret = dyn_cast_or_null<RetOp>(op)) {
      prefer(ret.getValues(), func.getResultRegs());
    }
  }
  return wishes;
}

/// Where so many values are spilled at once, reloads follow each other, and
/// some registers more are left to them, if there are many: with one, each
/// would wait for the last.
static constexpr unsigned kManySpills = 24, kReloadsInFlight = 6;

/// Whether a search for places succeeds depends on little: before the first
/// spill it takes longer than that by which the scheduler has found that none
/// is needed.
static constexpr unsigned kFirstSearch = 2 * kLongerSearch;
/// Rounds in which uses near each other share a reload; each later one leaves
/// more registers unused.
static constexpr unsigned kEasy = 6;

/// Whether the function uses uniform registers in more than one block.
static bool needsWarpBlocks(FuncOp func) {
  if (func.getBody().hasOneBlock())
    return false;
  for (Block &block : func.getBody())
    for (Operation &op : block)
      for (OpResult result : op.getResults())
        if (isRegisterType(result.getType()) && ownsRegister(result) &&
            isUniformFile(getRegFile(result.getType())))
          return true;
  return false;
}

/// Where few registers keep warps from an SM, tries to do without them: values
/// take registers in turn, which leaves gaps between tuples. The number that
/// would let more warps in but was not reached, 0 if there is none.
unsigned AllocateRegisters::tighten(RegisterFrames &frames,
                                    const CallSites &calls,
                                    const RegisterBanks *banks) {
  FuncOp func = getOperation();
  RegisterWishes wishes;
  wishes.banks = banks;
  unsigned used = countRegisters(frames, Kind::R), first = used;
  std::optional<unsigned> held;
  for (unsigned fewer = getNextFewerRegisters(func, used);
       fewer && fewer + maxTightened >= first;
       fewer = getNextFewerRegisters(func, fewer)) {
    if (getWarps(func, fewer) <= getWarps(func, used))
      continue;
    if (!held)
      held = countHeld(frames, Kind::R);
    if (fewer < *held)
      return 0;
    if (!reassignRegisters(frames, Kind::R, getAllowed(Kind::R, fewer), calls,
                           wishes, maxMoves))
      return fewer;
    used = countRegisters(frames, Kind::R);
  }
  return 0;
}

/// Whether an operation in the block of its definition would wait for a value:
/// it comes from memory, or from a pipe as slow, and nothing has read it
/// before.
static bool isInFlight(Value value, Operation *before,
                       const target::TargetInfo &target) {
  Value source = value;
  while (auto extract = source.getDefiningOp<ExtractOp>())
    source = extract.getTuple();
  auto def = source.getDefiningOp<InstOpInterface>();
  return def && target.usesWriteBarrier(def.getOpcode()) &&
         llvm::none_of(value.getUsers(), [&](Operation *user) {
           return llvm::isa<InstOpInterface>(user) &&
                  user->getBlock() == before->getBlock() &&
                  user->isBeforeInBlock(before);
         });
}

/// Cuts what finds no place in `goal` registers: from some operation on a value
/// goes on as a copy, in another register. Whether there is a way to do that
/// with few copies; they are added to `copies`.
bool AllocateRegisters::cutRanges(const LiveRanges &ranges,
                                  RegisterFrames &frames, const LoopNest &loops,
                                  const CallSites &calls, unsigned goal,
                                  Spiller &spiller,
                                  SmallVectorImpl<CopyOp> &copies) {
  const target::TargetInfo *target =
      target::lookupTarget(getSM(getOperation()), "");
  if (!target)
    return false;
  std::vector<int16_t> bases;
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    bases.push_back(frames.frame(id).base);
  RegisterSet allowed = getAllowed(Kind::R, goal);
  SmallVector<unsigned> failed =
      assignRegisters(frames, Kind::R, allowed, calls);
  SmallVector<RangeCut> cuts;
  bool canCut = findCuts(
      ranges, frames, Kind::R, allowed, calls, failed,
      [&](Value value, Operation *before) {
        return !spiller.getUnspillable().contains(value) &&
               !isInFlight(value, before, *target);
      },
      cuts);
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    frames.frame(id).base = bases[id];
  if (!canCut)
    return false;

  // The warps that come in must be worth the copies.
  constexpr double kMostCopies = 1.0 / 12;
  auto getWeight = [&](unsigned block) {
    return getRounds(ranges.blocks()[block], loops.depth(block));
  };
  double all = 0, added = 0;
  for (unsigned b = 0; b != ranges.blocks().size(); ++b)
    all += getWeight(b) * (ranges.blockEnd(b) - ranges.blockStart(b));
  for (const RangeCut &cut : cuts)
    added += getWeight(ranges.blocks()[cut.before->getBlock()]) *
             getWidth(cut.value.getType());
  if (added > kMostCopies * all)
    return false;

  // From the last to the first, so that a value that is cut twice is copied
  // from its last copy.
  for (RangeCut &cut : llvm::reverse(cuts)) {
    OpBuilder builder(cut.before);
    auto copy = CopyOp::create(builder, cut.before->getLoc(),
                               cut.value.getType(), cut.value);
    cut.value.replaceUsesWithIf(copy, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      return user != copy && (user->getBlock() != copy->getBlock() ||
                              !user->isBeforeInBlock(copy));
    });
    spiller.separate.fromSource.insert(copy);
    copies.push_back(copy);
  }
  return true;
}

/// Products of warp groups access registers while the code goes on: what they
/// read and write stays there.
static void keepForProducts(const LiveRanges &ranges, Spiller &spiller) {
  SmallVector<Operation *> products;
  for (unsigned i : ranges.groupProducts())
    products.push_back(ranges.operations()[i]);
  for (Operation *product : products)
    for (Value operand : product->getOperands())
      if (llvm::isa<RType>(operand.getType()))
        spiller.keep(operand);
  for (Value value : findInFlight(products))
    spiller.keep(value);
}

/// Computes values again, where that can be done, until no more than so many
/// registers are in use. Whether any were.
bool AllocateRegisters::fitByRepeating(unsigned registers) {
  FuncOp func = getOperation();
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target)
    return false;
  moveConstantsToFront(func);
  RegisterUse use(func);
  auto getWarpBlocks = [&]() -> const WarpBlocks & {
    return getAnalysis<WarpBlocks>();
  };
  unsigned count = Rematerializer(func, *target, use, getWarpBlocks,
                                  getUniformGoal(func, maxUniform), 0)
                       .fitInto(registers);
  numRematerialized += count;
  return count;
}

/// What is read from memory is not known to be the same for all threads. Where
/// they stay together as long as nothing is spilled, they do so afterwards.
static void markUniformBranches(const DivergenceInfo &info) {
  for (unsigned b = 0; b != info.blocks().size(); ++b)
    if (auto branch = dyn_cast<CondBraOp>(info.blocks()[b]->getTerminator()))
      if (!info.isDivergentBranch(b))
        branch.setUniform(true);
}

void AllocateRegisters::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  prepare(func);
  unsigned maxUniform = getUniformBudget(func, this->maxUniform);
  struct {
    Kind file;
    unsigned limit;
    unsigned numFailed = 0; ///< rounds
  } files[] = {{Kind::UP, maxPredicates},
               {Kind::P, maxPredicates},
               {Kind::UR, maxUniform},
               {Kind::R, getRegisterBudget(func, maxRegisters)}};
  bringOperandsInTuple(func, files[3].limit);
  const WarpBlocks *warp =
      needsWarpBlocks(func) ? &getAnalysis<WarpBlocks>() : nullptr;
  std::optional<WarpBlocks> ownWarp;
  std::optional<Spiller> theSpiller;
  auto startSpiller = [&] {
    theSpiller.emplace(func, maxUniform);
    // Where arguments arrive is for the ABI to say.
    for (BlockArgument arg : func.getBody().front().getArguments())
      theSpiller->keep(arg);
  };
  startSpiller();
  Spiller &spiller = *theSpiller;
  bool tiesDone = false, isAlone = func.getKernel(), hasSpilled = false;
  // Whether values may be computed again: until something is spilled, once.
  bool mayRepeat = repeatValues;
  // What is tried to let more warps in.
  unsigned goal = 0, cutRounds = 0;
  SmallVector<CopyOp> cuts;
  auto giveUpGoal = [&] {
    for (CopyOp copy : llvm::reverse(cuts)) {
      spiller.separate.erase(copy);
      copy.getResult().replaceAllUsesWith(copy.getSource());
      copy.erase();
    }
    cuts.clear();
    goal = 0;
    cutRounds = maxCutRounds;
  };
  auto spill = [&](ArrayRef<Value> values, unsigned distance,
                   const LiveRanges &ranges, const ReloadPlan &plan = {}) {
    mayRepeat = false;
    if (warp && !ownWarp)
      markUniformBranches(warp->divergence());
    return spiller.spill(values, distance, plan, ranges);
  };
  // In the end reloads that others make superfluous are taken out, if
  // assignment finds places without them.
  constexpr unsigned kMostSharings = 3;
  ReloadSharing sharing;
  unsigned sharings = 0;
  unsigned round = 0;
  // Where the rounds do not suffice there are more, once, in which reloads may
  // be spilled again.
  bool mayRelease = true;
  auto startAgain = [&] {
    if (!std::exchange(mayRelease, false) || !spiller.releaseReloads())
      return false;
    for (auto &f : files)
      f.numFailed = 0;
    round = std::min(kEasy, maxRounds.getValue()) - 1;
    return true;
  };
  for (; round != maxRounds; ++round) {
    // Shared reloads first; where they leave too much pressure, none.
    const unsigned distance = round < kEasy ? reloadDistance.getValue() : 0;
    BlockNumbering blocks(func.getBody());
    FlowGraph graph = blocks.makeGraph();
    // Spilling may have made blocks on edges.
    if (warp && warp->divergence().blocks().size() != blocks.size())
      warp = &ownWarp.emplace(func);
    std::optional<LiveRanges> ranges;
    ranges.emplace(func, blocks, graph, warp);
    if (!tiesDone && copyTiedOperands(*ranges))
      ranges.emplace(func, blocks, graph, warp);
    tiesDone = true;
    keepForProducts(*ranges, spiller);
    keepForQuads(func, spiller);
    if (!isAlone) {
      isAlone = true;
      SmallVector<Value> held = findHeldUniforms(*ranges);
      if (!held.empty()) {
        if (failed(spill(held, 0, *ranges)))
          return signalPassFailure();
        continue;
      }
    }
    CallSites calls(*ranges);
    if (SmallVector<Value> lost = findLostPredicates(*ranges, calls);
        !lost.empty()) {
      if (failed(spill(lost, reloadDistance, *ranges)))
        return signalPassFailure();
      continue;
    }
    LoopNest loops(graph, 0);
    RegisterFrames frames(*ranges, loops, mergeCopies && round + 2 < maxRounds,
                          spiller.separate);
    if (copyBrokenTies(*ranges, frames))
      continue;

    RegisterLimits limits(*ranges, graph,
                          getRegisterBudget(func, maxRegisters));
    if (!limits.isUniform())
      files[3].limit = limits.most();
    std::optional<RegisterBanks> banks;
    SmallVector<Value> victims;
    ReloadPlan plan;
    bool isComplete = true, isRepeated = false;
    for (auto &f : files) {
      if (f.file == Kind::UR)
        f.limit = spiller.getUniformLimit();
      RegisterSet allowed = getAllowed(f.file, f.limit);
      RegisterWishes wishes = getWishes(f.file, *ranges, frames);
      if (f.file == Kind::R && !limits.isUniform())
        wishes.limits = &limits;
      if (f.file == Kind::R && avoidBanks)
        wishes.banks = &banks.emplace(*ranges, frames, loops);
      wishes.takesAll = f.file == Kind::R && hasSpilled;
      if (f.file == Kind::R && func.getKernel())
        wishes.costless = getFreeRegisters(func, countHeld(frames, f.file));
      SmallVector<unsigned> failed =
          assignRegisters(frames, f.file, allowed, calls, wishes);
      unsigned effort = hasSpilled ? kLongerSearch : kFirstSearch;
      if (goal)
        effort = 1;
      if (failed.empty() || (f.file == Kind::R && !wishes.limits && maxMoves &&
                             !holdsTooMany(frames, f.file, allowed) &&
                             packRegisters(frames, f.file, allowed, calls,
                                           failed, effort * maxMoves)))
        continue;
      isComplete = false;
      // What is cut, or kept for other reads, must need no spills.
      if (goal || sharing.isPending())
        break;
      if (mayRepeat && limits.isUniform() &&
          (f.file == Kind::R || f.file == Kind::P)) {
        // Predicates beyond those that there are go to R registers.
        unsigned held = countHeld(frames, Kind::P),
                 extra = held - std::min<unsigned>(held, maxPredicates),
                 all = getAllowed(Kind::R, files[3].limit).count();
        if (f.file == Kind::R || countHeld(frames, Kind::R) + extra > all) {
          mayRepeat = false;
          isRepeated = extra < all && fitByRepeating(all - extra);
          if (isRepeated)
            break;
        }
      }
      // Alignment costs registers: each round leaves some more of them unused,
      // where there were not enough.
      unsigned tries = std::max(f.numFailed++, round - std::min(round, kEasy));
      llvm::SmallDenseSet<unsigned> tooSmall;
      if (wishes.limits)
        for (unsigned id : failed)
          tooSmall.insert(findLimit(frames.frame(id), limits));
      ReloadPlan filePlan;
      auto choose = [&](unsigned reserve) {
        filePlan = {};
        SmallVector<LimitStep> steps = {{0, f.limit}};
        if (wishes.limits)
          steps.assign(limits.getSteps().begin(), limits.getSteps().end());
        for (LimitStep &step : steps) {
          bool isTooSmall = !wishes.limits || tooSmall.contains(step.limit);
          unsigned room = step.limit - (f.limit - allowed.count());
          if (isTooSmall)
            room -= std::min(room / 2, (tries / 2) * (1 + room / 32));
          unsigned most = wishes.limits ? room / 16 : room;
          step.limit = room - std::min(reserve, most);
        }
        return chooseSpills(*ranges, frames, loops, f.file, steps, spiller,
                            distance, calls, filePlan);
      };
      SmallVector<unsigned> chosen = choose(0);
      if (f.file == Kind::R && !hasSpilled && chosen.size() >= kManySpills)
        chosen = choose(std::min(kReloadsInFlight, f.limit / 16));
      plan.values.insert_range(filePlan.values);
      plan.shared.insert_range(filePlan.shared);
      hasSpilled |= f.file == Kind::R;
      // Copies cost less than spills.
      if (chosen.empty() &&
          separateTuples(*ranges, frames, f.file, spiller.separate))
        continue;
      if (chosen.empty())
        chosen = chooseSpillsFor(failed, *ranges, frames, loops, f.file,
                                 spiller, distance, calls);
      if (chosen.empty())
        separatePinned(*ranges, frames, f.file, spiller.separate);
      for (unsigned id : chosen)
        victims.push_back((*ranges)[id].value);
      if (round >= 2)
        separateFrames(*ranges, frames, failed, spiller.separate);
      if (victims.empty() && round + 1 == maxRounds && !startAgain()) {
        func.emitError("cannot allocate ")
            << getFileName(f.file) << " within " << f.limit;
        return signalPassFailure();
      }
    }
    if (isRepeated) {
      startSpiller();
      warp = needsWarpBlocks(func) ? &getAnalysis<WarpBlocks>() : nullptr;
      continue;
    }
    if (sharing.isPending() && !isComplete) {
      sharing.undo();
      continue;
    }
    if (sharing.isPending()) {
      sharing.finish([&](Operation *load) { spiller.erase(load); });
      sharings = kMostSharings;
    } else if (isComplete && hasSpilled && limits.isUniform() &&
               sharings != kMostSharings && round + 4 < maxRounds) {
      // Each attempt leaves more registers to alignment.
      unsigned room = getAllowed(Kind::R, files[3].limit).count();
      room -= std::min(room, sharings++ * (1 + room / 32));
      if (sharing.run(*ranges, graph, loops, frames, calls, spiller.getSlots(),
                      room))
        continue;
    }
    if (isComplete) {
      // What USETMAXREG has a say in begins with a given number.
      unsigned next = limits.isUniform()
                          ? tighten(frames, calls, banks ? &*banks : nullptr)
                          : 0;
      bool isLast = round + 1 == maxRounds;
      if (next && (!goal || next == goal) && !isLast &&
          cutRounds++ < maxCutRounds &&
          cutRanges(*ranges, frames, loops, calls, next, spiller, cuts)) {
        goal = next;
        continue;
      }
      if (goal && countRegisters(frames, Kind::R) > goal && !isLast) {
        giveUpGoal();
        continue;
      }
      numCuts += cuts.size();
      writeResult(*ranges, frames);
      spiller.coalesceSlots();
      spiller.placeSlots();
      markTogether(func);
      numSpillStores += spiller.numStores;
      numSpillLoads += spiller.numLoads;
      numRematerialized += spiller.numRematerialized;
      return;
    }
    if (goal) {
      giveUpGoal();
      continue;
    }
    if (failed(spill(victims, distance, *ranges, plan)))
      return signalPassFailure();
    if (round + 1 == maxRounds)
      startAgain();
  }
  func.emitError("cannot allocate registers within ")
      << files[3].limit << " in " << maxRounds.getValue() << " rounds";
  signalPassFailure();
}

void AllocateRegisters::writeResult(const LiveRanges &ranges,
                                    const RegisterFrames &frames) {
  FuncOp func = getOperation();
  auto regOf = [&](unsigned id) {
    return id == LiveRanges::kNone ? -1 : frames.reg(id);
  };
  // Copies that remain.
  auto countCopies = [&](int toReg, int toLane, unsigned from, int fromLane,
                         unsigned width) {
    if (toReg < 0)
      return 0u;
    int fromReg = regOf(from);
    return fromReg >= 0 && fromReg + fromLane == toReg + toLane ? 0u : width;
  };
  int highest = -1;
  // Values are numbered in the order of this walk.
  unsigned next = 0;
  auto useReg = [&](Value value) {
    bool isNumbered = next != ranges.numValues() && ranges[next].value == value;
    int reg = isNumbered ? frames.reg(next++) : -1;
    if (reg >= 0 && getRegFile(value.getType()) == Kind::R)
      highest = std::max(highest, reg + int(getWidth(value.getType())) - 1);
    return reg;
  };
  SmallVector<int32_t> blockRegs;
  ArrayRef<Operation *> ops = ranges.operations();
  for (unsigned i = 0; i != ops.size(); ++i) {
    if (!ops[i]) {
      for (BlockArgument arg :
           ranges.blocks()[ranges.blockOfIndex(i)]->getArguments())
        blockRegs.push_back(useReg(arg) + 1);
      continue;
    }
    Operation &op = *ops[i];
    int reg = -1;
    for (OpResult result : op.getResults())
      if (isRegisterType(result.getType()))
        setResultReg(result, reg = useReg(result));
    if (auto combine = dyn_cast<CombineOp>(op)) {
      int lane = 0;
      for (auto [k, part] : llvm::enumerate(combine.getParts())) {
        unsigned width = getWidth(part.getType());
        numTupleCopies +=
            countCopies(reg, lane, ranges.lookupOperand(i, k), 0, width);
        lane += width;
      }
    } else if (auto extract = dyn_cast<ExtractOp>(op)) {
      numTupleCopies +=
          countCopies(reg, 0, ranges.lookupOperand(i, 0), extract.getIndex(),
                      getWidth(extract.getType()));
    } else if (auto copy = dyn_cast<CopyOp>(op)) {
      numTupleCopies += countCopies(reg, 0, ranges.lookupOperand(i, 0), 0,
                                    getWidth(copy.getType()));
    } else {
      ranges.forEachForwarded(i, [&](unsigned argument, unsigned operand) {
        if (argument != LiveRanges::kNone)
          numEdgeCopies += countCopies(regOf(argument), 0, operand, 0,
                                       ranges[argument].width);
      });
    }
  }
  if (llvm::any_of(blockRegs, [](int32_t r) { return r != 0; }))
    func.setBlockRegs(blockRegs);
  else
    func.removeBlockRegsAttr();
  numRegisters += unsigned(highest + 1);
}
