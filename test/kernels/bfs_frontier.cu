//===- bfs_frontier.cu - Breadth-first search with frontiers ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define LARGEST 128

// Distances from a node; the frontier and the next one are queues in shared
// memory.  sizes[d] is the number of nodes of distance d.
extern "C" __global__ void bfs_frontier(const int *starts, const int *targets,
                                        int nodes, int source, int *distances,
                                        int *sizes) {
  __shared__ int queue[2][LARGEST];
  __shared__ int counts[2];
  int t = threadIdx.x;
  for (int i = t; i < nodes; i += blockDim.x)
    distances[i] = i == source ? 0 : -1;
  if (t == 0) {
    queue[0][0] = source;
    counts[0] = 1;
    counts[1] = 0;
  }
  __syncthreads();
  for (int level = 0;; ++level) {
    int now = level & 1, count = counts[now];
    if (count == 0)
      break;
    if (t == 0)
      sizes[level] = count;
    for (int i = t; i < count; i += blockDim.x) {
      int node = queue[now][i];
      for (int e = starts[node]; e < starts[node + 1]; ++e) {
        int next = targets[e];
        if (atomicCAS(&distances[next], -1, level + 1) == -1)
          queue[1 - now][atomicAdd(&counts[1 - now], 1)] = next;
      }
    }
    __syncthreads();
    if (t == 0)
      counts[now] = 0;
    __syncthreads();
  }
}
