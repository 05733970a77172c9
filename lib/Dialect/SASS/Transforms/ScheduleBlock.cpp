//===- ScheduleBlock.cpp - List scheduling on physical registers ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The longest path to the end of the block goes first among what is ready and
// whose pipe is free; the dependences come from DependenceGraph. What reads a
// register that the block before has loaded is not ready until that arrives.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/ScheduleBlock.h"
#include "ptx-mlir/ISA/Inst.h"
#include <algorithm>
#include <queue>

using namespace ptxmlir;
using namespace ptxmlir::sass;

BlockScheduler::BlockScheduler(const MachineCode &code,
                               const AccessTable &table,
                               const target::TargetInfo &target)
    : table(table), timing(target::lookupTimingModel(target.sm)),
      graph(code, table, target), pipeFree(target::getPipes().size()),
      arrivals(kNumRegIds) {}

void BlockScheduler::beginBlock(llvm::ArrayRef<LateRegister> late) {
  for (RegId reg : inFlight)
    arrivals[reg] = 0;
  inFlight.clear();
  now = 0;
  for (const LateRegister &l : late) {
    if (!arrivals[l.reg])
      inFlight.push_back(l.reg);
    arrivals[l.reg] = std::max(arrivals[l.reg], l.cycles);
  }
}

llvm::SmallVector<BlockScheduler::LateRegister, 8>
BlockScheduler::getLate() const {
  llvm::SmallVector<LateRegister, 8> late;
  for (RegId reg : inFlight)
    if (arrivals[reg] > now)
      late.push_back({reg, arrivals[reg] - now});
  return late;
}

/// The cycle in which all registers of an instruction have arrived.
unsigned BlockScheduler::findArrival(unsigned inst) const {
  unsigned cycle = 0;
  for (auto accesses : {table.reads(inst), table.writes(inst)})
    for (const Access &access : accesses)
      cycle = std::max(cycle, arrivals[access.reg]);
  return cycle;
}

/// The group of instructions that wait for the same pipes, and for how long one
/// is busy with the instruction; the first group waits for none, as those do
/// that go through a queue.
unsigned BlockScheduler::findGroup(const InstInfo &info, uint8_t &interval) {
  if (groups.empty())
    groups.emplace_back();
  if (!timing)
    return 0;
  const target::PipeUse &use = timing->getUse(info.opcode);
  interval = use.interval;
  if (!isIssuedToPipe(use, *info.cls))
    return 0;
  for (unsigned g = 1; g != groups.size(); ++g)
    if (groups[g].numPipes == use.numPipes &&
        std::equal(use.pipes, use.pipes + use.numPipes, groups[g].pipes))
      return g;
  groups.emplace_back();
  groups.back().numPipes = use.numPipes;
  std::copy(use.pipes, use.pipes + use.numPipes, groups.back().pipes);
  return groups.size() - 1;
}

/// The pipe of a group that is free first.
unsigned BlockScheduler::findPipe(const Group &group) const {
  unsigned pipe = group.pipes[0];
  for (unsigned k = 1; k < group.numPipes; ++k)
    if (pipeFree[group.pipes[k]] < pipeFree[pipe])
      pipe = group.pipes[k];
  return pipe;
}

/// Appends [begin, end) to the order, and notes what is on its way behind it.
void BlockScheduler::scheduleRegion(unsigned begin, unsigned end) {
  states.clear();
  unsigned first = order.size();
  if (end - begin > 2) {
    orderRegion(begin, end);
  } else {
    for (unsigned i = begin; i != end; ++i) {
      now = std::max(now, findArrival(i));
      states.push_back({0, now, 0});
      now += table[i].cls->minStall;
      order.push_back(i);
    }
  }
  for (unsigned i : llvm::ArrayRef<unsigned>(order).drop_front(first))
    for (const Access &write : table.writes(i)) {
      if (!table[i].usesWriteBarrier || !hasLatency(write.reg))
        continue;
      if (!arrivals[write.reg])
        inFlight.push_back(write.reg);
      arrivals[write.reg] =
          states[i - begin].earliest + unsigned(table[i].cls->estimate);
    }
}

/// The instructions may all be moved, except that a branch at the end stays
/// there.
void BlockScheduler::orderRegion(unsigned begin, unsigned end) {
  graph.build(begin, end);
  for (unsigned n = 0; n != graph.size(); ++n)
    states.push_back({graph.getNumPredecessors(n), findArrival(begin + n), 0});
  unsigned last = end - begin - 1;

  // Ready later, earliest first; ready now, by pipe, longest path first.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> later;
  auto release = [&](unsigned n) {
    if (!(graph.keepsLast() && n == last))
      later.push({states[n].earliest, n});
  };
  for (unsigned n = 0; n != states.size(); ++n)
    if (states[n].numPreds == 0)
      release(n);
  std::fill(pipeFree.begin(), pipeFree.end(), 0);
  unsigned cycle = now, numReady = 0;
  while (numReady || !later.empty()) {
    if (!numReady)
      cycle = std::max<unsigned>(cycle, later.top().first);
    while (!later.empty() && later.top().first <= cycle) {
      unsigned n = later.top().second;
      later.pop();
      // Ties keep the order of the source.
      unsigned group = findGroup(table[begin + n], states[n].interval);
      groups[group].ready.push({graph.getHeight(n), ~n});
      ++numReady;
    }
    Group *best = nullptr;
    uint64_t soonest = later.empty() ? UINT64_MAX : later.top().first;
    for (Group &group : groups) {
      if (group.ready.empty())
        continue;
      unsigned free = group.numPipes ? pipeFree[findPipe(group)] : 0;
      if (free > cycle)
        soonest = std::min<uint64_t>(soonest, free);
      else if (!best || group.ready.top() > best->ready.top())
        best = &group;
    }
    if (!best) {
      cycle = unsigned(soonest);
      continue;
    }
    unsigned n = ~best->ready.top().second;
    best->ready.pop();
    --numReady;
    if (best->numPipes)
      pipeFree[findPipe(*best)] = cycle + states[n].interval;
    order.push_back(begin + n);
    states[n].earliest = cycle;
    graph.forEachSuccessor(n, [&](unsigned to, unsigned latency) {
      states[to].earliest = std::max(states[to].earliest, cycle + latency);
      if (--states[to].numPreds == 0)
        release(to);
    });
    cycle += table[begin + n].cls->minStall;
  }
  if (graph.keepsLast()) {
    cycle = std::max(cycle, states[last].earliest);
    states[last].earliest = cycle;
    order.push_back(begin + last);
  }
  now = cycle;
}

llvm::ArrayRef<unsigned> BlockScheduler::schedule(unsigned begin, unsigned end,
                                                  unsigned window) {
  order.clear();
  while (begin != end) {
    unsigned regionEnd = graph.findRegionEnd(begin, end, window);
    scheduleRegion(begin, regionEnd);
    begin = regionEnd;
  }
  return order;
}
