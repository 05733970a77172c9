//===- Workers.cpp - The threads of a launch ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of the host that share a launch. Each has clusters of its own; memory
// is shared through HostAccess.h.
//
//===----------------------------------------------------------------------===//

#include "BulkOps.h"
#include "LaunchState.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <thread>

using namespace ptxmlir;
using namespace ptxmlir::exec;

void Machine::startWorkers(unsigned workers) {
  uint64_t maxResident = config->maxResident, size = cluster.size();
  // Together they have no less room than one alone.
  if (workers > 1)
    maxResident = llvm::alignTo(llvm::divideCeil(maxResident, workers), size);
  maxResident = std::max(maxResident, size);
  std::vector<std::unique_ptr<Machine>> others;
  std::vector<std::thread> threads;
  for (unsigned k = 1; k < workers; ++k)
    others.emplace_back(new Machine(*this));
  for (const auto &other : others)
    threads.emplace_back([&other, maxResident] { other->work(maxResident); });
  work(maxResident);
  for (std::thread &thread : threads)
    thread.join();
  for (const auto &other : others) {
    counters.warpInstructions += other->counters.warpInstructions;
    counters.threadInstructions += other->counters.threadInstructions;
  }
}

void Machine::work(uint64_t maxResident) {
  // One CTA runs at a time, to its end or for a long quantum. Only CTAs that
  // wait for others make the number of resident ones grow. The CTAs of a
  // cluster are resident together; they wait for each other more often.
  std::deque<std::unique_ptr<CTA>> resident;
  uint64_t size = cluster.size();
  uint64_t quantum = size > 1 ? std::min(config->ctaQuantum, kClusterQuantum)
                              : config->ctaQuantum;
  bool hasPairs =
      target::getFeatures(program.sm).has(target::Feature::TensorPairs);
  // False if another worker has taken the last cluster.
  auto start = [&] {
    std::optional<uint64_t> next = launch->takeCluster();
    if (!next)
      return false;
    auto together = std::make_shared<Cluster>();
    for (uint64_t k = 0; k < size; ++k) {
      unsigned rank;
      uint64_t linear = cluster.linearOf(*next * size + k, config->grid, rank);
      std::unique_ptr<CTA> cta = makeCTA(linear);
      cta->rank = rank;
      cta->cluster = together;
      together->ctas.push_back(cta.get());
      if (hasPairs && size % 2 == 0)
        startTensorPair(*cta, *target);
      resident.insert(resident.begin() + ptrdiff_t(k), std::move(cta));
    }
    return true;
  };
  auto hasRoom = [&] {
    return launch->hasClusters() && resident.size() + size <= maxResident;
  };
  size_t idle = 0; // resident CTAs in a row that could not run
  while (!launch->failed()) {
    if (resident.empty() || (idle >= resident.size() && hasRoom())) {
      if (start())
        idle = 0;
      else if (resident.empty())
        return;
      continue;
    }
    if (idle >= resident.size()) {
      // What they wait for are threads of their clusters: those of other
      // workers cannot help.
      if (check)
        for (const auto &c : resident)
          if (!c->done())
            checkDeadlock(*c);
      auto stuck =
          llvm::find_if(resident, [](const auto &c) { return !c->done(); });
      launch->fail([&] {
        return "deadlock: no thread can run" + describeStall(**stuck);
      });
      return;
    }
    std::unique_ptr<CTA> cta = std::move(resident.front());
    resident.pop_front();
    bool ran = runCTA(*cta, quantum);
    bool done = cta->done();
    // It may wait for others that have not had a turn: all get shorter ones, so
    // that a barrier of a grid does not cost a long turn of each CTA.
    if (!done)
      quantum = std::min(quantum, kClusterQuantum);
    if (!done && launch->areInstructionsSpent())
      launch->fail([&] {
        return "stopped after " + std::to_string(config->maxInstructions) +
               " warp instructions" + describeStall(*cta);
      });
    if (launch->failed())
      return;
    idle = ran ? 0 : idle + 1;
    std::shared_ptr<Cluster> together = cta->cluster;
    resident.push_back(std::move(cta));
    // The shared memory of a CTA lives as long as its cluster.
    if (done &&
        llvm::all_of(together->ctas, [](CTA *o) { return o->done(); })) {
      // Blocks of a pair give columns back for each other.
      for (CTA *o : together->ctas)
        if (std::string kept = describeAllocated(*o); !kept.empty())
          launch->fail([&] { return kept; });
      if (size == 1)
        resident.pop_back();
      else
        llvm::erase_if(resident, [&](const std::unique_ptr<CTA> &o) {
          return o->cluster == together;
        });
      idle = 0;
      continue;
    }
    // It waits for somebody: let another one in.
    if (!done && hasRoom())
      start();
  }
}
