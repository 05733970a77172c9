//===- Edits.h - Ways to make a PTX module smaller --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits are independent of each other, so that any subset of a list can be made
// at once.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_PTX_REDUCE_EDITS_H
#define PTX_MLIR_TOOLS_PTX_REDUCE_EDITS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include <functional>
#include <vector>

namespace ptxmlir::reduce {

/// A change of one place. It deletes no more than its own operation, so that
/// the changes of a module can be made together in any choice.
using Edit = std::function<void()>;

/// A kind of change. `collect` lists the places in an order that depends on the
/// module alone.
struct EditKind {
  const char *name;
  void (*collect)(ptx::ModuleOp module, std::vector<Edit> &edits);
};

/// All kinds, those that take away most first.
llvm::ArrayRef<EditKind> editKinds();

/// Takes away what has become dead, unreachable or trivial.
void cleanUp(ptx::ModuleOp module);

/// Puts the functions of a module into their callers where it can.
void inlineCalls(mlir::ModuleOp module);

/// Whether a value of a register that was never written is used.
bool usesUndefined(mlir::ModuleOp module);
/// Makes such values zero.
void defineAll(mlir::ModuleOp module);

} // namespace ptxmlir::reduce

#endif // PTX_MLIR_TOOLS_PTX_REDUCE_EDITS_H
