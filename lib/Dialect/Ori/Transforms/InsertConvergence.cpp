//===- InsertConvergence.cpp - Convergence barriers -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the regions that ConvergenceRegions.h plans into the function, and a
// YIELD where threads wait for what others write to memory.
//
//===----------------------------------------------------------------------===//

#include "ConvergenceRegions.h"
#include "InstShapes.h"
#include "QuadFetches.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Target/CallABI.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIINSERTCONVERGENCEPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {

class InsertConvergence
    : public ori::impl::OriInsertConvergencePassBase<InsertConvergence> {
public:
  using OriInsertConvergencePassBase::OriInsertConvergencePassBase;
  void runOnOperation() override;

private:
  bool splitHeaders(const DivergenceInfo &info);
  SmallVector<unsigned> findYields(const DivergenceInfo &info) const;
  void insert(const DivergenceInfo &info, ArrayRef<ConvergenceRegion> regions);
  void insertBreaks(const DivergenceInfo &info,
                    ArrayRef<ConvergenceRegion> regions);
  void insertExclusives(ArrayRef<ExclusiveRegion> regions, unsigned firstSync);
  void insertAroundCalls(const DivergenceInfo &info,
                         const ConvergenceRegions &plan);
  void insertYield(Block *header);
  void removeRepeatedSyncs(Block &block);
  bool isGuardedExit(const DivergenceInfo &info, unsigned branch) const;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loop headers
//===----------------------------------------------------------------------===//

/// Redirects the edges from `froms` to `to` through a new block: a latch behind
/// the last of them, a preheader before `to`.
static void mergeEdges(Block *to, ArrayRef<Block *> froms, bool isLatch) {
  auto *merged = new Block();
  if (isLatch)
    merged->insertAfter(froms.back());
  else
    merged->insertBefore(to);
  for (BlockArgument arg : to->getArguments())
    merged->addArgument(arg.getType(), arg.getLoc());
  for (Block *from : froms)
    for (BlockOperand &successor : from->getTerminator()->getBlockOperands())
      if (successor.get() == to)
        successor.set(merged);
  OpBuilder builder = OpBuilder::atBlockEnd(merged);
  BraOp::create(builder, froms.front()->getTerminator()->getLoc(),
                merged->getArguments(), to);
}

/// Threads cannot meet at the header of a loop, which is entered from outside
/// and from the latches: gives the edges of the side that meets a block.
bool InsertConvergence::splitHeaders(const DivergenceInfo &info) {
  const LoopNest &loops = info.loops();
  // By header; bit 0: latches, bit 1: entries.
  std::vector<std::pair<unsigned, unsigned>> headers;
  std::vector<unsigned> sides(info.blocks().size(), 0);
  for (const Meeting &meeting : findMeetings(info))
    if (loops.isHeader(meeting.at))
      sides[meeting.at] |= loops.contains(meeting.at, meeting.from) ? 1 : 2;
  bool changed = false;
  for (unsigned h = 0; h != sides.size(); ++h) {
    for (unsigned side : {1u, 2u}) {
      if (!(sides[h] & side))
        continue;
      SmallVector<Block *> froms;
      unsigned edges = 0;
      for (unsigned pred : info.graph().preds(h)) {
        if (loops.contains(h, pred) != (side == 1))
          continue;
        ++edges;
        if (!llvm::is_contained(froms, info.blocks()[pred]))
          froms.push_back(info.blocks()[pred]);
      }
      if (edges < 2)
        continue;
      mergeEdges(info.blocks()[h], froms, side == 1);
      changed = true;
    }
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Loops that wait
//===----------------------------------------------------------------------===//

/// Reads memory that other threads may write.
static bool isObserving(Operation &op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst || op.use_empty())
    return false;
  const ptxmlir::isa::InstDesc &desc = inst.getDesc();
  if (!desc.is(ptxmlir::isa::ReadsMemory))
    return false;
  // A loop that only tries again until nobody came in between ends by itself.
  if (desc.is(ptxmlir::isa::WritesMemory))
    return !op.hasAttr("lock_free");
  int order = desc.findMod("order");
  return order >= 0 && desc.mods[order].field.get(inst.getModBits()) >=
                           uint64_t(ptxmlir::isa::MemOrder::StrongSM);
}

/// Threads that leave a loop wait for the others at the BSYNC behind it. Where
/// the others wait for memory that the first ones are to write, only YIELD lets
/// those go on (observed on ptxas 13.0.88: at the start of such loops, and a
/// WARPSYNC before what threads behind such a loop do together). That BSYNC
/// does not wait for threads that have yielded is what this shows, no more:
/// nothing here relies on it, nor on that it does wait.
SmallVector<unsigned>
InsertConvergence::findYields(const DivergenceInfo &info) const {
  const LoopNest &loops = info.loops();
  unsigned n = info.blocks().size();
  std::vector<bool> parts(n), waits(n);
  for (unsigned b = 0; b != n; ++b) {
    if (!info.isDivergentBranch(b))
      continue;
    unsigned meet = info.meetingPoint(b);
    for (unsigned loop = loops.loopOf(b);
         loop != kNoNode && (meet == kNoNode || !loops.contains(loop, meet));
         loop = loops.parent(loop))
      parts[loop] = true;
  }
  SmallVector<unsigned> headers;
  for (unsigned b = 0; b != n; ++b) {
    unsigned loop = loops.loopOf(b);
    if (loop == kNoNode || !parts[loop] || waits[loop] ||
        llvm::none_of(*info.blocks()[b], isObserving))
      continue;
    waits[loop] = true;
    headers.push_back(loop);
  }
  return headers;
}

void InsertConvergence::insertYield(Block *header) {
  Operation *first = &header->front();
  OpBuilder builder(first);
  Value always = ImmOp::create(builder, first->getLoc(),
                               PType::get(first->getContext()), 1);
  createInst(builder, first->getLoc(), ptxmlir::isa::Opcode::YIELD, always,
             ptxmlir::isa::YIELD::kDefaultMods);
  ++numYields;
}

//===----------------------------------------------------------------------===//
// Threads of one mask
//===----------------------------------------------------------------------===//

/// Threads that have met by a WARPSYNC of a mask are together until something
/// in the block may let some of them go on alone: another one of that mask, as
/// each collective of a row has it, waits for nobody.
void InsertConvergence::removeRepeatedSyncs(Block &block) {
  Value mask;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto inst = dyn_cast<InstOpInterface>(op);
    bool isSync = inst && inst.getOpcode() == ptxmlir::isa::Opcode::WARPSYNC &&
                  !inst.isGuarded() && isTrue(op.getOperand(0));
    bool isExclusive =
        isSync && ptxmlir::isa::WARPSYNC::exclusive.get(inst.getModBits());
    if (isSync && !isExclusive) {
      if (mask == op.getOperand(1) && !op.hasAttr(kCoopGroupAttr)) {
        op.erase();
        ++numSyncsRemoved;
      } else {
        mask = op.getOperand(1);
      }
    } else if (mask && mayChangeThreads(&op)) {
      mask = Value();
    }
  }
}

//===----------------------------------------------------------------------===//
// Insertion
//===----------------------------------------------------------------------===//

void InsertConvergence::insert(const DivergenceInfo &info,
                               ArrayRef<ConvergenceRegion> regions) {
  for (auto [sync, region] : llvm::enumerate(regions)) {
    Block *start = info.blocks()[region.start],
          *end = info.blocks()[region.sync];
    OpBuilder builder(start->getTerminator());
    Location startLoc = start->getTerminator()->getLoc();
    BSSYOp::create(builder, startLoc, region.barrier, sync);
    Value saved;
    if (region.isSaved) {
      saved = SaveBarrierOp::create(builder, startLoc,
                                    RType::get(builder.getContext(), 1),
                                    region.barrier);
      ++numSaved;
    }
    builder.setInsertionPointToStart(end);
    Location loc = end->getTerminator()->getLoc();
    if (region.isSaved)
      RestoreBarrierOp::create(builder, loc, region.barrier, saved);
    BSyncOp::create(builder, loc, region.barrier, sync);
  }
}

void InsertConvergence::insertExclusives(ArrayRef<ExclusiveRegion> regions,
                                         unsigned firstSync) {
  for (auto [i, region] : llvm::enumerate(regions)) {
    if (region.barrier == ConvergenceEvent::kNoBarrier)
      continue;
    Location loc = region.warpSync->getLoc();
    OpBuilder builder(region.warpSync);
    BSSYOp::create(builder, loc, region.barrier, firstSync + i);
    // A uniform result is moved away before other threads write the register.
    Operation *last = region.collective;
    for (Value result : region.collective->getResults())
      if (llvm::isa<URType, UPType>(result.getType()))
        for (Operation *user : result.getUsers())
          if (user->getBlock() == last->getBlock() &&
              last->isBeforeInBlock(user))
            last = user;
    builder.setInsertionPointAfter(last);
    BSyncOp::create(builder, loc, region.barrier, firstSync + i);
  }
}

/// Threads that call through a register may go to different functions; they
/// meet again right behind the call (observed on ptxas 13.0.88), unless they
/// may wait for each other in there. Such a region is within one block: it is
/// left before any other that it is in, so nobody waits in a circle.
void InsertConvergence::insertAroundCalls(const DivergenceInfo &info,
                                          const ConvergenceRegions &plan) {
  SmallVector<CallOp> calls;
  for (unsigned b = 0; b != info.blocks().size(); ++b)
    for (Operation &op : *info.blocks()[b])
      if (auto call = dyn_cast<CallOp>(op);
          call && !call.getCallee() && !call.getWaits())
        calls.push_back(call);
  if (calls.empty())
    return;
  std::vector<uint32_t> taken(info.blocks().size(), 0);
  for (const ConvergenceRegion &region : plan.regions())
    for (const auto *blocks : {&region.liveIn, &region.liveOut})
      for (unsigned b : *blocks)
        taken[b] |= 1u << region.barrier;
  for (const ExclusiveRegion &region : plan.exclusives())
    if (region.barrier != ConvergenceEvent::kNoBarrier)
      taken[region.block] |= 1u << region.barrier;
  // A device function has no barrier that others preserve: the threads wait in
  // a register.
  bool isKernel = getOperation().getKernel();
  unsigned first = target::getCallABI().firstPreservedBarrier;
  unsigned begin = isKernel ? first : 0,
           most = countBarriers(getOperation(), maxBarriers),
           end = isKernel ? most : std::min(most, first);
  unsigned sync = plan.regions().size() + plan.exclusives().size();
  for (CallOp call : calls) {
    uint32_t none = taken[info.blocks()[call->getBlock()]];
    unsigned barrier = begin;
    while (barrier < end && none >> barrier & 1)
      ++barrier;
    if (barrier >= end)
      continue;
    Location loc = call.getLoc();
    OpBuilder builder(call);
    BSSYOp::create(builder, loc, barrier, sync);
    Value saved;
    if (!isKernel)
      saved = SaveBarrierOp::create(
          builder, loc, RType::get(builder.getContext(), 1), barrier);
    builder.setInsertionPointAfter(call);
    if (!isKernel)
      RestoreBarrierOp::create(builder, loc, barrier, saved);
    BSyncOp::create(builder, loc, barrier, sync++);
  }
}

/// A block of its own for an edge.
static Block *splitEdge(Operation *terminator, unsigned position) {
  Block *to = terminator->getSuccessor(position);
  auto *between = new Block();
  between->insertBefore(to);
  for (BlockArgument arg : to->getArguments())
    between->addArgument(arg.getType(), arg.getLoc());
  terminator->setSuccessor(between, position);
  OpBuilder builder = OpBuilder::atBlockEnd(between);
  BraOp::create(builder, terminator->getLoc(), between->getArguments(), to);
  return between;
}

/// Threads on a departure take themselves out: right before a conditional
/// branch, otherwise on the edge.
void InsertConvergence::insertBreaks(const DivergenceInfo &info,
                                     ArrayRef<ConvergenceRegion> regions) {
  // By edge, the barriers that are left there.
  std::vector<std::tuple<unsigned, unsigned, unsigned>> breaks;
  for (const ConvergenceRegion &region : regions)
    for (auto [block, position] : region.departures)
      breaks.push_back({block, position, region.barrier});
  llvm::sort(breaks);
  Block *onEdge = nullptr;
  for (auto [i, edge] : llvm::enumerate(breaks)) {
    auto [block, position, barrier] = edge;
    Operation *terminator = info.blocks()[block]->getTerminator();
    Location loc = terminator->getLoc();
    ++numBreaks;
    if (auto branch = dyn_cast<CondBraOp>(terminator);
        branch && branch.getTrueDest() != branch.getFalseDest()) {
      OpBuilder builder(branch);
      bool negated = branch.getNegated() != (position == 1);
      BreakOp::create(builder, loc, barrier, branch.getCondition(), negated);
      continue;
    }
    bool isSameEdge = i != 0 && std::get<0>(breaks[i - 1]) == block &&
                      std::get<1>(breaks[i - 1]) == position;
    if (!isSameEdge)
      onEdge = terminator->getNumSuccessors() == 1
                   ? terminator->getBlock()
                   : splitEdge(terminator, position);
    OpBuilder builder(onEdge->getTerminator());
    BreakOp::create(builder, loc, barrier, Value(), false);
  }
}

/// True for `@P exit`, which becomes a branch to a block of its own right
/// behind it, and with `guarded-exits` for any branch to an exit.
bool InsertConvergence::isGuardedExit(const DivergenceInfo &info,
                                      unsigned branch) const {
  Block *block = info.blocks()[branch];
  auto condBra = dyn_cast<CondBraOp>(block->getTerminator());
  return llvm::any_of(info.graph().succs(branch), [&](unsigned s) {
    if (!info.isExitOnly(s) || guardedExits)
      return info.isExitOnly(s);
    Block *exit = info.blocks()[s];
    return condBra && condBra.getTrueDest() == exit &&
           block->getNextNode() == exit && info.graph().preds(s).size() == 1;
  });
}

void InsertConvergence::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  func.setDiverges(false);
  std::optional<DivergenceInfo> info;
  info.emplace(func);
  if (splitHeaders(*info))
    info.emplace(func);
  for (unsigned b = 0; b != info->blocks().size(); ++b) {
    if (!info->isDivergentBranch(b) || !info->dominators().isReachable(b))
      continue;
    ++numDivergent;
    if (!isGuardedExit(*info, b))
      func.setDiverges(true);
  }

  SmallVector<unsigned> yields = findYields(*info);
  ConvergenceRegions plan(*info, countBarriers(func, maxBarriers), yields);
  numRegions += plan.regions().size();
  numGivenUp += plan.numWithoutBarrier + plan.numWithWaits + plan.numInCircles;
  for (Operation *sync : plan.notExclusive()) {
    auto inst = cast<InstOpInterface>(sync);
    inst.setModBits(
        ptxmlir::isa::WARPSYNC::exclusive.set(inst.getModBits(), false));
  }
  insertExclusives(plan.exclusives(), plan.regions().size());
  insertAroundCalls(*info, plan);
  for (Operation *sync : plan.needlessSyncs()) {
    // What only it read is not computed any more.
    llvm::SmallSetVector<Operation *, 8> unread;
    auto erase = [&](Operation *op) {
      for (Value operand : op->getOperands())
        if (Operation *def = operand.getDefiningOp())
          unread.insert(def);
      op->erase();
    };
    erase(sync);
    ++numSyncsRemoved;
    while (!unread.empty())
      if (Operation *def = unread.pop_back_val(); isOpTriviallyDead(def))
        erase(def);
  }
  for (Block &block : func.getBody())
    removeRepeatedSyncs(block);
  // A BSYNC goes in front of a YIELD, a BSSY behind it.
  for (unsigned header : yields)
    insertYield(info->blocks()[header]);
  insert(*info, plan.regions());
  insertBreaks(*info, plan.regions());
}
