//===- ieee_f32.cu - div.rn, rcp.rn and sqrt.rn in f32 ---------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row k of `out` has n elements, the bits of result number k; every NaN is
// written as 0x7fffffff.
__device__ __forceinline__ unsigned bitsOf(float x) {
  return x != x ? 0x7fffffffu : __float_as_uint(x);
}

extern "C" __global__ void ieee_f32(const float *__restrict__ a,
                                    const float *__restrict__ b,
                                    unsigned *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i], y = b[i];
  out[0 * n + i] = bitsOf(__fdiv_rn(x, y));
  out[1 * n + i] = bitsOf(__frcp_rn(x));
  out[2 * n + i] = bitsOf(__fsqrt_rn(y));
  out[3 * n + i] = bitsOf(x / 3.0f);
  out[4 * n + i] = bitsOf(fmaf(x, y, x));
  out[5 * n + i] = bitsOf(floorf(x) + ceilf(y));
}
