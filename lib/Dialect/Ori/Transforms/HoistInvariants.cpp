//===- HoistInvariants.cpp - Invariant code out of loops ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's own pass knows loops that are operations; these are loops of a flow
// graph. Blocks come in reverse post-order, so that an operand has moved before
// its user is looked at, and one walk is enough.
//
// Loads of memory that does not change move, too, if each way through the loop
// passes them and whoever comes to where they go enters the loop: none is
// executed that was not before. Front ends know such loads only of loops as
// they are in front of unrolling.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/PassedOperations.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "llvm/ADT/Sequence.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIHOISTINVARIANTSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

namespace {

class HoistInvariants
    : public ori::impl::OriHoistInvariantsPassBase<HoistInvariants> {
public:
  using OriHoistInvariantsPassBase::OriHoistInvariantsPassBase;
  void runOnOperation() override;
};

/// The loops of one function and how many registers they have been given.
class LoopHoister {
public:
  LoopHoister(Region &body, unsigned maxRegisters)
      : blocks(body), graph(blocks.makeGraph()), loops(graph, 0),
        preheaders(blocks.size()), used(blocks.size(), 0),
        maxRegisters(maxRegisters) {}
  unsigned run();

private:
  /// What loads have to know of a loop.
  struct LoopFacts {
    PassedOperations passed;
    unsigned ways = kNoNode; ///< dominates where rounds and the loop end
  };

  unsigned getPreheader(unsigned header);
  void findFacts();
  bool letsOut(unsigned header, unsigned block, unsigned target);
  Block *findTarget(Operation &op, unsigned block);

  BlockNumbering blocks;
  FlowGraph graph;
  LoopNest loops;
  DomTree dom;
  std::vector<std::optional<unsigned>> preheaders; ///< by header
  std::vector<LoopFacts> facts; ///< by header; empty before they are asked for
  std::vector<unsigned> used; ///< registers hoisted out of the loop, by header
  unsigned maxRegisters;
};

} // namespace

/// A load that gives the same whenever it is executed.
static bool isInvariantLoad(Operation &op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst || op.getNumResults() == 0 || inst.isGuarded() || isConvergent(&op))
    return false;
  isa::OrderingEffects effects = getOrderingEffects(inst);
  return effects.isPlainAccess && !effects.writtenSpaces &&
         effects.readSpaces == isa::kInvariantMemory;
}

/// The R registers that the results take; none if the operation must stay: it
/// has an effect, depends on which threads run it, or writes a scarce register.
static std::optional<unsigned> getHoistedRegisters(Operation &op, bool isLoad) {
  if (op.getNumResults() == 0 || (!isPure(&op) && !isLoad) || isConvergent(&op))
    return std::nullopt;
  unsigned count = 0;
  for (OpResult result : op.getResults()) {
    if (result.use_empty() || !ownsRegister(result))
      continue;
    if (getRegFile(result.getType()) != Kind::R)
      return std::nullopt;
    count += getWidth(result.getType());
  }
  return count;
}

/// The nearest dominator of a loop that runs no more often than what is around
/// the loop.
unsigned LoopHoister::getPreheader(unsigned header) {
  if (preheaders[header])
    return *preheaders[header];
  unsigned n = dom.idom(header);
  while (n != kNoNode) {
    unsigned loop = loops.loopOf(n);
    if (loop == kNoNode || (loop != header && loops.contains(loop, header)))
      break;
    n = dom.idom(n);
  }
  preheaders[header] = n;
  return n;
}

void LoopHoister::findFacts() {
  facts.resize(blocks.size());
  for (unsigned n = 0; n != blocks.size(); ++n) {
    if (loops.depth(n) == 0 || !dom.isReachable(n))
      continue;
    PassedOperations passed;
    for (Operation &op : blocks[n]->without_terminator())
      passed.add(&op);
    for (unsigned header = loops.loopOf(n); header != kNoNode;
         header = loops.parent(header)) {
      LoopFacts &loop = facts[header];
      loop.passed.add(passed);
      if (llvm::any_of(graph.succs(n), [&](unsigned next) {
            return next == header || !loops.contains(header, next);
          }))
        loop.ways = loop.ways == kNoNode ? n : dom.nearestCommon(loop.ways, n);
    }
  }
}

/// Whether a load in `block` of a loop can be executed at the end of `target`,
/// in front of the loop.
bool LoopHoister::letsOut(unsigned header, unsigned block, unsigned target) {
  if (graph.succs(target).size() != 1 || graph.succs(target)[0] != header)
    return false;
  if (facts.empty())
    findFacts();
  const LoopFacts &loop = facts[header];
  return loop.ways != kNoNode && dom.dominates(block, loop.ways) &&
         loop.passed.letPass(isa::kInvariantMemory);
}

/// Where the operation can go: in front of the outermost loop that it does not
/// vary in and that has registers left.
Block *LoopHoister::findTarget(Operation &op, unsigned block) {
  bool isLoad = isInvariantLoad(op);
  std::optional<unsigned> registers = getHoistedRegisters(op, isLoad);
  if (!registers)
    return nullptr;
  unsigned best = kNoNode, bestHeader = kNoNode;
  for (unsigned header = loops.loopOf(block); header != kNoNode;
       header = loops.parent(header)) {
    unsigned target = getPreheader(header);
    if (loops.isIrreducible(header) || target == kNoNode ||
        used[header] + *registers > maxRegisters)
      break;
    if (!llvm::all_of(op.getOperands(), [&](Value operand) {
          unsigned def = blocks[operand.getParentBlock()];
          return !loops.contains(header, def) && dom.dominates(def, target);
        }))
      break;
    if (isLoad && !letsOut(header, block, target))
      break;
    best = target;
    bestHeader = header;
  }
  if (best == kNoNode)
    return nullptr;
  for (unsigned header = loops.loopOf(block);; header = loops.parent(header)) {
    used[header] += *registers;
    if (header == bestHeader)
      break;
  }
  return blocks[best];
}

unsigned LoopHoister::run() {
  unsigned count = 0;
  auto isHeader = [&](unsigned n) { return loops.isHeader(n); };
  if (llvm::none_of(llvm::seq<unsigned>(blocks.size()), isHeader))
    return 0;
  dom = DomTree(graph, 0);
  for (unsigned n : reversePostOrder(graph, 0)) {
    if (loops.depth(n) == 0)
      continue;
    for (Operation &op :
         llvm::make_early_inc_range(blocks[n]->without_terminator()))
      if (Block *target = findTarget(op, n)) {
        op.moveBefore(target->getTerminator());
        ++count;
      }
  }
  return count;
}

void HoistInvariants::runOnOperation() {
  Region &body = getOperation().getBody();
  if (body.empty() || body.hasOneBlock())
    return;
  numHoisted += LoopHoister(body, maxRegisters).run();
}
