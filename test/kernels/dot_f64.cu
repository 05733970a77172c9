//===- dot_f64.cu - Dot product in f64, fused ------------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void dot_f64(const double *__restrict__ a,
                                   const double *__restrict__ b,
                                   double *__restrict__ partial, int n) {
  __shared__ double s[4];
  double sum = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum = fma(a[i], b[i], sum);
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if ((threadIdx.x & 31) == 0)
    s[threadIdx.x >> 5] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w)
      sum += s[w];
    partial[blockIdx.x] = sum;
  }
}
