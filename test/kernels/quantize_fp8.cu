//===- quantize_fp8.cu - Floats of eight bits, both kinds ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda_fp16.h>
#include <cuda_fp8.h>

// f32 to e4m3 and e5m2, saturated to the largest finite number, in pairs; the
// pairs to halves again, and their product.
extern "C" __global__ void quantize_fp8(const float2 *in, unsigned short *e4m3,
                                        unsigned short *e5m2, __half2 *wide,
                                        float2 *products) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float2 x = in[t];
  __nv_fp8x2_storage_t a =
      __nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, __NV_E4M3);
  __nv_fp8x2_storage_t b =
      __nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, __NV_E5M2);
  e4m3[t] = a;
  e5m2[t] = b;
  __half2 ha = __half2(__nv_cvt_fp8x2_to_halfraw2(a, __NV_E4M3));
  __half2 hb = __half2(__nv_cvt_fp8x2_to_halfraw2(b, __NV_E5M2));
  wide[t] = ha;
  float2 fa = __half22float2(ha), fb = __half22float2(hb);
  products[t] = make_float2(fa.x * fb.x, fa.y * fb.y);
}
