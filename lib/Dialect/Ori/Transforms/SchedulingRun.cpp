//===- SchedulingRun.cpp - What a run of operations needs -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the list scheduler asks of a run and what does not depend on limits: its
// dependences, the registers that operations take and set free, and what is on
// its way in front of the run and behind it.
//
//===----------------------------------------------------------------------===//

#include "ListScheduler.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// Cycles from which on a load is worth doing early where there are such loads.
static constexpr unsigned kLongLatency = 100;

/// Whether the operation's results arrive late.
static bool isLate(const target::TargetInfo &target, Operation *op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && target.usesWriteBarrier(inst.getOpcode());
}

SchedulingRunBuilder::SchedulingRunBuilder(const LiveRanges &ranges,
                                           const Contents &contents,
                                           const target::TargetInfo &target,
                                           const SuccessorMap &successors)
    : ranges(ranges), contents(contents), graphs(target, successors),
      numbers(ranges.numLanes(), kNone), mayBeLate(ranges.numValues()) {
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    // Parts and tuples of values are none of their own.
    Operation *def = ranges[id].value.getDefiningOp();
    mayBeLate[id] =
        !def || !llvm::isa<InstOpInterface>(def) || isLate(target, def);
  }
}

SchedulingRun SchedulingRunBuilder::build(unsigned begin, unsigned end,
                                          const Pressure &inUse) {
  SchedulingRun run;
  run.inFront = inUse;
  collectAccesses(run, begin, end);
  run.countRegisters();
  if (run.ops.size() < 2)
    return run;
  run.graph = graphs.build(run.ops);
  run.findRoles();
  collectLate(run, begin, end);
  return run;
}

/// What may be on its way in front of the run and behind it.
void SchedulingRunBuilder::collectLate(SchedulingRun &run, unsigned begin,
                                       unsigned end) {
  // The load of which a node's results are, or parts.
  std::vector<unsigned> loads(end - begin, kNone);
  for (unsigned node = 0; node != run.ops.size(); ++node) {
    Operation *op = run.ops[node];
    bool isInst = llvm::isa<InstOpInterface>(op);
    if (isInst && run.graph.nodes[node].isLoad)
      loads[node] = node;
    for (unsigned k = 0; k != op->getNumOperands(); ++k) {
      unsigned id = ranges.lookupOperand(begin + node, k);
      if (id == LiveRanges::kNone || !mayBeLate[id])
        continue;
      unsigned def = ranges[id].defIndex;
      if (def < begin || def >= end || !ranges.operations()[def])
        run.awaited.push_back({id, node});
      else if (!isInst && loads[def - begin] != kNone)
        loads[node] = loads[def - begin];
    }
    if (loads[node] == kNone)
      continue;
    for (OpResult result : op->getResults())
      if (unsigned id = isRegisterType(result.getType()) ? ranges.lookup(result)
                                                         : LiveRanges::kNone;
          id != LiveRanges::kNone &&
          ranges.isLiveAt(ranges[id].firstLane, 2 * end - 1))
        run.late.push_back({id, loads[node]});
  }
}

/// The number of a lane within the run: they are numbered as they come first.
unsigned SchedulingRunBuilder::addLane(SchedulingRun &run, unsigned lane,
                                       uint32_t behind) {
  unsigned &number = numbers[lane];
  if (number == kNone) {
    number = run.lanes.size();
    lanes.push_back(lane);
    lastReaders.push_back(kNone);
    SchedulingRun::Lane info;
    info.file = uint8_t(target::regFile(ranges[ranges.valueOfLane(lane)].file));
    info.isLiveOut = contents.isLiveAt(lane, behind);
    run.lanes.push_back(info);
  }
  return number;
}

void SchedulingRunBuilder::collectAccesses(SchedulingRun &run, unsigned begin,
                                           unsigned end) {
  ArrayRef<Operation *> all = ranges.operations();
  run.ops.assign(all.begin() + begin, all.begin() + end);
  run.reads.reserve(end - begin);
  run.writes.reserve(end - begin);
  uint32_t behind = 2 * end - 1;
  std::vector<unsigned> &list = run.laneList;
  for (unsigned i = begin; i != end; ++i) {
    unsigned node = i - begin, first = list.size();
    forEachRead(all[i], [&](OpOperand &operand, unsigned part, unsigned count) {
      unsigned id = ranges.lookupOperand(i, operand.getOperandNumber());
      if (id == LiveRanges::kNone)
        return;
      for (unsigned k = 0; k != count; ++k) {
        unsigned lane =
            addLane(run, contents[ranges[id].firstLane + part + k], behind);
        if (lastReaders[lane] == node)
          continue;
        lastReaders[lane] = node;
        list.push_back(lane);
        ++run.lanes[lane].readers;
        run.lanes[lane].readersXor ^= node;
      }
    });
    run.reads.push_back({first, unsigned(list.size()) - first});
    first = list.size();
    for (OpResult result : all[i]->getResults()) {
      unsigned id = isRegisterType(result.getType()) ? ranges.lookup(result)
                                                     : LiveRanges::kNone;
      if (id != LiveRanges::kNone)
        for (unsigned k = 0; k != ranges[id].width; ++k)
          if (unsigned lane = ranges[id].firstLane + k; contents[lane] == lane)
            list.push_back(addLane(run, lane, behind));
    }
    run.writes.push_back({first, unsigned(list.size()) - first});
  }
  for (unsigned lane : lanes)
    numbers[lane] = kNone;
  lanes.clear();
  lastReaders.clear();
  run.setUnreadApart();
}

/// Words that are written and that nobody reads come last and count apart.
void SchedulingRun::setUnreadApart() {
  for (Access &written : writes) {
    auto first = laneList.begin() + written.first;
    auto isRead = [&](unsigned lane) {
      return lanes[lane].readers != 0 || lanes[lane].isLiveOut;
    };
    auto end = std::partition(first, first + written.count, isRead);
    unread.push_back(0);
    for (auto lane = end; lane != first + written.count; ++lane)
      unread.back() += lanes[*lane].file == 0;
    written.count = end - first;
  }
}

/// The registers in use in the order of the source.
void SchedulingRun::countRegisters() {
  std::vector<unsigned> readers;
  for (const Lane &lane : lanes)
    readers.push_back(lane.readers);
  behind = most = inFront;
  base.resize(ops.size());
  changes.assign(ops.size(), {});
  for (unsigned n = 0; n != ops.size(); ++n) {
    base[n] = behind[0];
    for (unsigned k = 0; k != reads[n].count; ++k) {
      unsigned lane = laneList[reads[n].first + k];
      if (lanes[lane].readers == 1 && !lanes[lane].isLiveOut)
        --changes[n][lanes[lane].file];
      if (--readers[lane] == 0 && !lanes[lane].isLiveOut)
        --behind[lanes[lane].file];
    }
    for (unsigned k = 0; k != writes[n].count; ++k) {
      unsigned file = lanes[laneList[writes[n].first + k]].file;
      ++behind[file];
      ++changes[n][file];
    }
    for (unsigned file = 0; file != behind.size(); ++file)
      most[file] = std::max(most[file], behind[file]);
    most[0] = std::max(most[0], behind[0] + int(unread[n]));
  }
  spreadBase();
}

/// Makes each of `base` the least of the next kNear, its own included.
void SchedulingRun::spreadBase() {
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

void SchedulingRun::findRoles() {
  auto isLong = [](const RegionGraph::Node &node) {
    return node.isLoad && node.latency >= kLongLatency;
  };
  hasLong = llvm::any_of(graph.nodes, isLong);
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
}
