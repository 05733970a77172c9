//===- SpillChoice.cpp - Which values to spill ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the pressure is above the limit, the value that frees most positions
// for least executed loads and stores goes. How it goes is Spilling.cpp's
// matter.
//
//===----------------------------------------------------------------------===//

#include "Spilling.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include <set>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Frame = RegisterFrames::Frame;

namespace {

/// One sweep over the positions of a function, for one register file.
class Chooser {
public:
  Chooser(const LiveRanges &ranges, const RegisterFrames &frames,
          const LoopNest &loops, isa::Operand::Kind file,
          ArrayRef<LimitStep> limits, const ValueSet &unspillable,
          const CallSites &calls)
      : ranges(ranges), frames(frames), loops(loops), file(file),
        limits(limits), unspillable(unspillable), calls(calls) {
    for (LimitStep step : limits)
      limit = std::max(limit, step.limit);
  }
  SmallVector<unsigned> run();
  SmallVector<unsigned> runFor(ArrayRef<unsigned> failed);

private:
  void computePressure();
  void computeWeights();
  bool isUsedAt(unsigned id, unsigned index) const {
    return llvm::binary_search(touched[id], index);
  }
  void take(unsigned id, uint32_t position);
  void takeAt(ArrayRef<unsigned> failed);
  void takeArguments(const llvm::DenseSet<unsigned> &isFailed,
                     SmallVector<unsigned> &members);

  const LiveRanges &ranges;
  const RegisterFrames &frames;
  const LoopNest &loops;
  isa::Operand::Kind file;
  ArrayRef<LimitStep> limits;
  unsigned limit = 0; ///< the largest of them
  const ValueSet &unspillable;
  const CallSites &calls;

  std::vector<int> change; ///< of the pressure, by position
  std::vector<double> weight;
  /// Indices of the operations that read or write a value; sorted.
  std::vector<SmallVector<unsigned, 4>> touched;
  std::vector<bool> chosen;
  SmallVector<unsigned> result;
};

} // namespace

/// Registers in use at each position, as differences. Ranges of one register of
/// a frame do not overlap. Where there are fewer registers than elsewhere,
/// those that are missing count as used.
void Chooser::computePressure() {
  change.assign(ranges.numPositions() + 1, 0);
  for (unsigned id = 0; id != frames.numFrames(); ++id) {
    const Frame &f = frames.frame(id);
    if (f.file != file || !frames.isRepresentative(id))
      continue;
    // What is pinned beyond the limit takes nothing of it.
    if (f.pinned != RegisterFrames::kNoReg && f.pinned >= int(limit))
      continue;
    for (auto &lane : f.lanes)
      for (const RegisterFrames::Range &r : lane) {
        ++change[r.start];
        --change[r.end];
      }
  }
  int missing = 0;
  for (LimitStep step : limits) {
    int now = int(limit - step.limit);
    change[step.start] += now - missing;
    missing = now;
  }
  // Of what is live across a call, nothing is in the registers that it may
  // change; its results are.
  calls.forEach(file, [&](uint32_t position, const RegisterSet &lost) {
    int taken = 0;
    for (unsigned reg = 0; reg != std::min(limit, kMaxRegisters); ++reg)
      taken += lost[reg];
    for (OpResult result : ranges.operations()[position / 2]->getResults())
      if (unsigned id = ranges.lookup(result);
          id != LiveRanges::kNone && ranges[id].file == file)
        taken -= ranges[id].width;
    taken = std::max(taken, 0);
    change[position] += taken;
    change[position + 1] -= taken;
  });
}

/// The cost of a value is its reads and writes, weighted by loop depth, per
/// position that it would set free.
void Chooser::computeWeights() {
  unsigned n = ranges.numValues();
  std::vector<double> cost(n, 0);
  touched.resize(n);
  auto touch = [&](unsigned id, unsigned index) {
    if (ranges[id].file != file)
      return;
    static constexpr double kPerDepth[] = {1, 10, 100, 1000, 10000};
    unsigned block = ranges.blockOfIndex(index);
    unsigned depth = getBusyDepth(ranges.blocks()[block], loops.depth(block));
    cost[id] += kPerDepth[std::min(depth, 4u)];
    if (touched[id].empty() || touched[id].back() != index)
      touched[id].push_back(index);
  };
  ArrayRef<Operation *> ops = ranges.operations();
  for (unsigned id = 0; id != n; ++id)
    touch(id, ranges[id].defIndex);
  for (unsigned i = 0; i != ops.size(); ++i)
    if (ops[i])
      forEachRead(ops[i], [&](OpOperand &operand, unsigned, unsigned) {
        unsigned id = ranges.lookupOperand(i, operand.getOperandNumber());
        if (id != LiveRanges::kNone)
          touch(id, i);
      });
  weight.assign(n, -1);
  for (unsigned id = 0; id != n; ++id) {
    const LiveRanges::ValueInfo &info = ranges[id];
    if (info.file != file)
      continue;
    llvm::sort(touched[id]);
    if (unspillable.contains(info.value))
      continue;
    if (frames.frame(frames.find(id).first).pinned != RegisterFrames::kNoReg)
      continue;
    uint64_t length = 0;
    bool crossesCall = false;
    for (unsigned k = 0; k != info.width; ++k) {
      ArrayRef<Segment> lane = ranges.lane(info.firstLane + k);
      crossesCall |= calls.findCrossed(lane) != 0;
      for (Segment s : lane)
        length += s.end - s.start;
    }
    // A predicate that is computed again needs no register of its own.
    constexpr double kRepeated = 0.5;
    if (auto defined = dyn_cast<OpResult>(info.value);
        defined && file == isa::Operand::Kind::P &&
        canBeRepeatedAtReads(ranges, defined,
                             ArrayRef(touched[id]).drop_front()))
      cost[id] *= kRepeated;
    // What lives for a few operations only gains nothing, unless one of them is
    // a call.
    if (length <= 8 * info.width && !crossesCall)
      continue;
    weight[id] = cost[id] / double(length);
  }
}

/// Spills a value from `position` on, as far as the pressure goes.
void Chooser::take(unsigned id, uint32_t position) {
  chosen[id] = true;
  result.push_back(id);
  const LiveRanges::ValueInfo &info = ranges[id];
  for (unsigned k = 0; k != info.width; ++k)
    for (Segment s : ranges.lane(info.firstLane + k)) {
      if (s.end <= position)
        continue;
      --change[std::max(s.start, position)];
      ++change[s.end];
    }
  // At its operations it still needs a register.
  for (unsigned index : touched[id]) {
    if (2 * index < position)
      continue;
    change[2 * index] += info.width;
    change[2 * index + 2] -= info.width;
  }
}

/// Frames that found no place although the pressure is low enough: they
/// themselves, or what lives around them.
void Chooser::takeAt(ArrayRef<unsigned> failed) {
  SmallVector<unsigned> members;
  llvm::DenseSet<unsigned> isFailed(failed.begin(), failed.end());
  for (unsigned id = 0; id != ranges.numValues(); ++id)
    if (isFailed.contains(frames.find(id).first) && weight[id] >= 0)
      members.push_back(id);
  if (members.empty()) {
    // The cheapest values that are live where the frames begin.
    for (unsigned f : failed) {
      uint32_t at = UINT32_MAX;
      for (auto &lane : frames.frame(f).lanes)
        if (!lane.empty())
          at = std::min(at, lane.front().start);
      unsigned best = LiveRanges::kNone;
      for (unsigned id = 0; id != ranges.numValues(); ++id) {
        if (weight[id] < 0 || chosen[id] || isUsedAt(id, at / 2))
          continue;
        bool isLive = false;
        for (unsigned k = 0; k != ranges[id].width; ++k)
          isLive |= ranges.isLiveAt(ranges[id].firstLane + k, at);
        if (isLive && (best == LiveRanges::kNone || weight[id] < weight[best]))
          best = id;
      }
      if (best != LiveRanges::kNone) {
        chosen[best] = true;
        members.push_back(best);
      }
      // Each look-up is linear; a few per round are enough.
      if (members.size() >= 16)
        break;
    }
  }
  if (members.empty())
    takeArguments(isFailed, members);
  result.append(members.begin(), members.end());
}

/// Reloads that an edge passes on, too many at once: some of the arguments they
/// are for.
void Chooser::takeArguments(const llvm::DenseSet<unsigned> &isFailed,
                            SmallVector<unsigned> &members) {
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    if (!isFailed.contains(frames.find(id).first))
      continue;
    for (OpOperand &use : ranges[id].value.getUses()) {
      auto branch = dyn_cast<BranchOpInterface>(use.getOwner());
      if (!branch)
        continue;
      auto arg = branch.getSuccessorBlockArgument(use.getOperandNumber());
      unsigned to = arg ? ranges.lookup(*arg) : LiveRanges::kNone;
      if (to == LiveRanges::kNone || chosen[to] || unspillable.contains(*arg))
        continue;
      chosen[to] = true;
      members.push_back(to);
    }
  }
}

SmallVector<unsigned> Chooser::runFor(ArrayRef<unsigned> failed) {
  computeWeights();
  chosen.assign(ranges.numValues(), false);
  takeAt(failed);
  llvm::sort(result);
  return std::move(result);
}

SmallVector<unsigned> Chooser::run() {
  computePressure();
  computeWeights();
  unsigned n = ranges.numValues();
  chosen.assign(n, false);

  // Values by where they become live and where they end, per segment.
  struct Event {
    uint32_t position;
    bool isStart;
    unsigned id;
  };
  std::vector<Event> events;
  for (unsigned id = 0; id != n; ++id) {
    if (weight[id] < 0)
      continue;
    // A value whose lanes end at different places counts while any is live.
    const LiveRanges::ValueInfo &info = ranges[id];
    SmallVector<Segment, 8> all;
    for (unsigned k = 0; k != info.width; ++k)
      llvm::append_range(all, ranges.lane(info.firstLane + k));
    llvm::sort(all, [](Segment a, Segment b) { return a.start < b.start; });
    for (size_t i = 0; i != all.size();) {
      Segment s = all[i++];
      for (; i != all.size() && all[i].start <= s.end; ++i)
        s.end = std::max(s.end, all[i].end);
      events.push_back({s.start, true, id});
      events.push_back({s.end, false, id});
    }
  }
  llvm::sort(events, [](const Event &a, const Event &b) {
    return std::tuple(a.position, a.isStart, a.id) <
           std::tuple(b.position, b.isStart, b.id);
  });

  std::set<std::pair<double, unsigned>> active;
  size_t next = 0;
  int pressure = 0;
  for (uint32_t position = 0; position != ranges.numPositions(); ++position) {
    for (; next != events.size() && events[next].position <= position; ++next) {
      const Event &e = events[next];
      if (chosen[e.id])
        continue;
      if (e.isStart)
        active.insert({weight[e.id], e.id});
      else
        active.erase({weight[e.id], e.id});
    }
    pressure += change[position];
    if (pressure <= int(limit))
      continue;
    // The cheapest first; what this operation itself reads or writes stays.
    auto it = active.begin();
    while (pressure > int(limit) && it != active.end()) {
      unsigned id = it->second;
      if (isUsedAt(id, position / 2)) {
        ++it;
        continue;
      }
      it = active.erase(it);
      int before = change[position];
      take(id, position);
      pressure += change[position] - before;
    }
  }
  llvm::sort(result);
  return std::move(result);
}

SmallVector<unsigned>
ori::chooseSpills(const LiveRanges &ranges, const RegisterFrames &frames,
                  const LoopNest &loops, isa::Operand::Kind file,
                  ArrayRef<LimitStep> limits, const ValueSet &unspillable,
                  const CallSites &calls) {
  return Chooser(ranges, frames, loops, file, limits, unspillable, calls).run();
}

SmallVector<unsigned>
ori::chooseSpillsFor(ArrayRef<unsigned> failed, const LiveRanges &ranges,
                     const RegisterFrames &frames, const LoopNest &loops,
                     isa::Operand::Kind file, const ValueSet &unspillable,
                     const CallSites &calls) {
  return Chooser(ranges, frames, loops, file, /*limits=*/{}, unspillable, calls)
      .runFor(failed);
}
