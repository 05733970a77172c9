//===- InstIdentities.h - Identities of instruction ops ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_IR_INSTIDENTITIES_H
#define PTXMLIR_LIB_DIALECT_ORI_IR_INSTIDENTITIES_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Results of an unguarded instruction that need no arithmetic because some
/// operands are zeros, ones or equal: x + 0, x & 0, select of equal values.
/// `operands` has the constants among the operands, null for the others.
/// Fails, with `results` empty, where there is no such identity.
llvm::LogicalResult
foldIdentity(InstOpInterface op, llvm::ArrayRef<mlir::Attribute> operands,
             llvm::SmallVectorImpl<mlir::OpFoldResult> &results);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_IR_INSTIDENTITIES_H
