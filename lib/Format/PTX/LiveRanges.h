//===- LiveRanges.h - where values of a function are alive -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values of a function are alive together, for choosing PTX registers.
// Values here have any width; the ranges of ori are of 32-bit lanes.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_LIVERANGES_H
#define PTX_MLIR_LIB_FORMAT_PTX_LIVERANGES_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <vector>

namespace ptxmlir::ptx {

/// Places in a function: each operation has four, in the order of the text.
using Place = uint32_t;
enum : Place {
  kCopyRead,  ///< copies before the operation read
  kCopyWrite, ///< and write
  kRead,      ///< it reads its operands
  kWrite,     ///< it writes its results
  kPlacesPerOp
};

/// Half-open intervals of places, disjoint, and which value a register has in
/// each: while two registers hold the same value they may be one.
class LiveRange {
public:
  struct Interval {
    Place end;
    mlir::Value value;
  };
  bool empty() const { return intervals.empty(); }
  size_t size() const { return intervals.size(); }
  void add(Place from, Place to, mlir::Value value);
  /// Whether there is a place where both hold different values.
  bool interferes(const LiveRange &smaller) const;
  /// Adds all of a range that does not interfere.
  void merge(const LiveRange &smaller);

private:
  std::map<Place, Interval> intervals;
};

/// Numbers the operations of a body and finds the live ranges of values one by
/// one: each costs as much as the blocks that it reaches.
class Liveness {
public:
  explicit Liveness(mlir::Region &body);

  /// Live range of a value from the write that makes it. Uses as successor or
  /// return operands are reads by the copies before the terminator, uses as
  /// pass-through values by the copies before the instruction.
  void addRange(mlir::Value value, LiveRange &range);

  /// First place of the copies at the start of a block, of those before its
  /// terminator, and the place behind the block.
  Place startOf(mlir::Block *block) const { return info(block).start; }
  Place copiesOf(mlir::Block *block) const { return info(block).copies; }
  Place endOf(mlir::Block *block) const { return info(block).end; }
  /// First of the places of an operation.
  Place placeOf(mlir::Operation *op) const { return places.lookup(op); }

private:
  struct BlockInfo {
    mlir::Block *block;
    Place start, copies, end;
    uint32_t firstPredecessor, numPredecessors;
  };
  uint32_t indexOf(mlir::Block *block) const { return blocks.lookup(block); }
  const BlockInfo &info(mlir::Block *block) const {
    return blockInfos[indexOf(block)];
  }
  Place placeOfUse(mlir::OpOperand &use) const;
  void setEnd(uint32_t block, Place end);

  llvm::DenseMap<mlir::Operation *, Place> places;
  llvm::DenseMap<mlir::Block *, uint32_t> blocks;
  std::vector<BlockInfo> blockInfos;
  std::vector<uint32_t> predecessors;
  /// Of the value at hand: where it ends in a block (0: not there), whether it
  /// is alive at the start, and the blocks that have any of it.
  std::vector<Place> ends;
  std::vector<bool> isLiveIn;
  std::vector<uint32_t> touched, worklist;
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_LIVERANGES_H
