//===- sobel.cu - Edges of a byte image, saturated -------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Four pixels a thread: `in` has a border of one row above and below, and rows
// of `pitch` words with one word of border on each side.
__device__ __forceinline__ int pixel(const unsigned *row, int x) {
  return (unsigned char)(row[x >> 2] >> (x & 3) * 8);
}

extern "C" __global__ void sobel(const unsigned *__restrict__ in, int pitch,
                                 uchar4 *__restrict__ out, int words,
                                 int height) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (w >= words || y >= height)
    return;
  const unsigned *top = in + y * pitch, *mid = top + pitch, *low = mid + pitch;
  unsigned char r[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int x = 4 * (w + 1) + k;
    int dx = pixel(top, x + 1) + 2 * pixel(mid, x + 1) + pixel(low, x + 1) -
             pixel(top, x - 1) - 2 * pixel(mid, x - 1) - pixel(low, x - 1);
    int dy = pixel(low, x - 1) + 2 * pixel(low, x) + pixel(low, x + 1) -
             pixel(top, x - 1) - 2 * pixel(top, x) - pixel(top, x + 1);
    r[k] = min(abs(dx) + abs(dy), 255);
  }
  out[y * words + w] = make_uchar4(r[0], r[1], r[2], r[3]);
}
