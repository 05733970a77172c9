//===- matmul_tiled.cu - Matrix product with shared tiles ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define TILE 16

// C[m][n] = A[m][k] * B[k][n], row-major, any sizes.
extern "C" __global__ void matmul_tiled(const float *__restrict__ a,
                                        const float *__restrict__ b,
                                        float *__restrict__ c, int m, int n,
                                        int k) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float acc = 0.0f;
  for (int t = 0; t < k; t += TILE) {
    as[ty][tx] = row < m && t + tx < k ? a[row * k + t + tx] : 0.0f;
    bs[ty][tx] = t + ty < k && col < n ? b[(t + ty) * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; ++i)
      acc = fmaf(as[ty][i], bs[i][tx], acc);
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = acc;
}
