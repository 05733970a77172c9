//===- sparse_matrix.cu - Products with matrices in CSR and ELL *- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// y = A x.  Rows of CSR by groups of eight lanes, f32; rows of ELL, which
// stores entries column by column, by one thread, f64.
extern "C" __global__ void sparse_matrix(const int *starts, const int *columns,
                                         const float *entries, const float *x,
                                         float *y, const int *ellColumns,
                                         const double *ellEntries, int width,
                                         double *ellY, int rows) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int row = t / 8, lane = t % 8;
  if (row < rows) {
    float sum = 0.0f;
    for (int i = starts[row] + lane; i < starts[row + 1]; i += 8)
      sum = fmaf(entries[i], x[columns[i]], sum);
    unsigned mask = 0xffu << (threadIdx.x & 24);
    for (int step = 4; step > 0; step /= 2)
      sum += __shfl_down_sync(mask, sum, step, 8);
    if (lane == 0)
      y[row] = sum;
  }
  if (t < rows) {
    double sum = 0.0;
    for (int k = 0; k < width; ++k) {
      int column = ellColumns[k * rows + t];
      if (column < 0)
        break;
      sum += ellEntries[k * rows + t] * (double)x[column];
    }
    ellY[t] = sum;
  }
}
