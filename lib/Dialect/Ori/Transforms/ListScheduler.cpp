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
// only the order of preference. What reads a value that is on its way when the
// run begins is not ready until it arrives.
//
//===----------------------------------------------------------------------===//

#include "ListScheduler.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// Operations that would relieve one register file and overfill another, after
/// which no better one is looked for.
static constexpr unsigned kMaxPutOff = 16;
/// Where no operation sets registers free: how many are looked at, and how many
/// that wait for each of them.
static constexpr unsigned kMaxAsked = 64, kMaxBehind = 16;
/// Operations of the longest paths that registers have no room for, after which
/// no other one is looked for.
static constexpr unsigned kMaxTooLarge = 8;

static constexpr unsigned kNear = SchedulingRun::kNear;
/// Loads go at most so many operations ahead of the source: what is loaded
/// sooner than the longest latency asks for takes the place of what is needed
/// before.
static constexpr unsigned kFarthest = 768;
/// Registers that loads leave to what is done with what they have loaded; the
/// parts of the room (what is not held by values that are read far away) that
/// what loads need leaves free, and what else is far ahead.
static constexpr int kReserve = 3, kFeedersShare = 4, kFillersShare = 4;

static constexpr unsigned kNone = ~0u;

// Entries of the queues: what counts first, and the operation.
static uint64_t makeEntry(uint32_t key, uint32_t node) {
  return uint64_t(key) << 32 | node;
}
static uint64_t makeRelief(int change, uint32_t node) {
  return makeEntry(uint32_t(change) ^ 0x80000000, node);
}
static unsigned readyNode(uint64_t entry) { return ~uint32_t(entry); }
static unsigned laterNode(uint64_t entry) { return uint32_t(entry); }

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// Whether there is room for the operation; `file` is the first that has none.
/// What is done ahead of the source leaves a reserve.
bool ListScheduler::fits(unsigned node, int reserve, unsigned &file) const {
  const Run::Change &changed = changes[node];
  int change = changed[0] + int(run->unread[node]);
  file = 0;
  if (change > 0 && pressure[0] + change + reserve > attemptLimits[0])
    return false;
  for (file = 1; file != target::kNumRegFiles; ++file)
    if (changed[file] > 0 &&
        pressure[file] + changed[file] > attemptLimits[file])
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// List scheduling
//===----------------------------------------------------------------------===//

void ListScheduler::makeAvailable(unsigned node) {
  if (!isInWindow(node)) {
    beyond.push(node);
    return;
  }
  later.push(makeEntry(earliest[node], node));
  for (unsigned file = 0; file != target::kNumRegFiles; ++file)
    if (hasRelief[file])
      relief[file].push(makeRelief(changes[node][file], node));
}

void ListScheduler::place(unsigned node) {
  for (unsigned file = 0; file != target::kNumRegFiles; ++file) {
    pressure[file] += changes[node][file];
    peak[file] = std::max(peak[file], pressure[file]);
  }
  peak[0] = std::max(peak[0], pressure[0] + int(run->unread[node]));
  isPlaced[node] = true;
  order.push_back(node);
  const Run::Access &read = run->reads[node];
  for (unsigned k = 0; k != read.count; ++k) {
    Lane &lane = lanes[run->laneList[read.first + k]];
    --lane.readers;
    lane.readersXor ^= node;
    if (lane.readers != 1 || lane.isLiveOut)
      continue;
    // The one that is left will set it free.
    unsigned last = lane.readersXor;
    int change = --changes[last][lane.file];
    if (hasRelief[lane.file] && !predsLeft[last] && isInWindow(last))
      relief[lane.file].push(makeRelief(change, last));
  }
  while (first != isPlaced.size() && isPlaced[first])
    ++first;
  while (beyond.hasMoreThan(0) && isInWindow(laterNode(beyond[0]))) {
    unsigned next = laterNode(beyond[0]);
    beyond.erase(0);
    makeAvailable(next);
  }
}

/// By how much the registers in use change if the operation comes next, and
/// behind it, if that makes them fewer, one that waits for nothing else.
int ListScheduler::getChangeOfTwo(unsigned node, unsigned file) const {
  const Run::Access &read = run->reads[node];
  const RegionGraph::Node &info = run->graph.nodes[node];
  int best = 0;
  for (unsigned e = info.firstEdge,
                end = std::min(info.endEdge, e + kMaxBehind);
       e != end; ++e) {
    unsigned next = run->graph.edges[e].to;
    if (predsLeft[next] != 1)
      continue;
    int change = changes[next][file];
    // What both read and nobody else does becomes free, too.
    for (unsigned k = 0; k != read.count; ++k) {
      const Lane &lane = lanes[run->laneList[read.first + k]];
      change -= lane.file == file && lane.readers == 2 && !lane.isLiveOut &&
                (lane.readersXor ^ node) == next;
    }
    best = std::min(best, change);
  }
  return changes[node][file] + best;
}

/// The available operation that sets most registers of a full file free, of
/// some the one that has to wait least; if all take some, the first in the
/// source, or where values are spilled in any case, the one that takes least
/// with another one behind it.
unsigned ListScheduler::takeForPressure(unsigned file) {
  auto &queue = relief[file];
  if (!hasRelief[file]) {
    hasRelief[file] = true;
    for (unsigned n = 0; n != isPlaced.size(); ++n)
      if (!isPlaced[n] && !predsLeft[n] && isInWindow(n))
        queue.push(makeRelief(changes[n][file], n));
  }
  // Entries that are out of date are left out.
  unsigned seen = 0;
  auto hasEntry = [&](unsigned most) {
    while (seen < most && queue.hasMoreThan(seen)) {
      unsigned node = laterNode(queue[seen]);
      if (!isPlaced[node] &&
          makeRelief(changes[node][file], node) == queue[seen])
        return true;
      queue.erase(seen);
    }
    return false;
  };
  // What would go beyond the limit of another file has to wait.
  unsigned chosen = first, other = 0, leastWait = ~0u;
  for (; hasEntry(kMaxPutOff); ++seen) {
    unsigned node = laterNode(queue[seen]);
    if (changes[node][file] > 0)
      break;
    unsigned wait = earliest[node] - std::min<uint64_t>(earliest[node], cycle);
    if (wait < leastWait && fits(node, /*reserve=*/0, other)) {
      chosen = node;
      leastWait = wait;
      if (wait == 0)
        break;
    }
  }
  if (leastWait != ~0u || file != 0 || !looksAhead)
    return chosen;
  int least = getChangeOfTwo(chosen, file);
  for (; hasEntry(kMaxAsked); ++seen) {
    unsigned node = laterNode(queue[seen]);
    int change = getChangeOfTwo(node, file);
    if (change < least || (change == least && node < chosen)) {
      least = change;
      chosen = node;
    }
  }
  return chosen;
}

/// Makes an operation the next one.
void ListScheduler::issue(unsigned node) {
  cycle = std::max<uint64_t>(cycle, earliest[node]);
  issued[node] = unsigned(cycle);
  place(node);
  run->graph.forEachEdge(node, [&](const RegionGraph::Edge &e) {
    earliest[e.to] =
        std::max<unsigned>(earliest[e.to], unsigned(cycle) + e.latency);
    if (--predsLeft[e.to] == 0)
      makeAvailable(e.to);
  });
  unsigned cycles = run->graph.nodes[node].issue;
  cycle += cycles;
  // Who takes parts of a value does not wait for it.
  if (cycles)
    end = cycle;
}

/// When what the run leaves behind arrives, in the last order.
void ListScheduler::noteArrivals() {
  run->end = unsigned(end);
  run->arrivals.clear();
  for (auto [value, node] : run->late)
    run->arrivals.push_back(issued[node] + run->graph.nodes[node].latency);
}

/// The operation of the longest path that there is room for. If some are ready
/// and none has room, `isAny` is set, and `file` is where the first has none.
unsigned ListScheduler::takeReady(unsigned &file, bool &isAny) {
  unsigned seen = 0, full = 0;
  while (seen != kMaxTooLarge && ready.hasMoreThan(seen)) {
    unsigned node = readyNode(ready[seen]);
    if (isPlaced[node]) {
      ready.erase(seen);
    } else if (fits(node, /*reserve=*/0, file)) {
      ready.erase(seen);
      return node;
    } else if (seen++ == 0) {
      full = file;
    }
  }
  isAny = seen != 0;
  if (isAny)
    file = full;
  return kNone;
}

/// The next operation, where nothing else is asked for: that of the longest
/// path, or the first in the source, loads and what they need before others.
unsigned ListScheduler::choose() {
  // What was taken out of turn is still in the queues.
  auto clean = [&](auto &queue, auto nodeOf) {
    while (queue.hasMoreThan(0) && isPlaced[nodeOf(queue[0])])
      queue.erase(0);
  };
  clean(loads, readyNode);
  clean(feeders, readyNode);
  clean(fillers, readyNode);
  clean(later, laterNode);
  unsigned file = 0;
  // Loads that do not fit wait until there is room.
  auto takeIfFits = [&](auto &queue, int reserve) -> unsigned {
    if (!queue.hasMoreThan(0))
      return kNone;
    unsigned node = readyNode(queue[0]);
    if (!fits(node, reserve, file))
      return kNone;
    queue.erase(0);
    return node;
  };
  int room = std::max(attemptLimits[0] - run->base[first], 0);
  for (auto *queue : {&feeders, &fillers})
    while (queue->hasMoreThan(0) && readyNode((*queue)[0]) - first < kNear) {
      ready.push((*queue)[0]);
      queue->erase(0);
      clean(*queue, readyNode);
    }
  while (true) {
    while (later.hasMoreThan(0) && later[0] >> 32 <= cycle) {
      unsigned node = laterNode(later[0]);
      later.erase(0);
      if (isPlaced[node])
        continue;
      // Ties keep the order of the source.
      if (policy == Policy::LongestPath)
        ready.push(makeEntry(run->graph.nodes[node].height, ~node));
      else if (run->roles[node] == Role::Load)
        loads.push(makeEntry(0, ~node));
      else if (node - first < kNear)
        ready.push(makeEntry(0, ~node));
      else
        (run->roles[node] == Role::Feeder ? feeders : fillers)
            .push(makeEntry(0, ~node));
    }
    if (unsigned node = takeIfFits(loads, kReserve); node != kNone)
      return node;
    if (unsigned node = takeIfFits(feeders, room / kFeedersShare);
        node != kNone)
      return node;
    // Where the longest path has no room, another one may.
    bool isAny = false;
    if (unsigned node = takeReady(file, isAny); node != kNone)
      return node;
    if (isAny)
      return takeForPressure(file);
    if (unsigned node = takeIfFits(fillers, room / kFillersShare);
        node != kNone)
      return node;
    if (!later.hasMoreThan(0))
      return takeForPressure(file);
    cycle = std::max(cycle, later[0] >> 32);
    clean(later, laterNode);
  }
}

/// One attempt.
void ListScheduler::attempt(Policy newPolicy) {
  policy = newPolicy;
  unsigned n = run->ops.size();
  lanes = run->lanes;
  pressure = peak = run->inFront;
  order.clear();
  isPlaced.assign(n, false);
  hasRelief = {};
  cycle = end = 0;
  first = 0;
  predsLeft.resize(n);
  issued.resize(n);
  earliest.assign(n, 0);
  for (auto [node, cycles] : run->waits)
    earliest[node] = std::max(earliest[node], cycles);
  changes = run->changes;
  beyond.clear();
  for (auto *queue : {&ready, &loads, &feeders, &fillers})
    queue->clear();
  later.clear();
  for (auto &queue : relief)
    queue.clear();
  for (unsigned i = 0; i != n; ++i) {
    predsLeft[i] = run->graph.nodes[i].numPreds;
    if (!predsLeft[i])
      makeAvailable(i);
  }
  while (order.size() != n)
    issue(choose());
}

/// Registers by which an attempt goes beyond a limit and the order of the
/// source.
int ListScheduler::getExcess(const Pressure &limits, unsigned file) const {
  return std::max(peak[file] - std::max(limits[file], run->most[file]), 0);
}

/// Tries several orders and leaves the best one in the run.
void ListScheduler::search(unsigned reach, const Pressure &limits) {
  unsigned size = run->ops.size();
  run->isMoved = run->isShort = run->isFree = false;
  run->mostInOrder = run->most[0];
  // Of the longest path first, or where registers are short, of loads as early
  // as there is room, the one that takes fewer cycles. Later attempts stay
  // further below a limit that the last one went beyond, the last two also
  // nearer to the order of the source.
  attemptLimits = limits;
  uint64_t bestCycles = ~uint64_t(0), leastRejected = 0;
  for (unsigned n = 0; n != 4; ++n) {
    // What was found is good enough, if it is not much worse than what was not.
    if (run->isMoved && (n > 1 || leastRejected / 8 * 9 >= bestCycles))
      break;
    unsigned farthest = n < 2 ? size : std::max(reach >> (2 * (n - 1)), 1u);
    leastRejected = ~uint64_t(0);
    Pressure next = attemptLimits;
    for (Policy policy : {Policy::LongestPath, Policy::LoadsFirst}) {
      window = policy == Policy::LoadsFirst ? std::min(farthest, kFarthest)
                                            : farthest;
      attempt(policy);
      bool fitsAll = true;
      for (unsigned file = 0; file != target::kNumRegFiles; ++file)
        if (int over = getExcess(limits, file)) {
          fitsAll = false;
          int less = std::min(over, (1 + attemptLimits[file]) / 2);
          next[file] = std::min(next[file], attemptLimits[file] - less);
        }
      if (!fitsAll) {
        leastRejected = std::min(leastRejected, cycle);
      } else if (cycle < bestCycles) {
        run->isMoved = true;
        bestCycles = cycle;
        run->order = order;
        run->peak = peak;
        run->mostInOrder = peak[0];
        noteArrivals();
      }
      // Nothing was put off.
      if (hasRelief == decltype(hasRelief)()) {
        run->isFree = n == 0 && policy == Policy::LongestPath;
        break;
      }
      run->isShort |= run->hasLong && hasRelief[0];
    }
    attemptLimits = next;
  }
  run->cycles = run->isMoved ? bestCycles : leastRejected;
  if (!run->isMoved)
    noteArrivals(); // those of the source's order are about the same
}

bool ListScheduler::schedule(Run &newRun, unsigned reach,
                             const Pressure &limits, int budget) {
  run = &newRun;
  looksAhead = run->most[0] > budget;
  if (run->ops.size() < 2) {
    run->mostInOrder = run->most[0];
    run->cycles = run->end = run->ops.size();
    return false;
  }
  // Where no limit was reached, others that are not give the same order.
  auto isSame = [&] {
    if (!run->isScheduled || limits == run->limits || !run->isFree)
      return run->isScheduled && limits == run->limits;
    for (unsigned file = 0; file != target::kNumRegFiles; ++file)
      if (run->peak[file] > limits[file])
        return false;
    return true;
  };
  if (!isSame()) {
    search(reach, limits);
    run->isScheduled = true;
    run->limits = limits;
  }
  return run->isMoved;
}
