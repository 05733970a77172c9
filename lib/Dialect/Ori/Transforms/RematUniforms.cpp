//===- RematUniforms.cpp - Values that go to uniform registers ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is the same in all threads of the warp is moved to a uniform
// register once; instructions that take one there read it, others a copy.
//
//===----------------------------------------------------------------------===//

#include "Rematerializer.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

/// A move to a uniform register takes as long as so many instructions.
constexpr unsigned kCostOfMove = 3;
/// Cycles from which on nothing should wait for a value without need.
constexpr unsigned kLongLatency = 100;

/// Whether the operation only brings a value to a uniform register.
static bool isMoveToUniform(Operation *op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && inst.getOpcode() == isa::Opcode::R2UR && !inst.isGuarded() &&
         op->getResult(isa::R2UR::kPu).use_empty();
}

/// Which uses read the uniform register, which a copy of it, and where the
/// value is moved to it.
bool Rematerializer::findUniformUses(Candidate &c, const UniformUses &uses) {
  const LiveRanges::ValueInfo &info = ranges[c.id];
  if (isPassedThrough(c.id))
    return false;
  ArrayRef<Operation *> ops = ranges.operations();
  c.nearEnd = info.defIndex;
  SmallVector<unsigned, 4> far;
  for (unsigned use : usesOf[c.id]) {
    if (far.empty() && ranges.blockOfIndex(use) == info.block &&
        use >= info.defIndex && use - info.defIndex <= kShared) {
      c.nearEnd = use;
      continue;
    }
    far.push_back(use);
    SmallVector<OpOperand *, 2> reads;
    for (OpOperand &operand : ops[use]->getOpOperands())
      if (operand.get() == info.value)
        reads.push_back(&operand);
    if (reads.size() == 1 &&
        (isMoveToUniform(ops[use]) || uses.takesUniform(*reads[0])))
      c.direct.push_back(ops[use]);
    else
      addCluster(c, use, 1);
  }
  if (far.empty())
    return false;
  // Where the warp is together and all uses are behind; no sooner, as it is for
  // nothing if threads end before.
  unsigned home = ranges.blockOfIndex(far.front());
  for (unsigned use : far)
    home = uses.dominators().nearestCommon(home, ranges.blockOfIndex(use));
  auto isHome = [&](unsigned block) {
    if (!uses.isOfWarp(block) || loops.depth(block) > loops.depth(info.block))
      return false;
    Operation *meeting = uses.getMeeting(block);
    return !meeting || llvm::none_of(far, [&](unsigned use) {
      return ranges.blockOfIndex(use) == block && use < meetings[block];
    });
  };
  while (home != info.block && !isHome(home))
    home = uses.dominators().idom(home);
  unsigned before = ranges.blockStart(home);
  if (home == info.block)
    before = info.defIndex;
  else if (uses.getMeeting(home))
    before = meetings[home];
  c.move = before + 1;
  // Nothing waits for what takes long before its first use does.
  const target::ClassInfo &cls =
      target.getClass(cast<InstOpInterface>(ops[info.defIndex]).getOpcode());
  if (cls.writeBarrier && cls.estimate >= kLongLatency) {
    const unsigned *use = llvm::find_if(far, [&](unsigned use) {
      return ranges.blockOfIndex(use) == home && use > before;
    });
    if (use == far.end())
      return false;
    c.move = *use;
  }
  c.nearEnd = std::max(c.nearEnd, c.move);
  c.uniform = 1;
  c.cost += kCostOfMove * frequencyOf(ranges.blockOfIndex(c.move));
  return true;
}

/// The most uniform registers in use at the same time, by block. One that is
/// live where threads are apart is kept for all of them: `ranges` do not know.
static std::vector<int> countUniform(const LiveRanges &ranges,
                                     const WarpBlocks &warp) {
  std::vector<int> changes(ranges.numPositions() + 1);
  SmallVector<Segment> list;
  for (unsigned lane = 0; lane != ranges.numLanes(); ++lane) {
    if (ranges[ranges.valueOfLane(lane)].file != Kind::UR)
      continue;
    ranges.holdForWarp(lane, warp, list);
    for (Segment s : list) {
      ++changes[s.start];
      --changes[s.end];
    }
  }
  int now = 0;
  std::vector<int> most(ranges.blocks().size());
  for (uint32_t at = 0; at != ranges.numPositions(); ++at) {
    int &ofBlock = most[ranges.blockOfIndex(at / 2)];
    ofBlock = std::max(ofBlock, now += changes[at]);
  }
  return most;
}

void Rematerializer::findUniformCandidates() {
  if (!func.getKernel())
    return; // threads come to a device function one after the other
  UniformUses uses(func, target.sm, getWarpBlocks());
  ArrayRef<Operation *> ops = ranges.operations();
  meetings.resize(ranges.blocks().size());
  for (unsigned i = 0; i != ops.size(); ++i)
    if (unsigned block = ranges.blockOfIndex(i);
        ops[i] && ops[i] == uses.getMeeting(block))
      meetings[block] = i;
  for (Candidate &c : candidates)
    findBlocks(c, &uses.warpBlocks());
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    const LiveRanges::ValueInfo &info = ranges[id];
    auto result = dyn_cast<OpResult>(info.value);
    if (!result || info.file != Kind::R || info.width != 1 || !isInTheWay(id) ||
        !llvm::isa<InstOpInterface>(result.getOwner()) ||
        !uses.isTogether(info.block, result.getOwner()) ||
        !uses.isUniform(info.value))
      continue;
    Candidate c;
    c.id = id;
    if (!isAloneInRegister(id) || !findUniformUses(c, uses))
      continue;
    findBlocks(c, &uses.warpBlocks());
    candidates.push_back(std::move(c));
  }
  if (llvm::none_of(candidates, [](const Candidate &c) { return c.uniform; }))
    return;
  uniformInUse = countUniform(ranges, uses.warpBlocks());
}

/// Puts the value into a uniform register; what it adds.
unsigned Rematerializer::moveToUniform(const Candidate &c) {
  Value value = ranges[c.id].value;
  ArrayRef<Operation *> ops = ranges.operations();
  OpBuilder builder(ops[c.move]);
  Location loc = ops[c.move]->getLoc();
  Value uniform = createInst(builder, loc, isa::Opcode::R2UR, value,
                             isa::R2UR::kDefaultMods)
                      ->getResult(isa::R2UR::kD);
  unsigned count = 1;
  auto copy = [&](Operation *at) {
    builder.setInsertionPoint(at);
    ++count;
    return createInst(builder, loc, isa::Opcode::MOV, uniform,
                      isa::MOV::kDefaultMods)
        ->getResult(0);
  };
  for (Operation *op : c.direct) {
    if (isMoveToUniform(op)) {
      builder.setInsertionPoint(op);
      Operation *move = createInst(builder, loc, isa::Opcode::UMOV, uniform,
                                   isa::UMOV::kDefaultMods);
      op->getResult(isa::R2UR::kD).replaceAllUsesWith(move->getResult(0));
      replaced.push_back(op);
      continue;
    }
    // Another operand may have become uniform in between.
    for (OpOperand &use : op->getOpOperands())
      if (use.get() == value) {
        if (!putUniform(use, uniform, target.sm))
          use.set(copy(op));
        break;
      }
  }
  for (const Cluster &cluster : c.clusters)
    replaceUses(c, cluster, copy(ops[cluster.first]));
  return count;
}
