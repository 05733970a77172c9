//===- ParamSpace.h - Which memory `.param` is ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.param` is two memories: the parameters of the kernel, and those of device
// functions and calls, which are in the frame of the thread. What an
// instruction means by it is decided here, for all who execute or compile it.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PARAMSPACE_H
#define PTX_MLIR_DIALECT_PTX_IR_PARAMSPACE_H

#include "mlir/IR/Value.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXEnums.h"

namespace ptxmlir::ptx {

/// Whether a state space is `.param`, with a part behind `::` or without.
inline bool isParam(Space space) {
  return space == Space::Param || space == Space::ParamEntry ||
         space == Space::ParamFunc;
}

/// `ParamEntry` for the parameters of the kernel, `ParamFunc` for memory in the
/// frame; any other space as it is. For `ld` and `st` it is the memory of the
/// variable that they name; at a computed address what they say, which without
/// `::entry` and `::func` is that of the function they stand in (PTX ISA 8.3,
/// "Parameter State Space"). `cvta` and `isspacep` are for the parameters of
/// kernels; a `cvta` of an address in the frame converts as for `.local`.
Space resolveParamSpace(mlir::Operation *op, Space space, mlir::Value address);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_DIALECT_PTX_IR_PARAMSPACE_H
