//===- fragment_matmul.cu - Products by fragments of wmma ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <mma.h>

using namespace nvcuda;

// C = relu(A B + C) on halves with sums in f32: A by rows, B by columns, C 16 x
// 16; then D = A' B' on bytes, 32-bit sums, both into one launch.
extern "C" __global__ void fragment_matmul(const __half *a, const __half *b,
                                           float *c, const signed char *a8,
                                           const signed char *b8, int *d,
                                           int k) {
  if (threadIdx.x / 32 == 0) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(sum, c, 16, wmma::mem_row_major);
    for (int i = 0; i < k; i += 16) {
      wmma::load_matrix_sync(left, a + i, k);
      wmma::load_matrix_sync(right, b + i, k);
      wmma::mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i)
      sum.x[i] = sum.x[i] > 0.0f ? sum.x[i] : 0.0f;
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
  } else {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, signed char, wmma::row_major>
        left;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, signed char, wmma::row_major>
        right;
    wmma::fragment<wmma::accumulator, 8, 32, 16, int> sum;
    wmma::fill_fragment(sum, -7);
    for (int i = 0; i < k; i += 16) {
      wmma::load_matrix_sync(left, a8 + i, k);
      wmma::load_matrix_sync(right, b8 + i * 32, 32);
      wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(d, sum, 8, wmma::mem_col_major);
  }
}
