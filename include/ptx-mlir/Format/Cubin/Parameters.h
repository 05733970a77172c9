//===- Parameters.h - Where a kernel's parameters are -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The place in constant bank 0 of the parameters of a kernel to be written.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_PARAMETERS_H
#define PTX_MLIR_FORMAT_CUBIN_PARAMETERS_H

namespace ptxmlir::cubin {

struct Kernel;

/// First byte of the kernel's parameters in constant bank 0.
unsigned getParamBase(unsigned sm, const Kernel &kernel);

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_PARAMETERS_H
