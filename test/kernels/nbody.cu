//===- nbody.cu - Gravity of all pairs, rsqrt.approx -----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void nbody(const float4 *__restrict__ body,
                                 float3 *__restrict__ force, int n,
                                 float softening) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? body[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int base = 0; base < n; base += 64) {
    int j = base + threadIdx.x;
    tile[threadIdx.x] = j < n ? body[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < 64; ++k) {
      float4 other = tile[k];
      float rx = other.x - me.x, ry = other.y - me.y, rz = other.z - me.z;
      float d2 = rx * rx + ry * ry + rz * rz + softening;
      float inv = rsqrtf(d2);
      float s = other.w * inv * inv * inv;
      ax += s * rx;
      ay += s * ry;
      az += s * rz;
    }
    __syncthreads();
  }
  if (i < n)
    force[i] = make_float3(ax, ay, az);
}
