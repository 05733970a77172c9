//===- LocalAccesses.h - Accesses of the frame ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows every address of a function's frame to the loads and stores that it
// is for, and says which words each of them may touch.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LOCALACCESSES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LOCALACCESSES_H

#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "llvm/ADT/SetVector.h"

namespace ptxmlir::ori {

class LocalAccesses {
public:
  static constexpr int64_t kWordBytes = 4;

  /// No more than `maxWords` words may become values. A load at an index may
  /// select from up to `maxIndexed` words.
  LocalAccesses(FuncOp func, unsigned maxWords, unsigned maxIndexed)
      : func(func), maxWords(maxWords), maxIndexed(maxIndexed) {}

  /// A place in the frame: a number of bytes and perhaps index << shift, or
  /// any.
  struct Place {
    int64_t offset = 0;
    mlir::Value index;
    unsigned shift = 0;
    bool isAny = false;

    bool isFixed() const { return !index && !isAny; }
  };
  struct Access {
    InstOpInterface op;
    bool isStore;
    Place place;
    llvm::KnownBits index; ///< index << shift
    unsigned size = 0;     ///< words of an element, 0: parts of a word
    /// Bytes from the start of the frame of the words that it may touch,
    /// ascending.
    llvm::SmallVector<int64_t, 4> words;
    bool isKnown = true;    ///< it reads or writes all or an element
    bool byAddress = false; ///< an element by its address

    int64_t getOffset() const; ///< that the operation adds to its address
  };

  /// Finds all accesses and keeps those that can be values; false if an address
  /// goes elsewhere.
  bool find();
  llvm::ArrayRef<Access> get() const { return accesses; }
  /// Whether that is all of them.
  bool isAll() const { return isWhole; }

  /// The operations that make addresses, each behind what it is made of.
  llvm::ArrayRef<mlir::Operation *> getAddresses() const { return addresses; }
  /// Those that make addresses of 64 bits. Nobody else reads the high word.
  llvm::ArrayRef<mlir::Operation *> getPairs() const {
    return pairs.getArrayRef();
  }

private:
  /// What of an address a value is: all of it, in 32 bits; its pair, the high
  /// word of which is of no account; that word; a carry into it.
  enum class Part { Address, Pair, High, Carry };
  struct Found {
    mlir::Value value;
    Place place;
    Part part;
  };

  void follow(mlir::Value value, const Place &place, Part part);
  bool followUse(mlir::OpOperand &use, const Found &found);
  bool followAddress(mlir::OpOperand &use, InstOpInterface inst, Place place);
  bool followPart(mlir::OpOperand &use, const Found &found);
  bool addAccess(InstOpInterface op, const Place &place);
  bool addWords(Access &access);
  void limitChoices();
  void keepInMemory();

  FuncOp func;
  const unsigned maxWords, maxIndexed;
  bool isWhole = false;
  std::vector<Access> accesses;
  std::vector<mlir::Operation *> addresses;
  llvm::SetVector<mlir::Operation *> pairs;
  std::vector<mlir::Operation *> ofHighs; ///< pairs that these words go to
  std::vector<Found> work;
  llvm::DenseSet<mlir::Value> seen; ///< that may be found more than once
  /// Of the whole function, once an index asks for it.
  std::optional<KnownBitsMap> known;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LOCALACCESSES_H
