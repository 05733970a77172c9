//===- vector_atomics.cu - Atomics of pairs, fours and halves --*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Sums of small integers in all floating-point types that have atomics, so that
// any order gives the same; old values count the additions.
extern "C" __global__ void
vector_atomics(const int *in, float2 *pairs, float4 *fours, double *doubles,
               __half2 *halves, __nv_bfloat162 *bfloats, unsigned *zeros) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[t] & 7, y = (in[t] >> 3) & 7, at = in[t] >> 6 & 3;
  float2 pair = atomicAdd(&pairs[at], make_float2((float)x, (float)-y));
  atomicAdd(&fours[at], make_float4((float)x, (float)y, (float)(x * y), 1.0f));
  double old = atomicAdd(&doubles[at], x * 0.25 + y * 1024.0);
  atomicAdd(&halves[at], __floats2half2_rn((float)(x & 1), (float)(y & 3)));
  atomicAdd(&bfloats[at],
            __floats2bfloat162_rn((float)(x & 1), (float)-(y & 1)));
  if (old == 0.0 && x + y != 0)
    atomicAdd(zeros, 1u);
  if (pair.x < 0.0f || pair.y > 0.0f)
    atomicAdd(zeros, 1000u);
}
