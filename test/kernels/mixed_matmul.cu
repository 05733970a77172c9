//===- mixed_matmul.cu - Products of bf16 and of tf32 ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda_bf16.h>

__device__ __forceinline__ unsigned pack(float low, float high) {
  __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
  unsigned bits;
  memcpy(&bits, &both, 4);
  return bits;
}

__device__ __forceinline__ unsigned roundToTF32(float x) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return bits;
}

// The same product of f32 matrices, 16 x 16 and 16 x 8 (by columns), twice:
// with operands rounded to bf16 and to tf32.
extern "C" __global__ void mixed_matmul(const float *a, const float *b,
                                        float *narrow, float *wide) {
  int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  float c[4] = {0.0f, 0.0f, 0.0f, 0.0f}, d[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  const float *top = a + g * 16 + 2 * t, *bottom = top + 8 * 16;
  const float *column = b + g * 16 + 2 * t;
  unsigned fa[4] = {pack(top[0], top[1]), pack(bottom[0], bottom[1]),
                    pack(top[8], top[9]), pack(bottom[8], bottom[9])};
  unsigned fb[2] = {pack(column[0], column[1]), pack(column[8], column[9])};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]),
                 "r"(fb[1]));
#pragma unroll
  for (int k = 0; k < 16; k += 8) {
    const float *p = a + g * 16 + k + t, *q = b + g * 16 + k + t;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(roundToTF32(p[0])), "r"(roundToTF32(p[128])),
                   "r"(roundToTF32(p[4])), "r"(roundToTF32(p[132])),
                   "r"(roundToTF32(q[0])), "r"(roundToTF32(q[4])));
  }
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    int place = (g + e / 2 * 8) * 8 + 2 * t + e % 2;
    narrow[place] = c[e];
    wide[place] = d[e];
  }
}
