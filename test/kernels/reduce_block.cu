//===- reduce_block.cu - Block sum and maximum in shared -------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void reduce_block(const float *__restrict__ in,
                                        float *__restrict__ sums,
                                        float *__restrict__ maxima, int n) {
  __shared__ float sum[128];
  __shared__ float top[128];
  int tid = threadIdx.x;
  int i = blockIdx.x * (2 * blockDim.x) + tid;
  float a = i < n ? in[i] : 0.0f;
  float b = i + blockDim.x < n ? in[i + blockDim.x] : 0.0f;
  sum[tid] = a + b;
  top[tid] = fmaxf(a, b);
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sum[tid] += sum[tid + s];
      top[tid] = fmaxf(top[tid], top[tid + s]);
    }
    __syncthreads();
  }
  if (tid == 0) {
    sums[blockIdx.x] = sum[0];
    maxima[blockIdx.x] = top[0];
  }
}
