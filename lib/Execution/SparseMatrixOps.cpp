//===- SparseMatrixOps.cpp - Sparse and narrow matrix products ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HMMA.SP, IMMA.SP, IMMA of 4-bit integers, QMMA. Fragments as in
// MatrixOps.cpp; of a sparse matrix a half of the columns is stored, as if it
// were dense. Two bits of metadata an element say which of four neighbours it
// is (of 4-bit integers: which of four pairs; of tf32 four bits, 4 or 14, say
// which of two).
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "NarrowMatrix.h"
#include "ptx-mlir/ISA/Semantics/Float.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;

namespace {
enum NarrowFlag : uint32_t {
  kHalf = 1,
  kSaturated = 2,
  kSparseA = 4,
  kTall = 8
};
/// Use of DInst::mods; imm is the register of the metadata.
enum NarrowMod { kElementA, kElementB, kFlags, kSelect, kRegistersB };
} // namespace

static int32_t integerOf(uint32_t element, uint32_t v) {
  switch (element) {
  case S8:
    return int8_t(v);
  case S4:
    return int32_t(v << 28) >> 28;
  default:
    return int32_t(v);
  }
}

static void runNarrow(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "matrix instruction in a part of a warp");
  uint32_t ea = inst.mods[kElementA], eb = inst.mods[kElementB];
  uint32_t flags = inst.mods[kFlags];
  NarrowOperand a(w, inst.a, ea), b(w, inst.b, eb);
  unsigned rows = flags & kTall ? 16 : 8;
  unsigned depth = inst.mods[kRegistersB] * b.perRegister();
  unsigned stored = flags & kSparseA ? depth / 2 : depth;
  Fmt acc = flags & kHalf ? Fmt::F16 : Fmt::F32;
  std::vector<uint32_t> d(size_t(inst.dWidth) * kLanes);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < 8; ++column) {
      double sum = 0;
      int64_t count = 0;
      for (unsigned s = 0; s < stored; ++s) {
        unsigned k = s;
        if (flags & kSparseA)
          k = sparseColumn(w.R[inst.imm], ea, depth, inst.mods[kSelect], row,
                           s);
        unsigned r = s / a.perRegister();
        uint32_t x = a.at(rows == 16 ? 2 * r + row / 8 : r, row % 8, s);
        uint32_t y = b.at(k / b.perRegister(), column, k);
        if (ea < U8)
          sum += numberOf(ea, x) * numberOf(eb, y);
        else
          count += int64_t(integerOf(ea, x)) * integerOf(eb, y);
      }
      unsigned lane = row % 8 * 4 + column / 2;
      unsigned i = row / 8 * 2 + column % 2;
      unsigned reg = flags & kHalf ? i / 2 : i;
      unsigned shift = flags & kHalf ? i % 2 * 16 : 0;
      uint32_t c =
          w.R[inst.c.reg == kZeroRow ? kZeroRow : inst.c.reg + reg][lane] >>
          shift;
      uint32_t result;
      if (ea < U8) {
        double first;
        uint64_t wide =
            isa::sem::convert(acc, flags & kHalf ? c & 0xffff : c, {Fmt::F64});
        memcpy(&first, &wide, 8);
        sum += first;
        memcpy(&wide, &sum, 8);
        result = uint32_t(isa::sem::convert(Fmt::F64, wide, {acc}));
      } else {
        count += int32_t(c);
        if (flags & kSaturated)
          count =
              std::min<int64_t>(std::max<int64_t>(count, INT32_MIN), INT32_MAX);
        result = uint32_t(count);
      }
      d[reg * kLanes + lane] |= result << shift;
    }
  for (unsigned i = 0; i < inst.dWidth; ++i)
    memcpy(destRow(w, inst, i), &d[i * kLanes], 4 * kLanes);
}

static void bindNarrow(Binder &b, uint32_t ea, uint32_t eb, uint32_t flags) {
  DInst &out = b.out;
  b.dest("d");
  out.a = b.source("a");
  out.b = b.source("b");
  out.c = b.source("c");
  PredSource up = b.predicate("up");
  if (up.reg != 7 || up.inverted)
    b.unsupported("a predicate operand");
  if (b.hasSlot("e")) {
    flags |= kSparseA | kTall;
    out.imm = b.source("e").reg;
    out.mods[kSelect] = uint32_t(b.mods.value("sel"));
  } else if (out.a.width == 2 * out.b.width) {
    flags |= kTall;
  }
  out.mods[kElementA] = ea;
  out.mods[kElementB] = eb;
  out.mods[kFlags] = flags;
  out.mods[kRegistersB] = out.b.width;
  out.run = runNarrow;
}

static void bindSparseHalf(Binder &b) {
  uint32_t type = b.mods.value("type") == 1 ? BF16 : F16;
  bindNarrow(b, type, type, b.mods.value("acc") ? 0 : kHalf);
}
static void bindSparseTF32(Binder &b) { bindNarrow(b, TF32, TF32, 0); }
template <uint32_t first> static void bindIntegers(Binder &b) {
  bindNarrow(b, first + (b.mods.value("typeA") != 0),
             first + (b.mods.value("typeB") != 0),
             b.mods.flag("sat") ? kSaturated : 0);
}
static void bindBytes(Binder &b) {
  bindNarrow(b, elementOf(b, "typeA"), elementOf(b, "typeB"),
             b.mods.value("acc") ? 0 : kHalf);
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::sparseMatrixHandlers() {
  static const BindEntry entries[] = {
      {"HMMA_SP_16816", bindSparseHalf},
      {"HMMA_SP_16832", bindSparseHalf},
      {"HMMA_SP_1688_TF32", bindSparseTF32},
      {"HMMA_SP_16816_TF32", bindSparseTF32},
      {"IMMA_SP_16832", bindIntegers<U8>},
      {"IMMA_SP_16864", bindIntegers<U8>},
      {"IMMA_8832", bindIntegers<U4>},
      {"IMMA4_16832", bindIntegers<U4>},
      {"IMMA4_16864", bindIntegers<U4>},
      {"IMMA4_SP_16864", bindIntegers<U4>},
      {"IMMA4_SP_168128", bindIntegers<U4>},
      {"QMMA_16816", bindBytes},
      {"QMMA_16832", bindBytes},
      {"QMMA_SP_16864", bindBytes},
  };
  return entries;
}
