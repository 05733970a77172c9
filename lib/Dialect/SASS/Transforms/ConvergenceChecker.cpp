//===- ConvergenceChecker.cpp - Proof that threads meet -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/ConvergenceChecker.h"
#include "UniformRegisters.h"
#include "ptx-mlir/ISA/ConvergenceRole.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using convergence::Condition;
using convergence::Finding;
using convergence::Flow;
using convergence::kNoRegister;
using convergence::State;
using convergence::Together;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Opcode;
using isa::Operand;

namespace {

/// Slots of saved barriers: R registers, then words of the stack.
constexpr uint32_t kFirstStackSlot = 256;
constexpr uint32_t kFirstUniformPredicate = 8;

/// What a function that is called in this code does.
struct Callee {
  bool returns = false, yields = false;
  State atReturn;
  RegisterSet written; ///< registers that it may write
  RegisterSet
      divergent; ///< at its returns, if those that enter it are together
  llvm::SmallVector<unsigned, 2> callers; ///< blocks that end in a call of it
};

class Checker {
public:
  Checker(const MachineCode &code, const ConvergenceOptions &options);
  std::vector<Finding> run();

private:
  void step(unsigned index, unsigned block, State &s, RegisterSet &divergent);
  void walk(unsigned block);
  void leave(unsigned block, const State &s, const RegisterSet &divergent);
  void branch(unsigned block, const Inst &inst, const State &s,
              const RegisterSet &divergent);
  void call(unsigned block, unsigned callee, const State &s,
            const RegisterSet &divergent);
  void flowTo(unsigned block, const State &s, const RegisterSet &divergent);
  void moveBarrier(const Inst &inst, State &s);
  void moveSlots(const Inst &inst, State &s);
  std::vector<bool> findOwnBlocks() const;
  std::vector<bool> findReturning() const;
  bool isFunction(unsigned begin);
  void endRegions(unsigned index, const State &s);
  bool onlyEnds(unsigned block) const;
  void followVote(const Inst &inst, State &s);
  bool isOfActive(unsigned index, const State &s,
                  const MachineBlock &block) const;
  bool guardsUniformCode(unsigned index) const;
  bool asksForMask(const Inst &inst, const MachineBlock &block) const;

  const MachineCode &code;
  Flow flow;
  std::vector<RegisterSet> divergentAt; ///< at the begin of each block
  std::vector<unsigned> calleeOf;       ///< by block that ends in a call
  std::vector<bool> callsOutside, isReturn;
  std::vector<bool> joins;    ///< blocks with more than one way to them
  std::vector<bool> isTarget; ///< blocks with any
  /// Where regions end, and their BSSYs; sorted.
  std::vector<std::pair<unsigned, unsigned>> regionEnds;
  std::vector<bool> visited; ///< by isFunction
  unsigned blockOf(unsigned index) const {
    return llvm::upper_bound(code.blocks, index,
                             [](unsigned index, const MachineBlock &b) {
                               return index < b.begin;
                             }) -
           code.blocks.begin() - 1;
  }
  std::vector<bool> jumps; ///< blocks whose call is a branch
  llvm::DenseMap<unsigned, Callee> callees;
};

} // namespace

static constexpr unsigned kNone = ~0u;
static bool getCondition(const Inst &inst, const InstDesc &desc,
                         Condition &condition);

Checker::Checker(const MachineCode &code, const ConvergenceOptions &options)
    : code(code), flow(code.blocks.size()), divergentAt(code.blocks.size()),
      calleeOf(code.blocks.size(), kNone), callsOutside(code.blocks.size()),
      isReturn(code.blocks.size()), visited(code.blocks.size()),
      jumps(code.blocks.size()) {
  flow.isStrict = options.strict;
  for (auto [arm, end] : code.regions)
    regionEnds.push_back({end, arm});
  llvm::sort(regionEnds);
  // ptxas also leaves loops by a CALL, to code that goes on from there.
  std::vector<bool> isOwn = findOwnBlocks(), mayReturn = findReturning();
  // It has no return address to give, so it may be guarded; a true call is not.
  std::vector<bool> isCalled(code.blocks.size());
  auto isGuarded = [&](const MachineCall &call) {
    const Inst &last = *code.insts[code.blocks[call.block].end - 1];
    Condition when;
    return !getCondition(last, isa::getDesc(last.opcode), when) ||
           !when.isAlways();
  };
  for (const MachineCall &call : code.calls)
    if (!isGuarded(call))
      isCalled[call.callee] = true;
  std::vector<uint8_t> ways(code.blocks.size());
  auto addWay = [&](unsigned block) { ways[block] = ways[block] ? 2 : 1; };
  for (const MachineCall &call : code.calls) {
    calleeOf[call.block] = call.callee;
    if (isOwn[call.callee] || !mayReturn[call.callee] ||
        (!isCalled[call.callee] && isGuarded(call)))
      jumps[call.block] = true;
    else
      callees[call.callee].callers.push_back(call.block);
    addWay(call.callee);
  }
  for (const MachineBlock &block : code.blocks)
    for (unsigned succ : block.succs)
      addWay(succ);
  for (uint8_t n : ways) {
    joins.push_back(n > 1);
    isTarget.push_back(n != 0);
  }
  for (unsigned block : code.outsideCalls)
    callsOutside[block] = true;
  for (unsigned block : code.returns)
    isReturn[block] = true;
}

/// What is reached from the entry without a call.
std::vector<bool> Checker::findOwnBlocks() const {
  std::vector<bool> seen(code.blocks.size());
  std::vector<unsigned> stack;
  if (!code.blocks.empty()) {
    seen[0] = true;
    stack.push_back(0);
  }
  while (!stack.empty()) {
    unsigned block = stack.back();
    stack.pop_back();
    for (unsigned succ : code.blocks[block].succs)
      if (!seen[succ]) {
        seen[succ] = true;
        stack.push_back(succ);
      }
  }
  return seen;
}

/// From where a return is reached without a call: nothing else is a function.
std::vector<bool> Checker::findReturning() const {
  std::vector<llvm::SmallVector<unsigned, 2>> preds(code.blocks.size());
  for (auto [i, block] : llvm::enumerate(code.blocks))
    for (unsigned succ : block.succs)
      preds[succ].push_back(i);
  std::vector<bool> seen(code.blocks.size());
  std::vector<unsigned> stack(code.returns.begin(), code.returns.end());
  for (unsigned block : stack)
    seen[block] = true;
  while (!stack.empty()) {
    unsigned block = stack.back();
    stack.pop_back();
    for (unsigned pred : preds[block])
      if (!seen[pred]) {
        seen[pred] = true;
        stack.push_back(pred);
      }
  }
  return seen;
}

bool Checker::isFunction(unsigned begin) {
  bool returns = false, isOwn = true;
  std::vector<unsigned> stack = {begin};
  visited[begin] = true;
  while (!stack.empty()) {
    unsigned block = stack.back();
    stack.pop_back();
    returns |= isReturn[block];
    for (unsigned succ : code.blocks[block].succs) {
      isOwn &= !flow.isReached(succ);
      // A block is visited once, so that this is linear.
      if (!visited[succ]) {
        visited[succ] = true;
        stack.push_back(succ);
      }
    }
  }
  return returns && isOwn;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Adds a predicate that must hold; false if it never does.
static bool addLiteral(Condition &condition, uint32_t predicate, bool isNot,
                       bool isTrue) {
  if (isTrue)
    return !isNot;
  uint32_t literal = 2 * predicate + isNot;
  if (condition.first == Condition::kAlways)
    condition.first = literal;
  else if (condition.second == Condition::kAlways)
    condition.second = literal;
  // A third one only makes the condition stronger; no branch equals it then.
  else
    condition.second = Condition::kAlways - 1;
  return true;
}

/// When the instruction takes effect: guard and predicate operand. False:
/// never.
static bool getCondition(const Inst &inst, const InstDesc &desc,
                         Condition &condition) {
  condition = Condition();
  bool isUniform = desc.is(isa::UniformGuard);
  if (!addLiteral(condition,
                  inst.guard + (isUniform ? kFirstUniformPredicate : 0),
                  inst.guardNot, inst.guard == isa::PT))
    return false;
  for (const char *name : {"pp", "up"}) {
    int slot = desc.findSlot(name);
    if (slot < 0 || desc.slots[slot].isDef)
      continue;
    const Operand &op = inst.ops[slot];
    int notMod = desc.slots[slot].notMod;
    bool isNot = notMod >= 0 && desc.mods[notMod].field.get(inst.mods);
    bool isTrue = op.kind == Operand::None || op.reg == isa::PT;
    if (!addLiteral(condition,
                    op.reg +
                        (op.kind == Operand::UP ? kFirstUniformPredicate : 0),
                    isNot, isTrue))
      return false;
  }
  return true;
}

static unsigned getBarrier(const Inst &inst, const InstDesc &desc) {
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (inst.ops[i].kind == Operand::B)
      return inst.ops[i].reg % convergence::kNumBarriers;
  return 0;
}

/// Whoever executes the vote, it says what the predicate of one says.
static bool isAlike(const Inst &inst, const RegisterSet &divergent) {
  return !readsDivergent(inst, divergent);
}

static bool votesOnTrue(const Inst &inst) {
  if (isa::getConvergenceRole(inst.opcode) != ConvergenceRole::Vote)
    return false;
  const Operand &pp = inst.ops[isa::getDesc(inst.opcode).findSlot("pp")];
  return pp.kind == Operand::None || pp.reg == isa::PT;
}

/// On SMs without REDUX, ptxas reduces over the active threads only where these
/// are all 32: where a vote on true equals -1.
void Checker::followVote(const Inst &inst, State &s) {
  if (votesOnTrue(inst) && inst.opcode == Opcode::VOTE) {
    s.vote = inst.ops[isa::VOTE::kD].reg;
    return;
  }
  if (s.vote == kNoRegister)
    return;
  if (inst.opcode == Opcode::ISETP && inst.ops[isa::ISETP::kA].reg == s.vote &&
      inst.ops[isa::ISETP::kA].kind == Operand::R &&
      inst.ops[isa::ISETP::kB].kind == Operand::Imm &&
      uint32_t(inst.ops[isa::ISETP::kB].value) == ~0u &&
      inst.ops[isa::ISETP::kPp].reg == isa::PT) {
    auto compare = isa::ICmp(isa::ISETP::cmp.get(inst.mods));
    if (compare == isa::ICmp::EQ || compare == isa::ICmp::NE) {
      s.allHere =
          2 * inst.ops[isa::ISETP::kPu].reg + (compare == isa::ICmp::NE);
      return;
    }
  }
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(inst, reads, writes);
  for (const isa::RegRange &range : writes) {
    if (range.file == Operand::R && s.vote >= range.first &&
        s.vote < unsigned(range.first + range.count))
      s.vote = kNoRegister;
    if (range.file == Operand::P && s.allHere / 2 == range.first)
      s.allHere = Condition::kAlways;
  }
}

/// ptxas makes one atomic of those of the active threads: it asks which these
/// are (a vote on true, for reductions also right behind), reduces over them
/// and broadcasts.
bool Checker::isOfActive(unsigned index, const State &s,
                         const MachineBlock &block) const {
  const Inst &inst = *code.insts[index];
  bool isBroadcast =
      inst.opcode == Opcode::SHFL &&
      isa::SHFL::mode.get(inst.mods) == uint64_t(isa::ShflMode::IDX);
  bool isReduction =
      inst.opcode == Opcode::REDUX || inst.opcode == Opcode::CREDUX;
  if (!isBroadcast && !isReduction)
    return false;
  if (s.haveVoted)
    return true;
  if (isBroadcast)
    return false;
  for (unsigned i = index + 1; i < block.end; ++i) {
    ConvergenceRole role = isa::getConvergenceRole(code.insts[i]->opcode);
    if (votesOnTrue(*code.insts[i]))
      return true;
    if (role != ConvergenceRole::None && role != ConvergenceRole::Collective)
      return false;
  }
  return false;
}

/// Before threads run together by a mask that they computed, ptxas looks
/// whether all have the same one: MATCH.ANY and REDUX.OR of the mask, among
/// those that are active, and BRA.DIV of what REDUX gives.
bool Checker::asksForMask(const Inst &inst, const MachineBlock &block) const {
  if (inst.opcode != Opcode::MATCH && inst.opcode != Opcode::REDUX)
    return false;
  const Inst &last = *code.insts[block.end - 1];
  if (last.opcode != Opcode::BRA_UR ||
      isa::BRA_UR::mode.get(last.mods) < uint64_t(isa::BranchMode::DIV))
    return false;
  for (unsigned i = block.begin; i != block.end; ++i) {
    const Inst &redux = *code.insts[i];
    if (redux.opcode == Opcode::REDUX &&
        redux.ops[isa::REDUX::kD].reg == last.ops[isa::BRA_UR::kUr].reg)
      return inst.opcode == Opcode::REDUX
                 ? &inst == &redux
                 : inst.ops[isa::MATCH::kA] == redux.ops[isa::REDUX::kA];
  }
  return false;
}

/// ptxas makes a uniform predicate of one that only the active threads have
/// (VOTEU) to guard uniform instructions, whose result only these threads take.
/// True if all that reads the predicate are such guards.
bool Checker::guardsUniformCode(unsigned index) const {
  const Inst &vote = *code.insts[index];
  const InstDesc &desc = isa::getDesc(vote.opcode);
  unsigned predicate = isa::PT;
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (desc.slots[i].isDef && vote.ops[i].kind == Operand::UP)
      predicate = vote.ops[i].reg;
    else if (desc.slots[i].isDef && vote.ops[i].kind == Operand::UR &&
             vote.ops[i].reg != isa::URZ)
      return false;
  if (predicate == isa::PT)
    return false;
  // A constant, so that votes stay linear.
  constexpr unsigned kMaxSteps = 512;
  unsigned steps = 0, guards = 0;
  llvm::SmallVector<std::pair<unsigned, unsigned>, 8> work = {
      {blockOf(index), index + 1}};
  llvm::SmallVector<unsigned, 8> seen;
  while (!work.empty()) {
    auto [block, at] = work.pop_back_val();
    const MachineBlock &b = code.blocks[block];
    bool isOver = false;
    for (; at != b.end && !isOver; ++at) {
      if (++steps > kMaxSteps)
        return guards != 0;
      const Inst &inst = *code.insts[at];
      const InstDesc &readerDesc = isa::getDesc(inst.opcode);
      llvm::SmallVector<isa::RegRange, 8> reads, writes;
      isa::collectAllRegs(inst, reads, writes);
      for (const isa::RegRange &range : reads) {
        if (range.file != Operand::UP || range.first != predicate)
          continue;
        if (range.slot != 0xff || readerDesc.is(isa::Branch))
          return false;
        ++guards;
      }
      for (const isa::RegRange &range : writes)
        isOver |= range.file == Operand::UP && range.first == predicate &&
                  (inst.guard == isa::PT && !inst.guardNot);
    }
    if (isOver)
      continue;
    for (unsigned succ : b.succs)
      if (!llvm::is_contained(seen, succ) && seen.size() < 64) {
        seen.push_back(succ);
        work.push_back({succ, code.blocks[succ].begin});
      }
  }
  return guards != 0;
}

/// A block that ends its threads, and that they need not execute together.
bool Checker::onlyEnds(unsigned block) const {
  const MachineBlock &b = code.blocks[block];
  if (!b.succs.empty())
    return false;
  for (unsigned i = b.begin; i != b.end; ++i)
    if (isa::getConvergenceRole(code.insts[i]->opcode) != ConvergenceRole::None)
      return false;
  Opcode last = code.insts[b.end - 1]->opcode;
  return last == Opcode::EXIT || last == Opcode::BPT;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Checker::moveBarrier(const Inst &inst, State &s) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  unsigned barrier = getBarrier(inst, desc);
  switch (inst.opcode) {
  case Opcode::BMOV_R:
    return flow.save(s, barrier, inst.ops[desc.findSlot("d")].reg,
                     isa::BMOV_R::clear.get(inst.mods));
  case Opcode::BMOV_B: {
    const Operand &from = inst.ops[desc.findSlot("a")];
    return flow.restore(s, barrier, from.kind == Operand::R ? from.reg : kNone);
  }
  default:
    // Between barriers: the destination comes first.
    unsigned source = inst.ops[desc.findSlot("bar")].reg,
             to = inst.ops[desc.findSlot("d")].reg;
    flow.save(s, source, kNone - 1, /*clear=*/true);
    return flow.restore(s, to, kNone - 1);
  }
}

/// Follows registers that hold barriers through moves and the stack.
void Checker::moveSlots(const Inst &inst, State &s) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (std::optional<StackAccess> access = getStackAccess(inst)) {
    for (unsigned i = 0; i != access->count; ++i) {
      uint32_t stack = kFirstStackSlot + access->offset + 4 * i,
               reg = access->reg + i;
      if (access->isStore)
        flow.copySlot(s, reg, stack);
      else
        flow.copySlot(s, stack, reg);
    }
    return;
  }
  if (std::optional<unsigned> from = getCopiedRegister(inst))
    return flow.copySlot(s, *from, inst.ops[desc.findSlot("d")].reg);
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(inst, reads, writes);
  for (const isa::RegRange &range : writes)
    if (range.file == Operand::R)
      for (unsigned i = 0; i != range.count; ++i)
        flow.forgetSlot(s, range.first + i);
}

/// Regions whose end this place is.
void Checker::endRegions(unsigned index, const State &s) {
  auto it = llvm::lower_bound(regionEnds, std::make_pair(index, 0u));
  for (; it != regionEnds.end() && it->first == index; ++it) {
    const Inst &arm = *code.insts[it->second], &inst = *code.insts[index];
    unsigned barrier = getBarrier(arm, isa::getDesc(arm.opcode));
    // The label may also name the BSYNC.
    if (inst.opcode != Opcode::BSYNC ||
        getBarrier(inst, isa::getDesc(inst.opcode)) != barrier)
      flow.endRegion(s, barrier, it->second, index);
  }
}

void Checker::step(unsigned index, unsigned block, State &s,
                   RegisterSet &divergent) {
  const Inst &inst = *code.insts[index];
  const InstDesc &desc = isa::getDesc(inst.opcode);
  ConvergenceRole role = isa::getConvergenceRole(inst.opcode);
  if (flow.reporting())
    endRegions(index, s);
  Condition when;
  bool isEnd = inst.opcode == Opcode::EXIT || inst.opcode == Opcode::KILL;
  if (role != ConvergenceRole::None || isEnd) {
    if (!getCondition(inst, desc, when))
      return;
  }
  switch (role) {
  case ConvergenceRole::Arm:
    flow.arm(s, getBarrier(inst, desc), index, when);
    break;
  case ConvergenceRole::Sync:
    flow.sync(s, getBarrier(inst, desc), index, block, when);
    break;
  case ConvergenceRole::Break:
    flow.breakOut(s, getBarrier(inst, desc), when);
    break;
  case ConvergenceRole::Move:
    moveBarrier(inst, s);
    break;
  case ConvergenceRole::Yield:
    flow.yield(s);
    if (s.entry)
      callees[s.entry - 1].yields = true;
    break;
  case ConvergenceRole::WarpSync: {
    bool ofWarp = inst.opcode == Opcode::WARPSYNC_ALL ||
                  inst.opcode == Opcode::WARPSYNC_COLLECTIVE_ALL;
    if (int a = desc.findSlot("a"); a >= 0 && inst.ops[a].kind == Operand::Imm)
      ofWarp |= uint32_t(inst.ops[a].value) == ~0u;
    else if (a >= 0 && inst.ops[a].kind == Operand::R &&
             divergent.noMasks.contains(inst.ops[a].reg))
      flow.report(Finding::BadMask, index);
    flow.warpSync(s, ofWarp && when.isAlways(), index, /*isSafe=*/false);
    break;
  }
  case ConvergenceRole::Vote:
    if (votesOnTrue(inst))
      Flow::voteOnTrue(s);
    else if (s.together == Together::Warp || inst.opcode != Opcode::VOTEU ||
             !(isAlike(inst, divergent) || guardsUniformCode(index)))
      flow.collective(s, index);
    break;
  case ConvergenceRole::Collective:
    if (!isOfActive(index, s, code.blocks[block]) &&
        !asksForMask(inst, code.blocks[block]))
      flow.collective(s, index);
    break;
  case ConvergenceRole::BlockBarrier:
    flow.waitForOthers(s, index);
    break;
  case ConvergenceRole::None:
    // The threads that the collective gathered go their own ways again.
    if (inst.opcode == Opcode::ENDCOLLECTIVE)
      Flow::part(s, index);
    else if (isEnd && !when.isAlways())
      Flow::assume(s, when, /*holds=*/false);
    break;
  }
  followVote(inst, s);
  bool isWhole = s.together == Together::Warp || s.together == Together::Entry;
  if (isWhole)
    divergent.keepLocal();
  followInst(inst, isWhole, divergent,
             [&](unsigned predicate) { flow.forgetPredicate(s, predicate); });
  followMasks(inst, divergent.noMasks);
  if (!s.saved.empty() && role != ConvergenceRole::Move)
    moveSlots(inst, s);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Checker::flowTo(unsigned block, const State &s,
                     const RegisterSet &divergent) {
  // The first path is taken as it is: a set that was never filled is no path.
  RegisterSet along = divergent;
  if (joins[block])
    along.dropLocal();
  if (!flow.isReached(block))
    divergentAt[block] = along;
  else if (divergentAt[block].add(along))
    flow.revisit(block);
  flow.flowTo(block, s);
}

void Checker::call(unsigned block, unsigned target, const State &s,
                   const RegisterSet &divergent) {
  Callee &callee = callees[target];
  // Its stack frame is another one, and so are its masks.
  RegisterSet inner = divergent;
  inner.enterFunction();
  // The entry is never a callee, so its number stands for no function.
  flowTo(target, flow.enter(s, target + 1), inner);
  if (!callee.returns)
    return;
  State after = flow.leave(s, callee.atReturn);
  if (callee.yields)
    flow.yield(after);
  RegisterSet now = divergent;
  // All that called it return with what it makes of what they have alike.
  bool isWhole = s.together == Together::Warp || s.together == Together::Entry;
  if (isWhole)
    now.takeFrom(callee.divergent, callee.written);
  else
    now.add(callee.written);
  now.noMasks.forget(callee.written);
  for (unsigned succ : code.blocks[block].succs)
    flowTo(succ, after, now);
}

void Checker::branch(unsigned block, const Inst &inst, const State &s,
                     const RegisterSet &divergent) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  llvm::SmallVector<unsigned, 4> succs(code.blocks[block].succs.begin(),
                                       code.blocks[block].succs.end());
  if (jumps[block])
    succs.insert(succs.begin(), calleeOf[block]);
  Condition when;
  if (!getCondition(inst, desc, when)) {
    // Only the way on is left.
    flowTo(succs.back(), s, divergent);
    return;
  }
  if (jumps[block] && when.isAlways()) {
    flowTo(calleeOf[block], s, divergent);
    return;
  }
  int modeIndex = desc.findMod("mode");
  auto mode = modeIndex >= 0
                  ? isa::BranchMode(desc.mods[modeIndex].field.get(inst.mods))
                  : isa::BranchMode::Default;
  bool ofMask = mode == isa::BranchMode::DIV || mode == isa::BranchMode::CONV;
  bool isTogether = mode == isa::BranchMode::U;
  bool parts =
      !isTogether && !ofMask && succs.size() > 1 &&
      readsDivergent(inst, divergent) &&
      llvm::count_if(succs, [&](unsigned succ) { return !onlyEnds(succ); }) > 1;
  bool isChoice = (modeIndex >= 0 || jumps[block]) && succs.size() == 2 &&
                  !ofMask && !isTogether;
  for (auto [i, succ] : llvm::enumerate(succs)) {
    State along = s;
    if (parts)
      Flow::part(along, code.blocks[block].end - 1);
    if (isChoice)
      Flow::assume(along, when, i == 0);
    // Whether all threads of the warp (of the mask) are here was asked.
    if (isChoice && when.isSingle() && s.allHere != Condition::kAlways &&
        when.first == (i == 0 ? s.allHere : s.allHere ^ 1))
      along.together = Together::Warp;
    if (ofMask && (mode == isa::BranchMode::CONV) == (i == 0)) {
      if (along.together != Together::Warp)
        along.together = Together::Mask;
    } else if (ofMask && along.together != Together::Warp) {
      // Some of them are elsewhere.
      Flow::part(along, code.blocks[block].end - 1);
    }
    flowTo(succ, along, divergent);
  }
}

void Checker::leave(unsigned block, const State &s,
                    const RegisterSet &divergent) {
  if (isReturn[block] && s.entry) {
    Callee &callee = callees[s.entry - 1];
    Together before = callee.atReturn.together;
    bool isNews = !callee.returns;
    callee.atReturn.together =
        isNews ? s.together : convergence::meet(before, s.together);
    callee.returns = true;
    isNews |= before != callee.atReturn.together;
    isNews |= callee.divergent.add(divergent);
    if (isNews)
      for (unsigned caller : callee.callers)
        if (flow.isReached(caller))
          flow.revisit(caller);
  }
  if (calleeOf[block] != kNone && !jumps[block])
    return call(block, calleeOf[block], s, divergent);
  State after = s;
  RegisterSet now = divergent;
  if (callsOutside[block]) {
    Flow::part(after, code.blocks[block].end - 1);
    now.setCallerSaved();
  }
  const Inst &last = *code.insts[code.blocks[block].end - 1];
  const auto &succs = code.blocks[block].succs;
  if (succs.empty() && !jumps[block])
    return;
  if (isa::getDesc(last.opcode).is(isa::Branch) && !callsOutside[block])
    return branch(block, last, after, now);
  for (unsigned succ : succs)
    flowTo(succ, after, now);
}

void Checker::walk(unsigned block) {
  State s = flow.at(block);
  RegisterSet divergent = divergentAt[block];
  const MachineBlock &b = code.blocks[block];
  for (unsigned i = b.begin; i != b.end; ++i) {
    step(i, block, s, divergent);
    if (s.entry && !flow.reporting())
      if (collectWrites(*code.insts[i], callees[s.entry - 1].written))
        for (unsigned caller : callees[s.entry - 1].callers)
          if (flow.isReached(caller))
            flow.revisit(caller);
  }
  if (isReturn[block])
    flow.returns(s, b.end - 1);
  if (!flow.reporting())
    leave(block, s, divergent);
}

std::vector<Finding> Checker::run() {
  if (code.blocks.empty())
    return {};
  std::vector<unsigned> order = code.reversePostOrder(),
                        priority(code.blocks.size());
  for (auto [i, block] : llvm::enumerate(order))
    priority[block] = i;
  flow.setPriority(std::move(priority));
  State entry;
  entry.isReached = true;
  entry.together = Together::Warp;
  RegisterSet divergent;
  if (code.startsEmpty)
    divergent.noMasks.setAll();
  if (!code.startsEmpty) {
    // A function that others call: nothing is known of its threads.
    entry.together = Together::Apart;
    divergent.setAll();
    for (convergence::BarrierState &b : entry.barriers)
      b.kind = convergence::BarrierState::Outside;
  }
  flowTo(0, entry, divergent);
  for (unsigned block; flow.next(block);)
    walk(block);
  // Functions that are called through a register: what nothing leads to, and
  // what leads to a return without code that is not theirs.
  for (unsigned begin = 0; begin != code.blocks.size(); ++begin) {
    if (flow.isReached(begin) || isTarget[begin] || !isFunction(begin))
      continue;
    State inner;
    inner.isReached = true;
    inner.entry = begin + 1;
    for (convergence::BarrierState &b : inner.barriers)
      b.kind = convergence::BarrierState::Outside;
    RegisterSet all;
    all.setAll();
    flowTo(begin, inner, all);
    for (unsigned block; flow.next(block);)
      walk(block);
  }
  flow.startReporting();
  for (unsigned block : order)
    if (flow.isReached(block))
      walk(block);
  return flow.takeFindings();
}

std::vector<Finding> sass::checkConvergence(const MachineCode &code,
                                            const ConvergenceOptions &options) {
  return Checker(code, options).run();
}
