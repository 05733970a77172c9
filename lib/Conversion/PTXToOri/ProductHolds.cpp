//===- ProductHolds.cpp - Values before and behind products ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Step 4 of GroupProducts.cpp: operands are held before the fence, results
// behind the wait.
//
//===----------------------------------------------------------------------===//

#include "ProductOrder.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/GenericIteratedDominanceFrontier.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

namespace {

/// Where the operations of one block are, also while some are moved and others
/// inserted. MLIR would number the whole block anew behind each move.
class Places {
public:
  explicit Places(Block *block) : block(block) {
    uint64_t place = 0;
    for (Operation &op : *block)
      places[&op] = place += kGap;
  }
  /// `op` has been put right in front of `next`.
  void putBefore(Operation *op, Operation *next) {
    places[op] = places.lookup(next) - 1;
  }
  /// Whether `def` stands in front of a fence, or in another block.
  bool isBefore(Operation *def, Operation *fence) const {
    return def->getBlock() != block ||
           places.lookup(def) < places.lookup(fence);
  }

private:
  /// A fence in front of an operation, and what is put in front of that: what
  /// has one place is not compared.
  static constexpr unsigned kGap = 4;
  Block *block;
  llvm::DenseMap<Operation *, uint64_t> places;
};

} // namespace

/// Whether a value is there before `fence`, when the tuple operations that make
/// it, which go to `moved`, have been moved there.
static bool canComeBefore(Value value, Operation *fence, const Places &places,
                          llvm::SetVector<Operation *> &moved,
                          unsigned depth = 4) {
  Operation *def = value.getDefiningOp();
  if (!def || places.isBefore(def, fence))
    return true;
  if (!llvm::isa<ori::CombineOp, ori::ExtractOp>(def) || depth == 0)
    return false;
  for (Value operand : def->getOperands())
    if (!canComeBefore(operand, fence, places, moved, depth - 1))
      return false;
  moved.insert(def);
  return true;
}

/// Values that products read are in their registers before the fence.
void ProductOrder::holdOperands() {
  for (Block *block : order) {
    ProductState state = entry[block];
    Operation *fence = nullptr;
    llvm::DenseMap<Value, Value> held;
    Places places(block);
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      switch (classify(&op)) {
      case ProductEvent::Fence:
        fence = &op;
        held.clear();
        break;
      case ProductEvent::Wait:
        // What it finishes is there behind it only.
        fence = nullptr;
        break;
      case ProductEvent::Product: {
        OpOperand &c = ori::getAccumulator(&op);
        SmallVector<OpOperand *> operands;
        if (needsRegister(c.get()) &&
            !state.contains(c.get(), /*isRead=*/false))
          operands.push_back(&c);
        for (OpOperand *factor : getFactors(&op))
          if (needsRegister(factor->get()))
            operands.push_back(factor);
        if (operands.empty())
          break;
        llvm::SetVector<Operation *> moved;
        bool isBefore = fence && llvm::all_of(operands, [&](OpOperand *o) {
                          return canComeBefore(o->get(), fence, places, moved);
                        });
        OpBuilder builder(&op);
        if (!isBefore) {
          if (fence)
            op.emitRemark("(C7519) warpgroup.arrive is injected here to allow "
                          "use of registers in GMMA in function '")
                << func.getSymName() << "'";
          fence =
              ori::createInst(builder, op.getLoc(), Opcode::WARPGROUP_ARRIVE,
                              {}, isa::WARPGROUP_ARRIVE::kDefaultMods);
          places.putBefore(fence, &op);
          held.clear();
          moved.clear();
        }
        for (Operation *def : moved) {
          def->moveBefore(fence);
          places.putBefore(def, fence);
        }
        builder.setInsertionPoint(fence);
        for (OpOperand *operand : operands) {
          Value value = operand->get();
          Value &hold = held[value];
          // The accumulator is overwritten.
          if (operand == &c || !hold) {
            Value made = ori::HoldOp::create(builder, op.getLoc(),
                                             value.getType(), value);
            places.putBefore(made.getDefiningOp(), fence);
            if (operand != &c)
              hold = made;
            operand->set(made);
          } else {
            operand->set(hold);
          }
        }
        break;
      }
      default:
        break;
      }
      transfer(&op, state, nullptr, [](ArrayRef<ProductItem>) {});
    }
  }
}

/// Behind the holds, each in the block of a wait, the value is what they give.
void ProductOrder::redefine(Value value, ArrayRef<ori::HoldOp> holds) {
  Block *home = value.getParentBlock();
  llvm::DenseMap<Block *, SmallVector<ori::HoldOp, 1>> inBlock;
  for (ori::HoldOp hold : holds)
    inBlock[hold->getBlock()].push_back(hold);
  // The last of a block's definitions before an operation, if there is one.
  auto findBefore = [&](Operation *op) -> Value {
    Value found;
    auto it = inBlock.find(op->getBlock());
    if (it != inBlock.end())
      for (ori::HoldOp hold : it->second)
        if (hold != op && hold->isBeforeInBlock(op))
          found = hold.getResult();
    if (!found && op->getBlock() == home)
      found = value;
    return found;
  };
  SmallVector<OpOperand *> open; // reads of what comes into their block
  SmallVector<std::pair<OpOperand *, Value>> known;
  llvm::SmallPtrSet<Block *, 8> liveIn, defs;
  SmallVector<Block *> work;
  for (OpOperand &use : value.getUses()) {
    if (Value found = findBefore(use.getOwner())) {
      known.push_back({&use, found});
      continue;
    }
    open.push_back(&use);
    if (liveIn.insert(use.getOwner()->getBlock()).second)
      work.push_back(use.getOwner()->getBlock());
  }
  for (auto [use, found] : known)
    use->set(found);
  if (open.empty())
    return;
  defs.insert(home);
  for (auto &[block, list] : inBlock)
    defs.insert(block);
  while (!work.empty())
    for (Block *pred : work.pop_back_val()->getPredecessors())
      if (!defs.contains(pred) && liveIn.insert(pred).second)
        work.push_back(pred);
  auto &tree = dominance.getDomTree(&func.getBody());
  llvm::IDFCalculatorBase<Block, false> frontier(tree);
  frontier.setDefiningBlocks(defs);
  frontier.setLiveInBlocks(liveIn);
  SmallVector<Block *> joins;
  frontier.calculate(joins);
  llvm::DenseMap<Block *, Value> atStart;
  for (Block *join : joins)
    atStart[join] = join->addArgument(value.getType(), value.getLoc());
  auto findAtEnd = [&](Block *block) {
    SmallVector<Block *> passed;
    Value found;
    while (true) {
      auto it = inBlock.find(block);
      if (it != inBlock.end())
        found = it->second.back().getResult();
      else if (block == home)
        found = value;
      else if (Value known = atStart.lookup(block))
        found = known;
      if (found)
        break;
      passed.push_back(block);
      block = tree.getNode(block)->getIDom()->getBlock();
    }
    for (Block *b : passed)
      atStart[b] = found;
    return found;
  };
  auto findAtStart = [&](Block *block) {
    if (Value known = atStart.lookup(block))
      return known;
    return atStart[block] =
               findAtEnd(tree.getNode(block)->getIDom()->getBlock());
  };
  for (Block *join : joins) {
    llvm::SmallPtrSet<Operation *, 4> done;
    for (Block *pred : join->getPredecessors()) {
      auto branch = cast<BranchOpInterface>(pred->getTerminator());
      if (!done.insert(branch).second)
        continue;
      for (unsigned s = 0; s != branch->getNumSuccessors(); ++s)
        if (branch->getSuccessor(s) == join)
          branch.getSuccessorOperands(s).append(findAtEnd(pred));
    }
  }
  for (OpOperand *use : open)
    use->set(findAtStart(use->getOwner()->getBlock()));
}

void ProductOrder::holdResults() {
  llvm::MapVector<Value, SmallVector<ori::HoldOp>> holds;
  for (Block *block : order) {
    ProductState state = entry[block];
    for (Operation &op : llvm::make_early_inc_range(*block))
      transfer(&op, state, nullptr, [&](ArrayRef<ProductItem> done) {
        OpBuilder builder(op.getContext());
        builder.setInsertionPointAfter(&op);
        unsigned count = kMaxPending;
        for (const ProductItem &item : done) {
          count = std::min(count, std::max(item.machineGroups, 1u) - 1);
          auto hold = ori::HoldOp::create(builder, op.getLoc(),
                                          item.value.getType(), item.value);
          if (!item.isRead)
            holds[item.value].push_back(hold);
        }
        if (op.removeDiscardableAttr(kWaitAllAttr))
          count = 0;
        if (!done.empty())
          setMod(&op, "count", count);
      });
  }
  for (auto &[value, list] : holds)
    redefine(value, list);
}
