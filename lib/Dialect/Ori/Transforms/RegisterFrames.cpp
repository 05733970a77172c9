//===- RegisterFrames.cpp - Values that take registers together -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies cost an instruction unless both ends are in one register. Values are
// merged greedily, most often executed copies first, where their lanes do not
// hold different contents at one time.
//
//===----------------------------------------------------------------------===//

#include "RegisterFrames.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Frame = RegisterFrames::Frame;
using Range = RegisterFrames::Range;

/// Frames of this many ranges in one register are not merged further: keeps
/// long chains of merges linear.
static constexpr size_t kMaxRanges = 2048;
/// Registers of a merged frame beyond the widest value in it.
static constexpr size_t kMaxSpan = 16;

namespace {
/// A copy that merging would save: lane 0 of `part` is a copy of lane `lane` of
/// `whole`, or the reverse.
struct Affinity {
  unsigned whole, part;
  int lane;
  unsigned depth;
  unsigned tuples; ///< that the part is in, if there are several
};

/// A bound for the tuples that are counted.
constexpr unsigned kManyTuples = 64;
} // namespace

/// How many tuples a value is a part of; 0 if it is no more than one.
static unsigned countTuples(Value value) {
  unsigned count = 0;
  for (Operation *user : value.getUsers())
    if (llvm::isa<CombineOp>(user) && ++count == kManyTuples)
      break;
  return count > 1 ? count : 0;
}

RegisterFrames::RegisterFrames(const LiveRanges &ranges, const LoopNest &loops,
                               bool mergeCopies, const SeparateValues &separate)
    : ranges(ranges), frames(ranges.numValues()), parent(ranges.numValues()),
      offset(ranges.numValues(), 0) {
  root = computeRootLanes(ranges, TupleCopies::SameContent);
  for (unsigned id = 0; id != ranges.numValues(); ++id)
    addValue(id);

  std::vector<Affinity> affinities;
  ArrayRef<Operation *> ops = ranges.operations();
  SmallVector<Operation *> products;
  for (unsigned i : ranges.groupProducts())
    products.push_back(ops[i]);
  llvm::DenseSet<Value> inFlight = findInFlight(products);
  for (unsigned i : ranges.joiningOperations()) {
    Operation *op = ops[i];
    unsigned block = ranges.blockOfIndex(i);
    unsigned depth = getBusyDepth(ranges.blocks()[block], loops.depth(block));
    bool isTuple = llvm::isa<CombineOp, ExtractOp>(op);
    auto isSeparate = [&](unsigned id) {
      Value value = ranges[id].value;
      return separate.fromCopies.contains(value) ||
             (isTuple && separate.fromTuples.contains(value));
    };
    auto add = [&](unsigned whole, unsigned part, int lane) {
      if (whole != LiveRanges::kNone && part != LiveRanges::kNone &&
          !isSeparate(whole) && !isSeparate(part))
        affinities.push_back({whole, part, lane, depth,
                              isTuple ? countTuples(ranges[part].value) : 0});
    };
    if (auto combine = dyn_cast<CombineOp>(op)) {
      unsigned result = ranges.lookup(combine.getResult());
      int lane = 0;
      for (auto [k, part] : llvm::enumerate(combine.getParts())) {
        add(result, ranges.lookupOperand(i, k), lane);
        lane += getWidth(part.getType());
      }
    } else if (auto extract = dyn_cast<ExtractOp>(op)) {
      add(ranges.lookupOperand(i, 0), ranges.lookup(extract.getResult()),
          extract.getIndex());
    } else if (llvm::isa<CopyOp>(op)) {
      if (!separate.fromSource.contains(op->getResult(0)))
        add(ranges.lookupOperand(i, 0), ranges.lookup(op->getResult(0)), 0);
    } else if (op->getNumSuccessors()) {
      ranges.forEachForwarded(i, [&](unsigned argument, unsigned operand) {
        add(argument, operand, 0);
        // What is being written cannot be copied.
        if (!inFlight.empty() && argument != LiveRanges::kNone &&
            operand != LiveRanges::kNone &&
            inFlight.contains(ranges[operand].value))
          merge(argument, operand, 0, /*mustMerge=*/true);
      });
    } else {
      for (OpResult result : op->getResults()) {
        Value old = getTiedOperand(result);
        if (!old)
          continue;
        unsigned a = ranges.lookup(result), b = ranges.lookup(old);
        if (a == LiveRanges::kNone || b == LiveRanges::kNone)
          continue;
        if (!merge(a, b, 0, /*mustMerge=*/true))
          broken.push_back({a, b});
      }
    }
  }
  if (!mergeCopies)
    return;
  // What is in several tuples comes last: each may have a copy of it, but in
  // one place the tuples would have to follow each other, and wait for reads of
  // it.
  llvm::stable_sort(affinities, [](const Affinity &a, const Affinity &b) {
    return std::tie(b.depth, a.tuples) < std::tie(a.depth, b.tuples);
  });
  for (const Affinity &a : affinities)
    merge(a.whole, a.part, a.lane, /*mustMerge=*/false);
}

void RegisterFrames::addValue(unsigned id) {
  const LiveRanges::ValueInfo &info = ranges[id];
  parent[id] = id;
  Frame &f = frames[id];
  f.file = info.file;
  f.align = info.file == isa::Operand::R || info.file == isa::Operand::UR
                ? getAlignment(info.width)
                : 1;
  f.base = f.pinned = kNoReg;
  if (auto result = dyn_cast<OpResult>(info.value))
    if (int reg = getResultReg(result); reg >= 0)
      f.pinned = reg;
  f.lanes.resize(info.width);
  for (unsigned k = 0; k != info.width; ++k)
    for (Segment s : ranges.lane(info.firstLane + k))
      f.lanes[k].push_back({s.start, s.end, root[info.firstLane + k]});
}

std::pair<unsigned, int> RegisterFrames::find(unsigned id) const {
  int sum = 0;
  while (parent[id] != id) {
    sum += offset[id];
    id = parent[id];
  }
  return {id, sum};
}

std::pair<unsigned, int> RegisterFrames::findAndCompress(unsigned id) {
  auto [top, total] = find(id);
  int rest = total;
  while (parent[id] != top && id != top) {
    unsigned up = parent[id];
    int own = offset[id];
    parent[id] = top;
    offset[id] = rest;
    rest -= own;
    id = up;
  }
  return {top, total};
}

int RegisterFrames::reg(unsigned id) const {
  auto [top, lane] = find(id);
  return frames[top].base == kNoReg ? -1 : frames[top].base + lane;
}

/// Whether two lists of ranges hold different contents at one position. `few`
/// should be the shorter one.
static bool interfere(ArrayRef<Range> few, ArrayRef<Range> many) {
  for (const Range &r : few) {
    auto it = llvm::upper_bound(
        many, r.start, [](uint32_t p, const Range &m) { return p < m.end; });
    for (; it != many.end() && it->start < r.end; ++it)
      if (it->root != r.root)
        return true;
  }
  return false;
}

/// Merges `few` into `many`, which do not interfere.
static void mergeRanges(SmallVector<Range, 1> &many, ArrayRef<Range> few) {
  size_t old = many.size();
  bool isAppend = many.empty() || many.back().end <= few.front().start;
  many.append(few.begin(), few.end());
  if (isAppend)
    return;
  std::inplace_merge(
      many.begin(), many.begin() + old, many.end(),
      [](const Range &a, const Range &b) { return a.start < b.start; });
  // Overlapping ranges have one content; join them. All before the first new
  // range but one stays as it was.
  auto first = std::lower_bound(
      many.begin(), many.end(), few.front().start,
      [](const Range &m, uint32_t start) { return m.start < start; });
  size_t out = first == many.begin() ? 0 : first - many.begin() - 1;
  for (size_t i = out + 1; i != many.size(); ++i) {
    if (many[i].start < many[out].end)
      many[out].end = std::max(many[out].end, many[i].end);
    else
      many[++out] = many[i];
  }
  many.truncate(out + 1);
}

bool RegisterFrames::merge(unsigned whole, unsigned part, int lane,
                           bool mustMerge) {
  auto [a, aOffset] = findAndCompress(whole);
  auto [b, bOffset] = findAndCompress(part);
  // Offset 0 of b in terms of a.
  int shift = aOffset + lane - bOffset;
  if (a == b)
    return shift == 0;
  if (frames[a].file != frames[b].file)
    return false;
  auto count = [](const Frame &f) {
    size_t n = 0;
    for (auto &list : f.lanes)
      n += list.size();
    return n;
  };
  if (count(frames[a]) < count(frames[b])) {
    std::swap(a, b);
    shift = -shift;
  }
  Frame &fa = frames[a], &fb = frames[b];

  // Registers: base(b) = base(a) + shift.
  unsigned common = std::min(fa.align, fb.align);
  if ((fa.residue + unsigned(shift) - fb.residue) % common != 0)
    return false;
  if (fa.pinned != kNoReg && fb.pinned != kNoReg &&
      fa.pinned + shift != fb.pinned)
    return false;
  int lo = std::min<int>(fa.lo, fb.lo + shift);
  int hi = std::max(fa.lo + int(fa.lanes.size()),
                    fb.lo + shift + int(fb.lanes.size()));
  if (!mustMerge &&
      size_t(hi - lo) > std::max({fa.lanes.size(), fb.lanes.size(), kMaxSpan}))
    return false;
  for (size_t k = 0; k != fb.lanes.size(); ++k) {
    int at = fb.lo + shift + int(k) - fa.lo;
    if (at < 0 || at >= int(fa.lanes.size()))
      continue;
    ArrayRef<Range> many = fa.lanes[at], few = fb.lanes[k];
    if (!mustMerge && many.size() + few.size() > kMaxRanges)
      return false;
    if (few.size() > many.size())
      std::swap(few, many);
    if (interfere(few, many))
      return false;
  }

  // Merge b into a.
  if (fb.align > fa.align) {
    fa.residue = (fb.residue - unsigned(shift)) % fb.align;
    fa.align = fb.align;
  }
  if (fa.pinned == kNoReg && fb.pinned != kNoReg)
    fa.pinned = fb.pinned - shift;
  if (lo < fa.lo) {
    fa.lanes.insert(fa.lanes.begin(), fa.lo - lo, {});
    fa.lo = lo;
  }
  fa.lanes.resize(hi - lo);
  for (size_t k = 0; k != fb.lanes.size(); ++k)
    if (!fb.lanes[k].empty())
      mergeRanges(fa.lanes[fb.lo + shift + int(k) - lo], fb.lanes[k]);
  fa.isMerged = true;
  fb.lanes.clear();
  parent[b] = a;
  offset[b] = shift;
  return true;
}

void ori::separateFrames(const LiveRanges &ranges, const RegisterFrames &frames,
                         ArrayRef<unsigned> failed, SeparateValues &separate) {
  llvm::DenseSet<unsigned> isFailed(failed.begin(), failed.end());
  for (unsigned id = 0; id != ranges.numValues(); ++id)
    if (unsigned top = frames.find(id).first;
        isFailed.contains(top) && frames.frame(top).isMerged)
      separate.fromCopies.insert(ranges[id].value);
}

bool ori::separateTuples(const LiveRanges &ranges, const RegisterFrames &frames,
                         isa::Operand::Kind file, SeparateValues &separate) {
  constexpr uint64_t kFarLonger = 8, kLong = 128; // positions
  auto isLopsided = [](const Frame &f) {
    uint64_t least = UINT64_MAX, most = 0;
    for (auto &lane : f.lanes) {
      uint64_t length = 0;
      for (const Range &r : lane)
        length += r.end - r.start;
      least = std::min(least, length);
      most = std::max(most, length);
    }
    return most >= kLong && most > kFarLonger * least;
  };
  bool isNew = false;
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    const Frame &f = frames.frame(frames.find(id).first);
    if (f.file == file && f.isMerged && f.align > 1 && isLopsided(f))
      isNew |= separate.fromTuples.insert(ranges[id].value).second;
  }
  return isNew;
}

void ori::separatePinned(const LiveRanges &ranges, const RegisterFrames &frames,
                         isa::Operand::Kind file, SeparateValues &separate) {
  for (unsigned id = 0; id != ranges.numValues(); ++id) {
    Value value = ranges[id].value;
    auto result = dyn_cast<OpResult>(value);
    const Frame &f = frames.frame(frames.find(id).first);
    if (f.file != file || f.pinned == RegisterFrames::kNoReg ||
        (result && getResultReg(result) >= 0))
      continue;
    separate.fromTuples.insert(value);
    separate.fromCopies.insert(value);
  }
}
