//===- Parameters.h - Where the parameters of kernels are -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The place of a kernel's parameters in constant bank 0. Up to sm_89 there are
// two, and which it is depends on how many bytes the parameters have (observed
// on ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TARGET_PARAMETERS_H
#define PTX_MLIR_TARGET_PARAMETERS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace ptxmlir::target {

/// The first byte of the parameters of a kernel that has `bytes` bytes of them,
/// counted as if the first one were at 0: where a kernel is laid out.
unsigned getParamBase(unsigned sm, uint64_t bytes);

/// The same of a kernel that is laid out: its parameters' offsets from that
/// byte, and their sizes.
unsigned getParamBase(unsigned sm, llvm::ArrayRef<int32_t> offsets,
                      llvm::ArrayRef<int32_t> sizes);

} // namespace ptxmlir::target

#endif // PTX_MLIR_TARGET_PARAMETERS_H
