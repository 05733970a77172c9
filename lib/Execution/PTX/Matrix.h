//===- Matrix.h - Elements of matrices and their products -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements and dot products for mma, wmma, wgmma and tcgen05, which differ in
// where elements lie.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_MATRIX_H
#define PTX_MLIR_LIB_EXECUTION_PTX_MATRIX_H

#include "Collective.h"
#include "FloatTypes.h"

namespace ptxmlir::interp {

/// How an element lies in a register: a float of `format`, or an integer.
struct ElementFormat {
  const Format *format;
  uint8_t bits;
  bool isSigned;
};
/// Nothing for a type that is no element of matrices here.
std::optional<ElementFormat> elementFormat(ptx::DataType type);

struct DotTypes {
  ptx::DataType a, b, c, d;
  ptx::MmaBitOp bitOp;
  bool satfinite;
  Round round; ///< of f64
};
/// A number of a factor, exactly. tf32 ignores the low 13 bits.
double factorOf(ptx::DataType type, const ElementFormat &f, uint64_t v);
/// A sum of products plus an element of c, as an element of d.
uint64_t addAndRound(const DotTypes &types, double sum, uint64_t c);
/// A row of a times a column of b plus an element of c, as bits.
uint64_t dotProduct(const DotTypes &types, llvm::ArrayRef<uint64_t> a,
                    llvm::ArrayRef<uint64_t> b, uint64_t c);

/// Where the products of a sparse matrix of 16 rows and `depth` columns (as if
/// it were dense) have their factors: element `stored` of a row, of those that
/// are stored, stands at the column that this returns. Elements take `bits`
/// bits of a register; `metadata` is the operand of each lane.
unsigned sparseColumn(unsigned bits, unsigned depth, unsigned selector,
                      llvm::ArrayRef<uint64_t> metadata, unsigned row,
                      unsigned stored);

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_MATRIX_H
