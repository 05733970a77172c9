//===- Divergence.cpp - Where threads of a warp differ --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two questions depend on each other: values differ where control does, and
// control where values do. One worklist goes over both until nothing changes;
// the places where threads meet again are found first.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/Divergence.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"
#include "ptx-mlir/ISA/SpecialRegisters.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::InstDesc;

DivergenceInfo::DivergenceInfo(FuncOp func)
    : func(func), numbering(func.getBody()), flow(numbering.makeGraph()),
      dom(flow, 0), nest(flow, 0) {
  unsigned n = numbering.size();
  divergentBranch.assign(n, false);
  loopMarked.assign(n, false);
  findEarlyExits();
  buildPostDominators();
  findMeetingPoints();
  propagate();
}

//===----------------------------------------------------------------------===//
// Where paths meet
//===----------------------------------------------------------------------===//

bool DivergenceInfo::isEarlyExit(unsigned n, unsigned succ) const {
  return !llvm::is_contained(kept[n], succ);
}

static bool ownsCode(Operation &op) {
  return !llvm::isa<ImmOp, CBankOp, UndefOp>(op) &&
         !op.hasTrait<OpTrait::IsTerminator>();
}

void DivergenceInfo::findEarlyExits() {
  unsigned n = numbering.size();
  exitOnly.assign(n, false);
  closed.assign(n, false);
  kept.resize(n);
  // Threads that return go on: they are missed by those that they leave.
  auto returns = [&](unsigned b) {
    return llvm::isa<RetOp>(numbering[b]->getTerminator());
  };
  for (unsigned b = 1; b < n; ++b)
    exitOnly[b] = flow.succs(b).empty() && !returns(b) &&
                  llvm::none_of(*numbering[b], ownsCode);

  // A block is closed if nothing outside of what it dominates is reachable from
  // it (blocks that only exit aside) and it has one predecessor: threads in it
  // never meet others. lowest[b] is the level of the highest dominator that
  // some edge out of b's subtree returns to.
  std::vector<unsigned> order = reversePostOrder(flow, 0);
  std::vector<unsigned> lowest(n, ~0u);
  for (unsigned b : llvm::reverse(order)) {
    if (returns(b))
      lowest[b] = 0;
    for (unsigned s : flow.succs(b)) {
      if (exitOnly[s])
        continue;
      unsigned above = dom.idom(s);
      lowest[b] =
          std::min(lowest[b], above == kNoNode ? 0 : dom.level(above) + 1);
    }
    unsigned above = dom.idom(b);
    closed[b] = above != kNoNode && lowest[b] > dom.level(b) &&
                llvm::all_equal(flow.preds(b));
    if (above != kNoNode)
      lowest[above] = std::min(lowest[above], lowest[b]);
  }

  for (unsigned b = 0; b != n; ++b) {
    SmallVector<unsigned, 2> succs;
    for (unsigned s : flow.succs(b))
      if (!llvm::is_contained(succs, s))
        succs.push_back(s);
    auto dropIf = [&](const std::vector<bool> &property) {
      auto has = [&](unsigned s) { return bool(property[s]); };
      if (!llvm::all_of(succs, has))
        llvm::erase_if(succs, has);
    };
    dropIf(exitOnly);
    if (succs.size() > 1)
      dropIf(closed);
    kept[b] = succs;
  }
}

/// Code that dominance says runs behind each block, for choosing the main way
/// out of a loop; operations that threads run together count most.
static std::vector<uint64_t> getWeights(const BlockNumbering &blocks,
                                        const DomTree &dom,
                                        ArrayRef<unsigned> order) {
  std::vector<uint64_t> weights(blocks.size(), 0);
  for (unsigned b : llvm::reverse(order)) {
    for (Operation &op : *blocks[b])
      if (ownsCode(op)) {
        bool isTogether = llvm::isa<InstOpInterface>(op) && isConvergent(&op);
        weights[b] += isTogether ? 1 << 20 : 1;
      }
    if (dom.idom(b) != kNoNode)
      weights[dom.idom(b)] += weights[b];
  }
  return weights;
}

void DivergenceInfo::buildPostDominators() {
  unsigned n = numbering.size(), root = n;
  std::vector<FlowGraph::Edge> edges;
  for (unsigned b = 0; b != n; ++b) {
    for (unsigned s : kept[b])
      edges.push_back({s, b});
    if (kept[b].empty())
      edges.push_back({root, b});
  }
  FlowGraph reversed(n + 1, edges);
  std::vector<bool> reaches(n + 1);
  std::vector<unsigned> stack;
  auto reach = [&](unsigned from) {
    if (reaches[from])
      return;
    reaches[from] = true;
    stack.push_back(from);
    while (!stack.empty()) {
      unsigned b = stack.back();
      stack.pop_back();
      for (unsigned p : reversed.succs(b))
        if (!reaches[p]) {
          reaches[p] = true;
          stack.push_back(p);
        }
    }
  };
  reach(root);
  std::vector<unsigned> order = reversePostOrder(flow, 0);
  if (llvm::all_of(order, [&](unsigned b) { return reaches[b]; })) {
    postDom = DomTree(reversed, root);
    return;
  }

  // A loop whose exits are all early ones: the heaviest is no early exit but
  // the way on.
  struct Exit {
    uint64_t weight;
    unsigned from, to;
  };
  std::vector<uint64_t> weights = getWeights(numbering, dom, order);
  std::vector<Exit> exits;
  for (unsigned b : order)
    for (unsigned s : flow.succs(b))
      if (!reaches[b] && isEarlyExit(b, s))
        exits.push_back({exitOnly[s] ? 0 : weights[s], b, s});
  llvm::stable_sort(
      exits, [](const Exit &a, const Exit &b) { return a.weight > b.weight; });
  for (const Exit &e : exits)
    if (!reaches[e.from]) {
      kept[e.from].push_back(e.to);
      edges.push_back({e.to, e.from});
      reach(e.from);
    }
  // Loops without any exit: let the last block of each reach the end.
  for (unsigned b : llvm::reverse(order))
    if (!reaches[b]) {
      edges.push_back({root, b});
      reach(b);
    }
  postDom = DomTree(FlowGraph(n + 1, edges), root);
}

/// Irreducible loops have no block that every round passes between two others,
/// so threads cannot be made to meet inside; they meet behind them.
void DivergenceInfo::findMeetingPoints() {
  unsigned n = numbering.size();
  meets.assign(n, kNoNode);
  for (unsigned b = 0; b != n; ++b) {
    unsigned m = postDom.idom(b);
    while (m != kNoNode && m != n) {
      unsigned loop = nest.loopOf(m);
      if (loop == kNoNode || !nest.isIrreducible(loop))
        break;
      m = postDom.idom(m);
    }
    if (m != n)
      meets[b] = m;
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether the results are one for the whole warp, whatever the operands are.
static bool isAgreed(InstOpInterface inst) {
  return inst.getDesc().scope == ptxmlir::isa::ResultScope::OfExecution &&
         inst->hasAttr(kOfWarpAttr);
}

/// Whether the whole warp reads one lane of the first operand, which the second
/// one says: in a shuffle by index without parts of the warp.
static bool isBroadcast(InstOpInterface inst) {
  if (!inst.getDesc().holds(ptxmlir::isa::Fact::AsksOneThread,
                            inst.getModBits()) ||
      !inst->hasAttr(kOfWarpAttr))
    return false;
  constexpr uint64_t kLastLane = 31;
  auto limits = inst->getOperand(2).getDefiningOp<ImmOp>();
  return limits && limits.getBits() == kLastLane;
}

/// Results may differ between threads even where all operands agree.
static bool isSource(Operation &op) {
  if (llvm::isa<CallOp, QuadFetchOp, StackArgumentOp, StackPointerOp>(op))
    return true;
  // Callers may have moved the stack pointer of each thread in its own way.
  if (llvm::isa<FrameAddressOp>(op))
    return !op.getParentOfType<FuncOp>().getKernel();
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst)
    return false;
  const InstDesc &desc = inst.getDesc();
  if (int sr = desc.findMod("sr"); sr >= 0)
    return !ptxmlir::isa::isUniformSpecialRegister(
        desc.mods[sr].field.get(inst.getModBits()));
  if (desc.is(ptxmlir::isa::WritesMemory) ||
      desc.is(ptxmlir::isa::Convergent) || desc.is(ptxmlir::isa::SideEffects))
    return !isAgreed(inst) && !isBroadcast(inst);
  return desc.readSpaces & ~ptxmlir::isa::ConstantMemory;
}

void DivergenceInfo::markValue(Value value) {
  if (llvm::isa<URType, UPType>(value.getType()))
    return;
  if (divergent.insert(value).second)
    work.push_back(value);
}

void DivergenceInfo::markUse(OpOperand &use) {
  Operation *op = use.getOwner();
  // Most operations have one result and no successor.
  if (!op->getNumSuccessors()) {
    if (!agreed.empty() && agreed.contains(op) &&
        (isAgreed(cast<InstOpInterface>(op)) || use.getOperandNumber() == 0))
      return;
    for (Value result : op->getResults())
      markValue(result);
    return;
  }
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    if (auto arg = branch.getSuccessorBlockArgument(use.getOperandNumber()))
      return markValue(*arg);
  auto branch = dyn_cast<CondBraOp>(op);
  if (!branch || !branch.getUniform())
    markBranch(numbering[op->getBlock()]);
}

/// The arguments of a block where threads with different histories meet.
void DivergenceInfo::markArguments(unsigned n) {
  Block *block = numbering[n];
  if (!block->getNumArguments())
    return;
  SmallVector<OperandRange> edges;
  bool isUnknown = false;
  for (BlockOperand &edge : block->getUses())
    if (auto branch = dyn_cast<BranchOpInterface>(edge.getOwner()))
      edges.push_back(branch.getSuccessorOperands(edge.getOperandNumber())
                          .getForwardedOperands());
    else
      isUnknown = true;
  for (BlockArgument arg : block->getArguments())
    if (isUnknown ||
        llvm::any_of(edges, [&, i = arg.getArgNumber()](OperandRange edge) {
          return edge[i] != edges.front()[i];
        }))
      markValue(arg);
}

void DivergenceInfo::markBranch(unsigned b) {
  if (divergentBranch[b] || flow.succs(b).size() < 2)
    return;
  divergentBranch[b] = true;
  // Joins reached over disjoint paths, up to where all meet.
  unsigned meet = postDom.idom(b);
  llvm::SmallDenseSet<unsigned> seen;
  SmallVector<unsigned> stack;
  auto join = [&](unsigned n) {
    if (!seen.insert(n).second)
      return;
    markArguments(n);
    if (n != meet)
      stack.push_back(n);
  };
  for (unsigned s : flow.succs(b)) {
    if (flow.preds(s).size() > 1)
      join(s);
    else if (s != meet)
      stack.push_back(s);
  }
  while (!stack.empty()) {
    unsigned n = stack.pop_back_val();
    for (unsigned f : (*frontiers)[n])
      join(f);
  }
  // Threads leave the loops around the branch in different rounds, unless they
  // meet within the loop.
  for (unsigned loop = nest.loopOf(b); loop != kNoNode;
       loop = nest.parent(loop)) {
    if (nest.isIrreducible(loop))
      markIrreducible(loop);
    else if (meets[b] == kNoNode || !nest.contains(loop, meets[b]))
      markLoopExits(loop);
    else
      break;
  }
}

/// Calls `visit` for each value that block `b` defines and that may diverge.
template <typename Visit> static void forEachValue(Block *block, Visit visit) {
  auto visitValue = [&](Value value) {
    if (!llvm::isa<URType, UPType>(value.getType()))
      visit(value);
  };
  for (BlockArgument arg : block->getArguments())
    visitValue(arg);
  for (Operation &op : *block)
    if (ownsCode(op))
      for (Value result : op.getResults())
        visitValue(result);
}

/// Lists for each loop the uses behind it of values that it defines.
void DivergenceInfo::collectLoopExits() {
  usesBehind.resize(numbering.size());
  for (unsigned b = 0; b != numbering.size(); ++b) {
    unsigned inner = nest.loopOf(b);
    if (inner == kNoNode)
      continue;
    forEachValue(numbering[b], [&](Value value) {
      for (OpOperand &use : value.getUses()) {
        // Most uses are in the same block.
        if (use.getOwner()->getBlock() == numbering[b])
          continue;
        unsigned user = numbering[use.getOwner()->getBlock()];
        for (unsigned loop = inner;
             loop != kNoNode && !nest.contains(loop, user);
             loop = nest.parent(loop))
          usesBehind[loop].push_back(&use);
      }
    });
  }
}

/// Threads leave the loop in different rounds: what they read behind it
/// differs.
void DivergenceInfo::markLoopExits(unsigned header) {
  if (loopMarked[header])
    return;
  loopMarked[header] = true;
  if (usesBehind.empty())
    collectLoopExits();
  for (OpOperand *use : usesBehind[header])
    markUse(*use);
}

/// Threads in an irreducible loop may be in different rounds of it: all that it
/// defines differs, inside too.
void DivergenceInfo::markIrreducible(unsigned header) {
  if (loopMarked[header])
    return;
  loopMarked[header] = true;
  // Blocks of inner loops are listed with their own header.
  SmallVector<unsigned> loops = {header};
  while (!loops.empty()) {
    unsigned loop = loops.pop_back_val();
    for (unsigned b : loopBlocks[loop]) {
      if (nest.isHeader(b) && b != loop) {
        if (!nest.isIrreducible(b) || !loopMarked[b])
          loops.push_back(b);
        continue;
      }
      forEachValue(numbering[b], [&](Value value) {
        for (OpOperand &use : value.getUses())
          markUse(use);
      });
    }
  }
}

void DivergenceInfo::propagate() {
  unsigned n = numbering.size();
  frontiers.emplace(flow, dom);
  // Each loop lists its own blocks, its header, and the headers of its
  // children.
  loopBlocks.resize(n);
  for (unsigned b = 0; b != n; ++b) {
    if (nest.isHeader(b)) {
      loopBlocks[b].push_back(b);
      if (nest.parent(b) != kNoNode)
        loopBlocks[nest.parent(b)].push_back(b);
    } else if (nest.loopOf(b) != kNoNode) {
      loopBlocks[nest.loopOf(b)].push_back(b);
    }
  }
  unsigned numResults = 0;
  std::vector<Operation *> sources;
  for (unsigned b = 0; b != n; ++b) {
    if (!dom.isReachable(b))
      continue;
    for (Operation &op : *numbering[b]) {
      numResults += op.getNumResults();
      if (!op.getNumResults())
        continue;
      if (isSource(op))
        sources.push_back(&op);
      else if (auto inst = dyn_cast<InstOpInterface>(op);
               inst && op.hasTrait<Convergent>() &&
               (isAgreed(inst) || isBroadcast(inst)))
        agreed.insert(&op);
    }
  }
  divergent.reserve(numResults);
  // The arguments of a device function.
  for (BlockArgument arg : numbering[0u]->getArguments())
    markValue(arg);
  for (Operation *op : sources)
    for (Value result : op->getResults())
      markValue(result);
  while (!work.empty()) {
    Value value = work.back();
    work.pop_back();
    for (OpOperand &use : value.getUses())
      markUse(use);
  }
  frontiers.reset();
  usesBehind.clear();
}
