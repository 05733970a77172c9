//===- SparseMatrix.cpp - Products with sparse matrices -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.14.6 (mma.sp). Of four neighbours in a row of a (two of
// tf32, four pairs of 4-bit elements) half are stored; four bits of metadata
// say which.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;

unsigned interp::sparseColumn(unsigned bits, unsigned depth, unsigned selector,
                              llvm::ArrayRef<uint64_t> metadata, unsigned row,
                              unsigned stored) {
  // Columns of a row that four bits of metadata stand for, and how many columns
  // are stored as one.
  unsigned chunk = bits == 32 ? 2 : bits == 4 ? 8 : 4, unit = bits == 4 ? 2 : 1;
  unsigned half = row / 8, nibbles = depth / chunk;
  unsigned which = stored / (chunk / 2);
  // A register has 16 bits of two rows (16- and 32-bit elements) or 32 bits of
  // one row; as many lanes of a quad as it takes, from `selector` on.
  unsigned lane = row % 8 * 4, shift;
  if (bits >= 16) {
    unsigned lanes = nibbles / 4;
    lane += selector * lanes + which / 4;
    shift = 16 * half + 4 * (which % 4);
  } else {
    unsigned lanes = nibbles / 4; // of both rows
    lane += selector * lanes + which / 8 * 2 + half;
    shift = 4 * (which % 8);
  }
  uint64_t nibble = metadata[lane % kLanes] >> shift & 15;
  // Of tf32 the two places have one element each: 0100 and 1110.
  if (bits == 32)
    return which * 2 + unsigned(nibble >> 3);
  unsigned place = stored / unit % 2;
  unsigned index = unsigned(nibble >> 2 * place & 3);
  return which * chunk + index * unit + stored % unit;
}

static unsigned depthOf(ptx::MmaShape shape) {
  using ptx::MmaShape;
  switch (shape) {
  case MmaShape::M16n8k8:
    return 8;
  case MmaShape::M16n8k16:
    return 16;
  case MmaShape::M16n8k32:
    return 32;
  case MmaShape::M16n8k64:
    return 64;
  case MmaShape::M16n8k128:
    return 128;
  default:
    return 0;
  }
}

static void sparseMma(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return w.launch->fault(w, inst, -1, "mma needs all threads of the warp");
  auto m = ptx::MmaSpModifiers::unpack(inst.mods);
  DotTypes types{m.aType, m.bType,     m.cType,    m.dataType,
                 {},      m.satfinite, Round::Even};
  unsigned depth = depthOf(m.shape), stored = depth / 2;
  ElementFormat fa = *elementFormat(m.aType), fb = *elementFormat(m.bType),
                fc = *elementFormat(m.cType), fd = *elementFormat(m.dataType);
  unsigned per = 32u / fa.bits, perC = 32u / fc.bits, perD = 32u / fd.bits;
  unsigned firstA = unsigned(findSource(inst, "a"));
  unsigned firstB = unsigned(findSource(inst, "b"));
  unsigned firstC = unsigned(findSource(inst, "c"));
  unsigned e = unsigned(findSource(inst, "metadata"));
  std::vector<uint64_t> a(16 * stored), b(8 * depth), metadata(kLanes);
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned g = l / 4, t = l % 4;
    metadata[l] = c.in(l, e);
    for (unsigned r = 0; r < firstB - firstA; ++r)
      for (unsigned k = 0; k < per; ++k)
        a[(g + 8 * (r % 2)) * stored + 4 * per * (r / 2) + per * t + k] =
            c.in(l, firstA + r) >> fa.bits * k & maskBits(fa.bits);
    for (unsigned r = firstB; r < firstC; ++r)
      for (unsigned k = 0; k < per; ++k)
        b[g * depth + 4 * per * (r - firstB) + per * t + k] =
            c.in(l, r) >> fb.bits * k & maskBits(fb.bits);
  }
  std::vector<uint64_t> d(kLanes * 4), factors(stored);
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 8; ++column) {
      unsigned lane = row % 8 * 4 + column / 2;
      unsigned i = row / 8 * 2 + column % 2;
      for (unsigned s = 0; s < stored; ++s)
        factors[s] = b[column * depth + sparseColumn(fa.bits, depth,
                                                     unsigned(m.selector),
                                                     metadata, row, s)];
      uint64_t sum = c.in(lane, firstC + i / perC) >> i % perC * fc.bits &
                     maskBits(fc.bits);
      d[lane * 4 + i] = dotProduct(
          types, llvm::ArrayRef(a).slice(row * stored, stored), factors, sum);
    }
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned i = 0; i < 4; i += perD) {
      uint64_t v = 0;
      for (unsigned k = 0; k < perD; ++k)
        v |= d[l * 4 + i + k] << fd.bits * k;
      c.set(l, i / perD, v);
    }
}

bool interp::bindSparseMatrix(Instr &inst, ptx::Opcode opcode) {
  if (opcode != ptx::Opcode::MmaSp)
    return false;
  auto m = ptx::MmaSpModifiers::unpack(inst.mods);
  bool known = elementFormat(m.aType) && elementFormat(m.bType) &&
               elementFormat(m.cType) && elementFormat(m.dataType) &&
               depthOf(m.shape);
  if (!known || m.blockScale)
    return false;
  setCollective(inst, sparseMma, -1);
  return true;
}
