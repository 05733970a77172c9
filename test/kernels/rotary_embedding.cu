//===- rotary_embedding.cu - Pairs turned by angles ------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The pairs (i, i + half) of each head are turned by position * frequencies[i],
// in place; the angles are large.
extern "C" __global__ void rotary_embedding(float *data, const int *positions,
                                            const float *frequencies, int heads,
                                            int half) {
  int token = blockIdx.x;
  for (int t = threadIdx.x; t < heads * half; t += blockDim.x) {
    int head = t / half, i = t % half;
    float angle = (float)positions[token] * frequencies[i];
    float s, c;
    sincosf(angle, &s, &c);
    float *p = data + (token * heads + head) * 2 * half + i;
    float x = p[0], y = p[half];
    p[0] = x * c - y * s;
    p[half] = x * s + y * c;
  }
}
