//===- dp4a_conv.cu - One-dimensional convolution of bytes -----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// out[i] = sum over k < 16 of in[4 * i + k] * taps[k], signed bytes.
extern "C" __global__ void dp4a_conv(const int *__restrict__ in, int4 taps,
                                     int *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int acc = __dp4a(in[i], taps.x, 0);
  acc = __dp4a(in[i + 1], taps.y, acc);
  acc = __dp4a(in[i + 2], taps.z, acc);
  out[i] = __dp4a(in[i + 3], taps.w, acc);
}
