//===- solve_linear.cu - Linear equations by a block in f64 ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define N 12

// A x = b for one matrix a block: elimination with the largest pivot, rows
// exchanged in shared memory, then substitution by one warp with shuffles.
extern "C" __global__ void solve_linear(const double *matrices,
                                        const double *sides, double *solutions,
                                        int *signs) {
  __shared__ double a[N][N + 1];
  __shared__ int pivotRow;
  int t = threadIdx.x, sign = 1;
  for (int i = t; i < N * N; i += blockDim.x)
    a[i / N][i % N] = matrices[blockIdx.x * N * N + i];
  if (t < N)
    a[t][N] = sides[blockIdx.x * N + t];
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    if (t < 32) {
      double best = t >= k && t < N ? fabs(a[t][k]) : -1.0;
      int row = t;
      for (int step = 8; step > 0; step /= 2) {
        double other = __shfl_xor_sync(~0u, best, step);
        int otherRow = __shfl_xor_sync(~0u, row, step);
        if (other > best || (other == best && otherRow < row)) {
          best = other;
          row = otherRow;
        }
      }
      if (t == 0)
        pivotRow = row;
    }
    __syncthreads();
    int p = pivotRow;
    if (p != k) {
      sign = -sign;
      if (t <= N) {
        double swap = a[p][t];
        a[p][t] = a[k][t];
        a[k][t] = swap;
      }
      __syncthreads();
    }
    int row = k + 1 + t / 16, column = k + 1 + t % 16;
    for (; row < N; row += blockDim.x / 16)
      if (column <= N)
        a[row][column] -= a[row][k] / a[k][k] * a[k][column];
    __syncthreads();
  }
  if (t < 32) {
    double x = 0.0, rest = t < N ? a[t][N] : 0.0;
    for (int k = N - 1; k >= 0; --k) {
      if (t == k)
        x = rest / a[k][k];
      double known = __shfl_sync(~0u, x, k);
      if (t < k)
        rest -= a[t][k] * known;
    }
    if (t < N)
      solutions[blockIdx.x * N + t] = x;
  }
  if (t == 0)
    signs[blockIdx.x] = sign;
}
