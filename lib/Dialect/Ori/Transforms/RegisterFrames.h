//===- RegisterFrames.h - Values that take registers together ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A frame is a run of consecutive registers that several values share: tied
// operands, and what ori.combine, ori.extract, ori.copy and block arguments
// would otherwise copy. Frames are merged by union-find with lane offsets where
// their alignments agree and no two lanes with different contents meet in one
// register. What is left unmerged becomes copies.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERFRAMES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERFRAMES_H

#include "ptx-mlir/Dialect/Ori/Analysis/LiveRanges.h"
#include "llvm/ADT/DenseSet.h"

namespace ptxmlir::ori {

/// Values that are merged with few others, because the frames would find no
/// place.
struct SeparateValues {
  llvm::DenseSet<mlir::Value> fromCopies; ///< with tied operands only
  llvm::DenseSet<mlir::Value> fromTuples; ///< not with parts of tuples
  llvm::DenseSet<mlir::Value> fromSource; ///< copies: not with what they copy
  void erase(mlir::Value value) {
    fromCopies.erase(value);
    fromTuples.erase(value);
    fromSource.erase(value);
  }
};

class RegisterFrames {
public:
  /// A stretch of positions over which a register of a frame holds the content
  /// `root`: lanes that are copies of each other have one root.
  struct Range {
    uint32_t start, end;
    uint32_t root;
  };
  /// Large functions have millions: one cache line each.
  struct Frame {
    /// Per offset: sorted, disjoint.
    llvm::SmallVector<llvm::SmallVector<Range, 1>, 1> lanes;
    /// Offsets are lo .. lo + lanes.size() - 1; the frame's register is that of
    /// offset 0 and congruent to `residue` modulo `align`.
    int16_t lo = 0;
    /// Register of offset 0 that the program demands, or kNoReg.
    int16_t pinned;
    /// Register of offset 0, the result of assignment, or kNoReg.
    int16_t base;
    isa::Operand::Kind file;
    uint8_t align = 1, residue = 0;
    /// More than one value.
    bool isMerged = false;
  };

  /// `loops` gives the order: copies in inner loops are merged first. Without
  /// `mergeCopies` only tied operands are merged.
  RegisterFrames(const LiveRanges &ranges, const LoopNest &loops,
                 bool mergeCopies, const SeparateValues &separate);

  unsigned numFrames() const { return frames.size(); }
  /// Frames by value number of their representative; others are empty.
  Frame &frame(unsigned id) { return frames[id]; }
  const Frame &frame(unsigned id) const { return frames[id]; }
  bool isRepresentative(unsigned id) const { return parent[id] == id; }
  /// The representative of a value and the offset of its first lane.
  std::pair<unsigned, int> find(unsigned id) const;
  /// The register of a value after assignment, -1 if its frame has none.
  int reg(unsigned id) const;
  /// Tied pairs that could not be merged: (result, old value).
  llvm::ArrayRef<std::pair<unsigned, unsigned>> brokenTies() const {
    return broken;
  }
  static constexpr int16_t kNoReg = INT16_MIN;

private:
  void addValue(unsigned id);
  /// Puts lane 0 of `b` on lane `lane` of `a`.
  bool merge(unsigned a, unsigned b, int lane, bool mustMerge);
  std::pair<unsigned, int> findAndCompress(unsigned id);

  const LiveRanges &ranges;
  std::vector<Frame> frames;
  std::vector<unsigned> parent;
  std::vector<int> offset; ///< of a value's first lane in its parent
  std::vector<uint32_t> root;
  std::vector<std::pair<unsigned, unsigned>> broken;
};

/// Takes the frames apart that found no place: copies instead.
void separateFrames(const LiveRanges &ranges, const RegisterFrames &frames,
                    llvm::ArrayRef<unsigned> failed, SeparateValues &separate);

/// Takes tuples apart of which a part lives far longer than another: it holds a
/// register where whole tuples could lie and leaves the one beside it of no use
/// for them. Whether there are such.
bool separateTuples(const LiveRanges &ranges, const RegisterFrames &frames,
                    isa::Operand::Kind file, SeparateValues &separate);

/// A value that one operation reads has a fixed scratch register. Takes apart
/// from such values what shares the register with them and lives on: other
/// operations need the register, too.
void separatePinned(const LiveRanges &ranges, const RegisterFrames &frames,
                    isa::Operand::Kind file, SeparateValues &separate);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERFRAMES_H
