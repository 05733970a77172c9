//===- ConvergenceEvents.h - Barriers of a function -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operations of a function do to sets of threads, block by block, for
// the proof in ConvergenceFlow.h: as they stand in the function, or as they
// would with convergence barriers that are only planned yet.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_CONVERGENCEEVENTS_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_CONVERGENCEEVENTS_H

#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Divergence.h"

namespace ptxmlir::ori {

struct ConvergenceEvent {
  enum Kind : uint8_t {
    Arm,
    Sync,
    Break,
    Save,
    Restore,
    Yield,
    WarpSync,   ///< waits for threads of the warp
    Wait,       ///< waits for threads of other warps, too
    Part,       ///< some threads wait, others go on
    Collective, ///< must be executed by its threads together
    Call,       ///< from which threads may come back one after the other
  };
  /// Such an event is none.
  static constexpr uint8_t kNoBarrier = 0xff;
  Kind kind;
  uint8_t barrier = 0;
  bool ofWarp = false;      ///< WarpSync of all threads
  bool isSafe = false;      ///< WarpSync whose threads all come there
  bool isExclusive = false; ///< WarpSync that parts threads of other masks
  bool mayWait = false;     ///< Call of what may wait for other threads
  uint32_t place = 0; ///< of an operation, or a number that the plan chose
  uint32_t slot = 0;  ///< Save, Restore
  convergence::Condition when;
};

class ConvergenceEvents {
public:
  /// The events of the operations as they are.
  explicit ConvergenceEvents(const DivergenceInfo &info);

  /// The first place that stands for no operation.
  uint32_t numOperations() const { return operations.size(); }
  mlir::Operation *operation(uint32_t place) const { return operations[place]; }

  /// Of each block: in front of its operations, their own, before its end. The
  /// first and the last are the planner's to fill.
  std::vector<llvm::SmallVector<ConvergenceEvent, 0>> atBegin, own, atEnd;
  /// Barriers that threads leave on an edge: (successor's position, barrier).
  std::vector<llvm::SmallVector<std::pair<unsigned, uint8_t>, 0>> onEdges;

  /// Follows the events to their fixed point, then calls `visit` on each event
  /// that is reached with the state in front of it. Returns what is wrong.
  std::vector<convergence::Finding>
  check(convergence::Flow &flow,
        llvm::function_ref<void(const ConvergenceEvent &,
                                const convergence::State &)>
            visit) const;

  void run(convergence::Flow &flow, convergence::State &s,
           const ConvergenceEvent &event, unsigned block) const;

private:
  using Visit = llvm::function_ref<void(const ConvergenceEvent &,
                                        const convergence::State &)>;
  void addOperation(mlir::Operation &op, unsigned block);
  bool isSafeMask(mlir::Value mask, mlir::Operation *user) const;
  convergence::Condition getCondition(mlir::Value predicate,
                                      bool negated) const;
  void walk(convergence::Flow &flow, unsigned block, Visit visit) const;

  const DivergenceInfo &info;
  std::vector<mlir::Operation *> operations;
  mutable llvm::DenseMap<mlir::Value, uint32_t> predicates;
};

/// What is wrong with the convergence barriers of `func`, as they are; the
/// second is the operation.
std::vector<std::pair<convergence::Finding, mlir::Operation *>>
checkConvergence(FuncOp func);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_CONVERGENCEEVENTS_H
