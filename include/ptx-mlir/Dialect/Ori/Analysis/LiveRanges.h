//===- LiveRanges.h - Live ranges per 32-bit lane ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every value that owns registers has one lane per register; a lane is live on
// a sorted list of half-open segments of positions. Operation i of the function
// in layout order reads at position 2i and writes at 2i + 1; a block has an
// index of its own before its first operation, where its arguments are written.
// A result may thus take the register of an operand that dies at the same
// operation, and a lane that is live into a block overlaps the block's
// arguments.
//
// Time and memory are linear in the uses plus the blocks that each lane
// crosses.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_LIVERANGES_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_LIVERANGES_H

#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"

namespace ptxmlir::ori {

class WarpBlocks;

struct Segment {
  uint32_t start = 0, end = 0;
};

class LiveRanges {
public:
  static constexpr unsigned kNone = ~0u;

  /// `blocks` and `graph` must describe the body of `func`; `blocks` must live
  /// as long as this. With `warp`, a uniform register that is live somewhere in
  /// a set of blocks where threads are apart is live in all of it.
  LiveRanges(FuncOp func, const BlockNumbering &blocks, const FlowGraph &graph,
             const WarpBlocks *warp = nullptr);

  /// A value with registers and at least one use.
  struct ValueInfo {
    mlir::Value value;
    uint32_t firstLane;
    uint32_t block;    ///< number of the defining block
    uint32_t defIndex; ///< index of the defining operation or block
    uint16_t width;    ///< registers
    isa::Operand::Kind file;
  };
  unsigned numValues() const { return values.size(); }
  unsigned numLanes() const { return rowStart.size() - 1; }
  const ValueInfo &operator[](unsigned id) const { return values[id]; }
  /// The number of a value, kNone if it owns no register.
  unsigned lookup(mlir::Value value) const {
    if (auto arg = llvm::dyn_cast<mlir::BlockArgument>(value))
      return argumentIds[argumentStart[blockNumbers[arg.getOwner()]] +
                         arg.getArgNumber()];
    auto it = ids.find(value);
    return it == ids.end() ? kNone : it->second;
  }
  /// Indices of the operations that may join values: tuples, copies, branches
  /// and guarded instructions.
  llvm::ArrayRef<unsigned> joiningOperations() const { return joining; }
  /// Indices of the products of warp groups.
  llvm::ArrayRef<unsigned> groupProducts() const { return products; }
  /// Indices of the operations that change the number of registers
  /// (USETMAXREG).
  llvm::ArrayRef<unsigned> limitChanges() const { return newLimits; }
  /// The number of the value whose registers operand `operand` of operation
  /// `index` reads; kNone if it reads none.
  unsigned lookupOperand(unsigned index, unsigned operand) const {
    return operandIds[operandStart[index] + operand];
  }
  /// Calls `forward(argument, operand)` with the numbers of each block argument
  /// and of what operation `index` passes to it.
  void
  forEachForwarded(unsigned index,
                   llvm::function_ref<void(unsigned, unsigned)> forward) const;
  unsigned valueOfLane(unsigned lane) const { return laneValue[lane]; }
  /// Where a lane is live; sorted, disjoint, not touching, never empty.
  llvm::ArrayRef<Segment> lane(unsigned lane) const {
    return llvm::ArrayRef<Segment>(segments).slice(
        rowStart[lane], rowStart[lane + 1] - rowStart[lane]);
  }
  /// First position at which any lane of the value is live.
  uint32_t start(unsigned id) const {
    return lane(values[id].firstLane).front().start;
  }
  /// Sets `list` to where a lane of a uniform register is live for the warp.
  /// Of ranges that were made without `warp`.
  void holdForWarp(unsigned lane, const WarpBlocks &warp,
                   llvm::SmallVectorImpl<Segment> &list) const;
  /// Whether a lane is live at a position.
  bool isLiveAt(unsigned lane, uint32_t position) const;

  const BlockNumbering &blocks() const { return blockNumbers; }
  /// Operations by index; null for the index of a block.
  llvm::ArrayRef<mlir::Operation *> operations() const { return ops; }
  unsigned blockOfIndex(unsigned index) const { return opBlock[index]; }
  unsigned blockStart(unsigned block) const { return blockIndex[block]; }
  unsigned blockEnd(unsigned block) const { return blockIndex[block + 1]; }
  /// Number of positions.
  uint32_t numPositions() const { return 2 * ops.size(); }

private:
  void holdForWarp(const ValueInfo &info, llvm::ArrayRef<Segment> plain,
                   const WarpBlocks &warp,
                   llvm::SmallVectorImpl<Segment> &list) const;

  const BlockNumbering &blockNumbers;
  std::vector<ValueInfo> values;
  llvm::DenseMap<mlir::Value, unsigned> ids; ///< of operations' results
  std::vector<unsigned> laneValue;
  std::vector<mlir::Operation *> ops;
  std::vector<unsigned> opBlock, blockIndex, joining, products, newLimits;
  // Numbers of operands and block arguments, kNone for those without: a hash
  // table of all values is far from the caches in large functions.
  std::vector<unsigned> operandStart, operandIds, argumentStart, argumentIds;
  std::vector<Segment> segments;
  std::vector<uint32_t> rowStart;
};

/// Calls `use(operand, firstLane, numLanes)` for the registers that `op` reads,
/// in the order of its operands. Terminators read what they pass to block
/// arguments that have uses; ori.extract reads only the registers it names.
void forEachRead(
    mlir::Operation *op,
    llvm::function_ref<void(mlir::OpOperand &, unsigned, unsigned)> use);

/// Whether tuples have the same content as their parts everywhere, or not where
/// a part is in several tuples at once, so that registers can be counted.
enum class TupleCopies { SameContent, OwnContent };

/// For each lane the one whose contents it has, through tuples and copies.
std::vector<unsigned> computeRootLanes(const LiveRanges &ranges,
                                       TupleCopies copies);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_LIVERANGES_H
