//===- FuncCode.h - sass.func as machine code -------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithms on machine code take arrays; this makes them of a function's
// operations and keeps the way back to each operation.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_TRANSFORMS_FUNCCODE_H
#define PTXMLIR_DIALECT_SASS_TRANSFORMS_FUNCCODE_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace ptxmlir::sass {

/// The machine code of a function; it refers to the instructions in the ops.
/// Blocks without instructions are left out and their edges joined.
struct FuncCode {
  MachineCode code;
  std::vector<mlir::Operation *> ops; ///< by instruction
  /// By instruction: bytes from the begin of the function.
  std::vector<uint32_t> offsets;
  /// Words that no record describes, and where they are; they are no
  /// instructions of `code`, so that what is said of it holds only if there are
  /// none.
  std::vector<std::pair<mlir::Operation *, uint32_t>> unknown;
};

/// A function's instructions as an array, and what they access. The passes that
/// follow one another over the same instructions share it: one that reorders
/// them keeps it up to date and declares it preserved.
struct FuncCodeAnalysis {
  /// `op` is a sass.func. An unknown target is reported; then `target` is null
  /// and there is no table.
  explicit FuncCodeAnalysis(mlir::Operation *op);
  /// Instructions from `begin` on come into the order `order`.
  void reorder(unsigned begin, llvm::ArrayRef<unsigned> order);

  FuncCode func;
  const target::TargetInfo *target;
  std::optional<AccessTable> table;
};

/// Calls `visit(begin, end)` for each run of instructions of a block that
/// follow each other: ops that are no instructions (labels) cut it.
void forEachRun(const FuncCode &func,
                llvm::function_ref<void(unsigned begin, unsigned end)> visit);

/// Builds the machine code; with `followCalls`, also its calls and returns;
/// with `followSideBranches`, also edges of branches that are no terminators
/// (BRA.DIV), the target first.
FuncCode buildFuncCode(FuncOp func, bool followCalls = false,
                       bool followSideBranches = false);

/// An instruction in words: "vector_add+0x40 (IADD3 R1, R2, R3, RZ)".
std::string describeInst(FuncOp func, const FuncCode &code, unsigned inst,
                         unsigned sm);

/// The target of the module around a function; an error at `func` if unknown.
const target::TargetInfo *getTargetOrError(FuncOp func);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_TRANSFORMS_FUNCCODE_H
