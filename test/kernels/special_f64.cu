//===- special_f64.cu - Gamma, error function, powers in f64 ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void special_f64(const double *in, double *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  double x = in[t];
  out[8 * t] = lgamma(x);
  out[8 * t + 1] = erf(x * 0.25);
  out[8 * t + 2] = erfc(x * 0.25);
  out[8 * t + 3] = pow(fabs(x), 3.0 - x * 0.125);
  out[8 * t + 4] = cbrt(x);
  out[8 * t + 5] = log1p(fabs(x));
  out[8 * t + 6] = sinh(x * 0.5);
  out[8 * t + 7] = atan2(x, 1.5);
}
