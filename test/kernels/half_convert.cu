//===- half_convert.cu - f16 conversions and arithmetic --------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda_fp16.h>

// Row k of `bits` has n elements, the bit pattern of result number k.
extern "C" __global__ void half_convert(const float *__restrict__ in,
                                        const __half *__restrict__ halves,
                                        unsigned short *__restrict__ bits,
                                        float *__restrict__ wide, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  __half h = halves[i];
  bits[0 * n + i] = __half_as_ushort(__float2half_rn(x));
  bits[1 * n + i] = __half_as_ushort(__float2half_rz(x));
  bits[2 * n + i] = __half_as_ushort(__float2half_ru(x));
  bits[3 * n + i] = __half_as_ushort(__float2half_rd(x));
  bits[4 * n + i] = __half_as_ushort(__hadd_rn(h, __float2half_rn(x)));
  bits[5 * n + i] = __half_as_ushort(__hmul_rn(h, h));
  bits[6 * n + i] = __half_as_ushort(__hfma(h, h, h));
  bits[7 * n + i] = __half_as_ushort(__int2half_rn((int)(x * 1000.0f)));
  bits[8 * n + i] = (unsigned short)__half2int_rz(h);
  __half2 pair = __floats2half2_rn(x, -x);
  pair = __hadd2_rn(pair, __halves2half2(h, h));
  bits[9 * n + i] = __half_as_ushort(__low2half(pair));
  bits[10 * n + i] = __half_as_ushort(__high2half(pair));
  bits[11 * n + i] = __hlt(h, __float2half_rn(x)) ? 1 : 0;
  wide[i] = __half2float(h);
}
