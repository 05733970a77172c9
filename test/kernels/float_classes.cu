//===- float_classes.cu - Rounding modes, classes, neighbours --*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All rounding modes and what looks at the bits of floats: classes, exponents,
// neighbours, remainders, minimum and maximum with NaN.
extern "C" __global__ void float_classes(const float *as, const float *bs,
                                         const double *ds, float *sums,
                                         double *wide, float *others,
                                         int *classes, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  float a = as[t], b = bs[t];
  sums += 12 * t;
  sums[0] = __fadd_rn(a, b);
  sums[1] = __fadd_rz(a, b);
  sums[2] = __fadd_rd(a, b);
  sums[3] = __fadd_ru(a, b);
  sums[4] = __fmul_rz(a, b);
  sums[5] = __fmul_rd(a, b);
  sums[6] = __fmul_ru(a, b);
  sums[7] = __fmaf_rz(a, b, 1.5f);
  sums[8] = __fmaf_rd(a, b, -1.5f);
  sums[9] = __fmaf_ru(a, b, 1.5f);
  sums[10] = __fdiv_rd(a, b);
  sums[11] = __fsqrt_ru(fabsf(a));
  double d = ds[t], e = (double)a * 3.0;
  wide += 8 * t;
  wide[0] = __dadd_rz(d, e);
  wide[1] = __dadd_ru(d, e);
  wide[2] = __dmul_rd(d, e);
  wide[3] = __fma_rz(d, e, 0.1);
  wide[4] = __ddiv_ru(d, e);
  wide[5] = __ddiv_rz(e, d);
  wide[6] = __dsqrt_rd(fabs(d));
  wide[7] = __drcp_rz(d);
  others += 8 * t;
  others[0] = fminf(a, b);
  others[1] = fmaxf(a, sqrtf(b));
  others[2] = rintf(b * 7.0f);
  others[3] = roundf(b * 7.0f);
  others[4] = truncf(b * 100.0f);
  others[5] = nextafterf(a, b);
  others[6] = fmodf(b * 1000.0f, 0.37f);
  int exponent = 0;
  float fraction = frexpf(a, &exponent);
  others[7] = fraction + ldexpf(1.0f, exponent / 16);
  classes[2 * t] = isnan(sqrtf(a)) | isinf(a / (b - b)) << 1 |
                   (signbit(b) != 0) << 2 | isfinite(a) << 3 |
                   (fabsf(a) < 1.17549435e-38f) << 4 | (a < b) << 5 |
                   !(sqrtf(a) <= b) << 6;
  classes[2 * t + 1] = ilogbf(a) * 1000 + exponent;
}
