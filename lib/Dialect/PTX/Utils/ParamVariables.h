//===- ParamVariables.h - Parameters of calls as values ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call passes parameters through memory of the space .param. Where the call
// is gone these are ordinary values or variables; inlining asks for it function
// by function.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_PTX_UTILS_PARAMVARIABLES_H
#define PTXMLIR_LIB_DIALECT_PTX_UTILS_PARAMVARIABLES_H

#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"

namespace ptxmlir::ptx {

struct ParamStats {
  unsigned numPromoted = 0, numLocal = 0;
};

/// Replaces the variables of `call_params` that no call of `function` (an
/// entry or func) uses: by values in SSA form where all accesses are whole
/// elements at known offsets, else by local variables.
void replaceParamVariables(mlir::Operation *function, ParamStats &stats);

/// Lets the accesses of parameters in the frame at computed addresses say that
/// they mean local memory, as they would not in the body of a kernel.
void resolveSpaces(FuncOp function);

/// The variables `call_params` or `locals` of an entry or func.
mlir::ArrayAttr getVariables(mlir::Operation *function, bool areLocals);
void setVariables(mlir::Operation *function, bool areLocals,
                  llvm::ArrayRef<mlir::Attribute> variables);

} // namespace ptxmlir::ptx

#endif // PTXMLIR_LIB_DIALECT_PTX_UTILS_PARAMVARIABLES_H
