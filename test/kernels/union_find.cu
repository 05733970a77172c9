//===- union_find.cu - Components of a graph without locks -----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The least node of each component: trees are joined by compare-and-swap at
// their roots, and paths are halved on the way.
__device__ int findRoot(int *parent, int node) {
  int up = atomicAdd(&parent[node], 0);
  while (up != node) {
    int next = atomicAdd(&parent[up], 0);
    if (next != up)
      atomicCAS(&parent[node], up, next);
    node = up;
    up = next;
  }
  return node;
}

extern "C" __global__ void union_find(int *parent, int nodes, const int2 *edges,
                                      int count) {
  int t = threadIdx.x;
  for (int i = t; i < nodes; i += blockDim.x)
    parent[i] = i;
  __syncthreads();
  for (int i = t; i < count; i += blockDim.x) {
    int a = edges[i].x, b = edges[i].y;
    for (;;) {
      a = findRoot(parent, a);
      b = findRoot(parent, b);
      if (a == b)
        break;
      int low = min(a, b), high = max(a, b);
      if (atomicCAS(&parent[high], high, low) == high)
        break;
    }
  }
  __syncthreads();
  for (int i = t; i < nodes; i += blockDim.x) {
    int root = findRoot(parent, i);
    atomicExch(&parent[i], root);
  }
}
