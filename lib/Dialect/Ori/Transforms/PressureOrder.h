//===- PressureOrder.h - An order that needs few registers ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the order of the source needs more registers than there are, another
// one is looked for, from the end of a run to its start: next is what makes
// most values end that are in use behind it, and makes fewest others be in use
// in front. What computes a value thus comes right in front of what reads it,
// one value after the other. Latencies have no say: the list scheduler takes
// the order for that of the source.
//
// n log n: an operation enters the queue when all that reads its results has a
// place, and again when it would make one value less be in use.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PRESSUREORDER_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PRESSUREORDER_H

#include "ListScheduler.h"

namespace ptxmlir::ori {

class PressureOrder {
public:
  /// Whether there is an order of the run that needs no more R registers than
  /// the limit, and of the other files no more than the limits or the order of
  /// the source. (One that comes nearer only is no better: what is spilled
  /// depends on where it is read more than on how much is in use.)
  bool find(const SchedulingRun &run, const Pressure &limits);
  llvm::ArrayRef<unsigned> getOrder() const { return order; }

private:
  void prepare();
  void place(unsigned node);
  void push(unsigned node);

  const SchedulingRun *run = nullptr;
  std::vector<unsigned> order;
  std::vector<unsigned> succsLeft;
  /// By node, what comes before it; by lane, what reads it.
  struct Lists {
    llvm::ArrayRef<unsigned> operator[](unsigned n) const {
      return llvm::ArrayRef(items).slice(first[n], first[n + 1] - first[n]);
    }
    std::vector<unsigned> first, items;
  };
  Lists preds, readers;
  std::vector<bool> isLive, isPlaced;
  /// By node, by how many the values in use change in front of it.
  std::vector<int> changes;
  Pressure pressure, peak;
  NodeQueue<std::greater<>> ready;
};

/// Gives the runs of a function that need more R registers than `limits` an
/// order that does not, if there is one. `starts`: the registers in use in
/// front of each block. Whether anything has moved.
bool lowerPressure(const RegisterUse &use, llvm::ArrayRef<Pressure> starts,
                   const target::TargetInfo &target,
                   const SuccessorMap &successors, const Pressure &limits);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_PRESSUREORDER_H
