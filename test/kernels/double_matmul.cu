//===- double_matmul.cu - Products of f64 on tensor cores ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

__device__ __forceinline__ void multiplyAdd(double (&c)[2], double a,
                                            double b) {
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
               "{%0, %1}, {%2}, {%3}, {%0, %1};"
               : "+d"(c[0]), "+d"(c[1])
               : "d"(a), "d"(b));
}

// C = alpha A B + C, A of 16 x k, B of k x 16, both by rows; k is a multiple of
// four.  Each of two warps makes 8 x 16.
extern "C" __global__ void double_matmul(const double *a, const double *b,
                                         double *c, int k, double alpha) {
  __shared__ double tile[4][16 + 1];
  int lane = threadIdx.x & 31, row = (threadIdx.x >> 5) * 8 + lane / 4;
  double left[2] = {0.0, 0.0}, right[2] = {0.0, 0.0};
  for (int i = 0; i < k; i += 4) {
    for (int e = threadIdx.x; e < 64; e += blockDim.x)
      tile[e / 16][e % 16] = b[i * 16 + e];
    __syncthreads();
    double fragment = a[row * k + i + lane % 4];
    multiplyAdd(left, fragment, tile[lane % 4][lane / 4]);
    multiplyAdd(right, fragment, tile[lane % 4][8 + lane / 4]);
    __syncthreads();
  }
  double2 *out = (double2 *)(c + row * 16) + lane % 4;
  double2 x = out[0], y = out[4];
  out[0] = make_double2(x.x + alpha * left[0], x.y + alpha * left[1]);
  out[4] = make_double2(y.x + alpha * right[0], y.y + alpha * right[1]);
}
