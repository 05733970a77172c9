//===- trig_large.cu - Sine, cosine and tangent of anything ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arguments up to the largest number: reduction by many bits of 2 / pi, in f32
// and f64.
extern "C" __global__ void trig_large(const float *in, const double *wide,
                                      float *sines, float *tangents,
                                      double *wideSines, double *wideTangents,
                                      int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  sines[2 * t] = sinf(in[t]);
  sines[2 * t + 1] = cosf(in[t]);
  tangents[t] = tanf(in[t]);
  wideSines[2 * t] = sin(wide[t]);
  wideSines[2 * t + 1] = cos(wide[t]);
  wideTangents[t] = tan(wide[t]);
}
