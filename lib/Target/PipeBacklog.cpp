//===- PipeBacklog.cpp - What pipes still have to do ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipes by the timing model, one instruction after the other.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/PipeBacklog.h"
#include <algorithm>

using namespace ptxmlir;
using namespace ptxmlir::target;

/// Cycles of work after which a pipe takes no notice of more.
static constexpr int kMost = 16;

PipeBacklog::PipeBacklog(const TimingModel &model)
    : model(model), busyUntil(getPipes().size()) {}

int PipeBacklog::get(isa::Opcode opcode) const {
  const PipeUse &use = model.getUse(opcode);
  int least = use.numPipes ? kMost : 0;
  for (unsigned i = 0; i != use.numPipes; ++i)
    least = std::min(least, std::max(busyUntil[use.pipes[i]] - now, 0));
  return least;
}

void PipeBacklog::issue(isa::Opcode opcode) {
  const PipeUse &use = model.getUse(opcode);
  if (use.numPipes) {
    // Of those that are free, the first.
    unsigned pipe = use.pipes[0];
    for (unsigned i = 1; i != use.numPipes; ++i)
      if (std::max(busyUntil[use.pipes[i]], now) < busyUntil[pipe])
        pipe = use.pipes[i];
    int start = std::max(busyUntil[pipe], now);
    busyUntil[pipe] = std::min(start + int(use.interval), now + kMost);
  }
  ++now;
}
