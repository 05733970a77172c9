//===- DoPredication.cpp - Short branches become guards -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that branches round one short block, or to two of which both go on at
// the same place, takes up their instructions under the branch's predicate.
// What an arm passes on to the place where the ways meet keeps the other way's
// value where its guard is false, part by part if it is one of a wide load;
// where no instruction of an arm makes it, it is selected. What selects the
// result of an instruction or a value that nobody reads behind becomes the
// guard of that instruction.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/MapVector.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIDOPREDICATIONPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;
using ptxmlir::isa::Opcode;

static RewriteCounter selections("predication-select");

/// An instruction that gets the guard of a selection moves there: no further
/// than so many operations, as its operands are needed longer.
static constexpr unsigned kMostMoved = 32;

namespace {

/// One way from a branch to the place where its ways meet.
struct Arm {
  Block *block = nullptr; ///< null: straight there
  bool negated = false;   ///< runs where the branch's predicate is false
  /// What it passes to the arguments of that place.
  SmallVector<Value> passed;
};

/// A branch whose ways meet behind one block, or behind one on each way.
struct ShortWays {
  CondBraOp branch;
  Arm arms[2];
  Block *join;
};

class DoPredication
    : public ori::impl::OriDoPredicationPassBase<DoPredication> {
public:
  using OriDoPredicationPassBase::OriDoPredicationPassBase;
  void runOnOperation() override;

private:
  bool flatten(Block *head);
  bool isShort(Block *block, bool isSecond, bool isOverlapped);
  void findOverlapped(ArrayRef<Block *> blocks);
  void takeUp(CondBraOp branch, const Arm &arm,
              const llvm::DenseMap<Value, Value> &otherwise);
  Value select(CondBraOp branch, Value ifTrue, Value ifFalse);
  Block *mergeWithSuccessor(Block *block);
  void flattenBranches();
  bool guardSelected(InstOpInterface select, const target::TargetInfo &target,
                     const llvm::DenseMap<Operation *, unsigned> &places);
  void guardSelected(Block &block, const target::TargetInfo &target);

  /// Branches round loads that wait together with others.
  llvm::DenseSet<Operation *> overlapped;
};

} // namespace

/// The branch at the end of `head`, if its ways meet like that, however long
/// its arms are.
static std::optional<ShortWays> findShortWays(Block *head) {
  auto branch = dyn_cast<CondBraOp>(head->getTerminator());
  if (!branch || branch.getTrueDest() == branch.getFalseDest())
    return std::nullopt;
  ShortWays ways;
  ways.branch = branch;
  Arm(&arms)[2] = ways.arms;
  Block *dests[] = {branch.getTrueDest(), branch.getFalseDest()};
  Block *meeting[2];
  for (unsigned k : {0, 1}) {
    Block *dest = dests[k];
    arms[k].negated = k == 1;
    meeting[k] = dest;
    auto jump = dyn_cast<BraOp>(dest->getTerminator());
    // A block that goes on to itself is a loop.
    if (dest->getSinglePredecessor() == head && jump && jump.getDest() != dest)
      arms[k].block = dest;
  }
  auto nextOf = [&](const Arm &arm) {
    return cast<BraOp>(arm.block->getTerminator()).getDest();
  };
  // Round one block, or two.
  if (arms[0].block && nextOf(arms[0]) == dests[1])
    arms[1].block = nullptr;
  else if (arms[1].block && nextOf(arms[1]) == dests[0])
    arms[0].block = nullptr;
  for (unsigned k : {0, 1})
    if (arms[k].block)
      meeting[k] = nextOf(arms[k]);
  ways.join = meeting[0];
  if ((!arms[0].block && !arms[1].block) || ways.join != meeting[1] ||
      ways.join == head)
    return std::nullopt;
  return ways;
}

/// Whether an instruction may run under a guard.
static bool canBeGuarded(InstOpInterface inst) {
  if (inst.isGuarded() || isConvergent(inst) ||
      inst.getDesc().is(isa::UniformGuard))
    return false;
  isa::OrderingEffects effects = getOrderingEffects(inst);
  if (effects.isFence || effects.ordersThreads || effects.readsThreads)
    return false;
  // Of memory only plain loads and stores.
  if ((effects.readSpaces || effects.writtenSpaces) && !effects.isPlainAccess)
    return false;
  return llvm::all_of(inst->getResultTypes(), [](Type type) {
    Kind file = getRegFile(type);
    return file == Kind::R || file == Kind::P;
  });
}

/// Whether an instruction waits for memory outside of the SM.
static bool isLongLoad(Operation &op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && (inst.getDesc().readSpaces & isa::GlobalMemory) != 0;
}

namespace {
/// What a block has of loads that wait for memory outside of the SM, and
/// whether it keeps those behind it waiting.
struct LongLoads {
  bool has = false;
  bool hasInvariant = false; ///< of what no store writes
  bool isOrdered = false;    ///< a store keeps the other loads behind it

  void add(Block *block) {
    for (Operation &op : *block) {
      auto inst = dyn_cast<InstOpInterface>(op);
      if (!inst)
        continue;
      isOrdered |= inst.getDesc().is(isa::WritesMemory);
      if (!isLongLoad(op))
        continue;
      has = true;
      hasInvariant |=
          getOrderingEffects(inst).readSpaces == isa::kInvariantMemory;
    }
  }
  /// Whether loads of `next` need not wait for what is in front of them here.
  bool overlap(const LongLoads &next) const {
    return isOrdered ? next.hasInvariant : next.has;
  }
};
} // namespace

/// Finds the branches round loads that can wait together with others: those of
/// the branch behind or in front of it, or one where the ways meet. A store in
/// the first arm keeps those in order that may read what it writes.
void DoPredication::findOverlapped(ArrayRef<Block *> blocks) {
  llvm::DenseMap<Block *, ShortWays> withLoads; // by head
  llvm::DenseMap<Block *, LongLoads> inArms;
  for (Block *head : blocks) {
    std::optional<ShortWays> ways = findShortWays(head);
    if (!ways)
      continue;
    LongLoads loads;
    for (Arm &arm : ways->arms)
      if (arm.block)
        loads.add(arm.block);
    if (!loads.has)
      continue;
    withLoads.try_emplace(head, *ways);
    inArms[head] = loads;
  }
  for (auto &[head, ways] : withLoads) {
    const LongLoads &loads = inArms[head];
    LongLoads atJoin;
    atJoin.add(ways.join);
    auto next = inArms.find(ways.join);
    bool isNext = next != inArms.end() && loads.overlap(next->second);
    if (isNext)
      overlapped.insert(withLoads.find(ways.join)->second.branch);
    if (isNext || loads.overlap(atJoin))
      overlapped.insert(ways.branch);
  }
}

/// Whether all of it can be guarded and is not too much. The second of two arms
/// has one instruction less, as in ptxas's code.
bool DoPredication::isShort(Block *block, bool isSecond, bool isOverlapped) {
  constexpr unsigned kSeveral = 2;
  unsigned most = std::max<unsigned>(maxInstructions, maxWithLoads);
  if (isOverlapped)
    most = std::max<unsigned>(most, maxOverlapped);
  unsigned count = isSecond, loads = 0;
  for (Operation &op : block->without_terminator()) {
    if (auto inst = dyn_cast<InstOpInterface>(op)) {
      ++count;
      loads += (inst.getDesc().readSpaces & ~ptxmlir::isa::ConstantMemory) != 0;
      if (count > most || !canBeGuarded(inst))
        return false;
    } else if (!llvm::isa<ImmOp, CBankOp, UndefOp, FrameAddressOp, CombineOp,
                          ExtractOp, SymbolWordOp>(op)) {
      return false;
    }
  }
  return count <= maxInstructions || (isOverlapped && count <= maxOverlapped) ||
         (loads >= kSeveral && count <= maxWithLoads);
}

/// a where the branch is taken, else b.
Value DoPredication::select(CondBraOp branch, Value ifTrue, Value ifFalse) {
  if (ifTrue == ifFalse)
    return ifTrue;
  if (branch.getNegated())
    std::swap(ifTrue, ifFalse);
  OpBuilder builder(branch);
  Location loc = branch.getLoc();
  Value p = branch.getCondition();
  if (llvm::isa<PType>(ifTrue.getType())) {
    namespace Record = ptxmlir::isa::PLOP3;
    return createInst(builder, loc, Opcode::PLOP3, {p, ifTrue, ifFalse},
                      Record::lut.set(Record::kDefaultMods, 0xca))
        ->getResult(0);
  }
  unsigned width = getWidth(ifTrue.getType());
  Type r = RType::get(builder.getContext(), 1);
  SmallVector<Value> parts;
  for (unsigned k = 0; k != width; ++k) {
    auto part = [&](Value value) -> Value {
      if (width == 1)
        return value;
      return builder.createOrFold<ExtractOp>(loc, r, value, k);
    };
    Value a = part(ifTrue), b = part(ifFalse);
    parts.push_back(
        createInst(builder, loc, Opcode::SEL, {a, b, p}, isa::SEL::kDefaultMods)
            ->getResult(0));
  }
  if (width == 1)
    return parts[0];
  return CombineOp::create(builder, loc, ifTrue.getType(), parts);
}

/// Moves the operations of an arm in front of the branch, under its guard.
/// `otherwise` has the values that results keep where the guard is false.
void DoPredication::takeUp(CondBraOp branch, const Arm &arm,
                           const llvm::DenseMap<Value, Value> &otherwise) {
  OpBuilder builder(branch);
  bool negated = bool(branch.getNegated()) != arm.negated;
  for (Operation &op :
       llvm::make_early_inc_range(arm.block->without_terminator())) {
    auto inst = dyn_cast<InstOpInterface>(op);
    if (!inst) {
      op.moveBefore(branch);
      continue;
    }
    SmallVector<Value> kept;
    for (OpResult result : op.getResults()) {
      Value value = otherwise.lookup(result);
      kept.push_back(
          value ? value
                : UndefOp::create(builder, op.getLoc(), result.getType())
                      .getResult());
    }
    builder.setInsertionPoint(branch);
    Operation *guarded = createGuardedInst(
        builder, op.getLoc(), inst.getOpcode(),
        op.getOperands().take_front(inst.getNumSources()), inst.getModBits(),
        branch.getCondition(), negated, kept);
    for (auto [result, now] :
         llvm::zip(op.getResults(), guarded->getResults())) {
      now.setType(result.getType());
      result.replaceAllUsesWith(now);
    }
    guarded->setDiscardableAttrs(op.getDiscardableAttrDictionary());
    op.erase();
    ++numGuarded;
  }
}

/// Where only `block` goes on to the next block, makes one of the two and
/// returns it; else null. What comes behind was made one before: that is why
/// the operations of `block` move and not those of the longer next one.
Block *DoPredication::mergeWithSuccessor(Block *block) {
  auto jump = dyn_cast<BraOp>(block->getTerminator());
  if (!jump || jump.getDest() == block || jump.getDest()->isEntryBlock() ||
      jump.getDest()->getSinglePredecessor() != block)
    return nullptr;
  Block *next = jump.getDest();
  for (auto [argument, value] :
       llvm::zip(next->getArguments(), jump.getDestOperands()))
    argument.replaceAllUsesWith(value);
  next->eraseArguments(0, next->getNumArguments());
  jump.erase();
  if (block->isEntryBlock()) {
    block->getOperations().splice(block->end(), next->getOperations());
    next->erase();
    return block;
  }
  for (BlockArgument argument : block->getArguments())
    argument.replaceAllUsesWith(
        next->addArgument(argument.getType(), argument.getLoc()));
  next->getOperations().splice(next->begin(), block->getOperations());
  next->moveBefore(block);
  block->replaceAllUsesWith(next);
  block->erase();
  return next;
}

/// Finds what the results of an arm's instructions keep. A value that is passed
/// on has it from there, register by register; false for the registers that no
/// instruction of the arm makes.
static bool keepOtherwise(OpBuilder &builder, Value passed, Value other,
                          bool isInArm, Block *block,
                          llvm::DenseMap<Value, Value> &otherwise) {
  Operation *def = passed.getDefiningOp();
  if (!def || def->getBlock() != block)
    return false;
  if (llvm::isa<InstOpInterface>(def))
    return otherwise.try_emplace(passed, other).second ||
           otherwise.lookup(passed) == other;
  // Parts of what the other arm makes would have to come behind that.
  auto combine = dyn_cast<CombineOp>(def);
  if (!combine || isInArm)
    return false;
  SmallVector<std::pair<Value, Value>> parts;
  unsigned lane = 0;
  for (Value part : combine.getParts()) {
    Operation *partDef = part.getDefiningOp();
    if (!partDef || partDef->getBlock() != block ||
        !llvm::isa<InstOpInterface>(partDef) || otherwise.contains(part) ||
        llvm::any_of(parts, [&](auto &p) { return p.first == part; }))
      return false;
    parts.push_back({part, builder.createOrFold<ExtractOp>(
                               part.getLoc(), part.getType(), other, lane)});
    lane += getWidth(part.getType());
  }
  otherwise.insert(parts.begin(), parts.end());
  return true;
}

/// The same for a result of several registers of which parts are passed on, as
/// those of a wide load are: `passed` of its block, `others` of the other way.
/// Sets `isKept` where what is passed on is a part of one.
static void keepParts(OpBuilder &builder, Block *block, ArrayRef<Value> passed,
                      ArrayRef<Value> others,
                      llvm::DenseMap<Value, Value> &otherwise,
                      SmallVectorImpl<bool> &isKept) {
  isKept.assign(passed.size(), false);
  // By register, the number of the value that is passed on.
  llvm::MapVector<Value, SmallVector<std::optional<unsigned>>> tuples;
  for (auto [i, value] : llvm::enumerate(passed)) {
    auto extract = value.getDefiningOp<ExtractOp>();
    if (!extract || extract->getBlock() != block ||
        getWidth(extract.getType()) != 1)
      continue;
    Value tuple = extract.getTuple();
    auto inst = tuple.getDefiningOp<InstOpInterface>();
    if (!inst || inst->getBlock() != block || otherwise.contains(tuple))
      continue;
    auto &parts = tuples[tuple];
    parts.resize(getWidth(tuple.getType()));
    std::optional<unsigned> &part = parts[extract.getIndex()];
    if (part)
      continue;
    part = i;
    isKept[i] = true;
  }
  for (auto &[tuple, numbers] : tuples) {
    SmallVector<Value> parts;
    for (std::optional<unsigned> i : numbers)
      parts.push_back(i ? others[*i]
                        : UndefOp::create(builder, tuple.getLoc(),
                                          RType::get(builder.getContext(), 1))
                              .getResult());
    otherwise[tuple] =
        CombineOp::create(builder, tuple.getLoc(), tuple.getType(), parts);
  }
}

/// Replaces the branch at the end of `head` if its ways are short and meet.
bool DoPredication::flatten(Block *head) {
  std::optional<ShortWays> ways = findShortWays(head);
  if (!ways || getConstantOperand(ways->branch.getCondition()))
    return false;
  CondBraOp branch = ways->branch;
  Arm(&arms)[2] = ways->arms;
  Block *join = ways->join;
  bool isDiamond = arms[0].block && arms[1].block;
  bool isOverlapped = overlapped.contains(branch);
  for (unsigned k : {0, 1})
    if (arms[k].block &&
        !isShort(arms[k].block, isDiamond && k == 1, isOverlapped))
      return false;

  // Arguments of the arms are what the branch passes to them.
  for (unsigned k : {0, 1}) {
    OperandRange operands =
        k == 0 ? branch.getTrueOperands() : branch.getFalseOperands();
    if (!arms[k].block) {
      arms[k].passed.assign(operands.begin(), operands.end());
      continue;
    }
    for (auto [argument, value] :
         llvm::zip(arms[k].block->getArguments(), operands))
      argument.replaceAllUsesWith(value);
    auto jump = cast<BraOp>(arms[k].block->getTerminator());
    arms[k].passed.assign(jump.getDestOperands().begin(),
                          jump.getDestOperands().end());
  }

  // The second arm comes first: its values are what the first one keeps, or the
  // other way round where only the second makes them.
  OpBuilder builder(branch);
  llvm::DenseMap<Value, Value> otherwise[2];
  // Who makes the value that goes on: arm 0 or 1, or 2: it is selected.
  SmallVector<unsigned> makers;
  SmallVector<bool> isKept[2];
  for (unsigned k : {0, 1})
    if (arms[k].block && !arms[1 - k].block)
      keepParts(builder, arms[k].block, arms[k].passed, arms[1 - k].passed,
                otherwise[k], isKept[k]);
    else
      isKept[k].assign(arms[k].passed.size(), false);
  for (unsigned i = 0; i != arms[0].passed.size(); ++i) {
    Value values[] = {arms[0].passed[i], arms[1].passed[i]};
    unsigned maker = isKept[0][i] ? 0 : isKept[1][i] ? 1 : 2;
    for (unsigned k : {0, 1}) {
      Operation *other = values[1 - k].getDefiningOp();
      bool isInArm =
          other && arms[1 - k].block && other->getBlock() == arms[1 - k].block;
      // The first arm's instructions come behind the second's.
      if (maker == 2 && arms[k].block && (k == 0 || !isInArm) &&
          !(isInArm && !llvm::isa<InstOpInterface>(other)) &&
          keepOtherwise(builder, values[k], values[1 - k], isInArm,
                        arms[k].block, otherwise[k]))
        maker = k;
    }
    makers.push_back(maker);
  }
  for (unsigned k : {1, 0})
    if (arms[k].block) {
      // The values are those of the instructions that replace the old ones.
      takeUp(branch, arms[k], otherwise[k]);
      auto jump = cast<BraOp>(arms[k].block->getTerminator());
      arms[k].passed.assign(jump.getDestOperands().begin(),
                            jump.getDestOperands().end());
      if (k == 1)
        for (unsigned i = 0; i != makers.size(); ++i)
          if (makers[i] == 0)
            for (auto &entry : otherwise[0])
              if (entry.first == arms[0].passed[i])
                entry.second = arms[1].passed[i];
    }
  SmallVector<Value> passed;
  for (auto [i, maker] : llvm::enumerate(makers))
    passed.push_back(maker == 2
                         ? select(branch, arms[0].passed[i], arms[1].passed[i])
                         : arms[maker].passed[i]);
  builder.setInsertionPoint(branch);
  BraOp::create(builder, branch.getLoc(), passed, join);
  branch.erase();
  for (Arm &arm : arms)
    if (arm.block)
      arm.block->erase();
  ++numFlattened;
  return true;
}

namespace {
/// Where the operations of a block stand.
using Places = llvm::DenseMap<Operation *, unsigned>;
} // namespace

/// Whether nobody reads the value behind the operation, and its register is its
/// own: a result can take it without a copy.
static bool endsAt(Value value, Operation *op, const Places &places) {
  if (auto result = dyn_cast<OpResult>(value))
    if (!llvm::isa<InstOpInterface>(result.getOwner()))
      return false;
  return ownsRegister(value) &&
         llvm::all_of(value.getUsers(), [&](Operation *u) {
           auto place = places.find(u);
           return place != places.end() && place->second <= places.lookup(op);
         });
}

/// Replaces `select p, f(x), y` by f under the guard p, which keeps y.
bool DoPredication::guardSelected(InstOpInterface select,
                                  const target::TargetInfo &target,
                                  const Places &places) {
  unsigned at = places.lookup(select);
  Value p = select->getOperand(2);
  for (unsigned k : {0, 1}) {
    Value value = select->getOperand(k), kept = select->getOperand(1 - k);
    auto inst = value.getDefiningOp<InstOpInterface>();
    if (!inst || !value.hasOneUse() || value != inst->getResult(0) ||
        value.getType() != kept.getType() || !endsAt(kept, select, places))
      continue;
    auto instAt = places.find(inst);
    if (instAt == places.end() || at - instAt->second > kMostMoved ||
        target.getClass(inst.getOpcode()).writeBarrier ||
        !isMemoryEffectFree(inst) || !canBeGuarded(inst) ||
        llvm::any_of(inst->getResults().drop_front(),
                     [](OpResult r) { return !r.use_empty(); }))
      continue;
    OpBuilder builder(select);
    SmallVector<Value> keeps = {kept};
    for (OpResult result : inst->getResults().drop_front())
      keeps.push_back(
          UndefOp::create(builder, select.getLoc(), result.getType()));
    Operation *guarded =
        createGuardedInst(builder, select.getLoc(), inst.getOpcode(),
                          inst->getOperands().take_front(inst.getNumSources()),
                          inst.getModBits(), p, /*guardNegated=*/k == 1, keeps);
    select->getResult(0).replaceAllUsesWith(guarded->getResult(0));
    ++selections;
    return true;
  }
  return false;
}

/// Guards what selections select in a block.
void DoPredication::guardSelected(Block &block,
                                  const target::TargetInfo &target) {
  Places places;
  SmallVector<InstOpInterface> selects;
  for (Operation &op : block) {
    places[&op] = places.size();
    auto inst = dyn_cast<InstOpInterface>(op);
    if (inst && inst.getOpcode() == Opcode::SEL && !inst.isGuarded() &&
        inst.getModBits() == isa::SEL::kDefaultMods)
      selects.push_back(inst);
  }
  // The last first: what it selected, a selection perhaps, is gone then.
  llvm::DenseSet<Operation *> gone;
  for (InstOpInterface select : llvm::reverse(selects))
    if (!gone.contains(select) && guardSelected(select, target, places)) {
      Value operands[] = {select->getOperand(0), select->getOperand(1)};
      places.erase(select);
      select->erase();
      for (Value operand : operands)
        if (Operation *def = operand.getDefiningOp();
            def && isOpTriviallyDead(def)) {
          places.erase(def);
          gone.insert(def);
          def->erase();
        }
      ++numGuarded;
    }
}

void DoPredication::runOnOperation() {
  overlapped.clear();
  flattenBranches();
  if (const target::TargetInfo *target =
          target::lookupTarget(getSM(getOperation()), ""))
    for (Block &block : getOperation().getBody())
      guardSelected(block, *target);
}

void DoPredication::flattenBranches() {
  Region &body = getOperation().getBody();
  if (body.empty() || body.hasOneBlock())
    return;
  // What is inside first: blocks from the last to the first. What disappears is
  // behind the block that takes it up, or that block itself.
  std::vector<Block *> order;
  {
    BlockNumbering blocks(body);
    for (unsigned n : reversePostOrder(blocks.makeGraph(), 0))
      order.push_back(blocks[n]);
  }
  findOverlapped(order);
  for (Block *head : llvm::reverse(order))
    while (head) {
      flatten(head);
      head = mergeWithSuccessor(head);
    }
}
