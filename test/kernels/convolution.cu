//===- convolution.cu - Filters of one and two dimensions ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define RADIUS 3

__constant__ float taps[2 * RADIUS + 1] = {
    0.03125f, 0.109375f, 0.21875f, 0.28125f, 0.21875f, 0.109375f, 0.03125f};

template <bool Mirror> __device__ float at(const float *row, int i, int n) {
  if (Mirror) {
    i = i < 0 ? -i - 1 : i;
    i = i >= n ? 2 * n - 1 - i : i;
    return row[i];
  }
  return i >= 0 && i < n ? row[i] : 0.0f;
}

// A separable filter over one row a block (mirrored ends), and one of 3 x 3
// with weights by value over the whole image (zeros outside).
struct Weights {
  float w[3][3];
};

extern "C" __global__ void convolution(const float *image, int width,
                                       int height, Weights weights, float *rows,
                                       float *square) {
  const float *row = image + blockIdx.x * width;
  for (int x = threadIdx.x; x < width; x += blockDim.x) {
    float sum = 0.0f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; ++k)
      sum = fmaf(taps[k + RADIUS], at<true>(row, x + k, width), sum);
    rows[blockIdx.x * width + x] = sum;
    float other = 0.0f;
    for (int dy = -1; dy <= 1; ++dy) {
      int y = blockIdx.x + dy;
      if (y < 0 || y >= height)
        continue;
      // Weights by an index that is not a constant.
      for (int dx = -1; dx <= 1; ++dx)
        other += weights.w[dy + 1][dx + 1] *
                 at<false>(image + y * width, x + dx, width);
    }
    square[blockIdx.x * width + x] = other;
  }
}
