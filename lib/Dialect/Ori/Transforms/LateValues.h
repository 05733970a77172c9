//===- LateValues.h - Values on their way between blocks -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads whose results another run of operations reads: when these arrive there,
// by the order that the runs before it have got. What reads them is not ready
// until then, so that the scheduler puts in front what need not wait.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LATEVALUES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LATEVALUES_H

#include "ListScheduler.h"

namespace ptxmlir::ori {

/// Follows the runs of a function, block by block in their order.
class LateValues {
public:
  explicit LateValues(const RegisterUse &use);

  /// What comes next is in this block.
  void enter(unsigned block);
  /// What has to wait in a run that comes next.
  llvm::ArrayRef<SchedulingRun::Wait> findWaits(const SchedulingRun &run);
  /// The run has been scheduled: when what it leaves arrives, by
  /// SchedulingRun::getLate(), and the cycle in which it is over.
  void add(const SchedulingRun &run, llvm::ArrayRef<unsigned> arrivals,
           unsigned end);

private:
  /// A value that arrives so many cycles later.
  struct Late {
    unsigned value, cycles;
  };
  void begin(unsigned newBlock);
  void leave();
  void setArrival(unsigned value, unsigned cycle);

  const RegisterUse &use;
  /// By block, what is on its way at its start.
  std::vector<llvm::SmallVector<Late, 0>> lateAt;
  // Of the block: the cycle of what comes next, that in which values arrive, by
  // number, and those that have one.
  unsigned block = 0, now = 0;
  std::vector<unsigned> arrivals;
  llvm::SmallVector<unsigned> onTheirWay;
  llvm::SmallVector<SchedulingRun::Wait> waits;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_LATEVALUES_H
