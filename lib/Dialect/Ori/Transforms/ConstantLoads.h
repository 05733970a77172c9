//===- ConstantLoads.h - Instructions that load constants -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legalization, spilling and rewrites all need constants in registers; which
// instruction loads one depends on the SM, the file and the width. And where
// constants stand that need none.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_CONSTANTLOADS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_CONSTANTLOADS_H

#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"

namespace ptxmlir::ori {

/// Puts the constant `value` into registers of `file` (R or UR) by MOV, LDC,
/// UMOV or ULDC, as the SM needs it, and combines them to one value.
/// `numInsts` is increased by the instructions made.
mlir::Value loadConstant(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, isa::Operand::Kind file,
                         unsigned sm, unsigned &numInsts);

/// The concatenation of `parts`; the value itself if there is one only.
mlir::Value combineParts(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::ArrayRef<mlir::Value> parts);

/// Puts the constants of each block in front of all else: they own no register,
/// and what is between them and their uses does not matter. Whether any moved.
bool moveConstantsToFront(FuncOp func);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_CONSTANTLOADS_H
