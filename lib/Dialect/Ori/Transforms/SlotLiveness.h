//===- SlotLiveness.h - Where slots of the frame are in use -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accesses of each slot that holds a spilled value, and where its content
// is still to be read.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SLOTLIVENESS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SLOTLIVENESS_H

#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Whether the operation stores to local memory only.
bool isSlotStore(mlir::Operation *op);

class SlotLiveness {
public:
  /// `slotOf` has the slot of each load and store, below `numSlots`.
  SlotLiveness(FuncOp func, unsigned numSlots,
               const llvm::DenseMap<mlir::Operation *, unsigned> &slotOf);

  /// Operations have positions in the order of the blocks. Each block also has
  /// one in front of its operations and one behind them.
  struct Access {
    mlir::Operation *op;
    uint32_t position;
    unsigned block;
    bool isStore;
  };
  llvm::ArrayRef<Access> accesses(unsigned slot) const { return lists[slot]; }
  /// Calls `live(from, to)` for stretches of positions behind each of which,
  /// `to` excluded, the slot is still to be read. They may overlap, and come in
  /// no order. Once for each slot.
  void forEachLive(unsigned slot,
                   llvm::function_ref<void(uint32_t, uint32_t)> live);

  const BlockNumbering &blocks() const { return numbering; }
  const FlowGraph &graph() const { return flow; }

private:
  BlockNumbering numbering;
  FlowGraph flow;
  std::vector<std::vector<Access>> lists; ///< by slot
  std::vector<uint32_t> blockStart;
  /// By block, the last slot that was found live in front of it, live behind
  /// it, and stored in it.
  std::vector<unsigned> liveIn, liveOut, written;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SLOTLIVENESS_H
