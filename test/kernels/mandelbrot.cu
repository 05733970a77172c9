//===- mandelbrot.cu - Escape times of the Mandelbrot set ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void mandelbrot(unsigned *out, int width, int height,
                                      float x0, float y0, float dx, float dy,
                                      int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height)
    return;
  float cx = x0 + (float)px * dx, cy = y0 + (float)py * dy;
  float zx = 0.0f, zy = 0.0f;
  int i = 0;
  for (; i < limit; ++i) {
    float xx = zx * zx, yy = zy * zy;
    if (xx + yy > 4.0f)
      break;
    zy = 2.0f * zx * zy + cy;
    zx = xx - yy + cx;
  }
  out[py * width + px] = i;
}
