//===- WarpBlocks.h - Where all threads of a warp are together --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A uniform register is one for the whole warp. Where its threads are apart,
// one part of them may write it while another is anywhere else: what a thread
// reads must not lie in a register that some other thread may write meanwhile,
// even if no way leads from that write to the read.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_WARPBLOCKS_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_WARPBLOCKS_H

#include "ptx-mlir/Dialect/Ori/Analysis/Divergence.h"

namespace ptxmlir::ori {

/// Of a function whose convergence barriers have been placed. Blocks are
/// numbered in their order.
class WarpBlocks {
public:
  explicit WarpBlocks(mlir::Operation *func);

  const DivergenceInfo &divergence() const { return info; }
  /// Whether all threads of the warp run the block together, from its beginning
  /// to its end.
  bool isOfWarp(unsigned block) const { return sets[block] == kNoNode; }
  /// The set of blocks in which threads may be at the same time as others are
  /// in this one; kNoNode for blocks of the warp.
  unsigned setOf(unsigned block) const { return sets[block]; }
  unsigned numSets() const { return members.size(); }
  llvm::ArrayRef<unsigned> blocksOf(unsigned set) const { return members[set]; }

private:
  void findBlocksOfWarp();
  void joinBlocks();

  DivergenceInfo info;
  std::vector<unsigned> sets;
  std::vector<llvm::SmallVector<unsigned, 0>> members;
};

/// Whether behind the operation other threads of the warp may go on before
/// those that have come there, or wait with them: what a thread has written to
/// a uniform register may not be there any more.
bool mayChangeThreads(mlir::Operation *op);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_WARPBLOCKS_H
