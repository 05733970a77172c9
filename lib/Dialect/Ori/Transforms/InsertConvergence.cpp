//===- InsertConvergence.cpp - Convergence barriers -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region is what lies between a BSSY and the BSYNC of one barrier. Divergent
// branches that meet in one block share a region. The BSSY must be executed
// again before each execution of the BSYNC, and only once before it: it lies on
// no cycle that avoids the BSYNC. Where a cycle runs through the BSYNC but past
// the BSSY, a second BSSY directly behind the BSYNC arms the barrier again.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/Divergence.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIINSERTCONVERGENCEPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {

struct MeetingRegion {
  unsigned sync;      ///< block with the BSYNC at its start
  unsigned start;     ///< block with the BSSY at its end
  bool rearm = false; ///< a second BSSY behind the BSYNC
  unsigned barrier = 0;
  bool isSaved = false;                 ///< the barrier waits in a register
  llvm::SmallVector<unsigned> branches; ///< divergent branches that meet here
  /// Blocks that the region is live into, resp. out of; sorted.
  llvm::SmallVector<unsigned, 0> liveIn, liveOut;
  /// Edges on which threads leave the region without having met.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 0> departures;
};

class InsertConvergence
    : public ori::impl::OriInsertConvergencePassBase<InsertConvergence> {
public:
  using OriInsertConvergencePassBase::OriInsertConvergencePassBase;
  void runOnOperation() override;

private:
  bool splitHeaders(const DivergenceInfo &info);
  void placeStart(const DivergenceInfo &info, MeetingRegion &region);
  void computeLiveness(const DivergenceInfo &info, MeetingRegion &region);
  unsigned numberRegions(const DivergenceInfo &info,
                         ArrayRef<MeetingRegion *> regions, unsigned limit);
  LogicalResult numberBarriers(const DivergenceInfo &info,
                               llvm::MutableArrayRef<MeetingRegion> regions);
  LogicalResult insert(const DivergenceInfo &info,
                       ArrayRef<MeetingRegion> regions);
  LogicalResult insertBreaks(const DivergenceInfo &info,
                             const MeetingRegion &region);
  void insertYields(const DivergenceInfo &info);
  bool isGuardedExit(const DivergenceInfo &info, unsigned branch) const;
  void removeWarpSyncs(Block &block, bool areTogether);
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
  // Headers in order of their numbers; bit 0: latches, bit 1: entries.
  std::vector<std::pair<unsigned, unsigned>> headers;
  std::vector<unsigned> sides(info.blocks().size(), 0);
  for (unsigned b = 0; b != info.blocks().size(); ++b) {
    unsigned meet = info.meetingPoint(b);
    if (!info.isDivergentBranch(b) || meet == kNoNode || !loops.isHeader(meet))
      continue;
    sides[meet] |= loops.contains(meet, b) ? 1 : 2;
  }
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
// Regions
//===----------------------------------------------------------------------===//

void InsertConvergence::placeStart(const DivergenceInfo &info,
                                   MeetingRegion &region) {
  const DomTree &dom = info.dominators();
  const LoopNest &loops = info.loops();
  unsigned start = region.sync;
  for (unsigned b : region.branches)
    start = dom.nearestCommon(start, b);
  if (start == region.sync)
    start = dom.idom(start);
  // Out of every loop without the sync; an irreducible loop is entered beside
  // its header, so climb until outside.
  auto leaveLoops = [&](unsigned n) {
    while (n != kNoNode) {
      unsigned loop = loops.loopOf(n), outermost = kNoNode;
      for (; loop != kNoNode && !loops.contains(loop, region.sync);
           loop = loops.parent(loop))
        outermost = loop;
      if (outermost == kNoNode)
        break;
      n = dom.idom(outermost);
    }
    return n;
  };
  start = leaveLoops(start);
  region.start = start;
  if (start == kNoNode)
    return;
  // In a common loop, is there a way round that avoids the sync?
  unsigned loop = loops.loopOf(region.sync);
  if (loop == kNoNode)
    return;
  auto reachesHeader = [&]() {
    if (!loops.contains(loop, start))
      return true; // a round of the loop never passes the start
    llvm::DenseSet<unsigned> seen;
    SmallVector<unsigned> stack = {start};
    while (!stack.empty()) {
      unsigned b = stack.pop_back_val();
      for (unsigned s : info.graph().succs(b)) {
        if (s == loop)
          return true;
        if (s != region.sync && loops.contains(loop, s) &&
            seen.insert(s).second)
          stack.push_back(s);
      }
    }
    return false;
  };
  if (!reachesHeader())
    return;
  // The barrier is armed before the loop and again after each meeting.
  region.rearm = true;
  while (start != kNoNode && loops.contains(loop, start)) {
    start = dom.idom(loop);
    if (start != kNoNode)
      start = leaveLoops(start);
  }
  region.start = start;
}

/// The barrier is live from the BSSY (or the second one) to the BSYNC.
void InsertConvergence::computeLiveness(const DivergenceInfo &info,
                                        MeetingRegion &region) {
  llvm::DenseSet<unsigned> in, out;
  SmallVector<unsigned> stack = {region.sync};
  in.insert(region.sync);
  while (!stack.empty()) {
    unsigned b = stack.pop_back_val();
    for (unsigned p : info.graph().preds(b)) {
      if (!info.dominators().isReachable(p) || !out.insert(p).second)
        continue;
      if (p != region.start && p != region.sync && in.insert(p).second)
        stack.push_back(p);
    }
  }
  region.liveIn.assign(in.begin(), in.end());
  region.liveOut.assign(out.begin(), out.end());
  llvm::sort(region.liveIn);
  llvm::sort(region.liveOut);
  for (unsigned b : region.liveOut)
    for (unsigned s : info.graph().succs(b))
      // Threads that only go on to their end leave the barrier by that.
      if (!in.contains(s) && !info.isExitOnly(s) && !info.isEarlyExit(b, s))
        region.departures.push_back({b, s});
}

/// Gives each region the lowest number that no overlapping one has. Returns the
/// index of the first for which none below `limit` is left; those from there on
/// that get none have the number `limit`.
unsigned InsertConvergence::numberRegions(const DivergenceInfo &info,
                                          ArrayRef<MeetingRegion *> regions,
                                          unsigned limit) {
  std::vector<uint32_t> takenIn(info.blocks().size(), 0),
      takenOut(info.blocks().size(), 0);
  unsigned firstWithout = regions.size();
  for (auto [i, region] : llvm::enumerate(regions)) {
    uint32_t taken = 0;
    for (unsigned b : region->liveIn)
      taken |= takenIn[b];
    for (unsigned b : region->liveOut)
      taken |= takenOut[b];
    region->barrier = std::min<unsigned>(llvm::countr_one(taken), limit);
    if (region->barrier == limit) {
      firstWithout = std::min<unsigned>(firstWithout, i);
      continue;
    }
    for (unsigned b : region->liveIn)
      takenIn[b] |= 1u << region->barrier;
    for (unsigned b : region->liveOut)
      takenOut[b] |= 1u << region->barrier;
  }
  return firstWithout;
}

/// Outer regions first. Where the barriers do not suffice, the last one is only
/// passed through: regions without a barrier of their own keep theirs in a
/// register between the BSSY and the BSYNC. Threads that leave a region could
/// not take themselves out of such a barrier, and a second BSSY would give it
/// another value, so regions with either come first.
LogicalResult InsertConvergence::numberBarriers(
    const DivergenceInfo &info, llvm::MutableArrayRef<MeetingRegion> regions) {
  SmallVector<MeetingRegion *> order;
  for (MeetingRegion &region : regions) {
    computeLiveness(info, region);
    order.push_back(&region);
  }
  if (numberRegions(info, order, maxBarriers) == order.size())
    return success();
  auto canBeSaved = [](const MeetingRegion *region) {
    return region->departures.empty() && !region->rearm;
  };
  llvm::stable_sort(order, [&](MeetingRegion *a, MeetingRegion *b) {
    return canBeSaved(a) < canBeSaved(b);
  });
  unsigned limit = maxBarriers - 1;
  unsigned first = numberRegions(info, order, limit);
  if (first != order.size() && !canBeSaved(order[first]))
    return info.blocks()[order[first]->branches.front()]
               ->getTerminator()
               ->emitError("needs more than ")
           << limit
           << " convergence barriers at once for regions that threads "
              "leave early";
  for (MeetingRegion *region : order)
    region->isSaved = region->barrier == limit;
  return success();
}

//===----------------------------------------------------------------------===//
// Insertion
//===----------------------------------------------------------------------===//

LogicalResult InsertConvergence::insertBreaks(const DivergenceInfo &info,
                                              const MeetingRegion &region) {
  for (auto [fromNumber, toNumber] : region.departures) {
    Block *from = info.blocks()[fromNumber], *to = info.blocks()[toNumber];
    ++numBreaks;
    auto branch = dyn_cast<CondBraOp>(from->getTerminator());
    if (branch && branch.getTrueDest() != branch.getFalseDest()) {
      OpBuilder builder(branch);
      bool negated = branch.getNegated() != (branch.getFalseDest() == to);
      BreakOp::create(builder, branch.getLoc(), region.barrier,
                      branch.getCondition(), negated);
      continue;
    }
    if (info.graph().preds(toNumber).size() != 1)
      return from->getTerminator()->emitError(
          "cannot leave a convergence region from this operation");
    OpBuilder builder = OpBuilder::atBlockBegin(to);
    BreakOp::create(builder, from->getTerminator()->getLoc(), region.barrier,
                    Value(), false);
  }
  return success();
}

LogicalResult InsertConvergence::insert(const DivergenceInfo &info,
                                        ArrayRef<MeetingRegion> regions) {
  // BREAK comes before the BSYNC of its block and before the BSSY of its branch.
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
    if (region.rearm)
      BSSYOp::create(builder, loc, region.barrier, sync);
  }
  for (const MeetingRegion &region : regions)
    if (failed(insertBreaks(info, region)))
      return failure();
  return success();
}

/// Reads memory that other threads may write.
static bool isObserving(Operation &op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst || op.use_empty())
    return false;
  const ptxmlir::isa::InstDesc &desc = inst.getDesc();
  if (!desc.is(ptxmlir::isa::ReadsMemory))
    return false;
  if (desc.is(ptxmlir::isa::WritesMemory))
    return true;
  int order = desc.findMod("order");
  return order >= 0 && desc.mods[order].field.get(inst.getModBits()) >=
                           uint64_t(ptxmlir::isa::MemOrder::StrongSM);
}

/// Threads that leave a loop wait for the others at the BSYNC behind it. Where
/// the others wait for memory that the first ones are to write, only YIELD lets
/// those go on (observed on ptxas 13.0.88: at the start of such loops).
void InsertConvergence::insertYields(const DivergenceInfo &info) {
  const LoopNest &loops = info.loops();
  std::vector<bool> parts(info.blocks().size()), done(info.blocks().size());
  for (unsigned b = 0; b != info.blocks().size(); ++b) {
    if (!info.isDivergentBranch(b))
      continue;
    unsigned meet = info.meetingPoint(b);
    for (unsigned loop = loops.loopOf(b);
         loop != kNoNode && (meet == kNoNode || !loops.contains(loop, meet));
         loop = loops.parent(loop))
      parts[loop] = true;
  }
  for (unsigned b = 0; b != info.blocks().size(); ++b) {
    unsigned loop = loops.loopOf(b);
    if (loop == kNoNode || !parts[loop] || done[loop] ||
        llvm::none_of(*info.blocks()[b], isObserving))
      continue;
    done[loop] = true;
    Block *header = info.blocks()[loop];
    Operation *first = &header->front();
    while (llvm::isa<BSSYOp, BSyncOp, BreakOp, SaveBarrierOp, RestoreBarrierOp>(
        first))
      first = first->getNextNode();
    OpBuilder builder(first);
    Value always = ImmOp::create(builder, first->getLoc(),
                                 PType::get(first->getContext()), 1);
    createInst(builder, first->getLoc(), ptxmlir::isa::Opcode::YIELD, always,
               ptxmlir::isa::YIELD::kDefaultMods);
    ++numYields;
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

/// The threads of a block that all of the warp run together need not wait for
/// each other; nor those that just did (observed on ptxas 13.0.88: no WARPSYNC
/// there, whatever the mask).
void InsertConvergence::removeWarpSyncs(Block &block, bool areTogether) {
  using ptxmlir::isa::Opcode;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto inst = dyn_cast<InstOpInterface>(op);
    if (!inst)
      continue;
    Opcode opcode = inst.getOpcode();
    if (opcode != Opcode::WARPSYNC && opcode != Opcode::WARPSYNC_ALL)
      continue;
    if (inst.isGuarded())
      continue;
    if (areTogether) {
      if (!op.hasAttr("coop_group")) {
        op.erase();
        ++numSyncsRemoved;
      }
      continue;
    }
    areTogether = opcode == Opcode::WARPSYNC_ALL &&
                  getConstant(op.getOperand(0)) == uint64_t(1);
  }
}

void InsertConvergence::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  func.setDiverges(false);
  // One block has no branches.
  if (func.getBody().hasOneBlock())
    return removeWarpSyncs(func.getBody().front(), /*areTogether=*/true);
  std::optional<DivergenceInfo> info;
  info.emplace(func);
  if (splitHeaders(*info))
    info.emplace(func);

  // Group the branches by where they meet.
  llvm::MapVector<unsigned, MeetingRegion> byMeeting;
  for (unsigned b = 0; b != info->blocks().size(); ++b) {
    if (!info->isDivergentBranch(b) || !info->dominators().isReachable(b))
      continue;
    ++numDivergent;
    if (!isGuardedExit(*info, b))
      func.setDiverges(true);
    unsigned meet = info->meetingPoint(b);
    // With one way left there is nothing to wait for, and nobody needs company
    // in order to end.
    if (meet == kNoNode || info->isExitOnly(meet))
      continue;
    unsigned ways = 0;
    for (unsigned s : info->graph().succs(b))
      ways += !info->isEarlyExit(b, s);
    if (ways < 2)
      continue;
    MeetingRegion &region = byMeeting[meet];
    region.sync = meet;
    region.branches.push_back(b);
  }
  SmallVector<MeetingRegion> regions;
  for (auto &[meet, region] : byMeeting) {
    placeStart(*info, region);
    if (region.start == kNoNode) {
      info->blocks()[region.branches.front()]->getTerminator()->emitError(
          "no place for the convergence barrier of this branch");
      return signalPassFailure();
    }
    regions.push_back(std::move(region));
  }
  const DomTree &dom = info->dominators();
  llvm::stable_sort(regions,
                    [&](const MeetingRegion &a, const MeetingRegion &b) {
                      if (dom.level(a.start) != dom.level(b.start))
                        return dom.level(a.start) < dom.level(b.start);
                      // Of two that start in one block the one that ends later
                      // is the outer one.
                      return dom.level(a.sync) > dom.level(b.sync);
                    });
  if (failed(numberBarriers(*info, regions)))
    return signalPassFailure();
  numRegions += regions.size();
  if (failed(insert(*info, regions)))
    return signalPassFailure();
  insertYields(*info);
  for (unsigned b = 0; b != info->blocks().size(); ++b)
    removeWarpSyncs(*info->blocks()[b], info->isUniformlyExecuted(b));
}
