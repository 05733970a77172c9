//===- texture_surface.cu - Images by texture objects ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A filter on an image of bytes whose edges the texture repeats (clamped), a
// line of floats that wraps around and is read between its points, and a
// surface of 16-bit numbers that is written and read again, beyond its edges,
// too.
extern "C" __global__ void
texture_surface(cudaTextureObject_t image, cudaTextureObject_t line,
                cudaSurfaceObject_t map, const uchar4 *pixels,
                const float *points, unsigned short *cells, int width,
                int height, uchar4 *blurred, float *between, unsigned *around) {
  int x = threadIdx.x, y = blockIdx.x, at = y * width + x;
  unsigned r = 0, g = 0, b = 0, a = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      uchar4 c = tex2D<uchar4>(image, x + dx + 0.5f, y + dy + 0.5f);
      unsigned weight = (2 - abs(dx)) * (2 - abs(dy));
      r += c.x * weight;
      g += c.y * weight;
      b += c.z * weight;
      a = max(a, (unsigned)c.w);
    }
  blurred[at] = make_uchar4(r / 16, g / 16, b / 16, a);
  // Quarters between points: what the hardware's weights say exactly.
  between[at] = tex1D<float>(line, (at * 0.25f - 3.0f) / 16.0f);
  if ((x ^ y) & 1)
    surf2Dwrite<unsigned short>((unsigned short)(r + g), map, x * 2, y);
  __syncthreads();
  // Zeros outside; a row only reads what its own block has written.
  unsigned left =
      surf2Dread<unsigned short>(map, (x - 1) * 2, y, cudaBoundaryModeZero);
  unsigned right =
      surf2Dread<unsigned short>(map, (x + 1) * 2, y, cudaBoundaryModeZero);
  around[at] = left << 16 | right;
}
