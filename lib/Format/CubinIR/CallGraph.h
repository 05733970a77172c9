//===- CallGraph.h - Who calls whom in a relocatable object -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A relocatable object tells nvlink of calls and of addresses taken; this finds
// them in the encoded code and the variables of a sass.module.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINIR_CALLGRAPH_H
#define PTXMLIR_LIB_FORMAT_CUBINIR_CALLGRAPH_H

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"

namespace ptxmlir {

/// Fills in what a relocatable object says of calls: declared functions,
/// prototypes, callees and addresses that are taken. Expects the functions of
/// `module`, with their relocations, and its variables in `out`.
llvm::LogicalResult addCallGraph(sass::ModuleOp module, cubin::Module &out);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINIR_CALLGRAPH_H
