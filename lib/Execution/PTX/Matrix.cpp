//===- Matrix.cpp - Matrix products of a warp -----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.14: mma (wmma: Wmma.cpp, loads and stores of matrices:
// MatrixMemory.cpp).
//
// Which element of a matrix a register holds, "Matrix Fragments": lane 4g + t,
// E elements a register. Register r of
//   a     row g + 8 * (r % 2), columns 4E * (r / 2) + E * t + 0 .. E-1; of 8
//   rows:
//         row g, columns 4E * r + E * t + ...
//   b     column g, rows 4E * r + E * t + ...
//   c, d  element i: row g + 8 * (i / 2), column 2t + i % 2
//
// The order of additions is open. Here it is ascending, in double, and the sum
// is rounded to the accumulator once; f64 is one fused multiply-add after the
// other.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::optional<ElementFormat> interp::elementFormat(DataType type) {
  switch (type) {
  case DataType::F16:
    return ElementFormat{&kF16, 16, false};
  case DataType::Bf16:
    return ElementFormat{&kBF16, 16, false};
  case DataType::F32:
  case DataType::Tf32:
    return ElementFormat{&kF32, 32, false};
  case DataType::F64:
    return ElementFormat{&kF64, 64, false};
  case DataType::E4m3:
    return ElementFormat{&kE4M3, 8, false};
  case DataType::E5m2:
    return ElementFormat{&kE5M2, 8, false};
  case DataType::E2m3:
    return ElementFormat{&kE2M3, 8, false};
  case DataType::E3m2:
    return ElementFormat{&kE3M2, 8, false};
  case DataType::E2m1: // In the middle of a byte (kind::f8f6f4).
    return ElementFormat{&kE2M1, 8, false};
  case DataType::U8:
  case DataType::S8:
  case DataType::U4:
  case DataType::S4:
  case DataType::B1:
  case DataType::S32:
    return ElementFormat{nullptr, uint8_t(ptx::getBitWidth(type)),
                         ptx::isSigned(type)};
  default:
    return std::nullopt;
  }
}

double interp::factorOf(DataType type, const ElementFormat &f, uint64_t v) {
  if (type == DataType::Tf32)
    v &= ~uint64_t(0x1fff);
  if (type == DataType::E2m1)
    v >>= 2;
  return valueOf(*f.format, v & maskBits(f.format->bits));
}
static int64_t integerOf(const ElementFormat &f, uint64_t v) {
  unsigned shift = 64 - f.bits;
  return f.isSigned ? int64_t(v << shift) >> shift
                    : int64_t(v << shift >> shift);
}

static uint64_t clampOrWrap(int64_t v, bool clamp) {
  if (clamp)
    v = std::min<int64_t>(INT32_MAX, std::max<int64_t>(INT32_MIN, v));
  return uint32_t(v);
}

uint64_t interp::addAndRound(const DotTypes &t, double sum, uint64_t c) {
  const Format &to = *elementFormat(t.d)->format;
  sum += valueOf(*elementFormat(t.c)->format, c);
  return sum != sum ? to.canonicalNaN() : fromDouble(to, sum, Round::Even);
}

uint64_t interp::dotProduct(const DotTypes &t, llvm::ArrayRef<uint64_t> a,
                            llvm::ArrayRef<uint64_t> b, uint64_t c) {
  ElementFormat fa = *elementFormat(t.a), fb = *elementFormat(t.b);
  if (t.a == DataType::B1) {
    uint32_t sum = uint32_t(c);
    for (size_t k = 0; k < a.size(); ++k)
      sum += uint32_t(
          (t.bitOp == ptx::MmaBitOp::And ? a[k] & b[k] : a[k] ^ b[k]) & 1);
    return sum;
  }
  if (!fa.format) {
    int64_t sum = int32_t(c);
    for (size_t k = 0; k < a.size(); ++k)
      sum += integerOf(fa, a[k]) * integerOf(fb, b[k]);
    return clampOrWrap(sum, t.satfinite);
  }
  if (t.a == DataType::F64) {
    uint64_t sum = c;
    for (size_t k = 0; k < a.size(); ++k)
      sum = compute(kF64, Arith::Fma, t.round, false, a[k], b[k], sum);
    return sum;
  }
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k)
    sum += factorOf(t.a, fa, a[k]) * factorOf(t.b, fb, b[k]);
  return addAndRound(t, sum, c);
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

namespace {
struct Shape {
  unsigned rows, depth;
};
} // namespace

static Shape shapeOf(ptx::MmaShape shape) {
  using ptx::MmaShape;
  switch (shape) {
  case MmaShape::M8n8k4:
    return {8, 4};
  case MmaShape::M8n8k16:
    return {8, 16};
  case MmaShape::M8n8k32:
    return {8, 32};
  case MmaShape::M8n8k128:
    return {8, 128};
  case MmaShape::M16n8k4:
    return {16, 4};
  case MmaShape::M16n8k8:
    return {16, 8};
  case MmaShape::M16n8k16:
    return {16, 16};
  case MmaShape::M16n8k32:
    return {16, 32};
  case MmaShape::M16n8k64:
    return {16, 64};
  case MmaShape::M16n8k128:
    return {16, 128};
  default:
    return {16, 256};
  }
}

/// Element `e` of a register that has several.
static uint64_t elementOf(uint64_t reg, const ElementFormat &f, unsigned e) {
  return reg >> f.bits * e & maskBits(f.bits);
}

static void mma(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return w.launch->fault(w, inst, -1, "mma needs all threads of the warp");
  auto m = ptx::MmaModifiers::unpack(inst.mods);
  DotTypes types{m.aType, m.bType,     m.cType,    m.dataType,
                 m.bitOp, m.satfinite, Round::Even};
  Shape shape = shapeOf(m.shape);
  ElementFormat fa = *elementFormat(m.aType), fb = *elementFormat(m.bType),
                fc = *elementFormat(m.cType), fd = *elementFormat(m.dataType);
  unsigned firstB = unsigned(findSource(inst, "b"));
  unsigned firstC = unsigned(findSource(inst, "c"));
  unsigned perA = std::max(1u, 32u / fa.bits),
           perC = std::max(1u, 32u / fc.bits),
           perD = std::max(1u, 32u / fd.bits);
  bool tall = shape.rows == 16;

  std::vector<uint64_t> a(shape.rows * shape.depth), b(8 * shape.depth);
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned g = l / 4, t = l % 4;
    for (unsigned r = 0; r < firstB; ++r)
      for (unsigned e = 0; e < perA; ++e) {
        unsigned row = tall ? g + 8 * (r % 2) : g;
        unsigned k = 4 * perA * (tall ? r / 2 : r) + perA * t + e;
        a[row * shape.depth + k] = elementOf(c.in(l, r), fa, e);
      }
    for (unsigned r = firstB; r < firstC; ++r)
      for (unsigned e = 0; e < perA; ++e)
        b[g * shape.depth + 4 * perA * (r - firstB) + perA * t + e] =
            elementOf(c.in(l, r), fb, e);
  }
  // All of c is read before d is written: they may be one register.
  unsigned elements = shape.rows / 4;
  std::vector<uint64_t> d(kLanes * elements);
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned i = 0; i < elements; ++i) {
      unsigned row = l / 4 + 8 * (i / 2), column = 2 * (l % 4) + i % 2;
      uint64_t sum = elementOf(c.in(l, firstC + i / perC), fc, i % perC);
      d[l * elements + i] = dotProduct(
          types, llvm::ArrayRef(a).slice(row * shape.depth, shape.depth),
          llvm::ArrayRef(b).slice(column * shape.depth, shape.depth), sum);
    }
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned i = 0; i < elements; i += perD) {
      uint64_t v = 0;
      for (unsigned e = 0; e < perD; ++e)
        v |= d[l * elements + i + e] << fd.bits % 64 * e;
      c.set(l, i / perD, v);
    }
}

/// Four products 8x8x4 of f16, each by a quad and the one 16 threads behind it
/// ("Matrix Fragments for mma.m8n8k4 with .f16"). A thread of the first has a
/// row of a, or column of it, and of b; those of the other the next four.
static void quadMma(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return w.launch->fault(w, inst, -1, "mma needs all threads of the warp");
  auto m = ptx::MmaModifiers::unpack(inst.mods);
  DotTypes types{m.aType, m.bType, m.cType, m.dataType, {}, false, Round::Even};
  unsigned firstB = unsigned(findSource(inst, "b"));
  unsigned firstC = unsigned(findSource(inst, "c"));
  auto half = [&](unsigned lane, unsigned source, unsigned i) {
    return c.in(lane, source + i / 2) >> 16 * (i % 2) & 0xffff;
  };
  std::vector<uint64_t> results(kLanes * 8);
  for (unsigned first = 0; first < 16; first += 4) {
    auto laneOf = [&](unsigned k) { return first + k % 4 + k / 4 * 16; };
    uint64_t a[8][4], b[8][4], sums[8][8];
    // Element i of what a thread has of c and d.
    auto place = [&](DataType type, unsigned k, unsigned i) {
      if (type == DataType::F16)
        return std::pair(k, i);
      return std::pair((k & 1) + (i & 2) + (k & 4),
                       (i & 4) + (k & 2) + (i & 1));
    };
    for (unsigned k = 0; k < 8; ++k)
      for (unsigned i = 0; i < 4; ++i) {
        uint64_t x = half(laneOf(k), 0, i), y = half(laneOf(k), firstB, i);
        (m.aLayout == ptx::MatrixLayout::Row ? a[k][i]
                                             : a[(k & 4) + i][k % 4]) = x;
        (m.bLayout == ptx::MatrixLayout::Col ? b[k][i]
                                             : b[(k & 4) + i][k % 4]) = y;
      }
    for (unsigned k = 0; k < 8; ++k)
      for (unsigned i = 0; i < 8; ++i) {
        auto [row, column] = place(m.cType, k, i);
        sums[row][column] = m.cType == DataType::F16
                                ? half(laneOf(k), firstC, i)
                                : c.in(laneOf(k), firstC + i);
      }
    for (unsigned k = 0; k < 8; ++k)
      for (unsigned i = 0; i < 8; ++i) {
        auto [row, column] = place(m.dataType, k, i);
        results[laneOf(k) * 8 + i] =
            dotProduct(types, a[row], b[column], sums[row][column]);
      }
  }
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned i = 0; i < inst.out.size(); ++i) {
      const uint64_t *r = &results[l * 8];
      c.set(l, i,
            m.dataType == DataType::F16 ? r[2 * i] | r[2 * i + 1] << 16 : r[i]);
    }
}

static bool bindMma(Instr &inst) {
  auto m = ptx::MmaModifiers::unpack(inst.mods);
  bool known = elementFormat(m.aType) && elementFormat(m.bType) &&
               elementFormat(m.cType) && elementFormat(m.dataType);
  if (!known || m.blockScale) // BlockScaledMatrix.cpp
    return false;
  bool quads = m.shape == ptx::MmaShape::M8n8k4 && m.aType == DataType::F16;
  setCollective(inst, quads ? quadMma : mma, -1);
  return true;
}

bool interp::bindMatrix(Instr &inst, ptx::Opcode opcode) {
  return opcode == ptx::Opcode::Mma && bindMma(inst);
}
