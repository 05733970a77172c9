//===- PTXBuilders.h - making functions of the ptx dialect ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For compilers that lower into the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXBUILDERS_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXBUILDERS_H

#include "mlir/IR/Builders.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"

namespace ptxmlir::ptx {

/// A visible kernel with parameters of these types, one behind the other as PTX
/// lays them out and named as compilers do (`name_param_0`), and an empty entry
/// block. The insertion point stays.
EntryOp createEntry(mlir::OpBuilder &builder, mlir::Location loc,
                    llvm::StringRef name, llvm::ArrayRef<DataType> params);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXBUILDERS_H
