//===- cuda_bf16.h - bf16 of the CUDA emulation on the CPU ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_KERNELS_NATIVE_CUDA_BF16_H
#define PTXMLIR_TEST_KERNELS_NATIVE_CUDA_BF16_H

struct __nv_bfloat16 {
  unsigned short bits;
};

inline float __bfloat162float(__nv_bfloat16 x) {
  return cuda_emul::fromBits<float>((uint64_t)x.bits << 16);
}

// Nearest even; NaN does not occur.
inline __nv_bfloat16 __float2bfloat16_rn(float x) {
  unsigned bits = __float_as_uint(x);
  bits += 0x7fff + (bits >> 16 & 1);
  return {(unsigned short)(bits >> 16)};
}

#endif // PTXMLIR_TEST_KERNELS_NATIVE_CUDA_BF16_H
