//===- k_means.cu - Clusters of points, by steps ---------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define MOST 8

// Points of integers: each step gives every point its nearest centre, adds the
// points up in shared memory and moves the centres; it ends when none moves.
extern "C" __global__ void k_means(const short2 *points, int n, int clusters,
                                   int2 *centres, unsigned char *nearest,
                                   int *steps) {
  __shared__ int2 centre[MOST];
  __shared__ int sumX[MOST], sumY[MOST], count[MOST];
  int t = threadIdx.x;
  if (t < MOST)
    centre[t] = make_int2(0, 0);
  if (t < clusters)
    centre[t] =
        make_int2(points[t * n / clusters].x, points[t * n / clusters].y);
  int step = 0, moved;
  do {
    if (t < clusters)
      sumX[t] = sumY[t] = count[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) {
      int x = points[i].x, y = points[i].y, best = 0x7fffffff, which = 0;
      for (int c = 0; c < clusters; ++c) {
        int dx = x - centre[c].x, dy = y - centre[c].y;
        int distance = dx * dx + dy * dy;
        if (distance < best) {
          best = distance;
          which = c;
        }
      }
      nearest[i] = (unsigned char)which;
      atomicAdd(&sumX[which], x);
      atomicAdd(&sumY[which], y);
      atomicAdd(&count[which], 1);
    }
    __syncthreads();
    bool changed = false;
    if (t < clusters && count[t] > 0) {
      int2 next = make_int2(sumX[t] / count[t], sumY[t] / count[t]);
      changed = next.x != centre[t].x || next.y != centre[t].y;
      centre[t] = next;
    }
    moved = __syncthreads_or(changed);
    ++step;
  } while (moved && step < 30);
  if (t < clusters)
    centres[t] = centre[t];
  if (t == 0)
    *steps = step;
}
