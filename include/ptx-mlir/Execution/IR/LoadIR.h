//===- LoadIR.h - Runs sass and ori IR in the machine -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both levels become the Program that a cubin becomes, so that instructions
// have one meaning. `sass` is encoded and loaded. Of `ori`, instructions are
// bound one by one: before register allocation SSA values have rows of their
// own and threads that part at a branch meet at its immediate post-dominator;
// from allocation on, values are where the allocator has put them, and from
// ori-insert-convergence on, threads meet at the barriers that are there.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_IR_LOADIR_H
#define PTX_MLIR_EXECUTION_IR_LOADIR_H

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Execution/Program.h"

namespace ptxmlir::exec {

struct LoadOptions {
  /// The kernel to load; empty: all of the module. Other functions are not
  /// looked at, they may be at any stage.
  std::string kernel;
  /// Whether threads meet without convergence barriers. Unset: in functions
  /// that have none and are not allocated.
  std::optional<bool> meet;
};

/// Errors are diagnostics, too, where the IR is at fault. The module must stay
/// alive and unchanged as long as the program: its messages show operations.
llvm::Expected<Program> loadOri(ori::ModuleOp module, GlobalMemory &memory,
                                const LoadOptions &options = {});
llvm::Expected<Program> loadSASS(sass::ModuleOp module, GlobalMemory &memory,
                                 const LoadOptions &options = {});
/// Whichever of the two `module` has first.
llvm::Expected<Program> loadIR(mlir::ModuleOp module, GlobalMemory &memory,
                               const LoadOptions &options = {});

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_IR_LOADIR_H
