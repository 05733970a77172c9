//===- MatrixEmit.h - Emitters of matrix products ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One description of a product for mma, mma.sp and wmma, which differ in how
// operands reach the registers and not in the machine instructions.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_MATRIXEMIT_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_MATRIXEMIT_H

#include "Lowering.h"

namespace ptxmlir::ptxtoori {

/// A product d = a b + c of the threads of a warp.
struct MatrixProduct {
  ptx::MmaShape shape;
  ptx::DataType aType, bType, cType, dType;
  ptx::MmaBitOp bitOp = ptx::MmaBitOp::None;
  bool saturates = false;
  isa::Round rounding = isa::Round::RN; ///< of f64
};

/// The product of tuples, under the guard of `op`; none if the machine has no
/// instructions for it.
mlir::Value emitProduct(FuncLowering &l, mlir::Operation *op,
                        const MatrixProduct &product, mlir::Value a,
                        mlir::Value b, mlir::Value c);

/// A product of floats of at most 8 bits by QMMA or OMMA; fails, without a
/// diagnostic, where the target has none for it.
llvm::LogicalResult lowerNarrowProduct(FuncLowering &l, ptx::MmaOp op);
llvm::LogicalResult lowerNarrowProduct(FuncLowering &l, ptx::MmaSpOp op,
                                       mlir::Value metadata);

/// The registers of an operand as the tuple that an instruction takes.
mlir::Value combineAll(FuncLowering &l, mlir::ValueRange ptxValues);
/// Sets the results, which have one width, to the pieces of a tuple.
void setPieces(FuncLowering &l, mlir::Operation *op, mlir::Value tuple);

/// Handlers of instructions that move matrices, see HandlerTable.
void registerMatrixMemoryLowerings(HandlerTable &table);

/// The words of values of any widths, side by side.
inline mlir::Value combineWords(FuncLowering &l, mlir::ValueRange values) {
  llvm::SmallVector<mlir::Value> words;
  for (mlir::Value v : values)
    for (unsigned i = 0; i != ori::getWidth(v.getType()); ++i)
      words.push_back(l.part(v, i));
  return l.combine(words);
}

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_MATRIXEMIT_H
