//===- ScheduleInstructions.cpp - Scheduling before allocation ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// List scheduling of each run of operations without a fence, longest path
// first. Where a register file would be used beyond its limit, the operation
// comes next that sets most of its registers free. An order that needs more
// registers than the limit and than the one before is thrown away.
//
// n log n: an operation enters a queue when its operands are there, and again
// when it becomes the last one that reads a value.
//
//===----------------------------------------------------------------------===//

#include "RegionGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/LiveRanges.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Reorder.h"
#include <array>
#include <queue>

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORISCHEDULEINSTRUCTIONSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {

/// What comes next of what can.
enum class Policy { Source, LongestPath, LoadsFirst };

/// Registers in use, by file.
using Pressure = std::array<int, target::kNumRegFiles>;

/// Where the contents of lanes are needed: parts of tuples and copies are in
/// one register as long as their values do not part.
class Contents {
public:
  explicit Contents(const LiveRanges &ranges);
  unsigned operator[](unsigned lane) const { return roots[lane]; }
  bool isLiveAt(unsigned root, uint32_t position) const;
  /// Sorted, disjoint; empty for lanes that are no roots.
  ArrayRef<Segment> segments(unsigned root) const { return live[root]; }

private:
  std::vector<unsigned> roots;
  std::vector<SmallVector<Segment, 1>> live;
};

class Scheduler {
public:
  Scheduler(const LiveRanges &ranges, const Contents &contents,
            const target::TargetInfo &target, const SuccessorMap &successors,
            const Pressure &limits)
      : ranges(ranges), contents(contents), graph(target, successors),
        limits(limits), lanes(ranges.numLanes()) {}

  /// Operations [begin, end) of the function in their new order. The registers
  /// in use change from those before the run to those behind it.
  /// `reach`: four times the operations by which the second attempt leaves the
  /// order of the source, sixteen times those of the third.
  bool schedule(unsigned begin, unsigned end, unsigned reach, Pressure &inUse);
  ArrayRef<unsigned> getOrder() const { return best; }
  ArrayRef<Operation *> getOperations() const { return ops; }

private:
  /// A register of a value within the run.
  struct Lane {
    unsigned readers = 0;    ///< operations that still have to read it
    unsigned readersXor = 0; ///< their numbers, so that the last one is known
    unsigned lastReader = ~0u;
    bool isLiveOut = false;
  };
  struct Access {
    unsigned first, count; ///< into laneList
  };

  void collectAccesses(unsigned begin, unsigned end);
  void addReads(unsigned node, unsigned index);
  void countReaders();
  Pressure getChange(unsigned node) const;
  bool fits(const Pressure &change, unsigned &file) const;
  void place(unsigned node);
  void makeAvailable(unsigned node);
  unsigned takeForPressure(unsigned file);
  void issue(unsigned node);
  unsigned choose(Policy policy);
  Pressure run(Policy policy);
  int getExcess(const Pressure &before, unsigned file) const;
  unsigned fileOf(unsigned lane) const {
    return unsigned(target::regFile(ranges[ranges.valueOfLane(lane)].file));
  }

  const LiveRanges &ranges;
  const Contents &contents;
  RegionGraph graph;
  const Pressure &limits;
  std::vector<Lane> lanes;
  std::vector<Operation *> ops;
  std::vector<Access> reads, writes; ///< by node
  std::vector<unsigned> laneList, touched;
  std::vector<unsigned> order, best;

  // Of one attempt.
  Pressure pressure, peak, attemptLimits;
  std::vector<unsigned> predsLeft, earliest;
  std::vector<bool> isPlaced;
  uint64_t cycle = 0;
  /// The first operation that has not been placed, and how many from there on
  /// may be; others that could be wait in `beyond`.
  unsigned first = 0, window = ~0u;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> beyond;
  bool isInWindow(unsigned node) const { return node - first < window; }
  using Entry = std::pair<uint64_t, unsigned>;
  std::priority_queue<Entry> ready, loads;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> later;
  /// By file: what is available, the least change first, then as in the source.
  /// Filled once the file is full. An entry counts if its change is still so.
  using Relief = std::pair<int, unsigned>;
  std::priority_queue<Relief, std::vector<Relief>, std::greater<>>
      relief[target::kNumRegFiles];
  std::array<bool, target::kNumRegFiles> hasRelief;
};

class ScheduleInstructions
    : public ori::impl::OriScheduleInstructionsPassBase<ScheduleInstructions> {
public:
  using OriScheduleInstructionsPassBase::OriScheduleInstructionsPassBase;
  void runOnOperation() override;
};

} // namespace

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

Contents::Contents(const LiveRanges &ranges)
    : roots(computeRootLanes(ranges)), live(ranges.numLanes()) {
  for (unsigned lane = 0; lane != roots.size(); ++lane)
    llvm::append_range(live[roots[lane]], ranges.lane(lane));
  for (auto &segments : live) {
    if (segments.size() < 2)
      continue;
    llvm::sort(segments,
               [](Segment a, Segment b) { return a.start < b.start; });
    size_t last = 0;
    for (size_t i = 1; i != segments.size(); ++i) {
      if (segments[i].start <= segments[last].end)
        segments[last].end = std::max(segments[last].end, segments[i].end);
      else
        segments[++last] = segments[i];
    }
    segments.truncate(last + 1);
  }
}

bool Contents::isLiveAt(unsigned root, uint32_t position) const {
  ArrayRef<Segment> list = live[root];
  auto it = llvm::upper_bound(list, position,
                              [](uint32_t p, Segment s) { return p < s.end; });
  return it != list.end() && it->start <= position;
}

void Scheduler::addReads(unsigned node, unsigned index) {
  forEachRead(
      ops[node], [&](OpOperand &operand, unsigned first, unsigned count) {
        unsigned id = ranges.lookupOperand(index, operand.getOperandNumber());
        if (id == LiveRanges::kNone)
          return;
        for (unsigned k = 0; k != count; ++k) {
          unsigned lane = contents[ranges[id].firstLane + first + k];
          Lane &l = lanes[lane];
          if (l.lastReader == node)
            continue;
          l.lastReader = node;
          laneList.push_back(lane);
        }
      });
}

void Scheduler::collectAccesses(unsigned begin, unsigned end) {
  for (unsigned lane : touched)
    lanes[lane] = Lane();
  touched.clear();
  laneList.clear();
  reads.clear();
  writes.clear();
  ArrayRef<Operation *> all = ranges.operations();
  ops.assign(all.begin() + begin, all.begin() + end);
  for (unsigned i = begin; i != end; ++i) {
    unsigned first = laneList.size();
    addReads(i - begin, i);
    reads.push_back({first, unsigned(laneList.size()) - first});
    first = laneList.size();
    for (OpResult result : ops[i - begin]->getResults()) {
      unsigned id = isRegisterType(result.getType()) ? ranges.lookup(result)
                                                     : LiveRanges::kNone;
      if (id != LiveRanges::kNone)
        for (unsigned k = 0; k != ranges[id].width; ++k)
          if (unsigned lane = ranges[id].firstLane + k; contents[lane] == lane)
            laneList.push_back(lane);
    }
    writes.push_back({first, unsigned(laneList.size()) - first});
  }
  touched.assign(laneList.begin(), laneList.end());
  uint32_t behind = 2 * end - 1;
  for (unsigned lane : touched)
    lanes[lane].isLiveOut = contents.isLiveAt(lane, behind);
}

void Scheduler::countReaders() {
  for (unsigned lane : touched)
    lanes[lane].readers = lanes[lane].readersXor = 0;
  for (unsigned n = 0; n != ops.size(); ++n)
    for (unsigned k = 0; k != reads[n].count; ++k) {
      Lane &lane = lanes[laneList[reads[n].first + k]];
      ++lane.readers;
      lane.readersXor ^= n;
    }
}

/// What the registers in use change by if the operation comes next.
Pressure Scheduler::getChange(unsigned node) const {
  Pressure change = {};
  for (unsigned k = 0; k != reads[node].count; ++k) {
    unsigned lane = laneList[reads[node].first + k];
    if (lanes[lane].readers == 1 && !lanes[lane].isLiveOut)
      --change[fileOf(lane)];
  }
  for (unsigned k = 0; k != writes[node].count; ++k)
    ++change[fileOf(laneList[writes[node].first + k])];
  return change;
}

bool Scheduler::fits(const Pressure &change, unsigned &file) const {
  for (file = 0; file != target::kNumRegFiles; ++file)
    if (change[file] > 0 && pressure[file] + change[file] > attemptLimits[file])
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// List scheduling
//===----------------------------------------------------------------------===//

void Scheduler::makeAvailable(unsigned node) {
  if (!isInWindow(node)) {
    beyond.push(node);
    return;
  }
  later.push({earliest[node], node});
  for (unsigned file = 0; file != target::kNumRegFiles; ++file)
    if (hasRelief[file])
      relief[file].push({getChange(node)[file], node});
}

void Scheduler::place(unsigned node) {
  Pressure change = getChange(node);
  for (unsigned file = 0; file != target::kNumRegFiles; ++file) {
    pressure[file] += change[file];
    peak[file] = std::max(peak[file], pressure[file]);
  }
  isPlaced[node] = true;
  order.push_back(node);
  for (unsigned k = 0; k != reads[node].count; ++k) {
    unsigned index = laneList[reads[node].first + k];
    Lane &lane = lanes[index];
    --lane.readers;
    lane.readersXor ^= node;
    // The one that is left will set it free.
    unsigned file = fileOf(index);
    if (lane.readers == 1 && !lane.isLiveOut && hasRelief[file] &&
        !predsLeft[lane.readersXor] && isInWindow(lane.readersXor))
      relief[file].push({getChange(lane.readersXor)[file], lane.readersXor});
  }
  while (first != ops.size() && isPlaced[first])
    ++first;
  while (!beyond.empty() && isInWindow(beyond.top())) {
    unsigned next = beyond.top();
    beyond.pop();
    makeAvailable(next);
  }
}

/// The available operation that sets most registers of a full file free; if all
/// take some, the first in the source.
unsigned Scheduler::takeForPressure(unsigned file) {
  auto &queue = relief[file];
  if (!hasRelief[file]) {
    hasRelief[file] = true;
    for (unsigned n = 0; n != ops.size(); ++n)
      if (!isPlaced[n] && !predsLeft[n] && isInWindow(n))
        queue.push({getChange(n)[file], n});
  }
  while (true) {
    auto [change, node] = queue.top();
    if (!isPlaced[node] && getChange(node)[file] == change)
      return change > 0 ? first : node;
    queue.pop();
  }
}

/// Makes an operation the next one.
void Scheduler::issue(unsigned node) {
  cycle = std::max<uint64_t>(cycle, earliest[node]);
  place(node);
  graph.forEachEdge(node, [&](const RegionGraph::Edge &e) {
    earliest[e.to] =
        std::max<unsigned>(earliest[e.to], unsigned(cycle) + e.latency);
    if (--predsLeft[e.to] == 0)
      makeAvailable(e.to);
  });
  cycle += graph.nodes[node].issue;
}

/// The next operation, where nothing else is asked for: that of the longest
/// path, or the first in the source, loads before others.
unsigned Scheduler::choose(Policy policy) {
  // What was taken out of turn is still in the queues.
  auto clean = [&](auto &queue, auto nodeOf) {
    while (!queue.empty() && isPlaced[nodeOf(queue.top())])
      queue.pop();
  };
  auto readyNode = [](const Entry &e) { return ~e.second; };
  auto laterNode = [](const Entry &e) { return e.second; };
  clean(ready, readyNode);
  clean(loads, readyNode);
  clean(later, laterNode);
  // Loads that do not fit wait until there is room.
  unsigned file = 0;
  bool loadFits =
      !loads.empty() && fits(getChange(readyNode(loads.top())), file);
  if (ready.empty() && !loadFits) {
    if (later.empty())
      return takeForPressure(file);
    cycle = std::max(cycle, later.top().first);
  }
  while (!later.empty() && later.top().first <= cycle) {
    unsigned node = later.top().second;
    later.pop();
    if (isPlaced[node])
      continue;
    // Ties keep the order of the source.
    if (policy == Policy::LongestPath)
      ready.push({graph.nodes[node].height, ~node});
    else
      (graph.nodes[node].isLoad ? loads : ready).push({0, ~node});
  }
  loadFits = !loads.empty() && fits(getChange(readyNode(loads.top())), file);
  if (loadFits) {
    unsigned node = readyNode(loads.top());
    loads.pop();
    return node;
  }
  if (ready.empty())
    return takeForPressure(file);
  unsigned node = readyNode(ready.top());
  if (!fits(getChange(node), file))
    return takeForPressure(file);
  ready.pop();
  return node;
}

/// One attempt; the most registers that it uses.
Pressure Scheduler::run(Policy policy) {
  unsigned n = ops.size();
  countReaders();
  order.clear();
  peak = pressure;
  isPlaced.assign(n, false);
  hasRelief = {};
  cycle = 0;
  first = 0;
  beyond = {};
  if (policy == Policy::Source) {
    predsLeft.assign(n, 1);
    for (unsigned i = 0; i != n; ++i)
      place(i);
    return peak;
  }
  predsLeft.resize(n);
  earliest.assign(n, 0);
  ready = {};
  loads = {};
  later = {};
  for (auto &queue : relief)
    queue = {};
  for (unsigned i = 0; i != n; ++i) {
    predsLeft[i] = graph.nodes[i].numPreds;
    if (!predsLeft[i])
      makeAvailable(i);
  }
  while (order.size() != n)
    issue(choose(policy));
  return peak;
}

/// Registers by which an attempt goes beyond a limit and the order of the
/// source.
int Scheduler::getExcess(const Pressure &before, unsigned file) const {
  return std::max(peak[file] - std::max(limits[file], before[file]), 0);
}

bool Scheduler::schedule(unsigned begin, unsigned end, unsigned reach,
                         Pressure &inUse) {
  collectAccesses(begin, end);
  pressure = inUse;
  Pressure before = run(Policy::Source);
  Pressure behind = pressure;
  if (end - begin < 2) {
    inUse = behind;
    return false;
  }
  graph.build(ops);
  bool isFound = false;
  uint64_t bestCycles = 0;
  // Of the longest path first, or where registers are short, of loads as early
  // as there is room, the one that takes fewer cycles. Later attempts stay
  // further below a limit that the last one went beyond, and nearer to the
  // order of the source.
  attemptLimits = limits;
  for (unsigned attempt = 0; attempt != 3 && !isFound; ++attempt) {
    window = attempt == 0 ? end - begin : std::max(reach >> (2 * attempt), 1u);
    Pressure next = attemptLimits;
    for (Policy policy : {Policy::LongestPath, Policy::LoadsFirst}) {
      pressure = inUse;
      run(policy);
      bool fitsAll = true;
      for (unsigned file = 0; file != target::kNumRegFiles; ++file)
        if (int over = getExcess(before, file)) {
          fitsAll = false;
          int less = std::min(over, 1 + attemptLimits[file] / 8);
          next[file] = std::min(next[file], attemptLimits[file] - less);
        }
      if (fitsAll && (!isFound || cycle < bestCycles)) {
        isFound = true;
        bestCycles = cycle;
        best = order;
      }
      // Nothing was put off.
      if (hasRelief == decltype(hasRelief)())
        break;
    }
    attemptLimits = next;
  }
  inUse = behind;
  return isFound;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Registers in use at the start of each block, and the most anywhere.
static std::vector<Pressure> computePressure(const LiveRanges &ranges,
                                             const Contents &contents,
                                             Pressure &most) {
  std::vector<Pressure> change(ranges.numPositions() + 1, Pressure());
  for (unsigned lane = 0; lane != ranges.numLanes(); ++lane) {
    unsigned file =
        unsigned(target::regFile(ranges[ranges.valueOfLane(lane)].file));
    for (Segment s : contents.segments(lane)) {
      ++change[s.start][file];
      --change[s.end][file];
    }
  }
  std::vector<Pressure> starts(ranges.blocks().size());
  Pressure now = {};
  most = {};
  for (unsigned i = 0; i != ranges.operations().size(); ++i) {
    for (unsigned at : {2 * i, 2 * i + 1})
      for (unsigned file = 0; file != now.size(); ++file) {
        now[file] += change[at][file];
        most[file] = std::max(most[file], now[file]);
      }
    if (!ranges.operations()[i])
      starts[ranges.blockOfIndex(i)] = now;
  }
  return starts;
}

/// The values that are passed on to block arguments, with these.
static SuccessorMap findSuccessors(const LiveRanges &ranges) {
  SuccessorMap map;
  for (unsigned i : ranges.joiningOperations())
    if (Operation *op = ranges.operations()[i]; op->getNumSuccessors())
      ranges.forEachForwarded(i, [&](unsigned argument, unsigned operand) {
        if (argument != LiveRanges::kNone && operand != LiveRanges::kNone)
          map.try_emplace(ranges[operand].value, ranges[argument].value);
      });
  return map;
}

void ScheduleInstructions::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target) {
    func.emitError("needs an ori.module around it that names the SM");
    return signalPassFailure();
  }
  // Constants own no register: they may as well come first.
  for (Block &block : func.getBody()) {
    Operation *front = &block.front();
    for (Operation &op : llvm::make_early_inc_range(block))
      if (&op != front && op.getNumOperands() == 0 && op.getNumResults() == 1 &&
          getConstantOperand(op.getResult(0)))
        op.moveBefore(front);
  }
  BlockNumbering blocks(func.getBody());
  FlowGraph graph = blocks.makeGraph();
  LiveRanges ranges(func, blocks, graph);
  Contents contents(ranges);
  Pressure most;
  std::vector<Pressure> starts = computePressure(ranges, contents, most);
  // What the function needs somewhere may be used everywhere.
  int budget = int(getRegisterBudget(func, 255));
  int wanted = int(registers);
  if (most[0] > wanted)
    wanted = int(getFreeRegisters(func, unsigned(most[0])));
  // Who says how many blocks an SM is to hold leaves the rest to the code.
  if (func.getMinCtasPerSm() && most[0] > int(registers))
    wanted = budget;
  Pressure limits = {std::min(wanted, budget - budget / 16),
                     int(uniformRegisters), int(predicates), int(predicates)};
  SuccessorMap successors = findSuccessors(ranges);
  Scheduler scheduler(ranges, contents, *target, successors, limits);
  for (unsigned b = 0; b != blocks.size(); ++b) {
    Pressure inUse = starts[b];
    unsigned first = ranges.blockStart(b) + 1, end = ranges.blockEnd(b);
    for (unsigned i = first; i != end; ++i) {
      if (!isFence(ranges.operations()[i]))
        continue;
      // A fence belongs to no run.
      if (scheduler.schedule(first, i, 4 * window, inUse))
        numMoved += reorderOps(scheduler.getOperations(), scheduler.getOrder());
      scheduler.schedule(i, i + 1, 4 * window, inUse);
      first = i + 1;
    }
  }
}
