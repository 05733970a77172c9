//===- NarrowMatrix.h - Operands of narrow and sparse products --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands of QMMA, OMMA and sparse products taken apart: elements of four to
// eight bits and the metadata that says which of them are there.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_NARROWMATRIX_H
#define PTX_MLIR_LIB_EXECUTION_NARROWMATRIX_H

#include "Bind.h"
#include "MatrixElements.h"

namespace ptxmlir::exec {

/// The registers of one operand, taken apart into elements.
class NarrowOperand {
public:
  NarrowOperand(const Warp &w, const Source &s, uint32_t element)
      : w(w), s(s), bits(bitsOf(element)), per(32 / bits) {}
  /// Element k of row or column `line` of the eight that register r has.
  uint32_t at(unsigned r, unsigned line, unsigned k) const {
    unsigned reg = s.reg == kZeroRow ? kZeroRow : s.reg + r;
    uint32_t word = w.R[reg][line * 4 + k / per % 4];
    return bits == 32 ? word : word >> (k % per * bits) & ((1u << bits) - 1);
  }
  /// Columns that a register has of its row.
  unsigned perRegister() const { return 4 * per; }

private:
  const Warp &w;
  const Source &s;
  unsigned bits, per;
};

/// The column of element s of a row of a sparse matrix.
inline unsigned sparseColumn(const uint32_t *metadata, uint32_t element,
                             unsigned depth, unsigned select, unsigned row,
                             unsigned s) {
  unsigned bits = bitsOf(element), quad = row % 8 * 4, high = row / 8;
  if (bits == 32 || bits == 16) {
    // Half a word a row, so many elements in it.
    unsigned in = bits == 32 ? 4 : 8, words = depth / 2 / in;
    uint32_t half =
        metadata[(quad + select * words + s / in) % kLanes] >> 16 * high;
    if (bits == 32)
      return 2 * s + ((half >> 4 * (s % in) & 15) == 14);
    return s / 2 * 4 + (half >> 2 * (s % in) & 3);
  }
  // A word a row for 16 elements, or 16 pairs.
  unsigned unit = bits == 4 ? 2 : 1, i = s / unit;
  unsigned words = depth / 2 / unit / 16;
  unsigned lane = quad + (words == 1 ? 2 * select : i / 16 * 2) + high;
  uint32_t word = metadata[lane % kLanes];
  return (i / 2 * 4 + (word >> 2 * (i % 16) & 3)) * unit + s % unit;
}

/// What element numbers of a QMMA mean.
inline uint32_t elementOf(Binder &b, llvm::StringRef name) {
  switch (isa::QMMAType(b.mods.value(name))) {
  case isa::QMMAType::E4M3:
    return E4M3;
  case isa::QMMAType::E5M2:
    return E5M2;
  case isa::QMMAType::E3M2:
    return E3M2;
  case isa::QMMAType::E2M3:
    return E2M3;
  case isa::QMMAType::E2M1:
    return E2M1;
  }
  b.unsupported(b.mods.spelling(name));
  return E4M3;
}

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_NARROWMATRIX_H
