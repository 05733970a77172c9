//===- grid_barrier.cu - Blocks that wait for each other -------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A barrier of all blocks, whose sense changes each time.
__device__ void waitForAll(unsigned *arrived, volatile unsigned *phase) {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned now = *phase;
    __threadfence();
    if (atomicAdd(arrived, 1u) == gridDim.x - 1) {
      *arrived = 0;
      __threadfence();
      *phase = now + 1;
    } else {
      while (*phase == now) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

// Rule 110 on a ring, a cell a thread; and, every fourth step, the sum of all
// blocks, which each block adds to its own.
extern "C" __global__ void grid_barrier(unsigned *cells, unsigned *other,
                                        unsigned *sums, unsigned *state,
                                        int steps) {
  int n = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
  volatile unsigned *from = cells, *to = other;
  for (int step = 0; step < steps; ++step) {
    unsigned left = from[(t + n - 1) % n], right = from[(t + 1) % n];
    unsigned pattern = left << 2 | from[t] << 1 | right;
    to[t] = 110 >> pattern & 1;
    if (step % 4 == 3) {
      atomicAdd(&sums[step / 4], to[t] * (blockIdx.x + 1));
      waitForAll(state, state + 1);
      if (threadIdx.x == 0 && blockIdx.x == step % gridDim.x)
        atomicAdd(&sums[step / 4 + 1], atomicAdd(&sums[step / 4], 0u) * 3);
    }
    waitForAll(state, state + 1);
    volatile unsigned *swap = from;
    from = to;
    to = swap;
  }
}
