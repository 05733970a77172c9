//===- Spilling.h - Choosing and rewriting spilled values -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a register file overflows, those parts of values' lives are chosen that
// cost least for each position with too many of them, until the pressure fits,
// and the function is rewritten: a value is stored once after its definition
// and loaded again behind each such part. Chosen again, a reload is split like
// any value. What can be computed from constants is computed again instead.
// Spilled block arguments leave the block's signature: predecessors store to
// their slot.
//
// A uniform register that is written where threads are apart may hold the value
// of others that have not run yet. Reloads of uniform registers therefore have
// registers of their own, which nothing else uses, and stand right before the
// operation that reads them.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SPILLING_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SPILLING_H

#include "RegisterAssignment.h"
#include "RegisterLimits.h"
#include "llvm/ADT/DenseSet.h"

namespace ptxmlir::ori {

/// Values that must keep their registers: spilling them would not help.
using ValueSet = llvm::DenseSet<mlir::Value>;

/// Where values that are spilled have reloads.
struct ReloadPlan {
  ValueSet values; ///< of which it says that
  /// Reads of these, by value and index of the operation, that use the register
  /// of what is read or defined before them in their block.
  llvm::DenseSet<std::pair<mlir::Value, unsigned>> shared;
};

class Spiller;

/// Chooses values of `file` to spill so that no more registers are in use
/// anywhere than `limits` has there (at least one step, the first from the
/// beginning), in order of their numbers; none if no more are. `plan` gets
/// where they have reloads: reads within `distance` operations share one in any
/// case.
llvm::SmallVector<unsigned>
chooseSpills(const LiveRanges &ranges, const RegisterFrames &frames,
             const LoopNest &loops, isa::Operand::Kind file,
             llvm::ArrayRef<LimitStep> limits, const Spiller &spiller,
             unsigned distance, const CallSites &calls, ReloadPlan &plan);

/// The same for frames that found no place although the pressure is low enough:
/// they or values in their way.
llvm::SmallVector<unsigned>
chooseSpillsFor(llvm::ArrayRef<unsigned> failed, const LiveRanges &ranges,
                const RegisterFrames &frames, const LoopNest &loops,
                isa::Operand::Kind file, const Spiller &spiller,
                unsigned distance, const CallSites &calls);

/// Whether the result depends on constants only and is all that its operation
/// makes: it is computed again for its reads.
bool canBeRepeated(mlir::OpResult value);

/// Whether the value, not needed otherwise, can be computed in front of the
/// operations `readers` (by index) from constants and registers that hold their
/// values there anyway.
bool canBeRepeatedAtReads(const LiveRanges &ranges, mlir::OpResult value,
                          llvm::ArrayRef<unsigned> readers);

/// Rewrites a function. One object serves all rounds of a function.
class Spiller {
public:
  /// `maxUniform`: the uniform registers there are.
  Spiller(FuncOp func, unsigned maxUniform);

  /// Spills the values; a reload serves those uses that `plan` says, and for a
  /// value that it does not know uses within `distance` operations. Fails with
  /// a diagnostic where that is impossible. `ranges` describe the function as
  /// it is before.
  llvm::LogicalResult spill(llvm::ArrayRef<mlir::Value> values,
                            unsigned distance, const ReloadPlan &plan,
                            const LiveRanges &ranges);
  const ValueSet &getUnspillable() const { return unspillable; }
  /// Whether a value is in memory, too: spilled again, each read gets a reload
  /// of its own.
  bool isSpilled(mlir::Value value) const { return homes.contains(value); }
  /// Never spills a value.
  void keep(mlir::Value value) { unspillable.insert(value); }
  /// Lets reloads that were to keep their registers be spilled again, so that
  /// each use has its own: shared ones, and those in front of a branch that
  /// are used on an edge since its arguments were spilled. Whether there are
  /// any.
  bool releaseReloads();
  /// The uniform registers that values of the program may have.
  unsigned getUniformLimit() const {
    return usesUniformScratch ? uniformScratch : maxUniform;
  }
  /// The slots of all loads and stores.
  const llvm::DenseMap<mlir::Operation *, unsigned> &getSlots() const {
    return slotOf;
  }
  /// Erases an operation and what is known of it.
  void erase(mlir::Operation *op);
  /// Makes one slot of those that are copied to each other, where that changes
  /// nothing, after the last round.
  void coalesceSlots();
  /// Gives the slots their places in the frame, after that.
  void placeSlots();

  /// Values whose merged frames find no place, however much is spilled.
  SeparateValues separate;

  unsigned numStores = 0, numLoads = 0, numRematerialized = 0;

private:
  static constexpr unsigned kNone = ~0u;
  /// A piece of local memory for one value.
  struct Slot {
    unsigned width; ///< registers
    /// Block whose incoming edges overwrite the slot, if it is an argument's.
    mlir::Block *target;
    unsigned getAlign() const { return width >= 3 ? 16 : 4 * width; }
  };
  /// An R value that holds a predicate, and its slot once it is spilled itself.
  /// Where several share a register, each puts its bit below those before it.
  /// `next` is the number of the predicate that was put in after this one: its
  /// word has all bits of this word, one place higher.
  struct Held {
    mlir::Value value;
    bool isShared = false;
    unsigned slot = kNone, next = kNone;
  };
  /// Where a value can be read again: registers `lane` and on of a slot, or
  /// number `held` of the predicates in R.
  struct Home {
    unsigned slot = kNone, lane = 0;
    unsigned held = kNone;
  };
  /// The stores at the end of a block for spilled arguments of its successor:
  /// from `first` to the terminator.
  struct EdgeStores {
    mlir::Block *target = nullptr;
    mlir::Operation *first = nullptr;
  };
  /// New operations have the position of what follows them.
  struct Positions : mlir::OpBuilder::Listener {
    void notifyOperationInserted(mlir::Operation *op,
                                 mlir::OpBuilder::InsertPoint) override;
    llvm::DenseMap<mlir::Operation *, unsigned> of;
  };
  unsigned getDistance(mlir::Value value, unsigned distance) const;
  llvm::LogicalResult spillResult(mlir::OpResult value, unsigned distance);
  void spillUniformPredicate(mlir::OpResult value);
  llvm::LogicalResult spillUniform(mlir::OpResult value);
  llvm::LogicalResult spillArguments(mlir::Block &block,
                                     llvm::ArrayRef<mlir::BlockArgument> args,
                                     unsigned distance);
  void findRepeatable(const LiveRanges &ranges);
  bool rematerialize(mlir::OpResult value, unsigned distance);
  void packPredicates(const LiveRanges &ranges);
  void pack(llvm::ArrayRef<mlir::OpResult> predicates);
  unsigned hold(mlir::Value predicate, mlir::Value inR);
  unsigned replaceUses(
      mlir::Value value, const Home &home, unsigned distance,
      llvm::function_ref<mlir::Value(mlir::Location, const Home &)> reload);
  unsigned reloadUses(mlir::Value value, const Home &home, unsigned distance);
  mlir::Value reload(mlir::Location loc, mlir::Type type, const Home &home,
                     unsigned lane = 0);
  EdgeStores *getOverwritingEdge(mlir::Operation *user, const Home &home);
  bool isStoredBefore(mlir::Operation *user, const EdgeStores &edge,
                      unsigned slot);
  Home getHomeAt(mlir::Operation *user, mlir::Type type, const Home &home);
  mlir::Operation *getReloadPoint(mlir::Operation *user, const Home &home);
  void replaceExtract(ExtractOp extract, const Home &home);
  void eraseReload(mlir::Value value);
  void eraseUnreadLoads();

  unsigned makeSlot(unsigned width, mlir::Block *target);
  mlir::Value stackPointer();
  void store(mlir::Location loc, mlir::Value value, unsigned slot);
  mlir::Value load(mlir::Location loc, mlir::Type type, unsigned slot,
                   unsigned lane);
  mlir::Value toR(mlir::Location loc, mlir::Value predicate);
  mlir::Value fromR(mlir::Location loc, mlir::Value held);
  mlir::Value bitFromR(mlir::Location loc, mlir::Value word, unsigned bit);
  mlir::Value readHeld(mlir::Location loc, unsigned number);
  mlir::Value moveParts(mlir::Location loc, mlir::Value value,
                        mlir::Type partType, isa::Opcode opcode);
  mlir::Value uniformToR(mlir::Location loc, mlir::Value value);
  mlir::Value uniformFromR(mlir::Location loc, mlir::Value held);
  llvm::LogicalResult pinToScratch(mlir::Value value, mlir::Operation *user);

  FuncOp func;
  Positions positions;
  const ReloadPlan *plan = nullptr; ///< of this round
  /// Positions of the calls: a reload serves no uses behind one.
  std::vector<unsigned> calls;
  mlir::OpBuilder builder;
  unsigned sm;
  unsigned maxUniform, uniformScratch;
  bool usesUniformScratch = false;
  int32_t ownBytes; ///< of the frame, before spilling
  mlir::Value stackPointerValue, noUniform;
  ValueSet unspillable;
  std::vector<Slot> slots;
  /// Loads and stores of slots; their offsets count from the slot until
  /// placeSlots.
  llvm::DenseMap<mlir::Operation *, unsigned> slotOf;
  llvm::DenseMap<mlir::Value, Home> homes;
  std::vector<Held> held;
  llvm::DenseMap<mlir::Value, unsigned> heldNumber;
  /// Operations that bring a value to its home: they read the value itself.
  llvm::DenseSet<mlir::Operation *> homeOps;
  /// Values made here that serve several operations.
  ValueSet shared;
  /// What is still to be spilled in this round, and what of it is computed
  /// again.
  ValueSet pending, repeatable;
  /// Predicates of it that are in a shared word already.
  ValueSet packed;
  llvm::DenseMap<mlir::Operation *, unsigned> scratchUsed;
  llvm::DenseMap<mlir::Block *, EdgeStores> edgeStores;
  /// Slots that keep what an edge overwrites, by block and slot.
  llvm::DenseMap<std::pair<mlir::Block *, unsigned>, unsigned> edgeCopies;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_SPILLING_H
