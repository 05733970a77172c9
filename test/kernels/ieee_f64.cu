//===- ieee_f64.cu - div, rcp and sqrt in f64 ------------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row k of `out` has n elements, the bits of result number k; every NaN is
// written as 0x7ff8000000000000.
__device__ __forceinline__ unsigned long long bitsOf(double x) {
  return x != x ? 0x7ff8000000000000ull
                : (unsigned long long)__double_as_longlong(x);
}

extern "C" __global__ void ieee_f64(const double *__restrict__ a,
                                    const double *__restrict__ b,
                                    unsigned long long *__restrict__ out,
                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = a[i], y = b[i];
  out[0 * n + i] = bitsOf(x / y);
  out[1 * n + i] = bitsOf(__drcp_rn(x));
  out[2 * n + i] = bitsOf(sqrt(y));
  out[3 * n + i] = bitsOf(fma(x, y, -x));
  out[4 * n + i] = bitsOf((double)(float)x);
  out[5 * n + i] = (unsigned long long)(x < y) |
                   (unsigned long long)(x == y) << 1 |
                   (unsigned long long)(x != y) << 2;
}
