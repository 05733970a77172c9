//===- TensorAccessOps.cpp - Loads and stores of tensor memory ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LDTM, LDTM.STAT and STTM. They are done at once.
//
//===----------------------------------------------------------------------===//

#include "TensorMemoryOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

/// Use of DInst::mods by LDTM and STTM.
enum TransferMod { kShape, kPacked };

/// What a warp says of where its rows begin: nothing, or its own quarter; in
/// that, a shape of 16 rows has one half.
static bool beginsWell(Machine &m, Warp &w, const DInst &inst,
                       isa::TMemShape shape, uint32_t row) {
  if (row >> 5 && row >> 5 != (w.index & 3)) {
    m.fault(w, inst, -1, "rows of tensor memory of another warp");
    return false;
  }
  if ((row & 15) || (row & 16 && shape == isa::TMemShape::S32x32)) {
    m.fault(w, inst, -1,
            llvm::formatv("rows of this shape do not begin at {0}", row));
    return false;
  }
  return true;
}

/// Visits (lane, register, cell, the cell to its right). With kPacked each
/// 32-bit element of the shape is the low halves of two columns.
template <typename Fn>
static void forCells(Machine &m, Warp &w, const DInst &inst, unsigned registers,
                     Fn fn) {
  uint32_t address =
      uint32_t(uniformValue(m, w, inst, inst.a)) + uint32_t(inst.imm);
  uint32_t row = address >> 16, column = address & 0xffff;
  auto shape = isa::TMemShape(inst.mods[kShape]);
  if (!beginsWell(m, w, inst, shape, row))
    return;
  // The quarter of the rows belongs to the warp.
  uint32_t first = (w.index & 3) * 32 + (row & 16);
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    for (uint32_t reg = 0; reg < registers; ++reg) {
      uint32_t down = lane, right = reg;
      switch (shape) {
      case isa::TMemShape::S32x32:
        break;
      case isa::TMemShape::S16x64:
        down = (lane >> 2) + ((lane & 1) << 3);
        right = 2 * reg + (lane >> 1 & 1);
        break;
      case isa::TMemShape::S16x128:
        down = (lane >> 2) + ((reg & 1) << 3);
        right = (reg >> 1) * 4 + (lane & 3);
        break;
      case isa::TMemShape::S16x256:
        down = (lane >> 2) + ((reg & 2) << 2);
        right = (reg >> 2) * 8 + (lane & 3) * 2 + (reg & 1);
        break;
      case isa::TMemShape::S16x32Low:
      case isa::TMemShape::S16x32High:
        if ((lane >= 16) != (shape == isa::TMemShape::S16x32High))
          continue;
        down = lane & 15;
        break;
      }
      uint32_t at = first + down;
      if (inst.mods[kPacked])
        right *= 2;
      uint32_t *p = tensorCell(m, *w.cta, w, inst, at, column + right), *q = p;
      if (p && inst.mods[kPacked])
        q = tensorCell(m, *w.cta, w, inst, at, column + right + 1);
      if (!p || !q)
        return;
      fn(lane, reg, *p, *q);
    }
}

static void runLdtm(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "tensor memory load by a part of a warp");
  forCells(m, w, inst, inst.dWidth,
           [&](uint32_t lane, uint32_t reg, uint32_t &v, uint32_t &next) {
             destRow(w, inst, reg)[lane] =
                 inst.mods[kPacked] ? (v & 0xffff) | next << 16 : v;
           });
}
static void runSttm(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "tensor memory store by a part of a warp");
  forCells(m, w, inst, inst.c.width,
           [&](uint32_t lane, uint32_t reg, uint32_t &to, uint32_t &next) {
             uint32_t row =
                 inst.c.reg == kZeroRow ? kZeroRow : inst.c.reg + reg;
             uint32_t v = w.R[row][lane];
             if (inst.mods[kPacked]) {
               next = v >> 16;
               v &= 0xffff;
             }
             to = v;
           });
}
/// Use of DInst::mods by LDTM.STAT beside.
enum StatMod { kStatOp = 2, kStatType, kStatNaN, kStatRow };

/// Whether a value goes before another one; unordered floats do not.
static bool isBefore(const DInst &inst, uint32_t a, uint32_t b) {
  auto op = inst.mods[kStatOp];
  if (op >= 2) // MIN, MINABS
    std::swap(a, b);
  switch (isa::TMemStatType(inst.mods[kStatType])) {
  case isa::TMemStatType::U32:
    return a > b;
  case isa::TMemStatType::S32:
    return int32_t(a) > int32_t(b);
  default:
    break;
  }
  // Floats are in the order of their bits, negative ones the other way round.
  auto key = [](uint32_t v) { return v >> 31 ? ~v : v | 1u << 31; };
  return key(a) > key(b);
}

static void runLdtmStat(Machine &m, Warp &w, const DInst &inst,
                        LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "tensor memory load by a part of a warp");
  bool isFloat =
      isa::TMemStatType(inst.mods[kStatType]) == isa::TMemStatType::F32;
  constexpr uint32_t nan = 0x7fffffff;
  uint32_t *stat = w.R[inst.mods[kStatRow]];
  LaneMask started = 0;
  forCells(m, w, inst, inst.dWidth,
           [&](uint32_t lane, uint32_t reg, uint32_t &cell, uint32_t &) {
             uint32_t v = cell;
             destRow(w, inst, reg)[lane] = v;
             if (isFloat && inst.mods[kStatOp] & 1)
               v &= nan;
             bool isFirst = !(started >> lane & 1);
             started |= 1u << lane;
             uint32_t &best = stat[lane];
             auto isNaN = [&](uint32_t x) {
               return isFloat && (x & nan) > 0x7f800000;
             };
             if (isNaN(v)) {
               if (isFirst || inst.mods[kStatNaN])
                 best = nan;
             } else if (isFirst || (isNaN(best) ? !inst.mods[kStatNaN]
                                                : isBefore(inst, v, best))) {
               best = v;
             }
           });
}

static void bindTransfer(Binder &b) {
  b.out.a = b.source("addr");
  b.out.imm = b.mods.signedValue("offset");
  b.out.mods[kShape] = uint32_t(b.mods.value("shape"));
}
void exec::bindLdtm(Binder &b) {
  bindTransfer(b);
  b.dest("d");
  b.out.mods[kPacked] = b.mods.optional("pack");
  b.out.run = runLdtm;
}
void exec::bindLdtmStat(Binder &b) {
  bindTransfer(b);
  b.dest("stat");
  b.out.mods[kStatRow] = b.out.d;
  b.dest("d");
  b.out.mods[kStatOp] = uint32_t(b.mods.value("op"));
  b.out.mods[kStatType] = uint32_t(b.mods.value("type"));
  b.out.mods[kStatNaN] = b.mods.optional("nan");
  b.out.run = runLdtmStat;
}
void exec::bindSttm(Binder &b) {
  bindTransfer(b);
  b.out.c = b.source("data");
  b.out.mods[kPacked] = b.mods.optional("expand");
  b.out.run = runSttm;
}
