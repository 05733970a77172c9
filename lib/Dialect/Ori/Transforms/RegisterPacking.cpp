//===- RegisterPacking.cpp - Places for frames that found none ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assignment in one sweep leaves gaps: tuples lie where others cannot lie any
// more, values that are merged with far ones have holes. A frame that found no
// place takes one from others here, and these look for another. What has been
// moved often costs more to move again, so that the search does not go round in
// circles; it ends when all have a place or after a number of moves.
//
// Where that does not do, a frame is cut into pieces that each fit: its values
// go on as copies from some operation on.
//
//===----------------------------------------------------------------------===//

#include "RegisterAssignment.h"
#include <queue>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Frame = RegisterFrames::Frame;
using Range = RegisterFrames::Range;

namespace {

class Packer {
public:
  Packer(RegisterFrames &frames, isa::Operand::Kind file,
         const RegisterSet &allowed, const CallSites &calls);
  bool run(ArrayRef<unsigned> failed, unsigned maxMoves);
  bool cut(const LiveRanges &ranges, unsigned id, ArrayRef<unsigned> members,
           CanCut canCut, SmallVectorImpl<RangeCut> &cuts);

private:
  /// Of a frame that looks for a place.
  struct Seeker {
    unsigned id;
    unsigned align;
    unsigned length; ///< positions
    bool operator<(const Seeker &o) const {
      return std::tie(align, length, id) < std::tie(o.align, o.length, o.id);
    }
  };
  struct Segment {
    uint32_t start, end;
    unsigned owner; ///< frame
  };
  /// Sorted and disjoint. Few are added or removed once all frames are there.
  using Register = std::vector<Segment>;
  static Register::const_iterator findBehind(const Register &reg,
                                             uint32_t position);
  static void insert(Register &reg, Segment segment);

  Seeker makeSeeker(unsigned id) const;
  void forEachBase(const Frame &f, llvm::function_ref<void(int)> look) const;
  uint32_t findEnd(const Frame &f, int base, uint32_t position) const;
  std::optional<unsigned> findCut(const LiveRanges &ranges,
                                  ArrayRef<unsigned> members, CanCut canCut,
                                  uint32_t position, unsigned last,
                                  SmallVector<unsigned> &values) const;
  bool isOpen(const Frame &f, int base) const;
  bool findOwners(const Frame &f, int base, unsigned most);
  unsigned getPrice(unsigned id) const;
  void put(unsigned id, int base);
  void remove(unsigned id);

  RegisterFrames &frames;
  const RegisterSet &allowed;
  const CallSites &calls;
  int limit; ///< behind the last register that may be used
  std::vector<Register> registers;
  llvm::DenseMap<unsigned, unsigned> numMoves; ///< by frame
  // Of the frame and the place that are looked at.
  SmallVector<RegisterSet> lost; ///< by lane: what calls leave it
  SmallVector<unsigned> owners;
  unsigned price = 0;
  uint64_t gap = 0;
};

} // namespace

Packer::Packer(RegisterFrames &frames, isa::Operand::Kind file,
               const RegisterSet &allowed, const CallSites &calls)
    : frames(frames), allowed(allowed), calls(calls), limit(kMaxRegisters),
      registers(kMaxRegisters) {
  while (limit && !allowed[limit - 1])
    --limit;
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    if (const Frame &f = frames.frame(id); f.file == file &&
                                           frames.isRepresentative(id) &&
                                           f.base != RegisterFrames::kNoReg)
      for (auto [k, lane] : llvm::enumerate(f.lanes))
        for (const Range &r : lane)
          registers[f.base + f.lo + int(k)].push_back({r.start, r.end, id});
  for (Register &reg : registers)
    llvm::sort(reg, [](const Segment &a, const Segment &b) {
      return a.start < b.start;
    });
}

/// The first segment that begins behind the position.
Packer::Register::const_iterator Packer::findBehind(const Register &reg,
                                                    uint32_t position) {
  return llvm::partition_point(
      reg, [&](const Segment &s) { return s.start <= position; });
}

void Packer::insert(Register &reg, Segment segment) {
  reg.insert(findBehind(reg, segment.start), segment);
}

Packer::Seeker Packer::makeSeeker(unsigned id) const {
  const Frame &f = frames.frame(id);
  unsigned length = 0;
  for (auto &lane : f.lanes)
    for (const Range &r : lane)
      length += r.end - r.start;
  return {id, f.align, length};
}

void Packer::put(unsigned id, int base) {
  Frame &f = frames.frame(id);
  f.base = base;
  for (auto [k, lane] : llvm::enumerate(f.lanes))
    for (const Range &r : lane)
      insert(registers[base + f.lo + int(k)], {r.start, r.end, id});
}

void Packer::remove(unsigned id) {
  Frame &f = frames.frame(id);
  for (auto [k, lane] : llvm::enumerate(f.lanes))
    for (const Range &r : lane) {
      Register &reg = registers[f.base + f.lo + int(k)];
      reg.erase(std::prev(findBehind(reg, r.start)));
    }
  f.base = RegisterFrames::kNoReg;
}

/// What it costs to move a frame: wide ones and those that have been moved are
/// hard to place.
unsigned Packer::getPrice(unsigned id) const {
  const Frame &f = frames.frame(id);
  return (1 + 2 * numMoves.lookup(id)) * f.align;
}

/// Calls `look` for the places at which the frame may be if nothing else is.
void Packer::forEachBase(const Frame &f,
                         llvm::function_ref<void(int)> look) const {
  for (int base = getFirstBase(f); base + f.lo + int(f.lanes.size()) <= limit;
       base += f.align)
    if (isOpen(f, base))
      look(base);
}

/// Whether the frame may be there if nothing else is.
bool Packer::isOpen(const Frame &f, int base) const {
  for (auto [k, lane] : llvm::enumerate(f.lanes)) {
    int reg = base + f.lo + int(k);
    if (!lane.empty() && (reg < 0 || reg >= limit || !allowed[reg] ||
                          (!lost.empty() && lost[k][reg])))
      return false;
  }
  return true;
}

/// The frames that are in the way, their price, and how much the frame leaves
/// free around it. False if the price exceeds `most` or one cannot be moved.
bool Packer::findOwners(const Frame &f, int base, unsigned most) {
  owners.clear();
  price = 0;
  gap = 0;
  for (auto [k, lane] : llvm::enumerate(f.lanes)) {
    if (lane.empty())
      continue;
    const Register &reg = registers[base + f.lo + int(k)];
    auto it = findBehind(reg, lane.front().start);
    if (it != reg.begin())
      --it;
    uint32_t before = 0;
    for (const Range &r : lane) {
      for (; it != reg.end() && it->end <= r.start; ++it)
        before = it->end;
      for (; it != reg.end() && it->start < r.end; ++it) {
        unsigned owner = it->owner;
        before = it->end;
        if (llvm::is_contained(owners, owner))
          continue;
        const Frame &o = frames.frame(owner);
        // What has no base lies there in pieces.
        if (o.pinned != RegisterFrames::kNoReg ||
            o.base == RegisterFrames::kNoReg ||
            (price += getPrice(owner)) > most)
          return false;
        owners.push_back(owner);
        if (it->end > r.end)
          break;
      }
      gap += r.start > before ? r.start - before : 0;
    }
    if (it != reg.end() && it->start > lane.back().end)
      gap += it->start - lane.back().end;
  }
  return true;
}

bool Packer::run(ArrayRef<unsigned> failed, unsigned maxMoves) {
  std::priority_queue<Seeker> seekers;
  for (unsigned id : failed) {
    if (frames.frame(id).pinned != RegisterFrames::kNoReg)
      return false;
    seekers.push(makeSeeker(id));
  }
  for (unsigned step = 0; !seekers.empty(); ++step) {
    if (step == maxMoves)
      return false;
    unsigned id = seekers.top().id;
    seekers.pop();
    const Frame &f = frames.frame(id);
    lost = calls.findLost(f);
    std::optional<int> best;
    unsigned bestPrice = UINT_MAX;
    uint64_t bestGap = 0;
    SmallVector<unsigned> bestOwners;
    forEachBase(f, [&](int base) {
      if (!findOwners(f, base, bestPrice) ||
          (best && price == bestPrice && gap >= bestGap))
        return;
      best = base;
      bestPrice = price;
      bestGap = gap;
      bestOwners = owners;
    });
    if (!best)
      return false;
    for (unsigned owner : bestOwners) {
      remove(owner);
      ++numMoves[owner];
      seekers.push(makeSeeker(owner));
    }
    put(id, *best);
  }
  return true;
}

/// The position at which a place that is free at `position` is taken again;
/// `position` if it is not free.
uint32_t Packer::findEnd(const Frame &f, int base, uint32_t position) const {
  uint32_t end = UINT32_MAX;
  for (auto [k, lane] : llvm::enumerate(f.lanes)) {
    const Register &reg = registers[base + f.lo + int(k)];
    for (const Range &r : lane) {
      if (r.end <= position)
        continue;
      if (r.start >= end)
        break;
      uint32_t start = std::max(r.start, position);
      auto it = findBehind(reg, start);
      if (it != reg.begin() && std::prev(it)->end > start)
        end = start;
      else if (it != reg.end() && it->start < r.end)
        end = std::min(end, it->start);
    }
  }
  return std::max(end, position);
}

/// The last operation up to index `last` in front of which all that the frame
/// holds there can go on as copies: it is in the block in which that is
/// defined, so that whatever is read in other blocks reads the copies. `values`
/// is what has to be copied. Nothing if there is no such operation behind
/// `position`.
std::optional<unsigned> Packer::findCut(const LiveRanges &ranges,
                                        ArrayRef<unsigned> members,
                                        CanCut canCut, uint32_t position,
                                        unsigned last,
                                        SmallVector<unsigned> &values) const {
  auto isLive = [&](unsigned id, uint32_t at) {
    const LiveRanges::ValueInfo &info = ranges[id];
    for (unsigned k = 0; k != info.width; ++k)
      if (ranges.isLiveAt(info.firstLane + k, at))
        return true;
    return false;
  };
  last = std::min<unsigned>(last, ranges.operations().size() - 1);
  while (2 * last > position + 1) {
    values.clear();
    unsigned behind = last; // where a definition ends all cuts further back
    bool isOpen = ranges.operations()[last] != nullptr;
    for (unsigned id : members) {
      if (!isLive(id, 2 * last))
        continue;
      values.push_back(id);
      const LiveRanges::ValueInfo &info = ranges[id];
      isOpen = isOpen && info.block == ranges.blockOfIndex(last) &&
               info.defIndex < last &&
               canCut(info.value, ranges.operations()[last]);
      if (info.block != ranges.blockOfIndex(last))
        behind = std::min(behind, ranges.blockEnd(info.block));
    }
    if (isOpen && !values.empty())
      return last;
    last = std::min(behind, last) - 1;
  }
  return std::nullopt;
}

/// Gives the frame places one after another, each for as long as it is free.
bool Packer::cut(const LiveRanges &ranges, unsigned id,
                 ArrayRef<unsigned> members, CanCut canCut,
                 SmallVectorImpl<RangeCut> &cuts) {
  constexpr unsigned kMaxPieces = 8;
  const Frame &f = frames.frame(id);
  lost = calls.findLost(f);
  uint32_t position = UINT32_MAX, end = 0;
  for (auto &lane : f.lanes)
    if (!lane.empty()) {
      position = std::min(position, lane.front().start);
      end = std::max(end, lane.back().end);
    }
  SmallVector<unsigned> values;
  for (unsigned piece = 0; piece != kMaxPieces; ++piece) {
    std::optional<int> best;
    uint32_t until = position;
    forEachBase(f, [&](int base) {
      if (uint32_t e = findEnd(f, base, position); e > until) {
        until = e;
        best = base;
      }
    });
    if (!best)
      return false;
    uint32_t next = end;
    if (until < end) {
      std::optional<unsigned> index =
          findCut(ranges, members, canCut, position, until / 2, values);
      if (!index)
        return false;
      for (unsigned value : values)
        cuts.push_back({ranges[value].value, ranges.operations()[*index]});
      next = 2 * *index;
    }
    // What is here is not for the other frames that are cut.
    for (auto [k, lane] : llvm::enumerate(f.lanes))
      for (const Range &r : lane)
        if (uint32_t from = std::max(r.start, position),
            to = std::min(r.end, next);
            from < to)
          insert(registers[*best + f.lo + int(k)], {from, to, id});
    if (next == end)
      return true;
    position = next;
  }
  return false;
}

bool ori::packRegisters(RegisterFrames &frames, isa::Operand::Kind file,
                        const RegisterSet &allowed, const CallSites &calls,
                        ArrayRef<unsigned> failed, unsigned maxMoves) {
  // Most succeed with two moves for each, or never. Where so many have no place
  // that there are only a few for each it is not worth while to look.
  constexpr unsigned kMovesOfEach = 8, kFewForEach = 4;
  return failed.size() <= maxMoves / kFewForEach &&
         Packer(frames, file, allowed, calls)
             .run(failed, maxMoves + kMovesOfEach * failed.size());
}

bool ori::findCuts(const LiveRanges &ranges, RegisterFrames &frames,
                   isa::Operand::Kind file, const RegisterSet &allowed,
                   const CallSites &calls, ArrayRef<unsigned> failed,
                   CanCut canCut, SmallVectorImpl<RangeCut> &cuts) {
  constexpr unsigned kMostFailed = 32;
  if (failed.size() > kMostFailed)
    return false;
  llvm::DenseMap<unsigned, SmallVector<unsigned>> members;
  for (unsigned id : failed)
    members[id];
  for (unsigned id = 0; id != ranges.numValues(); ++id)
    if (auto it = members.find(frames.find(id).first); it != members.end())
      it->second.push_back(id);
  Packer packer(frames, file, allowed, calls);
  for (unsigned id : failed)
    if (frames.frame(id).pinned != RegisterFrames::kNoReg ||
        !packer.cut(ranges, id, members[id], canCut, cuts))
      return false;
  return true;
}
