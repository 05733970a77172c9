//===- LaunchState.h - What the workers of a launch share -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch has one worker or several, each a Machine in a thread of the host. A
// worker takes a cluster and keeps it to its end, so that only global memory
// (HostAccess.h) and what is here is touched by two of them. A launch with one
// worker takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_LAUNCHSTATE_H
#define PTX_MLIR_LIB_EXECUTION_LAUNCHSTATE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace ptxmlir::exec {

class LaunchState {
public:
  LaunchState(uint64_t clusters, bool isParallel, uint64_t maxInstructions)
      : isParallel(isParallel), clusters(clusters),
        hasLimit(maxInstructions != 0), left(maxInstructions) {}

  /// There are several workers.
  const bool isParallel;

  //===--------------------------------------------------------------------===//
  // Clusters: they start in order
  //===--------------------------------------------------------------------===//

  /// The cluster that starts next, which is the caller's from now on; nothing
  /// if all have started.
  std::optional<uint64_t> takeCluster();
  /// Whether there was still one.
  bool hasClusters() const {
    return nextCluster.load(std::memory_order_relaxed) < clusters;
  }

  //===--------------------------------------------------------------------===//
  // The end by an error
  //===--------------------------------------------------------------------===//

  /// Ends the launch. The first message counts; it is made by one worker at a
  /// time, and only if it counts.
  void fail(llvm::function_ref<std::string()> describe);
  bool failed() const { return hasFailed.load(std::memory_order_relaxed); }
  /// The message, or "", when all workers have ended.
  const std::string &message() const { return text; }

  //===--------------------------------------------------------------------===//
  // The limit of instructions
  //===--------------------------------------------------------------------===//

  /// How many of `wanted` instructions the caller may execute: 0 only if all
  /// are spent. While others hold what is left, it waits for what they return:
  /// no launch ends before as many have been executed as it may.
  uint64_t takeInstructions(uint64_t wanted);
  /// The caller has executed `used` of those that it took.
  void returnInstructions(uint64_t taken, uint64_t used);
  bool areInstructionsSpent();

  //===--------------------------------------------------------------------===//
  // The device runtime
  //===--------------------------------------------------------------------===//

  /// For a call of it: what a call prints stays together.
  std::unique_lock<std::mutex> lockRuntime() { return lockIf(runtime); }

private:
  std::unique_lock<std::mutex> lockIf(std::mutex &mutex) const {
    std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
    if (isParallel)
      lock.lock();
    return lock;
  }

  const uint64_t clusters;
  std::atomic<uint64_t> nextCluster{0};

  std::mutex failing;
  std::atomic<bool> hasFailed{false};
  std::string text;

  const bool hasLimit;
  std::mutex spending;
  std::condition_variable returned;
  uint64_t left, held = 0; ///< taken and not returned

  std::mutex runtime;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_LAUNCHSTATE_H
