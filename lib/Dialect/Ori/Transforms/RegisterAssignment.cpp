//===- RegisterAssignment.cpp - Frames to physical registers --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sweep over frames instead of values, for each alignment in turn, the widest
// first: a wide frame finds no place between narrow ones. What crosses calls
// avoids the registers that the ABI lets functions change.
//
//===----------------------------------------------------------------------===//

#include "RegisterAssignment.h"
#include "ptx-mlir/Target/CallABI.h"
#include <numeric>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Frame = RegisterFrames::Frame;
using Range = RegisterFrames::Range;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

CallSites::CallSites(const LiveRanges &ranges) {
  for (auto [i, op] : llvm::enumerate(ranges.operations()))
    if (auto call = dyn_cast_or_null<CallOp>(op))
      positions[call.usesFewRegisters() ? UsesFew : Any].push_back(2 * i + 1);
}

/// What is read or written by a call does not cross it: the one ends where the
/// call writes, the other begins there.
template <typename Range>
unsigned CallSites::find(ArrayRef<Range> ranges) const {
  unsigned crossed = 0;
  for (unsigned kind = 0; kind != NumKinds; ++kind)
    for (const Range &r : ranges) {
      auto it = llvm::upper_bound(positions[kind], r.start);
      if (it != positions[kind].end() && *it < r.end)
        crossed |= 1u << kind;
    }
  return crossed;
}
unsigned CallSites::findCrossed(ArrayRef<RegisterFrames::Range> ranges) const {
  return find(ranges);
}
unsigned CallSites::findCrossed(ArrayRef<Segment> ranges) const {
  return find(ranges);
}

void CallSites::forEach(
    isa::Operand::Kind file,
    llvm::function_ref<void(uint32_t, const RegisterSet &)> fn) const {
  for (unsigned kind = 0; kind != NumKinds; ++kind) {
    RegisterSet lost = getLost(file, 1u << kind);
    for (uint32_t position : positions[kind])
      fn(position, lost);
  }
}

RegisterSet CallSites::getLost(isa::Operand::Kind file, unsigned kinds) {
  const target::CallABI &abi = target::getCallABI();
  RegisterSet lost;
  if (!kinds)
    return lost;
  switch (file) {
  case isa::Operand::R:
    for (unsigned kind = 0; kind != NumKinds; ++kind)
      if (kinds >> kind & 1)
        lost |= abi.lostAt(kind == UsesFew);
    return lost;
  case isa::Operand::UR:
    for (unsigned r = 0; r != abi.firstPreservedUniform; ++r)
      lost.set(r);
    return lost;
  default:
    return lost.set();
  }
}

SmallVector<RegisterSet> CallSites::findLost(const Frame &frame) const {
  SmallVector<RegisterSet> lost;
  if (!empty())
    for (auto &lane : frame.lanes)
      lost.push_back(getLost(frame.file, findCrossed(lane)));
  return lost;
}

int ori::getFirstBase(const Frame &f) {
  // Offset 0 may lie before the first lane of the frame or after it.
  int first = (int(f.residue) + f.lo) % int(f.align);
  return -f.lo + (first < 0 ? first + int(f.align) : first);
}

namespace {

/// Calls `fn(word, mask)` for the words in which bits [begin, end) are, until
/// it returns false. Whether it never did.
template <typename Fn> bool allOfWords(uint32_t begin, uint32_t end, Fn fn) {
  if (begin >= end)
    return true;
  uint32_t last = (end - 1) / 64;
  uint64_t mask = ~0ull << begin % 64;
  for (uint32_t word = begin / 64; word != last; ++word, mask = ~0ull)
    if (!fn(word, mask))
      return false;
  return fn(last, mask & (~0ull >> (63 - (end - 1) % 64)));
}

/// The positions at which one register is taken: a bit for each, and one for
/// each word of them that is not empty.
class Occupancy {
public:
  /// All ranges must end before `numPositions`.
  explicit Occupancy(uint32_t numPositions)
      : taken(numPositions / 64 + 1), filled(taken.size() / 64 + 1) {}

  bool isFree(ArrayRef<Range> ranges) const {
    return llvm::all_of(ranges, [&](const Range &r) {
      return allOfWords(r.start / 64, (r.end + 63) / 64,
                        [&](uint32_t word, uint64_t mask) {
                          return isFree(r, word, filled[word] & mask);
                        });
    });
  }
  void take(ArrayRef<Range> ranges) {
    for (const Range &r : ranges)
      allOfWords(r.start, r.end, [&](uint32_t word, uint64_t mask) {
        taken[word] |= mask;
        filled[word / 64] |= 1ull << word % 64;
        return true;
      });
  }

private:
  /// Whether words of `taken`, those of one of `filled`, have nothing of the
  /// range.
  bool isFree(const Range &r, uint32_t word, uint64_t some) const {
    for (; some; some &= some - 1) {
      uint32_t n = 64 * word + llvm::countr_zero(some);
      uint64_t bits = taken[n];
      if (n == r.start / 64)
        bits &= ~0ull << r.start % 64;
      if (n == (r.end - 1) / 64)
        bits &= ~0ull >> (63 - (r.end - 1) % 64);
      if (bits)
        return false;
    }
    return true;
  }

  std::vector<uint64_t> taken, filled;
};

/// Which registers are taken at the position of a sweep; spares the look-ups of
/// registers that are certainly taken.
class Sweep {
public:
  /// All ranges must end before `numPositions`.
  explicit Sweep(uint32_t numPositions)
      : starting(numPositions, kNone), ending(numPositions, kNone) {}
  void advance(uint32_t position) {
    while (now != position) {
      ++now;
      for (uint32_t e = ending[now]; e != kNone; e = events[e].next)
        taken.reset(events[e].reg);
      for (uint32_t e = starting[now]; e != kNone; e = events[e].next)
        taken.set(events[e].reg);
    }
  }
  void add(unsigned reg, ArrayRef<Range> ranges) {
    for (const Range &r : ranges) {
      if (r.end <= now)
        continue;
      if (r.start <= now)
        taken.set(reg);
      else
        addEvent(starting[r.start], reg);
      addEvent(ending[r.end], reg);
    }
  }
  const RegisterSet &getTaken() const { return taken; }

private:
  static constexpr uint32_t kNone = ~0u;
  struct Event {
    uint32_t reg, next;
  };
  void addEvent(uint32_t &list, unsigned reg) {
    events.push_back({reg, list});
    list = events.size() - 1;
  }
  /// By position, the first event of the list of those that happen there.
  std::vector<uint32_t> starting, ending;
  std::vector<Event> events;
  RegisterSet taken;
  uint32_t now = 0;
};

/// What comes first of the frames of one alignment.
enum class Order {
  LongFirst,   ///< as FirstFit what lives long, then as InTurn the rest; only
               ///< registers that cost nothing
  InTurn,      ///< what starts first; registers that were free longest
  ShortLast,   ///< as FirstFit, then as InTurn what lives shortly
  FirstFit,    ///< what starts first; the lowest registers
  LongestFirst ///< what lives longest; the lowest registers
};

class Assigner {
public:
  /// Pinned frames, then those aligned to 4, to 2, the rest, and of what lives
  /// shortly the same.
  static constexpr unsigned kNumSweeps = 7, kFirstShort = 4;
  /// Positions in which a frame lives shortly, as reloads do.
  static constexpr unsigned kShort = 64;

  Assigner(RegisterFrames &frames, const RegisterSet &allowed,
           const CallSites &calls, const RegisterWishes &wishes, Order order,
           bool useBanks)
      : frames(frames), allowed(allowed), calls(calls), wishes(wishes),
        order(order), useBanks(useBanks && wishes.banks && !wishes.limits),
        registers(kMaxRegisters) {
    // Where an SM holds few warps, more registers cost nothing than there are.
    limit = order == Order::LongFirst ? std::min(wishes.costless, kMaxRegisters)
                                      : kMaxRegisters;
    for (; limit && !allowed[limit - 1]; --limit)
      ;
  }
  /// The frames that found no place. With `mayStop` the first of them is
  /// enough, and the rest may be left out.
  SmallVector<unsigned> run(isa::Operand::Kind file, bool mayStop);

private:
  RegisterSet findCandidates(const Frame &f, uint32_t start,
                             const Sweep *sweep) const;
  RegisterSet findBetterBank(const Frame &f, unsigned id) const;
  bool place(Frame &f, unsigned id, Sweep *sweep, bool inTurn);
  void findLimit(const Frame &f);
  bool fits(const Frame &f, int base) const;
  bool isFree(unsigned reg, ArrayRef<Range> ranges) const {
    return !registers[reg] || registers[reg]->isFree(ranges);
  }
  void take(Frame &f, int base, Sweep *sweep);

  RegisterFrames &frames;
  const RegisterSet &allowed;
  const CallSites &calls;
  const RegisterWishes &wishes;
  Order order;
  bool useBanks;
  /// By lane of the frame that is being placed, what calls leave it.
  SmallVector<RegisterSet> lost;
  /// The registers that there are wherever the frame is live.
  int ownLimit = kMaxRegisters;
  std::vector<std::unique_ptr<Occupancy>> registers; ///< null: never taken
  uint32_t numPositions = 1; ///< behind the last one that is taken
  unsigned limit;
  /// The registers that frames have so far, and the one behind the last frame.
  unsigned inUse = 0, next = 0;
  std::vector<std::pair<unsigned, ArrayRef<Range>>> placed;
};

} // namespace

static uint32_t startOf(const Frame &f) {
  uint32_t start = UINT32_MAX;
  for (auto &lane : f.lanes)
    if (!lane.empty())
      start = std::min(start, lane.front().start);
  return start;
}

/// Positions at which its registers are taken.
static uint32_t getLength(const Frame &f) {
  uint64_t length = 0;
  for (auto &lane : f.lanes)
    for (const Range &r : lane)
      length += r.end - r.start;
  return uint32_t(std::min<uint64_t>(length, UINT32_MAX));
}

unsigned ori::findLimit(const Frame &frame, const RegisterLimits &limits) {
  unsigned least = limits.most();
  for (auto &lane : frame.lanes)
    for (const Range &r : lane)
      least = std::min(least, limits.find(r.start, r.end));
  return least;
}

void Assigner::findLimit(const Frame &f) {
  ownLimit = int(limit);
  if (wishes.limits)
    ownLimit = std::min(ownLimit, int(ori::findLimit(f, *wishes.limits)));
}

bool Assigner::fits(const Frame &f, int base) const {
  for (unsigned k = 0; k != f.lanes.size(); ++k) {
    if (f.lanes[k].empty())
      continue;
    int reg = base + f.lo + int(k);
    if (reg < 0 || reg >= ownLimit || !allowed[reg] ||
        (!lost.empty() && lost[k][reg]) || !isFree(reg, f.lanes[k]))
      return false;
  }
  return true;
}

void Assigner::take(Frame &f, int base, Sweep *sweep) {
  f.base = base;
  for (unsigned k = 0; k != f.lanes.size(); ++k) {
    unsigned reg = base + f.lo + int(k);
    if (f.lanes[k].empty())
      continue;
    if (!registers[reg])
      registers[reg] = std::make_unique<Occupancy>(numPositions);
    registers[reg]->take(f.lanes[k]);
    placed.push_back({reg, f.lanes[k]});
    if (sweep)
      sweep->add(reg, f.lanes[k]);
  }
}

/// The first register of a set from `from` on; kMaxRegisters if there is none.
static unsigned findNext(const RegisterSet &set, unsigned from) {
  constexpr RegisterSet word(~0ull);
  for (; from < kMaxRegisters; from += 64)
    if (uint64_t bits = ((set >> from) & word).to_ullong())
      return from + llvm::countr_zero(bits);
  return kMaxRegisters;
}

static RegisterSet multiplesOf(unsigned align) {
  RegisterSet set(1);
  for (unsigned step = align; step < kMaxRegisters; step *= 2)
    set |= set << step;
  return set;
}

/// The registers in which the first lane of a frame may be for all that is
/// known without a look at what is taken later.
RegisterSet Assigner::findCandidates(const Frame &f, uint32_t start,
                                     const Sweep *sweep) const {
  RegisterSet candidates = multiplesOf(f.align) << (getFirstBase(f) + f.lo);
  for (unsigned k = 0; k != f.lanes.size(); ++k) {
    if (f.lanes[k].empty())
      continue;
    RegisterSet free = allowed;
    if (!lost.empty())
      free &= ~lost[k];
    if (sweep && f.lanes[k].front().start == start)
      free &= ~sweep->getTaken();
    candidates &= free >> k;
  }
  return candidates;
}

/// The registers for the first lane of a frame that are in the better bank;
/// none if both are as good.
RegisterSet Assigner::findBetterBank(const Frame &f, unsigned id) const {
  RegisterSet better;
  if (!useBanks || f.align != 1)
    return better;
  std::array<double, 2> costs = wishes.banks->getCosts(frames, id);
  if (costs[0] == costs[1])
    return better;
  unsigned isOdd = costs[1] < costs[0];
  return multiplesOf(2) << (isOdd ^ (unsigned(f.lo) & 1));
}

bool Assigner::place(Frame &f, unsigned id, Sweep *sweep, bool inTurn) {
  uint32_t start = startOf(f);
  lost = calls.findLost(f);
  findLimit(f);
  if (sweep)
    sweep->advance(start);
  // By register of its first lane.
  RegisterSet candidates = findCandidates(f, start, sweep);
  // Places the frame at `reg`; if it does not fit there, later tries pass over
  // it.
  auto tryAt = [&](unsigned reg) {
    if (!candidates[reg])
      return false;
    if (!fits(f, int(reg) - f.lo)) {
      candidates.reset(reg);
      return false;
    }
    take(f, int(reg) - f.lo, sweep);
    next = reg + f.lanes.size();
    inUse = std::max(inUse, next);
    return true;
  };
  // Places it at the first candidate from `from` on whose end is not behind
  // `end`.
  auto tryFrom = [&](unsigned from, unsigned end) {
    if (end < f.lanes.size())
      return false;
    unsigned last = end - f.lanes.size();
    for (unsigned reg = findNext(candidates, from); reg <= last;
         reg = findNext(candidates, reg + 1))
      if (tryAt(reg))
        return true;
    return false;
  };
  if (auto wish = wishes.preferred.find(id); wish != wishes.preferred.end())
    if (int reg = wish->second + f.lo;
        reg >= 0 && reg + int(f.lanes.size()) <= int(limit) && tryAt(reg))
      return true;
  // In the better bank it may be in the first register that nobody has yet, or
  // in the one behind it.
  if (RegisterSet better = findBetterBank(f, id); better.any()) {
    RegisterSet all = candidates;
    candidates &= better & ~wishes.avoided;
    RegisterSet tried = candidates;
    unsigned end = std::min<unsigned>(
        ownLimit, wishes.takesAll ? limit : inUse + f.lanes.size() + 1);
    if ((inTurn && tryFrom(next, std::min(end, inUse))) || tryFrom(0, end))
      return true;
    candidates = all & ~(tried & ~candidates);
  }
  if (wishes.avoided.any()) {
    RegisterSet all = candidates;
    for (unsigned k = 0; k != f.lanes.size(); ++k)
      if (!f.lanes[k].empty())
        candidates &= ~wishes.avoided >> k;
    all &= ~candidates; // what comes later
    if (tryFrom(0, limit))
      return true;
    candidates |= all;
  }
  // What there are few of is for what lives where there are no others.
  if (wishes.limits && ownLimit > int(wishes.limits->least()) &&
      tryFrom(wishes.limits->least(), ownLimit))
    return true;
  // Among the registers that are used anyway those come first that were given
  // away longest ago: what reads their old values need not be waited for.
  bool takesAll = wishes.takesAll || order == Order::LongFirst;
  if (inTurn && tryFrom(next, takesAll ? limit : inUse))
    return true;
  return tryFrom(0, limit);
}

SmallVector<unsigned> Assigner::run(isa::Operand::Kind file, bool mayStop) {
  SmallVector<unsigned> failed;
  std::vector<std::pair<uint32_t, unsigned>> sweeps[kNumSweeps];
  for (unsigned id = 0; id != frames.numFrames(); ++id) {
    Frame &f = frames.frame(id);
    if (f.file != file || !frames.isRepresentative(id))
      continue;
    f.base = RegisterFrames::kNoReg;
    unsigned sweep = f.pinned != RegisterFrames::kNoReg ? 0
                     : f.align >= 4                     ? 1
                     : f.align >= 2                     ? 2
                                                        : 3;
    bool isShort =
        order == Order::LongFirst
            ? sweep != 0 && getLength(f) <= kShort * f.lanes.size()
            : sweep == 3 && order == Order::ShortLast && getLength(f) <= kShort;
    if (isShort)
      sweep += kFirstShort - 1;
    sweeps[sweep].push_back(
        {order == Order::LongestFirst ? ~getLength(f) : startOf(f), id});
    for (auto &lane : f.lanes)
      if (!lane.empty())
        numPositions = std::max(numPositions, lane.back().end + 1);
  }
  for (unsigned s = 0; s != kNumSweeps; ++s) {
    if (sweeps[s].empty())
      continue;
    llvm::sort(sweeps[s]);
    std::optional<Sweep> sweep;
    if (s != 0 && order != Order::LongestFirst) {
      sweep.emplace(numPositions);
      for (auto &[reg, ranges] : placed)
        sweep->add(reg, ranges);
    }
    for (auto [start, id] : sweeps[s]) {
      Frame &f = frames.frame(id);
      if (s == 0) {
        // Pinned registers need not be among the allowed ones.
        bool canTake = true;
        for (unsigned k = 0; k != f.lanes.size() && canTake; ++k) {
          int reg = f.pinned + f.lo + int(k);
          canTake =
              f.lanes[k].empty() ||
              (reg >= 0 && reg < int(kMaxRegisters) && isFree(reg, f.lanes[k]));
        }
        if (canTake) {
          take(f, f.pinned, nullptr);
          continue;
        }
      } else if (place(f, id, sweep ? &*sweep : nullptr,
                       order == Order::InTurn || s >= kFirstShort)) {
        continue;
      }
      failed.push_back(id);
      if (mayStop)
        return failed;
    }
  }
  return failed;
}

/// The registers of `file` that frames hold at each position, without those
/// that are pinned if `isPinnedToo` is not set.
static std::vector<int> computeHeld(const RegisterFrames &frames,
                                    isa::Operand::Kind file, bool isPinnedToo) {
  std::vector<int> held;
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    if (const Frame &f = frames.frame(id);
        f.file == file && frames.isRepresentative(id) &&
        (isPinnedToo || f.pinned == RegisterFrames::kNoReg))
      for (auto &lane : f.lanes)
        for (const Range &r : lane) {
          if (held.size() <= r.end)
            held.resize(std::max<size_t>(r.end + 1, 2 * held.size()));
          ++held[r.start];
          --held[r.end];
        }
  std::partial_sum(held.begin(), held.end(), held.begin());
  return held;
}

static unsigned countHeld(const RegisterFrames &frames, isa::Operand::Kind file,
                          bool isPinnedToo) {
  int most = 0;
  for (int held : ::computeHeld(frames, file, isPinnedToo))
    most = std::max(most, held);
  return unsigned(most);
}

std::vector<int> ori::computeHeld(const RegisterFrames &frames,
                                  isa::Operand::Kind file) {
  return ::computeHeld(frames, file, /*isPinnedToo=*/true);
}

unsigned ori::countHeld(const RegisterFrames &frames, isa::Operand::Kind file) {
  return ::countHeld(frames, file, /*isPinnedToo=*/true);
}

bool ori::holdsTooMany(const RegisterFrames &frames, isa::Operand::Kind file,
                       const RegisterSet &allowed) {
  return ::countHeld(frames, file, /*isPinnedToo=*/false) > allowed.count();
}

SmallVector<unsigned> ori::assignRegisters(RegisterFrames &frames,
                                           isa::Operand::Kind file,
                                           const RegisterSet &allowed,
                                           const CallSites &calls,
                                           const RegisterWishes &wishes) {
  // Each leaves more room for what comes later than the one before; banks do
  // not matter any more at last. Where there are too few registers in any case,
  // only the last one says for which frames.
  if (!holdsTooMany(frames, file, allowed))
    for (Order order :
         {Order::LongFirst, Order::InTurn, Order::ShortLast, Order::FirstFit}) {
      if ((order == Order::LongFirst && !wishes.costless) ||
          (order == Order::InTurn && wishes.anyOrder) ||
          (order == Order::FirstFit && !wishes.banks))
        continue;
      if (Assigner(frames, allowed, calls, wishes, order, /*useBanks=*/true)
              .run(file, /*mayStop=*/true)
              .empty())
        return {};
    }
  return Assigner(frames, allowed, calls, wishes, Order::FirstFit,
                  /*useBanks=*/false)
      .run(file, /*mayStop=*/false);
}

unsigned ori::countRegisters(const RegisterFrames &frames,
                             isa::Operand::Kind file) {
  int count = 0;
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    if (const Frame &f = frames.frame(id); f.file == file &&
                                           frames.isRepresentative(id) &&
                                           f.base != RegisterFrames::kNoReg)
      count = std::max(count, f.base + f.lo + int(f.lanes.size()));
  return unsigned(count);
}

bool ori::reassignRegisters(RegisterFrames &frames, isa::Operand::Kind file,
                            const RegisterSet &allowed, const CallSites &calls,
                            const RegisterWishes &wishes, unsigned maxMoves) {
  std::vector<int16_t> bases;
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    bases.push_back(frames.frame(id).base);
  SmallVector<unsigned> failed =
      assignRegisters(frames, file, allowed, calls, wishes);
  if (failed.empty() ||
      (maxMoves &&
       packRegisters(frames, file, allowed, calls, failed, maxMoves)) ||
      Assigner(frames, allowed, calls, RegisterWishes(), Order::LongestFirst,
               /*useBanks=*/false)
          .run(file, /*mayStop=*/true)
          .empty())
    return true;
  for (unsigned id = 0; id != frames.numFrames(); ++id)
    if (frames.frame(id).file == file)
      frames.frame(id).base = bases[id];
  return false;
}
