//===- LateExpansion.cpp - Branches to slow paths -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each ori.slow_path becomes a branch to a block at the end of the function. It
// is made as late as possible, in front of the first use of the result, and for
// all that are there by then: one branch serves several divisions, and the
// instructions of their fast sequences stay in one block, where the scheduler
// can overlap them.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Utils/DerivedBuilder.h"
#include "llvm/ADT/DenseSet.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORILATEEXPANSIONPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {

class LateExpansion
    : public ori::impl::OriLateExpansionPassBase<LateExpansion> {
public:
  using OriLateExpansionPassBase::OriLateExpansionPassBase;
  void runOnOperation() override;

private:
  Block *expandBlock(Block *block);
  Block *branchBefore(Operation *op);
  bool isPending(Operation *op) const {
    return llvm::any_of(op->getOperands(),
                        [&](Value v) { return results.contains(v); });
  }

  /// Slow paths that have no branch yet, and their results.
  SmallVector<SlowPathOp> pending;
  unsigned pendingRegisters = 0; ///< of the results
  llvm::DenseSet<Value> results;
};

} // namespace

/// Ends the block in front of `op` by a branch to the slow paths that are
/// pending; returns the block that goes on with `op`.
Block *LateExpansion::branchBefore(Operation *op) {
  Block *head = op->getBlock();
  Region *body = head->getParent();
  Location loc = pending.front().getLoc();
  Block *next = head->splitBlock(op);
  Block *cold = new Block();
  body->push_back(cold);

  OpBuilder builder(head, head->end());
  Value unsafe = pending.front().getUnsafe();
  SmallVector<Value> fast, slow;
  for (SlowPathOp path : pending) {
    if (path.getUnsafe() != unsafe) {
      namespace Record = ptxmlir::isa::PLOP3;
      Value pt =
          ImmOp::create(builder, loc, unsafe.getType(),
                        builder.getIntegerAttr(builder.getIntegerType(1), 1));
      unsafe = createInst(builder, path.getLoc(), ptxmlir::isa::Opcode::PLOP3,
                          {unsafe, path.getUnsafe(), pt},
                          Record::lut.set(Record::kDefaultMods, isa::kTableOr))
                   ->getResult(0);
    }
    fast.push_back(path.getFast());
  }
  CondBraOp::create(builder, loc, unsafe, ValueRange(), fast,
                    /*negated=*/false, /*uniform=*/false, cold, next);

  builder.setInsertionPointToEnd(cold);
  ConstantPool pool(builder);
  for (SlowPathOp path : pending) {
    DerivedBuilder derived(builder, path.getLoc(), pool);
    slow.push_back(emitSlow(derived, path));
  }
  auto jump = BraOp::create(builder, loc, slow, next);
  jump->setAttr(kColdAttr, builder.getUnitAttr());

  for (SlowPathOp path : pending) {
    BlockArgument merged = next->addArgument(path.getType(), path.getLoc());
    path.getResult().replaceAllUsesWith(merged);
    path.erase();
  }
  numPaths += pending.size();
  ++numBranches;
  pending.clear();
  pendingRegisters = 0;
  results.clear();
  return next;
}

/// Returns what is left of the block behind its first branch, or null.
Block *LateExpansion::expandBlock(Block *block) {
  unsigned distance = 0;
  for (Operation &op : *block) {
    if (!pending.empty() &&
        (isPending(&op) || op.hasTrait<OpTrait::IsTerminator>() ||
         pendingRegisters >= maxGroup || ++distance > maxDistance))
      return branchBefore(&op);
    if (auto path = dyn_cast<SlowPathOp>(op)) {
      pending.push_back(path);
      pendingRegisters += getWidth(path.getType());
      results.insert(path.getResult());
    }
  }
  return nullptr;
}

void LateExpansion::runOnOperation() {
  SmallVector<Block *> blocks;
  for (Block &block : getOperation().getBody())
    blocks.push_back(&block);
  for (Block *block : blocks)
    while (block)
      block = expandBlock(block);
}
