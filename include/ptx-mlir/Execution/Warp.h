//===- Warp.h - State of a warp and of a CTA --------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread has its own program counter; threads that execute together form
// a Group. A group splits where its threads part and threads meet again at
// BSYNC and WARPSYNC, or when the scheduler finds two runnable groups at the
// same instruction.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_WARP_H
#define PTX_MLIR_EXECUTION_WARP_H

#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ptxmlir::exec {

using LaneMask = uint32_t;
constexpr unsigned kLanes = 32;
/// Visits the set bits of a mask, lowest first.
template <typename Fn> inline void forLanes(LaneMask mask, Fn fn) {
  for (; mask; mask &= mask - 1)
    fn(unsigned(__builtin_ctz(mask)));
}

/// Rows of the register files: 255 reads as zero, writes to it go to row 256.
/// Those of code over virtual registers (VirtualCode.h) follow.
constexpr unsigned kZeroRow = 255, kSinkRow = 256, kRows = 257;
/// Predicates: 7 reads as true, writes to it go to 8.
constexpr unsigned kTruePredicate = 7, kSinkPredicate = 8, kPredicates = 9;
struct alignas(64) RegisterRow {
  uint32_t lane[kLanes];
};

struct Group {
  enum State : uint8_t {
    Run,
    WaitConvergence, ///< at BSYNC of barrier `id`
    WaitWarp,        ///< at WARPSYNC of the lanes `other`
    WaitCTA,         ///< at BAR.SYNC of barrier `id`
    WaitMeeting,     ///< where threads that have parted meet (Warp::meetings)
  };
  uint64_t pc = 0;
  LaneMask mask = 0;
  LaneMask other = 0;
  /// Behind WARPSYNC.EXCLUSIVE: its mask, whose lanes execute without others
  /// that come to the same instruction, until they arrive at a BSYNC.
  LaneMask exclusive = 0;
  /// Lanes that execute with it though they are elsewhere: of quads of which
  /// only some lanes are here (BMOV MACTIVE).
  LaneMask helpers = 0;
  State state = Run;
  /// It has been let go by what it waited for and executed nothing since.
  bool released = false;
  uint8_t id = 0;
  /// Turns of other groups since it began to wait at a meeting.
  uint16_t waited = 0;
};

/// Threads that have parted and meet again at `pc`: only in code that has no
/// convergence barriers yet.
struct Meeting {
  uint64_t pc;
  LaneMask lanes;
};

struct CTA;
class BlockCheck;

/// What one lane's LDGSTS has read, and where it goes in shared memory.
struct AsyncCopy {
  uint8_t *to;
  uint8_t data[16];
  uint8_t size;
  uint8_t lane;
};

/// A bulk or tensor copy under way (BulkOps.cpp), the products of a warp group
/// under way (GroupMatrixOps.cpp).
struct BulkTransfer;
struct GroupProducts;
/// The tensor memory of a CTA and its products (TensorMemoryOps.cpp).
struct TensorMemory;

struct Warp {
  /// At least kRows and kPredicates of each.
  uint32_t (*R)[kLanes] = nullptr;
  uint32_t *UR = nullptr;
  LaneMask *P = nullptr; ///< one bit per lane
  bool *UP = nullptr;
  /// The convergence barriers as each lane sees them: the lanes it meets.
  LaneMask B[16][kLanes];
  /// Per convergence barrier: lanes that executed YIELD since they joined it.
  LaneMask yielded[16];
  /// Per lane between WARPSYNC.COLLECTIVE and ENDCOLLECTIVE: where it goes on
  /// behind the latter; 0 elsewhere.
  uint64_t collectiveEnd[kLanes] = {};
  /// Return address register, low and high word.
  uint32_t rpc[2][kLanes];
  /// Arrivals at the cluster barrier so far.
  uint64_t clusterArrivals = 0;
  /// Result of the last BAR.RED.
  uint32_t barrierResult = 0;

  CTA *cta = nullptr;
  unsigned index = 0;   ///< in its CTA
  LaneMask threads = 0; ///< lanes that exist
  LaneMask exited = 0;  ///< lanes that ended
  llvm::SmallVector<Group, 8> groups;
  unsigned current = 0;   ///< group that runs next
  bool keepsTurn = false; ///< it was stopped before its turn was over
  std::vector<Meeting> meetings;
  /// Local memory, lane after lane; allocated at the first access.
  std::vector<uint8_t> local;
  /// Asynchronous copies that are not done, oldest first; they get done as late
  /// as the program allows, so that a wait that is missing shows.
  std::vector<AsyncCopy> copies;
  /// How many of `copies` are in the first group, in the first two, ...
  std::vector<size_t> copyGroups;

  /// The same of bulk copies that no barrier hears of.
  std::vector<std::shared_ptr<BulkTransfer>> bulkCopies;
  std::vector<size_t> bulkGroups;
  /// Made by the first product.
  std::shared_ptr<GroupProducts> products;

  /// Completes the groups of copies but for the last `pending`.
  void completeGroups(size_t pending);
  /// Completes the first `count` copies.
  void completeCopies(size_t count);

  LaneMask live() const { return threads & ~exited; }
  bool done() const { return live() == 0; }

  /// Makes the registers: recognisable garbage, predicates false.
  void makeRegisters(unsigned rows, unsigned predicates);

private:
  std::unique_ptr<RegisterRow[]> rowStorage;
  std::vector<uint32_t> uniformStorage;
  std::vector<LaneMask> predicateStorage;
  std::unique_ptr<bool[]> uniformPredicateStorage;
};

/// A CTA barrier: who has arrived since it was last complete.
struct CTABarrier {
  std::vector<LaneMask> arrived; ///< per warp
  std::vector<LaneMask> voted;   ///< per warp, predicate of BAR.RED
  /// Expected threads, 0: all of the CTA.
  uint32_t expected = 0;
  uint8_t reduction = 0; ///< 1 + BAR.RED's operation
  bool active = false;
  uint64_t completed = 0; ///< how often it was complete
};

/// A shared address has the rank of its CTA above the offset.
constexpr unsigned kRankShift = 24;
constexpr uint64_t kSharedOffset = (uint64_t(1) << kRankShift) - 1;
struct CTA;
struct Cluster {
  std::vector<CTA *> ctas; ///< by rank
  uint64_t tensorJobs = 0; ///< that were started
};

struct CTA {
  uint32_t id[3] = {0, 0, 0};
  uint64_t linear = 0;
  unsigned rank = 0; ///< in its cluster
  std::shared_ptr<Cluster> cluster;
  std::vector<uint8_t> shared;
  std::vector<std::unique_ptr<Warp>> warps;
  /// Those with numbers, and the cluster's.
  std::vector<CTABarrier> barriers;
  unsigned clusterBarrier() const { return unsigned(barriers.size()) - 1; }
  /// Made by the first instruction that uses it.
  std::shared_ptr<TensorMemory> tensorMemory;
  /// Bulk copies that barriers in shared memory hear of, oldest first.
  std::vector<std::shared_ptr<BulkTransfer>> arriving;
  unsigned nextWarp = 0;
  unsigned warpsDone = 0;
  /// Null unless memory is checked.
  std::shared_ptr<BlockCheck> check;
  bool done() const { return warpsDone == warps.size(); }
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_WARP_H
