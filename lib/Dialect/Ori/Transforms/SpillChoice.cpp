//===- SpillChoice.cpp - Which values to spill ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value goes that costs least, in executed loads and stores, for each
// position with too many values that it helps, until no such position is left.
// Then those stay that have become superfluous. How a value goes is
// Spilling.cpp's matter.
//
//===----------------------------------------------------------------------===//

#include "PressureTree.h"
#include "Spilling.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include <numeric>
#include <queue>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Frame = RegisterFrames::Frame;

namespace {

/// One choice, for one register file.
class Chooser {
public:
  Chooser(const LiveRanges &ranges, const RegisterFrames &frames,
          const LoopNest &loops, isa::Operand::Kind file,
          ArrayRef<LimitStep> limits, const Spiller &spiller, unsigned distance,
          const CallSites &calls)
      : ranges(ranges), frames(frames), loops(loops), file(file),
        limits(limits), spiller(spiller), distance(distance), calls(calls) {
    for (LimitStep step : limits)
      limit = std::max(limit, step.limit);
  }
  SmallVector<unsigned> run();
  SmallVector<unsigned> runFor(ArrayRef<unsigned> failed);

private:
  std::vector<int> computePressure() const;
  void computeCosts();
  void computeWeights();
  template <typename Fn> void forEachFreed(unsigned id, Fn fn) const;
  uint32_t countOverfull(unsigned id) const;
  void change(unsigned id, int registers);
  bool isUsedAt(unsigned id, unsigned index) const {
    return llvm::binary_search(touched[id], index);
  }
  void takeAt(ArrayRef<unsigned> failed);
  void takeArguments(const llvm::DenseSet<unsigned> &isFailed,
                     SmallVector<unsigned> &members);

  const LiveRanges &ranges;
  const RegisterFrames &frames;
  const LoopNest &loops;
  isa::Operand::Kind file;
  ArrayRef<LimitStep> limits;
  unsigned limit = 0; ///< the largest of them
  const Spiller &spiller;
  unsigned distance; ///< over which reads share a reload
  const CallSites &calls;

  std::optional<PressureTree> pressure;
  std::vector<double> cost, weight;
  /// Indices of the operations that read or write a value; sorted.
  std::vector<SmallVector<unsigned, 4>> touched;
  /// Where a value that is spilled is in a register, by indices: from the
  /// definition or a reload to the last operation that it serves.
  struct Stay {
    unsigned first, last;
  };
  std::vector<SmallVector<Stay, 4>> kept;
  std::vector<bool> chosen;
  SmallVector<unsigned> result;
};

} // namespace

/// Registers in use at each position. Ranges of one register of a frame do not
/// overlap. Where there are fewer registers than elsewhere, those that are
/// missing count as used.
std::vector<int> Chooser::computePressure() const {
  std::vector<int> change(ranges.numPositions() + 1, 0);
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
  std::partial_sum(change.begin(), change.end(), change.begin());
  return change;
}

/// The cost of a value is its store and its reloads, weighted by loop depth.
void Chooser::computeCosts() {
  unsigned n = ranges.numValues();
  cost.assign(n, 0);
  touched.resize(n);
  kept.resize(n);
  auto touch = [&](unsigned id, unsigned index) {
    if (ranges[id].file == file &&
        (touched[id].empty() || touched[id].back() != index))
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
  for (unsigned id = 0; id != n; ++id) {
    const LiveRanges::ValueInfo &info = ranges[id];
    if (info.file != file)
      continue;
    llvm::sort(touched[id]);
    // Reads that are near enough share a reload.
    unsigned reach = spiller.isSpilled(info.value) ? 0 : distance;
    unsigned last = LiveRanges::kNone;
    for (unsigned index : touched[id]) {
      unsigned block = ranges.blockOfIndex(index);
      if (block == last && index - kept[id].back().first <= reach) {
        kept[id].back().last = index;
        continue;
      }
      static constexpr double kPerDepth[] = {1, 10, 100, 1000, 10000};
      unsigned depth = getBusyDepth(ranges.blocks()[block], loops.depth(block));
      cost[id] += kPerDepth[std::min(depth, 4u)];
      kept[id].push_back({index, index});
      last = block;
    }
    // A predicate that is computed again needs no register of its own.
    constexpr double kRepeated = 0.5;
    if (auto defined = dyn_cast<OpResult>(info.value);
        defined && file == isa::Operand::Kind::P &&
        canBeRepeatedAtReads(ranges, defined,
                             ArrayRef(touched[id]).drop_front()))
      cost[id] *= kRepeated;
  }
}

/// Calls `fn(begin, end)` for the positions at which the registers of the value
/// become free if it is spilled: not those of operations that read or write it,
/// and between those that share a reload.
template <typename Fn> void Chooser::forEachFreed(unsigned id, Fn fn) const {
  const LiveRanges::ValueInfo &info = ranges[id];
  for (unsigned k = 0; k != info.width; ++k) {
    auto next = kept[id].begin();
    for (Segment s : ranges.lane(info.firstLane + k)) {
      uint32_t begin = s.start;
      for (; next != kept[id].end() && 2 * next->first < s.end; ++next) {
        if (2 * next->first > begin)
          fn(begin, 2 * next->first);
        begin = std::max(begin, 2 * next->last + 2);
      }
      if (begin < s.end)
        fn(begin, s.end);
    }
  }
}

/// The overfull positions that spilling the value helps, once for each
/// register.
uint32_t Chooser::countOverfull(unsigned id) const {
  uint32_t n = 0;
  forEachFreed(id, [&](uint32_t begin, uint32_t end) {
    n += pressure->countOverfull(begin, end);
  });
  return n;
}

/// The cost per position that a value would set free. Negative: it stays.
void Chooser::computeWeights() {
  weight.assign(ranges.numValues(), -1);
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    const LiveRanges::ValueInfo &info = ranges[id];
    if (info.file != file || spiller.getUnspillable().contains(info.value))
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
    // What lives for a few operations only gains nothing, unless one of them is
    // a call.
    if (length <= 8 * info.width && !crossesCall)
      continue;
    weight[id] = cost[id] / double(length);
  }
}

/// Takes a value's registers away where they become free, or back.
void Chooser::change(unsigned id, int registers) {
  forEachFreed(id, [&](uint32_t begin, uint32_t end) {
    pressure->add(begin, end, registers);
  });
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
      if (to == LiveRanges::kNone || chosen[to] ||
          spiller.getUnspillable().contains(*arg))
        continue;
      chosen[to] = true;
      members.push_back(to);
    }
  }
}

SmallVector<unsigned> Chooser::runFor(ArrayRef<unsigned> failed) {
  computeCosts();
  computeWeights();
  chosen.assign(ranges.numValues(), false);
  takeAt(failed);
  llvm::sort(result);
  return std::move(result);
}

SmallVector<unsigned> Chooser::run() {
  computeCosts();
  computeWeights();
  pressure.emplace(computePressure(), int(limit));
  // What a value costs for each position only grows as others are taken.
  using Entry = std::pair<double, unsigned>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  auto push = [&](unsigned id) {
    if (uint32_t gain = countOverfull(id))
      queue.push({cost[id] / gain, id});
  };
  for (unsigned id = 0; id != ranges.numValues(); ++id)
    if (weight[id] >= 0)
      push(id);
  while (!queue.empty() && pressure->isOverfull()) {
    auto [price, id] = queue.top();
    queue.pop();
    uint32_t gain = countOverfull(id);
    if (gain && cost[id] / gain <= price) {
      change(id, -1);
      result.push_back(id);
    } else if (gain) {
      queue.push({cost[id] / gain, id});
    }
  }
  // The most expensive of those that others have made superfluous stay first.
  llvm::stable_sort(result,
                    [&](unsigned a, unsigned b) { return cost[a] > cost[b]; });
  llvm::erase_if(result, [&](unsigned id) {
    int most = std::numeric_limits<int>::min();
    forEachFreed(id, [&](uint32_t begin, uint32_t end) {
      most = std::max(most, pressure->getMost(begin, end));
    });
    bool isNeeded = most + int(ranges[id].width) > 0;
    if (!isNeeded)
      change(id, 1);
    return !isNeeded;
  });
  llvm::sort(result);
  return std::move(result);
}

SmallVector<unsigned>
ori::chooseSpills(const LiveRanges &ranges, const RegisterFrames &frames,
                  const LoopNest &loops, isa::Operand::Kind file,
                  ArrayRef<LimitStep> limits, const Spiller &spiller,
                  unsigned distance, const CallSites &calls) {
  return Chooser(ranges, frames, loops, file, limits, spiller, distance, calls)
      .run();
}

SmallVector<unsigned>
ori::chooseSpillsFor(ArrayRef<unsigned> failed, const LiveRanges &ranges,
                     const RegisterFrames &frames, const LoopNest &loops,
                     isa::Operand::Kind file, const Spiller &spiller,
                     unsigned distance, const CallSites &calls) {
  return Chooser(ranges, frames, loops, file, /*limits=*/{}, spiller, distance,
                 calls)
      .runFor(failed);
}
