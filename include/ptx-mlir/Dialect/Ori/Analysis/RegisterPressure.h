//===- RegisterPressure.h - Registers in use --------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many registers values take, before there is an assignment. For passes
// that trade registers for time (scheduling, rematerialization, unrolling).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_REGISTERPRESSURE_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_REGISTERPRESSURE_H

#include "ptx-mlir/Dialect/Ori/Analysis/LiveRanges.h"
#include "ptx-mlir/Target/Target.h"
#include <array>

namespace ptxmlir::ori {

/// Registers in use, by file.
using Pressure = std::array<int, target::kNumRegFiles>;

/// Where the contents of lanes are needed: parts of tuples and copies are in
/// one register as long as their values do not part.
class Contents {
public:
  explicit Contents(const LiveRanges &ranges);
  unsigned operator[](unsigned lane) const { return roots[lane]; }
  bool isLiveAt(unsigned root, uint32_t position) const;
  /// Sorted, disjoint; empty for lanes that are no roots.
  llvm::ArrayRef<Segment> segments(unsigned root) const { return live[root]; }

private:
  std::vector<unsigned> roots;
  std::vector<llvm::SmallVector<Segment, 1>> live;
};

/// Where the values of a function are live, with what that is made of.
struct RegisterUse {
  explicit RegisterUse(FuncOp func);

  BlockNumbering blocks;
  FlowGraph graph;
  LiveRanges ranges;
  Contents contents;
  /// What the registers in use change by at each position, and behind the last.
  std::vector<Pressure> changes;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_REGISTERPRESSURE_H
