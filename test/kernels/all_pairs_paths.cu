//===- all_pairs_paths.cu - Shortest paths between all nodes ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define NODES 20

// Floyd and Warshall in shared memory, with the next node of each path; then
// each thread follows a path and hashes it.
extern "C" __global__ void all_pairs_paths(const unsigned short *lengths,
                                           unsigned short *distances,
                                           unsigned *paths) {
  __shared__ unsigned short d[NODES][NODES + 1];
  __shared__ signed char next[NODES][NODES];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < NODES; y += blockDim.y) {
    d[y][x] = x == y ? 0 : lengths[y * NODES + x];
    next[y][x] = d[y][x] == 0xffff ? -1 : x;
  }
  __syncthreads();
  for (int k = 0; k < NODES; ++k) {
    for (int y = threadIdx.y; y < NODES; y += blockDim.y) {
      unsigned through = (unsigned)d[y][k] + d[k][x];
      // Row and column k do not change in step k.
      if (y != k && x != k && d[y][k] != 0xffff && d[k][x] != 0xffff &&
          through < d[y][x]) {
        d[y][x] = (unsigned short)through;
        next[y][x] = next[y][k];
      }
    }
    __syncthreads();
  }
  for (int y = threadIdx.y; y < NODES; y += blockDim.y) {
    unsigned hash = 1;
    if (next[y][x] >= 0)
      for (int node = y; node != x; node = next[node][x])
        hash = hash * 31 + node;
    distances[y * NODES + x] = d[y][x];
    paths[y * NODES + x] = hash;
  }
}
