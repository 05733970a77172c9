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

/// Whether it is four products 8x8x4 of f16, which quads of threads make.
bool isQuadProduct(ptx::MmaOp op);
void lowerQuadProduct(FuncLowering &l, ptx::MmaOp op);

inline bool isFourBit(ptx::DataType type) {
  return type == ptx::DataType::S4 || type == ptx::DataType::U4;
}
/// The even or odd 4-bit elements of all registers, as bytes. Which k an
/// element belongs to changes in the same way in a and in b.
mlir::Value widenFourBit(FuncLowering &l, mlir::Value tuple, bool odd,
                         bool isSigned);
/// The lower or upper two bytes of each register, 8-bit floats, as pairs of
/// halves.
mlir::Value widenBytes(FuncLowering &l, mlir::Value tuple, bool upper,
                       ptx::DataType type);

/// An error where the metadata of a sparse product is in a predicate.
llvm::LogicalResult checkMetadata(mlir::Operation *op, mlir::Value metadata);

/// The registers of PTX values, side by side.
mlir::Value combineAll(FuncLowering &l, mlir::ValueRange ptxValues);
/// Sets the results, which have one width, to the pieces of a tuple.
void setPieces(FuncLowering &l, mlir::Operation *op, mlir::Value tuple);
/// Applies `fn` to each register of a tuple.
mlir::Value mapWords(FuncLowering &l, mlir::Value tuple,
                     llvm::function_ref<mlir::Value(mlir::Value)> fn);

/// What thread `other` of the warp has of a word (SHFL), under the guard of
/// `op`.
mlir::Value exchangeWords(FuncLowering &l, mlir::Operation *op,
                          isa::ShflMode mode, mlir::Value value,
                          mlir::Value other);
/// Whether the number `lane` of a thread has a bit.
mlir::Value isLaneBitSet(FuncLowering &l, mlir::Value lane, unsigned bit);
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
