//===- float_convert.cu - Conversions between numbers ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row k of `out` has n elements, the bits of result number k.
extern "C" __global__ void float_convert(const float *__restrict__ in,
                                         const double *__restrict__ wide,
                                         unsigned *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  double d = wide[i];
  int k = __float_as_int(x);
  long long q = __double_as_longlong(d);
  unsigned *o = out + i;
  o[0 * n] = (unsigned)__float2int_rz(x);
  o[1 * n] = (unsigned)__float2int_rn(x);
  o[2 * n] = (unsigned)__float2int_rd(x);
  o[3 * n] = (unsigned)__float2int_ru(x);
  o[4 * n] = __float2uint_rz(x);
  o[5 * n] = (unsigned)(__float2ll_rz(x) >> 3);
  o[6 * n] = __float_as_uint(__int2float_rn(k));
  o[7 * n] = __float_as_uint(__int2float_rz(k));
  o[8 * n] = __float_as_uint(__uint2float_rn((unsigned)k));
  o[9 * n] = __float_as_uint(__ll2float_rn(q));
  o[10 * n] = __float_as_uint(__double2float_rn(d));
  o[11 * n] = __float_as_uint(__double2float_rd(d));
  o[12 * n] = (unsigned)__double2int_rz(d);
  o[13 * n] = (unsigned)(__double_as_longlong((double)q) >> 20);
  o[14 * n] = __float_as_uint(rintf(x) + truncf(x));
  o[15 * n] = (unsigned)(int)(signed char)__float2int_rz(x);
  o[16 * n] = __float_as_uint(__saturatef(x));
  o[17 * n] = __float_as_uint(copysignf(fabsf(x), (float)d));
}
