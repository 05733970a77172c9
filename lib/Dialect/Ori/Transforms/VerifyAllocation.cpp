//===- VerifyAllocation.cpp - Proving a register assignment ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An inductive proof, block by block. At the start of a block each lane that is
// live into it is assumed to be in its register; each read must then find its
// lane, and at the end of the block each successor's assumptions must hold. The
// live-in sets only choose the assumptions: were they wrong, the proof would
// fail, never pass by mistake. Lanes that are copies of each other count as
// one.
//
//===----------------------------------------------------------------------===//

#include "RegisterLimits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/LiveRanges.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Target/CallABI.h"
#include <map>

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIVERIFYALLOCATIONPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

namespace {

constexpr uint32_t kNothing = ~0u;

/// What each register holds: the root of a lane.
class RegisterContents {
public:
  uint32_t &operator()(Kind file, unsigned reg) {
    return contents[unsigned(file)][reg];
  }
  /// What a call leaves in no register that the callee may write, and in none
  /// that the call itself needs.
  void call(bool usesFew) {
    const target::CallABI &abi = target::getCallABI();
    target::RegisterBits lost = abi.lostAt(usesFew);
    for (unsigned r = 0; r != 256; ++r) {
      for (Kind file : {Kind::P, Kind::UP})
        (*this)(file, r) = kNothing;
      if (lost[r])
        (*this)(Kind::R, r) = kNothing;
      if (r < abi.firstPreservedUniform)
        (*this)(Kind::UR, r) = kNothing;
    }
  }
  void clear() {
    for (auto &file : contents)
      std::fill(std::begin(file), std::end(file), kNothing);
  }

private:
  uint32_t contents[5][256];
};

class VerifyAllocation
    : public ori::impl::OriVerifyAllocationPassBase<VerifyAllocation> {
public:
  using OriVerifyAllocationPassBase::OriVerifyAllocationPassBase;
  void runOnOperation() override;

private:
  void computeRoots();
  void computeLiveIn();
  LogicalResult checkValue(Value value);
  LogicalResult checkBlock(unsigned block);
  LogicalResult checkRead(Operation *op, Value value, unsigned first,
                          unsigned count);
  LogicalResult checkWrites(Operation *op);
  LogicalResult checkEdge(Operation *terminator, unsigned successor);
  LogicalResult checkUniformRegisters();
  LogicalResult checkInFlight();
  LogicalResult checkLimit(unsigned id, const RegisterLimits &limits);
  int reg(unsigned id) const { return registers->lookup((*ranges)[id].value); }

  unsigned budget = 0, uniformBudget = 0;
  std::optional<BlockNumbering> blocks;
  std::optional<LiveRanges> ranges;
  std::optional<RegisterMap> registers;
  llvm::DenseSet<Value> inFlight;
  std::vector<uint32_t> root;
  std::vector<unsigned> liveInStart;
  std::vector<uint32_t> liveIn; ///< lanes, by block
  RegisterContents contents;
};

} // namespace

/// A lane that combine, extract or copy makes holds what its source holds.
void VerifyAllocation::computeRoots() {
  root.resize(ranges->numLanes());
  for (unsigned lane = 0; lane != root.size(); ++lane) {
    uint32_t at = lane;
    while (true) {
      const LiveRanges::ValueInfo &info = (*ranges)[ranges->valueOfLane(at)];
      unsigned index = at - info.firstLane;
      Operation *def = info.value.getDefiningOp();
      Value source;
      if (auto copy = dyn_cast_or_null<CopyOp>(def)) {
        source = copy.getSource();
      } else if (auto extract = dyn_cast_or_null<ExtractOp>(def)) {
        source = extract.getTuple();
        index += extract.getIndex();
      } else if (auto combine = dyn_cast_or_null<CombineOp>(def)) {
        for (Value part : combine.getParts()) {
          unsigned width = getWidth(part.getType());
          if (index < width) {
            source = part;
            break;
          }
          index -= width;
        }
      }
      unsigned id = source ? ranges->lookup(source) : LiveRanges::kNone;
      if (id == LiveRanges::kNone)
        break;
      at = (*ranges)[id].firstLane + index;
      if (at < lane) { // done before
        at = root[at];
        break;
      }
    }
    root[lane] = at;
  }
}

void VerifyAllocation::computeLiveIn() {
  std::vector<std::pair<unsigned, uint32_t>> pairs;
  for (unsigned lane = 0; lane != ranges->numLanes(); ++lane)
    for (Segment s : ranges->lane(lane)) {
      // The first block that starts at or after the segment.
      unsigned b = ranges->blockOfIndex(s.start / 2);
      if (2 * ranges->blockStart(b) < s.start)
        ++b;
      for (; b != blocks->size() && 2 * ranges->blockStart(b) < s.end; ++b)
        pairs.push_back({b, lane});
    }
  liveInStart.assign(blocks->size() + 1, 0);
  for (auto [b, lane] : pairs)
    ++liveInStart[b + 1];
  for (unsigned b = 0; b != blocks->size(); ++b)
    liveInStart[b + 1] += liveInStart[b];
  liveIn.resize(pairs.size());
  std::vector<unsigned> next(liveInStart.begin(), liveInStart.end() - 1);
  for (auto [b, lane] : pairs)
    liveIn[next[b]++] = lane;
}

/// A value by itself: it has a register, in bounds and aligned.
LogicalResult VerifyAllocation::checkValue(Value value) {
  if (ranges->lookup(value) == LiveRanges::kNone)
    return success();
  auto error = [&]() { return emitError(value.getLoc(), "allocation: "); };
  int reg = registers->lookup(value);
  if (reg < 0)
    return error() << "a value that is read has no register";
  Kind file = getRegFile(value.getType());
  unsigned width = getWidth(value.getType());
  unsigned limit = file == Kind::R    ? budget
                   : file == Kind::UR ? uniformBudget
                                      : unsigned(ptxmlir::isa::PT);
  if (reg + width > limit)
    return error() << "register " << reg << " of a value with " << width
                   << " is beyond the limit of " << limit;
  bool isWide = file == Kind::R || file == Kind::UR;
  if (isWide && reg % getAlignment(width) != 0)
    return error() << "a tuple of " << width << " registers starts at " << reg;
  auto overlaps = [&](unsigned other) {
    return file == Kind::R && reg <= int(other) && reg + width > other;
  };
  FuncOp func = getOperation();
  const target::RegisterBits &preserved = target::getCallABI().preservedByFew;
  if (func.getFewRegisters() && file == Kind::R)
    for (unsigned k = 0; k != width; ++k)
      if (preserved.test(reg + k))
        return error() << "R" << reg + k
                       << " is preserved by a function with few registers";
  if (func.usesStack() && overlaps(kStackPointer))
    return error() << "R1 is the stack pointer";
  if (func.getDynamicStack() && overlaps(getFrameRegister(func)))
    return error() << "R" << getFrameRegister(func)
                   << " has the begin of the frame";
  return success();
}

LogicalResult VerifyAllocation::checkRead(Operation *op, Value value,
                                          unsigned first, unsigned count) {
  unsigned id = ranges->lookup(value);
  if (id == LiveRanges::kNone)
    return success();
  const LiveRanges::ValueInfo &info = (*ranges)[id];
  for (unsigned k = first; k != first + count; ++k)
    if (contents(info.file, reg(id) + k) != root[info.firstLane + k])
      return op->emitError("allocation: register ")
             << reg(id) + k << " does not hold the value that is read here";
  return success();
}

LogicalResult VerifyAllocation::checkWrites(Operation *op) {
  SmallVector<std::pair<Kind, unsigned>> written;
  for (OpResult result : op->getResults()) {
    unsigned id = ranges->lookup(result);
    if (id == LiveRanges::kNone)
      continue;
    const LiveRanges::ValueInfo &info = (*ranges)[id];
    if (Value old = getTiedOperand(result))
      if (registers->lookup(old) != reg(id))
        return op->emitError("allocation: a result and the value that it is "
                             "tied to are in different registers");
    for (unsigned k = 0; k != info.width; ++k) {
      std::pair<Kind, unsigned> at(info.file, reg(id) + k);
      if (llvm::is_contained(written, at))
        return op->emitError("allocation: two results in register ")
               << at.second;
      written.push_back(at);
      contents(info.file, reg(id) + k) = root[info.firstLane + k];
    }
  }
  return success();
}

LogicalResult VerifyAllocation::checkEdge(Operation *terminator,
                                          unsigned successor) {
  Block *target = terminator->getSuccessor(successor);
  // Registers that the edge overwrites.
  SmallVector<std::pair<Kind, unsigned>> written;
  for (BlockArgument arg : target->getArguments()) {
    unsigned id = ranges->lookup(arg);
    if (id == LiveRanges::kNone)
      continue;
    const LiveRanges::ValueInfo &info = (*ranges)[id];
    for (unsigned k = 0; k != info.width; ++k) {
      std::pair<Kind, unsigned> at(info.file, reg(id) + k);
      if (llvm::is_contained(written, at))
        return terminator->emitError(
                   "allocation: two block arguments in register ")
               << at.second;
      written.push_back(at);
    }
  }
  llvm::sort(written);
  // What products of warp groups may be writing is not copied.
  auto branch = dyn_cast<BranchOpInterface>(terminator);
  if (branch && !inFlight.empty()) {
    SuccessorOperands operands = branch.getSuccessorOperands(successor);
    for (BlockArgument arg : target->getArguments())
      if (!arg.use_empty() && inFlight.contains(operands[arg.getArgNumber()]) &&
          registers->lookup(arg) !=
              registers->lookup(operands[arg.getArgNumber()]))
        return terminator->emitError(
            "allocation: a copy of what a product may still be writing");
  }
  unsigned b = (*blocks)[target];
  for (unsigned i = liveInStart[b]; i != liveInStart[b + 1]; ++i) {
    unsigned lane = liveIn[i];
    unsigned id = ranges->valueOfLane(lane);
    const LiveRanges::ValueInfo &info = (*ranges)[id];
    unsigned r = reg(id) + lane - info.firstLane;
    if (contents(info.file, r) != root[lane])
      return terminator->emitError("allocation: register ")
             << r << " does not hold a value that a successor reads";
    if (std::binary_search(written.begin(), written.end(),
                           std::pair(info.file, r)))
      return terminator->emitError(
                 "allocation: a block argument overwrites register ")
             << r << ", which a successor reads";
  }
  return success();
}

LogicalResult VerifyAllocation::checkBlock(unsigned b) {
  contents.clear();
  Block *block = (*blocks)[b];
  for (unsigned i = liveInStart[b]; i != liveInStart[b + 1]; ++i) {
    unsigned lane = liveIn[i];
    unsigned id = ranges->valueOfLane(lane);
    const LiveRanges::ValueInfo &info = (*ranges)[id];
    uint32_t &at = contents(info.file, reg(id) + lane - info.firstLane);
    if (at != kNothing && at != root[lane])
      return block->front().emitError(
                 "allocation: two values that are live into "
                 "this block share register ")
             << reg(id) + lane - info.firstLane;
    at = root[lane];
  }
  if (b == 0 && liveInStart[0] != liveInStart[1])
    return block->front().emitError(
        "allocation: a value is live into the function");
  for (BlockArgument arg : block->getArguments()) {
    unsigned id = ranges->lookup(arg);
    if (id == LiveRanges::kNone)
      continue;
    const LiveRanges::ValueInfo &info = (*ranges)[id];
    for (unsigned k = 0; k != info.width; ++k)
      contents(info.file, reg(id) + k) = root[info.firstLane + k];
  }
  for (Operation &op : *block) {
    LogicalResult result = success();
    forEachRead(&op, [&](OpOperand &operand, unsigned first, unsigned count) {
      if (succeeded(result))
        result = checkRead(&op, operand.get(), first, count);
    });
    if (failed(result))
      return failure();
    if (auto call = dyn_cast<CallOp>(op))
      contents.call(call.usesFewRegisters());
    if (failed(checkWrites(&op)))
      return failure();
  }
  Operation *terminator = block->getTerminator();
  for (unsigned s = 0; s != terminator->getNumSuccessors(); ++s)
    if (failed(checkEdge(terminator, s)))
      return failure();
  return success();
}

/// What threads write to a uniform register while others of their warp may be
/// elsewhere must not lie where those still read something else.
LogicalResult VerifyAllocation::checkUniformRegisters() {
  auto isUniform = [&](unsigned id) {
    return isUniformFile((*ranges)[id].file);
  };
  bool hasUniform = false;
  for (unsigned id = 0; id != ranges->numValues(); ++id)
    hasUniform |= isUniform(id);
  if (!hasUniform)
    return success();
  // Not what allocation has asked, which may be out of date.
  const WarpBlocks warp(getOperation());
  // Lanes that threads hold from one block to the next, by set of blocks.
  std::vector<std::map<std::pair<Kind, unsigned>, SmallVector<uint32_t, 1>>>
      heldAt(warp.numSets());
  auto hold = [&](unsigned set, unsigned lane) {
    unsigned id = ranges->valueOfLane(lane);
    const LiveRanges::ValueInfo &info = (*ranges)[id];
    auto &lanes = heldAt[set][{info.file, reg(id) + lane - info.firstLane}];
    if (!llvm::is_contained(lanes, root[lane]))
      lanes.push_back(root[lane]);
  };
  for (unsigned b = 0; b != blocks->size(); ++b)
    for (unsigned i = liveInStart[b]; i != liveInStart[b + 1]; ++i) {
      unsigned id = ranges->valueOfLane(liveIn[i]);
      if (!isUniform(id))
        continue;
      for (unsigned at : {b, unsigned((*ranges)[id].block)})
        if (!warp.isOfWarp(at))
          hold(warp.setOf(at), liveIn[i]);
    }
  // And across operations at which threads change.
  for (unsigned id = 0; id != ranges->numValues(); ++id) {
    const LiveRanges::ValueInfo &info = (*ranges)[id];
    if (!isUniform(id) || warp.isOfWarp(info.block))
      continue;
    for (unsigned k = 0; k != info.width; ++k) {
      Segment own = ranges->lane(info.firstLane + k).front();
      for (unsigned i = info.defIndex + 1; 2 * i + 1 < own.end; ++i)
        if (i == ranges->blockEnd(info.block) ||
            mayChangeThreads(ranges->operations()[i])) {
          hold(warp.setOf(info.block), info.firstLane + k);
          break;
        }
    }
  }
  for (unsigned id = 0; id != ranges->numValues(); ++id) {
    const LiveRanges::ValueInfo &info = (*ranges)[id];
    if (!isUniform(id) || warp.isOfWarp(info.block))
      continue;
    auto &inSet = heldAt[warp.setOf(info.block)];
    for (unsigned k = 0; k != info.width; ++k) {
      auto it = inSet.find({info.file, reg(id) + k});
      if (it == inSet.end())
        continue;
      for (uint32_t other : it->second)
        if (other != root[info.firstLane + k])
          return emitError(info.value.getLoc(), "allocation: uniform register ")
                 << reg(id) + k
                 << " is written while other threads of the warp may still "
                    "read "
                    "something else there";
    }
  }
  return success();
}

/// A value is in registers that there are wherever it is live.
LogicalResult VerifyAllocation::checkLimit(unsigned id,
                                           const RegisterLimits &limits) {
  const LiveRanges::ValueInfo &info = (*ranges)[id];
  if (info.file != Kind::R || limits.isUniform())
    return success();
  for (unsigned k = 0; k != info.width; ++k)
    for (Segment s : ranges->lane(info.firstLane + k))
      if (unsigned limit = limits.find(s.start, s.end); reg(id) + k >= limit)
        return emitError(info.value.getLoc(), "allocation: register ")
               << reg(id) + k << " is used where USETMAXREG leaves " << limit;
  return success();
}

/// What a product may still be writing is read by nothing but the next product,
/// an ori.hold behind the wait and block arguments.
LogicalResult VerifyAllocation::checkInFlight() {
  for (unsigned id = 0; id != ranges->numValues() && !inFlight.empty(); ++id) {
    Value value = (*ranges)[id].value;
    if (!inFlight.contains(value))
      continue;
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      bool isAccumulator =
          isGroupProduct(user) && &getAccumulator(user) == &use;
      if (!isAccumulator && !llvm::isa<HoldOp>(user) &&
          !user->hasTrait<OpTrait::IsTerminator>())
        return user->emitError("allocation: reads what a product of a warp "
                               "group may still be writing");
    }
  }
  return success();
}

void VerifyAllocation::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  blocks.emplace(func.getBody());
  FlowGraph graph = blocks->makeGraph();
  ranges.emplace(func, *blocks, graph);
  registers.emplace(func);
  budget = getRegisterBudget(func, maxRegisters);
  uniformBudget = getUniformBudget(func, ptxmlir::isa::URZ);
  RegisterLimits limits(*ranges, graph, budget);
  if (!limits.isUniform())
    budget = limits.most();
  computeRoots();
  computeLiveIn();
  SmallVector<Operation *> products;
  for (unsigned i : ranges->groupProducts())
    products.push_back(ranges->operations()[i]);
  inFlight = findInFlight(products);
  bool isRight = succeeded(checkInFlight());
  for (unsigned id = 0; id != ranges->numValues(); ++id)
    isRight &= succeeded(checkValue((*ranges)[id].value)) &&
               succeeded(checkLimit(id, limits));
  for (unsigned b = 0; b != blocks->size() && isRight; ++b)
    isRight = succeeded(checkBlock(b));
  isRight = isRight && succeeded(checkUniformRegisters());
  if (!isRight)
    signalPassFailure();
  markAllAnalysesPreserved();
}
