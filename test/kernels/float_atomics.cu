//===- float_atomics.cu - Sums by f32 and f64 atomics ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void float_atomics(const float *__restrict__ in,
                                         float *sum, double *wide, int n) {
  __shared__ float part;
  if (threadIdx.x == 0)
    part = 0.0f;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    atomicAdd(&part, x);
    atomicAdd(&sum[1 + (i & 3)], x * x);
    atomicAdd(wide, (double)x * x);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(&sum[0], part);
}
