//===- NeighbouringAccesses.h - Accesses that may become one ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of words at one base, and what is known of the alignment of
// their addresses. What loops carry is aligned if it is in the first round and
// stays so: that is asked where an access needs it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_NEIGHBOURINGACCESSES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_NEIGHBOURINGACCESSES_H

#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace ptxmlir::ori {

/// Where accesses that may become one have their addresses from, and what they
/// have in common: opcode and modifiers but for offset and type.
struct Place {
  mlir::Value base, uniform;
  isa::Opcode opcode;
  uint64_t mods;
  auto key() const {
    return std::make_tuple(base.getAsOpaquePointer(),
                           uniform.getAsOpaquePointer(), opcode, mods);
  }
  bool operator<(const Place &o) const { return key() < o.key(); }
};

/// A load or store of one or two words.
struct Access {
  InstOpInterface op;
  int64_t offset; ///< bytes from the base
  unsigned words;
  unsigned index; ///< operation of the block
};

/// Whether an instruction is looked at: a load from shared, local or constant
/// memory or a store to shared or local memory, by each thread for itself, of
/// registers.
bool isMergeable(InstOpInterface op);

/// The access and its place; none if it is guarded or of another width.
std::optional<std::pair<Place, Access>> getAccess(InstOpInterface op,
                                                  unsigned index);

/// Whether there is an access of the kind of so many words.
bool hasWidth(InstOpInterface op, unsigned words, unsigned sm);

/// The modifiers of an access of so many words at another offset.
uint64_t getModsOfWide(InstOpInterface op, int64_t offset, unsigned words);

/// Known bits of the addresses of what isMergeable() takes. Must not outlive
/// its function: values of the next one may lie where those of it lay.
class AccessAlignment {
public:
  explicit AccessAlignment(FuncOp func);

  /// To be called for each operation of a block in order.
  void visit(mlir::Operation *op);
  /// Whether the address of an access is a word that something is known of.
  bool isWord(const Access &access) const;
  /// Whether it is known to be a multiple of `size` bytes.
  bool isAligned(const Access &access, unsigned size) const;
  /// Finds out what loops carry. The blocks have to be visited again.
  void followArguments();
  /// Makes the frame as large as accesses of `size` bytes want it.
  void alignFrame(unsigned size);

private:
  void add(mlir::Value value);
  void visitInto(KnownBitsMap &map, mlir::Operation *op) const;

  FuncOp func;
  /// The operations and arguments of blocks that addresses depend on: most of a
  /// function has no part in them. An argument depends on what branches pass to
  /// it.
  llvm::DenseSet<mlir::Operation *> ops;
  llvm::DenseSet<mlir::Value> arguments;
  llvm::SmallVector<mlir::Value> work;
  KnownBitsMap known;
};

/// Walks over the blocks of a function and has accesses collected and merged;
/// once more where what loops carry might make more of them one.
class AccessMerger {
public:
  /// Returns how many wide accesses were made.
  unsigned run();

protected:
  AccessMerger(FuncOp func, AccessAlignment &alignment, unsigned maxDistance)
      : alignment(alignment), maxDistance(maxDistance), sm(getSM(func)),
        func(func) {}
  virtual ~AccessMerger() = default;

  /// The instruction that comes next in its block, where it is the `index`-th.
  virtual void visit(InstOpInterface inst, unsigned index) = 0;
  /// Merges what has been collected of some memory, which may not be the same
  /// from here on.
  virtual void finish(uint8_t spaces) = 0;
  /// Forgets what was known of the block, after all was merged.
  virtual void endBlock() = 0;
  static constexpr uint8_t kAllSpaces = ~uint8_t(0);

  AccessAlignment &alignment;
  const unsigned maxDistance, sm;
  unsigned numMerged = 0;
  /// Accesses could be one if their address were known to be aligned.
  bool isMissing = false;

private:
  void visitBlocks();

  FuncOp func;
};

/// Merge what they can in one walk over the blocks, or two: an access for
/// several that are no further than `maxDistance` operations from each other.
/// They return how many were made.
unsigned mergeLoads(FuncOp func, AccessAlignment &alignment,
                    unsigned maxDistance);
unsigned mergeStores(FuncOp func, AccessAlignment &alignment,
                     unsigned maxDistance);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_NEIGHBOURINGACCESSES_H
