//===- UniformUses.h - Values that uniform registers can hold ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values are the same in all threads of a warp, and which instructions
// read them from a uniform register.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_UNIFORMUSES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_UNIFORMUSES_H

#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"

namespace ptxmlir::ori {

/// Of a kernel whose operands are legal. Blocks are numbered in their order.
class UniformUses {
public:
  /// `warp` must be of the blocks as they are; what it knows of values may be
  /// out of date.
  UniformUses(FuncOp func, unsigned sm, const WarpBlocks &warp);
  ~UniformUses();
  UniformUses(const UniformUses &) = delete;
  UniformUses &operator=(const UniformUses &) = delete;

  const WarpBlocks &warpBlocks() const { return warp; }
  /// Whether all threads of the warp run the block together, once they have
  /// met.
  bool isOfWarp(unsigned block) const { return warp.isOfWarp(block); }
  /// The last operation of a block at which threads meet; null if there is
  /// none.
  mlir::Operation *getMeeting(unsigned block) const { return meetings[block]; }
  /// Whether all threads of the warp execute the operation together.
  bool isTogether(unsigned block, mlir::Operation *op) const {
    return isOfWarp(block) &&
           !(meetings[block] && op->isBeforeInBlock(meetings[block]));
  }
  const DomTree &dominators() const { return info.dominators(); }
  /// Whether a value is the same in all threads, wherever it is read: a
  /// constant, or what the warp makes together of what is so, also by a load
  /// from one address that no thread has of its own.
  bool isUniform(mlir::Value value) const;
  /// Whether an operand in an R register may be in a uniform one.
  bool takesUniform(mlir::OpOperand &use) const;

private:
  void findMeetings();
  void findLoaded();

  const WarpBlocks &warp;
  DivergenceInfo info;
  unsigned sm;
  std::vector<mlir::Operation *> meetings; ///< by block
  llvm::DenseSet<mlir::Value> loaded;
  mlir::Value sample; ///< a uniform register, as long as this lives
};

/// Makes the operand a uniform register, which may exchange two operands;
/// false, with nothing done, if the instruction takes none there.
bool putUniform(mlir::OpOperand &use, mlir::Value uniform, unsigned sm);
/// Whether that can be done with a register like `sample`.
bool takesUniform(mlir::OpOperand &use, mlir::Value sample, unsigned sm);

/// The last operation of a block at which threads meet; null if there is none.
mlir::Operation *findLastMeeting(mlir::Block &block);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_UNIFORMUSES_H
