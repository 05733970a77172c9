//===- BlockScaledMatrixOps.cpp - Products of scaled blocks ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// QMMA.SF and OMMA.SF (sm_120). Fragments as in MatrixOps.cpp; c and d are f32.
// `ids` says where the scales are: bits 1-0 the byte of the first block of a
// row of a, bit 2 which half of each quad has them (its lower thread those of
// rows 0-7, the upper one those of 8-15); bits 4-3 and 6-5 byte and thread for
// columns of b.
//
//===----------------------------------------------------------------------===//

#include "NarrowMatrix.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;

namespace {
/// Use of DInst::mods; imm is the register of the scales of a, its upper half
/// that of the scales of b.
enum ScaledMod { kElements, kBlocks, kIsUnsigned, kSelect, kMetadata, kIds };
constexpr uint32_t kNoMetadata = ~0u;

/// The scales of a row of a, or of a column of b.
struct Scales {
  const uint32_t *rows;
  unsigned byte;
  bool isUnsignedE4M3;
  double operator()(unsigned lane, unsigned block) const {
    uint32_t v = rows[lane] >> 8 * ((byte + block) & 3) & 255;
    if (isUnsignedE4M3)
      return numberOf(E4M3, v & 127);
    return v == 255 ? NAN : std::ldexp(1.0, int(v) - 127);
  }
};
} // namespace

static void runScaled(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "matrix instruction in a part of a warp");
  uint32_t ea = inst.mods[kElements] & 255, eb = inst.mods[kElements] >> 8;
  NarrowOperand a(w, inst.a, ea), b(w, inst.b, eb);
  unsigned depth = inst.b.width * b.perRegister();
  bool isSparse = inst.mods[kMetadata] != kNoMetadata;
  unsigned stored = isSparse ? depth / 2 : depth;
  unsigned perBlock = depth / inst.mods[kBlocks];
  uint32_t ids = w.UR[inst.mods[kIds]];
  bool isUnsigned = inst.mods[kIsUnsigned];
  Scales ofA{w.R[inst.imm & 0xffff], ids & 3, isUnsigned};
  Scales ofB{w.R[inst.imm >> 16], ids >> 3 & 3, isUnsigned};
  unsigned threadA = (ids >> 2 & 1) * 2, threadB = ids >> 5 & 3;

  uint32_t d[4][kLanes];
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 8; ++column) {
      double sum = 0;
      for (unsigned s = 0; s < stored; ++s) {
        unsigned k = isSparse ? sparseColumn(w.R[inst.mods[kMetadata]], ea,
                                             depth, inst.mods[kSelect], row, s)
                              : s;
        double x =
            numberOf(ea, a.at(s / a.perRegister() * 2 + row / 8, row % 8, s));
        double y = numberOf(eb, b.at(k / b.perRegister(), column, k));
        unsigned block = k / perBlock;
        sum += x * ofA(row % 8 * 4 + threadA + row / 8, block) * y *
               ofB(column * 4 + threadB, block);
      }
      unsigned lane = row % 8 * 4 + column / 2, i = row / 8 * 2 + column % 2;
      uint32_t c =
          w.R[inst.c.reg == kZeroRow ? kZeroRow : inst.c.reg + i][lane];
      double first;
      uint64_t wide = isa::sem::convert(Fmt::F32, c, {Fmt::F64});
      memcpy(&first, &wide, 8);
      sum += first;
      memcpy(&wide, &sum, 8);
      d[i][lane] = uint32_t(isa::sem::convert(Fmt::F64, wide, {Fmt::F32}));
    }
  for (unsigned i = 0; i < inst.dWidth; ++i)
    memcpy(destRow(w, inst, i), d[i], sizeof(d[i]));
}

static void bindScaled(Binder &b, uint32_t ea, uint32_t eb, unsigned blocks) {
  DInst &out = b.out;
  b.dest("d");
  out.a = b.source("a");
  out.b = b.source("b");
  out.c = b.source("c");
  PredSource up = b.predicate("up");
  if (up.reg != 7 || up.inverted)
    b.unsupported("a predicate operand");
  Source sa = b.source("sa"), sb = b.source("sb"), ids = b.source("ids");
  bool isSparse = sa.width == 2;
  // Of the pair of a sparse product the lower register is the metadata.
  uint32_t rowA = sa.reg == kZeroRow || !isSparse ? sa.reg : sa.reg + 1u;
  out.imm = int64_t(rowA | uint32_t(sb.reg) << 16);
  out.mods[kElements] = ea | eb << 8;
  out.mods[kBlocks] = blocks;
  out.mods[kMetadata] = isSparse ? sa.reg : kNoMetadata;
  out.mods[kSelect] = isSparse ? uint32_t(b.mods.value("sel")) : 0;
  out.mods[kIds] = ids.reg;
  out.run = runScaled;
}

static void bindQMMA(Binder &b) {
  bindScaled(b, elementOf(b, "typeA"), elementOf(b, "typeB"), 1);
}
static void bindOMMA(Binder &b) {
  for (const char *name : {"typeA", "typeB"})
    if (isa::OMMAType(b.mods.value(name)) != isa::OMMAType::E2M1)
      b.unsupported(b.mods.spelling(name));
  bool four = isa::OMMABlocks(b.mods.value("blocks")) == isa::OMMABlocks::X4;
  bindScaled(b, PackedE2M1, PackedE2M1, four ? 4 : 2);
  b.out.mods[kIsUnsigned] =
      isa::OMMAScale(b.mods.value("scale")) == isa::OMMAScale::UE4M3;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::blockScaledMatrixHandlers() {
  static const BindEntry entries[] = {
      {"QMMA_SF_16832", bindQMMA},
      {"QMMA_SF_SP_16864", bindQMMA},
      {"OMMA_SF_16864", bindOMMA},
      {"OMMA_SF_SP_168128", bindOMMA},
  };
  return entries;
}
