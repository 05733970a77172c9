//===- WarpBlocks.cpp - Where all threads of a warp are together ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two blocks are joined if the threads of a warp go from one to the other
// together; what is computed in a uniform register may only be used within such
// a set.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/ConvergenceEvents.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

WarpBlocks::WarpBlocks(Operation *func) : info(cast<FuncOp>(func)) {
  findBlocksOfWarp();
  joinBlocks();
}

/// Leaves 0 in `sets` for blocks that are not of the warp.
void WarpBlocks::findBlocksOfWarp() {
  using convergence::Together;
  using Kind = ConvergenceEvent::Kind;
  ConvergenceEvents events(info);
  convergence::Flow flow(info.blocks().size());
  events.check(flow, nullptr);
  sets.assign(info.blocks().size(), 0);
  for (unsigned b = 0; b != sets.size(); ++b) {
    if (!flow.isReached(b))
      continue;
    convergence::State s = flow.at(b);
    bool isTogether = true, hasBegun = false;
    for (const ConvergenceEvent &event : events.own[b]) {
      // They may have to meet first.
      hasBegun |= event.kind != Kind::Restore && event.kind != Kind::Sync;
      if (hasBegun)
        isTogether &= s.together == Together::Warp;
      events.run(flow, s, event, b);
    }
    if (isTogether && s.together == Together::Warp)
      sets[b] = kNoNode;
  }
}

/// Threads that are apart came from one block to its successors, and from there
/// on along edges.
void WarpBlocks::joinBlocks() {
  const FlowGraph &graph = info.graph();
  unsigned n = sets.size();
  llvm::IntEqClasses classes(n);
  for (unsigned b = 0; b != n; ++b) {
    unsigned joined = isOfWarp(b) ? kNoNode : b;
    for (unsigned succ : graph.succs(b)) {
      if (isOfWarp(succ))
        continue;
      if (joined != kNoNode)
        classes.join(joined, succ);
      joined = succ;
    }
  }
  classes.compress();
  std::vector<unsigned> numbers(classes.getNumClasses(), kNoNode);
  for (unsigned b = 0; b != n; ++b) {
    if (isOfWarp(b))
      continue;
    unsigned &number = numbers[classes[b]];
    if (number == kNoNode) {
      number = members.size();
      members.emplace_back();
    }
    sets[b] = number;
    members[number].push_back(b);
  }
}

bool ori::mayChangeThreads(Operation *op) {
  if (auto inst = dyn_cast<InstOpInterface>(op)) {
    isa::OrderingEffects effects = getOrderingEffects(inst);
    return effects.isFence || effects.ordersThreads;
  }
  return !llvm::isa<ImmOp, CBankOp, UndefOp, FrameAddressOp, StackArgumentOp,
                    SymbolWordOp, CombineOp, ExtractOp, CopyOp, HoldOp>(op);
}
