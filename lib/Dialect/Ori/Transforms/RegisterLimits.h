//===- RegisterLimits.h - How many registers there are where ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// USETMAXREG gives registers of a warp back or gets more: a function has other
// limits in different places. Where paths with different limits meet, the
// smallest counts.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERLIMITS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERLIMITS_H

#include "ptx-mlir/Dialect/Ori/Analysis/LiveRanges.h"
#include <vector>

namespace ptxmlir::ori {

/// From position `start` on, up to the next step, there are `limit` registers.
struct LimitStep {
  uint32_t start;
  unsigned limit;
};

class RegisterLimits {
public:
  /// `atEntry`: the registers that the function's code has when it begins.
  RegisterLimits(const LiveRanges &ranges, const FlowGraph &graph,
                 unsigned atEntry);
  /// The function has one limit.
  bool isUniform() const { return steps.size() <= 1; }
  unsigned most() const { return largest; }
  unsigned least() const { return smallest; }
  /// The smallest limit at positions from `start` to before `end`.
  unsigned find(uint32_t start, uint32_t end) const;
  /// Sorted; neighbours differ. Empty where nothing changes the limit.
  llvm::ArrayRef<LimitStep> getSteps() const { return steps; }

private:
  std::vector<LimitStep> steps;
  unsigned largest = 0, smallest = 0;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERLIMITS_H
