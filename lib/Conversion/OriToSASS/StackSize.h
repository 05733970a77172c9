//===- StackSize.h - Local memory along the calls of a kernel ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the driver must give a thread before it starts the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_ORITOSASS_STACKSIZE_H
#define PTXMLIR_LIB_CONVERSION_ORITOSASS_STACKSIZE_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir {

/// The bytes of local memory that a kernel takes with what it calls, as ptxas
/// 13.0.88 counts them (MIN_STACK_SIZE): the largest sum of frames along a
/// chain of calls. A call through a register leads to each function of the
/// kernel's table that has the type of the call. A chain ends in front of a
/// function that can call itself, directly or through others: how deep it goes
/// is not known. What `alloca` takes is not counted.
/// `frames`: the bytes of the kernel, then of `functions`.
uint32_t computeStackBytes(ori::FuncOp kernel,
                           llvm::ArrayRef<ori::FuncOp> functions,
                           llvm::ArrayRef<uint32_t> frames);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_CONVERSION_ORITOSASS_STACKSIZE_H
