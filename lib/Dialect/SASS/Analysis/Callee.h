//===- Callee.h - What functions do to their callers ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The convergence checker walks functions once for all their callers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_CALLEE_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_CALLEE_H

#include "UniformRegisters.h"
#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"

namespace ptxmlir::sass {

/// What a function that is called in this code does.
struct Callee {
  bool returns = false, yields = false;
  convergence::State atReturn;
  /// Registers that it may write, also in functions that it calls.
  RegisterSet written;
  MaskRegisters writtenMasks;
  RegisterSet
      divergent; ///< at its returns, if those that enter it are together
  llvm::SmallVector<unsigned, 2> callers; ///< blocks that end in a call of it
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_CALLEE_H
