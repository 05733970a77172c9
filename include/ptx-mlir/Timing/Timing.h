//===- Timing.h - How long a kernel takes -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The timing model (docs/timing-model.md): replays the traces of the CTAs of
// one SM with the numbers of Target/Timing.td. The work is linear in the number
// of executed warp instructions.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TIMING_TIMING_H
#define PTX_MLIR_TIMING_TIMING_H

#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Execution/Machine.h"
#include "ptx-mlir/Execution/Program.h"
#include "ptx-mlir/Target/Target.h"
#include "ptx-mlir/Target/Timing.h"
#include "ptx-mlir/Timing/Trace.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string>
#include <vector>

namespace ptxmlir::timing {

/// What a warp does in a cycle, by the names of Nsight Compute's warp states.
enum class Stall : uint8_t {
  Selected,
  Wait,
  ShortScoreboard,
  LongScoreboard,
  Barrier,
  Membar,
  BranchResolving,
  Sleeping,
  DispatchStall,
  MathPipeThrottle,
  MIOThrottle,
  LGThrottle,
  TexThrottle,
  NotSelected,
  Drain,
};
constexpr unsigned kNumStalls = 15;
/// "long_scoreboard".
const char *getStallName(Stall stall);

/// How many CTAs an SM holds, and why not more.
struct Occupancy {
  unsigned ctas = 0; ///< 0: not even one fits
  unsigned warpsPerCTA = 0;
  unsigned maxWarps = 0; ///< of the SM
  /// CTAs by each limit, a large number where it does not bind.
  unsigned byWarps = 0, byCTAs = 0, byRegisters = 0, byShared = 0;
  const char *limiter = "";  ///< "warps", "CTAs", "registers", "shared memory"
  uint64_t sharedPerCTA = 0; ///< as it is allocated
  unsigned registersPerWarp = 0;
  double fraction() const {
    return maxWarps ? double(ctas) * warpsPerCTA / maxWarps : 0;
  }
};
Occupancy computeOccupancy(const target::TargetInfo &target,
                           const exec::Kernel &kernel,
                           const exec::LaunchConfig &launch);

/// Cycles that no order of execution can undercut.
struct Bounds {
  uint64_t issue = 0; ///< instructions of the busiest sub-partition
  uint64_t pipe = 0;
  std::string pipeName;
  /// The longest chain of values, from the start of a warp to its last issue.
  uint64_t chain = 0;
};

struct InstProfile {
  uint64_t issued = 0;  ///< times that a warp executed it
  uint64_t threads = 0; ///< threads that did, of all times
  std::array<uint64_t, kNumStalls> cycles = {}; ///< of warps, by state
  /// Cycles in which other instructions waited for the dependency barriers that
  /// this one holds.
  uint64_t awaited = 0;
  uint64_t total() const {
    uint64_t sum = 0;
    for (uint64_t c : cycles)
      sum += c;
    return sum;
  }
};

struct CTAProfile {
  uint64_t linear, start, end;
};

struct BlockProfile {
  uint32_t begin, end;     ///< instructions of the program
  uint64_t executions = 0; ///< by warps
  uint64_t issued = 0;
  uint64_t warpCycles = 0;
  /// From the first issue of the block by a warp to that of the next one, mean.
  double cyclesPerExecution() const {
    return executions ? double(warpCycles) / double(executions) : 0;
  }
};

struct Profile {
  const target::TargetInfo *target = nullptr;
  const target::TimingModel *model = nullptr;
  std::string kernel;
  unsigned sms = 1, activeSMs = 1;
  uint64_t numCTAs = 0, replayed = 0, ofSM = 0;
  Occupancy occupancy;
  /// Of the SM that has the most CTAs. If not all of its CTAs were replayed,
  /// `cycles` is as long in proportion.
  uint64_t cycles = 0, replayedCycles = 0;
  uint64_t issued = 0;
  uint64_t warpCycles = 0; ///< sum of the times that warps were resident
  Bounds bounds;
  std::vector<InstProfile> insts; ///< by index in the program
  llvm::BitVector jumpedTo;       ///< instructions that follow a jump
  std::vector<CTAProfile> ctas;
  std::vector<BlockProfile> blocks;
  /// Barriers that were opened by force: parts of warps wait for each other in
  /// an order that the trace does not show.
  uint64_t forced = 0;

  double microseconds() const {
    return double(cycles) / model->device.clockMHz;
  }
  double achievedOccupancy() const {
    return replayedCycles ? double(warpCycles) / double(replayedCycles) /
                                occupancy.maxWarps
                          : 0;
  }
};

/// Factors on the latencies that published measurements agree on least, to see
/// whether a comparison depends on them.
struct LatencyFactors {
  double constant = 1; ///< constants in memory, special registers
  double l1 = 1, l2 = 1, dram = 1;
  double transcendental = 1; ///< MUFU, conversions
};
target::TimingModel scaleLatencies(target::TimingModel model,
                                   const LatencyFactors &factors);

struct Options {
  unsigned sms = 0; ///< SMs of the device, 0: as the target's product has
  uint64_t maxEntries = uint64_t(32) << 20;
};

/// Runs `kernel` in `machine` with a recorder, then replays. The error is that
/// of the run, or that no CTA fits an SM.
llvm::Expected<Profile> profile(exec::Machine &machine,
                                const exec::Program &program,
                                const exec::Kernel &kernel,
                                const exec::LaunchConfig &launch,
                                const Options &options = {});

/// The CTAs of a launch, recorded to be replayed more than once.
struct Recording {
  const target::TargetInfo *target = nullptr;
  std::string kernel;
  Occupancy occupancy;
  std::vector<CTATrace> ctas;
};
/// All CTAs of a launch, as on one SM.
llvm::Expected<Recording> record(exec::Machine &machine,
                                 const exec::Program &program,
                                 const exec::Kernel &kernel,
                                 const exec::LaunchConfig &launch,
                                 uint64_t maxEntries = Options().maxEntries);
/// One SM that runs `blocks` CTAs, the recorded ones in turn; without the bound
/// by chains. `model` must outlive the result.
Profile replayBlocks(const exec::Program &program, const Recording &recording,
                     unsigned blocks, const target::TimingModel &model);

//===----------------------------------------------------------------------===//
// The parts
//===----------------------------------------------------------------------===//

/// Fills cycles, instructions, CTAs, bounds' issue and pipe.
void replay(const exec::Program &program, llvm::ArrayRef<const CTATrace *> ctas,
            Profile &profile);
/// The longest chain of values through a warp of the traces.
uint64_t longestChain(const exec::Program &program,
                      llvm::ArrayRef<CTATrace> ctas, const Profile &profile);
/// Sums instructions up by basic blocks.
void sumBlocks(const exec::Program &program, Profile &profile);

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void printTable(const exec::Program &program, const Profile &profile,
                llvm::raw_ostream &os);
void printJSON(const exec::Program &program, const Profile &profile,
               llvm::raw_ostream &os);
void printListing(const exec::Program &program, const Profile &profile,
                  llvm::raw_ostream &os);

} // namespace ptxmlir::timing

#endif // PTX_MLIR_TIMING_TIMING_H
