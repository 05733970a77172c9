//===- CodeCalls.h - Functions within machine code --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which calls of a piece of machine code enter a function and which are only
// branches, where functions return, and where paths join.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_CODECALLS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_CODECALLS_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptxmlir::sass {

class CodeCalls {
public:
  static constexpr unsigned kNone = ~0u;

  explicit CodeCalls(const MachineCode &code);

  /// The first block of what the call at the end of `block` leads to; kNone if
  /// there is none, or if it is not in this code.
  unsigned calleeOf(unsigned block) const { return callees[block]; }
  /// The call at the end of `block` does not come back. ptxas 13.0.88 leaves
  /// loops by CALL.REL.NOINC on sm_80 to sm_89: its target is reached without a
  /// call, too, or no return is reached from it, or all its calls are guarded
  /// (a call that comes back follows the move of a return address, so it is
  /// not).
  bool isJump(unsigned block) const { return jumps[block]; }
  /// `block` ends in a call of code that is not here.
  bool isOutside(unsigned block) const { return outside[block]; }
  bool isReturn(unsigned block) const { return returns[block]; }
  /// More than one way leads to `block`.
  bool joins(unsigned block) const { return ways[block] > 1; }
  /// Some way leads to `block`.
  bool isTarget(unsigned block) const { return ways[block] != 0; }

  /// Whether `begin` is the first block of a function that is called through a
  /// register: what it leads to returns, and belongs to nothing that
  /// `isReached`. A block counts for the first function that it is asked for,
  /// so that asking for all of them is linear.
  bool isFunction(unsigned begin, llvm::function_ref<bool(unsigned)> isReached);

private:
  std::vector<bool> findOwnBlocks() const;
  std::vector<bool> findReturning() const;

  const MachineCode &code;
  std::vector<unsigned> callees;
  std::vector<bool> jumps, outside, returns, visited;
  std::vector<uint8_t> ways; ///< 0, 1, or 2 for more
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_CODECALLS_H
