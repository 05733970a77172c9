//===- Target.h - This compiler as a target of MLIR's gpu dialect -*- C++
//-*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Needs MLIR's translation to LLVM IR and LLVM's NVPTX backend, which optxas
// does without: all of it is in the library PTXMLIRShared alone.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_GPU_TARGET_H
#define PTXMLIR_GPU_TARGET_H

#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/IR/Operation.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXTarget.h"
#include <optional>

namespace ptxmlir {

/// Lets `#ptx.target` be a target of `gpu.module`s: gives the attribute
/// gpu::TargetAttrInterface as soon as the `ptx` dialect is loaded.
void registerGPUTarget(mlir::DialectRegistry &registry);

/// Registers what translates device code to LLVM IR.
void registerDeviceTranslations(mlir::DialectRegistry &registry);

/// Compiles a module in dialects that translate to LLVM IR (llvm, nvvm) to PTX
/// or, if `asBitcode`, LLVM's bitcode. An error at `module` and none if there
/// is none.
std::optional<llvm::SmallVector<char, 0>>
translateToPTX(mlir::Operation &module, ptx::TargetAttr target,
               const mlir::gpu::TargetOptions &options, bool asBitcode = false);

} // namespace ptxmlir

#endif // PTXMLIR_GPU_TARGET_H
