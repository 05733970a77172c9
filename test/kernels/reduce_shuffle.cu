//===- reduce_shuffle.cu - Grid-stride sum, shuffles -----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Two sums at once: an f32 one whose order of additions is fixed (one partial
// sum per block), and a 64-bit integer one of the bit patterns, by atomics.
extern "C" __global__ void reduce_shuffle(const float *__restrict__ in,
                                          float *__restrict__ partial,
                                          unsigned long long *total, int n) {
  __shared__ float warpSums[8];
  float sum = 0.0f;
  unsigned long long bits = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    sum += in[i];
    bits += __float_as_uint(in[i]);
  }
  for (int offset = 16; offset > 0; offset >>= 1) {
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
    bits += __shfl_xor_sync(0xffffffffu, bits, offset);
  }
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) {
    warpSums[warp] = sum;
    atomicAdd(total, bits);
  }
  __syncthreads();
  if (warp == 0) {
    int warps = blockDim.x >> 5;
    sum = lane < warps ? warpSums[lane] : 0.0f;
    for (int offset = 4; offset > 0; offset >>= 1)
      sum += __shfl_down_sync(0xffffffffu, sum, offset, 8);
    if (lane == 0)
      partial[blockIdx.x] = sum;
  }
}
