//===- HoistLoads.cpp - Loads above branches that come back together ------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load behind a branch whose ways all meet before it runs whenever the branch
// runs: in front of the branch it is no speculation, and what stands between
// hides its latency. Blocks come in reverse post-order, so that a load passes
// one branch after the other, and one walk is enough.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegionGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegisterPressure.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include <optional>

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIHOISTLOADSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

/// Cycles from which on a load is worth doing early.
static constexpr unsigned kLongLatency = 100;
/// Blocks between a branch and where its ways meet, and operations of address
/// arithmetic that move with a load, at most.
static constexpr unsigned kMaxBlocks = 16, kMaxFeeders = 8;
/// Registers that constants will take and that are not counted yet.
static constexpr int kSlack = 2;

namespace {

class HoistLoads : public ori::impl::OriHoistLoadsPassBase<HoistLoads> {
public:
  using OriHoistLoadsPassBase::OriHoistLoadsPassBase;
  void runOnOperation() override;
};

/// What a load can pass.
struct Barriers {
  uint8_t writtenSpaces = 0;
  bool isFence = false;
  unsigned operations = 0;

  void add(Operation *op);
  void add(const Barriers &other) {
    writtenSpaces |= other.writtenSpaces;
    isFence |= other.isFence;
    operations += other.operations;
  }
};

class LoadHoister {
public:
  LoadHoister(FuncOp func, const target::TargetInfo &target, unsigned registers,
              unsigned maxDistance)
      : func(func), target(target), registers(registers),
        maxDistance(maxDistance), blocks(func.getBody()),
        graph(blocks.makeGraph()), loops(graph, 0), dom(graph, 0),
        barriers(blocks.size()) {}
  unsigned run();

private:
  /// A load with what its block computes for it, in their order.
  struct Group {
    InstOpInterface load;
    uint8_t readSpaces = 0;
    SmallVector<Operation *, kMaxFeeders + 1> ops;
    int width = 0; ///< registers of the results
  };

  bool isCandidate(Operation &op, uint8_t &readSpaces) const;
  bool addFeeders(Group &group, Operation *op) const;
  bool isUsedNear(const Group &group) const;
  const Barriers &getBarriers(unsigned block);
  bool findBetween(unsigned top, unsigned bottom);
  bool canPass(const Barriers &passed, const Group &group) const {
    return !passed.isFence && !(passed.writtenSpaces & group.readSpaces);
  }
  bool hoist(Group &group, unsigned block, Barriers passed);
  void computePressure();
  bool takeRegisters(int width);

  FuncOp func;
  const target::TargetInfo &target;
  const unsigned registers, maxDistance;
  BlockNumbering blocks;
  FlowGraph graph;
  LoopNest loops;
  DomTree dom;
  std::vector<std::optional<Barriers>> barriers; ///< by block
  /// The most R registers in use, by block; empty before they are asked for.
  std::vector<int> pressure;
  int limit = 0;
  /// The blocks that findBetween() has found, and all that the load passes.
  SmallVector<unsigned, kMaxBlocks> between, all;
};

} // namespace

void Barriers::add(Operation *op) {
  ++operations;
  isFence |= ori::isFence(op);
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst)
    return;
  isa::OrderingEffects effects = isa::getOrderingEffects(
      inst.getOpcode(), inst.getModBits(), inst->hasAttr(kStrongAttr));
  writtenSpaces |= effects.writtenSpaces;
  isFence |= effects.ordersThreads;
}

/// Of a block without its terminator: that is a branch, which is no fence for
/// what runs on all its ways.
const Barriers &LoadHoister::getBarriers(unsigned block) {
  std::optional<Barriers> &entry = barriers[block];
  if (!entry) {
    entry.emplace();
    for (Operation &op : blocks[block]->without_terminator())
      entry->add(&op);
  }
  return *entry;
}

/// A load that takes long and that nothing but stores keeps in its place.
bool LoadHoister::isCandidate(Operation &op, uint8_t &readSpaces) const {
  auto inst = dyn_cast<InstOpInterface>(&op);
  if (!inst || op.getNumResults() == 0)
    return false;
  const target::ClassInfo &cls = target.getClass(inst.getOpcode());
  if (!cls.writeBarrier || cls.estimate < kLongLatency)
    return false;
  isa::OrderingEffects effects = isa::getOrderingEffects(
      inst.getOpcode(), inst.getModBits(), op.hasAttr(kStrongAttr));
  readSpaces = effects.readSpaces;
  // What textures read does not change while a kernel runs.
  bool isTexture =
      inst.getDesc().sched == isa::SchedClassId::Texture && !effects.isFence;
  return (effects.isPlainAccess || isTexture) && !effects.writtenSpaces &&
         !effects.readsThreads && !effects.ordersThreads;
}

/// The R registers that the results take; none if one is in a scarce file.
static std::optional<int> getResultRegisters(Operation *op) {
  int count = 0;
  for (OpResult result : op->getResults()) {
    if (result.use_empty() || !ownsRegister(result))
      continue;
    if (getRegFile(result.getType()) != Kind::R)
      return std::nullopt;
    count += int(getWidth(result.getType()));
  }
  return count;
}

/// Adds the operation behind those of its block that it needs; whether all of
/// them can move.
bool LoadHoister::addFeeders(Group &group, Operation *op) const {
  if (llvm::is_contained(group.ops, op))
    return true;
  if (group.ops.size() > kMaxFeeders)
    return false;
  bool isLoad = op == group.load;
  std::optional<int> width = getResultRegisters(op);
  if (!width ||
      (!isLoad && (!isPure(op) || op->hasTrait<ptxmlir::Convergent>())))
    return false;
  for (Value operand : op->getOperands()) {
    if (operand.getParentBlock() != group.load->getBlock())
      continue;
    Operation *def = operand.getDefiningOp();
    if (!def || !addFeeders(group, def))
      return false;
  }
  // What is computed for nothing but the load is dead where the load is.
  if (isLoad || llvm::any_of(op->getUsers(), [&](Operation *user) {
        return !llvm::is_contained(group.ops, user) && user != group.load;
      }))
    group.width += *width;
  group.ops.push_back(op);
  return true;
}

/// Whether the block waits for the load soon.
bool LoadHoister::isUsedNear(const Group &group) const {
  unsigned distance = 0;
  for (Operation *op = group.load->getNextNode();
       op && distance != kLongLatency / 2; op = op->getNextNode(), ++distance)
    for (Value operand : op->getOperands())
      if (operand.getDefiningOp() == group.load)
        return true;
  return false;
}

/// Finds the blocks on the ways from `top` to `bottom`, which it dominates;
/// whether all ways from there lead to it, without a loop.
bool LoadHoister::findBetween(unsigned top, unsigned bottom) {
  between.clear();
  unsigned loop = loops.loopOf(top);
  if (loops.loopOf(bottom) != loop || loops.isHeader(bottom))
    return false;
  auto add = [&](unsigned from) {
    for (unsigned succ : graph.succs(from)) {
      if (succ == bottom || llvm::is_contained(between, succ))
        continue;
      if (loops.loopOf(succ) != loop || loops.isHeader(succ) ||
          between.size() == kMaxBlocks)
        return false;
      between.push_back(succ);
    }
    return !graph.succs(from).empty();
  };
  if (!add(top))
    return false;
  for (unsigned i = 0; i != between.size(); ++i)
    if (!add(between[i]))
      return false;
  return true;
}

/// What each block needs without what moves, and what the function may use
/// without fewer warps.
void LoadHoister::computePressure() {
  RegisterUse use(func);
  pressure.assign(blocks.size(), 0);
  int now = 0, most = 0;
  for (unsigned i = 0; i != use.ranges.operations().size(); ++i)
    for (unsigned at : {2 * i, 2 * i + 1}) {
      now += use.changes[at][0];
      int &peak = pressure[use.ranges.blockOfIndex(i)];
      peak = std::max(peak, now);
      most = std::max(most, now);
    }
  limit = int(registers);
  if (most + kSlack > limit)
    limit = int(getFreeRegisters(func, unsigned(most + kSlack)));
  int budget = int(getRegisterBudget(func, 255));
  limit = std::min(limit, budget - budget / 16) - kSlack;
}

/// Gives all blocks that the load passes so many registers more.
bool LoadHoister::takeRegisters(int width) {
  if (pressure.empty())
    computePressure();
  for (unsigned block : all)
    if (pressure[block] + width > limit)
      return false;
  return true;
}

/// Moves a load of the block as far up as it can go; `passed`: what stands in
/// front of it in its block.
bool LoadHoister::hoist(Group &group, unsigned block, Barriers passed) {
  unsigned best = kNoNode;
  size_t taken = 0;
  all.assign({block});
  for (unsigned bottom = block; canPass(passed, group);) {
    unsigned top = dom.idom(bottom);
    if (top == kNoNode || passed.operations > maxDistance ||
        !findBetween(top, bottom))
      break;
    for (unsigned b : between)
      passed.add(getBarriers(b));
    all.append(between.begin(), between.end());
    all.push_back(top);
    if (!canPass(passed, group) || !takeRegisters(group.width))
      break;
    best = top;
    taken = all.size();
    // Beyond it, what it defines would be missing.
    bool isDefined = llvm::any_of(group.ops, [&](Operation *op) {
      return llvm::any_of(op->getOperands(), [&](Value operand) {
        return operand.getParentBlock() == blocks[top];
      });
    });
    if (isDefined)
      break;
    passed.add(getBarriers(top));
    bottom = top;
  }
  if (best == kNoNode)
    return false;
  Operation *end = blocks[best]->getTerminator();
  for (Operation *op : group.ops)
    op->moveBefore(end);
  for (unsigned b : ArrayRef(all).take_front(taken))
    pressure[b] += group.width;
  // It has come to where others may be looked at.
  barriers[best].reset();
  barriers[block].reset();
  return true;
}

unsigned LoadHoister::run() {
  unsigned count = 0;
  for (unsigned n : reversePostOrder(graph, 0)) {
    if (dom.idom(n) == kNoNode)
      continue;
    Barriers passed;
    for (Operation *op = &blocks[n]->front(), *next; op; op = next) {
      next = op->getNextNode();
      if (passed.isFence || !next)
        break;
      Group group;
      if (isCandidate(*op, group.readSpaces)) {
        group.load = cast<InstOpInterface>(op);
        if (canPass(passed, group) && addFeeders(group, op) &&
            isUsedNear(group) && hoist(group, n, passed)) {
          ++count;
          continue;
        }
      }
      passed.add(op);
    }
  }
  return count;
}

void HoistLoads::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration() || func.getBody().hasOneBlock())
    return;
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target) {
    func.emitError("needs an ori.module around it that names the SM");
    return signalPassFailure();
  }
  numHoisted += LoadHoister(func, *target, registers, maxDistance).run();
}
