//===- LoopCopies.h - Copies of the rounds of a loop ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What unrolling does to the flow graph: rounds of a loop written one behind
// the other. What becomes constant by it is folded on the way.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LOOPCOPIES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LOOPCOPIES_H

#include "mlir/IR/IRMapping.h"
#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"

namespace ptxmlir::ori {

/// Adds a number to a value of one or two registers; folds what it can. Further
/// sums with numbers that the value is are looked through.
mlir::Value addNumber(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, uint64_t number);

/// What each round adds to an argument of a loop's header, of one or two
/// registers, if `next`, which the next round gets for it, is it and a number
/// that is not zero.
std::optional<uint64_t> getStep(mlir::Value next, mlir::BlockArgument argument);

/// A loop without loops in it, and what is written in its place.
class LoopCopies {
public:
  /// `members`: the blocks of the loop in reverse post-order, the header first.
  /// `layout`: the same in the order of the function.
  LoopCopies(const CountedLoop &loop, llvm::ArrayRef<mlir::Block *> members,
             llvm::ArrayRef<mlir::Block *> layout);

  /// Whether the flow graph has changed, even if canCopy() is false.
  bool hasChanged() const { return isChanged; }
  /// Whether blocks have terminators, and values outside of the loop uses, that
  /// can be copied. Has to be asked before anything is changed.
  bool canCopy() const;

  /// Values of the loop that are read behind it become arguments of the block
  /// where it goes on. Has to be called before anything is copied.
  void closeExits();

  /// Takes all ways into the loop to a new block and gives what they bring to
  /// the header's arguments. The block has no terminator.
  mlir::Block *enter(llvm::SmallVectorImpl<mlir::Value> &state);

  /// What the test is in a copy.
  enum class Test {
    Passed, ///< it is known to pass
    Failed, ///< it is known to fail
    Made,   ///< it is made
  };
  /// Writes one round at the end of `block`, which has no terminator. `state`
  /// has the header's arguments and gets those of the next round. `again`:
  /// where the next round goes on if the test is made; else the block that the
  /// round ends in, without terminator, is returned; null if it never ends.
  mlir::Block *copyRound(mlir::Block *block,
                         llvm::SmallVectorImpl<mlir::Value> &state, Test test,
                         mlir::Block *again = nullptr);
  /// Writes `count` rounds of which the test passes.
  mlir::Block *copyRounds(mlir::Block *block,
                          llvm::SmallVectorImpl<mlir::Value> &state,
                          unsigned count);

  /// What the round copied last passes on where the test, which is at its end,
  /// leaves the loop: for each an argument of the next round if it is one.
  llvm::SmallVector<mlir::Value> getExitValues() const;
  llvm::SmallVector<mlir::Type> getExitTypes() const;
  /// For each of them the argument of the next round that has it, or -1.
  llvm::SmallVector<int> getExitArguments() const;
  /// Where the test leaves the loop to.
  mlir::Block *getExit() const { return exit; }

  /// The blocks are written in front of those of the loop. Removes the loop.
  void erase();

  mlir::OpBuilder &getBuilder() { return builder; }

private:
  /// A header's argument to which each round adds a number, and what it is in
  /// the current round: base + count * step.
  struct Recurrence {
    unsigned argument;
    uint64_t step;
    uint64_t count = 0;
    mlir::Value base, current;
  };
  bool threadExits();
  void findRecurrences();
  void copyOp(mlir::Operation &op);
  void endBlock(mlir::Operation *terminator, Test test, mlir::Block *again);
  void go(mlir::Operation *terminator, unsigned successor);
  void endRound(mlir::Operation *terminator, unsigned successor);
  mlir::Block *getCopy(mlir::Block *block);
  bool isMember(mlir::Block *block) const { return edges.contains(block); }
  llvm::SmallVector<mlir::Value> getPassed(mlir::Operation *terminator,
                                           unsigned successor);
  unsigned getBackEdge() const;

  CountedLoop loop;
  llvm::SmallVector<mlir::Block *> members, layout;
  /// Members, and how many edges within the loop lead to each.
  llvm::DenseMap<mlir::Block *, unsigned> edges;
  mlir::Block *exit = nullptr;
  bool isChanged = false;
  llvm::SmallVector<Recurrence> recurrences;
  mlir::OpBuilder builder;

  // The current round.
  mlir::IRMapping map;
  llvm::DenseMap<mlir::Block *, mlir::Block *> copies;
  mlir::Block *roundEnd = nullptr;
  llvm::SmallVector<mlir::Value> next;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LOOPCOPIES_H
