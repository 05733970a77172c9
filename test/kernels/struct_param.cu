//===- struct_param.cu - A struct passed by value --------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

struct Affine {
  float m[2][2];
  float shift[2];
  int count;
  unsigned char mirror;
};

extern "C" __global__ void struct_param(Affine p, const float2 *in,
                                        float2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.count)
    return;
  float2 v = in[i], r;
  if (p.mirror)
    v.x = -v.x;
  r.x = p.m[0][0] * v.x + p.m[0][1] * v.y + p.shift[0];
  r.y = p.m[1][0] * v.x + p.m[1][1] * v.y + p.shift[1];
  out[i] = r;
}
