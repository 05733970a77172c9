//===- Timing.cpp - Throughput tables and look-up -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated throughput tables. Apart from latencies, which correctness
// depends on; these only estimate.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/Timing.h"
#include "ptx-mlir/Target/Target.h"

using namespace ptxmlir;
using namespace ptxmlir::target;

#include "ptx-mlir/Target/TimingTables.cpp.inc"

llvm::ArrayRef<PipeInfo> target::getPipes() { return kPipes; }
unsigned target::getLSUPipe() { return kPipeLSU; }

const PipeUse &TimingModel::getUse(isa::Opcode opcode) const {
  for (const OfOpcode &entry : byOpcode)
    if (entry.opcode == opcode)
      return entry.use;
  return byClass[unsigned(isa::getDesc(opcode).sched)];
}

bool target::isIssuedToPipe(const PipeUse &use, const ClassInfo &info) {
  return use.numPipes && use.queue == Queue::None && !info.writeBarrier &&
         !info.readBarrier;
}

const TimingModel *target::lookupTimingModel(unsigned sm) {
  for (const TimingModel &model : kTimingModels)
    if (model.sm == sm)
      return &model;
  return nullptr;
}
