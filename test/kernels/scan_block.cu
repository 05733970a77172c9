//===- scan_block.cu - Inclusive prefix sum of each block ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void scan_block(const int *__restrict__ in,
                                      int *__restrict__ out,
                                      int *__restrict__ blockSums, int n) {
  __shared__ int warpSums[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = i < n ? in[i] : 0;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int up = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d)
      v += up;
  }
  if (lane == 31)
    warpSums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int w = lane < (blockDim.x >> 5) ? warpSums[lane] : 0;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
      int up = __shfl_up_sync(0xffffffffu, w, d);
      if (lane >= d)
        w += up;
    }
    warpSums[lane] = w;
  }
  __syncthreads();
  if (warp > 0)
    v += warpSums[warp - 1];
  if (i < n)
    out[i] = v;
  if (threadIdx.x == blockDim.x - 1)
    blockSums[blockIdx.x] = v;
}
