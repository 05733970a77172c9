//===- CleanUp.cpp - What edits leave behind ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes away what an edit made dead, trivial or unreachable, so that later
// edits have less to try.
//
//===----------------------------------------------------------------------===//

#include "Edits.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/RegionUtils.h"
#include "ptx-mlir/Dialect/PTX/Transforms/Passes.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::reduce;

/// A conditional branch whose condition is known, or with one destination.
static bool simplifyBranch(RewriterBase &rewriter, ptx::CondBraOp op) {
  auto condition = op.getCondition().getDefiningOp<ptx::ConstOp>();
  bool same = op.getTrueDest() == op.getFalseDest() &&
              op.getTrueOperands() == op.getFalseOperands();
  if (!condition && !same)
    return false;
  bool isTrue = same || condition.getBits().getBoolValue();
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<ptx::BraOp>(
      op, isTrue ? op.getTrueOperands() : op.getFalseOperands(),
      isTrue ? op.getTrueDest() : op.getFalseDest());
  return true;
}

/// A block that only one other leads to becomes its end.
static bool mergeIntoPredecessor(RewriterBase &rewriter, Block &block) {
  Block *from = block.getSinglePredecessor();
  if (!from || from == &block)
    return false;
  auto bra = dyn_cast<ptx::BraOp>(from->getTerminator());
  if (!bra)
    return false;
  llvm::SmallVector<Value> values(bra.getDestOperands());
  rewriter.eraseOp(bra);
  rewriter.mergeBlocks(&block, from, values);
  return true;
}

/// A block that does nothing but branch on: its predecessors go there at once.
static bool skipBlock(Block &block) {
  auto bra = dyn_cast<ptx::BraOp>(block.front());
  if (!bra || block.isEntryBlock() || block.getNumArguments() ||
      bra.getNumOperands() || bra.getDest() == &block || block.use_empty())
    return false;
  block.replaceAllUsesWith(bra.getDest());
  return true;
}

static bool cleanBody(RewriterBase &rewriter, Region &body) {
  bool changed = succeeded(simplifyRegions(rewriter, body, false));
  for (Block &block : body) {
    if (auto branch = dyn_cast<ptx::CondBraOp>(block.getTerminator()))
      changed |= simplifyBranch(rewriter, branch);
    changed |= skipBlock(block);
  }
  for (Block &block : llvm::make_early_inc_range(body))
    changed |= mergeIntoPredecessor(rewriter, block);
  return changed;
}

void reduce::cleanUp(ptx::ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  for (Operation &op : module.getBody().front())
    if (isa<ptx::EntryOp, ptx::FuncOp>(op) && !op.getRegion(0).empty())
      while (cleanBody(rewriter, op.getRegion(0)))
        ;
}

void reduce::inlineCalls(mlir::ModuleOp module) {
  PassManager passes(module.getContext());
  passes.addPass(ptx::createPTXInlineCallsPass());
  (void)passes.run(module);
}

bool reduce::usesUndefined(mlir::ModuleOp module) {
  return module
      .walk([](ptx::UndefOp op) {
        return op->use_empty() ? WalkResult::advance()
                               : WalkResult::interrupt();
      })
      .wasInterrupted();
}

void reduce::defineAll(mlir::ModuleOp module) {
  module.walk([](ptx::UndefOp op) {
    OpBuilder b(op);
    Value zero = ptx::ConstOp::create(
        b, op.getLoc(), op.getType(),
        IntegerAttr::get(op.getType(),
                         llvm::APInt(op.getType().getIntOrFloatBitWidth(), 0)));
    op.replaceAllUsesWith(zero);
  });
}
