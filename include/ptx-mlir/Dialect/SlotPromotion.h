//===- SlotPromotion.h - Memory as values -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot is memory of one function that is read and written as a whole. MLIR's
// Mem2Reg takes slots that are operations with an address of their own; here an
// access may read and write several at once (a vector, a guarded store, an
// index that is not known), and says itself what it becomes.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SLOTPROMOTION_H
#define PTXMLIR_DIALECT_SLOTPROMOTION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <vector>

namespace ptxmlir {

class SlotPromoter {
public:
  explicit SlotPromoter(mlir::Region &body) : body(body) {}

  /// Returns the number of the new slot.
  unsigned addSlot(mlir::Type type);
  unsigned size() const { return slots.size(); }
  /// An access may read a slot that it writes: it reads the value of before.
  void addRead(mlir::Operation *op, unsigned slot) {
    accesses[op].reads.push_back(slot);
  }
  void addWrite(mlir::Operation *op, unsigned slot) {
    accesses[op].writes.push_back(slot);
  }

  /// The values of slots at an access that is being replaced.
  class Values {
  public:
    mlir::Value get(unsigned slot) { return promoter.lookup(slot); }
    void set(unsigned slot, mlir::Value value) { promoter.define(slot, value); }

  private:
    friend class SlotPromoter;
    explicit Values(SlotPromoter &promoter) : promoter(promoter) {}
    SlotPromoter &promoter;
  };
  /// Makes the value of a slot that nothing wrote.
  using MakeUndef =
      llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Type)>;
  /// Replaces an access and erases it.
  using Rewrite = llvm::function_ref<void(mlir::Operation *, Values &)>;

  /// Blocks get arguments at the iterated dominance frontier of the writes,
  /// where an access may still read them; terminators that lead to these must
  /// be BranchOpInterface. n log n in operations and arguments.
  void run(MakeUndef makeUndef, Rewrite rewrite);

private:
  struct Access {
    llvm::SmallVector<unsigned, 4> reads, writes;
  };
  struct Slot {
    mlir::Type type;
    llvm::SmallPtrSet<mlir::Block *, 4> writers, exposedReaders;
    /// Values on the path from the entry, last on top.
    llvm::SmallVector<mlir::Value> current;
  };

  mlir::Value lookup(unsigned slot);
  void define(unsigned slot, mlir::Value value);
  void placeArguments(mlir::DominanceInfo &dominance);
  void passOn(mlir::Block *block,
              llvm::function_ref<mlir::Value(unsigned)> get);
  void renameBlock(mlir::Block *block);
  void rename(mlir::DominanceInfo &dominance);

  mlir::Region &body;
  std::vector<Slot> slots;
  llvm::DenseMap<mlir::Operation *, Access> accesses;
  /// Slots of the block arguments that were added to a block, in order.
  llvm::DenseMap<mlir::Block *, llvm::SmallVector<unsigned>> arguments;
  llvm::SmallVector<unsigned> pushed;
  MakeUndef makeUndef = nullptr;
  Rewrite rewrite = nullptr;
};

} // namespace ptxmlir

#endif // PTXMLIR_DIALECT_SLOTPROMOTION_H
