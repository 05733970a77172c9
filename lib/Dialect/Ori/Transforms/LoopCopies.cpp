//===- LoopCopies.cpp - Copies of the rounds of a loop --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mechanics of unrolling, without its decisions: copies of a body, the
// values that go from one round to the next, exits, and sums that are written
// as one number.
//
//===----------------------------------------------------------------------===//

#include "LoopCopies.h"
#include "InstShapes.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// If the value is another one of 32 bits and a number, makes it that one and
/// adds to the number.
static void lookThroughSum(Value &value, uint32_t &number) {
  InstOpInterface sum = getPlainSum(value);
  if (!sum)
    return;
  Value term;
  uint32_t total = number;
  for (Value operand : sum->getOperands().take_front(3)) {
    if (std::optional<uint32_t> imm = getImm(operand))
      total += *imm;
    else if (!term)
      term = operand;
    else
      return;
  }
  if (!term)
    return;
  value = term;
  number = total;
}

Value ori::addNumber(OpBuilder &builder, Location loc, Value value,
                     uint64_t number) {
  if (number == 0)
    return value;
  Type word = RType::get(builder.getContext(), 1);
  Type predicate = PType::get(builder.getContext());
  auto imm = [&](uint32_t bits) -> Value {
    return ImmOp::create(builder, loc, word, bits);
  };
  auto always = [&]() -> Value {
    return ImmOp::create(builder, loc, predicate, 1);
  };
  ConstantOperand constant = getConstantOperand(value);
  bool isPair = getWidth(value.getType()) == 2;
  if (constant.kind == ConstantOperand::Imm) {
    uint64_t sum = constant.bits + number;
    return ImmOp::create(builder, loc, value.getType(),
                         isPair ? sum : uint32_t(sum));
  }
  if (!isPair) {
    uint32_t total = uint32_t(number);
    lookThroughSum(value, total);
    if (total == 0)
      return value;
    return createInst(builder, loc, Opcode::IADD3,
                      {value, imm(total), imm(0), always(), always()},
                      isa::IADD3::kDefaultMods)
        ->getResult(0);
  }
  Value lo = builder.createOrFold<ExtractOp>(loc, word, value, 0u);
  Value hi = builder.createOrFold<ExtractOp>(loc, word, value, 1u);
  Operation *lower =
      createInst(builder, loc, Opcode::IADD3,
                 {lo, imm(uint32_t(number)), imm(0), always(), always()},
                 isa::IADD3::kDefaultMods);
  Operation *upper = createInst(builder, loc, Opcode::IADD3,
                                {hi, imm(uint32_t(number >> 32)), imm(0),
                                 lower->getResult(isa::IADD3::kPu), always()},
                                getCarryMods());
  return CombineOp::create(
      builder, loc, value.getType(),
      ValueRange{lower->getResult(0), upper->getResult(0)});
}

std::optional<uint64_t> ori::getStep(Value next, BlockArgument argument) {
  if (getRegFile(argument.getType()) != Kind::R)
    return std::nullopt;
  if (getWidth(argument.getType()) != 1) {
    auto combine = next.getDefiningOp<CombineOp>();
    if (!combine || combine.getParts().size() != 2)
      return std::nullopt;
    std::optional<uint64_t> wide =
        getWideSum(combine.getParts()[0], combine.getParts()[1], argument);
    return wide && *wide ? wide : std::nullopt;
  }
  uint32_t step = 0;
  if (!isSumWith(next, argument, step) || step == 0)
    return std::nullopt;
  return step;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

LoopCopies::LoopCopies(const CountedLoop &loop, ArrayRef<Block *> members,
                       ArrayRef<Block *> layout)
    : loop(loop), members(members), layout(layout),
      builder(loop.header->getParent()->getContext()) {
  for (Block *block : members)
    edges[block];
  isChanged = threadExits();
  for (Block *block : members)
    for (Block *succ : block->getSuccessors())
      if (auto it = edges.find(succ); it != edges.end())
        ++it->second;
  exit = loop.test->getTerminator()->getSuccessor(1 - loop.stays);
  findRecurrences();
}

/// Of loops with several exits: goes straight to where a block goes on that
/// only passes on what it is given.
bool LoopCopies::threadExits() {
  SmallVector<std::pair<Operation *, unsigned>> ways;
  bool hasOneExit = true;
  for (Block *block : members)
    for (auto [k, succ] : llvm::enumerate(block->getSuccessors())) {
      if (isMember(succ))
        continue;
      hasOneExit &= ways.empty() || ways.front().first->getSuccessor(
                                        ways.front().second) == succ;
      ways.push_back({block->getTerminator(), unsigned(k)});
    }
  bool isThreaded = false;
  for (auto [branch, k] : ways) {
    Block *passing = branch->getSuccessor(k);
    auto jump = dyn_cast<BraOp>(&passing->front());
    if (hasOneExit || !jump ||
        passing->getSinglePredecessor() != branch->getBlock() ||
        !llvm::hasSingleElement(passing->getUses()))
      continue;
    SuccessorOperands operands =
        cast<BranchOpInterface>(branch).getSuccessorOperands(k);
    for (auto [argument, value] :
         llvm::zip(passing->getArguments(), operands.getForwardedOperands()))
      argument.replaceAllUsesWith(value);
    operands.getMutableForwardedOperands().assign(jump.getDestOperands());
    branch->setSuccessor(jump.getDest(), k);
    passing->erase();
    isThreaded = true;
  }
  return isThreaded;
}

unsigned LoopCopies::getBackEdge() const {
  Operation *terminator = loop.latch->getTerminator();
  return terminator->getSuccessor(0) == loop.header ? 0 : 1;
}

static OperandRange getOperandsOf(Operation *terminator, unsigned successor) {
  return cast<BranchOpInterface>(terminator)
      .getSuccessorOperands(successor)
      .getForwardedOperands();
}

void LoopCopies::findRecurrences() {
  OperandRange passed =
      getOperandsOf(loop.latch->getTerminator(), getBackEdge());
  for (auto [i, argument] : llvm::enumerate(loop.header->getArguments()))
    if (std::optional<uint64_t> step = getStep(passed[i], argument))
      recurrences.push_back({unsigned(i), *step, 0, {}, {}});
}

static bool isRegisterOrPredicate(Value value) {
  Kind file = getRegFile(value.getType());
  return file == Kind::R || file == Kind::P;
}

bool LoopCopies::canCopy() const {
  bool hasOneExit = true, isUsedBehind = false;
  auto visit = [&](Value value) {
    bool isUsed = llvm::any_of(value.getUsers(), [&](Operation *user) {
      return !isMember(user->getBlock());
    });
    isUsedBehind |= isUsed;
    return !isUsed || isRegisterOrPredicate(value);
  };
  for (BlockArgument argument : loop.header->getArguments())
    if (!isRegisterOrPredicate(argument))
      return false;
  for (Block *block : members) {
    if (!llvm::isa<BraOp, CondBraOp>(block->getTerminator()))
      return false;
    for (Block *succ : block->getSuccessors())
      hasOneExit &= isMember(succ) || succ == exit;
    if (!llvm::all_of(block->getArguments(), visit))
      return false;
    for (Operation &op : *block)
      if (op.getNumRegions() || !llvm::all_of(op.getResults(), visit))
        return false;
  }
  return hasOneExit || !isUsedBehind;
}

void LoopCopies::closeExits() {
  SmallVector<std::pair<Operation *, unsigned>> ways;
  for (Block *block : members)
    for (auto [k, succ] : llvm::enumerate(block->getSuccessors()))
      if (succ == exit)
        ways.push_back({block->getTerminator(), unsigned(k)});
  // All values that are read behind the loop, in order. There is one exit then,
  // and it comes before all that reads them.
  SmallVector<Value> used;
  auto visit = [&](Value value) {
    if (llvm::any_of(value.getUsers(), [&](Operation *user) {
          return !isMember(user->getBlock());
        }))
      used.push_back(value);
  };
  for (Block *block : members) {
    llvm::for_each(block->getArguments(), visit);
    for (Operation &op : *block)
      llvm::for_each(op.getResults(), visit);
  }
  if (used.empty())
    return;
  bool hasOtherWays = llvm::any_of(
      exit->getPredecessors(), [&](Block *pred) { return !isMember(pred); });
  if (hasOtherWays) {
    Block *own = builder.createBlock(exit);
    for (BlockArgument argument : exit->getArguments())
      own->addArgument(argument.getType(), argument.getLoc());
    BraOp::create(builder, loop.test->getTerminator()->getLoc(),
                  own->getArguments(), exit);
    for (auto [branch, k] : ways)
      branch->setSuccessor(own, k);
    exit = own;
  }
  for (Value value : used) {
    BlockArgument argument = exit->addArgument(value.getType(), value.getLoc());
    value.replaceUsesWithIf(argument, [&](OpOperand &use) {
      return !isMember(use.getOwner()->getBlock());
    });
    for (auto [branch, k] : ways)
      cast<BranchOpInterface>(branch).getSuccessorOperands(k).append(value);
  }
}

Block *LoopCopies::enter(SmallVectorImpl<Value> &state) {
  SmallVector<std::pair<Operation *, unsigned>> ways;
  for (auto it = loop.header->pred_begin(), end = loop.header->pred_end();
       it != end; ++it)
    if (!isMember(*it))
      ways.push_back({(*it)->getTerminator(), it.getSuccessorIndex()});
  Block *entry = builder.createBlock(loop.header);
  if (ways.size() == 1) {
    auto [branch, k] = ways.front();
    OperandRange passed = getOperandsOf(branch, k);
    state.assign(passed.begin(), passed.end());
    if (!state.empty())
      cast<BranchOpInterface>(branch).getSuccessorOperands(k).erase(
          0, state.size());
  } else {
    for (BlockArgument argument : loop.header->getArguments())
      state.push_back(
          entry->addArgument(argument.getType(), argument.getLoc()));
  }
  for (auto [branch, k] : ways)
    branch->setSuccessor(entry, k);
  return entry;
}

void LoopCopies::erase() {
  for (Block *block : members)
    block->dropAllReferences();
  for (Block *block : members)
    block->erase();
}

//===----------------------------------------------------------------------===//
// One round
//===----------------------------------------------------------------------===//

void LoopCopies::copyOp(Operation &op) {
  bool isChanged = false, hasNewConstant = false;
  for (Value operand : op.getOperands()) {
    Value now = map.lookupOrDefault(operand);
    if (now == operand)
      continue;
    isChanged = true;
    hasNewConstant |= bool(now.getDefiningOp<ImmOp>());
  }
  if (isChanged && hasOnlyFirstResult(&op) && getPlainSum(op.getResult(0))) {
    // One number and one term.
    Value term;
    uint32_t number = 0;
    unsigned terms = 0;
    for (Value operand : op.getOperands().take_front(3)) {
      Value now = map.lookupOrDefault(operand);
      if (std::optional<uint32_t> imm = getImm(now)) {
        number += *imm;
      } else {
        term = now;
        ++terms;
      }
    }
    if (terms == 1) {
      map.map(op.getResult(0), addNumber(builder, op.getLoc(), term, number));
      return;
    }
  }
  Operation *copy = builder.clone(op, map);
  bool canFold =
      hasNewConstant || (isChanged && llvm::isa<CombineOp, ExtractOp>(copy));
  SmallVector<Value> folded;
  if (!canFold || failed(builder.tryFold(copy, folded)) ||
      folded.size() != copy->getNumResults())
    return;
  map.map(op.getResults(), folded);
  copy->erase();
}

Block *LoopCopies::getCopy(Block *block) {
  Block *&copy = copies[block];
  if (!copy) {
    OpBuilder::InsertionGuard guard(builder);
    copy = builder.createBlock(loop.header);
    if (edges.lookup(block) > 1)
      for (BlockArgument argument : block->getArguments())
        map.map(argument,
                copy->addArgument(argument.getType(), argument.getLoc()));
  }
  return copy;
}

SmallVector<Value> LoopCopies::getPassed(Operation *terminator,
                                         unsigned successor) {
  SmallVector<Value> result;
  for (Value value : getOperandsOf(terminator, successor))
    result.push_back(map.lookupOrDefault(value));
  return result;
}

/// The header's arguments in the next round.
void LoopCopies::endRound(Operation *terminator, unsigned successor) {
  next = getPassed(terminator, successor);
  for (const Recurrence &r : recurrences)
    next[r.argument] = addNumber(builder, terminator->getLoc(), r.base,
                                 (r.count + 1) * r.step);
}

SmallVector<int> LoopCopies::getExitArguments() const {
  OperandRange back = getOperandsOf(loop.latch->getTerminator(), getBackEdge());
  SmallVector<int> result;
  for (Value value :
       getOperandsOf(loop.test->getTerminator(), 1 - loop.stays)) {
    auto it = llvm::find(back, value);
    result.push_back(it == back.end() ? -1 : int(it - back.begin()));
  }
  return result;
}

SmallVector<Type> LoopCopies::getExitTypes() const {
  auto types =
      getOperandsOf(loop.test->getTerminator(), 1 - loop.stays).getTypes();
  return SmallVector<Type>(types.begin(), types.end());
}

SmallVector<Value> LoopCopies::getExitValues() const {
  SmallVector<Value> result;
  for (auto [value, argument] :
       llvm::zip(getOperandsOf(loop.test->getTerminator(), 1 - loop.stays),
                 getExitArguments()))
    result.push_back(argument >= 0 ? next[argument]
                                   : map.lookupOrDefault(value));
  return result;
}

/// The end of the current block: goes to a successor of the terminator.
void LoopCopies::go(Operation *terminator, unsigned successor) {
  Block *target = terminator->getSuccessor(successor);
  Block *here = builder.getInsertionBlock();
  if (target == loop.header) {
    endRound(terminator, successor);
    roundEnd = here;
    return;
  }
  SmallVector<Value> passed = getPassed(terminator, successor);
  if (!isMember(target)) {
    BraOp::create(builder, terminator->getLoc(), passed, target);
  } else if (edges.lookup(target) == 1) {
    map.map(target->getArguments(), passed);
    copies[target] = here;
  } else {
    BraOp::create(builder, terminator->getLoc(), passed, getCopy(target));
  }
}

void LoopCopies::endBlock(Operation *terminator, Test test, Block *again) {
  auto branch = dyn_cast<CondBraOp>(terminator);
  bool isTest = terminator->getBlock() == loop.test;
  if (!branch)
    return go(terminator, 0);
  if (isTest && test != Test::Made)
    return go(terminator, test == Test::Passed ? loop.stays : 1 - loop.stays);
  Value condition = map.lookupOrDefault(branch.getCondition());
  if (std::optional<uint64_t> known = getConstant(condition); known && !isTest)
    return go(terminator, (*known & 1) != branch.getNegated() ? 0 : 1);
  Block *targets[2];
  SmallVector<Value> passed[2];
  for (unsigned k : {0, 1}) {
    Block *target = terminator->getSuccessor(k);
    if (target == loop.header) {
      endRound(terminator, k);
      if (isTest) {
        passed[k] = next;
        targets[k] = again;
        continue;
      }
      OpBuilder::InsertionGuard guard(builder);
      targets[k] = roundEnd = builder.createBlock(loop.header);
      continue;
    }
    passed[k] = getPassed(terminator, k);
    if (isMember(target)) {
      if (edges.lookup(target) == 1) {
        map.map(target->getArguments(), passed[k]);
        passed[k].clear();
      }
      target = getCopy(target);
    }
    targets[k] = target;
  }
  // The next round's values are there now.
  if (isTest && terminator->getBlock() == loop.latch)
    passed[1 - loop.stays] = getExitValues();
  CondBraOp::create(builder, terminator->getLoc(), condition, passed[0],
                    passed[1], branch.getNegated(), branch.getUniform(),
                    targets[0], targets[1]);
}

Block *LoopCopies::copyRound(Block *block, SmallVectorImpl<Value> &state,
                             Test test, Block *again) {
  map.clear();
  copies.clear();
  next.clear();
  roundEnd = nullptr;
  map.map(loop.header->getArguments(), state);
  for (Recurrence &r : recurrences) {
    if (r.current == state[r.argument] && r.current) {
      ++r.count;
    } else {
      r.base = state[r.argument];
      r.count = 0;
    }
  }
  copies[loop.header] = block;
  for (Block *member : members) {
    // What a known branch does not reach is not copied.
    Block *copy = copies.lookup(member);
    if (!copy)
      continue;
    builder.setInsertionPointToEnd(copy);
    for (Operation &op : member->without_terminator())
      copyOp(op);
    endBlock(member->getTerminator(), test, again);
  }
  llvm::SmallPtrSet<Block *, 8> placed = {block};
  for (Block *member : layout)
    if (Block *copy = copies.lookup(member); copy && placed.insert(copy).second)
      copy->moveBefore(loop.header);
  if (roundEnd && placed.insert(roundEnd).second)
    roundEnd->moveBefore(loop.header);
  state.assign(next.begin(), next.end());
  for (Recurrence &r : recurrences)
    r.current = state.empty() ? Value() : state[r.argument];
  return roundEnd;
}

Block *LoopCopies::copyRounds(Block *block, SmallVectorImpl<Value> &state,
                              unsigned count) {
  for (unsigned i = 0; i != count && block; ++i)
    block = copyRound(block, state, Test::Passed);
  return block;
}
