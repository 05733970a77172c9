//===- ParallelCopy.cpp - copies that happen at once ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy can be done once nothing that is still to be done reads its
// destination. When no such copy is left, the rest are cycles in which each
// register is read once: saving one of them opens the cycle. Constants read
// nothing and come last.
//
//===----------------------------------------------------------------------===//

#include "ParallelCopy.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;
using namespace ptxmlir::ptx;

SmallVector<RegisterCopy>
ptxmlir::ptx::sequentialize(ArrayRef<RegisterCopy> copies,
                            function_ref<uint32_t(uint32_t)> makeTemporary) {
  SmallVector<RegisterCopy> result, pending;
  // Copies that are still to read a register, and the one that writes it.
  SmallDenseMap<uint32_t, uint32_t> numReaders, writers;
  for (const RegisterCopy &copy : copies) {
    if (copy.source == kNoRegister || copy.source == copy.dest)
      continue;
    writers[copy.dest] = pending.size();
    pending.push_back(copy);
    ++numReaders[copy.source];
  }
  SmallVector<bool> isDone(pending.size(), false);
  SmallVector<uint32_t> ready;
  for (uint32_t i = 0; i < pending.size(); ++i)
    if (!numReaders.count(pending[i].dest))
      ready.push_back(i);
  for (uint32_t next = 0; next < pending.size() || !ready.empty();) {
    while (!ready.empty()) {
      RegisterCopy &copy = pending[ready.back()];
      isDone[ready.back()] = true;
      ready.pop_back();
      result.push_back(copy);
      if (--numReaders[copy.source])
        continue;
      // Nothing reads the source any more: it may be written.
      auto writer = writers.find(copy.source);
      if (writer != writers.end() && !isDone[writer->second])
        ready.push_back(writer->second);
    }
    if (next == pending.size())
      break;
    if (isDone[next]) {
      ++next;
      continue;
    }
    // A cycle: the copy that reads this destination takes a saved one.
    uint32_t dest = pending[next].dest, saved = makeTemporary(dest);
    result.push_back({saved, dest, {}});
    uint32_t reader = next;
    while (pending[reader].source != dest)
      reader = writers[pending[reader].source];
    pending[reader].source = saved;
    numReaders[saved] = 1;
    numReaders[dest] = 0;
    ready.push_back(next);
  }
  for (const RegisterCopy &copy : copies)
    if (copy.source == kNoRegister)
      result.push_back(copy);
  return result;
}
