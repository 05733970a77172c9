//===- Launch.h - How a kernel is launched ----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the machine that runs SASS and the interpreter of PTX have in common:
// the grid of a launch, and how long threads run before others get a turn.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_LAUNCH_H
#define PTX_MLIR_EXECUTION_LAUNCH_H

#include "ptx-mlir/Execution/Perturbation.h"
#include "ptx-mlir/Execution/Texture.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptxmlir::exec {

/// A parameter of a kernel in its parameter block, in bytes.
struct KernelParam {
  unsigned offset, size;
  /// Of a texture, sampler or surface, which has no bytes there: the name under
  /// which the launch has it (see getParamImageName).
  std::string image = {};
};

/// What is bound to a parameter of a kernel, apart from variables of its name.
std::string getParamImageName(llvm::StringRef param);

struct LaunchConfig {
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  /// CTAs of a cluster; zeros: what the kernel says.
  uint32_t cluster[3] = {0, 0, 0};
  uint64_t dynamicShared = 0;
  /// The parameter block, as long as the kernel says.
  std::vector<uint8_t> params;
  /// What handles of textures, samplers and surfaces name (Texture.h).
  std::vector<TextureObject> textures;
  /// Warp instructions after which the run is an error; 0: no limit.
  uint64_t maxInstructions = 0;
  /// Local memory of a thread for its frames, at least.
  uint32_t stackBytes = 16384;
  /// Instructions a group, a warp, a CTA runs before another one gets a turn.
  unsigned groupQuantum = 256, warpQuantum = 4096;
  uint64_t ctaQuantum = 1 << 20;
  /// Groups and warps take turns in a random order and of random lengths, up to
  /// these, if set: no order is promised where threads are apart.
  std::optional<uint64_t> schedule;
  /// CTAs that may be resident at the same time.
  unsigned maxResident = 256;
  /// Approximations are off by parts of their largest error if set.
  std::optional<Perturbation> perturbation;
  /// What the PTX interpreter finds in registers that no path has written.
  uint64_t undefined = 0;
  /// Threads of the host that run CTAs, each with its share of the resident
  /// ones (the machine; the interpreter has one).
  unsigned threads = 1;
  /// One line per warp instruction if set.
  llvm::raw_ostream *trace = nullptr;
  /// Where vprintf writes to; null: standard output.
  llvm::raw_ostream *printed = nullptr;
};

/// Threads of a block, if no SM says otherwise.
constexpr unsigned kMaxThreads = 1024;
/// An error if the grid or the block is empty or the block too large.
llvm::Error checkGrid(const LaunchConfig &config,
                      unsigned maxThreads = kMaxThreads);

/// The clusters of a launch. CTAs start cluster by cluster.
struct ClusterShape {
  uint32_t dims[3] = {1, 1, 1};
  bool isExplicit = false;

  uint64_t size() const { return uint64_t(dims[0]) * dims[1] * dims[2]; }
  /// The number in the grid of the CTA that starts as the k-th one; `rank` is
  /// its rank in its cluster.
  uint64_t linearOf(uint64_t k, const uint32_t (&grid)[3],
                    unsigned &rank) const;
};
/// That of a launch of a kernel which asks for `wanted` (empty: for none). An
/// error if the launch wants another one or it does not fit the grid.
llvm::Expected<ClusterShape> clusterOf(const LaunchConfig &config,
                                       llvm::ArrayRef<uint32_t> wanted);

/// Instructions that a CTA of a cluster of several runs before the others get a
/// turn, at most.
constexpr uint64_t kClusterQuantum = 1 << 14;

struct LaunchStats {
  uint64_t warpInstructions = 0;
  uint64_t threadInstructions = 0;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_LAUNCH_H
