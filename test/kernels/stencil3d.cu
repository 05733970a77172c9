//===- stencil3d.cu - Seven points in space, plane by plane ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define BX 16
#define BY 8

// Each block goes along z: the plane in the middle is in shared memory with its
// halo, those below and above in registers.
extern "C" __global__ void stencil3d(const float *in, float *out, int nx,
                                     int ny, int nz, float centre, float side) {
  __shared__ float plane[BY + 2][BX + 2];
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, area = nx * ny;
  bool inside = x < nx && y < ny;
  int at = y * nx + x;
  float below = 0.0f, here = inside ? in[at] : 0.0f;
  for (int z = 0; z < nz; ++z, at += area) {
    float above = inside && z + 1 < nz ? in[at + area] : 0.0f;
    __syncthreads();
    plane[ty][tx] = here;
    if (tx == 1)
      plane[ty][0] = x > 0 && y < ny ? in[at - 1] : 0.0f;
    if (tx == BX)
      plane[ty][BX + 1] = x + 1 < nx && y < ny ? in[at + 1] : 0.0f;
    if (ty == 1)
      plane[0][tx] = y > 0 && x < nx ? in[at - nx] : 0.0f;
    if (ty == BY)
      plane[BY + 1][tx] = y + 1 < ny && x < nx ? in[at + nx] : 0.0f;
    __syncthreads();
    if (inside)
      out[at] = centre * here +
                side * (plane[ty][tx - 1] + plane[ty][tx + 1] +
                        plane[ty - 1][tx] + plane[ty + 1][tx] + below + above);
    below = here;
    here = above;
  }
}
