//===- half2_math.cu - Arithmetic on pairs of halves -----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda_fp16.h>

// Horner's rule, comparisons and saturation on pairs; each operation rounds
// once.
extern "C" __global__ void half2_math(const __half2 *as, const __half2 *bs,
                                      __half2 *out, int *masks) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  __half2 a = as[t], b = bs[t];
  __half2 sum = __hadd2(a, b), p = __float2half2_rn(0.125f);
  p = __hfma2(p, a, __floats2half2_rn(0.5f, -0.75f));
  p = __hfma2(p, a, b);
  p = __hfma2(p, __hneg2(a), __float2half2_rn(1.0f));
  out += 6 * t;
  out[0] = sum;
  out[1] = __hmul2(__hsub2(a, b), __lowhigh2highlow(sum));
  out[2] = p;
  out[3] = __hfma2_sat(a, b, __float2half2_rn(0.25f));
  out[4] = __hadd2_sat(a, __hneg2(b));
  out[5] = __habs2(__hsub2(__low2half2(a), __high2half2(b)));
  __half2 one = __hgt2(a, b);
  masks[t] =
      __hbgt2(a, b) | (__low2float(one) == 1.0f) << 1 | __hble2(b, a) << 2 |
      __heq(__low2half(a), __high2half(b)) << 3 |
      (__half2int_rn(__hmul(__high2half(sum), __float2half(37.0f))) << 8);
}
