//===- named_barriers.cu - Producers and consumers in one block *- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define SIZE 64
#define HALF 64

__device__ __forceinline__ void arrive(int barrier) {
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "n"(2 * HALF) : "memory");
}
__device__ __forceinline__ void wait(int barrier) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "n"(2 * HALF) : "memory");
}

// The first half of the block fills two buffers in turn, the other half empties
// them; barriers 1 and 2 say that a buffer is full, 3 and 4 that it is empty.
// The sums of the consumers are joined by a reducing barrier of them alone.
extern "C" __global__ void named_barriers(const int *in, int *out, int *counts,
                                          int steps) {
  __shared__ int buffer[2][SIZE];
  int t = threadIdx.x % HALF;
  if (threadIdx.x < HALF) {
    for (int step = 0; step < steps; ++step) {
      int slot = step & 1;
      if (step >= 2)
        wait(3 + slot);
      buffer[slot][t] = in[step * SIZE + t] * (step + 1);
      arrive(1 + slot);
    }
    return;
  }
  int sum = 0;
  for (int step = 0; step < steps; ++step) {
    int slot = step & 1;
    wait(1 + slot);
    int value = buffer[slot][SIZE - 1 - t];
    if (step + 2 < steps)
      arrive(3 + slot);
    sum = sum * 3 + value;
    int odd;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "setp.ne.u32 p, %1, 0;\n\t"
                 "bar.red.popc.u32 %0, 5, %2, p;\n\t}"
                 : "=r"(odd)
                 : "r"(value & 1), "n"(HALF)
                 : "memory");
    if (t == step)
      counts[step] = odd;
  }
  out[t] = sum;
}
