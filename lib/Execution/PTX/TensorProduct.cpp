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
// are the lanes; of 64 each quarter of the lanes has 16 (one CTA), or lanes 0
// to 63 have the first half of the columns and lanes 64 to 127 the second (two
// CTAs). Sums are ascending in double and rounded once.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "TensorMemory.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

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
  bool aInTmem = false, accumulate = false;
  uint64_t a = 0, b = 0;
  uint32_t d = 0;
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
  /// 64 rows of each of two CTAs: the columns lie in two halves.
  bool isFolded() const { return ctas.size() == 2 && rows == 128; }
  unsigned laneOf(unsigned row) const {
    return rows == 64 ? row / 16 * 32 + row % 16 : row;
  }
  bool decode(MmaKind kind, uint32_t desc);
  bool checkLanes(uint32_t address, const char *what) const;
  bool readShared(CTA &cta, uint64_t descriptor, const Elements &e,
                  bool isTransposed, bool isNegated, unsigned count,
                  std::vector<uint64_t> &to) const;
  bool readTmem(CTA &cta, unsigned half, std::vector<uint64_t> &to) const;
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
  types = {ea.type, eb.type, sum, sum, {}, bool(desc >> 3 & 1), {}};
  if (ea.type == DataType::None || eb.type == DataType::None)
    return fault("the descriptor has a type of a or b that its kind lacks");
  if (desc >> 2 & 1)
    return fault("the descriptor is that of a sparse product");
  if (isInteger && (negateA || negateB))
    return fault("integers cannot be negated");
  if ((transposeA && ea.bits < 8) || (transposeB && eb.bits < 8))
    return fault("elements of less than 8 bits cannot be transposed");
  if (aInTmem && (transposeA || (ea.bits < 8 && !isNibble)))
    return fault("a in tensor memory has a layout that is not known here");
  bool isPair = ctas.size() == 2;
  bool hasRows =
      rows == 128 || (rows == (isPair ? 256u : 64u) && !(rows == 64 && blocks));
  unsigned step = rows == 64 ? 8 : 16;
  if (!hasRows || !columns || columns > 256 || columns % step)
    return fault(llvm::formatv("there is no product of {0} rows and {1} "
                               "columns of {2} CTAs",
                               rows, columns, ctas.size()));
  return true;
}

/// Of 64 rows the lanes may be the upper ones of each quarter.
bool TmemProduct::checkLanes(uint32_t address, const char *what) const {
  unsigned lane = address >> 16;
  if (lane == 0 || (rows == 64 && lane == 16))
    return true;
  return fault(llvm::formatv("{0} cannot begin at lane {1}", what, lane));
}

/// Rows of a, or columns of b.
bool TmemProduct::readShared(CTA &cta, uint64_t descriptor, const Elements &e,
                             bool isTransposed, bool isNegated, unsigned count,
                             std::vector<uint64_t> &to) const {
  TmemOperand from(descriptor);
  if (!from.pattern)
    return fault("a matrix descriptor of a kind that is not known here");
  uint64_t sign = isNegated ? uint64_t(1) << (e.bits - 1) : 0;
  to.resize(size_t(count) * depth);
  for (unsigned row = 0; row < count; ++row)
    for (unsigned k = 0; k < depth; ++k) {
      unsigned line = isTransposed ? k : row, inner = isTransposed ? row : k;
      uint64_t at = from.address(line, inner / e.perUnit, isTransposed);
      if (at + 16 > cta.shared.size())
        return fault(llvm::formatv("the matrix has elements at shared address "
                                   "{0:x}, outside the block's {1} bytes",
                                   at, cta.shared.size()));
      unsigned bit = inner % e.perUnit * e.bits;
      uint64_t v = 0;
      memcpy(&v, &cta.shared[at + bit / 8], (bit % 8 + e.bits + 7) / 8);
      to[size_t(row) * depth + k] = ((v >> bit % 8) & maskBits(e.bits)) ^ sign;
    }
  return true;
}

/// Rows of a; where the columns of d are folded, each half reads its own copy.
bool TmemProduct::readTmem(CTA &cta, unsigned half,
                           std::vector<uint64_t> &to) const {
  unsigned per = 32 / ea.bits, column = a & 0xffff, first = unsigned(a) >> 16;
  if (!checkLanes(uint32_t(a), "a") ||
      !areAllocated(cta, *w, *inst, column, depth / per))
    return false;
  uint64_t sign = negateA ? uint64_t(1) << (ea.bits - 1) : 0;
  TensorMemory &memory = tensorMemoryOf(cta);
  to.clear();
  for (unsigned row = 0; row < rowsOfCTA(); ++row)
    for (unsigned k = 0; k < depth; ++k) {
      uint32_t word =
          memory.at(laneOf(row) + first + 64 * half, column + k / per);
      to.push_back(((word >> k % per * ea.bits) & maskBits(ea.bits)) ^ sign);
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
  unsigned rows = rowsOfCTA(), halves = isFolded() ? 2 : 1;
  unsigned width = columns / halves, first = d >> 16, column = d & 0xffff;
  if (!checkLanes(d, "d") || !areAllocated(cta, *w, *inst, column, width))
    return false;
  if (blocks && ((scaleA | scaleB) >> 16 & 0x3fff))
    return fault("scales begin at lane 0");
  if (blocks &&
      (!areAllocated(cta, *w, *inst, scaleA & 0xffff, rows / 32) ||
       !areAllocated(cta, *w, *inst, scaleB & 0xffff, (width + 31) / 32)))
    return false;
  std::vector<uint64_t> bitsA[2], bitsB;
  for (CTA *from : ctas) {
    std::vector<uint64_t> part;
    if (!readShared(*from, b, eb, transposeB, negateB,
                    columns / unsigned(ctas.size()), part))
      return false;
    bitsB.insert(bitsB.end(), part.begin(), part.end());
  }
  for (unsigned half = 0; half < halves; ++half)
    if (!(aInTmem
              ? readTmem(cta, half, bitsA[half])
              : readShared(cta, a, ea, transposeA, negateA, rows, bitsA[half])))
      return false;

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
  std::vector<double> numbersA[2], numbersB;
  if (!isInteger) {
    numbersB = numbers(eb, bitsB);
    for (unsigned half = 0; half < halves; ++half)
      numbersA[half] = numbers(ea, bitsA[half]);
  }
  TensorMemory &memory = tensorMemoryOf(cta);
  unsigned perBlock = blocks ? depth / blocks : depth;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned n = 0; n < columns; ++n) {
      unsigned half = n / width;
      unsigned lane = laneOf(row) + first + 64 * half;
      if (masked[rank * 4 + lane / 32] >> lane % 32 & 1)
        continue;
      uint32_t &to = memory.at(lane, column + n % width);
      uint64_t c = !accumulate ? 0 : isHalf ? to & 0xffff : to;
      if (isInteger) {
        to = uint32_t(dotProduct(
            types, llvm::ArrayRef(bitsA[half]).slice(row * depth, depth),
            llvm::ArrayRef(bitsB).slice(n * depth, depth), c));
        continue;
      }
      const double *x = &numbersA[half][row * depth];
      const double *y = &numbersB[n * depth];
      double sum = 0;
      for (unsigned k = 0; k < depth;) {
        double scale = 1;
        if (blocks)
          scale =
              scaleOf(cta, scaleA, lane / 32, row, byteA + k / perBlock) *
              scaleOf(cta, scaleB, lane / 32, n % width, byteB + k / perBlock);
        for (unsigned end = k + perBlock; k < end; ++k)
          sum += x[k] * y[k] * scale;
      }
      to = uint32_t(addAndRound(types, sum, c));
    }
  return true;
}

static unsigned numBlocks(const ptx::Tcgen05MmaModifiers &m) {
  switch (m.scaleVector) {
  case ptx::ScaleVector::ScaleVec1X:
    return 1;
  case ptx::ScaleVector::ScaleVec2X:
    return 2;
  case ptx::ScaleVector::ScaleVec4X:
  case ptx::ScaleVector::Block16:
    return 4;
  default:
    return m.kind == MmaKind::KindMxf8f6f4 ? 1 : 2;
  }
}

static void runProduct(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Tcgen05MmaModifiers::unpack(inst.mods);
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
  if (m.blockScale) {
    p.blocks = numBlocks(m);
    p.scaleA = address("scaleA", 2);
    p.scaleB = address("scaleB", 3);
  }
  if (!p.decode(m.kind, uint32_t(source("descriptor"))))
    return;
  if (m.masked)
    for (unsigned k = 0; k < 4 * p.ctas.size(); ++k)
      p.masked[k] =
          uint32_t(w.in(inst, unsigned(findSource(inst, "lanes")) + k)[*lane]);
  startTensorJob(*w.cta, {&w, *lane, [p] {
                            for (unsigned k = 0; k < p.ctas.size(); ++k)
                              if (!p.multiply(k))
                                return false;
                            return true;
                          }});
}

bool interp::bindTensorProduct(Instr &inst) {
  auto m = ptx::Tcgen05MmaModifiers::unpack(inst.mods);
  if (m.aShift || m.inputScale)
    return false;
  inst.run = runProduct;
  return true;
}
