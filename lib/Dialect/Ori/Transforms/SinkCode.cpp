//===- SinkCode.cpp - Code behind the branch that needs it ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What only one way behind a branch reads is computed there. In front of the
// branch all threads would wait for what it is computed from: a special
// register, or a load. Those themselves stay, as they are on their way then
// while the branch is decided. Blocks come in reverse post-order, so that an
// operation passes one branch after the other, and one walk is enough.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORISINKCODEPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

/// Registers in use by which an operation may have more behind the branch.
static constexpr int kMoreRegisters = 1;

namespace {

class SinkCode : public ori::impl::OriSinkCodePassBase<SinkCode> {
public:
  using OriSinkCodePassBase::OriSinkCodePassBase;
  void runOnOperation() override;
};

class Sinker {
public:
  Sinker(Region &body, const target::TargetInfo &target)
      : target(target), blocks(body), graph(blocks.makeGraph()),
        loops(graph, 0), dom(graph, 0) {}
  unsigned run();

private:
  bool isVariable(Operation *op) const;
  bool isLate(Operation *op) const;
  bool canSink(Operation &op) const;
  unsigned findTarget(Operation &op, unsigned block) const;
  bool needsRegisters(Operation &op, unsigned block) const;

  const target::TargetInfo &target;
  BlockNumbering blocks;
  FlowGraph graph;
  LoopNest loops;
  DomTree dom;
  /// What has to be waited for in the block that is visited, and what has come
  /// there from where that was so.
  llvm::SmallPtrSet<Operation *, 16> late, sunk;
};

} // namespace

/// Whether the result arrives when a dependency barrier says so.
bool Sinker::isVariable(Operation *op) const {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && target.getClass(inst.getOpcode()).writeBarrier;
}

/// Whether the operation reads what its block waits for.
bool Sinker::isLate(Operation *op) const {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return late.contains(operand.getDefiningOp());
  });
}

/// Whether the operation may be executed by some of the threads, and later. A
/// uniform register is written where all of them are, and what a collective
/// has left there is read before threads of another mask come to it.
bool Sinker::canSink(Operation &op) const {
  auto inst = dyn_cast<InstOpInterface>(op);
  auto isOfThread = [](Value value) {
    Kind file = getRegFile(value.getType());
    return file == Kind::R || file == Kind::P || getConstantOperand(value);
  };
  return !op.use_empty() && isPure(&op) && !isConvergent(&op) &&
         !isVariable(&op) && !(inst && inst.isGuarded()) &&
         llvm::all_of(op.getResults(), isOfThread) &&
         llvm::all_of(op.getOperands(), isOfThread);
}

/// The block behind the branch of `block` that dominates all that reads the
/// operation and runs no more often; kNoNode if there is none.
unsigned Sinker::findTarget(Operation &op, unsigned block) const {
  for (unsigned next : graph.succs(block))
    // Where ways meet again, all threads come.
    if (graph.preds(next).size() == 1 &&
        loops.depth(next) <= loops.depth(block) &&
        llvm::all_of(op.getUsers(), [&](Operation *user) {
          return dom.dominates(next, blocks[user->getBlock()]);
        }))
      return next;
  return kNoNode;
}

/// Whether many more registers are in use for longer than become free.
bool Sinker::needsRegisters(Operation &op, unsigned block) const {
  auto count = [](Value value) {
    return ownsRegister(value) ? int(std::max(getWidth(value.getType()), 1u))
                               : 0;
  };
  int more = 0;
  for (Value result : op.getResults())
    if (!result.use_empty())
      more -= count(result);
  llvm::SmallDenseSet<Value, 4> operands(op.operand_begin(), op.operand_end());
  for (Value operand : operands)
    if (llvm::none_of(operand.getUsers(), [&](Operation *user) {
          return user->getBlock() != op.getBlock() &&
                 dom.dominates(block, blocks[user->getBlock()]);
        }))
      more += count(operand);
  return more > kMoreRegisters;
}

unsigned Sinker::run() {
  unsigned count = 0;
  for (unsigned n : reversePostOrder(graph, 0)) {
    if (graph.succs(n).size() < 2)
      continue;
    late.clear();
    for (Operation &op : blocks[n]->without_terminator())
      if (isVariable(&op) || isLate(&op) || sunk.contains(&op))
        late.insert(&op);
    // The terminator has no results.
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(*blocks[n]))) {
      if (!late.contains(&op) || !canSink(op))
        continue;
      unsigned to = findTarget(op, n);
      if (to == kNoNode || needsRegisters(op, to))
        continue;
      op.moveBefore(&blocks[to]->front());
      sunk.insert(&op);
      ++count;
    }
  }
  return count;
}

void SinkCode::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration() || func.getBody().hasOneBlock())
    return;
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target) {
    func.emitError("needs an ori.module around it that names the SM");
    return signalPassFailure();
  }
  numSunk += Sinker(func.getBody(), *target).run();
}
