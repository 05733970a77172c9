//===- libm_f32.cu - expf, logf, sinf, powf --------------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row k of `out` has n elements, the value of function number k.
extern "C" __global__ void libm_f32(const float *__restrict__ in,
                                    float *__restrict__ out, int n,
                                    float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  out[0 * n + i] = expf(8.0f * x);
  out[1 * n + i] = logf(x + 0.001f);
  out[2 * n + i] = sinf(scale * x);
  out[3 * n + i] = tanhf(x);
  out[4 * n + i] = powf(x + 0.5f, 2.5f);
  out[5 * n + i] = atan2f(x, 0.75f);
}
