//===- UpdatedResults.h - results that are read before --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Importer and exporter must agree on which destinations are read as well.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_UPDATEDRESULTS_H
#define PTX_MLIR_LIB_FORMAT_PTX_UPDATEDRESULTS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXEnums.h"

namespace ptxmlir::ptx {

/// Whether the instruction reads what its destinations hold before: the
/// accumulators of wgmma, which the text names once. In the dialect they are
/// what passes through under a guard, the constant true without one.
inline bool updatesResults(Opcode opcode) {
  return opcode == Opcode::WgmmaMmaAsync || opcode == Opcode::WgmmaMmaAsyncSp;
}

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_UPDATEDRESULTS_H
