//===- byte_matmul.cu - Products of bytes with scales ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

__device__ __forceinline__ void multiplyAdd(int (&c)[4], const unsigned (&a)[4],
                                            const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                 "r"(b[1]));
}

// C[16][16] = A[16][k] times the transpose of B[16][k], signed and unsigned
// bytes; scaled by a factor a column, rounded and saturated to bytes again.
extern "C" __global__ void byte_matmul(const unsigned *a, const unsigned *b,
                                       const float *scales, short *sums,
                                       signed char *out, int k) {
  int lane = threadIdx.x & 31, group = lane / 4, at = lane % 4;
  int column = (threadIdx.x >> 5) * 8, words = k / 4;
  int acc[4] = {0, 0, 0, 0};
  for (int i = 0; i < words; i += 8) {
    unsigned fa[4], fb[2];
    fa[0] = a[group * words + i + at];
    fa[1] = a[(group + 8) * words + i + at];
    fa[2] = a[group * words + i + 4 + at];
    fa[3] = a[(group + 8) * words + i + 4 + at];
    fb[0] = b[(column + group) * words + i + at];
    fb[1] = b[(column + group) * words + i + 4 + at];
    multiplyAdd(acc, fa, fb);
  }
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    int r = group + e / 2 * 8, c = column + at * 2 + e % 2;
    sums[r * 16 + c] = (short)max(-32768, min(32767, acc[e]));
    float scaled = (float)acc[e] * scales[c];
    int rounded = __float2int_rn(scaled);
    out[r * 16 + c] = (signed char)max(-128, min(127, rounded));
  }
}
