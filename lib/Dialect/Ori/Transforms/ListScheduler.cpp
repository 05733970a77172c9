//===- ListScheduler.cpp - Orders a run of operations ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice among operations that are ready: critical path first, unless
// registers run short. What may not pass what is RegionGraph's to know; here is
// only the order of preference.
//
//===----------------------------------------------------------------------===//

#include "ListScheduler.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// Operations that would relieve one register file and overfill another, after
/// which no better one is looked for.
static constexpr unsigned kMaxPutOff = 8;

/// Where loads go first, what is so many operations ahead of the source waits
/// until there is much room: what it makes would take the place of loads.
static constexpr unsigned kNear = 64;
/// Loads go at most so many operations ahead of the source: what is loaded
/// sooner than the longest latency asks for takes the place of what is needed
/// before.
static constexpr unsigned kFarthest = 768;
/// Registers that loads leave to what is done with what they have loaded; the
/// parts of the room (what is not held by values that are read far away) that
/// what loads need leaves free, and what else is far ahead.
static constexpr int kReserve = 3, kFeedersShare = 4, kFillersShare = 4;
/// Cycles from which on a load is worth doing early where there are such loads.
static constexpr unsigned kLongLatency = 100;

static constexpr unsigned kNone = ~0u;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

void ListScheduler::addReads(unsigned node, unsigned index) {
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

void ListScheduler::collectAccesses(unsigned begin, unsigned end) {
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

void ListScheduler::countReaders() {
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
Pressure ListScheduler::getChange(unsigned node) const {
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

bool ListScheduler::fits(const Pressure &change, unsigned &file) const {
  for (file = 0; file != target::kNumRegFiles; ++file)
    if (change[file] > 0 && pressure[file] + change[file] > attemptLimits[file])
      return false;
  return true;
}

/// The same for what is done ahead of the source.
bool ListScheduler::fitsWithReserve(unsigned node, int reserve,
                                    unsigned &file) const {
  Pressure change = getChange(node);
  if (change[0] > 0)
    change[0] += reserve;
  return fits(change, file);
}

//===----------------------------------------------------------------------===//
// List scheduling
//===----------------------------------------------------------------------===//

void ListScheduler::makeAvailable(unsigned node) {
  if (!isInWindow(node)) {
    beyond.push(node);
    return;
  }
  later.push({earliest[node], node});
  for (unsigned file = 0; file != target::kNumRegFiles; ++file)
    if (hasRelief[file])
      relief[file].push({getChange(node)[file], node});
}

void ListScheduler::place(unsigned node) {
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
unsigned ListScheduler::takeForPressure(unsigned file) {
  auto &queue = relief[file];
  if (!hasRelief[file]) {
    hasRelief[file] = true;
    for (unsigned n = 0; n != ops.size(); ++n)
      if (!isPlaced[n] && !predsLeft[n] && isInWindow(n))
        queue.push({getChange(n)[file], n});
  }
  // What would go beyond the limit of another file has to wait.
  SmallVector<Relief, kMaxPutOff> putOff;
  unsigned chosen = first, other = 0;
  while (!queue.empty() && putOff.size() != kMaxPutOff) {
    auto [change, node] = queue.top();
    if (isPlaced[node] || getChange(node)[file] != change) {
      queue.pop();
      continue;
    }
    if (change > 0)
      break;
    if (fits(getChange(node), other)) {
      chosen = node;
      break;
    }
    putOff.push_back(queue.top());
    queue.pop();
  }
  for (Relief entry : putOff)
    queue.push(entry);
  return chosen;
}

/// Makes an operation the next one.
void ListScheduler::issue(unsigned node) {
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
/// path, or the first in the source, loads and what they need before others.
unsigned ListScheduler::choose() {
  // What was taken out of turn is still in the queues.
  auto clean = [&](auto &queue, auto nodeOf) {
    while (!queue.empty() && isPlaced[nodeOf(queue.top())])
      queue.pop();
  };
  auto readyNode = [](const Entry &e) { return ~e.second; };
  auto laterNode = [](const Entry &e) { return e.second; };
  clean(ready, readyNode);
  clean(loads, readyNode);
  clean(feeders, readyNode);
  clean(fillers, readyNode);
  clean(later, laterNode);
  unsigned file = 0;
  // Loads that do not fit wait until there is room.
  auto takeIfFits = [&](auto &queue, int reserve) -> unsigned {
    if (queue.empty())
      return kNone;
    unsigned node = readyNode(queue.top());
    if (!fitsWithReserve(node, reserve, file))
      return kNone;
    queue.pop();
    return node;
  };
  int room = std::max(attemptLimits[0] - base[first], 0);
  for (auto *queue : {&feeders, &fillers})
    while (!queue->empty() && readyNode(queue->top()) - first < kNear) {
      ready.push(queue->top());
      queue->pop();
      clean(*queue, readyNode);
    }
  while (true) {
    while (!later.empty() && later.top().first <= cycle) {
      unsigned node = later.top().second;
      later.pop();
      if (isPlaced[node])
        continue;
      // Ties keep the order of the source.
      if (policy == Policy::LongestPath)
        ready.push({graph.nodes[node].height, ~node});
      else
        (roles[node] == Role::Load     ? loads
         : node - first < kNear        ? ready
         : roles[node] == Role::Feeder ? feeders
                                       : fillers)
            .push({0, ~node});
    }
    if (unsigned node = takeIfFits(loads, kReserve); node != kNone)
      return node;
    if (unsigned node = takeIfFits(feeders, room / kFeedersShare);
        node != kNone)
      return node;
    if (!ready.empty()) {
      unsigned node = takeIfFits(ready, 0);
      return node != kNone ? node : takeForPressure(file);
    }
    if (unsigned node = takeIfFits(fillers, room / kFillersShare);
        node != kNone)
      return node;
    if (later.empty())
      return takeForPressure(file);
    cycle = std::max(cycle, later.top().first);
    clean(later, laterNode);
  }
}

/// Whether some loads take long.
bool ListScheduler::findRoles() {
  auto isLong = [](const RegionGraph::Node &node) {
    return node.isLoad && node.latency >= kLongLatency;
  };
  bool hasLong = llvm::any_of(graph.nodes, isLong);
  roles.assign(ops.size(), Role::Other);
  for (unsigned n = ops.size(); n-- != 0;) {
    const RegionGraph::Node &node = graph.nodes[n];
    if (hasLong ? isLong(node) : node.isLoad)
      roles[n] = Role::Load;
    else
      graph.forEachEdge(n, [&](const RegionGraph::Edge &e) {
        if (roles[e.to] != Role::Other)
          roles[n] = Role::Feeder;
      });
  }
  return hasLong;
}

/// Makes each of `base` the least of the next kNear, its own included.
void ListScheduler::spreadBase() {
  // The least of blocks of kNear, from their start and from their end.
  unsigned n = base.size();
  std::vector<int> fromStart(base), fromEnd(base);
  for (unsigned i = 1; i < n; ++i)
    if (i % kNear != 0)
      fromStart[i] = std::min(fromStart[i], fromStart[i - 1]);
  for (unsigned i = n; i-- > 1;)
    if (i % kNear != 0)
      fromEnd[i - 1] = std::min(fromEnd[i - 1], fromEnd[i]);
  for (unsigned i = 0; i != n; ++i)
    base[i] = std::min(fromEnd[i], fromStart[std::min(i + kNear, n) - 1]);
}

/// One attempt; the most registers that it uses.
Pressure ListScheduler::run(Policy newPolicy) {
  policy = newPolicy;
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
    base.resize(n);
    for (unsigned i = 0; i != n; ++i) {
      base[i] = pressure[0];
      place(i);
    }
    spreadBase();
    return peak;
  }
  predsLeft.resize(n);
  earliest.assign(n, 0);
  ready = {};
  loads = {};
  feeders = {};
  fillers = {};
  later = {};
  for (auto &queue : relief)
    queue = {};
  for (unsigned i = 0; i != n; ++i) {
    predsLeft[i] = graph.nodes[i].numPreds;
    if (!predsLeft[i])
      makeAvailable(i);
  }
  while (order.size() != n)
    issue(choose());
  return peak;
}

/// Registers by which an attempt goes beyond a limit and the order of the
/// source.
int ListScheduler::getExcess(const Pressure &before, unsigned file) const {
  return std::max(peak[file] - std::max(limits[file], before[file]), 0);
}

bool ListScheduler::schedule(unsigned begin, unsigned end, unsigned reach,
                             Pressure &inUse) {
  collectAccesses(begin, end);
  pressure = inUse;
  Pressure before = run(Policy::Source);
  Pressure behind = pressure;
  most = before[0];
  cycles = end - begin;
  isShort = false;
  if (end - begin < 2) {
    inUse = behind;
    return false;
  }
  graph.build(ops);
  bool hasLong = findRoles();
  bool isFound = false;
  // Of the longest path first, or where registers are short, of loads as early
  // as there is room, the one that takes fewer cycles. Later attempts stay
  // further below a limit that the last one went beyond, the last two also
  // nearer to the order of the source.
  attemptLimits = limits;
  uint64_t bestCycles = ~uint64_t(0), leastRejected = 0;
  for (unsigned attempt = 0; attempt != 4; ++attempt) {
    // What was found is good enough, if it is not much worse than what was not.
    if (isFound && (attempt > 1 || leastRejected / 8 * 9 >= bestCycles))
      break;
    unsigned farthest =
        attempt < 2 ? end - begin : std::max(reach >> (2 * (attempt - 1)), 1u);
    leastRejected = ~uint64_t(0);
    Pressure next = attemptLimits;
    for (Policy policy : {Policy::LongestPath, Policy::LoadsFirst}) {
      pressure = inUse;
      window = policy == Policy::LoadsFirst ? std::min(farthest, kFarthest)
                                            : farthest;
      run(policy);
      bool fitsAll = true;
      for (unsigned file = 0; file != target::kNumRegFiles; ++file)
        if (int over = getExcess(before, file)) {
          fitsAll = false;
          int less = std::min(over, (1 + attemptLimits[file]) / 2);
          next[file] = std::min(next[file], attemptLimits[file] - less);
        }
      if (!fitsAll) {
        leastRejected = std::min(leastRejected, cycle);
      } else if (cycle < bestCycles) {
        isFound = true;
        bestCycles = cycle;
        best = order;
        most = peak[0];
      }
      // Nothing was put off.
      if (hasRelief == decltype(hasRelief)())
        break;
      isShort |= hasLong && hasRelief[0];
    }
    attemptLimits = next;
  }
  inUse = behind;
  cycles = isFound ? bestCycles : leastRejected;
  return isFound;
}
