//===- UnrollLoops.cpp - Rounds of counted loops written out --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Innermost loops first. A loop of a known number of rounds is written out, or
// if that is too much, some rounds of it are the body of a new loop. Of a loop
// whose number of rounds only the run knows, `factor` rounds are the body of a
// new loop that is run as long as so many are left for sure; the rest is done
// by two rounds at once and by the old loop:
//
//   enter:  if so many rounds:  go to many, else to rest
//   many:   `factor` rounds; while so many are left: go to many
//   rest:   if two are left: two rounds
//   last:   if any is left: go to the old loop, else behind it
//
// Threads meet in `rest` and `last`, so that those with fewer rounds do not go
// on alone. What is said about how many are left is exact or less: the old loop
// does whatever there is, also behind an overflow of the counter.
//
//===----------------------------------------------------------------------===//

#include "LoopCopies.h"
#include "RoundCost.h"
#include "mlir/Pass/PassManager.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Divergence.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIUNROLLLOOPSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::ICmp;
using ptxmlir::isa::Opcode;

namespace {

class UnrollLoops : public ori::impl::OriUnrollLoopsPassBase<UnrollLoops> {
public:
  using OriUnrollLoopsPassBase::OriUnrollLoopsPassBase;
  void runOnOperation() override;

private:
  struct Round;
  bool unrollInnermost(bool &hasNewInnermost);
  bool unroll(Round &round, unsigned header);
  void findUniformTests(Round &round, ArrayRef<unsigned> headers);
  bool unrollKnown(const CountedLoop &loop, ArrayRef<Block *> members,
                   ArrayRef<Block *> layout, const RoundCost &cost,
                   bool &isGone);
  bool unrollUnknown(const CountedLoop &loop, ArrayRef<Block *> members,
                     ArrayRef<Block *> layout, const RoundCost &cost);
  bool takesInstructions(uint64_t count);

  uint64_t growth = 0; ///< instructions that may still be added
  /// Headers of loops of which rounds have been written out, and which stay.
  llvm::SmallPtrSet<Block *, 8> done;
};

/// The loops of a function at one time.
struct UnrollLoops::Round {
  explicit Round(Region &body)
      : blocks(body), graph(blocks.makeGraph()), loops(graph, 0) {}
  BlockNumbering blocks;
  FlowGraph graph;
  LoopNest loops;
  std::vector<SmallVector<unsigned, 4>> members; ///< by header
  /// Headers of loops whose test all threads of a warp answer alike, as far as
  /// that was asked.
  llvm::DenseSet<unsigned> isUniform;
  bool hasNewInnermost = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
/// Emits what decides how many rounds are left.
class TestBuilder {
public:
  TestBuilder(LoopCopies &copies, const CountedLoop &loop)
      : builder(copies.getBuilder()), loop(loop),
        loc(loop.test->getTerminator()->getLoc()) {}

  Value predicate(bool value) {
    return ImmOp::create(builder, loc, PType::get(builder.getContext()), value);
  }
  Value word(uint32_t bits) {
    return ImmOp::create(builder, loc, RType::get(builder.getContext(), 1),
                         bits);
  }
  /// (a cmp b) and `also`.
  Value compare(ICmp cmp, Value a, Value b, bool isUnsigned, Value also) {
    uint64_t mods =
        isa::ISETP::cmp.set(isa::ISETP::kDefaultMods, uint64_t(cmp));
    mods = isa::ISETP::u32.set(mods, isUnsigned);
    return createInst(builder, loc, Opcode::ISETP,
                      {a, b, also, predicate(true)}, mods)
        ->getResult(0);
  }
  /// The bound, where the loop does not have to have been entered.
  Value bound() {
    ConstantOperand constant = getConstantOperand(loop.bound);
    if (constant.kind == ConstantOperand::Imm)
      return word(uint32_t(constant.bits));
    if (constant.kind == ConstantOperand::CBank)
      return CBankOp::create(builder, loc, loop.bound.getType(), constant.bank,
                             constant.offset);
    return loop.bound;
  }
  /// What the test of a round compares, by the counter in that round.
  Value tested(Value counter) {
    return addNumber(builder, loc, counter, loop.offset);
  }
  /// Whether that test passes, and `also`.
  Value passes(Value counter, Value also) {
    return compare(loop.cmp, tested(counter), bound(), loop.isUnsigned, also);
  }
  Value passMany(Value counter, unsigned tests, Value passes);

private:
  Value subtract(Value a, Value b);

  OpBuilder &builder;
  const CountedLoop &loop;
  Location loc;
};
} // namespace

/// Whether the test passes in the round of this counter and in the next ones,
/// `tests` in all; `passes`: whether it does in this one. Of an ordered
/// comparison that is exact: the distance from the bound is known not to be
/// negative then, and not to overflow as a number without sign. Otherwise it is
/// never true where it should not be: as long as the distance is more than the
/// steps are together, none of them makes it zero.
Value TestBuilder::passMany(Value counter, unsigned tests, Value passes) {
  Value y = tested(counter), b = bound();
  bool isNegative = int32_t(loop.step) < 0;
  Value left = isNegative ? subtract(y, b) : subtract(b, y);
  uint32_t size = isNegative ? uint32_t(0) - loop.step : loop.step;
  bool isInclusive = loop.cmp == ICmp::LE || loop.cmp == ICmp::GE;
  return compare(isInclusive ? ICmp::GE : ICmp::GT, left,
                 word((tests - 1) * size), /*isUnsigned=*/true, passes);
}

Value TestBuilder::subtract(Value a, Value b) {
  ConstantOperand number = getConstantOperand(b);
  if (number.kind == ConstantOperand::Imm)
    return addNumber(builder, loc, a, uint32_t(0) - uint32_t(number.bits));
  namespace Record = isa::IADD3;
  return createInst(builder, loc, Opcode::IADD3,
                    {a, b, word(0), predicate(true), predicate(true)},
                    Record::bNeg.set(Record::kDefaultMods, 1))
      ->getResult(0);
}

bool UnrollLoops::takesInstructions(uint64_t count) {
  if (count > growth)
    return false;
  growth -= count;
  return true;
}

//===----------------------------------------------------------------------===//
// Loops of a known number of rounds
//===----------------------------------------------------------------------===//

bool UnrollLoops::unrollKnown(const CountedLoop &loop,
                              ArrayRef<Block *> members,
                              ArrayRef<Block *> layout, const RoundCost &cost,
                              bool &isGone) {
  // What the loop itself costs goes: counting, comparing, branching.
  constexpr unsigned kLoop = 3;
  uint64_t tests = *loop.tests;
  uint64_t size = cost.instructions > kLoop ? cost.instructions - kLoop : 1;
  // All that is computed from counters goes if no round is left.
  uint64_t folded = std::max<uint64_t>(kLoop, countFolded(loop, members) + 1);
  uint64_t fullSize =
      cost.instructions > folded ? cost.instructions - folded : 1;
  uint64_t saved = 100 * folded / (fullSize + folded);
  uint64_t limit =
      std::min<uint64_t>(fullBase + fullPerPercent * saved, maxFull);
  // The test of a loop that is tested first is made once more than rounds run.
  if (tests == 1 || tests * fullSize <= limit) {
    if (!takesInstructions((tests - 1) * fullSize))
      return false;
    LoopCopies copies(loop, members, layout);
    if (!copies.canCopy())
      return copies.hasChanged();
    copies.closeExits();
    SmallVector<Value> state;
    Block *block = copies.enter(state);
    block = copies.copyRounds(block, state, tests - 1);
    if (block)
      copies.copyRound(block, state, LoopCopies::Test::Failed);
    copies.erase();
    isGone = true;
    ++numFull;
    return true;
  }
  if (loop.test != loop.latch || size > maxPartialRound)
    return false;
  // As many rounds as fit, preferably so that none is left over.
  uint64_t most = std::min<uint64_t>(maxPartial / size, tests / 2),
           rounds = most;
  for (uint64_t k = most; k > most / 2; --k)
    if (tests % k == 0) {
      rounds = k;
      break;
    }
  if (rounds < 2 || !takesInstructions((rounds + tests % rounds - 1) * size))
    return false;
  LoopCopies copies(loop, members, layout);
  if (!copies.canCopy())
    return copies.hasChanged();
  copies.closeExits();
  SmallVector<Value> state;
  Block *block = copies.enter(state);
  block = copies.copyRounds(block, state, tests % rounds);
  OpBuilder &builder = copies.getBuilder();
  Block *many = builder.createBlock(loop.header);
  if (block) {
    builder.setInsertionPointToEnd(block);
    BraOp::create(builder, loop.test->getTerminator()->getLoc(), state, many);
  }
  for (Value &value : state)
    value = many->addArgument(value.getType(), value.getLoc());
  if (Block *end = copies.copyRounds(many, state, rounds - 1))
    copies.copyRound(end, state, LoopCopies::Test::Made, many);
  copies.erase();
  done.insert(many);
  ++numPartial;
  return true;
}

//===----------------------------------------------------------------------===//
// Loops whose number of rounds the run knows
//===----------------------------------------------------------------------===//

bool UnrollLoops::unrollUnknown(const CountedLoop &loop,
                                ArrayRef<Block *> members,
                                ArrayRef<Block *> layout,
                                const RoundCost &cost) {
  std::optional<unsigned> branches = countShortBranches(loop, members, maxArm);
  if (!branches)
    return false;
  unsigned limit =
      cost.loads
          ? std::min<unsigned>(maxRound + perLoad * cost.loads, maxLoadRound)
          : std::min<unsigned>(maxPlainRound + cost.sharedLoads, maxRound);
  limit += *branches ? withBranches : 0u;
  unsigned rounds = factor, two = factor > 2 ? 2 : 0;
  int32_t step = int32_t(loop.step);
  bool isOrdered = loop.cmp == ICmp::LT || loop.cmp == ICmp::LE ||
                   loop.cmp == ICmp::GT || loop.cmp == ICmp::GE;
  bool isUpward = loop.cmp == ICmp::LT || loop.cmp == ICmp::LE;
  // Steps that are small enough that nothing here overflows.
  constexpr int32_t kMaxStep = 1 << 20;
  if (loop.test != loop.latch || cost.instructions > limit || rounds < 2 ||
      rounds > 64 || step > kMaxStep || step < -kMaxStep ||
      !(loop.cmp == ICmp::NE || (isOrdered && isUpward == (step > 0))) ||
      !takesInstructions((rounds + two) * cost.instructions))
    return false;
  LoopCopies copies(loop, members, layout);
  if (!copies.canCopy())
    return copies.hasChanged();
  copies.closeExits();
  OpBuilder &builder = copies.getBuilder();
  Location loc = loop.test->getTerminator()->getLoc();
  TestBuilder test(copies, loop);
  unsigned counter = loop.counter.getArgNumber();

  SmallVector<Value> first;
  Block *entry = copies.enter(first);
  Block *many = builder.createBlock(loop.header);
  Block *rest = two ? builder.createBlock(loop.header) : nullptr;
  Block *both = rest ? builder.createBlock(loop.header) : nullptr;
  Block *last = builder.createBlock(loop.header);
  auto addState = [&](Block *block) {
    SmallVector<Value> state;
    for (Value value : first)
      state.push_back(block->addArgument(value.getType(), value.getLoc()));
    return state;
  };
  // What is passed on behind the loop and is not among the arguments of the
  // next round; then whether any round is left, and whether two are.
  SmallVector<int> exitArguments = copies.getExitArguments();
  SmallVector<Type> exitTypes = copies.getExitTypes();
  auto addRest = [&](Block *block, SmallVectorImpl<Value> &state) {
    for (auto [argument, type] : llvm::zip(exitArguments, exitTypes))
      if (argument < 0)
        state.push_back(block->addArgument(type, loc));
    for (unsigned i = 0; i != (block == rest ? 2 : 1); ++i)
      state.push_back(
          block->addArgument(PType::get(builder.getContext()), loc));
  };
  auto getRest = [&](ArrayRef<Value> state, ArrayRef<Value> exitValues,
                     Value isLeft, Value isTwo = Value()) {
    SmallVector<Value> passed(state);
    for (auto [argument, value] : llvm::zip(exitArguments, exitValues))
      if (argument < 0)
        passed.push_back(value);
    passed.push_back(isLeft);
    if (isTwo)
      passed.push_back(isTwo);
    return passed;
  };
  Block *behindMany = rest ? rest : last;

  builder.setInsertionPointToEnd(entry);
  SmallVector<Value> nothing;
  for (Type type : exitTypes)
    nothing.push_back(UndefOp::create(builder, loc, type));
  // The first round is done in any case.
  Value isSecond = test.passes(first[counter], test.predicate(true));
  Value isMany = test.passMany(first[counter], rounds - 1, isSecond);
  CondBraOp::create(
      builder, loc, isMany, first,
      getRest(first, nothing, test.predicate(true), rest ? isSecond : Value()),
      /*negated=*/false, /*uniform=*/false, many, behindMany);

  SmallVector<Value> state = addState(many);
  Block *end = copies.copyRounds(many, state, rounds);
  if (end) {
    builder.setInsertionPointToEnd(end);
    // The test of the last round, by the counter in the next one.
    Value now =
        addNumber(builder, loc, state[counter], uint32_t(0) - loop.step);
    Value isLeft = test.passes(now, test.predicate(true));
    Value again = test.passMany(now, rounds, isLeft);
    Value isTwo = rest ? test.passes(state[counter], isLeft) : Value();
    CondBraOp::create(builder, loc, again, state,
                      getRest(state, copies.getExitValues(), isLeft, isTwo),
                      /*negated=*/false, /*uniform=*/false, many, behindMany);
  }
  // The blocks of the rounds have been put in front of the old loop.
  if (rest) {
    rest->moveBefore(loop.header);
    both->moveBefore(loop.header);
    state = addState(rest);
    SmallVector<Value> whole = state;
    addRest(rest, whole);
    builder.setInsertionPointToEnd(rest);
    Value isTwo = whole.pop_back_val();
    CondBraOp::create(builder, loc, isTwo, ValueRange(), whole,
                      /*negated=*/false, /*uniform=*/false, both, last);
    if (Block *end = copies.copyRounds(both, state, two)) {
      builder.setInsertionPointToEnd(end);
      Value now =
          addNumber(builder, loc, state[counter], uint32_t(0) - loop.step);
      Value isLeft = test.passes(now, test.predicate(true));
      BraOp::create(builder, loc,
                    getRest(state, copies.getExitValues(), isLeft), last);
    }
  }
  last->moveBefore(loop.header);
  state = addState(last);
  SmallVector<Value> whole = state;
  addRest(last, whole);
  SmallVector<Value> exitValues;
  unsigned next = state.size();
  for (int argument : exitArguments)
    exitValues.push_back(argument < 0 ? whole[next++] : state[argument]);
  builder.setInsertionPointToEnd(last);
  CondBraOp::create(builder, loc, whole.back(), state, exitValues,
                    /*negated=*/false, /*uniform=*/false, loop.header,
                    copies.getExit());
  done.insert(many);
  done.insert(loop.header);
  ++numUnknown;
  return true;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

bool UnrollLoops::unroll(Round &round, unsigned header) {
  Block *block = round.blocks[header];
  if (done.contains(block) || block->getTerminator()->hasAttr(kNoUnrollAttr))
    return false;
  std::optional<CountedLoop> loop =
      findCountedLoop(round.blocks, round.loops, header);
  if (!loop)
    return false;
  SmallVector<Block *> members, layout;
  SmallVector<unsigned, 4> inLayout = round.members[header];
  llvm::sort(inLayout);
  for (unsigned n : round.members[header])
    members.push_back(round.blocks[n]);
  for (unsigned n : inLayout)
    layout.push_back(round.blocks[n]);
  RoundCost cost = getRoundCost(members, slowPathCost);
  if (cost.mustStay)
    return false;
  if (loop->tests) {
    bool isGone = false;
    bool isDone = unrollKnown(*loop, members, layout, cost, isGone);
    round.hasNewInnermost |= isGone && round.loops.parent(header) != kNoNode;
    return isDone;
  }
  // In a copy of a round threads meet only those that are in the same copy.
  if (cost.isConvergent && !round.isUniform.contains(header))
    return false;
  return unrollUnknown(*loop, members, layout, cost);
}

/// Finds out which tests all threads of a warp answer alike, where it matters.
void UnrollLoops::findUniformTests(Round &round, ArrayRef<unsigned> headers) {
  std::optional<DivergenceInfo> divergence;
  for (unsigned header : headers) {
    bool isConvergent = false;
    for (unsigned n : round.members[header])
      for (Operation &op : *round.blocks[n])
        isConvergent |= ori::isConvergent(&op);
    if (!isConvergent)
      continue;
    std::optional<CountedLoop> loop =
        findCountedLoop(round.blocks, round.loops, header);
    if (!loop || loop->tests)
      continue;
    if (!divergence)
      divergence.emplace(getOperation());
    if (!divergence->isDivergentBranch(round.blocks[loop->test]))
      round.isUniform.insert(header);
  }
}

bool UnrollLoops::unrollInnermost(bool &hasNewInnermost) {
  Region &body = getOperation().getBody();
  Round round(body);
  unsigned size = round.blocks.size();
  std::vector<bool> hasInner(size);
  bool hasLoops = false;
  for (unsigned n = 0; n != size; ++n)
    if (round.loops.isHeader(n)) {
      hasLoops = true;
      if (round.loops.parent(n) != kNoNode)
        hasInner[round.loops.parent(n)] = true;
    }
  if (!hasLoops)
    return false;
  round.members.resize(size);
  std::vector<unsigned> headers;
  for (unsigned n : reversePostOrder(round.graph, 0)) {
    unsigned loop = round.loops.loopOf(n);
    if (loop == kNoNode || hasInner[loop])
      continue;
    if (loop == n)
      headers.push_back(n);
    round.members[loop].push_back(n);
  }
  findUniformTests(round, headers);
  bool isChanged = false;
  for (unsigned header : headers)
    isChanged |= unroll(round, header);
  hasNewInnermost = round.hasNewInnermost;
  return isChanged;
}

void UnrollLoops::runOnOperation() {
  FuncOp func = getOperation();
  if (func.getBody().empty() || func.getBody().hasOneBlock() ||
      func->hasAttr(kNoUnrollAttr))
    return;
  growth = maxGrowth;
  done.clear();
  bool isChanged = false, hasNewInnermost = true;
  for (unsigned depth = 0; hasNewInnermost && depth != maxDepth; ++depth) {
    hasNewInnermost = false;
    isChanged |= unrollInnermost(hasNewInnermost);
  }
  if (!isChanged)
    return markAllAnalysesPreserved();
  // Counters that nobody counts by any more, and blocks behind known branches.
  OpPassManager manager(FuncOp::getOperationName());
  manager.addPass(createOriRemoveDeadCodePass());
  if (failed(runPipeline(manager, func)))
    signalPassFailure();
}
