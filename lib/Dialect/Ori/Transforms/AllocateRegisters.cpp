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
// LiveRanges, RegisterFrames, RegisterAssignment, Spilling, ReloadSharing and
// WarpGoal.
//
//===----------------------------------------------------------------------===//

#include "AllowedRegisters.h"
#include "ConstantLoads.h"
#include "ForcedSpills.h"
#include "QuadFetches.h"
#include "ReloadSharing.h"
#include "Rematerializer.h"
#include "Spilling.h"
#include "TiedCopies.h"
#include "WarpGoal.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
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
/// Attempts to take out reloads that others make superfluous.
static constexpr unsigned kMostSharings = 3;

namespace {

class AllocateRegisters
    : public ori::impl::OriAllocateRegistersPassBase<AllocateRegisters> {
public:
  using OriAllocateRegistersPassBase::OriAllocateRegistersPassBase;
  void runOnOperation() override;

private:
  class Rounds;

  bool fitByRepeating(unsigned registers);
  void writeResult(const LiveRanges &ranges, const RegisterFrames &frames);
};

/// The allocation of a function with code, until a round has a register for
/// everything.
class AllocateRegisters::Rounds {
public:
  explicit Rounds(AllocateRegisters &pass);
  /// Fails with a diagnostic if that is not so after the last round.
  LogicalResult run();

private:
  struct File {
    Kind kind;
    unsigned limit;
    unsigned numFailed = 0; ///< rounds
  };
  /// What is known of the function in a round, and what it has come to.
  struct Round {
    const LiveRanges &ranges;
    const FlowGraph &graph;
    const LoopNest &loops;
    const CallSites &calls;
    const RegisterLimits &limits;
    RegisterFrames &frames;
    unsigned distance; ///< of reads that share a reload
    std::optional<RegisterBanks> banks = {};
    bool isComplete = true;  ///< everything has a register
    bool isRepeated = false; ///< values are computed again, which may suffice
    SmallVector<Value> victims = {}; ///< to be spilled, with `plan`
    ReloadPlan plan = {};
  };
  enum class Outcome { Again, Done, Failed };

  Outcome step();
  void startSpiller();
  void useWarpBlocks();
  bool startAgain();
  Outcome spill(ArrayRef<Value> values, unsigned distance,
                const LiveRanges &ranges, const ReloadPlan &plan = {});
  LogicalResult assign(Round &round);
  bool findPlaces(const File &file, const RegisterSet &allowed,
                  const RegisterWishes &wishes, Round &round,
                  SmallVectorImpl<unsigned> &failed);
  bool repeatValues(const File &file, Round &round);
  SmallVector<unsigned> chooseSpilled(const File &file, unsigned tries,
                                      unsigned reserve, const Round &round,
                                      const RegisterWishes &wishes,
                                      ArrayRef<unsigned> failed,
                                      ReloadPlan &plan);
  LogicalResult chooseVictims(File &file, Round &round,
                              const RegisterWishes &wishes,
                              ArrayRef<unsigned> failed);
  bool shareReloads(Round &round);
  bool fitMoreWarps(Round &round);
  void finish(const Round &round);

  AllocateRegisters &pass;
  FuncOp func;
  unsigned maxUniform;
  File files[4];
  File &registers = files[3];
  /// Which blocks the whole warp executes together, if that matters; not the
  /// pass manager's once spilling has changed the blocks.
  const WarpBlocks *warp = nullptr;
  std::optional<WarpBlocks> ownWarp;
  std::optional<Spiller> spiller;
  WarpGoal goal;
  ReloadSharing sharing;
  unsigned sharings = 0;
  unsigned number = 0; ///< of the round
  bool hasCopiedTies = false;
  /// Nothing is in a uniform register across what other threads may execute.
  bool isAlone;
  bool hasSpilled = false; ///< R registers
  /// Whether values may be computed again: until something is spilled, once.
  bool mayRepeat;
  /// Where the rounds do not suffice there are more, once, in which reloads may
  /// be spilled again.
  bool mayRelease = true;
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

static bool copyBrokenTies(const LiveRanges &ranges,
                           const RegisterFrames &frames) {
  for (auto [result, old] : frames.brokenTies())
    copyTiedOperand(*getTiedOpOperand(cast<OpResult>(ranges[result].value)));
  return !frames.brokenTies().empty();
}

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

AllocateRegisters::Rounds::Rounds(AllocateRegisters &pass)
    : pass(pass), func(pass.getOperation()),
      maxUniform(getUniformBudget(func, pass.maxUniform)),
      files{{Kind::UP, pass.maxPredicates},
            {Kind::P, pass.maxPredicates},
            {Kind::UR, maxUniform},
            {Kind::R, getRegisterBudget(func, pass.maxRegisters)}},
      goal(func, {pass.maxTightened, pass.maxMoves, pass.maxCutRounds}),
      isAlone(func.getKernel()), mayRepeat(pass.repeatValues) {}

LogicalResult AllocateRegisters::Rounds::run() {
  bringOperandsInTuple(func, registers.limit);
  useWarpBlocks();
  startSpiller();
  for (; number != pass.maxRounds; ++number) {
    Outcome outcome = step();
    if (outcome != Outcome::Again)
      return success(outcome == Outcome::Done);
  }
  return func.emitError("cannot allocate registers within ")
         << registers.limit << " in " << pass.maxRounds.getValue() << " rounds";
}

void AllocateRegisters::Rounds::startSpiller() {
  spiller.emplace(func, maxUniform);
  // Where arguments arrive is for the ABI to say.
  for (BlockArgument arg : func.getBody().front().getArguments())
    spiller->keep(arg);
}

void AllocateRegisters::Rounds::useWarpBlocks() {
  warp = needsWarpBlocks(func) ? &pass.getAnalysis<WarpBlocks>() : nullptr;
}

bool AllocateRegisters::Rounds::startAgain() {
  if (!std::exchange(mayRelease, false) || !spiller->releaseReloads())
    return false;
  for (File &file : files)
    file.numFailed = 0;
  number = std::min(kEasy, pass.maxRounds.getValue()) - 1;
  return true;
}

AllocateRegisters::Rounds::Outcome
AllocateRegisters::Rounds::spill(ArrayRef<Value> values, unsigned distance,
                                 const LiveRanges &ranges,
                                 const ReloadPlan &plan) {
  mayRepeat = false;
  if (warp && !ownWarp)
    markUniformBranches(warp->divergence());
  return failed(spiller->spill(values, distance, plan, ranges))
             ? Outcome::Failed
             : Outcome::Again;
}

AllocateRegisters::Rounds::Outcome AllocateRegisters::Rounds::step() {
  BlockNumbering blocks(func.getBody());
  FlowGraph graph = blocks.makeGraph();
  // Spilling may have made blocks on edges.
  if (warp && warp->divergence().blocks().size() != blocks.size())
    warp = &ownWarp.emplace(func);
  std::optional<LiveRanges> ranges;
  ranges.emplace(func, blocks, graph, warp);
  if (!std::exchange(hasCopiedTies, true) && copyTiedOperands(*ranges))
    ranges.emplace(func, blocks, graph, warp);
  keepForProducts(*ranges, *spiller);
  keepForQuads(func, *spiller);
  if (!std::exchange(isAlone, true))
    if (SmallVector<Value> held = findHeldUniforms(*ranges); !held.empty())
      return spill(held, 0, *ranges);
  CallSites calls(*ranges);
  if (SmallVector<Value> lost = findLostPredicates(*ranges, calls);
      !lost.empty())
    return spill(lost, pass.reloadDistance, *ranges);
  LoopNest loops(graph, 0);
  RegisterFrames frames(*ranges, loops,
                        pass.mergeCopies && number + 2 < pass.maxRounds,
                        spiller->separate);
  if (copyBrokenTies(*ranges, frames))
    return Outcome::Again;
  RegisterLimits limits(*ranges, graph,
                        getRegisterBudget(func, pass.maxRegisters));
  if (!limits.isUniform())
    registers.limit = limits.most();

  // Shared reloads first; where they leave too much pressure, none.
  unsigned distance = number < kEasy ? pass.reloadDistance.getValue() : 0;
  Round round{*ranges, graph, loops, calls, limits, frames, distance};
  if (failed(assign(round)))
    return Outcome::Failed;
  if (round.isRepeated) {
    startSpiller();
    useWarpBlocks();
    return Outcome::Again;
  }
  if (shareReloads(round))
    return Outcome::Again;
  if (round.isComplete) {
    if (fitMoreWarps(round))
      return Outcome::Again;
    finish(round);
    return Outcome::Done;
  }
  if (goal.isPending()) {
    goal.giveUp(*spiller);
    return Outcome::Again;
  }
  Outcome outcome = spill(round.victims, distance, *ranges, round.plan);
  if (outcome == Outcome::Again && number + 1 == pass.maxRounds)
    startAgain();
  return outcome;
}

/// Gives the values of all files registers, or says what to spill.
LogicalResult AllocateRegisters::Rounds::assign(Round &round) {
  for (File &file : files) {
    if (file.kind == Kind::UR)
      file.limit = spiller->getUniformLimit();
    RegisterSet allowed = getAllowedRegisters(func, file.kind, file.limit);
    RegisterWishes wishes =
        getWishesOfABI(func, file.kind, round.ranges, round.frames);
    if (file.kind == Kind::R) {
      if (!round.limits.isUniform())
        wishes.limits = &round.limits;
      if (pass.avoidBanks)
        wishes.banks =
            &round.banks.emplace(round.ranges, round.frames, round.loops);
      wishes.takesAll = hasSpilled;
      if (func.getKernel())
        wishes.costless =
            getFreeRegisters(func, countHeld(round.frames, file.kind));
    }
    SmallVector<unsigned> failed;
    if (findPlaces(file, allowed, wishes, round, failed))
      continue;
    round.isComplete = false;
    // What is cut, or kept for other reads, must need no spills.
    if (goal.isPending() || sharing.isPending())
      break;
    if (repeatValues(file, round)) {
      round.isRepeated = true;
      break;
    }
    if (mlir::failed(chooseVictims(file, round, wishes, failed)))
      return failure();
  }
  return success();
}

/// Whether all values of a file have registers; `failed` gets the others.
bool AllocateRegisters::Rounds::findPlaces(const File &file,
                                           const RegisterSet &allowed,
                                           const RegisterWishes &wishes,
                                           Round &round,
                                           SmallVectorImpl<unsigned> &failed) {
  RegisterFrames &frames = round.frames;
  failed = assignRegisters(frames, file.kind, allowed, round.calls, wishes);
  if (failed.empty())
    return true;
  unsigned effort = goal.isPending() ? 1
                    : hasSpilled     ? kLongerSearch
                                     : kFirstSearch;
  return file.kind == Kind::R && !wishes.limits && pass.maxMoves &&
         !holdsTooMany(frames, file.kind, allowed) &&
         packRegisters(frames, file.kind, allowed, round.calls, failed,
                       effort * pass.maxMoves);
}

/// Computes values again instead of keeping them, if a file without room for
/// all of them lets more than there are go to R registers. Whether any were.
bool AllocateRegisters::Rounds::repeatValues(const File &file, Round &round) {
  if (!mayRepeat || !round.limits.isUniform() ||
      (file.kind != Kind::R && file.kind != Kind::P))
    return false;
  // Predicates beyond those that there are go to R registers.
  unsigned held = countHeld(round.frames, Kind::P),
           extra = held - std::min<unsigned>(held, pass.maxPredicates),
           all = getAllowedRegisters(func, Kind::R, registers.limit).count();
  if (file.kind != Kind::R && countHeld(round.frames, Kind::R) + extra <= all)
    return false;
  mayRepeat = false;
  return extra < all && pass.fitByRepeating(all - extra);
}

/// What to spill so that no more registers are in use than there are, less
/// `reserve`. Alignment costs registers: after `tries` rounds some more of them
/// stay unused, where there were not enough.
SmallVector<unsigned> AllocateRegisters::Rounds::chooseSpilled(
    const File &file, unsigned tries, unsigned reserve, const Round &round,
    const RegisterWishes &wishes, ArrayRef<unsigned> failed, ReloadPlan &plan) {
  llvm::SmallDenseSet<unsigned> tooSmall;
  if (wishes.limits)
    for (unsigned id : failed)
      tooSmall.insert(findLimit(round.frames.frame(id), round.limits));
  SmallVector<LimitStep> steps = {{0, file.limit}};
  if (wishes.limits)
    steps.assign(round.limits.getSteps().begin(),
                 round.limits.getSteps().end());
  unsigned kept =
      file.limit - getAllowedRegisters(func, file.kind, file.limit).count();
  for (LimitStep &step : steps) {
    bool isTooSmall = !wishes.limits || tooSmall.contains(step.limit);
    unsigned room = step.limit - kept;
    if (isTooSmall)
      room -= std::min(room / 2, (tries / 2) * (1 + room / 32));
    unsigned most = wishes.limits ? room / 16 : room;
    step.limit = room - std::min(reserve, most);
  }
  return chooseSpills(round.ranges, round.frames, round.loops, file.kind, steps,
                      *spiller, round.distance, round.calls, plan);
}

LogicalResult
AllocateRegisters::Rounds::chooseVictims(File &file, Round &round,
                                         const RegisterWishes &wishes,
                                         ArrayRef<unsigned> failed) {
  const LiveRanges &ranges = round.ranges;
  unsigned tries = std::max(file.numFailed++, number - std::min(number, kEasy));
  ReloadPlan plan;
  SmallVector<unsigned> chosen =
      chooseSpilled(file, tries, 0, round, wishes, failed, plan);
  if (file.kind == Kind::R && !hasSpilled && chosen.size() >= kManySpills) {
    plan = {};
    chosen =
        chooseSpilled(file, tries, std::min(kReloadsInFlight, file.limit / 16),
                      round, wishes, failed, plan);
  }
  round.plan.values.insert_range(plan.values);
  round.plan.shared.insert_range(plan.shared);
  hasSpilled |= file.kind == Kind::R;
  // Copies cost less than spills.
  if (chosen.empty() &&
      separateTuples(ranges, round.frames, file.kind, spiller->separate))
    return success();
  if (chosen.empty())
    chosen = chooseSpillsFor(failed, ranges, round.frames, round.loops,
                             file.kind, *spiller, round.distance, round.calls);
  if (chosen.empty())
    separatePinned(ranges, round.frames, file.kind, spiller->separate);
  for (unsigned id : chosen)
    round.victims.push_back(ranges[id].value);
  if (number >= 2)
    separateFrames(ranges, round.frames, failed, spiller->separate);
  if (round.victims.empty() && number + 1 == pass.maxRounds && !startAgain())
    return func.emitError("cannot allocate ")
           << getFileName(file.kind) << " within " << file.limit;
  return success();
}

/// In the end reloads that others make superfluous are taken out, if assignment
/// finds places without them. Whether there is something new to assign.
bool AllocateRegisters::Rounds::shareReloads(Round &round) {
  if (sharing.isPending()) {
    if (!round.isComplete) {
      sharing.undo();
      return true;
    }
    sharing.finish([&](Operation *load) { spiller->erase(load); });
    sharings = kMostSharings;
    return false;
  }
  if (!round.isComplete || !hasSpilled || !round.limits.isUniform() ||
      sharings == kMostSharings || number + 4 >= pass.maxRounds)
    return false;
  // Each attempt leaves more registers to alignment.
  unsigned room = getAllowedRegisters(func, Kind::R, registers.limit).count();
  room -= std::min(room, sharings++ * (1 + room / 32));
  return sharing.run(round.ranges, round.graph, round.loops, round.frames,
                     round.calls, spiller->getSlots(), room);
}

/// Whether values were cut to fit into fewer registers, or are no longer.
bool AllocateRegisters::Rounds::fitMoreWarps(Round &round) {
  // What USETMAXREG has a say in begins with a given number.
  unsigned next = round.limits.isUniform()
                      ? goal.tighten(round.frames, round.calls,
                                     round.banks ? &*round.banks : nullptr)
                      : 0;
  if (number + 1 == pass.maxRounds)
    return false;
  if (next && (!goal.isPending() || next == goal.registers()) &&
      goal.cut(next, round.ranges, round.frames, round.loops, round.calls,
               *spiller))
    return true;
  if (!goal.isPending() ||
      countRegisters(round.frames, Kind::R) <= goal.registers())
    return false;
  goal.giveUp(*spiller);
  return true;
}

void AllocateRegisters::Rounds::finish(const Round &round) {
  pass.writeResult(round.ranges, round.frames);
  spiller->coalesceSlots();
  spiller->placeSlots();
  markTogether(func);
  pass.numCuts += goal.numCopies();
  pass.numSpillStores += spiller->numStores;
  pass.numSpillLoads += spiller->numLoads;
  pass.numRematerialized += spiller->numRematerialized;
}

void AllocateRegisters::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  prepare(func);
  if (failed(Rounds(*this).run()))
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
