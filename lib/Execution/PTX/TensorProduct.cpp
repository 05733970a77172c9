//===- TensorProduct.cpp - tcgen05.mma ------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.16.10. Of a pair of CTAs each has half of the rows of a and
// of d and half of the columns of b. Where rows lie (9.7.16.10.5): 128 of a CTA
// are the lanes. Of 64, each quarter of the lanes has 16 (one CTA, or a sparse
// a), or they are folded: lanes 0 to 63 have the first half of the columns and
// lanes 64 to 127 the second (two CTAs, .ws). 32 rows are folded to quarters.
// Sums are ascending in double and rounded once.
//
// Where metadata of a sparse a lie is from CuTe (tmem_e_frg, tmem_e_frg_ws),
// which does not have those of 64 rows that are not folded.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "TensorMemory.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <numeric>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;
using ptx::MmaKind;

namespace {
/// How the elements of a factor lie in shared memory.
struct Elements {
  DataType type = DataType::None;
  unsigned bits = 0;
  /// In 16 bytes; what is left of them does not count.
  unsigned perUnit = 0;
};

struct TmemProduct {
  Warp *w = nullptr;
  const Instr *inst = nullptr;
  llvm::SmallVector<CTA *, 2> ctas;
  Elements ea, eb;
  DotTypes types;
  unsigned rows = 0, columns = 0, depth = 0;
  bool negateA = false, negateB = false, transposeA = false, transposeB = false;
  bool aInTmem = false, shiftsA = false, accumulate = false;
  uint64_t a = 0, b = 0;
  uint32_t d = 0;
  unsigned scaleD = 0; ///< d is divided by that power of two before
  bool isSparse = false;
  uint32_t metadata = 0;
  /// Of .ws: the columns of b that count as zeros (9.7.16.4.3).
  bool isStationary = false;
  uint64_t zeros = 0;
  /// A bit for each lane of each CTA that is not written.
  std::array<uint32_t, 8> masked{};
  /// Scales: how many of a row, or none, where, from which byte on.
  unsigned blocks = 0;
  DataType scaleType = DataType::None;
  uint32_t scaleA = 0, scaleB = 0;
  unsigned byteA = 0, byteB = 0;

  bool fault(std::string what) const {
    return tensorFault(*w, *inst, std::move(what));
  }
  unsigned rowsOfCTA() const { return rows / unsigned(ctas.size()); }
  /// Parts of the lanes that have a part of the columns each.
  unsigned folds() const {
    return isStationary                                   ? kTmemLanes / rows
           : ctas.size() == 2 && rows == 128 && !isSparse ? 2
                                                          : 1;
  }
  /// Each quarter of the lanes has 16 rows.
  bool isSpread() const { return rowsOfCTA() == 64 && folds() == 1; }
  unsigned laneOf(unsigned row) const {
    return isSpread() ? row / 16 * 32 + row % 16 : row;
  }
  /// Elements of a row of a that are there.
  unsigned stored() const { return isSparse ? depth / 2 : depth; }
  bool decode(MmaKind kind, uint32_t desc);
  bool hasShape(MmaKind kind) const;
  bool checkSparse(MmaKind kind, uint32_t desc);
  bool findFactors(CTA &cta, unsigned fold, unsigned row,
                   std::vector<unsigned> &to) const;
  bool isZero(unsigned column) const;
  bool checkLanes(uint32_t address, const char *what) const;
  bool readShared(CTA &cta, uint64_t descriptor, const Elements &e,
                  bool isTransposed, bool isNegated, unsigned count,
                  unsigned length, std::vector<uint64_t> &to) const;
  void noteReads(TensorMemory::Job &job, uint64_t descriptor, const Elements &e,
                 bool isTransposed, unsigned count, unsigned length) const;
  bool readTmem(CTA &cta, unsigned fold, std::vector<uint64_t> &to) const;
  double scaleOf(CTA &cta, uint32_t address, unsigned quarter, unsigned i,
                 unsigned byte) const;
  bool multiply(unsigned rank) const;
};
} // namespace

static Elements elementsOf(MmaKind kind, unsigned code) {
  switch (kind) {
  case MmaKind::KindF16:
    return code == 0   ? Elements{DataType::F16, 16, 8}
           : code == 1 ? Elements{DataType::Bf16, 16, 8}
                       : Elements{};
  case MmaKind::KindTf32:
    return code == 2 ? Elements{DataType::Tf32, 32, 4} : Elements{};
  case MmaKind::KindI8:
    return code == 0   ? Elements{DataType::U8, 8, 16}
           : code == 1 ? Elements{DataType::S8, 8, 16}
                       : Elements{};
  case MmaKind::KindF8f6f4:
  case MmaKind::KindMxf8f6f4:
    switch (code) {
    case 0:
      return {DataType::E4m3, 8, 16};
    case 1:
      return {DataType::E5m2, 8, 16};
    case 3:
      return {DataType::E2m3, 6, 16};
    case 4:
      return {DataType::E3m2, 6, 16};
    case 5:
      return {DataType::E2m1, 4, 16};
    default:
      return {};
    }
  default:
    return code == 1 ? Elements{DataType::E2m1, 4, 32} : Elements{};
  }
}

/// The descriptor of a product (9.7.16.4.2). False: a fault.
bool TmemProduct::decode(MmaKind kind, uint32_t desc) {
  bool isInteger = kind == MmaKind::KindI8, isNibble = false;
  negateA = desc >> 13 & 1;
  negateB = desc >> 14 & 1;
  transposeA = desc >> 15 & 1;
  transposeB = desc >> 16 & 1;
  columns = (desc >> 17 & 63) * 8;
  rows = (desc >> 24 & 31) * 16;
  ea = elementsOf(kind, desc >> 7 & 7);
  eb = elementsOf(kind, desc >> 10 & 7);
  DataType sum = DataType::F32;
  if (blocks) {
    isNibble = kind != MmaKind::KindMxf8f6f4;
    scaleType = desc >> 23 & 1 ? DataType::Ue8m0 : DataType::Ue4m3;
    byteA = desc >> 29 & 3;
    byteB = desc >> 4 & 3;
    if (desc >> 31)
      return fault("a product with a depth that is not known here");
    if (byteA % blocks || byteB % blocks)
      return fault("scales do not begin at this byte");
    if (scaleType != DataType::Ue8m0 && kind != MmaKind::KindMxf4nvf4)
      return fault("scales of this kind of product are ue8m0");
  } else {
    unsigned typeD = desc >> 4 & 3;
    sum = isInteger    ? DataType::S32
          : typeD == 0 ? DataType::F16
                       : DataType::F32;
    if (isInteger ? typeD != 2 : typeD > 1)
      return fault("the descriptor has a type of d that its kind lacks");
    if (kind == MmaKind::KindTf32 && typeD != 1)
      return fault("products of tf32 have a d of f32");
  }
  depth = kind == MmaKind::KindF16    ? 16
          : kind == MmaKind::KindTf32 ? 8
          : isNibble                  ? 64
                                      : 32;
  if (isSparse)
    depth *= 2;
  types = {ea.type, eb.type, sum, sum, {}, bool(desc >> 3 & 1), {}};
  if (ea.type == DataType::None || eb.type == DataType::None)
    return fault("the descriptor has a type of a or b that its kind lacks");
  if (bool(desc >> 2 & 1) != isSparse)
    return fault(isSparse ? "the descriptor is that of a dense product"
                          : "the descriptor is that of a sparse product");
  if (isInteger && (negateA || negateB))
    return fault("integers cannot be negated");
  if (isNibble ? transposeA || transposeB
               : (transposeA && ea.bits < 8) || (transposeB && eb.bits < 8))
    return fault("elements of less than 8 bits lie along the depth");
  if (scaleD && kind != MmaKind::KindF16 && kind != MmaKind::KindTf32)
    return fault("d of this kind of product has no scale");
  if (aInTmem && (transposeA || (isStationary && rows != 128)))
    return fault("a in tensor memory has a layout that is not known here");
  if (shiftsA && rows != 128 && rows != 256)
    return fault(llvm::formatv("a of {0} rows cannot be shifted", rows));
  if (!hasShape(kind))
    return fault(llvm::formatv("there is no product of {0} rows and {1} "
                               "columns of {2} CTAs",
                               rows, columns, ctas.size()));
  if (zeros >> 56 & 63)
    return fault("columns of b are shifted, which is not known here");
  return !isSparse || checkSparse(kind, desc);
}

/// Table 39, and table 52 for 8 bits of b side by side.
bool TmemProduct::hasShape(MmaKind kind) const {
  if (isStationary)
    return (rows == 32 || rows == 64 || rows == 128) &&
           (columns == 64 || columns == 128 || (columns == 256 && !isSparse));
  if (!columns || columns > 256)
    return false;
  bool isPair = ctas.size() == 2, isInteger = kind == MmaKind::KindI8;
  unsigned step = isPair ? 16 : 8;
  if ((isInteger && (isPair || columns > 32)) || (transposeB && eb.bits == 8))
    step *= 2;
  if (columns % step)
    return false;
  return isPair ? rows == 256 || (rows == 128 && !(blocks && isSparse))
                : rows == 128 || (rows == 64 && !blocks);
}

bool TmemProduct::checkSparse(MmaKind kind, uint32_t desc) {
  if (isSpread())
    return fault("where the metadata of 64 rows lie is not known here");
  bool hasSelector = kind == MmaKind::KindF16 || kind == MmaKind::KindTf32;
  unsigned selector = blocks ? 0 : desc & 3;
  if (selector > hasSelector || (hasSelector && metadata & 1))
    return fault("metadata of this kind of product do not begin there");
  metadata += selector;
  return true;
}

/// Where each quarter has 16 rows, they may be its upper ones.
bool TmemProduct::checkLanes(uint32_t address, const char *what) const {
  unsigned lane = address >> 16;
  if (lane == 0 || (lane == 16 && isSpread()))
    return true;
  return fault(llvm::formatv("{0} cannot begin at lane {1}", what, lane));
}

/// The columns that the stored elements of a row of a sparse a stand for.
bool TmemProduct::findFactors(CTA &cta, unsigned fold, unsigned row,
                              std::vector<unsigned> &to) const {
  // Four bits are for so many columns, of which half are stored.
  unsigned chunk = ea.bits == 32 ? 2 : ea.perUnit == 32 ? 8 : 4;
  unsigned pair = chunk == 8 ? 2 : 1; // that are together there or not
  to.resize(stored());
  for (unsigned k = 0; k < stored(); ++k) {
    unsigned which = k / (chunk / 2), lane = row, column = which / 8,
             shift = which % 8 * 4;
    if (ea.bits >= 16) {
      // 16 bits of a row and of the eighth one after it; the second half of
      // the row lies in the lanes of that.
      lane = row / 16 * 16 + which / 4 * 8 + row % 8;
      column = 0;
      shift = row / 8 % 2 * 16 + which % 4 * 4;
    }
    lane += fold * kTmemLanes / folds();
    uint32_t nibble =
        tensorMemoryOf(cta).at(lane, (metadata & 0xffff) + column) >> shift &
        15;
    unsigned first = nibble & 3, second = nibble >> 2;
    // Of one element of two, 4 and 14 are the first and the second.
    if (chunk == 2 ? nibble != 4 && nibble != 14 : first >= second)
      return fault(llvm::formatv("the metadata of row {0} have the value {1}, "
                                 "which stands for no elements",
                                 row, nibble));
    unsigned index = chunk == 2          ? second / 2
                     : k / pair % 2 != 0 ? second
                                         : first;
    to[k] = which * chunk + index * pair + k % pair;
  }
  return true;
}

/// 9.7.16.4.3: a mask for each part of the columns, of ones (columns that
/// count as zeros) and zeros in turns, less the first ones.
bool TmemProduct::isZero(unsigned column) const {
  if (!(zeros >> 39 & 1))
    return false;
  unsigned width = columns / folds(), part = column / width;
  unsigned skip = unsigned(zeros >> 40 & 255) + 1;
  unsigned use = unsigned(zeros >> 48 & 255) + 1;
  unsigned at =
      (column % width + unsigned(zeros >> 8 * part & 255)) % (skip + use);
  return zeros >> (32 + part) & 1 ? at < skip : at >= use;
}

/// Rows of a, or columns of b.
bool TmemProduct::readShared(CTA &cta, uint64_t descriptor, const Elements &e,
                             bool isTransposed, bool isNegated, unsigned count,
                             unsigned length, std::vector<uint64_t> &to) const {
  TmemOperand from(descriptor);
  if (!from.pattern)
    return fault("a matrix descriptor of a kind that is not known here");
  // 9.7.16.10.1: the two belong together.
  if (from.atom == 32 ? !isTransposed || e.bits != 32
                      : isTransposed && e.bits == 32)
    return fault("atoms of 32 bytes are for transposed matrices of tf32, and "
                 "these want them");
  uint64_t sign = isNegated ? uint64_t(1) << (e.bits - 1) : 0;
  to.resize(size_t(count) * length);
  for (unsigned row = 0; row < count; ++row)
    for (unsigned k = 0; k < length; ++k) {
      unsigned line = isTransposed ? k : row, inner = isTransposed ? row : k;
      uint64_t at = from.address(line, inner / e.perUnit, isTransposed);
      if (at + 16 > cta.shared.size())
        return fault(llvm::formatv("the matrix has elements at shared address "
                                   "{0:x}, outside the block's {1} bytes",
                                   at, cta.shared.size()));
      unsigned bit = inner % e.perUnit * e.bits;
      uint64_t v = 0;
      memcpy(&v, &cta.shared[at + bit / 8], (bit % 8 + e.bits + 7) / 8);
      to[size_t(row) * length + k] = ((v >> bit % 8) & maskBits(e.bits)) ^ sign;
    }
  return true;
}

/// What the CTA of the product reads of its own shared memory.
void TmemProduct::noteReads(TensorMemory::Job &job, uint64_t descriptor,
                            const Elements &e, bool isTransposed,
                            unsigned count, unsigned length) const {
  TmemOperand from(descriptor);
  if (!from.pattern)
    return;
  unsigned lines = isTransposed ? length : count;
  unsigned units = (isTransposed ? count : length) / e.perUnit;
  for (unsigned line = 0; line < lines; ++line)
    for (unsigned unit = 0; unit < units; ++unit)
      readsShared(job, from.address(line, unit, isTransposed),
                  e.perUnit * e.bits / 8);
}

/// Rows of a; where the columns of d are folded, each fold reads its own copy.
/// Elements of less than a byte have one each, unless 32 lie in 16 bytes.
bool TmemProduct::readTmem(CTA &cta, unsigned fold,
                           std::vector<uint64_t> &to) const {
  NarrowElement e =
      ea.perUnit == 16 ? NarrowElement::of(ea.bits) : NarrowElement{ea.bits, 0};
  unsigned place = 128 / ea.perUnit, per = 32 / place;
  unsigned column = a & 0xffff, first = unsigned(a) >> 16;
  if (!checkLanes(uint32_t(a), "a") ||
      !areAllocated(cta, *w, *inst, column, stored() / per))
    return false;
  if (isSpread() && first != d >> 16)
    return fault("a and d do not begin at the same lane");
  uint64_t sign = negateA ? uint64_t(1) << (ea.bits - 1) : 0;
  TensorMemory &memory = tensorMemoryOf(cta);
  to.clear();
  for (unsigned row = 0; row < rowsOfCTA(); ++row)
    for (unsigned k = 0; k < stored(); ++k) {
      uint32_t word = memory.at(
          laneOf(row) + first + kTmemLanes / folds() * fold, column + k / per);
      to.push_back(((word >> k % per * place >> e.shift) & maskBits(e.bits)) ^
                   sign);
    }
  return true;
}

/// Scale `i` of a row of a or a column of b, of which each quarter of the lanes
/// has its own copy (9.7.16.10.7).
double TmemProduct::scaleOf(CTA &cta, uint32_t address, unsigned quarter,
                            unsigned i, unsigned byte) const {
  uint32_t word = tensorMemoryOf(cta).at(quarter * 32 + i % 32,
                                         (address & 0xffff) + i / 32);
  unsigned v = word >> 8 * byte & 255;
  if (scaleType == DataType::Ue8m0)
    return v == 255 ? std::nan("") : std::ldexp(1.0, int(v) - 127);
  return valueOf(kE4M3, v & 0x7f);
}

/// What the CTA with this place in the group has of d.
bool TmemProduct::multiply(unsigned rank) const {
  CTA &cta = *ctas[rank];
  unsigned rows = rowsOfCTA(), length = stored();
  unsigned width = columns / folds(), first = d >> 16, column = d & 0xffff;
  if (!checkLanes(d, "d") || !areAllocated(cta, *w, *inst, column, width))
    return false;
  if (blocks && ((scaleA | scaleB) >> 16 & 0x3fff))
    return fault("scales begin at lane 0");
  if (blocks &&
      (!areAllocated(cta, *w, *inst, scaleA & 0xffff, rows / 32) ||
       !areAllocated(cta, *w, *inst, scaleB & 0xffff, (width + 31) / 32)))
    return false;
  if (isSparse &&
      (!checkLanes(metadata, "metadata") ||
       !areAllocated(cta, *w, *inst, metadata & 0xffff, ea.bits >= 16 ? 1 : 2)))
    return false;
  std::vector<uint64_t> bitsA, bitsB;
  for (CTA *from : ctas) {
    std::vector<uint64_t> part;
    if (!readShared(*from, b, eb, transposeB, negateB,
                    columns / unsigned(ctas.size()), depth, part))
      return false;
    bitsB.insert(bitsB.end(), part.begin(), part.end());
  }
  for (unsigned n = 0; n < columns; ++n)
    if (isZero(n))
      std::fill_n(bitsB.begin() + n * depth, depth, 0);

  bool isInteger = types.d == DataType::S32, isHalf = types.d == DataType::F16;
  auto numbers = [&](const Elements &e, llvm::ArrayRef<uint64_t> bits) {
    std::vector<double> out;
    ElementFormat format =
        e.bits == 4 ? ElementFormat{&kE2M1, 4, true} : *elementFormat(e.type);
    for (uint64_t v : bits)
      out.push_back(e.bits == 4 ? valueOf(kE2M1, v)
                                : factorOf(e.type, format, v));
    return out;
  };
  std::vector<double> numbersA, numbersB;
  if (!isInteger)
    numbersB = numbers(eb, bitsB);
  // Which elements of a column a row of a is multiplied with.
  std::vector<unsigned> at(length);
  std::iota(at.begin(), at.end(), 0);
  std::vector<uint64_t> factors(length);
  TensorMemory &memory = tensorMemoryOf(cta);
  for (unsigned fold = 0; fold < folds(); ++fold) {
    if (!(aInTmem ? readTmem(cta, fold, bitsA)
                  : readShared(cta, a, ea, transposeA, negateA, rows, length,
                               bitsA)))
      return false;
    if (!isInteger)
      numbersA = numbers(ea, bitsA);
    for (unsigned row = 0; row < rows; ++row) {
      unsigned lane = laneOf(row) + first + kTmemLanes / folds() * fold;
      if (masked[rank * 4 + lane / 32] >> lane % 32 & 1)
        continue;
      if (isSparse && !findFactors(cta, fold, row, at))
        return false;
      for (unsigned i = 0; i < width; ++i) {
        uint32_t &to = memory.at(lane, column + i);
        uint64_t c = !accumulate ? 0 : isHalf ? to & 0xffff : to;
        unsigned n = fold * width + i;
        if (isInteger) {
          for (unsigned k = 0; k < length; ++k)
            factors[k] = bitsB[n * depth + at[k]];
          to = uint32_t(dotProduct(
              types, llvm::ArrayRef(bitsA).slice(row * length, length), factors,
              c));
          continue;
        }
        const double *x = &numbersA[row * length];
        const double *y = &numbersB[n * depth];
        double sum = 0, scale = 1;
        for (unsigned k = 0, block = ~0u; k < length; ++k) {
          if (blocks && at[k] * blocks / depth != block) {
            block = at[k] * blocks / depth;
            scale = scaleOf(cta, scaleA, lane / 32, row, byteA + block) *
                    scaleOf(cta, scaleB, lane / 32, i, byteB + block);
          }
          sum += x[k] * y[at[k]] * scale;
        }
        if (scaleD) {
          sum += std::ldexp(valueOf(isHalf ? kF16 : kF32, c), -int(scaleD));
          c = 0;
        }
        to = uint32_t(addAndRound(types, sum, c));
      }
    }
  }
  return true;
}

static unsigned numBlocks(MmaKind kind, ptx::ScaleVector vector) {
  switch (vector) {
  case ptx::ScaleVector::ScaleVec1X:
    return 1;
  case ptx::ScaleVector::ScaleVec2X:
    return 2;
  case ptx::ScaleVector::ScaleVec4X:
  case ptx::ScaleVector::Block16:
    return 4;
  default:
    return kind == MmaKind::KindMxf8f6f4 ? 1 : 2;
  }
}

/// `Stationary`: .ws.
template <typename Modifiers, bool Sparse, bool Stationary>
static void runProduct(Warp &w, const Instr &inst, LaneMask active) {
  auto m = Modifiers::unpack(inst.mods);
  std::optional<unsigned> lane = issuer(w, inst, active);
  TmemProduct p;
  p.w = &w;
  p.inst = &inst;
  p.ctas = tensorGroup(w, inst, m.ctaGroup);
  if (p.ctas.empty() || !lane)
    return;
  auto source = [&](llvm::StringRef name) {
    return w.in(inst, unsigned(findSource(inst, name)))[*lane];
  };
  // Offsets are those of the addresses of the record, there or not.
  auto address = [&](llvm::StringRef name, unsigned k) {
    return uint32_t(source(name) + uint64_t(inst.offset[k]));
  };
  p.aInTmem = m.aInTmem;
  p.d = address("d", 0);
  p.a = m.aInTmem ? address("aAddress", 1) : source("a");
  p.b = source("b");
  p.accumulate = source("accumulate") & 1;
  p.isSparse = Sparse;
  p.isStationary = Stationary;
  if (Sparse)
    p.metadata = address("metadata", 2);
  if constexpr (Stationary) {
    if (findSource(inst, "zeroColumns") >= 0)
      p.zeros = source("zeroColumns");
  } else {
    p.shiftsA = m.aShift;
    p.scaleD = m.inputScale ? unsigned(m.scale) : 0;
    if (m.blockScale) {
      p.blocks = numBlocks(m.kind, m.scaleVector);
      p.scaleA = address("scaleA", 2 + Sparse);
      p.scaleB = address("scaleB", 3 + Sparse);
    }
    if (m.masked)
      for (unsigned k = 0; k < 4 * p.ctas.size(); ++k)
        p.masked[k] = uint32_t(
            w.in(inst, unsigned(findSource(inst, "lanes")) + k)[*lane]);
  }
  if (!p.decode(m.kind, uint32_t(source("descriptor"))))
    return;
  TensorMemory::Job job = {&w, *lane, [p] {
                             for (unsigned k = 0; k < p.ctas.size(); ++k)
                               if (!p.multiply(k))
                                 return false;
                             // What comes later finds a shifted.
                             for (CTA *cta : p.ctas)
                               if (p.shiftsA)
                                 shiftRows(*cta, p.a & 0xffff);
                             return true;
                           }};
  if (w.launch->check) {
    job.inst = &inst;
    p.noteReads(job, p.b, p.eb, p.transposeB,
                p.columns / unsigned(p.ctas.size()), p.depth);
    if (!p.aInTmem)
      p.noteReads(job, p.a, p.ea, p.transposeA, p.rowsOfCTA(), p.stored());
  }
  startTensorJob(*w.cta, std::move(job));
}

bool interp::bindTensorProduct(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Tcgen05Mma:
    inst.run = runProduct<ptx::Tcgen05MmaModifiers, false, false>;
    return true;
  case Opcode::Tcgen05MmaSp:
    inst.run = runProduct<ptx::Tcgen05MmaSpModifiers, true, false>;
    return true;
  case Opcode::Tcgen05MmaWs:
    inst.run = runProduct<ptx::Tcgen05MmaWsModifiers, false, true>;
    return true;
  case Opcode::Tcgen05MmaWsSp:
    inst.run = runProduct<ptx::Tcgen05MmaWsSpModifiers, true, true>;
    return true;
  default:
    return false;
  }
}
