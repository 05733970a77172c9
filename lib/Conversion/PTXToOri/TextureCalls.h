//===- TextureCalls.h - Fetches by functions of the driver ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has no instruction with gradients is a call of a function that the
// driver links in. The call is known before functions are lowered.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_TEXTURECALLS_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_TEXTURECALLS_H

#include "Lowering.h"

namespace ptxmlir::ptxtoori {

/// The name of the function of the driver that makes the fetch; empty for one
/// that has an instruction.
std::string getFetchFunction(const target::TargetInfo &target, ptx::TexOp op);

/// Whether the instruction asks if all texels are resident.
bool asksForResidence(ptx::TexOp op);

/// Declares these functions as a module that calls them would.
void declareFetchFunctions(ptx::ModuleOp module,
                           const target::TargetInfo &target);

/// Calls the function.
llvm::LogicalResult lowerFetchCall(FuncLowering &l, ptx::TexOp op);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_TEXTURECALLS_H
