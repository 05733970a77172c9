//===- SpillChoice.cpp - Which values to spill ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value goes to memory for part of its life: between two operations of a
// block that read it, or, where several blocks read it, everywhere but between
// the first and the last that read it in each. What costs least, in executed
// loads and stores, for each position with too many values that it helps goes
// first, until no such position is left. Then stays what has become
// superfluous. How a value goes is Spilling.cpp's matter.
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
  SmallVector<unsigned> run(ReloadPlan &plan);
  SmallVector<unsigned> runFor(ArrayRef<unsigned> failed);

private:
  /// Part of the life of a value for which it can be in memory: in front of
  /// stay number `stay` in its block, or (0) between blocks.
  struct Absence {
    unsigned id, stay;
    double cost; ///< of the reloads
    bool isChosen = false;
  };

  std::vector<int> computePressure() const;
  double getCostAt(unsigned index) const;
  void computeCosts();
  void computeWeights();
  void findAbsences();
  template <typename Fn> void forEachFreed(const Absence &absence, Fn fn) const;
  uint32_t countOverfull(const Absence &absence) const;
  void change(const Absence &absence, int registers);
  bool fits(const Absence &absence) const;
  void choose();
  void takeBack();
  void makePlan(ReloadPlan &plan);
  /// Whether no stay is in front of it from which it can have its register.
  bool isFirstInBlock(unsigned id, unsigned stay) const {
    return stay == 0 ||
           (stay == 1 && llvm::isa<BlockArgument>(ranges[id].value)) ||
           ranges.blockOfIndex(kept[id][stay - 1].first) !=
               ranges.blockOfIndex(kept[id][stay].first);
  }
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
  /// Whether reads may share a reload. One of a uniform register is for one
  /// read.
  const bool isPlanned =
      file == isa::Operand::Kind::R || file == isa::Operand::Kind::P;
  const CallSites &calls;

  std::optional<PressureTree> pressure;
  std::vector<double> cost, weight;
  /// Of `cost` what the store costs, and what a reload is multiplied with.
  std::vector<double> storeCost, factor;
  /// Indices of the operations that read or write a value; sorted.
  std::vector<SmallVector<unsigned, 4>> touched;
  /// Where a value that is spilled is in a register in any case, by indices:
  /// from the definition or a reload to the last operation that it serves.
  struct Stay {
    unsigned first, last;
  };
  std::vector<SmallVector<Stay, 4>> kept;
  /// The same in each block, if only what is between blocks is in memory.
  std::vector<SmallVector<Stay, 2>> inBlocks;
  std::vector<Absence> absences;      ///< those of a value one behind the other
  std::vector<unsigned> firstAbsence; ///< of each value, then the end
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

/// What a load or store costs there, by the depth of loops.
double Chooser::getCostAt(unsigned index) const {
  static constexpr double kPerDepth[] = {1, 10, 100, 1000, 10000};
  unsigned block = ranges.blockOfIndex(index);
  unsigned depth = getBusyDepth(ranges.blocks()[block], loops.depth(block));
  return kPerDepth[std::min(depth, 4u)];
}

/// The cost of a value is its store and its reloads, weighted by loop depth.
void Chooser::computeCosts() {
  unsigned n = ranges.numValues();
  cost.assign(n, 0);
  storeCost.assign(n, 0);
  factor.assign(n, 1);
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
    // Reads that are near enough share a reload. Nothing reads an argument that
    // is in memory from a register before its first reload.
    unsigned reach = spiller.isSpilled(info.value) ? 0 : distance;
    bool isArgument = llvm::isa<BlockArgument>(info.value);
    unsigned last = LiveRanges::kNone;
    for (unsigned index : touched[id]) {
      unsigned block = ranges.blockOfIndex(index);
      if (block == last && index - kept[id].back().first <= reach &&
          !(isArgument && kept[id].size() == 1)) {
        kept[id].back().last = index;
        continue;
      }
      cost[id] += getCostAt(index);
      kept[id].push_back({index, index});
      last = block;
    }
    if (!spiller.isSpilled(info.value))
      storeCost[id] = getCostAt(info.defIndex);
    // A predicate is in an R register from its definition on.
    constexpr double kHeld = 0.001;
    if (file == isa::Operand::Kind::P)
      storeCost[id] += kHeld * (touched[id].back() - touched[id].front());
    // What is computed again needs no memory.
    constexpr double kRepeated = 0.5;
    auto defined = dyn_cast<OpResult>(info.value);
    if (!defined || !isPlanned)
      continue;
    if (canBeRepeated(defined)) {
      cost[id] -= storeCost[id];
      storeCost[id] = 0;
    } else if (file != isa::Operand::Kind::P ||
               !canBeRepeatedAtReads(ranges, defined,
                                     ArrayRef(touched[id]).drop_front())) {
      continue;
    }
    cost[id] *= kRepeated;
    storeCost[id] *= kRepeated;
    factor[id] = kRepeated;
  }
}

/// Calls `fn(begin, end)` for the positions at which the registers of the value
/// become free: not those of operations that read or write it, and between
/// those that share a reload.
template <typename Fn>
void Chooser::forEachFreed(const Absence &absence, Fn fn) const {
  unsigned id = absence.id;
  const LiveRanges::ValueInfo &info = ranges[id];
  for (unsigned k = 0; k != info.width; ++k) {
    ArrayRef<Segment> lane = ranges.lane(info.firstLane + k);
    if (absence.stay) {
      uint32_t begin = 2 * kept[id][absence.stay - 1].last + 2,
               end = 2 * kept[id][absence.stay].first;
      const Segment *s = llvm::partition_point(
          lane, [&](const Segment &s) { return s.end <= begin; });
      for (; s != lane.end() && s->start < end; ++s)
        fn(std::max(begin, s->start), std::min(end, s->end));
      continue;
    }
    auto next = inBlocks[id].begin(), last = inBlocks[id].end();
    for (Segment s : lane) {
      uint32_t begin = s.start;
      for (; next != last && 2 * next->first < s.end; ++next) {
        if (2 * next->first > begin)
          fn(begin, 2 * next->first);
        begin = std::max(begin, 2 * next->last + 2);
      }
      if (begin < s.end)
        fn(begin, s.end);
    }
  }
}

/// The overfull positions that an absence helps, once for each register.
uint32_t Chooser::countOverfull(const Absence &absence) const {
  uint32_t n = 0;
  forEachFreed(absence, [&](uint32_t begin, uint32_t end) {
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
void Chooser::change(const Absence &absence, int registers) {
  forEachFreed(absence, [&](uint32_t begin, uint32_t end) {
    pressure->add(begin, end, registers);
  });
}

/// Whether the registers suffice without an absence that is chosen.
bool Chooser::fits(const Absence &absence) const {
  int most = std::numeric_limits<int>::min();
  forEachFreed(absence, [&](uint32_t begin, uint32_t end) {
    most = std::max(most, pressure->getMost(begin, end));
  });
  return most + int(ranges[absence.id].width) <= 0;
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

/// What values can be in memory for.
void Chooser::findAbsences() {
  inBlocks.resize(ranges.numValues());
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    firstAbsence.push_back(absences.size());
    if (weight[id] < 0)
      continue;
    // Each reload of a uniform register is for itself.
    if (!isPlanned) {
      inBlocks[id].assign(kept[id].begin(), kept[id].end());
      absences.push_back({id, 0, cost[id] - storeCost[id]});
      continue;
    }
    double between = 0;
    for (unsigned i = 0; i != kept[id].size(); ++i) {
      if (isFirstInBlock(id, i)) {
        inBlocks[id].push_back(kept[id][i]);
        between += i ? getCostAt(kept[id][i].first) : 0;
      } else {
        inBlocks[id].back().last = kept[id][i].last;
      }
    }
    if (inBlocks[id].size() > 1)
      absences.push_back({id, 0, factor[id] * between});
    for (unsigned i = 0; i != kept[id].size(); ++i)
      if (!isFirstInBlock(id, i))
        absences.push_back({id, i, factor[id] * getCostAt(kept[id][i].first)});
  }
  firstAbsence.push_back(absences.size());
}

/// Takes what costs least for each position that it helps.
void Chooser::choose() {
  // What an absence costs for each position grows as others are chosen; it
  // falls once, when its value is stored for another one.
  std::vector<bool> isStored(ranges.numValues());
  using Entry = std::pair<double, unsigned>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  auto getPrice = [&](const Absence &absence, uint32_t gain) {
    double store = isStored[absence.id] ? 0 : storeCost[absence.id];
    return (absence.cost + store) / gain;
  };
  auto push = [&](unsigned i) {
    if (uint32_t gain = absences[i].isChosen ? 0 : countOverfull(absences[i]))
      queue.push({getPrice(absences[i], gain), i});
  };
  // Between the reads in one block only if it is in memory between blocks.
  for (unsigned id = 0; id != ranges.numValues(); ++id)
    for (unsigned i = firstAbsence[id]; i != firstAbsence[id + 1]; ++i) {
      push(i);
      if (!absences[i].stay)
        break;
    }
  while (!queue.empty() && pressure->isOverfull()) {
    auto [price, i] = queue.top();
    queue.pop();
    Absence &absence = absences[i];
    uint32_t gain = absence.isChosen ? 0 : countOverfull(absence);
    if (!gain)
      continue;
    if (double now = getPrice(absence, gain); now > price) {
      queue.push({now, i});
      continue;
    }
    absence.isChosen = true;
    change(absence, -1);
    unsigned id = absence.id;
    if (!isStored[id]) {
      isStored[id] = true;
      for (unsigned k = firstAbsence[id]; k != firstAbsence[id + 1]; ++k)
        push(k);
    }
  }
}

/// What others have made superfluous is not chosen any more; the most expensive
/// first.
void Chooser::takeBack() {
  std::vector<unsigned> parts, wholes;
  for (unsigned i = 0; i != absences.size(); ++i)
    if (absences[i].isChosen)
      (absences[i].stay ? parts : wholes).push_back(i);
  auto isDearer = [&](unsigned a, unsigned b) {
    return absences[a].cost > absences[b].cost;
  };
  auto undo = [&](Absence &absence) {
    absence.isChosen = false;
    change(absence, 1);
  };
  llvm::stable_sort(parts, isDearer);
  for (unsigned i : parts)
    if (fits(absences[i]))
      undo(absences[i]);
  // One between blocks with all in them, which are elsewhere.
  llvm::stable_sort(wholes, isDearer);
  for (unsigned i : wholes) {
    unsigned id = absences[i].id;
    auto all = MutableArrayRef(absences).slice(i, firstAbsence[id + 1] -
                                                      firstAbsence[id]);
    if (!llvm::all_of(all, [&](const Absence &absence) {
          return !absence.isChosen || fits(absence);
        }))
      continue;
    for (Absence &absence : all)
      if (absence.isChosen)
        undo(absence);
  }
}

/// Lists the values of what is chosen, and where these have no reloads.
void Chooser::makePlan(ReloadPlan &plan) {
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    auto own = ArrayRef(absences).slice(firstAbsence[id], firstAbsence[id + 1] -
                                                              firstAbsence[id]);
    if (llvm::none_of(own, [](const Absence &a) { return a.isChosen; }))
      continue;
    result.push_back(id);
    if (!isPlanned)
      continue;
    Value value = ranges[id].value;
    plan.values.insert(value);
    if (!own.front().stay)
      own = own.drop_front();
    const unsigned *read = touched[id].begin();
    for (unsigned i = 0; i != kept[id].size(); ++i) {
      bool hasReload = true;
      if (!isFirstInBlock(id, i)) {
        hasReload = own.front().isChosen;
        own = own.drop_front();
      }
      read += hasReload;
      for (; read != touched[id].end() && *read <= kept[id][i].last; ++read)
        plan.shared.insert({value, *read});
    }
  }
}

SmallVector<unsigned> Chooser::run(ReloadPlan &plan) {
  computeCosts();
  computeWeights();
  pressure.emplace(computePressure(), int(limit));
  findAbsences();
  choose();
  takeBack();
  makePlan(plan);
  return std::move(result);
}

SmallVector<unsigned>
ori::chooseSpills(const LiveRanges &ranges, const RegisterFrames &frames,
                  const LoopNest &loops, isa::Operand::Kind file,
                  ArrayRef<LimitStep> limits, const Spiller &spiller,
                  unsigned distance, const CallSites &calls, ReloadPlan &plan) {
  return Chooser(ranges, frames, loops, file, limits, spiller, distance, calls)
      .run(plan);
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
