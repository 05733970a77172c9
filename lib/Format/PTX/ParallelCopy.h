//===- ParallelCopy.h - copies that happen at once -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copies that a block passes to its successor happen at once; text does one
// after the other.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_PARALLELCOPY_H
#define PTX_MLIR_LIB_FORMAT_PTX_PARALLELCOPY_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace ptxmlir::ptx {

/// The source of a copy that takes a constant.
constexpr uint32_t kNoRegister = ~0u;

struct RegisterCopy {
  uint32_t dest, source;
  /// The constant, if the source is no register.
  mlir::Value constant;
};

/// Puts copies that all read before the first of them writes into an order in
/// which they can be done one by one; destinations are distinct. A cycle takes
/// one more register, which `makeTemporary` makes like the one it is given.
/// Linear.
llvm::SmallVector<RegisterCopy>
sequentialize(llvm::ArrayRef<RegisterCopy> copies,
              llvm::function_ref<uint32_t(uint32_t)> makeTemporary);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_PARALLELCOPY_H
