//===- PipeBacklog.h - What pipes still have to do --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For passes that choose the pipe of an instruction: how long each is busy with
// what came before, if an instruction is issued in each cycle.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_PIPEBACKLOG_H
#define PTXMLIR_TARGET_PIPEBACKLOG_H

#include "ptx-mlir/Target/Timing.h"
#include <vector>

namespace ptxmlir::target {

class PipeBacklog {
public:
  explicit PipeBacklog(const TimingModel &model);

  /// Cycles for which the pipes of an opcode are busy with what came before; 0
  /// if it has none.
  int get(isa::Opcode opcode) const;
  /// An instruction is issued.
  void issue(isa::Opcode opcode);

private:
  const TimingModel &model;
  /// The cycle, and by pipe that in which it is free.
  int now = 0;
  std::vector<int> busyUntil;
};

} // namespace ptxmlir::target

#endif // PTXMLIR_TARGET_PIPEBACKLOG_H
