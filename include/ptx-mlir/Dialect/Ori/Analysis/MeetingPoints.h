//===- MeetingPoints.h - Where threads that part meet -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads that part within a loop meet before its next round, even if some of
// them leave the loop in between: for those that stay, the edges out of the
// loop are not there. Who leaves the loop, in whatever round, meets the others
// in the loop around it or behind all loops, in the same way.
//
// The flow graph of one round of a loop has the loop's own blocks, one node for
// each loop inside, and a last node that all edges to the header lead to.
// Threads that part at a block meet at its immediate post-dominator there.
// Where a way from that block out of the loop does not pass this point, the
// loop itself parts its threads for the loop around it: it is a node of that
// one's round, at which they part. Outside of all loops the graph is that of
// the function without early exits (Divergence.h).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_MEETINGPOINTS_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_MEETINGPOINTS_H

#include "ptx-mlir/Dialect/Ori/Analysis/Divergence.h"

namespace ptxmlir::ori {

/// Threads that part at the end of block `from`, or that leave the loop with
/// header `from`, meet at the begin of block `at`, which is in no irreducible
/// loop. If `at` is the header of a loop around `from` they meet on the edges
/// back to it; if it is that of another loop, on the edges into that loop.
struct Meeting {
  unsigned from, at;
};

/// All meetings of a function, those of inner loops first. Time: near-linear
/// (of dominator trees, each block and edge is in those of one loop).
std::vector<Meeting> findMeetings(const DivergenceInfo &info);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_MEETINGPOINTS_H
