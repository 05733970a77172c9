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
// twice in all, with half of the columns each time ("folded"). Blocks of a pair
// have half of the columns of b each.
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
enum ProductMod { kKind, kAInTensorMemory, kPairOfBlocks, kBlocks, kClosed };
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
  bool isHalf = false, isInteger = false;

  Task(Machine &m, const TensorJob &job)
      : m(m), job(job), blocks(tensorBlocks(m, *job.warp, *job.inst,
                                            job.inst->mods[kPairOfBlocks])) {}
  bool fault(const llvm::Twine &what) const {
    m.fault(*job.warp, *job.inst, -1,
            llvm::formatv("{0} (the descriptor is {1:x-8})", what.str(),
                          job.description));
    return false;
  }
  unsigned rowsHere() const { return rows / blocks.count; }
  bool isFolded() const { return blocks.count == 2 && rows == 128; }
  /// The row of tensor memory of a row of a block.
  unsigned place(unsigned r) const {
    return rows == 64 ? (r & ~15u) * 2 + (r & 15) : r;
  }
  bool prepare();
  bool readShared(CTA &cta, uint64_t desc, bool mnMajor, const Factor &f,
                  unsigned count, uint32_t *to) const;
  bool readRows(CTA &cta, unsigned fold, std::vector<uint32_t> &to) const;
  bool run(unsigned which);
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
  if (desc >> 2 & 1)
    return fault("a sparse product, which the machine does not model");
  if (scales ? desc >> 31 != 0
             : (isInteger ? sumType != 2
                          : sumType > 1 || (fa.element == TF32 && isHalf)))
    return fault("a product that the machine does not model");
  if (isInteger && (desc >> 13 & 3))
    return fault("a product of negated integers");
  if ((desc >> 15 & 1 && (fa.bits < 8 || inst.mods[kAInTensorMemory])) ||
      (desc >> 16 & 1 && fb.bits < 8) ||
      (inst.mods[kAInTensorMemory] && fa.bits < 8 && kind != NibbleKind))
    return fault("matrices that lie in a way that the machine does not model");
  bool goodRows = blocks.count == 2 ? rows == 128 || rows == 256
                                    : rows == 128 || (rows == 64 && !scales);
  if (!goodRows || columns == 0 || columns > 256 ||
      columns % (rows == 64 ? 8 : 16))
    return fault(
        llvm::formatv("a product of {0} rows and {1} columns", rows, columns)
            .str());
  return true;
}

/// `count` rows of a, or columns of b.
bool Task::readShared(CTA &cta, uint64_t desc, bool mnMajor, const Factor &f,
                      unsigned count, uint32_t *to) const {
  for (unsigned i = 0; i < count; ++i)
    for (unsigned k = 0; k < depth; ++k) {
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
  if (first && !(rows == 64 && first == 16))
    return fault("a begins in the middle of its rows");
  for (unsigned r = 0; r < rowsHere(); ++r)
    for (unsigned bit = 0; bit < depth * fa.bits; bit += fa.bits) {
      uint32_t *p = tensorCell(m, cta, *job.warp, *job.inst,
                               place(r) + first + fold * 64, column + bit / 32);
      if (!p)
        return false;
      to[r * depth + bit / fa.bits] =
          uint32_t(uint64_t(*p) >> bit % 32 & ((uint64_t(1) << fa.bits) - 1));
    }
  return true;
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
  if (first && !(rows == 64 && first == 16))
    return fault("d begins in the middle of its rows");
  unsigned folds = isFolded() ? 2 : 1, width = columns / folds;
  std::vector<uint32_t> a(rowsHere() * depth), b(columns * depth);
  unsigned share = columns / blocks.count;
  for (unsigned k = 0; k < blocks.count; ++k)
    if (!readShared(*blocks.block[k], job.b, desc >> 16 & 1, fb, share,
                    b.data() + k * share * depth))
      return false;
  std::vector<double> an(a.size()), bn;
  for (uint32_t v : b)
    bn.push_back(isInteger ? 0 : numberOf(fb.element, v));
  bool negate = ((desc >> 13) ^ (desc >> 14)) & 1;
  unsigned perScale = scales ? depth / scales : depth;
  unsigned byteA = desc >> 29 & 3, byteB = desc >> 4 & 3;
  if (scales && (byteA % scales || byteB % scales ||
                 ((job.scales[0] | job.scales[1]) >> 16 & 0x3fff)))
    return fault("scales at a place that the machine does not model");
  for (unsigned fold = 0; fold < folds; ++fold) {
    if (!(inst.mods[kAInTensorMemory] ? readRows(cta, fold, a)
                                      : readShared(cta, job.a, desc >> 15 & 1,
                                                   fa, rowsHere(), a.data())))
      return false;
    for (size_t k = 0; k < a.size() && !isInteger; ++k)
      an[k] = numberOf(fa.element, a[k]);
    for (unsigned r = 0; r < rowsHere(); ++r) {
      unsigned row = place(r) + first + fold * 64;
      for (unsigned n = fold * width; n < (fold + 1) * width; ++n) {
        if (job.closed[which * 4 + row / 32] >> row % 32 & 1)
          continue;
        uint32_t *d = tensorCell(m, cta, w, inst, row,
                                 (job.d & 0xffff) + n - fold * width);
        if (!d)
          return false;
        uint32_t before = job.accumulates ? *d : 0;
        const uint32_t *x = &a[r * depth], *y = &b[n * depth];
        if (isInteger) {
          int64_t sum = int32_t(before);
          for (unsigned k = 0; k < depth; ++k)
            sum += (fa.element == S8 ? int64_t(int8_t(x[k])) : x[k]) *
                   (fb.element == S8 ? int64_t(int8_t(y[k])) : y[k]);
          if (desc >> 3 & 1)
            sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
          *d = uint32_t(sum);
          continue;
        }
        double sum = 0, old;
        double scale = 1;
        for (unsigned k = 0; k < depth; ++k) {
          // Each quarter of the rows has all scales: 32 rows of a or columns
          // of b in a column, a word for each of them.
          if (scales && k % perScale == 0) {
            unsigned quarter = row & ~31u, i = n - fold * width;
            uint32_t *sa = tensorCell(m, cta, w, inst, quarter + r % 32,
                                      (job.scales[0] & 0xffff) + r / 32);
            uint32_t *sb = tensorCell(m, cta, w, inst, quarter + i % 32,
                                      (job.scales[1] & 0xffff) + i / 32);
            if (!sa || !sb)
              return false;
            scale = scaleNumber(*sa >> 8 * (byteA + k / perScale) & 255,
                                desc >> 23 & 1) *
                    scaleNumber(*sb >> 8 * (byteB + k / perScale) & 255,
                                desc >> 23 & 1);
          }
          sum += an[r * depth + k] * bn[n * depth + k] * scale;
        }
        Fmt format = isHalf ? Fmt::F16 : Fmt::F32;
        uint64_t wide = isa::sem::convert(
            format, isHalf ? before & 0xffff : before, {Fmt::F64});
        memcpy(&old, &wide, 8);
        sum = (negate ? -sum : sum) + old;
        memcpy(&wide, &sum, 8);
        *d = uint32_t(isa::sem::convert(Fmt::F64, wide, {format}));
      }
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
  return true;
}

/// `Scaled`: the last operand is the addresses of scales, not a mask.
template <bool Scaled>
static void runProduct(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  TensorJob job = {&inst, &w, runProductJob};
  job.a = inst.mods[kAInTensorMemory] ? uniformValue(m, w, inst, inst.a)
                                      : uniformPair(w, inst.a);
  job.b = uniformPair(w, inst.b);
  job.d = uint32_t(uniformValue(m, w, inst, inst.c));
  job.description = w.UR[inst.imm + 1];
  job.accumulates = lanesOf(w, inst.pp) & 1;
  uint32_t last = inst.mods[kClosed];
  if (last != kZeroRow) {
    unsigned count = Scaled ? 2 : inst.mods[kPairOfBlocks] ? 8 : 4;
    memcpy(Scaled ? job.scales : job.closed, &w.UR[last], 4 * count);
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
  out.mods[kPairOfBlocks] = b.mods.value("pair") != 0;
  out.mods[kClosed] = b.source(last).reg;
  if (out.imm == kZeroRow)
    b.unsupported("a product without descriptor");
}

template <uint32_t Kind, bool AInTensorMemory>
static void bindProduct(Binder &b) {
  bindAny(b, Kind, AInTensorMemory, "lanes");
  if (b.mods.optional("ashift") || b.mods.optional("scaleD"))
    return b.unsupported("a shifted or scaled product");
  b.out.run = runProduct<false>;
}
template <uint32_t Kind, bool AInTensorMemory>
static void bindScaledProduct(Binder &b) {
  bindAny(b, Kind, AInTensorMemory, "scales");
  bool four = Kind == NibbleKind &&
              isa::UTCBlocks(b.mods.value("blocks")) == isa::UTCBlocks::X4;
  b.out.mods[kBlocks] = Kind == ByteKind ? 1 : four ? 4 : 2;
  b.out.run = runProduct<true>;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::tensorProductHandlers() {
  static const BindEntry entries[] = {
      {"UTCHMMA", bindProduct<HalfKind, false>},
      {"UTCHMMA_T", bindProduct<HalfKind, true>},
      {"UTCIMMA", bindProduct<IntegerKind, false>},
      {"UTCIMMA_T", bindProduct<IntegerKind, true>},
      {"UTCQMMA", bindProduct<ByteKind, false>},
      {"UTCQMMA_T", bindProduct<ByteKind, true>},
      {"UTCQMMA_SF", bindScaledProduct<ByteKind, false>},
      {"UTCQMMA_SF_T", bindScaledProduct<ByteKind, true>},
      {"UTCOMMA", bindScaledProduct<NibbleKind, false>},
      {"UTCOMMA_T", bindScaledProduct<NibbleKind, true>},
  };
  return entries;
}
