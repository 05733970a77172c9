//===- LiveRanges.cpp - Live ranges per 32-bit lane -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges are found use by use, backwards through the blocks that a lane
// reaches, so that the time is that of the result and no matrix of blocks and
// values is needed.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/LiveRanges.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

template <typename Use> static void forEachReadOf(Operation *op, Use use) {
  if (auto extract = dyn_cast<ExtractOp>(op))
    return use(op->getOpOperand(0), extract.getIndex(),
               getWidth(extract.getType()));
  auto read = [&](unsigned index) {
    OpOperand &operand = op->getOpOperand(index);
    Type type = operand.get().getType();
    if (isRegisterType(type))
      use(operand, 0, getWidth(type));
  };
  unsigned next = 0;
  // Interfaces are looked up: few operations have successors.
  auto branch = op->getNumSuccessors() ? dyn_cast<BranchOpInterface>(op)
                                       : BranchOpInterface();
  if (branch) {
    // What goes to successors lies in the order of the successors.
    for (unsigned s = 0; s != op->getNumSuccessors(); ++s) {
      Block *block = op->getSuccessor(s);
      OperandRange forwarded =
          branch.getSuccessorOperands(s).getForwardedOperands();
      if (forwarded.empty())
        continue;
      for (; next < forwarded.getBeginOperandIndex(); ++next)
        read(next);
      for (BlockArgument arg : block->getArguments()) {
        if (!arg.use_empty())
          read(next);
        ++next;
      }
    }
  }
  for (; next != op->getNumOperands(); ++next)
    read(next);
}

void ori::forEachRead(
    Operation *op,
    llvm::function_ref<void(OpOperand &, unsigned, unsigned)> use) {
  forEachReadOf(op, use);
}

namespace {
/// A lane that is live into a block and read there: up to `end`.
struct Exposure {
  unsigned lane, block;
  uint32_t end;
};
} // namespace

/// Adds a segment to those from `first` on, none of which begins behind it.
template <typename List>
static void addSegment(List &list, size_t first, Segment s) {
  if (list.size() > first && list.back().end >= s.start)
    list.back().end = std::max(list.back().end, s.end);
  else
    list.push_back(s);
}

void LiveRanges::holdForWarp(const ValueInfo &info, ArrayRef<Segment> plain,
                             const WarpBlocks &warp,
                             SmallVectorImpl<Segment> &list) const {
  list.assign(plain.begin(), plain.end());
  // In its own block others have no say unless threads change meanwhile.
  auto mustStay = [&] {
    for (unsigned i = info.defIndex + 1; 2 * i + 1 < plain.front().end; ++i)
      if (mayChangeThreads(ops[i]))
        return true;
    return false;
  };
  if (plain.front().end < 2 * blockIndex[info.block + 1] && plain.size() == 1 &&
      (warp.isOfWarp(info.block) || !mustStay()))
    return;
  llvm::SmallDenseSet<unsigned> sets;
  auto hold = [&](unsigned block) {
    if (unsigned set = warp.setOf(block);
        set != kNoNode && sets.insert(set).second)
      for (unsigned other : warp.blocksOf(set))
        list.push_back({2 * blockIndex[other], 2 * blockIndex[other + 1]});
  };
  hold(info.block);
  for (Segment s : plain)
    for (unsigned block = opBlock[s.start / 2], last = opBlock[(s.end - 1) / 2];
         block <= last; ++block)
      hold(block);
  if (sets.empty())
    return;
  llvm::sort(list, [](Segment a, Segment b) { return a.start < b.start; });
  SmallVector<Segment> sorted(list.begin(), list.end());
  list.clear();
  for (Segment s : sorted)
    addSegment(list, 0, s);
}

void LiveRanges::holdForWarp(unsigned lane, const WarpBlocks &warp,
                             SmallVectorImpl<Segment> &list) const {
  holdForWarp(values[laneValue[lane]], this->lane(lane), warp, list);
}

/// Sorts different numbers by a set of them, of 64 in a word: faster than to
/// compare them where each word has some. `set` is empty before and after.
static void sortNumbers(std::vector<unsigned> &numbers,
                        std::vector<uint64_t> &set) {
  if (numbers.size() < set.size())
    return llvm::sort(numbers);
  for (unsigned number : numbers)
    set[number / 64] |= uint64_t(1) << (number % 64);
  auto *next = numbers.begin().base();
  for (unsigned word = 0; word != set.size(); ++word)
    for (uint64_t &rest = set[word]; rest != 0; rest &= rest - 1)
      *next++ = 64 * word + llvm::countr_zero(rest);
}

/// Operations lie where they were made. Asks for the memory of one that is
/// looked at soon.
static void prefetch(ArrayRef<Operation *> ops, unsigned index) {
  constexpr unsigned kAhead = 8, kLine = 64;
  // Blocks have indices, too, and no operation there.
  if (index + kAhead >= ops.size() || !ops[index + kAhead])
    return;
  auto *op = reinterpret_cast<const char *>(ops[index + kAhead]);
  LLVM_PREFETCH(op, 0, 3);
  LLVM_PREFETCH(op + kLine, 0, 3);
  LLVM_PREFETCH(op + 2 * kLine, 0, 3);
}

LiveRanges::LiveRanges(FuncOp func, const BlockNumbering &blocks,
                       const FlowGraph &graph, const WarpBlocks *warp)
    : blockNumbers(blocks) {
  // Number operations and values.
  unsigned numOperands = 0;
  for (unsigned b = 0; b != blocks.size(); ++b) {
    blockIndex.push_back(ops.size());
    ops.push_back(nullptr);
    opBlock.push_back(b);
    operandStart.push_back(numOperands);
    for (Operation &op : *blocks[b]) {
      ops.push_back(&op);
      opBlock.push_back(b);
      operandStart.push_back(numOperands);
      numOperands += op.getNumOperands();
    }
  }
  blockIndex.push_back(ops.size());
  operandIds.assign(numOperands, kNone);
  auto addValue = [&](Value value, unsigned block, unsigned index) {
    if (value.use_empty() || !ownsRegister(value))
      return kNone;
    unsigned width = getWidth(value.getType());
    if (llvm::isa<OpResult>(value))
      ids[value] = values.size();
    values.push_back({value, uint32_t(laneValue.size()), block, index,
                      uint16_t(width), getRegFile(value.getType())});
    laneValue.insert(laneValue.end(), width, values.size() - 1);
    return unsigned(values.size() - 1);
  };
  // Debuggers find the mask of a collective in the register that the WARPSYNC
  // in front of it reads, so that one keeps it until then.
  std::vector<std::pair<unsigned, Value>> memberMasks;
  Value mask;
  ids.reserve(ops.size());
  for (unsigned i = 0; i != ops.size(); ++i) {
    prefetch(ops, i);
    unsigned block = opBlock[i];
    if (!ops[i]) {
      mask = Value();
      argumentStart.push_back(argumentIds.size());
      for (BlockArgument arg : blocks[block]->getArguments())
        argumentIds.push_back(addValue(arg, block, i));
      continue;
    }
    Operation &op = *ops[i];
    auto inst = dyn_cast<InstOpInterface>(op);
    bool isProduct = inst && isGroupProduct(inst);
    if (isProduct)
      products.push_back(i);
    if (inst && changesRegisters(inst.getDesc().sync))
      newLimits.push_back(i);
    if (inst && inst.getOpcode() == isa::Opcode::WARPSYNC) {
      // It has no results, so that slots are operands.
      mask = op.getOperand(unsigned(inst.getDesc().findSlot("a")));
    } else if (mask && inst && isa::hasMemberMask(inst.getDesc().role)) {
      memberMasks.push_back({i, mask});
      mask = Value();
    }
    if (!inst || inst.isGuarded() || isProduct)
      joining.push_back(i);
    for (OpResult result : op.getResults())
      addValue(result, block, i);
  }

  // Ends of the ranges inside the defining blocks, and what is live into
  // blocks.
  unsigned numLanes = laneValue.size();
  std::vector<uint32_t> localEnd(numLanes, 0);
  std::vector<Exposure> exposed;
  std::vector<unsigned> lastExposed(numLanes, kNone);
  auto read = [&](unsigned id, unsigned first, unsigned count, unsigned i) {
    const ValueInfo &info = values[id];
    unsigned block = opBlock[i];
    for (unsigned lane = info.firstLane + first, end = lane + count;
         lane != end; ++lane) {
      if (info.block == block) {
        localEnd[lane] = 2 * i + 1;
        continue;
      }
      unsigned &last = lastExposed[lane];
      if (last == kNone || exposed[last].block != block) {
        last = exposed.size();
        exposed.push_back({lane, block, 0});
      }
      exposed[last].end = 2 * i + 1;
    }
  };
  auto nextMask = memberMasks.begin();
  for (unsigned i = 0; i != ops.size(); ++i) {
    prefetch(ops, i);
    if (!ops[i])
      continue;
    forEachReadOf(
        ops[i], [&](OpOperand &operand, unsigned first, unsigned count) {
          unsigned id = lookup(operand.get());
          operandIds[operandStart[i] + operand.getOperandNumber()] = id;
          if (id != kNone)
            read(id, first, count, i);
        });
    if (nextMask != memberMasks.end() && nextMask->first == i) {
      if (unsigned id = lookup(nextMask->second); id != kNone)
        read(id, 0, values[id].width, i);
      ++nextMask;
    }
  }
  std::vector<uint32_t> exposedStart(numLanes + 1, 0);
  for (const Exposure &e : exposed)
    ++exposedStart[e.lane + 1];
  for (unsigned lane = 0; lane != numLanes; ++lane)
    exposedStart[lane + 1] += exposedStart[lane];
  std::vector<std::pair<unsigned, uint32_t>> exposedAt(exposed.size());
  {
    std::vector<uint32_t> next(exposedStart.begin(), exposedStart.end() - 1);
    for (const Exposure &e : exposed)
      exposedAt[next[e.lane]++] = {e.block, e.end};
  }

  // Walk from each exposed use up to the definition.
  std::vector<unsigned> liveIn(blocks.size(), kNone),
      liveOut(blocks.size(), kNone);
  std::vector<uint32_t> endIn(blocks.size(), 0);
  std::vector<unsigned> work, touched;
  std::vector<uint64_t> blockSet(blocks.size() / 64 + 1);
  SmallVector<Segment> list, held;
  rowStart.reserve(numLanes + 1);
  for (unsigned lane = 0; lane != numLanes; ++lane) {
    rowStart.push_back(segments.size());
    const ValueInfo &info = values[laneValue[lane]];
    auto finish = [&] {
      size_t first = segments.size();
      for (Segment s : list)
        addSegment(segments, first, s);
      if (!warp || !isUniformFile(info.file))
        return;
      holdForWarp(info, ArrayRef(segments).drop_front(first), *warp, held);
      segments.resize(first);
      segments.insert(segments.end(), held.begin(), held.end());
    };
    uint32_t def = 2 * info.defIndex + 1;
    // What an operation writes occupies its register for a moment at least.
    uint32_t defEnd = std::max(localEnd[lane], def + 1);
    unsigned from = exposedStart[lane], to = exposedStart[lane + 1];
    list.clear();
    if (from == to) {
      list.push_back({def, defEnd});
      finish();
      continue;
    }
    work.clear();
    touched.clear();
    for (unsigned i = from; i != to; ++i) {
      auto [block, end] = exposedAt[i];
      liveIn[block] = lane;
      endIn[block] = end;
      work.push_back(block);
      touched.push_back(block);
    }
    while (!work.empty()) {
      unsigned block = work.back();
      work.pop_back();
      for (unsigned pred : graph.preds(block)) {
        if (liveOut[pred] == lane)
          continue;
        liveOut[pred] = lane;
        if (pred == info.block) {
          defEnd = 2 * blockIndex[pred + 1];
        } else if (liveIn[pred] != lane) {
          liveIn[pred] = lane;
          work.push_back(pred);
          touched.push_back(pred);
        }
      }
    }
    // The blocks in order, and the definition among them.
    sortNumbers(touched, blockSet);
    auto add = [&](unsigned block) {
      bool isWhole = liveOut[block] == lane;
      list.push_back({2 * blockIndex[block],
                      isWhole ? 2 * blockIndex[block + 1] : endIn[block]});
    };
    auto split = llvm::partition_point(
        touched, [&](unsigned block) { return block < info.block; });
    std::for_each(touched.begin(), split, add);
    list.push_back({def, defEnd});
    std::for_each(split, touched.end(), add);
    finish();
  }
  rowStart.push_back(segments.size());
}

void LiveRanges::forEachForwarded(
    unsigned index,
    llvm::function_ref<void(unsigned, unsigned)> forward) const {
  if (!ops[index]->getNumSuccessors())
    return;
  auto branch = dyn_cast<BranchOpInterface>(ops[index]);
  if (!branch)
    return;
  for (unsigned s = 0; s != branch->getNumSuccessors(); ++s) {
    OperandRange operands =
        branch.getSuccessorOperands(s).getForwardedOperands();
    if (operands.empty())
      continue;
    unsigned argument = argumentStart[blockNumbers[branch->getSuccessor(s)]];
    unsigned operand = operandStart[index] + operands.getBeginOperandIndex();
    for (unsigned k = 0; k != operands.size(); ++k)
      forward(argumentIds[argument + k], operandIds[operand + k]);
  }
}

bool LiveRanges::isLiveAt(unsigned lane, uint32_t position) const {
  ArrayRef<Segment> list = this->lane(lane);
  auto it = llvm::upper_bound(
      list, position, [](uint32_t p, const Segment &s) { return p < s.start; });
  return it != list.begin() && position < std::prev(it)->end;
}

std::vector<unsigned> ori::computeRootLanes(const LiveRanges &ranges,
                                            TupleCopies copies) {
  std::vector<unsigned> root(ranges.numLanes());
  for (unsigned lane = 0; lane != root.size(); ++lane)
    root[lane] = lane;
  auto link = [&](unsigned to, int toLane, Value from, int fromLane,
                  unsigned count) {
    unsigned source = ranges.lookup(from);
    if (source == LiveRanges::kNone)
      return;
    for (unsigned k = 0; k != count; ++k)
      root[ranges[to].firstLane + toLane + k] =
          ranges[source].firstLane + fromLane + k;
  };
  // Of a value that is part of several tuples: how many, and the last one.
  struct Tuples {
    unsigned count = 0, last = 0;
  };
  llvm::DenseMap<Value, Tuples> tuplesOf;
  if (copies == TupleCopies::OwnContent)
    for (unsigned id = 0; id != ranges.numValues(); ++id)
      if (auto combine = ranges[id].value.getDefiningOp<CombineOp>())
        for (Value part : combine.getParts()) {
          Tuples &tuples = tuplesOf[part];
          ++tuples.count;
          tuples.last = id;
        }
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    Operation *def = ranges[id].value.getDefiningOp();
    if (!def)
      continue;
    if (auto combine = dyn_cast<CombineOp>(def)) {
      int lane = 0;
      // Tuples that follow each other share the part that is in fewest; of the
      // others each has a copy but the last.
      Value shared = combine.getParts().front();
      for (Value part : combine.getParts())
        if (tuplesOf.lookup(part).count < tuplesOf.lookup(shared).count)
          shared = part;
      for (Value part : combine.getParts()) {
        unsigned width = getWidth(part.getType());
        if (copies == TupleCopies::SameContent || part == shared ||
            tuplesOf.lookup(part).last == id)
          link(id, lane, part, 0, width);
        lane += width;
      }
    } else if (auto extract = dyn_cast<ExtractOp>(def)) {
      link(id, 0, extract.getTuple(), extract.getIndex(), ranges[id].width);
    } else if (auto copy = dyn_cast<CopyOp>(def)) {
      link(id, 0, copy.getSource(), 0, ranges[id].width);
    }
  }
  for (unsigned lane = 0; lane != root.size(); ++lane) {
    unsigned top = lane;
    while (root[top] != top)
      top = root[top];
    for (unsigned at = lane; at != top;) {
      unsigned up = root[at];
      root[at] = top;
      at = up;
    }
  }
  return root;
}
