//===- cluster_histogram.cu - Shared memory of other blocks ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#define BINS 64

// A histogram whose bins are spread over the blocks of a cluster: each counts
// in the block that has the bin.  Then every block reads the sums of its
// neighbour.
extern "C" __global__ void __cluster_dims__(4, 1, 1)
    cluster_histogram(const unsigned *in, int n, unsigned *bins,
                      unsigned *sums) {
  __shared__ unsigned own[BINS / 4];
  __shared__ unsigned total;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
  int t = threadIdx.x;
  if (t < BINS / 4)
    own[t] = 0;
  if (t == 0)
    total = 0;
  cluster.sync();
  for (int i = cluster.thread_rank(); i < n; i += cluster.num_threads()) {
    unsigned bin = in[i] * 2654435761u >> 26;
    atomicAdd(cluster.map_shared_rank(own, bin / (BINS / 4)) + bin % (BINS / 4),
              1u);
  }
  cluster.sync();
  if (t < BINS / 4) {
    bins[rank * (BINS / 4) + t] = own[t];
    atomicAdd(&total, own[t] * (t + 1));
  }
  cluster.sync();
  if (t == 0)
    sums[blockIdx.x] =
        *cluster.map_shared_rank(&total, (rank + 1) % blocks) * 2 + rank;
  // No block may leave while others read its memory.
  cluster.sync();
}
