//===- ConvergenceEvents.cpp - Barriers of a function ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells the abstract machine of Dialect/Analysis what the instructions of an
// ori.func are. Barriers are operations with numbers here, and divergence is
// known from values, which machine code has lost.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/ConvergenceEvents.h"
#include "ptx-mlir/ISA/Inst.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using convergence::Condition;
using convergence::Finding;
using convergence::Flow;
using convergence::State;
using convergence::Together;
using isa::ConvergenceRole;
using Kind = ConvergenceEvent::Kind;

ConvergenceEvents::ConvergenceEvents(const DivergenceInfo &info) : info(info) {
  unsigned n = info.blocks().size();
  atBegin.resize(n);
  own.resize(n);
  atEnd.resize(n);
  onEdges.resize(n);
  for (unsigned b = 0; b != n; ++b)
    for (Operation &op : *info.blocks()[b])
      addOperation(op, b);
}

Condition ConvergenceEvents::getCondition(Value predicate, bool negated) const {
  Condition condition;
  if (!predicate || getConstant(predicate) == uint64_t(!negated))
    return condition;
  uint32_t number =
      predicates.try_emplace(predicate, predicates.size()).first->second;
  condition.first = 2 * number + negated;
  return condition;
}

/// The threads of a mask that a vote has found come to what every one of them
/// passes: in the same round of the same loop, whatever they did in between.
bool ConvergenceEvents::isSafeMask(Value mask, Operation *user) const {
  auto op = mask.getDefiningOp<InstOpInterface>();
  if (!op || op.isGuarded())
    return false;
  if (op.getOpcode() == isa::Opcode::LOP3 &&
      isa::LOP3::lut.get(op.getModBits()) == isa::kTableAnd)
    return isSafeMask(op->getOperand(0), user) ||
           isSafeMask(op->getOperand(1), user);
  ConvergenceRole role = op.getDesc().role;
  if (role != ConvergenceRole::Vote && role != ConvergenceRole::Match)
    return false;
  unsigned from = info.blocks()[op->getBlock()],
           to = info.blocks()[user->getBlock()];
  return from == to || (info.loops().loopOf(from) == info.loops().loopOf(to) &&
                        info.postDominates(to, from));
}

void ConvergenceEvents::addOperation(Operation &op, unsigned block) {
  uint32_t place = operations.size();
  auto add = [&](Kind kind) -> ConvergenceEvent & {
    operations.push_back(&op);
    ConvergenceEvent event;
    event.kind = kind;
    event.place = place;
    own[block].push_back(event);
    return own[block].back();
  };
  if (auto bssy = dyn_cast<BSSYOp>(op)) {
    add(Kind::Arm).barrier = bssy.getBarrier();
  } else if (auto bsync = dyn_cast<BSyncOp>(op)) {
    add(Kind::Sync).barrier = bsync.getBarrier();
  } else if (auto leave = dyn_cast<BreakOp>(op)) {
    ConvergenceEvent &event = add(Kind::Break);
    event.barrier = leave.getBarrier();
    event.when = getCondition(leave.getCondition(), leave.getNegated());
  } else if (auto save = dyn_cast<SaveBarrierOp>(op)) {
    ConvergenceEvent &event = add(Kind::Save);
    event.barrier = save.getBarrier();
    event.slot = predicates.try_emplace(save.getResult(), predicates.size())
                     .first->second;
  } else if (auto restore = dyn_cast<RestoreBarrierOp>(op)) {
    ConvergenceEvent &event = add(Kind::Restore);
    event.barrier = restore.getBarrier();
    event.slot = predicates.try_emplace(restore.getSaved(), predicates.size())
                     .first->second;
  } else if (auto call = dyn_cast<CallOp>(op)) {
    add(Kind::Call).mayWait = call.getWaits();
  } else if (auto inst = dyn_cast<InstOpInterface>(op)) {
    const isa::InstDesc &desc = inst.getDesc();
    switch (desc.role) {
    case ConvergenceRole::Yield:
      add(Kind::Yield);
      break;
    case ConvergenceRole::WarpSync: {
      // Of those that a predicate holds back nothing is known behind it.
      if (inst.isGuarded() || getConstant(op.getOperand(0)) != uint64_t(1)) {
        add(Kind::Part);
        break;
      }
      bool ofWarp = desc.findSlot("a") < 0;
      ConvergenceEvent &event = add(Kind::WarpSync);
      event.ofWarp = ofWarp;
      event.isSafe = !ofWarp && isSafeMask(op.getOperand(1), &op);
      event.isExclusive =
          !ofWarp && desc.getMod("exclusive", inst.getModBits());
      break;
    }
    case ConvergenceRole::Vote:
      // A vote on true tells which threads are active.
      if (getConstant(op.getOperand(0)) != uint64_t(1))
        add(Kind::Collective);
      break;
    case ConvergenceRole::Collective:
    case ConvergenceRole::Shuffle:
    case ConvergenceRole::Match:
    case ConvergenceRole::Reduce:
      add(Kind::Collective);
      break;
    case ConvergenceRole::BlockBarrier:
      add(inst.isGuarded() ? Kind::Part : Kind::Wait);
      break;
    default:
      break;
    }
  }
}

void ConvergenceEvents::run(Flow &flow, State &s, const ConvergenceEvent &event,
                            unsigned block) const {
  if (event.barrier == ConvergenceEvent::kNoBarrier)
    return;
  switch (event.kind) {
  case Kind::Arm:
    return flow.arm(s, event.barrier, event.place, event.when);
  case Kind::Sync:
    return flow.sync(s, event.barrier, event.place, block, event.when);
  case Kind::Break:
    return flow.breakOut(s, event.barrier, event.when);
  case Kind::Save:
    return flow.save(s, event.barrier, event.slot, /*clear=*/true);
  case Kind::Restore:
    return flow.restore(s, event.barrier, event.slot);
  case Kind::Yield:
    return flow.yield(s);
  case Kind::WarpSync:
    return flow.warpSync(s, event.ofWarp, event.place, event.isSafe,
                         event.isExclusive);
  case Kind::Wait:
    return flow.waitForOthers(s, event.place);
  case Kind::Part:
    flow.waitForOthers(s, event.place);
    return Flow::part(s);
  case Kind::Collective:
    return flow.collective(s, event.place);
  case Kind::Call:
    if (event.mayWait) {
      flow.waitForOthers(s, event.place);
      flow.yield(s);
    }
    return Flow::part(s);
  }
}

void ConvergenceEvents::walk(Flow &flow, unsigned block, Visit visit) const {
  State s = flow.at(block);
  for (const auto *events : {&atBegin[block], &own[block], &atEnd[block]})
    for (const ConvergenceEvent &event : *events) {
      if (visit)
        visit(event, s);
      run(flow, s, event, block);
    }
  Operation *end = info.blocks()[block]->getTerminator();
  if (llvm::isa<RetOp>(end))
    flow.returns(s, numOperations());
  if (flow.reporting())
    return;
  // Threads that only end are not missed.
  ArrayRef<unsigned> succs = info.graph().succs(block);
  bool parts =
      info.isDivergentBranch(block) &&
      llvm::count_if(
          succs, [&](unsigned succ) { return !info.isExitOnly(succ); }) > 1 &&
      !llvm::all_equal(succs);
  auto branch = dyn_cast<CondBraOp>(end);
  bool isChoice = branch && branch.getTrueDest() != branch.getFalseDest();
  Condition condition;
  if (isChoice)
    condition = getCondition(branch.getCondition(), branch.getNegated());
  for (auto [i, succ] : llvm::enumerate(info.graph().succs(block))) {
    State along = s;
    if (parts)
      Flow::part(along);
    if (isChoice)
      Flow::assume(along, condition, i == 0);
    for (auto [position, barrier] : onEdges[block])
      if (position == i)
        flow.breakOut(along, barrier);
    flow.flowTo(succ, along);
  }
}

std::vector<Finding> ConvergenceEvents::check(Flow &flow, Visit visit) const {
  std::vector<unsigned> order = reversePostOrder(info.graph(), 0);
  flow.setOrder(order);
  State entry;
  entry.isReached = true;
  // Threads may call a device function one after the other.
  bool isKernel = cast<FuncOp>(info.blocks()[0u]->getParentOp()).getKernel();
  entry.together = isKernel ? Together::Warp : Together::Apart;
  flow.flowTo(0, entry);
  for (unsigned block; flow.next(block);)
    walk(flow, block, nullptr);
  flow.startReporting();
  for (unsigned block : order)
    if (flow.isReached(block))
      walk(flow, block, visit);
  return flow.takeFindings();
}

std::vector<std::pair<Finding, Operation *>>
ori::checkConvergence(FuncOp func) {
  std::vector<std::pair<Finding, Operation *>> result;
  DivergenceInfo info(func);
  ConvergenceEvents events(info);
  Flow flow(info.blocks().size());
  flow.isStrict = true;
  for (const Finding &finding : events.check(flow, nullptr)) {
    bool isOperation = finding.place < events.numOperations();
    result.push_back({finding, isOperation ? events.operation(finding.place)
                                           : func.getOperation()});
  }
  return result;
}
