//===- ConvergenceChecker.cpp - Proof that threads meet -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells the abstract machine of Dialect/Analysis what decoded instructions do
// to barriers. There are no values here: conditions are predicates by number,
// and barriers may be kept in registers or on the stack.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Analysis/ConvergenceChecker.h"
#include "ActiveThreads.h"
#include "Callee.h"
#include "CodeCalls.h"
#include "CodeWays.h"
#include "ConvergenceOperands.h"
#include "GuardUses.h"
#include "MaskFunctions.h"
#include "MaskUses.h"
#include "SavedBarriers.h"
#include "UniformRegisters.h"
#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using convergence::Condition;
using convergence::Finding;
using convergence::Flow;
using convergence::State;
using convergence::Together;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;

namespace {

class Checker {
public:
  Checker(const MachineCode &code, const target::TargetInfo &target,
          const ConvergenceOptions &options);
  std::vector<Finding> run();

private:
  void iterate();
  void step(unsigned index, unsigned block, State &s, RegisterSet &divergent);
  void walk(unsigned block);
  void leave(unsigned block, const State &s, const RegisterSet &divergent);
  void branch(unsigned block, const Inst &inst, const State &s,
              const RegisterSet &divergent);
  void call(unsigned block, unsigned callee, const State &s,
            const RegisterSet &divergent);
  void revisitCallers(const Callee &callee);
  void addWrites(Callee &callee, const Callee &inner);
  /// `from`: the block that threads come from; kNone for an entry.
  void flowTo(unsigned from, unsigned block, const State &s,
              RegisterSet divergent);
  void endRegions(unsigned index, const State &s);
  void waitForOthers(const State &s, unsigned block, unsigned index);
  bool isHarmlessAgain(unsigned index, unsigned block, const State &s) const;
  void checkMask(unsigned index, const State &s, const GatheredMasks &gathered);

  const MachineCode &code;
  const target::TargetInfo &target;
  CodeCalls calls;
  CodeWays ways;
  std::vector<bool> endings; ///< blocks that only end their threads
  WayJoins joins;
  Flow flow;
  std::vector<RegisterSet> divergentAt; ///< at the begin of each block
  /// Where regions end, and their BSSYs; sorted.
  std::vector<std::pair<unsigned, unsigned>> regionEnds;
  llvm::DenseMap<unsigned, Callee> callees;
  /// What threads may still wait at behind the begin of each block.
  std::vector<uint32_t> syncsAhead;
  UnusedMasks unusedMasks;
  MaskRegisters maskRegisters;
  bool hasExclusive; ///< WARPSYNC can let each mask on alone
  MasksOfHere masksOfHere;
  GuardUses guardUses;
  UniformSteps uniformSteps;
};

} // namespace

static constexpr unsigned kNone = ~0u;

Checker::Checker(const MachineCode &code, const target::TargetInfo &target,
                 const ConvergenceOptions &options)
    : code(code), target(target), calls(code), ways(code, calls),
      endings(findEndings(code)),
      joins(ways, calls, code.blocks.size(), endings), flow(code.blocks.size()),
      divergentAt(code.blocks.size()), unusedMasks(code, calls),
      maskRegisters(findMaskRegisters(code)),
      hasExclusive(sass::hasExclusive(target.sm)), guardUses(code) {
  flow.isStrict = options.strict;
  for (auto [arm, end] : code.regions)
    regionEnds.push_back({end, arm});
  llvm::sort(regionEnds);
  for (const MachineCall &call : code.calls)
    if (!calls.isJump(call.block))
      callees[call.callee].callers.push_back(call.block);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Regions whose end this place is.
void Checker::endRegions(unsigned index, const State &s) {
  auto it = llvm::lower_bound(regionEnds, std::make_pair(index, 0u));
  for (; it != regionEnds.end() && it->first == index; ++it) {
    const Inst &arm = *code.insts[it->second], &inst = *code.insts[index];
    unsigned barrier = getBarrier(arm);
    // The label may also name the BSYNC.
    if (isa::getDesc(inst.opcode).role != ConvergenceRole::Sync ||
        getBarrier(inst) != barrier)
      flow.endRegion(s, barrier, it->second, index);
  }
}

/// A wait for all of the warp by threads that take part in a barrier until they
/// end: the others wait for that.
void Checker::waitForOthers(const State &s, unsigned block, unsigned index) {
  for (unsigned b = 0; b != convergence::kNumBarriers; ++b)
    if (Flow::mayMissOthers(s.barriers[b]) && !(syncsAhead[block] >> b & 1))
      flow.report(Finding::CollectiveInside, index, b);
}

/// Whether it does no harm if a thread executes this BSSY that takes part in
/// its barrier already: none of those that do waits at the BSYNC, or nobody
/// waits for anything else any more, so that they come there, too, or end.
bool Checker::isHarmlessAgain(unsigned index, unsigned block,
                              const State &s) const {
  unsigned barrier = getBarrier(*code.insts[index]);
  if (!Flow::mayMissOthers(s.barriers[barrier]))
    return true;
  uint32_t syncs = findSyncsBehind(code, ways, syncsAhead, index, block);
  return !(syncs & ~(1u << barrier));
}

/// The threads of the mask that the cubin names must be those that are here.
void Checker::checkMask(unsigned index, const State &s,
                        const GatheredMasks &gathered) {
  const Inst &inst = *code.insts[index];
  auto named = code.memberMasks.find(&inst);
  if (isMislisted(code, inst))
    return flow.report(Finding::NotGathered, index);
  if (named == code.memberMasks.end())
    return;
  // Compilers list the collective, which stands between the two.
  const InstDesc &desc = isa::getDesc(inst.opcode);
  ConvergenceRole role = desc.role;
  if (runsCollective(desc) || role == ConvergenceRole::EndCollective)
    return flow.report(Finding::NotGathered, index);
  int slot = role == ConvergenceRole::WarpSync ? desc.findSlot("a") : -1;
  if (slot >= 0 && inst.ops[slot].kind == Operand::R) {
    if (gathered.areSame(inst.ops[slot].reg, named->second))
      return;
  } else if (gathered.contains(named->second)) {
    return;
  } else if (!isCollective(role)) {
    return;
  } else if (s.together == Together::Warp &&
             (role == ConvergenceRole::Shuffle || !hasExclusive)) {
    // Each lane of SHFL names the one that it reads; and what others vote is
    // masked where nothing keeps them away.
    return;
  }
  flow.report(Finding::NotGathered, index);
}

void Checker::step(unsigned index, unsigned block, State &s,
                   RegisterSet &divergent) {
  const Inst &inst = *code.insts[index];
  const InstDesc &desc = isa::getDesc(inst.opcode);
  ConvergenceRole role = desc.role;
  if (flow.reporting())
    endRegions(index, s);
  bool ofWarp = s.together == Together::Warp;
  if (ofWarp) {
    divergent.step.meet();
    divergent.endRounds();
  }
  Condition when;
  bool isEnd = endsThread(desc.branch);
  if (role != ConvergenceRole::None || isEnd) {
    if (!getCondition(inst, when))
      return;
  }
  if (flow.reporting())
    checkMask(index, s, divergent.gathered);
  switch (role) {
  case ConvergenceRole::Arm:
    flow.arm(s, getBarrier(inst), index, when,
             /*isHarmless=*/flow.reporting() &&
                 isHarmlessAgain(index, block, s));
    break;
  case ConvergenceRole::Sync:
    if (flow.reporting() && gathersForNothing(code, block, index))
      flow.report(Finding::GathersForNothing, index, getBarrier(inst));
    flow.sync(s, getBarrier(inst), index, block, when);
    break;
  case ConvergenceRole::Break:
    flow.breakOut(s, getBarrier(inst), when, index);
    break;
  case ConvergenceRole::Move:
    moveBarrier(inst, s, flow);
    break;
  case ConvergenceRole::Yield:
    flow.yield(s);
    if (s.entry)
      callees[s.entry - 1].yields = true;
    break;
  case ConvergenceRole::WarpSync: {
    int a = desc.findSlot("a");
    bool ofWarp = isOfWarp(inst);
    if (a >= 0 && inst.ops[a].kind == Operand::R &&
        (divergent.noMasks.contains(inst.ops[a].reg) ||
         // All have the same constant: nobody is to be let on alone.
         (isExclusive(inst) &&
          !divergent.noMasks.get(inst.ops[a].reg).isVariable) ||
         isReturnAddress(code, block, index, inst.ops[a].reg)))
      flow.report(Finding::BadMask, index);
    if (flow.reporting() && partsForNothing(code, block, index))
      flow.report(Finding::PartsForNothing, index);
    if (ofWarp && flow.reporting())
      waitForOthers(s, block, index);
    bool isSafe = a >= 0 && inst.ops[a].kind == Operand::R &&
                  masksOfHere.contains(inst.ops[a].reg);
    flow.warpSync(s, ofWarp && when.isAlways(), index, isSafe);
    break;
  }
  case ConvergenceRole::Vote:
    if (divergent.shared.isAlone() && isOfOtherMask(code, inst))
      flow.report(Finding::OthersMissing, index);
    if (s.together == Together::Apart && votesOnConstant(inst) &&
        code.votesOfAll.contains(&inst))
      flow.report(Finding::NotGathered, index);
    if (votesOnTrue(inst))
      Flow::voteOnTrue(s);
    else if (votesOnConstant(inst))
      break;
    else if (s.together == Together::Warp || !desc.writesUniform() ||
             (readsDivergent(inst, divergent) &&
              !guardUses.isOnlyGuard(block, index)))
      flow.collective(s, index);
    break;
  case ConvergenceRole::Collective:
  case ConvergenceRole::Shuffle:
  case ConvergenceRole::Match:
  case ConvergenceRole::Reduce:
    if (asksForMask(code, block, index))
      break;
    // Also a broadcast among the active threads, if the file says of whom it
    // is.
    if (divergent.shared.isAlone() && isOfOtherMask(code, inst))
      flow.report(Finding::OthersMissing, index);
    if (!isOfActive(code, block, index, s))
      flow.collective(s, index);
    break;
  case ConvergenceRole::BlockBarrier:
    if (flow.reporting())
      waitForOthers(s, block, index);
    flow.waitForOthers(s, index);
    break;
  case ConvergenceRole::EndCollective:
    // The threads that the collective gathered go their own ways again; those
    // that came to it together still are.
    if (flow.reporting() && endsNothing(code, block, index))
      flow.report(Finding::EndsNothing, index);
    Flow::part(s, index, /*syncsAhead=*/0);
    break;
  case ConvergenceRole::None:
    if (isEnd && !when.isAlways())
      Flow::assume(s, when, /*holds=*/false);
    break;
  }
  if (maskRegisters.any())
    divergent.gathered.follow(inst, when.isAlways(),
                              s.together != Together::Apart || s.haveVoted,
                              maskRegisters);
  if (divergent.followShared(inst, when.isAlways()) ||
      (!ofWarp && uniformSteps.readsStale(inst)))
    flow.report(Finding::SharedUniform, index);
  followVote(inst, s);
  masksOfHere.visit(inst);
  bool isWhole = s.together == Together::Warp || s.together == Together::Entry;
  if (isWhole)
    divergent.keepLocal();
  bool inStep = divergent.step.inStep() && uniformSteps.readsAlike(inst);
  uniformSteps.follow(inst, s.together == Together::Warp,
                      inStep && givesAlike(inst, divergent));
  // Functions have frames of their own.
  followInst(inst, isWhole, inStep, s.entry ? ~0u : code.variableBytes,
             code.blockShape, divergent,
             [&](unsigned predicate) { flow.forgetPredicate(s, predicate); });
  divergent.step.follow(inst);
  divergent.numbers.follow(inst);
  divergent.constants.follow(inst);
  followMasks(inst, *target.bank, divergent.noMasks);
  if (asksForMask(code, block, index)) {
    const Operand &mask = inst.ops[desc.findSlot("a")];
    if (mask.kind == Operand::R)
      divergent.noMasks.set(mask.reg, {});
  }
  if (flow.reporting() && !asksForMask(code, block, index))
    unusedMasks.visit(index, ofWarp, writesDivergentMask(inst, divergent));
  if (!s.saved.empty() && role != ConvergenceRole::Move)
    moveSlots(inst, s, flow);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Checker::flowTo(unsigned from, unsigned block, const State &s,
                     RegisterSet along) {
  along.step.prepare(s);
  if (from != kNone && s.together != Together::Warp)
    along.step.startRound(joins.joinBehindLoop(from, block));
  // The first path is taken as it is: a set that was never filled is no path.
  if (calls.joins(block))
    along.dropLocal();
  if (!flow.isReached(block))
    divergentAt[block] = along;
  else if (divergentAt[block].add(along))
    flow.revisit(block);
  if (calls.joins(block))
    divergentAt[block].dropLocal();
  flow.flowTo(block, s);
}

void Checker::revisitCallers(const Callee &callee) {
  for (unsigned caller : callee.callers)
    if (flow.isReached(caller))
      flow.revisit(caller);
}

/// A function writes what one writes that it calls.
void Checker::addWrites(Callee &callee, const Callee &inner) {
  MaskRegisters before = callee.writtenMasks;
  callee.writtenMasks |= inner.writtenMasks;
  bool isNews = callee.writtenMasks != before;
  isNews |= callee.written.add(inner.written);
  if (isNews)
    revisitCallers(callee);
}

void Checker::call(unsigned block, unsigned target, const State &s,
                   const RegisterSet &divergent) {
  if (s.entry)
    callees.try_emplace(s.entry - 1);
  Callee &callee = callees[target];
  // Its stack frame is another one, and so are its masks.
  RegisterSet inner = divergent;
  inner.enterFunction();
  // The entry is never a callee, so its number stands for no function.
  flowTo(kNone, target, flow.enter(s, target + 1), inner);
  if (!callee.returns)
    return;
  if (s.entry && s.entry != target + 1)
    addWrites(callees[s.entry - 1], callee);
  State after = flow.leave(s, callee.atReturn);
  if (callee.yields)
    flow.yield(after);
  RegisterSet now = divergent;
  now.shared.forget();
  now.step.call(ways.barriersOf(target));
  // All that called it return with what it makes of what they have alike.
  bool isWhole = s.together == Together::Warp || s.together == Together::Entry;
  if (isWhole)
    now.takeFrom(callee.divergent, callee.written,
                 s.together == Together::Warp && callee.atReturn.isEntryWhole);
  else
    now.addRegisters(callee.written);
  now.noMasks.takeFrom(callee.divergent.noMasks, callee.written);
  if (maskRegisters.any()) {
    now.gathered.forget(callee.writtenMasks);
    if (callee.atReturn.together != Together::Entry)
      now.gathered.takeFrom(callee.divergent.gathered);
  }
  for (unsigned succ : ways.succs(block))
    flowTo(block, succ, after, now);
}

void Checker::branch(unsigned block, const Inst &inst, const State &s,
                     const RegisterSet &divergent) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  llvm::SmallVector<unsigned, 4> succs(code.blocks[block].succs.begin(),
                                       code.blocks[block].succs.end());
  if (calls.isJump(block))
    succs.insert(succs.begin(), calls.calleeOf(block));
  auto leads = [&](unsigned succ) {
    return ways.leads(block, succ) ||
           (calls.isJump(block) && succ == calls.calleeOf(block));
  };
  Condition when;
  if (!getCondition(inst, when)) {
    // Only the way on is left.
    flowTo(block, succs.back(), s, divergent);
    return;
  }
  if (calls.isJump(block) && when.isAlways()) {
    flowTo(block, calls.calleeOf(block), s, divergent);
    return;
  }
  std::optional<isa::BranchMode> mode = getBranchMode(inst);
  bool ofMask = mode == isa::BranchMode::DIV || mode == isa::BranchMode::CONV;
  bool isTogether = mode == isa::BranchMode::U;
  bool isFork = llvm::count_if(succs, [&](unsigned succ) {
                  return leads(succ) && !endings[succ];
                }) > 1;
  bool ofWarp = s.together == Together::Warp;
  bool isOfRound = !ofWarp && readsOfRound(inst, divergent);
  bool differs = readsDivergent(inst, divergent);
  bool parts = !isTogether && !ofMask && isFork && (differs || isOfRound);
  // Even those that stay together may go another way than others do.
  bool endsStep = isFork && !ofWarp &&
                  (ofMask || differs || readsLocal(inst, divergent) ||
                   !uniformSteps.readsAlike(inst));
  bool isChoice = (mode || calls.isJump(block)) && succs.size() == 2 &&
                  !ofMask && !isTogether;
  uint16_t ahead = 0;
  for (unsigned succ : succs)
    ahead |= syncsAhead[succ];
  for (auto [i, succ] : llvm::enumerate(succs)) {
    // (What the condition says of a BREAK holds on the other way nevertheless.)
    if (!leads(succ))
      continue;
    State along = s;
    RegisterSet alike = divergent;
    if (parts || endsStep)
      alike.step.part(joins.joinBehind(block), s,
                      /*atMoment=*/!differs && !endsStep);
    if (parts) {
      Flow::part(along, code.blocks[block].end - 1, ahead);
      alike.part();
    }
    if (isChoice)
      Flow::assume(along, when, i == 0);
    if (isChoice && when.isSingle() && !when.isAlways())
      alike.assume(i == 0 ? when.first : when.first ^ 1);
    // Whether all threads of the warp (of the mask) are here was asked.
    if (isChoice && when.isSingle() && s.allHere != Condition::kAlways &&
        when.first == (i == 0 ? s.allHere : s.allHere ^ 1))
      along.together = Together::Warp;
    if (ofMask && (mode == isa::BranchMode::CONV) == (i == 0)) {
      if (along.together != Together::Warp)
        along.together = Together::Mask;
      int mask = desc.findSlot("ur");
      alike.shared.gather();
      if (mask < 0)
        alike.gathered.gatherAll();
      else if (std::optional<RegId> reg = getMaskRegister(inst.ops[mask]))
        alike.gathered.gather(*reg);
    } else if (ofMask && along.together != Together::Warp) {
      // Some of them are elsewhere.
      Flow::part(along, code.blocks[block].end - 1, ahead);
      alike.part();
    }
    flowTo(block, succ, along, std::move(alike));
  }
}

void Checker::leave(unsigned block, const State &s,
                    const RegisterSet &divergent) {
  if (calls.isReturn(block) && s.entry) {
    Callee &callee = callees[s.entry - 1];
    Together before = callee.atReturn.together;
    bool isNews = !callee.returns;
    bool wasWhole = isNews || callee.atReturn.isEntryWhole;
    callee.atReturn.isEntryWhole = wasWhole && s.isEntryWhole;
    isNews |= wasWhole != callee.atReturn.isEntryWhole;
    callee.atReturn.together =
        isNews ? s.together : convergence::meet(before, s.together);
    callee.returns = true;
    isNews |= before != callee.atReturn.together;
    isNews |= callee.divergent.add(divergent);
    if (isNews)
      revisitCallers(callee);
  }
  if (calls.calleeOf(block) != kNone && !calls.isJump(block))
    return call(block, calls.calleeOf(block), s, divergent);
  State after = s;
  RegisterSet now = divergent;
  if (calls.isOutside(block)) {
    Flow::part(after, code.blocks[block].end - 1);
    now.setCallerSaved();
    now.shared.forget();
    now.step.call(~uint16_t(0));
  }
  const Inst &last = *code.insts[code.blocks[block].end - 1];
  llvm::ArrayRef<unsigned> succs = ways.succs(block);
  if (succs.empty() && !calls.isJump(block))
    return;
  if (isa::getDesc(last.opcode).is(isa::Branch) && !calls.isOutside(block))
    return branch(block, last, after, now);
  for (unsigned succ : succs)
    flowTo(block, succ, after, now);
}

void Checker::walk(unsigned block) {
  State s = flow.at(block);
  RegisterSet divergent = divergentAt[block];
  const MachineBlock &b = code.blocks[block];
  divergent.startBlock(joins.placeOf(block), s);
  uniformSteps.startBlock();
  unusedMasks.startBlock();
  masksOfHere.startBlock();
  for (unsigned i = b.begin; i != b.end; ++i) {
    step(i, block, s, divergent);
    if (s.entry && !flow.reporting()) {
      Callee &callee = callees[s.entry - 1];
      bool isNews = collectWrites(*code.insts[i], callee.written);
      isNews |= collectWrites(*code.insts[i], callee.writtenMasks);
      if (isNews)
        revisitCallers(callee);
    }
  }
  if (calls.isReturn(block))
    flow.returns(s, b.end - 1);
  if (!flow.reporting())
    leave(block, s, divergent);
}

void Checker::iterate() {
  do {
    for (unsigned block; flow.next(block);)
      walk(block);
    if (!uniformSteps.takeNews())
      return;
    for (unsigned block = 0; block != code.blocks.size(); ++block)
      if (flow.isReached(block))
        flow.revisit(block);
  } while (true);
}

std::vector<Finding> Checker::run() {
  if (code.blocks.empty())
    return {};
  std::vector<unsigned> order = code.reversePostOrder();
  syncsAhead = findSyncsAhead(code, calls, ways);
  flow.setOrder(order);
  State entry;
  entry.isReached = true;
  entry.together = Together::Warp;
  RegisterSet divergent;
  if (code.startsEmpty)
    divergent.noMasks.setUnwritten();
  if (!code.startsEmpty) {
    // A function that others call: nothing is known of its threads.
    entry.together = Together::Apart;
    divergent.setAll();
    divergent.step.forget();
    for (convergence::BarrierState &b : entry.barriers)
      b.kind = convergence::BarrierState::Outside;
  }
  flowTo(kNone, 0, entry, divergent);
  iterate();
  // Functions that are called through a register: what nothing leads to, and
  // what leads to a return without code that is not theirs.
  for (unsigned begin = 0; begin != code.blocks.size(); ++begin) {
    if (flow.isReached(begin) || calls.isTarget(begin) ||
        !ways.isPossible(begin) ||
        !calls.isFunction(begin, [&](unsigned b) { return flow.isReached(b); }))
      continue;
    State inner;
    inner.isReached = true;
    inner.entry = begin + 1;
    for (convergence::BarrierState &b : inner.barriers)
      b.kind = convergence::BarrierState::Outside;
    RegisterSet all;
    all.setAll();
    all.step.forget();
    flowTo(kNone, begin, inner, all);
    iterate();
  }
  flow.startReporting();
  for (unsigned block : order)
    if (flow.isReached(block))
      walk(block);
  for (unsigned index : unusedMasks.find())
    flow.report(Finding::UnusedMask, index);
  for (unsigned begin : code.maskFunctions)
    if (std::optional<unsigned> index = findUngathered(code, begin))
      flow.report(Finding::UngatheredArgument, *index);
  return flow.takeFindings();
}

std::vector<Finding> sass::checkConvergence(const MachineCode &code,
                                            const target::TargetInfo &target,
                                            const ConvergenceOptions &options) {
  return Checker(code, target, options).run();
}
