//===- binary_search.cu - Lower bound in a sorted array --------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void binary_search(const int *__restrict__ sorted, int n,
                                         const int *__restrict__ keys,
                                         int *__restrict__ where, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  int key = keys[i], lo = 0, hi = n;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (sorted[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  where[i] = lo < n && sorted[lo] == key ? lo : ~lo;
}
