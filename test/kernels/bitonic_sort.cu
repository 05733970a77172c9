//===- bitonic_sort.cu - Bitonic sort in shared memory ---------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void bitonic_sort(int *data) {
  __shared__ int s[128];
  int tid = threadIdx.x;
  data += blockIdx.x * 128;
  s[tid] = data[tid];
  __syncthreads();
  for (int size = 2; size <= 128; size <<= 1)
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      int other = tid ^ stride;
      if (other > tid) {
        int a = s[tid], b = s[other];
        if ((a > b) == ((tid & size) == 0)) {
          s[tid] = b;
          s[other] = a;
        }
      }
      __syncthreads();
    }
  data[tid] = s[tid];
}
