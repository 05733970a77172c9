//===- BlockScaledMatrix.cpp - Products of scaled blocks ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.14.3 (block scaling): mma and mma.sp of kind mxf8f6f4, mxf4
// and mxf4nvf4. d = (a * scaleA) * (b * scaleB) + c, where rows of a and
// columns of b have one, two or four blocks, each with a scale of its own.
//
// Selectors {byte, thread} choose from the operands of the scales: row r of a
// has its scales in thread 2 * thread + r / 8 of quad r % 8, column n of b in
// thread `thread` of quad n; the first block in byte `byte`, the others behind
// it. (The ISA has that in figures; others have measured it on sm_120.)
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;

namespace {
/// How the factors of a product lie in registers.
struct Factors {
  DataType type;
  /// Of mxf4 and mxf4nvf4: eight elements of four bits in a register.
  bool packed;
  unsigned bits() const { return packed ? 4 : 8; }
  double number(uint64_t v) const {
    return packed ? valueOf(kE2M1, v) : factorOf(type, *elementFormat(type), v);
  }
};
} // namespace

static double scaleOf(DataType type, uint64_t byte) {
  if (type == DataType::Ue8m0)
    return byte == 255 ? std::nan("") : std::ldexp(1.0, int(byte) - 127);
  return valueOf(kE4M3, byte & 0x7f);
}

static unsigned numBlocks(ptx::MmaKind kind, ptx::ScaleVector vector) {
  switch (vector) {
  case ptx::ScaleVector::ScaleVec1X:
    return 1;
  case ptx::ScaleVector::ScaleVec2X:
    return 2;
  case ptx::ScaleVector::ScaleVec4X:
    return 4;
  default:
    return kind == ptx::MmaKind::KindMxf8f6f4 ? 1 : 2;
  }
}

template <typename Modifiers, bool isSparse>
static void scaledMma(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return w.launch->fault(w, inst, -1, "mma needs all threads of the warp");
  auto m = Modifiers::unpack(inst.mods);
  bool packed = m.kind != ptx::MmaKind::KindMxf8f6f4;
  Factors fa{m.aType, packed}, fb{m.bType, packed};
  unsigned per = packed ? 8 : 4, bits = fa.bits();
  unsigned firstA = unsigned(findSource(inst, "a"));
  unsigned firstB = unsigned(findSource(inst, "b"));
  unsigned firstC = unsigned(findSource(inst, "c"));
  unsigned depth = 4 * per * (firstC - firstB);
  unsigned stored = isSparse ? depth / 2 : depth;
  unsigned blocks = numBlocks(m.kind, m.scaleVector);

  std::vector<uint64_t> a(16 * stored), b(8 * depth), metadata(kLanes);
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned g = l / 4, t = l % 4;
    if (isSparse)
      metadata[l] = c.in(l, unsigned(findSource(inst, "metadata")));
    for (unsigned r = 0; r < firstB - firstA; ++r)
      for (unsigned k = 0; k < per; ++k)
        a[(g + 8 * (r % 2)) * stored + 4 * per * (r / 2) + per * t + k] =
            c.in(l, firstA + r) >> bits * k & maskBits(bits);
    for (unsigned r = 0; r < firstC - firstB; ++r)
      for (unsigned k = 0; k < per; ++k)
        b[g * depth + 4 * per * r + per * t + k] =
            c.in(l, firstB + r) >> bits * k & maskBits(bits);
  }
  auto scale = [&](const char *data, const char *selector, unsigned quad,
                   unsigned step, unsigned high, unsigned block) {
    unsigned select = unsigned(findSource(inst, selector));
    unsigned byte = unsigned(c.in(0, select)) + block;
    unsigned thread = unsigned(c.in(0, select + 1)) * step + high;
    uint64_t word =
        c.in(4 * quad + thread % 4, unsigned(findSource(inst, data)));
    return scaleOf(m.scaleType, word >> 8 * (byte % 4) & 255);
  };

  DotTypes types{m.aType, m.bType, m.cType, m.dataType, {}, false, Round::Even};
  std::vector<uint64_t> d(kLanes * 4);
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 8; ++column) {
      double scales[4];
      for (unsigned block = 0; block < blocks; ++block)
        scales[block] =
            scale("scaleA", "selectorA", row % 8, 2, row / 8, block) *
            scale("scaleB", "selectorB", column, 1, 0, block);
      double sum = 0;
      for (unsigned s = 0; s < stored; ++s) {
        unsigned k = s;
        if constexpr (isSparse)
          k = sparseColumn(bits, depth, unsigned(m.selector), metadata, row, s);
        sum += fa.number(a[row * stored + s]) *
               fb.number(b[column * depth + k]) * scales[k / (depth / blocks)];
      }
      unsigned lane = row % 8 * 4 + column / 2, i = row / 8 * 2 + column % 2;
      d[lane * 4 + i] = addAndRound(types, sum, c.in(lane, firstC + i));
    }
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned i = 0; i < 4; ++i)
      c.set(l, i, d[l * 4 + i]);
}

bool interp::bindBlockScaledMatrix(Instr &inst, ptx::Opcode opcode) {
  if (opcode == ptx::Opcode::Mma &&
      ptx::MmaModifiers::unpack(inst.mods).blockScale)
    setCollective(inst, scaledMma<ptx::MmaModifiers, false>, -1);
  else if (opcode == ptx::Opcode::MmaSp &&
           ptx::MmaSpModifiers::unpack(inst.mods).blockScale)
    setCollective(inst, scaledMma<ptx::MmaSpModifiers, true>, -1);
  else
    return false;
  return true;
}
