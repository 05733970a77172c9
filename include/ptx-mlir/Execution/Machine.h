//===- Machine.h - Runs kernels on the CPU ----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine interprets a Program for a grid of CTAs. Scheduling is
// deterministic and fair: a group of threads, a warp and a CTA run for a number
// of instructions (LaunchConfig) and then make way for the next one, so code
// that waits for another thread, warp or CTA makes progress.
//
// A launch may have several workers (LaunchConfig::threads), each a Machine in
// a thread of the host: a worker takes the next cluster and keeps it to its
// end, so that registers and shared memory are touched by one thread only.
// Workers give turns each for itself, so that results of code that depends on
// the order of CTAs are no longer the same in each run. What atomics, strong
// accesses and fences of global memory promise holds
// (lib/Execution/HostAccess.h). Clocks and timers count what the worker has
// executed.
//
// Values follow program order: stall counts and dependency barriers have no
// effect.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_MACHINE_H
#define PTX_MLIR_EXECUTION_MACHINE_H

#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Execution/Memory.h"
#include "ptx-mlir/Execution/Observer.h"
#include "ptx-mlir/Execution/Program.h"
#include "ptx-mlir/Execution/Warp.h"
#include "llvm/Support/Error.h"

namespace ptxmlir::target {
class TargetInfo;
}

namespace ptxmlir::exec {

class LaunchState;
class MemoryCheck;

class Machine {
public:
  /// With a MemoryCheck, the program must be one that tells it what it accesses
  /// (Program::checkMemory).
  Machine(const Program &program, GlobalMemory &memory,
          MemoryCheck *check = nullptr)
      : program(program), memory(memory), view(memory), check(check) {}

  /// Runs `kernel` to its end. The error says what went wrong, where, and for
  /// which thread (the first one that is known); memory keeps what was written
  /// until then. A run with several threads of the host can have no check, no
  /// observer and no trace.
  llvm::Error run(const Kernel &kernel, const LaunchConfig &config);

  const LaunchStats &stats() const { return counters; }
  /// Told of what runs from now on; null: nobody.
  void setObserver(Observer *o) { observer = o; }
  Observer *getObserver() const { return observer; }
  const Program &getProgram() const { return program; }
  /// That of the launch.
  const target::TargetInfo &getTarget() const { return *target; }

  //===--------------------------------------------------------------------===//
  // For instruction handlers
  //===--------------------------------------------------------------------===//

  /// Stops the run. Only the first fault counts. `lane` is a lane of the warp
  /// or -1.
  void fault(const Warp &w, const DInst &inst, int lane, std::string message);
  bool faulted() const { return hasFaulted; }
  /// Whether other workers may access global memory at the same time.
  bool isParallel() const { return parallel; }

  uint64_t pcOf(const DInst &inst) const {
    return uint64_t(&inst - program.code.data()) * 16;
  }
  /// A constant-bank word, or nothing outside the bank (after a fault).
  const uint8_t *constant(const Warp &w, const DInst &inst, unsigned bank,
                          uint64_t offset, unsigned bytes);

  /// Memory by space. Null after a fault.
  uint8_t *global(const Warp &w, const DInst &inst, unsigned lane,
                  uint64_t address, unsigned bytes);
  uint8_t *shared(Warp &w, const DInst &inst, unsigned lane, uint64_t address,
                  unsigned bytes);
  /// The shared memory of the CTA whose rank the address has: that of the
  /// cluster.
  uint8_t *clusterShared(Warp &w, const DInst &inst, unsigned lane,
                         uint64_t address, unsigned bytes);
  /// The CTA of the cluster that a shared address belongs to; null: none.
  static CTA *ownerOf(const Warp &w, uint64_t address);
  uint8_t *local(Warp &w, const DInst &inst, unsigned lane, uint64_t address,
                 unsigned bytes);
  uint8_t *parameter(Warp &w, const DInst &inst, unsigned lane,
                     uint64_t address, unsigned bytes);
  uint8_t *generic(Warp &w, const DInst &inst, unsigned lane, uint64_t address,
                   unsigned bytes);

  /// Control: lanes of the current group end, wait or go on elsewhere. Each
  /// leaves the current group in a state that the scheduler understands.
  void exitLanes(Warp &w, LaneMask lanes);
  /// Splits `lanes` off the current group; they go on at `pc` in state `state`.
  Group &moveLanes(Warp &w, LaneMask lanes, uint64_t pc, Group::State state);
  void releaseConvergence(Warp &w);
  /// All threads of a WARPSYNC's mask wait: they go on.
  void releaseWarpsync(Warp &w, LaneMask mask);
  /// Lets the lanes of `lanes` in group `index` go on after their instruction.
  static void resume(Warp &w, size_t index, LaneMask lanes);
  /// The lanes part here and meet at `pc`.
  static void expectMeeting(Warp &w, LaneMask lanes, uint64_t pc);
  /// The current group has come to a place where threads meet.
  void meet(Warp &w);
  /// Lets go whoever has nobody to wait for.
  void releaseMeetings(Warp &w);
  /// The lanes do not take part in a convergence barrier any more.
  void leaveBarrier(Warp &w, unsigned id, LaneMask lanes);
  /// YIELD: the other threads get a turn, and those that wait at a convergence
  /// barrier do not wait for these lanes any longer (a thread that spins on a
  /// lock must not hold up the thread that has it).
  void yieldLanes(Warp &w, LaneMask lanes);
  void releaseBarrier(CTA &cta, unsigned id);
  void releaseClusterBarrier(Cluster &cluster);
  void arrive(Warp &w, unsigned id, LaneMask lanes, uint32_t expected,
              unsigned reduction, LaneMask votes);
  /// Ends the turn of the current group and of its warp: it waits for
  /// something.
  void endTurn() { turnOver = warpTurnOver = true; }

  /// Nothing if the machine does not model the register.
  std::optional<uint32_t> specialRegister(const Warp &w, unsigned sr,
                                          unsigned lane) const;
  uint64_t clock() const { return counters.warpInstructions; }

  /// "k+0x90 (LDS R2, [R3])".
  std::string describePlace(uint64_t pc) const;
  /// Where a local address lies in the memory of its thread.
  uint64_t localOffset(uint64_t address) const {
    return address - (localTop - localBytes);
  }

  const Program &program;
  GlobalMemory &memory;
  MemoryView view; ///< of `memory`, for this worker
  MemoryCheck *const check;
  const Kernel *kernel = nullptr;
  const LaunchConfig *config = nullptr;
  ClusterShape cluster; ///< of this launch
  /// What the workers of this launch share.
  std::shared_ptr<LaunchState> launch;
  /// Whether the program allocates tensor memory: its code keeps what is
  /// allocated in reserved shared memory.
  bool usesTensorMemory = false;
  uint64_t tensorWords = 0, tensorWordsEnd = 0; ///< where
  const target::TargetInfo *target = nullptr;   ///< of this launch
  /// Bank 0 of this launch.
  std::vector<uint8_t> constant0;

private:
  /// Another worker of the launch.
  Machine(const Machine &) = default;

  uint8_t *sharedOf(CTA &owner, const Warp &w, const DInst &inst, unsigned lane,
                    uint64_t address, unsigned bytes);
  /// Whether all have arrived that a barrier waits for; lets them go on.
  static bool isComplete(const CTA &cta, unsigned id);
  void complete(CTA &cta, unsigned id);
  void buildConstants();
  std::unique_ptr<CTA> makeCTA(uint64_t linear);
  void startWorkers(unsigned workers);
  /// Runs clusters until none is left or the launch has failed; up to so many
  /// CTAs are resident at a time.
  void work(uint64_t maxResident);
  /// Run until the budget is spent or nothing can run. False: nothing ran.
  bool runCTA(CTA &cta, uint64_t budget);
  bool runWarp(Warp &w, unsigned budget);
  void runGroup(Warp &w, unsigned budget, unsigned turn);
  /// A fault: there is no instruction at `pc`.
  void leaveCode(uint64_t pc);
  bool pickGroup(Warp &w);
  bool giveUpMeetings(Warp &w, bool all);
  std::string describeStall(const CTA &cta) const;
  /// A barrier is complete; a CTA cannot go on (with a MemoryCheck only).
  void checkBarrier(CTA &cta, unsigned id);
  void checkDeadlock(const CTA &cta);
  void traceLine(const Warp &w, uint64_t pc, LaneMask active) const;

  LaunchStats counters; ///< of this worker; after a run, of all
  Observer *observer = nullptr;
  bool hasFaulted = false, parallel = false;
  bool turnOver = false, warpTurnOver = false;
  /// With LaunchConfig::schedule a random number below `count`, else the first
  /// one, and a random length of a turn, short ones as often as long ones.
  uint64_t drawFirst(uint64_t count);
  uint64_t drawTurn(uint64_t longest);
  uint64_t randomState = 0;
  uint64_t localBytes = 0, localTop = 0;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_MACHINE_H
