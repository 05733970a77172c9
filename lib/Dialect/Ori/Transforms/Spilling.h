//===- Spilling.h - Choosing and rewriting spilled values -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a register file overflows, one sweep over the positions chooses the
// values that cost least per position they occupy until the pressure fits, and
// the function is rewritten: a value is stored once after its definition and
// loaded before each use. What can be computed from constants is computed again
// instead. Spilled block arguments leave the block's signature: predecessors
// store to their slot.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SPILLING_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SPILLING_H

#include "RegisterFrames.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ptxmlir::ori {

/// Values that must keep their registers: spilling them would not help.
using ValueSet = llvm::DenseSet<mlir::Value>;

/// Chooses values of `file` to spill so that at most `limit` registers are in
/// use anywhere, in order of their numbers. `failed` are frames that found no
/// place; if the pressure alone asks for nothing, values in their way are taken.
llvm::SmallVector<unsigned>
chooseSpills(const LiveRanges &ranges, const RegisterFrames &frames,
             const LoopNest &loops, isa::Operand::Kind file, unsigned limit,
             llvm::ArrayRef<unsigned> failed, const ValueSet &unspillable);

/// Rewrites a function. One object serves all rounds of a function.
class Spiller {
public:
  explicit Spiller(FuncOp func);

  /// Spills the values. Fails with a diagnostic where that is impossible.
  llvm::LogicalResult spill(llvm::ArrayRef<mlir::Value> values);
  const ValueSet &getUnspillable() const { return unspillable; }

  unsigned numStores = 0, numLoads = 0, numRematerialized = 0;

private:
  /// The stores at the end of a block for spilled arguments of its successor.
  struct EdgeStores {
    mlir::Block *target = nullptr;
    mlir::Operation *first = nullptr;
    llvm::SmallPtrSet<mlir::Operation *, 8> ops;
  };
  llvm::LogicalResult spillResult(mlir::OpResult value);
  llvm::LogicalResult spillArguments(mlir::Block &block,
                                     llvm::ArrayRef<mlir::BlockArgument> args);
  bool rematerialize(mlir::OpResult value);
  void replaceUses(mlir::Value value,
                   llvm::function_ref<mlir::Value(mlir::Location)> reload,
                   mlir::Operation *except);
  int32_t makeSlot(unsigned width);
  mlir::Value stackPointer();
  void store(mlir::Location loc, mlir::Value value, int32_t offset);
  mlir::Value load(mlir::Location loc, mlir::Type type, int32_t offset);
  mlir::Value toR(mlir::Location loc, mlir::Value predicate);
  mlir::Value fromR(mlir::Location loc, mlir::Value held);

  FuncOp func;
  mlir::OpBuilder builder;
  unsigned sm;
  unsigned frameAlign = 8;
  uint64_t slotEnd; ///< where the next slot may begin
  uint64_t storeBytes = 0, loadBytes = 0;
  mlir::Value stackPointerValue;
  ValueSet unspillable;
  llvm::DenseMap<mlir::Block *, EdgeStores> edgeStores;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SPILLING_H
