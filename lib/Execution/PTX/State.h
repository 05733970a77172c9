//===- State.h - State of a launch ------------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that a launch consists of while it runs: frames, groups, warps, barriers,
// blocks, clusters. Shared by the handlers of this folder.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_STATE_H
#define PTX_MLIR_LIB_EXECUTION_PTX_STATE_H

#include "Program.h"
#include "ptx-mlir/Execution/MemoryCheck.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <array>

namespace ptxmlir::interp {

struct CTA;
struct Launch;

/// An activation of a function by the lanes that called it together.
struct Frame {
  const Function *function = nullptr;
  std::unique_ptr<Row[]> rows;
  Frame *caller = nullptr;
  const Instr *callSite = nullptr;
  /// Lanes that have not returned.
  LaneMask live = 0;
  /// Per lane, the start of the frame in local memory.
  std::array<uint32_t, kLanes> localBase;
  unsigned depth = 0;
};

/// Lanes that execute together.
struct Group {
  enum State : uint8_t {
    Run,
    WaitCollective, ///< at a collective that other lanes must reach too
    WaitBarrier,    ///< at barrier `id` of the CTA
    WaitCluster,    ///< at barrier.cluster.wait
    WaitColumns,    ///< for columns of tensor memory
  };
  Frame *frame = nullptr;
  const Instr *pc = nullptr;
  LaneMask mask = 0;
  State state = Run;
  uint8_t id = 0;
  /// When it last had a turn.
  uint64_t turn = 0;
};

/// A copy that a thread has started; it is written when it is waited for.
struct PendingCopy {
  uint8_t *to;
  uint8_t data[16];
  uint8_t size;
};

struct GroupProducts;
struct TensorMemory;
struct Transfer;
using TransferRef = std::shared_ptr<Transfer>;

/// Turns that a group has before one that is ahead of it gets one: many, as
/// threads meet where the ones behind catch up, but where they wait for each
/// other, fewer each time.
constexpr unsigned kPatience = 64, kLeastPatience = 4;

struct Warp {
  CTA *cta = nullptr;
  Launch *launch = nullptr;
  unsigned index = 0;
  LaneMask threads = 0; ///< lanes that exist
  LaneMask alive = 0;   ///< and have not ended
  llvm::SmallVector<Group, 4> groups;
  unsigned current = 0;
  /// Turns that a group may have while another one waits.
  unsigned patience = kPatience;
  /// The rows of the current group's frame.
  Row *rows = nullptr;
  std::vector<std::unique_ptr<Frame>> frames, freeFrames;
  /// Local memory: `localBytes` per lane, made when it is first used; and the
  /// top of each lane's stack.
  std::vector<uint8_t> local;
  std::array<uint32_t, kLanes> localTop;
  /// cp.async: the open group and the committed ones, oldest first.
  std::array<std::vector<std::vector<PendingCopy>>, kLanes> copies;
  /// Bulk copies that the groups of a lane wait for: the open group and the
  /// committed ones, oldest first.
  std::array<std::vector<std::vector<TransferRef>>, kLanes> bulkGroups;
  /// Products of its warp group that are under way; made by the first.
  std::shared_ptr<GroupProducts> products;
  /// How often each lane has arrived at the barrier of its cluster.
  std::array<uint64_t, kLanes> clusterArrivals{};

  Group &group() { return groups[current]; }
  const Row &in(const Instr &i, unsigned k) const { return rows[i.in[k]]; }
  Row &out(const Instr &i, unsigned k) { return rows[i.out[k]]; }
  bool done() const { return alive == 0; }
};

/// One of the 16 barriers of a CTA.
struct Barrier {
  /// Lanes that have arrived, by warp, and their predicates.
  std::vector<LaneMask> arrived, votes;
  unsigned expected = 0; ///< threads; 0: all
};

struct Cluster {
  std::vector<CTA *> ctas;
  uint64_t tensorJobs = 0; ///< that were started
};

struct CTA {
  Launch *launch = nullptr;
  uint32_t id[3] = {0, 0, 0};
  uint64_t linear = 0;
  unsigned rank = 0; ///< in its cluster
  Cluster *cluster = nullptr;
  std::vector<uint8_t> shared;
  std::vector<std::unique_ptr<Warp>> warps;
  std::array<Barrier, 16> barriers;
  /// Made by the first tcgen05 instruction.
  std::shared_ptr<TensorMemory> tensorMemory;
  /// Copies that an mbarrier of this CTA waits for, oldest first.
  std::vector<TransferRef> arriving;
  /// Null unless memory is checked.
  std::shared_ptr<exec::BlockCheck> check;
  /// Phases of the cluster barrier that it knows of.
  uint64_t checkedPhases = 0;

  bool done() const {
    for (const auto &w : warps)
      if (!w->done())
        return false;
    return true;
  }
};

/// One run of a kernel.
struct Launch {
  Program &program;
  const Function &entry;
  const exec::LaunchConfig &config;
  exec::LaunchStats &counters;
  SharedLayout shared;
  exec::MemoryCheck *check = nullptr;
  exec::ClusterShape clusterShape;
  /// The CTA that starts next, and how many there are.
  uint64_t nextCTA = 0, numCTAs = 0;
  std::string faultText;
  std::optional<AccessFault> accessFault;
  bool turnOver = false; ///< the warp makes way for others
  /// A collective could not be done: its lanes wait for columns of tensor
  /// memory, then try again.
  bool mustWait = false;

  Launch(Program &program, const Function &entry,
         const exec::LaunchConfig &config, exec::LaunchStats &counters)
      : program(program), entry(entry), config(config), counters(counters),
        shared(layOutShared(program, entry)) {}

  /// Stops the run. Only the first fault counts. `lane` may be -1: the warp.
  void fault(const Warp &w, const Instr &inst, int lane, std::string message);
  bool faulted() const { return !faultText.empty(); }

  bool runCTA(CTA &cta, uint64_t budget);
  bool runWarp(Warp &w, uint64_t budget);
  void runGroup(Warp &w, uint64_t budget);
  bool pickGroup(Warp &w);
  std::unique_ptr<CTA> makeCTA(uint64_t linear);
  std::string describeStall(const CTA &cta) const;
};

//===----------------------------------------------------------------------===//
// Control (Control.cpp)
//===----------------------------------------------------------------------===//

/// The address of a shared variable in this launch.
void fillSharedAddress(Warp &w, const Instr &inst, LaneMask active);
/// Moves lanes of the current group along an edge; `lanes` is the whole group,
/// or has been split from it.
void followEdge(Warp &w, Group &g, const Edge &edge);
/// Splits `lanes` off the current group. Invalidates references to groups; the
/// new group is the last one.
Group &splitGroup(Warp &w, LaneMask lanes);
/// Ends threads.
void exitLanes(Warp &w, LaneMask lanes);
/// A new activation of a function for `lanes`; their stacks grow by its frame.
Frame *pushFrame(Warp &w, const Function &function, LaneMask lanes);
/// Lanes leave the frame.
void leaveFrame(Warp &w, Frame &frame, LaneMask lanes);
/// Lets lanes that wait for each other go on where all have come.
void tryCollectives(Warp &w);
void tryBarrier(CTA &cta, unsigned id);
void tryCluster(Cluster &cluster);
/// Calls of functions that the device runtime has: printf, malloc
/// (Runtime.cpp).
bool callRuntime(Warp &w, const Instr &inst, LaneMask active);

/// The value of a special register.
uint64_t specialRegister(const Warp &w, ptx::SpecialRegister reg,
                         unsigned lane);

//===----------------------------------------------------------------------===//
// Textures (Texture.cpp)
//===----------------------------------------------------------------------===//

/// The handle of the object that a variable stands for in this launch.
void fillTextureHandle(Warp &w, const Instr &inst, LaneMask active);
/// The object with that number; null after a fault.
const exec::TextureObject *findObject(Warp &w, const Instr &inst, unsigned lane,
                                      uint64_t number,
                                      exec::TextureObject::Kind kind);

//===----------------------------------------------------------------------===//
// Bulk copies (Bulk.cpp)
//===----------------------------------------------------------------------===//

/// Completes the copies that the phase of an mbarrier of the CTA waits for, if
/// it waits for nothing else.
void finishArriving(CTA &cta, uint8_t *mbarrier);
/// Completes products and copies of tensor memory that the phase of an mbarrier
/// waits for, if it waits for nothing else.
void finishTensorJobs(CTA &tester, uint8_t *mbarrier);
/// The CTA has ended: a fault if columns of its tensor memory are allocated.
void checkColumnsAtEnd(CTA &cta);
/// The CTA has ended: what its bulk groups have read is written.
void finishBulkGroups(CTA &cta);

//===----------------------------------------------------------------------===//
// Memory (Memory.cpp)
//===----------------------------------------------------------------------===//

/// The bytes of an access, null after a fault. An access must be aligned to
/// `alignment` bytes. Addresses of shared memory have the rank of their CTA in
/// the cluster from bit 24 on. For the check: whether the access is one of the
/// strong operations, and what a store is about to write.
uint8_t *access(Warp &w, const Instr &inst, unsigned lane, ptx::Space space,
                uint64_t address, unsigned bytes, unsigned alignment,
                exec::AccessKind kind, bool strong = false,
                const uint8_t *fresh = nullptr);
/// The rest is for memory that is checked (CheckedAccess.cpp).
void checkAccess(Warp &w, const Instr &inst, unsigned lane, ptx::Space space,
                 uint64_t address, unsigned bytes, exec::AccessKind kind,
                 bool strong, const uint8_t *old, const uint8_t *fresh);
exec::SyncObject &checkedMbarrier(const CTA &owner, const uint8_t *p);
/// The CTA of the cluster whose shared memory has the byte; null if it is
/// global.
CTA *ownerOf(const Warp &w, const uint8_t *p);
/// A barrier is complete; a CTA cannot go on.
void checkBarrier(CTA &cta, unsigned id);
void checkDeadlock(const CTA &cta);
/// Bytes of the stack of a lane; null beyond its top.
uint8_t *localMemory(Warp &w, unsigned lane, uint64_t address, uint64_t bytes);
/// The generic address of one in a space, and the other way round.
uint64_t toGeneric(const Warp &w, ptx::Space space, uint64_t address);
uint64_t fromGeneric(const Warp &w, ptx::Space space, uint64_t address);
/// The space that a generic address lies in.
ptx::Space spaceOf(const Warp &w, uint64_t generic);

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

inline uint64_t maskBits(unsigned bits) {
  return llvm::maskTrailingOnes<uint64_t>(std::min(bits, 64u));
}

/// d = F(a), d = F(a, b), d = F(a, b, c) per lane.
template <auto F> void unary(Warp &w, const Instr &i, LaneMask active) {
  const Row &a = w.in(i, 0);
  Row &d = w.out(i, 0);
  if (active == ~0u) {
    for (unsigned l = 0; l < kLanes; ++l)
      d[l] = F(a[l]);
    return;
  }
  forLanes(active, [&](unsigned l) { d[l] = F(a[l]); });
}
template <auto F> void binary(Warp &w, const Instr &i, LaneMask active) {
  const Row &a = w.in(i, 0), &b = w.in(i, 1);
  Row &d = w.out(i, 0);
  if (active == ~0u) {
    for (unsigned l = 0; l < kLanes; ++l)
      d[l] = F(a[l], b[l]);
    return;
  }
  forLanes(active, [&](unsigned l) { d[l] = F(a[l], b[l]); });
}
template <auto F> void ternary(Warp &w, const Instr &i, LaneMask active) {
  const Row &a = w.in(i, 0), &b = w.in(i, 1), &c = w.in(i, 2);
  Row &d = w.out(i, 0);
  if (active == ~0u) {
    for (unsigned l = 0; l < kLanes; ++l)
      d[l] = F(a[l], b[l], c[l]);
    return;
  }
  forLanes(active, [&](unsigned l) { d[l] = F(a[l], b[l], c[l]); });
}

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_STATE_H
