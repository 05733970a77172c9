//===- chained_scan.cu - Prefix sums, blocks in a chain --------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each block waits for the sum of all blocks before it, spinning on a flag in
// global memory, and then passes its own on.
extern "C" __global__ void chained_scan(const unsigned *__restrict__ in,
                                        unsigned *__restrict__ out,
                                        unsigned *flags,
                                        volatile unsigned *sums, int n) {
  __shared__ unsigned s[64];
  __shared__ unsigned before;
  int tid = threadIdx.x, i = blockIdx.x * 64 + tid;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 64; d <<= 1) {
    unsigned v = tid >= d ? s[tid - d] : 0;
    __syncthreads();
    s[tid] += v;
    __syncthreads();
  }
  if (tid == 63) {
    unsigned prefix = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&flags[blockIdx.x - 1], 0u) == 0)
        ;
      __threadfence();
      prefix = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = prefix + s[63];
    __threadfence();
    atomicExch(&flags[blockIdx.x], 1u);
    before = prefix;
  }
  __syncthreads();
  if (i < n)
    out[i] = before + s[tid];
}
