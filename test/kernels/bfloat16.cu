//===- bfloat16.cu - bf16 conversions, f32 between -------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda_bf16.h>

// A running average of rows in bf16, computed in f32.
extern "C" __global__ void bfloat16(const __nv_bfloat16 *__restrict__ in,
                                    const float *__restrict__ weights,
                                    __nv_bfloat16 *__restrict__ out, int rows,
                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float acc = 0.0f;
  for (int r = 0; r < rows; ++r) {
    acc = fmaf(weights[r], __bfloat162float(in[r * n + i]), acc);
    out[r * n + i] = __float2bfloat16_rn(acc);
  }
}
