//===- MatrixMemory.cpp - Matrices in shared memory -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.14.5.14 to 9.7.14.5.17: movmatrix, ldmatrix, stmatrix.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;

//===----------------------------------------------------------------------===//
// Eight by eight elements of 16 bits: lane 8i + r has the address of row r of
// matrix i
//===----------------------------------------------------------------------===//

/// The 16 bytes of a row, whose address lane `lane` has; null after a fault.
static uint8_t *rowAt(Warp &w, const Collective &c, ptx::Space space,
                      unsigned lane, bool isWrite) {
  const Instr &inst = *c.inst[lane];
  return access(w, inst, lane,
                space == ptx::Space::None ? space : ptx::Space::Shared,
                c.in(lane, 0) + uint64_t(inst.offset[0]), 16, 16,
                isWrite ? exec::AccessKind::Write : exec::AccessKind::Read);
}

static void ldmatrix(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return w.launch->fault(w, inst, -1,
                           "ldmatrix needs all threads of the warp");
  auto m = ptx::LdmatrixModifiers::unpack(inst.mods);
  unsigned count = unsigned(inst.out.size());
  // Results may be the registers of addresses.
  std::vector<uint16_t> elements(64 * count);
  for (unsigned i = 0; i < count; ++i)
    for (unsigned row = 0; row < 8; ++row) {
      const uint8_t *p = rowAt(w, c, m.space, 8 * i + row, false);
      if (!p)
        return;
      memcpy(&elements[64 * i + 8 * row], p, 16);
    }
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned i = 0; i < count; ++i) {
      uint64_t v = 0;
      for (unsigned e = 0; e < 2; ++e) {
        unsigned row = l / 4, column = 2 * (l % 4) + e;
        if (m.trans)
          std::swap(row, column);
        v |= uint64_t(elements[64 * i + 8 * row + column]) << 16 * e;
      }
      c.set(l, i, v);
    }
}

static void stmatrix(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return w.launch->fault(w, inst, -1,
                           "stmatrix needs all threads of the warp");
  auto m = ptx::StmatrixModifiers::unpack(inst.mods);
  unsigned count = unsigned(inst.in.size()) - 1;
  for (unsigned i = 0; i < count; ++i)
    for (unsigned row = 0; row < 8; ++row) {
      uint8_t *p = rowAt(w, c, m.space, 8 * i + row, true);
      if (!p)
        return;
      for (unsigned column = 0; column < 8; ++column) {
        unsigned r = m.trans ? column : row, k = m.trans ? row : column;
        uint16_t v = uint16_t(c.in(4 * r + k / 2, 1 + i) >> 16 * (k % 2));
        memcpy(p + 2 * column, &v, 2);
      }
    }
}

static void movmatrix(Warp &w, const Collective &c) {
  if (c.members != ~0u)
    return w.launch->fault(w, c.any(), -1,
                           "movmatrix needs all threads of the warp");
  uint64_t results[kLanes] = {};
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned e = 0; e < 2; ++e) {
      unsigned row = 2 * (l % 4) + e, column = l / 4;
      results[l] |=
          (c.in(4 * row + column / 2, 0) >> 16 * (column % 2) & 0xffff)
          << 16 * e;
    }
  for (unsigned l = 0; l < kLanes; ++l)
    c.set(l, 0, results[l]);
}

//===----------------------------------------------------------------------===//
// Elements of eight bits, or of fewer that become eight
//===----------------------------------------------------------------------===//

/// Element `i` of a row of 16: a byte, or packed without gaps, the first one
/// lowest, and padded at the end of the row. What it lacks to a byte is zeros.
static uint8_t byteOfRow(const uint8_t *row, ptx::SourceFormat format,
                         unsigned i) {
  unsigned bits = format == ptx::SourceFormat::B4x16P64   ? 4
                  : format == ptx::SourceFormat::B6x16P32 ? 6
                                                          : 8;
  uint8_t value = 0;
  for (unsigned b = 0; b < bits; ++b) {
    unsigned at = i * bits + b;
    value |= uint8_t((row[at / 8] >> at % 8 & 1) << b);
  }
  return value;
}

/// Four columns of a row are in a register of each thread. Of 16x16 elements,
/// which are always transposed, the second register has the rows from 8 on.
static void ldmatrixBytes(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return w.launch->fault(w, inst, -1,
                           "ldmatrix needs all threads of the warp");
  auto m = ptx::LdmatrixModifiers::unpack(inst.mods);
  bool square = m.shape == ptx::MatrixShape::M16n16;
  unsigned rows = square ? 16 : 8, perMatrix = square ? 2 : 1;
  unsigned count = unsigned(inst.out.size()) / perMatrix;
  // Lane `rows` * i + r has the address of row r of matrix i.
  std::vector<uint8_t> elements(rows * 16 * count);
  for (unsigned lane = 0; lane < rows * count; ++lane) {
    const uint8_t *p = rowAt(w, c, m.space, lane, false);
    if (!p)
      return;
    for (unsigned column = 0; column < 16; ++column)
      elements[16 * lane + column] = byteOfRow(p, m.sourceFormat, column);
  }
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned i = 0; i < count; ++i)
      for (unsigned half = 0; half < perMatrix; ++half) {
        uint64_t v = 0;
        for (unsigned e = 0; e < 4; ++e) {
          unsigned row = l / 4 + 8 * half, column = 4 * (l % 4) + e;
          if (square)
            std::swap(row, column);
          v |= uint64_t(elements[16 * (rows * i + row) + column]) << 8 * e;
        }
        c.set(l, perMatrix * i + half, v);
      }
}

/// 16x8 elements, transposed: a column is 16 bytes of memory. Registers have
/// them as accumulators of mma lie, two columns of two rows.
static void stmatrixBytes(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  if (c.members != ~0u)
    return w.launch->fault(w, inst, -1,
                           "stmatrix needs all threads of the warp");
  auto m = ptx::StmatrixModifiers::unpack(inst.mods);
  unsigned count = unsigned(inst.in.size()) - 1;
  for (unsigned i = 0; i < count; ++i)
    for (unsigned column = 0; column < 8; ++column) {
      uint8_t *p = rowAt(w, c, m.space, 8 * i + column, true);
      if (!p)
        return;
      for (unsigned row = 0; row < 16; ++row) {
        unsigned element = row / 8 * 2 + column % 2;
        p[row] = uint8_t(c.in(row % 8 * 4 + column / 2, 1 + i) >> 8 * element);
      }
    }
}

bool interp::bindMatrixMemory(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Ldmatrix: {
    auto m = ptx::LdmatrixModifiers::unpack(inst.mods);
    bool halves = m.shape == ptx::MatrixShape::M8n8;
    setCollective(inst, halves ? ldmatrix : ldmatrixBytes, -1);
    return true;
  }
  case Opcode::Stmatrix: {
    auto m = ptx::StmatrixModifiers::unpack(inst.mods);
    bool halves = m.shape == ptx::MatrixShape::M8n8;
    setCollective(inst, halves ? stmatrix : stmatrixBytes, -1);
    return true;
  }
  case Opcode::Movmatrix:
    setCollective(inst, movmatrix, -1);
    return true;
  default:
    return false;
  }
}
