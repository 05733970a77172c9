//===- OriRows.h - Rows of the values of a function -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which rows of the register file a value has, before allocation and after it.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_IR_ORIROWS_H
#define PTX_MLIR_LIB_EXECUTION_IR_ORIROWS_H

#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Execution/Program.h"

namespace ptxmlir::exec {

/// Whether register allocation has run.
bool isAllocated(ori::FuncOp func);

/// The first row of each value: its register once allocated, otherwise a row
/// beyond the register file. Values that do not leave their block share rows of
/// R and P, which each thread has for itself; a warp has one of each uniform
/// row, and its threads may be at different places.
class OriRows {
public:
  explicit OriRows(ori::FuncOp func);

  bool allocated() const { return isPhysical; }
  /// -1 for a value that owns no register, or that nobody reads.
  int lookup(mlir::Value value) const;
  /// Rows for the values of a block that is no part of the function, until it
  /// is removed. Others get them then.
  void addTemporary(mlir::Block &block);
  void removeTemporary(mlir::Block &block);
  /// Rows for something that is no value.
  unsigned make(isa::Operand::Kind file, unsigned width);

  /// Registers, predicates of a warp that runs the code.
  unsigned numRows() const { return nextRow; }
  unsigned numPredicates() const { return nextPredicate; }
  /// More rows than an operand can name.
  bool tooMany() const { return nextRow > 0xffff || nextPredicate > 0xffff; }

private:
  void assign(ori::FuncOp func);

  using Key = std::pair<unsigned, unsigned>; ///< file and width
  static Key keyOf(mlir::Value value) {
    return {unsigned(ori::getRegFile(value.getType())),
            ori::getWidth(value.getType())};
  }

  bool isPhysical;
  std::optional<ori::RegisterMap> registers;
  llvm::DenseMap<mlir::Value, unsigned> rows;
  llvm::DenseMap<Key, llvm::SmallVector<unsigned>> temporary; ///< free ones
  // Aligned as tuples of registers are.
  unsigned nextRow = (kRows + 3) & ~3u, nextPredicate = kPredicates;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_IR_ORIROWS_H
