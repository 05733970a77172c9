//===- TensorProductOps.cpp - Products in tensor memory -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UTCHMMA, UTCIMMA, UTCQMMA, UTCOMMA. A block has 128 rows of d, one in each
// row of tensor memory, or 64: alone 16 in each quarter, in a pair of blocks
// twice in all, with half of the columns each time ("folded"); with .WS it may
// have 64 twice, or 32 four times. Blocks of a pair have half of the columns of
// b each. A sparse a (bit 2 of the descriptor) has its metadata where CuTe's
// layouts have them.
//
//===----------------------------------------------------------------------===//

#include "MatrixElements.h"
#include "TensorMemoryOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;

namespace {
/// Use of DInst::mods.
enum ProductMod {
  kKind,
  kAInTensorMemory,
  kPairOfBlocks,
  kBlocks,
  kClosed,
  kScaleD
};
/// Of kPairOfBlocks beside 0 and 1: one block, .WS.
constexpr uint32_t kStationary = 2;
/// Of kAInTensorMemory beside 0 and 1: and its rows are shifted afterwards.
constexpr uint32_t kShifted = 2;
/// Of kKind; NibbleKind: four bits.
enum : uint32_t { HalfKind, IntegerKind, ByteKind, NibbleKind };

/// An element type of a descriptor, and how elements of less than eight bits
/// lie in shared memory: so many bits each, so many in 16 bytes.
struct Factor {
  MatrixElement element;
  unsigned bits, perUnit;
};

/// One product, taken apart.
struct Task {
  Machine &m;
  const TensorJob &job;
  TensorBlocks blocks;
  Factor fa{}, fb{};
  unsigned rows = 0, columns = 0, depth = 0; ///< of all blocks
  unsigned scales = 0;                       ///< of a row; 0: none
  bool isHalf = false, isInteger = false, isSparse = false;

  Task(Machine &m, const TensorJob &job)
      : m(m), job(job),
        blocks(tensorBlocks(m, *job.warp, *job.inst,
                            job.inst->mods[kPairOfBlocks] == 1)) {}
  bool fault(const llvm::Twine &what) const {
    m.fault(*job.warp, *job.inst, -1,
            llvm::formatv("{0} (the descriptor is {1:x-8})", what.str(),
                          job.description));
    return false;
  }
  unsigned rowsHere() const { return rows / blocks.count; }
  bool isStationary() const {
    return job.inst->mods[kPairOfBlocks] == kStationary;
  }
  unsigned folds() const {
    if (isStationary())
      return kMemoryRows / rows;
    return blocks.count == 2 && rows == 128 && !isSparse ? 2 : 1;
  }
  /// 16 rows in each quarter.
  bool isSpread() const { return rowsHere() == 64 && folds() == 1; }
  /// The row of tensor memory of a row of a block.
  unsigned place(unsigned r, unsigned fold) const {
    return (isSpread() ? (r & ~15u) * 2 + (r & 15) : r) +
           fold * (kMemoryRows / folds());
  }
  /// Elements of a row of a that are in memory.
  unsigned kept() const { return isSparse ? depth / 2 : depth; }
  bool isGoodShape() const;
  bool gather(CTA &cta, unsigned r, unsigned fold, unsigned *to) const;
  bool isColumnZero(unsigned n) const;
  bool prepare();
  bool readShared(CTA &cta, uint64_t desc, bool mnMajor, const Factor &f,
                  unsigned count, unsigned length, uint32_t *to) const;
  bool readRows(CTA &cta, unsigned fold, std::vector<uint32_t> &to) const;
  bool run(unsigned which);
  void note(LaneMask active, TensorJob &to) const;
};
} // namespace

static std::optional<Factor> factorOf(uint32_t kind, uint32_t code) {
  switch (kind << 4 | code) {
  case HalfKind << 4 | 0:
    return Factor{F16, 16, 8};
  case HalfKind << 4 | 1:
    return Factor{BF16, 16, 8};
  case HalfKind << 4 | 2:
    return Factor{TF32, 32, 4};
  case IntegerKind << 4 | 0:
    return Factor{U8, 8, 16};
  case IntegerKind << 4 | 1:
    return Factor{S8, 8, 16};
  case ByteKind << 4 | 0:
    return Factor{E4M3, 8, 16};
  case ByteKind << 4 | 1:
    return Factor{E5M2, 8, 16};
  case ByteKind << 4 | 3:
    return Factor{E2M3, 6, 16};
  case ByteKind << 4 | 4:
    return Factor{E3M2, 6, 16};
  case ByteKind << 4 | 5:
    return Factor{PackedE2M1, 4, 16};
  case NibbleKind << 4 | 1:
    return Factor{PackedE2M1, 4, 32};
  default:
    return std::nullopt;
  }
}

bool Task::prepare() {
  const DInst &inst = *job.inst;
  uint32_t desc = job.description, kind = inst.mods[kKind];
  if (!blocks.count)
    return false;
  auto a = factorOf(kind, desc >> 7 & 7), b = factorOf(kind, desc >> 10 & 7);
  if (!a || !b || (a->element == TF32) != (b->element == TF32))
    return fault("a product of types that the machine does not model");
  fa = *a;
  fb = *b;
  rows = (desc >> 24 & 31) * 16;
  columns = (desc >> 17 & 63) * 8;
  depth = kind == NibbleKind ? 64 : kind == HalfKind ? 256 / fa.bits : 32;
  scales = inst.mods[kBlocks];
  isInteger = kind == IntegerKind;
  unsigned sumType = desc >> 4 & 3;
  isHalf = !scales && sumType == 0;
  isSparse = desc >> 2 & 1;
  if (isSparse)
    depth *= 2;
  if (scales ? desc >> 31 != 0
             : (isInteger ? sumType != 2
                          : sumType > 1 || (fa.element == TF32 && isHalf)))
    return fault("a product that the machine does not model");
  if (isInteger && (desc >> 13 & 3))
    return fault("a product of negated integers");
  if (kind == NibbleKind
          ? (desc >> 15 & 3) != 0
          : (desc >> 15 & 1 && fa.bits < 8) || (desc >> 16 & 1 && fb.bits < 8))
    return fault("elements of less than eight bits that do not lie along the "
                 "depth");
  if (inst.mods[kAInTensorMemory] &&
      (desc >> 15 & 1 || (isStationary() && rows != kMemoryRows)))
    return fault("matrices that lie in a way that the machine does not model");
  if (inst.mods[kAInTensorMemory] == kShifted && rows != 128 && rows != 256)
    return fault("shifted rows of a product of less than 128");
  if (!isGoodShape())
    return fault(
        llvm::formatv("a product of {0} rows and {1} columns", rows, columns)
            .str());
  if (inst.mods[kScaleD] && kind != HalfKind)
    return fault("a scale of a d that has none");
  if (job.zeros >> 56 & 63)
    return fault("shifted columns, which the machine does not model");
  if (isSparse && (isSpread() || (!scales && (desc & 3) > (kind == HalfKind)) ||
                   (kind == HalfKind && job.metadata & 1)))
    return fault("metadata at a place that the machine does not model");
  return true;
}

bool Task::isGoodShape() const {
  uint32_t kind = job.inst->mods[kKind];
  if (isStationary())
    return llvm::is_contained({32u, 64u, 128u}, rows) &&
           llvm::is_contained({64u, 128u, isSparse ? 64u : 256u}, columns);
  unsigned step = 8 * blocks.count;
  if ((kind == IntegerKind && (columns > 32 || blocks.count == 2)) ||
      (fb.bits == 8 && job.description >> 16 & 1))
    step *= 2;
  bool goodRows = rows == 128 * blocks.count;
  if (!goodRows && rows == 64 * blocks.count)
    goodRows = blocks.count == 2 ? !(scales && isSparse) : !scales;
  return goodRows && columns && columns <= 256 && columns % step == 0;
}

/// The depth that each element of a row of a sparse a has.
bool Task::gather(CTA &cta, unsigned r, unsigned fold, unsigned *to) const {
  bool isHalfKind = job.inst->mods[kKind] == HalfKind,
       isSingle = fa.element == TF32;
  uint32_t column = job.metadata & 0xffff;
  if (isHalfKind && !scales)
    column += job.description & 1;
  // Groups: two bits each for the first and the second of what is kept of
  // eight nibbles, four elements, or (TF32, the upper pair) two.
  unsigned width = fa.perUnit == 32 ? 2 : 1,
           perGroup = isSingle ? 1 : 2 * width;
  for (unsigned k = 0; k < kept(); ++k) {
    unsigned group = k / perGroup, row = r, bit = 4 * group;
    if (isHalfKind) {
      // A word is for two rows, eight apart, and half of their depth.
      row = (r & ~15u) + (r & 7) + (group >> 2) * 8;
      bit = (group & 3) * 4 + (r & 8) * 2;
    }
    uint32_t *word =
        tensorCell(m, cta, *job.warp, *job.inst,
                   row + fold * (kMemoryRows / folds()), column + bit / 32);
    if (!word)
      return false;
    uint32_t pair = *word >> bit % 32 & 15;
    if (isSingle ? pair != 4 && pair != 14 : (pair & 3) >= pair >> 2)
      return fault(llvm::formatv("the metadata of row {0} have the value {1}, "
                                 "which stands for no elements",
                                 r, pair)
                       .str());
    if (isSingle)
      to[k] = group * 2 + (pair >> 3);
    else
      to[k] =
          (group * 4 + (pair >> (k / width & 1) * 2 & 3)) * width + k % width;
  }
  return true;
}

/// Spans of columns in turn, of which every other one is zero; each fold of the
/// columns begins with one of them, and somewhere in it.
bool Task::isColumnZero(unsigned n) const {
  if (!(job.zeros >> 39 & 1))
    return false;
  unsigned perFold = columns / folds(), fold = n / perFold;
  unsigned zeroSpan = (job.zeros >> 40 & 255) + 1,
           useSpan = (job.zeros >> 48 & 255) + 1;
  unsigned at = n - fold * perFold + (job.zeros >> (fold * 8) & 255);
  if (!(job.zeros >> (32 + fold) & 1))
    at += zeroSpan;
  return at % (zeroSpan + useSpan) < zeroSpan;
}

/// `count` rows of a, or columns of b.
bool Task::readShared(CTA &cta, uint64_t desc, bool mnMajor, const Factor &f,
                      unsigned count, unsigned length, uint32_t *to) const {
  if ((desc >> 61 == 1) != (mnMajor && f.element == TF32))
    return fault("a swizzle that matrices like this one do not have");
  for (unsigned i = 0; i < count; ++i)
    for (unsigned k = 0; k < length; ++k) {
      unsigned fast = mnMajor ? i : k, slow = mnMajor ? k : i;
      const uint8_t *p =
          matrixUnit(m, cta, job, desc, slow, fast / f.perUnit, mnMajor);
      if (!p)
        return false;
      uint32_t v = 0;
      unsigned bit = fast % f.perUnit * f.bits;
      for (unsigned n = 0; n < f.bits; n += 2, bit += 2)
        v |= uint32_t(p[bit >> 3] >> (bit & 7) & 3) << n;
      *to++ = v;
    }
  return true;
}

/// a from tensor memory; of a folded product each fold has its own copy.
bool Task::readRows(CTA &cta, unsigned fold, std::vector<uint32_t> &to) const {
  uint32_t first = uint32_t(job.a) >> 16, column = job.a & 0xffff;
  if (isSpread() ? first != job.d >> 16 : first != 0)
    return fault("a begins in the middle of its rows");
  // Six and four bits lie in the middle of a byte, but where all are nibbles.
  unsigned width = 128 / fa.perUnit, low = (width - fa.bits) / 2;
  for (unsigned r = 0; r < rowsHere(); ++r)
    for (unsigned k = 0; k < kept(); ++k) {
      unsigned bit = k * width;
      uint32_t *p = tensorCell(m, cta, *job.warp, *job.inst,
                               place(r, fold) + first, column + bit / 32);
      if (!p)
        return false;
      to[r * kept() + k] = uint32_t(uint64_t(*p) >> (bit % 32 + low) &
                                    ((uint64_t(1) << fa.bits) - 1));
    }
  return true;
}

/// What it reads of the shared memory of its block.
void Task::note(LaneMask active, TensorJob &to) const {
  auto matrix = [&](uint64_t desc, const Factor &f, bool mnMajor,
                    unsigned count, unsigned length) {
    if (mnMajor)
      std::swap(count, length);
    noteReads(m, to, active, desc, count, length / f.perUnit, mnMajor,
              f.perUnit * f.bits / 8);
  };
  if (!job.inst->mods[kAInTensorMemory])
    matrix(job.a, fa, job.description >> 15 & 1, rowsHere(), kept());
  matrix(job.b, fb, job.description >> 16 & 1, columns / blocks.count, depth);
}

static double scaleNumber(uint32_t v, bool isPowerOfTwo) {
  if (!isPowerOfTwo)
    return numberOf(E4M3, v & 127);
  return v == 255 ? NAN : std::ldexp(1.0, int(v) - 127);
}

/// What one block has of d.
bool Task::run(unsigned which) {
  const DInst &inst = *job.inst;
  Warp &w = *job.warp;
  CTA &cta = *blocks.block[which];
  uint32_t desc = job.description, first = job.d >> 16;
  if (first && !(isSpread() && first == 16))
    return fault("d begins in the middle of its rows");
  if (isSparse && job.metadata >> 16)
    return fault("metadata begin in the middle of their rows");
  unsigned width = columns / folds(), length = kept();
  std::vector<uint32_t> a(rowsHere() * length), b(columns * depth);
  unsigned share = columns / blocks.count;
  for (unsigned k = 0; k < blocks.count; ++k)
    if (!readShared(*blocks.block[k], job.b, desc >> 16 & 1, fb, share, depth,
                    b.data() + k * share * depth))
      return false;
  for (unsigned n = 0; n < columns; ++n)
    if (isColumnZero(n))
      std::fill_n(b.begin() + n * depth, depth, 0);
  std::vector<double> an(a.size()), bn;
  for (uint32_t v : b)
    bn.push_back(isInteger ? 0 : numberOf(fb.element, v));
  bool negate = ((desc >> 13) ^ (desc >> 14)) & 1;
  unsigned byteA = desc >> 29 & 3, byteB = desc >> 4 & 3;
  if (scales && (byteA % scales || byteB % scales ||
                 ((job.scales[0] | job.scales[1]) >> 16 & 0x3fff)))
    return fault("scales at a place that the machine does not model");
  std::vector<unsigned> where(length);
  for (unsigned k = 0; k < length; ++k)
    where[k] = k;
  // One element of d.
  auto element = [&](unsigned r, unsigned fold, unsigned i) {
    unsigned row = place(r, fold) + first, n = fold * width + i;
    uint32_t *d = tensorCell(m, cta, w, inst, row, (job.d & 0xffff) + i);
    if (!d)
      return false;
    uint32_t before = job.accumulates ? *d : 0;
    const uint32_t *x = &a[r * length], *y = &b[n * depth];
    if (isInteger) {
      int64_t sum = int32_t(before);
      for (unsigned k = 0; k < length; ++k) {
        uint32_t z = y[where[k]];
        sum += (fa.element == S8 ? int64_t(int8_t(x[k])) : x[k]) *
               (fb.element == S8 ? int64_t(int8_t(z)) : z);
      }
      if (desc >> 3 & 1)
        sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
      *d = uint32_t(sum);
      return true;
    }
    // Each quarter of the rows has all scales: 32 rows of a or columns of b in
    // a column, a word for each of them.
    double scaleOf[4] = {1, 1, 1, 1};
    for (unsigned s = 0; s < scales; ++s) {
      unsigned quarter = row & ~31u;
      uint32_t *sa = tensorCell(m, cta, w, inst, quarter + r % 32,
                                (job.scales[0] & 0xffff) + r / 32);
      uint32_t *sb = tensorCell(m, cta, w, inst, quarter + i % 32,
                                (job.scales[1] & 0xffff) + i / 32);
      if (!sa || !sb)
        return false;
      scaleOf[s] = scaleNumber(*sa >> 8 * (byteA + s) & 255, desc >> 23 & 1) *
                   scaleNumber(*sb >> 8 * (byteB + s) & 255, desc >> 23 & 1);
    }
    double sum = 0, old;
    for (unsigned k = 0; k < length; ++k)
      sum += an[r * length + k] * bn[n * depth + where[k]] *
             scaleOf[scales ? where[k] / (depth / scales) : 0];
    Fmt format = isHalf ? Fmt::F16 : Fmt::F32;
    uint64_t wide = isa::sem::convert(format, isHalf ? before & 0xffff : before,
                                      {Fmt::F64});
    memcpy(&old, &wide, 8);
    sum = (negate ? -sum : sum) + std::ldexp(old, -int(inst.mods[kScaleD]));
    memcpy(&wide, &sum, 8);
    *d = uint32_t(isa::sem::convert(Fmt::F64, wide, {format}));
    return true;
  };
  for (unsigned fold = 0; fold < folds(); ++fold) {
    if (!(inst.mods[kAInTensorMemory]
              ? readRows(cta, fold, a)
              : readShared(cta, job.a, desc >> 15 & 1, fa, rowsHere(), length,
                           a.data())))
      return false;
    for (size_t k = 0; k < a.size() && !isInteger; ++k)
      an[k] = numberOf(fa.element, a[k]);
    for (unsigned r = 0; r < rowsHere(); ++r) {
      unsigned row = place(r, fold) + first;
      if (job.closed[which * 4 + row / 32] >> row % 32 & 1)
        continue;
      if (isSparse && !gather(cta, r, fold, where.data()))
        return false;
      for (unsigned i = 0; i < width; ++i)
        if (!element(r, fold, i))
          return false;
    }
  }
  return true;
}

static bool runProductJob(Machine &m, const TensorJob &job) {
  Task task(m, job);
  if (!task.prepare())
    return false;
  for (unsigned k = 0; k < task.blocks.count; ++k)
    if (!task.run(k))
      return false;
  return job.inst->mods[kAInTensorMemory] != kShifted ||
         shiftTensorRows(m, job, task.blocks, job.a & 0xffff);
}

/// What the last operand is.
enum LastOperand { Lanes, Scales, ZeroColumns };
template <LastOperand Last>
static void runProduct(Machine &m, Warp &w, const DInst &inst,
                       LaneMask active) {
  TensorJob job = {&inst, &w, runProductJob};
  job.a = inst.mods[kAInTensorMemory] ? uniformValue(m, w, inst, inst.a)
                                      : uniformPair(w, inst.a);
  job.b = uniformPair(w, inst.b);
  job.d = uint32_t(uniformValue(m, w, inst, inst.c));
  job.metadata = w.UR[inst.imm];
  job.description = w.UR[inst.imm + 1];
  job.accumulates = lanesOf(w, inst.pp) & 1;
  uint32_t last = inst.mods[kClosed];
  if (last != kZeroRow) {
    if (Last == Lanes)
      memcpy(job.closed, &w.UR[last], inst.mods[kPairOfBlocks] ? 32 : 16);
    else if (Last == Scales)
      memcpy(job.scales, &w.UR[last], 8);
    else
      memcpy(&job.zeros, &w.UR[last], 8);
  }
  if (m.check) {
    Task task(m, job);
    if (!task.prepare())
      return;
    task.note(active, job);
  }
  startTensorJob(*w.cta, job);
}

static void bindAny(Binder &b, uint32_t kind, bool aInTensorMemory,
                    const char *last) {
  DInst &out = b.out;
  out.a = b.source("a");
  out.b = b.source("b");
  out.c = b.source("d");
  out.imm = b.source("meta").reg;
  out.pp = b.predicate("up");
  out.mods[kKind] = kind;
  out.mods[kAInTensorMemory] = aInTensorMemory;
  out.mods[kClosed] = b.source(last).reg;
  if (out.imm == kZeroRow)
    b.unsupported("a product without descriptor");
}

template <uint32_t Kind, bool AInTensorMemory>
static void bindProduct(Binder &b) {
  bindAny(b, Kind, AInTensorMemory, "lanes");
  b.out.mods[kPairOfBlocks] = b.mods.value("pair") != 0;
  b.out.mods[kScaleD] = uint32_t(b.mods.optional("scaleD"));
  if (b.mods.optional("ashift"))
    b.out.mods[kAInTensorMemory] = kShifted;
  b.out.run = runProduct<Lanes>;
}
template <uint32_t Kind, bool AInTensorMemory>
static void bindScaledProduct(Binder &b) {
  bindAny(b, Kind, AInTensorMemory, "scales");
  b.out.mods[kPairOfBlocks] = b.mods.value("pair") != 0;
  bool four = Kind == NibbleKind &&
              isa::UTCBlocks(b.mods.value("blocks")) == isa::UTCBlocks::X4;
  b.out.mods[kBlocks] = Kind == ByteKind ? 1 : four ? 4 : 2;
  b.out.run = runProduct<Scales>;
}
template <uint32_t Kind, bool AInTensorMemory>
static void bindStationaryProduct(Binder &b) {
  bindAny(b, Kind, AInTensorMemory, "zeros");
  b.out.mods[kPairOfBlocks] = kStationary;
  b.out.run = runProduct<ZeroColumns>;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::tensorProductHandlers() {
  static const BindEntry entries[] = {
      {"UTCHMMA", bindProduct<HalfKind, false>},
      {"UTCHMMA_T", bindProduct<HalfKind, true>},
      {"UTCIMMA", bindProduct<IntegerKind, false>},
      {"UTCIMMA_T", bindProduct<IntegerKind, true>},
      {"UTCQMMA", bindProduct<ByteKind, false>},
      {"UTCQMMA_T", bindProduct<ByteKind, true>},
      {"UTCHMMA_WS", bindStationaryProduct<HalfKind, false>},
      {"UTCHMMA_WS_T", bindStationaryProduct<HalfKind, true>},
      {"UTCIMMA_WS", bindStationaryProduct<IntegerKind, false>},
      {"UTCIMMA_WS_T", bindStationaryProduct<IntegerKind, true>},
      {"UTCQMMA_WS", bindStationaryProduct<ByteKind, false>},
      {"UTCQMMA_WS_T", bindStationaryProduct<ByteKind, true>},
      {"UTCQMMA_SF", bindScaledProduct<ByteKind, false>},
      {"UTCQMMA_SF_T", bindScaledProduct<ByteKind, true>},
      {"UTCOMMA", bindScaledProduct<NibbleKind, false>},
      {"UTCOMMA_T", bindScaledProduct<NibbleKind, true>},
  };
  return entries;
}
