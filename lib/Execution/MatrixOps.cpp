//===- MatrixOps.cpp - Matrix products of a warp --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// d = a * b + c on fragments (PTX ISA, "Matrix Fragments for mma"). All shapes
// follow one rule. Lane l has group g = l / 4 and member t = l % 4; a 32-bit
// register holds E elements (for f64, a pair holds one). Register r of
//
//   a      holds row g + 8 * (r & 1), columns 4E * (r >> 1) + E * t + 0 .. E-1
//          (with 8 rows: row g, columns 4E * r + ...)
//   b      holds column g, rows 4E * r + E * t + 0 .. E-1
//   c, d   element i: row g + 8 * (i >> 1), column 2t + (i & 1)
//
// How the tensor unit rounds inside is not documented. Here the products and
// their sum are formed in f64 (exact for f16 and bf16 except in extreme cases)
// and rounded to the accumulator once; f64 products are fused multiply-adds in
// ascending order.
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "ptx-mlir/ISA/Semantics/Float.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;
using HD = isa::sem::HostDomain;

namespace {
enum Element : uint32_t { Half, BFloat, TFloat, Double, Byte, Bit };
/// Use of DInst::mods.
enum MatrixMod {
  kElement,
  kMatrixA,
  kMatrixB,
  kMatrixRows,
  kFlags,
  kFloatFlags
};
enum MatrixFlag : uint32_t {
  kHalfAcc = 1,
  kSignedA = 2,
  kSignedB = 4,
  kSaturate = 8,
  kExclusive = 16, ///< bits are combined by exclusive or
  kHalfC = 32,
  kColumnsA = 64,
  kColumnsB = 128,
};
} // namespace

/// Element e of a register.
static double floatElement(Element kind, uint32_t word, unsigned e) {
  Fmt fmt = kind == Half ? Fmt::F16 : kind == BFloat ? Fmt::BF16 : Fmt::TF32;
  uint64_t bits = kind == TFloat ? word : word >> (16 * e) & 0xffff;
  uint64_t wide = isa::sem::convert(fmt, bits, {Fmt::F64});
  double v;
  memcpy(&v, &wide, 8);
  return v;
}
static int32_t byteElement(uint32_t word, unsigned e, bool isSigned) {
  uint8_t v = uint8_t(word >> (8 * e));
  return isSigned ? int8_t(v) : v;
}
static unsigned elementsPerRegister(Element kind) {
  switch (kind) {
  case Half:
  case BFloat:
    return 2;
  case Byte:
    return 4;
  case Bit:
    return 32;
  default:
    return 1;
  }
}

namespace {
/// The operand rows of one instruction and where elements lie in them.
struct Fragments {
  const uint32_t *a[16], *b[16], *c[16];
  unsigned rows, perReg;
  /// Register and lane of a(row, k), b(k, column), c(row, column).
  std::pair<unsigned, unsigned> atA(unsigned row, unsigned k) const {
    unsigned block = k / (4 * perReg);
    unsigned r = rows == 16 ? block * 2 + row / 8 : block;
    return {r, row % 8 * 4 + k / perReg % 4};
  }
  std::pair<unsigned, unsigned> atB(unsigned k, unsigned column) const {
    return {k / (4 * perReg), column * 4 + k / perReg % 4};
  }
  std::pair<unsigned, unsigned> atC(unsigned row, unsigned column) const {
    return {row / 8 * 2 + column % 2, row % 8 * 4 + column / 2};
  }
};
} // namespace

static void rowsOf(const Warp &w, const Source &s, const uint32_t *(&to)[16]) {
  for (unsigned i = 0; i < s.width && i < 16; ++i)
    to[i] = w.R[s.reg == kZeroRow ? kZeroRow : s.reg + i];
}

/// One element of the product with f32 or f16 accumulators, as bits.
static uint64_t floatProduct(const Fragments &f, Element kind, unsigned depth,
                             unsigned row, unsigned column, uint64_t c,
                             Fmt acc) {
  uint64_t wide = isa::sem::convert(acc, c, {Fmt::F64});
  double sum;
  memcpy(&sum, &wide, 8);
  for (unsigned k = 0; k < depth; ++k) {
    auto [ra, la] = f.atA(row, k);
    auto [rb, lb] = f.atB(k, column);
    sum += floatElement(kind, f.a[ra][la], k % f.perReg) *
           floatElement(kind, f.b[rb][lb], k % f.perReg);
  }
  memcpy(&wide, &sum, 8);
  return isa::sem::convert(Fmt::F64, wide, {acc});
}

static uint32_t integerProduct(const Fragments &f, Element kind, unsigned depth,
                               unsigned row, unsigned column, uint32_t c,
                               uint32_t flags) {
  int64_t sum = int32_t(c);
  if (kind == Bit) {
    for (unsigned k = 0; k < depth; k += 32) {
      auto [ra, la] = f.atA(row, k);
      auto [rb, lb] = f.atB(k, column);
      uint32_t x = f.a[ra][la], y = f.b[rb][lb];
      sum += __builtin_popcount(flags & kExclusive ? x ^ y : x & y);
    }
    return uint32_t(sum);
  }
  for (unsigned k = 0; k < depth; ++k) {
    auto [ra, la] = f.atA(row, k);
    auto [rb, lb] = f.atB(k, column);
    sum += int64_t(byteElement(f.a[ra][la], k % 4, flags & kSignedA)) *
           byteElement(f.b[rb][lb], k % 4, flags & kSignedB);
  }
  if (flags & kSaturate)
    sum = std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX);
  return uint32_t(sum);
}

static bool wholeWarp(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active == ~0u)
    return true;
  m.fault(w, inst, -1, "matrix instruction in a part of a warp");
  return false;
}

static void runMatrix(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (!wholeWarp(m, w, inst, active))
    return;
  auto kind = Element(inst.mods[kElement]);
  uint32_t flags = inst.mods[kFlags];
  Fragments f;
  rowsOf(w, inst.a, f.a);
  rowsOf(w, inst.b, f.b);
  rowsOf(w, inst.c, f.c);
  f.rows = inst.mods[kMatrixRows];
  f.perReg = elementsPerRegister(kind);
  unsigned depth = inst.mods[kMatrixB] * 4 * f.perReg;
  bool isInteger = kind == Byte || kind == Bit;
  uint32_t result[4][kLanes] = {};
  for (unsigned row = 0; row < f.rows; ++row)
    for (unsigned column = 0; column < 8; ++column) {
      auto [r, lane] = f.atC(row, column);
      if (flags & kHalfAcc) {
        uint32_t c = f.c[r / 2][lane] >> (16 * (r % 2)) & 0xffff;
        uint64_t d = floatProduct(f, kind, depth, row, column, c, Fmt::F16);
        result[r / 2][lane] |= uint32_t(d) << (16 * (r % 2));
        continue;
      }
      uint32_t c = f.c[r][lane];
      result[r][lane] =
          isInteger ? integerProduct(f, kind, depth, row, column, c, flags)
                    : uint32_t(floatProduct(f, kind, depth, row, column, c,
                                            Fmt::F32));
    }
  for (unsigned i = 0; i < inst.dWidth; ++i)
    memcpy(destRow(w, inst, i), result[i], sizeof(result[i]));
}

static void runDouble(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (!wholeWarp(m, w, inst, active))
    return;
  Fragments f;
  rowsOf(w, inst.a, f.a);
  rowsOf(w, inst.b, f.b);
  rowsOf(w, inst.c, f.c);
  f.rows = inst.mods[kMatrixRows];
  f.perReg = 1;
  unsigned depth = inst.mods[kMatrixB] * 4;
  uint32_t flags = inst.mods[kFloatFlags];
  auto read = [](const uint32_t *const *rows, unsigned r, unsigned lane,
                 bool neg, bool abs) {
    return isa::sem::fsource<HD>(
        Fmt::F64, HD::pair(rows[2 * r][lane], rows[2 * r + 1][lane]), neg, abs);
  };
  auto rnd = isa::sem::Rnd(inst.mods[kFlags]);
  uint32_t result[8][kLanes];
  for (unsigned row = 0; row < f.rows; ++row)
    for (unsigned column = 0; column < 8; ++column) {
      auto [r, lane] = f.atC(row, column);
      uint64_t sum = read(f.c, r, lane, flags & 16, flags & 32);
      for (unsigned k = 0; k < depth; ++k) {
        auto [ra, la] = f.atA(row, k);
        auto [rb, lb] = f.atB(k, column);
        sum = HD::ffma({Fmt::F64, rnd}, read(f.a, ra, la, flags & 1, flags & 2),
                       read(f.b, rb, lb, flags & 4, flags & 8), sum);
      }
      result[2 * r][lane] = uint32_t(sum);
      result[2 * r + 1][lane] = uint32_t(sum >> 32);
    }
  for (unsigned i = 0; i < inst.dWidth; ++i)
    memcpy(destRow(w, inst, i), result[i], sizeof(result[i]));
}

static void bindOperands(Binder &b) {
  DInst &out = b.out;
  b.dest("d");
  out.a = b.source("a");
  out.b = b.source("b");
  out.c = b.source("c");
  PredSource up = b.predicate("up");
  if (up.reg != 7 || up.inverted)
    b.unsupported("a predicate operand");
  out.mods[kMatrixA] = out.a.width;
  out.mods[kMatrixB] = out.b.width;
  // 16 rows take twice as many registers of a as 8 columns take of b.
  out.mods[kMatrixRows] = out.a.width == 2 * out.b.width ? 16 : 8;
  out.run = runMatrix;
}

static void bindHMMA(Binder &b) {
  bindOperands(b);
  // isa::HMMAType: 0 f16, 1 bf16; isa::HMMAAcc: 0 f16, 1 f32.
  b.out.mods[kElement] = b.mods.value("type") == 1 ? BFloat : Half;
  if (b.mods.value("acc") == 0)
    b.out.mods[kFlags] |= kHalfAcc;
}
static void bindTF32(Binder &b) {
  bindOperands(b);
  b.out.mods[kElement] = TFloat;
}
static void bindIMMA(Binder &b) {
  bindOperands(b);
  b.out.mods[kElement] = Byte;
  b.out.mods[kFlags] = (b.mods.value("typeA") ? kSignedA : 0) |
                       (b.mods.value("typeB") ? kSignedB : 0) |
                       (b.mods.flag("sat") ? kSaturate : 0);
}
static void bindBMMA(Binder &b) {
  bindOperands(b);
  b.out.mods[kElement] = Bit;
  if (b.mods.value("op") != uint64_t(isa::BMMAOp::AND))
    b.out.mods[kFlags] = kExclusive;
}
static void bindDMMA(Binder &b) {
  bindOperands(b);
  DInst &out = b.out;
  out.mods[kElement] = Double;
  out.mods[kMatrixB] = out.b.width / 2;
  out.mods[kFlags] = b.mods.value("rnd");
  const char *const names[] = {"aNeg", "aAbs", "bNeg", "bAbs", "cNeg", "cAbs"};
  for (unsigned i = 0; i < 6; ++i)
    out.mods[kFloatFlags] |= b.mods.optional(names[i]) << i;
  out.run = runDouble;
}

/// A step of the products 8x8x4 of f16 that the quads q and q + 4 make together
/// (PTX ISA, mma.m8n8k4): it makes elements 2 * step and 2 * step + 1 of f32,
/// or 4 * step to 4 * step + 3 of f16.
static void runQuads(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (!wholeWarp(m, w, inst, active))
    return;
  const uint32_t *a[16], *b[16], *c[16];
  rowsOf(w, inst.a, a);
  rowsOf(w, inst.b, b);
  rowsOf(w, inst.c, c);
  uint32_t flags = inst.mods[kFlags], step = inst.mods[kElement];
  auto half = [](const uint32_t *const *rows, unsigned lane, unsigned i) {
    return uint64_t(rows[i / 2][lane] >> 16 * (i % 2) & 0xffff);
  };
  auto number = [](Fmt fmt, uint64_t bits) {
    uint64_t wide = isa::sem::convert(fmt, bits, {Fmt::F64});
    double v;
    memcpy(&v, &wide, 8);
    return v;
  };
  uint32_t d[2][kLanes] = {};
  for (unsigned lane = 0; lane < kLanes; ++lane)
    for (unsigned i = 0; i < (flags & kHalfAcc ? 4u : 2u); ++i) {
      unsigned high = lane / 16, quad = lane / 4 % 4 * 4;
      unsigned row = lane % 4, column = 4 * step + i;
      if (!(flags & kHalfAcc)) {
        row = lane % 2 + step % 2 * 2;
        column = step / 2 * 4 + (lane & 2) + i;
      }
      // Rows from 4 on are those of the other quad, as are columns of b.
      uint64_t addend = flags & kHalfC
                            ? half(c, quad + row + 16 * high, column % 4)
                            : c[i][lane];
      double sum = number(flags & kHalfC ? Fmt::F16 : Fmt::F32, addend);
      unsigned other = quad + column / 4 * 16;
      for (unsigned k = 0; k < 4; ++k) {
        unsigned own = quad + 16 * high;
        uint64_t x =
            flags & kColumnsA ? half(a, own + k, row) : half(a, own + row, k);
        uint64_t y = flags & kColumnsB ? half(b, other + column % 4, k)
                                       : half(b, other + k, column % 4);
        sum += number(Fmt::F16, x) * number(Fmt::F16, y);
      }
      uint64_t wide;
      memcpy(&wide, &sum, 8);
      if (flags & kHalfAcc)
        d[i / 2][lane] |=
            uint32_t(isa::sem::convert(Fmt::F64, wide, {Fmt::F16}))
            << 16 * (i % 2);
      else
        d[i][lane] = uint32_t(isa::sem::convert(Fmt::F64, wide, {Fmt::F32}));
    }
  for (unsigned i = 0; i < 2; ++i)
    memcpy(destRow(w, inst, i), d[i], sizeof(d[i]));
}
static void bindQuads(Binder &b) {
  DInst &out = b.out;
  b.dest("d");
  out.a = b.source("a");
  out.b = b.source("b");
  out.c = b.source("c");
  out.mods[kElement] = uint32_t(b.mods.value("step"));
  auto column = uint64_t(isa::MatrixLayout::COL);
  out.mods[kFlags] = (b.mods.spelling("acc") == "F16" ? kHalfAcc : 0) |
                     (b.mods.spelling("typeC") == "F16" ? kHalfC : 0) |
                     (b.mods.value("layoutA") == column ? kColumnsA : 0) |
                     (b.mods.value("layoutB") == column ? kColumnsB : 0);
  out.run = runQuads;
}

/// Transposes an 8x8 matrix of 16-bit elements (PTX ISA, movmatrix): lane l has
/// elements 2 * (l % 4), + 1 of row l / 4.
static void runMovm(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (!wholeWarp(m, w, inst, active))
    return;
  uint32_t scratch[2];
  auto a = lanesOf(m, w, inst, inst.a, scratch);
  uint16_t rows[8][8];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    for (unsigned half = 0; half < 2; ++half)
      rows[lane / 4][lane % 4 * 2 + half] =
          uint16_t(a.lo[lane * a.stride] >> (16 * half));
  uint32_t *d = destRow(w, inst, 0);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    d[lane] = rows[lane % 4 * 2][lane / 4] |
              uint32_t(rows[lane % 4 * 2 + 1][lane / 4]) << 16;
}
/// Widens 8x32 elements of four bits to bytes, in a pair of registers: from
/// where they lie in fragments of 4-bit products to where bytes lie. (ptxas's
/// code for products of bits does that to both factors; which column becomes
/// which does not show in the sums.)
static void runWiden(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (!wholeWarp(m, w, inst, active))
    return;
  uint32_t scratch[2];
  auto a = lanesOf(m, w, inst, inst.a, scratch);
  uint8_t rows[8][32];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    for (unsigned i = 0; i < 8; ++i)
      rows[lane / 4][lane % 4 * 8 + i] = a.lo[lane * a.stride] >> 4 * i & 15;
  for (unsigned half = 0; half < 2; ++half)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      memcpy(&destRow(w, inst, half)[lane],
             &rows[lane / 4][16 * half + lane % 4 * 4], 4);
}
static void bindMovm(Binder &b) {
  b.dest("d");
  b.out.a = b.source("a");
  auto shape = isa::MovmShape(b.mods.value("shape"));
  auto type = isa::MovmType(b.mods.value("type"));
  if (type == isa::MovmType::U4TO8 && shape == isa::MovmShape::M832) {
    b.out.dWidth = 2;
    b.out.run = runWiden;
    return;
  }
  if (shape != isa::MovmShape::MT88)
    return b.unsupported(b.mods.spelling("shape"));
  if (type != isa::MovmType::B16)
    return b.unsupported(b.mods.spelling("type"));
  b.out.run = runMovm;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::matrixHandlers() {
  static const BindEntry entries[] = {
      {"HMMA_1688", bindHMMA},      {"HMMA_16816", bindHMMA},
      {"HMMA_1684_TF32", bindTF32}, {"HMMA_1688_TF32", bindTF32},
      {"IMMA_8816", bindIMMA},      {"IMMA_16816", bindIMMA},
      {"IMMA_16832", bindIMMA},     {"BMMA_88128", bindBMMA},
      {"BMMA_168128", bindBMMA},    {"BMMA_168256", bindBMMA},
      {"DMMA_8x8x4", bindDMMA},     {"DMMA_16x8x4", bindDMMA},
      {"DMMA_16x8x8", bindDMMA},    {"DMMA_16x8x16", bindDMMA},
      {"HMMA_884", bindQuads},      {"MOVM", bindMovm},
  };
  return entries;
}
