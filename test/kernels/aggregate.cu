//===- aggregate.cu - Atomics gathered by __activemask ---------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Keeps the values that pass a test; one atomic for the threads of a warp that
// happen to be together.  Which thread gets which slot is free; the slots used
// and the sum are not.
extern "C" __global__ void aggregate(const unsigned *__restrict__ in,
                                     unsigned *kept, unsigned *count,
                                     unsigned *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = in[i];
  if (x % 3 == 0) {
    unsigned mask = __activemask();
    unsigned lane = threadIdx.x & 31;
    unsigned leader = __ffs(mask) - 1;
    unsigned rank = __popc(mask & ((1u << lane) - 1u));
    unsigned base = 0;
    if (lane == leader)
      base = atomicAdd(count, (unsigned)__popc(mask));
    base = __shfl_sync(mask, base, leader);
    kept[base + rank] = 1;
    atomicAdd(sum, x);
  }
}
