//===- SerialBarriers.cpp - Dependency barriers without a data flow -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each instruction waits for all that came before it, whatever it reads.
//
//===----------------------------------------------------------------------===//

#include "PendingRegisters.h"
#include "ptx-mlir/Dialect/SASS/Transforms/ControlFields.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;

using isa::SyncKind;

void ptxmlir::sass::assignSerialBarriers(
    const AccessTable &table, llvm::MutableArrayRef<isa::Control> controls,
    ControlStats &stats) {
  for (unsigned i = 0; i != table.size(); ++i) {
    isa::Control &control = controls[i];
    // A group of copies counts on the same barrier: the next instruction waits
    // until the copies are done, and DEPBAR finds it at zero.
    SyncKind sync = table[i].desc->sync;
    control.writeBarrier = table[i].usesWriteBarrier ||
                                   sync == SyncKind::CopyGroup ||
                                   isAsyncFence(sync)
                               ? 0
                               : kNoBarrier;
    control.readBarrier = table[i].hasLateReads ? 1 : kNoBarrier;
    if (sync == SyncKind::BulkGroup)
      control.readBarrier = 0;
    control.waitMask = 3;
    stats.writeBarriers += table[i].usesWriteBarrier;
    stats.readBarriers += table[i].hasLateReads;
  }
  stats.waits += table.size();
}
