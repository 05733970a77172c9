//===- tensor_matmul.cu - f16 product on tensor cores ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda_fp16.h>

// C[32][16] = A[32][k] * B[16][k]^T, f16 in, f32 out; k is a multiple of 16
// and at most 64.  Each of the four warps makes a 16 x 8 tile: cp.async brings
// the operands to shared memory, ldmatrix to registers.
#define ROWS 32
#define COLS 16
#define PITCH 72 // Halves a row: 64 and a gap against bank conflicts.

#ifdef __CUDACC__
__device__ __forceinline__ void copyAsync(void *shared, const void *global) {
  unsigned address = (unsigned)__cvta_generic_to_shared(shared);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(address),
               "l"(global)
               : "memory");
}

__device__ __forceinline__ void waitForCopies() {
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
}

__device__ __forceinline__ void loadMatrix4(unsigned (&r)[4], const void *row) {
  unsigned address = (unsigned)__cvta_generic_to_shared(row);
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
      : "r"(address)
      : "memory");
}

__device__ __forceinline__ void loadMatrix2(unsigned (&r)[2], const void *row) {
  unsigned address = (unsigned)__cvta_generic_to_shared(row);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(address)
               : "memory");
}

__device__ __forceinline__ void
multiplyAdd(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                 "r"(b[1]));
}
#else
#include "tensor_emul.h"
#endif

extern "C" __global__ void tensor_matmul(const __half *__restrict__ a,
                                         const __half *__restrict__ b,
                                         float *__restrict__ c, int k) {
  __shared__ __align__(16) __half as[ROWS * PITCH];
  __shared__ __align__(16) __half bs[COLS * PITCH];
  int chunks = k / 8; // 16 bytes each.
  for (int i = threadIdx.x; i < ROWS * chunks; i += blockDim.x)
    copyAsync(&as[i / chunks * PITCH + i % chunks * 8], a + 8 * i);
  for (int i = threadIdx.x; i < COLS * chunks; i += blockDim.x)
    copyAsync(&bs[i / chunks * PITCH + i % chunks * 8], b + 8 * i);
  waitForCopies();
  __syncthreads();

  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int row = (warp >> 1) * 16, col = (warp & 1) * 8;
  float acc[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 1
  for (int t = 0; t < k; t += 16) {
    unsigned fa[4], fb[2];
    loadMatrix4(fa, &as[(row + (lane & 15)) * PITCH + t + (lane >> 4) * 8]);
    loadMatrix2(fb, &bs[(col + (lane & 7)) * PITCH + t + (lane >> 3 & 1) * 8]);
    multiplyAdd(acc, fa, fb);
  }
  float *out = c + (row + lane / 4) * COLS + col + lane % 4 * 2;
  out[0] = acc[0];
  out[1] = acc[1];
  out[8 * COLS] = acc[2];
  out[8 * COLS + 1] = acc[3];
}
