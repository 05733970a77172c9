//===- volume3d.cu - Axes of a volume turned, 3-D grid ---------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// out[z][x][y] = in[y][z][x] with a mark of where it was computed.
extern "C" __global__ void volume3d(const unsigned short *__restrict__ in,
                                    unsigned *__restrict__ out, int nx, int ny,
                                    int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz)
    return;
  unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  unsigned block =
      (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned mark = (blocks << 4 | block) << 8 | thread;
  out[(z * nx + x) * ny + y] = mark << 16 | in[(y * nz + z) * nx + x];
}
