//===- copy_pipeline.cu - Three stages of asynchronous copies --*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define STAGES 3
#define CHUNK 256 // Floats: four a thread.

__device__ __forceinline__ void copyAsync(float *shared, const float *global,
                                          int bytes) {
  unsigned address = (unsigned)__cvta_generic_to_shared(shared);
  // What is not read of the 16 bytes becomes zero.
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address),
               "l"(global), "r"(bytes)
               : "memory");
}

// A stencil over chunks that come to shared memory two steps ahead: sums of
// each element, its neighbour in the chunk and the chunk before.
extern "C" __global__ void copy_pipeline(const float *in, float *out, int n) {
  __shared__ __align__(16) float stage[STAGES][CHUNK];
  int t = threadIdx.x, chunks = (n + CHUNK - 1) / CHUNK;
#pragma unroll
  for (int s = 0; s < STAGES - 1; ++s) {
    int left = (n - s * CHUNK - 4 * t) * 4;
    if (s < chunks)
      copyAsync(&stage[s][4 * t], in + (left > 0 ? s * CHUNK + 4 * t : 0),
                max(0, min(left, 16)));
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  float before[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int chunk = 0; chunk < chunks; ++chunk) {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
    __syncthreads();
    int ahead = chunk + STAGES - 1, slot = ahead % STAGES;
    int left = (n - ahead * CHUNK - 4 * t) * 4;
    if (ahead < chunks)
      copyAsync(&stage[slot][4 * t],
                in + (left > 0 ? ahead * CHUNK + 4 * t : 0),
                max(0, min(left, 16)));
    asm volatile("cp.async.commit_group;" ::: "memory");
    const float *now = stage[chunk % STAGES];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      int e = t + 64 * i, at = chunk * CHUNK + e;
      float x = now[e], sum = x + now[(e + 1) % CHUNK] * 0.5f - before[i];
      before[i] = x;
      if (at < n)
        out[at] = sum;
    }
  }
}
