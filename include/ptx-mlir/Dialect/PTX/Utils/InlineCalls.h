//===- InlineCalls.h - Device functions into their callers ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inlining as a function, apart from the pass ptx-inline-calls: an analysis of
// a whole kernel, like that of the execution harness, wants a module without
// calls and depends on no passes.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_PTX_UTILS_INLINECALLS_H
#define PTXMLIR_DIALECT_PTX_UTILS_INLINECALLS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"

namespace ptxmlir::ptx {

/// How large functions and modules may become, in operations. The defaults are
/// those of the pass.
struct InlineLimits {
  /// Of a function that is inlined in several places.
  unsigned maxCallee = 2000;
  /// What a function may grow to.
  unsigned maxSize = 1000000;
  /// How many times its operations a module may grow to, and by how many it may
  /// grow in any case.
  unsigned maxGrowth = 8, freeGrowth = 100000;
};

/// What was done, see the statistics of ptx-inline-calls.
struct InlineStats {
  unsigned numInlined = 0, numKept = 0, numPromoted = 0, numLocal = 0,
           numErased = 0;
};

/// Inlines direct calls of functions with a body, callees first, and removes
/// functions to which nothing refers any more. Linear in the size of the
/// module. Fails with a diagnostic at a call that does not fit its function, or
/// where the address of a parameter goes to an operation that cannot have it.
llvm::LogicalResult inlineCalls(ModuleOp module, const InlineLimits &limits,
                                InlineStats &stats);

} // namespace ptxmlir::ptx

#endif // PTXMLIR_DIALECT_PTX_UTILS_INLINECALLS_H
