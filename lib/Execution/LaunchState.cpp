//===- LaunchState.cpp - What the workers of a launch share ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clusters, the first fault and the budget of instructions: all that the host's
// threads of one launch share is handed out here, so that locks are in one
// place.
//
//===----------------------------------------------------------------------===//

#include "LaunchState.h"
#include <algorithm>

using namespace ptxmlir::exec;

std::optional<uint64_t> LaunchState::takeCluster() {
  uint64_t k = nextCluster.load(std::memory_order_relaxed);
  while (k < clusters)
    if (nextCluster.compare_exchange_weak(k, k + 1, std::memory_order_relaxed))
      return k;
  return std::nullopt;
}

void LaunchState::fail(llvm::function_ref<std::string()> describe) {
  std::unique_lock<std::mutex> lock = lockIf(failing);
  if (failed())
    return;
  text = describe();
  hasFailed.store(true, std::memory_order_relaxed);
}

uint64_t LaunchState::takeInstructions(uint64_t wanted) {
  if (!hasLimit)
    return wanted;
  std::unique_lock<std::mutex> lock = lockIf(spending);
  // Whoever waits holds nothing, and whoever holds some returns them.
  if (isParallel)
    returned.wait(lock, [&] { return left || !held; });
  uint64_t taken = std::min(wanted, left);
  left -= taken;
  held += taken;
  return taken;
}

void LaunchState::returnInstructions(uint64_t taken, uint64_t used) {
  if (!hasLimit)
    return;
  {
    std::unique_lock<std::mutex> lock = lockIf(spending);
    left += taken - used;
    held -= taken;
  }
  if (isParallel)
    returned.notify_all();
}

bool LaunchState::areInstructionsSpent() {
  if (!hasLimit)
    return false;
  std::unique_lock<std::mutex> lock = lockIf(spending);
  return !left && !held;
}
