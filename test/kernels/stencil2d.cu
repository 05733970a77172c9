//===- stencil2d.cu - Five-point stencil with a halo -----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define BX 16
#define BY 8

extern "C" __global__ void stencil2d(const float *__restrict__ in,
                                     float *__restrict__ out, int width,
                                     int height, float centre, float side) {
  __shared__ float s[BY + 2][BX + 2];
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  // The border is clamped: each cell outside takes its nearest inner one.
  for (int j = threadIdx.y; j < BY + 2; j += BY)
    for (int i = threadIdx.x; i < BX + 2; i += BX) {
      int gx = min(max((int)(blockIdx.x * BX) + i - 1, 0), width - 1);
      int gy = min(max((int)(blockIdx.y * BY) + j - 1, 0), height - 1);
      s[j][i] = in[gy * width + gx];
    }
  __syncthreads();
  if (x >= width || y >= height)
    return;
  int i = threadIdx.x + 1, j = threadIdx.y + 1;
  float around = (s[j][i - 1] + s[j][i + 1]) + (s[j - 1][i] + s[j + 1][i]);
  out[y * width + x] = centre * s[j][i] + side * around;
}
