//===- local_array.cu - Insertion sort in local memory ---------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define N 12

extern "C" __global__ void local_array(const int *__restrict__ in,
                                       int *__restrict__ out) {
  int v[N];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < N; ++k) {
    int x = in[i * N + k], j = k;
    while (j > 0 && v[j - 1] > x) {
      v[j] = v[j - 1];
      --j;
    }
    v[j] = x;
  }
#pragma unroll 1
  for (int k = 0; k < N; ++k)
    out[i * N + k] = v[k];
}
