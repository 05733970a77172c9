//===- Launch.cpp - The grid and the clusters of a launch -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is wrong with a grid, and how blocks are grouped into clusters. Shared
// by the machine and the PTX interpreter.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Launch.h"
#include "llvm/ADT/Twine.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

static llvm::Error bad(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Error exec::checkGrid(const LaunchConfig &c, unsigned maxThreads) {
  uint64_t threads = uint64_t(c.block[0]) * c.block[1] * c.block[2];
  if (threads == 0 || !c.grid[0] || !c.grid[1] || !c.grid[2])
    return bad("the grid or the block is empty");
  if (threads > maxThreads)
    return bad("a block has at most " + llvm::Twine(maxThreads) +
               " threads, not " + llvm::Twine(threads));
  return llvm::Error::success();
}

llvm::Expected<ClusterShape> exec::clusterOf(const LaunchConfig &config,
                                             llvm::ArrayRef<uint32_t> wanted) {
  ClusterShape shape;
  bool given = config.cluster[0] || config.cluster[1] || config.cluster[2];
  shape.isExplicit = given || !wanted.empty();
  for (unsigned k : {0, 1, 2}) {
    uint32_t asked = k < wanted.size() ? std::max(1u, wanted[k]) : 1;
    shape.dims[k] = given ? std::max(1u, config.cluster[k]) : asked;
    if (!wanted.empty() && shape.dims[k] != asked)
      return bad("the kernel asks for another cluster");
    if (config.grid[k] % shape.dims[k])
      return bad("the grid is no multiple of the cluster");
  }
  // What a target allows at all, with cudaFuncAttributeNonPortableClusterSize.
  constexpr unsigned largest = 16;
  if (shape.size() > largest)
    return bad("a cluster has at most " + llvm::Twine(largest) +
               " blocks, not " + llvm::Twine(shape.size()));
  return shape;
}

uint64_t ClusterShape::linearOf(uint64_t k, const uint32_t (&grid)[3],
                                unsigned &rank) const {
  uint64_t which = k / size(), at = k % size();
  rank = unsigned(at);
  uint64_t perRow = grid[0] / dims[0], perPlane = grid[1] / dims[1];
  uint64_t x = which % perRow * dims[0] + at % dims[0];
  uint64_t y = which / perRow % perPlane * dims[1] + at / dims[0] % dims[1];
  uint64_t z = which / perRow / perPlane * dims[2] + at / dims[0] / dims[1];
  return (z * grid[1] + y) * grid[0] + x;
}
