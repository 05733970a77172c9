//===- Rematerializer.h - Values that need no register ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ori-do-remat, and allocation before it spills, know of a function: which
// values can be computed again or be in a uniform register, what that costs,
// and which registers it frees.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REMATERIALIZER_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REMATERIALIZER_H

#include "RegisterLimits.h"
#include "UniformUses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegisterPressure.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"

namespace ptxmlir::ori {

class Rematerializer {
public:
  Rematerializer(FuncOp func, const target::TargetInfo &target,
                 const RegisterUse &use,
                 llvm::function_ref<const WarpBlocks &()> getWarpBlocks,
                 unsigned maxUniform, unsigned easedFrom)
      : func(func), target(target), use(use), getWarpBlocks(getWarpBlocks),
        graph(use.graph), ranges(use.ranges), contents(use.contents),
        maxUniform(maxUniform), easedFrom(easedFrom),
        budget(getRegisterBudget(func, 255)), regions(ranges, graph, budget) {}
  /// Frees registers where that lets more warps in, or until no more than
  /// `only` are in use if that is not 0. Returns the number of computations
  /// that were added.
  unsigned run(unsigned only);
  /// Frees registers, as far as that can be done, until no more than
  /// `registers` are in use, with some to spare for alignment. Returns the
  /// number of computations that were added.
  unsigned fitInto(unsigned registers);

private:
  /// Uses within so many operations share one computation.
  static constexpr unsigned kShared = 24;

  /// What becomes of a value: it is computed again, goes to a uniform register,
  /// is loaded again, or is computed again from what is kept for that.
  enum Remedy : unsigned {
    Computed = 1,
    Uniform = 2,
    Loaded = 4,
    Kept = 8,
    All = 15
  };

  /// Uses of a value in one block, near each other: indices of the first and
  /// the last.
  struct Cluster {
    unsigned block, first, last;
  };

  /// Whether a chain may read one source that is not there: none, that nearest
  /// to the value, or that farthest from it.
  enum class Keep { Nothing, Nearest, Farthest };

  struct Candidate {
    unsigned id; ///< of the value
    llvm::SmallVector<mlir::Operation *, 2>
        chain;                              ///< what computes it, in order
    llvm::SmallVector<Cluster, 2> clusters; ///< those that need a computation
    llvm::SmallVector<unsigned, 4> sources; ///< lanes that the chain reads
    unsigned nearEnd = 0; ///< the value itself serves uses to here
    unsigned uniform = 0; ///< uniform registers that live longer
    /// The blocks where they do. If these are very many, the list is empty and
    /// all blocks count.
    llvm::SmallVector<unsigned, 4> blocks;
    bool isEverywhere = false;
    bool isLoad = false; ///< a constant is loaded again
    double cost = 0;     ///< instructions run
    /// A source that is not there at all clusters and has to live longer, the
    /// root of its contents; see Group.
    unsigned kept = LiveRanges::kNone;
    /// Of a value that goes to a uniform register: the operation in front of
    /// which it does, and the uses that read it there.
    unsigned move = LiveRanges::kNone;
    llvm::SmallVector<mlir::Operation *, 2> direct;

    bool isUniform() const { return move != LiveRanges::kNone; }
    Remedy getRemedy() const {
      return isUniform()                 ? Uniform
             : kept != LiveRanges::kNone ? Kept
             : isLoad                    ? Loaded
                                         : Computed;
    }
  };

  /// Candidates with the same source: one register that lives longer for
  /// several that need not.
  struct Group {
    unsigned kept;                          ///< the root of its contents
    llvm::SmallVector<unsigned, 4> members; ///< of the candidates
    llvm::SmallVector<Segment, 4> longer;   ///< where it lives for them
  };

  /// No more than `limit` registers in use, for a part of all instructions
  /// beyond what goals before it cost.
  struct Goal {
    unsigned limit;
    double cost;
    bool isLimit; ///< what comes near it only is worth nothing
    unsigned kinds = Computed | Uniform | Loaded;
  };

  void computePressure();
  void findCandidates(bool mayKeep);
  bool findChain(mlir::Operation *op, Candidate &c, Keep keep = Keep::Nothing);
  bool canKeep(unsigned id, const Candidate &c) const;
  void addCandidate(Candidate c);
  void findGroups();
  bool findClusters(Candidate &c);
  void addCluster(Candidate &c, unsigned use, unsigned instructions) const;
  bool isPassedThrough(unsigned id) const;
  void findUniformCandidates();
  bool findUniformUses(Candidate &c, const UniformUses &uses);
  bool isInTheWay(unsigned id) const;
  bool isAloneInRegister(unsigned id) const;
  bool isAvailable(unsigned id, const Candidate &c) const;
  bool canRepeat(mlir::Operation *op) const;
  unsigned reachFirst(llvm::ArrayRef<Goal> goals, const Goal *easing);
  bool choose(const Goal &goal, const Goal *further);
  void findBlocks(Candidate &c, const WarpBlocks *warp) const;
  template <typename Fn> void forEachFreed(const Candidate &c, Fn fn) const;
  void replaceUses(const Candidate &c, const Cluster &cluster,
                   mlir::Value by) const;
  unsigned apply(const Candidate &c);
  unsigned moveToUniform(const Candidate &c);
  double frequencyOf(unsigned block) const;

  FuncOp func;
  const target::TargetInfo &target;
  const RegisterUse &use;
  llvm::function_ref<const WarpBlocks &()> getWarpBlocks;
  const FlowGraph &graph;
  const LiveRanges &ranges;
  const Contents &contents;
  LoopNest loops;
  unsigned maxUniform, easedFrom;
  int budget; ///< R registers that the function begins with
  RegisterLimits regions;
  std::vector<int> uniformInUse, uniformLimit; ///< by block
  double allCost = 0;
  std::vector<int> pressure; ///< R registers in use, by position
  /// By position: before how many more are in use than the lowest goal allows.
  std::vector<unsigned> above;
  std::vector<unsigned> meetings; ///< of UniformUses, their indices by block
  std::vector<llvm::SmallVector<unsigned, 2>> usesOf; ///< indices, by value
  std::vector<Candidate> candidates;
  std::vector<Group> groups;
  /// What isPassedThrough has found; many values may be computed from one.
  mutable llvm::DenseMap<unsigned, bool> passedThrough;
  std::vector<mlir::Operation *> replaced; ///< to erase in the end
  std::vector<unsigned> chosen;            ///< of the candidates
  /// By the result of a copy, that which it is a copy of.
  llvm::DenseMap<mlir::Value, mlir::Value> originals;
  /// The last copy of an operation, and where it stands.
  llvm::DenseMap<mlir::Operation *, std::pair<mlir::Operation *, Cluster>>
      copies;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REMATERIALIZER_H
