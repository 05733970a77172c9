//===- libm_f64.cu - exp, log, cbrt, atan in f64 ---------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row k of `out` has n elements, the value of function number k.
extern "C" __global__ void libm_f64(const double *__restrict__ in,
                                    double *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = in[i];
  out[0 * n + i] = exp(16.0 * x);
  out[1 * n + i] = log(x + 0.125);
  out[2 * n + i] = cbrt(x);
  out[3 * n + i] = atan(8.0 * x);
  out[4 * n + i] = rsqrt(x + 0.25);
}
